// SPDX-License-Identifier: AGPL-3.0-or-later
//! Rounds in which somebody is not paired: who asks, who takes it back, and what is left.

use tabiya_events::decide::{Command, Refusal, Who, WrongBye};
use tabiya_events::event::{Absence, Card, EntrantId, Format, Outcome, Plays, Settings};
use tabiya_events::view::{self, Standings, Visitor};
use tabiya_protocol::events::{AbsenceView, ByeView, ByesView, EventId, EventView, KeizerRules};

use crate::played::{Played, player};

const SWISS: Format = Format::Swiss { rounds: 5, baku: false };
const ANN: EntrantId = EntrantId(1);

fn by(number: u8) -> Who {
    Who::Player { player: player(number), staff: false }
}

/// An event of accounts, the first of which is Ann's.
fn of(format: Format) -> Played {
    let mut played = Played::new(Settings::new("Open", format, None, 1));
    for number in 1..=6 {
        let card = Card::new(format!("Online {number}"), Some(2000 - u16::from(number)));
        let plays = Some(Plays::OverTheBoard);
        played.act(&Command::Enter { player: Some(player(number)), card, plays }).unwrap();
    }
    played
}

fn keizer() -> Played {
    of(Format::Keizer { rounds: 5, rules: KeizerRules::default() })
}

fn ask(round: u16) -> Command {
    Command::AskBye { entrant: ANN, round }
}

fn cancel(round: u16) -> Command {
    Command::CancelBye { entrant: ANN, round }
}

fn away(round: u16, absence: Absence) -> Command {
    Command::Away { entrant: ANN, round, absence }
}

fn seen(played: &Played, who: Option<Who>) -> EventView {
    let visitor = Visitor { who, is_ghost: &|_| false, owner: None, helpers: Vec::new() };
    view::event(EventId::from_bits(7), &played.event, &Standings::of(&played.event), &visitor)
}

fn mine(played: &Played) -> ByesView {
    seen(played, Some(by(1))).my_byes.expect("Ann has entered")
}

#[test]
fn a_bye_that_is_taken_back_is_left_for_another_round() {
    let mut played = of(SWISS);
    let half = |round, half| ByeView { round, half, absence: None };
    assert_eq!(mine(&played), ByesView { rounds: vec![], halves_left: 1, last_half: 3 });
    assert_eq!(played.act_as(&ask(2), None, by(1)), Ok(1));
    assert_eq!(played.act_as(&ask(3), None, by(1)), Ok(1));
    assert_eq!((mine(&played).rounds, mine(&played).halves_left), (vec![half(2, true), half(3, false)], 0));
    assert_eq!(played.act_as(&cancel(2), None, by(2)), Err(Refusal::NotYours));
    assert_eq!(played.act_as(&cancel(2), None, by(1)), Ok(1));
    assert_eq!(played.act_as(&cancel(2), None, by(1)), Ok(0), "a second press does nothing");
    assert_eq!((mine(&played).rounds, mine(&played).halves_left), (vec![half(3, false)], 1));
    played.begin_round().unwrap();
    assert_eq!(played.act(&cancel(1)), Err(WrongBye::NotToCome(1).into()));
    played.end_round(|_, _| Outcome::Draw);
    played.begin_round().unwrap();
    assert!(played.event.rounds[1].board_of(ANN).is_some(), "she plays after all");
}

#[test]
fn a_bye_of_a_later_round_leaves_the_draft_and_one_of_its_own_round_discards_it() {
    let mut played = of(SWISS);
    played.pair().unwrap();
    for command in [ask(2), cancel(2)] {
        assert_eq!(played.act(&command), Ok(1));
        assert!(played.event.draft().is_some(), "{command:?}");
    }
    assert_eq!(played.act(&ask(1)), Ok(2));
    assert!(played.event.draft().is_none());
    played.pair().unwrap();
    assert_eq!(played.event.rounds[0].half_byes, [ANN]);
    assert_eq!(played.act(&cancel(1)), Ok(2));
    assert!(played.event.draft().is_none());
}

#[test]
fn what_an_organiser_says_of_an_absence_the_player_does_not_take_back() {
    let mut played = keizer();
    assert_eq!(played.act_as(&away(1, Absence::Excused), None, by(1)), Ok(1));
    assert_eq!(played.act_as(&away(2, Absence::ClubDuty), None, by(1)), Err(Refusal::NotYours));
    played.act(&away(2, Absence::ClubDuty)).unwrap();
    assert_eq!(played.act_as(&cancel(2), None, by(1)), Err(Refusal::NotYours));
    assert_eq!(played.act_as(&cancel(1), None, by(1)), Ok(1));
    let duty = ByeView { round: 2, half: false, absence: Some(AbsenceView::ClubDuty) };
    assert_eq!(mine(&played), ByesView { rounds: vec![duty], halves_left: 0, last_half: 0 });
    assert_eq!(played.act(&cancel(2)), Ok(1), "an organiser may");
    assert_eq!(mine(&played).rounds, []);
}

#[test]
fn past_absences_of_a_keizer_are_shown_because_they_can_be_changed() {
    let mut played = keizer();
    played.act(&Command::Pause(ANN)).unwrap();
    played.begin_round().unwrap();
    let was = |absence| vec![ByeView { round: 1, half: false, absence: Some(absence) }];
    assert_eq!(mine(&played).rounds, was(AbsenceView::Excused));
    played.act(&away(1, Absence::Unexcused)).unwrap();
    assert_eq!(mine(&played).rounds, was(AbsenceView::Unexcused));
}

#[test]
fn byes_are_for_the_player_and_for_organisers() {
    let mut played = of(SWISS);
    played.act(&ask(2)).unwrap();
    for stranger in [None, Some(by(99))] {
        let shown = seen(&played, stranger);
        assert_eq!((shown.my_byes, &shown.entrants[0].desk), (None, &None));
    }
    let other = seen(&played, Some(by(2)));
    assert_eq!((other.my_byes.map(|byes| byes.rounds), &other.entrants[0].desk), (Some(vec![]), &None));
    let desk = seen(&played, Some(by(250))).entrants[0].desk.clone().expect("the owner's desk");
    assert_eq!(desk.byes, Some(mine(&played)));
    let table = of(Format::RoundRobin { cycles: 1 });
    assert_eq!(seen(&table, Some(by(1))).my_byes, None, "nobody asks for byes there");
}
