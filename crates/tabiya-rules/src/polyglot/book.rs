// SPDX-License-Identifier: MIT OR Apache-2.0
//! Finding a position's entries in a book, and the moves in them.

use alloc::vec::Vec;
use core::convert::Infallible;

use crate::chess_move::Move;
use crate::position::Position;
use crate::role::Role;
use crate::square::{File, Rank, Square};
use crate::uci::Attempt;

/// Bytes of an entry.
const ENTRY: usize = 16;

/// A move that a book knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookMove {
    /// The move, legal in the position that was asked about.
    pub mv: Move,
    /// How good the book thinks it is, against the other moves of the position. 0 means: not to be played.
    pub weight: u16,
    /// What a program has learnt about it; most write 0.
    pub learn: u32,
}

/// A Polyglot book in memory.
///
/// Its key and [`Position::key`] are not the same function: the book counts a skipped square where an enemy pawn stands beside
/// the pawn that moved, repetition counts it where the capture is legal. [`moves`](Book::moves) asks for
/// [`Position::polyglot_key`]; whoever has a [`History`](crate::History) or a [`Setup`](crate::Setup) and wants to
/// find also the rare positions where such a pawn is pinned hands their `polyglot_key` to
/// [`moves_of_key`](Book::moves_of_key).
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
/// // A random number chooses by weight: the first three quarters of all numbers mean e4.
/// assert_eq!(choose_book_move(&moves, u64::MAX / 2), Some(moves[0].mv));
/// assert_eq!(choose_book_move(&moves, u64::MAX), Some(moves[1].mv));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Book<'a> {
    entries: &'a [[u8; ENTRY]],
}

impl<'a> Book<'a> {
    /// A book from its bytes. Any bytes will do: what is no entry is passed over, what is cut off at the end too.
    #[must_use]
    pub fn new(bytes: &'a [u8]) -> Book<'a> {
        Book { entries: bytes.as_chunks().0 }
    }

    /// How many entries there are.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there is none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The moves that the book has for a position, in the book's order. Entries that are not legal there are left out.
    #[must_use]
    pub fn moves(&self, position: &Position) -> Vec<BookMove> {
        self.moves_of_key(position.polyglot_key(), position)
    }

    /// The same by a key that was made elsewhere.
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

/// A Polyglot book in a file, or anything else that can be read from any place. Only what is asked for is read.
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
    /// Where the source can't tell its length.
    pub fn new(mut source: R) -> std::io::Result<BookReader<R>> {
        let len = source.seek(std::io::SeekFrom::End(0))? / ENTRY as u64;
        Ok(BookReader { source, len })
    }

    /// The moves that the book has for a position; see [`Book::moves`].
    ///
    /// # Errors
    /// Where the source can't be read.
    pub fn moves(&mut self, position: &Position) -> std::io::Result<Vec<BookMove>> {
        self.moves_of_key(position.polyglot_key(), position)
    }

    /// The same by a key that was made elsewhere.
    ///
    /// # Errors
    /// Where the source can't be read.
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

/// Which move a random number means: each with a chance like its weight. None if no move has a weight.
///
/// The number should come from the whole range of `u64`; that the first moves are then a hair more likely than they
/// should be is beyond measuring.
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

/// Finds the first entry of a key by halving, then takes all that follow. `read` gives the entry with a number below `len`.
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

/// The legal move of an entry. Castling is written as king takes rook; the king's two squares are understood too.
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
    // What UCI would take for a promotion to a queen is none here.
    (mv.promotion() == promotion).then_some(BookMove {
        mv,
        weight: u16::from_be_bytes([w0, w1]),
        learn: u32::from_be_bytes([l0, l1, l2, l3]),
    })
}
