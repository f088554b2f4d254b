// @ts-check
// What the facts of a position are called. A game has words of its own in the file about
// it; these are for one that has none.

import { t } from './translate.js';

/** @type {import('./page').Words} */
const USUAL = {
  countdown: { over: t('The event'), meanwhile: '', spared: t('Spared'), showSpared: t('Show what is spared') },
  quota: { title: t('A limit'), counted: t('Men that count') },
  agreement: {
    title: t('Agreement'), possible: t('The players may agree on it.'), impossible: t('Not possible now.'),
    offer: t('Offer it'), offered: t('Galaverna offers an agreement'), answer: t('If you agree, choose pieces of your own.'),
    choose: t('pick pieces on the board'), wrong: t('Pick pieces of your own.'), first: t('first'), badge: '1', done: t('Agreed.'),
  },
  tally: { title: t('Pieces'), text: t('Whoever loses the last piece loses the game.') },
  pools: { title: t('The pool'), text: '', arrived: t('What does it become?'), choose: t('It may become what is in the pool.') },
};

/**
 * The words of a game.
 * @param {import('./page').About | null} about
 * @returns {import('./page').Words}
 */
export function wordsOf(about) {
  return { ...USUAL, ...about?.words };
}
