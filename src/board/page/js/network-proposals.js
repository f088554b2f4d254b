// @ts-check
// What the players of a game between two machines propose to each other: a draw, to take a
// move back, what the game lets them agree on.

import { named, namedMarks, pickSquares } from './agreement.js';
import { button } from './dom.js';
import { t } from './translate.js';

/** @typedef {import('./network-table.js').NetworkTable} NetworkTable */

/** The text of the button that accepts. @param {import('./types').NetworkProposal['what']} what */
function acceptText(what) {
  if (what === 'draw') return t('Accept draw');
  return what === 'take_back' ? t('Allow it') : t('Choose');
}

export class NetworkProposals {
  #table;
  /** What ends the picking of squares, and what the squares are picked for. @type {{control: AbortController, reason: string} | null} */
  #picking = null;

  /** @param {NetworkTable} table */
  constructor(table) {
    this.#table = table;
  }

  /** What waits for an answer. */
  get open() {
    return this.#table.play.view.proposal;
  }

  /** Whether this page's player has proposed it. */
  get #isOwn() {
    return this.open?.by === this.#table.play.side;
  }

  /** Why squares would be picked: the position, and what is proposed of it. */
  get #reason() {
    const { play, isLive } = this.#table;
    return JSON.stringify([isLive && !play.over, play.game.line().moves, this.open?.number ?? 0]);
  }

  /** What is proposed, as a sentence. */
  get says() {
    const { play, words } = this.#table;
    const { open } = this;
    if (!open) return '';
    const name = play.nameOf(open.by);
    switch (open.what) {
      case 'draw': return this.#isOwn ? t('You offer a draw.') : t('{name} offers a draw.', { name });
      case 'take_back': return this.#isOwn ? t('You ask to take a move back.') : t('{name} asks to take a move back.', { name });
      default: {
        const { title, first } = words.agreement;
        const squares = named(open.squares, first);
        return this.#isOwn ? t('{title} offered by you: {squares}.', { title, squares }) : t('{title} offered by {name}: {squares}.', { title, name, squares });
      }
    }
  }

  /** What marks the squares that are named. */
  get marks() {
    const { open } = this;
    return open?.what === 'agreement' ? namedMarks(open.squares, this.#table.words.agreement.badge) : [];
  }

  /** The answers that a player has. */
  get buttons() {
    const { open } = this;
    if (!open || !this.#table.play.side) return [];
    const decline = () => this.#table.ask('decline', { proposal: open.number });
    if (this.#isOwn) return [button(t('Withdraw'), decline)];
    const accept = () => (open.what === 'agreement' ? this.#choose(open.number) : this.#table.ask('accept', { proposal: open.number }));
    return [button(acceptText(open.what), accept, { classes: 'primary' }), button(t('Decline'), decline)];
  }

  /** Proposes something of the last position. @param {object} proposed */
  propose(proposed) {
    return this.#table.ask('propose', { ply: this.#table.game.current.ply, ...proposed });
  }

  /** What lets this page's player offer the game's agreement, where that is possible. */
  get offer() {
    const { isLive, play, shown } = this.#table;
    const isPossible = isLive && play.side && play.view.begun && !play.over && !this.open && shown.position?.agreement?.possible;
    return isPossible ? () => this.#offer() : null;
  }

  async #offer() {
    const squares = await this.#pick(t('Offer it'));
    if (squares) await this.propose({ what: 'agreement', squares });
  }

  /** Picks the squares that answer an offer. @param {number} number */
  async #choose(number) {
    const squares = await this.#pick(t('Agree'));
    if (squares) await this.#table.ask('accept', { proposal: number, squares });
  }

  /** @param {string} done the text of the button */
  async #pick(done) {
    const table = this.#table;
    const { side } = table.play;
    await table.toLast();
    const { agreement } = await table.game.position();
    // The last position is seen, and picking has not begun meanwhile.
    if (!agreement || !side || table.boards.picker) return null;
    table.boards.hand.cancel();
    const picking = { control: new AbortController(), reason: this.#reason };
    this.#picking = picking;
    const squares = await pickSquares(table, agreement, side === 'white' ? 0 : 1, side === 'white' ? t('White') : t('Black'), done, picking.control.signal);
    this.#picking = null;
    table.refresh();
    return squares;
  }

  /** Ends the picking of squares that nobody waits for any more. */
  look() {
    if (this.#picking && this.#picking.reason !== this.#reason) this.#picking.control.abort();
  }
}
