// @ts-check
// The engine's best lines, live.

import { numbered } from './annotations.js';
import { fill, h, button } from './dom.js';
import { set, settings } from './settings.js';

/** @typedef {import('./types').LineView} Line */
/** @typedef {import('./types').ScoreView} Score */

/**
 * A value in pawns, or moves to mate, seen from White.
 * @param {Score | null} score
 * @param {number} [figures] so many at most, where there is little room
 */
export function scoreText(score, figures = 4) {
  if (!score) return '';
  if (score.mate !== null) return `${score.mate < 0 ? '−' : ''}M${Math.abs(score.mate)}`;
  if (score.cp === null) return score.chance > 50 ? '1-0' : '0-1';
  const pawns = Math.abs(score.cp) / 100;
  const text = pawns.toFixed(Math.max(0, Math.min(2, figures - String(Math.floor(pawns)).length)));
  const sign = score.cp > 0 ? '+' : '−';
  // What is rounded to nothing has no sign.
  return Number(text) === 0 ? text : `${sign}${text}`;
}

/** @param {Score} score */
export const isForBlack = (score) => score.chance < 50;

/** @param {number} count */
function short(count) {
  return count >= 1e6 ? `${(count / 1e6).toFixed(1)}M` : `${Math.round(count / 1e3)}k`;
}

/** So many moves of a line are shown. */
const SHOWN_MOVES = 14;

export class EngineLines {
  /** @type {number | null} */
  #search = null;
  /** @type {Line[]} */
  #lines = [];
  /** @type {{line: import('./types').GameLine, position: import('./types').PositionView} | null} */
  #searched = null;

  /**
   * @param {import('./main.js').App} app
   * @param {(lines: Line[]) => void} changed
   * @param {(line: Line, count: number) => void} stepInto plays so many moves of a line
   */
  constructor(app, changed, stepInto) {
    this.app = app;
    this.changed = changed;
    this.stepInto = stepInto;
    this.facts = h('p', { class: 'muted small' });
    this.count = h('span', {});
    this.switch = /** @type {HTMLInputElement} */ (h('input', {
      type: 'checkbox', role: 'switch', 'aria-label': 'Engine', checked: settings.engine, onchange: () => this.toggle(),
    }));
    this.place = h('div', { class: 'lines' });
    this.element = h('section', { class: 'card', 'aria-label': 'Engine' },
      h('div', { class: 'engine-head' }, h('label', { class: 'switch' }, this.switch),
        h('div', { class: 'grow' }, h('b', {}, 'Galaverna'), this.facts),
        h('div', { class: 'line-count' },
          button('', () => this.#setCount(-1), { icon: 'minus', label: 'Fewer lines' }), this.count,
          button('', () => this.#setCount(1), { icon: 'plus', label: 'More lines' }))),
      this.place);
    this.#draw();
  }

  toggle() {
    set('engine', !settings.engine);
    this.switch.checked = settings.engine;
    if (settings.engine && this.#searched) this.search(this.#searched.line, this.#searched.position);
    else this.stop();
    this.#draw();
  }

  /** @param {number} step */
  #setCount(step) {
    const count = Math.max(1, Math.min(this.app.hello.max_lines, settings.lines + step));
    if (count === settings.lines) return;
    set('lines', count);
    if (this.#searched) this.search(this.#searched.line, this.#searched.position);
    this.#draw();
  }

  stop() {
    if (this.#search !== null) this.app.connection.cancel(this.#search);
    this.#search = null;
  }

  /**
   * @param {import('./types').GameLine} line
   * @param {import('./types').PositionView} position
   */
  search(line, position) {
    this.stop();
    this.#searched = { line, position };
    this.#lines = [];
    this.#draw();
    if (!settings.engine || position.outcome) return;
    let drawn = 0;
    this.#search = this.app.connection.follow('search', {
      ...line, infinite: true, lines: settings.lines, threads: settings.threads, hash: settings.hash,
    }, 'done', (reply) => {
      if (reply.type !== 'line' || !reply.exact) return;
      this.#lines[reply.multipv - 1] = reply;
      // A shallow search reports faster than anybody reads.
      cancelAnimationFrame(drawn);
      drawn = requestAnimationFrame(() => { this.#draw(); this.changed(this.#lines.filter(Boolean)); });
    }, (error) => { this.facts.textContent = error.message; });
  }

  #draw() {
    const [best] = this.#lines;
    this.count.textContent = settings.lines === 1 ? '1 line' : `${settings.lines} lines`;
    this.facts.textContent = !settings.engine ? 'Switched off' : best ? `depth ${best.depth} · ${short(best.nps)} nodes/s`
      : this.#searched?.position.outcome ? 'The game is over' : '…';
    const { turn, number } = this.#searched?.position ?? { turn: 'white', number: 1 };
    fill(this.place, ...Array.from({ length: settings.lines }, (_, index) => {
      const line = this.#lines[index];
      if (!line) return h('div', { class: 'line', 'aria-hidden': 'true' }, h('span', { class: 'muted' }, settings.engine || index ? '' : 'Switch the engine on to see its lines.'));
      return h('div', { class: 'line' },
        h('span', { class: `score ${isForBlack(line.score) ? 'black' : ''}` }, scoreText(line.score)),
        h('span', { class: 'line-moves' }, ...numbered(line.sans.slice(0, SHOWN_MOVES), turn === 'white', number).map((text, move) => h('button', {
          type: 'button', class: 'line-move', title: 'Play up to this move', onclick: () => this.stepInto(line, move + 1),
        }, text))));
    }));
  }
}
