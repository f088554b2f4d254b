// What once annoyed people, and must not come back.

import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { PEOPLE, click, expectOn, expectStatus, go, open, play, square } from './harness.mjs';

/** @type {Awaited<ReturnType<typeof open>>} */
let board;
before(async () => { board = await open(); });
afterEach(async () => { await board.closePages(); });
after(async () => { await board.end(); });

const PHONE = { hasTouch: true, viewport: { width: 360, height: 740 } };

/** Two moves of each game. */
const MOVES = { chess: ['e2', 'e4'], iceage: ['b1', 'c3'], alice: ['e2', 'e4'], elolbia: ['c2', 'c3'], clupso: ['c2', 'c3'] };

test('a game that is left waits with its clock, and is come back to', async () => {
  for (const game of ['chess', 'alice']) {
    const page = await board.page({ ...PEOPLE, time: '5+3' });
    await play(page, game);
    await click(page, ...MOVES[game]);
    const black = page.getByRole('timer', { name: 'Black’s clock' });
    await black.filter({ hasText: '4:59' }).waitFor();
    await page.getByRole('button', { name: 'New game' }).click();
    await page.locator('.continue', { hasText: 'move 1' }).waitFor();
    const left = () => page.evaluate(() => globalThis.galaverna.playScreen.kept.left[1]);
    const before = await left();
    await page.waitForTimeout(300);
    assert.equal(await left(), before, 'nobody sees the clock');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.locator('.clock.running').waitFor();
    await page.waitForFunction((than) => globalThis.galaverna.playScreen.kept.left[1] < than, before);
  }
});

test('a game is not replaced unasked, by mouse, key or finger', async () => {
  const page = await board.page(PEOPLE);
  await play(page, 'iceage');
  await click(page, ...MOVES.iceage);
  await go(page, '#/');
  const begin = page.getByRole('button', { name: 'Play', exact: true });
  await begin.click();
  await page.getByRole('button', { name: 'Back to it' }).click();
  await expectOn(page, 'c3', 'white knight');
  await go(page, '#/');
  await begin.press('Enter');
  await page.getByRole('heading', { name: 'Give up your game?' }).waitFor();
  await page.keyboard.press('Escape');
  await page.locator('.continue').waitFor();
  await begin.click();
  await page.getByRole('button', { name: 'Begin the new one' }).click();
  await page.locator('.moves', { hasText: 'No moves yet' }).waitFor();
  const phone = await board.page(PEOPLE, PHONE);
  await play(phone, 'clupso');
  await click(phone, ...MOVES.clupso);
  await go(phone, '#/edit/clupso');
  await phone.locator('button:has-text("Play from here"):enabled').tap();
  await phone.getByRole('button', { name: 'Back to it' }).tap();
  await expectOn(phone, 'c3', 'white man');
});

test('the engine does not think about a game that nobody sees', async () => {
  const page = await board.page({ ...PEOPLE, opponent: 'watch', elo: 1000 });
  await page.locator('.game-card', { hasText: 'Elolbian Chess' }).click();
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await page.locator('.move').nth(1).waitFor();
  assert.equal(await page.locator('#typed').count(), 0, 'there is nothing to type');
  const count = () => page.evaluate(() => globalThis.galaverna.playScreen.kept.moves.length);
  await page.getByRole('button', { name: 'Pause' }).click();
  await expectStatus(page, 'Paused.');
  const paused = await count();
  await page.waitForTimeout(1500);
  assert.equal(await count(), paused);
  await page.getByRole('button', { name: 'Go on' }).press('Enter');
  await page.waitForFunction((than) => globalThis.galaverna.playScreen.kept.moves.length > than, paused);
  await go(page, '#/learn');
  await page.locator('.learn-home').waitFor();
  const left = await count();
  await page.waitForTimeout(1500);
  assert.equal(await count(), left);
});

test('a link that says nothing shows the start position and what is wrong', async () => {
  const page = await board.page({ engine: false });
  await go(page, '#/analyse/alice?fen=rubbish');
  await expectStatus(page, 'The link has no position that can be read');
  await expectOn(page, 'e2', 'white pawn');
  await click(page, 'e2', 'e4');
  await expectOn(page, 'e4', 'white pawn', 1);
  await go(page, '#/analyse/foo');
  await expectStatus(page, 'There is no game ‘foo’.');
  await go(page, '#/analyse/chess?moves=e2e4+e2e4');
  await expectStatus(page, 'The link goes on with ‘e2e4’, which is no legal move here.');
  await page.locator('.move[aria-current]', { hasText: 'e4' }).waitFor();
});

test('the field for moves has examples that are legal, and is empty after a move', async () => {
  const page = await board.page(PEOPLE);
  for (const game of ['clupso', 'alice']) {
    await play(page, game);
    const typed = page.locator('#typed');
    const [, san, text] = /^Type a move: (\S+), (\S+)$/.exec(await typed.getAttribute('placeholder')) ?? [];
    assert.ok(san && text, await typed.getAttribute('placeholder'));
    await typed.fill('rubbish');
    await typed.press('Enter');
    await page.locator('.typed .error:not(:empty)').waitFor();
    await click(page, ...MOVES[game]);
    await page.locator('.typed .error:empty').waitFor({ state: 'attached' });
    assert.equal(await typed.inputValue(), '');
    await page.getByRole('button', { name: 'Take back' }).click();
    await typed.fill(san);
    await typed.press('Enter');
    await page.locator('.move', { hasText: san }).waitFor();
  }
});

test('what a game has ended with cannot be done again', async () => {
  const page = await board.page(PEOPLE);
  for (const game of ['chess', 'iceage']) {
    await play(page, game);
    await click(page, ...MOVES[game]);
    await page.getByRole('button', { name: 'Resign' }).click();
    await page.locator('dialog').getByRole('button', { name: 'Resign' }).click();
    await expectStatus(page, 'Black resigns.');
    for (const name of ['Draw', 'Resign', 'Hint']) assert.ok(await page.getByRole('button', { name }).isDisabled(), name);
  }
});

test('arrows step through the game after a click on the board, and so does the wheel', async () => {
  const page = await board.page(PEOPLE);
  await play(page, 'chess');
  await click(page, 'e2', 'e4', 'e7', 'e5');
  await expectOn(page, 'e5', 'black pawn');
  await square(page, 'd4').click();
  for (const [key, on] of [['ArrowLeft', 'e7'], ['ArrowRight', 'e5']]) {
    await page.keyboard.press(key);
    await expectOn(page, on, 'black pawn');
  }
  await page.keyboard.press('ArrowUp');
  await expectOn(page, 'e2', 'white pawn');
  await page.keyboard.press('ArrowDown');
  await expectOn(page, 'e5', 'black pawn');
  // With Ctrl they move the cursor, and then without it.
  await square(page, 'd4').click();
  await page.keyboard.press('Control+ArrowUp');
  await page.keyboard.press('ArrowUp');
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('data-square')), 'd6');
  await expectOn(page, 'e5', 'black pawn');
  await square(page, 'd4').hover();
  await page.mouse.wheel(0, -100);
  await expectOn(page, 'e7', 'black pawn');
  await page.mouse.wheel(0, 100);
  await expectOn(page, 'e5', 'black pawn');
});

test('squares are whole pixels, wide and narrow', async () => {
  const page = await board.page(PEOPLE);
  for (const game of ['iceage', 'alice']) {
    await play(page, game);
    for (const [width, height] of [[1400, 900], [1280, 777], [900, 701], [360, 740]]) {
      await page.setViewportSize({ width, height });
      const { width: side } = await square(page, 'e4').boundingBox();
      assert.ok(Math.abs(side - Math.round(side)) < 0.01, `${game}: ${side} of ${width}`);
    }
  }
});

test('on a phone the boards of Alice Chess are merged, with the switch beside them', async () => {
  const page = await board.page({ opponent: 'people', time: '1s', sound: false }, PHONE);
  await play(page, 'alice');
  assert.equal(await page.locator('.board').count(), 1);
  const { width } = await square(page, 'e4').boundingBox();
  assert.ok(width >= 34, `${width}`);
  const [boards, moves] = await Promise.all(['.view-switch', '.moves-card'].map((one) => page.locator(one).boundingBox()));
  assert.ok(boards.y < moves.y);
  await page.getByRole('radio', { name: 'Two boards' }).tap();
  await page.locator('.board-1').waitFor();
});

test('on a phone a lesson is read before its board, and the engine’s lines before the graph', async () => {
  const page = await board.page({}, PHONE);
  await go(page, '#/learn/clupso');
  await page.waitForSelector('.lesson h1');
  const top = async (one) => (await page.locator(one).first().boundingBox()).y;
  assert.ok(await top('.lesson h1') < await top('.board'));
  await go(page, '#/analyse/chess');
  await page.waitForSelector('.boards.enabled');
  await page.getByRole('button', { name: 'Paste a game' }).click();
  await page.locator('dialog textarea').fill('1. e4 {[%eval 0.3]} e5 {[%eval 0.2]} 2. Nf3 {[%eval 0.3]} Nc6 {[%eval 0.3]} 3. Bb5 {[%eval 0.2]} *');
  await page.getByRole('button', { name: 'Load' }).click();
  await page.locator('.graph').waitFor();
  assert.ok(await top('.board') < await top('.lines'));
  assert.ok(await top('.lines') < await top('.graph'));
  assert.equal(await page.locator('.legend').count(), 0, 'nobody has judged the moves');
});
