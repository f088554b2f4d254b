// What the server says; the other side of src/board/messages/.

export type Side = 'white' | 'black';

/** A square of one of the boards. */
export interface Place { board: number; square: string }

export interface Boards { squares: string[]; titles: (string | null)[] }

export interface Change { at: Place; comes: boolean; letter: string }

export interface MoveView {
  text: string; san: string; from: Place; to: Place; arrives: Place;
  routes: string[][]; promotion: string | null; takes: Place[]; changes: Change[];
  event: { changes: Change[]; says: string } | null;
  endangered: Place[] | null; says: string;
}

export interface Forbidden { from: Place; to: Place; closed: boolean; says: string }

export interface Outcome { result: string; winner: Side | null; says: string }

export interface Countdown {
  lose: string; moves: number; plies: number; period: number; after_move: number; near: boolean;
  lost: Place[]; spared: Place[]; says: string; warning: string | null;
}

export interface QuotaSide { count: number; men: number; binds: boolean }

export interface Agreement { possible: boolean; squares: number; choices: [string[], string[]] }

export interface PositionView {
  fen: string; turn: Side; number: number; boards: Boards;
  check: { king: Place; by: Place[]; says: string } | null;
  moves: MoveView[]; forbidden: Forbidden[]; outcome: Outcome | null;
  countdown: Countdown | null; pools: [[string, number][], [string, number][]] | null;
  quota: { sides: [QuotaSide, QuotaSide]; says: string } | null;
  agreement: Agreement | null; tally: [number, number] | null;
}

export interface GameInfo {
  name: string; title: string; start: Boards; neutral: string | null; letters: string; about: About | null;
  rules: { name: string; default: boolean }[];
}

/** What people are told of a game; src/board/games/. */
export interface About {
  by: string; blurb: string; picture?: Boards; steps: Step[];
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
}

export interface Hello {
  version: string; games: GameInfo[]; min_elo: number; max_elo: number; max_lines: number;
  max_threads: number; max_hash: number;
}

/** A value, seen from White. */
export interface Score { cp: number | null; mate: number | null; chance: number }

export interface Line {
  multipv: number; depth: number; seldepth: number; score: Score; exact: boolean;
  nodes: number; nps: number; time: number; moves: string[]; sans: string[];
}

export interface Done {
  best: string | null; san: string | null; score: Score | null;
  value: number; resigns: boolean; offers_draw: boolean;
}

export interface Reviewed {
  ply: number; of: number; score: Score; sans: string[]; moves: string[];
}

export type Judgement = 'inaccuracy' | 'mistake' | 'blunder';

export interface MoveReview { judgement: Judgement | null; loss: number }

export interface GameText {
  game: string; rules: [string, boolean][]; fen: string | null; moves: TreeMove[];
  tags: [string, string][]; result: string; says: string | null;
}

/** A move of a game with variations; `after` is the number of the one before, 0 for none. */
export interface TreeMove {
  after: number; text: string; san: string; nags: number[];
  introduction: string; comment: string; words: string; score: Score | null;
}

export interface GameSummary {
  game: string; white: string; black: string; event: string; result: string; moves: number;
}

/** A position by the moves that led to it. */
export interface GameLine {
  game: string; rules?: [string, boolean][]; fen?: string | null; moves: string[];
}

// What the page keeps.

/** A mark on a square. */
export interface Mark {
  at: Place; kind: string;
  /** The letter of a ghost, or the text of a badge. */
  text?: string;
}

/** An arrow, or a line of jumps, on one board. */
export interface Arrow { board: number; squares: string[]; kind: string }

/** What a person wants to say about a square to the chooser. */
export interface Pointed { place: Place; touch: boolean }
