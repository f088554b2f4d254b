import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Game } from '../../../src/board/page/js/game.js';
import { aboutGame, clockAt } from '../../../src/board/page/js/sides.js';

/** A game whose moves have these comments. */
function withComments(comments, from = {}) {
  const game = new Game(/** @type {any} */ (null), 'chess', from);
  comments.forEach((comment, index) => { game.add(`m${index}`, '').comment = comment; });
  return game;
}

test('each side’s clock is what its last comment tells', () => {
  const game = withComments(['[%clk 0:10:00] x', '[%clk 1:09:58.5]', '[%clk 0:09:30]', '']);
  const nodes = game.mainLine;
  assert.deepEqual(nodes.map((node) => [clockAt(game, node, true), clockAt(game, node, false)]), [
    ['', ''], ['10:00', ''], ['10:00', '1:09:58.5'], ['9:30', '1:09:58.5'], ['9:30', '1:09:58.5'],
  ]);
  const black = withComments(['[%clk 0:00:07]'], { fen: '4k3/8/8/8/8/8/8/4K3 b - - 0 1' });
  assert.equal(clockAt(black, black.current, false), '0:07');
});

test('what is known of a game is told in a line', () => {
  const game = withComments([]);
  assert.equal(aboutGame(game), '');
  game.tags = [['Event', 'Cup'], ['Site', '?'], ['Date', '????.??.??'], ['Round', '3'], ['TimeControl', '-']];
  game.result = '1/2-1/2';
  assert.equal(aboutGame(game), 'Cup · Round 3 · ½–1/2'.replace('1/2', '½'));
});
