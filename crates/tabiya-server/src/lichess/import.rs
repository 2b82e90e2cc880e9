// SPDX-License-Identifier: AGPL-3.0-or-later
//! Games from elsewhere, as PGN.
//!
//! An imported game is a log like any other: its moves are played through [`Game::decide`], so it holds nothing that the rules
//! do not allow. Its players are names and nobody's accounts. A result that does not stand on the board is taken from the
//! tags; a game without a result ends as one that was aborted, which PGN writes as `*`.

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use serde_json::{Value, json};
use tabiya_game::{
    Command, Event, Game, GameResult, PlayerId, PlayerName, Seat, Seats, Stamped, Termination, Terms, Time,
};
use tabiya_pgn::{GameTree, NodeId, PgnResult};
use tabiya_rules::Color;

use super::access::Access;
use super::failure::Failure;
use super::fields::{Form, Query};
use super::{export, person};
use crate::gate::Caller;
use crate::people::SiteRules;
use crate::state::App;

/// Milliseconds from one move to the next; PGN does not say.
const PACE: u64 = 1_000;
/// Imported games that one export holds.
const MOST_EXPORTED: u32 = 1_000;

/// `POST /api/import`
pub(super) async fn import(
    State(app): State<App>,
    caller: Caller,
    access: Option<Access>,
    Form(form): Form,
) -> Result<Json<Value>, Failure> {
    let identity = access.as_ref().map(Access::identity);
    SiteRules::check(app.people.site.rules().play, identity.as_ref())?;
    let pgn = form.text("pgn").ok_or_else(|| Failure::bad("pgn: say which game"))?.to_owned();
    app.creation_limit.check(&caller).map_err(Failure::too_fast)?;
    let now = app.people.now();
    // Rulings on whether mate is possible may take a while.
    let events = tokio::task::spawn_blocking(move || events(&pgn, now)).await;
    let events = events.map_err(|_| Failure::from(crate::answer::ApiError::Fault))??;
    let id = app.rooms.keep(events).await?;
    if let Some(access) = &access {
        app.store.imports.note_import(access.player(), id, now).await?;
    }
    Ok(Json(json!({ "id": id, "url": format!("{}/game/{id}", person::origin(&app)) })))
}

/// `GET /api/games/export/imports`: the caller's, the last first.
pub(super) async fn imports(
    State(app): State<App>,
    access: Access,
    headers: HeaderMap,
    Query(query): Query,
) -> Result<Response, Failure> {
    let ids = app.store.imports.imports_of(access.player(), MOST_EXPORTED).await?;
    export::these(&app, Some(access.identity()), &headers, &query, ids)
}

/// All events of the game.
fn events(pgn: &str, now: Time) -> Result<Vec<Stamped>, Failure> {
    let bad = |what: String| Failure::bad(format!("pgn: {what}"));
    let tree = GameTree::from_pgn(pgn.as_bytes()).map_err(|fault| bad(fault.to_string()))?;
    let line: Vec<NodeId> = tree.main_line(GameTree::ROOT).collect();
    let moves: Vec<_> = line.iter().filter_map(|id| tree.node(*id)?.mv()).collect();
    let name = |tag: &str, side: &str| {
        let text = tree.tags().get(tag).unwrap_or_default();
        let text: String = text.split_whitespace().collect::<Vec<_>>().join(" ").chars().take(40).collect();
        let text = if text.is_empty() || text == "?" { side.to_owned() } else { text };
        PlayerName::try_from(text).map_err(|error| bad(format!("{tag}: {error}")))
    };
    let seats = Seats { white: Seat::Player(stranger()), black: Seat::Player(stranger()) };
    let start = *tree.position(GameTree::ROOT).ok_or_else(|| bad("it has no beginning".to_owned()))?;
    let impossible = |error: tabiya_game::TermsError| bad(error.to_string());
    let terms = Terms::new(start, None, seats).map_err(impossible)?;
    let terms = terms.with_name_at_the_board(Color::White, name("White", "White")?).map_err(impossible)?;
    let terms = terms.with_name_at_the_board(Color::Black, name("Black", "Black")?).map_err(impossible)?;
    let mut at = Time(now.0.saturating_sub(PACE * (moves.len() as u64 + 1)));
    let (mut game, created) = Game::create(terms, at);
    let mut events = vec![created];
    for (index, mv) in moves.iter().enumerate() {
        if game.is_over() {
            return Err(bad(format!("the game is over before half-move {}", index + 1)));
        }
        at = Time(at.0 + PACE);
        let (by, seq) = (game.turn(), game.last_seq());
        let played = game.decide(Command::Play { by, attempt: (*mv).into(), seq, lag: None }, at);
        let played = played.map_err(|refusal| bad(format!("half-move {}: {refusal}", index + 1)))?;
        for event in played {
            let stamped = Stamped { at, event };
            game.apply(&stamped);
            events.push(stamped);
        }
    }
    if !game.is_over() {
        let (result, termination) = match tree.result() {
            PgnResult::WhiteWins => (GameResult::WhiteWins, Termination::Resignation),
            PgnResult::BlackWins => (GameResult::BlackWins, Termination::Resignation),
            PgnResult::Draw => (GameResult::Draw, Termination::Agreement),
            PgnResult::Unfinished => (GameResult::Aborted, Termination::Abort),
        };
        events.push(Stamped { at: now, event: Event::Ended { result, termination, clock: None } });
    }
    Ok(events)
}

/// Somebody who is nobody here.
fn stranger() -> PlayerId {
    let mut bytes = [0; PlayerId::LEN];
    getrandom::fill(&mut bytes).expect("the operating system has randomness");
    PlayerId::from_bytes(bytes)
}
