// SPDX-License-Identifier: MIT OR Apache-2.0
//! A second implementation of the rules, slow and simple: a mailbox board on which each move is tried and
//! undone if the king can be captured.
//!
//! It shares no idea and no code with the generator, only the types of boards.

use tabiya_rules::{CastlingSide, Color, Move, Piece, Role, Setup, Square};

const STRAIGHT: [(i8, i8); 4] = [(1, 0), (0, 1), (-1, 0), (0, -1)];
const DIAGONAL: [(i8, i8); 4] = [(1, 1), (-1, 1), (-1, -1), (1, -1)];
const KNIGHT: [(i8, i8); 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

/// The directions of a piece other than a pawn, and whether it slides.
fn steps(role: Role) -> (Vec<(i8, i8)>, bool) {
    match role {
        Role::Pawn => (Vec::new(), false),
        Role::Knight => (KNIGHT.to_vec(), false),
        Role::Bishop => (DIAGONAL.to_vec(), true),
        Role::Rook => (STRAIGHT.to_vec(), true),
        Role::Queen => ([STRAIGHT, DIAGONAL].concat(), true),
        Role::King => ([STRAIGHT, DIAGONAL].concat(), false),
    }
}

fn forward(color: Color) -> i8 {
    if color == Color::White { 1 } else { -1 }
}

fn king(board: &Setup, color: Color) -> Square {
    board.pieces().find(|(_, piece)| *piece == Piece::new(color, Role::King)).unwrap().0
}

/// Whether a piece of this colour attacks the square.
pub(crate) fn attacked(board: &Setup, target: Square, by: Color) -> bool {
    board.pieces().filter(|(_, piece)| piece.color == by).any(|(from, piece)| {
        if piece.role == Role::Pawn {
            return [-1, 1].into_iter().any(|files| from.offset(files, forward(by)) == Some(target));
        }
        let (steps, slides) = steps(piece.role);
        steps.into_iter().any(|(files, ranks)| {
            let mut at = from;
            while let Some(next) = at.offset(files, ranks) {
                if next == target {
                    return true;
                }
                if !slides || board.piece_at(next).is_some() {
                    return false;
                }
                at = next;
            }
            false
        })
    })
}

/// The setup after a move: pieces, turn, rights, counters, and the en passant square after any pawn move of
/// two squares.
pub(crate) fn after(board: &Setup, mv: Move) -> Setup {
    let mut next = board.clone();
    let us = board.turn;
    let piece = board.piece_at(mv.from()).unwrap();
    let capture = board.piece_at(mv.to()).is_some() && !mv.is_castling();
    next.set_piece(mv.from(), None);
    next.en_passant = None;
    if mv.is_castling() {
        let rank = mv.from().rank();
        let side = mv.castling_side().unwrap();
        next.set_piece(mv.to(), None);
        next.set_piece(Square::from_coords(side.king_file(), rank), Some(piece));
        next.set_piece(Square::from_coords(side.rook_file(), rank), Some(Piece::new(us, Role::Rook)));
    } else {
        next.set_piece(mv.to(), Some(Piece::new(us, mv.promotion().unwrap_or(piece.role))));
    }
    if mv.is_en_passant() {
        next.set_piece(Square::from_coords(mv.to().file(), mv.from().rank()), None);
    }
    if piece.role == Role::Pawn && mv.from().rank().index().abs_diff(mv.to().rank().index()) == 2 {
        next.en_passant = mv.from().offset(0, forward(us));
    }
    for (color, side, rook) in board.castling_rights.iter() {
        let king_left = piece.role == Role::King && color == us;
        if king_left || rook == mv.from() || rook == mv.to() {
            next.castling_rights.set(color, side, None);
        }
    }
    next.halfmove_clock =
        if capture || piece.role == Role::Pawn { 0 } else { board.halfmove_clock.saturating_add(1) };
    if us == Color::Black {
        next.fullmove_number = board.fullmove_number.saturating_add(1);
    }
    next.turn = !us;
    next
}

/// All legal moves, sorted.
pub(crate) fn legal_moves(board: &Setup) -> Vec<Move> {
    let us = board.turn;
    let mut moves = Vec::new();
    for (from, piece) in board.pieces().filter(|(_, piece)| piece.color == us) {
        match piece.role {
            Role::Pawn => pawn_moves(board, from, &mut moves),
            _ => piece_moves(board, from, piece.role, &mut moves),
        }
    }
    moves.retain(|mv| {
        let next = after(board, *mv);
        !attacked(&next, king(&next, us), !us)
    });
    castling_moves(board, &mut moves);
    moves.sort();
    moves
}

fn is_enemy(board: &Setup, square: Square) -> bool {
    board.piece_at(square).is_some_and(|piece| piece.color != board.turn)
}

fn piece_moves(board: &Setup, from: Square, role: Role, moves: &mut Vec<Move>) {
    let (steps, slides) = steps(role);
    for (files, ranks) in steps {
        let mut at = from;
        while let Some(to) = at.offset(files, ranks) {
            if board.piece_at(to).is_none() || is_enemy(board, to) {
                moves.push(Move::normal(from, to));
            }
            if !slides || board.piece_at(to).is_some() {
                break;
            }
            at = to;
        }
    }
}

fn pawn_moves(board: &Setup, from: Square, moves: &mut Vec<Move>) {
    let up = forward(board.turn);
    let mut targets = Vec::new();
    if let Some(one) = from.offset(0, up).filter(|to| board.piece_at(*to).is_none()) {
        targets.push(one);
        let two = one.offset(0, up).filter(|to| board.piece_at(*to).is_none());
        if from.rank() == board.turn.pawn_rank() {
            targets.extend(two);
        }
    }
    for to in [-1, 1].into_iter().filter_map(|files| from.offset(files, up)) {
        if is_enemy(board, to) {
            targets.push(to);
        } else if board.en_passant == Some(to) {
            moves.push(Move::en_passant(from, to));
        }
    }
    for to in targets {
        if to.rank() == board.turn.promotion_rank() {
            moves.extend(Role::PROMOTIONS.map(|role| Move::promoting(from, to, role)));
        } else {
            moves.push(Move::normal(from, to));
        }
    }
}

/// FIDE 3.8.2 and the Chess960 guidelines: no other piece stands between or on the squares where king and
/// rook end, and the king is not attacked on its square, on its way or where it ends.
fn castling_moves(board: &Setup, moves: &mut Vec<Move>) {
    let us = board.turn;
    for (_, side, rook) in board.castling_rights.iter().filter(|(color, _, _)| *color == us) {
        let from = king(board, us);
        let mv = Move::castling(from, rook);
        let end = |side: CastlingSide, king: bool| {
            let file = if king { side.king_file() } else { side.rook_file() };
            Square::from_coords(file, us.back_rank())
        };
        let way = |a: Square, b: Square| {
            (a.min(b).index()..=a.max(b).index()).map(|i| Square::new(i as u8).unwrap())
        };
        let king_way: Vec<Square> = way(from, end(side, true)).collect();
        let free = way(rook, end(side, false))
            .chain(king_way.iter().copied())
            .all(|square| square == from || square == rook || board.piece_at(square).is_none());
        // The king must not block attacks on the squares that it passes.
        let mut without_king = board.clone();
        without_king.set_piece(from, None);
        let safe = king_way.iter().all(|square| !attacked(&without_king, *square, !us));
        let next = after(board, mv);
        if free && safe && !attacked(&next, king(&next, us), !us) {
            moves.push(mv);
        }
    }
}
