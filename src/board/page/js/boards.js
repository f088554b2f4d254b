// @ts-check
// What stands on the boards of a position: strings of 64 letters of FEN, from a1 to h8.

import { SQUARES, indexOf } from './squares.js';

/** @typedef {import('./types').Place} Place */

/**
 * What stands on a place, `null` if nothing does.
 * @param {string[]} boards
 * @param {Place} place
 */
export function letterAt(boards, { board, square }) {
  const letter = boards[board]?.[indexOf(square)];
  return letter && letter !== '.' ? letter : null;
}

/**
 * The boards with some changes made.
 * @param {string[]} boards
 * @param {import('./types').Change[]} changes
 */
export function changed(boards, changes) {
  const letters = boards.map((board) => [...board]);
  for (const { at, comes, letter } of changes) letters[at.board][indexOf(at.square)] = comes ? letter : '.';
  return letters.map((board) => board.join(''));
}

/**
 * Two boards as one, and the squares whose pieces stand on the second.
 * @param {string[]} boards
 */
export function merged([first, second]) {
  const beyond = new Set(SQUARES.filter((_, index) => second[index] !== '.'));
  const letters = SQUARES.map((square, index) => (beyond.has(square) ? second : first)[index]).join('');
  return { letters, beyond };
}

/**
 * The place that a square of two merged boards stands for: on the board of what stands
 * there, or else on that of the piece in hand.
 * @param {string[]} boards
 * @param {string} square
 * @param {Place | null} inHand
 * @returns {Place}
 */
export function placeOnMerged(boards, square, inHand) {
  const occupied = [1, 0].find((board) => letterAt(boards, { board, square }));
  return { board: occupied ?? inHand?.board ?? 0, square };
}
