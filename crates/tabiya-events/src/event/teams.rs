// SPDX-License-Identifier: AGPL-3.0-or-later
//! The two teams of a team match: who plays on which board, and what the boards have scored.
//!
//! A team has its players in the order of the boards. Who leaves makes room, so that those below move up. Where everybody
//! meets everybody, the boards of the first pairing are numbers that stay: the place of somebody who leaves is empty then.

use std::fmt;

use tabiya_protocol::events::{TeamSide, TeamsView};
use tabiya_tournament::{Cell, Colour, Points, Scoring};

use super::{EntrantId, Event, Format, Presence, number};

/// The most players of a team: TRF has room for so many.
pub const MOST_IN_TEAM: usize = 100;

/// A team that has fewer players than boards are played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Uneven {
    /// The team.
    pub team: String,
    /// Its players.
    pub players: usize,
    /// The boards of the next round.
    pub boards: usize,
}

impl fmt::Display for Uneven {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { team, players, boards } = self;
        let of = if *players == 1 { "player" } else { "players" };
        write!(f, "{team} has {players} {of} for {boards} boards, and loses what it lacks by forfeit")
    }
}

impl Event {
    /// What the teams are called; `None` in other formats.
    pub fn team_names(&self) -> Option<&[String; 2]> {
        let is_match = matches!(self.settings.format, Format::TeamMatch { .. });
        self.settings.teams.as_ref().filter(|_| is_match)
    }

    /// What a team is called.
    pub fn team_name(&self, team: TeamSide) -> &str {
        self.team_names().map_or("", |names| names[team.index()].as_str())
    }

    /// The team with a name, with or without its capitals.
    pub fn team_called(&self, name: &str) -> Option<TeamSide> {
        let names = self.team_names()?;
        let wanted = name.trim().to_lowercase();
        TeamSide::BOTH.into_iter().find(|team| names[team.index()].to_lowercase() == wanted)
    }

    /// Who plays for a team and has not left, board 1 first.
    pub fn line_up_of(&self, team: TeamSide) -> Vec<EntrantId> {
        self.line_ups[team.index()].iter().copied().filter(|id| !self.has_left(*id)).collect()
    }

    /// The same with the numbers that stay: once a match of everybody against everybody is paired, those who have left keep theirs.
    pub fn numbered_line_up(&self, team: TeamSide) -> Vec<EntrantId> {
        let Some(seeds) = self.numbers() else { return self.line_up_of(team) };
        let of_team = |id: &EntrantId| self.entrant(*id).is_some_and(|one| one.team == Some(team));
        seeds.iter().copied().filter(of_team).collect()
    }

    /// The numbers of a match of everybody against everybody, once it is paired.
    fn numbers(&self) -> Option<&Vec<EntrantId>> {
        let everyone = matches!(self.settings.format, Format::TeamMatch { everyone: true, .. });
        self.seeds.as_ref().filter(|_| everyone)
    }

    fn has_left(&self, id: EntrantId) -> bool {
        self.entrant(id).is_none_or(|entrant| entrant.presence == Presence::Withdrawn)
    }

    /// The boards of both teams in the next round, as many of one as of the other; `None` where a team has nobody there.
    pub(crate) fn team_boards(&self) -> [Vec<Option<EntrantId>>; 2] {
        let Format::TeamMatch { boards, .. } = self.settings.format else {
            return [Vec::new(), Vec::new()];
        };
        let mut both = TeamSide::BOTH.map(|team| {
            let places = self.numbered_line_up(team).into_iter();
            places.map(|id| Some(id).filter(|id| !self.has_left(*id))).collect::<Vec<_>>()
        });
        let larger = both[0].len().max(both[1].len());
        let played = if boards == 0 { larger } else { larger.min(boards.into()) };
        both.iter_mut().for_each(|team| team.resize(played, None));
        both
    }

    /// How many rounds a team match has; `None` in other formats.
    pub(super) fn rounds_of_teams(&self) -> Option<u16> {
        let Format::TeamMatch { games, everyone, .. } = self.settings.format else { return None };
        let each = if everyone { number(self.team_boards()[0].len()) } else { 1 };
        Some(each.saturating_mul(games.into()))
    }

    /// Which team has fewer players than boards will be played; `None` where neither has, and in other formats.
    pub fn uneven_teams(&self) -> Option<Uneven> {
        let names = self.team_names()?;
        let both = self.team_boards();
        let boards = both[0].len();
        TeamSide::BOTH.into_iter().find_map(|team| {
            let players = both[team.index()].iter().flatten().count();
            let uneven = Uneven { team: names[team.index()].clone(), players, boards };
            (players > 0 && players < boards).then_some(uneven)
        })
    }

    /// The points of both teams in tenths, from all published rounds. A board to which a team has sent nobody is a point of the other one.
    pub fn team_points(&self) -> [i32; 2] {
        let mut points = [0; 2];
        let mut add = |id: EntrantId, won: Points| {
            if let Some(team) = self.entrant(id).and_then(|entrant| entrant.team) {
                points[team.index()] += won.as_tenths();
            }
        };
        let scoring = Scoring::default();
        for round in self.published() {
            for board in &round.boards {
                let Some(outcome) = board.outcome() else { continue };
                let sides = [Colour::White, Colour::Black].into_iter().zip(outcome.results());
                for (id, (colour, result)) in board.players().into_iter().zip(sides) {
                    add(id, scoring.points(Cell::Game { opponent: 0, colour: Some(colour), result }));
                }
            }
            round.byes.iter().for_each(|id| add(*id, scoring.win()));
        }
        points
    }

    /// How the match stands, for pages; `None` in other formats.
    pub(crate) fn teams_view(&self) -> Option<TeamsView> {
        Some(TeamsView {
            names: self.team_names()?.clone(),
            line_ups: TeamSide::BOTH.map(|team| self.numbered_line_up(team)),
            boards: number(self.team_boards()[0].len()),
            points: self.team_points(),
        })
    }

    /// Puts an entrant on a board of the team, counted among those who have not left.
    pub(super) fn line_up(&mut self, team: TeamSide, entrant: EntrantId, board: u16) {
        let mut order = std::mem::take(&mut self.line_ups[team.index()]);
        order.retain(|id| *id != entrant);
        let mut there = (0..).zip(&order).filter(|(_, id)| !self.has_left(**id));
        let place = there.nth(usize::from(board).saturating_sub(1)).map_or(order.len(), |(place, _)| place);
        order.insert(place, entrant);
        self.line_ups[team.index()] = order;
    }
}
