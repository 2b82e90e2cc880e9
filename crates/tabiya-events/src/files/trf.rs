// SPDX-License-Identifier: AGPL-3.0-or-later
//! An event as FIDE's tournament report file.

use tabiya_game::{Bonus, TimeControl};
use tabiya_rules::Color;
use tabiya_tournament::{Dialect, TrfFile};

use crate::event::{Event, Format, Plays};
use crate::table::Table;
use crate::tournament::Numbered;

/// The event's published rounds. Date of birth, sex and FIDE's number are written where `full` is set: such a file is the
/// arbiter's. The column of the rating is for FIDE's alone; a national rating stays out of it.
pub fn trf(event: &Event, full: bool) -> String {
    let mut numbered = Numbered::of(event);
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
    };
    let mut file = TrfFile::from(numbered.tournament);
    file.head("062", &players.to_string());
    file.head("072", &rated.to_string());
    file.head("092", kind);
    if let Some(time) = event.settings.time {
        file.head("122", &time_in_words(time));
    }
    if event.entrants.iter().any(|entrant| entrant.plays == Plays::Online) {
        file.comment("games are played online on a server of Tabiya");
    }
    file.comment(&format!("written by Tabiya {} after round {rounds}", env!("CARGO_PKG_VERSION")));
    file.write(Dialect::Trf26)
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
