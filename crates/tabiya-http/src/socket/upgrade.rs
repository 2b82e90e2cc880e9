// SPDX-License-Identifier: AGPL-3.0-or-later
//! The opening handshake of a WebSocket (RFC 6455, 4.2).

use axum::body::Body;
use axum::extract::FromRequestParts;
use axum::http::header::{
    CONNECTION, SEC_WEBSOCKET_ACCEPT, SEC_WEBSOCKET_KEY, SEC_WEBSOCKET_VERSION, UPGRADE,
};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode};
use axum::response::Response;
use hyper::upgrade::{OnUpgrade, Upgraded};
use hyper_util::rt::TokioIo;
use tabiya_protocol::MAX_CLIENT_MESSAGE;
use tabiya_runtime::spawn::spawn;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::handshake::derive_accept_key;
use tokio_tungstenite::tungstenite::protocol::{Role, WebSocketConfig};

use super::credit::Allowance;
use super::frames::{CountedFrames, FrameLimit};
use crate::answer::ApiError;

/// In bytes. The library's default of 128 KiB would take more than a gigabyte for ten thousand players.
const READ_BUFFER: usize = 1024;
/// The maximum number of bytes that wait inside the socket.
const MAX_WRITE_BUFFER: usize = 256 * 1024;
/// The only version of the WebSocket protocol.
const VERSION: &str = "13";
/// A key is 16 bytes in base64.
const KEY_LENGTH: usize = 24;

/// A client's WebSocket.
pub(super) type ClientSocket = WebSocketStream<CountedFrames<TokioIo<Upgraded>>>;

/// A valid request for a WebSocket.
pub(crate) struct Upgrade {
    accept: HeaderValue,
    on_upgrade: OnUpgrade,
}

impl<S: Send + Sync> FromRequestParts<S> for Upgrade {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        let headers = &parts.headers;
        let wrong = |what: &str| ApiError::BadRequest(format!("this address is for WebSockets: {what}"));
        if !has_token(headers, &CONNECTION, "upgrade") || !has_token(headers, &UPGRADE, "websocket") {
            return Err(wrong("send Connection: Upgrade and Upgrade: websocket"));
        }
        if headers.get(SEC_WEBSOCKET_VERSION).is_none_or(|version| version != VERSION) {
            return Err(wrong("send Sec-WebSocket-Version: 13"));
        }
        let key = headers.get(SEC_WEBSOCKET_KEY).filter(|key| key.len() == KEY_LENGTH);
        let key = key.ok_or_else(|| wrong("send a Sec-WebSocket-Key of 24 characters"))?;
        let accept = derive_accept_key(key.as_bytes());
        let accept = HeaderValue::try_from(accept).expect("base64 is visible ASCII");
        let on_upgrade = parts.extensions.remove::<OnUpgrade>();
        let on_upgrade = on_upgrade.ok_or_else(|| wrong("use HTTP/1.1"))?;
        Ok(Self { accept, on_upgrade })
    }
}

impl Upgrade {
    /// Answers the handshake, and runs `converse` with the socket in a new task.
    pub(super) fn run<F>(
        self,
        allowance: Allowance,
        converse: impl FnOnce(ClientSocket) -> F + Send + 'static,
    ) -> Response
    where
        F: Future<Output = ()> + Send,
    {
        let Self { accept, on_upgrade } = self;
        spawn(async move {
            // A client that left before the answer arrived needs nothing.
            let Ok(upgraded) = on_upgrade.await else { return };
            let stream = CountedFrames::new(TokioIo::new(upgraded), FrameLimit::new(allowance));
            let config = WebSocketConfig::default()
                .read_buffer_size(READ_BUFFER)
                .write_buffer_size(0)
                .max_write_buffer_size(MAX_WRITE_BUFFER)
                .max_message_size(Some(MAX_CLIENT_MESSAGE))
                .max_frame_size(Some(MAX_CLIENT_MESSAGE));
            let socket = WebSocketStream::from_raw_socket(stream, Role::Server, Some(config)).await;
            converse(socket).await;
        });
        let mut response = Response::new(Body::empty());
        *response.status_mut() = StatusCode::SWITCHING_PROTOCOLS;
        let headers = response.headers_mut();
        headers.insert(CONNECTION, HeaderValue::from_static("upgrade"));
        headers.insert(UPGRADE, HeaderValue::from_static("websocket"));
        headers.insert(SEC_WEBSOCKET_ACCEPT, accept);
        response
    }
}

/// Whether one of the header's comma-separated words is this one.
fn has_token(headers: &HeaderMap, name: &HeaderName, token: &str) -> bool {
    let values = headers.get_all(name).iter().filter_map(|value| value.to_str().ok());
    values.flat_map(|value| value.split(',')).any(|word| word.trim().eq_ignore_ascii_case(token))
}
