// @ts-check
// The card of a study's chapters: choose, add, rename, delete, save all.

import { ask } from './ask.js';
import { button, fill, h } from './dom.js';
import { Game } from './game.js';
import { PGN, saveFile } from './save-file.js';
import { MOST_CHAPTERS } from './study.js';
import { t } from './translate.js';

/** @typedef {import('./study.js').Study} Study */

export class Chapters {
  /** @param {import('./analysis.js').AnalysisScreen} screen */
  constructor(screen) {
    this.screen = screen;
    this.study = screen.study;
    this.list = h('ol', { class: 'chapters' });
    this.tools = h('div', { class: 'edits' });
    this.element = h('section', { class: 'card', 'aria-label': t('Chapters') }, this.list, this.tools);
    this.show();
  }

  show() {
    const { study, screen } = this;
    const several = study.games.length > 1;
    fill(this.list, ...(several ? study.games : []).map((game, index) => h('li', {}, h('button', {
      type: 'button', class: 'move', 'aria-current': index === study.at ? 'true' : null, onclick: () => this.#choose(index),
    }, `${index + 1}. ${study.nameOf(index)}`))));
    const add = button(t('Add a chapter'), () => this.#add(), { icon: 'plus', classes: 'tiny' });
    add.disabled = study.games.length >= MOST_CHAPTERS;
    fill(this.tools, add,
      several && button(t('Rename'), () => this.#rename(), { icon: 'edit', classes: 'tiny' }),
      several && button(t('Delete chapter'), () => this.#delete(), { icon: 'bin', classes: 'tiny' }),
      several && button(t('Save all'), async () => saveFile(await study.pgn(), 'chapters.pgn', PGN), { icon: 'file', classes: 'tiny' }));
  }

  /** @param {number} index */
  #choose(index) {
    this.study.at = index;
    this.screen.app.analyseStudy(this.study);
  }

  /** A step to the chapter before or after. @param {number} step */
  step(step) {
    const to = this.study.at + step;
    if (this.study.games[to]) this.#choose(to);
  }

  async #add() {
    const { game } = this.screen;
    const name = nameField('');
    const from = await ask(t('A new chapter'), '', (choose) => [name, h('div', { class: 'ask-actions' },
      button(t('Cancel'), () => choose(null)),
      button(t('From this position'), () => choose('here')),
      button(t('From the start'), () => choose('start'), { classes: 'primary' }))]);
    if (!from) return;
    const fen = from === 'here' ? (await game.position()).fen : null;
    this.study.add(new Game(game.connection, game.name, { fen, rules: game.rules }));
    this.study.rename(this.study.at, name.value);
    this.screen.app.analyseStudy(this.study);
  }

  async #rename() {
    const { study } = this;
    const name = nameField(study.nameOf(study.at));
    const isWished = await ask(t('The name of the chapter'), '', (choose) => [name, h('div', { class: 'ask-actions' },
      button(t('Cancel'), () => choose(null)), button(t('Rename'), () => choose(true), { classes: 'primary' }))]);
    if (!isWished) return;
    study.rename(study.at, name.value);
    this.show();
  }

  async #delete() {
    const { study } = this;
    const isWished = await ask(t('Delete the chapter?'), t('“{name}” goes with all its moves.', { name: study.nameOf(study.at) }), (choose) => [h('div', { class: 'ask-actions' },
      button(t('Keep it'), () => choose(null)), button(t('Delete it'), () => choose(true), { classes: 'danger' }))]);
    if (!isWished) return;
    study.remove();
    this.screen.app.analyseStudy(study);
  }
}

/** @param {string} value */
const nameField = (value) => /** @type {HTMLInputElement} */ (h('input', { 'aria-label': t('Name'), maxlength: 100, value, autocomplete: 'off' }));
