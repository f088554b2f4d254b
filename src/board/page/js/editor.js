// @ts-check
// Setting up a position by hand. Whether it is one, the server says.

import { BoardSet } from './board-set.js';
import { button, choice, fill, h, icon, pieceInto, toggle } from './dom.js';
import { SQUARES, indexOf } from './squares.js';
import { Status } from './status.js';

/** @typedef {import('./types').PositionView} PositionView */
/** @typedef {import('./types').Side} Side */

export class EditorScreen {
  /** @type {string} the letter that a click puts down; empty to take away */
  #brush = '';
  /** @type {PositionView | null} */
  #position = null;
  /** @type {string | null} the FEN, if the position is one */
  #fen = null;
  /** @type {Side} */
  turn = 'white';
  number = 1;
  castling = true;
  #asked = 0;

  /**
   * @param {import('./main.js').App} app
   * @param {import('./types').GameView} info
   * @param {string | null} fen
   */
  constructor(app, info, fen) {
    this.app = app;
    this.info = info;
    this.status = new Status();
    this.boards = new BoardSet({ chosen: () => {}, tell: (text, tone) => this.status.tell(text, tone) });
    this.boards.picker = (place) => this.#paint(place.board, place.square);
    this.palette = h('div', { class: 'palette', role: 'group', 'aria-label': 'Pieces' });
    this.ready = h('div', { class: 'tools' });
    this.form = h('div', {});
    this.element = h('main', { class: 'main two', id: 'main' },
      h('div', { class: 'middle' }, this.boards.element, this.status.element),
      h('div', { class: 'side' },
        h('section', { class: 'card' }, h('h2', {}, 'Set up a position'), h('p', { class: 'small muted' }, 'Choose a piece, then click squares. The same piece again takes it away.'), this.palette),
        h('section', { class: 'card' }, this.form),
        this.ready));
    app.header.title(info.title);
    this.#drawPalette();
    this.#drawForm();
    this.#begin(fen);
  }

  /** @param {string | null} fen */
  async #begin(fen) {
    try {
      this.#position = await this.app.connection.ask('position', { game: this.info.name, fen, moves: [] });
    } catch {
      this.#position = await this.app.connection.ask('position', { game: this.info.name, moves: [] });
    }
    const position = /** @type {PositionView} */ (this.#position);
    this.turn = position.turn;
    this.number = position.number;
    this.#drawForm();
    this.#setBoards(position.boards.squares);
  }

  /** The letters that can be put down. */
  get #letters() {
    const letters = [...this.info.letters];
    return [...letters, ...letters.map((letter) => letter.toLowerCase()), ...(this.info.neutral ? ['*'] : [])];
  }

  #drawPalette() {
    const brushes = [...this.#letters, ''];
    fill(this.palette, ...brushes.map((letter) => h('button', {
      type: 'button', 'aria-pressed': letter === this.#brush, 'aria-label': letter ? `Put ${letter === '*' ? this.info.neutral : letter}` : 'Take away',
      onclick: () => { this.#brush = letter; this.#drawPalette(); },
    }, letter ? pieceInto(letter) : icon('bin'))));
  }

  #drawForm() {
    const number = /** @type {HTMLInputElement} */ (h('input', { type: 'number', id: 'number', min: 1, max: 999, value: this.number,
      onchange: () => { this.number = Math.max(1, Math.min(999, Number(number.value) || 1)); this.#check(); } }));
    const hasKings = this.info.letters.includes('K') && this.info.letters.includes('P');
    fill(this.form, h('h3', {}, 'To move'),
      choice('To move', [{ value: 'white', text: 'White' }, { value: 'black', text: 'Black' }], this.turn, (value) => { this.turn = /** @type {Side} */ (value); this.#check(); }),
      h('div', { class: 'form-row' }, h('label', { for: 'number' }, 'Number of the move'), number),
      hasKings ? toggle('Castling where kings and rooks stand for it', this.castling, (isOn) => { this.castling = isOn; this.#check(); }) : null);
  }

  /** @param {number} board @param {string} square */
  #paint(board, square) {
    const squares = this.#position?.boards.squares.map((letters) => [...letters]);
    if (!squares) return;
    const index = indexOf(square);
    const letter = squares[board][index] === this.#brush ? '.' : this.#brush || '.';
    squares[board][index] = letter;
    this.#setBoards(squares.map((letters) => letters.join('')));
  }

  /** @param {string[]} squares */
  #setBoards(squares) {
    if (!this.#position) return;
    this.#position = { ...this.#position, boards: { ...this.#position.boards, squares }, moves: [], check: null, countdown: null, outcome: null, forbidden: [] };
    this.boards.show(this.#position);
    this.#check();
  }

  /** Asks the server whether this is a position. */
  async #check() {
    if (!this.#position) return;
    const asked = ++this.#asked;
    const { turn, number, castling } = this;
    this.#fen = null;
    try {
      const { fen } = await this.app.connection.ask('compose', { game: this.info.name, boards: this.#position.boards.squares, turn, number, castling });
      if (asked !== this.#asked) return;
      this.#fen = fen;
      this.status.settle(fen);
    } catch (error) {
      if (asked === this.#asked) this.status.settle(/** @type {Error} */ (error).message, 'alert');
    }
    this.#drawActions();
  }

  #drawActions() {
    const fen = this.#fen;
    const use = (/** @type {HTMLButtonElement} */ one) => { one.disabled = !fen; return one; };
    const empty = this.#position?.boards.squares.map(() => SQUARES.map(() => '.').join('')) ?? [];
    fill(this.ready,
      use(button('Play from here', () => this.app.startGame(this.info.name, fen), { icon: 'play', classes: 'primary' })),
      use(button('Analyse', () => this.app.go(`#/analyse/${this.info.name}?fen=${encodeURIComponent(fen ?? '')}`), { icon: 'graph' })),
      button('Empty board', () => this.#setBoards(empty), { icon: 'bin' }),
      button('Start position', () => this.#setBoards(this.info.start.squares), { icon: 'undo' }));
  }

  /** @param {string} key */
  key(key) {
    if (key !== 'f') return false;
    this.boards.setFlipped(!this.boards.flipped);
    return true;
  }
}
