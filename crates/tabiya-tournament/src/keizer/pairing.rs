// SPDX-License-Identifier: MIT OR Apache-2.0
//! A round of a Keizer: from the top of the list, each meets the next one below who was not met too recently.

use std::collections::HashMap;
use std::fmt;

use super::{Attended, Line, Member, Settings, rounds_of, standings};
use crate::Colour;
use crate::check::Difference;
use crate::matching::{Matcher, Wide};

/// A round.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pairing {
    /// The pairs: White, Black, in the order of the list.
    pub pairs: Vec<(u16, u16)>,
    /// Who is left over.
    pub bye: Option<u16>,
    /// Why, for each who is present, in the order of the list.
    pub reasons: Vec<Reason>,
}

/// The opponent in the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Opposite {
    /// The number.
    pub number: u16,
    /// The place in the list, from 1.
    pub place: u16,
    /// What a win is worth today.
    pub value: u32,
}

/// Why a nearer one was passed over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Passed {
    /// They met too recently.
    Met {
        /// The round, from 1.
        round: u16,
    },
    /// Then the others can't all be paired.
    NoCompletion,
    /// Had the bye more often.
    HadBye,
}

/// Which rule gave the colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColourRule {
    /// Who had White less often has White.
    FewerWhites,
    /// The other colour than in the last game.
    Alternate,
    /// Nothing tells the two apart: the colours go by turns from board to board.
    Board,
}

/// Why somebody meets this opponent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    /// Whose.
    pub number: u16,
    /// The place in the list, from 1.
    pub place: u16,
    /// The own value.
    pub value: u32,
    /// The opponent; `None` with the bye.
    pub opponent: Option<Opposite>,
    /// The colour, and why.
    pub colour: Option<(Colour, ColourRule)>,
    /// Who was nearer and passed over: of the higher one of a pair, and of who has the bye.
    pub passed: Vec<(u16, Passed)>,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Player {} (place {}, value {})", self.number, self.place, self.value)?;
        match self.opponent {
            Some(theirs) => {
                write!(f, " meets {} (place {}, value {}).", theirs.number, theirs.place, theirs.value)?;
            }
            None => f.write_str(" is left over.")?,
        }
        if let Some((colour, rule)) = self.colour {
            let why = match rule {
                ColourRule::FewerWhites => "who had White less often has White",
                ColourRule::Alternate => "other than in the last game",
                ColourRule::Board => "by turns from board to board",
            };
            write!(f, " {colour}: {why}.")?;
        }
        for (number, passed) in &self.passed {
            match passed {
                Passed::Met { round } => write!(f, " Not {number}: met in round {round}.")?,
                Passed::NoCompletion => write!(f, " Not {number}: then others have no opponent.")?,
                Passed::HadBye => write!(f, " Not {number}: was left over more often.")?,
            }
        }
        Ok(())
    }
}

/// Pairs those who are present, by their numbers. Numbers of no member are left out. Colours never keep a pair apart.
pub fn pair(members: &[Member], present: &[u16], settings: &Settings) -> Pairing {
    let field = Field::new(members, present, settings);
    let mut between = settings.rounds_between;
    loop {
        if let Some(pairing) = field.pair(between) {
            return pairing;
        }
        // With 0 everybody may meet everybody, so this ends.
        between = between.saturating_sub(1);
    }
}

/// How the rules pair a round otherwise; `None` where they agree. Who has an opponent or the bye in it was present.
pub fn check_round(members: &[Member], round: u16, settings: &Settings) -> Option<Difference> {
    let before = |member: &Member| {
        let rounds = usize::from(round).saturating_sub(1).min(member.rounds.len());
        Member { number: member.number, rounds: member.rounds[..rounds].to_vec() }
    };
    let earlier: Vec<Member> = members.iter().map(before).collect();
    let (mut present, mut found) = (Vec::new(), Vec::new());
    for member in members {
        match member.round(round) {
            Attended::Game { opponent, colour, .. } => {
                present.push(member.number);
                if colour == Colour::White {
                    found.push((member.number, opponent));
                }
            }
            Attended::Bye => {
                present.push(member.number);
                found.push((member.number, 0));
            }
            Attended::Excused | Attended::Unexcused | Attended::ClubDuty | Attended::NotYet => {}
        }
    }
    let pairing = pair(&earlier, &present, settings);
    let expected: Vec<(u16, u16)> =
        pairing.pairs.iter().copied().chain(pairing.bye.map(|number| (number, 0))).collect();
    let only = |these: &[(u16, u16)], those: &[(u16, u16)]| -> Vec<(u16, u16)> {
        these.iter().copied().filter(|pair| !those.contains(pair)).collect()
    };
    let (extra, missing) = (only(&found, &expected), only(&expected, &found));
    let differs = !extra.is_empty() || !missing.is_empty();
    differs.then_some(Difference { round, found: extra, expected: Ok(missing) })
}

/// Who is present, in the order of the list.
struct Field<'a> {
    members: Vec<&'a Member>,
    lines: Vec<Line>,
    /// The place of each in the whole list, from 1.
    places: Vec<u16>,
    /// The round that is paired.
    round: u16,
}

impl<'a> Field<'a> {
    fn new(members: &'a [Member], present: &[u16], settings: &Settings) -> Self {
        let by_number: HashMap<u16, &Member> = members.iter().map(|member| (member.number, member)).collect();
        let mut field = Self {
            members: Vec::new(),
            lines: Vec::new(),
            places: Vec::new(),
            round: rounds_of(members) + 1,
        };
        for (place, line) in (1..).zip(standings(members, settings)) {
            if let Some(member) = by_number.get(&line.number).filter(|_| present.contains(&line.number)) {
                field.members.push(member);
                field.lines.push(line);
                field.places.push(place);
            }
        }
        field
    }

    /// The round in which two met too recently.
    fn met(&self, one: usize, other: usize, between: u16) -> Option<u16> {
        let theirs = self.lines[other].number;
        let first = self.round.saturating_sub(between).max(1);
        (first..self.round).rev().find(|round| {
            matches!(self.members[one].round(*round), Attended::Game { opponent, result, .. }
                if opponent == theirs && result.is_played())
        })
    }

    /// The pairing in which no two meet again before so many rounds; `None` if there is none.
    fn pair(&self, between: u16) -> Option<Pairing> {
        let mut rest: Vec<usize> = (0..self.members.len()).collect();
        let mut left_over = None;
        if rest.len() % 2 == 1 {
            let (index, passed) = self.bye(&rest, between)?;
            rest.retain(|one| *one != index);
            left_over = Some((index, passed));
        } else if !self.is_pairable(&rest, between) {
            return None;
        }
        let mut pairing = Pairing {
            bye: left_over.as_ref().map(|(index, _)| self.lines[*index].number),
            ..Pairing::default()
        };
        let mut reasons: Vec<(usize, Reason)> = Vec::new();
        if let Some((index, passed)) = left_over {
            reasons.push((index, self.reason(index, None, None, passed)));
        }
        while let Some((&one, below)) = rest.split_first() {
            let mut passed = Vec::new();
            let found = below.iter().copied().find(|other| {
                let why = match self.met(one, *other, between) {
                    Some(round) => Some(Passed::Met { round }),
                    None => {
                        let others: Vec<usize> =
                            below.iter().copied().filter(|third| third != other).collect();
                        (!self.is_pairable(&others, between)).then_some(Passed::NoCompletion)
                    }
                };
                passed.extend(why.map(|why| (self.lines[*other].number, why)));
                why.is_none()
            });
            // All of `rest` can be paired, so somebody is found.
            let other = found?;
            let (colour, rule) = self.colour(one, other, pairing.pairs.len());
            let numbers = (self.lines[one].number, self.lines[other].number);
            pairing.pairs.push(if colour == Colour::White { numbers } else { (numbers.1, numbers.0) });
            reasons.push((one, self.reason(one, Some(other), Some((colour, rule)), passed)));
            reasons.push((other, self.reason(other, Some(one), Some((colour.other(), rule)), Vec::new())));
            rest.retain(|third| *third != one && *third != other);
        }
        reasons.sort_by_key(|(index, _)| *index);
        pairing.reasons = reasons.into_iter().map(|(_, reason)| reason).collect();
        Some(pairing)
    }

    /// Who is left over: who was so least often, and of these the lowest one without whom the others can be paired.
    fn bye(&self, all: &[usize], between: u16) -> Option<(usize, Vec<(u16, Passed)>)> {
        let byes =
            |index: usize| self.members[index].rounds.iter().filter(|round| **round == Attended::Bye).count();
        let mut order: Vec<usize> = all.to_vec();
        order.sort_by_key(|index| (byes(*index), std::cmp::Reverse(*index)));
        let found = order.iter().copied().find(|index| {
            let others: Vec<usize> = all.iter().copied().filter(|one| one != index).collect();
            self.is_pairable(&others, between)
        })?;
        let lower = all.iter().copied().filter(|index| *index > found).rev();
        let passed = lower.map(|index| {
            let why = if byes(index) > byes(found) { Passed::HadBye } else { Passed::NoCompletion };
            (self.lines[index].number, why)
        });
        Some((found, passed.collect()))
    }

    /// Whether these can all be paired.
    fn is_pairable(&self, these: &[usize], between: u16) -> bool {
        if between == 0 {
            return these.len().is_multiple_of(2);
        }
        // Neighbours are tried first, because that nearly always succeeds and costs little.
        let mut rest = these.to_vec();
        while let Some((&one, below)) = rest.split_first() {
            let Some(other) = below.iter().copied().find(|other| self.met(one, *other, between).is_none())
            else {
                return self.is_matched(these, between);
            };
            rest.retain(|third| *third != one && *third != other);
        }
        true
    }

    /// The same by a largest matching.
    fn is_matched(&self, these: &[usize], between: u16) -> bool {
        let mut matcher: Matcher<1> = Matcher::new(these.len());
        let mut weight = Wide::ZERO;
        weight.add_shifted(1, 0);
        for (row, one) in these.iter().enumerate() {
            for (column, other) in these.iter().enumerate().skip(row + 1) {
                if self.met(*one, *other, between).is_none() {
                    matcher.set(row, column, weight);
                }
            }
        }
        matcher.start(|_| true, &[]);
        matcher.solve();
        (0..these.len()).all(|row| matcher.mate(row).is_some())
    }

    /// The colour of the first of two.
    fn colour(&self, one: usize, other: usize, board: usize) -> (Colour, ColourRule) {
        let games = |index: usize| {
            self.members[index].rounds.iter().filter_map(|round| match round {
                Attended::Game { colour, result, .. } if result.is_played() => Some(*colour),
                Attended::Game { .. }
                | Attended::Bye
                | Attended::Excused
                | Attended::Unexcused
                | Attended::ClubDuty
                | Attended::NotYet => None,
            })
        };
        let balance = |index: usize| -> i32 {
            games(index).map(|colour| if colour == Colour::White { 1 } else { -1 }).sum()
        };
        match balance(one).cmp(&balance(other)) {
            std::cmp::Ordering::Less => return (Colour::White, ColourRule::FewerWhites),
            std::cmp::Ordering::Greater => return (Colour::Black, ColourRule::FewerWhites),
            std::cmp::Ordering::Equal => {}
        }
        match (games(one).next_back(), games(other).next_back()) {
            (Some(last), theirs) if theirs != Some(last) => (last.other(), ColourRule::Alternate),
            (None, Some(last)) => (last, ColourRule::Alternate),
            (Some(_) | None, _) if board.is_multiple_of(2) => (Colour::White, ColourRule::Board),
            (Some(_) | None, _) => (Colour::Black, ColourRule::Board),
        }
    }

    fn reason(
        &self,
        index: usize,
        opponent: Option<usize>,
        colour: Option<(Colour, ColourRule)>,
        passed: Vec<(u16, Passed)>,
    ) -> Reason {
        let opposite = |other: usize| Opposite {
            number: self.lines[other].number,
            place: self.places[other],
            value: self.lines[other].value,
        };
        let Line { number, value, .. } = self.lines[index];
        Reason { number, place: self.places[index], value, opponent: opponent.map(opposite), colour, passed }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::GameResult;
    use crate::random::Random;

    const SETTINGS: Settings =
        Settings { top: 60, step: 10, excused: 35, unexcused: 0, club_duty: 70, bye: 50, rounds_between: 2 };

    fn field(count: u16) -> Vec<Member> {
        (1..=count).map(|number| Member { number, rounds: Vec::new() }).collect()
    }

    /// Writes a round. Of each pair `result` gets White, Black and says what White made of it.
    fn play(members: &mut [Member], pairing: &Pairing, mut result: impl FnMut(u16, u16) -> GameResult) {
        let round = usize::from(rounds_of(members));
        for member in members.iter_mut() {
            member.rounds.resize(round, Attended::NotYet);
            member.rounds.push(Attended::Excused);
        }
        let mut write = |number: u16, what: Attended| {
            let member = members.iter_mut().find(|member| member.number == number).unwrap();
            member.rounds[round] = what;
        };
        for (white, black) in &pairing.pairs {
            let result = result(*white, *black);
            write(*white, Attended::Game { opponent: *black, colour: Colour::White, result });
            let result = result.seen_by_opponent();
            write(*black, Attended::Game { opponent: *white, colour: Colour::Black, result });
        }
        if let Some(bye) = pairing.bye {
            write(bye, Attended::Bye);
        }
    }

    #[test]
    fn neighbours_of_the_list_meet_and_not_again_too_soon() {
        let mut members = field(5);
        let all = [1, 2, 3, 4, 5];
        let first = pair(&members, &all, &SETTINGS);
        assert_eq!((first.pairs.clone(), first.bye), (vec![(1, 2), (4, 3)], Some(5)));
        // White wins both games: 1 and 4. By the values 60 50 40 30 20: 1 has 110, 4 has 70, 2 has 50, 3 has 40, 5 has 30.
        play(&mut members, &first, |_, _| GameResult::Win);
        let list: Vec<u16> = standings(&members, &SETTINGS).iter().map(|line| line.number).collect();
        assert_eq!(list, [1, 4, 2, 3, 5]);
        // 5 had the bye, so 3 has it. 1 and 4 have both had White.
        let second = pair(&members, &all, &SETTINGS);
        assert_eq!((second.pairs.clone(), second.bye), (vec![(1, 4), (2, 5)], Some(3)));
        let said: Vec<String> = second.reasons.iter().map(ToString::to_string).collect();
        assert_eq!(
            said[0],
            "Player 1 (place 1, value 60) meets 4 (place 2, value 50). White: by turns from board to board."
        );
        assert_eq!(said[3], "Player 3 (place 4, value 30) is left over. Not 5: was left over more often.");
        // 4 beats 1 and 2 beats 5: 4 has 60 + 30 + 50, 1 has 50 + 40, 2 has 40 + 20.
        play(&mut members, &second, |white, _| if white == 1 { GameResult::Loss } else { GameResult::Win });
        let third = pair(&members, &all, &SETTINGS);
        let reason = &third.reasons[0];
        assert_eq!((reason.number, reason.passed.first()), (4, Some(&(1, Passed::Met { round: 2 }))));
        assert_eq!(check_round(&members, 2, &SETTINGS), None);
        let mut wrong = members.clone();
        wrong[0].rounds[0] = Attended::Bye;
        assert!(check_round(&wrong, 1, &SETTINGS).is_some(), "this test can fail");
    }

    #[test]
    fn a_rematch_comes_sooner_where_nobody_else_is_there() {
        let mut members = field(2);
        for round in 1..=4 {
            let pairing = pair(&members, &[1, 2], &SETTINGS);
            let white = if round % 2 == 1 { 1 } else { 2 };
            assert_eq!(pairing.pairs[0].0, white, "colours go by turns");
            play(&mut members, &pairing, |_, _| GameResult::Draw);
        }
    }

    #[test]
    fn the_last_ones_are_kept_pairable() {
        use GameResult::Draw;
        let mut members = field(4);
        // 3 and 4 have just met, so 1 can't have 2.
        play(&mut members, &Pairing { pairs: vec![(3, 4)], ..Pairing::default() }, |_, _| Draw);
        let pairing = pair(&members, &[1, 2, 3, 4], &SETTINGS);
        let first = &pairing.reasons[0];
        assert_eq!(first.passed, [(2, Passed::NoCompletion)]);
        assert!(!pairing.pairs.contains(&(3, 4)) && !pairing.pairs.contains(&(4, 3)));
    }

    #[test]
    fn nobody_is_there() {
        assert_eq!(pair(&field(3), &[], &SETTINGS), Pairing::default());
        assert_eq!(pair(&field(3), &[2], &SETTINGS).bye, Some(2));
        assert_eq!(pair(&[], &[7], &SETTINGS), Pairing::default());
    }

    #[test]
    fn whole_seasons_pair_everybody_who_is_there_and_check() {
        for seed in 0..30 {
            let mut random = Random::new(seed);
            let count = 3 + random.below(20) as u16;
            let settings = Settings { rounds_between: random.below(6) as u16, ..Settings::default() };
            let mut members = field(count);
            for round in 1..=12 {
                let present: Vec<u16> = (1..=count).filter(|_| !random.chance(250)).collect();
                let pairing = pair(&members, &present, &settings);
                let mut seen: Vec<u16> =
                    pairing.pairs.iter().flat_map(|pair| [pair.0, pair.1]).chain(pairing.bye).collect();
                seen.sort_unstable();
                assert_eq!(seen, present, "seed {seed}, round {round}");
                assert_eq!(pairing.reasons.len(), present.len());
                play(&mut members, &pairing, |_, _| match random.below(4) {
                    0 => GameResult::Loss,
                    1 => GameResult::Draw,
                    2 => GameResult::Win,
                    _ => GameResult::ForfeitWin,
                });
                assert_eq!(check_round(&members, round, &settings), None, "seed {seed}, round {round}");
            }
            let whites = |member: &Member| -> i32 {
                let colours = member.rounds.iter().filter_map(|round| match round {
                    Attended::Game { colour, result, .. } if result.is_played() => Some(*colour),
                    _ => None,
                });
                colours.map(|colour| if colour == Colour::White { 1 } else { -1 }).sum()
            };
            for member in &members {
                assert!(whites(member).abs() <= 4, "seed {seed}: {} has {}", member.number, whites(member));
            }
        }
    }
}
