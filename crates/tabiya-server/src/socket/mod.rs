// SPDX-License-Identifier: AGPL-3.0-or-later
//! The game's WebSocket, from its handshake on.

mod connection;
mod credit;
mod gallery;
mod lag;
mod outbox;
mod places;

use axum::extract::rejection::QueryRejection;
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::extract::{Path, Query, State};
use axum::response::Response;
use serde::Deserialize;
use tabiya_protocol::{MAX_CLIENT_MESSAGE, OLD_PROTOCOL_VERSION, ServerMessage};

use crate::app::App;
use crate::http::{ApiError, SameOrigin, named};
use crate::identity::Identity;
use crate::measure::Gauged;
use crate::room::encode;
pub(crate) use connection::Connection;
pub(crate) use credit::Allowance;
pub(crate) use gallery::Gallery;
pub(crate) use outbox::{OUTBOX, OutboxSender};
#[cfg(test)]
pub(crate) use outbox::{Outbox, Outgoing, outbox};
use places::Places;

/// Bytes; the library's own 128 KiB would cost ten thousand players more than a gigabyte.
const READ_BUFFER: usize = 1024;
/// Bytes that may wait inside the socket.
const MAX_WRITE_BUFFER: usize = 256 * 1024;

/// Close codes: RFC 6455 names those below 4000 and leaves the rest to applications.
mod close {
    pub(super) const NOT_TEXT: u16 = 1003;
    pub(super) const TOO_LARGE: u16 = 1009;
    pub(super) const RESTARTING: u16 = 1012;
    pub(super) const OUTDATED: u16 = 4000;
    pub(super) const TOO_SLOW: u16 = 4001;
    pub(super) const TOO_MUCH: u16 = 4002;
}

/// How a client introduces itself: the protocol it speaks, and the last event that it has.
#[derive(Deserialize)]
pub(crate) struct Greeting {
    protocol: u16,
    after: Option<u32>,
}

/// `GET /api/games/ID/socket?protocol=1&after=SEQ`
pub(crate) async fn upgrade(
    State(app): State<App>,
    Path(id): Path<String>,
    _: SameOrigin,
    places: Places,
    greeting: Result<Query<Greeting>, QueryRejection>,
    identity: Option<Identity>,
    upgrade: WebSocketUpgrade,
) -> Result<Response, ApiError> {
    let Query(greeting) = greeting?;
    if *app.stopping.borrow() {
        return Err(ApiError::Stopping);
    }
    let room = named(&app, &id).await?;
    let upgrade = upgrade
        .read_buffer_size(READ_BUFFER)
        .write_buffer_size(0)
        .max_write_buffer_size(MAX_WRITE_BUFFER)
        .max_message_size(MAX_CLIENT_MESSAGE)
        .max_frame_size(MAX_CLIENT_MESSAGE);
    Ok(upgrade.on_upgrade(move |socket| async move {
        let _counted = (Gauged::socket(), places);
        if greeting.protocol == OLD_PROTOCOL_VERSION {
            let (sender, outbox) = outbox::outbox();
            let allowance = Allowance::new(&app.config.limits);
            Connection::new(allowance, app.timeline, app.stopping.clone(), room, socket, outbox)
                .run(sender, identity.map(|identity| identity.player), greeting.after)
                .await;
        } else {
            turn_away(socket).await;
        }
    }))
}

async fn turn_away(mut socket: WebSocket) {
    let message = encode(&ServerMessage::Outdated { protocol: OLD_PROTOCOL_VERSION });
    let frame = CloseFrame { code: close::OUTDATED, reason: Utf8Bytes::from_static("reload the page") };
    // The client may be gone already; there is nobody else to tell.
    let _ = socket.send(Message::Text(message)).await;
    let _ = socket.send(Message::Close(Some(frame))).await;
}
