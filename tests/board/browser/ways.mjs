// The three ways by which people do things on the page: by mouse, by keyboard, by finger. What is
// done is the same, and how differs; a test that is handed a way proves it for all three.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { square } from './harness.mjs';

/** A phone that is touched. */
export const PHONE = { hasTouch: true, viewport: { width: 360, height: 740 } };

/**
 * The number of the board that is seen and the plain square of a name such as `e2`, or `B:e4` for
 * the second board; when somebody can move there, lay out a premove or set something up.
 */
async function placeOf(page, name) {
  await page.waitForSelector('.boards.enabled, .boards.premoves, .set-up .boards');
  if (!name.startsWith('B:')) return { on: 0, plain: name };
  return { on: await page.locator('.board-1').count(), plain: name.slice(2) };
}

/** The middle of an element that is in sight. */
export async function middle(locator) {
  const { x, y, width, height } = await locator.boundingBox();
  return { x: x + width / 2, y: y + height / 2 };
}

/** Taps squares one after the other; where there are two boards, twice to arrive. */
export async function tap(page, ...names) {
  for (const name of names) {
    const { on, plain } = await placeOf(page, name);
    await square(page, plain, on).tap();
  }
}

/** Goes to squares by keyboard alone and presses Enter there. */
export async function enter(page, ...names) {
  for (const name of names) {
    const { on, plain } = await placeOf(page, name);
    const at = await page.evaluate((index) => {
      const focused = document.activeElement?.closest(`.board-${index}`) ? document.activeElement : null;
      return /** @type {HTMLElement | null} */ (focused)?.dataset.square ?? null;
    }, on);
    // A press of Tab leads to each board, and turns the cursor on.
    if (!at) {
      await page.locator(`.board-${on} .cell[tabindex="0"]`).focus();
      await page.keyboard.press('Shift+Tab');
      await page.keyboard.press('Tab');
    }
    const from = at ?? await page.evaluate(() => document.activeElement.dataset.square);
    const sign = await page.evaluate(() => (globalThis.galaverna.screen.boards.flipped ? -1 : 1));
    const [files, ranks] = [sign * (plain.charCodeAt(0) - from.charCodeAt(0)), sign * (Number(plain[1]) - Number(from[1]))];
    for (let step = 0; step < Math.abs(files); step += 1) await page.keyboard.press(files > 0 ? 'ArrowRight' : 'ArrowLeft');
    for (let step = 0; step < Math.abs(ranks); step += 1) await page.keyboard.press(ranks > 0 ? 'ArrowUp' : 'ArrowDown');
    await page.keyboard.press('Enter');
  }
}

/** Drags with a button of the mouse, from an element to another or to a point. */
export async function drag(page, from, to, button = 'left') {
  const [start, end] = [await middle(from), to.x === undefined ? await middle(to) : to];
  await page.mouse.move(start.x, start.y);
  await page.mouse.down({ button });
  await page.mouse.move(end.x, end.y, { steps: 4 });
  await page.mouse.up({ button });
}

/** Drags with a finger. */
export async function dragByFinger(page, from, to) {
  await page.evaluate(() => scrollTo(0, 0));
  const [start, end] = [await middle(from), await middle(to)];
  const session = await page.context().newCDPSession(page);
  const touch = (type, points) => session.send('Input.dispatchTouchEvent', { type, touchPoints: points });
  await touch('touchStart', [start]);
  for (const share of [0.3, 0.7, 1]) await touch('touchMove', [{ x: start.x + share * (end.x - start.x), y: start.y + share * (end.y - start.y) }]);
  // A finger that rests at the end flings nothing, which the next tap would only stop.
  await page.waitForTimeout(150);
  await touch('touchMove', [end]);
  await touch('touchEnd', []);
  await session.detach();
}

/** Presses a control by keyboard: Tab must lead to it, or in a group of choices the arrows. */
async function pressByKey(control) {
  const element = await control.elementHandle();
  await element.waitForElementState('enabled');
  const keys = await element.evaluate((one) => {
    if (one.getAttribute('role') === 'radio') {
      const all = [...one.closest('[role=radiogroup]').querySelectorAll('[role=radio]')];
      const at = all.findIndex((other) => other.tabIndex === 0);
      all[at].focus();
      const steps = all.indexOf(one) - at;
      return steps ? Array(Math.abs(steps)).fill(steps > 0 ? 'ArrowRight' : 'ArrowLeft') : [' '];
    }
    one.focus();
    return one.tabIndex < 0 || document.activeElement !== one ? [] : [one.matches('[type=checkbox]') ? ' ' : 'Enter'];
  });
  assert.ok(keys.length, `no key leads to ${control}`);
  for (const key of keys) await control.page().keyboard.press(key);
}

/** Chooses in a list by keyboard. */
async function chooseByKey(list, value) {
  await list.locator(`option[value="${value}"]`).waitFor({ state: 'attached' });
  await list.focus();
  const steps = await list.evaluate((one, wanted) => [...one.options].findIndex((option) => option.value === wanted) - one.selectedIndex, value);
  for (let step = 0; step < Math.abs(steps); step += 1) await list.press(steps > 0 ? 'ArrowDown' : 'ArrowUp');
}

/** Fills a field by its keys. */
async function typeInto(field, text) {
  await field.focus();
  await field.press('Control+a');
  await field.page().keyboard.insertText(text);
}

/**
 * A way: `press` a control, `choose` a value of a list, `write` into a field, `point` at squares,
 * and `put` what stands beside a board, or on it, on a square.
 * @typedef {typeof WAYS[number]} Way
 */

export const WAYS = [
  {
    name: 'by mouse',
    options: {},
    press: (control) => control.click(),
    choose: (list, value) => list.selectOption(value),
    write: (field, text) => field.fill(text),
    async point(page, ...names) {
      for (const name of names) {
        const { on, plain } = await placeOf(page, name);
        await square(page, plain, on).click();
      }
    },
    async put(page, from, name) {
      await page.evaluate(() => scrollTo(0, 0));
      await drag(page, from, square(page, name));
    },
  },
  {
    name: 'by keyboard',
    options: {},
    press: pressByKey,
    choose: chooseByKey,
    write: typeInto,
    point: enter,
    async put(page, from, name) {
      const on = await from.getAttribute('data-square');
      if (on) {
        await pressByKey(page.locator('.palette [aria-label="Move pieces"]'));
        await enter(page, on);
      } else {
        await pressByKey(from);
      }
      await enter(page, name);
    },
  },
  {
    name: 'by finger',
    options: PHONE,
    press: (control) => control.tap(),
    choose: (list, value) => list.selectOption(value),
    write: (field, text) => field.fill(text),
    point: tap,
    put: (page, from, name) => dragByFinger(page, from, square(page, name)),
  },
];

/**
 * What makes a test of each way: its `path` gets the way and a page with these settings; on a phone
 * the boards are merged, as they are there without a wish.
 * @param {() => any} boardOf what the tests' `open` gave
 */
export const inAllWaysOn = (boardOf) => (/** @type {string} */ what, /** @type {object} */ settings, /** @type {(way: Way, page: any) => Promise<void>} */ path) => {
  for (const way of WAYS) {
    test(`${what} ${way.name}`, async () => {
      const page = await boardOf().page({ animation: 'none', ...settings, merged: way.name === 'by finger' }, { acceptDownloads: true, ...way.options });
      await path(way, page);
    });
  }
};

export const named = (page, name, role = 'button') => page.getByRole(role, { name, exact: true });
