// What the page has of its own; what the server says is in types.d.ts.

import type { BoardsView, Place } from './types';

/** What people are told of a game; src/board/games/. */
export interface About {
  by: string; blurb: string; picture?: BoardsView; steps: Step[];
  words?: Partial<Words>;
}

/** What the facts of a position are called. */
export interface Words {
  countdown: { over: string; meanwhile: string; spared: string; showSpared: string };
  quota: { title: string; counted: string };
  agreement: {
    title: string; possible: string; impossible: string; offer: string; offered: string; answer: string;
    choose: string; wrong: string; first: string; badge: string; done: string;
  };
  tally: { title: string; text: string };
  pools: { title: string; text: string; arrived: string; choose: string };
}

/** A position to learn from. */
export interface Step {
  title: string; text: string[]; fen?: string;
  /** Moves that lead to the position. */
  moves?: string[];
  /** Whether marks would give the answer away. */
  hidden?: boolean;
  task: string; goal: Goal; done: string;
}

/** One of these moves, any, one of a kind of piece, one that wins, finding squares, or nothing. */
export interface Goal {
  moves?: string[]; any?: boolean; piece?: string; winner?: string; squares?: string[]; read?: boolean;
  /** Whether the win takes several moves, and the engine makes those of the other side. */
  defended?: boolean;
}

/** How bad a move is. */
export type Judgement = 'inaccuracy' | 'mistake' | 'blunder';

/** A mark on a square. */
export interface Mark {
  at: Place; kind: string;
  /** The letter of a ghost, or the text of a badge. */
  text?: string;
}

/** An arrow, or a line of jumps, on one board. */
export interface Arrow { board: number; squares: string[]; kind: string }
