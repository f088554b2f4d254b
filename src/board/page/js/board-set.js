// @ts-check
// The boards of a game, side by side or merged into one, with all that is marked on
// them, and how a person points at them.

import { BoardView } from './board-view.js';
import { Chooser } from './chooser.js';
import { askPromotion, askWay } from './ask.js';
import { h } from './dom.js';
import { showEvent } from './event.js';
import { showMove } from './motion.js';
import { attachPointer } from './pointer.js';
import { attachGridKeys } from './grid-keys.js';
import { settings } from './settings.js';
import { play, soundOf } from './sounds.js';
import { between, indexOf, keyOf, same } from './squares.js';
import { wordsOf } from './words.js';

/** @typedef {import('./types').Place} Place */
/** @typedef {import('./types').PositionView} PositionView */
/** @typedef {import('./types').MoveView} MoveView */
/** @typedef {import('./types').Mark} Mark */
/** @typedef {import('./types').Arrow} Arrow */

/**
 * @typedef {object} BoardWishes
 * @property {(move: MoveView) => void} chosen
 * @property {(text: string, tone?: string) => void} tell
 * @property {() => void} [changed] a choice has begun, gone on or ended
 */

export class BoardSet {
  /** @type {PositionView | null} */
  view = null;
  /** @type {MoveView | null} */
  lastMove = null;
  /** @type {BoardView[]} those that are seen */
  views = [];
  /** @type {Mark[]} marks of whoever shows the boards */
  extraMarks = [];
  /** @type {Arrow[]} */
  extraArrows = [];
  flipped = false;
  merged = false;
  enabled = false;
  /** Takes a click instead of the chooser, where squares are picked. @type {((place: Place, letter: string | null) => void) | null} */
  picker = null;
  /** What is being shown; a later position cuts it short. */
  #showing = 0;
  /** A piece that was dragged to its place need not slide there. */
  #dropped = false;
  /** The move that is drawn already, before the server has told what it leads to. @type {MoveView | null} */
  #anticipated = null;

  /** @param {BoardWishes} wishes @param {import('./types').Words} words */
  constructor(wishes, words = wordsOf(null)) {
    this.wishes = wishes;
    this.element = h('div', { class: 'boards' });
    this.chooser = new Chooser({
      changed: () => { this.draw(); wishes.changed?.(); },
      chosen: (move, dropped) => {
        this.#anticipate(move, dropped);
        wishes.chosen(move);
      },
      tell: wishes.tell,
      refused: (place) => this.viewOf(place.board)?.shake(place.square),
      promotion: (moves, view) => askPromotion(moves, view, words, this.#cellOf(moves[0].to)),
      way: (square, ways) => askWay(square, ways),
    });
    attachPointer(this);
    attachGridKeys(this);
  }

  /** The board on which a board of the game is seen. @param {number} board */
  viewOf(board) {
    return this.views[this.merged ? 0 : board];
  }

  /** The element of a square. @param {Place} place */
  #cellOf({ board, square }) {
    return /** @type {HTMLElement | null} */ (this.viewOf(board).element.querySelector(`[data-square="${square}"]`));
  }

  /** What stands on a place. @param {Place} place */
  letterAt(place) {
    const letter = this.view?.boards.squares[place.board]?.[indexOf(place.square)];
    return letter && letter !== '.' ? letter : null;
  }

  /**
   * The place that a square of a seen board stands for: on a merged one the board of
   * what stands there, or else that of the piece in hand.
   * @param {BoardView} view @param {string} square
   * @returns {Place}
   */
  placeOf(view, square) {
    if (!this.merged) return { board: view.index, square };
    if (this.letterAt({ board: 1, square })) return { board: 1, square };
    if (this.letterAt({ board: 0, square })) return { board: 0, square };
    return { board: this.chooser.selected?.board ?? 0, square };
  }

  /** Makes the boards that a position needs. @param {PositionView} view */
  #prepare(view) {
    const count = view.boards.squares.length;
    const merged = settings.merged && count > 1;
    const wanted = merged ? 1 : count;
    if (this.views.length === wanted && this.merged === merged) return;
    this.merged = merged;
    this.views = Array.from({ length: wanted }, (_, index) => {
      const title = merged ? 'Boards A and B' : view.boards.titles[index] ?? 'Board';
      return new BoardView(index, title);
    });
    this.element.className = `boards count-${wanted}${merged ? ' merged' : ''}`;
    this.element.replaceChildren(...this.views.map((board, index) => h('div', { class: 'board-place' },
      count > 1 ? this.#title(view, index, merged) : null, board.element)));
    this.setFlipped(this.flipped);
  }

  /** @param {PositionView} view @param {number} index @param {boolean} merged */
  #title(view, index, merged) {
    const title = view.boards.titles[index] ?? '';
    const letter = title.split(' ').pop() ?? '';
    return h('div', { class: 'board-title' }, h('b', { class: `board-letter letter-${index}` }, letter),
      h('span', { class: 'board-note' }, merged ? 'Board A, and the pieces of board B on blue discs' : title));
  }

  /** @param {boolean} flipped */
  setFlipped(flipped) {
    this.flipped = flipped;
    for (const view of this.views) view.setFlipped(flipped);
    this.draw();
  }

  /**
   * Shows a position; with the move that led to it, how it came about.
   * @param {PositionView} view
   * @param {{move?: MoveView | null, animate?: boolean, briefly?: boolean}} [how]
   */
  async show(view, how = {}) {
    const showing = ++this.#showing;
    const before = this.view;
    const dropped = this.#dropped;
    this.#dropped = false;
    this.view = view;
    // What an event did is marked when it has been seen.
    const isEvent = how.animate && how.move?.event;
    this.lastMove = isEvent && how.move ? { ...how.move, event: null } : how.move ?? null;
    this.#prepare(view);
    this.chooser.setPosition(view, false);
    const isDrawn = this.#anticipated !== null && this.#anticipated === how.move;
    this.#anticipated = null;
    const move = how.animate && before && how.move && !isDrawn ? how.move : null;
    if (move) play(soundOf(move));
    if (move?.event && before) {
      this.#setMen(after(before.boards.squares, move.changes));
      if (!dropped) showMove(this.views, move, new Map());
      this.draw();
      await showEvent(this.viewOf(0), move.event.changes, how.briefly ?? false);
      if (showing !== this.#showing) return;
      this.lastMove = move;
      this.#setMen(view.boards.squares);
    } else {
      const gone = this.#standing();
      this.#setMen(view.boards.squares);
      if (move) showMove(this.views, move, gone, dropped);
    }
    this.chooser.setPosition(view, this.enabled);
    this.draw();
    this.wishes.changed?.();
  }

  /**
   * Draws a move that was chosen at once, from what the server has said of it. What an
   * event does waits for the position after it.
   * @param {MoveView} move
   * @param {boolean} dropped
   */
  #anticipate(move, dropped) {
    const { view } = this;
    this.#dropped = dropped;
    if (view && !move.event) {
      const squares = after(view.boards.squares, move.changes);
      const gone = this.#standing();
      this.#setMen(squares);
      showMove(this.views, move, gone, dropped);
      play(soundOf(move));
      this.#anticipated = move;
      this.lastMove = move;
      this.view = { ...view, boards: { ...view.boards, squares }, check: null, countdown: null };
    }
    this.draw();
  }

  /** All pieces with their places, before others take them. */
  #standing() {
    const standing = new Map();
    for (const view of this.views) {
      for (const [square, man] of view.men) {
        standing.set(keyOf({ board: view.beyond.has(square) ? 1 : view.index, square }), man);
      }
    }
    return standing;
  }

  /** @param {string[]} boards */
  #setMen(boards) {
    if (!this.merged) {
      this.views.forEach((view, index) => view.setMen(boards[index]));
      return;
    }
    const [a, b] = boards;
    const beyond = new Set([...b].flatMap((letter, index) => (letter === '.' ? [] : [squareOf(index)])));
    const letters = [...a].map((letter, index) => (b[index] === '.' ? letter : b[index])).join('');
    this.views[0].setMen(letters, beyond);
  }

  /** @param {boolean} enabled */
  setEnabled(enabled) {
    this.enabled = enabled;
    if (this.view) this.chooser.setPosition(this.view, enabled);
    this.draw();
    this.wishes.changed?.();
  }

  /** Draws the marks anew. */
  draw() {
    if (!this.view) return;
    this.element.classList.toggle('enabled', this.chooser.enabled);
    const marks = this.#marks(this.view);
    const arrows = [...this.#checkLines(this.view), ...this.chooser.arrows(), ...this.extraArrows];
    for (const view of this.views) {
      const mine = (/** @type {number} */ board) => this.viewOf(board) === view;
      view.setMarks(marks.filter((mark) => mine(mark.at.board)), arrows.filter((arrow) => mine(arrow.board)),
        (square) => this.#onOtherBoard(view, square));
    }
    this.#preview();
    this.#drawTitles();
  }

  /** @param {PositionView} view @returns {Mark[]} */
  #marks(view) {
    /** @type {Mark[]} */
    const marks = [];
    const last = this.lastMove;
    if (last) {
      marks.push({ at: last.from, kind: 'last-from' }, { at: last.arrives, kind: 'last-to' });
      for (const change of last.event?.changes ?? []) {
        if (!change.comes && change.letter !== '*') marks.push({ at: change.at, kind: 'frozen' });
      }
    }
    if (view.check) marks.push({ at: view.check.king, kind: 'check' });
    const { countdown } = view;
    if (countdown?.near && !view.outcome) {
      const next = this.chooser.triedMove?.endangered ?? null;
      const isKing = (/** @type {Place} */ place) => /k/i.test(this.letterAt(place) ?? '');
      for (const at of next ?? countdown.lost) {
        if (!settings.showLost && !isKing(at)) continue;
        const already = countdown.lost.some((place) => same(place, at));
        marks.push({ at, kind: already ? 'lost' : 'lost-next' });
      }
      if (settings.showSpared) marks.push(...countdown.spared.map((at) => ({ at, kind: 'spared' })));
    }
    marks.push(...this.chooser.marks(view), ...this.extraMarks);
    const { selected, route } = this.chooser;
    if (selected && route.length > 1) {
      route.slice(1).forEach((square, index) => {
        marks.push({ at: { board: selected.board, square: between(route[index], square) }, kind: 'taken' });
      });
    }
    return marks;
  }

  /** @param {PositionView} view @returns {Arrow[]} */
  #checkLines(view) {
    const { check } = view;
    if (!check || view.boards.squares.length < 2) return [];
    return check.by.map((place) => ({ board: check.king.board, squares: [place.square, check.king.square], kind: 'check-line' }));
  }

  /** A jumping piece stands where its last jump has led. */
  #preview() {
    const { selected, route } = this.chooser;
    for (const view of this.views) {
      for (const [square, man] of view.men) {
        const jumps = selected && route.length > 1 && square === selected.square && view === this.viewOf(selected.board);
        view.place(man, jumps ? route[route.length - 1] : square);
      }
    }
  }

  /** @param {BoardView} view @param {string} square @returns {string[]} */
  #onOtherBoard(view, square) {
    if (this.views.length < 2 || view.letters.has(square)) return [];
    const other = this.views[1 - view.index];
    const letter = other.letters.get(square);
    return letter ? [`${other.describe(square, [], []).split(', ')[1]} on the other board`] : [];
  }

  #drawTitles() {
    if (this.views.length < 2 || !this.view) return;
    const { check, boards } = this.view;
    const { selected } = this.chooser;
    this.element.querySelectorAll('.board-note').forEach((note, index) => {
      note.textContent = selected?.board === index ? `Your ${this.chooser.selectedName} moves here`
        : check?.king.board === index ? `Check from ${check.by.map((place) => place.square).join(' and ')}`
          : boards.titles[index];
    });
  }
}

/** @param {number} index */
const squareOf = (index) => String.fromCharCode(97 + (index % 8)) + (Math.floor(index / 8) + 1);

/**
 * The boards with some changes made.
 * @param {string[]} boards
 * @param {import('./types').Change[]} changes
 */
function after(boards, changes) {
  const letters = boards.map((board) => [...board]);
  for (const change of changes) letters[change.at.board][indexOf(change.at.square)] = change.comes ? change.letter : '.';
  return letters.map((board) => board.join(''));
}
