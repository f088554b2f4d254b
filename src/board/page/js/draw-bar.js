// @ts-check
// The switch under the board that lets a finger or the keyboard draw: a drag is an arrow, a
// tap a circle; Enter on two squares, or twice on one.

import { COLOUR_NAMES } from './drawings.js';
import { button, choice, fill, h } from './dom.js';
import { t } from './translate.js';

/** @typedef {import('./drawings.js').Colour} Colour */

export class DrawBar {
  /**
   * @param {import('./board-set.js').BoardSet} boards
   * @param {() => void} clear takes all drawings off the position
   */
  constructor(boards, clear) {
    this.boards = boards;
    this.clear = clear;
    /** @type {Colour} */
    this.colour = 'G';
    this.element = h('div', { class: 'draw-bar' });
    this.show([]);
  }

  /** @param {import('./drawings.js').Drawing[]} drawings those of the position */
  show(drawings) {
    const isOn = this.boards.pen !== null;
    const hadFocus = this.element.contains(document.activeElement);
    const pen = button(t('Draw|with a pen'), () => this.toggle(), { icon: 'pen', classes: 'tiny', key: 'D' });
    pen.setAttribute('aria-pressed', String(isOn));
    const colours = Object.entries(COLOUR_NAMES).map(([value, text]) => ({ value: /** @type {Colour} */ (value), text }));
    const group = isOn ? choice(t('Colour'), colours, this.colour, (colour) => { this.colour = colour; this.boards.pen = colour; }, 'pens') : null;
    fill(this.element, pen, group, drawings.length ? button(t('Clear'), this.clear, { icon: 'bin', classes: 'tiny' }) : null,
      isOn ? h('span', { class: 'muted small' }, t('Drag for an arrow, tap for a circle; the same again takes it away.')) : null);
    if (hadFocus) pen.focus();
  }

  toggle() {
    this.boards.pen = this.boards.pen === null ? this.colour : null;
    this.boards.chooser.cancel();
    this.show(this.boards.drawings);
  }
}
