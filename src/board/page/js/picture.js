// @ts-check
// Boards as pictures that need no page: SVG with the colours and the pieces as they are seen,
// PNG, and a game as an animated GIF.

import { h, pieceInto } from './dom.js';
import { Gif, paletteOf } from './gif.js';
import { drawArrow } from './marks.js';
import { FILES, SQUARES, fileOf, rankOf } from './squares.js';
import { t } from './translate.js';

/** @typedef {import('./types').Place} Place */
/** @typedef {import('./drawings.js').Drawing} Drawing */

/**
 * What is to be seen.
 * @typedef {object} Scene
 * @property {import('./types').BoardsView} boards
 * @property {boolean} flipped
 * @property {Place[]} last squares of the last move
 * @property {Drawing[]} drawings
 */

/** Sizes in the picture's units: a square, the frame around a board, the line over two boards. */
const SQUARE = 60;
const FRAME = 22;
const TITLE = 34;

const BOARD = 8 * SQUARE + 2 * FRAME;

/** The colours of drawings, as on the board. */
const INKS = { G: '#1b6a3b', R: '#a61b13', B: '#0b4f9e', Y: '#c98a00' };
const LAST = '#6a9636';

/** How long a position of an animated picture is seen, and the last, in hundredths of a second. */
const DELAY = 100;
const END = 300;

/**
 * What boards and pieces look like now: colours that are named in the page's styles become
 * their values.
 */
class Look {
  constructor() {
    this.place = h('div', { class: 'sr', 'aria-hidden': 'true' });
    document.body.append(this.place);
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = 1;
    this.canvas = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d', { willReadFrequently: true }));
    /** @type {Map<string, string>} */
    this.known = new Map();
    this.boards = [0, 1].map((index) => {
      const [light, dark] = ['light', 'dark'].map((shade) => h('div', { class: `cell ${shade}` }));
      const board = h('div', { class: `board board-${index}` }, light, dark);
      this.place.append(board);
      const colour = (/** @type {Element} */ of) => this.#plain(getComputedStyle(of).backgroundColor);
      return { light: colour(light), dark: colour(dark), frame: colour(board) };
    });
  }

  /** A colour as `#rrggbb`. @param {string} colour */
  #plain(colour) {
    this.canvas.clearRect(0, 0, 1, 1);
    this.canvas.fillStyle = colour;
    this.canvas.fillRect(0, 0, 1, 1);
    const [red, green, blue] = this.canvas.getImageData(0, 0, 1, 1).data;
    return `#${[red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('')}`;
  }

  /** A piece as SVG, in a field of 100 by 100. @param {string} letter */
  piece(letter) {
    const known = this.known.get(letter);
    if (known !== undefined) return known;
    const element = pieceInto(letter);
    const man = h('div', { class: `man${letter === '*' ? ' cube' : ''}` }, /** @type {any} */ (element));
    this.place.append(man);
    const symbol = document.querySelector(element.querySelector('use')?.getAttribute('href') ?? '');
    const style = getComputedStyle(element);
    const text = (symbol?.innerHTML ?? '').replace(/var\((--\w+)\)/g, (_, name) => {
      man.style.color = style.getPropertyValue(name);
      return this.#plain(getComputedStyle(man).color);
    });
    this.known.set(letter, text);
    return text;
  }

  end() {
    this.place.remove();
  }
}

/** How large a picture is. @param {Scene} scene */
const sizeOf = ({ boards: { squares } }) => ({ width: squares.length * BOARD + (squares.length - 1) * FRAME, height: BOARD + (squares.length > 1 ? TITLE : 0) });

/** @param {Scene} scene @param {Look} look */
function draw(scene, look) {
  const { boards, flipped } = scene;
  const { width, height } = sizeOf(scene);
  const where = (/** @type {string} */ square) => ({ x: flipped ? 7 - fileOf(square) : fileOf(square), y: flipped ? rankOf(square) : 7 - rankOf(square) });
  const parts = boards.squares.map((letters, index) => {
    const { light, dark, frame } = look.boards[index];
    const top = boards.squares.length > 1 ? TITLE : 0;
    const at = (/** @type {string} */ square) => `x="${where(square).x * SQUARE}" y="${where(square).y * SQUARE}"`;
    const cells = SQUARES.map((square) => `<rect ${at(square)} width="${SQUARE}" height="${SQUARE}" fill="${(fileOf(square) + rankOf(square)) % 2 ? light : dark}"/>`);
    const last = scene.last.filter(({ board }) => board === index).map(({ square }) => `<rect ${at(square)} width="${SQUARE}" height="${SQUARE}" fill="${LAST}" opacity=".5"/>`);
    const men = SQUARES.flatMap((square, number) => {
      const letter = letters[number];
      if (letter === '.') return [];
      const { x, y } = where(square);
      return [`<g transform="translate(${x * SQUARE + 2} ${y * SQUARE + 2}) scale(${(SQUARE - 4) / 100})">${look.piece(letter)}</g>`];
    });
    const drawn = scene.drawings.filter(({ board }) => board === index).map((drawing) => inked(drawing, where));
    const text = (/** @type {number} */ x, /** @type {number} */ y, /** @type {string} */ what, size = 13) => `<text x="${x}" y="${y}" font-size="${size}">${what}</text>`;
    const names = FILES.flatMap((file, number) => {
      const along = (flipped ? 7 - number : number) * SQUARE + SQUARE / 2;
      return [text(along, 8 * SQUARE + FRAME / 2 + 5, file), text(-FRAME / 2, 8 * SQUARE - along + 5, String(number + 1))];
    });
    const title = top ? `<text x="${4 * SQUARE}" y="${-FRAME - 10}" font-size="17" fill="${frame}">${boards.titles[index] ?? ''}</text>` : '';
    return `<g transform="translate(${index * (BOARD + FRAME) + FRAME} ${top + FRAME})"><rect x="${-FRAME}" y="${-FRAME}" width="${BOARD}" height="${BOARD}" rx="8" fill="${frame}"/>`
      + `${[cells, last, drawn, men].flat().join('')}<g fill="#fff" font-weight="600">${names.join('')}</g>${title}</g>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="system-ui, sans-serif" text-anchor="middle">`
    + `<rect width="${width}" height="${height}" fill="#fff"/>${parts.join('')}</svg>`;
}

/** An arrow or a circle. @param {Drawing} drawing @param {(square: string) => {x: number, y: number}} where */
function inked({ from, to, colour }, where) {
  const ink = INKS[colour];
  if (!to) {
    const { x, y } = where(from);
    return `<circle cx="${(x + 0.5) * SQUARE}" cy="${(y + 0.5) * SQUARE}" r="${SQUARE / 2 - 3}" fill="none" stroke="${ink}" stroke-width="5"/>`;
  }
  const paths = drawArrow({ board: 0, squares: [from, to], kind: 'drawn' }, where).map((path) => {
    const name = path.getAttribute('class') ?? '';
    const style = name.startsWith('arrow-halo') ? 'fill="none" stroke="#fff" stroke-width=".24"'
      : name.startsWith('arrow-head') ? `fill="${ink}" stroke="#fff" stroke-width=".04"` : `fill="none" stroke="${ink}" stroke-width=".16"`;
    return `<path d="${path.getAttribute('d')}" ${style}/>`;
  });
  return `<g transform="scale(${SQUARE})" stroke-linecap="round" stroke-linejoin="round" opacity=".9">${paths.join('')}</g>`;
}

/**
 * Does something with the look of the page.
 * @template T
 * @param {(look: Look) => T} use
 */
function withLook(use) {
  const look = new Look();
  try {
    return use(look);
  } finally {
    look.end();
  }
}

/** @param {Scene} scene */
export const svgOf = (scene) => withLook((look) => draw(scene, look));

/**
 * A picture on a canvas.
 * @param {string} text SVG @param {{width: number, height: number}} size @param {number} scale
 */
async function painted(text, { width, height }, scale) {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d', { willReadFrequently: true }));
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return { canvas, context };
}

/** @param {Scene} scene @returns {Promise<Blob>} */
export async function pngOf(scene) {
  const { canvas } = await painted(svgOf(scene), sizeOf(scene), 2);
  return new Promise((done, failed) => {
    canvas.toBlob((blob) => (blob ? done(blob) : failed(new Error(t('The browser makes no picture.')))), 'image/png');
  });
}

/**
 * A game as an animated picture.
 * @param {Scene[]} scenes of the same size
 * @param {(done: number) => boolean} goOn is told how many are drawn, and says whether the rest is wanted
 * @returns {Promise<Uint8Array<ArrayBuffer> | null>}
 */
export async function gifOf(scenes, goOn) {
  const size = sizeOf(scenes[0]);
  const scale = scenes[0].boards.squares.length > 1 ? 0.65 : 0.8;
  const texts = withLook((look) => scenes.map((scene) => draw(scene, look)));
  const pixels = async (/** @type {number} */ index) => {
    const { canvas, context } = await painted(texts[index], size, scale);
    return context.getImageData(0, 0, canvas.width, canvas.height);
  };
  // What stands on the boards changes little; what becomes of pieces is seen at the end.
  const samples = await Promise.all([...new Set([0, Math.min(1, scenes.length - 1), scenes.length >> 1, scenes.length - 1])].map(pixels));
  const { width, height } = samples[0];
  const gif = new Gif(width, height, paletteOf(samples.map(({ data }) => data)));
  for (let index = 0; index < scenes.length; index += 1) {
    const { data } = await pixels(index);
    gif.add(data, index === scenes.length - 1 ? END : DELAY);
    if (!goOn(index + 1)) return null;
  }
  return gif.end();
}
