// What there is to translate: texts of the scripts, of the games and of the server.

import { readFileSync, readdirSync } from 'node:fs';

const board = new URL('../../../src/board/', import.meta.url);
const scripts = new URL('page/js/', board);
const games = new URL('games/', board);

/** The folder of the tables. */
export const words = new URL('page/words/', board);

/** @param {URL} file */
export const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));

const LITERAL = /^(?:'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)")/;

/** The literal that a text begins with, and what follows it. @param {string} text @param {string} where */
function literalAt(text, where) {
  const found = LITERAL.exec(text);
  if (!found) throw new Error(`${where}: no plain text, but ${text.slice(0, 60)}`);
  return { value: (found[1] ?? found[2]).replace(/\\(.)/g, '$1'), rest: text.slice(found[0].length) };
}

/** The keys of a script in their order. @param {string} source @param {string} name */
export function keysOf(source, name) {
  const code = source.replace(/^\s*(\/\/|\*|\/\*).*$/gm, '');
  return [...code.matchAll(/(?<![\w.$#])(t|plural)\(/g)].map(({ 0: call, 1: kind, index }) => {
    const first = literalAt(code.slice(index + call.length), name);
    const { value, rest } = kind === 't' ? first : literalAt(first.rest.replace(/^,\s*/, ''), name);
    if (!/^\s*[,)]/.test(rest)) throw new Error(`${name}: ‘${value}’ is put together`);
    return value;
  });
}

/** All keys of the page, each once. */
export function pageKeys() {
  const names = readdirSync(scripts).filter((name) => name.endsWith('.js') && name !== 'translate.js');
  return [...new Set(names.flatMap((name) => keysOf(readFileSync(new URL(name, scripts), 'utf8'), name)))];
}

/** What is no text in the description of a game. */
const WORDLESS = ['fen', 'moves', 'goal', 'picture', 'badge'];

/** @param {any} value @returns {string[]} */
function textsIn(value) {
  if (typeof value === 'string') return value ? [value] : [];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, one]) => (WORDLESS.includes(name) ? [] : textsIn(one)));
}

/** All texts about the games, each once. */
export const gameTexts = () => [...new Set(readdirSync(games).flatMap((name) => textsIn(readJson(new URL(name, games)))))];

/** All sentences of the server. @returns {string[]} */
export const serverKeys = () => readJson(new URL('server-sentences.json', import.meta.url));
