import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { token } from '../../../src/board/page/js/token.js';

/** A browser's tab at an address, with what the browser keeps. @param {URL} at @param {Map<string, string>} kept */
function open(at, kept) {
  Object.assign(globalThis, {
    location: at,
    history: { state: null, replaceState: (/** @type {any} */ _, /** @type {string} */ __, /** @type {string} */ to) => { at.href = new URL(to, at).href; } },
    localStorage: {
      getItem: (/** @type {string} */ name) => kept.get(name) ?? null,
      setItem: (/** @type {string} */ name, /** @type {string} */ value) => kept.set(name, value),
    },
  });
}

afterEach(() => {
  for (const name of ['location', 'history', 'localStorage']) Reflect.deleteProperty(globalThis, name);
});

test('the token goes from the address to the browser, and the rest of the address stays', () => {
  const [at, kept] = [new URL('http://127.0.0.1:8064/?token=abc#/play'), new Map()];
  open(at, kept);
  assert.equal(token(), 'abc');
  assert.equal(at.href, 'http://127.0.0.1:8064/#/play');
  assert.equal(token(), 'abc');
  // Another tab of this browser has opened the server that was started after this one.
  open(new URL('http://127.0.0.1:8064/?token=def'), kept);
  token();
  open(at, kept);
  assert.equal(token(), 'def');
});

test('a browser that never had one has none', () => {
  open(new URL('http://127.0.0.1:8064/'), new Map());
  assert.equal(token(), '');
});

test('where nothing can be kept the token stays in the address', () => {
  const at = new URL('http://127.0.0.1:8064/?token=abc');
  open(at, new Map());
  Object.defineProperty(globalThis, 'localStorage', { configurable: true, get: () => { throw new Error('forbidden'); } });
  assert.equal(token(), 'abc');
  assert.equal(at.href, 'http://127.0.0.1:8064/?token=abc');
});
