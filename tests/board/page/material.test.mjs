import assert from 'node:assert/strict';
import { test } from 'node:test';
import { balance, lost } from '../../../src/board/page/js/material.js';

/** A board of 64 letters with these on it. */
const board = (letters) => letters.padEnd(64, '.');

test('what was taken or froze is lost, wherever it stood', () => {
  const start = [board('KQRRPPkqrrpp')];
  assert.deepEqual(lost(start, [board('KRRPPkqrrp')], true), ['Q']);
  assert.deepEqual(lost(start, [board('KRRPPkqrrp')], false), ['P']);
  assert.deepEqual(lost(start, [board('KRRPP'), board('*kqrrp')], false), ['P'], 'on two boards, and frozen');
});

test('who has become something else is not lost', () => {
  const start = [board('KQPPPk')];
  assert.deepEqual(lost(start, [board('KQQPk')], true), ['P']);
  assert.deepEqual(lost([board('KMMMk')], [board('KMRk')], true), ['M']);
  assert.deepEqual(lost(start, [board('KQQQPk')], true), []);
});

test('points are counted on all boards', () => {
  assert.equal(balance([board('KQP'), board('krbn*')]), -1);
  assert.equal(balance([board('KMMkm')]), 1);
  assert.equal(balance([board('Kk')]), 0);
});
