// The engine in Chromium: bench, stop by each way, and figures for docs/web.md. PACKAGES is a
// folder whose node_modules has playwright-core, CHROMIUM the browser, WASM the folder that
// `build` has written to, NATIVE the program to compare with, if any.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { extname, join, resolve } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';

import { BENCH } from './harness.mjs';

const packages = createRequire(resolve(process.env.PACKAGES ?? 'target/ci-node', 'package.json'));
const { chromium } = packages('playwright-core');
const folder = resolve(process.env.WASM ?? 'target/ci-web');
const TYPES = { '.js': 'text/javascript', '.wasm': 'application/wasm' };

/** Serves the folder, to isolated pages below `/isolated`. */
const server = createServer(({ url }, response) => {
  const [, isolated, name] = /^(\/isolated)?\/(.*)$/.exec(url);
  if (isolated) {
    response.setHeader('Cross-Origin-Opener-Policy', 'same-origin');
    response.setHeader('Cross-Origin-Embedder-Policy', 'require-corp');
  }
  try {
    const body = name === 'page.html' ? '<!doctype html>' : readFileSync(join(folder, name));
    response.setHeader('Content-Type', TYPES[extname(name)] ?? 'text/html');
    response.end(body);
  } catch {
    response.writeHead(404).end();
  }
});
await new Promise((done) => { server.listen(0, '127.0.0.1', done); });
const address = `http://127.0.0.1:${server.address().port}`;

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox'] });

/** Says lines to an engine in a new page, and tells when it has said the last of what is awaited. */
async function dialogue(path, way, steps) {
  const page = await browser.newPage();
  await page.goto(`${address}${path}/page.html`);
  const result = await page.evaluate(async ([module, forced, dialogues]) => {
    const { Remote } = await import(module);
    const said = [];
    const times = [];
    let wake = () => {};
    const begin = performance.now();
    const remote = new Remote({
      ...(forced ? { way: forced } : {}),
      onOutput: (_, text) => { said.push(text); wake(); },
      onEnd: (reason) => { said.push(`end: ${reason}`); wake(); },
    });
    let next = 0;
    for (const [lines, awaited] of dialogues) {
      const start = performance.now();
      for (const line of lines) remote.uci(line);
      const fits = new RegExp(awaited);
      for (let fitted = false; !fitted; next++) {
        while (next >= said.length) await new Promise((resolve) => { wake = resolve; });
        if (said[next].startsWith('end: ')) throw new Error(said[next]);
        fitted = fits.test(said[next]);
      }
      times.push(performance.now() - start);
    }
    remote.terminate();
    return { way: remote.way, said, times, all: performance.now() - begin };
  }, [`${address}${path}/remote.js`, way, steps]);
  await page.close();
  return result;
}

/** What the npm package has besides: the rules, and the engine as a worker by itself. */
async function packaged() {
  const page = await browser.newPage();
  await page.goto(`${address}/page.html`);
  const result = await page.evaluate(async (folder) => {
    const { default: Module } = await import(`${folder}/rules.js`);
    const { Board } = await Module();
    const worker = new Worker(`${folder}/uci-worker.js`, { type: 'module' });
    const best = await new Promise((resolve, reject) => {
      worker.onerror = ({ message }) => reject(new Error(message));
      worker.onmessage = ({ data: line }) => {
        if (line.startsWith('info depth 2 ')) worker.postMessage('stop');
        else if (line.startsWith('bestmove')) resolve(line.split(' ')[0]);
      };
      worker.postMessage('go infinite');
    });
    return [new Board('alice').numberLegalMoves(), best];
  }, address);
  await page.close();
  return result;
}

const TOTAL = /^(\d+) nodes (\d+) nps$/m;

try {
  const first = await dialogue('', null, [[['go movetime 1'], '^bestmove']]);
  const bench = await dialogue('', null, [[['bench'], TOTAL.source]]);
  const [, nodes, rate] = TOTAL.exec(bench.said.join('\n'));
  assert.equal(nodes, BENCH);
  console.log(`first move after ${first.times[0].toFixed()} ms; bench ${nodes} nodes, ${rate} a second in Chromium ${browser.version()}`);
  if (process.env.NATIVE) {
    const native = TOTAL.exec(execFileSync(process.env.NATIVE, ['bench'], { encoding: 'utf8' }));
    console.log(`beside ${native[2]} of the native program: ${(100 * rate / native[2]).toFixed()} %`);
  }
  for (const [path, forced, expected] of [['', null, 'jspi'], ['/isolated', 'shared', 'shared'], ['', 'none', 'none']]) {
    const hears = expected !== 'none';
    const { way, times } = await dialogue(path, forced, [
      [['position fen 8/8/4k3/8/8/3PK3/8/8 w - - 0 1', 'go infinite'], 'info depth 20'],
      ...(hears ? [[['isready'], '^readyok']] : []),
      [['stop'], '^bestmove'],
      [['go depth 200 nodes 300000'], '^bestmove'],
    ]);
    assert.equal(way, expected);
    console.log(`${way}: stop after ${times.at(-2).toFixed()} ms`);
  }
  assert.deepEqual(await packaged(), [20, 'bestmove']);
  for (const file of ['galaverna.wasm', 'galaverna-plain.wasm', 'galaverna-rules.wasm']) {
    const bytes = readFileSync(join(folder, file));
    const sizes = [bytes, gzipSync(bytes, { level: 9 }), brotliCompressSync(bytes)].map(({ length }) => length);
    console.log(`${file}: ${sizes.join(', ')} bytes, with gzip, with brotli`);
    assert.ok(sizes[2] <= 1_500_000, 'at most 1.5 MB over the wire');
  }
} finally {
  await browser.close();
  server.close();
}
