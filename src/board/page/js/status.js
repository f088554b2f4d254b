// @ts-check
// The line under the board: one sentence, and what can be done about it.

import { say } from './announce.js';
import { fill, h, icon } from './dom.js';

/** @type {Record<string, string>} */
const ICONS = { alert: 'warn', jump: 'jump', ice: 'snow', end: 'flag', wait: 'dots', '': 'info' };

export class Status {
  /** What is said when nothing else is to be said. */
  #usual = { text: '', tone: '' };

  constructor() {
    this.text = h('p', { class: 'status-text' });
    this.sign = h('span', { class: 'status-sign' });
    this.actions = h('div', { class: 'status-actions' });
    this.element = h('div', { class: 'status' }, this.sign, this.text, this.actions);
  }

  /**
   * Says something for now; nothing brings back what is usually said.
   * @param {string} text
   * @param {string} [tone]
   */
  tell(text, tone = '') {
    const shown = text ? { text, tone } : this.#usual;
    this.element.dataset.tone = shown.tone;
    fill(this.sign, icon(ICONS[shown.tone] ?? 'info'));
    this.text.textContent = shown.text;
    if (text && tone === 'alert') say(text);
  }

  /**
   * What is to be said until something happens.
   * @param {string} text
   * @param {string} [tone]
   */
  settle(text, tone = '') {
    this.#usual = { text, tone };
    this.tell('');
  }

  /** @param {...(HTMLElement | null)} buttons */
  offer(...buttons) {
    fill(this.actions, buttons);
  }
}
