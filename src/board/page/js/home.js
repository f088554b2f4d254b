// @ts-check
// Choosing a game, an opponent, a strength and a time.

import { button, choice, fill, h, pieceInto, toggle } from './dom.js';
import { isStill } from './motion.js';
import { ownClockForm } from './own-clock.js';
import { engineName } from './players.js';
import { set, settings } from './settings.js';
import { t } from './translate.js';

/** @typedef {import('./types').GameView} GameInfo */
/** @typedef {import('./main.js').App} App */

const OPPONENTS = [
  { value: 'engine', text: t('You against Galaverna'), note: t('the engine on this computer'), icon: 'chip' },
  { value: 'other', text: t('You against another engine'), note: t('one that this computer has'), icon: 'chip' },
  { value: 'people', text: t('Two people'), note: t('at this board'), icon: 'people' },
  { value: 'network', text: t('Play somebody on this network'), note: t('by an invitation'), icon: 'link' },
  { value: 'watch', text: t('Watch'), note: t('Galaverna plays itself'), icon: 'eye' },
];

const COLOURS = [
  { value: 'white', text: t('White') }, { value: 'random', text: t('Random') }, { value: 'black', text: t('Black') },
];

/** Without a clock the engine takes a second. */
const NO_CLOCK = '1s';

const TIMES = [
  { value: NO_CLOCK, text: t('No clock') }, { value: '3s', text: t('{n} s a move', { n: 3 }) }, { value: '10s', text: t('{n} s a move', { n: 10 }) },
  { value: '5+3', text: '5 + 3' }, { value: '10+5', text: '10 + 5' }, { value: '30+0', text: '30 + 0' },
  { value: 'own', text: t('Your own clocks') },
];

/** Strengths and what they are like, the weakest first. */
const LEVELS = /** @type {[number, string][]} */ ([
  [1000, t('a beginner')], [1300, t('a casual player')], [1600, t('a good club player')], [1900, t('a strong club player')],
  [2200, t('a master')], [2500, t('a grandmaster')],
]);

/**
 * A small picture of boards.
 * @param {import('./types').BoardsView} boards
 */
export function miniature(boards) {
  return h('div', { class: `miniatures count-${boards.squares.length}`, 'aria-hidden': 'true' }, ...boards.squares.map((letters, index) => {
    const board = h('div', { class: `miniature board-${index}` });
    [...letters].forEach((letter, square) => {
      if (letter === '.') return;
      const man = h('div', { class: 'mini-man' }, pieceInto(letter));
      man.style.transform = `translate(${(square % 8) * 100}%, ${(7 - Math.floor(square / 8)) * 100}%)`;
      board.append(man);
    });
    return board;
  }));
}

/**
 * @param {App} app
 */
export function homeScreen(app) {
  const { games } = app.hello;
  const wanted = games.find((game) => game.name === settings.game) ?? games[0];
  const setup = h('section', { class: 'card setup', 'aria-label': t('Set up the game') });
  const cards = new Map(sorted(games).map((game) => [game.name, gameCard(app, game, () => {
    choose(game);
    // In one column what was chosen is below the other games.
    if (matchMedia('(max-width: 1099px)').matches) setup.scrollIntoView({ behavior: isStill() ? 'auto' : 'smooth' });
  })]));
  /** @param {GameInfo} game */
  function choose(game) {
    set('game', game.name);
    for (const [name, card] of cards) card.setAttribute('aria-pressed', String(name === game.name));
    fill(setup, ...setupForm(app, game));
  }
  choose(wanted);
  return h('main', { class: 'home', id: 'main' },
    h('div', { class: 'home-games' },
      continueCard(app),
      app.network?.card(),
      h('h1', {}, t('Choose a game')),
      h('p', { class: 'muted' }, t('Four games that hardly any other board shows, and chess.')),
      h('div', { class: 'game-cards' }, ...cards.values())),
    setup);
}

/** The way back to the game in play. @param {App} app */
function continueCard(app) {
  const { begun } = app;
  return begun && h('section', { class: 'card continue', 'aria-label': t('Your game') },
    h('p', {}, h('b', {}, `${t('Your game: {game}, move {n}.', { game: begun.title, n: begun.move })} `), t('It waits for you.')),
    button(t('Continue'), () => app.go('#/play'), { icon: 'play', classes: 'primary' }));
}

/**
 * Cards that lead to a screen of each game.
 * @param {App} app
 * @param {GameInfo[]} games
 * @param {string} place the screen's name in addresses
 * @param {(game: GameInfo) => string} note
 */
export const gameLinks = (app, games, place, note) => h('div', { class: 'game-cards' }, ...games.map((game) => h('button', {
  type: 'button', class: 'game-card', onclick: () => app.go(`#/${place}/${game.name}`),
}, miniature(game.about?.picture ?? game.start),
h('span', { class: 'game-words' }, h('b', {}, game.title), game.about ? h('small', {}, game.about.by) : null, h('span', {}, note(game))))));

/** The rule of chess from 960 start positions. */
const CHESS960 = 'UCI_Chess960';

/** The game that everybody knows comes last. @param {GameInfo[]} games */
export const sorted = (games) => [...games.slice(1), games[0]];

/** @param {App} app @param {GameInfo} game @param {() => void} choose */
function gameCard(app, game, choose) {
  const about = app.about(game.name);
  return h('button', { type: 'button', class: 'game-card', onclick: choose },
    miniature(about?.picture ?? game.start),
    h('span', { class: 'game-words' }, h('b', {}, game.title), about ? h('small', {}, about.by) : null, about ? h('span', {}, about.blurb) : null));
}

/**
 * Lets a person choose among the other engines; who never wants one need not fetch that.
 * @param {App} app @param {GameInfo} game @param {HTMLElement} place
 * @param {HTMLButtonElement} play @param {() => void} chosen
 */
async function showRival(app, game, place, play, chosen) {
  play.disabled = true;
  const { rivalForm } = await import('./other-engines.js');
  fill(place, h('h3', {}, t('Engine')), rivalForm(app, game, (name) => {
    play.disabled = name === null;
    chosen();
  }));
}

/** @param {App} app @param {GameInfo} game */
function setupForm(app, game) {
  const { min_elo: min, max_elo: max } = app.hello;
  const full = max + 50;
  const isThere = (/** @type {string} */ value) => (value === 'network' ? app.network !== null : value !== 'other' || app.hello.engines.length > 0);
  if (!isThere(settings.opponent)) set('opponent', 'engine');
  const isOther = () => settings.opponent === 'other';
  const isNetwork = () => settings.opponent === 'network';
  const has960 = game.rules.some(({ name }) => name === CHESS960);
  const opponents = OPPONENTS.filter(({ value }) => isThere(value));
  const opponent = h('div', {});
  const time = h('div', {});
  const start = h('div', { class: 'start' });
  const strength = h('output', { class: 'strength', for: 'elo' });
  const showStrength = () => {
    const elo = settings.elo;
    const like = elo > max ? t('as well as it can') : [...LEVELS].reverse().find(([least]) => elo >= least)?.[1] ?? LEVELS[0][1];
    fill(strength, h('b', {}, elo > max ? t('Full') : String(elo)), h('small', {}, like));
  };
  const elo = h('input', {
    type: 'range', id: 'elo', min, max: full, step: 50, value: Math.min(settings.elo, full), 'aria-label': t('Strength'),
    oninput: (/** @type {Event} */ event) => {
      set('elo', Number(/** @type {HTMLInputElement} */ (event.target).value));
      showStrength();
    },
  });
  const clocks = h('div', {});
  const showClocks = () => {
    const times = isNetwork() ? TIMES.filter(({ value }) => !/^\d+s$/.test(value) || value === NO_CLOCK) : TIMES;
    if (!times.some(({ value }) => value === settings.time)) set('time', '10+5');
    fill(time, choice(t('Time'), times, settings.time, (value) => { set('time', value); showOwn(); }, 'segments wrapped'));
    showOwn();
  };
  const showOwn = () => {
    fill(clocks, settings.time === 'own' ? ownClockForm(settings.opponent === 'engine' || isOther() ? [t('You'), engineName(isOther() ? settings.rival.name : null)] : [t('White'), t('Black')], !isNetwork()) : null);
  };
  const showOpponent = () => {
    showClocks();
    const play = button(t('Play'), () => app.startGame(game.name), { icon: 'play', classes: 'primary large' });
    fill(start, isNetwork()
      ? button(t('Invite'), () => app.network?.invite(game.name, has960 && settings.chess960), { icon: 'link', classes: 'primary large' })
      : play);
    const own = settings.opponent === 'engine' || isOther() || isNetwork();
    const rival = isOther() ? h('div', {}) : null;
    fill(opponent,
      rival,
      own ? [h('h3', {}, t('Your colour')), choice(t('Your colour'), COLOURS, settings.colour, (value) => set('colour', value))] : null,
      isNetwork() ? [
        has960 ? toggle(t('Chess960: one of 960 start positions'), settings.chess960, (isOn) => set('chess960', isOn)) : null,
        ...(app.network?.nameField() ?? []),
      ] : null,
      settings.opponent === 'people' || isOther() || isNetwork() ? null : [h('h3', {}, t('Strength')), h('div', { class: 'slider' }, elo, strength)]);
    if (rival) showRival(app, game, rival, play, showOwn);
  };
  showStrength();
  showOpponent();
  return [
    h('h2', {}, game.title),
    h('h3', {}, t('Who plays')),
    choice(t('Who plays'), opponents, settings.opponent, (value) => { set('opponent', value); showOpponent(); }, 'choices'),
    opponent,
    h('h3', {}, t('Time')),
    time,
    clocks,
    start,
    h('div', { class: 'pair' },
      app.about(game.name)?.steps.length ? button(t('Learn it first'), () => app.go(`#/learn/${game.name}`), { icon: 'book', classes: 'quiet' }) : null,
      button(t('Analyse'), () => app.go(`#/analyse/${game.name}`), { icon: 'graph', classes: 'quiet' })),
    h('div', { class: 'pair' },
      button(t('Solve problems'), () => app.go(`#/solve/${game.name}`), { icon: 'check', classes: 'quiet' }),
      button(t('Set up'), () => app.go(`#/edit/${game.name}`), { icon: 'edit', classes: 'quiet', label: t('Set up a position') })),
  ];
}
