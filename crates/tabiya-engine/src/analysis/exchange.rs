// SPDX-License-Identifier: MIT OR Apache-2.0
//! What an exchange on one square wins, found by playing it out.
//!
//! The search estimates that without making the moves. For what is told to people every legal order of captures is tried, so that
//! a pin counts as long as it lasts.

use tabiya_rules::{Move, Position, Role, Square};

use super::line::PAWNS;

/// Positions that are looked at for one exchange.
const MOST: u32 = 20_000;

/// What this move wins in pawns, if both sides take on its square as long as it pays. A quiet move may lose what it moves.
/// `None` if that takes too many positions to find out.
pub(super) fn gain(position: &Position, mv: Move) -> Option<i32> {
    won_by(position, mv, &mut { MOST })
}

/// The piece that the move captures, and its square.
pub(super) fn taken(position: &Position, mv: Move) -> Option<(Role, Square)> {
    if mv.is_en_passant() {
        return Some((Role::Pawn, Square::from_coords(mv.to().file(), mv.from().rank())));
    }
    let captures = position.is_capture(mv);
    position.role_at(mv.to()).filter(|_| captures).map(|role| (role, mv.to()))
}

fn won_by(position: &Position, mv: Move, left: &mut u32) -> Option<i32> {
    *left = left.checked_sub(1)?;
    let captured = taken(position, mv).map_or(0, |(role, _)| PAWNS[role.index()]);
    let promoted = mv.promotion().map_or(0, |role| PAWNS[role.index()] - PAWNS[Role::Pawn.index()]);
    let next = position.after(mv);
    let mut by_taking_back = 0;
    for reply in &next.legal_moves() {
        if reply.to() == mv.destination() && next.is_capture(*reply) {
            by_taking_back = by_taking_back.max(won_by(&next, *reply, left)?);
        }
    }
    Some(captured + promoted - by_taking_back)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabiya_rules::parse_san;

    fn check(fen: &str, mv: &str, expected: i32) {
        let position = Position::from_fen(fen).unwrap();
        let mv = parse_san(&position, mv).unwrap();
        assert_eq!(gain(&position, mv), Some(expected), "{fen} {mv:?}");
    }

    #[test]
    fn an_exchange_goes_on_as_long_as_it_pays() {
        check("4k3/8/8/3n4/4P3/8/8/4K3 w - - 0 1", "exd5", 3);
        check("4k3/8/4p3/3n4/4P3/8/8/4K3 w - - 0 1", "exd5", 2);
        check("3rk3/8/8/3n4/8/8/8/3QK3 w - - 0 1", "Qxd5", -6);
        check("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "exd6", 1);
        // A pawn promotes; it promotes and is captured; it captures and promotes.
        check("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a8=Q+", 8);
        check("1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a8=Q", -1);
        check("1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "axb8=Q+", 13);
        // A king takes only what nothing protects.
        check("8/8/8/3kp3/8/5N2/8/4K1B1 w - - 0 1", "Nxe5", -2);
        check("8/8/8/3kp3/3P4/5N2/8/4K3 w - - 0 1", "Nxe5", 1);
    }

    /// The queen on g6 pins the bishop on g7, until the queen itself takes on f6.
    #[test]
    fn a_pin_counts_as_long_as_it_lasts() {
        check("1r3qk1/6b1/3r1pQp/p1pPp3/2P4B/5R2/5PP1/4R1K1 w - - 2 34", "Bxf6", -2);
    }
}
