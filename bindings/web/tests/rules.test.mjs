// The rules as ffish.js offers them.

import assert from 'node:assert/strict';
import test from 'node:test';

import { load, random } from './harness.mjs';

const { default: Module, Notation } = await load('rules.js');
const complaints = [];
const ffish = await new Module({ printErr: (text) => complaints.push(text) });

/** What programs for ffish call, each answered by the class of the boards. */
const BOARD = `delete legalMoves legalMovesSan numberLegalMoves push pushSan pop reset is960 fen setFen sanMove
  variationSan turn fullmoveNumber halfmoveClock gamePly hasInsufficientMaterial isInsufficientMaterial isGameOver
  result checkedPieces isCheck isBikjang isCapture moveStack pushMoves pushSanMoves pocket toString toVerboseString
  variant`.split(/\s+/);
const MODULE = `Board Notation Termination info setOption setOptionInt setOptionBool readGamePGN variants
  loadVariantConfig capturesToHand startingFen validateFen`.split(/\s+/);

test('there is all that ffish has', () => {
  assert.deepEqual(MODULE.filter((name) => !(name in ffish)), []);
  assert.deepEqual(BOARD.filter((name) => !(name in ffish.Board.prototype)), []);
  assert.equal(ffish.Notation, Notation);
  assert.equal(ffish.variants(), 'alice chess clupso elolbia iceage');
});

test('a game of Alice Chess to its mate and back', () => {
  const board = new ffish.Board('alice');
  assert.ok(board.push('e2e4'));
  assert.equal(board.fen(), 'rnbqkbnr/pppppppp/8/8/4|P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1');
  assert.equal(board.variationSan('d7d5 f1e2'), '1... d5 2. Be2');
  assert.equal(board.variationSan('d7d5 f1e2', Notation.LAN, false), 'd7-d5 Bf1-e2');
  board.pushSanMoves('d5 Be2');
  assert.ok(board.isCapture('d5e4') && !board.isCapture('d5d4'));
  assert.ok(board.pushSan('dxe4') && board.turn());
  assert.equal(board.gamePly(), 4);
  assert.equal(board.fullmoveNumber(), 3);
  assert.equal(board.halfmoveClock(), 0);
  assert.equal(board.sanMove('e2b5'), 'Bb5#');
  const moves = board.legalMoves().split(' ');
  assert.equal(board.numberLegalMoves(), moves.length);
  assert.equal(board.legalMovesSan().split(' ')[moves.indexOf('e2b5')], 'Bb5#');
  assert.deepEqual([board.isGameOver(), board.result()], [false, '*']);
  board.push('e2b5');
  assert.deepEqual([board.isGameOver(), board.result(), board.legalMoves()], [true, '1-0', '']);
  assert.deepEqual([board.isCheck(), board.checkedPieces()], [true, 'e8']);
  assert.equal(board.moveStack(), 'e2e4 d7d5 f1e2 d5e4 e2b5');
  board.pop();
  assert.deepEqual([board.isCheck(), board.checkedPieces(), board.moveStack()], [false, '', 'e2e4 d7d5 f1e2 d5e4']);
  assert.equal(board.toString().split('\n')[4], '. . . . p . . .');
  assert.ok(board.toVerboseString().includes(board.fen()));
  board.reset();
  assert.equal(board.fen(), ffish.startingFen('alice'));
});

test('en passant in Alice Chess is as on pychess.org until it is switched on', () => {
  const fen = 'rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1';
  const captures = () => {
    const board = new ffish.Board('alice', fen);
    board.pushMoves('c2c4');
    return board.legalMoves().split(' ').includes('d4c3');
  };
  // The pawn that has passed stands on the other board; the capturing one must stand there too.
  const other = fen.replace('3p', '3|p');
  const there = (on) => {
    ffish.setOption('Alice_EnPassant', on);
    const board = new ffish.Board('alice', other);
    board.pushMoves('c2c4');
    return board.legalMoves().split(' ').includes('d4c3');
  };
  assert.ok(!captures() && !there(false) && there(true) && there('true') && !there('false'));
  assert.throws(() => ffish.setOption('Hash', true), /^Error: no rule 'Hash'/);
  assert.throws(() => ffish.setOptionInt('Hash', 1), /^Error: no rule/);
});

test('what is no legal move is answered as ffish does, and said', () => {
  const board = new ffish.Board();
  complaints.length = 0;
  assert.deepEqual([board.push('e2e5'), board.pushSan('Qh7'), board.isCapture('e1e8')], [false, false, false]);
  assert.deepEqual([board.sanMove('e2e5'), board.variationSan('e2e4 e2e4')], ['', '']);
  assert.equal(complaints.length, 5);
  assert.equal(complaints[0], "illegal move 'e2e5'");
  assert.equal(board.moveStack(), '');
});

test('draws that somebody has to claim are no end until then', () => {
  const board = new ffish.Board('chess');
  board.pushMoves('g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8');
  assert.deepEqual([board.isGameOver(), board.result()], [false, '*']);
  assert.deepEqual([board.isGameOver(true), board.result(true)], [true, '1/2-1/2']);
  board.setFen('4k3/8/8/8/8/8/8/4K3 w - - 0 1');
  assert.deepEqual([board.isGameOver(), board.isInsufficientMaterial()], [true, true]);
});

test('games are read from PGN', () => {
  const game = ffish.readGamePGN('[White "Ann"]\n[Variant "Alice"]\n\n1. e4 d5 2. Be2 {so} dxe4 3. Bb5# 1-0');
  assert.equal(game.headerKeys(), 'White Variant');
  assert.deepEqual([game.headers('White'), game.headers('Black')], ['Ann', '']);
  assert.equal(game.mainlineMoves(), 'e2e4 d7d5 f1e2 d5e4 e2b5');
  game.delete();
  assert.equal(ffish.readGamePGN('').mainlineMoves(), '');
  assert.throws(() => ffish.readGamePGN('1. e4 e5 2. Qa7 *'), /^Error: move 2: illegal move 'Qa7'$/);
  assert.throws(() => ffish.readGamePGN('[Variant "go"]\n\n*'), /^Error: unknown variant 'go'$/);
});

test('what cannot be is an Error of one line, and everything goes on', () => {
  const board = new ffish.Board('iceage');
  const before = board.fen();
  for (const [what, why] of [
    [() => new ffish.Board('go'), /no variant 'go'/],
    [() => new ffish.Board('chess', 'nonsense'), /./],
    [() => new ffish.Board(7), /a variant must be a string, not number/],
    [() => new ffish.Board('alice', '', true), /has no Chess960/],
    [() => ffish.startingFen('go'), /no variant 'go'/],
    [() => board.setFen('8/8/8 w - - 0 1'), /./],
    [() => board.pop(), /there is no move to take back/],
    [() => board.push(undefined), /a move must be a string, not undefined/],
    [() => board.pushMoves('e2e3 e2e3'), /illegal move/],
    [() => board.sanMove('e2e3', Notation.JANGGI), /no notation 6/],
    [() => board.sanMove('e2e3', 'SAN'), /not understood/],
  ]) {
    assert.throws(what, (error) => error instanceof Error && why.test(error.message) && !error.message.includes('\n'));
  }
  assert.deepEqual([board.fen(), board.moveStack()], [before, '']);
});

test('whatever a function is given, the module lives', () => {
  const board = new ffish.Board('elolbia');
  const functions = [
    ...BOARD.filter((name) => name !== 'delete').map((name) => board[name].bind(board)),
    ...MODULE.filter((name) => !/^[A-Z]/.test(name)).map((name) => ffish[name]),
    (...values) => new ffish.Board(...values),
  ];
  const odd = [undefined, null, NaN, -1, 2 ** 64, {}, [], '', '\0', '\ud800', '\n', 'é', '8/8', 'a1'.repeat(10_000), 'exchange:'];
  for (const run of functions) {
    for (const value of odd) {
      try {
        run(value, value, value);
      } catch (error) {
        assert.ok(error instanceof Error);
        assert.doesNotMatch(error.message, /has failed|\n/);
      }
    }
  }
  assert.equal(board.reset() ?? board.fen(), ffish.startingFen('elolbia'));
});

test('a board that was deleted says so', () => {
  const board = new ffish.Board('clupso');
  board.delete();
  board.delete();
  const calls = BOARD.filter((name) => !['delete', 'is960', 'isBikjang', 'pocket'].includes(name));
  for (const name of calls) {
    assert.throws(() => board[name]('', 1), /^Error: the board was deleted$/, name);
  }
});

test('Chess960 castles by the square of the rook', () => {
  const fen = '4k3/8/8/8/8/8/8/R3K2R w HA - 0 1';
  const board = new ffish.Board('chess', fen, true);
  assert.ok(board.is960() && !new ffish.Board().is960());
  assert.equal(board.sanMove('e1h1'), 'O-O');
  assert.ok(!board.isCapture('e1h1') && board.pushSan('O-O-O'));
  assert.equal(board.moveStack(), 'e1a1');
  assert.deepEqual([true, false].map((is960) => ffish.validateFen(fen, 'chess', is960)), [1, -5]);
});

test('configurations make no variants, which is said', () => {
  complaints.length = 0;
  ffish.loadVariantConfig('# nothing\n[alice:chess]\n');
  assert.deepEqual(complaints, []);
  ffish.loadVariantConfig('[tictactoe]\nmaxRank = 3\n[mine:chess]\n');
  assert.deepEqual(complaints, ['these variants cannot be made: tictactoe mine']);
});

test('random games of every variant go forth and back', () => {
  const next = random(23);
  for (const variant of ffish.variants().split(' ')) {
    const board = new ffish.Board(variant);
    const fens = [];
    while (fens.length < 80 && !board.isGameOver()) {
      const moves = board.legalMoves().split(' ');
      const sans = board.legalMovesSan().split(' ');
      const chosen = next(moves.length);
      const fen = board.fen();
      assert.equal(ffish.validateFen(fen, variant), 1, fen);
      assert.equal(new ffish.Board(variant, fen).fen(), fen);
      fens.push(fen);
      assert.ok(next(2) ? board.push(moves[chosen]) : board.pushSan(sans[chosen]), `${fen}: ${sans[chosen]}`);
    }
    assert.equal(board.moveStack().split(' ').length, fens.length);
    for (const fen of fens.reverse()) {
      board.pop();
      assert.equal(board.fen(), fen);
    }
  }
});
