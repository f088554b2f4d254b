// @ts-check
// Choosing a move among the legal ones: a piece, then where it goes, jump by jump where
// it jumps. What is legal, and what comes of it, the server has said.

import { letterAt } from './boards.js';
import { nameOf, sideName, sideOf } from './pieces.js';
import { between, keyOf, same } from './squares.js';
import { sentence, list } from './text.js';
import { plural, t } from './translate.js';

/** @typedef {import('./types').Place} Place */
/** @typedef {import('./types').MoveView} MoveView */
/** @typedef {import('./types').PositionView} PositionView */
/** @typedef {import('./page').Mark} Mark */
/** @typedef {import('./page').Arrow} Arrow */

/**
 * @typedef {object} Wishes
 * @property {() => void} changed the marks are others
 * @property {(move: MoveView, dropped: boolean) => void} chosen
 * @property {(text: string, tone?: string) => void} tell for the status line
 * @property {(place: Place) => void} refused something was tried that cannot be done
 * @property {(moves: MoveView[], position: PositionView) => Promise<MoveView | null>} promotion
 * @property {(square: string, ways: string[][]) => Promise<string[] | null>} way
 */

export class Chooser {
  /** @type {PositionView | null} */
  position = null;
  /** Whether the side to move is a person's. */
  enabled = false;
  /** @type {Place | null} */
  selected = null;
  /** @type {string[]} the squares of the jumps made, the origin first */
  route = [];
  /** @type {Place | null} what is pointed at */
  tried = null;

  /** @param {Wishes} wishes */
  constructor(wishes) {
    this.wishes = wishes;
  }

  /** @param {PositionView} position @param {boolean} enabled */
  setPosition(position, enabled) {
    this.position = position;
    this.enabled = enabled && !position.outcome;
    this.clear();
  }

  clear() {
    this.selected = null;
    this.route = [];
    this.tried = null;
  }

  /** The legal moves of the chosen piece. */
  get moves() {
    const { selected, position } = this;
    return selected && position ? position.moves.filter((move) => same(move.from, selected)) : [];
  }

  /** Whether a jump has been made and the move is not yet complete. */
  get inChain() {
    return this.route.length > 1;
  }

  /**
   * The ways that go on from the jumps made so far.
   * @returns {{move: MoveView, route: string[]}[]}
   */
  get ways() {
    const { route } = this;
    return this.moves.flatMap((move) => move.routes
      .filter((way) => way.length > route.length && route.every((square, index) => way[index] === square))
      .map((way) => ({ move, route: way })));
  }

  /** The moves that are complete with the jumps made so far. */
  get complete() {
    const made = this.route.join();
    return this.moves.filter((move) => move.routes.some((way) => way.join() === made));
  }

  /**
   * The moves that a place stands for: where the piece goes, or else where it arrives.
   * @param {Place} place
   */
  movesTo(place) {
    if (this.inChain) return [];
    const direct = this.moves.filter((move) => !move.routes.length);
    const going = direct.filter((move) => same(move.to, place));
    return going.length ? going : direct.filter((move) => same(move.arrives, place));
  }

  /** @param {Place} place */
  isTarget(place) {
    if (!this.selected) return false;
    if (this.movesTo(place).length) return true;
    return this.jumpsTo(place).length > 0;
  }

  /**
   * The ways by which a place can be reached with more jumps.
   * @param {Place} place
   */
  jumpsTo(place) {
    if (place.board !== this.selected?.board) return [];
    return this.ways.filter(({ route }) => route.slice(this.route.length).includes(place.square));
  }

  /**
   * A click, a tap, or Enter on a place.
   * @param {Place} place
   * @param {string | null} letter what stands there
   * @param {{touch?: boolean, dropped?: boolean, boards?: number}} [how]
   */
  async point(place, letter, how = {}) {
    const { position } = this;
    if (!position) return;
    if (!this.enabled) {
      if (position.outcome) this.wishes.tell(position.outcome.says);
      return;
    }
    if (this.inChain && place.square === this.route[this.route.length - 1]) {
      this.stop();
      return;
    }
    const direct = this.movesTo(place);
    if (direct.length) {
      // A finger covers the square: the first tap shows where the piece arrives.
      const shows = how.touch && (how.boards ?? 1) > 1 && !same(this.tried, place);
      if (shows) this.hover(place);
      else await this.choose(direct, how.dropped ?? false);
      return;
    }
    if (this.jumpsTo(place).length) {
      await this.jump(place);
      return;
    }
    this.pointElsewhere(place, letter);
  }

  /** @param {Place} place @param {string | null} letter */
  pointElsewhere(place, letter) {
    const position = /** @type {PositionView} */ (this.position);
    const isOwn = letter !== null && letter !== '*' && sideOf(letter) === position.turn;
    if (this.inChain) {
      this.wishes.refused(place);
      this.tellChain();
      return;
    }
    if (isOwn && !same(place, this.selected)) {
      this.clear();
      this.selected = place;
      this.wishes.changed();
      this.tellChoice(letter);
      return;
    }
    if (this.selected && !same(place, this.selected) && (letter !== null || this.reasonFor(place))) {
      this.wishes.refused(this.selected);
      this.tellRefusal(place);
      return;
    }
    if (!this.selected && letter !== null && letter !== '*') {
      this.wishes.refused(place);
      this.wishes.tell(t('It is {side}\'s turn.', { side: sideName(position.turn) }));
      return;
    }
    this.cancel();
  }

  /** @param {Place} place */
  reasonFor(place) {
    const { selected, position } = this;
    return position?.forbidden.find((one) => same(one.from, selected) && same(one.to, place)) ?? null;
  }

  /** @param {Place} place */
  tellRefusal(place) {
    const reason = this.reasonFor(place);
    const targets = this.targetNames();
    const possible = targets.length ? t('Possible: {squares}.', { squares: list(targets) }) : t('This piece has no legal move.');
    const says = reason ? reason.says : sentence(t('{piece} to {square} is not possible.', { piece: this.selectedName, square: place.square }));
    this.wishes.tell(`${says} ${possible}`, 'alert');
  }

  get selectedName() {
    const { selected, position } = this;
    if (!selected || !position) return t('piece');
    return nameOf(letterAt(position.boards.squares, selected) ?? '');
  }

  targetNames() {
    const names = this.moves.map((move) => move.routes[0]?.[1] ?? move.to.square);
    return [...new Set(names)].sort();
  }

  /** @param {string} letter */
  tellChoice(letter) {
    const targets = this.targetNames();
    const name = `${sentence(nameOf(letter))} ${this.selected?.square}`;
    if (targets.length) {
      this.wishes.tell(`${name}: ${plural('one square', '{n} squares', { n: targets.length })}.`);
      return;
    }
    const reasons = this.position?.forbidden.filter((one) => same(one.from, this.selected)) ?? [];
    this.wishes.tell(`${t('{piece} has no legal move.', { piece: name })} ${reasons[0]?.says ?? ''}`, 'alert');
  }

  /**
   * Moves that differ in promotion alone are asked for.
   * @param {MoveView[]} moves
   * @param {boolean} dropped
   */
  async choose(moves, dropped) {
    const { position } = this;
    const move = moves.length === 1 || !position ? moves[0] : await this.wishes.promotion(moves, position);
    if (!move) {
      this.cancel();
      return;
    }
    // While it was asked for, the time may have run out.
    if (position !== this.position || !this.enabled) return;
    const seen = this.inChain || dropped;
    this.clear();
    this.enabled = false;
    this.wishes.chosen(move, seen);
  }

  /**
   * Jumps to a place: the next one, or one farther on.
   * @param {Place} place
   */
  async jump(place) {
    const origin = /** @type {Place} */ (this.selected).square;
    if (!this.route.length) this.route = [origin];
    const depth = this.route.length;
    const isNext = this.ways.some(({ route }) => route[depth] === place.square);
    if (isNext) {
      this.route = [...this.route, place.square];
    } else {
      const found = this.jumpsTo(place).map(({ route }) => route.slice(0, route.indexOf(place.square, depth) + 1));
      const different = [...new Map(found.map((way) => [way.join(), way])).values()];
      const way = different.length === 1 ? different[0] : await this.wishes.way(place.square, different);
      if (!way) return;
      this.route = way;
    }
    await this.afterJump();
  }

  async afterJump() {
    const complete = this.complete;
    this.tried = null;
    if (!this.ways.length && complete.length) {
      await this.choose(complete, true);
      return;
    }
    this.wishes.changed();
    this.tellChain();
  }

  tellChain() {
    const depth = this.route.length;
    const next = [...new Set(this.ways.map(({ route }) => route[depth]))];
    const values = { n: next.length, squares: next.join(` ${t('or')} `), here: this.route[depth - 1] };
    const mayStop = this.complete.length > 0;
    const ways = () => (mayStop ? t('{n} ways on: {squares}, or stop on {here}.', values) : t('{n} ways on: {squares}.', values));
    const way = () => (mayStop ? t('It can go on to {squares}, or stop on {here}.', values) : t('It can go on to {squares}.', values));
    this.wishes.tell(next.length > 1 ? ways() : way(), 'jump');
  }

  /** Ends the chain where the piece stands. */
  stop() {
    const complete = this.complete;
    if (complete.length) this.choose(complete, true);
    else this.tellChain();
  }

  /** Takes the last jump back. */
  back() {
    if (!this.inChain) return;
    this.route = this.route.slice(0, -1);
    if (!this.inChain) this.route = [];
    this.wishes.changed();
    if (this.inChain) this.tellChain();
    else this.wishes.tell('');
  }

  /** Lets go of the piece. */
  cancel() {
    if (!this.selected) return;
    this.clear();
    this.wishes.changed();
    this.wishes.tell('');
  }

  /**
   * The mouse or the keyboard points at a place.
   * @param {Place | null} place
   */
  hover(place) {
    const tried = place && this.isTarget(place) ? place : null;
    if (tried === this.tried || same(tried, this.tried)) return;
    this.tried = tried;
    const move = this.triedMove;
    this.wishes.changed();
    if (move) this.wishes.tell(this.consequences(move));
  }

  /** The move that is pointed at; of several promotions the first. */
  get triedMove() {
    return this.tried ? this.movesTo(this.tried)[0] ?? null : null;
  }

  /** @param {MoveView} move */
  consequences(move) {
    const lose = this.position?.countdown?.lose;
    const endangered = move.endangered?.map((place) => place.square) ?? [];
    const after = !lose || !move.endangered ? ''
      : endangered.length ? ` ${t('{squares} would {lose}.', { squares: endangered.join(', '), lose })}` : ` ${t('Nobody would {lose}.', { lose })}`;
    return `${move.says}.${after}${move.event ? ` ${move.event.says}` : ''}`;
  }

  /**
   * @param {PositionView} position
   * @returns {Mark[]}
   */
  marks(position) {
    const { selected } = this;
    if (!selected) return [];
    /** @type {Mark[]} */
    const marks = [{ at: selected, kind: this.inChain ? 'chain-from' : 'selected' }];
    if (this.inChain) return [...marks, ...this.chainMarks(selected)];
    const seen = new Set();
    for (const move of this.moves) {
      const square = move.routes[0]?.[1] ?? move.to.square;
      const at = { board: selected.board, square };
      if (seen.has(square)) continue;
      seen.add(square);
      const isCold = move.endangered?.some((place) => same(place, move.arrives)) ?? false;
      const takes = move.takes.length > 0;
      marks.push({ at, kind: takes ? (isCold ? 'cold-capture' : 'capture') : isCold ? 'cold' : 'target' });
    }
    for (const one of position.forbidden) {
      if (one.closed && same(one.from, selected)) marks.push({ at: one.to, kind: 'closed' });
    }
    const move = this.triedMove;
    if (move && move.from.board !== move.arrives.board) {
      for (const change of move.changes) {
        if (change.comes) marks.push({ at: change.at, kind: 'ghost', text: change.letter });
      }
    }
    return marks;
  }

  /** @param {Place} selected @returns {Mark[]} */
  chainMarks(selected) {
    const { board } = selected;
    const depth = this.route.length;
    const place = (/** @type {string} */ square) => ({ board, square });
    /** @type {Mark[]} */
    const marks = [{ at: place(this.route[depth - 1]), kind: 'standing', text: String(depth - 1) }];
    const numbered = new Map();
    for (const { route } of this.ways) {
      route.slice(depth).forEach((square, index) => {
        const before = numbered.get(square);
        if (before === undefined || before > depth + index) numbered.set(square, depth + index);
      });
    }
    for (const [square, number] of numbered) {
      marks.push({ at: place(square), kind: number === depth ? 'jump' : 'jump-far', text: String(number) });
    }
    this.route.slice(1).forEach((square, index) => {
      marks.push({ at: place(between(this.route[index], square)), kind: 'taken' });
    });
    return marks;
  }

  /** @returns {Arrow[]} */
  arrows() {
    const { selected, route } = this;
    if (!selected || !this.inChain) return [];
    const { board } = selected;
    const depth = route.length;
    const legs = new Map(this.ways.flatMap(({ route: way }) => way.slice(depth).map((square, index) => {
      const leg = [way[depth + index - 1], square];
      return /** @type {[string, string[]]} */ ([leg.join(), leg]);
    })));
    const ahead = [...legs.values()].map((squares) => ({ board, squares, kind: 'path' }));
    return [{ board, squares: route, kind: 'chain' }, ...ahead];
  }

  /** Whether a place is marked, for going from mark to mark. @param {Place} place */
  isMarked(place) {
    return this.isTarget(place) || keyOf(place) === (this.selected ? keyOf(this.selected) : '');
  }
}
