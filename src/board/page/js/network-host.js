// @ts-check
// The host's part of a game between two machines: the invitation, and the way back to the
// game from other screens.

import { openGame } from './carrier-socket.js';
import { clockTimes, ownTime } from './clocks.js';
import { Connection } from './connection.js';
import { button, h } from './dom.js';
import { fromText } from './game.js';
import { NetworkRoom, nameField } from './network-room.js';
import { settings } from './settings.js';
import { t } from './translate.js';

/** @typedef {import('./main.js').App} App */

export class HostRoom extends NetworkRoom {
  #app;
  /** The game as it was kept last. @type {import('./library.js').Entry | null} */
  #kept = null;

  /** @param {App} app */
  constructor(app) {
    super(new Connection(openGame), {
      info: (name) => app.info(name),
      showTitle: () => { if (app.screen === this) app.header.title(this.title); },
      onNew: () => app.go('#/'),
      analyse: (isReviewed) => { if (this.#kept) app.open(this.#kept, isReviewed); },
      showKept: null,
      keep: (play, pgn) => this.#keep(play, pgn),
    });
    this.#app = app;
  }

  /** The name of the game that is on; it is not analysed yet. */
  get liveId() {
    return this.isOn ? this.view?.game_id : undefined;
  }

  /**
   * Keeps the game among those of this browser, as the server has written it.
   * @param {import('./network-play.js').NetworkPlay} play @param {string} pgn
   */
  async #keep(play, pgn) {
    const { connection, library } = this.#app;
    const { game: text } = await connection.ask('read_pgn', { text: pgn, index: 0 });
    if (!text) return;
    const id = play.view.game_id;
    const at = play.game.line().moves;
    this.#kept = { id, kind: 'game', text, at };
    const game = fromText(connection, text, at);
    game.current.position = play.game.current.position;
    library.keepNetworkGame(id, game, { white: play.nameOf('white'), black: play.nameOf('black'), says: play.over?.says ?? '' });
  }

  /** The field for the host's name. */
  nameField() {
    return [h('h3', {}, t('Name')), nameField()];
  }

  /** The way to the game, as long as there is one. */
  card() {
    const [before, behind] = t('{game} does not wait: its clocks run.').split('{game}');
    const card = h('section', { class: 'card continue', 'aria-label': t('Your game on this network') },
      h('p', {}, before, h('b', {}, t('Your game on this network')), behind),
      button(t('Go to it'), () => this.#app.go('#/network'), { icon: 'people', classes: 'primary' }));
    this.onGame(() => { card.hidden = !this.view; });
    return card;
  }

  /**
   * Invites somebody at another machine.
   * @param {string} game
   * @param {boolean} chess960
   * @param {string | null} [fen] where it begins, if not at the start position
   */
  async invite(game, chess960, fen = null) {
    const { colour } = settings;
    const text = settings.time === 'own' ? ownTime(settings.ownClocks, false, false) : settings.time;
    // What is wrong stands beside the clocks.
    if (text === null) return;
    const [clock] = clockTimes(text) ?? [];
    const time = clock ? { base: Math.round(clock.minutes * 60_000), increment: Math.round(clock.increment * 1000) } : null;
    if (await this.ask({ game, chess960, fen, side: colour === 'random' ? null : colour, time })) this.#app.go('#/network');
  }
}
