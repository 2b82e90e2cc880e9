// SPDX-License-Identifier: MIT OR Apache-2.0
//! A game in few bytes: less than half a byte a move on real games.

mod predictor;
mod range_coder;
mod weights;

use alloc::vec::Vec;
use core::fmt;

use crate::chess_move::Move;
use crate::history::History;
use crate::packed::{PackedError, PackedPosition};
use crate::position::Position;
use predictor::{Before, chances};
use range_coder::{Decoder, Encoder, Share};

const VERSION: u8 = 1;
/// Added to the version where a packed start follows.
const OWN_START: u8 = 128;
/// The most moves; no game needs more by far, for the 75-move rule ends each of them before its 17,698th.
const MAX_MOVES: usize = 65_535;

impl History {
    /// The start and the moves in few bytes, for [`from_bytes`](History::from_bytes).
    ///
    /// | bytes | what |
    /// |---|---|
    /// | 1 | the version, 1; plus 128 if a start follows |
    /// | 0 or 32 | the start as a [`PackedPosition`], if it is not the usual one |
    /// | 1 to 3 | how many moves (of both sides together), seven bits a byte, the lowest first, 128 added to all but the last |
    /// | the rest | the moves |
    ///
    /// The moves are digits of a number that a range coder makes of the chances that a simple predictor gives them: what it
    /// expects costs little, what surprises it costs more. Writer and reader guess alike, to the bit. There is no checksum:
    /// bytes that were damaged may well be another game. But
    /// each game has one form: equal games have equal bytes.
    ///
    /// Measured on the 438 games of one file of the lichess database, 28,538 moves: 12,533 bytes, 0.44 a move (3.4 bits of it for
    /// the moves themselves on games that the predictor was not fitted to), about 480,000 moves a second on one core of a
    /// 2.3 GHz server, either way.
    ///
    /// What was written once can be read for ever: another predictor would get another version number.
    ///
    /// ```
    /// use tabiya_rules::{History, Position, parse_san};
    ///
    /// let mut history = History::new(Position::start());
    /// for text in "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O".split(' ') {
    ///     let mv = parse_san(history.position(), text)?;
    ///     history.play(mv);
    /// }
    /// let bytes = history.to_bytes()?;
    /// assert!(bytes.len() <= 10);
    /// assert_eq!(History::from_bytes(&bytes)?, history);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// More than 65,535 moves, or a move that was played without being legal.
    pub fn to_bytes(&self) -> Result<Vec<u8>, GameBytesError> {
        let count = self.ply();
        if count > MAX_MOVES {
            return Err(GameBytesError::TooManyMoves { found: count });
        }
        let mut bytes = Vec::with_capacity(8 + count / 2);
        if *self.start() == Position::start() {
            bytes.push(VERSION);
        } else {
            bytes.push(VERSION | OWN_START);
            bytes.extend(PackedPosition::new(self.start()).as_bytes());
        }
        write_number(&mut bytes, count);
        let mut encoder = Encoder::new(bytes);
        let mut position = *self.start();
        let mut before = Before::default();
        let mut moves = Vec::new();
        for (ply, &mv) in self.moves().iter().enumerate() {
            chances(&position, before, &mut moves);
            let share = share_of(&moves, |other, _| other == mv);
            let Some((_, share)) = share else { return Err(GameBytesError::IllegalMove { ply }) };
            encoder.write(share);
            before = Before { own: before.theirs, theirs: Some(mv) };
            position.play(mv);
        }
        Ok(encoder.finish())
    }

    /// A game from its bytes. The work is bounded: at most 65,535 moves are read, whatever the bytes are.
    ///
    /// # Errors
    /// Bytes of another version, or that no game is written as.
    pub fn from_bytes(bytes: &[u8]) -> Result<History, GameBytesError> {
        let (start, rest) = read_start(bytes)?;
        let (count, rest) = read_number(rest)?;
        if rest.last() == Some(&0) {
            return Err(GameBytesError::NotNormal);
        }
        let mut history = History::new(start);
        let mut decoder = Decoder::new(rest);
        let mut before = Before::default();
        let mut moves = Vec::new();
        for ply in 0..count {
            chances(history.position(), before, &mut moves);
            let total = moves.iter().map(|(_, chance)| u64::from(*chance)).sum();
            if total == 0 {
                return Err(GameBytesError::GameOver { ply });
            }
            let wanted = decoder.peek(total);
            let share = share_of(&moves, |_, end| end > wanted);
            let Some((mv, _)) = share.filter(|(_, share)| decoder.take(*share)) else {
                return Err(GameBytesError::NoMove { ply });
            };
            before = Before { own: before.theirs, theirs: Some(mv) };
            history.play(mv);
        }
        if decoder.is_at_end() { Ok(history) } else { Err(GameBytesError::NotNormal) }
    }
}

/// The first move that is wanted, judged by itself and by where its share ends.
fn share_of(moves: &[(Move, u32)], wanted: impl Fn(Move, u64) -> bool) -> Option<(Move, Share)> {
    let mut found = None;
    let mut start = 0;
    for &(mv, chance) in moves {
        let size = u64::from(chance);
        if found.is_none() && wanted(mv, start + size) {
            found = Some((mv, start, size));
        }
        start += size;
    }
    found.map(|(mv, first, size)| (mv, Share { start: first, size, total: start }))
}

fn write_number(bytes: &mut Vec<u8>, number: usize) {
    let mut left = number;
    while left >= 128 {
        bytes.push(left as u8 | 128);
        left >>= 7;
    }
    bytes.push(left as u8);
}

fn read_number(bytes: &[u8]) -> Result<(usize, &[u8]), GameBytesError> {
    let mut number = 0;
    for (i, byte) in bytes.iter().enumerate().take(3) {
        number |= usize::from(byte & 127) << (7 * i);
        if byte & 128 == 0 {
            // A last byte of 0 would be another form of the same number.
            let normal = i == 0 || *byte != 0;
            return match &bytes[i + 1..] {
                rest if number <= MAX_MOVES && normal => Ok((number, rest)),
                _ => Err(GameBytesError::TooManyMoves { found: number }),
            };
        }
    }
    Err(GameBytesError::CutOff)
}

fn read_start(bytes: &[u8]) -> Result<(Position, &[u8]), GameBytesError> {
    let (first, rest) = bytes.split_first().ok_or(GameBytesError::CutOff)?;
    if first & !OWN_START != VERSION {
        return Err(GameBytesError::Version { found: first & !OWN_START });
    }
    if first & OWN_START == 0 {
        return Ok((Position::start(), rest));
    }
    let (packed, rest) = rest.split_first_chunk().ok_or(GameBytesError::CutOff)?;
    match PackedPosition::from_bytes(*packed).unpack() {
        Ok(start) if start == Position::start() => Err(GameBytesError::NotNormal),
        Ok(start) => Ok((start, rest)),
        Err(error) => Err(GameBytesError::Start(error)),
    }
}

/// Why a game can't be written as bytes, or bytes are no game.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum GameBytesError {
    /// A version that is not known here.
    Version {
        /// Its number.
        found: u8,
    },
    /// The bytes end before the moves begin.
    CutOff,
    /// The start is no position.
    Start(PackedError),
    /// More moves than 65,535, or their number is not written as it should be.
    TooManyMoves {
        /// How many.
        found: usize,
    },
    /// A move of a [`History`] is not legal where it was played.
    IllegalMove {
        /// Its index, from 0.
        ply: usize,
    },
    /// There should be more moves, but the game is over.
    GameOver {
        /// How many moves there are.
        ply: usize,
    },
    /// The bytes point at no move.
    NoMove {
        /// How many moves there are before it.
        ply: usize,
    },
    /// A game, but its bytes are not those that it is written as; there may be too many.
    NotNormal,
}

impl fmt::Display for GameBytesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GameBytesError::Version { found } => {
                write!(f, "expected a game of version {VERSION}, found version {found}")
            }
            GameBytesError::CutOff => f.write_str("expected more bytes before the moves"),
            GameBytesError::Start(error) => write!(f, "expected a start: {error}"),
            GameBytesError::TooManyMoves { found } => {
                write!(f, "expected at most {MAX_MOVES} moves, found {found}")
            }
            GameBytesError::IllegalMove { ply } => {
                write!(f, "expected legal moves, but the one with index {ply} is not")
            }
            GameBytesError::GameOver { ply } => {
                write!(f, "expected more than {ply} moves, but then no move is left to the game")
            }
            GameBytesError::NoMove { ply } => {
                write!(f, "expected a move after {ply} of them, found bytes that are none")
            }
            GameBytesError::NotNormal => f.write_str("expected the one form that the game is written in"),
        }
    }
}

impl core::error::Error for GameBytesError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            GameBytesError::Start(error) => Some(error),
            GameBytesError::Version { .. }
            | GameBytesError::CutOff
            | GameBytesError::TooManyMoves { .. }
            | GameBytesError::IllegalMove { .. }
            | GameBytesError::GameOver { .. }
            | GameBytesError::NoMove { .. }
            | GameBytesError::NotNormal => None,
        }
    }
}
