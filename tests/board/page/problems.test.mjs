import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { doneOf, keepDone, nextNumber, readProblems, tallies } from '../../../src/board/page/js/problems.js';

const FOLDER = new URL('../../../src/board/page/problems/', import.meta.url);

test('each game has a hundred problems and more, of which some are won in one move', () => {
  const names = readdirSync(FOLDER);
  assert.deepEqual(names.sort(), ['alice', 'chess', 'clupso', 'elolbia', 'iceage'].map((name) => `${name}.tsv`));
  for (const name of names) {
    const problems = readProblems(readFileSync(new URL(name, FOLDER), 'utf8'));
    assert.ok(problems.length >= 100, `${name}: ${problems.length}`);
    assert.ok(problems.some(({ wins }) => wins === 1), name);
    assert.ok(problems.some(({ wins }) => wins === null), name);
    assert.equal(new Set(problems.map(({ id }) => id)).size, problems.length, `${name}: no two have the same name`);
    problems.forEach(({ number, level, wins, fen, moves }, index) => {
      const where = `${name}, ${number}`;
      assert.equal(number, index + 1, where);
      assert.ok([1, 2, 3, 4, 5].includes(level), where);
      assert.match(fen, /^\S+ [wb] /, where);
      for (const move of moves) assert.match(move, /^([a-h][1-8])+[qrbn]?$/, where);
      // A win through the ice has one more move, of the side that loses.
      const lengths = wins === null ? [3, 5, 7] : [2 * wins - 1, 2 * wins];
      assert.ok(lengths.includes(moves.length), where);
    });
  }
});

test('what is no file of problems is refused', () => {
  assert.throws(() => readProblems('<!doctype html>'), /no file of problems/);
});

/** Three problems of levels 1, 2 and 1. */
const THREE = readProblems(['galaverna-problems 1 game=chess data=0 games=1',
  '1\twin 1\tone w - - 0 1\ta1a8', '2\tgain 300\ttwo b - - 0 1\ta1a8 h8g8 a8a1', '1\twin 1\tthree w - - 0 1\tb1b8'].join('\n'));

test('one goes on with the next that is not solved, of the level that is wished', () => {
  const [one, two, three] = THREE.map(({ id }) => id);
  for (const [done, level, after, expected] of [
    [{}, 0, 0, 1], [{}, 0, 1, 2], [{}, 1, 1, 3], [{}, 0, 3, 1], [{ [two]: 1 }, 0, 1, 3], [{ [two]: 0 }, 0, 1, 2],
    [{ [three]: 1 }, 1, 1, 1], [{ [one]: 1, [two]: 1, [three]: 1 }, 0, 2, 3], [{}, 5, 0, null],
  ]) {
    assert.equal(nextNumber(THREE, done, level, after), expected, JSON.stringify([done, level, after]));
  }
});

test('what was solved once stays so, and counts in its level', () => {
  assert.deepEqual(doneOf('chess'), {});
  keepDone('chess', THREE[0], false);
  keepDone('chess', THREE[1], true);
  keepDone('chess', THREE[1], false);
  assert.deepEqual(tallies(THREE, doneOf('chess')), [{ level: 1, all: 2, solved: 0, tried: 1 }, { level: 2, all: 1, solved: 1, tried: 0 }]);
  keepDone('chess', THREE[0], true);
  assert.equal(tallies(THREE, doneOf('chess'))[0].solved, 1);
  assert.deepEqual(doneOf('alice'), {});
});
