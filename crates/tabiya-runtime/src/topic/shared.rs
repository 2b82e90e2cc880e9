// SPDX-License-Identifier: AGPL-3.0-or-later
//! A message as it waits in outboxes: one value that all its readers share, and its text, made when a reader first wants it.

use std::ops::Deref;
use std::sync::{Arc, OnceLock};

use tabiya_protocol::{CommandId, GameMessage, ServerMessage};

use crate::message::{Text, encode, encode_numbered, name_command};

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

/// A message that is not changed any more. Cheap to clone. Its text is made at most once for each dialect, and only where
/// a reader wants it; readers inside the process take the value.
#[derive(Clone, Debug)]
pub struct SharedMessage(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    message: ServerMessage,
    /// Its number, where the topic numbers its messages and the message has no field for it.
    number: Option<u64>,
    texts: [OnceLock<Text>; Dialect::COUNT],
}

impl SharedMessage {
    /// A message with its number within its topic.
    pub fn numbered(message: ServerMessage, number: u64) -> Self {
        Self::new(message, Some(number))
    }

    /// A message that another node has told, with the text for the page as that node has made it.
    pub fn told(message: ServerMessage, text: Text) -> Self {
        let told = Self::new(message, None);
        told.0.texts[Dialect::Page as usize].get_or_init(|| text);
        told
    }

    fn new(message: ServerMessage, number: Option<u64>) -> Self {
        Self(Arc::new(Inner { message, number, texts: [const { OnceLock::new() }; Dialect::COUNT] }))
    }

    /// Its number within its topic, where the message has no field for it.
    pub fn number(&self) -> Option<u64> {
        self.0.number
    }

    /// Whether both are one value, told to several readers.
    pub fn is_same(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }

    /// The message for all readers.
    pub fn text(&self, dialect: Dialect) -> Text {
        let Inner { message, number, texts } = &*self.0;
        let encode = || match number {
            Some(number) => encode_numbered(message, *number),
            None => encode(message),
        };
        texts[dialect as usize].get_or_init(encode).clone()
    }

    /// The message for the client whose command `id` caused it.
    pub fn text_for(&self, dialect: Dialect, id: CommandId) -> Text {
        let Inner { message, number, .. } = &*self.0;
        match message {
            ServerMessage::Game(GameMessage::Event { .. }) => name_command(&self.text(dialect), id),
            message => match message.caused_by(id) {
                Some(named) => Self::new(named, *number).text(dialect),
                None => self.text(dialect),
            },
        }
    }
}

impl From<ServerMessage> for SharedMessage {
    fn from(message: ServerMessage) -> Self {
        Self::new(message, None)
    }
}

impl Deref for SharedMessage {
    type Target = ServerMessage;

    fn deref(&self) -> &ServerMessage {
        &self.0.message
    }
}

#[cfg(test)]
mod tests {
    use tabiya_game::GameId;
    use tabiya_protocol::{ChatLineView, ChatMessage, ConnectionMessage, Topic};

    use super::*;

    fn line() -> ServerMessage {
        let line = ChatLineView { number: 1, at: 2, name: "Zoë".into(), text: r#"say "id":null"#.into() };
        ServerMessage::Chat(ChatMessage::ChatLine {
            topic: Topic::Chat(GameId::from_bits(7)),
            id: None,
            line,
        })
    }

    #[test]
    fn a_text_is_made_once_for_each_dialect_and_only_where_it_is_wanted() {
        let message = SharedMessage::numbered(line(), 9);
        let again = message.clone();
        assert!(message.0.texts.iter().all(|text| text.get().is_none()));
        let text = message.text(Dialect::Page);
        assert_eq!(text.as_ptr(), again.text(Dialect::Page).as_ptr());
        assert!(message.0.texts[Dialect::Test as usize].get().is_none());
    }

    #[test]
    fn a_text_that_another_node_has_made_is_not_made_again() {
        let text = Text::from(r#"{"type":"chat_line","of":"another version"}"#);
        let message = SharedMessage::told(line(), text.clone());
        assert_eq!(message.text(Dialect::Page), text);
        assert_eq!(*message, line());
    }

    #[test]
    fn the_sender_of_a_command_reads_its_number_and_everybody_the_messages() {
        let message = SharedMessage::numbered(line(), 9);
        for (text, id) in [(message.text(Dialect::Page), None), (message.text_for(Dialect::Page, 5), Some(5))]
        {
            let read: serde_json::Value = serde_json::from_str(&text).unwrap();
            let command = read.get("id").and_then(serde_json::Value::as_u64);
            assert_eq!((read["seq"].as_u64(), command), (Some(9), id.map(u64::from)));
            let ServerMessage::Chat(ChatMessage::ChatLine { id: named, line: told, .. }) =
                serde_json::from_str(&text).unwrap()
            else {
                panic!("{text}")
            };
            assert_eq!(named, id);
            assert_eq!(told.text, r#"say "id":null"#);
        }
        // A message that has no place for it is the same to all.
        let gone = SharedMessage::from(ServerMessage::Connection(ConnectionMessage::Unsubscribed {
            topic: Topic::Me,
        }));
        assert_eq!(gone.text_for(Dialect::Page, 5), gone.text(Dialect::Page));
    }
}
