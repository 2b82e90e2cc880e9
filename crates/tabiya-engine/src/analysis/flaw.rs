// SPDX-License-Identifier: MIT OR Apache-2.0
//! Why a move is bad, in one sentence for people.
//!
//! A reason is one of a small set of claims, and each is given only where it is proved: a mate by trying every reply
//! (`forced`), a loss of material by counting it where the engine's line has come to rest (`line`), an exchange on one square by
//! playing it out. A move for which nothing is proved gets no reason.

use std::fmt;

use tabiya_rules::{Color, Move, Position, Role, Square, attacks};

use super::chances::centipawns;
use super::forced::{self, Proofs};
use super::line::{PAWNS, material, rest};
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
        /// How many pieces of the opponent attack it after the move.
        attackers: u8,
        /// How many pieces of the mover defend it.
        defenders: u8,
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
    /// The opponent attacks two pieces at once with one of his, and the line takes one of them.
    AllowsFork {
        /// The piece that attacks, and the square to which it goes.
        by: (Role, Square),
        /// The two most valuable pieces that it attacks there, the more valuable first.
        targets: [(Role, Square); 2],
    },
    /// The line wins material against the mover.
    LosesMaterial {
        /// How much, in pawns.
        pawns: u8,
        /// After how many half-moves of the line.
        after: u8,
    },
    /// The better line wins material for the mover, and the move played does not.
    MissesMaterial {
        /// How much, in pawns.
        pawns: u8,
        /// After how many half-moves of the line.
        after: u8,
    },
}

/// A smaller gain of material is not reported: nearly a pawn.
const NOTABLE: Value = 90;

/// A gain of material by a line that is smaller is no reason, in pawns: a single pawn changes hands in many lines.
const NOTABLE_PAWNS: i32 = 2;

impl Flaw {
    /// The first flaw that can be proved. `before` is the report on the position, `after` the report on
    /// the position after the move; mates are proved within `proofs`.
    pub(super) fn find(
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
        {
            return Some(Flaw::AllowsMate(moves));
        }
        if !next.has_legal_move() && !next.is_check() {
            return Some(Flaw::Stalemates);
        }
        if let Score::Mate(moves @ 1..) = before.score
            && matches!(after.score, Score::Cp(_))
            && let Some(moves) = forced::mate(position, moves.unsigned_abs(), before.best, proofs)
        {
            return Some(Flaw::MissesMate(moves));
        }
        let loss = centipawns(before.score) + centipawns(after.score);
        let (now, then) = (Board::new(*position), Board::new(next));
        let lines = Lines::new(position, mv, before, after, loss);
        after
            .best
            .and_then(|reply| lost(&now, mv, &then, reply, loss))
            .or_else(|| lines.promotion())
            .or_else(|| lines.fork())
            .or_else(|| before.best.and_then(|best| spared(&now, mv, best)))
            .or_else(|| lines.loss_of_material())
            .or_else(|| lines.missed_material())
    }
}

/// What both lines do to the mover's material, in pawns.
struct Lines<'a> {
    next: Position,
    /// The opponent's line after the move.
    played: &'a [Move],
    /// How the material changes for the mover by the move and the opponent's line, and after how many moves of that line.
    by_played: Option<(i32, usize)>,
    /// The same by the better line.
    by_better: Option<(i32, usize)>,
    /// Hundredths of a pawn that the move lost.
    loss: i32,
}

impl<'a> Lines<'a> {
    fn new(position: &Position, mv: Move, before: &Report, after: &'a Report, loss: i32) -> Self {
        let next = position.after(mv);
        let sign = if position.turn() == Color::White { 1 } else { -1 };
        let change = |start: &Position, line: &[Move]| {
            let rest = rest(start, line).filter(|rest| rest.after > 0)?;
            Some((sign * (rest.material - material(position)), rest.after))
        };
        Lines {
            next,
            played: &after.pv,
            by_played: change(&next, &after.pv),
            by_better: change(position, &before.pv),
            loss,
        }
    }

    /// Whether so many pawns explain what the score lost: not much less and not much more.
    fn explains(&self, pawns: i32) -> bool {
        pawns >= NOTABLE_PAWNS && self.loss >= pawns * 50
    }

    /// The opponent's line promotes a pawn, and the mover is left with less than before.
    fn promotion(&self) -> Option<Flaw> {
        let (change, after) = self.by_played?;
        if !self.explains(-change) || -change < PAWNS[Role::Rook.index()] {
            return None;
        }
        let promotes = self.played[..after].iter().step_by(2).position(|mv| mv.promotion().is_some())?;
        // Back from the square of promotion to the pawn's square on the board.
        let own = self.played[..=2 * promotes].iter().step_by(2).rev();
        let mut square = self.played[2 * promotes].to();
        for mv in own {
            if mv.to() == square {
                square = mv.from();
            }
        }
        (self.next.role_at(square) == Some(Role::Pawn)).then_some(Flaw::LetsPromote(square))
    }

    /// The opponent's reply attacks two pieces, and the same piece takes one of them in the line.
    fn fork(&self) -> Option<Flaw> {
        let (change, after) = self.by_played?;
        let (reply, takes) = (*self.played.first()?, *self.played.get(2)?);
        let square = reply.to();
        if !self.explains(-change) || after < 3 || takes.from() != square || reply.is_castling() {
            return None;
        }
        let forked = self.next.after(reply);
        let victim = self.next.turn().opposite();
        let role = forked.role_at(square)?;
        let reached = attacks(victim.opposite(), role, square, forked.occupied()) & forked.by_color(victim);
        let is_worth = |target: &Square| {
            let Some(attacked) = forked.role_at(*target) else { return false };
            let is_defended =
                (forked.attackers_to(*target, forked.occupied()) & forked.by_color(victim)).any();
            attacked == Role::King
                || PAWNS[attacked.index()] > PAWNS[role.index()]
                || (attacked != Role::Pawn && !is_defended)
        };
        let mut targets: Vec<_> = reached
            .into_iter()
            .filter(is_worth)
            .filter_map(|target| Some((forked.role_at(target)?, target)))
            .collect();
        let value = |role: Role| if role == Role::King { i32::MAX } else { PAWNS[role.index()] };
        targets.sort_by_key(|(role, _)| std::cmp::Reverse(value(*role)));
        let takes_one = targets.iter().take(2).any(|(_, target)| *target == takes.to());
        match targets[..] {
            [first, second, ..] if takes_one => {
                Some(Flaw::AllowsFork { by: (role, square), targets: [first, second] })
            }
            _ => None,
        }
    }

    fn loss_of_material(&self) -> Option<Flaw> {
        let (change, after) = self.by_played?;
        // Where the better line loses as much, the move is not at fault.
        let is_own = self.by_better.is_some_and(|(better, _)| better - change >= NOTABLE_PAWNS);
        (self.explains(-change) && is_own)
            .then(|| Flaw::LosesMaterial { pawns: small(-change), after: small(after as i32) })
    }

    fn missed_material(&self) -> Option<Flaw> {
        let (better, after) = self.by_better?;
        let is_missed = self.by_played.is_some_and(|(played, _)| better - played >= NOTABLE_PAWNS);
        (self.explains(better) && is_missed)
            .then(|| Flaw::MissesMaterial { pawns: small(better), after: small(after as i32) })
    }
}

fn small(number: i32) -> u8 {
    u8::try_from(number).unwrap_or(u8::MAX)
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
            let [defenders, attackers] = around(then, square);
            let pinned = pinned_protector(then, square);
            Some(Flaw::Hangs { role, square, left, attackers, defenders, pinned })
        }
        // The mover recaptures, or the move was itself a capture and the opponent recaptures: in both cases
        // one piece for the other. Of two pieces of the same worth something else is lost behind them.
        None => {
            let price = then.mover(reply);
            (PAWNS[role.index()] > PAWNS[price.index()]).then_some(Flaw::Loses { role, price })
        }
        Some(price) if whole => Some(Flaw::Loses { role, price }),
        Some(_) => None,
    }
}

/// Whether the opponent could already make the same capture before the move.
fn was_to_be_had(now: &Board, reply: Move, wanted: Value) -> bool {
    let Some(passed) = now.after_pass() else { return false };
    passed.position.is_legal(reply) && gain(&passed, reply) >= wanted
}

/// How many pieces of the mover, and how many of the opponent, attack a square after the move.
fn around(then: &Board, square: Square) -> [u8; 2] {
    let position = &then.position;
    let attackers = position.attackers_to(square, position.occupied());
    let opponent = position.turn();
    [opponent.opposite(), opponent].map(|color| small((attackers & position.by_color(color)).len() as i32))
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
            Flaw::Hangs { role, square, left, attackers, defenders, pinned } => {
                let hangs = if *left { "Leaves" } else { "Hangs" };
                write!(f, "{hangs} the {role} on {square}")?;
                if *left {
                    f.write_str(" hanging")?;
                }
                write!(f, ": attacked {}, ", times(*attackers))?;
                match defenders {
                    0 => f.write_str("not defended")?,
                    defenders => write!(f, "defended {}", times(*defenders))?,
                }
                if let Some((role, square)) = pinned {
                    write!(f, ", and the {role} on {square} is pinned")?;
                }
                f.write_str(".")
            }
            Flaw::Loses { role, price } => {
                let article = |role| if role == &Role::King { "the" } else { "a" };
                write!(f, "Loses {} {role} for {} {price}.", article(role), article(price))
            }
            Flaw::LetsPromote(square) => write!(f, "Lets the pawn on {square} promote."),
            Flaw::Spares(role, square) => write!(f, "Misses taking the {role} on {square}."),
            Flaw::AllowsFork { by: (role, square), targets: [first, second] } => {
                let on = |(role, square): &(Role, Square)| format!("the {role} on {square}");
                write!(f, "Allows a fork: the {role} on {square} attacks {} and {}.", on(first), on(second))
            }
            Flaw::LosesMaterial { pawns, after } => {
                write!(f, "Loses material worth {pawns} pawns within {}.", half_moves(*after))
            }
            Flaw::MissesMaterial { pawns, after } => {
                write!(
                    f,
                    "Misses a line that wins material worth {pawns} pawns within {}.",
                    half_moves(*after)
                )
            }
        }
    }
}

/// "once", "twice", "3 times"
fn times(number: u8) -> String {
    match number {
        1 => "once".to_owned(),
        2 => "twice".to_owned(),
        more => format!("{more} times"),
    }
}

fn half_moves(number: u8) -> String {
    format!("{number} half-move{}", if number == 1 { "" } else { "s" })
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
            Flaw::find(&position, mv, &before, &after, &mut Proofs::default()).map(|flaw| flaw.to_string());
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

    /// Black takes the knight with a bishop, White takes back, and the knight on f6 takes a pawn's worth more.
    #[test]
    fn a_piece_for_another_of_its_worth_is_no_loss_of_a_piece() {
        let fen = "6r1/p1p1rkN1/1pb2n2/4pP2/7P/2NP2R1/PPP1B1P1/6K1 w - - 1 28";
        check(fen, "Ne4", ("g7e6", Score::Cp(300)), ("c6e4", Score::Cp(-100)), "nothing");
    }

    #[test]
    fn pins_and_promotions_are_told() {
        // The knight on d2 only seems to protect f3: the bishop on b4 pins it.
        let fen = "4k3/8/8/8/1b4b1/8/3N4/4KR2 w - - 0 1";
        let pinned = "Hangs the rook on f3: attacked once, defended once, and the knight on d2 is pinned.";
        check(fen, "Rf3", ("f1f4", Score::Cp(0)), ("g4f3", Score::Cp(500)), pinned);
        let fen = "4k3/8/8/8/8/8/p7/2K5 w - - 0 1";
        check(fen, "Kd1", ("c1b2", Score::Cp(0)), ("a2a1q", Score::Cp(900)), "Lets the pawn on a2 promote.");
    }
}
