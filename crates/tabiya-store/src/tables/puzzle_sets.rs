// SPDX-License-Identifier: AGPL-3.0-or-later
//! Sets of puzzles over any database.

use async_trait::async_trait;
use tabiya_game::{PlayerId, Time};

use super::puzzles::{attempt, attempt_columns};
use super::set_aside::readable;
use super::{Change, Changed, Columns, Database, MOST_IN_LIST, Statement, Value, millis, placeholders};
use crate::{Given, PuzzleAttempt, PuzzleInSet, PuzzleSet, PuzzleSets, StorageError};

/// The columns that [`set`] reads.
macro_rules! set_columns {
    () => {
        "id, owner, name, created_at, due_at, given_at, puzzles, version"
    };
}
pub(super) use set_columns;

pub(super) fn set(columns: &mut Columns) -> Result<PuzzleSet, StorageError> {
    Ok(PuzzleSet {
        id: columns.text()?,
        owner: columns.player()?,
        name: columns.text()?,
        created: Time(columns.number()?),
        given: given(columns)?,
        puzzles: puzzles(columns)?,
        version: columns.number()?,
    })
}

/// Reads the column that [`written`] writes. A puzzle without a time has been in the set from the beginning.
fn puzzles(columns: &mut Columns) -> Result<Vec<PuzzleInSet>, StorageError> {
    let text = columns.text()?;
    let puzzle = |word: &str| {
        let (id, added) = word.split_once(':').unwrap_or((word, "0"));
        let added = Time(added.parse().map_err(|_| columns.unexpected(word))?);
        Ok(PuzzleInSet { id: id.to_owned(), added })
    };
    text.split_whitespace().map(puzzle).collect()
}

fn written(puzzles: &[PuzzleInSet]) -> String {
    let words: Vec<String> =
        puzzles.iter().map(|puzzle| format!("{}:{}", puzzle.id, puzzle.added.0)).collect();
    words.join(" ")
}

/// Two columns: by when, and since when.
fn given(columns: &mut Columns) -> Result<Option<Given>, StorageError> {
    let (due, at) = (columns.optional_number()?, columns.optional_number()?);
    Ok(due.zip(at).map(|(due, at)| Given { at: Time(at), due: Time(due) }))
}

/// Sets that are made at once are counted one after the other: each waits here for the one before.
const ONE_AFTER_THE_OTHER: &str = "UPDATE puzzle_set SET version = version WHERE id =
     (SELECT o.id FROM puzzle_set o WHERE o.owner = $1 ORDER BY o.created_at, o.id LIMIT 1)";

#[async_trait]
impl<D: Database> PuzzleSets for D {
    async fn keep_set(&self, set: &PuzzleSet, most: u32) -> Result<bool, StorageError> {
        let mut values: Vec<Value> = vec![
            set.id.as_str().into(),
            set.owner.into(),
            set.name.as_str().into(),
            set.due().map(millis).into(),
            set.given.map(|given| millis(given.at)).into(),
            written(&set.puzzles).into(),
            set.version.into(),
        ];
        let mut statements = Vec::new();
        let sql = match set.version.checked_sub(1) {
            None | Some(0) => {
                values.extend([millis(set.created), most.into()]);
                statements.push(Statement::new(ONE_AFTER_THE_OTHER, vec![set.owner.into()]));
                "INSERT INTO puzzle_set (id, owner, name, due_at, given_at, puzzles, version, created_at)
                 SELECT $1, $2, $3, $4, $5, $6, $7, $8
                 WHERE (SELECT CAST(count(*) AS BIGINT) FROM puzzle_set o WHERE o.owner = $2) < $9
                 ON CONFLICT DO NOTHING"
            }
            Some(before) => {
                values.push(before.into());
                "UPDATE puzzle_set SET name = $3, due_at = $4, given_at = $5, puzzles = $6, version = $7
                 WHERE id = $1 AND owner = $2 AND version = $8"
            }
        };
        statements.push(Statement::new(sql, values).touching(1));
        Ok(self.change(Change::new(statements)?).await? == Changed::Done)
    }

    async fn puzzle_set(&self, id: &str) -> Result<Option<PuzzleSet>, StorageError> {
        let sql = concat!("SELECT ", set_columns!(), " FROM puzzle_set WHERE id = $1");
        let rows = self.read(Statement::new(sql, vec![id.into()])).await?;
        rows.into_iter().next().map(|row| set(&mut row.columns())).transpose()
    }

    async fn sets_of(&self, owner: PlayerId, limit: u32) -> Result<Vec<PuzzleSet>, StorageError> {
        let sql = concat!(
            "SELECT ",
            set_columns!(),
            " FROM puzzle_set WHERE owner = $1 ORDER BY created_at DESC, id LIMIT $2"
        );
        Ok(readable(
            self.read(Statement::new(sql, vec![owner.into(), limit.into()])).await?,
            "puzzle set",
            set,
        ))
    }

    async fn delete_set(&self, id: &str) -> Result<(), StorageError> {
        let sql = "DELETE FROM puzzle_set WHERE id = $1";
        self.change(Change::new(vec![Statement::new(sql, vec![id.into()])])?).await?;
        Ok(())
    }

    async fn attempts_at(
        &self,
        puzzles: &[String],
        players: &[PlayerId],
    ) -> Result<Vec<(PlayerId, PuzzleAttempt)>, StorageError> {
        let mut found = Vec::new();
        for player in players {
            for puzzles in puzzles.chunks(MOST_IN_LIST) {
                let list = placeholders(2, puzzles.len());
                let sql = format!(
                    concat!(
                        "SELECT ",
                        attempt_columns!(),
                        " FROM puzzle_attempt WHERE player = $1 AND puzzle IN ({})"
                    ),
                    list
                );
                let ids = puzzles.iter().map(|id| Value::from(id.as_str()));
                let values = std::iter::once(Value::from(*player)).chain(ids).collect();
                let rows = self.read(Statement::new(sql, values)).await?;
                found.extend(readable(rows, "puzzle attempt", attempt).into_iter().map(|one| (*player, one)));
            }
        }
        Ok(found)
    }

    async fn name_pupil(
        &self,
        organiser: PlayerId,
        pupil: PlayerId,
        name: Option<&str>,
    ) -> Result<(), StorageError> {
        let statement = match name {
            Some(name) => Statement::new(
                "INSERT INTO pupil_name (organiser, pupil, name) VALUES ($1, $2, $3)
                 ON CONFLICT (organiser, pupil) DO UPDATE SET name = excluded.name",
                vec![organiser.into(), pupil.into(), name.into()],
            ),
            None => Statement::new(
                "DELETE FROM pupil_name WHERE organiser = $1 AND pupil = $2",
                vec![organiser.into(), pupil.into()],
            ),
        };
        self.change(Change::new(vec![statement])?).await?;
        Ok(())
    }

    async fn pupil_names(&self, organiser: PlayerId) -> Result<Vec<(PlayerId, String)>, StorageError> {
        let sql = "SELECT pupil, name FROM pupil_name WHERE organiser = $1";
        let rows = self.read(Statement::new(sql, vec![organiser.into()])).await?;
        Ok(readable(rows, "pupil's name", |columns| Ok((columns.player()?, columns.text()?))))
    }

    async fn forget_sets(&self, player: PlayerId) -> Result<(), StorageError> {
        let forget = |sql: &'static str| Statement::new(sql, vec![player.into()]);
        let change = Change::new(vec![
            forget("DELETE FROM puzzle_set WHERE owner = $1"),
            forget("DELETE FROM pupil_name WHERE organiser = $1 OR pupil = $1"),
        ])?;
        self.change(change).await?;
        Ok(())
    }
}
