// SPDX-License-Identifier: AGPL-3.0-or-later
//! The lines that players have stored, as rooms read them.

use std::collections::{BTreeSet, HashMap};
use std::sync::Weak;
use std::time::Duration;

use tabiya_archive::archive::ReadError;
use tabiya_game::{Game, GameId, PlayerId, TimeControl};
use tabiya_runtime::beat::Beat;
use tabiya_runtime::log_once::LogOnce;
use tabiya_store::{PlayerLines, StorageError};

use super::Rooms;
use super::core::LinesRead;
use super::registry::{Shared, Unopened};
use crate::lines::Prepared;

/// How many rooms of a game may end while they are told of its lines.
const TRIES: usize = 8;
/// How often lines that could not be read at the server's start are asked for again.
const LOOKS_AGAIN: Duration = Duration::from_secs(1);

/// Every room with lines to read meets the same outage once a second.
static FAILS: LogOnce = LogOnce::new();

/// The lines of all players of some games.
pub(super) enum AllLines {
    /// By game and player.
    Read(HashMap<(GameId, PlayerId), String>),
    /// The store failed. Those of these games have to be looked at later.
    Unknown(Vec<GameId>),
}

impl AllLines {
    /// The games in which somebody has stored lines.
    fn games(&self) -> BTreeSet<GameId> {
        match self {
            Self::Read(rows) => rows.keys().map(|(id, _)| *id).collect(),
            Self::Unknown(_) => BTreeSet::new(),
        }
    }

    /// Whether a conditional move is to be played in this game now, as far as that is known.
    pub(super) fn may_have_reply(&self, id: GameId, game: &Game) -> bool {
        let Self::Read(rows) = self else { return false };
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
        self.lines_in_slow(games.filter(|(_, game)| is_slow(game)).map(|(id, _)| id).collect()).await
    }

    async fn lines_in_slow(&self, ids: Vec<GameId>) -> AllLines {
        if ids.is_empty() {
            return AllLines::Read(HashMap::new());
        }
        match self.shared().ports.lines.lines_in(&ids).await {
            Ok(rows) => {
                AllLines::Read(rows.into_iter().map(|row| ((row.game, row.player), row.lines)).collect())
            }
            Err(error) => {
                FAILS.log(|| {
                    tracing::warn!(%error, "the lines of players can't be read; trying again");
                });
                AllLines::Unknown(ids)
            }
        }
    }

    /// Looks at games whose lines could not be read when the server started, a page at a time, until all have been looked at.
    /// Those in which a conditional move is due get rooms.
    pub(super) async fn look_later(rooms: Weak<Shared>, mut pages: Vec<Vec<GameId>>) {
        let mut look = Beat::after_each(LOOKS_AGAIN);
        while !pages.is_empty() && look.next().await {
            while let Some(page) = pages.pop() {
                let Some(shared) = Weak::upgrade(&rooms) else { return };
                let rooms = Self::from(shared);
                let lines = rooms.lines_in_slow(page).await;
                if let AllLines::Unknown(page) = lines {
                    pages.push(page);
                    break;
                }
                for id in lines.games() {
                    match rooms.open_if(id, |game| lines.may_have_reply(id, game)).await {
                        Ok(_) | Err(Unopened::NotWanted(_)) => {}
                        Err(Unopened::Failed(error)) => {
                            tracing::error!(%id, ?error, "this game can't be read; its conditional moves wait until somebody asks for it");
                        }
                    }
                }
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
