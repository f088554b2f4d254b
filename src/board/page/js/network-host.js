// @ts-check
// The host's part of a game between two machines: the invitation, and the way back to the
// game from other screens.

import { openGame } from './carrier-socket.js';
import { clockTimes, ownTime } from './clocks.js';
import { Connection } from './connection.js';
import { button, h } from './dom.js';
import { NetworkRoom, nameField } from './network-room.js';
import { settings } from './settings.js';
import { t } from './translate.js';

/** @typedef {import('./main.js').App} App */

export class HostRoom extends NetworkRoom {
  #app;

  /** @param {App} app */
  constructor(app) {
    super(new Connection(openGame), {
      info: (name) => app.info(name),
      showTitle: () => { if (app.screen === this) app.header.title(this.title); },
      onNew: () => app.go('#/'),
      analyse: (game) => app.analyse(game),
    });
    this.#app = app;
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

  /** Invites somebody at another machine. @param {string} game @param {boolean} chess960 */
  async invite(game, chess960) {
    const { colour } = settings;
    const text = settings.time === 'own' ? ownTime(settings.ownClocks, false, false) : settings.time;
    // What is wrong stands beside the clocks.
    if (text === null) return;
    const [clock] = clockTimes(text) ?? [];
    const time = clock ? { base: Math.round(clock.minutes * 60_000), increment: Math.round(clock.increment * 1000) } : null;
    if (await this.ask({ game, chess960, side: colour === 'random' ? null : colour, time })) this.#app.go('#/network');
  }
}
