// @ts-check
// The games and analyses of this browser, in its IndexedDB; where that is refused, for as
// long as the page lives.

import { toText } from './game.js';
import { nameOfPlayer } from './players.js';
import { tagOf } from './study.js';

/** @typedef {import('./game.js').Game} Game */
/** @typedef {import('./types').PositionView} PositionView */

/**
 * What is kept of a game or an analysis.
 * @typedef {object} Kept
 * @property {string} id
 * @property {'game' | 'analysis'} kind
 * @property {number} date when it was last changed, in milliseconds since 1970
 * @property {string} white
 * @property {string} black
 * @property {string} result
 * @property {string} says how it ended, in words
 * @property {string[]} sans the main line
 * @property {import('./types').BoardsView | null} boards as they were seen last
 * @property {import('./game.js').KeptGame} text
 * @property {string[]} at the moves that lead to where it was seen
 * @property {string} [pgn] the game as PGN, where no server writes it later
 */

/** What is needed of it to show it again. @typedef {Pick<Kept, 'id' | 'kind' | 'text' | 'at'>} Entry */

/** So many are kept, the newest. */
export const MOST_KEPT = 1000;

const STORE = 'games';

/** How long an analysis rests before it is kept, in milliseconds. */
const REST = 500;

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
const result = (request) => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});

/** @returns {Promise<IDBDatabase>} */
function openDatabase() {
  const request = indexedDB.open('galaverna', 1);
  request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: 'id' }).createIndex('date', 'date');
  return result(request);
}

/** A name that no other game has. */
export const newId = () => `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 10)}`;

/** What makes an analysis another one. @param {Game} game */
const signature = (game) => {
  const { comment, tags, moves } = toText(game);
  return JSON.stringify([comment, tags, moves.map((move) => [move.after, move.text, move.introduction, move.comment, move.nags])]);
};

export class Library {
  /** @type {IDBDatabase | null} */
  #database = null;
  /** @type {Map<string, Kept>} what the browser does not take */
  #memory = new Map();
  /** @type {WeakMap<Game, {id: string, seen: string}>} the entries of analyses, and what they were like when last kept */
  #entries = new WeakMap();
  /** @type {{game: Game, until: ReturnType<typeof setTimeout>} | null} the analysis that rests */
  #resting = null;
  /** Whether the browser refuses to keep anything. */
  isRefused = false;

  constructor() {
    /** When it is known whether the browser keeps anything. */
    this.opened = this.#open();
  }

  async #open() {
    try {
      this.#database = await openDatabase();
      // Another tab may have a newer page.
      this.#database.onversionchange = () => this.#database?.close();
    } catch {
      this.isRefused = true;
    }
  }

  /** @param {IDBTransactionMode} mode */
  #store(mode) {
    const transaction = /** @type {IDBDatabase} */ (this.#database).transaction(STORE, mode);
    return { transaction, store: transaction.objectStore(STORE) };
  }

  /** All that is kept, the newest first. @returns {Promise<Kept[]>} */
  async all() {
    await this.opened;
    const kept = this.#database ? await result(this.#store('readonly').store.getAll()) : [...this.#memory.values()];
    return kept.sort((one, other) => other.date - one.date);
  }

  /** Keeps an entry, in the place of the one with its id. @param {Kept} kept */
  #put(kept) {
    if (!this.#database) {
      this.#memory.set(kept.id, kept);
      return;
    }
    try {
      const { transaction, store } = this.#store('readwrite');
      store.put(kept);
      const count = store.count();
      count.onsuccess = () => {
        let excess = count.result - MOST_KEPT;
        if (excess <= 0) return;
        const oldest = store.index('date').openCursor();
        oldest.onsuccess = () => {
          if (excess-- <= 0) return;
          oldest.result?.delete();
          oldest.result?.continue();
        };
      };
      transaction.onabort = () => { this.#memory.set(kept.id, kept); };
    } catch {
      // The database was closed: the page keeps it as long as it lives.
      this.#memory.set(kept.id, kept);
    }
  }

  /** @param {string} id */
  async remove(id) {
    this.#memory.delete(id);
    if (this.#database) await result(this.#store('readwrite').store.delete(id));
  }

  async clear() {
    this.#memory.clear();
    if (this.#database) await result(this.#store('readwrite').store.clear());
  }

  /**
   * Keeps a game in play, from its first move on.
   * @param {string} id
   * @param {import('./play-screen.js').PlayScreen} screen
   */
  keepGame(id, screen) {
    const { game, kept: options } = screen;
    if (!game.root.children.length) return;
    const [white, black] = [nameOfPlayer(options, 'white'), nameOfPlayer(options, 'black')];
    const says = options.over?.says ?? '';
    this.#put({ ...this.#entry(id, game), kind: 'game', white, black, result: game.result, says });
  }

  /**
   * Keeps a game between two machines, from its first move on.
   * @param {string} id
   * @param {Game} game
   * @param {{white: string, black: string, says: string, pgn?: string}} more
   */
  keepNetworkGame(id, game, more) {
    if (game.root.children.length) this.#put({ ...this.#entry(id, game), kind: 'game', result: game.result, ...more });
  }

  /**
   * What an entry has of a game's tree.
   * @param {string} id
   * @param {Game} game
   */
  #entry(id, game) {
    return {
      id, date: Date.now(), sans: game.mainLine.slice(1).map((node) => node.san), boards: game.current.position?.boards ?? null,
      text: toText(game), at: game.line().moves,
    };
  }

  /**
   * Says that a game that is analysed is kept already, as it is now.
   * @param {Game} game
   * @param {string} [id] its own entry; without one it gets an entry when it is changed
   */
  know(game, id = newId()) {
    this.#entries.set(game, { id, seen: signature(game) });
  }

  /** Keeps an analysis when it has rested for a while. @param {Game} game */
  note(game) {
    // Another chapter is kept before this one begins to rest.
    if (this.#resting && this.#resting.game !== game) this.keepAnalysis(this.#resting.game);
    clearTimeout(this.#resting?.until);
    this.#resting = { game, until: setTimeout(() => this.keepAnalysis(game), REST) };
  }

  /** Keeps an analysis now, if it has a move and is not kept as it is. @param {Game} game */
  keepAnalysis(game) {
    if (this.#resting?.game === game) clearTimeout(this.#resting.until);
    const entry = this.#entries.get(game) ?? { id: newId(), seen: '' };
    const seen = signature(game);
    this.#entries.set(game, { ...entry, seen });
    if (!game.root.children.length || seen === entry.seen) return;
    const [white, black] = [tagOf(game, 'White'), tagOf(game, 'Black')];
    this.#put({ ...this.#entry(entry.id, game), kind: 'analysis', white, black, result: game.result, says: '' });
  }

  /** The id of an analysis that has been kept. @param {Game} game */
  idOf(game) {
    return this.#entries.get(game)?.id;
  }
}
