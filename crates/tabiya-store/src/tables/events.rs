// SPDX-License-Identifier: AGPL-3.0-or-later
//! Events over any database.

use async_trait::async_trait;
use tabiya_game::{GameId, PlayerId, Time};

use super::set_aside::readable;
use super::{Change, Changed, Columns, Database, Statement, Value, millis};
use crate::{
    EventAppend, EventStage, EventWrite, Events, StorageError, StoredEntry, StoredEvent, StoredSeries,
};

/// The columns that [`event`] reads.
macro_rules! columns {
    () => {
        "id, owner, created_at, starts_at, head, stage, summary, festival"
    };
}
pub(super) use columns;

/// The columns that [`entry`] reads.
macro_rules! entry_columns {
    () => {
        "number, written_at, caused_by, entry"
    };
}
pub(super) use entry_columns;

pub(super) fn event(columns: &mut Columns) -> Result<StoredEvent, StorageError> {
    Ok(StoredEvent {
        id: columns.text()?,
        owner: columns.optional_player()?,
        created: Time(columns.number()?),
        starts: Time(columns.number()?),
        head: columns.number()?,
        stage: {
            let number: u64 = columns.number()?;
            let known = EventStage::ALL.into_iter().find(|stage| *stage as u64 == number);
            known.ok_or_else(|| columns.unexpected("no stage of an event"))?
        },
        summary: columns.text()?,
        festival: columns.optional_text()?,
    })
}

pub(super) fn entry(columns: &mut Columns) -> Result<StoredEntry, StorageError> {
    Ok(StoredEntry {
        number: columns.number()?,
        at: Time(columns.number()?),
        by: columns.optional_player()?,
        entry: columns.text()?,
    })
}

/// The columns that [`series`] reads.
macro_rules! series_columns {
    () => {
        "id, owner, created_at, seed, made_until, version, stopped, template"
    };
}
pub(super) use series_columns;

pub(super) fn series(columns: &mut Columns) -> Result<StoredSeries, StorageError> {
    Ok(StoredSeries {
        id: columns.text()?,
        owner: columns.optional_player()?,
        created: Time(columns.number()?),
        seed: columns.number()?,
        made: Time(columns.number()?),
        version: columns.number()?,
        stopped: columns.number::<u64>()? != 0,
        template: columns.text()?,
    })
}

fn number(number: u64) -> Value {
    i64::try_from(number).unwrap_or(i64::MAX).into()
}

/// The statements that write what comes with the entries.
fn additions(new: &EventAppend) -> impl Iterator<Item = Statement> {
    let id = new.event.id.as_str();
    let entries = new.entries.iter().map(move |entry| {
        let sql = "INSERT INTO event_entry (event, number, written_at, caused_by, entry)
             VALUES ($1, $2, $3, $4, $5)";
        let values = vec![
            id.into(),
            number(entry.number),
            millis(entry.at),
            entry.by.into(),
            entry.entry.as_str().into(),
        ];
        Statement::new(sql, values).touching(1)
    });
    let players = new.players.iter().map(move |player| {
        let sql = "INSERT INTO event_player (player, event) VALUES ($1, $2) ON CONFLICT DO NOTHING";
        Statement::new(sql, vec![(*player).into(), id.into()])
    });
    let games = new.games.iter().map(move |game| {
        let sql = "INSERT INTO event_game (game, event) VALUES ($1, $2)";
        Statement::new(sql, vec![game.as_str().into(), id.into()]).touching(1)
    });
    // Two writers who name members of the same lists take these in one order.
    let mut members = new.members.clone();
    members.sort_unstable();
    members.dedup();
    let members =
        members.into_iter().flat_map(move |(owner, member)| super::members::entered(owner, member, id));
    entries.chain(players).chain(games).chain(members)
}

/// The statement that writes what lists show of a new event.
fn created(new: &EventAppend) -> Statement {
    let sql = "INSERT INTO event_summary (id, owner, created_at, starts_at, head, stage, summary, festival)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING";
    let StoredEvent { id, owner, created, starts, head, stage, summary, festival } = &new.event;
    let values = vec![
        id.as_str().into(),
        (*owner).into(),
        millis(*created),
        millis(*starts),
        number(*head),
        (*stage as i64).into(),
        summary.as_str().into(),
        festival.as_deref().into(),
    ];
    Statement::new(sql, values).touching(1)
}

/// The statement that writes what lists show of an event whose journal ends at `seen`.
fn appended(seen: u64, new: &EventAppend) -> Statement {
    let sql = "UPDATE event_summary SET starts_at = $3, head = $4, stage = $5, summary = $6, festival = $7
         WHERE id = $1 AND head = $2";
    // The owner stays as it is stored: the account may have left since the writer read the event.
    let StoredEvent { id, owner: _, created: _, starts, head, stage, summary, festival } = &new.event;
    let values = vec![
        id.as_str().into(),
        number(seen),
        millis(*starts),
        number(*head),
        (*stage as i64).into(),
        summary.as_str().into(),
        festival.as_deref().into(),
    ];
    Statement::new(sql, values).touching(1)
}

async fn written(database: &impl Database, statements: Vec<Statement>) -> Result<bool, StorageError> {
    match database.change(Change::new(statements)?).await? {
        Changed::Done => Ok(true),
        Changed::Missed { .. } => Ok(false),
    }
}

#[async_trait]
impl<D: Database> Events for D {
    async fn create_event(&self, new: &EventAppend) -> Result<bool, StorageError> {
        written(self, std::iter::once(created(new)).chain(additions(new)).collect()).await
    }

    async fn append_to_event(&self, seen: u64, new: &EventAppend) -> Result<bool, StorageError> {
        written(self, std::iter::once(appended(seen, new)).chain(additions(new)).collect()).await
    }

    async fn write_events(&self, writes: &[EventWrite]) -> Result<bool, StorageError> {
        // In one order, so that two writers who take the same events never wait for each other.
        let mut writes: Vec<&EventWrite> = writes.iter().collect();
        writes.sort_by_key(|one| one.id());
        let mut statements = Vec::new();
        for one in writes {
            match one {
                EventWrite::Create(new) => {
                    statements.push(created(new));
                    statements.extend(additions(new));
                }
                EventWrite::Append { seen, new } => {
                    statements.push(appended(*seen, new));
                    statements.extend(additions(new));
                }
                EventWrite::Unchanged { id, head } => {
                    let sql = "UPDATE event_summary SET head = head WHERE id = $1 AND head = $2";
                    let values = vec![id.as_str().into(), number(*head)];
                    statements.push(Statement::new(sql, values).touching(1));
                }
            }
        }
        written(self, statements).await
    }

    async fn events_of_festival(&self, festival: &str) -> Result<Vec<StoredEvent>, StorageError> {
        let sql =
            concat!("SELECT ", columns!(), " FROM event_summary WHERE festival = $1 ORDER BY created_at, id");
        let rows = self.read(Statement::new(sql, vec![festival.into()])).await?;
        Ok(readable(rows, "event", event))
    }

    async fn event(&self, id: &str) -> Result<Option<StoredEvent>, StorageError> {
        let sql = concat!("SELECT ", columns!(), " FROM event_summary WHERE id = $1");
        let rows = self.read(Statement::new(sql, vec![id.into()])).await?;
        rows.into_iter().next().map(|row| event(&mut row.columns())).transpose()
    }

    async fn event_journal(
        &self,
        id: &str,
        after: u64,
        limit: u32,
    ) -> Result<Vec<StoredEntry>, StorageError> {
        let sql = concat!(
            "SELECT ",
            entry_columns!(),
            " FROM event_entry WHERE event = $1 AND number > $2 ORDER BY number LIMIT $3"
        );
        let rows = self.read(Statement::new(sql, vec![id.into(), number(after), limit.into()])).await?;
        rows.into_iter().map(|row| entry(&mut row.columns())).collect()
    }

    async fn events_in(
        &self,
        stage: EventStage,
        before: Option<(Time, &str)>,
        limit: u32,
    ) -> Result<Vec<StoredEvent>, StorageError> {
        let sql = concat!(
            "SELECT ",
            columns!(),
            " FROM event_summary WHERE stage = $1 AND (starts_at < $2 OR starts_at = $2 AND id < $3)
             ORDER BY starts_at DESC, id DESC LIMIT $4"
        );
        let (starts, id) = before.map_or((i64::MAX.into(), ""), |(starts, id)| (millis(starts), id));
        let values = vec![(stage as i64).into(), starts, id.into(), limit.into()];
        Ok(readable(self.read(Statement::new(sql, values)).await?, "event", event))
    }

    async fn event_of_game(&self, game: GameId) -> Result<Option<String>, StorageError> {
        let sql = "SELECT event FROM event_game WHERE game = $1";
        let rows = self.read(Statement::new(sql, vec![game.as_str().into()])).await?;
        rows.into_iter().next().map(|row| row.columns().text()).transpose()
    }

    async fn events_entered(&self, player: PlayerId, limit: u32) -> Result<Vec<StoredEvent>, StorageError> {
        let sql = concat!(
            "SELECT ",
            columns!(),
            " FROM event_summary WHERE id IN (SELECT event FROM event_player WHERE player = $1)
             ORDER BY starts_at DESC, id DESC LIMIT $2"
        );
        let rows = self.read(Statement::new(sql, vec![player.into(), limit.into()])).await?;
        Ok(readable(rows, "event", event))
    }

    async fn events_owned(&self, owner: PlayerId, limit: u32) -> Result<Vec<StoredEvent>, StorageError> {
        let sql = concat!(
            "SELECT ",
            columns!(),
            " FROM event_summary WHERE owner = $1 ORDER BY starts_at DESC, id DESC LIMIT $2"
        );
        let rows = self.read(Statement::new(sql, vec![owner.into(), limit.into()])).await?;
        Ok(readable(rows, "event", event))
    }

    async fn create_series(&self, new: &StoredSeries) -> Result<bool, StorageError> {
        let sql =
            "INSERT INTO event_series (id, owner, created_at, seed, made_until, version, stopped, template)
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING";
        let values = vec![
            new.id.as_str().into(),
            new.owner.into(),
            millis(new.created),
            number(new.seed),
            millis(new.made),
            number(new.version),
            i64::from(new.stopped).into(),
            new.template.as_str().into(),
        ];
        written(self, vec![Statement::new(sql, values).touching(1)]).await
    }

    async fn series(&self, limit: u32) -> Result<Vec<StoredSeries>, StorageError> {
        let sql = concat!(
            "SELECT ",
            series_columns!(),
            " FROM event_series WHERE stopped = 0 ORDER BY created_at, id LIMIT $1"
        );
        Ok(readable(self.read(Statement::new(sql, vec![limit.into()])).await?, "series", series))
    }

    async fn change_series(&self, seen: u64, changed: &StoredSeries) -> Result<bool, StorageError> {
        let sql = "UPDATE event_series SET made_until = $3, version = $4, stopped = $5, template = $6
             WHERE id = $1 AND version = $2";
        let values = vec![
            changed.id.as_str().into(),
            number(seen),
            millis(changed.made),
            number(changed.version),
            i64::from(changed.stopped).into(),
            changed.template.as_str().into(),
        ];
        written(self, vec![Statement::new(sql, values).touching(1)]).await
    }

    async fn rewrite_entries(&self, id: &str, entries: &[(u64, String)]) -> Result<bool, StorageError> {
        let rewrite = |(at, text): &(u64, String)| {
            let sql = "UPDATE event_entry SET entry = $3 WHERE event = $1 AND number = $2";
            Statement::new(sql, vec![id.into(), number(*at), text.as_str().into()]).touching(1)
        };
        written(self, entries.iter().map(rewrite).collect()).await
    }

    async fn forget_in_events(&self, player: PlayerId) -> Result<(), StorageError> {
        let statements = vec![
            Statement::new("UPDATE event_summary SET owner = NULL WHERE owner = $1", vec![player.into()]),
            Statement::new(
                "UPDATE event_series SET owner = NULL, stopped = 1, version = version + 1 WHERE owner = $1",
                vec![player.into()],
            ),
            Statement::new("DELETE FROM event_player WHERE player = $1", vec![player.into()]),
        ];
        self.change(Change::new(statements)?).await?;
        Ok(())
    }
}
