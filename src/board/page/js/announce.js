// @ts-check
// What screen readers are told.

import { h } from './dom.js';

const polite = h('div', { class: 'sr', 'aria-live': 'polite', id: 'said' });
const urgent = h('div', { class: 'sr', 'aria-live': 'assertive', id: 'said-urgently' });
document.body.append(polite, urgent);

/**
 * @param {string} text
 * @param {boolean} [now] whether it may interrupt
 */
export function say(text, now = false) {
  const region = now ? urgent : polite;
  // The same words again are only heard if the region was empty.
  region.textContent = '';
  requestAnimationFrame(() => { region.textContent = text; });
}
