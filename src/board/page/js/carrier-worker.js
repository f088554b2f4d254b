// @ts-check
// Carries messages to the engine in WebAssembly, where the page comes without a server. Two
// workers run it: one answers at once, the other searches, so that no answer waits for a
// search and none is broken off by a question.

import { t } from './translate.js';

/** @typedef {import('./types').Reply} Reply */
/** @typedef {import('./connection.js').Message} Message */

/**
 * What the engine's modules give to a page (bindings/web).
 * @typedef {object} Engine
 * @property {new (wishes: object) => Remote} Remote
 * @property {WebAssembly.Module} wasm
 */

/**
 * An engine in a worker.
 * @typedef {object} Remote
 * @property {(text: string) => void} board
 * @property {() => void} terminate
 */

/** What needs the engine that searches, or ends what it does. */
const OF_SEARCHES = ['search', 'review', 'stop', 'wish_agreement', 'offer_agreement'];

/** What every other one of them ends. */
const LONG = ['search', 'review'];

/** Replies that others to the same request follow. */
const UNFINISHED = ['line', 'reviewed'];

const KEPT = t('Your game is kept; the clocks are stopped.');

/** Compiled once for all workers. @type {Promise<Engine> | null} */
let engine = null;

/** The request at which the engine broke down last: the second time it is refused. */
let brokenBy = 0;

/** @returns {Promise<Engine>} */
async function fetchEngine() {
  const folder = new URL('../engine/', import.meta.url);
  const [{ Remote }, { compile }] = await Promise.all(['remote.js', 'engine.js'].map((name) => import(new URL(name, folder).href)));
  return { Remote, wasm: await compile() };
}

/** An engine in a worker, and what it was asked and has not answered. */
class Asked {
  /** @type {Map<number, Message>} */
  #asked = new Map();

  /**
   * @param {Engine} engine
   * @param {(reply: Reply) => void} hear
   * @param {(asked: Message | undefined, reason: string) => void} fail is told what it was busy with
   */
  constructor({ Remote, wasm }, hear, fail) {
    this.remote = new Remote({
      wasm,
      /** @param {string} _ @param {string} text */
      onOutput: (_, text) => {
        const reply = JSON.parse(text);
        if (!UNFINISHED.includes(reply.type)) this.#asked.delete(reply.id);
        hear(reply);
      },
      // A worker that could not hear was ended to end its search.
      onReopen: () => { for (const message of this.#asked.values()) this.#post(message); },
      /** @param {string} reason */
      onEnd: (reason) => fail(this.#asked.values().next().value, reason),
    });
    this.remote.board('');
  }

  /** @param {Message} message */
  #post(message) {
    this.remote.board(JSON.stringify(message));
  }

  /** @param {Message} message */
  send(message) {
    if (OF_SEARCHES.includes(message.type)) {
      for (const [id, { type }] of this.#asked) if (LONG.includes(type)) this.#asked.delete(id);
    }
    // What has no number is not answered.
    if (message.id) this.#asked.set(message.id, message);
    this.#post(message);
  }
}

/**
 * Opens both workers.
 * @param {(reply: Reply) => void} hear
 * @param {(says: string) => void} end
 * @param {() => Promise<Engine>} load
 * @returns {import('./connection.js').Carrier}
 */
export function openWorkers(hear, end, load = fetchEngine) {
  /** @type {Asked[]} */
  const workers = [];
  let isOpen = true;

  /** @param {string} says */
  function finish(says) {
    if (!isOpen) return;
    isOpen = false;
    for (const { remote } of workers) remote.terminate();
    end(says);
  }

  /** @param {Message | undefined} asked @param {string} reason */
  function fail(asked, reason) {
    if (!isOpen) return;
    const says = `${t('The engine broke down and is started again.')} ${KEPT} (${reason})`;
    if (asked && asked.id === brokenBy) hear({ id: asked.id, type: 'refused', says });
    brokenBy = asked?.id ?? 0;
    finish(says);
  }

  engine ??= load();
  engine.then((loaded) => {
    if (!isOpen) return;
    workers.push(
      new Asked(loaded, hear, fail),
      // One greeting is enough.
      new Asked(loaded, (reply) => { if (reply.type !== 'hello') hear(reply); }, fail),
    );
  }).catch((error) => {
    engine = null;
    finish(`${t('The engine could not be loaded. Trying again…')} (${error.message})`);
  });

  return {
    send: (message) => workers[OF_SEARCHES.includes(message.type) ? 1 : 0].send(message),
    close: () => finish(`${t('Connection lost. Trying again…')} ${KEPT}`),
  };
}
