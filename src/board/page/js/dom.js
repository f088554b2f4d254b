// @ts-check
// Making elements.

const SVG = 'http://www.w3.org/2000/svg';

/**
 * An element with attributes, listeners (`onclick`) and children.
 * @param {string} tag
 * @param {Record<string, any>} [attributes]
 * @param {...(Node | string | null | undefined | false | (Node | string)[])} children
 * @returns {HTMLElement}
 */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined) continue;
    if (name.startsWith('aria-')) element.setAttribute(name, String(value));
    else if (value === false) continue;
    else if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? '' : String(value));
  }
  append(element, children);
  return element;
}

/**
 * @param {Node} parent
 * @param {any[]} children
 */
function append(parent, children) {
  for (const child of children.flat()) {
    if (child === null || child === undefined || child === false) continue;
    parent.appendChild(typeof child === 'string' ? document.createTextNode(child) : child);
  }
}

/**
 * An SVG element.
 * @param {string} tag
 * @param {Record<string, any>} [attributes]
 * @param {...Node} children
 */
export function svg(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  append(element, children);
  return element;
}

/**
 * A picture of the sprite.
 * @param {string} name
 * @param {string} [classes]
 * @returns {SVGElement}
 */
export function picture(name, classes = 'icon') {
  return svg('svg', { class: classes, viewBox: '0 0 100 100', 'aria-hidden': 'true' },
    svg('use', { href: `#${name}` }));
}

/**
 * An icon of 24 by 24.
 * @param {string} name
 */
export function icon(name) {
  return svg('svg', { class: 'icon', viewBox: '0 0 24 24', 'aria-hidden': 'true' },
    svg('use', { href: `#i-${name}` }));
}

/** What the names of the pieces' pictures begin with. */
let pieceSet = '';

/**
 * Draws all pieces, those that are seen too, by this set.
 * @param {string} set `drawn`, or the name of another
 */
export function choosePieces(set) {
  const before = pieceSet;
  pieceSet = set === 'drawn' ? '' : `${set}-`;
  if (pieceSet === before) return;
  for (const seen of /** @type {NodeListOf<SVGElement>} */ (document.querySelectorAll('.piece[data-piece]'))) {
    seen.firstElementChild?.setAttribute('href', `#${pieceSet}${seen.dataset.piece}`);
  }
}

/**
 * The picture of a piece by its letter of FEN.
 * @param {string} letter
 */
export function pieceInto(letter) {
  const name = letter === '*' ? 'cube' : letter.toUpperCase();
  const colour = letter === '*' ? 'neutral' : letter === letter.toUpperCase() ? 'white' : 'black';
  const drawn = picture(pieceSet + name, `piece ${colour}`);
  drawn.dataset.piece = name;
  return drawn;
}

/**
 * A button with an icon and a text.
 * @param {string} text
 * @param {() => void} action
 * @param {{icon?: string, classes?: string, key?: string, label?: string}} [more]
 */
export function button(text, action, more = {}) {
  return /** @type {HTMLButtonElement} */ (h(
    'button',
    { type: 'button', class: `button ${more.classes ?? ''}`, onclick: action,
      'aria-label': more.label, title: more.label },
    more.icon ? icon(more.icon) : null,
    text ? h('span', {}, text) : null,
    more.key ? h('kbd', { 'aria-hidden': 'true' }, more.key) : null,
  ));
}

/**
 * Scrolls a list, and never the page, so that one of its elements is seen.
 * @param {Element} list
 * @param {Element} element
 */
export function reveal(list, element) {
  const [around, own] = [list, element].map((one) => one.getBoundingClientRect());
  list.scrollTop += Math.min(0, own.top - around.top) + Math.max(0, own.bottom - around.bottom);
  list.scrollLeft += Math.min(0, own.left - around.left) + Math.max(0, own.right - around.right);
}

/**
 * Empties an element and fills it anew.
 * @param {Element} element
 * @param {...any} children
 */
export function fill(element, ...children) {
  element.replaceChildren();
  append(element, children);
}

/**
 * A switch with a text.
 * @param {string} text
 * @param {boolean} isOn
 * @param {(isOn: boolean) => void} onChoice
 */
export function toggle(text, isOn, onChoice) {
  return h('label', { class: 'switch' }, text, h('input', {
    type: 'checkbox', role: 'switch', checked: isOn,
    onchange: (/** @type {Event} */ event) => onChoice(/** @type {HTMLInputElement} */ (event.target).checked),
  }));
}

/**
 * A slider with a text.
 * @param {string} text
 * @param {{min: number, max: number, step: number, value: number}} range
 * @param {(value: number) => void} onChoice
 */
export function slider(text, range, onChoice) {
  const said = h('output', {}, `${range.value} %`);
  return h('label', { class: 'percent' }, text, h('span', {}, h('input', {
    type: 'range', ...range, oninput: (/** @type {Event} */ event) => {
      const value = Number(/** @type {HTMLInputElement} */ (event.target).value);
      said.textContent = `${value} %`;
      onChoice(value);
    },
  }), said));
}

/**
 * A group of choices of which one is taken.
 * @template T
 * @param {string} label
 * @param {{value: T, text: string, note?: string, icon?: string}[]} choices
 * @param {T} chosen
 * @param {(value: T) => void} onChoice
 * @param {string} [classes]
 */
export function choice(label, choices, chosen, onChoice, classes = 'segments') {
  const buttons = choices.map((one) => h('button', {
    type: 'button', role: 'radio', 'aria-checked': one.value === chosen,
    tabindex: one.value === chosen ? 0 : -1,
    onclick: () => choose(one.value),
  }, one.icon ? icon(one.icon) : null,
  h('span', {}, one.text, one.note ? h('small', {}, one.note) : null)));
  const group = h('div', { role: 'radiogroup', 'aria-label': label, class: classes }, ...buttons);
  /** @param {T} value */
  function choose(value) {
    choices.forEach((one, index) => {
      buttons[index].setAttribute('aria-checked', String(one.value === value));
      buttons[index].tabIndex = one.value === value ? 0 : -1;
    });
    onChoice(value);
  }
  group.addEventListener('keydown', (event) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!step) return;
    const now = buttons.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    const next = (now + step + buttons.length) % buttons.length;
    buttons[next].focus();
    choose(choices[next].value);
    event.preventDefault();
  });
  return group;
}
