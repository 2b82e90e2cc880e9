// SPDX-License-Identifier: MIT OR Apache-2.0
//! TRF26's lines about teams: 300, 310, 320, 330, 352 and 362.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use super::TrfError;
use super::columns::{Line, LineNumbers, Word, cut, in_columns};
use crate::team_matches::check;
use crate::teams::{ForfeitedMatch, Lineup, MOST_TEAMS, MatchScoring, Team, TeamByes, Teams};
use crate::tournament::MOST_ROUNDS;
use crate::{Colour, Points, Tournament};

/// Boards of a match, and players in a line 310: TRF26 has room for 14 players.
const MOST_PLAYERS: usize = 100;

/// What is checked once all lines are read.
#[derive(Default)]
pub(super) struct TeamLines {
    /// The line of each team.
    lines: BTreeMap<u16, usize>,
    /// Lines that name teams, with the column and the numbers.
    named: Vec<(usize, usize, u16)>,
    /// What a team may have once a round.
    once: BTreeSet<(&'static str, u16, u16)>,
}

impl TeamLines {
    /// Reads a line into the teams; `false` where it is none of theirs.
    pub(super) fn read(&mut self, code: &str, line: &Line<'_>, teams: &mut Teams) -> Result<bool, TrfError> {
        match code {
            "300" => self.lineup(line, teams)?,
            "310" => self.team(line, teams)?,
            "320" => self.byes(line, teams)?,
            "330" => self.forfeit(line, teams)?,
            "352" => colours(line, teams)?,
            "362" => teams.scoring = scoring(line)?,
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn team(&mut self, line: &Line<'_>, teams: &mut Teams) -> Result<(), TrfError> {
        let Some(number) =
            line.number::<u16>(5, 7, "a team's number")?.filter(|number| (1..=MOST_TEAMS).contains(number))
        else {
            return Err(
                line.error(5, format!("expected a team's number, 1 to {MOST_TEAMS}, in columns 5 to 7"))
            );
        };
        if let Some(earlier) = self.lines.insert(number, line.number) {
            return Err(line.error(5, format!("team {number} is also that of line {earlier}")));
        }
        for blank in [72, 73] {
            if line.at(blank) != ' ' {
                let problem =
                    format!("expected a blank, found \"{}\": players begin in column 74", line.at(blank));
                return Err(line.error(blank, problem));
            }
        }
        let mut players = Vec::new();
        for column in (74..=line.len()).step_by(5) {
            if players.len() == MOST_PLAYERS {
                return Err(line.error(column, format!("a team has at most {MOST_PLAYERS} players")));
            }
            players.extend(number_at(line, column, 4, "a starting number")?);
        }
        teams.list.push(Team {
            number,
            name: line.text(9, 40),
            nickname: line.text(42, 46),
            strength: line.number(48, 53, "a strength like 2478")?,
            match_points: line.number(55, 60, "match points like 15.0")?,
            game_points: line.number(62, 67, "game points like 26.5")?,
            rank: line.number(69, 71, "a rank")?,
            players,
        });
        Ok(())
    }

    /// Refuses a second line of a kind for one team in one round.
    fn once(
        &mut self,
        line: &Line<'_>,
        column: usize,
        what: &'static str,
        round: u16,
        team: u16,
    ) -> Result<(), TrfError> {
        if self.once.insert((what, round, team)) {
            return Ok(());
        }
        Err(line.error(column, format!("team {team} has a {what} in round {round} already")))
    }

    /// Remembers that a line names a team, and returns it.
    fn name(&mut self, line: &Line<'_>, column: usize) -> Result<u16, TrfError> {
        let number = number_at(line, column, 3, "a team's number")?
            .ok_or_else(|| line.error(column, "expected a team's number, found none"))?;
        self.named.push((line.number, column, number));
        Ok(number)
    }

    fn byes(&mut self, line: &Line<'_>, teams: &mut Teams) -> Result<(), TrfError> {
        if teams.byes.is_some() {
            return Err(line.error(1, "only one line 320 is allowed: it has a team for each round"));
        }
        let points = |first: usize| -> Result<Points, TrfError> {
            let missing = || line.error(first, "expected points like 1.0, found blanks");
            line.number(first, first + 3, "points like 1.0")?.ok_or_else(missing)
        };
        let (match_points, game_points) = (points(5)?, points(10)?);
        let mut byes = Vec::new();
        for column in (15..=line.len()).step_by(4).take(usize::from(MOST_ROUNDS)) {
            let team = number_at(line, column, 3, "a team's number")?;
            self.named.extend(team.map(|team| (line.number, column, team)));
            byes.push(team);
        }
        teams.byes = Some(TeamByes { match_points, game_points, teams: byes });
        Ok(())
    }

    fn forfeit(&mut self, line: &Line<'_>, teams: &mut Teams) -> Result<(), TrfError> {
        let winner = match line.text(5, 6).as_str() {
            "+-" => Some(Colour::White),
            "-+" => Some(Colour::Black),
            "--" => None,
            other => return Err(line.error(5, format!("expected +-, -+ or --, found \"{other}\""))),
        };
        let round = round_at(line, 8)?;
        let (white, black) = (self.name(line, 12)?, self.name(line, 16)?);
        if white == black {
            return Err(line.error(16, format!("team {white} can't be its own opponent")));
        }
        for (column, team) in [(12, white), (16, black)] {
            self.once(line, column, "forfeited match", round, team)?;
        }
        teams.forfeits.push(ForfeitedMatch { winner, round, white, black });
        Ok(())
    }

    fn lineup(&mut self, line: &Line<'_>, teams: &mut Teams) -> Result<(), TrfError> {
        let round = round_at(line, 5)?;
        let (team, opponent) = (self.name(line, 9)?, self.name(line, 13)?);
        self.once(line, 9, "line-up", round, team)?;
        let columns = (17..=line.len()).step_by(5).take(MOST_PLAYERS);
        let players = columns.map(|column| number_at(line, column, 4, "a starting number"));
        teams.lineups.push(Lineup { round, team, opponent, players: players.collect::<Result<_, _>>()? });
        Ok(())
    }

    /// Settles what needs all lines.
    pub(super) fn finish(self, tournament: &mut Tournament, players: &LineNumbers) -> Result<(), TrfError> {
        let teams = &mut tournament.teams;
        teams.list.sort_by_key(|team| team.number);
        if teams.is_empty() && *teams != Teams::default() {
            let line = self.named.first().map_or(1, |(line, ..)| *line);
            return Err(TrfError::new(line, 0, "lines 300 to 362 need teams: a team's line begins with 310"));
        }
        for (line, column, number) in &self.named {
            if !self.lines.contains_key(number) {
                return Err(TrfError::new(*line, *column, format!("there is no team {number} (line 310)")));
            }
        }
        let mut owner: BTreeMap<u16, u16> = BTreeMap::new();
        for team in &teams.list {
            let line = self.lines.get(&team.number).copied().unwrap_or(1);
            for (index, number) in team.players.iter().enumerate() {
                let column = 74 + 5 * index;
                if !players.contains_key(number) {
                    return Err(TrfError::new(line, column, format!("there is no player {number}")));
                }
                if let Some(other) = owner.insert(*number, team.number) {
                    let problem = format!("player {number} is in team {other} already");
                    return Err(TrfError::new(line, column, problem));
                }
            }
        }
        Ok(())
    }

    /// Whether a number is that of a team.
    pub(super) fn has(&self, number: u16) -> bool {
        self.lines.contains_key(&number)
    }
}

/// Whether the games of teams make matches.
pub(super) fn check_matches(tournament: &Tournament, players: &LineNumbers) -> Result<(), TrfError> {
    check(tournament).map_err(|wrong| {
        let line = players.get(&wrong.player).copied().unwrap_or(1);
        let problem = format!("round {}: {}", wrong.round, wrong.problem);
        TrfError::new(line, 92 + 10 * (usize::from(wrong.round) - 1), problem)
    })
}

/// A number of so many columns, `None` where it is blank or zero.
fn number_at(line: &Line<'_>, column: usize, width: usize, what: &str) -> Result<Option<u16>, TrfError> {
    Ok(line.number::<u16>(column, column + width - 1, what)?.filter(|number| *number > 0))
}

fn round_at(line: &Line<'_>, column: usize) -> Result<u16, TrfError> {
    let round = line.number::<u16>(column, column + 2, "a round")?;
    round
        .filter(|round| (1..=MOST_ROUNDS).contains(round))
        .ok_or_else(|| line.error(column, format!("expected a round, 1 to {MOST_ROUNDS}")))
}

fn colours(line: &Line<'_>, teams: &mut Teams) -> Result<(), TrfError> {
    let text = line.text(5, usize::MAX - 1);
    let colour = |character| match character {
        'W' | 'w' => Some(Colour::White),
        'B' | 'b' => Some(Colour::Black),
        _ => None,
    };
    let colours: Option<Vec<Colour>> = text.chars().map(colour).collect();
    let fits = |colours: &Vec<Colour>| (1..=MOST_PLAYERS).contains(&colours.len());
    let problem =
        || line.error(5, format!("expected the colours of the boards, like WBWB, found \"{text}\""));
    teams.colours = colours.filter(fits).ok_or_else(problem)?;
    Ok(())
}

/// `362 TW 2.0   TD 1.0   TL 0.0`, with or without a blank between symbol and points.
fn scoring(line: &Line<'_>) -> Result<MatchScoring, TrfError> {
    let mut scoring = MatchScoring::default();
    let words = line.words_from(4);
    let mut words = words.iter();
    while let Some(word) = words.next() {
        let symbol = ["TW", "TD", "TL"].into_iter().find(|symbol| word.text.starts_with(symbol));
        let Some(symbol) = symbol else {
            return Err(line.error(word.column, format!("expected TW, TD or TL, found \"{}\"", word.text)));
        };
        let value = match &word.text[symbol.len()..] {
            "" => words.next().ok_or_else(|| line.error(word.column + 2, "expected points like 2.0"))?,
            text => &Word { column: word.column + 2, text },
        };
        let points = line.points(value)?;
        match symbol {
            "TW" => scoring.win = points,
            "TD" => scoring.draw = points,
            _ => scoring.loss = points,
        }
    }
    Ok(scoring)
}

/// Writes all lines about teams, in the order of their codes.
pub(super) fn write(teams: &Teams, mut line: impl FnMut(&str)) {
    for lineup in &teams.lineups {
        let mut text = format!("300 {:>3} {:>3} {:>3}", lineup.round, lineup.team, lineup.opponent);
        for player in &lineup.players {
            let _ = write!(text, " {:>4}", player.map_or("0000".to_owned(), |number| number.to_string()));
        }
        line(&text);
    }
    for team in &teams.list {
        line(&team_line(team));
    }
    if let Some(byes) = &teams.byes {
        let mut text = format!("320 {:>4} {:>4}", narrow(byes.match_points, 4), narrow(byes.game_points, 4));
        for team in &byes.teams {
            let _ = write!(text, " {:>3}", team.map_or("000".to_owned(), |number| number.to_string()));
        }
        line(&text);
    }
    for forfeit in &teams.forfeits {
        let kind = match forfeit.winner {
            Some(Colour::White) => "+-",
            Some(Colour::Black) => "-+",
            None => "--",
        };
        line(&format!("330 {kind} {:>3} {:>3} {:>3}", forfeit.round, forfeit.white, forfeit.black));
    }
    if !teams.colours.is_empty() {
        let letter = |colour: &Colour| if *colour == Colour::White { 'W' } else { 'B' };
        line(&format!("352 {}", teams.colours.iter().map(letter).collect::<String>()));
    }
    if teams.scoring != MatchScoring::default() {
        let [win, draw, loss] =
            [teams.scoring.win, teams.scoring.draw, teams.scoring.loss].map(|points| narrow(points, 4));
        line(&format!("362 TW{win:>4}   TD{draw:>4}   TL{loss:>4}"));
    }
}

/// Points in so many columns; what was read from them fits.
fn narrow(points: Points, columns: usize) -> String {
    in_columns(points, columns).unwrap_or_else(|| points.to_string())
}

fn team_line(team: &Team) -> String {
    fn shown<T: ToString>(value: Option<T>) -> String {
        value.map(|value| value.to_string()).unwrap_or_default()
    }
    let mut text = format!(
        "310 {:>3} {:<32} {:<5} {:>6} {:>6} {:>6} {:>3} ",
        team.number,
        cut(&team.name, 32),
        cut(&team.nickname, 5),
        shown(team.strength),
        team.match_points.map(|points| narrow(points, 6)).unwrap_or_default(),
        team.game_points.map(|points| narrow(points, 6)).unwrap_or_default(),
        shown(team.rank),
    );
    for player in &team.players {
        let _ = write!(text, " {player:>4}");
    }
    text.trim_end().to_owned()
}
