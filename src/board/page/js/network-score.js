// @ts-check
// The score of a game between two machines: its PGN, which the server writes while the
// game goes on, and which is kept here.

import { say } from './announce.js';
import { PGN, saveFile } from './save-file.js';
import { t } from './translate.js';

/** @typedef {import('./network-play.js').NetworkPlay} NetworkPlay */

export class NetworkScore {
  #connection;
  #keep;
  /** What it was written of. */
  #seen = '';
  #pgn = '';
  /** When what was told last is written and kept. @type {Promise<void>} */
  written = Promise.resolve();

  /**
   * @param {import('./connection.js').Connection} connection
   * @param {(play: NetworkPlay, pgn: string) => Promise<void>} keep
   */
  constructor(connection, keep) {
    this.#connection = connection;
    this.#keep = keep;
  }

  /** Writes a game anew, if there is something new of it. @param {NetworkPlay} play */
  note(play) {
    const { game_id: id, line, names, over } = play.view;
    const seen = JSON.stringify([id, line.moves, names, over]);
    if (seen === this.#seen) return;
    this.#seen = seen;
    // A game that another has followed meanwhile is not written any more.
    this.written = this.#write(play, seen).catch(() => {});
  }

  /** @param {NetworkPlay} play @param {string} seen */
  async #write(play, seen) {
    const { text } = await this.#connection.ask('pgn', { game_id: play.view.game_id });
    if (seen !== this.#seen) return;
    this.#pgn = text;
    await this.#keep(play, text);
  }

  /** Gives the PGN to the person. @param {import('./types').NetworkView} view */
  async save({ line }) {
    await this.written;
    saveFile(this.#pgn, `${line.game}.pgn`, PGN);
    say(t('PGN saved.'));
  }
}
