// All games between two machines, by mouse, keyboard and touch: what the players propose to
// each other, what those see who watch, and what is kept afterwards.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, afterEach, before, test } from 'node:test';
import { IS_SITE, click, expectOn, expectSaid, expectStatus, go, isClean, open, square } from './harness.mjs';
import { people } from './people.mjs';
import { enter, tap } from './ways.mjs';

/** A page without a server listens for nobody. */
const SERVED = { skip: IS_SITE };

/** @type {Awaited<ReturnType<typeof open>>} */
let board;
before(async () => { board = await open(IS_SITE ? [] : ['--listen', '127.0.0.1:0']); });
afterEach(async () => { await board.closePages(); });
after(async () => { await board.end(); });

const { begin } = people(() => board);

const FINGER = { hasTouch: true, viewport: { width: 360, height: 780 } };
const ICE = '2rq1rk1/3bpp2/1*1p1bP1/1p2n3/4P2P/1NN2P1*/PPPQ4/1K1R3R b - - 0 20';
const CHAIN = 'k7/8/8/2m1m3/8/2m5/3M4/K7 w - - 0 1';
const EXCHANGE = 'k4b2/8/mmmmm3/8/8/4MMMM/7M/K1B5 w - - 17 40';
const WHITES = ['h2', 'h3', 'g3'];
const BLACKS = ['e6', 'b6', 'c6'];

const press = (page, name) => page.getByRole('button', { name, exact: true }).click();

/** Waits until all see this. */
async function allSee(pages, name, what, on = 0) {
  for (const page of pages) await expectOn(page, name, what, on);
}

/** Types a move. */
async function type(page, text) {
  await expectStatus(page, 'Your turn.');
  await page.locator('#typed').fill(text);
  await page.keyboard.press('Enter');
}

/** What is saved by a press of a button. */
async function saved(page, name) {
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name }).first().click()]);
  return readFileSync(await download.path(), 'utf8');
}

test('Elolbian Chess by mouse: queens are exchanged, moves taken back, and the game is kept on both sides', SERVED, async () => {
  const { host, guest, third, all } = await begin('elolbia', {}, { fen: EXCHANGE });
  await press(host, 'Offer an exchange');
  await click(host, ...WHITES);
  await press(host, 'Offer it');
  const offered = 'Queen exchange offered by Ann: h2 (queen), h3 and g3.';
  for (const page of [guest, third]) await expectStatus(page, offered);
  await expectStatus(host, 'Queen exchange offered by you');
  // Its men are marked for who watches, who cannot answer.
  assert.equal(await third.locator('.status-actions button').count(), 0);
  await isClean(guest, 'an offer');
  await press(guest, 'Choose');
  await expectStatus(guest, 'Black: pick three men on the board');
  await click(guest, 'h2');
  await expectStatus(guest, 'Pick men of your own.');
  await click(guest, ...BLACKS);
  await isClean(guest, 'men are picked');
  await press(guest, 'Agree');
  await allSee(all, 'h2', 'white queen');
  await allSee(all, 'e6', 'black queen');
  for (const page of all) await page.locator('.moves-event', { hasText: 'Agreed' }).waitFor();
  await expectSaid(third, 'Queens exchanged.');
  await click(host, 'h2', 'h7');
  await allSee(all, 'h7', 'white queen');
  await press(host, 'Take back');
  for (const page of [guest, third]) await expectStatus(page, 'Ann asks to take a move back.');
  await isClean(host, 'a take back');
  await press(guest, 'Allow it');
  await allSee(all, 'h2', 'white queen');
  await expectStatus(host, 'Your turn.');
  await click(host, 'h2', 'h8');
  await allSee(all, 'h8', 'white queen');
  await press(guest, 'Resign');
  await guest.locator('dialog').getByRole('button', { name: 'Resign' }).click();
  for (const page of all) await expectStatus(page, 'Black resigns. White wins.');
  // Everybody can have the PGN, which is the server's.
  const texts = [];
  for (const page of all) texts.push(await saved(page, 'Save PGN'));
  assert.equal(new Set(texts).size, 1);
  for (const part of ['[White "Ann"]', '[Black "Bob"]', '[TimeControl "300+3"]', 'exchange:h2h3g3/e6b6c6', '[%clk 0:05:00]', '1-0']) {
    assert.ok(texts[0].includes(part), `${part} in ${texts[0]}`);
  }
  await press(guest, 'Your games');
  await guest.locator('.network-games li', { hasText: 'Ann – Bob' }).waitFor();
  await isClean(guest, 'the games that are kept');
  assert.equal(await saved(guest, 'Save PGN: Ann – Bob'), texts[0]);
  await guest.locator('dialog').getByRole('button', { name: 'Delete Ann – Bob' }).click();
  await guest.locator('.network-games li').waitFor({ state: 'detached' });
  // The host reviews it, and finds it among the others.
  await isClean(host, 'the end');
  await press(host, 'Review this game');
  await host.locator('.analysis .side-name', { hasText: 'Bob' }).waitFor();
  await host.locator('.analysis .moves-event', { hasText: 'Agreed' }).waitFor();
  await go(host, '#/games');
  const row = host.locator('.kept-row', { hasText: 'Ann – Bob' });
  await row.getByText('1-0. Black resigns. White wins.').waitFor();
  await row.locator('.kept-open').click();
  await host.locator('.analysis .side-clock').first().waitFor();
});

test('Elolbian Chess by keyboard: an exchange is declined, withdrawn, and made', SERVED, async () => {
  const { host, guest, third, all } = await begin('elolbia', { time: '1s' }, { fen: EXCHANGE });
  const key = async (page, name) => {
    await page.getByRole('button', { name, exact: true }).press('Enter');
  };
  const offer = async (page, squares) => {
    await key(page, 'Offer an exchange');
    await page.locator('.status-text', { hasText: 'pick three men' }).waitFor();
    await enter(page, ...squares);
    await page.keyboard.press('Enter');
  };
  await offer(host, WHITES);
  await expectStatus(guest, 'offered by Ann');
  await key(guest, 'Decline');
  await expectStatus(host, 'Your turn.');
  await offer(host, ['h3', 'h2', 'g3']);
  await expectStatus(third, 'offered by Ann: h3 (queen), h2 and g3.');
  await key(host, 'Withdraw');
  await expectStatus(third, 'Ann is to move.');
  // The other side offers it too, while it waits.
  await offer(guest, BLACKS);
  await expectStatus(host, 'offered by Bob');
  await key(host, 'Choose');
  await host.locator('.status-text', { hasText: 'White: pick three men' }).waitFor();
  await enter(host, ...WHITES);
  await host.keyboard.press('Enter');
  await allSee(all, 'e6', 'black queen');
  await type(host, 'Qh8');
  await allSee(all, 'h8', 'white queen');
});

test('Elolbian Chess by touch: a chain of jumps, and an exchange', SERVED, async () => {
  const chain = await begin('elolbia', {}, { options: FINGER, fen: CHAIN });
  await tap(chain.host, 'd2', 'b4', 'd6', 'f4');
  await allSee(chain.all, 'f4', 'white man');
  await board.closePages();
  const { host, guest, all } = await begin('elolbia', {}, { options: FINGER, fen: EXCHANGE });
  await host.getByRole('button', { name: 'Offer an exchange' }).tap();
  await tap(host, ...WHITES);
  await host.getByRole('button', { name: 'Offer it' }).tap();
  await guest.getByRole('button', { name: 'Choose', exact: true }).tap();
  await tap(guest, ...BLACKS);
  await guest.getByRole('button', { name: 'Agree' }).tap();
  await allSee(all, 'h2', 'white queen');
  for (const page of all) assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'nothing is wider than the phone');
});

test('Alice Chess by keyboard to the mate, and by touch', SERVED, async () => {
  const { host, guest, all } = await begin('alice');
  for (const [page, from, to] of [[host, 'e2', 'e4'], [guest, 'd7', 'd6'], [host, 'f1', 'c4'], [guest, 'd8', 'd2'], [host, 'B:c4', 'B:b5']]) {
    await expectStatus(page, 'Your turn.');
    await enter(page, from, to);
  }
  for (const page of all) await expectStatus(page, 'Checkmate. White wins.');
  await board.closePages();
  const touch = await begin('alice', {}, { options: FINGER });
  await tap(touch.host, 'e2', 'e4', 'e4');
  await allSee(touch.all, 'e4', 'white pawn', 1);
  await tap(touch.guest, 'd7', 'd6', 'd6');
  await allSee(touch.all, 'd6', 'black pawn', 1);
  // Black's last move alone goes: White has not answered it.
  await touch.guest.getByRole('button', { name: 'Take back' }).tap();
  await touch.host.getByRole('button', { name: 'Allow it' }).tap();
  await allSee(touch.all, 'd7', 'black pawn');
  await tap(touch.guest, 'e7', 'e6', 'e6');
  await allSee(touch.all, 'e6', 'black pawn', 1);
});

test('Ice Age Chess by mouse and by touch: the ice comes for all', SERVED, async () => {
  const { host, all } = await begin('iceage', { colour: 'black' }, { fen: ICE });
  await expectStatus(host, 'The ice comes after this move.');
  await click(host, 'c8', 'c3');
  for (const page of all) {
    await expectOn(page, 'c3', 'black rook');
    await expectOn(page, 'h1', 'cube');
    await expectOn(page, 'a1', 'empty');
  }
  await board.closePages();
  const touch = await begin('iceage', { time: '1s' }, { options: FINGER });
  await tap(touch.host, 'b1', 'c3');
  await allSee(touch.all, 'c3', 'white knight');
  const [from, to] = await touch.guest.evaluate(() => {
    const { moves } = globalThis.galaverna.screen.boards.position;
    const move = moves.find(({ promotion, routes }) => !promotion && !routes.length);
    return [move.from.square, move.to.square];
  });
  await expectStatus(touch.guest, 'Your turn.');
  await tap(touch.guest, from, to);
  for (const page of touch.all) await page.locator('.moves-row .move').nth(1).waitFor();
});

test('a premove is made when the other side has moved, and dropped when a move is taken back', SERVED, async () => {
  const { host, guest, all } = await begin('chess');
  await guest.waitForSelector('.boards.premoves');
  await square(guest, 'e7').click();
  await square(guest, 'e5').click();
  await expectStatus(guest, 'Premove: pawn e7 to e5.');
  await click(host, 'e2', 'e4');
  await allSee(all, 'e5', 'black pawn');
  await square(guest, 'b8').click();
  await square(guest, 'c6').click();
  await press(host, 'Take back');
  await press(guest, 'Allow it');
  await allSee(all, 'e2', 'white pawn');
  await guest.getByRole('button', { name: 'Cancel' }).waitFor({ state: 'detached' });
  await click(host, 'd2', 'd4');
  await allSee(all, 'd4', 'white pawn');
  await expectStatus(guest, 'Your turn.');
  await expectOn(guest, 'b8', 'black knight');
});

test('a proposal outlives a lost connection and a reload, and a move ends it', SERVED, async () => {
  const { host, guest, third, all } = await begin('elolbia', {}, { fen: EXCHANGE });
  await press(host, 'Offer an exchange');
  await click(host, ...WHITES);
  await press(host, 'Offer it');
  await expectStatus(guest, 'offered by Ann');
  await press(guest, 'Choose');
  await click(guest, 'e6');
  // The connection falls while men are picked; they stay picked, for nothing has changed.
  await guest.evaluate(() => globalThis.galaverna.connection.drop());
  await guest.locator('.notice', { hasText: 'The game goes on' }).waitFor();
  await guest.locator('.network .notice').waitFor({ state: 'hidden' });
  await click(guest, 'b6', 'c6');
  await guest.reload();
  await expectStatus(guest, 'offered by Ann');
  await host.reload();
  await press(host, 'Withdraw');
  for (const page of [guest, third]) await expectStatus(page, 'Ann is to move.');
  await press(host, 'Offer an exchange');
  await click(host, 'h3', 'h2', 'g3');
  await press(host, 'Offer it');
  await press(guest, 'Choose');
  await click(guest, 'e6');
  // A move ends the offer, and the picking with it.
  await click(host, 'g3', 'g4');
  await allSee(all, 'g4', 'white man');
  await expectStatus(guest, 'Your turn.');
  assert.equal(await guest.getByRole('button', { name: 'Agree' }).count(), 0);
  await guest.keyboard.press('u');
  await expectStatus(guest, 'You have not moved yet.');
});

test('the game that is on is kept, and not analysed before it is over; then other moves are tried', SERVED, async () => {
  const { host, guest } = await begin('chess', { time: '1s' });
  await click(host, 'e2', 'e4');
  await expectOn(guest, 'e4', 'white pawn');
  await press(host, 'Analyse');
  await expectStatus(host, 'is analysed when it is over');
  // The list shows what is kept when it is opened.
  await host.waitForFunction(async () => (await globalThis.galaverna.library.all()).some(({ sans }) => sans.join() === 'e4'));
  await go(host, '#/games');
  await host.locator('.kept-row', { hasText: 'Orthodox chess · not ended' }).locator('.kept-open').click();
  await host.getByRole('button', { name: 'Resign' }).waitFor();
  await press(host, 'Draw');
  await press(guest, 'Accept draw');
  await expectStatus(host, 'Draw by agreement.');
  await press(host, 'Analyse');
  await host.waitForSelector('.analysis .boards.enabled .man');
  await click(host, 'c7', 'c5');
  await expectOn(host, 'c5', 'black pawn');
  await host.locator('.move', { hasText: 'c5' }).waitFor();
});
