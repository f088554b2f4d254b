// The rules beside ffish's own, in random games of Alice Chess and of chess. PACKAGES is the
// folder where npm has installed ffish-alice-es6.

import assert from 'node:assert/strict';
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { pathToFileURL } from 'node:url';

import { installed, load, random } from './harness.mjs';

const GAMES = 8;
const PLIES = 80;

/** The module of ffish, which is made for browsers and takes Node for one of its old versions. */
async function openFfish(from) {
  const folder = mkdtempSync(join(tmpdir(), 'ffish-'));
  const file = join(folder, 'ffish-alice.mjs');
  copyFileSync(join(from, 'ffish-alice.js'), file);
  Object.assign(globalThis, { require: createRequire(import.meta.url), __dirname: folder, __filename: file });
  const { default: Module } = await import(pathToFileURL(file));
  rmSync(folder, { recursive: true });
  return Module({ wasmBinary: readFileSync(join(from, 'ffish-alice.wasm')), printErr: () => {} });
}

/** All that a board says, with the moves in alphabetical order. */
function said(board, { LAN }) {
  const moves = board.legalMoves().split(' ').filter(Boolean);
  const sans = board.legalMovesSan().split(' ');
  return {
    fen: board.fen(),
    moves: moves.map((move, index) => `${move} ${sans[index]} ${board.sanMove(move, LAN)} ${board.isCapture(move)}`).sort(),
    number: board.numberLegalMoves(),
    check: [board.isCheck(), board.checkedPieces()],
    end: [false, true].map((claimed) => [board.isGameOver(claimed), board.result(claimed)]),
    insufficient: [board.hasInsufficientMaterial(true), board.hasInsufficientMaterial(false)],
    numbers: [board.turn(), board.fullmoveNumber(), board.halfmoveClock(), board.gamePly()],
    drawn: board.toString(),
  };
}

test('random games are the same', async (t) => {
  const from = installed('ffish-alice-es6');
  if (!from) return t.skip('ffish-alice-es6 is not installed');
  const theirs = await openFfish(from);
  const ours = await (await load('rules.js')).default();
  const next = random(1953);
  for (const variant of ['alice', 'chess']) {
    let positions = 0;
    for (let game = 0; game < GAMES; game++) {
      const boards = [ours, theirs].map(({ Board }) => new Board(variant));
      const made = [];
      for (let ply = 0; ply < PLIES; ply++) {
        const [one, other] = [said(boards[0], ours.Notation), said(boards[1], theirs.Notation)];
        assert.deepEqual(one, other);
        positions++;
        if (one.end[1][0] || one.moves.length === 0) break;
        const move = one.moves[next(one.moves.length)].split(' ')[0];
        boards.forEach((board) => assert.ok(board.push(move)));
        made.push(move);
      }
      // Theirs writes some castling as in Chess960.
      const moves = boards[0].moveStack();
      assert.equal(moves, made.join(' '));
      boards.forEach((board) => board.reset());
      assert.equal(boards[0].variationSan(moves), boards[1].variationSan(moves));
      boards.forEach((board) => board.delete());
    }
    t.diagnostic(`${variant}: ${positions} positions`);
  }
});
