// SPDX-License-Identifier: AGPL-3.0-or-later
//! Appends of a node: one statement for all that wait, and none of it by a node that has lost the games.
//!
//! The statement locks the rows of the slots (so that they can't change their owner until it has committed), compares their
//! epochs with those under which the writers own the games, raises the heads of the games whose logs end where the writers
//! think, and inserts the events of these. It commits by itself. An append whose slot or head does not fit leaves the
//! others of its batch alone.
//!
//! The lock is `FOR SHARE`: `FOR KEY SHARE` would not stop a change of the epoch. A slot always goes through the same
//! connection, because a row that two connections lock at once costs a number out of a limited supply (a multixact).
//!
//! While a statement is under way, the next ones gather. So there is no timer: the longer a commit takes, the larger the
//! next batch. The next statement is sent before the answer to the last one has come (pipelining).
//!
//! Events that change the archive, too (the first, the last, and a player who joins), go through a transaction that takes
//! the same fence: see [`in_transaction`].

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use tabiya_game::GameId;
use tokio::{
    sync::{mpsc, oneshot},
    task::{JoinHandle, JoinSet},
    time::timeout,
};
use tokio_postgres::{Client, Statement};

use super::{driver::Trouble, error, log::number, servers::Servers, warnings::Warnings};
use crate::{Epoch, Slot, StorageError, event_row::Row};

/// Connections for appends. Each serves its share of the slots.
const LANES: usize = 3;
/// Statements under way on one connection.
const PIPELINED: usize = 2;
/// Appends in one statement.
const MOST: usize = 128;
/// Appends that may wait for a connection; more callers wait until there is room.
const INBOX: usize = 1_024;
/// How long a connection may take to be made.
const CONNECT: Duration = Duration::from_secs(5);
/// How long a statement may take. After that its appends count as unanswered, and the games go on over another connection. A statement
/// that waits for a lock is ended by PostgreSQL after `lock_timeout`, and has written nothing. Two such waits fit into this time: its own, and
/// that of the statement before it on the same connection.
const ANSWER: Duration = Duration::from_secs(4);
/// So many connections of a lane may be left with a statement that hangs. Beyond that the lane waits, however long: while a
/// synchronous standby is missing every statement hangs, and PostgreSQL does not notice that a connection was left.
const LEFT: usize = 2;

/// Settings of each connection. The plan of a statement is made once; without these the first plans would be for empty tables.
const SETTINGS: &str = "SET plan_cache_mode = force_generic_plan; SET enable_seqscan = off; SET enable_mergejoin = off; \
     SET statement_timeout = 0; SET lock_timeout = 1900";
/// The statement for a batch: the first six arrays have an entry for each append, the last four for each event.
pub(super) const APPEND: &str = "WITH wanted AS MATERIALIZED (
         SELECT * FROM unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[])
             WITH ORDINALITY AS wanted (id, slot, epoch, first_seq, events, half_moves, place)
     ), fence AS MATERIALIZED (
         SELECT slot.slot, slot.epoch FROM slot WHERE slot.slot IN (SELECT wanted.slot FROM wanted)
         ORDER BY slot.slot FOR SHARE
     ), raised AS (
         UPDATE game SET next_seq = game.next_seq + wanted.events, half_moves = game.half_moves + wanted.half_moves
         FROM wanted JOIN fence ON fence.slot = wanted.slot AND fence.epoch = wanted.epoch
         WHERE game.id = wanted.id AND game.next_seq = wanted.first_seq AND game.ended_at IS NULL
         RETURNING wanted.place, game.number
     ), inserted AS (
         INSERT INTO event (game, seq, at, body)
         SELECT raised.number, new.seq, new.at, new.body
         FROM unnest($7::bigint[], $8::bigint[], $9::bigint[], $10::text[]) AS new (place, seq, at, body)
             JOIN raised ON raised.place = new.place
     )
     SELECT wanted.place, coalesce(fence.epoch = wanted.epoch, FALSE), raised.place IS NOT NULL
     FROM wanted LEFT JOIN fence ON fence.slot = wanted.slot LEFT JOIN raised ON raised.place = wanted.place";

/// What became of an append that did not fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Appended {
    Written,
    /// The writer does not own the slot.
    Fenced,
    Conflict {
        next_seq: u32,
    },
    UnknownGame,
}

type Answer = oneshot::Sender<Result<Appended, StorageError>>;

/// An append that waits.
struct Waiting {
    id: GameId,
    slot: Slot,
    epoch: Epoch,
    first_seq: u32,
    rows: Vec<Row>,
    answer: Answer,
}

/// The ways of appends to the database. Dropping it ends them after what is under way.
pub(super) struct Lanes([mpsc::Sender<Waiting>; LANES]);

impl Lanes {
    /// Must be called inside a running Tokio runtime: it spawns a task for each connection, which is made when it is needed.
    pub(super) fn start(servers: &Servers, append: &str) -> Self {
        Self(std::array::from_fn(|_| {
            let (sender, inbox) = mpsc::channel(INBOX);
            let append = append.to_owned();
            let lane = Lane {
                servers: servers.clone(),
                append,
                inbox,
                link: None,
                left: Vec::new(),
                put_off: Vec::new(),
            };
            tokio::spawn(lane.run());
            sender
        }))
    }

    /// Appends events none of which changes the archive.
    pub(super) async fn append(
        &self,
        epoch: Epoch,
        id: GameId,
        first_seq: u32,
        rows: Vec<Row>,
    ) -> Result<Appended, StorageError> {
        let slot = Slot::of(id);
        let (answer, answered) = oneshot::channel();
        let waiting = Waiting { id, slot, epoch, first_seq, rows, answer };
        let lane = &self.0[usize::from(slot.number()) % LANES];
        lane.send(waiting).await.map_err(|_| StorageError::Closed)?;
        answered.await.unwrap_or(Err(StorageError::Unanswered))
    }
}

/// The task of one connection.
struct Lane {
    servers: Servers,
    /// The statement.
    append: String,
    inbox: mpsc::Receiver<Waiting>,
    /// The connection, and what moves its bytes.
    link: Option<(Arc<Link>, JoinHandle<()>)>,
    /// Connections whose statements hang: each ends when its statement does.
    left: Vec<JoinHandle<()>>,
    /// Appends to games of which another one is under way.
    put_off: Vec<Waiting>,
}

impl Lane {
    async fn run(mut self) {
        let mut running: JoinSet<Vec<GameId>> = JoinSet::new();
        // Games of which an append is under way: a second one would only meet the first.
        let mut busy: Vec<GameId> = Vec::new();
        loop {
            tokio::select! {
                Some(done) = running.join_next() => {
                    match done {
                        Ok(done) => busy.retain(|game| !done.contains(game)),
                        // A batch that panicked has been reported, and its callers read the log.
                        Err(_) => busy.clear(),
                    }
                    let waiting = std::mem::take(&mut self.put_off);
                    if !waiting.is_empty() {
                        self.send(waiting, &mut busy, &mut running).await;
                    }
                }
                next = self.inbox.recv(), if running.len() < PIPELINED => {
                    let Some(next) = next else { break };
                    let mut waiting = vec![next];
                    while waiting.len() < MOST && let Ok(next) = self.inbox.try_recv() {
                        waiting.push(next);
                    }
                    self.send(waiting, &mut busy, &mut running).await;
                }
            }
        }
        running.join_all().await;
    }

    /// Begins a batch of all whose games are not busy; the others wait until these games are free.
    async fn send(
        &mut self,
        waiting: Vec<Waiting>,
        busy: &mut Vec<GameId>,
        running: &mut JoinSet<Vec<GameId>>,
    ) {
        let mut batch = Vec::with_capacity(waiting.len());
        for each in waiting {
            if busy.contains(&each.id) {
                self.put_off.push(each);
            } else {
                busy.push(each.id);
                batch.push(each);
            }
        }
        if batch.is_empty() {
            return;
        }
        let games: Vec<GameId> = batch.iter().map(|each| each.id).collect();
        let link = match self.link().await {
            Ok(link) => link,
            Err(error) => {
                busy.retain(|game| !games.contains(game));
                for each in batch {
                    // The caller may be gone.
                    let _ = each.answer.send(Err(error.clone()));
                }
                return;
            }
        };
        let may_leave = self.left.len() < LEFT;
        running.spawn(async move {
            link.write(batch, may_leave).await;
            games
        });
    }

    /// The connection, made anew if it is lost or its statement hangs.
    async fn link(&mut self) -> Result<Arc<Link>, StorageError> {
        self.left.retain(|moving| !moving.is_finished());
        if let Some((link, moving)) = self.link.take() {
            if link.client.is_closed() {
                // A new one is made below.
            } else if link.hangs.load(Ordering::Acquire) {
                self.left.push(moving);
            } else {
                self.link = Some((Arc::clone(&link), moving));
                return Ok(link);
            }
        }
        let unreachable =
            |_| StorageError::Unreachable { detail: "no answer within five seconds".to_owned() };
        let (link, moving) =
            timeout(CONNECT, Link::connect(&self.servers, &self.append)).await.map_err(unreachable)??;
        let link = Arc::new(link);
        self.link = Some((Arc::clone(&link), moving));
        Ok(link)
    }
}

/// A connection with its statement.
struct Link {
    client: Client,
    append: Statement,
    /// Of this connection alone.
    warnings: Warnings,
    /// A statement has had no answer in time.
    hangs: AtomicBool,
}

impl Link {
    async fn connect(servers: &Servers, append: &str) -> Result<(Self, JoinHandle<()>), StorageError> {
        let warnings = Warnings::default();
        let (client, moving) = warnings.connect(servers, servers.url.config()).await?;
        client.batch_execute(SETTINGS).await?;
        let append = client.prepare(append).await?;
        Ok((Self { client, append, warnings, hangs: AtomicBool::new(false) }, moving))
    }

    /// Writes a batch, and answers each of its appends. `may_leave`: one whose statement hangs is answered all the same.
    async fn write(&self, batch: Vec<Waiting>, may_leave: bool) {
        match self.write_in_time(&batch, may_leave).await {
            Ok(outcomes) => {
                for (each, outcome) in batch.into_iter().zip(outcomes) {
                    // The caller may be gone.
                    let _ = each.answer.send(outcome);
                }
            }
            // Nothing was written. One append that the database can't store must not keep the others back.
            Err(error) if batch.len() > 1 && error != StorageError::Unanswered => {
                for each in batch {
                    let outcome = self.write_in_time(std::slice::from_ref(&each), may_leave).await;
                    let outcome = outcome
                        .and_then(|mut outcomes| outcomes.pop().unwrap_or(Err(StorageError::Unanswered)));
                    let _ = each.answer.send(outcome);
                }
            }
            Err(error) => {
                for each in batch {
                    let _ = each.answer.send(Err(error.clone()));
                }
            }
        }
    }

    /// The same as `try_to_write`. A statement that hangs may still write: its callers read the log, and write again under the same
    /// number, which is used once.
    async fn write_in_time(
        &self,
        batch: &[Waiting],
        may_leave: bool,
    ) -> Result<Vec<Result<Appended, StorageError>>, StorageError> {
        if !may_leave {
            return self.try_to_write(batch).await;
        }
        if self.hangs.load(Ordering::Acquire) {
            return Err(StorageError::Unanswered);
        }
        timeout(ANSWER, self.try_to_write(batch)).await.unwrap_or_else(|_| {
            if !self.hangs.swap(true, Ordering::AcqRel) {
                tracing::warn!(
                    "the database has not answered within {} s; games go on over another connection",
                    ANSWER.as_secs()
                );
            }
            Err(StorageError::Unanswered)
        })
    }

    /// The outcome of each append. After an error nothing was written, except after `Unanswered`.
    async fn try_to_write(
        &self,
        batch: &[Waiting],
    ) -> Result<Vec<Result<Appended, StorageError>>, StorageError> {
        let warnings = self.warnings.count();
        let answered = match self.execute(batch).await {
            Err(error) if error::is_passing(&error) => self.execute(batch).await,
            answered => answered,
        };
        let rows = answered.map_err(error::of_commit)?;
        if self.warnings.count() != warnings {
            return Err(StorageError::Unanswered);
        }
        let mut outcomes = vec![Err(StorageError::Unanswered); batch.len()];
        for row in rows {
            let place: i64 = row.try_get(0)?;
            let (is_owned, is_written): (bool, bool) = (row.try_get(1)?, row.try_get(2)?);
            let index = usize::try_from(place - 1).ok().filter(|index| *index < batch.len());
            let Some(index) = index else { continue };
            outcomes[index] = match (is_owned, is_written) {
                (_, true) => Ok(Appended::Written),
                (false, false) => Ok(Appended::Fenced),
                (true, false) => self.why_not(batch[index].id).await,
            };
        }
        Ok(outcomes)
    }

    async fn execute(&self, batch: &[Waiting]) -> Result<Vec<tokio_postgres::Row>, tokio_postgres::Error> {
        let column = |of: fn(&Waiting) -> i64| batch.iter().map(of).collect::<Vec<i64>>();
        let ids: Vec<&str> = batch.iter().map(|each| each.id.as_str()).collect();
        let slots = column(|each| each.slot.number().into());
        let epochs = column(|each| each.epoch.0);
        let firsts = column(|each| each.first_seq.into());
        let counts = column(|each| each.rows.len() as i64);
        let half_moves = column(|each| each.rows.iter().map(|row| i64::from(row.half_moves)).sum());
        let events = || {
            (1_i64..).zip(batch).flat_map(|(place, each)| {
                (i64::from(each.first_seq)..).zip(&each.rows).map(move |(seq, row)| (place, seq, row))
            })
        };
        let places: Vec<i64> = events().map(|(place, _, _)| place).collect();
        let seqs: Vec<i64> = events().map(|(_, seq, _)| seq).collect();
        let times: Vec<i64> = events().map(|(_, _, row)| row.event.at).collect();
        let bodies: Vec<&str> = events().map(|(_, _, row)| &*row.event.body).collect();
        let values: [&(dyn tokio_postgres::types::ToSql + Sync); 10] =
            [&ids, &slots, &epochs, &firsts, &counts, &half_moves, &places, &seqs, &times, &bodies];
        self.client.query(&self.append, &values).await
    }

    /// Why an append of the slot's owner was not written.
    async fn why_not(&self, id: GameId) -> Result<Appended, StorageError> {
        let row = self.client.query_opt("SELECT next_seq FROM game WHERE id = $1", &[&id.as_str()]).await?;
        row.map_or(Ok(Appended::UnknownGame), |row| {
            Ok(Appended::Conflict { next_seq: number(row.try_get(0)?)? })
        })
    }
}

/// How the statement can be wrong.
#[cfg(feature = "mutants")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FenceFault {
    /// Compares no epochs.
    ComparesNoEpoch,
    /// Locks the slot against changes of its key alone.
    LocksTheKey,
    /// Locks nothing.
    LocksNothing,
    /// Leaves out events whose numbers are taken, and writes the others.
    SkipsTakenNumbers,
    /// Writes behind the end.
    AppendsAfterTheEnd,
}

#[cfg(feature = "mutants")]
impl FenceFault {
    /// All of them.
    pub const ALL: [Self; 5] = [
        Self::ComparesNoEpoch,
        Self::LocksTheKey,
        Self::LocksNothing,
        Self::SkipsTakenNumbers,
        Self::AppendsAfterTheEnd,
    ];
}

/// The statement with this fault.
#[cfg(feature = "mutants")]
pub(super) fn wrong(fault: Option<FenceFault>) -> String {
    let changes: &[(&str, &str)] = match fault {
        None => return APPEND.to_owned(),
        Some(FenceFault::ComparesNoEpoch) => &[(" AND fence.epoch = wanted.epoch", "")],
        Some(FenceFault::LocksTheKey) => &[("FOR SHARE", "FOR KEY SHARE")],
        Some(FenceFault::LocksNothing) => &[("FOR SHARE", "")],
        Some(FenceFault::SkipsTakenNumbers) => &[
            ("AND game.next_seq = wanted.first_seq", ""),
            (
                "JOIN raised ON raised.place = new.place",
                "JOIN raised ON raised.place = new.place ON CONFLICT DO NOTHING",
            ),
        ],
        Some(FenceFault::AppendsAfterTheEnd) => &[("AND game.ended_at IS NULL", "")],
    };
    changes.iter().fold(APPEND.to_owned(), |sql, (right, wrong)| {
        assert!(sql.contains(right), "the statement has no {right:?}");
        sql.replace(right, wrong)
    })
}

/// Makes sure, in a transaction, that the game's slot is owned under this epoch, and stays so until the transaction ends.
pub(super) async fn in_transaction(
    transaction: &deadpool_postgres::Transaction<'_>,
    id: GameId,
    epoch: Epoch,
) -> Result<bool, Trouble> {
    let fence = transaction.prepare_cached("SELECT epoch FROM slot WHERE slot = $1 FOR SHARE").await?;
    let slot = i64::from(Slot::of(id).number());
    let row = transaction.query_opt(&fence, &[&slot]).await?;
    Ok(match row {
        Some(row) => row.try_get::<_, i64>(0)? == epoch.0,
        None => false,
    })
}
