// @ts-check
// The switch under the board that lets a finger or the keyboard draw: a drag is an arrow, a
// tap a circle; Enter on two squares, or twice on one.

import { COLOURS } from './drawings.js';
import { button, choice, fill, h } from './dom.js';

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
    const pen = button('Draw', () => this.toggle(), { icon: 'pen', classes: 'tiny', key: 'D' });
    pen.setAttribute('aria-pressed', String(isOn));
    const colours = Object.entries(COLOURS).map(([value, text]) => ({ value: /** @type {Colour} */ (value), text }));
    const group = isOn ? choice('Colour', colours, this.colour, (colour) => { this.colour = colour; this.boards.pen = colour; }, 'pens') : null;
    fill(this.element, pen, group, drawings.length ? button('Clear', this.clear, { icon: 'bin', classes: 'tiny' }) : null,
      isOn ? h('span', { class: 'muted small' }, 'Drag for an arrow, tap for a circle; the same again takes it away.') : null);
    if (hadFocus) pen.focus();
  }

  toggle() {
    this.boards.pen = this.boards.pen === null ? this.colour : null;
    this.boards.chooser.cancel();
    this.show(this.boards.drawings);
  }
}
