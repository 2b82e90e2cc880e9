// SPDX-License-Identifier: AGPL-3.0-or-later
//! An event as FIDE's tournament report file.

use tabiya_game::{Bonus, TimeControl};
use tabiya_rules::{Color, Variant};
use tabiya_tournament::teams::{Lineup, Team, Teams};
use tabiya_tournament::{Cell, Dialect, GameResult, Points, TrfFile};

use crate::event::{BoardGame, Day, EntrantId, Event, Format, Plays, Round, TeamSide, number};
use crate::table::Table;
use crate::tournament::Numbered;

/// The event's published rounds. Date of birth, sex and FIDE's number are written where `full` is set: such a file is the
/// arbiter's. The column of the rating is for FIDE's alone; a national rating stays out of it.
///
/// For FIDE's rating, games that were played online stand there as games that are not rated, with the points that they are worth.
pub fn trf(event: &Event, full: bool) -> String {
    written(event, full, false)
}

/// The same, with the games that were played online as rated ones.
pub fn trf_with_online(event: &Event, full: bool) -> String {
    written(event, full, true)
}

fn written(event: &Event, full: bool, with_online: bool) -> String {
    let mut numbered = Numbered::of(event);
    let unrated = if with_online { 0 } else { leave_online_out(event, &mut numbered) };
    for line in Table::of(event).lines {
        let Some(number) = numbered.number_of(line.entrant) else { continue };
        let player = &mut numbered.tournament.players[usize::from(number) - 1];
        player.rank = u16::try_from(line.rank).ok();
        player.rating = event.entrant(line.entrant).and_then(|entrant| entrant.card.rating);
    }
    if !full {
        for player in &mut numbered.tournament.players {
            player.sex = None;
            player.birth.clear();
            player.fide_id.clear();
        }
    }
    let players = &numbered.tournament.players;
    let rated = players.iter().filter(|player| player.rating.is_some()).count();
    let (players, rounds) = (players.len(), event.last_published());
    let kind = match event.settings.format {
        Format::Swiss { .. } => "Individual: Swiss-System (FIDE Dutch)",
        Format::RoundRobin { cycles: 1 } => "Individual: Round-Robin",
        Format::RoundRobin { cycles: 2 } => "Individual: Double Round-Robin",
        Format::RoundRobin { .. } => "Individual: Multi-Round-Robin",
        Format::KnockOut { .. } => "Individual: Knock-Out",
        Format::Keizer { .. } => "Individual: Keizer",
        Format::Arena { .. } => "Individual: Arena",
        Format::TeamMatch { everyone: false, .. } => "Team: Match",
        Format::TeamMatch { everyone: true, .. } => "Team: Scheveningen",
    };
    let teams = teams(event, &numbered);
    let team_count = teams.list.len();
    numbered.tournament.teams = teams;
    let mut file = TrfFile::from(numbered.tournament);
    let report = &event.settings.report;
    let days: Vec<Option<Day>> =
        (1..=event.total_rounds().max(rounds)).map(|round| report.date(round)).collect();
    file.head("022", &report.city);
    file.head("032", &report.federation);
    if let (Some(first), Some(last)) = (days.iter().flatten().min(), days.iter().flatten().max()) {
        file.head("042", &first.in_full());
        file.head("052", &last.in_full());
    }
    file.head("062", &players.to_string());
    file.head("072", &rated.to_string());
    if team_count > 0 {
        file.head("082", &team_count.to_string());
    }
    file.head("092", kind);
    file.head("102", &report.chief_arbiter);
    for deputy in &report.deputies {
        file.head("112", deputy);
    }
    if let Some(time) = event.settings.time {
        file.head("122", &time_in_words(time));
    }
    let days: Vec<Option<String>> = days.iter().map(|day| day.map(Day::in_short)).collect();
    file.round_dates(&days);
    if event.entrants.iter().any(|entrant| entrant.plays == Plays::Online) {
        file.comment("games are played online on a server of Tabiya");
    }
    if event.settings.variant == Variant::Chess960 {
        file.comment("the games are Chess960");
    }
    if event.games_per_pairing() > 1 {
        let games = event.games_per_pairing();
        file.comment(&format!("each pairing has {games} games, and a round is worth their points together"));
    }
    for (round, before) in &event.earlier_tie_breaks {
        file.comment(&format!("tie-breaks changed after round {round}, before: {}", before.join(" ")));
    }
    if unrated > 0 {
        file.comment(&format!("{unrated} online games are not rated: W, D, L"));
    }
    file.comment(&format!("written by Tabiya {} after round {rounds}", env!("CARGO_PKG_VERSION")));
    file.write(Dialect::Trf26)
}

/// Marks games that were played on this server as not rated. Returns how many there are.
fn leave_online_out(event: &Event, numbered: &mut Numbered) -> usize {
    let mut games = 0;
    for (round, these) in (1_u16..).zip(event.published()) {
        for board in these.boards.iter().filter(|board| board.games.iter().any(was_online)) {
            let cells = board.players().map(|id| {
                let player = usize::from(numbered.number_of(id)?).checked_sub(1)?;
                let cells = &mut numbered.tournament.players.get_mut(player)?.cells;
                let cell = cells.get_mut(usize::from(round) - 1)?;
                let Cell::Game { result, .. } = cell else { return None };
                let not_rated = not_rated(*result);
                let was_rated = not_rated != *result;
                *result = not_rated;
                Some(was_rated)
            });
            games += usize::from(cells.contains(&Some(true)));
        }
    }
    games
}

/// Whether a game was played on this server, and not over the board because its players were somewhere else.
const fn was_online(game: &BoardGame) -> bool {
    game.game.is_some() && !game.left
}

/// The result as that of a game that is not rated.
const fn not_rated(result: GameResult) -> GameResult {
    match result {
        GameResult::Win => GameResult::ShortWin,
        GameResult::Draw => GameResult::ShortDraw,
        GameResult::Loss => GameResult::ShortLoss,
        GameResult::ShortWin
        | GameResult::ShortDraw
        | GameResult::ShortLoss
        | GameResult::ForfeitWin
        | GameResult::ForfeitLoss
        | GameResult::Unknown => result,
    }
}

/// The teams of a team match with the line-up of each round; no teams in other formats.
fn teams(event: &Event, numbered: &Numbered) -> Teams {
    let Some(names) = event.team_names() else { return Teams::default() };
    let points = event.team_points();
    let list = TeamSide::BOTH.map(|team| {
        let of_team = |id: &EntrantId| event.entrant(*id).is_some_and(|one| one.team == Some(team));
        let players = numbered.entrants.iter().copied().filter(of_team);
        Team {
            number: number_of(team),
            name: names[team.index()].clone(),
            game_points: Some(Points::tenths(points[team.index()])),
            players: players.filter_map(|id| numbered.number_of(id)).collect(),
            ..Team::default()
        }
    });
    let mut lineups = Vec::new();
    for (round, these) in (1..).zip(event.published()) {
        for (team, opponent) in [(&list[0], &list[1]), (&list[1], &list[0])] {
            let players = line_up(these, numbered, team);
            // Without a line of its own, those who play sit in the order of the team.
            let usual = team.players.iter().copied().map(Some).filter(|number| players.contains(number));
            if !usual.eq(players.iter().copied()) {
                lineups.push(Lineup { round, team: team.number, opponent: opponent.number, players });
            }
        }
    }
    Teams { list: list.into(), lineups, ..Teams::default() }
}

/// Who played for a team on each board of a round; `None` where nobody did.
fn line_up(round: &Round, numbered: &Numbered, team: &Team) -> Vec<Option<u16>> {
    let own = |players: &[EntrantId]| {
        let numbers = players.iter().filter_map(|id| numbered.number_of(*id));
        numbers.into_iter().find(|number| team.players.contains(number))
    };
    let played = round.boards.iter().map(|board| own(&board.players()));
    let mut players: Vec<_> = played.chain(round.byes.iter().map(|id| own(&[*id]))).collect();
    while players.last() == Some(&None) {
        players.pop();
    }
    players
}

fn number_of(team: TeamSide) -> u16 {
    number(team.index() + 1)
}

/// `90 min + 30 s` as arbiters write it.
fn time_in_words(time: TimeControl) -> String {
    let Some(clock) = time.clock_of(Color::White) else {
        let TimeControl::Correspondence { days } = time else { return String::new() };
        return format!("{} days for each move", days.span().0 / 86_400_000);
    };
    let minutes = f64::from(clock.initial().0) / 60_000.0;
    let (bonus, word) = match clock.bonus() {
        Bonus::Increment(time) => (time, "increment"),
        Bonus::Delay(time) => (time, "delay"),
        Bonus::Bronstein(time) => (time, "delay"),
    };
    let seconds = f64::from(bonus.0) / 1000.0;
    format!("{minutes} min + {seconds} s {word}")
}

#[cfg(test)]
mod tests {
    use tabiya_game::Millis;

    use super::*;

    #[test]
    fn times_are_written_as_arbiters_do() {
        let time = |minutes: u32, seconds| {
            TimeControl::new(Millis::from_secs(minutes * 60), Millis::from_secs(seconds)).expect("a control")
        };
        assert_eq!(time_in_words(time(90, 30)), "90 min + 30 s increment");
        assert_eq!(time_in_words(time(5, 0)), "5 min + 0 s increment");
    }
}
