# SPDX-License-Identifier: AGPL-3.0-or-later
"""Checks the reasons of `tabiya analyse` by the rules of python-chess, and none of ours. Needs python-chess 1.11 or later.

    check.py TABIYA PGN [--games N] [--skip N] [--nodes N] [--threads N] [--minutes N] [--show N] [--seed N]

The first N games of the file, behind those that are skipped, are analysed, each position with so many nodes. A reason is a claim in words, so its words are
read here, and what they say is looked up on the board or played out: a mate by trying every reply, an exchange by every order
of captures on the square, material by counting. A claim that does not hold is printed with its position; then the program ends
with 1. A mate that takes too many positions to find out counts as undecided. After so many minutes no further game is looked
at. With --show so many reasons, drawn at random from the seed, are printed with their lines for people to read.
"""
import argparse
import collections
import itertools
import json
import random
import re
import subprocess
import sys
import threading
import time

import chess

PAWNS = {chess.PAWN: 1, chess.KNIGHT: 3, chess.BISHOP: 3, chess.ROOK: 5, chess.QUEEN: 9, chess.KING: 0}
ROLES = {name: role for role, name in enumerate(chess.PIECE_NAMES) if name}
TIMES = {"once": 1, "twice": 2}
# Positions that are looked at for one mate.
MOST = 150_000
# In moves. Whether there is no shorter mate, and whether there was a way out, is looked at up to this length.
SHORT = 2


class TooMany(Exception):
    """A mate takes more positions than are looked at."""


class Prover:
    """Forced mates, by trying every reply."""

    def __init__(self):
        self.left = MOST

    def mates(self, board, moves, first=None):
        """Whether the side to move mates in so many moves at most."""
        own = list(board.legal_moves)
        own.sort(key=lambda move: (move != first, not board.gives_check(move)))
        for move in own:
            if moves == 1 and not board.gives_check(move):
                continue
            self.left -= 1
            if self.left < 0:
                raise TooMany
            board.push(move)
            replies = list(board.legal_moves)
            if replies:
                found = moves > 1 and all(self.after(board, reply, moves - 1) for reply in replies)
            else:
                found = board.is_check()
            board.pop()
            if found:
                return True
        return False

    def after(self, board, reply, moves):
        board.push(reply)
        found = self.mates(board, moves)
        board.pop()
        return found

    def all_lose(self, board, moves):
        """Whether the side to move is mated in so many moves at most, whatever it plays."""
        replies = list(board.legal_moves)
        return bool(replies) and all(self.after(board, reply, moves) for reply in replies)


def exchange(board, square):
    """What the side to move wins in pawns by captures on this square, where both sides may stop. Every legal capture is tried."""
    best = 0
    victim = board.piece_type_at(square)
    if victim is None:
        return 0
    for move in board.generate_legal_captures(to_mask=chess.BB_SQUARES[square]):
        won = PAWNS[victim] + (PAWNS[move.promotion] - 1 if move.promotion else 0)
        board.push(move)
        best = max(best, won - exchange(board, square))
        board.pop()
    return best


def capture(board, move):
    """What this capture wins in pawns, if the exchange on its square goes on as well as it can for both."""
    victim = board.piece_type_at(move.to_square)
    won = PAWNS[victim] if victim else int(board.is_en_passant(move))
    if move.promotion:
        won += PAWNS[move.promotion] - 1
    board.push(move)
    won -= exchange(board, move.to_square)
    board.pop()
    return won


def taken_on(board, move):
    """Where what this move takes stands, also where it is taken en passant."""
    if board.is_en_passant(move):
        return chess.square(chess.square_file(move.to_square), chess.square_rank(move.from_square))
    return move.to_square


def material(board, color):
    count = lambda side: sum(PAWNS[role] * len(board.pieces(role, side)) for role in PAWNS)
    return count(color) - count(not color)


def wins(board, pawns):
    """Whether the side to move wins so many pawns by one exchange or promotion."""
    tactical = [move for move in board.legal_moves if board.is_capture(move) or move.promotion]
    return any(capture(board, move) >= pawns for move in tactical)


def is_at_rest(board):
    """Nobody is in check, the side to move wins nothing by one exchange, and the other side does not threaten to win two pawns."""
    if board.is_check() or not any(board.legal_moves):
        return False
    passed = board.copy(stack=False)
    passed.push(chess.Move.null())
    return not wins(board, 1) and not wins(passed, 2)


class Move:
    """A move with what was found before and after it."""

    def __init__(self, board, uci, before, after):
        self.board = board
        self.move = chess.Move.from_uci(uci)
        self.mover = board.turn
        self.then = board.copy(stack=False)
        self.then.push(self.move)
        # The better line begins in the position, the opponent's behind the move.
        self.better = line(board, before)
        self.played = line(self.then, after)


def line(board, found):
    board, moves = board.copy(stack=False), []
    for text in found[0]["moves"] if found else []:
        move = board.parse_san(text)
        moves.append(move)
        board.push(move)
    return moves


def behind(board, moves):
    board = board.copy(stack=False)
    for move in moves:
        board.push(move)
    return board


def allows_mate(it, moves):
    moves = int(moves)
    prover = Prover()
    if not prover.mates(it.then, moves, it.played[0] if it.played else None):
        return "there is no mate in so many moves"
    shorter = min(moves - 1, SHORT)
    if shorter and Prover().mates(it.then, shorter):
        return "there is a shorter mate"
    if moves <= SHORT and Prover().all_lose(it.board, moves):
        return "every move allows it"
    return None


def misses_mate(it, moves):
    moves = int(moves)
    if not Prover().mates(it.board, moves, it.better[0] if it.better else None):
        return "there is no mate in so many moves"
    if it.then.is_checkmate():
        return "the move mates"
    shorter = min(moves - 1, SHORT)
    if shorter and Prover().mates(it.board, shorter):
        return "there is a shorter mate"
    if 1 < moves <= SHORT + 1 and Prover().all_lose(it.then, moves - 1):
        return "the move mates as soon"
    return None


def stalemate(it):
    return None if it.then.is_stalemate() else "it is none"


def number(text):
    return TIMES.get(text) or int(text.removesuffix(" times"))


def hangs(it, word, role, square, attacked, defended, pinned_role, pinned):
    square, role = chess.parse_square(square), ROLES[role]
    then = it.then
    if then.piece_at(square) != chess.Piece(role, it.mover):
        return "it does not stand there"
    if attacked:
        if len(then.attackers(not it.mover, square)) != number(attacked):
            return f"it is attacked {len(then.attackers(not it.mover, square))} times"
        defenders = 0 if defended == "not defended" else number(defended.removeprefix("defended "))
        if len(then.attackers(it.mover, square)) != defenders:
            return f"it is defended {len(then.attackers(it.mover, square))} times"
    if not it.played or taken_on(then, it.played[0]) != square:
        return "the reply does not take it"
    won = capture(then, it.played[0])
    if won < PAWNS[role]:
        return f"the exchange wins {won} pawns' worth"
    if pinned:
        pinned = chess.parse_square(pinned)
        if then.piece_at(pinned) != chess.Piece(ROLES[pinned_role], it.mover):
            return "what is pinned does not stand there"
        if pinned not in then.attackers(it.mover, square) or not then.is_pinned(it.mover, pinned):
            return "it is not pinned, or protects nothing"
        if square in then.pin(it.mover, pinned):
            return "the pinned piece may go there all the same"
    passed = it.board.copy(stack=False)
    passed.push(chess.Move.null())
    there = passed.piece_at(square) == chess.Piece(role, it.mover)
    takes = it.played[0]
    could = there and not it.board.is_check() and takes in passed.legal_moves and capture(passed, takes) >= PAWNS[role]
    if word == "Leaves" and not could:
        return "it could not be taken before the move"
    if word == "Hangs" and could and it.move.to_square != square:
        return "it could be taken before the move, too"
    return None


def loses(it, role, price):
    role, price = ROLES[role], ROLES[price]
    if PAWNS[role] <= PAWNS[price]:
        return "it is worth no more"
    if not it.played or it.then.piece_type_at(it.played[0].to_square) != role:
        return "the reply does not take it"
    got = it.board.piece_type_at(it.move.to_square)
    if it.board.is_en_passant(it.move):
        got = chess.PAWN
    reply = it.played[0]
    if got is not None:
        won = capture(it.then, reply) - PAWNS[got]
        return None if got == price and won > 0 else f"the move took {got}, and {won} are lost"
    if it.then.piece_type_at(reply.from_square) != price:
        return "another piece takes it"
    taken = it.then.copy(stack=False)
    taken.push(reply)
    if not any(taken.generate_legal_captures(to_mask=chess.BB_SQUARES[reply.to_square])):
        return "the piece that takes it can't be taken"
    return None if capture(it.then, reply) > 0 else "the exchange wins nothing"


def lets_promote(it, square):
    square = chess.parse_square(square)
    if it.then.piece_at(square) != chess.Piece(chess.PAWN, not it.mover):
        return "there is no such pawn"
    for ply, move in enumerate(it.played):
        if move.from_square == square and ply % 2 == 0:
            square = move.to_square
            if move.promotion:
                return None
        elif move.to_square == square:
            return "it is taken"
    return "the line does not promote it"


def spares(it, role, square):
    square = chess.parse_square(square)
    if it.board.piece_at(square) != chess.Piece(ROLES[role], not it.mover):
        return "it does not stand there"
    if it.move.to_square == square:
        return "the move takes it"
    if not it.better or taken_on(it.board, it.better[0]) != square:
        return "the better move does not take it"
    won = capture(it.board, it.better[0])
    return None if won > 0 else f"the exchange wins {won}"


def fork(it, role, square, first_role, first, second_role, second):
    if len(it.played) < 3:
        return "the line is too short"
    forked = behind(it.then, it.played[:1])
    square = chess.parse_square(square)
    if it.played[0].to_square != square or forked.piece_at(square) != chess.Piece(ROLES[role], not it.mover):
        return "the reply is another one"
    targets = [(ROLES[first_role], chess.parse_square(first)), (ROLES[second_role], chess.parse_square(second))]
    for target_role, target in targets:
        if forked.piece_at(target) != chess.Piece(target_role, it.mover) or target not in forked.attacks(square):
            return f"it does not attack {chess.square_name(target)}"
        weak = target_role == chess.KING or PAWNS[target_role] > PAWNS[ROLES[role]]
        if not weak and (target_role == chess.PAWN or forked.attackers(it.mover, target)):
            return f"nothing is to be won on {chess.square_name(target)}"
    takes = it.played[2]
    if takes.from_square != square or takes.to_square not in [target for _, target in targets]:
        return "the line takes none of them with it"
    return None


def loses_material(it, pawns, after):
    return counted(it, it.then, it.played, -int(pawns), int(after))


def misses_material(it, pawns, after):
    return counted(it, it.board, it.better, int(pawns), int(after))


def counted(it, start, moves, pawns, after):
    if len(moves) < after:
        return "the line is shorter"
    end = behind(start, moves[:after])
    change = material(end, it.mover) - material(it.board, it.mover)
    if change != pawns:
        return f"it is {change}"
    return None if is_at_rest(end) else "the line has not come to rest"


ROLE, SQUARE = "(pawn|knight|bishop|rook|queen|king)", "([a-h][1-8])"
HOW_OFTEN = r"(?:once|twice|\d+ times)"
CLAIMS = [
    ("allows mate", r"Allows mate in (\d+)\.", allows_mate),
    ("misses mate", r"Misses mate in (\d+)\.", misses_mate),
    ("stalemate", r"Gives stalemate\.", stalemate),
    (
        "hangs",
        rf"(Hangs|Leaves) the {ROLE} on {SQUARE}(?: hanging)?(?:: attacked ({HOW_OFTEN}), (not defended|defended {HOW_OFTEN})"
        rf"(?:, and the {ROLE} on {SQUARE} is pinned)?)?\.",
        hangs,
    ),
    ("loses a piece", rf"Loses (?:a|the) {ROLE} for (?:a|the) {ROLE}\.", loses),
    ("lets promote", rf"Lets the pawn on {SQUARE} promote\.", lets_promote),
    ("misses taking", rf"Misses taking the {ROLE} on {SQUARE}\.", spares),
    (
        "fork",
        rf"Allows a fork: the {ROLE} on {SQUARE} attacks the {ROLE} on {SQUARE} and the {ROLE} on {SQUARE}\.",
        fork,
    ),
    ("loses material", r"Loses material worth (\d+) pawns within (\d+) half-moves?\.", loses_material),
    ("misses material", r"Misses a line that wins material worth (\d+) pawns within (\d+) half-moves?\.", misses_material),
]
CLAIMS = [(name, re.compile(words), check) for name, words, check in CLAIMS]


def judge(reason, it):
    """The name of the claim, and what is wrong with it; None where it holds."""
    for name, words, check in CLAIMS:
        found = words.fullmatch(reason)
        if found:
            return name, check(it, *found.groups())
    return "unknown", "these words are not known"


def moves_of(game):
    board = chess.Board(game.get("fen") or chess.STARTING_FEN)
    before = game["start"]["lines"]
    for told in game["moves"]:
        yield told, Move(board.copy(stack=False), told["uci"], before, told["lines"])
        board.push_uci(told["uci"])
        before = told["lines"]


def first_games(path, most):
    """The text of the first games of standard chess from the usual start."""
    game, number = [], 0
    with open(path, encoding="utf-8", errors="replace") as file:
        for row in file:
            if row.startswith("[Event ") and game:
                text, game = "".join(game), []
                if "[FEN " not in text:
                    number += 1
                    yield text
                if number >= most:
                    return
            game.append(row)
    if game and "[FEN " not in "".join(game):
        yield "".join(game)


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("tabiya")
    arguments.add_argument("pgn")
    arguments.add_argument("--games", type=int, default=300)
    arguments.add_argument("--skip", type=int, default=0)
    arguments.add_argument("--nodes", type=int, default=20_000)
    arguments.add_argument("--threads", type=int, default=1)
    arguments.add_argument("--minutes", type=float, default=600)
    arguments.add_argument("--show", type=int, default=0)
    arguments.add_argument("--seed", type=int, default=1)
    wish = arguments.parse_args()
    analyse = [wish.tabiya, "analyse", "--format", "json", "--nodes", str(wish.nodes), "--threads", str(wish.threads), "-"]
    program = subprocess.Popen(analyse, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8")

    def feed():
        try:
            for text in itertools.islice(first_games(wish.pgn, wish.skip + wish.games), wish.skip, None):
                program.stdin.write(text)
            program.stdin.close()
        except BrokenPipeError:
            pass

    threading.Thread(target=feed, daemon=True).start()
    games = bad_moves = 0
    told, wrong, undecided = collections.Counter(), collections.Counter(), collections.Counter()
    shown = []
    end = time.monotonic() + 60 * wish.minutes
    for text in program.stdout:
        if time.monotonic() > end:
            program.terminate()
            break
        games += 1
        for move, it in moves_of(json.loads(text)):
            bad_moves += move["judgement"] is not None
            reason = move["reason"]
            if reason is None:
                continue
            try:
                name, fault = judge(reason, it)
            except TooMany:
                name, fault = next(name for name, words, _ in CLAIMS if words.fullmatch(reason)), None
                undecided[name] += 1
            told[name] += 1
            shown.append((it, move, reason))
            if fault:
                wrong[name] += 1
                print(f"FALSE {it.board.fen()} {move['san']}: {reason} But {fault}.", flush=True)
    if program.wait() != 0 and time.monotonic() <= end:
        sys.exit("the analysis failed")
    # Not evenly spread: each reason is as likely as any other, whatever game and side it is of.
    for it, move, reason in random.Random(wish.seed).sample(shown, min(wish.show, len(shown))):
        then, better = it.then.variation_san(it.played), it.board.variation_san(it.better)
        print(f"{it.board.fen()} {move['san']} ({move['judgement']}): {reason}\n  then {then}\n  better {better}")
    for name, *_ in [*CLAIMS, ("unknown",)]:
        if told[name]:
            print(f"{name:15} {told[name]:6} reasons, {wrong[name]} false, {undecided[name]} undecided")
    total = sum(told.values())
    false, unknown = sum(wrong.values()), sum(undecided.values())
    print(f"{games} games, {bad_moves} bad moves, {total} reasons: {false} false, {unknown} undecided")
    sys.exit(1 if false or not total else 0)


main()
