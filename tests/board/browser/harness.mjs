// Starts the board and a browser, for the tests beside this file.
//
// BOARD is the program; PACKAGES a folder whose node_modules has playwright-core and
// axe-core; CHROMIUM the browser. With CARRIER=site the page comes from the folder SITE
// (`make site`) and has its engine in WebAssembly, otherwise from the program's server. With
// PAGE=src/board/page the page's files come from there, and the program need not be built anew.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:http';
import { extname, join, resolve } from 'node:path';

const packages = createRequire(resolve(process.env.PACKAGES ?? 'target/ci-node', 'package.json'));
const { chromium } = packages('playwright-core');
const axePath = packages.resolve('axe-core/axe.min.js');

/** Two people at the board, and no clock; a game of two boards shows both. */
export const PEOPLE = { opponent: 'people', time: '1s', sound: false, merged: false };

/** What the cards of the games say. @type {Record<string, string>} */
export const TITLES = { iceage: 'Ice Age', alice: 'Alice', elolbia: 'Elolbian Chess', clupso: 'Clupso', chess: 'Orthodox' };

/** The program that is tested. */
export const PROGRAM = resolve(process.env.BOARD ?? 'target/ci-galaverna');

/** Whether the page has no server. */
export const IS_SITE = process.env.CARRIER === 'site';

/** The site's folder. */
export const SITE = resolve(process.env.SITE ?? 'target/site');

/** Where it is served, as on a server that has other pages too. */
const PATH = '/some/where/';

const TYPES = { '.html': 'text/html', '.css': 'text/css', '.js': 'text/javascript', '.svg': 'image/svg+xml', '.wasm': 'application/wasm', '.webmanifest': 'application/manifest+json', '.png': 'image/png', '.woff2': 'font/woff2' };

/** Starts a browser. @param {string} [executablePath] */
export const launch = (executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium') => chromium.launch({ executablePath, args: ['--no-sandbox'] });

/** Takes scripts, styles and what else the page fetches from the folder PAGE. @param {import('playwright-core').BrowserContext} context */
const fromFolder = (context) => context.route(/^http:[^?]*\/(js|css|problems|words|explorer)\/[^?]*$/, (route) => {
  const { pathname } = new URL(route.request().url());
  const body = readFileSync(join(process.env.PAGE ?? '', pathname.replace(/^\/([0-9a-f]{32}\/)?/, '')));
  return route.fulfill({ contentType: TYPES[extname(pathname)] ?? 'text/plain', body });
});

/** Starts the server on a port of its own and tells its address. @param {string[]} options */
function startServer(options) {
  const server = spawn(PROGRAM, ['board', '--no-open', '--port', '0', ...options]);
  return new Promise((done, failed) => {
    let text = '';
    server.stdout.on('data', (bytes) => {
      text += bytes;
      const address = /http:\S+/.exec(text)?.[0];
      if (address) done({ server, address });
    });
    server.on('error', failed);
    server.on('exit', () => failed(new Error(`the board ended: ${text}`)));
  });
}

/** Serves a site as any web server does: the folder may be changed while it does. @param {string} folder */
export function serveSite(folder) {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://localhost');
    const name = pathname.startsWith(PATH) ? pathname.slice(PATH.length) || 'index.html' : '..';
    try {
      const bytes = readFileSync(join(folder, name));
      response.writeHead(200, { 'content-type': TYPES[extname(name)] ?? 'text/plain', 'cache-control': 'no-cache' });
      response.end(bytes);
    } catch {
      response.writeHead(404).end();
    }
  });
  return new Promise((done) => {
    server.listen(0, '127.0.0.1', () => {
      const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
      done({ address: `http://127.0.0.1:${port}${PATH}`, end: () => { server.close(); server.closeAllConnections(); } });
    });
  });
}

/** Starts what serves the page. @param {string[]} options */
async function start(options) {
  if (IS_SITE) return serveSite(SITE);
  const { server, address } = await startServer(options);
  return {
    address,
    pid: server.pid,
    end() {
      server.removeAllListeners('exit');
      server.kill();
    },
  };
}

/** Everything that a test file needs; `end` it after its tests. @param {string[]} options of the server */
export async function open(options = []) {
  const { address, pid, end } = await start(options);
  const browser = await launch();
  const errors = [];
  /** A page at an address with these settings, in a context of its own. */
  async function visit(where, settings, wishes) {
    // Keeping the whole site takes longer than most tests do.
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, serviceWorkers: 'block', ...wishes });
    await context.addInitScript((kept) => {
      if (!localStorage.getItem('galaverna.settings')) localStorage.setItem('galaverna.settings', JSON.stringify(kept));
    }, settings);
    if (process.env.PAGE) await fromFolder(context);
    const page = await context.newPage();
    page.setDefaultTimeout(20_000);
    page.on('pageerror', (error) => errors.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error' && !page.expectsErrors) errors.push(message.text());
    });
    await page.goto(where);
    return page;
  }
  return {
    visit,
    address,
    browser,
    /** The server's process. */
    pid,
    /** A page with these settings, in a context of its own. */
    async page(settings = {}, options = {}) {
      const page = await visit(address, settings, options);
      await page.waitForSelector('.game-card');
      return page;
    },
    /** Closes all pages: the server has tabs for a few at once. */
    async closePages() {
      await Promise.all(browser.contexts().map((context) => context.close()));
    },
    async end() {
      await browser.close();
      end();
      assert.deepEqual(errors, [], 'the console stays without errors');
    },
  };
}

/** Goes to an address of the page. */
export const go = (page, address) => page.evaluate((hash) => { location.hash = hash; }, address);

/** The square of a board. */
export const square = (page, name, board = 0) => page.locator(`.board-${board} .cell[data-square="${name}"]`);

/** What stands on a square, as screen readers are told. */
export const contents = async (page, name, board = 0) => (await square(page, name, board).getAttribute('aria-label')).split(', ')[1];

/** Waits until a square holds this. */
export async function expectOn(page, name, what, board = 0) {
  await page.waitForSelector(`.board-${board} .cell[data-square="${name}"][aria-label^="${name}, ${what}"]`);
}

/** Answers come as late as from a server far away. */
export const answerLate = (page) => page.evaluate(() => {
  const { connection } = globalThis.galaverna;
  const ask = connection.ask.bind(connection);
  connection.ask = async (...asked) => {
    await new Promise((done) => { setTimeout(done, 200); });
    return ask(...asked);
  };
});

/** Waits until the status line says this. */
export const expectStatus = (page, text) => page.locator('.status-text', { hasText: text }).first().waitFor();

/** Waits until screen readers are told this. */
export const expectSaid = (page, text) => page.locator('#said, #said-urgently').filter({ hasText: text }).first().waitFor({ state: 'attached' });

/** Starts a game at the start, or from a position by way of the editor. */
export async function play(page, game, fen = null) {
  if (fen) {
    await go(page, `#/edit/${game}?fen=${encodeURIComponent(fen)}`);
    await page.locator('button:has-text("Play from here"):enabled').click();
  } else {
    await go(page, '#/');
    await page.locator('.game-card', { hasText: TITLES[game] }).click();
    await page.getByRole('button', { name: 'Play', exact: true }).click();
  }
  await page.waitForSelector('.play .enabled .man, dialog[open]');
  // A game that was begun is not replaced unasked.
  const anew = page.getByRole('button', { name: 'Begin the new one' });
  if (await anew.isVisible()) {
    await anew.click();
    await page.waitForSelector('.play .enabled .man');
  }
}

/** Clicks squares one after the other: `e2`, or `B:e4` for the second board. */
export async function click(page, ...names) {
  for (const name of names) {
    const [board, plain] = name.startsWith('B:') ? [1, name.slice(2)] : [0, name];
    await page.waitForSelector('.boards.enabled');
    await square(page, plain, board).click();
  }
}

/** Two people exchange queens: White offers these squares, Black agrees with those. */
export async function agree(page, white, black) {
  await page.getByRole('button', { name: 'Offer an exchange' }).click();
  await click(page, ...white);
  await page.getByRole('button', { name: 'Offer it' }).click();
  await click(page, ...black);
  await page.getByRole('button', { name: 'Agree' }).click();
}

/** Plays random moves, the same ones each time, into the analysis that is seen: so many that the game does not end. */
export const randomGame = (page, plies) => page.evaluate(async (count) => {
  const { game } = globalThis.galaverna.screen;
  let seed = 1;
  for (let ply = 0; ply < count; ply += 1) {
    const { moves } = await game.position();
    const quiet = moves.filter(({ san }) => !/[#+x=]/.test(san));
    const captures = moves.filter(({ san }) => /x[^#=]*$/.test(san));
    // No rule of fifty moves ends it.
    const from = ply % 60 === 59 && captures.length ? captures : quiet.length ? quiet : moves;
    seed = (seed * 48271) % 2147483647;
    const move = from[seed % from.length];
    if (!move) throw new Error(`over at ply ${ply}`);
    game.add(move.text, move.san, move);
  }
  await game.position();
}, plies);

/** What axe finds on the page as it is. */
export async function findings(page) {
  // The page's policy forbids strange scripts; what the browser is told to evaluate is
  // none.
  if (!await page.evaluate(() => 'axe' in globalThis)) await page.evaluate(readFileSync(axePath, 'utf8'));
  return page.evaluate(async () => {
    const { violations } = await globalThis.axe.run(document, { resultTypes: ['violations'] });
    return violations.map(({ id, impact, nodes }) => `${impact} ${id}: ${nodes.slice(0, 3).map((node) => node.html.slice(0, 160)).join(' | ')}`);
  });
}

/** Axe finds nothing, in light and in dark. @param {string} [what] is seen */
export async function isClean(page, what = '') {
  for (const theme of ['light', 'dark']) {
    await page.evaluate((name) => { document.documentElement.dataset.theme = name; }, theme);
    assert.deepEqual(await findings(page), [], `${what}, ${theme}`);
  }
}
