// @ts-check
// Setting up by dragging: from the pieces beside the board, over the board, and off it.

import { h, pieceInto } from './dom.js';
import { DRAG_DISTANCE, placeAt } from './pointer.js';

/** @typedef {import('./types').Place} Place */

/**
 * @param {import('./board-set.js').BoardSet} set
 * @param {HTMLElement} palette whose buttons name their pieces, `data-letter`
 * @param {object} wishes
 * @param {() => boolean} wishes.moves whether what stands on the board can be dragged
 * @param {(letter: string, from: Place | null, to: Place | null) => void} wishes.dropped
 *   `to` is `null` beside the board
 */
export function attachSetupDrag(set, palette, { moves, dropped }) {
  /** @type {{id: number, x: number, y: number, letter: string, from: Place | null, man: HTMLElement | null, seen: HTMLElement | null} | null} */
  let press = null;

  /** @param {PointerEvent} event @param {string | null | undefined} letter @param {Place | null} from @param {HTMLElement | null} man */
  function begin(event, letter, from, man) {
    if (event.button !== 0 || !letter) return;
    press = { id: event.pointerId, x: event.clientX, y: event.clientY, letter, from, man, seen: null };
  }

  set.element.addEventListener('pointerdown', (event) => {
    const found = moves() ? placeAt(set, event.clientX, event.clientY) : null;
    if (found) begin(event, set.letterAt(found.place), found.place, found.view.men.get(found.square) ?? null);
  });
  palette.addEventListener('pointerdown', (event) => {
    const from = /** @type {HTMLElement} */ (event.target).closest('[data-letter]');
    begin(event, /** @type {HTMLElement | null} */ (from)?.dataset.letter, null, null);
  });
  // What is chosen by a press is drawn anew: the window is told of the rest.
  const ending = new AbortController();
  const options = { signal: ending.signal };

  /** The piece under the pointer. @param {string} letter */
  function lift(letter) {
    const seen = h('div', { class: 'lifted', 'aria-hidden': 'true' }, pieceInto(letter));
    seen.style.width = `${set.views[0].surface.offsetWidth / 8}px`;
    document.body.append(seen);
    return seen;
  }

  window.addEventListener('pointermove', (event) => {
    if (!press || press.id !== event.pointerId) return;
    if (!press.seen && Math.hypot(event.clientX - press.x, event.clientY - press.y) < DRAG_DISTANCE) return;
    press.seen ??= lift(press.letter);
    press.man?.classList.add('faded');
    press.seen.style.translate = `calc(${event.clientX}px - 50%) calc(${event.clientY}px - 50%)`;
  }, options);

  /** @param {PointerEvent} event */
  const release = (event) => {
    const ended = press;
    if (!ended || ended.id !== event.pointerId) return;
    press = null;
    ended.man?.classList.remove('faded');
    if (!ended.seen) return;
    ended.seen.remove();
    if (event.type === 'pointercancel') return;
    dropped(ended.letter, ended.from, placeAt(set, event.clientX, event.clientY)?.place ?? null);
  };
  window.addEventListener('pointerup', release, options);
  window.addEventListener('pointercancel', release, options);
  return () => ending.abort();
}
