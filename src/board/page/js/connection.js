// @ts-check
// The conversation with the engine, whatever carries its messages. What was asked and not
// yet answered is asked again after a lost connection, so that those who ask need not know
// of it.

import { localized } from './translate.js';

/** What was refused, in the words of the reply, and in those of the server. */
export class Refused extends Error {
  /** @param {string} says @param {string} english */
  constructor(says, english) {
    super(says);
    this.english = english;
  }
}

/** @typedef {import('./types').Reply} Reply */

/**
 * A request; its answers have its number, and 0 has none.
 * @typedef {{id: number, type: string}} Message
 */

/**
 * What carries messages: a WebSocket to a server, or workers of the page's own.
 * @typedef {object} Carrier
 * @property {(message: Message) => void} send
 * @property {() => void} close
 */

/**
 * Opens a carrier, which hands over the replies that come, and a line for the user when it
 * has ended.
 * @callback Open
 * @param {(reply: Reply) => void} hear
 * @param {(says: string) => void} end
 * @returns {Carrier}
 */

/**
 * @template {Reply['type']} T
 * @typedef {Extract<Reply, {type: T}>} ReplyOf
 */

/**
 * The answer to each question.
 * @typedef {object} Answers
 * @property {ReplyOf<'position'>} position
 * @property {ReplyOf<'position'>} threat
 * @property {ReplyOf<'tables'>} tables
 * @property {ReplyOf<'move'>} read_move
 * @property {ReplyOf<'engines'>} engines
 * @property {ReplyOf<'draw_answer'>} offer_draw
 * @property {ReplyOf<'agreement_wish'>} wish_agreement
 * @property {ReplyOf<'agreement_answer'>} offer_agreement
 * @property {ReplyOf<'agreement_answer'>} agree
 * @property {ReplyOf<'composed'>} compose
 * @property {ReplyOf<'games'>} read_pgn
 * @property {ReplyOf<'pgn'>} write_pgn
 * @property {ReplyOf<'network_game'>} invite
 * @property {ReplyOf<'network_game'>} call_off
 * @property {ReplyOf<'network_game'>} name
 * @property {ReplyOf<'network_game'>} play
 * @property {ReplyOf<'network_game'>} propose
 * @property {ReplyOf<'network_game'>} accept
 * @property {ReplyOf<'network_game'>} decline
 * @property {ReplyOf<'network_game'>} resign
 * @property {ReplyOf<'network_game'>} rematch
 * @property {ReplyOf<'pgn'>} pgn
 */

/**
 * What is told of each question that takes time.
 * @typedef {object} Reports
 * @property {ReplyOf<'line' | 'done'>} search
 * @property {ReplyOf<'reviewed' | 'review_done'>} review
 */

/**
 * @typedef {object} Asked
 * @property {Message} message
 * @property {(reply: any) => boolean} hear `true` when nothing more is to be heard
 * @property {(reason: Error) => void} refuse
 */

/** How long to wait before the next attempt, in milliseconds. */
const RETRY = 700;

/** How many attempts follow each other so, before each waits twice as long as the one before. */
const SOON = 20;

/** The longest of these times. */
const LONGEST_RETRY = 15_000;

export class Connection extends EventTarget {
  /** @type {Carrier | null} */
  #carrier = null;
  #next = 1;
  /** Attempts since it was last open. */
  #failures = 0;
  /** @type {Map<number, Asked>} */
  #asked = new Map();
  /** @type {import('./types').Hello | null} */
  hello = null;
  /** @type {'connecting' | 'open' | 'lost' | 'busy' | 'closed'} */
  state = 'connecting';

  /** @param {Open} open for the first attempt and each that follows */
  constructor(open) {
    super();
    this.open = open;
    this.#open();
  }

  #open() {
    this.#carrier = this.open((reply) => this.#hear(reply), (says) => {
      if (this.state === 'closed') return;
      if (this.state !== 'busy') this.#become('lost', says);
      this.#failures += 1;
      const patience = Math.min(LONGEST_RETRY, RETRY * 2 ** Math.max(0, this.#failures - SOON));
      setTimeout(() => this.#open(), this.state === 'busy' ? 5 * RETRY : patience);
    });
  }

  /**
   * @param {'connecting' | 'open' | 'lost' | 'busy' | 'closed'} state
   * @param {string} [says] a line for the user
   */
  #become(state, says = '') {
    const before = this.state;
    this.state = state;
    if (before !== state) {
      this.dispatchEvent(new CustomEvent('state', { detail: { state, before, says } }));
    }
  }

  /** @param {Reply} given */
  #hear(given) {
    const reply = localized(given);
    if (reply.type === 'hello') {
      this.hello = reply;
      this.#failures = 0;
      this.#become('open');
      for (const { message } of this.#asked.values()) this.#send(message);
      return;
    }
    if (reply.type === 'busy') {
      this.#become('busy', reply.says);
      return;
    }
    if (reply.type === 'network_closed') {
      this.#become('closed', reply.says);
      return;
    }
    if (reply.type === 'network_game') this.dispatchEvent(new CustomEvent('game', { detail: reply.game }));
    const asked = this.#asked.get(reply.id);
    if (!asked) return;
    if (reply.type === 'refused') {
      this.#asked.delete(reply.id);
      asked.refuse(new Refused(reply.says, /** @type {{says: string}} */ (given).says));
    } else if (asked.hear(reply)) {
      this.#asked.delete(reply.id);
    }
  }

  /** @param {Message} message */
  #send(message) {
    if (this.state === 'open') this.#carrier?.send(message);
  }

  /**
   * @param {string} type
   * @param {object} body
   * @param {(reply: any) => boolean} hear
   * @param {(reason: Error) => void} refuse
   */
  #ask(type, body, hear, refuse) {
    const id = this.#next++;
    const message = { id, type, ...body };
    this.#asked.set(id, { message, hear, refuse });
    this.#send(message);
    return id;
  }

  /**
   * A question with one answer.
   * @template {keyof Answers} Q
   * @param {Q} type
   * @param {object} body
   * @returns {Promise<Answers[Q]>}
   */
  ask(type, body = {}) {
    return new Promise((resolve, reject) => {
      this.#ask(type, body, (reply) => { resolve(reply); return true; }, reject);
    });
  }

  /**
   * A question with many answers, up to one of the type `last`. Forgotten by
   * `cancel`, which takes what is returned.
   * @template {keyof Reports} Q
   * @param {Q} type
   * @param {object} body
   * @param {Reports[Q]['type']} last
   * @param {(reply: Reports[Q]) => void} hear
   * @param {(reason: Error) => void} [refuse]
   */
  follow(type, body, last, hear, refuse = () => {}) {
    return this.#ask(type, body, (reply) => { hear(reply); return reply.type === last; }, refuse);
  }

  /**
   * Ends a search or review that was asked for with `follow`.
   * @param {number} id
   */
  cancel(id) {
    if (!this.#asked.delete(id)) return;
    this.#send({ id: 0, type: 'stop' });
  }

  /** Lets the connection fall, as a broken network would; for tests. */
  drop() {
    this.#carrier?.close();
  }
}
