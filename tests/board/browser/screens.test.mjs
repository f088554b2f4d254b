// Analysing, learning, setting up, and what goes wrong on the way.

import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { PEOPLE, click, expectOn, expectStatus, go, isClean, open, play, square } from './harness.mjs';

/** @type {Awaited<ReturnType<typeof open>>} */
let board;
before(async () => { board = await open(); });
afterEach(async () => { await board.closePages(); });
after(async () => { await board.end(); });

const MATCH = `[Event "?"]
[White "A"]
[Black "B"]
[Result "0-1"]

1. f3 {+0.20/8 0.010s} e5 2. g4 {-9.00/8 0.010s} Qh4# {+M1/5 0.010s, Black mates} 0-1
`;

/** The game that is analysed, as PGN. */
const pgnOf = (page) => page.evaluate(() => globalThis.galaverna.screen.transfer.pgn());

test('the analysis runs, follows the board and stops', async () => {
  const page = await board.page();
  await go(page, '#/analyse/alice');
  await page.locator('.line .score').nth(2).waitFor();
  await page.locator('.engine-head', { hasText: /depth \d+ · .* nodes\/s/ }).waitFor();
  await click(page, 'e2', 'e4');
  await page.locator('.line-move', { hasText: '1…' }).first().waitFor();
  // The first lines are short.
  await page.locator('.line').first().locator('.line-move').nth(2).click();
  await page.locator('.moves .move').nth(3).waitFor();
  await page.locator('.engine-head .switch input').click();
  await page.locator('.engine-head', { hasText: 'Switched off' }).waitFor();
  await page.keyboard.press('e');
  await page.locator('.line .score').first().waitFor();
});

test('variations, stepping by keys, the link to a line', async () => {
  const page = await board.page();
  await go(page, '#/analyse/chess?moves=e2e4+e7e5+g1f3');
  await page.locator('.move[aria-current]', { hasText: 'Nf3' }).waitFor();
  await page.keyboard.press(',');
  await page.locator('.move[aria-current]', { hasText: 'e5' }).waitFor();
  await click(page, 'f1', 'c4');
  await page.locator('.variation .move[aria-current]', { hasText: 'Bc4' }).waitFor();
  await page.getByRole('button', { name: 'Make this the main line' }).click();
  await page.locator('.moves-row .move', { hasText: 'Bc4' }).waitFor();
  await page.locator('.variation .move', { hasText: 'Nf3' }).waitFor();
});

test('a PGN of match is loaded, stepped, reviewed and written', async () => {
  const page = await board.page();
  await go(page, '#/analyse/chess');
  await page.waitForSelector('.boards.enabled');
  await page.getByRole('button', { name: 'Paste a game' }).click();
  await page.locator('dialog textarea').fill(MATCH);
  await page.getByRole('button', { name: 'Load' }).click();
  await page.locator('.move', { hasText: 'Qh4#' }).waitFor();
  for (const san of ['f3', 'e5', 'g4', 'Qh4#']) {
    await page.keyboard.press('.');
    await page.locator('.move[aria-current]', { hasText: san }).waitFor();
  }
  await expectStatus(page, 'Checkmate. Black wins.');
  await page.getByRole('button', { name: 'Analyse the whole game' }).click();
  await page.locator('.move .sign.blunder').waitFor();
  await page.locator('.moves-note', { hasText: 'Better was' }).first().waitFor();
  const better = /2\. g4 \$4 \{\[%eval #-1\] -9\.00\/8 0\.010s\} \((2\. [^\s)]+)/;
  const [, named] = better.exec((await pgnOf(page)).replace(/\s+/g, ' ')) ?? [];
  assert.ok(named, await pgnOf(page));
  await page.locator('.graph-sign.blunder').waitFor({ state: 'attached' });
  await page.getByRole('button', { name: 'Show it' }).first().click();
  await page.locator('.variation .move[aria-current]').waitFor();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save PGN' }).click();
  assert.equal((await download).suggestedFilename(), 'chess.pgn');
  // What would have been better is read back as a variation, and not written twice.
  const written = await pgnOf(page);
  await page.getByRole('button', { name: 'Paste a game' }).click();
  await page.locator('dialog textarea').fill(written);
  await page.getByRole('button', { name: 'Load' }).click();
  await page.locator('.move', { hasText: 'g4' }).locator('.sign.blunder').waitFor();
  // What was better than the move before may go on with the same move.
  await page.locator('.variation', { hasText: named }).first().waitFor();
  assert.equal(await pgnOf(page), written);
});

test('the end of a game is deleted and put back', async () => {
  const page = await board.page({ engine: false });
  await go(page, '#/analyse/chess?moves=e2e4+e7e5+g1f3+b8c6');
  await page.locator('.move[aria-current]', { hasText: 'Nc6' }).waitFor();
  const remove = page.getByRole('button', { name: 'Delete from here' });
  await page.locator('.move', { hasText: 'e5' }).click();
  await remove.click();
  await page.locator('.move[aria-current]', { hasText: 'e4' }).waitFor();
  assert.equal(await page.locator('.moves .move').count(), 1);
  await page.getByRole('button', { name: 'Put e5 back' }).click();
  await page.locator('.move[aria-current]', { hasText: 'e5' }).waitFor();
  assert.equal(await page.locator('.moves .move').count(), 4);
  await page.locator('.move', { hasText: 'Nf3' }).click();
  await page.keyboard.press('Delete');
  await page.locator('.move[aria-current]', { hasText: 'e5' }).waitFor();
  await click(page, 'b1', 'c3');
  await page.locator('.move[aria-current]', { hasText: 'Nc3' }).waitFor();
  assert.equal(await page.getByRole('button', { name: /^Put/ }).count(), 0);
  await page.getByRole('button', { name: 'To the start' }).click();
  assert.ok(await remove.isDisabled());
});

const ANNOTATED = `{Both begin.} 1. e4 {[%eval 0.30]} 1... e5 {[%eval 0.25]} (1... c5 2. Nf3 d6
(2... Nc6 {is older} 3. Bb5) 3. d4) 2. Nf3 {[%eval 0.28]} 2... Nc6 3. Bb5 $1 {[%eval 0.25] The
Spanish.} 3... a6 4. Qe2 $2 {[%eval -0.90]} (4. Ba4 Nf6) *`;

test('variations, comments, glyphs and values of a PGN are shown, edited and written', async () => {
  const page = await board.page({ hash: 32, threads: 2 });
  await go(page, '#/analyse/chess');
  await page.waitForSelector('.boards.enabled');
  await page.getByRole('button', { name: 'Paste a game' }).click();
  await page.locator('dialog textarea').fill(ANNOTATED);
  await page.getByRole('button', { name: 'Load' }).click();
  await page.locator('.moves .move', { hasText: 'Qe2' }).waitFor();
  await page.locator('.engine-head .switch input').click();
  await page.locator('.variation .variation .move', { hasText: 'Nc6' }).waitFor();
  await page.locator('.moves-note', { hasText: 'The Spanish.' }).waitFor();
  await page.locator('.variation-note', { hasText: 'is older' }).waitFor();
  await page.locator('.move', { hasText: 'Qe2' }).locator('.sign.mistake').waitFor();
  await page.locator('.move', { hasText: 'e4' }).locator('.move-score', { hasText: '+0.30' }).waitFor();
  await page.locator('.graph-sign.mistake').waitFor({ state: 'attached' });
  const text = () => pgnOf(page);
  const words = (pgn) => pgn.slice(pgn.indexOf('\n\n')).split(/\s+/).filter(Boolean).join(' ');
  assert.equal(words(await text()), words(`\n\n${ANNOTATED}`));
  // A move of one's own begins another variation, which can be made the line, or go.
  await page.locator('.moves-row .move', { hasText: 'Nf3' }).click();
  await click(page, 'g8', 'f6');
  await page.locator('.variation .move[aria-current]', { hasText: 'Nf6' }).waitFor();
  const petrov = page.locator('.variation', { hasText: /^2… Nf6/ });
  await petrov.getByRole('button', { name: 'Make this the main line' }).click();
  await page.locator('.moves-row .move', { hasText: 'Nf6' }).waitFor();
  await page.locator('.variation', { hasText: /^2… Nc6/ }).getByRole('button', { name: 'Delete this variation' }).last().click();
  await page.locator('.move', { hasText: 'Bb5' }).nth(1).waitFor({ state: 'detached' });
  assert.match(words(await text()), /2\. Nf3 \{\[%eval 0\.28\]\} 2\.\.\. Nf6/);
});

test('what is wrong with a FEN or a PGN is said', async () => {
  const page = await board.page();
  await go(page, '#/analyse/chess');
  await page.waitForSelector('.boards.enabled');
  const fen = page.getByLabel('Position as FEN');
  await fen.fill('rnbqkbnr/pppppppp/8/8/7/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1');
  await fen.press('Enter');
  await page.locator('.fen .error', { hasText: /rank|files/i }).waitFor();
  await fen.fill('4k3/8/8/8/8/8/8/4K2R w K - 0 1');
  await fen.press('Enter');
  await expectOn(page, 'h1', 'white rook');
  await expectOn(page, 'a1', 'empty');
});

test('a position is put together and played from', async () => {
  const page = await board.page(PEOPLE);
  await go(page, '#/edit/chess');
  await page.getByRole('button', { name: 'Empty board' }).click();
  await expectStatus(page, /has 0 kings/);
  await go(page, '#/edit/iceage');
  await page.waitForSelector('.palette [aria-label="Put cube"]');
  await page.getByRole('button', { name: 'Empty board' }).click();
  await page.waitForFunction(() => document.querySelector('#fen').value === '8/8/8/8/8/8/8/8 w - - 0 1');
  for (const [name, at] of [['Put K', 'e1'], ['Put k', 'e8'], ['Put Q', 'd1'], ['Put cube', 'd5']]) {
    await page.locator(`.palette [aria-label="${name}"]`).click();
    await square(page, at).click();
  }
  await page.waitForFunction(() => document.querySelector('#fen').value === '4k3/8/8/3*4/8/8/8/3QK3 w - - 0 1');
  await page.getByRole('button', { name: 'Play from here' }).click();
  await page.waitForSelector('.play');
  await click(page, 'd1', 'd5');
  await expectOn(page, 'd5', 'white queen');
});

test('a lesson is done, and stays done', async () => {
  const page = await board.page();
  await go(page, '#/learn/iceage');
  await click(page, 'b1', 'b3');
  await expectStatus(page, 'Knight to b3 is not possible. Possible: a3 and c3.');
  await page.getByRole('heading', { name: 'Take a cube with a knight.' }).waitFor();
  await click(page, 'c3');
  await page.locator('.task-says', { hasText: 'The cube breaks' }).waitFor();
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('heading', { name: 'Pawns in the ice' }).waitFor();
  await page.getByRole('button', { name: 'Who stands alone?' }).click();
  await page.getByRole('heading', { name: 'Who stands alone?' }).waitFor();
  await page.waitForSelector('.man');
  for (const name of ['h1', 'h4', 'b5']) await square(page, name).click();
  await page.locator('.task-says').waitFor();
  await go(page, '#/learn');
  await page.locator('.game-card', { hasText: '2 of 8 steps done' }).waitFor();
});

/** Every screen with what can be open on it; that of a game between two machines is in network.test.mjs. */
const SCREENS = {
  async home(page, see) {
    await see('the choice of a game');
    await page.getByRole('radio', { name: 'Your own clocks' }).click();
    await page.getByRole('switch', { name: 'A clock for each side' }).click();
    await see('clocks of one’s own');
    await page.getByRole('radio', { name: 'No clock' }).click();
    await page.getByRole('button', { name: 'Settings' }).click();
    await see('settings');
    await page.getByRole('button', { name: 'Keys' }).click();
    await see('keys');
  },
  async play(page, see) {
    await play(page, 'iceage', '1n1qkbnr/2p2p2/1rbpp2*/*1p*P*p1/**1*BP**/*QPPP2N/P2P4/RNB1K1R1 w - - 0 18');
    await click(page, 'h3');
    await see('the ice is near');
    await play(page, 'alice');
    await see('two boards');
    await play(page, 'elolbia', 'k7/8/8/2m1m3/8/2m5/3M4/K7 w - - 0 1');
    await click(page, 'd2', 'b4');
    await page.getByRole('button', { name: 'Stop on b4' }).waitFor();
    await see('a chain');
    await play(page, 'clupso', '1n6/M5m1/5M2/8/8/8/8/1R1B4 w - - 5 1');
    await click(page, 'a7', 'a8');
    await page.waitForSelector('dialog[open]');
    await see('a choice from the pool');
    await page.keyboard.press('Escape');
    await play(page, 'chess');
    await click(page, 'e2', 'e4');
    await go(page, '#/');
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await see('a game that is not over');
    await page.getByRole('button', { name: 'Back to it' }).click();
    await page.getByRole('button', { name: 'Resign' }).click();
    await see('resigning');
    await page.locator('dialog').getByRole('button', { name: 'Resign' }).click();
    await page.getByRole('button', { name: 'Review this game' }).waitFor();
    await see('a game that is over');
  },
  async analysis(page, see) {
    await go(page, '#/analyse/alice?moves=e2e4');
    await page.locator('.line .score').first().waitFor();
    await see('the engine’s lines');
    await page.getByRole('button', { name: 'Paste a game' }).click();
    await see('what is to be pasted');
    await page.locator('dialog textarea').fill(`${ANNOTATED}\n\n${MATCH}`);
    await page.getByRole('button', { name: 'Load' }).click();
    await page.getByRole('button', { name: 'All of them' }).waitFor();
    await see('many games');
    await page.getByRole('button', { name: 'All of them' }).click();
    await page.locator('.move .sign.mistake').waitFor();
    await page.getByRole('button', { name: 'Annotate' }).click();
    await page.getByRole('button', { name: 'Draw' }).click();
    await page.locator('.moves-row .move', { hasText: 'Bb5' }).click();
    await square(page, 'e4').click();
    await see('chapters, judgements, signs, drawings');
    await page.getByRole('button', { name: 'Add a chapter' }).click();
    await see('a new chapter');
  },
  async editor(page, see) {
    for (const game of ['iceage', 'alice', 'clupso']) {
      await go(page, `#/edit/${game}`);
      await page.locator('button:has-text("Play from here"):enabled').waitFor();
      await see(`${game} to set up`);
    }
    await page.getByRole('button', { name: 'Empty board' }).click();
    await page.locator('.status[data-tone="alert"]').waitFor();
    await see('what is no position');
  },
  async others(page, see) {
    await go(page, '#/games');
    await page.getByText('Nothing yet.').waitFor();
    await see('no games');
    await play(page, 'iceage');
    await click(page, 'b1', 'c3');
    await expectOn(page, 'c3', 'white knight');
    await go(page, '#/games');
    await page.locator('.kept-row').waitFor();
    await see('games');
    await go(page, '#/learn');
    await page.locator('.learn-home').waitFor();
    await see('games to learn');
    await go(page, '#/learn/clupso');
    await page.waitForSelector('.lesson h1');
    await see('a lesson');
    await go(page, '#/solve');
    await page.getByRole('heading', { name: 'Solve problems' }).waitFor();
    await see('games to solve');
    await go(page, '#/solve/alice/1');
    await page.waitForSelector('.solve .boards.enabled');
    await see('a problem');
    await page.getByRole('button', { name: 'Solution' }).click();
    await expectStatus(page, 'That is the solution.');
    await see('a solution');
  },
};

for (const [name, walk] of Object.entries(SCREENS)) {
  test(`axe finds nothing, in light and in dark: ${name}`, async () => {
    const page = await board.page({ ...PEOPLE, animation: 'none' });
    await walk(page, (what) => isClean(page, what));
  });
}

test('on a phone boards, status and moves come before what explains them', async () => {
  const page = await board.page({ ...PEOPLE, time: '10+5' }, { hasTouch: true, viewport: { width: 390, height: 844 } });
  for (const [game, explained] of [['alice', '.moves-card'], ['iceage', '.countdown']]) {
    await play(page, game);
    const seen = ['.board', '.status', '.moves-card', explained].map(async (one) => (await page.locator(one).last().boundingBox()).y);
    const tops = await Promise.all(seen);
    assert.deepEqual(tops, [...tops].sort((one, other) => one - other), game);
    // The buttons at the foot leave the status line in sight.
    const [status, actions] = [await page.locator('.status').boundingBox(), await page.locator('.actions').boundingBox()];
    assert.ok(status.y + status.height <= actions.y, `${game}: ${status.y + status.height} of ${actions.y}`);
  }
});

test('on a phone a game is stepped through with its board in sight', async () => {
  const page = await board.page({ engine: false }, { hasTouch: true, viewport: { width: 390, height: 844 } });
  const moves = ['a2a3', 'a7a6', 'b2b3', 'b7b6', 'c2c3', 'c7c6', 'd2d3', 'd7d6', 'h2h3', 'h7h6'].join('+');
  await go(page, `#/analyse/chess?moves=${moves}+e2e4`);
  await page.locator('.move[aria-current]', { hasText: 'e4' }).waitFor();
  await page.getByRole('button', { name: 'To the start' }).tap();
  await page.getByRole('button', { name: 'To the end' }).tap();
  await expectOn(page, 'e4', 'white pawn');
  assert.equal(await page.evaluate(() => window.scrollY), 0);
});

test('nothing scrolls sideways, from a phone to a wide screen', async () => {
  const page = await board.page({ ...PEOPLE, opponent: 'engine', time: '30+0' });
  const expectFits = async (width, what) => {
    const seen = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(seen <= width, `${what} takes ${seen} of ${width}`);
  };
  // Beside the names stand clocks and pools.
  await play(page, 'clupso', '1n6/M5m1/5M2/8/8/8/8/1R1B4 w - - 5 1');
  for (const width of [360, 390, 641, 1100]) {
    await page.setViewportSize({ width, height: 800 });
    await expectFits(width, 'a game');
  }
  for (const width of [360, 641, 820, 1100, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    for (const address of ['#/', '#/analyse/alice', '#/analyse/iceage', '#/learn/alice', '#/edit/chess', '#/edit/alice']) {
      await go(page, address);
      await page.waitForSelector(address === '#/' ? '.game-card' : '.boards .man');
      await expectFits(width, address);
    }
  }
});
