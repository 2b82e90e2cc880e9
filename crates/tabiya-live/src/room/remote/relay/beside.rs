// SPDX-License-Identifier: AGPL-3.0-or-later
//! What is wanted of the owner by somebody who does not follow the game. Nothing else waits for it.

use std::sync::Arc;
use std::time::Duration;

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use futures_util::stream::FuturesUnordered;
use tabiya_game::GameId;
use tabiya_protocol::{ConnectionMessage, Refusal, ServerMessage};
use tabiya_runtime::message::refused;
use tabiya_runtime::spawn::spawn;
use tabiya_runtime::timeline::Timeline;
use tabiya_runtime::topic::{Body, OutboxSender};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep};

use super::super::ask;
use super::super::repeating::may_be_repeated;
use super::super::wire::{Reply, Wish};
use super::{Local, Relay, age};
use crate::peers::{Caller, Peers};
use crate::room::Rooms;
use crate::room::handle::{ORDER, Order};

/// How long the order of somebody who does not follow the game is given again: the next owner is there within three seconds, mostly.
const LONGEST_ORDER: Duration = Duration::from_secs(6);
/// The pause between two tries.
const PAUSE: Duration = Duration::from_millis(100);
/// The pause before a game is read again that could not be read.
const READS_AGAIN: Duration = Duration::from_secs(1);
/// So much is asked at once.
pub(super) const MOST: usize = 64;

/// What is under way.
pub(super) type Beside = FuturesUnordered<BoxFuture<'static, ()>>;

impl Relay {
    /// Carries out an order. If too many are under way it is refused: then nothing has happened.
    pub(super) fn order(&mut self, order: Order) {
        let (peers, game, timeline) = (self.peers.clone(), self.id, self.timeline());
        if self.beside.len() >= MOST {
            let refusal = refused(Some(game.into()), Some(ORDER), None, Refusal::Unavailable);
            return answer(&order.outbox, refusal);
        }
        let command = self.as_known(order.command);
        let order = Order { command, ..order };
        self.beside.push(async move { carry_out(&peers, game, order, timeline).await }.boxed());
    }

    /// Asks the owner for something, and passes on what `take` finds in its reply. Whoever asks is told that the room has ended if too
    /// much is under way.
    pub(super) fn ask_beside<T: Send + 'static>(
        &mut self,
        wish: Wish,
        to: oneshot::Sender<T>,
        take: impl FnOnce(Reply) -> Option<T> + Send + 'static,
    ) {
        if self.beside.len() >= MOST {
            return;
        }
        let (peers, game) = (self.peers.clone(), self.id);
        let asked = async move {
            if let Some(answer) = ask(&peers, game, wish).await.and_then(take) {
                // Whoever asked may be gone: then nobody needs the answer.
                let _ = to.send(answer);
            }
        };
        self.beside.push(asked.boxed());
    }

    /// Reads who sits there, for those who come later: again until that succeeds, or nobody comes to this relay any more.
    pub(super) fn look_at_seats(&self) {
        spawn(self.seats_are_read(None));
    }

    /// Lets a client go whom the owner has refused. It may come again at once, so the seats are read first, or a second passes.
    pub(super) fn let_go(&mut self, refused: Local) {
        if self.reads.as_ref().is_none_or(JoinHandle::is_finished) {
            self.reads = Some(spawn(self.seats_are_read(Some(refused))));
        } else {
            spawn(async move {
                sleep(READS_AGAIN).await;
                drop(refused);
            });
        }
    }

    fn seats_are_read(&self, mut refused: Option<Local>) -> impl Future<Output = ()> + Send + use<> {
        let (rooms, guests, game) = (self.rooms.clone(), Arc::downgrade(&self.guests), self.id);
        async move {
            while let (Some(rooms), Some(guests)) = (rooms.upgrade().map(Rooms::from), guests.upgrade()) {
                if let Ok(game) = rooms.load(game).await {
                    return guests.seated(game.seats());
                }
                drop((rooms, guests));
                sleep(READS_AGAIN).await;
                drop(refused.take());
            }
        }
    }
}

async fn carry_out(peers: &Peers, game: GameId, order: Order, timeline: Option<Timeline>) {
    let Order { identity, command, arrival, outbox } = order;
    let topic = Some(game.into());
    let begun = Instant::now();
    let reply = loop {
        let (caller, age) = (Caller::from(&identity), age(timeline, arrival));
        let wish = Wish::Order { caller, command: command.clone(), age };
        match ask(peers, game, wish).await {
            None | Some(Reply::NoStream) if may_be_repeated(&command) && begun.elapsed() < LONGEST_ORDER => {
                sleep(PAUSE).await;
            }
            reply => break reply,
        }
    };
    match reply {
        Some(Reply::Done) => {
            let done = ConnectionMessage::Pong { topic, seq: None };
            answer(&outbox, ServerMessage::Connection(done));
        }
        Some(Reply::Refused(refusal)) => answer(&outbox, refused(topic, Some(ORDER), None, refusal)),
        // Dropped, the outbox says that nobody knows.
        Some(_) | None => {}
    }
}

/// Answers an order.
fn answer(outbox: &OutboxSender, message: ServerMessage) {
    // There is room for one message.
    let _ = outbox.send(Body::Message { message: message.into(), answers: Some(ORDER) });
}
