// SPDX-License-Identifier: MIT OR Apache-2.0
//! Taking seats, and what is not possible until both are taken.

use std::num::NonZeroU8;

use tabiya_game::{
    Command, Computer, Event, GameResult, PlayerDetails, PlayerName, RatingThen, Refusal, Seat, Seats,
    Status, Termination, Terms, TermsError,
};
use tabiya_rules::Position;

use crate::table::{ANN, BOB, Black, EVE, Table, White, minutes, play};

fn terms(seats: Seats) -> Terms {
    Terms::new(Position::start(), Some(minutes(1, 0)), seats).unwrap()
}

#[test]
fn a_friend_takes_the_open_seat() {
    for creator in [White, Black] {
        let mut table = Table::with(terms(Seats::new(ANN, creator, Seat::Open)));
        assert_eq!(table.game.status(), Status::Waiting);
        let joined = Event::Joined { color: !creator, player: BOB, details: None };
        assert_eq!(table.tell(Command::Join { player: BOB, details: None, color: None }), Ok(vec![joined]));
        assert_eq!(table.game.status(), Status::Playing);
        assert_eq!(table.game.seats().color_of(ANN), Some(creator));
        assert_eq!(table.game.seats().color_of(BOB), Some(!creator));
        assert_eq!(table.game.seats().color_of(EVE), None);
        let refused = table.tell(Command::Join { player: EVE, details: None, color: None });
        assert_eq!(refused, Err(Refusal::NoOpenSeat));
    }
}

#[test]
fn a_game_keeps_how_its_players_were_known() {
    let details = |name: &str, points| PlayerDetails {
        name: PlayerName::try_from(name.to_owned()).unwrap(),
        title: None,
        rating: Some(RatingThen { points, provisional: false }),
    };
    let open = terms(Seats::new(ANN, White, Seat::Open));
    assert_eq!(
        open.clone().with_details(Black, details("Bob", 1)),
        Err(TermsError::NoPlayer { color: Black })
    );
    let mut table = Table::with(open.with_details(White, details("Ann", 1780)).unwrap());
    assert_eq!(table.game.details(White), Some(&details("Ann", 1780)));
    assert_eq!(table.game.details(Black), None);
    let known = Some(Box::new(details("Bob", 1512)));
    table.tell(Command::Join { player: BOB, details: known, color: None }).unwrap();
    assert_eq!(table.game.details(Black), Some(&details("Bob", 1512)));
}

#[test]
fn what_can_be_rated() {
    let rated = |start: Position, time, opponent| {
        Terms::new(start, time, Seats::new(ANN, White, opponent))
            .unwrap()
            .rated()
            .map(|terms| terms.is_rated())
    };
    let usual = Position::start();
    let clock = Some(minutes(1, 0));
    assert_eq!(rated(usual, clock, Seat::Open), Ok(true));
    assert_eq!(rated(Position::chess960(17).unwrap(), clock, Seat::Player(BOB)), Ok(true));
    let computer = Seat::Computer(Computer { level: NonZeroU8::MIN, version: None });
    let later = usual.after(usual.legal_moves()[0]);
    for (start, time, opponent) in
        [(usual, None, Seat::Open), (usual, clock, computer), (later, clock, Seat::Open)]
    {
        assert!(matches!(rated(start, time, opponent), Err(TermsError::CantBeRated { .. })));
    }
}

#[test]
fn nobody_sits_twice() {
    let mut table = Table::with(terms(Seats::new(ANN, White, Seat::Open)));
    let refused = table.tell(Command::Join { player: ANN, details: None, color: None });
    assert_eq!(refused, Err(Refusal::AlreadySeated { color: White }));
    table.tell(Command::Join { player: BOB, details: None, color: Some(Black) }).unwrap();
    let refused = table.tell(Command::Join { player: BOB, details: None, color: None });
    assert_eq!(refused, Err(Refusal::AlreadySeated { color: Black }));
    let both = Seats { white: Seat::Player(ANN), black: Seat::Player(ANN) };
    assert_eq!(Terms::new(Position::start(), None, both), Err(TermsError::BothSeats));
}

#[test]
fn a_taken_seat_is_not_given_away() {
    let mut table = Table::with(terms(Seats::new(ANN, White, Seat::Open)));
    let refused = table.tell(Command::Join { player: BOB, details: None, color: Some(White) });
    assert_eq!(refused, Err(Refusal::SeatTaken { color: White }));
}

#[test]
fn kept_seats_are_for_two_players_alone() {
    let open = Seats { white: Seat::Open, black: Seat::Open };
    let kept = terms(open).reserved_for([ANN, BOB]).unwrap();
    assert_eq!(kept.reserved(), Some([ANN, BOB]));
    let stored = serde_json::to_string(&kept).unwrap();
    assert_eq!(serde_json::from_str::<Terms>(&stored).unwrap(), kept);
    let mut table = Table::with(kept);
    let join = |player, color| Command::Join { player, details: None, color };
    assert_eq!(table.tell(join(EVE, None)), Err(Refusal::SeatReserved));
    assert_eq!(table.tell(join(EVE, Some(Black))), Err(Refusal::SeatReserved));
    // Each gets the own seat, whichever was asked for.
    table.tell(join(BOB, Some(White))).unwrap();
    table.tell(join(ANN, None)).unwrap();
    assert_eq!(table.game.seats(), Seats { white: Seat::Player(ANN), black: Seat::Player(BOB) });
    assert_eq!(terms(open).reserved_for([ANN, ANN]), Err(TermsError::BothSeats));
    let taken = terms(Seats::new(EVE, White, Seat::Open)).reserved_for([ANN, BOB]);
    assert_eq!(taken, Err(TermsError::SeatNotOpen { color: White }));
}

#[test]
fn the_computers_seat_is_never_open() {
    let computer = Seat::Computer(Computer { level: NonZeroU8::new(12).unwrap(), version: None });
    let mut table = Table::with(terms(Seats::new(ANN, White, computer)));
    assert_eq!(table.game.status(), Status::Playing);
    let refused = table.tell(Command::Join { player: BOB, details: None, color: Some(Black) });
    assert_eq!(refused, Err(Refusal::NoOpenSeat));
}

#[test]
fn with_an_open_seat_one_can_only_wait_or_abort() {
    let mut table = Table::with(terms(Seats::new(ANN, White, Seat::Open)));
    let by = White;
    for command in [
        play(White, "e2e4", 0),
        Command::Resign { by },
        Command::OfferDraw { by },
        Command::AcceptDraw { by },
        Command::DeclineDraw { by },
        Command::ClaimDraw { by },
    ] {
        assert_eq!(table.tell(command.clone()), Err(Refusal::WaitingForOpponent), "{command:?}");
    }
    table.wait(1 << 40);
    table.tell(Command::Abort { by: Some(by) }).unwrap();
    table.assert_ended(GameResult::Aborted, Termination::Abort);
    let refused = table.tell(Command::Join { player: BOB, details: None, color: None });
    assert_eq!(refused, Err(Refusal::GameOver));
}

/// Whoever made a game for others takes it back as long as a seat is open.
#[test]
fn a_game_without_its_makers_seat_is_taken_back_until_both_are_there() {
    let open = Seats { white: Seat::Open, black: Seat::Open };
    let take_back = Command::Abort { by: None };
    let sit = |player| Command::Join { player, details: None, color: None };
    for players in 0..=2 {
        let mut table = Table::with(terms(open));
        for player in [ANN, BOB].into_iter().take(players) {
            table.tell(sit(player)).unwrap();
        }
        let told = table.tell(take_back.clone());
        match players {
            2 => assert_eq!(told, Err(Refusal::TooLateToAbort)),
            _ => table.assert_ended(GameResult::Aborted, Termination::Abort),
        }
    }
}

#[test]
fn a_game_that_is_over_before_it_begins_can_not_be_made() {
    for fen in [
        "7k/8/6Q1/8/8/8/8/K7 b - - 0 1",
        "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
        "R3k3/7R/8/8/8/8/8/4K3 b - - 0 1",
        "4k3/8/8/8/8/8/4P3/4K3 w - - 150 99",
    ] {
        let start = Position::from_fen(fen).unwrap();
        let refused = Terms::new(start, None, Seats::new(ANN, White, Seat::Open));
        assert!(matches!(refused, Err(TermsError::AlreadyOver { .. })), "{fen}: {refused:?}");
    }
}
