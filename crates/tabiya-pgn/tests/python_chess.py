# SPDX-License-Identifier: MIT OR Apache-2.0
"""What python-chess reads in PGN files, for examples/last_positions.rs. Needs python-chess 1.11 or later.

The files' paths are lines of standard input. For each game it writes a line of fields with tabs between them: the line's number,
the bytes at which its text begins and ends, "chess", "chess960" or another variant's name, the last position of the main line
in Shredder-FEN, "tags" or "bare", and what python-chess has found wrong with it (empty: nothing).

A line may also be a path and two numbers with tabs between them. Then only the bytes between these numbers are read, as one game:
without its blank lines, at which python-chess would end it.
"""
import re
import sys

import chess
import chess.pgn


class Lines:
    """The lines of a file; it knows how many bytes were read."""

    def __init__(self, data):
        self.offset = 0
        if data.startswith(b"\xef\xbb\xbf"):
            self.offset, data = 3, data[3:]
        try:
            data.decode("utf-8")
            self.encoding = "utf-8"
        except UnicodeDecodeError:
            self.encoding = "latin-1"
        self.lines = iter(re.findall(rb"[^\r\n]*(?:\r\n|\n|\r)|[^\r\n]+", data))

    def readline(self):
        line = next(self.lines, b"")
        self.offset += len(line)
        return re.sub(r"(\r\n|\r|\n)\Z", "\n", line.decode(self.encoding))


def last_position(game):
    """The main line's end, and the faults that python-chess has noted."""
    node = game.end()
    board = node.board()
    return board.shredder_fen(en_passant="legal"), " ".join(str(error) for error in game.errors)


def games(request):
    path, *part = request.split("\t")
    with open(path, "rb") as file:
        data = file.read()
    if part:
        data = data[int(part[0]) : int(part[1])]
        data = b"\n".join(line.strip() for line in data.splitlines() if line.strip())
    lines = Lines(data)
    while True:
        start = lines.offset
        try:
            game = chess.pgn.read_game(lines)
        except Exception as error:  # Some texts make python-chess raise; it then has read nothing.
            yield start, lines.offset, "chess", "-", "tags", f"raised {error!r}"
            continue
        if game is None:
            return
        try:
            variant = game.headers.variant()
            is_chess = variant is chess.Board
            name = ("chess960" if game.headers.is_chess960() else "chess") if is_chess else variant.uci_variant
        except ValueError:
            name = "unknown"
        if name not in ("chess", "chess960"):
            yield start, lines.offset, name, "-", "tags", ""
            continue
        try:
            fen, faults = last_position(game)
        except Exception as error:
            fen, faults = "-", f"raised {error!r}"
        # The result after the moves becomes a header, too.
        headers = {name: value for name, value in game.headers.items() if name != "Result"}
        tags = "tags" if any(value.strip("?.") for value in headers.values()) else "bare"
        yield start, lines.offset, name, fen, tags, faults


def main():
    # What is wrong with a game is in its errors; the log would only repeat it.
    chess.pgn.LOGGER.disabled = True
    for number, request in enumerate(sys.stdin.read().splitlines()):
        for fields in games(request):
            text = "\t".join(re.sub(r"\s+", " ", str(field)) for field in fields)
            print(number, text, sep="\t")


main()
