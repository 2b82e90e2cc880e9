# SPDX-License-Identifier: AGPL-3.0-or-later
"""A Tabiya server for clients that are driven from Python."""

import io
import os
import subprocess

import chess.pgn
import requests


class Server:
    """A server with an empty data folder, and its accounts."""

    def __init__(self, program, folder):
        self.program = program
        self.data = os.path.join(folder, "data")
        command = [self.program, "serve", "--data", self.data, "--listen", "127.0.0.1:0"]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        self.url = None
        for line in self.process.stdout:
            words = [word.strip("/.,") for word in line.split() if word.startswith("http://")]
            if words:
                self.url = words[0]
                break
        assert self.url, "the server starts"

    def token(self, name, scopes):
        subprocess.run([self.program, "user", "add", name, "--data", self.data], check=True, capture_output=True)
        command = [self.program, "token", name, "--scope", scopes, "--data", self.data]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()[-1]

    def get(self, path, **named):
        return requests.get(self.url + path, timeout=30, headers={"Accept": "application/json"}, **named).json()

    def pgn(self, game):
        text = requests.get(f"{self.url}/game/export/{game}", timeout=30).text
        read = chess.pgn.read_game(io.StringIO(text))
        assert read is not None and not read.errors, text
        return read
