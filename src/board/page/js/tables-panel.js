// @ts-check
// What the endgame tables know of the position that is analysed: its value, and each move's.

import { fill, h } from './dom.js';
import { keepFocus, moveTable } from './move-table.js';
import { plural, t } from './translate.js';

/** @typedef {import('./types').PositionView} PositionView */
/** @typedef {import('./types').TableValue} TableValue */
/** @typedef {import('./types').TablesView} TablesView */

/** The value of a move for who makes it. @param {TableValue} value */
export function valueText({ result, plies, zeroing }) {
  if (result === 'drawn') return t('drawn');
  const isWon = result.startsWith('won');
  const isLate = result.endsWith('too_late');
  if (plies !== null) {
    if (isLate) return isWon ? t('won in {n}, drawn by the fifty-move rule', { n: plies }) : t('lost in {n}, drawn by the fifty-move rule', { n: plies });
    return isWon ? t('won in {n}', { n: plies }) : t('lost in {n}', { n: plies });
  }
  if (isLate) return isWon ? t('won, drawn by the fifty-move rule') : t('lost, drawn by the fifty-move rule');
  if (zeroing === null) return isWon ? t('won') : t('lost');
  return isWon ? t('won, zeroing in {n}', { n: zeroing }) : t('lost, zeroing in {n}', { n: zeroing });
}

/** The value of a position in a sentence. @param {TableValue} value @param {import('./types').Side} turn */
export function verdict({ result, plies }, turn) {
  if (result === 'drawn') return t('Drawn.');
  const isWhite = (turn === 'white') === result.startsWith('won');
  if (result.endsWith('too_late')) {
    return isWhite ? t('White wins too late: the fifty-move rule draws.') : t('Black wins too late: the fifty-move rule draws.');
  }
  if (plies === null) return isWhite ? t('White wins.') : t('Black wins.');
  return isWhite ? plural('White wins in 1 ply.', 'White wins in {n} plies.', { n: plies }) : plural('Black wins in 1 ply.', 'Black wins in {n} plies.', { n: plies });
}

/** @param {TableValue} value */
const kindOf = ({ result }) => (result === 'won' || result === 'lost' ? result : 'drawn');

export class TablesPanel {
  /** What was told of positions. @type {WeakMap<PositionView, TablesView | null>} */
  #known = new WeakMap();

  /** @param {import('./analysis.js').AnalysisScreen} screen */
  constructor(screen) {
    this.screen = screen;
    this.men = screen.app.hello.tables.find(({ game }) => game === screen.game.name)?.men ?? 0;
    this.element = h('section', { class: 'card', 'aria-label': t('Endgame tables'), hidden: true });
  }

  /** Shows what is known of the position that is seen. @param {PositionView} position */
  async show(position) {
    const node = this.screen.game.current;
    const known = await this.#lookUp(position);
    if (node !== this.screen.game.current) return;
    keepFocus(this.element, () => this.#draw(position, known));
  }

  /** @param {PositionView} position */
  async #lookUp(position) {
    const pieces = position.boards.squares.join('').replaceAll('.', '').length;
    if (position.outcome || pieces > this.men) return null;
    if (!this.#known.has(position)) {
      const { known } = await this.screen.connection.ask('tables', this.screen.game.line());
      this.#known.set(position, known);
    }
    return this.#known.get(position) ?? null;
  }

  /** @param {PositionView} position @param {TablesView | null} known */
  #draw(position, known) {
    this.element.hidden = !known;
    if (!known) {
      fill(this.element);
      return;
    }
    const rows = known.moves.flatMap(({ text, san, value }) => {
      const move = position.moves.find((one) => one.text === text);
      const cells = [h('span', { class: `table-value ${kindOf(value)}` }, valueText(value))];
      return move ? [{ san, cells, play: () => this.screen.playMove(move) }] : [];
    });
    fill(this.element, h('h2', {}, t('Endgame tables')), h('p', { class: 'table-verdict' }, verdict(known.value, position.turn)),
      moveTable(t('Moves by the endgame tables'), [t('Move'), t('For who makes it')], rows),
      h('p', { class: 'muted small' }, known.value.plies === null && known.moves.every(({ value }) => value.plies === null || value.plies === 1)
        ? t('Counted are plies, moves of either side. Zeroing is the next capture or pawn move.')
        : t('Counted are plies, moves of either side, this one among them.')));
  }
}
