// Each feature of the page by mouse, by keyboard and by finger, in two games: playing, analysing. What
// a feature does in detail is tested where its own tests are.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, afterEach, before } from 'node:test';
import { PEOPLE, TITLES, expectOn, expectStatus, go, open, play, square } from './harness.mjs';
import { drag, dragByFinger, inAllWaysOn, named } from './ways.mjs';

/** @typedef {import('./ways.mjs').Way} Way */

/** @type {Awaited<ReturnType<typeof open>>} */
let board;
before(async () => { board = await open(); });
afterEach(async () => { await board.closePages(); });
after(async () => { await board.end(); });

const inAllWays = inAllWaysOn(() => board);
const AGAINST = { ...PEOPLE, opponent: 'engine', colour: 'white', elo: 1000 };

/** An analysis at an address. @param {string} address */
async function analyse(page, address) {
  await go(page, '#/');
  await go(page, `#/analyse/${address}`);
  await page.waitForSelector('.boards.enabled .man');
}

/** Loads a PGN into the analysis. @param {Way} way */
async function load(way, page, text) {
  await way.press(named(page, 'Paste a game'));
  await way.write(page.locator('dialog textarea'), text);
  await way.press(named(page.locator('dialog'), 'Load'));
}

/** The game that is analysed, as PGN. */
const pgnOf = (page) => page.evaluate(() => globalThis.galaverna.screen.transfer.pgn());

/** The bytes of the file that a button saves. @param {Way} way */
async function saved(way, page, button) {
  const download = page.waitForEvent('download');
  await way.press(button);
  return readFileSync(await (await download).path());
}

/** Gives the game up. @param {Way} way */
async function resign(way, page) {
  await way.press(named(page, 'Resign'));
  await way.press(named(page.locator('dialog'), 'Resign'));
  await named(page, 'Review this game').waitFor();
}

/** Lets the engine think, in each game, until what this returns is called. */
async function hold(page) {
  await page.evaluate(() => {
    const { connection } = globalThis.galaverna;
    const follow = connection.follow;
    connection.follow = (type, body, last, hear, refuse) => follow.call(connection, type, body, last, (reply) => {
      if (reply.type === 'done') globalThis.held = () => hear(reply);
      else hear(reply);
    }, refuse);
  });
  return async () => {
    await page.waitForFunction(() => globalThis.held);
    await page.evaluate(() => { globalThis.held(); globalThis.held = null; });
  };
}

// In Elolbian and Clupso Chess the rook gives check, so that the king must move and the men stay.
const PREMOVES = [
  { game: 'chess', first: ['e2', 'e4'], premove: ['b1', 'c3'], says: 'knight b1 to c3', arrives: ['c3', 'white knight', 0] },
  { game: 'alice', first: ['e2', 'e4'], premove: ['b1', 'c3'], says: 'knight b1 to c3', arrives: ['c3', 'white knight', 1] },
  { game: 'elolbia', fen: '1k6/8/8/2m1m3/8/2m5/3M4/K6R w - - 0 1', first: ['h1', 'h8'], premove: ['d2', 'b4', 'd6', 'f4'], says: 'man d2 to b4, d6 and f4', arrives: ['f4', 'white man', 0] },
];

inAllWays('premoves, also of chains,', AGAINST, async (way, page) => {
  const answer = await hold(page);
  for (const { game, fen, first, premove, says, arrives } of PREMOVES) {
    await play(page, game, fen);
    await way.point(page, ...first);
    await way.point(page, ...premove);
    await expectStatus(page, `Premove: ${says}.`);
    await way.press(named(page, 'Cancel'));
    assert.equal(await page.locator('.premove-to').count(), 0);
    await way.point(page, ...premove);
    await answer();
    const [name, what, on] = arrives;
    await expectOn(page, name, what, way.name === 'by finger' ? 0 : on);
    await resign(way, page);
  }
});

inAllWays('a rematch, other colours, a review with accuracies', AGAINST, async (way, page) => {
  const colour = () => page.evaluate(() => globalThis.galaverna.playScreen.kept.colour);
  for (const [game, ...first] of [['chess', 'e2', 'e4'], ['clupso', 'c2', 'c3']]) {
    await play(page, game);
    await way.point(page, ...first);
    await resign(way, page);
    await way.press(named(page, 'Rematch'));
    await expectStatus(page, 'Your turn.');
    await way.point(page, ...first);
    await resign(way, page);
    await way.press(named(page, 'Change colours'));
    await expectStatus(page, 'Your turn.');
    assert.equal(await colour(), 'black');
    await resign(way, page);
    await way.press(named(page, 'Review this game'));
    await page.locator('.accuracy-number', { hasText: /^\d+ %$/ }).first().waitFor();
    await way.press(page.getByText('How it is reckoned'));
    await page.locator('details[open]', { hasText: 'How it is reckoned' }).waitFor();
  }
});

inAllWays('clocks of one’s own, with time odds,', PEOPLE, async (way, page) => {
  for (const [game, minutes] of [['elolbia', '2'], ['iceage', '3']]) {
    await go(page, '#/');
    await way.press(page.locator('.game-card', { hasText: TITLES[game] }));
    await way.press(page.getByRole('radio', { name: 'Your own clocks' }));
    const odds = page.getByRole('switch', { name: 'A clock for each side' });
    if (!await odds.isChecked()) await way.press(way.name === 'by finger' ? page.getByText('A clock for each side') : odds);
    await way.write(page.getByLabel('White: minutes'), minutes);
    await way.write(page.getByLabel('Black: minutes'), '7');
    await way.press(named(page, 'Play'));
    await page.waitForSelector('.play .enabled .man');
    assert.deepEqual(await page.locator('.clock').allTextContents(), ['7:00', `${minutes}:00`]);
  }
});

const TAKEN = [
  ['chess', null, ['e2', 'e4', 'd7', 'd5', 'e4', 'd5'], 'Black has lost pawn; White is 1 point ahead'],
  ['alice', null, ['e2', 'e4', 'd7', 'd5', 'B:e4', 'B:d5'], 'Black has lost pawn; White is 1 point ahead'],
  ['iceage', '4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1', ['e4', 'd5'], 'Black has lost pawn; White is 1 point ahead'],
  ['elolbia', 'k7/8/8/8/8/2m5/3M4/K7 w - - 0 1', ['d2', 'b4'], 'Black has lost man; White is 1 point ahead'],
  ['clupso', '1n6/8/2m5/3M4/8/8/8/1R1B4 w - - 5 1', ['d5', 'b7'], 'Black has lost man; White is 6 points ahead'],
];

inAllWays('what was taken, in all games,', PEOPLE, async (way, page) => {
  for (const [game, fen, moves, says] of TAKEN) {
    await play(page, game, fen);
    await way.point(page, ...moves);
    await page.getByRole('img', { name: says }).waitFor();
  }
});

inAllWays('arrows and circles, in PGN too,', { ...PEOPLE, engine: false }, async (way, page) => {
  const isMouse = way.name === 'by mouse';
  for (const [game, ...move] of [['chess', 'a2', 'a3'], ['iceage', 'e2', 'd3']]) {
    await analyse(page, game);
    if (isMouse) {
      await drag(page, square(page, 'b1'), square(page, 'c3'), 'right');
      await square(page, 'g1').click({ button: 'right' });
    } else {
      await way.press(page.getByRole('button', { name: 'Draw' }));
      if (way.name === 'by finger') await dragByFinger(page, square(page, 'b1'), square(page, 'c3'));
      else await way.point(page, 'b1', 'c3');
      await way.point(page, ...(way.name === 'by finger' ? ['g1'] : ['g1', 'g1']));
      await way.press(page.getByRole('button', { name: 'Draw' }));
    }
    await page.locator('.arrow.drawn.green').waitFor({ state: 'attached' });
    await way.point(page, ...move);
    await page.locator('.moves .move').waitFor();
    const written = await pgnOf(page);
    assert.match(written, /\[%csl Gg1\] \[%cal Gb1c3\]/);
    await load(way, page, written.replace('Gg1', 'Rg1'));
    await page.locator('.mark.circle.red').waitFor();
    await way.press(named(page, 'Clear'));
    await page.locator('.arrow.drawn').waitFor({ state: 'detached' });
  }
});

const PLAYED = '[Event "Cup"]\n[White "Ada"]\n[Black "Bo"]\n[WhiteElo "2100"]\n[Result "1-0"]\n';
const LOADED = [
  ['chess', '1. e4 {[%clk 0:09:58]} e5 {[%clk 0:09:50]} (1... c5 2. Nf3 (2. Nc3 Nc6) 2... d6) 2. Nc3 1-0', ['e4', 'e5', 'c5', 'Nf3', 'Nc3', 'd6']],
  ['alice', '1. e4/B {[%clk 0:09:58]} e5/B {[%clk 0:09:50]} (1... c5/B 2. Nf3/B (2. Nc3/B Nc6/B) 2... d6/B) 2. Nc3/B 1-0', ['e4', 'e5', 'c5', 'Nf3', 'Nc3', 'd6']],
];

inAllWays('a loaded game with players, clocks and variations, comments and signs', { ...PEOPLE, engine: false }, async (way, page) => {
  await analyse(page, 'iceage');
  for (const [game, moves] of LOADED) {
    await load(way, page, `${PLAYED}[Variant "${game}"]\n\n${moves}`);
    await page.locator('.moves .variation .variation .move', { hasText: 'Nc3' }).waitFor();
    await page.locator('.moves-card', { hasText: 'Cup' }).filter({ hasText: '1–0' }).waitFor();
    await way.press(page.locator('.moves-row .move', { hasText: 'e5' }));
    await page.locator('.side-bar').last().filter({ hasText: /Ada.*2100.*9:58/ }).waitFor();
    await page.locator('.side-bar').first().filter({ hasText: /Bo.*9:50/ }).waitFor();
    // Words and signs for what is seen.
    const annotate = page.getByRole('button', { name: 'Annotate' });
    await way.press(annotate);
    await way.write(page.getByLabel('Comment', { exact: true }), 'A reply.');
    await way.press(named(page, 'good move'));
    await page.locator('.moves-note', { hasText: 'A reply.' }).waitFor();
    await page.locator('.moves-row .move', { hasText: 'e5' }).locator('.sign', { hasText: '!' }).waitFor();
    await way.press(annotate);
    // The inner variation becomes the one around it, that one the game, and what was the game goes.
    const tool = (line, label) => named(page.locator('.variation', { hasText: line }).first().locator(':scope > .variation-tools'), label);
    await way.press(named(page.locator('.variation .variation'), 'Promote this variation'));
    await page.locator('.variation', { hasText: /^1… c5\S* 2\. Nc3/ }).first().waitFor();
    await way.press(tool(/^1… c5/, 'Make this the main line'));
    await page.locator('.moves-row .move', { hasText: 'c5' }).waitFor();
    await way.press(tool(/^1… e5/, 'Delete this variation'));
    await page.locator('.moves .move', { hasText: 'e5' }).waitFor({ state: 'detached' });
    assert.match((await pgnOf(page)).replace(/\s+/g, ' '), /c5(\/B)? \{?.*2\. Nc3(\/B)? \(2\. Nf3(\/B)? d6(\/B)?\) 2\.\.\. Nc6/);
  }
});

inAllWays('chapters', { ...PEOPLE, engine: false }, async (way, page) => {
  const chapters = page.locator('.chapters');
  const shown = (text) => chapters.locator('[aria-current]', { hasText: text }).waitFor();
  const dialog = page.locator('dialog');
  await analyse(page, 'clupso');
  await load(way, page, '[White "Ada"]\n\n1. e4 e5 *\n\n[Variant "alice"]\n[ChapterName "Both boards"]\n\n1. e4/B d5/B *\n');
  await way.press(page.getByRole('button', { name: 'All of them' }));
  await shown('1. Ada');
  await way.press(chapters.getByRole('button', { name: '2. Both boards' }));
  await shown('2. Both boards');
  for (const [number, game] of [[3, 'alice'], [4, 'chess']]) {
    if (game === 'chess') {
      await way.press(chapters.getByRole('button', { name: '1. Ada' }));
      await shown('1. Ada');
    }
    await way.press(named(page, 'Add a chapter'));
    await way.press(named(dialog, 'From the start'));
    await shown(`${number}. Chapter ${number}`);
    await way.press(named(page, 'Rename'));
    await way.write(dialog.getByRole('textbox', { name: 'Name' }), `In ${game}`);
    await way.press(named(dialog, 'Rename'));
    await shown(`${number}. In ${game}`);
  }
  const text = (await saved(way, page, named(page, 'Save all'))).toString();
  assert.equal(text.match(/\[ChapterName "/g).length, 3);
  assert.equal(text.match(/\[Variant "alice"\]/gi).length, 2);
  for (const left of ['3. In alice', '2. Both boards']) {
    await way.press(named(page, 'Delete chapter'));
    await way.press(named(dialog, 'Delete it'));
    await shown(left);
  }
});

inAllWays('the address follows the position, and the browser walks back and forward,', { ...PEOPLE, engine: false }, async (way, page) => {
  const at = (/** @type {string} */ end) => page.waitForFunction((wanted) => location.hash.endsWith(wanted), end);
  for (const [game, moves, texts] of [['chess', [['e2', 'e4'], ['e7', 'e5']], ['e2e4', 'e7e5']], ['alice', [['e2', 'e4'], ['d7', 'd6']], ['e2e4', 'd7d6']]]) {
    await analyse(page, game);
    for (const [index, move] of moves.entries()) {
      await way.point(page, ...move);
      await at(`moves=${texts.slice(0, index + 1).join('+')}`);
    }
    await page.goBack();
    await page.locator('.move[aria-current]', { hasText: 'e4' }).waitFor();
    await page.goForward();
    await page.locator('.move[aria-current]').nth(0).filter({ hasText: /e5|d6/ }).waitFor();
    // A step by the list is one of the browser's, too.
    await way.press(page.locator('.moves .move').first());
    await at(`moves=${texts[0]}`);
  }
});

inAllWays('a position and a line are shared', { ...PEOPLE, engine: false }, async (way, page) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  for (const [game, moves] of [['chess', 'e2e4+e7e5'], ['alice', 'e2e4+d7d5']]) {
    await analyse(page, `${game}?moves=${moves}`);
    await page.locator('.moves .move').nth(1).waitFor();
    for (const [what, seen] of [['FEN', /^\S+ w \S+/], ['PGN', /1\. e4/], ['Link', new RegExp(`#/analyse/${game}\\?moves=${moves.replace('+', '\\+')}$`)]]) {
      await way.press(named(page, `Copy ${what === 'Link' ? 'link' : what}`));
      await expectStatus(page, `${what} copied.`);
      assert.match(await copied(), seen);
    }
    const files = { 'Save PGN': /^\[Event/, 'Save SVG': /^<svg/, 'Save PNG': /^.PNG/ };
    for (const [name, begins] of Object.entries(files)) assert.match((await saved(way, page, named(page, name))).toString('latin1'), begins);
    assert.match((await saved(way, page, page.getByRole('button', { name: 'Save GIF' }))).toString('latin1'), /^GIF89a/);
  }
});

inAllWays('games and analyses are listed, searched, opened, written and deleted', { ...PEOPLE, engine: false }, async (way, page) => {
  for (const [game, ...move] of [['iceage', 'b1', 'c3'], ['chess', 'e2', 'e4']]) {
    await play(page, game);
    await way.point(page, ...move);
    await expectOn(page, move[1], 'white');
    await resign(way, page);
  }
  const rows = page.locator('.kept-row');
  await way.press(page.getByRole('link', { name: 'Games' }));
  await rows.nth(1).waitFor();
  const search = page.getByRole('searchbox', { name: 'Search' });
  await way.write(search, 'orthodox');
  await rows.filter({ hasText: 'Orthodox chess' }).waitFor();
  assert.equal(await rows.count(), 1);
  await way.write(search, '');
  await way.choose(page.getByRole('combobox', { name: 'Game' }), 'iceage');
  await rows.filter({ hasText: 'Ice Age' }).waitFor();
  assert.equal(await rows.count(), 1);
  await way.choose(page.getByRole('combobox', { name: 'Game' }), '');
  const text = (await saved(way, page, named(page, 'Save as PGN'))).toString();
  assert.equal(text.match(/^\[Event /gm).length, 2);
  for (const [title, name] of [['Ice Age', 'c3'], ['Orthodox chess', 'e4']]) {
    await way.press(rows.filter({ hasText: title }).locator('.kept-open'));
    await page.waitForSelector('.analysis .moves .move');
    await expectOn(page, name, 'white');
    await way.press(page.getByRole('link', { name: 'Games' }));
    await rows.nth(1).waitFor();
  }
  await way.press(rows.filter({ hasText: 'Ice Age' }).getByRole('button', { name: /^Delete/ }));
  await way.press(named(page.locator('dialog'), 'Delete'));
  await rows.filter({ hasText: 'Ice Age' }).waitFor({ state: 'detached' });
  await way.press(named(page, 'Delete all'));
  await way.press(named(page.locator('dialog'), 'Delete all'));
  await page.getByText('Nothing yet.').waitFor();
});

inAllWays('boards, pieces, size, coordinates, motion and sound are chosen', PEOPLE, async (way, page) => {
  const wished = () => page.evaluate(() => {
    const { board: colours, pieces, coordinates, animation, size, sound, volume } = JSON.parse(localStorage.getItem('galaverna.settings'));
    return { colours, pieces, coordinates, animation, size, sound, volume };
  });
  for (const [game, colours, ...more] of [['iceage', 'Moss', 'Plain', 'Inside', 'Fast'], ['alice', 'Slate', 'Drawn', 'None', 'Normal']]) {
    await play(page, game);
    await way.press(named(page, 'Settings'));
    const radio = (group, name) => page.getByRole('radiogroup', { name: group, exact: true }).getByRole('radio', { name });
    for (const [group, name] of [['Board', colours], ['Pieces', more[0]], ['Coordinates', more[1]], ['Motion', more[2]]]) await way.press(radio(group, name));
    for (const [name, key] of [['Size of the board', 'Home'], ['Volume', 'End']]) {
      const range = page.getByRole('slider', { name });
      const box = await range.boundingBox();
      if (way.name === 'by keyboard') await range.press(key);
      else await way.press({ click: () => range.click({ position: { x: key === 'Home' ? 2 : box.width - 2, y: box.height / 2 } }), tap: () => range.tap({ position: { x: key === 'Home' ? 2 : box.width - 2, y: box.height / 2 } }) });
    }
    const sounds = page.getByRole('switch', { name: 'Sounds' });
    await way.press(way.name === 'by finger' ? page.getByText('Sounds', { exact: true }) : sounds);
    await way.press(named(page, 'Done'));
    assert.deepEqual(await wished(), {
      colours: colours.toLowerCase(), pieces: more[0].toLowerCase(), coordinates: more[1].toLowerCase(), animation: more[2].toLowerCase(),
      size: 60, sound: game === 'iceage', volume: 100,
    });
    assert.equal(await page.locator('.middle .man use').first().getAttribute('href').then((href) => href.startsWith('#plain-')), more[0] === 'Plain');
  }
});

inAllWays('the engine’s lines: on and off, how many, memory, seen before, the threat,', { ...PEOPLE, engine: false, lines: 2 }, async (way, page) => {
  const head = (/** @type {RegExp} */ text) => page.locator('.engine-head', { hasText: text }).waitFor();
  for (const [index, game] of ['chess', 'iceage'].entries()) {
    await analyse(page, game);
    await page.locator('.engine-head', { hasText: 'Switched off' }).waitFor();
    await way.press(way.name === 'by finger' ? page.locator('.engine-head label.switch') : page.getByRole('switch', { name: 'Engine' }));
    await head(/depth \d+ · .*nodes/);
    await way.press(named(page, 'More lines'));
    await page.locator('.line .score').nth(2).waitFor();
    await way.press(named(page, 'Fewer lines'));
    const memory = index ? '32' : '128';
    await way.choose(page.getByLabel('Memory'), memory);
    if (await page.getByLabel('Threads').count()) await way.choose(page.getByLabel('Threads'), index ? '1' : '2');
    assert.deepEqual(await page.evaluate(() => JSON.parse(localStorage.getItem('galaverna.settings')).hash), Number(memory));
    await head(/depth (9|\d\d+) · .*nodes/);
    await way.press(page.locator('.line-move').first());
    await page.locator('.move[aria-current]').waitFor();
    await page.evaluate(() => {
      const facts = document.querySelector('.engine-head p');
      globalThis.said = [];
      new MutationObserver(() => globalThis.said.push(facts.textContent)).observe(facts, { childList: true, characterData: true, subtree: true });
    });
    await way.press(page.getByRole('button', { name: 'One move back' }));
    await page.waitForFunction(() => globalThis.said.some((text) => text.endsWith('seen before')));
    await way.press(page.getByRole('button', { name: 'Threat' }));
    await head(/^.*If Black were to move: depth/);
    await page.locator('.arrow.threat').waitFor({ state: 'attached' });
    await way.press(way.name === 'by finger' ? page.locator('.engine-head label.switch') : page.getByRole('switch', { name: 'Engine' }));
    await head(/Switched off/);
  }
});
