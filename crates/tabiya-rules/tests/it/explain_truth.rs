// SPDX-License-Identifier: MIT OR Apache-2.0
//! Tests that `explain` is always right. Every attempt in random positions is either a legal move or refused
//! with a reason, and every piece, square and number of the reason is checked on the simple mailbox board of
//! the oracle.

use proptest::prelude::*;
use tabiya_rules::{
    Attempt, CastlingSide, Color, History, Move, Piece, Position, Reason, Role, Setup, Square, explain,
};

use crate::oracle;
use crate::properties::{boards, starts};

/// All 64 × 64 attempts, with every letter if a pawn may promote, and with some letters elsewhere.
fn attempts(position: &Position) -> impl Iterator<Item = Attempt> {
    Square::all().flat_map(|from| Square::all().map(move |to| (from, to))).flat_map(move |(from, to)| {
        let pawn = position.piece_at(from).is_some_and(|piece| piece.role == Role::Pawn);
        let letters: &[Role] = if pawn { &Role::ALL } else { &[Role::Queen] };
        std::iter::once(None).chain(letters.iter().copied().map(Some)).map(move |promotion| Attempt {
            from,
            to,
            promotion,
        })
    })
}

/// The only legal move that the attempt can mean: the same squares, or the king's two or more squares to
/// where castling takes it.
fn meant(moves: &[Move], attempt: Attempt) -> Option<Move> {
    let exact = moves.iter().find(|mv| Attempt::from(**mv) == attempt);
    let castling = || {
        let far = attempt.from.file().index().abs_diff(attempt.to.file().index()) >= 2;
        let fits = |mv: &&Move| {
            mv.is_castling() && mv.from() == attempt.from && mv.destination() == attempt.to && far
        };
        moves.iter().filter(|_| attempt.promotion.is_none()).find(fits)
    };
    exact.or_else(castling).copied()
}

fn check_all(history: &History) {
    let position = history.position();
    let over = history.outcome();
    let moves = position.legal_moves();
    for attempt in attempts(position) {
        let found = explain(history, attempt);
        if let Some(outcome) = over {
            assert_eq!(found, Err(Reason::GameOver { outcome }));
            continue;
        }
        match (&found, meant(&moves, attempt)) {
            (Ok(mv), Some(meant)) => assert_eq!(*mv, meant, "{attempt} in {position}"),
            (Ok(mv), None) => panic!("{attempt} in {position} became {mv:?}, which is not legal"),
            (Err(reason), Some(_)) => panic!("{attempt} in {position} is legal, not: {reason}"),
            (Err(reason), None) => {
                let truth = Truth { history, board: position.to_setup(), attempt };
                assert!(
                    truth.holds(reason),
                    "{attempt} in {position} after {:?}: {reason:?}",
                    history.moves()
                );
            }
        }
    }
}

/// A board and an attempt for which a reason is checked.
struct Truth<'a> {
    history: &'a History,
    board: Setup,
    attempt: Attempt,
}

impl Truth<'_> {
    fn holds(&self, reason: &Reason) -> bool {
        let Attempt { from, to, promotion } = self.attempt;
        let us = self.board.turn;
        let king = self.history.position().king_of(us);
        let (files, ranks) = self.ahead();
        let mine = |piece: Piece, at: Square| at == from && piece.color == us && self.stands(piece, from);
        let theirs = |piece: Piece, on: Square| piece.color != us && self.stands(piece, on);
        match *reason {
            Reason::GameOver { .. } => false,
            Reason::NoPiece { square } => square == from && self.board.piece_at(from).is_none(),
            Reason::NotYourTurn { piece, square } => square == from && theirs(piece, from),
            Reason::AlreadyThere { piece, square } => mine(piece, square) && from == to,
            Reason::OwnPiece { piece, from: at, by, on } => {
                mine(piece, at) && on == to && from != to && by.color == us && self.stands(by, on)
            }
            Reason::PawnCapturesDiagonally { piece, from: at, by, on } => {
                self.is_pawn(piece, at) && on == to && theirs(by, on) && files == 0 && matches!(ranks, 1 | 2)
            }
            Reason::NothingToCapture { piece, from: at, to: target } => {
                let empty = self.board.piece_at(to).is_none() && self.pawn_beside().is_none();
                self.is_pawn(piece, at) && target == to && empty && files.abs() == 1 && ranks == 1
            }
            Reason::PawnTwoSquares { piece, from: at, to: target } => {
                self.is_pawn(piece, at)
                    && target == to
                    && (files, ranks) == (0, 2)
                    && at.rank() != us.pawn_rank()
            }
            Reason::PawnBackwards { piece, from: at, to: target } => {
                self.is_pawn(piece, at) && target == to && ranks < 0
            }
            Reason::DoesNotMoveSo { piece, from: at, to: target } => {
                let mut empty = Setup::empty();
                empty.set_piece(from, Some(piece));
                let pawn_way = piece.role == Role::Pawn && matches!((files, ranks), (0, 1 | 2) | (-1 | 1, 1));
                mine(piece, at) && target == to && !sees(&empty, from, to) && !pawn_way
            }
            Reason::Blocked { piece, from: at, to: target, by, on } => {
                let way = straight_way(from, to).expect("blocked pieces move straight");
                let first = way.into_iter().find(|square| self.board.piece_at(*square).is_some());
                mine(piece, at) && target == to && first == Some(on) && self.stands(by, on)
            }
            Reason::CastlingNoRook { color, square } => {
                color == us && king == from && !self.stands(Piece::new(us, Role::Rook), square)
            }
            Reason::CastlingKingMoved { color, move_number } => {
                color == us
                    && self.played(move_number, |color, piece, _| piece == Piece::new(color, Role::King))
            }
            Reason::CastlingRookMoved { color, square, move_number } => {
                let rook = Piece::new(us, Role::Rook);
                color == us && self.played(move_number, |_, piece, mv| piece == rook && mv.from() == square)
            }
            Reason::CastlingRookCaptured { color, square, move_number } => {
                color == us && self.captured(move_number, square)
            }
            Reason::CastlingRightLost { color, square } => {
                let right = |position: &Position, side| position.castling_rook(us, side);
                let side = if square > king { CastlingSide::KingSide } else { CastlingSide::QueenSide };
                color == us
                    && self.stands(Piece::new(us, Role::Rook), square)
                    && right(self.history.position(), side) != Some(square)
                    && right(self.history.start(), side).is_none()
            }
            Reason::CastlingInCheck { color, by, on } => {
                color == us && from == king && theirs(by, on) && sees(&self.board, on, king)
            }
            Reason::CastlingThroughAttack { color, square, by, on } => {
                let way = straight_way(king, self.castled_king()).unwrap_or_default();
                color == us && way.contains(&square) && theirs(by, on) && sees(&self.board, on, square)
            }
            Reason::CastlingBlocked { color, by, on } => {
                color == us && on.rank() == king.rank() && on != king && self.stands(by, on)
            }
            Reason::EnPassantTooLate { piece, from: at, to: target, by, on } => {
                let just_now = self.history.moves().last().is_some_and(|last| {
                    last.to() == on && last.from().rank().index().abs_diff(on.rank().index()) == 2
                });
                self.is_pawn(piece, at)
                    && target == to
                    && self.pawn_beside() == Some(on)
                    && theirs(by, on)
                    && !just_now
            }
            Reason::EnPassantExposesKing { piece, from: at, to: target, by, on } => {
                let next = self.tried(Move::en_passant(from, to));
                let before = sees(&self.board, on, king);
                self.is_pawn(piece, at) && target == to && theirs(by, on) && !before && sees(&next, on, king)
            }
            Reason::DoubleCheck { piece, from: at, by, on, and_by, and_on } => {
                let both = [(by, on), (and_by, and_on)];
                mine(piece, at)
                    && from != king
                    && on != and_on
                    && both.into_iter().all(|(piece, on)| theirs(piece, on) && sees(&self.board, on, king))
            }
            Reason::Pinned { piece, from: at, by, on } => {
                let mut without = self.board.clone();
                without.set_piece(from, None);
                let slides = matches!(by.role, Role::Bishop | Role::Rook | Role::Queen);
                mine(piece, at)
                    && slides
                    && theirs(by, on)
                    && !sees(&self.board, on, king)
                    && sees(&without, on, king)
                    && sees(&self.tried(Move::normal(from, to)), on, king)
            }
            Reason::LeavesInCheck { piece, from: at, to: target, by, on } => {
                let en_passant = piece.role == Role::Pawn && files != 0 && self.board.piece_at(to).is_none();
                let mv = if en_passant { Move::en_passant(from, to) } else { Move::normal(from, to) };
                mine(piece, at)
                    && target == to
                    && theirs(by, on)
                    && sees(&self.board, on, king)
                    && sees(&self.tried(mv), on, king)
            }
            Reason::KingIntoAttack { from: at, to: target, by, on } => {
                let rook = self.board.piece_at(to) == Some(Piece::new(us, Role::Rook));
                let far = files.abs() > 1 || rook;
                let mv = if far { self.castling() } else { Move::normal(from, to) };
                let next = self.tried(mv);
                at == king
                    && next.piece_at(target) == Some(Piece::new(us, Role::King))
                    && theirs(by, on)
                    && sees(&next, on, target)
            }
            Reason::PromotionMissing { piece, from: at, to: target } => {
                let queen = Move::promoting(from, to, Role::Queen);
                self.is_pawn(piece, at)
                    && target == to
                    && promotion.is_none()
                    && self.history.position().is_legal(queen)
            }
            Reason::PromotionNotAllowed { piece, from: at, to: target, role } => {
                let queen = Move::promoting(from, to, Role::Queen);
                self.is_pawn(piece, at)
                    && target == to
                    && promotion == Some(role)
                    && matches!(role, Role::King | Role::Pawn)
                    && self.history.position().is_legal(queen)
            }
            Reason::NoPromotion { piece, from: at, to: target } => {
                let plain = Attempt { promotion: None, ..self.attempt };
                mine(piece, at) && target == to && promotion.is_some() && explain(self.history, plain).is_ok()
            }
        }
    }

    fn stands(&self, piece: Piece, on: Square) -> bool {
        self.board.piece_at(on) == Some(piece)
    }

    fn is_pawn(&self, piece: Piece, at: Square) -> bool {
        at == self.attempt.from && piece == Piece::new(self.board.turn, Role::Pawn) && self.stands(piece, at)
    }

    /// Files to the side and ranks forward.
    fn ahead(&self) -> (i8, i8) {
        let Attempt { from, to, .. } = self.attempt;
        let files = to.file().index() as i8 - from.file().index() as i8;
        let ranks = to.rank().index() as i8 - from.rank().index() as i8;
        (files, if self.board.turn == Color::White { ranks } else { -ranks })
    }

    /// The square of an enemy pawn that might be captured en passant.
    fn pawn_beside(&self) -> Option<Square> {
        let Attempt { from, to, .. } = self.attempt;
        let beside = Square::from_coords(to.file(), from.rank());
        let fifth = tabiya_rules::Rank::Fifth.seen_by(self.board.turn);
        let pawn = Piece::new(!self.board.turn, Role::Pawn);
        (from.rank() == fifth && self.stands(pawn, beside)).then_some(beside)
    }

    /// The only castling that the attempt can mean, with the rook that has the right.
    fn castling(&self) -> Move {
        let Attempt { from, to, .. } = self.attempt;
        let side = if to > from { CastlingSide::KingSide } else { CastlingSide::QueenSide };
        let rook = self.history.position().castling_rook(self.board.turn, side);
        Move::castling(from, rook.expect("the right was checked before"))
    }

    fn castled_king(&self) -> Square {
        self.castling().destination()
    }

    fn tried(&self, mv: Move) -> Setup {
        oracle::after(&self.board, mv)
    }

    /// Whether our move with this number fits `such`.
    fn played(&self, number: u32, such: impl Fn(Color, Piece, Move) -> bool) -> bool {
        let us = self.board.turn;
        self.replay().any(|(at, color, board, mv)| {
            at == number && color == us && such(us, board.piece_at(mv.from()).unwrap(), mv)
        })
    }

    /// Whether our rook on this square was captured at this move number.
    fn captured(&self, number: u32, square: Square) -> bool {
        let us = self.board.turn;
        let rook = Some(Piece::new(us, Role::Rook));
        self.replay().any(|(at, color, board, mv)| {
            at == number && color != us && mv.to() == square && board.piece_at(square) == rook
        })
    }

    /// Each move with its number, the side that made it, and the board before it.
    fn replay(&self) -> impl Iterator<Item = (u32, Color, Setup, Move)> {
        let mut board = self.history.start().to_setup();
        self.history.moves().iter().map(move |mv| {
            let next = oracle::after(&board, *mv);
            let before = std::mem::replace(&mut board, next);
            (u32::from(before.fullmove_number), before.turn, before, *mv)
        })
    }
}

/// Whether the piece there attacks the square.
fn sees(board: &Setup, from: Square, target: Square) -> bool {
    let Some(piece) = board.piece_at(from) else { return false };
    // Every other piece that could attack is given to the target's side.
    let mut alone = board.clone();
    for (square, _) in board.pieces().filter(|(square, _)| *square != from) {
        alone.set_piece(square, Some(Piece::new(!piece.color, Role::Pawn)));
    }
    from != target && oracle::attacked(&alone, target, piece.color)
}

/// The squares strictly between two, if they lie on a line.
fn straight_way(from: Square, to: Square) -> Option<Vec<Square>> {
    let files = to.file().index() as i8 - from.file().index() as i8;
    let ranks = to.rank().index() as i8 - from.rank().index() as i8;
    let length = files.abs().max(ranks.abs());
    let straight = files == 0 || ranks == 0 || files.abs() == ranks.abs();
    let step = |i: i8| from.offset(files.signum() * i, ranks.signum() * i);
    straight.then(|| (1..length).filter_map(step).collect())
}

/// A game of random moves. Captures of rooks and moves of kings and pawns are frequent enough.
fn games() -> impl Strategy<Value = History> {
    (starts(), prop::collection::vec(any::<prop::sample::Index>(), 0..100)).prop_map(|(start, choices)| {
        let mut history = History::new(start);
        for choice in choices {
            let moves = history.position().legal_moves();
            if moves.is_empty() || history.outcome().is_some() {
                break;
            }
            history.play(*choice.get(&moves));
        }
        history
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 128, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_reason_is_true_in_random_games(history in games()) {
        check_all(&history);
    }

    #[test]
    fn every_reason_is_true_on_random_boards(board in boards(), choices in prop::collection::vec(any::<prop::sample::Index>(), 0..4)) {
        if let Some(position) = board {
            let mut history = History::new(position);
            for choice in choices {
                let moves = history.position().legal_moves();
                if !moves.is_empty() && history.outcome().is_none() {
                    history.play(*choice.get(&moves));
                }
            }
            check_all(&history);
        }
    }
}
