// SPDX-License-Identifier: AGPL-3.0-or-later
//! Numbers, texts and bytes as they stand in messages. Numbers are big-endian; texts and bytes have their length before them,
//! in four bytes; so have lists.

use bytes::{BufMut, Bytes};
use tabiya_store::Epoch;

use crate::topic::TopicName;

/// The most items of a list. More make no message of ours.
const MOST: usize = 65_536;

/// Writes.
#[derive(Default)]
pub(super) struct Writer(Vec<u8>);

impl Writer {
    /// Of a message of this kind.
    pub(super) fn of(kind: u8) -> Self {
        Self(vec![kind])
    }

    pub(super) fn kind(mut self, kind: u8) -> Self {
        self.0.push(kind);
        self
    }

    pub(super) fn number(mut self, number: u64) -> Self {
        self.0.put_u64(number);
        self
    }

    pub(super) fn epoch(mut self, epoch: Epoch) -> Self {
        self.0.put_i64(epoch.0);
        self
    }

    pub(super) fn bytes(mut self, bytes: &[u8]) -> Self {
        self.0.put_u32(u32::try_from(bytes.len()).expect("a message is short"));
        self.0.extend_from_slice(bytes);
        self
    }

    pub(super) fn topic(self, topic: &TopicName) -> Self {
        self.bytes(topic.as_str().as_bytes())
    }

    pub(super) fn list<T>(mut self, items: &[T], write: impl Fn(Self, &T) -> Self) -> Self {
        self.0.put_u32(u32::try_from(items.len()).expect("a message is short"));
        items.iter().fold(self, write)
    }

    pub(super) fn done(self) -> Vec<u8> {
        self.0
    }
}

/// Reads. Each method returns `None` where the bytes have no meaning.
pub(super) struct Reader(Bytes);

impl Reader {
    pub(super) fn new(message: Bytes) -> Self {
        Self(message)
    }

    fn take(&mut self, length: usize) -> Option<Bytes> {
        (length <= self.0.len()).then(|| self.0.split_to(length))
    }

    pub(super) fn kind(&mut self) -> Option<u8> {
        self.take(1).map(|bytes| bytes[0])
    }

    pub(super) fn number(&mut self) -> Option<u64> {
        self.take(8)?.first_chunk().map(|bytes| u64::from_be_bytes(*bytes))
    }

    pub(super) fn epoch(&mut self) -> Option<Epoch> {
        self.take(8)?.first_chunk().map(|bytes| Epoch(i64::from_be_bytes(*bytes)))
    }

    fn length(&mut self) -> Option<usize> {
        let bytes = self.take(4)?;
        usize::try_from(u32::from_be_bytes(*bytes.first_chunk()?)).ok()
    }

    pub(super) fn bytes(&mut self) -> Option<Bytes> {
        let length = self.length()?;
        self.take(length)
    }

    pub(super) fn topic(&mut self) -> Option<TopicName> {
        std::str::from_utf8(&self.bytes()?).ok()?.parse().ok()
    }

    pub(super) fn list<T>(&mut self, read: impl Fn(&mut Self) -> Option<T>) -> Option<Vec<T>> {
        let length = self.length()?;
        // Each item has at least a byte, so a list that claims more than there is reserves nothing.
        if length > MOST.min(self.0.len()) {
            return None;
        }
        (0..length).map(|_| read(self)).collect()
    }

    /// The number of the first line, and the lines. All of them have numbers.
    pub(super) fn lines(&mut self) -> Option<(u64, Vec<Bytes>)> {
        let (first, lines) = (self.number()?, self.list(Self::bytes)?);
        first.checked_add(lines.len() as u64)?;
        Some((first, lines))
    }

    /// The message, if all of it was read.
    pub(super) fn end<T>(self, message: T) -> Option<T> {
        self.0.is_empty().then_some(message)
    }
}
