// SPDX-License-Identifier: AGPL-3.0-or-later
//! The log of games. A write is one transaction: the fence, the game's row, its events, and what they change in the
//! archive.

use std::collections::HashMap;

use deadpool_postgres::Transaction;
use tabiya_game::{GameId, Stamped};

use super::{
    Inner, Work,
    driver::{self, Trouble},
    fenced::{self, Appended},
};
use crate::{
    AppendError, CreateError, Epoch, FinishedGame, LoadedLog, Slot, SlotSet, StorageError, UnfinishedGame,
    UnfinishedPage,
    event_row::{Row, StoredEvent, decode, decode_all},
    lane::Lane,
    record::unpack_all,
};

/// What became of a write that did not fail.
enum Outcome {
    Written,
    Exists,
    UnknownGame,
    Conflict {
        next_seq: u32,
    },
    /// The writer does not own the game's slot.
    Fenced,
}

pub(super) async fn create(
    inner: &Inner,
    writer: Option<Epoch>,
    id: GameId,
    events: &[Stamped],
) -> Result<(), CreateError> {
    let rows = Row::first(id, events)?;
    let epoch = inner.epoch()?;
    let outcome = match try_to_create(inner, (epoch, writer), id, &rows).await {
        // It met another transaction.
        Err(Trouble::Passing(_)) => try_to_create(inner, (epoch, writer), id, &rows).await,
        outcome => outcome,
    };
    match inner.disk.noted(outcome.map_err(Trouble::into_error))? {
        Outcome::Written => {
            note(inner, epoch, id, &rows);
            Ok(())
        }
        Outcome::Fenced => Err(CreateError::Fenced { id }),
        Outcome::Exists | Outcome::UnknownGame | Outcome::Conflict { .. } => Err(CreateError::Exists { id }),
    }
}

pub(super) async fn keep(inner: &Inner, id: GameId, game: &FinishedGame) -> Result<(), CreateError> {
    let epoch = inner.epoch()?;
    let outcome = match try_to_keep(inner, epoch, id, game).await {
        // It met another transaction.
        Err(Trouble::Passing(_)) => try_to_keep(inner, epoch, id, game).await,
        outcome => outcome,
    };
    match inner.disk.noted(outcome.map_err(Trouble::into_error))? {
        Outcome::Written => Ok(()),
        Outcome::Fenced => Err(CreateError::Fenced { id }),
        Outcome::Exists | Outcome::UnknownGame | Outcome::Conflict { .. } => Err(CreateError::Exists { id }),
    }
}

/// Whether events change nothing but the log: neither the list of games nor the archive.
pub(super) fn changes_the_log_alone(rows: &[Row]) -> bool {
    rows.iter().all(|row| row.step.is_none() && !row.ends)
}

/// An append of a node. Its slots' epochs say whether what it knows of a game is still so.
pub(super) async fn append_as_node(
    inner: &Inner,
    writer: Epoch,
    id: GameId,
    first_seq: u32,
    rows: Vec<Row>,
) -> Result<(), AppendError> {
    let epoch = inner.epoch()?;
    let Some(lanes) = inner.lanes.as_ref().filter(|_| changes_the_log_alone(&rows)) else {
        let writer = Some(writer);
        let outcome = match try_to_append(inner, (epoch, writer), id, first_seq, &rows).await {
            Err(Trouble::Passing(_)) => try_to_append(inner, (epoch, writer), id, first_seq, &rows).await,
            outcome => outcome,
        };
        return inner.disk.noted(outcome.map_err(Trouble::into_error))?.of_append(id, first_seq);
    };
    let outcome = match inner.disk.noted(lanes.append(writer, id, first_seq, rows).await)? {
        Appended::Written => Outcome::Written,
        Appended::Fenced => Outcome::Fenced,
        Appended::Conflict { next_seq } => Outcome::Conflict { next_seq },
        Appended::UnknownGame => Outcome::UnknownGame,
    };
    outcome.of_append(id, first_seq)
}

impl Outcome {
    fn of_append(self, id: GameId, first_seq: u32) -> Result<(), AppendError> {
        match self {
            Self::Written => Ok(()),
            Self::Fenced => Err(AppendError::Fenced { id }),
            Self::Conflict { next_seq } => Err(AppendError::Conflict { id, first_seq, next_seq }),
            Self::UnknownGame | Self::Exists => Err(AppendError::UnknownGame { id }),
        }
    }
}

pub(super) async fn append(
    inner: &Inner,
    id: GameId,
    first_seq: u32,
    rows: &[Row],
) -> Result<(), AppendError> {
    let epoch = inner.epoch()?;
    if inner.known(epoch, |known| known.stale.contains(&id)) {
        // The database was lost in between, so whoever appends has to read the log anew, even if its end is where it was.
        return match next_seq(inner, id).await? {
            Some(next_seq) => Err(AppendError::Conflict { id, first_seq, next_seq }),
            None => Err(AppendError::UnknownGame { id }),
        };
    }
    let outcome = match try_to_append(inner, (epoch, None), id, first_seq, rows).await {
        Err(Trouble::Passing(_)) => try_to_append(inner, (epoch, None), id, first_seq, rows).await,
        outcome => outcome,
    };
    inner.disk.noted(outcome.map_err(Trouble::into_error))?.of_append(id, first_seq)?;
    note(inner, epoch, id, rows);
    Ok(())
}

/// Somebody here has the game in memory now, or will have no use for it any more.
fn note(inner: &Inner, epoch: i64, id: GameId, rows: &[Row]) {
    let ends = rows.iter().any(|row| row.ends);
    inner.known(epoch, |known| if ends { known.forget(id) } else { known.read(id) });
}

/// A row of the list of games.
struct NewGame {
    created_at: i64,
    ended_at: Option<i64>,
    next_seq: i64,
    half_moves: i64,
}

impl NewGame {
    /// Writes it; returns its number, or `None` if another game has the id.
    async fn insert(&self, transaction: &Transaction<'_>, id: GameId) -> Result<Option<i64>, Trouble> {
        let insert = transaction
            .prepare_cached(
                "INSERT INTO game (id, created_at, ended_at, next_seq, half_moves) VALUES ($1, $2, $3, $4, $5)
                 ON CONFLICT (id) DO NOTHING RETURNING number",
            )
            .await?;
        let values: [&(dyn tokio_postgres::types::ToSql + Sync); 5] =
            [&id.as_str(), &self.created_at, &self.ended_at, &self.next_seq, &self.half_moves];
        let game = transaction.query_opt(&insert, &values).await?;
        Ok(game.map(|game| game.try_get(0)).transpose()?)
    }
}

async fn try_to_keep(inner: &Inner, epoch: i64, id: GameId, kept: &FinishedGame) -> Result<Outcome, Trouble> {
    let mut client = inner.client(Work::Write(Lane::Background)).await?;
    let transaction = driver::begin(&mut client, epoch).await?;
    let new = NewGame {
        created_at: kept.created_at,
        ended_at: Some(kept.ended_at),
        next_seq: kept.events.into(),
        half_moves: kept.half_moves.into(),
    };
    let Some(game) = new.insert(&transaction, id).await? else {
        let same = stored(&transaction, id).await? == kept.stored(id)?;
        return Ok(if same { Outcome::Written } else { Outcome::Exists });
    };
    let insert = transaction.prepare_cached("INSERT INTO record (game, body) VALUES ($1, $2)").await?;
    transaction.execute(&insert, &[&game, &kept.body]).await?;
    for statement in kept.statements(id) {
        driver::execute(&transaction, &statement).await?;
    }
    driver::commit(inner, transaction).await?;
    Ok(Outcome::Written)
}

/// `writer` is the epoch under which a node owns the game's slot.
async fn try_to_create(
    inner: &Inner,
    (epoch, writer): (i64, Option<Epoch>),
    id: GameId,
    rows: &[Row],
) -> Result<Outcome, Trouble> {
    let mut client = inner.client(Work::Write(Lane::Moves)).await?;
    let transaction = driver::begin(&mut client, epoch).await?;
    if let Some(writer) = writer
        && !fenced::in_transaction(&transaction, id, writer).await?
    {
        return Ok(Outcome::Fenced);
    }
    let new = NewGame {
        created_at: rows.first().map_or(0, |row| row.event.at),
        ended_at: ended_at(rows),
        next_seq: count(rows),
        half_moves: moves(rows),
    };
    let Some(game) = new.insert(&transaction, id).await? else {
        let stored = stored(&transaction, id).await?;
        let same =
            stored.len() >= rows.len() && stored.iter().zip(rows).all(|(event, row)| *event == row.event);
        return Ok(if same { Outcome::Written } else { Outcome::Exists });
    };
    insert_events(&transaction, game, 0, rows).await?;
    archive(&transaction, id, 0, rows).await?;
    driver::commit(inner, transaction).await?;
    Ok(Outcome::Written)
}

async fn try_to_append(
    inner: &Inner,
    (epoch, writer): (i64, Option<Epoch>),
    id: GameId,
    first_seq: u32,
    rows: &[Row],
) -> Result<Outcome, Trouble> {
    let mut client = inner.client(Work::Write(Lane::Moves)).await?;
    let transaction = driver::begin(&mut client, epoch).await?;
    if let Some(writer) = writer
        && !fenced::in_transaction(&transaction, id, writer).await?
    {
        return Ok(Outcome::Fenced);
    }
    let raise = transaction
        .prepare_cached(
            "UPDATE game SET next_seq = next_seq + $3, half_moves = half_moves + $4, ended_at = $5
             WHERE id = $1 AND next_seq = $2 AND ended_at IS NULL RETURNING number, half_moves",
        )
        .await?;
    let values: [&(dyn tokio_postgres::types::ToSql + Sync); 5] =
        [&id.as_str(), &i64::from(first_seq), &count(rows), &moves(rows), &ended_at(rows)];
    let Some(game) = transaction.query_opt(&raise, &values).await? else {
        let find = transaction.prepare_cached("SELECT next_seq FROM game WHERE id = $1").await?;
        let found = transaction.query_opt(&find, &[&id.as_str()]).await?;
        return Ok(match found {
            Some(row) => Outcome::Conflict { next_seq: number(row.try_get(0)?)? },
            None => Outcome::UnknownGame,
        });
    };
    insert_events(&transaction, game.try_get(0)?, first_seq.into(), rows).await?;
    let half_moves = game.try_get::<_, i64>(1)? - moves(rows);
    archive(&transaction, id, half_moves, rows).await?;
    driver::commit(inner, transaction).await?;
    Ok(Outcome::Written)
}

fn count(rows: &[Row]) -> i64 {
    rows.len() as i64
}

fn moves(rows: &[Row]) -> i64 {
    rows.iter().map(|row| i64::from(row.half_moves)).sum()
}

fn ended_at(rows: &[Row]) -> Option<i64> {
    rows.iter().find(|row| row.ends).map(|row| row.event.at)
}

pub(super) fn number(number: i64) -> Result<u32, StorageError> {
    u32::try_from(number).map_err(|_| StorageError::Damaged { detail: format!("a game has {number} events") })
}

async fn insert_events(
    transaction: &Transaction<'_>,
    game: i64,
    first_seq: i64,
    rows: &[Row],
) -> Result<(), tokio_postgres::Error> {
    let insert = transaction
        .prepare_cached(
            "INSERT INTO event (game, seq, at, body)
             SELECT $1, $2 + place - 1, at, body
             FROM unnest($3::bigint[], $4::text[]) WITH ORDINALITY AS row (at, body, place)",
        )
        .await?;
    let at: Vec<i64> = rows.iter().map(|row| row.event.at).collect();
    let bodies: Vec<&str> = rows.iter().map(|row| &*row.event.body).collect();
    transaction.execute(&insert, &[&game, &first_seq, &at, &bodies]).await?;
    Ok(())
}

/// What the events change in the archive, after a game of so many half-moves.
async fn archive(
    transaction: &Transaction<'_>,
    id: GameId,
    half_moves: i64,
    rows: &[Row],
) -> Result<(), Trouble> {
    let mut half_moves = number(half_moves)?;
    for row in rows {
        half_moves = half_moves.saturating_add_signed(row.half_moves);
        for statement in row.step.iter().flat_map(|step| step.statements(id, half_moves)) {
            driver::execute(transaction, &statement).await?;
        }
    }
    Ok(())
}

/// The events as they are stored.
async fn stored(transaction: &Transaction<'_>, id: GameId) -> Result<Vec<StoredEvent>, Trouble> {
    let select = transaction.prepare_cached(LOGS).await?;
    let rows = transaction.query(&select, &[&[id.as_str()].as_slice()]).await?;
    Ok(events_of(id, &rows)?.unwrap_or_default())
}

/// The logs of games: a row an event, or one row with all of them packed. One statement, so that all of a log is one state.
const LOGS: &str = "SELECT own.seq, own.at, own.body, game.next_seq, record.body, game.id FROM game
     LEFT JOIN record ON record.game = game.number
     LEFT JOIN LATERAL (SELECT seq, at, body FROM event WHERE event.game = game.number OFFSET 0) AS own ON TRUE
     WHERE game.id = ANY($1::text[]) ORDER BY game.number, own.seq";
/// How many logs are read at once. Their rows are in memory together.
const AT_ONCE: usize = 64;

/// The events in a game's rows of [`LOGS`]; `None` if there is no such game.
fn events_of(id: GameId, rows: &[tokio_postgres::Row]) -> Result<Option<Vec<StoredEvent>>, StorageError> {
    let Some(first) = rows.first() else { return Ok(None) };
    let next_seq = number(first.try_get(3)?)?;
    if let Some(record) = first.try_get::<_, Option<&[u8]>>(4)? {
        return unpack_all(id, next_seq, record).map(Some);
    }
    let mut events = Vec::with_capacity(rows.len());
    for (expected, row) in (0_u32..).zip(rows) {
        let seq = row.try_get::<_, Option<i64>>(0)?;
        if seq != Some(expected.into()) {
            let detail =
                seq.map_or("its log is empty".to_owned(), |seq| format!("event {seq} follows instead"));
            return Err(StorageError::Unreadable { game: id, seq: expected, detail });
        }
        events.push(StoredEvent { at: row.try_get(1)?, body: row.try_get(2)? });
    }
    if events.len() as u64 != u64::from(next_seq) {
        let detail = "it is missing".to_owned();
        return Err(StorageError::Unreadable { game: id, seq: events.len() as u32, detail });
    }
    Ok(Some(events))
}

async fn next_seq(inner: &Inner, id: GameId) -> Result<Option<u32>, StorageError> {
    let client = inner.client(Work::Write(Lane::Moves)).await?;
    let row = client.query_opt("SELECT next_seq FROM game WHERE id = $1", &[&id.as_str()]).await?;
    row.map(|row| number(row.try_get(0)?)).transpose()
}

pub(super) async fn load(inner: &Inner, id: GameId) -> LoadedLog {
    load_all(inner, &[id]).await?.pop().unwrap_or(Ok(None))
}

pub(super) async fn load_all(inner: &Inner, ids: &[GameId]) -> Result<Vec<LoadedLog>, StorageError> {
    let mut logs = Vec::with_capacity(ids.len());
    for some in ids.chunks(AT_ONCE) {
        // Asked first: what is read after it is as new as that, or newer.
        let epoch = inner.held.borrow().epoch();
        let client = inner.client(Work::Read).await?;
        let select = client.prepare_cached(LOGS).await?;
        let names: Vec<&str> = some.iter().map(GameId::as_str).collect();
        let rows = client.query(&select, &[&names]).await?;
        let mut games = HashMap::new();
        for rows in rows.chunk_by(|one, next| name_of(one).ok() == name_of(next).ok()) {
            games.insert(name_of(&rows[0])?, rows);
        }
        for id in some {
            let rows = games.get(id.as_str()).copied().unwrap_or_default();
            let log = events_of(*id, rows)
                .and_then(|events| events.map(|events| decode_all(*id, &events)).transpose());
            if let (Ok(epoch), Ok(Some(log))) = (&epoch, &log) {
                let ended =
                    log.last().is_some_and(|last| matches!(last.event, tabiya_game::Event::Ended { .. }));
                inner.known(*epoch, |known| if ended { known.forget(*id) } else { known.read(*id) });
            }
            logs.push(log);
        }
    }
    Ok(logs)
}

/// Which game a row of [`LOGS`] is of.
fn name_of(row: &tokio_postgres::Row) -> Result<&str, tokio_postgres::Error> {
    row.try_get(5)
}

// In these two, and in `LOGS`, `LATERAL` and `OFFSET 0` have PostgreSQL find the events of each game by their key. Without them it would
// read all events of all games for each page, as long as it has no statistics of its tables.

pub(super) async fn load_unfinished(
    inner: &Inner,
    from: u64,
    limit: u32,
) -> Result<UnfinishedPage, StorageError> {
    let epoch = inner.epoch()?;
    let client = inner.client(Work::Read).await?;
    let select = client
        .prepare_cached(
            "SELECT page.number, page.id, own.seq, own.at, own.body
             FROM (SELECT number, id FROM game WHERE ended_at IS NULL AND number > $1 ORDER BY number LIMIT $2)
                 AS page
             LEFT JOIN LATERAL (SELECT seq, at, body FROM event WHERE event.game = page.number OFFSET 0) AS own
                 ON TRUE ORDER BY page.number, own.seq",
        )
        .await?;
    let from = i64::try_from(from).unwrap_or(i64::MAX);
    let rows = client.query(&select, &[&from, &i64::from(limit)]).await?;
    let (games, seen, last) = games_of(&rows)?;
    inner.known(epoch, |known| games.iter().for_each(|game| known.read(game.id)));
    Ok(UnfinishedPage { games, next: last.filter(|_| seen == limit).map(i64::unsigned_abs) })
}

/// How many unfinished games are looked at, at most, to find a page of those in some slots.
const WINDOW: u32 = 20_000;

pub(super) async fn load_unfinished_in(
    inner: &Inner,
    slots: &SlotSet,
    from: u64,
    limit: u32,
) -> Result<UnfinishedPage, StorageError> {
    inner.epoch()?;
    if slots.is_empty() || limit == 0 {
        return Ok(UnfinishedPage::default());
    }
    let client = inner.client(Work::Read).await?;
    // Twice as many as it takes on average, so that little is read again for the next page.
    let window = (u64::from(limit) * 2 * u64::from(Slot::COUNT) / u64::from(slots.len())).min(WINDOW.into());
    let window = i64::try_from(window).unwrap_or(i64::MAX);
    let find = client
        .prepare_cached(
            "SELECT number, id FROM game WHERE ended_at IS NULL AND number > $1 ORDER BY number LIMIT $2",
        )
        .await?;
    let from = i64::try_from(from).unwrap_or(i64::MAX);
    let found = client.query(&find, &[&from, &window]).await?;
    let (mut numbers, mut last) = (Vec::new(), None);
    for row in &found {
        let number: i64 = row.try_get(0)?;
        last = Some(number);
        let text: &str = row.try_get(1)?;
        let Ok(id) = text.parse::<GameId>() else {
            tracing::error!(id = text, "this is no id of a game; it is left as it is");
            continue;
        };
        if slots.contains(Slot::of(id)) {
            numbers.push(number);
        }
        if numbers.len() == limit as usize {
            break;
        }
    }
    let goes_on = found.len() as i64 == window || last != found.last().and_then(|row| row.try_get(0).ok());
    let next = last.filter(|_| goes_on).map(i64::unsigned_abs);
    if numbers.is_empty() {
        return Ok(UnfinishedPage { games: Vec::new(), next });
    }
    let select = client
        .prepare_cached(
            "SELECT game.number, game.id, own.seq, own.at, own.body FROM game
             LEFT JOIN LATERAL (SELECT seq, at, body FROM event WHERE event.game = game.number OFFSET 0) AS own
                 ON TRUE WHERE game.number = ANY($1::bigint[]) ORDER BY game.number, own.seq",
        )
        .await?;
    let (games, _, _) = games_of(&client.query(&select, &[&numbers]).await?)?;
    Ok(UnfinishedPage { games, next })
}

/// The games in rows of number, id, and an event; how many there are, readable or not, and the number of the last one.
fn games_of(rows: &[tokio_postgres::Row]) -> Result<(Vec<UnfinishedGame>, u32, Option<i64>), StorageError> {
    let mut games: Vec<UnfinishedGame> = Vec::new();
    let (mut seen, mut last) = (0, None);
    for row in rows {
        let number: i64 = row.try_get(0)?;
        seen += u32::from(last.replace(number) != Some(number));
        let text: &str = row.try_get(1)?;
        let Ok(id) = text.parse::<GameId>() else {
            tracing::error!(id = text, "this is no id of a game; it is left as it is");
            continue;
        };
        if games.last().is_none_or(|last| last.id != id) {
            games.push(UnfinishedGame { id, log: Ok(Vec::new()) });
        }
        let game = games.last_mut().expect("one was pushed");
        let Ok(events) = &mut game.log else { continue };
        let (expected, seq) = (events.len() as u32, row.try_get::<_, Option<i64>>(2)?);
        let event = if seq == Some(expected.into()) {
            decode(id, expected, row.try_get(3)?, row.try_get(4)?)
        } else {
            let detail =
                seq.map_or("its log is empty".to_owned(), |seq| format!("event {seq} follows instead"));
            Err(StorageError::Unreadable { game: id, seq: expected, detail })
        };
        match event {
            Ok(event) => events.push(event),
            Err(error) => game.log = Err(error),
        }
    }
    Ok((games, seen, last))
}
