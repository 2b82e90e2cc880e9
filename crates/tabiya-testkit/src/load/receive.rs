// SPDX-License-Identifier: AGPL-3.0-or-later
//! What comes in on a client's socket, and what follows from it.

use super::driver::{Driver, WATCHED};
use super::game::{ClientIndex, Progress, Stage};
use super::http::read_answer;
use super::message::{self, Happened, Said};
use super::websocket::{self, read_frame};
use crate::history::{Acknowledged, Heard};

/// What is to be done after a message, once the connection it came by can be written to.
#[derive(Clone, Copy, Debug)]
pub(super) enum Action {
    /// Answer a ping frame.
    Pong(ClientIndex),
    /// Ask for the game.
    Subscribe(ClientIndex),
    /// Take the open seat.
    Join(ClientIndex),
    /// A client is up to date: what waited for that goes on.
    Live(ClientIndex),
    /// Something was heard in this game.
    Look(usize),
    /// The server ended the connection, or it said something that it must not.
    Lost(ClientIndex),
    /// A command was refused.
    Refused(ClientIndex),
}

impl Driver {
    /// Takes in what came on a client's connection, and says how many bytes of it were complete.
    pub(super) fn take_in(&mut self, index: ClientIndex, bytes: &[u8]) -> usize {
        let mut taken = 0;
        if self.clients[index].stage == Stage::Shaking {
            let Some(answer) = read_answer(bytes) else { return 0 };
            if answer.status != 101 {
                *self.tally.refused.entry(format!("socket {}", answer.status)).or_default() += 1;
                self.actions.push(Action::Lost(index));
                return bytes.len();
            }
            self.clients[index].stage = Stage::Greeting;
            self.actions.push(Action::Subscribe(index));
            taken = answer.length;
        }
        while let Some(frame) = read_frame(&bytes[taken..]) {
            match frame.opcode {
                websocket::TEXT => self.hear(index, frame.payload),
                websocket::PING => self.actions.push(Action::Pong(index)),
                websocket::CLOSE => {
                    let code =
                        frame.payload.get(..2).map_or(0, |code| u16::from_be_bytes([code[0], code[1]]));
                    *self.tally.refused.entry(format!("closed {code}")).or_default() += 1;
                    self.actions.push(Action::Lost(index));
                }
                _ => {}
            }
            taken += frame.length;
        }
        taken
    }

    /// Takes down one message.
    fn hear(&mut self, index: ClientIndex, text: &[u8]) {
        let Some(said) = message::read(text) else {
            *self.tally.refused.entry("not understood".into()).or_default() += 1;
            return;
        };
        match said {
            Said::Event { seq, id, event } => self.hear_event(index, seq, id, event),
            Said::State { seq, seated, moves, ended } => {
                let client = &mut self.clients[index];
                let shorter = (moves.len() as u32) < client.ply;
                client.ply = moves.len() as u32;
                client.seq = Some(seq);
                client.seated = seated;
                client.stream.heard.push(Heard::State { seq, moves: moves.into() });
                client.stage = Stage::Live;
                client.ended = ended;
                let game = client.game;
                if shorter {
                    // The server forgot moves that were heard: the checker will say so. The game can't go on.
                    self.games[game].progress = Progress::Over;
                }
                self.actions.push(Action::Live(index));
            }
            Said::Synced { seq, ply, seated } => {
                let client = &mut self.clients[index];
                if ply < client.ply {
                    // The server forgot moves that were heard, and has given their numbers to other events.
                    self.games[client.game].progress = Progress::Over;
                }
                client.seated |= seated;
                client.stream.heard.push(Heard::Head { seq });
                client.seq = Some(seq);
                // It comes after missed events, and to those who know their side only now.
                self.actions.push(Action::Look(client.game));
                if client.stage == Stage::Greeting {
                    client.stage = Stage::Live;
                    self.actions.push(Action::Live(index));
                }
            }
            Said::Pong { seq } => {
                let client = &mut self.clients[index];
                client.answered = true;
                client.stream.heard.push(Heard::Head { seq });
            }
            Said::Refused { id, kind } => {
                let is_forgotten = kind == "no_such_topic";
                let is_refused_subscription =
                    is_forgotten || kind == "unavailable" || kind == "not_subscribed";
                *self.tally.refused.entry(kind).or_default() += 1;
                if is_forgotten {
                    // The server forgot the whole game: the checker will say so.
                    let game = self.clients[index].game;
                    self.games[game].progress = Progress::Over;
                }
                if is_refused_subscription {
                    return self.actions.push(Action::Lost(index));
                }
                // The illegal moves of those who misbehave carry a number that no other command has.
                if id != Some(u32::MAX) {
                    self.actions.push(Action::Refused(index));
                }
            }
            Said::Other => {}
        }
    }

    fn hear_event(&mut self, index: ClientIndex, seq: u32, id: Option<u32>, event: Happened) {
        let client = &mut self.clients[index];
        let known = client.seq.is_some_and(|last| seq <= last);
        match event {
            Happened::Move { uci, .. } if known && id.is_some() => {
                client.stream.heard.push(Heard::Again { seq, uci });
                return;
            }
            Happened::Move { uci, clock } => {
                client.stream.heard.push(Heard::Move { seq, uci, clock });
                let ply = client.ply;
                client.ply += 1;
                if client.side.is_none() && client.game == WATCHED {
                    let now = self.epoch.elapsed();
                    self.tally.watching.heard(ply, now);
                }
                if id.is_some() {
                    self.games[client.game].history.acknowledged.push(Acknowledged { ply, uci, seq });
                }
            }
            Happened::Ended => {
                client.stream.heard.push(Heard::Ended { seq });
                client.ended = true;
            }
            Happened::Joined => {
                client.stream.heard.push(Heard::Other { seq });
                // Who joined hears from `synced` which side it has; the other one knows that the game begins.
            }
            Happened::TurnRestarted | Happened::Other => client.stream.heard.push(Heard::Other { seq }),
        }
        client.seq = Some(seq);
        self.actions.push(Action::Look(client.game));
    }

    pub(super) fn act(&mut self, action: Action) {
        match action {
            Action::Pong(index) => self.send_frame(index, websocket::PONG, b""),
            Action::Subscribe(index) => self.subscribe(index),
            Action::Join(index) => self.command(index, "join", ""),
            Action::Live(index) => self.live(index),
            Action::Look(game) => self.look(game),
            Action::Lost(index) => self.lost(index),
            Action::Refused(index) => self.refused(index),
        }
    }
}
