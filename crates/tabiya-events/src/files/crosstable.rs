// SPDX-License-Identifier: AGPL-3.0-or-later
//! The crosstable as CSV, in the order of the standings.

use tabiya_tournament::Points;

use super::columns::row;
use crate::event::Event;
use crate::table::{Table, cell_in};
use crate::tournament::Numbered;

/// Rank, number, name, title, rating, federation, club, in a team match the team, each published round, points and each tie-break.
/// A cell of a round is `12w1` (beat 12 with White), `5b=`, `7w+`, `bye`, `½` or `−`.
pub fn csv(event: &Event) -> String {
    let table = Table::of(event);
    let numbered = Numbered::of(event);
    let rounds = 1..=event.last_published();
    let mut header: Vec<String> =
        ["rank", "number", "name", "title", "rating", "federation", "club"].map(str::to_owned).to_vec();
    header.extend(event.team_names().map(|_| "team".to_owned()));
    header.extend(rounds.clone().map(|round| format!("round {round}")));
    header.push("points".to_owned());
    header.extend(table.tie_breaks.iter().cloned());
    let mut out = row(&header);
    for line in &table.lines {
        let Some(entrant) = event.entrant(line.entrant) else { continue };
        let number = numbered.number_of(line.entrant).unwrap_or(0);
        let card = &entrant.card;
        let rating = card.rating.map_or(String::new(), |rating| rating.to_string());
        let mut columns =
            vec![line.rank.to_string(), number.to_string(), card.name.clone(), card.title.clone()];
        columns.extend([rating, card.federation.clone(), card.club.clone()]);
        if event.team_names().is_some() {
            columns.push(entrant.team.map_or(String::new(), |team| event.team_name(team).to_owned()));
        }
        if let Some(player) = numbered.tournament.player(number) {
            columns.extend(rounds.clone().map(|round| cell_in(&numbered.tournament, player, round)));
        }
        columns.push(Points::tenths(line.points).to_string());
        columns.extend(line.values.iter().map(ToString::to_string));
        out.push_str(&row(&columns));
    }
    out
}
