// SPDX-License-Identifier: AGPL-3.0-or-later
//! The computer's seat: it thinks when it is its turn, answers draw offers, and resigns what is lost.
//!
//! It plays through the same commands as a person; the room asks it what it wants and treats that as any wish.

use std::future::{Future, pending};
use std::num::NonZeroU8;
use std::pin::Pin;
use std::time::Duration;

use tabiya_engine::{Clock, LEVELS_VERSION, Level, Limits, Report};
use tabiya_game::{Command, Computer, Game, GameId, Millis, Seat, Time};
use tabiya_rules::Attempt;
use tokio::time::{Instant, sleep_until};

use super::pace::Pace;
use super::registry::Shared;
use crate::computer::{QueueFull, Task};

/// The longest that a move may take.
const LONGEST_THOUGHT: Duration = Duration::from_secs(5);
/// A draw is agreed where the computer thinks itself at most this much better, in centipawns ...
const EVEN: i32 = 10;
/// ... and the game has had its chance: half-moves played.
const EARLIEST_AGREEMENT: u32 = 60;
/// Or, at any time, where it thinks itself this much worse.
const WORSE: i32 = -150;
/// It resigns where it thinks itself this much worse ...
const HOPELESS: i32 = -1_000;
/// ... at so many turns of its own in a row ...
const TURNS_WITHOUT_HOPE: u32 = 3;
/// ... from this level on: whoever plays a lower one may want to learn how to mate.
const FIRST_TO_RESIGN: u8 = 5;

/// A seat for the computer as it plays that level today.
pub(crate) fn seat_for_the_computer(level: Level) -> Seat {
    let level = NonZeroU8::new(level.get()).expect("levels count from 1");
    Seat::Computer(Computer { level, version: Some(LEVELS_VERSION) })
}

/// The level that plays on for this seat. A game of another version of Tabiya may name one that is unknown here.
pub(super) fn level_of(seat: Computer) -> Level {
    Level::new(seat.level.get()).unwrap_or(Level::HIGHEST)
}

type Thought = Pin<Box<dyn Future<Output = Option<Report>> + Send>>;

/// What a room knows of its computer's mind; idle in a game between people.
pub(super) struct ComputerPlayer {
    seed: u64,
    /// The search under way and the number of half-moves before it.
    thought: Option<(u32, Thought)>,
    /// What it last thought of its own position, in centipawns.
    opinion: Option<i32>,
    /// At how many of its turns in a row there was no hope.
    hopeless: u32,
}

impl ComputerPlayer {
    pub(super) fn new(id: GameId) -> Self {
        let seed = id.as_str().bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
        });
        Self { seed, thought: None, opinion: None, hopeless: 0 }
    }

    pub(super) fn is_thinking(&self) -> bool {
        self.thought.is_some()
    }

    /// Stops thinking.
    pub(super) fn rest(&mut self) {
        self.thought = None;
    }

    /// Starts a search where it is the computer's turn and none is under way.
    pub(super) fn think_if_due(&mut self, game: &Game, shared: &Shared) -> Result<(), QueueFull> {
        let (turn, ply) = (game.turn(), game.ply());
        let Seat::Computer(seat) = game.seats()[turn] else {
            self.rest();
            return Ok(());
        };
        if self.thought.as_ref().is_some_and(|(thinking_at, _)| *thinking_at == ply) {
            return Ok(());
        }
        let level = level_of(seat);
        let clock = clock(game, shared.timeline.now());
        let longest = longest(clock);
        let pace = Pace::new(game.history(), clock, self.seed);
        let limits = Limits { clock, ..Limits::default() };
        let task = Task { history: game.history().clone(), level, seed: self.seed, limits };
        let search = shared.computers.search(task)?;
        self.thought = Some((
            ply,
            Box::pin(async move {
                let begun = Instant::now();
                let report = search.report_within(longest).await;
                let pace = pace.of(report.as_ref().and_then(|report| report.best));
                sleep_until(begun + pace.min(longest)).await;
                report
            }),
        ));
        Ok(())
    }

    /// The end of the search under way; never where there is none. None where the engine failed.
    pub(super) async fn report(&mut self) -> Option<Report> {
        match &mut self.thought {
            Some((_, thought)) => {
                let report = thought.await;
                self.thought = None;
                report
            }
            None => pending().await,
        }
    }

    /// What it wants to do after a search.
    pub(super) fn command(&mut self, report: Option<Report>, game: &Game) -> Option<Command> {
        let by = game.turn();
        let report = report?;
        let opinion = report.score.rank();
        self.opinion = Some(opinion);
        if game.claim().is_some() && opinion <= 0 {
            return Some(Command::ClaimDraw { by });
        }
        if let Seat::Computer(seat) = game.seats()[by]
            && self.gives_up(seat.level.get(), opinion)
        {
            return Some(Command::Resign { by });
        }
        let best = report.best?;
        let attempt = Attempt { from: best.from(), to: best.to(), promotion: best.promotion() };
        Some(Command::Play { by, attempt, ply: game.ply(), lag: None })
    }

    /// Whether it has seen enough.
    fn gives_up(&mut self, level: u8, opinion: i32) -> bool {
        self.hopeless = if opinion <= HOPELESS { self.hopeless + 1 } else { 0 };
        level >= FIRST_TO_RESIGN && self.hopeless >= TURNS_WITHOUT_HOPE
    }

    /// Its answer where the opponent has offered a draw.
    pub(super) fn answer_to_offer(&self, game: &Game) -> Option<Command> {
        let by = game.draw_offer()?.opposite();
        if !matches!(game.seats()[by], Seat::Computer(_)) {
            return None;
        }
        let agreeable = match self.opinion {
            Some(opinion) => opinion <= WORSE || (opinion <= EVEN && game.ply() >= EARLIEST_AGREEMENT),
            None => false,
        };
        Some(if agreeable { Command::AcceptDraw { by } } else { Command::DeclineDraw { by } })
    }
}

/// The clock of the side to move; none in correspondence, where a computer's move takes no longer than in an unlimited
/// game. A delay is to the engine what an increment is: what a turn may take without making the next one shorter.
fn clock(game: &Game, now: Time) -> Option<Clock> {
    let millis = |millis: Millis| Duration::from_millis(u64::from(millis.0));
    let bonus = game.time_control()?.clock_of(game.turn())?.bonus();
    let remaining =
        millis(game.clocks_at(now)?[game.turn() as usize]) + millis(game.delay_at(now).unwrap_or_default());
    Some(Clock { remaining, increment: millis(bonus.time()), moves_to_go: None })
}

/// How long the next move takes at most, queueing included.
fn longest(clock: Option<Clock>) -> Duration {
    clock.map_or(LONGEST_THOUGHT, |clock| clock.remaining / 10).min(LONGEST_THOUGHT)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn player() -> ComputerPlayer {
        ComputerPlayer::new("abcdefgh".parse().expect("a game's id"))
    }

    #[test]
    fn only_what_stays_lost_is_resigned_and_not_by_beginners() {
        let mut player = self::player();
        let turns = [-2_000, -1_500, 30, -1_200, -1_000, -31_990];
        assert_eq!(
            turns.map(|opinion| player.gives_up(FIRST_TO_RESIGN, opinion)),
            [false, false, false, false, false, true]
        );
        let mut beginner = self::player();
        assert!(
            !turns.into_iter().chain(turns).any(|opinion| beginner.gives_up(FIRST_TO_RESIGN - 1, opinion))
        );
    }
}
