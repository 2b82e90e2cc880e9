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

        #[cfg(feature = "testing")]
        impl $message {
            /// Of each subject the types that serde reads, and those that it lists.
            pub fn types_by_subject() -> Vec<(Vec<String>, &'static [&'static str])> {
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
#[cfg(feature = "testing")]
pub(crate) fn types_read<T: serde::de::DeserializeOwned + std::fmt::Debug>() -> Vec<String> {
    let error = serde_json::from_str::<T>(r#"{"type":"?"}"#).expect_err("there is no such type").to_string();
    let expected = error.split_once("expected").expect("serde says what it expects").1;
    expected.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}
