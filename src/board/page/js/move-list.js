// @ts-check
// The moves of a game with their variations.

import { button, fill, h, icon } from './dom.js';

/** @typedef {import('./game.js').Node} Node */
/** @typedef {import('./game.js').Game} Game */

/** @type {Record<string, string>} */
export const SIGNS = { inaccuracy: '?!', mistake: '?', blunder: '??' };

export class MoveList {
  /**
   * @param {(node: Node) => void} go
   * @param {{edits?: boolean, onEdit?: () => void}} [how] whether variations can be edited
   */
  constructor(go, how = {}) {
    this.go = go;
    this.how = how;
    this.element = h('div', { class: 'moves', role: 'group', 'aria-label': 'Moves' });
  }

  /**
   * @param {Game} game
   * @param {Node} shown the node whose position is seen
   */
  show(game, shown) {
    const { white, number } = game.firstMove;
    /** @type {HTMLElement[]} */
    const rows = [];
    let ply = white ? 0 : 1;
    /** @type {HTMLElement | null} */
    let row = null;
    for (const node of game.mainLine.slice(1)) {
      if (node.text.includes(':')) {
        rows.push(h('div', { class: 'moves-event' }, icon('exchange'), `Agreed: ${node.san.split(':')[1].replace('/', ' / ')}`));
        row = null;
        continue;
      }
      if (!row || ply % 2 === 0) {
        row = h('div', { class: 'moves-row' }, h('span', { class: 'moves-number' }, `${number + Math.floor(ply / 2)}.`));
        if (ply % 2 === 1) row.append(h('span', { class: 'moves-gap' }, '…'));
        rows.push(row);
      }
      row.append(this.#move(node, shown));
      ply += 1;
      const more = this.#after(game, node, shown);
      rows.push(...more);
      if (more.length) row = null;
    }
    if (!rows.length) rows.push(h('p', { class: 'muted small' }, `No moves yet. ${white ? 'White' : 'Black'} begins.`));
    fill(this.element, rows);
    this.element.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }

  /** @param {Node} node @param {Node} shown */
  #move(node, shown) {
    return h('button', {
      type: 'button', class: 'move', 'aria-current': node === shown ? 'true' : null, onclick: () => this.go(node),
    }, node.san, node.mark ? h('b', { class: `sign ${node.mark}` }, SIGNS[node.mark]) : null);
  }

  /**
   * What stands under a move: an event, what was better, a comment, variations.
   * @param {Game} game @param {Node} node @param {Node} shown
   */
  #after(game, node, shown) {
    const rows = [];
    const event = node.move?.event;
    if (event) rows.push(h('div', { class: 'moves-event' }, icon('snow'), event.says));
    if (node.mark && node.better.length) {
      rows.push(h('div', { class: 'moves-note' }, h('b', {}, `${node.mark[0].toUpperCase()}${node.mark.slice(1)}. `),
        'Better was ', h('b', {}, node.better[0]), ` ${node.better.slice(1, 6).join(' ')}`));
    }
    if (node.comment) rows.push(h('div', { class: 'moves-note' }, node.comment));
    for (const variation of node.parent?.children.slice(1) ?? []) {
      if (node.parent?.children[0] === node) rows.push(this.#variation(game, variation, shown));
    }
    return rows;
  }

  /** @param {Game} game @param {Node} first @param {Node} shown @returns {HTMLElement} */
  #variation(game, first, shown) {
    const { white, number } = game.firstMove;
    const line = h('div', { class: 'variation' });
    let isFirst = true;
    for (let node = /** @type {Node | undefined} */ (first); node; node = node.children[0]) {
      const ply = node.ply - 1 + (white ? 0 : 1);
      if (ply % 2 === 0) line.append(`${number + Math.floor(ply / 2)}. `);
      else if (isFirst) line.append(`${number + Math.floor(ply / 2)}… `);
      isFirst = false;
      line.append(this.#move(node, shown), ' ');
      for (const other of node === first ? [] : node.parent?.children.slice(1) ?? []) {
        line.append(this.#variation(game, other, shown));
      }
    }
    if (this.how.edits) {
      const edit = (/** @type {() => void} */ action) => () => { action(); this.how.onEdit?.(); };
      line.append(h('span', { class: 'variation-tools' },
        button('', edit(() => game.promote(first)), { icon: 'up', label: 'Make this the main line', classes: 'tiny' }),
        button('', edit(() => game.remove(first)), { icon: 'bin', label: 'Delete this variation', classes: 'tiny' })));
    }
    return line;
  }
}

/**
 * The buttons that step through a game.
 * @param {{first: () => void, back: () => void, on: () => void, last: () => void, flip: () => void}} steps
 */
export function stepButtons(steps) {
  return h('div', { class: 'steps', role: 'group', 'aria-label': 'Step through the game' },
    button('', steps.first, { icon: 'first', label: 'To the start' }),
    button('', steps.back, { icon: 'back', label: 'One move back (,)' }),
    button('', steps.on, { icon: 'on', label: 'One move on (.)' }),
    button('', steps.last, { icon: 'last', label: 'To the end' }),
    button('', steps.flip, { icon: 'flip', label: 'Flip the board (F)' }));
}
