// @ts-check
// Two chess clocks.

/** Below this time, in milliseconds, tenths are shown and a warning is given once. */
const LOW = 20_000;

/**
 * @param {number} time in milliseconds
 */
export function clockText(time) {
  const left = Math.max(0, time);
  if (left < LOW) return `0:${String(Math.floor(left / 1000)).padStart(2, '0')}.${Math.floor((left % 1000) / 100)}`;
  const seconds = Math.ceil(left / 1000);
  const minutes = Math.floor(seconds / 60) % 60;
  const hours = Math.floor(seconds / 3600);
  const rest = String(seconds % 60).padStart(2, '0');
  return hours ? `${hours}:${String(minutes).padStart(2, '0')}:${rest}` : `${minutes}:${rest}`;
}

/**
 * What clocks tell.
 * @typedef {object} ClockEvents
 * @property {() => void} changed
 * @property {() => void} low a side has little time; told once of each
 * @property {(side: 0 | 1) => void} flagged the time of a side is up
 */

export class Clocks {
  /** @type {number | null} */
  #timer = null;
  #since = 0;
  /** @type {0 | 1 | null} whose clock runs */
  running = null;
  #warned = [false, false];

  /**
   * @param {number} minutes
   * @param {number} increment seconds
   * @param {ClockEvents} events
   * @param {() => number} [now] the time in milliseconds
   */
  constructor(minutes, increment, events, now = () => performance.now()) {
    this.left = [minutes * 60_000, minutes * 60_000];
    this.increment = increment * 1000;
    this.events = events;
    this.now = now;
  }

  /** Time left of a side, in milliseconds. @param {number} side */
  remaining(side) {
    const passed = side === this.running ? this.now() - this.#since : 0;
    return this.left[side] - passed;
  }

  /** Lets the clock of a side run. @param {0 | 1} side */
  start(side) {
    this.stop();
    this.running = side;
    this.#since = this.now();
    this.#timer = setInterval(() => this.#tick(), 100);
    this.events.changed();
  }

  #tick() {
    const side = this.running;
    if (side === null) return;
    const left = this.remaining(side);
    if (left < LOW && !this.#warned[side]) {
      this.#warned[side] = true;
      this.events.low();
    }
    if (left <= 0) {
      this.stop();
      this.events.flagged(side);
    }
    this.events.changed();
  }

  /** Stops both clocks. */
  stop() {
    if (this.running !== null) this.left[this.running] = this.remaining(this.running);
    this.running = null;
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
  }

  /** The running side has moved. */
  press() {
    const side = this.running;
    this.stop();
    if (side !== null) this.left[side] += this.increment;
  }

  /** What the engine is told. */
  get wire() {
    return [0, 1].map((side) => ({
      remaining: Math.max(0, Math.round(this.remaining(side))), increment: this.increment,
    }));
  }
}
