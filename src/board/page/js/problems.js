// @ts-check
// The problems of each game, one file a game, and what was done of them, in the browser's
// local storage.

import { hash } from './hash.js';
import { t } from './translate.js';

/**
 * A position in which one line wins.
 * @typedef {object} Problem
 * @property {number} number in its file, from 1
 * @property {string} id what its progress is kept by: another file may have it elsewhere
 * @property {number} level from 1, the easiest, to 5
 * @property {number | null} wins in how many moves it is won; `null` if it wins material
 * @property {string} fen its side to move solves
 * @property {string[]} moves of both sides, in coordinate notation
 */

/** What was done of a game's problems: 1 for one that was solved, 0 for one that was tried. @typedef {Record<string, number>} Done */

const KEY = 'galaverna.solved';

/** The text before all problems of a file. */
const MAGIC = 'galaverna-problems 1 ';

export const LEVELS = [1, 2, 3, 4, 5];

/**
 * The problems of a file as `galaverna problems find` writes it.
 * @param {string} text
 * @returns {Problem[]}
 */
export function readProblems(text) {
  const [first, ...lines] = text.trim().split('\n');
  if (!first.startsWith(MAGIC)) throw new Error(t('This is no file of problems.'));
  return lines.map((line, index) => {
    const [level, goal, fen, moves] = line.split('\t');
    const [kind, amount] = goal.split(' ');
    return {
      number: index + 1, id: hash(fen), level: Number(level), wins: kind === 'win' ? Number(amount) : null, fen, moves: moves.split(' '),
    };
  });
}

/** Files that were asked for. @type {Map<string, Promise<Problem[]>>} */
const files = new Map();

/**
 * The problems of a game, fetched when they are wanted first.
 * @param {string} game
 * @returns {Promise<Problem[]>}
 */
export function problemsOf(game) {
  const known = files.get(game);
  if (known) return known;
  const fetched = fetch(new URL(`../problems/${game}.tsv`, import.meta.url)).then(async (response) => {
    if (!response.ok) throw new Error(t('The server says {status}.', { status: String(response.status) }));
    return readProblems(await response.text());
  });
  files.set(game, fetched);
  // The next time may be better.
  fetched.catch(() => files.delete(game));
  return fetched;
}

/** What a browser that keeps nothing knows as long as the page lives. @type {Record<string, Done>} */
let remembered = {};

/** @returns {Record<string, Done>} */
function load() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}');
  } catch {
    return remembered;
  }
}

/** @param {string} game @returns {Done} */
export const doneOf = (game) => load()[game] ?? {};

/**
 * Keeps that a problem was tried, or solved; what was solved once stays so.
 * @param {string} game @param {Problem} problem @param {boolean} isSolved
 */
export function keepDone(game, { id }, isSolved) {
  const all = load();
  const done = all[game] ?? {};
  done[id] = Math.max(done[id] ?? 0, isSolved ? 1 : 0);
  remembered = { ...all, [game]: done };
  try {
    localStorage.setItem(KEY, JSON.stringify(remembered));
  } catch {
    // Then it is known until the page is closed.
  }
}

/**
 * The number of the problem to go on with: the next that is not solved, or the next if all
 * are.
 * @param {Problem[]} problems @param {Done} done
 * @param {number} level 0 for any
 * @param {number} after the number of the one before, 0 for none
 */
export function nextNumber(problems, done, level, after) {
  const later = [...problems.slice(after), ...problems.slice(0, after)].filter((one) => !level || one.level === level);
  return (later.find(({ id }) => !done[id]) ?? later[0])?.number ?? null;
}

/** How many of each level there are, were solved, and were only tried. @param {Problem[]} problems @param {Done} done */
export const tallies = (problems, done) => LEVELS.map((level) => {
  const ids = problems.filter((one) => one.level === level).map(({ id }) => id);
  const count = (/** @type {number} */ value) => ids.filter((id) => done[id] === value).length;
  return { level, all: ids.length, solved: count(1), tried: count(0) };
}).filter(({ all }) => all > 0);
