import assert from 'node:assert/strict';
import { test } from 'node:test';
import { valueText, verdict } from '../../../src/board/page/js/tables-panel.js';

/** @param {string} result @param {number | null} plies @param {number | null} zeroing */
const value = (result, plies = null, zeroing = null) => /** @type {import('../../../src/board/page/js/types').TableValue} */ ({ result, plies, zeroing });

test('values are said by who makes the move', () => {
  assert.equal(valueText(value('won', 23, 5)), 'won in 23');
  assert.equal(valueText(value('lost', 12, 12)), 'lost in 12');
  assert.equal(valueText(value('drawn')), 'drawn');
  assert.equal(valueText(value('won_too_late', 140)), 'won in 140, drawn by the fifty-move rule');
  assert.equal(valueText(value('lost_too_late', null, 103)), 'lost, drawn by the fifty-move rule');
  assert.equal(valueText(value('won', null, 5)), 'won, zeroing in 5');
});

test('the verdict names the winner, whoever is to move', () => {
  assert.equal(verdict(value('won', 23), 'white'), 'White wins in 23 plies.');
  assert.equal(verdict(value('lost', 22), 'white'), 'Black wins in 22 plies.');
  assert.equal(verdict(value('lost', 22), 'black'), 'White wins in 22 plies.');
  assert.equal(verdict(value('won', 1), 'black'), 'Black wins in 1 ply.');
  assert.equal(verdict(value('won', null, 7), 'black'), 'Black wins.');
  assert.equal(verdict(value('lost_too_late', 130), 'black'), 'White wins too late: the fifty-move rule draws.');
  assert.equal(verdict(value('drawn'), 'black'), 'Drawn.');
});
