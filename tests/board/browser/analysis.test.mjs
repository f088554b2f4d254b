// What people know from lichess's analysis: drawings, annotations, chapters, sharing.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, afterEach, before, test } from 'node:test';
import { answerLate, expectSaid, findings, go, open, square } from './harness.mjs';
import { drag } from './ways.mjs';

/** @type {Awaited<ReturnType<typeof open>>} */
let board;
before(async () => { board = await open(); });
afterEach(async () => { await board.closePages(); });
after(async () => { await board.end(); });

/** The engine is asked only where a test is about it. */
const QUIET = { engine: false, merged: false, sound: false };

/** An analysis at an address. @param {string} address */
async function analysis(address, settings = {}, options = {}) {
  const page = await board.page({ ...QUIET, ...settings }, options);
  await go(page, `#/analyse/${address}`);
  await page.waitForSelector('.boards.enabled .man');
  return page;
}

/** Loads a PGN. */
async function load(page, text) {
  await page.getByRole('button', { name: 'Paste a game' }).click();
  await page.locator('dialog textarea').fill(text);
  await page.getByRole('button', { name: 'Load', exact: true }).click();
}

/** The game that is analysed, as PGN. */
const pgnOf = (page) => page.evaluate(() => globalThis.galaverna.screen.transfer.pgn());

/** Draws an arrow with the right button. */
const drawArrow = (page, from, to) => drag(page, square(page, from), square(page, to), 'right');

const arrows = (page, colour, at = 0) => page.locator(`.board-${at} .arrow.drawn.${colour}`);
const circles = (page, colour, at = 0) => page.locator(`.board-${at} .mark.circle.${colour}`);

test('the right button draws arrows and circles, and takes them away; they are the position’s', async () => {
  const page = await analysis('alice?moves=e2e4');
  await page.locator('.move[aria-current]').waitFor();
  await drawArrow(page, 'd2', 'd4');
  await arrows(page, 'green').waitFor({ state: 'attached' });
  await page.keyboard.down('Shift');
  await square(page, 'e4', 1).click({ button: 'right' });
  await page.keyboard.up('Shift');
  await circles(page, 'red', 1).waitFor();
  await page.waitForSelector('.board-1 .cell[data-square="e4"][aria-label*="red circle"]');
  assert.match(await pgnOf(page), /1\. e4\/B \{\[%csl Re4\/B\] \[%cal Gd2d4\]\}/);
  await page.keyboard.press(',');
  await circles(page, 'red', 1).waitFor({ state: 'detached' });
  await page.keyboard.press('.');
  await circles(page, 'red', 1).waitFor();
  await drawArrow(page, 'd2', 'd4');
  await arrows(page, 'green').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Clear' }).click();
  assert.equal(await page.locator('.mark.circle').count(), 0);
  assert.match(await pgnOf(page), /1\. e4\/B \*/);
});

test('a pen draws by touch and by keys, and a loaded game shows what was drawn', async () => {
  const page = await analysis('iceage', {}, { hasTouch: true, viewport: { width: 360, height: 740 } });
  await page.getByRole('button', { name: 'Draw' }).tap();
  await page.getByRole('radio', { name: 'blue' }).tap();
  await square(page, 'e5').tap();
  await circles(page, 'blue').waitFor();
  await square(page, 'd2').focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await arrows(page, 'blue').waitFor({ state: 'attached' });
  await expectSaid(page, 'Drawn: blue arrow from d2 to d4.');
  assert.equal(await page.locator('.cell.selected').count(), 0, 'no piece is chosen');
  assert.deepEqual(await findings(page), []);
  await page.getByRole('button', { name: 'Draw' }).tap();
  await square(page, 'e2').tap();
  await page.waitForSelector('.cell.selected[data-square="e2"]');
  await square(page, 'd3').tap();
  await page.locator('.moves .move').waitFor();
  const written = await pgnOf(page);
  assert.match(written, /\{\[%csl Be5\] \[%cal Bd2d4\]\} 1\. exd3 \*/);
  await load(page, written.replace('1. exd3 *', '1. cxd3 {[%cal Re4e5] On.} *'));
  await page.locator('.moves .move', { hasText: 'cxd3' }).waitFor();
  await circles(page, 'blue').waitFor();
  await page.keyboard.press('.');
  await arrows(page, 'red').waitFor({ state: 'attached' });
  await page.locator('.moves-note', { hasText: /^On\.$/ }).waitFor();
});

const PLAYED = `[Event "Cup"]
[Date "2026.05.01"]
[White "Ada"]
[Black "Bo"]
[WhiteElo "2100"]
[Result "1-0"]
`;

test('a loaded game shows its players, ratings, clocks and what was taken', async () => {
  const page = await analysis('chess');
  await load(page, `${PLAYED}\n1. e4 {[%clk 0:09:58]} d5 {[%clk 0:09:50]} 2. exd5 {[%clk 0:09:40] Why not?} 1-0`);
  await page.locator('.moves .move', { hasText: 'exd5' }).waitFor();
  await page.keyboard.press('End');
  const [upper, lower] = [page.locator('.side-bar').first(), page.locator('.side-bar').last()];
  await lower.filter({ hasText: /Ada.*2100.*\+1.*9:40/ }).waitFor();
  await upper.filter({ hasText: /Bo.*9:50/ }).waitFor();
  await page.getByRole('img', { name: 'Black has lost pawn; White is 1 point ahead' }).waitFor();
  await page.locator('.moves-card', { hasText: 'Cup · 2026.05.01 · 1–0' }).waitFor();
  await page.keyboard.press('f');
  await upper.filter({ hasText: 'Ada' }).waitFor();
  assert.deepEqual(await findings(page), []);
  // On two boards too, and where nothing is known of who plays.
  await load(page, '[Variant "alice"]\n\n1. e4/B d5/B 2. Be2/B dxe4/A *');
  await page.locator('.moves .move', { hasText: 'Be2' }).waitFor();
  await page.getByRole('button', { name: 'To the end' }).click();
  await page.getByRole('img', { name: 'White has lost pawn; Black is 1 point ahead' }).waitFor();
});

/** The bytes of the file that a button saves. */
async function saved(page, name, press = (/** @type {any} */ button) => button.click()) {
  const download = page.waitForEvent('download');
  await press(page.getByRole('button', { name }));
  const file = await download;
  return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) };
}

test('a position is saved as SVG and PNG, a line as an animated GIF, of one board and of two', async () => {
  const page = await analysis('iceage?moves=e2d3');
  await page.locator('.move[aria-current]').waitFor();
  await square(page, 'd3').click({ button: 'right' });
  const svg = await saved(page, 'Save SVG');
  assert.equal(svg.name, 'iceage.svg');
  const text = svg.bytes.toString();
  assert.equal(text.match(/<g transform="translate\(\d+ \d+\) scale\(0\.56\)">/g).length, 32 + 31);
  assert.ok(text.includes('<circle') && !text.includes('var('), 'the colours are in it');
  const png = await saved(page, 'Save PNG', (button) => button.press('Enter'));
  assert.equal(png.bytes.subarray(1, 4).toString(), 'PNG');
  assert.equal(png.bytes.readUInt32BE(16), 2 * 524);
  const phone = await analysis('alice?moves=e2e4+d7d5', { merged: true }, { hasTouch: true, viewport: { width: 360, height: 740 } });
  await phone.locator('.move[aria-current]').waitFor();
  const gif = await saved(phone, 'Save GIF', (button) => button.tap());
  assert.equal(gif.name, 'alice.gif');
  assert.equal(gif.bytes.subarray(0, 6).toString(), 'GIF89a');
  assert.equal(gif.bytes.toString('latin1').match(/\x21\xf9\x04\x04/g).length, 3);
  // A browser reads it.
  const size = await phone.evaluate(async (data) => {
    const image = new Image();
    image.src = `data:image/gif;base64,${data}`;
    await image.decode();
    return [image.naturalWidth, image.naturalHeight];
  }, gif.bytes.toString('base64'));
  assert.deepEqual(size, [Math.round((2 * 524 + 22) * 0.65), Math.round((524 + 34) * 0.65)]);
});

test('comments and signs are written, by mouse and by keys', async () => {
  const page = await analysis('elolbia');
  await page.evaluate(() => {
    const { game } = globalThis.galaverna.screen;
    globalThis.galaverna.screen.playMove(game.root.position.moves[0]);
  });
  await page.locator('.move[aria-current]').waitFor();
  await page.getByRole('button', { name: 'Annotate' }).click();
  await page.getByLabel('Comment', { exact: true }).fill('A quiet\nbeginning {so far}.');
  await page.locator('.moves-note', { hasText: 'A quiet beginning' }).waitFor();
  await page.getByRole('button', { name: 'dubious move' }).click();
  await page.getByRole('button', { name: 'interesting move' }).click();
  await page.getByRole('button', { name: 'White is better', exact: true }).press('Enter');
  await page.locator('.moves .move .sign', { hasText: '!? ±' }).waitFor();
  assert.match(await pgnOf(page), /\$5 \$16 \{A quiet beginning \(so far\)\.\}/);
  await page.getByRole('button', { name: 'interesting move' }).click();
  await page.locator('.moves .move .sign', { hasText: /^±$/ }).waitFor();
  assert.deepEqual(await findings(page), []);
  await page.getByRole('button', { name: 'To the start' }).click();
  await page.keyboard.press('c');
  await page.keyboard.press('c');
  await page.getByLabel('Comment', { exact: true }).fill('Before.');
  await page.keyboard.press('Escape');
  assert.match(await pgnOf(page), /\{Before\.\} 1\. /);
});

const TWO = `[White "Ada"]
[Black "Bo"]

1. e4 e5 (1... c5 2. Nf3 (2. Nc3 Nc6) 2... d6) *

[Variant "alice"]
[ChapterName "Both boards"]

1. e4/B d5/B *
`;

test('a PGN of many games becomes chapters, which are chosen, added, renamed, deleted and saved', async () => {
  const page = await analysis('chess');
  await load(page, TWO);
  await page.getByRole('button', { name: 'All of them' }).click();
  const chapters = page.locator('.chapters .move');
  await chapters.filter({ hasText: '1. Ada – Bo' }).waitFor();
  // A variation within another becomes the one around it first.
  await page.locator('.variation .variation').getByRole('button', { name: 'Promote this variation' }).click();
  await page.locator('.variation', { hasText: /^1… c5 2\. Nc3/ }).first().waitFor();
  await chapters.filter({ hasText: '2. Both boards' }).click();
  await page.waitForSelector('.board-1');
  await page.locator('.moves .move', { hasText: 'd5' }).waitFor();
  await page.keyboard.press('PageUp');
  await page.locator('.chapters [aria-current]', { hasText: 'Ada' }).waitFor();
  assert.equal(await page.locator('.board').count(), 1);
  await page.getByRole('button', { name: 'Add a chapter' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Third');
  await page.getByRole('button', { name: 'From the start' }).click();
  await page.locator('.chapters [aria-current]', { hasText: '3. Third' }).waitFor();
  await page.getByRole('button', { name: 'Rename' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Last');
  await page.locator('dialog').getByRole('button', { name: 'Rename' }).click();
  await page.locator('.chapters [aria-current]', { hasText: '3. Last' }).waitFor();
  const all = await page.evaluate(() => globalThis.galaverna.screen.study.pgn());
  assert.equal(all.match(/\[Event /g).length, 3);
  assert.match(all, /1\.\.\. c5 2\. Nc3 \(2\. Nf3 d6\) 2\.\.\. Nc6/);
  assert.match(all, /\[Variant "alice"\]\n\[ChapterName "Both boards"\]/);
  assert.match(all, /\[ChapterName "Last"\]/);
  await page.reload();
  await page.locator('.chapters [aria-current]', { hasText: '3. Last' }).waitFor();
  await page.getByRole('button', { name: 'Delete chapter' }).click();
  await page.getByRole('button', { name: 'Delete it' }).click();
  await page.locator('.chapters [aria-current]', { hasText: '2. Both boards' }).waitFor();
  assert.equal(await chapters.count(), 2);
  assert.deepEqual(await findings(page), []);
});

test('the address follows the position; back and forward walk, also to the game before', async () => {
  const page = await analysis('alice');
  const shown = (text) => page.locator('.move[aria-current]', { hasText: text }).waitFor();
  const address = (/** @type {RegExp} */ wanted) => page.waitForFunction((source) => new RegExp(source).test(location.hash), wanted.source);
  await square(page, 'e2').click();
  await square(page, 'e4').click();
  await shown('e4');
  await address(/moves=e2e4$/);
  await square(page, 'd7').click();
  await square(page, 'd6').click();
  await shown('d6');
  await address(/moves=e2e4\+d7d6$/);
  await page.goBack();
  await shown('e4');
  await page.locator('.moves .move', { hasText: 'd6' }).waitFor();
  await load(page, '1. c4 c5 *');
  await page.locator('.moves .move', { hasText: 'c4' }).waitFor();
  await address(/chess$/);
  await page.goBack();
  await page.waitForSelector('.board-1 .man');
  await shown('e4');
  await page.locator('.moves .move', { hasText: 'd6' }).waitFor();
  await page.goForward();
  await page.locator('.moves .move', { hasText: 'c4' }).waitFor();
});

/** What the engine is asked from now on: the bodies of its searches. */
const searchesOf = (page) => page.evaluate(() => {
  const { connection } = globalThis.galaverna;
  const follow = connection.follow.bind(connection);
  globalThis.searches = [];
  connection.follow = (type, body, ...rest) => {
    globalThis.searches.push(body);
    return follow(type, body, ...rest);
  };
});
const lastSearch = (page) => page.evaluate(() => globalThis.searches.at(-1));

test('an analysis that is left before it is seen writes no address and searches nothing', async () => {
  const page = await analysis('alice', { engine: true });
  await page.locator('.line .score').first().waitFor();
  await searchesOf(page);
  await answerLate(page);
  await page.evaluate(async () => {
    const { screen } = globalThis.galaverna;
    location.hash = '#/analyse/chess';
    while (globalThis.galaverna.screen === screen) await new Promise((done) => { setTimeout(done); });
    location.hash = '#/analyse/iceage';
  });
  await page.waitForFunction(() => globalThis.searches.some(({ game }) => game === 'iceage'));
  // So long a position must be seen before it is a step of the browser's way back.
  await page.waitForTimeout(600);
  assert.equal(new URL(page.url()).hash, '#/analyse/iceage');
  assert.deepEqual(await page.evaluate(() => globalThis.searches.map(({ game }) => game)), ['iceage']);
});

test('threads and memory are chosen beside the lines, as far as the server allows', async () => {
  const page = await analysis('iceage', { engine: true });
  await searchesOf(page);
  const limits = await page.evaluate(() => globalThis.galaverna.hello);
  const memory = page.getByLabel('Memory');
  await memory.selectOption('128');
  const { infinite, hash } = await lastSearch(page);
  assert.deepEqual({ infinite, hash }, { infinite: true, hash: 128 });
  assert.equal(await memory.locator('option').last().getAttribute('value'), String(limits.max_hash));
  if (limits.max_threads > 1) {
    await page.getByLabel('Threads').selectOption(String(limits.max_threads));
    assert.equal((await lastSearch(page)).threads, limits.max_threads);
  } else {
    assert.equal(await page.getByLabel('Threads').count(), 0);
  }
  await page.locator('.engine-head', { hasText: /depth \d+ · .* nodes\/s/ }).waitFor();
  await page.reload();
  await page.waitForSelector('.boards.enabled .man');
  assert.equal(await page.getByLabel('Memory').inputValue(), '128');
});

for (const game of ['elolbia', 'alice']) {
  test(`what was found in a position of ${game} is there when it is seen again, and is searched further`, async () => {
    const page = await analysis(game, { engine: true, lines: 2 });
    const depth = (least) => page.waitForFunction((wanted) => Number(/depth (\d+) · .*nodes/.exec(document.querySelector('.engine-head p').textContent)?.[1]) >= wanted, least);
    await depth(9);
    await page.locator('.line-move').first().click();
    await page.locator('.move[aria-current]').waitFor();
    await depth(3);
    // Whatever is said from here on.
    await page.evaluate(() => {
      const facts = document.querySelector('.engine-head p');
      globalThis.said = [];
      new MutationObserver(() => globalThis.said.push(facts.textContent)).observe(facts, { childList: true, characterData: true, subtree: true });
    });
    await page.keyboard.press('ArrowLeft');
    const since = () => page.evaluate(() => globalThis.said.slice(globalThis.said.findIndex((text) => text.endsWith('seen before'))));
    await page.waitForFunction(() => globalThis.said.some((text) => text.endsWith('seen before')));
    const [first] = await since();
    const before = Number(/^depth (\d+) · seen before$/.exec(first)?.[1]);
    assert.ok(before >= 9, first);
    assert.ok(await page.locator('.line-move').count() > 2, 'the lines are there');
    await depth(before);
    const depths = (await since()).map((text) => Number(/depth (\d+)/.exec(text)?.[1]));
    assert.ok(depths.every((one) => one >= before), String(depths));
  });
}

test('the threat is what the other side would do, by mouse, keys and touch', async () => {
  const threat = (page) => page.getByRole('button', { name: 'Threat' });
  const head = (page, text) => page.locator('.engine-head', { hasText: text }).waitFor();
  const arrow = (page) => page.locator('.arrow.threat').waitFor({ state: 'attached' });
  // The queen mates on f7, if Black lets her.
  const scholar = 'r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR b KQkq - 3 3';
  const page = await analysis(`chess?fen=${encodeURIComponent(scholar)}`, { engine: true, lines: 1 });
  await threat(page).click();
  await head(page, 'If White were to move: depth');
  await arrow(page);
  await page.locator('.line .score', { hasText: 'M1' }).waitFor();
  await page.locator('.line .line-move', { hasText: 'xf7#' }).waitFor();
  assert.equal(await page.locator('button.line-move').count(), 0, 'nobody plays it');
  assert.deepEqual(await findings(page), []);
  await page.keyboard.press('t');
  await head(page, /^[^:]*depth \d+/);
  await page.locator('button.line-move').first().waitFor();
  assert.equal(await page.locator('.arrow.threat').count(), 0);
  await page.keyboard.press('t');
  await arrow(page);
  // A step ends it.
  await square(page, 'g7').click();
  await square(page, 'g6').click();
  await page.locator('.move[aria-current]').waitFor();
  await page.locator('.arrow.threat').waitFor({ state: 'detached' });
  assert.equal(await threat(page).getAttribute('aria-pressed'), 'false');
  // In check nobody passes.
  await go(page, `#/analyse/chess?fen=${encodeURIComponent('4k3/8/8/8/8/8/4q3/4K3 w - - 0 1')}`);
  await page.locator('.engine-limits button:disabled').waitFor();
  const phone = await analysis('iceage', { lines: 1 }, { hasTouch: true, viewport: { width: 360, height: 740 } });
  await threat(phone).tap();
  await head(phone, 'If Black were to move: depth');
  await arrow(phone);
  assert.deepEqual(await findings(phone), []);
  const wide = await phone.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(wide <= 360, `it takes ${wide}`);
  // Black's next move brings the ice.
  await go(phone, `#/analyse/iceage?fen=${encodeURIComponent('2rq1rk1/3bpp2/1*1p1bP1/1p2n3/4P2P/1NN2P1*/PPPQ4/1K1R3R b - - 0 20')}`);
  await phone.waitForSelector('.cell[data-square="g8"][aria-label*="king"]');
  await threat(phone).tap();
  await expectSaid(phone, 'Nobody can pass in this position.');
});
