// @ts-check
// Agreements in which each side names some of its own pieces: picking them, offering,
// answering.

import { button } from './dom.js';
import { ask } from './ask.js';
import { play } from './sounds.js';

/** @typedef {import('./types').Side} Side */

/**
 * Lets a person pick squares on the board.
 * @param {import('./board-set.js').BoardSet} boards
 * @param {import('./status.js').Status} status
 * @param {string[]} choices
 * @param {number} count
 * @param {string} whose
 * @param {string} done the text of the button
 * @returns {Promise<string[] | null>}
 */
export function pickSquares(boards, status, choices, count, whose, done) {
  return new Promise((resolve) => {
    /** @type {string[]} */
    const picked = [];
    const finish = (/** @type {string[] | null} */ squares) => {
      boards.picker = null;
      boards.extraMarks = [];
      status.offer();
      status.tell('');
      boards.draw();
      document.removeEventListener('keydown', onKey, true);
      resolve(squares);
    };
    const show = () => {
      boards.extraMarks = picked.flatMap((square, index) => {
        const at = { board: 0, square };
        return [{ at, kind: 'selected' }, { at, kind: 'picked', text: index ? String(index + 1) : 'Q' }];
      });
      boards.draw();
      const names = picked.map((square, index) => (index ? square : `${square} (queen)`)).join(', ');
      status.tell(picked.length ? `${whose}: ${names}.` : `${whose}: pick ${count} men on the board, the queen's square first.`);
      const ready = button(done, () => finish([...picked]), { classes: 'primary', key: 'Enter' });
      ready.disabled = picked.length !== count;
      status.offer(button('Not now', () => finish(null), { key: 'Esc' }), ready);
    };
    boards.picker = (place) => {
      const index = picked.indexOf(place.square);
      if (index >= 0) picked.splice(index, 1);
      else if (!choices.includes(place.square)) status.tell('Pick men of your own.', 'alert');
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
    show();
  });
}

/**
 * A person offers an agreement to the engine or to the other person.
 * @param {import('./play.js').Play} game
 */
export async function offerAgreement(game) {
  const view = await game.game.view();
  const { agreement } = view;
  if (!agreement) return;
  const own = view.turn === 'white' ? 0 : 1;
  const names = ['White’s men', 'Black’s men'];
  const squares = await pickSquares(game.boards, game.status, agreement.choices[own], agreement.squares, names[own], 'Offer it');
  if (!squares) return;
  const line = game.game.line();
  try {
    if (game.engineSide) {
      const answer = await game.connection.ask('offer_agreement', { ...line, side: game.engineSide, squares });
      finish(game, answer);
      return;
    }
    const others = await pickSquares(game.boards, game.status, agreement.choices[1 - own], agreement.squares, names[1 - own], 'Agree');
    if (!others) {
      game.status.tell('The offer is declined.');
      return;
    }
    const [white, black] = own ? [others, squares] : [squares, others];
    finish(game, await game.connection.ask('agree', { ...line, white, black }));
  } catch (error) {
    game.status.tell(/** @type {Error} */ (error).message, 'alert');
  }
}

/**
 * @param {import('./play.js').Play} game
 * @param {{accepted: boolean, text: string | null, says: string}} answer
 */
function finish(game, answer) {
  if (answer.accepted && answer.text) {
    play('exchange');
    game.playAgreement(answer.text);
  } else {
    game.status.tell(answer.says, 'alert');
  }
}

/**
 * Lets the engine offer an agreement before it moves.
 * @param {import('./play.js').Play} game
 * @returns {Promise<boolean>} whether the agreement has come about
 */
export async function hearEngine(game) {
  const view = await game.game.view();
  const side = /** @type {Side} */ (game.engineSide);
  const line = game.game.line();
  const { squares } = await game.connection.ask('wish_agreement', { ...line, side });
  if (!squares || !view.agreement) return false;
  const named = `${squares[0]} (queen), ${squares.slice(1).join(' and ')}`;
  const accepts = await ask('Galaverna offers an exchange of queens',
    `It gives ${named}. If you agree, choose three of your men; the first becomes your queen.`,
    (choose) => [button('Decline', () => choose(false)), button('Choose my men', () => choose(true), { classes: 'primary' })]);
  if (!accepts) return false;
  const own = side === 'white' ? 1 : 0;
  const mine = await pickSquares(game.boards, game.status, view.agreement.choices[own], view.agreement.squares, 'Your men', 'Agree');
  if (!mine) return false;
  const [white, black] = own ? [squares, mine] : [mine, squares];
  try {
    const answer = await game.connection.ask('agree', { ...line, white, black });
    play('exchange');
    await game.playAgreement(answer.text);
    return true;
  } catch (error) {
    game.status.tell(/** @type {Error} */ (error).message, 'alert');
    return false;
  }
}
