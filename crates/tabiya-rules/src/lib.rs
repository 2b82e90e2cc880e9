// SPDX-License-Identifier: MIT OR Apache-2.0
//! The rules of chess and Chess960: positions, legal moves, notation, outcomes, explanations, perft.
//!
//! # A short tour
//!
//! A [`Position`] is always legal. It is made from a FEN, or from a [`Setup`] (a board that may be
//! impossible), by one checked conversion. It is small: playing a move gives a copy, and there is no unmake.
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
//! A [`History`] is a starting position and the moves played. It knows what a single position can't:
//! repetitions, the counted moves, and which move lost a castling right. With it, [`explain`](fn@explain)
//! says why an attempted move is illegal:
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
//! | positions | [`Position`], [`perft`](fn@perft); boards that may be impossible: [`Setup`], [`SetupFault`], [`Validity`] |
//! | games | [`History`], [`Outcome`], [`Claim`] |
//! | variants, with their names on the wire, in PGN and for engines | [`Variant`], [`Position::variant`] |
//! | text | FEN: [`Position::from_fen`]; EPD: [`Epd`]; SAN: [`san`](fn@san), [`parse_san`], [`parse_san_strict`], [`San`]; LAN: [`lan`], [`parse_lan`]; figurines and other languages: [`Letters`], [`san_with`], [`lan_with`]; UCI: [`Attempt`], [`Move::to_uci`]; null moves: [`null_move_len`] |
//! | opening books | [`Book`], [`BookReader`], [`choose_book_move`]; keys: [`Position::polyglot_key`], [`History::polyglot_key`] |
//! | bytes | a position in 32: [`PackedPosition`]; a move in 2: [`Move::to_bits`] |
//! | reasons | [`explain`](fn@explain), [`Reason`] |
//! | questions | see [below](#questions) |
//! | drawings | [`Position::diagram`], [`Position::svg`], [`piece_svg`] |
//! | tests | [`random_position`], [`random_game`], [`random_board`]; features `arbitrary` and `proptest` |
//!
//! # Questions
//!
//! | question about a position | answer |
//! |---|---|
//! | what may be played? | [`legal_moves`](Position::legal_moves), [`legal_moves_of`](Position::legal_moves_of) a square, [`legal_captures`](Position::legal_captures), [`is_legal`](Position::is_legal) |
//! | why is this move illegal? | [`explain`](fn@explain) |
//! | check, checkmate, stalemate? | [`is_check`](Position::is_check), [`checkers`](Position::checkers), [`is_checkmate`](Position::is_checkmate), [`is_stalemate`](Position::is_stalemate), [`outcome`](Position::outcome) |
//! | who attacks this square? | [`attackers`](Position::attackers); through another piece: [`xray_attackers`](Position::xray_attackers) |
//! | which squares does this piece attack? | [`attacks_from`](Position::attacks_from), [`seen_from`](Position::seen_from); behind the first piece: [`xrays_from`](Position::xrays_from) |
//! | what is attacked, what hangs? | [`attacked`](Position::attacked), [`hanging`](Position::hanging) |
//! | which pieces are pinned, by which, along which line? | [`pins`](Position::pins), [`pinned`](Position::pinned) |
//! | which pieces can give a discovered check? | [`discoverers`](Position::discoverers) |
//! | which pieces stand between two squares? | [`obstacles`](Position::obstacles) |
//! | is castling possible now? may it ever be? why not? | [`castling_now`](Position::castling_now), [`castling_ever`](Position::castling_ever), [`History::castling_ever`] |
//! | has this side enough material to win? | [`can_win`](Position::can_win), [`is_insufficient_material`](Position::is_insufficient_material) |
//! | can this side still mate at all? is the position dead? | [`winnable`](Position::winnable), [`helpmate`](Position::helpmate), [`is_dead`](Position::is_dead) |
//! | is it a draw by repetition or by counting moves? | [`History::outcome`], [`History::claim`] |
//!
//! Nothing here reads a clock, generates random numbers, or does input and output.
//!
//! # Features
//!
//! - `std` (on by default): readers and writers, and threads and SIMD words in [`perft`](fn@perft). Without
//!   it the crate needs only `core` and `alloc`.
//! - `serde`: squares, moves and the like are written as the text that people use.
//! - `ts`: the same types declared in TypeScript.
//! - `arbitrary`: squares, moves, setups, positions and games from a fuzzer's bytes.
//! - `proptest`: `strategies` for property tests.
//! - `tables-at-start`: for WebAssembly, a module that is smaller by tables of 1.1 MiB, and that must call `prepare` before
//!   anything else. On other targets it changes nothing.
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
mod null_move;
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
mod variant;
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
#[cfg(feature = "tables-at-start")]
pub use attacks::prepare;
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
pub use variant::{Variant, VariantError};
pub use winnable::{WINNABLE_NODES, Winnable};

// Notation and explanations.
pub use draw::Diagram;
pub use epd::{Epd, EpdError, EpdOperand, EpdOperation, EpdProblem};
pub use explain::{Reason, explain};
pub use lan::{LanError, lan, lan_with, parse_lan};
pub use letters::{Letters, san_with};
pub use null_move::null_move_len;
pub use packed::{PackedError, PackedPosition};
#[cfg(feature = "std")]
pub use polyglot::BookReader;
pub use polyglot::{Book, BookMove, choose_book_move};
pub use san::{San, SanError, SanMark, parse_san, parse_san_strict, san};
pub use svg::{MarkColor, MarkError, Svg, SvgTheme, piece_svg};
pub use uci::{Attempt, UciError};

/// Compiles and runs the README's example as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
