// SPDX-License-Identifier: MIT OR Apache-2.0
//! Takebacks: what they undo, what the clocks show, whom they need, and what of a later log still counts them.

use std::num::NonZeroU8;

use tabiya_game::{
    Command, Computer, Event, Game, Millis, Refusal, ReplayCause, Seat, Seats, Stamped, Terms, Time,
};
use tabiya_rules::{Claim, Color, Position};

use crate::table::{ANN, BOB, Black, START, Table, White, minutes, play};

fn propose(by: Color) -> Command {
    Command::ProposeTakeback { by }
}

fn accept(by: Color) -> Command {
    Command::AcceptTakeback { by }
}

fn decline(by: Color) -> Command {
    Command::DeclineTakeback { by }
}

impl Table {
    fn take_back(&mut self, by: Color) {
        self.tell(propose(by)).unwrap();
        self.tell(accept(!by)).unwrap();
    }

    fn fen(&self) -> String {
        self.game.history().position().to_fen()
    }
}

#[test]
fn in_the_opponents_turn_one_half_move_is_undone_and_in_ones_own_two() {
    let mut table = Table::unlimited();
    table.play_all("e2e4");
    let after_one = table.fen();
    table.play_all("e7e5 g1f3");
    table.tell(propose(White)).unwrap();
    assert_eq!(table.game.takeback_proposal(), Some(White));
    assert_eq!(
        table.tell(accept(Black)).unwrap(),
        [Event::TakenBack { by: White, half_moves: 1, clocks: None }]
    );
    assert_eq!((table.game.ply(), table.game.turn(), table.game.takeback_proposal()), (2, White, None));
    table.play_all("d2d4");
    table.take_back(Black);
    assert_eq!(table.fen(), after_one, "White's move and Black's before it");
    assert_eq!(table.game.turn(), Black);
    // The log has everything still.
    let moves = table.log.iter().filter(|line| matches!(line.event, Event::MovePlayed { .. })).count();
    assert_eq!(moves, 4);
}

#[test]
fn who_has_made_no_move_takes_none_back() {
    let mut table = Table::unlimited();
    for by in [White, Black] {
        assert_eq!(table.tell(propose(by)), Err(Refusal::NothingToTakeBack));
    }
    table.play_all("e2e4");
    assert_eq!(table.tell(propose(Black)), Err(Refusal::NothingToTakeBack));
    table.take_back(White);
    assert_eq!(table.fen(), START);
    assert_eq!(table.tell(accept(Black)), Err(Refusal::NoTakebackProposed), "accepted twice");
}

#[test]
fn a_proposal_stands_until_it_is_answered_or_somebody_moves() {
    let mut table = Table::unlimited();
    table.play_all("e2e4 e7e5");
    table.tell(propose(White)).unwrap();
    assert_eq!(table.tell(propose(White)), Err(Refusal::TakebackStands));
    assert_eq!(table.tell(propose(Black)), Err(Refusal::TakebackStands));
    assert_eq!(table.tell(accept(White)), Err(Refusal::NoTakebackProposed), "not one's own");
    table.tell(decline(Black)).unwrap();
    assert_eq!(table.tell(decline(Black)), Err(Refusal::NoTakebackProposed));
    assert_eq!(table.tell(propose(White)), Err(Refusal::TakebackPause { moves: 1 }));
    table.play_all("g1f3");
    table.tell(propose(White)).unwrap();
    table.play_all("b8c6");
    assert_eq!(table.tell(accept(Black)), Err(Refusal::NoTakebackProposed), "a move declines it");
    let refused = table.tell(propose(White)).unwrap_err();
    assert_eq!(refused, Refusal::TakebackPause { moves: 2 }, "and the next one has to wait longer");
    assert_eq!(refused.to_string(), "You can propose a takeback again after 2 more moves of yours.");
    table.play_all("f1b5");
    table.tell(propose(Black)).unwrap();
    table.play_all("a7a6");
    assert_eq!(table.game.takeback_proposal(), None, "one's own move, too");
}

#[test]
fn a_draw_offer_does_not_outlive_the_position() {
    let mut table = Table::unlimited();
    table.play_all("e2e4 e7e5");
    table.tell(Command::OfferDraw { by: White }).unwrap();
    table.take_back(Black);
    assert_eq!(table.tell(Command::AcceptDraw { by: Black }), Err(Refusal::NoDrawOffer));
}

#[test]
fn the_clocks_show_what_they_showed_when_the_position_arose() {
    let mut table = Table::seated(START, Some(minutes(1, 2)));
    table.play_all("e2e4 e7e5");
    table.wait(10_000);
    table.play_all("g1f3");
    table.wait(4_000);
    table.play_all("b8c6");
    assert_eq!(table.clocks(), [52_000, 58_000]);
    table.wait(7_000);
    table.tell(propose(White)).unwrap();
    table.wait(3_000);
    table.tell(accept(Black)).unwrap();
    assert_eq!(table.clocks(), [60_000, 60_000], "no increment stays for a move that was taken back");
    assert_eq!(table.game.running(), Some(White), "and White's turn begins");
    table.wait(1_000);
    table.play_all("g1f3");
    assert_eq!(table.clocks()[0], 61_000);
    // Over and over, nobody gains.
    for _ in 0..20 {
        table.wait(500);
        table.tell(propose(White)).ok();
        if table.tell(accept(Black)).is_ok() {
            table.play_all("g1f3");
        }
    }
    assert!(table.clocks()[0] <= 62_000, "{:?}", table.clocks());
    // Back to the beginning: no clock runs before both have moved.
    table.tell(propose(Black)).unwrap();
    table.tell(accept(White)).unwrap();
    assert_eq!((table.game.ply(), table.game.running()), (1, None));
    assert_eq!(table.clocks(), [60_000, 60_000]);
}

#[test]
fn what_was_given_stays_given() {
    let mut table = Table::seated(START, Some(minutes(1, 0)));
    table.play_all("e2e4 e7e5 g1f3");
    table.tell(Command::GiveTime { by: White }).unwrap();
    assert_eq!(table.clocks(), [60_000, 75_000]);
    table.tell(Command::GiveTime { by: Black }).unwrap();
    assert_eq!(table.clocks(), [75_000, 75_000]);
    table.take_back(White);
    assert_eq!(table.clocks(), [75_000, 75_000]);
    table.wait(1_000);
    table.play_all("g1f3");
    table.wait(1_000);
    table.play_all("b8c6");
    table.take_back(Black);
    assert_eq!(table.clocks(), [74_000, 75_000], "what stood on the clock then counts once");
}

#[test]
fn time_can_be_given_only_with_a_chess_clock_and_within_bounds() {
    let mut table = Table::unlimited();
    assert_eq!(table.tell(Command::GiveTime { by: White }), Err(Refusal::NoChessClock));
    let mut table = Table::seated(START, Some(minutes(180, 0)));
    assert_eq!(table.tell(Command::GiveTime { by: White }), Err(Refusal::EnoughTimeGiven));
    let mut table = Table::seated(START, Some(minutes(1, 0)));
    table.play_all("e2e4 e7e5");
    for _ in 0..10 {
        table.tell(Command::GiveTime { by: Black }).unwrap();
    }
    assert_eq!(table.tell(Command::GiveTime { by: Black }), Err(Refusal::EnoughTimeGiven));
    assert_eq!(table.clocks(), [210_000, 60_000]);
    table.wait(209_999);
    table.play_all("g1f3");
    assert_eq!(table.clocks()[0], 1);
    table.tell(Command::GiveTime { by: Black }).unwrap();
    let late = table.game.deadline().unwrap();
    table.now = late;
    table.tell(Command::GiveTime { by: White }).unwrap();
    assert!(table.game.is_over(), "too late for a gift: the flag has fallen");
}

#[test]
fn a_move_is_stale_after_a_takeback_even_where_it_is_legal_again() {
    let mut table = Table::unlimited();
    table.play_all("e2e4 e7e5");
    let seen = table.game.last_seq();
    table.play_all("g1f3");
    table.take_back(White);
    assert_eq!(table.tell(play(White, "d2d4", seen)), Err(Refusal::Stale { ply: 2 }));
    assert_eq!(
        table.tell(play(White, "g1f3", seen)),
        Err(Refusal::Stale { ply: 2 }),
        "sent twice: it is undone"
    );
    table.play_all("g1f3");
    assert_eq!(
        table.tell(play(White, "g1f3", seen)),
        Err(Refusal::Stale { ply: 3 }),
        "that was another move"
    );
    let known = table.tell(play(Black, "e7e5", 1));
    assert_eq!(known, Err(Refusal::AlreadyPlayed { ply: 1, seq: 2 }), "this one stands");
    // A proposal and its refusal make nothing stale.
    let seen = table.game.last_seq();
    table.tell(propose(White)).unwrap();
    table.tell(decline(Black)).unwrap();
    table.tell(play(Black, "b8c6", seen)).unwrap();
}

#[test]
fn positions_that_were_taken_back_do_not_count_as_repeated() {
    let mut table = Table::unlimited();
    table.play_all("g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1");
    for _ in 0..3 {
        table.play_all("f6g8");
        assert_eq!(table.game.claim(), Some(Claim::ThreefoldRepetition));
        table.take_back(Black);
        assert_eq!(table.game.claim(), None);
    }
}

#[test]
fn against_the_computer_a_casual_move_is_taken_back_at_once() {
    let computer = Seat::Computer(Computer { level: NonZeroU8::MIN, version: None });
    let mut table =
        Table::with(Terms::new(Position::start(), None, Seats::new(ANN, White, computer)).unwrap());
    table.play_all("e2e4");
    let taken_back = |half_moves| Ok(vec![Event::TakenBack { by: White, half_moves, clocks: None }]);
    assert_eq!(table.tell(propose(White)), taken_back(1), "while it thinks");
    for _ in 0..5 {
        table.play_all("e2e4 e7e5");
        assert_eq!(table.tell(propose(White)), taken_back(2), "as often as one likes");
    }
}

/// Else a log would grow for ever, with a game that stays short.
#[test]
fn moves_are_taken_back_three_hundred_times_in_a_game() {
    let computer = Seat::Computer(Computer { level: NonZeroU8::MIN, version: None });
    let terms = Terms::new(Position::start(), None, Seats::new(ANN, White, computer)).unwrap();
    let mut table = Table::with(terms);
    for _ in 0..300 {
        table.play_all("e2e4 e7e5");
        table.tell(propose(White)).unwrap();
    }
    table.play_all("e2e4 e7e5");
    assert_eq!(table.tell(propose(White)), Err(Refusal::TakebacksUsedUp));
    table.play_all("g1f3");
}

#[test]
fn time_is_given_five_hundred_times_in_a_game() {
    let mut table = Table::seated(START, Some(minutes(1, 0)));
    let pawns = ('a'..='h').map(|file| format!("{file}2{file}3 {file}7{file}6"));
    let further = ('a'..='h').map(|file| format!("{file}3{file}4 {file}6{file}5"));
    let pieces = "a1a2 a8a7 b1a3 b8a6 a3b1 a6b8 g1f3 g8f6 f3g1 f6g8 a2a3 a7a6 a3b3 a6b6 b3c3 b6c6 c3d3 c6d6";
    let moves: Vec<_> = pawns.chain(further).chain([pieces.to_owned()]).collect();
    let mut given = 0;
    for uci in moves.join(" ").split(' ') {
        table.play_all(uci);
        let by = !table.game.turn();
        while table.tell(Command::GiveTime { by }).is_ok() {
            given += 1;
        }
    }
    assert_eq!(given, 500);
    table.play_all("d3e3");
    assert_eq!(table.tell(Command::GiveTime { by: White }), Err(Refusal::EnoughTimeGiven));
}

#[test]
fn an_event_may_forbid_takebacks_and_rated_games_need_consent_only() {
    let seats = Seats::new(ANN, White, Seat::Player(BOB));
    let terms = Terms::new(Position::start(), Some(minutes(3, 2)), seats).unwrap();
    let mut strict = Table::with(terms.clone().without_takebacks());
    strict.play_all("e2e4 e7e5");
    assert_eq!(strict.tell(propose(White)), Err(Refusal::NoTakebacks));
    let json = serde_json::to_string(&strict.log[0]).unwrap();
    assert!(json.contains(r#""no_takebacks":true"#), "{json}");
    let mut rated = Table::with(terms.rated().unwrap());
    rated.play_all("e2e4 e7e5");
    rated.take_back(White);
    assert!(!serde_json::to_string(&rated.log[0]).unwrap().contains("takebacks"));
}

#[test]
fn a_log_with_a_takeback_that_nobody_wanted_says_so() {
    let mut table = Table::seated(START, Some(minutes(1, 0)));
    table.play_all("e2e4 e7e5 g1f3");
    table.tell(propose(White)).unwrap();
    let clocks = Some([Millis(60_000); 2]);
    let check = |event, cause: ReplayCause| {
        let log = [table.log.clone(), vec![Stamped::new(Time(2_000_000), event)]].concat();
        assert_eq!(Game::replay(&log).unwrap_err().cause, cause);
    };
    check(Event::TakenBack { by: Black, half_moves: 2, clocks }, ReplayCause::NoSuchTakeback);
    check(Event::TakenBack { by: White, half_moves: 2, clocks }, ReplayCause::NoSuchTakeback);
    check(Event::TakenBack { by: White, half_moves: 0, clocks }, ReplayCause::NoSuchTakeback);
    check(Event::TakenBack { by: White, half_moves: 1, clocks: None }, ReplayCause::ClockMismatch);
    check(Event::TakebackDeclined { by: White }, ReplayCause::NoSuchTakeback);
    check(Event::TakebackProposed { by: Black }, ReplayCause::NoSuchTakeback);
}
