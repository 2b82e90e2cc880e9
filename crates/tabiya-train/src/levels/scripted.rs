// SPDX-License-Identifier: MIT OR Apache-2.0
//! Two opponents that follow a few lines of rules. They show how weak the lowest levels are.
//!
//! - `random` plays any legal move.
//! - `beginner` mates where it can in one move; otherwise it takes the most valuable piece that hangs; otherwise
//!   it plays any legal move. It sees no reply. A piece hangs if it is not protected, or if it is worth more
//!   than the piece that takes it.

use std::fmt;

use tabiya_rules::{Move, Position, Role};

use crate::random::Random;

/// One of the opponents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Script {
    Random,
    Beginner,
}

/// The name in the file of results.
impl fmt::Display for Script {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Script::Random => "random",
            Script::Beginner => "beginner",
        })
    }
}

impl Script {
    /// The move in the position; `None` if there is none.
    pub(super) fn choose(self, position: &Position, random: &mut Random) -> Option<Move> {
        let moves = position.legal_moves();
        if self == Script::Beginner {
            if let Some(mate) = moves.iter().find(|mv| is_mate(position, **mv)) {
                return Some(*mate);
            }
            let best = moves.iter().map(|mv| (gain(position, *mv), *mv)).max_by_key(|(gain, _)| *gain);
            if let Some((1.., mv)) = best {
                return Some(mv);
            }
        }
        (!moves.is_empty()).then(|| moves[random.below(moves.len())])
    }
}

fn is_mate(position: &Position, mv: Move) -> bool {
    let next = position.after(mv);
    next.is_check() && !next.has_legal_move()
}

/// What the move takes if that hangs, and 0 if it takes nothing or something that does not hang.
fn gain(position: &Position, mv: Move) -> u32 {
    let taken = if mv.is_en_passant() {
        Some(Role::Pawn)
    } else if mv.is_castling() {
        None
    } else {
        position.role_at(mv.to())
    };
    let Some(taken) = taken else { return 0 };
    let next = position.after(mv);
    let attackers = next.attackers_to(mv.to(), next.occupied());
    let protected = (attackers & next.by_color(next.turn())).any();
    let own = position.role_at(mv.from()).map_or(0, worth);
    if !protected || worth(taken) > own { worth(taken) } else { 0 }
}

const fn worth(role: Role) -> u32 {
    match role {
        Role::Pawn => 1,
        Role::Knight | Role::Bishop => 3,
        Role::Rook => 5,
        Role::Queen => 9,
        Role::King => 100,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabiya_rules::san;

    /// The different moves that the beginner plays in the position.
    fn plays(fen: &str) -> Vec<String> {
        let position = Position::from_fen(fen).unwrap();
        let moves = (0..200).filter_map(|seed| Script::Beginner.choose(&position, &mut Random::new(seed, 0)));
        let mut moves: Vec<String> = moves.map(|mv| san(&position, mv).to_string()).collect();
        moves.sort();
        moves.dedup();
        moves
    }

    #[test]
    fn the_beginner_mates_takes_what_hangs_and_else_plays_anything() {
        assert_eq!(plays("6k1/5ppp/8/8/8/8/8/K2R3q w - - 0 1"), ["Rxh1"], "the rook is pinned to its king");
        assert_eq!(plays("6k1/5ppp/8/8/8/8/6q1/K2R4 w - - 0 1"), ["Rd8#"]);
        // An unprotected knight before an unprotected pawn.
        assert_eq!(plays("4k3/8/8/p2n4/8/8/8/R2RK3 w - - 0 1"), ["Rxd5"]);
        // A protected queen is worth more than a rook, a protected knight is not.
        assert_eq!(plays("4k3/8/4p3/3q4/8/8/8/3RK3 w - - 0 1"), ["Rxd5"]);
        assert_eq!(plays("4k3/8/4p3/3n4/8/8/8/3RK3 w - - 0 1").len(), 11);
        // En passant takes a pawn that hangs.
        assert_eq!(plays("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"), ["exd6"]);
        assert!(plays("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1").is_empty());
    }
}
