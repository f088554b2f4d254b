// @ts-check
// The engine's best lines, live.

import { numbered } from './annotations.js';
import { say } from './announce.js';
import { fill, h, button } from './dom.js';
import { limitChoices } from './limits.js';
import { sideName } from './pieces.js';
import { chosenEngine, engineName } from './players.js';
import { set, settings } from './settings.js';
import { plural, t } from './translate.js';

/** @typedef {import('./types').LineView} Line */
/** @typedef {import('./types').ScoreView} Score */
/** @typedef {import('./types').PositionView} PositionView */
/** @typedef {{line: import('./types').GameLine, position: PositionView}} Subject what can be searched */

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

/** @param {import('./types').Side} side */
/** So many moves of a line are shown. */
const SHOWN_MOVES = 14;

/**
 * One line as it is seen. Its elements stay when it changes, many times a second at first: a press
 * that has begun on one of its moves, or the focus there, is not lost.
 */
class Row {
  /** @type {Line | null} */
  #line = null;
  /** @type {HTMLElement[]} */
  #moves = [];
  #isPlayable = true;

  /** @param {(line: Line, count: number) => void} stepInto */
  constructor(stepInto) {
    this.stepInto = stepInto;
    this.hint = h('span', { class: 'muted' });
    this.score = h('span', { class: 'score' });
    this.place = h('span', { class: 'line-moves' });
    this.element = h('div', { class: 'line' });
  }

  /**
   * @param {Line | undefined} line @param {string[]} texts its moves
   * @param {{isPlayable: boolean, hint: string}} how nobody can play from where it is not their turn
   */
  show(line, texts, { isPlayable, hint }) {
    const hadLine = this.#line !== null;
    this.#line = line ?? null;
    if (!line) {
      this.element.setAttribute('aria-hidden', 'true');
      this.hint.textContent = hint;
      if (hadLine || !this.hint.isConnected) fill(this.element, this.hint);
      return;
    }
    this.element.removeAttribute('aria-hidden');
    if (!hadLine) fill(this.element, this.score, this.place);
    this.score.className = `score ${isForBlack(line.score) ? 'black' : ''}`;
    this.score.textContent = scoreText(line.score);
    if (isPlayable !== this.#isPlayable) {
      this.#moves = [];
      fill(this.place);
    }
    this.#isPlayable = isPlayable;
    for (const gone of this.#moves.splice(texts.length)) gone.remove();
    texts.forEach((text, index) => {
      if (!this.#moves[index]) this.place.append(this.#moves[index] = this.#move(index + 1));
      this.#moves[index].textContent = text;
    });
  }

  /** @param {number} count */
  #move(count) {
    if (!this.#isPlayable) return h('span', { class: 'line-move' });
    return h('button', { type: 'button', class: 'line-move', title: t('Play up to this move'), onclick: () => { if (this.#line) this.stepInto(this.#line, count); } });
  }
}

export class EngineLines {
  /** @type {number | null} */
  #search = null;
  /** @type {Line[]} */
  #lines = [];
  /** @type {Row[]} */
  #rows = [];
  /** Whether the best line was found before. */
  #isKnown = false;
  /** What was found in each position, for when it is seen again. @type {WeakMap<PositionView, Line[]>} */
  #known = new WeakMap();
  /** @type {Subject | null} */
  #seen = null;
  /** What is wrong with the engine that searched last. */
  #wrong = '';
  /** What the other side threatens there, if that is searched. @type {Subject | null} */
  #threat = null;

  /**
   * @param {import('./main.js').App} app
   * @param {(lines: Line[], seen: PositionView, threat: PositionView | null) => void} changed is told the position that was searched, and in which one the lines are threats
   * @param {(line: Line, count: number, seen: PositionView) => void} stepInto plays so many moves of a line in the position that was searched
   * @param {() => boolean} isFree whether the engine has nothing else to do
   */
  constructor(app, changed, stepInto, isFree) {
    this.isFree = isFree;
    this.app = app;
    this.changed = changed;
    this.stepInto = stepInto;
    this.facts = h('p', { class: 'muted small' });
    this.name = h('b', {});
    this.others = app.hello.engines.length ? button(t('Engine…'), () => this.#chooseEngine()) : null;
    this.count = h('span', {});
    this.switch = /** @type {HTMLInputElement} */ (h('input', {
      type: 'checkbox', role: 'switch', 'aria-label': t('Engine'), checked: settings.engine, onchange: () => this.toggle(),
    }));
    this.place = h('div', { class: 'lines' });
    this.threat = button(t('Threat'), () => this.toggleThreat(), { key: 'T' });
    this.threat.title = t('What the other side would do if it were to move');
    this.element = h('section', { class: 'card', 'aria-label': t('Engine') },
      h('div', { class: 'engine-head' }, h('label', { class: 'switch' }, this.switch),
        h('div', { class: 'grow' }, this.name, this.facts),
        h('div', { class: 'line-count' },
          button('', () => this.#setCount(-1), { icon: 'minus', label: t('Fewer lines') }), this.count,
          button('', () => this.#setCount(1), { icon: 'plus', label: t('More lines') }))),
      this.place,
      h('div', { class: 'engine-limits' }, limitChoices(app.hello, () => this.#begin()), h('div', { class: 'engine-buttons' }, this.others, this.threat)));
    this.#draw();
  }

  toggle() {
    set('engine', !settings.engine);
    this.switch.checked = settings.engine;
    if (!settings.engine) this.#threat = null;
    this.#begin();
  }

  /** The engine besides Galaverna that searches here, if one is chosen. */
  get #engine() {
    return this.#seen && chosenEngine(this.app.hello, 'analyst', this.#seen.line.game);
  }

  /** Lets a person choose which engine searches. */
  async #chooseEngine() {
    const seen = this.#seen;
    if (!seen || !this.others) return;
    this.others.disabled = true;
    try {
      const { chooseAnalyst } = await import('./other-engines.js');
      if (!this.element.isConnected || !await chooseAnalyst(this.app, this.app.info(seen.line.game))) return;
    } catch (error) {
      say(/** @type {Error} */ (error).message, true);
      return;
    } finally {
      this.others.disabled = false;
    }
    // What another engine has found is not its own.
    this.#known = new WeakMap();
    if (!settings.engine) set('engine', true);
    this.switch.checked = true;
    say(t('{engine} analyses.', { engine: engineName(this.#engine) }));
    this.#begin();
  }

  /** @param {number} step */
  #setCount(step) {
    const count = Math.max(1, Math.min(this.app.hello.max_lines, settings.lines + step));
    if (count === settings.lines) return;
    set('lines', count);
    this.#begin();
  }

  /** Shows what the other side would do if it were to move, or no longer. */
  async toggleThreat() {
    const seen = this.#seen;
    if (!seen || this.threat.disabled || !this.isFree()) return;
    if (this.#threat) {
      this.#threat = null;
      say(t('Threat no longer shown.'));
    } else {
      try {
        const position = await this.app.connection.ask('threat', seen.line);
        if (seen !== this.#seen) return;
        this.#threat = { line: { ...seen.line, fen: position.fen, moves: [] }, position };
        say(t('What {side} threatens.', { side: sideName(position.turn) }));
      } catch (error) {
        say(/** @type {Error} */ (error).message);
        return;
      }
      if (!settings.engine) set('engine', true);
      this.switch.checked = true;
    }
    this.changed([], seen.position, null);
    this.#begin();
  }

  stop() {
    if (this.#search !== null) this.app.connection.cancel(this.#search);
    this.#search = null;
  }

  /**
   * @param {import('./types').GameLine} line
   * @param {PositionView} position
   */
  search(line, position) {
    this.#seen = { line, position };
    this.#threat = null;
    this.#lines = [];
    this.#begin();
  }

  /** Searches what is to be searched now, and shows what is known of it already. */
  #begin() {
    this.stop();
    this.#wrong = '';
    const subject = this.#threat ?? this.#seen;
    if (!subject || !settings.engine) {
      this.#draw();
      return;
    }
    const { line, position } = subject;
    const lines = (this.#known.get(position) ?? []).slice(0, settings.lines);
    const depths = lines.map((one) => one.depth);
    this.#known.set(position, lines);
    this.#lines = lines;
    this.#isKnown = lines.length > 0;
    this.#draw();
    let drawn = 0;
    // A shallow search reports faster than anybody reads.
    const draw = () => {
      cancelAnimationFrame(drawn);
      drawn = requestAnimationFrame(() => {
        if (lines !== this.#lines || !this.#seen) return;
        this.#draw();
        this.changed(lines.filter(Boolean), this.#seen.position, this.#threat?.position ?? null);
      });
    };
    if (this.#isKnown) draw();
    if (position.outcome || !this.isFree()) return;
    this.#search = this.app.connection.follow('search', {
      ...line, engine: this.#engine ?? undefined, infinite: true, lines: settings.lines, threads: settings.threads, hash: settings.hash,
    }, 'done', (reply) => {
      if (reply.type !== 'line' || !reply.exact) return;
      const index = reply.multipv - 1;
      // The table still knows most of it, so that this takes no long time.
      if (reply.depth < (depths[index] ?? 0)) return;
      lines[index] = reply;
      if (!index) this.#isKnown = false;
      draw();
    }, (error) => {
      this.#wrong = error.message;
      say(error.message, true);
      this.#draw();
    });
  }

  /** The sentence beside the engine's name. */
  #fact() {
    if (!settings.engine) return t('Switched off');
    if (this.#wrong) return this.#wrong;
    const subject = this.#threat ?? this.#seen;
    const [best] = this.#lines;
    const outcome = subject?.position.outcome;
    const found = outcome ? t('the game is over') : !best ? '…' : this.#isKnown ? t('depth {n} · seen before', { n: best.depth }) : t('depth {n} · {speed} nodes/s', { n: best.depth, speed: short(best.nps) });
    if (this.#threat) return t('If {side} were to move: {found}', { side: sideName(this.#threat.position.turn), found });
    return outcome ? t('The game is over') : found;
  }

  #draw() {
    const isThreat = this.#threat !== null;
    const { turn, number, check, outcome } = (this.#threat ?? this.#seen)?.position ?? { turn: 'white', number: 1 };
    this.count.textContent = plural('1 line', '{n} lines', { n: settings.lines });
    this.name.textContent = engineName(this.#engine);
    this.facts.textContent = this.#fact();
    this.threat.setAttribute('aria-pressed', String(isThreat));
    this.threat.disabled = !isThreat && Boolean(check || outcome || !this.#seen);
    while (this.#rows.length < settings.lines) {
      const row = new Row((line, count) => { if (this.#seen) this.stepInto(line, count, this.#seen.position); });
      this.#rows.push(row);
      this.place.append(row.element);
    }
    for (const gone of this.#rows.splice(settings.lines)) gone.element.remove();
    this.#rows.forEach((row, index) => {
      const line = this.#lines[index];
      row.show(line, line ? numbered(line.sans.slice(0, SHOWN_MOVES), turn === 'white', number) : [], {
        isPlayable: !isThreat, hint: settings.engine || index ? '' : t('Switch the engine on to see its lines.'),
      });
    });
  }
}
