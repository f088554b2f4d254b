// @ts-check
// What is known of openings: one file a game, fetched when it is wanted.

import { hash } from './hash.js';
import { t } from './translate.js';

/**
 * A move of a position that was searched.
 * @typedef {object} OpeningMove
 * @property {string} text in coordinate notation
 * @property {number | null} cp its value in centipawns, seen from White
 * @property {number | null} mate moves to mate, negative if Black mates
 * @property {number} games of the engine against itself that went this way
 * @property {number | null} score what White scored in them, in percent
 */

/**
 * The openings of a game.
 * @typedef {object} Openings
 * @property {number} positions how many were searched
 * @property {number} games how many there are
 * @property {Map<string, OpeningMove[]>} moves of positions, the best first
 */

/** The text before all positions of a file. */
const MAGIC = 'galaverna-explorer 1 ';

/** What a position is found by: its FEN without the halfmove clock. @param {string} fen */
export const keyOf = (fen) => hash(fen.split(' ').filter((_, index, all) => index !== all.length - 2).join(' '));

/** @param {string} text @returns {OpeningMove} */
function readMove(text) {
  const [move, value, games, score] = text.split(' ');
  const mate = value.startsWith('#') ? Number(value.slice(1)) : null;
  return {
    text: move, mate, cp: mate === null ? Number(value) : null, games: Number(games ?? 0), score: score ? Number(score) / 10 : null,
  };
}

/**
 * The openings of a file as `galaverna book explorer` writes it.
 * @param {string} text
 * @returns {Openings}
 */
export function readOpenings(text) {
  const [first, ...lines] = text.trim().split('\n');
  if (!first.startsWith(MAGIC)) throw new Error(t('This is no file of openings.'));
  const number = (/** @type {string} */ name) => Number(new RegExp(` ${name}=(\\d+)`).exec(first)?.[1] ?? 0);
  const moves = new Map(lines.map((line) => {
    const [key, ...rest] = line.split('\t');
    return [key, rest.map(readMove)];
  }));
  return { positions: number('positions'), games: number('games'), moves };
}

/** Files that were asked for. @type {Map<string, Promise<Openings>>} */
const files = new Map();

/**
 * The openings of a game, fetched when they are wanted first.
 * @param {string} game
 * @returns {Promise<Openings>}
 */
export function openingsOf(game) {
  const known = files.get(game);
  if (known) return known;
  const fetched = fetch(new URL(`../explorer/${game}.tsv`, import.meta.url)).then(async (response) => {
    if (!response.ok) throw new Error(t('The server says {status}.', { status: response.status }));
    return readOpenings(await response.text());
  });
  files.set(game, fetched);
  // The next time may be better.
  fetched.catch(() => files.delete(game));
  return fetched;
}
