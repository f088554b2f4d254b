// @ts-check
// A game between two machines as one of its pages has it. The server has the game: what it
// tells is taken over, and what a person does is asked of it.

import { Clocks } from './clocks.js';
import { Game } from './game.js';
import { sideName } from './pieces.js';
import { t } from './translate.js';

/** @typedef {import('./types').NetworkView} NetworkView */
/** @typedef {import('./types').PositionView} PositionView */
/** @typedef {import('./types').Side} Side */
/** @typedef {import('./game.js').Node} Node */

/**
 * @typedef {object} NetworkEvents
 * @property {(node: Node, position: PositionView, animate: boolean) => void} arrived the game has come to a position
 * @property {() => void} changed something else is another
 * @property {() => void} clocksChanged
 * @property {() => void} timeLow
 */

/** @param {Side} side */
const indexOf = (side) => (side === 'white' ? 0 : 1);

/** How a time is written: `10+5`. @param {import('./types').NetworkTime | null} time */
export const timeText = (time) => (time ? `${time.base / 60_000}+${time.increment / 1000}` : '');

export class NetworkPlay {
  #events;
  /** @type {Node | null} where the game was when it was last seen */
  #seen = null;

  /**
   * @param {import('./connection.js').Connection} connection
   * @param {NetworkView} view
   * @param {NetworkEvents} events
   */
  constructor(connection, view, events) {
    this.connection = connection;
    this.view = view;
    this.#events = events;
    const { game, fen, rules } = view.line;
    this.game = new Game(connection, game, { fen, rules });
    const times = [0, 1].map(() => ({ minutes: (view.time?.base ?? 0) / 60_000, increment: (view.time?.increment ?? 0) / 1000 }));
    this.clocks = view.time ? new Clocks(times, {
      // The server says when a flag falls.
      changed: events.clocksChanged, low: () => { if (this.side && this.clocks?.running === indexOf(this.side)) events.timeLow(); }, flagged: () => {},
    }) : null;
  }

  /** What the bars of the players ask of a game in play. */
  get options() {
    return { opponent: 'network', elo: null };
  }

  isEngine() {
    return false;
  }

  /** The side of this page's person; spectators have none. */
  get side() {
    return this.view.side;
  }

  get over() {
    return this.view.over;
  }

  get turn() {
    return this.game.current.position?.turn ?? 'white';
  }

  get isPersonsTurn() {
    return !this.over && this.view.begun && this.side === this.turn;
  }

  /** What a side is called. @param {Side} side */
  nameOf(side) {
    return this.view.names[indexOf(side)] ?? (side === this.side ? t('You') : sideName(side));
  }

  /** Whether a view is of the same game. @param {NetworkView} view */
  isOf({ game_id: id, side }) {
    return id === this.view.game_id && side === this.side;
  }

  /** Takes over what the server tells. @param {NetworkView} view */
  async take(view) {
    this.view = view;
    const { game } = this;
    game.current = game.find(view.line.moves);
    // What was taken back is no variation.
    for (const node of game.current.children) game.remove(node);
    const { ply } = game.current;
    view.line.moves.slice(ply).forEach((text, index) => {
      const move = game.current.position?.moves.find((one) => one.text === text) ?? null;
      game.add(text, view.sans[ply + index], move);
    });
    game.result = view.over?.result ?? '*';
    this.#setClocks();
    const node = game.current;
    const position = await game.position();
    // It may have gone on meanwhile.
    if (node !== game.current) return;
    const before = this.#seen;
    this.#seen = node;
    if (before === node) this.#events.changed();
    else this.#events.arrived(node, position, before !== null && before === node.parent);
  }

  #setClocks() {
    const { clocks, view } = this;
    if (!clocks || !view.clocks) return;
    clocks.stop();
    clocks.left = [...view.clocks];
    if (view.running) clocks.start(indexOf(view.running));
    else this.#events.clocksChanged();
  }

  /** Asks the server for a move. @param {import('./types').MoveView} move */
  play(move) {
    return this.connection.ask('play', { ply: this.game.current.ply, text: move.text });
  }

  /** It is seen no more. */
  leave() {
    this.clocks?.stop();
  }
}
