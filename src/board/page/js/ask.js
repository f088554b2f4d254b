// @ts-check
// What is asked before a move is complete: what a piece becomes, and which way it goes.

import { letterAt } from './boards.js';
import { button, h, pieceInto } from './dom.js';
import { nameOf, sideOf } from './pieces.js';
import { between } from './squares.js';
import { list, sentence } from './text.js';
import { t } from './translate.js';

/** @typedef {import('./types').MoveView} MoveView */
/** @typedef {import('./types').PositionView} PositionView */

/**
 * A dialog that gives back what is chosen, or `null`.
 * @template T
 * @param {string} title
 * @param {string} text
 * @param {(choose: (value: T | null) => void) => HTMLElement[]} content
 * @param {Record<string, T>} [keys] choices by key
 * @param {HTMLElement | null} [beside] where it is to appear; else in the middle
 * @returns {Promise<T | null>}
 */
export function ask(title, text, content, keys = {}, beside = null) {
  const before = /** @type {HTMLElement | null} */ (document.activeElement);
  return new Promise((resolve) => {
    const dialog = /** @type {HTMLDialogElement} */ (h('dialog', { class: 'ask', 'aria-labelledby': 'ask-title' }));
    /** @param {T | null} value */
    const choose = (value) => {
      document.removeEventListener('keydown', onKey, true);
      window.removeEventListener('hashchange', leave);
      dialog.close();
      dialog.remove();
      before?.focus();
      resolve(value);
    };
    dialog.append(h('h2', { id: 'ask-title' }, title), h('p', { class: 'muted' }, text), ...content(choose));
    dialog.addEventListener('cancel', (event) => { event.preventDefault(); choose(null); });
    // A press beside it closes it; but a finger's click may belong to the press that opened it.
    let pressedBeside = false;
    dialog.addEventListener('pointerdown', (event) => { pressedBeside = isBeside(dialog, event); });
    dialog.addEventListener('click', () => { if (pressedBeside) choose(null); });
    const onKey = (/** @type {KeyboardEvent} */ event) => {
      const chosen = keys[event.key.toUpperCase()];
      if (chosen === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      choose(chosen);
    };
    const leave = () => choose(null);
    document.addEventListener('keydown', onKey, true);
    window.addEventListener('hashchange', leave);
    document.body.append(dialog);
    dialog.showModal();
    if (beside) placeBeside(dialog, beside);
    // The press that led here ends only now, and would take the focus away. Who has gone on within the dialog is
    // not called back.
    const opened = document.activeElement;
    setTimeout(() => {
      const { activeElement } = document;
      if (activeElement !== opened && dialog.contains(activeElement)) return;
      /** @type {HTMLElement | null} */ (dialog.querySelector('button:not(:disabled), textarea'))?.focus();
    });
  });
}

/** Whether a press is outside an element. @param {HTMLElement} element @param {PointerEvent} press */
function isBeside(element, { clientX: x, clientY: y }) {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  return x < left || x > right || y < top || y > bottom;
}

/**
 * Puts a dialog beside an element, or under or over it where there is no room, and
 * within the window.
 * @param {HTMLElement} dialog
 * @param {HTMLElement} element
 */
function placeBeside(dialog, element) {
  dialog.classList.add('beside');
  const square = element.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = dialog;
  const gap = 6;
  const within = (/** @type {number} */ at, /** @type {number} */ size, /** @type {number} */ room) => Math.max(gap, Math.min(at, room - size - gap));
  let left = square.right + gap;
  let { top } = square;
  if (left + width > innerWidth) left = square.left - gap - width;
  if (left < 0) {
    left = square.left + square.width / 2 - width / 2;
    const under = innerHeight - square.bottom >= Math.min(height + gap, square.top);
    top = under ? square.bottom + gap : square.top - gap - height;
  }
  dialog.style.left = `${within(left, width, innerWidth)}px`;
  dialog.style.top = `${within(top, height, innerHeight)}px`;
}

/**
 * What a piece becomes.
 * @param {MoveView[]} moves
 * @param {PositionView} position
 * @param {import('./page').Words} words
 * @param {HTMLElement | null} square where it stands then
 * @returns {Promise<MoveView | null>}
 */
export function askPromotion(moves, position, words, square) {
  const side = position.turn === 'white' ? 0 : 1;
  const pool = position.pools?.[side] ?? null;
  const own = /** @type {string} */ (letterAt(position.boards.squares, moves[0].from));
  const cased = (/** @type {string} */ letter) => (sideOf(own) === 'white' ? letter.toUpperCase() : letter.toLowerCase());
  const missing = (pool ?? []).filter(([letter]) => !moves.some((move) => move.promotion === letter)).map(([letter]) => letter);
  /** @type {Record<string, MoveView>} */
  const keys = {};
  // To promote is what nearly everybody wants.
  const sorted = [...moves].sort((one, other) => Number(other.promotion !== null) - Number(one.promotion !== null));
  for (const move of moves) keys[move.promotion ?? own.toUpperCase()] = move;
  const title = pool ? words.pools.arrived : t('Your {piece} has reached the last row', { piece: nameOf(own) });
  const text = pool ? words.pools.choose : t('What does it become?');
  return ask(title, text, (choose) => [
    h('div', { class: 'promotions' },
      ...sorted.map((move) => promotionButton(
        cased(move.promotion ?? own), move.promotion ? sentence(nameOf(move.promotion)) : t('Stay a {piece}', { piece: nameOf(own) }),
        move.promotion && pool ? t('{n} in the pool', { n: pool.find(([letter]) => letter === move.promotion)?.[1] ?? 0 }) : '',
        move.promotion ?? own.toUpperCase(), () => choose(move),
      )),
      ...missing.map((letter) => promotionButton(cased(letter), sentence(nameOf(letter)), t('none was captured'), letter, null))),
    h('div', { class: 'ask-actions' }, button(t('Take the move back'), () => choose(null), { key: 'Esc' })),
  ], keys, square);
}

/**
 * @param {string} letter
 * @param {string} name
 * @param {string} note
 * @param {string} key
 * @param {(() => void) | null} action
 */
function promotionButton(letter, name, note, key, action) {
  return h('button', { type: 'button', class: 'promotion', disabled: !action, onclick: action ?? (() => {}) },
    h('span', { class: 'swatch' }, pieceInto(letter)), h('span', {}, h('b', {}, name), note ? h('small', {}, note) : null), h('kbd', { 'aria-hidden': 'true' }, key));
}

/**
 * Which of several ways a chain goes.
 * @param {string} square
 * @param {string[][]} ways
 * @returns {Promise<string[] | null>}
 */
export function askWay(square, ways) {
  const over = (/** @type {string[]} */ way) => way.slice(1).map((landing, index) => between(way[index], landing));
  return ask(ways.length === 2 ? t('Two ways to {square}', { square }) : t('{n} ways to {square}', { n: ways.length, square }),
    t('They take different pieces, or the same in another order.'), (choose) => [
      h('div', { class: 'ways' }, ...ways.map((way) => button(t('Over {squares}', { squares: list(over(way)) }), () => choose(way)))),
      h('div', { class: 'ask-actions' }, button(t('Neither'), () => choose(null), { key: 'Esc' })),
    ]);
}
