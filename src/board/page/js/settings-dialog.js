// @ts-check
// The settings as a person sees and changes them.

import { ask } from './ask.js';
import { BoardView } from './board-view.js';
import { button, choice, h, slider, toggle } from './dom.js';
import { showKeys } from './keys.js';
import { slide } from './motion.js';
import { set, settings } from './settings.js';
import { playSound } from './sounds.js';
import { LANGUAGES, language, languageFor, t } from './translate.js';

const THEMES = [{ value: 'system', text: t('As the system') }, { value: 'light', text: t('Light') }, { value: 'dark', text: t('Dark') }];
const BOARDS = [{ value: 'birch', text: t('Birch') }, { value: 'moss', text: t('Moss') }, { value: 'slate', text: t('Slate') }];
const PIECES = [{ value: 'drawn', text: t('Drawn|pieces with details') }, { value: 'plain', text: t('Plain') }];
const COORDINATES = [{ value: 'outside', text: t('Outside') }, { value: 'inside', text: t('Inside') }, { value: 'none', text: t('None') }];
const ANIMATIONS = [{ value: 'none', text: t('None') }, { value: 'fast', text: t('Fast') }, { value: 'normal', text: t('Normal') }];

/** What the preview shows, from a1 to h8, and a move in it. */
const PREVIEW = 'RNBQKBNR' + 'PPP.MPPP' + '........' + '..**P...' + '...p**..' + '.....n..' + 'ppp.mppp' + 'rnbqkb.r';
const PREVIEWED = ['g8', 'f6'];

/**
 * A heading and a choice of one thing.
 * @param {string} title
 * @param {'theme' | 'board' | 'pieces' | 'coordinates' | 'animation'} name
 * @param {{value: string, text: string}[]} choices
 * @param {() => void} [shown] shows what the choice does
 */
const oneOf = (title, name, choices, shown = () => {}) => [
  h('h3', {}, title), choice(title, choices, settings[name], (value) => { set(name, value); shown(); }),
];

/** The choice of the language. The page begins anew in another one, and is where it was. */
function languageChoice() {
  const chosen = (/** @type {Event} */ event) => {
    const { value } = /** @type {HTMLSelectElement} */ (event.target);
    set('language', value);
    if (languageFor(value) !== language) location.reload();
  };
  const names = Object.entries({ browser: t('As the browser'), ...LANGUAGES });
  return h('label', { class: 'form-row' }, t('Language'), h('select', { id: 'language', onchange: chosen },
    ...names.map(([value, text]) => h('option', { value, selected: value === settings.language, lang: value === 'browser' ? null : value }, text))));
}

/** A small board that looks as the boards will. */
function preview() {
  const view = new BoardView(0, t('Preview'));
  view.setMen(PREVIEW);
  view.setMarks([], []);
  const [from, to] = PREVIEWED;
  return {
    element: h('div', { class: 'preview', inert: true, 'aria-hidden': true }, view.element),
    move: () => slide(view, to, [from, to]),
  };
}

export function showSettings() {
  const board = preview();
  ask(t('Settings'), t('Kept in this browser.'), (choose) => [
    h('div', { class: 'settings' },
      board.element,
      h('div', {},
        ...oneOf(t('Colours'), 'theme', THEMES),
        ...oneOf(t('Board'), 'board', BOARDS),
        ...oneOf(t('Pieces'), 'pieces', PIECES),
        ...oneOf(t('Coordinates'), 'coordinates', COORDINATES),
        ...oneOf(t('Motion'), 'animation', ANIMATIONS, board.move))),
    languageChoice(),
    slider(t('Size of the board'), { min: 60, max: 100, step: 5, value: settings.size }, (value) => set('size', value)),
    toggle(t('Two boards merged into one'), settings.merged, (isOn) => set('merged', isOn)),
    h('h3', {}, t('Sounds, keys and premoves')),
    toggle(t('Sounds'), settings.sound, (isOn) => set('sound', isOn)),
    slider(t('Volume'), { min: 0, max: 100, step: 10, value: settings.volume }, (value) => { set('volume', value); playSound('move'); }),
    toggle(t('Letters as keys'), settings.letterKeys, (isOn) => set('letterKeys', isOn)),
    toggle(t('Premoves'), settings.premove, (isOn) => set('premove', isOn)),
    h('div', { class: 'ask-actions' }, button(t('Keys'), () => { choose(null); showKeys(); }), button(t('Done'), () => choose(null), { classes: 'primary' })),
  ]);
}
