// @ts-check
// The bar at the top: where to go, sounds on and off, and the way to the settings.

import { fill, h, icon } from './dom.js';
import { set, settings } from './settings.js';
import { showSettings } from './settings-dialog.js';
import { t } from './translate.js';

/**
 * What the bar asks of its page.
 * @typedef {object} HeaderHost
 * @property {import('./connection.js').Connection} connection
 * @property {boolean} isPlaying whether a game can be gone on with
 * @property {object | null} playScreen
 * @property {object | null} screen
 * @property {(address: string) => void} go
 */

const PLACES = [['play', t('Play'), '#/'], ['analyse', t('Analyse'), '#/analyse'], ['learn', t('Learn'), '#/learn'], ['solve', t('Solve'), '#/solve'], ['games', t('Games'), '#/games']];

/** @param {HeaderHost} app @param {string[][]} [places] where its links lead */
export function attachHeader(app, places = PLACES) {
  const links = places.map(([name, text, address]) => h('a', { href: address, 'data-name': name, onclick: (/** @type {Event} */ event) => {
    // A game in play is gone on with; a second click leads to the choice of games.
    if (name === 'play' && app.isPlaying && (!app.playScreen || app.screen !== app.playScreen)) {
      event.preventDefault();
      app.go('#/play');
    }
  } }, text));
  const title = h('h1', { class: 'game-name', hidden: true });
  const sound = h('button', { type: 'button', class: 'icon-button sound', onclick: () => { set('sound', !settings.sound); show(); } });
  function show() {
    fill(sound, icon(settings.sound ? 'sound' : 'mute'));
    sound.setAttribute('aria-label', settings.sound ? t('Sounds off') : t('Sounds on'));
  }
  show();
  /** @type {HTMLElement} */ (document.querySelector('.skip')).textContent = t('To the board');
  const header = /** @type {HTMLElement} */ (document.querySelector('#header'));
  header.append(
    links.length ? h('nav', { 'aria-label': t('Main') }, ...links) : '', title, h('span', { class: 'grow' }), sound,
    h('button', { type: 'button', class: 'icon-button', 'aria-label': t('Settings'), onclick: () => { if (app.connection.hello) showSettings(); } }, icon('sliders')));
  return {
    /** @param {string} name */
    showPlace(name) {
      const place = PLACES.some(([one]) => one === name) ? name : 'play';
      for (const link of links) {
        if (link.dataset.name === place) link.setAttribute('aria-current', 'page');
        else link.removeAttribute('aria-current');
      }
    },
    /** @param {string} text */
    title(text) {
      title.textContent = text;
      title.hidden = !text;
      document.title = text ? `${text} · Galaverna` : 'Galaverna';
    },
  };
}
