"""Compares the functions of pyffish with pyffish-alice (PyPI) in random games of Alice Chess.

Of each position the legal moves, FEN, check, ends and results are compared, of some of its
moves SAN, LAN, capture, FEN and check, and of each game the SAN of all moves. Differences of the kinds that docs/python.md lists are counted; any other ends the
comparison. `python tests/compare_pyffish.py --positions 10000`
"""

import argparse
import collections
import random
import sys

import pyffish_alice as theirs

import galaverna as ours

VARIANT = "alice"
NOTATIONS = (ours.NOTATION_DEFAULT, ours.NOTATION_SAN, ours.NOTATION_LAN)

# What validate_fen of pyffish says of kings beside each other.
TOUCHING_KINGS = -9


class Different(Exception):
    """A difference that is not listed."""


def random_positions(count, rng):
    """Different positions of random games: start, moves, FEN of the position.

    Half of the games begin with few men, so that promotions and ends are among them.
    """
    seen = set()
    while len(seen) < count:
        start = theirs.start_fen(VARIANT) if rng.randrange(2) else few_men(rng)
        fen, moves = start, []
        for _ in range(160):
            legal = theirs.legal_moves(VARIANT, fen, [])
            without_clocks = fen.rsplit(" ", 2)[0]
            # Neighbours in a game are much alike: every third is enough.
            if (not legal or rng.randrange(3) == 0) and without_clocks not in seen:
                seen.add(without_clocks)
                yield start, moves[:], fen
                if len(seen) == count:
                    return
            if not legal:
                break
            moves.append(rng.choice(legal))
            fen = theirs.get_fen(VARIANT, fen, moves[-1:])


def few_men(rng):
    """A random position of up to eight men on both boards that both sides read."""
    while True:
        men = ["K", "k"] + rng.choices("QRBNPPPqrbnppp", k=rng.randrange(7))
        board = dict(zip(rng.sample(range(64), len(men)), men))
        if any(man in "Pp" and not 8 <= square < 56 for square, man in board.items()):
            continue
        ranks = []
        for rank in range(8):
            text = ""
            for file in range(8):
                man = board.get(8 * rank + file)
                text += rng.choice(["", "|"]) + man if man else "1"
            ranks.append(text)
        fen = f"{'/'.join(ranks)} w - - {rng.randrange(100)} {rng.randrange(1, 99)}"
        if ours.validate_fen(fen, VARIANT) == ours.FEN_OK:
            return ours.get_fen(VARIANT, fen, [])


def compare(start, moves, fen, rng, kinds):
    """Compares all functions in one position; counts what differs as listed."""

    def same(name, *arguments):
        mine = getattr(ours, name)(*arguments)
        their = getattr(theirs, name)(*arguments)
        if mine != their:
            raise Different(f"{name}{arguments}: {mine!r}, pyffish-alice {their!r}")
        return mine

    legal = ours.legal_moves(VARIANT, fen, [])
    expected = theirs.legal_moves(VARIANT, fen, [])
    if sorted(legal) != sorted(expected):
        raise Different(f"legal_moves in {fen}: {set(legal) ^ set(expected)}")
    same("get_fen", VARIANT, start, moves, False, False, False, 0)
    same("get_fen", VARIANT, fen, [], False, rng.choice([False, True]))
    valid = [module.validate_fen(fen, VARIANT, False) for module in (ours, theirs)]
    if valid != [ours.FEN_OK, theirs.FEN_OK]:
        if valid != [ours.FEN_OK, TOUCHING_KINGS]:
            raise Different(f"validate_fen of {fen}: {valid}")
        kinds["listed: kings beside each other on two boards"] += 1
    check = same("gives_check", VARIANT, fen, [])
    # Where the game goes on, theirs has no value.
    for end in (ours.is_immediate_game_end, theirs.is_immediate_game_end):
        if end(VARIANT, fen, [], False)[0]:
            raise Different(f"{end.__module__}.is_immediate_game_end in {fen}")
    for move in rng.sample(sorted(legal), min(len(legal), 3)):
        same("get_san", VARIANT, fen, move, False, rng.choice(NOTATIONS))
        same("is_capture", VARIANT, fen, [], move)
        same(rng.choice(["get_fen", "gives_check"]), VARIANT, fen, [move])
    same("get_san_moves", VARIANT, start, moves, False, rng.choice(NOTATIONS))

    if not legal:
        same("game_result", VARIANT, fen, [])
        kinds["mates" if check else "stalemates"] += 1
    optional = ours.is_optional_game_end(VARIANT, start, moves, False, 0)
    expected = theirs.is_optional_game_end(VARIANT, start, moves, False, 0)
    if optional[0] != expected[0] or optional[0] and optional != expected:
        if not (expected[0] and repeats_but_for_boards(start, moves)):
            raise Different(f"is_optional_game_end after {start} {moves}: {optional}, {expected}")
        kinds["listed: a repetition that is none"] += 1
    insufficient = ours.has_insufficient_material(VARIANT, fen, [])
    expected = theirs.has_insufficient_material(VARIANT, fen, [])
    if insufficient != expected:
        men = [letter for letter in fen.split()[0] if letter.isalpha() and letter not in "Kk"]
        bare = (not any(map(str.isupper, men)), not any(map(str.islower, men)))
        is_listed = all(expected) and set(men) <= set("BNbn") and insufficient == bare
        if not is_listed:
            raise Different(f"has_insufficient_material in {fen}: {insufficient}, {expected}")
        kinds["listed: minor pieces that can mate"] += 1
    kinds["positions"] += 1
    kinds["moves"] += len(legal)
    kinds["promotions"] += sum(len(move) == 5 for move in legal)
    kinds["castlings"] += sum(ours.get_san(VARIANT, fen, m).startswith("O-O") for m in legal)
    kinds["checks"] += check


def repeats_but_for_boards(start, moves):
    """Whether the last position occurs three times if one does not look which board a man
    is on: pyffish-alice's positions do not tell."""
    fens = [theirs.get_fen(VARIANT, start, moves[:count]) for count in range(len(moves) + 1)]
    blind = [fen.replace("|", "").rsplit(" ", 2)[0] for fen in fens]
    return blind.count(blind[-1]) >= 3


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1953)
    arguments = parser.parse_args()
    kinds = collections.Counter()
    try:
        rng = random.Random(arguments.seed)
        for position in random_positions(arguments.positions, rng):
            compare(*position, rng, kinds)
    except Different as difference:
        sys.exit(f"different: {difference}")
    print("the same:", ", ".join(f"{number} {kind}" for kind, number in kinds.items()))


if __name__ == "__main__":
    main()
