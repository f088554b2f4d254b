import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Game, fromText, toTree } from '../../../src/board/page/js/game.js';
import { move, position } from './positions.mjs';

/** A game without a server. */
const game = (from = {}) => new Game(/** @type {any} */ (null), 'chess', from);

/** Plays moves from a node on and tells the nodes. */
function play(of, from, ...texts) {
  of.current = from;
  return texts.map((text) => of.add(text, text.toUpperCase()));
}

/** The moves of nodes; nodes themselves are a tree that no message of a failed test can show. */
const texts = (nodes) => nodes.map((node) => node.text).join(' ');

/** 1. a (1. b 2. c (2. d)) 2. e */
function withVariations() {
  const one = game();
  const [a, e] = play(one, one.root, 'a', 'e');
  const [b, c] = play(one, one.root, 'b', 'c');
  const [d] = play(one, b, 'd');
  return { one, a, b, c, d, e };
}

test('the same move leads to the same node, another to a variation', () => {
  const { one, a, b, d, e } = withVariations();
  one.current = one.root;
  assert.ok(one.add('a', 'A') === a);
  assert.ok(one.end === e);
  assert.equal(texts(one.mainLine), ' a e');
  assert.equal(texts(b.children), 'c d');
  assert.deepEqual([one.root, a, b, d, e].map((node) => node.isMain), [true, true, false, false, true]);
  assert.equal(texts(d.path), ' b d');
  assert.equal(d.ply, 2);
});

test('the server is told of a position by the moves that lead to it', () => {
  const { one, d } = withVariations();
  assert.deepEqual(one.line(d), { game: 'chess', rules: [], fen: null, moves: ['b', 'd'] });
  assert.deepEqual(one.line(one.root).moves, []);
});

test('what is taken out of the tree can be put back where it was', () => {
  const { one, a, b, c } = withVariations();
  one.current = c;
  const putBack = one.remove(b);
  assert.ok(one.current === one.root);
  assert.equal(texts(one.root.children), 'a');
  putBack();
  assert.equal(texts(one.root.children), 'a b');
  assert.ok(one.current === b);
  one.current = a;
  one.remove(b);
  assert.ok(one.current === a, 'who is elsewhere stays there');
  one.remove(one.root)();
  assert.equal(texts(one.root.children), 'a');
});

test('a variation becomes the line, all the way to the start', () => {
  const { one, b, d } = withVariations();
  one.promote(d);
  assert.equal(texts(one.mainLine), ' b d');
  assert.equal(texts(one.root.children), 'b a');
  assert.equal(texts(b.children), 'd c');
});

test('a copy is a tree of its own, seen at the same place', () => {
  const { one, b, d } = withVariations();
  Object.assign(d, { comment: 'good', nags: [1], value: 12 });
  Object.assign(one, { current: d, result: '1-0', tags: [['White', 'A']] });
  const copy = one.copy();
  assert.deepEqual(toTree(copy), toTree(one));
  assert.deepEqual([copy.result, copy.tags], [one.result, one.tags]);
  assert.ok(copy.current !== d);
  assert.deepEqual(copy.line(), one.line());
  assert.deepEqual([copy.current.comment, copy.current.value], ['good', 12]);
  copy.remove(copy.root.children[1]);
  assert.ok(one.root.children[1] === b);
});

test('a position is asked for once, and a move is found in the one before it', async () => {
  const [e4, e5] = [move('e2e4'), move('e7e5')];
  /** @type {string[]} */
  const asked = [];
  const server = { ask: async (type, { moves }) => {
    asked.push(`${type} ${moves}`);
    return position(['8/8/8/8/8/8/8/8'], { moves: moves.length ? [e5] : [e4] });
  } };
  const one = new Game(/** @type {any} */ (server), 'chess');
  const [, second] = play(one, one.root, 'e2e4', 'e7e5');
  assert.equal(await one.moveOf(second), e5);
  assert.equal(await one.moveOf(second), e5);
  assert.equal(await one.moveOf(one.root), null);
  assert.equal((await one.position(one.root)).moves[0], e4);
  await one.position(one.root);
  assert.deepEqual(asked, ['position e2e4', 'position ']);
});

test('a game from Black’s twelfth move counts on from there', () => {
  assert.deepEqual(game().firstMove, { white: true, number: 1 });
  assert.deepEqual(game({ fen: '8/8/8/8/8/8/8/8 b - - 3 12' }).firstMove, { white: false, number: 12 });
});

test('an agreement is no move', () => {
  const one = game();
  const [agreed, moved] = play(one, one.root, 'exchange:h2h3g3/e6b6c6', 'a2a3');
  assert.ok(agreed.isAgreement);
  assert.ok(!moved.isAgreement);
});

/** A move of a PGN. */
const told = (after, text, more = {}) => ({
  after, text, san: text, nags: [], introduction: '', comment: '', words: '', score: null, ...more,
});

const TEXT = {
  game: 'chess', rules: [], fen: null, tags: [['Event', 'Test']], result: '0-1', says: null,
  moves: [
    told(0, 'a', { introduction: 'Both begin.', score: { cp: 30, mate: null, chance: 53 } }),
    told(0, 'b', { nags: [6, 14], comment: '0.1s, late', words: 'late' }),
    told(1, 'c'), told(2, 'd', { nags: [4] }),
  ],
};

test('a PGN is read as a tree and told as the same one', () => {
  const one = fromText(/** @type {any} */ (null), TEXT, ['b', 'd']);
  const { current } = one;
  assert.equal(texts(current.path), ' b d');
  assert.deepEqual([current.judgement, current.nags], ['blunder', []]);
  assert.deepEqual([current.parent.judgement, current.parent.nags], ['inaccuracy', [14]]);
  assert.ok(one.root.children[0].isScored);
  assert.ok(!current.isScored);
  assert.deepEqual([one.result, one.tags], ['0-1', TEXT.tags]);
  const written = toTree(one);
  assert.deepEqual(new Set(written.map(({ text }) => text)), new Set('abcd'));
  const again = fromText(/** @type {any} */ (null), { ...TEXT, moves: written });
  assert.deepEqual(toTree(again), written);
});

test('what a review would have played is told as a variation, once', () => {
  const one = game();
  const [a] = play(one, one.root, 'a');
  Object.assign(a, { judgement: 'mistake', better: ['X', 'Y'], betterMoves: ['x', 'y'] });
  const written = toTree(one);
  assert.deepEqual(written.map(({ after, text, nags }) => ({ after, text, nags })), [
    { after: 0, text: 'a', nags: [2] }, { after: 0, text: 'x', nags: [] }, { after: 2, text: 'y', nags: [] },
  ]);
  play(one, one.root, 'x');
  assert.deepEqual(toTree(one).map(({ text }) => text), ['a', 'x'], 'it is a variation already');
});
