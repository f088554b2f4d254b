// @ts-check
// Carries messages to the server of `galaverna board`, over a WebSocket.

import { token } from './token.js';

const UNREACHABLE = 'Galaverna does not answer this page. Open the address that “galaverna board” has printed.';
const LOST = 'Connection lost. Trying again… Your game is kept; the clocks are stopped. If Galaverna has ended, start it again with “galaverna board”.';

/** @type {import('./connection.js').Open} */
export function openSocket(hear, end) {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  const socket = new WebSocket(`${scheme}://${location.host}/ws?token=${token()}`);
  let says = UNREACHABLE;
  socket.onopen = () => { says = LOST; };
  socket.onmessage = (event) => hear(JSON.parse(event.data));
  socket.onclose = () => end(says);
  return { send: (message) => socket.send(JSON.stringify(message)), close: () => socket.close() };
}
