// SPDX-License-Identifier: AGPL-3.0-or-later
//! Reading a call's body.

use axum::body::Bytes;
use axum::extract::{FromRequest, Request};
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use serde::de::DeserializeOwned;
use tabiya_protocol::ReadError;
use tokio::time::timeout;

use super::ApiError;
use super::error::{MAX_BODY, MAX_BODY_TIME};

/// The longest body that a route takes, in bytes, where that is not [`MAX_BODY`]: an extension of the route, for the error.
#[derive(Clone, Copy)]
pub(crate) struct BodyLimit(pub(crate) usize);

/// A body of JSON, read as strictly as a message of the socket: without arrays in place of objects, and without a field that
/// stands twice.
pub(crate) struct JsonBody<T>(pub(crate) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for JsonBody<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, _: &S) -> Result<Self, ApiError> {
        let body = json_of(request).await?;
        tabiya_protocol::read(&body).map(Self).map_err(|error| ApiError::BadRequest(unreadable(&error)))
    }
}

/// The body of a request that says that it is JSON. The same for all types, so it is compiled once.
async fn json_of(request: Request) -> Result<Bytes, ApiError> {
    let kind = request.headers().get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let essence = kind.split(';').next().unwrap_or_default().trim();
    if !essence.eq_ignore_ascii_case("application/json") {
        let expected = "the body must be JSON, with the header Content-Type: application/json";
        return Err(ApiError::BadRequest(expected.to_owned()));
    }
    let most = request.extensions().get().map_or(MAX_BODY, |BodyLimit(most)| *most);
    let body = timeout(MAX_BODY_TIME, Bytes::from_request(request, &())).await;
    body.map_err(|_| ApiError::TooLate)?.map_err(|rejection| match rejection.status() {
        StatusCode::PAYLOAD_TOO_LARGE => ApiError::TooLarge { most },
        _ => ApiError::BadRequest(rejection.body_text()),
    })
}

/// Why a body can't be read. It stands on a page for whoever has typed a value, so what serde says of its type is put in other
/// words, and the place in the body is left out. Where the body is no JSON, only a program can have written it.
fn unreadable(error: &ReadError) -> String {
    let ReadError::Json(error) = error else { return error.to_string() };
    let said = error.to_string();
    if !error.is_data() {
        return said;
    }
    let place = format!(" at line {} column {}", error.line(), error.column());
    let said = said.strip_suffix(&place).unwrap_or(&said);
    let number = |before: &str| said.strip_prefix(before)?.split('`').next();
    if let Some(number) = number("invalid value: integer `") {
        format!("the number {number} is too large or too small here")
    } else if let Some(number) = number("invalid type: floating point `") {
        format!("{number} is not a whole number")
    } else if said.starts_with("invalid type: null") {
        "a value is missing or is no number".to_owned()
    } else {
        said.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use axum::body::Body;

    use super::*;

    #[test]
    fn a_value_that_does_not_fit_is_told_in_a_sentence() {
        #[derive(Debug, serde::Deserialize)]
        struct Wish {
            #[expect(dead_code, reason = "only its type is asked for")]
            count: u8,
        }
        for (body, expected) in [
            (r#"{"count": 500}"#, "the number 500 is too large or too small here"),
            (r#"{"count": -1}"#, "the number -1 is too large or too small here"),
            (r#"{"count": 1.5}"#, "1.5 is not a whole number"),
            (r#"{"count": null}"#, "a value is missing or is no number"),
            ("{}", "missing field `count`"),
            ("{", "EOF while parsing an object at line 1 column 1"),
        ] {
            let error = tabiya_protocol::read::<Wish>(body.as_bytes()).expect_err("no wish");
            assert_eq!(unreadable(&error), expected, "{body}");
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_body_that_does_not_come_in_is_too_late() {
        let never = Body::from_stream(futures_util::stream::pending::<Result<Bytes, std::io::Error>>());
        let request = Request::builder().header(CONTENT_TYPE, "application/json").body(never).unwrap();
        let read = JsonBody::<serde_json::Value>::from_request(request, &()).await;
        assert!(matches!(read, Err(ApiError::TooLate)));
    }
}
