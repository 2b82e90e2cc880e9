// SPDX-License-Identifier: AGPL-3.0-or-later
//! What games and challenges tell players who may be away: whose move it is in a game without a running clock, how it ended,
//! and who wants to play.
//!
//! Rooms and challenges put news into a bounded queue and never wait. News that find no place are dropped: games and challenges
//! themselves are on the start page. Whoever writes the notices learns that some were dropped, and then takes those back that
//! are out of date.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tabiya_game::{Game, GameId, GameResult, PlayerId, Seat, Termination, TimeControl};
use tabiya_protocol::people::desk::NoticeOutcome;
use tabiya_rules::Color;
use tokio::sync::mpsc;

/// News that may wait.
const QUEUE: usize = 4_096;

/// Whom somebody plays against.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Opponent {
    /// The name; empty for a guest and for the computer.
    pub name: String,
    /// The computer's level, from 1; `None` for people.
    pub level: Option<u8>,
}

/// One thing that has happened in a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum News {
    /// It is this player's move.
    Turn {
        /// Whose move it is.
        player: PlayerId,
        /// Whom this player plays against.
        opponent: Opponent,
        /// The game.
        game: GameId,
    },
    /// This player has moved, or the game has ended: a notice of the turn is out of date.
    Moved {
        /// The player whose notice of the turn is taken back.
        player: PlayerId,
        /// The game.
        game: GameId,
    },
    /// The game has ended.
    Ended {
        /// The player who is told.
        player: PlayerId,
        /// Whom this player plays against.
        opponent: Opponent,
        /// The game.
        game: GameId,
        /// How the game ended for the player.
        outcome: NoticeOutcome,
        /// The same where the game belongs to an event, which may count it otherwise; `None` if the event tells the player itself.
        in_event: Option<NoticeOutcome>,
    },
    /// Somebody wants to play with this player. `key` is the id of the challenge's first version.
    Challenged {
        /// The player who is challenged.
        player: PlayerId,
        /// The challenger's name.
        by: String,
        /// The challenge.
        key: GameId,
    },
    /// There is nothing to answer any more.
    Answered {
        /// The player whose notice of the challenge is taken back.
        player: PlayerId,
        /// The challenge.
        key: GameId,
    },
}

/// The way to the task. Cheap to clone.
#[derive(Clone)]
pub struct NewsQueue {
    sender: mpsc::Sender<News>,
    lost: Lost,
}

/// What the task takes from the queue.
pub struct NewsToTell {
    news: mpsc::Receiver<News>,
    pub(crate) lost: Lost,
}

/// Whether news were lost since somebody looked. Cheap to clone.
#[derive(Clone)]
pub(crate) struct Lost(Arc<AtomicBool>);

/// A queue, and what the task takes from it. What was in the queue when the server ended is lost.
pub fn queue() -> (NewsQueue, NewsToTell) {
    let (sender, news) = mpsc::channel(QUEUE);
    let lost = Lost(Arc::new(AtomicBool::new(true)));
    (NewsQueue { sender, lost: lost.clone() }, NewsToTell { news, lost })
}

impl NewsToTell {
    /// The next piece of news; `None` when nobody can tell any more. A caller that stops to wait misses nothing.
    pub(crate) async fn next(&mut self) -> Option<News> {
        self.news.recv().await
    }
}

impl Lost {
    /// Some were.
    pub(crate) fn note(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether some were since the last time of asking.
    pub(crate) fn take(&self) -> bool {
        self.0.swap(false, Ordering::Relaxed)
    }
}

/// What has just happened in a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Happened {
    /// Both seats are taken now.
    pub has_begun: bool,
    /// Somebody has moved.
    pub has_moved: bool,
    /// The game has ended.
    pub has_ended: bool,
    /// Whether White, and Black, look at the game.
    pub is_here: [bool; 2],
}

impl NewsQueue {
    /// Tells the players who may not know it. Games with clocks tell nobody whose move it is: their players are there.
    pub fn happened(&self, id: GameId, game: &Game, happened: Happened) {
        for news in news_of(id, game, happened) {
            self.tell(news);
        }
    }

    /// Puts one piece of news into the queue. Never waits: it is dropped where 4096 wait already.
    pub fn tell(&self, news: News) {
        // The queue is full; or the server is being stopped.
        if self.sender.try_send(news).is_err() {
            self.lost.note();
        }
    }
}

fn news_of(id: GameId, game: &Game, happened: Happened) -> Vec<News> {
    let seats = game.seats();
    let player = |color: Color| seats[color].player();
    let opponent = |color: Color| {
        let color = color.opposite();
        let name = game.details(color).map(|details| details.name.to_string()).unwrap_or_default();
        let level = match seats[color] {
            Seat::Computer(computer) => Some(computer.level.get()),
            Seat::Open | Seat::Player(_) => None,
        };
        Opponent { name, level }
    };
    let has_clock = matches!(game.time_control(), Some(TimeControl::Clocks { .. }));
    let is_slow = matches!(game.time_control(), Some(TimeControl::Correspondence { .. }));
    let mut news = Vec::new();
    if happened.has_begun && is_slow {
        let turn = game.turn();
        let turn_of = player(turn).map(|player| News::Turn { player, opponent: opponent(turn), game: id });
        news.extend(turn_of);
    }
    if happened.has_moved && !has_clock {
        let turn = game.turn();
        if let Some(player) = player(turn.opposite()) {
            news.push(News::Moved { player, game: id });
        }
        // Over days, a page that is open says little about whether somebody looks at it.
        let may_miss_it = is_slow || !happened.is_here[turn as usize];
        if let Some(player) = player(turn).filter(|_| may_miss_it && game.ending().is_none()) {
            news.push(News::Turn { player, opponent: opponent(turn), game: id });
        }
    }
    let Some(ending) = game.ending().filter(|_| happened.has_ended) else { return news };
    for color in Color::ALL {
        let Some(player) = player(color) else { continue };
        if !has_clock {
            news.push(News::Moved { player, game: id });
        }
        if !happened.is_here[color as usize] {
            let outcome = match ending.result {
                GameResult::Aborted => NoticeOutcome::Aborted,
                result => match result.winner() {
                    None => NoticeOutcome::Drawn,
                    Some(winner) if winner == color => NoticeOutcome::Won,
                    Some(_) => NoticeOutcome::Lost,
                },
            };
            // A first move that did not come in time aborts a game, but in an event the game is lost by forfeit.
            let in_event = if ending.termination != Termination::NoFirstMove {
                Some(outcome)
            } else if game.turn() == color {
                None
            } else {
                Some(NoticeOutcome::Won)
            };
            news.push(News::Ended { player, opponent: opponent(color), game: id, outcome, in_event });
        }
    }
    news
}
