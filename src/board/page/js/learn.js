// @ts-check
// Learning a game by playing with positions.

import { say } from './announce.js';
import { BoardSet } from './board-set.js';
import { letterAt } from './boards.js';
import { chainButtons, choiceKeys } from './choice.js';
import { button, fill, h, icon } from './dom.js';
import { Game } from './game.js';
import { gameLinks, sorted } from './home.js';
import { arrowOf } from './position-marks.js';
import { set, settings } from './settings.js';
import { Status } from './status.js';
import { t } from './translate.js';
import { wordsOf } from './words.js';

/** @typedef {import('./page').Step} Step */
/** @typedef {import('./types').PositionView} PositionView */

/** How long the engine thinks of a move, in milliseconds. */
const THINKING = 300;

/**
 * Choosing a game to learn.
 * @param {import('./main.js').App} app
 * @param {import('./types').GameView[]} games
 */
function learnHome(app, games) {
  return h('main', { class: 'learn-home', id: 'main' }, h('h1', {}, t('Learn a game')),
    h('p', { class: 'muted' }, t('A few positions each, to be played with. You can leave and come back.')),
    gameLinks(app, games.filter(({ about }) => about?.steps.length), 'learn', ({ name, about }) => {
      const done = settings.learnt[name]?.length ?? 0;
      return done ? t('{n} of {all} steps done', { n: done, all: about?.steps.length ?? 0 }) : t('{n} steps', { n: about?.steps.length ?? 0 });
    }));
}

/**
 * The lessons of a game, or the choice of games.
 * @param {import('./main.js').App} app @param {import('./main.js').Wish} wish
 */
export const learnScreen = (app, { info }) => (info ? new LearnScreen(app, info) : { element: learnHome(app, sorted(app.hello.games)) });

class LearnScreen {
  #index = 0;
  /** @type {Set<string>} squares found */
  #found = new Set();
  #solved = false;
  /** The search of the engine's move. @type {number | null} */
  #thinking = null;

  /**
   * @param {import('./main.js').App} app
   * @param {import('./types').GameView} info
   */
  constructor(app, info) {
    this.app = app;
    this.info = info;
    this.steps = app.about(info.name)?.steps ?? [];
    this.game = new Game(app.connection, info.name);
    this.status = new Status();
    this.boards = new BoardSet({ chosen: (move) => this.#played(move), tell: (text, tone) => this.status.tell(text, tone), changed: () => this.#offerChain() }, wordsOf(info.about));
    this.course = h('section', { class: 'card' });
    this.lesson = h('section', { class: 'card lesson' });
    this.element = h('main', { class: 'main two learn', id: 'main' },
      h('div', { class: 'middle' }, this.boards.element, this.status.element), h('div', { class: 'side' }, this.lesson, this.course));
    app.header.title(info.title);
    const done = settings.learnt[info.name] ?? [];
    const first = this.steps.findIndex((_, index) => !done.includes(index));
    this.open(Math.max(0, first));
  }

  /** @param {number} index */
  async open(index) {
    const step = this.steps[index];
    if (!step) return;
    this.leave();
    this.#index = index;
    this.#solved = false;
    this.#found = new Set();
    this.game = new Game(this.app.connection, this.info.name, { fen: step.fen });
    for (const text of step.moves ?? []) this.game.add(text, text);
    const { goal } = step;
    this.boards.extraMarks = [];
    this.boards.extraArrows = [];
    this.boards.picker = goal.squares ? (place) => this.#pick(place.square) : null;
    this.#drawCourse();
    this.#drawLesson();
    const position = await this.game.position();
    this.boards.enabled = !goal.squares && !goal.read;
    this.status.settle(step.task || t('Read, and go on.'));
    const seen = step.hidden && position.countdown ? { ...position, countdown: { ...position.countdown, near: false } } : position;
    await this.boards.show(seen, { move: await this.game.moveOf(this.game.current) });
  }

  /** Nobody waits for the engine's move any more. */
  leave() {
    if (this.#thinking !== null) this.app.connection.cancel(this.#thinking);
    this.#thinking = null;
  }

  get step() {
    return this.steps[this.#index];
  }

  #offerChain() {
    this.status.offer(...chainButtons(this.boards.chooser));
  }

  /** @param {import('./types').MoveView} move */
  async #played(move) {
    this.leave();
    this.#offerChain();
    this.boards.extraArrows = [];
    const before = this.boards.position;
    this.game.add(move.text, move.san, move);
    this.boards.enabled = false;
    const { game } = this;
    const position = await game.position();
    await this.boards.show(position, { move, animate: true });
    if (game !== this.game) return;
    const { goal } = this.step;
    if (goal.defended) {
      this.#defend(position);
      return;
    }
    const moved = before && letterAt(before.boards.squares, move.from)?.toUpperCase();
    const right = goal.any || goal.moves?.includes(move.text) || (goal.piece && goal.piece === moved)
      || (goal.winner && position.outcome?.winner === goal.winner);
    if (right) this.#solve();
    else this.#again(t('{move} is a legal move, but not what is asked for.', { move: move.san }));
  }

  /**
   * Goes on after a move of the person's in an ending: the engine makes the other side's, by
   * the endgame tables where there are some.
   * @param {PositionView} position
   */
  #defend(position) {
    if (this.#isOver(position)) return;
    this.status.settle(t('Galaverna thinks.'));
    this.#think(async (text) => {
      const { game } = this;
      const move = position.moves.find((one) => one.text === text) ?? null;
      game.add(text, move?.san ?? text, move);
      const after = await game.position();
      await this.boards.show(after, { move, animate: true });
      if (game !== this.game) return;
      if (move) say(`${move.says}.`);
      if (this.#isOver(after)) return;
      this.boards.setEnabled(true);
      this.status.settle([after.check?.says, t('Your turn.')].filter(Boolean).join(' '));
    });
  }

  /** Whether an ending is over; then it is won, or to be tried again. @param {PositionView} position */
  #isOver({ outcome }) {
    if (!outcome) return false;
    if (outcome.winner === this.step.goal.winner) this.#solve();
    else this.#again(outcome.says);
    return true;
  }

  /** Asks the engine for a move. @param {(text: string) => void} hear */
  #think(hear) {
    this.leave();
    this.#thinking = this.app.connection.follow('search', { ...this.game.line(), move_time: THINKING, lines: 1 }, 'done', (reply) => {
      if (reply.type !== 'done') return;
      this.#thinking = null;
      if (reply.best) hear(reply.best);
    }, (error) => { this.#thinking = null; this.#again(error.message); });
  }

  /** @param {string} square */
  #pick(square) {
    const wanted = this.step.goal.squares ?? [];
    if (this.#solved) return;
    if (!wanted.includes(square)) {
      this.status.tell(t('{square} is not one of them.', { square }), 'alert');
      return;
    }
    this.#found.add(square);
    this.boards.extraMarks = [...this.#found].map((one) => ({ at: { board: 0, square: one }, kind: 'selected' }));
    this.boards.draw();
    this.status.tell(`${t('{square} is right.', { square })} ${t('{n} of {all}', { n: this.#found.size, all: wanted.length })}.`);
    say(t('{square} is right.', { square }));
    if (this.#found.size === wanted.length) this.#solve();
  }

  #solve() {
    this.#solved = true;
    const done = new Set(settings.learnt[this.info.name] ?? []);
    set('learnt', { ...settings.learnt, [this.info.name]: [...done.add(this.#index)] });
    const { done: text } = this.step;
    this.status.settle(text || t('Done.'), 'end');
    say(text);
    this.#drawCourse();
    this.#drawLesson();
  }

  /** @param {string} text */
  #again(text) {
    this.status.settle(text, 'alert');
    this.status.offer(button(t('Try again'), () => this.open(this.#index), { classes: 'primary' }));
    say(text);
  }

  /** Shows what is asked for. */
  #showAnswer() {
    const { goal } = this.step;
    const position = this.boards.position;
    if (goal.defended) {
      if (this.boards.enabled) this.#think((text) => this.#point(position?.moves.find((one) => one.text === text)));
      return;
    }
    const move = position?.moves.find((one) => goal.moves?.includes(one.text))
      ?? position?.moves.find((one) => goal.winner && (one.san.endsWith('#') || one.event));
    if (goal.squares) {
      this.boards.extraMarks = goal.squares.map((square) => ({ at: { board: 0, square }, kind: 'selected' }));
    }
    this.#point(move);
  }

  /** Draws an arrow for a move. @param {import('./types').MoveView | undefined} move */
  #point(move) {
    if (move) this.boards.extraArrows = [arrowOf(move, 'hint')];
    this.boards.draw();
  }

  #drawCourse() {
    const done = settings.learnt[this.info.name] ?? [];
    fill(this.course, h('h2', {}, this.info.title), h('ol', { class: 'course' }, ...this.steps.map((step, index) => {
      const isDone = done.includes(index) && index !== this.#index;
      return h('li', { class: isDone ? 'done' : '' }, h('button', {
        type: 'button', 'aria-current': index === this.#index ? 'step' : null, onclick: () => this.open(index),
      }, h('span', { class: 'bullet' }, isDone ? icon('check') : String(index + 1)), step.title));
    })));
  }

  #drawLesson() {
    const { step } = this;
    const last = this.#index === this.steps.length - 1;
    const ready = this.#solved || step.goal.read;
    const next = last ? button(t('Play the game'), () => this.app.startGame(this.info.name), { icon: 'play', classes: ready ? 'primary wide' : 'wide' })
      : button(t('Next'), () => this.#goOn(), { icon: 'on', classes: ready ? 'primary wide' : 'wide' });
    fill(this.lesson, h('p', { class: 'muted small' }, t('Step {n} of {all}', { n: this.#index + 1, all: this.steps.length })), h('h1', {}, step.title),
      ...step.text.map((text) => h('p', {}, text)),
      step.task ? h('div', { class: 'task' }, h('h2', {}, step.task),
        this.#solved ? h('p', { class: 'task-says' }, icon('check'), step.done) : null) : null,
      next, h('div', { class: 'pair' },
        button(t('Back'), () => this.open(this.#index - 1), { icon: 'back' }),
        button(t('Again'), () => this.open(this.#index), { icon: 'undo' }),
        button(t('Show me'), () => this.#showAnswer(), { icon: 'bulb' })));
  }

  #goOn() {
    if (this.step.goal.read && !this.#solved) this.#solve();
    this.open(this.#index + 1);
  }

  /** @param {string} key */
  key(key) {
    const actions = /** @type {Record<string, () => void>} */ ({
      ...choiceKeys(this.boards),
      f: () => this.boards.setFlipped(!this.boards.flipped), '.': () => this.#goOn(), ',': () => this.open(this.#index - 1), h: () => this.#showAnswer(),
    });
    actions[key]?.();
    return key in actions && key !== 'enter';
  }
}
