// @ts-check
// What is said of moves: the glyphs of PGN, and the marks of a review among them.

/** @typedef {import('./types').ReviewMark} ReviewMark */

/** Glyphs by their number; others are shown as `$` and the number. @type {Record<number, string>} */
const GLYPHS = {
  1: '!', 2: '?', 3: '!!', 4: '??', 5: '!?', 6: '?!', 7: '□', 10: '=', 13: '∞', 14: '⩲', 15: '⩱', 16: '±', 17: '∓',
  18: '+−', 19: '−+', 22: '⨀', 32: '⟳', 36: '↑', 40: '→', 44: '=∞', 132: '⇆', 138: '⊕', 140: '∆', 146: 'N',
};

/** The marks of a review, as glyphs. @type {Record<ReviewMark, number>} */
const MARKS = { mistake: 2, blunder: 4, inaccuracy: 6 };

/** @param {ReviewMark} mark */
export const signOf = (mark) => GLYPHS[MARKS[mark]];

/** @param {number} nag */
export const glyphOf = (nag) => GLYPHS[nag] ?? `$${nag}`;

/**
 * The glyphs of a move apart from the mark that a review gives.
 * @param {number[]} nags
 * @returns {{mark: ReviewMark | null, nags: number[]}}
 */
export function readNags(nags) {
  const marks = /** @type {ReviewMark[]} */ (Object.keys(MARKS));
  const mark = marks.find((one) => nags.includes(MARKS[one])) ?? null;
  return { mark, nags: nags.filter((nag) => !mark || nag !== MARKS[mark]) };
}

/**
 * All glyphs of a move.
 * @param {ReviewMark | null} mark @param {number[]} nags
 */
export const writeNags = (mark, nags) => (mark ? [MARKS[mark], ...nags] : nags);

/**
 * What a review says of a move in words.
 * @param {ReviewMark} mark
 * @param {string[]} better
 */
export const remark = (mark, better) => `${mark[0].toUpperCase()}${mark.slice(1)}. Better was ${better.join(' ')}.`;
