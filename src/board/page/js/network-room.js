// @ts-check
// Where two people at two machines meet: the invitation, the waiting, and their game.

import { say } from './announce.js';
import { ask } from './ask.js';
import { button, fill, h } from './dom.js';
import { timeText } from './network-play.js';
import { NetworkScore } from './network-score.js';
import { NetworkTable } from './network-table.js';
import { set, settings } from './settings.js';
import { t } from './translate.js';

/** @typedef {import('./types').NetworkView} NetworkView */

/**
 * What a room asks of the page that it is on.
 * @typedef {object} RoomHost
 * @property {(game: string) => import('./types').GameView} info
 * @property {() => void} showTitle
 * @property {(() => void) | null} onNew leads to the choice of a game; only the host has it
 * @property {((isReviewed: boolean) => void) | null} analyse the game that is over, with a review if that is wished
 * @property {(() => void) | null} showKept shows the games that were kept, where no other screen does
 * @property {(play: import('./network-play.js').NetworkPlay, pgn: string) => Promise<void>} keep
 */

/** @param {string} text @param {string} name */
async function copy(text, name) {
  try {
    await navigator.clipboard.writeText(text);
    say(t('{what} copied.', { what: name }));
    return true;
  } catch {
    return false;
  }
}

/**
 * A link to be given to somebody.
 * @param {string} id @param {string} title @param {string} link
 */
function linkField(id, title, link) {
  const field = /** @type {HTMLInputElement} */ (h('input', { id, readonly: true, value: link, onfocus: () => field.select() }));
  const copied = h('span', { class: 'muted small', role: 'status' });
  const done = async () => {
    // A page that may not copy leaves the link chosen, for the keys.
    if (await copy(link, title)) copied.textContent = t('Copied.');
    else field.focus();
  };
  return h('div', { class: 'invitation-link' }, h('label', { for: id }, title), field,
    button(t('Copy'), done, { icon: 'copy', label: t('Copy: {what}', { what: title }) }), copied);
}

/** @param {string[]} links */
const linkFields = ([player, spectators]) => [
  linkField('link-player', t('For the other player'), player), linkField('link-spectators', t('For spectators'), spectators),
];

/** The field for one's own name. @param {(name: string) => void} [onName] */
export function nameField(onName = () => {}) {
  return h('label', { class: 'own-name' }, t('Your name, if you like'), h('input', {
    value: settings.name, maxlength: 24, autocomplete: 'off', spellcheck: 'false', onchange: (/** @type {Event} */ event) => {
      set('name', /** @type {HTMLInputElement} */ (event.target).value.trim());
      onName(settings.name);
    },
  }));
}

export class NetworkRoom {
  /** @type {NetworkView | null} the game as it was last told */
  view = null;
  /** @type {NetworkTable | null} */
  table = null;
  /** Told when a game comes or goes. @type {() => void} */
  #listener = () => {};

  /**
   * @param {import('./connection.js').Connection} connection
   * @param {RoomHost} host
   */
  constructor(connection, host) {
    this.connection = connection;
    this.host = host;
    this.score = new NetworkScore(connection, (play, pgn) => host.keep(play, pgn));
    this.notice = h('div', { class: 'notice', role: 'alert', hidden: true });
    this.place = h('div', {});
    this.element = h('div', { class: 'network' }, this.notice, this.place);
    connection.addEventListener('game', (event) => this.#take(/** @type {CustomEvent} */ (event).detail));
    connection.addEventListener('state', (event) => this.#onState(/** @type {CustomEvent} */ (event).detail));
  }

  /** @param {() => void} listener is told now, and when a game comes or goes, instead of the one before */
  onGame(listener) {
    this.#listener = listener;
    listener();
  }

  get boards() {
    return this.table?.boards;
  }

  /** What the page is called while it is seen. */
  get title() {
    return this.view ? this.host.info(this.view.line.game).title : '';
  }

  /** Whether a game is on that has not ended. */
  get isOn() {
    return this.view !== null && this.view.begun && !this.view.over;
  }

  /** @param {string} key */
  key(key) {
    return this.table?.key(key) ?? false;
  }

  /** @param {{state: string, says: string}} change */
  #onState({ state, says }) {
    this.notice.hidden = state === 'open';
    fill(this.notice, h('p', {}, says));
    if (says) say(says, true);
    this.boards?.setEnabled(state === 'open' && !!this.table?.play.isPersonsTurn);
    if (state === 'open' && settings.name && !this.host.onNew) this.#sendName(settings.name);
    if (state === 'closed') this.#leaveTable();
  }

  /** @param {string} name */
  #sendName(name) {
    // Who only watches needs none.
    this.connection.ask('name', { name }).catch(() => {});
  }

  #leaveTable() {
    this.table?.leave();
    this.table = null;
  }

  /** @param {NetworkView | null} view */
  #take(view) {
    const isOther = !this.view !== !view || this.view?.invitation?.[0] !== view?.invitation?.[0];
    this.view = view;
    const waits = view !== null && view.invitation !== null && !view.begun;
    if (!view || waits) {
      this.#leaveTable();
      // Links that are being copied stay.
      if (isOther || !waits) fill(this.place, view ? this.#waiting(view) : this.#empty());
    } else {
      if (!this.table?.play.isOf(view)) {
        this.#leaveTable();
        this.table = new NetworkTable(this.connection, this.host.info(view.line.game), view, {
          actions: this.#actions(view), review: this.host.analyse && (() => this.#analyse(true)), save: () => this.score.save(view),
        });
        fill(this.place, this.table.element);
      }
      const { play } = /** @type {NetworkTable} */ (this.table);
      play.take(view).then(() => this.score.note(play));
    }
    this.host.showTitle();
    if (isOther) this.#listener();
  }

  /** What can be done beside playing. @param {NetworkView} view */
  #actions(view) {
    const { onNew, showKept } = this.host;
    const name = { text: t('Your name'), icon: 'edit', action: () => this.#askName() };
    if (!onNew) {
      const kept = showKept ? [{ text: t('Your games'), icon: 'file', action: showKept }] : [];
      return view.side ? [name, ...kept] : [];
    }
    return [
      { text: t('Invitation'), icon: 'link', action: () => this.#showInvitation() },
      { text: t('Analyse'), icon: 'graph', action: () => this.#analyse(false) },
      { text: t('Close game'), icon: 'bin', action: () => this.#close() },
      { text: t('New game'), icon: 'plus', action: onNew }];
  }

  /** Analyses the game with the engine. @param {boolean} isReviewed */
  async #analyse(isReviewed) {
    if (this.isOn) {
      this.table?.status.tell(t('A game between people is analysed when it is over.'));
      return;
    }
    await this.score.written;
    this.host.analyse?.(isReviewed);
  }

  #askName() {
    return ask(t('Your name'), t('The other player and those who watch see it.'), (choose) => [
      nameField((name) => this.#sendName(name)), h('div', { class: 'ask-actions' }, button(t('Close'), () => choose(null), { classes: 'primary' }))]);
  }

  #showInvitation() {
    const links = this.view?.invitation ?? [];
    return ask(t('Invitation'), t('Whoever has a link has the place. A player whose connection is lost comes back by the same one.'), (choose) => [
      ...linkFields(links), h('div', { class: 'ask-actions' }, button(t('Close'), () => choose(null), { classes: 'primary' }))]);
  }

  async #close() {
    const sure = !this.isOn || await this.#mayEnd();
    if (sure) await this.connection.ask('call_off');
  }

  /** Whether the game that is on may end. */
  #mayEnd() {
    return ask(t('Close the game on this network?'), t('It is not over. The other player and those who watch are sent away.'), (choose) => [
      h('div', { class: 'ask-actions' }, button(t('Play on'), () => choose(false)), button(t('Close it'), () => choose(true), { classes: 'danger' }))]);
  }

  /**
   * Invites somebody to a game; whether there is one now.
   * @param {object} wish
   */
  async ask(wish) {
    if (this.isOn && !await this.#mayEnd()) return false;
    await this.connection.ask('invite', { ...wish, name: settings.name });
    return true;
  }

  /** @param {NetworkView} view */
  #waiting(view) {
    const time = timeText(view.time);
    const side = view.side === 'white' ? t('White') : t('Black');
    const start = view.line.rules?.length ? 'Chess960' : view.line.fen ? t('a position of your own') : '';
    const terms = [start, time ? time.replace('+', ' + ') : t('no clock'), t('you play {side}', { side })].filter(Boolean).join(', ');
    return h('main', { class: 'waiting', id: 'main' }, h('section', { class: 'card invitation', 'aria-label': t('Invitation') },
      h('h1', {}, this.title),
      h('p', {}, `${terms}. ${t('Give the first link to whom you want to play with; the game begins when it is opened.')}`),
      ...linkFields(view.invitation ?? []),
      h('p', { class: 'waits', role: 'status' }, t('Waiting for the other player…')),
      h('p', { class: 'muted small' }, t('Whoever has a link has the place. The clock of the side to move runs on this machine from White’s first move on, also while a connection is lost.')),
      h('div', { class: 'ask-actions' }, button(t('Call it off'), () => this.connection.ask('call_off')))));
  }

  #empty() {
    const { onNew, showKept } = this.host;
    return h('main', { class: 'waiting', id: 'main' }, h('section', { class: 'card' },
      h('h1', {}, t('No game on this network')),
      onNew ? [h('p', {}, t('Choose a game and invite somebody.')), button(t('Choose a game'), onNew, { icon: 'play', classes: 'primary' })]
        : [h('p', {}, t('The host has closed it.')), showKept ? button(t('Your games'), showKept, { icon: 'file' }) : '']));
  }
}
