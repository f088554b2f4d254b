// @ts-check
// What stands beside a problem: what is to be found, what can be done, and how many are solved.

import { button, choice, fill, h } from './dom.js';
import { gameLinks } from './home.js';
import { sideName } from './pieces.js';
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

/** What is to be reached, as a sentence. @param {Problem | null} problem @param {import('./types').Side} turn who solves it */
export function goalOf(problem, turn) {
  const side = sideName(turn);
  const wins = problem?.wins;
  return wins ? t('{side} moves and wins in {n}.', { side, n: wins }) : t('{side} moves and wins material.', { side });
}

/** What is to be found after so many plies. @param {Problem | null} problem @param {number} ply @param {import('./types').Side} turn */
export function taskOf(problem, ply, turn) {
  const side = sideName(turn);
  const wins = problem?.wins;
  return wins ? t('Find a move that wins in {n} for {side}.', { n: wins - ply / 2, side }) : t('Find the best move for {side}.', { side });
}

export class SolvePanels {
  /**
   * @param {string} game
   * @param {{levelChosen: (level: number) => void, others: () => void, hint: () => void, solve: () => void, again: () => void, analyse: () => void, next: () => void}} wishes
   */
  constructor(game, wishes) {
    this.game = game;
    this.wishes = wishes;
    this.task = h('section', { class: 'card solve-task' });
    this.actions = h('div', { class: 'actions' });
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

  /** @param {boolean} isOver whether the solution is through */
  showActions(isOver) {
    const { wishes } = this;
    const hint = button(t('Hint'), wishes.hint, { icon: 'bulb' });
    const solution = button(t('Solution'), wishes.solve, { icon: 'eye' });
    hint.disabled = isOver;
    solution.disabled = isOver;
    const focused = [...this.actions.children].indexOf(/** @type {Element} */ (document.activeElement));
    fill(this.actions, hint, solution,
      button(t('Again'), wishes.again, { icon: 'undo' }),
      button(t('Analyse'), wishes.analyse, { icon: 'graph' }),
      button(t('Next'), wishes.next, { icon: 'on', classes: isOver ? 'primary' : '' }));
    // Buttons that stay keep the focus.
    /** @type {HTMLElement | undefined} */ (this.actions.children[focused])?.focus();
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
