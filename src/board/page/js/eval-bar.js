// @ts-check
// The share of winning chances, as a bar.

import { h } from './dom.js';
import { isForBlack, scoreText } from './engine-lines.js';
import { t } from './translate.js';

export class EvalBar {
  constructor() {
    this.fill = h('i', {});
    this.text = h('b', {});
    this.element = h('div', { class: 'eval-bar', role: 'img', 'aria-label': t('No value yet') }, this.fill, this.text);
    this.show(null);
  }

  /** @param {boolean} flipped */
  setFlipped(flipped) {
    this.element.classList.toggle('flipped', flipped);
  }

  /** @param {import('./types').ScoreView | null} score */
  show(score) {
    const chance = score?.chance ?? 50;
    this.fill.style.height = `${chance}%`;
    this.element.style.setProperty('--white', `${chance}%`);
    this.text.textContent = scoreText(score, 2);
    this.text.className = score && isForBlack(score) ? 'for-black' : 'for-white';
    this.element.setAttribute('aria-label', score
      ? t('{score}: White’s winning chances {n} percent', { score: scoreText(score), n: Math.round(chance) }) : t('No value yet'));
  }
}
