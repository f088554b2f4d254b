// @ts-check
// Positions and games as text: in and out by typing, pasting, dropping a file, a link.

import { say } from './announce.js';
import { ask } from './ask.js';
import { button, fill, h } from './dom.js';
import { toTree } from './game.js';

/** @typedef {import('./analysis.js').AnalysisScreen} AnalysisScreen */

/** Looks like a FEN: eight rows and a side. */
const FEN = /^\s*\S+(\/\S+){7}(\s+[wb]\b.*)?\s*$/;

export class Transfer {
  #listening = new AbortController();

  /** @param {AnalysisScreen} screen */
  constructor(screen) {
    this.screen = screen;
    this.fen = /** @type {HTMLInputElement} */ (h('input', { 'aria-label': 'Position as FEN', spellcheck: 'false', autocomplete: 'off' }));
    this.error = h('p', { class: 'error', role: 'alert' });
    this.file = /** @type {HTMLInputElement} */ (h('input', { type: 'file', accept: '.pgn,.txt', hidden: true, 'aria-label': 'PGN file', onchange: () => this.#readFile(this.file.files?.[0]) }));
    this.element = h('section', { class: 'card fen' },
      h('h2', {}, 'Position and game'),
      h('form', { onsubmit: (/** @type {Event} */ event) => { event.preventDefault(); this.load(this.fen.value); } }, this.fen),
      this.error,
      h('div', { class: 'tools' },
        button('Copy FEN', () => this.#copy(this.fen.value, 'FEN'), { icon: 'copy' }),
        button('Copy PGN', async () => this.#copy(await this.pgn(), 'PGN'), { icon: 'copy' }),
        button('Copy link', () => this.#copy(this.link, 'Link'), { icon: 'link' }),
        button('Save PGN', () => this.#save(), { icon: 'file' }),
        button('Open PGN file', () => this.file.click(), { icon: 'file' }),
        button('Paste a game', () => this.#askForText(), { icon: 'edit' }),
        button('Set up', () => this.#edit(), { icon: 'edit' }),
        button('Play from here', () => screen.app.startGame(screen.game.name, this.fen.value), { icon: 'play' })),
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
    let wanted = game;
    if (list.length > 1) {
      const index = await chooseGame(list);
      if (index === null) return;
      wanted = (await app.connection.ask('read_pgn', { text, index })).game;
    }
    if (!wanted) return;
    app.analyseText(wanted);
    const { says } = wanted;
    if (says) setTimeout(() => /** @type {any} */ (app.screen)?.status?.tell(says, 'alert'), 300);
  }

  /** @param {File | undefined} file */
  async #readFile(file) {
    if (!file) return;
    if (file.size > 1_900_000) this.#complain('The file is larger than 1.9 MB. Split it, for example with “galaverna pgn”.');
    else this.load(await file.text());
  }

  #askForText() {
    const area = /** @type {HTMLTextAreaElement} */ (h('textarea', { rows: 12, cols: 60, 'aria-label': 'FEN or PGN', placeholder: '1. e4 e5 2. Nf3 …' }));
    ask('Paste a game or a position', 'PGN or FEN; the tag Variant names the game.', (choose) => [area,
      h('div', { class: 'ask-actions' }, button('Cancel', () => choose(null)), button('Load', () => choose(area.value), { classes: 'primary' }))])
      .then((text) => { if (text) this.load(text); });
  }

  #edit() {
    const { app, game } = this.screen;
    app.go(`#/edit/${game.name}?fen=${encodeURIComponent(this.fen.value)}`);
  }

  /** The game with its variations as PGN. */
  async pgn() {
    const { app, game } = this.screen;
    const { text } = await app.connection.ask('write_pgn', {
      ...game.line(game.root), tags: game.tags, result: game.result, tree: toTree(game),
    });
    return text;
  }

  /** The address that shows this line. */
  get link() {
    const { game } = this.screen;
    const { moves } = game.line();
    const wish = new URLSearchParams();
    if (game.fen) wish.set('fen', game.fen);
    if (moves.length) wish.set('moves', moves.join(' '));
    return `${location.origin}${location.pathname}#/analyse/${game.name}?${wish}`;
  }

  /** @param {string} text @param {string} name */
  async #copy(text, name) {
    try {
      await navigator.clipboard.writeText(text);
      this.screen.status.tell(`${name} copied.`);
      say(`${name} copied.`);
    } catch {
      ask(`Copy the ${name}`, 'The browser does not let the page copy.', (choose) => [
        h('textarea', { rows: 8, cols: 60, readonly: true, 'aria-label': name }, text),
        h('div', { class: 'ask-actions' }, button('Close', () => choose(null)))]);
    }
  }

  async #save() {
    const address = URL.createObjectURL(new Blob([await this.pgn()], { type: 'application/x-chess-pgn' }));
    const link = /** @type {HTMLAnchorElement} */ (h('a', { href: address, download: `${this.screen.game.name}.pgn` }));
    link.click();
    URL.revokeObjectURL(address);
  }
}

/**
 * Which game of a file.
 * @param {import('./types').GameSummary[]} list
 * @returns {Promise<number | null>}
 */
function chooseGame(list) {
  return ask(`${list.length} games`, 'Which one?', (choose) => {
    const place = h('div', { class: 'games-list' });
    fill(place, ...list.map((game, index) => button(`${index + 1}. ${game.white} – ${game.black}  ${game.result} · ${game.game} · ${game.moves} moves`, () => choose(index), { classes: 'quiet' })));
    return [place, h('div', { class: 'ask-actions' }, button('Cancel', () => choose(null)))];
  });
}
