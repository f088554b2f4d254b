// @ts-check
// Engines besides Galaverna, those of the server's `engines.toml`: choosing one to play
// against, or to analyse with.

import { ask } from './ask.js';
import { button, choice, fill, h } from './dom.js';
import { chosenEngine } from './players.js';
import { set } from './settings.js';
import { t } from './translate.js';

/** @typedef {import('./types').EngineView} EngineView */
/** @typedef {import('./types').GameView} GameInfo */
/** @typedef {import('./main.js').App} App */

/** What stands for Galaverna among them: none of the others has an empty name. */
const OURS = '';

/**
 * Those that play a game, and in words what is wrong with those that cannot be used.
 * @param {App} app @param {GameInfo} game
 */
async function find(app, game) {
  const { list } = await app.connection.ask('engines');
  return {
    playing: list.filter(({ games }) => games.includes(game.name)),
    wrong: list.flatMap(({ says }) => (says ? [h('p', { class: 'muted small' }, says)] : [])),
  };
}

/**
 * A place that says that the engines are asked, until what they play fills it, or what is wrong.
 * @param {(place: HTMLElement) => Promise<void>} show
 */
function asking(show) {
  const place = h('div', { class: 'rival' }, h('p', { class: 'muted', role: 'status' }, t('Asking the engines…')));
  show(place).catch((error) => fill(place, h('p', { role: 'alert' }, error.message)));
  return place;
}

/** What an engine calls itself, where that is more than its name. @param {EngineView} engine */
const noteOf = ({ name, full_name: full }) => (full && full !== name ? full : undefined);

/** @param {'rival' | 'analyst'} which @param {EngineView | undefined} engine */
const keep = (which, engine) => set(which, { name: engine?.name ?? OURS, games: engine?.games ?? [] });

/**
 * The choice of an opponent, filled in when the engines have said what they play.
 * @param {App} app
 * @param {GameInfo} game
 * @param {(name: string | null) => void} chosen is told who plays, `null` if nobody can
 */
export function rivalForm(app, game, chosen) {
  return asking(async (place) => {
    const { playing, wrong } = await find(app, game);
    const now = chosenEngine(app.hello, 'rival', game.name);
    const rival = playing.find(({ name }) => name === now) ?? playing[0];
    if (rival) keep('rival', rival);
    fill(place, rival
      ? choice(t('Engine'), playing.map((one) => ({ value: one.name, text: one.name, note: noteOf(one) })), rival.name, (value) => {
        keep('rival', playing.find(({ name }) => name === value));
        chosen(value);
      }, 'choices')
      : h('p', {}, t('None of the other engines plays {game}.', { game: game.title })), ...wrong);
    chosen(rival?.name ?? null);
  });
}

/**
 * Lets a person choose the engine that analyses a game, once the engines have said what they play; whether
 * one was chosen.
 * @param {App} app @param {GameInfo} game
 */
export async function chooseAnalyst(app, game) {
  /** @type {EngineView[]} */
  let playing = [];
  let value = chosenEngine(app.hello, 'analyst', game.name) ?? OURS;
  const isSure = await ask(t('Which engine analyses?'), t('Those that play {game}.', { game: game.title }), (choose) => {
    const sure = button(t('Analyse'), () => choose(true), { classes: 'primary' });
    sure.disabled = true;
    const place = asking(async (there) => {
      const found = await find(app, game);
      playing = found.playing;
      const choices = [{ value: OURS, text: 'Galaverna', note: t('the engine of this page') },
        ...playing.map((one) => ({ value: one.name, text: one.name, note: noteOf(one) }))];
      fill(there, choice(t('Engine'), choices, value, (name) => { value = name; }, 'choices'), ...found.wrong);
      sure.disabled = false;
      /** @type {HTMLElement | null} */ (there.querySelector('[aria-checked=true]'))?.focus();
    });
    return [place, h('div', { class: 'ask-actions' }, button(t('Cancel'), () => choose(false)), sure)];
  });
  if (!isSure) return false;
  keep('analyst', playing.find(({ name }) => name === value));
  return true;
}
