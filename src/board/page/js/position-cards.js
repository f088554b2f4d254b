// @ts-check
// The cards of an analysis that are fetched when the first position is seen.

import { Explorer } from './explorer.js';
import { TablesPanel } from './tables-panel.js';

export class PositionCards {
  /** @param {import('./analysis.js').AnalysisScreen} screen @param {HTMLElement} place where they are seen */
  constructor(screen, place) {
    this.tables = new TablesPanel(screen);
    this.explorer = new Explorer(screen);
    place.append(this.tables.element, this.explorer.element);
  }

  /** Shows what is known of a position, which is the one that is seen. @param {import('./types').PositionView} position */
  show(position) {
    this.tables.show(position);
    this.explorer.show(position);
  }
}
