// SPDX-License-Identifier: AGPL-3.0-or-later
//! Counts the frames that a client sends, before the WebSocket library reads them.
//!
//! The library answers pings and joins fragments by itself and does not report either. A client that sends
//! nothing but empty fragments could keep a core busy without any limit. So every frame costs credit before
//! the library sees it.

use std::io;

use tabiya_limits::watched::{Watch, Watched};
use tokio::io::{AsyncRead, AsyncReadExt};
use tokio::time::Instant;

use super::credit::{Allowance, Credit, Verdict};

/// A message may consist of several frames, with control frames in between.
const FRAMES_PER_MESSAGE: f64 = 4.0;
/// Bytes that are read after a goodbye.
const MOST_DRAINED: usize = 256 * 1024;
/// The maximum length of a frame's header (RFC 6455, 5.2).
const LONGEST_HEADER: usize = 14;

/// A stream of bytes from a client whose number of frames is limited.
pub(super) type CountedFrames<S> = Watched<S, FrameLimit>;

/// How many frames a client may still send.
pub(super) struct FrameLimit {
    counter: FrameCounter,
    credit: Credit,
}

/// The client sends too many frames.
#[derive(Debug, thiserror::Error)]
#[error("too many frames")]
pub(super) struct TooManyFrames;

impl FrameLimit {
    /// The limit of a client that may send so many messages.
    pub(super) fn new(allowance: Allowance) -> Self {
        let allowance = Allowance {
            burst: allowance.burst * FRAMES_PER_MESSAGE,
            per_second: allowance.per_second * FRAMES_PER_MESSAGE,
        };
        Self { counter: FrameCounter::default(), credit: Credit::full(allowance, Instant::now()) }
    }
}

impl Watch for FrameLimit {
    fn received(&mut self, bytes: &[u8]) -> io::Result<()> {
        let frames = self.counter.count(bytes);
        if frames > 0 {
            let now = Instant::now();
            if (0..frames).any(|_| self.credit.spend(now) == Verdict::LetGo) {
                return Err(io::Error::other(TooManyFrames));
            }
        }
        Ok(())
    }
}

/// Reads and discards what the client still sends, until it closes the connection or has sent too much.
pub(super) async fn drain<S: AsyncRead + Unpin>(counted: &mut CountedFrames<S>) {
    let mut scratch = [0; 512];
    for _ in 0..MOST_DRAINED / scratch.len() {
        if !matches!(counted.unwatched().read(&mut scratch).await, Ok(1..)) {
            return;
        }
    }
}

/// The position within the stream of frames.
#[derive(Debug, Default)]
struct FrameCounter {
    header: [u8; LONGEST_HEADER],
    /// The number of bytes of the header that have been read.
    read: usize,
    /// The number of bytes of the payload that are still to come.
    payload: u64,
}

impl FrameCounter {
    /// The number of headers that end in these bytes, which follow those of the last call.
    fn count(&mut self, mut bytes: &[u8]) -> u32 {
        let mut frames = 0;
        while let Some((&first, rest)) = bytes.split_first() {
            if self.payload > 0 {
                let skipped = usize::try_from(self.payload).unwrap_or(usize::MAX).min(bytes.len());
                self.payload -= skipped as u64;
                bytes = &bytes[skipped..];
                continue;
            }
            self.header[self.read] = first;
            self.read += 1;
            bytes = rest;
            if self.read >= 2 && self.read == self.header_length() {
                self.payload = self.payload_length();
                self.read = 0;
                frames += 1;
            }
        }
        frames
    }

    fn header_length(&self) -> usize {
        let length = match self.header[1] & 0x7f {
            126 => 2,
            127 => 8,
            _ => 0,
        };
        2 + length + if self.header[1] & 0x80 == 0 { 0 } else { 4 }
    }

    fn payload_length(&self) -> u64 {
        match self.header[1] & 0x7f {
            126 => u16::from_be_bytes([self.header[2], self.header[3]]).into(),
            127 => self.header[2..10].iter().fold(0, |length, &byte| length << 8 | u64::from(byte)),
            short => short.into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A masked frame with a payload of this many bytes.
    fn frame(length: usize) -> Vec<u8> {
        let mut bytes = vec![0x81];
        match length {
            0..=125 => bytes.push(0x80 | length as u8),
            126..=0xffff => {
                bytes.push(0x80 | 126);
                bytes.extend((length as u16).to_be_bytes());
            }
            _ => {
                bytes.push(0x80 | 127);
                bytes.extend((length as u64).to_be_bytes());
            }
        }
        bytes.extend([0x8a; 4]);
        bytes.resize(bytes.len() + length, 0x81);
        bytes
    }

    #[test]
    fn frames_are_counted_however_they_are_cut_up() {
        let lengths = [0, 1, 0, 125, 126, 65_535, 65_536, 3, 0];
        let stream: Vec<u8> = lengths.iter().flat_map(|&length| frame(length)).collect();
        for pieces in [1, 2, 7, 1_000, stream.len()] {
            let mut counter = FrameCounter::default();
            let counted: u32 = stream.chunks(pieces).map(|piece| counter.count(piece)).sum();
            assert_eq!(counted as usize, lengths.len(), "in pieces of {pieces}");
        }
    }

    #[tokio::test(start_paused = true)]
    async fn empty_frames_are_not_free() {
        let allowance = Allowance { burst: 40.0, per_second: 8.0 };
        let (mut client, server) = tokio::io::duplex(1 << 20);
        let mut counted = CountedFrames::new(server, FrameLimit::new(allowance));
        let empty = [0x00, 0x80, 0, 0, 0, 0];
        tokio::io::AsyncWriteExt::write_all(&mut client, &empty.repeat(150)).await.unwrap();
        let mut read = vec![0; 150 * empty.len()];
        counted.read_exact(&mut read).await.expect("as many as forty messages may have");
        tokio::io::AsyncWriteExt::write_all(&mut client, &empty.repeat(1_000)).await.unwrap();
        let mut rest = Vec::new();
        let error = counted.read_to_end(&mut rest).await.unwrap_err();
        assert!(error.get_ref().is_some_and(|cause| cause.is::<TooManyFrames>()), "{error}");
    }
}
