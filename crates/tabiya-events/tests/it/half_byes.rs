// SPDX-License-Identifier: AGPL-3.0-or-later
//! What the bye of whoever has no opponent is worth: one value for the whole event.

use tabiya_events::decide::{Command, Refusal};
use tabiya_events::event::{EntrantId, Event, Format, Outcome, Settings};
use tabiya_events::files;
use tabiya_events::table::Table;
use tabiya_tournament::check::check;
use tabiya_tournament::dutch::Options;
use tabiya_tournament::{Dialect, TrfFile};

use crate::played::Played;

const SWISS: Format = Format::Swiss { rounds: 5, baku: false };

/// Seven players: in each round somebody has the bye.
fn seven(half_bye: bool, games_per_pairing: u8) -> Played {
    let settings = Settings::new("Open", SWISS, None, 7);
    let mut played = Played::new(Settings { half_bye, games_per_pairing, ..settings });
    for number in 1..=7 {
        played.enter(&format!("Player {number}"), Some(2500 - 10 * number));
    }
    played
}

fn points(event: &Event, entrant: EntrantId) -> i32 {
    Table::of(event).lines.iter().find(|line| line.entrant == entrant).unwrap().points
}

#[test]
fn the_bye_is_worth_what_was_chosen_and_other_programs_read_it() {
    for (half_bye, games, worth) in [(false, 1, 10), (true, 1, 5), (false, 2, 20), (true, 2, 10)] {
        let mut played = seven(half_bye, games);
        played.begin_round().unwrap();
        let first = played.event.rounds[0].byes[0];
        assert_eq!(points(&played.event, first), worth, "half {half_bye}, {games} games");
        for round in 1..=5 {
            if round > 1 {
                played.begin_round().unwrap();
            }
            played.end_round(|_, board| if board == 2 { Outcome::Draw } else { Outcome::WhiteWins });
        }
        let byes: Vec<_> = played.event.rounds.iter().flat_map(|round| round.byes.clone()).collect();
        assert!((1..5).all(|at| !byes[..at].contains(&byes[at])), "nobody has it twice: {byes:?}");
        assert_eq!(Event::replay(&played.journal).unwrap(), played.event);
        if games > 1 {
            continue;
        }
        let text = files::trf(&played.event, true);
        assert_eq!(text.lines().any(|line| line.starts_with("162")), half_bye, "{text}");
        let read = TrfFile::read(text.as_bytes()).unwrap();
        assert_eq!(read.tournament.scoring.pairing_bye.to_string(), if half_bye { "0.5" } else { "1.0" });
        assert_eq!(check(&read.tournament, &Options::default()), [], "half {half_bye}");
        let other = TrfFile::read(read.write(Dialect::JaVaFo).as_bytes()).unwrap();
        assert_eq!(other.tournament.scoring, read.tournament.scoring);
    }
}

/// It would change what rounds were paired with.
#[test]
fn once_round_1_is_published_the_value_of_the_bye_stays() {
    let mut played = seven(false, 1);
    let change = |half_bye, played: &mut Played| {
        let settings = Settings { half_bye, ..played.event.settings.clone() };
        played.act(&Command::ChangeSettings(settings))
    };
    played.pair().unwrap();
    assert_eq!(change(true, &mut played), Ok(2), "a draft is discarded");
    assert!(played.event.draft().is_none());
    played.pair().unwrap();
    played.act(&Command::Publish).unwrap();
    assert_eq!(change(false, &mut played), Err(Refusal::FormatStays));
    assert_eq!(points(&played.event, played.event.rounds[0].byes[0]), 5);
}
