// SPDX-License-Identifier: AGPL-3.0-or-later
//! The form of a sealed message.
//!
//! ```text
//! in clear    1 byte    the version, 1
//!             4 bytes   the number of the key
//!            16 bytes   the session: random, new each time a sender starts
//!             8 bytes   the number of the message in its session
//! sealed      1 byte    the length of the sender's name, then the name
//!             8 bytes   the sender's incarnation
//!             the rest  the body
//!            16 bytes   the tag
//! ```
//!
//! Numbers are big-endian. The tag also covers what stands in clear, the subject and the reply subject.

use tabiya_store::{Incarnation, NodeName};

use super::key::KeyId;
use crate::bus::LONGEST_PAYLOAD;
use crate::node::Sender;

/// The version of this form. A message of any other is dropped.
const VERSION: u8 = 1;

/// The bytes in clear.
pub(super) const CLEAR: usize = 29;
/// The bytes of the tag.
pub(super) const TAG: usize = 16;
/// What the sender's name and incarnation take at most.
const SENDER: usize = 41;

/// The longest body, in bytes.
pub const LONGEST_BODY: usize = LONGEST_PAYLOAD - CLEAR - TAG - SENDER;

/// Why a message is not one of ours, or not as its sender has sealed it. Such a message is dropped and counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Foreign {
    /// It has fewer bytes than the shortest message, or more than the longest.
    #[error("a message has {0} bytes")]
    Length(usize),
    /// It has another form: of a newer Tabiya, or of something else.
    #[error("a message has the version {0}, expected {VERSION}")]
    Version(u8),
    /// It was sealed with a key that this node does not have.
    #[error("a message is sealed with the unknown key {}", .0.0)]
    Key(KeyId),
    /// The seal is broken: it was sealed with another key, or altered, or moved from another subject.
    #[error("the seal of a message is broken")]
    Broken,
    /// The seal is whole, and the sender inside has no meaning.
    #[error("a message names no sender")]
    Sender,
}

/// What stands in clear.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Clear {
    pub(super) key: KeyId,
    pub(super) session: [u8; 16],
    pub(super) number: u64,
}

impl Clear {
    pub(super) fn write(&self) -> [u8; CLEAR] {
        let mut bytes = [0; CLEAR];
        bytes[0] = VERSION;
        bytes[1..5].copy_from_slice(&self.key.0.to_be_bytes());
        bytes[5..21].copy_from_slice(&self.session);
        bytes[21..].copy_from_slice(&self.number.to_be_bytes());
        bytes
    }

    /// The clear part and the sealed one.
    ///
    /// # Errors
    /// If it is too short, too long, or of another version.
    pub(super) fn read(message: &[u8]) -> Result<(Self, &[u8]), Foreign> {
        if message.len() > LONGEST_PAYLOAD || message.len() < CLEAR + TAG {
            return Err(Foreign::Length(message.len()));
        }
        let length = || Foreign::Length(message.len());
        let (version, rest) = message.split_first().ok_or_else(length)?;
        if *version != VERSION {
            return Err(Foreign::Version(*version));
        }
        let (key, rest) = rest.split_first_chunk().ok_or_else(length)?;
        let (session, rest) = rest.split_first_chunk().ok_or_else(length)?;
        let (number, sealed) = rest.split_first_chunk().ok_or_else(length)?;
        let key = KeyId(u32::from_be_bytes(*key));
        Ok((Self { key, session: *session, number: u64::from_be_bytes(*number) }, sealed))
    }
}

/// What stands before the body.
pub(super) fn write_sender(sender: &Sender) -> Vec<u8> {
    let name = sender.node.as_str().as_bytes();
    let length = u8::try_from(name.len()).expect("a name has at most 32 bytes");
    [&[length], name, &sender.incarnation.0.to_be_bytes()].concat()
}

/// The sender, and at which byte the body begins.
///
/// # Errors
/// If the sender has no meaning.
pub(super) fn read_sender(plain: &[u8]) -> Result<(Sender, usize), Foreign> {
    let read = || {
        let (length, rest) = plain.split_first()?;
        let (name, rest) = rest.split_at_checked(usize::from(*length))?;
        let (incarnation, body) = rest.split_first_chunk()?;
        let node: NodeName = std::str::from_utf8(name).ok()?.parse().ok()?;
        let incarnation = Incarnation(i64::from_be_bytes(*incarnation));
        Some((Sender { node, incarnation }, plain.len() - body.len()))
    };
    read().ok_or(Foreign::Sender)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_form_is_as_documented() {
        let clear = Clear { key: KeyId(0x0102_0304), session: [9; 16], number: 5 };
        let written = clear.write();
        assert_eq!(written[..5], [1, 1, 2, 3, 4]);
        assert_eq!(written[5..21], [9; 16]);
        assert_eq!(written[21..], [0, 0, 0, 0, 0, 0, 0, 5]);
        let message = [&written[..], &[7; TAG]].concat();
        assert_eq!(Clear::read(&message), Ok((clear, &[7; TAG][..])));
        assert_eq!(Clear::read(&message[1..]), Err(Foreign::Length(CLEAR + TAG - 1)));
        let newer = [&[2], &message[1..]].concat();
        assert_eq!(Clear::read(&newer), Err(Foreign::Version(2)));
        assert_eq!(Clear::read(&vec![1; LONGEST_PAYLOAD + 1]), Err(Foreign::Length(LONGEST_PAYLOAD + 1)));
    }

    #[test]
    fn the_longest_name_leaves_room_for_the_longest_body() {
        let sender = Sender { node: "x".repeat(32).parse().unwrap(), incarnation: Incarnation(7) };
        let written = write_sender(&sender);
        assert_eq!(written.len(), SENDER);
        assert_eq!(read_sender(&written), Ok((sender, SENDER)));
        for end in 0..SENDER {
            assert_eq!(read_sender(&written[..end]), Err(Foreign::Sender));
        }
    }
}
