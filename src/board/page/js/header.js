// @ts-check
// The bar at the top: where to go, and the settings.

import { ask } from './ask.js';
import { button, choice, fill, h, icon } from './dom.js';
import { showKeys } from './keys.js';
import { set, settings } from './settings.js';

/** @typedef {import('./main.js').App} App */

const PLACES = [['play', 'Play', '#/'], ['analyse', 'Analyse', '#/analyse'], ['learn', 'Learn', '#/learn']];

const THEMES = [{ value: 'system', text: 'As the system' }, { value: 'light', text: 'Light' }, { value: 'dark', text: 'Dark' }];

/** @param {string} text @param {'sound' | 'letterKeys' | 'merged'} name */
function toggle(text, name) {
  return h('label', { class: 'switch' }, text, h('input', {
    type: 'checkbox', role: 'switch', checked: settings[name],
    onchange: (/** @type {Event} */ event) => set(name, /** @type {HTMLInputElement} */ (event.target).checked),
  }));
}

/** Powers of two up to a limit, and the limit itself. @param {number} limit @param {number} from */
function steps(limit, from) {
  const values = [];
  for (let value = from; value < limit; value *= 2) values.push(value);
  return [...values, limit];
}

/** @param {string} text @param {'threads' | 'hash'} name @param {number[]} values @param {string} [unit] */
function number(text, name, values, unit = '') {
  const now = values.filter((value) => value <= settings[name]).pop() ?? values[0];
  return h('label', { class: 'switch' }, text, h('select', {
    onchange: (/** @type {Event} */ event) => set(name, Number(/** @type {HTMLSelectElement} */ (event.target).value)),
  }, ...values.map((value) => h('option', { value, selected: value === now }, `${value}${unit}`))));
}

/** @param {App} app */
function showSettings(app) {
  const { max_threads: threads, max_hash: hash } = app.hello;
  ask('Settings', 'Kept in this browser.', (choose) => [
    h('h3', {}, 'Colours'),
    choice('Colours', THEMES, settings.theme, (value) => set('theme', value)),
    toggle('Sounds', 'sound'),
    toggle('Letters as keys', 'letterKeys'),
    toggle('Two boards merged into one', 'merged'),
    h('h3', {}, 'Analysis'),
    number('Threads', 'threads', steps(threads, 1)),
    number('Memory', 'hash', steps(hash, 16), ' MiB'),
    h('div', { class: 'ask-actions' }, button('Keys', () => { choose(null); showKeys(); }), button('Done', () => choose(null), { classes: 'primary' })),
  ]);
}

/** @param {App} app */
export function attachHeader(app) {
  const links = PLACES.map(([name, text, address]) => h('a', { href: address, 'data-name': name, onclick: (/** @type {Event} */ event) => {
    // A game in play is gone on with; a second click leads to the choice of games.
    if (name === 'play' && app.isPlaying && (!app.play || app.screen !== app.play.screenOf)) {
      event.preventDefault();
      app.go('#/play');
    }
  } }, text));
  const title = h('span', { class: 'game-name' });
  const sound = h('button', { type: 'button', class: 'icon-button', onclick: () => { set('sound', !settings.sound); show(); } });
  function show() {
    fill(sound, icon(settings.sound ? 'sound' : 'mute'));
    sound.setAttribute('aria-label', settings.sound ? 'Sounds off' : 'Sounds on');
  }
  show();
  const header = /** @type {HTMLElement} */ (document.querySelector('#header'));
  header.append(
    h('nav', { 'aria-label': 'Main' }, ...links), title, h('span', { class: 'grow' }), sound,
    h('button', { type: 'button', class: 'icon-button', 'aria-label': 'Settings', onclick: () => showSettings(app) }, icon('sliders')));
  return {
    /** @param {string} name */
    mark(name) {
      const place = PLACES.some(([one]) => one === name) ? name : 'play';
      for (const link of links) {
        if (link.dataset.name === place) link.setAttribute('aria-current', 'page');
        else link.removeAttribute('aria-current');
      }
    },
    /** @param {string} text */
    title(text) {
      title.textContent = text;
      document.title = text ? `${text} · Galaverna` : 'Galaverna';
    },
  };
}
