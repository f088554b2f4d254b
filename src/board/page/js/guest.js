// @ts-check
// The page of somebody at another machine, who was invited to a game: the game and the
// settings, and nothing else.

import { openInvited } from './carrier-socket.js';
import { Connection } from './connection.js';
import { fill } from './dom.js';
import { attachHeader } from './header.js';
import { attachKeys } from './keys.js';
import { Library } from './library.js';
import { showKept } from './network-kept.js';
import { NetworkRoom } from './network-room.js';
import { LOOKS, applyLook, onChange } from './settings.js';

class GuestPage {
  connection = new Connection(openInvited);
  /** The games that were played here. */
  library = new Library();
  isPlaying = false;
  playScreen = null;

  constructor() {
    this.header = attachHeader(this, []);
    this.screen = new NetworkRoom(this.connection, {
      info: (name) => this.#info(name),
      showTitle: () => this.header.title(this.screen.title),
      onNew: null,
      analyse: null,
      showKept: () => showKept(this.library, (name) => this.#info(name).title),
      keep: async (play, pgn) => this.#keep(play, pgn),
    });
    fill(/** @type {HTMLElement} */ (document.querySelector('#app')), this.screen.element);
    attachKeys(this);
    onChange((name) => {
      if (LOOKS.has(name)) applyLook();
      this.screen.boards?.refresh();
    });
  }

  /** What is known of a game. @param {string} name */
  #info(name) {
    const games = this.connection.hello?.games ?? [];
    return games.find((game) => game.name === name) ?? games[0];
  }

  /**
   * Keeps a game of this person in this browser, as the server has written it: there is nobody
   * here to write it later.
   * @param {import('./network-play.js').NetworkPlay} play @param {string} pgn
   */
  #keep(play, pgn) {
    const { game, over, side, view } = play;
    if (!side) return;
    this.library.keepNetworkGame(view.game_id, game, { white: play.nameOf('white'), black: play.nameOf('black'), says: over?.says ?? '', pgn });
  }

  go() {}
}

applyLook();
/** @type {any} */ (window).galaverna = new GuestPage();
