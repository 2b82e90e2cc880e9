// SPDX-License-Identifier: MIT OR Apache-2.0
//! Looking up the moves of a position in a book.

use alloc::vec::Vec;
use core::convert::Infallible;

use crate::chess_move::Move;
use crate::position::Position;
use crate::role::Role;
use crate::square::{File, Rank, Square};
use crate::uci::Attempt;

/// The size of an entry in bytes.
const ENTRY: usize = 16;

/// A move of a position in a book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookMove {
    /// The move, which is legal in the position.
    pub mv: Move,
    /// How often the book wants the move to be played, relative to the position's other moves. 0 means never.
    pub weight: u16,
    /// Data that a program has learnt about the move. Most books have 0.
    pub learn: u32,
}

/// A Polyglot book in memory.
///
/// The book's key and [`Position::key`] are different functions. The book counts the en passant square if an
/// enemy pawn stands beside the pawn that moved; repetition counts it only if the capture is legal.
/// [`moves`](Book::moves) uses [`Position::polyglot_key`], which misses the rare positions where that enemy
/// pawn is pinned. To find those too, pass the `polyglot_key` of a [`History`](crate::History) or a
/// [`Setup`](crate::Setup) to [`moves_of_key`](Book::moves_of_key).
///
/// ```
/// use tabiya_rules::{Book, Move, Position, Square, choose_book_move};
///
/// let mut bytes = Vec::new();
/// for (from, to, weight) in [(12u16, 28u16, 3u16), (11, 27, 1)] {
///     bytes.extend(Position::start().polyglot_key().to_be_bytes());
///     bytes.extend((from << 6 | to).to_be_bytes());
///     bytes.extend(weight.to_be_bytes());
///     bytes.extend([0; 4]);
/// }
/// let moves = Book::new(&bytes).moves(&Position::start());
/// assert_eq!(moves.len(), 2);
/// assert_eq!(moves[0].mv, Move::normal(Square::E2, Square::E4));
/// // The random number chooses by weight: e4 for the first three quarters of all numbers.
/// assert_eq!(choose_book_move(&moves, u64::MAX / 2), Some(moves[0].mv));
/// assert_eq!(choose_book_move(&moves, u64::MAX), Some(moves[1].mv));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Book<'a> {
    entries: &'a [[u8; ENTRY]],
}

impl<'a> Book<'a> {
    /// A book from its bytes. Any bytes are accepted. Invalid entries are skipped, and so is an incomplete
    /// one at the end.
    #[must_use]
    pub fn new(bytes: &'a [u8]) -> Book<'a> {
        Book { entries: bytes.as_chunks().0 }
    }

    /// The number of entries.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether the book has no entries.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The moves that the book has for a position, in the book's order. Illegal ones are left out.
    #[must_use]
    pub fn moves(&self, position: &Position) -> Vec<BookMove> {
        self.moves_of_key(position.polyglot_key(), position)
    }

    /// The same with a key that the caller computed.
    #[must_use]
    pub fn moves_of_key(&self, key: u64, position: &Position) -> Vec<BookMove> {
        let read = |i: u64| Ok(usize::try_from(i).ok().and_then(|i| self.entries.get(i)).copied());
        match find_moves(self.entries.len() as u64, key, position, read) {
            Ok(moves) => moves,
            Err(error) => {
                let never: Infallible = error;
                match never {}
            }
        }
    }
}

/// A Polyglot book in a file, or in any source that can seek. Only the entries that are needed are read.
///
/// ```
/// use std::io::Cursor;
/// use tabiya_rules::{BookReader, Position};
///
/// let mut book = BookReader::new(Cursor::new(Vec::new()))?;
/// assert!(book.moves(&Position::start())?.is_empty());
/// # Ok::<(), std::io::Error>(())
/// ```
#[cfg(feature = "std")]
#[derive(Debug)]
pub struct BookReader<R> {
    source: R,
    len: u64,
}

#[cfg(feature = "std")]
impl<R: std::io::Read + std::io::Seek> BookReader<R> {
    /// Opens a book.
    ///
    /// # Errors
    /// The source can't tell its length.
    pub fn new(mut source: R) -> std::io::Result<BookReader<R>> {
        let len = source.seek(std::io::SeekFrom::End(0))? / ENTRY as u64;
        Ok(BookReader { source, len })
    }

    /// The moves that the book has for a position; see [`Book::moves`].
    ///
    /// # Errors
    /// The source can't be read.
    pub fn moves(&mut self, position: &Position) -> std::io::Result<Vec<BookMove>> {
        self.moves_of_key(position.polyglot_key(), position)
    }

    /// The same with a key that the caller computed.
    ///
    /// # Errors
    /// The source can't be read.
    pub fn moves_of_key(&mut self, key: u64, position: &Position) -> std::io::Result<Vec<BookMove>> {
        let source = &mut self.source;
        find_moves(self.len, key, position, |i| {
            let mut entry = [0; ENTRY];
            source.seek(std::io::SeekFrom::Start(i * ENTRY as u64))?;
            source.read_exact(&mut entry)?;
            Ok(Some(entry))
        })
    }
}

/// Chooses a move by a random number, with probabilities proportional to the weights. `None` if all weights
/// are 0.
///
/// The number should be uniform over all of `u64`. The first moves are then chosen slightly too often, but
/// less than can be measured.
#[must_use]
pub fn choose_book_move(moves: &[BookMove], random: u64) -> Option<Move> {
    let total: u64 = moves.iter().map(|entry| u64::from(entry.weight)).sum();
    let mut left = (u128::from(random) * u128::from(total)) >> 64;
    for entry in moves {
        match left.checked_sub(u128::from(entry.weight)) {
            Some(rest) => left = rest,
            None => return Some(entry.mv),
        }
    }
    None
}

/// Finds the first entry with a key by binary search, and collects it and those after it with the same key.
/// `read` returns the entry with an index below `len`.
fn find_moves<E>(
    len: u64,
    key: u64,
    position: &Position,
    mut read: impl FnMut(u64) -> Result<Option<[u8; ENTRY]>, E>,
) -> Result<Vec<BookMove>, E> {
    let (mut low, mut high) = (0, len);
    while low < high {
        let middle = low + (high - low) / 2;
        match read(middle)? {
            Some(entry) if key_of(&entry) < key => low = middle + 1,
            Some(_) | None => high = middle,
        }
    }
    let mut moves = Vec::new();
    while low < len {
        let Some(entry) = read(low)?.filter(|entry| key_of(entry) == key) else { break };
        moves.extend(book_move(&entry, position).filter(|found| !moves.contains(found)));
        low += 1;
    }
    Ok(moves)
}

fn key_of(entry: &[u8; ENTRY]) -> u64 {
    let [a, b, c, d, e, f, g, h, ..] = *entry;
    u64::from_be_bytes([a, b, c, d, e, f, g, h])
}

/// The legal move of an entry. Castling is read as the king capturing its rook, and also as the king's move
/// of two squares.
fn book_move(entry: &[u8; ENTRY], position: &Position) -> Option<BookMove> {
    let [.., m0, m1, w0, w1, l0, l1, l2, l3] = *entry;
    let bits = u16::from_be_bytes([m0, m1]);
    let three = |shift: u16| (bits >> shift & 7) as u8;
    let square = |shift| Some(Square::from_coords(File::new(three(shift))?, Rank::new(three(shift + 3))?));
    let promotion = match three(12) {
        0 => None,
        1 => Some(Role::Knight),
        2 => Some(Role::Bishop),
        3 => Some(Role::Rook),
        4 => Some(Role::Queen),
        _ => return None,
    };
    let mv = Attempt { from: square(6)?, to: square(0)?, promotion }.to_move(position).ok()?;
    // In UCI a missing promotion may mean a queen; in a book it does not.
    (mv.promotion() == promotion).then_some(BookMove {
        mv,
        weight: u16::from_be_bytes([w0, w1]),
        learn: u32::from_be_bytes([l0, l1, l2, l3]),
    })
}
