// SPDX-License-Identifier: AGPL-3.0-or-later
//! What clients do: connect, join, move, resign, and come back when the connection is lost.

use std::fmt::Write as _;
use std::rc::Rc;
use std::time::Duration;

use tabiya_rules::Color;

use super::connection::Connection;
use super::driver::{Driver, Timer, WATCHED};
use super::game::{ClientIndex, LoadGame, Misbehaviour, Pending, Progress, Stage};
use super::hearing::Action;
use super::websocket::{self, handshake, write_frame};
use crate::history::{GameHistory, Sent, Uci};

/// No piece goes from a1 to b8.
const ILLEGAL: &str = "a1b8";
/// Before a move is sent again that came too fast or could not be saved.
const HASTE: Duration = Duration::from_millis(300);
/// Clients come back at a random instant within this time, in milliseconds.
const JITTER: u64 = 500;

impl Driver {
    /// The server has given the game its id: the players come in, and whoever watches.
    pub(super) fn created(&mut self, game: usize, id: String) {
        self.games[game].history.game = id;
        self.games[game].progress = Progress::Gathering;
        for index in 0..self.clients.len() {
            // Players stand first, so that this is short for a game without watchers.
            let client = &self.clients[index];
            if client.game == game && client.stage == Stage::Away {
                self.connect(index);
            }
            if index == 2 * game + 1 {
                break;
            }
        }
        for index in 2 * self.games.len()..self.clients.len() {
            if self.clients[index].game == game {
                // Not all at once: nobody's visitors come so, and the queue of new connections is short.
                let pause = Duration::from_millis(self.random.below(1 + self.options.watchers as u64 / 4));
                let generation = self.clients[index].generation;
                self.after(pause, Timer::Connect(index, generation));
            }
        }
    }

    /// Opens a socket; the client subscribes as soon as it is there.
    pub(super) fn connect(&mut self, index: ClientIndex) {
        let client = &mut self.clients[index];
        let game = &self.games[client.game].history.game;
        if game.is_empty() {
            return;
        }
        client.generation += 1;
        let token = u64::from(client.generation) << 32 | index as u64;
        let request = handshake(self.address, "/api/socket?protocol=2", &client.cookie);
        client.stage = Stage::Shaking;
        client.connection = Connection::open(self.address).ok();
        let poller = &self.poller;
        let sent = client.connection.as_mut().is_some_and(|connection| {
            poller.add(&*connection, token).is_ok() && connection.send(request.as_bytes())
        });
        if !sent {
            self.lost(index);
        }
    }

    /// Asks for the game, from the last event on that the client has.
    pub(super) fn subscribe(&mut self, index: ClientIndex) {
        let client = &self.clients[index];
        let game = &self.games[client.game].history.game;
        let after = client.seq.map_or(String::new(), |seq| format!(r#","after":{seq}"#));
        let text = format!(r#"{{"type":"subscribe","topic":"game:{game}"{after}}}"#);
        self.send_frame(index, websocket::TEXT, text.as_bytes());
    }

    /// Asks for the number of the newest event.
    pub(super) fn ping(&mut self, index: ClientIndex) {
        let game = &self.games[self.clients[index].game].history.game;
        let text = format!(r#"{{"type":"ping","topic":"game:{game}"}}"#);
        self.send_frame(index, websocket::TEXT, text.as_bytes());
    }

    /// The connection is gone; the client comes back after a moment.
    pub(super) fn lost(&mut self, index: ClientIndex) {
        let client = &mut self.clients[index];
        let was_open = matches!(client.stage, Stage::Greeting | Stage::Live);
        client.disconnect();
        let generation = client.generation;
        if matches!(self.games[client.game].progress, Progress::Creating | Progress::Over) {
            return;
        }
        self.tally.reconnects += u64::from(was_open);
        // Whoever finds nobody there tries again sooner.
        let within = if was_open { JITTER } else { JITTER / 5 };
        let pause = Duration::from_millis(self.random.below(within) + u64::from(!was_open) * 20);
        self.after(pause, Timer::Connect(index, generation));
    }

    /// A client is up to date.
    pub(super) fn live(&mut self, index: ClientIndex) {
        self.clients[index].resumed = Some(self.now());
        let client = &self.clients[index];
        let game = client.game;
        match client.side {
            Some(Color::Black) if !client.seated => self.act(Action::Join(index)),
            Some(_) => {
                self.look(game);
                let client = &self.clients[index];
                let load = &self.games[game];
                // What was on its way when the connection was lost is sent once more.
                if load.pending.is_some() && client.side == Some(load.turn()) && client.ply == load.ply {
                    self.resend(game);
                }
                if load_resigned_again(&self.games[game], self.clients[index].side) {
                    self.command(index, "resign", "");
                }
            }
            None => {}
        }
    }

    /// Sees how far a game has come after something was heard in it.
    pub(super) fn look(&mut self, game: usize) {
        let [white, black] = [2 * game, 2 * game + 1];
        if self.clients[white].ended && self.clients[black].ended {
            self.game_over(game);
            return;
        }
        if self.games[game].progress == Progress::Gathering
            && self.clients[white].seq >= Some(1)
            && self.clients[black].seq >= Some(1)
            && self.clients[black].seated
        {
            self.games[game].progress = Progress::Playing;
            if let Some(begin) = self.begin {
                let now = self.now() - begin;
                self.plan.plan(game, now);
            }
        }
        self.advance(game);
        if self.games[game].owed.is_some() {
            self.try_move(game);
        }
    }

    /// Counts a move that has come in at its mover or its opponent.
    fn advance(&mut self, game: usize) {
        let Some(begin) = self.begin else { return };
        let now = self.now() - begin;
        let load = &mut self.games[game];
        let (ply, mover) = (load.ply, 2 * game + load.turn() as usize);
        let Some(pending) = &mut load.pending else { return };
        let window = self.tally.window;
        let is_watched = game == WATCHED && self.options.watchers > 0;
        let counts = load.misbehaviour.is_none()
            && !is_watched
            && pending.planned >= window.0
            && pending.planned < window.1;
        let latency = now - pending.planned.min(now);
        let planned = pending.planned.saturating_sub(window.0);
        if !pending.acknowledged && self.clients[mover].ply > ply {
            pending.acknowledged = true;
            self.tally.moves_in_all += 1;
            self.tally.moves_acked += u64::from(now >= window.0 && now < window.1);
            if game == WATCHED && pending.planned >= window.0 {
                self.tally.watching.acknowledged(ply, begin + now);
            }
            if counts {
                self.tally.acknowledged.add(planned, latency);
            }
        }
        if !pending.delivered && self.clients[mover ^ 1].ply > ply {
            pending.delivered = true;
            if counts {
                self.tally.delivered.add(planned, latency);
            }
        }
        if pending.acknowledged && pending.delivered {
            load.pending = None;
            load.ply += 1;
            self.plan.plan(game, Duration::ZERO);
        }
    }

    /// Sends the game's next move, if it is owed and the player can know that it is its turn.
    pub(super) fn try_move(&mut self, game: usize) -> bool {
        let load = &self.games[game];
        let index = 2 * game + load.turn() as usize;
        let client = &self.clients[index];
        let ready = load.progress == Progress::Playing
            && load.pending.is_none()
            && self.playing
            && client.stage == Stage::Live
            && client.ply == load.ply;
        if !ready {
            return false;
        }
        let Some(planned) = self.games[game].owed.take() else { return false };
        if self.games[game].resigned {
            return true;
        }
        let load = &mut self.games[game];
        let Some(&uci) = load.script.moves.get(load.ply as usize) else {
            load.resigned = true;
            let loser = 2 * game + load.script.loser as usize;
            self.command(loser, "resign", "");
            return true;
        };
        load.pending = Some(Pending { planned, acknowledged: false, delivered: false });
        let ply = load.ply;
        load.history.sent.push(Sent { ply, uci });
        let misbehaviour = load.misbehaviour;
        if misbehaviour == Some(Misbehaviour::Illegal) {
            let (game, seq) = (&load.history.game, self.clients[index].seq.unwrap_or_default());
            let illegal = format!(
                r#"{{"type":"play","topic":"game:{game}","id":{},"seq":{seq},"uci":"{ILLEGAL}"}}"#,
                u32::MAX
            );
            self.send_frame(index, websocket::TEXT, illegal.as_bytes());
        }
        self.play(index, uci);
        if misbehaviour == Some(Misbehaviour::Repeats) {
            self.play(index, uci);
        }
        self.tally.sends += 1;
        true
    }

    /// Sends the move that is on its way once more.
    pub(super) fn resend(&mut self, game: usize) {
        let load = &self.games[game];
        let index = 2 * game + load.turn() as usize;
        let waits = load.pending.is_some_and(|pending| !pending.acknowledged);
        if waits && self.clients[index].stage == Stage::Live && self.clients[index].ply == load.ply {
            let uci = load.script.moves[load.ply as usize];
            self.play(index, uci);
        }
    }

    /// A command was refused. Where it came too fast it is sent again; all else means that client and server differ.
    pub(super) fn refused(&mut self, index: ClientIndex) {
        let game = self.clients[index].game;
        if self.games[game].pending.is_some() {
            self.tally.moves_refused += 1;
            self.after(HASTE, Timer::Resend(game));
        }
    }

    /// Both players have heard of the end: they take new cookies and a new game.
    fn game_over(&mut self, game: usize) {
        let load = &self.games[game];
        let by_script = load.resigned || load.ply as usize + 1 >= load.script.moves.len();
        self.tally.games_ended += 1;
        self.tally.unexpected_ends += u64::from(!by_script);
        if !self.playing {
            self.games[game].progress = Progress::Over;
            return;
        }
        // The last move may have ended the game before anybody counted it.
        self.advance(game);
        self.put_away(game);
        let misbehaviour = self.games[game].misbehaviour;
        self.games[game] = LoadGame::new(self.scripts.pick(&mut self.random), misbehaviour);
        for index in [2 * game, 2 * game + 1] {
            self.clients[index].start_over(&mut self.random);
        }
        for index in 2 * self.games.len()..self.clients.len() {
            if self.clients[index].game == game {
                self.clients[index].start_over(&mut self.random);
            }
        }
        self.requests.create(game);
    }

    /// Hands the game's history to the checker's list.
    pub(super) fn put_away(&mut self, game: usize) {
        let history = std::mem::take(&mut self.games[game].history);
        let of_this_game = |index: &ClientIndex| self.clients[*index].game == game;
        let watchers = (2 * self.games.len()..self.clients.len()).filter(of_this_game);
        let indices: Vec<ClientIndex> = [2 * game, 2 * game + 1].into_iter().chain(watchers).collect();
        let streams = indices.iter().map(|&index| {
            let client = &mut self.clients[index];
            let mut stream = std::mem::take(&mut client.stream);
            stream.to_the_end = (client.answered || client.ended) && !client.slow;
            stream
        });
        let streams = streams.collect();
        self.finished.push(GameHistory { streams, ..history });
    }

    fn play(&mut self, index: ClientIndex, uci: Uci) {
        let seq = self.clients[index].seq.unwrap_or_default();
        let mut fields = String::with_capacity(32);
        // Writing to a string can't fail.
        let _ = write!(fields, r#","seq":{seq},"uci":"{uci}""#);
        self.command(index, "play", &fields);
    }

    /// Sends a command; `fields` are what follows its number, with a comma in front.
    pub(super) fn command(&mut self, index: ClientIndex, kind: &str, fields: &str) {
        let id = self.clients[index].next_id;
        self.clients[index].next_id += 1;
        let game = &self.games[self.clients[index].game].history.game;
        let text = format!(r#"{{"type":"{kind}","topic":"game:{game}","id":{id}{fields}}}"#);
        self.send_frame(index, websocket::TEXT, text.as_bytes());
    }

    /// Sends a frame where there is a connection; a lost one is noticed and everything said again on the next.
    pub(super) fn send_frame(&mut self, index: ClientIndex, opcode: u8, payload: &[u8]) {
        let mask = (self.random.next_u64() as u32).to_le_bytes();
        self.frame.clear();
        write_frame(&mut self.frame, opcode, payload, mask);
        let Some(connection) = self.clients[index].connection.as_mut() else { return };
        if !connection.send(&self.frame) {
            self.lost(index);
        }
    }
}

/// The resignation may have been on its way when the connection was lost; a second one does no harm.
fn load_resigned_again(load: &LoadGame, side: Option<Color>) -> bool {
    load.resigned && side == Some(Rc::clone(&load.script).loser) && load.progress == Progress::Playing
}
