// Makes the README's pictures of the board anew, into docs/images:
// `BOARD=target/release/galaverna PACKAGES=target/ci-node node tests/board/browser/pictures.mjs`
// Titles want a book serif, as of Debian's package fonts-urw-base35. With a folder after it the
// pictures are other ones and go there: each screen in each game, wide and on a phone, light and dark,
// five on a sheet, to be looked at beside the design.

import { TITLES, click, go, open, play, square } from './harness.mjs';

const FOLDER = 'docs/images';
const AGAINST = { opponent: 'engine', colour: 'white', elo: 1600, time: '10+5' };
const WIDE = { viewport: { width: 1280, height: 860 } };
const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true };

const ICE = '1n1qkbnr/2p2p2/1rbpp2*/*1p*P*1p/**1*BP**/*QPPP2N/P2P4/RNB1K1R1 w - - 0 18';
const CHECK = 'r1b4r/ppp1|kppp/|B1|n|p|p|n2/6|B1/|Pb1P4/2|N1|P|N2/1PP2PPP/R3K2R w - - 0 12';
const CHAIN = 'k1mmMMRQ/n1m2MBM/m1m3M1/1m5M/r3bNn1/1MM4m/MBM1mm2/K6m w - - 0 20';
const POOLS = '1q5r/4mmm1/5r2/1m2m3/3M4/1MM1M1M1/5MB1/2Q5 w - - 0 20';
const IMMORTAL = `1. e4 e5 2. f4 exf4 3. Bc4 Qh4+ 4. Kf1 b5 5. Bxb5 Nf6 6. Nf3 Qh6 7. d3 Nh5 8. Nh4 Qg5
9. Nf5 c6 10. g4 Nf6 11. Rg1 cxb5 12. h4 Qg6 13. h5 Qg5 14. Qf3 Ng8 15. Bxf4 Qf6 16. Nc3 Bc5
17. Nd5 Qxb2 18. Bd6 Bxg1 19. e5 Qxa1+ 20. Ke2 Na6 21. Nxg7+ Kd8 22. Qf6+ Nxf6 23. Be7# 1-0`;

/** What is on each picture. @type {Record<string, (page: any) => Promise<void>>} */
const scenes = {
  async iceage(page) {
    await play(page, 'iceage', ICE);
    await click(page, 'h3');
    await square(page, 'f2').hover();
  },
  async alice(page) {
    await play(page, 'alice', CHECK);
    await click(page, 'B:f3');
    await square(page, 'd2', 1).hover();
  },
  async elolbia(page) {
    await play(page, 'elolbia', CHAIN);
    await click(page, 'h5', 'f3');
  },
  async clupso(page) {
    await play(page, 'clupso', POOLS);
  },
  async learn(page) {
    await go(page, '#/learn/iceage');
    await page.getByRole('button', { name: 'Who stands alone?' }).click();
    await page.getByRole('heading', { name: 'Who stands alone?' }).waitFor();
    await page.waitForSelector('.man');
    await square(page, 'b5').click();
  },
  async review(page) {
    await go(page, '#/analyse/chess');
    await page.waitForSelector('.boards.enabled');
    await page.getByRole('button', { name: 'Paste a game' }).click();
    await page.locator('dialog textarea').fill(IMMORTAL);
    await page.getByRole('button', { name: 'Load' }).click();
    await page.locator('.move', { hasText: 'Be7#' }).waitFor();
    await page.getByRole('button', { name: 'Analyse the whole game' }).click();
    await page.locator('.graph-legend').waitFor();
    await page.getByRole('button', { name: 'Analyse the whole game' }).waitFor({ timeout: 120_000 });
    await page.locator('.move', { hasText: 'Bxg1' }).click();
    // It has searched long enough to have lines of some moves.
    await page.locator('.engine-head', { hasText: /depth 1[3-9]/ }).waitFor({ timeout: 120_000 });
  },
};

const board = await open();

/** Puts pictures side by side. @param {string[]} pictures @param {{width: number, height: number}} size of a picture @param {string} path */
async function putTogether(pictures, { width, height }, path) {
  const context = await board.browser.newContext({ viewport: { width: pictures.length * (width + 16), height: height + 16 } });
  const page = await context.newPage();
  await page.setContent(`<body style="margin: 8px; display: flex; gap: 16px">${pictures.map((png) => `<img style="width: ${width}px" src="data:image/png;base64,${png}">`).join('')}`);
  await page.screenshot({ path });
  await context.close();
}

/** @param {string} scene @param {string} theme @param {object} options */
async function picture(scene, theme, options) {
  const page = await board.page({ ...AGAINST, theme, sound: true }, options);
  await scenes[scene](page);
  await page.evaluate(() => window.scrollTo(0, 0));
  await page.waitForTimeout(600);
  return page;
}

/** The README's pictures. */
async function forReaders() {
  const wide = { iceage: 'light', alice: 'dark', elolbia: 'light', clupso: 'dark', review: 'light', learn: 'dark' };
  for (const [scene, theme] of Object.entries(wide)) {
    const page = await picture(scene, theme, WIDE);
    await page.screenshot({ path: `${FOLDER}/board-${scene}.png` });
    await board.closePages();
  }

  const phones = [];
  for (const [scene, theme] of [['iceage', 'dark'], ['alice', 'light'], ['elolbia', 'dark'], ['learn', 'light']]) {
    const page = await picture(scene, theme, PHONE);
    phones.push((await page.screenshot()).toString('base64'));
    await board.closePages();
  }
  await putTogether(phones, PHONE.viewport, `${FOLDER}/board-narrow.png`);
}

/** What is shown of a game. @type {Record<string, (page: any, game: string) => Promise<void>>} */
const screens = {
  play,
  analysis: (page, game) => go(page, `#/analyse/${game}`),
  editor: (page, game) => go(page, `#/edit/${game}`),
  learn: (page, game) => go(page, `#/learn/${game}`),
  solve: (page, game) => go(page, `#/solve/${game}/3`),
  choice: (page, game) => page.locator('.game-card', { hasText: TITLES[game] }).click(),
};

/** All screens of all games. @param {string} folder */
async function forComparison(folder) {
  for (const [size, options] of Object.entries({ wide: WIDE, phone: PHONE })) {
    for (const theme of ['light', 'dark']) {
      for (const [name, show] of Object.entries(screens)) {
        const pictures = [];
        for (const game of Object.keys(TITLES)) {
          const page = await board.page({ ...AGAINST, theme, merged: size === 'phone' }, options);
          await show(page, game);
          await page.waitForTimeout(900);
          pictures.push((await page.screenshot()).toString('base64'));
          await board.closePages();
        }
        const { width, height } = options.viewport;
        const scale = size === 'wide' ? 0.5 : 1;
        await putTogether(pictures, { width: width * scale, height: height * scale }, `${folder}/${name}-${size}-${theme}.png`);
      }
    }
  }
}

const folder = process.argv[2];
await (folder ? forComparison(folder) : forReaders());
await board.end();
