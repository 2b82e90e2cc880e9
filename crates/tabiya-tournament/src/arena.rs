// SPDX-License-Identifier: MIT OR Apache-2.0
//! Arenas: everybody who waits is paired with somebody near in rank, and streaks count double.

use crate::Colour;
use crate::matching::{Matcher, Wide};

/// How a game of an arena ended for a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Won.
    Win,
    /// Drawn.
    Draw,
    /// Lost.
    Loss,
}

/// A finished game as a player's score sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Finished {
    /// How it ended.
    pub outcome: Outcome,
    /// Whether the player took half of the clock time for a chance of one point more.
    pub berserk: bool,
    /// Moves of both sides.
    pub plies: u16,
}

/// A player's score sheet.
///
/// A win is 2, a draw 1. After two wins running each game counts double, until one is not won. A berserk win of at least
/// 14 plies is one point more. A draw under 20 plies is nothing. After a draw, also one that counts nothing, further draws
/// count only from 60 plies on, until a game is won. These numbers are those of lichess.org's arenas.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sheet {
    /// The points so far.
    pub points: u32,
    /// Wins running.
    pub streak: u32,
    /// Whether there was a draw since the last win, counted or not.
    drew: bool,
}

impl Sheet {
    /// Adds a game and returns its points.
    pub fn record(&mut self, game: Finished) -> u32 {
        let factor = if self.streak >= 2 { 2 } else { 1 };
        let points = match game.outcome {
            Outcome::Win => 2 * factor + u32::from(game.berserk && game.plies >= 14),
            Outcome::Draw if game.plies < 20 || (self.drew && game.plies < 60) => 0,
            Outcome::Draw => factor,
            Outcome::Loss => 0,
        };
        match game.outcome {
            Outcome::Win => {
                self.streak += 1;
                self.drew = false;
            }
            Outcome::Draw => {
                self.streak = 0;
                self.drew = true;
            }
            Outcome::Loss => self.streak = 0,
        }
        self.points += points;
        points
    }
}

/// How long a player waits for more opponents to come, in seconds. `estimate` is the expected time of a game in seconds.
/// It is 0 where more than 100 players, or two thirds of all who take part, are waiting.
pub fn waiting_time(estimate: u32, waiting: usize, taking_part: usize) -> u32 {
    if waiting > 100 || 3 * waiting >= 2 * taking_part {
        return 0;
    }
    match estimate {
        0..30 => 8,
        30..60 => 10,
        _ => (estimate / 10 + 6).clamp(15, 50),
    }
}

/// A player who waits. Players are given in the order of the standings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Waiting {
    /// Who it is.
    pub id: u32,
    /// The rating.
    pub rating: u16,
    /// When the waiting began, in any unit. With an odd number of players the one with the largest value is left over.
    pub since: u64,
    /// The opponent of the last game.
    pub last_opponent: Option<u32>,
    /// Games with White less games with Black.
    pub difference: i16,
    /// How often the last colour came running, with that colour.
    pub run: Option<(Colour, u8)>,
}

/// How many neighbours in the standings are matched at a time.
const GROUP: usize = 32;

/// Pairs those who wait: `(white, black)` ids. With an odd number the one who waits shortest is left over, unless others have
/// nobody else. Left over are also players whom only barred pairs are left for: the opponent of the last game, or the same
/// colour three times for both.
pub fn wave(waiting: &[Waiting]) -> Vec<(u32, u32)> {
    let mut queue: Vec<usize> = (0..waiting.len()).collect();
    let newest =
        (0..waiting.len()).max_by_key(|index| waiting[*index].since).filter(|_| waiting.len() % 2 == 1);
    queue.retain(|index| Some(*index) != newest);
    let mut pairs = Vec::new();
    let mut left: Vec<usize> = Vec::new();
    let mut rest = queue.as_slice();
    while !rest.is_empty() {
        // Those that the group before has left come first: they are the higher-ranked.
        let (group, later) = rest.split_at(rest.len().min(GROUP.saturating_sub(left.len().min(GROUP / 2))));
        rest = later;
        let skipped = left.len().saturating_sub(GROUP / 2);
        let mut members = left.split_off(skipped);
        members.extend(group);
        left.extend(match_group(waiting, &members, &mut pairs));
    }
    // Two who have just met would wait for ever beside a third one who came last.
    if let Some(newest) = newest.filter(|_| !left.is_empty()) {
        left.push(newest);
        left.sort_unstable();
        match_group(waiting, &left, &mut pairs);
    }
    pairs
}

/// Matches a group and returns those without a partner.
fn match_group(waiting: &[Waiting], members: &[usize], pairs: &mut Vec<(u32, u32)>) -> Vec<usize> {
    let mut matcher: Matcher<1> = Matcher::new(members.len());
    for (one, first) in members.iter().enumerate() {
        for (other, second) in members.iter().enumerate().skip(one + 1) {
            let (first, second) = (&waiting[*first], &waiting[*second]);
            if !barred(first, second) {
                let gap = (other - one) as u64 * 100 + u64::from(first.rating.abs_diff(second.rating));
                let mut weight = Wide::ZERO;
                // More pairs before nearer ones.
                weight.add_shifted((1 << 30) - gap.min(1 << 20), 0);
                matcher.set(one, other, weight);
            }
        }
    }
    let neighbours: Vec<_> = (1..members.len()).step_by(2).map(|lower| (lower - 1, lower)).collect();
    matcher.start(|_| true, &neighbours);
    matcher.solve();
    let mut left = Vec::new();
    for (one, index) in members.iter().enumerate() {
        match matcher.mate(one) {
            None => left.push(*index),
            Some(other) if one < other => pairs.push(colours(&waiting[*index], &waiting[members[other]])),
            Some(_) => {}
        }
    }
    left
}

fn barred(one: &Waiting, other: &Waiting) -> bool {
    let met = one.last_opponent == Some(other.id) || other.last_opponent == Some(one.id);
    let must = |player: &Waiting| player.run.filter(|(_, times)| *times >= 3).map(|(colour, _)| colour);
    met || (must(one).is_some() && must(one) == must(other))
}

/// White for who must not have Black again, else for who had it less often, else for the higher-ranked.
fn colours(one: &Waiting, other: &Waiting) -> (u32, u32) {
    let pressure = |player: &Waiting| match player.run {
        Some((Colour::White, times)) if times >= 3 => i32::from(i16::MAX),
        Some((Colour::Black, times)) if times >= 3 => -i32::from(i16::MAX),
        Some(_) | None => i32::from(player.difference),
    };
    let last = |player: &Waiting| player.run.map(|(colour, _)| colour);
    let first_is_white = match pressure(one).cmp(&pressure(other)) {
        std::cmp::Ordering::Less => true,
        std::cmp::Ordering::Greater => false,
        std::cmp::Ordering::Equal => last(one) != Some(Colour::White) || last(other) == Some(Colour::White),
    };
    if first_is_white { (one.id, other.id) } else { (other.id, one.id) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(outcome: Outcome, plies: u16) -> Finished {
        Finished { outcome, berserk: false, plies }
    }

    #[test]
    fn streaks_count_double() {
        let mut sheet = Sheet::default();
        let points: Vec<u32> =
            [Outcome::Win, Outcome::Win, Outcome::Win, Outcome::Draw, Outcome::Win, Outcome::Loss]
                .map(|outcome| sheet.record(game(outcome, 40)))
                .to_vec();
        assert_eq!((points, sheet.points), (vec![2, 2, 4, 2, 2, 0], 12));
        let mut fire = Sheet::default();
        assert_eq!(fire.record(Finished { outcome: Outcome::Win, berserk: true, plies: 14 }), 3);
        assert_eq!(fire.record(Finished { outcome: Outcome::Win, berserk: true, plies: 13 }), 2);
    }

    #[test]
    fn quick_draws_count_nothing() {
        let mut sheet = Sheet::default();
        let points = [19, 60, 40, 60].map(|plies| sheet.record(game(Outcome::Draw, plies)));
        assert_eq!(points, [0, 1, 0, 1]);
        sheet.record(game(Outcome::Win, 30));
        assert_eq!(sheet.record(game(Outcome::Draw, 30)), 1, "a win makes draws count again");
    }

    #[test]
    fn small_arenas_do_not_wait_for_nobody() {
        assert_eq!(waiting_time(300, 4, 6), 0);
        assert_eq!(waiting_time(300, 3, 6), 36);
        assert_eq!([20, 45, 60, 1000].map(|estimate| waiting_time(estimate, 1, 10)), [8, 10, 15, 50]);
    }

    fn crowd(count: u32) -> Vec<Waiting> {
        let mut random = crate::random::Random::new(u64::from(count));
        (0..count)
            .map(|id| {
                let run = match random.below(5) {
                    0 => None,
                    1 => Some((Colour::White, 3)),
                    2 => Some((Colour::Black, 3)),
                    3 => Some((Colour::White, 1)),
                    _ => Some((Colour::Black, 2)),
                };
                Waiting {
                    id,
                    rating: 1000 + random.below(1500) as u16,
                    since: random.below(1000),
                    last_opponent: Some(random.below(u64::from(count)) as u32),
                    difference: random.below(7) as i16 - 3,
                    run,
                }
            })
            .collect()
    }

    #[test]
    fn who_came_last_plays_where_the_others_have_just_met() {
        let player = |id, since, last_opponent| Waiting {
            id,
            rating: 1500,
            since,
            last_opponent,
            difference: 0,
            run: None,
        };
        let three = [player(0, 1, Some(1)), player(1, 2, Some(0)), player(2, 3, None)];
        let pairs = wave(&three);
        assert_eq!(pairs.len(), 1);
        assert!(pairs[0].0 == 2 || pairs[0].1 == 2, "{pairs:?}");
    }

    #[test]
    fn waves_pair_nearly_everybody_and_no_barred_pair() {
        for count in [0, 1, 2, 3, 7, 40, 101, 1000] {
            let crowd = crowd(count);
            let pairs = wave(&crowd);
            let mut seen: Vec<u32> = pairs.iter().flat_map(|pair| [pair.0, pair.1]).collect();
            seen.sort_unstable();
            seen.dedup();
            assert_eq!(seen.len(), 2 * pairs.len(), "everybody once");
            for (white, black) in &pairs {
                let (white, black) = (&crowd[*white as usize], &crowd[*black as usize]);
                assert!(!barred(white, black));
                let three = |player: &Waiting, colour| player.run == Some((colour, 3));
                assert!(!three(white, Colour::White) || !three(black, Colour::Black), "colours turn");
            }
            if count > 6 {
                assert!(2 * pairs.len() + 3 >= count as usize, "{count}: {}", pairs.len());
            }
        }
        let two = crowd(2).into_iter().map(|player| Waiting { last_opponent: Some(1 - player.id), ..player });
        assert_eq!(wave(&two.collect::<Vec<_>>()), [], "the last opponent is not met again");
    }
}
