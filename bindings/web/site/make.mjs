// Puts the static site together: `node bindings/web/site/make.mjs ENGINE SITE` with the
// engine's files (`bindings/web/build ENGINE`) writes the folder SITE.

import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { seal } from './seal.mjs';

/** What a page with an engine in a worker needs of what is built. */
const ENGINE = ['boundary.js', 'engine.js', 'mailbox.js', 'remote.js', 'worker.js', 'galaverna.wasm', 'galaverna-plain.wasm'];

const [engine, site] = process.argv.slice(2);
const own = fileURLToPath(new URL('.', import.meta.url));
const page = fileURLToPath(new URL('../../../src/board/page', import.meta.url));

/** @param {string} folder @param {string} name */
const read = (folder, name) => readFileSync(join(folder, name), 'utf8');

rmSync(site, { recursive: true, force: true });
mkdirSync(site, { recursive: true });
for (const name of ENGINE) cpSync(join(engine, name), join(site, 'engine', name));
for (const name of ['manifest.webmanifest', 'app.js', 'icons']) cpSync(join(own, name), join(site, name), { recursive: true });
for (const name of ['icon.svg', 'css', 'fonts', 'js', 'problems', 'words', 'explorer']) {
  cpSync(join(page, name), join(site, name), { recursive: true, filter: (path) => !path.endsWith('.d.ts') });
}

// The server puts the same two things into the page (src/board/server/assets.rs).
const modules = ['js', 'engine'].flatMap((folder) => readdirSync(join(site, folder)).map((name) => `${folder}/${name}`))
  .filter((name) => name.endsWith('.js') && !name.endsWith('/worker.js'))
  .map((name) => `<link rel="modulepreload" href="${name}">\n`);
const index = read(page, 'index.html')
  .replace('<html lang="en">', '<html lang="en" data-carrier="worker">')
  .replace('<!-- pieces.svg -->', () => read(page, 'pieces.svg'))
  .replace('<!-- modules -->\n', () => modules.join('') + read(own, 'head.html'))
  .replace('<div id="app">', '$&<main class="main" id="main"><p class="muted">The engine is being loaded…</p></main>');
writeFileSync(join(site, 'index.html'), index);
seal(site);
console.log(`${site} can be served by any web server, under any path.`);
