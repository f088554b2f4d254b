// Two people at two machines, and one who watches: each a browser's context of its own, on
// one server that listens for others.

import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { IS_SITE, click, expectOn, expectStatus, findings, go, open } from './harness.mjs';
import { HOST, people } from './people.mjs';

/** A page without a server listens for nobody. */
const SERVED = { skip: IS_SITE };

/** @type {Awaited<ReturnType<typeof open>>} */
let board;
before(async () => { board = await open(IS_SITE ? [] : ['--listen', '127.0.0.1:0']); });
afterEach(async () => { await board.closePages(); });
after(async () => { await board.end(); });

const { invite, visit } = people(() => board);

test('a game by mouse, with clocks, names and somebody who watches', SERVED, async () => {
  const { host, links } = await invite('chess');
  assert.deepEqual(await findings(host), []);
  const guest = await visit(links[0], { name: 'Bob' });
  await expectStatus(host, 'Your turn.');
  const third = await visit(links[1]);
  await third.locator('.player-name', { hasText: 'Bob' }).waitFor();
  await host.getByText('1 person watches.').waitFor();
  // Black's own board is below, and White begins.
  await expectStatus(guest, 'Ann is to move.');
  assert.equal(await guest.locator('.boards.enabled').count(), 0);
  await click(host, 'e2', 'e4');
  for (const page of [guest, third]) await expectOn(page, 'e4', 'white pawn');
  await guest.locator('.clock.running').waitFor();
  await expectStatus(guest, 'Your turn.');
  await click(guest, 'e7', 'e5');
  for (const page of [host, third]) await expectOn(page, 'e5', 'black pawn');
  // Who watches has no buttons, no field for moves and no live board.
  assert.equal(await third.locator('.actions button, .typed').count(), 0);
  assert.equal(await third.locator('.boards.enabled').count(), 0);
  // There is no engine anywhere.
  for (const page of [host, guest, third]) assert.equal(await page.getByRole('button', { name: /hint/i }).count(), 0);
  // An earlier position can be looked at; the game comes back with the next move.
  await third.keyboard.press('Home');
  await expectOn(third, 'e2', 'white pawn');
  await click(host, 'd1', 'h5');
  await expectOn(third, 'h5', 'white queen');
  for (const [mover, from, to] of [[guest, 'b8', 'c6'], [host, 'f1', 'c4'], [guest, 'g8', 'f6'], [host, 'h5', 'f7']]) await click(mover, from, to);
  for (const page of [host, guest, third]) await expectStatus(page, 'Checkmate. White wins.');
  assert.equal(await host.locator('.clock.running').count(), 0);
});

test('draws, resignation and a rematch with the other colours, by keyboard', SERVED, async () => {
  const { host, links } = await invite('chess');
  const guest = await visit(links[0]);
  await expectStatus(host, 'Your turn.');
  await host.keyboard.press('/');
  await host.keyboard.type('d4');
  await host.keyboard.press('Enter');
  await expectStatus(guest, 'Your turn.');
  const press = async (page, name) => {
    await page.getByRole('button', { name, exact: true }).focus();
    await page.keyboard.press('Enter');
  };
  await press(host, 'Draw');
  await expectStatus(guest, 'Ann offers a draw.');
  await press(guest, 'Decline');
  await guest.getByRole('button', { name: 'Decline' }).waitFor({ state: 'detached' });
  await press(host, 'Draw');
  await expectStatus(host, 'You have proposed this already.');
  await guest.keyboard.press('/');
  await guest.keyboard.type('e9');
  await guest.keyboard.press('Enter');
  await guest.locator('#typed-error', { hasText: 'e9' }).waitFor();
  await guest.locator('#typed').fill('d5');
  await guest.keyboard.press('Enter');
  await expectOn(host, 'd5', 'black pawn');
  await press(guest, 'Resign');
  await guest.locator('dialog').getByRole('button', { name: 'Resign' }).click();
  for (const page of [host, guest]) await expectStatus(page, 'Black resigns. White wins.');
  await press(guest, 'Rematch');
  await press(host, 'Accept rematch');
  await expectStatus(guest, 'Your turn.');
  await expectStatus(host, 'White is to move.');
  await click(guest, 'e2', 'e4');
  await expectOn(host, 'e4', 'white pawn');
});

test('on a phone by touch, in Clupso Chess; axe finds nothing in light and dark', SERVED, async () => {
  const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
  const { host, links } = await invite('clupso', {}, phone);
  for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
    await host.emulateMedia({ colorScheme });
    assert.deepEqual(await findings(host), [], `the invitation, ${colorScheme}`);
    assert.ok(await host.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'nothing is wider than the phone');
  }
  const guest = await visit(links[0], {}, phone);
  await expectStatus(host, 'Your turn.');
  const tap = async (page, name) => {
    await page.waitForSelector('.boards.enabled');
    await page.locator(`.cell[data-square="${name}"]`).tap();
  };
  await tap(host, 'c2');
  await tap(host, 'c3');
  await expectOn(guest, 'c3', 'white man');
  const third = await visit(links[1]);
  await expectOn(third, 'c3', 'white man');
  for (const page of [host, guest, third]) {
    for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
      await page.emulateMedia({ colorScheme });
      assert.deepEqual(await findings(page), [], colorScheme);
    }
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'nothing is wider than the page');
  }
});

test('a flag falls by the server’s clock', SERVED, async () => {
  const own = { minutes: 0.05, increment: 0 };
  const { host, links } = await invite('chess', { time: 'own', ownClocks: [own, own] });
  const guest = await visit(links[0]);
  await expectStatus(host, 'Your turn.');
  await host.locator('#typed').fill('nf3');
  await host.keyboard.press('Enter');
  for (const page of [host, guest]) await expectStatus(page, 'Black’s time is up. White wins.');
  assert.equal(await guest.getByRole('timer', { name: 'Black’s clock' }).textContent(), '0:00.0');
});

test('a lost connection, a page loaded again, another screen of the host, and the end', SERVED, async () => {
  const { host, links } = await invite('chess');
  const guest = await visit(links[0]);
  await expectStatus(host, 'Your turn.');
  await click(host, 'e2', 'e4');
  await expectOn(guest, 'e4', 'white pawn');
  await guest.evaluate(() => globalThis.galaverna.connection.drop());
  await guest.locator('.notice', { hasText: 'The game goes on' }).waitFor();
  await expectStatus(guest, 'Your turn.');
  await click(guest, 'c7', 'c5');
  await expectOn(host, 'c5', 'black pawn');
  await guest.reload();
  await expectOn(guest, 'c5', 'black pawn');
  await guest.getByRole('button', { name: 'Your name' }).click();
  await guest.locator('dialog input').fill('Cleo');
  await guest.keyboard.press('Enter');
  await guest.locator('dialog').getByRole('button', { name: 'Close' }).click();
  await host.locator('.player-name', { hasText: 'Cleo' }).waitFor();
  // The host looks at something else; the game is still there, and so when the page is loaded again.
  await go(host, '#/');
  await host.getByRole('button', { name: 'Go to it' }).click();
  await expectOn(host, 'c5', 'black pawn');
  await host.reload();
  await expectOn(host, 'c5', 'black pawn');
  await host.getByRole('button', { name: 'Close game' }).click();
  await host.getByRole('button', { name: 'Close it' }).click();
  await guest.locator('.notice', { hasText: 'The host has closed this game.' }).waitFor();
  await host.getByText('No game on this network').waitFor();
  const answer = await guest.request.get(links[0]);
  assert.equal(answer.status(), 410);
});

test('Chess960 is played from one start on both sides', SERVED, async () => {
  const { host, links } = await invite('chess', { chess960: true });
  await host.getByText('Chess960').waitFor();
  const guest = await visit(links[0]);
  await expectStatus(host, 'Your turn.');
  const rank = (page) => page.locator('.cell[data-square$="1"]').evaluateAll((cells) => cells.map((cell) => cell.getAttribute('aria-label')).sort());
  assert.deepEqual(await rank(host), await rank(guest));
});

test('who has no key sees nothing, and wrong keys have to wait', SERVED, async () => {
  const { links } = await invite('chess');
  const { origin } = new URL(links[0]);
  const context = await board.browser.newContext();
  for (const path of ['/', '/index.html', '/js/guest.js', '/ws', '/icon.svg']) {
    const answer = await context.request.get(origin + path);
    assert.deepEqual([answer.status(), await answer.text()], [403, 'There is nothing here without an invitation.\n'], path);
  }
  const statuses = [];
  for (let number = 0; number < 8; number += 1) {
    const answer = await context.request.get(`${origin}/${String(number).padStart(32, '0')}/`);
    statuses.push(answer.status());
  }
  // On a busy machine the first wait may be over.
  assert.deepEqual(statuses.slice(0, 4), [403, 403, 403, 403]);
  assert.ok(statuses.includes(429), statuses.join());
});

test('without --listen there is nothing to choose', SERVED, async () => {
  const plain = await open();
  const page = await plain.page(HOST);
  assert.equal(await page.getByText('Play somebody on this network').count(), 0);
  await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
  await plain.end();
});
