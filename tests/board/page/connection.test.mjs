import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { Connection } from '../../../src/board/page/js/connection.js';

const HELLO = /** @type {any} */ ({ id: 0, type: 'hello', games: [] });

/** A connection, and its carriers as they are opened. @param {import('node:test').TestContext} context */
function connect(context) {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  /** @type {{hear: (reply: any) => void, end: (says: string) => void, sent: any[]}[]} */
  const carriers = [];
  const connection = new Connection((hear, end) => {
    /** @type {any[]} */
    const sent = [];
    carriers.push({ hear, end, sent });
    return { send: (message) => sent.push(message), close: () => end('dropped') };
  });
  /** @type {string[]} */
  const told = [];
  connection.addEventListener('state', (event) => {
    const { state, says } = /** @type {CustomEvent} */ (event).detail;
    told.push(says ? `${state}: ${says}` : state);
  });
  return { connection, carriers, told, retry: () => context.mock.timers.tick(5000) };
}

test('what is asked before the first greeting is sent after it, and answered once', async (context) => {
  const { connection, carriers: [first], told } = connect(context);
  const answer = connection.ask('compose', { game: 'chess' });
  assert.deepEqual(first.sent, []);
  first.hear(HELLO);
  assert.deepEqual(first.sent, [{ id: 1, type: 'compose', game: 'chess' }]);
  first.hear({ id: 1, type: 'composed', fen: 'x' });
  first.hear({ id: 1, type: 'composed', fen: 'y' });
  assert.equal((await answer).fen, 'x');
  assert.deepEqual(told, ['open']);
});

test('what is open when a carrier ends is asked again of the next one', async (context) => {
  const { connection, carriers, told, retry } = connect(context);
  carriers[0].hear(HELLO);
  const lines = mock.fn();
  connection.follow('search', {}, 'done', lines);
  const cancelled = connection.follow('search', {}, 'done', lines);
  connection.cancel(cancelled);
  carriers[0].hear({ id: 1, type: 'line' });
  connection.drop();
  assert.deepEqual(told, ['open', 'lost: dropped']);
  // Nothing is sent to a carrier that has ended.
  connection.ask('read_move', {}).catch(() => {});
  assert.equal(carriers[0].sent.length, 3);
  retry();
  carriers[1].end('still not there');
  retry();
  carriers[2].hear(HELLO);
  assert.deepEqual(carriers[2].sent.map(({ id, type }) => `${id} ${type}`), ['1 search', '3 read_move']);
  assert.deepEqual(told, ['open', 'lost: dropped', 'open']);
  assert.equal(lines.mock.callCount(), 1);
});

test('what is refused is said to who asked, in the words of the reply', async (context) => {
  const { connection, carriers: [first] } = connect(context);
  first.hear(HELLO);
  const answer = connection.ask('read_pgn', {});
  first.hear({ id: 1, type: 'refused', says: 'No game.' });
  await assert.rejects(answer, /^Error: No game\.$/);
});
