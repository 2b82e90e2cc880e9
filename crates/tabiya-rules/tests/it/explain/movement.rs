// SPDX-License-Identifier: MIT OR Apache-2.0
//! How pieces move, pawns apart, what is in the way, en passant, promotion.

use super::{START, check};

#[test]
fn how_pieces_move() {
    let so = [
        (
            "b1b3",
            "A knight moves in an L: two squares one way and one to the side. It cannot go from b1 to b3.",
        ),
        ("c4c5", "A bishop moves diagonally. It cannot go from c4 to c5."),
        ("a1b3", "A rook moves along files and ranks. It cannot go from a1 to b3."),
        ("d1e3", "A queen moves along files, ranks and diagonals. It cannot go from d1 to e3."),
        ("e1e3", "A king moves one square at a time. It cannot go from e1 to e3."),
        (
            "h2g2",
            "A pawn moves straight ahead and captures one square diagonally ahead. It cannot go from h2 to g2.",
        ),
        (
            "h2h5",
            "A pawn moves straight ahead and captures one square diagonally ahead. It cannot go from h2 to h5.",
        ),
        (
            "h2f3",
            "A pawn moves straight ahead and captures one square diagonally ahead. It cannot go from h2 to f3.",
        ),
    ];
    for (attempt, sentence) in so {
        check("4k3/8/8/8/2B5/8/7P/RN1QK3 w - - 0 1", "", attempt, sentence);
    }
    // "Does not move this way" comes before other reasons: this knight is pinned as well.
    check(
        "4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1",
        "",
        "e2e4",
        "A knight moves in an L: two squares one way and one to the side. It cannot go from e2 to e4.",
    );
}

#[test]
fn pawns_apart() {
    let blocked = "4k3/8/8/3pn3/3PP3/8/8/4K3 w - - 0 1";
    check(
        blocked,
        "",
        "e4e5",
        "The pawn on e4 cannot capture the knight on e5: pawns capture only diagonally.",
    );
    check(
        blocked,
        "",
        "d4d5",
        "The pawn on d4 cannot capture the pawn on d5: pawns capture only diagonally.",
    );
    check(blocked, "", "e4d5", "legal");
    check(
        blocked,
        "",
        "e4f5",
        "There is nothing to capture on f5, and pawns move diagonally only to capture.",
    );
    check(blocked, "", "e4e3", "The pawn on e4 cannot go to e3: pawns never move backwards.");
    check(blocked, "", "e4d3", "The pawn on e4 cannot go to d3: pawns never move backwards.");
    check(blocked, "", "d4d2", "The pawn on d4 cannot go to d2: pawns never move backwards.");
    check(blocked, "", "e4e6", "The pawn on e4 is blocked by the knight on e5.");
    let free = "4k3/3p4/8/8/4P3/2n5/2P5/4K3 w - - 0 1";
    check(
        free,
        "",
        "e4e6",
        "The pawn on e4 cannot advance two squares: pawns do so only from their first rank.",
    );
    check(free, "", "c2c4", "The pawn on c2 is blocked by the knight on c3.");
    check(free, "", "c2c3", "The pawn on c2 cannot capture the knight on c3: pawns capture only diagonally.");
    // Black's pawns move down.
    check(free, "e1f1", "d7d5", "legal");
    check(free, "e1f1", "d7d8", "The pawn on d7 cannot go to d8: pawns never move backwards.");
    check(free, "e1f1", "d7e8", "The pawn on d7 cannot go to e8: its own king stands there.");
    check(free, "e1f1 d7d6", "f1g1", "legal");
    check(
        free,
        "e1f1 d7d6 f1g1",
        "d6d4",
        "The pawn on d6 cannot advance two squares: pawns do so only from their first rank.",
    );
    // Two squares ahead onto a piece: the reason that pawns don't capture so comes first.
    check(
        "4k3/8/8/8/4n3/8/4P3/4K3 w - - 0 1",
        "",
        "e2e4",
        "The pawn on e2 cannot capture the knight on e4: pawns capture only diagonally.",
    );
}

#[test]
fn something_is_in_the_way() {
    check(START, "", "a1a5", "The rook on a1 is blocked by the pawn on a2.");
    check(START, "", "c1g5", "The bishop on c1 is blocked by the pawn on d2.");
    check(START, "", "d1d5", "The queen on d1 is blocked by the pawn on d2.");
    // The nearest piece counts, whether own or not.
    check("4k3/8/8/8/n1n4Q/8/8/4K3 w - - 0 1", "", "h4a4", "The queen on h4 is blocked by the knight on c4.");
    check("1k6/8/8/R2p2P1/8/8/8/4K3 w - - 0 1", "", "a5h5", "The rook on a5 is blocked by the pawn on d5.");
    // It comes before a pin.
    check(
        "4r1k1/8/8/8/3p4/8/4B3/4K3 w - - 0 1",
        "",
        "e2a6",
        "The bishop on e2 is pinned to the king by the rook on e8.",
    );
    check(
        "4r1k1/8/8/1p6/8/8/4B3/4K3 w - - 0 1",
        "",
        "e2a6",
        "The bishop on e2 is blocked by the pawn on b5.",
    );
    // It comes before a check that the move does not answer.
    check("4k3/8/8/8/4r3/8/P7/R3K3 w - - 0 1", "", "a1a4", "The rook on a1 is blocked by the pawn on a2.");
}

#[test]
fn en_passant() {
    let beside = "4k3/3p4/8/4P3/8/8/8/4K2R w - - 0 1";
    check(beside, "h1h2 d7d5", "e5d6", "legal");
    let late = "The pawn on d5 may be captured en passant only right after its double step.";
    check(beside, "h1h2 d7d5 h2h3 e8d8", "e5d6", late);
    // A pawn that came in two single steps.
    check(beside, "h1h2 d7d6 h2h3 d6d5", "e5d6", late);
    check("4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1", "", "e5d6", late);
    check(
        "4k3/8/8/8/3pP3/8/8/4K3 b - - 0 1",
        "",
        "d4e3",
        "The pawn on e4 may be captured en passant only right after its double step.",
    );
    // A pawn stands beside it, but not on the rank where moves of two squares end; then no pawn stands beside
    // it.
    check(
        "4k3/8/8/8/3pP3/8/8/4K3 w - - 0 1",
        "",
        "e4d5",
        "There is nothing to capture on d5, and pawns move diagonally only to capture.",
    );
    check(
        "4k3/8/8/4P3/8/8/8/4K3 w - - 0 1",
        "",
        "e5d6",
        "There is nothing to capture on d6, and pawns move diagonally only to capture.",
    );
    check(
        "4k3/8/8/3nP3/8/8/8/4K3 w - - 0 1",
        "",
        "e5d6",
        "There is nothing to capture on d6, and pawns move diagonally only to capture.",
    );

    // Both pawns leave the rank at once.
    let rank = "4k3/3p4/8/K3P2r/8/8/8/8 b - - 0 1";
    check(rank, "d7d5", "e5d6", "Capturing en passant would expose the king to the rook on h5.");
    check(
        "4k3/8/8/K2pP2r/8/8/8/8 w - d6 0 1",
        "",
        "e5d6",
        "Capturing en passant would expose the king to the rook on h5.",
    );
    check(rank, "d7d5 a5b5 e8e7", "e5d6", late);
    // The captured pawn shields the king from a bishop.
    let shield = "4k3/5b2/8/3pP3/8/1K6/8/8 w - d6 0 1";
    check(shield, "", "e5d6", "Capturing en passant would expose the king to the bishop on f7.");
    // The capturing pawn is pinned: that too exposes the king.
    check(
        "4r1k1/3p4/8/4P3/8/8/8/4K3 b - - 0 1",
        "d7d5",
        "e5d6",
        "Capturing en passant would expose the king to the rook on e8.",
    );
    // The pawn that gives check may be captured en passant.
    check("4k3/3p4/8/4P3/2K5/8/8/8 b - - 0 1", "d7d5", "e5d6", "legal");
    // A check by another piece remains.
    check(
        "4k3/8/8/3pP3/8/8/8/K6r w - d6 0 1",
        "",
        "e5d6",
        "The king is in check from the rook on h1, and this move leaves it there.",
    );
}

#[test]
fn promotion() {
    let ready = "3r2k1/4P3/8/8/8/8/p7/4K1N1 w - - 0 1";
    for attempt in ["e7e8q", "e7e8r", "e7e8b", "e7e8n", "e7d8q"] {
        check(ready, "", attempt, "legal");
    }
    check(ready, "", "e7e8", "The pawn promotes on e8: say to a queen, rook, bishop or knight.");
    check(ready, "", "e7d8", "The pawn promotes on d8: say to a queen, rook, bishop or knight.");
    check(ready, "", "e7e8k", "A pawn cannot become a king, only a queen, rook, bishop or knight.");
    check(ready, "", "e7e8p", "A pawn cannot become a pawn, only a queen, rook, bishop or knight.");
    check(
        ready,
        "",
        "g1f3q",
        "The knight on g1 cannot promote: only a pawn that reaches the last rank does.",
    );
    check(
        ready,
        "",
        "e7f8q",
        "There is nothing to capture on f8, and pawns move diagonally only to capture.",
    );
    check(ready, "e1e2", "a2a1", "The pawn promotes on a1: say to a queen, rook, bishop or knight.");
    check(ready, "e1e2", "a2a1n", "legal");
    check(START, "", "e2e4q", "The pawn on e2 cannot promote: only a pawn that reaches the last rank does.");
    check(
        "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
        "",
        "e1g1q",
        "The king on e1 cannot promote: only a pawn that reaches the last rank does.",
    );
    check(
        START,
        "",
        "e2e5q",
        "A pawn moves straight ahead and captures one square diagonally ahead. It cannot go from e2 to e5.",
    );
}
