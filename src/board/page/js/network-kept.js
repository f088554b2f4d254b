// @ts-check
// The games that somebody at another machine has played here, in their browser.

import { say } from './announce.js';
import { ask } from './ask.js';
import { button, fill, h } from './dom.js';
import { PGN, saveFile } from './save-file.js';
import { dateText, t } from './translate.js';

/** @typedef {import('./library.js').Kept} Kept */

/**
 * A list of all games, each of which can be saved and deleted.
 * @param {import('./library.js').Library} library
 * @param {(game: string) => string} titleOf
 */
export async function showKept(library, titleOf) {
  const list = h('ul', { class: 'network-games' });
  const kept = await library.all();
  /** @param {Kept} one */
  const row = (one) => {
    const { id, white, black, result, says, date, pgn, text } = one;
    const name = `${white} – ${black}`;
    const ended = result === '*' ? t('not ended') : `${result}. ${says}`;
    const remove = async () => {
      await library.remove(id);
      item.remove();
      say(t('Deleted.'));
    };
    const item = h('li', {},
      h('span', { class: 'grow' }, h('b', {}, name), h('small', {}, `${titleOf(text.game)} · ${ended} · ${dateText(date)}`)),
      button(t('Save PGN'), () => saveFile(pgn ?? '', `${text.game}.pgn`, PGN), { classes: 'tiny', label: t('Save PGN: {name}', { name }) }),
      button(t('Delete'), remove, { classes: 'tiny quiet', label: t('Delete {name}', { name }) }));
    return item;
  };
  fill(list, ...kept.map(row));
  const says = library.isRefused ? t('This browser lets the page keep nothing, as in a private window: what is here is gone when the tab is closed.')
    : kept.length ? t('Games of this network that this browser keeps.') : t('Nothing yet: games are kept from their first move on.');
  await ask(t('Your games'), says, (choose) => [list, h('div', { class: 'ask-actions' }, button(t('Close'), () => choose(null), { classes: 'primary' }))]);
}
