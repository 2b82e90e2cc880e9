// SPDX-License-Identifier: AGPL-3.0-or-later
//! Players who have left, and when the opponent may claim the game.
//!
//! Only in games with clocks between two people, and only while the absent player is to move: nobody has to
//! watch the other think. The count begins when the player leaves or when the turn begins, whichever is
//! later. A player who comes back only briefly continues the old count. Neither stalls of the server count, nor time for which a
//! player on another node could not reach it.

use tabiya_accounts::feed::Departure;
use tabiya_game::{Game, Millis, Seat, Speed, Time, TimeControl};
use tabiya_rules::Color;

use super::handed::Away;

/// Shorter absences are not announced, because reloading a page takes a moment.
const NOTICE: Millis = Millis::from_secs(3);
/// A player who was back for less time than this has not really come back.
const STEADY: Millis = Millis::from_secs(10);
/// The additional time for every player when the room starts, so that all can reconnect.
const AT_START: Millis = Millis::from_secs(30);

/// How long a player may be away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Patience {
    /// Depends on the game's speed, and on how the player left.
    Usual,
    /// Set by the operator.
    Fixed(Millis),
}

impl Patience {
    /// How long a player may be away. The time is shorter if the player closed the page.
    fn span(self, speed: Speed, departure: Departure) -> Millis {
        let seconds = match (self, departure, speed) {
            (Self::Fixed(span), _, _) => return span,
            (_, Departure::Left, Speed::Bullet | Speed::Blitz | Speed::Rapid) => 10,
            (_, Departure::Left, Speed::Classical | Speed::Correspondence) => 15,
            (_, Departure::Lost, Speed::Bullet) => 15,
            (_, Departure::Lost, Speed::Blitz) => 20,
            (_, Departure::Lost, Speed::Rapid) => 40,
            (_, Departure::Lost, Speed::Classical | Speed::Correspondence) => 60,
        };
        Millis::from_secs(seconds)
    }
}

/// The whereabouts of a room's players.
#[derive(Debug)]
pub(super) struct Absences {
    patience: Patience,
    sides: [Whereabouts; 2],
    /// The absence that clients were told last.
    told: Option<AbsenceNews>,
}

#[derive(Clone, Copy, Debug)]
enum Whereabouts {
    /// Present since `since`; before that, away for `away_before`.
    Here { since: Time, away_before: Millis },
    /// Away since `since`. The count began earlier if the player had come back only briefly.
    Away { since: Time, counted_from: Time, departure: Departure },
}

/// An absence as clients are told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct AbsenceNews {
    pub(super) by: Color,
    /// After how long the opponent may claim the game; `None` if the player is back.
    pub(super) claim_in: Option<Millis>,
}

impl Absences {
    /// The room starts, and no player is connected yet.
    pub(super) fn new(patience: Patience, now: Time) -> Self {
        let since = now.after(AT_START);
        let away = Whereabouts::Away { since, counted_from: since, departure: Departure::Lost };
        Self { patience, sides: [away; 2], told: None }
    }

    /// How long both have been away, for the node that goes on with the game.
    pub(super) fn hand_over(&self, now: Time) -> [Option<Away>; 2] {
        self.sides.map(|side| match side {
            Whereabouts::Here { .. } => None,
            Whereabouts::Away { since, counted_from, departure } => Some(Away {
                since: passed(since, now),
                counted: passed(counted_from, now),
                left: departure == Departure::Left,
            }),
        })
    }

    /// Another node has handed the game over. Whoever was away goes on being away. Whoever was here has time to come here.
    pub(super) fn go_on(&mut self, away: [Option<Away>; 2], now: Time) {
        for (side, away) in self.sides.iter_mut().zip(away) {
            let Some(Away { since, counted, left }) = away else { continue };
            let departure = if left { Departure::Left } else { Departure::Lost };
            let (since, counted_from) = (before(now, since), before(now, counted));
            *side = Whereabouts::Away { since, counted_from, departure };
        }
    }

    /// The server was stalled for this time, which does not count as absence.
    pub(super) fn stood_still(&mut self, span: Millis) {
        if span == Millis::ZERO {
            return;
        }
        for side in &mut self.sides {
            match side {
                Whereabouts::Here { since, .. } => *since = since.after(span),
                Whereabouts::Away { since, counted_from, .. } => {
                    *since = since.after(span);
                    *counted_from = counted_from.after(span);
                }
            }
        }
    }

    /// The clocks run again after an arbiter had paused them. Whoever went away meanwhile gets time to come back.
    pub(super) fn clocks_resumed(&mut self, now: Time) {
        for side in &mut self.sides {
            if let Whereabouts::Away { since, counted_from, .. } = side {
                *since = now.after(AT_START);
                *counted_from = *since;
            }
        }
    }

    /// A player has connected for this side, or has disconnected. Returns whether that is a change.
    pub(super) fn look(&mut self, color: Color, is_here: bool, departure: Departure, now: Time) -> bool {
        let side = &mut self.sides[color as usize];
        match (*side, is_here) {
            (Whereabouts::Away { counted_from, .. }, true) => {
                *side = Whereabouts::Here { since: now, away_before: now.since(counted_from) };
                true
            }
            (Whereabouts::Here { since, away_before }, false) => {
                let counted = if now.since(since) < STEADY { away_before } else { Millis::ZERO };
                let counted_from = Time(now.0.saturating_sub(counted.0.into()));
                *side = Whereabouts::Away { since: now, counted_from, departure };
                true
            }
            _ => false,
        }
    }

    /// When the absence of the side to move is announced, and when the opponent may claim. `None` if the
    /// player is present or if nothing can be claimed.
    fn due(&self, game: &Game) -> Option<(Time, Time)> {
        let control @ TimeControl::Clocks { .. } = game.time_control()? else { return None };
        let (turn, began) = (game.running()?, game.turn_began()?);
        if Color::ALL.iter().any(|&color| !matches!(game.seats()[color], Seat::Player(_))) {
            return None;
        }
        let Whereabouts::Away { since, counted_from, departure } = self.sides[turn as usize] else {
            return None;
        };
        let patience = self.patience.span(control.speed(), departure);
        let told = since.max(began).after(NOTICE.min(Millis(patience.0 / 2)));
        Some((told, counted_from.max(began).after(patience).max(told)))
    }

    /// Whether this side may claim the game now.
    pub(super) fn may_claim(&self, by: Color, game: &Game, now: Time) -> bool {
        game.turn() != by && self.due(game).is_some_and(|(_, claim)| claim <= now)
    }

    /// The next time at which there is something to announce.
    pub(super) fn next(&self, game: &Game) -> Option<Time> {
        let (told, claim) = match (self.due(game), self.told) {
            (Some(due), _) => due,
            // The announcement is no longer true.
            (None, Some(_)) => return Some(Time(0)),
            (None, None) => return None,
        };
        match self.told {
            None => Some(told),
            Some(AbsenceNews { claim_in: Some(Millis::ZERO), .. }) => None,
            Some(_) => Some(claim),
        }
    }

    /// What must be announced now.
    pub(super) fn news(&mut self, game: &Game, now: Time) -> Option<AbsenceNews> {
        if self.next(game)? > now {
            return None;
        }
        let news = match (self.due(game), self.told) {
            (Some((_, claim)), _) => AbsenceNews { by: game.turn(), claim_in: Some(claim.since(now)) },
            (None, told) => AbsenceNews { by: told?.by, claim_in: None },
        };
        self.told = news.claim_in.map(|_| news);
        Some(news)
    }

    /// What a client that connects must know.
    pub(super) fn standing(&self, game: &Game, now: Time) -> Option<AbsenceNews> {
        let (_, claim) = self.told.and_then(|_| self.due(game))?;
        Some(AbsenceNews { by: game.turn(), claim_in: Some(claim.since(now)) })
    }
}

/// The milliseconds since then; negative where it is yet to come.
fn passed(then: Time, now: Time) -> i64 {
    let millis = |span: u64| i64::try_from(span).unwrap_or(i64::MAX);
    millis(now.0.saturating_sub(then.0)) - millis(then.0.saturating_sub(now.0))
}

/// So many milliseconds before now.
const fn before(now: Time, passed: i64) -> Time {
    Time(now.0.saturating_add_signed(passed.saturating_neg()))
}

#[cfg(test)]
mod tests {
    use tabiya_game::{Command, PlayerId, Seats, Stamped, Terms};
    use tabiya_rules::Position;

    use super::*;
    use Color::{Black, White};
    use Departure::{Left, Lost};

    const START: u64 = 1_000_000;

    /// Ann and Bob have played `moves`, the last at `START`. The game began long ago, and both have been
    /// present since.
    fn game(time: Option<TimeControl>, moves: &str) -> Game {
        game_against(Seat::Player(PlayerId::from_bytes([2; 16])), time, moves)
    }

    fn game_against(bob: Seat, time: Option<TimeControl>, moves: &str) -> Game {
        let seats = Seats::new(PlayerId::from_bytes([1; 16]), White, bob);
        let (mut game, _) = Game::create(Terms::new(Position::start(), time, seats).unwrap(), Time(START));
        for uci in moves.split_whitespace() {
            let (by, seq, attempt) = (game.turn(), game.last_seq(), uci.parse().unwrap());
            for event in game.decide(Command::Play { by, attempt, seq, lag: None }, Time(START)).unwrap() {
                game.apply(&Stamped::new(Time(START), event));
            }
        }
        game
    }

    fn minutes(minutes: u32) -> Option<TimeControl> {
        Some(TimeControl::new(Millis::from_secs(60 * minutes), Millis::ZERO).unwrap())
    }

    fn both_here() -> Absences {
        let mut absences = Absences::new(Patience::Usual, Time(0));
        for color in Color::ALL {
            absences.look(color, true, Lost, Time(40_000));
        }
        absences
    }

    fn after(millis: u64) -> Time {
        Time(START + millis)
    }

    fn said(by: Color, claim_in: Option<u32>) -> Option<AbsenceNews> {
        Some(AbsenceNews { by, claim_in: claim_in.map(Millis) })
    }

    /// The time for which an arbiter had paused the clocks counted, and the opponent could claim the game at once.
    #[test]
    fn who_left_while_the_clocks_were_paused_gets_time_to_come_back() {
        let game = game(minutes(5), "e2e4 e7e5");
        let mut absences = both_here();
        absences.look(White, false, Lost, after(5_000));
        absences.clocks_resumed(after(600_000));
        assert!(!absences.may_claim(Black, &game, after(649_999)));
        assert!(absences.may_claim(Black, &game, after(650_000)));
    }

    /// Each rolling restart gave whoever was away half a minute more, and the whole count anew.
    #[test]
    fn who_was_away_when_the_game_went_to_another_node_is_counted_on() {
        let game = game(minutes(5), "e2e4 e7e5");
        let mut absences = both_here();
        absences.look(White, false, Lost, after(5_000));
        let handed = absences.hand_over(after(25_000));
        let mut heir = Absences::new(Patience::Usual, after(900_000));
        heir.go_on(handed, after(900_000));
        heir.look(Black, true, Lost, after(900_100));
        // 20 s of 20 s were over when it was handed over; the clock of the heir is another one.
        let until = |left: u64| after(900_000 + left);
        assert!(heir.may_claim(Black, &game, until(0)));
        let mut earlier = Absences::new(Patience::Usual, after(900_000));
        earlier.go_on(absences.hand_over(after(12_000)), after(900_000));
        assert!(!earlier.may_claim(Black, &game, until(12_999)));
        assert!(earlier.may_claim(Black, &game, until(13_000)));
    }

    #[test]
    fn who_leaves_on_move_is_counted_out() {
        let game = game(minutes(5), "e2e4 e7e5");
        let mut absences = both_here();
        assert_eq!(absences.next(&game), None);
        assert!(absences.look(White, false, Lost, after(5_000)));
        assert!(!absences.look(White, false, Lost, after(5_001)), "nothing new");
        assert_eq!(absences.next(&game), Some(after(8_000)));
        assert_eq!(
            (absences.news(&game, after(7_999)), absences.standing(&game, after(7_999))),
            (None, None)
        );
        assert_eq!(absences.news(&game, after(8_000)), said(White, Some(17_000)));
        assert_eq!(absences.news(&game, after(8_001)), None, "it is said once");
        assert_eq!(absences.standing(&game, after(10_000)), said(White, Some(15_000)));
        assert_eq!(absences.next(&game), Some(after(25_000)));
        assert!(!absences.may_claim(Black, &game, after(24_999)));
        assert!(absences.may_claim(Black, &game, after(25_000)));
        assert!(!absences.may_claim(White, &game, after(25_000)));
        assert_eq!(absences.news(&game, after(25_000)), said(White, Some(0)));
        assert_eq!(absences.next(&game), None);
        absences.look(White, true, Lost, after(30_000));
        assert!(!absences.may_claim(Black, &game, after(30_000)));
        assert_eq!(absences.news(&game, after(30_000)), said(White, None));
        assert_eq!(
            (absences.news(&game, after(30_001)), absences.standing(&game, after(30_001))),
            (None, None)
        );
    }

    #[test]
    fn how_long_depends_on_the_game_and_on_how_they_left() {
        let span = |minutes_each, departure| {
            let game = game(minutes(minutes_each), "e2e4 e7e5");
            let mut absences = both_here();
            absences.look(White, false, departure, after(0));
            (0..).step_by(1_000).find(|&millis| absences.may_claim(Black, &game, after(millis))).unwrap()
        };
        assert_eq!([1, 5, 15, 60].map(|each| span(each, Lost)), [15_000, 20_000, 40_000, 60_000]);
        assert_eq!([1, 5, 15, 60].map(|each| span(each, Left)), [10_000, 10_000, 10_000, 15_000]);
    }

    #[test]
    fn what_the_server_stood_still_nobody_was_away() {
        let game = game(minutes(5), "e2e4 e7e5");
        let mut absences = both_here();
        absences.look(White, false, Lost, after(0));
        absences.stood_still(Millis(8_000));
        assert_eq!(absences.next(&game), Some(after(11_000)));
        assert!(!absences.may_claim(Black, &game, after(27_999)));
        assert!(absences.may_claim(Black, &game, after(28_000)));
        // Nor does the stall count as presence: a player who came back only briefly continues the old count.
        absences.look(White, true, Lost, after(12_000));
        absences.stood_still(Millis(8_000));
        absences.look(White, false, Lost, after(23_000));
        assert!(!absences.may_claim(Black, &game, after(38_999)));
        assert!(absences.may_claim(Black, &game, after(39_000)));
    }

    #[test]
    fn an_absence_is_told_before_it_can_be_claimed_on() {
        let game = game(minutes(5), "e2e4 e7e5");
        let mut absences = both_here();
        absences.look(White, false, Lost, after(0));
        absences.look(White, true, Lost, after(19_000));
        absences.look(White, false, Lost, after(20_000));
        assert_eq!(absences.next(&game), Some(after(23_000)));
        assert!(!absences.may_claim(Black, &game, after(22_999)));
        assert!(absences.may_claim(Black, &game, after(23_000)));
    }

    #[test]
    fn an_operators_patience_is_the_same_for_all_and_told_in_the_middle_if_it_is_short() {
        let game = game(minutes(60), "e2e4 e7e5");
        for departure in [Left, Lost] {
            let mut absences = Absences::new(Patience::Fixed(Millis::from_secs(4)), Time(0));
            absences.look(White, true, Lost, Time(40_000));
            absences.look(White, false, departure, after(0));
            assert_eq!(absences.next(&game), Some(after(2_000)));
            assert!(!absences.may_claim(Black, &game, after(3_999)));
            assert!(absences.may_claim(Black, &game, after(4_000)));
        }
    }

    #[test]
    fn a_page_that_is_loaded_again_is_no_news() {
        let game = game(minutes(5), "e2e4 e7e5");
        let mut absences = both_here();
        absences.look(White, false, Left, after(0));
        absences.look(White, true, Lost, after(2_000));
        assert_eq!(absences.next(&game), None);
        // The player leaves again, for longer: the earlier absence counts.
        absences.look(White, false, Left, after(4_000));
        assert_eq!(absences.news(&game, after(7_000)), said(White, Some(5_000)));
        // Present for long enough: the next absence is a new one.
        absences.look(White, true, Lost, after(8_000));
        assert_eq!(absences.news(&game, after(8_000)), said(White, None));
        absences.look(White, false, Left, after(18_000));
        assert!(!absences.may_claim(Black, &game, after(27_999)));
        assert!(absences.may_claim(Black, &game, after(28_000)));
    }

    #[test]
    fn the_count_begins_with_the_turn() {
        let game = game(minutes(5), "e2e4 e7e5");
        let mut absences = both_here();
        absences.look(White, false, Lost, Time(START - 500_000));
        assert_eq!(absences.next(&game), Some(after(3_000)));
        assert!(!absences.may_claim(Black, &game, after(19_999)));
        assert!(absences.may_claim(Black, &game, after(20_000)));
        absences.look(Black, false, Lost, after(0));
        assert!(!absences.may_claim(White, &game, after(900_000)), "it is White's turn");
    }

    #[test]
    fn nothing_is_claimed_without_clocks_from_a_computer_or_before_both_have_moved() {
        let days = TimeControl::Correspondence { days: tabiya_game::DaysPerMove::new(1).unwrap() };
        let computer =
            Seat::Computer(tabiya_game::Computer { level: std::num::NonZeroU8::MIN, version: None });
        for game in [
            game(None, "e2e4 e7e5"),
            game(Some(days), "e2e4 e7e5"),
            game(minutes(5), "e2e4"),
            game_against(computer, minutes(5), "e2e4 e7e5"),
            game_against(computer, minutes(5), "e2e4 e7e5 g1f3"),
        ] {
            let mut absences = both_here();
            absences.look(game.turn(), false, Left, after(0));
            assert_eq!(absences.next(&game), None);
            assert!(!absences.may_claim(game.turn().opposite(), &game, after(10_000_000)));
        }
    }

    #[test]
    fn after_a_start_everybody_has_time_to_come_back() {
        let game = game(minutes(5), "e2e4 e7e5");
        let absences = Absences::new(Patience::Usual, after(0));
        assert!(!absences.may_claim(Black, &game, after(49_999)));
        assert!(absences.may_claim(Black, &game, after(50_000)));
        let mut absences = Absences::new(Patience::Usual, after(0));
        absences.look(White, true, Lost, after(5_000));
        absences.look(White, false, Lost, after(6_000));
        assert!(
            !absences.may_claim(Black, &game, after(25_999)),
            "the time before it came counts for nothing"
        );
    }
}
