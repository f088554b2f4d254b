// What once annoyed people, and must not come back.

import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { PEOPLE, click, expectOn, expectStatus, go, open, play, square } from './harness.mjs';
import { PHONE } from './ways.mjs';

/** @type {Awaited<ReturnType<typeof open>>} */
let board;
before(async () => { board = await open(); });
afterEach(async () => { await board.closePages(); });
after(async () => { await board.end(); });

/** Two moves of each game. */
const MOVES = { chess: ['e2', 'e4'], iceage: ['b1', 'c3'], alice: ['e2', 'e4'], elolbia: ['c2', 'c3'], clupso: ['c2', 'c3'] };

test('a game that is left waits with its clock, and is come back to', async () => {
  for (const game of ['chess', 'alice']) {
    const page = await board.page({ ...PEOPLE, time: '5+3' });
    await play(page, game);
    await click(page, ...MOVES[game]);
    const black = page.getByRole('timer', { name: 'Black’s clock' });
    await black.filter({ hasText: '4:59' }).waitFor();
    await page.getByRole('button', { name: 'New game' }).click();
    await page.locator('.continue', { hasText: 'move 1' }).waitFor();
    const left = () => page.evaluate(() => globalThis.galaverna.playScreen.kept.left[1]);
    const before = await left();
    await page.waitForTimeout(300);
    assert.equal(await left(), before, 'nobody sees the clock');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.locator('.clock.running').waitFor();
    await page.waitForFunction((than) => globalThis.galaverna.playScreen.kept.left[1] < than, before);
  }
});

test('a game is not replaced unasked, by mouse, key or finger', async () => {
  const page = await board.page(PEOPLE);
  await play(page, 'iceage');
  await click(page, ...MOVES.iceage);
  await go(page, '#/');
  const begin = page.getByRole('button', { name: 'Play', exact: true });
  await begin.click();
  await page.getByRole('button', { name: 'Back to it' }).click();
  await expectOn(page, 'c3', 'white knight');
  await go(page, '#/');
  await begin.press('Enter');
  await page.getByRole('heading', { name: 'Give up your game?' }).waitFor();
  await page.keyboard.press('Escape');
  await page.locator('.continue').waitFor();
  await begin.click();
  await page.getByRole('button', { name: 'Begin the new one' }).click();
  await page.locator('.moves', { hasText: 'No moves yet' }).waitFor();
  const phone = await board.page(PEOPLE, PHONE);
  await play(phone, 'clupso');
  await click(phone, ...MOVES.clupso);
  for (const address of ['#/edit/clupso', '#/analyse/alice']) {
    await go(phone, address);
    await phone.locator('button:has-text("Play from here"):enabled').tap();
    await phone.getByRole('button', { name: 'Back to it' }).tap();
    await phone.waitForSelector('.play');
    await expectOn(phone, 'c3', 'white man');
  }
});

test('Play in the header leads to the running game, and from there to the choice with the way back', async () => {
  const page = await board.page({ ...PEOPLE, engine: false });
  const link = page.getByRole('link', { name: 'Play' });
  for (const [game, act] of [['alice', 'click'], ['elolbia', 'press']]) {
    await play(page, game);
    await click(page, ...MOVES[game]);
    await page.locator('.play .move').waitFor();
    await go(page, '#/learn');
    await page.locator('.learn-home').waitFor();
    await link[act]('Enter');
    await page.locator('.play .move').waitFor();
    await link[act]('Enter');
    await page.locator('.continue', { hasText: 'move 1' }).waitFor();
    await link[act]('Enter');
    await page.locator('.play .move').waitFor();
  }
});

test('the engine does not think about a game that nobody sees', async () => {
  const page = await board.page({ ...PEOPLE, opponent: 'watch', elo: 1000 });
  await page.locator('.game-card', { hasText: 'Elolbian Chess' }).click();
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await page.locator('.move').nth(1).waitFor();
  assert.equal(await page.locator('#typed').count(), 0, 'there is nothing to type');
  const count = () => page.evaluate(() => globalThis.galaverna.playScreen.kept.moves.length);
  await page.getByRole('button', { name: 'Pause' }).click();
  await expectStatus(page, 'Paused.');
  const paused = await count();
  await page.waitForTimeout(1500);
  assert.equal(await count(), paused);
  await page.getByRole('button', { name: 'Go on' }).press('Enter');
  await page.waitForFunction((than) => globalThis.galaverna.playScreen.kept.moves.length > than, paused);
  await go(page, '#/learn');
  await page.locator('.learn-home').waitFor();
  const left = await count();
  await page.waitForTimeout(1500);
  assert.equal(await count(), left);
});

test('a link that says nothing shows the start position and what is wrong', async () => {
  const page = await board.page({ engine: false });
  await go(page, '#/analyse/alice?fen=rubbish');
  await expectStatus(page, 'The link has no position that can be read');
  await expectOn(page, 'e2', 'white pawn');
  await click(page, 'e2', 'e4');
  await expectOn(page, 'e4', 'white pawn', 1);
  await go(page, '#/analyse/foo');
  await expectStatus(page, 'There is no game ‘foo’.');
  await go(page, '#/edit/foo');
  await page.locator('.set-up .status-text', { hasText: 'There is no game ‘foo’.' }).waitFor();
  await go(page, '#/analyse/chess?moves=e2e4+e2e4');
  await expectStatus(page, 'The link goes on with ‘e2e4’, which is no legal move here.');
  await page.locator('.move[aria-current]', { hasText: 'e4' }).waitFor();
});

test('the field for moves has examples that are legal, and is empty after a move', async () => {
  const page = await board.page(PEOPLE);
  for (const game of ['clupso', 'alice']) {
    await play(page, game);
    const typed = page.locator('#typed');
    const [, san, text] = /^Type a move: (\S+), (\S+)$/.exec(await typed.getAttribute('placeholder')) ?? [];
    assert.ok(san && text, await typed.getAttribute('placeholder'));
    await typed.fill('rubbish');
    await typed.press('Enter');
    await page.locator('.typed .error:not(:empty)').waitFor();
    await click(page, ...MOVES[game]);
    await page.locator('.typed .error:empty').waitFor({ state: 'attached' });
    assert.equal(await typed.inputValue(), '');
    await page.getByRole('button', { name: 'Take back' }).click();
    await typed.fill(san);
    await typed.press('Enter');
    await page.locator('.move', { hasText: san }).waitFor();
  }
});

test('the name of a square is enough where one man or pawn can go there', async () => {
  const page = await board.page(PEOPLE);
  const type = async (game, name) => {
    await play(page, game);
    await page.locator('#typed').fill(name);
    await page.locator('#typed').press('Enter');
  };
  for (const [game, name, on] of [['clupso', 'c3', 0], ['alice', 'e4', 1], ['chess', 'e4', 0]]) {
    await type(game, name);
    await expectOn(page, name, game === 'clupso' ? 'white man' : 'white pawn', on);
  }
  for (const [game, name, says] of [['elolbia', 'c3', 'c2c3 or b3c3'], ['iceage', 'd3', 'e2d3 or c2d3']]) {
    await type(game, name);
    await page.locator('#typed-error', { hasText: says }).waitFor();
  }
});

test('a list without moves says from where it goes on', async () => {
  const page = await board.page(PEOPLE);
  for (const [game, placement] of [['chess', 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 6'], ['clupso', '1n6/M5m1/5M2/8/8/8/8/1R1B4 b - - 5 6']]) {
    await play(page, game, placement);
    await page.locator('.moves', { hasText: 'No moves from here yet. It is Black’s turn.' }).waitFor();
  }
});

test('what a game has ended with cannot be done again', async () => {
  const page = await board.page(PEOPLE);
  for (const game of ['chess', 'iceage']) {
    await play(page, game);
    await click(page, ...MOVES[game]);
    await page.getByRole('button', { name: 'Resign' }).click();
    await page.locator('dialog').getByRole('button', { name: 'Resign' }).click();
    await expectStatus(page, 'Black resigns.');
    for (const name of ['Draw', 'Resign', 'Hint']) assert.ok(await page.getByRole('button', { name }).isDisabled(), name);
  }
});

test('arrows step through the game after a click on the board, and so does the wheel', async () => {
  const page = await board.page(PEOPLE);
  await play(page, 'chess');
  await click(page, 'e2', 'e4', 'e7', 'e5');
  await expectOn(page, 'e5', 'black pawn');
  await square(page, 'd4').click();
  for (const [key, on] of [['ArrowLeft', 'e7'], ['ArrowRight', 'e5']]) {
    await page.keyboard.press(key);
    await expectOn(page, on, 'black pawn');
  }
  await page.keyboard.press('ArrowUp');
  await expectOn(page, 'e2', 'white pawn');
  await page.keyboard.press('ArrowDown');
  await expectOn(page, 'e5', 'black pawn');
  // With Ctrl they move the cursor, and then without it.
  await square(page, 'd4').click();
  await page.keyboard.press('Control+ArrowUp');
  await page.keyboard.press('ArrowUp');
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('data-square')), 'd6');
  await expectOn(page, 'e5', 'black pawn');
  await square(page, 'd4').hover();
  await page.mouse.wheel(0, -100);
  await expectOn(page, 'e7', 'black pawn');
  await page.mouse.wheel(0, 100);
  await expectOn(page, 'e5', 'black pawn');
  // So it is where a game is analysed, on two boards.
  await go(page, '#/analyse/alice?moves=e2e4+d7d6');
  await expectOn(page, 'd6', 'black pawn', 1);
  await square(page, 'h5').click();
  await page.keyboard.press('ArrowLeft');
  await expectOn(page, 'd7', 'black pawn');
  await page.keyboard.press('ArrowRight');
  await expectOn(page, 'd6', 'black pawn', 1);
  await square(page, 'h5', 1).hover();
  await page.mouse.wheel(0, -100);
  await expectOn(page, 'd7', 'black pawn');
});

test('what is being typed or has the focus stays when the engine answers', async () => {
  const page = await board.page({ ...PEOPLE, lines: 2 });
  for (const game of ['chess', 'iceage']) {
    await go(page, `#/edit/${game}`);
    // The screen before it may have a button with this name, too.
    await page.getByRole('radio', { name: 'Black' }).waitFor();
    await page.locator('button:has-text("Play from here"):enabled').waitFor();
    // The answer comes while the number is typed.
    await page.evaluate(() => {
      const { connection } = globalThis.galaverna;
      const ask = connection.ask;
      connection.ask = async (...words) => {
        const answer = await ask.apply(connection, words);
        await new Promise((done) => { globalThis.answer = done; });
        connection.ask = ask;
        return answer;
      };
    });
    await page.getByRole('radio', { name: 'Black' }).click();
    const number = page.getByLabel('Number of the move');
    await number.fill('31');
    await page.waitForFunction(() => globalThis.answer);
    await page.evaluate(() => { globalThis.answer(); globalThis.answer = null; });
    await page.waitForFunction(() => document.querySelector('#fen').value.includes(' b '));
    assert.equal(await number.inputValue(), '31');
    await number.press('Enter');
    await page.waitForFunction(() => document.querySelector('#fen').value.endsWith(' 31'));
    await go(page, `#/analyse/${game}`);
    await page.locator('.engine-head p', { hasText: /depth \d/ }).waitFor();
    await page.locator('.line-move').first().focus();
    const depth = Number(/depth (\d+)/.exec(await page.locator('.engine-head p').textContent())?.[1]);
    await page.waitForFunction((than) => Number(/depth (\d+)/.exec(document.querySelector('.engine-head p').textContent)?.[1]) > than, depth);
    assert.equal(await page.evaluate(() => document.activeElement.className), 'line-move');
  }
});

test('whoever goes on at once in a dialog that has just opened keeps the focus', async () => {
  const page = await board.page(PEOPLE);
  const focused = () => page.evaluate(() => document.activeElement.closest('label, button').textContent);
  const settings = page.getByRole('button', { name: 'Settings' });
  await settings.evaluate((button) => {
    button.click();
    document.querySelector('dialog [role=switch]').focus();
    return new Promise((done) => { setTimeout(done, 20); });
  });
  assert.equal(await focused(), 'Two boards merged into one');
  await page.keyboard.press('Escape');
  // Whom the press outside takes the focus from has it given back.
  await settings.evaluate((button) => {
    button.click();
    document.activeElement.blur();
    return new Promise((done) => { setTimeout(done, 20); });
  });
  assert.equal(await focused(), 'As the system');
});
