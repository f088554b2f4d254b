// @ts-check
// The engine as a player: its moves, its hints, and when it gives up or offers a draw.

import { hearEngine } from './agreement.js';
import { say } from './announce.js';

/** @typedef {import('./types').PositionView} PositionView */
/** @typedef {import('./game.js').Node} Node */

/** The engine answers after at least so many milliseconds, so that it can be followed. */
const LEAST_THINKING = 350;

/** Plies between one offer of an agreement and the next. */
const PLIES_BETWEEN_OFFERS = 12;

/** How long it looks for a hint, in milliseconds. */
const HINT_TIME = 700;

export class EnginePlayer {
  /** @type {number | null} the search under way */
  #search = null;
  #agreementAt = -PLIES_BETWEEN_OFFERS;
  /** How many moves it had made when it last offered a draw. @type {number | null} */
  offeredAt = null;
  /** @type {Node | null} the position with which it offers a draw */
  #offer = null;

  /** @param {import('./play.js').Play} play */
  constructor(play) {
    this.play = play;
    this.offeredAt = play.options.offeredAt ?? null;
  }

  /** Whether a draw that it has offered can be taken now. */
  get offersDraw() {
    return this.#offer !== null && this.#offer === this.play.game.current;
  }

  stop() {
    if (this.#search !== null) this.play.connection.cancel(this.#search);
    this.#search = null;
  }

  /** Its own moves in this game as the server wants to know them. */
  get #ownMoves() {
    const values = this.play.game.current.path.map((node) => node.value).filter((value) => value !== null);
    return { values, offered_at: this.offeredAt };
  }

  /**
   * Lets it move.
   * @param {PositionView} view
   * @param {Promise<void>} seen when what happened before has been seen
   */
  async think(view, seen) {
    const { play } = this;
    const node = play.game.current;
    const begun = performance.now();
    if (await this.#agrees(view, node) || node !== play.game.current) return;
    const wish = {
      ...play.game.line(), ...this.#limit(), elo: play.options.elo ?? undefined,
      own_moves: play.engineSide ? this.#ownMoves : undefined,
    };
    this.#search = play.connection.follow('search', wish, 'done', async (reply) => {
      if (reply.type !== 'done') return;
      this.#search = null;
      await seen;
      await new Promise((done) => setTimeout(done, Math.max(0, LEAST_THINKING - (performance.now() - begun))));
      if (node === play.game.current && !play.over) this.#move(view, reply);
    }, (error) => play.status.tell(error.message, 'alert'));
  }

  /** @param {PositionView} view @param {Node} node */
  async #agrees(view, node) {
    if (!this.play.engineSide || !view.agreement?.possible) return false;
    if (node.ply - this.#agreementAt < PLIES_BETWEEN_OFFERS) return false;
    this.#agreementAt = node.ply;
    // While the person looks at an offer, no clock runs.
    this.play.clocks?.stop();
    const agreed = await hearEngine(this.play);
    this.play.startClock();
    return agreed;
  }

  #limit() {
    const { clocks, options } = this.play;
    if (clocks) return { clocks: clocks.wire };
    const seconds = Number(/^([\d.]+)s$/.exec(options.time)?.[1] ?? 1);
    return { move_time: seconds * 1000 };
  }

  /** @param {PositionView} view @param {import('./types').Done} done */
  #move(view, done) {
    const { play } = this;
    const side = play.engineSide;
    if (side && done.resigns) {
      play.finish(side === 'white' ? '0-1' : '1-0', 'Galaverna resigns. You win.');
      return;
    }
    const move = view.moves.find((one) => one.text === done.best);
    if (!move) return;
    const node = play.game.add(move.text, move.san, move);
    if (side) node.value = done.value;
    if (side && done.offers_draw) {
      this.offeredAt = this.#ownMoves.values.length;
      this.#offer = node;
    }
    play.afterMove(view, move);
  }

  /** Shows what it would play instead of the person. */
  hint() {
    const { play } = this;
    const node = play.game.current;
    const { view } = node;
    if (!view || play.over || play.isEngine(view.turn) || play.shown !== node) return;
    play.status.tell('Galaverna looks for a good move…', 'wait');
    this.#search = play.connection.follow('search', { ...play.game.line(), move_time: HINT_TIME }, 'done', (reply) => {
      if (reply.type !== 'done' || node !== play.game.current) return;
      this.#search = null;
      const move = view.moves.find((one) => one.text === reply.best);
      if (!move) return;
      const squares = move.routes[0] ?? [move.from.square, move.to.square];
      play.boards.extraArrows = [{ board: move.from.board, squares, kind: 'hint' }];
      play.boards.draw();
      play.boards.extraArrows = [];
      play.status.tell(`Hint: ${move.san}. ${move.says}.`);
      say(`Hint: ${move.says}.`);
    });
  }
}
