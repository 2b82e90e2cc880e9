// SPDX-License-Identifier: AGPL-3.0-or-later
//! Long answers are refused to whoever has too many of them that are not read.
//!
//! An answer stays in memory until its client has taken it in. A game of thousands of half-moves makes a megabyte, and a
//! client may ask for it on each of its connections and read none of them.

use axum::body::{Body, HttpBody, to_bytes};
use axum::extract::{Request, State};
use axum::http::Method;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use tabiya_limits::address::Caller;
use tabiya_limits::long_answers::{LONG, RETRY_AFTER};

use super::ApiError;
use crate::state::App;

/// Counts an answer if it is long, and refuses it with an `E` where too many are unread. Answers of unknown length are sent piece
/// by piece, and not counted.
pub(crate) async fn count_long_answers<E: From<ApiError> + IntoResponse>(
    State(app): State<App>,
    caller: Caller,
    request: Request,
    next: Next,
) -> Response {
    let has_body = request.method() != Method::HEAD;
    let answer = next.run(request).await;
    let length = answer.body().size_hint().exact().filter(|length| has_body && *length > LONG);
    let Some(length) = length.and_then(|length| usize::try_from(length).ok()) else { return answer };
    let Some(counted) = app.long_answers.begin(&caller) else {
        return E::from(ApiError::TooManyAnswers { wait: RETRY_AFTER }).into_response();
    };
    let (parts, body) = answer.into_parts();
    match to_bytes(body, length).await {
        Ok(bytes) => Response::from_parts(parts, Body::from(counted.attach_to(bytes))),
        Err(_) => E::from(ApiError::Fault).into_response(),
    }
}
