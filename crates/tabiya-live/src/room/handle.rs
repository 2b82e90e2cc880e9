// SPDX-License-Identifier: AGPL-3.0-or-later
//! What others hold of a room: the way to talk to it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Mutex, PoisonError};

use tabiya_accounts::feed::Departure;
use tabiya_archive::privacy::is_of;
use tabiya_game::{Game, GameId, Millis, Seats, Time};
use tabiya_protocol::boards::LiveGame;
use tabiya_protocol::people::profile::RatingChanges;
use tabiya_runtime::identity::Identity;
use tabiya_runtime::topic::{OutboxSender, Sender, SubscriberId};
use tokio::sync::{mpsc, oneshot};
use tokio::time::Instant;

use super::command::RoomCommand;
use super::core::Input;
use super::handed::Turn;

/// Messages that may wait for a room; who sends more waits.
pub(super) const INBOX: usize = 64;
/// The number of an order's only command.
pub(super) const ORDER: u32 = 1;

/// What can be said to a room.
///
/// Each room keeps room for dozens of these however few wait, so what is large stands behind a box.
pub(super) enum RoomMessage {
    /// Something that its core is to be told, and since when it waits for its turn.
    Input { input: Box<Input>, since: Instant },
    /// A client has subscribed.
    Connect(Box<Client>),
    /// Somebody who is not here wants something.
    Order(Box<Order>),
    /// A player has stored other lines. Answered when the room has looked whether one of them applies.
    LinesChanged(oneshot::Sender<()>),
    /// How the game looks on a small board.
    Look(oneshot::Sender<Option<LiveGame>>),
    /// What the room holds, for the simulation to compare with the log.
    #[cfg(any(test, feature = "testing"))]
    View(tokio::sync::oneshot::Sender<(tabiya_protocol::GameView, tabiya_protocol::LagView)>),
    /// Finish what is being done, and end.
    Close,
    /// The same, because another node goes on with the game. Answered with the turn under way, if there is one.
    Give(oneshot::Sender<Turn>),
}

/// A command from somebody who does not follow the game.
pub(super) struct Order {
    pub(super) identity: Identity,
    pub(super) command: RoomCommand,
    pub(super) arrival: Time,
    /// Gets the answer.
    pub(super) outbox: OutboxSender,
}

/// A client that subscribes.
pub(super) struct Client {
    /// Who it is; `None` without a cookie that is good.
    pub(super) identity: Option<Identity>,
    /// The last event that the client has.
    pub(super) after: Option<u64>,
    /// Whether the client is connected to this node.
    pub(super) is_here: bool,
    /// Where the room puts what the client is told.
    pub(super) outbox: OutboxSender,
}

/// The room has ended; whoever asks again for the game gets a new one.
#[derive(Debug)]
#[cfg_attr(not(any(test, feature = "testing")), expect(unreachable_pub, reason = "tests alone see it"))]
pub struct RoomGone;

/// How far a game has come, and how far everybody has been told.
pub(super) struct Head {
    committed: AtomicU32,
    told: AtomicU32,
    /// Whether the node of the room has left the last question without an answer.
    is_lost: AtomicBool,
}

impl Head {
    pub(super) const fn new(seq: u32) -> Self {
        let is_lost = AtomicBool::new(false);
        Self { committed: AtomicU32::new(seq), told: AtomicU32::new(seq), is_lost }
    }

    /// A relay has asked the node of its room in vain, or has an answer from it.
    pub(super) fn lost(&self, is_lost: bool) {
        self.is_lost.store(is_lost, Ordering::Relaxed);
    }

    /// The number of the newest event.
    pub(super) fn seq(&self) -> u32 {
        self.committed.load(Ordering::Acquire)
    }

    /// Event `seq` is on disk, and everybody is about to hear of it.
    pub(super) fn committed(&self, seq: u32) {
        self.committed.fetch_max(seq, Ordering::AcqRel);
    }

    /// What everybody must hear of it waits in their outboxes.
    pub(super) fn told(&self, seq: u32) {
        self.told.fetch_max(seq, Ordering::AcqRel);
    }

    /// The database that answers now has the game up to event `seq`, and not what was told after it.
    pub(super) fn set_back(&self, seq: u32) {
        self.committed.store(seq, Ordering::Release);
        self.told.store(seq, Ordering::Release);
    }
}

/// Whom a private game shows itself to: those who sit there, and staff.
pub(super) struct Guests {
    is_private: bool,
    seats: Mutex<Seats>,
}

impl Guests {
    pub(super) fn of(game: &Game) -> Self {
        Self { is_private: game.terms().is_private(), seats: Mutex::new(game.seats()) }
    }

    /// Somebody has taken a seat.
    pub(super) fn seated(&self, seats: Seats) {
        *self.seats.lock().unwrap_or_else(PoisonError::into_inner) = seats;
    }
}

/// A way to talk to a room. Cheap to clone.
#[derive(Clone)]
pub struct RoomHandle {
    game: GameId,
    sender: mpsc::Sender<RoomMessage>,
    head: Arc<Head>,
    guests: Arc<Guests>,
    is_relay: bool,
}

impl RoomHandle {
    pub(super) const fn new(
        game: GameId,
        sender: mpsc::Sender<RoomMessage>,
        head: Arc<Head>,
        guests: Arc<Guests>,
    ) -> Self {
        Self { game, sender, head, guests, is_relay: false }
    }

    /// A way to a game whose room is on another node.
    pub(super) const fn relay(
        game: GameId,
        sender: mpsc::Sender<RoomMessage>,
        head: Arc<Head>,
        guests: Arc<Guests>,
    ) -> Self {
        Self { game, sender, head, guests, is_relay: true }
    }

    /// Whether the room is on another node, or was when this handle was made.
    pub(super) const fn is_relay(&self) -> bool {
        self.is_relay
    }

    /// Whether the room is on another node that does not answer, and the next owner is looked for.
    pub(super) fn is_lost(&self) -> bool {
        self.head.is_lost.load(Ordering::Relaxed)
    }

    /// Whether this visitor may follow the game.
    pub(super) fn admits(&self, visitor: Option<&Identity>) -> bool {
        let Guests { is_private, seats } = &*self.guests;
        !is_private || is_of(&seats.lock().unwrap_or_else(PoisonError::into_inner), visitor)
    }

    /// Which game's it is.
    pub(crate) const fn game(&self) -> GameId {
        self.game
    }

    /// The number of the newest event.
    pub(crate) fn head(&self) -> u32 {
        self.head.seq()
    }

    /// The number of the newest event, for one whose outbox was looked at by `is_empty` and who has been greeted:
    /// the last that it has been sent. None where something is on its way: then the room must be asked.
    pub(crate) fn head_if_quiet(&self, is_empty: impl FnOnce() -> bool) -> Option<u32> {
        // In this order: what had been told before the outbox was found empty has been sent, and what is committed
        // later is told later.
        let told = self.head.told.load(Ordering::Acquire);
        (is_empty() && self.head() == told).then_some(told)
    }

    pub(super) fn is_gone(&self) -> bool {
        self.sender.is_closed()
    }

    pub(crate) fn is_same(&self, other: &Self) -> bool {
        self.sender.same_channel(&other.sender)
    }

    /// Where the room has ended the client's outbox says that its subscription has, too.
    pub(super) async fn connect(&self, client: Client) -> Result<(), RoomGone> {
        self.send(RoomMessage::Connect(Box::new(client))).await
    }

    /// The same without waiting, for a room that has just begun.
    pub(super) fn hand_over(&self, client: Client) -> Result<(), RoomGone> {
        self.sender.try_send(RoomMessage::Connect(Box::new(client))).map_err(|_| RoomGone)
    }

    pub(crate) async fn disconnect(&self, id: SubscriberId, how: Departure) {
        // A room that is gone has no subscribers left to forget.
        let _ = self.input(Input::Left { id, how }).await;
    }

    /// The client's node was heard for the first time since an outage of the bus.
    pub(super) async fn heard(&self, id: SubscriberId) {
        // A room that is gone counts no time.
        let _ = self.input(Input::Heard { id }).await;
    }

    /// Asks for the latest state in place of what was missed.
    pub(super) async fn catch_up(&self, id: SubscriberId) -> Result<(), RoomGone> {
        self.input(Input::Missed { id }).await
    }

    /// The game has been rated.
    pub(crate) async fn rated(&self, changes: RatingChanges) {
        // A room that is gone has nobody to tell.
        let _ = self.input(Input::Rated(changes)).await;
    }

    /// A player has stored other lines. Returns when the room has looked whether one of them applies: from then on it plays
    /// none that is not stored any more.
    pub(super) async fn lines_changed(&self) -> Result<(), RoomGone> {
        let (answer, answered) = oneshot::channel();
        self.send(RoomMessage::LinesChanged(answer)).await?;
        answered.await.map_err(|_| RoomGone)
    }

    /// Asks for the number of the newest event.
    pub(super) async fn ping(&self, id: SubscriberId) -> Result<(), RoomGone> {
        self.input(Input::Pinged { id }).await
    }

    /// `arrival` is when the command reached the socket; `lag` is how long messages to the client and back are under way,
    /// none where that is not known yet.
    pub(super) async fn command(
        &self,
        sender: Sender,
        command: RoomCommand,
        arrival: Time,
        lag: Option<Millis>,
    ) -> Result<(), RoomGone> {
        self.input(Input::Commanded { sender, command, arrival, lag }).await
    }

    /// How the game looks on a small board; `None` if nothing counts its time.
    pub(super) async fn look(&self) -> Result<Option<LiveGame>, RoomGone> {
        let (answer, answered) = oneshot::channel();
        self.send(RoomMessage::Look(answer)).await?;
        answered.await.map_err(|_| RoomGone)
    }

    /// What the room holds.
    ///
    /// # Errors
    /// If the room has ended.
    #[cfg(any(test, feature = "testing"))]
    pub async fn view(&self) -> Result<(tabiya_protocol::GameView, tabiya_protocol::LagView), RoomGone> {
        let (answer, answered) = tokio::sync::oneshot::channel();
        self.send(RoomMessage::View(answer)).await?;
        answered.await.map_err(|_| RoomGone)
    }

    /// Asks the room to finish what it is doing, and to end.
    pub(super) async fn close(&self) {
        // One that has ended already is what was asked for.
        let _ = self.send(RoomMessage::Close).await;
    }

    /// Asks the room to finish what it is doing, and to end. It answers when it has, if a turn is under way that another node
    /// can go on with.
    pub(super) async fn give(&self) -> oneshot::Receiver<Turn> {
        let (answer, answered) = oneshot::channel();
        // One that has ended already has nothing to tell.
        let _ = self.send(RoomMessage::Give(answer)).await;
        answered
    }

    /// Returns once the room takes no more messages.
    pub(super) async fn closed(&self) {
        self.sender.closed().await;
    }

    async fn input(&self, input: Input) -> Result<(), RoomGone> {
        self.send(RoomMessage::Input { input: Box::new(input), since: Instant::now() }).await
    }

    pub(super) async fn send(&self, message: RoomMessage) -> Result<(), RoomGone> {
        self.sender.send(message).await.map_err(|_| RoomGone)
    }
}
