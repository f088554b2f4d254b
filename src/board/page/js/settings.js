// @ts-check
// What the page remembers of a person's wishes, in the browser's local storage.

const KEY = 'galaverna.settings';

const DEFAULTS = {
  theme: 'system',
  sound: true,
  merged: false,
  showLost: true,
  showSpared: true,
  letterKeys: true,
  game: 'iceage',
  opponent: 'engine',
  colour: 'white',
  elo: 1600,
  time: '10+5',
  engine: true,
  lines: 3,
  threads: 1,
  hash: 64,
  /** @type {Record<string, number[]>} steps done of each course */
  learnt: {},
};

/** @typedef {typeof DEFAULTS} Settings */

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

/** Gives the page the colours that are wished for. */
export function applyTheme() {
  const root = document.documentElement;
  if (settings.theme === 'system') root.removeAttribute('data-theme');
  else root.dataset.theme = settings.theme;
}
