// @ts-check
// The moves of a game with their variations.

import { glyphOf, numbered, remark, signOf } from './annotations.js';
import { button, fill, h, icon, reveal } from './dom.js';
import { scoreText } from './engine-lines.js';
import { t } from './translate.js';

/** @typedef {import('./game.js').Node} Node */
/** @typedef {import('./game.js').Game} Game */

/**
 * What can be done with the list where variations can be edited.
 * @typedef {object} Edits
 * @property {() => void} onEdit the tree has changed
 * @property {(node: Node, line: {moves: string[], sans: string[]}) => void} onLine a line is to be played from a position
 */

/**
 * All that the list shows of a game, in order.
 * @param {Game} game
 */
function ingredients(game) {
  /** @type {any[]} */
  const found = [game.fen];
  const waiting = [game.root];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    found.push(node, node.children.length, node.san, node.introduction, node.words, node.nags.join(),
      node.judgement, node.better, node.betterMoves, scoreText(node.score), node.move?.event?.says);
    waiting.push(...node.children);
  }
  return found;
}

export class MoveList {
  /** @type {any[]} what the list was made of */
  #made = [];

  /** @type {Map<Node, HTMLElement>} */
  #moves = new Map();

  /**
   * @param {(node: Node) => void} go
   * @param {Edits | null} [edits]
   */
  constructor(go, edits = null) {
    this.go = go;
    this.edits = edits;
    this.element = h('div', { class: 'moves', role: 'group', 'aria-label': t('Moves') });
  }

  /**
   * @param {Game} game
   * @param {Node} shown the node whose position is seen
   */
  show(game, shown) {
    const made = ingredients(game);
    // A step through a long game makes no list anew.
    if (made.length !== this.#made.length || made.some((one, index) => one !== this.#made[index])) {
      this.#made = made;
      this.#moves.clear();
      fill(this.element, this.#rows(game));
    }
    this.element.querySelector('[aria-current]')?.removeAttribute('aria-current');
    const current = this.#moves.get(shown);
    current?.setAttribute('aria-current', 'true');
    if (current) reveal(this.element, current);
  }

  /** @param {Game} game */
  #rows(game) {
    const { white, number } = game.firstMove;
    /** @type {HTMLElement[]} */
    const rows = [];
    let ply = white ? 0 : 1;
    /** @type {HTMLElement | null} */
    let row = null;
    if (game.root.words) rows.push(h('div', { class: 'moves-note' }, game.root.words));
    for (const node of game.mainLine.slice(1)) {
      if (node.introduction) rows.push(h('div', { class: 'moves-note' }, node.introduction));
      if (node.isAgreement) {
        rows.push(this.#agreement(node));
        row = null;
      } else {
        if (!row || ply % 2 === 0 || node.introduction) {
          row = h('div', { class: 'moves-row' }, h('span', { class: 'moves-number' }, `${number + Math.floor(ply / 2)}.`));
          if (ply % 2 === 1) row.append(h('span', { class: 'moves-gap' }, '…'));
          rows.push(row);
        }
        row.append(this.#move(node, true));
        ply += 1;
      }
      const more = this.#after(game, node);
      rows.push(...more);
      if (more.length) row = null;
    }
    if (!game.root.children.length) rows.push(h('p', { class: 'muted small' }, game.fen ? t('No moves from here yet. It is {side}’s turn.', { side: white ? t('White') : t('Black') }) : t('No moves yet. White begins.')));
    return rows;
  }

  /** @param {Node} node */
  #agreement(node) {
    return h('div', { class: 'moves-event' }, icon('agreement'), this.#button(node, t('Agreed: {squares}', { squares: node.san.split(':')[1].replace('/', ' / ') })));
  }

  /** @param {Node} node @param {...any} children */
  #button(node, ...children) {
    const element = h('button', { type: 'button', class: 'move', onclick: () => this.go(node) }, ...children);
    this.#moves.set(node, element);
    return element;
  }

  /** @param {Node} node @param {boolean} [isMain] whether it belongs to the main line */
  #move(node, isMain = false) {
    const score = this.edits && isMain ? scoreText(node.score) : '';
    return this.#button(node, node.san, node.judgement ? h('b', { class: `sign ${node.judgement}` }, signOf(node.judgement)) : null,
      node.nags.length ? h('b', { class: 'sign' }, node.nags.map(glyphOf).join(' ')) : null,
      score ? h('small', { class: 'move-score' }, score) : null);
  }

  /**
   * What stands under a move: an event, what was better, a comment, variations.
   * @param {Game} game @param {Node} node
   */
  #after(game, node) {
    const rows = [];
    const event = node.move?.event;
    if (event) rows.push(h('div', { class: 'moves-event' }, icon('snow'), event.says));
    const says = node.judgement && node.better.length ? remark(node.judgement, this.#better(game, node)) : '';
    if (says) rows.push(this.#remark(node, says));
    if (node.words) rows.push(h('div', { class: 'moves-note' }, node.words));
    for (const variation of node.parent?.children.slice(1) ?? []) {
      if (node.parent?.children[0] === node) rows.push(this.#variation(game, variation));
    }
    return rows;
  }

  /** What a review would have played instead, with numbers. @param {Game} game @param {Node} node */
  #better({ firstMove: { white, number } }, node) {
    const plies = (white ? 0 : 1) + node.path.slice(1, -1).filter((one) => !one.isAgreement).length;
    return numbered(node.better, plies % 2 === 0, number + Math.floor(plies / 2));
  }

  /** What a review would have played; a click plays it. @param {Node} node @param {string} says */
  #remark(node, says) {
    const { parent, better, betterMoves } = node;
    const note = h('div', { class: 'moves-note' }, says, ' ');
    if (this.edits && parent && betterMoves.length) {
      note.append(button(t('Show it'), () => this.edits?.onLine(parent, { moves: betterMoves, sans: better }), { classes: 'tiny' }));
    }
    return note;
  }

  /** @param {Game} game @param {Node} first @returns {HTMLElement} */
  #variation(game, first) {
    const { white, number } = game.firstMove;
    const line = h('div', { class: 'variation' });
    const note = (/** @type {string} */ text) => h('span', { class: 'variation-note' }, `${text} `);
    // A number stands before White's moves, and before Black's after something else.
    let interrupted = true;
    let ply = first.path.slice(1, -1).filter((node) => !node.isAgreement).length + (white ? 0 : 1);
    for (let node = /** @type {Node | undefined} */ (first); node; node = node.children[0]) {
      if (node.introduction) line.append(note(node.introduction));
      if (node.isAgreement) {
        line.append(this.#agreement(node));
      } else {
        if (ply % 2 === 0) line.append(`${number + Math.floor(ply / 2)}. `);
        else if (interrupted || node.introduction) line.append(`${number + Math.floor(ply / 2)}… `);
        ply += 1;
        line.append(this.#move(node), ' ');
      }
      const others = node === first ? [] : node.parent?.children.slice(1) ?? [];
      if (node.words) line.append(note(node.words));
      line.append(...others.map((other) => this.#variation(game, other)));
      interrupted = node.isAgreement || node.words !== '' || others.length > 0;
    }
    const { edits } = this;
    if (edits) {
      const edit = (/** @type {() => void} */ action) => () => { action(); edits.onEdit(); };
      line.append(h('span', { class: 'variation-tools' },
        first.parent?.isMain ? null : button('', edit(() => game.raise(first)), { icon: 'raise', label: t('Promote this variation'), classes: 'tiny' }),
        button('', edit(() => game.promote(first)), { icon: 'up', label: t('Make this the main line'), classes: 'tiny' }),
        button('', edit(() => game.remove(first)), { icon: 'bin', label: t('Delete this variation'), classes: 'tiny' })));
    }
    return line;
  }
}
