// What people know from other boards when they play: premoves, rematches, clocks of their own, what was taken.

import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { PEOPLE, click, expectOn, expectSaid, expectStatus, isClean, open, play, square } from './harness.mjs';
import { PHONE } from './ways.mjs';

/** @type {Awaited<ReturnType<typeof open>>} */
let board;
before(async () => { board = await open(); });
afterEach(async () => { await board.closePages(); });
after(async () => { await board.end(); });

const AGAINST = { ...PEOPLE, opponent: 'engine', colour: 'white', elo: 1000 };

/** The rook gives check on h8, so that Black's king must move and the men stay. */
const CHAIN = '1k6/8/8/2m1m3/8/2m5/3M4/K6R w - - 0 1';

/** Lets the engine think until `answer`. */
const hold = (page) => page.evaluate(() => {
  const { connection } = globalThis.galaverna;
  const follow = connection.follow.bind(connection);
  connection.follow = (type, body, last, hear, refuse) => follow(type, body, last, (reply) => {
    if (reply.type === 'done') globalThis.held = () => hear(reply);
    else hear(reply);
  }, refuse);
});

/** Lets the engine play its move. */
async function answer(page) {
  await page.waitForFunction(() => globalThis.held);
  await page.evaluate(() => { globalThis.held(); globalThis.held = null; });
}

/** Clicks squares whoever's turn it is. */
const point = async (page, ...names) => { for (const name of names) await square(page, name).click(); };

test('a premove by mouse, clicked and dragged, is made as soon as it is legal', async () => {
  const page = await board.page(AGAINST);
  await play(page, 'chess');
  await hold(page);
  await click(page, 'e2', 'e4');
  await point(page, 'b1', 'c3');
  await expectStatus(page, 'Premove: knight b1 to c3.');
  await page.locator('.cell.premove-to[data-square=c3][aria-label*="premove to here"]').waitFor();
  await expectOn(page, 'b1', 'white knight');
  // Another click cancels it, and chooses another piece; the right button cancels, too.
  await point(page, 'g1');
  assert.equal(await page.locator('.premove-to').count(), 0);
  await point(page, 'f3');
  await square(page, 'e5').click({ button: 'right' });
  assert.equal(await page.locator('.premove-to').count(), 0);
  await square(page, 'a2').dragTo(square(page, 'a3'));
  await page.getByRole('button', { name: 'Cancel', exact: true }).waitFor();
  await answer(page);
  await page.locator('.moves-row').nth(1).locator('.move', { hasText: 'a3' }).waitFor();
  await expectOn(page, 'a3', 'white pawn');
});

test('a premove in Alice Chess by keyboard, cancelled by Escape; one that is not legal is dropped', async () => {
  const page = await board.page(AGAINST);
  await play(page, 'alice');
  await hold(page);
  await click(page, 'e2', 'e4');
  await square(page, 'g1').focus();
  await page.keyboard.press('Enter');
  await square(page, 'f3').focus();
  await page.keyboard.press('Enter');
  await expectStatus(page, 'Premove: knight g1 to f3.');
  await page.keyboard.press('Escape');
  assert.equal(await page.locator('.premove-to').count(), 0);
  await square(page, 'a2').focus();
  await page.keyboard.press('Enter');
  await square(page, 'b3').focus();
  await page.keyboard.press(' ');
  await expectStatus(page, 'Premove: pawn a2 to b3.');
  await isClean(page);
  await answer(page);
  await expectStatus(page, 'The premove from a2 to b3 is not possible now.');
  await expectOn(page, 'a2', 'white pawn');
  assert.equal(await page.locator('.premove-to').count(), 0);
});

test('a premoved chain by touch is made jump by jump', async () => {
  const phone = await board.page(AGAINST, PHONE);
  await play(phone, 'elolbia', CHAIN);
  await hold(phone);
  await click(phone, 'h1', 'h8');
  for (const name of ['d2', 'b4', 'd6', 'f4']) await square(phone, name).tap();
  await expectStatus(phone, 'Premove: man d2 to b4, d6 and f4.');
  await phone.getByRole('button', { name: 'Cancel', exact: true }).tap();
  assert.equal(await phone.locator('.premove-to').count(), 0);
  for (const name of ['d2', 'b4', 'd6', 'f4']) await square(phone, name).tap();
  await answer(phone);
  await phone.locator('.move', { hasText: 'Md2xb4xd6xf4' }).waitFor();
});

test('a move that is taken back takes the premove with it, and the settings switch premoves off', async () => {
  const page = await board.page(AGAINST);
  await play(page, 'clupso');
  await hold(page);
  await click(page, 'c2', 'c3');
  await point(page, 'd2', 'd3');
  await expectSaid(page, 'Premove: man d2 to d3.');
  await page.getByRole('button', { name: 'Take back' }).click();
  await expectStatus(page, 'Your turn.');
  await expectOn(page, 'd2', 'white man');
  assert.equal(await page.locator('.premove-to').count(), 0);
  await click(page, 'c2', 'c3');
  await point(page, 'd2', 'd3');
  await page.locator('.premove-to').waitFor();
  await page.getByRole('button', { name: 'Settings' }).press('Enter');
  await page.getByRole('switch', { name: 'Premoves' }).press(' ');
  await page.keyboard.press('Escape');
  assert.equal(await page.locator('.premove-to').count(), 0);
  await point(page, 'e2');
  assert.equal(await page.locator('.cell.selected, .premoves').count(), 0);
});

/** Gives the game up. */
async function resign(page) {
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.locator('dialog').getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('button', { name: 'Review this game' }).waitFor();
}

test('after its end a game is played again, with other colours, and reviewed with accuracies', async () => {
  const page = await board.page(AGAINST);
  await play(page, 'clupso', 'rn5r/8/8/8/8/4m3/1M1M4/RN5R b - - 0 1');
  await page.locator('.move').first().waitFor();
  await resign(page);
  await isClean(page);
  // From where it began, which is not the start.
  await page.getByRole('button', { name: 'Rematch' }).click();
  await page.locator('.result').waitFor({ state: 'detached' });
  await expectOn(page, 'b2', 'white man');
  await resign(page);
  await page.getByRole('button', { name: 'Change colours' }).press('Enter');
  await expectStatus(page, 'Your turn.');
  await page.locator('.player-place').last().getByText('Black', { exact: true }).or(page.getByText('To move')).first().waitFor();
  assert.equal(await page.evaluate(() => globalThis.galaverna.playScreen.kept.colour), 'black');
  await resign(page);
  await page.getByRole('button', { name: 'Review this game' }).press('Enter');
  await page.locator('.analysis .moves').waitFor();
  const phone = await board.page(PEOPLE, PHONE);
  await play(phone, 'chess');
  await click(phone, 'e2', 'e4', 'e7', 'e5', 'g1', 'f3', 'f7', 'f6');
  await expectOn(phone, 'f6', 'black pawn');
  await resign(phone);
  await phone.getByRole('button', { name: 'Review this game' }).tap();
  await phone.locator('.accuracy-number').nth(1).filter({ hasText: /^\d+ %$/ }).waitFor();
  const [white, black] = (await phone.locator('.accuracy-number').allTextContents()).map(parseFloat);
  assert.ok(white > black, `${white} ${black}`);
  await phone.getByText('How it is reckoned').tap();
  await isClean(phone);
});

test('clocks of one’s own are typed, one for each side, and kept', async () => {
  const clocks = (page) => page.locator('.clock').allTextContents();
  const page = await board.page(PEOPLE);
  await page.locator('.game-card', { hasText: 'Alice' }).click();
  await page.getByRole('radio', { name: 'Your own clocks' }).click();
  await page.getByLabel('minutes').fill('0');
  await page.getByLabel('seconds a move').fill('0');
  await page.getByText('A clock needs time').waitFor();
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await page.getByLabel('minutes').focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('2');
  await page.getByRole('switch', { name: 'A clock for each side' }).click();
  await page.getByLabel('Black: minutes').fill('7');
  await isClean(page);
  await page.reload();
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await page.waitForSelector('.play .enabled .man');
  assert.deepEqual(await clocks(page), ['7:00', '2:00']);
  // Everybody keeps their clock when the colours change.
  await resign(page);
  await page.getByRole('button', { name: 'Change colours' }).press('Enter');
  await page.locator('.clock', { hasText: '7:00' }).nth(0).waitFor();
  await page.waitForFunction(() => globalThis.galaverna.playScreen.kept.time === '7+10/2+0');
  const phone = await board.page({ ...AGAINST, colour: 'black' }, PHONE);
  await phone.locator('.game-card', { hasText: 'Ice Age' }).tap();
  await phone.getByRole('radio', { name: 'Your own clocks' }).tap();
  await phone.getByText('A clock for each side').tap();
  await phone.getByLabel('You: minutes').fill('1.5');
  const overflow = await phone.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.ok(overflow <= 0, `${overflow}`);
  await phone.getByRole('button', { name: 'Play', exact: true }).tap();
  await phone.getByRole('timer', { name: 'Black’s clock' }).filter({ hasText: '1:30' }).waitFor();
  await phone.getByRole('timer', { name: 'White’s clock' }).filter({ hasText: '15:00' }).waitFor();
});

test('what each side has lost stands beside the players, and who has more', async () => {
  const page = await board.page(PEOPLE);
  await play(page, 'chess');
  await click(page, 'e2', 'e4', 'd7', 'd5', 'e4', 'd5');
  await page.getByRole('img', { name: 'Black has lost pawn; White is 1 point ahead' }).waitFor();
  await click(page, 'd8', 'd5');
  await page.getByRole('img', { name: 'White has lost pawn' }).waitFor();
  await play(page, 'elolbia', CHAIN);
  await click(page, 'd2', 'b4', 'd6', 'f4');
  await page.getByRole('img', { name: 'Black has lost 3 men; White is 6 points ahead' }).waitFor();
  assert.equal(await page.locator('.player-place').last().locator('.lost-kind .piece').count(), 3);
});
