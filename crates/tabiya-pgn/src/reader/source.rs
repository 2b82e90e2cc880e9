// SPDX-License-Identifier: MIT OR Apache-2.0
//! Where a reader's bytes come from: a slice, or a buffer over any reader.

#[cfg(feature = "std")]
use std::io::{self, Read};
#[cfg(feature = "std")]
use std::string::{String, ToString};

#[cfg(feature = "std")]
use super::PGN_MAX_TEXT;
#[cfg(feature = "std")]
use crate::effort::steps;

/// A source of bytes for a [`PgnReader`](super::PgnReader): `&[u8]`, or [`Buffered`] around any
/// [`std::io::Read`].
///
/// Other crates can't implement it.
pub trait PgnSource: sealed::Window {}

impl PgnSource for &[u8] {}

pub(super) mod sealed {
    use alloc::string::String;

    /// A window that moves over the bytes.
    pub trait Window {
        /// The bytes in the window.
        fn bytes(&self) -> &[u8];

        /// Whether there are no more bytes after the window.
        fn is_complete(&self) -> bool;

        /// Drops the first `used` bytes and reads more after the others. A complete window does not change.
        fn refill(&mut self, used: usize) -> Result<(), String>;
    }

    impl Window for &[u8] {
        #[inline]
        fn bytes(&self) -> &[u8] {
            self
        }

        #[inline]
        fn is_complete(&self) -> bool {
            true
        }

        fn refill(&mut self, _used: usize) -> Result<(), String> {
            Ok(())
        }
    }
}

/// The initial size; it fits in the second-level cache.
#[cfg(feature = "std")]
const FIRST_SIZE: usize = 128 * 1024;

/// The maximum size: the longest text, and what may come before and after it.
#[cfg(feature = "std")]
const LARGEST_SIZE: usize = 4 * PGN_MAX_TEXT;

/// A buffer over any [`Read`]. It grows only for a long comment, up to 4 MiB.
#[cfg(feature = "std")]
#[derive(Debug)]
pub struct Buffered<R> {
    inner: R,
    buffer: Vec<u8>,
    /// The window is `buffer[start..filled]`.
    start: usize,
    filled: usize,
    complete: bool,
}

#[cfg(feature = "std")]
impl<R: Read> Buffered<R> {
    pub(super) fn new(inner: R) -> Buffered<R> {
        Buffered { inner, buffer: vec![0; FIRST_SIZE], start: 0, filled: 0, complete: false }
    }
}

#[cfg(feature = "std")]
impl<R: Read> PgnSource for Buffered<R> {}

#[cfg(feature = "std")]
impl<R: Read> sealed::Window for Buffered<R> {
    #[inline]
    fn bytes(&self) -> &[u8] {
        &self.buffer[self.start..self.filled]
    }

    #[inline]
    fn is_complete(&self) -> bool {
        self.complete
    }

    fn refill(&mut self, used: usize) -> Result<(), String> {
        self.start += used;
        // The window moves to the front only when more bytes were let go of than are copied, or when there is no room:
        // else a source that gives few bytes at a time would cost a copy for each of them.
        if self.start > self.buffer.len() / 2 || self.filled == self.buffer.len() {
            steps(self.filled - self.start);
            self.buffer.copy_within(self.start..self.filled, 0);
            self.filled -= self.start;
            self.start = 0;
            if self.filled * 2 > self.buffer.len() {
                self.buffer.resize((self.buffer.len() * 2).min(LARGEST_SIZE), 0);
            }
        }
        loop {
            match self.inner.read(&mut self.buffer[self.filled..]) {
                Ok(0) => self.complete = true,
                Ok(read) => self.filled = (self.filled + read).min(self.buffer.len()),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => {
                    self.complete = true;
                    return Err(error.to_string());
                }
            }
            return Ok(());
        }
    }
}
