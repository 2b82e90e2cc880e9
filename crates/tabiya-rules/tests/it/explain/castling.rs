// SPDX-License-Identifier: MIT OR Apache-2.0
//! Castling: the rook, the right, checks, squares in between; Chess960.

use super::{START, check};

#[test]
fn castling_needs_a_rook_and_the_right() {
    let open = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    for attempt in ["e1g1", "e1h1", "e1c1", "e1a1"] {
        check(open, "", attempt, "legal");
    }
    check("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "", "e1g1", "The game is over: draw by insufficient material.");
    check("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "", "e1g1", "There is no rook on h1 to castle with.");
    check("r3k3/8/8/8/8/8/8/4K3 w - - 0 1", "", "e1c1", "There is no rook on a1 to castle with.");
    // A rook of the other side does not count.
    check("4k3/8/8/8/8/8/8/4K2r w - - 0 1", "", "e1g1", "There is no rook on h1 to castle with.");
    let lost = "White may no longer castle with the rook on h1: the right was lost earlier.";
    check("4k3/8/8/8/8/8/8/4K2R w - - 0 1", "", "e1g1", lost);
    check("4k3/8/8/8/8/8/8/4K2R w - - 0 1", "", "e1h1", lost);
    check("4k3/8/8/8/8/8/8/R3K2R w Q - 0 1", "", "e1g1", lost);
    check(
        "r3k2r/8/8/8/8/8/8/4K3 b k - 0 1",
        "",
        "e8c8",
        "Black may no longer castle with the rook on a8: the right was lost earlier.",
    );

    let king = "The king moved at move 1, so White may no longer castle.";
    check(open, "e1e2 a8b8 e2e1 b8a8", "e1g1", king);
    check(open, "e1e2 a8b8 e2e1 b8a8", "e1a1", king);
    check(
        open,
        "a1b1 e8e7 b1a1 e7e8 h1g1",
        "e8g8",
        "The king moved at move 1, so Black may no longer castle.",
    );
    let rook = "The rook from h1 moved at move 2, so White may no longer castle on that side.";
    check(open, "a1b1 a8b8 h1g1 b8a8 g1h1 a8b8", "e1g1", rook);
    check(
        open,
        "a1b1 a8b8 h1g1 b8a8 g1h1 a8b8 b1a1 b8a8",
        "e1c1",
        "The rook from a1 moved at move 1, so White may no longer castle on that side.",
    );
    // The first cause counts, and the move numbers continue those of the FEN.
    let late = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 30";
    check(
        late,
        "h1g1 a8b8 e1e2 b8a8 e2e1 a8b8 g1h1 b8a8",
        "e1g1",
        "The rook from h1 moved at move 30, so White may no longer castle on that side.",
    );
    check(
        late,
        "h1g1 a8b8 e1e2 b8a8 e2e1 a8b8 g1h1 b8a8",
        "e1c1",
        "The king moved at move 31, so White may no longer castle.",
    );
    // The rook that stands there now is another one.
    check(
        "4k3/8/8/8/8/6n1/8/R3K2R b KQ - 0 7",
        "g3h1 a1a2 h1g3 a2h2 g3f5 h2h1 e8e7",
        "e1g1",
        "The rook from h1 was captured at move 7, so White may no longer castle on that side.",
    );
    // After castling the reason is that the king moved.
    check(
        "4k3/pppppppp/8/8/8/8/8/R3K2R w KQ - 0 1",
        "e1g1 a7a6 f1f2 a6a5 g1f1 b7b6 f1e1 b6b5 f2h2 c7c6 h2h1 c6c5",
        "e1g1",
        king,
    );
    check(
        "4k3/pppppppp/8/8/8/8/8/R3K2R w KQ - 0 1",
        "e1g1 a7a6 f1e1 a6a5",
        "g1e1",
        "The king on g1 cannot go to e1: its own rook stands there.",
    );
    // Two squares mean castling only from the king's home square.
    check(
        "4k3/8/8/8/8/8/8/3K3R w - - 0 1",
        "",
        "d1f1",
        "A king moves one square at a time. It cannot go from d1 to f1.",
    );
    check(open, "e1f1 a8b8", "f1h1", "The king on f1 cannot go to h1: its own rook stands there.");
    check(open, "", "e1f1", "legal");
    check(open, "", "e1b1", "A king moves one square at a time. It cannot go from e1 to b1.");
}

#[test]
fn castling_from_through_and_over() {
    let check_it = "White may not castle while the king is in check from the rook on e8.";
    check("k3r3/8/8/8/8/8/8/4K2R w K - 0 1", "", "e1g1", check_it);
    // A missing right comes before the check, and the check before attacked and occupied squares.
    check(
        "k3r3/8/8/8/8/8/8/4K2R w - - 0 1",
        "",
        "e1g1",
        "White may no longer castle with the rook on h1: the right was lost earlier.",
    );
    check("k3rr2/8/8/8/8/8/8/4KB1R w K - 0 1", "", "e1h1", check_it);
    check(
        "4k3/8/8/8/2b5/8/8/4K2R w K - 0 1",
        "",
        "e1g1",
        "White may not castle: the king would pass f1, which the bishop on c4 attacks.",
    );
    check(
        "3rk3/8/8/8/8/8/8/R3K3 w Q - 0 1",
        "",
        "e1c1",
        "White may not castle: the king would pass d1, which the rook on d8 attacks.",
    );
    // b1 may be attacked, and so may the rook.
    check("1r2k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "", "e1c1", "legal");
    check("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "", "e1a1", "legal");
    check("4k2r/8/8/8/8/8/8/4K2R w K - 0 1", "", "e1g1", "legal");
    // An attacked square comes before a piece in the way.
    check(
        "4kr2/8/8/8/8/8/8/4K1nR w K - 0 1",
        "",
        "e1h1",
        "White may not castle: the king would pass f1, which the rook on f8 attacks.",
    );
    check(START, "", "e1h1", "White may not castle: the bishop on f1 is in the way.");
    check(START, "", "e1g1", "The king on e1 cannot go to g1: its own knight stands there.");
    check(
        "4k3/8/8/8/8/8/8/RN2K3 w Q - 0 1",
        "",
        "e1c1",
        "White may not castle: the knight on b1 is in the way.",
    );
    check(
        "4k3/8/8/8/8/8/8/RNB1K3 w Q - 0 1",
        "",
        "e1a1",
        "White may not castle: the bishop on c1 is in the way.",
    );
    check(
        "4k3/8/8/8/8/8/8/4K1nR w K - 0 1",
        "",
        "e1g1",
        "White may not castle: the knight on g1 is in the way.",
    );
    // The square where the king ends comes last.
    check(
        "4k1r1/8/8/8/8/8/8/4K2R w K - 0 1",
        "",
        "e1g1",
        "The king would stand on g1, which the rook on g8 attacks.",
    );
    check(
        "4k1r1/8/8/8/8/8/8/4KB1R w K - 0 1",
        "",
        "e1g1",
        "White may not castle: the bishop on f1 is in the way.",
    );
}

#[test]
fn castling_in_chess960() {
    // King b1, rooks a1 and c1; Black's king far away.
    let inner = "6k1/8/8/8/8/8/8/RKR5 w CA - 0 1";
    check(inner, "", "b1c1", "legal");
    check(inner, "", "b1a1", "White may not castle: the rook on c1 is in the way.");
    check(inner, "c1c2 g8g7", "b1a1", "legal");
    check(inner, "", "b1g1", "legal");
    check(inner, "", "b1b2", "legal");
    // The king stays on its square, and the rook that shielded it jumps over it.
    let shield = "6k1/8/8/8/8/8/8/rRK5 w B - 0 1";
    check(shield, "", "c1b1", "The king would stand on c1, which the rook on a1 attacks.");
    // A rook without the right, beside one that has it, is an ordinary own piece.
    check(
        "6k1/8/8/8/8/8/8/1KR4R w H - 0 1",
        "",
        "b1c1",
        "The king on b1 cannot go to c1: its own rook stands there.",
    );
    check(
        "6k1/8/8/8/8/8/8/1KR4R w H - 0 1",
        "",
        "b1h1",
        "White may not castle: the rook on c1 is in the way.",
    );
    check(
        "6k1/8/8/8/8/8/8/1KR4R w H - 0 1",
        "",
        "b1g1",
        "White may not castle: the rook on c1 is in the way.",
    );
    // Without any right on that side castling was meant, and the right is lost.
    check(
        "6k1/8/8/8/8/8/8/RK5R w A - 0 1",
        "",
        "b1h1",
        "White may no longer castle with the rook on h1: the right was lost earlier.",
    );
    check(
        "6k1/8/8/8/8/8/8/RK5R w AH - 0 5",
        "b1b2 g8g7 b2b1 g7g8",
        "b1h1",
        "The king moved at move 5, so White may no longer castle.",
    );
    check(
        "6k1/8/8/8/8/8/8/RK5R w AH - 0 5",
        "b1b2 g8g7 b2b1 g7g8",
        "b1g1",
        "The king moved at move 5, so White may no longer castle.",
    );
    check("6k1/8/8/8/8/8/8/RK5R w AH - 0 5", "h1h2 g8g7", "b1g1", "There is no rook on h1 to castle with.");
    check(
        "6k1/8/8/8/8/8/8/RK5R w AH - 0 5",
        "h1g1 g8h7",
        "b1g1",
        "The rook from h1 moved at move 5, so White may no longer castle on that side.",
    );
    check(
        "6k1/8/8/8/8/8/8/RK5R w AH - 0 5",
        "b1b2 g8g7",
        "b2g2",
        "A king moves one square at a time. It cannot go from b2 to g2.",
    );
    // The king passes squares in the other direction.
    check(
        "3r2k1/8/8/8/8/8/8/1K5R w H - 0 1",
        "",
        "b1h1",
        "White may not castle: the king would pass d1, which the rook on d8 attacks.",
    );
    check(
        "3r2k1/8/8/8/8/8/8/1K2N2R w H - 0 1",
        "",
        "b1h1",
        "White may not castle: the king would pass d1, which the rook on d8 attacks.",
    );
    check(
        "1r4k1/8/8/8/8/8/8/1K5R w H - 0 1",
        "",
        "b1h1",
        "White may not castle while the king is in check from the rook on b8.",
    );
    // One step to the g-file is an ordinary move.
    check("4k3/8/8/8/8/8/8/5K1R w H - 0 1", "", "f1g1", "legal");
    check("4k3/8/8/8/8/8/8/5K1R w H - 0 1", "", "f1h1", "legal");
}
