// SPDX-License-Identifier: AGPL-3.0-or-later
//! What clients do: connect, join, move, resign, and reconnect.

use std::rc::Rc;
use std::time::Duration;

use tabiya_rules::Color;

use super::dialect::tabiya;
use super::driver::{Action, Driver, Timer, WATCHED};
use super::game::{ClientIndex, LoadGame, Misbehaviour, Pending, Progress, Stage};
use super::websocket::{self, handshake, write_frame};
use crate::history::{GameHistory, Sent, Uci};

/// The pause before a move is sent again that was refused as too fast or could not be stored.
const RETRY_PAUSE: Duration = Duration::from_millis(300);
/// Clients reconnect at a random time within this many milliseconds.
const JITTER: u64 = 500;
/// The pause between two clients that connect to a server other than Tabiya. Some of them are slow to accept.
pub(super) const CONNECT_PAUSE: Duration = Duration::from_millis(5);

impl Driver {
    /// The server has given the game its id. Its players and watchers connect.
    pub(super) fn created(&mut self, game: usize, id: String) {
        self.games[game].history.game = id;
        self.games[game].progress = Progress::Joining;
        for index in 0..self.clients.len() {
            // The players come first in the list, so this is fast.
            let client = &self.clients[index];
            if client.game == game && client.stage == Stage::Disconnected {
                self.connect_in_turn(index);
            }
            if index == 2 * game + 1 {
                break;
            }
        }
        for index in 2 * self.games.len()..self.clients.len() {
            if self.clients[index].game == game {
                // The watchers don't connect all at once, because the queue of new connections is short.
                let pause = Duration::from_millis(self.random.below(1 + self.options.watchers as u64 / 4));
                let generation = self.clients[index].generation;
                self.after(pause, Timer::Connect(index, generation));
            }
        }
    }

    /// Connects at once to Tabiya. On other servers the clients connect one after the other.
    fn connect_in_turn(&mut self, index: ClientIndex) {
        if self.dialect.is_tabiya() {
            return self.connect(index);
        }
        let now = self.now();
        let pause = self.next_connect.saturating_sub(now);
        self.next_connect = now + pause + CONNECT_PAUSE;
        let generation = self.clients[index].generation;
        self.after(pause, Timer::Connect(index, generation));
    }

    /// Opens a socket. The client subscribes when it is open.
    pub(super) fn connect(&mut self, index: ClientIndex) {
        let client = &mut self.clients[index];
        let game = &self.games[client.game].history.game;
        if game.is_empty() {
            return;
        }
        client.generation += 1;
        let token = u64::from(client.generation) << 32 | index as u64;
        let cookie = self.dialect.cookie(game, client.side, &client.cookie);
        let site = &self.sites[index % self.sites.len()];
        let request = handshake(site, &self.dialect.path(game), &cookie);
        client.stage = Stage::Handshake;
        client.connection = site.connect().ok();
        let poller = &self.poller;
        let sent = client.connection.as_mut().is_some_and(|connection| {
            poller.add(&*connection, token).is_ok() && connection.send(request.as_bytes())
        });
        if !sent {
            self.connection_lost(index);
        }
    }

    /// Asks for the game, or for the events after the newest that the client has.
    pub(super) fn subscribe(&mut self, index: ClientIndex) {
        let client = &self.clients[index];
        let game = &self.games[client.game].history.game;
        if let Some(text) = self.dialect.subscribe(game, client.seq) {
            self.send_frame(index, websocket::TEXT, text.as_bytes());
        }
    }

    /// Asks for the number of the newest event.
    pub(super) fn ping(&mut self, index: ClientIndex) {
        let game = &self.games[self.clients[index].game].history.game;
        let text = tabiya::ping(game);
        self.send_frame(index, websocket::TEXT, text.as_bytes());
    }

    /// The connection is closed. The client reconnects after a pause.
    pub(super) fn connection_lost(&mut self, index: ClientIndex) {
        let client = &mut self.clients[index];
        let was_open = matches!(client.stage, Stage::Subscribing | Stage::UpToDate);
        client.disconnect();
        let generation = client.generation;
        if matches!(self.games[client.game].progress, Progress::Creating | Progress::Over) {
            return;
        }
        self.statistics.connections_lost += u64::from(was_open);
        if !self.dialect.is_tabiya() {
            // Other servers don't promise to send what a client missed. A move under way counts as
            // unanswered.
            return;
        }
        // If the server was not reachable, the client tries again sooner.
        let within = if was_open { JITTER } else { JITTER / 5 };
        let pause = Duration::from_millis(self.random.below(within) + u64::from(!was_open) * 20);
        self.after(pause, Timer::Connect(index, generation));
    }

    /// The client has all events.
    pub(super) fn up_to_date(&mut self, index: ClientIndex) {
        self.clients[index].resumed = Some(self.now());
        let client = &self.clients[index];
        let game = client.game;
        match client.side {
            Some(Color::Black) if !client.seated => self.act(Action::Join(index)),
            Some(_) => {
                self.continue_game(game);
                let client = &self.clients[index];
                let load = &self.games[game];
                // A move that was under way when the connection closed is sent again.
                if load.pending.is_some() && client.side == Some(load.turn()) && client.ply == load.ply {
                    self.resend(game);
                }
                if self.settling {
                    self.ping(index);
                }
                if load_resigned_again(&self.games[game], self.clients[index].side) {
                    self.command(index, "resign", "");
                }
            }
            None if self.settling => self.ping(index),
            None => {}
        }
    }

    /// Continues a game after a client received something in it.
    pub(super) fn continue_game(&mut self, game: usize) {
        let [white, black] = [2 * game, 2 * game + 1];
        if self.clients[white].ended && self.clients[black].ended {
            self.game_over(game);
            return;
        }
        if self.games[game].progress == Progress::Joining && self.both_players_are_there(game) {
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

    fn both_players_are_there(&self, game: usize) -> bool {
        let [white, black] = [&self.clients[2 * game], &self.clients[2 * game + 1]];
        if self.dialect.is_tabiya() {
            white.seq >= Some(1) && black.seq >= Some(1) && black.seated
        } else {
            white.stage == Stage::UpToDate && black.stage == Stage::UpToDate
        }
    }

    /// Records that a move has arrived at its mover or its opponent.
    fn advance(&mut self, game: usize) {
        let Some(begin) = self.begin else { return };
        let now = self.now() - begin;
        let load = &mut self.games[game];
        let (ply, mover) = (load.ply, 2 * game + load.turn() as usize);
        let Some(pending) = &mut load.pending else { return };
        let window = self.statistics.window;
        let is_watched = game == WATCHED && self.options.watchers > 0;
        let counts = load.misbehaviour.is_none()
            && !is_watched
            && pending.planned >= window.0
            && pending.planned < window.1;
        let latency = now - pending.planned.min(now);
        let planned = pending.planned.saturating_sub(window.0);
        if !pending.acknowledged && self.clients[mover].ply > ply {
            pending.acknowledged = true;
            self.statistics.moves_in_all += 1;
            self.statistics.moves_acked += u64::from(now >= window.0 && now < window.1);
            if game == WATCHED && pending.planned >= window.0 {
                self.statistics.watching.acknowledged(ply, begin + now);
            }
            if counts {
                self.statistics.acknowledged.add(planned, latency);
            }
        }
        if !pending.delivered && self.clients[mover ^ 1].ply > ply {
            pending.delivered = true;
            if counts {
                self.statistics.delivered.add(planned, latency);
            }
        }
        if pending.acknowledged && pending.delivered {
            load.pending = None;
            load.ply += 1;
            if !self.dialect.is_tabiya() && load.ply as usize == load.script.moves.len() {
                // Other servers' games need not end: the next one begins.
                return self.game_over(game);
            }
            self.plan.plan(game, Duration::ZERO);
        }
    }

    /// Sends the game's next move if it is due and the player knows that it is its turn. Returns whether it
    /// did.
    pub(super) fn try_move(&mut self, game: usize) -> bool {
        let load = &self.games[game];
        let index = 2 * game + load.turn() as usize;
        let client = &self.clients[index];
        let ready = load.progress == Progress::Playing
            && load.pending.is_none()
            && self.sends_moves()
            && client.stage == Stage::UpToDate
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
            // No piece goes from a1 to b8.
            let illegal = Uci::from_bytes(b"a1b8").expect("it has four letters");
            let (game, seq) = (&load.history.game, self.clients[index].seq.unwrap_or_default());
            let illegal = self.dialect.play(game, u32::MAX, seq, ply, illegal);
            self.send_frame(index, websocket::TEXT, illegal.as_bytes());
        }
        self.play(index, uci);
        if misbehaviour == Some(Misbehaviour::Repeats) {
            self.play(index, uci);
        }
        self.statistics.sends += 1;
        true
    }

    /// Sends the move or the resignation under way once more.
    pub(super) fn resend(&mut self, game: usize) {
        let load = &self.games[game];
        if load.resigned && load.progress == Progress::Playing {
            let loser = 2 * game + load.script.loser as usize;
            if self.clients[loser].stage == Stage::UpToDate && !self.clients[loser].ended {
                self.command(loser, "resign", "");
            }
            return;
        }
        let index = 2 * game + load.turn() as usize;
        let waits = load.pending.is_some_and(|pending| !pending.acknowledged);
        if waits && self.clients[index].stage == Stage::UpToDate && self.clients[index].ply == load.ply {
            let uci = load.script.moves[load.ply as usize];
            self.play(index, uci);
        }
    }

    /// A command was refused. If it came too fast it is sent again; any other reason means that client and
    /// server differ.
    pub(super) fn refused(&mut self, index: ClientIndex) {
        let game = self.clients[index].game;
        self.statistics.moves_refused += u64::from(self.games[game].pending.is_some());
        if self.games[game].has_command_under_way() {
            self.after(RETRY_PAUSE, Timer::Resend(game));
        }
    }

    /// Both players have received the end. They take new cookies and a new game.
    fn game_over(&mut self, game: usize) {
        let load = &self.games[game];
        let by_script = load.resigned || load.ply as usize + 1 >= load.script.moves.len();
        self.statistics.games_ended += 1;
        self.statistics.unexpected_ends += u64::from(!by_script);
        if !self.playing {
            self.games[game].progress = Progress::Over;
            return;
        }
        // The last move may have ended the game before it was counted.
        self.advance(game);
        if self.dialect.is_tabiya() {
            self.finish_history(game);
        }
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
        self.create_game(game);
    }

    /// Moves the game's history to the list for the checker.
    pub(super) fn finish_history(&mut self, game: usize) {
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
        let client = &mut self.clients[index];
        let (id, seq, ply) = (client.next_id, client.seq.unwrap_or_default(), client.ply);
        client.next_id += 1;
        let game = &self.games[client.game].history.game;
        let text = self.dialect.play(game, id, seq, ply, uci);
        self.send_frame(index, websocket::TEXT, text.as_bytes());
    }

    /// Sends a command. `fields` is JSON that follows its number; each field begins with a comma.
    pub(super) fn command(&mut self, index: ClientIndex, kind: &str, fields: &str) {
        let id = self.clients[index].next_id;
        self.clients[index].next_id += 1;
        let game = &self.games[self.clients[index].game].history.game;
        let text = tabiya::command(kind, game, id, fields);
        self.send_frame(index, websocket::TEXT, text.as_bytes());
    }

    /// Sends a frame if there is a connection. A lost frame does no harm: the client repeats it after
    /// reconnecting.
    pub(super) fn send_frame(&mut self, index: ClientIndex, opcode: u8, payload: &[u8]) {
        let mask = (self.random.next_u64() as u32).to_le_bytes();
        self.frame.clear();
        write_frame(&mut self.frame, opcode, payload, mask);
        let Some(connection) = self.clients[index].connection.as_mut() else { return };
        if !connection.send(&self.frame) {
            self.connection_lost(index);
        }
    }
}

/// A resignation may have been under way when the connection closed. Sending it twice does no harm.
fn load_resigned_again(load: &LoadGame, side: Option<Color>) -> bool {
    load.resigned && side == Some(Rc::clone(&load.script).loser) && load.progress == Progress::Playing
}
