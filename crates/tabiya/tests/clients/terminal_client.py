# SPDX-License-Identifier: AGPL-3.0-or-later
"""cli-chess, unchanged, plays a game against the computer of a Tabiya server, by the keys that a person would press. Run on
demand; the program is not part of this project.

Usage: terminal_client.py TABIYA CLI_CHESS
with the paths of both programs. cli-chess comes from the Python package index, with all that this script needs:
    python -m venv VENV && VENV/bin/pip install cli-chess==1.8.0
    VENV/bin/python terminal_client.py target/debug/tabiya VENV/bin/cli-chess
"""

import fcntl
import os
import pty
import select
import shutil
import signal
import struct
import sys
import tempfile
import termios
import time

import chess
import requests

from tabiya_server import Server

TABIYA, CLI_CHESS = map(os.path.abspath, sys.argv[1:3])
PATIENCE = 60
DOWN, RIGHT, START, ENTER = b"\x1b[B", b"\x1b[C", b"\x1bOP", b"\r"


class Terminal:
    """cli-chess in a terminal of its own, whose screen is kept as text with escape sequences."""

    def __init__(self, folder, *arguments):
        self.process, self.end = pty.fork()
        if self.process == 0:
            os.environ.update(HOME=folder, XDG_CONFIG_HOME=folder, TERM="xterm-256color")
            os.execv(CLI_CHESS, [CLI_CHESS, *arguments])
        fcntl.ioctl(self.end, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 130, 0, 0))
        self.screen = b""

    def read(self, seconds):
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            if select.select([self.end], [], [], 0.1)[0]:
                text = os.read(self.end, 65536)
                self.screen += text
                if b"\x1b[6n" in text:
                    # The program asks where the cursor is.
                    os.write(self.end, b"\x1b[1;1R")

    def press(self, *keys):
        for key in keys:
            os.write(self.end, key)
            self.read(1)

    def type(self, text):
        self.press(text.encode(), ENTER)

    def until(self, what, found):
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            result = found()
            if result:
                return result
            self.read(0.5)
        raise AssertionError(f"waited in vain for {what}:\n" + self.screen[-3000:].decode(errors="replace"))

    def stop(self):
        os.kill(self.process, signal.SIGKILL)
        os.waitpid(self.process, 0)


def play(server, terminal, headers):
    """Begins a game, plays two moves, resigns; returns how the game ended."""
    playing = lambda: requests.get(server.url + "/api/account/playing", headers=headers, timeout=30).json()["nowPlaying"]
    terminal.until("the menu", lambda: b"Online Games" in terminal.screen)
    # Online games, then "Play vs Computer".
    terminal.press(DOWN, RIGHT, DOWN, DOWN, START)
    game = terminal.until("a game", playing)[0]["gameId"]
    for number in range(2):
        mine = terminal.until("the turn", lambda: [row for row in playing() if row["isMyTurn"]])[0]
        board = chess.Board(mine["fen"])
        move = next(iter(sorted(board.legal_moves, key=lambda move: move.uci())))
        terminal.type(board.san(move))
        played = lambda: server.get(f"/game/export/{game}")["moves"].split()
        wanted = board.san(move)
        terminal.until(f"move {number + 1}, {wanted}", lambda: wanted in played())
    # The program asks whether it is meant.
    terminal.type("resign")
    terminal.type("resign")
    terminal.until("the end", lambda: not playing())
    read = server.pgn(game)
    return f"{read.headers['White']} - {read.headers['Black']}, {read.end().ply()} half-moves, {read.headers['Result']}"


def main():
    folder = tempfile.mkdtemp(prefix="tabiya-terminal-")
    server = Server(TABIYA, folder)
    terminal = None
    try:
        token = server.token("ann", "board:play,challenge:read,challenge:write")
        terminal = Terminal(folder, "--base-url", server.url, "--token", token)
        print("cli-chess against the computer:", play(server, terminal, {"Authorization": f"Bearer {token}"}))
    finally:
        if terminal:
            terminal.stop()
        server.process.terminate()
        server.process.wait()
    shutil.rmtree(folder)


main()
