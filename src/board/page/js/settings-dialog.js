// @ts-check
// The settings as a person sees and changes them.

import { ask } from './ask.js';
import { button, choice, h, toggle } from './dom.js';
import { showKeys } from './keys.js';
import { set, settings } from './settings.js';

const THEMES = [{ value: 'system', text: 'As the system' }, { value: 'light', text: 'Light' }, { value: 'dark', text: 'Dark' }];

/** Powers of two up to a limit, and the limit itself. @param {number} limit @param {number} from */
function steps(limit, from) {
  const values = [];
  for (let value = from; value < limit; value *= 2) values.push(value);
  return [...values, limit];
}

/** @param {string} text @param {'threads' | 'hash'} name @param {number[]} values @param {string} [unit] */
function number(text, name, values, unit = '') {
  const now = values.filter((value) => value <= settings[name]).pop() ?? values[0];
  return h('label', { class: 'switch' }, text, h('select', {
    onchange: (/** @type {Event} */ event) => set(name, Number(/** @type {HTMLSelectElement} */ (event.target).value)),
  }, ...values.map((value) => h('option', { value, selected: value === now }, `${value}${unit}`))));
}

/** @param {import('./types').Hello} hello what the server allows */
export function showSettings({ max_threads: threads, max_hash: hash }) {
  ask('Settings', 'Kept in this browser.', (choose) => [
    h('h3', {}, 'Colours'),
    choice('Colours', THEMES, settings.theme, (value) => set('theme', value)),
    toggle('Sounds', settings.sound, (isOn) => set('sound', isOn)),
    toggle('Letters as keys', settings.letterKeys, (isOn) => set('letterKeys', isOn)),
    toggle('Two boards merged into one', settings.merged, (isOn) => set('merged', isOn)),
    h('h3', {}, 'Analysis'),
    number('Threads', 'threads', steps(threads, 1)),
    number('Memory', 'hash', steps(hash, 16), ' MiB'),
    h('div', { class: 'ask-actions' }, button('Keys', () => { choose(null); showKeys(); }), button('Done', () => choose(null), { classes: 'primary' })),
  ]);
}
