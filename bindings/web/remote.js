// @ts-check
// The engine in a worker, seen from outside of it.

import { encode, nodeModule } from './boundary.js';
import { bestWay, compile } from './engine.js';
import { Outbox } from './mailbox.js';

/** @typedef {import('./engine.js').Channel} Channel */
/** @typedef {import('./engine.js').Way} Way */
/**
 * @typedef {object} Options
 * @property {(channel: Channel, text: string) => void} onOutput a line of UCI, or a reply of the
 *   board as JSON
 * @property {(reason: string) => void} [onEnd] told in one line when the engine has failed, or
 *   cannot be loaded; `reopen` begins anew
 * @property {() => void} [onReopen] told when a worker that did not hear has been replaced: the
 *   board's conversation begins anew, and what was asked and not answered is to be asked again
 * @property {import('./boundary.js').Source | Promise<WebAssembly.Module>} [wasm] the file for
 *   this machine, if none is named
 * @property {() => any} [makeWorker] a worker that runs `worker.js`
 * @property {Way} [way] the best that there is, if none is named
 */

/** Milliseconds after which a search that hears nothing is broken off, if it must hear something. */
const PATIENCE = 80;

const makeWorkerHere = () => {
  const Worker = globalThis.Worker ?? nodeModule('node:worker_threads').Worker;
  return new Worker(new URL('worker.js', import.meta.url), { type: 'module' });
};

/** Whether this thread may share memory with workers: browsers let only isolated pages. */
const canShare = () => 'SharedArrayBuffer' in globalThis && globalThis.crossOriginIsolated !== false;

export class Remote {
  /** How the engine hears what is said during a search. @type {Way} */
  way;
  #options;
  /** @type {any} */
  #worker = null;
  /** @type {Outbox | null} */
  #outbox = null;
  /** The worker's engine is loaded. */
  #isOpen = false;
  /** A search is under way that hears nothing. */
  #isBusy = false;
  /** What the worker has not yet heard of. @type {{channel: Channel, text: string}[]} */
  #unheard = [];
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** One compilation serves every worker that is opened. @type {Promise<WebAssembly.Module> | null} */
  #module = null;
  #dialogue = new Dialogue();

  /** @param {Options} options */
  constructor(options) {
    this.#options = { onEnd: () => {}, onReopen: () => {}, makeWorker: makeWorkerHere, ...options };
    this.way = options.way ?? bestWay(canShare());
    this.reopen();
  }

  /** Opens a worker, in place of the present one if there is one. */
  reopen() {
    this.terminate();
    const { onOutput, makeWorker } = this.#options;
    const worker = makeWorker();
    this.#worker = worker;
    this.#outbox = this.way === 'shared' ? new Outbox() : null;
    /** @param {any} message */
    const hear = (message) => {
      if (worker !== this.#worker) return;
      if (typeof message === 'string') {
        this.#dialogue.hear(message);
        onOutput('uci', message);
      } else if (message.board !== undefined) onOutput('board', message.board);
      else if (message.end !== undefined) this.#end(message.end);
      else if (message.way) this.#open();
      else if (message.taken) this.#taken();
      else if (message.busy !== undefined) {
        this.#isBusy = message.busy;
        this.#watch();
      }
    };
    /** @param {any} error */
    const fail = (error) => {
      if (worker === this.#worker) this.#end(`The engine's worker has failed: ${error?.message || 'it cannot be loaded'}`);
    };
    if (worker.on) worker.on('message', hear).on('error', fail);
    else {
      worker.onmessage = (/** @type {MessageEvent} */ { data }) => hear(data);
      worker.onerror = fail;
    }
    const memory = this.#outbox?.memory;
    this.#module ??= Promise.resolve(this.#options.wasm).then(compile);
    this.#module.then(
      (wasm) => { if (worker === this.#worker) worker.postMessage({ open: { wasm, memory, way: this.way } }); },
      (error) => {
        this.#module = null;
        fail(error);
      },
    );
  }

  /** Ends the worker. */
  terminate() {
    this.#worker?.terminate();
    this.#worker = null;
    this.#isOpen = false;
    this.#isBusy = false;
    this.#unheard = [];
    this.#watch();
  }

  /** @param {string} reason */
  #end(reason) {
    this.terminate();
    this.#options.onEnd(reason);
  }

  /** The worker can hear: it is told what has waited for that. */
  #open() {
    this.#isOpen = true;
    const waiting = this.#unheard;
    if (this.#outbox) this.#unheard = [];
    for (const { channel, text } of waiting) this.#post(channel, text);
  }

  /** The worker has taken what was sent first, or a piece of it. */
  #taken() {
    if (this.#outbox) return this.#flush();
    this.#unheard.shift();
    this.#watch();
  }

  #flush() {
    if (this.#outbox?.flush()) this.#worker.postMessage({ knock: true });
  }

  /**
   * @param {Channel} channel
   * @param {string} text
   */
  #post(channel, text) {
    if (this.#outbox) {
      this.#outbox.put(encode(channel, text));
      this.#flush();
    } else {
      this.#worker.postMessage({ [channel]: text });
      this.#watch();
    }
  }

  /** Ends a worker whose search does not hear what cannot wait. */
  #watch() {
    const isUrgent = this.#unheard.some(({ channel, text }) => channel === 'board' || text === 'stop' || text === 'quit');
    if (this.#isBusy && isUrgent) {
      this.#timer ??= setTimeout(() => this.#replace(), PATIENCE);
    } else {
      clearTimeout(this.#timer);
      this.#timer = undefined;
    }
  }

  #replace() {
    this.#timer = undefined;
    // There is an answer within moments.
    if (!this.#dialogue.canAnswer()) return this.#watch();
    const { onOutput, onReopen } = this.#options;
    const lines = this.#unheard.filter(({ channel, text }) => channel === 'uci' && text !== 'stop');
    const answer = this.#dialogue.answer();
    this.reopen();
    for (const line of this.#dialogue.lines()) this.uci(line);
    for (const { text } of lines) this.uci(text);
    if (answer) onOutput('uci', answer);
    onReopen();
  }

  /**
   * @param {Channel} channel
   * @param {string} text
   */
  #send(channel, text) {
    if (!this.#worker) return;
    if (!this.#isOpen || !this.#outbox) this.#unheard.push({ channel, text });
    if (this.#isOpen) this.#post(channel, text);
  }

  /**
   * Says a line of UCI.
   * @param {string} line
   */
  uci(line) {
    this.#dialogue.say(line);
    this.#send('uci', line);
  }

  /**
   * Sends a request of the board as JSON. The first one, which may be empty, begins the
   * conversation.
   * @param {string} message
   */
  board(message) {
    this.#send('board', message);
  }
}

/** What of a dialogue in UCI must be said again to another engine. */
class Dialogue {
  /** @type {Map<string, string>} */
  #options = new Map();
  #position = '';
  #isSearching = false;
  /** The best line so far. @type {string[]} */
  #line = [];

  /** @param {string} line what the engine is told */
  say(line) {
    const [command, ...words] = line.trim().split(/\s+/);
    if (command === 'setoption') this.#options.set(words.join(' ').split(' value ')[0], line);
    else if (command === 'position') this.#position = line;
    else if (command === 'go') this.#isSearching = true;
  }

  /** @param {string} line what the engine says */
  hear(line) {
    if (line.startsWith('bestmove')) this.answer();
    const best = / multipv 1 .* pv (.*)/.exec(line);
    if (best) this.#line = best[1].split(' ');
  }

  /** Whether a search that is under way can be broken off. */
  canAnswer() {
    return !this.#isSearching || this.#line.length > 0;
  }

  /** The answer of a search that is broken off, if one is under way. */
  answer() {
    if (!this.#isSearching) return null;
    const [best, ponder] = this.#line;
    this.#isSearching = false;
    this.#line = [];
    return `bestmove ${best}${ponder ? ` ponder ${ponder}` : ''}`;
  }

  /** What brings another engine where this one was. */
  lines() {
    return [...this.#options.values(), ...(this.#position ? [this.#position] : [])];
  }
}
