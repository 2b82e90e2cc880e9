// SPDX-License-Identifier: AGPL-3.0-or-later
//! The lines that players have stored, as rooms read them.

use std::collections::HashMap;

use tabiya_archive::archive::ReadError;
use tabiya_game::{Game, GameId, PlayerId, TimeControl};
use tabiya_runtime::log_once::LogOnce;
use tabiya_store::{PlayerLines, StorageError};

use super::Rooms;
use super::core::LinesRead;
use super::registry::Unopened;
use crate::lines::Prepared;

/// How many rooms of a game may end while they are told of its lines.
const TRIES: usize = 8;

/// Every room with lines to read meets the same outage once a second.
static FAILS: LogOnce = LogOnce::new();

/// The lines of all players of some games.
pub(super) enum AllLines {
    /// By game and player.
    Read(HashMap<(GameId, PlayerId), String>),
    /// The store failed. A room of each game has to look by itself.
    Unknown,
}

impl AllLines {
    /// Whether a conditional move is to be played in this game now, as far as that is known.
    pub(super) fn may_have_reply(&self, id: GameId, game: &Game) -> bool {
        let Self::Read(rows) = self else { return is_slow(game) };
        let turn = game.turn();
        let row = game.seats()[turn].player().and_then(|player| rows.get(&(id, player)));
        row.is_some_and(|text| match read(id, game, text) {
            LinesRead::Found(prepared) => prepared.reply(game, turn).is_some(),
            LinesRead::Nothing | LinesRead::Failed => false,
        })
    }
}

impl Rooms {
    /// What this player has prepared in this game.
    pub(super) async fn lines_of(&self, id: GameId, game: &Game, player: PlayerId) -> LinesRead {
        match self.shared().ports.lines.lines(id, player).await {
            Ok(Some(PlayerLines { lines, .. })) => read(id, game, &lines),
            Ok(None) => LinesRead::Nothing,
            Err(error @ StorageError::Damaged { .. }) => {
                tracing::error!(game = %id, %error, "the lines of a player are damaged; none of them is played");
                LinesRead::Nothing
            }
            Err(error) => {
                FAILS.log(|| {
                    tracing::warn!(game = %id, %error, "the lines of players can't be read; trying again");
                });
                LinesRead::Failed
            }
        }
    }

    /// The lines of all players of those of these games that can have some.
    pub(super) async fn lines_in(&self, games: impl Iterator<Item = (GameId, &Game)>) -> AllLines {
        let ids: Vec<_> = games.filter(|(_, game)| is_slow(game)).map(|(id, _)| id).collect();
        if ids.is_empty() {
            return AllLines::Read(HashMap::new());
        }
        match self.shared().ports.lines.lines_in(&ids).await {
            Ok(rows) => {
                AllLines::Read(rows.into_iter().map(|row| ((row.game, row.player), row.lines)).collect())
            }
            Err(error) => {
                FAILS.log(|| {
                    tracing::warn!(%error, "the lines of players can't be read; their games get rooms, which try again");
                });
                AllLines::Unknown
            }
        }
    }

    /// A player has stored other lines in this game: where one of them applies by now, it is played. `is_due` says whether
    /// that is so for a game that has no room. When this returns, no line is played any more that was replaced.
    ///
    /// # Errors
    /// If there is no such game, or it can't be read.
    pub async fn lines_changed(&self, id: GameId, is_due: impl Fn(&Game) -> bool) -> Result<(), ReadError> {
        for _ in 0..TRIES {
            let room = match self.open_if(id, &is_due).await {
                Ok(room) => room,
                // The next room looks when it begins.
                Err(Unopened::NotWanted(_)) => return Ok(()),
                Err(Unopened::Failed(error)) => return Err(error),
            };
            // A room that ends in this moment may not have looked.
            if room.lines_changed().await.is_ok() {
                return Ok(());
            }
        }
        Err(StorageError::Closed.into())
    }
}

fn is_slow(game: &Game) -> bool {
    matches!(game.time_control(), Some(TimeControl::Correspondence { .. }))
}

fn read(id: GameId, game: &Game, text: &str) -> LinesRead {
    // No other games have lines.
    if !is_slow(game) {
        return LinesRead::Nothing;
    }
    match Prepared::read(text, game.history().start().castling_mode()) {
        Ok(prepared) => LinesRead::Found(Box::new(prepared)),
        Err(error) => {
            tracing::error!(game = %id, %error, "the lines of a player can't be read; none of them is played");
            LinesRead::Nothing
        }
    }
}
