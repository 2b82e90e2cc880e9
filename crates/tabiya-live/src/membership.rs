// SPDX-License-Identifier: AGPL-3.0-or-later
//! This server as one of several nodes: it renews its lease, takes its share of the games, and gives away what is too much.
//!
//! Two tasks. The heart renews the lease twice a second and does nothing else, so that nothing makes it late. The steward
//! looks after each renewal, and when the lease of another node ends, at what the node owns: it opens the games of slots
//! that it has got, and ends the rooms of slots that it has lost. If the steward gets nowhere for some seconds, the heart
//! renews no longer: nobody would look after these games, and another node must be able to take them.
//!
//! The node acts as an owner only for `ACT` after it *sent* the last renewal that succeeded. That is less than the
//! lease lasts, so it has stopped before anybody else can begin. After such a gap all its games begin anew, as after a
//! restart: the time is charged to nobody. `docs/clustering.md` describes the protocol.

mod clocks;
mod meters;
mod pulse;
mod set_back;
mod shares;
mod standing;

use std::sync::Arc;
use std::time::Duration;

use tabiya_cluster::node::Sender;
use tabiya_runtime::beat::Beat;
use tabiya_runtime::log_once::LogOnce;
use tabiya_runtime::mutants::{self, Mutant};
use tabiya_runtime::spawn::spawn;
use tabiya_runtime::stopping::stops;
use tabiya_store::{
    DatabaseSource, Incarnation, Lease, NewNode, Node, Nodes, Renewed, Slot, SlotSet, StorageError,
};
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep_until, timeout};

use crate::owned::Owned;
use crate::peers::{Everybody, Mute, Peers, SiteBus};
use crate::room::{Remote, Rooms, Turn};
use clocks::{Apart, CLOCKS_DIFFER, ClockWatch};
use pulse::{Pulse, Steps};
use set_back::Ledger;
pub use standing::Standing;

/// How often the lease is renewed.
const BEAT: Duration = Duration::from_millis(500);
/// How long after sending a renewal the node acts as an owner. A lease lasts 1.5 s.
const ACT: Duration = Duration::from_millis(1_200);
/// How long a renewal may take before it is sent once more, at once: the second answer still comes while the node may act.
const ANSWER: Duration = Duration::from_millis(350);
/// So many beats without a step of the steward end the renewals. A step is at most a statement or a page of games.
const BEATS_WITHOUT_A_STEP: u32 = 20;
/// How much later the games of a node are taken than its lease seems to end: by the database's clock it has ended then, too.
const ENDED: Duration = Duration::from_millis(5);
/// How long it may take to join again.
const JOINED: Duration = Duration::from_secs(1);
/// How long a node that stops may take to say who gets its games.
const GIVES: Duration = Duration::from_secs(1);
/// How long a room may take to end before its slot is given away.
const ROOM_ENDS: Duration = Duration::from_secs(1);

static FAILS: LogOnce = LogOnce::new();

/// The part that this server takes. It must be ended by [`leave`](Self::leave); dropped, its lease ends by itself.
pub struct Membership {
    nodes: Arc<dyn Nodes>,
    everybody: Option<Everybody>,
    owned: Owned,
    pulse: watch::Receiver<Pulse>,
    heart: JoinHandle<()>,
    steward: JoinHandle<()>,
}

impl Drop for Membership {
    fn drop(&mut self) {
        self.heart.abort();
        self.steward.abort();
        self.fall_silent();
    }
}

impl Membership {
    /// Takes part from now on. When this returns, the games of this node's share go on. `rooms` must have been told of `owned`.
    /// With a bus, games of other nodes are followed from here; without one they are refused.
    ///
    /// # Errors
    /// If the storage fails, or the clock of this machine is not that of the database.
    pub async fn join(
        nodes: Arc<dyn Nodes>,
        rooms: Rooms,
        owned: Owned,
        (new, bus): (NewNode, Option<SiteBus>),
        stopping: watch::Receiver<bool>,
    ) -> Result<Self, JoinError> {
        let apart = Apart::ask(&*nodes, rooms.timeline()).await?;
        if apart.is_too_much() {
            return Err(JoinError::Clock(apart.by, apart.in_words()));
        }
        let sent = owned.clock();
        let me = nodes.join(&new).await?;
        owned.act_until(sent + ACT);
        let remote = match bus {
            Some(bus) => reach(&rooms, bus, Sender { node: new.name.clone(), incarnation: me }).await?,
            None => None,
        };
        let everybody = remote.as_ref().map(Remote::everybody);
        let others = everybody.clone();
        let (tell, mut pulse) =
            watch::channel(Pulse { me, draining: false, beats: 0, answers: 0, sources: 0, failed: None });
        let steps = Steps::default();
        let (clocks, ledger) = (ClockWatch::default(), Ledger::new(new.name.clone(), pulse.clone()));
        let heart = Heart {
            source: nodes.source(),
            nodes: Arc::clone(&nodes),
            owned: owned.clone(),
            others,
            new,
            tell,
            steps: steps.clone(),
        };
        let heart = spawn(heart.run());
        let (all, gaps) = (owned.clone(), 0);
        let mut steward =
            Steward { nodes: Arc::clone(&nodes), rooms, owned, remote, gaps, me, steps, clocks, ledger };
        let first = *pulse.borrow_and_update();
        if let Err(error) = steward.look_after(first).await {
            heart.abort();
            return Err(error.into());
        }
        let steward = spawn(steward.run(pulse.clone(), stopping));
        Ok(Self { nodes, everybody, owned: all, pulse, heart, steward })
    }

    /// Neither hears nor answers other nodes any more.
    fn fall_silent(&self) {
        if let Some(Everybody(peers)) = &self.everybody {
            peers.close();
        }
    }

    /// The other nodes; `None` without a bus.
    pub fn everybody(&self) -> Option<Everybody> {
        self.everybody.clone()
    }

    /// What tells, also when this has gone, why no new clients should come.
    pub fn standing(&self) -> Standing {
        Standing::new(self.pulse.clone(), self.owned.clone(), Arc::clone(&self.nodes))
    }

    /// Ends the part. The rooms have ended before. Others can take this node's games at once.
    pub async fn leave(self) {
        self.steward.abort();
        self.heart.abort();
        self.fall_silent();
        let me = self.pulse.borrow().me;
        // Else whoever comes first takes its games.
        match timeout(GIVES, self.give_everything(me)).await {
            Ok(Ok(())) => {}
            Ok(Err(error)) => tracing::debug!(%error, "this node could not say who gets its games"),
            Err(_) => tracing::debug!("this node could not say who gets its games: no answer"),
        }
        if let Err(error) = self.nodes.leave(me).await {
            tracing::warn!(%error, "this node could not say that it leaves; others take its games when its lease has ended");
        }
    }
}

impl Membership {
    /// Gives the slots to the nodes that are there: they have heard how the turns stand. One that begins in this moment has not, and
    /// might be the first to take what nobody owns.
    async fn give_everything(&self, me: Incarnation) -> Result<(), StorageError> {
        let nodes = self.nodes.nodes().await?;
        let leases = self.nodes.leases(me).await?;
        for (heir, given) in shares::heirs(&nodes, me, &leases) {
            self.nodes.hand_over(me, given, heir).await?;
        }
        Ok(())
    }
}

/// Why a server can't take part.
#[derive(Debug, thiserror::Error)]
pub enum JoinError {
    /// The storage fails.
    #[error(transparent)]
    Storage(#[from] StorageError),
    /// Leases follow the database's clock alone. But the events of games carry the times of their nodes, and a game that moves
    /// between two that differ loses time, or a correspondence player's days.
    #[error(
        "the clock of this machine is {} s {} the database's, and {} s are allowed; set the clocks of both \
         machines by a time server (NTP) and start again",
        .0.as_secs(), .1, CLOCKS_DIFFER.as_secs()
    )]
    Clock(Duration, &'static str),
}

/// Makes the games of other nodes reachable.
async fn reach(rooms: &Rooms, bus: SiteBus, me: Sender) -> Result<Option<Remote>, StorageError> {
    match Peers::join(bus, &me).await {
        Ok(peers) => {
            let owned = rooms.owned();
            peers.hear_of_takers(move || owned.others_take());
            let remote = rooms.reach(peers);
            remote.hear_turns(rooms).await;
            Ok(Some(remote))
        }
        Err(Mute::Keys(error)) => Err(error),
        Err(error @ Mute::Unreachable(_)) => {
            tracing::warn!(%error, "games of other nodes are refused");
            Ok(None)
        }
    }
}

/// Renews the lease.
struct Heart {
    nodes: Arc<dyn Nodes>,
    owned: Owned,
    /// The other nodes; `None` without a bus.
    others: Option<Everybody>,
    new: NewNode,
    tell: watch::Sender<Pulse>,
    /// What the steward has got done.
    steps: Steps,
    /// Which database this node has joined.
    source: Option<DatabaseSource>,
}

impl Heart {
    async fn run(mut self) {
        let mut beat = Beat::after_each(BEAT);
        let (mut seen, mut without_a_step) = ((self.steps.taken(), self.tell.borrow().beats), 0);
        while beat.next().await {
            let now = (self.steps.taken(), self.tell.borrow().beats);
            // While the database does not answer nothing is told, and nothing can be looked after.
            without_a_step = match now {
                (steps, _) if steps != seen.0 => 0,
                (_, beats) if beats != seen.1 => without_a_step + 1,
                _ => without_a_step,
            };
            seen = now;
            if without_a_step >= BEATS_WITHOUT_A_STEP {
                // The lease ends, and other nodes take the games. If the steward gets on again, so does this.
                self.lose_everything("nothing looks after the games of this node; it lets its lease end");
                self.tell(|_| ());
                continue;
            }
            if !self.renew().await && !self.renew().await && !self.owned.may_act() {
                self.lose_everything("the lease can't be renewed; the games of this node end here");
            }
        }
    }

    /// Whether the database has answered.
    async fn renew(&mut self) -> bool {
        let is_renewed = self.try_to_renew().await;
        if !is_renewed {
            // The steward is not woken: nothing has changed that it would look after.
            self.tell.send_if_modified(|pulse| {
                pulse.failed = Some(Instant::now());
                false
            });
        }
        is_renewed
    }

    async fn try_to_renew(&mut self) -> bool {
        let before = *self.tell.borrow();
        let sent = self.owned.clock();
        match timeout(ANSWER, self.nodes.renew(before.me)).await {
            // What this node knows of games may be of another copy. A database that was restored also counts incarnations from where
            // it stood: so the node gets a new one.
            Ok(Ok(Renewed::Yes { .. })) if self.new_source().is_some() => {
                self.join_again().await;
                true
            }
            Ok(Ok(Renewed::Yes { draining })) => {
                let sent = if mutants::is(Mutant::CountsFromAnswer) { self.owned.clock() } else { sent };
                // After a gap others may have played: all rooms of before end, and clocks stood still in nobody's favour.
                if !self.owned.act_until(sent + ACT) && !mutants::is(Mutant::IgnoresGaps) {
                    self.lose_everything(
                        "the lease was renewed late; the games of this node begin their turns anew",
                    );
                }
                self.tell(|pulse| {
                    pulse.draining = draining;
                    pulse.answers += 1;
                });
                true
            }
            Ok(Ok(Renewed::Gone)) => {
                self.join_again().await;
                true
            }
            Ok(Err(error)) => {
                FAILS.log(|| tracing::warn!(%error, "the lease of this node can't be renewed"));
                false
            }
            Err(_) => {
                FAILS.log(|| tracing::warn!("the lease of this node can't be renewed: no answer"));
                false
            }
        }
    }

    /// Another node has removed this one, or another process of the database answers.
    async fn join_again(&mut self) {
        let drains = self.tell.borrow().draining;
        self.owned.lose_everything();
        self.fall_silent();
        let sent = self.owned.clock();
        match timeout(JOINED, self.nodes.join(&self.new)).await {
            Ok(Ok(me)) => {
                let another = self.new_source();
                let is_other = another.is_some();
                let removed = "this node was removed, because its lease had ended; it";
                let why = another.unwrap_or_else(|| removed.to_owned());
                tracing::warn!("{why} has joined again");
                self.source = self.nodes.source();
                self.owned.act_until(sent + ACT);
                let drains = drains && is_other && self.drain_again().await;
                self.tell(|pulse| {
                    pulse.me = me;
                    pulse.draining = drains;
                    pulse.answers += 1;
                    pulse.sources += u64::from(is_other);
                });
            }
            Ok(Err(error)) => {
                FAILS.log(|| tracing::warn!(%error, "this node was removed and can't join again"))
            }
            Err(_) => FAILS.log(|| tracing::warn!("this node was removed and can't join again: no answer")),
        }
    }

    /// The operator has asked for it before.
    async fn drain_again(&self) -> bool {
        let asked = timeout(ANSWER, self.nodes.drain(&self.new.name, true)).await;
        matches!(asked, Ok(Ok(true)))
    }

    /// What is to be said if another process of the database answers than that which this node has joined.
    fn new_source(&self) -> Option<String> {
        set_back::another(self.source.as_ref(), self.nodes.source().as_ref())
    }

    /// Says so once, and lets the steward end the rooms.
    fn lose_everything(&self, why: &str) {
        if !self.owned.slots().is_empty() {
            self.owned.lose_everything();
            self.fall_silent();
            meters::LATE.inc();
            tracing::warn!("{why}");
            self.tell(|_| ());
        }
    }

    /// At once, and not when the steward comes to it, who may be waiting for the database: the answer of this node, that a game has moved,
    /// would come before that of its owner.
    fn fall_silent(&self) {
        if let Some(Everybody(peers)) = &self.others {
            peers.be_silent_for(&Slot::all().collect());
        }
    }

    fn tell(&self, change: impl FnOnce(&mut Pulse)) {
        self.tell.send_modify(|pulse| {
            pulse.beats += 1;
            change(pulse);
        });
    }
}

/// Sees to it that the rooms are those of the slots that the node owns.
struct Steward {
    nodes: Arc<dyn Nodes>,
    rooms: Rooms,
    owned: Owned,
    /// The way between games here and clients elsewhere.
    remote: Option<Remote>,
    /// How often everything had been lost at the last look.
    gaps: u64,
    me: Incarnation,
    /// Counted up wherever it gets on.
    steps: Steps,
    clocks: ClockWatch,
    /// What this node has told that the database might not have.
    ledger: Ledger,
}

impl Steward {
    async fn run(mut self, mut pulse: watch::Receiver<Pulse>, mut stopping: watch::Receiver<bool>) {
        let mut ends = None;
        loop {
            tokio::select! {
                biased;
                () = stops(&mut stopping) => return,
                changed = pulse.changed() => if changed.is_err() { return },
                // Another node renews no longer: its games go on as soon as they may.
                () = sleep_until(ends.unwrap_or_else(Instant::now)), if ends.is_some() => {
                    if !pulse.borrow().is_steady() {
                        ends = None;
                        continue;
                    }
                }
            }
            let now = *pulse.borrow_and_update();
            ends = match self.look_after(now).await {
                Ok(ends) => ends,
                Err(error) => {
                    FAILS.log(|| tracing::warn!(%error, "what this node owns can't be looked after"));
                    None
                }
            };
        }
    }

    /// Does one look. Returns when the next lease of another node ends, if that is before the next beat.
    async fn look_after(&mut self, now: Pulse) -> Result<Option<Instant>, StorageError> {
        let gaps = self.owned.gaps();
        if (gaps, now.me) != (self.gaps, self.me) {
            let all = Slot::all().collect();
            // Also for slots that others own by now: an answer that they have moved would come before that of their owner.
            self.be_silent_for(&all);
            self.ledger.keep(self.rooms.told());
            self.end_rooms_in(&all).await;
            self.ledger.keep(self.rooms.left_behind());
            (self.gaps, self.me) = (gaps, now.me);
        }
        self.ledger.compare(now, (&self.rooms, &*self.nodes), &self.steps).await?;
        let mut leases = self.nodes.leases(now.me).await?;
        self.steps.take_one();
        self.end_lost(&leases).await;
        self.steps.take_one();
        for name in self.nodes.remove_expired(now.me).await? {
            meters::REMOVED.inc();
            tracing::warn!(node = %name, "the lease of this node has ended; others take its games");
        }
        loop {
            let taken = self.nodes.take(now.me).await?;
            self.steps.take_one();
            if taken.is_empty() {
                break;
            }
            meters::TAKEN.inc_by(taken.len() as u64);
            leases.extend(taken);
        }
        self.begin_new(&leases).await?;
        self.steps.take_one();
        let nodes = self.nodes.nodes().await?;
        let ends = shares::next_end(&nodes, now.me)
            .filter(|ends| *ends < BEAT)
            .map(|ends| Instant::now() + ends + ENDED);
        self.give_away(now, &nodes).await?;
        self.steps.take_one();
        meters::OWNED.set(i64::from(self.owned.slots().len()));
        self.clocks.look(&*self.nodes, now.me, self.rooms.timeline()).await?;
        Ok(ends)
    }

    /// Ends rooms, after what they are writing. One that waits for the database holds up no other: it does nothing more.
    async fn end_rooms_in(&self, slots: &SlotSet) {
        if timeout(ROOM_ENDS, self.rooms.end_rooms_in(slots)).await.is_err() {
            tracing::warn!("some rooms did not end in time; the store refuses what they write from now on");
        }
    }

    /// The same for games with which another node goes on. Returns the turns under way; none where that takes too long, so that
    /// they begin anew.
    async fn give_rooms_in(&self, slots: &SlotSet) -> Vec<Turn> {
        let Ok(turns) = timeout(ROOM_ENDS, self.rooms.give_rooms_in(slots)).await else {
            tracing::warn!("some rooms did not end in time; the store refuses what they write from now on");
            return Vec::new();
        };
        turns
    }

    /// Ends the rooms of slots that the node has lost.
    async fn end_lost(&self, leases: &[Lease]) {
        let kept: SlotSet = leases
            .iter()
            .filter(|lease| self.owned.lease(lease.slot) == Some(lease.epoch))
            .map(|lease| lease.slot)
            .collect();
        let lost: SlotSet =
            Slot::all().filter(|slot| self.owned.lease(*slot).is_some() && !kept.contains(*slot)).collect();
        if !lost.is_empty() {
            Slot::all().filter(|slot| lost.contains(*slot)).for_each(|slot| self.owned.lose(slot));
            self.be_silent_for(&lost);
            tracing::info!(slots = lost.len(), "slots were lost to other nodes");
            self.end_rooms_in(&lost).await;
        }
    }

    /// Other nodes ask whoever owns these slots, and not this one.
    fn be_silent_for(&self, slots: &SlotSet) {
        if let Some(remote) = &self.remote {
            remote.be_silent_for(slots);
        }
    }

    /// Goes on with the games of slots that the node has got.
    async fn begin_new(&self, leases: &[Lease]) -> Result<(), StorageError> {
        let is_new = |lease: &&Lease| self.owned.lease(lease.slot) != Some(lease.epoch);
        let new: Vec<Lease> = leases.iter().filter(is_new).copied().collect();
        if new.is_empty() {
            return Ok(());
        }
        let slots: SlotSet = new.iter().map(|lease| lease.slot).collect();
        // From now on a game that somebody asks for is opened, also before its turn below.
        if !self.owned.own(&new, self.gaps) {
            // Everything was lost meanwhile. The next look ends the rooms of before, and begins again.
            return Ok(());
        }
        if let Some(remote) = &self.remote {
            remote.answer_for(&new).await;
        }
        match self.rooms.resume_in(&slots, &|| self.steps.take_one()).await {
            Ok(games) => {
                tracing::info!(
                    slots = slots.len(),
                    games,
                    "slots are owned by this node now; their games go on"
                );
                Ok(())
            }
            Err(error) => {
                // So that the next look begins again.
                Slot::all().filter(|slot| slots.contains(*slot)).for_each(|slot| self.owned.lose(slot));
                self.be_silent_for(&slots);
                self.end_rooms_in(&slots).await;
                Err(error)
            }
        }
    }

    /// Gives what is more than this node's share to the node that has the least.
    async fn give_away(&self, now: Pulse, nodes: &[Node]) -> Result<(), StorageError> {
        let own = self.owned.slots().len() as usize;
        let Some((most, to)) = shares::surplus(nodes, now, own) else { return Ok(()) };
        let rooms = self.rooms.rooms_by_slot();
        let mut leases: Vec<Lease> =
            Slot::all().filter_map(|slot| Some(Lease { slot, epoch: self.owned.lease(slot)? })).collect();
        // Those with the fewest rooms first: fewest players notice.
        leases.sort_by_key(|lease| rooms[usize::from(lease.slot.number())]);
        leases.truncate(most);
        let slots: SlotSet = leases.iter().map(|lease| lease.slot).collect();
        leases.iter().for_each(|lease| self.owned.close(lease.slot));
        self.be_silent_for(&slots);
        let turns = self.give_rooms_in(&slots).await;
        leases.iter().for_each(|lease| self.owned.lose(lease.slot));
        if let Some(remote) = &self.remote {
            // Before the heir can begin with the games.
            remote.hand_over(&turns).await;
        }
        // After an error the next look finds out who owns them.
        let given = self.nodes.hand_over(now.me, &leases, to.incarnation).await?;
        meters::GIVEN.inc_by(given.len() as u64);
        tracing::info!(slots = given.len(), to = %to.name, "slots were given to another node");
        Ok(())
    }
}

#[cfg(test)]
mod tests;
