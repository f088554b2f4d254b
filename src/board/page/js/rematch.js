// @ts-check
// What can be done with a game that is over: playing it anew, reviewing it.

import { button } from './dom.js';
import { t } from './translate.js';

/** @typedef {import('./game-in-play.js').PlayOptions} PlayOptions */

/**
 * The same game from its beginning.
 * @param {PlayOptions} options of the game that is over
 * @param {boolean} swapped whether the sides change
 * @returns {PlayOptions}
 */
export function anew({ game, opponent, engine, colour, elo, time, fen }, swapped) {
  if (!swapped) return { game, opponent, engine, colour, elo, time, fen };
  // Everybody keeps their clock.
  return { game, opponent, engine, colour: colour === 'white' ? 'black' : 'white', elo, time: time.split('/').reverse().join('/'), fen };
}

/**
 * What can be done with a game that is over.
 * @param {PlayOptions} options
 * @param {{rematch: (swapped: boolean) => void, review: () => void}} wishes
 */
export function endButtons({ opponent, time }, { rematch, review }) {
  return [
    button(opponent === 'watch' ? t('Again') : t('Rematch'), () => rematch(false), { classes: 'primary' }),
    opponent === 'engine' || time.includes('/') ? button(t('Change colours'), () => rematch(true)) : null,
    button(t('Review this game'), review),
  ];
}
