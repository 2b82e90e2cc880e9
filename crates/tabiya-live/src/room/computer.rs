// SPDX-License-Identifier: AGPL-3.0-or-later
//! The computer's seat: it searches when it is to move, answers draw offers, and resigns lost games.
//!
//! It uses the same commands as a person. The room asks for its command and treats it like any other.

use std::num::NonZeroU8;
use std::time::Duration;

use tabiya_engine::{Clock, LEVELS_VERSION, Level, Limits, Report};
use tabiya_game::{Command, Computer, Game, GameId, Millis, Seat, Time};
use tabiya_rules::Attempt;
use tabiya_runtime::computer::Task;

use super::pace::Pace;

/// The maximum time for a move.
const LONGEST_THOUGHT: Duration = Duration::from_secs(5);
/// The computer accepts a draw if its score is at most this, in centipawns ...
const EVEN: i32 = 10;
/// ... and if at least this many half-moves have been played.
const EARLIEST_AGREEMENT: u32 = 60;
/// It also accepts a draw, at any time, if its score is at most this.
const WORSE: i32 = -150;
/// It resigns if its score is at most this ...
const HOPELESS: i32 = -1_000;
/// ... at this many of its turns in a row ...
const TURNS_WITHOUT_HOPE: u32 = 3;
/// ... and if its level is at least this. Players of lower levels may want to learn how to mate.
const FIRST_TO_RESIGN: Level = Level::new(8).expect("there are that many levels");

/// A seat for the computer at this level, in the current version of the levels.
pub fn seat_for_the_computer(level: Level) -> Seat {
    let level = NonZeroU8::new(level.get()).expect("levels count from 1");
    Seat::Computer(Computer { level, version: Some(LEVELS_VERSION) })
}

/// The level that plays for this seat. The numbers of the levels have changed, so the number of an old game
/// means another level today. A game from another version of Tabiya may have a level that is unknown here.
pub(super) fn level_of(seat: Computer) -> Level {
    Level::of_version(seat.level.get(), seat.version).unwrap_or(Level::HIGHEST)
}

/// A search that a room needs, and the time that the computer's move should take.
#[derive(Debug)]
pub(crate) struct Thinking {
    pub(super) task: Task,
    /// The maximum time, queueing included.
    longest: Duration,
    pace: Pace,
}

impl Thinking {
    /// How long after the start of the search the move must come.
    pub(super) fn takes(&self, best: Option<tabiya_rules::Move>) -> Duration {
        self.pace.of(best).min(self.longest)
    }

    pub(super) const fn longest(&self) -> Duration {
        self.longest
    }
}

/// The state of a room's computer; unused in a game between people.
pub(super) struct ComputerMind {
    seed: u64,
    /// The number of half-moves before the move that it searches.
    thinking_at: Option<u32>,
    /// Its last score of its own position, in centipawns.
    opinion: Option<i32>,
    /// At how many of its turns in a row the score was hopeless.
    hopeless: u32,
}

impl ComputerMind {
    pub(super) fn new(id: GameId) -> Self {
        let seed = id.as_str().bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
        });
        Self { seed, thinking_at: None, opinion: None, hopeless: 0 }
    }

    pub(super) fn is_thinking(&self) -> bool {
        self.thinking_at.is_some()
    }

    /// Whether it searches the move that is due.
    pub(super) fn is_thinking_about(&self, game: &Game) -> bool {
        self.thinking_at == Some(game.ply()) && matches!(game.seats()[game.turn()], Seat::Computer(_))
    }

    /// Stops the search. Returns whether there was one.
    pub(super) fn rest(&mut self) -> bool {
        self.thinking_at.take().is_some()
    }

    /// The search that it must start; `None` if a person is to move.
    pub(super) fn begin(&mut self, game: &Game, now: Time) -> Option<Thinking> {
        let Seat::Computer(seat) = game.seats()[game.turn()] else { return None };
        let level = level_of(seat);
        let clock = clock(game, now);
        let limits = Limits { clock, ..Limits::default() };
        self.thinking_at = Some(game.ply());
        Some(Thinking {
            task: Task { history: game.history().clone(), level, seed: self.seed, limits },
            longest: longest(clock),
            pace: Pace::new(game.history(), clock, self.seed),
        })
    }

    /// Its command after a search.
    pub(super) fn command(&mut self, report: Option<Report>, game: &Game) -> Option<Command> {
        let by = game.turn();
        let report = report?;
        let opinion = report.score.rank();
        self.opinion = Some(opinion);
        if game.claim().is_some() && opinion <= 0 {
            return Some(Command::ClaimDraw { by });
        }
        if let Seat::Computer(seat) = game.seats()[by]
            && self.gives_up(level_of(seat), opinion)
        {
            return Some(Command::Resign { by });
        }
        let best = report.best?;
        let attempt = Attempt { from: best.from(), to: best.to(), promotion: best.promotion() };
        Some(Command::Play { by, attempt, seq: game.last_seq(), lag: None })
    }

    /// Whether it resigns.
    fn gives_up(&mut self, level: Level, opinion: i32) -> bool {
        self.hopeless = if opinion <= HOPELESS { self.hopeless + 1 } else { 0 };
        level >= FIRST_TO_RESIGN && self.hopeless >= TURNS_WITHOUT_HOPE
    }

    /// Its answer to the opponent's draw offer.
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

/// The clock of the side to move. `None` in correspondence, where a computer's move takes as long as in an
/// unlimited game. To the engine a delay is like an increment: time that a turn may take without shortening
/// the next one.
fn clock(game: &Game, now: Time) -> Option<Clock> {
    let millis = |millis: Millis| Duration::from_millis(u64::from(millis.0));
    let bonus = game.time_control()?.clock_of(game.turn())?.bonus();
    let remaining =
        millis(game.clocks_at(now)?[game.turn() as usize]) + millis(game.delay_at(now).unwrap_or_default());
    Some(Clock { remaining, increment: millis(bonus.time()), moves_to_go: None })
}

/// The maximum time for the next move, queueing included.
fn longest(clock: Option<Clock>) -> Duration {
    clock.map_or(LONGEST_THOUGHT, |clock| clock.remaining / 10).min(LONGEST_THOUGHT)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn player() -> ComputerMind {
        ComputerMind::new("abcdefgh".parse().expect("a game's id"))
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
        let below = Level::new(FIRST_TO_RESIGN.get() - 1).expect("it is not the lowest");
        assert!(!turns.into_iter().chain(turns).any(|opinion| beginner.gives_up(below, opinion)));
    }

    #[test]
    fn a_game_that_goes_on_after_an_update_keeps_its_opponent() {
        let level = |number, version| {
            level_of(Computer { level: NonZeroU8::new(number).expect("not 0"), version }).get()
        };
        assert_eq!(level(5, Some(10)), 8);
        assert_eq!(level(12, None), 15);
        assert_eq!(level(5, Some(LEVELS_VERSION)), 5);
        assert_eq!(level(200, Some(LEVELS_VERSION + 1)), 15, "the best there is");
    }
}
