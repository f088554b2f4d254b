// @ts-check
// The field in which moves are typed.

import { h } from './dom.js';
import { t } from './translate.js';

/** Two legal moves as they can be typed, one of a piece where there is one. @param {import('./types').MoveView[]} moves */
function examples(moves) {
  const piece = moves.find((move) => /^[NBRQ]/.test(move.san)) ?? moves[0];
  const other = moves.findLast((move) => move.san !== piece.san);
  return other ? t('Type a move: {examples}', { examples: `${piece.san}, ${other.text}` }) : t('Type a move');
}

export class TypedMove {
  /** @param {(text: string) => Promise<string | null>} read makes a move that was typed, or tells what is wrong with it */
  constructor(read) {
    this.input = /** @type {HTMLInputElement} */ (h('input', {
      id: 'typed', autocomplete: 'off', spellcheck: 'false', autocapitalize: 'off',
      'aria-label': t('Type a move'), 'aria-describedby': 'typed-error',
    }));
    this.error = h('p', { class: 'error', id: 'typed-error', role: 'alert' });
    this.element = h('form', { class: 'typed', onsubmit: async (/** @type {Event} */ event) => {
      event.preventDefault();
      this.#tell(await read(this.input.value));
    } }, this.input, this.error);
  }

  /** @param {string | null} says */
  #tell(says) {
    this.error.textContent = says ?? '';
    this.input.toggleAttribute('aria-invalid', says !== null);
    if (says === null) this.input.value = '';
  }

  /** Empties it, for one of these moves. @param {import('./types').MoveView[]} moves */
  clear(moves) {
    this.#tell(null);
    this.input.placeholder = examples(moves);
  }
}

/**
 * The legal move that a text means.
 * @param {import('./game.js').Game} game
 * @param {string} text
 * @returns {Promise<import('./types').MoveView | null>} none if nothing was typed
 * @throws {Error} with a sentence, where it means none
 */
export async function readTyped(game, text) {
  const { position } = game.current;
  if (!text.trim() || !position) return null;
  const { text: found } = await game.connection.ask('read_move', { ...game.line(), text });
  // Another move may have been made meanwhile.
  return (game.current.position === position && position.moves.find((one) => one.text === found)) || null;
}
