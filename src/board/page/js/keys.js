// @ts-check
// Keys that hold on the whole page.

import { say } from './announce.js';
import { ask } from './ask.js';
import { button, h } from './dom.js';
import { spokenFacts, spokenPosition } from './facts.js';
import { settings } from './settings.js';
import { t } from './translate.js';

/** The page, with the screen that is seen. @typedef {{screen: Pick<import('./main.js').Screen, 'boards' | 'key'> | null}} Keyed */

/** The keys and what they do, for the list. */
const LIST = [
  [t('← and →, or the wheel'), t('one move back, one on')],
  [t('↑ and ↓, Home and End'), t('to the start, to the last move')],
  [t('Tab, then arrows'), t('to the board, then over it')],
  [t('Ctrl and arrows'), t('to the next square that is marked, or beside')],
  [t('Enter or Space'), t('choose a piece, move it; a premove while the other side thinks')],
  [t('Escape'), t('let go of the piece, cancel a premove')],
  [t('Backspace'), t('take a jump of a chain back')],
  ['X', t('to the same square of the other board')],
  ['/', t('type a move')],
  [t(', and .'), t('one move back, one on')],
  [t('[ and ]'), t('to the variation before, after')],
  ['C', t('write a comment and signs, when analysing')],
  ['D', t('draw arrows and circles, when analysing')],
  [t('Page up and down'), t('to the chapter before, after, when analysing')],
  [t('Delete'), t('delete the moves from here on, when analysing')],
  ['F', t('flip the board')],
  ['H', t('hint')],
  ['N', t('the next problem')],
  ['U', t('take back')],
  ['E', t('engine on or off, when analysing')],
  ['T', t('what the other side threatens, when analysing')],
  ['I', t('say what the cards say: ice, pools, border')],
  ['B', t('say the position')],
  ['?', t('this list')],
];

export function showKeys() {
  ask(t('Keys'), t('Single letters can be switched off in the settings.'), (choose) => [
    h('dl', { class: 'keys' }, ...LIST.flatMap(([key, text]) => [h('dt', {}, h('kbd', {}, key)), h('dd', {}, text)])),
    h('div', { class: 'ask-actions' }, button(t('Close'), () => choose(null), { classes: 'primary' })),
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
