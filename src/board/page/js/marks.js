// @ts-check
// The marks on squares and the arrows over them: one language for all games.

import { signOf } from './annotations.js';
import { h, icon, pieceInto, svg } from './dom.js';
import { t } from './translate.js';

/** @typedef {import('./page').Mark} Mark */

/** What screen readers are told of a mark. */
const WORDS = /** @type {Record<string, string>} */ ({
  selected: t('chosen'), target: t('legal move'), capture: t('legal move, takes'), cold: t('legal move, would stand alone there'),
  'cold-capture': t('legal move, takes, would stand alone there'),
  'last-from': t('last move from here'), 'last-to': t('last move to here'), check: t('in check'),
  lost: t('stands alone, would freeze'), 'lost-next': t('would stand alone'), spared: t('sheltered'),
  closed: t('closed on the other board'), jump: t('jump'), 'jump-far': t('later jump'), taken: t('taken in this chain'),
  'premove-from': t('premove from here'), 'premove-to': t('premove to here'), 'premove-target': t('possible premove'),
  ghost: t('arrives here'), arrival: t('the best move arrives here'), 'new-ice': t('new|ice that came just now'), picked: t('picked'), hint: t('hint'),
  standing: t('stands here in the chain'),
});

/** Circles that a person has drawn, by their colours. @type {Record<string, string>} */
const CIRCLES = { green: t('green circle'), red: t('red circle'), blue: t('blue circle'), yellow: t('yellow circle') };

/** @param {Mark} mark */
export function describeMark(mark) {
  if (mark.kind === 'circle') return CIRCLES[mark.text ?? ''] ?? '';
  if (mark.kind === 'arrow-from') return mark.text ?? '';
  const word = WORDS[mark.kind] ?? '';
  return mark.text && mark.kind !== 'ghost' && word ? `${word} ${mark.text}` : word;
}

/** Corner brackets: a path of four corners. */
const CORNERS = 'M8 30V8H30M70 8H92V30M92 70V92H70M30 92H8V70';

/**
 * @param {string} path
 * @param {string} classes
 */
function stroked(path, classes) {
  return svg('svg', { viewBox: '0 0 100 100', class: classes },
    svg('path', { d: path, class: 'halo' }), svg('path', { d: path, class: 'line' }));
}

/** @param {string} kind @param {...Node} children */
const shape = (kind, ...children) => h('div', { class: `mark ${kind}` }, ...children);

/** @param {string} kind @param {string} name */
const badge = (kind, name) => shape('badge-holder', h('span', { class: `badge ${kind}` }, icon(name)));

/** @param {string} kind @param {string} text */
const textBadge = (kind, text) => shape('badge-holder', h('span', { class: `badge ${kind}` }, text));

/** How each mark is drawn that is more than another look of the square. */
const DRAWN = /** @type {Record<string, (mark: Mark) => HTMLElement | null>} */ ({
  target: () => shape('target', h('i', { class: 'dot' })),
  'premove-target': () => shape('target premove-target', h('i', { class: 'dot' })),
  'premove-to': (mark) => (mark.text ? textBadge('slate', mark.text) : null),
  capture: () => shape('capture', /** @type {any} */ (stroked(CORNERS, 'brackets'))),
  cold: () => shape('cold', h('i', { class: 'flake' }, icon('snow'))),
  'cold-capture': () => shape('capture', /** @type {any} */ (stroked(CORNERS, 'brackets')), h('i', { class: 'flake' }, icon('snow'))),
  check: () => textBadge('bad', '!'),
  lost: () => badge('frost', 'snow'),
  'lost-next': () => badge('frost-next', 'snow'),
  spared: () => shape('spared', icon('roof')),
  closed: () => shape('closed', h('i', { class: 'bar' })),
  ghost: (mark) => shape('ghost', pieceInto(mark.text ?? 'P'), h('i', { class: 'ring' })),
  jump: (mark) => shape('jump', h('i', { class: 'ring' }), h('span', { class: 'badge violet' }, mark.text ?? '')),
  'jump-far': (mark) => shape('jump far', h('i', { class: 'ring' }), h('span', { class: 'badge violet' }, mark.text ?? '')),
  standing: (mark) => shape('badge-holder low', h('span', { class: 'badge violet' }, mark.text ?? '')),
  taken: () => shape('taken', /** @type {any} */ (stroked('M20 20L80 80M80 20L20 80', 'cross'))),
  picked: (mark) => shape('badge-holder', h('span', { class: 'badge violet' }, mark.text === 'Q' ? icon('crown') : mark.text ?? '')),
  judgement: (mark) => textBadge(`judgement-${mark.text}`, signOf(/** @type {import('./annotations.js').Judgement} */ (mark.text))),
  arrival: () => shape('ghost', h('i', { class: 'ring' })),
  circle: (mark) => shape(`circle ${mark.text}`),
  frozen: () => shape('frozen'),
});

/**
 * @param {Mark} mark
 * @returns {HTMLElement | null}
 */
export function drawMark(mark) {
  return DRAWN[mark.kind]?.(mark) ?? null;
}

/**
 * @param {import('./page').Arrow} arrow
 * @param {(square: string) => {x: number, y: number}} where
 * @returns {SVGElement[]}
 */
export function drawArrow(arrow, where) {
  const points = arrow.squares.map((square) => {
    const { x, y } = where(square);
    return { x: x + 0.5, y: y + 0.5 };
  });
  const last = points[points.length - 1];
  const before = points[points.length - 2];
  const angle = Math.atan2(last.y - before.y, last.x - before.x);
  const headed = !['check-line', 'path'].includes(arrow.kind);
  const back = headed ? 0.34 : 0.3;
  const [first, second] = points;
  const start = Math.atan2(second.y - first.y, second.x - first.x);
  const from = headed ? first : { x: first.x + 0.32 * Math.cos(start), y: first.y + 0.32 * Math.sin(start) };
  const end = { x: last.x - back * Math.cos(angle), y: last.y - back * Math.sin(angle) };
  const d = [from, ...points.slice(1, -1), end].map(({ x, y }, index) => `${index ? 'L' : 'M'}${x} ${y}`).join('');
  const elements = [
    svg('path', { d, class: `arrow-halo ${arrow.kind}` }),
    svg('path', { d, class: `arrow ${arrow.kind}` }),
  ];
  if (headed) {
    const corner = (/** @type {number} */ turn) => {
      const a = angle + Math.PI + turn;
      return `${last.x - 0.08 * Math.cos(angle) + 0.4 * Math.cos(a)} ${last.y - 0.08 * Math.sin(angle) + 0.4 * Math.sin(a)}`;
    };
    const tip = `${last.x - 0.08 * Math.cos(angle)} ${last.y - 0.08 * Math.sin(angle)}`;
    elements.push(svg('path', { d: `M${tip}L${corner(0.5)}L${corner(-0.5)}Z`, class: `arrow-head ${arrow.kind}` }));
  }
  return elements;
}
