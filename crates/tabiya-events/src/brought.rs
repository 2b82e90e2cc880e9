// SPDX-License-Identifier: AGPL-3.0-or-later
//! Running games are saved with their event, and go on where the event is taken up from its file.
//!
//! A game comes with its whole log: moves, clocks, and what the arbiter did. Its clocks are paused at its last event, so the time that
//! the server was away is charged to nobody, as after a restart. Its players may have other ids here: a seat at the venue follows
//! from a secret of the server, and an account may be missing. So the first entry of the log names those whom this server would seat.

use tabiya_game::{Command, Event as GameEvent, Game, GameId, Stamped};
use tabiya_protocol::events::EventId;
use tabiya_store::{AppendError, CreateError, StorageError};

use crate::event::Event;
use crate::events::{EventError, Events};
use crate::saved::RunningGames;
use crate::seated::{Seated, seated};

/// What became of the running games of a file.
#[derive(Debug, Default)]
pub(crate) struct Brought {
    /// Those that go on here, with their clocks paused.
    pub(crate) paused: Vec<GameId>,
    /// Those of them that have more moves here than before.
    pub(crate) moved: Vec<GameId>,
    /// Those that have more moves here than before and no clock to pause: they are over, and their results come by themselves, or
    /// have days for each move.
    pub(crate) unpaused: Vec<GameId>,
    /// Those that don't: the file does not have them, or this server has gone on with them in another way.
    pub(crate) left: Vec<GameId>,
    /// Those of them with which this server has gone on in another way.
    pub(crate) parted: Vec<GameId>,
}

impl Events {
    /// How much the logs of the running games of an event have in all: more after each move.
    pub(crate) async fn moves(&self, event: &Event) -> Result<usize, StorageError> {
        let games = at_boards(event);
        if games.is_empty() {
            return Ok(0);
        }
        let logs = self.store().log.load_all(games).await?;
        Ok(logs.into_iter().flatten().flatten().map(|log| log.len()).sum())
    }

    /// The logs of the games that run at boards of an event. One that can't be read is left out: the event is saved all the same.
    pub(crate) async fn running_games(&self, event: &Event) -> Result<RunningGames, StorageError> {
        let games = at_boards(event);
        if games.is_empty() {
            return Ok(RunningGames::new());
        }
        let logs = self.store().log.load_all(games.clone()).await?;
        let mut found = RunningGames::new();
        for (game, log) in games.into_iter().zip(logs) {
            match log {
                Ok(Some(log)) if Game::replay(&log).is_ok() => {
                    found.insert(game, log);
                }
                Ok(_) => {}
                Err(error) => tracing::warn!(%game, %error, "a running game can't be saved with its event"),
            }
        }
        Ok(found)
    }

    /// The games of a file that have come further there than here, or another way.
    pub(crate) async fn newer_games(
        &self,
        event: &Event,
        games: &RunningGames,
    ) -> Result<RunningGames, EventError> {
        let mut newer = RunningGames::new();
        for game in at_boards(event) {
            let Some(log) = games.get(&game) else { continue };
            let here = self.store().log.load(game).await?.unwrap_or_default();
            let (here, there) = (without_still_pauses(&here), without_still_pauses(log));
            if there.len() > here.len() || !go_one_way(&here, &there) {
                newer.insert(game, log.clone());
            }
        }
        Ok(newer)
    }

    /// Takes the running games of a file into the log of games. `event` is the event as it is here. Asked again after a power cut, it
    /// does the same.
    pub(crate) async fn bring_games(
        &self,
        id: EventId,
        event: &Event,
        games: &RunningGames,
    ) -> Result<Brought, EventError> {
        let mut brought = Brought::default();
        for game in event.open_games() {
            let here = self.store().log.load(game).await?;
            let here = here.filter(|log| Game::replay(log).is_ok());
            let file = match games.get(&game).filter(|_| event.arena_place(game).is_none()) {
                Some(log) => self.seated_here(id, event, game, log).await?,
                None => None,
            };
            let is_in_both = here.is_some() && file.is_some();
            let known = here.as_ref().map_or(0, Vec::len);
            let added = match (here, file) {
                // It is here and nowhere else.
                (Some(_), None) => continue,
                (None, None) => false,
                (None, Some(log)) => self.begin_with(game, paused(log)).await?,
                (Some(here), Some(log)) => self.go_on_with(game, &here, log).await?,
            };
            if !added {
                brought.left.push(game);
                brought.parted.extend(is_in_both.then_some(game));
                continue;
            }
            let log = self.store().log.load(game).await?.unwrap_or_default();
            let more = (log.len() > known).then_some(game);
            if Game::replay(&log).is_ok_and(|game| game.is_paused()) {
                brought.paused.push(game);
                brought.moved.extend(more);
            } else {
                brought.unpaused.extend(more);
            }
        }
        Ok(brought)
    }

    /// The log with the players whom this server would seat; `None` if there are none.
    async fn seated_here(
        &self,
        id: EventId,
        event: &Event,
        game: GameId,
        log: &[Stamped],
    ) -> Result<Option<Vec<Stamped>>, EventError> {
        let Some((round, board, place)) = event.place_of(game) else { return Ok(None) };
        let these = &event.rounds[round];
        let board = &these.boards[board];
        let round = crate::event::number(round + 1);
        let seats = event.venue_seats_at(id, (round, these.paired), board.number, board);
        let key = if seats.is_empty() { None } else { Some(self.venue_key().await?) };
        let seated = seated(event, &seats, key.as_ref(), board, &board.games[place]);
        Ok(seated.and_then(|seated| reseated(log, &seated)))
    }

    async fn begin_with(&self, game: GameId, log: Vec<Stamped>) -> Result<bool, EventError> {
        match self.store().log.create_game(game, log).await {
            Ok(()) => Ok(true),
            Err(CreateError::Exists { .. } | CreateError::Fenced { .. }) => Ok(false),
            Err(CreateError::Storage(error)) => Err(error.into()),
        }
    }

    /// Goes on with a game that is here by what the log of a file has behind that.
    async fn go_on_with(
        &self,
        game: GameId,
        here: &[Stamped],
        log: Vec<Stamped>,
    ) -> Result<bool, EventError> {
        let Some(more) = behind(here, log) else { return Ok(false) };
        if more.is_empty() {
            return Ok(true);
        }
        let first = u32::try_from(here.len()).unwrap_or(u32::MAX);
        match self.store().log.append(game, first, more).await {
            Ok(()) => Ok(true),
            Err(AppendError::Storage(error)) => Err(error.into()),
            Err(_) => Ok(false),
        }
    }
}

/// The running games at boards of an event. An arena pairs its players anew.
fn at_boards(event: &Event) -> Vec<GameId> {
    let mut games = event.open_games();
    games.retain(|game| event.arena_place(*game).is_none());
    games
}

/// The log, with these players in its first event.
fn reseated(log: &[Stamped], seated: &Seated) -> Option<Vec<Stamped>> {
    let (first, rest) = log.split_first()?;
    let GameEvent::Created(terms) = &first.event else { return None };
    let terms = seated.named(Box::clone(terms).played_by(seated.players).ok()?).ok()?;
    let first = Stamped::new(first.at, GameEvent::Created(Box::new(terms)));
    let log: Vec<Stamped> = std::iter::once(first).chain(rest.iter().cloned()).collect();
    Game::replay(&log).is_ok().then_some(log)
}

/// Whether one of the logs goes on with the other. Both may name their players in their own way.
fn go_one_way(here: &[Stamped], there: &[Stamped]) -> bool {
    here.iter().zip(there).skip(1).all(|(here, there)| here == there)
}

/// What a game that is here lacks of the log of a file; `None` if it went on here in another way. Restored once too early, the game has
/// stood still here since then: its pause ends when it began, and the time runs on as in the file.
fn behind(here: &[Stamped], file: Vec<Stamped>) -> Option<Vec<Stamped>> {
    let (stood, file) = (without_still_pauses(here), without_still_pauses(&file));
    if !go_one_way(&stood, &file) {
        return None;
    }
    if file.len() < stood.len() {
        return Some(Vec::new());
    }
    let mut log = here.to_vec();
    let is_paused = Game::replay(here).ok()?.is_paused();
    let more = &file[stood.len()..];
    if is_paused && stood.len() < here.len() && !more.is_empty() {
        let at = here.last()?.at;
        log.push(Stamped::new(at, GameEvent::ClocksResumed));
    }
    log.extend(more.iter().cloned());
    Game::replay(&log).ok()?;
    Some(paused(log).split_off(here.len()))
}

/// The log without pauses in which no time passed, as restoring a game ends or makes them.
fn without_still_pauses(log: &[Stamped]) -> Vec<Stamped> {
    let mut kept: Vec<Stamped> = Vec::new();
    let mut rest = log.iter().peekable();
    while let Some(one) = rest.next() {
        let is_pause = matches!(one.event, GameEvent::ClocksPaused { .. });
        let begins = is_pause && kept.last().is_some_and(|last| last.at == one.at);
        let ends = |next: &Stamped| next.at == one.at && matches!(next.event, GameEvent::ClocksResumed);
        match rest.peek() {
            None if begins => {}
            Some(next) if begins && ends(next) => {
                rest.next();
            }
            _ => kept.push(one.clone()),
        }
    }
    kept
}

/// The log, with the clocks paused at its end. Without a chess clock, and behind the end of the game, there is nothing to pause.
fn paused(mut log: Vec<Stamped>) -> Vec<Stamped> {
    let (Ok(game), Some(at)) = (Game::replay(&log), log.last().map(|last| last.at)) else { return log };
    if let Ok(events) = game.decide(Command::PauseClocks, at) {
        log.extend(events.into_iter().map(|event| Stamped::new(at, event)));
    }
    log
}
