// Measures how long a step through a long analysed game takes, from the key to the frame that shows
// the position: back and on again at the end of a game of random moves. The time that the page's thread
// computes says the same where other programs want the processor too.
// `BOARD=target/release/galaverna PACKAGES=target/ci-node node tests/board/browser/steps.mjs [PLIES [STEPS]]`

import { go, open, randomGame } from './harness.mjs';

const [plies, steps] = [process.argv[2] ?? 600, process.argv[3] ?? 300].map(Number);

const board = await open();
for (const game of ['chess', 'alice']) {
  const page = await board.page({ engine: false, sound: false, merged: false });
  await go(page, `#/analyse/${game}`);
  await page.waitForSelector('.boards.enabled .man');
  await randomGame(page, plies);
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const computed = async () => (await session.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'TaskDuration').value;
  const before = await computed();
  const times = await page.evaluate(async (count) => {
    const { screen } = globalThis.galaverna;
    const { port1, port2 } = new MessageChannel();
    // What is posted in a frame is heard when the frame has been drawn.
    const drawn = () => new Promise((done) => { port1.onmessage = done; requestAnimationFrame(() => port2.postMessage(0)); });
    await screen.goTo(screen.game.current, true);
    await drawn();
    const found = [];
    for (const key of ['ArrowLeft', 'ArrowRight']) {
      for (let step = 0; step < count; step += 1) {
        const start = performance.now();
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
        do await drawn(); while (screen.boards.position !== screen.game.current.position);
        found.push(performance.now() - start);
      }
    }
    return found.sort((one, other) => one - other);
  }, steps);
  const each = (((await computed()) - before) * 1000) / times.length;
  const at = (share) => times[Math.floor(share * (times.length - 1))].toFixed(1);
  console.log(`${game}: ${times.length} steps, median ${at(0.5)} ms, one in a hundred more than ${at(0.99)} ms, the longest ${at(1)} ms; computed ${each.toFixed(1)} ms each`);
  await page.context().close();
}
await board.end();
