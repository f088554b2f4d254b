// @ts-check
// The two players beside the boards: who they are, their clocks and pools.

import { clockText } from './clocks.js';
import { fill, h, pieceInto } from './dom.js';
import { poolStrip } from './facts.js';
import { materialStrip } from './material.js';
import { sideName } from './pieces.js';
import { engineName } from './players.js';
import { t } from './translate.js';

/** @typedef {import('./types').PositionView} PositionView */

const SIDES = /** @type {const} */ (['white', 'black']);

/**
 * What they tell of: a game in play here, or one between two machines.
 * @typedef {object} Told
 * @property {import('./game.js').Game} game
 * @property {import('./clocks.js').Clocks | null} clocks
 * @property {{opponent: string, elo: number | null, engine?: string | null}} options
 * @property {object | null} over
 * @property {(side: import('./types').Side) => boolean} isEngine
 * @property {(side: import('./types').Side) => string} [nameOf] what people are called
 */

/**
 * Two sides of which nothing is told but what they have lost and what is in their pools.
 * @param {() => import('./game.js').Game} game what is shown of it
 * @returns {Told}
 */
export const bareSides = (game) => ({
  clocks: null, over: null, isEngine: () => false, options: { opponent: 'people', elo: null },
  get game() { return game(); },
});

export class PlayerBars {
  #bars = SIDES.map(() => h('div', { class: 'player' }));

  /** @param {Told} inPlay */
  constructor(inPlay) {
    this.inPlay = inPlay;
    this.top = h('div', { class: 'player-place' });
    this.bottom = h('div', { class: 'player-place' });
  }

  /** Puts each player beside their own end of the board. @param {boolean} flipped */
  place(flipped) {
    const [white, black] = this.#bars;
    fill(this.top, flipped ? white : black);
    fill(this.bottom, flipped ? black : white);
  }

  /** @param {PositionView} position */
  show(position) {
    const { clocks, options, over } = this.inPlay;
    const king = position.boards.squares.some((board) => /[Kk]/.test(board)) ? 'K' : 'R';
    SIDES.forEach((side, index) => {
      const colour = sideName(side);
      const isEngine = this.inPlay.isEngine(side);
      const who = this.inPlay.nameOf?.(side) ?? (isEngine ? engineName(options.engine) : options.opponent === 'engine' ? t('You') : colour);
      const strength = options.engine ? t('Another engine') : options.elo ? t('Strength {elo}', { elo: String(options.elo) }) : t('Full strength');
      const note = isEngine ? strength : position.turn === side && !over ? t('To move') : who === colour ? '' : colour;
      fill(this.#bars[index],
        h('span', { class: 'avatar' }, pieceInto(index ? king.toLowerCase() : king)),
        h('span', { class: 'player-name grow' }, who, h('span', { class: 'player-note' }, note ? h('small', {}, note) : null,
          materialStrip(this.#start(position), position.boards.squares, index === 0))),
        poolStrip(position, index ? 1 : 0),
        clocks ? h('span', { class: 'clock', role: 'timer', 'aria-label': t('{side}’s clock', { side: colour }) }) : null);
    });
    this.showClocks();
  }

  /** The boards that the game began with. @param {PositionView} position one of its own */
  #start(position) {
    return (this.inPlay.game.root.position ?? position).boards.squares;
  }

  showClocks() {
    const { clocks } = this.inPlay;
    if (!clocks) return;
    this.#bars.forEach((bar, side) => {
      const clock = bar.querySelector('.clock');
      if (!clock) return;
      clock.textContent = clockText(clocks.remaining(side));
      clock.classList.toggle('running', clocks.running === side);
    });
  }
}
