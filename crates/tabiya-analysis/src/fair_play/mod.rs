// SPDX-License-Identifier: AGPL-3.0-or-later
//! Who may see what an engine says. Nobody who plays is helped.
//!
//! Running games are analysed for nobody. Whoever plays a game with a clock sees no analysis at all until it is over. Whoever
//! plays by correspondence, or without a clock, sees none of a game with a position that occurred in one of those games or
//! can still occur there. Games without a clock against the computer don't count: nobody is cheated there, and they may
//! stand for months.
//!
//! The first moves are common to most games. So a position of the first ten half-moves counts only while it can still occur.

mod reach;

use std::collections::HashSet;

use tabiya_archive::archive::{Archive, ReadError};
use tabiya_game::{Game, GameId, PlayerId, Seat, TimeControl};
use tabiya_protocol::Refusal;
use tabiya_rules::{Color, History, Position};
use tabiya_runtime::identity::Identity;
use tabiya_store::{ArchivedGame, StorageError, Store};

pub use reach::can_still_occur;

/// Unfinished games of a player that are looked at. A player may have fewer, unless the operator allows more.
const MOST_GAMES: u32 = 1_000;
/// Half-moves that most games have in common.
const COMMON: usize = 10;

/// Why somebody may not see what an engine says about some positions.
#[derive(Debug)]
pub enum Closed {
    /// As it is told.
    Refused(Refusal),
    /// It could not be found out.
    Storage(StorageError),
}

impl From<StorageError> for Closed {
    fn from(error: StorageError) -> Self {
        Self::Storage(error)
    }
}

/// What a running game means to one of its players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Meaning {
    /// The engine is off.
    Off,
    /// The engine is off for positions of the game.
    Positions,
    /// Nothing.
    Nothing,
}

fn meaning(row: &ArchivedGame) -> Meaning {
    let is_computer = |color| matches!(row.seats()[color], Seat::Computer(_));
    match row.time {
        _ if row.seats().open().is_some() => Meaning::Nothing,
        Some(TimeControl::Clocks { .. }) => Meaning::Off,
        None if Color::ALL.into_iter().any(is_computer) => Meaning::Nothing,
        Some(TimeControl::Correspondence { .. }) | None => Meaning::Positions,
    }
}

/// Asks whether somebody may see the analysis of a game that they may see.
///
/// # Errors
/// If they may not, or the storage fails.
pub async fn check(
    store: &Store,
    archive: &Archive,
    visitor: Option<&Identity>,
    game: &Game,
) -> Result<(), Closed> {
    // Whoever asks about a running game hears that first.
    if !game.is_over() {
        return Err(Closed::Refused(Refusal::AnalysisOfRunning));
    }
    OwnGames::of(store, archive, visitor).await?.check(game).map_err(Closed::Refused)
}

/// Asks whether somebody may see what an engine says about a position by itself.
///
/// # Errors
/// If they may not, or the storage fails.
pub async fn check_position(
    store: &Store,
    archive: &Archive,
    visitor: Option<&Identity>,
    position: &Position,
) -> Result<(), Closed> {
    let own = OwnGames::of(store, archive, visitor).await?;
    let is_closed = |running: &History| {
        running.keys().contains(&position.key()) || can_still_occur(running.position(), position)
    };
    own.refuse(is_closed).map_err(Closed::Refused)
}

/// The games that somebody plays, as far as an engine could help in them.
pub struct OwnGames {
    /// A game with a clock: nothing may be seen.
    is_playing: bool,
    running: Vec<(GameId, History)>,
}

impl OwnGames {
    /// Reads them.
    ///
    /// # Errors
    /// If the storage fails.
    pub async fn of(
        store: &Store,
        archive: &Archive,
        visitor: Option<&Identity>,
    ) -> Result<Self, StorageError> {
        let mut own = Self { is_playing: false, running: Vec::new() };
        let Some(visitor) = visitor else { return Ok(own) };
        let mut games = Vec::new();
        for player in players(visitor) {
            for row in store.archive.unfinished_of(player, MOST_GAMES).await? {
                match meaning(&row) {
                    Meaning::Off => return Ok(Self { is_playing: true, ..own }),
                    Meaning::Positions => games.push(row.id),
                    Meaning::Nothing => {}
                }
            }
        }
        for id in games {
            match archive.game(id).await {
                Ok(read) if read.game().is_over() => {}
                Ok(read) => own.running.push((id, read.game().history().clone())),
                Err(ReadError::NoSuchGame(_)) => {}
                Err(ReadError::Storage(error)) => return Err(error),
            }
        }
        Ok(own)
    }

    /// Whether the analysis of a game that is over may be seen.
    ///
    /// # Errors
    /// Why not.
    pub fn check(&self, game: &Game) -> Result<(), Refusal> {
        if !game.is_over() {
            return Err(Refusal::AnalysisOfRunning);
        }
        let positions = if self.running.is_empty() { Vec::new() } else { positions(game.history()) };
        self.refuse(|running| helps(&positions, running))
    }

    fn refuse(&self, is_closed: impl Fn(&History) -> bool) -> Result<(), Refusal> {
        if self.is_playing {
            return Err(Refusal::AnalysisWhilePlaying);
        }
        match self.running.iter().find(|(_, running)| is_closed(running)) {
            Some((game, _)) => Err(Refusal::AnalysisNearOwnGame { game: *game }),
            None => Ok(()),
        }
    }
}

/// An account, and the guests whose games it has taken over.
fn players(visitor: &Identity) -> Vec<PlayerId> {
    let guests = visitor.login.iter().flat_map(|login| login.guests.iter().copied());
    std::iter::once(visitor.player).chain(guests).collect()
}

/// The positions of a game: the start, and the one after each move.
fn positions(game: &History) -> Vec<Position> {
    let mut position = *game.start();
    let mut positions = vec![position];
    for mv in game.moves() {
        position.play(*mv);
        positions.push(position);
    }
    positions
}

/// Whether an engine's evaluation of these positions could help somebody in a running game.
fn helps(positions: &[Position], running: &History) -> bool {
    let occurred: HashSet<u64> = running.keys().iter().copied().collect();
    let now = running.position();
    positions.iter().enumerate().any(|(half_moves, position)| {
        (half_moves >= COMMON && occurred.contains(&position.key())) || can_still_occur(now, position)
    })
}

#[cfg(test)]
mod tests {
    use tabiya_rules::parse_san;

    use super::*;

    fn game(moves: &str) -> History {
        let mut history = History::new(Position::start());
        for san in moves.split_whitespace() {
            history.play(parse_san(history.position(), san).unwrap());
        }
        history
    }

    fn check(finished: &str, running: &str, expected: bool) {
        assert_eq!(helps(&positions(&game(finished)), &game(running)), expected, "{finished} / {running}");
    }

    #[test]
    fn a_game_is_closed_whose_positions_occurred_or_can_still_occur() {
        check("e4 e5", "", true);
        check("e4 e5 Nf3 Nc6", "e4 e5", true);
        // Another opening, which can't come about any more.
        check("d4 d5 c4 e6", "e4 e5 Nf3", false);
        check("e4 c5 Nf3 d6", "e4 e5", false);
        // The first moves are the same, and lead somewhere else.
        check("e4 e5 Nf3 Nc6 d4", "e4 e5 Nf3 Nc6 Bb5 a6 Bxc6 dxc6 d3", false);
        // The eleventh half-move occurred, though the game has gone on since.
        let ruy = "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1";
        check(ruy, &format!("{ruy} b5 Bb3 d6 c3"), true);
        // An endgame that can come about.
        check(ruy, "e4 e5", true);
    }
}
