import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { gameTexts, pageKeys, readJson, serverKeys, words } from './texts.mjs';
import { LANGUAGES } from '../../../src/board/page/js/translate.js';

/** Names of what is put in. @param {string} text */
const namesIn = (text) => [...new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name))].sort();

/** What is wrong with a translation. @param {string} language @param {string} key @param {string | Record<string, string>} entry */
function faultsOf(language, key, entry) {
  const wanted = namesIn(key);
  if (typeof entry === 'string') {
    if (!entry.trim()) return [`${key}: nothing`];
    return namesIn(entry).join() === wanted.join() ? [] : [`${key}: names ${namesIn(entry)}`];
  }
  const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
  const faults = [];
  if (!wanted.includes('n')) faults.push(`${key}: forms, but no number n`);
  if (Object.keys(entry).sort().join() !== [...pluralCategories].sort().join()) faults.push(`${key}: forms ${Object.keys(entry)} instead of ${pluralCategories}`);
  for (const [category, text] of Object.entries(entry)) {
    // One may be said without the numeral.
    const names = new Set([...namesIn(text), ...(category === 'one' ? ['n'] : [])]);
    if (!text.trim() || [...names].sort().join() !== wanted.join()) faults.push(`${key}, ${category}: ${text}`);
  }
  return faults;
}

test('the languages offered are those with a table', () => {
  const files = readdirSync(words).map((name) => name.replace(/\.json$/, ''));
  assert.deepEqual(Object.keys(LANGUAGES).sort(), ['en', ...files].sort());
});

test('every text of the page is a plain literal, and texts are many', () => {
  assert.ok(pageKeys().length > 500, String(pageKeys().length));
  assert.ok(gameTexts().length > 150, String(gameTexts().length));
  assert.ok(serverKeys().length > 100, String(serverKeys().length));
});

for (const name of readdirSync(words)) {
  const language = name.replace(/\.json$/, '');
  const table = readJson(new URL(name, words));

  test(`the table ${name} has every text and no other`, () => {
    const page = new Set([...pageKeys(), ...gameTexts()]);
    const sections = { page: [...page], server: serverKeys().filter((key) => key.includes('{') || !page.has(key)) };
    assert.deepEqual(Object.keys(table), Object.keys(sections));
    for (const [section, keys] of Object.entries(sections)) {
      assert.deepEqual(keys.filter((key) => !Object.hasOwn(table[section], key)), [], `missing in ${section}`);
      assert.deepEqual(Object.keys(table[section]).filter((key) => !keys.includes(key)), [], `too many in ${section}`);
    }
  });

  test(`the translations of ${name} have the names and the forms that they need`, () => {
    const entries = Object.values(table).flatMap((section) => Object.entries(section));
    assert.deepEqual(entries.flatMap(([key, entry]) => faultsOf(language, key, entry)), []);
  });
}

test('a table that lacks a name or a form is found out', () => {
  assert.deepEqual(faultsOf('pl', '{n} moves', { one: 'ruch', few: '{n} ruchy', many: '{n} ruchów', other: '{n} ruchu' }), []);
  assert.equal(faultsOf('pl', '{n} moves', { one: 'ruch', other: '{n} ruchu' }).length, 1);
  assert.equal(faultsOf('de', '{side} wins.', 'gewinnt.').length, 1);
  assert.equal(faultsOf('de', 'Draw', { one: 'Remis', other: 'Remis' }).length, 2);
});

test('the page of index.html has no words but those that a module puts there', () => {
  const page = readFileSync(new URL('../../../src/board/page/index.html', import.meta.url), 'utf8');
  const body = page.slice(page.indexOf('<body>')).replace(/<svg.*?<\/svg>/gs, '');
  const said = [...body.matchAll(/>([^<>]*[A-Za-z][^<>]*)</g)].map(([, text]) => text.trim());
  assert.deepEqual(said, ['To the board', 'Galaverna']);
});
