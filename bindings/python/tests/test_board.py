"""The board."""

import copy
import pickle
import random
import xml.dom.minidom

import galaverna
import pytest
from galaverna import BLACK, WHITE, Board


@pytest.mark.parametrize("variant", galaverna.variants())
def test_random_games_can_be_played_and_taken_back(variant):
    rng = random.Random(7)
    board = Board(variant)
    boards = [board.copy()]
    while not board.is_game_over() and len(boards) < 120:
        move = rng.choice(board.legal_moves)
        san, lan = board.san(move), board.lan(move)
        assert san and lan and board.parse_san(san) == move and board.is_legal(move)
        check = board.gives_check(move)
        assert board.push_san(san) == move and board.peek() == move
        assert board.is_check() == check
        assert Board(variant, board.fen()) == board
        boards.append(board.copy())
    assert Board(variant, moves=board.move_stack) == board
    assert (board.result() == "*") == (board.outcome() is None)
    while board.move_stack:
        assert board == boards.pop()
        board.pop()
    assert board == Board(variant) and board.fen() == galaverna.start_fen(variant)
    with pytest.raises(IndexError):
        board.pop()
    with pytest.raises(IndexError):
        board.peek()


def test_san_of_alice_chess_with_and_without_boards():
    board = Board("alice")
    line = ["e2e4", "d7d5", "f1e2"]
    assert board.variation_san(line) == "1. e4/B d5/B 2. Be2/B"
    assert board.variation_san(line, boards=False) == "1. e4 d5 2. Be2"
    assert (board.san("g1f3"), board.san("g1f3", boards=False)) == ("Nf3/B", "Nf3")
    assert board.lan("g1f3") == "Ng1-f3"
    assert board.move_stack == []


def test_ends():
    mate = Board("alice", moves=["e2e4", "d7d5", "f1e2", "d5e4", "e2b5"])
    outcome = mate.outcome()
    assert (outcome.winner, outcome.termination, outcome.result()) == (WHITE, "checkmate", "1-0")
    assert mate.is_checkmate() and mate.is_check() and mate.is_game_over()
    stalemate = Board("chess", "7k/5Q2/8/8/8/8/8/K7 b - - 0 1")
    assert stalemate.is_stalemate() and stalemate.outcome().winner is None
    assert stalemate.result() == "1/2-1/2" and stalemate.turn == BLACK
    lost = Board("clupso", "8/8/8/8/8/8/8/M7 b - - 0 1")
    assert lost.outcome().winner == WHITE and lost.outcome() == lost.copy().outcome()
    assert Board("chess", "4k3/8/8/8/8/8/8/4KB2 w - - 0 1").has_insufficient_material(WHITE)
    assert not Board("alice", "4k3/8/8/8/8/8/8/4KB2 w - - 0 1").has_insufficient_material(WHITE)


def test_boards_are_compared_by_position():
    there, again = Board("chess"), Board("chess")
    for move in ["g1f3", "g8f6", "f3g1", "f6g8"]:
        there.push(move)
    assert there != again
    again.set_fen(there.fen())
    assert there == again and hash(there) == hash(again) and len({there, again}) == 1
    assert Board("chess") != Board("clupso") and Board("chess") != "chess"
    assert Board("alice") != Board("alice", rules={"Alice_EnPassant": False})


def test_copies_go_their_own_way():
    board = Board("alice", rules={"Alice_EnPassant": False}, moves=["e2e4"])
    for other in (copy.copy(board), copy.deepcopy(board), pickle.loads(pickle.dumps(board))):
        assert other == board and other.move_stack == ["e2e4"]
        assert other.rules == {"Alice_EnPassant": False}
        other.push("d7d5")
        assert board.move_stack == ["e2e4"]
    bare = board.copy(stack=False)
    assert bare == board and bare.move_stack == [] and bare.start_fen() == board.fen()


def test_refusals_change_nothing():
    board = Board("alice", moves=["e2e4"])
    before = board.copy()
    for move in ["e2e4", "", "e7", "O-O", "e7e5q", "\N{SNOWMAN}", "0000", "exchange:a1a2a3/a4a5a6"]:
        assert not board.is_legal(move)
        for refuse in (board.push, board.push_uci, board.san, board.is_capture):
            with pytest.raises(ValueError):
                refuse(move)
    for fen in ["8/8", "k7/8/8/8/8/8/8/8 w - - 0 1", "\N{SNOWMAN}"]:
        with pytest.raises(ValueError, match="FEN"):
            board.set_fen(fen)
    assert board == before and board.move_stack == before.move_stack
    with pytest.raises(ValueError, match="no variant 'go'"):
        Board("go")
    for variant, rule in [("alice", "x"), ("alice", "UCI_Chess960"), ("chess", "Alice_EnPassant")]:
        with pytest.raises(ValueError, match=f"has no rule '{rule}'"):
            Board(variant, rules={rule: True})


def test_chess960_is_a_rule():
    fen = "bqnbrkrn/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKRN w GEge - 0 1"
    board = Board("chess", fen, {"UCI_Chess960": True}, ["g2g4", "g7g5", "h1g3", "h8g6"])
    assert board.push_san("O-O") == "f1g1"
    assert galaverna.Engine(hash=1).play(board, nodes=500).move in board.legal_moves


def test_agreements_of_elolbian_chess():
    board = Board("elolbia", "k4b2/8/mmmmm3/8/8/4MMMM/7M/K1B5 b - - 17 40")
    board.push("exchange:h2h3g3/e6b6c6")
    assert board.turn == BLACK and "q" in board.fen()
    assert board.pop() == "exchange:h2h3g3/e6b6c6" and board.halfmove_clock == 17


@pytest.mark.parametrize("variant", galaverna.variants())
def test_notebooks_show_a_picture(variant):
    board = Board(variant)
    document = xml.dom.minidom.parseString(board._repr_svg_())
    frames = [g for g in document.getElementsByTagName("g") if g.hasAttribute("transform")]
    assert len(frames) == (2 if variant == "alice" else 1)
    assert board.svg(WHITE) == board._repr_svg_() != board.svg(BLACK)


def test_texts():
    board = Board("chess")
    assert repr(board) == f"Board('chess', '{board.fen()}')"
    assert str(board).count("p") >= 8
    assert (board.variant, board.title, board.fullmove_number) == ("chess", "Orthodox chess", 1)
