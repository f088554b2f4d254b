// @ts-check
// Squares and places by name.

/** @typedef {import('./types').Place} Place */

export const FILES = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

/** All squares in the order in which the server writes them. */
export const SQUARES = [...Array(64).keys()].map((index) => FILES[index % 8] + (Math.floor(index / 8) + 1));

/** @param {string} square */
export const fileOf = (square) => square.charCodeAt(0) - 97;

/** @param {string} square */
export const rankOf = (square) => Number(square[1]) - 1;

/** @param {string} square */
export const indexOf = (square) => rankOf(square) * 8 + fileOf(square);

/** @param {number} file @param {number} rank */
export const squareAt = (file, rank) => SQUARES[rank * 8 + file];

/** @param {Place} place */
export const keyOf = (place) => `${place.board}${place.square}`;

/** @param {Place | null | undefined} a @param {Place | null | undefined} b */
export const same = (a, b) => !!a && !!b && a.board === b.board && a.square === b.square;

/**
 * The square between two landing squares of a jump.
 * @param {string} from
 * @param {string} to
 */
export function between(from, to) {
  return squareAt((fileOf(from) + fileOf(to)) / 2, (rankOf(from) + rankOf(to)) / 2);
}
