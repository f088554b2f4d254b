// @ts-check
// Serves the site from the browser. The files of a version are in a cache of their own,
// which is complete before any page is given of it; a page gets all of its files from one
// version. The next one begins when no page of this one is left, or is loaded alone.
//
// `seal.mjs` writes VERSION and FILES in front of this: the files' names and SHA-256.

const scope = /** @type {any} */ (self);
const folder = scope.registration.scope;

/** One origin may have several sites. */
const OWN = `galaverna ${folder} `;
const CACHE = OWN + VERSION;

/** Of the two builds of the engine the one that this browser runs. */
const WASM = `engine/${new URL(location.href).searchParams.get('wasm')}`;

/** @param {ArrayBuffer} bytes */
async function sha256(bytes) {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return btoa(String.fromCharCode(...digest));
}

/** @param {Cache} cache @param {string} name */
async function add(cache, name) {
  const response = await fetch(folder + name, { cache: 'no-cache' });
  const bytes = await response.arrayBuffer();
  // While a new version is uploaded a server has files of two.
  if (await sha256(bytes) !== FILES[name]) throw new Error(`${name} is not of version ${VERSION}`);
  const type = response.headers.get('content-type') ?? '';
  await cache.put(folder + name, new Response(bytes, { headers: { 'content-type': type } }));
}

async function install() {
  const cache = await caches.open(CACHE);
  const names = Object.keys(FILES).filter((name) => !name.endsWith('.wasm') || name === WASM);
  try {
    await Promise.all(names.map((name) => add(cache, name)));
  } catch (error) {
    await caches.delete(CACHE);
    throw error;
  }
}

async function activate() {
  const old = (await caches.keys()).filter((name) => name.startsWith(OWN) && name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
  await scope.clients.claim();
}

/** Takes over from the version before, unless a page of it would go on with files of this one. */
async function beginIfAlone() {
  const pages = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const own = pages.filter((/** @type {{url: string}} */ page) => page.url.startsWith(folder));
  if (own.length === 1) await scope.skipWaiting();
}

/** @param {Request} request @param {string} name */
async function answer(request, name) {
  const cache = await caches.open(CACHE);
  return await cache.match(folder + name) ?? fetch(request);
}

scope.addEventListener('install', (/** @type {any} */ event) => event.waitUntil(install()));
scope.addEventListener('activate', (/** @type {any} */ event) => event.waitUntil(activate()));
scope.addEventListener('message', (/** @type {any} */ event) => event.waitUntil(beginIfAlone()));
scope.addEventListener('fetch', (/** @type {any} */ event) => {
  const { origin, pathname } = new URL(event.request.url);
  const name = (origin + pathname).replace(/index\.html$/, '');
  if (name.startsWith(folder) && name.slice(folder.length) in FILES) event.respondWith(answer(event.request, name.slice(folder.length)));
});
