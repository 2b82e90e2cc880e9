// SPDX-License-Identifier: AGPL-3.0-or-later
//! Players who do not come to their game, with notice and without.

use tabiya_events::decide::{Command, Refusal, Who};
use tabiya_events::event::{Entry, Format, Outcome, Presence, Settings};

use crate::played::{Played, player};

const SWISS: Format = Format::Swiss { rounds: 5, baku: false };

fn forfeit(board: u16, outcome: Outcome) -> Command {
    Command::EnterResult { round: None, board, game: None, outcome }
}

fn without_notice(board: u16, outcome: Outcome) -> Command {
    Command::WithoutNotice(Box::new(forfeit(board, outcome)))
}

impl Played {
    /// Whether White and Black of a board of the first round are paired.
    fn are_paired(&self, board: usize) -> [bool; 2] {
        let there = |id| self.event.entrant(id).unwrap().presence == Presence::Present;
        self.event.rounds[0].boards[board - 1].players().map(there)
    }
}

#[test]
fn whoever_defaults_without_notice_is_not_paired_until_readmitted() {
    let mut played = Played::of(SWISS, 10);
    played.begin_round().unwrap();
    played.act(&forfeit(1, Outcome::BlackByForfeit)).unwrap();
    assert_eq!(played.are_paired(1), [true, true], "with notice");
    played.act(&without_notice(2, Outcome::BlackByForfeit)).unwrap();
    assert_eq!(played.are_paired(2), [false, true]);
    played.act(&without_notice(3, Outcome::WhiteByForfeit)).unwrap();
    assert_eq!(played.are_paired(3), [true, false]);
    played.act(&without_notice(4, Outcome::BothForfeit)).unwrap();
    assert_eq!(played.are_paired(4), [false, false]);
    played.act(&without_notice(5, Outcome::Draw)).unwrap();
    assert_eq!(played.are_paired(5), [true, true], "they came");
    played.pair().unwrap();
    let away = played.event.rounds[0].boards[1].white;
    assert_eq!(played.event.rounds[1].board_of(away), None);
    // Whoever comes back is readmitted by an organiser, and takes part in the next pairing.
    played.act(&Command::UndoDraft).unwrap();
    played.act(&Command::Rejoin(away)).unwrap();
    played.pair().unwrap();
    assert!(played.event.rounds[1].board_of(away).is_some());
}

#[test]
fn that_there_was_no_notice_is_said_afterwards_too_and_a_correction_readmits_nobody() {
    let mut played = Played::of(SWISS, 6);
    played.begin_round().unwrap();
    played.end_round(|_, _| Outcome::BlackByForfeit);
    played.pair().unwrap();
    assert_eq!(played.act(&without_notice(1, Outcome::BlackByForfeit)), Ok(2), "the draft, and the pause");
    assert!(played.event.draft().is_none(), "it had the absent player");
    assert_eq!(played.are_paired(1), [false, true]);
    assert_eq!(played.act(&without_notice(1, Outcome::BlackByForfeit)), Ok(0));
    played.act(&forfeit(1, Outcome::WhiteWins)).unwrap();
    assert_eq!(played.are_paired(1), [false, true], "the organiser readmits");
}

#[test]
fn players_do_not_readmit_themselves_and_a_table_has_a_place_for_each() {
    let mut played = Played::new(Settings::new("Open", Format::Swiss { rounds: 3, baku: false }, None, 1));
    for number in 1..=4 {
        let card = tabiya_events::event::Card::new(format!("Online {number}"), Some(1500));
        let plays = Some(tabiya_events::event::Plays::OverTheBoard);
        played.act(&Command::Enter { player: Some(player(number)), card, plays }).unwrap();
    }
    played.begin_round().unwrap();
    played.act(&without_notice(1, Outcome::WhiteByForfeit)).unwrap();
    let away = played.event.rounds[0].boards[0].black;
    let own = Who::Player { player: played.event.entrant(away).unwrap().player.unwrap(), staff: false };
    assert!(played.act_as(&Command::Rejoin(away), None, own).is_err());
    let stranger = Who::Player { player: player(99), staff: false };
    let refused = played.act_as(&without_notice(2, Outcome::WhiteByForfeit), None, stranger);
    assert_eq!(refused, Err(Refusal::NotYours));
    let mut table = Played::of(Format::RoundRobin { cycles: 1 }, 4);
    table.begin_round().unwrap();
    table.act(&without_notice(1, Outcome::WhiteByForfeit)).unwrap();
    assert!(!table.journal.iter().any(|record| matches!(record.entry, Entry::Paused { .. })));
}
