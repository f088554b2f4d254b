// @ts-check
// A table of moves with what is known of them; each is played by its button.

import { h } from './dom.js';

/**
 * A move of the table.
 * @typedef {object} Row
 * @property {string} san
 * @property {(Node | string)[]} cells what is known of it, one a column
 * @property {() => void} play
 */

/**
 * The table. Tab leads to its first move, the arrows from one to the next.
 * @param {string} caption for those who do not see it
 * @param {string[]} columns the first is that of the moves
 * @param {Row[]} rows
 */
export function moveTable(caption, columns, rows) {
  const buttons = rows.map(({ san, play }, index) => h('button', {
    type: 'button', class: 'line-move', tabindex: index ? -1 : 0, onclick: play,
  }, san));
  const body = rows.map(({ cells }, index) => h('tr', {}, h('th', { scope: 'row' }, buttons[index]), ...cells.map((cell) => h('td', {}, cell))));
  const table = h('table', { class: 'move-table' },
    h('caption', { class: 'sr' }, caption),
    h('thead', {}, h('tr', {}, ...columns.map((text) => h('th', { scope: 'col' }, text)))),
    h('tbody', {}, ...body));
  table.addEventListener('keydown', (event) => {
    const now = buttons.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    const places = /** @type {Record<string, number>} */ ({ ArrowDown: now + 1, ArrowUp: now - 1, Home: 0, End: buttons.length - 1 });
    const next = buttons[places[event.key] ?? -1];
    if (now < 0 || !(event.key in places)) return;
    // The page's own keys step through the game.
    event.stopPropagation();
    event.preventDefault();
    if (!next) return;
    buttons[now].tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
  });
  return h('div', { class: 'move-table-place' }, table);
}

/**
 * Puts something else into a place that may have the focus: it goes to the first move there.
 * @param {HTMLElement} place @param {() => void} refill
 */
export function keepFocus(place, refill) {
  const isFocused = place.contains(document.activeElement);
  refill();
  if (isFocused) /** @type {HTMLElement | null} */ (place.querySelector('.line-move'))?.focus();
}
