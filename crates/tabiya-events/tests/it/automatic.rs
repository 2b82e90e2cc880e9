// SPDX-License-Identifier: AGPL-3.0-or-later
//! When rounds begin by themselves.

use tabiya_events::decide::{Command, Refusal, Who};
use tabiya_events::event::{Format, Outcome, Settings};
use tabiya_game::Time;

use crate::played::{Played, player};

const SWISS: Format = Format::Swiss { rounds: 3, baku: false };
const START: Time = Time(1_000_000);

/// An event that begins at a time, with two minutes between its rounds. The clock of the journal is its numbers.
fn timed(players: u16) -> Played {
    let settings =
        Settings { starts: Some(START), pause: Some(120), ..Settings::new("Timed", SWISS, None, 7) };
    let mut played = Played::new(settings);
    for number in 1..=players {
        played.enter(&format!("Player {number}"), Some(2500 - 10 * number));
    }
    played
}

fn two_minutes_after(played: &Played) -> Option<(u16, Time)> {
    Some((played.event.last_published() + 1, Time(played.event.head + 120_000)))
}

#[test]
fn each_round_follows_the_last_result_of_the_one_before() {
    let mut played = timed(6);
    assert_eq!(played.event.next_start(), Some((1, START)));
    for round in 1..=3 {
        played.begin_round().unwrap();
        assert_eq!(played.event.next_start(), None, "games are played");
        played.end_round(|_, _| Outcome::WhiteWins);
        let expected = if round < 3 { two_minutes_after(&played) } else { None };
        assert_eq!(played.event.next_start(), expected, "after round {round}");
    }
}

#[test]
fn a_correction_or_a_late_result_does_not_move_the_next_round() {
    let mut played = timed(6);
    played.begin_round().unwrap();
    played.act(&Command::Postpone { round: 1, board: 3 }).unwrap();
    played.result(None, 1, Outcome::WhiteWins).unwrap();
    played.result(None, 2, Outcome::WhiteWins).unwrap();
    let next = two_minutes_after(&played);
    assert_eq!(played.event.next_start(), next);
    played.result(None, 1, Outcome::Draw).unwrap();
    assert_eq!(played.event.next_start(), next);
    played.pair().unwrap();
    played.act(&Command::Publish).unwrap();
    played.result(Some(1), 3, Outcome::Draw).unwrap();
    assert_eq!(played.event.next_start(), next, "the published round begins at its time");
}

#[test]
fn a_round_that_was_withdrawn_waits_for_an_organiser() {
    let mut played = timed(6);
    played.pair().unwrap();
    played.act(&Command::Publish).unwrap();
    assert_eq!(played.event.next_start(), Some((1, START)));
    played.act(&Command::WithdrawPublication { reason: "wrong list".to_owned() }).unwrap();
    assert_eq!(played.event.next_start(), None);
    let later = Time(2_000_000);
    played.act(&Command::SetStart(Some(later))).unwrap();
    assert_eq!(played.event.next_start(), Some((1, later)));
    assert_eq!(played.act(&Command::SetStart(Some(later))), Ok(0), "it is set so already");
    played.act(&Command::SetStart(None)).unwrap();
    assert_eq!(played.event.next_start(), None, "by hand");
    played.begin_round().unwrap();
    played.end_round(|_, _| Outcome::Draw);
    assert_eq!(played.event.next_start(), two_minutes_after(&played), "what was set was about one round");
}

#[test]
fn a_single_round_has_a_time_also_where_rounds_are_begun_by_hand() {
    let mut played = Played::of(SWISS, 6);
    assert_eq!(played.event.next_start(), None);
    played.act(&Command::SetStart(Some(START))).unwrap();
    assert_eq!(played.event.next_start(), Some((1, START)));
    played.begin_round().unwrap();
    played.end_round(|_, _| Outcome::Draw);
    assert_eq!(played.event.next_start(), None);
    played.act(&Command::Finish).unwrap();
    assert_eq!(played.act(&Command::SetStart(Some(START))), Err(Refusal::Over));
}

#[test]
fn helpers_change_the_timetable_and_nothing_else_and_a_draft_stays() {
    let mut played = timed(6);
    played.act(&Command::Helper { player: player(9), helps: true }).unwrap();
    played.pair().unwrap();
    let helper = Who::Player { player: player(9), staff: false };
    let slower = Settings { pause: Some(600), ..played.event.settings.clone() };
    assert_eq!(played.act_as(&Command::ChangeSettings(slower.clone()), None, helper), Ok(1));
    assert!(played.event.draft().is_some(), "no pairing follows from the hour");
    let renamed = Settings { name: "Mine".to_owned(), ..slower.clone() };
    let refused = played.act_as(&Command::ChangeSettings(renamed), None, helper);
    assert_eq!(refused, Err(Refusal::OwnerOnly));
    let stranger = Who::Player { player: player(10), staff: false };
    let faster = Settings { pause: None, ..slower };
    assert_eq!(played.act_as(&Command::ChangeSettings(faster), None, stranger), Err(Refusal::NotYours));
}
