// SPDX-License-Identifier: AGPL-3.0-or-later
//! The lines that players have stored, as rooms read them.

use std::collections::HashMap;

use tabiya_archive::archive::ReadError;
use tabiya_game::{Game, GameId, PlayerId, TimeControl};
use tabiya_store::{PlayerLines, StorageError, UnfinishedGame};

use super::Rooms;
use super::core::LinesRead;
use crate::lines::Prepared;

/// The lines of all players of some games.
pub(super) struct AllLines(HashMap<(GameId, PlayerId), String>);

impl AllLines {
    /// Whether a conditional move is to be played in this game now.
    pub(super) fn has_reply(&self, id: GameId, game: &Game) -> bool {
        let turn = game.turn();
        let row = game.seats()[turn].player().and_then(|player| self.0.get(&(id, player)));
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
                tracing::warn!(game = %id, %error, "the lines of a player can't be read; trying again");
                LinesRead::Failed
            }
        }
    }

    /// The lines of all players of these games.
    ///
    /// # Errors
    /// If the storage fails.
    pub(super) async fn lines_in(&self, games: &[UnfinishedGame]) -> Result<AllLines, StorageError> {
        let ids: Vec<_> = games.iter().map(|game| game.id).collect();
        let rows = self.shared().ports.lines.lines_in(&ids).await?;
        Ok(AllLines(rows.into_iter().map(|row| ((row.game, row.player), row.lines)).collect()))
    }

    /// A player has stored other lines in this game: where one of them applies by now, it is played.
    ///
    /// # Errors
    /// If there is no such game, or it can't be read.
    pub async fn lines_changed(&self, id: GameId) -> Result<(), ReadError> {
        // A room that begins looks by itself, and so does the next one of a room that ends in this moment.
        let _ = self.get(id).await?.lines_changed().await;
        Ok(())
    }
}

fn read(id: GameId, game: &Game, text: &str) -> LinesRead {
    // No other games have lines.
    if !matches!(game.time_control(), Some(TimeControl::Correspondence { .. })) {
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
