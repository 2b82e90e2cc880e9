// SPDX-License-Identifier: MIT OR Apache-2.0
//! The matches of a team tournament, made of the players' games.

use std::collections::BTreeMap;

use crate::assigned::{AssignedPoints, Outcome};
use crate::teams::{ForfeitedMatch, Lineup, Team};
use crate::{Bye, Cell, Colour, Points, Tournament};

/// What a team did in one round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TeamRound {
    /// The place of the scheduled opponents.
    pub(crate) opponent: Option<usize>,
    /// Whether a game took place on a board.
    pub(crate) played: bool,
    /// The colour on the first board.
    pub(crate) colour: Option<Colour>,
    pub(crate) match_points: Points,
    pub(crate) game_points: Points,
    /// The result in half matches: 2, 1 or 0.
    pub(crate) halves: u8,
    /// The points on each board, as C.07 article 12 counts them.
    pub(crate) boards: Vec<Points>,
    pub(crate) voluntary: bool,
    pub(crate) requested_bye: bool,
    /// The kind of result in the terms of line 299.
    outcome: Option<Outcome>,
}

/// A team whose games of one round make no match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TeamProblem {
    /// The player whose game does not fit.
    pub(crate) player: u16,
    /// The round, from 1.
    pub(crate) round: u16,
    /// What does not fit.
    pub(crate) problem: String,
}

/// Whether the games of each team in each round make one match.
///
/// # Errors
/// The first game that fits no match.
pub(crate) fn check(tournament: &Tournament) -> Result<(), TeamProblem> {
    let teams = &tournament.teams;
    let of = team_of_players(tournament);
    let matches = Matches::new(tournament);
    for round in 1..=tournament.rounds_paired() {
        for (index, team) in teams.list.iter().enumerate() {
            let mut met: Option<(u16, usize)> = None;
            for number in &team.players {
                let Some(opponent) =
                    tournament.player(*number).and_then(|player| player.cell(round).opponent())
                else {
                    continue;
                };
                let problem = |problem| Err(TeamProblem { player: *number, round, problem });
                let Some(other) = of.get(&opponent).copied() else {
                    return problem(format!("opponent {opponent} is in no team"));
                };
                if other == index {
                    return problem(format!("opponent {opponent} is in the same team"));
                }
                let (met_team, own) = (teams.list[other].number, team.number);
                if let Some(forfeit) = matches.forfeits.get(&(round, own))
                    && ![forfeit.white, forfeit.black].contains(&met_team)
                {
                    return problem(format!(
                        "this player of team {own} meets team {met_team}, but line 330 has team {own} in another match"
                    ));
                }
                match met {
                    Some((mate, before)) if before != other => {
                        let two = teams.list[before].number;
                        return problem(format!(
                            "this player of team {own} meets team {met_team}, and team-mate {mate} meets team {two}"
                        ));
                    }
                    Some(_) => {}
                    None => met = Some((*number, other)),
                }
            }
        }
    }
    Ok(())
}

fn team_of_players(tournament: &Tournament) -> BTreeMap<u16, usize> {
    let teams = tournament.teams.list.iter().enumerate();
    teams.flat_map(|(index, team)| team.players.iter().map(move |number| (*number, index))).collect()
}

/// What each team did in each round, and the number of boards.
pub(crate) fn rounds(tournament: &Tournament) -> (Vec<Vec<TeamRound>>, usize) {
    let mut matches = Matches::new(tournament);
    matches.boards = matches.most_boards();
    let forfeited = tournament.teams.forfeits.iter().map(|forfeit| forfeit.round).max().unwrap_or(0);
    let last = tournament.rounds_paired().max(forfeited);
    let assigned = |team: usize, round: u16| {
        assign(tournament, matches.round(team, round), tournament.teams.list[team].number, round)
    };
    let of_team = |team: usize| (1..=last).map(|round| assigned(team, round)).collect();
    ((0..tournament.teams.list.len()).map(of_team).collect(), matches.boards)
}

/// Gives a round the points that a line 299 assigns to it.
fn assign(tournament: &Tournament, round: TeamRound, team: u16, number: u16) -> TeamRound {
    let Some(line) = AssignedPoints::find(&tournament.assigned_points, team, number, round.outcome) else {
        return round;
    };
    let replaced = line.replaces(team, number);
    TeamRound {
        match_points: line.match_points.unwrap_or(round.match_points),
        game_points: line.points.unwrap_or(round.game_points),
        halves: if replaced { line.outcome.halves() } else { round.halves },
        ..round
    }
}

/// The lines of a file by round and team, so that no line is searched for.
struct Matches<'a> {
    tournament: &'a Tournament,
    /// The place of each player's team.
    of: BTreeMap<u16, usize>,
    lineups: BTreeMap<(u16, u16), &'a Lineup>,
    forfeits: BTreeMap<(u16, u16), &'a ForfeitedMatch>,
    byes: BTreeMap<(u16, u16), Bye>,
    boards: usize,
}

impl<'a> Matches<'a> {
    fn new(tournament: &'a Tournament) -> Self {
        let teams = &tournament.teams;
        let forfeits = teams.forfeits.iter();
        let asked = tournament.byes.iter();
        Self {
            tournament,
            of: team_of_players(tournament),
            lineups: teams.lineups.iter().map(|one| ((one.round, one.team), one)).collect(),
            forfeits: forfeits
                .flat_map(|one| [one.white, one.black].map(|team| ((one.round, team), one)))
                .collect(),
            byes: asked
                .flat_map(|line| line.players.iter().map(|team| ((line.round, *team), line.bye)))
                .collect(),
            boards: 1,
        }
    }

    /// The boards of a match: those of line 352, else the most games that a team had in one round.
    fn most_boards(&self) -> usize {
        let teams = &self.tournament.teams;
        if !teams.colours.is_empty() {
            return teams.colours.len();
        }
        let games = |team: &Team, round| self.lineup(team, round).last().map_or(0, |(board, _)| board + 1);
        let rounds = 1..=self.tournament.rounds_paired();
        let most = |team: &Team| rounds.clone().map(|round| games(team, round)).max().unwrap_or(0);
        teams.list.iter().map(most).max().unwrap_or(0).max(1)
    }

    /// The boards of a team in a round with what happened there. A player who won because nobody sat opposite counts.
    fn lineup(&self, team: &Team, round: u16) -> Vec<(usize, Cell)> {
        let cell = |number: u16| {
            let cell = self.tournament.player(number)?.cell(round);
            (cell.opponent().is_some() || cell == Cell::Bye(Bye::Full)).then_some(cell)
        };
        if let Some(stated) = self.lineups.get(&(round, team.number)) {
            let boards = stated.players.iter().enumerate();
            return boards.filter_map(|(board, player)| Some((board, cell((*player)?)?))).collect();
        }
        team.players.iter().filter_map(|number| cell(*number)).enumerate().collect()
    }

    fn round(&self, team: usize, round: u16) -> TeamRound {
        let teams = &self.tournament.teams;
        let number = teams.list[team].number;
        if let Some(byes) = &teams.byes
            && byes.teams.get(usize::from(round) - 1) == Some(&Some(number))
        {
            return self.pairing_bye(byes.match_points, byes.game_points);
        }
        if let Some(forfeit) = self.forfeits.get(&(round, number)) {
            let colour = if forfeit.white == number { Colour::White } else { Colour::Black };
            let opponent = if forfeit.white == number { forfeit.black } else { forfeit.white };
            return self.forfeited(teams.index_of(opponent), colour, forfeit.winner == Some(colour));
        }
        let games = self.lineup(&teams.list[team], round);
        let opponent = games
            .iter()
            .find_map(|(_, cell)| cell.opponent().and_then(|number| self.of.get(&number).copied()));
        if let Some(opponent) = opponent {
            return self.played(&games, opponent, round);
        }
        match self.byes.get(&(round, number)) {
            None if self.sits_out(&teams.list[team], round) => {
                self.pairing_bye(teams.scoring.draw, self.on_all_boards(self.tournament.scoring.draw()))
            }
            asked => self.bye(asked.copied().unwrap_or(Bye::Zero)),
        }
    }

    /// Whether the players' own lines say that the team has the pairing-allocated bye.
    fn sits_out(&self, team: &Team, round: u16) -> bool {
        let sits_out = |number: &u16| {
            let player = self.tournament.player(*number);
            player.is_some_and(|player| player.cell(round) == Cell::Bye(Bye::PairingAllocated))
        };
        team.players.iter().any(sits_out)
    }

    fn on_all_boards(&self, points: Points) -> Points {
        points * i32::try_from(self.boards).unwrap_or(i32::MAX)
    }

    fn without_match(&self, match_points: Points, game_points: Points, board: Points) -> TeamRound {
        TeamRound {
            opponent: None,
            played: false,
            colour: None,
            match_points,
            game_points,
            halves: 0,
            boards: vec![board; self.boards],
            voluntary: false,
            requested_bye: false,
            outcome: None,
        }
    }

    /// Article 12: on each board the bye counts as a win.
    fn pairing_bye(&self, match_points: Points, game_points: Points) -> TeamRound {
        self.without_match(match_points, game_points, self.tournament.scoring.win())
    }

    fn bye(&self, bye: Bye) -> TeamRound {
        let (scoring, worth) = (&self.tournament.teams.scoring, &self.tournament.scoring);
        let (match_points, board) = match bye {
            Bye::Full | Bye::PairingAllocated => (scoring.win, worth.full_bye),
            Bye::Half => (scoring.draw, worth.half_bye),
            Bye::Zero => (Points::ZERO, worth.zero_bye),
        };
        let asked = matches!(bye, Bye::Half | Bye::Zero);
        let round = self.without_match(match_points, self.on_all_boards(board), board);
        TeamRound {
            voluntary: asked,
            requested_bye: asked,
            outcome: Outcome::of_cell(Cell::Bye(bye)),
            ..round
        }
    }

    fn forfeited(&self, opponent: Option<usize>, colour: Colour, won: bool) -> TeamRound {
        let scoring = &self.tournament.teams.scoring;
        let worth = &self.tournament.scoring;
        let (match_points, board) =
            if won { (scoring.win, worth.forfeit_win) } else { (scoring.loss, worth.forfeit_loss) };
        let round = self.without_match(match_points, self.on_all_boards(board), board);
        let (halves, outcome) = if won { (2, Outcome::ForfeitWin) } else { (0, Outcome::ForfeitLoss) };
        let outcome = Some(outcome);
        TeamRound { opponent, colour: Some(colour), halves, voluntary: !won, outcome, ..round }
    }

    fn played(&self, games: &[(usize, Cell)], opponent: usize, round: u16) -> TeamRound {
        let teams = &self.tournament.teams;
        let sum = |games: &[(usize, Cell)]| {
            games.iter().map(|(_, cell)| self.tournament.scoring.points(*cell)).sum::<Points>()
        };
        let (own, theirs) = (sum(games), sum(&self.lineup(&teams.list[opponent], round)));
        let (match_points, halves) = match own.cmp(&theirs) {
            std::cmp::Ordering::Greater => (teams.scoring.win, 2),
            std::cmp::Ordering::Equal => (teams.scoring.draw, 1),
            std::cmp::Ordering::Less => (teams.scoring.loss, 0),
        };
        let played = games.iter().any(|(_, cell)| cell.played().is_some());
        let colour = games.iter().find_map(|(board, cell)| match cell {
            Cell::Game { colour: Some(colour), .. } => {
                let usual = teams.colour(*board) == Colour::White;
                Some(if usual { *colour } else { colour.other() })
            }
            Cell::Game { .. } | Cell::Bye(_) => None,
        });
        let mut boards = vec![Points::ZERO; self.boards.max(games.last().map_or(0, |(board, _)| board + 1))];
        for (board, cell) in games {
            boards[*board] = self.tournament.scoring.points(*cell);
        }
        let voluntary = !played && own <= theirs;
        let outcome = match halves {
            2 if played => Outcome::Win,
            2 => Outcome::ForfeitWin,
            _ if !played => Outcome::ForfeitLoss,
            1 => Outcome::Draw,
            _ => Outcome::Loss,
        };
        TeamRound {
            opponent: Some(opponent),
            played,
            colour,
            match_points,
            game_points: own,
            halves,
            boards,
            voluntary,
            requested_bye: false,
            outcome: Some(outcome),
        }
    }
}
