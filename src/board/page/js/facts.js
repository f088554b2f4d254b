// @ts-check
// What a position says besides its boards: the countdown, the limit on men, the pools,
// the number of pieces, the agreement. Games that have none of them show none.

import { button, h, pieceInto, svg } from './dom.js';
import { set, settings } from './settings.js';
import { indexOf, list, nameOf, sentence } from './squares.js';

/** @typedef {import('./types').PositionView} PositionView */
/** @typedef {import('./types').MoveView} MoveView */
/** @typedef {import('./types').Place} Place */
/** @typedef {import('./types').Words} Words */

/** @param {string} title @param {...any} content */
const card = (title, ...content) => h('section', { class: 'card' }, h('h2', {}, title), ...content);

/**
 * The cards of a position.
 * @param {PositionView} view
 * @param {Words} words the game's
 * @param {{tried: MoveView | null, agreement: HTMLElement | null}} more
 */
export function factCards(view, words, more) {
  return [
    view.countdown ? countdownCard(view, words, more.tried) : null,
    view.quota ? quotaCard(view, words) : null,
    more.agreement,
    view.tally ? tallyCard(view, words) : null,
  ].filter((one) => one !== null);
}

/** @param {PositionView} view @param {Place} place */
function letterAt(view, place) {
  return view.boards.squares[place.board][indexOf(place.square)];
}

/** @param {PositionView} view @param {Place[]} places */
function chips(view, places) {
  if (!places.length) return h('p', { class: 'muted small' }, 'Nobody.');
  return h('ul', { class: 'chips' }, ...places.map((place) => {
    const letter = letterAt(view, place);
    // After a move the piece stands where it does not stand yet.
    const known = letter && letter !== '.' && letter !== '*';
    return h('li', { class: 'chip' }, known ? h('span', { class: 'swatch' }, pieceInto(letter)) : null, place.square);
  }));
}

/** @param {PositionView} view @param {Words} words @param {MoveView | null} tried */
function countdownCard(view, words, tried) {
  const countdown = /** @type {import('./types').Countdown} */ (view.countdown);
  const lose = countdown.lose;
  const content = [dial(countdown), h('p', { class: 'muted small centred' }, `after Black’s move ${countdown.after_move}`)];
  if (countdown.near && !view.outcome) {
    content.push(h('h3', {}, `Would ${lose} now`), chips(view, countdown.lost));
    if (tried?.endangered) {
      content.push(h('h3', {}, 'After ', h('span', { class: 'as-is' }, tried.san)), chips(view, tried.endangered));
    }
    if (countdown.spared.length) {
      content.push(h('h3', {}, words.countdown.spared), h('p', {}, countdown.spared.map((place) => place.square).join(', ')));
    }
    content.push(
      toggle(`Show who would ${lose}`, 'showLost'),
      toggle(words.countdown.showSpared, 'showSpared'),
    );
  } else {
    content.push(h('p', { class: 'small' }, words.countdown.meanwhile));
  }
  return h('section', { class: `card countdown${countdown.near ? ' near' : ''}` }, h('h2', {}, view.outcome ? words.countdown.over : countdown.says), ...content);
}

/** @param {import('./types').Countdown} countdown */
function dial(countdown) {
  const ticks = Array.from({ length: countdown.period }, (_, index) => {
    const angle = (index / countdown.period) * 360;
    const left = index >= countdown.period - countdown.moves;
    return svg('line', { x1: 0, y1: -44, x2: 0, y2: -33, transform: `rotate(${angle})`, class: left ? 'tick on' : 'tick' });
  });
  const number = svg('text', { x: 0, y: 11, class: 'dial-number' });
  number.textContent = String(countdown.moves);
  return svg('svg', { viewBox: '-50 -50 100 100', class: 'dial', role: 'img', 'aria-label': countdown.says }, ...ticks, number);
}

/** @param {string} text @param {'showLost' | 'showSpared'} name */
function toggle(text, name) {
  const input = h('input', {
    type: 'checkbox', role: 'switch', checked: settings[name],
    onchange: (/** @type {Event} */ event) => set(name, /** @type {HTMLInputElement} */ (event.target).checked),
  });
  return h('label', { class: 'switch' }, text, input);
}

/** @param {PositionView} view @param {Words} words */
function quotaCard(view, words) {
  const quota = /** @type {NonNullable<PositionView['quota']>} */ (view.quota);
  const meters = quota.sides.map((side, index) => {
    const share = side.men ? side.count / side.men : 0;
    const bar = h('span', { class: 'meter-fill' });
    bar.style.width = `${share * 100}%`;
    const over = side.binds && share > 0.5;
    return h('div', { class: `meter${side.binds ? ' binds' : ''}${over ? ' over' : ''}` },
      h('span', {}, index ? 'Black' : 'White'), h('span', { class: 'meter-bar', 'aria-hidden': 'true' }, bar, h('i', {})),
      h('span', { class: 'meter-text' }, `${side.count} of ${side.men}`));
  });
  const mine = quota.sides[view.turn === 'white' ? 0 : 1];
  return h('section', { class: `card${mine.binds ? ' warn' : ''}` }, h('h2', {}, words.quota.title),
    h('p', { class: 'small' }, quota.says), h('h3', {}, words.quota.counted), ...meters);
}

/** @param {PositionView} view @param {Words} words */
function tallyCard(view, words) {
  const [white, black] = /** @type {[number, number]} */ (view.tally);
  const bar = h('span', {});
  bar.style.width = `${(100 * white) / Math.max(1, white + black)}%`;
  return card(words.tally.title,
    h('p', { class: 'small' }, words.tally.text),
    h('div', { class: 'tally' }, h('b', {}, String(white)), h('span', { class: 'tally-bar', 'aria-hidden': 'true' }, bar), h('b', {}, String(black)),
      h('small', {}, 'White'), h('small', {}, ''), h('small', {}, 'Black')),
    ...(view.pools ? [h('h3', {}, words.pools.title), h('p', { class: 'small' }, words.pools.text)] : []));
}

/**
 * One side's pool.
 * @param {PositionView} view
 * @param {0 | 1} side
 */
export function poolStrip(view, side) {
  const pool = (view.pools?.[side] ?? []).filter(([, count]) => count > 0);
  if (!view.pools) return null;
  const items = pool.map(([letter, count]) => h('span', { class: 'pool-item' },
    pieceInto(side ? letter.toLowerCase() : letter), h('i', {}, String(count))));
  const words = pool.map(([letter, count]) => `${count} ${nameOf(letter)}`);
  return h('div', { class: 'pool', role: 'img', 'aria-label': `Pool: ${words.length ? list(words) : 'empty'}` },
    h('span', { class: 'pool-label' }, pool.length ? 'Pool' : 'Pool empty'), ...items);
}

/**
 * The card of the agreement that a game knows.
 * @param {PositionView} view
 * @param {Words} words
 * @param {(() => void) | null} offer
 */
export function agreementCard(view, words, offer) {
  if (!view.agreement) return null;
  const { possible } = view.agreement;
  return card(words.agreement.title, h('p', { class: 'small' }, possible ? words.agreement.possible : words.agreement.impossible),
    possible && offer ? button(words.agreement.offer, offer, { icon: 'exchange' }) : null);
}

/**
 * A position in words, for screen readers.
 * @param {PositionView} view
 */
export function spokenPosition(view) {
  const sides = ['white', 'black'].map((side) => {
    const pieces = view.boards.squares.flatMap((board, index) => [...board].flatMap((letter, square) => {
      const isIts = /[A-Za-z]/.test(letter) && (letter === letter.toUpperCase()) === (side === 'white');
      const name = String.fromCharCode(97 + (square % 8)) + (Math.floor(square / 8) + 1);
      return isIts ? [`${nameOf(letter)} ${name}${index ? ' on board B' : ''}`] : [];
    }));
    return `${sentence(side)}: ${pieces.join(', ')}.`;
  });
  return sides.join(' ');
}

/**
 * What the cards say, for screen readers.
 * @param {PositionView} view
 */
export function spokenFacts(view) {
  const { countdown, quota, pools, tally } = view;
  const says = [];
  if (countdown) {
    says.push(countdown.says, `Would ${countdown.lose} now: ${list(countdown.lost.map((place) => `${nameOf(letterAt(view, place))} ${place.square}`)) || 'nobody'}.`);
  }
  if (quota) says.push(quota.says);
  if (tally) says.push(`White has ${tally[0]} pieces, Black ${tally[1]}.`);
  pools?.forEach((pool, side) => {
    const words = pool.filter(([, count]) => count).map(([letter, count]) => `${count} ${nameOf(letter)}`);
    says.push(`${side ? 'Black' : 'White'}’s pool: ${list(words) || 'empty'}.`);
  });
  return says.join(' ') || 'Nothing special.';
}

export { card };
