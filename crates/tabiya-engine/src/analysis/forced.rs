// SPDX-License-Identifier: MIT OR Apache-2.0
//! Proves that a mate is forced, by the rules alone and within a bounded number of positions.
//!
//! The search leaves moves out, so that a mate which it announces may have a way out that it has not looked at. Before a
//! person is told of a mate, every reply is tried here.

use tabiya_rules::{Move, Position};

/// Positions that are looked at for one proof.
const MOST: u32 = 60_000;
/// Those for all proofs of a game: a second or less.
const MOST_OF_GAME: u32 = 600_000;
/// Shorter mates than the announced one are looked for up to this number of moves.
const SHORT: u32 = 2;

/// How many positions may still be looked at to prove mates in a game. Once none are left no mate is proved any more.
#[derive(Clone, Debug)]
pub struct Proofs(u32);

impl Default for Proofs {
    fn default() -> Self {
        Self(MOST_OF_GAME)
    }
}

/// In how many moves the side to move mates, if that is proved. `announced` is what the search says, `first` its move.
pub(super) fn mate(
    position: &Position,
    announced: u32,
    first: Option<Move>,
    proofs: &mut Proofs,
) -> Option<u32> {
    let most = MOST.min(proofs.0);
    let mut left = most;
    let proved = shortest(position, announced, first, &mut left);
    proofs.0 -= most - left;
    proved
}

/// Whether the side to move has no mate in this number of moves, as far as that is looked at: mates of up to two moves by
/// trying all, longer ones only by what the search says.
pub(super) fn is_safe(position: &Position, moves: u32, proofs: &mut Proofs) -> bool {
    if moves > SHORT {
        return true;
    }
    let most = MOST.min(proofs.0);
    let mut left = most;
    let found = mates(position, moves, None, &mut left);
    proofs.0 -= most - left;
    found == Some(false)
}

/// Whether the side to move is mated in this number of moves at most, whatever it plays; `None` if that takes too many positions
/// to find out. `first` is tried first.
pub(super) fn is_lost(
    position: &Position,
    moves: u32,
    first: Option<Move>,
    proofs: &mut Proofs,
) -> Option<bool> {
    let mut replies = position.legal_moves();
    if replies.is_empty() || moves == 0 {
        return Some(replies.is_empty() && position.is_check());
    }
    replies.as_mut_slice().sort_by_key(|mv| Some(*mv) != first);
    let most = MOST.min(proofs.0);
    let mut left = most;
    let mut is_lost = Some(true);
    for reply in &replies {
        is_lost = mates(&position.after(*reply), moves, None, &mut left);
        if is_lost != Some(true) {
            break;
        }
    }
    proofs.0 -= most - left;
    is_lost
}

fn shortest(position: &Position, announced: u32, first: Option<Move>, left: &mut u32) -> Option<u32> {
    for moves in 1..=announced.min(SHORT) {
        match mates(position, moves, first.filter(|_| moves == announced), left) {
            Some(true) => return Some(moves),
            Some(false) => {}
            None => return None,
        }
    }
    if announced <= SHORT {
        return None;
    }
    mates(position, announced, first, left).filter(|proved| *proved).map(|_| announced)
}

/// Whether the side to move mates in this number of moves at most; `None` if that takes too many positions to find out.
fn mates(position: &Position, moves: u32, first: Option<Move>, left: &mut u32) -> Option<bool> {
    let mut own = position.legal_moves();
    let order = own.as_mut_slice();
    // What the search has found first, then checks, because mates consist of them.
    order.sort_by_cached_key(|mv| (Some(*mv) != first, !position.after(*mv).is_check()));
    for mv in &own {
        *left = left.checked_sub(1)?;
        let next = position.after(*mv);
        let is_check = next.is_check();
        if moves == 1 && !is_check {
            continue;
        }
        let replies = next.legal_moves();
        if replies.is_empty() {
            if is_check {
                return Some(true);
            }
            continue;
        }
        if moves == 1 {
            continue;
        }
        let mut is_forced = true;
        for reply in &replies {
            if !mates(&next.after(*reply), moves - 1, None, left)? {
                is_forced = false;
                break;
            }
        }
        if is_forced {
            return Some(true);
        }
    }
    Some(false)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabiya_rules::parse_san;

    fn check(fen: &str, announced: u32, first: &str, expected: Option<u32>) {
        let position = Position::from_fen(fen).unwrap();
        let first = parse_san(&position, first).ok();
        assert_eq!(mate(&position, announced, first, &mut Proofs::default()), expected, "{fen} {announced}");
    }

    #[test]
    fn a_forced_mate_is_proved_with_its_length() {
        let back_rank = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1";
        check(back_rank, 1, "Rd8#", Some(1));
        check(back_rank, 3, "h3", Some(1));
        // Two rooks mate in two; a rook and a king alone in three here.
        let two_rooks = "8/7k/8/8/R7/8/8/1R4K1 w - - 0 1";
        check(two_rooks, 1, "Ra7+", None);
        let ladder = "7k/R7/8/8/8/8/8/1R4K1 w - - 0 1";
        check(ladder, 1, "Rb8#", Some(1));
        let waits = "k7/8/2K5/8/8/8/8/1R6 w - - 0 1";
        check(waits, 2, "Kc7", Some(2));
    }

    #[test]
    fn what_has_a_way_out_is_no_mate() {
        // The king escapes by h7.
        check("6k1/5pp1/8/8/8/8/5PPP/3R2K1 w - - 0 1", 1, "Rd8+", None);
        // Stalemate is no mate.
        check("7k/5Q2/8/6K1/8/8/8/8 w - - 0 1", 1, "Kg6", None);
    }

    #[test]
    fn a_proof_that_takes_too_long_is_none() {
        check("r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3", 9, "Bb5", None);
    }

    /// A game with a mate announced at each move took minutes.
    #[test]
    fn the_proofs_of_a_game_have_an_end_together() {
        let hard =
            Position::from_fen("r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3").unwrap();
        let easy = Position::from_fen("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1").unwrap();
        let mut proofs = Proofs::default();
        let mut before = proofs.0;
        for _ in 0..MOST_OF_GAME.div_ceil(MOST) {
            assert_eq!(mate(&easy, 1, None, &mut proofs), Some(1));
            assert!(before - proofs.0 < 50, "a mate in one takes few positions");
            assert_eq!(mate(&hard, 9, None, &mut proofs), None);
            before = proofs.0;
        }
        assert_eq!((proofs.0, mate(&easy, 1, None, &mut proofs)), (0, None));
    }
}
