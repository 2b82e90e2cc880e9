// SPDX-License-Identifier: AGPL-3.0-or-later
//! What a call says, in its query and its body, read as clients write it.
//!
//! Booleans come as `true`, `True` or `1`; bodies as JSON or as a form, with or without a content type; names with dots
//! stand for objects; null is the same as absent, and so is an empty text. A name that is not known is ignored, unless it would
//! restrict something: then the call is refused ([`Fields::refuse`]).

use std::collections::BTreeMap;
use std::fmt::Display;
use std::str::FromStr;

use axum::body::Bytes;
use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::header::CONTENT_TYPE;
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode};
use serde::de::DeserializeOwned;
use serde_json::Value;
use tabiya_game::CommandKey;
use tokio::time::timeout;

use super::failure::Failure;
use crate::answer::{ApiError, MAX_BODY_TIME};
use crate::state::App;

/// How deep an object in a body may lie in others.
const DEEPEST: usize = 4;
/// The fields that clients also write as JSON arrays.
const LISTS: [&str; 2] = ["rules", "users"];
/// The highest number where a field has no bound of its own.
pub(super) const HIGHEST: u64 = i64::MAX.unsigned_abs();

/// The fields of a query.
#[derive(Debug, Default)]
pub(super) struct Query(pub(super) Fields);

/// The fields of a body, and of the query where the body does not have them.
#[derive(Debug, Default)]
pub(super) struct Form(pub(super) Fields);

/// A body of plain text, such as names with commas between them.
pub(super) struct Text(pub(super) String);

/// The parts of the address that the route leaves open, as axum's, refused in this dialect.
pub(super) struct Path<T>(pub(super) T);

impl<T: DeserializeOwned + Send> FromRequestParts<App> for Path<T> {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Failure> {
        let path = axum::extract::Path::<T>::from_request_parts(parts, app).await;
        path.map(|axum::extract::Path(parts)| Self(parts)).map_err(|error| Failure::bad(error.body_text()))
    }
}

/// Names and values.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Fields(BTreeMap<String, String>);

impl Fields {
    fn of_form(&mut self, text: &[u8]) {
        for (name, value) in form_urlencoded::parse(text) {
            self.0.insert(name.into_owned(), value.into_owned());
        }
    }

    fn of_json(&mut self, name: &str, value: &Value, depth: usize) {
        let text = match value {
            Value::Null => return,
            Value::Bool(flag) => flag.to_string(),
            Value::Number(number) => number.to_string(),
            Value::String(text) => text.clone(),
            // As JSON text: the brackets make every field that expects one value refuse it.
            Value::Array(_) if !LISTS.contains(&name) => value.to_string(),
            Value::Array(all) => {
                let texts =
                    all.iter().map(|each| each.as_str().map_or_else(|| each.to_string(), str::to_owned));
                texts.collect::<Vec<_>>().join(",")
            }
            Value::Object(object) => {
                if depth < DEEPEST {
                    for (inner, value) in object {
                        let path = if name.is_empty() { inner.clone() } else { format!("{name}.{inner}") };
                        self.of_json(&path, value, depth + 1);
                    }
                }
                if name.is_empty() {
                    return;
                }
                // As an array: a field that expects one value refuses it. Nobody asks for `clock` alone.
                value.to_string()
            }
        };
        self.0.insert(name.to_owned(), text);
    }

    /// The text of this name; `None` where there is none.
    pub(super) fn text(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(|text| text.trim()).filter(|text| !text.is_empty())
    }

    /// The text as something else.
    ///
    /// # Errors
    /// If it can't be read; `wanted` says what would be right.
    fn parsed<T: FromStr>(&self, name: &str, wanted: impl Display) -> Result<Option<T>, Failure> {
        let Some(text) = self.text(name) else { return Ok(None) };
        text.parse().map(Some).map_err(|_| {
            let shown: String = text.chars().take(40).collect();
            Failure::bad(format!("{name}: it is {wanted}, not {shown:?}"))
        })
    }

    /// The key of a command that may be sent again.
    ///
    /// # Errors
    /// If it is no key.
    pub(super) fn key(&self) -> Result<Option<CommandKey>, Failure> {
        self.parsed(
            "key",
            format_args!("1 to {} letters, digits, hyphens and underscores", CommandKey::LONGEST),
        )
    }

    /// Refuses a field that would restrict something, and that this server can't honour.
    ///
    /// # Errors
    /// If the call has this field. `why` says why it can't be honoured, or what to do instead.
    pub(super) fn refuse(&self, name: &str, why: &str) -> Result<(), Failure> {
        self.text(name).map_or(Ok(()), |_| Err(Failure::bad(format!("{name}: {why}"))))
    }

    /// A number, which may have a fraction.
    ///
    /// # Errors
    /// If it is none.
    pub(super) fn fraction(&self, name: &str) -> Result<Option<f64>, Failure> {
        self.parsed(name, "a number")
    }

    /// Yes or no.
    ///
    /// # Errors
    /// If it is neither.
    pub(super) fn flag(&self, name: &str) -> Result<Option<bool>, Failure> {
        let Some(text) = self.text(name) else { return Ok(None) };
        match text.to_ascii_lowercase().as_str() {
            "true" | "1" | "yes" | "on" => Ok(Some(true)),
            "false" | "0" | "no" | "off" => Ok(Some(false)),
            _ => Err(Failure::bad(format!("{name}: it is true or false"))),
        }
    }

    /// A number in these bounds.
    ///
    /// # Errors
    /// If it is none, or lies outside.
    pub(super) fn within(&self, name: &str, low: u64, high: u64) -> Result<Option<u64>, Failure> {
        let wanted = format!("a whole number from {low} to {high}");
        match self.parsed::<u64>(name, &wanted)? {
            Some(number) if !(low..=high).contains(&number) => {
                Err(Failure::bad(format!("{name}: it is {wanted}, not {number}")))
            }
            number => Ok(number),
        }
    }
}

fn of_query(parts: &Parts) -> Fields {
    let mut fields = Fields::default();
    fields.of_form(parts.uri.query().unwrap_or_default().as_bytes());
    fields
}

impl FromRequestParts<App> for Query {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, _: &App) -> Result<Self, Failure> {
        Ok(Self(of_query(parts)))
    }
}

async fn bytes_of(request: Request, app: &App) -> Result<Bytes, Failure> {
    let body = timeout(MAX_BODY_TIME, Bytes::from_request(request, app)).await;
    let body = body.map_err(|_| Failure::from(ApiError::TooLate))?;
    body.map_err(|rejection| match rejection.status() {
        StatusCode::PAYLOAD_TOO_LARGE => Failure::new(
            StatusCode::PAYLOAD_TOO_LARGE,
            format!(
                "the body is too long; the server takes {} KiB at most, and {} KiB with a PGN",
                super::MAX_BODY / 1024,
                super::MAX_PGN / 1024
            ),
        ),
        _ => Failure::bad(rejection.body_text()),
    })
}

fn is_json(headers: &HeaderMap, body: &[u8]) -> bool {
    match headers.get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok()) {
        Some(kind) if kind.contains("json") => true,
        Some(kind) if kind.contains("form") => false,
        _ => body.trim_ascii_start().starts_with(b"{"),
    }
}

impl FromRequest<App> for Form {
    type Rejection = Failure;

    async fn from_request(request: Request, app: &App) -> Result<Self, Failure> {
        let (parts, body) = request.into_parts();
        let mut fields = of_query(&parts);
        let headers = parts.headers.clone();
        let body = bytes_of(Request::from_parts(parts, body), app).await?;
        if is_json(&headers, &body) && !body.trim_ascii().is_empty() {
            let value: Value = serde_json::from_slice(&body)
                .map_err(|error| Failure::bad(format!("the body is no JSON: {error}")))?;
            if !value.is_object() {
                return Err(Failure::bad("the body must be a JSON object"));
            }
            fields.of_json("", &value, 0);
        } else {
            fields.of_form(&body);
        }
        Ok(Self(fields))
    }
}

impl FromRequest<App> for Text {
    type Rejection = Failure;

    async fn from_request(request: Request, app: &App) -> Result<Self, Failure> {
        let body = bytes_of(request, app).await?;
        let text = String::from_utf8(body.to_vec());
        text.map(Self).map_err(|_| Failure::bad("the body is no UTF-8"))
    }
}

/// Texts with commas between them; at most so many.
///
/// # Errors
/// If there are more.
pub(super) fn listed(text: &str, most: usize) -> Result<Vec<&str>, Failure> {
    let all: Vec<_> = text.split([',', '\n']).map(str::trim).filter(|each| !each.is_empty()).collect();
    if all.len() > most {
        return Err(Failure::bad(format!("at most {most} are taken at once, not {}", all.len())));
    }
    Ok(all)
}

#[cfg(test)]
impl Fields {
    /// A form as it is sent.
    pub(super) fn sent(text: &str) -> Self {
        let mut fields = Self::default();
        fields.of_form(text.as_bytes());
        fields
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn json(text: &str) -> Fields {
        let mut fields = Fields::default();
        fields.of_json("", &serde_json::from_str(text).unwrap(), 0);
        fields
    }

    fn form(text: &str) -> Fields {
        let mut fields = Fields::default();
        fields.of_form(text.as_bytes());
        fields
    }

    #[test]
    fn json_and_forms_say_the_same() {
        let expected = form("rated=true&clock.limit=300&color=white&rules=noAbort%2CnoClaimWin");
        for text in [
            r#"{"rated":true,"clock.limit":300,"color":"white","rules":"noAbort,noClaimWin","fen":null}"#,
            r#"{"rated":true,"clock":{"limit":300},"color":"white","rules":["noAbort","noClaimWin"]}"#,
        ] {
            let mut fields = json(text);
            fields.0.remove("clock");
            assert_eq!(fields, expected);
        }
    }

    #[test]
    fn an_object_is_no_single_value() {
        let fields = json(r#"{"level":{},"rated":{"x":true},"clock":{"limit":{"x":1}}}"#);
        assert!(fields.within("level", 1, 9).is_err() && fields.flag("rated").is_err());
        assert!(fields.within("clock.limit", 0, 900).is_err());
    }

    #[test]
    fn numbers_are_refused_with_what_would_be_right() {
        for (text, shown) in [("max=-1", "\"-1\""), ("max=x", "\"x\""), ("max=10", "10")] {
            let answer = form(text).within("max", 1, 9).unwrap_err();
            let wanted = format!("max: it is a whole number from 1 to 9, not {shown}");
            assert!(format!("{answer:?}").contains(&format!("{wanted:?}")), "{answer:?}");
        }
    }

    #[test]
    fn an_array_is_no_single_value() {
        let fields = json(r#"{"level":[3],"rated":[true],"clock":{"limit":[300]}}"#);
        assert!(fields.within("level", 1, 9).is_err() && fields.flag("rated").is_err());
        assert!(fields.within("clock.limit", 0, 900).is_err());
    }

    #[test]
    fn values_are_read_as_clients_write_them() {
        let fields = form("a=True&b=FALSE&c=&d=maybe&e=12&f=x");
        assert_eq!(fields.flag("a").unwrap(), Some(true));
        assert_eq!(fields.flag("b").unwrap(), Some(false));
        assert_eq!((fields.flag("c").unwrap(), fields.flag("z").unwrap()), (None, None));
        assert!(fields.flag("d").is_err() && fields.within("f", 0, 9).is_err());
        assert_eq!(fields.within("e", 1, 12).unwrap(), Some(12));
        assert!(fields.within("e", 1, 11).is_err());
    }

    #[test]
    fn lists_are_bounded() {
        assert_eq!(listed(" a, b,,c\n", 3).unwrap(), ["a", "b", "c"]);
        assert!(listed("a,b,c", 2).is_err());
        assert!(listed("", 2).unwrap().is_empty());
    }
}
