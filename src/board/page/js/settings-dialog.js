// @ts-check
// The settings as a person sees and changes them.

import { ask } from './ask.js';
import { BoardView } from './board-view.js';
import { button, choice, h, slider, toggle } from './dom.js';
import { showKeys } from './keys.js';
import { slide } from './motion.js';
import { set, settings } from './settings.js';
import { playSound } from './sounds.js';

const THEMES = [{ value: 'system', text: 'As the system' }, { value: 'light', text: 'Light' }, { value: 'dark', text: 'Dark' }];
const BOARDS = [{ value: 'birch', text: 'Birch' }, { value: 'moss', text: 'Moss' }, { value: 'slate', text: 'Slate' }];
const PIECES = [{ value: 'drawn', text: 'Drawn' }, { value: 'plain', text: 'Plain' }];
const COORDINATES = [{ value: 'outside', text: 'Outside' }, { value: 'inside', text: 'Inside' }, { value: 'none', text: 'None' }];
const ANIMATIONS = [{ value: 'none', text: 'None' }, { value: 'fast', text: 'Fast' }, { value: 'normal', text: 'Normal' }];

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

/** A small board that looks as the boards will. */
function preview() {
  const view = new BoardView(0, 'Preview');
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
  ask('Settings', 'Kept in this browser.', (choose) => [
    h('div', { class: 'settings' },
      board.element,
      h('div', {},
        ...oneOf('Colours', 'theme', THEMES),
        ...oneOf('Board', 'board', BOARDS),
        ...oneOf('Pieces', 'pieces', PIECES),
        ...oneOf('Coordinates', 'coordinates', COORDINATES),
        ...oneOf('Motion', 'animation', ANIMATIONS, board.move))),
    slider('Size of the board', { min: 60, max: 100, step: 5, value: settings.size }, (value) => set('size', value)),
    toggle('Two boards merged into one', settings.merged, (isOn) => set('merged', isOn)),
    h('h3', {}, 'Sounds, keys and premoves'),
    toggle('Sounds', settings.sound, (isOn) => set('sound', isOn)),
    slider('Volume', { min: 0, max: 100, step: 10, value: settings.volume }, (value) => { set('volume', value); playSound('move'); }),
    toggle('Letters as keys', settings.letterKeys, (isOn) => set('letterKeys', isOn)),
    toggle('Premoves', settings.premove, (isOn) => set('premove', isOn)),
    h('div', { class: 'ask-actions' }, button('Keys', () => { choose(null); showKeys(); }), button('Done', () => choose(null), { classes: 'primary' })),
  ]);
}
