'use strict';
// Steps through the game. All positions are in the page; no rule is known here.
(() => {
  const game = JSON.parse(document.getElementById('game').textContent);
  const { square, frame, names, positions } = game;
  const boards = [...document.querySelectorAll('.boards svg')];
  const titles = boards.map((svg) => svg.getAttribute('aria-label'));
  const caption = document.getElementById('caption');
  const links = [...document.querySelectorAll('.moves a')];
  /** The first position after each. */
  const onward = new Map();
  positions.forEach(({ after }, index) => { if (index && !onward.has(after)) onward.set(after, index); });
  let now = 0;
  let flipped = false;

  function element(name, attributes, text) {
    const made = document.createElementNS('http://www.w3.org/2000/svg', name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    if (text) made.textContent = text;
    return made;
  }

  /** The upper left corner of square 0 (a1) to 63 (h8). */
  function corner(index) {
    const [file, rank] = [index % 8, Math.floor(index / 8)];
    const [column, row] = flipped ? [7 - file, rank] : [file, 7 - rank];
    return [frame + column * square, frame + row * square];
  }

  function picture(letter) {
    if (letter === '*') return 'cube';
    return (letter === letter.toUpperCase() ? 'w' : 'b') + letter.toUpperCase();
  }

  /** What stands on a board, for screen readers: White's, Black's, nobody's. */
  function said(cells) {
    const kinds = { White: [], Black: [], '': [] };
    cells.forEach((letter, index) => {
      if (letter === '.') return;
      const side = letter === '*' ? '' : letter === letter.toUpperCase() ? 'White' : 'Black';
      kinds[side].push(`${names[letter.toUpperCase()]} ${'abcdefgh'[index % 8]}${1 + Math.floor(index / 8)}`);
    });
    return Object.entries(kinds).filter(([, men]) => men.length).map(([side, men]) => `${side} ${men.join(', ')}`.trim()).join('. ');
  }

  function draw(svg, board, before) {
    const position = positions[now];
    const pieces = svg.querySelector('.pieces');
    svg.querySelectorAll('.mark, .route').forEach((old) => old.remove());
    for (const index of position.marks[board]) {
      const [x, y] = corner(index);
      pieces.before(element('rect', { class: 'mark', x, y, width: square, height: square }));
    }
    const cells = [...position.boards[board]];
    svg.setAttribute('aria-label', `${titles[board]}. ${said(cells)}.`);
    pieces.replaceChildren(...cells.flatMap((letter, index) => {
      if (letter === '.') return [];
      const [x, y] = corner(index).map((edge) => edge + 2);
      const grows = letter === '*' && before && before.boards[board][index] !== '*';
      return [element('use', { href: `#${picture(letter)}`, x, y, width: square - 4, height: square - 4, class: grows ? 'new-cube' : '' })];
    }));
    if (board === 0 && position.route.length > 2) {
      const points = position.route.map((index) => corner(index).map((edge) => edge + square / 2).join());
      pieces.after(element('polyline', { class: 'route', points: points.join(' ') }));
    }
    const order = flipped ? 'hgfedcba' : 'abcdefgh';
    svg.querySelectorAll('.file').forEach((label, index) => { label.textContent = order[index]; });
    svg.querySelectorAll('.rank').forEach((label, index) => { label.textContent = flipped ? index + 1 : 8 - index; });
  }

  function show(index) {
    const before = index && positions[index].after === now ? positions[now] : null;
    now = index;
    boards.forEach((svg, board) => draw(svg, board, before));
    const { step, value, words } = positions[now].caption;
    [step, value, words].forEach((text, part) => { caption.children[part].textContent = text; });
    links.forEach((link, index) => {
      const current = index + 1 === now;
      if (current) link.setAttribute('aria-current', 'true');
      else link.removeAttribute('aria-current');
      if (current) reveal(link);
    });
  }

  /** Scrolls the list of moves, and never the page, whose boards are to stay in sight. */
  function reveal(link) {
    const list = link.closest('.moves');
    const [around, own] = [list, link].map((one) => one.getBoundingClientRect());
    list.scrollTop += Math.min(0, own.top - around.top) + Math.max(0, own.bottom - around.bottom);
  }

  /** The end of the line that is seen. */
  function end() {
    let last = now;
    while (onward.has(last)) last = onward.get(last);
    return last;
  }

  const ways = {
    first: () => show(0),
    back: () => show(positions[now].after),
    forward: () => show(onward.get(now) ?? now),
    last: () => show(end()),
    flip: () => { flipped = !flipped; show(now); },
  };
  const keys = { Home: 'first', ArrowLeft: 'back', ArrowRight: 'forward', End: 'last', f: 'flip' };

  document.getElementById('controls').hidden = false;
  document.getElementById('controls').addEventListener('click', (event) => {
    const button = event.target.closest('button');
    if (button) ways[button.dataset.go]();
  });
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || !keys[event.key]) return;
    event.preventDefault();
    ways[keys[event.key]]();
  });
  links.forEach((link, index) => link.addEventListener('click', (event) => {
    event.preventDefault();
    show(index + 1);
  }));
  show(0);
})();
