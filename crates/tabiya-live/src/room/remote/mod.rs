// SPDX-License-Identifier: AGPL-3.0-or-later
//! Games whose rooms are on other nodes.
//!
//! ```text
//! node with the client                         node that owns the game
//! connection ─▶ relay ── asks, with an id ───▶ desk ─▶ outlet ─▶ room
//!            ◀─ relay ◀─ numbered lines ────────────── outlet ◀─ room
//! ```
//!
//! A [`relay`] has the place of the room on the node where clients follow the game. For each relay that has clients there is
//! an [`outlet`] on the owner's node, which joins the room in the name of these clients. So the room decides about all
//! alike, and knows everybody who is here. What the room tells goes over the bus once for all clients of a relay. Its
//! lines are numbered, so a loss is noticed and asked for.
//!
//! When the owner goes, the relay finds the next one and joins again, each client with the number of the last event that it
//! was told. So clients are told every event once and in order, from the log, whoever owns the game. Commands that were
//! not answered are sent again if that does no harm.

mod meters;
#[cfg(debug_assertions)]
mod next;
mod outlet;
mod owner;
mod relay;
mod repeating;
mod wire;

use std::sync::{Arc, Weak};
use std::time::Duration;

use bytes::Bytes;
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use tabiya_cluster::bus::PublishError;
use tabiya_cluster::route::{AskError, Outcome, Wanted};
use tabiya_game::{Game, GameId, Terms};
use tabiya_store::{Lease, Slot, SlotSet, StorageError};
use tokio::sync::watch;
use tokio::time::sleep;

use super::elsewhere::Elsewhere;
use super::handed::Turn;
use super::handle::RoomHandle;
use super::registry::{Rooms, Shared};
use crate::peers::{Answers, Everybody, Peers};
use owner::Owner;
use wire::{Asked, Reply, Wish};

/// What nodes say about turns that go to the next owner.
const TURNS: &str = "turns";
/// So many turns fit into one message: each takes some 150 bytes, and a message 256 KiB.
const TURNS_AT_ONCE: usize = 500;

/// How long a message takes from the bus to another node at most, mostly.
const ARRIVES: Duration = Duration::from_millis(100);

/// What these rooms and those of other nodes have to do with each other.
pub(crate) struct Remote {
    peers: Peers,
    owner: Arc<dyn Answers>,
}

impl Rooms {
    /// From now on games of other nodes are followed over the bus, and other nodes may follow those of this one. To be called
    /// once.
    pub(crate) fn reach(&self, peers: Peers) -> Remote {
        let way = Way { rooms: self.downgrade(), stopping: self.stopping(), peers: peers.clone() };
        self.reach_by(Arc::new(way));
        peers.follow_connection(|state| self.shared().reach.clone().follow(state, self.timeline()));
        let owner = Arc::new(Owner::new(self.downgrade(), peers.clone()));
        Remote { peers, owner }
    }
}

impl Remote {
    /// All other nodes.
    pub(crate) fn everybody(&self) -> Everybody {
        Everybody(self.peers.clone())
    }

    /// Answers for these slots from now on.
    pub(crate) async fn answer_for(&self, leases: &[Lease]) {
        self.peers.answer_for(leases, &self.owner).await;
    }

    /// Hears of the turns of games that may come here, until this server ends.
    pub(crate) async fn hear_turns(&self, rooms: &Rooms) {
        let rooms = rooms.downgrade();
        let keep = move |turns: Vec<Turn>| {
            if let Some(rooms) = rooms.upgrade() {
                rooms.handed.keep(turns);
            }
        };
        self.everybody().hear(TURNS, keep).await;
    }

    /// Tells the next owner of these games how their turns stand. To be called before it can own them.
    /// Returns when it has most probably heard so.
    pub(crate) async fn hand_over(&self, turns: &[Turn]) {
        hand_over(&self.peers, turns).await;
    }

    /// Answers for these slots no longer.
    pub(crate) fn be_silent_for(&self, slots: &SlotSet) {
        self.peers.be_silent_for(slots);
    }
}

struct Way {
    rooms: Weak<Shared>,
    stopping: watch::Receiver<bool>,
    peers: Peers,
}

impl Elsewhere for Way {
    fn relay(&self, id: GameId, game: &Game) -> RoomHandle {
        relay::start((self.rooms.clone(), self.stopping.clone()), self.peers.clone(), id, game)
    }

    fn fall_silent(&self) {
        self.peers.be_silent_for(&Slot::all().collect());
    }

    fn hand_over<'a>(&'a self, turns: &'a [Turn]) -> BoxFuture<'a, ()> {
        hand_over(&self.peers, turns).boxed()
    }

    fn create(&self, id: GameId, terms: Terms) -> BoxFuture<'static, Result<bool, StorageError>> {
        let peers = self.peers.clone();
        async move {
            match ask(&peers, id, Wish::Create(Box::new(terms))).await {
                Some(Reply::Created(is_new)) => Ok(is_new),
                Some(_) | None => Err(StorageError::Elsewhere { game: id, node: None }),
            }
        }
        .boxed()
    }
}

/// All nodes hear it: which of them gets which slots is not always known yet.
async fn hand_over(peers: &Peers, turns: &[Turn]) {
    if turns.is_empty() {
        return;
    }
    let all = Everybody(peers.clone());
    turns.chunks(TURNS_AT_ONCE).for_each(|some| all.tell(TURNS, &some));
    peers.settle().await;
    sleep(ARRIVES).await;
}

/// Asks the owner of a game. `None` if there was no answer, or none that this version knows.
async fn ask(peers: &Peers, game: GameId, wish: Wish) -> Option<Reply> {
    // The next owner does not know what the one before has carried out.
    let is_once = matches!(&wish, Wish::Order { command, .. } if !repeating::may_be_repeated(command));
    let wanted = Wanted::Command(asked(game, wish));
    let outcome = match is_once {
        true => peers.ask_once(Slot::of(game), wanted).await,
        false => peers.ask(Slot::of(game), wanted).await,
    };
    reply_of(game, outcome)
}

/// The same for a request that was [sent](send) before under this number: the owner carries it out if it has not done so.
async fn ask_again(peers: &Peers, game: GameId, request: u64, wish: Wish) -> Option<Reply> {
    let wanted = Wanted::Command(asked(game, wish));
    reply_of(game, peers.ask_as(Slot::of(game), request, wanted).await)
}

/// Sends a request to the owner of a game, who does not answer it.
fn send(peers: &Peers, game: GameId, request: u64, wish: Wish) -> Result<(), PublishError> {
    peers.send(Slot::of(game), request, asked(game, wish))
}

fn asked(game: GameId, wish: Wish) -> Bytes {
    Asked { game, wish }.encode().into()
}

fn reply_of(game: GameId, outcome: Result<Outcome, AskError>) -> Option<Reply> {
    match outcome {
        Ok(Outcome::Done(reply)) => Reply::decode(&reply),
        Ok(Outcome::Moved | Outcome::Busy | Outcome::Lines { .. } | Outcome::TooOld) => None,
        Err(error) => {
            tracing::debug!(%game, %error, "the owner of a game did not answer");
            None
        }
    }
}
