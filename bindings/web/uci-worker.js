// @ts-check
// A worker that speaks UCI: strings both ways. It differs from `worker.js`, which it opens, in
// that `stop` is heard during a search by browsers that can tell a busy worker nothing, too.

import { nodeModule } from './boundary.js';
import Galaverna from './index.js';

/** @type {any} */
const port = 'WorkerGlobalScope' in globalThis ? globalThis : nodeModule('node:worker_threads').parentPort;

const opened = Galaverna({
  // Uncaught, and outside of promises, it is the worker's `error` event everywhere.
  onError: (reason) => setTimeout(() => { throw new Error(reason); }),
});

/** @param {string} command */
async function take(command) {
  (await opened).postMessage(command);
  if (command.trim() === 'quit') port.close();
}

if (port === globalThis) port.onmessage = (/** @type {MessageEvent} */ { data }) => take(data);
else port.on('message', take);
(await opened).addMessageListener((line) => port.postMessage(line));
