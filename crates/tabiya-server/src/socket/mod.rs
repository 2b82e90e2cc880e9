// SPDX-License-Identifier: AGPL-3.0-or-later
//! WebSockets, from the handshake on: one for each browser tab, for all topics that the tab follows.

mod connection;
mod credit;
mod frames;
mod incoming;
mod lag;
mod places;
mod upgrade;

use axum::extract::rejection::QueryRejection;
use axum::extract::{Path, Query, State};
use axum::response::Response;
use futures_util::SinkExt;
use serde::Deserialize;
use tabiya_game::GameId;
use tabiya_protocol::{OLD_PROTOCOL_VERSION, PROTOCOL_VERSION, ServerMessage};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::CloseFrame;

use crate::app::App;
use crate::http::{ApiError, SameOrigin, named};
use crate::identity::Identity;
use crate::measure::Gauged;
use crate::room::encode;
use crate::topic::Text;
#[cfg(test)]
pub(crate) use connection::Socket;
pub(crate) use connection::{Connection, Greeting};
pub(crate) use credit::Allowance;
use places::Places;
use upgrade::{ClientSocket, Upgrade};

/// Close codes: RFC 6455 names those below 4000 and leaves the rest to applications.
mod close {
    pub(super) const PROTOCOL_ERROR: u16 = 1002;
    pub(super) const NOT_TEXT: u16 = 1003;
    pub(super) const NOT_UTF8: u16 = 1007;
    pub(super) const TOO_LARGE: u16 = 1009;
    pub(super) const RESTARTING: u16 = 1012;
    pub(super) const OUTDATED: u16 = 4000;
    pub(super) const TOO_SLOW: u16 = 4001;
    pub(super) const TOO_MUCH: u16 = 4002;
}

/// The query of `GET /api/socket`.
#[derive(Deserialize)]
pub(crate) struct Spoken {
    /// The protocol that the client speaks; the newest where it does not say.
    protocol: Option<u16>,
}

/// `GET /api/socket[?protocol=2]`: one socket for all topics.
pub(crate) async fn upgrade(
    State(app): State<App>,
    _: SameOrigin,
    places: Places,
    spoken: Result<Query<Spoken>, QueryRejection>,
    identity: Option<Identity>,
    upgrade: Upgrade,
) -> Result<Response, ApiError> {
    let Query(Spoken { protocol }) = spoken?;
    let speaks = protocol.is_none_or(|protocol| protocol == PROTOCOL_VERSION).then_some(Greeting::Tab);
    start(&app, places, identity, upgrade, speaks.ok_or(PROTOCOL_VERSION))
}

/// The query of the socket of one game.
#[derive(Deserialize)]
pub(crate) struct OldQuery {
    protocol: u16,
    after: Option<u32>,
}

/// `GET /api/games/ID/socket?protocol=1&after=SEQ`: protocol 1's socket of one game.
pub(crate) async fn upgrade_old(
    State(app): State<App>,
    Path(id): Path<String>,
    _: SameOrigin,
    places: Places,
    query: Result<Query<OldQuery>, QueryRejection>,
    identity: Option<Identity>,
    upgrade: Upgrade,
) -> Result<Response, ApiError> {
    let Query(OldQuery { protocol, after }) = query?;
    let game: GameId = named(&app, &id).await?.game();
    let speaks = (protocol == OLD_PROTOCOL_VERSION).then_some(Greeting::OneGame { game, after });
    start(&app, places, identity, upgrade, speaks.ok_or(OLD_PROTOCOL_VERSION))
}

/// Begins the conversation; where the client speaks another protocol, it is told ours.
fn start(
    app: &App,
    places: Places,
    identity: Option<Identity>,
    upgrade: Upgrade,
    greeting: Result<Greeting, u16>,
) -> Result<Response, ApiError> {
    if *app.stopping.borrow() {
        return Err(ApiError::Stopping);
    }
    let allowance = Allowance::new(&app.config.limits);
    let app = app.clone();
    Ok(upgrade.run(allowance, move |socket| async move {
        let _counted = (Gauged::socket(), places);
        match greeting {
            Ok(greeting) => {
                let (rooms, stopping) = (app.rooms.clone(), app.stopping.clone());
                // The task must not hold more than it needs: there are thousands.
                drop(app);
                Connection::new(allowance, rooms, stopping, identity, socket).run(greeting).await;
            }
            Err(ours) => turn_away(socket, ours).await,
        }
    }))
}

async fn turn_away(mut socket: ClientSocket, ours: u16) {
    let message = encode(&ServerMessage::Outdated { protocol: ours });
    let frame = CloseFrame { code: close::OUTDATED.into(), reason: Text::from_static("reload the page") };
    // The client may be gone already; there is nobody else to tell.
    let _ = socket.send(Message::Text(message)).await;
    let _ = socket.send(Message::Close(Some(frame))).await;
}
