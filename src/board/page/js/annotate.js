// @ts-check
// Writing what is said of a move: a comment and signs.

import { GLYPHS, readNags, writeNags } from './annotations.js';
import { button, fill, h } from './dom.js';
import { t } from './translate.js';

/** @typedef {import('./game.js').Node} Node */

/** Signs of which a move has one at most: what it is worth, and what the position is. */
const GROUPS = [
  {
    label: t('The move'),
    signs: { 1: t('good move'), 2: t('mistake'), 3: t('brilliant move'), 4: t('blunder'), 5: t('interesting move'), 6: t('dubious move'), 7: t('only move') },
  },
  {
    label: t('The position'),
    signs: {
      10: t('equal'), 13: t('unclear'), 14: t('White is slightly better'), 15: t('Black is slightly better'), 16: t('White is better'), 17: t('Black is better'),
      18: t('White is winning'), 19: t('Black is winning'),
    },
  },
];

/**
 * Gives a move a sign in place of another of its group, or takes it away.
 * @param {Node} node @param {number} nag
 */
export function toggleSign(node, nag) {
  const group = GROUPS.find(({ signs }) => nag in signs)?.signs ?? {};
  const before = writeNags(node.judgement, node.nags);
  const others = before.filter((one) => !(one in group));
  const after = before.includes(nag) ? others : [...others, nag].sort((one, other) => one - other);
  Object.assign(node, readNags(after));
}

/**
 * Changes what the comment says in words; values and times that it has too stay.
 * @param {Node} node @param {string} words
 */
export function setWords(node, words) {
  const rest = node.words && node.comment.endsWith(node.words) ? node.comment.slice(0, -node.words.length).trim()
    : node.words ? (node.comment.match(/\[%[^\]]*\]/g) ?? []).join(' ') : node.comment;
  const text = words.trim().replace(/\s+/g, ' ');
  // What a match says of its search ends with a comma before the words.
  const isSearch = /^\S+\/\d+ [\d.]+s$/.test(rest.replace(/,$/, ''));
  const before = isSearch ? rest.replace(/,$/, '') + (text ? ',' : '') : rest;
  node.comment = [before, text].filter(Boolean).join(' ');
  node.words = text;
}

export class Annotate {
  isOpen = false;
  /** @type {Node | null} */
  #node = null;

  /** @param {() => void} changed */
  constructor(changed) {
    this.changed = changed;
    this.area = /** @type {HTMLTextAreaElement} */ (h('textarea', { rows: 3, 'aria-label': t('Comment'), placeholder: t('What is to be said of it'), oninput: () => this.#write() }));
    this.signs = h('div', { class: 'signs' });
    this.element = h('div', { class: 'annotate', hidden: true }, this.area, this.signs);
    this.switch = button(t('Annotate'), () => this.toggle(), { icon: 'edit', classes: 'tiny', key: 'C' });
  }

  toggle() {
    this.isOpen = !this.isOpen;
    this.#draw();
    if (this.isOpen) this.area.focus();
    else this.switch.focus();
  }

  /** @param {Node} node the position that is seen */
  show(node) {
    if (node !== this.#node) this.area.value = node.words;
    this.#node = node;
    this.#draw();
  }

  #write() {
    if (!this.#node) return;
    setWords(this.#node, this.area.value);
    this.changed();
  }

  #draw() {
    const node = this.#node;
    this.element.hidden = !this.isOpen;
    this.switch.setAttribute('aria-pressed', String(this.isOpen));
    this.switch.setAttribute('aria-expanded', String(this.isOpen));
    if (!this.isOpen || !node) return;
    const focused = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset?.nag;
    const has = writeNags(node.judgement, node.nags);
    // Of the start nothing can be said but words.
    fill(this.signs, ...(!node.parent || node.isAgreement ? [] : GROUPS).map(({ label, signs }) => h('div', { role: 'group', 'aria-label': label },
      ...Object.entries(signs).map(([nag, says]) => h('button', {
        type: 'button', class: 'sign-button', 'data-nag': nag, 'aria-pressed': has.includes(Number(nag)), 'aria-label': says, title: says,
        onclick: () => { toggleSign(node, Number(nag)); this.#draw(); this.changed(); },
      }, GLYPHS[Number(nag)])))));
    if (focused) /** @type {HTMLElement | null} */ (this.signs.querySelector(`[data-nag="${focused}"]`))?.focus();
  }
}
