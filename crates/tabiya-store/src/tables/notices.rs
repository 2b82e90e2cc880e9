// SPDX-License-Identifier: AGPL-3.0-or-later
//! Notices over any database.

use async_trait::async_trait;
use tabiya_game::{GameId, PlayerId, Time};

use super::acts;
use super::people::raise;
use super::{Change, Changed, Columns, Database, Statement, Value, millis};
use crate::{DueLetter, NewAct, Notice, Notices, StorageError};

/// Notices that a player keeps.
const KEPT: u32 = 100;

fn number(number: u64) -> Value {
    i64::try_from(number).unwrap_or(i64::MAX).into()
}

fn about(game: GameId) -> Value {
    game.as_str().into()
}

/// The columns `number, at, kind, game, data, letter_at`.
fn notice(columns: &mut Columns) -> Result<Notice, StorageError> {
    let (number, at, kind) = (columns.number()?, Time(columns.number()?), columns.text()?);
    let game = columns.optional_text()?;
    let game = game.map(|game| game.parse().map_err(|_| columns.unexpected(&game))).transpose()?;
    let (data, letter_at) = (columns.text()?, columns.optional_number()?.map(Time));
    Ok(Notice { number, at, kind, game, data, letter_at })
}

/// The statements by which a player is told something.
fn tell(player: PlayerId, told: &Notice) -> Vec<Statement> {
    let count = "INSERT INTO notice_read (player, read_to, last) VALUES ($1, 0, 1)
         ON CONFLICT (player) DO UPDATE SET last = notice_read.last + 1";
    let replace = "DELETE FROM notice WHERE player = $1 AND kind = $2 AND game = $3";
    let insert = "INSERT INTO notice (player, number, at, kind, game, data, letter_at)
         SELECT player, last, $2, $3, $4, $5, $6 FROM notice_read WHERE player = $1";
    // Those that are there count, not the numbers that were given: a challenge whose terms change spends
    // many.
    let forget = "DELETE FROM notice WHERE player = $1 AND number <=
         (SELECT number FROM notice WHERE player = $1 ORDER BY number DESC LIMIT 1 OFFSET $2)";
    let kind = || Value::from(told.kind.as_str());
    let values = vec![
        player.into(),
        millis(told.at),
        kind(),
        told.game.map_or(Value::Null, about),
        told.data.as_str().into(),
        told.letter_at.map_or(Value::Null, millis),
    ];
    let mut statements = vec![Statement::new(count, vec![player.into()]).touching(1)];
    if let Some(game) = told.game {
        statements.push(Statement::new(replace, vec![player.into(), kind(), about(game)]));
    }
    statements.push(Statement::new(insert, values).touching(1));
    statements.push(Statement::new(forget, vec![player.into(), KEPT.into()]));
    statements
}

/// The number of a player's last notice.
async fn last(database: &impl Database, player: PlayerId) -> Result<u64, StorageError> {
    let last = Statement::new("SELECT last FROM notice_read WHERE player = $1", vec![player.into()]);
    let rows = database.read(last).await?;
    rows.into_iter().next().map_or(Ok(0), |row| row.columns().number())
}

#[async_trait]
impl<D: Database> Notices for D {
    async fn notify(&self, player: PlayerId, told: &Notice) -> Result<u64, StorageError> {
        self.change(Change::new(tell(player, told))?).await?;
        last(self, player).await
    }

    async fn notify_by(&self, player: PlayerId, told: &Notice, act: &NewAct) -> Result<u64, StorageError> {
        let mut statements = vec![raise()];
        statements.extend(tell(player, told));
        statements.extend(acts::note(act));
        self.change(Change::new(statements)?).await?;
        last(self, player).await
    }

    async fn withdraw(&self, player: PlayerId, kind: &str, game: GameId) -> Result<bool, StorageError> {
        let query = "SELECT number FROM notice WHERE player = $1 AND kind = $2 AND game = $3";
        let values = || vec![player.into(), kind.into(), about(game)];
        // Most players who move were told nothing: they need no write.
        if self.read(Statement::new(query, values())).await?.is_empty() {
            return Ok(false);
        }
        let sql = "DELETE FROM notice WHERE player = $1 AND kind = $2 AND game = $3";
        self.change(Change::new(vec![Statement::new(sql, values())])?).await?;
        Ok(true)
    }

    async fn withdraw_answered(&self, kind: &str) -> Result<Vec<PlayerId>, StorageError> {
        let of = "FROM notice WHERE kind = $1 AND NOT EXISTS (SELECT 1 FROM challenge
             WHERE challenge.root = notice.game AND challenge.receiver = notice.player AND challenge.stage < 2)";
        let players = format!("SELECT DISTINCT player {of} ORDER BY player");
        let rows = self.read(Statement::new(players, vec![kind.into()])).await?;
        if rows.is_empty() {
            return Ok(Vec::new());
        }
        self.change(Change::new(vec![Statement::new(format!("DELETE {of}"), vec![kind.into()])])?).await?;
        rows.into_iter().map(|row| row.columns().player()).collect()
    }

    async fn notices_of(&self, player: PlayerId) -> Result<(Vec<Notice>, u64), StorageError> {
        let sql = "SELECT number, at, kind, game, data, letter_at FROM notice WHERE player = $1
             ORDER BY number DESC LIMIT $2";
        let rows = self.read(Statement::new(sql, vec![player.into(), KEPT.into()])).await?;
        let notices =
            rows.into_iter().map(|row| notice(&mut row.columns())).collect::<Result<_, StorageError>>()?;
        let read = Statement::new("SELECT read_to FROM notice_read WHERE player = $1", vec![player.into()]);
        let rows = self.read(read).await?;
        let read_to = rows.into_iter().next().map_or(Ok(0), |row| row.columns().number())?;
        Ok((notices, read_to))
    }

    async fn read_notices(&self, player: PlayerId, up_to: u64) -> Result<(), StorageError> {
        let sql = "UPDATE notice_read SET read_to = $2 WHERE player = $1 AND read_to < $2 AND last >= $2";
        let read = Statement::new(sql, vec![player.into(), number(up_to)]);
        self.change(Change::new(vec![read])?).await?;
        Ok(())
    }

    async fn letters_due(&self, now: Time, limit: u32) -> Result<Vec<DueLetter>, StorageError> {
        let sql =
            "SELECT notice.player, notice_read.read_to, notice.number, notice.at, notice.kind, notice.game,
             notice.data, notice.letter_at
             FROM notice JOIN notice_read ON notice_read.player = notice.player
             WHERE notice.letter_at IS NOT NULL AND notice.letter_at <= $1
             ORDER BY notice.letter_at, notice.player, notice.number LIMIT $2";
        let rows = self.read(Statement::new(sql, vec![millis(now), limit.into()])).await?;
        let due = |row: super::Row| {
            let columns = &mut row.columns();
            let (player, read_to) = (columns.player()?, columns.number::<u64>()?);
            let notice = notice(columns)?;
            Ok(DueLetter { player, is_read: notice.number <= read_to, notice })
        };
        rows.into_iter().map(due).collect()
    }

    async fn put_off_letter(
        &self,
        player: PlayerId,
        notice: u64,
        from: Time,
        to: Time,
    ) -> Result<bool, StorageError> {
        let sql = "UPDATE notice SET letter_at = $4 WHERE player = $1 AND number = $2 AND letter_at = $3";
        let values = vec![player.into(), number(notice), millis(from), millis(to)];
        let changed = self.change(Change::new(vec![Statement::new(sql, values).touching(1)])?).await?;
        Ok(changed == Changed::Done)
    }

    async fn letter_sent(&self, player: PlayerId, sent: u64) -> Result<(), StorageError> {
        let sql = "UPDATE notice SET letter_at = NULL WHERE player = $1 AND number = $2";
        let sent = Statement::new(sql, vec![player.into(), number(sent)]);
        self.change(Change::new(vec![sent])?).await?;
        Ok(())
    }
}
