// SPDX-License-Identifier: MIT OR Apache-2.0
//! Reads a message of one direction of the wire: an object whose `type` says to which subject it belongs.
//!
//! Each subject has an enum of its own, tagged by `type`. serde could try one after the other, but would read each message
//! into a tree first and could not say what is wrong with it. Here the `type` is looked at, and the subject's enum reads the
//! object.

use std::borrow::Cow;

use serde::Deserialize;
use serde::de::value::{BorrowedStrDeserializer, MapAccessDeserializer, StringDeserializer};
use serde::de::{DeserializeSeed, Error, IntoDeserializer, MapAccess};

/// The field that says what an object is.
const TYPE: &str = "type";

/// A text that is not copied where it stands in the message as it is.
#[derive(Deserialize)]
struct Word<'a>(#[serde(borrow)] Cow<'a, str>);

/// An object whose `type` is known. As a map it begins with the `type`, whatever place that had.
pub(crate) struct Typed<'de, A> {
    kind: Cow<'de, str>,
    /// The `type` has not been read from this map.
    is_fresh: bool,
    /// The fields that stood before the `type`. A page writes it first, so there are none.
    before: std::vec::IntoIter<(String, serde_json::Value)>,
    value: Option<serde_json::Value>,
    rest: A,
}

impl<'de, A: MapAccess<'de>> Typed<'de, A> {
    /// Reads the object up to its `type`.
    pub(crate) fn begin(mut rest: A) -> Result<Self, A::Error> {
        let mut before = Vec::new();
        while let Some(Word(field)) = rest.next_key()? {
            if field == TYPE {
                let Word(kind) = rest.next_value()?;
                let before = before.into_iter();
                return Ok(Self { kind, is_fresh: true, before, value: None, rest });
            }
            before.push((field.into_owned(), rest.next_value()?));
        }
        Err(A::Error::missing_field(TYPE))
    }

    pub(crate) fn kind(&self) -> &str {
        &self.kind
    }

    /// Reads the whole object.
    pub(crate) fn read<T: Deserialize<'de>>(self) -> Result<T, A::Error> {
        T::deserialize(MapAccessDeserializer::new(self))
    }
}

impl<'de, A: MapAccess<'de>> MapAccess<'de> for Typed<'de, A> {
    type Error = A::Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, A::Error> {
        if self.is_fresh {
            return seed.deserialize(BorrowedStrDeserializer::new(TYPE)).map(Some);
        }
        match self.before.next() {
            Some((field, value)) => {
                self.value = Some(value);
                seed.deserialize(StringDeserializer::new(field)).map(Some)
            }
            None => self.rest.next_key_seed(seed),
        }
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, A::Error> {
        if std::mem::take(&mut self.is_fresh) {
            return match &self.kind {
                Cow::Borrowed(kind) => seed.deserialize(BorrowedStrDeserializer::new(kind)),
                Cow::Owned(kind) => seed.deserialize(kind.as_str().into_deserializer()),
            };
        }
        match self.value.take() {
            Some(value) => seed.deserialize(value).map_err(A::Error::custom),
            None => self.rest.next_value_seed(seed),
        }
    }
}

/// Makes the enum of one direction readable, and each subject's enum a part of it.
macro_rules! subjects {
    ($message:ident: $($subject:ident($messages:ident)),+ $(,)?) => {
        $(
            impl From<$messages> for $message {
                fn from(message: $messages) -> Self {
                    Self::$subject(message)
                }
            }
        )+

        #[cfg(test)]
        impl $message {
            /// Of each subject the types that serde reads, and those that it lists.
            pub(crate) fn types_by_subject() -> Vec<(Vec<String>, &'static [&'static str])> {
                vec![$((crate::by_type::types_read::<$messages>(), $messages::TYPES)),+]
            }
        }

        impl<'de> serde::Deserialize<'de> for $message {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                struct Subjects;

                impl<'de> serde::de::Visitor<'de> for Subjects {
                    type Value = $message;

                    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                        f.write_str("an object with a `type`")
                    }

                    fn visit_map<A: serde::de::MapAccess<'de>>(self, map: A) -> Result<$message, A::Error> {
                        let message = crate::by_type::Typed::begin(map)?;
                        $(
                            if $messages::TYPES.contains(&message.kind()) {
                                return message.read().map($message::$subject);
                            }
                        )+
                        let (kind, known) = (message.kind(), [$($messages::TYPES),+].concat().join("`, `"));
                        let why = format_args!("unknown variant `{kind}`, expected one of `{known}`");
                        Err(serde::de::Error::custom(why))
                    }
                }

                deserializer.deserialize_map(Subjects)
            }
        }
    };
}
pub(crate) use subjects;

/// The types that serde reads.
#[cfg(test)]
pub(crate) fn types_read<T: serde::de::DeserializeOwned + std::fmt::Debug>() -> Vec<String> {
    let error = serde_json::from_str::<T>(r#"{"type":"?"}"#).expect_err("there is no such type").to_string();
    let expected = error.split_once("expected").expect("serde says what it expects").1;
    expected.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use crate::{ClientMessage, ConnectionMessage, GameCommand, ServerMessage};

    #[test]
    fn each_subject_lists_its_types_and_no_type_is_of_two() {
        for direction in [ClientMessage::types_by_subject(), ServerMessage::types_by_subject()] {
            let mut all = std::collections::BTreeSet::new();
            for (read, listed) in direction {
                assert_eq!(read, listed);
                assert!(listed.iter().all(|kind| all.insert(*kind)), "{listed:?}");
            }
        }
    }

    #[test]
    fn a_message_means_the_same_wherever_its_type_stands() {
        let first = r#"{"type":"play","topic":"game:00000007","id":1,"seq":2,"uci":"e2e4"}"#;
        let played: ClientMessage = serde_json::from_str(first).unwrap();
        assert!(matches!(played, ClientMessage::Game(GameCommand::Play { id: 1, seq: 2, .. })));
        for last in [
            r#"{"topic":"game:00000007","id":1,"seq":2,"uci":"e2e4","type":"play"}"#,
            r#"{"topic":"game:00000007","id":1,"t\u0079pe":"pl\u0061y","seq":2,"uci":"e2e4"}"#,
        ] {
            assert_eq!(serde_json::from_str::<ClientMessage>(last).unwrap(), played, "{last}");
        }
        assert_eq!(serde_json::to_string(&played).unwrap(), first);
        for wrong in [
            r#"{"type":"play","type":"join","topic":"game:00000007","id":1}"#,
            r#"{"id":1,"id":1,"type":"resign","topic":"game:00000007"}"#,
            r#"{"id":1,"x":1,"type":"resign","topic":"game:00000007"}"#,
            r#"{"id":-1,"type":"resign","topic":"game:00000007"}"#,
            r#"{"topic":"game:00000007","id":1}"#,
            r#"{"type":"fly"}"#,
            r#"{"type":null}"#,
            r#""play""#,
            "{}",
            "[]",
        ] {
            assert!(serde_json::from_str::<ClientMessage>(wrong).is_err(), "{wrong}");
        }
        let told = ServerMessage::from(ConnectionMessage::Outdated { protocol: 3 });
        assert_eq!(serde_json::to_string(&told).unwrap(), r#"{"type":"outdated","protocol":3}"#);
    }
}
