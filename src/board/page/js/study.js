// @ts-check
// Games that belong together, as chapters; a PGN file of many games becomes one.

import { fromText, toText, toTree } from './game.js';
import { t } from './translate.js';

/** @typedef {import('./game.js').Game} Game */
/** @typedef {import('./game.js').KeptGame} KeptGame */

/** The tag that has a chapter's name, as lichess writes it. */
const NAME = 'ChapterName';

/** The most chapters of a study. */
export const MOST_CHAPTERS = 64;

/**
 * What a tag says, if it says something.
 * @param {Game} game @param {string} name
 */
export function tagOf(game, name) {
  const value = game.tags.find(([other]) => other === name)?.[1] ?? '';
  return /^\?|^-?$/.test(value) ? '' : value;
}

export class Study {
  /** @param {Game[]} games one at least @param {number} [at] the one that is seen */
  constructor(games, at = 0) {
    this.games = games;
    this.at = at;
  }

  /** The chapter that is seen. */
  get game() {
    return this.games[this.at];
  }

  /** The number of a chapter by that of its game, -1 if there is none. @param {number} id */
  indexOf(id) {
    return this.games.findIndex((game) => game.id === id);
  }

  /** What a chapter is called. @param {number} index */
  nameOf(index) {
    const game = this.games[index];
    const [white, black] = ['White', 'Black'].map((name) => tagOf(game, name));
    return tagOf(game, NAME) || (white || black ? `${white || '?'} – ${black || '?'}` : t('Chapter {n}', { n: index + 1 }));
  }

  /** @param {number} index @param {string} name */
  rename(index, name) {
    const game = this.games[index];
    const others = game.tags.filter(([other]) => other !== NAME);
    game.tags = name.trim() ? [...others, [NAME, name.trim()]] : others;
  }

  /** Adds a chapter behind the others and shows it. @param {Game} game */
  add(game) {
    this.games.push(game);
    this.at = this.games.length - 1;
  }

  /** Takes the chapter that is seen out; the last one stays. */
  remove() {
    if (this.games.length < 2) return;
    this.games.splice(this.at, 1);
    this.at = Math.min(this.at, this.games.length - 1);
  }

  /** What is to be kept to go on when the page is loaded again. */
  get kept() {
    return { games: this.games.map(toText), index: this.at, at: this.game.line().moves };
  }

  /**
   * @param {import('./connection').Connection} connection
   * @param {{games: KeptGame[], index: number, at: string[]}} kept
   */
  static from(connection, { games, index, at }) {
    return new Study(games.map((text, one) => fromText(connection, text, one === index ? at : [])), index);
  }

  /** A game with its variations as PGN. @param {Game} game */
  static async pgn(game) {
    const { text } = await game.connection.ask('write_pgn', {
      ...game.line(game.root), tags: game.tags, result: game.result, tree: toTree(game),
    });
    return text;
  }

  /** All chapters as PGN. */
  async pgn() {
    return (await Promise.all(this.games.map(Study.pgn))).join('');
  }
}
