// @ts-check
// How many threads search an analysis, and how large its table is.

import { h } from './dom.js';
import { set, settings } from './settings.js';
import { t } from './translate.js';

/** Powers of two up to a limit, and the limit itself. @param {number} limit @param {number} from */
function steps(limit, from) {
  const values = [];
  for (let value = from; value < limit; value *= 2) values.push(value);
  return [...values, limit];
}

/** @param {string} text @param {'threads' | 'hash'} name @param {number[]} values @param {string} unit @param {() => void} chosen */
function choose(text, name, values, unit, chosen) {
  const now = values.filter((value) => value <= settings[name]).pop() ?? values[0];
  return h('label', {}, text, h('select', {
    onchange: (/** @type {Event} */ event) => {
      set(name, Number(/** @type {HTMLSelectElement} */ (event.target).value));
      chosen();
    },
  }, ...values.map((value) => h('option', { value, selected: value === now }, `${value}${unit}`))));
}

/**
 * @param {import('./types').Hello} hello what the server allows
 * @param {() => void} chosen
 */
export const limitChoices = ({ max_threads: threads, max_hash: hash }, chosen) => [
  // A browser's worker has one.
  ...(threads > 1 ? [choose(t('Threads'), 'threads', steps(threads, 1), '', chosen)] : []),
  choose(t('Memory'), 'hash', steps(hash, 16), ' MiB', chosen),
];
