// SPDX-License-Identifier: AGPL-3.0-or-later
//! Games of wooden boards at the command line.

use tabiya_game::Time;

use super::{EventOperator, GameAct, OrderError};
use crate::decide::{Command, Refusal, WrongGame};
use crate::events::EventError;
use crate::games;
use crate::score_sheet;
use crate::view::without_ghosts;

impl EventOperator {
    /// Keeps, removes or prints the game of a wooden board.
    pub(super) async fn typed_game(
        &self,
        id: &str,
        (round, board, game): (Option<u16>, u16, Option<u16>),
        act: GameAct,
        reason: String,
        now: Time,
    ) -> Result<String, OrderError> {
        let (id, event) = self.events.named(id).await?;
        let number = round.unwrap_or_else(|| event.last_published());
        match act {
            GameAct::Keep { text } => {
                let sheet = score_sheet::read(&text).map_err(|why| Refusal::from(WrongGame::from(why)));
                let sheet = Box::new(sheet.map_err(EventError::from)?);
                let plies = sheet.moves.split_ascii_whitespace().count();
                self.act(id, Command::TypeGame { round, board, game, sheet, reason }, now).await?;
                let moves = if plies == 1 { "half-move" } else { "half-moves" };
                Ok(format!("the game of round {number}, board {board} is kept: {plies} {moves}"))
            }
            GameAct::Remove {} => {
                self.act(id, Command::RemoveGame { round, board, game, reason }, now).await?;
                Ok(format!("the game of round {number}, board {board} is removed"))
            }
            GameAct::Print {} => {
                let ghosts = self.ghosts().await?;
                let event = without_ghosts(&event, &|player| ghosts.has(player));
                let nobody = || OrderError::Event(Refusal::from(WrongGame::NoGame(board)).into());
                let these = event.round(number).filter(|_| number <= event.last_published());
                let these = these.ok_or_else(nobody)?;
                let found = these.board(board).ok_or_else(nobody)?;
                let place = game.map_or_else(
                    || found.games.iter().rposition(|game| game.typed.is_some()),
                    |game| usize::from(game).checked_sub(1),
                );
                let this = place.and_then(|place| found.games.get(place)).ok_or_else(nobody)?;
                let (site, place) = (format!("Tabiya, event {id}"), format!("{number}.{board}"));
                games::typed(&event, these, found, this, (&site, &place)).ok_or_else(nobody)
            }
        }
    }
}
