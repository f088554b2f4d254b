// @ts-check
// The event of a game that has one: ice grows over the board and encloses who stands
// alone. A click or a key jumps to its end.

import { picture } from './dom.js';
import { isStill, ringOf } from './motion.js';
import { playSound } from './sounds.js';

/** When the parts begin, in milliseconds; `briefly` for stepping through a game. */
const TIMES = { hush: 200, grow: 600, ring: 120, cube: 180, enclose: 1250, solid: 1700, end: 1900 };

/**
 * Shows an event on a board that still has the pieces of the position before it.
 * @param {import('./board-view.js').BoardView} view
 * @param {import('./types').Change[]} changes
 * @param {boolean} briefly
 * @param {AbortSignal} signal another position is seen
 * @returns {Promise<void>} when it is over, or was cut short
 */
export async function showEvent(view, changes, briefly, signal) {
  const cubes = changes.filter((change) => change.comes).map((change) => change.at.square);
  const lost = new Set(changes.filter((change) => !change.comes && change.letter !== '*').map((change) => change.at.square));
  const speed = briefly ? 0.26 : 1;
  const board = view.element;
  const over = skipped(board, signal);
  const wait = (/** @type {number} */ time) => Promise.race([over.promise, new Promise((done) => setTimeout(done, time * speed))]);
  if (!briefly) playSound('ice');
  board.classList.add('hush');
  for (const square of lost) view.cells.get(square)?.classList.add('lost');
  if (isStill()) {
    await wait(800);
  } else {
    await wait(TIMES.grow);
    if (!signal.aborted) grow(view, cubes.filter((square) => !lost.has(square)), speed);
    await wait(TIMES.enclose - TIMES.grow);
    for (const square of signal.aborted ? [] : lost) enclose(view, square, speed);
    await wait(TIMES.end - TIMES.enclose);
  }
  board.classList.remove('hush');
  for (const cube of view.menLayer.querySelectorAll('.growing, .over')) cube.remove();
  // Where it was cut short, who was being enclosed may stand there yet.
  for (const square of lost) view.men.get(square)?.firstElementChild?.getAnimations().forEach((motion) => motion.cancel());
  over.end();
}

/**
 * @param {import('./board-view.js').BoardView} view
 * @param {string[]} squares
 * @param {number} speed
 */
function grow(view, squares, speed) {
  for (const square of squares) {
    const cube = view.put(square, '*');
    view.men.delete(square);
    view.letters.delete(square);
    cube.classList.add('growing');
    const drawn = /** @type {Element} */ (cube.firstElementChild);
    drawn.animate(
      [{ transform: 'scale(.6)', opacity: 0 }, { transform: 'scale(1)', opacity: 1 }],
      { duration: TIMES.cube * speed, delay: ringOf(square) * TIMES.ring * speed, fill: 'backwards', easing: 'ease-out' },
    );
  }
}

/**
 * Puts a cube around a piece, which is still seen in it.
 * @param {import('./board-view.js').BoardView} view
 * @param {string} square
 * @param {number} speed
 */
function enclose(view, square, speed) {
  const man = view.men.get(square);
  if (!man) return;
  const cube = picture('cubeover', 'piece neutral over');
  man.append(cube);
  cube.animate(
    [{ opacity: 0, transform: 'scale(.8)' }, { opacity: 1, transform: 'scale(1)' }],
    { duration: (TIMES.solid - TIMES.enclose) * speed, fill: 'both' },
  );
  man.firstElementChild?.animate([{ opacity: 1 }, { opacity: 0.35 }], { duration: 600 * speed, fill: 'both' });
}

/**
 * A promise that is kept when a person wants to see no more.
 * @param {HTMLElement} board @param {AbortSignal} signal another position is seen
 */
function skipped(board, signal) {
  const controller = new AbortController();
  const promise = new Promise((done) => {
    const options = { signal: controller.signal, capture: true };
    board.addEventListener('pointerdown', () => done(undefined), options);
    document.addEventListener('keydown', () => done(undefined), options);
    signal.addEventListener('abort', () => done(undefined), options);
  });
  return { promise, end: () => controller.abort() };
}
