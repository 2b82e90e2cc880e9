// SPDX-License-Identifier: AGPL-3.0-or-later
//! Seats at the venue: the codes for organisers, and the device that takes a seat with one.

use axum::Json;
use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::http::header::SET_COOKIE;
use axum::response::{IntoResponse, Response};
use tabiya_accounts::people::PeopleError;
use tabiya_archive::archive::{self, ReadError};
use tabiya_events::codes::{Kind, is_link};
use tabiya_events::decide::Refusal;
use tabiya_events::event::Event;
use tabiya_events::topic::who;
use tabiya_events::venue::{VenueCodes, VenueKey, VenueSeat};
use tabiya_events::view;
use tabiya_limits::address::Caller;
use tabiya_protocol::events::{EventId, TakeVenueSeat, VenueSeatTaken, VenueSeatView, VenueSeats};
use tabiya_runtime::identity::{Identity, new_guest_cookie, seat_cookie};

use crate::answer::{ApiError, JsonBody, SameOrigin};
use crate::state::App;

/// `GET /api/page/events/ID/seats`: the codes of the last round, also of a draft.
pub(super) async fn seats(
    State(app): State<App>,
    visitor: Option<Identity>,
    Path(id): Path<String>,
) -> Result<Json<VenueSeats>, ApiError> {
    let (id, event) = app.events.named(&id).await?;
    if !who(visitor.as_ref()).is_some_and(|who| event.may_organise(who)) {
        return Err(Refusal::NotYours.into());
    }
    let key = app.events.venue_key().await?;
    let round = u16::try_from(event.rounds.len()).unwrap_or(u16::MAX);
    let shown = |seat: VenueSeat| {
        let VenueCodes { link, digits } = seat.codes(&key);
        VenueSeatView { round, board: seat.board, entrant: seat.entrant, code: digits, link }
    };
    Ok(Json(VenueSeats { seats: event.venue_seats(id, round).into_iter().map(shown).collect() }))
}

/// `POST /api/page/events/ID/seat`: gives the device the seat of a code, and says whether its game has begun.
pub(super) async fn take(
    State(app): State<App>,
    _: SameOrigin,
    (caller, visitor): (Caller, Option<Identity>),
    Path(id): Path<String>,
    headers: HeaderMap,
    JsonBody(TakeVenueSeat { code }): JsonBody<TakeVenueSeat>,
) -> Result<Response, ApiError> {
    let (id, event) = app.events.named(&id).await?;
    let key = app.events.venue_key().await?;
    let seat = seat_of(&app, &caller, (id, &event), &key, &code)?;
    let mut taken =
        view::venue_seat(&event, &seat, &|player| app.people.ghosts.has(player)).ok_or(Refusal::WrongCode)?;
    // The journal has the id of a game a moment before there is the game.
    if let Some(game) = taken.game {
        match archive::load(&*app.store.log, game).await {
            Ok(_) => {}
            Err(ReadError::NoSuchGame(_)) => taken.game = None,
            Err(ReadError::Storage(error)) => return Err(error.into()),
        }
    }
    let mut cookies = vec![(SET_COOKIE, seat_cookie(&seat.cookie(&key), &headers, app.is_https()))];
    // The device is somebody of its own beside the seat, which other devices may have, too.
    if visitor.is_none() {
        cookies.push((SET_COOKIE, new_guest_cookie(app.is_https())));
    }
    let mut response = Json::<VenueSeatTaken>(taken).into_response();
    response.headers_mut().extend(cookies);
    Ok(response)
}

fn seat_of(
    app: &App,
    caller: &Caller,
    (id, event): (EventId, &Event),
    key: &VenueKey,
    code: &str,
) -> Result<VenueSeat, ApiError> {
    let found = if is_link(code) {
        event.venue_seat_of(id, key, code).right()
    } else {
        let from = (id, caller.address, !caller.is_hidden);
        let now = app.people.now();
        let known = || event.of_another_page(event.venue_seat_of(id, key, code), (id, key), code, now);
        let found = app.events.code_guesses.guess(from, Kind::Player, now, known);
        found.map_err(|wait| PeopleError::TooOften { wait })?
    };
    found.ok_or_else(|| Refusal::WrongCode.into())
}
