// @ts-check
// How texts cross into the WebAssembly module and out of it (src/host.rs), and how the module
// is found and compiled.

/** What a text belongs to: the byte in front of what goes in, and with what comes out. */
/** @type {Record<string, number>} */
const CHANNELS = { uci: 0x75, board: 0x62, rules: 0x72, panic: 0x78 };

/** @typedef {'uci' | 'board'} Channel */
/** @typedef {WebAssembly.Module | BufferSource | URL | string} Source */

const encoder = new TextEncoder();
const decoder = new TextDecoder();

// A module whose one function makes a vector: what has no simd128 refuses it.
const WITH_VECTOR = Uint8Array.of(
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 8, 1, 6, 0, 65, 0, 253, 15, 11,
);

/**
 * A module of Node, where this is Node.
 * @param {string} name
 */
export const nodeModule = (name) => /** @type {any} */ (globalThis).process.getBuiltinModule(name);

/** The file for this machine, which lies beside this one. */
export const wasmFile = () => (WebAssembly.validate(WITH_VECTOR) ? 'galaverna.wasm' : 'galaverna-plain.wasm');

/**
 * A module, compiled. It can be sent to workers.
 * @param {Source} [source] the file for this machine, if none is named
 * @returns {Promise<WebAssembly.Module>}
 */
export async function compile(source = new URL(wasmFile(), import.meta.url)) {
  if (source instanceof WebAssembly.Module) return source;
  if (typeof source !== 'string' && !(source instanceof URL)) return WebAssembly.compile(source);
  const url = new URL(source, import.meta.url);
  if (url.protocol === 'file:') {
    return WebAssembly.compile(await nodeModule('node:fs/promises').readFile(url));
  }
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status} ${response.statusText}`);
  // Some servers do not know what sort of file it is, and then nothing can be compiled while
  // it comes in.
  return response.headers.get('Content-Type') === 'application/wasm'
    ? WebAssembly.compileStreaming(response)
    : WebAssembly.compile(await response.arrayBuffer());
}

/**
 * A text as it goes in.
 * @param {Channel | 'rules'} channel
 * @param {string} text
 */
export const encode = (channel, text) => encoder.encode(String.fromCharCode(CHANNELS[channel]) + text);

/** An instance of the module, and the texts that wait for it. */
export class Boundary {
  /** @type {Uint8Array[]} */
  waiting = [];
  /** The last words of a module that has panicked. */
  #panic = '';
  #answer = '';
  /** @type {WebAssembly.Exports & Record<string, any>} */
  exports = {};

  /** @param {(channel: Channel, text: string) => void} onText told of each line of UCI and of each reply of the board */
  constructor(onText) {
    this.onText = onText;
  }

  /**
   * @param {WebAssembly.Module} module
   * @param {Record<string, WebAssembly.ImportValue>} [imports] what it asks for besides
   */
  async open(module, imports = {}) {
    /** @type {WebAssembly.Imports} */
    const all = { host: { ...this.#imports(), ...imports } };
    // Crates that think of wasm-bindgen import more, which nothing calls.
    for (const unused of WebAssembly.Module.imports(module)) {
      if (unused.module !== 'host') (all[unused.module] ??= {})[unused.name] = () => {};
    }
    const instance = await WebAssembly.instantiate(module, all);
    this.exports = instance.exports;
  }

  #imports() {
    const bytes = (/** @type {number} */ start, /** @type {number} */ length) =>
      new Uint8Array(this.exports.memory.buffer, start >>> 0, length >>> 0);
    return {
      next: () => this.waiting[0]?.length ?? 0,
      read: (/** @type {number} */ start, /** @type {number} */ length) => {
        const text = this.waiting.shift();
        if (text) bytes(start, length).set(text);
      },
      write: (/** @type {number} */ code, /** @type {number} */ start, /** @type {number} */ length) => {
        const text = decoder.decode(bytes(start, length));
        const channel = Object.keys(CHANNELS).find((name) => CHANNELS[name] === code);
        if (channel === 'panic') this.#panic = text;
        else if (channel === 'rules') this.#answer = text;
        else this.onText(/** @type {Channel} */ (channel), text);
      },
    };
  }

  /**
   * Answers a request for the rules, at once, even while a search lets messages come in.
   * @param {string} request
   */
  ask(request) {
    this.waiting.unshift(encode('rules', request));
    try {
      this.exports.answer();
    } catch (error) {
      throw new Error(this.reason(error));
    }
    return this.#answer;
  }

  /**
   * Why the module has ended, in one line.
   * @param {unknown} error what it has thrown
   */
  reason(error) {
    const thrown = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    return `The engine has failed: ${this.#panic || thrown}`;
  }
}
