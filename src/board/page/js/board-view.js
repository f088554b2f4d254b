// @ts-check
// One board: its squares, the pieces on it and the marks over them. It knows nothing of
// moves.

import { h, pieceInto, svg } from './dom.js';
import { drawArrow, drawMark, describeMark } from './marks.js';
import { isStill } from './motion.js';
import { colouredName } from './pieces.js';
import { FILES, SQUARES, fileOf, rankOf } from './squares.js';
import { t } from './translate.js';

/** @typedef {import('./page').Mark} Mark */
/** @typedef {import('./page').Arrow} Arrow */

/** Marks that give the square itself another look. */
const GROUNDS = new Set(['selected', 'last-from', 'last-to', 'check', 'lost', 'lost-next', 'chain-from', 'premove-from', 'premove-to']);

export class BoardView {
  /**
   * @param {number} index its number among the boards of the game
   * @param {string} label for screen readers
   */
  constructor(index, label) {
    this.index = index;
    this.label = label;
    this.flipped = false;
    /** @type {Map<string, HTMLElement>} the square elements */
    this.cells = new Map();
    /** @type {Map<string, HTMLElement>} the pieces by their squares */
    this.men = new Map();
    /** @type {Map<string, string>} the letters of the pieces */
    this.letters = new Map();
    /** @type {Set<string>} squares whose pieces stand on the second board of a merged one */
    this.beyond = new Set();
    this.focusSquare = 'e2';
    this.grid = h('div', { class: 'grid', role: 'grid', 'aria-label': label });
    this.menLayer = h('div', { class: 'men', 'aria-hidden': 'true' });
    this.markLayer = h('div', { class: 'marks', 'aria-hidden': 'true' });
    this.arrowLayer = svg('svg', { class: 'arrows', viewBox: '0 0 8 8', 'aria-hidden': 'true' });
    this.files = h('div', { class: 'files', 'aria-hidden': 'true' });
    this.ranks = h('div', { class: 'ranks', 'aria-hidden': 'true' });
    this.surface = h('div', { class: 'surface' }, this.grid, this.menLayer, this.arrowLayer, this.markLayer);
    this.element = h('div', { class: `board board-${index}` }, this.ranks, this.surface, this.files);
    this.#buildGrid();
  }

  /** Builds the squares in the order in which they are seen. */
  #buildGrid() {
    this.grid.replaceChildren();
    const order = [0, 1, 2, 3, 4, 5, 6, 7];
    const files = this.flipped ? [...order].reverse() : order;
    const ranks = this.flipped ? order : [...order].reverse();
    for (const rank of ranks) {
      const row = h('div', { role: 'row', class: 'row' });
      for (const file of files) {
        const square = FILES[file] + (rank + 1);
        const old = this.cells.get(square);
        const shade = (file + rank) % 2 ? 'light' : 'dark';
        const cell = old ?? h('div', {
          role: 'gridcell', class: `cell ${shade}`, 'data-square': square, tabindex: -1,
        });
        this.cells.set(square, cell);
        row.append(cell);
      }
      this.grid.append(row);
    }
    this.files.replaceChildren(...files.map((file) => h('span', {}, FILES[file])));
    this.ranks.replaceChildren(...ranks.map((rank) => h('span', {}, String(rank + 1))));
    this.setFocusSquare(this.focusSquare);
  }

  /** @param {boolean} flipped */
  setFlipped(flipped) {
    if (flipped === this.flipped) return;
    this.flipped = flipped;
    this.#buildGrid();
    for (const [square, man] of this.men) this.place(man, square);
  }

  /**
   * Where a square is, in squares from the upper left corner.
   * @param {string} square
   */
  where(square) {
    const [file, rank] = [fileOf(square), rankOf(square)];
    return this.flipped ? { x: 7 - file, y: rank } : { x: file, y: 7 - rank };
  }

  /** @param {HTMLElement} element @param {string} square */
  place(element, square) {
    const { x, y } = this.where(square);
    element.style.transform = `translate(${x * 100}%, ${y * 100}%)`;
  }

  /**
   * Shows these pieces and no others.
   * @param {string} letters 64 letters from a1 to h8
   * @param {Set<string>} [beyond] squares whose pieces belong to the second board
   */
  setMen(letters, beyond = new Set()) {
    SQUARES.forEach((square, index) => {
      const letter = letters[index];
      const unchanged = this.letters.get(square) === (letter === '.' ? undefined : letter)
        && this.beyond.has(square) === beyond.has(square);
      if (unchanged && this.men.has(square) === (letter !== '.')) return;
      this.men.get(square)?.remove();
      this.men.delete(square);
      this.letters.delete(square);
      if (letter !== '.') this.put(square, letter, beyond.has(square));
    });
    this.beyond = beyond;
  }

  /**
   * @param {string} square
   * @param {string} letter
   * @param {boolean} [isBeyond]
   */
  put(square, letter, isBeyond = false) {
    const man = h('div', { class: `man${letter === '*' ? ' cube' : ''}${isBeyond ? ' beyond' : ''}` }, pieceInto(letter));
    if (isBeyond) man.append(h('b', { class: 'beyond-letter' }, 'B'));
    this.place(man, square);
    this.men.set(square, man);
    this.letters.set(square, letter);
    this.menLayer.append(man);
    return man;
  }

  /**
   * Shows these marks and no others, and tells screen readers.
   * @param {Mark[]} marks those of this board
   * @param {Arrow[]} arrows
   * @param {(square: string) => string[]} [more] what else to say of a square
   */
  setMarks(marks, arrows, more = () => []) {
    /** @type {Map<string, Mark[]>} */
    const bySquare = new Map();
    for (const mark of marks) {
      const list = bySquare.get(mark.at.square) ?? [];
      list.push(mark);
      bySquare.set(mark.at.square, list);
    }
    this.markLayer.replaceChildren();
    for (const [square, cell] of this.cells) {
      const here = bySquare.get(square) ?? [];
      const grounds = here.filter((mark) => GROUNDS.has(mark.kind)).map((mark) => mark.kind);
      const shade = (fileOf(square) + rankOf(square)) % 2 ? 'light' : 'dark';
      cell.className = ['cell', shade, ...grounds].join(' ');
      cell.setAttribute('aria-label', this.describe(square, here, more(square)));
      if (here.some((mark) => mark.kind === 'selected')) cell.setAttribute('aria-selected', 'true');
      else cell.removeAttribute('aria-selected');
      for (const mark of here) {
        const element = drawMark(mark);
        if (!element) continue;
        this.place(element, square);
        this.markLayer.append(element);
      }
      const faded = here.some((mark) => mark.kind === 'taken');
      this.men.get(square)?.classList.toggle('faded', faded);
      this.men.get(square)?.classList.toggle('new', here.some((mark) => mark.kind === 'new-ice'));
    }
    this.arrowLayer.replaceChildren(...arrows.flatMap((arrow) => drawArrow(arrow, (square) => this.where(square))));
  }

  /**
   * What is on a square, in words.
   * @param {string} square
   * @param {Mark[]} marks
   * @param {string[]} more
   */
  describe(square, marks, more) {
    const letter = this.letters.get(square);
    const what = letter ? colouredName(letter) : t('empty');
    const beyond = this.beyond.has(square) ? t('on board B') : '';
    return [square, what, beyond, ...marks.map(describeMark), ...more].filter(Boolean).join(', ');
  }

  /** @param {string} square */
  setFocusSquare(square) {
    const before = this.cells.get(this.focusSquare);
    if (before) before.tabIndex = -1;
    this.focusSquare = square;
    const now = this.cells.get(square);
    if (now) now.tabIndex = 0;
  }

  /** @param {string} square */
  focus(square) {
    this.setFocusSquare(square);
    this.cells.get(square)?.focus();
  }

  /** @param {string} square */
  shake(square) {
    const man = this.men.get(square)?.firstElementChild;
    if (!man || isStill()) return;
    man.animate([0, -3, 3, -3, 0].map((x) => ({ transform: `translateX(${x}px)` })), { duration: 120 });
  }
}
