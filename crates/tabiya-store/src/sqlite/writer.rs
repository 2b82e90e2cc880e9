// SPDX-License-Identifier: AGPL-3.0-or-later
//! The thread that writes, with group commit.
//!
//! It takes the writes that have queued up, moves before all others (see [`lanes`]), writes them in one
//! transaction, commits, and only then answers each caller. While one commit is flushed to disk the next
//! batch queues up. So batches grow with the load, and no caller waits for a timer. A write that is refused
//! or fails is undone alone. If the commit fails, nothing of the batch was written, and each of its callers
//! gets the error.
//!
//! Between batches it keeps the journal short (see [`fold`]).

use std::{
    io,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    thread::{self, JoinHandle, Thread},
    time::{Duration, Instant},
};

use rusqlite::{Connection, TransactionBehavior, config::DbConfig};
use tabiya_game::GameId;
use tokio::sync::{mpsc, oneshot};

use super::{
    checkpoint::Checkpointer,
    driver, fold,
    heads::{Head, Heads},
    insert::{self, Outcome, Staged},
    lanes::{self, Entrance, Exit},
    present::Present,
};
use crate::{
    AppendError, CreateError, FinishedGame, StorageError,
    event_row::Row,
    lane::Lane,
    outage::Outage,
    record::Packer,
    tables::{Change, Changed},
};

/// How long to wait after shortening the journal has failed, for example because the disk is full.
const REST: Duration = Duration::from_secs(10);

/// A handle on the writer thread. Dropping it ends the thread after all queued writes.
pub(super) struct Writer {
    entrance: Option<Entrance<Job>>,
    thread: Option<JoinHandle<()>>,
    /// The same thread, to be woken.
    writer: Thread,
    heads: Arc<Mutex<Heads>>,
    /// Whether writes fail.
    outage: Arc<Mutex<Outage>>,
}

impl Writer {
    pub(super) fn start(
        connection: Connection,
        heads: Heads,
        files: Option<(Arc<Present>, Option<Checkpointer>)>,
    ) -> io::Result<Self> {
        let (entrance, exit) = lanes::lanes();
        let heads = Arc::new(Mutex::new(heads));
        let mut log = Log::new(connection, Arc::clone(&heads));
        let (present, checkpointer) = files.unzip();
        (log.present, log.checkpointer) = (present, checkpointer.flatten());
        let outage = Arc::clone(&log.outage);
        let thread = thread::Builder::new().name("store-writer".to_owned()).spawn(move || log.serve(exit))?;
        let writer = thread.thread().clone();
        Ok(Self { entrance: Some(entrance), thread: Some(thread), writer, heads, outage })
    }

    /// Whether writes succeed. As long as an outage lasts, one is tried: nobody may be playing whose move would show
    /// that the disk has room again.
    pub(super) async fn ready(&self) -> Result<(), StorageError> {
        self.is_there()?;
        let trouble = || lock(&self.outage).error().cloned();
        if trouble().is_some() {
            self.write(Write::Probe).await?;
        }
        // A small write that fits on a full disk ends no outage.
        trouble().map_or(Ok(()), Err)
    }

    /// Whether the thread takes writes.
    pub(super) fn is_there(&self) -> Result<(), StorageError> {
        match &self.entrance {
            Some(entrance) if !entrance.is_closed() => Ok(()),
            _ => Err(StorageError::Closed),
        }
    }

    pub(super) async fn create(&self, id: GameId, rows: Vec<Row>) -> Result<(), CreateError> {
        self.begin(id, Write::Create { id, rows }).await
    }

    pub(super) async fn keep(&self, id: GameId, game: FinishedGame) -> Result<(), CreateError> {
        self.begin(id, Write::Keep { id, game: Box::new(game) }).await
    }

    async fn begin(&self, id: GameId, write: Write) -> Result<(), CreateError> {
        match self.write(write).await? {
            Outcome::Written => Ok(()),
            Outcome::Exists | Outcome::Conflict { .. } | Outcome::UnknownGame | Outcome::Missed { .. } => {
                Err(CreateError::Exists { id })
            }
        }
    }

    pub(super) async fn append(&self, id: GameId, first_seq: u32, rows: Vec<Row>) -> Result<(), AppendError> {
        match self.write(Write::Append { id, first_seq, rows }).await? {
            Outcome::Written => Ok(()),
            Outcome::Conflict { next_seq } => Err(AppendError::Conflict { id, first_seq, next_seq }),
            Outcome::UnknownGame | Outcome::Exists | Outcome::Missed { .. } => {
                Err(AppendError::UnknownGame { id })
            }
        }
    }

    pub(super) async fn change(&self, change: Change) -> Result<Changed, StorageError> {
        self.write(Write::Change(change)).await.map(changed)
    }

    /// Runs changes in the background from another thread, for example the one that fills the archive.
    pub(super) fn changes(&self) -> Option<Changes> {
        let writer = self.writer.clone();
        self.entrance.as_ref().map(|entrance| Changes { lane: entrance.background(), writer })
    }

    /// The heads of the logs. Must be used off the async threads, because the writer locks them while it
    /// writes.
    pub(super) fn heads(&self) -> SharedHeads {
        SharedHeads(Arc::clone(&self.heads))
    }

    async fn write(&self, write: Write) -> Result<Outcome, StorageError> {
        let (answer, answered) = oneshot::channel();
        let entrance = self.entrance.as_ref().ok_or(StorageError::Closed)?;
        entrance.put(write.lane(), Job { write, answer }, &self.writer).await?;
        // The thread has ended, before this write or during it.
        answered.await.unwrap_or(Err(StorageError::Unanswered))
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        drop(self.entrance.take());
        self.writer.unpark();
        if let Some(thread) = self.thread.take() {
            // The thread itself has reported a panic.
            let _ = thread.join();
        }
    }
}

/// A handle on the writer thread for other threads, whose changes go into the background lane. It does not
/// keep the writer alive.
pub(super) struct Changes {
    lane: mpsc::WeakSender<Job>,
    writer: Thread,
}

impl Changes {
    /// Runs a change and waits for it.
    pub(super) fn run(&self, change: Change) -> Result<Changed, StorageError> {
        let (answer, answered) = oneshot::channel();
        let lane = self.lane.upgrade().ok_or(StorageError::Closed)?;
        lane.blocking_send(Job { write: Write::Change(change), answer }).map_err(|_| StorageError::Closed)?;
        // Before the writer is woken, which may have to see that the lanes have ended.
        drop(lane);
        self.writer.unpark();
        answered.blocking_recv().unwrap_or(Err(StorageError::Unanswered)).map(changed)
    }
}

fn changed(outcome: Outcome) -> Changed {
    match outcome {
        Outcome::Missed { statement, touched } => Changed::Missed { statement, touched },
        Outcome::Written | Outcome::Exists | Outcome::UnknownGame | Outcome::Conflict { .. } => Changed::Done,
    }
}

/// The heads of the logs, as of the last commit.
pub(super) struct SharedHeads(Arc<Mutex<Heads>>);

impl SharedHeads {
    /// The head of this game's log; `None` if the whole game is in its record or does not exist.
    pub(super) fn get(&self, id: GameId) -> Option<Head> {
        lock(&self.0).get(id)
    }
}

fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A write, and where its result is sent.
struct Job {
    write: Write,
    answer: oneshot::Sender<Result<Outcome, StorageError>>,
}

enum Write {
    Create {
        id: GameId,
        rows: Vec<Row>,
    },
    Keep {
        id: GameId,
        game: Box<FinishedGame>,
    },
    Append {
        id: GameId,
        first_seq: u32,
        rows: Vec<Row>,
    },
    /// Statements on other tables than the log.
    Change(Change),
    /// Writes a page as it is, to see whether that is possible.
    Probe,
    /// Makes the database misbehave, for tests.
    #[cfg(test)]
    Sql(&'static str),
    /// Ends the thread in the middle of a transaction, for tests.
    #[cfg(test)]
    Panic,
}

impl Write {
    const fn lane(&self) -> Lane {
        match self {
            Self::Create { .. } | Self::Append { .. } | Self::Probe => Lane::Moves,
            Self::Keep { .. } => Lane::Background,
            Self::Change(change) => change.lane,
            #[cfg(test)]
            Self::Sql(_) | Self::Panic => Lane::Moves,
        }
    }

    /// How many statements it runs, about.
    fn cost(&self) -> usize {
        match self {
            Self::Create { rows, .. } | Self::Append { rows, .. } => 1 + rows.len(),
            Self::Keep { game, .. } => 2 + game.statement_count(),
            Self::Change(change) => change.statements.len(),
            Self::Probe => 1,
            #[cfg(test)]
            Self::Sql(_) | Self::Panic => 1,
        }
    }

    fn run(&self, connection: &Connection, staged: &mut Staged<'_>) -> Result<Outcome, StorageError> {
        match self {
            Self::Create { id, rows } => insert::create(connection, staged, *id, rows),
            Self::Keep { id, game } => insert::keep(connection, staged, *id, game),
            Self::Append { id, first_seq, rows } => insert::append(connection, staged, *id, *first_seq, rows),
            Self::Change(change) => driver::change(connection, change),
            Self::Probe => probe(connection),
            #[cfg(test)]
            Self::Sql(sql) => Ok(connection.execute_batch(sql).map(|()| Outcome::Written)?),
            #[cfg(test)]
            Self::Panic => panic!("a test wants the thread to end here"),
        }
    }
}

/// SQLite writes the first page even where the value stays the same.
fn probe(connection: &Connection) -> Result<Outcome, StorageError> {
    let version: u32 = connection.pragma_query_value(None, "user_version", |row| row.get(0))?;
    connection.pragma_update(None, "user_version", version)?;
    Ok(Outcome::Written)
}

type Outcomes = Vec<Result<Outcome, StorageError>>;

/// The log, as the writer thread holds it.
struct Log {
    connection: Connection,
    /// Changed only after commits, so that readers see what is committed.
    heads: Arc<Mutex<Heads>>,
    packer: Packer,
    resting_until: Option<Instant>,
    /// Whether writes fail, also for those who ask whether the store is ready.
    outage: Arc<Mutex<Outage>>,
    /// Checks that the written files can be found again, and are whole.
    present: Option<Arc<Present>>,
    /// Copies the write-ahead log into the database.
    checkpointer: Option<Checkpointer>,
}

impl Log {
    fn new(connection: Connection, heads: Arc<Mutex<Heads>>) -> Self {
        Self {
            connection,
            heads,
            packer: Packer::new(),
            resting_until: None,
            outage: Arc::default(),
            present: None,
            checkpointer: None,
        }
    }

    /// The main loop of the thread.
    fn serve(&mut self, mut exit: Exit<Job>) {
        let mut batch = Vec::new();
        loop {
            while exit.is_idle() && self.may_tidy(fold::is_due) {
                self.tidy();
            }
            if !exit.next(&mut batch, |job| job.write.cost()) {
                // Its connection closes before the writer's, which copies the rest.
                drop(self.checkpointer.take());
                return self.protect_database();
            }
            let began = Instant::now();
            let outcomes = self.write_present(&batch);
            exit.wrote(began);
            let trouble = outcomes
                .as_ref()
                .err()
                .or_else(|| outcomes.iter().flatten().find_map(|outcome| outcome.as_ref().err()));
            self.say_once(trouble);
            match outcomes {
                Ok(outcomes) => {
                    batch.drain(..).zip(outcomes).for_each(|(job, outcome)| answer(job, outcome));
                }
                Err(error) => batch.drain(..).for_each(|job| answer(job, Err(error.clone()))),
            }
            self.copy_log();
            if self.may_tidy(fold::is_urgent) {
                self.tidy();
            }
        }
    }

    /// Runs one transaction if the files are whole.
    fn write_present(&mut self, batch: &[Job]) -> Result<Outcomes, StorageError> {
        self.check()?;
        self.write_all(batch)
    }

    fn check(&self) -> Result<(), StorageError> {
        self.present.as_deref().map_or(Ok(()), Present::check_before_a_write)
    }

    /// Keeps SQLite from copying the log into the database when the connection closes, where that would do harm.
    fn protect_database(&self) {
        if self.present.as_ref().is_some_and(|present| !present.may_checkpoint()) {
            let set = self.connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true);
            if let Err(error) = set {
                tracing::error!(%error, "the database may be damaged further when it is closed");
            }
        }
    }

    /// Runs one transaction. An error means that nothing was written.
    fn write_all(&mut self, batch: &[Job]) -> Result<Outcomes, StorageError> {
        // Writes rarely fail or miss a row. So all of them run without savepoints first. If one must be
        // undone alone, all start again with a savepoint each.
        self.write_with(batch, |transaction, staged, write| match write.run(transaction, staged)? {
            Outcome::Missed { .. } => {
                Err(StorageError::Failed { detail: "a change missed its rows".to_owned() })
            }
            outcome => Ok(Ok(outcome)),
        })
        .or_else(|failure| match failure {
            Failure::Statement(_) => self.write_with(batch, write_in_savepoint),
            Failure::Transaction(error) => Err(Failure::Transaction(error)),
        })
        .map_err(Failure::into_error)
    }

    fn write_with(
        &mut self,
        batch: &[Job],
        write_one: impl Fn(
            &Connection,
            &mut Staged<'_>,
            &Write,
        ) -> Result<Result<Outcome, StorageError>, StorageError>,
    ) -> Result<Outcomes, Failure> {
        let transaction = begin(&mut self.connection).map_err(Failure::Transaction)?;
        let mut heads = lock(&self.heads);
        let mut staged = Staged::new(&heads);
        let outcomes = batch.iter().map(|job| write_one(&transaction, &mut staged, &job.write));
        let outcomes = outcomes.collect::<Result<_, _>>().map_err(Failure::Statement)?;
        let (changed, next_entry) = staged.into_changes();
        drop(heads);
        // If it fails, the transaction is rolled back when it is dropped.
        transaction.commit().map_err(|error| Failure::Transaction(error.into()))?;
        heads = lock(&self.heads);
        heads.next_entry = next_entry;
        changed.into_iter().for_each(|(id, head)| heads.set(id, head));
        Ok(outcomes)
    }

    /// Logs when storing begins to fail, fails differently, or works again, but not for each write.
    fn say_once(&self, trouble: Option<&StorageError>) {
        let (mut outage, now) = (lock(&self.outage), Instant::now());
        match trouble {
            Some(error) if outage.failed(error, now) => {
                tracing::error!(%error, "games can't be stored; what players do is refused until they can");
            }
            None if outage.worked(now) => tracing::info!("games are stored again"),
            Some(_) | None => {}
        }
    }

    fn may_tidy(&self, wanted: impl Fn(&Heads) -> bool) -> bool {
        self.resting_until.is_none_or(|until| until <= Instant::now()) && wanted(&lock(&self.heads))
    }

    /// Takes one step to shorten the journal. A failure loses nothing; the step is repeated later.
    fn tidy(&mut self) {
        self.resting_until = match self.try_to_tidy() {
            Ok(()) => None,
            Err(error) => {
                // Logged once, even if it fails again.
                if self.resting_until.is_none() {
                    tracing::warn!(%error, "finished games can't be tidied up; they stay in the journal for now");
                }
                Some(Instant::now() + REST)
            }
        };
    }

    fn try_to_tidy(&mut self) -> Result<(), StorageError> {
        self.check()?;
        let transaction = begin(&mut self.connection)?;
        let step = fold::step(&transaction, &mut self.packer, &lock(&self.heads))?;
        transaction.commit()?;
        step.done(&mut lock(&self.heads));
        self.copy_log();
        Ok(())
    }

    fn copy_log(&self) {
        if let Some(checkpointer) = &self.checkpointer {
            checkpointer.committed(&self.connection);
        }
    }
}

/// Why a batch failed.
enum Failure {
    /// One of its writes failed.
    Statement(StorageError),
    /// The transaction itself failed.
    Transaction(StorageError),
}

impl Failure {
    fn into_error(self) -> StorageError {
        match self {
            Self::Statement(error) | Self::Transaction(error) => error,
        }
    }
}

fn begin(connection: &mut Connection) -> Result<rusqlite::Transaction<'_>, StorageError> {
    Ok(connection.transaction_with_behavior(TransactionBehavior::Immediate)?)
}

fn answer(job: Job, outcome: Result<Outcome, StorageError>) {
    // A caller that has gone away needs no answer.
    let _ = job.answer.send(outcome);
}

/// Runs one write in a savepoint. The outer error means that the whole transaction is lost.
fn write_in_savepoint(
    transaction: &Connection,
    staged: &mut Staged<'_>,
    write: &Write,
) -> Result<Result<Outcome, StorageError>, StorageError> {
    let run = |sql| transaction.prepare_cached(sql)?.execute([]);
    run("SAVEPOINT one_write")?;
    match write.run(transaction, staged) {
        Ok(missed @ Outcome::Missed { .. }) => {
            run("ROLLBACK TO one_write")?;
            run("RELEASE one_write")?;
            Ok(Ok(missed))
        }
        Ok(outcome) => {
            run("RELEASE one_write")?;
            Ok(Ok(outcome))
        }
        Err(error) => {
            // After some errors SQLite has rolled back the whole transaction itself. Then there is no
            // savepoint any more.
            run("ROLLBACK TO one_write").and_then(|_| run("RELEASE one_write")).map_err(|_| error.clone())?;
            Ok(Err(error))
        }
    }
}

#[cfg(test)]
mod tests;
