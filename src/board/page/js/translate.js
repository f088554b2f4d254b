// @ts-check
// Words in the person's language. A text's key is the text in English, with `{names}` for
// what is put in; a note that tells two equal texts apart follows a bar (`Draw|with a pen`).
// The table of another language is there before any module that needs words is evaluated.

import { settings } from './settings.js';

/** The languages that the page speaks, in their own words. Each but English has its table in `../words`. */
export const LANGUAGES = /** @type {Record<string, string>} */ ({ en: 'English', de: 'Deutsch', it: 'Italiano', fr: 'Français', es: 'Español', pl: 'Polski', tr: 'Türkçe' });

const ENGLISH = 'en';

/** @typedef {Record<string, string | number>} Values what is put in */
/** @typedef {string | Record<string, string>} Entry a translation, or one for each plural category of the number `n` */
/** @typedef {{page: Record<string, Entry>, server: Record<string, Entry>}} Table texts of the page and of its games, and sentences of the server */

/**
 * The language for a wish: what was chosen, or the first that the browser prefers and the page speaks.
 * @param {string} wish
 */
export function languageFor(wish) {
  const preferred = [wish, ...globalThis.navigator?.languages ?? []].map((tag) => tag.split('-')[0].toLowerCase());
  return preferred.find((one) => Object.hasOwn(LANGUAGES, one)) ?? ENGLISH;
}

/** The table of a language; `null` if it cannot be had. @param {string} code @returns {Promise<Table | null>} */
async function tableOf(code) {
  try {
    const response = await fetch(new URL(`../words/${code}.json`, import.meta.url));
    return response.ok ? await response.json() : null;
  } catch {
    return null;
  }
}

const wished = languageFor(settings.language);

const table = wished === ENGLISH ? null : await tableOf(wished);

/** The language that the page speaks. */
export const language = table ? wished : ENGLISH;

/** How dates, numbers and lists are written. */
export const locale = language === ENGLISH ? 'en-GB' : language;

/** When something was, in words. @param {number} time in milliseconds since 1970 */
export const dateText = (time) => new Date(time).toLocaleString(locale, { dateStyle: 'medium', timeStyle: 'short' });

const plurals = new Intl.PluralRules(locale);
const numbers = new Intl.NumberFormat(locale);
const lists = new Intl.ListFormat(locale);

if (globalThis.document) document.documentElement.lang = language;

/** A text with a capital at its begin. @param {string} text */
export const sentence = (text) => text.charAt(0).toLocaleUpperCase(locale) + text.slice(1);

/** `a, b and c`. @param {string[]} items */
export const list = (items) => lists.format(items);

/** @param {string} text @param {Values} values */
const filled = (text, values) => text.replace(/\{(\w+)\}/g, (name, key) => {
  const value = values[key] ?? name;
  return table && typeof value === 'number' ? numbers.format(value) : String(value);
});

/** @param {Entry} entry @param {Values} values */
const chosen = (entry, values) => (typeof entry === 'string' ? entry : entry[plurals.select(Number(values.n))] ?? entry.other);

/**
 * A text of the page, with what stands for its `{names}`.
 * @param {string} text in English
 * @param {Values} [values]
 */
export function t(text, values = {}) {
  const entry = table?.page[text];
  return filled(entry === undefined ? text.replace(/\|.*$/, '') : chosen(entry, values), values);
}

/**
 * A text whose form depends on the number `n`; its key is `other`.
 * @param {string} one in English for 1
 * @param {string} other in English for all other numbers
 * @param {Values & {n: number}} values
 */
export const plural = (one, other, values) => (table || values.n !== 1 ? t(other, values) : filled(one, values));

// What the server says comes in English and is matched against the table's sentences.

const NUMBER = '\\d+';
const SIDE = 'White|Black';
const SQUARE = '[a-h][1-8]';
const WORD = '[A-Za-z]+';

/** What can stand for a name in a sentence of the server; elsewhere it is any text. */
const KINDS = /** @type {Record<string, string>} */ ({
  n: NUMBER, all: NUMBER, number: NUMBER, rank: NUMBER, line: NUMBER, side: SIDE, other: SIDE, square: SQUARE, from: SQUARE, to: SQUARE,
  piece: WORD, taken: WORD, board: 'board [AB]|the other board',
});

/** Names that stand for what has no words: what somebody else has written, the way of a chain, and a list of moves. */
const WORDLESS_PARTS = new Set(['given', 'squares', 'moves']);

/** @typedef {{key: string, names: string[], found: RegExp}} Pattern */

/** @param {string} key @returns {Pattern} */
function patternOf(key) {
  const names = [...key.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  const source = key.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{(\w+)\}/g, (_, name) => `(${KINDS[name] ?? '.+?'})`);
  return { key, names, found: new RegExp(`^${source}$`, 's') };
}

/** How much a pattern says itself: who says more is tried earlier. @param {string} key */
const saidBy = (key) => key.replace(/\{\w+\}/g, '').length;

/** @type {Pattern[] | null} */
let patterns = null;

/** A text as it is within a sentence. @param {string} text */
const lowered = (text) => text.charAt(0).toLowerCase() + text.slice(1);

/** What the table knows of a text of the server. @param {Table} words @param {string} text @returns {string | null} */
function known(words, text) {
  const entry = words.page[text] ?? words.server[text];
  if (typeof entry === 'string') return entry;
  patterns ??= Object.keys(words.server).filter((key) => key.includes('{')).sort((one, other) => saidBy(other) - saidBy(one)).map(patternOf);
  for (const { key, names, found } of patterns) {
    const parts = found.exec(text)?.slice(1);
    if (!parts) continue;
    const values = Object.fromEntries(names.map((name, index) => [name, partOf(words, name, parts[index], !index && key.startsWith('{'))]));
    return filled(chosen(words.server[key], values), values);
  }
  return null;
}

/** The same for a text with a capital or without. @param {Table} words @param {string} text */
const knownAnyhow = (words, text) => known(words, text) ?? known(words, lowered(text));

/** What stands for a name. @param {Table} words @param {string} name @param {string} part @param {boolean} isFirst whether the sentence begins with it */
function partOf(words, name, part, isFirst) {
  if (WORDLESS_PARTS.has(name)) return name === 'moves' ? list(part.split(/, | and /)) : part;
  if (KINDS[name] === NUMBER) return Number(part);
  // The whole sentence gets its capital afterwards.
  return (isFirst ? knownAnyhow(words, part) : null) ?? said(words, part);
}

/** A list of what is known, and of squares. @param {Table} words @param {string} text */
function listed(words, text) {
  const items = text.split(/, | and /);
  if (items.length < 2) return null;
  const translated = items.map((item) => (/^[a-h][1-8]$/.test(item) ? item : known(words, item)));
  return translated.includes(null) ? null : list(/** @type {string[]} */ (translated));
}

/** @param {Table} words @param {string} text @returns {string} */
function said(words, text) {
  // Many a sentence of the server is also a part of others, without its full stop.
  const stopped = text.endsWith('.') ? knownAnyhow(words, text.slice(0, -1)) : null;
  const whole = knownAnyhow(words, text) ?? listed(words, text) ?? (stopped && `${stopped}.`);
  if (whole !== null) return text === lowered(text) ? whole : sentence(whole);
  const sentences = text.split(/(?<=[.!?]) (?=\p{Lu})/u);
  return sentences.length > 1 ? sentences.map((one) => said(words, one)).join(' ') : text;
}

/** A sentence of the server in the person's language; what no table knows stays in English. @param {string} text */
export const fromServer = (text) => (table ? said(table, text) : text);

/** Where in a reply there are words. */
const SAID = new Set(['says', 'warning', 'lose', 'title', 'titles', 'neutral', 'about']);

/** What has no words in the description of a game. */
const WORDLESS = new Set(['fen', 'moves', 'goal', 'picture', 'badge']);

/**
 * A reply of the server with its words in the person's language.
 * @template T
 * @param {T} value
 * @param {boolean} [isSaid] whether its texts are words
 * @returns {T}
 */
export function localized(value, isSaid = false) {
  if (!table) return value;
  if (typeof value === 'string') return /** @type {any} */ (isSaid ? fromServer(value) : value);
  if (Array.isArray(value)) return /** @type {any} */ (value.map((one) => localized(one, isSaid)));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, one]) => [name, localized(one, SAID.has(name) || isSaid && !WORDLESS.has(name))]);
  return /** @type {any} */ (Object.fromEntries(entries));
}
