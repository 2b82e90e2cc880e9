// SPDX-License-Identifier: MIT OR Apache-2.0
//! What a line of moves does to the material, counted where the line has come to rest.
//!
//! A line that stops in the middle of an exchange proves nothing. So material is counted at the last position of the line in
//! which the side to move is not in check and wins nothing by one exchange, and the other side threatens nothing large.

use tabiya_rules::{Color, Move, Position, Role};

use super::exchange;

/// What each role counts in pawns, as players count.
pub(super) const PAWNS: [i32; 6] = [1, 3, 3, 5, 9, 0];

/// The material of White less that of Black, in pawns.
pub(super) fn material(position: &Position) -> i32 {
    let of = |color| -> i32 {
        let count = |role: Role| i32::try_from(position.pieces(color, role).len()).unwrap_or(0);
        Role::ALL.into_iter().map(|role| PAWNS[role.index()] * count(role)).sum()
    };
    of(Color::White) - of(Color::Black)
}

/// Where a line comes to rest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Rest {
    /// How many moves of the line lead to its last position at rest.
    pub(super) last: usize,
    /// After how many moves it has been at rest with the same material: no position at rest behind that one has another.
    pub(super) after: usize,
    /// The material of White less that of Black there, in pawns.
    pub(super) material: i32,
}

/// Where the line comes to rest; `None` if it never does.
pub(super) fn rest(start: &Position, line: &[Move]) -> Option<Rest> {
    let mut position = *start;
    let mut found: Option<Rest> = None;
    for last in 0..=line.len() {
        if is_at_rest(&position) {
            let material = material(&position);
            let before = found.filter(|rest| rest.material == material);
            found = Some(Rest { last, after: before.map_or(last, |rest| rest.after), material });
        }
        let Some(mv) = line.get(last) else { break };
        position.play(*mv);
    }
    found
}

/// The side that is not to move may threaten to win less than so many pawns: the other one can parry a small threat.
const THREAT: i32 = 2;

/// Whether the side to move is not in check, has a move, and wins nothing by capturing or promoting, and the other side does not
/// threaten to win much.
fn is_at_rest(position: &Position) -> bool {
    !position.is_check()
        && position.has_legal_move()
        && !wins(position, 1)
        && position.after_null_move().is_some_and(|passed| !wins(&passed, THREAT))
}

/// Whether one capture or promotion of the side to move wins so many pawns, or too many positions would have to be looked at.
fn wins(position: &Position, pawns: i32) -> bool {
    let is_tactical = |mv: &Move| position.is_capture(*mv) || mv.promotion().is_some();
    let gains = |mv: &Move| exchange::gain(position, *mv).is_none_or(|gain| gain >= pawns);
    position.legal_moves().iter().any(|mv| is_tactical(mv) && gains(mv))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabiya_rules::{History, parse_san};

    /// `expected`: after how many moves the material stays the same, how many moves it takes to the last quiet position, and the
    /// material there.
    fn check(fen: &str, moves: &str, expected: Option<(usize, usize, i32)>) {
        let start = Position::from_fen(fen).unwrap();
        let mut history = History::new(start);
        for san in moves.split_whitespace() {
            history.play(parse_san(history.position(), san).unwrap());
        }
        let found = rest(&start, history.moves()).map(|rest| (rest.after, rest.last, rest.material));
        assert_eq!(found, expected, "{fen} {moves}");
    }

    #[test]
    fn a_line_is_counted_where_it_rests() {
        let start = "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
        // White can take a pawn that is protected; then Black can take it back.
        check(start, "", Some((0, 0, 0)));
        check(start, "exd5", Some((0, 0, 0)));
        check(start, "exd5 Qxd5", Some((0, 2, 0)));
        check(start, "exd5 Qxd5 Nc3 Qxg2 Bxg2", Some((5, 5, 8)));
        check(start, "exd5 Qxd5 Nc3 Qxg2 Bxg2 e6 d3", Some((5, 7, 8)));
        // A knight can be taken for nothing from the first to the last.
        check("4k3/8/8/3n4/4P3/8/8/4K3 w - - 0 1", "", None);
        check("4k3/8/8/3n4/4P3/8/8/4K3 w - - 0 1", "exd5", Some((1, 1, 1)));
        // Check, and mate, are no rest.
        check("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "Ra8+", Some((0, 0, 5)));
    }

    /// White has a knight more, and Black attacks it and a bishop: one of them is lost.
    #[test]
    fn a_line_that_ends_with_two_pieces_attacked_has_not_come_to_rest() {
        let attacked = "r1bqk2r/pppp1ppp/2n5/6n1/2B1p3/NPP2N2/P1QP1PPP/R3K2R w KQkq - 0 9";
        check(attacked, "Nxg5 d5", None);
        check(attacked, "Nxg5 d5 Nxe4 dxc4 Nxc4", Some((5, 5, 1)));
    }

    /// After the rook has taken, Black's queen takes it, the other rook takes the queen, and a rook takes that: a pawn's worth
    /// for Black, which the search's values hold to be half of one.
    #[test]
    fn a_line_that_ends_before_a_pawns_worth_is_won_has_not_come_to_rest() {
        let doubled = "r1qr4/p4pkp/1pb1p1p1/2p1P3/2P4P/1P6/PBQR1P1P/3R2K1 w - - 0 23";
        check(doubled, "Rxd8", None);
        check("4k3/8/3p4/8/4P3/8/8/4K3 w - - 0 1", "e5", Some((0, 0, 0)));
        check("4k3/8/3p4/8/4P3/8/8/4K3 w - - 0 1", "e5 dxe5", Some((2, 2, -1)));
    }
}
