// SPDX-License-Identifier: AGPL-3.0-or-later
//! The games and clients of the generator: plain state, driven by the [`driver`](super::driver).

use std::rc::Rc;
use std::time::Duration;

use tabiya_rules::Color;

use super::connection::Connection;
use super::script::Script;
use crate::Random;
use crate::history::{GameHistory, Stream};

/// A client's place in the driver's list. The players of game `g` are `2 g` (White) and `2 g + 1`.
pub(super) type ClientIndex = usize;

/// How far a client's connection has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    /// Not connected.
    Away,
    /// The handshake is on its way.
    Shaking,
    /// Connected; the game has not been told yet.
    Greeting,
    /// Up to date.
    Live,
}

/// A client: one player's or watcher's browser.
pub(super) struct Client {
    pub(super) game: usize,
    /// None for one who watches.
    pub(super) side: Option<Color>,
    pub(super) cookie: String,
    pub(super) connection: Option<Connection>,
    pub(super) stage: Stage,
    /// Counts connections: what came from an earlier one is not mistaken for this one's.
    pub(super) generation: u32,
    pub(super) next_id: u32,
    /// The newest event that it has heard.
    pub(super) seq: Option<u32>,
    /// Half-moves that it has heard of.
    pub(super) ply: u32,
    pub(super) seated: bool,
    pub(super) ended: bool,
    /// When it was last brought up to date after a connection.
    pub(super) resumed: Option<Duration>,
    /// Its ping at the end was answered.
    pub(super) answered: bool,
    /// It reads only now and then.
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
            stage: Stage::Away,
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

    /// Leaves its game for a new one.
    pub(super) fn start_over(&mut self, random: &mut Random) {
        let (generation, slow) = (self.generation + 1, self.slow);
        *self = Self { generation, slow, ..Self::new(self.game, self.side, random) };
    }

    pub(super) fn disconnect(&mut self) {
        self.connection = None;
        self.stage = Stage::Away;
        self.generation += 1;
    }
}

/// A guest's key. Nothing is stored for a guest who has no game, so any will do.
fn cookie(random: &mut Random) -> String {
    let mut text = String::from("tabiya_guest=");
    for _ in 0..4 {
        text.push_str(&format!("{:016x}", random.next_u64()));
    }
    text
}

/// What one of the players of a game does wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Misbehaviour {
    /// Sends an illegal move before each legal one.
    Illegal,
    /// Sends each move twice.
    Repeats,
    /// Drops its connection every few seconds.
    Drops,
    /// Somebody watches and hardly reads.
    SlowWatcher,
}

impl Misbehaviour {
    pub(super) const ALL: [Self; 4] = [Self::Illegal, Self::Repeats, Self::Drops, Self::SlowWatcher];
}

/// How far a game has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Progress {
    /// It has no id yet.
    Creating,
    /// The players come in.
    Gathering,
    Playing,
    /// It is over, and nothing follows: the run ends.
    Over,
}

/// A game and what is planned in it.
pub(super) struct LoadGame {
    pub(super) script: Rc<Script>,
    pub(super) progress: Progress,
    pub(super) misbehaviour: Option<Misbehaviour>,
    /// The next half-move's number.
    pub(super) ply: u32,
    /// When the next move was planned, once that is past and it could not be sent.
    pub(super) owed: Option<Duration>,
    pub(super) pending: Option<Pending>,
    /// The end of the script was reached and the loser has resigned.
    pub(super) resigned: bool,
    pub(super) history: GameHistory,
}

/// A move on its way.
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

    /// The side to move.
    pub(super) const fn turn(&self) -> Color {
        if self.ply.is_multiple_of(2) { Color::White } else { Color::Black }
    }
}
