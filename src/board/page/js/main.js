// @ts-check
// The page: what is shown at which address, and what all screens share.

import { AnalysisScreen } from './analysis.js';
import { say } from './announce.js';
import { openSocket } from './carrier-socket.js';
import { openWorkers } from './carrier-worker.js';
import { Connection } from './connection.js';
import { fill, h } from './dom.js';
import { EditorScreen } from './editor.js';
import { fromText, Game } from './game.js';
import { attachHeader } from './header.js';
import { homeScreen, sorted } from './home.js';
import { attachKeys } from './keys.js';
import { LearnScreen, learnHome } from './learn.js';
import { PlayScreen } from './play-screen.js';
import { applyTheme, onChange, settings } from './settings.js';

/** @typedef {import('./game-in-play.js').PlayOptions} PlayOptions */

/**
 * What all screens have in common.
 * @typedef {object} Screen
 * @property {HTMLElement} element
 * @property {import('./board-set.js').BoardSet} [boards]
 * @property {() => void} [leave]
 * @property {(key: string) => boolean} [key]
 * @property {(open: boolean) => void} [onConnection]
 */

/** Where the browser keeps what the page showed, until its tab is closed. */
const PLAYED = 'galaverna.played';
const ANALYSED = 'galaverna.analysed';

/** @param {string} key */
function kept(key) {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}

/** @param {string} key @param {object} what */
function keep(key, what) {
  try {
    sessionStorage.setItem(key, JSON.stringify(what));
  } catch {
    // Then it lives as long as the page.
  }
}

export class App {
  /** @type {Screen | null} */
  screen = null;
  /** @type {PlayScreen | null} the screen of the game in play, which goes on while another is shown */
  playScreen = null;
  /** @type {Game | null} what is to be analysed next */
  #toAnalyse = null;

  constructor() {
    this.connection = new Connection(document.documentElement.dataset.carrier === 'worker' ? openWorkers : openSocket);
    this.place = /** @type {HTMLElement} */ (document.querySelector('#app'));
    this.notice = /** @type {HTMLElement} */ (document.querySelector('#notice'));
    this.header = attachHeader(this);
    attachKeys(this);
    this.connection.addEventListener('state', (event) => this.#onState(/** @type {CustomEvent} */ (event).detail));
    window.addEventListener('hashchange', () => this.#route());
    window.addEventListener('pagehide', () => {
      // The clocks have gone on since the last move.
      this.remember();
      if (this.screen instanceof AnalysisScreen) keep(ANALYSED, { address: location.hash, ...this.screen.kept });
    });
    onChange((name) => {
      if (name === 'theme') applyTheme();
      this.screen?.boards?.refresh();
    });
  }

  get hello() {
    if (!this.connection.hello) throw new Error('The engine has not said hello yet.');
    return this.connection.hello;
  }

  /** @param {string} game */
  about(game) {
    return this.info(game).about;
  }

  /** @param {string} name */
  info(name) {
    return this.hello.games.find((game) => game.name === name) ?? this.hello.games[0];
  }

  /** @param {{state: string, before: string, says: string}} change */
  #onState({ state, before, says }) {
    const open = state === 'open';
    if (!open) {
      fill(this.notice, h('p', {}, says));
      this.notice.hidden = false;
      say(says, true);
    } else if (before !== 'connecting' && this.screen) {
      this.notice.hidden = true;
      say('Connected again.');
    } else {
      this.notice.hidden = true;
      if (!this.screen) this.#begin();
    }
    this.screen?.onConnection?.(open);
  }

  /** @param {string} address */
  go(address) {
    if (location.hash === address) this.#route();
    else location.hash = address;
  }

  /** Shows what the address says; an analysis is as it was when the page is loaded again. */
  #begin() {
    const analysed = kept(ANALYSED);
    if (analysed?.address === location.hash) this.#toAnalyse = fromText(this.connection, analysed.text, analysed.at);
    this.#route();
  }

  #route() {
    // What the address says before there is an engine is shown when there is one.
    if (!this.connection.hello) return;
    const [path, query] = location.hash.replace(/^#\/?/, '').split('?');
    const [name, game] = path.split('/');
    const wish = new URLSearchParams(query);
    this.header.showPlace(name);
    if (name === 'play') this.#showPlay();
    else if (name === 'analyse') this.#showAnalysis(game, wish);
    else if (name === 'edit') this.#show(new EditorScreen(this, this.info(game), wish.get('fen')));
    else if (name === 'learn' && game) this.#show(new LearnScreen(this, this.info(game)));
    else if (name === 'learn') this.#show({ element: learnHome(this, sorted(this.hello.games)) });
    else this.#show({ element: homeScreen(this) });
    if (!['play', 'analyse', 'edit'].includes(name) && !game) this.header.title('');
  }

  /** @param {Screen} screen */
  #show(screen) {
    this.screen?.leave?.();
    this.screen = screen;
    fill(this.place, screen.element);
    window.scrollTo(0, 0);
  }

  #showPlay() {
    const saved = this.playScreen ? null : kept(PLAYED);
    if (saved) this.#open(saved);
    if (!this.playScreen) {
      this.go('#/');
      return;
    }
    this.header.title(this.playScreen.title);
    this.#show(this.playScreen);
  }

  /** @param {string | undefined} name @param {URLSearchParams} wish */
  #showAnalysis(name, wish) {
    const game = this.#toAnalyse ?? new Game(this.connection, this.info(name ?? settings.game).name, { fen: wish.get('fen') });
    const moves = this.#toAnalyse ? [] : (wish.get('moves') ?? '').split(' ').filter(Boolean);
    this.#toAnalyse = null;
    this.header.title(this.info(game.name).title);
    this.#show(new AnalysisScreen(this, game, moves));
  }

  /** @param {Game} game */
  analyse(game) {
    this.playScreen?.pause();
    this.#toAnalyse = game.copy();
    this.go(`#/analyse/${game.name}`);
  }

  /** @param {import('./types').GameText} text */
  analyseText(text) {
    this.analyse(fromText(this.connection, text));
  }

  /** @param {string} game @param {string | null} [fen] */
  startGame(game, fen = null) {
    const { opponent, colour, elo, time } = settings;
    const side = colour === 'random' ? (Math.random() < 0.5 ? 'white' : 'black') : colour;
    this.#open(/** @type {PlayOptions} */ ({
      game, opponent, colour: side, elo: elo > this.hello.max_elo ? null : elo, time, fen,
    }));
    this.go('#/play');
  }

  /** @param {PlayOptions} options */
  #open(options) {
    this.playScreen?.end();
    this.playScreen = new PlayScreen(this, options);
    this.playScreen.start();
  }

  /** Keeps the game in play for when the page is loaded again. */
  remember() {
    if (this.playScreen) keep(PLAYED, this.playScreen.kept);
  }

  /** Whether there is a game to go on with. */
  get isPlaying() {
    const game = this.playScreen?.kept ?? kept(PLAYED);
    return game !== null && !game.over;
  }
}

applyTheme();
/** @type {any} */ (window).galaverna = new App();
