// SPDX-License-Identifier: AGPL-3.0-or-later
//! One task per WebSocket: reads what the client wants of its topics, writes what they tell it.
//!
//! Both ways are bounded. A player who reads too slowly is let go and resumes by number, a spectator is sent the latest
//! state. A client that sends too much is told so, and let go if it goes on.

use std::ops::ControlFlow::{self, Break, Continue};
use std::time::Duration;

use futures_util::{Sink, SinkExt, Stream, StreamExt};
use tabiya_accounts::feed::{Departure, FeedGone};
use tabiya_limits::address::{Caller, ChargeNewGame};
use tabiya_live::entry::too_many_new_games;
use tabiya_live::room::{CommandError, RoomCommand, Rooms};
use tabiya_protocol::{ClientMessage, CommandId, Refusal, ServerMessage, Topic};
use tabiya_runtime::identity::Identity;
use tabiya_runtime::measure;
use tabiya_runtime::message::{encode, refused};
use tabiya_runtime::topic::{Body, Dismisser, Outbox, Outgoing, SubscriberId, Text};
use tokio::sync::watch;
use tokio::time::Instant;
use tokio_tungstenite::tungstenite::protocol::CloseFrame;
use tokio_tungstenite::tungstenite::{Error, Message};

use super::close;
use super::credit::{Allowance, Credit, Verdict};
use super::frames::TooManyFrames;
use super::incoming::Incoming;
use super::lag::Lag;
use super::link::{Link, Subscription};
use super::upgrade::ClientSocket;
use crate::feeds::Feeds;

/// How long one write may take.
const WRITE_TIMEOUT: Duration = Duration::from_secs(10);
/// A client that is silent for this long is asked for a sign of life, and let go after three times as long without one.
const SIGN_OF_LIFE: Duration = Duration::from_secs(20);
/// How long a client may take to end the connection in form.
const GOODBYE: Duration = Duration::from_secs(1);

/// How a conversation ends.
#[derive(Debug)]
pub(super) enum Farewell {
    /// The client is gone.
    None,
    /// The client has closed; its frame is answered with the same (RFC 6455, 5.5.1).
    Answer,
    /// We close, with this code and reason.
    Close(u16, &'static str),
}

/// A WebSocket's messages, both ways.
pub trait Socket:
    Stream<Item = Result<Message, Error>> + Sink<Message, Error = Error> + Unpin + Send
{
    /// Reads and forgets what the client still sends, until it ends the connection.
    fn drain(&mut self) -> impl Future<Output = ()> + Send;
}

impl Socket for ClientSocket {
    async fn drain(&mut self) {
        self.get_mut().drain().await;
    }
}

/// One socket and all that its client follows.
pub struct Connection<S> {
    pub(super) rooms: Rooms,
    /// Whether the server is being stopped.
    pub(super) stopping: watch::Receiver<bool>,
    pub(super) identity: Option<Identity>,
    /// Whether the client may take a seat on this site.
    pub(super) may_play: bool,
    socket: S,
    credit: Credit,
    heard: Instant,
    pub(super) outbox: Outbox,
    pub(super) subscriptions: Vec<Subscription>,
    pub(super) charge_new_game: ChargeNewGame,
    /// From where the client comes; `None` in tests.
    pub(super) caller: Option<Caller>,
    /// The topics that are not games; `None` before they are known.
    pub(super) feeds: Option<Feeds>,
    lag: Lag,
}

impl<S: Socket> Connection<S> {
    /// A connection whose client may play, follows nothing yet and has its full credit of messages.
    pub fn new(
        allowance: Allowance,
        rooms: Rooms,
        stopping: watch::Receiver<bool>,
        identity: Option<Identity>,
        charge_new_game: ChargeNewGame,
        socket: S,
    ) -> Self {
        let heard = Instant::now();
        Self {
            rooms,
            stopping,
            identity,
            may_play: true,
            socket,
            credit: Credit::full(allowance, heard),
            heard,
            outbox: Outbox::default(),
            subscriptions: Vec::new(),
            charge_new_game,
            caller: None,
            feeds: None,
            lag: Lag::default(),
        }
    }

    /// Lets the client take seats or not.
    pub(crate) fn with_leave_to_play(self, may_play: bool) -> Self {
        Self { may_play, ..self }
    }

    /// Says from where the client comes.
    pub(crate) fn with_caller(self, caller: Caller) -> Self {
        Self { caller: Some(caller), ..self }
    }

    /// Lets the client follow topics that are not games.
    pub fn with_feeds(self, feeds: Feeds) -> Self {
        Self { feeds: Some(feeds), ..self }
    }

    /// A way to end the connection from outside.
    pub(crate) fn dismisser(&self) -> Dismisser {
        self.outbox.dismisser()
    }

    /// Until either side ends it.
    pub async fn run(&mut self) {
        let farewell = match self.converse().await {
            Break(farewell) => farewell,
            Continue(never) => match never {},
        };
        let how = if matches!(farewell, Farewell::Answer) { Departure::Left } else { Departure::Lost };
        for Subscription { id, link, .. } in std::mem::take(&mut self.subscriptions) {
            link.leave(id, how).await;
        }
        self.say(farewell).await;
    }

    async fn converse(&mut self) -> ControlFlow<Farewell, std::convert::Infallible> {
        let mut ask = tokio::time::interval(SIGN_OF_LIFE);
        self.ping().await?;
        loop {
            self.step(&mut ask).await?;
        }
    }

    /// Ends the connection in form.
    async fn say(&mut self, farewell: Farewell) {
        let in_form = async {
            match farewell {
                Farewell::None => {}
                // The library has made the answer, and sends it with whatever is done next.
                Farewell::Answer => drop(self.socket.flush().await),
                Farewell::Close(code, reason) => {
                    let frame = CloseFrame { code: code.into(), reason: Text::from_static(reason) };
                    if self.socket.send(Message::Close(Some(frame))).await.is_ok() {
                        // What the client had sent is read first: else the system would cut the connection off before
                        // the client has read this.
                        self.socket.drain().await;
                    }
                }
            }
        };
        // Whether the goodbye arrives makes no difference any more.
        let _ = tokio::time::timeout(GOODBYE, in_form).await;
    }

    async fn step(&mut self, ask: &mut tokio::time::Interval) -> ControlFlow<Farewell> {
        tokio::select! {
            // What arrives is stamped before anything else: its sender's clock runs.
            biased;
            incoming = self.socket.next() => {
                self.heard = Instant::now();
                match incoming {
                    Some(Ok(message)) => self.receive(message).await,
                    Some(Err(error)) => Break(farewell_after(&error)),
                    None => Break(Farewell::None),
                }
            }
            outgoing = self.outbox.next() => self.tell(outgoing).await,
            _ = ask.tick() => {
                let silent = self.heard.elapsed();
                if silent > 3 * SIGN_OF_LIFE {
                    return Break(Farewell::None);
                }
                if silent < SIGN_OF_LIFE {
                    return Continue(());
                }
                self.ping().await
            }
        }
    }

    fn subscription(&mut self, id: SubscriberId) -> Option<&mut Subscription> {
        self.subscriptions.iter_mut().find(|each| each.id == id)
    }

    pub(super) fn position_of(&self, topic: &Topic) -> Option<usize> {
        self.subscriptions.iter().position(|each| each.link.is(topic))
    }

    async fn tell(&mut self, outgoing: Outgoing) -> ControlFlow<Farewell> {
        match outgoing {
            Outgoing::Message { of, body } => {
                let tells_everything = match body {
                    Body::Text(text) => {
                        self.send(Message::Text(text)).await?;
                        false
                    }
                    Body::Everything(text) => {
                        self.send(Message::Text(text)).await?;
                        true
                    }
                    Body::EverythingIn(parts) => {
                        for part in parts {
                            self.send(Message::Text(part)).await?;
                        }
                        true
                    }
                };
                if let Some(subscription) = self.subscription(of) {
                    subscription.missed = false;
                    subscription.is_current |= tells_everything;
                }
                Continue(())
            }
            Outgoing::Missed(of) => {
                measure::overflowed();
                let Some(subscription) = self.subscription(of) else { return Continue(()) };
                (subscription.missed, subscription.is_current) = (true, false);
                let was_there = match &subscription.link {
                    Link::Game(game) => game.clone().catch_up(of).await.is_ok(),
                    Link::Other(_, feed) => feed.catch_up().await.is_ok(),
                };
                if was_there { Continue(()) } else { Break(self.room_ended(true)) }
            }
            Outgoing::Dismissed => Break(dismissed()),
            Outgoing::Ended(of) => {
                let Some(subscription) = self.subscription(of) else { return Continue(()) };
                let (topic, after) = (subscription.link.topic(), subscription.after);
                let (missed, is_current) = (subscription.missed, subscription.is_current);
                if missed || is_current || *self.stopping.borrow() {
                    return Break(self.room_ended(missed));
                }
                // It came to its room in the moment in which that was put away.
                self.forget(of);
                Box::pin(self.subscribe(topic, after)).await
            }
        }
    }

    /// Why a room says nothing more.
    pub(super) fn room_ended(&self, missed: bool) -> Farewell {
        match (*self.stopping.borrow(), missed) {
            (true, _) => Farewell::Close(close::RESTARTING, "the server restarts; reconnect"),
            (false, true) => Farewell::Close(close::TOO_SLOW, "you read too slowly; resume"),
            (false, false) => Farewell::Close(close::RESTARTING, "the game was put away; reconnect"),
        }
    }

    async fn send(&mut self, message: Message) -> ControlFlow<Farewell> {
        match tokio::time::timeout(WRITE_TIMEOUT, self.socket.send(message)).await {
            Ok(Ok(())) => Continue(()),
            Ok(Err(_)) | Err(_) => Break(Farewell::None),
        }
    }

    pub(super) async fn say_at_once(&mut self, message: &ServerMessage) -> ControlFlow<Farewell> {
        self.send(Message::Text(encode(message))).await
    }

    async fn ping(&mut self) -> ControlFlow<Farewell> {
        let number = self.lag.ask(Instant::now(), self.rooms.timeline().stalled());
        self.send(Message::Ping(bytes::Bytes::copy_from_slice(&number))).await
    }

    async fn receive(&mut self, message: Message) -> ControlFlow<Farewell> {
        // Reads no more from a client whose session has ended.
        if self.outbox.is_dismissed() {
            return Break(dismissed());
        }
        match message {
            Message::Text(text) => self.hear(&text).await,
            Message::Binary(_) => Break(Farewell::Close(close::NOT_TEXT, "send JSON in text frames")),
            Message::Pong(payload) => {
                // The line learns of a stall by being asked.
                self.rooms.timeline().now();
                self.lag.answered(&payload, self.heard, self.rooms.timeline().stalled());
                Continue(())
            }
            Message::Ping(_) | Message::Frame(_) => Continue(()),
            Message::Close(_) => Break(Farewell::Answer),
        }
    }

    async fn hear(&mut self, text: &str) -> ControlFlow<Farewell> {
        let arrival = self.rooms.timeline().now();
        let read = Incoming::read(text);
        match self.credit.spend(self.heard) {
            Verdict::Take => {}
            Verdict::Refuse => {
                let (topic, id) = read.map_or((None, None), Incoming::names);
                return self.refuse(topic, id, Refusal::TooFast).await;
            }
            Verdict::LetGo => {
                return Break(Farewell::Close(close::TOO_MUCH, "you send too many messages"));
            }
        }
        match read {
            Ok(Incoming::Ping { topic }) => self.answer_ping(topic).await,
            Ok(Incoming::Subscribe { topic, after }) => self.subscribe(topic, after).await,
            Ok(Incoming::WrongTopic { topic, id }) => {
                self.refuse(Some(topic.clone()), Some(id), Refusal::WrongTopic { topic }).await
            }
            Ok(Incoming::Unsubscribe { topic }) => self.unsubscribe(topic).await,
            Ok(Incoming::Command { topic, id, command }) => self.command(topic, id, command, arrival).await,
            Ok(Incoming::ToFeed { topic, id, message }) => self.command_feed(topic, id, message).await,
            Err(error) => {
                let refusal = Refusal::Malformed { detail: error.to_string() };
                self.refuse(None, None, refusal).await
            }
        }
    }

    /// Most messages are pings, and most of the time the room need not be asked.
    async fn answer_ping(&mut self, topic: Option<Topic>) -> ControlFlow<Farewell> {
        let Some(topic) = topic else {
            return self.say_at_once(&ServerMessage::Pong { topic: None, seq: None }).await;
        };
        let Some(place) = self.position_of(&topic) else {
            return self.refuse(Some(topic), None, Refusal::NotSubscribed).await;
        };
        let Subscription { id, ref link, is_current, .. } = self.subscriptions[place];
        let game = match link {
            Link::Game(game) => game,
            Link::Other(_, feed) => {
                feed.is_awake();
                return self.say_at_once(&ServerMessage::Pong { topic: Some(topic), seq: None }).await;
            }
        };
        if is_current && let Some(seq) = game.head_if_quiet(|| self.outbox.is_empty_for(id)) {
            return self.say_at_once(&ServerMessage::Pong { topic: Some(topic), seq: Some(seq) }).await;
        }
        match game.clone().ping(id).await {
            Ok(()) => Continue(()),
            Err(_) => Break(self.room_ended(false)),
        }
    }

    async fn command(
        &mut self,
        topic: Topic,
        id: CommandId,
        command: RoomCommand,
        arrival: tabiya_game::Time,
    ) -> ControlFlow<Farewell> {
        let Some(place) = self.position_of(&topic) else {
            return self.refuse(Some(topic), Some(id), Refusal::NotSubscribed).await;
        };
        let needs_permission =
            matches!(command, RoomCommand::Rematch | RoomCommand::Join | RoomCommand::JoinAs(_));
        if needs_permission && !self.may_play {
            return self.refuse(Some(topic), Some(id), Refusal::NeedsAccount).await;
        }
        if matches!(command, RoomCommand::Rematch)
            && let (Topic::Game(game), Some(identity)) = (&topic, &self.identity)
            && self.rooms.entrance().may_meet_again(*game, identity.player).await.is_err()
        {
            return self.refuse(Some(topic), Some(id), Refusal::RematchDeclined).await;
        }
        // Else rematches would lead around the limit of an address. An offer counts, too: it may be what agrees.
        if matches!(command, RoomCommand::Rematch)
            && let Err(wait) = (self.charge_new_game)()
        {
            return self.refuse(Some(topic), Some(id), too_many_new_games(wait)).await;
        }
        let plays = matches!(command, RoomCommand::Play { .. });
        let lag = self.lag.mean();
        let Subscription { id: from, link: Link::Game(ref mut game), .. } = self.subscriptions[place] else {
            return Continue(());
        };
        match game.command((from, id), command, arrival, lag).await {
            Ok(()) if plays && self.lag.is_due(self.heard) => self.ping().await,
            Ok(()) => Continue(()),
            Err(CommandError::Gone) => Break(self.room_ended(false)),
            // Not a refusal: the command may have been carried out before. The client comes back and sends it again.
            Err(CommandError::Read(error)) => {
                tracing::debug!(%topic, ?error, "a command found no room");
                Break(self.room_ended(false))
            }
        }
    }

    /// Passes a command on to the owner of a topic that is not a game.
    async fn command_feed(
        &mut self,
        topic: Topic,
        id: CommandId,
        message: ClientMessage,
    ) -> ControlFlow<Farewell> {
        let Some(place) = self.position_of(&topic) else {
            return self.refuse(Some(topic), Some(id), Refusal::NotSubscribed).await;
        };
        let Link::Other(_, feed) = &self.subscriptions[place].link else {
            return self.refuse(Some(topic.clone()), Some(id), Refusal::WrongTopic { topic }).await;
        };
        match feed.command(id, message).await {
            Ok(()) => Continue(()),
            Err(FeedGone) => Break(self.room_ended(false)),
        }
    }

    /// Refuses what never reached a room.
    pub(super) async fn refuse(
        &mut self,
        topic: Option<Topic>,
        id: Option<CommandId>,
        refusal: Refusal,
    ) -> ControlFlow<Farewell> {
        measure::refused(refusal.kind());
        let place = topic.as_ref().and_then(|topic| self.position_of(topic));
        let seq = place.and_then(|place| self.subscriptions[place].link.head());
        self.say_at_once(&refused(topic, id, seq, refusal)).await
    }
}

/// The client comes again, and is then whoever its cookie says.
const fn dismissed() -> Farewell {
    Farewell::Close(close::LOGGED_OUT, "your session has changed; reconnect")
}

/// What a client is told whose frames the library could not read (RFC 6455, 7.4.1).
fn farewell_after(error: &Error) -> Farewell {
    tracing::debug!(%error, "a socket failed");
    match error {
        Error::Capacity(_) => Farewell::Close(close::TOO_LARGE, "a message has at most 8 KiB"),
        Error::Utf8(_) => Farewell::Close(close::NOT_UTF8, "text is UTF-8"),
        Error::Protocol(
            tokio_tungstenite::tungstenite::error::ProtocolError::ResetWithoutClosingHandshake,
        ) => Farewell::None,
        Error::Protocol(_) => Farewell::Close(close::PROTOCOL_ERROR, "this is no WebSocket frame"),
        Error::Io(error) if error.get_ref().is_some_and(|cause| cause.is::<TooManyFrames>()) => {
            Farewell::Close(close::TOO_MUCH, "you send too many frames")
        }
        _ => Farewell::None,
    }
}
