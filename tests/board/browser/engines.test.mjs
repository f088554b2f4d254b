// Engines beside ours: choosing one, playing against it and analysing with it, and what is
// seen of one that fails. The others are Galaverna itself and, where Debian has put it,
// Stockfish.

import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, test } from 'node:test';
import { IS_SITE, PROGRAM, answerLate, click, expectOn, expectSaid, expectStatus, findings, go, open, square } from './harness.mjs';

/** A page without a server has no other engine. */
const SERVED = { skip: IS_SITE };

const STOCKFISH = '/usr/games/stockfish';

/** Dies at its second move: it speaks UCI as far as that goes. */
const DYING = `#!/bin/sh
moves=0
while read -r line; do
  case "$line" in
    uci) echo "id name Mayfly"; echo uciok ;;
    isready) echo readyok ;;
    go*) moves=$((moves + 1)); [ $moves = 2 ] && exit 1; echo "info depth 1 score cp 7 pv e7e5"; echo "bestmove e7e5" ;;
    quit) exit ;;
  esac
done
`;

const FILE = `
[[engine]]
name = "twin"
command = '${PROGRAM}'
nodes = 500

[[engine]]
name = "mayfly"
command = "./mayfly"

[[engine]]
name = "missing"
command = "./missing"

[[engine]]
name = "by xboard"
command = '${PROGRAM}'
args = ["xboard"]
protocol = "xboard"

[[engine]]
name = "stockfish"
command = "${STOCKFISH}"
games = ["chess"]
nodes = 500
`;

/** @type {Awaited<ReturnType<typeof open>>} */
let board;
/** @type {string} */
let folder;
before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'galaverna-engines-'));
  writeFileSync(join(folder, 'mayfly'), DYING, { mode: 0o755 });
  writeFileSync(join(folder, 'engines.toml'), FILE);
  board = await open(IS_SITE ? [] : ['--engines', join(folder, 'engines.toml')]);
});
afterEach(async () => { await board.closePages(); });
after(async () => {
  await board.end();
  rmSync(folder, { recursive: true });
});

const TITLES = { alice: 'Alice', chess: 'Orthodox' };

const SETTINGS = { opponent: 'engine', colour: 'white', time: '1s', sound: false, merged: false, animation: 'none', lines: 2 };

/** The home screen with the form of a game. */
async function choose(page, game) {
  await go(page, '#/');
  await page.locator('.game-card', { hasText: TITLES[game] }).click();
}

const radio = (page, name) => page.getByRole('radio', { name });

/** Lines of the analysis have come, from an engine of this name. */
async function expectLines(page, name) {
  const card = page.locator('section[aria-label="Engine"]');
  await card.locator('.engine-head b', { hasText: name }).waitFor();
  await card.locator('.line .score').nth(1).waitFor();
}

test('a game of Alice Chess against another engine, by mouse', SERVED, async () => {
  const page = await board.page(SETTINGS);
  await choose(page, 'alice');
  await radio(page, 'You against another engine').click();
  // What plays only chess is not offered, nor who speaks no UCI; who cannot be had is named.
  await radio(page, 'twin').waitFor();
  await page.getByText('missing cannot be used').waitFor();
  for (const name of ['stockfish', 'mayfly', 'by xboard', 'missing']) assert.equal(await radio(page, name).count(), 0, name);
  assert.equal(await page.locator('#elo').count(), 0, 'its strength is its own');
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await page.locator('.player-name', { hasText: 'twin' }).waitFor();
  await click(page, 'e2', 'e4');
  await page.locator('.move-list, .moves-card').getByText('e4/B').first().waitFor();
  await expectStatus(page, 'Your turn.');
  await click(page, 'd2', 'd4');
  await expectStatus(page, 'Your turn.');
  await page.getByRole('button', { name: 'Draw', exact: true }).click();
  await expectStatus(page, 'twin cannot be asked for a draw.');
  // A game is known by its players, and goes on after a reload.
  await page.reload();
  await page.locator('.player-name', { hasText: 'twin' }).waitFor();
  await expectStatus(page, 'Your turn.');
});

test('an engine that dies is named, the game waits and goes on, by keyboard', SERVED, async () => {
  const page = await board.page({ ...SETTINGS, opponent: 'other' });
  await choose(page, 'chess');
  await radio(page, 'mayfly').waitFor();
  await radio(page, /^twin/).focus();
  await page.keyboard.press('ArrowDown');
  assert.equal(await radio(page, 'mayfly').getAttribute('aria-checked'), 'true');
  await page.getByText('Mayfly').waitFor();
  await page.getByRole('button', { name: 'Play', exact: true }).focus();
  await page.keyboard.press('Enter');
  const type = async (move) => {
    await page.keyboard.press('/');
    await page.keyboard.type(move);
    await page.keyboard.press('Enter');
    await page.locator('#typed').blur();
  };
  await page.waitForSelector('.boards.enabled');
  await type('e4');
  await expectOn(page, 'e5', 'black pawn');
  await expectStatus(page, 'Your turn.');
  await type('Nf3');
  await expectStatus(page, 'mayfly has ended by itself.');
  await expectSaid(page, 'mayfly has ended by itself.');
  for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
    await page.emulateMedia({ colorScheme });
    assert.deepEqual(await findings(page), [], `the game, ${colorScheme}`);
  }
  // It is started anew, and knows only one move.
  await page.getByRole('button', { name: 'Try again' }).focus();
  await page.keyboard.press('Enter');
  await expectStatus(page, 'mayfly plays ‘e7e5’, which is no legal move here. It has been ended.');
  // Taking back leaves it, and it can play again.
  await page.keyboard.press('u');
  await expectStatus(page, 'Your turn.');
});

test('another engine analyses chess and Alice Chess, by mouse and keyboard', SERVED, async () => {
  const page = await board.page(SETTINGS);
  await go(page, '#/analyse/chess');
  await expectLines(page, 'Galaverna');
  await page.getByRole('button', { name: 'Engine…' }).click();
  await page.locator('dialog').getByText('missing cannot be used').waitFor();
  for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
    await page.emulateMedia({ colorScheme });
    assert.deepEqual(await findings(page), [], `the choice, ${colorScheme}`);
  }
  await page.locator('dialog').getByRole('radio', { name: 'twin' }).click();
  await page.locator('dialog').getByRole('button', { name: 'Analyse' }).click();
  await expectSaid(page, 'twin analyses.');
  await expectLines(page, 'twin');
  // A step is searched by it too, and a move of a line can be played.
  await click(page, 'e2', 'e4');
  await expectLines(page, 'twin');
  await page.locator('.line-move').first().click();
  await expectLines(page, 'twin');
  assert.deepEqual(await findings(page), []);
  // It is chosen for the other game as well; Galaverna is chosen again by keyboard.
  await go(page, '#/analyse/alice');
  await page.waitForSelector('.board-1 .cell');
  await expectLines(page, 'twin');
  await page.getByRole('button', { name: 'Engine…' }).focus();
  await page.keyboard.press('Enter');
  await page.locator('dialog').getByRole('radio', { name: 'twin' }).focus();
  await page.keyboard.press('ArrowUp');
  await page.locator('dialog').getByRole('button', { name: 'Analyse' }).focus();
  await page.keyboard.press('Enter');
  await expectLines(page, 'Galaverna');
});

test('the choice of an engine is seen before the engines have answered, and no more when another screen is', SERVED, async () => {
  const page = await board.page(SETTINGS);
  await go(page, '#/analyse/chess');
  await expectLines(page, 'Galaverna');
  await answerLate(page);
  await page.getByRole('button', { name: 'Engine…' }).click();
  await page.locator('dialog').getByText('Asking the engines…').waitFor();
  assert.ok(await page.locator('dialog').getByRole('button', { name: 'Analyse' }).isDisabled());
  await page.locator('dialog').getByRole('radio', { name: 'Galaverna' }).and(page.locator(':focus')).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Engine…' }).click();
  await page.locator('dialog').getByText('Asking the engines…').waitFor();
  await go(page, '#/');
  await page.waitForTimeout(300);
  assert.equal(await page.locator('dialog').count(), 0);
});

test('an engine that dies while it analyses is named on the panel', SERVED, async () => {
  const page = await board.page({ ...SETTINGS, analyst: { name: 'mayfly', games: ['chess'] } });
  await go(page, '#/analyse/chess?moves=e2e4');
  const card = page.locator('section[aria-label="Engine"]');
  await card.locator('b', { hasText: 'mayfly' }).waitFor();
  await page.waitForSelector('.line .score');
  // The second search is its last.
  await click(page, 'd7', 'd5');
  await card.getByText('mayfly has ended by itself.').waitFor();
  await expectSaid(page, 'mayfly has ended by itself.');
  // A game that it does not play is Galaverna's.
  await go(page, '#/analyse/alice');
  await expectLines(page, 'Galaverna');
});

test('on a phone by touch, against Stockfish where it is there', SERVED, async () => {
  const name = existsSync(STOCKFISH) ? 'stockfish' : 'twin';
  const page = await board.page(SETTINGS, { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
  await page.locator('.game-card', { hasText: TITLES.chess }).tap();
  await radio(page, 'You against another engine').tap();
  await radio(page, name).tap();
  for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
    await page.emulateMedia({ colorScheme });
    assert.deepEqual(await findings(page), [], `the form, ${colorScheme}`);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'nothing is wider than the phone');
  }
  await page.getByRole('button', { name: 'Play', exact: true }).tap();
  for (const name of ['e2', 'e4']) {
    await page.waitForSelector('.boards.enabled');
    await square(page, name).tap();
  }
  await expectOn(page, 'e4', 'white pawn');
  await expectStatus(page, 'Your turn.');
  await page.locator('.player-name', { hasText: name }).waitFor();
  await page.getByRole('button', { name: 'Analyse' }).tap();
  await page.getByRole('button', { name: 'Engine…' }).tap();
  await page.locator('dialog').getByRole('radio', { name }).tap();
  await page.locator('dialog').getByRole('button', { name: 'Analyse' }).tap();
  await expectLines(page, name);
});

test('a page without a server offers no other engine', { skip: !IS_SITE }, async () => {
  const page = await board.page({ ...SETTINGS, opponent: 'other' });
  await choose(page, 'chess');
  assert.equal(await radio(page, 'You against another engine').count(), 0);
  await go(page, '#/analyse/chess');
  await page.waitForSelector('.line .score');
  assert.equal(await page.getByRole('button', { name: 'Engine…' }).count(), 0);
});
