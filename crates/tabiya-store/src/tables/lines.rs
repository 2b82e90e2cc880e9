// SPDX-License-Identifier: AGPL-3.0-or-later
//! Lines of players over any database.

use async_trait::async_trait;
use tabiya_game::{GameId, PlayerId, Time};
use tabiya_rules::{Attempt, Position};

use super::set_aside::{first_readable, readable};
use super::{Change, Changed, Columns, Database, MOST_IN_LIST, Statement, Value, millis, placeholders};
use crate::{Lines, PlayerLines, StorageError};

/// The columns that [`player_lines`] reads.
macro_rules! columns {
    () => {
        "game, player, version, changed_at, lines"
    };
}
pub(super) use columns;

/// The form of the text that this server writes.
const VERSION: &str = "1";

pub(super) fn player_lines(columns: &mut Columns) -> Result<PlayerLines, StorageError> {
    Ok(PlayerLines {
        game: columns.game()?,
        player: columns.player()?,
        version: columns.number()?,
        changed: Time(columns.number()?),
        lines: columns.text()?,
    })
}

/// Whether the server can read this row, its text included, which `tabiya-live` writes: behind the version a line for each, with its
/// kind, its moves and its position.
pub(super) fn checked(columns: &mut Columns) -> Result<(), StorageError> {
    let row = player_lines(columns)?;
    let mut lines = (1..).zip(row.lines.lines());
    let has_version = lines.next().is_some_and(|(_, version)| version == VERSION);
    let wrong = if has_version { lines.find(|(_, line)| !is_line(line)) } else { Some((1, "")) };
    match wrong {
        None => Ok(()),
        // Not the text, which is the player's alone.
        Some((number, _)) => Err(StorageError::Damaged {
            detail: format!("line {number} of what a player prepared in game {} can't be read", row.game),
        }),
    }
}

fn is_line(line: &str) -> bool {
    let Some((moves, fen)) = line.split_once(" | ") else { return false };
    let mut words = moves.split(' ');
    let is_known = match words.next() {
        Some("if") => words.next().is_some_and(|since| since.parse::<u32>().is_ok()),
        Some("own") => true,
        Some(_) | None => false,
    };
    is_known && words.all(|word| word.parse::<Attempt>().is_ok()) && Position::from_fen(fen).is_ok()
}

fn id(game: GameId) -> Value {
    game.as_str().into()
}

/// The first lines of a player in a game, or the change of what is there.
fn kept(new: &PlayerLines) -> Statement {
    let values = |rest: Option<Value>| -> Vec<Value> {
        let all = [
            id(new.game),
            new.player.into(),
            new.version.into(),
            millis(new.changed),
            new.lines.as_str().into(),
        ];
        all.into_iter().chain(rest).collect()
    };
    match new.version.checked_sub(1) {
        None | Some(0) => {
            let sql = "INSERT INTO player_lines (game, player, version, changed_at, lines)
                 VALUES ($1, $2, $3, $4, $5) ON CONFLICT (game, player) DO NOTHING";
            Statement::new(sql, values(None))
        }
        Some(before) => {
            let sql = "UPDATE player_lines SET version = $3, changed_at = $4, lines = $5
                 WHERE game = $1 AND player = $2 AND version = $6";
            Statement::new(sql, values(Some(before.into())))
        }
    }
}

#[async_trait]
impl<D: Database> Lines for D {
    async fn lines(&self, game: GameId, player: PlayerId) -> Result<Option<PlayerLines>, StorageError> {
        let sql = concat!("SELECT ", columns!(), " FROM player_lines WHERE game = $1 AND player = $2");
        let rows = self.read(Statement::new(sql, vec![id(game), player.into()])).await?;
        rows.into_iter().next().map(|row| player_lines(&mut row.columns())).transpose()
    }

    async fn lines_in(&self, games: &[GameId]) -> Result<Vec<PlayerLines>, StorageError> {
        let mut found = Vec::new();
        for games in games.chunks(MOST_IN_LIST) {
            let sql = format!(
                concat!("SELECT ", columns!(), " FROM player_lines WHERE game IN ({})"),
                placeholders(1, games.len())
            );
            let rows = self.read(Statement::new(sql, games.iter().copied().map(id).collect())).await?;
            found.extend(readable(rows, "lines of a player", player_lines));
        }
        Ok(found)
    }

    async fn keep_lines(&self, new: &PlayerLines) -> Result<bool, StorageError> {
        let changed = self.change(Change::new(vec![kept(new).touching(1)])?).await?;
        Ok(!matches!(changed, Changed::Missed { .. }))
    }

    async fn give_up_damaged(&self, game: GameId, player: PlayerId) -> Result<(), StorageError> {
        match self.lines(game, player).await {
            Err(StorageError::Damaged { .. }) => {}
            found => return found.map(|_| ()),
        }
        let sql = "DELETE FROM player_lines WHERE game = $1 AND player = $2";
        self.change(Change::new(vec![Statement::new(sql, vec![id(game), player.into()])])?).await?;
        Ok(())
    }

    async fn lines_of(&self, player: PlayerId, limit: u32) -> Result<Vec<PlayerLines>, StorageError> {
        let sql = concat!(
            "SELECT ",
            columns!(),
            " FROM player_lines WHERE player = $1 ORDER BY changed_at DESC, game LIMIT $2"
        );
        let query = |limit: u32| Statement::new(sql, vec![player.into(), limit.into()]);
        first_readable(self, query, limit, "lines of a player", player_lines).await
    }

    async fn forget_lines_of(&self, player: PlayerId) -> Result<(), StorageError> {
        let sql = "DELETE FROM player_lines WHERE player = $1";
        self.change(Change::new(vec![Statement::new(sql, vec![player.into()])])?).await?;
        Ok(())
    }
}
