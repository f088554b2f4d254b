// @ts-check
// What the facts of a position are called. A game has words of its own in the file about
// it; these are for one that has none.

/** @type {import('./page').Words} */
const USUAL = {
  countdown: { over: 'The event', meanwhile: '', spared: 'Spared', showSpared: 'Show what is spared' },
  quota: { title: 'A limit', counted: 'Men that count' },
  agreement: {
    title: 'Agreement', possible: 'The players may agree on it.', impossible: 'Not possible now.',
    offer: 'Offer it', offered: 'Galaverna offers an agreement', answer: 'If you agree, choose pieces of your own.',
    choose: 'pick pieces on the board', wrong: 'Pick pieces of your own.', first: 'first', badge: '1', done: 'Agreed.',
  },
  tally: { title: 'Pieces', text: 'Whoever loses the last piece loses the game.' },
  pools: { title: 'The pool', text: '', arrived: 'What does it become?', choose: 'It may become what is in the pool.' },
};

/**
 * The words of a game.
 * @param {import('./page').About | null} about
 * @returns {import('./page').Words}
 */
export function wordsOf(about) {
  return { ...USUAL, ...about?.words };
}
