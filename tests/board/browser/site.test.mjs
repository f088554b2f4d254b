// What the site has of its own: no server, a browser that keeps it, an engine that may end.

import assert from 'node:assert/strict';
import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, describe, test } from 'node:test';
import { brotliCompressSync } from 'node:zlib';
import { seal } from '../../../bindings/web/site/seal.mjs';
import { IS_SITE, PEOPLE, SITE, click, expectOn, expectSaid, go, open, play, serveSite } from './harness.mjs';

/** What may be fetched before the first move, with brotli, in bytes; the engine is most of it. */
const MOST_FETCHED = 1_600_000;

/** A browser that keeps the site. */
const KEEPING = { serviceWorkers: 'allow' };

describe('the site', { skip: !IS_SITE }, () => {
  /** @type {Awaited<ReturnType<typeof open>>} */
  let board;
  before(async () => { board = await open(); });
  afterEach(async () => { await board.closePages(); });
  after(async () => { await board.end(); });

  /** Waits until the browser has the whole site. */
  const kept = (page) => page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));

  /** Makes the engine break down, as an error of its own would. */
  const breakDown = (page) => page.workers()[0].evaluate(() => { setTimeout(() => { throw new Error('broken by a test'); }); });

  test('little is fetched before the engine’s first move, and all of it from the site’s folder', async (context) => {
    const page = await board.page({ ...PEOPLE, opponent: 'engine', colour: 'black' });
    const fetched = new Set();
    page.context().on('request', (request) => fetched.add(request.url()));
    await page.reload();
    await play(page, 'iceage');
    await page.locator('.move').first().waitFor();
    const names = [...fetched].map((address) => {
      assert.ok(address.startsWith(board.address), address);
      return new URL(address).pathname.slice(new URL(board.address).pathname.length) || 'index.html';
    });
    assert.ok(names.includes('engine/galaverna.wasm'), names.join(' '));
    const bytes = names.map((name) => brotliCompressSync(readFileSync(join(SITE, name))).length).reduce((sum, one) => sum + one);
    context.diagnostic(`${names.length} files, ${bytes} bytes with brotli`);
    assert.ok(bytes <= MOST_FETCHED, `${bytes} bytes`);
  });

  test('an engine that breaks down is said to, and the game goes on with another', async () => {
    const page = await board.page(PEOPLE);
    await play(page, 'alice');
    await click(page, 'e2', 'e4');
    await expectOn(page, 'e4', 'white pawn', 1);
    await breakDown(page);
    await expectSaid(page, /broke down.*Your game is kept.*broken by a test/);
    await expectSaid(page, 'Connected again.');
    await page.locator('#notice').waitFor({ state: 'hidden' });
    await click(page, 'd7', 'd6');
    await expectOn(page, 'd6', 'black pawn', 1);
  });

  test('a move that the engine was looking for when it broke down still comes', async () => {
    const page = await board.page({ ...PEOPLE, opponent: 'engine', time: '5+3', elo: 9999 });
    await play(page, 'chess');
    await click(page, 'e2', 'e4');
    await page.locator('.status-text', { hasText: 'thinking' }).waitFor();
    await breakDown(page);
    await page.locator('.move').nth(1).waitFor({ timeout: 120_000 });
  });

  test('where a search hears nothing another worker takes its place, and a review goes on meanwhile', async () => {
    const page = await board.page({ lines: 1 });
    await page.context().addInitScript(() => { Reflect.deleteProperty(WebAssembly, 'Suspending'); });
    await page.reload();
    await page.waitForSelector('.game-card');
    assert.equal(await page.evaluate(() => 'Suspending' in WebAssembly), false);
    await go(page, '#/analyse/chess?moves=e2e4+e7e5+g1f3+b8c6+f1b5+a7a6');
    await page.locator('.line .score').first().waitFor();
    // This ends an endless search and begins another.
    await page.keyboard.press(',');
    await page.locator('.line-move', { hasText: '3…' }).first().waitFor();
    await page.getByRole('button', { name: 'Analyse the whole game' }).click();
    await page.getByText(/Position \d of 7/).waitFor();
    // Questions about positions do not begin it anew.
    await page.keyboard.press('Home');
    await expectOn(page, 'e2', 'white pawn');
    await page.getByRole('button', { name: 'Analyse the whole game' }).waitFor({ timeout: 120_000 });
    await page.locator('.line .score').first().waitFor();
  });

  test('once it was seen it works offline, from the folder’s address and from a game’s', async () => {
    const page = await board.page(PEOPLE, KEEPING);
    await kept(page);
    await play(page, 'clupso');
    await click(page, 'c2', 'c3');
    await expectOn(page, 'c3', 'white man');
    await page.context().setOffline(true);
    await page.reload();
    await expectOn(page, 'c3', 'white man');
    const other = await page.context().newPage();
    await other.goto(`${board.address}index.html#/analyse/iceage`);
    await other.locator('.line .score').first().waitFor();
  });

  test('a version stays whole: the next one begins when its only page is loaded again', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'galaverna-site-'));
    cpSync(SITE, folder, { recursive: true });
    seal(folder);
    const served = await serveSite(folder);
    const context = await board.browser.newContext();
    const [first, second] = [await context.newPage(), await context.newPage()];
    /** The versions of the page and of one of its modules. */
    const versions = (page) => page.evaluate(async () => {
      const text = await (await fetch('js/words.js')).text();
      return [document.body.dataset.version ?? 'old', text.includes('// new') ? 'new' : 'old'];
    });
    const start = async (page) => {
      await page.goto(served.address);
      await page.waitForSelector('.game-card');
    };
    await start(first);
    await kept(first);
    await start(second);
    appendFileSync(join(folder, 'index.html'), '<script type="module" src="js/version.js"></script>');
    appendFileSync(join(folder, 'js/version.js'), 'document.body.dataset.version = "new";');
    appendFileSync(join(folder, 'js/words.js'), '// new\n');
    // Half of a version is none: the list of files does not name these yet.
    await first.reload();
    await first.waitForSelector('.game-card');
    assert.deepEqual(await versions(first), ['old', 'old']);
    seal(folder);
    await first.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready;
      await registration.update();
      while (!registration.waiting) await new Promise((done) => { setTimeout(done, 50); });
    });
    await first.reload();
    await first.waitForSelector('.game-card');
    assert.deepEqual(await versions(first), ['old', 'old'], 'the other page is of the old version');
    await second.close();
    // The browser forgets a closed page in its own time.
    await context.serviceWorkers()[0].evaluate(async () => {
      const { clients } = /** @type {any} */ (globalThis);
      while ((await clients.matchAll({ includeUncontrolled: true })).length > 1) await new Promise((done) => { setTimeout(done, 50); });
    });
    // The page before a reload may count for a moment: the version begins with the next one then.
    const inNew = first.locator('body[data-version="new"] .game-card').first();
    for (let load = 0; load < 10 && !await inNew.isVisible(); load += 1) {
      await first.reload();
      await inNew.waitFor({ timeout: 5000 }).catch(() => {});
    }
    assert.deepEqual(await versions(first), ['new', 'new']);
    await context.close();
    served.end();
    rmSync(folder, { recursive: true });
  });
});
