// What the tests beside this file say to the engine, and how they hear it. WASM is the folder
// that `build` has written to.

import { existsSync, readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { resolve } from 'node:path';

/** Where the modules are. */
export const folder = pathToFileURL(resolve(process.env.WASM ?? 'target/ci-web') + '/');

/** Where a file of the folder is. */
export const url = (name) => new URL(name, folder);

/** A module of the folder. */
export const load = (name) => import(url(name));

/** Where a file of a package is that npm has installed into PACKAGES, if it has. */
export function installed(path) {
  const file = resolve(process.env.PACKAGES ?? 'target/ci-node', 'node_modules', path);
  return existsSync(file) ? file : null;
}

/** The nodes of `bench` in all, which the native program's tests keep. */
export const BENCH = /^\d+/.exec(readFileSync(new URL('../../../tests/data/bench', import.meta.url), 'utf8'))[0];

/** What has been said, and who waits for something of it. */
export class Heard {
  /** What nobody has heard yet. */
  said = [];
  #waiting = () => {};

  /** Takes what is said. */
  take = (channel, text) => {
    this.said.push(channel === 'board' ? JSON.parse(text) : text);
    this.#waiting();
  };

  /** Ends whoever waits. */
  fail = (reason) => {
    this.failure = new Error(reason);
    this.#waiting();
  };

  /** All that has been said up to the first that fits, which is forgotten. */
  async until(fits) {
    for (let next = 0; ; next++) {
      while (next >= this.said.length) {
        if (this.failure) throw this.failure;
        await new Promise((resolve) => { this.#waiting = resolve; });
      }
      if (fits(this.said[next])) return this.said.splice(0, next + 1);
    }
  }

  /** The first line that begins so, or the first reply of this type. */
  async first(beginning) {
    const heard = await this.until((said) => (typeof said === 'string' ? said.startsWith(beginning) : said.type === beginning));
    return heard.at(-1);
  }
}

/** Draws numbers below one that is given, always the same (Park and Miller's generator). */
export function random(seed) {
  let state = seed;
  return (below) => (state = (state * 48271) % 2147483647) % below;
}
