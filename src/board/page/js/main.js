// @ts-check
// The page: what is shown at which address, and what all screens share.

import { AnalysisScreen } from './analysis.js';
import { say } from './announce.js';
import { ask } from './ask.js';
import { openSocket } from './carrier-socket.js';
import { openWorkers } from './carrier-worker.js';
import { ownTime } from './clocks.js';
import { Connection } from './connection.js';
import { button, fill, h } from './dom.js';
import { Game } from './game.js';
import { attachHeader } from './header.js';
import { homeScreen, sorted } from './home.js';
import { attachKeys } from './keys.js';
import { Library, newId } from './library.js';
import { PlayScreen } from './play-screen.js';
import { chosenEngine } from './players.js';
import { anew } from './rematch.js';
import { LOOKS, applyLook, onChange, settings } from './settings.js';
import { Study } from './study.js';
import { t } from './translate.js';

/** @typedef {import('./game-in-play.js').PlayOptions} PlayOptions */

/**
 * What all screens have in common.
 * @typedef {object} Screen
 * @property {HTMLElement} element
 * @property {import('./board-set.js').BoardSet} [boards]
 * @property {() => void} [leave]
 * @property {(key: string) => boolean} [key]
 * @property {(open: boolean) => void} [onConnection]
 * @property {(name: string, wish: Wish) => boolean} [follow] goes to an address that is one of its own, and tells whether it is
 */

/**
 * What an address may name besides its screen.
 * @typedef {object} Wish
 * @property {import('./types').GameView | null} info the game, if there is such a one
 * @property {string} wrong what is wrong with the address, if something is
 * @property {number | null} number
 * @property {string | null} fen
 */

/**
 * Screens that many visits do without, by the first word of their addresses.
 * @type {Record<string, () => Promise<(app: App, wish: Wish) => Screen>>}
 */
const LATER = {
  edit: async () => (await import('./editor.js')).editScreen,
  games: async () => (await import('./games-screen.js')).gamesScreen,
  learn: async () => (await import('./learn.js')).learnScreen,
  solve: async () => (await import('./solve.js')).solveScreen,
};

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
  /** @type {import('./network-host.js').HostRoom | null} the game with somebody at another machine, where the server lets them in */
  network = null;
  /** The games and analyses that the browser keeps. */
  library = new Library();
  /** The entry of the game in play there. */
  #playedId = newId();
  /** Studies of this visit by the numbers of their games: the browser's way back leads to them. @type {Map<number, Study>} */
  #studies = new Map();
  /** @type {Study | null} what is to be analysed next */
  #toAnalyse = null;
  /** Whether it is to be reviewed at once. */
  #toReview = false;

  constructor() {
    this.connection = new Connection(document.documentElement.dataset.carrier === 'worker' ? openWorkers : openSocket);
    this.place = /** @type {HTMLElement} */ (document.querySelector('#app'));
    const waits = this.place.querySelector('p');
    if (waits) waits.textContent = t('The engine is being loaded…');
    this.notice = /** @type {HTMLElement} */ (document.querySelector('#notice'));
    this.header = attachHeader(this);
    attachKeys(this);
    this.connection.addEventListener('state', (event) => this.#onState(/** @type {CustomEvent} */ (event).detail));
    window.addEventListener('hashchange', () => this.#route());
    window.addEventListener('pagehide', () => {
      // The clocks have gone on since the last move.
      this.remember();
      if (this.screen instanceof AnalysisScreen) {
        const { study } = this.screen;
        this.library.keepAnalysis(study.game);
        keep(ANALYSED, { address: location.hash, ...study.kept, ids: study.games.map((game) => this.library.idOf(game)) });
      }
    });
    onChange((name) => {
      if (LOOKS.has(name)) applyLook();
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
      if (state === 'busy' && !this.screen) fill(this.place, waitingPage());
    } else if (before !== 'connecting' && this.screen) {
      this.notice.hidden = true;
      say(t('Connected again.'));
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
  async #begin() {
    if (this.hello.network && !this.network) {
      // Few pages need it.
      const { HostRoom } = await import('./network-host.js');
      this.network ??= new HostRoom(this);
      if (this.screen) return;
    }
    const analysed = kept(ANALYSED);
    if (analysed?.address === location.hash) {
      this.#toAnalyse = Study.from(this.connection, analysed);
      this.#toAnalyse.games.forEach((game, index) => this.library.know(game, analysed.ids[index]));
    }
    this.#route();
  }

  #route() {
    // What the address says before there is an engine is shown when there is one.
    if (!this.connection.hello) return;
    const [path, query] = location.hash.replace(/^#\/?/, '').split('?');
    const [name, game, number] = path.split('/');
    const wish = new URLSearchParams(query);
    this.header.showPlace(name);
    if (name === 'play') this.#showPlay();
    else if (name === 'analyse') this.#showAnalysis(game, wish);
    else if (name === 'network' && this.network) this.#showRoom(this.network);
    else if (name in LATER) this.#showLater(name, game, number, wish);
    else this.#show({ element: homeScreen(this) });
    if (!['play', 'analyse', 'edit', 'network'].includes(name) && !game) this.header.title('');
  }

  /**
   * A screen whose files are fetched when it is wanted, unless the address is another one by then.
   * @param {string} name @param {string | undefined} game @param {string | undefined} number @param {URLSearchParams} wish
   */
  async #showLater(name, game, number, wish) {
    const here = location.hash;
    const make = await LATER[name]();
    if (location.hash !== here) return;
    const info = game && this.#hasGame(game) ? this.info(game) : null;
    const wished = { info, wrong: game && !info ? t('There is no game ‘{name}’.', { name: game }) : '', number: Number(number) || null, fen: wish.get('fen') };
    if (!this.screen?.follow?.(name, wished)) this.#show(make(this, wished));
  }

  /** @param {Screen} screen */
  #show(screen) {
    this.screen?.leave?.();
    if (this.screen instanceof AnalysisScreen) this.library.keepAnalysis(this.screen.game);
    this.screen = screen;
    fill(this.place, screen.element);
    window.scrollTo(0, 0);
  }

  #showPlay() {
    const saved = this.playScreen ? null : kept(PLAYED);
    if (saved) this.#open(saved, saved.libraryId);
    if (!this.playScreen) {
      this.go('#/');
      return;
    }
    this.header.title(this.playScreen.title);
    this.#show(this.playScreen);
    this.playScreen.enter();
  }

  /** @param {import('./network-host.js').HostRoom} room */
  #showRoom(room) {
    this.#show(room);
    this.header.title(room.title);
  }

  /** @param {string | undefined} name */
  #hasGame(name) {
    return this.hello.games.some((game) => game.name === name);
  }

  /** @param {string | undefined} name @param {URLSearchParams} wish */
  async #showAnalysis(name, wish) {
    const here = location.hash;
    const isReviewed = this.#toReview;
    const moves = (wish.get('moves') ?? '').split(' ').filter(Boolean);
    const { screen } = this;
    if (!this.#toAnalyse && screen instanceof AnalysisScreen && screen.game.id === history.state?.game) {
      screen.walk(moves);
      return;
    }
    const wished = this.#toAnalyse ?? this.#seenBefore(moves);
    this.#toAnalyse = null;
    this.#toReview = false;
    const known = name && this.#hasGame(name) ? name : settings.game;
    const { game, wrong } = wished ? { game: wished.game, wrong: '' } : await this.#fromLink(this.info(known).name, wish.get('fen'));
    if (location.hash !== here) return;
    const says = !wished && name && known !== name ? `${t('There is no game ‘{name}’.', { name })} ${wrong}` : wrong;
    const study = wished ?? new Study([game]);
    for (const { id } of study.games) this.#studies.set(id, study);
    this.header.title(this.info(game.name).title);
    const seen = new AnalysisScreen(this, study, wished || says ? [] : moves, says);
    this.#show(seen);
    if (isReviewed) seen.review.start();
  }

  /**
   * The study that the browser's way back or forward has come to, where its moves lead.
   * @param {string[]} moves
   */
  #seenBefore(moves) {
    const id = history.state?.game;
    const study = this.#studies.get(id);
    const index = study?.indexOf(id) ?? -1;
    if (!study || index < 0) return null;
    study.at = index;
    study.game.current = study.game.find(moves);
    return study;
  }

  /**
   * The game of a link; where its position is none, the start position and what is wrong.
   * @param {string} name @param {string | null} fen
   */
  async #fromLink(name, fen) {
    const game = new Game(this.connection, name, { fen });
    try {
      if (fen) await game.position();
      return { game, wrong: '' };
    } catch (error) {
      const { message } = /** @type {Error} */ (error);
      return { game: new Game(this.connection, name), wrong: t('The link has no position that can be read: {reason} This is the start position.', { reason: message }) };
    }
  }

  /** @param {Game} game */
  analyse(game) {
    const study = new Study([game.copy()]);
    // It is kept as a game that was played, or will be as what was loaded.
    if (game === this.playScreen?.game) this.library.know(study.game);
    this.analyseStudy(study);
  }

  /** Analyses a game with a review of all its moves. @param {Game} game */
  review(game) {
    this.#toReview = true;
    this.analyse(game);
  }

  /** Shows the chapter of a study that is to be seen. @param {Study} study */
  analyseStudy(study) {
    this.#toAnalyse = study;
    history.pushState(null, '', `#/analyse/${study.game.name}`);
    this.#route();
  }

  /** @param {string} game @param {string | null} [fen] */
  async startGame(game, fen = null) {
    const { colour, elo } = settings;
    if (settings.opponent === 'network' && this.network) return this.network.invite(game, false, fen);
    const engine = settings.opponent === 'other' ? chosenEngine(this.hello, 'rival', game) : null;
    const opponent = ['network', 'other'].includes(settings.opponent) ? 'engine' : settings.opponent;
    const side = colour === 'random' ? (Math.random() < 0.5 ? 'white' : 'black') : colour;
    const swapped = opponent === 'engine' && side === 'black';
    const time = settings.time === 'own' ? ownTime(settings.ownClocks, settings.ownOdds, swapped) : settings.time;
    // What is wrong stands beside the clocks.
    if (time === null || !await this.#mayReplace()) return;
    this.#open(/** @type {PlayOptions} */ ({ game, opponent, engine, colour: side, elo: elo > this.hello.max_elo ? null : elo, time, fen }));
    this.go('#/play');
  }

  /** Plays the game in play anew, from where it began; the person has another side if that is wished. @param {boolean} swapped */
  rematch(swapped) {
    const options = this.playScreen?.kept;
    if (!options) return;
    this.#open(anew(options, swapped));
    this.go('#/play');
  }

  /** Whether a new game may take the place of the one in play. */
  async #mayReplace() {
    const { begun } = this;
    if (!begun) return true;
    const goOn = 'goOn';
    const chosen = await ask(t('Give up your game?'), t('{game}, move {n}, is not over. A new game takes its place.', { game: begun.title, n: begun.move }), (choose) => [
      h('div', { class: 'ask-actions' }, button(t('Back to it'), () => choose(goOn)), button(t('Begin the new one'), () => choose('new'), { classes: 'primary' })),
    ]);
    if (chosen === goOn) this.go('#/play');
    return chosen === 'new';
  }

  /** Shows what the browser keeps; a game that is on between two machines is played. @param {import('./library.js').Entry} kept @param {boolean} [isReviewed] */
  open({ id, kind, text, at }, isReviewed = false) {
    if (id === this.network?.liveId) return this.go('#/network');
    this.#toReview = isReviewed;
    const study = Study.from(this.connection, { games: [text], index: 0, at });
    this.library.know(study.game, kind === 'analysis' ? id : undefined);
    this.analyseStudy(study);
  }

  /** @param {PlayOptions} options @param {string} [id] its entry among those that are kept */
  #open(options, id = newId()) {
    this.playScreen?.end();
    this.#playedId = id;
    this.playScreen = new PlayScreen(this, options);
    this.playScreen.start();
  }

  /** Keeps the game in play for when the page is loaded again. */
  remember() {
    if (!this.playScreen?.isWhole) return;
    keep(PLAYED, { ...this.playScreen.kept, libraryId: this.#playedId });
    this.library.keepGame(this.#playedId, this.playScreen);
  }

  /** The game to go on with. @type {PlayOptions | null} */
  get #unfinished() {
    const game = this.playScreen?.kept ?? kept(PLAYED);
    return game && !game.over ? game : null;
  }

  /** Whether there is a game to go on with. */
  get isPlaying() {
    return this.#unfinished !== null;
  }

  /** The game to go on with, if a move was made in it: its title and the number of the move. */
  get begun() {
    const game = this.#unfinished;
    const made = game?.moves?.filter((text) => !text.includes(':')).length ?? 0;
    if (!game || !made) return null;
    const [, turn, , , , number] = (game.fen ?? '').split(' ');
    const first = (Number(number) || 1) * 2 + (turn === 'b' ? 1 : 0);
    return { title: this.info(game.game).title, move: Math.floor((first + made) / 2) };
  }
}

/** What a tab shows for which there is no room. */
const waitingPage = () => h('main', { class: 'waiting', id: 'main' }, h('section', { class: 'card' },
  h('h1', {}, t('This tab waits')),
  h('p', {}, t('It shows the board as soon as another tab of Galaverna is closed.'))));

applyLook();
/** @type {any} */ (window).galaverna = new App();
