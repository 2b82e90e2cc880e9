// SPDX-License-Identifier: MIT OR Apache-2.0
//! Why a move is bad, in one sentence for people. Only mates, stalemates, promotions and exchanges on one
//! square are explained.

use std::fmt;

use tabiya_rules::{Move, Position, Role, Square};

use super::chances::centipawns;
use crate::eval::board::Board;
use crate::report::Report;
use crate::score::{Score, Value};
use crate::see::{self, WORTH};

/// What is wrong with a move. [`Display`](fmt::Display) says it in a sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flaw {
    /// The opponent mates in this number of moves.
    AllowsMate(u32),
    /// The mover had a mate in this number of moves.
    MissesMate(u32),
    /// The opponent has no legal move and is not in check.
    Stalemates,
    /// The opponent can take a piece for nothing.
    Hangs {
        /// The piece.
        role: Role,
        /// Its square.
        square: Square,
        /// Whether the opponent could already take it before the move.
        left: bool,
        /// A piece that seems to protect it but is pinned.
        pinned: Option<(Role, Square)>,
    },
    /// A piece is lost for one of lower value.
    Loses {
        /// The piece that is lost.
        role: Role,
        /// The piece that the mover gets for it.
        price: Role,
    },
    /// The opponent promotes the pawn on this square.
    LetsPromote(Square),
    /// The mover could have taken this piece with profit.
    Spares(Role, Square),
}

/// A smaller gain of material is not reported: nearly a pawn.
const NOTABLE: Value = 90;

impl Flaw {
    /// The first flaw that can be explained. `before` is the report on the position, `after` the report on
    /// the position after the move.
    pub(super) fn find(position: &Position, mv: Move, before: &Report, after: &Report) -> Option<Flaw> {
        let next = position.after(mv);
        if let Score::Mate(moves @ 1..) = after.score
            && !matches!(before.score, Score::Mate(..=0))
        {
            return Some(Flaw::AllowsMate(moves.unsigned_abs()));
        }
        if !next.has_legal_move() && !next.is_check() {
            return Some(Flaw::Stalemates);
        }
        if let Score::Mate(moves @ 1..) = before.score
            && matches!(after.score, Score::Cp(_))
        {
            return Some(Flaw::MissesMate(moves.unsigned_abs()));
        }
        let loss = centipawns(before.score) + centipawns(after.score);
        let (now, then) = (Board::new(*position), Board::new(next));
        after
            .best
            .and_then(|reply| lost(&now, mv, &then, reply, loss))
            .or_else(|| before.best.and_then(|best| spared(&now, mv, best)))
    }
}

/// What the opponent's best reply wins.
fn lost(now: &Board, mv: Move, then: &Board, reply: Move, loss: i32) -> Option<Flaw> {
    if reply.promotion().is_some() && then.victim(reply).is_none() {
        return Some(Flaw::LetsPromote(reply.from()));
    }
    let (role, square) = then.victim(reply)?;
    let gain = gain(then, reply);
    let got = now.victim(mv).map(|(role, _)| role);
    let net = gain - got.map_or(0, |role| WORTH[role.index()]);
    // A capture that explains much less, or much more, than the score lost is not the reason.
    if net < NOTABLE || loss < net / 2 {
        return None;
    }
    let whole = gain >= WORTH[role.index()];
    match got {
        None if whole => {
            let stood = square != mv.to();
            let left = stood && was_to_be_had(now, reply, gain);
            Some(Flaw::Hangs { role, square, left, pinned: pinned_protector(then, square) })
        }
        // The mover recaptures, or the move was itself a capture and the opponent recaptures: in both cases
        // one piece for the other.
        None => Some(Flaw::Loses { role, price: then.mover(reply) }),
        Some(price) if whole => Some(Flaw::Loses { role, price }),
        Some(_) => None,
    }
}

/// Whether the opponent could already make the same capture before the move.
fn was_to_be_had(now: &Board, reply: Move, wanted: Value) -> bool {
    let Some(passed) = now.after_pass() else { return false };
    passed.position.is_legal(reply) && gain(&passed, reply) >= wanted
}

/// A piece that would protect the square if it were not pinned to its king.
fn pinned_protector(then: &Board, square: Square) -> Option<(Role, Square)> {
    let position = &then.position;
    let owner = position.turn().opposite();
    let protectors = position.attackers_to(square, position.occupied()) & position.pinned(owner);
    let king = position.king_of(owner);
    let from = protectors.into_iter().find(|from| !tabiya_rules::line(king, *from).contains(square))?;
    Some((position.role_at(from)?, from))
}

/// What the best move would have taken and the played move did not take.
fn spared(now: &Board, mv: Move, best: Move) -> Option<Flaw> {
    let (role, square) = now.victim(best)?;
    let taken = now.victim(mv).is_some_and(|(_, taken)| taken == square);
    (!taken && gain(now, best) >= NOTABLE).then_some(Flaw::Spares(role, square))
}

/// The material that the exchange started by this move wins.
fn gain(board: &Board, mv: Move) -> Value {
    let (mut at_least, mut less_than) = (-2_000, 2_000);
    while less_than - at_least > 1 {
        let middle = Value::midpoint(at_least, less_than);
        if see::wins(board, mv, middle) { at_least = middle } else { less_than = middle }
    }
    at_least
}

impl fmt::Display for Flaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Flaw::AllowsMate(moves) => write!(f, "Allows mate in {moves}."),
            Flaw::MissesMate(moves) => write!(f, "Misses mate in {moves}."),
            Flaw::Stalemates => f.write_str("Gives stalemate."),
            Flaw::Hangs { role, square, left, pinned } => {
                let hangs = if *left { "Leaves" } else { "Hangs" };
                write!(f, "{hangs} the {role} on {square}")?;
                if *left {
                    f.write_str(" hanging")?;
                }
                if let Some((role, square)) = pinned {
                    write!(f, ": the {role} on {square} is pinned")?;
                }
                f.write_str(".")
            }
            Flaw::Loses { role, price } => {
                let article = |role| if role == &Role::King { "the" } else { "a" };
                write!(f, "Loses {} {role} for {} {price}.", article(role), article(price))
            }
            Flaw::LetsPromote(square) => write!(f, "Lets the pawn on {square} promote."),
            Flaw::Spares(role, square) => write!(f, "Misses taking the {role} on {square}."),
        }
    }
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
        let found = Flaw::find(&position, mv, &before, &after).map(|flaw| flaw.to_string());
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
        // The mover was being mated anyway, so the move is not at fault.
        let fen = "3r2k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1";
        check(fen, "Ra7", ("h2h3", Score::Mate(-3)), ("d8d1", Score::Mate(1)), "nothing");
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
                "Hangs the knight on h4.",
            ),
            (
                "4k3/8/8/8/4p3/5N2/8/4K3 w - - 0 1",
                "Kd1",
                "f3d4",
                250,
                "e4f3",
                80,
                "Leaves the knight on f3 hanging.",
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
                "Leaves the bishop on f3 hanging.",
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
                "Hangs the rook on a8.",
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
                200,
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

    #[test]
    fn pins_and_promotions_are_told() {
        // The knight on d2 only seems to protect f3: the bishop on b4 pins it.
        let fen = "4k3/8/8/8/1b4b1/8/3N4/4KR2 w - - 0 1";
        let pinned = "Hangs the rook on f3: the knight on d2 is pinned.";
        check(fen, "Rf3", ("f1f4", Score::Cp(0)), ("g4f3", Score::Cp(500)), pinned);
        let fen = "4k3/8/8/8/8/8/p7/2K5 w - - 0 1";
        check(fen, "Kd1", ("c1b2", Score::Cp(0)), ("a2a1q", Score::Cp(900)), "Lets the pawn on a2 promote.");
    }
}
