// SPDX-License-Identifier: AGPL-3.0-or-later
//! WebSockets, from the handshake on: one for each browser tab, for all topics that the tab follows.

mod connection;
mod credit;
mod following;
mod frames;
mod lag;
mod places;
mod rights;
mod upgrade;

use std::sync::Arc;

use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::http::header::ALLOW;
use axum::http::{HeaderMap, Method};
use axum::response::{IntoResponse, Response};
use futures_util::SinkExt;
use serde::Deserialize;
use tabiya_accounts::feed::Visitor;
use tabiya_accounts::people::{Entered, People, SiteRules};
use tabiya_limits::address::Caller;
use tabiya_protocol::{ConnectionMessage, PROTOCOL_VERSION, ServerMessage};
use tabiya_runtime::identity::Identity;
use tabiya_runtime::measure::Gauged;
use tabiya_runtime::message::{Text, encode};
use tabiya_runtime::topic::Dismisser;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::CloseFrame;

use crate::answer::methods::get;
use crate::answer::{ApiError, Calls, SameOrigin, device_of};
use crate::state::App;
pub use connection::{Connection, Socket};
pub use credit::Allowance;
use places::Places;
use rights::{Rights, rights_of};
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
    pub(super) const LOGGED_OUT: u16 = 4003;
}

/// The one call.
pub(crate) fn calls() -> Calls {
    // HEAD is answered as GET is, but a WebSocket begins with GET alone (RFC 6455, 4.1).
    Calls::new([("/api/socket", get(upgrade).head(only_get))])
}

async fn only_get() -> impl IntoResponse {
    ([(ALLOW, "GET")], ApiError::WrongMethod(Method::HEAD))
}

/// The query of `GET /api/socket`.
#[derive(Deserialize)]
struct Spoken {
    /// The protocol that the client speaks; the newest where it does not say.
    protocol: Option<u16>,
    /// By which rights the client knows what it knows: empty where it knows nothing, `None` where it does not count them.
    rights: Option<String>,
}

/// `GET /api/socket[?protocol=3][&rights=]`: one socket for all topics.
async fn upgrade(
    State(app): State<App>,
    _: SameOrigin,
    caller: Caller,
    places: Places,
    spoken: Result<Query<Spoken>, QueryRejection>,
    (identity, headers): (Option<Identity>, HeaderMap),
    upgrade: Upgrade,
) -> Result<Response, ApiError> {
    let Query(Spoken { protocol, rights: known }) = spoken?;
    if *app.stopping.borrow() {
        return Err(ApiError::Stopping);
    }
    let rules = app.people.site.rules();
    let may_watch = SiteRules::check(rules.watch, identity.as_ref());
    // Whoever has a seat at the venue of an event follows that game alone; its feed looks whether there is such a seat.
    let has_seat = identity.as_ref().is_some_and(|identity| !identity.venue_seats().is_empty());
    let may_watch = match may_watch {
        Ok(()) => true,
        Err(_) if has_seat => false,
        Err(refused) => return Err(refused.into()),
    };
    let may_play = SiteRules::check(rules.play, identity.as_ref()).is_ok();
    note_device(&app, identity.as_ref(), &headers);
    let allowance = Allowance::new(&app.config.limits);
    if protocol.is_some_and(|protocol| protocol != PROTOCOL_VERSION) {
        return Ok(upgrade.run(allowance, move |socket| async move {
            let _counted = (Gauged::socket(), places);
            turn_away(socket).await;
        }));
    }
    Ok(upgrade.run(allowance, move |socket| {
        // There are thousands of these tasks. Each holds one connection, once, and nothing that it does not need.
        let creation_limit = Arc::clone(&app.creation_limit);
        let charge_new_game = Arc::new(move || creation_limit.take(&caller, 1));
        let rights =
            known.map(|known| Rights { now: rights_of(identity.as_ref(), may_play, may_watch), known });
        let visitor = Visitor {
            identity: identity.clone(),
            may_play,
            may_watch,
            charge_new_game,
            caller: Some(caller),
        };
        let (people, feeds, stopping) =
            (Arc::clone(&app.people), Arc::clone(&app.feeds), app.stopping.clone());
        drop(app);
        let mut connection = Connection::new(allowance, feeds, stopping, visitor, socket);
        async move {
            let _counted = (Gauged::socket(), places);
            let _entered = enter(people, identity, connection.dismisser()).await;
            if let Some(rights) = rights {
                connection.greet(rights).await;
            }
            connection.run().await;
        }
    }))
}

/// Remembers on which device a player is, where its cookie shows that the account has logged in from it.
fn note_device(app: &App, identity: Option<&Identity>, headers: &HeaderMap) {
    let Some(account) = identity.and_then(Identity::account) else { return };
    let device = device_of(headers);
    if let Some(id) = app.people.devices.knows(&device, &account.key) {
        app.devices.is_seen(account.player, id);
    }
}

async fn enter(people: Arc<People>, identity: Option<Identity>, dismisser: Dismisser) -> Option<Entered> {
    Some(people.enter(Some(&identity?), dismisser).await)
}

/// Tells a client that speaks another protocol which one is ours.
async fn turn_away(mut socket: ClientSocket) {
    let message =
        encode(&ServerMessage::Connection(ConnectionMessage::Outdated { protocol: PROTOCOL_VERSION }));
    let frame = CloseFrame { code: close::OUTDATED.into(), reason: Text::from_static("reload the page") };
    // The client may be gone already; there is nobody else to tell.
    let _ = socket.send(Message::Text(message)).await;
    let _ = socket.send(Message::Close(Some(frame))).await;
}
