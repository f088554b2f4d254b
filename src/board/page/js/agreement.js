// @ts-check
// Agreements in which each side names some of its own pieces: picking them, offering,
// answering.

import { say } from './announce.js';
import { ask } from './ask.js';
import { button } from './dom.js';
import { playSound } from './sounds.js';
import { list } from './text.js';
import { t } from './translate.js';

/** @typedef {import('./types').Side} Side */

/**
 * Where an agreement is made: a game in play or an analysis.
 * @typedef {object} Host
 * @property {import('./connection.js').Connection} connection
 * @property {import('./game.js').Game} game
 * @property {import('./board-set.js').BoardSet} boards
 * @property {import('./status.js').Status} status
 * @property {import('./page').Words} words
 * @property {Side | null} engineSide
 * @property {import('./latest.js').Latest} picking ends the picking of squares: another position is seen
 */

/** Where squares are picked. @typedef {Pick<Host, 'boards' | 'status' | 'words'>} PickHost */

/** Squares in words; the first has a meaning of its own. @param {string[]} squares @param {string} first */
export const named = (squares, first) => list(squares.map((square, index) => (index ? square : `${square} (${first})`)));

/**
 * The marks of squares that are named in an agreement.
 * @param {string[]} squares
 * @param {string} badge of the first
 * @returns {import('./page').Mark[]}
 */
export const namedMarks = (squares, badge) => squares.flatMap((square, index) => {
  const at = { board: 0, square };
  return [{ at, kind: 'selected' }, { at, kind: 'picked', text: index ? String(index + 1) : badge }];
});

/**
 * Lets a person pick squares on the board.
 * @param {PickHost} host
 * @param {import('./types').AgreementTerms} agreement
 * @param {0 | 1} side
 * @param {string} whose
 * @param {string} done the text of the button
 * @param {AbortSignal | null} [signal] ends it
 * @returns {Promise<string[] | null>}
 */
export function pickSquares({ boards, status, words }, agreement, side, whose, done, signal = null) {
  const count = agreement.squares;
  const choices = agreement.choices[side];
  const { first, badge, choose, wrong } = words.agreement;
  // What is marked already stays.
  const before = boards.extraMarks;
  return new Promise((resolve) => {
    /** @type {string[]} */
    const picked = [];
    const finish = (/** @type {string[] | null} */ squares) => {
      boards.picker = null;
      boards.extraMarks = before;
      status.offer();
      status.tell('');
      boards.draw();
      document.removeEventListener('keydown', onKey, true);
      signal?.removeEventListener('abort', end);
      resolve(squares);
    };
    const show = () => {
      boards.extraMarks = [...before, ...namedMarks(picked, badge)];
      boards.draw();
      status.tell(picked.length ? `${whose}: ${named(picked, first)}.` : `${whose}: ${choose}.`);
      const ready = button(done, () => finish([...picked]), { classes: 'primary', key: 'Enter' });
      ready.disabled = picked.length !== count;
      status.offer(button(t('Not now'), () => finish(null), { key: 'Esc' }), ready);
    };
    boards.picker = (place) => {
      const index = picked.indexOf(place.square);
      if (index < 0 && !choices.includes(place.square)) {
        status.tell(wrong, 'alert');
        return;
      }
      if (index >= 0) picked.splice(index, 1);
      else if (picked.length < count) picked.push(place.square);
      show();
    };
    const onKey = (/** @type {KeyboardEvent} */ event) => {
      if (event.key === 'Escape') finish(null);
      else if (event.key === 'Enter' && picked.length === count) finish([...picked]);
      else return;
      event.preventDefault();
      event.stopPropagation();
    };
    document.addEventListener('keydown', onKey, true);
    const end = () => finish(null);
    signal?.addEventListener('abort', end);
    show();
  });
}

/**
 * A person offers an agreement to the engine or to the other person.
 * @param {Host} host
 * @returns {Promise<string | null>} the agreement, if it has come about
 */
export async function offerAgreement(host) {
  const { agreement, turn } = await host.game.position();
  if (!agreement) return null;
  const own = turn === 'white' ? 0 : 1;
  const names = [t('White'), t('Black')];
  const squares = await pickSquares(host, agreement, own, names[own], t('Offer it'), host.picking.signal);
  if (!squares) return null;
  const line = host.game.line();
  try {
    if (host.engineSide) {
      return outcome(host, await host.connection.ask('offer_agreement', { ...line, side: host.engineSide, squares }));
    }
    const others = await pickSquares(host, agreement, own ? 0 : 1, names[1 - own], t('Agree'), host.picking.signal);
    if (!others) {
      host.status.tell(t('The offer is declined.'));
      return null;
    }
    const [white, black] = own ? [others, squares] : [squares, others];
    return outcome(host, await host.connection.ask('agree', { ...line, white, black }));
  } catch (error) {
    host.status.tell(/** @type {Error} */ (error).message, 'alert');
    return null;
  }
}

/**
 * @param {Host} host
 * @param {{accepted: boolean, text: string | null, says: string}} answer
 */
function outcome({ status, words }, { accepted, text, says }) {
  if (!accepted || !text) {
    status.tell(says, 'alert');
    return null;
  }
  playSound('agreement');
  say(words.agreement.done, true);
  return text;
}

/**
 * A person answers an agreement that the engine offers.
 * @param {Host} host
 * @param {string[]} squares those that the engine names
 * @returns {Promise<string | null>} the agreement, if it has come about
 */
export async function answerOffer(host, squares) {
  const { agreement } = await host.game.position();
  if (!agreement) return null;
  const { offered, answer, first } = host.words.agreement;
  const accepts = await ask(offered, `${t('It names {squares}.', { squares: named(squares, first) })} ${answer}`,
    (choose) => [button(t('Decline'), () => choose(false)), button(t('Choose'), () => choose(true), { classes: 'primary' })]);
  if (!accepts) return null;
  const own = host.engineSide === 'white' ? 1 : 0;
  for (;;) {
    const mine = await pickSquares(host, agreement, own, t('You'), t('Agree'), host.picking.signal);
    if (!mine) return null;
    const [white, black] = own ? [squares, mine] : [mine, squares];
    try {
      return outcome(host, await host.connection.ask('agree', { ...host.game.line(), white, black }));
    } catch (error) {
      // Other squares may do.
      await ask(t('Not these squares'), /** @type {Error} */ (error).message,
        (choose) => [button(t('Choose others'), () => choose(true), { classes: 'primary' })]);
    }
  }
}
