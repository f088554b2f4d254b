// @ts-check
// Positions and games as text: in and out by typing, pasting, dropping a file, a link.

import { say } from './announce.js';
import { ask } from './ask.js';
import { button, fill, h } from './dom.js';
import { gifOf, pngOf, svgOf } from './picture.js';
import { PGN, saveFile } from './save-file.js';
import { MOST_CHAPTERS, Study } from './study.js';
import { t } from './translate.js';

/** @typedef {import('./analysis.js').AnalysisScreen} AnalysisScreen */

/** All games of a file, instead of the number of one. */
const ALL = -1;

/** Looks like a FEN: eight rows and a side. */
const FEN = /^\s*\S+(\/\S+){7}(\s+[wb]\b.*)?\s*$/;

export class Transfer {
  #listening = new AbortController();

  /** @param {AnalysisScreen} screen */
  constructor(screen) {
    this.screen = screen;
    this.fen = /** @type {HTMLInputElement} */ (h('input', { 'aria-label': t('Position as FEN'), spellcheck: 'false', autocomplete: 'off' }));
    this.error = h('p', { class: 'error', role: 'alert' });
    this.file = /** @type {HTMLInputElement} */ (h('input', { type: 'file', accept: '.pgn,.txt', hidden: true, 'aria-label': t('PGN file'), onchange: () => this.#readFile(this.file.files?.[0]) }));
    this.gif = button(t('Save GIF'), () => this.#saveGif(), { icon: 'play', label: t('Save GIF, an animated picture of this line') });
    this.element = h('section', { class: 'card fen' },
      h('h2', {}, t('Position and game')),
      h('form', { onsubmit: (/** @type {Event} */ event) => { event.preventDefault(); this.load(this.fen.value); } }, this.fen),
      this.error,
      h('div', { class: 'tools' },
        button(t('Copy FEN'), () => this.#copy(this.fen.value, 'FEN'), { icon: 'copy' }),
        button(t('Copy PGN'), () => this.#withPgn((text) => this.#copy(text, 'PGN')), { icon: 'copy' }),
        button(t('Copy link'), () => this.#copy(this.link, t('Link')), { icon: 'link' }),
        button(t('Save PGN'), () => this.#withPgn((text) => saveFile(text, `${screen.game.name}.pgn`, PGN)), { icon: 'file' }),
        button(t('Save SVG'), async () => saveFile(svgOf(await this.#scene(screen.game.current)), `${screen.game.name}.svg`, 'image/svg+xml'), { icon: 'picture' }),
        button(t('Save PNG'), async () => saveFile(await pngOf(await this.#scene(screen.game.current)), `${screen.game.name}.png`, 'image/png'), { icon: 'picture' }),
        this.gif,
        button(t('Open PGN file'), () => this.file.click(), { icon: 'file' }),
        button(t('Paste a game'), () => this.#askForText(), { icon: 'edit' }),
        button(t('Set up'), () => this.#edit(), { icon: 'edit' }),
        button(t('Play from here'), () => this.#play(), { icon: 'play' })),
      this.file);
    this.#listen();
  }

  #listen() {
    const options = { signal: this.#listening.signal };
    document.addEventListener('paste', (event) => {
      if (/** @type {HTMLElement} */ (event.target).matches('input, textarea')) return;
      const text = event.clipboardData?.getData('text') ?? '';
      if (text.trim()) this.load(text);
    }, options);
    document.addEventListener('dragover', (event) => event.preventDefault(), options);
    document.addEventListener('drop', (event) => {
      event.preventDefault();
      this.#readFile(event.dataTransfer?.files[0]);
    }, options);
  }

  leave() {
    this.#listening.abort();
  }

  /** @param {import('./types').PositionView} position */
  show(position) {
    this.fen.value = position.fen;
    this.#complain('');
  }

  /** @param {string} text */
  #complain(text) {
    this.error.textContent = text;
    this.fen.toggleAttribute('aria-invalid', text !== '');
  }

  /** Loads a FEN or a PGN. @param {string} text */
  async load(text) {
    const { app, game } = this.screen;
    try {
      if (FEN.test(text)) {
        await app.connection.ask('position', { game: game.name, fen: text.trim(), moves: [] });
        app.go(`#/analyse/${game.name}?fen=${encodeURIComponent(text.trim())}`);
      } else {
        await this.#loadGames(text);
      }
    } catch (error) {
      this.#complain(/** @type {Error} */ (error).message);
    }
  }

  /** @param {string} text */
  async #loadGames(text) {
    const { app } = this.screen;
    const { list, game } = await app.connection.ask('read_pgn', { text, index: 0 });
    const chosen = list.length > 1 ? await chooseGame(list) : 0;
    if (chosen === null) return;
    const read = async (/** @type {number} */ index) => (index ? (await app.connection.ask('read_pgn', { text, index })).game : game);
    /** @type {import('./types').GameText[]} */
    const wanted = [];
    for (let index = chosen === ALL ? 0 : chosen; index < (chosen === ALL ? Math.min(list.length, MOST_CHAPTERS) : chosen + 1); index += 1) {
      const one = await read(index);
      if (one) wanted.push(one);
    }
    // Who has gone on to another screen meanwhile stays there.
    if (!wanted.length || this.#listening.signal.aborted) return;
    app.analyseStudy(Study.from(app.connection, { games: wanted, index: 0, at: [] }));
    const says = wanted.find((one) => one.says)?.says;
    if (says) setTimeout(() => /** @type {any} */ (app.screen)?.status?.tell(says, 'alert'), 300);
  }

  /** @param {File | undefined} file */
  async #readFile(file) {
    if (!file) return;
    try {
      await this.load(await file.text());
    } catch (error) {
      this.#complain(/** @type {Error} */ (error).message);
    }
  }

  #askForText() {
    const area = /** @type {HTMLTextAreaElement} */ (h('textarea', { rows: 12, cols: 60, 'aria-label': t('FEN or PGN'), placeholder: '1. e4 e5 2. Nf3 …' }));
    ask(t('Paste a game or a position'), t('PGN or FEN; the tag Variant names the game.'), (choose) => [area,
      h('div', { class: 'ask-actions' }, button(t('Cancel'), () => choose(null)), button(t('Load'), () => choose(area.value), { classes: 'primary' }))])
      .then((text) => { if (text) this.load(text); });
  }

  #edit() {
    const { app, game } = this.screen;
    app.go(`#/edit/${game.name}?fen=${encodeURIComponent(this.fen.value)}`);
  }

  /** Plays from what stands in the field, if it is a position. */
  async #play() {
    const { app, game } = this.screen;
    const fen = this.fen.value.trim();
    try {
      await app.connection.ask('position', { game: game.name, fen, moves: [] });
      if (!this.#listening.signal.aborted) await app.startGame(game.name, fen);
    } catch (error) {
      this.#complain(/** @type {Error} */ (error).message);
    }
  }

  /** Does something with the game as PGN. @param {(text: string) => void} use */
  async #withPgn(use) {
    try {
      use(await this.pgn());
    } catch (error) {
      this.#complain(/** @type {Error} */ (error).message);
    }
  }

  /** The game with its variations as PGN. */
  pgn() {
    return Study.pgn(this.screen.game);
  }

  /** The address of this line on the page. */
  get address() {
    const { game } = this.screen;
    const { moves } = game.line();
    const wish = new URLSearchParams();
    if (game.fen) wish.set('fen', game.fen);
    if (moves.length) wish.set('moves', moves.join(' '));
    return `#/analyse/${game.name}${wish.size ? `?${wish}` : ''}`;
  }

  /** The same for other people. */
  get link() {
    return location.origin + location.pathname + this.address;
  }

  /** @param {string} text @param {string} name */
  async #copy(text, name) {
    try {
      await navigator.clipboard.writeText(text);
      this.screen.status.tell(t('{what} copied.', { what: name }));
      say(t('{what} copied.', { what: name }));
    } catch {
      ask(t('Copy the {what}', { what: name }), t('The browser does not let the page copy.'), (choose) => [
        h('textarea', { rows: 8, cols: 60, readonly: true, 'aria-label': name }, text),
        h('div', { class: 'ask-actions' }, button(t('Close'), () => choose(null)))]);
    }
  }

  /** What a position of the game looks like. @param {import('./game.js').Node} node @returns {Promise<import('./picture.js').Scene>} */
  async #scene(node) {
    const { game, boards: { flipped } } = this.screen;
    const [position, move] = [await game.position(node), await game.moveOf(node)];
    return { boards: position.boards, flipped, last: move ? [move.from, move.arrives] : [], drawings: node.drawings };
  }

  /** The line that is seen, from the start to its end, as an animated picture. */
  async #saveGif() {
    const { game, status } = this.screen;
    this.gif.disabled = true;
    try {
      const scenes = [];
      for (const node of game.end.path) scenes.push(await this.#scene(node));
      const bytes = await gifOf(scenes, (done) => {
        status.tell(t('Position {n} of {all} is drawn.', { n: done, all: scenes.length }));
        return !this.#listening.signal.aborted;
      });
      if (bytes) saveFile(bytes, `${game.name}.gif`, 'image/gif');
      if (bytes) status.tell(t('The animated picture is saved.'));
    } catch (error) {
      status.tell(/** @type {Error} */ (error).message, 'alert');
    } finally {
      this.gif.disabled = false;
    }
  }
}

/**
 * Which game of a file.
 * @param {import('./types').GameSummary[]} list
 * @returns {Promise<number | null>}
 */
function chooseGame(list) {
  return ask(t('{n} games', { n: list.length }), t('Which one?'), (choose) => {
    const place = h('div', { class: 'games-list' });
    if (list.length <= MOST_CHAPTERS) fill(place, button(t('All of them, as chapters'), () => choose(ALL), { classes: 'primary' }));
    place.append(...list.map((game, index) => button(`${index + 1}. ${game.white} – ${game.black}  ${game.result} · ${game.game} · ${t('{n} moves', { n: game.moves })}`, () => choose(index), { classes: 'quiet' })));
    return [place, h('div', { class: 'ask-actions' }, button(t('Cancel'), () => choose(null)))];
  });
}
