// @ts-check
// What a position says besides its boards: the countdown, the limit on men, the pools,
// the number of pieces, the agreement. Games that have none of them show none.

import { letterAt } from './boards.js';
import { button, h, pieceInto, svg, toggle } from './dom.js';
import { set, settings } from './settings.js';
import { nameOf } from './pieces.js';
import { SQUARES } from './squares.js';
import { list } from './text.js';
import { t } from './translate.js';

/** @typedef {import('./types').PositionView} PositionView */
/** @typedef {import('./types').MoveView} MoveView */
/** @typedef {import('./types').Place} Place */
/** @typedef {import('./page').Words} Words */

/** @param {string} title @param {...any} content */
const card = (title, ...content) => h('section', { class: 'card' }, h('h2', {}, title), ...content);

/**
 * The cards of a position.
 * @param {PositionView} position
 * @param {Words} words the game's
 * @param {{tried: MoveView | null, agreement: HTMLElement | null}} more
 */
export function factCards(position, words, more) {
  return [
    position.countdown ? countdownCard(position, words, more.tried) : null,
    position.quota ? quotaCard(position, words) : null,
    more.agreement,
    position.tally ? tallyCard(position, words) : null,
  ].filter((one) => one !== null);
}

/** @param {PositionView} position @param {Place[]} places */
function chips(position, places) {
  if (!places.length) return h('p', { class: 'muted small' }, t('Nobody.'));
  return h('ul', { class: 'chips' }, ...places.map((place) => {
    const letter = letterAt(position.boards.squares, place);
    // After a move the piece stands where it does not stand yet.
    return h('li', { class: 'chip' }, letter && letter !== '*' ? h('span', { class: 'swatch' }, pieceInto(letter)) : null, place.square);
  }));
}

/** @param {PositionView} position @param {Words} words @param {MoveView | null} tried */
function countdownCard(position, words, tried) {
  const countdown = /** @type {import('./types').CountdownView} */ (position.countdown);
  const lose = countdown.lose;
  const content = [dial(countdown), h('p', { class: 'muted small centred' }, t('after Black’s move {n}', { n: countdown.after_move }))];
  if (countdown.near && !position.outcome) {
    content.push(h('h3', {}, t('Would {lose} now', { lose })), chips(position, countdown.lost));
    if (tried?.endangered) {
      const [before, behind] = t('After {move}').split('{move}');
      content.push(h('h3', {}, before, h('span', { class: 'as-is' }, tried.san), behind), chips(position, tried.endangered));
    }
    if (countdown.spared.length) {
      content.push(h('h3', {}, words.countdown.spared), h('p', {}, countdown.spared.map((place) => place.square).join(', ')));
    }
    content.push(
      toggle(t('Show who would {lose}', { lose }), settings.showLost, (isOn) => set('showLost', isOn)),
      toggle(words.countdown.showSpared, settings.showSpared, (isOn) => set('showSpared', isOn)),
    );
  } else {
    content.push(h('p', { class: 'small' }, words.countdown.meanwhile));
  }
  return h('section', { class: `card countdown${countdown.near ? ' near' : ''}` }, h('h2', {}, position.outcome ? words.countdown.over : countdown.says), ...content);
}

/** @param {import('./types').CountdownView} countdown */
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

/** @param {PositionView} position @param {Words} words */
function quotaCard(position, words) {
  const quota = /** @type {NonNullable<PositionView['quota']>} */ (position.quota);
  const meters = quota.sides.map((side, index) => {
    const share = side.men ? side.count / side.men : 0;
    const bar = h('span', { class: 'meter-fill' });
    bar.style.width = `${share * 100}%`;
    const over = side.binds && share > 0.5;
    return h('div', { class: `meter${side.binds ? ' binds' : ''}${over ? ' over' : ''}` },
      h('span', {}, index ? t('Black') : t('White')), h('span', { class: 'meter-bar', 'aria-hidden': 'true' }, bar, h('i', {})),
      h('span', { class: 'meter-text' }, t('{n} of {all}', { n: side.count, all: side.men })));
  });
  const mine = quota.sides[position.turn === 'white' ? 0 : 1];
  return h('section', { class: `card${mine.binds ? ' warn' : ''}` }, h('h2', {}, words.quota.title),
    h('p', { class: 'small' }, quota.says), h('h3', {}, words.quota.counted), ...meters);
}

/** @param {PositionView} position @param {Words} words */
function tallyCard(position, words) {
  const [white, black] = /** @type {[number, number]} */ (position.tally);
  const bar = h('span', {});
  bar.style.width = `${(100 * white) / Math.max(1, white + black)}%`;
  return card(words.tally.title,
    h('p', { class: 'small' }, words.tally.text),
    h('div', { class: 'tally' }, h('b', {}, String(white)), h('span', { class: 'tally-bar', 'aria-hidden': 'true' }, bar), h('b', {}, String(black)),
      h('small', {}, t('White')), h('small', {}, ''), h('small', {}, t('Black'))),
    ...(position.pools ? [h('h3', {}, words.pools.title), h('p', { class: 'small' }, words.pools.text)] : []));
}

/**
 * One side's pool.
 * @param {PositionView} position
 * @param {0 | 1} side
 */
export function poolStrip(position, side) {
  const pool = (position.pools?.[side] ?? []).filter(([, count]) => count > 0);
  if (!position.pools) return null;
  const items = pool.map(([letter, count]) => h('span', { class: 'pool-item' },
    pieceInto(side ? letter.toLowerCase() : letter), h('i', {}, String(count))));
  const words = pool.map(([letter, count]) => t('{n} {piece}', { n: count, piece: nameOf(letter) }));
  return h('div', { class: 'pool', role: 'img', 'aria-label': t('Pool: {pieces}', { pieces: list(words) || t('empty') }) },
    h('span', { class: 'pool-label' }, pool.length ? t('Pool') : t('Pool empty')), ...items);
}

/**
 * The card of the agreement that a game knows.
 * @param {PositionView} position
 * @param {Words} words
 * @param {(() => void) | null} offer
 */
export function agreementCard(position, words, offer) {
  if (!position.agreement) return null;
  const { possible } = position.agreement;
  return card(words.agreement.title, h('p', { class: 'small' }, possible ? words.agreement.possible : words.agreement.impossible),
    possible && offer ? button(words.agreement.offer, offer, { icon: 'agreement' }) : null);
}

/**
 * A position in words, for screen readers.
 * @param {PositionView} position
 */
export function spokenPosition(position) {
  const sides = ['white', 'black'].map((side) => {
    const pieces = position.boards.squares.flatMap((board, index) => [...board].flatMap((letter, square) => {
      const isIts = /[A-Za-z]/.test(letter) && (letter === letter.toUpperCase()) === (side === 'white');
      return isIts ? [index ? t('{piece} {square} on board B', { piece: nameOf(letter), square: SQUARES[square] }) : `${nameOf(letter)} ${SQUARES[square]}`] : [];
    }));
    return `${side === 'white' ? t('White') : t('Black')}: ${pieces.join(', ')}.`;
  });
  return sides.join(' ');
}

/**
 * What the cards say, for screen readers.
 * @param {PositionView} position
 */
export function spokenFacts(position) {
  const { countdown, quota, pools, tally } = position;
  const says = [];
  if (countdown) {
    says.push(countdown.says, t('Would {lose} now: {pieces}.', {
      lose: countdown.lose, pieces: list(countdown.lost.map((place) => `${nameOf(letterAt(position.boards.squares, place) ?? '')} ${place.square}`)) || t('nobody'),
    }));
  }
  if (quota) says.push(quota.says);
  if (tally) says.push(t('White has {white} pieces, Black {black}.', { white: tally[0], black: tally[1] }));
  pools?.forEach((pool, side) => {
    const words = pool.filter(([, count]) => count).map(([letter, count]) => t('{n} {piece}', { n: count, piece: nameOf(letter) }));
    says.push(t('{side}’s pool: {pieces}.', { side: side ? t('Black') : t('White'), pieces: list(words) || t('empty') }));
  });
  return says.join(' ') || t('Nothing special.');
}
