// @ts-check
// Setting up a position by hand. Whether it is one, the server says.

import { say } from './announce.js';
import { BoardSet } from './board-set.js';
import { button, choice, fill, h, icon, pieceInto, toggle } from './dom.js';
import { poolStrip } from './facts.js';
import { colouredName, sideName } from './pieces.js';
import { attachSetupDrag } from './setup-drag.js';
import { SQUARES, indexOf, same, squareAt } from './squares.js';
import { Status } from './status.js';
import { sentence } from './text.js';
import { fromServer, t } from './translate.js';
import { wordsOf } from './words.js';

/** @typedef {import('./types').PositionView} PositionView */
/** @typedef {import('./types').Place} Place */
/** @typedef {import('./types').Side} Side */

/** What a press on a square does besides putting a piece down. */
const MOVE = 'move';
const CLEAR = '';

/** Rights to castle, as in a FEN and in words. */
const RIGHTS = [['K', t('White, short')], ['Q', t('White, long')], ['k', t('Black, short')], ['q', t('Black, long')]];

/** An empty board. */
const EMPTY = '.'.repeat(64);

/** A number within limits. @param {string} text @param {number} least @param {number} most */
const within = (text, least, most) => Math.max(least, Math.min(most, Math.floor(Number(text)) || least));

/** @param {import('./main.js').App} app @param {import('./main.js').Wish} wish */
export const editScreen = (app, { info, wrong, fen }) => new EditorScreen(app, info ?? app.hello.games[0], fen, wrong);

class EditorScreen {
  /** @type {string} a letter, `MOVE` or `CLEAR` */
  #brush = MOVE;
  /** @type {Place | null} the piece that was picked up without dragging it */
  #held = null;
  /** @type {string[]} the letters of each board */
  #squares;
  /** @type {PositionView | null} the position, if it is one */
  #position = null;
  /** What could be chosen: rights to castle, and squares where a pawn could be taken en passant. */
  #can = { castling: '', enPassant: /** @type {string[]} */ ([]) };
  /** What is chosen. */
  #wish = { turn: /** @type {Side} */ ('white'), castling: 'KQkq', enPassant: '-', halfmove: 0, number: 1 };
  #asked = 0;
  /** What was wrong with the address, until it has been said. */
  #wrong;
  /** Shows in the form what is chosen. @type {() => void} */
  #showForm;

  /**
   * @param {import('./main.js').App} app
   * @param {import('./types').GameView} info
   * @param {string | null} fen
   * @param {string} wrong what is wrong with the address, if something is
   */
  constructor(app, info, fen, wrong) {
    this.app = app;
    this.info = info;
    this.#squares = [...info.start.squares];
    this.#wrong = wrong;
    this.status = new Status();
    this.boards = new BoardSet({ chosen: () => {}, tell: (text, tone) => this.status.tell(text, tone) });
    this.boards.picker = (place) => this.#press(place);
    this.boards.element.addEventListener('contextmenu', (event) => event.preventDefault());
    this.palette = h('div', { class: 'palette', role: 'group', 'aria-label': t('Pieces') });
    this.onto = h('div', {});
    this.form = h('div', { class: 'set-up-form' });
    this.field = /** @type {HTMLInputElement} */ (h('input', { id: 'fen', 'aria-label': 'FEN', 'aria-describedby': 'fen-error', spellcheck: 'false', autocomplete: 'off', placeholder: t('The boards are no position yet') }));
    this.error = h('p', { class: 'error', id: 'fen-error', role: 'alert' });
    this.ready = h('div', { class: 'tools' });
    this.#showForm = this.#makeForm();
    this.element = h('main', { class: 'main two set-up', id: 'main' },
      h('div', { class: 'middle' }, this.boards.element, this.status.element),
      h('div', { class: 'side' },
        h('section', { class: 'card' }, h('h2', {}, t('Set up a position')),
          h('p', { class: 'small muted' }, t('Drag pieces onto the board, over it, or off it. Or choose one here, then squares; the same piece again takes it away.')), this.palette, this.onto),
        h('section', { class: 'card' }, this.form),
        h('section', { class: 'card fen' }, h('h2', {}, 'FEN'),
          h('form', { onsubmit: (/** @type {Event} */ event) => { event.preventDefault(); this.#read(this.field.value); } }, this.field), this.error,
          h('div', { class: 'tools' },
            button(t('Read it'), () => this.#read(this.field.value), { icon: 'check' }), button(t('Copy FEN'), () => this.#copy(), { icon: 'copy' }))),
        this.ready));
    app.header.title(info.title);
    this.leave = attachSetupDrag(this.boards, this.palette, {
      moves: () => this.#brush === MOVE,
      dropped: (letter, from, to) => this.#drop(letter, from, to),
    });
    this.#drawPalette();
    this.#read(fen, fen === null);
  }

  /** Whether the game has pawns and kings that castle. */
  get #isOrthodox() {
    return this.info.letters.includes('K') && this.info.letters.includes('P');
  }

  /** The letters that can be put down. */
  get #letters() {
    const letters = [...this.info.letters];
    return [...letters, ...letters.map((letter) => letter.toLowerCase()), ...(this.info.neutral ? ['*'] : [])];
  }

  #drawPalette() {
    const names = /** @type {Record<string, string>} */ ({ [MOVE]: t('Move pieces'), [CLEAR]: t('Take away') });
    const pictures = /** @type {Record<string, string>} */ ({ [MOVE]: 'hand', [CLEAR]: 'bin' });
    this.palette.style.setProperty('--kinds', String(this.info.letters.length));
    const focused = this.palette.contains(document.activeElement);
    fill(this.palette, ...[...this.#letters, MOVE, CLEAR].map((brush) => {
      const name = names[brush] ?? t('Put {piece}', { piece: (brush === '*' ? this.info.neutral : brush) ?? '' });
      return h('button', {
        type: 'button', 'aria-pressed': brush === this.#brush, 'aria-label': name, title: names[brush] ?? (brush === '*' ? this.info.neutral : sentence(colouredName(brush))),
        'data-letter': brush in names ? null : brush, class: brush in names ? 'tool' : null,
        onclick: () => { this.#brush = brush; this.#hold(null); this.#drawPalette(); },
      }, brush in names ? icon(pictures[brush]) : pieceInto(brush));
    }));
    if (focused) /** @type {HTMLElement | null} */ (this.palette.querySelector('[aria-pressed=true]'))?.focus();
  }

  /** Of two boards that are merged, the one on which pieces are put. */
  #drawOnto() {
    const { titles } = this.info.start;
    fill(this.onto, this.boards.merged && [h('h3', {}, t('Onto')),
      choice(t('Onto'), titles.map((title, value) => ({ value, text: title ?? '' })), this.boards.emptyBoard, (board) => { this.boards.emptyBoard = board; })]);
  }

  /**
   * The form of what a FEN says besides the pieces. Its fields stay while what they say changes: what
   * is being typed or pressed is not taken away by an answer of the server.
   */
  #makeForm() {
    const countdown = () => /** @type {NonNullable<PositionView['countdown']>} */ (this.#position?.countdown);
    const until = this.#number(t('Moves until the ice'), 'until', 1, () => countdown().period, (value) => this.#change({ number: countdown().after_move + 1 - value }));
    const orthodox = this.#isOrthodox ? this.#castlingAndEnPassant() : null;
    const number = this.#number(t('Number of the move'), 'number', 1, () => 999_999, (value) => this.#change({ number: value }));
    const halfmoves = this.#number(t('Half-moves since a capture or pawn move'), 'halfmove', 0, () => 9999, (value) => this.#change({ halfmove: value }));
    const turn = h('div', {});
    const comes = h('p', { class: 'small muted' });
    const ice = h('div', { hidden: true }, until.row, comes,
      h('div', { class: 'pair' }, button(t('Ice everywhere'), () => this.#ice('.', '*'), { icon: 'snow' }), button(t('No ice'), () => this.#ice('*', '.'))));
    const pools = h('div', {});
    fill(this.form, turn, orthodox?.elements, number.row, halfmoves.row, ice, pools);
    /** @type {Side | null} */
    let shownTurn = null;
    return () => {
      const wish = this.#wish;
      if (wish.turn !== shownTurn) {
        const hadFocus = turn.contains(document.activeElement);
        fill(turn, h('h3', {}, t('To move')), choice(t('To move'), [{ value: 'white', text: t('White') }, { value: 'black', text: t('Black') }], wish.turn, (value) => {
          shownTurn = /** @type {Side} */ (value);
          this.#change({ turn: shownTurn, enPassant: '-' });
        }));
        if (hadFocus) /** @type {HTMLElement | null} */ (turn.querySelector('[tabindex="0"]'))?.focus();
        shownTurn = wish.turn;
      }
      orthodox?.show();
      number.show(wish.number);
      halfmoves.show(wish.halfmove);
      ice.hidden = !this.#position?.countdown;
      if (!ice.hidden) {
        until.show(countdown().moves);
        comes.textContent = t('It comes after Black’s move {n}.', { n: countdown().after_move });
      }
      fill(pools, this.#position?.pools ? [h('h3', {}, wordsOf(this.info.about).pools.title),
        h('p', { class: 'small' }, t('What a side lacks of its first array is in its pool: take pieces off the board, or put them back.')),
        h('div', { class: 'form-row' }, t('White'), poolStrip(this.#position, 0)), h('div', { class: 'form-row' }, t('Black'), poolStrip(this.#position, 1))] : null);
    };
  }

  /** Switches for the rights to castle and a list of squares. */
  #castlingAndEnPassant() {
    const rights = RIGHTS.map(([letter, text]) => toggle(text, false, (isOn) => {
      const { castling } = this.#wish;
      this.#change({ castling: isOn ? castling + letter : castling.replace(letter, '') });
    }));
    const list = /** @type {HTMLSelectElement} */ (h('select', { onchange: () => this.#change({ enPassant: list.value }) }));
    let listed = '';
    const show = () => {
      const { castling, enPassant } = this.#wish;
      RIGHTS.forEach(([letter], index) => {
        const input = /** @type {HTMLInputElement} */ (rights[index].querySelector('input'));
        input.disabled = !this.#can.castling.includes(letter);
        input.checked = !input.disabled && castling.includes(letter);
      });
      const squares = ['-', ...this.#can.enPassant];
      if (squares.join() !== listed) fill(list, ...squares.map((square) => h('option', { value: square }, square === '-' ? t('none') : t('on {square}', { square }))));
      listed = squares.join();
      list.disabled = squares.length === 1;
      list.value = squares.includes(enPassant) ? enPassant : '-';
    };
    return { elements: [h('h3', {}, t('Castling')), h('div', { class: 'rights' }, ...rights), h('label', { class: 'form-row' }, t('En passant'), list)], show };
  }

  /** @param {string} text @param {string} id @param {number} least @param {() => number} most @param {(value: number) => void} chosen */
  #number(text, id, least, most, chosen) {
    const input = /** @type {HTMLInputElement} */ (h('input', { type: 'number', id, min: least, onchange: () => {
      const value = within(input.value, least, most());
      input.value = String(value);
      chosen(value);
    } }));
    const show = (/** @type {number} */ value) => {
      input.max = String(most());
      // What has been typed and not been taken yet stays.
      if (input.defaultValue === String(value)) return;
      input.defaultValue = String(value);
      input.value = input.defaultValue;
    };
    return { row: h('div', { class: 'form-row' }, h('label', { for: id }, text), input), show };
  }

  /** @param {Partial<{turn: Side, castling: string, enPassant: string, halfmove: number, number: number}>} wish */
  #change(wish) {
    Object.assign(this.#wish, wish);
    this.#check();
  }

  /** Shows a position by its FEN; what is wrong with it is said beside the field. @param {string | null} text @param {boolean} [isStart] */
  async #read(text, isStart = false) {
    try {
      const position = await this.app.connection.ask('position', { game: this.info.name, fen: isStart ? null : text?.trim(), moves: [] });
      const [, , castling, enPassant, halfmove] = position.fen.split(' ');
      this.#wish = { turn: position.turn, castling, enPassant, halfmove: Number(halfmove), number: position.number };
      this.#setBoards(position.boards.squares);
    } catch (error) {
      const { message } = /** @type {Error} */ (error);
      if (!this.boards.position) await this.#read(null, true);
      this.field.value = text ?? '';
      this.#complain(message);
    }
  }

  /** @param {string} says */
  #complain(says) {
    this.error.textContent = says;
    this.field.toggleAttribute('aria-invalid', says !== '');
  }

  /** A FEN that was refused stays beside what is wrong with it. @param {string} fen */
  #tellFen(fen) {
    if (!this.error.textContent) this.field.value = fen;
  }

  async #copy() {
    try {
      await navigator.clipboard.writeText(this.field.value);
      this.status.tell(t('FEN copied.'));
      say(t('FEN copied.'));
    } catch {
      this.field.select();
      this.status.tell(t('The browser does not let the page copy. The FEN is marked: copy it by hand.'), 'alert');
    }
  }

  /** A press on a square. @param {Place} place */
  #press(place) {
    if (this.#brush === MOVE) {
      if (!this.#held) this.#hold(this.boards.letterAt(place) ? place : null);
      else if (same(this.#held, place)) this.#hold(null);
      else this.#drop(/** @type {string} */ (this.boards.letterAt(this.#held)), this.#held, place);
      return;
    }
    const stands = this.boards.letterAt(place);
    const board = this.boards.merged ? this.boards.emptyBoard : place.board;
    const isThere = stands === this.#brush && place.board === board;
    this.#put({ ...place, board }, isThere || this.#brush === CLEAR ? '.' : this.#brush);
  }

  /** @param {Place | null} place */
  #hold(place) {
    this.#held = place;
    this.boards.extraMarks = place ? [{ at: place, kind: 'selected' }] : [];
    this.boards.draw();
  }

  /** What was dragged or held comes to another place, or goes. @param {string} letter @param {Place | null} from @param {Place | null} to */
  #drop(letter, from, to) {
    this.#hold(null);
    if (same(from, to)) return;
    if (from) this.#squares = this.#with(from, '.');
    if (!to) {
      if (from) this.#setBoards(this.#squares);
      return;
    }
    const board = !this.boards.merged ? to.board : from ? from.board : this.boards.emptyBoard;
    this.#put({ ...to, board }, letter);
  }

  /** The boards with another letter on a square, which is then empty on the other board. @param {Place} place @param {string} letter */
  #with({ board, square }, letter) {
    const index = indexOf(square);
    return this.#squares.map((letters, one) => letters.slice(0, index) + (one === board ? letter : '.') + letters.slice(index + 1));
  }

  /** @param {Place} place @param {string} letter */
  #put(place, letter) {
    this.#setBoards(this.#with(place, letter));
  }

  /** Ice on all empty squares, or on none. @param {string} from @param {string} to */
  #ice(from, to) {
    this.#setBoards(this.#squares.map((letters) => letters.replaceAll(from, to)));
  }

  /** @param {string[]} squares */
  #setBoards(squares) {
    this.#squares = squares;
    this.boards.show(this.#shown({ squares, titles: this.info.start.titles }));
    this.#drawOnto();
    this.#check();
  }

  /** What the boards show: no position yet. @param {import('./types').BoardsView} boards @returns {PositionView} */
  #shown(boards) {
    const { turn, number } = this.#wish;
    return { fen: '', turn, number, boards, check: null, moves: [], forbidden: [], outcome: null, countdown: null, pools: null, quota: null, agreement: null, tally: null };
  }

  /** Asks the server whether this is a position, and what else can be chosen in it. */
  async #check() {
    const asked = ++this.#asked;
    this.#complain('');
    const { turn, number, castling, enPassant, halfmove } = this.#wish;
    try {
      const { fen } = await this.app.connection.ask('compose', { game: this.info.name, boards: this.#squares, turn, number, castling: true });
      const fields = fen.split(' ');
      const can = { castling: fields[2], enPassant: await this.#enPassant(fields) };
      fields[2] = [...fields[2]].filter((right) => castling.includes(right)).join('') || '-';
      fields[3] = can.enPassant.includes(enPassant) ? enPassant : '-';
      fields[4] = String(halfmove);
      const position = await this.app.connection.ask('position', { game: this.info.name, fen: fields.join(' '), moves: [] });
      if (asked !== this.#asked) return;
      this.#can = can;
      this.#position = position;
      this.#tellFen(position.fen);
      this.status.settle(position.outcome?.says ?? t('{side} to move.', { side: sideName(turn) }));
    } catch (error) {
      if (asked !== this.#asked) return;
      this.#position = null;
      this.#tellFen('');
      // Nobody has written a FEN here: its fields are not named.
      const { english, message } = /** @type {import('./connection.js').Refused} */ (error);
      const says = fromServer((english ?? message).replace(/^FEN (placement|side to move): /, ''));
      this.status.settle(`${sentence(says)}${/[.!]$/.test(says) ? '' : '.'}`, 'alert');
    }
    if (this.#wrong) this.status.tell(this.#wrong, 'alert');
    this.#wrong = '';
    this.#showForm();
    this.#drawActions();
  }

  /** Squares behind pawns that may have moved two squares, of which the server says whether they count. @param {string[]} fields of a FEN */
  async #enPassant(fields) {
    if (!this.#isOrthodox) return [];
    const isWhite = this.#wish.turn === 'white';
    const [pawn, rank, behind] = isWhite ? ['p', 4, 5] : ['P', 3, 2];
    const files = [0, 1, 2, 3, 4, 5, 6, 7].filter((file) => this.#squares.some((letters) => letters[rank * 8 + file] === pawn));
    const found = await Promise.all(files.map(async (file) => {
      const square = squareAt(file, behind);
      const fen = [...fields.slice(0, 2), '-', square, ...fields.slice(4)].join(' ');
      const position = await this.app.connection.ask('position', { game: this.info.name, fen, moves: [] });
      return position.fen.split(' ')[3] === square ? square : '';
    }));
    return found.filter(Boolean);
  }

  #drawActions() {
    const fen = this.#position?.fen;
    const use = (/** @type {HTMLButtonElement} */ one) => { one.disabled = !fen; return one; };
    fill(this.ready,
      use(button(t('Play from here'), () => this.app.startGame(this.info.name, fen).catch((error) => this.#complain(error.message)), { icon: 'play', classes: 'primary' })),
      use(button(t('Analyse'), () => this.app.go(`#/analyse/${this.info.name}?fen=${encodeURIComponent(fen ?? '')}`), { icon: 'graph' })),
      button(t('Empty board'), () => this.#setBoards(this.#squares.map(() => EMPTY)), { icon: 'bin' }),
      button(t('Start position'), () => this.#read(null, true), { icon: 'undo' }),
      button(t('Flip the board'), () => this.key('f'), { icon: 'flip' }));
  }

  /** @param {string} key */
  key(key) {
    const cell = /** @type {HTMLElement | null} */ (document.activeElement);
    const view = this.boards.views.find((one) => cell && one.grid.contains(cell));
    if (key === 'f') this.boards.setFlipped(!this.boards.flipped);
    else if (key === 'delete' && view && cell?.dataset.square) this.#put(this.boards.placeOf(view, cell.dataset.square), '.');
    else return false;
    return true;
  }
}
