// SPDX-License-Identifier: MIT OR Apache-2.0
//! The players of one round, in pairing order, and which pairs the absolute criteria allow.

use std::collections::{BTreeMap, BTreeSet};

use super::colours::{self, ColourRule};
use super::facts::{Facts, Strength};
use crate::tournament::Forbidden;
use crate::{Bye, Cell, Colour, Player, Points, Tournament};

/// All players that are to be paired in a round, ranked by score, then by starting number (C.04.3 article 1.2).
#[derive(Clone, Debug)]
pub(crate) struct Field {
    pub(crate) facts: Vec<Facts>,
    pub(crate) first_colour: Colour,
    /// `allowed[one * len + other]`: C1, C3 and what the organiser forbids.
    allowed: Vec<bool>,
    /// Pairs to avoid, after the scores and before the colours: a wish of the organiser, no rule of FIDE's.
    unwelcome: BTreeSet<(u16, u16)>,
}

impl Field {
    /// Collects the players of a round. Absent are those with a requested bye, and in a round that is not paired yet those
    /// whom the organiser gave the pairing-allocated bye.
    pub(crate) fn new(tournament: &Tournament, round: u16, unwelcome: &[Vec<u16>]) -> Self {
        let mut place = 0;
        let mut facts = Vec::new();
        let asked: BTreeSet<u16> = tournament
            .byes
            .iter()
            .filter(|bye| bye.round == round)
            .flat_map(|bye| bye.players.iter().copied())
            .collect();
        let coming = round > tournament.rounds_paired();
        for player in &tournament.players {
            let mut bye_in_advance = false;
            let present = match player.cells.get(usize::from(round) - 1) {
                Some(Cell::Bye(Bye::PairingAllocated)) => {
                    bye_in_advance = coming;
                    !coming
                }
                Some(Cell::Bye(Bye::Full | Bye::Half | Bye::Zero)) => false,
                Some(Cell::Game { .. }) => true,
                None => !asked.contains(&player.number),
            };
            place += usize::from(present || bye_in_advance || was_paired(player, round - 1));
            if present {
                facts.push(Facts::new(tournament, player, round, place));
            }
        }
        facts.sort_by_key(|facts| (std::cmp::Reverse(facts.score), facts.number));
        let len = facts.len();
        let mut allowed = vec![false; len * len];
        for (one, higher) in facts.iter().enumerate() {
            for (other, lower) in facts.iter().enumerate().skip(one + 1) {
                let may = !higher.has_met(lower.number) && !clash(higher, lower);
                allowed[one * len + other] = may;
                allowed[other * len + one] = may;
            }
        }
        let place: BTreeMap<u16, usize> = facts.iter().map(|facts| facts.number).zip(0..).collect();
        let holds = |rule: &&Forbidden| (rule.first_round..=rule.last_round).contains(&round);
        for rule in tournament.forbidden.iter().filter(holds) {
            let group: BTreeSet<usize> =
                rule.players.iter().filter_map(|number| place.get(number)).copied().collect();
            for one in &group {
                group.iter().for_each(|other| allowed[one * len + other] = false);
            }
        }
        let unwelcome = unwelcome
            .iter()
            .flat_map(|group| {
                let pairs = group.iter().flat_map(|one| group.iter().map(|other| (*one, *other)));
                pairs.filter(|(one, other)| one < other).collect::<Vec<_>>()
            })
            .collect();
        Self { facts, first_colour: first_colour(tournament, round), allowed, unwelcome }
    }

    pub(crate) fn len(&self) -> usize {
        self.facts.len()
    }

    pub(crate) fn may_meet(&self, one: usize, other: usize) -> bool {
        self.allowed[one * self.len() + other]
    }

    pub(crate) fn score(&self, player: usize) -> Points {
        self.facts[player].score
    }

    pub(crate) fn is_unwelcome(&self, one: usize, other: usize) -> bool {
        if self.unwelcome.is_empty() {
            return false;
        }
        let (one, other) = (self.facts[one].number, self.facts[other].number);
        self.unwelcome.contains(&(one.min(other), one.max(other)))
    }

    pub(crate) fn has_unwelcome(&self) -> bool {
        !self.unwelcome.is_empty()
    }

    /// Allows one pair alone to each of its players.
    pub(crate) fn force(&mut self, one: usize, other: usize) {
        let len = self.len();
        for player in [one, other] {
            for opponent in 0..len {
                if opponent != one && opponent != other {
                    self.allowed[player * len + opponent] = false;
                    self.allowed[opponent * len + player] = false;
                }
            }
            self.facts[player].may_have_bye = false;
        }
    }

    /// Leaves the bye to one player alone.
    pub(crate) fn force_bye(&mut self, player: usize) {
        for (place, facts) in self.facts.iter_mut().enumerate() {
            facts.may_have_bye &= place == player;
        }
    }

    /// The colour of the higher-ranked of two players, and why.
    pub(crate) fn colour(&self, one: usize, other: usize) -> (Colour, ColourRule) {
        colours::allocate(&self.facts[one.min(other)], &self.facts[one.max(other)], self.first_colour)
    }
}

/// C3: two players that are no topscorers and have the same absolute preference do not meet.
pub(super) fn clash(one: &Facts, other: &Facts) -> bool {
    !one.topscorer
        && !other.topscorer
        && one.strength == Strength::Absolute
        && other.strength == Strength::Absolute
        && one.preference == other.preference
}

/// The colour drawn by lot. Where it is not stated, it follows from the colours of the first round that had any: the
/// highest player's, or the other one's for every place further down. White where there is none. The round itself counts
/// too, since the checker pairs rounds again that are written.
fn first_colour(tournament: &Tournament, round: u16) -> Colour {
    if let Some(colour) = tournament.first_colour {
        return colour;
    }
    for past in 1..=round {
        let mut place = 0;
        for player in &tournament.players {
            if was_paired(player, past) {
                if let Cell::Game { colour: Some(colour), .. } = player.cell(past) {
                    return if place % 2 == 0 { colour } else { colour.other() };
                }
                place += 1;
            }
        }
    }
    Colour::White
}

/// Whether a player had an opponent or the pairing-allocated bye in one of the first rounds.
fn was_paired(player: &Player, rounds: u16) -> bool {
    let paired = |cell: &Cell| cell.opponent().is_some() || *cell == Cell::Bye(Bye::PairingAllocated);
    player.cells.iter().take(usize::from(rounds)).any(paired)
}
