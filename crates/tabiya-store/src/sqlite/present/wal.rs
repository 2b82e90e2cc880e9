// SPDX-License-Identifier: AGPL-3.0-or-later
//! Whether the write-ahead log has everything that its index says.
//!
//! The index (`tabiya.db-shm`) says how many frames of the log are valid, and which salt they have; SQLite writes the frames
//! first and the index afterwards. So the log must be as long as the index says, and the last frame of the last check must still
//! be there. The size alone is not enough: a log that is cut during a commit grows again with a hole in it, and a cut always
//! hits the last frame that was there.
//!
//! The layout of both files is documented in "WAL-mode File Format" of SQLite.

use std::{
    fs::File,
    io::{self, Seek, SeekFrom},
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
};

use super::read_at;

/// The size of the log's header and of a frame's, in bytes.
const LOG_HEADER: u64 = 32;
const FRAME_HEADER: u64 = 24;
/// The size of one copy of the index's header. Two stand one behind the other.
const INDEX_HEADER: usize = 48;

/// The open log and its index.
pub(super) struct Wal {
    log: File,
    index: File,
    /// The last frame at the last check.
    last: Mutex<Option<Frame>>,
    /// The length of the log when it was last asked for.
    length: AtomicU64,
}

/// One frame as it stands in the log.
struct Frame {
    state: State,
    bytes: Vec<u8>,
}

/// What the index says about the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct State {
    /// The number of valid frames.
    frames: u32,
    page_size: u64,
    /// Changes whenever the log begins anew.
    salt: [u8; 8],
}

impl State {
    /// What this copy of the index's header says; numbers have the byte order of this machine. `None` if it is not filled.
    fn of(header: &[u8]) -> Option<Self> {
        let four = |at: usize| header.get(at..at + 4)?.try_into().ok().map(u32::from_ne_bytes);
        let is_filled = *header.get(12)? != 0;
        let page_size = u16::from_ne_bytes(header.get(14..16)?.try_into().ok()?);
        // 65,536 does not fit and stands as 1.
        let page_size = if page_size == 1 { 65_536 } else { u64::from(page_size) };
        let salt = header.get(32..40)?.try_into().ok()?;
        is_filled.then_some(Self { frames: four(16)?, page_size, salt })
    }

    /// Where the frames end. A log without valid frames may be empty.
    fn end(&self) -> u64 {
        match u64::from(self.frames) {
            0 => 0,
            frames => LOG_HEADER + frames * (FRAME_HEADER + self.page_size),
        }
    }

    /// Reads the last frame; `None` if there is none.
    fn last_frame(&self, log: &File) -> io::Result<Option<Frame>> {
        if self.frames == 0 {
            return Ok(None);
        }
        let size = FRAME_HEADER + self.page_size;
        let mut bytes = vec![0; usize::try_from(size).map_err(io::Error::other)?];
        read_at(log, &mut bytes, self.end() - size)?;
        Ok(Some(Frame { state: *self, bytes }))
    }
}

impl Wal {
    pub(super) fn new(log: File, index: File) -> Self {
        Self { log, index, last: Mutex::new(None), length: AtomicU64::new(0) }
    }

    /// Whether the log has become shorter since this was last asked. SQLite itself shortens it, too, after a checkpoint.
    pub(super) fn is_shorter_than_before(&self) -> bool {
        // Not from the metadata: Linux gives whoever asks for a file's times a new one with the next write, so each commit would
        // have to write the file's entry to the disk as well.
        let length = (&self.log).seek(SeekFrom::End(0)).unwrap_or(0);
        length < self.length.swap(length, Ordering::AcqRel)
    }

    /// How many pages are valid in it, as the index says.
    pub(super) fn pages(&self) -> u32 {
        self.state().map_or(0, |state| state.frames)
    }

    /// Whether the log is shorter than its index says.
    pub(super) fn is_short(&self) -> bool {
        let Some(state) = self.state() else { return false };
        self.log.metadata().is_ok_and(|log| log.len() < state.end()) && self.is_still(&state)
    }

    /// Whether the last frame of the last check is not there any more, though the log has not begun anew since then.
    pub(super) fn has_lost_frames(&self) -> bool {
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(state) = self.state() else { return false };
        let before = last.take().filter(|frame| frame.state.salt == state.salt);
        if before.is_some_and(|before| !before.is_in(&self.log)) && self.is_still(&state) {
            return true;
        }
        *last = state.last_frame(&self.log).ok().flatten().filter(|_| self.is_still(&state));
        false
    }

    /// Whether the log has not begun anew in the meantime. SQLite gives the index another salt before it touches the log.
    fn is_still(&self, state: &State) -> bool {
        self.state().is_some_and(|now| now.salt == state.salt)
    }

    /// What the index says; `None` while SQLite writes it, which is when its two copies differ.
    fn state(&self) -> Option<State> {
        let mut both = [0; 2 * INDEX_HEADER];
        read_at(&self.index, &mut both, 0).ok()?;
        let (first, second) = both.split_at(INDEX_HEADER);
        if first == second { State::of(first) } else { None }
    }
}

impl Frame {
    /// Whether it stands in the log as before. An error that is none of a cut log is not for this check to report.
    fn is_in(&self, log: &File) -> bool {
        match self.state.last_frame(log) {
            Ok(now) => now.is_some_and(|now| now.bytes == self.bytes),
            Err(error) => error.kind() != io::ErrorKind::UnexpectedEof,
        }
    }
}
