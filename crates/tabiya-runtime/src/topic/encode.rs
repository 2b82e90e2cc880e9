// SPDX-License-Identifier: AGPL-3.0-or-later
//! Encodes a typed message as text, at most once for each dialect.

/// An encoded message. Cheap to clone.
pub type Text = tokio_tungstenite::tungstenite::Utf8Bytes;

/// The form in which a client receives messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// JSON for the page, one object in each WebSocket frame (`docs/protocol.md`).
    Page,
    /// A second dialect for tests.
    #[cfg(test)]
    Test,
}

impl Dialect {
    const COUNT: usize = 1 + cfg!(test) as usize;
}

/// A message that can be encoded in every dialect.
pub trait Encode {
    /// The message for all subscribers.
    fn encode(&self, dialect: Dialect) -> Text;

    /// The message for the client whose command `id` caused it. `shared` is the result of [`Encode::encode`].
    fn encode_answer(&self, _dialect: Dialect, _id: u32, shared: &Text) -> Text {
        shared.clone()
    }
}

/// A message and its encodings so far.
pub(super) struct Encoded<'a, M> {
    message: &'a M,
    texts: [Option<Text>; Dialect::COUNT],
}

impl<'a, M: Encode> Encoded<'a, M> {
    pub(super) fn new(message: &'a M) -> Self {
        Self { message, texts: [const { None }; Dialect::COUNT] }
    }

    pub(super) fn in_dialect(&mut self, dialect: Dialect) -> &Text {
        self.texts[dialect as usize].get_or_insert_with(|| self.message.encode(dialect))
    }

    pub(super) fn answer(&mut self, dialect: Dialect, id: u32) -> Text {
        let message = self.message;
        message.encode_answer(dialect, id, self.in_dialect(dialect))
    }
}
