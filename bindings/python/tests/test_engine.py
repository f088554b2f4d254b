"""The engine. Nothing here waits for a time: searches that nobody stops would not end."""

import os
import signal
import subprocess
import sys
import threading

import galaverna
import pytest
from galaverna import Board, Engine

MATE_IN_ONE = ["e2e4", "d7d5", "f1e2", "d5e4"]


@pytest.mark.parametrize("variant", galaverna.variants())
def test_it_plays_every_game(variant):
    board, engine = Board(variant), Engine(hash=1)
    for _ in range(4):
        result = engine.play(board, nodes=500)
        assert result.san == board.san(result.move)
        assert result.line.moves[0] == result.move
        board.push(result.move)
    assert len(board.move_stack) == 4


def test_it_mates():
    board = Board("alice", moves=MATE_IN_ONE)
    result = Engine().play(board, depth=3)
    assert (result.move, result.san, result.line.mate, result.line.cp) == ("e2b5", "Bb5/A#", 1, None)
    board.push(result.move)
    over = Engine().play(board, depth=3)
    assert (over.move, over.san, over.ponder) == (None, None, None)


def test_lines_come_best_first():
    board = Board("iceage")
    lines = Engine().analyse(board, lines=3, depth=5)
    values = [line.cp for line in lines]
    assert len(lines) == 3 and values == sorted(values, reverse=True)
    assert len({line.moves[0] for line in lines}) == 3
    for line in lines:
        assert sum(line.wdl) == 1000 and line.depth >= 1 and line.nodes > 0
        assert len(line.sans) == len(line.moves)
        assert Board("iceage", moves=line.moves).move_stack == line.moves
    few = Engine().analyse(Board("chess", "7k/8/8/8/8/8/8/K7 w - - 0 1"), lines=5, depth=2)
    assert len(few) == 3


def test_it_keeps_to_the_rules_of_the_board():
    fen = "4k3/3p4/8/4|P3/8/8/8/4K3 b - - 0 1"
    first = {}
    for on in (True, False):
        board = Board("alice", fen, {"Alice_EnPassant": on}, ["d7d5"])
        lines = Engine().analyse(board, lines=20, depth=1)
        first[on] = {line.moves[0] for line in lines}
        assert first[on] == set(board.legal_moves)
    assert first[True] - first[False] == {"e5d6"}


def test_it_searches_the_same_nodes_each_time():
    board = Board("alice")
    nodes = [Engine().play(board, depth=6).line.nodes for _ in range(2)]
    assert nodes[0] == nodes[1]


def test_it_forgets():
    engine, board = Engine(), Board("chess")
    first = engine.play(board, depth=6).line.nodes
    engine.new_game()
    assert engine.play(board, depth=6).line.nodes == first


@pytest.mark.parametrize(
    "limits, message",
    [
        ({}, "nodes, time or depth"),
        ({"time": -1.0}, "negative"),
        ({"time": float("nan")}, "NaN"),
    ],
)
def test_searches_without_an_end_are_refused(limits, message):
    with pytest.raises(ValueError, match=message):
        Engine().play(Board(), **limits)


def test_options_are_checked():
    engine = Engine(hash=1)
    engine.set_option("Skill Level", 3)
    engine.set_option("UCI_LimitStrength", True)
    for name, value in [("Hash", 0), ("nothing", 1), ("Threads", "many")]:
        with pytest.raises(ValueError):
            engine.set_option(name, value)
    for arguments in ({"elo": 1}, {"hash": 0}, {"threads": 0}):
        with pytest.raises(ValueError):
            Engine(**arguments)
    with pytest.raises(ValueError, match="MultiPV"):
        engine.analyse(Board(), lines=0, depth=1)


def test_other_threads_go_on_and_can_stop_it():
    engine = Engine(hash=1)
    answers = []
    thread = threading.Thread(target=lambda: answers.append(engine.play(Board(), time=1e6)))
    thread.start()
    # This thread runs only because the search has let go of the interpreter. The other one
    # may not have begun yet: until it has, there is nothing to stop.
    while thread.is_alive():
        engine.stop()
        thread.join(0.01)
    assert answers[0].move in Board().legal_moves


def test_one_search_at_a_time():
    engine, seen = Engine(hash=1), []
    thread = threading.Thread(target=lambda: engine.play(Board(), time=1e6))
    thread.start()
    while not seen:
        try:
            engine.set_option("Skill Level", 20)
        except RuntimeError as error:
            seen.append(str(error))
    while thread.is_alive():
        engine.stop()
        thread.join(0.01)
    assert seen == ["the engine is thinking"]


@pytest.mark.skipif(os.name == "nt", reason="signals are sent otherwise there")
def test_control_c_ends_it():
    program = (
        # What runs in the background of a shell begins with Control-C ignored.
        "import signal\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "import galaverna\n"
        "try:\n"
        "    print('ready', flush=True)\n"
        "    galaverna.Engine().play(galaverna.Board(), time=1e6)\n"
        "except KeyboardInterrupt:\n"
        "    print('interrupted')\n"
    )
    process = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
    assert process.stdout.readline() == "ready\n"
    process.send_signal(signal.SIGINT)
    output, _ = process.communicate()
    assert (output, process.returncode) == ("interrupted\n", 0)
