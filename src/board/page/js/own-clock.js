// @ts-check
// Clocks that a person types: minutes and seconds a move, for both sides or for each.

import { MOST, ownTime } from './clocks.js';
import { fill, h, toggle } from './dom.js';
import { set, settings } from './settings.js';
import { t } from './translate.js';

/** @typedef {import('./clocks.js').ClockTime} ClockTime */

/**
 * What is typed: the fields of the clocks.
 * @param {string[]} names whose they are
 * @param {boolean} [mayDiffer] whether each side may have its own
 */
export function ownClockForm(names, mayDiffer = true) {
  const error = h('p', { class: 'error', id: 'clock-error', role: 'alert' });
  const differ = () => mayDiffer && settings.ownOdds;
  const rows = h('div', { class: 'own-clocks' });
  /** @param {0 | 1} side @param {keyof ClockTime} part @param {string} label */
  const field = (side, part, label) => h('input', {
    type: 'number', min: 0, max: MOST[part], step: part === 'minutes' ? 'any' : 1, inputmode: 'decimal', required: true,
    value: settings.ownClocks[side][part], 'aria-label': differ() ? `${names[side]}: ${label}` : label, 'aria-describedby': 'clock-error',
    oninput: (/** @type {Event} */ event) => {
      const typed = /** @type {HTMLInputElement} */ (event.target);
      const clocks = settings.ownClocks.map((one) => ({ ...one }));
      clocks[side][part] = typed.value === '' ? -1 : Number(typed.value);
      typed.toggleAttribute('aria-invalid', !(clocks[side][part] >= 0 && clocks[side][part] <= MOST[part]));
      set('ownClocks', clocks);
      show();
    },
  });
  function show() {
    const isGood = ownTime(settings.ownClocks, differ(), false) !== null;
    error.textContent = isGood ? '' : t('A clock needs time: up to {minutes} minutes, and up to {seconds} seconds a move.', { minutes: MOST.minutes, seconds: MOST.increment });
  }
  function draw() {
    const sides = differ() ? /** @type {const} */ ([0, 1]) : /** @type {const} */ ([0]);
    fill(rows, h('div', { class: 'own-clock' }, h('span', {}), h('small', { 'aria-hidden': 'true' }, t('Minutes')), h('small', { 'aria-hidden': 'true' }, t('Seconds a move'))),
      ...sides.map((side) => h('div', { class: 'own-clock' }, h('b', {}, differ() ? names[side] : t('Both')),
        field(side, 'minutes', t('minutes')), field(side, 'increment', t('seconds a move')))));
    show();
  }
  draw();
  return h('div', { class: 'own' }, rows,
    mayDiffer ? toggle(t('A clock for each side'), settings.ownOdds, (isOn) => { set('ownOdds', isOn); draw(); }) : null, error);
}
