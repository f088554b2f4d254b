// @ts-check
// Analysing: any position or game, with the engine's lines, variations and a review.

import { offerAgreement } from './agreement.js';
import { Annotate } from './annotate.js';
import { say } from './announce.js';
import { BoardSet } from './board-set.js';
import { chainButtons, choiceKeys } from './choice.js';
import { Chapters } from './chapters.js';
import { EngineLines } from './engine-lines.js';
import { EvalBar } from './eval-bar.js';
import { button, fill, h } from './dom.js';
import { DrawBar } from './draw-bar.js';
import { inWords, withDrawing } from './drawings.js';
import { agreementCard, factCards } from './facts.js';
import { Graph } from './graph.js';
import { Latest } from './latest.js';
import { MoveList } from './move-list.js';
import { sideName } from './pieces.js';
import { arrivalOf, arrowOf } from './position-marks.js';
import { Review } from './review.js';
import { Sides } from './sides.js';
import { Status } from './status.js';
import { stepButtons, stepKeys } from './steps.js';
import { Transfer } from './transfer.js';
import { t } from './translate.js';
import { ViewSwitch } from './view-switch.js';
import { wordsOf } from './words.js';

/** @typedef {import('./game.js').Node} Node */
/** @typedef {import('./game.js').Game} Game */
/** @typedef {import('./types').MoveView} MoveView */
/** @typedef {import('./types').PositionView} PositionView */

/** So long a position must be seen to be a step of the browser's way back, in milliseconds. */
const LOOKED_AT = 400;

export class AnalysisScreen {
  /** Nobody plays against the engine here. @type {null} */
  engineSide = null;
  picking = new Latest();
  /** @type {{node: Node, action: () => void} | null} what was deleted last, and how it comes back */
  #putBack = null;

  /** @type {import('./position-cards.js').PositionCards | null} what is fetched with the first position */
  #cards = null;

  /** What is about to write the address. @type {ReturnType<typeof setTimeout> | undefined} */
  #writing;

  /** The address at which this screen is: at any other the browser is on its way to another. */
  #address = location.hash;

  /** Whether another screen is seen by now. */
  #isLeft = false;

  /**
   * @param {import('./main.js').App} app
   * @param {import('./study.js').Study} study of which a chapter is seen
   * @param {string[]} moves moves of the address, to begin with
   * @param {string} [says] what was wrong with the address
   */
  constructor(app, study, moves, says = '') {
    const { game } = study;
    this.app = app;
    this.study = study;
    this.game = game;
    this.connection = app.connection;
    this.words = wordsOf(app.about(game.name));
    this.status = new Status();
    this.boards = new BoardSet({
      chosen: (move) => this.playMove(move),
      tell: (text, tone) => this.status.tell(text, tone),
      changed: () => this.#showChoice(),
      stepped: (onward) => (onward ? this.steps.on() : this.steps.back()),
      drawn: (drawing) => this.#draw(withDrawing(game.current.drawings, drawing), inWords(drawing)),
    }, this.words);
    this.boards.enabled = true;
    this.list = new MoveList((node) => this.goTo(node), {
      onEdit: () => { this.#putBack = null; this.goTo(game.current, true); },
      onLine: (node, line) => { game.current = node; this.#playLine(line.moves, line.sans); },
    });
    this.bar = new EvalBar();
    // Until the next position is shown, the lines are of the one before.
    const isOfCurrent = (/** @type {PositionView} */ searched) => searched === this.game.current.position;
    this.lines = new EngineLines(app, (lines, searched, threat) => { if (isOfCurrent(searched)) this.#showLines(lines, threat); },
      (line, count, searched) => { if (isOfCurrent(searched)) this.#playLine(line.moves.slice(0, count), line.sans); },
      () => !this.review.running);
    this.graph = new Graph((node) => this.goTo(node));
    this.review = new Review(app, () => this.#showReview(), () => this.lines.stop());
    this.transfer = new Transfer(this);
    this.chapters = new Chapters(this);
    this.facts = h('div', { class: 'side' });
    this.cardsPlace = h('div', { class: 'position-cards' });
    this.edits = h('div', { class: 'edits' });
    this.annotate = new Annotate(() => this.list.show(game, game.current));
    this.sides = new Sides();
    this.drawBar = new DrawBar(this.boards, () => this.#draw([], t('nothing')));
    this.viewSwitch = new ViewSwitch();
    this.steps = {
      first: () => this.goTo(game.root),
      back: () => this.goTo(game.current.parent),
      on: () => this.goTo(game.current.children[0]),
      last: () => this.goTo(game.end),
      flip: () => { this.boards.setFlipped(!this.boards.flipped); this.bar.setFlipped(this.boards.flipped); this.sides.show(game, game.current, this.boards.flipped); },
    };
    this.element = h('main', { class: 'main two analysis', id: 'main' },
      h('div', { class: 'middle' }, this.sides.upper, this.bar.element, this.boards.element, this.sides.lower, this.status.element, this.drawBar.element, this.viewSwitch.element, this.graph.element),
      h('div', { class: 'side' },
        this.lines.element,
        h('section', { class: 'card moves-card' }, h('h2', {}, t('Moves')), this.sides.about, this.list.element, stepButtons(this.steps), this.edits, this.annotate.element),
        this.cardsPlace,
        this.review.element(() => this.game), this.chapters.element, this.facts, this.transfer.element));
    this.#begin(moves, says);
  }

  /** @param {string[]} moves @param {string} says */
  async #begin(moves, says) {
    let wrong = says;
    let node = this.game.current;
    try {
      for (const text of moves) {
        const position = await this.game.position(node);
        const move = position.moves.find((one) => one.text === text);
        if (!move && !text.includes(':')) {
          wrong = t('The link goes on with ‘{move}’, which is no legal move here.', { move: text });
          break;
        }
        // A key may have led elsewhere meanwhile.
        this.game.current = node;
        node = this.game.add(text, move?.san ?? text, move);
      }
      this.game.current = node;
      await this.game.position(node);
    } catch (error) {
      // What both sides agree on is known to be allowed only when it has been made.
      this.game.remove(node);
      wrong = /** @type {Error} */ (error).message;
    }
    await this.#show(false);
    this.#writeAddress(false);
    if (wrong) this.status.tell(wrong, 'alert');
  }

  /** Walks to where moves lead: the browser's way back or forward has come to them. @param {string[]} moves */
  walk(moves) {
    clearTimeout(this.#writing);
    this.#address = location.hash;
    return this.goTo(this.game.find(moves));
  }

  /**
   * The address says what is seen, and each position that was looked at for a moment is a
   * step of the browser's way back.
   * @param {boolean} isStep
   */
  #writeAddress(isStep) {
    clearTimeout(this.#writing);
    if (this.#isLeft || location.hash !== this.#address) return;
    const { address } = this.transfer;
    const state = { game: this.game.id };
    if (isStep && location.hash !== address) history.pushState(state, '', address);
    else history.replaceState(state, '', address);
    this.#address = location.hash;
  }

  leave() {
    this.#isLeft = true;
    this.picking.next();
    clearTimeout(this.#writing);
    this.lines.stop();
    this.review.stop();
    this.transfer.leave();
  }

  /** @param {import('./drawings.js').Drawing[]} drawings all of the position @param {string} says the last of them */
  #draw(drawings, says) {
    const { current } = this.game;
    const isLess = drawings.length < current.drawings.length;
    current.drawings = drawings;
    this.boards.drawings = drawings;
    this.boards.draw();
    this.drawBar.show(drawings);
    say(isLess ? t('Taken away.') : t('Drawn: {drawing}.', { drawing: says }));
  }

  /** Takes the move that is seen, and all after it, out of the game. */
  #delete() {
    const node = this.game.current;
    if (!node.parent) return;
    this.#putBack = { node, action: this.game.remove(node) };
    say(t('Deleted from {move} on.', { move: node.san }));
    this.#show(false);
  }

  #drawEdits() {
    const back = this.#putBack;
    const remove = button(t('Delete from here'), () => this.#delete(), { icon: 'bin', classes: 'tiny' });
    remove.disabled = !this.game.current.parent;
    this.annotate.show(this.game.current);
    fill(this.edits, this.annotate.switch, remove, back && button(t('Put {move} back', { move: back.node.san }), () => {
      this.#putBack = null;
      back.action();
      this.#show(false);
    }, { icon: 'undo', classes: 'tiny' }));
  }

  /** @param {MoveView} move */
  async playMove(move) {
    // Until the next position is shown, moves are chosen in the one before.
    if (!this.game.current.position?.moves.includes(move)) return;
    this.#putBack = null;
    this.game.add(move.text, move.san, move);
    say(`${move.says}.`);
    await this.#show(true);
  }

  async #offerAgreement() {
    const text = await offerAgreement(this);
    if (!text) return;
    this.game.add(text, text);
    await this.#show(false);
  }

  /** @param {Node | null | undefined} node @param {boolean} [anyway] */
  async goTo(node, anyway = false) {
    if (!node || (node === this.game.current && !anyway)) return;
    const onward = node.parent === this.game.current;
    this.game.current = node;
    await this.#show(onward);
    if (node.move && !anyway) say(`${node.san}. ${node.move.says}.`);
  }

  /** @param {boolean} animate */
  async #show(animate) {
    const node = this.game.current;
    this.picking.next();
    const position = await this.game.position();
    const move = await this.game.moveOf(node);
    // What is lost is lost since the start.
    await this.game.position(this.game.root);
    if (node !== this.game.current || this.#isLeft) return;
    this.list.show(this.game, node);
    this.#drawEdits();
    this.graph.show(this.game, node);
    this.viewSwitch.show(position);
    this.transfer.show(position);
    this.bar.show(node.score);
    this.sides.show(this.game, node, this.boards.flipped);
    this.review.show();
    this.boards.drawings = node.drawings;
    this.boards.sketch = null;
    this.drawBar.show(node.drawings);
    this.boards.extraArrows = [];
    this.boards.extraMarks = node.judgement && move ? [{ at: move.arrives, kind: 'judgement', text: node.judgement }] : [];
    const turn = t('{side} to move.', { side: sideName(position.turn) });
    this.status.settle(position.outcome?.says ?? [position.check?.says, position.countdown?.near ? position.countdown.says : '', turn].filter(Boolean).join(' '),
      position.outcome ? 'end' : position.check ? 'alert' : '');
    this.#showChoice();
    this.app.library.note(this.game);
    clearTimeout(this.#writing);
    this.#writing = setTimeout(() => this.#writeAddress(true), LOOKED_AT);
    this.lines.search(this.game.line(), position);
    this.#showCards(node, position);
    await this.boards.show(position, { move, animate, briefly: true });
  }

  /** Shows what tables and openings say of a position. @param {Node} node @param {PositionView} position */
  async #showCards(node, position) {
    const { PositionCards } = await import('./position-cards.js');
    if (node !== this.game.current) return;
    this.#cards ??= new PositionCards(this, this.cardsPlace);
    this.#cards.show(position);
  }

  #showChoice() {
    const position = this.boards.position ?? this.game.current.position;
    const current = this.game.current.position;
    if (!current || !position) return;
    const { chooser } = this.boards;
    const agreement = current.outcome ? null : agreementCard(current, this.words, () => this.#offerAgreement());
    fill(this.facts, factCards(current, this.words, { tried: chooser.triedMove, agreement }));
    if (!this.boards.picker) this.status.offer(...chainButtons(chooser));
  }

  /** @param {import('./types').LineView[]} lines @param {PositionView | null} threat the position of which they are, if it is not the one that is seen */
  #showLines(lines, threat) {
    const [best] = lines;
    const node = this.game.current;
    const position = threat ?? node.position;
    if (!position) return;
    if (best && !threat) {
      // A look in passing does not replace what was searched on purpose.
      if (!node.isScored) node.score = best.score;
      this.bar.show(best.score);
    }
    const kinds = threat ? ['threat'] : ['best', 'second', 'third'];
    const firsts = lines.slice(0, kinds.length).map((line) => position.moves.find((one) => one.text === line.moves[0]));
    const arrival = firsts[0] ? arrivalOf(firsts[0]) : [];
    this.boards.extraMarks = [...this.boards.extraMarks.filter((mark) => mark.kind !== 'arrival'), ...arrival];
    this.boards.extraArrows = firsts.flatMap((move, index) => (move ? [arrowOf(move, kinds[index])] : []));
    if (!threat && node.betterMoves.length && node.parent?.position) this.#addBetter(node);
    if (!this.boards.chooser.selected) this.boards.draw();
  }

  /** What a review would have played instead, seen beside the move played. @param {Node} node */
  #addBetter(node) {
    const move = node.parent?.position?.moves.find((one) => one.text === node.betterMoves[0]);
    if (!move || !node.judgement) return;
    this.boards.extraArrows.push(arrowOf(move, 'better'));
  }

  /** Plays moves from here on, as a variation where they are new. @param {string[]} moves @param {string[]} sans */
  async #playLine(moves, sans) {
    this.#putBack = null;
    moves.forEach((text, index) => this.game.add(text, sans[index]));
    await this.#show(moves.length === 1);
  }

  #showReview() {
    this.list.show(this.game, this.game.current);
    this.graph.show(this.game, this.game.current);
    if (!this.review.running) this.goTo(this.game.current, true);
  }

  /** @param {string} key */
  key(key) {
    const siblings = this.game.current.parent?.children ?? [];
    const beside = (/** @type {number} */ step) => () => this.goTo(siblings[(siblings.indexOf(this.game.current) + step + siblings.length) % siblings.length]);
    const actions = /** @type {Record<string, () => void>} */ ({
      ...stepKeys(this.steps), ...choiceKeys(this.boards), delete: () => this.#delete(), '[': beside(-1), ']': beside(1),
      pageup: () => this.chapters.step(-1), pagedown: () => this.chapters.step(1),
      e: () => this.lines.toggle(), h: () => this.lines.toggle(), t: () => this.lines.toggleThreat(), u: this.steps.back,
      c: () => this.annotate.toggle(), d: () => this.drawBar.toggle(),
    });
    actions[key]?.();
    return key in actions && key !== 'enter';
  }
}
