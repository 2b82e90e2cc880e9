// SPDX-License-Identifier: AGPL-3.0-or-later
//! Turning a typed message into text, at most once for each dialect.

/// A message as it goes to a client. Cheap to clone.
pub(crate) type Text = tokio_tungstenite::tungstenite::Utf8Bytes;

/// How a client wants to be told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Dialect {
    /// The page's JSON, one object a WebSocket frame (`docs/protocol.md`).
    Page,
    /// A second one, to test with.
    #[cfg(test)]
    Test,
}

impl Dialect {
    const COUNT: usize = 1 + cfg!(test) as usize;
}

/// A message that can be written in every dialect.
pub(crate) trait Encode {
    /// The message as all subscribers are told it.
    fn encode(&self, dialect: Dialect) -> Text;

    /// The message as the client is told it whose command `id` caused it. `shared` is what [`Encode::encode`] gave.
    fn encode_answer(&self, _dialect: Dialect, _id: u32, shared: &Text) -> Text {
        shared.clone()
    }
}

/// A message and what has been encoded of it.
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
