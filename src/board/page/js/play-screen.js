// @ts-check
// What is seen of a game in play, and what a person does to it: players, boards, status,
// facts, moves, buttons.

import { answerOffer, offerAgreement } from './agreement.js';
import { say } from './announce.js';
import { ask } from './ask.js';
import { BoardSet } from './board-set.js';
import { chainButtons, choiceKeys } from './choice.js';
import { button, fill, h } from './dom.js';
import { agreementCard, factCards } from './facts.js';
import { GameInPlay } from './game-in-play.js';
import { Latest } from './latest.js';
import { MoveList } from './move-list.js';
import { sideName } from './pieces.js';
import { PlayerBars } from './player-bars.js';
import { engineName } from './players.js';
import { arrivalOf, arrowOf } from './position-marks.js';
import { endButtons } from './rematch.js';
import { onChange, settings } from './settings.js';
import { playSound } from './sounds.js';
import { Status } from './status.js';
import { stepButtons, stepKeys } from './steps.js';
import { t } from './translate.js';
import { TypedMove, readTyped } from './typed-move.js';
import { ViewSwitch } from './view-switch.js';
import { wordsOf } from './words.js';

/** @typedef {import('./types').PositionView} PositionView */
/** @typedef {import('./game.js').Node} Node */

export class PlayScreen {
  picking = new Latest();
  /** @type {GameInPlay} */
  #inPlay;
  /** @type {Node} the position that is seen; the game itself may have gone on */
  #shown;
  /** What can be done when it is over. @type {(HTMLElement | null)[]} */
  #endButtons;
  /** What the buttons do. */
  #drawn = '';
  /** The field for moves, empty again when one is made. */
  #typed = new TypedMove((text) => this.#readTyped(text));

  /**
   * @param {import('./main.js').App} app
   * @param {import('./game-in-play.js').PlayOptions} options
   */
  constructor(app, options) {
    this.app = app;
    this.connection = app.connection;
    this.title = app.info(options.game).title;
    this.words = wordsOf(app.about(options.game));
    this.#inPlay = new GameInPlay(app.connection, options, {
      moved: (mover, move) => say(`${sideName(mover)}: ${move.says}.${move.event ? ` ${move.event.says}` : ''}`, !!move.event),
      arrived: (node, position, animate) => this.#arrived(node, position, animate),
      ended: () => this.#ended(),
      failed: (says) => this.#failed(says),
      clocksChanged: () => this.players.showClocks(),
      timeLow: () => playSound('low-time'),
      agreementOffered: (squares) => answerOffer(this, squares),
    });
    this.#shown = this.game.root;
    this.status = new Status();
    this.boards = new BoardSet({
      chosen: (move) => this.#inPlay.play(move),
      tell: (text, tone) => this.status.tell(text, tone),
      changed: () => this.#showChoice(),
      stepped: (onward) => (onward ? this.steps.on() : this.steps.back()),
    }, this.words);
    this.list = new MoveList((node) => this.#goTo(node));
    this.players = new PlayerBars(this.#inPlay);
    this.viewSwitch = new ViewSwitch();
    this.facts = h('aside', { class: 'facts', 'aria-label': t('About this position') });
    this.actions = h('div', { class: 'actions' });
    this.after = h('div', { class: 'after' });
    this.steps = {
      first: () => this.#goTo(this.game.root),
      back: () => this.#goTo(this.#shown.parent),
      on: () => this.#goTo(this.#shown.children[0]),
      last: () => this.#goTo(this.game.current),
      flip: () => this.#flip(!this.boards.flipped),
    };
    this.element = h('main', { class: 'main three play', id: 'main' },
      this.facts,
      h('div', { class: 'middle' }, this.players.top, this.boards.element, this.players.bottom, this.status.element, this.viewSwitch.element),
      h('div', { class: 'side' },
        h('section', { class: 'card moves-card' }, h('h2', {}, t('Moves')), this.list.element, stepButtons(this.steps), options.opponent === 'watch' ? null : this.#typed.element, this.after),
        this.actions));
    this.#endButtons = endButtons(options, {
      rematch: (swapped) => app.rematch(swapped), review: () => app.review(this.game),
    });
    this.#drawActions();
    this.#flip(options.opponent === 'engine' && options.colour === 'black');
    this.forget = onChange((name) => {
      if (name === 'premove') this.#setPremoves();
      this.#showChoice();
    });
  }

  /** The moves of the game in play. */
  get game() {
    return this.#inPlay.game;
  }

  get engineSide() {
    return this.#inPlay.engineSide;
  }

  get isWhole() {
    return this.#inPlay.isWhole;
  }

  get kept() {
    return this.#inPlay.kept;
  }

  start() {
    return this.#inPlay.start();
  }

  /** It is seen again. */
  enter() {
    this.#inPlay.resume('unseen');
    this.#tellShown();
  }

  /** Another screen is shown: a clock that nobody sees does not run. */
  leave() {
    this.#inPlay.pause('unseen');
    this.app.remember();
  }

  /** Another game takes its place. */
  end() {
    this.#inPlay.leave();
    this.forget();
  }

  /** The connection is lost, or there again: clocks do not run meanwhile. @param {boolean} open */
  onConnection(open) {
    if (open) this.#inPlay.resume('connection');
    else this.#inPlay.pause('connection');
    if (!open) return;
    this.boards.draw();
    this.#tellShown();
  }

  /** The engine could not answer. @param {string} says */
  #failed(says) {
    say(says, true);
    if (this.#inPlay.failure) this.#tellFailure();
    else this.status.tell(says, 'alert');
  }

  /** Says what is wrong with the engine for which the game waits, or that it is asked again. */
  #tellFailure() {
    this.#tellShown();
    this.#showChoice();
  }

  /** The game has come to a position. @param {Node} node @param {PositionView} position @param {boolean} animate */
  #arrived(node, position, animate) {
    this.#see(node);
    this.app.remember();
    this.boards.enabled = this.#inPlay.isPersonsTurn;
    this.#show(position);
    this.#typed.clear(position.moves);
    this.#setPremoves();
    const seen = this.boards.show(position, { move: node.move, animate });
    this.#tellTurn(position);
    return seen.then(() => this.#playPremove(node));
  }

  /** Another position is seen: nobody picks squares in the one before. @param {Node} node */
  #see(node) {
    this.#shown = node;
    this.picking.next();
  }

  /** Premoves are taken while the engine thinks about the position that is seen. */
  #setPremoves() {
    const { isPersonsTurn, options, over } = this.#inPlay;
    const waits = !isPersonsTurn || this.boards.premover.selected !== null;
    const may = settings.premove && options.opponent === 'engine' && !over && waits && this.#shown === this.game.current;
    this.boards.setPremoves(may ? options.colour : null);
  }

  /** Makes the premove at a position that the game has come to. @param {Node} node */
  #playPremove(node) {
    if (node === this.game.current && this.#shown === node && this.#inPlay.isPersonsTurn) this.boards.playPremove();
  }

  #ended() {
    const { says } = /** @type {{says: string}} */ (this.#inPlay.over);
    playSound('end');
    say(says, true);
    this.boards.setEnabled(false);
    this.#setPremoves();
    this.status.settle(says, 'end');
    if (this.#shown.position) this.#show(this.#shown.position);
    this.app.remember();
  }

  /** Shows an earlier or later position of the game. @param {Node | null | undefined} node */
  async #goTo(node) {
    if (!node || node === this.#shown) return;
    const onward = node.parent === this.#shown;
    this.#see(node);
    const position = await this.game.position(node);
    const isLive = node === this.game.current;
    this.boards.enabled = isLive && this.#inPlay.isPersonsTurn;
    this.#setPremoves();
    this.#show(position);
    const move = await this.game.moveOf(node);
    if (move) say(`${node.san}. ${move.says}.`);
    await this.boards.show(position, { move, animate: onward, briefly: true });
    if (node !== this.#shown) return;
    if (isLive) this.#tellTurn(position);
    else this.status.settle(`${node.san ? t('After {move}', { move: node.san }) : t('The start')}. ${this.#inPlay.over?.says ?? t('The game goes on at its last move.')}`);
  }

  /** Says again whose turn it is, where the last position is seen. */
  #tellShown() {
    const { position } = this.game.current;
    if (position && this.#shown === this.game.current) this.#tellTurn(position);
  }

  /** @param {PositionView} position */
  #tellTurn(position) {
    const { over, options, isDrawOffered, failure } = this.#inPlay;
    if (over) {
      this.status.settle(over.says, 'end');
      return;
    }
    const { countdown, check } = position;
    const warning = countdown?.warning ?? '';
    const near = countdown?.near ? countdown.says : '';
    if (countdown?.near && countdown.plies === 10) playSound('ice-near');
    const waits = this.#inPlay.isEngine(position.turn);
    const turn = this.#inPlay.isPaused ? failure || t('Paused.') : waits ? t('{engine} is thinking.', { engine: engineName(options.engine) })
      : isDrawOffered ? t('Galaverna offers a draw. Your turn.')
      : options.opponent === 'engine' ? t('Your turn.') : t('{side}’s turn.', { side: sideName(position.turn) });
    const says = [check?.says, warning || near, turn].filter(Boolean).join(' ');
    this.status.settle(says, failure || check || warning ? 'alert' : near ? 'ice' : waits ? 'wait' : '');
  }

  /** @param {PositionView} position */
  #show(position) {
    const { over } = this.#inPlay;
    this.viewSwitch.show(position);
    this.list.show(this.game, this.#shown);
    this.players.show(position);
    this.#drawActions();
    this.#showChoice();
    fill(this.after, over && h('p', { class: 'result' }, h('b', {}, over.result), ` ${over.says}`));
    if (this.app.screen === this) {
      document.title = `${position.outcome ? position.outcome.says : t('Move {n}', { n: position.number })} · ${this.title}`;
    }
  }

  /** The cards and buttons that depend on what is being chosen. */
  #showChoice() {
    const { position } = this.#shown;
    if (!position) return;
    const { chooser } = this.boards;
    const { options, over } = this.#inPlay;
    const canOffer = chooser.enabled && !over && !options.engine;
    const agreement = agreementCard(position, this.words, canOffer ? () => this.#offerAgreement() : null);
    fill(this.facts, factCards(position, this.words, { tried: chooser.triedMove, agreement }));
    if (chooser.inChain) {
      this.status.offer(...chainButtons(chooser));
    } else if (!this.boards.picker) {
      const { premover } = this.boards;
      const cancel = premover.isSet ? button(t('Cancel'), () => premover.cancel(), { key: 'Esc' }) : null;
      const again = this.#inPlay.failure ? button(t('Try again'), () => this.#tryAgain(), { classes: 'primary' }) : null;
      this.status.offer(...(this.#inPlay.over ? this.#endButtons : [again, cancel]));
    }
  }

  #drawActions() {
    const { isDrawOffered, isPaused, options, over } = this.#inPlay;
    const drawn = [isDrawOffered, isPaused, over].map(Boolean).join();
    // Buttons that stay keep the focus.
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    const live = [
      button(t('Hint'), () => this.#hint(), { icon: 'bulb' }),
      button(isDrawOffered ? t('Accept draw') : t('Draw'), () => this.#offerDraw(), { icon: 'draw', classes: isDrawOffered ? 'primary' : '' }),
      button(t('Resign'), () => this.#resign(), { icon: 'flag' }),
    ];
    const pause = button(isPaused ? t('Go on') : t('Pause'), () => this.#togglePause(), { icon: isPaused ? 'play' : 'pause', classes: isPaused ? 'primary' : '' });
    for (const one of [...live, pause]) one.disabled = over !== null;
    fill(this.actions,
      options.opponent === 'watch' ? pause : [button(t('Take back'), () => this.#takeBack(), { icon: 'undo' }), ...live],
      button(t('Analyse'), () => this.app.analyse(this.game), { icon: 'graph' }),
      button(t('New game'), () => this.app.go('#/'), { icon: 'plus' }));
  }

  /** Lets an engine move that has failed to. */
  #tryAgain() {
    this.#inPlay.resume('engine');
    this.#tellFailure();
  }

  /** Lets the engine's game with itself wait, or go on. */
  #togglePause() {
    if (this.#inPlay.isPaused) this.#inPlay.resume('wish');
    else this.#inPlay.pause('wish');
    this.#drawActions();
    this.#tellShown();
    this.actions.querySelector('button')?.focus();
  }

  /** @param {boolean} flipped */
  #flip(flipped) {
    this.boards.setFlipped(flipped);
    this.players.place(flipped);
  }

  /** @param {string} text @returns {Promise<string | null>} what is wrong */
  async #readTyped(text) {
    if (text.trim() && !this.boards.chooser.enabled) return this.#inPlay.over ? t('The game is over.') : t('It is not your turn.');
    try {
      const move = await readTyped(this.game, text);
      if (move) {
        this.boards.chooser.clear();
        this.boards.setEnabled(false);
        this.#inPlay.play(move);
      }
      return null;
    } catch (error) {
      return /** @type {Error} */ (error).message;
    }
  }

  async #offerAgreement() {
    const text = await offerAgreement(this);
    if (text) await this.#inPlay.playAgreement(text);
  }

  async #takeBack() {
    this.boards.premover.cancel();
    if (await this.#inPlay.takeBack()) say(t('Taken back.'));
  }

  async #hint() {
    const { isPersonsTurn } = this.#inPlay;
    if (!isPersonsTurn || this.#shown !== this.game.current) return;
    this.status.tell(t('Galaverna looks for a good move…'), 'wait');
    const move = await this.#inPlay.hint();
    // Another position may be seen meanwhile.
    if (!move || this.#shown !== this.game.current) return;
    const { extraMarks } = this.boards;
    this.boards.extraArrows = [arrowOf(move, 'hint')];
    this.boards.extraMarks = [...extraMarks, ...arrivalOf(move)];
    this.boards.draw();
    this.boards.extraArrows = [];
    this.boards.extraMarks = extraMarks;
    this.status.tell(t('Hint: {move}.', { move: `${move.san}. ${move.says}` }));
    say(t('Hint: {move}.', { move: move.says }));
  }

  async #resign() {
    const { over, options, resigningSide } = this.#inPlay;
    if (over || options.opponent === 'watch') return;
    const sure = await ask(t('Resign the game?'), t('{side} gives up.', { side: sideName(resigningSide) }), (choose) => [
      h('div', { class: 'ask-actions' }, button(t('Play on'), () => choose(false)), button(t('Resign'), () => choose(true), { classes: 'danger' })),
    ]);
    if (sure) this.#inPlay.resign();
  }

  async #offerDraw() {
    const { over, options, isDrawOffered } = this.#inPlay;
    if (over || options.opponent === 'watch') return;
    if (isDrawOffered) {
      this.#inPlay.agreeOnDraw();
    } else if (this.engineSide) {
      const declined = await this.#inPlay.offerDraw();
      if (!declined) return;
      this.status.tell(declined);
      say(declined);
    } else {
      const agreed = await ask(t('A draw?'), t('Both players must agree.'), (choose) => [
        h('div', { class: 'ask-actions' }, button(t('Play on'), () => choose(false)), button(t('Agreed'), () => choose(true), { classes: 'primary' })),
      ]);
      if (agreed) this.#inPlay.agreeOnDraw();
    }
  }

  /** @param {string} key */
  key(key) {
    const actions = /** @type {Record<string, () => void>} */ ({
      ...stepKeys(this.steps), ...choiceKeys(this.boards),
      h: () => this.#hint(), u: () => this.#takeBack(),
    });
    actions[key]?.();
    return key in actions && key !== 'enter';
  }
}
