// What the compiler must accept of programs that use the package, and, where it says so, refuse.

import Galaverna, { type Engine } from 'galaverna';
import Module, { Notation, type Board, type FairyStockfish } from 'galaverna/rules';

const engine: Engine = await Galaverna({ onError: (reason) => console.error(reason.length) });
const listener = (line: string) => line.length;
engine.addMessageListener(listener);
engine.removeMessageListener(listener);
engine.postMessage('uci');
engine.terminate();
// @ts-expect-error: commands are texts.
engine.postMessage(7);

let ffish: FairyStockfish | null = null;
new Module({ locateFile: (file, prefix) => prefix + file }).then((loaded) => { ffish = loaded; });
ffish = await Module();
const board: Board = new ffish.Board('alice', ffish.startingFen('alice'), false);
const san: string = board.sanMove('e2e4', Notation.SAN) + board.variationSan('e2e4', ffish.Notation.LAN, false);
const isOver: boolean = board.push('e2e4') && board.isGameOver(true);
const code: number = ffish.validateFen(board.fen(), board.variant());
const moves: string = ffish.readGamePGN('1. e4').mainlineMoves();
board.delete();
// @ts-expect-error: there is no such notation.
board.sanMove('e2e4', 10);
console.log(san, isOver, code, moves);
