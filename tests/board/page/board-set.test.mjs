// What stands on the boards and what is marked on them; `board-set.js` draws it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changed, letterAt, merged, placeOnMerged } from '../../../src/board/page/js/boards.js';
import { checkLines, positionMarks } from '../../../src/board/page/js/position-marks.js';
import { SeenPosition } from '../../../src/board/page/js/seen-position.js';
import { at, letters, move, position } from './positions.mjs';

const TWO = ['k7/8/8/8/8/8/4P3/8', '8/8/8/8/8/8/8/R6K'].map(letters);
const SHOW = { showLost: true, showSpared: true };

/** The marks as `kind square`. */
const named = (marks) => marks.map(({ kind, at: place }) => `${kind} ${place.square}`);

test('what stands on a place', () => {
  assert.equal(letterAt(TWO, at('e2')), 'P');
  assert.equal(letterAt(TWO, at('a8')), 'k');
  assert.equal(letterAt(TWO, at('B:e2')), null);
  assert.equal(letterAt(TWO, at('B:h1')), 'K');
  assert.equal(letterAt([TWO[0]], at('B:h1')), null, 'there is no such board');
});

test('changes are made in their order, on copies', () => {
  const after = changed(TWO, [
    { at: at('e2'), comes: false, letter: 'P' }, { at: at('B:e4'), comes: true, letter: 'P' },
    { at: at('B:a1'), comes: false, letter: 'R' }, { at: at('B:a1'), comes: true, letter: '*' },
  ]);
  assert.deepEqual(after, ['k7/8/8/8/8/8/8/8', '8/8/8/8/4P3/8/8/*6K'].map(letters));
  assert.equal(letterAt(TWO, at('e2')), 'P');
});

test('two boards become one, where the pieces of the second are told apart', () => {
  const { letters: one, beyond } = merged(TWO);
  assert.equal(one, letters('k7/8/8/8/8/8/4P3/R6K'));
  assert.deepEqual(beyond, new Set(['a1', 'h1']));
});

test('a square of merged boards stands for that of its piece, or of the piece in hand', () => {
  assert.deepEqual(placeOnMerged(TWO, 'h1', null), at('B:h1'));
  assert.deepEqual(placeOnMerged(TWO, 'e2', at('B:h1')), at('e2'));
  assert.deepEqual(placeOnMerged(TWO, 'e4', at('B:h1')), at('B:e4'));
  assert.deepEqual(placeOnMerged(TWO, 'e4', null), at('e4'));
});

test('the last move, its event and a check are marked', () => {
  const last = move('e2e4', { arrives: at('B:e4'), event: { says: '', changes: [
    { at: at('a3'), comes: false, letter: 'N' }, { at: at('a3'), comes: true, letter: '*' }, { at: at('b3'), comes: true, letter: '*' },
  ] } });
  const seen = position(['k7/8/8/8/8/8/8/8'], { check: { king: at('a8'), by: [at('a1'), at('h8')], says: '' } });
  const marks = positionMarks(seen, last, null, SHOW);
  assert.deepEqual(named(marks), ['last-from e2', 'last-to e4', 'frozen a3', 'new-ice a3', 'new-ice b3', 'check a8']);
  assert.equal(marks[1].at.board, 1, 'where the piece has arrived');
  assert.deepEqual(positionMarks(seen, null, null, SHOW).length, 1);
});

const countdown = /** @type {any} */ ({ near: true, lost: [at('a8'), at('e2')], spared: [at('h1')] });
const ICE = position(['k7/8/8/8/8/8/4P3/7R'], { countdown });

test('whom the countdown takes is marked when it is near, as far as that is wished for', () => {
  assert.deepEqual(named(positionMarks(ICE, null, null, SHOW)), ['lost a8', 'lost e2', 'spared h1']);
  assert.deepEqual(named(positionMarks(ICE, null, null, { showLost: false, showSpared: false })), ['lost a8'], 'a king always');
  const far = { ...ICE, countdown: { ...countdown, near: false } };
  assert.deepEqual(positionMarks(far, null, null, SHOW), []);
  const over = { ...ICE, outcome: { result: '1-0', winner: null, says: '' } };
  assert.deepEqual(positionMarks(over, null, null, SHOW), []);
});

test('a move that is pointed at shows whom it would leave alone', () => {
  const tried = move('e2e4', { endangered: [at('a8'), at('h1')] });
  assert.deepEqual(named(positionMarks(ICE, null, tried, SHOW)), ['lost a8', 'lost-next h1', 'spared h1']);
});

test('lines lead from checking pieces to the king, on two boards alone', () => {
  const check = { king: at('B:h1'), by: [at('B:a1')], says: '' };
  assert.deepEqual(checkLines(position(['8/8/8/8/8/8/8/8'], { check })), []);
  const seen = position(['8/8/8/8/8/8/8/8', '8/8/8/8/8/8/8/r6K'], { check });
  assert.deepEqual(checkLines(seen), [{ board: 1, squares: ['a1', 'h1'], kind: 'check-line' }]);
  assert.deepEqual(checkLines({ ...seen, check: null }), []);
});

/** Boards that have seen a position. */
function seen(first) {
  const one = new SeenPosition();
  one.arrive(first, null, true);
  return one;
}

const PAWN = position(['8/8/8/8/8/8/4P3/8'], { countdown, check: { king: at('e2'), by: [], says: '' } });
const moved = { changes: [{ at: at('e2'), comes: false, letter: 'P' }, { at: at('e4'), comes: true, letter: 'P' }] };
const AFTER = position(['8/8/8/8/4P3/8/8/8']);

test('a move that is chosen is seen at once, and not shown again when the server answers', () => {
  const one = seen(PAWN);
  const e4 = move('e2e4', moved);
  assert.ok(one.anticipate(e4, false));
  assert.deepEqual(one.position?.boards.squares, AFTER.boards.squares);
  assert.deepEqual([one.position?.check, one.position?.countdown], [null, null], 'what it leads to is not known yet');
  assert.equal(one.arrive(AFTER, e4, true).move, null);
  assert.deepEqual([one.position, one.lastMove], [AFTER, e4]);
});

test('the engine’s move, and one that differs from what was seen, is shown', () => {
  const one = seen(PAWN);
  one.anticipate(move('e2e3'), false);
  const e4 = move('e2e4', moved);
  assert.equal(one.arrive(AFTER, e4, true).move, e4);
  assert.equal(one.arrive(AFTER, e4, false).move, null, 'not where nothing is to move');
  assert.equal(new SeenPosition().arrive(AFTER, e4, true).move, null, 'nor on boards that showed nothing before');
});

test('an event waits for the server, and is marked when it has been seen', () => {
  const one = seen(PAWN);
  const ice = move('e2e4', { ...moved, event: { changes: [], says: 'The ice comes.' } });
  assert.ok(!one.anticipate(ice, true));
  assert.equal(one.position, PAWN);
  const { before, move: shown, dropped } = one.arrive(AFTER, ice, true);
  assert.deepEqual([before, shown, dropped], [PAWN.boards.squares, ice, true]);
  assert.equal(one.lastMove?.event, null);
  assert.equal(one.arrive(PAWN, ice, false).dropped, false, 'a drop is forgotten');
  assert.equal(one.lastMove, ice);
});
