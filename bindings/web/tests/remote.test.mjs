// The engine in a worker of Node, by each way to hear during a search.

import assert from 'node:assert/strict';
import { copyFileSync, rmSync } from 'node:fs';
import test from 'node:test';

import { Heard, folder, load } from './harness.mjs';

const { Remote } = await load('remote.js');

/** Opens a worker, and ends it after the test. */
function open(t, options) {
  const heard = new Heard();
  const remote = new Remote({ onOutput: heard.take, onEnd: heard.fail, ...options });
  t.after(() => remote.terminate());
  const say = (...lines) => lines.forEach((line) => remote.uci(line));
  const ask = (...requests) => requests.forEach((request) => remote.board(JSON.stringify({ game: 'alice', ...request })));
  return { heard, remote, say, ask };
}

const isLine = (said) => said.type === 'line';

for (const way of ['shared', 'none']) {
  test(`${way}: stop is answered, and the next search is of the same position`, async (t) => {
    const { heard, say } = open(t, { way });
    say('setoption name UCI_Variant value alice', 'position startpos moves e2e4', 'go infinite');
    await heard.first('info depth 3');
    say('stop');
    await heard.first('bestmove');
    say('go depth 1', 'd');
    await heard.first('bestmove');
    await heard.first('Fen: rnbqkbnr/pppppppp/8/8/4|P3');
  });

  test(`${way}: the board goes on after a search`, async (t) => {
    let reopened = 0;
    const { heard, remote, ask } = open(t, { way, onReopen: () => { reopened++; remote.board(''); } });
    remote.board('');
    assert.equal((await heard.first('hello')).max_threads, 1);
    ask({ id: 1, type: 'search', infinite: true });
    await heard.until(isLine);
    ask({ id: 2, type: 'stop' });
    if (way === 'none') await heard.first('hello');
    else assert.equal((await heard.first('done')).id, 1);
    assert.equal(reopened, way === 'none' ? 1 : 0);
    ask({ id: 3, type: 'position', moves: ['e2e4'] });
    assert.equal((await heard.first('position')).id, 3);
  });
}

test('a worker that takes its time is not replaced', async (t) => {
  const { heard, ask } = open(t, { way: 'none', onReopen: () => heard.fail('replaced') });
  for (let id = 1; id <= 300; id++) ask({ id, type: 'position', moves: ['e2e4'] });
  await heard.until(({ id }) => id === 300);
});

test('while a search runs, what needs no engine is answered', async (t) => {
  const { heard, say, ask, remote } = open(t, { way: 'shared' });
  say('go infinite');
  await heard.first('info depth 3');
  say('isready');
  await heard.first('readyok');
  say('setoption name MultiPV value 2', 'go depth 2');
  await heard.first('bestmove');
  await heard.first('info depth 2 seldepth 2 multipv 2');
  await heard.first('bestmove');
  ask({ id: 1, type: 'search', infinite: true });
  await heard.until(isLine);
  ask({ id: 2, type: 'position', moves: ['e2e4'] });
  assert.equal((await heard.first('position')).turn, 'black');
  // The next search takes its place, and so does a review.
  ask({ id: 3, type: 'search', infinite: true, moves: ['e2e4'] });
  assert.equal((await heard.first('done')).id, 1);
  await heard.until((said) => isLine(said) && said.id === 3);
  ask({ id: 4, type: 'review', moves: ['e2e4', 'd7d5'], nodes: 2000 });
  assert.equal((await heard.first('done')).id, 3);
  assert.equal((await heard.first('review_done')).moves.length, 2);
  // Longer than the shared memory.
  const text = `{${'long '.repeat(50_000)}} 1. e4 e5 *`;
  remote.board(JSON.stringify({ id: 5, type: 'read_pgn', text, index: 0 }));
  const { game } = await heard.first('games');
  assert.deepEqual(game.moves.map(({ text }) => text), ['e2e4', 'e7e5']);
});

test('a search that has nothing left to do waits for stop, and one that ponders for the move', async (t) => {
  const { heard, say } = open(t, { way: 'shared' });
  say('position fen k7/8/8/8/8/8/8/K7 w - - 0 1', 'go infinite');
  await heard.until((line) => /^info depth 2\d\d /.test(line));
  say('isready');
  await heard.first('readyok');
  say('stop');
  await heard.first('bestmove');
  say('position startpos moves e2e4', 'go ponder movetime 50');
  await heard.first('info depth 1');
  say('ponderhit');
  await heard.first('bestmove');
});

test('an engine that has failed can be opened again', async (t) => {
  const wasm = Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0);
  const { heard, remote } = open(t, { wasm });
  remote.uci('isready');
  await assert.rejects(heard.first('readyok'), /^Error: The engine has failed: TypeError/);
  // A file that comes late.
  const name = new URL('late.wasm', folder);
  t.after(() => rmSync(name, { force: true }));
  const late = open(t, { wasm: name });
  await assert.rejects(late.heard.first('readyok'), /worker has failed: .*late\.wasm/);
  copyFileSync(new URL('galaverna.wasm', folder), name);
  late.heard.failure = undefined;
  late.remote.reopen();
  late.remote.uci('isready');
  await late.heard.first('readyok');
});
