import assert from 'node:assert/strict';
import { afterEach, beforeEach, mock, test } from 'node:test';
import { Clocks, clockText, clockTimes, ownTime } from '../../../src/board/page/js/clocks.js';

const [WHITE, BLACK] = /** @type {const} */ ([0, 1]);

/** The time that the clocks see, in milliseconds. */
let now = 0;
/** What they ask for ten times a second. @type {(() => void) | null} */
let tick = null;
/** @type {string[]} */
let told = [];

beforeEach(() => {
  [now, tick, told] = [1000, null, []];
  mock.method(globalThis, 'setInterval', (/** @type {() => void} */ action) => { tick = action; return 7; });
  mock.method(globalThis, 'clearInterval', () => { tick = null; });
});
afterEach(() => mock.restoreAll());

const clocks = () => new Clocks([{ minutes: 5, increment: 3 }, { minutes: 5, increment: 3 }], {
  changed: () => {}, low: () => told.push('low'), flagged: (side) => told.push(`flag ${side}`),
}, () => now);

test('a clock says hours, minutes and seconds, and tenths at the end', () => {
  const texts = [[5_400_000, '1:30:00'], [3_599_001, '1:00:00'], [600_000, '10:00'], [59_001, '1:00'], [20_000, '0:20'],
    [19_999, '0:19.9'], [950, '0:00.9'], [0, '0:00.0'], [-40, '0:00.0']];
  for (const [time, text] of texts) assert.equal(clockText(time), text, String(time));
});

test('one clock runs at a time, and a move adds the increment', () => {
  const two = clocks();
  two.start(WHITE);
  now += 10_000;
  assert.equal(two.remaining(WHITE), 290_000);
  two.press();
  assert.equal(two.running, null);
  assert.equal(two.remaining(WHITE), 293_000);
  two.start(BLACK);
  now += 1500;
  assert.deepEqual(two.wire, [{ remaining: 293_000, increment: 3000 }, { remaining: 298_500, increment: 3000 }]);
});

test('stopped clocks keep their times, and a press adds nothing', () => {
  const two = clocks();
  two.start(BLACK);
  now += 4000;
  two.stop();
  now += 60_000;
  two.press();
  assert.deepEqual(two.left, [300_000, 296_000]);
  assert.equal(tick, null);
});

test('little time is told once, and the flag falls once', () => {
  const two = clocks();
  two.start(WHITE);
  now += 279_000;
  tick?.();
  assert.deepEqual(told, []);
  now += 2000;
  tick?.();
  two.start(WHITE);
  now += 100;
  tick?.();
  assert.deepEqual(told, ['low']);
  now += 20_000;
  tick?.();
  assert.deepEqual(told, ['low', 'flag 0']);
  assert.equal(two.running, null);
  assert.equal(tick, null);
  assert.equal(two.wire[WHITE].remaining, 0);
});

test('each side may have a clock of its own', () => {
  assert.deepEqual(clockTimes('10+5'), [{ minutes: 10, increment: 5 }, { minutes: 10, increment: 5 }]);
  assert.deepEqual(clockTimes('0.5+0/3+2'), [{ minutes: 0.5, increment: 0 }, { minutes: 3, increment: 2 }]);
  for (const none of ['10s', '', '5+3/', '5']) assert.equal(clockTimes(none), null, none);
  const two = new Clocks(clockTimes('0+4/3+0') ?? [], { changed: () => {}, low: () => {}, flagged: () => {} }, () => now);
  assert.deepEqual(two.wire, [{ remaining: 4000, increment: 4000 }, { remaining: 180_000, increment: 0 }]);
  two.start(BLACK);
  two.press();
  assert.equal(two.remaining(BLACK), 180_000);
});

test('typed clocks are those of the person and of the other side', () => {
  const typed = [{ minutes: 1, increment: 0 }, { minutes: 5, increment: 3 }];
  assert.equal(ownTime(typed, false, true), '1+0');
  assert.equal(ownTime(typed, true, false), '1+0/5+3');
  assert.equal(ownTime(typed, true, true), '5+3/1+0');
  for (const wrong of [{ minutes: 0, increment: 0 }, { minutes: -1, increment: 5 }, { minutes: 601, increment: 0 }]) {
    assert.equal(ownTime([typed[0], wrong], true, false), null);
    assert.equal(ownTime([wrong, typed[0]], false, false), null);
  }
});
