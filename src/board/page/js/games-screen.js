// @ts-check
// The list of past games and analyses: searched, opened, exported, deleted.

import { say } from './announce.js';
import { ask } from './ask.js';
import { button, fill, h } from './dom.js';
import { fromText } from './game.js';
import { miniature } from './home.js';
import { MOST_KEPT } from './library.js';
import { PGN, saveFile } from './save-file.js';
import { Study } from './study.js';
import { dateText, plural, t } from './translate.js';

/** @typedef {import('./library.js').Kept} Kept */

/** So many are shown at once. */
const SHOWN = 24;

/** So many games are written as PGN at once. */
const WRITTEN_AT_ONCE = 16;

const KINDS = [['', t('All')], ['game', t('Games')], ['analysis', t('Analyses')]];
const RESULTS = [['', t('Any result')], ['1-0', t('White won')], ['0-1', t('Black won')], ['1/2-1/2', t('Drawn')], ['*', t('Not ended')]];

/** The day of a time here, as a field for dates has it. @param {number} date */
function day(date) {
  const here = new Date(date);
  return [here.getFullYear(), here.getMonth() + 1, here.getDate()].map((part) => String(part).padStart(2, '0')).join('-');
}

/** @param {Kept} kept */
const nameOf = ({ kind, white, black, text }) => text.tags.find(([name]) => name === 'ChapterName')?.[1] || (white || black ? `${white || '?'} – ${black || '?'}` : kind === 'analysis' ? t('An analysis') : t('A game'));

/** The tags of a game that has none of its own yet. @param {Kept} kept @returns {[string, string][]} */
function tagsOf({ text, white, black, date }) {
  /** @type {[string, string][]} */
  const own = [['White', white || '?'], ['Black', black || '?'], ['Date', day(date).replaceAll('-', '.')]];
  return [...text.tags, ...own.filter(([name]) => !text.tags.some(([other]) => other === name))];
}

/** @param {import('./main.js').App} app */
export const gamesScreen = (app) => new GamesScreen(app);

class GamesScreen {
  /** @type {Kept[]} */
  #all = [];
  #shown = SHOWN;
  wishes = { text: '', kind: '', game: '', result: '', from: '', to: '' };

  /** @param {import('./main.js').App} app */
  constructor(app) {
    this.app = app;
    this.about = h('p', { class: 'muted' });
    this.count = h('p', { class: 'muted small', role: 'status' });
    this.list = h('ul', { class: 'kept-list' });
    this.more = h('div', { class: 'centred' });
    this.exportAll = button(t('Save as PGN'), () => this.#export(), { icon: 'file' });
    this.deleteAll = button(t('Delete all'), () => this.#deleteAll(), { icon: 'bin' });
    const games = [['', t('All games')], ...app.hello.games.map(({ name, title }) => [name, title])];
    this.element = h('main', { class: 'kept', id: 'main' },
      h('h1', {}, t('Your games')), this.about,
      h('section', { class: 'card kept-search', role: 'search', 'aria-label': t('Your games') },
        h('label', { class: 'wide' }, t('Search'), h('input', {
          type: 'search', autocomplete: 'off', spellcheck: 'false', placeholder: t('Names, a game, moves such as Nf3 d5'),
          oninput: (/** @type {Event} */ event) => this.#wish('text', event),
        })),
        this.#select(t('Kind'), 'kind', KINDS), this.#select(t('Game'), 'game', games), this.#select(t('Result'), 'result', RESULTS),
        this.#date(t('From'), 'from'), this.#date(t('Until'), 'to')),
      h('div', { class: 'kept-head' }, this.count, h('span', { class: 'grow' }), this.exportAll, this.deleteAll),
      this.list, this.more);
    this.#load();
  }

  /** @param {string} text @param {keyof GamesScreen['wishes']} name @param {string[][]} choices */
  #select(text, name, choices) {
    return h('label', {}, text, h('select', { onchange: (/** @type {Event} */ event) => this.#wish(name, event) },
      ...choices.map(([value, words]) => h('option', { value }, words))));
  }

  /** @param {string} text @param {keyof GamesScreen['wishes']} name */
  #date(text, name) {
    return h('label', {}, text, h('input', { type: 'date', onchange: (/** @type {Event} */ event) => this.#wish(name, event) }));
  }

  /** @param {keyof GamesScreen['wishes']} name @param {Event} event */
  #wish(name, event) {
    this.wishes[name] = /** @type {HTMLInputElement} */ (event.target).value;
    this.#shown = SHOWN;
    this.#draw();
  }

  async #load() {
    this.#all = await this.app.library.all();
    const { isRefused } = this.app.library;
    this.about.classList.toggle('error', isRefused);
    this.about.textContent = isRefused
      ? t('This browser lets the page keep nothing, as in a private window: what is here is gone when the tab is closed.')
      : t('Every game from its first move on, and every analysis, is kept in this browser and nowhere else: the newest {n}.', { n: MOST_KEPT });
    this.#draw();
  }

  /** What the wishes leave. */
  get #found() {
    const { text, kind, game, result, from, to } = this.wishes;
    const words = text.toLowerCase().split(/\s+/).filter(Boolean);
    return this.#all.filter((kept) => {
      const on = day(kept.date);
      if ((kind && kept.kind !== kind) || (game && kept.text.game !== game) || (result && kept.result !== result)) return false;
      if ((from && on < from) || (to && on > to)) return false;
      const says = [nameOf(kept), kept.kind, this.app.info(kept.text.game).title, kept.result, kept.says, on, dateText(kept.date), ...kept.sans,
        ...kept.text.tags.map(([, value]) => value)].join(' ').toLowerCase();
      return words.every((word) => says.includes(word));
    });
  }

  #draw() {
    const found = this.#found;
    this.count.textContent = !this.#all.length ? t('Nothing yet. Play a game, or analyse one.')
      : found.length === this.#all.length ? t('{n} kept', { n: found.length }) : t('{n} of {all}', { n: found.length, all: this.#all.length });
    this.exportAll.disabled = !found.length;
    this.deleteAll.disabled = !this.#all.length;
    fill(this.list, ...found.slice(0, this.#shown).map((kept) => this.#row(kept)));
    fill(this.more, found.length > this.#shown && button(t('Show more ({n})', { n: found.length - this.#shown }), () => { this.#shown += SHOWN; this.#draw(); }));
  }

  /** @param {Kept} kept */
  #row(kept) {
    const { kind, text, sans, boards, result, says, date } = kept;
    const { title, start } = this.app.info(text.game);
    const ended = kind === 'game' ? (result === '*' ? t('not ended') : `${result}. ${says}`) : result === '*' ? t('analysis') : t('analysis, {result}', { result });
    const count = Math.ceil(sans.length / 2);
    const moves = plural('1 move', '{n} moves', { n: count });
    return h('li', { class: 'card kept-row' },
      h('button', { type: 'button', class: 'kept-open', onclick: () => this.app.open(kept) },
        miniature(boards ?? start),
        h('span', { class: 'kept-words' }, h('b', {}, nameOf(kept)), h('span', {}, `${title} · ${ended}`),
          h('small', {}, `${dateText(date)} · ${moves}`), h('small', { class: 'kept-line' }, sans.slice(0, 12).join(' ')))),
      button('', () => this.#delete(kept), { icon: 'bin', classes: 'quiet', label: t('Delete {name}, {date}', { name: nameOf(kept), date: dateText(date) }) }));
  }

  /** @param {Kept} kept */
  async #delete(kept) {
    const sure = await ask(t('Delete it?'), t('{name}, {date}. It cannot be brought back.', { name: nameOf(kept), date: dateText(kept.date) }), (choose) => [
      h('div', { class: 'ask-actions' }, button(t('Keep it'), () => choose(false)), button(t('Delete'), () => choose(true), { classes: 'danger' })),
    ]);
    if (!sure) return;
    await this.app.library.remove(kept.id);
    say(t('Deleted.'));
    await this.#load();
  }

  async #deleteAll() {
    const sure = await ask(t('Delete everything?'), t('All {n} games and analyses of this browser go, also those that the search leaves out.', { n: this.#all.length }), (choose) => [
      h('div', { class: 'ask-actions' }, button(t('Keep them'), () => choose(false)), button(t('Delete all'), () => choose(true), { classes: 'danger' })),
    ]);
    if (!sure) return;
    await this.app.library.clear();
    say(t('All deleted.'));
    await this.#load();
  }

  /** All that is found as one PGN file. */
  async #export() {
    const found = this.#found;
    const texts = [];
    let failed = 0;
    this.exportAll.disabled = true;
    for (let from = 0; from < found.length; from += WRITTEN_AT_ONCE) {
      this.count.textContent = t('Writing {n} of {all}…', { n: from + 1, all: found.length });
      texts.push(...await Promise.all(found.slice(from, from + WRITTEN_AT_ONCE).map((kept) => {
        const game = fromText(this.app.connection, { ...kept.text, tags: tagsOf(kept) });
        return Study.pgn(game).catch(() => { failed += 1; return ''; });
      })));
    }
    saveFile(texts.filter(Boolean).join('\n'), 'galaverna-games.pgn', PGN);
    this.#draw();
    if (failed) this.count.textContent = t('{n} could not be written.', { n: failed });
  }
}
