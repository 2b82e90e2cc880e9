// SPDX-License-Identifier: MIT OR Apache-2.0
//! What the engine's two lines win and lose: the one after the move played, and the better one.
//!
//! Material is counted where a line has come to rest (`line`).

use tabiya_rules::{Color, Move, Position, Role, Square, attacks};

use super::flaw::Flaw;
use super::line::{PAWNS, material, rest};
use crate::report::Report;

/// A gain of material by a line that is smaller is no reason, in pawns: a single pawn changes hands in many lines.
const NOTABLE: i32 = 2;
/// A gain that takes more half-moves is no reason: nobody sees it in the line, and the line may be wrong by then.
const LATEST: usize = 8;
/// So much of a line is looked at, in half-moves: the server stores no more, and a stored analysis must say what it said at first.
const LOOKED_AT: usize = 12;

/// What both lines do to the mover's material, in pawns.
pub(super) struct Lines<'a> {
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
    pub(super) fn new(position: &Position, mv: Move, before: &Report, after: &'a Report, loss: i32) -> Self {
        let next = position.after(mv);
        let sign = if position.turn() == Color::White { 1 } else { -1 };
        let change = |start: &Position, line: &[Move]| {
            let rest = rest(start, &line[..line.len().min(LOOKED_AT)]).filter(|rest| rest.last > 0)?;
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
        pawns >= NOTABLE && self.loss >= pawns * 50
    }

    /// The opponent's line promotes a pawn, and the mover is left with less than before.
    pub(super) fn promotion(&self) -> Option<Flaw> {
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
    pub(super) fn fork(&self) -> Option<Flaw> {
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

    pub(super) fn loss_of_material(&self) -> Option<Flaw> {
        let (change, after) = self.by_played.filter(|(_, after)| *after <= LATEST)?;
        // Where the better line loses as much, the move is not at fault.
        let is_own = self.by_better.is_some_and(|(better, _)| better - change >= NOTABLE);
        (self.explains(-change) && is_own)
            .then(|| Flaw::LosesMaterial { pawns: small(-change), after: small(after as i32) })
    }

    pub(super) fn missed_material(&self) -> Option<Flaw> {
        let (better, after) = self.by_better.filter(|(_, after)| *after <= LATEST)?;
        let is_missed = self.by_played.is_some_and(|(played, _)| better - played >= NOTABLE);
        (self.explains(better) && is_missed)
            .then(|| Flaw::MissesMaterial { pawns: small(better), after: small(after as i32) })
    }
}

fn small(number: i32) -> u8 {
    u8::try_from(number).unwrap_or(u8::MAX)
}

#[cfg(test)]
mod tests {
    use tabiya_rules::{History, parse_san};

    use super::*;
    use crate::analysis::forced::Proofs;
    use crate::analysis::reason::reason;
    use crate::score::Score;

    /// Checks the flaw of a move when the engine's line is `better`, and `reply` after the move.
    fn check(fen: &str, mv: &str, better: (&str, i32), reply: (&str, i32), expected: &str) {
        let start = Position::from_fen(fen).unwrap();
        let mv = parse_san(&start, mv).unwrap();
        let report = |start: Position, (line, cp): (&str, i32)| {
            let mut history = History::new(start);
            for san in line.split_whitespace() {
                history.play(parse_san(history.position(), san).unwrap());
            }
            let pv = history.moves().to_vec();
            Report { pv: pv.clone(), ..Report::without_search(pv[0], Score::Cp(cp)) }
        };
        let (before, after) = (report(start, better), report(start.after(mv), reply));
        let found = reason(&start, mv, &before, &after, &mut Proofs::default());
        let found = found.map_or_else(|| "nothing".to_owned(), |flaw| flaw.to_string());
        assert_eq!(found, expected, "{fen} {mv:?}");
    }

    #[test]
    fn a_fork_is_told_with_what_it_attacks() {
        let fen = "4k3/8/8/8/3n4/8/6PP/R3K3 w - - 0 1";
        let fork = "Allows a fork: the knight on c2 attacks the king on e1 and the rook on a1.";
        check(fen, "h3", ("Kd2 Kd7", 200), ("Nc2+ Kd2 Nxa1 Kc3", 300), fork);
        // The line takes nothing, or the score says that it does not matter.
        check(fen, "h3", ("Kd2 Kd7", 200), ("Nc2+ Kd2 Nd4 Kc3", 300), "nothing");
        check(fen, "h3", ("Kd2 Kd7", 200), ("Nc2+ Kd2 Nxa1 Kc3", -100), "nothing");
    }

    #[test]
    fn a_pawn_that_promotes_in_the_line_is_told() {
        let fen = "4k3/8/8/8/8/p7/8/4K3 w - - 0 1";
        let promotes = "Lets the pawn on a3 promote.";
        check(fen, "Kf2", ("Kd2 Kd7", 0), ("a2 Kf3 a1=Q Kf2", 800), promotes);
        check(fen, "Kf2", ("Kd2 Kd7", 0), ("a2 Kf3", 800), "nothing");
    }

    /// The bishop on h4 has no square when the pawn attacks it, and takes one of two pawns with it.
    #[test]
    fn material_that_a_line_loses_is_counted() {
        let fen = "4k3/8/6pp/8/7B/6P1/7P/6K1 w - - 0 1";
        let (better, reply) = (("Bf6 Kf7", 200), ("g5 Kf2 gxh4 gxh4", 0));
        check(fen, "Kf1", better, reply, "Loses material worth 2 pawns within 4 half-moves.");
        // The better line loses as much; the line stops before the bishop is lost.
        check(fen, "Kf1", ("Kh1 g5 Kg2 gxh4 gxh4", 200), reply, "nothing");
        check(fen, "Kf1", better, ("g5 Kf2", 0), "nothing");
    }

    #[test]
    fn material_that_a_line_would_have_won_is_counted() {
        let fen = "6k1/7p/6p1/7b/8/6PP/8/4K3 w - - 0 1";
        let reply = ("Kf7 Ke3", 0);
        let misses = "Misses a line that wins material worth 2 pawns within 4 half-moves.";
        check(fen, "Kd2", ("g4 Kf7 gxh5 gxh5", 200), reply, misses);
        // Far away, and after the move played as well.
        check(fen, "Kd2", ("Kf2 Kf8 Ke3 Kg8 Kf2 Kf8 g4 Kf7 gxh5 gxh5", 200), reply, "nothing");
        check(fen, "Kd2", ("g4 Kf7 gxh5 gxh5", 200), ("Kf7 g4 Ke6 gxh5 gxh5 Ke3", 0), "nothing");
    }
}
