// SPDX-License-Identifier: AGPL-3.0-or-later
//! One life's connection to the database: what is asked takes time each way, and may be lost on either.
//!
//! A request that has reached the database is carried out, whatever becomes of the node that asked. Where no answer comes the
//! driver gives up after four seconds, as that of PostgreSQL does.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use async_trait::async_trait;
use tabiya_game::{GameId, Stamped, Time};
use tabiya_runtime::mutants::{self, Mutant};
use tabiya_store::{
    AppendError, CreateError, Epoch, FinishedGame, GameLog, Incarnation, Lease, NewAct, NewNode, Node,
    NodeName, Nodes, Renewed, Rules, Site, SiteSecret, Slot, SlotSet, StorageError, UnfinishedPage,
    WITH_KEYS,
};
use tabiya_testkit::Random;
use tokio::sync::oneshot;
use tokio::time::{sleep, timeout};

use super::database::{BEGINNING, Database, Life};
use super::plan::SENDS;

/// How long the driver waits for an answer.
const ANSWER: Duration = Duration::from_secs(4);

type Due = Box<dyn FnOnce(&mut Database) -> Option<Reply> + Send>;
type Reply = Box<dyn FnOnce() + Send>;

#[derive(Default)]
struct Wire {
    queue: BTreeMap<(u64, u64), (usize, Step)>,
    last: u64,
}

enum Step {
    Arrives(Due),
    Answers(Reply),
}

/// What the database is asked and answers, of all nodes, in the order of time. The world carries it out.
#[derive(Clone)]
pub(super) struct Store {
    pub(super) database: Arc<Mutex<Database>>,
    wire: Arc<Mutex<Wire>>,
    /// No node gets an answer, and no request arrives.
    pub(super) is_away: Arc<AtomicBool>,
    straggling: Arc<Mutex<Stragglers>>,
}

/// The next append of a node is late, and the node is suspended as soon as it has sent it; in milliseconds.
pub(super) struct Straggling {
    pub(super) late: u64,
    pub(super) ms: u64,
}

#[derive(Default)]
struct Stragglers {
    /// By node: the time at which this lapses, and the delay.
    wanted: BTreeMap<usize, (u64, Straggling)>,
    /// The lives that have sent such an append, each with the milliseconds for which it is then suspended.
    sent: Vec<(Life, u64)>,
}

impl Store {
    pub(super) fn new(database: Database) -> Self {
        Self {
            database: Arc::new(Mutex::new(database)),
            wire: Arc::default(),
            is_away: Arc::default(),
            straggling: Arc::default(),
        }
    }

    pub(super) fn database(&self) -> MutexGuard<'_, Database> {
        self.database.lock().expect("nothing panics under the lock")
    }

    fn wire(&self) -> MutexGuard<'_, Wire> {
        self.wire.lock().expect("nothing panics under the lock")
    }

    fn straggling(&self) -> MutexGuard<'_, Stragglers> {
        self.straggling.lock().expect("nothing panics under the lock")
    }

    /// Delays the next append of this node.
    pub(super) fn delay_append(&self, node: usize, straggling: Straggling) {
        let until = self.database().now + SENDS;
        self.straggling().wanted.insert(node, (until, straggling));
    }

    /// Who has sent an append that is delayed, since this was last asked, and for how many milliseconds it is to be suspended.
    pub(super) fn take_straggling(&self) -> Vec<(Life, u64)> {
        std::mem::take(&mut self.straggling().sent)
    }

    /// How late the append is that this life sends now, if it is one that is to be delayed.
    fn delay_of(&self, life: Life) -> Option<u64> {
        let now = self.database().now;
        let mut all = self.straggling();
        let (_, Straggling { late, ms }) =
            all.wanted.remove(&life.node).filter(|(until, _)| now <= *until)?;
        all.sent.push((life, ms));
        Some(late)
    }

    fn post(&self, at: u64, node: usize, step: Step) {
        let mut wire = self.wire();
        wire.last += 1;
        let key = (at, wire.last);
        wire.queue.insert(key, (node, step));
    }

    /// Carries out what is due by now.
    pub(super) fn run(&self, now: u64, is_cut: impl Fn(usize) -> bool) {
        self.database().now = now;
        loop {
            let next = {
                let mut wire = self.wire();
                let Some((&key, _)) = wire.queue.first_key_value().filter(|(key, _)| key.0 <= now) else {
                    return;
                };
                wire.queue.remove(&key)
            };
            let Some((node, step)) = next else { return };
            if is_cut(node) || self.is_away.load(Ordering::Relaxed) {
                // Lost on the way.
                continue;
            }
            match step {
                Step::Answers(reply) => reply(),
                Step::Arrives(due) => {
                    let reply = due(&mut self.database());
                    if let Some(reply) = reply {
                        self.post(now + 1, node, Step::Answers(reply));
                    }
                }
            }
        }
    }
}

/// One life's connection.
#[derive(Clone)]
pub(super) struct Link {
    store: Store,
    life: Life,
    /// What the clock of the node's machine is ahead, in milliseconds.
    skew: i64,
    random: Arc<Mutex<Random>>,
    /// So many appends in a hundred arrive seconds later, or are not answered.
    slow: u64,
}

impl Link {
    pub(super) fn new(store: Store, life: Life, (skew, slow): (i64, u64), random: Random) -> Self {
        Self { store, life, skew, random: Arc::new(Mutex::new(random)), slow }
    }

    fn now(&self) -> u64 {
        self.store.database().now
    }

    fn draw(&self) -> u64 {
        self.random.lock().expect("nothing panics under the lock").next_u64()
    }

    /// The answer of the database, or nothing if none came in time. `slow` of a hundred requests arrive seconds late, or are carried out
    /// at once and not answered. With a `delay` the request arrives so many milliseconds late, and is answered.
    async fn ask<T: Send + 'static>(
        &self,
        (slow, delay): (u64, Option<u64>),
        act: impl FnOnce(&mut Database) -> T + Send + 'static,
    ) -> Option<T> {
        let (tell, told) = oneshot::channel();
        let draw = self.draw();
        let (is_slow, rest) = (draw % 100 < slow, draw / 100);
        let is_answered = delay.is_some() || !is_slow || rest % 3 > 0;
        let drawn = if is_slow && is_answered { 500 + rest % 6_000 } else { rest % 4 };
        let late = delay.unwrap_or(drawn);
        let due: Due = Box::new(move |database| {
            let answer = act(database);
            Some(Box::new(move || {
                if is_answered {
                    // Whoever asked may be gone.
                    let _ = tell.send(answer);
                }
            }))
        });
        self.store.post(self.now() + 1 + late, self.life.node, Step::Arrives(due));
        match timeout(ANSWER, told).await {
            Ok(Ok(answer)) => Some(answer),
            Ok(Err(_)) => {
                // The connection broke. The driver notices no sooner than its deadline.
                sleep(ANSWER).await;
                None
            }
            Err(_) => None,
        }
    }

    async fn read<T: Send + 'static>(
        &self,
        act: impl FnOnce(&mut Database) -> T + Send + 'static,
    ) -> Result<T, StorageError> {
        let away = || StorageError::Unreachable { detail: "simulated".to_owned() };
        self.ask((0, None), act).await.ok_or_else(away)
    }

    /// What the clock of the node's machine shows, in milliseconds since the beginning.
    fn theirs(&self) -> u64 {
        self.now().saturating_add_signed(self.skew)
    }
}

#[async_trait]
impl Nodes for Link {
    async fn join(&self, node: &NewNode) -> Result<Incarnation, StorageError> {
        let (life, node) = (self.life, node.clone());
        self.read(move |database| database.join(life, &node)).await
    }

    async fn renew(&self, node: Incarnation) -> Result<Renewed, StorageError> {
        self.read(move |database| database.renew(node)).await
    }

    async fn remove_expired(&self, by: Incarnation) -> Result<Vec<NodeName>, StorageError> {
        let theirs = self.theirs();
        self.read(move |database| database.remove_expired(by, theirs)).await
    }

    async fn take(&self, node: Incarnation) -> Result<Vec<Lease>, StorageError> {
        self.read(move |database| database.take(node)).await
    }

    async fn leases(&self, node: Incarnation) -> Result<Vec<Lease>, StorageError> {
        self.read(move |database| database.leases(node)).await
    }

    async fn hand_over(
        &self,
        from: Incarnation,
        leases: &[Lease],
        to: Incarnation,
    ) -> Result<Vec<Slot>, StorageError> {
        let leases = leases.to_vec();
        self.read(move |database| database.hand_over(from, &leases, to)).await
    }

    async fn leave(&self, node: Incarnation) -> Result<(), StorageError> {
        self.read(move |database| database.leave(node)).await
    }

    async fn drain(&self, name: &NodeName, draining: bool) -> Result<bool, StorageError> {
        let name = name.clone();
        self.read(move |database| database.drain(&name, draining)).await
    }

    async fn note_clock(&self, _: Incarnation, _: i64) -> Result<(), StorageError> {
        Ok(())
    }

    async fn nodes(&self) -> Result<Vec<Node>, StorageError> {
        self.read(|database| database.nodes()).await
    }

    fn format(&self) -> u32 {
        WITH_KEYS
    }

    async fn now(&self) -> Result<Time, StorageError> {
        self.read(|database| database.time()).await
    }

    async fn owner(&self, slot: Slot) -> Result<Option<NodeName>, StorageError> {
        self.read(move |database| database.name_of_owner(slot)).await
    }
}

#[async_trait]
impl GameLog for Link {
    async fn create_game(&self, id: GameId, _: Vec<Stamped>) -> Result<(), CreateError> {
        Err(CreateError::Exists { id })
    }

    async fn keep_game(&self, id: GameId, _: FinishedGame) -> Result<(), CreateError> {
        Err(CreateError::Exists { id })
    }

    async fn append(&self, id: GameId, _: u32, _: Vec<Stamped>) -> Result<(), AppendError> {
        Err(AppendError::Fenced { id })
    }

    async fn append_under(
        &self,
        epoch: Epoch,
        id: GameId,
        first_seq: u32,
        events: Vec<Stamped>,
    ) -> Result<(), AppendError> {
        let life = self.life;
        let delay = self.store.delay_of(life);
        let answer = self.ask((self.slow, delay), move |database| {
            if !database.is_owned(id, epoch) {
                return Err(AppendError::Fenced { id });
            }
            database.append((id, epoch, life), first_seq, events)
        });
        match answer.await {
            Some(answer) => answer,
            None if mutants::is(Mutant::SilenceIsSuccess) => Ok(()),
            None => Err(StorageError::Unanswered.into()),
        }
    }

    async fn load(&self, id: GameId) -> Result<Option<Vec<Stamped>>, StorageError> {
        self.read(move |database| database.events(id)).await
    }

    async fn load_unfinished(&self, _: u64, _: u32) -> Result<UnfinishedPage, StorageError> {
        self.read(|database| database.unfinished(None)).await
    }

    async fn load_unfinished_in(
        &self,
        slots: &SlotSet,
        _: u64,
        _: u32,
    ) -> Result<UnfinishedPage, StorageError> {
        let slots = *slots;
        self.read(move |database| database.unfinished(Some(&slots))).await
    }
}

/// Of the site's tables the nodes want the secret of the bus alone.
#[async_trait]
impl Site for Link {
    async fn site_rules(&self) -> Result<Rules, StorageError> {
        Ok(Rules::default())
    }

    async fn set_site_rules(&self, _: &Rules, _: &NewAct) -> Result<(), StorageError> {
        Err(StorageError::Unanswered)
    }

    async fn last_backup(&self) -> Result<Option<Time>, StorageError> {
        Ok(Some(Time(BEGINNING)))
    }

    async fn note_backup(&self, _: &NewAct) -> Result<(), StorageError> {
        Err(StorageError::Unanswered)
    }

    async fn keep_secret(&self, _: SiteSecret, fresh: &str) -> Result<String, StorageError> {
        let fresh = fresh.to_owned();
        self.read(move |database| database.secret.get_or_insert(fresh).clone()).await
    }

    async fn replace_secret(&self, _: SiteSecret, before: &str, after: &str) -> Result<bool, StorageError> {
        let (before, after) = (before.to_owned(), after.to_owned());
        self.read(move |database| {
            let is_it = database.secret.as_deref() == Some(&*before);
            if is_it {
                database.secret = Some(after);
            }
            is_it
        })
        .await
    }
}
