// SPDX-License-Identifier: AGPL-3.0-or-later
//! Handles what comes in on a client's socket.

use super::dialect::{EventKind, Message};
use super::driver::{Action, Driver, WATCHED};
use super::game::{ClientIndex, Progress, Stage};
use super::http::read_answer;
use super::websocket::{self, read_frame};
use crate::history::{Acknowledged, Received};

impl Driver {
    /// Handles the input of a client's connection. Returns how many bytes of it were complete.
    pub(super) fn take_in(&mut self, index: ClientIndex, bytes: &[u8]) -> usize {
        let mut taken = 0;
        if self.clients[index].stage == Stage::Handshake {
            let Some(answer) = read_answer(bytes) else { return 0 };
            if answer.status != 101 {
                *self.statistics.refused.entry(format!("socket {}", answer.status)).or_default() += 1;
                self.actions.push(Action::Lost(index));
                return bytes.len();
            }
            self.clients[index].stage = Stage::Subscribing;
            self.actions.push(Action::Subscribe(index));
            taken = answer.length;
        }
        while let Some(frame) = read_frame(&bytes[taken..]) {
            match frame.opcode {
                websocket::TEXT => self.receive_message(index, frame.payload),
                websocket::PING => self.actions.push(Action::Pong(index, frame.payload.to_vec())),
                websocket::CLOSE => {
                    let code =
                        frame.payload.get(..2).map_or(0, |code| u16::from_be_bytes([code[0], code[1]]));
                    *self.statistics.refused.entry(format!("closed {code}")).or_default() += 1;
                    self.actions.push(Action::Lost(index));
                }
                _ => {}
            }
            taken += frame.length;
        }
        taken
    }

    /// Records one message.
    fn receive_message(&mut self, index: ClientIndex, text: &[u8]) {
        let client = &self.clients[index];
        let game = &self.games[client.game].history.game;
        let Some(message) = self.dialect.read(game, client.side, text) else {
            *self.statistics.refused.entry("not understood".into()).or_default() += 1;
            return;
        };
        match message {
            Message::Event { seq, id, event } => self.receive_event(index, seq, id, event),
            Message::State { seq, seated, moves, ended } => {
                let client = &mut self.clients[index];
                let shorter = (moves.len() as u32) < client.ply;
                client.ply = moves.len() as u32;
                client.seq = Some(seq);
                client.seated = seated;
                client.stream.heard.push(Received::State { seq, moves: moves.into() });
                client.stage = Stage::UpToDate;
                client.ended = ended;
                let game = client.game;
                if shorter {
                    // The server lost moves that a client had received. The checker will report it. The game
                    // can't go on.
                    self.games[game].progress = Progress::Over;
                }
                self.actions.push(Action::UpToDate(index));
            }
            Message::Synced { seq, ply, seated } => {
                let client = &mut self.clients[index];
                if ply < client.ply {
                    // The server lost moves that a client had received, and has given their numbers to other events.
                    self.games[client.game].progress = Progress::Over;
                }
                client.seated |= seated;
                client.stream.heard.push(Received::Newest { seq });
                client.seq = Some(seq);
                // It follows the missed events, and tells a player that joined its side.
                self.actions.push(Action::Continue(client.game));
                if client.stage == Stage::Subscribing {
                    client.stage = Stage::UpToDate;
                    self.actions.push(Action::UpToDate(index));
                }
            }
            Message::Pong { seq } => {
                let client = &mut self.clients[index];
                client.answered = true;
                client.stream.heard.push(Received::Newest { seq });
            }
            Message::Refused { id, kind } => {
                let is_forgotten = kind == "no_such_topic";
                let is_refused_subscription =
                    is_forgotten || kind == "unavailable" || kind == "not_subscribed";
                *self.statistics.refused.entry(kind).or_default() += 1;
                if is_forgotten {
                    // The server lost the whole game. The checker will report it.
                    let game = self.clients[index].game;
                    self.games[game].progress = Progress::Over;
                }
                if is_refused_subscription {
                    return self.actions.push(Action::Lost(index));
                }
                // The illegal moves of misbehaving clients have a number that no other command has.
                if id != Some(u32::MAX) {
                    self.actions.push(Action::Refused(index));
                }
            }
            Message::Ply(ply) => {
                let client = &mut self.clients[index];
                client.ply = client.ply.max(ply);
                client.stage = Stage::UpToDate;
                self.actions.push(Action::Continue(client.game));
            }
            Message::AnswerWith(text) => self.actions.push(Action::Send(index, text)),
            Message::Other => {}
        }
    }

    fn receive_event(&mut self, index: ClientIndex, seq: u32, id: Option<u32>, event: EventKind) {
        let client = &mut self.clients[index];
        let known = client.seq.is_some_and(|last| seq <= last);
        match event {
            EventKind::Move { uci, .. } if known && id.is_some() => {
                client.stream.heard.push(Received::Repeated { seq, uci });
                return;
            }
            EventKind::Move { uci, clock } => {
                client.stream.heard.push(Received::Move { seq, uci, clock });
                let ply = client.ply;
                client.ply += 1;
                if client.side.is_none() && client.game == WATCHED {
                    let now = self.epoch.elapsed();
                    self.statistics.watching.heard(ply, now);
                }
                if id.is_some() {
                    self.games[client.game].history.acknowledged.push(Acknowledged { ply, uci, seq });
                }
            }
            EventKind::Ended => {
                client.stream.heard.push(Received::Ended { seq });
                client.ended = true;
            }
            EventKind::Joined => {
                client.stream.heard.push(Received::Other { seq });
                // The player who joined learns its side from `synced`. The other one now knows that the game
                // begins.
            }
            EventKind::TurnRestarted | EventKind::Other => client.stream.heard.push(Received::Other { seq }),
        }
        client.seq = Some(seq);
        self.actions.push(Action::Continue(client.game));
    }

    pub(super) fn act(&mut self, action: Action) {
        match action {
            Action::Pong(index, payload) => self.send_frame(index, websocket::PONG, &payload),
            Action::Send(index, text) => self.send_frame(index, websocket::TEXT, text.as_bytes()),
            Action::Subscribe(index) => self.subscribe(index),
            Action::Join(index) => self.command(index, "join", ""),
            Action::UpToDate(index) => self.up_to_date(index),
            Action::Continue(game) => self.continue_game(game),
            Action::Lost(index) => self.connection_lost(index),
            Action::Refused(index) => self.refused(index),
        }
    }
}
