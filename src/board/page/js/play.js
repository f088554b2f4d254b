// @ts-check
// A game in play: against the engine, of two people, or of the engine with itself.

import { hearEngine, offerAgreement } from './agreement.js';
import { say } from './announce.js';
import { ask } from './ask.js';
import { BoardSet } from './board-set.js';
import { Clocks } from './clocks.js';
import { button, h } from './dom.js';
import { Game } from './game.js';
import { MoveList } from './move-list.js';
import { PlayScreen } from './play-screen.js';
import { play } from './sounds.js';
import { sentence } from './squares.js';
import { Status } from './status.js';

/** @typedef {import('./types').Side} Side */
/** @typedef {import('./types').MoveView} MoveView */
/** @typedef {import('./types').PositionView} PositionView */
/** @typedef {import('./game.js').Node} Node */

/**
 * @typedef {object} PlayOptions
 * @property {string} game
 * @property {'engine' | 'people' | 'watch'} opponent
 * @property {Side} colour the person's
 * @property {number | null} elo
 * @property {string} time `10+5`, minutes and seconds a move, or `1s`, seconds a move
 * @property {string | null} [fen]
 * @property {string[]} [moves] those of a game to go on with
 */

/** The engine answers after at least so many milliseconds, so that it can be followed. */
const LEAST_THINKING = 350;

/** The engine resigns after so many moves without hope. */
const HOPELESS_MOVES = 4;

/** Plies between one offer of the engine and the next. */
const PLIES_BETWEEN_OFFERS = 12;

export class Play {
  /** @type {number | null} the search under way */
  #search = null;
  #hopeless = 0;
  #offeredAt = -PLIES_BETWEEN_OFFERS;
  /** @type {import('./main.js').Screen | null} */
  #screenOf = null;
  /** @type {{result: string, says: string} | null} */
  over = null;
  /** @type {Node} what is seen; the game itself is at `game.current` */
  shown;

  /**
   * @param {import('./main.js').App} app
   * @param {PlayOptions} options
   */
  constructor(app, options) {
    this.app = app;
    this.options = options;
    this.connection = app.connection;
    this.game = new Game(app.connection, options.game, { fen: options.fen });
    this.shown = this.game.root;
    this.status = new Status();
    this.boards = new BoardSet({
      chosen: (move) => this.playMove(move),
      tell: (text, tone) => this.status.tell(text, tone),
      changed: () => this.screen.showChoice(),
    });
    this.list = new MoveList((node) => this.goTo(node));
    const [, minutes, increment] = /^(\d+)\+(\d+)$/.exec(options.time) ?? [];
    this.clocks = minutes ? new Clocks(Number(minutes), Number(increment),
      () => this.screen.showClocks(), (side) => this.#flag(side)) : null;
    this.screen = new PlayScreen(this);
    this.boards.setFlipped(options.opponent === 'engine' && options.colour === 'black');
  }

  /** The engine's side in a game against it. @returns {Side | null} */
  get engineSide() {
    if (this.options.opponent !== 'engine') return null;
    return this.options.colour === 'white' ? 'black' : 'white';
  }

  /** @param {Side} side */
  isEngine(side) {
    return this.options.opponent === 'watch' || this.engineSide === side;
  }

  async start() {
    for (const text of this.options.moves ?? []) {
      const view = await this.game.view();
      const move = view.moves.find((one) => one.text === text);
      this.game.add(text, move?.san ?? text, move);
    }
    await this.#arrive(false);
  }

  /** Ends all that runs, when the page shows something else. */
  leave() {
    this.#stopSearch();
    this.clocks?.stop();
  }

  #stopSearch() {
    if (this.#search !== null) this.connection.cancel(this.#search);
    this.#search = null;
  }

  /** A person has chosen a move, or the engine. @param {MoveView} move */
  async playMove(move) {
    const before = this.game.current.view;
    this.game.add(move.text, move.san, move);
    const started = this.clocks !== null && this.game.current.ply > 0;
    this.clocks?.press();
    say(`${sentence(before?.turn ?? 'white')}: ${move.says}.${move.event ? ` ${move.event.says}` : ''}`, !!move.event);
    await this.#arrive(true);
    if (started && !this.over) this.clocks?.start(this.turn === 'white' ? 0 : 1);
  }

  /** @param {string} text */
  async playAgreement(text) {
    this.game.add(text, text);
    say('Queens exchanged.', true);
    await this.#arrive(false);
  }

  get turn() {
    return this.game.current.view?.turn ?? 'white';
  }

  /** Shows the position that the game has come to and lets it go on. @param {boolean} animate */
  async #arrive(animate) {
    const node = this.game.current;
    const view = await this.game.view();
    if (node !== this.game.current) return;
    this.shown = node;
    if (view.outcome) this.#end(view.outcome.result, view.outcome.says);
    this.app.remember(this);
    const isPerson = !this.isEngine(view.turn) && !this.over;
    this.boards.enabled = isPerson;
    this.screen.show(view);
    const seen = this.boards.show(view, { move: await this.game.moveOf(node), animate });
    this.#tellTurn(view);
    if (this.over) return;
    if (this.isEngine(view.turn)) {
      const wait = node.move?.event ? seen : Promise.resolve();
      await this.#think(view, wait);
    }
  }

  /** @param {PositionView} view */
  #tellTurn(view) {
    if (this.over) {
      this.status.settle(this.over.says, 'end');
      return;
    }
    const { countdown, check } = view;
    const warning = countdown?.warning ?? '';
    const near = countdown?.near ? countdown.says : '';
    if (countdown?.near && countdown.plies === 10) play('ice-near');
    const turn = this.isEngine(view.turn) ? 'Galaverna is thinking.'
      : this.options.opponent === 'engine' ? 'Your turn.' : `${sentence(view.turn)}’s turn.`;
    const says = [check?.says, warning || near, turn].filter(Boolean).join(' ');
    this.status.settle(says, check || warning ? 'alert' : near ? 'ice' : this.isEngine(view.turn) ? 'wait' : '');
  }

  /** @param {PositionView} view @param {Promise<void>} seen */
  async #think(view, seen) {
    const node = this.game.current;
    const begun = performance.now();
    const { elo, time } = this.options;
    const wish = { elo: elo ?? undefined, ...this.#limit(time) };
    if (await this.#engineAgrees(view, node)) return;
    this.#search = this.connection.follow('search', { ...this.game.line(), ...wish }, 'done', async (reply) => {
      if (reply.type !== 'done') return;
      this.#search = null;
      await seen;
      await new Promise((done) => setTimeout(done, Math.max(0, LEAST_THINKING - (performance.now() - begun))));
      if (node === this.game.current && !this.over) this.#engineMoves(view, reply);
    }, (error) => this.status.tell(error.message, 'alert'));
  }

  /** @param {PositionView} view @param {Node} node */
  async #engineAgrees(view, node) {
    if (!this.engineSide || !view.agreement?.possible) return false;
    if (node.ply - this.#offeredAt < PLIES_BETWEEN_OFFERS) return false;
    this.#offeredAt = node.ply;
    return hearEngine(this);
  }

  /** @param {string} time */
  #limit(time) {
    if (this.clocks) return { clocks: this.clocks.wire };
    const seconds = Number(/^([\d.]+)s$/.exec(time)?.[1] ?? 1);
    return { move_time: seconds * 1000 };
  }

  /** @param {PositionView} view @param {import('./types').Done} done */
  #engineMoves(view, done) {
    this.#hopeless = done.hopeless ? this.#hopeless + 1 : 0;
    if (this.engineSide && this.#hopeless >= HOPELESS_MOVES) {
      this.#finish(this.engineSide === 'white' ? '0-1' : '1-0', 'Galaverna resigns. You win.');
      return;
    }
    const move = view.moves.find((one) => one.text === done.best);
    if (move) this.playMove(move);
  }

  /** @param {0 | 1} side */
  #flag(side) {
    const name = side ? 'Black' : 'White';
    this.#finish(side ? '1-0' : '0-1', `${name}’s time is up. ${side ? 'White' : 'Black'} wins.`);
  }

  /** @param {string} result @param {string} says */
  #end(result, says) {
    this.#stopSearch();
    this.clocks?.stop();
    this.over = { result, says };
    this.game.result = result;
    play('end');
    say(says, true);
  }

  /** The game ends by a word and not by the rules. @param {string} result @param {string} says */
  #finish(result, says) {
    this.#end(result, says);
    this.boards.setEnabled(false);
    this.status.settle(says, 'end');
    this.screen.show(/** @type {PositionView} */ (this.shown.view));
    this.app.remember(this);
  }

  /** Shows an earlier or later position of the game. @param {Node | null | undefined} node */
  async goTo(node) {
    if (!node || node === this.shown) return;
    const onward = node.parent === this.shown;
    this.shown = node;
    const view = await this.game.view(node);
    const isLive = node === this.game.current;
    this.boards.enabled = isLive && !this.over && !this.isEngine(view.turn);
    this.screen.show(view);
    const move = await this.game.moveOf(node);
    if (move) say(`${node.san}. ${move.says}.`);
    await this.boards.show(view, { move, animate: onward, briefly: true });
    if (isLive) this.#tellTurn(view);
    else this.status.settle(`After ${node.san || 'the start'}. The game goes on at its last move.`);
  }

  /** Takes the last move back, against the engine with the answer to it. */
  async takeBack() {
    if (!this.game.current.parent) return;
    this.#stopSearch();
    this.over = null;
    this.game.result = '*';
    const drop = () => {
      const last = this.game.current;
      this.game.current = /** @type {Node} */ (last.parent);
      this.game.remove(last);
    };
    drop();
    let view = await this.game.view();
    while (this.options.opponent === 'engine' && this.isEngine(view.turn) && this.game.current.parent) {
      drop();
      view = await this.game.view();
    }
    this.clocks?.stop();
    if (this.game.current.parent) this.clocks?.start(view.turn === 'white' ? 0 : 1);
    say('Taken back.');
    await this.#arrive(false);
  }

  /** Shows what the engine would play. */
  hint() {
    const view = this.game.current.view;
    if (!view || this.over || this.isEngine(view.turn) || this.shown !== this.game.current) return;
    this.status.tell('Galaverna looks for a good move…', 'wait');
    const node = this.game.current;
    this.#search = this.connection.follow('search', { ...this.game.line(), move_time: 700 }, 'done', (reply) => {
      if (reply.type !== 'done' || node !== this.game.current) return;
      this.#search = null;
      const move = view.moves.find((one) => one.text === reply.best);
      if (!move) return;
      const squares = move.routes[0] ?? [move.from.square, move.to.square];
      this.boards.extraArrows = [{ board: move.from.board, squares, kind: 'hint' }];
      this.boards.draw();
      this.boards.extraArrows = [];
      this.status.tell(`Hint: ${move.san}. ${move.says}.`);
      say(`Hint: ${move.says}.`);
    });
  }

  async resign() {
    if (this.over || this.options.opponent === 'watch') return;
    const side = this.options.opponent === 'engine' ? this.options.colour : this.turn;
    const sure = await ask('Resign the game?', `${sentence(side)} gives up.`, (choose) => [
      h('div', { class: 'ask-actions' }, button('Play on', () => choose(false)), button('Resign', () => choose(true), { classes: 'danger' })),
    ]);
    if (sure) this.#finish(side === 'white' ? '0-1' : '1-0', `${sentence(side)} resigns. ${side === 'white' ? 'Black' : 'White'} wins.`);
  }

  async offerDraw() {
    if (this.over || this.options.opponent === 'watch') return;
    if (this.engineSide) {
      const answer = await this.connection.ask('offer_draw', { ...this.game.line(), side: this.engineSide });
      if (answer.accepted) this.#finish('1/2-1/2', 'Draw by agreement.');
      else this.status.tell(answer.says);
      if (!answer.accepted) say(answer.says);
      return;
    }
    const agreed = await ask('A draw?', 'Both players must agree.', (choose) => [
      h('div', { class: 'ask-actions' }, button('Play on', () => choose(false)), button('Agreed', () => choose(true), { classes: 'primary' })),
    ]);
    if (agreed) this.#finish('1/2-1/2', 'Draw by agreement.');
  }

  offerAgreement() {
    offerAgreement(this);
  }

  /** Stops what runs while something else is shown; taking back or a move goes on. */
  pause() {
    this.clocks?.stop();
  }

  /** What the page shows of it. @returns {import('./main.js').Screen} */
  get screenOf() {
    this.#screenOf ??= {
      element: this.screen.element,
      boards: this.boards,
      key: (key) => this.key(key),
      onConnection: (open) => this.onConnection(open),
    };
    return this.#screenOf;
  }

  /** @param {string} key */
  key(key) {
    const { steps } = this.screen;
    const actions = /** @type {Record<string, () => void>} */ ({
      f: steps.flip, ',': steps.back, '.': steps.on, arrowleft: steps.back, arrowright: steps.on,
      h: () => this.hint(), u: () => this.takeBack(), escape: () => this.boards.chooser.cancel(),
      enter: () => { if (this.boards.chooser.inChain) this.boards.chooser.stop(); },
      backspace: () => this.boards.chooser.back(),
    });
    actions[key]?.();
    return key in actions && key !== 'enter';
  }

  /** The connection is lost, or there again: clocks do not run meanwhile. @param {boolean} open */
  onConnection(open) {
    if (!open) this.clocks?.stop();
    else if (!this.over && this.game.current.parent) this.clocks?.start(this.turn === 'white' ? 0 : 1);
    if (open) this.boards.draw();
  }
}
