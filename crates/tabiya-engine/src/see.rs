// SPDX-License-Identifier: MIT OR Apache-2.0
//! Static exchange evaluation: the material won or lost when both sides capture on one square, cheapest piece
//! first.

use tabiya_rules::{Bitboard, Move, Role, bishop_attacks, rook_attacks};

use crate::eval::board::Board;
use crate::score::Value;

/// The value of a role in an exchange. A king can't be captured.
pub(crate) const WORTH: [Value; 6] = [100, 320, 330, 500, 950, 0];

/// Whether the exchange that starts with the move wins at least `threshold`.
pub(crate) fn wins(board: &Board, mv: Move, threshold: Value) -> bool {
    if mv.is_castling() {
        return threshold <= 0;
    }
    let position = &board.position;
    let (from, to) = (mv.from(), mv.to());
    let mover = mv.promotion().unwrap_or_else(|| board.mover(mv));
    let victim = board.victim(mv);
    let mut balance = victim.map_or(0, |(role, _)| WORTH[role.index()]) - threshold;
    if let Some(role) = mv.promotion() {
        balance += WORTH[role.index()] - WORTH[Role::Pawn.index()];
    }
    if balance < 0 {
        return false;
    }
    // If the gain is enough even when the moving piece is lost, the rest does not matter.
    balance -= WORTH[mover.index()];
    if balance >= 0 {
        return true;
    }
    let mut occupied = position.occupied().without(from).with(to);
    if let Some((_, square)) = victim.filter(|(_, square)| *square != to) {
        occupied = occupied.without(square);
    }
    let queens = position.by_role(Role::Queen);
    let diagonal = position.by_role(Role::Bishop) | queens;
    let straight = position.by_role(Role::Rook) | queens;
    let mut attackers = position.attackers_to(to, occupied) & occupied;
    let mut side = position.turn().opposite();
    let mut pinned: [Option<Bitboard>; 2] = [None; 2];
    loop {
        let mut own = attackers & position.by_color(side);
        // A pinned piece may not capture while its pinner is on the board. Simplification: pins are taken
        // from the position before the exchange.
        let held = if own.any() {
            own & *pinned[side.index()].get_or_insert_with(|| position.pinned(side))
        } else {
            own
        };
        for square in held {
            let line = tabiya_rules::line(position.king_of(side), square);
            if !line.contains(to) {
                own = own.without(square);
            }
        }
        let next = Role::ALL.into_iter().find_map(|role| {
            let pieces = own & position.by_role(role);
            pieces.first().map(|square| (role, square))
        });
        let Some((role, square)) = next else { break };
        side = side.opposite();
        if role == Role::King {
            // A king may not capture a protected piece.
            let protected = (attackers & position.by_color(side)).any();
            return if protected { side == position.turn() } else { side != position.turn() };
        }
        balance = -balance - 1 - WORTH[role.index()];
        if balance >= 0 {
            break;
        }
        occupied = occupied.without(square);
        if matches!(role, Role::Pawn | Role::Bishop | Role::Queen) {
            attackers |= bishop_attacks(to, occupied) & diagonal;
        }
        if matches!(role, Role::Rook | Role::Queen) {
            attackers |= rook_attacks(to, occupied) & straight;
        }
        attackers &= occupied;
    }
    // The side to move can't continue, or need not, and has lost the exchange.
    side != position.turn()
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabiya_rules::Position;

    /// Checks that the exact gain is `gain`, with two thresholds.
    fn check(fen: &str, uci: &str, gain: Value) {
        let board = Board::new(Position::from_fen(fen).unwrap());
        let mv =
            board.position.legal_moves().into_iter().find(|mv| format!("{mv:?}").starts_with(uci)).unwrap();
        assert!(wins(&board, mv, gain), "{fen} {uci} wins {gain}");
        assert!(!wins(&board, mv, gain + 1), "{fen} {uci} wins no more than {gain}");
    }

    #[test]
    fn exchanges_are_counted() {
        // An unprotected pawn; a protected pawn; a protected rook.
        check("4k3/8/8/3p4/8/8/3R4/4K3 w - - 0 1", "d2d5", 100);
        check("4k3/8/4p3/3p4/8/8/3R4/4K3 w - - 0 1", "d2d5", 100 - 500);
        check("4k3/8/4p3/3r4/4P3/8/8/4K3 w - - 0 1", "e4d5", 500 - 100);
        // The second rook attacks through the first.
        check("3rk3/8/8/3p4/8/3R4/3R4/4K3 w - - 0 1", "d3d5", 100);
        // White must not recapture with the queen, because the second black rook protects d5: the exchange
        // loses a rook for a pawn.
        check("3rk3/3r4/8/3p4/8/3R4/3Q4/4K3 w - - 0 1", "d3d5", 100 - 500);
        // A king may not capture a protected piece.
        check("8/8/8/3kp3/8/5N2/8/4K1B1 w - - 0 1", "f3e5", 100 - 320);
        check("8/8/8/3kp3/3P4/5N2/8/4K3 w - - 0 1", "f3e5", 100);
        // En passant, promotion, quiet moves, castling.
        check("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", 100);
        check("3r2k1/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7d8=q", 500 + 850);
        check("4k3/8/4p3/8/8/8/3Q4/4K3 w - - 0 1", "d2d5", -950);
        check("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1h1", 0);
    }
}
