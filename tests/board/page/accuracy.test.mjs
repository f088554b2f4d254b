import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ofMove, ofSides } from '../../../src/board/page/js/accuracy.js';

test('a move that loses nothing is wholly accurate, and worse ones are less so', () => {
  assert.deepEqual([-5, 0].map(ofMove), [100, 100]);
  assert.deepEqual([10, 30, 100].map((loss) => Math.round(ofMove(loss))), [65, 26, 0]);
});

test('each side has the accuracy of its own moves', () => {
  const [white, black] = ofSides([50, 40, 40, 40, 40], [0, 1, 0, 1]);
  assert.equal(black, 100);
  // The weighted mean counts the move before which the chances changed, the harmonic one both alike.
  const [bad, weights] = [ofMove(10), [5, 0.5]];
  const weighted = (bad * weights[0] + 100 * weights[1]) / (weights[0] + weights[1]);
  const harmonic = 2 / (1 / bad + 1 / 100);
  assert.ok(Math.abs(Number(white) - (weighted + harmonic) / 2) < 1e-9);
  assert.deepEqual(ofSides([50, 60], [1]), [null, (ofMove(10) * 2) / 2]);
  assert.deepEqual(ofSides([50], []), [null, null]);
});

test('what both have agreed on is nobody’s', () => {
  assert.deepEqual(ofSides([50, 50, 90, 90], [0, null, 1]), [100, 100]);
});
