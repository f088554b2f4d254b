// Measures what an analysis that is left on takes, minute by minute: the page's heap, elements and
// listeners after a collection of garbage, and the memory of the server's process.
// `BOARD=target/release/galaverna PACKAGES=target/ci-node node tests/board/browser/memory.mjs [MINUTES [GAME]]`
// Where there is /proc, as on Linux.

import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { go, open } from './harness.mjs';

const [minutes = '10', game = 'chess'] = process.argv.slice(2);

const board = await open();
const page = await board.page({ engine: true, lines: 3, sound: false });
await go(page, `#/analyse/${game}`);
await page.locator('.line .score').nth(2).waitFor();
const session = await page.context().newCDPSession(page);
await session.send('Performance.enable');

/** Kilobytes that the server's process has in memory. */
const serverMemory = () => Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${board.pid}/status`, 'utf8'))?.[1]);

/** A line of the table. @param {number} minute */
async function measure(minute) {
  await session.send('HeapProfiler.collectGarbage');
  const { metrics } = await session.send('Performance.getMetrics');
  const of = (/** @type {string} */ name) => metrics.find((one) => one.name === name)?.value ?? NaN;
  const depth = /depth \d+/.exec(await page.locator('.engine-head p').textContent())?.[0] ?? 'no depth';
  const heap = (of('JSHeapUsedSize') / 1e6).toFixed(2);
  console.log(`minute ${minute}: heap ${heap} MB, ${of('Nodes')} nodes, ${of('JSEventListeners')} listeners; server ${Math.round(serverMemory() / 1024)} MiB; ${depth}`);
}

for (let minute = 0; minute <= Number(minutes); minute += 1) {
  if (minute) await pause(60_000);
  await measure(minute);
}
await board.end();
