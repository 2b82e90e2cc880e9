// SPDX-License-Identifier: AGPL-3.0-or-later
//! A node that can't act for a while, because the database says nothing: what it played ends, and begins anew.

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use async_trait::async_trait;
use tabiya_store::{AppendError, LoadedLog};

use super::*;
use crate::owned::Right;

/// The table of nodes, from which nothing comes back while it is silent.
#[derive(Clone)]
pub(super) struct Silent {
    nodes: nodes::Wrong,
    /// Nothing comes back.
    pub(super) is_silent: Arc<AtomicBool>,
    /// Nothing but renewals comes back.
    pub(super) only_renews: Arc<AtomicBool>,
    pub(super) renewals: Arc<AtomicU32>,
    /// How often it was asked what the node owns, as at each look.
    looks: Arc<AtomicU32>,
    /// How much longer the leases of other nodes last, if that is said here, in milliseconds.
    others_last: Arc<AtomicU32>,
    /// Whatever is asked fails at once.
    pub(super) is_away: Arc<AtomicBool>,
    /// How far the database's clock is ahead, in milliseconds: when the node joins, and from then on.
    ahead: [u64; 2],
    has_told_the_time: Arc<AtomicBool>,
    /// Which process of the database answers.
    pub(super) process: Arc<AtomicU32>,
    /// The games that were noted as set back.
    pub(super) set_back: Arc<AtomicU32>,
}

impl Silent {
    async fn waited(&self) -> &nodes::Wrong {
        while self.is_silent.load(Ordering::Acquire) {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        &self.nodes
    }

    /// The database can't be reached while it is away.
    async fn reached(&self) -> Result<&nodes::Wrong, StorageError> {
        if self.is_away.load(Ordering::Acquire) {
            return Err(StorageError::Unreachable { detail: "it is away".to_owned() });
        }
        Ok(self.waited().await)
    }

    pub(super) fn of(site: &Site) -> Self {
        Self {
            nodes: site.nodes.clone(),
            is_silent: Arc::default(),
            only_renews: Arc::default(),
            renewals: Arc::default(),
            looks: Arc::default(),
            others_last: Arc::default(),
            is_away: Arc::default(),
            ahead: [0, 0],
            has_told_the_time: Arc::default(),
            process: Arc::default(),
            set_back: Arc::default(),
        }
    }
}

#[async_trait]
impl Nodes for Silent {
    async fn join(&self, node: &NewNode) -> Result<Incarnation, StorageError> {
        self.reached().await?.join(node).await
    }

    async fn renew(&self, node: Incarnation) -> Result<Renewed, StorageError> {
        self.renewals.fetch_add(1, Ordering::Relaxed);
        self.reached().await?.renew(node).await
    }

    async fn remove_expired(&self, by: Incarnation) -> Result<Vec<NodeName>, StorageError> {
        self.reached().await?.remove_expired(by).await
    }

    async fn take(&self, node: Incarnation) -> Result<Vec<Lease>, StorageError> {
        self.reached().await?.take(node).await
    }

    /// The answer of before the silence comes after it.
    async fn leases(&self, node: Incarnation) -> Result<Vec<Lease>, StorageError> {
        self.looks.fetch_add(1, Ordering::Relaxed);
        let leases = self.nodes.leases(node).await;
        self.reached().await?;
        while self.only_renews.load(Ordering::Acquire) {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        leases
    }

    async fn hand_over(
        &self,
        from: Incarnation,
        leases: &[Lease],
        to: Incarnation,
    ) -> Result<Vec<Slot>, StorageError> {
        self.waited().await.hand_over(from, leases, to).await
    }

    async fn leave(&self, node: Incarnation) -> Result<(), StorageError> {
        self.nodes.leave(node).await
    }

    async fn drain(&self, name: &NodeName, draining: bool) -> Result<bool, StorageError> {
        self.waited().await.drain(name, draining).await
    }

    async fn note_clock(&self, node: Incarnation, ahead: i64) -> Result<(), StorageError> {
        self.waited().await.note_clock(node, ahead).await
    }

    async fn nodes(&self) -> Result<Vec<Node>, StorageError> {
        let mut nodes = self.waited().await.nodes().await?;
        let lasts = self.others_last.load(Ordering::Relaxed);
        if lasts > 0 {
            nodes.iter_mut().for_each(|node| node.lasts = Some(Duration::from_millis(lasts.into())));
        }
        Ok(nodes)
    }

    fn format(&self) -> u32 {
        self.nodes.format()
    }

    fn source(&self) -> Option<DatabaseSource> {
        let process = self.process.load(Ordering::Acquire).to_string();
        Some(DatabaseSource { process, copy: "1".to_owned(), place: "chess".to_owned() })
    }

    async fn note_set_back(&self, _: &NodeName, games: u32) -> Result<(), StorageError> {
        self.set_back.fetch_add(games, Ordering::AcqRel);
        Ok(())
    }

    async fn now(&self) -> Result<Time, StorageError> {
        let now = self.nodes.now().await?;
        let is_later = self.has_told_the_time.swap(true, Ordering::AcqRel);
        Ok(Time(now.0 + self.ahead[usize::from(is_later)]))
    }

    async fn owner(&self, slot: Slot) -> Result<Option<NodeName>, StorageError> {
        self.waited().await.owner(slot).await
    }
}

#[tokio::test(start_paused = true)]
async fn after_a_gap_every_game_goes_on_with_its_turn_begun_anew() {
    let site = Site::new();
    let way = Silent::of(&site);
    let is_silent = Arc::clone(&way.is_silent);
    let one = site.start_over("one", None, Arc::new(way)).await;
    let game = site.abandoned_at(&one).await;
    // The first room is that of whoever asks; later ones come by themselves.
    let mut length = site.length(game).await;
    for _ in 0..3 {
        let room = one.rooms.get(game).await.unwrap();
        assert!(room.view().await.is_ok());
        if length == 3 {
            length += 1;
        }
        until("its turn has begun anew", || async { site.length(game).await == length }).await;
        is_silent.store(true, Ordering::Release);
        until("it may not act", || async { !one.rooms.owns(game) }).await;
        is_silent.store(false, Ordering::Release);
        // Nobody asks for the game: it goes on by itself.
        length += 1;
        until("its turn begins anew", || async { site.length(game).await == length }).await;
        assert!(room.view().await.is_err(), "the room of before is gone");
    }
}

#[test]
fn what_was_lost_meanwhile_is_not_owned_by_an_answer_of_before() {
    let owned = Owned::leased(Arc::new(fence::Wrong::new(None).nodes()));
    assert!(!owned.act_until(owned.clock() + Duration::from_secs(3_600)), "it might not act before");
    let (game, lease) = (id(7), Lease { slot: Slot::of(id(7)), epoch: Epoch(1) });
    let gaps = owned.gaps();
    assert!(owned.own(&[lease], gaps));
    let before: Right = owned.right(game).unwrap();
    assert!(owned.holds(game, before));
    owned.lose_everything();
    assert!(!owned.own(&[lease], gaps) && owned.right(game).is_none());
    assert!(owned.own(&[lease], owned.gaps()));
    let after = owned.right(game).unwrap();
    assert_eq!(after.epoch, before.epoch);
    assert!(owned.holds(game, after) && !owned.holds(game, before), "a room of before does not go on");
    owned.close(lease.slot);
    assert!(owned.holds(game, after) && owned.right(game).is_none(), "its rooms end, and none begins");
    assert!(owned.own(&[lease], owned.gaps()) && owned.right(game).is_some(), "it could not be given away");
    assert!(owned.act_until(owned.clock() + Duration::from_secs(3_600)), "there was no gap");
}

/// Players whose node had died waited until the other nodes had their next beat.
#[tokio::test(start_paused = true)]
async fn the_end_of_another_lease_is_not_missed_between_two_beats() {
    let site = Site::new();
    let way = Silent::of(&site);
    let (looks, renewals, last) =
        (Arc::clone(&way.looks), Arc::clone(&way.renewals), Arc::clone(&way.others_last));
    let one = site.start_over("one", None, Arc::new(way)).await;
    let _two = site.start("two").await;
    until("each has half", || async { site.slots("one").await == 512 }).await;
    last.store(20, Ordering::Relaxed);
    // Else there is a look after each renewal.
    until("it looks at every end", || async {
        looks.load(Ordering::Relaxed) > renewals.load(Ordering::Relaxed) + 20
    })
    .await;
    drop(one);
}

/// What looks after the games hangs, and the renewals go on: nobody would take slots, or end rooms that were lost.
#[tokio::test(start_paused = true)]
async fn a_node_that_nothing_looks_after_lets_its_lease_end() {
    let site = Site::new();
    let way = Silent::of(&site);
    let (hangs, renewals) = (Arc::clone(&way.only_renews), Arc::clone(&way.renewals));
    let one = site.start_over("one", None, Arc::new(way)).await;
    let two = site.start("two").await;
    until("each has half", || async { (site.slots("one").await, site.slots("two").await) == (512, 512) })
        .await;
    let me = one.membership.pulse.borrow().me;
    let game = site.abandoned_at(&one).await;
    hangs.store(true, Ordering::Release);
    // A renewal that comes late takes the right to act as well, and others follow it.
    until("it renews no longer and may not act", || async {
        let renewed = renewals.load(Ordering::Relaxed);
        tokio::time::sleep(3 * BEAT).await;
        renewals.load(Ordering::Relaxed) == renewed && !one.rooms.owns(game)
    })
    .await;
    // As it does in the database.
    shared_nodes::Fixture::end_lease(&site.nodes, me).await;
    let heir = two.membership.pulse.borrow().me;
    shared_nodes::Fixture::was_in_time(&site.nodes, heir).await;
    until("another node plays it", || async { two.rooms.get(game).await.is_ok() }).await;
    // It takes part again when it gets on.
    hangs.store(false, Ordering::Release);
    until("it has its share again", || async { site.slots("one").await == 512 }).await;
}

/// A database that refuses every connection, for longer than a node goes on without being looked after.
#[tokio::test(start_paused = true)]
async fn a_node_takes_part_again_when_the_database_is_back() {
    let site = Site::new();
    let way = Silent::of(&site);
    let (is_away, renewals) = (Arc::clone(&way.is_away), Arc::clone(&way.renewals));
    let one = site.start_over("one", None, Arc::new(way)).await;
    until("it has all games", || async { site.slots("one").await == 1_024 }).await;
    is_away.store(true, Ordering::Release);
    let tried = renewals.load(Ordering::Relaxed);
    // Each beat tries twice.
    let wanted = tried + 2 * (BEATS_WITHOUT_A_STEP + 10);
    until("it goes on trying", || async { renewals.load(Ordering::Relaxed) >= wanted }).await;
    is_away.store(false, Ordering::Release);
    until("it may act again", || async { one.rooms.owns(id(7)) }).await;
    let renewed = renewals.load(Ordering::Relaxed);
    until("it goes on renewing", || async { renewals.load(Ordering::Relaxed) > renewed + 2 }).await;
}

#[tokio::test(start_paused = true)]
async fn a_node_whose_clock_is_wrong_does_not_join() {
    let site = Site::new();
    for (ahead, says) in [(2_000, None), (3_600_500, Some(3_599..=3_602))] {
        let way = Silent { ahead: [ahead, 0], ..Silent::of(&site) };
        let joined = site.try_to_start("one", None, Arc::new(way)).await;
        match (joined, says) {
            (Ok(_), None) => {}
            (Err(error), Some(says)) => {
                let said = error.to_string();
                let (before, _) =
                    said.split_once(" s behind the database's").unwrap_or_else(|| panic!("{said}"));
                let seconds = before.rsplit(' ').next().and_then(|number| number.parse().ok());
                assert!(seconds.is_some_and(|seconds| says.contains(&seconds)), "{said}");
                assert_eq!(site.slots("one").await, 1_024, "the one before is untouched");
            }
            (joined, _) => panic!("{ahead}: {:?}", joined.err()),
        }
    }
}

/// While the log of a site is slow, whoever asks for a game waits; while it is silent, whoever writes, too.
#[derive(Default)]
pub(super) struct Slow {
    pub(super) is_slow: AtomicBool,
    pub(super) is_silent: AtomicBool,
    asked: AtomicU32,
}

async fn while_set(flag: &AtomicBool) {
    while flag.load(Ordering::Acquire) {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

#[async_trait]
impl Between for Slow {
    async fn append(
        &self,
        log: &dyn GameLog,
        (epoch, id, first_seq): (Epoch, GameId, u32),
        events: Vec<Stamped>,
    ) -> Result<(), AppendError> {
        self.asked.fetch_add(1, Ordering::AcqRel);
        while_set(&self.is_silent).await;
        log.append_under(epoch, id, first_seq, events).await
    }

    async fn load(&self, log: &dyn GameLog, id: GameId) -> LoadedLog {
        self.asked.fetch_add(1, Ordering::AcqRel);
        while_set(&self.is_slow).await;
        log.load(id).await
    }
}

/// A node that plays a game over such a log, and says nothing while the flag is set.
async fn over_a_slow_log(slow: Slow) -> (Site, Arc<Slow>, Running, Arc<AtomicBool>, GameId) {
    let mut site = Site::new();
    let log = site.put_between(slow);
    let way = Silent::of(&site);
    let is_silent = Arc::clone(&way.is_silent);
    let one = site.start_over("one", None, Arc::new(way)).await;
    let game = site.abandoned_at(&one).await;
    (site, log, one, is_silent, game)
}

/// A database that says nothing for a while lets whoever asked for a game wait, past the moment in which the game was lost and came back.
#[tokio::test(start_paused = true)]
async fn whoever_waited_for_a_game_through_a_gap_gets_the_room_that_plays_it() {
    let (_site, log, one, is_silent, game) =
        over_a_slow_log(Slow { is_slow: true.into(), ..Slow::default() }).await;
    let rooms = one.rooms.clone();
    let waits = tokio::spawn(async move { rooms.get(game).await.unwrap() });
    until("the log is asked", || async { log.asked.load(Ordering::Acquire) > 0 }).await;
    is_silent.store(true, Ordering::Release);
    until("it may not act", || async { !one.rooms.owns(game) }).await;
    is_silent.store(false, Ordering::Release);
    // Pages of games are read all the same, so the game goes on by itself.
    until("the game has a room", || async { one.rooms.opened(game).is_some() }).await;
    log.is_slow.store(false, Ordering::Release);
    let waited = waits.await.unwrap();
    assert!(one.rooms.opened(game).unwrap().is_same(&waited), "there are two rooms");
}

/// The database was away when somebody asked for a game, and never answers this question. The game, which the node got back, waited for
/// that answer, and got a room of which nobody knew; whoever came later got another one.
#[tokio::test(start_paused = true)]
async fn a_game_that_comes_back_does_not_wait_for_those_who_read_its_log() {
    let (_site, log, one, is_silent, game) = over_a_slow_log(Slow::default()).await;
    let before = one.rooms.get(game).await.unwrap();
    is_silent.store(true, Ordering::Release);
    until("its room has ended", || async { before.view().await.is_err() }).await;
    log.is_slow.store(true, Ordering::Release);
    let asked = log.asked.load(Ordering::Acquire);
    let rooms = one.rooms.clone();
    let waits = tokio::spawn(async move { rooms.get(game).await.unwrap() });
    until("the log is asked", || async { log.asked.load(Ordering::Acquire) > asked }).await;
    is_silent.store(false, Ordering::Release);
    until("the game has a room", || async { one.rooms.opened(game).is_some() }).await;
    let room = one.rooms.opened(game).unwrap();
    log.is_slow.store(false, Ordering::Release);
    assert!(room.is_same(&waits.await.unwrap()), "there are two rooms");
    assert!(room.is_same(&one.rooms.get(game).await.unwrap()), "there are two rooms");
}

/// The database says nothing to one node alone, in the middle of a write. Its room waited for the answer, and its players with it,
/// while another node went on with the game.
#[tokio::test(start_paused = true)]
async fn a_room_that_waits_for_the_database_ends_with_the_right_of_its_node() {
    let site = Site::new();
    let mut own = site.clone();
    let log = own.put_between(Slow::default());
    let way = Silent::of(&site);
    let is_silent = Arc::clone(&way.is_silent);
    let one = own.start_over("one", None, Arc::new(way)).await;
    let me = one.membership.pulse.borrow().me;
    let game = site.abandoned_at(&one).await;
    let length = site.length(game).await;
    one.rooms.get(game).await.unwrap();
    until("its turn has begun anew", || async { site.length(game).await == length + 1 }).await;
    let written = log.asked.load(Ordering::Acquire);
    log.is_silent.store(true, Ordering::Release);
    let rooms = one.rooms.clone();
    let ann = Identity::guest(PlayerId::from_bytes([1; 16]));
    let asks = tokio::spawn(async move { rooms.order(game, ann, RoomCommand::Resign).await });
    until("it is written", || async { log.asked.load(Ordering::Acquire) > written }).await;
    is_silent.store(true, Ordering::Release);
    let answer = tokio::time::timeout(PATIENCE, asks).await.expect("its room ends").unwrap();
    assert!(matches!(answer, Err(OrderError::Gone)), "nobody knows, {answer:?}");
    assert!(!one.rooms.owns(game), "its node has lost the game");
    let two = site.start("two").await;
    shared_nodes::Fixture::end_lease(&site.nodes, me).await;
    let heir = two.membership.pulse.borrow().me;
    shared_nodes::Fixture::was_in_time(&site.nodes, heir).await;
    until("another node plays it", || async { two.rooms.get(game).await.is_ok() }).await;
    until("its turn has begun anew", || async { site.length(game).await == length + 2 }).await;
}

/// It was compared when the node joined, and never again.
#[tokio::test(start_paused = true)]
async fn a_clock_that_is_set_wrong_while_the_node_runs_is_noticed() {
    let site = Site::new();
    let way = Silent { ahead: [0, 3_600_500], ..Silent::of(&site) };
    let _one = site.start_over("one", None, Arc::new(way)).await;
    // Nodes of other tests show theirs in between.
    until("it says so", || async { meters::CLOCK.get() == -3_600 }).await;
    let noted = || async { site.nodes.nodes().await.unwrap()[0].clock_ahead };
    until("the others can know", || async { noted().await == -3_600 }).await;
}
