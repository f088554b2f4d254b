// @ts-check
// Animated pictures. Source: Graphics Interchange Format, version 89a (CompuServe 1990).

/** Colours of a picture, at most. */
const MOST_COLOURS = 256;

/** Codes of LZW have so many bits, at most. */
const MOST_BITS = 12;

/**
 * The colours that are seen most in some pictures, as red << 16 | green << 8 | blue.
 * @param {Uint8ClampedArray[]} pictures four bytes a pixel
 */
export function paletteOf(pictures) {
  /** @type {Map<number, number>} */
  const counts = new Map();
  for (const picture of pictures) {
    for (let at = 0; at < picture.length; at += 4) {
      const colour = colourAt(picture, at);
      counts.set(colour, (counts.get(colour) ?? 0) + 1);
    }
  }
  return [...counts].sort((one, other) => other[1] - one[1]).slice(0, MOST_COLOURS).map(([colour]) => colour);
}

/** @param {Uint8ClampedArray} picture @param {number} at */
const colourAt = (picture, at) => (picture[at] << 16) | (picture[at + 1] << 8) | picture[at + 2];

/** @param {number} one @param {number} other */
function distance(one, other) {
  const [red, green, blue] = [16, 8, 0].map((shift) => ((one >> shift) & 255) - ((other >> shift) & 255));
  return 2 * red * red + 4 * green * green + 3 * blue * blue;
}

export class Gif {
  /** @type {number[]} */
  #bytes = [];
  /** @type {Uint8Array | null} the numbers of the colours of the picture before */
  #before = null;
  /** @type {Map<number, number>} */
  #numbers = new Map();

  /**
   * @param {number} width @param {number} height
   * @param {number[]} palette
   */
  constructor(width, height, palette) {
    this.width = width;
    this.height = height;
    this.palette = palette;
    palette.forEach((colour, number) => this.#numbers.set(colour, number));
    this.#text('GIF89a');
    this.#words(width, height);
    // A table of 256 colours for all pictures; the first is behind them.
    this.#bytes.push(0xf7, 0, 0);
    for (let number = 0; number < MOST_COLOURS; number += 1) {
      const colour = palette[number] ?? 0;
      this.#bytes.push(colour >> 16, (colour >> 8) & 255, colour & 255);
    }
    // It begins again when it has ended.
    this.#bytes.push(0x21, 0xff, 11);
    this.#text('NETSCAPE2.0');
    this.#bytes.push(3, 1, 0, 0, 0);
  }

  /** @param {string} text */
  #text(text) {
    for (const letter of text) this.#bytes.push(letter.charCodeAt(0));
  }

  /** @param {...number} words of two bytes */
  #words(...words) {
    for (const word of words) this.#bytes.push(word & 255, word >> 8);
  }

  /** @param {number} colour */
  #number(colour) {
    let number = this.#numbers.get(colour);
    if (number === undefined) {
      number = 0;
      for (let one = 1; one < this.palette.length; one += 1) {
        if (distance(this.palette[one], colour) < distance(this.palette[number], colour)) number = one;
      }
      this.#numbers.set(colour, number);
    }
    return number;
  }

  /**
   * Adds a picture; of all but the first only what has changed is written.
   * @param {Uint8ClampedArray} picture four bytes a pixel
   * @param {number} delay for which it is seen, in hundredths of a second
   */
  add(picture, delay) {
    const { width, height } = this;
    const now = new Uint8Array(width * height);
    for (let at = 0; at < now.length; at += 1) now[at] = this.#number(colourAt(picture, 4 * at));
    const { left, top, right, bottom } = this.#changed(now);
    const part = new Uint8Array((right - left) * (bottom - top));
    for (let row = top; row < bottom; row += 1) part.set(now.subarray(row * width + left, row * width + right), (row - top) * (right - left));
    this.#before = now;
    this.#bytes.push(0x21, 0xf9, 4, 4);
    this.#words(delay);
    this.#bytes.push(0, 0, 0x2c);
    this.#words(left, top, right - left, bottom - top);
    this.#bytes.push(0, 8);
    this.#blocks(compressed(part));
  }

  /** The rectangle in which a picture is not as the one before. @param {Uint8Array} now */
  #changed(now) {
    const { width, height } = this;
    const before = this.#before;
    if (!before) return { left: 0, top: 0, right: width, bottom: height };
    let [left, top, right, bottom] = [width, height, 0, 0];
    for (let at = 0; at < now.length; at += 1) {
      if (now[at] === before[at]) continue;
      const [x, y] = [at % width, Math.floor(at / width)];
      left = Math.min(left, x);
      right = Math.max(right, x + 1);
      top = Math.min(top, y);
      bottom = Math.max(bottom, y + 1);
    }
    // A picture has one pixel at least.
    return right ? { left, top, right, bottom } : { left: 0, top: 0, right: 1, bottom: 1 };
  }

  /** @param {number[]} bytes */
  #blocks(bytes) {
    for (let at = 0; at < bytes.length; at += 255) {
      const block = bytes.slice(at, at + 255);
      this.#bytes.push(block.length, ...block);
    }
    this.#bytes.push(0);
  }

  /** The whole file. */
  end() {
    this.#bytes.push(0x3b);
    return new Uint8Array(this.#bytes);
  }
}

/**
 * Numbers of eight bits, by LZW.
 * @param {Uint8Array} numbers
 */
export function compressed(numbers) {
  const [clear, end] = [256, 257];
  /** @type {number[]} */
  const bytes = [];
  let [held, bits] = [0, 0];
  /** @type {Map<number, number>} codes by the code before and the number behind it */
  let codes = new Map();
  let [next, size] = [end + 1, 9];
  const write = (/** @type {number} */ code) => {
    held |= code << bits;
    bits += size;
    while (bits >= 8) {
      bytes.push(held & 255);
      held >>>= 8;
      bits -= 8;
    }
  };
  write(clear);
  let code = numbers[0];
  for (let at = 1; at < numbers.length; at += 1) {
    const key = (code << 8) | numbers[at];
    const known = codes.get(key);
    if (known !== undefined) {
      code = known;
      continue;
    }
    write(code);
    code = numbers[at];
    if (next < 1 << MOST_BITS) {
      codes.set(key, next);
      // A reader learns a code one step later.
      if (next === 1 << size && size < MOST_BITS) size += 1;
      next += 1;
    } else {
      write(clear);
      codes = new Map();
      [next, size] = [end + 1, 9];
    }
  }
  write(code);
  // Another code has been learnt by the reader.
  if (next === 1 << size && size < MOST_BITS) size += 1;
  write(end);
  if (bits) bytes.push(held & 255);
  return bytes;
}
