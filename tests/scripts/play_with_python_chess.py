"""Lets python-chess referee complete games of orthodox chess over UCI.

The engine plays Stockfish with White and with Black, and then itself. Every move
is checked by python-chess, which also decides when the game is over.
"""

import argparse
import sys

import chess
import chess.engine
import chess.pgn

LIMIT = chess.engine.Limit(time=0.02)

# The fifty-move rule and repetition end games long before.
MOST_PLIES = 1000


def start_engine(command):
    """An engine that answers to UCI, as weak as it can be set."""
    engine = chess.engine.SimpleEngine.popen_uci(command, timeout=20)
    weakest = {"Skill Level": 0, "Threads": 1, "Hash": 16}
    engine.configure({name: weakest[name] for name in weakest if name in engine.options})
    return engine


def play(white, black):
    """Plays one game and returns it; raises if a rule or the protocol is broken."""
    board = chess.Board()
    game_id = object()
    while not board.is_game_over(claim_draw=True):
        if board.ply() >= MOST_PLIES:
            raise RuntimeError(f"no end after {MOST_PLIES} plies: {board.fen()}")
        engine = white if board.turn == chess.WHITE else black
        played = engine.play(board, LIMIT, game=game_id, info=chess.engine.INFO_BASIC)
        if played.move is None or not board.is_legal(played.move):
            raise RuntimeError(f"'{played.move}' is not a legal move in {board.fen()}")
        board.push(played.move)
    game = chess.pgn.Game.from_board(board)
    game.headers["White"] = white.id.get("name", "?")
    game.headers["Black"] = black.id.get("name", "?")
    game.headers["Result"] = board.result(claim_draw=True)
    return game, board.outcome(claim_draw=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--engine", default="target/release/galaverna")
    parser.add_argument("--opponent", default="/usr/games/stockfish")
    arguments = parser.parse_args()

    pairings = [
        (arguments.engine, arguments.opponent),
        (arguments.opponent, arguments.engine),
        (arguments.engine, arguments.engine),
    ]
    for commands in pairings:
        players = []
        try:
            players.extend(start_engine(command) for command in commands)
            game, outcome = play(*players)
        finally:
            for player in players:
                player.quit()
        assert outcome is not None and game.headers["Result"] in ("1-0", "0-1", "1/2-1/2")
        print(game, file=sys.stderr)
        names = f"{game.headers['White']} – {game.headers['Black']}"
        reason = outcome.termination.name.lower().replace("_", " ")
        print(f"{names}: {outcome.result()} ({reason}), {game.end().ply()} plies")


if __name__ == "__main__":
    main()
