// @ts-check
// Who plays a game that is analysed, over and under the board: name and rating, what the
// other side has lost, and the clock where the game's comments tell it.

import { fill, h } from './dom.js';
import { materialStrip } from './material.js';
import { sideName } from './pieces.js';
import { tagOf } from './study.js';
import { t } from './translate.js';

/** @typedef {import('./game.js').Game} Game */
/** @typedef {import('./game.js').Node} Node */

const CLOCK = /\[%clk\s+(\d+(?::\d+){1,2}(?:\.\d+)?)\]/;

/** Whether White made the move of a node. @param {Game} game @param {Node} node */
function isWhites(game, node) {
  const plies = node.path.slice(1).filter((one) => !one.isAgreement).length;
  return (plies % 2 === 1) === game.firstMove.white;
}

/**
 * What a side's clock showed last, as its comments tell; nothing if they do not.
 * @param {Game} game @param {Node} node the position that is seen @param {boolean} white
 */
export function clockAt(game, node, white) {
  for (let one = /** @type {Node | null} */ (node); one?.parent; one = one.parent) {
    // Whose move it is takes a walk to the start: only where there is a clock.
    const found = one.isAgreement ? null : CLOCK.exec(one.comment);
    if (found && isWhites(game, one) === white) return found[1].replace(/^0:(?=\d+:)/, '').replace(/^0(?=\d)/, '');
  }
  return '';
}

/** What is told of the game besides its players. @param {Game} game */
export function aboutGame(game) {
  const place = ['Event', 'Site', 'Date', 'Round'].map((name) => tagOf(game, name));
  if (place[3]) place[3] = t('Round {n}', { n: place[3] });
  const result = game.result === '*' ? '' : game.result.replace('1/2-1/2', '½–½').replace('-', '–');
  return [...place.filter((text) => text && !/^https?:/.test(text)), tagOf(game, 'TimeControl'), result, tagOf(game, 'Termination')].filter(Boolean).join(' · ');
}

export class Sides {
  constructor() {
    this.upper = h('div', { class: 'side-bar' });
    this.lower = h('div', { class: 'side-bar' });
    this.about = h('p', { class: 'muted small', hidden: true });
  }

  /** @param {Game} game @param {Node} node whose position is known @param {boolean} flipped */
  show(game, node, flipped) {
    fill(this.upper, ...this.#side(game, node, flipped));
    fill(this.lower, ...this.#side(game, node, !flipped));
    this.about.textContent = aboutGame(game);
    this.about.hidden = !this.about.textContent;
  }

  /** @param {Game} game @param {Node} node @param {boolean} white */
  #side(game, node, white) {
    const side = white ? 'White' : 'Black';
    const [title, name, rating] = [`${side}Title`, side, `${side}Elo`].map((tag) => tagOf(game, tag));
    const clock = clockAt(game, node, white);
    const start = game.root.position?.boards.squares;
    return [
      h('b', { class: 'side-name' }, [title, name || sideName(white ? 'white' : 'black')].filter(Boolean).join(' ')), rating ? h('span', { class: 'muted' }, rating) : null,
      start && node.position ? materialStrip(start, node.position.boards.squares, white) : null,
      h('span', { class: 'grow' }), clock ? h('span', { class: 'side-clock', role: 'timer', 'aria-label': t('{side}’s clock {time}', { side: sideName(white ? 'white' : 'black'), time: clock }) }, clock) : null,
    ];
  }
}
