# SPDX-License-Identifier: MIT OR Apache-2.0
"""Lets Gacrux, FIDE's own program, check tournament files in one process.

    fide_checker.py FOLDER [pairings | standings]

Prints a line for each file that ends with .trf: its name and "ok", or the rounds that Gacrux pairs otherwise. With a file
NAME.tsv beside it, the values of the tie-breaks in its first line are compared too. The second argument leaves one of the
two out. Warnings go to standard error.
"""
import contextlib
import io
import os
import sys
from unittest import mock


def run(program, arguments):
    """Runs one of Gacrux's programs and returns what it says, as the value of which it would make a text."""
    said = []

    def keep(value, **_):
        said.append(value)
        return ""

    sys.argv = [program.__name__] + arguments
    # A text of megabytes for each tournament, written and read again, took a sixth of the time.
    with contextlib.redirect_stdout(io.StringIO()), mock.patch("json.dumps", keep):
        program().common_main()
    return said[-1]


def pairings(path):
    from gacrux.pairingchecker import pairingchecker

    result = run(pairingchecker, ["-i", path, "-c"])
    rounds = result["pairingResult"]["roundpairing"]
    return ["round %d" % one["round"] for one in rounds if not one["check"]]


def tolerance(code):
    """What may lie between two equal values: Gacrux rounds averages to hundredths or thousandths."""
    return 0.0051 if code.startswith(("AOB", "SSSC")) else 1e-9


def standings(path, table, robin):
    from gacrux.tiebreakchecker import tiebreakchecker

    with open(table, encoding="utf-8") as lines:
        head, *rows = [line.rstrip("\n").split("\t") for line in lines]
    score, codes = head[2], head[3:]
    # Without -s it takes a Swiss of seven players and six rounds for a round robin.
    result = run(tiebreakchecker, ["-i", path, "-c", "-p" if robin else "-s", "-t", score] + codes)
    if "tiebreakResult" not in result:
        return ["refused: %s" % result["status"].get("error")]
    theirs = {one["cid"]: one for one in result["tiebreakResult"]["competitors"]}
    wrong = []
    for row in rows:
        number = int(row[1])
        values = theirs[number]["tiebreakScore"]
        for code, own, other in zip([score] + codes, row[2:], values):
            if abs(float(own) - float(other or 0)) > tolerance(code):
                wrong.append("player %d %s: %s, not %s" % (number, code, own, other))
    return wrong


def has_line(path, starts):
    with open(path, encoding="utf-8") as lines:
        return any(line.startswith(starts) for line in lines)


def main():
    folder, what = sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else ""
    for name in sorted(os.listdir(folder)):
        if not name.endswith(".trf"):
            continue
        path = os.path.join(folder, name)
        robin = has_line(path, ("192 BERGER_ROUNDROBIN", "192 FIDE_TEAM_ROUNDROBIN"))
        # Gacrux pairs teams too, but not as the players that these files stand for.
        paired = what != "standings" and not robin and not has_line(path, "310")
        wrong = pairings(path) if paired else []
        table = path[: -len(".trf")] + ".tsv"
        if what != "pairings" and os.path.exists(table):
            wrong += standings(path, table, robin)
        print(name, "; ".join(wrong) if wrong else "ok", flush=True)


main()
