// SPDX-License-Identifier: MIT OR Apache-2.0
//! The rules of chess and Chess960.
#![forbid(unsafe_code)]

mod attacks;
mod bitboard;
mod board;
mod castling;
mod check_setup;
mod chess960;
mod chess_move;
mod color;
mod draw;
mod explain;
mod fen;
mod history;
mod move_list;
mod movegen;
mod outcome;
mod perft;
mod pgn;
mod piece;
mod play;
mod position;
mod role;
mod san;
#[cfg(feature = "serde")]
mod serde_text;
mod setup;
mod side;
mod square;
mod start;
mod uci;
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
pub use perft::{perft, perft_divide, perft_no_bulk};
pub use position::Position;
pub use setup::{Setup, SetupError};

// Notation and explanations.
pub use draw::Diagram;
pub use explain::{Reason, explain};
pub use pgn::{PgnGame, PgnResult, PgnTermination, PgnTimeControl};
pub use san::{SanError, parse_san, san};
pub use uci::{Attempt, UciError};
