// @ts-check
// A game in play: against the engine, of two people, or of the engine with itself. It
// has the moves, the clocks and the engine as a player, and tells what happens to whoever
// shows it.

import { Clocks, clockTimes } from './clocks.js';
import { EnginePlayer } from './engine-player.js';
import { Game } from './game.js';
import { sideName } from './pieces.js';
import { t } from './translate.js';

/** @typedef {import('./types').Side} Side */
/** @typedef {import('./types').MoveView} MoveView */
/** @typedef {import('./types').PositionView} PositionView */
/** @typedef {import('./game.js').Node} Node */

/**
 * @typedef {object} PlayOptions
 * @property {string} game
 * @property {'engine' | 'people' | 'watch'} opponent
 * @property {string | null} [engine] the name of an engine besides Galaverna that is the opponent
 * @property {Side} colour the person's
 * @property {number | null} elo
 * @property {string} time `10+5`, minutes and seconds a move; `10+5/3+0`, White's and Black's; or `1s`, seconds a move
 * @property {string | null} [fen]
 * @property {string[]} [moves] those of a game to go on with
 * @property {(number | null)[]} [values] what the engine thought of them
 * @property {number | null} [offeredAt] see `EnginePlayer`
 * @property {number[]} [left] time on the clocks, in milliseconds
 * @property {{result: string, says: string} | null} [over] how the game has ended
 */

/**
 * What a game in play tells.
 * @typedef {object} PlayEvents
 * @property {(mover: Side, move: MoveView) => void} moved a move is made
 * @property {(node: Node, position: PositionView, animate: boolean) => Promise<void>} arrived
 *   the game has come to a position; kept when that has been seen
 * @property {() => void} ended
 * @property {(says: string) => void} failed the engine could not answer; before its move the game waits then
 * @property {() => void} clocksChanged
 * @property {() => void} timeLow
 * @property {(squares: string[]) => Promise<string | null>} agreementOffered
 *   by the engine, which names its squares; the agreement if one comes about
 */

/**
 * Why a game waits: nobody looks at it, the connection is lost, the engine has failed, or
 * somebody wishes so.
 * @typedef {'unseen' | 'connection' | 'engine' | 'wish'} Pause
 */

/** @param {Side} side @returns {Side} */
const other = (side) => (side === 'white' ? 'black' : 'white');

export class GameInPlay {
  #events;
  /** @type {{result: string, says: string} | null} how it has ended */
  over = null;
  /** @type {Set<Pause>} why it waits */
  #pauses = new Set();
  /** What is wrong with the engine while the game waits for it. */
  failure = '';
  /** Whether it has all the moves with which it began: until then it is kept as it was. */
  isWhole = false;
  /** Counts the engine's turns: one that was begun anew is no longer waited for. */
  #engineTurn = 0;

  /**
   * @param {import('./connection.js').Connection} connection
   * @param {PlayOptions} options
   * @param {PlayEvents} events
   */
  constructor(connection, options, events) {
    this.options = options;
    this.#events = events;
    this.game = new Game(connection, options.game, { fen: options.fen });
    this.engine = new EnginePlayer(connection, this.engineSide, options.elo, options.offeredAt ?? null, options.engine);
    const times = clockTimes(options.time);
    this.clocks = times ? new Clocks(times, {
      changed: events.clocksChanged, low: events.timeLow, flagged: (side) => this.#flag(side ? 'black' : 'white'),
    }) : null;
    if (this.clocks && options.left) this.clocks.left = [...options.left];
  }

  /** The engine's side in a game against it. @returns {Side | null} */
  get engineSide() {
    return this.options.opponent === 'engine' ? other(this.options.colour) : null;
  }

  /** @param {Side} side */
  isEngine(side) {
    return this.options.opponent === 'watch' || this.engineSide === side;
  }

  /** @returns {Side} */
  get turn() {
    return this.game.current.position?.turn ?? 'white';
  }

  /** Whether a person is to move now. */
  get isPersonsTurn() {
    return !this.over && !this.isEngine(this.turn);
  }

  /** Whether the engine has offered a draw that can be taken now. */
  get isDrawOffered() {
    return this.engine.offersDrawAt(this.game.current);
  }

  async start() {
    const { moves = [], values = [], over } = this.options;
    for (const [index, text] of moves.entries()) {
      const position = await this.game.position();
      const move = position.moves.find((one) => one.text === text);
      this.game.add(text, move?.san ?? text, move).value = values[index] ?? null;
    }
    this.isWhole = true;
    if (over) this.#stop(over);
    await this.#arrive(false);
  }

  /** What is to be kept of it to go on with it later. */
  get kept() {
    const { clocks } = this;
    const nodes = this.game.current.path.slice(1);
    return {
      ...this.options,
      moves: nodes.map((node) => node.text),
      values: nodes.map((node) => node.value),
      offeredAt: this.engine.offeredAt,
      left: clocks ? [0, 1].map((side) => clocks.remaining(side)) : undefined,
      over: this.over,
    };
  }

  /** Whether clocks and engine wait. */
  get isPaused() {
    return this.#pauses.size > 0;
  }

  /** Stops the clocks and the engine until `resume`. @param {Pause} why */
  pause(why) {
    this.#pauses.add(why);
    this.leave();
  }

  /** Goes on where it waited for nothing else. @param {Pause} why */
  resume(why) {
    if (!this.#pauses.delete(why)) return;
    if (why === 'engine') this.failure = '';
    if (this.isPaused) return;
    this.#startClock();
    // A position that is not there yet goes on when it comes.
    const { position } = this.game.current;
    if (position) this.#goOn(position, Promise.resolve());
  }

  /** The clock of the side to move runs, from the first move on. */
  #startClock() {
    const hasBegun = this.game.current.path.some((node) => node.parent && !node.isAgreement);
    if (hasBegun && !this.over && !this.isPaused) this.clocks?.start(this.turn === 'white' ? 0 : 1);
  }

  /** Ends all that runs. */
  leave() {
    this.#engineTurn += 1;
    this.engine.stop();
    this.clocks?.stop();
  }

  /** Makes a legal move. @param {MoveView} move */
  async play(move) {
    const mover = this.turn;
    this.game.add(move.text, move.san, move);
    await this.#moved(mover, move);
  }

  /** @param {Side} mover @param {MoveView} move */
  async #moved(mover, move) {
    this.clocks?.press();
    this.#events.moved(mover, move);
    await this.#arrive(true);
  }

  /** Plays what both sides have agreed on. @param {string} text */
  async playAgreement(text) {
    this.game.add(text, text);
    await this.#arrive(false);
  }

  /** Tells the position that the game has come to and lets it go on. @param {boolean} animate */
  async #arrive(animate) {
    const node = this.game.current;
    const position = await this.game.position();
    if (node !== this.game.current) return;
    // Another position is another try.
    this.#pauses.delete('engine');
    this.failure = '';
    const ends = position.outcome !== null && !this.over;
    if (position.outcome && ends) this.#stop(position.outcome);
    const seen = this.#events.arrived(node, position, animate);
    if (ends) this.#events.ended();
    this.#startClock();
    this.#goOn(position, node.move?.event ? seen : Promise.resolve());
  }

  /**
   * Lets the engine move where it is its turn.
   * @param {PositionView} position the present one
   * @param {Promise<void>} seen when what happened before has been seen
   */
  #goOn(position, seen) {
    if (this.over || this.isPaused || !this.isEngine(position.turn)) return;
    this.#letEngineMove(position, seen).catch((error) => {
      this.failure = error.message;
      this.pause('engine');
      this.#events.failed(error.message);
    });
  }

  /** @param {PositionView} position @param {Promise<void>} seen */
  async #letEngineMove(position, seen) {
    const turn = ++this.#engineTurn;
    if (await this.#agreesWithEngine() || turn !== this.#engineTurn) return;
    const done = await this.engine.think(this.game, this.#limit);
    await seen;
    if (turn !== this.#engineTurn || this.over) return;
    if (this.engineSide && done.resigns) {
      this.end(this.engineSide === 'white' ? '0-1' : '1-0', t('Galaverna resigns. You win.'));
      return;
    }
    const move = position.moves.find((one) => one.text === done.best);
    if (!move) return;
    this.engine.moved(this.game.add(move.text, move.san, move), done);
    await this.#moved(position.turn, move);
  }

  /** Lets the engine offer an agreement before it moves; whether it has come about. */
  async #agreesWithEngine() {
    if (!this.engine.mayWishAgreement(this.game.current)) return false;
    // While the person looks at an offer, no clock runs.
    this.clocks?.stop();
    const squares = await this.engine.wishAgreement(this.game);
    const text = squares && await this.#events.agreementOffered(squares);
    if (text) await this.playAgreement(text);
    else this.#startClock();
    return text !== null;
  }

  /** What the engine may take for its move. */
  get #limit() {
    if (this.clocks) return { clocks: this.clocks.wire };
    return { move_time: Number(/^([\d.]+)s$/.exec(this.options.time)?.[1] ?? 1) * 1000 };
  }

  /** @param {Side} side */
  #flag(side) {
    this.end(side === 'white' ? '0-1' : '1-0', t('{side}’s time is up. {other} wins.', { side: sideName(side), other: sideName(other(side)) }));
  }

  /** @param {{result: string, says: string}} over */
  #stop({ result, says }) {
    this.leave();
    this.over = { result, says };
    this.game.result = result;
  }

  /** It ends by a word and not by the rules. @param {string} result @param {string} says */
  end(result, says) {
    if (this.over) return;
    this.#stop({ result, says });
    this.#events.ended();
  }

  /** Both sides have agreed on a draw. */
  agreeOnDraw() {
    this.end('1/2-1/2', t('Draw by agreement.'));
  }

  /** The side of a person who resigns now. */
  get resigningSide() {
    return this.options.opponent === 'engine' ? this.options.colour : this.turn;
  }

  resign() {
    const side = this.resigningSide;
    this.end(side === 'white' ? '0-1' : '1-0', t('{side} resigns. {other} wins.', { side: sideName(side), other: sideName(other(side)) }));
  }

  /** Offers the engine a draw; what it says if it goes on. */
  async offerDraw() {
    const { accepted, says } = await this.engine.answerDraw(this.game);
    if (!accepted) return says;
    this.agreeOnDraw();
    return null;
  }

  /** Takes the last move back, against the engine with the answer to it; whether there was one. */
  async takeBack() {
    if (!this.game.current.parent) return false;
    this.leave();
    this.over = null;
    this.game.result = '*';
    do {
      this.game.remove(this.game.current);
      await this.game.position();
    } while (this.engineSide === this.turn && this.game.current.parent);
    await this.#arrive(false);
    return true;
  }

  /** The move that the engine would make for the person; `null` when it is too late for it. */
  async hint() {
    const node = this.game.current;
    try {
      const best = await this.engine.hint(this.game);
      return node === this.game.current ? node.position?.moves.find((move) => move.text === best) ?? null : null;
    } catch (error) {
      this.#events.failed(/** @type {Error} */ (error).message);
      return null;
    }
  }
}
