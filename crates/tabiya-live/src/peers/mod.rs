// SPDX-License-Identifier: AGPL-3.0-or-later
//! The other nodes of the site, over the bus.
//!
//! A node asks the owner of a slot, answers for the slots that it owns, tells single nodes what
//! they follow, follows what others tell it, and gives hints to [`Everybody`]. What is asked and told is the affair of the subjects above.
//! The machines that repeat requests and number lines stand in `tabiya_cluster::route`.

mod answering;
mod caller;
mod everybody;
mod following;
mod keys;
mod one;
mod stream;

use std::collections::HashMap;
use std::future::ready;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

use bytes::Bytes;
use futures_util::future::BoxFuture;
use tabiya_cluster::bus::{Bus, PublishError, State, Unreachable};
use tabiya_cluster::node::Sender;
use tabiya_cluster::route::{
    AskError, Desk, News, Outcome, Target, Wanted, ask, ask_once, news_for, requests_to, slots_taken, tell,
};
use tabiya_cluster::seal::{Seal, SealedBus};
use tabiya_cluster::topic::TopicName;
use tabiya_runtime::log_once::LogOnce;
use tabiya_runtime::spawn::spawn;
use tabiya_store::{Epoch, Incarnation, Lease, Slot, SlotSet, StorageError};
use tokio::sync::watch;
use tokio::task::AbortHandle;

pub(crate) use caller::Caller;
pub use everybody::Everybody;
use following::Following;
pub(crate) use following::Told;
pub use keys::SiteKeys;
pub use one::NoAnswer;
pub(crate) use stream::{Lost, SILENCE, Stream, Telling, told, topic_of};

/// What stands before a command for the lobby. Those for games are objects in JSON.
const LOBBY: &[u8] = b"lobby ";

/// How long a new subscription may take until NATS knows it.
const SETTLES: Duration = Duration::from_millis(500);

static UNHEARD: LogOnce = LogOnce::new();

/// The bus of a site, and the keys that all its nodes know.
pub struct SiteBus {
    /// The way to the other nodes.
    pub bus: Arc<dyn Bus>,
    /// The keys with which messages are sealed.
    pub keys: SiteKeys,
}

/// Why a node can't speak to the others.
#[derive(Debug, thiserror::Error)]
pub enum Mute {
    /// The bus is closed.
    #[error(transparent)]
    Unreachable(#[from] Unreachable),
    /// The keys can't be read.
    #[error("the keys of the bus can't be read: {0}")]
    Keys(#[from] StorageError),
}

/// What answers the requests of other nodes.
pub(crate) trait Answers: Send + Sync + 'static {
    /// Carries out a command for a game of this slot.
    fn carry_out(&self, from: Sender, slot: Slot, command: Bytes) -> BoxFuture<'static, Outcome>;

    /// The lines of a topic from this number on.
    fn lines(&self, topic: TopicName, from: u64) -> BoxFuture<'static, Outcome>;
}

/// The other nodes of the site. Cheap to clone.
#[derive(Clone)]
pub(crate) struct Peers(Arc<Shared>);

struct Shared {
    bus: SealedBus,
    me: Incarnation,
    last_request: AtomicU64,
    desk: Mutex<Desk>,
    /// The tasks that answer for slots.
    answering: Mutex<HashMap<Slot, AbortHandle>>,
    followed: following::Followed,
    /// Told whenever another node takes slots.
    taken: watch::Sender<()>,
    /// What answers for the lobby.
    lobby: OnceLock<Arc<dyn Answers>>,
    /// The tasks that hear what other nodes tell.
    hearing: Mutex<Vec<AbortHandle>>,
}

impl Drop for Shared {
    fn drop(&mut self) {
        let hearing = self.hearing.get_mut().unwrap_or_else(PoisonError::into_inner).iter();
        let answering = self.answering.get_mut().unwrap_or_else(PoisonError::into_inner).values();
        hearing.chain(answering).for_each(AbortHandle::abort);
    }
}

impl Peers {
    /// Speaks to the others as `me` from now on.
    ///
    /// # Errors
    /// If the bus is closed, or the keys can't be read.
    pub(crate) async fn join(SiteBus { bus, keys }: SiteBus, me: &Sender) -> Result<Self, Mute> {
        let known = keys.read().await?;
        let seal = Arc::new(Seal::new(me, keys.ring(&known)));
        let following = spawn(keys.follow(Arc::downgrade(&seal), known)).abort_handle();
        let bus = SealedBus::new(bus, seal);
        let told = bus.subscribe(&news_for(me.incarnation)).await?;
        let taken = bus.subscribe(&slots_taken()).await?;
        let followed = following::Followed::default();
        let others_take = watch::Sender::new(());
        let hears = following::hear(followed.clone(), told, (taken, me.incarnation, others_take.clone()));
        let hearing = spawn(hears).abort_handle();
        let (last_request, desk, answering) = (AtomicU64::new(0), Mutex::default(), Mutex::default());
        let (me, hearing) = (me.incarnation, Mutex::new(vec![hearing, following]));
        let lobby = OnceLock::new();
        let taken = others_take;
        let shared = Shared { bus, me, last_request, desk, answering, followed, taken, lobby, hearing };
        Ok(Self(Arc::new(shared)))
    }

    /// Under which number this node speaks.
    pub(crate) fn me(&self) -> Incarnation {
        self.0.me
    }

    /// Asks whoever owns the slot.
    ///
    /// # Errors
    /// If there is no outcome after some seconds. The error says whether the request can have been carried out.
    pub(crate) async fn ask(&self, slot: Slot, wanted: Wanted) -> Result<Outcome, AskError> {
        self.ask_as(slot, self.next_request(), wanted).await
    }

    /// The same under a number under which it may have been [sent](Self::send) before: it is carried out once.
    ///
    /// # Errors
    /// If there is no outcome after some seconds. The error says whether the request can have been carried out.
    pub(crate) async fn ask_as(&self, slot: Slot, id: u64, wanted: Wanted) -> Result<Outcome, AskError> {
        // No epoch: the store refuses what an owner writes that has lost the slot.
        ask(&self.0.bus, &Target::Slot(slot), (id, Epoch(0)), wanted, |_| ready(None)).await
    }

    /// The same for what may not be done twice: it is not asked again once somebody may have heard it.
    ///
    /// # Errors
    /// If there is no outcome after some seconds. The error says whether the request can have been carried out.
    pub(crate) async fn ask_once(&self, slot: Slot, wanted: Wanted) -> Result<Outcome, AskError> {
        let id = self.next_request();
        ask_once(&self.0.bus, &Target::Slot(slot), (id, Epoch(0)), wanted, |_| ready(None)).await
    }

    /// Sends a command once to whoever owns the slot, and expects no answer. Never waits.
    ///
    /// # Errors
    /// If it was not sent. Without an error it may be lost all the same.
    pub(crate) fn send(&self, slot: Slot, id: u64, command: Bytes) -> Result<(), PublishError> {
        tell(&self.0.bus, &Target::Slot(slot), (id, Epoch(0)), command)
    }

    /// A number for a request, which no other one of this node has.
    pub(crate) fn next_request(&self) -> u64 {
        self.0.last_request.fetch_add(1, Ordering::Relaxed) + 1
    }

    /// Tells one node. Never waits; what is lost is noticed by its number.
    pub(crate) fn tell(&self, node: Incarnation, news: &News) {
        if let Err(error) = self.0.bus.publish(&news_for(node), &news.encode()) {
            tracing::debug!(%error, "a node could not be told");
        }
    }

    /// Hears what is told of this topic, and when the slot gets another owner.
    pub(crate) fn follow(&self, topic: &TopicName, slot: Slot) -> Following {
        self.0.followed.add(topic, slot)
    }

    /// Answers what is asked of these slots from now on, and says so to all nodes. Returns when NATS knows it.
    pub(crate) async fn answer_for(&self, leases: &[Lease], answers: &Arc<dyn Answers>) {
        for lease in leases {
            let target = Target::Slot(lease.slot);
            let Ok(requests) = self.0.bus.subscribe(&requests_to(&target)).await else {
                UNHEARD.log(|| tracing::warn!("the bus is closed; other nodes can't ask this one"));
                return;
            };
            self.desk().own(lease.slot, lease.epoch);
            let task = answering::answer(Arc::downgrade(&self.0), lease.slot, requests, Arc::clone(answers));
            if let Some(before) = self.answering().insert(lease.slot, spawn(task).abort_handle()) {
                before.abort();
            }
        }
        if !self.settle().await {
            UNHEARD.log(|| {
                tracing::warn!("the bus does not answer; other nodes can't ask this one until it does")
            });
        }
        let taken = following::write_taken(leases);
        if let Err(error) = self.0.bus.publish(&slots_taken(), &taken) {
            tracing::debug!(%error, "the other nodes could not be told which slots this one has taken");
        }
    }

    /// Returns when the bus has what was published and subscribed to: `false` where it does not answer.
    pub(crate) async fn settle(&self) -> bool {
        self.0.bus.settle(SETTLES).await.is_ok()
    }

    /// What is asked of the lobby is answered by this. To be called once.
    pub(crate) fn answer_for_lobby(&self, answers: Arc<dyn Answers>) {
        assert!(self.0.lobby.set(answers).is_ok(), "it is set once");
    }

    /// A command for the lobby.
    pub(crate) fn to_lobby(command: &[u8]) -> Bytes {
        [LOBBY, command].concat().into()
    }

    /// Answers for these slots no longer.
    pub(crate) fn be_silent_for(&self, slots: &SlotSet) {
        let mut answering = self.answering();
        for slot in Slot::all().filter(|slot| slots.contains(*slot)) {
            self.desk().release(slot);
            if let Some(task) = answering.remove(&slot) {
                task.abort();
            }
        }
    }

    /// Lets something follow the connection to the bus until this server ends.
    pub(crate) fn follow_connection<F>(&self, follow: impl FnOnce(watch::Receiver<State>) -> F)
    where
        F: Future<Output = ()> + Send + 'static,
    {
        self.listens(spawn(follow(self.0.bus.state())).abort_handle());
    }

    /// Hears whenever another node takes slots, until this server ends.
    pub(crate) fn hear_of_takers(&self, hears: impl Fn() + Send + Sync + 'static) {
        let mut taken = self.0.taken.subscribe();
        let task = spawn(async move {
            while taken.changed().await.is_ok() {
                hears();
            }
        });
        self.listens(task.abort_handle());
    }

    /// This task hears what other nodes tell, and ends with this server.
    fn listens(&self, task: AbortHandle) {
        self.hearing().push(task);
    }

    /// Hears and answers nothing any more. What hears holds what it tells, and that holds this.
    pub(crate) fn close(&self) {
        self.hearing().drain(..).for_each(|task| task.abort());
        self.answering().drain().for_each(|(_, task)| task.abort());
    }

    fn hearing(&self) -> MutexGuard<'_, Vec<AbortHandle>> {
        self.0.hearing.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn desk(&self) -> MutexGuard<'_, Desk> {
        self.0.desk.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn answering(&self) -> MutexGuard<'_, HashMap<Slot, AbortHandle>> {
        self.0.answering.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
