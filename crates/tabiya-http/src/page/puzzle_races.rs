// SPDX-License-Identifier: AGPL-3.0-or-later
//! Races of puzzles. The page asks how a race stands about once a second.

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use tabiya_accounts::people::PeopleError;
use tabiya_game::PlayerId;
use tabiya_limits::address::Caller;
use tabiya_protocol::{NewRace, RaceMade, RaceMove, RaceMoved, RaceRemove, RaceView};
use tabiya_puzzles::{Entrant, RACE_PUZZLES, key_of};
use tabiya_runtime::chance;
use tabiya_runtime::identity::Identity;

use super::puzzle_sets::tell;
use super::puzzle_turns::{searches, take_turns_of};
use super::puzzles::account;
use crate::answer::methods::{get, post};
use crate::answer::{ApiError, Calls, JsonBody, MayWatch, SameOrigin};
use crate::state::App;

/// What was too fast.
const RACES: &str = "too many races in a short time";
const JOINS: &str = "races were joined too often in a short time";
const RACE_MOVES: &str = "too many moves in races and puzzles in a short time";
/// What a race costs a maker with an account for each theme or opening, in answers.
const RACE_COSTS: u32 = 10;
/// The most that it costs such a maker. Whoever has just made one must still be able to play it.
const MOST_RACE_COSTS: u32 = 60;

/// The calls of races.
pub(super) fn calls() -> Calls {
    Calls::new([
        ("/api/page/puzzle-races", post(make)),
        ("/api/page/puzzle-races/{id}", get(look)),
        ("/api/page/puzzle-races/{id}/join", post(join)),
        ("/api/page/puzzle-races/{id}/start", post(start)),
        ("/api/page/puzzle-races/{id}/remove", post(remove)),
        ("/api/page/puzzle-races/{id}/move", post(play)),
        ("/api/page/puzzle-races/{id}/again", post(repeat)),
    ])
}

fn entrant(visitor: &Identity) -> Entrant<'_> {
    Entrant { player: visitor.player, account: visitor.account() }
}

/// What a race costs its maker, in answers: the storage searches so often for each puzzle. Guests share what their address has.
fn cost(is_guest: bool, searches: u32) -> u32 {
    if is_guest {
        u32::from(RACE_PUZZLES).saturating_mul(searches)
    } else {
        RACE_COSTS.saturating_mul(searches).min(MOST_RACE_COSTS)
    }
}

/// An id and a random number for a new race.
fn new_race() -> (String, u32) {
    (chance::game_id().to_string(), u32::from_le_bytes(chance::bytes()))
}

/// Counts a new race.
fn take_turns_for_race(
    app: &App,
    caller: &Caller,
    visitor: &Identity,
    searches: u32,
) -> Result<(), ApiError> {
    let is_guest = visitor.account().is_none();
    take_turns_of(app, caller, account(Some(visitor)), (cost(is_guest, searches), RACES))?;
    if is_guest {
        let wait = app.puzzles.guest_races.take(caller, 1);
        wait.map_err(|wait| ApiError::TooFast { what: RACES, wait })?;
    }
    Ok(())
}

/// `POST /api/page/puzzle-races`
async fn make(
    State(app): State<App>,
    _: (SameOrigin, MayWatch),
    caller: Caller,
    visitor: Identity,
    JsonBody(wish): JsonBody<NewRace>,
) -> Result<(StatusCode, Json<RaceMade>), ApiError> {
    // Whoever has a class by a role of staff needs what the desk needs.
    if wish.class && visitor.account().is_some_and(|account| app.people.lacks_second_factor(account)) {
        return Err(PeopleError::NeedsSecondFactor.into());
    }
    take_turns_for_race(&app, &caller, &visitor, searches(&wish.themes, &wish.openings))?;
    let organiser = visitor.account().filter(|account| wish.class && account.role.is_staff());
    let id = app.puzzles.races.make(entrant(&visitor), wish, new_race(), app.people.now()).await?;
    if let Some(organiser) = organiser {
        tell_class(&app, organiser.player, &id).await;
    }
    Ok((StatusCode::CREATED, Json(RaceMade { id })))
}

/// Tells a class of its organiser's race.
async fn tell_class(app: &App, organiser: PlayerId, race: &str) {
    let (bell, race) = (app.puzzles.bell.clone(), race.to_owned());
    tell(async move { bell.race_made(organiser, &race).await }).await;
}

/// `GET /api/page/puzzle-races/ID`
async fn look(
    State(app): State<App>,
    _: MayWatch,
    visitor: Option<Identity>,
    Path(id): Path<String>,
) -> Result<Json<RaceView>, ApiError> {
    let visitor = visitor.unwrap_or_else(Identity::stranger);
    Ok(Json(app.puzzles.races.look(&id, entrant(&visitor), app.people.now()).await?))
}

/// `POST /api/page/puzzle-races/ID/join`
async fn join(
    State(app): State<App>,
    _: (SameOrigin, MayWatch),
    caller: Caller,
    visitor: Identity,
    Path(id): Path<String>,
) -> Result<Json<RaceView>, ApiError> {
    take_turns_of(&app, &caller, account(Some(&visitor)), (1, JOINS))?;
    Ok(Json(app.puzzles.races.join(&id, entrant(&visitor), app.people.now()).await?))
}

/// `POST /api/page/puzzle-races/ID/start`
async fn start(
    State(app): State<App>,
    _: (SameOrigin, MayWatch),
    visitor: Identity,
    Path(id): Path<String>,
) -> Result<Json<RaceView>, ApiError> {
    Ok(Json(app.puzzles.races.start(&id, entrant(&visitor), app.people.now()).await?))
}

/// `POST /api/page/puzzle-races/ID/remove`
async fn remove(
    State(app): State<App>,
    _: (SameOrigin, MayWatch),
    visitor: Identity,
    Path(id): Path<String>,
    JsonBody(RaceRemove { number }): JsonBody<RaceRemove>,
) -> Result<Json<RaceView>, ApiError> {
    Ok(Json(app.puzzles.races.remove(&id, entrant(&visitor), number, app.people.now()).await?))
}

/// `POST /api/page/puzzle-races/ID/move`
async fn play(
    State(app): State<App>,
    _: (SameOrigin, MayWatch),
    caller: Caller,
    visitor: Identity,
    Path(id): Path<String>,
    JsonBody(played): JsonBody<RaceMove>,
) -> Result<Json<RaceMoved>, ApiError> {
    take_turns_of(&app, &caller, account(Some(&visitor)), (1, RACE_MOVES))?;
    Ok(Json(app.puzzles.races.play(&id, entrant(&visitor), &played, app.people.now()).await?))
}

/// `POST /api/page/puzzle-races/ID/again`. A race takes a minute and a half, so this is not asked often, and costs as much for all themes.
async fn repeat(
    State(app): State<App>,
    _: (SameOrigin, MayWatch),
    caller: Caller,
    visitor: Identity,
    Path(id): Path<String>,
) -> Result<(StatusCode, Json<RaceMade>), ApiError> {
    take_turns_for_race(&app, &caller, &visitor, 1)?;
    let (new, chance) = new_race();
    let made = (new.clone(), chance);
    let id = app.puzzles.races.repeat(&id, entrant(&visitor), made, app.people.now()).await?;
    // Asked again, there is that race already, and the class was told of it.
    let is_new = key_of(&id) == new;
    // Those who look at the race before read of the new one there; the others of the class don't.
    if let Some(organiser) = visitor.account().filter(|account| is_new && account.role.is_staff())
        && app.puzzles.races.look(&id, entrant(&visitor), app.people.now()).await?.is_of_class
    {
        tell_class(&app, organiser.player, &id).await;
    }
    Ok((StatusCode::CREATED, Json(RaceMade { id })))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_race_costs_more_with_each_theme_and_can_still_be_played() {
        let names = |count: usize| vec!["fork".to_owned(); count];
        assert_eq!((searches(&[], &[]), searches(&names(4), &names(2)), searches(&[], &names(3))), (1, 4, 3));
        assert_eq!((cost(false, 1), cost(false, 3), cost(false, 20)), (10, 30, 60));
        assert_eq!((cost(true, 1), cost(true, 20)), (60, 1200));
    }
}
