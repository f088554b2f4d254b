// @ts-check
// Solving problems: a position in which one line wins. The page has the line, and plays the
// other side's moves of it.

import { say } from './announce.js';
import { BoardSet } from './board-set.js';
import { chainButtons, choiceKeys } from './choice.js';
import { button, fill, h } from './dom.js';
import { factCards } from './facts.js';
import { Game } from './game.js';
import { sorted } from './home.js';
import { MoveList } from './move-list.js';
import { sideName } from './pieces.js';
import { PlayerBars, bareSides } from './player-bars.js';
import { doneOf, keepDone, nextNumber, problemsOf } from './problems.js';
import { settings } from './settings.js';
import { SolvePanels, goalOf, solveHome, taskOf } from './solve-panels.js';
import { playSound } from './sounds.js';
import { Status } from './status.js';
import { stepButtons, stepKeys } from './steps.js';
import { t } from './translate.js';
import { TypedMove, readTyped } from './typed-move.js';
import { ViewSwitch } from './view-switch.js';
import { wordsOf } from './words.js';

/** @typedef {import('./game.js').Node} Node */
/** @typedef {import('./problems.js').Problem} Problem */

/** How long a wrong move is seen, and how long the other side thinks, in milliseconds. */
const WRONG = 900;
const REPLY = 450;

const pause = (/** @type {number} */ time) => new Promise((done) => { setTimeout(done, time); });

/**
 * The problems of a game, or the choice of games.
 * @param {import('./main.js').App} app @param {import('./main.js').Wish} wish
 */
export const solveScreen = (app, { info, number }) => (info ? new SolveScreen(app, info, number) : { element: solveHome(app, sorted(app.hello.games)) });

class SolveScreen {
  /** @type {Problem[]} */
  #problems = [];
  /** @type {Problem | null} */
  #problem = null;
  /** What is going on; whatever began before it is over. */
  #course = 0;
  /** The position that the solution has come to. @type {Node} */
  #live;
  /** The position that is seen. @type {Node} */
  #shown;
  /** Whether a move was wrong, or the page has helped. */
  #isMarred = false;
  /** Whether the solution is through. */
  #isOver = false;

  /**
   * @param {import('./main.js').App} app
   * @param {import('./types').GameView} info
   * @param {number | null} number the problem's, `null` for the next that is not solved
   */
  constructor(app, info, number) {
    this.app = app;
    this.info = info;
    this.words = wordsOf(info.about);
    this.game = new Game(app.connection, info.name);
    this.#live = this.game.root;
    this.#shown = this.#live;
    this.status = new Status();
    this.boards = new BoardSet({
      chosen: (move) => this.#played(move),
      tell: (text, tone) => this.status.tell(text, tone),
      changed: () => this.#showChoice(),
      stepped: (onward) => (onward ? this.steps.on() : this.steps.back()),
    }, this.words);
    this.list = new MoveList((node) => this.#goTo(node));
    this.typed = new TypedMove((text) => this.#readTyped(text));
    this.viewSwitch = new ViewSwitch();
    this.players = new PlayerBars(bareSides(() => this.game));
    this.facts = h('aside', { class: 'facts', 'aria-label': t('About this position') });
    this.panels = new SolvePanels(info.name, {
      levelChosen: (level) => this.#levelChosen(level),
      others: () => app.go('#/solve'),
      hint: () => this.#hint(),
      solve: () => this.#solve(),
      again: () => { if (this.#problem) this.#begin(this.#problem); },
      analyse: () => app.analyse(this.game),
      next: () => this.#goOn(),
    });
    this.steps = {
      first: () => this.#goTo(this.game.root),
      back: () => this.#goTo(this.#shown.parent),
      on: () => this.#goTo(this.#shown.children[0]),
      last: () => this.#goTo(this.#live),
      flip: () => this.#flip(!this.boards.flipped),
    };
    this.element = h('main', { class: 'main three play solve', id: 'main' }, this.facts,
      h('div', { class: 'middle' }, this.players.top, this.boards.element, this.players.bottom, this.status.element, this.viewSwitch.element),
      h('div', { class: 'side' }, this.panels.task, this.panels.actions,
        h('section', { class: 'card moves-card' }, h('h2', {}, t('Moves')), this.list.element, stepButtons(this.steps), this.typed.element),
        this.panels.progress));
    app.header.title(info.title);
    this.open(number);
  }

  leave() {
    this.#course += 1;
  }

  /** @param {string} name @param {import('./main.js').Wish} wish */
  follow(name, { info, number }) {
    const isOwn = name === 'solve' && info === this.info;
    if (isOwn) this.open(number);
    return isOwn;
  }

  /** Shows a problem, or the next that is not solved. @param {number | null} number */
  async open(number) {
    const course = ++this.#course;
    const here = location.hash;
    try {
      this.#problems = await problemsOf(this.info.name);
    } catch (error) {
      if (course !== this.#course) return;
      this.status.settle(`${t('The problems could not be loaded.')} ${/** @type {Error} */ (error).message}`, 'alert');
      this.status.offer(button(t('Try again'), () => this.open(number), { classes: 'primary' }));
      return;
    }
    // At another address the browser is on its way to another screen.
    if (course !== this.#course || location.hash !== here) return;
    const wanted = this.#problems[(number ?? this.#next(0) ?? 1) - 1] ?? this.#problems[0];
    history.replaceState(history.state, '', this.#address(wanted.number));
    const isMissing = number !== null && wanted.number !== number;
    await this.#begin(wanted, isMissing ? t('There is no problem {n}. This is the first.', { n: number }) : '');
  }

  /** @param {number} number */
  #address(number) {
    return `#/solve/${this.info.name}/${number}`;
  }

  /** The number of the problem after another. @param {number} after */
  #next(after) {
    return nextNumber(this.#problems, doneOf(this.info.name), settings.solveLevel, after)
      ?? nextNumber(this.#problems, doneOf(this.info.name), 0, after);
  }

  #goOn() {
    const next = this.#next(this.#problem?.number ?? 0);
    if (next === null) return;
    history.pushState(null, '', this.#address(next));
    this.open(next);
  }

  /** @param {Problem} problem @param {string} [says] */
  async #begin(problem, says = '') {
    const course = ++this.#course;
    this.#problem = problem;
    this.#isMarred = false;
    this.#isOver = false;
    this.game = new Game(this.app.connection, this.info.name, { fen: problem.fen });
    this.#live = this.game.root;
    this.boards.extraMarks = [];
    const position = await this.game.position();
    if (course !== this.#course) return;
    this.#flip(position.turn === 'black');
    this.panels.showTask(problem, this.#problems, this.#goal);
    this.panels.showProgress(this.#problems);
    await this.#showLive(false);
    this.#tellTurn();
    if (says) this.status.tell(says, 'alert');
    say(`${t('Problem {n}.', { n: problem.number })} ${this.#goal}`);
  }

  /** Whether the solver is to move. */
  get #isTurn() {
    return !this.#isOver && this.#live.ply % 2 === 0 && this.#live === this.#shown;
  }

  /** What is to be reached, as a sentence. */
  get #goal() {
    return goalOf(this.#problem, this.game.root.position?.turn ?? 'white');
  }

  /** Shows the position that the solution has come to. @param {boolean} animate */
  async #showLive(animate) {
    const node = this.#live;
    this.game.current = node;
    this.#shown = node;
    const position = await this.game.position(node);
    this.boards.enabled = this.#isTurn;
    // An example gives nothing away.
    this.typed.clear(position.moves.filter(({ text }) => text !== this.#problem?.moves[node.ply]));
    this.#show(position);
    await this.boards.show(position, { move: await this.game.moveOf(node), animate });
  }

  /** @param {import('./types').PositionView} position */
  #show(position) {
    this.viewSwitch.show(position);
    this.players.show(position);
    this.list.show(this.game, this.#shown);
    this.panels.showActions(this.#isOver);
    this.#showChoice();
  }

  /** Shows an earlier or later position. @param {Node | null | undefined} node */
  async #goTo(node) {
    if (!node || node === this.#shown) return;
    const animate = node.parent === this.#shown;
    this.#shown = node;
    this.boards.extraMarks = [];
    const position = await this.game.position(node);
    const move = await this.game.moveOf(node);
    this.boards.enabled = this.#isTurn;
    this.#show(position);
    if (move) say(`${node.san}. ${move.says}.`);
    await this.boards.show(position, { move, animate, briefly: true });
    if (node !== this.#live) this.status.settle(`${node.san ? t('After {move}', { move: node.san }) : t('The position to solve')}.`);
    else if (this.#isOver) this.#tellEnd();
    else this.#tellTurn();
  }

  /** @param {import('./types').MoveView} move a legal one of the solver */
  async #played(move) {
    const course = ++this.#course;
    const problem = /** @type {Problem} */ (this.#problem);
    const before = this.#live;
    this.boards.extraMarks = [];
    this.boards.setEnabled(false);
    this.game.current = before;
    const node = this.game.add(move.text, move.san, move);
    const { outcome } = await this.game.position(node);
    if (course !== this.#course) return;
    // The last move may be any that wins at once.
    const wins = problem.wins !== null && outcome !== null && outcome.winner === this.game.root.position?.turn;
    this.#live = node;
    await this.#showLive(true);
    if (course !== this.#course) return;
    if (move.text === problem.moves[before.ply] || wins) await this.#answer(course, wins);
    else await this.#takeBack(course, before, move.san);
  }

  /** @param {number} course @param {Node} before @param {string} san a wrong move */
  async #takeBack(course, before, san) {
    this.#keep(false);
    const left = (this.#problem?.wins ?? 0) - before.ply / 2;
    const says = left > 0 ? t('{move} is not it: it does not win in {n}. Try again.', { move: san, n: left }) : t('{move} is not it. Try again.', { move: san });
    this.status.settle(says, 'alert');
    say(says, true);
    await pause(WRONG);
    if (course !== this.#course) return;
    this.game.remove(this.#live);
    this.#live = before;
    await this.#showLive(false);
  }

  /** Plays the other side's move, if the solution goes on. @param {number} course @param {boolean} isWon */
  async #answer(course, isWon) {
    const { moves } = /** @type {Problem} */ (this.#problem);
    if (!isWon && moves.length > this.#live.ply) {
      this.status.settle(t('Right.'), 'wait');
      await pause(REPLY);
      if (course !== this.#course) return;
      await this.#playNext();
      if (course !== this.#course) return;
    }
    if (isWon || moves.length <= this.#live.ply) this.#finish();
    else this.#tellTurn(`${t('Right.')} `);
  }

  /** Plays the next move of the solution. */
  async #playNext() {
    const text = /** @type {Problem} */ (this.#problem).moves[this.#live.ply];
    const position = await this.game.position(this.#live);
    const move = position.moves.find((one) => one.text === text) ?? null;
    this.game.current = this.#live;
    this.#live = this.game.add(text, move?.san ?? text, move);
    if (move) say(`${sideName(position.turn)}: ${move.says}.`);
    await this.#showLive(true);
  }

  #finish() {
    this.#isOver = true;
    if (!this.#isMarred) this.#keep(true);
    playSound('end');
    this.#tellEnd();
    say(this.#verdict);
    this.panels.showActions(this.#isOver);
  }

  get #verdict() {
    return this.#isMarred ? t('That is the solution.') : t('Solved.');
  }

  #tellEnd() {
    const outcome = this.#live.position?.outcome;
    this.status.settle([this.#verdict, outcome?.says].filter(Boolean).join(' '), 'end');
  }

  /** @param {string} [before] what is said first */
  #tellTurn(before = '') {
    const { position, ply } = this.#live;
    const says = [position?.check?.says, `${before}${taskOf(this.#problem, ply, position?.turn ?? 'white')}`].filter(Boolean).join(' ');
    this.status.settle(says);
    if (before) say(says);
  }

  /** Keeps that it is solved, or that it was tried and does not count as solved any more. @param {boolean} isSolved */
  #keep(isSolved) {
    this.#isMarred ||= !isSolved;
    if (!this.#problem) return;
    keepDone(this.info.name, this.#problem, isSolved);
    this.panels.showTask(this.#problem, this.#problems, this.#goal);
    this.panels.showProgress(this.#problems);
  }

  /** Marks the piece that is to move. */
  #hint() {
    const move = this.#isTurn && this.#live.position?.moves.find((one) => one.text === this.#problem?.moves[this.#live.ply]);
    if (!move) return;
    this.#keep(false);
    this.boards.extraMarks = [{ at: move.from, kind: 'selected' }];
    this.boards.draw();
    const board = this.#live.position?.boards.titles[move.from.board];
    const says = board ? t('Hint: what stands on {square} of {board} moves.', { square: move.from.square, board }) : t('Hint: what stands on {square} moves.', { square: move.from.square });
    this.status.tell(says);
    say(says);
  }

  /** Plays what is left of the solution. */
  async #solve() {
    const course = ++this.#course;
    const { moves } = /** @type {Problem} */ (this.#problem);
    this.#keep(false);
    this.boards.extraMarks = [];
    this.status.settle(t('The solution.'));
    // A wrong move may still be seen.
    while (this.#live.parent && this.#live.text !== moves[this.#live.ply - 1]) {
      const { parent } = this.#live;
      this.game.remove(this.#live);
      this.#live = parent;
    }
    this.#live.children = [];
    this.#isOver = true;
    await this.#showLive(false);
    while (this.#live.ply < moves.length && course === this.#course) {
      await this.#playNext();
      await pause(REPLY);
    }
    if (course === this.#course) this.#finish();
  }

  /** @param {string} text @returns {Promise<string | null>} what is wrong */
  async #readTyped(text) {
    if (text.trim() && !this.boards.chooser.enabled) return this.#isOver ? t('It is solved.') : t('It is not your turn.');
    try {
      const move = await readTyped(this.game, text);
      if (move) {
        this.boards.chooser.clear();
        this.#played(move);
      }
      return null;
    } catch (error) {
      return /** @type {Error} */ (error).message;
    }
  }

  /** @param {boolean} flipped */
  #flip(flipped) {
    this.boards.setFlipped(flipped);
    this.players.place(flipped);
  }

  /** What depends on the move that is being chosen. */
  #showChoice() {
    const { position } = this.#shown;
    if (!position) return;
    const { chooser } = this.boards;
    fill(this.facts, factCards(position, this.words, { tried: chooser.triedMove, agreement: null }));
    this.status.offer(...chainButtons(chooser));
  }

  /** @param {number} level */
  #levelChosen(level) {
    const isUntouched = this.#live === this.game.root && !this.#isMarred;
    if (isUntouched && level && this.#problem?.level !== level) this.#goOn();
  }

  /** @param {string} key */
  key(key) {
    const actions = /** @type {Record<string, () => void>} */ ({
      ...stepKeys(this.steps), ...choiceKeys(this.boards),
      h: () => this.#hint(), n: () => this.#goOn(),
    });
    actions[key]?.();
    return key in actions && key !== 'enter';
  }
}
