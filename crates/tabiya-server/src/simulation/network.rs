// SPDX-License-Identifier: AGPL-3.0-or-later
//! The network between clients and server: each line has its own lag, keeps the order of what is sent by it, and breaks.

use std::sync::Arc;

use tabiya_accounts::feed::Visitor;
use tabiya_http::socket::{Allowance, Connection};
use tabiya_protocol::{
    ClientMessage, ConnectionMessage, ConnectionRequest, GameCommand, GameEvent, GameMessage, Refusal,
    ServerMessage,
};
use tabiya_runtime::identity::Identity;
use tabiya_runtime::message::Text;
use tabiya_testkit::Random;
use tokio_tungstenite::tungstenite::Message;

use super::line::{Frame, Line, Route};
use super::world::{Happening, Process, World};

/// As much as the program allows by itself.
const ALLOWANCE: Allowance = Allowance { burst: 40.0, per_second: 8.0 };

impl World {
    pub(super) fn collect_from(&mut self, number: usize) {
        for message in self.routes[number].line.take() {
            let player = self.clients[self.routes[number].client].player;
            if let Message::Text(text) = &message {
                let parsed = ServerMessage::from_json(text.as_bytes());
                let checked = match &parsed {
                    Ok(message) => self
                        .truth
                        .check(message, player)
                        .and_then(|()| self.check_refusal(message, &self.routes[number])),
                    Err(error) => Err(format!("the server said {text:?}: {error}")),
                };
                if let Err(fault) = checked {
                    self.fault(format!("line {number}: {fault}"));
                }
            }
            let now = self.now();
            let route = &mut self.routes[number];
            let at = (now + route.lag + route.random.below(1 + route.lag)).max(route.last_to_client);
            route.last_to_client = at;
            self.plan_at(at, self.clients.len() + number, Happening::ToClient(number, message));
        }
        let now = self.now();
        let route = &mut self.routes[number];
        if route.line.server_is_gone() {
            route.server_is_gone = true;
            let at = (now + route.lag).max(route.last_to_client);
            self.plan_at(at, self.clients.len() + number, Happening::ClientLoses(number));
        }
    }

    /// How often anybody has sent this move at this half-move.
    fn times_sent(&self, at: u32, played: &str) -> u32 {
        let commands = self.clients.iter().flat_map(|client| client.commands.values());
        let same = commands.filter(|sending| {
            sending.ply == at && matches!(&sending.message, ClientMessage::Game(GameCommand::Play { uci, .. }) if uci == played)
        });
        same.map(|sending| sending.copies).sum()
    }

    /// What is refused has not happened.
    pub(super) fn check_refusal(&self, message: &ServerMessage, route: &Route) -> Result<(), String> {
        let ServerMessage::Connection(ConnectionMessage::Refused { id: Some(id), refusal, .. }) = message
        else {
            return Ok(());
        };
        let client = &self.clients[route.client];
        let Some(sending) = client.commands.get(id) else { return Ok(()) };
        if let (ClientMessage::Game(GameCommand::Play { uci, .. }), Some(player)) = (&sending.message, client.player)
            && !matches!(refusal, Refusal::TooFast)
            && !route.reads_late
            // Where it was sent twice, one copy may be carried out after the other was refused.
            && self.times_sent(sending.ply, uci) == 1
            && let Some(by) = self.truth.game().seats().color_of(player)
            && self.truth.has_played(by, sending.ply, uci)
        {
            return Err(format!(
                "{uci} at ply {} stands in the log, and is refused: {refusal:?}",
                sending.ply
            ));
        }
        Ok(())
    }

    pub(super) fn hear(&mut self, route: usize, message: Message) {
        let client = self.routes[route].client;
        if !self.routes[route].client_listens {
            return;
        }
        match message {
            Message::Text(text) => {
                self.say(&format!("client {client} hears {}", shortened(&text)));
                let Ok(message) = ServerMessage::from_json(text.as_bytes()) else { return };
                self.check_premove(client, &message);
                self.clients[client].has_takebacks = self.truth.has_takebacks();
                let was_greeted = self.clients[client].greeted;
                if let Err(fault) = self.clients[client].hear(&message) {
                    self.fault(format!("client {client}: {fault}"));
                }
                if !was_greeted
                    && self.clients[client].greeted
                    && let Some(again) = self.clients[client].again()
                {
                    self.send(client, &again);
                }
            }
            Message::Ping(payload) => {
                let at = self.arrival_by(route);
                self.plan_at(
                    at,
                    self.clients.len() + route,
                    Happening::ToServer(route, Frame::Pong(payload)),
                );
            }
            Message::Close(_) => self.client_loses(route),
            Message::Binary(_) | Message::Pong(_) | Message::Frame(_) => {}
        }
    }

    /// What is played for a player is what the player's page shows to be waiting.
    fn check_premove(&mut self, client: usize, message: &ServerMessage) {
        let ServerMessage::Game(GameMessage::Event {
            seq, event: GameEvent::MovePlayed { played, .. }, ..
        }) = message
        else {
            return;
        };
        let Some(player) = self.clients[client].player else { return };
        let is_new = self.clients[client].last.is_some_and(|last| *seq > last);
        if is_new && self.truth.is_premove_of(*seq, player) {
            let is_alone = self.clients.iter().filter(|each| each.player == Some(player)).count() == 1;
            if let Err(fault) = self.clients[client].hears_of_premove(&played.uci.to_string(), is_alone) {
                self.fault(format!("client {client}: {fault}"));
            }
        }
    }

    pub(super) fn client_loses(&mut self, route: usize) {
        let client = self.routes[route].client;
        if std::mem::take(&mut self.routes[route].client_listens) {
            self.say(&format!("client {client} has lost line {route}"));
            self.clients[client].lose_line();
        }
    }

    /// A new line for this client.
    pub(super) fn open(&mut self, client: usize, from_the_start: bool) {
        let number = self.routes.len();
        let after = self.clients[client].begin(number, from_the_start);
        self.say(&format!("client {client} opens line {number} after {after:?}"));
        let mut random = Random::new(self.random.next_u64());
        let lag = *random.pick(&[1, 5, 20, 60, 250]);
        self.routes.push(Route {
            client,
            line: Line::new(Arc::clone(&self.said)),
            random,
            lag,
            last_to_server: 0,
            last_to_client: 0,
            client_listens: true,
            reads_late: false,
            server_is_gone: false,
            is_in_this_life: true,
        });
        let at = self.arrival_by(number);
        self.plan_at(at, self.clients.len() + number, Happening::ToServer(number, Frame::Open));
        let after = after.map(u64::from);
        self.send(
            client,
            &ClientMessage::Connection(ConnectionRequest::Subscribe { topic: self.id.into(), after }),
        );
    }

    /// When what is sent now reaches the server.
    pub(super) fn arrival_by(&mut self, route: usize) -> u64 {
        let now = self.now();
        let route = &mut self.routes[route];
        let at = (now + route.lag + route.random.below(1 + route.lag)).max(route.last_to_server);
        route.last_to_server = at;
        at
    }

    pub(super) fn arrive(&mut self, number: usize, frame: Frame, process: &Process) {
        let route = &self.routes[number];
        match frame {
            Frame::Open => {
                let identity = self.clients[route.client].player.map(Identity::guest);
                let (feeds, stopping) = (Arc::clone(&process.feeds), process.stop.subscribe());
                let (visitor, end) = (Visitor::reading(identity), route.line.server_end());
                let mut connection = Connection::new(ALLOWANCE, feeds, stopping, visitor, end);
                tokio::spawn(async move { connection.run().await });
            }
            Frame::Text(text) => {
                self.routes[number].line.deliver(Message::Text(Text::from(text)));
            }
            Frame::Pong(payload) => route.line.deliver(Message::Pong(payload)),
            Frame::Close => {
                route.line.deliver(Message::Close(None));
                route.line.cut();
            }
        }
    }

    pub(super) fn send(&mut self, client: usize, message: &ClientMessage) {
        if let Some(sending) = message.id().and_then(|id| self.clients[client].commands.get_mut(&id)) {
            sending.copies += 1;
        }
        let text = serde_json::to_string(message).expect("messages can be written");
        self.send_text(client, text);
    }

    pub(super) fn send_text(&mut self, client: usize, text: String) {
        let Some(route) = self.clients[client].line else { return };
        self.say(&format!("client {client} sends {text} by line {route}"));
        let at = self.arrival_by(route);
        self.plan_at(at, self.clients.len() + route, Happening::ToServer(route, Frame::Text(text)));
    }
}

/// What is worth reading of a message.
fn shortened(text: &str) -> String {
    // A rematch has an id that no seed decides.
    let end = [r#","situation""#, r#","game":"#].iter().filter_map(|part| text.find(part)).min();
    let end = end.unwrap_or(text.len());
    text[..end.min(200)].to_owned()
}
