// SPDX-License-Identifier: AGPL-3.0-or-later
//! A game, in the shapes of this dialect. Pure functions.

use serde_json::{Value, json};
use tabiya_accounts::people::key_of_typed;
use tabiya_archive::view;
use tabiya_game::{
    Bonus, Category, ClockControl, Game, GameId, GameResult, PlayerDetails, Seat, Speed, Status, Termination,
    TimeControl,
};
use tabiya_protocol::{GameStatus, PlayerView, RatingView};
use tabiya_rules::{Color, Position};
use tabiya_runtime::ghosts::GHOST_NAME;

use super::person::{perf, perf_name};
use super::played_in::PlayedIn;
use super::variant::Kind;

/// What stands for the time in a game without a limit.
pub(super) const UNLIMITED: u32 = i32::MAX as u32;

/// The name of a speed; a game without a limit is played over days.
pub(super) fn speed(time: Option<TimeControl>) -> &'static str {
    counted_as(time).name()
}

/// In which category the game counts, or would count.
pub(super) fn category(start: &Position, time: Option<TimeControl>) -> Category {
    Category::new(start.variant(), counted_as(time))
}

/// The speed of a game; one without a limit is played over days.
pub(super) fn counted_as(time: Option<TimeControl>) -> Speed {
    time.map_or(Speed::Correspondence, TimeControl::speed)
}

/// Initial time and increment in milliseconds. A delay stands in the increment's place, which no client knows otherwise.
pub(super) const fn clock(control: ClockControl) -> (u32, u32) {
    let bonus = match control.bonus() {
        Bonus::Increment(time) | Bonus::Delay(time) | Bonus::Bronstein(time) => time,
    };
    (control.initial().0, bonus.0)
}

/// Our own addition: says beside the increment that it is a delay, and which.
pub(super) fn name_delay(clock: &mut Value, control: ClockControl, unit: u32) {
    match control.bonus() {
        Bonus::Increment(_) => {}
        Bonus::Delay(time) => clock["delay"] = json!(time.0 / unit),
        Bonus::Bronstein(time) => clock["bronstein"] = json!(time.0 / unit),
    }
}

/// The time control of a challenge.
pub(super) fn time_control(time: Option<TimeControl>) -> Value {
    match time {
        None => json!({ "type": "unlimited" }),
        Some(TimeControl::Correspondence { days }) => {
            json!({ "type": "correspondence", "daysPerTurn": days.get() })
        }
        Some(TimeControl::Clocks { white, .. }) => {
            let (initial, increment) = clock(white);
            let mut clock = json!({
                "type": "clock",
                "limit": initial / 1000,
                "increment": increment / 1000,
                "show": format!("{}+{}", minutes(initial), increment / 1000),
            });
            name_delay(&mut clock, white, 1000);
            clock
        }
    }
}

/// Minutes as people write them: `½`, `1`, `1.5`.
fn minutes(ms: u32) -> String {
    match ms {
        15_000 => "¼".to_owned(),
        30_000 => "½".to_owned(),
        45_000 => "¾".to_owned(),
        ms if ms.is_multiple_of(60_000) => (ms / 60_000).to_string(),
        ms => format!("{:.1}", f64::from(ms) / 60_000.0),
    }
}

/// The word for how a game stands.
pub(super) const fn status_word(status: GameStatus) -> &'static str {
    match status {
        GameStatus::Waiting => "created",
        GameStatus::Playing => "started",
        GameStatus::Ended { result, termination } => termination_word(result, termination),
    }
}

const fn termination_word(result: GameResult, termination: Termination) -> &'static str {
    match termination {
        Termination::Checkmate => "mate",
        Termination::Resignation => "resign",
        Termination::Stalemate => "stalemate",
        Termination::TimeForfeit | Termination::TimeForfeitInsufficientMaterial => "outoftime",
        Termination::Abandonment | Termination::AbandonmentInsufficientMaterial => "timeout",
        Termination::Abort | Termination::NoFirstMove => "aborted",
        Termination::ArbiterDecision if matches!(result, GameResult::Aborted) => "aborted",
        // Any draw but stalemate has this word.
        Termination::ArbiterDecision | Termination::Unknown if matches!(result, GameResult::Draw) => "draw",
        Termination::ArbiterDecision | Termination::Unknown => "unknownFinish",
        Termination::InsufficientMaterial
        | Termination::FivefoldRepetition
        | Termination::SeventyFiveMoves
        | Termination::ThreefoldRepetition
        | Termination::FiftyMoves
        | Termination::Agreement => "draw",
    }
}

/// The number of that word.
const fn status_id(status: GameStatus) -> u32 {
    match status {
        GameStatus::Waiting => 10,
        GameStatus::Playing => 20,
        GameStatus::Ended { result, termination } => match termination {
            Termination::Abort | Termination::NoFirstMove => 25,
            Termination::ArbiterDecision if matches!(result, GameResult::Aborted) => 25,
            Termination::Checkmate => 30,
            Termination::Resignation => 31,
            Termination::Stalemate => 32,
            Termination::Abandonment | Termination::AbandonmentInsufficientMaterial => 33,
            Termination::TimeForfeit | Termination::TimeForfeitInsufficientMaterial => 35,
            Termination::InsufficientMaterial
            | Termination::FivefoldRepetition
            | Termination::SeventyFiveMoves
            | Termination::ThreefoldRepetition
            | Termination::FiftyMoves
            | Termination::Agreement => 34,
            Termination::ArbiterDecision | Termination::Unknown if matches!(result, GameResult::Draw) => 34,
            Termination::ArbiterDecision | Termination::Unknown => 38,
        },
    }
}

pub(super) fn status(status: GameStatus) -> Value {
    json!({ "id": status_id(status), "name": status_word(status) })
}

/// Who has won; `None` where nobody has.
pub(super) const fn winner(status: GameStatus) -> Option<Color> {
    match status {
        GameStatus::Ended { result, .. } => result.winner(),
        GameStatus::Waiting | GameStatus::Playing => None,
    }
}

pub(super) const fn color(color: Color) -> &'static str {
    match color {
        Color::White => "white",
        Color::Black => "black",
    }
}

/// A side as the streams of boards and bots show it.
pub(super) fn side(view: &PlayerView) -> Value {
    match view {
        PlayerView::Player { name, title, rating } => {
            let mut side = json!({
                "id": key_of_typed(name),
                "name": name,
                "title": title.map(|title| title.to_string()),
                "rating": rating.map_or(1500, |rating| rating.points),
            });
            if is_provisional(*rating) {
                side["provisional"] = json!(true);
            }
            side
        }
        PlayerView::Computer { level, .. } => json!({ "aiLevel": level }),
        PlayerView::Ghost => json!({ "id": null, "name": GHOST_NAME, "title": null, "rating": 1500 }),
        PlayerView::Guest { name } => json!({ "id": null, "name": name, "title": null, "rating": 1500 }),
        PlayerView::Open => json!({ "id": null, "name": "?", "title": null }),
    }
}

fn is_provisional(rating: Option<RatingView>) -> bool {
    rating.is_none_or(|rating| rating.provisional)
}

/// A side as exports show it.
pub(super) fn player(game: &Game, side: Color, change: Option<i32>) -> Value {
    let mut shown = match (game.seats()[side], game.details(side)) {
        (Seat::Player(_), Some(PlayerDetails { name, title, rating })) => {
            let mut user = json!({ "name": name.to_string(), "id": key_of_typed(name.as_str()) });
            if let Some(title) = title {
                user["title"] = json!(title.to_string());
            }
            let mut shown = json!({ "user": user });
            if let Some(rating) = rating {
                shown["rating"] = json!(rating.points);
                if rating.provisional {
                    shown["provisional"] = json!(true);
                }
            }
            shown
        }
        (Seat::Player(_), None) => match view::player(game, side) {
            PlayerView::Ghost => json!({ "name": GHOST_NAME }),
            PlayerView::Guest { name } => json!({ "name": name }),
            _ => json!({}),
        },
        (Seat::Computer(computer), _) => json!({ "aiLevel": computer.level.get() }),
        (Seat::Open, _) => json!({}),
    };
    if let Some(change) = change {
        shown["ratingDiff"] = json!(change);
    }
    shown
}

/// The game as one that its player has: in events, and in the list of those that go on.
pub(super) fn own(
    id: GameId,
    game: &Game,
    side: Color,
    tournament: Option<&PlayedIn>,
    now: tabiya_game::Time,
) -> Value {
    let start = game.history().start();
    let position = game.history().position();
    let status_now = view::status(game);
    let opponent = match view::player(game, side.opposite()) {
        PlayerView::Player { name, rating, .. } => json!({
            "id": key_of_typed(&name),
            "username": name,
            "rating": rating.map(|rating| rating.points),
        }),
        PlayerView::Computer { level, .. } => {
            json!({ "id": null, "username": format!("Tabiya level {level}"), "ai": level })
        }
        PlayerView::Ghost => json!({ "id": null, "username": GHOST_NAME }),
        PlayerView::Guest { name } => json!({ "id": null, "username": name }),
        PlayerView::Open => json!({ "id": null, "username": "?" }),
    };
    let category = category(start, game.time_control());
    let mut own = json!({
        "fullId": full_id(id, side),
        "gameId": id,
        "id": id,
        "fen": position.to_fen(),
        "color": color(side),
        "lastMove": game.history().moves().last().map_or_else(String::new, |last| last.to_uci(position.castling_mode())),
        "source": if matches!(game.seats()[side.opposite()], Seat::Computer(_)) { "ai" } else { "friend" },
        "status": status(status_now),
        "variant": { "key": Kind::of(start).key(), "name": Kind::of(start).json()["name"] },
        "speed": speed(game.time_control()),
        "perf": perf(category),
        "rated": game.terms().is_rated(),
        "hasMoved": game.ply() >= if side == Color::White { 1 } else { 2 },
        "opponent": opponent,
        "isMyTurn": !game.is_over() && game.turn() == side,
        "compat": { "bot": true, "board": true },
    });
    if let (Some(clocks), Status::Playing) = (game.clocks_at(now), game.status()) {
        own["secondsLeft"] = json!(clocks[side as usize].0 / 1000);
    }
    if let Some(tournament) = tournament {
        tournament.add_to_own(&mut own);
        if let Some(source) = tournament.source() {
            own["source"] = json!(source);
        }
    }
    if let Some(winner) = winner(status_now) {
        own["winner"] = json!(color(winner));
    }
    if let Some(rating) = game.details(side).and_then(|details| details.rating) {
        own["rating"] = json!(rating.points);
    }
    own
}

/// Twelve characters by which clients name one side of a game.
fn full_id(id: GameId, side: Color) -> String {
    format!("{id}{}", if side == Color::White { "whit" } else { "blck" })
}

/// The name of the game's category.
pub(super) fn perf_of(game: &Game) -> Value {
    json!({ "name": perf_name(category(game.history().start(), game.time_control())) })
}
