import assert from 'node:assert/strict';
import { afterEach, beforeEach, mock, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { GameInPlay } from '../../../src/board/page/js/game-in-play.js';
import { move, position, settle } from './positions.mjs';

/** Those of a test, whose clocks must not outlive it. @type {GameInPlay[]} */
let games = [];

// Nobody waits in these tests until the engine seems to have thought.
beforeEach(() => mock.method(globalThis, 'setTimeout', (/** @type {() => void} */ action) => setImmediate(action)));
afterEach(() => {
  mock.restoreAll();
  for (const game of games) game.leave();
  games = [];
});

const AGAINST = { game: 'chess', opponent: 'engine', colour: 'white', elo: 1600, time: '1s' };
const PEOPLE = { ...AGAINST, opponent: 'people' };

/**
 * A game in play and a server that knows a few moves: any side may go `a1a2`, `a1a3` …;
 * the position after `a1a9` is the end.
 * @param {any} options @param {any} [more] what differs of the server's answers and of what the screen answers
 */
function inPlay(options, more = {}) {
  /** @type {string[]} */
  const told = [];
  /** @type {{wish: any, hear: (reply: any) => void, refuse: (error: Error) => void, cancelled: boolean}[]} */
  const searches = [];
  const legal = ['a1a2', 'a1a3', 'a1a9'].map((text) => move(text));
  const server = {
    ask: async (type, line) => {
      if (type !== 'position') return more[type](line);
      const { moves } = line;
      const ends = moves.at(-1) === 'a1a9';
      return position(['8/8/8/8/8/8/8/8'], {
        turn: moves.filter((text) => !text.includes(':')).length % 2 ? 'black' : 'white', moves: ends ? [] : legal,
        outcome: ends ? { result: '1-0', winner: null, says: 'Checkmate.' } : null, agreement: more.agreement ?? null,
      });
    },
    follow: (_type, wish, _last, hear, refuse) => searches.push({ wish, hear, refuse, cancelled: false }) - 1,
    cancel: (index) => { searches[index].cancelled = true; },
  };
  const game = new GameInPlay(/** @type {any} */ (server), options, {
    moved: (mover, one) => told.push(`${mover} ${one.text}`),
    arrived: async (node) => { told.push(`at ${node.text}`); await more.seen; },
    ended: () => told.push(`ended ${game.over?.says}`),
    failed: (says) => told.push(`failed ${says}`),
    clocksChanged: () => {},
    timeLow: () => told.push('low'),
    agreementOffered: async (squares) => { told.push(`offered ${squares}`); return more.agreed ?? null; },
  });
  games.push(game);
  const answer = async (done, index = searches.length - 1) => {
    searches[index].hear({ type: 'done', value: 0, resigns: false, offers_draw: false, best: 'a1a2', ...done });
    await settle();
    await settle();
  };
  const moves = () => game.game.line().moves;
  return { game, told, searches, answer, moves, play: (text) => game.play(legal.find((one) => one.text === text)) };
}

test('two people move in turn, and the end is told after the position', async () => {
  const { game, told, play } = inPlay(PEOPLE);
  await game.start();
  await play('a1a2');
  assert.ok(game.isPersonsTurn);
  await play('a1a9');
  assert.deepEqual(told, ['at ', 'white a1a2', 'at a1a2', 'black a1a9', 'at a1a9', 'ended Checkmate.']);
  assert.equal(game.game.result, '1-0');
  assert.ok(!game.isPersonsTurn);
  game.resign();
  assert.equal(game.over?.says, 'Checkmate.', 'it ends once');
});

test('the engine answers, with its strength, and is told what it thought before', async () => {
  const { game, searches, play, answer, moves, told } = inPlay(AGAINST);
  await game.start();
  assert.equal(searches.length, 0);
  await play('a1a2');
  assert.ok(!game.isPersonsTurn);
  assert.equal(searches[0].wish.elo, 1600);
  assert.equal(searches[0].wish.move_time, 1000);
  assert.deepEqual(searches[0].wish.own_moves, { values: [], offered_at: null });
  await answer({ best: 'a1a3', value: -40 });
  assert.deepEqual(moves(), ['a1a2', 'a1a3']);
  assert.equal(told.at(-1), 'at a1a3');
  await play('a1a2');
  assert.deepEqual(searches[1].wish.own_moves, { values: [-40], offered_at: null });
  assert.deepEqual(game.kept.values, [null, -40, null]);
});

test('another engine is asked by its name, and only for moves', async () => {
  const { game, searches, play, answer, moves } = inPlay({ ...AGAINST, engine: 'rival' }, { agreement: { possible: true } });
  await game.start();
  await play('a1a2');
  const { engine, elo, own_moves: ownMoves, move_time: time } = searches[0].wish;
  assert.deepEqual([engine, elo, ownMoves, time], ['rival', undefined, undefined, 1000]);
  await answer({ best: 'a1a3', value: -9000, offers_draw: true });
  assert.deepEqual(moves(), ['a1a2', 'a1a3']);
  assert.ok(!game.isDrawOffered);
  assert.match(await game.offerDraw() ?? '', /^rival cannot/);
  assert.equal(game.kept.engine, 'rival');
  assert.deepEqual(game.kept.values, [null, null]);
});

test('a game waits for an engine that has failed, until it is tried again or another position comes', async () => {
  const { game, searches, play, answer, moves, told } = inPlay({ ...AGAINST, time: '1+0' });
  await game.start();
  await play('a1a2');
  searches[0].refuse(new Error('It has ended.'));
  await settle();
  assert.equal(told.at(-1), 'failed It has ended.');
  assert.deepEqual([game.failure, game.isPaused, game.clocks?.running], ['It has ended.', true, null]);
  game.resume('engine');
  await settle();
  assert.deepEqual([game.failure, game.isPaused, searches.length], ['', false, 2]);
  searches[1].refuse(new Error('Again.'));
  await settle();
  await game.takeBack();
  assert.deepEqual([game.failure, game.isPaused, moves()], ['', false, []]);
  await play('a1a3');
  await answer({ best: 'a1a2' });
  assert.deepEqual(moves(), ['a1a3', 'a1a2']);
});

test('the engine begins when it has White, and plays itself when watched', async () => {
  const black = inPlay({ ...AGAINST, colour: 'black' });
  await black.game.start();
  await black.answer({});
  assert.deepEqual(black.moves(), ['a1a2']);
  assert.ok(black.game.isPersonsTurn);
  const watch = inPlay({ ...AGAINST, opponent: 'watch', elo: null });
  await watch.game.start();
  await watch.answer({});
  await watch.answer({ resigns: true, best: 'a1a3' });
  assert.deepEqual(watch.moves(), ['a1a2', 'a1a3'], 'it gives nothing up against itself');
  assert.equal(watch.searches[0].wish.own_moves, undefined);
  assert.equal(watch.searches[0].wish.elo, undefined);
});

test('the engine moves when the event before it has been seen', async () => {
  let show = () => {};
  const seen = new Promise((done) => { show = () => done(undefined); });
  const { game, answer, moves } = inPlay(AGAINST, { seen });
  await game.start();
  game.play(move('a1a2', { event: { changes: [], says: 'The ice comes.' } }));
  await settle();
  await answer({ best: 'a1a3' });
  assert.deepEqual(moves(), ['a1a2']);
  show();
  await settle();
  assert.deepEqual(moves(), ['a1a2', 'a1a3']);
});

test('the engine resigns', async () => {
  const { game, play, answer, moves } = inPlay(AGAINST);
  await game.start();
  await play('a1a2');
  await answer({ resigns: true });
  assert.deepEqual(game.over, { result: '1-0', says: 'Galaverna resigns. You win.' });
  assert.deepEqual(moves(), ['a1a2']);
});

test('a draw that the engine offers can be taken until the next move', async () => {
  const { game, searches, play, answer } = inPlay(AGAINST);
  await game.start();
  await play('a1a2');
  await answer({ offers_draw: true });
  assert.ok(game.isDrawOffered);
  assert.equal(game.kept.offeredAt, 1);
  await play('a1a3');
  assert.ok(!game.isDrawOffered);
  assert.equal(searches[1].wish.own_moves.offered_at, 1);
  await answer({});
  assert.ok(!game.isDrawOffered);
  game.agreeOnDraw();
  assert.equal(game.game.result, '1/2-1/2');
});

test('the engine accepts a draw, or says that it plays on', async () => {
  let accepted = false;
  const { game } = inPlay(AGAINST, { offer_draw: ({ side }) => ({ accepted, says: `${side} plays on.` }) });
  await game.start();
  assert.equal(await game.offerDraw(), 'black plays on.');
  assert.equal(game.over, null);
  accepted = true;
  assert.equal(await game.offerDraw(), null);
  assert.equal(game.over?.says, 'Draw by agreement.');
});

test('taking back takes the engine’s answer back too, or its search', async () => {
  const { game, searches, play, answer, moves } = inPlay(AGAINST);
  assert.equal(await game.takeBack(), false);
  await game.start();
  await play('a1a2');
  await answer({});
  assert.equal(await game.takeBack(), true);
  assert.deepEqual(moves(), []);
  assert.equal(game.game.root.children.length, 0);
  await play('a1a3');
  await game.takeBack();
  assert.ok(searches[1].cancelled);
  await answer({}, 1);
  assert.deepEqual(moves(), [], 'an answer that comes too late is not played');
});

test('of two people each takes back their own move, and an ended game goes on', async () => {
  const { game, play, moves } = inPlay(PEOPLE);
  await game.start();
  await play('a1a2');
  await play('a1a9');
  await game.takeBack();
  assert.deepEqual(moves(), ['a1a2']);
  assert.deepEqual([game.over, game.game.result], [null, '*']);
  game.resign();
  assert.equal(game.over?.says, 'Black resigns. White wins.');
});

test('a person resigns their own side, also while the engine thinks', async () => {
  const { game, searches, play } = inPlay(AGAINST);
  await game.start();
  await play('a1a2');
  game.resign();
  assert.deepEqual(game.over, { result: '0-1', says: 'White resigns. Black wins.' });
  assert.ok(searches[0].cancelled);
});

test('a hint is a move for the position that it was asked for', async () => {
  const { game, searches, play, answer } = inPlay(PEOPLE);
  await game.start();
  const hint = game.hint();
  assert.equal(searches[0].wish.elo, undefined, 'at full strength');
  await answer({ best: 'a1a3' });
  assert.equal((await hint)?.text, 'a1a3');
  const late = game.hint();
  await play('a1a2');
  await answer({ best: 'a1a3' });
  assert.equal(await late, null);
});

test('what the engine cannot answer is told', async () => {
  const { game, searches, told, play } = inPlay(AGAINST);
  await game.start();
  await play('a1a2');
  searches[0].refuse(new Error('no'));
  await settle();
  assert.equal(told.at(-1), 'failed no');
});

test('the clocks run from the first move on, and never after the end', async () => {
  const { game, play } = inPlay({ ...PEOPLE, time: '10+5' });
  const { clocks } = game;
  await game.start();
  await game.playAgreement('exchange:h2h3g3/e6b6c6');
  assert.equal(clocks?.running, null, 'an agreement is no move');
  await play('a1a2');
  assert.equal(clocks?.running, 1);
  game.pause('unseen');
  assert.equal(clocks?.running, null);
  game.resume('unseen');
  assert.equal(clocks?.running, 1);
  await play('a1a2');
  assert.equal(clocks?.running, 0);
  assert.ok(clocks.left[1] > 600_000, 'with the increment');
  game.resign();
  game.resume('unseen');
  assert.equal(clocks.running, null);
});

test('whose time is up loses', async () => {
  const { game, play, told } = inPlay({ ...PEOPLE, time: '10+5', left: [600_000, -1] });
  await game.start();
  await play('a1a2');
  await wait(150);
  assert.deepEqual(game.over, { result: '1-0', says: 'Black’s time is up. White wins.' });
  assert.deepEqual(told.slice(-2), ['low', 'ended Black’s time is up. White wins.']);
});

const AGREEMENT = { possible: true, squares: 3, choices: [[], []] };

test('an agreement that the engine offers comes about, and it moves then', async () => {
  const { game, told, searches, play, moves } = inPlay({ ...AGAINST, time: '10+5' }, {
    agreement: AGREEMENT, wish_agreement: () => ({ squares: ['h2', 'h3', 'g3'] }), agreed: 'exchange:e6b6c6/h2h3g3',
  });
  await game.start();
  await play('a1a2');
  await settle();
  assert.deepEqual(told.slice(-2), ['offered h2,h3,g3', 'at exchange:e6b6c6/h2h3g3']);
  assert.deepEqual(moves(), ['a1a2', 'exchange:e6b6c6/h2h3g3']);
  assert.equal(searches.length, 1);
  assert.deepEqual(searches[0].wish.moves, moves());
  assert.equal(game.clocks?.running, 1);
});

test('an agreement that is declined is not offered again soon', async () => {
  let wished = 0;
  const { game, told, play, answer } = inPlay(AGAINST, {
    agreement: AGREEMENT, wish_agreement: () => { wished += 1; return { squares: ['h2', 'h3', 'g3'] }; },
  });
  await game.start();
  for (let turn = 0; turn < 7; turn += 1) {
    await play('a1a2');
    await settle();
    await answer({});
  }
  assert.equal(wished, 2, 'in the first and the thirteenth ply');
  assert.equal(told.filter((text) => text.startsWith('offered')).length, 2);
});

test('a game goes on where it was kept', async () => {
  const { game, play, answer } = inPlay({ ...AGAINST, time: '10+5' });
  await game.start();
  await play('a1a2');
  await answer({ value: 17, offers_draw: true });
  const kept = JSON.parse(JSON.stringify(game.kept));
  game.leave();
  const again = inPlay(kept);
  await again.game.start();
  assert.deepEqual(again.moves(), ['a1a2', 'a1a2']);
  assert.deepEqual([again.game.kept.values, again.game.kept.offeredAt], [[null, 17], 1]);
  assert.ok(Math.abs(again.game.clocks.left[0] - game.clocks.left[0]) < 1000);
  assert.equal(again.game.clocks.running, 0);
});

test('a game that has ended comes back ended, without telling so again', async () => {
  const { game, told, searches } = inPlay({ ...AGAINST, moves: ['a1a2'], over: { result: '0-1', says: 'White resigns. Black wins.' } });
  await game.start();
  assert.deepEqual(told, ['at a1a2']);
  assert.deepEqual([game.game.result, searches.length], ['0-1', 0]);
});

test('a game that waits asks the engine nothing, and goes on for no reason but its own', async () => {
  const { game, searches, play, answer, moves } = inPlay(AGAINST);
  await game.start();
  await play('a1a2');
  assert.equal(searches.length, 1);
  game.pause('unseen');
  game.pause('connection');
  assert.ok(searches[0].cancelled);
  game.resume('unseen');
  game.resume('wish');
  assert.equal(searches.length, 1, 'the connection is still lost');
  game.resume('connection');
  await settle();
  assert.equal(searches.length, 2);
  await answer({ best: 'a1a3' });
  assert.deepEqual(moves(), ['a1a2', 'a1a3']);
  // The engine plays itself: what was asked before the pause is not waited for.
  const watch = inPlay({ ...AGAINST, opponent: 'watch' });
  await watch.game.start();
  watch.game.pause('wish');
  watch.game.resume('wish');
  await settle();
  await watch.answer({}, 0);
  assert.deepEqual(watch.moves(), []);
  await watch.answer({}, 1);
  assert.deepEqual(watch.moves(), ['a1a2']);
});
