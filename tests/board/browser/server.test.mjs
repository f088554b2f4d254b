// The page and its server: connections that are lost, several tabs, other pages.

import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { IS_SITE, PEOPLE, click, expectOn, expectSaid, go, open, play } from './harness.mjs';

/** @type {Awaited<ReturnType<typeof open>>} */
let board;
before(async () => { board = await open(); });
afterEach(async () => { await board.closePages(); });
after(async () => { await board.end(); });

/** What a page without a server has nothing of. */
const SERVED = { skip: IS_SITE };

test('a lost connection comes back with the game as it was', async () => {
  const page = await board.page(PEOPLE);
  await play(page, 'alice');
  await click(page, 'e2', 'e4');
  await expectOn(page, 'e4', 'white pawn', 1);
  page.expectsErrors = true;
  await page.context().setOffline(true);
  await page.evaluate(() => globalThis.galaverna.connection.drop());
  await page.locator('#notice', { hasText: 'Connection lost' }).waitFor();
  await page.context().setOffline(false);
  await page.locator('#notice').waitFor({ state: 'hidden' });
  page.expectsErrors = false;
  await expectSaid(page, 'Connected again.');
  await click(page, 'd7', 'd6');
  await expectOn(page, 'd6', 'black pawn', 1);
});

test('two tabs at once do not disturb each other, and one too many is told so', SERVED, async () => {
  const [one, two] = [await board.page(PEOPLE), await board.page(PEOPLE)];
  await go(one, '#/analyse/iceage');
  await one.locator('.line .score').first().waitFor();
  await play(two, 'alice');
  await click(two, 'e2', 'e4');
  await expectOn(two, 'e4', 'white pawn', 1);
  await one.locator('.line .score').first().waitFor();
  await Promise.all([3, 4, 5, 6, 7, 8].map(() => board.page()));
  const context = await board.browser.newContext();
  const ninth = await context.newPage();
  await ninth.goto(board.address);
  await ninth.locator('#notice', { hasText: '8 tabs are open already' }).waitFor();
  await ninth.getByRole('heading', { name: 'This tab waits' }).waitFor();
  await two.close();
  await ninth.locator('.game-card').first().waitFor();
});

test('another page cannot reach the server', SERVED, async () => {
  const page = await board.page();
  const context = await board.browser.newContext();
  const other = await context.newPage();
  await other.goto('data:text/html,<title>elsewhere</title>');
  const refused = await other.evaluate((address) => new Promise((done) => {
    const socket = new WebSocket(address);
    socket.onopen = () => done(false);
    socket.onerror = () => done(true);
  }), board.address.replace('http', 'ws').replace('/?', '/ws?'));
  assert.ok(refused);
  await page.waitForSelector('.game-card');
});

test('the page of the server keeps nothing of itself for when there is no server', SERVED, async () => {
  const page = await board.page({}, { serviceWorkers: 'allow' });
  assert.equal(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length), 0);
  assert.equal(await page.locator('link[rel="manifest"]').count(), 0);
});
