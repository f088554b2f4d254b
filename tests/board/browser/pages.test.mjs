// The pages by themselves: of a game (`pgn show FILE N --html`) and of a match
// (`match -html DIR`), opened as files.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { PROGRAM, findings, launch } from './harness.mjs';

/**
 * A game of each kind to its surprise, what is said of that, and how many pieces and
 * cubes are seen before and after the last move.
 */
const GAMES = [
  { name: 'chess', title: 'Orthodox Chess', text: '1. f3 e5 2. g4 Qh4#', result: '0-1', says: '2… Qh4#', label: 'queen h4', seen: [32, 32] },
  { name: 'iceage', title: 'Ice Age Chess', fen: '2rq1rk1/3bpp2/1*1p1bP1/1p2n3/4P2P/1NN2P1*/PPPQ4/1K1R3R b - - 0 20',
    text: '20... Rxc3', result: '*', says: 'The ice came: 3 pieces froze.', label: 'cube h4', seen: [26, 60] },
  { name: 'alice', title: 'Alice Chess', fen: '4k3/8/8/8/8/8/8/4K2R w K - 0 1', text: '1. O-O/B', result: '*', says: '1. O-O', label: 'Board B. White rook f1, king g1.', seen: [3, 3] },
  { name: 'elolbia', title: 'Elolbian Chess', fen: 'k7/8/8/2m1m3/8/2m5/3M4/K7 w - - 0 1', text: '1. Md2xb4xd6xf4', result: '*', says: 'Md2xb4xd6xf4', label: 'Board. White king a1, man f4. Black king a8.', seen: [6, 3] },
  { name: 'clupso', title: 'Clupso Chess', fen: '1n6/M5m1/5M2/8/8/8/8/1R1B4 w - - 5 1', text: '1. Ma8=Q', result: '*', says: '1. Ma8=Q', label: 'queen a8', seen: [6, 6] },
];

/** @type {string} */
let folder;
/** @type {import('playwright-core').Browser} */
let browser;
before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'galaverna-pages-'));
  browser = await launch();
});
after(async () => {
  await browser.close();
  rmSync(folder, { recursive: true });
});

const program = (/** @type {string[]} */ ...words) => execFileSync(PROGRAM, words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });

/**
 * Opens a file in each colour scheme, wide and narrow, and sees that the console stays
 * without errors, that axe finds nothing and that nothing scrolls sideways.
 * @param {string} file @param {(page: any) => Promise<void>} look
 */
async function inAllLooks(file, look) {
  for (const colorScheme of ['light', 'dark']) {
    for (const width of [1280, 360]) {
      const context = await browser.newContext({ colorScheme, viewport: { width, height: 800 } });
      const page = await context.newPage();
      const errors = [];
      page.on('pageerror', (error) => errors.push(error.message));
      page.on('console', (message) => { if (message.type() === 'error') errors.push(message.text()); });
      await page.goto(pathToFileURL(file).href);
      await look(page);
      assert.deepEqual(await findings(page), [], `${file}, ${colorScheme}`);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(wide <= width, `${file} takes ${wide} of ${width}`);
      assert.deepEqual(errors, [], file);
      await context.close();
    }
  }
}

/** How many pieces and cubes are seen. */
const seen = (page) => page.locator('.pieces use').count();
const caption = (page, text) => page.locator('#caption', { hasText: text }).waitFor();

for (const game of GAMES) {
  test(`a page of ${game.title} is stepped through by keys and clicks`, async () => {
    const file = join(folder, `${game.name}.pgn`);
    const start = game.fen ? `[SetUp "1"]\n[FEN "${game.fen}"]\n` : '';
    writeFileSync(file, `[Variant "${game.name}"]\n${start}\n${game.text} ${game.result}\n`);
    const html = join(folder, `${game.name}.html`);
    writeFileSync(html, program('pgn', 'show', file, '1', '--html'));
    await inAllLooks(html, async (page) => {
      await page.locator('header', { hasText: game.title }).waitFor();
      await caption(page, 'The start');
      assert.equal(await seen(page), game.seen[0]);
      const moves = page.locator('.moves a');
      await page.keyboard.press('End');
      await caption(page, game.says);
      assert.equal(await seen(page), game.seen[1]);
      assert.equal(await moves.last().getAttribute('aria-current'), 'true');
      assert.equal(await page.getByRole('img', { name: game.label }).count(), 1);
      assert.ok(await page.locator('.mark').count() > 0, 'the last move is marked');
      await page.keyboard.press('ArrowLeft');
      await page.keyboard.press('Home');
      await caption(page, 'The start');
      assert.equal(await page.locator('.moves a[aria-current]').count(), 0);
      await page.keyboard.press('ArrowRight');
      assert.equal(await moves.first().getAttribute('aria-current'), 'true');
      await page.getByRole('button', { name: 'First position' }).click();
      await caption(page, 'The start');
      await page.getByRole('button', { name: 'One move forward' }).click();
      await page.getByRole('button', { name: 'One move back' }).click();
      await caption(page, 'The start');
      await page.getByRole('button', { name: 'Last position' }).click();
      await caption(page, game.says);
      await page.getByRole('button', { name: 'First position' }).click();
      await moves.last().click();
      await caption(page, game.says);
      assert.equal(await page.locator('.file').first().textContent(), 'a');
      await page.keyboard.press('f');
      assert.equal(await page.locator('.file').first().textContent(), 'h');
      await page.getByRole('button', { name: 'Turn the board' }).click();
      assert.equal(await page.locator('.file').first().textContent(), 'a');
    });
  });
}

test('variations, values and the book’s moves are shown, and stepped through', async () => {
  const file = join(folder, 'noted.pgn');
  writeFileSync(file, '[Variant "alice"]\n\n1. e4/B {book} c5/B {book} (1... d5/B {rather} 2. d4/B) 2. Nf3/B {+0.31/12 0.051s} Nc6/B {-0.10/11 0.050s} *\n');
  const html = join(folder, 'noted.html');
  writeFileSync(html, program('pgn', 'show', file, '1', '--html'));
  await inAllLooks(html, async (page) => {
    const current = (text) => page.locator('.moves a[aria-current]', { hasText: text }).waitFor();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await caption(page, '1… c5/B from the opening book');
    await page.keyboard.press('ArrowRight');
    await caption(page, '2. Nf3/B +0.31 · depth 12 · 0.05 s');
    await current('Nf3/B+0.31/12');
    await page.locator('.variation a', { hasText: 'd4/B' }).click();
    await caption(page, '2. d4/B');
    await page.keyboard.press('ArrowLeft');
    await caption(page, '1… d5/B rather');
    await page.keyboard.press('ArrowLeft');
    await current('e4/B');
    // Onward leads along the game.
    await page.keyboard.press('End');
    await current('Nc6/B+0.10/11');
  });
});

test('without scripts a page shows the moves and the last position', async () => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(pathToFileURL(join(folder, 'elolbia.html')).href);
  assert.equal(await seen(page), 3);
  await page.locator('.moves a', { hasText: 'Md2xb4xd6xf4' }).waitFor();
  assert.ok(await page.locator('#controls').isHidden());
  await context.close();
});

for (const { name, title } of GAMES) {
  test(`the pages of a match in ${title} lead to its games`, async () => {
    const directory = join(folder, `match-${name}`);
    const engine = (word) => ['-engine', `name=${word}`, `cmd=${PROGRAM}`, 'nodes=50'];
    program('match', ...engine('One'), ...engine('Two'), '-variant', name, '-maxmoves', '25', '-html', directory);
    assert.deepEqual(readdirSync(directory).sort(), ['game-1.1.html', 'game-1.2.html', 'index.html']);
    await inAllLooks(join(directory, 'index.html'), async (page) => {
      const [standings, games] = [page.locator('table').first(), page.locator('table').last()];
      assert.equal(await standings.locator('tbody tr').count(), 2);
      await standings.locator('tr', { hasText: /One.*2.*%/ }).waitFor();
      await page.getByText('Statistics').click();
      await page.locator('pre', { hasText: 'Elo:' }).waitFor();
      await games.locator('tbody tr', { hasText: 'One' }).nth(1).waitFor();
      assert.deepEqual(await findings(page), []);
      await page.locator('tbody a').nth(1).click();
      await page.locator('h1', { hasText: 'Two – One' }).waitFor();
      const first = await page.locator('#caption').textContent();
      await page.keyboard.press('ArrowRight');
      await page.locator('.moves a[aria-current]').waitFor();
      assert.notEqual(await page.locator('#caption').textContent(), first);
    });
  });
}
