// Three machines of one network, made of network namespaces: on one runs the server with a
// browser beside it, on the second is who was invited, on the third somebody without a key.

import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { IS_SITE, PROGRAM, click, expectOn, expectStatus, launch } from './harness.mjs';

const RUN = process.pid;
const NAMES = ['host', 'guest', 'stranger'].map((name) => `gal-${name}-${RUN}`);
const ADDRESSES = ['10.77.0.1', '10.77.0.2', '10.77.0.3'];

const ip = (...words) => execFileSync('ip', words, { stdio: ['ignore', 'pipe', 'pipe'] });
const inside = (name, ...words) => ip('-n', name, ...words);

/** Three namespaces on one bridge; what the machine says if it does not allow that. */
function build() {
  try {
    NAMES.forEach((name) => {
      ip('netns', 'add', name);
      // An address of IPv6 comes seconds later, and a browser breaks off what it fetches then.
      ip('netns', 'exec', name, 'sh', '-c', 'echo 1 > /proc/sys/net/ipv6/conf/all/disable_ipv6 || true');
      inside(name, 'link', 'set', 'lo', 'up');
    });
    const [host] = NAMES;
    inside(host, 'link', 'add', 'bridge', 'type', 'bridge');
    inside(host, 'addr', 'add', `${ADDRESSES[0]}/24`, 'dev', 'bridge');
    inside(host, 'link', 'set', 'bridge', 'up');
    NAMES.slice(1).forEach((name, index) => {
      inside(host, 'link', 'add', `port${index}`, 'type', 'veth', 'peer', 'name', 'wire', 'netns', name);
      inside(host, 'link', 'set', `port${index}`, 'master', 'bridge', 'up');
      inside(name, 'addr', 'add', `${ADDRESSES[index + 1]}/24`, 'dev', 'wire');
      inside(name, 'link', 'set', 'wire', 'up');
    });
    return null;
  } catch (error) {
    return `no network namespaces here: ${String(error.stderr || error.message).trim()}`;
  }
}

function remove() {
  for (const name of NAMES) {
    try {
      ip('netns', 'delete', name);
    } catch {
      // It was not made.
    }
  }
}

const skip = IS_SITE ? 'a page without a server listens for nobody' : build() ?? false;
const folder = mkdtempSync(join(tmpdir(), 'galaverna-'));
/** @type {(() => unknown)[]} what is to be ended, the last first */
const ends = [() => rmSync(folder, { recursive: true, force: true }), remove];
after(async () => { for (const end of ends.reverse()) await end(); });

/** A browser on one of the machines. */
async function browserOn(name) {
  const file = join(folder, name);
  writeFileSync(file, `#!/bin/sh\nexec ip netns exec ${name} '${process.env.CHROMIUM ?? '/usr/bin/chromium'}' "$@"\n`);
  chmodSync(file, 0o755);
  const browser = await launch(file);
  ends.push(() => browser.close());
  return browser;
}

/** A page without sounds and motion. */
async function pageOf(browser, wishes = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  await context.addInitScript((settings) => localStorage.setItem('galaverna.settings', JSON.stringify(settings)), {
    sound: false, animation: 'none', merged: false, ...wishes,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  return page;
}

/** Starts the server on the host's machine and tells the address of its own page. */
function serve() {
  const server = spawn('ip', ['netns', 'exec', NAMES[0], PROGRAM, 'board', '--no-open', '--listen', ADDRESSES[0]]);
  ends.push(() => server.kill());
  return new Promise((done, failed) => {
    let text = '';
    server.stdout.on('data', (bytes) => {
      text += bytes;
      const address = /http:\S+/.exec(text)?.[0];
      if (address) done(address);
    });
    server.on('exit', () => failed(new Error(`the board ended: ${text}`)));
    server.on('error', failed);
  });
}

/** What a machine gets for an address: the status, or that there is no connection. */
function statusFrom(name, address) {
  const script = `fetch(${JSON.stringify(address)}).then(({ status }) => console.log(status), () => console.log('none'));`;
  return execFileSync('ip', ['netns', 'exec', name, process.execPath, '-e', script], { encoding: 'utf8' }).trim();
}

test('two browsers on two machines play a game with clocks, and a third without the key sees nothing', { skip }, async (context) => {
  const own = await serve();
  const [host, guest] = await Promise.all(NAMES.slice(0, 2).map(browserOn));
  const first = await pageOf(host, { opponent: 'network', colour: 'white', time: '5+3', name: 'Ann' });
  await first.goto(own);
  await first.locator('.game-card', { hasText: 'Orthodox' }).click();
  await first.getByRole('button', { name: 'Invite' }).click();
  const link = await first.locator('#link-player').inputValue();
  assert.match(link, /^http:\/\/10\.77\.0\.1:\d+\/[0-9a-f]{32}\/$/);
  const { origin } = new URL(link);

  // The host's own page is on loopback alone.
  const { port } = new URL(own);
  for (const name of NAMES.slice(1)) assert.equal(statusFrom(name, `http://${ADDRESSES[0]}:${port}/`), port === new URL(link).port ? '403' : 'none');
  // The third has no key, and tries some.
  const stranger = NAMES[2];
  for (const path of ['/', '/js/guest.js', '/ws', '/game']) assert.equal(statusFrom(stranger, origin + path), '403', path);
  const begun = performance.now();
  const tries = Array.from({ length: 8 }, (_, number) => statusFrom(stranger, `${origin}/${String(number).padStart(32, '0')}/`));
  context.diagnostic(`eight wrong keys in ${Math.round(performance.now() - begun)} ms: ${tries.join(' ')}`);
  assert.deepEqual(tries.slice(0, 4), ['403', '403', '403', '403']);
  assert.ok(tries.slice(4).includes('429'), tries.join());

  const second = await pageOf(guest, { name: 'Bob' });
  await second.goto(link);
  await first.locator('.player-name', { hasText: 'Bob' }).waitFor();
  const moves = [['e2', 'e4'], ['e7', 'e5'], ['d1', 'h5'], ['b8', 'c6'], ['f1', 'c4'], ['g8', 'f6'], ['h5', 'f7']];
  const times = [];
  for (const [ply, [from, to]] of moves.entries()) {
    const [mover, other] = ply % 2 ? [second, first] : [first, second];
    await expectStatus(mover, 'Your turn.');
    const piece = await mover.locator(`.cell[data-square="${from}"]`).getAttribute('aria-label');
    const made = performance.now();
    await click(mover, from, to);
    await expectOn(other, to, piece?.split(', ')[1] ?? '');
    times.push(Math.round(performance.now() - made));
  }
  context.diagnostic(`from the click on one machine to the piece on the other: ${times.join(', ')} ms`);
  for (const page of [first, second]) await expectStatus(page, 'Checkmate. White wins.');
  const clocks = await second.locator('.clock').allTextContents();
  assert.ok(clocks.every((text) => /^\d:\d\d$/.test(text)), clocks.join());
  assert.equal(await first.locator('.clock').count(), 2);
});
