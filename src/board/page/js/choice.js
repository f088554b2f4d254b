// @ts-check
// A move that is being chosen: the buttons of a capture by jumps, and the keys.

import { button } from './dom.js';
import { t } from './translate.js';

/**
 * Stopping where the jumps have led, if the move may end there, and taking the last one back; none where no
 * jump has been made.
 * @param {import('./chooser.js').Chooser} chooser
 */
export function chainButtons(chooser) {
  if (!chooser.inChain) return [];
  const { route } = chooser;
  const stop = button(t('Stop on {square}', { square: route[route.length - 1] }), () => chooser.stop(), { classes: 'primary', key: 'Enter' });
  stop.disabled = !chooser.complete.length;
  return [stop, button(t('Back one jump'), () => chooser.back(), { icon: 'undo', key: 'Bksp' })];
}

/**
 * The keys of a choice that has begun.
 * @param {import('./board-set.js').BoardSet} boards
 * @returns {Record<string, () => void>}
 */
export const choiceKeys = ({ chooser, hand }) => ({
  escape: () => hand.cancel(), backspace: () => hand.back(),
  enter: () => { if (chooser.inChain) chooser.stop(); },
});
