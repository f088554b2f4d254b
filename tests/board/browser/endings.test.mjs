// Endgame tables and openings of an analysis, and endings to be won in lessons: by mouse,
// keyboard and touch, with tables that are made at the beginning.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, afterEach, before, test } from 'node:test';
import { IS_SITE, PROGRAM, click, expectOn, expectSaid, expectStatus, go, open, findings, square } from './harness.mjs';

/** @type {Awaited<ReturnType<typeof open>>} */
let board;
const folder = mkdtempSync(join(tmpdir(), 'galaverna-tables-'));
before(async () => {
  const options = ['--tables', folder, '--syzygy', resolve('tests/data/syzygy')];
  if (!IS_SITE) {
    execFileSync(PROGRAM, ['tables', 'make', 'alice', 'KQvK', '--out', folder]);
    execFileSync(PROGRAM, ['tables', 'make', 'elolbia', 'KRvK', '--out', folder]);
  }
  board = await open(options);
});
afterEach(async () => { await board.closePages(); });
after(async () => {
  await board.end();
  rmSync(folder, { recursive: true });
});

const QUIET = { engine: false, merged: false, sound: false, animation: 'none' };
const PHONE = { hasTouch: true, viewport: { width: 360, height: 740 } };

const ALICE = '8/8/8/3k4/8/8/8/KQ6 w - - 0 1';
const ELOLBIA = '8/8/8/4k3/8/8/8/KR6 w - - 0 1';

/** The site has no tables. */
const needsTables = { skip: IS_SITE };

/** An analysis, from the start or from a position. */
async function analysis(game, fen = null, settings = {}, options = {}) {
  const page = await board.page({ ...QUIET, ...settings }, options);
  await go(page, `#/analyse/${game}${fen ? `?fen=${encodeURIComponent(fen)}` : ''}`);
  await page.waitForSelector('.boards.enabled .man');
  return page;
}

const tablesOf = (page) => page.getByRole('region', { name: 'Endgame tables' });
const openingsOf = (page) => page.locator('.explorer');
const firstMove = (card) => card.locator('.line-move').first();

/** Waits until the tables' card says this of the position. */
const expectVerdict = (page, text) => page.locator('.table-verdict', { hasText: text }).waitFor();

/** The moves of the game that is analysed. */
const movesOf = (page) => page.evaluate(() => globalThis.galaverna.screen.game.line().moves);

test('tables by mouse: the values of a position and its moves, the best first, and how they change', needsTables, async () => {
  const page = await analysis('alice', ALICE);
  await expectVerdict(page, 'White wins in 15 plies.');
  const values = await page.locator('.table-value').allTextContents();
  assert.equal(values[0], 'won in 15');
  assert.deepEqual(values, values.toSorted(), 'the quickest win comes first');
  assert.equal(await page.locator('.move-table tbody tr').count(), await page.evaluate(() => globalThis.galaverna.screen.boards.position.moves.length));
  await firstMove(tablesOf(page)).click();
  await expectVerdict(page, 'White wins in 14 plies.');
  await page.locator('.table-value.lost', { hasText: 'lost in 14' }).first().waitFor();
  assert.equal((await movesOf(page)).length, 1);
  // All of the row plays the move.
  await page.locator('.move-table tbody td').first().click({ force: true });
  await expectVerdict(page, 'White wins in 13 plies.');
  assert.equal((await movesOf(page)).length, 2);
  await go(page, `#/analyse/elolbia?fen=${encodeURIComponent(ELOLBIA.replace(' 0 1', ' 90 90'))}`);
  await expectVerdict(page, 'White wins too late: the fifty-move rule draws.');
  await page.locator('.table-value.drawn', { hasText: ', drawn by the fifty-move rule' }).first().waitFor();
});

test('Syzygy’s tables tell who wins, and when something moves that cannot be taken back', needsTables, async () => {
  const page = await analysis('chess', '8/4P3/8/8/8/8/k7/7K w - - 0 1');
  await expectVerdict(page, 'White wins.');
  await page.locator('.table-value', { hasText: 'won, zeroing in 1' }).first().waitFor();
  await page.locator('.move-table th', { hasText: 'e8=Q' }).waitFor();
});

test('tables by keyboard: the arrows go from move to move, Enter plays one', needsTables, async () => {
  const page = await analysis('elolbia', ELOLBIA);
  await expectVerdict(page, 'White wins in 29 plies.');
  await firstMove(tablesOf(page)).focus();
  const second = await tablesOf(page).locator('.line-move').nth(1).textContent();
  await page.keyboard.press('ArrowDown');
  assert.equal(await page.evaluate(() => document.activeElement?.textContent), second);
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  // The arrows have not stepped through the game.
  assert.deepEqual(await movesOf(page), []);
  await page.keyboard.press('Enter');
  await expectVerdict(page, 'White wins in 28 plies.');
  await page.waitForFunction(() => document.activeElement?.matches('.move-table .line-move'));
  await page.keyboard.press('Enter');
  await expectVerdict(page, 'White wins in 27 plies.');
  assert.equal((await movesOf(page)).length, 2);
});

test('tables by touch, on a phone', needsTables, async () => {
  const page = await analysis('alice', ALICE, {}, PHONE);
  await expectVerdict(page, 'White wins in 15 plies.');
  await firstMove(tablesOf(page)).tap();
  await expectVerdict(page, 'White wins in 14 plies.');
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth) <= 360);
});

test('without tables of a position nothing is shown and nothing asked', async () => {
  const page = await analysis('alice');
  await page.evaluate(() => {
    const { connection } = globalThis.galaverna;
    const { ask } = connection;
    globalThis.asked = [];
    connection.ask = (type, body) => { globalThis.asked.push(type); return ask.call(connection, type, body); };
  });
  for (const [game, fen] of [['alice', null], ['iceage', null], ['clupso', '8/8/4n3/8/8/8/8/R2B4 w - - 0 1']]) {
    await go(page, `#/analyse/${game}${fen ? `?fen=${encodeURIComponent(fen)}` : ''}`);
    await page.waitForFunction((name) => globalThis.galaverna.screen.game?.name === name, game);
    await openingsOf(page).waitFor();
    await page.waitForSelector('.boards.enabled .man');
  }
  const asked = await page.evaluate(() => globalThis.asked);
  assert.ok(asked.includes('position') && !asked.includes('tables'), `${asked}`);
  assert.equal(await tablesOf(page).count(), 0);
});

/** Plays a lesson's ending on, the person's moves by what the page shows. */
async function lesson(page, game, title) {
  await go(page, `#/learn/${game}`);
  await page.getByRole('button', { name: title }).click();
  await page.locator('.lesson h1', { hasText: title }).waitFor();
  await page.waitForSelector('.learn .boards.enabled');
}

/** Makes the move that ‘Show me’ points at. */
async function makeShown(page, act = 'click') {
  await page.getByRole('button', { name: 'Show me' })[act]();
  await page.locator('.arrow.hint').first().waitFor({ state: 'attached' });
  const [{ board: index, squares }] = await page.evaluate(() => globalThis.galaverna.screen.boards.extraArrows);
  const target = squares[squares.length - 1];
  for (const name of [squares[0], target]) await square(page, name, index)[act]();
  // A finger is shown first where a piece arrives on the other board.
  if (await page.locator('.status-text', { hasText: 'arrives on board' }).count()) await square(page, target, index)[act]();
}

test('an ending is won in Learn: the other side replies, and the mate is the end', async () => {
  const page = await board.page(QUIET);
  await lesson(page, 'elolbia', 'King and rook');
  for (let made = 1; ; made++) {
    assert.ok(made <= 40, 'the engine’s own moves win');
    await makeShown(page);
    await page.locator('.status[data-tone="end"], .learn .boards.enabled').first().waitFor();
    if (await page.locator('.status[data-tone="end"]').count()) {
      if (!IS_SITE) assert.equal(made, 15, 'both sides go by the tables');
      break;
    }
    assert.equal((await movesOf(page)).length, 2 * made);
  }
  await expectStatus(page, 'Mate with king and rook.');
  const learnt = await page.evaluate(() => JSON.parse(localStorage.getItem('galaverna.settings')).learnt.elolbia);
  assert.deepEqual(learnt, [7]);
});

test('a draw is told and can be tried again, by keyboard', async () => {
  const page = await board.page(QUIET);
  await lesson(page, 'clupso', 'Hunting a knight');
  // Moves forwards and back repeat the position, or lose what is to win.
  for (let made = 0; made < 200; made++) {
    const [from, to] = made % 2 ? ['a2', 'a1'] : ['a1', 'a2'];
    await page.waitForSelector('.learn .boards.enabled, .status[data-tone="alert"]');
    if (await page.locator('.status[data-tone="alert"]').count()) break;
    const isThere = await page.evaluate(([one, other]) => globalThis.galaverna.screen.boards.position.moves.some(({ text }) => text === one + other), [from, to]);
    const text = isThere ? [from, to] : await page.evaluate(() => {
      const { text: any } = globalThis.galaverna.screen.boards.position.moves.find(({ san }) => !san.includes('x'));
      return [any.slice(0, 2), any.slice(2)];
    });
    await click(page, ...text);
    await page.locator('.learn .boards.enabled, .status[data-tone="alert"]').first().waitFor();
  }
  await expectStatus(page, /[Dd]raw/);
  await page.getByRole('button', { name: 'Try again' }).focus();
  await page.keyboard.press('Enter');
  await expectStatus(page, 'Win this ending.');
  await expectOn(page, 'a1', 'white rook');
  await expectOn(page, 'e6', 'black knight');
  await page.waitForSelector('.learn .boards.enabled');
  await square(page, 'd1').focus();
  await page.keyboard.press('Enter');
  await square(page, 'g4').focus();
  await page.keyboard.press('Enter');
  await expectStatus(page, 'Your turn.');
});

test('an ending by touch on two boards, against the best defence', async () => {
  const page = await board.page(QUIET, PHONE);
  await lesson(page, 'alice', 'King and queen');
  await makeShown(page, 'tap');
  await expectStatus(page, 'Your turn.');
  assert.equal((await movesOf(page)).length, 2);
});

test('openings by mouse: values and games, known moves are played, and what is unknown folds it away', async () => {
  const page = await analysis('alice');
  const card = openingsOf(page);
  await card.locator('tbody tr').first().waitFor();
  assert.equal(await card.locator('tbody tr').count(), 20);
  const [move, value, games, score] = await card.locator('tbody tr').first().locator('th, td').allTextContents();
  assert.match(`${move} ${value} ${games} ${score}`, /^\S+\/B [+−]?\d\.\d\d \d{4} \d\d\.\d %$/);
  await firstMove(card).click();
  await page.locator('.move[aria-current]', { hasText: move }).waitFor();
  await card.locator('tbody tr').first().waitFor();
  assert.ok(await card.locator('tbody tr').count() >= 1);
  // A move that gives the queen away is in no tree.
  await go(page, `#/analyse/chess?moves=${encodeURIComponent('e2e4 e7e5 d1h5 h7h6 h5h6')}`);
  await card.getByText('not known from here').waitFor();
  assert.equal(await card.evaluate((element) => /** @type {HTMLDetailsElement} */ (element).open), false);
  await page.keyboard.press('Home');
  await card.locator('tbody tr').first().waitFor();
  assert.ok(await card.evaluate((element) => /** @type {HTMLDetailsElement} */ (element).open));
});

test('openings by keyboard: folded away for good, and back', async () => {
  const page = await analysis('iceage');
  const card = openingsOf(page);
  await firstMove(card).focus();
  await page.keyboard.press('ArrowDown');
  const move = await page.evaluate(() => document.activeElement?.textContent);
  await page.keyboard.press('Enter');
  await page.locator('.move[aria-current]', { hasText: move ?? '' }).waitFor();
  await expectSaid(page, '.');
  await card.locator('summary').focus();
  await page.keyboard.press('Enter');
  await card.locator('tbody').waitFor({ state: 'hidden' });
  await page.reload();
  await page.waitForSelector('.boards.enabled .man');
  await card.locator('summary').waitFor();
  assert.equal(await card.locator('tbody').count(), 0);
  await card.locator('summary').focus();
  await page.keyboard.press('Enter');
  await card.locator('tbody').waitFor();
});

test('openings by touch, in every game, on a phone', async () => {
  const page = await analysis('clupso', null, {}, PHONE);
  const card = openingsOf(page);
  const move = await firstMove(card).textContent();
  await firstMove(card).tap();
  await page.locator('.move[aria-current]', { hasText: move ?? '' }).waitFor();
  for (const game of ['chess', 'elolbia', 'iceage', 'alice']) {
    await go(page, `#/analyse/${game}`);
    await page.waitForFunction((name) => globalThis.galaverna.screen.game?.name === name, game);
    await card.locator('tbody tr').first().waitFor();
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth) <= 360, game);
  }
});

test('axe finds nothing, in light and dark', async () => {
  for (const theme of ['light', 'dark']) {
    const page = await analysis('alice', IS_SITE ? null : ALICE, { theme });
    if (!IS_SITE) await expectVerdict(page, 'White wins in 15 plies.');
    assert.deepEqual(await findings(page), [], `tables, ${theme}`);
    await go(page, '#/analyse/elolbia');
    await openingsOf(page).locator('tbody tr').first().waitFor();
    assert.deepEqual(await findings(page), [], `openings, ${theme}`);
    await lesson(page, 'clupso', 'Hunting a knight');
    await makeShown(page);
    await expectStatus(page, 'Your turn.');
    assert.deepEqual(await findings(page), [], `a lesson, ${theme}`);
    await board.closePages();
  }
});
