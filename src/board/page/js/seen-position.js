// @ts-check
// What a person sees of a game: the server's position, or what a move just chosen makes
// of the one before, until the server has told what it leads to.

import { changed } from './boards.js';

/** @typedef {import('./types').PositionView} PositionView */
/** @typedef {import('./types').MoveView} MoveView */

export class SeenPosition {
  /** @type {PositionView | null} */
  position = null;
  /** The move whose squares are marked. @type {MoveView | null} */
  lastMove = null;
  /** The move that is seen already. @type {MoveView | null} */
  #anticipated = null;
  /** A piece that was dragged to its place need not slide there. */
  #dropped = false;

  /**
   * Makes a move at once, from what the server has said of it. What an event does waits
   * for the position after it.
   * @param {MoveView} move
   * @param {boolean} dropped
   * @returns {boolean} whether something else is to be seen now
   */
  anticipate(move, dropped) {
    const { position } = this;
    this.#dropped = dropped;
    if (!position || move.event) return false;
    const squares = changed(position.boards.squares, move.changes);
    this.#anticipated = move;
    this.lastMove = move;
    this.position = { ...position, boards: { ...position.boards, squares }, check: null, countdown: null };
    return true;
  }

  /**
   * Takes a position and the move that led to it.
   * @param {PositionView} position
   * @param {MoveView | null} move
   * @param {boolean} animate
   * @returns {{before: string[], move: MoveView | null, dropped: boolean}} the boards seen
   *   before, and the move if it is still to be shown
   */
  arrive(position, move, animate) {
    const before = this.position?.boards.squares ?? [];
    const isSeen = move !== null && this.#anticipated === move;
    const toShow = animate && this.position && !isSeen ? move : null;
    const dropped = this.#dropped;
    this.#anticipated = null;
    this.#dropped = false;
    this.position = position;
    // What an event did is marked when it has been seen.
    this.lastMove = toShow?.event ? { ...toShow, event: null } : move;
    return { before, move: toShow, dropped };
  }
}
