"""The functions that have pyffish's names."""

import galaverna
import pytest

START = galaverna.start_fen("alice")
MATE = ["e2e4", "d7d5", "f1e2", "d5e4", "e2b5"]


def test_a_game_by_pyffish():
    """What pyffish-alice 0.0.3 answers to the same calls."""
    after = "rnbqkbnr/ppp1pppp/8/3|p4/4|P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"
    for arguments in ([], [False], [0, 0], [False, False, True], [False, False, False, 3]):
        assert galaverna.get_fen("alice", START, MATE[:2], *arguments) == after
    sans = galaverna.get_san_moves("alice", START, MATE, False, galaverna.NOTATION_SAN)
    assert sans == ["e4", "d5", "Be2", "dxe4", "Bb5#"]
    assert galaverna.get_san("alice", START, "g1f3", False, galaverna.NOTATION_LAN) == "Ng1-f3"
    assert len(galaverna.legal_moves("alice", START, [])) == 20
    assert galaverna.legal_moves("alice", START, MATE) == []
    assert galaverna.gives_check("alice", START, MATE)
    assert galaverna.is_capture("alice", START, MATE[:3], "d5e4")
    assert galaverna.game_result("alice", START, MATE) == -galaverna.VALUE_MATE
    assert galaverna.is_immediate_game_end("alice", START, MATE) == (False, 0)
    assert galaverna.is_optional_game_end("alice", START, MATE, False, 0) == (False, 0)
    assert galaverna.has_insufficient_material("alice", START, []) == (False, False)
    assert galaverna.validate_fen(START, "alice", False) == galaverna.FEN_OK
    assert galaverna.piece_to_partner("alice", START, []) == ""
    assert not galaverna.two_boards("alice") and not galaverna.captures_to_hand("alice")


def test_optional_ends_are_draws():
    shuffle = ["g1f3", "g8f6", "f3g1", "f6g8"]
    assert galaverna.is_optional_game_end("chess", "startpos", 2 * shuffle) == (True, 0)
    assert galaverna.is_optional_game_end("chess", "startpos", shuffle) == (False, 0)


def test_the_same_squares_on_other_boards_are_no_repetition():
    """pyffish-alice takes them for one: after twelve plies it counts three."""
    fen = "4k3/7p/8/8/8/8/7P/R3K3 w - - 0 1"
    round_trip = ["a1a2", "e8d8", "a2a3", "d8d7", "a3a1", "d7e8"]
    assert galaverna.get_fen("alice", fen, round_trip).startswith("4|k3/7p/8/8/8/8/7P/|R3K3 w")
    assert galaverna.is_optional_game_end("alice", fen, 2 * round_trip) == (False, 0)
    assert galaverna.is_optional_game_end("alice", fen, 4 * round_trip) == (True, 0)


def test_a_variant_ends_at_once():
    frozen = "rnbqkbnr/8/8/8/8/8/8/RNBQ1BNR w - - 0 1"
    lost = (True, -galaverna.VALUE_MATE)
    assert galaverna.is_immediate_game_end("iceage", frozen, []) == lost
    assert galaverna.game_result("iceage", frozen, []) == lost[1]


def test_alice_is_without_en_passant_until_it_is_switched_on():
    fen, move = "4k3/3p4/8/4|P3/8/8/8/4K3 b - - 0 1", "e5d6"
    assert move not in galaverna.legal_moves("alice", fen, ["d7d5"])
    galaverna.set_option("Alice_EnPassant", True)
    try:
        assert move in galaverna.legal_moves("alice", fen, ["d7d5"])
    finally:
        galaverna.set_option("Alice_EnPassant", "false")
    assert move not in galaverna.legal_moves("alice", fen, ["d7d5"])
    assert move in galaverna.Board("alice", fen, moves=["d7d5"]).legal_moves


@pytest.mark.parametrize(
    "call, message",
    [
        (lambda: galaverna.start_fen("shogi"), "no variant 'shogi'"),
        (lambda: galaverna.legal_moves("alice", START, ["e2e5"]), "illegal move 'e2e5'"),
        (lambda: galaverna.legal_moves("alice", "x", []), "FEN placement"),
        (lambda: galaverna.get_san("alice", START, "e2e5"), "illegal move"),
        (lambda: galaverna.get_san("alice", START, "e2e4", False, 6), "no notation 6"),
        (lambda: galaverna.is_capture("alice", START, [], "\0"), "is not a move"),
        (lambda: galaverna.legal_moves("alice", START, [], True), "no Chess960"),
        (lambda: galaverna.validate_fen("", "shogi"), "no variant"),
        (lambda: galaverna.set_option("Contempt", 1), "no such option: 'Contempt'"),
        (lambda: galaverna.set_option("Hash", "x"), "does not take 'x'"),
        (lambda: galaverna.load_variant_config("[nochess:chess]"), "no variant can be defined"),
    ],
)
def test_what_is_wrong_is_said(call, message):
    with pytest.raises(ValueError, match=message.replace("[", r"\[")):
        call()


def test_wrong_types_are_refused():
    with pytest.raises(TypeError):
        galaverna.legal_moves("alice", START, "e2e4")
    with pytest.raises(TypeError):
        galaverna.legal_moves("alice", START, [1])


def test_chess960():
    fen = "bqnbrkrn/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKRN w GEge - 0 1"
    moves = ["g2g4", "g7g5", "h1g3", "h8g6"]
    assert "f1g1" in galaverna.legal_moves("chess", fen, moves, True)
    sans = galaverna.get_san_moves("chess", fen, moves + ["f1g1"], True)
    assert sans[-1] == "O-O"
    assert galaverna.validate_fen(fen, "chess", True) == galaverna.FEN_OK
    assert galaverna.validate_fen(fen, "chess", False) == -5


def test_who_and_what_it_is():
    assert galaverna.info() == "Galaverna " + ".".join(map(str, galaverna.version()))
    assert galaverna.set_option("Hash", 16) is None
    assert galaverna.load_variant_config("# nothing\n") is None
