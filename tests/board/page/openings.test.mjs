import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { keyOf, readOpenings } from '../../../src/board/page/js/openings.js';

const FOLDER = new URL('../../../src/board/page/explorer/', import.meta.url);
const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';

test('every game’s openings can be read, and are small', () => {
  for (const game of ['alice', 'chess', 'clupso', 'elolbia', 'iceage']) {
    const text = readFileSync(new URL(`${game}.tsv`, FOLDER), 'utf8');
    assert.ok(text.length < 50_000, game);
    const { positions, games, moves } = readOpenings(text);
    assert.ok(positions >= moves.size && games > 1000 && moves.size > 300, game);
    for (const move of [...moves.values()].flat()) {
      assert.match(move.text, /^([a-h][1-8]){2,}[a-z]?$/, game);
      assert.equal(move.mate === null, Number.isInteger(move.cp), `${game}: ${move.text}`);
      assert.equal(move.games > 0, move.score !== null, `${game}: ${move.text}`);
    }
  }
  assert.throws(() => readOpenings('<!doctype html>'), /no file of openings/);
});

test('a position is found at any halfmove clock', () => {
  const { moves } = readOpenings(readFileSync(new URL('chess.tsv', FOLDER), 'utf8'));
  assert.equal(moves.get(keyOf(START))?.length, 20);
  assert.equal(keyOf(START), keyOf(START.replace(' 0 1', ' 12 1')));
  assert.notEqual(keyOf(START), keyOf(START.replace(' 0 1', ' 0 2')));
});

test('a move has a value, and results where there were games', () => {
  const { moves } = readOpenings('galaverna-explorer 1 game=chess positions=1 games=8\nkey\te2e4 -15 8 750\tf2f3 #-3\n');
  assert.deepEqual(moves.get('key'), [
    { text: 'e2e4', cp: -15, mate: null, games: 8, score: 75 },
    { text: 'f2f3', cp: null, mate: -3, games: 0, score: null },
  ]);
});
