// @ts-check
// Openings: the moves of the position that is analysed, with values and games.

import { fill, h } from './dom.js';
import { scoreText } from './engine-lines.js';
import { keepFocus, moveTable } from './move-table.js';
import { keyOf, openingsOf } from './openings.js';
import { set, settings } from './settings.js';
import { t } from './translate.js';

/** @typedef {import('./types').PositionView} PositionView */
/** @typedef {import('./openings.js').OpeningMove} OpeningMove */

/** What White scored, with a bar. @param {number} score */
function scoreCell(score) {
  const bar = h('i', { class: 'score-bar', 'aria-hidden': 'true' });
  bar.style.setProperty('--share', `${score}%`);
  return h('span', { class: 'score-cell' }, t('{n} %', { n: score.toFixed(1) }), bar);
}

export class Explorer {
  /** @type {PositionView | null} */
  #position = null;

  /** @param {import('./analysis.js').AnalysisScreen} screen */
  constructor(screen) {
    this.screen = screen;
    this.note = h('small', { class: 'muted' });
    this.place = h('div', {});
    // What a person does with it is a wish, that it is folded away by itself is none.
    const summary = h('summary', { onclick: () => this.#wish(!this.element.open) }, h('h2', {}, t('Openings')), this.note);
    this.element = /** @type {HTMLDetailsElement} */ (h('details', { class: 'card explorer' }, summary, this.place));
  }

  /** @param {boolean} isOpen */
  #wish(isOpen) {
    set('openings', isOpen);
    if (this.#position && isOpen) this.show(this.#position);
  }

  /** Shows what is known of the position that is seen, unless nobody wants to see it. @param {PositionView} position */
  async show(position) {
    this.#position = position;
    if (!settings.openings) return;
    try {
      const openings = await openingsOf(this.screen.game.name);
      if (position !== this.#position) return;
      const known = openings.moves.get(keyOf(position.fen)) ?? [];
      keepFocus(this.element, () => this.#draw(position, known, openings));
    } catch (error) {
      if (position !== this.#position) return;
      this.note.textContent = '';
      fill(this.place, h('p', { class: 'muted small' }, t('The openings could not be loaded. {says}', { says: /** @type {Error} */ (error).message })));
    }
  }

  /** @param {PositionView} position @param {OpeningMove[]} known @param {import('./openings.js').Openings} openings */
  #draw(position, known, { positions, games }) {
    const rows = known.flatMap(({ text, cp, mate, games: count, score }) => {
      const move = position.moves.find((one) => one.text === text);
      const cells = [scoreText({ cp, mate, chance: 50 }), count ? String(count) : '', score === null ? '' : scoreCell(score)];
      return move ? [{ san: move.san, cells, play: () => this.screen.playMove(move) }] : [];
    });
    this.element.open = rows.length > 0;
    this.note.textContent = rows.length ? '' : t('not known from here');
    if (!rows.length) {
      fill(this.place, h('p', { class: 'muted small' }, t('This position is not among the openings that are known.')));
      return;
    }
    fill(this.place, moveTable(t('Moves of the opening'), [t('Move'), t('Value'), t('Games'), t('White’s score')], rows),
      h('p', { class: 'muted small' }, t('White’s values by {positions} searches, and results of {games} games of the engine against itself, which begin with random moves.', { positions, games })));
  }
}
