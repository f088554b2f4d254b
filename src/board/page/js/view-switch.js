// @ts-check
// Two boards side by side, or merged into one.

import { choice, fill, h } from './dom.js';
import { set, settings } from './settings.js';
import { t } from './translate.js';

const CHOICES = [{ value: false, text: t('Two boards') }, { value: true, text: t('Merged') }];

/** A switch that is seen in games with two boards. */
export class ViewSwitch {
  constructor() {
    this.element = h('div', { class: 'view-switch', hidden: true });
  }

  /** @param {import('./types').PositionView} position */
  show(position) {
    const twofold = position.boards.squares.length > 1;
    if (this.element.hidden !== twofold) return;
    this.element.hidden = !twofold;
    fill(this.element, choice(t('Boards'), CHOICES, settings.merged, (value) => set('merged', value)),
      h('p', { class: 'small muted' }, t('A piece that moves arrives on the same square of the other board. Only pieces of its own board stand in its way.')));
  }
}
