// @ts-check
// What is seen of a game in play: players, boards, status, facts, moves, buttons.

import { offerAgreement } from './agreement.js';
import { clockText } from './clocks.js';
import { button, fill, h, pieceInto } from './dom.js';
import { agreementCard, factCards, poolStrip } from './facts.js';
import { stepButtons } from './move-list.js';
import { onChange } from './settings.js';
import { ViewSwitch } from './view-switch.js';

/** @typedef {import('./types').PositionView} PositionView */
/** @typedef {import('./play.js').Play} Play */

export class PlayScreen {
  /** @type {PositionView | null} */
  #view = null;
  /** Whether the buttons take a draw that the engine has offered. */
  #offered = false;

  /** @param {Play} play */
  constructor(play) {
    this.play = play;
    const steps = {
      first: () => play.goTo(play.game.root),
      back: () => play.goTo(play.shown.parent),
      on: () => play.goTo(play.shown.children[0]),
      last: () => play.goTo(play.game.current),
      flip: () => this.flip(),
    };
    this.steps = steps;
    this.players = [h('div', { class: 'player' }), h('div', { class: 'player' })];
    this.facts = h('aside', { class: 'facts', 'aria-label': 'About this position' });
    this.typed = this.#typedMove();
    this.actions = h('div', { class: 'actions' });
    this.after = h('div', { class: 'after' });
    this.top = h('div', { class: 'player-place' });
    this.bottom = h('div', { class: 'player-place' });
    this.viewSwitch = new ViewSwitch();
    this.element = h('main', { class: 'main three play', id: 'main' },
      this.facts,
      h('div', { class: 'middle' }, this.top, play.boards.element, this.bottom, play.status.element, this.viewSwitch.element),
      h('div', { class: 'side' },
        h('section', { class: 'card moves-card' }, h('h2', {}, 'Moves'), play.list.element, stepButtons(steps), this.typed, this.after),
        this.actions));
    this.#drawActions();
    this.forget = onChange(() => this.showChoice());
  }

  #drawActions() {
    const { play } = this;
    this.#offered = play.engine.offersDraw;
    const watch = play.options.opponent === 'watch';
    fill(this.actions,
      watch ? null : button('Take back', () => play.takeBack(), { icon: 'undo' }),
      watch ? null : button('Hint', () => play.engine.hint(), { icon: 'bulb' }),
      watch ? null : button(this.#offered ? 'Accept draw' : 'Draw', () => play.offerDraw(), { icon: 'draw', classes: this.#offered ? 'primary' : '' }),
      watch ? null : button('Resign', () => play.resign(), { icon: 'flag' }),
      button('Analyse', () => play.app.analyse(play.game), { icon: 'graph' }),
      button('New game', () => play.app.go('#/'), { icon: 'plus' }));
  }

  #typedMove() {
    const input = /** @type {HTMLInputElement} */ (h('input', {
      id: 'typed', autocomplete: 'off', spellcheck: 'false', autocapitalize: 'off', placeholder: 'Type a move: nf3, e2e4',
      'aria-label': 'Type a move', 'aria-describedby': 'typed-error',
    }));
    const error = h('p', { class: 'error', id: 'typed-error', role: 'alert' });
    const form = h('form', { class: 'typed', onsubmit: async (/** @type {Event} */ event) => {
      event.preventDefault();
      const says = await this.#readTyped(input.value);
      error.textContent = says ?? '';
      input.toggleAttribute('aria-invalid', says !== null);
      if (says === null) input.value = '';
    } }, input, error);
    return form;
  }

  /** @param {string} text @returns {Promise<string | null>} what is wrong */
  async #readTyped(text) {
    const { play } = this;
    const view = play.game.current.view;
    if (!text.trim() || !view) return null;
    if (!play.boards.chooser.enabled) return play.over ? 'The game is over.' : 'It is not your turn.';
    try {
      const { text: found } = await play.connection.ask('read_move', { ...play.game.line(), text });
      const move = view.moves.find((one) => one.text === found);
      if (move) {
        play.boards.chooser.clear();
        play.boards.setEnabled(false);
        play.playMove(move);
      }
      return null;
    } catch (error) {
      return /** @type {Error} */ (error).message;
    }
  }

  flip() {
    this.play.boards.setFlipped(!this.play.boards.flipped);
    this.#placePlayers();
  }

  /** @param {PositionView} view */
  show(view) {
    this.#view = view;
    this.viewSwitch.show(view);
    this.play.list.show(this.play.game, this.play.shown);
    this.#drawPlayers(view);
    // Buttons that stay keep the focus.
    if (this.#offered !== this.play.engine.offersDraw) this.#drawActions();
    this.#placePlayers();
    this.showChoice();
    fill(this.after, this.play.over ? h('p', { class: 'result' }, h('b', {}, this.play.over.result), ` ${this.play.over.says}`) : null);
    this.play.app.title(view);
  }

  /** The cards and buttons that depend on what is being chosen. */
  showChoice() {
    const view = this.#view;
    if (!view) return;
    const { chooser } = this.play.boards;
    const canOffer = chooser.enabled && !this.play.over;
    const agreement = agreementCard(view, this.play.words, canOffer ? () => offerAgreement(this.play) : null);
    fill(this.facts, factCards(view, this.play.words, { tried: chooser.triedMove, agreement }));
    if (chooser.inChain) {
      const here = chooser.route[chooser.route.length - 1];
      const stop = button(`Stop on ${here}`, () => chooser.stop(), { classes: 'primary', key: 'Enter' });
      stop.disabled = !chooser.complete.length;
      this.play.status.offer(stop, button('Back one jump', () => chooser.back(), { icon: 'undo', key: 'Bksp' }));
    } else if (!this.play.boards.picker) {
      this.play.status.offer();
    }
  }

  /** @param {PositionView} view */
  #drawPlayers(view) {
    const { play } = this;
    [0, 1].forEach((side) => {
      const name = side ? 'black' : 'white';
      const isEngine = play.isEngine(/** @type {any} */ (name));
      const king = view.boards.squares.some((board) => /[Kk]/.test(board)) ? 'K' : 'R';
      const colour = side ? 'Black' : 'White';
      const who = isEngine ? 'Galaverna' : play.options.opponent === 'engine' ? 'You' : colour;
      const strength = play.options.elo ? `Strength ${play.options.elo}` : 'Full strength';
      const note = isEngine ? strength : view.turn === name && !play.over ? 'To move' : who === colour ? '' : colour;
      fill(this.players[side],
        h('span', { class: 'avatar' }, pieceInto(side ? king.toLowerCase() : king)),
        h('span', { class: 'player-name' }, who, note ? h('small', {}, note) : null),
        h('span', { class: 'grow' }),
        poolStrip(view, side ? 1 : 0),
        play.clocks ? h('span', { class: 'clock', role: 'timer', 'aria-label': `${side ? 'Black' : 'White'}’s clock` }) : null);
    });
    this.showClocks();
  }

  #placePlayers() {
    const [top, bottom] = this.play.boards.flipped ? [0, 1] : [1, 0];
    fill(this.top, this.players[top]);
    fill(this.bottom, this.players[bottom]);
  }

  showClocks() {
    const { clocks } = this.play;
    if (!clocks) return;
    this.players.forEach((player, side) => {
      const clock = player.querySelector('.clock');
      if (!clock) return;
      clock.textContent = clockText(clocks.remaining(side));
      clock.classList.toggle('running', clocks.running === side);
    });
  }
}
