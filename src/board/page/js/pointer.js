// @ts-check
// Mouse, pen and finger on the boards: click, and drag.

import { colourOf } from './drawings.js';

/** @typedef {import('./board-set.js').BoardSet} BoardSet */

/** How far a pointer goes before a press becomes a drag, in pixels. */
export const DRAG_DISTANCE = 5;

/**
 * The board and square at a point of the screen.
 * @param {BoardSet} set
 * @param {number} x
 * @param {number} y
 */
export function placeAt(set, x, y) {
  const cell = document.elementsFromPoint(x, y).find((element) => element.classList.contains('cell'));
  const view = set.views.find((one) => cell && one.element.contains(cell));
  const square = /** @type {HTMLElement | undefined} */ (cell)?.dataset.square;
  return view && square ? { view, square, place: set.placeOf(view, square) } : null;
}

/** @param {BoardSet} set */
export function attachPointer(set) {
  /** @type {{id: number, x: number, y: number, man: HTMLElement | null, square: string, view: import('./board-view.js').BoardView, dragged: boolean, wasChosen: boolean} | null} */
  let press = null;

  /** Whether the right button has just cancelled a premove. */
  let cancelled = false;
  set.element.addEventListener('contextmenu', (event) => {
    if (cancelled) event.preventDefault();
    cancelled = false;
  });

  attachPen(set);
  set.element.addEventListener('pointerdown', (event) => {
    const found = placeAt(set, event.clientX, event.clientY);
    if (event.button === 2) cancelled = set.premover.cancel();
    if (!found || event.button !== 0 || set.pen) return;
    const { view, square, place } = found;
    view.setFocusSquare(square);
    const letter = set.letterAt(place);
    if (set.picker) {
      set.picker(place, letter);
      return;
    }
    const { hand } = set;
    const wasChosen = hand.selected?.square === square && hand.selected.board === place.board;
    const touch = event.pointerType === 'touch';
    hand.point(place, letter, { touch, boards: set.views.length });
    const isChosen = hand.selected?.square === square && !hand.inChain;
    const man = isChosen ? view.men.get(square) ?? null : null;
    press = { id: event.pointerId, x: event.clientX, y: event.clientY, man, square, view, dragged: false, wasChosen };
    if (man) set.element.setPointerCapture(event.pointerId);
  });

  set.element.addEventListener('pointermove', (event) => {
    const found = placeAt(set, event.clientX, event.clientY);
    if (event.pointerType !== 'touch' || press?.dragged) set.hand.hover(found?.place ?? null);
    if (!press?.man || press.id !== event.pointerId) return;
    const [x, y] = [event.clientX - press.x, event.clientY - press.y];
    if (!press.dragged && Math.hypot(x, y) < DRAG_DISTANCE) return;
    press.dragged = true;
    const { x: file, y: rank } = press.view.where(press.square);
    press.man.classList.add('dragged');
    press.man.style.transform = `translate(calc(${file * 100}% + ${x}px), calc(${rank * 100}% + ${y}px)) scale(1.06)`;
  });

  /** @param {PointerEvent} event */
  const release = (event) => {
    const ended = press;
    press = null;
    if (!ended?.man) return;
    ended.man.classList.remove('dragged');
    if (!ended.dragged) return;
    ended.view.place(ended.man, ended.square);
    const found = event.type === 'pointerup' ? placeAt(set, event.clientX, event.clientY) : null;
    if (found && set.hand.isTarget(found.place)) {
      set.hand.point(found.place, set.letterAt(found.place), { dropped: true });
    } else if (found && found.square !== ended.square) {
      set.hand.tellRefusal(found.place);
    }
  };
  set.element.addEventListener('pointerup', release);
  set.element.addEventListener('pointercancel', release);
  set.element.addEventListener('pointerleave', (event) => {
    // A finger that is lifted has left as well, and what it has shown stays.
    if (event.pointerType !== 'touch') set.hand.hover(null);
  });
}

/**
 * Arrows and circles by the right button, and by any press where a pen is in hand.
 * @param {BoardSet} set
 */
function attachPen(set) {
  if (!set.wishes.drawn) return;
  /** @type {{id: number, place: import('./types').Place, colour: import('./drawings.js').Colour} | null} */
  let stroke = null;
  set.element.addEventListener('contextmenu', (event) => event.preventDefault());
  set.element.addEventListener('pointerdown', (event) => {
    const found = placeAt(set, event.clientX, event.clientY);
    const draws = event.button === 2 || event.button === 0 && set.pen !== null;
    if (!found || !draws || set.picker) return;
    event.preventDefault();
    found.view.setFocusSquare(found.square);
    stroke = { id: event.pointerId, place: found.place, colour: colourOf(event, set.pen ?? 'G') };
    set.element.setPointerCapture(event.pointerId);
  });
  set.element.addEventListener('pointermove', (event) => {
    if (stroke?.id !== event.pointerId) return;
    const { place: { board, square }, colour } = stroke;
    const to = placeAt(set, event.clientX, event.clientY)?.square ?? null;
    const was = set.sketch;
    set.sketch = to && to !== square ? { board, from: square, to, colour } : null;
    if (was?.to !== set.sketch?.to) set.draw();
  });
  /** @param {PointerEvent} event */
  const release = (event) => {
    if (stroke?.id !== event.pointerId) return;
    const { place, colour } = stroke;
    stroke = null;
    const found = event.type === 'pointerup' ? placeAt(set, event.clientX, event.clientY) : null;
    set.drawFromTo(place, found?.place ?? null, colour);
  };
  set.element.addEventListener('pointerup', release);
  set.element.addEventListener('pointercancel', release);
}

/** How far a wheel or a finger on a pad turns for a step, in pixels. */
const WHEEL_STEP = 60;

/**
 * The wheel steps through the game. A pad sends many small turns for a step of a wheel.
 * @param {HTMLElement} element
 * @param {(onward: boolean) => void} stepped
 */
export function attachWheel(element, stepped) {
  let turned = 0;
  element.addEventListener('wheel', (event) => {
    if (event.ctrlKey || !event.deltaY) return;
    event.preventDefault();
    if (turned * event.deltaY < 0) turned = 0;
    // A wheel may count in lines or pages.
    turned += event.deltaMode ? Math.sign(event.deltaY) * WHEEL_STEP : event.deltaY;
    if (Math.abs(turned) < WHEEL_STEP) return;
    stepped(turned > 0);
    turned = 0;
  }, { passive: false });
}
