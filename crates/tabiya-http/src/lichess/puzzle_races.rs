// SPDX-License-Identifier: AGPL-3.0-or-later
//! Races of puzzles for programs: to make one whose link people open in the browser, and its results.

use axum::Json;
use axum::extract::State;
use serde_json::{Value, json};
use tabiya_accounts::people::scopes::Scope;
use tabiya_protocol::{NewRace, RacerView};
use tabiya_puzzles::{Entrant, Puzzle, RACE_PUZZLES, RaceResults};
use tabiya_runtime::chance;
use tabiya_runtime::identity::Identity;

use super::access::{Access, Visitor};
use super::failure::Failure;
use super::fields::Path;
use super::person::origin;
use crate::answer::ApiError;
use crate::state::App;

/// `POST /api/racer`
pub(super) async fn make(State(app): State<App>, access: Access) -> Result<Json<Value>, Failure> {
    let access = access.with(&[Scope::RacerWrite])?;
    let player = access.player();
    // As much as on the page, and the storage is asked once for each puzzle.
    access.charge(&app, u32::from(RACE_PUZZLES))?;
    let wait = app.puzzles.answers.take(&player, 10);
    wait.map_err(|wait| ApiError::TooFast { what: "too many races in a short time", wait })?;
    let by = Entrant { player, account: Some(access.account()) };
    let new = (chance::game_id().to_string(), u32::from_le_bytes(chance::bytes()));
    let id = app.puzzles.races.make(by, NewRace::default(), new, app.people.now()).await?;
    let url = format!("{}/puzzles#/race/{id}", origin(&app));
    Ok(Json(json!({ "id": id, "url": url })))
}

/// `GET /api/racer/ID`
pub(super) async fn results(
    State(app): State<App>,
    visitor: Visitor,
    Path(id): Path<String>,
) -> Result<Json<Value>, Failure> {
    let by = match &visitor.0 {
        Some(access) => Entrant { player: access.player(), account: Some(access.account()) },
        None => Entrant { player: Identity::stranger().player, account: None },
    };
    Ok(Json(told(&app.puzzles.races.results(&id, by, app.people.now()).await?)))
}

fn told(RaceResults { owner, race, span, puzzles }: &RaceResults) -> Value {
    let mut told = json!({
        "id": race.id,
        "players": race.racers.iter().map(racer).collect::<Vec<_>>(),
        "puzzles": puzzles.iter().map(puzzle).collect::<Vec<_>>(),
    });
    if let Some(owner) = owner {
        told["owner"] = json!(owner);
    }
    if let Some([starts, ends]) = span {
        told["startsAt"] = json!(starts.0);
        told["finishesAt"] = json!(ends.0);
    }
    told
}

fn racer(RacerView { number, name, score, .. }: &RacerView) -> Value {
    let name = name.clone().unwrap_or_else(|| format!("Guest {number}"));
    json!({ "name": name, "score": score })
}

fn puzzle(puzzle: &Puzzle) -> Value {
    json!({
        "id": puzzle.id().to_string(),
        "fen": puzzle.before().to_fen(),
        "line": puzzle.uci().join(" "),
        "rating": puzzle.points,
    })
}
