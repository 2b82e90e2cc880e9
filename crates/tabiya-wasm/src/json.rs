// SPDX-License-Identifier: MIT OR Apache-2.0
//! Reads requests: a small reader of JSON (RFC 8259).
//!
//! The page waits for each byte of the module, and a general reader with one generated function for each request weighed
//! more than a tenth of it. Numbers are whole here: no request has another one.

use tabiya_rules::Variant;

use crate::problem::Problem;

/// The deepest nesting that is read: requests need six levels.
const MAX_DEPTH: usize = 16;

/// A value.
#[derive(Debug, PartialEq)]
pub(crate) enum Json {
    Null,
    Flag(bool),
    Whole(i64),
    Text(String),
    List(Vec<Json>),
    Object(Vec<(String, Json)>),
}

impl Json {
    /// Reads a text that is one value.
    pub(crate) fn read(text: &str) -> Result<Json, Problem> {
        let mut reader = Reader { text, at: 0 };
        let value = reader.value(0)?;
        reader.spaces();
        if reader.at == text.len() { Ok(value) } else { Err(reader.expected("the end")) }
    }

    /// The field of an object. `None` if it is missing or null. Of several fields with this name the last one counts.
    pub(crate) fn get(&self, name: &str) -> Option<&Json> {
        let Json::Object(fields) = self else { return None };
        let (_, value) = fields.iter().rfind(|(field, _)| field == name)?;
        (*value != Json::Null).then_some(value)
    }

    /// The field, if it is a text.
    pub(crate) fn text(&self, name: &str) -> Result<Option<&str>, Problem> {
        match self.get(name) {
            None => Ok(None),
            Some(Json::Text(text)) => Ok(Some(text)),
            Some(_) => Err(wrong(name, "a text")),
        }
    }

    /// The field, which must be a text.
    pub(crate) fn needed_text(&self, name: &str) -> Result<&str, Problem> {
        self.text(name)?.ok_or_else(|| wrong(name, "a text"))
    }

    /// The variant that the field `variant` names, standard chess without it.
    pub(crate) fn variant(&self) -> Result<Variant, Problem> {
        let read = |key: &str| key.parse().map_err(|_| wrong("variant", "the key of a variant"));
        self.text("variant")?.map_or(Ok(Variant::Standard), read)
    }

    /// The field, if it is true or false; else false.
    pub(crate) fn flag(&self, name: &str) -> Result<bool, Problem> {
        match self.get(name) {
            None => Ok(false),
            Some(Json::Flag(flag)) => Ok(*flag),
            Some(_) => Err(wrong(name, "true or false")),
        }
    }

    /// The field, if it is a whole number of this type.
    pub(crate) fn whole<T: TryFrom<i64>>(&self, name: &str) -> Result<Option<T>, Problem> {
        self.get(name).map(|value| value.as_whole(name)).transpose()
    }

    fn as_whole<T: TryFrom<i64>>(&self, name: &str) -> Result<T, Problem> {
        let Json::Whole(number) = self else { return Err(wrong(name, "a whole number")) };
        T::try_from(*number).map_err(|_| wrong(name, "a whole number within its range"))
    }

    /// The field, if it is a list; else an empty one.
    pub(crate) fn list(&self, name: &str) -> Result<&[Json], Problem> {
        match self.get(name) {
            None => Ok(&[]),
            Some(Json::List(list)) => Ok(list),
            Some(_) => Err(wrong(name, "a list")),
        }
    }

    /// The field, if it is a list of texts.
    pub(crate) fn texts(&self, name: &str) -> Result<Vec<String>, Problem> {
        self.list(name)?.iter().map(|value| value.as_text(name).map(str::to_owned)).collect()
    }

    /// The field, if it is a list of whole numbers of this type.
    pub(crate) fn wholes<T: TryFrom<i64>>(&self, name: &str) -> Result<Vec<T>, Problem> {
        self.list(name)?.iter().map(|value| value.as_whole(name)).collect()
    }

    /// The value, which must be a text, of the field of that name.
    pub(crate) fn as_text(&self, name: &str) -> Result<&str, Problem> {
        match self {
            Json::Text(text) => Ok(text),
            _ => Err(wrong(name, "a text")),
        }
    }
}

pub(crate) fn wrong(name: &str, expected: &str) -> Problem {
    Problem::request(format_args!("expected {expected} in the field {name}"))
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl Reader<'_> {
    fn expected(&self, what: &str) -> Problem {
        Problem::request(format_args!("expected {what} at byte {} of the request", self.at))
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn spaces(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.at += 1;
        }
    }

    /// Whether this comes next, which is then read.
    fn takes(&mut self, word: &str) -> bool {
        let comes = self.text.as_bytes()[self.at..].starts_with(word.as_bytes());
        if comes {
            self.at += word.len();
        }
        comes
    }

    fn value(&mut self, depth: usize) -> Result<Json, Problem> {
        if depth > MAX_DEPTH {
            return Err(self.expected("no deeper nesting"));
        }
        self.spaces();
        match self.peek() {
            Some(b'{') => self.object(depth),
            Some(b'[') => self.list(depth),
            Some(b'"') => self.text().map(Json::Text),
            Some(b'-' | b'0'..=b'9') => self.whole(),
            _ if self.takes("true") => Ok(Json::Flag(true)),
            _ if self.takes("false") => Ok(Json::Flag(false)),
            _ if self.takes("null") => Ok(Json::Null),
            _ => Err(self.expected("a value")),
        }
    }

    fn object(&mut self, depth: usize) -> Result<Json, Problem> {
        let mut fields = Vec::new();
        self.at += 1;
        self.spaces();
        if self.takes("}") {
            return Ok(Json::Object(fields));
        }
        loop {
            self.spaces();
            let name = self.text()?;
            self.spaces();
            if !self.takes(":") {
                return Err(self.expected("a colon"));
            }
            fields.push((name, self.value(depth + 1)?));
            self.spaces();
            if self.takes("}") {
                return Ok(Json::Object(fields));
            }
            if !self.takes(",") {
                return Err(self.expected("a comma or }"));
            }
        }
    }

    fn list(&mut self, depth: usize) -> Result<Json, Problem> {
        let mut values = Vec::new();
        self.at += 1;
        self.spaces();
        if self.takes("]") {
            return Ok(Json::List(values));
        }
        loop {
            values.push(self.value(depth + 1)?);
            self.spaces();
            if self.takes("]") {
                return Ok(Json::List(values));
            }
            if !self.takes(",") {
                return Err(self.expected("a comma or ]"));
            }
        }
    }

    fn whole(&mut self) -> Result<Json, Problem> {
        let start = self.at;
        self.takes("-");
        while self.peek().is_some_and(|byte| byte.is_ascii_digit()) {
            self.at += 1;
        }
        let number = self.text[start..self.at].parse();
        match (number, self.peek()) {
            (Ok(number), None | Some(b' ' | b'\t' | b'\n' | b'\r' | b',' | b']' | b'}')) => {
                Ok(Json::Whole(number))
            }
            _ => Err(self.expected("a whole number")),
        }
    }

    fn text(&mut self) -> Result<String, Problem> {
        if !self.takes("\"") {
            return Err(self.expected("a text"));
        }
        let mut text = String::new();
        loop {
            let rest = &self.text[self.at..];
            let Some(end) = rest.bytes().position(|byte| matches!(byte, b'"' | b'\\' | 0..0x20)) else {
                return Err(self.expected("the end of a text"));
            };
            text.push_str(&rest[..end]);
            self.at += end;
            if self.takes("\"") {
                return Ok(text);
            }
            if !self.takes("\\") {
                return Err(self.expected("no control character"));
            }
            text.push(self.escaped()?);
        }
    }

    /// The character that follows a backslash.
    fn escaped(&mut self) -> Result<char, Problem> {
        let letter = self.peek();
        self.at += 1;
        Ok(match letter {
            Some(letter @ (b'"' | b'\\' | b'/')) => char::from(letter),
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{c}',
            Some(b'n') => '\n',
            Some(b'r') => '\r',
            Some(b't') => '\t',
            Some(b'u') => {
                let first = self.four_digits()?;
                // A pair of surrogates stands for one character; half of a pair stands for none.
                let is_pair = (0xD800..0xDC00).contains(&first) && self.takes("\\u");
                let code = if is_pair {
                    let second = self.four_digits()?;
                    0x1_0000 + ((first - 0xD800) << 10) + (second.wrapping_sub(0xDC00) & 0x3FF)
                } else {
                    first
                };
                char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER)
            }
            _ => {
                self.at -= 1;
                return Err(self.expected("an escaped character"));
            }
        })
    }

    fn four_digits(&mut self) -> Result<u32, Problem> {
        let digits = self.text.as_bytes().get(self.at..self.at + 4).unwrap_or_default();
        let mut code = 0;
        for digit in digits {
            code = code * 16 + char::from(*digit).to_digit(16).ok_or_else(|| self.expected("four digits"))?;
        }
        if digits.is_empty() {
            return Err(self.expected("four digits"));
        }
        self.at += 4;
        Ok(code)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn as_theirs(json: &Json) -> serde_json::Value {
        match json {
            Json::Null => serde_json::Value::Null,
            Json::Flag(flag) => (*flag).into(),
            Json::Whole(number) => (*number).into(),
            Json::Text(text) => text.as_str().into(),
            Json::List(list) => list.iter().map(as_theirs).collect(),
            Json::Object(fields) => serde_json::Value::Object(
                fields.iter().map(|(name, value)| (name.clone(), as_theirs(value))).collect(),
            ),
        }
    }

    fn value() -> impl Strategy<Value = serde_json::Value> {
        let leaf = prop_oneof![
            Just(serde_json::Value::Null),
            any::<bool>().prop_map(Into::into),
            any::<i64>().prop_map(Into::into),
            any::<String>().prop_map(Into::into),
        ];
        leaf.prop_recursive(4, 40, 5, |inner| {
            prop_oneof![
                proptest::collection::vec(inner.clone(), 0..5).prop_map(Into::into),
                proptest::collection::hash_map(any::<String>(), inner, 0..5)
                    .prop_map(|fields| serde_json::Value::Object(fields.into_iter().collect())),
            ]
        })
    }

    proptest! {
        #[test]
        fn what_others_write_is_read_as_they_read_it(value in value()) {
            for text in [value.to_string(), serde_json::to_string_pretty(&value).unwrap()] {
                prop_assert_eq!(as_theirs(&Json::read(&text).unwrap()), value.clone());
            }
        }

        /// What is accepted here is accepted by others, but for escaped halves of pairs, and means the same.
        #[test]
        fn nothing_else_is_read(text in "[\\[\\]{}:,\" \\\\/bfnrtu0-9a-fA-FtrueFalsn.eE+-]{0,24}") {
            match (Json::read(&text), serde_json::from_str::<serde_json::Value>(&text)) {
                (Ok(ours), Ok(theirs)) => prop_assert_eq!(as_theirs(&ours), theirs),
                (Ok(_), Err(error)) => prop_assert!(
                    text.contains("\\u") || text.contains("-0") || text.contains('0'), "{}", error
                ),
                (Err(_), _) => {}
            }
        }
    }

    #[test]
    fn broken_texts_are_refused_with_their_place() {
        for text in [
            "",
            "{",
            "[1,",
            "[1 2]",
            "{\"a\"}",
            "{\"a\":}",
            "\"a",
            "\"\\x\"",
            "\"\\u12",
            "\"\\u12é\"",
            "1.5",
            "1e3",
            "-",
            "nul",
            "{} x",
            "\"\u{1}\"",
        ] {
            let problem = Json::read(text).unwrap_err();
            assert_eq!(problem.code, "request", "{text}");
            assert!(problem.message.contains("at byte"), "{}", problem.message);
        }
        assert!(Json::read(&"[".repeat(1_000_000)).is_err());
        assert_eq!(
            Json::read("\"\\ud83d\\ude00 \\ud83d \\u00e9\"").unwrap(),
            Json::Text("😀 \u{FFFD} é".into())
        );
    }
}
