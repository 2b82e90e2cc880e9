// SPDX-License-Identifier: AGPL-3.0-or-later
//! All live rooms, and how a game gets one.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, Weak};

use tabiya_accounts::news::{Happened, NewsQueue};
use tabiya_accounts::personal::Personal;
use tabiya_archive::archive::{self, ReadError};
use tabiya_archive::delay::Delay;
use tabiya_archive::view;
use tabiya_game::{Game, GameId, Seats, Speed, Terms, Time};
use tabiya_protocol::people::profile::RatingChanges;
use tabiya_rules::Color;
use tabiya_runtime::computer::ComputerPool;
use tabiya_runtime::ghosts::Ghosts;
use tabiya_runtime::spawn::spawn;
use tabiya_runtime::timeline::Timeline;
use tabiya_runtime::topic::WakeQueue;
use tabiya_runtime::{chance, measure};
use tabiya_store::{
    Archive, CreateError, Deadlines, Epoch, FinishedGame, GameLog, Lines, Slot, SlotSet, StorageError, Store,
};
use tokio::sync::{OnceCell, watch};
use tokio::task::AbortHandle;

use super::absence::Patience;
use super::core::rematch::Standing;
use super::elsewhere::Elsewhere;
use super::fairness::Fairness;
use super::handed::{HandedTurns, Turn};
use super::handle::RoomHandle;
use super::names::Names;
use super::playing::{Playing, Stage};
use super::reach::ReachMeter;
use super::readers::AllReaders;
use super::rulings::Rulings;
use super::running::Running;
use super::showcase::{Rank, Showcase};
use super::task;
use super::told::LeftBehind;
use crate::entry::Entrance;
use crate::owned::{Owned, Right};
use crate::ratings;

/// The place of one room: empty while its game is being loaded.
type Place = Arc<OnceCell<RoomHandle>>;

fn taken_by(room: RoomHandle) -> Place {
    Arc::new(OnceCell::new_with(Some(room)))
}

/// All rooms. Cheap to clone.
#[derive(Clone)]
pub struct Rooms(Arc<Shared>);

/// What rooms want of the store.
#[derive(Clone)]
pub struct Ports {
    /// The events of all games.
    pub log: Arc<dyn GameLog>,
    /// The rows of all games, by which a player's games are counted.
    pub archive: Arc<dyn Archive>,
    /// When games without a room must get one again.
    pub deadlines: Arc<dyn Deadlines>,
    /// What correspondence players have prepared.
    pub lines: Arc<dyn Lines>,
}

impl From<&Store> for Ports {
    fn from(store: &Store) -> Self {
        Self {
            log: Arc::clone(&store.log),
            archive: Arc::clone(&store.archive),
            deadlines: Arc::clone(&store.deadlines),
            lines: Arc::clone(&store.lines),
        }
    }
}

/// What every room can reach.
pub(super) struct Shared {
    pub(super) ports: Ports,
    /// Names and ratings; `None` where there are none, as in tests of rooms alone.
    pub(super) people: Option<Names>,
    pub(super) timeline: Timeline,
    pub(super) computers: ComputerPool,
    /// Who may take a seat, and play a game again.
    pub(super) entrance: Entrance,
    pub(super) patience: Patience,
    pub(super) wake: WakeQueue,
    pub(super) rulings: Rulings,
    places: Mutex<HashMap<GameId, Place>>,
    readers: Mutex<AllReaders>,
    pub(super) showcase: Showcase,
    pub(super) running: Running,
    /// How far behind those who don't play see a game.
    pub(super) delay: Delay,
    /// Which games this server may play.
    pub(super) owned: Owned,
    /// What was told of games that this server may not play any more.
    pub(super) left_behind: LeftBehind,
    /// What other nodes have told of turns that may go on here.
    pub(super) handed: HandedTurns,
    /// Who hears when games begin and end.
    playing: Playing,
    /// Whether the computer may answer a player; empty where nothing forbids it, as in tests of rooms alone.
    pub(super) fairness: OnceLock<Arc<dyn Fairness>>,
    /// The tabs of the players; empty where there are none, as in tests of rooms alone.
    personal: OnceLock<Personal>,
    /// The way to games of other nodes; empty where this server reaches none.
    elsewhere: OnceLock<Arc<dyn Elsewhere>>,
    /// Whether the players of other nodes reach this one.
    pub(super) reach: ReachMeter,
    /// Whether all rooms end. Relays look at it, because not all of them have a place.
    stopping: watch::Sender<bool>,
    /// The task that wakes games before their deadlines.
    pub(super) waker: OnceLock<AbortHandle>,
}

impl Shared {
    /// What a finished game did to its players' ratings, where that is known.
    pub(super) async fn changes(&self, id: GameId, game: &Game) -> Option<RatingChanges> {
        self.people.as_ref()?.changes(id, game).await
    }
}

/// Why a game was not given a room.
pub(super) enum Unopened {
    /// The caller does not want one for such a game.
    NotWanted(Box<Game>),
    /// The game can't be read.
    Failed(ReadError),
}

impl From<Arc<Shared>> for Rooms {
    fn from(shared: Arc<Shared>) -> Self {
        Self(shared)
    }
}

impl Rooms {
    /// Must be called inside a running Tokio runtime: it spawns one task.
    pub fn new(
        ports: Ports,
        timeline: Timeline,
        computers: ComputerPool,
        entrance: Entrance,
        patience: Patience,
    ) -> Self {
        Self(Arc::new(Shared {
            ports,
            people: None,
            timeline,
            computers,
            entrance,
            patience,
            wake: WakeQueue::start(),
            rulings: Rulings::default(),
            places: Mutex::default(),
            readers: Mutex::default(),
            showcase: Showcase::default(),
            running: Running::default(),
            delay: Delay::default(),
            owned: Owned::everything(),
            left_behind: LeftBehind::default(),
            handed: HandedTurns::default(),
            playing: Playing::default(),
            fairness: OnceLock::new(),
            personal: OnceLock::new(),
            elsewhere: OnceLock::new(),
            reach: ReachMeter::default(),
            stopping: watch::Sender::new(false),
            waker: OnceLock::new(),
        }))
    }

    /// The same rooms, which know their players' names and ratings and have rated games rated. To be called before anybody
    /// else has them.
    pub fn knowing(self, (store, ghosts): (Store, Ghosts), queue: ratings::Queue, news: NewsQueue) -> Self {
        let mut shared = Arc::into_inner(self.0).expect("nobody else has them yet");
        shared.people = Some(Names { store, ghosts, queue, news });
        Self(Arc::new(shared))
    }

    /// The same rooms, which show their games late to those who don't play. To be called before anybody else has them.
    pub fn delaying(self, delay: Delay) -> Self {
        let mut shared = Arc::into_inner(self.0).expect("nobody else has them yet");
        shared.delay = delay;
        Self(Arc::new(shared))
    }

    /// From now on the computer answers only players whom `fairness` lets. To be called once, before the first client comes.
    pub fn answer_fairly(&self, fairness: Arc<dyn Fairness>) {
        assert!(self.0.fairness.set(fairness).is_ok(), "it is set once");
    }

    /// From now on the tabs of both players are told when somebody takes the open seat of a game, and when a rematch begins. To be
    /// called once, before the first client comes.
    pub fn tell_players(&self, personal: Personal) {
        assert!(self.0.personal.set(personal).is_ok(), "it is set once");
    }

    /// Tells the tabs of both players that their game `id` has begun: somebody has taken its open seat, or it is the rematch of
    /// `game`, which has the same players. Nobody is told of a game against the computer, which waits for nobody.
    pub(super) fn tell_paired(&self, id: GameId, game: &Game) {
        let Some(personal) = self.0.personal.get() else { return };
        let seats = game.seats();
        let (Some(white), Some(black)) = (seats[Color::White].player(), seats[Color::Black].player()) else {
            return;
        };
        let [white_view, black_view] = Color::ALL.map(|color| view::player(game, color));
        personal.tell_paired(id, [(white, &white_view), (black, &black_view)]);
    }

    /// The same rooms, which open the games that this server owns and no others. To be called before anybody else has them.
    pub fn owning(self, owned: Owned) -> Self {
        let mut shared = Arc::into_inner(self.0).expect("nobody else has them yet");
        shared.owned = owned;
        Self(Arc::new(shared))
    }

    /// From now on games of other nodes are reached this way. To be called once.
    pub(super) fn reach_by(&self, way: Arc<dyn Elsewhere>) {
        assert!(self.0.elsewhere.set(way).is_ok(), "it is set once");
    }

    /// Says when all rooms end.
    pub(super) fn stopping(&self) -> watch::Receiver<bool> {
        self.0.stopping.subscribe()
    }

    /// Under which epoch this server owns the slot and may act; `None` if it does not.
    pub(crate) fn epoch_of(&self, slot: Slot) -> Option<Epoch> {
        self.0.owned.lease(slot).filter(|_| self.0.owned.may_act())
    }

    /// What this server owns.
    pub fn owned(&self) -> Owned {
        self.0.owned.clone()
    }

    /// Which work this server does whose games may be other nodes': all where it reaches none of those, because each node can
    /// begin its own games alone.
    pub fn owned_where_others_are_reached(&self) -> Owned {
        if self.0.elsewhere.get().is_some() { self.owned() } else { Owned::everything() }
    }

    /// Whether a game of this id can begin, here or at the node that owns it.
    pub fn can_create(&self, id: GameId) -> bool {
        self.owns(id) || self.0.elsewhere.get().is_some()
    }

    /// Whether this server may play the game.
    pub fn owns(&self, id: GameId) -> bool {
        self.0.owned.right(id).is_some()
    }

    /// Whether this server has had a time in which it might not act as an owner.
    #[cfg(test)]
    pub(crate) fn has_had_a_gap(&self) -> bool {
        self.0.owned.has_had_a_gap()
    }

    /// The slots of the games that this server plays.
    #[cfg(test)]
    pub(crate) fn owned_slots(&self) -> SlotSet {
        self.0.owned.slots()
    }

    /// An id for a new game that this server owns from its beginning; any id where it owns nothing.
    pub fn draw_id(&self) -> GameId {
        let mut id = chance::game_id();
        if !self.0.owned.slots().is_empty() && self.0.owned.may_act() {
            // One slot of 1,024 is found after as many tries.
            for _ in 0..100_000 {
                if self.owns(id) {
                    break;
                }
                id = chance::game_id();
            }
        }
        id
    }

    /// The clock that all rooms count by.
    pub fn timeline(&self) -> Timeline {
        self.0.timeline
    }

    /// Who may take a seat, and play a game again.
    pub fn entrance(&self) -> &Entrance {
        &self.0.entrance
    }

    /// Who hears when games begin and end.
    pub fn playing(&self) -> &Playing {
        &self.0.playing
    }

    /// Another server tells how far a game has come that it plays, or has rated.
    pub fn heard(&self, game: GameId, seats: Seats, stage: Stage) {
        self.0.playing.tell_here(game, seats, stage);
        let room = self.opened(game).filter(|room| !room.is_relay());
        if let (Stage::Rated(changes), Some(room)) = (stage, room) {
            spawn(async move { room.rated(changes).await });
        }
    }

    /// For tasks that end with the last clone.
    pub(super) fn downgrade(&self) -> Weak<Shared> {
        Arc::downgrade(&self.0)
    }

    pub(super) fn shared(&self) -> &Shared {
        &self.0
    }

    /// Creates a game under this id. Returns whether it did: not if another game has the id. The caller has asked
    /// [`Entrance::enter`].
    ///
    /// Callers that stored the id before use [`Rooms::create_once`].
    ///
    /// # Errors
    /// If the storage fails.
    pub async fn create_as(&self, id: GameId, terms: Terms) -> Result<bool, StorageError> {
        let Some(right) = self.0.owned.right(id) else { return self.create_elsewhere(id, terms).await };
        let terms = match &self.0.people {
            Some(people) => people.known(terms, self.0.timeline.wall()).await?,
            None => terms,
        };
        let now = self.0.timeline.for_control(terms.time());
        let (game, created) = Game::create(terms, now);
        match self.0.ports.log.create_under(right.epoch, id, vec![created]).await {
            Ok(()) => {}
            Err(CreateError::Fenced { .. }) => return Err(self.0.owned.elsewhere(id).await),
            Err(CreateError::Exists { .. }) => return Ok(false),
            Err(CreateError::Storage(error)) => return Err(error),
        }
        measure::game_created();
        if game.seats().open().is_none() {
            self.0.playing.tell(id, game.seats(), Stage::Begun);
            if let Some(people) = &self.0.people {
                people.tell(id, &game, Happened { has_begun: true, ..Happened::default() });
            }
        }
        self.begin(id, right, game);
        Ok(true)
    }

    async fn create_elsewhere(&self, id: GameId, terms: Terms) -> Result<bool, StorageError> {
        match self.0.elsewhere.get() {
            Some(way) => way.create(id, terms).await,
            None => Err(self.0.owned.elsewhere(id).await),
        }
    }

    /// Stores a game that was over before it came here. It gets no room.
    pub async fn keep(&self, game: FinishedGame) -> Result<GameId, StorageError> {
        loop {
            let id = chance::game_id();
            match self.0.ports.log.keep_game(id, game.clone()).await {
                Ok(()) => return Ok(id),
                Err(CreateError::Exists { .. }) => {}
                Err(CreateError::Fenced { id }) => return Err(self.0.owned.elsewhere(id).await),
                Err(CreateError::Storage(error)) => return Err(error),
            }
        }
    }

    /// How many games go on in rooms of this server, and each time that changes.
    pub fn running(&self) -> watch::Receiver<usize> {
        self.0.running.count()
    }

    /// The best running games of a speed that everybody may watch, the best first. A game whose room ends in this moment
    /// is left out.
    pub(crate) fn best(&self, speed: Speed, most: usize) -> Vec<(Rank, GameId)> {
        self.0.showcase.best(speed, most)
    }

    /// The game as its log tells it, without the names of closed accounts if it is over.
    pub(super) async fn load(&self, id: GameId) -> Result<Game, ReadError> {
        let mut game = archive::load(&*self.0.ports.log, id).await?;
        if let Some(names) = &self.0.people {
            names.ghosts.hide_in(&mut game);
        }
        Ok(game)
    }

    pub(super) fn now_of(&self, game: &Game) -> Time {
        self.0.timeline.for_control(game.time_control())
    }

    /// The game's room, from the log where it has none. The log is read once, however many callers ask at the same time; no lock is
    /// held during the read, so that nobody waits for another game.
    ///
    /// # Errors
    /// If there is no such game, or it can't be read.
    pub async fn get(&self, id: GameId) -> Result<RoomHandle, ReadError> {
        match self.open_if(id, |_| true).await {
            Ok(room) => Ok(room),
            Err(Unopened::Failed(error)) => Err(error),
            Err(Unopened::NotWanted(_)) => Err(ReadError::NoSuchGame(id)),
        }
    }

    /// The same where there is a room, or the game as the log has it is one that should get one.
    ///
    /// A game that another node owns gets a relay in its place, if this server reaches that node: whoever holds a
    /// [`RoomHandle`] does not know where the room is.
    pub(super) async fn open_if(
        &self,
        id: GameId,
        is_wanted: impl Fn(&Game) -> bool,
    ) -> Result<RoomHandle, Unopened> {
        let room = loop {
            let place = self.place(id);
            match place.get_or_try_init(|| self.open_in(&place, id, &is_wanted)).await {
                Ok(room) => break room.clone(),
                Err(Some(error)) => {
                    self.vacate(id, |found| Arc::ptr_eq(found, &place) && !found.initialized());
                    return Err(error);
                }
                Err(None) => {}
            }
        };
        let mut readers = self.readers();
        for reader in readers.take(id) {
            // Under the lock, so that nothing that a reader wants of the room overtakes it. A reader that finds no
            // room in the inbox hears that its subscription has ended, and subscribes again.
            let _ = room.hand_over(reader);
        }
        Ok(room)
    }

    /// Reads the game, and begins what its place is for. `None` if the place was taken away meanwhile: while a database said nothing,
    /// the game was lost and came back, and has got its room elsewhere. A second one would tell its clients nothing of the moves in
    /// the first.
    async fn open_in(
        &self,
        place: &Place,
        id: GameId,
        is_wanted: &impl Fn(&Game) -> bool,
    ) -> Result<RoomHandle, Option<Unopened>> {
        let is_it = |found: &Place| Arc::ptr_eq(found, place);
        if !self.places().get(&id).is_some_and(is_it) {
            return Err(None);
        }
        let game = self.load(id).await.map_err(Unopened::Failed)?;
        // Players who come back to a finished game hear of an offered rematch.
        let rematch = if game.is_over() { self.rematch_of(id, &game).await } else { Standing::default() };
        if !is_wanted(&game) && rematch.rematch.is_nothing() {
            return Err(Some(Unopened::NotWanted(Box::new(game))));
        }
        let rated = self.0.changes(id, &game).await;
        // Places are taken away before their games are owned again, so the right comes first.
        let right = self.0.owned.right(id);
        let room = {
            let mut places = self.places();
            let Some(found) = places.get_mut(&id).filter(|found| is_it(found)) else {
                return Err(None);
            };
            match (right, self.0.elsewhere.get()) {
                (Some(right), _) => {
                    let room = task::start_knowing(self.clone(), (id, right), game, rematch);
                    // At once, so that nobody takes the place away, or begins another room in it, and does not know of this one.
                    *found = taken_by(room.clone());
                    Some(room)
                }
                (None, Some(way)) => return Ok(way.relay(id, &game)),
                (None, None) => None,
            }
        };
        let Some(room) = room else {
            return Err(Some(Unopened::Failed(self.0.owned.elsewhere(id).await.into())));
        };
        if let Some(changes) = rated {
            room.rated(changes).await;
        }
        Ok(room)
    }

    /// The room of this game, if it has one.
    pub fn opened(&self, id: GameId) -> Option<RoomHandle> {
        self.places().get(&id)?.get().filter(|room| !room.is_gone()).cloned()
    }

    /// All rooms and relays.
    pub(super) fn all_opened(&self) -> Vec<RoomHandle> {
        self.places().values().filter_map(|place| place.get().cloned()).collect()
    }

    pub(super) fn readers(&self) -> MutexGuard<'_, AllReaders> {
        self.0.readers.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Gives a game that has none its room. Whoever is reading its log finds this room, and is not waited for: a database that was away may
    /// leave a reader without an answer for seconds.
    pub(super) fn begin(&self, id: GameId, right: Right, game: Game) {
        let mut places = self.places();
        // A game that has come to this node gets a room. Its relay goes on for the clients that it has.
        let is_room = |room: &RoomHandle| !room.is_gone() && !room.is_relay();
        let has_room = places.get(&id).is_some_and(|place| place.get().is_some_and(is_room));
        // A slot that was lost in this moment: whoever has got it goes on with the game.
        if !has_room && self.0.owned.holds(id, right) {
            let room = task::start(self.clone(), (id, right), game);
            places.insert(id, taken_by(room));
        }
    }

    /// Where the room of this game is, or will be.
    fn place(&self, id: GameId) -> Place {
        let mut places = self.places();
        let place = places.entry(id).or_default();
        // A game that has come to this node gets a room. Its relay goes on for the clients that it has.
        if place.get().is_some_and(|room| room.is_gone() || room.is_relay() && self.owns(id)) {
            *place = Place::default();
        }
        Arc::clone(place)
    }

    /// Takes a place away, if it is still such a one.
    fn vacate(&self, id: GameId, is_it: impl FnOnce(&Place) -> bool) -> bool {
        let mut places = self.places();
        let is_there = places.get(&id).is_some_and(is_it);
        if is_there {
            places.remove(&id);
            // Ten thousand rooms that were here once should leave nothing behind.
            if places.len() < places.capacity() / 4 {
                places.shrink_to_fit();
            }
        }
        is_there
    }

    fn places(&self) -> MutexGuard<'_, HashMap<GameId, Place>> {
        self.0.places.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Ends the rooms of games in these slots, after what they are committing. Returns when they have ended.
    pub(crate) async fn end_rooms_in(&self, slots: &SlotSet) {
        let ended = self.rooms_taken_from(slots);
        for room in &ended {
            room.close().await;
        }
        for room in ended {
            room.closed().await;
        }
    }

    /// The same, because another node goes on with the games. Returns the turns under way, after what the rooms have committed.
    pub(crate) async fn give_rooms_in(&self, slots: &SlotSet) -> Vec<Turn> {
        Self::give(self.rooms_taken_from(slots)).await
    }

    /// Asked all at once, the rooms share their last commits.
    async fn give(rooms: Vec<RoomHandle>) -> Vec<Turn> {
        let mut given = Vec::new();
        for room in rooms {
            given.push((room.give().await, room));
        }
        let mut turns = Vec::new();
        for (turn, room) in given {
            turns.extend(turn.await);
            room.closed().await;
        }
        turns
    }

    /// Takes the rooms of these slots out of their places.
    fn rooms_taken_from(&self, slots: &SlotSet) -> Vec<RoomHandle> {
        let mut ended = Vec::new();
        self.places().retain(|id, place| {
            // A relay is no room: it finds the owner, whoever that is.
            let stays = !slots.contains(Slot::of(*id)) || place.get().is_some_and(RoomHandle::is_relay);
            if !stays {
                ended.extend(place.get().map(|room| (*id, room.clone())));
            }
            stays
        });
        in_order(ended)
    }

    /// How many rooms each slot has, by the slots' numbers.
    pub(crate) fn rooms_by_slot(&self) -> Vec<u32> {
        let mut rooms = vec![0; usize::from(Slot::COUNT)];
        for id in self.places().keys() {
            rooms[usize::from(Slot::of(*id).number())] += 1;
        }
        rooms
    }

    /// Ends every room, after what it is committing.
    pub async fn close_all(&self) {
        if let Some(waker) = self.0.waker.get() {
            waker.abort();
        }
        // No game may be opened again here, or its turn would begin anew. Relays on other nodes wait for the next owner.
        Slot::all().for_each(|slot| self.0.owned.close(slot));
        if let Some(way) = self.0.elsewhere.get() {
            way.fall_silent();
        }
        let rooms =
            self.places().drain().filter_map(|(id, place)| Some((id, place.get()?.clone()))).collect();
        let mut rooms = in_order(rooms);
        // Relays commit nothing, so nobody waits for them. Their clients must hear that the server stops.
        self.0.stopping.send_replace(true);
        rooms.retain(|room| !room.is_relay());
        let turns = Self::give(rooms).await;
        if let Some(way) = self.0.elsewhere.get() {
            // Before this server gives its lease back, so that the next owners know it in time.
            way.hand_over(&turns).await;
        }
        // Dropped, they tell their clients that it is over.
        *self.readers() = AllReaders::default();
    }

    /// Forgets a room that has ended.
    pub(super) fn forget(&self, id: GameId, ended: &RoomHandle) {
        // A room may have taken the place of a relay, which goes on for the clients that it has.
        if self.vacate(id, |place| place.get().is_some_and(|room| room.is_same(ended))) {
            self.0.showcase.forget(id);
            self.0.running.forget(id);
        }
    }
}

/// The rooms by their games, so that a simulation always ends them in one order.
fn in_order(mut rooms: Vec<(GameId, RoomHandle)>) -> Vec<RoomHandle> {
    rooms.sort_unstable_by_key(|(id, _)| *id);
    rooms.into_iter().map(|(_, room)| room).collect()
}
