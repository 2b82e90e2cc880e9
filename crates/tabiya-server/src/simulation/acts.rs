// SPDX-License-Identifier: AGPL-3.0-or-later
//! What clients do, good and bad.

use tabiya_protocol::{ClientMessage, ConnectionRequest, GameCommand, LeftClaim, Situation, Topic};
use tabiya_rules::Position;

use super::line::Frame;
use super::world::{Happening, Process, World};

/// A client gives up what is not answered for so long, in milliseconds, and tries again.
const PATIENCE: u64 = 2_500;

impl World {
    /// A client's turn to do something.
    pub(super) fn act(&mut self, client: usize, process: &Process) {
        if self.now() < self.away_until {
            return self.plan_at(self.away_until, client, Happening::Acts(client));
        }
        let slowest = if self.healed { self.plan.slowest.min(2_000) } else { self.plan.slowest };
        let pause = 20 + self.random.below(slowest);
        self.plan_in(pause, client, Happening::Acts(client));
        let Some(route) = self.clients[client].line else {
            // With a gap somewhere, or just so, one asks for the whole game.
            let from_the_start = self.random.below(5) == 0;
            return self.open(client, from_the_start);
        };
        if self.clients[client].wants_to_start_over {
            return self.close(client, route);
        }
        if !self.healed && self.random.below(1000) < 25 * self.plan.mischief {
            return self.misbehave(client, route, process);
        }
        if !self.clients[client].greeted {
            return;
        }
        if self.resting || self.random.below(8) == 0 {
            self.send(
                client,
                &ClientMessage::Connection(ConnectionRequest::Ping { topic: Some(self.id.into()) }),
            );
        }
        if self.plan.prepares && !self.resting && self.lines_random.below(3) == 0 {
            self.prepare(client, process);
        }
        if self.plan.arbiter && !self.resting && self.arbiter_random.below(12) == 0 {
            self.intervene(process);
        }
        self.play(client);
    }

    /// Who plays plays; who watches tries to.
    fn play(&mut self, client: usize) {
        let topic = Topic::from(self.id);
        let Some(situation) = self.clients[client].situation.clone() else { return };
        let drawn = self.random.below(1000);
        if let Some(again) = self.clients[client].pending.and_then(|_| self.clients[client].again()) {
            if self.now() >= self.clients[client].sent_at + PATIENCE {
                self.clients[client].sent_at = self.now();
                self.send(client, &again);
            }
            return;
        }
        if self.resting {
            return;
        }
        if self.clients[client].you.is_none() {
            if drawn < 100 || (drawn < 600 && self.clients[client].player.is_some()) {
                self.order(client, |id| {
                    ClientMessage::Game(GameCommand::Join { topic: topic.clone(), id, color: None })
                });
            }
            return;
        }
        if self.clients[client].may_claim && drawn < 300 {
            let claim = if drawn < 150 { LeftClaim::Win } else { LeftClaim::Draw };
            return self.order(client, |id| {
                ClientMessage::Game(GameCommand::ClaimLeft { topic: topic.clone(), id, claim, key: None })
            });
        }
        if situation.claim.is_some() && drawn < 300 {
            return self.order(client, |id| {
                ClientMessage::Game(GameCommand::ClaimDraw { topic: topic.clone(), id })
            });
        }
        match drawn {
            0..4 => {
                self.order(client, |id| ClientMessage::Game(GameCommand::Resign { topic: topic.clone(), id }))
            }
            4..10 => self.order(client, |id| {
                ClientMessage::Game(GameCommand::Abort { topic: topic.clone(), id, key: None })
            }),
            10..60 => self.order(client, |id| {
                ClientMessage::Game(GameCommand::OfferDraw { topic: topic.clone(), id, key: None })
            }),
            60..65 => self
                .order(client, |id| ClientMessage::Game(GameCommand::ClaimDraw { topic: topic.clone(), id })),
            65..70 => self.order(client, |id| {
                ClientMessage::Game(GameCommand::ClaimLeft {
                    topic: topic.clone(),
                    id,
                    claim: LeftClaim::Win,
                    key: None,
                })
            }),
            70..100 => self.order(client, |id| {
                ClientMessage::Game(GameCommand::AnswerDraw {
                    topic: topic.clone(),
                    id,
                    accept: drawn < 75,
                    seq: None,
                    key: None,
                })
            }),
            100..125 => self
                .order(client, |id| ClientMessage::Game(GameCommand::Rematch { topic: topic.clone(), id })),
            125..130 => self.order(client, |id| {
                ClientMessage::Game(GameCommand::DeclineRematch { topic: topic.clone(), id })
            }),
            130..180 => self.attempt(client),
            180..195 => self.order(client, |id| {
                ClientMessage::Game(GameCommand::ProposeTakeback { topic: topic.clone(), id, key: None })
            }),
            195..205 => self.order(client, |id| {
                ClientMessage::Game(GameCommand::GiveTime { topic: topic.clone(), id, key: None })
            }),
            205..500 if situation.takeback.is_some_and(|by| Some(by) != self.clients[client].you) => {
                self.order(client, |id| {
                    ClientMessage::Game(GameCommand::AnswerTakeback {
                        topic: topic.clone(),
                        id,
                        accept: drawn < 450,
                        seq: None,
                        key: None,
                    })
                });
            }
            _ if self.clients[client].is_my_turn() => self.play_well(client, &situation),
            205..450 => self.premove(client, &situation),
            _ => {}
        }
    }

    /// A queue of premoves behind the opponent's move, which is guessed; or an empty one.
    fn premove(&mut self, client: usize, situation: &Situation) {
        let Ok(mut position) = Position::from_fen(&situation.fen) else { return };
        let mut moves = Vec::new();
        for ply in 0..2 * self.random.below(4) {
            let legal = position.legal_moves();
            if legal.is_empty() {
                break;
            }
            let guess = legal[usize::try_from(self.random.below(legal.len() as u64)).unwrap_or(0)];
            if ply % 2 == 1 {
                moves.push(guess.to_uci(position.castling_mode()));
            }
            position.play(guess);
        }
        let (topic, last) = (self.id.into(), self.clients[client].last.unwrap_or_default());
        let seq = if self.random.below(20) == 0 { last.saturating_sub(1) } else { last };
        self.order(client, |id| ClientMessage::Game(GameCommand::Premoves { topic, id, seq, moves }));
    }

    fn order(&mut self, client: usize, make: impl FnOnce(u32) -> ClientMessage) {
        let message = self.clients[client].command(make);
        self.send(client, &message);
    }

    /// A legal move.
    fn play_well(&mut self, client: usize, situation: &Situation) {
        let legal: Vec<String> = situation.legal.iter().map(ToString::to_string).collect();
        // Castling has two names; this is the one that comes back.
        let is_other_name = |uci: &String| {
            let twin = match uci.as_str() {
                "e1h1" => "e1g1",
                "e1a1" => "e1c1",
                "e8h8" => "e8g8",
                "e8a8" => "e8c8",
                _ => return false,
            };
            legal.iter().any(|other| other == twin)
        };
        let named: Vec<&String> = legal.iter().filter(|uci| !is_other_name(uci)).collect();
        if named.is_empty() {
            return;
        }
        let uci = (*self.random.pick(&named)).clone();
        let (topic, seq) = (self.id.into(), self.clients[client].last.unwrap_or_default());
        let message =
            self.clients[client].command(|id| ClientMessage::Game(GameCommand::Play { topic, id, seq, uci }));
        self.clients[client].pending = message.id();
        self.clients[client].sent_at = self.now();
        self.send(client, &message);
        if self.random.below(1000) < 40 * self.plan.mischief {
            self.send(client, &message);
        }
    }

    /// A move that is most likely wrong: against the rules, out of turn, or of another position.
    fn attempt(&mut self, client: usize) {
        let mut square = || {
            let number = self.random.below(64);
            let (file, rank) = (b'a' + (number % 8) as u8, b'1' + (number / 8) as u8);
            format!("{}{}", char::from(file), char::from(rank))
        };
        let uci = square() + &square();
        let (topic, last) = (self.id.into(), self.clients[client].last.unwrap_or_default());
        let seq = match self.random.below(3) {
            0 => last.saturating_sub(1),
            1 => last + 1,
            _ => last,
        };
        self.order(client, |id| ClientMessage::Game(GameCommand::Play { topic, id, seq, uci }));
    }

    /// The page is closed.
    pub(super) fn close(&mut self, client: usize, route: usize) {
        let at = self.arrival_by(route);
        self.plan_at(at, self.clients.len() + route, Happening::ToServer(route, Frame::Close));
        self.routes[route].client_listens = false;
        self.clients[client].lose_line();
    }

    fn misbehave(&mut self, client: usize, route: usize, process: &Process) {
        match self.random.below(12) {
            // The page is closed.
            0 => {
                self.say(&format!("client {client} closes line {route}"));
                self.close(client, route);
            }
            // The network is gone; what is on its way to the server may still arrive, even after what is sent on the
            // next line.
            1..5 => {
                self.say(&format!("client {client} abandons line {route}"));
                self.routes[route].client_listens = false;
                self.clients[client].lose_line();
                let noticed = self.random.below(*self.random.clone().pick(&[1, 200, 30_000])) + 1;
                self.plan_in(noticed, self.clients.len() + route, Happening::ServerLoses(route));
                if self.random.below(2) == 0 {
                    self.open(client, false);
                }
            }
            // It does not read for a while.
            5 => {
                self.say(&format!("client {client} stops reading"));
                self.routes[route].line.set_full(true);
                self.routes[route].reads_late = true;
                let back = self.random.below(15_000);
                self.plan_in(back, self.clients.len() + route, Happening::Reads(route));
            }
            6 => self.send_text(client, r#"{"type":"play","id":"#.to_owned()),
            7 => {
                for _ in 0..self.random.below(60) {
                    self.send(
                        client,
                        &ClientMessage::Connection(ConnectionRequest::Ping { topic: Some(self.id.into()) }),
                    );
                }
            }
            // The whole game by HTTP.
            8 => {
                let (rooms, id) = (process.rooms.clone(), self.id);
                let answers = std::sync::Arc::clone(&process.answers);
                tokio::spawn(async move {
                    if let Ok(room) = rooms.get(id).await
                        && let Ok((view, _)) = room.view().await
                    {
                        answers.lock().expect("nothing panics under the lock").push(view);
                    }
                });
            }
            // Something old once more.
            _ => {
                let old: Vec<u32> = self.clients[client].commands.keys().copied().collect();
                if !old.is_empty() {
                    let id = *self.random.pick(&old);
                    let message = self.clients[client].commands[&id].message.clone();
                    if matches!(
                        message,
                        ClientMessage::Game(GameCommand::Play { .. })
                            | ClientMessage::Game(GameCommand::Premoves { .. })
                    ) {
                        self.send(client, &message);
                    }
                }
            }
        }
    }
}
