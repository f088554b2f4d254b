// @ts-check
// A review of the whole game by the engine.

import { accuracyCard } from './accuracy.js';
import { say } from './announce.js';
import { button, fill, h } from './dom.js';
import { t } from './translate.js';

/** Nodes a position: about a tenth of a second. */
const NODES = 60_000;

export class Review {
  /** @type {number | null} */
  #asked = null;

  /**
   * @param {import('./main.js').App} app
   * @param {() => void} changed
   * @param {() => void} begins ends what the engine does else
   */
  constructor(app, changed, begins) {
    this.app = app;
    this.changed = changed;
    this.begins = begins;
    this.place = h('div', {});
  }

  get running() {
    return this.#asked !== null;
  }

  /** @param {() => import('./game.js').Game} game */
  element(game) {
    this.game = game;
    this.#draw(null);
    return this.place;
  }

  /** The moves of the game may be others now. */
  show() {
    if (!this.running) this.#draw(null);
  }

  /** @param {{ply: number, of: number} | null} progress */
  #draw(progress) {
    if (!progress) {
      const game = this.game?.();
      fill(this.place, game ? accuracyCard(game) : null, button(t('Analyse the whole game'), () => this.start(), { icon: 'graph', classes: 'wide' }));
      return;
    }
    const bar = h('i', {});
    bar.style.width = `${(100 * progress.ply) / progress.of}%`;
    fill(this.place, h('div', { class: 'engine-head' }, h('p', { class: 'grow small' }, t('Position {n} of {all}', { n: progress.ply, all: progress.of })),
      button(t('Stop'), () => this.stop(true))), h('div', { class: 'progress' }, bar));
  }

  /** @param {boolean} [wished] whether a person has ended it */
  stop(wished = false) {
    if (this.#asked === null) return;
    this.app.connection.cancel(this.#asked);
    this.#asked = null;
    this.#draw(null);
    if (wished) this.changed();
  }

  start() {
    const game = this.game?.();
    if (!game) return;
    const nodes = game.mainLine;
    for (const node of nodes) {
      node.judgement = null;
      node.better = [];
      node.betterMoves = [];
    }
    this.#draw({ ply: 0, of: nodes.length });
    const line = game.line(nodes[nodes.length - 1]);
    this.begins();
    this.#asked = this.app.connection.follow('review', { ...line, nodes: NODES }, 'review_done', (reply) => {
      if (reply.type === 'reviewed') {
        const node = nodes[reply.ply];
        node.score = reply.score;
        node.isScored = true;
        const next = nodes[reply.ply + 1];
        if (next) {
          next.better = reply.sans;
          next.betterMoves = reply.moves;
        }
        this.#draw(reply);
      } else {
        reply.moves.forEach(({ judgement }, index) => { nodes[index + 1].judgement = judgement; });
        this.#asked = null;
        this.#draw(null);
        const count = reply.moves.filter(({ judgement }) => judgement).length;
        say(t('Analysed. {n} moves could have been better.', { n: count }));
      }
      this.changed();
    }, (error) => { this.#asked = null; this.#draw(null); say(error.message, true); this.changed(); });
  }
}
