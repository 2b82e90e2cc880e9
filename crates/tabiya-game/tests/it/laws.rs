// SPDX-License-Identifier: MIT OR Apache-2.0
//! Laws that hold for every game, driven with commands at random, sensible and senseless, at random times.

use proptest::{collection::vec, prelude::*};
use tabiya_game::{
    Command, Event, Game, GameResult, Level, Millis, PlayerId, Refusal, Seat, Seats, Stamped, Termination,
    Terms, Time, TimeControl,
};
use tabiya_rules::{Attempt, Color, Position, Role, Square};

use crate::table::{ANN, BOB, Black, EVE, START, White};

/// Starts from which short random games reach every kind of end.
const STARTS: &[&str] = &[
    START,
    // One move from many mates and stalemates.
    "7k/5K2/8/6Q1/8/8/8/8 w - - 0 1",
    "7k/8/4K3/6Q1/8/8/8/8 b - - 3 60",
    // Bare kings soon, and flags against too little.
    "8/8/8/3kp3/8/3K4/8/8 w - - 0 1",
    "8/8/3k4/8/3p4/8/3K1N2/8 b - - 0 1",
    // Close to 50 and to 75 moves.
    "4k3/8/8/8/8/8/8/R3K3 w Q - 97 80",
    "4k3/8/8/8/8/8/8/R3K3 b Q - 146 110",
    // Castling, promotion and en passant at hand.
    "r3k2r/1P4P1/8/3pP3/8/8/1p4p1/R3K2R w KQkq d6 0 1",
];

/// What is tried next. Moves come as an index into the legal ones, so that games get somewhere.
#[derive(Clone, Debug)]
enum Try {
    Legal(usize),
    Again {
        ply: u32,
    },
    Anything(Command),
    /// At the deadline, or so many milliseconds from it.
    TimeUp {
        off: i64,
    },
}

fn any_color() -> impl Strategy<Value = Color> {
    prop_oneof![Just(White), Just(Black)]
}

fn any_attempt() -> impl Strategy<Value = Attempt> {
    let square = || (0..64u8).prop_map(|index| Square::new(index).unwrap());
    let role = proptest::sample::select(&Role::ALL[..]);
    (square(), square(), proptest::option::weighted(0.1, role)).prop_map(|(from, to, promotion)| Attempt {
        from,
        to,
        promotion,
    })
}

fn any_player() -> impl Strategy<Value = PlayerId> {
    prop_oneof![Just(ANN), Just(BOB), Just(EVE)]
}

fn any_command() -> impl Strategy<Value = Command> {
    let by = any_color;
    prop_oneof![
        4 => (any_player(), proptest::option::of(by()))
            .prop_map(|(player, color)| Command::Join { player, color }),
        6 => (by(), any_attempt(), 0..60u32).prop_map(|(by, attempt, ply)| Command::Play { by, attempt, ply }),
        1 => (by(), any_attempt(), any::<u32>())
            .prop_map(|(by, attempt, ply)| Command::Play { by, attempt, ply }),
        1 => by().prop_map(|by| Command::Resign { by }),
        1 => by().prop_map(|by| Command::Abort { by }),
        6 => by().prop_map(|by| Command::OfferDraw { by }),
        1 => by().prop_map(|by| Command::AcceptDraw { by }),
        4 => by().prop_map(|by| Command::DeclineDraw { by }),
        4 => by().prop_map(|by| Command::ClaimDraw { by }),
        2 => Just(Command::TimeUp),
        4 => Just(Command::Resume),
    ]
}

fn any_try() -> impl Strategy<Value = Try> {
    prop_oneof![
        60 => any::<usize>().prop_map(Try::Legal),
        10 => (0..40u32).prop_map(|ply| Try::Again { ply }),
        25 => any_command().prop_map(Try::Anything),
        2 => (-3..3i64).prop_map(|off| Try::TimeUp { off }),
    ]
}

/// How far the owner's time moves before a try. Mostly forwards.
fn any_step() -> impl Strategy<Value = i64> {
    prop_oneof![8 => 0..4_000i64, 1 => -2_000..0i64, 1 => 0..60_000i64]
}

fn any_terms() -> impl Strategy<Value = Terms> {
    let time = proptest::option::weighted(
        0.8,
        (1_000..120_000u32, 0..5_000u32)
            .prop_map(|(initial, increment)| TimeControl::new(Millis(initial), Millis(increment)).unwrap()),
    );
    let opponent = prop_oneof![
        6 => Just(Seat::Guest(BOB)),
        2 => Just(Seat::Open),
        1 => Just(Seat::Computer(Level::MIN)),
    ];
    (proptest::sample::select(STARTS), time, any_color(), opponent).prop_map(
        |(fen, time, color, opponent)| {
            Terms::new(Position::from_fen(fen).unwrap(), time, Seats::new(ANN, color, opponent)).unwrap()
        },
    )
}

/// The clocks by another road: from the log alone, in plain numbers.
#[derive(Debug)]
struct Reckoning {
    left: [i64; 2],
    increment: i64,
    turn_began: i64,
    moves: usize,
}

impl Reckoning {
    fn event(&mut self, turn: Color, stamped: &Stamped) {
        let at = i64::try_from(stamped.at.0).unwrap();
        match stamped.event {
            Event::MovePlayed { clock, .. } => {
                let left = &mut self.left[turn.index()];
                if self.moves >= 2 {
                    *left -= (at - self.turn_began).max(0);
                    assert!(*left > 0, "played without time");
                    *left += self.increment;
                }
                assert_eq!(clock.map(|clock| i64::from(clock.0)), Some(*left));
                self.turn_began = at;
                self.moves += 1;
            }
            Event::TurnRestarted { credit } => {
                assert_eq!(i64::from(credit.0), (at - self.turn_began).max(0));
                self.turn_began = at;
            }
            Event::Ended { termination, clock, .. } => {
                let left = &mut self.left[turn.index()];
                if self.moves >= 2 {
                    *left = (*left - (at - self.turn_began).max(0)).max(0);
                }
                assert_eq!(clock.map(|clock| i64::from(clock.0)), Some(*left));
                let by_time = matches!(
                    termination,
                    Termination::TimeForfeit | Termination::TimeForfeitInsufficientMaterial
                );
                // Mate and the like arrived in time.
                assert_eq!(by_time, *left == 0, "{termination}");
            }
            Event::Created(_)
            | Event::Joined { .. }
            | Event::DrawOffered { .. }
            | Event::DrawDeclined { .. } => {}
        }
    }
}

/// Plays the tries and checks every law at each step.
fn drive(terms: Terms, tries: Vec<(i64, Try)>) -> Game {
    let mut now = 1_000_000_i64;
    let time = |now: i64| Time(now.unsigned_abs());
    let (mut game, created) = Game::create(terms, time(now));
    let mut log = vec![created];
    let mut reckoning = game.time_control().map(|control| Reckoning {
        left: [i64::from(control.starting_clock().0); 2],
        increment: i64::from(control.increment().0),
        turn_began: now,
        moves: 0,
    });
    for (step, next) in tries {
        now += step;
        let command = match next {
            Try::Legal(index) => {
                let legal = game.history().position().legal_moves();
                if legal.is_empty() {
                    continue;
                }
                let attempt = legal[index % legal.len()].into();
                Command::Play { by: game.turn(), attempt, ply: game.ply() }
            }
            Try::Again { ply } => {
                let Some(&played) = game.history().moves().get(ply as usize) else { continue };
                let by = game.history().mover_at(ply as usize);
                Command::Play { by, attempt: played.into(), ply }
            }
            Try::Anything(command) => command,
            Try::TimeUp { off } => {
                if let Some(deadline) = game.deadline() {
                    now = i64::try_from(deadline.0).unwrap() + off;
                    let expected = now >= i64::try_from(deadline.0).unwrap();
                    assert_eq!(game.decide(Command::TimeUp, time(now)).is_ok(), expected);
                }
                Command::TimeUp
            }
        };
        let decided = game.decide(command.clone(), time(now));
        assert_eq!(decided, game.decide(command.clone(), time(now)), "a decision changes nothing");
        let was_over = game.is_over();
        match decided {
            Err(refusal) => check_refusal(&game, &command, &refusal),
            Ok(events) => {
                assert!(!was_over, "nothing follows the end");
                assert!((1..=2).contains(&events.len()), "{events:?}");
                for event in events {
                    let stamped = Stamped { at: time(now), event };
                    if let Some(reckoning) = &mut reckoning {
                        reckoning.event(game.turn(), &stamped);
                    }
                    game.apply(&stamped);
                    log.push(stamped);
                }
            }
        }
        check_state(&game, &log, time(now));
    }
    let json = serde_json::to_string(&log).unwrap();
    let read: Vec<Stamped> = serde_json::from_str(&json).unwrap();
    assert_eq!(read, log);
    assert_eq!(Game::replay(&read).as_ref(), Ok(&game));
    game
}

fn check_refusal(game: &Game, command: &Command, refusal: &Refusal) {
    assert!(refusal.to_string().ends_with('.'), "{refusal}");
    if game.is_over() {
        let retry = matches!(refusal, Refusal::AlreadyPlayed { .. });
        assert!(retry || *refusal == Refusal::GameOver, "{command:?}: {refusal:?}");
    }
    if let Refusal::AlreadyPlayed { ply, seq } = *refusal {
        assert_eq!(game.plies()[ply as usize].seq, seq);
    }
}

fn check_state(game: &Game, log: &[Stamped], now: Time) {
    assert_eq!(game.next_seq() as usize, log.len());
    assert_eq!(Game::replay(log).as_ref(), Ok(game), "replay is live");
    assert_eq!(game.ply() as usize, game.history().ply());
    let ends = log.iter().filter(|stamped| matches!(stamped.event, Event::Ended { .. })).count();
    assert_eq!(ends, usize::from(game.is_over()));
    assert_eq!(game.deadline().is_some(), game.running().is_some());
    assert_eq!(game.clocks_at(now).is_some(), game.time_control().is_some());
    if let Some(ending) = game.ending() {
        assert!(ending.termination.fits(ending.result));
        assert_eq!(ending.result == GameResult::Aborted, ending.termination == Termination::Abort);
    } else {
        assert_eq!(game.history().outcome(), None, "the rules end a game at once");
    }
    if let Some(by) = game.draw_offer() {
        assert!(!game.can_offer_draw(by));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn whatever_is_tried_the_laws_hold(
        terms in any_terms(),
        tries in vec((any_step(), any_try()), 0..120),
    ) {
        drive(terms, tries);
    }

    /// Events from nowhere, such as those of a damaged log: an error or a state that can be, never a panic.
    #[test]
    fn events_from_nowhere_never_break_a_game(
        terms in any_terms(),
        tries in vec((any_step(), any_try()), 0..20),
        events in vec(any_event(), 1..20),
    ) {
        let mut game = drive(terms, tries);
        for (at, event) in events {
            let before = game.clone();
            if game.try_apply(&Stamped { at: Time(at), event }).is_err() {
                prop_assert_eq!(&game, &before);
            }
            let _ = (game.clocks_at(Time(at)), game.deadline(), game.status(), game.claim());
            let _ = game.decide(Command::Resign { by: White }, Time(at));
        }
    }

    #[test]
    fn any_text_is_an_event_or_an_error(text in "\\PC{0,80}") {
        let _ = serde_json::from_str::<Stamped>(&text);
    }
}

fn any_event() -> impl Strategy<Value = (u64, Event)> {
    let clock = || proptest::option::of(any::<u32>().prop_map(Millis));
    let result = prop_oneof![
        Just(GameResult::WhiteWins),
        Just(GameResult::BlackWins),
        Just(GameResult::Draw),
        Just(GameResult::Aborted)
    ];
    let termination =
        prop_oneof![Just(Termination::Checkmate), Just(Termination::Agreement), Just(Termination::Abort)];
    let event = prop_oneof![
        any_terms().prop_map(|terms| Event::Created(Box::new(terms))),
        (any_color(), any_player()).prop_map(|(color, player)| Event::Joined { color, player }),
        (any_attempt(), clock()).prop_map(|(uci, clock)| Event::MovePlayed { uci, clock }),
        any_color().prop_map(|by| Event::DrawOffered { by }),
        any_color().prop_map(|by| Event::DrawDeclined { by }),
        any::<u32>().prop_map(|credit| Event::TurnRestarted { credit: Millis(credit) }),
        (result, termination, clock()).prop_map(|(result, termination, clock)| Event::Ended {
            result,
            termination,
            clock
        }),
    ];
    (any::<u64>(), event)
}

/// The random games are worth something only if they reach the corners.
#[test]
fn random_games_reach_every_kind_of_end() {
    use proptest::{strategy::ValueTree, test_runner::TestRunner};
    use std::collections::BTreeMap;

    let mut runner = TestRunner::deterministic();
    let strategy = (any_terms(), vec((any_step(), any_try()), 60..120));
    let mut ends = BTreeMap::new();
    for _ in 0..1500 {
        let (terms, tries) = strategy.new_tree(&mut runner).unwrap().current();
        let name = drive(terms, tries).ending().map_or("none".to_owned(), |end| end.termination.to_string());
        *ends.entry(name).or_insert(0) += 1;
    }
    for end in [
        Termination::Checkmate,
        Termination::Resignation,
        Termination::Stalemate,
        Termination::InsufficientMaterial,
        Termination::SeventyFiveMoves,
        Termination::FiftyMoves,
        Termination::Agreement,
        Termination::TimeForfeit,
        Termination::TimeForfeitInsufficientMaterial,
        Termination::Abort,
    ] {
        assert!(ends.contains_key(&end.to_string()), "no {end}: {ends:?}");
    }
}
