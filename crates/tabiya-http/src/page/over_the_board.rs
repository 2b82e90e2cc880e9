// SPDX-License-Identifier: AGPL-3.0-or-later
//! Games over the board: two people at one screen.
//!
//! The page keeps the moves and the clock, so such a game goes on while no server is in reach. The page does not know the
//! rules: it asks here whether its moves are possible, and saves the game here when it is over. Both calls play the
//! recorded moves through [`Game::decide`], as a room does, with the recorded times. So a saved game is a log like any
//! other.

use std::iter::zip;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::routing::post;
use tabiya_accounts::people::{SiteRules, may_publish};
use tabiya_archive::view;
use tabiya_game::{
    Command, Event, Game, Millis, PlayerId, PlayerName, Refusal as GameRefusal, Seat, Seats, Stamped, Terms,
    Time, TimeControl,
};
use tabiya_limits::address::Caller;
use tabiya_protocol::Refusal;
use tabiya_protocol::boards::{
    BoardChecked, BoardEnding, BoardGame, BoardRefused, GameKept, MAX_BOARD_NAME, MAX_FEN, SaveBoardGame,
    StoreLeft,
};
use tabiya_rules::{Attempt, Color, Position};
use tabiya_runtime::chance;
use tabiya_runtime::clean::visible;
use tabiya_runtime::identity::Identity;
use tabiya_store::FinishedGame;

use crate::answer::{ApiError, Calls, JsonBody, SameOrigin};
use crate::state::App;

/// The first move of a side costs nothing, however long it takes. The game core ends a game whose first move does not
/// come within two minutes, so no more than this is counted for it.
const FIRST_MOVE: Millis = Millis::from_secs(60);

/// The calls of games over the board.
pub(crate) fn calls() -> Calls {
    vec![("/api/page/board", post(check)), ("/api/page/board/save", post(save))]
}

/// `POST /api/page/board`
async fn check(
    State(app): State<App>,
    _: SameOrigin,
    caller: Caller,
    JsonBody(game): JsonBody<BoardGame>,
) -> Result<Json<BoardChecked>, ApiError> {
    app.board_checks.take(&caller, 1).map_err(|wait| ApiError::TooManyBoards { wait })?;
    let (white, black) = (PlayerId::from_bytes([1; 16]), PlayerId::from_bytes([2; 16]));
    let terms = terms(&game, Seats { white: Seat::Player(white), black: Seat::Player(black) })?;
    // A game may need a ruling on whether mate is possible at all.
    let checked = app.calmly(&caller, move || {
        let mut record = Record::begin(terms, Time(0));
        let refused = record.play(&game).err();
        let refused = refused.map(|refusal| BoardRefused {
            ply: record.game.ply(),
            message: refusal.to_string(),
            refusal: Refusal::from((refusal, record.game.ply())),
        });
        BoardChecked {
            start_fen: record.game.history().start().to_fen(),
            moves: view::moves(&record.game),
            situation: view::situation(&record.game, record.now),
            refused,
        }
    });
    Ok(Json(checked.await?))
}

/// `POST /api/page/board/save`
async fn save(
    State(app): State<App>,
    _: SameOrigin,
    caller: Caller,
    creator: Identity,
    JsonBody(wish): JsonBody<SaveBoardGame>,
) -> Result<(StatusCode, Json<GameKept>), ApiError> {
    SiteRules::check(app.people.site.rules().play, Some(&creator))?;
    let beside = Seat::Player(chance::player_id());
    let mut terms = terms(&wish.game, Seats::new(creator.player, wish.you, beside))?;
    let bad = |error: tabiya_game::TermsError| ApiError::BadRequest(error.to_string());
    for (color, name) in zip(Color::ALL, [&wish.white, &wish.black]) {
        // Whoever has an account is known by it.
        let own = creator.details.as_deref().filter(|_| color == wish.you);
        terms = match own {
            Some(details) => terms.with_details(color, details.clone()).map_err(bad)?,
            None => terms.with_name_at_the_board(color, board_name(name, color)?).map_err(bad)?,
        };
        // Everybody would read the opponent's name.
        if wish.public && own.is_none() && !visible(name).is_empty() {
            may_publish(creator.account())?;
        }
    }
    if !wish.public {
        terms = terms.private().map_err(bad)?;
    }
    app.creation_limit.take(&caller, 1).map_err(|wait| ApiError::TooFast { wait })?;
    let now = app.rooms.timeline().now();
    let game = app.calmly(&caller, move || {
        let events = Record::whole(terms, now, &wish)?;
        Ok::<_, ApiError>(FinishedGame::pack(&events)?)
    });
    let game = game.await??;
    let _entry = app.entrance.enter(&[creator.player], false).await?;
    let left = match creator.account() {
        Some(_) => None,
        None => Some(app.guest_imports.take(&caller, game.bytes(), app.people.now())?),
    };
    let id = app.rooms.keep(game).await?;
    let left = left.map(|left| StoreLeft { bytes: left.bytes, again_ms: left.again.0 });
    Ok((StatusCode::CREATED, Json(GameKept { id, left })))
}

/// A game that is played again from its record.
struct Record {
    game: Game,
    events: Vec<Stamped>,
    now: Time,
}

impl Record {
    fn begin(terms: Terms, now: Time) -> Self {
        let (game, created) = Game::create(terms, now);
        Self { game, events: vec![created], now }
    }

    /// All events of a game that has ended now, and began as long ago as its moves took.
    fn whole(terms: Terms, now: Time, wish: &SaveBoardGame) -> Result<Vec<Stamped>, ApiError> {
        let mut record = Self::begin(terms, Time(0));
        let refused = |refusal: GameRefusal, ply: u32| {
            ApiError::BadRequest(format!("half-move {} can't be saved: {refusal}", ply + 1))
        };
        record.play(&wish.game).map_err(|refusal| refused(refusal, record.game.ply()))?;
        if let Some(ending) = wish.ending.filter(|_| !record.game.is_over()) {
            record.end(ending).map_err(|refusal| ApiError::BadRequest(refusal.to_string()))?;
        }
        if record.game.is_over() {
            let ago = now.0.saturating_sub(record.now.0);
            record.events.iter_mut().for_each(|event| event.at.0 += ago);
            Ok(record.events)
        } else {
            Err(ApiError::BadRequest(
                "a game over the board is saved when it is over: say how it ended".to_owned(),
            ))
        }
    }

    fn play(&mut self, game: &BoardGame) -> Result<(), GameRefusal> {
        for (index, (uci, &took)) in zip(&game.moves, &game.took_ms).enumerate() {
            if self.game.is_over() {
                return Err(GameRefusal::GameOver);
            }
            let took = if index < 2 { Millis(took).min(FIRST_MOVE) } else { Millis(took) };
            self.now = self.now.after(took);
            let attempt: Attempt = uci.parse().map_err(|_| GameRefusal::Stale { ply: self.game.ply() })?;
            let by = self.game.turn();
            self.tell(Command::Play { by, attempt, seq: self.game.last_seq(), lag: None })?;
        }
        Ok(())
    }

    fn end(&mut self, ending: BoardEnding) -> Result<(), GameRefusal> {
        let by = self.game.turn();
        match ending {
            BoardEnding::Resigned { by } => self.tell(Command::Resign { by }),
            BoardEnding::Agreed {} => {
                // The side that has just moved offers.
                self.tell(Command::OfferDraw { by: !by })?;
                self.tell(Command::AcceptDraw { by })
            }
            BoardEnding::Claimed {} => self.tell(Command::ClaimDraw { by }),
            BoardEnding::TimeUp {} => {
                self.now = self.game.deadline().ok_or(GameRefusal::ClockNotRunning)?;
                self.tell(Command::TimeUp)
            }
        }
    }

    fn tell(&mut self, command: Command) -> Result<(), GameRefusal> {
        for event in self.game.decide(command, self.now)? {
            let stamped = Stamped { at: self.now, event };
            debug_assert!(!matches!(stamped.event, Event::Created(_)));
            self.game.apply(&stamped);
            self.events.push(stamped);
        }
        Ok(())
    }
}

/// What the game is played under.
fn terms(game: &BoardGame, seats: Seats) -> Result<Terms, ApiError> {
    let bad = |text: String| ApiError::BadRequest(text);
    if game.moves.len() != game.took_ms.len() {
        return Err(bad(format!(
            "there are {} moves, so took_ms has as many entries, not {}",
            game.moves.len(),
            game.took_ms.len()
        )));
    }
    let start = match &game.start_fen {
        None => Position::start(),
        Some(fen) if fen.len() > MAX_FEN => return Err(bad(format!("a FEN has at most {MAX_FEN} bytes"))),
        Some(fen) => {
            Position::from_fen(fen).map_err(|error| bad(format!("the FEN can't be read: {error}")))?
        }
    };
    let time = game.time.map(TimeControl::try_from).transpose().map_err(|error| bad(error.to_string()))?;
    if matches!(time, Some(TimeControl::Correspondence { .. })) {
        return Err(bad("a game over the board has a clock or no limit, not days".to_owned()));
    }
    Terms::new(start, time, seats).map_err(|error| bad(error.to_string()))
}

fn board_name(name: &str, color: Color) -> Result<PlayerName, ApiError> {
    let cleaned = visible(name);
    let side = match color {
        Color::White => "White",
        Color::Black => "Black",
    };
    let shown = if cleaned.is_empty() { side.to_owned() } else { cleaned };
    let found = shown.chars().count();
    if found > MAX_BOARD_NAME {
        let text = format!("{side}'s name has {found} characters, at most {MAX_BOARD_NAME} are possible");
        return Err(ApiError::BadRequest(text));
    }
    PlayerName::try_from(shown).map_err(|error| ApiError::BadRequest(format!("{side}'s name: {error}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_lost_on_time_has_ended_now() {
        let clock = r#"{"initial_ms": 60000, "increment_ms": 0}"#;
        let game = format!(
            r#"{{"start_fen": null, "time": {clock}, "moves": ["e2e4", "e7e5", "g1f3"], "took_ms": [900, 900, 900]}}"#
        );
        let wish = format!(
            r#"{{"game": {game}, "you": "white", "white": "Ann", "black": "Ben", "ending": {{"kind": "time_up"}}, "public": false}}"#
        );
        let wish: SaveBoardGame = serde_json::from_str(&wish).expect("a wish");
        let seat = |number| Seat::Player(PlayerId::from_bytes([number; 16]));
        let terms = terms(&wish.game, Seats { white: seat(1), black: seat(2) }).expect("terms");
        let now = Time(1_000_000_000);
        let events = Record::whole(terms, now, &wish).expect("a whole game");
        assert_eq!(events.last().map(|event| event.at), Some(now));
        // The moves took 2.7 s, and Black thought for a minute.
        assert_eq!(events.first().map(|event| event.at), Some(Time(now.0 - 2_700 - 60_000)));
        assert!(Game::replay(&events).is_ok_and(|game| game.is_over()));
    }
}
