// SPDX-License-Identifier: AGPL-3.0-or-later
//! Answers other nodes that ask about games of this one.

use std::sync::{Arc, Weak};

use bytes::Bytes;
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use tabiya_archive::archive::ReadError;
use tabiya_cluster::node::Sender;
use tabiya_cluster::route::Outcome;
use tabiya_cluster::topic::TopicName;
use tabiya_game::{GameId, Millis, Time};
use tabiya_protocol::Refusal;
use tabiya_store::{Slot, StorageError, WITH_KEYS};

use super::outlet::{Outlets, Place};
use super::wire::{Asked, ClientDoes, ClientNumber, Reply, StreamNumber, Wish, topic};
use crate::peers::{Answers, Caller, Peers};
use crate::room::command::RoomCommand;
use crate::room::handle::RoomHandle;
use crate::room::order::OrderError;
use crate::room::registry::{Rooms, Shared};

/// A command counts as no older than this when it arrives: the turn of its player may have begun anew since.
const OLDEST: Millis = Millis::from_secs(2);

/// Answers for the games of this node.
#[derive(Clone)]
pub(super) struct Owner(Arc<Inner>);

struct Inner {
    rooms: Weak<Shared>,
    peers: Peers,
    outlets: Outlets,
}

/// Why nothing was done.
enum Not {
    /// Another node owns the game.
    Mine,
    /// There is no such game that the caller may see.
    There,
    /// The storage failed, or the room ended in this moment. It may be tried again.
    Now,
}

impl From<ReadError> for Not {
    fn from(error: ReadError) -> Self {
        match error {
            ReadError::NoSuchGame(_) => Self::There,
            ReadError::Storage(error) => error.into(),
        }
    }
}

impl From<StorageError> for Not {
    fn from(error: StorageError) -> Self {
        if matches!(error, StorageError::Elsewhere { .. }) { Self::Mine } else { Self::Now }
    }
}

impl Answers for Owner {
    fn carry_out(&self, from: Sender, slot: Slot, command: Bytes) -> BoxFuture<'static, Outcome> {
        let owner = self.clone();
        async move {
            let Some(Asked { game, wish }) =
                Asked::decode(&command).filter(|asked| Slot::of(asked.game) == slot)
            else {
                // Of a newer version. The game is there all the same.
                return Outcome::Done(Reply::Refused(Refusal::NotKnown).encode().into());
            };
            let reply = match owner.do_it(&from, game, wish).await {
                Ok(reply) => reply,
                Err(Not::There) => Reply::NoSuchGame,
                Err(Not::Mine) => return Outcome::Moved,
                Err(Not::Now) => return Outcome::Busy,
            };
            Outcome::Done(reply.encode().into())
        }
        .boxed()
    }

    fn lines(&self, topic: TopicName, from: u64) -> BoxFuture<'static, Outcome> {
        let owner = self.clone();
        async move { owner.0.outlets.lines(&topic, from).await }.boxed()
    }
}

impl Owner {
    pub(super) fn new(rooms: Weak<Shared>, peers: Peers) -> Self {
        Self(Arc::new(Inner { rooms, peers, outlets: Outlets::default() }))
    }

    async fn do_it(&self, from: &Sender, game: GameId, wish: Wish) -> Result<Reply, Not> {
        let rooms = Rooms::from(Weak::upgrade(&self.0.rooms).ok_or(Not::Mine)?);
        if !rooms.owns(game) {
            return Err(Not::Mine);
        }
        if wish.has_key() {
            // Whoever says so relies on the key, and repeats the command.
            rooms.shared().owned.hears_format(WITH_KEYS);
        }
        match wish {
            Wish::Client { stream, client, does } => {
                self.client_does(&rooms, (game, from), (stream, client), does).await
            }
            Wish::Order { caller, command, age } => order(&rooms, game, (caller, command), age).await,
            Wish::LinesChanged => {
                rooms.lines_changed(game, |_| true).await?;
                Ok(Reply::Done)
            }
            Wish::Look => match own(&rooms, game) {
                Some(room) => Ok(Reply::Look(room.look().await.ok().flatten())),
                None => Ok(Reply::Look(None)),
            },
            #[cfg(debug_assertions)]
            Wish::Greet => Ok(Reply::Done),
            Wish::Create(terms) => Ok(Reply::Created(rooms.create_as(game, *terms).await?)),
        }
    }

    async fn client_does(
        &self,
        rooms: &Rooms,
        (game, from): (GameId, &Sender),
        (stream, client): (StreamNumber, ClientNumber),
        does: ClientDoes,
    ) -> Result<Reply, Not> {
        let topic = topic(game, from.incarnation, stream);
        let outlets = &self.0.outlets;
        let is_done = match does {
            ClientDoes::Come { caller, after } => {
                let identity = identity(rooms, caller).await?;
                let room = rooms.get(game).await?;
                if room.is_relay() {
                    return Err(Not::Mine);
                }
                if !room.admits(identity.as_ref()) {
                    return Err(Not::There);
                }
                let epoch = rooms.shared().owned.right(game).ok_or(Not::Mine)?.epoch;
                let (node, peers) = (from.incarnation, self.0.peers.clone());
                let place = Place { topic, node, epoch, peers, reach: rooms.shared().reach.clone() };
                outlets.come(place, room, (client, identity), rooms.goes_on_after(after)).await
            }
            ClientDoes::Go { lost } => outlets.go(&topic, client, lost).await,
            ClientDoes::Miss => outlets.miss(&topic, client).await,
            ClientDoes::Ping => outlets.ping(&topic, client).await,
            ClientDoes::Command { id, command, age, lag } => {
                let arrival = arrival(rooms, age);
                outlets.command(&topic, (client, id), command, (arrival, lag)).await
            }
        };
        Ok(if is_done { Reply::Done } else { Reply::NoStream })
    }
}

/// The room of a game of this node, if it has one.
fn own(rooms: &Rooms, game: GameId) -> Option<RoomHandle> {
    rooms.opened(game).filter(|room| !room.is_relay())
}

/// Who a caller is; `None` for somebody without a cookie that is good.
async fn identity(
    rooms: &Rooms,
    caller: Option<Caller>,
) -> Result<Option<tabiya_runtime::identity::Identity>, Not> {
    let Some(caller) = caller else { return Ok(None) };
    let store = rooms.shared().people.as_ref().map(|people| &people.store);
    match caller.identity(store).await? {
        Some(identity) => Ok(Some(identity)),
        None => Err(Not::There),
    }
}

/// When a command came, on this node's line.
fn arrival(rooms: &Rooms, age: Millis) -> Time {
    rooms.timeline().now().before(age.min(OLDEST))
}

async fn order(
    rooms: &Rooms,
    game: GameId,
    (caller, command): (Caller, RoomCommand),
    age: Millis,
) -> Result<Reply, Not> {
    let identity = identity(rooms, Some(caller)).await?.ok_or(Not::There)?;
    match rooms.order_at(game, identity, command, arrival(rooms, age)).await {
        Ok(()) => Ok(Reply::Done),
        Err(OrderError::Refused { refusal, .. }) => Ok(Reply::Refused(refusal)),
        Err(OrderError::Read(error)) => Err(error.into()),
        // Whether it was carried out is not known. Whoever asked says so.
        Err(OrderError::Gone) => Ok(Reply::NoStream),
    }
}
