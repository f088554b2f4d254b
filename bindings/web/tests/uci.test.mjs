// The engine by messages, as other engines in WebAssembly are used.

import assert from 'node:assert/strict';
import test from 'node:test';
import { Worker } from 'node:worker_threads';

import { Heard, load, url } from './harness.mjs';

const { default: Galaverna } = await load('index.js');

test('lines are told to those who listen, and to nobody else', async (t) => {
  const engine = await Galaverna();
  t.after(() => engine.terminate());
  const heard = new Heard();
  const other = new Heard();
  const listener = (line) => heard.take('uci', line);
  engine.addMessageListener(listener);
  engine.postMessage('uci');
  await heard.first('uciok');
  engine.removeMessageListener(listener);
  engine.addMessageListener((line) => other.take('uci', line));
  engine.postMessage('go infinite');
  await other.first('info depth 2');
  engine.postMessage('stop');
  await other.first('bestmove');
  assert.throws(() => engine.postMessage(undefined), /^TypeError: a command must be a string, not undefined$/);
  heard.fail('nothing came');
  await assert.rejects(heard.first(''), /nothing came/);
});

test('an engine that cannot be loaded says so once', async () => {
  const said = [];
  const opened = Galaverna({ wasm: 'missing.wasm', onError: (reason) => said.push(reason) });
  await assert.rejects(opened, /missing\.wasm/);
  assert.equal(said.length, 1);
});

test('an engine that fails in a game says so, and takes nothing more', async () => {
  let fail = () => {};
  const failed = new Promise((resolve) => { fail = resolve; });
  let worker;
  const engine = await Galaverna({
    onError: fail,
    makeWorker: () => (worker = new Worker(url('worker.js'))),
  });
  worker.emit('error', new Error('gone'));
  assert.match(await failed, /gone/);
  assert.throws(() => engine.postMessage('go'), /gone/);
  engine.terminate();
});

test('the worker by itself: strings both ways, stop, quit', async () => {
  const worker = new Worker(url('uci-worker.js'));
  const heard = new Heard();
  worker.on('message', (line) => heard.take('uci', line));
  worker.on('error', (error) => heard.fail(error.message));
  const ended = new Promise((resolve) => { worker.on('exit', resolve); });
  worker.postMessage('setoption name UCI_Variant value iceage');
  worker.postMessage('go infinite');
  await heard.first('info depth 2');
  worker.postMessage('stop');
  await heard.first('bestmove');
  worker.postMessage('quit');
  assert.equal(await ended, 0);
});
