// @ts-check
// What ends when something of its kind takes its place.

export class Latest {
  #control = new AbortController();

  /** Ends the one before, and begins another. @returns {AbortSignal} its end */
  next() {
    this.#control.abort();
    this.#control = new AbortController();
    return this.signal;
  }

  /** The end of the one that is. */
  get signal() {
    return this.#control.signal;
  }
}
