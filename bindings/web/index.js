// @ts-check
// The engine by UCI, in a worker. What each function does is said in index.d.ts.

import { Remote } from './remote.js';

/** @param {import('./index.d.ts').Options} [options] */
export default function Galaverna({ wasm, makeWorker, onError = (reason) => console.error(reason) } = {}) {
  /** @type {Set<(line: string) => void>} */
  const listeners = new Set();
  let failure = '';

  /** @type {import('./index.d.ts').Engine} */
  const engine = {
    postMessage(command) {
      if (typeof command !== 'string') throw new TypeError(`a command must be a string, not ${typeof command}`);
      if (failure) throw new Error(failure);
      if (command.trim() === 'quit') remote.terminate();
      else remote.uci(command);
    },
    addMessageListener: (listener) => void listeners.add(listener),
    removeMessageListener: (listener) => void listeners.delete(listener),
    terminate: () => remote.terminate(),
  };

  /** @type {Remote} */
  let remote;
  return new Promise((resolve, reject) => {
    // The first answer is to our own question.
    let tell = (/** @type {string} */ _line) => {
      tell = (line) => listeners.forEach((listener) => listener(line));
      resolve(engine);
    };
    remote = new Remote({
      wasm,
      ...(makeWorker && { makeWorker }),
      onOutput: (_channel, line) => tell(line),
      onEnd(reason) {
        failure = reason;
        reject(new Error(reason));
        onError(reason);
      },
    });
    remote.uci('isready');
  });
}
