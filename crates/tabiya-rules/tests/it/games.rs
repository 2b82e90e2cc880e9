// SPDX-License-Identifier: MIT OR Apache-2.0
//! How games end: by material, repetition and counted moves, and mate before all of these.

use tabiya_rules::{Claim, Color, History, Move, Outcome, Position, Square};

fn position(fen: &str) -> Position {
    Position::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn play(history: &mut History, moves: &[(Square, Square)]) {
    for (from, to) in moves {
        history.play(Move::normal(*from, *to));
    }
}

const DANCE: [(Square, Square); 4] =
    [(Square::G1, Square::F3), (Square::G8, Square::F6), (Square::F3, Square::G1), (Square::F6, Square::G8)];

#[test]
fn outcomes_of_a_position() {
    let white_won = Some(Outcome::Checkmate { winner: Color::White });
    for (fen, expected) in [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", None),
        ("r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 4", white_won),
        (
            "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3",
            Some(Outcome::Checkmate { winner: Color::Black }),
        ),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", Some(Outcome::Stalemate)),
        // The only legal move is en passant, so it is no stalemate.
        ("8/8/8/1p6/pPk5/K1p5/2P5/1rr5 b - b3 0 1", None),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", Some(Outcome::InsufficientMaterial)),
        ("4k3/8/8/8/8/8/8/3NK3 w - - 0 1", Some(Outcome::InsufficientMaterial)),
        ("4k3/8/8/8/8/8/8/3bK3 w - - 0 1", Some(Outcome::InsufficientMaterial)),
        // c1 and f8 are dark squares, like a1.
        ("4kb2/8/8/8/8/8/8/2B1K3 w - - 0 1", Some(Outcome::InsufficientMaterial)),
        ("2b1k3/8/8/8/8/8/8/2B1K3 w - - 0 1", None),
        ("B1B1k3/1B6/B7/8/8/8/8/4K3 b - - 0 1", Some(Outcome::InsufficientMaterial)),
        ("4k3/8/8/8/8/8/8/2NNK3 w - - 0 1", None),
        ("3nk3/8/8/8/8/8/8/3NK3 w - - 0 1", None),
        ("4k3/8/8/8/8/8/8/3BKN2 w - - 0 1", None),
        ("4k3/7p/8/8/8/8/8/4K3 w - - 0 1", None),
        // Stalemate comes before insufficient material.
        ("8/8/8/8/8/1k6/2b5/K7 w - - 0 1", Some(Outcome::Stalemate)),
        ("8/8/8/8/8/kb6/8/K7 w - - 0 1", Some(Outcome::InsufficientMaterial)),
    ] {
        assert_eq!(position(fen).outcome(), expected, "{fen}");
    }
}

#[test]
fn who_can_still_win_by_material() {
    // White's pieces, Black's pieces, whether White can win, whether Black can win.
    for (white, black, white_can, black_can) in [
        ("8", "8", false, false),
        ("8", "3p4", false, true),
        ("3P4", "8", true, false),
        ("3R4", "3q4", true, true),
        // A lone knight can win, except against nothing but queens.
        ("3N4", "8", false, false),
        ("3N4", "2qq4", false, true),
        ("3N4", "3p4", true, true),
        ("3N4", "3r4", true, true),
        ("3N4", "3b4", true, true),
        ("3N4", "3n4", true, true),
        ("2NN4", "8", true, false),
        // Bishops on one colour need an enemy knight, pawn, or bishop on the other colour.
        ("3B4", "8", false, false),
        ("1B1B4", "2q1r3", false, true),
        ("3B4", "3n4", true, true),
        ("3B4", "3p4", true, true),
        // The two rows put the bishops on squares of one colour, then of both.
        ("3B4", "2b5", false, false),
        ("3B4", "3b4", true, true),
        ("2BB4", "8", true, false),
        ("2BN4", "8", true, false),
    ] {
        let fen = format!("k7/8/{black}/8/8/{white}/8/K7 w - - 0 1");
        // One of the kings may be in check, because only the material counts.
        let Ok(position) =
            Position::from_fen(&fen).or_else(|_| Position::from_fen(&fen.replace(" w ", " b ")))
        else {
            panic!("{fen}");
        };
        assert_eq!(position.can_win(Color::White), white_can, "white in {fen}");
        assert_eq!(position.can_win(Color::Black), black_can, "black in {fen}");
    }
}

#[test]
fn repetition_is_claimed_at_three_and_ends_the_game_at_five() {
    let mut history = History::new(Position::start());
    for repetitions in 2..=5 {
        play(&mut history, &DANCE);
        assert_eq!(history.repetitions(), repetitions);
        let claim = (3..5).contains(&repetitions).then_some(Claim::ThreefoldRepetition);
        assert_eq!(history.claim(), claim, "after {repetitions}");
    }
    assert_eq!(history.outcome(), Some(Outcome::FivefoldRepetition));
    assert_eq!(history.ply(), 16);
}

#[test]
fn lost_castling_rights_make_another_position() {
    let mut history = History::new(position("4k3/8/8/8/8/8/8/4K2R w K - 0 1"));
    let dance = [
        (Square::H1, Square::G1),
        (Square::E8, Square::D8),
        (Square::G1, Square::H1),
        (Square::D8, Square::E8),
    ];
    play(&mut history, &dance);
    assert_eq!(history.repetitions(), 1);
    play(&mut history, &dance);
    assert_eq!(history.repetitions(), 2);
}

#[test]
fn en_passant_makes_another_position_only_where_it_is_legal() {
    // Black may capture on d3 after d2-d4.
    let mut legal = History::new(position("6k1/8/8/8/4p3/8/3P4/4K3 w - - 0 1"));
    play(&mut legal, &[(Square::D2, Square::D4)]);
    play(
        &mut legal,
        &[
            (Square::G8, Square::H8),
            (Square::E1, Square::D1),
            (Square::H8, Square::G8),
            (Square::D1, Square::E1),
        ],
    );
    assert_eq!(legal.repetitions(), 1);
    // Here the rook pins the pawn, so the capture was never legal.
    let mut pinned = History::new(position("4k3/8/8/8/4p3/8/3P4/4RK2 w - - 0 1"));
    play(&mut pinned, &[(Square::D2, Square::D4)]);
    play(
        &mut pinned,
        &[
            (Square::E8, Square::D8),
            (Square::F1, Square::G1),
            (Square::D8, Square::E8),
            (Square::G1, Square::F1),
        ],
    );
    assert_eq!(pinned.repetitions(), 2);
}

#[test]
fn fifty_moves_are_claimed_and_seventy_five_end_the_game() {
    let rook_ending = |clock: u16| History::new(position(&format!("4k3/8/8/8/8/8/8/R3K3 w - - {clock} 90")));
    assert_eq!(rook_ending(99).claim(), None);
    assert_eq!(rook_ending(100).claim(), Some(Claim::FiftyMoves));
    assert_eq!(rook_ending(149).outcome(), None);
    assert_eq!(rook_ending(149).claim(), Some(Claim::FiftyMoves));
    let mut history = rook_ending(149);
    play(&mut history, &[(Square::A1, Square::A2)]);
    assert_eq!(history.outcome(), Some(Outcome::SeventyFiveMoves));
    assert_eq!(history.claim(), None);
    // A pawn move in time resets the counter.
    let mut history = History::new(position("4k3/8/8/8/8/8/P7/R3K3 w - - 149 90"));
    play(&mut history, &[(Square::A2, Square::A3)]);
    assert_eq!((history.outcome(), history.claim()), (None, None));
}

#[test]
fn mate_comes_before_the_75_moves() {
    let mut history = History::new(position("6k1/5ppp/8/8/8/8/8/R3K3 w - - 149 90"));
    play(&mut history, &[(Square::A1, Square::A8)]);
    assert_eq!(history.outcome(), Some(Outcome::Checkmate { winner: Color::White }));
    let mut history = History::new(position("7k/8/6K1/5Q2/8/8/8/8 w - - 149 90"));
    play(&mut history, &[(Square::F5, Square::F7)]);
    assert_eq!(history.outcome(), Some(Outcome::Stalemate));
}

#[test]
fn a_clock_longer_than_the_history_is_no_trouble() {
    let mut history = History::new(position("4k3/8/8/8/8/8/8/R3K3 b - - 65535 65535"));
    play(&mut history, &[(Square::E8, Square::E7)]);
    assert_eq!(history.repetitions(), 1);
    assert_eq!(history.outcome(), Some(Outcome::SeventyFiveMoves));
}

#[test]
fn plies_know_their_mover_and_number() {
    let history = History::new(position("4k3/8/8/8/8/8/8/R3K3 b - - 0 10"));
    assert_eq!((history.mover_at(0), history.fullmove_number_at(0)), (Color::Black, 10));
    assert_eq!((history.mover_at(1), history.fullmove_number_at(1)), (Color::White, 11));
    assert_eq!((history.mover_at(2), history.fullmove_number_at(2)), (Color::Black, 11));
}

#[test]
fn a_draw_is_claimed_by_the_move_that_brings_it() {
    let mut history = History::new(Position::start());
    let mut fully = Vec::new();
    for _ in 0..5 {
        for (from, to) in DANCE {
            let mv = Move::normal(from, to);
            // What may be claimed with a move may also be claimed after it, by the side to move then.
            let claimed = history.claim_with(mv);
            history.play(mv);
            assert_eq!(
                claimed.is_some(),
                history.repetitions() >= 3 && fully.is_empty(),
                "{}",
                history.ply()
            );
            fully.extend(history.outcome());
        }
    }
    assert!(!fully.is_empty());
}

#[test]
fn fifty_moves_are_claimed_by_the_last_of_them() {
    let history = History::new(position("4k3/8/8/8/8/8/P7/R3K3 w - - 99 90"));
    let quiet = Move::normal(Square::A1, Square::B1);
    assert_eq!(history.claim(), None);
    assert_eq!(history.claim_with(quiet), Some(Claim::FiftyMoves));
    assert_eq!(history.claim_with(Move::normal(Square::A2, Square::A3)), None);
    assert_eq!(history.claim_with(Move::normal(Square::A1, Square::B2)), None);
    let early = History::new(position("4k3/8/8/8/8/8/P7/R3K3 w - - 98 90"));
    assert_eq!(early.claim_with(quiet), None);
    // Checkmate is no draw, and after 75 moves the game is over, so there is nothing to claim.
    let mate = History::new(position("6k1/5ppp/8/8/8/8/8/R3K3 w - - 99 90"));
    assert_eq!(mate.claim_with(Move::normal(Square::A1, Square::A8)), None);
    assert_eq!(mate.claim_with(Move::normal(Square::A1, Square::A7)), Some(Claim::FiftyMoves));
    let over = History::new(position("4k3/8/8/8/8/8/P7/R3K3 w - - 150 90"));
    assert_eq!(over.claim_with(quiet), None);
}

#[test]
fn moves_are_taken_back_to_any_point_of_a_long_game() {
    let mut played = History::new(Position::start());
    let mut earlier = vec![played.clone()];
    for (from, to) in DANCE.into_iter().cycle().take(260) {
        played.play(Move::normal(from, to));
        earlier.push(played.clone());
    }
    for (left, wanted) in earlier.iter().enumerate() {
        let mut history = played.clone();
        history.take_back(played.ply() - left);
        assert_eq!(history, *wanted, "{left} half-moves are left");
        // What is played then is as good as what was never taken back.
        let (from, to) = DANCE[left % DANCE.len()];
        history.play(Move::normal(from, to));
        assert_eq!(Some(&history), earlier.get(left + 1).or(Some(&history)));
    }
}
