// SPDX-License-Identifier: MIT OR Apache-2.0
//! `explain`, case by case: every reason, and which of several comes first.

use tabiya_rules::{Attempt, History, Position, explain};

/// Plays `moves` (UCI) from the position and asks about `attempt`. `expected` is the sentence, or "legal".
#[track_caller]
fn check(fen: &str, moves: &str, attempt: &str, expected: &str) {
    let mut history = History::new(Position::from_fen(fen).expect(fen));
    for text in moves.split_whitespace() {
        let attempt: Attempt = text.parse().expect(text);
        history.play(explain(&history, attempt).unwrap_or_else(|reason| panic!("{fen}: {text}: {reason}")));
    }
    let found = match explain(&history, attempt.parse().expect(attempt)) {
        Ok(mv) => {
            assert!(history.position().is_legal(mv), "{fen}: {attempt} is not legal");
            "legal".to_owned()
        }
        Err(reason) => reason.to_string(),
    };
    assert_eq!(found, expected, "{fen} after {moves:?}: {attempt}");
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

#[test]
fn the_game_is_over() {
    check(START, "f2f3 e7e5 g2g4 d8h4", "a2a3", "The game is over: checkmate, black wins.");
    check("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "", "h8h7", "The game is over: draw by stalemate.");
    check("7k/8/8/8/8/8/8/K6B w - - 0 1", "", "h1e4", "The game is over: draw by insufficient material.");
    let shuffle = "g1f3 g8f6 f3g1 f6g8 ".repeat(4);
    check(START, &shuffle, "e2e4", "The game is over: draw by fivefold repetition.");
    check("7k/8/8/8/8/8/8/KR6 w - - 149 90", "b1b2", "h8h7", "The game is over: draw by the 75-move rule.");
    // Before everything else, even where there is no piece.
    check("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "", "a1a2", "The game is over: draw by stalemate.");
    // Claims end nothing by themselves.
    check(START, &"g1f3 g8f6 f3g1 f6g8 ".repeat(2), "e2e4", "legal");
}

#[test]
fn what_is_moved() {
    check(START, "", "e4e5", "There is no piece on e4.");
    check(START, "", "e4e4", "There is no piece on e4.");
    check(START, "", "g8f6", "It is White's turn, and the knight on g8 is Black's.");
    check(START, "e2e4", "d2d4", "It is Black's turn, and the pawn on d2 is White's.");
    // The turn comes before the way it would move, and before its own piece on the target.
    check(START, "", "g8g3", "It is White's turn, and the knight on g8 is Black's.");
    check(START, "", "g8e7", "It is White's turn, and the knight on g8 is Black's.");
    check(START, "", "g1g1", "The knight is already on g1.");
    check(START, "", "e1e1", "The king is already on e1.");
    check(START, "", "g1e2", "The knight on g1 cannot go to e2: its own pawn stands there.");
    // An own piece comes before the way of moving and before a blocker.
    check(START, "", "a1c2", "The rook on a1 cannot go to c2: its own pawn stands there.");
    check(START, "", "c1e1", "The bishop on c1 cannot go to e1: its own king stands there.");
    check(START, "", "a1a2", "The rook on a1 cannot go to a2: its own pawn stands there.");
    check(
        "4k3/8/8/8/8/P7/P7/4K3 w - - 0 1",
        "",
        "a2a3",
        "The pawn on a2 cannot go to a3: its own pawn stands there.",
    );
}

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
    // It does not move so comes before what else is wrong: this knight is pinned as well.
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
    // Black's pawns go down.
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
    // Two squares ahead onto a piece: that it can't capture so comes first.
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
    // The nearest one counts, own or not.
    check("4k3/8/8/8/n1n4Q/8/8/4K3 w - - 0 1", "", "h4a4", "The queen on h4 is blocked by the knight on c4.");
    check("1k6/8/8/R2p2P1/8/8/8/4K3 w - - 0 1", "", "a5h5", "The rook on a5 is blocked by the pawn on d5.");
    // Before a pin.
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
    // Before a check that it would leave.
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
    // Beside it, but not on the rank where double steps end, and nothing beside it at all.
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
    // The checking pawn may be taken so.
    check("4k3/3p4/8/4P3/2K5/8/8/8 b - - 0 1", "d7d5", "e5d6", "legal");
    // A check from elsewhere stays.
    check(
        "4k3/8/8/3pP3/8/8/8/K6r w - d6 0 1",
        "",
        "e5d6",
        "The king is in check from the rook on h1, and this move leaves it there.",
    );
}

#[test]
fn castling_needs_a_rook_and_the_right() {
    let open = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    for attempt in ["e1g1", "e1h1", "e1c1", "e1a1"] {
        check(open, "", attempt, "legal");
    }
    check("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "", "e1g1", "The game is over: draw by insufficient material.");
    check("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "", "e1g1", "There is no rook on h1 to castle with.");
    check("r3k3/8/8/8/8/8/8/4K3 w - - 0 1", "", "e1c1", "There is no rook on a1 to castle with.");
    // A rook of the other side is none.
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
    // What came first counts, and the numbers are the FEN's.
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
    // Castled already: the king moved.
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
    // Only from its home is two squares castling.
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
    // A missing right comes before the check, the check before a passed square and the way.
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
    // b1 may be attacked, the rook may be attacked.
    check("1r2k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "", "e1c1", "legal");
    check("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "", "e1a1", "legal");
    check("4k2r/8/8/8/8/8/8/4K2R w K - 0 1", "", "e1g1", "legal");
    // A passed square comes before the way.
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
    // Last, the square where the king ends.
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
    // King b1, rooks a1 and c1; Black's king far off.
    let inner = "6k1/8/8/8/8/8/8/RKR5 w CA - 0 1";
    check(inner, "", "b1c1", "legal");
    check(inner, "", "b1a1", "White may not castle: the rook on c1 is in the way.");
    check(inner, "c1c2 g8g7", "b1a1", "legal");
    check(inner, "", "b1g1", "legal");
    check(inner, "", "b1b2", "legal");
    // The king stays, the rook jumps over it and had shielded it.
    let shield = "6k1/8/8/8/8/8/8/rRK5 w B - 0 1";
    check(shield, "", "c1b1", "The king would stand on c1, which the rook on a1 attacks.");
    // A rook without the right, beside one that has it, is just an own piece.
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
    // Without any right on that side it was meant as castling, and the right is gone.
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
    // Passing squares, the far way round.
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
    // One step to the g-file is just a step.
    check("4k3/8/8/8/8/8/8/5K1R w H - 0 1", "", "f1g1", "legal");
    check("4k3/8/8/8/8/8/8/5K1R w H - 0 1", "", "f1h1", "legal");
}

#[test]
fn double_check() {
    let double = "4r1k1/8/8/8/8/3n4/3N4/R3K2R w KQ - 0 1";
    let only = "The king is in check from the knight on d3 and the rook on e8: only the king may move.";
    check(double, "", "a1a2", only);
    check(double, "", "d2e4", only);
    check(double, "", "e1d1", "legal");
    check(double, "", "e1e2", "The king would stand on e2, which the rook on e8 attacks.");
    check(double, "", "e1g1", "White may not castle while the king is in check from the knight on d3.");
    // Before a pin, after a piece in the way.
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
    // A pinned piece does not help against another check either: the pin comes first.
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
    // A promotion's letter is asked for last.
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
    // The king itself is never pinned or left in check: where it would stand counts.
    check(
        "4r1k1/8/8/8/8/8/8/R3K3 w - - 0 1",
        "",
        "e1e2",
        "The king would stand on e2, which the rook on e8 attacks.",
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

#[test]
fn without_a_history_a_position_says_what_it_can() {
    let position = Position::from_fen("4k3/8/8/8/8/8/8/4K2R w - - 0 1").unwrap();
    let attempt: Attempt = "e1g1".parse().unwrap();
    let reason = attempt.to_move(&position).unwrap_err();
    assert_eq!(
        reason.to_string(),
        "White may no longer castle with the rook on h1: the right was lost earlier."
    );
    // Whether the game is over is a question of its own.
    let drawn = Position::from_fen("4k3/8/8/8/8/8/8/4K3 w - - 0 1").unwrap();
    assert!("e1e2".parse::<Attempt>().unwrap().to_move(&drawn).is_ok());
}

#[cfg(feature = "serde")]
#[test]
fn a_reason_crosses_the_wire_with_its_pieces_and_squares() {
    let position = Position::from_fen("4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1").unwrap();
    let reason = explain(&History::new(position), "e2c3".parse().unwrap()).unwrap_err();
    let json = serde_json::to_value(&reason).unwrap();
    assert_eq!(
        json,
        serde_json::json!({
            "reason": "pinned",
            "piece": {"color": "white", "role": "knight"},
            "from": "e2",
            "by": {"color": "black", "role": "rook"},
            "on": "e8",
        })
    );
    assert_eq!(serde_json::from_value::<tabiya_rules::Reason>(json).unwrap(), reason);
}
