// @ts-check
// A game in play: against the engine, of two people, or of the engine with itself.

import { say } from './announce.js';
import { ask } from './ask.js';
import { BoardSet } from './board-set.js';
import { Clocks } from './clocks.js';
import { button, h } from './dom.js';
import { EnginePlayer } from './engine-player.js';
import { Game } from './game.js';
import { MoveList } from './move-list.js';
import { PlayScreen } from './play-screen.js';
import { play } from './sounds.js';
import { sentence } from './squares.js';
import { Status } from './status.js';
import { wordsOf } from './words.js';

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
 * @property {(number | null)[]} [values] what the engine thought of them
 * @property {number | null} [offeredAt] see `EnginePlayer`
 * @property {number[]} [left] time on the clocks, in milliseconds
 * @property {{result: string, says: string} | null} [over] how the game has ended
 */

export class Play {
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
    this.words = wordsOf(app.about(options.game));
    this.shown = this.game.root;
    this.status = new Status();
    this.boards = new BoardSet({
      chosen: (move) => this.playMove(move),
      tell: (text, tone) => this.status.tell(text, tone),
      changed: () => this.screen.showChoice(),
    }, this.words);
    this.list = new MoveList((node) => this.goTo(node));
    const [, minutes, increment] = /^(\d+)\+(\d+)$/.exec(options.time) ?? [];
    this.clocks = minutes ? new Clocks(Number(minutes), Number(increment),
      () => this.screen.showClocks(), (side) => this.#flag(side)) : null;
    if (this.clocks && options.left) this.clocks.left = [...options.left];
    this.engine = new EnginePlayer(this);
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
    for (const [index, text] of (this.options.moves ?? []).entries()) {
      const view = await this.game.view();
      const move = view.moves.find((one) => one.text === text);
      this.game.add(text, move?.san ?? text, move).value = this.options.values?.[index] ?? null;
    }
    const { over } = this.options;
    if (over) {
      this.over = over;
      this.game.result = over.result;
    }
    await this.#arrive(false);
    this.startClock();
  }

  /** What is to be kept of it to go on with it later. */
  get kept() {
    const nodes = this.game.current.path.slice(1);
    return {
      ...this.options,
      moves: nodes.map((node) => node.text),
      values: nodes.map((node) => node.value),
      offeredAt: this.engine.offeredAt,
      left: this.clocks ? [0, 1].map((side) => this.clocks?.remaining(side)) : undefined,
      over: this.over,
    };
  }

  /** The clock of the side to move runs from the first move on. */
  startClock() {
    if (!this.over && this.game.current.parent) this.clocks?.start(this.turn === 'white' ? 0 : 1);
  }

  /** Ends all that runs, when the page shows something else. */
  leave() {
    this.engine.stop();
    this.clocks?.stop();
  }

  /** A person has chosen a move. @param {MoveView} move */
  async playMove(move) {
    const before = /** @type {PositionView} */ (this.game.current.view);
    this.game.add(move.text, move.san, move);
    await this.afterMove(before, move);
  }

  /** A move has come to the game. @param {PositionView} before @param {MoveView} move */
  async afterMove(before, move) {
    this.clocks?.press();
    say(`${sentence(before.turn)}: ${move.says}.${move.event ? ` ${move.event.says}` : ''}`, !!move.event);
    await this.#arrive(true);
    this.startClock();
  }

  /** @param {string} text */
  async playAgreement(text) {
    this.game.add(text, text);
    say(this.words.agreement.done, true);
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
    if (view.outcome && !this.over) this.#end(view.outcome.result, view.outcome.says);
    this.app.remember(this);
    const isPerson = !this.isEngine(view.turn) && !this.over;
    this.boards.enabled = isPerson;
    this.screen.show(view);
    const seen = this.boards.show(view, { move: await this.game.moveOf(node), animate });
    this.#tellTurn(view);
    if (this.over) return;
    if (this.isEngine(view.turn)) {
      const wait = node.move?.event ? seen : Promise.resolve();
      await this.engine.think(view, wait);
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
      : this.engine.offersDraw ? 'Galaverna offers a draw. Your turn.'
      : this.options.opponent === 'engine' ? 'Your turn.' : `${sentence(view.turn)}’s turn.`;
    const says = [check?.says, warning || near, turn].filter(Boolean).join(' ');
    this.status.settle(says, check || warning ? 'alert' : near ? 'ice' : this.isEngine(view.turn) ? 'wait' : '');
  }

  /** @param {0 | 1} side */
  #flag(side) {
    const name = side ? 'Black' : 'White';
    this.finish(side ? '1-0' : '0-1', `${name}’s time is up. ${side ? 'White' : 'Black'} wins.`);
  }

  /** @param {string} result @param {string} says */
  #end(result, says) {
    this.engine.stop();
    this.clocks?.stop();
    this.over = { result, says };
    this.game.result = result;
    play('end');
    say(says, true);
  }

  /** The game ends by a word and not by the rules. @param {string} result @param {string} says */
  finish(result, says) {
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
    else this.status.settle(`${node.san ? `After ${node.san}` : 'The start'}. ${this.over ? this.over.says : 'The game goes on at its last move.'}`);
  }

  /** Takes the last move back, against the engine with the answer to it. */
  async takeBack() {
    if (!this.game.current.parent) return;
    this.engine.stop();
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
    this.startClock();
    say('Taken back.');
    await this.#arrive(false);
  }

  async resign() {
    if (this.over || this.options.opponent === 'watch') return;
    const side = this.options.opponent === 'engine' ? this.options.colour : this.turn;
    const sure = await ask('Resign the game?', `${sentence(side)} gives up.`, (choose) => [
      h('div', { class: 'ask-actions' }, button('Play on', () => choose(false)), button('Resign', () => choose(true), { classes: 'danger' })),
    ]);
    if (sure) this.finish(side === 'white' ? '0-1' : '1-0', `${sentence(side)} resigns. ${side === 'white' ? 'Black' : 'White'} wins.`);
  }

  async offerDraw() {
    if (this.over || this.options.opponent === 'watch') return;
    if (this.engine.offersDraw) {
      this.finish('1/2-1/2', 'Draw by agreement.');
      return;
    }
    if (this.engineSide) {
      const answer = await this.connection.ask('offer_draw', { ...this.game.line(), side: this.engineSide });
      if (answer.accepted) this.finish('1/2-1/2', 'Draw by agreement.');
      else this.status.tell(answer.says);
      if (!answer.accepted) say(answer.says);
      return;
    }
    const agreed = await ask('A draw?', 'Both players must agree.', (choose) => [
      h('div', { class: 'ask-actions' }, button('Play on', () => choose(false)), button('Agreed', () => choose(true), { classes: 'primary' })),
    ]);
    if (agreed) this.finish('1/2-1/2', 'Draw by agreement.');
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
      h: () => this.engine.hint(), u: () => this.takeBack(), escape: () => this.boards.chooser.cancel(),
      enter: () => { if (this.boards.chooser.inChain) this.boards.chooser.stop(); },
      backspace: () => this.boards.chooser.back(),
    });
    actions[key]?.();
    return key in actions && key !== 'enter';
  }

  /** The connection is lost, or there again: clocks do not run meanwhile. @param {boolean} open */
  onConnection(open) {
    if (!open) this.clocks?.stop();
    else this.startClock();
    if (open) this.boards.draw();
  }
}
