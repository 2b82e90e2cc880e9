// SPDX-License-Identifier: AGPL-3.0-or-later
//! A PostgreSQL database as one side of a move. See [`moving`](crate::moving).
//!
//! One connection holds the owner's lock, reads and writes: when it is lost, so is the right to write, and nothing of a page
//! that was under way is left. In a database that was moved to, each finished game is one record, and each unfinished game
//! has its events in rows, as the log wants them.

use std::{collections::HashMap, pin::pin};

use async_trait::async_trait;
use bytes::Bytes;
use tabiya_game::GameId;
use tokio_postgres::{
    Client, Transaction,
    binary_copy::BinaryCopyInWriter,
    types::{ToSql, Type},
};

use super::{check, driver, durability, migrations, owner, servers::Servers, url::DatabaseUrl};
use crate::{
    CheckNews, Checked, DataError, MoveError, OpenError, StorageError,
    event_row::StoredEvent,
    house::{GAMES, House, MOVED, MovedGame, NewHouse, Table, UNFINISHED},
    record::{Packer, unpack},
    sqlite,
    tables::{
        Row, Statement, Value,
        migrations::{Age, NOTE},
    },
};

/// A database that is moved from or to.
pub(crate) struct Side {
    connection: owner::Connection,
    url: DatabaseUrl,
    goes_on: bool,
    packer: Box<Packer>,
}

impl Side {
    /// Holds a database that is moved from. Only its count of owners changes, and in the end the note where everything has gone.
    pub(crate) async fn source(url: &DatabaseUrl) -> Result<Self, MoveError> {
        let mut side = Self::hold(url).await?;
        let client = &mut side.connection.client;
        migrations::refuse_unfinished_move(client, url).await?;
        match migrations::age(client).await.map_err(|source| failed(url, source))? {
            Some(Age::Current) => {}
            None => return Err(DataError::NoTables { database: url.to_string() }.into()),
            Some(Age::Older(_, gap)) => {
                return Err(DataError::OlderDatabase { database: url.to_string(), gap }.into());
            }
            Some(Age::Newer(gap)) => return Err(migrations::newer(client, url, gap).await.into()),
        }
        owner::fence_off(client).await.map_err(|source| failed(url, source))?;
        Ok(side)
    }

    /// Holds an empty database, or one that holds a part of the move from this place.
    pub(crate) async fn target(url: &DatabaseUrl, from: &str) -> Result<Self, MoveError> {
        let mut side = Self::hold(url).await?;
        let client = &mut side.connection.client;
        let age = migrations::age(client).await.map_err(|source| failed(url, source))?;
        if let Some(Age::Newer(gap)) = age {
            return Err(migrations::newer(client, url, gap).await.into());
        }
        match migrations::unfinished_move(client).await.map_err(|source| failed(url, source))? {
            Some(other) if other != from => {
                return Err(MoveError::AnotherMove { place: url.to_string(), from: other });
            }
            Some(_) if !matches!(age, Some(Age::Current)) => {
                return Err(MoveError::AnotherVersion { place: url.to_string() });
            }
            Some(_) => side.goes_on = true,
            None => {
                if let Some(table) = table_in_use(client).await.map_err(|source| failed(url, source))? {
                    return Err(MoveError::NotEmpty { place: url.to_string(), table });
                }
                durability::Said::at_start(client).await.map_err(|source| failed(url, source))?;
                migrations::run(client, url).await?;
                let begun = begin(client, from).await;
                begun.map_err(|why| MoveError::Writing { place: url.to_string(), why })?;
            }
        }
        Ok(side)
    }

    async fn hold(url: &DatabaseUrl) -> Result<Self, MoveError> {
        let connection = owner::lock_for_move(&Servers::of_a_command(url)?).await?;
        Ok(Self { connection, url: url.clone(), goes_on: false, packer: Box::new(Packer::small()) })
    }

    fn client(&mut self) -> &mut Client {
        &mut self.connection.client
    }
}

fn failed(url: &DatabaseUrl, source: StorageError) -> OpenError {
    OpenError::Database { database: url.to_string(), source }
}

/// A table with rows that a new database does not have.
async fn table_in_use(client: &Client) -> Result<Option<String>, StorageError> {
    let sql =
        "SELECT relname FROM pg_catalog.pg_class WHERE relkind = 'r' AND pg_catalog.pg_table_is_visible(oid)";
    let there = client.query(sql, &[]).await?;
    let there = there.iter().map(|row| row.try_get(0)).collect::<Result<Vec<String>, _>>()?;
    if there.iter().any(|name| name == "game")
        && client.query_one("SELECT EXISTS (SELECT 1 FROM game)", &[]).await?.try_get(0)?
    {
        return Ok(Some("game".to_owned()));
    }
    let tables = sqlite::moving::tables()?;
    for (table, rows) in tables.iter().zip(sqlite::moving::new_rows(&tables)?) {
        if there.contains(&table.name)
            && !client.query(&*table.has_more_than(rows).sql, &[]).await?.is_empty()
        {
            return Ok(Some(table.name.clone()));
        }
    }
    Ok(None)
}

/// Marks an empty database as the target of the move from this place, and takes out what a new database has.
async fn begin(client: &mut Client, from: &str) -> Result<(), StorageError> {
    let transaction = client.transaction().await?;
    for table in sqlite::moving::tables()? {
        transaction.execute(&*table.clear().sql, &[]).await?;
    }
    transaction.execute("DELETE FROM site WHERE name = $1", &[&MOVED]).await?;
    transaction.execute(NOTE, &[&UNFINISHED, &from]).await?;
    Ok(transaction.commit().await?)
}

/// Writes rows into columns of these types.
async fn copy<'a>(
    transaction: &Transaction<'_>,
    into: &str,
    types: &[Type],
    rows: impl IntoIterator<Item = &'a [Value]>,
) -> Result<(), StorageError> {
    let sink = transaction.copy_in::<_, Bytes>(&format!("COPY {into} FROM STDIN BINARY")).await?;
    let mut writer = pin!(BinaryCopyInWriter::new(sink, types));
    for row in rows {
        let values: Vec<&(dyn ToSql + Sync)> = row.iter().map(|value| value as &(dyn ToSql + Sync)).collect();
        writer.as_mut().write(&values).await?;
    }
    writer.finish().await?;
    Ok(())
}

#[async_trait(?Send)]
impl House for Side {
    fn place(&self) -> String {
        self.url.to_string()
    }

    async fn read(&mut self, query: Statement) -> Result<Vec<Row>, StorageError> {
        let rows = self.client().query(&*query.sql, &driver::bound(&query)).await?;
        rows.iter().map(driver::row).collect()
    }

    async fn games(&mut self, after: i64) -> Result<Vec<MovedGame>, StorageError> {
        let client = self.client();
        let sql = "SELECT number, id, created_at, ended_at, next_seq, half_moves FROM game WHERE number > $1
             ORDER BY number LIMIT $2";
        let page = client.query(sql, &[&after, &(GAMES as i64)]).await?;
        let Some(last) = page.last() else { return Ok(Vec::new()) };
        let last: i64 = last.try_get(0)?;
        let mut records = HashMap::new();
        let sql = "SELECT game, body FROM record WHERE game > $1 AND game <= $2";
        for row in client.query(sql, &[&after, &last]).await? {
            records.insert(row.try_get::<_, i64>(0)?, row.try_get::<_, Vec<u8>>(1)?);
        }
        let mut logs = HashMap::<i64, Vec<(i64, StoredEvent)>>::new();
        let sql = "SELECT game, seq, at, body FROM event WHERE game > $1 AND game <= $2 ORDER BY game, seq";
        for row in client.query(sql, &[&after, &last]).await? {
            let event = StoredEvent { at: row.try_get(2)?, body: row.try_get(3)? };
            logs.entry(row.try_get(0)?).or_default().push((row.try_get(1)?, event));
        }
        let mut games = Vec::with_capacity(page.len());
        for row in &page {
            let (number, id): (i64, String) = (row.try_get(0)?, row.try_get(1)?);
            let record = records.remove(&number);
            let events = whole_log(&id, row.try_get(4)?, record.as_deref(), logs.remove(&number))?;
            games.push(MovedGame {
                number,
                id,
                created_at: row.try_get(2)?,
                ended_at: row.try_get(3)?,
                half_moves: row.try_get(5)?,
                events,
                record,
            });
        }
        Ok(games)
    }

    async fn note_moved(&mut self, to: &str) -> Result<(), StorageError> {
        self.client().execute(NOTE, &[&MOVED, &to]).await?;
        Ok(())
    }

    async fn close(self: Box<Self>) {
        self.connection.close().await;
    }
}

/// All events of a game, which are packed in its record or stand in rows.
fn whole_log(
    id: &str,
    next_seq: i64,
    record: Option<&[u8]>,
    rows: Option<Vec<(i64, StoredEvent)>>,
) -> Result<Vec<StoredEvent>, StorageError> {
    let game = id.parse::<GameId>();
    let game = game.map_err(|error| StorageError::Damaged { detail: format!("a game's id: {error}") })?;
    let unreadable = |seq, detail: String| StorageError::Unreadable { game, seq, detail };
    let rows = rows.unwrap_or_default();
    let events = match record {
        Some(_) if !rows.is_empty() => {
            return Err(unreadable(0, "it stands in the game's record and in a row of its own".to_owned()));
        }
        Some(record) => unpack(record).map_err(|detail| unreadable(0, detail))?,
        None => {
            for (expected, (seq, _)) in (0..).zip(&rows) {
                if *seq != i64::from(expected) {
                    return Err(unreadable(expected, format!("event {seq} follows instead")));
                }
            }
            rows.into_iter().map(|(_, event)| event).collect()
        }
    };
    if events.is_empty() || events.len() as i64 != next_seq {
        let detail = format!("its log has {} events in place of {next_seq}", events.len());
        return Err(unreadable(0, detail));
    }
    Ok(events)
}

#[async_trait(?Send)]
impl NewHouse for Side {
    fn goes_on(&self) -> bool {
        self.goes_on
    }

    async fn write(&mut self, table: &Table, rows: &[Row]) -> Result<(), StorageError> {
        let transaction = self.connection.client.transaction().await?;
        let columns = format!("SELECT {} FROM \"{}\"", table.columns(), table.name);
        let columns = transaction.prepare(&columns).await?;
        let types: Vec<Type> = columns.columns().iter().map(|column| column.type_().clone()).collect();
        let into = format!("\"{}\" ({})", table.name, table.columns());
        copy(&transaction, &into, &types, rows.iter().map(Row::values)).await?;
        Ok(transaction.commit().await?)
    }

    async fn write_games(&mut self, games: &[MovedGame]) -> Result<(), StorageError> {
        let [mut all, mut records, mut events] = [const { Vec::<Vec<Value>>::new() }; 3];
        for game in games {
            let count = game.events.len() as i64;
            all.push(vec![
                Value::Integer(game.number),
                game.id.as_str().into(),
                game.created_at.into(),
                game.ended_at.into(),
                count.into(),
                game.half_moves.into(),
            ]);
            if game.ended_at.is_none() {
                let row = |(seq, event): (i64, &StoredEvent)| {
                    vec![game.number.into(), seq.into(), event.at.into(), event.body.as_str().into()]
                };
                events.extend((0..).zip(&game.events).map(row));
                continue;
            }
            let record = game.record.clone().unwrap_or_else(|| self.packer.pack(&game.events));
            records.push(vec![Value::Integer(game.number), Value::Bytes(record)]);
        }
        let transaction = self.connection.client.transaction().await?;
        let (int, text) = (Type::INT8, Type::TEXT);
        let types = [int.clone(), text.clone(), int.clone(), int.clone(), int.clone(), int.clone()];
        let into = "game (number, id, created_at, ended_at, next_seq, half_moves)";
        copy(&transaction, into, &types, all.iter().map(Vec::as_slice)).await?;
        let types = [int.clone(), Type::BYTEA];
        copy(&transaction, "record (game, body)", &types, records.iter().map(Vec::as_slice)).await?;
        let types = [int.clone(), int.clone(), int, text];
        copy(&transaction, "event (game, seq, at, body)", &types, events.iter().map(Vec::as_slice)).await?;
        Ok(transaction.commit().await?)
    }

    async fn settle(&mut self) -> Result<(), StorageError> {
        let client = self.client();
        // Else the next game would get the number of one that was moved.
        let sql = "SELECT table_name::text, column_name::text FROM information_schema.columns
             WHERE table_schema = current_schema() AND is_identity = 'YES'";
        for row in client.query(sql, &[]).await? {
            let (table, column): (&str, &str) = (row.try_get(0)?, row.try_get(1)?);
            let sql = format!(
                "SELECT setval(pg_get_serial_sequence('\"{table}\"', '{column}'), max(\"{column}\")) FROM \"{table}\"
                 HAVING max(\"{column}\") IS NOT NULL"
            );
            client.batch_execute(&sql).await?;
        }
        // Until it has counted once, PostgreSQL takes each table for a small one.
        for table in
            sqlite::moving::tables()?.iter().map(|table| table.name.as_str()).chain(LOG.iter().copied())
        {
            client.batch_execute(&format!("ANALYZE \"{table}\"")).await?;
        }
        Ok(())
    }

    async fn check(&mut self, news: &mut dyn FnMut(CheckNews)) -> Result<Checked, DataError> {
        check::check(&mut self.connection.client, &self.url, news).await
    }

    async fn finish(&mut self) -> Result<(), StorageError> {
        self.client().execute("DELETE FROM site WHERE name = $1", &[&UNFINISHED]).await?;
        Ok(())
    }
}

/// The tables of the log.
const LOG: &[&str] = &["game", "event", "record"];
