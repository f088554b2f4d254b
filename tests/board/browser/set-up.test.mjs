// Positions set up by hand, by mouse, by keyboard and by finger.

import { after, afterEach, before } from 'node:test';
import { PEOPLE, expectOn, go, open, square } from './harness.mjs';
import { inAllWaysOn, named } from './ways.mjs';

/** @type {Awaited<ReturnType<typeof open>>} */
let board;
before(async () => { board = await open(); });
afterEach(async () => { await board.closePages(); });
after(async () => { await board.end(); });

const inAllWays = inAllWaysOn(() => board);
const fenField = (page) => page.getByRole('textbox', { name: 'FEN' });
const expectFen = (page, fen) => page.waitForFunction((wanted) => document.querySelector('#fen')?.value === wanted, fen);
const palette = (page, name) => page.locator(`.palette [aria-label="${name}"]`);

// The second is what drags, a right, en passant, the clock and the side make of the first.
const SET_UP = [
  ['chess', 'r3k2r/8/8/pP6/8/8/8/R3K2R w Qk - 0 20', 'r3k2r/8/8/pPp5/8/8/8/R3K2R w KQk c6 0 31', 'r3k3/8/6r1/pPp5/8/8/8/R3K2R b KQ - 3 31'],
  ['alice', 'r3k2r/8/8/pP6/8/8/8/R3K2R w Qk - 0 20', 'r3k2r/8/8/pPp5/8/8/8/R3K2R w KQk c6 0 31', 'r3k3/8/6r1/pPp5/8/8/8/R3K2R b KQ - 3 31'],
];

inAllWays('a position is set up with rights, en passant, clocks and its FEN', PEOPLE, async (way, page) => {
  for (const [game, first, second, last] of SET_UP) {
    await go(page, `#/edit/${game}`);
    await expectOn(page, 'e1', 'white king');
    await way.write(fenField(page), first);
    await way.press(named(page, 'Read it'));
    await expectOn(page, 'b5', 'white pawn');
    await expectFen(page, first);
    await way.put(page, palette(page, 'Put p'), 'c5');
    await expectOn(page, 'c5', 'black pawn');
    const right = page.getByRole('switch', { name: 'White, short' });
    await way.press(way.name === 'by finger' ? page.getByText('White, short') : right);
    await way.choose(page.getByLabel('En passant'), 'c6');
    const number = page.getByLabel('Number of the move');
    await way.write(number, '31');
    await number.press('Enter');
    await expectFen(page, second);
    await way.put(page, square(page, 'h8'), 'g6');
    await expectOn(page, 'g6', 'black rook');
    const halfmoves = page.getByLabel('Half-moves');
    await way.write(halfmoves, '3');
    await halfmoves.press('Enter');
    await way.press(page.getByRole('radio', { name: 'Black' }));
    await expectFen(page, last);
    await way.press(named(page, 'Play from here'));
    await page.waitForSelector('.play .enabled .man');
    await expectOn(page, 'g6', 'black rook');
  }
});

inAllWays('ice and pools are set up by hand', PEOPLE, async (way, page) => {
  await go(page, '#/edit/iceage');
  await expectOn(page, 'd4', 'cube');
  await way.press(named(page, 'No ice'));
  await expectOn(page, 'd4', 'empty');
  await way.put(page, palette(page, 'Put cube'), 'd4');
  await expectOn(page, 'd4', 'cube');
  const until = page.getByLabel('Moves until the ice');
  await way.write(until, '2');
  await until.press('Enter');
  await expectFen(page, 'rnbqkbnr/pppppppp/8/8/3*4/8/PPPPPPPP/RNBQKBNR w KQkq - 0 19');
  await go(page, '#/edit/clupso');
  await expectOn(page, 'd1', 'white queen');
  await way.press(palette(page, 'Take away'));
  await way.point(page, 'd1');
  await page.locator('.set-up-form .pool[aria-label="Pool: 1 queen"]').waitFor();
  await way.put(page, palette(page, 'Put Q'), 'd5');
  await page.locator('.set-up-form .pool[aria-label="Pool: empty"]').nth(1).waitFor();
});
