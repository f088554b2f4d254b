// What is kept and chosen: games and analyses, how the board looks, positions by hand.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, afterEach, before, test } from 'node:test';
import { PEOPLE, click, expectOn, findings, go, open, play, square } from './harness.mjs';
import { PHONE, drag, dragByFinger } from './ways.mjs';

/** @type {Awaited<ReturnType<typeof open>>} */
let board;
before(async () => { board = await open(); });
afterEach(async () => { await board.closePages(); });
after(async () => { await board.end(); });

/** The colour of a square, and the picture of what stands on another. */
const look = (page) => page.evaluate(() => ({
  square: getComputedStyle(document.querySelector('.middle .cell.dark')).backgroundColor,
  piece: document.querySelector('.middle .man use').getAttribute('href'),
  coordinates: getComputedStyle(document.querySelector('.middle .ranks')).display,
  width: document.querySelector('.middle .surface').offsetWidth,
}));

const openSettings = async (page) => {
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.locator('dialog .preview .man').first().waitFor();
};

test('boards, pieces, coordinates and size are chosen, seen at once, and kept', async () => {
  const page = await board.page(PEOPLE);
  await play(page, 'iceage');
  const before = await look(page);
  await openSettings(page);
  await page.getByRole('radio', { name: 'Moss' }).click();
  await page.getByRole('radio', { name: 'Plain' }).click();
  // By the keyboard.
  await page.getByRole('radio', { name: 'Outside' }).press('ArrowRight');
  await page.getByRole('radio', { name: 'Inside' }).press('ArrowRight');
  await page.getByRole('slider', { name: 'Size of the board' }).press('Home');
  assert.equal(await page.locator('dialog .preview use').first().getAttribute('href'), '#plain-R', 'the preview shows it');
  await page.getByRole('button', { name: 'Done' }).click();
  const after = await look(page);
  assert.notEqual(after.square, before.square);
  assert.deepEqual([before.piece, after.piece], ['#R', '#plain-R']);
  assert.deepEqual([before.coordinates, after.coordinates], ['flex', 'none']);
  assert.ok(after.width % 8 === 0 && Math.abs(after.width - 0.6 * before.width) < 9, `${before.width} became ${after.width}`);
  await page.reload();
  await page.waitForSelector('.middle .man');
  assert.deepEqual(await look(page), after);
  await click(page, 'b1', 'c3');
  await expectOn(page, 'c3', 'white knight');
});

test('by finger too, and on two boards each has a colour of its own', async () => {
  const page = await board.page(PEOPLE, PHONE);
  await play(page, 'alice');
  await page.getByRole('button', { name: 'Settings' }).tap();
  for (const name of ['Slate', 'Plain', 'Inside']) await page.getByRole('radio', { name }).tap();
  await page.getByRole('button', { name: 'Done' }).tap();
  const [a, b] = await page.locator('.middle .board').evaluateAll((boards) => boards.map((one) => getComputedStyle(one.querySelector('.cell.dark')).backgroundColor));
  assert.notEqual(a, b);
  await click(page, 'e2', 'e4');
  await expectOn(page, 'e4', 'white pawn', 1);
  assert.equal(await page.locator('.board-1 .man use').getAttribute('href'), '#plain-P');
});

test('headings have a face of the page’s own', async () => {
  const page = await board.page(PEOPLE);
  await page.evaluate(() => document.fonts.ready);
  const faces = await page.evaluate(() => [...document.fonts].map(({ family, status }) => [family.replaceAll('"', ''), status]));
  assert.deepEqual(faces, [['Galaverna Serif', 'loaded']]);
});

test('motion is as wished, or there is none', async () => {
  const page = await board.page({ ...PEOPLE, animation: 'none' });
  await play(page, 'chess');
  const motions = () => page.evaluate(() => document.getAnimations().filter((one) => one.effect?.target?.classList.contains('man')).map((one) => one.effect.getTiming().duration));
  await click(page, 'e2', 'e4');
  assert.deepEqual(await motions(), []);
  await openSettings(page);
  await page.getByRole('radio', { name: 'Fast' }).click();
  // The preview shows it.
  assert.deepEqual(await motions(), [80]);
  assert.ok(await page.evaluate(() => JSON.parse(localStorage.getItem('galaverna.settings')).animation === 'fast'));
});

test('axe finds nothing on other boards, in light and dark', async () => {
  for (const theme of ['light', 'dark']) {
    for (const look of [{ board: 'moss', coordinates: 'inside' }, { board: 'slate', pieces: 'plain' }]) {
      const page = await board.page({ ...PEOPLE, ...look, theme });
      await play(page, 'alice');
      await square(page, 'e2').click();
      assert.deepEqual(await findings(page), [], `${look.board}, ${theme}`);
      await openSettings(page);
      assert.deepEqual(await findings(page), [], `${look.board}'s settings, ${theme}`);
      await page.context().close();
    }
  }
});

/** Opens the list when it has so many rows. */
async function games(page, count) {
  await go(page, '#/learn');
  await go(page, '#/games');
  await page.waitForFunction((rows) => document.querySelectorAll('.kept-row').length === rows && document.querySelector('.kept-head p')?.textContent, count);
}

test('games and analyses are kept, found, opened, written and deleted', async () => {
  const page = await board.page({ ...PEOPLE, engine: false });
  await games(page, 0);
  await play(page, 'chess');
  await click(page, 'e2', 'e4', 'e7', 'e5');
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.locator('dialog').getByRole('button', { name: 'Resign' }).click();
  await play(page, 'iceage');
  await click(page, 'b1', 'c3');
  await expectOn(page, 'c3', 'white knight');
  // A game that is looked at and not changed is there once.
  await page.getByRole('button', { name: 'Analyse' }).click();
  await page.waitForSelector('.analysis .boards.enabled');
  await games(page, 2);
  await go(page, '#/analyse/alice');
  await page.waitForSelector('.analysis .boards.count-2.enabled');
  await click(page, 'd2', 'd4');
  await expectOn(page, 'd4', 'white pawn', 1);
  await page.reload();
  await expectOn(page, 'd4', 'white pawn', 1);
  await click(page, 'd7', 'd5');
  await expectOn(page, 'd5', 'black pawn', 1);
  await games(page, 3);
  await page.reload();
  await page.locator('.kept-row').nth(2).waitFor();
  const rows = page.locator('.kept-row');
  await page.getByRole('searchbox', { name: 'Search' }).fill('e4 e5');
  await rows.filter({ hasText: 'Orthodox chess' }).filter({ hasText: '0-1' }).waitFor();
  assert.equal(await rows.count(), 1);
  await page.getByRole('searchbox', { name: 'Search' }).fill('');
  await page.getByLabel('Kind').selectOption('analysis');
  assert.equal(await rows.count(), 1);
  await page.getByLabel('Kind').selectOption('');
  await page.getByLabel('Result').selectOption('*');
  assert.equal(await rows.count(), 2);
  await page.getByLabel('Result').selectOption('');
  await page.getByLabel('Until').fill('2001-01-01');
  assert.equal(await rows.count(), 0);
  await page.getByLabel('Until').fill('');
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as PGN' }).click();
  const text = readFileSync(await (await saved).path(), 'utf8');
  assert.equal(text.match(/^\[White /gm)?.length, 3, text);
  assert.match(text, /1\. e4 e5 0-1/);
  assert.match(text, /Variant "Alice"/i);
  // By the keyboard.
  await rows.filter({ hasText: 'Ice Age' }).getByRole('button').first().press('Enter');
  await page.waitForSelector('.analysis .moves .move');
  await expectOn(page, 'c3', 'white knight');
  await games(page, 3);
  await rows.first().getByRole('button', { name: /^Delete/ }).press('Enter');
  await page.locator('dialog').getByRole('button', { name: 'Delete' }).press('Enter');
  await page.waitForFunction(() => document.querySelectorAll('.kept-row').length === 2);
  await page.getByRole('button', { name: 'Delete all' }).click();
  await page.locator('dialog').getByRole('button', { name: 'Keep them' }).click();
  assert.equal(await rows.count(), 2);
  await page.getByRole('button', { name: 'Delete all' }).click();
  await page.locator('dialog').getByRole('button', { name: 'Delete all' }).click();
  await page.getByText('Nothing yet.').waitFor();
  await page.reload();
  await page.getByText('Nothing yet.').waitFor();
});

test('a browser that keeps nothing is named, and shows what the page has, by finger too', async () => {
  const page = await board.page(PEOPLE, PHONE);
  await page.addInitScript(() => { IDBFactory.prototype.open = () => { throw new DOMException('no', 'SecurityError'); }; });
  await page.reload();
  await play(page, 'clupso');
  await click(page, 'c2', 'c3');
  await expectOn(page, 'c3', 'white man');
  await page.getByRole('link', { name: 'Games' }).tap();
  await page.getByText('lets the page keep nothing').waitFor();
  assert.deepEqual(await findings(page), []);
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360);
  await page.locator('.kept-open').tap();
  await expectOn(page, 'c3', 'white man');
  await page.getByRole('link', { name: 'Games' }).tap();
  await page.getByRole('button', { name: /^Delete White – Black/ }).tap();
  await page.locator('dialog').getByRole('button', { name: 'Delete' }).tap();
  await page.getByText('Nothing yet.').waitFor();
});

test('only the newest are kept', async () => {
  const page = await board.page(PEOPLE);
  await go(page, '#/games');
  const left = await page.evaluate(async () => {
    const { MOST_KEPT } = await import(new URL('js/library.js', document.baseURI).href);
    const { library } = globalThis.galaverna;
    await library.opened;
    const database = await new Promise((done) => { const request = indexedDB.open('galaverna'); request.onsuccess = () => done(request.result); });
    const transaction = database.transaction('games', 'readwrite');
    const text = { game: 'chess', rules: [], fen: null, moves: [], tags: [], result: '*', says: null };
    for (let date = 1; date <= MOST_KEPT; date += 1) {
      transaction.objectStore('games').put({ id: `old-${date}`, kind: 'game', date, white: '', black: '', result: '*', says: '', sans: [], boards: null, text, at: [] });
    }
    await new Promise((done) => { transaction.oncomplete = done; });
    return MOST_KEPT;
  });
  await play(page, 'chess');
  await click(page, 'e2', 'e4');
  await expectOn(page, 'e4', 'white pawn');
  await go(page, '#/games');
  await page.getByText(`${left} kept`).waitFor();
  assert.deepEqual(await page.evaluate(async () => (await globalThis.galaverna.library.all()).map(({ id }) => id).filter((id) => ['old-1', 'old-2'].includes(id))), ['old-2']);
  await page.getByRole('button', { name: /Show more/ }).click();
  assert.equal(await page.locator('.kept-row').count(), 48);
});

/** Waits until the field of the editor holds this FEN. */
const expectFen = (page, fen) => page.waitForFunction((wanted) => document.querySelector('#fen')?.value === wanted, fen);

const palette = (page, name) => page.locator(`.palette [aria-label="${name}"]`);

test('a position is set up by dragging, with rights, en passant and clocks', async () => {
  const page = await board.page(PEOPLE);
  await go(page, `#/edit/chess?fen=${encodeURIComponent('r3k2r/8/8/pP6/8/8/8/R3K2R w Qk - 0 20')}`);
  await expectFen(page, 'r3k2r/8/8/pP6/8/8/8/R3K2R w Qk - 0 20');
  // From beside the board, over it and off it.
  await drag(page, palette(page, 'Put p'), square(page, 'c5'));
  await expectFen(page, 'r3k2r/8/8/pPp5/8/8/8/R3K2R w Qk - 0 20');
  await drag(page, square(page, 'h8'), square(page, 'g6'));
  await expectFen(page, 'r3k3/8/6r1/pPp5/8/8/8/R3K2R w Q - 0 20');
  await drag(page, square(page, 'a8'), { x: 30, y: 400 });
  await expectFen(page, '4k3/8/6r1/pPp5/8/8/8/R3K2R w Q - 0 20');
  assert.ok(await page.getByRole('switch', { name: 'Black, short' }).isDisabled());
  await page.getByRole('switch', { name: 'White, short' }).click();
  await page.getByLabel('En passant').selectOption('c6');
  await page.getByLabel('Half-moves').fill('3');
  await page.getByLabel('Number of the move').fill('31');
  await page.getByLabel('Number of the move').press('Enter');
  await expectFen(page, '4k3/8/6r1/pPp5/8/8/8/R3K2R w KQ c6 3 31');
  await page.getByRole('radio', { name: 'Black' }).click();
  await expectFen(page, '4k3/8/6r1/pPp5/8/8/8/R3K2R b KQ - 3 31');
  // A FEN in; what is wrong with one is said beside it, and the boards stay.
  await page.getByRole('textbox', { name: 'FEN' }).fill('4k3/8/8/8/8/8/8/8 w - - 0 1');
  await page.getByRole('textbox', { name: 'FEN' }).press('Enter');
  await page.locator('.fen .error', { hasText: 'White has 0 kings' }).waitFor();
  await expectOn(page, 'g6', 'black rook');
  await page.getByRole('textbox', { name: 'FEN' }).fill('4k3/8/8/8/8/8/4P3/4K3 b - - 9 40');
  await page.getByRole('button', { name: 'Read it' }).click();
  await expectOn(page, 'g6', 'empty');
  // What is no position is said in words, without names of fields.
  await square(page, 'e8').click();
  await drag(page, square(page, 'e8'), { x: 30, y: 400 });
  await page.locator('.status-text', { hasText: /^Black has 0 kings\.$/ }).waitFor();
  assert.ok(await page.getByRole('button', { name: 'Play from here' }).isDisabled());
  await go(page, '#/edit/alice?fen=rubbish');
  await expectOn(page, 'e1', 'white king');
  // The start position stands below, and the refused FEN stays with what is wrong with it.
  await page.locator('.status-text', { hasText: 'White to move.' }).waitFor();
  await page.locator('.fen .error', { hasText: 'FEN' }).waitFor({ timeout: 1000 });
  await expectFen(page, 'rubbish');
});

test('by the keyboard pieces, ice and its date are set up', async () => {
  const page = await board.page(PEOPLE);
  await go(page, '#/edit/iceage');
  await page.getByRole('button', { name: 'No ice' }).press('Enter');
  await expectFen(page, 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1');
  await page.getByLabel('Moves until the ice').fill('2');
  await page.getByLabel('Moves until the ice').press('Enter');
  await expectFen(page, 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 19');
  await palette(page, 'Put cube').press('Enter');
  await square(page, 'd4').press('Enter');
  await palette(page, 'Move pieces').press('Enter');
  await square(page, 'b1').press('Enter');
  await square(page, 'c3').press('Enter');
  await square(page, 'h1').press('Delete');
  await expectFen(page, 'rnbqkbnr/pppppppp/8/8/3*4/2N5/PPPPPPPP/R1BQKBN1 w Qkq - 0 19');
  await page.getByRole('button', { name: 'Play from here' }).press('Enter');
  await page.locator('.countdown', { hasText: '2 moves' }).waitFor();
});

test('by finger, on two boards and with pools', async () => {
  const page = await board.page({ ...PEOPLE, merged: true }, PHONE);
  await go(page, '#/edit/alice');
  await expectOn(page, 'e1', 'white king');
  await page.getByRole('radio', { name: 'Board B' }).tap();
  await dragByFinger(page, palette(page, 'Put N'), square(page, 'c4'));
  await expectFen(page, 'rnbqkbnr/pppppppp/8/8/2|N5/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1');
  await dragByFinger(page, square(page, 'e2'), square(page, 'e4'));
  await expectFen(page, 'rnbqkbnr/pppppppp/8/8/2|N1P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1');
  await palette(page, 'Put q').tap();
  await square(page, 'e4').tap();
  await expectFen(page, 'rnbqkbnr/pppppppp/8/8/2|N1|q3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1');
  await go(page, '#/edit/clupso');
  await expectOn(page, 'd1', 'white queen');
  await palette(page, 'Take away').tap();
  await square(page, 'd1').tap();
  await page.locator('.set-up-form .pool[aria-label="Pool: 1 queen"]').waitFor();
  await palette(page, 'Put Q').tap();
  await square(page, 'd5').tap();
  await page.locator('.set-up-form .pool[aria-label="Pool: empty"]').nth(1).waitFor();
});
