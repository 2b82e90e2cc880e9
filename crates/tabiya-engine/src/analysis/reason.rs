// SPDX-License-Identifier: MIT OR Apache-2.0
//! Why a move is bad.
//!
//! A reason is given only where it is proved: a mate by trying every reply (`forced`), a loss of material by counting it where
//! the engine's line has come to rest (`by_line`), an exchange on one square by playing it out (`taking`). A move for which
//! nothing is proved gets no reason.

use tabiya_rules::{Move, Position};

use super::by_line::Lines;
use super::chances::centipawns;
use super::flaw::Flaw;
use super::forced::{self, Proofs};
use super::taking;
use crate::report::Report;
use crate::score::Score;

/// The first flaw that can be proved. `before` is the report on the position, `after` the report on
/// the position after the move; mates are proved within `proofs`.
pub(super) fn reason(
    position: &Position,
    mv: Move,
    before: &Report,
    after: &Report,
    proofs: &mut Proofs,
) -> Option<Flaw> {
    let next = position.after(mv);
    if let Score::Mate(moves @ 1..) = after.score
        && !matches!(before.score, Score::Mate(..=0))
        && let Some(moves) = forced::mate(&next, moves.unsigned_abs(), after.best, proofs)
        // Where the better move allows it, too, the move played is not at fault.
        && before.best.is_some_and(|best| forced::is_safe(&position.after(best), moves, proofs))
    {
        return Some(Flaw::AllowsMate(moves));
    }
    if !next.has_legal_move() && !next.is_check() {
        return Some(Flaw::Stalemates);
    }
    if let Score::Mate(moves @ 1..) = before.score
        && matches!(after.score, Score::Cp(_))
        && let Some(moves) = forced::mate(position, moves.unsigned_abs(), before.best, proofs)
        // The search may not have seen that the move played mates as soon.
        && forced::is_lost(&next, moves - 1, after.best, proofs) == Some(false)
    {
        return Some(Flaw::MissesMate(moves));
    }
    let loss = centipawns(before.score) + centipawns(after.score);
    let lines = Lines::new(position, mv, before, after, loss);
    let taken = after.best.and_then(|reply| taking::lost(position, mv, reply, loss));
    let spared = before.best.and_then(|best| taking::spared(position, mv, best, loss));
    // One capture that explains a small part of what the score lost is told only where the lines tell nothing.
    let (whole, part) = match taken {
        Some((flaw, gain)) if explains_most(gain, loss) => (Some(flaw), None),
        Some((flaw, _)) => (None, Some(flaw)),
        None => (None, None),
    };
    whole
        .or_else(|| lines.promotion())
        .or_else(|| lines.fork())
        .or_else(|| spared.filter(|(_, gain)| explains_most(*gain, loss)).map(|(flaw, _)| flaw))
        .or_else(|| lines.loss_of_material())
        .or_else(|| lines.missed_material())
        .or(part)
}

/// Whether a gain of so many pawns is a third or more of what the score lost.
const fn explains_most(pawns: i32, loss: i32) -> bool {
    pawns * 300 >= loss
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabiya_rules::{Attempt, parse_san};

    fn report(score: Score, best: Option<Move>) -> Report {
        best.map_or_else(|| Report::without_moves(score), |best| Report::without_search(best, score))
    }

    /// Checks the flaw of a move in SAN when `best` was best and `reply` is the opponent's best reply. Both
    /// are in UCI notation; an empty one means none.
    fn check(fen: &str, mv: &str, best: (&str, Score), reply: (&str, Score), expected: &str) {
        let position = Position::from_fen(fen).unwrap();
        let mv = parse_san(&position, mv).unwrap();
        let next = position.after(mv);
        let find = |position: &Position, text: &str| {
            let attempt: Option<Attempt> = text.parse().ok();
            attempt.map(|attempt| attempt.to_move(position).unwrap())
        };
        let before = report(best.1, find(&position, best.0));
        let after = report(reply.1, find(&next, reply.0));
        let found =
            reason(&position, mv, &before, &after, &mut Proofs::default()).map(|flaw| flaw.to_string());
        assert_eq!(found.as_deref().unwrap_or("nothing"), expected, "{fen} {mv:?}");
    }

    #[test]
    fn mates_are_told() {
        let fen = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1";
        check(fen, "h3", ("d1d8", Score::Mate(1)), ("g7g6", Score::Cp(-500)), "Misses mate in 1.");
        let fen = "3r2k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1";
        check(fen, "Ra7", ("h2h3", Score::Cp(0)), ("d8d1", Score::Mate(1)), "Allows mate in 1.");
        let fen = "7k/8/6K1/8/8/8/8/5Q2 w - - 0 1";
        check(fen, "Qf7", ("f1f8", Score::Mate(1)), ("", Score::Cp(0)), "Gives stalemate.");
        // The mover was being mated anyway, so the move is not at fault. In the second case the search has not seen that.
        let fen = "3r2k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1";
        check(fen, "Ra7", ("h2h3", Score::Mate(-3)), ("d8d1", Score::Mate(1)), "nothing");
        let fen = "3r2k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1";
        check(fen, "Ra7", ("a1a8", Score::Cp(0)), ("d8d1", Score::Mate(1)), "Allows mate in 1.");
        check(fen, "Ra7", ("a1a6", Score::Cp(0)), ("d8d1", Score::Mate(1)), "nothing");
    }

    /// What a pawn explains of a lost queen's worth is little.
    #[test]
    fn a_capture_that_explains_a_part_is_told_only_of_what_is_lost() {
        let fen = "4k3/8/8/4p3/8/5N2/8/4K3 w - - 0 1";
        check(fen, "Kd1", ("f3e5", Score::Cp(150)), ("e8e7", Score::Cp(0)), "Misses taking the pawn on e5.");
        check(fen, "Kd1", ("f3e5", Score::Cp(600)), ("e8e7", Score::Cp(100)), "nothing");
        let fen = "4k3/8/8/6b1/8/8/3P4/7K w - - 0 1";
        let hangs = "Leaves the pawn on d2 hanging: attacked once, not defended.";
        check(fen, "Kh2", ("d2d4", Score::Cp(0)), ("g5d2", Score::Cp(600)), hangs);
    }

    #[test]
    fn what_is_lost_is_named() {
        for (fen, mv, best, before, reply, after, expected) in [
            // The knight moves to a square where the queen takes it; then the knight stays on an attacked
            // square.
            (
                "rnbqkbnr/pppp1ppp/8/4p3/8/5N2/PPPPPPPP/RNBQKB1R w KQkq - 0 1",
                "Nh4",
                "b1c3",
                20,
                "d8h4",
                300,
                "Hangs the knight on h4: attacked once, not defended.",
            ),
            (
                "4k3/8/8/8/4p3/5N2/8/4K3 w - - 0 1",
                "Kd1",
                "f3d4",
                250,
                "e4f3",
                80,
                "Leaves the knight on f3 hanging: attacked once, not defended.",
            ),
            (
                "4k3/8/8/8/4p3/5N2/8/4K3 w - - 0 1",
                "Kf2",
                "f3d4",
                250,
                "e4f3",
                80,
                "Loses a knight for a pawn.",
            ),
            (
                "3k4/8/8/8/8/5b2/4R1P1/4K3 b - - 0 1",
                "Kd7",
                "f3e2",
                200,
                "g2f3",
                500,
                "Leaves the bishop on f3 hanging: attacked once, not defended.",
            ),
            // The queen takes a protected rook; then a rook moves to a square where the mover recaptures a
            // bishop for it.
            (
                "3rk3/8/8/8/8/8/8/3QK3 w - - 0 1",
                "Qxd8+",
                "d1a4",
                300,
                "e8d8",
                500,
                "Loses a queen for a rook.",
            ),
            (
                "4k3/1b6/8/8/8/6P1/7P/R5K1 w - - 0 1",
                "Ra8+",
                "a1d1",
                300,
                "b7a8",
                300,
                "Hangs the rook on a8: attacked once, not defended.",
            ),
            (
                "4k3/8/8/1b6/8/8/6P1/R5K1 w - - 0 1",
                "Rf1",
                "a1d1",
                200,
                "b5f1",
                0,
                "Loses a rook for a bishop.",
            ),
            // Captures that were missed.
            (
                "4k3/2b5/8/8/8/6P1/5P2/2R1K3 w - - 0 1",
                "Rc6",
                "c1c7",
                700,
                "e8d7",
                0,
                "Misses taking the bishop on c7.",
            ),
            (
                "4r1k1/8/8/6b1/8/3P4/4R3/4K3 w - - 0 1",
                "d4",
                "e2e8",
                400,
                "g5d2",
                0,
                "Misses taking the rook on e8.",
            ),
            // The score fell too little for the capture to be the reason; nothing is taken; a protected pawn
            // is taken.
            ("4k3/8/8/1b6/8/8/6P1/R5K1 w - - 0 1", "Rf1", "a1d1", 200, "b5f1", -130, "nothing"),
            ("6k1/8/1b6/8/4R3/8/5P2/4K3 w - - 0 1", "Kf1", "e1e2", 300, "g8f7", -300, "nothing"),
            ("6k1/8/8/3b4/8/8/4R1P1/4K3 w - - 0 1", "Kf2", "e1d2", 250, "d5g2", -200, "nothing"),
        ] {
            check(fen, mv, (best, Score::Cp(before)), (reply, Score::Cp(after)), expected);
        }
    }

    /// Black takes the knight with a bishop, White takes back, and the knight on f6 takes a pawn's worth more.
    #[test]
    fn a_piece_for_another_of_its_worth_is_no_loss_of_a_piece() {
        let fen = "6r1/p1p1rkN1/1pb2n2/4pP2/7P/2NP2R1/PPP1B1P1/6K1 w - - 1 28";
        check(fen, "Ne4", ("g7e6", Score::Cp(300)), ("c6e4", Score::Cp(-100)), "nothing");
    }

    /// The queen on g6 pins the bishop on g7, until the queen itself takes on f6.
    #[test]
    fn a_pin_counts_as_long_as_it_lasts() {
        let fen = "1rq3k1/6b1/3r1pQp/p1pPp3/2P4B/5R2/5PP1/4R1K1 b - - 1 33";
        check(fen, "Qf8", ("d6d7", Score::Cp(-300)), ("h4f6", Score::Cp(600)), "nothing");
    }

    /// Both moves mate in three, which the search has seen of one of them.
    #[test]
    fn a_move_that_mates_as_soon_misses_nothing() {
        let fen = "8/5ppk/7p/8/4b3/pP4qP/P2B2P1/2R2K2 b - - 2 38";
        check(fen, "Qxg2+", ("e4g2", Score::Mate(3)), ("f1e1", Score::Cp(-900)), "nothing");
    }

    #[test]
    fn pins_and_promotions_are_told() {
        // The knight on d2 only seems to protect f3: the bishop on b4 pins it.
        let fen = "4k3/8/8/8/1b4b1/8/3N4/4KR2 w - - 0 1";
        let pinned = "Hangs the rook on f3: attacked once, defended once, and the knight on d2 is pinned.";
        check(fen, "Rf3", ("f1f4", Score::Cp(0)), ("g4f3", Score::Cp(500)), pinned);
        let fen = "4k3/8/8/8/8/8/p7/2K5 w - - 0 1";
        check(fen, "Kd1", ("c1b2", Score::Cp(0)), ("a2a1q", Score::Cp(900)), "Lets the pawn on a2 promote.");
        // "Loses a rook for a rook" was said of this.
        let fen = "3k1Rr1/6P1/pr5n/4P2p/1P6/2p2K1P/2P5/1R6 b - - 2 43";
        let promotes = "Lets the pawn on g7 promote.";
        check(fen, "Rxf8+", ("d8d7", Score::Cp(-300)), ("g7f8q", Score::Cp(900)), promotes);
    }
}
