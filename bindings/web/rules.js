// @ts-check
// The rules of the games with the interface of ffish.js, in a WebAssembly file of their own,
// without the engine. What each function does is said in rules.d.ts.

import { Boundary, compile } from './boundary.js';

/** @type {typeof import('./rules.d.ts').Notation} */
export const Notation = Object.freeze({
  DEFAULT: 0,
  SAN: 1,
  LAN: 2,
  SHOGI_HOSKING: 3,
  SHOGI_HODGES: 4,
  SHOGI_HODGES_NUMBER: 5,
  JANGGI: 6,
  XIANGQI_WXF: 7,
  THAI_SAN: 8,
  THAI_LAN: 9,
});

/** @type {typeof import('./rules.d.ts').Termination} */
export const Termination = Object.freeze({
  ONGOING: 0,
  CHECKMATE: 1,
  STALEMATE: 2,
  INSUFFICIENT_MATERIAL: 3,
  N_MOVE_RULE: 4,
  N_FOLD_REPETITION: 5,
  VARIANT_END: 6,
});

/** @typedef {import('./rules.d.ts').Board} BoardType */
/** @typedef {import('./rules.d.ts').Game} GameType */
/** @typedef {(request: unknown) => any} Call A request to src/rules.rs. */
/** @typedef {(text: string) => void} Print */

/** A move that is not legal, or cannot be read. */
class IllegalMove extends Error {}

/**
 * Programs that were written for ffish call it with `new` as well, so it is no async function.
 * @param {import('./rules.d.ts').ModuleOptions} [options]
 */
export default function Module({ wasm, locateFile, printErr = () => {} } = {}) {
  const file = 'galaverna-rules.wasm';
  const here = new URL('.', import.meta.url).href;
  return open(wasm ?? locateFile?.(file, here) ?? new URL(file, here)).then((call) => ({
    Board: boardClass(call, printErr),
    Notation,
    Termination,
    ...functions(call, printErr),
  }));
}

/**
 * @param {import('./boundary.js').Source} source
 * @returns {Promise<Call>}
 */
async function open(source) {
  const boundary = new Boundary(() => {});
  await boundary.open(await compile(source));
  return (request) => {
    const { value, illegal, refused } = JSON.parse(boundary.ask(JSON.stringify(request)));
    if (illegal !== undefined) throw new IllegalMove(illegal);
    if (refused !== undefined) throw new Error(refused);
    return value;
  };
}

/**
 * @param {unknown} value
 * @param {string} what
 */
function text(value, what) {
  if (typeof value !== 'string') throw new TypeError(`${what} must be a string, not ${typeof value}`);
  return value;
}

/** @param {unknown} moves */
const words = (moves) => text(moves, 'a list of moves').split(/\s+/).filter(Boolean);

/**
 * What there is beside the boards.
 * @param {Call} call
 * @param {Print} printErr
 */
function functions(call, printErr) {
  /** @type {string[]} */
  const names = call('variants');
  const setRule = (/** @type {string} */ name, /** @type {boolean} */ on) => {
    call({ setRule: [text(name, 'the name of an option'), on] });
  };
  /** @type {Omit<import('./rules.d.ts').FairyStockfish, 'Board' | 'Notation' | 'Termination'>} */
  const all = {
    info: () => 'Galaverna',
    variants: () => names.join(' '),
    startingFen: (variant) => call({ startingFen: text(variant, 'a variant') }),
    validateFen: (fen, variant = 'chess', chess960 = false) =>
      call({ validateFen: [text(fen, 'a FEN'), text(variant, 'a variant'), Boolean(chess960)] }),
    capturesToHand: () => false,
    setOption: (name, value) => setRule(name, String(value) === 'true'),
    setOptionBool: (name, value) => setRule(name, Boolean(value)),
    setOptionInt() {
      throw new Error('no rule is set by a number');
    },
    loadVariantConfig(config) {
      const sections = text(config, 'a configuration').matchAll(/^\s*\[([^\]:\n]*)/gm);
      const foreign = Array.from(sections, (section) => section[1].trim()).filter((name) => !names.includes(name));
      if (foreign.length > 0) printErr(`these variants cannot be made: ${foreign.join(' ')}`);
    },
    readGamePGN: (pgn) => new Game(call({ readGamePgn: text(pgn, 'a PGN') })),
  };
  return all;
}

/** @implements {GameType} */
class Game {
  #headers;
  #moves;

  /** @param {{headers: [string, string][], moves: string[]}} game */
  constructor({ headers, moves }) {
    this.#headers = new Map(headers);
    this.#moves = moves;
  }

  headerKeys() {
    return [...this.#headers.keys()].join(' ');
  }

  /** @param {string} key */
  headers(key) {
    return this.#headers.get(key) ?? '';
  }

  mainlineMoves() {
    return this.#moves.join(' ');
  }

  delete() {}
}

/**
 * @param {Call} call
 * @param {Print} printErr
 */
function boardClass(call, printErr) {
  // Who forgets a board need not delete it.
  const forgotten = new FinalizationRegistry((/** @type {number} */ number) => {
    try {
      call({ close: number });
    } catch {
      // The module has failed, and its boards are gone.
    }
  });

  /** @implements {BoardType} */
  return class Board {
    /** @type {number | null} What the board is called in src/rules.rs. */
    #number;
    #is960;

    constructor(variant = '', fen = '', is960 = false) {
      const name = text(variant, 'a variant') || 'chess';
      /** @type {number} */
      const number = call({ open: [name, text(fen, 'a FEN'), Boolean(is960)] });
      this.#number = number;
      this.#is960 = Boolean(is960);
      forgotten.register(this, number, this);
    }

    delete() {
      if (this.#number === null) return;
      call({ close: this.#number });
      this.#number = null;
      forgotten.unregister(this);
    }

    /** @param {unknown} question */
    #ask(question) {
      if (this.#number === null) throw new Error('the board was deleted');
      return call({ ask: [this.#number, question] });
    }

    /**
     * As ffish does it: what is not legal is told to `printErr`.
     * @template Refused
     * @param {unknown} question
     * @param {Refused} refused the answer where a move is not legal
     */
    #askOfMove(question, refused) {
      try {
        return this.#ask(question);
      } catch (error) {
        if (!(error instanceof IllegalMove)) throw error;
        printErr(error.message);
        return refused;
      }
    }

    /** @param {string} move */
    push(move) {
      return this.#askOfMove({ push: text(move, 'a move') }, false) !== false;
    }

    /** @param {string} move */
    pushSan(move) {
      return this.#askOfMove({ pushSan: text(move, 'a move') }, false) !== false;
    }

    /** @param {string} moves */
    pushMoves(moves) {
      this.#ask({ pushMoves: words(moves) });
    }

    /** @param {string} moves */
    pushSanMoves(moves) {
      this.#ask({ pushSanMoves: words(moves) });
    }

    pop() {
      if (this.#ask('pop') === null) throw new Error('there is no move to take back');
    }

    reset() {
      this.#ask('reset');
    }

    /** @param {string} fen */
    setFen(fen) {
      this.#ask({ setFen: text(fen, 'a FEN') });
    }

    fen() {
      return this.#ask('fen');
    }

    legalMoves() {
      return this.#ask('legalMoves').join(' ');
    }

    legalMovesSan() {
      return this.#ask('legalMovesSan').join(' ');
    }

    numberLegalMoves() {
      return this.#ask('legalMoves').length;
    }

    /** @param {string} move */
    sanMove(move, notation = /** @type {number} */ (Notation.DEFAULT)) {
      return this.#askOfMove({ sanMove: [text(move, 'a move'), notation] }, '');
    }

    /** @param {string} moves */
    variationSan(moves, notation = /** @type {number} */ (Notation.DEFAULT), moveNumbers = true) {
      return this.#askOfMove({ variationSan: [words(moves), notation, Boolean(moveNumbers)] }, '');
    }

    moveStack() {
      return this.#ask('moveStack').join(' ');
    }

    /** @param {string} move */
    isCapture(move) {
      return this.#askOfMove({ isCapture: text(move, 'a move') }, false);
    }

    turn() {
      return this.#ask('turn');
    }

    fullmoveNumber() {
      return this.#ask('fullmoveNumber');
    }

    halfmoveClock() {
      return this.#ask('halfmoveClock');
    }

    gamePly() {
      return 2 * (this.fullmoveNumber() - 1) + (this.turn() ? 0 : 1);
    }

    isCheck() {
      return this.checkedPieces() !== '';
    }

    checkedPieces() {
      return this.#ask('checkedPieces') ?? '';
    }

    isGameOver(claimDraw = false) {
      return this.result(claimDraw) !== '*';
    }

    result(claimDraw = false) {
      return this.#ask({ result: Boolean(claimDraw) });
    }

    /** @param {boolean} turn */
    hasInsufficientMaterial(turn) {
      return this.#ask({ hasInsufficientMaterial: Boolean(turn) });
    }

    isInsufficientMaterial() {
      return this.hasInsufficientMaterial(true) && this.hasInsufficientMaterial(false);
    }

    variant() {
      return this.#ask('variant');
    }

    is960() {
      return this.#is960;
    }

    isBikjang() {
      return false;
    }

    pocket() {
      return '';
    }

    // Pieces on the second board of Alice Chess stand among the others.
    toString() {
      const [placement] = this.fen().replaceAll('|', '').split(' ');
      const ranks = placement.replace(/\d/g, (/** @type {string} */ empty) => '.'.repeat(Number(empty))).split('/');
      return ranks.map((/** @type {string} */ rank) => [...rank].join(' ')).join('\n');
    }

    toVerboseString() {
      return `${this.#ask('text')}\n\nFen: ${this.fen()}\nCheckers: ${this.checkedPieces()}`;
    }
  };
}
