// The package as people get it: packed, installed into an empty folder from its file, its
// README's examples run there. WASM is the folder that `build` has written to, PACKAGES the
// one where npm has installed typescript.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import test, { after } from 'node:test';
import { fileURLToPath } from 'node:url';

import { installed } from './harness.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const read = (path) => readFileSync(join(here, path), 'utf8');
const built = resolve(process.env.WASM ?? 'target/ci-web');
const folder = mkdtempSync(join(tmpdir(), "galaverna's package é "));
after(() => rmSync(folder, { recursive: true }));

const inFolder = (command, ...args) => execFileSync(command, args, { cwd: folder, encoding: 'utf8' });

const { name, version } = JSON.parse(read('../package.json'));
inFolder(join(here, '../pack'), built, folder);
writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
inFolder('npm', 'install', '--offline', '--silent', '--no-audit', '--no-fund', `./${name}-${version}.tgz`);

test("its version is the program's", () => {
  assert.equal(version, /^version = "(.*)"$/m.exec(read('../../../Cargo.toml'))?.[1]);
});

const examples = [...read('../README.md').matchAll(/```js\n(.*?)```\n\nIt prints:\n\n```text\n(.*?)```/gs)];

test('the README has two examples', () => {
  assert.deepEqual(examples.map(([, code]) => /from '(.*)'/.exec(code)?.[1]), ['galaverna', 'galaverna/rules']);
});

for (const [, code, output] of examples) {
  test(`the README's example: ${code.split('\n', 1)[0]}`, () => {
    writeFileSync(join(folder, 'example.js'), code);
    assert.equal(inFolder(process.execPath, 'example.js'), output);
  });
}

test('the types are those of programs that use it', (t) => {
  const compiler = installed('.bin/tsc');
  if (!compiler) return t.skip('typescript is not installed');
  cpSync(join(here, 'usage.ts'), join(folder, 'usage.ts'));
  for (const resolution of [['nodenext', 'nodenext'], ['esnext', 'bundler']]) {
    const [module, moduleResolution] = resolution;
    inFolder(compiler, '--noEmit', '--strict', '--target', 'es2023', '--lib', 'es2023,dom', '--types', '',
      '--module', module, '--moduleResolution', moduleResolution, 'usage.ts');
  }
});
