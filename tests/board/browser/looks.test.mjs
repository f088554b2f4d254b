// What once looked wrong or was hard to reach, and must not come back.

import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { PEOPLE, click, go, open, play, randomGame, square } from './harness.mjs';
import { PHONE, middle } from './ways.mjs';

/** @type {Awaited<ReturnType<typeof open>>} */
let board;
before(async () => { board = await open(); });
afterEach(async () => { await board.closePages(); });
after(async () => { await board.end(); });

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

/** The analysis as a review might leave it: each position with a value, every tenth move with a judgement. */
const judge = (page) => page.evaluate(async () => {
  const { screen } = globalThis.galaverna;
  screen.game.mainLine.forEach((node, ply) => {
    node.score = { cp: -4, mate: null, chance: 49 };
    if (ply % 10 === 9) node.judgement = ply % 20 === 9 ? 'mistake' : 'blunder';
    if (ply === 9) node.better = ['a3', 'a6', 'b3'];
  });
  await screen.goTo(screen.game.root);
});

/** An analysis without an engine. */
async function analysis(page, address) {
  await go(page, '#/');
  await go(page, `#/analyse/${address}`);
  await page.waitForSelector('.analysis .boards.enabled .man');
}

test('a long game’s graph has few marks and numbers at its axes, and what was better has the moves’ numbers', async () => {
  const page = await board.page({ ...PEOPLE, engine: false });
  for (const game of ['chess', 'alice']) {
    for (const [plies, marks] of [[40, 4], [130, 6]]) {
      await analysis(page, game);
      await randomGame(page, plies);
      await judge(page);
      assert.equal(await page.locator('.graph-sign').count(), marks, `${game}, ${plies}`);
      const numbers = (await page.locator('.graph-numbers span').allTextContents()).map(Number);
      assert.ok(numbers.length > 2 && numbers.length < 10, numbers.join());
      assert.deepEqual(await page.locator('.graph-shares span').allTextContents(), ['100 %', '50 %', '0 %']);
    }
    await page.locator('.moves-note', { hasText: 'Better was 5. a3 a6 6. b3' }).waitFor();
  }
});

test('a value that is rounded to nothing has no sign, and the bar’s numbers are whole', async () => {
  const page = await board.page({ ...PEOPLE, engine: false });
  const text = page.locator('.eval-bar b');
  for (const game of ['iceage', 'alice']) {
    await analysis(page, game);
    for (const [cp, says] of [[-4, '0.0'], [-40, '−0.4'], [1530, '+15'], [-10_230, '−102']]) {
      await page.evaluate((value) => globalThis.galaverna.screen.bar.show({ cp: value, mate: null, chance: 50 }), cp);
      assert.equal(await text.textContent(), says);
      const [inner, outer] = await Promise.all([text.boundingBox(), page.locator('.eval-bar').boundingBox()]);
      assert.ok(inner.x >= outer.x - 1 && inner.x + inner.width <= outer.x + outer.width + 1, `${says} is cut off`);
    }
  }
});

test('buttons stay where they are while the list grows', async () => {
  const page = await board.page(PEOPLE);
  const tops = () => page.locator('.steps button, .typed, .actions button').evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
  for (const game of ['chess', 'alice']) {
    await play(page, game);
    const before = await tops();
    await page.evaluate(async () => {
      const { boards, game: played } = globalThis.galaverna.playScreen;
      for (let ply = 0; ply < 30; ply += 1) {
        const { moves } = await played.position();
        await boards.wishes.chosen(moves[(7 * ply) % moves.length]);
      }
    });
    await page.locator('.move').nth(29).waitFor();
    assert.deepEqual(await tops(), before);
  }
});

test('on a phone nothing is cut off in the choice of a game, and buttons keep off the edge', async () => {
  const page = await board.page(PEOPLE, PHONE);
  for (const game of ['Alice', 'Orthodox']) {
    await go(page, '#/');
    await page.locator('.game-card', { hasText: game }).tap();
    const cut = await page.locator('.setup button').evaluateAll((all) => all.filter((one) => {
      const { right } = one.getBoundingClientRect();
      return one.scrollWidth > one.clientWidth || right > innerWidth - 4;
    }).map((one) => one.textContent));
    assert.deepEqual(cut, []);
    await page.getByRole('button', { name: 'Play', exact: true }).tap();
    await page.waitForSelector('.play .enabled .man');
    const { x, width } = await page.getByRole('button', { name: 'New game' }).boundingBox();
    assert.ok(x >= 4 && x + width <= 356, `${x} ${width}`);
  }
});

test('ice that has just come looks new for a move, and old ice is quieter', async () => {
  const page = await board.page({ ...PEOPLE, animation: 'none' });
  await play(page, 'iceage', '2rq1rk1/3bpp2/1*1p1bP1/1p2n3/4P2P/1NN2P1*/PPPQ4/1K1R3R b - - 0 20');
  const edge = (name) => square(page, name).evaluate((cell) => getComputedStyle(globalThis.galaverna.screen.boards.views[0].men.get(cell.dataset.square).querySelector('.piece')).getPropertyValue('--is'));
  const old = await edge('h3');
  await click(page, 'c8', 'c3');
  await page.locator('.cell[data-square="h4"][aria-label*="new"]').waitFor();
  assert.notEqual(await edge('h4'), old);
  await click(page, 'b2', 'c3');
  await page.locator('.cell[data-square="h4"]:not([aria-label*="new"])').waitFor();
  assert.equal(await edge('h4'), old);
});

test('arrows lie under the pieces, show the board of arrival, and wait while a chain is half made', async () => {
  const page = await board.page({ ...PEOPLE, lines: 1, engine: true });
  const layers = () => page.evaluate(() => ['.arrows', '.men', '.marks'].map((name) => Number(getComputedStyle(document.querySelector(name)).zIndex)));
  const best = page.locator('.arrow.best');
  await analysis(page, `elolbia?fen=${encodeURIComponent('k7/8/8/2m1m3/8/2m5/3M4/K7 w - - 0 1')}`);
  await best.waitFor({ state: 'attached' });
  const [arrows, men] = await layers();
  assert.ok(arrows < men);
  await click(page, 'd2', 'b4');
  await best.waitFor({ state: 'detached' });
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Escape');
  await best.waitFor({ state: 'attached' });
  await analysis(page, 'alice');
  await page.locator('.board-0 .arrow.best').waitFor({ state: 'attached' });
  await page.locator('.board-1 .cell[aria-label*="the best move arrives here"]').waitFor();
  await play(page, 'alice');
  await page.getByRole('button', { name: 'Hint' }).click();
  await page.locator('.board-0 .arrow.hint').waitFor({ state: 'attached' });
  await page.locator('.board-1 .cell[aria-label*="the best move arrives here"]').waitFor();
});

test('what is dragged lies over the marks, and the frame is narrow', async () => {
  const page = await board.page(PEOPLE);
  for (const game of ['chess', 'alice']) {
    await play(page, game);
    const [from, to] = [await middle(square(page, 'e2')), await middle(square(page, 'e4'))];
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(to.x, to.y, { steps: 3 });
    await page.locator('.man.dragged').waitFor();
    const [men, marks] = await page.evaluate(() => ['.men', '.marks'].map((name) => Number(getComputedStyle(document.querySelector(`.board-0 ${name}`)).zIndex)));
    assert.ok(men > marks, `${men} ${marks}`);
    await page.mouse.up();
    const [outer, inner] = await page.evaluate(() => ['.board-0', '.board-0 .surface'].map((name) => document.querySelector(name).offsetWidth));
    assert.ok(outer - inner <= 28, `the frame takes ${outer - inner} px`);
  }
});
