// @ts-check
// Who plays a game, in words.

/**
 * @param {import('./game-in-play.js').PlayOptions} options
 * @param {import('./types').Side} side
 */
export function nameOfPlayer({ opponent, colour, elo }, side) {
  if (opponent === 'people') return side === 'white' ? 'White' : 'Black';
  if (opponent === 'engine' && side === colour) return 'You';
  return elo ? `Galaverna ${elo}` : 'Galaverna';
}
