// @ts-check
// Stepping through a game: the buttons and the keys.

import { button, h } from './dom.js';
import { t } from './translate.js';

/** @typedef {{first: () => void, back: () => void, on: () => void, last: () => void, flip: () => void}} Steps */

/** The buttons that step through a game. @param {Steps} steps */
export function stepButtons(steps) {
  return h('div', { class: 'steps', role: 'group', 'aria-label': t('Step through the game') },
    button('', steps.first, { icon: 'first', label: t('To the start') }),
    button('', steps.back, { icon: 'back', label: t('One move back (,)') }),
    button('', steps.on, { icon: 'on', label: t('One move on (.)') }),
    button('', steps.last, { icon: 'last', label: t('To the end') }),
    button('', steps.flip, { icon: 'flip', label: t('Flip the board (F)') }));
}

/**
 * The keys that do the same.
 * @param {Steps} steps
 * @returns {Record<string, () => void>}
 */
export const stepKeys = ({ first, back, on, last, flip }) => ({
  f: flip, ',': back, '.': on, arrowleft: back, arrowright: on, arrowup: first, arrowdown: last, home: first, end: last,
});
