"""Plays whole games over the bot APIs of lichess and of pychess, from the challenge to mate.

The servers' part is played here, on loopback; the opponent moves at random. The bot is the
engine behind a small client that drives it by python-chess, as lichess-bot does, or behind
lichess-bot and pychess-bot themselves, where their folders are given. Both take their
configuration from docs/bots.md.
"""

import argparse
import http.server
import itertools
import json
import os
import pathlib
import queue
import random
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request

import chess
import chess.engine
import pyffish_alice

BOT = "galaverna"
TOKEN = "a-token"
GAME = "game0001"

# Seconds after which a bot that does nothing any more has failed.
HANG = 240

# Milliseconds on each clock, and for each move.
CLOCK, INCREMENT = 20_000, 100

# Nobody plays at random for so long.
MOST_PLIES = 600


class AliceBoard:
    """Alice Chess as pychess plays it, with what chess.engine asks of a board."""

    uci_variant = "alice"
    chess960 = False

    def __init__(self, fen=None):
        self.start = fen or pyffish_alice.start_fen("alice")
        self.move_stack = []

    def texts(self):
        return [move.uci() for move in self.move_stack]

    def fen(self, **_):
        return pyffish_alice.get_fen("alice", self.start, self.texts())

    @property
    def turn(self):
        return self.fen().split()[1] == "w"

    def root(self):
        return AliceBoard(self.start)

    def copy(self, stack=True):
        if not stack:
            return AliceBoard(self.fen())
        copied = AliceBoard(self.start)
        copied.move_stack = list(self.move_stack)
        return copied

    def push(self, move):
        self.move_stack.append(move)

    def pop(self):
        return self.move_stack.pop()

    def push_uci(self, text):
        move = self.parse_uci(text)
        self.push(move)
        return move

    def parse_uci(self, text):
        if text not in pyffish_alice.legal_moves("alice", self.start, self.texts()):
            raise chess.IllegalMoveError(f"{text} in {self.fen()}")
        return chess.Move.from_uci(text)

    @property
    def legal_moves(self):
        texts = pyffish_alice.legal_moves("alice", self.start, self.texts())
        return [chess.Move.from_uci(text) for text in texts]

    def is_checkmate(self):
        return not self.legal_moves and pyffish_alice.gives_check("alice", self.start, self.texts())

    def is_over(self):
        ended, _ = pyffish_alice.is_optional_game_end("alice", self.start, self.texts())
        return ended or not self.legal_moves


class ChessBoard(chess.Board):
    def is_over(self):
        return self.is_game_over()


class Site:
    """A server with one challenge for the bot, who has White or Black in the game."""

    board_class = ChessBoard
    variant = {"key": "standard", "name": "Standard", "short": "Std"}

    def __init__(self, bot_is_white, seed):
        self.board = self.board_class()
        self.bot_is_white = bot_is_white
        self.random = random.Random(seed)
        self.clocks = {True: CLOCK, False: CLOCK}
        self.moved_at = None
        self.events, self.states = queue.Queue(), queue.Queue()
        self.events.put(self.challenge())
        self.result = queue.Queue()
        self.has_named_games = False
        site = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self):
                site.answer_get(self)

            def do_POST(self):
                site.answer_post(self)

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self.server.server_port}/"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self):
        self.server.shutdown()
        self.server.server_close()

    # What the server says.

    def challenge(self):
        color = "black" if self.bot_is_white else "white"
        return {
            "type": "challenge",
            "challenge": {
                "id": GAME,
                "status": "created",
                "challenger": {"id": "somebody", "name": "Somebody", "title": None, "rating": 1500},
                "destUser": {"id": BOT, "name": BOT, "title": "BOT", "rating": 2000},
                "variant": self.variant,
                "rated": False,
                "speed": "blitz",
                "timeControl": {"type": "clock", "limit": CLOCK // 1000, "increment": 0},
                "color": color,
                "finalColor": color,
                "perf": {"name": "Blitz"},
            },
        }

    def game_start(self):
        opponent = {"id": "somebody", "username": "Somebody", "rating": 1500}
        return {"type": "gameStart", "game": {"id": GAME, "gameId": GAME, "opponent": opponent}}

    def state(self):
        return {
            "type": "gameState",
            "moves": " ".join(move.uci() for move in self.board.move_stack),
            "wtime": self.clocks[True],
            "btime": self.clocks[False],
            "winc": INCREMENT,
            "binc": INCREMENT,
            "wdraw": False,
            "bdraw": False,
            "status": "started",
        } | self.outcome()

    def outcome(self):
        """How the game has ended; nothing while it has not."""
        if not self.board.is_over():
            return {}
        if not self.board.is_checkmate():
            return {"status": "draw"}
        return {"status": "mate", "winner": "black" if self.board.turn else "white"}

    def game_full(self):
        bot = {"id": BOT, "name": BOT, "title": "BOT", "rating": 2000}
        other = {"id": "somebody", "name": "Somebody", "rating": 1500}
        white, black = (bot, other) if self.bot_is_white else (other, bot)
        return {
            "type": "gameFull",
            "id": GAME,
            "variant": self.variant,
            "clock": {"initial": CLOCK, "increment": INCREMENT},
            "speed": "blitz",
            "perf": {"name": "Blitz"},
            "rated": False,
            "createdAt": int(time.time() * 1000),
            "white": white,
            "black": black,
            "initialFen": "startpos",
            "state": self.state(),
        }

    def say_state(self):
        self.states.put(self.state())
        if self.board.is_over():
            self.states.put(None)

    # The game.

    def start(self):
        if not self.bot_is_white:
            self.reply()
        self.moved_at = time.monotonic()
        self.states.put(self.game_full())
        self.events.put(self.game_start())

    def reply(self):
        moves = sorted(self.board.legal_moves, key=lambda move: move.uci())
        self.board.push(self.random.choice(moves))

    def move(self, text):
        """Plays the bot's move and the answer to it; raises if it is not legal."""
        if self.board.turn != self.bot_is_white or self.board.is_over():
            raise ValueError(f"{text}: it is not the bot's turn")
        self.board.push_uci(text)
        used = int((time.monotonic() - self.moved_at) * 1000)
        # A slow machine loses no game on time.
        left = self.clocks[self.bot_is_white] - used + INCREMENT
        self.clocks[self.bot_is_white] = max(left, 1000)
        self.say_state()
        if not self.board.is_over():
            self.reply()
            self.moved_at = time.monotonic()
            self.say_state()
        if len(self.board.move_stack) > MOST_PLIES:
            self.result.put(f"no end after {MOST_PLIES} plies")
        elif self.board.is_over():
            self.result.put(self.outcome())

    # Requests.

    def answer_get(self, request):
        path = request.path.split("?")[0]
        if not self.is_authorized(request):
            return
        if path == "/api/account":
            self.send(request, {"id": BOT, "username": BOT, "title": "BOT", "perfs": {}})
        elif path == "/api/account/playing":
            self.send(request, {"nowPlaying": []})
        elif path == "/api/stream/event":
            self.has_named_games |= "X-PyChess-Bot-Capabilities" in request.headers
            self.stream(request, self.events)
        elif path == f"/api/bot/game/stream/{GAME}":
            self.stream(request, self.states)
        elif path == f"/api/bot/game/{GAME}/chat":
            self.send(request, [])
        else:
            self.send(request, {"error": f"no such page: {path}"}, 404)

    def answer_post(self, request):
        path = request.path.split("?")[0]
        body = request.rfile.read(int(request.headers.get("Content-Length") or 0)).decode()
        if path == "/api/token/test":
            user = {"scopes": "bot:play", "userId": BOT, "expires": None}
            self.send(request, {TOKEN: user if body == TOKEN else None})
            return
        if not self.is_authorized(request):
            return
        game = f"/api/bot/game/{GAME}/"
        if path == f"/api/challenge/{GAME}/accept":
            self.send(request, {"ok": True})
            self.start()
        elif path.startswith(f"{game}move/"):
            try:
                self.move(path.rsplit("/", 1)[1])
                self.send(request, {"ok": True})
            except ValueError as error:
                self.result.put(f"the bot's move is refused: {error}")
                self.send(request, {"error": str(error)}, 400)
        elif path == f"{game}chat":
            self.send(request, {"ok": True})
        else:
            # It declines, aborts or resigns, or asks for what there is not.
            self.result.put(f"the bot does what it should not: {path} {body}")
            self.send(request, {"ok": True})

    def is_authorized(self, request):
        if request.headers.get("Authorization") == f"Bearer {TOKEN}":
            return True
        self.send(request, {"error": "no such token"}, 401)
        return False

    def send(self, request, content, status=200):
        data = json.dumps(content).encode()
        request.send_response(status)
        request.send_header("Content-Type", "application/json")
        request.send_header("Content-Length", str(len(data)))
        request.end_headers()
        request.wfile.write(data)

    def stream(self, request, lines):
        """Sends lines as they come, up to None, and an empty one where none does."""
        request.send_response(200)
        request.send_header("Content-Type", "application/x-ndjson")
        request.send_header("Transfer-Encoding", "chunked")
        request.end_headers()
        try:
            line = {}
            while line is not None:
                try:
                    line = lines.get(timeout=2)
                except queue.Empty:
                    line = self.ping
                text = (json.dumps(line) if line else "") + "\n"
                # A chunk of no length is the end.
                text = text if line is not None else ""
                request.wfile.write(f"{len(text):x}\r\n{text}\r\n".encode())
                request.wfile.flush()
        except OSError:
            pass  # Whoever listened has gone.

    ping = {}


class Pychess(Site):
    """pychess says less than lichess: neither clock nor winner, nor that a game is over."""

    board_class = AliceBoard
    variant = {"key": "alice", "name": "alice"}
    ping = {"type": "ping"}

    def game_start(self):
        return {"type": "gameStart", "game": {"id": GAME, "skill_level": "0", "chess960": "False"}}

    def game_full(self):
        full = super().game_full()
        for name in ("clock", "speed", "perf", "rated"):
            del full[name]
        return full | {"initialFen": self.board.start}

    def say_state(self):
        started = self.state() | {"status": "started"}
        started.pop("winner", None)
        self.states.put(started)
        if self.board.is_over():
            self.states.put({"type": "gameEnd", "game": {"id": GAME}})
            self.states.put(None)


class Client:
    """Drives the engine as lichess-bot does, and speaks its part of the API."""

    def __init__(self, site, engine, options):
        self.site, self.command, self.options = site, engine, options

    def open(self, path, data=None):
        url = self.site.url + path.lstrip("/")
        headers = {
            "Authorization": f"Bearer {TOKEN}",
            "X-PyChess-Bot-Capabilities": '{"version": 1, "variants": ["standard", "alice"]}',
        }
        data = None if data is None else data.encode()
        request = urllib.request.Request(url, data, headers)
        return urllib.request.urlopen(request, timeout=HANG)

    def post(self, path, data=""):
        with self.open(path, data) as response:
            return json.load(response)

    def lines(self, path):
        with self.open(path) as response:
            for line in response:
                if line.strip():
                    yield json.loads(line)

    def run(self):
        assert "bot:play" in self.post("/api/token/test", TOKEN)[TOKEN]["scopes"]
        for event in self.lines("/api/stream/event"):
            if event["type"] == "challenge":
                self.post(f"/api/challenge/{event['challenge']['id']}/accept")
            elif event["type"] == "gameStart":
                self.play(event["game"]["id"])
                return

    def play(self, game_id):
        lines = self.lines(f"/api/bot/game/stream/{game_id}")
        full = next(lines)
        is_white = full["white"]["name"] == BOT
        engine = chess.engine.SimpleEngine.popen_uci(self.command, timeout=HANG)
        try:
            engine.configure(self.options)
            opponent = chess.engine.Opponent("Somebody", None, 1500, False)
            engine.send_opponent_information(opponent=opponent, engine_rating=2000)
            board = self.site.board_class()
            moved = None
            for state in itertools.chain([full["state"]], lines):
                if state["type"] == "gameState":
                    moved = self.turn(engine, board, is_white, state, moved)
            engine.ping()
        finally:
            engine.quit()

    def turn(self, engine, board, is_white, state, moved):
        """Moves if it is the bot's turn, once in each position; the moves it has answered."""
        moves = state["moves"]
        if moves == moved or state["status"] != "started":
            return moved
        for text in moves.split()[len(board.move_stack) :]:
            board.push_uci(text)
        if board.turn != is_white or board.is_over():
            return moved
        limit = chess.engine.Limit(
            white_clock=state["wtime"] / 1000,
            black_clock=state["btime"] / 1000,
            white_inc=state["winc"] / 1000,
            black_inc=state["binc"] / 1000,
        )
        played = engine.play(board, limit, info=chess.engine.INFO_ALL, ponder=True)
        assert "score" in played.info, played.info
        assert "score" in played.info, played.info
        self.post(f"/api/bot/game/{GAME}/move/{played.move.uci()}?offeringDraw=false")
        return moves


def configurations():
    """The files config.yml of docs/bots.md: lichess's, and pychess's."""
    document = pathlib.Path(__file__).parents[2] / "docs" / "bots.md"
    blocks = re.findall(r"```yaml\n(.*?)```", document.read_text(), re.DOTALL)
    assert len(blocks) == 2, "docs/bots.md has another number of configurations"
    return [re.sub("^   ", "", block, flags=re.MULTILINE) for block in blocks]


def engine_options(configuration):
    """What stands below uci_options, but for what would load a machine with other work."""
    lines = configuration.split("  uci_options:\n", 1)[1].splitlines()
    options = {}
    for line in lines:
        if not line.startswith("    "):
            break
        name, value = line.strip().split(": ")
        options[name] = {"true": True, "false": False}.get(value) if value.isalpha() else int(value)
    return options | {"Threads": 1, "Hash": 16}


def run_client(folder, site, engine, configuration):
    """Runs lichess-bot or its like, up to the end of the game."""
    engine = pathlib.Path(engine).resolve()
    replaced = {
        "token": f'"{TOKEN}"',
        "url": f'"{site.url}"',
        "  dir": f'"{engine.parent}"',
        "  name": f'"{engine.name}"',
        "    Threads": "1",
        "    Hash": "16",
    }
    for name, value in replaced.items():
        configuration, count = re.subn(f"(?m)^{name}: .*$", f"{name}: {value}", configuration)
        assert count == 1, name
    with tempfile.TemporaryDirectory() as scratch:
        scratch = pathlib.Path(scratch)
        (scratch / "config.yml").write_text(configuration)
        # As docs/bots.md has it for pychess-bot; nothing else looks for it.
        (scratch / "pyffish.py").write_text("from pyffish_alice import *\n")
        process = subprocess.Popen(
            [sys.executable, "lichess-bot.py", "--config", scratch / "config.yml", "-v"],
            cwd=folder,
            env=os.environ | {"PYTHONPATH": str(scratch)},
            stdout=(scratch / "log").open("w"),
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        try:
            return site.result.get(timeout=HANG)
        except queue.Empty:
            return (scratch / "log").read_text()
        finally:
            process.send_signal(signal.SIGINT)
            try:
                process.wait(timeout=20)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--engine", default="target/release/galaverna")
    parser.add_argument("--lichess-bot", help="its folder")
    parser.add_argument("--pychess-bot", help="its folder")
    arguments = parser.parse_args()

    clients = [(Site, arguments.lichess_bot), (Pychess, arguments.pychess_bot)]
    for (site_class, folder), configuration in zip(clients, configurations()):
        for bot_is_white in (True, False):
            site = site_class(bot_is_white, seed=1)
            try:
                if folder:
                    result = run_client(folder, site, arguments.engine, configuration)
                else:
                    options = engine_options(configuration)
                    Client(site, arguments.engine, options).run()
                    result = site.result.get(timeout=HANG)
            finally:
                site.close()
            color = "white" if bot_is_white else "black"
            assert result == {"status": "mate", "winner": color}, result
            client = pathlib.Path(folder).resolve().name if folder else "python-chess"
            name, plies = site.variant["key"], len(site.board.move_stack)
            print(f"{client}, {name}: {color} mates after {plies} plies")
            if site_class is Pychess and not site.has_named_games:
                print(f"  {client} does not name its games; pychess wants it to")


if __name__ == "__main__":
    main()
