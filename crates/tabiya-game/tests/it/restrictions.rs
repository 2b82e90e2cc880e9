// SPDX-License-Identifier: MIT OR Apache-2.0
//! What whoever sets a game up may forbid in it.

use tabiya_game::{
    Command, GameResult, LeftClaim, Refusal, Restriction, Restrictions, Seat, Seats, Termination, Terms,
};
use tabiya_rules::Position;

use crate::table::{ANN, BOB, Black, Table, White, minutes};

fn without(restriction: Restriction) -> Terms {
    let seats = Seats { white: Seat::Player(ANN), black: Seat::Player(BOB) };
    let terms = Terms::new(Position::start(), Some(minutes(1, 2)), seats).unwrap();
    terms.with_restrictions([restriction].into_iter().collect())
}

#[test]
fn what_is_forbidden_is_refused_and_nothing_else() {
    let commands = [
        (Restriction::NoAbort, Command::Abort { by: Some(White) }),
        (Restriction::NoGivenTime, Command::GiveTime { by: White }),
        (Restriction::NoEarlyDraw, Command::OfferDraw { by: White }),
    ];
    for forbidden in Restriction::ALL {
        for (restriction, command) in &commands {
            let mut table = Table::with(without(forbidden));
            assert_eq!(table.game.can_abort(), forbidden != Restriction::NoAbort);
            let told = table.tell(command.clone());
            if *restriction == forbidden {
                assert_eq!(told, Err(Refusal::Forbidden(forbidden)));
            } else {
                assert!(told.is_ok(), "{forbidden:?} {command:?}: {told:?}");
            }
        }
    }
}

#[test]
fn a_win_is_not_claimed_but_a_draw_is() {
    let mut table = Table::with(without(Restriction::NoClaimedWin));
    table.play_all("e2e4 e7e5");
    let claim = |claim| Command::ClaimLeft { by: Black, claim };
    assert_eq!(table.tell(claim(LeftClaim::Win)), Err(Refusal::Forbidden(Restriction::NoClaimedWin)));
    table.tell(claim(LeftClaim::Draw)).unwrap();
    table.assert_ended(GameResult::Draw, Termination::Abandonment);
}

#[test]
fn a_draw_is_offered_after_thirty_moves_and_agreed_before_only_by_the_rules() {
    let mut table = Table::with(without(Restriction::NoEarlyDraw));
    // Both sides go to and fro, and a pawn's move now and then keeps the position from coming back five times.
    for pawns in ["a2a3 a7a6", "b2b3 b7b6", "c2c3 c7c6", "d2d3 d7d6", "e2e3 e7e6", "f2f3 f7f6"] {
        let offer = table.tell(Command::OfferDraw { by: White });
        assert_eq!(offer, Err(Refusal::Forbidden(Restriction::NoEarlyDraw)), "after {}", table.game.ply());
        table.play_all(pawns);
        table.play_all("g1h3 g8h6 h3g1 h6g8 g1h3 g8h6 h3g1 h6g8");
    }
    assert_eq!(table.game.ply(), 60);
    table.tell(Command::OfferDraw { by: White }).unwrap();
}

#[test]
fn they_stand_in_the_log_by_their_names() {
    let terms = without(Restriction::NoAbort);
    let text = serde_json::to_string(&terms).unwrap();
    assert!(text.contains(r#""restrictions":["no_abort"]"#), "{text}");
    assert_eq!(serde_json::from_str::<Terms>(&text).unwrap(), terms);
    let all: Restrictions = Restriction::ALL.into_iter().collect();
    let text = serde_json::to_string(&all).unwrap();
    assert_eq!(serde_json::from_str::<Restrictions>(&text).unwrap(), all);
    assert!(Restriction::ALL.into_iter().all(|restriction| all.has(restriction)));
    let free = terms.with_restrictions(Restrictions::NONE);
    assert!(!serde_json::to_string(&free).unwrap().contains("restrictions"));
}
