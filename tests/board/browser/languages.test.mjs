// The page in other languages than English.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, afterEach, before, test } from 'node:test';
import { PEOPLE, click, expectSaid, expectStatus, findings, go, open, square } from './harness.mjs';

/** @type {Awaited<ReturnType<typeof open>>} */
let board;
before(async () => { board = await open(); });
afterEach(async () => { await board.closePages(); });
after(async () => { await board.end(); });

const german = JSON.parse(readFileSync(new URL('../../../src/board/page/words/de.json', import.meta.url), 'utf8'));

/** A text of the page in German. @param {string} text */
const de = (text) => german.page[text] ?? german.server[text];

const languageOf = (page) => page.evaluate(() => document.documentElement.lang);

/** The tables that a page has fetched. */
const tablesOf = (page) => page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name).filter((name) => name.includes('/words/')));

/** Chooses a language in the settings. @param {string} name of the button */
async function choose(page, name, language) {
  await page.getByRole('button', { name, exact: true }).click();
  await page.locator('#language').selectOption(language);
}

test('the page speaks the language of the browser, and so do the sentences of the server', async () => {
  const page = await board.page(PEOPLE, { locale: 'de-AT' });
  assert.equal(await languageOf(page), 'de');
  assert.equal((await tablesOf(page)).length, 1);
  await page.getByRole('heading', { name: de('Choose a game') }).waitFor();
  await page.locator('.game-card', { hasText: de('Chess on a board of ice. Break the cubes, stay together: after every 20th move, whoever stands alone freezes.') }).click();
  await page.getByRole('button', { name: de('Play'), exact: true }).click();
  await page.locator('.countdown h2', { hasText: 'Das Eis kommt in 20 Zügen.' }).waitFor();
  await click(page, 'b1', 'c3');
  await expectSaid(page, 'Weiß: Springer schlägt Eiswürfel auf c3.');
  await expectStatus(page, 'Schwarz am Zug.');
  assert.equal(await square(page, 'c3').getAttribute('aria-label'), 'c3, weißer Springer, letzter Zug hierher');
  await page.fill('#typed', 'Nf4');
  await page.keyboard.press('Enter');
  await page.locator('#typed-error', { hasText: /^Nf4 ist nicht möglich\. Möglich sind N.* und N.*\.$/ }).waitFor();
});

test('the boards of Alice Chess and a lesson are in German', async () => {
  const page = await board.page(PEOPLE, { locale: 'de' });
  await go(page, '#/learn/alice');
  await page.getByRole('heading', { level: 1, name: de('Through the looking-glass') }).waitFor();
  await click(page, 'b1', 'c3');
  await page.locator('.task-says', { hasText: de('It has moved on A and stands on B now. Its next move is made on B and leads back to A.') }).waitFor();
  await go(page, '#/analyse/alice?moves=e2e4%20d7d6%20f1c4%20d8d2%20c4b5');
  await expectStatus(page, 'Schachmatt. Weiß gewinnt.');
  await page.locator('.board-note', { hasText: 'Schach von b5' }).waitFor();
});

test('sentences of the server are put together anew', async () => {
  const page = await board.page(PEOPLE, { locale: 'de' });
  const expected = {
    'Pawn takes rook on d8, becomes queen, arrives on board B. Check': 'Bauer schlägt Turm auf d8, wird Dame, kommt auf Brett B an. Schach',
    'Man c3 jumps to e5, g7, takes man and queen': 'Stein c3 springt nach e5, g7, schlägt Stein und Dame',
    'The ice came. Three froze: White\'s rook on h1, White\'s pawn on h4 and Black\'s pawn on b5.':
      'Das Eis kam. Drei erfroren: Turm von Weiß auf h1, Bauer von Weiß auf h4 und Bauer von Schwarz auf b5.',
    'The ice comes in 1 moves.': 'Das Eis kommt in 1 Zug.',
    'White\'s king is frozen. Black wins.': 'Der König von Weiß ist erfroren. Schwarz gewinnt.',
    'Draw: nobody can win any more.': 'Remis: niemand kann mehr gewinnen.',
    'Illegal move \'e2f3\': it leaves the king in check.': 'Regelwidriger Zug „e2f3“: er lässt den König im Schach.',
    'Not possible now. Black has no queen, no rook and no knight, so at most half of White\'s men may stand on the border. After this move it would be 2 of 3.':
      'Jetzt nicht möglich. Schwarz hat keine Dame, keinen Turm und keinen Springer, also darf höchstens die Hälfte der Steine von Weiß am Rand stehen. Nach diesem Zug wären es 2 von 3.',
    'FEN placement: Black has 2 kings': 'FEN, Figuren: Schwarz hat 2 Könige',
    'There is no game \'King\'.': 'Es gibt kein Spiel „King“.',
    'Nobody has ever said this. White wins.': 'Nobody has ever said this. Weiß gewinnt.',
  };
  const found = await page.evaluate(async (sentences) => {
    const { fromServer } = await import('./js/translate.js');
    return sentences.map(fromServer);
  }, Object.keys(expected));
  assert.deepEqual(found, Object.values(expected));
});

test('a choice in the settings wins over the browser and is kept', async () => {
  const page = await board.page(PEOPLE, { locale: 'de-DE' });
  await choose(page, de('Settings'), 'en');
  await page.getByRole('heading', { name: 'Choose a game' }).waitFor();
  assert.equal(await languageOf(page), 'en');
  await page.reload();
  await page.getByRole('heading', { name: 'Choose a game' }).waitFor();
  assert.deepEqual(await tablesOf(page), []);
  await choose(page, 'Settings', 'browser');
  await page.getByRole('heading', { name: de('Choose a game') }).waitFor();
  const english = await board.page({ ...PEOPLE, language: 'de' }, { locale: 'en-GB' });
  await english.getByRole('heading', { name: de('Choose a game') }).waitFor();
});

test('a language that the page does not speak is English, and English fetches no table', async () => {
  for (const locale of ['sw-KE', 'en-US']) {
    const page = await board.page(PEOPLE, { locale });
    await page.getByRole('heading', { name: 'Choose a game' }).waitFor();
    assert.equal(await languageOf(page), 'en');
    assert.deepEqual(await tablesOf(page), []);
  }
});

test('without its table the page is in English', async () => {
  const page = await board.page(PEOPLE, { locale: 'en-GB' });
  await page.evaluate(() => localStorage.setItem('galaverna.settings', JSON.stringify({ language: 'de' })));
  page.expectsErrors = true;
  await page.route('**/words/*', (route) => route.abort());
  await page.reload();
  await page.getByRole('heading', { name: 'Choose a game' }).waitFor();
  assert.equal(await languageOf(page), 'en');
});

test('axe finds nothing in German, and no screen is wider than a phone', async () => {
  const page = await board.page(PEOPLE, { locale: 'de', viewport: { width: 360, height: 740 } });
  const screens = [['#/', '.setup'], ['#/analyse/elolbia', '.line'], ['#/edit/alice', '.palette'], ['#/solve/chess/1', '.solve-task h1'], ['#/learn/iceage', '.lesson h1'], ['#/games', '.kept-search']];
  for (const [address, there] of screens) {
    await go(page, address);
    await page.locator(there).first().waitFor();
    assert.deepEqual(await findings(page), [], address);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${address} is too wide`);
  }
  await page.getByRole('button', { name: de('Settings'), exact: true }).click();
  await page.locator('#language').waitFor();
  assert.deepEqual(await findings(page), [], 'the settings');
});
