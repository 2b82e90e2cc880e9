// SPDX-License-Identifier: AGPL-3.0-or-later
//! What entrants pay, and who sees it.

use tabiya_events::decide::{Command, Overtaken, Refusal, Who};
use tabiya_events::event::{Card, EntrantId, Event, FeeClass, Fees, Format, Reduced, Sums};
use tabiya_events::operator::{EventOperator, EventOrder};
use tabiya_events::view::{self, Standings, Visitor};
use tabiya_events::{files, saved};
use tabiya_game::Time;
use tabiya_protocol::events::EventId;

use crate::member_lists::{Club, by};
use crate::played::{Played, player};

const SWISS: Format = Format::Swiss { rounds: 3, baku: false };

fn fees() -> Fees {
    let born_from = Some("2008-09-01".parse().unwrap());
    Fees { full: 2050, reduced: Some(Reduced { amount: 1000, born_from, born_until: None }) }
}

/// Four players, of whom the second is a junior and the third was born in the year of the bound.
fn four() -> Played {
    let mut played = Played::of(SWISS, 0);
    for (name, birth) in [("Ann", "1990/01/01"), ("Bo", "2008/09/01"), ("Cid", "2008"), ("Dora", "")] {
        let card = Card { birth: birth.into(), ..Card::new(name, None) };
        played.act(&Command::AddAtDesk { cards: vec![card], present: true, paid: false }).unwrap();
    }
    played
}

fn sums(event: &Event) -> (u64, u64) {
    let Sums { paid, due } = event.fee_sums();
    (paid, due)
}

/// Else the journal said that somebody had paid what the desk had never seen.
#[test]
fn a_tick_is_not_worth_a_fee_that_was_set_meanwhile() {
    let mut played = four();
    played.act(&Command::SetFees(Some(fees()))).unwrap();
    let seen = Some(played.event.head);
    played.act(&Command::SetFees(Some(Fees { full: 3000, reduced: None }))).unwrap();
    let pay = Command::NotePaid { entrant: EntrantId(1), paid: true };
    let late = Command::AddAtDesk { cards: vec![Card::new("Eva", None)], present: true, paid: true };
    for act in [&pay, &late] {
        assert_eq!(played.act_as(act, seen, by(250)), Err(Refusal::Overtaken(Overtaken::Settings)));
    }
    assert_eq!(played.act(&pay), Ok(1));
    assert_eq!(played.event.paid_by(&played.event.entrants[0]), 3000);
}

#[test]
fn a_fee_follows_from_the_date_of_birth_or_from_the_desk_and_what_was_paid_stays() {
    let mut played = four();
    let pay = |entrant| Command::NotePaid { entrant: EntrantId(entrant), paid: true };
    played.act(&pay(4)).unwrap();
    assert_eq!(sums(&played.event), (0, 0), "no fees yet");
    played.act(&Command::SetFees(Some(fees()))).unwrap();
    let of = |event: &Event| event.entrants.iter().map(|one| event.fee_of(one)).collect::<Vec<_>>();
    assert_eq!(of(&played.event), [2050, 1000, 2050, 2050], "a year alone is not certain");
    assert_eq!(sums(&played.event), (2050, 5100), "a tick of before is worth the fee");
    played.act(&Command::ChooseFee { entrant: EntrantId(3), fee: Some(FeeClass::Reduced) }).unwrap();
    played.act(&Command::ChooseFee { entrant: EntrantId(1), fee: Some(FeeClass::Free) }).unwrap();
    assert_eq!(of(&played.event), [0, 1000, 1000, 2050]);
    played.act(&pay(2)).unwrap();
    played.act(&Command::SetFees(Some(Fees { full: 3000, reduced: None }))).unwrap();
    assert_eq!(played.event.paid_by(&played.event.entrants[1]), 1000, "as it was then");
    assert_eq!(sums(&played.event), (4000, 3000));
    played.act(&Command::Withdraw(EntrantId(3))).unwrap();
    assert_eq!(sums(&played.event), (4000, 0), "who has left owes nothing");
    // The fees are the organisers', and two of them at once lose nothing.
    let refused = played.act_as(&Command::SetFees(None), None, by(77));
    assert_eq!(refused, Err(Refusal::NotYours));
    let refused = played.act_as(&Command::ChooseFee { entrant: EntrantId(1), fee: None }, None, by(77));
    assert_eq!(refused, Err(Refusal::NotYours));
    let refused = played.act_as(&Command::SetFees(None), Some(1), by(250));
    assert_eq!(refused, Err(Refusal::Overtaken(Overtaken::Settings)));
    assert_eq!(Event::replay(&played.journal).unwrap(), played.event);
}

#[test]
fn seniors_pay_less_a_late_entry_pays_its_own_fee_and_two_choices_are_told_of_each_other() {
    let mut played = four();
    let born_until = Some("1990-01-01".parse().unwrap());
    let reduced = Some(Reduced { amount: 1000, born_from: None, born_until });
    played.act(&Command::SetFees(Some(Fees { full: 2050, reduced }))).unwrap();
    let of = |event: &Event| event.entrants.iter().map(|one| event.fee_of(one)).collect::<Vec<_>>();
    assert_eq!(of(&played.event), [1000, 2050, 2050, 2050]);
    let card = Card { birth: "1950/05/05".into(), ..Card::new("Eva", None) };
    played.act(&Command::AddAtDesk { cards: vec![card], present: true, paid: true }).unwrap();
    played.act(&Command::SetFees(Some(Fees { full: 3000, reduced: None }))).unwrap();
    assert_eq!(played.event.paid_by(&played.event.entrants[4]), 1000, "as it was at the door");
    let seen = Some(played.event.head);
    let choose = |fee| Command::ChooseFee { entrant: EntrantId(1), fee: Some(fee) };
    played.act(&choose(FeeClass::Free)).unwrap();
    let refused = played.act_as(&choose(FeeClass::Full), seen, by(250));
    let name = "Ann".to_owned();
    assert_eq!(refused, Err(Refusal::Overtaken(Overtaken::Entrant { name })));
}

/// Neither in what pages get, nor in files.
#[test]
fn nobody_but_organisers_sees_a_fee() {
    let mut played = four();
    played.act(&Command::SetFees(Some(Fees { full: 7713, reduced: None }))).unwrap();
    played.act(&Command::NotePaid { entrant: EntrantId(1), paid: true }).unwrap();
    let standings = Standings::of(&played.event);
    let id: EventId = "zzzzzzzz".parse().unwrap();
    let seen = |who: Option<Who>| {
        let visitor = Visitor { who, is_ghost: &|_| false, owner: None, helpers: Vec::new() };
        serde_json::to_string(&view::event(id, &played.event, &standings, &visitor)).unwrap()
    };
    assert!(seen(Some(by(250))).contains("7713"), "the owner does");
    let staff = Who::Player { player: player(3), staff: true };
    assert!(seen(Some(staff)).contains("7713"), "staff does");
    for who in [None, Some(by(77)), Some(Who::Code(1)), Some(Who::Seat(EntrantId(1)))] {
        let seen = seen(who);
        assert!(!seen.contains("7713") && seen.contains(r#""fees":null"#), "{who:?}: {seen}");
    }
    for text in [files::trf(&played.event, true), files::csv(&played.event)] {
        assert!(!text.contains("7713") && !text.contains("77.13"), "{text}");
    }
    assert!(saved::write(id, &played.journal).contains("7713"), "a saved event is the arbiter's");
}

#[tokio::test]
async fn who_owes_what_is_printed_at_the_command_line() {
    let club = Club::new(Vec::new()).await;
    let id = club.event(1).await;
    let cards = ["Ann Berg", "Bo Lind"].map(|name| Card::new(name, None)).to_vec();
    club.act(id, Command::AddAtDesk { cards, present: true, paid: false }).await;
    let operator = EventOperator::new(club.events.clone());
    let order = async |order| operator.carry_out(order, Time(5)).await.unwrap();
    let fees = |set| EventOrder::Fees { id: id.to_string(), set, none: false, json: false };
    assert_eq!(order(fees(None)).await, "this event has no fees; set them with --full");
    order(EventOrder::Paid { id: id.to_string(), name: "bo".into(), paid: true }).await;
    order(fees(Some(Fees { full: 1250, reduced: None }))).await;
    let free = EventOrder::Fee { id: id.to_string(), name: "bo".into(), fee: Some(FeeClass::Free) };
    assert_eq!(order(free).await, "bo pays 0.00");
    let said = order(fees(None)).await;
    let expected = "entry\tname\tclub\tpaid\tdue\n1\tAnn Berg\t\t0.00\t12.50\n2\tBo Lind\t\t0.00\t0.00\n\tall\t\t0.00\t12.50";
    assert_eq!(said, expected);
}
