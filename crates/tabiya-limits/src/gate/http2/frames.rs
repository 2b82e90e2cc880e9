// SPDX-License-Identifier: AGPL-3.0-or-later
//! The heads of frames in a stream of bytes (RFC 9113, 4.1), found while the bytes pass by. Nothing is kept of what they hold.

/// What a client sends before its first frame (RFC 9113, 3.4), in bytes.
const PREFACE: usize = 24;
/// A frame's head, in bytes.
const HEAD: usize = 9;
/// Kinds of frames (RFC 9113, 6).
const DATA: u8 = 0;
const HEADERS: u8 = 1;
/// This DATA frame is the last one of its stream.
const END_STREAM: u8 = 1;
/// A piece of a body that is shorter than this, in bytes, is a crumb: it costs more than it brings.
const CRUMB: usize = 64;

/// The head of one frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct FrameHead {
    length: usize,
    kind: u8,
    flags: u8,
}

impl FrameHead {
    fn of(bytes: [u8; HEAD]) -> Self {
        let [a, b, c, kind, flags, ..] = bytes;
        Self { length: u32::from_be_bytes([0, a, b, c]) as usize, kind, flags }
    }

    pub(super) fn is_data(self) -> bool {
        self.kind == DATA
    }

    /// Whether it brings nothing that somebody waits for: no request, and no part of one but a crumb.
    pub(super) fn brings_nothing(self) -> bool {
        match self.kind {
            DATA => self.length < CRUMB && self.flags & END_STREAM == 0,
            HEADERS => false,
            _ => true,
        }
    }
}

/// Where in a frame the next byte is.
pub(super) struct Frames {
    head: [u8; HEAD],
    /// How many bytes of the head are there.
    has: usize,
    /// How many bytes of the frame, or of the preface, are still to come.
    rest: usize,
    current: Option<FrameHead>,
}

impl Frames {
    /// Those of a client.
    pub(super) fn received() -> Self {
        Self { rest: PREFACE, ..Self::sent() }
    }

    /// Those of a server.
    pub(super) fn sent() -> Self {
        Self { head: [0; HEAD], has: 0, rest: 0, current: None }
    }

    /// Calls `begins` for each frame whose head ends in these bytes. Returns how many of the bytes were in DATA frames.
    pub(super) fn pass(&mut self, mut bytes: &[u8], mut begins: impl FnMut(FrameHead)) -> usize {
        let mut data = 0;
        while !bytes.is_empty() {
            if self.rest > 0 {
                let passed = self.rest.min(bytes.len());
                self.rest -= passed;
                bytes = &bytes[passed..];
                if self.current.is_some_and(FrameHead::is_data) {
                    data += passed;
                }
                continue;
            }
            let taken = (HEAD - self.has).min(bytes.len());
            self.head[self.has..self.has + taken].copy_from_slice(&bytes[..taken]);
            self.has += taken;
            bytes = &bytes[taken..];
            if self.has == HEAD {
                let head = FrameHead::of(self.head);
                (self.has, self.rest, self.current) = (0, head.length, Some(head));
                begins(head);
            }
        }
        data
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frame(kind: u8, flags: u8, payload: &[u8]) -> Vec<u8> {
        let length = u8::try_from(payload.len()).unwrap();
        [&[0, 0, length, kind, flags, 0, 0, 0, 1], payload].concat()
    }

    #[test]
    fn frames_are_found_however_the_bytes_are_cut() {
        let preface = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
        let frames =
            [frame(4, 0, &[]), frame(HEADERS, 4, &[1; 7]), frame(DATA, 0, &[2; 5]), frame(6, 0, &[3; 8])];
        let bytes = [&preface[..], &frames.concat()].concat();
        for size in 1..bytes.len() {
            let (mut found, mut received, mut data) = (Vec::new(), Frames::received(), 0);
            for piece in bytes.chunks(size) {
                data += received.pass(piece, |head| found.push((head.kind, head.length)));
            }
            assert_eq!(found, [(4, 0), (HEADERS, 7), (DATA, 5), (6, 8)], "{size} bytes at a time");
            assert_eq!(data, 5, "{size} bytes at a time");
        }
    }

    #[test]
    fn requests_and_their_bodies_bring_something() {
        let brings_nothing = |kind, flags, length| FrameHead { length, kind, flags }.brings_nothing();
        for (kind, flags, length) in
            [(HEADERS, 5, 40), (DATA, 0, 64), (DATA, END_STREAM, 0), (DATA, END_STREAM, 1)]
        {
            assert!(!brings_nothing(kind, flags, length), "{kind} {flags} {length}");
        }
        // PRIORITY, RST_STREAM, SETTINGS, PING, WINDOW_UPDATE, CONTINUATION, and what nobody knows.
        for kind in [2, 3, 4, 6, 8, 9, 200] {
            assert!(brings_nothing(kind, 0, 8), "{kind}");
        }
        assert!(brings_nothing(DATA, 0, 0) && brings_nothing(DATA, 0, 63));
    }
}
