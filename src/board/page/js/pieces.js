// @ts-check
// Pieces by their letters of FEN, and sides.

import { t } from './translate.js';

/** @param {string} letter */
export const sideOf = (letter) => (letter === letter.toUpperCase() ? 'white' : 'black');

/** @type {Record<string, string>} */
const NAMES = { P: t('pawn'), N: t('knight'), B: t('bishop'), R: t('rook'), Q: t('queen'), K: t('king'), M: t('man') };

/** @type {Record<string, string>} */
const COLOURED = {
  P: t('white pawn'), N: t('white knight'), B: t('white bishop'), R: t('white rook'), Q: t('white queen'), K: t('white king'), M: t('white man'),
  p: t('black pawn'), n: t('black knight'), b: t('black bishop'), r: t('black rook'), q: t('black queen'), k: t('black king'), m: t('black man'),
  '*': t('cube'),
};

/**
 * The name of a piece by its letter.
 * @param {string} letter
 */
export const nameOf = (letter) => NAMES[letter.toUpperCase()] ?? t('piece');

/**
 * Its name with its colour; of what is neutral, its name.
 * @param {string} letter
 */
export const colouredName = (letter) => COLOURED[letter] ?? t('piece');

/**
 * What a side is called.
 * @param {import('./types').Side} side
 */
export const sideName = (side) => (side === 'white' ? t('White') : t('Black'));
