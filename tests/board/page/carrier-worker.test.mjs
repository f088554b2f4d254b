import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { openWorkers } from '../../../src/board/page/js/carrier-worker.js';
import { settle } from './positions.mjs';

/** Engines that were opened, the answering one before the searching one. @type {FakeRemote[]} */
let remotes = [];
afterEach(() => { remotes = []; });

class FakeRemote {
  /** What it was told, but for the wish to begin. @type {string[]} */
  told = [];
  isOpen = true;

  /** @param {any} wishes */
  constructor(wishes) {
    this.wishes = wishes;
    remotes.push(this);
  }

  /** @param {string} text */
  board(text) {
    if (text) this.told.push(`${JSON.parse(text).id} ${JSON.parse(text).type}`);
  }

  terminate() {
    this.isOpen = false;
  }

  /** @param {object} reply */
  reply(reply) {
    this.wishes.onOutput('board', JSON.stringify(reply));
  }
}

const load = async () => /** @type {any} */ ({ Remote: FakeRemote, wasm: 'compiled' });

/** Opens a carrier. @param {() => Promise<any>} [how] */
async function open(how = load) {
  /** @type {string[]} */
  const heard = [];
  /** @type {string[]} */
  const ended = [];
  const carrier = openWorkers((reply) => heard.push(`${reply.id} ${reply.type}`), (says) => ended.push(says), how);
  await settle();
  const [answering, searching] = remotes.splice(0);
  return { carrier, heard, ended, answering, searching };
}

/** @param {import('../../../src/board/page/js/connection.js').Carrier} carrier @param {string[]} messages */
const send = (carrier, ...messages) => messages.forEach((text) => {
  const [id, type] = text.split(' ');
  carrier.send({ id: Number(id), type });
});

test('an engine that cannot be loaded is said to be so, and loaded again', async () => {
  const failed = await open(async () => { throw new Error('404'); });
  assert.deepEqual(failed.ended, ['The engine could not be loaded. Trying again… (404)']);
  const { ended, answering } = await open();
  assert.equal(answering.wishes.wasm, 'compiled');
  assert.deepEqual(ended, []);
});

test('questions and searches go to engines of their own, and one greets', async () => {
  const { carrier, heard, answering, searching } = await open();
  for (const remote of [answering, searching]) remote.reply({ id: 0, type: 'hello' });
  send(carrier, '1 search', '2 position', '0 stop', '3 read_pgn', '4 review', '5 wish_agreement');
  assert.deepEqual(answering.told, ['2 position', '3 read_pgn']);
  assert.deepEqual(searching.told, ['1 search', '0 stop', '4 review', '5 wish_agreement']);
  searching.reply({ id: 1, type: 'line' });
  answering.reply({ id: 2, type: 'position' });
  assert.deepEqual(heard, ['0 hello', '1 line', '2 position']);
});

test('an engine that was ended to end its search is asked the rest again', async () => {
  const { carrier, ended, searching } = await open();
  send(carrier, '1 wish_agreement', '2 search', '3 search');
  searching.told = [];
  searching.wishes.onReopen();
  assert.deepEqual(searching.told, ['1 wish_agreement', '3 search']);
  searching.reply({ id: 1, type: 'agreement_wish' });
  searching.reply({ id: 3, type: 'line' });
  send(carrier, '0 stop');
  searching.told = [];
  searching.wishes.onReopen();
  assert.deepEqual(searching.told, []);
  assert.deepEqual(ended, []);
});

test('an engine that breaks down ends with a line, and what breaks it twice is refused', async () => {
  for (const refused of [[], ['7 refused']]) {
    const { carrier, heard, ended, answering, searching } = await open();
    send(carrier, '6 position', '7 position');
    answering.reply({ id: 6, type: 'position' });
    answering.wishes.onEnd('unreachable');
    searching.wishes.onEnd('too late');
    assert.deepEqual(heard, ['6 position', ...refused]);
    assert.equal(ended.length, 1);
    assert.match(ended[0], /broke down.*Your game is kept.*unreachable/);
    assert.ok(!answering.isOpen && !searching.isOpen);
  }
});

test('a carrier that is closed ends both engines', async () => {
  const { carrier, ended, answering, searching } = await open();
  carrier.close();
  assert.match(ended[0], /^Connection lost/);
  assert.ok(!answering.isOpen && !searching.isOpen);
});
