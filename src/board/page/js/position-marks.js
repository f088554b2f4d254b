// @ts-check
// What is marked of a position and of the move that led to it. What is being chosen,
// the chooser marks.

import { letterAt } from './boards.js';
import { same } from './squares.js';

/** @typedef {import('./types').PositionView} PositionView */
/** @typedef {import('./types').MoveView} MoveView */
/** @typedef {import('./page').Mark} Mark */
/** @typedef {import('./page').Arrow} Arrow */

/**
 * @param {PositionView} position
 * @param {MoveView | null} lastMove
 * @param {MoveView | null} tried the move that is pointed at: whom the countdown takes after it
 * @param {{showLost: boolean, showSpared: boolean}} wishes a king that is lost is always shown
 * @returns {Mark[]}
 */
export function positionMarks(position, lastMove, tried, wishes) {
  /** @type {Mark[]} */
  const marks = [];
  if (lastMove) {
    marks.push({ at: lastMove.from, kind: 'last-from' }, { at: lastMove.arrives, kind: 'last-to' });
    for (const change of lastMove.event?.changes ?? []) {
      if (change.comes) marks.push({ at: change.at, kind: 'new-ice' });
      else if (change.letter !== '*') marks.push({ at: change.at, kind: 'frozen' });
    }
  }
  const { boards, check, countdown, outcome } = position;
  if (check) marks.push({ at: check.king, kind: 'check' });
  if (!countdown?.near || outcome) return marks;
  for (const at of tried?.endangered ?? countdown.lost) {
    const isKing = letterAt(boards.squares, at)?.toUpperCase() === 'K';
    if (!wishes.showLost && !isKing) continue;
    const already = countdown.lost.some((place) => same(place, at));
    marks.push({ at, kind: already ? 'lost' : 'lost-next' });
  }
  if (wishes.showSpared) marks.push(...countdown.spared.map((at) => ({ at, kind: 'spared' })));
  return marks;
}

/**
 * The arrow of a move, along its first way.
 * @param {MoveView} move @param {string} kind
 * @returns {Arrow}
 */
export const arrowOf = (move, kind) => ({ board: move.from.board, squares: move.routes[0] ?? [move.from.square, move.to.square], kind });

/**
 * A mark where a move arrives: on two boards its arrow ends where the piece does not stay.
 * @param {MoveView} move
 * @returns {Mark[]}
 */
export const arrivalOf = (move) => (move.arrives.board === move.from.board ? [] : [{ at: move.arrives, kind: 'arrival' }]);

/**
 * Where a check comes from, where that is hard to see: on two boards.
 * @param {PositionView} position
 * @returns {Arrow[]}
 */
export function checkLines({ check, boards }) {
  if (!check || boards.squares.length < 2) return [];
  return check.by.map(({ square }) => ({ board: check.king.board, squares: [square, check.king.square], kind: 'check-line' }));
}
