// @ts-check
// Who plays a game, in words, and which engine.

import { sideName } from './pieces.js';
import { settings } from './settings.js';
import { t } from './translate.js';

/**
 * What an engine that plays or searches is called.
 * @param {string | null | undefined} other the name of one besides Galaverna
 */
export const engineName = (other) => other ?? 'Galaverna';

/**
 * @param {import('./game-in-play.js').PlayOptions} options
 * @param {import('./types').Side} side
 */
export function nameOfPlayer({ opponent, colour, elo, engine }, side) {
  if (opponent === 'people') return sideName(side);
  if (opponent === 'engine' && side === colour) return t('You');
  if (engine) return engine;
  return elo ? `Galaverna ${elo}` : 'Galaverna';
}

/**
 * The name of the other engine that is chosen to play or to analyse, if it is there and
 * plays a game; `null` for Galaverna.
 * @param {import('./types').Hello} hello
 * @param {'rival' | 'analyst'} which
 * @param {string} game
 */
export function chosenEngine({ engines }, which, game) {
  const { name, games } = settings[which];
  return engines.includes(name) && games.includes(game) ? name : null;
}
