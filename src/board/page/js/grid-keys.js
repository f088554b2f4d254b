// @ts-check
// The keyboard on the boards: arrows move the cursor where it is on, Enter chooses. It is
// on once the board was reached by the keyboard, or with Ctrl; a press of the mouse turns it
// off, and the arrows step through the game again.

import { fileOf, rankOf, squareAt } from './squares.js';

/** @typedef {import('./board-set.js').BoardSet} BoardSet */
/** @typedef {import('./board-view.js').BoardView} BoardView */

/** Steps as they are seen, right and up. @type {Record<string, [number, number]>} */
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

/** Keys that step through the game where there is no cursor. */
const MOVES = { ...STEPS, Home: true, End: true };

/** @param {number} number */
const clamped = (number) => Math.max(0, Math.min(7, number));

/**
 * Where a key leads from a square.
 * @param {BoardView} view @param {string} square @param {string} key
 */
function step(view, square, key) {
  const sign = view.flipped ? -1 : 1;
  const [file, rank] = [fileOf(square), rankOf(square)];
  if (STEPS[key]) {
    const [x, y] = STEPS[key];
    return squareAt(clamped(file + sign * x), clamped(rank + sign * y));
  }
  const [start, end] = view.flipped ? [7, 0] : [0, 7];
  if (key === 'Home') return squareAt(start, rank);
  if (key === 'End') return squareAt(end, rank);
  if (key === 'PageUp') return squareAt(file, end);
  return key === 'PageDown' ? squareAt(file, start) : null;
}

/**
 * The next marked square in the direction of an arrow, the nearest of all if there is
 * none straight ahead.
 * @param {BoardSet} set @param {BoardView} view @param {string} square @param {string} key
 */
function nextMarked(set, view, square, key) {
  const sign = view.flipped ? -1 : 1;
  const [x, y] = STEPS[key];
  const marked = [...view.cells.keys()].filter((one) => one !== square && set.hand.isMarked(set.placeOf(view, one)));
  const ahead = marked
    .map((one) => {
      const [dx, dy] = [sign * (fileOf(one) - fileOf(square)), sign * (rankOf(one) - rankOf(square))];
      return { one, along: dx * x + dy * y, across: Math.abs(dx * y) + Math.abs(dy * x) };
    })
    .filter(({ along }) => along > 0)
    .sort((a, b) => a.along + 2 * a.across - b.along - 2 * b.across);
  return ahead[0]?.one ?? null;
}

/**
 * The first square is circled until the second is chosen.
 * @param {BoardSet} set @param {import('./types').Place} place
 */
function drawByKey(set, place) {
  const { pen, sketch } = set;
  if (!pen) return;
  if (sketch) {
    set.drawFromTo({ board: sketch.board, square: sketch.from }, place, sketch.colour);
  } else {
    set.sketch = { board: place.board, from: place.square, to: null, colour: pen };
    set.draw();
  }
}

/** @param {BoardSet} set */
export function attachGridKeys(set) {
  /** Whether there is a cursor, as against a square that was clicked. */
  let isOn = false;
  set.element.addEventListener('pointerdown', () => { isOn = false; });

  /** Whether the focus came by a key: only then it is shown as a choice being tried. */
  set.element.addEventListener('focusin', (event) => {
    const square = /** @type {HTMLElement} */ (event.target).dataset?.square;
    const view = set.views.find((one) => one.element.contains(/** @type {Element} */ (event.target)));
    if (!square || !view) return;
    view.setFocusSquare(square);
    if (!(/** @type {HTMLElement} */ (event.target).matches(':focus-visible'))) return;
    isOn = true;
    set.hand.hover(set.placeOf(view, square));
  });

  set.element.addEventListener('keydown', (event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    const square = target.dataset?.square;
    const view = set.views.find((one) => one.element.contains(target));
    if (!square || !view || event.altKey || event.metaKey) return;
    const { hand } = set;
    const place = set.placeOf(view, square);
    if (event.ctrlKey && STEPS[event.key]) isOn = true;
    if (!isOn && event.key in MOVES) return;
    const marked = event.ctrlKey && STEPS[event.key] ? nextMarked(set, view, square, event.key) : null;
    const next = marked ?? (event.ctrlKey && !STEPS[event.key] ? null : step(view, square, event.key));
    if (next) {
      view.focus(next);
    } else if (event.key === 'Enter' || event.key === ' ') {
      isOn = true;
      if (set.pen) drawByKey(set, place);
      else if (set.picker) set.picker(place, set.letterAt(place));
      else if (hand.selected?.square === square && hand.selected.board === place.board && !hand.inChain) hand.cancel();
      else hand.point(place, set.letterAt(place));
    } else if (event.key === 'Escape') {
      set.sketch = null;
      hand.cancel();
    } else if (event.key === 'Backspace') {
      hand.back();
    } else if (event.key.toLowerCase() === 'x' && set.views.length > 1 && !event.ctrlKey) {
      set.views[1 - view.index].focus(square);
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  });
}
