// @ts-check
// A worker around the engine, in browsers and in Node. A string is a line of UCI, both ways, as
// with other engines; what else there is to say is between `remote.js` and this file.

import { nodeModule } from './boundary.js';
import { load } from './engine.js';
import { Inbox } from './mailbox.js';

/**
 * What `remote.js` says: how to open the engine, a message of the board, and that something
 * lies in the shared memory.
 * @typedef {{open?: {wasm?: WebAssembly.Module, memory?: SharedArrayBuffer, way?: import('./engine.js').Way},
 *   uci?: string, board?: string, knock?: true}} ToWorker
 */

/** @type {{postMessage: (message: unknown) => void}} */
let port = globalThis;
/** @type {ReturnType<typeof load> | null} */
let engine = null;
/** Whether `remote.js` is at the other end. */
let isRemote = false;

/** @param {string} reason */
function end(reason) {
  if (isRemote) port.postMessage({ end: reason });
  // Uncaught, and outside of promises, it is the worker's `error` event everywhere.
  else setTimeout(() => { throw new Error(reason); });
}

/** @param {ToWorker['open']} [open] */
function start({ wasm, memory, way } = {}) {
  const inbox = memory && new Inbox(memory, () => port.postMessage({ taken: true }));
  return load({
    wasm,
    inbox,
    way,
    onOutput: (channel, text) => port.postMessage(channel === 'uci' ? text : { board: text }),
    onEnd: end,
    onBusy: (busy) => { if (isRemote) port.postMessage({ busy }); },
  });
}

/** @param {string | ToWorker} message */
async function take(message) {
  const { open, uci, board, knock } = typeof message === 'string' ? { uci: message } : message;
  try {
    if (open) {
      isRemote = true;
      engine = start(open);
      port.postMessage({ way: (await engine).way });
      return;
    }
    engine ??= start();
    const loaded = await engine;
    if (isRemote && !knock) port.postMessage({ taken: true });
    if (knock) loaded.collect();
    else if (uci !== undefined) loaded.uci(uci);
    else if (board !== undefined) loaded.board(board);
  } catch (error) {
    end(`The engine cannot be loaded: ${error instanceof Error ? error.message : error}`);
  }
}

if ('WorkerGlobalScope' in globalThis) {
  globalThis.onmessage = ({ data }) => take(data);
} else {
  const { parentPort } = nodeModule('node:worker_threads');
  port = parentPort;
  parentPort.on('message', take);
}
