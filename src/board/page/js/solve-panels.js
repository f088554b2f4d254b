// @ts-check
// What stands beside a problem: what is to be found, and how many are solved.

import { button, choice, fill, h } from './dom.js';
import { gameLinks } from './home.js';
import { doneOf, tallies } from './problems.js';
import { set, settings } from './settings.js';
import { t } from './translate.js';

/** @typedef {import('./problems.js').Problem} Problem */

/**
 * Choosing a game to solve problems of.
 * @param {import('./main.js').App} app
 * @param {import('./types').GameView[]} games
 */
export function solveHome(app, games) {
  const solvedOf = (/** @type {string} */ game) => Object.values(doneOf(game)).filter(Boolean).length;
  return h('main', { class: 'learn-home', id: 'main' }, h('h1', {}, t('Solve problems')),
    h('p', { class: 'muted' }, t('Positions from games of the engine in which one line wins. Find each move of it.')),
    gameLinks(app, games, 'solve', ({ name }) => t('{n} solved', { n: solvedOf(name) })));
}

export class SolvePanels {
  /**
   * @param {string} game
   * @param {{levelChosen: (level: number) => void, others: () => void}} wishes
   */
  constructor(game, wishes) {
    this.game = game;
    this.wishes = wishes;
    this.task = h('section', { class: 'card solve-task' });
    this.progress = h('section', { class: 'card' });
    this.tallies = h('div', {});
  }

  /** @param {Problem} problem @param {Problem[]} problems all of the game @param {string} goal */
  showTask({ number, id, level }, problems, goal) {
    const done = doneOf(this.game)[id];
    const says = ['', t('tried'), t('solved')][done === undefined ? 0 : done + 1];
    fill(this.task, h('p', { class: 'muted small' }, [t('Problem {n} of {all}', { n: number, all: problems.length }), t('level {n} of 5', { n: level }), says].filter(Boolean).join(' · ')),
      h('h1', {}, goal));
  }

  /** @param {Problem[]} problems all of the game */
  showProgress(problems) {
    const rows = tallies(problems, doneOf(this.game));
    fill(this.tallies, ...rows.map(({ level, all, solved, tried }) => {
      const bar = h('span', { class: 'meter-fill' });
      bar.style.width = `${(100 * solved) / all}%`;
      return h('div', { class: 'meter binds' }, h('span', {}, t('Level {n}', { n: level })), h('span', { class: 'meter-bar', 'aria-hidden': 'true' }, bar),
        h('span', { class: 'meter-text' }, t('{n} of {all}', { n: solved, all }), tried ? h('small', {}, `, ${t('{n} tried', { n: tried })}`) : null));
    }));
    // A choice that stays keeps the focus.
    if (this.progress.children.length) return;
    const levels = [{ value: 0, text: t('All') }, ...rows.map(({ level }) => ({ value: level, text: String(level) }))];
    fill(this.progress, h('h2', {}, t('Solved')), this.tallies, h('h3', {}, t('Levels to solve')),
      choice(t('Levels to solve'), levels, settings.solveLevel, (level) => { set('solveLevel', level); this.wishes.levelChosen(level); }),
      button(t('Other games'), this.wishes.others, { classes: 'quiet wide' }));
  }
}
