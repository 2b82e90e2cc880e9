// SPDX-License-Identifier: MIT OR Apache-2.0
//! Types that serde reads and writes as text in chess notation.

use core::fmt;
use core::marker::PhantomData;
use core::str::FromStr;

use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::position::Position;
use crate::square::Square;

/// A visitor for any text that parses. The second field says what is expected, for the error.
pub(crate) struct Text<T>(pub(crate) PhantomData<T>, pub(crate) &'static str);

impl<T> Visitor<'_> for Text<T>
where
    T: FromStr,
    T::Err: fmt::Display,
{
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.1)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
        text.parse().map_err(E::custom)
    }
}

/// Implements serde's traits by `Display` and `FromStr`.
macro_rules! as_text {
    ($type:ty, $expecting:literal) => {
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$type, D::Error> {
                deserializer.deserialize_str(Text(PhantomData, $expecting))
            }
        }
    };
}

as_text!(Square, "a square from a1 to h8");
as_text!(Position, "a FEN");
