// SPDX-License-Identifier: AGPL-3.0-or-later
//! The parts of RFC 6455 that a client of known servers needs: the handshake, masked text frames out,
//! unmasked frames in.

use super::site::Site;

/// A text frame.
pub(super) const TEXT: u8 = 1;
/// A close frame.
pub(super) const CLOSE: u8 = 8;
/// A ping frame, to be answered by [`PONG`].
pub(super) const PING: u8 = 9;
/// The answer to a ping frame.
pub(super) const PONG: u8 = 10;

/// The request that opens the socket at this path.
pub(super) fn handshake(site: &Site, path: &str, cookie: &str) -> String {
    // The key proves only that the server speaks WebSocket, so any key will do (RFC 6455, 4.1).
    format!(
        "GET {path} HTTP/1.1\r\nhost: {}\r\norigin: {}\r\n\
         cookie: {cookie}\r\nconnection: Upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\n\
         sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
        site.address(),
        site.origin()
    )
}

/// Appends a frame with this payload.
pub(super) fn write_frame(out: &mut Vec<u8>, opcode: u8, payload: &[u8], mask: [u8; 4]) {
    out.push(0x80 | opcode);
    match payload.len() {
        short @ 0..=125 => out.push(0x80 | short as u8),
        long @ 126..=0xffff => {
            out.push(0x80 | 126);
            out.extend_from_slice(&(long as u16).to_be_bytes());
        }
        longer => {
            out.push(0x80 | 127);
            out.extend_from_slice(&(longer as u64).to_be_bytes());
        }
    }
    out.extend_from_slice(&mask);
    out.extend(payload.iter().zip(mask.iter().cycle()).map(|(byte, mask)| byte ^ mask));
}

/// A frame from the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Frame<'a> {
    pub(super) opcode: u8,
    pub(super) payload: &'a [u8],
    /// The length of the whole frame in bytes.
    pub(super) length: usize,
}

/// The frame at the start of `bytes`; `None` if it is not complete.
pub(super) fn read_frame(bytes: &[u8]) -> Option<Frame<'_>> {
    let &[first, second, ref rest @ ..] = bytes else { return None };
    let (header, length) = match second & 0x7f {
        126 => (4, u16::from_be_bytes(rest.get(..2)?.try_into().ok()?).into()),
        127 => (10, usize::try_from(u64::from_be_bytes(rest.get(..8)?.try_into().ok()?)).ok()?),
        short => (2, usize::from(short)),
    };
    let payload = bytes.get(header..header + length)?;
    Some(Frame { opcode: first & 0x0f, payload, length: header + length })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A frame as a server sends it: like a client's, without the mask.
    fn served(payload: &[u8]) -> Vec<u8> {
        let mut bytes = Vec::new();
        write_frame(&mut bytes, TEXT, payload, [0; 4]);
        bytes[1] &= 0x7f;
        let header = bytes.len() - payload.len() - 4;
        bytes.drain(header..header + 4);
        bytes
    }

    #[test]
    fn a_frame_of_any_length_is_read_whole_or_not_at_all() {
        for length in [0, 1, 125, 126, 65_535, 65_536] {
            let payload = vec![b'x'; length];
            let bytes = served(&payload);
            let frame = read_frame(&bytes).unwrap();
            assert_eq!((frame.opcode, frame.payload, frame.length), (TEXT, &payload[..], bytes.len()));
            for end in [0, 1, bytes.len() / 2, bytes.len() - 1] {
                assert_eq!(read_frame(&bytes[..end]), None, "{end} of {} bytes", bytes.len());
            }
        }
    }

    #[test]
    fn what_we_send_is_masked_as_the_standard_asks() {
        let mut bytes = Vec::new();
        // The example of RFC 6455, 5.7.
        write_frame(&mut bytes, TEXT, b"Hello", [0x37, 0xfa, 0x21, 0x3d]);
        assert_eq!(bytes, [0x81, 0x85, 0x37, 0xfa, 0x21, 0x3d, 0x7f, 0x9f, 0x4d, 0x51, 0x58]);
    }
}
