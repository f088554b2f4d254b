// What the board says. Written by tests/board/types from src/board/messages/ and
// src/show/view.rs: not to be changed by hand.

/** An agreement in which each side names some of its own pieces (Elolbian Chess: the
 * queen exchange). */
export type AgreementTerms = {
/** Whether the position allows it. */
possible: boolean,
/** What can be agreed on, as a sentence without its full stop. */
says: string,
/** How many squares each side names; the first may have a meaning of its own. */
squares: number,
/** Those that White and Black can choose from. */
choices: [Array<string>, Array<string>], };

/** One board or two. */
export type BoardsView = {
/** Each as 64 letters from a1 to h8, `.` for an empty square, `*` for an obstacle. */
squares: Array<string>,
/** What to write above each. */
titles: Array<string | null>, };

/** Something comes to a square or leaves it. */
export type Change = { at: Place,
/** Whether it comes. */
comes: boolean,
/** The letter of FEN. */
letter: string, };

/** A king in check. */
export type CheckView = { king: Place, by: Array<Place>,
/** In words. */
says: string, };

/** How long to an event. */
export type CountdownView = {
/** What its pieces will do: 'freeze'. */
lose: string,
/** Moves of the side to move until it comes. */
moves: number, plies: number, period: number, after_move: number,
/** Whether it is near enough to be shown on the board. */
near: boolean, lost: Array<Place>, spared: Array<Place>,
/** In words. */
says: string,
/** What a player must hear now, because the king is in danger. */
warning: string | null, };

/** The end of a search. */
export type DoneView = {
/** The move to play, in coordinate notation. */
best: string | null, san: string | null,
/** The value of the last line, if one was seen. */
score: ScoreView | null,
/** The value of the move in centipawns, from the side that makes it. */
value: number,
/** Whether the engine gives up instead of making it. */
resigns: boolean,
/** Whether it offers a draw with it. */
offers_draw: boolean, };

/** An engine besides our own. */
export type EngineView = {
/** Its name in the greeting. */
name: string,
/** What it calls itself. */
full_name: string | null,
/** The names of the games that it plays, Chess960 among them. */
games: Array<string>,
/** Why it cannot be used, if it cannot. */
says: string | null, };

/** What comes after a move by itself. */
export type EventView = { changes: Array<Change>,
/** In words. */
says: string, };

/** A move that people may try and a rule forbids. */
export type ForbiddenView = { from: Place, to: Place,
/** Whether the square is closed and shown so, whoever would be in check. */
closed: boolean,
/** Why, in words. */
says: string, };

/** A position by the moves that led to it. */
export type GameLine = {
/** The game's name. */
game: string,
/** Rules that are not as usual, by their options' names. */
rules?: Array<[string, boolean]>,
/** The position that it begins from, if it is not the start position. */
fen?: string | null,
/** Moves in coordinate notation, agreements among them. */
moves: Array<string>, };

/** A game of a PGN text, for a list. */
export type GameSummary = { game: string, white: string, black: string, event: string, result: string, moves: number, };

/** A game of a PGN text. */
export type GameText = { game: string, rules: Array<[string, boolean]>, fen: string | null,
/** The moves, each behind the one that it follows and behind those that it is a
 * variation of. */
moves: Array<TreeMove>, tags: Array<[string, string]>, result: string,
/** What is wrong with the rest, if something is. */
says: string | null, };

/** A game to choose. */
export type GameView = { name: string, title: string, start: BoardsView,
/** What an obstacle is called that belongs to nobody, if there are any. */
neutral: string | null,
/** The letters of pieces that the editor offers. */
letters: string, rules: Array<RuleView>,
/** What people are told of it, with lessons, if there is a file about it. */
about: import('./page').About | null, };

/** What a page must know before anything else. */
export type Hello = { version: string, games: Array<GameView>, min_elo: number, max_elo: number, max_lines: number,
/** What a search can have on this machine. */
max_threads: number,
/** In MiB. */
max_hash: number,
/** The address at which people at other machines are let in, if there is one. */
network: string | null,
/** The names of engines besides our own that can play and search. */
engines: Array<string>,
/** The endgame tables that there are. */
tables: Array<TablesOfGame>, };

/** One of the best lines. */
export type LineView = {
/** Which of them, from 1. */
multipv: number, depth: number, seldepth: number, score: ScoreView,
/** Whether the value is exact, and no mere bound. */
exact: boolean, nodes: number, nps: number,
/** Milliseconds. */
time: number, moves: Array<string>, sans: Array<string>, };

/** What a review says of a move. */
export type MoveReview = {
/** `inaccuracy`, `mistake` or `blunder`. */
judgement: import('./page').Judgement | null,
/** What it cost, in points of winning chance. */
loss: number, };

/** A legal move. */
export type MoveView = {
/** Coordinate notation. */
text: string, san: string, from: Place,
/** Where it goes, on the board that it starts from. */
to: Place,
/** Where it stands in the end. */
arrives: Place,
/** The ways there, where it is a chain of jumps: all squares from the first to the
 * last. */
routes: Array<Array<string>>,
/** The letter of what it becomes. */
promotion: string | null,
/** The squares of what it takes. */
takes: Array<Place>, changes: Array<Change>, event: EventView | null,
/** Pieces that a coming event would take after this move; only shortly before it. */
endangered: Array<Place> | null,
/** In words, without the side. */
says: string, };

/** How a game ended. */
export type NetworkEnd = {
/** `1-0`, `0-1` or `1/2-1/2`. */
result: string,
/** In words. */
says: string, };

/** A proposal that waits for an answer. */
export type NetworkProposal = {
/** Counts the proposals of a game, so that no answer meets another one. */
number: number,
/** Who proposes it. */
by: Side, } & ({ "what": "draw" } | { "what": "take_back" } | { "what": "agreement", squares: Array<string>, });

/** The time of each side, in milliseconds. */
export type NetworkTime = {
/** For the game. */
base: number,
/** Added after each move. */
increment: number, };

/** A game as one of its pages sees it. */
export type NetworkView = {
/** A name that no other game has. */
game_id: string,
/** The start, and the moves so far. */
line: GameLine,
/** The moves in SAN. */
sans: Array<string>,
/** The side of the page that is told; spectators have none. */
side: Side | null, time: NetworkTime | null,
/** What White's and Black's clock show now, in milliseconds. */
clocks: [number, number] | null,
/** Whose clock runs. */
running: Side | null,
/** What White and Black are called, where they have said so. */
names: [string | null, string | null],
/** Whether White and Black have a page open. */
present: [boolean, boolean],
/** How many pages only watch. */
spectators: number,
/** Whether both have been there. */
begun: boolean,
/** What one side proposes to the other. */
proposal: NetworkProposal | null,
/** Who wishes for a rematch. */
rematch: Side | null, over: NetworkEnd | null,
/** The addresses of the other player and of spectators; for the host alone. */
invitation: [string, string] | null, };

/** How a game ended. */
export type OutcomeView = {
/** `1-0`, `0-1` or `1/2-1/2`. */
result: string, winner: Side | null,
/** In words. */
says: string, };

/** A square of one of the boards. */
export type Place = { board: number, square: string, };

/** A position and all that can be done in it. */
export type PositionView = { fen: string, turn: Side,
/** The number of the move that is to be made. */
number: number, boards: BoardsView, check: CheckView | null,
/** None in a game that is over. */
moves: Array<MoveView>, forbidden: Array<ForbiddenView>, outcome: OutcomeView | null, countdown: CountdownView | null,
/** The kinds that White's and Black's men can become: letters and numbers. */
pools: [Array<[string, number]>, Array<[string, number]>] | null, quota: Quota | null, agreement: AgreementTerms | null,
/** White's and Black's number of pieces, where the last one decides. */
tally: [number, number] | null, };

/** A limit on how many men each side may have somewhere (Elolbian Chess: half of them
 * on the border). */
export type Quota = {
/** White's and Black's. */
sides: [QuotaOfSide, QuotaOfSide],
/** What it means for the side to move, in whole sentences. */
says: string, };

/** One side's part of a [`Quota`]. */
export type QuotaOfSide = {
/** Men that stand there. */
count: number,
/** All men. */
men: number,
/** Whether the limit holds for this side as the pieces stand. */
binds: boolean, };

/** An answer or a report. */
export type Reply = {
/** That of the request; 0 for what was not asked. */
id: number, } & ({ "type": "hello" } & Hello | { "type": "busy", says: string, } | { "type": "refused", says: string, } | { "type": "position" } & PositionView | { "type": "move", text: string, } | { "type": "engines", list: Array<EngineView>, } | { "type": "line" } & LineView | { "type": "done" } & DoneView | { "type": "reviewed" } & ReviewedView | { "type": "review_done", moves: Array<MoveReview>, } | { "type": "tables", known: TablesView | null, } | { "type": "draw_answer", accepted: boolean, says: string, } | { "type": "agreement_answer", accepted: boolean, text: string | null, says: string, } | { "type": "agreement_wish", squares: Array<string> | null, } | { "type": "composed", fen: string, } | { "type": "games", list: Array<GameSummary>, game: GameText | null, } | { "type": "pgn", text: string, } | { "type": "network_game", game: NetworkView | null, } | { "type": "network_closed", says: string, });

/** A position of a review. */
export type ReviewedView = {
/** After so many moves. */
ply: number,
/** How many positions there are. */
of: number, score: ScoreView,
/** The best line from here, in SAN and in coordinate notation. */
sans: Array<string>, moves: Array<string>, };

/** A rule that can be switched. */
export type RuleView = { name: string, default: boolean, };

/** A value, seen from White. */
export type ScoreView = {
/** Centipawns, unless a mate is seen. */
cp: number | null,
/** Moves to mate, negative if Black mates. */
mate: number | null,
/** White's chances: what a win, and half of what a draw is worth, in percent. */
chance: number, };

/** One of the sides. */
export type Side = "white" | "black";

/** A move in the endgame tables. */
export type TableMove = { text: string, san: string,
/** For the side that makes it, the move counted. */
value: TableValue, };

/** A result by best play. */
export type TableResult = "won" | "won_too_late" | "drawn" | "lost_too_late" | "lost";

/** What the endgame tables say to a side. */
export type TableValue = { result: TableResult,
/** Plies to the end by best play without the fifty-move rule, where the tables say that. */
plies: number | null,
/** Plies to the next move that sets the halfmove clock back, where the tables say that. */
zeroing: number | null, };

/** The endgame tables of a game. */
export type TablesOfGame = { game: string,
/** Pieces in the largest of them, kings included. */
men: number, };

/** What the endgame tables know of a position and its moves. */
export type TablesView = {
/** Of the position, for its side to move. */
value: TableValue,
/** Of each legal move, the best first. */
moves: Array<TableMove>, };

/** A move of a game with variations. */
export type TreeMove = {
/** The number of the move that it follows, counted from 1; 0 if it is a first one. */
after: number,
/** Coordinate notation, or an agreement. */
text: string,
/** SAN; not asked of the page. */
san: string,
/** Numeric annotation glyphs of PGN. */
nags: Array<number>,
/** What is said in front of it and behind it. */
introduction: string, comment: string,
/** What the comment says in words, without values and times; not asked of the page. */
words: string,
/** The value of the position after it. */
score: ScoreView | null, };
