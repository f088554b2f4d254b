// @ts-check
// The boards of a game, side by side or merged into one, with all that is marked on
// them, and how a person points at them.

import { say } from './announce.js';
import { BoardView } from './board-view.js';
import { changed, letterAt, merged, placeOnMerged } from './boards.js';
import { Chooser } from './chooser.js';
import { askPromotion, askWay } from './ask.js';
import { h } from './dom.js';
import { arrowsOf, marksOf } from './drawings.js';
import { showEvent } from './event.js';
import { showMove } from './motion.js';
import { colouredName } from './pieces.js';
import { attachPointer, attachWheel } from './pointer.js';
import { attachGridKeys } from './grid-keys.js';
import { Latest } from './latest.js';
import { checkLines, positionMarks } from './position-marks.js';
import { Premover, legalMoves } from './premover.js';
import { SeenPosition } from './seen-position.js';
import { settings } from './settings.js';
import { playSound, soundOf } from './sounds.js';
import { keyOf } from './squares.js';
import { list } from './text.js';
import { t } from './translate.js';
import { wordsOf } from './words.js';

/** @typedef {import('./types').Place} Place */
/** @typedef {import('./types').PositionView} PositionView */
/** @typedef {import('./types').MoveView} MoveView */
/** @typedef {import('./page').Mark} Mark */
/** @typedef {import('./page').Arrow} Arrow */

/**
 * @typedef {object} BoardWishes
 * @property {(move: MoveView) => void} chosen
 * @property {(text: string, tone?: string) => void} tell
 * @property {() => void} [changed] a choice has begun, gone on or ended
 * @property {(onward: boolean) => void} [stepped] by the wheel, one move on or back
 * @property {(drawing: import('./drawings.js').Drawing) => void} [drawn] an arrow or a circle was drawn
 */

export class BoardSet {
  #seen = new SeenPosition();
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
  /** What people have drawn on the position. @type {import('./drawings.js').Drawing[]} */
  drawings = [];
  /** The colour in which a press of the main button, a finger and Enter draw; they move pieces without it. @type {import('./drawings.js').Colour | null} */
  pen = null;
  /** What is being drawn. @type {import('./drawings.js').Drawing | null} */
  sketch = null;
  /** The board that an empty square of merged boards is of, where nothing is in hand. */
  emptyBoard = 0;
  /** What is being shown; a later position cuts it short. */
  #showing = new Latest();

  /** @param {BoardWishes} wishes @param {import('./page').Words} words */
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
      promotion: (moves, position) => askPromotion(moves, position, words, this.#cellOf(moves[0].to)),
      way: (square, ways) => askWay(square, ways),
    });
    this.premover = new Premover({
      changed: () => { this.draw(); wishes.changed?.(); },
      tell: (text, tone) => {
        wishes.tell(text, tone);
        if (tone === 'wait') say(text);
      },
      boards: () => this.position?.boards.squares ?? [],
    });
    attachPointer(this);
    if (wishes.stepped) attachWheel(this.element, wishes.stepped);
    attachGridKeys(this);
  }

  /** What a click or a key on a square is for: a move, or a premove. */
  get hand() {
    return this.premover.side && !this.chooser.enabled ? this.premover : this.chooser;
  }

  /** The position that is seen. */
  get position() {
    return this.#seen.position;
  }

  /** The board on which a board of the game is seen. @param {number} board */
  viewOf(board) {
    return this.views[this.merged ? 0 : board];
  }

  /**
   * Draws from one square to another of the same board, or around one.
   * @param {Place} from @param {Place | null} to @param {import('./drawings.js').Colour} colour
   */
  drawFromTo(from, to, colour) {
    this.sketch = null;
    if (to && (this.merged || to.board === from.board)) {
      this.wishes.drawn?.({ board: from.board, from: from.square, to: to.square === from.square ? null : to.square, colour });
    }
    this.draw();
  }

  /** The element of a square. @param {Place} place */
  #cellOf({ board, square }) {
    return /** @type {HTMLElement | null} */ (this.viewOf(board).element.querySelector(`[data-square="${square}"]`));
  }

  /** What stands on a place. @param {Place} place */
  letterAt(place) {
    return this.position && letterAt(this.position.boards.squares, place);
  }

  /** The place that a square of a seen board stands for. @param {BoardView} view @param {string} square */
  placeOf(view, square) {
    if (!this.merged || !this.position) return { board: view.index, square };
    const { selected } = this.hand;
    const place = placeOnMerged(this.position.boards.squares, square, selected ?? { board: this.emptyBoard, square });
    // What stands in the way of a premove may go away.
    return selected && this.hand === this.premover && !this.premover.isOwn(this.letterAt(place)) ? { board: selected.board, square } : place;
  }

  /** Makes the boards that a position needs. @param {PositionView} position */
  #prepare({ boards }) {
    const count = boards.squares.length;
    const isMerged = settings.merged && count > 1;
    const wanted = isMerged ? 1 : count;
    if (this.views.length === wanted && this.merged === isMerged) return;
    this.merged = isMerged;
    this.views = Array.from({ length: wanted }, (_, index) => {
      const title = isMerged ? t('Boards A and B') : boards.titles[index] ?? t('Board');
      return new BoardView(index, title);
    });
    this.element.className = `boards count-${wanted}${isMerged ? ' merged' : ''}`;
    this.element.replaceChildren(...this.views.map((view, index) => h('div', { class: 'board-place' },
      count > 1 ? this.#title(boards.titles[index] ?? '', index) : null, view.element)));
    this.setFlipped(this.flipped);
  }

  /** @param {string} title @param {number} index */
  #title(title, index) {
    const letter = title && 'AB'[index];
    return h('div', { class: 'board-title' }, h('b', { class: `board-letter letter-${index}` }, letter),
      h('span', { class: 'board-note' }, this.merged ? t('Board A, and the pieces of board B on blue discs') : title));
  }

  /** @param {boolean} flipped */
  setFlipped(flipped) {
    this.flipped = flipped;
    for (const view of this.views) view.setFlipped(flipped);
    this.draw();
  }

  /**
   * Shows a position; with the move that led to it, how it came about.
   * @param {PositionView} position
   * @param {{move?: MoveView | null, animate?: boolean, briefly?: boolean}} [how]
   */
  async show(position, how = {}) {
    const signal = this.#showing.next();
    const { before, move, dropped } = this.#seen.arrive(position, how.move ?? null, how.animate ?? false);
    this.#prepare(position);
    this.chooser.setPosition(position, false);
    if (move) playSound(soundOf(move));
    if (move?.event) {
      this.#setMen(changed(before, move.changes));
      if (!dropped) showMove(this.views, move, new Map());
      this.draw();
      await showEvent(this.viewOf(0), move.event.changes, how.briefly ?? false, signal);
      if (signal.aborted) return;
      this.#seen.lastMove = move;
      this.#setMen(position.boards.squares);
    } else {
      const gone = this.#standing();
      this.#setMen(position.boards.squares);
      if (move) showMove(this.views, move, gone, dropped);
    }
    this.chooser.setPosition(position, this.enabled);
    this.draw();
    this.wishes.changed?.();
  }

  /** Whose premoves are taken from now on, if any are. @param {import('./types').Side | null} side */
  setPremoves(side) {
    const { premover } = this;
    if (!side) premover.clear();
    premover.side = side;
    this.draw();
    this.wishes.changed?.();
  }

  /** Makes the premove that is laid out, if it is legal; a piece that was only chosen stays so. */
  async playPremove() {
    const { chooser, position, premover: { selected, squares } } = this;
    this.setPremoves(null);
    if (!selected || !position || !chooser.enabled) return;
    if (!squares.length) {
      await chooser.point(selected, this.letterAt(selected));
      return;
    }
    const moves = legalMoves(position.moves, selected, squares);
    if (moves.length) await chooser.choose(moves, false);
    else this.wishes.tell(t('The premove from {from} to {to} is not possible now. It is your turn.', { from: selected.square, to: squares[squares.length - 1] }), 'alert');
  }

  /**
   * Draws a move at once that was chosen.
   * @param {MoveView} move
   * @param {boolean} dropped
   */
  #anticipate(move, dropped) {
    if (this.#seen.anticipate(move, dropped) && this.position) {
      const gone = this.#standing();
      this.#setMen(this.position.boards.squares);
      showMove(this.views, move, gone, dropped);
      playSound(soundOf(move));
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
    const { letters, beyond } = merged(boards);
    this.views[0].setMen(letters, beyond);
  }

  /** @param {boolean} enabled */
  setEnabled(enabled) {
    this.enabled = enabled;
    if (this.position) this.chooser.setPosition(this.position, enabled);
    this.draw();
    this.wishes.changed?.();
  }

  /** Shows the position anew, when the settings are others. */
  refresh() {
    if (this.position && this.merged !== (settings.merged && this.position.boards.squares.length > 1)) {
      this.show(this.position, { move: this.#seen.lastMove });
    }
    this.draw();
  }

  /** Draws the marks anew. */
  draw() {
    const { chooser, position, premover } = this;
    if (!position) return;
    this.element.classList.toggle('enabled', chooser.enabled || this.picker !== null);
    this.element.classList.toggle('premoves', this.hand === premover);
    const drawings = this.sketch ? [...this.drawings, this.sketch] : this.drawings;
    const marks = [...positionMarks(position, this.#seen.lastMove, chooser.triedMove, settings), ...chooser.marks(position), ...premover.marks(), ...marksOf(drawings), ...this.extraMarks];
    const arrows = [...checkLines(position), ...chooser.arrows(), ...premover.arrows(), ...(chooser.inChain ? [] : this.extraArrows), ...arrowsOf(drawings)];
    for (const view of this.views) {
      const mine = (/** @type {number} */ board) => this.viewOf(board) === view;
      view.setMarks(marks.filter((mark) => mine(mark.at.board)), arrows.filter((arrow) => mine(arrow.board)),
        (square) => this.#onOtherBoard(view, square));
    }
    this.#preview();
    this.#drawTitles();
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
    return letter ? [t('{piece} on the other board', { piece: colouredName(letter) })] : [];
  }

  #drawTitles() {
    if (this.views.length < 2 || !this.position) return;
    const { check, boards } = this.position;
    const { selected } = this.chooser;
    this.element.querySelectorAll('.board-note').forEach((note, index) => {
      note.textContent = selected?.board === index ? t('Your {piece} moves here', { piece: this.chooser.selectedName })
        : check?.king.board === index ? t('Check from {squares}', { squares: list(check.by.map((place) => place.square)) })
          : boards.titles[index];
    });
  }
}
