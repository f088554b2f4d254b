// @ts-check
// Arrows and circles that a person draws on a position. In a PGN they are commands of the
// comment, as lichess writes them: `[%cal Ge2e4]` and `[%csl Rd5]`; `/B` behind the squares,
// as in a move of Alice Chess, names the second board.

import { t } from './translate.js';

/** @typedef {import('./types').Place} Place */
/** @typedef {import('./page').Mark} Mark */

/** Green, red, blue and yellow. @typedef {'G' | 'R' | 'B' | 'Y'} Colour */

/**
 * @typedef {object} Drawing
 * @property {number} board
 * @property {string} from
 * @property {string | null} to none for a circle
 * @property {Colour} colour
 */

/** @type {Record<Colour, string>} */
export const COLOURS = { G: 'green', R: 'red', B: 'blue', Y: 'yellow' };

/** @type {Record<Colour, string>} */
export const COLOUR_NAMES = { G: t('green'), R: t('red'), B: t('blue'), Y: t('yellow') };

const COMMAND = /\[%c[as]l\s+([^\]]*)\]/g;
const DRAWING = /^([GRBY])([a-h][1-8])([a-h][1-8])?(?:\/([AB]))?$/;

/** @param {string} text @returns {Drawing | null} */
function readOne(text) {
  const found = DRAWING.exec(text.trim());
  if (!found) return null;
  const [, colour, from, to, board] = found;
  return { board: board === 'B' ? 1 : 0, from, to: to && to !== from ? to : null, colour: /** @type {Colour} */ (colour) };
}

/**
 * Takes the drawings off a comment. A command that is not understood stays.
 * @param {string} comment
 * @returns {{drawings: Drawing[], rest: string}}
 */
export function readDrawings(comment) {
  /** @type {Drawing[]} */
  const drawings = [];
  const rest = comment.replace(COMMAND, (command, list) => {
    const read = list.split(',').map(readOne);
    if (read.includes(null)) return command;
    drawings.push(...read);
    return '';
  });
  return { drawings, rest: drawings.length ? rest.replace(/\s+/g, ' ').trim() : comment };
}

/**
 * A comment with drawings in front of it.
 * @param {Drawing[]} drawings @param {string} comment
 */
export function writeDrawings(drawings, comment) {
  const text = (/** @type {Drawing} */ { colour, from, to, board }) => `${colour}${from}${to ?? ''}${board ? '/B' : ''}`;
  const command = (/** @type {string} */ name, /** @type {Drawing[]} */ some) => (some.length ? `[%${name} ${some.map(text).join(',')}]` : '');
  return [command('csl', drawings.filter(({ to }) => !to)), command('cal', drawings.filter(({ to }) => to)), comment].filter(Boolean).join(' ');
}

/**
 * The drawings after one more: the same again takes it away, in another colour it changes it.
 * @param {Drawing[]} drawings @param {Drawing} one
 */
export function withDrawing(drawings, one) {
  const isSame = (/** @type {Drawing} */ other) => other.board === one.board && other.from === one.from && other.to === one.to;
  const before = drawings.find(isSame);
  const others = drawings.filter((other) => !isSame(other));
  return before?.colour === one.colour ? others : [...others, one];
}

/**
 * The colour that goes with the keys held, as on lichess.
 * @param {{shiftKey: boolean, ctrlKey: boolean, altKey: boolean, metaKey: boolean}} event
 * @param {Colour} usual
 * @returns {Colour}
 */
export function colourOf({ shiftKey, ctrlKey, altKey, metaKey }, usual) {
  const [red, blue] = [shiftKey || ctrlKey, altKey || metaKey];
  return red && blue ? 'Y' : red ? 'R' : blue ? 'B' : usual;
}

/** @param {Drawing[]} drawings */
export const arrowsOf = (drawings) => drawings.flatMap(({ board, from, to, colour }) => (to ? [{ board, squares: [from, to], kind: `drawn ${COLOURS[colour]}` }] : []));

/**
 * Circles, and for screen readers where arrows begin.
 * @param {Drawing[]} drawings
 * @returns {Mark[]}
 */
export const marksOf = (drawings) => drawings.map(({ board, from, to, colour }) => ({
  at: { board, square: from }, kind: to ? 'arrow-from' : 'circle', text: to ? t('{colour} arrow to {square}', { colour: COLOUR_NAMES[colour], square: to }) : COLOURS[colour],
}));

/** @param {Drawing} drawing */
export const inWords = ({ from, to, colour }) => (to
  ? t('{colour} arrow from {from} to {to}', { colour: COLOUR_NAMES[colour], from, to }) : t('{colour} circle on {square}', { colour: COLOUR_NAMES[colour], square: from }));
