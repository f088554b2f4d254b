// @ts-check
// What the page remembers of a person's wishes, in the browser's local storage.

import { choosePieces } from './dom.js';

const KEY = 'galaverna.settings';

const DEFAULTS = {
  /** The code of a language, or as the browser prefers. */
  language: 'browser',
  theme: 'system',
  board: 'birch',
  pieces: 'drawn',
  /** Percent of the room that there is for it. */
  size: 100,
  coordinates: 'outside',
  animation: 'normal',
  sound: true,
  /** Percent. */
  volume: 50,
  /** Two boards on a phone have squares too small for a finger. */
  merged: globalThis.matchMedia?.('(max-width: 640px)').matches ?? false,
  showLost: true,
  showSpared: true,
  letterKeys: true,
  premove: true,
  game: 'iceage',
  opponent: 'engine',
  colour: 'white',
  elo: 1600,
  time: '10+5',
  /** Clocks that were typed: the person's own or White's, and the other side's. */
  ownClocks: [{ minutes: 15, increment: 10 }, { minutes: 15, increment: 10 }],
  /** Whether the other side has one of its own. */
  ownOdds: false,
  /** What the person is called in games between two machines. */
  name: '',
  chess960: false,
  /** The engine besides Galaverna to play against, and the one to analyse with; each with the games it plays. */
  rival: { name: '', games: /** @type {string[]} */ ([]) },
  analyst: { name: '', games: /** @type {string[]} */ ([]) },
  engine: true,
  lines: 3,
  threads: 1,
  hash: 64,
  /** Whether an analysis shows the openings that are known. */
  openings: true,
  /** @type {Record<string, number[]>} steps done of each course */
  learnt: {},
  /** Of which level problems are to be, 0 for all. */
  solveLevel: 0,
};

/** @typedef {typeof DEFAULTS} Settings */

/** Settings that change how the page looks. */
export const LOOKS = new Set(['theme', 'board', 'pieces', 'size', 'coordinates']);

/** @returns {Settings} */
function load() {
  try {
    return { ...DEFAULTS, ...JSON.parse(localStorage.getItem(KEY) ?? '{}') };
  } catch {
    return { ...DEFAULTS };
  }
}

/** @type {Settings} */
export const settings = load();

/** @type {Set<(name: string) => void>} */
const listeners = new Set();

/**
 * @template {keyof Settings} K
 * @param {K} name
 * @param {Settings[K]} value
 */
export function set(name, value) {
  settings[name] = value;
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // Without storage the wish holds for this visit.
  }
  for (const listener of listeners) listener(name);
}

/**
 * @param {(name: string) => void} listener
 * @returns {() => void} what ends the listening
 */
export function onChange(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Gives the page the colours, the boards and the pieces that are wished for. */
export function applyLook() {
  const root = document.documentElement;
  if (settings.theme === 'system') root.removeAttribute('data-theme');
  else root.dataset.theme = settings.theme;
  root.dataset.board = settings.board;
  root.dataset.coordinates = settings.coordinates;
  root.style.setProperty('--board-share', String(settings.size / 100));
  choosePieces(settings.pieces);
}
