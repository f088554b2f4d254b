// @ts-check
// What is said of moves: the glyphs of PGN, and the judgements of a review among them.

import { t } from './translate.js';

/** @typedef {import('./page').Judgement} Judgement */

/** Glyphs by their number; others are shown as `$` and the number. @type {Record<number, string>} */
export const GLYPHS = {
  1: '!', 2: '?', 3: '!!', 4: '??', 5: '!?', 6: '?!', 7: '□', 10: '=', 13: '∞', 14: '+=', 15: '=+', 16: '±', 17: '∓',
  18: '+−', 19: '−+', 22: '⨀', 32: '⟳', 36: '↑', 40: '→', 44: '=∞', 132: '⇆', 138: '⊕', 140: '∆', 146: 'N',
};

/** The judgements of a review, as glyphs. @type {Record<Judgement, number>} */
const NAGS = { mistake: 2, blunder: 4, inaccuracy: 6 };

/** What a review says of a move, before what was better. @type {Record<Judgement, (moves: string) => string>} */
const REMARKS = {
  mistake: (moves) => t('Mistake. Better was {moves}.', { moves }),
  blunder: (moves) => t('Blunder. Better was {moves}.', { moves }),
  inaccuracy: (moves) => t('Inaccuracy. Better was {moves}.', { moves }),
};

/** @param {Judgement} judgement */
export const signOf = (judgement) => GLYPHS[NAGS[judgement]];

/** @param {number} nag */
export const glyphOf = (nag) => GLYPHS[nag] ?? `$${nag}`;

/**
 * The glyphs of a move apart from the judgement that a review gives.
 * @param {number[]} nags
 * @returns {{judgement: Judgement | null, nags: number[]}}
 */
export function readNags(nags) {
  const judgements = /** @type {Judgement[]} */ (Object.keys(NAGS));
  const judgement = judgements.find((one) => nags.includes(NAGS[one])) ?? null;
  return { judgement, nags: nags.filter((nag) => !judgement || nag !== NAGS[judgement]) };
}

/**
 * All glyphs of a move.
 * @param {Judgement | null} judgement @param {number[]} nags
 */
export const writeNags = (judgement, nags) => (judgement ? [NAGS[judgement], ...nags] : nags);

/**
 * The moves of a line with numbers.
 * @param {string[]} sans @param {boolean} white whether White makes the first @param {number} number that of the first
 */
export function numbered(sans, white, number) {
  const first = white ? 0 : 1;
  return sans.map((san, index) => {
    const now = number + Math.floor((first + index) / 2);
    const isWhite = (first + index) % 2 === 0;
    return isWhite ? `${now}. ${san}` : index ? san : `${now}… ${san}`;
  });
}

/**
 * What a review says of a move in words.
 * @param {Judgement} judgement
 * @param {string[]} better with numbers
 */
export const remark = (judgement, better) => REMARKS[judgement](better.join(' '));
