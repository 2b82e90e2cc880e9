// SPDX-License-Identifier: MIT OR Apache-2.0
//! Draw offers: made, answered, declined by a move, and not repeated.

use tabiya_game::{Command, Event, GameResult, Refusal, Termination};

use crate::table::{Black, Table, White};

#[test]
fn an_accepted_offer_is_a_draw() {
    let mut table = Table::unlimited();
    table.play_all("e2e4 e7e5");
    table.tell(Command::OfferDraw { by: White }).unwrap();
    assert_eq!(table.game.draw_offer(), Some(White));
    assert_eq!(table.tell(Command::AcceptDraw { by: White }), Err(Refusal::NoDrawOffer));
    table.tell(Command::AcceptDraw { by: Black }).unwrap();
    table.assert_ended(GameResult::Draw, Termination::Agreement);
}

#[test]
fn a_declined_offer_is_gone_and_not_repeated_before_the_next_move() {
    let mut table = Table::unlimited();
    table.tell(Command::OfferDraw { by: White }).unwrap();
    assert_eq!(table.tell(Command::OfferDraw { by: White }), Err(Refusal::DrawAlreadyOffered));
    assert_eq!(table.tell(Command::DeclineDraw { by: White }), Err(Refusal::NoDrawOffer));
    assert_eq!(table.tell(Command::DeclineDraw { by: Black }), Ok(vec![Event::DrawDeclined { by: Black }]));
    assert_eq!(table.game.draw_offer(), None);
    assert_eq!(table.tell(Command::DeclineDraw { by: Black }), Err(Refusal::NoDrawOffer));
    assert_eq!(table.tell(Command::OfferDraw { by: White }), Err(Refusal::DrawOfferedThisMove { moves: 1 }));
    let of_black = table.game.decide(Command::OfferDraw { by: Black }, table.now);
    assert_eq!(of_black, Ok(vec![Event::DrawOffered { by: Black }]));
    table.play_all("e2e4");
    table.tell(Command::OfferDraw { by: White }).unwrap();
}

#[test]
fn the_opponents_move_declines_and_ones_own_move_does_not() {
    let mut table = Table::unlimited();
    table.tell(Command::OfferDraw { by: White }).unwrap();
    table.play_all("e2e4");
    assert_eq!(table.game.draw_offer(), Some(White));
    assert_eq!(table.tell(Command::OfferDraw { by: White }), Err(Refusal::DrawAlreadyOffered));
    table.play_all("e7e5");
    assert_eq!(table.game.draw_offer(), None);
    assert_eq!(table.tell(Command::AcceptDraw { by: Black }), Err(Refusal::NoDrawOffer));
    // White has moved since its offer.
    table.tell(Command::OfferDraw { by: White }).unwrap();
}

#[test]
fn an_offer_in_the_opponents_turn_waits_for_ones_own_move_before_the_next() {
    let mut table = Table::unlimited();
    table.play_all("e2e4");
    table.tell(Command::OfferDraw { by: White }).unwrap();
    table.play_all("e7e5");
    assert_eq!(table.tell(Command::OfferDraw { by: White }), Err(Refusal::DrawOfferedThisMove { moves: 1 }));
    table.play_all("g1f3");
    table.tell(Command::OfferDraw { by: White }).unwrap();
}

#[test]
fn whoever_offers_against_an_offer_agrees() {
    let mut table = Table::unlimited();
    table.tell(Command::OfferDraw { by: White }).unwrap();
    table.tell(Command::OfferDraw { by: Black }).unwrap();
    table.assert_ended(GameResult::Draw, Termination::Agreement);
}

#[test]
fn the_pause_after_the_second_offer_is_longer() {
    let mut table = Table::unlimited();
    for moves in ["e2e4 e7e5", "g1f3 b8c6"] {
        table.tell(Command::OfferDraw { by: White }).unwrap();
        table.tell(Command::DeclineDraw { by: Black }).unwrap();
        table.play_all(moves);
    }
    let refused = table.tell(Command::OfferDraw { by: White });
    assert_eq!(refused, Err(Refusal::DrawOfferedThisMove { moves: 1 }));
    let of_black = table.game.decide(Command::OfferDraw { by: Black }, table.now);
    assert_eq!(of_black, Ok(vec![Event::DrawOffered { by: Black }]), "each side has its own pause");
    table.play_all("f1c4");
    table.tell(Command::OfferDraw { by: White }).unwrap();
}
