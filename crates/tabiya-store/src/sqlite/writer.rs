// SPDX-License-Identifier: AGPL-3.0-or-later
//! The one thread that writes, with group commit.
//!
//! It takes whatever has queued up, writes it in one transaction, commits, and only then answers each caller. While
//! one commit is flushed to the disk the next batch gathers, so the batches grow with the load and nobody waits for a
//! timer. A write of the batch that is refused or fails is undone alone (a savepoint each); if the commit fails,
//! nothing of the batch was written, and each of its callers is told so.

use std::{
    io,
    thread::{self, JoinHandle},
};

use rusqlite::{Connection, TransactionBehavior};
use tabiya_game::GameId;
use tokio::sync::{mpsc, oneshot};

use super::{
    encode::Row,
    insert::{self, Outcome},
};
use crate::{AppendError, CreateError, StorageError};

/// How many writes may queue up; more callers wait to queue.
const QUEUE: usize = 1024;
/// How many writes go into one transaction at most.
const BATCH: usize = 256;

/// The way to the writer thread. Dropping it ends the thread after what has been queued.
pub(super) struct Writer {
    queue: Option<mpsc::Sender<Job>>,
    thread: Option<JoinHandle<()>>,
}

impl Writer {
    pub(super) fn start(connection: Connection) -> io::Result<Self> {
        let (queue, jobs) = mpsc::channel(QUEUE);
        let thread =
            thread::Builder::new().name("store-writer".to_owned()).spawn(move || serve(connection, jobs))?;
        Ok(Self { queue: Some(queue), thread: Some(thread) })
    }

    pub(super) async fn create(&self, id: GameId, rows: Vec<Row>) -> Result<(), CreateError> {
        match self.write(Write::Create { id, rows }).await? {
            Outcome::Written => Ok(()),
            Outcome::Exists | Outcome::Conflict { .. } | Outcome::UnknownGame => {
                Err(CreateError::Exists { id })
            }
        }
    }

    pub(super) async fn append(&self, id: GameId, first_seq: u32, rows: Vec<Row>) -> Result<(), AppendError> {
        match self.write(Write::Append { id, first_seq, rows }).await? {
            Outcome::Written => Ok(()),
            Outcome::Conflict { next_seq } => Err(AppendError::Conflict { id, first_seq, next_seq }),
            Outcome::UnknownGame | Outcome::Exists => Err(AppendError::UnknownGame { id }),
        }
    }

    async fn write(&self, write: Write) -> Result<Outcome, StorageError> {
        let (answer, answered) = oneshot::channel();
        let queue = self.queue.as_ref().ok_or(StorageError::Closed)?;
        queue.send(Job { write, answer }).await.map_err(|_| StorageError::Closed)?;
        answered.await.unwrap_or(Err(StorageError::Closed))
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        drop(self.queue.take());
        if let Some(thread) = self.thread.take() {
            // A panic in there has been reported by the thread itself.
            let _ = thread.join();
        }
    }
}

/// A write and who waits for it.
struct Job {
    write: Write,
    answer: oneshot::Sender<Result<Outcome, StorageError>>,
}

enum Write {
    Create {
        id: GameId,
        rows: Vec<Row>,
    },
    Append {
        id: GameId,
        first_seq: u32,
        rows: Vec<Row>,
    },
    /// Makes the database misbehave.
    #[cfg(test)]
    Sql(&'static str),
}

impl Write {
    fn run(&self, connection: &Connection) -> rusqlite::Result<Outcome> {
        match self {
            Self::Create { id, rows } => insert::create(connection, *id, rows),
            Self::Append { id, first_seq, rows } => insert::append(connection, *id, *first_seq, rows),
            #[cfg(test)]
            Self::Sql(sql) => connection.execute_batch(sql).map(|()| Outcome::Written),
        }
    }
}

/// The thread's life.
fn serve(mut connection: Connection, mut jobs: mpsc::Receiver<Job>) {
    let mut batch = Vec::new();
    while jobs.blocking_recv_many(&mut batch, BATCH) > 0 {
        match write_all(&mut connection, &batch) {
            Ok(outcomes) => batch.drain(..).zip(outcomes).for_each(|(job, outcome)| answer(job, outcome)),
            Err(error) => batch.drain(..).for_each(|job| answer(job, Err(error.clone()))),
        }
    }
}

fn answer(job: Job, outcome: Result<Outcome, StorageError>) {
    // A caller that went away does not want to know.
    let _ = job.answer.send(outcome);
}

/// One transaction. An error means that nothing was written.
fn write_all(
    connection: &mut Connection,
    batch: &[Job],
) -> Result<Vec<Result<Outcome, StorageError>>, StorageError> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let outcomes = batch.iter().map(|job| write_one(&transaction, &job.write)).collect::<Result<_, _>>()?;
    // Where it fails, the transaction is rolled back as it is dropped.
    transaction.commit()?;
    Ok(outcomes)
}

/// One write in a savepoint of its own. The outer error means that the whole transaction is lost.
fn write_one(transaction: &Connection, write: &Write) -> Result<Result<Outcome, StorageError>, StorageError> {
    let run = |sql| transaction.prepare_cached(sql)?.execute([]);
    run("SAVEPOINT one_write")?;
    match write.run(transaction) {
        Ok(outcome) => {
            run("RELEASE one_write")?;
            Ok(Ok(outcome))
        }
        Err(error) => {
            let error = StorageError::from(error);
            // After some errors SQLite has rolled back everything by itself; then there is no savepoint any more.
            run("ROLLBACK TO one_write").and_then(|_| run("RELEASE one_write")).map_err(|_| error.clone())?;
            Ok(Err(error))
        }
    }
}

#[cfg(test)]
mod tests;
