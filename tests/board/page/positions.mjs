// Positions as the server tells them, put together by hand: the modules of the page know
// no rules.

/** @typedef {import('../../../src/board/page/js/types').PositionView} PositionView */
/** @typedef {import('../../../src/board/page/js/types').MoveView} MoveView */

/** The 64 letters of a board, from a1 to h8. @param {string} placement as in a FEN */
export const letters = (placement) => placement.split('/').reverse()
  .map((rank) => rank.replace(/\d/g, (count) => '.'.repeat(Number(count)))).join('');

/** A position. @param {string[]} placements one a board @param {Partial<PositionView>} [more] @returns {PositionView} */
export function position(placements, more = {}) {
  return {
    fen: '', turn: 'white', number: 1, boards: { squares: placements.map(letters), titles: placements.map(() => null) },
    check: null, moves: [], forbidden: [], outcome: null, countdown: null, pools: null, quota: null, agreement: null, tally: null,
    ...more,
  };
}

/** A place: `e4`, or `B:e4` on the second board. @param {string} name */
export const at = (name) => (name.startsWith('B:') ? { board: 1, square: name.slice(2) } : { board: 0, square: name });

/**
 * A move from one square to another.
 * @param {string} text in coordinates @param {Partial<MoveView>} [more] @returns {MoveView}
 */
export function move(text, more = {}) {
  const [from, to] = [at(text.slice(0, 2)), at(text.slice(2, 4))];
  return {
    text, san: text.slice(2), from, to, arrives: to, routes: [], promotion: null, takes: [], changes: [], event: null,
    endangered: null, says: `to ${to.square}`, ...more,
  };
}

/** Lets everything run that waits for nothing but its turn. */
export const settle = () => new Promise((done) => { setImmediate(done); });
