"""Compares the legal moves of Alice Chess with Fairy-Stockfish's Alice branch.

Plays random games with pyffish-alice (PyPI) and asks the engine, one process for
all, for the moves of each position over UCI. En passant is off, as the peer does
not have it. Stops at the first difference.
"""

import argparse
import collections
import random
import subprocess
import sys

import pyffish_alice

VARIANT = "alice"


class Engine:
    """A UCI engine that is asked for legal moves."""

    def __init__(self, command):
        self.process = subprocess.Popen(
            [command], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )
        self.send("uci")
        options = self.read_until("uciok")
        for name in ("UCI_Variant", "Alice_EnPassant"):
            if not any(f"option name {name} type" in line for line in options):
                raise RuntimeError(f"the engine has no option {name}")
        self.send(f"setoption name UCI_Variant value {VARIANT}")
        self.send("setoption name Alice_EnPassant value false")
        self.send("ucinewgame")
        self.send("isready")
        self.read_until("readyok")

    def send(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def read_until(self, start):
        """The lines before the one that begins with `start`, and that one."""
        lines = []
        for line in self.process.stdout:
            lines.append(line.strip())
            if lines[-1].startswith(start):
                return lines
        raise RuntimeError(f"the engine ended; '{start}' expected after {lines[-5:]}")

    def legal_moves(self, fen):
        """The moves that `go perft 1` lists; each must count once."""
        self.send(f"position fen {fen}")
        self.send("go perft 1")
        lines = self.read_until("Nodes searched:")
        total = int(lines.pop().split(":")[1])
        moves = []
        for line in lines:
            move, colon, count = line.partition(": ")
            if not colon or not count.isdigit():
                continue
            if count != "1":
                raise RuntimeError(f"perft 1 of {fen}: '{line}'")
            moves.append(move)
        if total != len(moves) or total != len(set(moves)):
            raise RuntimeError(f"perft 1 of {fen}: {total} nodes, {len(moves)} moves")
        return set(moves)

    def quit(self):
        self.send("quit")
        if self.process.wait(timeout=10) != 0:
            raise RuntimeError(f"the engine ended with {self.process.returncode}")


def random_positions(count, rng):
    """Different positions of random games as pairs of FEN and legal moves.

    Finished games are among them: a position without moves.
    """
    seen = set()
    while True:
        fen = pyffish_alice.start_fen(VARIANT)
        for _ in range(160):
            moves = pyffish_alice.legal_moves(VARIANT, fen, [])
            without_clocks = fen.rsplit(" ", 2)[0]
            # Neighbours in a game are much alike: every third is enough.
            if (not moves or rng.randrange(3) == 0) and without_clocks not in seen:
                seen.add(without_clocks)
                yield fen, set(moves)
                if len(seen) == count:
                    return
            if not moves:
                break
            fen = pyffish_alice.get_fen(VARIANT, fen, [rng.choice(moves)])


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--engine", default="target/release/galaverna")
    parser.add_argument("--positions", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1953)
    arguments = parser.parse_args()

    engine = Engine(arguments.engine)
    rng = random.Random(arguments.seed)
    kinds = collections.Counter()
    for fen, expected in random_positions(arguments.positions, rng):
        found = engine.legal_moves(fen)
        if found != expected:
            print(f"different moves in {fen}")
            print("  only Galaverna:", " ".join(sorted(found - expected)) or "none")
            print("  only pyffish-alice:", " ".join(sorted(expected - found)) or "none")
            sys.exit(1)
        kinds["positions"] += 1
        kinds["moves"] += len(expected)
        kinds["finished games"] += not expected
        kinds["promotions"] += sum(len(move) == 5 for move in expected)
    engine.quit()
    print("the same:", ", ".join(f"{number} {kind}" for kind, number in kinds.items()))


if __name__ == "__main__":
    main()
