// SPDX-License-Identifier: AGPL-3.0-or-later
//! One task per WebSocket: reads what the client wants of its topics, writes what they tell it.
//!
//! Both ways are bounded. A player who reads too slowly is let go and resumes by number, a spectator is sent the latest
//! state. A client that sends too much is told so, and let go if it goes on.

use std::ops::ControlFlow::{self, Break, Continue};
use std::sync::Arc;
use std::time::Duration;

use futures_util::{Sink, SinkExt, Stream, StreamExt};
use tabiya_accounts::feed::{Asked, Departure, NotTaken, Visitor};
use tabiya_game::Time;
use tabiya_protocol::{
    ClientMessage, CommandId, ConnectionMessage, ConnectionRequest, Refusal, ServerMessage, Topic, read,
};
use tabiya_runtime::beat::Beat;
use tabiya_runtime::measure;
use tabiya_runtime::message::{Text, encode, refused};
use tabiya_runtime::timeline::Timeline;
use tabiya_runtime::topic::{Body, Dialect, Dismisser, Outbox, Outgoing, SubscriberId};
use tokio::sync::watch;
use tokio::time::Instant;
use tokio_tungstenite::tungstenite::protocol::CloseFrame;
use tokio_tungstenite::tungstenite::{Error, Message};

use super::close;
use super::credit::{Allowance, Credit, Verdict};
use super::following::Subscription;
use super::frames::{self, TooManyFrames};
use super::lag::Lag;
use super::rights::Rights;
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
        frames::drain(self.get_mut()).await;
    }
}

/// One socket and all that its client follows.
pub struct Connection<S> {
    /// The owners of all topics.
    pub(super) feeds: Arc<Feeds>,
    /// Whether the server is being stopped.
    pub(super) stopping: watch::Receiver<bool>,
    /// Who follows them here.
    pub(super) visitor: Visitor,
    socket: S,
    credit: Credit,
    heard: Instant,
    pub(super) outbox: Outbox,
    pub(super) subscriptions: Vec<Subscription>,
    /// The client has its numbers from when it had other rights: no topic goes on from them.
    pub(super) begins_anew: bool,
    lag: Lag,
}

impl<S: Socket> Connection<S> {
    /// A connection whose client follows nothing yet and has its full credit of messages.
    pub fn new(
        allowance: Allowance,
        feeds: Arc<Feeds>,
        stopping: watch::Receiver<bool>,
        visitor: Visitor,
        socket: S,
    ) -> Self {
        let heard = Instant::now();
        Self {
            feeds,
            stopping,
            visitor,
            socket,
            credit: Credit::full(allowance, heard),
            heard,
            outbox: Outbox::default(),
            subscriptions: Vec::new(),
            begins_anew: false,
            lag: Lag::default(),
        }
    }

    fn timeline(&self) -> Timeline {
        self.feeds.timeline
    }

    /// A way to end the connection from outside.
    pub(crate) fn dismisser(&self) -> Dismisser {
        self.outbox.dismisser()
    }

    /// Tells the client by which rights it is told its topics, before anything else. Where they are not those by which it
    /// knows what it knows, each topic is told from the beginning.
    pub(super) async fn greet(&mut self, Rights { now, known }: Rights) {
        self.begins_anew = now != known;
        // Where the client is gone, the next word finds that out.
        let _ = self.say_at_once(&ServerMessage::Connection(ConnectionMessage::Rights { rights: now })).await;
    }

    /// Until either side ends it.
    pub async fn run(&mut self) {
        let farewell = match self.converse().await {
            Break(farewell) => farewell,
            Continue(never) => match never {},
        };
        let how = if matches!(farewell, Farewell::Answer) { Departure::Left } else { Departure::Lost };
        for Subscription { feed, .. } in std::mem::take(&mut self.subscriptions) {
            feed.leave(how).await;
        }
        self.say(farewell).await;
    }

    async fn converse(&mut self) -> ControlFlow<Farewell, std::convert::Infallible> {
        let mut ask = Beat::every(SIGN_OF_LIFE);
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

    async fn step(&mut self, ask: &mut Beat) -> ControlFlow<Farewell> {
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
            _ = ask.next() => {
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
        self.subscriptions.iter().position(|each| each.topic == *topic)
    }

    async fn tell(&mut self, outgoing: Outgoing) -> ControlFlow<Farewell> {
        match outgoing {
            Outgoing::Message { of, body } => {
                let tells_everything = match body {
                    Body::Message { message, answers: None } => {
                        self.send(Message::Text(message.text(Dialect::Page))).await?;
                        false
                    }
                    Body::Message { message, answers: Some(id) } => {
                        if let Some(subscription) = self.subscription(of) {
                            subscription.asked.take_if(|asked| *asked == id);
                        }
                        self.send(Message::Text(message.text_for(Dialect::Page, id))).await?;
                        false
                    }
                    Body::Everything(message) => {
                        self.send(Message::Text(message.text(Dialect::Page))).await?;
                        true
                    }
                    Body::EverythingIn(parts) => {
                        for part in parts {
                            self.send(Message::Text(part.text(Dialect::Page))).await?;
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
                let was_there = subscription.feed.catch_up().await.is_ok();
                if was_there { Continue(()) } else { Break(self.topic_ended(true)) }
            }
            Outgoing::Dismissed => Break(self.dismissed()),
            Outgoing::Ended(of) => {
                let Some(subscription) = self.subscription(of) else { return Continue(()) };
                let (topic, after) = (subscription.topic.clone(), subscription.after);
                let (missed, is_current) = (subscription.missed, subscription.is_current);
                // A command that nobody will answer now, since another node owns the game, is lost: the client comes again, and
                // repeats it.
                if missed || subscription.asked.is_some() || *self.stopping.borrow() {
                    return Break(self.topic_ended(missed));
                }
                // It came to its room in the moment in which that was put away, or follows a game that it may follow no
                // more as it did: somebody has taken the last seat. Asked anew, the topic says which; other topics go on.
                let after = if is_current {
                    self.lose_subscription(of).await;
                    None
                } else {
                    self.forget(of);
                    after
                };
                Box::pin(self.subscribe(topic, after)).await
            }
        }
    }

    /// Why a topic says nothing more.
    pub(super) fn topic_ended(&self, missed: bool) -> Farewell {
        match (*self.stopping.borrow(), missed) {
            (true, _) => Farewell::Close(close::RESTARTING, "the server restarts; reconnect"),
            (false, true) => Farewell::Close(close::TOO_SLOW, "you read too slowly; resume"),
            (false, false) => Farewell::Close(close::RESTARTING, "the game was put away; reconnect"),
        }
    }

    /// The client comes again: to another server if this one is about to stop, else as whoever its cookie says.
    fn dismissed(&self) -> Farewell {
        if self.outbox.is_sent_away() {
            Farewell::Close(close::RESTARTING, "the server is about to stop; reconnect")
        } else {
            Farewell::Close(close::LOGGED_OUT, "your session has changed; reconnect")
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
        let number = self.lag.ask(Instant::now(), self.timeline().stalled());
        self.send(Message::Ping(bytes::Bytes::copy_from_slice(&number))).await
    }

    async fn receive(&mut self, message: Message) -> ControlFlow<Farewell> {
        // Reads no more from a client whose session has ended.
        if self.outbox.is_dismissed() {
            return Break(self.dismissed());
        }
        match message {
            Message::Text(text) => self.hear(&text).await,
            Message::Binary(_) => Break(Farewell::Close(close::NOT_TEXT, "send JSON in text frames")),
            Message::Pong(payload) => {
                // The line learns of a stall by being asked.
                self.timeline().now();
                self.lag.answered(&payload, self.heard, self.timeline().stalled());
                Continue(())
            }
            Message::Ping(_) | Message::Frame(_) => Continue(()),
            Message::Close(_) => Break(Farewell::Answer),
        }
    }

    async fn hear(&mut self, text: &str) -> ControlFlow<Farewell> {
        let arrival = self.timeline().now();
        let read = read::<ClientMessage>(text.as_bytes());
        match self.credit.spend(self.heard) {
            Verdict::Take => {}
            Verdict::Refuse => {
                let names = |message: ClientMessage| (message.topic().cloned(), message.id());
                let (topic, id) = read.map_or((None, None), names);
                return self.refuse(topic, id, Refusal::TooFast).await;
            }
            Verdict::LetGo => {
                return Break(Farewell::Close(close::TOO_MUCH, "you send too many messages"));
            }
        }
        match read {
            Ok(ClientMessage::Connection(ConnectionRequest::Ping { topic })) => self.answer_ping(topic).await,
            Ok(ClientMessage::Connection(ConnectionRequest::Subscribe { topic, after })) => {
                self.subscribe(topic, after).await
            }
            Ok(ClientMessage::Connection(ConnectionRequest::Unsubscribe { topic })) => {
                self.unsubscribe(topic).await
            }
            Ok(command) => self.command(command, arrival).await,
            Err(error) => {
                let refusal = Refusal::Malformed { detail: error.to_string() };
                self.refuse(None, None, refusal).await
            }
        }
    }

    /// Most messages are pings, and most of the time the topic's owner need not be asked.
    async fn answer_ping(&mut self, topic: Option<Topic>) -> ControlFlow<Farewell> {
        let Some(topic) = topic else {
            return self
                .say_at_once(&ServerMessage::Connection(ConnectionMessage::Pong { topic: None, seq: None }))
                .await;
        };
        let Some(place) = self.position_of(&topic) else {
            return self.refuse(Some(topic), None, Refusal::NotSubscribed).await;
        };
        let Subscription { id, ref feed, is_current, .. } = self.subscriptions[place];
        feed.is_awake();
        if feed.is_out_of_reach() {
            return self
                .say_at_once(&ServerMessage::Connection(ConnectionMessage::Unreachable { topic }))
                .await;
        }
        if is_current && let Some(seq) = feed.head_if_quiet(&|| self.outbox.is_empty_for(id)) {
            return self
                .say_at_once(&ServerMessage::Connection(ConnectionMessage::Pong {
                    topic: Some(topic),
                    seq: Some(seq),
                }))
                .await;
        }
        match feed.ping().await {
            Ok(()) => Continue(()),
            Err(_) => Break(self.topic_ended(false)),
        }
    }

    /// Passes a command on to the topic's owner.
    async fn command(&mut self, message: ClientMessage, arrival: Time) -> ControlFlow<Farewell> {
        let (Some(topic), Some(id)) = (message.topic().cloned(), message.id()) else { return Continue(()) };
        let Some(place) = self.position_of(&topic) else {
            return self.refuse(Some(topic), Some(id), Refusal::NotSubscribed).await;
        };
        let asked = Asked { id, message, arrival, lag: self.lag.mean() };
        match self.subscriptions[place].feed.command(&self.visitor, asked).await {
            Ok(()) => {
                self.subscriptions[place].asked = Some(id);
                if self.lag.is_due(self.heard) { self.ping().await } else { Continue(()) }
            }
            Err(NotTaken::Refused(refusal)) => self.refuse(Some(topic), Some(id), refusal).await,
            Err(NotTaken::Gone) => Break(self.topic_ended(false)),
        }
    }

    /// Refuses what never reached a topic's owner.
    pub(super) async fn refuse(
        &mut self,
        topic: Option<Topic>,
        id: Option<CommandId>,
        refusal: Refusal,
    ) -> ControlFlow<Farewell> {
        measure::refused(refusal.kind());
        let place = topic.as_ref().and_then(|topic| self.position_of(topic));
        let seq = place.map(|place| self.subscriptions[place].feed.head());
        self.say_at_once(&refused(topic, id, seq, refusal)).await
    }
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
