// @ts-check
// Mouse, pen and finger on the boards: click, and drag.

/** @typedef {import('./board-set.js').BoardSet} BoardSet */

/** How far a pointer goes before a press becomes a drag, in pixels. */
const DRAG_DISTANCE = 5;

/**
 * The board and square at a point of the screen.
 * @param {BoardSet} set
 * @param {number} x
 * @param {number} y
 */
function placeAt(set, x, y) {
  const cell = document.elementsFromPoint(x, y).find((element) => element.classList.contains('cell'));
  const view = set.views.find((one) => cell && one.element.contains(cell));
  const square = /** @type {HTMLElement | undefined} */ (cell)?.dataset.square;
  return view && square ? { view, square, place: set.placeOf(view, square) } : null;
}

/** @param {BoardSet} set */
export function attachPointer(set) {
  /** @type {{id: number, x: number, y: number, man: HTMLElement | null, square: string, view: import('./board-view.js').BoardView, dragged: boolean, wasChosen: boolean} | null} */
  let press = null;

  set.element.addEventListener('pointerdown', (event) => {
    const found = placeAt(set, event.clientX, event.clientY);
    if (!found || event.button !== 0) return;
    const { view, square, place } = found;
    view.setFocusSquare(square);
    const letter = set.letterAt(place);
    if (set.picker) {
      set.picker(place, letter);
      return;
    }
    const { chooser } = set;
    const wasChosen = chooser.selected?.square === square && chooser.selected.board === place.board;
    const touch = event.pointerType === 'touch';
    chooser.point(place, letter, { touch, boards: set.views.length });
    const isChosen = chooser.selected?.square === square && !chooser.inChain;
    const man = isChosen ? view.men.get(square) ?? null : null;
    press = { id: event.pointerId, x: event.clientX, y: event.clientY, man, square, view, dragged: false, wasChosen };
    if (man) set.element.setPointerCapture(event.pointerId);
  });

  set.element.addEventListener('pointermove', (event) => {
    const found = placeAt(set, event.clientX, event.clientY);
    if (event.pointerType !== 'touch' || press?.dragged) set.chooser.hover(found?.place ?? null);
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
    if (found && set.chooser.isTarget(found.place)) {
      set.chooser.point(found.place, set.letterAt(found.place), { dropped: true });
    } else if (found && found.square !== ended.square) {
      set.chooser.tellRefusal(found.place);
    }
  };
  set.element.addEventListener('pointerup', release);
  set.element.addEventListener('pointercancel', release);
  set.element.addEventListener('pointerleave', (event) => {
    // A finger that is lifted has left as well, and what it has shown stays.
    if (event.pointerType !== 'touch') set.chooser.hover(null);
  });
}
