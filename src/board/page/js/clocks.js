// @ts-check
// Two chess clocks, and how their times are written.

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

/** Minutes, and seconds a move. @typedef {{minutes: number, increment: number}} ClockTime */

/** The most that a person can type. @type {ClockTime} */
export const MOST = { minutes: 600, increment: 600 };

/** Whether there is time on a clock. @param {ClockTime} time */
const isClock = ({ minutes, increment }) => minutes >= 0 && increment >= 0 && minutes + increment > 0
  && minutes <= MOST.minutes && increment <= MOST.increment;

/** @param {ClockTime} time */
const written = ({ minutes, increment }) => `${minutes}+${increment}`;

/**
 * The clocks that are wished for as a game has them, White's first; `null` where there is
 * no time on one.
 * @param {ClockTime[]} clocks the first is the person's own, or White's
 * @param {boolean} odds whether the other side has one of its own
 * @param {boolean} swapped whether the first is Black's
 */
export function ownTime([first, second], odds, swapped) {
  const both = odds ? [first, second] : [first, first];
  if (!both.every(isClock)) return null;
  if (!odds) return written(first);
  return (swapped ? both.reverse() : both).map(written).join('/');
}

/**
 * The times of both clocks, White's first; `null` where a game has none.
 * @param {string} time `10+5`, or `10+5/3+0` where each side has its own
 * @returns {ClockTime[] | null}
 */
export function clockTimes(time) {
  const times = time.split('/').map((one) => /^([\d.]+)\+([\d.]+)$/.exec(one));
  if (!times.every((one) => one !== null)) return null;
  const [white, black = white] = times.map(([, minutes, increment]) => ({ minutes: Number(minutes), increment: Number(increment) }));
  return [white, black];
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
   * @param {ClockTime[]} times White's and Black's
   * @param {ClockEvents} events
   * @param {() => number} [now] the time in milliseconds
   */
  constructor(times, events, now = () => performance.now()) {
    this.increments = times.map(({ increment }) => increment * 1000);
    // Who has nothing but what each move brings begins with that.
    this.left = times.map(({ minutes }, side) => minutes * 60_000 || this.increments[side]);
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
    if (side !== null) this.left[side] += this.increments[side];
  }

  /** What the engine is told. */
  get wire() {
    return [0, 1].map((side) => ({
      remaining: Math.max(0, Math.round(this.remaining(side))), increment: Math.round(this.increments[side]),
    }));
  }
}
