// SPDX-License-Identifier: AGPL-3.0-or-later
//! A client's connection to a node: a task in the node's runtime that follows a game, and what goes to and fro.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};

use tabiya_accounts::feed::{Asked, Departure, Feed, Listener, NotTaken, Visitor};
use tabiya_game::{GameId, PlayerId};
use tabiya_live::room::Rooms;
use tabiya_protocol::{
    ClientMessage, ConnectionMessage, GameCommand, GameEvent, GameMessage, GameStatus, Refusal,
    ServerMessage, Situation,
};
use tabiya_rules::{Attempt, Color};
use tabiya_runtime::identity::Identity;
use tabiya_runtime::timeline::Timeline;
use tabiya_runtime::topic::{Body, Outbox, Outgoing};
use tokio::sync::mpsc;

/// What a client wants to follow.
#[derive(Clone)]
pub(super) struct Wanted {
    pub(super) game: GameId,
    pub(super) player: Option<PlayerId>,
    pub(super) after: Option<u32>,
}

/// What a client says.
pub(super) enum Said {
    Command(GameCommand),
    Ping,
}

/// How a game stands.
#[derive(Clone, Debug)]
pub(super) struct Board {
    pub(super) ply: u32,
    pub(super) turn: Color,
    pub(super) legal: Vec<Attempt>,
    pub(super) is_over: bool,
}

impl From<&Situation> for Board {
    fn from(situation: &Situation) -> Self {
        let Situation { ply, turn, legal, status, .. } = situation;
        Self {
            ply: *ply,
            turn: *turn,
            legal: legal.clone(),
            is_over: matches!(status, GameStatus::Ended { .. }),
        }
    }
}

/// What a client hears.
#[derive(Clone, Debug)]
pub(super) enum Heard {
    /// The connection is alive.
    Alive,
    /// The whole game.
    State {
        seq: u32,
        you: Option<Color>,
        now: Board,
    },
    Event {
        seq: u32,
        event: Box<GameEvent>,
        answers: Option<u32>,
        now: Board,
    },
    Synced {
        seq: u32,
        answers: Option<u32>,
        now: Board,
    },
    Refused {
        refusal: Refusal,
        answers: Option<u32>,
    },
    Presence {
        here: [bool; 2],
        watchers: u32,
    },
    /// The subscription has ended, or the connection broke.
    Gone,
}

type Queue = Arc<Mutex<VecDeque<Heard>>>;

/// The client's end.
pub(super) struct Line {
    pub(super) say: mpsc::UnboundedSender<Said>,
    heard: Queue,
}

impl Line {
    pub(super) fn take(&self) -> Vec<Heard> {
        self.heard.lock().expect("nothing panics under the lock").drain(..).collect()
    }
}

/// The node's end. The client hears when it is gone.
pub(super) struct End {
    said: mpsc::UnboundedReceiver<Said>,
    heard: Queue,
}

impl End {
    fn tell(&self, heard: Heard) {
        self.heard.lock().expect("nothing panics under the lock").push_back(heard);
    }
}

impl Drop for End {
    fn drop(&mut self) {
        self.tell(Heard::Gone);
    }
}

pub(super) fn line() -> (Line, End) {
    let (say, said) = mpsc::unbounded_channel();
    let heard = Queue::default();
    (Line { say, heard: Arc::clone(&heard) }, End { said, heard })
}

/// Serves a client until its line is dropped, or the game can't be followed any more.
pub(super) async fn serve(rooms: Rooms, timeline: Timeline, wanted: Wanted, mut end: End) {
    let Wanted { game, player, after } = wanted;
    let visitor = Visitor { may_play: true, ..Visitor::reading(player.map(Identity::guest)) };
    let mut outbox = Outbox::default();
    let subscribed = outbox.subscribe();
    let (id, mut is_greeted) = (subscribed.id(), false);
    let listener = Listener { visitor: &visitor, after: after.map(u64::from), outbox: subscribed };
    let Ok(mut feed) = rooms.follow(game, listener).await else { return };
    loop {
        tokio::select! {
            biased;
            outgoing = outbox.next() => match outgoing {
                Outgoing::Message { body, .. } => is_greeted |= hear(&end, body),
                Outgoing::Missed(_) => {
                    is_greeted = false;
                    if feed.catch_up().await.is_err() {
                        return;
                    }
                }
                Outgoing::Ended(_) | Outgoing::Dismissed => return,
            },
            said = end.said.recv() => match said {
                None => {
                    Box::new(feed).leave(Departure::Lost).await;
                    return;
                }
                Some(Said::Ping) => {
                    end.tell(Heard::Alive);
                    // As the socket does: what nothing is on its way to need not be asked for.
                    let is_quiet = is_greeted && feed.head_if_quiet(&|| outbox.is_empty_for(id)).is_some();
                    if !is_quiet && feed.ping().await.is_err() {
                        return;
                    }
                }
                Some(Said::Command(command)) => {
                    let (id, arrival) = (command.id(), timeline.now());
                    let asked = Asked { id, message: ClientMessage::Game(command), arrival, lag: None };
                    match feed.command(&visitor, asked).await {
                        Ok(()) => {}
                        Err(NotTaken::Refused(refusal)) => end.tell(Heard::Refused { refusal, answers: Some(id) }),
                        Err(NotTaken::Gone) => return,
                    }
                }
            }
        }
    }
}

/// Returns whether this is the last of what greets a client.
fn hear(end: &End, body: Body) -> bool {
    let tells_everything = matches!(&body, Body::Everything(_) | Body::EverythingIn(_));
    let answers = match &body {
        Body::Message { answers, .. } => *answers,
        _ => None,
    };
    for message in body.messages() {
        match &*message {
            ServerMessage::Game(GameMessage::State { seq, you, game, .. }) => {
                end.tell(Heard::State { seq: *seq, you: *you, now: Board::from(&game.situation) });
            }
            ServerMessage::Game(GameMessage::Synced { seq, situation, .. }) => {
                end.tell(Heard::Synced { seq: *seq, answers, now: Board::from(&**situation) });
            }
            ServerMessage::Game(GameMessage::Event { seq, event, situation, .. }) => {
                let now = Board::from(&**situation);
                end.tell(Heard::Event { seq: *seq, event: Box::new(event.clone()), answers, now });
            }
            ServerMessage::Game(GameMessage::Presence { white, black, watchers, .. }) => {
                end.tell(Heard::Presence { here: [*white, *black], watchers: *watchers });
            }
            ServerMessage::Connection(ConnectionMessage::Refused { refusal, .. }) => {
                end.tell(Heard::Refused { refusal: refusal.clone(), answers });
            }
            _ => {}
        }
    }
    tells_everything
}
