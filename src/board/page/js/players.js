// @ts-check
// Who plays a game, in words.

import { sideName } from './pieces.js';
import { t } from './translate.js';

/**
 * @param {import('./game-in-play.js').PlayOptions} options
 * @param {import('./types').Side} side
 */
export function nameOfPlayer({ opponent, colour, elo }, side) {
  if (opponent === 'people') return sideName(side);
  if (opponent === 'engine' && side === colour) return t('You');
  return elo ? `Galaverna ${elo}` : 'Galaverna';
}
