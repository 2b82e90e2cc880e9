// SPDX-License-Identifier: MIT OR Apache-2.0
//! Writing a tournament file.

use std::fmt::Write as _;

use super::columns::cut;
use super::{TrfFile, columns, teams};
use crate::assigned::AssignedPoints;
use crate::tournament::{MOST_ROUNDS, OddPoints, RequestedBye, VirtualPoints};
use crate::{Bye, Cell, Colour, GameResult, Player, Points, Scoring, System, Tournament};

/// How the settings are spelt. Players' lines are the same in both.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Dialect {
    /// TRF26's numbered lines, which bbpPairings and Gacrux read.
    #[default]
    Trf26,
    /// JaVaFo's `XX` lines.
    JaVaFo,
}

impl TrfFile {
    /// The file as text; lines end with LF. Lines that were not understood stand where they stood: before or after
    /// the players.
    pub fn write(&self, dialect: Dialect) -> String {
        let mut out = String::new();
        let kept = |before| self.kept.iter().filter(move |line| line.before_players == before);
        let tournament = &self.tournament;
        let has = |code: &str| self.kept.iter().any(|line| line.text.starts_with(code));
        if !has("012") && !tournament.name.is_empty() {
            line(&mut out, &format!("012 {}", tournament.name));
        }
        kept(true).for_each(|kept| line(&mut out, &kept.text));
        match dialect {
            Dialect::Trf26 => trf26(&mut out, tournament),
            Dialect::JaVaFo => javafo(&mut out, tournament),
        }
        system(&mut out, tournament);
        if !tournament.tie_breaks.is_empty() {
            line(&mut out, &format!("202 {}", tournament.tie_breaks.join(",")));
        }
        // Lines that were read are kept as they were.
        if !has("299") {
            odd(&mut out, &tournament.odd_points);
            assigned(&mut out, &tournament.assigned_points);
        }
        let is_open = |cell: &Cell| matches!(cell, Cell::Game { result: GameResult::Unknown, .. });
        let complete = !tournament.players.iter().any(|player| player.cells.iter().any(is_open));
        tournament.players.iter().for_each(|one| line(&mut out, &player(tournament, one, complete)));
        teams::write(&tournament.teams, |text| line(&mut out, text));
        kept(false).for_each(|kept| line(&mut out, &kept.text));
        out
    }
}

/// Adds a line. Line ends inside of it become blanks.
fn line(out: &mut String, text: &str) {
    out.extend(text.chars().map(|character| if matches!(character, '\r' | '\n') { ' ' } else { character }));
    out.push('\n');
}

fn system(out: &mut String, tournament: &Tournament) {
    let teams = !tournament.teams.is_empty();
    match &tournament.system {
        System::Dutch { .. } | System::Unstated if teams => line(out, "192 CUSTOM_TEAM_SWISS"),
        System::RoundRobin { games: 1 } if teams => line(out, "192 FIDE_TEAM_ROUNDROBIN"),
        System::RoundRobin { games: 2 } if teams => line(out, "192 FIDE_TEAM_DOUBLEROUNDROBIN"),
        System::Dutch { baku: false } | System::Unstated => line(out, "192 FIDE_DUTCH"),
        System::Dutch { baku: true } => line(out, "192 FIDE_DUTCH_BAKU"),
        System::RoundRobin { games } => line(out, &format!("192 BERGER_ROUNDROBIN_G{games}")),
        System::KnockOut => line(out, "192 CUSTOM_KNOCKOUT"),
        System::Other(code) => line(out, &format!("192 {code}")),
    }
}

/// Lines `299` without a type: points that do not follow from the results.
fn odd(out: &mut String, list: &[OddPoints]) {
    for OddPoints { match_points, points, round, players } in list {
        let written = |points: Points| match points {
            Points::ZERO => String::new(),
            points => columns::in_four(points).unwrap_or_else(|| points.to_string()),
        };
        let (matches, points, round) = (written(*match_points), written(*points), round.unwrap_or(0));
        line(out, &format!("299    {matches:>4}  {points:>4}  {round:03} {}", numbers(players)));
    }
}

/// Lines `299` with a type.
fn assigned(out: &mut String, list: &[AssignedPoints]) {
    let written = |points: Option<Points>| points.and_then(columns::in_four).unwrap_or_default();
    for AssignedPoints { outcome, match_points, points, round, players } in list {
        let (letter, round) = (outcome.letter(), round.unwrap_or(0));
        let (matches, points) = (written(*match_points), written(*points));
        line(out, &format!("299 {letter}  {matches:>4}  {points:>4}  {round:03} {}", numbers(players)));
    }
}

fn byes<'a>(out: &mut String, byes: impl Iterator<Item = &'a RequestedBye>) {
    for bye in byes {
        let kind = match bye.bye {
            Bye::Full => 'F',
            Bye::Half => 'H',
            Bye::Zero | Bye::PairingAllocated => 'Z',
        };
        line(out, &format!("240 {kind} {:03} {}", bye.round, numbers(&bye.players)));
    }
}

fn trf26(out: &mut String, tournament: &Tournament) {
    if let Some(rounds) = tournament.rounds {
        line(out, &format!("142 {rounds}"));
    }
    match tournament.first_colour {
        Some(Colour::White) => line(out, "152 W"),
        Some(Colour::Black) => line(out, "152 B"),
        None => {}
    }
    scoring(out, &tournament.scoring);
    byes(out, tournament.byes.iter());
    for points in &explicit_virtual_points(tournament) {
        let VirtualPoints { points, match_points, first_round, last_round, first_player, last_player } =
            points;
        let written = |points: Points| columns::in_four(points).unwrap_or_else(|| points.to_string());
        // Match points are those of teams, and a blank stands for none; so it does for game points beside match points.
        let none = *match_points == Points::ZERO;
        let matches = if none { String::new() } else { written(*match_points) };
        let points = if none || *points != Points::ZERO { written(*points) } else { String::new() };
        line(
            out,
            &format!(
                "250 {matches:>4} {points:>4} {first_round:>3} {last_round:>3} {first_player:>4} {last_player:>4}"
            ),
        );
    }
    for rule in &tournament.forbidden {
        let last = rule.last_round.min(tournament.rounds.unwrap_or(MOST_ROUNDS));
        if last < rule.first_round {
            continue;
        }
        line(out, &format!("260 {:03} {last:03} {}", rule.first_round, numbers(&rule.players)));
    }
}

/// The virtual points, Baku's spelt out: programs differ in what they make of `_BAKU` in line 192 where the number of
/// players is odd.
fn explicit_virtual_points(tournament: &Tournament) -> Vec<VirtualPoints> {
    if !tournament.virtual_points.is_empty() {
        return tournament.virtual_points.clone();
    }
    crate::acceleration::lines(tournament)
}

/// Line 162, where the values are not 1, ½, 0. What it can't say is said by JaVaFo's line.
fn scoring(out: &mut String, scoring: &Scoring) {
    if *scoring == Scoring::default() {
        return;
    }
    let same = Scoring {
        forfeit_loss: scoring.zero_bye,
        zero_bye: scoring.zero_bye,
        pairing_bye: scoring.pairing_bye,
        unknown: scoring.unknown,
        ..Scoring::new(scoring.white_win, scoring.white_draw, scoring.white_loss)
    };
    if same != *scoring {
        return javafo_scoring(out, scoring);
    }
    let mut text = String::from("162 ");
    let values = [
        ('W', scoring.white_win),
        ('D', scoring.white_draw),
        ('L', scoring.white_loss),
        ('A', scoring.zero_bye),
        ('P', scoring.pairing_bye),
    ];
    let unknown = (scoring.unknown != scoring.white_draw).then_some(('X', scoring.unknown));
    for (symbol, points) in values.into_iter().chain(unknown) {
        let _ = write!(text, " {symbol}{points:>4}   ");
    }
    line(out, text.trim_end());
}

fn javafo_scoring(out: &mut String, scoring: &Scoring) {
    let values = [
        ("WW", scoring.white_win),
        ("BW", scoring.black_win),
        ("WD", scoring.white_draw),
        ("BD", scoring.black_draw),
        ("WL", scoring.white_loss),
        ("BL", scoring.black_loss),
        ("FW", scoring.forfeit_win),
        ("FL", scoring.forfeit_loss),
        ("PAB", scoring.pairing_bye),
        ("FPB", scoring.full_bye),
        ("HPB", scoring.half_bye),
        ("ZPB", scoring.zero_bye),
    ];
    let text: Vec<String> = values.iter().map(|(name, points)| format!("{name}={points}")).collect();
    line(out, &format!("XXS {}", text.join(" ")));
    // JaVaFo has no name for a game whose result is not known.
    if scoring.unknown != Scoring::default().unknown {
        line(out, &format!("162  X{:>4}", scoring.unknown));
    }
}

fn javafo(out: &mut String, tournament: &Tournament) {
    if let Some(rounds) = tournament.rounds {
        line(out, &format!("XXR {rounds}"));
    }
    match tournament.first_colour {
        Some(Colour::White) => line(out, "XXC white1"),
        Some(Colour::Black) => line(out, "XXC black1"),
        None => {}
    }
    if tournament.scoring != Scoring::default() {
        javafo_scoring(out, &tournament.scoring);
    }
    let coming = tournament.rounds_paired() + 1;
    for bye in tournament.byes.iter().filter(|bye| bye.round == coming) {
        line(out, &format!("XXZ {}", numbers(&bye.players)));
    }
    // JaVaFo has no line for the byes of later rounds.
    byes(out, tournament.byes.iter().filter(|bye| bye.round > coming));
    let rounds = 1..=tournament.total_rounds().max(coming);
    for player in &tournament.players {
        let points: Vec<Points> =
            rounds.clone().map(|round| tournament.virtual_points(player.number, round)).collect();
        let Some(last) = points.iter().rposition(|points| *points != Points::ZERO) else { continue };
        let text: Vec<String> = points[..=last].iter().map(|points| format!("{points:>4}")).collect();
        line(out, &format!("XXA {:>4} {}", player.number, text.join(" ")));
    }
    for rule in
        tournament.forbidden.iter().filter(|rule| (rule.first_round..=rule.last_round).contains(&coming))
    {
        line(out, &format!("XXP {}", numbers(&rule.players)));
    }
}

fn numbers(players: &[u16]) -> String {
    let text: Vec<String> = players.iter().map(|number| format!("{number:>4}")).collect();
    text.join(" ")
}

/// A player's line. The score is the stated one, else what follows from the results; blank while results are missing,
/// and where four columns can't hold it.
fn player(tournament: &Tournament, player: &Player, complete: bool) -> String {
    let computed = || complete.then(|| tournament.score(player, tournament.rounds_paired()));
    let points = player.points.or_else(computed).and_then(columns::in_four).unwrap_or_default();
    let rating = player.rating.map_or(String::new(), |rating| rating.to_string());
    let rank = player.rank.map_or(String::new(), |rank| rank.to_string());
    let mut text = format!(
        "001 {:>4} {}{:>3} {:<33} {rating:>4} {:<3} {:>11} {:<10} {points:>4} {rank:>4}",
        player.number,
        player.sex.unwrap_or(' '),
        cut(&player.title, 3),
        cut(&player.name, 33),
        cut(&player.federation, 3),
        cut(&player.fide_id, 11),
        cut(&player.birth, 10),
    );
    for (round, cell) in (1..).zip(&player.cells) {
        if player.open.contains(&round) {
            let _ = write!(text, "{:10}", "");
            continue;
        }
        let (opponent, colour, code) = cell_text(*cell);
        let _ = write!(text, "  {opponent:>4} {colour} {code}");
    }
    // A result that is not known is a blank in its column, and other programs read it there.
    if player.cells.is_empty() { text.trim_end().to_owned() } else { text }
}

fn cell_text(cell: Cell) -> (String, char, char) {
    match cell {
        Cell::Bye(bye) => {
            let code = match bye {
                Bye::PairingAllocated => 'U',
                Bye::Full => 'F',
                Bye::Half => 'H',
                Bye::Zero => 'Z',
            };
            ("0000".into(), '-', code)
        }
        Cell::Game { opponent, colour, result } => {
            let code = match result {
                GameResult::Win => '1',
                GameResult::Draw => '=',
                GameResult::Loss => '0',
                GameResult::ShortWin => 'W',
                GameResult::ShortDraw => 'D',
                GameResult::ShortLoss => 'L',
                GameResult::ForfeitWin => '+',
                GameResult::ForfeitLoss => '-',
                GameResult::Unknown => ' ',
            };
            let colour = match colour {
                Some(Colour::White) => 'w',
                Some(Colour::Black) => 'b',
                None => '-',
            };
            (opponent.to_string(), colour, code)
        }
    }
}
