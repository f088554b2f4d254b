// @ts-check
// How moves are seen: pieces slide, pass over to the other board, jump and break.

import { picture } from './dom.js';
import { settings } from './settings.js';
import { fileOf, rankOf } from './squares.js';

/** @typedef {import('./board-view.js').BoardView} BoardView */
/** @typedef {import('./types').MoveView} MoveView */

/** Milliseconds of a slide, of passing to the other board, and of a jump. */
const SLIDE = 160;
const PASS = 160;
const JUMP = 180;
const BREAK = 220;

const EASE = 'cubic-bezier(.2,.7,.2,1)';

export const isStill = () => settings.animation === 'none' || matchMedia('(prefers-reduced-motion: reduce)').matches;

/** What part of the usual time a motion takes. */
const pace = () => (settings.animation === 'fast' ? 0.5 : 1);

/**
 * The transform that shows a piece of one square on another.
 * @param {BoardView} view
 * @param {string} square
 */
function at(view, square) {
  const { x, y } = view.where(square);
  return `translate(${x * 100}%, ${y * 100}%)`;
}

/**
 * Lets what stands on a square slide there along a route.
 * @param {BoardView} view
 * @param {string} square where it stands
 * @param {string[]} route where it is seen, the square last
 */
export function slide(view, square, route) {
  const man = view.men.get(square);
  if (!man || isStill()) return;
  const duration = route.length > 2 ? JUMP * (route.length - 1) : SLIDE;
  man.classList.add('moving');
  const motion = man.animate(route.map((one) => ({ transform: at(view, one) })), { duration: duration * pace(), easing: EASE });
  motion.onfinish = () => man.classList.remove('moving');
}

/**
 * Lets a piece that is gone be seen a little longer.
 * @param {BoardView} view
 * @param {HTMLElement} man
 * @param {Keyframe[]} frames
 * @param {number} duration
 * @param {number} [delay]
 */
function leave(view, man, frames, duration, delay = 0) {
  view.menLayer.append(man);
  man.classList.add('leaving');
  const motion = man.animate(frames, { duration: duration * pace(), delay: delay * pace(), easing: EASE, fill: 'both' });
  motion.onfinish = () => man.remove();
  motion.oncancel = () => man.remove();
}

/**
 * Shows how a move came about; the boards show the position after it already.
 * @param {BoardView[]} views one for each board of the game
 * @param {MoveView} move
 * @param {Map<string, HTMLElement>} gone pieces that stood before, by board and square
 * @param {boolean} [dropped] whether the piece was dragged there and need not slide
 */
export function showMove(views, move, gone, dropped = false) {
  if (isStill()) return;
  const passes = move.from.board !== move.arrives.board && views.length > 1;
  const start = views[move.from.board] ?? views[0];
  const route = move.routes[0] ?? [move.from.square, move.arrives.square];
  const length = route.length > 2 ? JUMP * (route.length - 1) : SLIDE;
  for (const place of move.takes) {
    const view = views[place.board] ?? views[0];
    const man = gone.get(`${place.board}${place.square}`);
    if (!man) continue;
    if (man.classList.contains('cube')) shatter(view, man, place.square);
    else leave(view, man, [{ opacity: 1 }, { opacity: 0 }], 140, Math.max(0, length - 100));
  }
  const placed = move.changes.filter((change) => change.comes);
  for (const change of placed) {
    const isMover = change.at.square === move.arrives.square;
    const from = isMover ? move.from : originOf(move, change.letter);
    const steps = isMover ? route : [from.square, change.at.square];
    if (!passes) {
      if (!dropped || !isMover) slide(views[change.at.board] ?? views[0], change.at.square, steps);
      continue;
    }
    const man = gone.get(`${from.board}${from.square}`);
    if (man) {
      const frames = [...steps.map((one) => ({ transform: at(start, one), opacity: 1 })),
        { transform: at(start, change.at.square), opacity: 0 }];
      leave(start, man, frames, SLIDE + PASS);
    }
    const arrival = views[change.at.board].men.get(change.at.square);
    const here = at(views[change.at.board], change.at.square);
    arrival?.animate(
      [{ opacity: 0, transform: `${here} scale(.6)` }, { opacity: 1, transform: here }],
      { duration: PASS * pace(), delay: SLIDE * pace(), fill: 'backwards', easing: EASE },
    );
  }
}

/**
 * Where the other piece of a castling came from.
 * @param {MoveView} move
 * @param {string} letter
 */
function originOf(move, letter) {
  const left = move.changes.find((change) => !change.comes && change.letter === letter);
  return left?.at ?? move.from;
}

/**
 * A cube that is taken breaks.
 * @param {BoardView} view
 * @param {HTMLElement} man
 * @param {string} square
 */
function shatter(view, man, square) {
  man.replaceChildren(picture('shards', 'piece neutral'));
  const here = at(view, square);
  leave(view, man, [
    { transform: here, opacity: 1 },
    { transform: `${here} scale(1.35) rotate(8deg)`, opacity: 0 },
  ], BREAK, SLIDE - 60);
}

/** How far a square is from the border, from 0. */
export const ringOf = (/** @type {string} */ square) => Math.min(
  fileOf(square), 7 - fileOf(square), rankOf(square), 7 - rankOf(square),
);
