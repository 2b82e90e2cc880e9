// SPDX-License-Identifier: MIT OR Apache-2.0
//! The log's format, which stays readable for ever, and logs that are not valid.

use std::num::NonZeroU8;

use tabiya_game::{
    Command, Computer, Decided, Event, Game, GameResult, Millis, Origin, PlayerDetails, PlayerId, PlayerName,
    RatingThen, ReplayCause, Seat, Seats, Stamped, Termination, Terms, Time, Title, Verdict,
};
use tabiya_rules::{CastlingMode, Position};

use crate::table::{ANN, BOB, Black, Table, White, minutes};

fn details() -> PlayerDetails {
    PlayerDetails {
        name: PlayerName::try_from("Zoë".to_owned()).unwrap(),
        title: Some(Title::Wgm),
        rating: Some(RatingThen { points: 2412, provisional: true }),
    }
}

#[test]
fn old_logs_call_every_player_a_guest() {
    let old = r#"{"guest":"01010101010101010101010101010101"}"#;
    assert_eq!(serde_json::from_str::<Seat>(old).unwrap(), Seat::Player(ANN));
}

#[test]
fn old_logs_have_the_computers_level_alone() {
    let computer = Seat::Computer(Computer { level: NonZeroU8::new(7).unwrap(), version: None });
    assert_eq!(serde_json::from_str::<Seat>(r#"{"computer":7}"#).unwrap(), computer);
    let again = serde_json::to_string(&computer).unwrap();
    assert_eq!(serde_json::from_str::<Seat>(&again).unwrap(), computer);
    for damaged in
        [r#"{"computer":0}"#, r#"{"computer":{"level":256,"version":3}}"#, r#"{"computer":{"version":3}}"#]
    {
        assert!(serde_json::from_str::<Seat>(damaged).is_err(), "{damaged}");
    }
}

/// The exact text of each event. Changing this test means changing the format of data on people's disks.
#[test]
fn the_format_is_what_it_was() {
    let check = |event: Event, json: &str| {
        assert_eq!(serde_json::to_string(&event).unwrap(), json);
        assert_eq!(serde_json::from_str::<Event>(json).unwrap(), event);
    };
    let player = PlayerId::from_bytes([0xAB; 16]);
    let created = |start: Position, time, white| {
        let seats = Seats { white, black: Seat::Open };
        Event::Created(Box::new(Terms::new(start, time, seats).unwrap()))
    };
    let computer = |version| Seat::Computer(Computer { level: NonZeroU8::new(7).unwrap(), version });
    check(
        created(Position::start(), Some(minutes(5, 3)), Seat::Player(player)),
        r#"{"created":{"time":{"initial":300000,"increment":3000},"white":{"player":"abababababababababababababababab"},"black":"open"}}"#,
    );
    let seats = Seats { white: Seat::Player(player), black: Seat::Open };
    let rated = Terms::new(Position::start(), Some(minutes(5, 3)), seats).unwrap().rated().unwrap();
    check(
        Event::Created(Box::new(rated.with_details(White, details()).unwrap())),
        r#"{"created":{"time":{"initial":300000,"increment":3000},"rated":true,"white":{"player":"abababababababababababababababab"},"black":"open","white_details":{"name":"Zoë","title":"WGM","rating":{"points":2412,"provisional":true}}}}"#,
    );
    let beside = Seats { white: Seat::Player(player), black: Seat::Player(ANN) };
    let private = Terms::new(Position::start(), None, beside).unwrap().private().unwrap();
    let bob = PlayerName::try_from("Bob".to_owned()).unwrap();
    check(
        Event::Created(Box::new(private.with_name_at_the_board(Black, bob).unwrap())),
        r#"{"created":{"private":true,"white":{"player":"abababababababababababababababab"},"black":{"player":"01010101010101010101010101010101"},"black_name":"Bob"}}"#,
    );
    let elsewhere = Terms::new(Position::start(), None, beside).unwrap();
    let origin = Origin { event: Some("London".to_owned()), site: None, date: Some("1851.06.21".to_owned()) };
    check(
        Event::Created(Box::new(elsewhere.from_elsewhere(origin))),
        r#"{"created":{"white":{"player":"abababababababababababababababab"},"black":{"player":"01010101010101010101010101010101"},"origin":{"event":"London","date":"1851.06.21"}}}"#,
    );
    check(
        created(Position::chess960(0).unwrap(), None, computer(Some(3))),
        r#"{"created":{"fen":"bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1","castling":"chess960","white":{"computer":{"level":7,"version":3}},"black":"open"}}"#,
    );
    check(
        Event::Joined { color: Black, player, details: None },
        r#"{"joined":{"color":"black","player":"abababababababababababababababab"}}"#,
    );
    let bare = PlayerDetails { title: None, rating: None, ..details() };
    check(
        Event::Joined { color: Black, player, details: Some(Box::new(bare)) },
        r#"{"joined":{"color":"black","player":"abababababababababababababababab","details":{"name":"Zoë"}}}"#,
    );
    let uci = "e7e8q".parse().unwrap();
    let moved = |clock| Event::MovePlayed { uci, clock, lag: None, compensated: Millis::ZERO, premove: None };
    check(moved(Some(Millis(1))), r#"{"move_played":{"uci":"e7e8q","clock":1}}"#);
    check(moved(None), r#"{"move_played":{"uci":"e7e8q"}}"#);
    let late = |lag, compensated| Event::MovePlayed {
        uci,
        clock: Some(Millis(1)),
        lag: Some(Millis(lag)),
        compensated: Millis(compensated),
        premove: None,
    };
    check(late(0, 0), r#"{"move_played":{"uci":"e7e8q","clock":1,"lag":0}}"#);
    check(late(80, 60), r#"{"move_played":{"uci":"e7e8q","clock":1,"lag":80,"compensated":60}}"#);
    let queued = |premove| Event::MovePlayed {
        uci,
        clock: Some(Millis(1)),
        lag: None,
        compensated: Millis::ZERO,
        premove: Some(Millis(premove)),
    };
    check(queued(0), r#"{"move_played":{"uci":"e7e8q","clock":1,"premove":0}}"#);
    check(queued(100), r#"{"move_played":{"uci":"e7e8q","clock":1,"premove":100}}"#);
    check(Event::DrawOffered { by: White }, r#"{"draw_offered":{"by":"white"}}"#);
    check(Event::DrawDeclined { by: Black }, r#"{"draw_declined":{"by":"black"}}"#);
    check(Event::TakebackProposed { by: White }, r#"{"takeback_proposed":{"by":"white"}}"#);
    check(Event::TakebackDeclined { by: Black }, r#"{"takeback_declined":{"by":"black"}}"#);
    check(
        Event::TakenBack { by: White, half_moves: 1, clocks: None },
        r#"{"taken_back":{"by":"white","half_moves":1}}"#,
    );
    check(
        Event::TakenBack { by: Black, half_moves: 2, clocks: Some([Millis(1), Millis(2)]) },
        r#"{"taken_back":{"by":"black","half_moves":2,"clocks":[1,2]}}"#,
    );
    check(
        Event::Berserk { by: White, clock: Millis(150_000) },
        r#"{"berserk":{"by":"white","clock":150000}}"#,
    );
    check(
        Event::TimeGiven { by: White, time: Millis(15_000) },
        r#"{"time_given":{"by":"white","time":15000}}"#,
    );
    check(Event::ClocksPaused { spent: Millis(7) }, r#"{"clocks_paused":{"spent":7}}"#);
    check(
        Event::ClockSet { side: White, left: Millis(60_000) },
        r#"{"clock_set":{"side":"white","left":60000}}"#,
    );
    check(
        Event::SetBack { half_moves: 3, clocks: [Millis(1), Millis(2)] },
        r#"{"set_back":{"half_moves":3,"clocks":[1,2]}}"#,
    );
    check(Event::ClocksResumed, r#""clocks_resumed""#);
    check(
        Event::TurnRestarted { credit: Millis(2), spent: Millis::ZERO },
        r#"{"turn_restarted":{"credit":2}}"#,
    );
    check(
        Event::TurnRestarted { credit: Millis(2), spent: Millis(7) },
        r#"{"turn_restarted":{"credit":2,"spent":7}}"#,
    );
    let all_ends = [
        (GameResult::WhiteWins, Termination::Checkmate, "white_wins", "checkmate"),
        (GameResult::BlackWins, Termination::Resignation, "black_wins", "resignation"),
        (GameResult::Draw, Termination::Stalemate, "draw", "stalemate"),
        (GameResult::Draw, Termination::InsufficientMaterial, "draw", "insufficient_material"),
        (GameResult::Draw, Termination::FivefoldRepetition, "draw", "fivefold_repetition"),
        (GameResult::Draw, Termination::SeventyFiveMoves, "draw", "seventy_five_moves"),
        (GameResult::Draw, Termination::ThreefoldRepetition, "draw", "threefold_repetition"),
        (GameResult::Draw, Termination::FiftyMoves, "draw", "fifty_moves"),
        (GameResult::Draw, Termination::Agreement, "draw", "agreement"),
        (GameResult::WhiteWins, Termination::TimeForfeit, "white_wins", "time_forfeit"),
        (
            GameResult::Draw,
            Termination::TimeForfeitInsufficientMaterial,
            "draw",
            "time_forfeit_insufficient_material",
        ),
        (GameResult::WhiteWins, Termination::Abandonment, "white_wins", "abandonment"),
        (
            GameResult::Draw,
            Termination::AbandonmentInsufficientMaterial,
            "draw",
            "abandonment_insufficient_material",
        ),
        (GameResult::Aborted, Termination::Abort, "aborted", "abort"),
        (GameResult::Aborted, Termination::NoFirstMove, "aborted", "no_first_move"),
        (GameResult::Aborted, Termination::Unknown, "aborted", "unknown"),
        (GameResult::BlackWins, Termination::Unknown, "black_wins", "unknown"),
        (GameResult::Draw, Termination::Unknown, "draw", "unknown"),
    ];
    for (result, termination, result_name, name) in all_ends {
        check(
            Event::Ended { result, termination, clock: None, by: None, decided: None },
            &format!(r#"{{"ended":{{"result":"{result_name}","termination":"{name}"}}}}"#),
        );
    }
    check(
        Event::Ended {
            result: GameResult::Aborted,
            termination: Termination::Abort,
            clock: None,
            by: Some(Black),
            decided: None,
        },
        r#"{"ended":{"result":"aborted","termination":"abort","by":"black"}}"#,
    );
    let decided = Decided { verdict: Verdict::BothLose, arbiter: Some(ANN) };
    check(
        Event::Ended {
            result: GameResult::Aborted,
            termination: Termination::ArbiterDecision,
            clock: None,
            by: None,
            decided: Some(Box::new(decided)),
        },
        r#"{"ended":{"result":"aborted","termination":"arbiter_decision","decided":{"verdict":"both_lose","arbiter":"01010101010101010101010101010101"}}}"#,
    );
    let stamped = Stamped::new(Time(9), Event::DrawOffered { by: White });
    assert_eq!(
        serde_json::to_string(&stamped).unwrap(),
        r#"{"at":9,"event":{"draw_offered":{"by":"white"}}}"#
    );
}

#[test]
fn what_is_not_known_is_an_error() {
    for bad in [
        r#"{"move_played":{"uci":"e2e4","clock":1,"blur":3}}"#,
        r#"{"takeback_offered":{"by":"white"}}"#,
        r#"{"move_played":{"uci":"e2e9"}}"#,
        r#"{"move_played":{"uci":"e2e4","clock":-1}}"#,
        r#"{"move_played":{}}"#,
        r#"{"draw_offered":{"by":"red"}}"#,
        r#"{"created":{"white":"open","black":{"computer":0}}}"#,
        r#"{"created":{"white":"open","black":"open","fen":"8/8/8/8/8/8/8/8 w - - 0 1"}}"#,
        r#"{"created":{"white":"open","black":"open","time":{"initial":1,"increment":0}}}"#,
        r#"{"created":{"white":"open","black":{"guest":"me"}}}"#,
        r#"{"created":{"white":"open","black":"open","rated":true}}"#,
        r#"{"created":{"white":"open","black":"open","stakes":true}}"#,
        r#"{"created":{"white":"open","black":"open","black_details":{"name":"Bob"}}}"#,
        r#"{"joined":{"color":"black","player":"01010101010101010101010101010101","details":{"name":""}}}"#,
        r#"{"joined":{"color":"black","player":"01010101010101010101010101010101","details":{"name":"a\u0007"}}}"#,
        r#"{"joined":{"color":"black","player":"01010101010101010101010101010101","details":{"name":"Bob ","title":"FM"}}}"#,
        r#"{"joined":{"color":"black","player":"01010101010101010101010101010101","details":{"name":"Bob","title":"King"}}}"#,
        r#"{"draw_offered":{"by":"white"},"draw_declined":{"by":"black"}}"#,
    ] {
        assert!(serde_json::from_str::<Event>(bad).is_err(), "{bad}");
    }
}

/// A node that does not know a kind can't read a game that has it. So whoever adds one here also raises `NEWEST` in `formats.rs` of
/// `tabiya-store`, and has it written only where the site writes in that format.
#[test]
fn these_kinds_of_events_are_known() {
    let unknown = serde_json::from_str::<Event>("\"?\"").unwrap_err().to_string();
    let kinds: Vec<&str> = unknown.split('`').skip(3).step_by(2).collect();
    let format_1 = [
        "created",
        "joined",
        "move_played",
        "draw_offered",
        "draw_declined",
        "takeback_proposed",
        "takeback_declined",
        "taken_back",
        "time_given",
        "berserk",
        "clocks_started",
        "clocks_paused",
        "clock_set",
        "set_back",
        "clocks_resumed",
        "turn_restarted",
        "ended",
    ];
    assert_eq!(kinds, format_1);
}

#[test]
fn chess960_comes_back_with_its_castling() {
    let start = Position::chess960(518).unwrap().with_castling_mode(CastlingMode::Chess960);
    let seats = Seats { white: Seat::Player(ANN), black: Seat::Player(BOB) };
    let (game, created) = Game::create(Terms::new(start, None, seats).unwrap(), Time(0));
    let json = serde_json::to_string(&created).unwrap();
    let read: Stamped = serde_json::from_str(&json).unwrap();
    let replayed = Game::replay(&[read]).unwrap();
    assert_eq!(replayed, game);
    assert_eq!(replayed.history().start().castling_mode(), CastlingMode::Chess960);
}

#[test]
fn a_log_that_can_not_be_right_says_where() {
    let mut table = Table::timed();
    table.play_all("e2e4 e7e5");
    table.tell(Command::OfferDraw { by: White }).unwrap();
    table.tell(Command::Resign { by: White }).unwrap();
    let log = table.log;
    let check = |log: &[Stamped], seq: u32, wrong: fn(&ReplayCause) -> bool| {
        let error = Game::replay(log).unwrap_err();
        assert!(error.seq == seq && wrong(&error.cause), "{error}");
    };
    check(&[], 0, |cause| *cause == ReplayCause::NotCreated);
    check(&log[1..], 0, |cause| *cause == ReplayCause::NotCreated);
    let with = |index: usize, event: Event| {
        let mut log = log.clone();
        log.insert(index, Stamped::new(Time(0), event));
        log
    };
    check(&with(1, log[0].event.clone()), 1, |cause| *cause == ReplayCause::CreatedAgain);
    check(&with(2, log[1].event.clone()), 2, |cause| matches!(cause, ReplayCause::IllegalMove { .. }));
    check(&with(5, Event::DrawOffered { by: Black }), 5, |cause| *cause == ReplayCause::AfterEnd);
    check(&with(4, Event::DrawOffered { by: White }), 4, |cause| *cause == ReplayCause::NoSuchOffer);
    check(&with(1, Event::DrawDeclined { by: White }), 1, |cause| *cause == ReplayCause::NoSuchOffer);
    let restarted = Stamped::new(Time(0), Event::TurnRestarted { credit: Millis(0), spent: Millis(0) });
    let unlimited = [Table::unlimited().log, vec![restarted]].concat();
    check(&unlimited, 1, |cause| *cause == ReplayCause::ClockMismatch);
    check(&with(1, Event::Joined { color: Black, player: ANN, details: None }), 1, |cause| {
        matches!(cause, ReplayCause::SeatNotOpen { .. })
    });
    let moved = |clock, lag, compensated| {
        let uci = "g1f3".parse().unwrap();
        Event::MovePlayed { uci, clock, lag, compensated: Millis(compensated), premove: None }
    };
    check(&with(3, moved(None, None, 0)), 3, |cause| *cause == ReplayCause::ClockMismatch);
    let left = Some(Millis(1));
    check(&with(3, moved(left, None, 1)), 3, |cause| *cause == ReplayCause::ClockMismatch);
    check(&with(3, moved(left, Some(Millis(4)), 5)), 3, |cause| *cause == ReplayCause::ClockMismatch);
    let odd = Event::Ended {
        result: GameResult::Draw,
        termination: Termination::Checkmate,
        clock: Some(Millis(0)),
        by: None,
        decided: None,
    };
    check(&with(3, odd), 3, |cause| matches!(cause, ReplayCause::ImpossibleEnd { .. }));
}
