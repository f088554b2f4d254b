"""Lets the engine win won positions of endings, with Syzygy tables, against a defender
that always chooses the way the tables call longest:

    python tests/scripts/win_endings.py PROGRAM FOLDER KBNvK KQvKR

FOLDER has the tables (tests/scripts/fetch_syzygy.sh brings those of four men). From 200
random positions of each ending that are won under the fifty-move rule, it is counted how
many games the engine wins at 10 ms a move. It needs python-chess.
"""

import random
import sys

import chess
import chess.engine
import chess.syzygy

POSITIONS = 200
SECONDS = 0.01


def won_position(material, tables, chance):
    """A random position of this material that the side to move wins in time."""
    white, black = material.split("v")
    while True:
        board = chess.Board(None)
        board.turn = chance.choice(chess.COLORS)
        men = [chess.Piece.from_symbol(letter) for letter in white + black.lower()]
        for piece, square in zip(men, chance.sample(chess.SQUARES, len(men))):
            board.set_piece_at(square, piece)
        if board.is_valid() and not board.is_game_over() and tables.probe_wdl(board) == 2:
            return board


def longest_defence(board, tables):
    """The move after which the tables see progress latest."""

    def length(move):
        board.push(move)
        dtz, is_progress = tables.probe_dtz(board), board.halfmove_clock == 0
        board.pop()
        # A draw is best, and then what is lost latest.
        return 1000 if dtz <= 0 else 0 if is_progress else dtz

    return max(board.legal_moves, key=length)


def is_drawn(board):
    """As a referee sees it, and not as somebody could claim it with a move to come."""
    return board.is_repetition(3) or board.halfmove_clock >= 100


def main():
    program, folder, *endings = sys.argv[1:]
    engine = chess.engine.SimpleEngine.popen_uci(program)
    engine.configure({"SyzygyPath": folder})
    tables = chess.syzygy.open_tablebase(folder)
    for material in endings:
        chance = random.Random(0)
        won, longest, failures = 0, 0, []
        for number in range(POSITIONS):
            board = won_position(material, tables, chance)
            start, attacker = board.fen(), board.turn
            while not (board.is_game_over() or is_drawn(board)):
                if board.turn == attacker:
                    limit = chess.engine.Limit(time=SECONDS)
                    board.push(engine.play(board, limit, game=number).move)
                else:
                    board.push(longest_defence(board, tables))
            longest = max(longest, board.ply())
            if board.is_checkmate() and board.turn != attacker:
                won += 1
            else:
                failures.append(f"{start}: {board.fen()}")
        print(f"{material}: {won} of {POSITIONS} won, the longest in {longest} plies", flush=True)
        print("\n".join(failures), end="\n" if failures else "")
    engine.quit()


if __name__ == "__main__":
    main()
