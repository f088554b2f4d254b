// Makes a folder one version: writes its service worker, which names all files with their
// SHA-256, so that no browser keeps a mixture of two versions.

import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const WORKER = 'service-worker.js';

/** @param {string | Buffer} text @param {'hex' | 'base64'} encoding */
const sha256 = (text, encoding) => createHash('sha256').update(text).digest(encoding);

/** Paths of the files in a folder, as addresses have them. @param {string} folder */
export function filesOf(folder) {
  const entries = readdirSync(folder, { withFileTypes: true, recursive: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return files.map((path) => path.slice(join(folder, '/').length).replaceAll('\\', '/')).sort();
}

/** @param {string} folder */
export function seal(folder) {
  const names = filesOf(folder).filter((name) => name !== WORKER);
  // The page is asked for by the folder's own address.
  const hashes = names.map((name) => [name.replace(/^index\.html$/, ''), sha256(readFileSync(join(folder, name)), 'base64')]);
  const script = readFileSync(new URL(WORKER, import.meta.url), 'utf8');
  const files = JSON.stringify(Object.fromEntries(hashes), null, 1);
  const version = sha256(files + script, 'hex').slice(0, 16);
  writeFileSync(join(folder, WORKER), `const VERSION = '${version}';\nconst FILES = ${files};\n\n${script}`);
}
