// SPDX-License-Identifier: AGPL-3.0-or-later
//! What was decided about an event is changed before its first round, or the event is cancelled.

use tabiya_events::decide::{Command, Refusal};
use tabiya_events::event::{Format, Settings, Stage};
use tabiya_events::pairing::NoPairing;

use crate::played::Played;

const SWISS: Format = Format::Swiss { rounds: 7, baku: true };
const TABLE: Format = Format::RoundRobin { cycles: 1 };

/// A Swiss of seven rounds with five players was refused, and nothing could be changed.
#[test]
fn a_swiss_of_too_many_rounds_becomes_a_round_robin_or_a_shorter_swiss_until_a_round_is_published() {
    let mut played = Played::of(SWISS, 5);
    assert!(matches!(played.pair(), Err(NoPairing::TooManyRounds { players: 5, rounds: 7, most: 5 })));
    let change = |played: &Played, format| Command::ChangeSettings(played.event.settings.in_format(format));
    let table = change(&played, TABLE);
    assert_eq!(played.act(&table), Ok(1));
    assert_eq!(played.event.settings.tie_breaks, ["DE", "SB", "KS"], "a round robin has no Buchholz");
    played.pair().unwrap();
    // Also while a draft stands, which is discarded.
    let swiss = change(&played, Format::Swiss { rounds: 5, baku: true });
    assert_eq!(played.act(&swiss), Ok(2));
    assert!(played.event.draft().is_none());
    assert_eq!(played.event.settings.tie_breaks, ["DE", "BH/C1", "BH", "SB"]);
    played.begin_round().unwrap();
    let table = change(&played, TABLE);
    assert_eq!(played.act(&table), Err(Refusal::FormatStays));
    assert_eq!(played.event.settings.format, Format::Swiss { rounds: 5, baku: true });
}

#[test]
fn what_the_organiser_chose_stays_with_the_kind_of_the_format() {
    let own = Settings { tie_breaks: vec!["BH".into()], ..Settings::new("Open", SWISS, None, 7) };
    let longer = own.in_format(Format::Swiss { rounds: 9, baku: true });
    assert_eq!(longer.tie_breaks, ["BH"]);
    assert_eq!(longer.byes.last_round, 7, "the usual one moves with the rounds");
    assert_eq!(own.in_format(TABLE).tie_breaks, ["DE", "SB", "KS"]);
    assert_eq!(own.in_format(SWISS), own);
}

#[test]
fn a_cancelled_event_says_why() {
    let mut played = Played::of(SWISS, 5);
    played.act(&Command::Cancel { reason: "The hall is closed".into() }).unwrap();
    assert_eq!(
        (played.event.stage, played.event.cancelled.as_str()),
        (Stage::Cancelled, "The hall is closed")
    );
}
