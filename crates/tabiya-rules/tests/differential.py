# SPDX-License-Identifier: MIT OR Apache-2.0
"""The oracle of the differential tests: what python-chess says of positions and games. Needs python-chess 1.11 or later.

It reads lines and answers each with a line:

    FEN                      check, outcome, who can win by material, Polyglot's key, all legal moves as UCI=SAN=LAN
    game FEN | UCI UCI ...   after each move: how often the position stood (1, 3 or 5 and more), what may be claimed, the outcome

With --digest it answers `FEN<tab>digest` instead: the lines of `data/differential.tsv`.
"""

import sys

import chess
import chess.polyglot


def flag(value):
    return "1" if value else "0"


def ended(board):
    if board.is_checkmate():
        return "checkmate"
    if board.is_stalemate():
        return "stalemate"
    if board.is_insufficient_material():
        return "material"
    return "-"


def position(fen):
    board = chess.Board(fen, chess960=True)
    words = [flag(board.is_check()), ended(board)]
    words.append("".join(flag(not board.has_insufficient_material(color)) for color in chess.COLORS))
    words.append("%016x" % chess.polyglot.zobrist_hash(board))
    moves = ["%s=%s=%s" % (board.uci(move), board.san(move), board.lan(move)) for move in board.legal_moves]
    return " ".join(words + sorted(moves))


def game(line):
    fen, _, moves = line.partition(" | ")
    board = chess.Board(fen, chess960=True)
    answers = []
    for uci in moves.split():
        board.push_uci(uci)
        stood = 5 if board.is_fivefold_repetition() else 3 if board.is_repetition(3) else 1
        claim = flag(board.can_claim_threefold_repetition()) + flag(board.can_claim_fifty_moves())
        outcome = ended(board)
        if outcome == "-" and board.is_seventyfive_moves():
            outcome = "75"
        answers.append("%d%s%s" % (stood, claim, outcome))
    return " ".join(answers)


def digest(text):
    """FNV-1a, 64 bits."""
    value = 0xCBF29CE484222325
    for byte in text.encode():
        value = (value ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return "%016x" % value


for line in sys.stdin:
    line = line.rstrip("\n").partition("\t")[0]
    if line.startswith("game "):
        print(game(line[5:]))
    elif "--digest" in sys.argv:
        print("%s\t%s" % (line, digest(position(line))))
    else:
        print(position(line))
    sys.stdout.flush()
