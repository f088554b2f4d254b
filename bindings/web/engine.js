// @ts-check
// The engine in the thread that loads it: a Worker, or Node's main thread.

import { Boundary, compile, encode } from './boundary.js';

export { compile };

/** @typedef {import('./boundary.js').Channel} Channel */
/**
 * How the engine hears what is said during a search: 'jspi' lets the thread's events come in
 * (JavaScript Promise Integration), 'shared' looks into shared memory, and 'none' hears at the
 * end of the search.
 * @typedef {'jspi' | 'shared' | 'none'} Way
 */
/**
 * @typedef {object} Options
 * @property {(channel: Channel, text: string) => void} onOutput a line of UCI, or a reply of the
 *   board as JSON
 * @property {(reason: string) => void} [onEnd] told once, in one line, when the engine has failed;
 *   what it is told after that is lost
 * @property {(isBusy: boolean) => void} [onBusy] told that a search has begun during which nothing
 *   is heard, and that it has ended
 * @property {import('./boundary.js').Source} [wasm] the file for this machine, if none is named
 * @property {import('./mailbox.js').Inbox} [inbox] what may come in through shared memory
 * @property {Way} [way] the best that there is, if none is named
 */

/** The next turn of the thread's events. Timers would come late (in browsers by 4 ms). */
const nextTurn = (() => {
  const immediate = /** @type {any} */ (globalThis).setImmediate;
  if (immediate) return () => new Promise((resolve) => immediate(resolve));
  const { port1, port2 } = new MessageChannel();
  /** @type {((value?: unknown) => void)[]} */
  const resolves = [];
  port1.onmessage = () => resolves.shift()?.();
  return () => new Promise((resolve) => {
    resolves.push(resolve);
    port2.postMessage(null);
  });
})();

/** JavaScript Promise Integration, which TypeScript does not know yet. */
const { Suspending, promising } = /** @type {any} */ (WebAssembly);

/**
 * @param {boolean} isShared whether there is shared memory
 * @returns {Way}
 */
export const bestWay = (isShared) => (Suspending && promising ? 'jspi' : isShared ? 'shared' : 'none');

class Engine {
  /** @type {Boundary} */
  #boundary;
  #inbox;
  #onEnd;
  #onBusy;
  #isRunning = false;
  #isBusy = false;
  #hasEnded = false;
  /** @type {() => void} */
  #wake = () => {};
  /** @type {() => unknown} */
  #run = () => {};
  /** @type {Way} */
  way;

  /** @param {Options} options */
  constructor({ onOutput, onEnd = () => {}, onBusy = () => {}, inbox, way = bestWay(inbox !== undefined) }) {
    this.#onEnd = onEnd;
    this.#onBusy = onBusy;
    this.#inbox = inbox;
    this.way = way;
    this.#boundary = new Boundary(onOutput);
  }

  /** @param {WebAssembly.Module} module */
  async open(module) {
    const wait = (/** @type {number} */ milliseconds) => this.#wait(milliseconds);
    await this.#boundary.open(module, {
      now: () => performance.now(),
      random: () => crypto.getRandomValues(new BigUint64Array(1))[0],
      wait: this.way === 'jspi' ? new Suspending(wait) : wait,
    });
    const { run } = this.#boundary.exports;
    this.#run = this.way === 'jspi' ? promising(run) : run;
    return this;
  }

  /**
   * Lets messages come in: at least one turn of events, and if there are none as long as this.
   * @param {number} milliseconds
   * @returns {Promise<number> | number} 0 if none can come
   */
  #wait(milliseconds) {
    if (this.way === 'jspi') return this.#waitForEvents(milliseconds);
    if (this.way === 'none') {
      if (!this.#isBusy) this.#onBusy(this.#isBusy = true);
      return 0;
    }
    this.#inbox?.wait(milliseconds);
    this.collect();
    return 1;
  }

  /** @param {number} milliseconds */
  async #waitForEvents(milliseconds) {
    await nextTurn();
    if (milliseconds && !this.#boundary.waiting.length) {
      await new Promise((resolve) => {
        const timer = setTimeout(resolve, milliseconds);
        this.#wake = () => { clearTimeout(timer); resolve(null); };
      });
    }
    return 1;
  }

  /** Takes what has come through shared memory. */
  collect() {
    const text = this.#inbox?.take();
    if (text) this.take(text);
  }

  /**
   * Takes a message, as `encode` makes it.
   * @param {Uint8Array} text
   */
  take(text) {
    if (this.#hasEnded) return;
    this.#boundary.waiting.push(text);
    this.#wake();
    if (!this.#isRunning) this.#serve();
  }

  /** Answers until nothing is left to do. */
  async #serve() {
    this.#isRunning = true;
    await nextTurn();
    try {
      while (this.#boundary.waiting.length) await this.#run();
    } catch (error) {
      this.#hasEnded = true;
      this.#onEnd(this.#boundary.reason(error));
    }
    if (this.#isBusy) this.#onBusy(this.#isBusy = false);
    this.#isRunning = false;
  }

  /**
   * Takes a line of UCI, or several.
   * @param {string} line
   */
  uci(line) {
    this.take(encode('uci', line));
  }

  /**
   * Takes a request of the board as JSON. The first one, which may be empty, begins the
   * conversation.
   * @param {string} message
   */
  board(message) {
    this.take(encode('board', message));
  }
}

/**
 * Loads the engine.
 * @param {Options} options
 */
export const load = async (options) => new Engine(options).open(await compile(options.wasm));
