// SPDX-License-Identifier: MIT OR Apache-2.0
//! Double checks, pins, checks, and attacked squares.

use super::check;

#[test]
fn double_check() {
    let double = "4r1k1/8/8/8/8/3n4/3N4/R3K2R w KQ - 0 1";
    let only = "The king is in check from the knight on d3 and the rook on e8: only the king may move.";
    check(double, "", "a1a2", only);
    check(double, "", "d2e4", only);
    check(double, "", "e1d1", "legal");
    check(double, "", "e1e2", "The king would stand on e2, which the rook on e8 attacks.");
    check(double, "", "e1g1", "White may not castle while the king is in check from the knight on d3.");
    // It comes before a pin, and after a piece in the way.
    check("4r1k1/8/8/8/7b/3n4/5N2/R3K3 w - - 0 1", "", "f2h3", only);
    check(double, "", "a1a8", only);
    check(
        "4r1k1/8/8/8/8/3n4/P2N4/R3K2R w KQ - 0 1",
        "",
        "a1a8",
        "The rook on a1 is blocked by the pawn on a2.",
    );
}

#[test]
fn pins_and_checks() {
    let pinned = "4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1";
    check(pinned, "", "e2c3", "The knight on e2 is pinned to the king by the rook on e8.");
    check(
        "6k1/8/8/8/7b/8/5P2/4K3 w - - 0 1",
        "",
        "f2f4",
        "The pawn on f2 is pinned to the king by the bishop on h4.",
    );
    check("6k1/8/8/8/8/6b1/5P2/4K3 w - - 0 1", "", "f2g3", "legal");
    check("4r1k1/8/8/8/8/8/4R3/4K3 w - - 0 1", "", "e2e5", "legal");
    check(
        "4r1k1/8/8/8/8/8/4R3/4K3 w - - 0 1",
        "",
        "e2d2",
        "The rook on e2 is pinned to the king by the rook on e8.",
    );
    // A pinned piece can't answer another check either: the pin comes first.
    check(
        "4r1k1/8/8/8/8/2n5/4N3/3bK3 w - - 0 1",
        "",
        "e2c3",
        "The knight on e2 is pinned to the king by the rook on e8.",
    );

    let in_check = "4r1k1/8/8/8/8/8/3N4/R3K3 w - - 0 1";
    check(in_check, "", "a1a8", "The king is in check from the rook on e8, and this move leaves it there.");
    check(in_check, "", "d2e4", "legal");
    check(
        "4k3/8/8/8/8/3n4/8/R3K3 w - - 0 1",
        "",
        "a1a3",
        "The king is in check from the knight on d3, and this move leaves it there.",
    );
    check(
        "4k3/8/8/8/8/3n4/8/R3K3 w - - 0 1",
        "",
        "a1a4",
        "The king is in check from the knight on d3, and this move leaves it there.",
    );
    // A missing promotion letter comes last.
    check(
        "4r1k1/1P6/8/8/8/8/8/4K3 w - - 0 1",
        "",
        "b7b8",
        "The king is in check from the rook on e8, and this move leaves it there.",
    );

    check(
        "4k3/8/b7/8/8/8/8/4K2R w - - 0 1",
        "",
        "e1e2",
        "The king would stand on e2, which the bishop on a6 attacks.",
    );
    // Away from a rook, but still on its line.
    check(
        "4r1k1/8/8/8/4K3/8/8/7R w - - 0 1",
        "",
        "e4e3",
        "The king would stand on e3, which the rook on e8 attacks.",
    );
    // A protected piece, the other king, a pawn.
    check(
        "3r2k1/8/8/8/8/8/3n4/4K2R w - - 0 1",
        "",
        "e1d2",
        "The king would stand on d2, which the rook on d8 attacks.",
    );
    check(
        "8/8/8/8/4k3/8/4K2R/8 w - - 0 1",
        "",
        "e2e3",
        "The king would stand on e3, which the king on e4 attacks.",
    );
    check(
        "4k3/8/8/5p2/8/4K3/7R/8 w - - 0 1",
        "",
        "e3e4",
        "The king would stand on e4, which the pawn on f5 attacks.",
    );
    // The king itself is never "pinned" or "left in check": the reason is the attacked square.
    check(
        "4r1k1/8/8/8/8/8/8/R3K3 w - - 0 1",
        "",
        "e1e2",
        "The king would stand on e2, which the rook on e8 attacks.",
    );
}
