// @ts-check
// How accurately each side has played, in percent, as lichess reckons it
// (https://lichess.org/page/accuracy), with the chances that each game's own curve gives.

import { h } from './dom.js';
import { t } from './translate.js';

/** @typedef {import('./game.js').Game} Game */

/** Lichess's curve from points of winning chance lost to the accuracy of a move. */
const SCALE = 103.1668100711649;
const FALL = 0.04354415386753951;
const OFFSET = 3.166924740191411;

/** What a move gets for the doubt in short searches. */
const DOUBT = 1;

/** @param {number} low @param {number} number @param {number} high */
const between = (low, number, high) => Math.max(low, Math.min(high, number));

/** The accuracy of a move in percent. @param {number} loss points of winning chance */
export const ofMove = (loss) => (loss <= 0 ? 100 : between(0, SCALE * Math.exp(-FALL * loss) - OFFSET + DOUBT, 100));

/** @param {number[]} numbers */
const mean = (numbers) => numbers.reduce((sum, one) => sum + one, 0) / numbers.length;

/** @param {number[]} numbers */
function deviation(numbers) {
  const middle = mean(numbers);
  return Math.sqrt(mean(numbers.map((one) => (one - middle) ** 2)));
}

/**
 * How much each move counts: more where the chances change much around it.
 * @param {number[]} chances from the start on
 */
function weights(chances) {
  const size = Math.min(between(2, Math.floor((chances.length - 1) / 10), 8), chances.length);
  const windows = chances.slice(size - 1).map((_, end) => chances.slice(end, end + size));
  // The first moves have no full window behind them.
  const first = Array.from({ length: size - 2 }, () => windows[0]);
  return [...first, ...windows].map((window) => between(0.5, deviation(window), 12));
}

/**
 * The accuracy of both sides: the mean of the weighted and of the harmonic mean of their
 * moves; `null` for a side that has made none.
 * @param {number[]} chances White's after each move, from the start on
 * @param {(0 | 1 | null)[]} movers the side of each move; nobody's is what both have agreed on
 * @returns {(number | null)[]}
 */
export function ofSides(chances, movers) {
  if (chances.length < 2) return [null, null];
  const counts = weights(chances);
  const moves = chances.slice(1).map((after, index) => {
    const side = movers[index];
    const loss = (side ? -1 : 1) * (chances[index] - after);
    return { side, accuracy: ofMove(loss), weight: counts[index] };
  });
  return [0, 1].map((side) => {
    const own = moves.filter((move) => move.side === side);
    if (!own.length) return null;
    const weighted = own.reduce((sum, { accuracy, weight }) => sum + accuracy * weight, 0) / own.reduce((sum, { weight }) => sum + weight, 0);
    const harmonic = own.length / own.reduce((sum, { accuracy }) => sum + 1 / Math.max(1, accuracy), 0);
    return (weighted + harmonic) / 2;
  });
}

/** White's chances through a game of which every position was valued; else `null`. @param {Game} game */
function chancesOf(game) {
  const [start, ...nodes] = game.mainLine;
  // A PGN has no value of the start position.
  const first = start.score?.chance ?? (game.fen ? null : 50);
  if (first === null || !nodes.length || nodes.some((node) => !node.isScored)) return null;
  return [first, ...nodes.map((node) => node.score?.chance ?? 50)];
}

/** Who has made each move. @param {import('./game.js').Node[]} nodes @param {boolean} white whether White makes the first */
function moversOf(nodes, white) {
  let turn = white ? 0 : 1;
  return nodes.map((node) => {
    if (node.isAgreement) return null;
    turn = 1 - turn;
    return /** @type {0 | 1} */ (1 - turn);
  });
}

/**
 * The accuracy of both sides in a game whose moves were all valued, and how it is reckoned.
 * @param {Game} game
 */
export function accuracyCard(game) {
  const chances = chancesOf(game);
  if (!chances) return null;
  const nodes = game.mainLine.slice(1);
  const movers = moversOf(nodes, game.firstMove.white);
  const sides = ofSides(chances, movers).map((accuracy, side) => {
    const own = nodes.filter((_, index) => movers[index] === side);
    const counts = ['inaccuracy', 'mistake', 'blunder'].map((kind) => own.filter((node) => node.judgement === kind).length);
    return h('div', { class: 'accuracy-side' },
      h('b', {}, side ? t('Black') : t('White')),
      h('span', { class: 'accuracy-number' }, accuracy === null ? '–' : t('{n} %', { n: Math.round(accuracy) })),
      h('small', {}, `?! ${counts[0]}   ? ${counts[1]}   ?? ${counts[2]}`));
  });
  return h('div', { class: 'accuracy' }, h('h2', {}, t('Accuracy')), h('div', { class: 'accuracy-sides' }, ...sides),
    h('details', {}, h('summary', {}, t('How it is reckoned')),
      h('p', { class: 'small' }, t('As on lichess: a move that takes nothing from the winning chances is 100 %, one that takes 10 points 65 %, 30 points 26 %. A side’s accuracy is the mean of two means of its moves, one in which moves count more where the chances change much, and the harmonic one, which follows bad moves. The winning chances follow this game’s own curve, so that numbers of other games and of lichess are not quite the same.'))));
}
