// @ts-check
// The page of somebody at another machine, who was invited to a game: the game and the
// settings, and nothing else.

import { openInvited } from './carrier-socket.js';
import { Connection } from './connection.js';
import { fill } from './dom.js';
import { attachHeader } from './header.js';
import { attachKeys } from './keys.js';
import { NetworkRoom } from './network-room.js';
import { LOOKS, applyLook, onChange } from './settings.js';

class GuestPage {
  connection = new Connection(openInvited);
  isPlaying = false;
  playScreen = null;

  constructor() {
    this.header = attachHeader(this, []);
    this.screen = new NetworkRoom(this.connection, {
      info: (name) => {
        const games = this.connection.hello?.games ?? [];
        return games.find((game) => game.name === name) ?? games[0];
      },
      showTitle: () => this.header.title(this.screen.title),
      onNew: null,
      analyse: null,
    });
    fill(/** @type {HTMLElement} */ (document.querySelector('#app')), this.screen.element);
    attachKeys(this);
    onChange((name) => {
      if (LOOKS.has(name)) applyLook();
      this.screen.boards?.refresh();
    });
  }

  go() {}
}

applyLook();
/** @type {any} */ (window).galaverna = new GuestPage();
