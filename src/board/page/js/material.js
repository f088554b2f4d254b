// @ts-check
// What each side has lost, and which side has more: the same for all games.

import { h, pieceInto } from './dom.js';
import { list } from './text.js';
import { plural, t } from './translate.js';

/** What people count a piece for, in pawns. A man counts as a pawn. @type {Record<string, number>} */
const POINTS = { P: 1, M: 1, N: 3, B: 3, R: 5, Q: 9, K: 0 };

/** The order in which lost pieces are shown. */
const ORDER = ['Q', 'R', 'B', 'N', 'P', 'M', 'K'];

/** What becomes something else when it arrives. */
const ARRIVING = ['P', 'M'];

/**
 * How many of each kind a side has, on all boards.
 * @param {string[]} boards @param {boolean} white
 */
function count(boards, white) {
  /** @type {Record<string, number>} */
  const counts = {};
  for (const letter of boards.join('')) {
    const kind = letter.toUpperCase();
    if (!(kind in POINTS) || (letter === kind) !== white) continue;
    counts[kind] = (counts[kind] ?? 0) + 1;
  }
  return counts;
}

/**
 * The kinds that a side has lost since the start, the most valuable first: taken, or frozen.
 * A pawn or man that has become something else is not lost.
 * @param {string[]} start boards as 64 letters @param {string[]} now @param {boolean} white
 */
export function lost(start, now, white) {
  const [had, has] = [count(start, white), count(now, white)];
  const missing = (/** @type {string} */ kind) => (had[kind] ?? 0) - (has[kind] ?? 0);
  let arrived = 0;
  for (const kind of ORDER) if (!ARRIVING.includes(kind)) arrived += Math.max(0, -missing(kind));
  return ORDER.flatMap((kind) => {
    let gone = Math.max(0, missing(kind));
    if (ARRIVING.includes(kind)) {
      const become = Math.min(arrived, gone);
      arrived -= become;
      gone -= become;
    }
    return Array(gone).fill(kind);
  });
}

/**
 * How many points White has more than Black.
 * @param {string[]} boards
 */
export function balance(boards) {
  const points = (/** @type {boolean} */ white) => Object.entries(count(boards, white)).reduce((sum, [kind, number]) => sum + POINTS[kind] * number, 0);
  return points(true) - points(false);
}

/** Some pieces of a kind in words. @type {Record<string, (n: number) => string>} */
const COUNTED = {
  Q: (n) => plural('queen', '{n} queens', { n }), R: (n) => plural('rook', '{n} rooks', { n }), B: (n) => plural('bishop', '{n} bishops', { n }),
  N: (n) => plural('knight', '{n} knights', { n }), P: (n) => plural('pawn', '{n} pawns', { n }), M: (n) => plural('man', '{n} men', { n }),
  K: (n) => plural('king', '{n} kings', { n }),
};

/** @param {string[]} kinds what the other side has lost @param {number} ahead in points @param {boolean} white whose strip it is */
function inWords(kinds, ahead, white) {
  const counted = ORDER.filter((kind) => kinds.includes(kind)).map((kind) => COUNTED[kind](kinds.filter((one) => one === kind).length));
  const [own, other] = white ? [t('White'), t('Black')] : [t('Black'), t('White')];
  const values = { side: other, pieces: list(counted) || t('nothing'), other: own, n: ahead };
  return ahead > 0 ? plural('{side} has lost {pieces}; {other} is {n} point ahead', '{side} has lost {pieces}; {other} is {n} points ahead', values)
    : t('{side} has lost {pieces}', values);
}

/**
 * What the other side has lost, and by how many points a side is ahead; for beside its name.
 * @param {string[]} start the boards of the game's first position @param {string[]} now
 * @param {boolean} white whose strip it is
 */
export function materialStrip(start, now, white) {
  const kinds = lost(start, now, !white);
  const ahead = balance(now) * (white ? 1 : -1);
  const groups = ORDER.filter((kind) => kinds.includes(kind)).map((kind) => h('span', { class: 'lost-kind' },
    ...kinds.filter((one) => one === kind).map(() => /** @type {any} */ (pieceInto(white ? kind.toLowerCase() : kind)))));
  const words = inWords(kinds, ahead, white);
  return h('span', { class: 'material', role: 'img', 'aria-label': words },
    ...groups, ahead > 0 ? h('b', {}, `+${ahead}`) : null);
}
