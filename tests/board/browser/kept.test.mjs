// What is still there when the page is loaded again.

import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { PEOPLE, agree, click, expectOn, expectStatus, go, open, play } from './harness.mjs';

/** @type {Awaited<ReturnType<typeof open>>} */
let board;
before(async () => { board = await open(); });
afterEach(async () => { await board.closePages(); });
after(async () => { await board.end(); });

test('a page that is loaded again goes on with the game', async () => {
  const page = await board.page(PEOPLE);
  await play(page, 'clupso');
  await click(page, 'c2', 'c3');
  await expectOn(page, 'c3', 'white man');
  await page.reload();
  await expectOn(page, 'c3', 'white man');
  await page.locator('.move', { hasText: 'Mc3' }).waitFor();
});

test('the clocks go on where they were when the page is loaded again', async () => {
  const page = await board.page({ ...PEOPLE, time: '10+5' });
  await play(page, 'chess');
  await click(page, 'e2', 'e4');
  const black = page.getByRole('timer', { name: 'Black’s clock' });
  await black.filter({ hasText: '9:58' }).waitFor();
  await page.reload();
  await page.locator('.clock.running').filter({ hasText: /^9:5[0-8]$/ }).waitFor();
  await page.getByRole('timer', { name: 'White’s clock' }).filter({ hasText: '10:00' }).waitFor();
});

test('a game that has ended by the rules comes back, and can be gone through', async () => {
  const page = await board.page({ ...PEOPLE, time: '10+5' });
  await play(page, 'chess');
  await click(page, 'f2', 'f3', 'e7', 'e5', 'g2', 'g4', 'd8', 'h4');
  await expectStatus(page, 'Checkmate. Black wins.');
  await page.reload();
  await expectStatus(page, 'Checkmate. Black wins.');
  await page.locator('.result', { hasText: '0-1' }).waitFor();
  await expectOn(page, 'h4', 'black queen');
  assert.equal(await page.locator('.clock.running').count(), 0);
  await page.keyboard.press(',');
  await expectOn(page, 'd8', 'black queen');
  await expectStatus(page, 'After g4. Checkmate. Black wins.');
});

test('a game that has ended by a word comes back; taken back, it goes on', async () => {
  const page = await board.page(PEOPLE);
  await play(page, 'elolbia', 'k4b2/8/mmmmm3/8/8/4MMMM/7M/K1B5 w - - 17 40');
  // An agreement among the moves comes back, too.
  await agree(page, ['h2', 'h3', 'g3'], ['e6', 'b6', 'c6']);
  await expectOn(page, 'h2', 'white queen');
  await click(page, 'h2', 'h8');
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.locator('dialog').getByRole('button', { name: 'Resign' }).click();
  await expectStatus(page, 'Black resigns. White wins.');
  await page.reload();
  await expectStatus(page, 'Black resigns. White wins.');
  await page.locator('.moves-event', { hasText: 'Agreed: h2h3g3' }).waitFor();
  await page.getByRole('button', { name: 'Take back' }).click();
  await expectOn(page, 'h2', 'white queen');
  await page.reload();
  await expectStatus(page, 'White’s turn.');
});

test('an analysis with its variations comes back where it was', async () => {
  const page = await board.page({ engine: false });
  await go(page, '#/analyse/alice?moves=e2e4+d7d6');
  await page.locator('.move[aria-current]', { hasText: 'd6' }).waitFor();
  await page.keyboard.press(',');
  await click(page, 'a7', 'a6');
  await page.locator('.variation .move[aria-current]', { hasText: 'a6' }).waitFor();
  await page.reload();
  await page.locator('.variation .move[aria-current]', { hasText: 'a6' }).waitFor();
  await page.locator('.moves-row .move', { hasText: 'd6' }).waitFor();
});

test('an engine that is switched off stays off', async () => {
  const page = await board.page();
  await go(page, '#/analyse/chess');
  await page.locator('.line .score').first().waitFor();
  await page.keyboard.press('e');
  await page.locator('.engine-head', { hasText: 'Switched off' }).waitFor();
  await page.reload();
  await page.locator('.engine-head', { hasText: 'Switched off' }).waitFor();
  await page.waitForSelector('.boards.enabled .man');
  assert.equal(await page.locator('.engine-head .switch input').isChecked(), false);
  assert.equal(await page.locator('.line .score').count(), 0);
  await page.locator('.engine-head .switch input').click();
  await page.locator('.line .score').first().waitFor();
  await page.reload();
  await page.locator('.line .score').first().waitFor();
});

test('an analysis leaves the game in play as it is', async () => {
  const page = await board.page(PEOPLE);
  await play(page, 'clupso');
  await click(page, 'c2', 'c3');
  await page.locator('.move', { hasText: 'Mc3' }).waitFor();
  await page.getByRole('button', { name: 'Analyse', exact: true }).click();
  await page.locator('.analysis .move', { hasText: 'Mc3' }).waitFor();
  await page.getByRole('button', { name: 'Delete from here' }).click();
  await expectOn(page, 'c2', 'white man');
  await page.reload();
  await page.waitForSelector('.analysis .boards.enabled .man');
  await page.getByRole('link', { name: 'Play' }).click();
  await page.locator('.play .move', { hasText: 'Mc3' }).waitFor();
  await expectOn(page, 'c3', 'white man');
});
