// People at other machines, for the tests of games between two machines: each has a
// browser's context of their own.

import { go } from './harness.mjs';

/** What the host wishes for. */
export const HOST = { opponent: 'network', colour: 'white', time: '5+3', sound: false, merged: false, animation: 'none', name: 'Ann' };

const TITLES = { iceage: 'Ice Age', alice: 'Alice', elolbia: 'Elolbian Chess', clupso: 'Clupso', chess: 'Orthodox' };

/**
 * How people come together on a board.
 * @param {() => Awaited<ReturnType<import('./harness.mjs').open>>} board
 */
export function people(board) {
  /** The page of somebody else. */
  const visit = (link, settings = {}, options = {}) => board().visit(link, { sound: false, merged: false, animation: 'none', ...settings }, options);

  /** The host's page with an invitation to a game, perhaps from a position, and its two links. */
  async function invite(game, settings = {}, options = {}, fen = null) {
    const host = await board().page({ ...HOST, ...settings }, options);
    if (fen) {
      await go(host, `#/edit/${game}?fen=${encodeURIComponent(fen)}`);
      await host.locator('button:has-text("Play from here"):enabled').click();
    } else {
      await host.locator('.game-card', { hasText: TITLES[game] }).click();
      await host.getByRole('button', { name: 'Invite' }).click();
    }
    await host.waitForSelector('.invitation, dialog[open]');
    // The game of the test before may still be on.
    const over = host.getByRole('button', { name: 'Close it' });
    if (await over.isVisible()) await over.click();
    await host.waitForSelector('.invitation');
    const links = await Promise.all(['#link-player', '#link-spectators'].map((id) => host.locator(id).inputValue()));
    return { host, links };
  }

  /** A game that has begun, of Ann and Bob, and a third who watches. */
  async function begin(game, settings = {}, { options = {}, fen = null } = {}) {
    const { host, links } = await invite(game, settings, options, fen);
    const guest = await visit(links[0], { name: 'Bob', ...settings }, options);
    const third = await visit(links[1], settings, options);
    for (const page of [host, guest, third]) await page.locator('.player-name', { hasText: 'Bob' }).waitFor();
    return { host, guest, third, all: [host, guest, third], links };
  }
  return { invite, visit, begin };
}
