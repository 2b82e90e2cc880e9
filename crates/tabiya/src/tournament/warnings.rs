// SPDX-License-Identifier: AGPL-3.0-or-later
//! What an arbiter should know about a file that can be read: warnings on standard error.

use tabiya_tournament::{GameResult, System, TrfFile};

use crate::visible::visible;

/// What a pairing takes for granted because the file does not say it.
pub(super) fn warn_of_gaps(file: &TrfFile) {
    warn_of_settings(file);
    warn_of_results(file);
}

/// Settings that are not stated, or not followed.
pub(super) fn warn_of_settings(file: &TrfFile) {
    let event = &file.tournament;
    let by_table = matches!(event.system, System::RoundRobin { .. });
    if event.rounds.is_none() && !by_table {
        eprintln!(
            "warning: the number of rounds is not stated (line 142): the last round's exceptions are not applied"
        );
    }
    if event.first_colour.is_none() && event.rounds_paired() == 0 && !by_table {
        eprintln!("warning: the colour drawn for player 1 is not stated (line 152): White is taken");
    }
    warn_of_lines(file);
    if let System::Other(code) = &event.system {
        eprintln!(
            "warning: line 192 names {}: paired by FIDE's Dutch rules of 2026 all the same",
            visible(code)
        );
    }
}

/// Results that most often come from something forgotten.
pub(super) fn warn_of_results(file: &TrfFile) {
    let open = file.tournament.open_games();
    if let Some((round, white, black)) = open.first() {
        let others = if open.len() > 1 { format!(" and {} more", open.len() - 1) } else { String::new() };
        let last = file.tournament.rounds_paired();
        let games =
            file.tournament.players.iter().filter(|player| player.cell(last).opponent().is_some()).count()
                / 2;
        if open.iter().filter(|open| open.0 == last).count() == games && open.len() == games {
            eprintln!("warning: round {last} has no result yet: all its games are counted as drawn");
        } else {
            eprintln!("warning: no result yet of {white}-{black} in round {round}{others}: counted as drawn");
        }
    }
    let last = file.tournament.total_rounds();
    let odd = file.tournament.odd_points.iter().filter_map(|odd| odd.round);
    let assigned = file.tournament.assigned_points.iter().filter_map(|line| line.round);
    if let Some(round) = odd.chain(assigned).find(|round| *round > last) {
        eprintln!(
            "warning: a line 299 names round {round}, which is not played: its points count for nobody"
        );
    }
    for (round, one, other, result, reply) in file.tournament.uneven_games() {
        let word =
            |result| if matches!(result, GameResult::Draw | GameResult::ShortDraw) { "=" } else { "0" };
        eprintln!(
            "warning: {one}-{other} in round {round} is {} for {one} and {} for {other}: right only if the arbiter decided so",
            word(result),
            word(reply)
        );
    }
}

/// A pairing-allocated bye beside one that the organiser gave in advance: a round has only one (C.04.1 article 3).
pub(super) fn warn_of_second_bye(file: &TrfFile, round: u16, bye: u16) {
    let event = &file.tournament;
    let mut earlier = event.players.iter().filter(|player| event.has_bye_in_advance(player, round));
    if let Some(player) = earlier.next() {
        eprintln!(
            "warning: player {} has the pairing-allocated bye of round {round} already, and the number of the others is odd: \
             player {bye} has it too; give one of them a bye of another kind (F, H or Z)",
            player.number
        );
    }
}

/// Lines that have no effect, and players that seem to be missing.
fn warn_of_lines(file: &TrfFile) {
    let event = &file.tournament;
    let numbers = event.players.iter().map(|player| player.number);
    if let Some((missing, _)) = (1..).zip(numbers).find(|(expected, number)| expected != number) {
        eprintln!("warning: starting number {missing} is missing");
    }
    if let Some((one, other)) = file.ranked_otherwise() {
        eprintln!(
            "warning: XXC rank asks to pair by the ranks of columns 86 to 89, which put {other} before {one} at equal points: \
             paired by starting numbers all the same (C.04.2 article 2)"
        );
    }
    for bye in event.byes.iter().filter(|_| event.teams.is_empty()) {
        let players: Vec<String> = bye.players.iter().map(ToString::to_string).collect();
        let players = players.join(", ");
        let played = bye.players.iter().filter(|number| {
            event
                .player(**number)
                .is_some_and(|player| event.requested_bye(player, bye.round) != Some(bye.bye))
        });
        if bye.round == 0 || event.rounds.is_some_and(|rounds| bye.round > rounds) {
            eprintln!(
                "warning: a line 240 names round {}, which is not played: no bye for {players}",
                bye.round
            );
        } else if let Some(player) = played.min() {
            eprintln!(
                "warning: round {} of player {player} is in the file already: the line 240 has no effect there; change the \
                 player's own line",
                bye.round
            );
        }
    }
    if event.teams.is_empty() && file.kept_lines().any(|line| line.starts_with("013 ")) {
        eprintln!(
            "warning: lines 013 name teams in an old form, which is not read: write lines 310 to rank teams"
        );
    }
}
