import assert from 'node:assert/strict';
import { test } from 'node:test';
import { letterAt } from '../../../src/board/page/js/boards.js';
import { Chooser } from '../../../src/board/page/js/chooser.js';
import { at, move, position, settle } from './positions.mjs';

/**
 * A chooser at a position, and what it has told.
 * @param {import('../../../src/board/page/js/types').PositionView} seen
 * @param {{promotion?: any, way?: any}} [answers] what a person says when asked
 */
function chooserAt(seen, answers = {}) {
  /** @type {any[]} */
  const chosen = [];
  /** @type {string[]} */
  const told = [];
  /** @type {string[]} */
  const refused = [];
  const chooser = new Chooser({
    changed: () => {},
    chosen: (one, dropped) => chosen.push({ text: one.text, dropped }),
    tell: (text) => told.push(text),
    refused: (place) => refused.push(place.square),
    promotion: async (moves) => (answers.promotion ? answers.promotion(moves) : null),
    way: async (square, ways) => (answers.way ? answers.way(ways) : null),
  });
  chooser.setPosition(seen, true);
  const point = (name, how = {}) => chooser.point(at(name), letterAt(seen.boards.squares, at(name)), how);
  return { chooser, chosen, told, refused, point, last: () => told[told.length - 1] };
}

/** The marks as `kind square`, with their text. */
const marksOf = (chooser) => chooser.marks(chooser.position).map(({ kind, at: place, text }) => [kind, place.square, text].filter(Boolean).join(' '));

const PAWNS = position(['4k3/8/8/8/8/3p4/4P3/4K3'], {
  moves: [move('e2e3'), move('e2e4'), move('e2d3', { takes: [at('d3')] }), move('e1f1')],
  forbidden: [{ from: at('e1'), to: at('d2'), closed: false, says: 'The pawn guards it.' }],
});

test('a piece is chosen, then where it goes', async () => {
  const { chooser, chosen, point, last } = chooserAt(PAWNS);
  await point('e2');
  assert.equal(last(), 'Pawn e2: 3 squares.');
  assert.deepEqual(marksOf(chooser), ['selected e2', 'target e3', 'target e4', 'capture d3']);
  await point('d3', { dropped: true });
  assert.deepEqual(chosen, [{ text: 'e2d3', dropped: true }]);
  assert.equal(chooser.selected, null);
  assert.ok(!chooser.enabled, 'nothing more is chosen before the next position');
});

test('in Chess960 the king is put onto its rook; a step of it is a step', async () => {
  const castling = move('f1h1', { arrives: at('g1'), san: 'O-O' });
  const seen = position(['4k3/8/8/8/8/8/8/5K1R'], { moves: [castling, move('f1g1')] });
  for (const [square, text] of [['h1', 'f1h1'], ['g1', 'f1g1']]) {
    const { chosen, point } = chooserAt(seen);
    await point('f1');
    await point(square);
    assert.deepEqual(chosen, [{ text, dropped: false }]);
  }
});

test('another own piece is chosen instead; the same one or an empty square lets go', async () => {
  const { chooser, point } = chooserAt(PAWNS);
  await point('e2');
  await point('e1');
  assert.deepEqual(chooser.selected, at('e1'));
  await point('e1');
  assert.equal(chooser.selected, null);
  await point('e2');
  await point('h8');
  assert.equal(chooser.selected, null);
});

test('why a move cannot be made is said, with those that can', async () => {
  const { chooser, point, last, refused } = chooserAt(PAWNS);
  await point('e8');
  assert.equal(last(), 'It is White\'s turn.');
  await point('e1');
  await point('d2');
  assert.equal(last(), 'The pawn guards it. Possible: f1.');
  await point('e8');
  assert.equal(last(), 'King to e8 is not possible. Possible: f1.');
  assert.deepEqual(refused, ['e8', 'e1', 'e1']);
  assert.deepEqual(chooser.selected, at('e1'), 'it stays chosen');
});

test('a piece without legal moves says why', async () => {
  const seen = position(['8/8/8/8/8/8/8/R3K3'], {
    moves: [move('e1e2')], forbidden: [{ from: at('a1'), to: at('a2'), closed: false, says: 'The king is in check.' }],
  });
  const { point, last } = chooserAt(seen);
  await point('a1');
  assert.equal(last(), 'Rook a1 has no legal move. The king is in check.');
});

test('after the end nothing is chosen', async () => {
  const over = { ...PAWNS, outcome: { result: '1-0', winner: null, says: 'Checkmate. White wins.' } };
  const { chooser, point, last } = chooserAt(over);
  await point('e2');
  assert.equal(chooser.selected, null);
  assert.equal(last(), 'Checkmate. White wins.');
});

test('what a pawn becomes is asked', async () => {
  const seen = position(['8/P7/8/8/8/8/8/8'], { moves: ['q', 'n'].map((piece) => move(`a7a8${piece}`, { promotion: piece.toUpperCase() })) });
  const knight = chooserAt(seen, { promotion: (moves) => moves[1] });
  await knight.point('a7');
  await knight.point('a8');
  assert.deepEqual(knight.chosen, [{ text: 'a7a8n', dropped: false }]);
  const none = chooserAt(seen);
  await none.point('a7');
  await none.point('a8');
  assert.deepEqual(none.chosen, []);
  assert.equal(none.chooser.selected, null);
});

/** A man on d2 with jumps to b4 and f4, on from both to d6, and from d6 by way of b4 to f8. */
const JUMPS = position(['8/4m3/2m1m3/8/8/2m1m3/3M4/8'], {
  moves: [
    move('d2b4', { routes: [['d2', 'b4']] }), move('d2f4', { routes: [['d2', 'f4']] }),
    move('d2d6', { to: at('d6'), routes: [['d2', 'b4', 'd6'], ['d2', 'f4', 'd6']] }),
    move('d2f8', { to: at('f8'), routes: [['d2', 'b4', 'd6', 'f8']] }),
  ],
});

test('a chain goes jump by jump, back, and stops where it may', async () => {
  const { chooser, chosen, point, last } = chooserAt(JUMPS);
  await point('d2');
  assert.equal(last(), 'Man d2: 2 squares.');
  await point('b4');
  assert.equal(last(), 'It can go on to d6, or stop on b4.');
  assert.deepEqual(marksOf(chooser), ['chain-from d2', 'standing b4 1', 'jump d6 2', 'jump-far f8 3', 'taken c3']);
  assert.deepEqual(chooser.arrows().map(({ kind, squares }) => `${kind} ${squares}`), ['chain d2,b4', 'path b4,d6', 'path d6,f8']);
  await point('d6');
  chooser.back();
  assert.deepEqual(chooser.route, ['d2', 'b4']);
  chooser.back();
  assert.ok(!chooser.inChain);
  assert.equal(last(), '');
  await point('b4');
  await point('b4');
  assert.deepEqual(chosen, [{ text: 'd2b4', dropped: true }]);
});

test('a chain that cannot go on ends by itself', async () => {
  const { chosen, point } = chooserAt(JUMPS);
  for (const name of ['d2', 'b4', 'd6', 'f8']) await point(name);
  assert.deepEqual(chosen.map(({ text }) => text), ['d2f8']);
});

test('a chain is not let go by a click beside it', async () => {
  const { chooser, point, refused } = chooserAt(JUMPS);
  for (const name of ['d2', 'b4', 'h1']) await point(name);
  assert.deepEqual(refused, ['h1']);
  assert.deepEqual(chooser.route, ['d2', 'b4']);
});

test('a square farther on takes the one way to it, or asks which', async () => {
  const straight = chooserAt(JUMPS);
  await straight.point('d2');
  await straight.point('f8');
  assert.deepEqual(straight.chosen.map(({ text }) => text), ['d2f8']);
  const asked = chooserAt(JUMPS, { way: (ways) => ways[1] });
  await asked.point('d2');
  await asked.point('d6');
  assert.deepEqual(asked.chosen.map(({ text }) => text), ['d2d6'], 'by way of f4 it cannot go on');
  const neither = chooserAt(JUMPS);
  await neither.point('d2');
  await neither.point('d6');
  assert.ok(!neither.chooser.inChain);
  assert.deepEqual(neither.chooser.selected, at('d2'));
});

const ALICE = position(['8/8/8/8/8/8/4P3/8', '8/8/8/8/8/8/8/8'], {
  moves: [move('e2e4', {
    arrives: at('B:e4'),
    changes: [{ at: at('e2'), comes: false, letter: 'P' }, { at: at('B:e4'), comes: true, letter: 'P' }],
  })],
  forbidden: [{ from: at('e2'), to: at('e3'), closed: true, says: 'Board B is closed there.' }],
});

test('with two boards a finger sees first where the piece arrives, and then moves', async () => {
  const { chooser, chosen, point } = chooserAt(ALICE);
  const finger = { touch: true, boards: 2 };
  await point('e2', finger);
  await point('e4', finger);
  assert.deepEqual(chosen, []);
  assert.deepEqual(marksOf(chooser), ['selected e2', 'target e4', 'closed e3', 'ghost e4 P']);
  await point('e4', finger);
  assert.deepEqual(chosen.map(({ text }) => text), ['e2e4']);
});

test('a mouse moves at once, also by a click on the square of arrival', async () => {
  for (const name of ['e4', 'B:e4']) {
    const { chosen, point } = chooserAt(ALICE);
    await point('e2');
    await point(name, { boards: 2 });
    assert.deepEqual(chosen.map(({ text }) => text), ['e2e4']);
  }
});

test('what is pointed at says what would come of it', async () => {
  const countdown = /** @type {any} */ ({ near: true, lose: 'freeze', lost: [], spared: [] });
  const seen = position(['8/8/8/8/8/8/R3P3/8'], { countdown, moves: [
    move('a2a5', { endangered: [at('a5')] }), move('e2e3', { endangered: [] }),
    move('e2e4', { endangered: [], event: { changes: [], says: 'The ice comes.' } }),
  ] });
  const { chooser, point, last, told } = chooserAt(seen);
  await point('a2');
  assert.deepEqual(marksOf(chooser), ['selected a2', 'cold a5']);
  chooser.hover(at('a5'));
  assert.equal(last(), 'to a5. a5 would freeze.');
  await point('e2');
  chooser.hover(at('e3'));
  assert.equal(last(), 'to e3. Nobody would freeze.');
  chooser.hover(at('e4'));
  assert.equal(last(), 'to e4. Nobody would freeze. The ice comes.');
  const count = told.length;
  chooser.hover(at('e4'));
  chooser.hover(at('h8'));
  await settle();
  assert.equal(told.length, count, 'neither the same square nor another one says more');
  assert.equal(chooser.triedMove, null);
});

test('going from mark to mark meets the piece and its squares', async () => {
  const { chooser, point } = chooserAt(PAWNS);
  assert.ok(!chooser.isMarked(at('e2')));
  await point('e2');
  assert.deepEqual(['e2', 'e3', 'd3', 'f1'].map((name) => chooser.isMarked(at(name))), [true, true, true, false]);
});
