// @ts-check
// The engine as a player: its moves, its hints, and what it offers. It looks at a game
// and answers; what comes of that is not its business.

import { t } from './translate.js';

/** @typedef {import('./types').Side} Side */
/** @typedef {import('./types').DoneView} Done */
/** @typedef {import('./game.js').Game} Game */
/** @typedef {import('./game.js').Node} Node */

/** The engine answers after at least so many milliseconds, so that it can be followed. */
const LEAST_THINKING = 350;

/** Plies between one offer of an agreement and the next. */
const PLIES_BETWEEN_OFFERS = 12;

/** How long it looks for a hint, in milliseconds. */
const HINT_TIME = 700;

/** What it thought of its own moves up to a position. @param {Node} node */
const valuesUpTo = (node) => node.path.map((one) => one.value).filter((value) => value !== null);

export class EnginePlayer {
  /** @type {number | null} the search under way */
  #search = null;
  #agreementAt = -PLIES_BETWEEN_OFFERS;
  /** @type {Node | null} the position with which it offers a draw */
  #offer = null;

  /**
   * @param {import('./connection.js').Connection} connection
   * @param {Side | null} side its own, if it plays against a person
   * @param {number | null} elo
   * @param {number | null} offeredAt how many moves it had made when it last offered a draw
   * @param {string | null} [other] the name of an engine besides Galaverna that plays: it only moves
   */
  constructor(connection, side, elo, offeredAt, other = null) {
    this.connection = connection;
    this.side = side;
    this.elo = elo;
    this.offeredAt = offeredAt;
    this.other = other;
  }

  /** Whether a draw that it has offered can be taken at a position. @param {Node} node */
  offersDrawAt(node) {
    return node === this.#offer;
  }

  /** Ends the search under way; who waits for it hears nothing more. */
  stop() {
    if (this.#search !== null) this.connection.cancel(this.#search);
    this.#search = null;
  }

  /** @param {object} wish @returns {Promise<Done>} */
  #ask(wish) {
    this.stop();
    return new Promise((resolve, reject) => {
      this.#search = this.connection.follow('search', wish, 'done', (reply) => {
        if (reply.type !== 'done') return;
        this.#search = null;
        resolve(reply);
      }, reject);
    });
  }

  /**
   * Finds its move.
   * @param {Game} game
   * @param {object} limit the clocks, or a time for the move
   */
  async think(game, limit) {
    const wish = { ...game.line(), ...limit, ...(this.other ? { engine: this.other } : { elo: this.elo ?? undefined }) };
    const ownMoves = { values: valuesUpTo(game.current), offered_at: this.offeredAt };
    const least = new Promise((done) => setTimeout(done, LEAST_THINKING));
    const done = await this.#ask(this.side && !this.other ? { ...wish, own_moves: ownMoves } : wish);
    await least;
    return done;
  }

  /** Its own move has led to a node: what it thinks of it, and whether it offers a draw. @param {Node} node @param {Done} done */
  moved(node, done) {
    if (!this.side || this.other) return;
    node.value = done.value;
    if (!done.offers_draw) return;
    this.offeredAt = valuesUpTo(node).length;
    this.#offer = node;
  }

  /** Whether it may offer an agreement at a position. @param {Node} node */
  mayWishAgreement({ position, ply }) {
    return this.side !== null && !this.other && position?.agreement?.possible === true && ply - this.#agreementAt >= PLIES_BETWEEN_OFFERS;
  }

  /**
   * The squares that it names if it wants an agreement.
   * @param {Game} game
   */
  async wishAgreement(game) {
    this.#agreementAt = game.current.ply;
    const { squares } = await this.connection.ask('wish_agreement', { ...game.line(), side: this.side });
    return squares;
  }

  /** Its answer to a person's offer of a draw. @param {Game} game */
  async answerDraw(game) {
    if (this.other) return { accepted: false, says: t('{engine} cannot be asked for a draw.', { engine: this.other }) };
    return this.connection.ask('offer_draw', { ...game.line(), side: this.side });
  }

  /** What it would play instead of the person. @param {Game} game */
  async hint(game) {
    const { best } = await this.#ask({ ...game.line(), move_time: HINT_TIME });
    return best;
  }
}
