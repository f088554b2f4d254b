// @ts-check
// A piece of shared memory through which messages reach a thread that runs without a break,
// one after the other, in pieces where they are long.

/** Bytes in front of a piece: its length, 0 while nothing is there, and whether it is the last. */
const HEADER = 8;
const SIZE = 1 << 16;

class Mailbox {
  /** @param {SharedArrayBuffer} memory */
  constructor(memory) {
    this.memory = memory;
    this.header = new Int32Array(memory, 0, 2);
    this.bytes = new Uint8Array(memory, HEADER);
  }
}

/** Where messages are put. */
export class Outbox extends Mailbox {
  /** @type {{piece: Uint8Array, isLast: boolean}[]} */
  #waiting = [];

  constructor() {
    super(new SharedArrayBuffer(SIZE));
  }

  /** @param {Uint8Array} message not empty */
  put(message) {
    const room = SIZE - HEADER;
    for (let start = 0; start < message.length; start += room) {
      const piece = message.subarray(start, start + room);
      this.#waiting.push({ piece, isLast: start + room >= message.length });
    }
  }

  /** Puts the next piece down, if there is one and room for it; whether it has. */
  flush() {
    if (!this.#waiting.length || Atomics.load(this.header, 0)) return false;
    const { piece, isLast } = /** @type {{piece: Uint8Array, isLast: boolean}} */ (this.#waiting.shift());
    this.bytes.set(piece);
    this.header[1] = Number(isLast);
    Atomics.store(this.header, 0, piece.length);
    Atomics.notify(this.header, 0);
    return true;
  }
}

/** Where messages are found. */
export class Inbox extends Mailbox {
  /** @type {Uint8Array[]} */
  #pieces = [];

  /**
   * @param {SharedArrayBuffer} memory that of the outbox
   * @param {() => void} onTaken told when there is room again
   */
  constructor(memory, onTaken) {
    super(memory);
    this.onTaken = onTaken;
  }

  /**
   * Sleeps until something is there, but no longer than this.
   * @param {number} milliseconds
   */
  wait(milliseconds) {
    if (milliseconds) Atomics.wait(this.header, 0, 0, milliseconds);
  }

  /** The message that has come, if one has to its end. */
  take() {
    const length = Atomics.load(this.header, 0);
    if (!length) return null;
    this.#pieces.push(this.bytes.slice(0, length));
    const isLast = this.header[1];
    Atomics.store(this.header, 0, 0);
    this.onTaken();
    if (!isLast) return null;
    const message = new Uint8Array(this.#pieces.reduce((sum, piece) => sum + piece.length, 0));
    let end = 0;
    for (const piece of this.#pieces.splice(0)) {
      message.set(piece, end);
      end += piece.length;
    }
    return message;
  }
}
