// SPDX-License-Identifier: AGPL-3.0-or-later
//! The games and clients of the generator: plain data, used by the [`driver`](super::driver).

use std::rc::Rc;
use std::time::Duration;

use tabiya_rules::Color;

use super::connection::Connection;
use super::script::Script;
use crate::Random;
use crate::history::{GameHistory, Stream};

/// A client's index in the driver's list. The players of game `g` are `2 g` (White) and `2 g + 1`.
pub(super) type ClientIndex = usize;

/// The state of a client's connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    /// Not connected.
    Disconnected,
    /// The handshake was sent.
    Handshake,
    /// Connected, but the game's state has not come yet.
    Subscribing,
    /// The client has all events.
    UpToDate,
}

/// A client: the browser of one player or watcher.
pub(super) struct Client {
    pub(super) game: usize,
    /// `None` for a watcher.
    pub(super) side: Option<Color>,
    pub(super) cookie: String,
    pub(super) connection: Option<Connection>,
    pub(super) stage: Stage,
    /// The number of connections so far. It distinguishes events of an earlier connection from those of this
    /// one.
    pub(super) generation: u32,
    pub(super) next_id: u32,
    /// The number of the newest event that it has received.
    pub(super) seq: Option<u32>,
    /// The number of half-moves that it has received.
    pub(super) ply: u32,
    pub(super) seated: bool,
    pub(super) ended: bool,
    /// When it last had all events again after connecting.
    pub(super) resumed: Option<Duration>,
    /// Whether its ping at the end was answered.
    pub(super) answered: bool,
    /// Whether it rarely reads.
    pub(super) slow: bool,
    pub(super) stream: Stream,
}

impl Client {
    pub(super) fn new(game: usize, side: Option<Color>, random: &mut Random) -> Self {
        Self {
            game,
            side,
            cookie: cookie(random),
            connection: None,
            stage: Stage::Disconnected,
            generation: 0,
            next_id: 1,
            seq: None,
            ply: 0,
            seated: false,
            ended: false,
            resumed: None,
            answered: false,
            slow: false,
            stream: Stream::default(),
        }
    }

    /// Moves the client to a new game.
    pub(super) fn start_over(&mut self, random: &mut Random) {
        let (generation, slow) = (self.generation + 1, self.slow);
        *self = Self { generation, slow, ..Self::new(self.game, self.side, random) };
    }

    /// Whether it has received all events. A Black without a seat has not: its join is still under way, and will be an event.
    pub(super) fn has_arrived(&self) -> bool {
        self.stage == Stage::UpToDate && (self.seated || self.side != Some(Color::Black))
    }

    pub(super) fn disconnect(&mut self) {
        self.connection = None;
        self.stage = Stage::Disconnected;
        self.generation += 1;
    }
}

/// A guest's cookie. The server stores nothing for a guest without a game, so any value is accepted.
pub(super) fn cookie(random: &mut Random) -> String {
    let mut text = String::from("tabiya_guest=");
    for _ in 0..4 {
        text.push_str(&format!("{:016x}", random.next_u64()));
    }
    text
}

/// How one of the clients of a game misbehaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Misbehaviour {
    /// Sends an illegal move before each legal one.
    Illegal,
    /// Sends each move twice.
    Repeats,
    /// Drops its connection every few seconds.
    Drops,
    /// A watcher rarely reads.
    SlowWatcher,
}

impl Misbehaviour {
    pub(super) const ALL: [Self; 4] = [Self::Illegal, Self::Repeats, Self::Drops, Self::SlowWatcher];
}

/// The state of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Progress {
    /// It has no id yet.
    Creating,
    /// Its players are connecting and joining.
    Joining,
    Playing,
    /// It is over and not replaced, because the run ends.
    Over,
}

/// A game and its plan.
pub(super) struct LoadGame {
    pub(super) script: Rc<Script>,
    pub(super) progress: Progress,
    pub(super) misbehaviour: Option<Misbehaviour>,
    /// The number of half-moves played.
    pub(super) ply: u32,
    /// The planned time of the next move, if that has passed and the move could not be sent.
    pub(super) owed: Option<Duration>,
    pub(super) pending: Option<Pending>,
    /// The script has ended and the loser has resigned.
    pub(super) resigned: bool,
    pub(super) history: GameHistory,
}

/// A move under way.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pending {
    pub(super) planned: Duration,
    pub(super) acknowledged: bool,
    pub(super) delivered: bool,
}

impl LoadGame {
    pub(super) fn new(script: Rc<Script>, misbehaviour: Option<Misbehaviour>) -> Self {
        Self {
            script,
            progress: Progress::Creating,
            misbehaviour,
            ply: 0,
            owed: None,
            pending: None,
            resigned: false,
            history: GameHistory::default(),
        }
    }

    /// Whether a move or a resignation is not answered yet.
    pub(super) fn has_command_under_way(&self) -> bool {
        self.progress != Progress::Over && (self.pending.is_some() || self.resigned)
    }

    /// The side to move.
    pub(super) const fn turn(&self) -> Color {
        if self.ply.is_multiple_of(2) { Color::White } else { Color::Black }
    }
}
