// SPDX-License-Identifier: MIT OR Apache-2.0
//! Tie-breaks of teams: C.07 articles 11 to 13.

use super::{
    Acronym, Applied, Entry, Event, Round, TieBreak, Value, apply, by_groups, by_values, direct, opponents,
};
use crate::team_matches::{self, TeamRound};
use crate::teams::TeamScore;
use crate::{Points, Tournament};

/// A team tournament after its last played round, once with match points and once with game points.
pub(crate) struct TeamEvent {
    pub(crate) match_points: Event,
    pub(crate) game_points: Event,
    /// The score that is compared first.
    pub(crate) primary: TeamScore,
    /// The points of each team on each board in each round.
    boards: Vec<Vec<Vec<Points>>>,
}

impl TeamEvent {
    pub(crate) fn new(tournament: &Tournament, primary: TeamScore) -> Self {
        let (rounds, count) = team_matches::rounds(tournament);
        let boards =
            rounds.iter().map(|team| team.iter().map(|round| round.boards.clone()).collect()).collect();
        let event = |score| event(tournament, &rounds, count, score);
        Self {
            match_points: event(TeamScore::MatchPoints),
            game_points: event(TeamScore::GamePoints),
            primary,
            boards,
        }
    }

    pub(crate) fn of(&self, score: TeamScore) -> &Event {
        match score {
            TeamScore::MatchPoints => &self.match_points,
            TeamScore::GamePoints => &self.game_points,
        }
    }

    /// Applies a tie-break to groups of tied teams. Article 13: where the code names no score, the primary one counts.
    pub(crate) fn apply(&self, tie_break: &TieBreak, groups: Vec<Vec<usize>>) -> Applied {
        let (mp, gp) = (&self.match_points, &self.game_points);
        let extended = |event, own| opponents::extended_sonneborn_berger(event, own, tie_break);
        let values = match tie_break.acronym {
            Acronym::MpVGp => self.scores(self.primary.other()),
            Acronym::Emmsb => extended(mp, mp),
            Acronym::Emgsb => extended(mp, gp),
            Acronym::Egmsb => extended(gp, mp),
            Acronym::Eggsb => extended(gp, gp),
            Acronym::Sssc => self.score_and_strength(tie_break),
            Acronym::Bc => self.board_counts(),
            Acronym::Tbr => return self.by_keys(groups, |team| self.top_boards(team)),
            Acronym::Bbe => return self.by_keys(groups, |team| without_bottom(&self.top_boards(team))),
            Acronym::Ede | Acronym::Edet | Acronym::Edeb | Acronym::Edebt | Acronym::Edebb => {
                return by_groups(mp.len(), groups, |group| {
                    let split = self.extended_direct(group, tie_break);
                    let places = places(group, &split);
                    (split, places)
                });
            }
            acronym => {
                let counted = if acronym.counts_rounds() { TeamScore::MatchPoints } else { self.primary };
                return apply(self.of(tie_break.score.unwrap_or(counted)), tie_break, groups);
            }
        };
        by_values(groups, values, tie_break)
    }

    fn scores(&self, score: TeamScore) -> Vec<Value> {
        let event = self.of(score);
        (0..event.len()).map(|team| Value::tenths(i64::from(event.score(team).as_tenths()))).collect()
    }

    /// SSSC: the other score, and Buchholz on the primary one divided by a factor. Unless stated, the factor is the
    /// highest primary score that the rounds allow over the highest other score of a match, rounded down (13.4.2).
    fn score_and_strength(&self, tie_break: &TieBreak) -> Vec<Value> {
        let (primary, other) = (self.of(self.primary), self.of(self.primary.other()));
        let highest = i64::from(primary.win.as_tenths()) * i64::from(primary.rounds);
        let computed = highest / i64::from(other.win.as_tenths()).max(1);
        let factor = tie_break.factor.map_or(computed, i64::from).max(1);
        let strength = opponents::buchholz_tenths(primary, tie_break);
        let value = |(team, strength): (usize, i64)| {
            let own = i64::from(other.score(team).as_tenths());
            Value::fraction_of_tenths(own * factor + strength, factor)
        };
        strength.into_iter().enumerate().map(value).collect()
    }

    /// The points of a team on each board, from the first on, in tenths.
    fn top_boards(&self, team: usize) -> Vec<i64> {
        let most = self.boards.iter().flatten().map(Vec::len).max().unwrap_or(0);
        sum_boards(self.boards[team].iter(), most)
    }

    /// BC: the number of each board times the points there.
    fn board_counts(&self) -> Vec<Value> {
        (0..self.boards.len()).map(|team| Value::tenths(board_count(&self.top_boards(team)))).collect()
    }

    /// Splits each group by lists of numbers, the larger first.
    fn by_keys(&self, groups: Vec<Vec<usize>>, key: impl Fn(usize) -> Vec<i64>) -> Applied {
        by_groups(self.boards.len(), groups, |group| {
            let split = split_by(group, &key);
            let places = places(group, &split);
            (split, places)
        })
    }

    /// EDE and what may follow it between two teams. Each smaller group of tied teams begins anew (13.3.3).
    fn extended_direct(&self, tied: &[usize], tie_break: &TieBreak) -> Vec<Vec<usize>> {
        if tied.len() < 2 {
            return vec![tied.to_vec()];
        }
        let primary = tie_break.score.unwrap_or(self.primary);
        for score in [primary, primary.other()] {
            let (split, _) = direct::direct_encounter(self.of(score), tied, tie_break);
            if split.len() > 1 {
                return split.iter().flat_map(|group| self.extended_direct(group, tie_break)).collect();
            }
        }
        match tied {
            [one, other] => self.by_their_boards(*one, *other, tie_break),
            _ => vec![tied.to_vec()],
        }
    }

    /// Article 13.3.2: article 12 on the matches between two teams.
    fn by_their_boards(&self, one: usize, other: usize, tie_break: &TieBreak) -> Vec<Vec<usize>> {
        let pair = [one, other];
        let met = self.match_points.rounds_of(one, tie_break.forfeits_played);
        if !met.iter().any(|round| round.game && round.opponent == Some(other)) {
            return vec![pair.to_vec()];
        }
        let boards = |team: usize| {
            let opponent = if team == one { other } else { one };
            let rounds = self.boards[team].iter().zip(&self.match_points.entries[team].rounds);
            let theirs =
                rounds.filter(|(_, round)| round.opponent == Some(opponent)).map(|(boards, _)| boards);
            sum_boards(theirs, self.top_boards(team).len())
        };
        let count = |team: usize| vec![-board_count(&boards(team))];
        let bottom = |team: usize| without_bottom(&boards(team));
        let steps: &[&dyn Fn(usize) -> Vec<i64>] = match tie_break.acronym {
            Acronym::Edet => &[&boards],
            Acronym::Edeb => &[&bottom],
            Acronym::Edebt => &[&count, &boards],
            Acronym::Edebb => &[&count, &bottom],
            _ => &[],
        };
        let split = steps.iter().map(|key| split_by(&pair, key)).find(|split| split.len() > 1);
        split.unwrap_or_else(|| vec![pair.to_vec()])
    }
}

fn event(tournament: &Tournament, rounds: &[Vec<TeamRound>], boards: usize, score: TeamScore) -> Event {
    let predetermined = tournament.system.is_predetermined();
    let on_boards = |points: Points| points * i32::try_from(boards).unwrap_or(i32::MAX);
    let (win, draw) = match score {
        TeamScore::MatchPoints => (tournament.teams.scoring.win, tournament.teams.scoring.draw),
        TeamScore::GamePoints => (on_boards(tournament.scoring.win()), on_boards(tournament.scoring.draw())),
    };
    let last = rounds.first().map_or(0, Vec::len);
    let entries = tournament.teams.list.iter().zip(rounds).map(|(team, rounds)| {
        let points = |round: &TeamRound| match score {
            TeamScore::MatchPoints => round.match_points,
            TeamScore::GamePoints => round.game_points,
        };
        let odd = tournament.odd_points.iter().filter(|odd| {
            odd.players.contains(&team.number) && odd.round.is_none_or(|round| usize::from(round) <= last)
        });
        let odd = odd.map(|odd| match score {
            TeamScore::MatchPoints => odd.match_points,
            TeamScore::GamePoints => odd.points,
        });
        let round = |round: &TeamRound| Round {
            opponent: round.opponent,
            game: round.played,
            forfeit: round.opponent.is_some() && !round.played,
            colour: round.colour,
            points: points(round),
            halves: round.halves,
            voluntary: round.voluntary && !(predetermined && round.opponent.is_some()),
            requested_bye: round.requested_bye,
        };
        Entry {
            number: team.number,
            rating: None,
            score: rounds.iter().map(points).sum::<Points>() + odd.sum(),
            rounds: rounds.iter().map(round).collect(),
        }
    });
    let entries = entries.collect();
    Event { entries, rounds: u16::try_from(last).unwrap_or(u16::MAX), predetermined, win, draw }
}

fn sum_boards<'a>(rounds: impl Iterator<Item = &'a Vec<Points>>, most: usize) -> Vec<i64> {
    let mut sums = vec![0; most];
    for boards in rounds {
        sums.iter_mut().zip(boards).for_each(|(sum, points)| *sum += i64::from(points.as_tenths()));
    }
    sums
}

fn board_count(boards: &[i64]) -> i64 {
    (1..).zip(boards).map(|(number, points)| number * points).sum()
}

/// The points of all boards but the last, of all but the last two, and so on.
fn without_bottom(boards: &[i64]) -> Vec<i64> {
    let upper = |count: usize| boards[..count].iter().sum();
    (1..boards.len()).rev().map(upper).collect()
}

/// Groups of equal keys, the largest first.
fn split_by(tied: &[usize], key: impl Fn(usize) -> Vec<i64>) -> Vec<Vec<usize>> {
    let mut keyed: Vec<(Vec<i64>, usize)> = tied.iter().map(|team| (key(*team), *team)).collect();
    keyed.sort_by(|one, other| other.0.cmp(&one.0));
    let groups = keyed.chunk_by(|one, other| one.0 == other.0);
    groups.map(|group| group.iter().map(|(_, team)| *team).collect()).collect()
}

/// The place of each team among those that were tied, from 1; zero for all where nothing is decided.
fn places(tied: &[usize], split: &[Vec<usize>]) -> Vec<Value> {
    let place = |team: &usize| {
        let mut before = 0;
        for group in split {
            if group.contains(team) {
                return Value::whole(before + 1);
            }
            before += group.len() as i64;
        }
        Value::whole(0)
    };
    if split.len() < 2 { vec![Value::whole(0); tied.len()] } else { tied.iter().map(place).collect() }
}
