// SPDX-License-Identifier: AGPL-3.0-or-later
//! A game as its clients see it.

use tabiya_engine::LEVELS_VERSION;
use tabiya_game::{Computer, Ending, Event, Game, GameId, Millis, PlayerId, Restriction, Seat, Status, Time};
use tabiya_protocol::boards::LiveGame;
use tabiya_protocol::http::GameSummary;
use tabiya_protocol::{
    ClocksView, GameEvent, GameStatus, GameView, LagView, MoveView, OriginView, PlayerView, RatingView,
    Situation,
};
use tabiya_rules::{Attempt, CastlingMode, Color, Move, Position, san};
use tabiya_runtime::ghosts::GHOST_NAME;

use crate::openings;

/// The whole game at this time, with all moves.
pub fn game(id: GameId, game: &Game, now: Time) -> GameView {
    GameView { moves: moves(game), ..game_without_moves(id, game, now) }
}

/// The same, for a game whose moves are told apart from it.
pub fn game_without_moves(id: GameId, game: &Game, now: Time) -> GameView {
    let start = game.history().start();
    GameView {
        id,
        start_fen: start.to_fen(),
        variant: game.terms().variant(),
        time: game.time_control().map(Into::into),
        rated: game.terms().is_rated(),
        no_takebacks: !game.terms().allows_takebacks(),
        no_rematch: game.terms().restrictions().has(Restriction::NoRematch),
        private: game.terms().is_private(),
        over_the_board: game.terms().is_over_the_board(),
        imported: game.terms().origin().map(|origin| OriginView {
            event: origin.event.clone(),
            site: origin.site.clone(),
            date: origin.date.clone(),
        }),
        white: player(game, Color::White),
        black: player(game, Color::Black),
        moves: Vec::new(),
        situation: situation(game, now),
    }
}

pub(crate) fn summary(id: GameId, game: &Game, you: Color, now: Time) -> GameSummary {
    let position = game.history().position();
    let last = game.history().moves().last();
    GameSummary {
        id,
        you,
        white: player(game, Color::White),
        black: player(game, Color::Black),
        time: game.time_control().map(Into::into),
        fen: position.to_fen(),
        last_move: last.map(|last| last.to_uci(position.castling_mode())),
        ply: game.ply(),
        turn: position.turn(),
        left_ms: left(game, now),
        status: status(game),
        over_the_board: game.terms().is_over_the_board(),
        imported: game.terms().origin().is_some(),
    }
}

/// The time that the side to move has left, while the game is played with clocks.
fn left(game: &Game, now: Time) -> Option<u32> {
    let clocks = clocks(game, now).filter(|_| matches!(game.status(), Status::Playing))?;
    Some(match game.history().position().turn() {
        Color::White => clocks.white_ms,
        Color::Black => clocks.black_ms,
    })
}

/// The position at this time with all that may be done in it: legal moves, clocks, offers and claims.
pub fn situation(game: &Game, now: Time) -> Situation {
    let position = game.history().position();
    let playing = matches!(game.status(), Status::Playing);
    Situation {
        fen: position.to_fen(),
        ply: game.ply(),
        turn: position.turn(),
        check: position.is_check(),
        legal: if playing && !game.is_paused() { legal(position) } else { Vec::new() },
        clocks: clocks(game, now),
        draw_offer: game.draw_offer(),
        takeback: game.takeback_proposal(),
        paused: game.is_paused(),
        claim: game.claim(),
        can_abort: game.can_abort(),
        berserk: Color::ALL.into_iter().filter(|side| game.is_berserk(*side)).collect(),
        may_berserk: Color::ALL.into_iter().filter(|side| game.may_go_berserk(*side)).collect(),
        status: status(game),
    }
}

/// Every legal move; in standard chess castling stands twice, for those who move the king two squares and for
/// those who put it on the rook.
pub fn legal(position: &Position) -> Vec<Attempt> {
    let mode = position.castling_mode();
    let moves = position.legal_moves();
    let mut legal = Vec::with_capacity(moves.len() + 2);
    for &each in &moves {
        legal.push(each.as_uci(mode));
        if each.is_castling() && mode == CastlingMode::Standard {
            legal.push(each.as_uci(CastlingMode::Chess960));
        }
    }
    legal
}

/// A running game as a small board. `None` if nothing counts its time.
pub fn live(id: GameId, game: &Game, now: Time) -> Option<LiveGame> {
    let GameSummary { white, black, time, fen, last_move, .. } = summary(id, game, Color::White, now);
    let speed = game.time_control()?.speed();
    Some(LiveGame { id, speed, white, black, time, fen, last_move, clocks: clocks(game, now) })
}

fn clocks(game: &Game, now: Time) -> Option<ClocksView> {
    let [white, black] = game.clocks_at(now)?;
    let delay = game.delay_at(now).filter(|delay| *delay > Millis::ZERO);
    let first_move = game.first_move_deadline().map(|deadline| deadline.since(now));
    Some(ClocksView {
        white_ms: white.0,
        black_ms: black.0,
        running: game.running(),
        delay_ms: delay.map(|delay| delay.0),
        first_move_ms: first_move.map(|left| left.0),
    })
}

/// Every move so far. Made anew each time: few ask for the whole game, and kept it would be most of a room's memory.
pub fn moves(game: &Game) -> Vec<MoveView> {
    let mut position = *game.history().start();
    let moves = game.history().moves().iter().zip(game.plies());
    moves
        .map(|(&each, ply)| {
            let after = position.after(each);
            let played = played(&position, each, &after, ply.clock);
            position = after;
            played
        })
        .collect()
}

/// The move that led from `before` to `after`.
pub fn played(before: &Position, last: Move, after: &Position, clock: Option<Millis>) -> MoveView {
    MoveView {
        uci: last.as_uci(before.castling_mode()),
        san: san(before, last),
        fen: after.to_fen(),
        check: after.is_check(),
        clock_ms: clock.map(|clock| clock.0),
        opening: openings::of(after).map(|opening| opening.name.to_owned()),
    }
}

/// What the log calls `event`, which led from `before` to how the game stands now.
pub fn event(event: &Event, before: &Position, game: &Game) -> GameEvent {
    match *event {
        Event::Created(_) => GameEvent::Created,
        Event::Joined { color, .. } => GameEvent::Joined { color, player: player(game, color) },
        Event::MovePlayed { clock, .. } => {
            let history = game.history();
            let last = *history.moves().last().expect("a move was just played");
            let played = played(before, last, history.position(), clock);
            GameEvent::MovePlayed { played, by: game.turn().opposite() }
        }
        Event::DrawOffered { by } => GameEvent::DrawOffered { by },
        Event::DrawDeclined { by } => GameEvent::DrawDeclined { by },
        Event::TakebackProposed { by } => GameEvent::TakebackProposed { by },
        Event::TakebackDeclined { by } => GameEvent::TakebackDeclined { by },
        Event::TakenBack { by, half_moves, .. } => GameEvent::TakenBack { by, half_moves },
        Event::TimeGiven { by, time } => GameEvent::TimeGiven { by, time_ms: time.0 },
        Event::Berserk { by, .. } => GameEvent::Berserk { by },
        Event::ClocksStarted => GameEvent::ClocksStarted,
        Event::ClocksPaused { .. } => GameEvent::ClocksPaused,
        Event::ClockSet { side, left } => GameEvent::ClockSet { side, left_ms: left.0 },
        Event::SetBack { half_moves, .. } => GameEvent::SetBack { half_moves },
        Event::ClocksResumed => GameEvent::ClocksResumed,
        Event::TurnRestarted { .. } => GameEvent::TurnRestarted,
        Event::Ended { result, termination, .. } => GameEvent::Ended { result, termination },
    }
}

/// Whether the game waits for a player, is played, or has ended, and how.
pub fn status(game: &Game) -> GameStatus {
    match game.status() {
        Status::Waiting => GameStatus::Waiting,
        Status::Playing => GameStatus::Playing,
        Status::Ended(Ending { result, termination, .. }) => GameStatus::Ended { result, termination },
    }
}

/// Who plays this side, as they were known when they took their seat.
pub fn player(game: &Game, color: Color) -> PlayerView {
    match game.seats()[color] {
        Seat::Open => PlayerView::Open,
        Seat::Player(_) if let Some(details) = game.details(color) => PlayerView::Player {
            name: details.name.to_string(),
            title: details.title,
            rating: details
                .rating
                .map(|then| RatingView { points: then.points, provisional: then.provisional }),
        },
        Seat::Player(_) if game.is_nameless(color) => PlayerView::Ghost,
        Seat::Player(_) if let Some(name) = game.terms().name_at_the_board(color) => {
            PlayerView::Guest { name: name.to_string() }
        }
        Seat::Player(player) => PlayerView::Guest { name: guest_name(player) },
        Seat::Computer(computer) => computer_view(computer),
    }
}

/// A player in one line, with title and rating; `open` stands for a seat that nobody has taken.
pub fn in_one_line(player: &PlayerView, open: &str) -> String {
    match player {
        PlayerView::Open => open.to_owned(),
        PlayerView::Player { name, title, rating } => {
            let title = title.map_or_else(String::new, |title| format!("{title} "));
            let rating = rating.map_or_else(String::new, |rating| format!(" ({})", rating.points));
            format!("{title}{name}{rating}")
        }
        PlayerView::Ghost => GHOST_NAME.to_owned(),
        PlayerView::Guest { name } => name.clone(),
        PlayerView::Computer { level, .. } => format!("Computer, level {level}"),
    }
}

/// The engine on a seat.
pub fn computer_view(computer: Computer) -> PlayerView {
    let version = computer.version.filter(|version| *version != LEVELS_VERSION);
    PlayerView::Computer { level: computer.level.get(), version }
}

/// Tells two guests apart, and nothing more.
pub fn guest_name(player: PlayerId) -> String {
    let [first, second, ..] = *player.as_bytes();
    format!("Guest {first:02x}{second:02x}")
}

/// What both players' lines were like.
pub fn lag(game: &Game) -> LagView {
    let reports = game.lag_reports();
    LagView { white: reports.map(|[white, _]| white.into()), black: reports.map(|[_, black]| black.into()) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::num::NonZeroU8;

    #[test]
    fn the_level_of_an_old_game_comes_with_its_version() {
        let seen = |version| {
            let computer = Computer { level: NonZeroU8::new(5).unwrap(), version };
            serde_json::to_value(computer_view(computer)).unwrap().to_string()
        };
        assert_eq!(seen(Some(LEVELS_VERSION)), r#"{"kind":"computer","level":5}"#);
        assert_eq!(seen(Some(10)), r#"{"kind":"computer","level":5,"version":10}"#);
    }
}
