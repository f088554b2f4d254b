// @ts-check
// Keys that hold on the whole page.

import { say } from './announce.js';
import { ask } from './ask.js';
import { button, h } from './dom.js';
import { spokenFacts, spokenPosition } from './facts.js';
import { settings } from './settings.js';

/** The page, with the screen that is seen. @typedef {{screen: Pick<import('./main.js').Screen, 'boards' | 'key'> | null}} Keyed */

/** The keys and what they do, for the list. */
const LIST = [
  ['← and →, or the wheel', 'one move back, one on'],
  ['↑ and ↓, Home and End', 'to the start, to the last move'],
  ['Tab, then arrows', 'to the board, then over it'],
  ['Ctrl and arrows', 'to the next square that is marked, or beside'],
  ['Enter or Space', 'choose a piece, move it; a premove while the other side thinks'],
  ['Escape', 'let go of the piece, cancel a premove'],
  ['Backspace', 'take a jump of a chain back'],
  ['X', 'to the same square of the other board'],
  ['/', 'type a move'],
  [', and .', 'one move back, one on'],
  ['[ and ]', 'to the variation before, after'],
  ['C', 'write a comment and signs, when analysing'],
  ['D', 'draw arrows and circles, when analysing'],
  ['Page up and down', 'to the chapter before, after, when analysing'],
  ['Delete', 'delete the moves from here on, when analysing'],
  ['F', 'flip the board'],
  ['H', 'hint'],
  ['N', 'the next problem'],
  ['U', 'take back'],
  ['E', 'engine on or off, when analysing'],
  ['T', 'what the other side threatens, when analysing'],
  ['I', 'say what the cards say: ice, pools, border'],
  ['B', 'say the position'],
  ['?', 'this list'],
];

export function showKeys() {
  ask('Keys', 'Single letters can be switched off in the settings.', (choose) => [
    h('dl', { class: 'keys' }, ...LIST.flatMap(([key, text]) => [h('dt', {}, h('kbd', {}, key)), h('dd', {}, text)])),
    h('div', { class: 'ask-actions' }, button('Close', () => choose(null), { classes: 'primary' })),
  ]);
}

/** @param {Keyed} app */
export function attachKeys(app) {
  document.addEventListener('keydown', (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    const types = target.matches('input:not([type=checkbox]):not([type=range]), textarea, select');
    if (types && event.key === 'Escape') target.blur();
    if (types || event.ctrlKey || event.altKey || event.metaKey || document.querySelector('dialog[open]')) return;
    if (/^[a-z]$/i.test(event.key) && !settings.letterKeys) return;
    if (handle(app, event.key.toLowerCase())) event.preventDefault();
  });
}

/** @param {Keyed} app @param {string} key */
function handle(app, key) {
  const screen = app.screen;
  const position = screen?.boards?.position;
  if (key === '?') showKeys();
  else if (key === '/') /** @type {HTMLElement | null} */ (document.querySelector('#typed'))?.focus();
  else if (key === 'b' && position) say(spokenPosition(position));
  else if (key === 'i' && position) say(spokenFacts(position));
  else return screen?.key?.(key) ?? false;
  return true;
}
