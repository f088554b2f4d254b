import assert from 'node:assert/strict';
import { test } from 'node:test';
import { letterAt } from '../../../src/board/page/js/boards.js';
import { Premover, goes, legalMoves } from '../../../src/board/page/js/premover.js';
import { at, move, position } from './positions.mjs';

/** A premover for White at a position, and what it has told. */
function premoverAt(seen) {
  /** @type {string[]} */
  const told = [];
  const premover = new Premover({ changed: () => {}, tell: (text) => told.push(text), boards: () => seen.boards.squares });
  premover.side = 'white';
  const point = (name) => premover.point(at(name), letterAt(seen.boards.squares, at(name)));
  return { premover, point, told };
}

test('pieces go as on an empty board', () => {
  for (const [letter, from, yes, no] of [
    ['P', 'e2', ['e3', 'e4', 'd3', 'f3'], ['e1', 'e5', 'g3']], ['p', 'e7', ['e5', 'd6'], ['e8']], ['P', 'e3', ['e4'], ['e5']],
    ['N', 'g1', ['f3', 'e2'], ['g3']], ['B', 'c1', ['h6'], ['c3']], ['R', 'a1', ['a8', 'h1'], ['b2']], ['Q', 'd1', ['d8', 'h5'], ['e3']],
    ['K', 'e1', ['e2', 'g1', 'c1'], ['e3', 'h1']], ['K', 'e2', ['d1'], ['g2']], ['M', 'd2', ['d3', 'c2', 'b4'], ['c3', 'd4']],
  ]) {
    for (const to of yes) assert.ok(goes(letter, from, to), `${letter}${from}${to}`);
    for (const to of [...no, from]) assert.ok(!goes(letter, from, to), `${letter}${from}${to}`);
  }
});

test('a premove is laid out, and another click cancels it', () => {
  const { premover, point, told } = premoverAt(position(['4k3/8/8/8/8/8/3PP3/4K2R']));
  point('e2');
  assert.ok(!premover.isSet);
  assert.deepEqual(premover.marks().map(({ kind, at: place }) => `${kind} ${place.square}`).sort(),
    ['premove-target d3', 'premove-target e3', 'premove-target e4', 'premove-target f3', 'selected e2']);
  point('e4');
  assert.ok(premover.isSet);
  assert.equal(told.at(-1), 'Premove: pawn e2 to e4.');
  assert.deepEqual(premover.arrows(), [{ board: 0, squares: ['e2', 'e4'], kind: 'premove' }]);
  point('d2');
  assert.deepEqual([premover.selected?.square, premover.squares], ['d2', []]);
  point('h5');
  assert.equal(premover.selected, null);
  assert.ok(!premover.cancel(), 'there is nothing to cancel');
  // In Chess960 the king is put onto its rook.
  point('e1');
  point('h1');
  assert.deepEqual(premover.squares, ['h1']);
});

test('its own pieces are in the way, where they cannot be taken', () => {
  const { premover, point } = premoverAt(position(['4k3/8/8/2M5/1MM5/3P4/1R1P4/R2QK3']));
  for (const [from, yes, no] of [
    ['d1', ['a1', 'b1', 'd2', 'b3', 'h5'], ['e1', 'd3', 'd8', 'f1']], ['d2', ['c3', 'e3'], ['d3', 'd4']], ['d3', ['c4', 'd4'], ['d5']],
    ['b4', ['a4', 'b5'], ['c4']], ['c4', ['a6'], ['c5']],
  ]) {
    point(from);
    for (const to of yes) assert.ok(premover.isTarget(at(to)), `${from}${to}`);
    for (const to of no) assert.ok(!premover.isTarget(at(to)), `${from}${to}`);
    premover.cancel();
  }
});

test('a chain is laid out jump by jump and taken back so; a step leads nowhere on', () => {
  const { premover, point } = premoverAt(position(['8/8/8/2m1m3/8/2m5/3M4/8']));
  for (const name of ['d2', 'b4', 'd6', 'f4']) point(name);
  assert.deepEqual(premover.squares, ['b4', 'd6', 'f4']);
  assert.deepEqual(premover.marks().map(({ text }) => text), [undefined, '1', '2', '3']);
  premover.back();
  assert.deepEqual(premover.squares, ['b4', 'd6']);
  premover.back();
  premover.back();
  assert.equal(premover.selected, null);
  for (const name of ['d2', 'd3', 'b5']) point(name);
  assert.equal(premover.selected, null);
});

test('a premove stands for a legal move of its squares, for a queen where a pawn can become one', () => {
  const found = (moves, from, ...squares) => legalMoves(moves, at(from), squares).map(({ text }) => text);
  const promotions = ['q', 'r'].map((letter) => move('a7a8', { text: `a7a8${letter}`, promotion: letter }));
  assert.deepEqual(found(promotions, 'a7', 'a8'), ['a7a8q']);
  assert.deepEqual(found([move('e2e4')], 'e2', 'e3'), []);
  // Without a queen a person is asked.
  const pool = [move('a7a8'), move('a7a8', { text: 'a7a8r', promotion: 'r' })];
  assert.deepEqual(found(pool, 'a7', 'a8'), ['a7a8', 'a7a8r']);
  assert.deepEqual(found([move('B:e2'.slice(2) + 'e4', { from: at('B:e2') })], 'e2', 'e4'), [], 'on the other board');
  const chain = (text, ...routes) => move('d2b4', { text, routes });
  const one = chain('d2b4', ['d2', 'b4']);
  const two = chain('d2b4d6', ['d2', 'b4', 'd6']);
  const other = chain('d2f4d6', ['d2', 'f4', 'd6']);
  assert.deepEqual(found([one, two], 'd2', 'b4'), ['d2b4']);
  assert.deepEqual(found([one, two], 'd2', 'b4', 'd6'), ['d2b4d6']);
  assert.deepEqual(found([one, two], 'd2', 'd6'), ['d2b4d6'], 'there is one way');
  assert.deepEqual(found([two, other], 'd2', 'd6'), [], 'there are two');
});
