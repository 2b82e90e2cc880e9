// SPDX-License-Identifier: AGPL-3.0-or-later
//! What those who don't play see late, where the operator wants it so: against help from outside.
//!
//! A delayed game is the fold of a beginning of its log, so it is a game like any other: pages, calls, pictures and sockets
//! show it with the same code. Players and staff see the game as it stands.

use std::time::Duration;

use tabiya_game::{Event, Game, Seats, Stamped, Time};
use tabiya_runtime::identity::Identity;

/// How far behind others see a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Delay {
    /// Half-moves, while the game goes on.
    moves: u32,
    /// The age in time that an event must have before others see it; also the end of the game.
    span: Duration,
}

impl Delay {
    /// Others are `moves` half-moves behind while the game goes on, and see each event `span` after it
    /// happened. With zero for both they see the game as it stands.
    pub const fn new(moves: u32, span: Duration) -> Self {
        Self { moves, span }
    }

    /// Whether this visitor sees the game late.
    pub(crate) fn is_for(self, seats: &Seats, visitor: Option<&Identity>) -> bool {
        self != Self::default() && !visitor.is_some_and(|visitor| visitor.sees_all(seats))
    }

    /// Whether this visitor sees the game late now: others play it, or its end is not old enough to be shown.
    pub fn holds_back(self, game: &Game, visitor: Option<&Identity>, now: Time) -> bool {
        let seats = game.seats();
        let is_settled = game.ending().is_some_and(|end| self.is_past(end.at, now));
        seats.open().is_none() && !is_settled && self.is_for(&seats, visitor)
    }

    /// Whether others have seen what happened then.
    pub fn is_past(self, at: Time, now: Time) -> bool {
        let span = u64::try_from(self.span.as_millis()).unwrap_or(u64::MAX);
        at.0.saturating_add(span) <= now.0
    }

    /// Whether the end of a game is shown late, too.
    pub fn is_of_time(self) -> bool {
        !self.span.is_zero()
    }

    /// Until when a game must have ended to be in lists that others see; `None` for any time.
    pub(crate) fn listed_until(self, now: Time) -> Option<Time> {
        let span = u64::try_from(self.span.as_millis()).unwrap_or(u64::MAX);
        (span > 0).then(|| Time(now.0.saturating_sub(span)))
    }

    /// The events that others see: all but the newest.
    pub(crate) fn shown(self, log: &[Stamped], now: Time) -> &[Stamped] {
        let is_move = |each: &Stamped| matches!(each.event, Event::MovePlayed { .. });
        let is_old = |each: &&Stamped| self.is_past(each.at, now);
        // The creation is always shown: its link was found.
        let old = 1 + log.iter().skip(1).take_while(is_old).count();
        let mut shown = &log[..old.min(log.len())];
        let is_over =
            |log: &[Stamped]| log.last().is_some_and(|last| matches!(last.event, Event::Ended { .. }));
        if self.moves > 0 && !is_over(shown) {
            let hidden = (log.iter().rev().filter(|each| is_move(each))).take(self.moves as usize).count();
            let played = log.iter().filter(|each| is_move(each)).count();
            let first_hidden = log.iter().enumerate().filter(|(_, each)| is_move(each)).nth(played - hidden);
            if let Some((index, _)) = first_hidden {
                shown = &shown[..index.min(shown.len())];
            }
        }
        shown
    }

    /// How long it takes until others see that somebody has taken the seat, or that the game has ended, where that is still to
    /// come; the next of the two.
    pub(crate) fn until_next_stage(self, log: &[Stamped], now: Time) -> Option<Duration> {
        let is_stage = |each: &&Stamped| matches!(each.event, Event::Joined { .. } | Event::Ended { .. });
        let next = log.iter().filter(is_stage).find(|each| !self.is_past(each.at, now))?;
        Some(self.span.saturating_sub(Duration::from_millis(now.0.saturating_sub(next.at.0))))
    }

    /// The game that others see, and the time at which its clocks are shown: that of its last event. `None` for a log that
    /// can't be replayed.
    pub fn game(self, log: &[Stamped], now: Time) -> Option<(Game, Time)> {
        let shown = self.shown(log, now);
        let at = shown.last()?.at;
        Game::replay(shown).ok().map(|game| (game, at))
    }
}

#[cfg(test)]
mod tests {
    use tabiya_game::{Command, PlayerId, Seat, Terms};
    use tabiya_rules::{Color, Position};

    use super::*;

    /// A move a second, from second 1 on.
    fn log(moves: &[&str], resigns: bool) -> Vec<Stamped> {
        let seats = Seats::new(
            PlayerId::from_bytes([1; 16]),
            Color::White,
            Seat::Player(PlayerId::from_bytes([2; 16])),
        );
        let (mut game, created) = Game::create(Terms::new(Position::start(), None, seats).unwrap(), Time(0));
        let mut log = vec![created];
        let mut tell = |command, at| {
            let events = game.decide(command, at).unwrap();
            for event in events {
                let stamped = Stamped::new(at, event);
                game.apply(&stamped);
                log.push(stamped);
            }
            (game.turn(), game.last_seq())
        };
        let (mut by, mut seq) = (Color::White, 0);
        for (number, uci) in (1..).zip(moves) {
            let attempt = uci.parse().unwrap();
            (by, seq) = tell(Command::Play { by, attempt, seq, lag: None }, Time(number * 1000));
        }
        if resigns {
            tell(Command::Resign { by }, Time(9000));
        }
        log
    }

    #[test]
    fn others_see_the_game_as_it_was() {
        let going_on = log(&["e2e4", "e7e5", "g1f3", "b8c6"], false);
        let over = log(&["e2e4", "e7e5", "g1f3", "b8c6"], true);
        let plies = |moves, seconds, log: &[Stamped], now| {
            let delay = Delay::new(moves, Duration::from_secs(seconds));
            let (game, _) = delay.game(log, Time(now)).unwrap();
            (game.ply(), game.is_over())
        };
        assert_eq!(plies(0, 0, &going_on, 4000), (4, false));
        assert_eq!(plies(3, 0, &going_on, 4000), (1, false));
        assert_eq!(plies(9, 0, &going_on, 4000), (0, false));
        assert_eq!(plies(0, 2, &going_on, 4000), (2, false));
        assert_eq!(plies(0, 2, &going_on, 6000), (4, false));
        assert_eq!(plies(1, 2, &going_on, 5000), (3, false));
        assert_eq!(plies(3, 0, &over, 9000), (4, true), "nothing is left to help with");
        assert_eq!(plies(0, 5, &over, 13_999), (4, false), "the end is late too");
        assert_eq!(plies(3, 5, &over, 13_999), (1, false));
        assert_eq!(plies(3, 5, &over, 14_000), (4, true));
    }

    #[test]
    fn the_next_stage_that_others_will_see_is_the_end_of_the_game() {
        let going_on = log(&["e2e4", "e7e5"], false);
        let over = log(&["e2e4", "e7e5"], true);
        let wait = |moves, seconds, log: &[Stamped], now| {
            Delay::new(moves, Duration::from_secs(seconds)).until_next_stage(log, Time(now))
        };
        assert_eq!(wait(0, 5, &going_on, 2000), None, "moves are no stage");
        assert_eq!(wait(0, 5, &over, 9000), Some(Duration::from_secs(5)));
        assert_eq!(wait(3, 5, &over, 13_999), Some(Duration::from_millis(1)));
        assert_eq!(wait(3, 5, &over, 14_000), None, "it is seen");
        assert_eq!(wait(3, 0, &over, 9000), None, "it is seen at once");
    }
}
