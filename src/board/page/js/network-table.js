// @ts-check
// The screen of a game between two machines: of its players and of those who watch.

import { say } from './announce.js';
import { ask } from './ask.js';
import { BoardSet } from './board-set.js';
import { chainButtons, choiceKeys } from './choice.js';
import { button, fill, h } from './dom.js';
import { agreementCard, factCards } from './facts.js';
import { MoveList } from './move-list.js';
import { NetworkPlay } from './network-play.js';
import { NetworkProposals } from './network-proposals.js';
import { sideName } from './pieces.js';
import { PlayerBars } from './player-bars.js';
import { onChange, settings } from './settings.js';
import { playSound } from './sounds.js';
import { Status } from './status.js';
import { stepButtons, stepKeys } from './steps.js';
import { plural, t } from './translate.js';
import { TypedMove, readTyped } from './typed-move.js';
import { ViewSwitch } from './view-switch.js';
import { wordsOf } from './words.js';

/** @typedef {import('./types').NetworkView} NetworkView */
/** @typedef {import('./types').PositionView} PositionView */
/** @typedef {import('./game.js').Node} Node */

/** What can be done beside playing. @typedef {{text: string, action: () => void, icon: string}} Action */

/**
 * What a table leaves to the room that it stands in.
 * @typedef {object} TableWishes
 * @property {Action[]} actions what else can be done
 * @property {(() => void) | null} review lets the engine review the game when it is over
 * @property {() => void} save gives its PGN to the person
 */

export class NetworkTable {
  /** @type {Node} the position that is seen; the game itself may have gone on */
  shown;
  /** What the buttons do. */
  #drawn = '';
  /** What was last said of the game's end, of the other player and of offers. */
  #said = '';

  /**
   * @param {import('./connection.js').Connection} connection
   * @param {import('./types').GameView} info the game's
   * @param {NetworkView} view
   * @param {TableWishes} wishes
   */
  constructor(connection, info, view, wishes) {
    this.connection = connection;
    this.wishes = wishes;
    this.words = wordsOf(info.about);
    this.play = new NetworkPlay(connection, view, {
      arrived: (node, position, animate) => this.#arrived(node, position, animate),
      changed: () => this.#changed(),
      clocksChanged: () => this.players.showClocks(),
      timeLow: () => playSound('low-time'),
    });
    this.shown = this.game.root;
    this.proposals = new NetworkProposals(this);
    this.status = new Status();
    this.boards = new BoardSet({
      chosen: (move) => this.#play(move),
      tell: (text, tone) => this.status.tell(text, tone),
      changed: () => this.#showChoice(),
      stepped: (onward) => (onward ? this.steps.on() : this.steps.back()),
    }, this.words);
    this.list = new MoveList((node) => this.#goTo(node));
    this.players = new PlayerBars(this.play);
    this.viewSwitch = new ViewSwitch();
    this.facts = h('aside', { class: 'facts', 'aria-label': t('About this position') });
    this.actions = h('div', { class: 'actions' });
    this.after = h('div', { class: 'after' });
    this.watchers = h('p', { class: 'muted small', role: 'status' });
    this.steps = {
      first: () => this.#goTo(this.game.root),
      back: () => this.#goTo(this.shown.parent),
      on: () => this.#goTo(this.shown.children[0]),
      last: () => this.#goTo(this.game.current),
      flip: () => this.#flip(!this.boards.flipped),
    };
    this.typed = view.side && new TypedMove((text) => this.#readTyped(text));
    this.element = h('main', { class: 'main three play', id: 'main' },
      this.facts,
      h('div', { class: 'middle' }, this.players.top, this.boards.element, this.players.bottom, this.status.element, this.viewSwitch.element),
      h('div', { class: 'side' },
        h('section', { class: 'card moves-card' }, h('h2', {}, t('Moves')), this.list.element, stepButtons(this.steps), this.typed?.element, this.after),
        this.actions, this.watchers));
    this.#flip(view.side === 'black');
    this.forget = onChange((name) => { if (name === 'premove') this.#setPremoves(); });
  }

  get game() {
    return this.play.game;
  }

  /** Whether the last position is seen. */
  get isLive() {
    return this.shown === this.game.current;
  }

  /** It is seen no more. */
  leave() {
    this.play.leave();
    this.forget();
  }

  /** @param {Node} node @param {PositionView} position @param {boolean} animate */
  #arrived(node, position, animate) {
    const mover = position.turn === 'white' ? 'black' : 'white';
    if (node.move && animate && mover !== this.play.side) say(`${this.play.nameOf(mover)}: ${node.move.says}.`);
    if (node.isAgreement && animate) {
      playSound('agreement');
      say(this.words.agreement.done, true);
    }
    this.shown = node;
    this.proposals.look();
    this.boards.extraMarks = this.proposals.marks;
    // A premove is meant for what the other side does, and for nothing else.
    if (!animate || node.isAgreement) this.boards.premover.cancel();
    this.boards.enabled = this.play.isPersonsTurn;
    this.typed?.clear(position.moves);
    this.#show(position);
    this.#setPremoves();
    const seen = this.boards.show(position, { move: node.move, animate });
    this.#tellTurn(position);
    seen.then(() => { if (this.isLive && node === this.shown && this.play.isPersonsTurn) this.boards.playPremove(); });
  }

  /** Premoves are taken while the other side thinks about the position that is seen. */
  #setPremoves() {
    const { isPersonsTurn, over, side, view } = this.play;
    const waits = !isPersonsTurn || this.boards.premover.selected !== null;
    this.boards.setPremoves(settings.premove && view.begun && !over && waits && this.isLive ? side : null);
  }

  /** Somebody has come or gone, offered something or ended the game. */
  #changed() {
    this.proposals.look();
    this.refresh();
  }

  /** Shows again what can be known and done, but for the squares that are being picked. */
  refresh() {
    const { position } = this.shown;
    if (!position || this.boards.picker) return;
    this.boards.extraMarks = this.isLive ? this.proposals.marks : [];
    // A piece that is held stays in hand.
    const mayMove = this.isLive && this.play.isPersonsTurn;
    if (this.boards.enabled === mayMove) this.boards.draw();
    else this.boards.setEnabled(mayMove);
    this.#setPremoves();
    this.#show(position);
    if (this.isLive) this.#tellTurn(position);
  }

  /** Shows the last position. */
  toLast() {
    return this.#goTo(this.game.current);
  }

  /** @param {import('./types').MoveView} move */
  async #play(move) {
    try {
      await this.play.play(move);
    } catch (error) {
      this.#refused(error);
      const { position } = this.game.current;
      this.boards.enabled = this.play.isPersonsTurn;
      if (position) await this.boards.show(position);
    }
  }

  /** @param {string} text @returns {Promise<string | null>} what is wrong */
  async #readTyped(text) {
    if (!this.boards.chooser.enabled) return this.play.over ? t('The game is over.') : t('It is not your turn.');
    try {
      const move = await readTyped(this.game, text);
      if (move) {
        this.boards.chooser.clear();
        this.boards.setEnabled(false);
        this.#play(move);
      }
      return null;
    } catch (error) {
      return /** @type {Error} */ (error).message;
    }
  }

  /** @param {unknown} error */
  #refused(error) {
    this.status.tell(/** @type {Error} */ (error).message, 'alert');
  }

  /**
   * Asks the server for something, and says why if it refuses.
   * @param {'propose' | 'accept' | 'decline' | 'resign' | 'rematch'} what @param {object} [body]
   */
  async ask(what, body = {}) {
    try {
      await this.connection.ask(what, body);
    } catch (error) {
      this.#refused(error);
    }
  }

  /** Shows an earlier or later position of the game. @param {Node | null | undefined} node */
  async #goTo(node) {
    if (!node || node === this.shown) return;
    const onward = node.parent === this.shown;
    this.shown = node;
    this.proposals.look();
    const position = await this.game.position(node);
    const move = await this.game.moveOf(node);
    if (node !== this.shown) return;
    this.boards.enabled = this.isLive && this.play.isPersonsTurn;
    this.boards.extraMarks = this.isLive ? this.proposals.marks : [];
    this.#setPremoves();
    this.#show(position);
    if (move) say(`${node.san}. ${move.says}.`);
    this.boards.show(position, { move, animate: onward, briefly: true });
    if (this.isLive) this.#tellTurn(position);
    else this.status.settle(`${node.san ? t('After {move}', { move: node.san }) : t('The start')}. ${this.play.over?.says ?? t('The game goes on at its last move.')}`);
  }

  /** The other player: for those who watch, the one to move. */
  get #other() {
    const { side, turn } = this.play;
    return side ? (side === 'white' ? 'black' : 'white') : turn;
  }

  /** What is to be known of the players besides whose turn it is. */
  get #news() {
    const { over, side, view } = this.play;
    const other = this.play.nameOf(this.#other);
    if (over) return !view.rematch ? '' : view.rematch === side ? t('You wish for a rematch.') : t('{name} wishes for a rematch.', { name: this.play.nameOf(view.rematch) });
    const away = side && !view.present[this.#other === 'white' ? 0 : 1] ? t('{name} has no page open; the clock runs.', { name: other }) : '';
    return [this.proposals.says, away].filter(Boolean).join(' ');
  }

  /** @param {PositionView} position */
  #tellTurn(position) {
    const { over, side, view } = this.play;
    const news = this.#news;
    const now = [over?.says, news].filter(Boolean).join(' ');
    if (now && now !== this.#said) say(now, true);
    if (over && !this.#said.startsWith(over.says)) playSound('end');
    this.#said = now;
    if (over) {
      this.status.settle(now, 'end');
      return;
    }
    const { countdown, check } = position;
    const near = countdown?.near ? countdown.says : '';
    const turn = !view.begun ? t('The other player is not here yet.')
      : side === position.turn ? t('Your turn.') : t('{name} is to move.', { name: this.play.nameOf(position.turn) });
    const says = [check?.says, countdown?.warning || near, news, turn].filter(Boolean).join(' ');
    this.status.settle(says, check || countdown?.warning ? 'alert' : near ? 'ice' : side === position.turn ? '' : 'wait');
  }

  /** @param {PositionView} position */
  #show(position) {
    const { over, view } = this.play;
    this.viewSwitch.show(position);
    this.list.show(this.game, this.shown);
    this.players.show(position);
    this.#drawActions();
    this.#showChoice();
    this.watchers.textContent = view.spectators ? plural('{n} person watches.', '{n} people watch.', { n: view.spectators }) : '';
    fill(this.after, over && h('p', { class: 'result' }, h('b', {}, over.result), ` ${over.says}`));
  }

  #showChoice() {
    const { position } = this.shown;
    if (!position) return;
    const { chooser } = this.boards;
    const agreement = agreementCard(position, this.words, this.boards.picker ? null : this.proposals.offer);
    fill(this.facts, factCards(position, this.words, { tried: chooser.triedMove, agreement }));
    if (chooser.inChain) {
      this.status.offer(...chainButtons(chooser));
    } else if (!this.boards.picker) {
      const { premover } = this.boards;
      const cancel = premover.isSet ? button(t('Cancel'), () => premover.cancel(), { key: 'Esc' }) : null;
      this.status.offer(...(this.play.over ? this.#endButtons() : [cancel, ...this.proposals.buttons]));
    }
  }

  /** What can be done with the game that is over. */
  #endButtons() {
    const { side, view } = this.play;
    const { review, save } = this.wishes;
    const text = view.rematch === side ? t('Rematch wished for') : view.rematch ? t('Accept rematch') : t('Rematch');
    const rematch = side && button(text, () => this.ask('rematch'), { classes: 'primary' });
    if (rematch) rematch.disabled = view.rematch === side;
    return [rematch, review && button(t('Review this game'), review), button(t('Save PGN'), save, { icon: 'file' })];
  }

  #drawActions() {
    const { over, side, view } = this.play;
    const drawn = [over !== null, view.begun].join();
    // Buttons that stay keep the focus.
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    const live = side ? [
      button(t('Take back'), () => this.#takeBack(), { icon: 'undo' }),
      button(t('Draw'), () => this.proposals.propose({ what: 'draw' }), { icon: 'draw' }),
      button(t('Resign'), () => this.#resign(), { icon: 'flag' }),
    ] : [];
    for (const one of live) one.disabled = over !== null || !view.begun;
    fill(this.actions, live, ...this.wishes.actions.map(({ text, action, icon }) => button(text, action, { icon })));
  }

  #takeBack() {
    const { over, side, view } = this.play;
    if (side && view.begun && !over) this.proposals.propose({ what: 'take_back' });
  }

  async #resign() {
    const { over, side } = this.play;
    if (over || !side) return;
    const sure = await ask(t('Resign the game?'), t('{side} gives up.', { side: sideName(side) }), (choose) => [
      h('div', { class: 'ask-actions' }, button(t('Play on'), () => choose(false)), button(t('Resign'), () => choose(true), { classes: 'danger' })),
    ]);
    if (sure) this.ask('resign');
  }

  /** @param {boolean} flipped */
  #flip(flipped) {
    this.boards.setFlipped(flipped);
    this.players.place(flipped);
  }

  /** @param {string} key */
  key(key) {
    const actions = /** @type {Record<string, () => void>} */ ({
      ...stepKeys(this.steps), ...choiceKeys(this.boards),
      u: () => this.#takeBack(),
    });
    actions[key]?.();
    return key in actions && key !== 'enter';
  }
}
