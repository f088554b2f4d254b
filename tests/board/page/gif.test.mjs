import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Gif, compressed, paletteOf } from '../../../src/board/page/js/gif.js';

/** Reads LZW with eight bits as the specification has it. @param {number[]} bytes */
function read(bytes) {
  let [held, bits, at, size] = [0, 0, 0, 9];
  /** @type {number[][]} */
  let table = [];
  const reset = () => { table = [...Array(258).keys()].map((one) => [one]); size = 9; };
  reset();
  const out = [];
  let before = null;
  for (;;) {
    while (bits < size) { held |= bytes[at++] << bits; bits += 8; }
    const code = held & ((1 << size) - 1);
    held >>>= size;
    bits -= size;
    if (code === 257) return { out, used: at };
    if (code === 256) { reset(); before = null; continue; }
    const entry = table[code] ?? [...before, before[0]];
    if (before && table.length < 4096) table.push([...before, entry[0]]);
    if (table.length === 1 << size && size < 12) size += 1;
    out.push(...entry);
    before = entry;
  }
}

test('what is compressed is read back', () => {
  let seed = 1;
  const random = () => { seed = (seed * 48271) % 2147483647; return seed; };
  for (const [length, kinds] of [[1, 1], [2, 1], [5000, 1], [300, 256], [60_000, 256], [60_000, 3], [255, 7], [4097, 200]]) {
    const numbers = Uint8Array.from({ length }, () => random() % kinds);
    const bytes = compressed(numbers);
    const { out, used } = read(bytes);
    assert.equal(Buffer.compare(Buffer.from(out), Buffer.from(numbers)), 0, `${length} of ${kinds}`);
    assert.equal(used, bytes.length);
  }
});

test('of the pictures after the first only what has changed is written', () => {
  const picture = (/** @type {number} */ changed) => Uint8ClampedArray.from({ length: 4 * 100 }, (_, index) => (index >> 2 === changed ? 200 : 10));
  const palette = paletteOf([picture(-1), picture(5)]);
  assert.deepEqual(palette, [0x0a0a0a, 0xc8c8c8]);
  const gif = new Gif(10, 10, palette);
  gif.add(picture(-1), 100);
  gif.add(picture(34), 100);
  const bytes = gif.end();
  assert.equal(Buffer.from(bytes.subarray(0, 6)).toString(), 'GIF89a');
  assert.equal(bytes[bytes.length - 1], 0x3b);
  // The second picture is the pixel at 4, 3.
  assert.ok(Buffer.from(bytes).includes(Buffer.from([0x2c, 4, 0, 3, 0, 1, 0, 1, 0, 0, 8])));
});
