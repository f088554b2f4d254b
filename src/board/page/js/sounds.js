// @ts-check
// Short sounds, made here and not loaded. Never the only sign of anything.

import { settings } from './settings.js';

/** @type {AudioContext | null} */
let context = null;

/**
 * Each sound as tones: start in seconds, frequency, length, loudness, wave; a frequency
 * of 0 is noise.
 * @type {Record<string, [number, number, number, number, OscillatorType][]>}
 */
const SOUNDS = {
  move: [[0, 0, 0.03, 0.25, 'sine'], [0, 190, 0.07, 0.35, 'triangle']],
  capture: [[0, 0, 0.05, 0.4, 'sine'], [0, 150, 0.09, 0.45, 'triangle']],
  crack: [[0, 0, 0.12, 0.35, 'sine'], [0.01, 2100, 0.05, 0.08, 'square'], [0.05, 1500, 0.06, 0.07, 'square']],
  pass: [[0, 420, 0.1, 0.2, 'sine'], [0.12, 640, 0.16, 0.2, 'sine']],
  jump: [[0, 260, 0.06, 0.3, 'triangle'], [0.09, 340, 0.06, 0.3, 'triangle'], [0.18, 430, 0.08, 0.3, 'triangle']],
  check: [[0, 620, 0.12, 0.22, 'triangle'], [0.1, 465, 0.18, 0.22, 'triangle']],
  'ice-near': [[0, 1250, 0.5, 0.1, 'sine'], [0.15, 1680, 0.6, 0.08, 'sine']],
  ice: [[0, 0, 0.5, 0.05, 'sine'], [0.6, 1300, 0.5, 0.07, 'sine'], [0.8, 1600, 0.5, 0.07, 'sine'],
    [1.0, 1900, 0.5, 0.07, 'sine'], [1.25, 220, 0.6, 0.18, 'sine'], [1.25, 0, 0.3, 0.2, 'sine']],
  agreement: [[0, 330, 0.12, 0.2, 'triangle'], [0.13, 415, 0.12, 0.2, 'triangle'], [0.26, 495, 0.2, 0.2, 'triangle']],
  promote: [[0, 390, 0.1, 0.2, 'triangle'], [0.1, 520, 0.2, 0.2, 'triangle']],
  'low-time': [[0, 880, 0.05, 0.15, 'square']],
  end: [[0, 330, 0.25, 0.2, 'triangle'], [0.22, 262, 0.4, 0.22, 'triangle']],
};

/**
 * @param {AudioContext} audio
 * @param {number} frequency
 * @param {OscillatorType} wave
 * @param {number} length
 */
function source(audio, frequency, wave, length) {
  if (frequency > 0) {
    const tone = audio.createOscillator();
    tone.type = wave;
    tone.frequency.value = frequency;
    return tone;
  }
  const noise = audio.createBufferSource();
  noise.buffer = audio.createBuffer(1, Math.ceil(audio.sampleRate * length), audio.sampleRate);
  const samples = noise.buffer.getChannelData(0);
  for (let index = 0; index < samples.length; index += 1) samples[index] = Math.random() * 2 - 1;
  return noise;
}

/**
 * Plays a sound, if sounds are wished for and the browser lets the page make any; after
 * the next paint, since the first one takes the browser longer than a move may take.
 * @param {string} name
 */
export function playSound(name) {
  if (!settings.sound || !settings.volume || !navigator.userActivation?.hasBeenActive) return;
  requestAnimationFrame(() => setTimeout(() => sound(name)));
}

/** @param {string} name */
function sound(name) {
  context ??= new AudioContext();
  const audio = context;
  const now = audio.currentTime;
  for (const [start, frequency, length, loudness, wave] of SOUNDS[name] ?? []) {
    const gain = audio.createGain();
    gain.gain.setValueAtTime(loudness * (settings.volume / 100), now + start);
    gain.gain.exponentialRampToValueAtTime(0.001, now + start + length);
    const tone = source(audio, frequency, wave, length);
    tone.connect(gain).connect(audio.destination);
    tone.start(now + start);
    tone.stop(now + start + length);
  }
}

/**
 * The sound of a move.
 * @param {import('./types').MoveView} move
 */
export function soundOf(move) {
  if (/[+#]$/.test(move.san)) return 'check';
  if (move.promotion) return 'promote';
  if (move.routes.length) return 'jump';
  if (move.from.board !== move.arrives.board) return 'pass';
  const cube = move.changes.some((change) => !change.comes && change.letter === '*');
  return cube ? 'crack' : move.takes.length ? 'capture' : 'move';
}
