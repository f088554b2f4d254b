// @ts-check
// Files for the person who looks at the page.

import { h } from './dom.js';

/** The media type of games as text. */
export const PGN = 'application/x-chess-pgn';

/**
 * Gives a file to the browser.
 * @param {BlobPart} content
 * @param {string} name
 * @param {string} type
 */
export function saveFile(content, name, type) {
  const address = URL.createObjectURL(new Blob([content], { type }));
  const link = /** @type {HTMLAnchorElement} */ (h('a', { href: address, download: name }));
  link.click();
  URL.revokeObjectURL(address);
}
