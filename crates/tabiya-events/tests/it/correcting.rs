// SPDX-License-Identifier: AGPL-3.0-or-later
//! Corrections of what is known about an entrant, and of a withdrawal.

use tabiya_events::decide::{Command, Refusal, Who, WrongMember, WrongPresence};
use tabiya_events::entrants::card_for;
use tabiya_events::event::{Card, EntrantId, Event, Format, Outcome, Plays, Presence, WrongCard};
use tabiya_events::table::Table;
use tabiya_protocol::events::CardCorrection;

use crate::played::{Played, player};

const SWISS: Format = Format::Swiss { rounds: 5, baku: false };
const ALL: Format = Format::RoundRobin { cycles: 1 };
/// The accounts of the owner, a helper and a stranger.
const OWNER: u8 = 250;
const HELPER: u8 = 251;
const STRANGER: u8 = 252;

fn by(number: u8) -> Who {
    Who::Player { player: player(number), staff: false }
}

fn correct(entrant: u16, correction: CardCorrection) -> Command {
    Command::Correct { entrant: EntrantId(entrant), correction: Box::new(correction) }
}

fn rated(rating: u16) -> CardCorrection {
    CardCorrection { rating: Some(rating), ..CardCorrection::default() }
}

fn text(text: &str) -> Option<String> {
    Some(text.to_owned())
}

fn with_helper() -> Played {
    let mut played = Played::of(SWISS, 4);
    played.act(&Command::Helper { player: player(HELPER), helps: true }).unwrap();
    played
}

#[test]
fn what_is_not_said_stays_and_blanks_count_for_nothing() {
    let mut played = Played::of(SWISS, 0);
    let card = Card {
        title: "FM".into(),
        birth: "1990".into(),
        national_rating: Some(1900),
        sex: Some('m'),
        ..Card::new("Bo Lind", Some(2000))
    };
    let enter = Command::Enter { player: None, card: card.clone(), plays: Some(Plays::OverTheBoard) };
    played.act(&enter).unwrap();
    let change = CardCorrection {
        name: text(" Lindh, Bo "),
        title: text("im"),
        federation: text("swe"),
        rating: Some(0),
        sex: text(""),
        ..CardCorrection::default()
    };
    assert_eq!(played.act(&correct(1, change.clone())), Ok(1));
    let corrected = Card {
        name: "Lindh, Bo".into(),
        title: "IM".into(),
        federation: "SWE".into(),
        rating: None,
        sex: None,
        ..card
    };
    assert_eq!(played.event.entrants[0].card, corrected);
    assert_eq!(played.act(&correct(1, change)), Ok(0), "once more it changes nothing");
    let sex = CardCorrection { sex: text("x"), ..CardCorrection::default() };
    assert!(matches!(played.act(&correct(1, sex)), Err(Refusal::Card(WrongCard::Part(_)))));
    let name = CardCorrection { name: text(" , "), ..CardCorrection::default() };
    assert_eq!(played.act(&correct(1, name)), Err(Refusal::Name));
    assert_eq!(played.act(&correct(2, rated(1900))), Err(Refusal::NoSuchEntrant(EntrantId(2))));
}

/// A helper who may say when somebody was born, and hears whether that is new, finds it out.
#[test]
fn helpers_correct_what_everybody_sees_and_the_owner_all_of_it() {
    let mut played = with_helper();
    let birth = CardCorrection { birth: text("2001"), ..CardCorrection::default() };
    assert_eq!(played.act_as(&correct(1, rated(1999)), None, by(STRANGER)), Err(Refusal::NotYours));
    assert_eq!(played.act_as(&correct(1, rated(1999)), None, by(HELPER)), Ok(1));
    assert_eq!(played.act_as(&correct(1, birth.clone()), None, by(HELPER)), Err(Refusal::OwnerOnly));
    assert_eq!(played.act_as(&correct(1, birth), None, by(OWNER)), Ok(1));
    let shown = |event: &Event, who| card_for(who, event, EntrantId(1), &|_| false);
    assert_eq!(shown(&played.event, by(STRANGER)), Err(Refusal::NotYours));
    let helper = shown(&played.event, by(HELPER)).unwrap();
    assert_eq!((helper.rating, helper.may_rename, helper.rest), (Some(1999), true, None));
    assert_eq!(shown(&played.event, by(OWNER)).unwrap().rest.unwrap().birth, "2001");
}

#[test]
fn an_account_keeps_its_name_and_whose_account_is_closed_is_forgotten() {
    let mut played = Played::of(SWISS, 0);
    let card = Card::new("Ann", Some(1500));
    played.act(&Command::Enter { player: Some(player(1)), card, plays: Some(Plays::Online) }).unwrap();
    let name = CardCorrection { name: text("Bob"), ..rated(1700) };
    assert_eq!(played.act(&correct(1, name)), Err(WrongMember::HasAccount("Ann".into()).into()));
    let same = CardCorrection { name: text("Ann"), ..rated(1700) };
    assert_eq!(played.act(&correct(1, same)), Ok(1));
    let shown = |is_ghost: bool| card_for(by(OWNER), &played.event, EntrantId(1), &|_| is_ghost);
    assert_eq!(shown(false).map(|card| (card.may_rename, card.rating)), Ok((false, Some(1700))));
    assert_eq!(shown(true), Err(Refusal::NoSuchEntrant(EntrantId(1))));
}

#[test]
fn strangers_see_short_names_once_somebody_turns_out_to_be_a_child() {
    let mut played = Played::of(SWISS, 2);
    let birth = CardCorrection { birth: text("2020"), ..CardCorrection::default() };
    let child = Command::EnterChild(Box::new(correct(1, birth)));
    assert_eq!(played.act(&child), Ok(2));
    assert!(played.event.settings.short_names);
    assert_eq!(played.act(&child), Ok(0));
}

#[test]
fn a_correction_counts_from_the_next_pairing_and_discards_a_draft_where_the_order_may_change() {
    let mut played = Played::of(SWISS, 6);
    played.begin_round().unwrap();
    let first = played.event.rounds[0].clone();
    assert_eq!(played.act(&correct(6, rated(2600))), Ok(1));
    assert_eq!(played.event.rounds[0], first, "what is published stays");
    assert_eq!(Table::of(&played.event).lines.len(), 6);
    played.end_round(|_, _| Outcome::Draw);
    played.pair().unwrap();
    let club = CardCorrection { club: text("Wasa"), ..CardCorrection::default() };
    assert_eq!(played.act(&correct(1, club)), Ok(1), "a club changes no pairing");
    assert!(played.event.draft().is_some());
    assert_eq!(played.act(&correct(1, rated(2400))), Ok(2));
    assert!(played.event.draft().is_none());
    played.act(&Command::Publish).unwrap_err();
    played.begin_round().unwrap();
    // Number 6 is the first one in the order now.
    assert_eq!(tabiya_events::tournament::Numbered::of(&played.event).entrant(1), EntrantId(6));
}

#[test]
fn whoever_left_a_table_by_mistake_comes_back_until_the_next_round_is_published() {
    for format in [ALL, Format::KnockOut { games: 1 }] {
        let mut played = Played::of(format, 4);
        let (leave, back) = (Command::Withdraw(EntrantId(4)), Command::Rejoin(EntrantId(4)));
        played.act(&leave).unwrap();
        played.pair().unwrap();
        assert_eq!(played.act(&back), Ok(2), "the draft without them is discarded");
        played.begin_round().unwrap();
        assert!(played.event.rounds[0].board_of(EntrantId(4)).is_some());
        played.act(&leave).unwrap();
        assert_eq!(played.act(&back), Ok(1));
        assert_eq!(played.event.entrants[3].presence, Presence::Present);
        // The player loses, so that the bracket goes on, too.
        let has_white: Vec<bool> =
            played.event.rounds[0].boards.iter().map(|board| board.white == EntrantId(4)).collect();
        played.end_round(|_, board| {
            if has_white[usize::from(board) - 1] { Outcome::BlackWins } else { Outcome::WhiteWins }
        });
        played.act(&leave).unwrap();
        played.begin_round().unwrap();
        let went_on = WrongPresence::WentOn { name: "Player 4".into(), format };
        assert_eq!(played.act(&back), Err(went_on.into()), "{format:?}");
    }
}
