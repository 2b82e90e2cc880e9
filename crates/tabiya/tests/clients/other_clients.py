# SPDX-License-Identifier: AGPL-3.0-or-later
"""lichess-bot and BotLi, unchanged, play rated games on a Tabiya server: each against a person, from challenge to export,
and then against each other, by matchmaking of their own. Run on demand; neither program is part of this project.

Usage: other_clients.py TABIYA LICHESS_BOT BOTLI
with the path of the program `tabiya` and the folders of both clients' sources. The Python that runs this has what both need:
    pip install -r LICHESS_BOT/requirements.txt "aiohttp==3.14.1" "prompt-toolkit==3.0.52" psutil tenacity
"""

import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time

import chess
import requests
import yaml

from tabiya_server import Server

TABIYA, LICHESS_BOT, BOTLI = map(os.path.abspath, sys.argv[1:4])
PATIENCE = 900


def engine(folder):
    """Our engine, as a program without arguments."""
    path = os.path.join(folder, "engine.sh")
    with open(path, "w", encoding="utf-8") as file:
        file.write(f'#!/bin/sh\nexec "{TABIYA}" uci\n')
    os.chmod(path, 0o755)
    return path


def lichess_bot(server, folder, token):
    with open(os.path.join(LICHESS_BOT, "config.yml.default"), encoding="utf-8") as file:
        config = yaml.safe_load(file)
    config |= {"token": token, "url": server.url + "/", "move_overhead": 200}
    config["engine"] |= {"dir": folder, "name": "engine.sh", "ponder": False}
    config["engine"]["uci_options"] = {"Hash": 16}
    config["engine"]["go_commands"] = {"movetime": 100}
    config["challenge"] |= {"concurrency": 2}
    path = os.path.join(folder, "lichess-bot.yml")
    with open(path, "w", encoding="utf-8") as file:
        yaml.safe_dump(config, file)
    command = [sys.executable, "lichess-bot.py", "-u", "--config", path, "--disable_auto_logging"]
    return command, LICHESS_BOT


def botli(server, folder, token, *commands):
    with open(os.path.join(BOTLI, "config.yml.default"), encoding="utf-8") as file:
        config = yaml.safe_load(file)
    config |= {"token": token, "url": server.url, "books": {}}
    own = {"dir": folder, "name": "engine.sh", "ponder": False, "silence_stderr": False, "move_overhead_multiplier": 1.0}
    config["engines"] = {"standard": own | {"uci_options": {"Hash": 16}, "limits": {"time": 0.1}}}
    config["matchmaking"] |= {"delay": 10, "timeout": 5, "types": {"blitz": {"tc": "3+1", "max_rating_diff": 2000}}}
    config["challenge"]["concurrency"] = 2
    path = os.path.join(folder, "botli.yml")
    with open(path, "w", encoding="utf-8") as file:
        yaml.safe_dump(config, file)
    return [sys.executable, "user_interface.py", "--config", path, "--upgrade", *commands], BOTLI


class Running:
    """A client that runs until it is stopped; what it prints is kept."""

    def __init__(self, folder, name, command, source):
        # In a copy, so that its sources stay as they are.
        copy = os.path.join(folder, name)
        shutil.copytree(source, copy, ignore=shutil.ignore_patterns(".git"))
        self.log = os.path.join(folder, name + ".log")
        with open(self.log, "w", encoding="utf-8") as log:
            # A group of its own: lichess-bot has children that outlive it.
            self.process = subprocess.Popen(
                command, cwd=copy, stdin=subprocess.PIPE, stdout=log, stderr=log, start_new_session=True
            )

    def stop(self):
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def tail(self):
        with open(self.log, encoding="utf-8", errors="replace") as log:
            return "".join(log.readlines()[-40:])


def until(what, found, clients):
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        result = found()
        if result:
            return result
        for client in clients:
            assert client.process.poll() is None, f"a client has stopped:\n{client.tail()}"
        time.sleep(0.5)
    raise AssertionError(f"waited in vain for {what}:\n" + "\n\n".join(client.tail() for client in clients))


def against_a_person(server, person, name, client):
    """A rated game of a person who plays random moves; returns its end."""
    headers = {"Authorization": f"Bearer {person}"}
    until(f"{name} to be here", lambda: server.get(f"/api/users/status?ids={name}")[0].get("online"), [client])
    wish = {"rated": "true", "clock.limit": 180, "clock.increment": 1, "color": "white", "keepAliveStream": "true"}
    asked = requests.post(f"{server.url}/api/challenge/{name}", data=wish, headers=headers, stream=True, timeout=60)
    lines = (json.loads(line) for line in asked.iter_lines() if line)
    game = next(lines)["id"]
    answer = next(lines)
    assert answer == {"done": "accepted"}, f"{answer}\n{client.tail()}"
    chance, said = random.Random(7), set()
    stream = requests.get(f"{server.url}/api/board/game/stream/{game}", headers=headers, stream=True, timeout=60)
    for line in stream.iter_lines():
        if not line:
            continue
        event = json.loads(line)
        if event["type"] == "chatLine":
            said.add(event["username"])
        state = event.get("state", event)
        if state.get("status") != "started":
            continue
        board = chess.Board()
        for move in state["moves"].split():
            board.push_uci(move)
        if board.turn == chess.WHITE and not board.is_game_over():
            move = chance.choice(list(board.legal_moves))
            requests.post(f"{server.url}/api/board/game/{game}/move/{move}", headers=headers, timeout=30).raise_for_status()
    read = server.pgn(game)
    assert read.headers["Event"].startswith("Rated") and read.headers["Result"] in ("1-0", "0-1", "1/2-1/2"), read.headers
    rated = lambda: server.get(f"/api/user/{name}")["perfs"]["blitz"]["games"] > 0
    until(f"the game of {name} to be rated", rated, [client])
    return f"{read.headers['Result']} after {read.end().ply()} half-moves, talked: {sorted(said)}"


def against_each_other(server, clients):
    """A rated game that one bot has begun and the other has accepted."""
    def over():
        lines = requests.get(f"{server.url}/api/games/user/botli?vs=lichessbot", headers={"Accept": "application/x-ndjson"}, timeout=30).text
        games = [json.loads(line) for line in lines.splitlines() if line]
        return next((game for game in games if game["status"] != "aborted"), None)

    game = until("a game of both bots", over, clients)
    assert game["rated"], game
    read = server.pgn(game["id"])
    return f"{read.headers['White']} {read.headers['Result']} {read.headers['Black']}, {game['status']} after {read.end().ply()} half-moves"


def main():
    folder = tempfile.mkdtemp(prefix="tabiya-clients-")
    server = Server(TABIYA, folder)
    clients = []
    try:
        engine(folder)
        person = server.token("Ann", "board:play,challenge:write,challenge:read")
        one, two = (server.token(name, "bot:play,challenge:read,challenge:write") for name in ("Lichessbot", "Botli"))
        first = Running(folder, "lichess-bot", *lichess_bot(server, folder, one))
        clients.append(first)
        print("lichess-bot against a person:", against_a_person(server, person, "lichessbot", first), flush=True)
        second = Running(folder, "botli-accepts", *botli(server, folder, two))
        clients.append(second)
        print("BotLi against a person:", against_a_person(server, person, "botli", second), flush=True)
        second.stop()
        clients.remove(second)
        second = Running(folder, "botli-matches", *botli(server, folder, two, "matchmaking"))
        clients.append(second)
        print("both against each other:", against_each_other(server, clients), flush=True)
    finally:
        for client in clients:
            client.stop()
        server.process.terminate()
        server.process.wait()
    shutil.rmtree(folder)


main()
