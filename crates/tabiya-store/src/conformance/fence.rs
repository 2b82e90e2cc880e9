// SPDX-License-Identifier: AGPL-3.0-or-later
//! The laws of writes under a lease: what a node writes is in the log, and nothing that a former owner writes.

#![allow(clippy::unwrap_used, reason = "these are tests")]

use std::{
    future::Future,
    sync::{Arc, Mutex, PoisonError},
};

use async_trait::async_trait;
use tabiya_game::{Event, GameId, PlayerId, Stamped, Time};
use tabiya_rules::Color;

use super::{
    game_log,
    games::{ANN, BOB, id, scholars_mate},
    nodes::{self, join, take_all},
};
use crate::{
    AppendError, CreateError, Epoch, FinishedGame, GameLog, Incarnation, Lease, Nodes, Slot, SlotSet,
    StorageError, UnfinishedPage,
};

/// A log that nodes share. It starts empty and without nodes.
pub trait Fixture: Send + Sync {
    /// Opens it. Called once.
    fn open(&self) -> impl Future<Output = (Arc<dyn GameLog>, Arc<dyn Nodes>)> + Send;
}

crate::laws! { $ fence fence_tests Fixture:
    the_owner_of_a_slot_writes_its_games
    a_former_owner_writes_nothing
    nobody_writes_without_a_lease
    a_lease_is_for_one_slot
    writes_that_wait_together_are_judged_one_by_one
    of_appends_that_wait_together_one_wins
    an_append_is_written_wholly_or_not_at_all
    nothing_follows_the_end_under_a_lease
    many_games_keep_their_own_order_under_leases
    the_games_of_slots_are_listed
}

/// Two nodes, the first of which owns everything.
struct Site {
    log: Arc<dyn GameLog>,
    nodes: Arc<dyn Nodes>,
    ann: Incarnation,
    bob: Incarnation,
}

impl Site {
    async fn open(fixture: &impl Fixture) -> Self {
        let (log, nodes) = fixture.open().await;
        let ann = join(&*nodes, "ann").await;
        take_all(&*nodes, ann).await;
        let bob = join(&*nodes, "bob").await;
        Self { log, nodes, ann, bob }
    }

    /// Under which epoch the game's slot is owned now.
    async fn epoch(&self, game: GameId) -> Epoch {
        let mut all = self.nodes.leases(self.ann).await.unwrap();
        all.extend(self.nodes.leases(self.bob).await.unwrap());
        all.iter().find(|lease| lease.slot == Slot::of(game)).unwrap().epoch
    }

    /// Gives the slots of these games to the other node.
    async fn move_away(&self, games: &[GameId]) {
        let slots: SlotSet = games.iter().map(|game| Slot::of(*game)).collect();
        let own = self.nodes.leases(self.ann).await.unwrap();
        let given: Vec<Lease> = own.into_iter().filter(|lease| slots.contains(lease.slot)).collect();
        let moved = self.nodes.hand_over(self.ann, &given, self.bob).await.unwrap();
        assert_eq!(moved.len(), given.len());
    }

    async fn create(&self, game: GameId, log: &[Stamped]) -> Epoch {
        let epoch = self.epoch(game).await;
        self.log.create_under(epoch, game, log.to_vec()).await.unwrap();
        epoch
    }

    async fn length(&self, game: GameId) -> usize {
        self.log.load(game).await.unwrap().map_or(0, |log| log.len())
    }
}

fn offer(at: u64) -> Stamped {
    Stamped::new(Time(at), Event::DrawOffered { by: Color::White })
}

/// From its first event to its last.
pub async fn the_owner_of_a_slot_writes_its_games(fixture: &impl Fixture) {
    let site = Site::open(fixture).await;
    let log = scholars_mate(ANN, BOB);
    let epoch = site.create(id(1), &log[..1]).await;
    for seq in 1..log.len() {
        site.log.append_under(epoch, id(1), seq as u32, log[seq..=seq].to_vec()).await.unwrap();
    }
    assert_eq!(site.log.load(id(1)).await, Ok(Some(log)));
}

/// Neither a new game nor any event of one, whichever event it is; and the new owner writes.
pub async fn a_former_owner_writes_nothing(fixture: &impl Fixture) {
    let site = Site::open(fixture).await;
    let log = scholars_mate(ANN, BOB);
    let last = log.len() - 1;
    // A move, a player who joins, and the end: events that change the archive are written in another way.
    let cuts = [(id(1), 4), (id(2), 1), (id(3), last)];
    let mut epochs = Vec::new();
    for (game, cut) in cuts {
        epochs.push(site.create(game, &log[..cut]).await);
    }
    let before = site.epoch(id(9)).await;
    site.move_away(&[id(1), id(2), id(3), id(9)]).await;
    for ((game, cut), epoch) in cuts.into_iter().zip(epochs) {
        let refused = site.log.append_under(epoch, game, cut as u32, log[cut..=cut].to_vec()).await;
        assert_eq!(refused, Err(AppendError::Fenced { id: game }));
        assert_eq!(site.log.load(game).await, Ok(Some(log[..cut].to_vec())));
    }
    let refused = site.log.create_under(before, id(9), log[..1].to_vec()).await;
    assert_eq!(refused, Err(CreateError::Fenced { id: id(9) }));
    assert_eq!(site.log.load(id(9)).await, Ok(None));
    for (game, cut) in cuts {
        let epoch = site.epoch(game).await;
        site.log.append_under(epoch, game, cut as u32, log[cut..].to_vec()).await.unwrap();
    }
    site.create(id(9), &log).await;
}

/// Not even where the log ends as the writer thinks.
pub async fn nobody_writes_without_a_lease(fixture: &impl Fixture) {
    let site = Site::open(fixture).await;
    let log = scholars_mate(ANN, BOB);
    let refused = site.log.create_game(id(1), log[..2].to_vec()).await;
    assert_eq!(refused, Err(CreateError::Fenced { id: id(1) }));
    let epoch = site.create(id(1), &log[..2]).await;
    for wrong in [Epoch::SOLE, Epoch(epoch.0 - 1), Epoch(epoch.0 + 1)] {
        let refused = site.log.append_under(wrong, id(1), 2, log[2..3].to_vec()).await;
        assert_eq!(refused, Err(AppendError::Fenced { id: id(1) }));
    }
    let refused = site.log.append(id(1), 2, log[2..3].to_vec()).await;
    assert_eq!(refused, Err(AppendError::Fenced { id: id(1) }));
    assert_eq!(site.length(id(1)).await, 2);
}

/// The epoch of another slot opens nothing.
pub async fn a_lease_is_for_one_slot(fixture: &impl Fixture) {
    let site = Site::open(fixture).await;
    let (one, other) = (id(1), id(2));
    assert_ne!(Slot::of(one), Slot::of(other));
    let log = scholars_mate(ANN, BOB);
    let old = site.create(one, &log[..2]).await;
    site.create(other, &log[..2]).await;
    site.move_away(&[other]).await;
    let refused = site.log.append_under(old, other, 2, vec![offer(9)]).await;
    assert_eq!(refused, Err(AppendError::Fenced { id: other }));
    site.log.append_under(old, one, 2, vec![offer(9)]).await.unwrap();
}

/// Half of the games have gone to another node. Their writes are refused, and the others are not.
pub async fn writes_that_wait_together_are_judged_one_by_one(fixture: &impl Fixture) {
    let site = Site::open(fixture).await;
    let log = scholars_mate(ANN, BOB);
    let mut games = Vec::new();
    for number in 0..60 {
        games.push((id(number), site.create(id(number), &log[..2]).await));
    }
    let gone: Vec<GameId> = games.iter().step_by(2).map(|(game, _)| *game).collect();
    site.move_away(&gone).await;
    let moved: SlotSet = gone.iter().map(|game| Slot::of(*game)).collect();
    for round in 0..5_u32 {
        let writes: Vec<_> = games
            .iter()
            .map(|(game, epoch)| {
                let (log, game, epoch) = (Arc::clone(&site.log), *game, *epoch);
                // Every tenth is behind: that is its own affair, too.
                let is_behind = game.as_str().ends_with('5');
                let first_seq = if is_behind { 0 } else { 2 + round };
                let writing = async move { log.append_under(epoch, game, first_seq, vec![offer(9)]).await };
                (game, is_behind, tokio::spawn(writing))
            })
            .collect();
        for (game, is_behind, write) in writes {
            let answer = write.await.unwrap();
            if moved.contains(Slot::of(game)) {
                assert_eq!(answer, Err(AppendError::Fenced { id: game }));
            } else if is_behind {
                assert_eq!(answer, Err(AppendError::Conflict { id: game, first_seq: 0, next_seq: 2 }));
            } else {
                assert_eq!(answer, Ok(()));
            }
        }
    }
    for (game, _) in games {
        let stays = moved.contains(Slot::of(game)) || game.as_str().ends_with('5');
        assert_eq!(site.length(game).await, if stays { 2 } else { 7 }, "{game}");
    }
}

/// However many append to one game at once, one of them is written for each number.
pub async fn of_appends_that_wait_together_one_wins(fixture: &impl Fixture) {
    let site = Site::open(fixture).await;
    let log = scholars_mate(ANN, BOB);
    let epoch = site.create(id(1), &log[..2]).await;
    for first_seq in 2..12 {
        let race: Vec<_> = (0..6)
            .map(|at| {
                let log = Arc::clone(&site.log);
                tokio::spawn(async move { log.append_under(epoch, id(1), first_seq, vec![offer(at)]).await })
            })
            .collect();
        let mut won = Vec::new();
        for (at, one) in (0..).zip(race) {
            match one.await.unwrap() {
                Ok(()) => won.push(offer(at)),
                refused => {
                    let next_seq = first_seq + 1;
                    assert_eq!(refused, Err(AppendError::Conflict { id: id(1), first_seq, next_seq }));
                }
            }
        }
        assert_eq!(won.len(), 1);
        assert_eq!(site.log.load(id(1)).await.unwrap().unwrap()[first_seq as usize..], won);
    }
    let refused = site.log.append_under(site.epoch(id(7)).await, id(7), 0, vec![offer(1)]).await;
    assert_eq!(refused, Err(AppendError::UnknownGame { id: id(7) }));
}

/// Where its first event is there already, the rest is not written either: else an end could follow a move that is not its own.
pub async fn an_append_is_written_wholly_or_not_at_all(fixture: &impl Fixture) {
    let site = Site::open(fixture).await;
    let log = scholars_mate(ANN, BOB);
    let epoch = site.create(id(1), &log[..4]).await;
    for (first_seq, count) in [(3, 2), (2, 4), (5, 1), (0, 9)] {
        let events = vec![offer(9); count];
        let refused = site.log.append_under(epoch, id(1), first_seq, events).await;
        assert_eq!(refused, Err(AppendError::Conflict { id: id(1), first_seq, next_seq: 4 }));
        assert_eq!(site.log.load(id(1)).await, Ok(Some(log[..4].to_vec())));
    }
    site.log.append_under(epoch, id(1), 4, vec![offer(9); 3]).await.unwrap();
    assert_eq!(site.length(id(1)).await, 7);
}

/// A game that has ended takes no event, whatever its number.
pub async fn nothing_follows_the_end_under_a_lease(fixture: &impl Fixture) {
    let site = Site::open(fixture).await;
    let log = scholars_mate(ANN, BOB);
    let next_seq = log.len() as u32;
    let epoch = site.create(id(1), &log).await;
    for first_seq in [next_seq - 1, next_seq, next_seq + 1] {
        let refused = site.log.append_under(epoch, id(1), first_seq, vec![offer(9)]).await;
        assert_eq!(refused, Err(AppendError::Conflict { id: id(1), first_seq, next_seq }));
    }
    assert_eq!(site.log.load(id(1)).await, Ok(Some(log)));
}

/// Hundreds of writers on hundreds of games: nothing is lost, doubled or mixed up.
pub async fn many_games_keep_their_own_order_under_leases(fixture: &impl Fixture) {
    let site = Site::open(fixture).await;
    let epochs: Vec<Lease> = site.nodes.leases(site.ann).await.unwrap();
    let games: Vec<_> = (0..200_u64)
        .map(|number| {
            let store = Arc::clone(&site.log);
            let epoch = epochs[usize::from(Slot::of(id(number)).number())].epoch;
            tokio::spawn(async move {
                let player = PlayerId::from_bytes(u128::from(number).to_le_bytes());
                let log = scholars_mate(player, BOB);
                store.create_under(epoch, id(number), log[..1].to_vec()).await.unwrap();
                for seq in 1..log.len() {
                    store.append_under(epoch, id(number), seq as u32, log[seq..=seq].to_vec()).await.unwrap();
                }
                log
            })
        })
        .collect();
    for (number, game) in (0..).zip(games) {
        let log = game.await.unwrap();
        assert_eq!(site.log.load(id(number)).await, Ok(Some(log)));
    }
}

/// All unfinished games of these slots, page by page, and no others.
pub async fn the_games_of_slots_are_listed(fixture: &impl Fixture) {
    let site = Site::open(fixture).await;
    let log = scholars_mate(ANN, BOB);
    for number in 0..90 {
        // Every third has ended.
        let length = if number % 3 == 0 { log.len() } else { 4 };
        site.create(id(number), &log[..length]).await;
    }
    let slots: SlotSet =
        (0..90).filter(|number| number % 2 == 0).map(|number| Slot::of(id(number))).collect();
    let expected: Vec<GameId> = (0..90)
        .filter(|number| number % 3 != 0)
        .map(id)
        .filter(|game| slots.contains(Slot::of(*game)))
        .collect();
    for limit in [1, 7, 1_000] {
        let (mut found, mut next) = (Vec::new(), Some(0));
        while let Some(from) = next {
            let page = site.log.load_unfinished_in(&slots, from, limit).await.unwrap();
            assert!(page.games.len() <= limit as usize);
            for game in page.games {
                assert_eq!(game.log, Ok(log[..4].to_vec()));
                found.push(game.id);
            }
            assert!(page.next.is_none_or(|next| next > from), "pages go on");
            next = page.next;
        }
        assert_eq!(found, expected, "in pages of {limit}");
    }
    let none = site.log.load_unfinished_in(&SlotSet::default(), 0, 10).await.unwrap();
    assert_eq!(none, UnfinishedPage::default());
}

/// How a log that nodes share can be wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Looks at no epoch.
    HasNoFence,
    /// Looks at no epoch where a game begins.
    CreatesWithoutFence,
    /// Looks at no epoch where a game ends.
    EndsWithoutFence,
    /// Looks at no epoch where none was named.
    TrustsWhoNamesNone,
    /// Takes an epoch that is higher than the owner's.
    TakesEpochsToCome,
    /// Refuses everybody while anybody is refused.
    RefusesTheWholeBatch,
    /// Leaves out the events whose numbers are taken, and writes the rest of an append.
    SkipsTakenNumbers,
    /// Writes behind the end.
    AppendsAfterTheEnd,
    /// Lists the games of all slots.
    ListsAllSlots,
    /// Lists one page of games.
    EndsAfterOnePage,
}

impl Fault {
    /// All of them.
    pub const ALL: [Self; 10] = [
        Self::HasNoFence,
        Self::CreatesWithoutFence,
        Self::EndsWithoutFence,
        Self::TrustsWhoNamesNone,
        Self::TakesEpochsToCome,
        Self::RefusesTheWholeBatch,
        Self::SkipsTakenNumbers,
        Self::AppendsAfterTheEnd,
        Self::ListsAllSlots,
        Self::EndsAfterOnePage,
    ];
}

/// A log in memory that nodes share, with one fault, or none.
#[derive(Clone)]
pub struct Wrong {
    fault: Option<Fault>,
    log: game_log::Wrong,
    nodes: nodes::Wrong,
    refused_before: Arc<Mutex<bool>>,
}

impl Wrong {
    /// An empty log with this fault.
    pub fn new(fault: Option<Fault>) -> Self {
        let of_the_log = match fault {
            Some(Fault::AppendsAfterTheEnd) => Some(game_log::Fault::AppendsAfterTheEnd),
            _ => None,
        };
        let (log, nodes) = (game_log::Wrong::new(of_the_log), nodes::Wrong::new(None));
        Self { fault, log, nodes, refused_before: Arc::default() }
    }

    /// The nodes that share it.
    pub fn nodes(&self) -> nodes::Wrong {
        self.nodes.clone()
    }

    fn is(&self, fault: Fault) -> bool {
        self.fault == Some(fault)
    }

    fn is_owner(&self, id: GameId, epoch: Epoch) -> bool {
        let slot = Slot::of(id);
        let to_come = self.is(Fault::TakesEpochsToCome)
            && (1..epoch.0).any(|before| self.nodes.is_owned(slot, Epoch(before)));
        let owns = self.is(Fault::HasNoFence)
            || to_come
            || (self.is(Fault::TrustsWhoNamesNone) && epoch == Epoch::SOLE)
            || self.nodes.is_owned(slot, epoch);
        let mut refused = self.refused_before.lock().unwrap_or_else(PoisonError::into_inner);
        let is_refused = !owns || (self.is(Fault::RefusesTheWholeBatch) && *refused);
        *refused = !owns;
        !is_refused
    }
}

impl Fixture for Wrong {
    async fn open(&self) -> (Arc<dyn GameLog>, Arc<dyn Nodes>) {
        (Arc::new(self.clone()), Arc::new(self.nodes.clone()))
    }
}

#[async_trait]
impl GameLog for Wrong {
    async fn create_game(&self, id: GameId, events: Vec<Stamped>) -> Result<(), CreateError> {
        self.create_under(Epoch::SOLE, id, events).await
    }

    async fn keep_game(&self, id: GameId, game: FinishedGame) -> Result<(), CreateError> {
        self.log.keep_game(id, game).await
    }

    async fn append(&self, id: GameId, first_seq: u32, events: Vec<Stamped>) -> Result<(), AppendError> {
        self.append_under(Epoch::SOLE, id, first_seq, events).await
    }

    async fn create_under(&self, epoch: Epoch, id: GameId, events: Vec<Stamped>) -> Result<(), CreateError> {
        if !self.is(Fault::CreatesWithoutFence) && !self.is_owner(id, epoch) {
            return Err(CreateError::Fenced { id });
        }
        self.log.create_game(id, events).await
    }

    async fn append_under(
        &self,
        epoch: Epoch,
        id: GameId,
        first_seq: u32,
        mut events: Vec<Stamped>,
    ) -> Result<(), AppendError> {
        let ends = events.iter().any(|each| matches!(each.event, Event::Ended { .. }));
        let may_end = ends && self.is(Fault::EndsWithoutFence);
        if !may_end && !self.is_owner(id, epoch) {
            return Err(AppendError::Fenced { id });
        }
        if self.is(Fault::SkipsTakenNumbers)
            && let Ok(Some(log)) = self.log.load(id).await
            && log.len() > first_seq as usize
        {
            let taken = (log.len() - first_seq as usize).min(events.len());
            events.drain(..taken);
            return self.log.append(id, log.len() as u32, events).await;
        }
        self.log.append(id, first_seq, events).await
    }

    async fn load(&self, id: GameId) -> Result<Option<Vec<Stamped>>, StorageError> {
        self.log.load(id).await
    }

    async fn load_unfinished(&self, from: u64, limit: u32) -> Result<UnfinishedPage, StorageError> {
        self.log.load_unfinished(from, limit).await
    }

    async fn load_unfinished_in(
        &self,
        slots: &SlotSet,
        from: u64,
        limit: u32,
    ) -> Result<UnfinishedPage, StorageError> {
        if slots.is_empty() {
            return Ok(UnfinishedPage::default());
        }
        let mut page = self.log.load_unfinished(from, limit).await?;
        if !self.is(Fault::ListsAllSlots) {
            page.games.retain(|game| slots.contains(Slot::of(game.id)));
        }
        page.next = page.next.filter(|_| !self.is(Fault::EndsAfterOnePage));
        Ok(page)
    }
}
