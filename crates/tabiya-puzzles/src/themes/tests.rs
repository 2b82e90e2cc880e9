// SPDX-License-Identifier: AGPL-3.0-or-later
use tabiya_rules::{History, Position, parse_san};

use super::*;
use crate::puzzle::{Origin, Step};

/// A puzzle of the position before the mistake, and the moves from the mistake on.
fn puzzle(fen: &str, moves: &str) -> Puzzle {
    let mut history = History::new(Position::from_fen(fen).unwrap());
    for san in moves.split(' ') {
        history
            .play(parse_san(history.position(), san).unwrap_or_else(|error| panic!("{fen} {san}: {error}")));
    }
    let (mistake, solution) = history.moves().split_first().unwrap();
    let step = |pair: &[_]| Step { right: vec![pair[0]], good: vec![], reply: pair.get(1).copied() };
    let steps = solution.chunks(2).map(step).collect();
    Puzzle::new(*history.start(), *mistake, steps, Origin::File, None).unwrap()
}

/// These and no others, of those that need no search.
fn check(fen: &str, moves: &str, expected: &str) {
    let mut expected: Vec<Theme> = expected.split(' ').map(|name| name.parse().unwrap()).collect();
    expected.sort_unstable();
    assert_eq!(themes_of(&puzzle(fen, moves)), expected, "{fen} {moves}");
}

#[test]
fn forks() {
    check("6k1/4qp1p/8/3N4/8/8/5PPP/6K1 b - - 0 1", "Qd7 Nf6+ Kg7 Nxd7", "endgame fork short");
    // It ends with the fork itself.
    check("6k1/4qp1p/8/3N4/8/8/5PPP/6K1 b - - 0 1", "Qd7 Nf6+", "endgame fork oneMove");
    // There the knight would be taken.
    check("6k1/4q1p1/8/3N4/8/8/5PPP/6K1 b - - 0 1", "Qd7 Nf6+", "endgame oneMove");
    // The knight attacks two pieces, but the line takes something else.
    check("6k1/4qp1p/8/3N4/8/8/5PPP/6K1 b - - 0 1", "Qd7 Nf6+ Kg7 h3", "endgame quietMove short");
}

#[test]
fn mates_by_name() {
    check(
        "r5k1/5ppp/8/8/8/8/5PPP/3R2K1 b - - 0 1",
        "Ra2 Rd8#",
        "backRankMate endgame mate mateIn1 oneMove rookEndgame",
    );
    check("5r1k/6pp/7N/8/8/8/r5PP/6K1 b - - 0 1", "Rg8 Nf7#", "endgame mate mateIn1 oneMove smotheredMate");
    check("7k/R7/5N2/8/8/8/p5PP/6K1 b - - 0 1", "a1=Q+ Rxa1 Kg7 Ra7+", "endgame hangingPiece short");
    check("6k1/R7/5N2/8/8/8/6PP/6K1 b - - 0 1", "Kh8 Rh7#", "arabianMate endgame mate mateIn1 oneMove");
    // The king could have been mated by a rook and a queen just as well.
    check("6k1/R7/8/8/8/8/6PP/1Q4K1 b - - 0 1", "Kh8 Qb8#", "endgame mate mateIn1 oneMove queenRookEndgame");
}

#[test]
fn lines() {
    check("4q3/8/8/8/3k4/8/6PP/R5K1 b - - 0 1", "Ke4 Re1+ Kd3 Rxe8", "endgame queenRookEndgame short skewer");
    check("4k3/4b3/8/5n2/5B2/8/6PP/4R1K1 b - - 0 1", "Nd6 Bxd6", "endgame oneMove pin");
    // The last move skewers, or pins.
    check("4q3/8/8/8/3k4/8/6PP/R5K1 b - - 0 1", "Ke4 Re1+", "endgame oneMove queenRookEndgame skewer");
    check("4k3/4q3/8/8/8/8/6PP/R5K1 b - - 0 1", "Kf8 Ra8+", "endgame oneMove queenRookEndgame");
    check("4k3/8/4q3/8/8/8/6PP/R5K1 b - - 0 1", "Kf8 Re1", "endgame oneMove queenRookEndgame");
    check("3k4/8/4q3/8/8/8/6PP/R4K2 b - - 0 1", "Ke8 Re1", "endgame oneMove pin queenRookEndgame");
    check("4k3/p7/8/8/4N3/8/8/4R1K1 b - - 0 1", "a6 Nf6+", "discoveredCheck doubleCheck endgame oneMove");
    check(
        "6k1/6pp/8/2q5/8/3B4/6PP/3Q3K b - - 0 1",
        "Qd5 Bxh7+ Kxh7 Qxd5",
        "discoveredAttack endgame sacrifice short",
    );
}

#[test]
fn single_pieces() {
    check("4k3/8/2n5/8/8/4B3/6PP/6K1 b - - 0 1", "Nd4 Bxd4", "endgame hangingPiece oneMove");
    // It has just taken as much there: that is an exchange.
    check("4k3/8/2n5/8/3N4/4B3/6PP/6K1 b - - 0 1", "Nxd4 Bxd4", "endgame oneMove");
    check(
        "6k1/8/4b3/8/8/8/PPP5/2K5 b - - 0 1",
        "Bxa2 b3 Kf7 Kb2 Ke6 Kxa2",
        "bishopEndgame endgame long quietMove trappedPiece",
    );
    // The last move shuts it in.
    check("6k1/8/4b3/8/8/8/PPPK4/8 b - - 0 1", "Bxa2 b3", "bishopEndgame endgame oneMove quietMove");
    // A pawn for a knight is no exchange.
    check("4k3/8/2n5/8/3P4/4B3/6PP/6K1 b - - 0 1", "Nxd4 Bxd4", "endgame hangingPiece oneMove");
    // The bishop could have gone to b1 and away.
    check("6k1/8/4b3/8/8/8/PP6/3K4 b - - 0 1", "Bxa2 Kc2 Kf7 b3", "bishopEndgame endgame quietMove short");
}

#[test]
fn pawns_and_castling() {
    check("8/P5k1/8/8/8/8/8/K7 b - - 0 1", "Kg6 a8=Q", "advancedPawn endgame oneMove pawnEndgame promotion");
    check(
        "8/P5k1/8/8/8/8/8/K7 b - - 0 1",
        "Kg6 a8=N",
        "advancedPawn endgame oneMove pawnEndgame promotion underPromotion",
    );
    check("4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1", "d5 exd6", "enPassant endgame oneMove pawnEndgame");
    check("3k4/8/8/8/8/8/p7/R3K3 b Q - 0 1", "Kd7 O-O-O+", "castling endgame oneMove rookEndgame");
}

#[test]
fn a_full_board_is_an_opening_or_a_middlegame() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    check(start, "f3 e5", "oneMove opening quietMove");
    check("r2q1rk1/ppp2ppp/2n2n2/8/8/2N2N2/PPP2PPP/R2Q1RK1 w - - 0 1", "h3 Qxd1", "middlegame oneMove");
}
