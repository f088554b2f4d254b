// Who does something else before the last thing is over, or the same thing twice.

import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { IS_SITE, PEOPLE, answerLate, click, expectStatus, go, open, play, square } from './harness.mjs';

/** @type {Awaited<ReturnType<typeof open>>} */
let board;
before(async () => { board = await open(); });
afterEach(async () => { await board.closePages(); });
after(async () => { await board.end(); });

/** The engine is asked only where a test is about it. */
const QUIET = { ...PEOPLE, engine: false };

/** Black's next move brings the ice, which takes three. */
const ICE = '2rq1rk1/3bpp2/1*1p1bP1/1p2n3/4P2P/1NN2P1*/PPPQ4/1K1R3R b - - 0 20';

/** Three men of each side may be exchanged. */
const EXCHANGE = 'k4b2/8/mmmmm3/8/8/4MMMM/7M/K1B5 w - - 17 40';

/** An analysis at an address. @param {string} address */
async function analysis(address, settings = {}) {
  const page = await board.page({ ...QUIET, ...settings });
  await go(page, `#/analyse/${address}`);
  await page.waitForSelector('.boards.enabled .man');
  return page;
}

/** The moves that lead to what is seen, or to where the game is. */
const movesOf = (page) => page.evaluate(() => globalThis.galaverna.screen.game.line().moves);

test('an address that is gone to while the page is busy is not written over', async () => {
  const page = await analysis('chess');
  await square(page, 'e2').click();
  await square(page, 'e4').click();
  await page.locator('.move[aria-current]', { hasText: 'e4' }).waitFor();
  // Meanwhile it becomes time to write the position into the address: that comes after the task
  // that waits already, and before what the page is told of its address.
  await page.evaluate(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => { location.hash = '#/analyse/alice'; };
    port2.postMessage('');
    const end = performance.now() + 1000;
    while (performance.now() < end);
  });
  await page.waitForSelector('.board-1 .cell');
  assert.match(await page.evaluate(() => location.hash), /^#\/analyse\/alice/);
});

test('a line of the position before is not played in the one that follows', async () => {
  const page = await analysis('chess', { engine: true });
  await page.locator('.line-move').first().waitFor();
  await answerLate(page);
  await square(page, 'e2').click();
  await square(page, 'e4').click();
  await page.evaluate(() => { document.querySelector('.line-move').click(); });
  await page.locator('.move[aria-current]', { hasText: 'e4' }).waitFor();
  await page.waitForSelector('.boards.enabled .cell[data-square="e4"][aria-label*="white pawn"]');
  assert.equal(await page.locator('.moves .move').count(), 1);
});

test('nobody plays from a FEN that is none', async () => {
  const page = await analysis('chess');
  await page.getByLabel('Position as FEN').fill('8/8/8/8/8/8/8/8 w - - 0 1');
  await page.getByRole('button', { name: 'Play from here' }).click();
  await page.locator('.fen .error', { hasText: 'White has 0 kings' }).waitFor();
  assert.equal(new URL(page.url()).hash, '#/analyse/chess');
});

test('the ice that comes does not go on growing in another position', async () => {
  const page = await board.page(PEOPLE);
  await play(page, 'iceage', ICE);
  await click(page, 'c8', 'c3');
  await page.locator('.board-0.hush').waitFor();
  await page.getByRole('button', { name: 'To the start' }).click();
  await expectStatus(page, 'The start.');
  // Longer than the ice would take.
  await page.waitForTimeout(2500);
  await expectStatus(page, 'The start.');
  const seen = () => page.evaluate(() => ({
    men: document.querySelectorAll('.board-0 .man').length,
    stand: [...globalThis.galaverna.screen.boards.position.boards.squares[0]].filter((one) => one !== '.').length,
    over: document.querySelectorAll('.board-0 .over').length,
    faint: [...document.querySelectorAll('.board-0 .man > *')].filter((one) => getComputedStyle(one).opacity !== '1').length,
  }));
  for (const name of ['To the start', 'To the end']) {
    await page.getByRole('button', { name }).click();
    await page.waitForSelector('.board-0:not(.hush)');
    await page.waitForTimeout(1000);
    const { men, stand, over, faint } = await seen();
    assert.deepEqual({ men, over, faint }, { men: stand, over: 0, faint: 0 }, name);
  }
});

test('a move that is entered twice before the answer comes is made once', async () => {
  const page = await board.page(PEOPLE);
  await play(page, 'chess');
  await answerLate(page);
  const typed = page.locator('#typed');
  await typed.fill('e4');
  await typed.press('Enter');
  await typed.press('Enter');
  await expectStatus(page, 'Black’s turn.');
  await page.waitForTimeout(600);
  assert.deepEqual(await movesOf(page), ['e2e4']);
  // A row of the openings, in an analysis.
  const analysed = await analysis('chess');
  const row = analysed.locator('.explorer .line-move').first();
  await row.waitFor();
  await answerLate(analysed);
  await row.dblclick();
  await analysed.locator('.move[aria-current]').waitFor();
  await analysed.waitForTimeout(600);
  assert.equal((await movesOf(analysed)).length, 1);
});

test('who takes back or steps on has no squares to pick any more', async () => {
  const offer = async (page, names) => {
    await page.getByRole('button', { name: 'Offer an exchange' }).click();
    await click(page, ...names);
    await page.getByRole('button', { name: 'Offer it' }).click();
    await page.getByRole('button', { name: 'Agree', exact: true }).waitFor();
  };
  const gone = (page) => page.getByRole('button', { name: 'Agree', exact: true }).waitFor({ state: 'detached' });
  const page = await board.page(PEOPLE);
  await play(page, 'elolbia', EXCHANGE);
  await click(page, 'h2', 'g2', 'a8', 'b8');
  await offer(page, ['g2', 'h3', 'g3']);
  await page.getByRole('button', { name: 'Take back' }).click();
  await gone(page);
  const analysed = await analysis(`elolbia?fen=${encodeURIComponent(EXCHANGE)}`);
  await click(analysed, 'e3', 'e4');
  await analysed.locator('.move[aria-current]').waitFor();
  await analysed.keyboard.press('ArrowLeft');
  await offer(analysed, ['h2', 'h3', 'g3']);
  await analysed.getByRole('button', { name: 'One move on' }).click();
  await gone(analysed);
  assert.deepEqual(await movesOf(analysed), ['e3e4']);
});

test('a review goes on, whatever is changed of the lines', async () => {
  const page = await analysis(`chess?moves=${encodeURIComponent('e2e4 e7e5 g1f3 b8c6 f1b5 a7a6')}`, { engine: true, lines: 1 });
  await page.locator('.line .score').waitFor();
  await page.getByRole('button', { name: 'Analyse the whole game' }).click();
  await page.locator('.progress').waitFor();
  await page.getByRole('button', { name: 'More lines' }).click();
  await page.keyboard.press('t');
  await page.locator('.progress').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Analyse the whole game' }).waitFor();
  // Then there are two.
  await page.locator('.line .score').nth(1).waitFor();
});

test('a key leads nowhere while the moves of a link are read', async () => {
  const page = await board.page(QUIET);
  await answerLate(page);
  await go(page, '#/analyse/chess?moves=e2e4+e7e5+g1f3+b8c6');
  await page.waitForFunction(() => globalThis.galaverna.screen.game?.current.ply === 2);
  await page.keyboard.press('ArrowLeft');
  await page.locator('.move[aria-current]', { hasText: 'Nc6' }).waitFor();
  assert.deepEqual(await movesOf(page), ['e2e4', 'e7e5', 'g1f3', 'b8c6']);
});

test('a hint is given where it was asked for', async () => {
  const page = await board.page({ ...PEOPLE, opponent: 'engine', colour: 'white' });
  await play(page, 'chess');
  await click(page, 'e2', 'e4');
  await page.waitForFunction(() => globalThis.galaverna.screen.game.current.ply === 2);
  await page.waitForSelector('.boards.enabled');
  await page.keyboard.press('h');
  await page.keyboard.press('Home');
  await page.waitForTimeout(1500);
  await expectStatus(page, 'The start.');
  assert.equal(await page.locator('.arrow.hint').count(), 0);
});

test('a game that is reloaded while it is read is kept whole', async () => {
  const page = await board.page(PEOPLE);
  const moves = Array.from({ length: 24 }, (_, ply) => ['g1f3', 'b8c6', 'f3g1', 'c6b8', 'e2e3', 'e7e6', 'd2d3', 'd7d6'][ply] ?? ['b1c3', 'b8c6', 'c3b1', 'c6b8'][ply % 4]);
  await play(page, 'chess');
  await page.evaluate(([kept, all]) => {
    const game = JSON.parse(sessionStorage.getItem(kept));
    sessionStorage.setItem(kept, JSON.stringify({ ...game, moves: all, values: all.map(() => null) }));
    // What is left here is not kept once more.
    globalThis.galaverna.playScreen = null;
  }, ['galaverna.played', moves]);
  await page.reload();
  await page.waitForFunction(() => globalThis.galaverna?.playScreen?.game.current.ply > 0);
  await page.reload();
  await page.waitForFunction((all) => globalThis.galaverna?.playScreen?.game.current.ply >= all, moves.length);
});

test('what is too large for a message is refused, and the page goes on', { skip: IS_SITE }, async () => {
  const page = await analysis('chess');
  await page.evaluate(() => {
    const pasted = new DataTransfer();
    pasted.setData('text', `{${'x'.repeat(2_300_000)}} 1. e4 e5 *`);
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: pasted, bubbles: true }));
  });
  await page.locator('.fen .error', { hasText: 'More than 1.9 MB is too much at once.' }).waitFor();
  await square(page, 'e2').click();
  await square(page, 'e4').click();
  await page.locator('.move[aria-current]', { hasText: 'e4' }).waitFor();
});
