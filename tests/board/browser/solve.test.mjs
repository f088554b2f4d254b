// Solving problems: by mouse, keyboard and touch, right and wrong, and what is kept of it.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, afterEach, before, test } from 'node:test';
import { readProblems } from '../../../src/board/page/js/problems.js';
import { PEOPLE, click, expectSaid, expectStatus, go, open, square } from './harness.mjs';
import { PHONE } from './ways.mjs';

/** @type {Awaited<ReturnType<typeof open>>} */
let board;
before(async () => { board = await open(); });
afterEach(async () => { await board.closePages(); });
after(async () => { await board.end(); });

/** @param {string} game */
const problemsOf = (game) => readProblems(readFileSync(new URL(`../../../src/board/page/problems/${game}.tsv`, import.meta.url), 'utf8'));

/** The first problem of a game that is won in so many moves, of plain moves alone. */
function problem(game, wins, after = 0) {
  const found = problemsOf(game).find((one) => one.number > after && one.wins === wins && one.moves.every((move) => move.length === 4));
  assert.ok(found, game);
  return found;
}

/** Shows a problem. */
async function show(page, game, { number }) {
  await go(page, `#/solve/${game}/${number}`);
  await page.locator('.solve-task', { hasText: `Problem ${number} of` }).waitFor();
  await page.waitForSelector('.solve .boards.enabled');
}

/** The board from which a move goes, by what the server says of it. */
const from = (page, text) => page.evaluate((wanted) => globalThis.galaverna.screen.boards.position.moves.find((one) => one.text === wanted).from, text);

/** Makes a move by clicks or by the finger. */
async function make(page, text, act = 'click') {
  await page.waitForSelector('.solve .boards.enabled');
  const { board: index } = await from(page, text);
  for (const name of [text.slice(0, 2), text.slice(2)]) await square(page, name, index)[act]();
}

/** A legal move that is not the solution's and wins nothing at once. */
const wrongMove = (page, right) => page.evaluate((solution) => globalThis.galaverna.screen.boards.position.moves
  .find(({ text, san, routes, promotion }) => text !== solution && text.length === 4 && !routes.length && !promotion && !/[#+x]/.test(san)).text, right);

/** What the browser has kept: numbers of problems solved and only tried. */
const kept = (page, game) => page.evaluate((name) => {
  const done = Object.values(JSON.parse(localStorage.getItem('galaverna.solved') ?? '{}')[name] ?? {});
  return [done.filter((one) => one === 1).length, done.filter((one) => one === 0).length];
}, game);

test('by mouse: a right move is answered, a wrong one taken back, and what is solved stays so', async () => {
  const page = await board.page(PEOPLE);
  await page.getByRole('link', { name: 'Solve' }).click();
  await page.locator('.game-card', { hasText: 'Ice Age' }).click();
  await page.locator('.solve-task', { hasText: 'Problem 1 of' }).waitFor();
  const one = problem('iceage', 2);
  await show(page, 'iceage', one);
  await make(page, one.moves[0]);
  await expectStatus(page, 'Right.');
  await make(page, one.moves[2]);
  await expectStatus(page, 'Solved.');
  assert.deepEqual(await kept(page, 'iceage'), [1, 0]);
  await page.locator('.solve-task', { hasText: '· solved' }).waitFor();
  await page.getByRole('button', { name: 'Next' }).click();
  const other = problem('iceage', 2, one.number);
  await show(page, 'iceage', other);
  const wrong = await wrongMove(page, other.moves[0]);
  await make(page, wrong);
  await expectStatus(page, /is not it: it does not win in 2\. Try again\./);
  await page.waitForSelector('.solve .boards.enabled');
  await make(page, other.moves[0]);
  await make(page, other.moves[2]);
  await expectStatus(page, 'That is the solution.');
  assert.deepEqual(await kept(page, 'iceage'), [1, 1]);
  // Both are known when the page is loaded again, at the same problem.
  await page.reload();
  await page.locator('.solve-task', { hasText: `Problem ${other.number} of` }).waitFor();
  await page.locator('.solve-task', { hasText: '· tried' }).waitFor();
  await page.locator('.meter-text', { hasText: '1 tried' }).waitFor();
  await go(page, '#/solve');
  await page.locator('.game-card', { hasText: '1 solved' }).waitFor();
});

test('by keyboard, on two boards: typed, with a hint, on to the next and back', async () => {
  const page = await board.page({ ...PEOPLE, animation: 'none' });
  const one = problem('alice', 2);
  await show(page, 'alice', one);
  await page.keyboard.press('/');
  await page.keyboard.type('nonsense');
  await page.keyboard.press('Enter');
  await page.locator('.typed .error', { hasText: 'nonsense' }).waitFor();
  await page.locator('#typed').fill(one.moves[0]);
  await page.keyboard.press('Enter');
  await expectStatus(page, 'Right.');
  await page.waitForSelector('.solve .boards.enabled');
  assert.equal(await page.locator('.moves .move').count(), 2);
  await page.keyboard.press('Escape');
  await page.keyboard.press('h');
  await expectSaid(page, `Hint: what stands on ${one.moves[2].slice(0, 2)} of`);
  await page.keyboard.press('/');
  await page.keyboard.type(one.moves[2]);
  await page.keyboard.press('Enter');
  await expectStatus(page, 'That is the solution.');
  await page.keyboard.press('Escape');
  await page.keyboard.press('ArrowLeft');
  await expectStatus(page, 'After');
  await page.keyboard.press('n');
  await page.locator('.solve-task', { hasText: `Problem ${one.number + 1} of` }).waitFor();
  assert.equal(new URL(page.url()).hash, `#/solve/alice/${one.number + 1}`);
  await page.goBack();
  await page.locator('.solve-task', { hasText: `Problem ${one.number} of` }).waitFor();
});

test('by touch, on a phone, in the game without kings', async () => {
  const page = await board.page(PEOPLE, PHONE);
  const one = problem('clupso', 1);
  await show(page, 'clupso', one);
  const tops = await Promise.all(['.solve-task', '.board', '.status'].map(async (name) => (await page.locator(name).boundingBox()).y));
  assert.deepEqual(tops, [...tops].sort((a, b) => a - b), 'what is asked for stands over the board');
  await make(page, one.moves[0], 'tap');
  await expectStatus(page, 'Solved.');
  await page.getByRole('button', { name: 'Next' }).tap();
  await page.waitForSelector('.solve .boards.enabled');
  for (const width of [360, 641, 820, 1100, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth) <= width, `${width}`);
  }
});

test('the solution is played to its end, and levels are chosen', async () => {
  const page = await board.page(PEOPLE);
  const one = problem('chess', 3);
  await show(page, 'chess', one);
  await page.getByRole('button', { name: 'Solution' }).click();
  await expectStatus(page, 'That is the solution.');
  assert.equal(await page.locator('.moves .move').count(), one.moves.length);
  assert.ok(await page.getByRole('button', { name: 'Hint' }).isDisabled());
  await page.getByRole('button', { name: 'Again' }).click();
  await page.waitForSelector('.solve .boards.enabled');
  assert.equal(await page.locator('.moves .move').count(), 0);
  await page.getByRole('radio', { name: '1', exact: true }).click();
  await page.locator('.solve-task', { hasText: /Problem \d+ of \d+ · level 1 of 5/ }).waitFor();
  assert.ok(await page.evaluate(() => JSON.parse(localStorage.getItem('galaverna.settings')).solveLevel === 1));
});

test('every game’s first problem is shown, and a number that is none says so', async () => {
  const page = await board.page(PEOPLE);
  for (const game of ['iceage', 'alice', 'elolbia', 'clupso', 'chess']) {
    await show(page, game, { number: 1 });
    const [first] = problemsOf(game);
    assert.equal(await page.evaluate(() => globalThis.galaverna.screen.boards.position.fen), first.fen);
    assert.equal(await page.evaluate(() => globalThis.galaverna.screen.boards.flipped), first.fen.split(' ')[1] === 'b');
  }
  await go(page, '#/solve/chess/9999');
  await expectStatus(page, 'There is no problem 9999.');
});
