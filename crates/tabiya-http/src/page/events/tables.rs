// SPDX-License-Identifier: AGPL-3.0-or-later
//! Phones at the tables: the cards' codes for organisers, what a phone does with one, and a call from a game on this server.

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use tabiya_accounts::people::PeopleError;
use tabiya_archive::archive::{self, ReadError};
use tabiya_events::codes::{Kind, Typed, is_link};
use tabiya_events::decide::{Command, Refusal, Who};
use tabiya_events::event::{Event, Outcome};
use tabiya_events::topic::who;
use tabiya_events::venue::{MOST_TABLES, device_of, table_codes, table_of};
use tabiya_events::view;
use tabiya_game::GameId;
use tabiya_limits::address::Caller;
use tabiya_protocol::events::{TableAct, TableCall, TableCard, TableCards, TableView};
use tabiya_runtime::identity::Identity;

use crate::answer::{ApiError, JsonBody, SameOrigin};
use crate::state::App;

/// Calls of tables are counted beside the codes of helpers, whose numbers are below this.
const TABLES: u16 = 0x8000;

/// `GET /api/page/events/ID/tables`: the codes of all cards that may be printed.
pub(super) async fn cards(
    State(app): State<App>,
    visitor: Option<Identity>,
    Path(id): Path<String>,
) -> Result<Json<TableCards>, ApiError> {
    let (id, event) = app.events.named(&id).await?;
    if !who(visitor.as_ref()).is_some_and(|who| event.may_organise(who)) {
        return Err(Refusal::NotYours.into());
    }
    let key = app.events.venue_key().await?;
    let card = |table| {
        let codes = table_codes(&key, (id, event.table_codes), table);
        TableCard { table, code: codes.digits, link: codes.link }
    };
    Ok(Json(TableCards { cards: (1..=MOST_TABLES).map(card).collect() }))
}

/// `POST /api/page/events/ID/table`: what a phone at a table does, and what it sees afterwards.
pub(super) async fn at(
    State(app): State<App>,
    _: SameOrigin,
    caller: Caller,
    identity: Identity,
    Path(id): Path<String>,
    JsonBody(TableCall { code, act }): JsonBody<TableCall>,
) -> Result<Json<TableView>, ApiError> {
    let (id, mut event) = app.events.named(&id).await?;
    let key = app.events.venue_key().await?;
    let now = app.people.now();
    let found = if is_link(&code) {
        table_of(&key, (id, event.table_codes), &code).right()
    } else {
        let from = (id, caller.address, !caller.is_hidden);
        let known = || {
            let found = typed(&event, table_of(&key, (id, event.table_codes), &code));
            event.of_another_page(found, (id, &key), &code, now)
        };
        let found = app.events.code_guesses.guess(from, Kind::Player, now, known);
        found.map_err(|wait| PeopleError::TooOften { wait })?
    };
    let table = found.ok_or(Refusal::WrongCode)?;
    let device = device_of(&key, id, identity.player);
    if let Some(act) = act {
        let taken = app.events.code_results.take(&(id, TABLES | table), 1);
        taken.map_err(|wait| PeopleError::TooOften { wait })?;
        let command = match act {
            TableAct::Sit { round, side } => Command::TakeSeat { round, side },
            TableAct::Result { round, game, outcome } => {
                let outcome = outcome.parse::<Outcome>();
                let outcome = outcome.map_err(|error| ApiError::BadRequest(error.to_string()))?;
                Command::PlayerResult { round, game, outcome }
            }
            TableAct::Dispute { round } => Command::Dispute { round },
            TableAct::Call { round } => Command::CallAtTable { round },
        };
        event = app.events.act(id, &command, None, Who::Table { table, device }, now).await?.event;
    }
    let link = table_codes(&key, (id, event.table_codes), table).link;
    Ok(Json(view::table(&event, (table, device, link), &|player| app.people.ghosts.has(player))))
}

/// A typed code counts where its table is played at and players enter results: fewer codes can be guessed.
fn typed(event: &Event, found: Typed<u16>) -> Typed<u16> {
    let is_played_at =
        |table| event.round(event.last_published()).is_some_and(|round| round.board(table).is_some());
    match found {
        Typed::Right(table) if event.player_results && is_played_at(table) => Typed::Right(table),
        Typed::Right(_) => Typed::Old,
        other @ (Typed::Old | Typed::Wrong) => other,
    }
}

/// `POST /api/page/games/ID/call`: a player of an event's game calls the arbiter.
pub(super) async fn call(
    State(app): State<App>,
    _: SameOrigin,
    identity: Identity,
    Path(id): Path<String>,
) -> Result<StatusCode, ApiError> {
    let game: GameId = id.parse().map_err(|_| ApiError::no_such_game(&id))?;
    let of = app.store.events.event_of_game(game).await?;
    let of = of.ok_or_else(|| ApiError::no_such_game(&id))?;
    let (event_id, event) = app.events.named(&of).await?;
    let played = match archive::load(&*app.store.log, game).await {
        Ok(played) => played,
        Err(ReadError::NoSuchGame(_)) => return Err(ApiError::no_such_game(&id)),
        Err(ReadError::Storage(error)) => return Err(error.into()),
    };
    let side = identity.side_in(&played.seats()).ok_or(Refusal::NotInGame)?;
    let entrant = event.entrant_in(game, side).ok_or(Refusal::NotInGame)?;
    let taken = app.events.comings_and_goings.take(&identity.player, 1);
    taken.map_err(|wait| PeopleError::TooOften { wait })?;
    let command = Command::CallInGame(game);
    app.events.act(event_id, &command, None, Who::Seat(entrant), app.people.now()).await?;
    Ok(StatusCode::NO_CONTENT)
}
