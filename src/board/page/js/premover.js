// @ts-check
// Premoves: a move is laid out while the other side thinks, square by square where a man
// jumps, and made as soon as it is legal. Only how a piece goes where nothing but its own
// side stands in the way is known here, so that something sensible is laid out; what is
// legal, the server says later.

import { letterAt } from './boards.js';
import { nameOf, sideOf } from './pieces.js';
import { SQUARES, fileOf, rankOf, same, squareAt } from './squares.js';
import { list, sentence } from './text.js';
import { t } from './translate.js';

/** @typedef {import('./types').Place} Place */
/** @typedef {import('./types').MoveView} MoveView */
/** @typedef {import('./types').PositionView} PositionView */
/** @typedef {import('./types').Side} Side */
/** @typedef {import('./page').Mark} Mark */
/** @typedef {import('./page').Arrow} Arrow */

/** How each piece goes, by files and ranks; forwards is up. @type {Record<string, (x: number, y: number, home: boolean) => boolean>} */
const GOES = {
  N: (x, y) => Math.abs(x * y) === 2,
  B: (x, y) => Math.abs(x) === Math.abs(y),
  R: (x, y) => x * y === 0,
  Q: (x, y) => x * y === 0 || Math.abs(x) === Math.abs(y),
  K: (x, y, home) => Math.max(Math.abs(x), Math.abs(y)) === 1 || (home && y === 0 && Math.abs(x) === 2),
  P: (x, y, home) => (y === 1 && Math.abs(x) < 2) || (home && y === 2 && x === 0),
  M: (x, y) => Math.abs(x) + Math.abs(y) === 1 || jumps(x, y),
};

/** The rank on which a king castles and a pawn makes its double step, from its own side. @type {Record<string, number>} */
const HOME = { K: 0, P: 1 };

/** @param {number} x @param {number} y */
const jumps = (x, y) => Math.abs(x) === 2 && Math.abs(y) === 2;

/** Whether a man might jump from one square to another. @param {string} from @param {string} to */
const isJump = (from, to) => jumps(fileOf(to) - fileOf(from), rankOf(to) - rankOf(from));

/**
 * Whether a piece goes from one square to another on an empty board.
 * @param {string} letter @param {string} from @param {string} to
 */
export function goes(letter, from, to) {
  if (from === to) return false;
  const sign = sideOf(letter) === 'white' ? 1 : -1;
  const rank = sign === 1 ? rankOf(from) : 7 - rankOf(from);
  const kind = letter.toUpperCase();
  return GOES[kind]?.(fileOf(to) - fileOf(from), sign * (rankOf(to) - rankOf(from)), rank === HOME[kind]) ?? false;
}

/**
 * Whether squares are met in this order on a way that ends with the last of them.
 * @param {string[]} way @param {string[]} squares
 */
function leads(way, squares) {
  let at = 0;
  for (const square of squares) {
    at = way.indexOf(square, at + 1);
    if (at < 0) return false;
  }
  return at === way.length - 1;
}

/**
 * The legal moves that a premove stands for: several where a pawn can become several
 * pieces; none where it is not legal, or does not say which way a man jumps.
 * @param {MoveView[]} moves
 * @param {Place} from
 * @param {string[]} squares where it goes, jump by jump
 */
export function legalMoves(moves, from, squares) {
  const own = moves.filter((move) => same(move.from, from));
  const [to] = squares;
  const direct = squares.length > 1 ? [] : own.filter((move) => !move.routes.length && move.to.square === to);
  const exact = own.filter((move) => move.routes.some((way) => way.slice(1).join() === squares.join()));
  const found = [...direct, ...exact];
  const near = found.length ? found : own.filter((move) => move.routes.some((way) => leads(way, squares)));
  const queen = near.find((move) => move.promotion?.toUpperCase() === 'Q');
  if (queen) return [queen];
  const places = new Set(near.map((move) => move.routes[0]?.join() ?? move.to.square));
  return places.size === 1 ? near : [];
}

export class Premover {
  /** Whose premoves are taken now, if any are. @type {Side | null} */
  side = null;
  /** @type {Place | null} */
  selected = null;
  /** @type {string[]} where the chosen piece is to go, jump by jump */
  squares = [];
  /** @type {Place | null} */
  tried = null;
  /** No jump is made before it is legal. */
  inChain = false;

  /**
   * @param {{changed: () => void, tell: (text: string, tone?: string) => void, boards: () => string[]}} wishes
   */
  constructor(wishes) {
    this.wishes = wishes;
  }

  /** Whether a premove is laid out. */
  get isSet() {
    return this.squares.length > 0;
  }

  get #letter() {
    return this.selected ? letterAt(this.wishes.boards(), this.selected) ?? '' : '';
  }

  /** Whether something stands there that may be chosen. @param {string | null} letter */
  isOwn(letter) {
    return letter !== null && letter !== '*' && sideOf(letter) === this.side;
  }

  /** Whether the chosen piece may go to a place, from where it has been laid out to go. @param {Place} place */
  isTarget(place) {
    const { selected, squares } = this;
    if (!selected || place.board !== selected.board) return false;
    const [first] = squares;
    if (!first) return (goes(this.#letter, selected.square, place.square) && !this.#isBlocked(selected, place)) || this.#isCastling(place);
    const here = squares[squares.length - 1];
    return this.#letter.toUpperCase() === 'M' && isJump(selected.square, first) && isJump(here, place.square);
  }

  /**
   * Whether a piece of the same side stands in the way: one that is taken there gives way to
   * its taker alone.
   * @param {Place} from @param {Place} to
   */
  #isBlocked({ board, square }, to) {
    const own = (/** @type {string} */ one) => this.isOwn(letterAt(this.wishes.boards(), { board, square: one }));
    const [x, y] = [fileOf(to.square) - fileOf(square), rankOf(to.square) - rankOf(square)];
    const kind = this.#letter.toUpperCase();
    // Neither pawns straight ahead nor men take what stands where they go.
    const takes = kind === 'P' ? x !== 0 : kind !== 'M';
    const letter = letterAt(this.wishes.boards(), to) ?? '';
    if (own(to.square) && (!takes || letter.toUpperCase() === 'K')) return true;
    const steps = Math.max(Math.abs(x), Math.abs(y));
    if (kind === 'N' || kind === 'M') return false;
    return Array.from({ length: steps - 1 }, (_, index) => index + 1)
      .some((step) => own(squareAt(fileOf(square) + (x / steps) * step, rankOf(square) + (y / steps) * step)));
  }

  /** In Chess960 the king is put onto its rook. @param {Place} place */
  #isCastling(place) {
    const letter = letterAt(this.wishes.boards(), place) ?? '';
    return this.#letter.toUpperCase() === 'K' && letter.toUpperCase() === 'R' && this.isOwn(letter) && place.square[1] === this.selected?.square[1];
  }

  /**
   * A click, a tap, or Enter on a place.
   * @param {Place} place
   * @param {string | null} letter what stands there
   */
  point(place, letter) {
    if (this.isTarget(place)) {
      this.squares = [...this.squares, place.square];
      this.#tell();
    } else if (this.isOwn(letter) && (this.isSet || !same(place, this.selected))) {
      this.selected = place;
      this.squares = [];
      this.wishes.tell(sentence(t('{piece} {square}: where is it to go, when it is your turn?', { piece: nameOf(this.#letter), square: place.square })));
    } else {
      this.cancel();
      return;
    }
    this.wishes.changed();
  }

  #tell() {
    const name = nameOf(this.#letter);
    const more = this.squares.length > 1 || this.#letter.toUpperCase() !== 'M' || !isJump(this.selected?.square ?? '', this.squares[0]) ? '' : ` ${t('Further squares lead the chain on.')}`;
    this.wishes.tell(`${t('Premove: {piece} {from} to {squares}.', { piece: name, from: this.selected?.square ?? '', squares: list(this.squares) })}${more}`, 'wait');
  }

  /** Nothing is wrong with what is only wished for. */
  tellRefusal() {
    this.wishes.tell(t('A {piece} does not go there.', { piece: nameOf(this.#letter) }), 'alert');
  }

  /** Takes the last square back. */
  back() {
    if (!this.isSet) return;
    this.squares = this.squares.slice(0, -1);
    if (this.isSet) this.#tell();
    else this.cancel();
    this.wishes.changed();
  }

  /** Whether a mark is there, for going from mark to mark. @param {Place} place */
  isMarked(place) {
    return this.isTarget(place) || same(place, this.selected);
  }

  /** What is pointed at has no consequences yet. */
  hover() {}

  clear() {
    this.selected = null;
    this.squares = [];
  }

  /** Gives up what was laid out; whether there was something. */
  cancel() {
    if (!this.selected) return false;
    this.clear();
    this.wishes.changed();
    this.wishes.tell('');
    return true;
  }

  /** @returns {Mark[]} */
  marks() {
    const { selected, squares } = this;
    if (!selected) return [];
    const { board } = selected;
    const place = (/** @type {string} */ square) => ({ board, square });
    if (!squares.length) {
      const targets = SQUARES.filter((square) => this.isTarget(place(square)));
      return [{ at: selected, kind: 'selected' }, ...targets.map((square) => ({ at: place(square), kind: 'premove-target' }))];
    }
    const number = (/** @type {number} */ index) => (squares.length > 1 ? String(index + 1) : undefined);
    return [{ at: selected, kind: 'premove-from' }, ...squares.map((square, index) => ({ at: place(square), kind: 'premove-to', text: number(index) }))];
  }

  /** @returns {Arrow[]} */
  arrows() {
    const { selected, squares } = this;
    return selected && squares.length ? [{ board: selected.board, squares: [selected.square, ...squares], kind: 'premove' }] : [];
  }
}
