// The engine in Node, in the thread of the test.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import test from 'node:test';

import { BENCH, Heard, folder, load } from './harness.mjs';

const { load: open } = await load('engine.js');
const { compile } = await load('boundary.js');

async function engine(options = {}) {
  const heard = new Heard();
  const opened = await open({ onOutput: heard.take, onEnd: heard.fail, ...options });
  return { heard, say: (...lines) => lines.forEach((line) => opened.uci(line)), opened };
}

for (const file of ['galaverna.wasm', 'galaverna-plain.wasm']) {
  test(`${file} searches as the native program does`, async () => {
    const { heard, say } = await engine({ wasm: file });
    say('bench');
    const [nodes] = (await heard.until((line) => / nodes \d+ nps$/.test(line) && !line.includes(':'))).at(-1).split(' ');
    assert.equal(nodes, BENCH);
    // Mate at once, so that no other network plays another move.
    say('setoption name UCI_Variant value alice', 'position startpos moves e2e4 d7d5 f1e2 d5e4', 'go nodes 200000');
    assert.match(await heard.first('bestmove'), /^bestmove e2b5\b/);
  });
}

test('it knows the moves of every game', async () => {
  const { heard, say } = await engine();
  for (const game of ['chess', 'iceage', 'alice', 'elolbia', 'clupso']) {
    say(`setoption name UCI_Variant value ${game}`);
    const lines = readFileSync(new URL(`../../../tests/data/perft/${game}.public.epd`, import.meta.url), 'utf8').trim().split('\n');
    for (const line of lines.slice(0, 10)) {
      const [fen, ...counts] = line.split(' ;');
      const [, depth, count] = counts.map((text) => /D(\d+) (\d+)/.exec(text)).findLast(([, depth]) => depth <= 3);
      say(`position fen ${fen}`, `go perft ${depth}`);
      assert.equal(await heard.first('Nodes searched'), `Nodes searched: ${count}`, fen);
    }
  }
});

// V8 gives a thread 984 KiB of stack, and the search goes 246 plies deep. The code is the one
// that takes the most: it is compiled without any optimisation.
test('the deepest line has room on the stack', () => {
  const [kibibytes, plies] = [128, 32];
  assert.ok(984 / kibibytes >= 246 / plies);
  const script = `
    import { load } from '${folder}engine.js';
    const engine = await load({ onOutput: (_, line) => console.log(line) });
    engine.uci('position fen 8/8/4k3/8/8/3PK3/8/8 w - - 0 1');
    engine.uci('go nodes 600000');`;
  const flags = ['--liftoff-only', `--stack-size=${kibibytes}`, '--input-type=module'];
  const said = execFileSync(process.execPath, [...flags, '--eval', script], { encoding: 'utf8' });
  assert.match(said, /^bestmove/m);
  const seen = [...said.matchAll(/ seldepth (\d+)/g)].map(([, depth]) => Number(depth));
  assert.ok(Math.max(...seen) >= plies, `${seen}`);
});

test('what nobody can stop stops by itself', async () => {
  const { heard, say, opened } = await engine();
  assert.equal(opened.way, 'none');
  say('position fen k7/8/8/8/8/8/8/K7 w - - 0 1', 'go infinite', 'isready');
  await heard.first('bestmove');
});

test('memory and XBoard, which are not there, are refused', async () => {
  const { heard, say } = await engine();
  say('setoption name Hash value 65536');
  assert.match(await heard.first('info string'), /no memory for 65536 MiB/);
  say('xboard');
  assert.match(await heard.first('info string'), /unknown command: 'xboard'/);
  say('isready');
  await heard.first('readyok');
});

test('an engine that panics says why, and then nothing', async () => {
  const { heard, say, opened } = await engine();
  say('isready');
  await heard.first('readyok');
  // A message that claims to be longer than all memory.
  opened.take({ length: 0xffffffff });
  await assert.rejects(heard.first('nothing'), /^Error: The engine has failed: panicked at .*capacity overflow/);
  say('isready');
  await new Promise(setImmediate);
  assert.deepEqual(heard.said, []);
});

test('a request for the rules is answered at once', async () => {
  const { Boundary } = await load('boundary.js');
  const boundary = new Boundary(() => assert.fail('nothing else is said'));
  const nothing = () => 0;
  await boundary.open(await compile(), { now: nothing, random: () => 0n, wait: nothing });
  assert.equal(typeof JSON.parse(boundary.ask('nonsense')).refused, 'string');
});
