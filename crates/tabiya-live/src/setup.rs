// SPDX-License-Identifier: AGPL-3.0-or-later
//! Can a game begin from this board, and if not, why not.

use tabiya_protocol::boards::{SetupChecked, SetupNote};
use tabiya_rules::{Color, History, Piece, Position, Rank, Role, Setup, SetupFault, Square, Validity};

/// What is wrong with a board, what is odd about it, and where a pawn may just have been skipped.
pub fn checked(fen: &str) -> SetupChecked {
    let setup = match Setup::from_fen(fen.trim()) {
        Ok(setup) => setup,
        Err(error) => {
            let problem = SetupNote { message: sentence(&error.to_string()), squares: Vec::new() };
            return SetupChecked {
                fen: None,
                problems: vec![problem],
                remarks: Vec::new(),
                en_passant: Vec::new(),
            };
        }
    };
    let faults = setup.faults(Validity::Playable);
    let mut problems: Vec<_> = faults.iter().map(|fault| note(&setup, fault)).collect();
    let strict = setup.faults(Validity::Strict);
    let remarks =
        strict.iter().filter(|fault| !faults.contains(fault)).map(|fault| note(&setup, fault)).collect();
    if let Ok(position) = Position::from_setup(&setup)
        && let Some(outcome) = History::new(position).outcome()
    {
        let message = format!("The game would be over at once: {outcome}.");
        problems.push(SetupNote { message, squares: Vec::new() });
    }
    SetupChecked { fen: Some(setup.to_fen()), problems, remarks, en_passant: en_passant(&setup) }
}

/// The squares that a pawn of the side not to move may just have skipped: it stands beyond, and the way is free.
fn en_passant(setup: &Setup) -> Vec<Square> {
    let (rank, beyond, from) = match setup.turn {
        Color::White => (Rank::Sixth, Rank::Fifth, Rank::Seventh),
        Color::Black => (Rank::Third, Rank::Fourth, Rank::Second),
    };
    let pawn = Piece::new(!setup.turn, Role::Pawn);
    let on = |square: Square, rank| Square::from_coords(square.file(), rank);
    let is_possible = |square: &Square| {
        square.rank() == rank
            && setup.piece_at(*square).is_none()
            && setup.piece_at(on(*square, from)).is_none()
            && setup.piece_at(on(*square, beyond)) == Some(pawn)
    };
    Square::all().filter(is_possible).collect()
}

fn note(setup: &Setup, fault: &SetupFault) -> SetupNote {
    SetupNote { message: sentence(&fault.to_string()), squares: squares(setup, fault) }
}

/// The squares that a fault is about. Faults of numbers are about all pieces of the kind.
fn squares(setup: &Setup, fault: &SetupFault) -> Vec<Square> {
    let all = |piece: Piece| -> Vec<Square> {
        setup.pieces().filter(|(_, found)| *found == piece).map(|(square, _)| square).collect()
    };
    match *fault {
        SetupFault::ManyKings { color, .. } => all(Piece::new(color, Role::King)),
        SetupFault::TooManyPawns { color, .. } => all(Piece::new(color, Role::Pawn)),
        SetupFault::PawnOnEndRank { square, .. } => vec![square],
        SetupFault::OpponentInCheck { turn, checker } => {
            [all(Piece::new(!turn, Role::King)), vec![checker]].concat()
        }
        SetupFault::CastlingKing { king, .. } => vec![king],
        SetupFault::CastlingRook { rook, .. } => vec![rook],
        SetupFault::EnPassantRank { square, .. } => vec![square],
        SetupFault::EnPassantBlocked { square, blocked } => vec![square, blocked],
        SetupFault::EnPassantPawn { square, pawn } => vec![square, pawn],
        SetupFault::ImpossibleCheck { king, checkers } => [king].into_iter().chain(checkers).collect(),
        _ => Vec::new(),
    }
}

/// The same with a capital at its beginning and a full stop at its end.
fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|letter| letter.to_uppercase().to_string()).unwrap_or_default();
    format!("{first}{}.", letters.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_fault_is_explained_with_its_squares() {
        let start = Position::start().to_fen();
        for (fen, problem, squares) in [
            (
                "4k2P/8/8/8/8/8/8/4K3 w - - 0 1",
                "A white pawn stands on h8, pawns can only stand on ranks 2 to 7.",
                "h8",
            ),
            ("8/8/8/8/8/8/8/4K3 w - - 0 1", "Black has no king, exactly one is needed.", ""),
            (
                "4k3/4R3/8/8/8/8/8/4K3 w - - 0 1",
                "It is white's turn, but white could take the king from e7.",
                "e8 e7",
            ),
            (
                "4k3/8/8/8/8/8/8/4K3 w K - 0 1",
                "White has the castling right on the king's side, but not its rook on h1.",
                "h1",
            ),
            ("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", "The game would be over at once:", ""),
            ("this is no FEN", "", ""),
        ] {
            let found = checked(fen);
            let first = found.problems.first().unwrap_or_else(|| panic!("{fen} has a problem"));
            assert!(first.message.starts_with(problem), "{fen}: {}", first.message);
            let named: Vec<_> = first.squares.iter().map(ToString::to_string).collect();
            assert_eq!(named.join(" "), squares, "{fen}");
        }
        let found = checked(&start);
        assert_eq!((found.fen, found.problems, found.remarks), (Some(start.clone()), vec![], vec![]));
        // Last fields may be missing.
        assert_eq!(checked("4k3/8/8/8/8/8/8/4K3 b").fen.as_deref(), Some("4k3/8/8/8/8/8/8/4K3 b - - 0 1"));
        let odd = checked("4k3/8/8/8/8/8/PPPPPPPP/P3K3 w - - 0 1");
        assert!(!odd.problems.is_empty(), "a pawn on the first rank");
        let odd = checked("4k3/8/8/8/P7/8/PPPPPPPP/4K3 w - - 0 1");
        assert!(odd.problems.is_empty() && odd.remarks[0].message.contains("9 pawns"), "{odd:?}");
    }

    #[test]
    fn a_pawn_that_may_just_have_moved_can_be_taken_in_passing() {
        let squares = |fen| checked(fen).en_passant.iter().map(ToString::to_string).collect::<Vec<_>>();
        assert_eq!(squares("4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1"), ["d6"]);
        assert_eq!(squares("4k3/3r4/8/3pP3/8/8/8/4K3 w - - 0 1"), [] as [&str; 0]);
        assert_eq!(squares("4k3/8/8/8/2P1P3/8/8/4K3 b - - 0 1"), ["c3", "e3"]);
    }
}
