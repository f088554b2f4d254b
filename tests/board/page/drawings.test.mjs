import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readDrawings, withDrawing, writeDrawings } from '../../../src/board/page/js/drawings.js';
import { fromText, toText, toTree } from '../../../src/board/page/js/game.js';

const draw = (from, to = null, colour = 'G', board = 0) => ({ board, from, to, colour });

test('arrows and circles are read as lichess writes them, and written again', () => {
  const comment = '[%csl Gd4,Re5][%cal Ge2e4,Yg1f3] A plan.';
  const { drawings, rest } = readDrawings(comment);
  assert.deepEqual(drawings, [draw('d4'), draw('e5', null, 'R'), draw('e2', 'e4'), draw('g1', 'f3', 'Y')]);
  assert.equal(rest, 'A plan.');
  assert.equal(writeDrawings(drawings, rest), '[%csl Gd4,Re5] [%cal Ge2e4,Yg1f3] A plan.');
  assert.deepEqual(readDrawings(writeDrawings(drawings, rest)), { drawings, rest });
});

test('the second board of Alice Chess has its letter', () => {
  const drawings = [draw('e4', null, 'B', 1), draw('e2', 'e4', 'G', 1), draw('a1', 'a2')];
  const comment = writeDrawings(drawings, '');
  assert.equal(comment, '[%csl Be4/B] [%cal Ge2e4/B,Ga1a2]');
  assert.deepEqual(readDrawings(comment).drawings, drawings);
});

test('what is not understood stays in the comment', () => {
  for (const comment of ['[%cal Ze2e4] x', '[%csl Gz9]', '[%clk 0:01:00]', 'a  b']) {
    assert.deepEqual(readDrawings(comment), { drawings: [], rest: comment });
  }
});

test('the same again takes a drawing away, another colour changes it', () => {
  const one = draw('e2', 'e4');
  assert.deepEqual(withDrawing([draw('d4')], one), [draw('d4'), one]);
  assert.deepEqual(withDrawing([draw('d4'), one], draw('e2', 'e4')), [draw('d4')]);
  assert.deepEqual(withDrawing([one], draw('e2', 'e4', 'R')), [draw('e2', 'e4', 'R')]);
  assert.equal(withDrawing([one], draw('e2', 'e4', 'G', 1)).length, 2);
});

test('a game keeps them with its positions', () => {
  const move = { after: 0, text: 'e2e4', san: 'e4', nags: [], introduction: '', comment: '[%cal Re7e5] best', words: 'best', score: null };
  const text = { game: 'chess', rules: [], fen: null, comment: '[%csl Gd4] Begin.', moves: [move], tags: [], result: '*', says: null };
  const game = fromText(/** @type {any} */ (null), /** @type {any} */ (text));
  assert.deepEqual(game.root.drawings, [draw('d4')]);
  assert.equal(game.root.words, 'Begin.');
  assert.deepEqual(game.root.children[0].drawings, [draw('e7', 'e5', 'R')]);
  assert.equal(toText(game).comment, text.comment);
  const [first] = toTree(game);
  assert.deepEqual([first.introduction, first.comment], [text.comment, move.comment]);
  const again = fromText(/** @type {any} */ (null), /** @type {any} */ ({ ...text, comment: undefined, moves: [first] }));
  assert.deepEqual(again.root.drawings, [draw('d4')]);
  assert.equal(again.root.children[0].introduction, '');
});
