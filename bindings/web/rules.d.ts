/** How moves are written: the numbers of ffish. */
export declare const Notation: {
  /** As SAN. */
  readonly DEFAULT: 0;
  /** Standard algebraic notation; of moves in Alice Chess it does not say the board. */
  readonly SAN: 1;
  /** Long algebraic notation: `Ng1-f3`. */
  readonly LAN: 2;
  /** This and those below are for other games; no function takes them. */
  readonly SHOGI_HOSKING: 3;
  readonly SHOGI_HODGES: 4;
  readonly SHOGI_HODGES_NUMBER: 5;
  readonly JANGGI: 6;
  readonly XIANGQI_WXF: 7;
  readonly THAI_SAN: 8;
  readonly THAI_LAN: 9;
};
export type Notation = (typeof Notation)[keyof typeof Notation];

/** Why games end: the numbers of ffish, which no function returns. */
export declare const Termination: {
  readonly ONGOING: 0;
  readonly CHECKMATE: 1;
  readonly STALEMATE: 2;
  readonly INSUFFICIENT_MATERIAL: 3;
  readonly N_MOVE_RULE: 4;
  readonly N_FOLD_REPETITION: 5;
  readonly VARIANT_END: 6;
};
export type Termination = (typeof Termination)[keyof typeof Termination];

export interface ModuleOptions {
  /** The file `galaverna-rules.wasm`: its bytes, its address or the compiled module. */
  wasm?: WebAssembly.Module | BufferSource | URL | string;
  /** The address of a file, given its name and the address of the folder where it would be. */
  locateFile?: (file: string, prefix: string) => string;
  /** Told in one line why a move is refused, or a variant is not there. */
  printErr?: (text: string) => void;
}

/** Loads the rules. What they offer is synchronous. */
declare const Module: {
  (options?: ModuleOptions): Promise<FairyStockfish>;
  new (options?: ModuleOptions): Promise<FairyStockfish>;
};
export default Module;

/** The rules, under the name that ffish has for them. */
export interface FairyStockfish {
  Board: new (variant?: string, fen?: string, is960?: boolean) => Board;
  Notation: typeof Notation;
  Termination: typeof Termination;
  /** Which program this is. */
  info(): string;
  /** The names of the variants, separated by spaces. */
  variants(): string;
  /** The start position as FEN. */
  startingFen(variant: string): string;
  /** 1 for a FEN of a position, otherwise a number below with what is wrong, as in ffish. */
  validateFen(fen: string, variant?: string, chess960?: boolean): number;
  /** Switches a rule for the boards that are opened from now on: `Alice_EnPassant`, which is
   * off at first, as on pychess.org. */
  setOption(name: string, value: boolean | string): void;
  setOptionBool(name: string, value: boolean): void;
  /** There are no rules with numbers: throws. */
  setOptionInt(name: string, value: number): void;
  /** Makes no variants; tells `printErr` which ones there are not. */
  loadVariantConfig(config: string): void;
  /** Whether pieces that are captured can be dropped: no. */
  capturesToHand(variant: string): boolean;
  /** The first game of a PGN. */
  readGamePGN(pgn: string): Game;
}

/**
 * A game in play. Moves are in coordinate notation (`e2e4`, `e1g1`, `a7a8q`), lists of them
 * are separated by spaces.
 */
export interface Board {
  /** Frees it, after which all other functions throw. A board that is forgotten is freed too. */
  delete(): void;
  legalMoves(): string;
  /** In the order of `legalMoves`. */
  legalMovesSan(): string;
  numberLegalMoves(): number;
  /** Makes a move; `false` if it is not legal. */
  push(move: string): boolean;
  pushSan(move: string, notation?: Notation): boolean;
  /** Makes all of these moves; throws if one is not legal, and makes none then. */
  pushMoves(moves: string): void;
  pushSanMoves(moves: string, notation?: Notation): void;
  /** Takes the last move back; throws if there is none. */
  pop(): void;
  /** Goes to the start position of the variant. */
  reset(): void;
  /** Goes to a position; throws if it cannot be one, and stays where it is then. */
  setFen(fen: string): void;
  fen(showPromoted?: boolean, countStarted?: number): string;
  /** A move in another notation; empty if it is not legal. */
  sanMove(move: string, notation?: Notation): string;
  /** A line of moves in another notation; empty if one of them is not legal. */
  variationSan(moves: string, notation?: Notation, moveNumbers?: boolean): string;
  /** The moves that were made since the position was set. */
  moveStack(): string;
  /** Whether a move takes something, be it an ice cube; `false` if it is not legal. */
  isCapture(move: string): boolean;
  /** Whether it is White's turn. */
  turn(): boolean;
  /** The number of the move that is to be made, from 1. */
  fullmoveNumber(): number;
  /** Plies since the last move that cannot be taken back. */
  halfmoveClock(): number;
  /** Plies since the beginning of the game, by the numbers of the FEN. */
  gamePly(): number;
  /** Whether the side to move is in check. */
  isCheck(): boolean;
  /** The square of the king in check, or nothing. */
  checkedPieces(): string;
  /** Whether the game has ended; by the fifty-move rule and by threefold repetition it only
   * does if a draw is claimed. */
  isGameOver(claimDraw?: boolean): boolean;
  /** `1-0`, `0-1`, `1/2-1/2`, or `*` for a game that goes on. */
  result(claimDraw?: boolean): string;
  /** Whether White (`true`) or Black cannot win any more. */
  hasInsufficientMaterial(turn: boolean): boolean;
  /** Whether neither side can. */
  isInsufficientMaterial(): boolean;
  variant(): string;
  /** Whether it was opened for Chess960, where castling is the king's move to the rook's square
   * (`e1h1`). */
  is960(): boolean;
  /** A rule of other games: `false`. */
  isBikjang(): boolean;
  /** Nobody has pieces in hand: empty. */
  pocket(color: boolean): string;
  /** Eight lines of letters. */
  toString(): string;
  /** The board with its squares, or both boards, and the FEN. */
  toVerboseString(): string;
}

/** A game that was read. */
export interface Game {
  /** The names of its tags, separated by spaces. */
  headerKeys(): string;
  /** The value of a tag, empty if there is none. */
  headers(key: string): string;
  mainlineMoves(): string;
  /** Frees nothing: there for programs that call it. */
  delete(): void;
}
