// SPDX-License-Identifier: MIT OR Apache-2.0
//! The rules of chess and Chess960: positions, legal moves, notation, outcomes, explanations, perft.
//!
//! # A short tour
//!
//! A [`Position`] is always legal. It comes from a FEN (or from a [`Setup`], a board that may be nonsense) by one checked
//! conversion, is small, and is copied rather than changed back:
//!
//! ```
//! use tabiya_rules::{Outcome, Position, Square, parse_san, san};
//!
//! // 8  r . b q k b . r
//! // 7  p p p p . p p p
//! // 6  . . n . . n . .
//! // 5  . . . . p . . Q
//! // 4  . . B . P . . .
//! // 3  . . . . . . . .
//! // 2  P P P P . P P P
//! // 1  R N B . K . N R
//! //    a b c d e f g h
//! let fen = "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4";
//! let position = Position::from_fen(fen)?;
//! assert_eq!(position.piece_at(Square::H5).unwrap().name(), "white queen");
//! assert_eq!(position.legal_moves().len(), 43);
//!
//! let mate = parse_san(&position, "Qxf7")?;
//! assert_eq!(san(&position, mate), "Qxf7#");
//! let after = position.after(mate);
//! assert!(matches!(after.outcome(), Some(Outcome::Checkmate { .. })));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A [`History`] is a start and the moves played. It knows what one position can't: repetitions, counted moves, and in
//! which move a castling right was lost. With it, [`explain`](fn@explain) says of any attempt why it is no move:
//!
//! ```
//! use tabiya_rules::{Attempt, History, Position, explain};
//!
//! // 8  . . . . r . k .
//! // 7  . . . . . . . .
//! // 6  . . . . . . . .
//! // 5  . . . . . . . .
//! // 4  . . . . N . . .
//! // 3  . . . . . . . .
//! // 2  . . . . . . . .
//! // 1  . . . . K . . .
//! //    a b c d e f g h
//! let history = History::new(Position::from_fen("4r1k1/8/8/8/4N3/8/8/4K3 w - - 0 1")?);
//! let attempt: Attempt = "e4f6".parse()?;
//! let reason = explain(&history, attempt).unwrap_err();
//! assert!(reason.to_string().contains("pinned"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # What is where
//!
//! | | |
//! |---|---|
//! | parts of the board | [`Square`], [`Piece`], [`Bitboard`], [`Move`], [`MoveList`] |
//! | positions | [`Position`], [`perft`](fn@perft); boards that may be nonsense: [`Setup`], [`SetupFault`], [`Validity`] |
//! | games | [`History`], [`Outcome`], [`Claim`] |
//! | text | FEN: [`Position::from_fen`]; EPD: [`Epd`]; SAN: [`san`](fn@san), [`parse_san`], [`parse_san_strict`], [`San`]; LAN: [`lan`], [`parse_lan`]; figurines and other languages: [`Letters`], [`san_with`], [`lan_with`]; UCI: [`Attempt`], [`Move::to_uci`] |
//! | opening books | [`Book`], [`BookReader`], [`choose_book_move`]; keys: [`Position::polyglot_key`], [`History::polyglot_key`] |
//! | bytes | a position in 32: [`PackedPosition`]; a move in 2: [`Move::to_bits`] |
//! | reasons | [`explain`](fn@explain), [`Reason`] |
//! | questions | see [below](#questions) |
//! | drawings | [`Position::diagram`], [`Position::svg`] |
//! | tests | [`random_position`], [`random_game`], [`random_board`]; features `arbitrary` and `proptest` |
//!
//! # Questions
//!
//! | a position is asked | by |
//! |---|---|
//! | what may be played? | [`legal_moves`](Position::legal_moves), [`legal_moves_of`](Position::legal_moves_of) a square, [`legal_captures`](Position::legal_captures), [`is_legal`](Position::is_legal) |
//! | why not? | [`explain`](fn@explain) |
//! | check, mate, stalemate? | [`is_check`](Position::is_check), [`checkers`](Position::checkers), [`is_checkmate`](Position::is_checkmate), [`is_stalemate`](Position::is_stalemate), [`outcome`](Position::outcome) |
//! | who attacks this square? | [`attackers`](Position::attackers); through another piece: [`xray_attackers`](Position::xray_attackers) |
//! | what does this piece see? | [`attacks_from`](Position::attacks_from), [`seen_from`](Position::seen_from); behind the first piece: [`xrays_from`](Position::xrays_from) |
//! | what is attacked, what hangs? | [`attacked`](Position::attacked), [`hanging`](Position::hanging) |
//! | who is pinned, by whom, along which line? | [`pins`](Position::pins), [`pinned`](Position::pinned) |
//! | who can give a discovered check? | [`discoverers`](Position::discoverers) |
//! | what stands between two squares? | [`obstacles`](Position::obstacles) |
//! | castling now? ever? and why not? | [`castling_now`](Position::castling_now), [`castling_ever`](Position::castling_ever), [`History::castling_ever`] |
//! | has this side the pieces to win? | [`can_win`](Position::can_win), [`is_insufficient_material`](Position::is_insufficient_material) |
//! | can this side still mate at all? is it dead? | [`winnable`](Position::winnable), [`helpmate`](Position::helpmate), [`is_dead`](Position::is_dead) |
//! | a draw by repetition or counting? | [`History::outcome`], [`History::claim`] |
//!
//! Nothing here reads a clock, draws random numbers or does input and output.
//!
//! # Features
//!
//! `std` (on by default) is for readers and writers, and for threads and wide words in [`perft`](fn@perft); without it the
//! crate needs `core` and `alloc` alone.
//! `serde` writes squares, moves and the like as the text that people use; `ts` declares them in TypeScript.
//! `arbitrary` makes squares, moves, setups, positions and games from a fuzzer's bytes; `proptest` has `strategies` for
//! property tests.
#![deny(unsafe_code)]
#![cfg_attr(not(any(test, feature = "std")), no_std)]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

#[cfg(feature = "arbitrary")]
mod arbitrary_impls;
mod attacks;
mod bitboard;
mod board;
mod castling;
mod check_setup;
mod chess960;
mod chess_move;
mod color;
mod draw;
mod epd;
mod explain;
mod fen;
mod history;
mod lan;
mod letters;
mod move_list;
mod movegen;
mod outcome;
mod packed;
mod perft;
mod piece;
mod play;
mod polyglot;
mod position;
mod questions;
mod random;
mod role;
mod san;
#[cfg(feature = "serde")]
mod serde_text;
mod setup;
mod side;
mod square;
mod start;
#[cfg(feature = "proptest")]
pub mod strategies;
mod svg;
mod uci;
mod winnable;
mod zobrist;

// The board's parts.
pub use bitboard::{Bitboard, Squares};
pub use castling::{CastlingMode, CastlingRights, CastlingSide};
pub use chess_move::Move;
pub use color::Color;
pub use move_list::{MoveList, Moves};
pub use piece::Piece;
pub use role::Role;
pub use square::{File, Rank, Square, SquareError};

// What pieces attack.
pub use attacks::{
    attacks, between, bishop_attacks, king_attacks, knight_attacks, line, pawn_attacks, queen_attacks,
    rook_attacks,
};

// Positions and games.
pub use fen::{FenError, FenField};
pub use history::History;
pub use outcome::{Claim, Outcome};
#[cfg(feature = "std")]
pub use perft::perft_on_threads;
pub use perft::{PerftTable, perft, perft_divide, perft_no_bulk, perft_scalar, perft_with_table};
pub use position::Position;
pub use questions::{Pin, Xray};
pub use random::{random_board, random_game, random_position};
pub use setup::{Setup, SetupError, SetupFault, Validity};
pub use winnable::{WINNABLE_NODES, Winnable};

// Notation and explanations.
pub use draw::Diagram;
pub use epd::{Epd, EpdError, EpdOperand, EpdOperation, EpdProblem};
pub use explain::{Reason, explain};
pub use lan::{LanError, lan, lan_with, parse_lan};
pub use letters::{Letters, san_with};
pub use packed::{PackedError, PackedPosition};
#[cfg(feature = "std")]
pub use polyglot::BookReader;
pub use polyglot::{Book, BookMove, choose_book_move};
pub use san::{San, SanError, SanMark, parse_san, parse_san_strict, san};
pub use svg::{MarkColor, MarkError, Svg, SvgTheme};
pub use uci::{Attempt, UciError};

/// The README's example is a test too.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
