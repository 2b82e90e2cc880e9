// SPDX-License-Identifier: AGPL-3.0-or-later
//! The relations over any database.

use async_trait::async_trait;
use tabiya_game::PlayerId;

use super::people::raise;
use super::{Change, Database, Statement};
use crate::{Relation, Relations, StorageError};

#[async_trait]
impl<D: Database> Relations for D {
    async fn relation(&self, player: PlayerId, other: PlayerId) -> Result<Relation, StorageError> {
        let query = "SELECT follows, blocks, note FROM relation WHERE player = $1 AND other = $2";
        let rows = self.read(Statement::new(query, vec![player.into(), other.into()])).await?;
        let Some(row) = rows.into_iter().next() else { return Ok(Relation::default()) };
        let columns = &mut row.columns();
        let [follows, blocks] = [columns.integer()? != 0, columns.integer()? != 0];
        Ok(Relation { follows, blocks, note: columns.text()? })
    }

    async fn follow(&self, player: PlayerId, other: PlayerId, follows: bool) -> Result<(), StorageError> {
        let sql = "INSERT INTO relation (player, other, follows, blocks, note) VALUES ($1, $2, $3, 0, '')
             ON CONFLICT (player, other) DO UPDATE SET follows = excluded.follows";
        write(self, player, other, Statement::new(sql, vec![player.into(), other.into(), follows.into()]))
            .await
    }

    async fn block(&self, player: PlayerId, other: PlayerId, blocks: bool) -> Result<(), StorageError> {
        let sql = "INSERT INTO relation (player, other, follows, blocks, note) VALUES ($1, $2, 0, $3, '')
             ON CONFLICT (player, other) DO UPDATE SET blocks = excluded.blocks,
             follows = CASE excluded.blocks WHEN 1 THEN 0 ELSE relation.follows END";
        let statement = Statement::new(sql, vec![player.into(), other.into(), blocks.into()]);
        // Other servers remember whom the player blocks.
        write_with(self, player, other, vec![raise(), statement.touching(1)]).await
    }

    async fn note_about(&self, player: PlayerId, other: PlayerId, note: &str) -> Result<(), StorageError> {
        let sql = "INSERT INTO relation (player, other, follows, blocks, note) VALUES ($1, $2, 0, 0, $3)
             ON CONFLICT (player, other) DO UPDATE SET note = excluded.note";
        write(self, player, other, Statement::new(sql, vec![player.into(), other.into(), note.into()])).await
    }

    async fn relations_of(
        &self,
        player: PlayerId,
        limit: u32,
    ) -> Result<Vec<(PlayerId, Relation)>, StorageError> {
        let query =
            "SELECT other, follows, blocks, note FROM relation WHERE player = $1 ORDER BY other LIMIT $2";
        let rows = self.read(Statement::new(query, vec![player.into(), limit.into()])).await?;
        let relation = |row: super::Row| {
            let columns = &mut row.columns();
            let other = columns.player()?;
            let [follows, blocks] = [columns.integer()? != 0, columns.integer()? != 0];
            Ok((other, Relation { follows, blocks, note: columns.text()? }))
        };
        rows.into_iter().map(relation).collect()
    }

    async fn blocked_by(&self, player: PlayerId) -> Result<Vec<PlayerId>, StorageError> {
        let query = "SELECT other FROM relation WHERE player = $1 AND blocks = 1 ORDER BY other";
        let rows = self.read(Statement::new(query, vec![player.into()])).await?;
        rows.into_iter().map(|row| row.columns().player()).collect()
    }

    async fn relation_count_of(&self, player: PlayerId) -> Result<u64, StorageError> {
        let query = "SELECT CAST(count(*) AS BIGINT) FROM relation WHERE player = $1";
        let row = self.read(Statement::new(query, vec![player.into()])).await?.into_iter().next();
        row.map_or(Ok(0), |row| row.columns().number())
    }

    async fn bio_of(&self, player: PlayerId) -> Result<String, StorageError> {
        let query = Statement::new("SELECT text FROM bio WHERE player = $1", vec![player.into()]);
        let row = self.read(query).await?.into_iter().next();
        row.map_or(Ok(String::new()), |row| row.columns().text())
    }

    async fn set_bio(&self, player: PlayerId, bio: &str) -> Result<(), StorageError> {
        let sql = "INSERT INTO bio (player, text) VALUES ($1, $2)
             ON CONFLICT (player) DO UPDATE SET text = excluded.text";
        let statement = Statement::new(sql, vec![player.into(), bio.into()]).touching(1);
        self.change(Change::new(vec![statement])?).await?;
        Ok(())
    }
}

/// Writes one thing, and removes the row if it says nothing any more.
async fn write(
    database: &impl Database,
    player: PlayerId,
    other: PlayerId,
    statement: Statement,
) -> Result<(), StorageError> {
    write_with(database, player, other, vec![statement.touching(1)]).await
}

async fn write_with(
    database: &impl Database,
    player: PlayerId,
    other: PlayerId,
    mut statements: Vec<Statement>,
) -> Result<(), StorageError> {
    let tidy =
        "DELETE FROM relation WHERE player = $1 AND other = $2 AND follows = 0 AND blocks = 0 AND note = ''";
    statements.push(Statement::new(tidy, vec![player.into(), other.into()]));
    database.change(Change::new(statements)?).await?;
    Ok(())
}
