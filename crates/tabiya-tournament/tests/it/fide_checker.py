# SPDX-License-Identifier: MIT OR Apache-2.0
"""Lets Gacrux, FIDE's own program, check tournament files in one process.

    fide_checker.py FOLDER

Prints a line for each file that ends with .trf: its name and "ok", or the rounds that Gacrux pairs otherwise. With a file
NAME.tsv beside it, the values of the tie-breaks in its first line are compared too. Warnings go to standard error.
"""
import contextlib
import io
import json
import os
import sys


def run(program, arguments):
    """Runs one of Gacrux's programs and returns what it says as JSON."""
    sys.argv = [program.__name__] + arguments
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        program().common_main()
    text = out.getvalue()
    return json.loads(text[text.index("{"):])


def pairings(path):
    from gacrux.pairingchecker import pairingchecker

    result = run(pairingchecker, ["-i", path, "-c"])
    rounds = result["pairingResult"]["roundpairing"]
    return ["round %d" % one["round"] for one in rounds if not one["check"]]


def standings(path, table):
    from gacrux.tiebreakchecker import tiebreakchecker

    with open(table, encoding="utf-8") as lines:
        head, *rows = [line.rstrip("\n").split("\t") for line in lines]
    codes = head[3:]
    # Without -s it takes a Swiss of seven players and six rounds for a round robin.
    result = run(tiebreakchecker, ["-i", path, "-c", "-s", "-t", "PTS"] + codes)
    if "tiebreakResult" not in result:
        return ["refused: %s" % result["status"].get("error")]
    theirs = {one["cid"]: one for one in result["tiebreakResult"]["competitors"]}
    wrong = []
    for row in rows:
        number = int(row[1])
        values = theirs[number]["tiebreakScore"][1:]
        for code, own, other in zip(codes, row[3:], values):
            if abs(float(own) - float(other or 0)) > 0.006:
                wrong.append("player %d %s: %s, not %s" % (number, code, own, other))
    return wrong


def is_of_teams(path):
    with open(path, encoding="utf-8") as lines:
        return any(line.startswith("310") for line in lines)


def main():
    folder = sys.argv[1]
    for name in sorted(os.listdir(folder)):
        if not name.endswith(".trf"):
            continue
        path = os.path.join(folder, name)
        # Gacrux pairs teams too, but not as the players that these files stand for.
        wrong = [] if is_of_teams(path) else pairings(path)
        table = path[: -len(".trf")] + ".tsv"
        if os.path.exists(table):
            wrong += standings(path, table)
        print(name, "; ".join(wrong) if wrong else "ok", flush=True)


main()
