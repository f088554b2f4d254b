// @ts-check
// Pieces by their letters of FEN.

/** @param {string} letter */
export const sideOf = (letter) => (letter === letter.toUpperCase() ? 'white' : 'black');

/** @type {Record<string, string>} */
const NAMES = { P: 'pawn', N: 'knight', B: 'bishop', R: 'rook', Q: 'queen', K: 'king', M: 'man' };

/**
 * The name of a piece by its letter.
 * @param {string} letter
 */
export const nameOf = (letter) => NAMES[letter.toUpperCase()] ?? 'piece';
