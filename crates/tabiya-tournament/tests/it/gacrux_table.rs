// SPDX-License-Identifier: MIT OR Apache-2.0
//! Standings as `fide_checker.py` compares them with Gacrux's, with every code and every modifier; the example `compare`
//! uses this file too.
//!
//! Left out is where Gacrux takes another way: `/P` for codes that C.07 gives no unplayed rounds, which it does not read; `PS/M1`,
//! of which it cuts the low end alone; the games won and played with Black in a round robin with forfeits, where it leaves out
//! forfeit wins, which are games by article 15.2; Koya in a double round robin that a player left at the start, of whose free rounds
//! it counts one alone; Fore Buchholz of game points where a match of the last round was forfeited, which it takes for drawn with match points alone;
//! and for teams ranked by game points `WIN`, `WON` and `REP` without `:MP`, where
//! it counts boards in place of rounds.

use tabiya_tournament::standings::standings;
use tabiya_tournament::team_standings::team_standings;
use tabiya_tournament::teams::TeamScore;
use tabiya_tournament::tiebreak::Value;
use tabiya_tournament::{Points, System, TieBreak, Tournament};

const CUTS: [&str; 5] = ["", "/C1", "/C2", "/M1", "/M2"];
const FORFEITS: [&str; 2] = ["", "/P"];
const LIMITS: [&str; 5] = ["", "/L+1", "/L+2", "/L-1", "/L-3"];
const ON_BOARD: [&str; 3] = ["WON", "BPG", "BWG"];

/// Codes with each of some endings.
fn each(codes: &[&str], endings: &[&str]) -> Vec<String> {
    codes.iter().flat_map(|code| endings.iter().map(move |ending| format!("{code}{ending}"))).collect()
}

/// Codes with each cut, with and without `/P`.
fn cut(codes: &[&str]) -> Vec<String> {
    let cuts = each(codes, &CUTS);
    each(&cuts.iter().map(String::as_str).collect::<Vec<_>>(), &FORFEITS)
}

fn has_forfeits(event: &Tournament) -> bool {
    let cells = event.players.iter().flat_map(|player| &player.cells);
    cells.filter(|cell| cell.opponent().is_some()).any(|cell| cell.played().is_none())
}

fn is_left_double(event: &Tournament) -> bool {
    let twice = matches!(event.system, System::RoundRobin { games: 2.. });
    twice && event.players.iter().any(|player| player.cells.iter().all(|cell| cell.opponent().is_none()))
}

/// All codes for players. The first one ranks those who are tied until then, so each tournament tries another. Codes with
/// Fore Buchholz come last, since Gacrux gets other ones wrong after them.
fn of_players(event: &Tournament, turn: usize) -> Vec<String> {
    let robin = event.system.is_predetermined();
    let mut codes = vec![["DE", "DE/P"][turn % 2].to_owned()];
    codes.extend(cut(&["SB"]));
    if !is_left_double(event) {
        codes.extend(each(&["KS"], &LIMITS));
    }
    codes.extend(each(&["WIN", "REP", "STD", "TPN"], &[""]));
    if !robin || !has_forfeits(event) {
        codes.extend(each(&ON_BOARD, &[""]));
    }
    codes.extend(each(&["PS"], &["", "/C1", "/C2"]));
    codes.extend(each(&["ARO"], &CUTS));
    codes.extend(each(&["TPR", "PTP", "APRO", "APPO", "RTNG"], &[""]));
    if !robin {
        codes.extend(cut(&["BH"]));
        codes.extend(each(&["AOB"], &FORFEITS));
        codes.extend(cut(&["FB", "BH/F"]));
        codes.extend(each(&["AOB/F"], &FORFEITS));
    }
    codes
}

/// All codes for teams, in the same order.
fn of_teams(event: &Tournament, turn: usize) -> Vec<String> {
    const FIRST: [&str; 9] = ["EDE", "EDET", "EDEB", "EDEBT", "EDEBB", "TBR", "BBE", "DE:MP", "DE:GP"];
    let robin = event.system.is_predetermined();
    let boards = ["TBR", "BBE"].contains(&FIRST[turn % 9]);
    let ending = if boards { "" } else { FORFEITS[turn / 9 % 2] };
    let mut codes = vec![format!("{}{ending}", FIRST[turn % 9])];
    codes.extend(cut(&["SB", "SB:MP", "SB:GP", "EMMSB", "EMGSB", "EGMSB", "EGGSB"]));
    codes.extend(each(&["KS", "KS:MP", "KS:GP"], &LIMITS));
    codes.extend(each(&["MPvGP", "BC", "WIN:MP", "REP:MP", "TPN"], &[""]));
    if !robin || event.teams.forfeits.is_empty() {
        codes.extend(each(&["WON:MP"], &[""]));
    }
    codes.extend(each(&["PS", "PS:MP", "PS:GP"], &["", "/C1", "/C2"]));
    if !robin {
        codes.extend(cut(&["BH", "BH:MP", "BH:GP"]));
        codes.extend(each(&["AOB", "AOB:MP", "AOB:GP"], &FORFEITS));
        codes.extend(each(&["SSSC", "SSSC/K3"], &FORFEITS));
        codes.extend(cut(&["FB:MP", "BH:MP/F"]));
        codes.extend(each(&["AOB:MP/F"], &FORFEITS));
        if event.teams.forfeits.iter().all(|forfeit| Some(forfeit.round) != event.rounds) {
            codes.extend(cut(&["FB", "FB:GP", "BH/F", "BH:GP/F"]));
            codes.extend(each(&["AOB/F", "AOB:GP/F", "SSSC/F", "SSSC/F/K4"], &FORFEITS));
        }
    }
    codes
}

/// A line of the standings, of a player or a team.
struct Line {
    rank: usize,
    number: u16,
    points: Points,
    values: Vec<Value>,
}

/// The table of an event that was played to its end, with the codes that take their turn. `None` where it ended early:
/// Gacrux counts the rounds that were not played as well.
pub(crate) fn table(event: &Tournament, turn: usize) -> Option<String> {
    if Some(event.rounds_paired()) != event.rounds {
        return None;
    }
    let teams = !event.teams.is_empty();
    let primary = if turn % 3 == 2 { TeamScore::GamePoints } else { TeamScore::MatchPoints };
    let codes = if teams { of_teams(event, turn) } else { of_players(event, turn) };
    let list: Vec<TieBreak> = codes.iter().map(|code| code.parse().expect("a known code")).collect();
    let lines = |list: &[TieBreak]| -> Vec<Line> {
        if teams {
            let all = team_standings(event, list, primary).expect("no code for players alone");
            let line = |one: tabiya_tournament::team_standings::TeamStanding| Line {
                rank: one.rank,
                number: one.number,
                points: one.points(primary),
                values: one.values,
            };
            return all.into_iter().map(line).collect();
        }
        let all = standings(event, list, None).expect("no code for teams alone");
        let line = |one: tabiya_tournament::standings::Standing| Line {
            rank: one.rank,
            number: one.number,
            points: one.points,
            values: one.values,
        };
        all.players.into_iter().map(line).collect()
    };
    // Of the first code Gacrux prints the place among those tied until then, and 0 where it decides nothing.
    let by_first = lines(&list[..1]);
    let place = |number| {
        let line = by_first.iter().find(|line| line.number == number).expect("everybody has a line");
        let tied = by_first.iter().filter(|other| other.points == line.points);
        let (first, last) =
            tied.fold((usize::MAX, 0), |(first, last), other| (first.min(other.rank), last.max(other.rank)));
        if first == last { 0 } else { line.rank - first + 1 }
    };
    let score = match primary {
        TeamScore::MatchPoints if teams => "PTS:MP",
        TeamScore::GamePoints if teams => "PTS:GP",
        TeamScore::MatchPoints | TeamScore::GamePoints => "PTS",
    };
    let mut table = format!("rank\tnumber\t{score}\t{}\n", codes.join("\t"));
    for line in lines(&list) {
        let values: String = line.values[1..].iter().map(|value| format!("\t{value}")).collect();
        table +=
            &format!("{}\t{}\t{}\t{}{values}\n", line.rank, line.number, line.points, place(line.number));
    }
    Some(table)
}
