// @ts-check
// Carries messages to the server of `galaverna board`, over a WebSocket.

import { token } from './token.js';
import { t } from './translate.js';

const UNREACHABLE = t('Galaverna does not answer this page. Open the address that “galaverna board” has printed.');
const LOST = t('Connection lost. Trying again… Your game is kept; the clocks are stopped. If Galaverna has ended, start it again with “galaverna board”.');
const GAME_UNREACHABLE = t('The game cannot be reached: the link may be an old one, or the host has ended Galaverna.');
const GAME_LOST = t('Connection lost. Trying again… The game goes on meanwhile, and so do its clocks.');

/** The largest message, in bytes: at one of more than 2 MiB the server hangs up. */
const MOST = 1_900_000;

const TOO_MUCH = t('More than 1.9 MB is too much at once. Split it, for example with “galaverna pgn”.');

/**
 * A socket of this server.
 * @param {() => string} path where it is, relative to the page
 * @param {string} unreachable what to say where it never opened
 * @param {string} lost what to say when it has closed
 * @returns {import('./connection.js').Open}
 */
const socketAt = (path, unreachable, lost) => (hear, end) => {
  const address = new URL(path(), location.href);
  address.protocol = location.protocol === 'https:' ? 'wss' : 'ws';
  address.hash = '';
  const socket = new WebSocket(address);
  let says = unreachable;
  socket.onopen = () => { says = lost; };
  socket.onmessage = (event) => hear(JSON.parse(event.data));
  socket.onclose = () => end(says);
  return {
    send: (message) => {
      const text = JSON.stringify(message);
      if (new Blob([text]).size > MOST) hear({ id: message.id, type: 'refused', says: TOO_MUCH });
      else socket.send(text);
    },
    close: () => socket.close(),
  };
};

/** The engine and the rules, for the user's own pages. */
export const openSocket = socketAt(() => `/ws?token=${token()}`, UNREACHABLE, LOST);

/** The game with somebody at another machine, for the host's pages. */
export const openGame = socketAt(() => `/game?token=${token()}`, GAME_UNREACHABLE, GAME_LOST);

/** The same for who was invited: the key is in the address of the page. */
export const openInvited = socketAt(() => 'ws', GAME_UNREACHABLE, GAME_LOST);
