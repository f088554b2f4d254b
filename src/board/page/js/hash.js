// @ts-check
// Short names of texts.

/** A short name of a text: FNV-1a of 32 bits, in digits and letters. @param {string} text */
export function hash(text) {
  let value = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) value = Math.imul(value ^ byte, 0x01000193) >>> 0;
  return value.toString(36);
}
