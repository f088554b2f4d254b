// @ts-check
// White's winning chances through a game.

import { fill, h, svg } from './dom.js';
import { plural, t } from './translate.js';

/** @typedef {import('./game.js').Node} Node */

/** Marks of so many positions can be told apart; of a longer game the worst moves are marked. */
const CROWDED = 120;

/** Numbers under the graph, at most. */
const NUMBERS = 9;

const KINDS = /** @type {const} */ (['inaccuracy', 'mistake', 'blunder']);
const COUNTED = {
  inaccuracy: (/** @type {number} */ n) => plural('{n} inaccuracy', '{n} inaccuracies', { n }),
  mistake: (/** @type {number} */ n) => plural('{n} mistake', '{n} mistakes', { n }),
  blunder: (/** @type {number} */ n) => plural('{n} blunder', '{n} blunders', { n }),
};

export class Graph {
  /** @type {Node[]} */
  #nodes = [];

  /** @param {(node: Node) => void} go */
  constructor(go) {
    this.go = go;
    this.legend = h('span', { class: 'graph-legend' });
    this.place = h('div', { class: 'graph-place' });
    this.element = h('section', { class: 'card graph-card', hidden: true },
      h('div', { class: 'graph-head' }, h('h2', {}, t('Winning chances of White')), this.legend), this.place);
    const point = (/** @type {PointerEvent} */ event) => {
      if (event.type === 'pointermove' && !(event.buttons & 1)) return;
      const box = this.place.getBoundingClientRect();
      const share = Math.max(0, Math.min(1, (event.clientX - box.left) / box.width));
      this.go(this.#nodes[Math.round(share * (this.#nodes.length - 1))]);
    };
    this.place.addEventListener('pointerdown', point);
    this.place.addEventListener('pointermove', point);
  }

  /**
   * @param {import('./game.js').Game} game
   * @param {Node} shown
   */
  show(game, shown) {
    const nodes = game.mainLine;
    this.#nodes = nodes;
    const known = nodes.filter((node) => node.score).length;
    this.element.hidden = known < 4 || known < nodes.length / 4;
    if (this.element.hidden) return;
    const last = Math.max(1, nodes.length - 1);
    const points = nodes.flatMap((node, ply) => (node.score ? [[(ply / last) * 1000, 100 - node.score.chance]] : []));
    const line = points.map(([x, y]) => `${x} ${y}`).join('L');
    const events = nodes.flatMap((node, ply) => (node.move?.event ? [(ply / last) * 1000] : []));
    const now = (nodes.indexOf(shown) / last) * 1000;
    const vertical = (/** @type {number} */ x, /** @type {string} */ name) => svg('line', { x1: x, x2: x, y1: 0, y2: 100, class: name });
    const picture = svg('svg', { viewBox: '0 0 1000 100', preserveAspectRatio: 'none', class: 'graph', 'aria-hidden': 'true' },
      svg('rect', { width: 1000, height: 50, class: 'graph-white' }),
      svg('path', { d: `M${points[0][0]} 50L${line}L${points[points.length - 1][0]} 50Z`, class: 'graph-area' }),
      svg('line', { x1: 0, x2: 1000, y1: 50, y2: 50, class: 'graph-half' }),
      ...events.map((x) => vertical(x, 'graph-event')),
      svg('path', { d: `M${line}`, class: 'graph-line' }),
      ...(now >= 0 ? [vertical(now, 'graph-now')] : []));
    const signs = nodes.flatMap((node, ply) => {
      if (!node.judgement || !node.score || last > CROWDED && node.judgement !== 'blunder') return [];
      const sign = h('i', { class: `graph-sign ${node.judgement}` });
      sign.style.left = `${(ply / last) * 100}%`;
      sign.style.top = `${8 + ((100 - node.score.chance) / 100) * 130}px`;
      return [sign];
    });
    fill(this.place, picture, signs, axes(game, last));
    const isJudged = nodes.some((node) => node.judgement) || nodes.every((node) => node.isScored);
    fill(this.legend, ...(isJudged ? KINDS : []).map((kind) => {
      const count = nodes.filter((node) => node.judgement === kind).length;
      return h('span', { class: `legend ${kind}` }, `${COUNTED[kind](count)} `);
    }));
  }
}

/**
 * Per cent beside the graph, and numbers of moves under it.
 * @param {import('./game.js').Game} game
 * @param {number} plies
 */
function axes({ firstMove: { white, number } }, plies) {
  const moves = Math.ceil(plies / 2);
  const step = [1, 2, 5, 10, 20, 50, 100].find((one) => moves / one <= NUMBERS) ?? 200;
  const first = Math.ceil((number + 1) / step) * step;
  const count = Math.max(0, Math.floor((number + moves - 1 - first) / step) + 1);
  const numbers = Array.from({ length: count }, (_, index) => {
    const move = first + index * step;
    const label = h('span', {}, String(move));
    // The position before White's move with this number.
    label.style.left = `${(100 * (2 * (move - number) - (white ? 0 : 1))) / plies}%`;
    return label;
  });
  const shares = h('div', { class: 'graph-shares', 'aria-hidden': 'true' }, ...[100, 50, 0].map((n) => h('span', {}, t('{n} %', { n }))));
  return [shares, h('div', { class: 'graph-numbers', 'aria-hidden': 'true' }, ...numbers)];
}
