// SPDX-License-Identifier: MIT OR Apache-2.0
//! Laws that hold for every game, tested with random commands, valid and invalid, at random times.

use std::num::NonZeroU8;

use proptest::{collection::vec, prelude::*};
use tabiya_game::{
    Bonus, ClockControl, Command, Computer, DaysPerMove, Decided, Event, Game, GameResult, LeftClaim, Millis,
    PlayerDetails, PlayerId, PlayerName, RatingThen, Refusal, Seat, Seats, Stamped, Termination, Terms, Time,
    TimeControl, Title, Verdict,
};
use tabiya_rules::{Attempt, Color, Position, Role, Square};

use crate::table::{ANN, BOB, Black, EVE, START, White};

/// Starting positions from which short random games reach every kind of end.
const STARTS: &[&str] = &[
    START,
    // One move from many mates and stalemates.
    "7k/5K2/8/6Q1/8/8/8/8 w - - 0 1",
    "7k/8/4K3/6Q1/8/8/8/8 b - - 3 60",
    // Positions that soon have bare kings, or too little material to win on time.
    "8/8/8/3kp3/8/3K4/8/8 w - - 0 1",
    "8/8/3k4/8/3p4/8/3K1N2/8 b - - 0 1",
    // Positions close to 50 and to 75 counted moves.
    "4k3/8/8/8/8/8/8/R3K3 w Q - 97 80",
    "4k3/8/8/8/8/8/8/R3K3 b Q - 146 110",
    // Positions in which castling, promotion and en passant are possible.
    "r3k2r/1P4P1/8/3pP3/8/8/1p4p1/R3K2R w KQkq d6 0 1",
];

/// What is tried next. Moves are indexes into the legal moves, so that games make progress.
#[derive(Clone, Debug)]
enum Try {
    Legal(usize, Option<Millis>),
    Premove(usize),
    Again {
        ply: u32,
    },
    Anything(Command),
    /// An act of an arbiter.
    Arbiter(Command),
    /// At the deadline, or this many milliseconds from it.
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

fn any_details() -> impl Strategy<Value = Option<Box<PlayerDetails>>> {
    let name = "[a-zA-Zäß]{1,20}".prop_map(|name| PlayerName::try_from(name).unwrap());
    let title = proptest::option::of(prop_oneof![Just(Title::Gm), Just(Title::Bot)]);
    let rating = proptest::option::of(
        (any::<u16>(), any::<bool>()).prop_map(|(points, provisional)| RatingThen { points, provisional }),
    );
    proptest::option::of(
        (name, title, rating)
            .prop_map(|(name, title, rating)| Box::new(PlayerDetails { name, title, rating })),
    )
}

fn any_command() -> impl Strategy<Value = Command> {
    let by = any_color;
    prop_oneof![
        4 => (any_player(), any_details(), proptest::option::of(any_color()))
            .prop_map(|(player, details, color)| Command::Join { player, details, color }),
        6 => (by(), any_attempt(), 0..60u32, any_lag())
            .prop_map(|(by, attempt, seq, lag)| Command::Play { by, attempt, seq, lag }),
        1 => (by(), any_attempt(), any::<u32>(), any_lag())
            .prop_map(|(by, attempt, seq, lag)| Command::Play { by, attempt, seq, lag }),
        2 => (by(), any_attempt(), 0..5_000u32, any_lag())
            .prop_map(|(by, attempt, charged, lag)| Command::PlayQueued { by, attempt, charged: Millis(charged), lag }),
        2 => (by(), prop_oneof![Just(LeftClaim::Win), Just(LeftClaim::Draw)])
            .prop_map(|(by, claim)| Command::ClaimLeft { by, claim }),
        1 => by().prop_map(|by| Command::Resign { by }),
        1 => proptest::option::of(by()).prop_map(|by| Command::Abort { by }),
        6 => by().prop_map(|by| Command::OfferDraw { by }),
        1 => by().prop_map(|by| Command::AcceptDraw { by }),
        4 => by().prop_map(|by| Command::DeclineDraw { by }),
        8 => by().prop_map(|by| Command::ProposeTakeback { by }),
        8 => by().prop_map(|by| Command::AcceptTakeback { by }),
        2 => by().prop_map(|by| Command::DeclineTakeback { by }),
        2 => by().prop_map(|by| Command::GiveTime { by }),
        1 => Just(Command::StartClocks),
        4 => by().prop_map(|by| Command::ClaimDraw { by }),
        2 => Just(Command::TimeUp),
        4 => Just(Command::Resume),
        4 => (0..20_000u32).prop_map(|span| Command::StoodStill { span: Millis(span) }),
    ]
}

fn any_verdict() -> impl Strategy<Value = Verdict> {
    prop_oneof![
        Just(Verdict::WhiteWins),
        Just(Verdict::Draw),
        Just(Verdict::BlackWins),
        Just(Verdict::BothLose),
        Just(Verdict::WhiteDraws),
        Just(Verdict::BlackDraws)
    ]
}

fn any_act() -> impl Strategy<Value = Command> {
    let left = prop_oneof![4 => 0..120_000u32, 1 => any::<u32>()].prop_map(Millis);
    prop_oneof![
        2 => Just(Command::PauseClocks),
        8 => Just(Command::ResumeClocks),
        3 => (any_color(), left).prop_map(|(side, left)| Command::SetClock { side, left }),
        2 => (0..12u32).prop_map(|ply| Command::SetBack { ply }),
        1 => (any_verdict(), proptest::option::of(any_player()), any::<bool>()).prop_map(
            |(verdict, arbiter, by_default)| Command::Decide { decided: Decided { verdict, arbiter }, by_default }
        ),
    ]
}

fn any_try() -> impl Strategy<Value = Try> {
    prop_oneof![
        60 => (any::<usize>(), any_lag()).prop_map(|(index, lag)| Try::Legal(index, lag)),
        20 => any::<usize>().prop_map(Try::Premove),
        10 => (0..40u32).prop_map(|ply| Try::Again { ply }),
        25 => any_command().prop_map(Try::Anything),
        12 => any_act().prop_map(Try::Arbiter),
        2 => (-3..3i64).prop_map(|off| Try::TimeUp { off }),
    ]
}

/// The change of the owner's time before a try. Mostly positive.
fn any_step() -> impl Strategy<Value = i64> {
    prop_oneof![8 => 0..4_000i64, 1 => -2_000..0i64, 1 => 0..60_000i64, 1 => 0..86_400_000i64]
}

fn any_lag() -> impl Strategy<Value = Option<Millis>> {
    proptest::option::of(prop_oneof![6 => 0..300u32, 1 => 0..20_000u32, 1 => any::<u32>()].prop_map(Millis))
}

fn any_clock() -> impl Strategy<Value = ClockControl> {
    let bonus = proptest::sample::select(&[Bonus::Increment, Bonus::Delay, Bonus::Bronstein][..]);
    (1_000..120_000u32, bonus, 0..5_000u32)
        .prop_map(|(initial, bonus, time)| ClockControl::new(Millis(initial), bonus(Millis(time))).unwrap())
}

fn any_time() -> impl Strategy<Value = TimeControl> {
    prop_oneof![
        6 => any_clock().prop_map(TimeControl::equal),
        3 => (any_clock(), any_clock()).prop_map(|(white, black)| TimeControl::Clocks { white, black }),
        1 => (1..=14u8)
            .prop_map(|days| TimeControl::Correspondence { days: DaysPerMove::new(days).unwrap() }),
    ]
}

fn any_terms() -> impl Strategy<Value = Terms> {
    let time = proptest::option::weighted(0.85, any_time());
    let opponent = prop_oneof![
        6 => Just(Seat::Player(BOB)),
        2 => Just(Seat::Open),
        1 => Just(Seat::Computer(Computer { level: NonZeroU8::MIN, version: None })),
    ];
    (proptest::sample::select(STARTS), time, any_color(), opponent).prop_map(
        |(fen, time, color, opponent)| {
            Terms::new(Position::from_fen(fen).unwrap(), time, Seats::new(ANN, color, opponent)).unwrap()
        },
    )
}

/// An independent computation of the clocks, from the log alone and in plain numbers.
#[derive(Debug)]
struct ClockModel {
    control: TimeControl,
    left: [i64; 2],
    quota: [i64; 2],
    turn_began: i64,
    moves: usize,
    seated: bool,
    /// Whether the clocks were started before both sides had moved.
    started: bool,
    /// Both clocks after each number of half-moves, and what was given since.
    before: Vec<[i64; 2]>,
    /// While an arbiter has paused the clocks: how long the turn had lasted.
    paused: Option<i64>,
}

impl ClockModel {
    fn new(control: TimeControl, seated: bool, now: i64) -> Self {
        let left = Color::ALL.map(|color| i64::from(control.starting_clock(color).0));
        let quota = Color::ALL.map(|color| 3 * gain(control, color));
        let (before, paused) = (Vec::new(), None);
        Self { control, left, quota, turn_began: now, moves: 0, seated, started: false, before, paused }
    }

    fn event(&mut self, turn: Color, stamped: &Stamped) {
        let at = i64::try_from(stamped.at.0).unwrap();
        let spent = self.paused.unwrap_or_else(|| (at - self.turn_began).max(0).min(u32::MAX.into()));
        let before = self.left;
        match stamped.event {
            Event::TakenBack { half_moves, clocks, .. } => {
                self.moves -= usize::from(half_moves);
                assert!(self.paused.is_none());
                self.left = self.before[self.moves].map(|left| left.max(1));
                self.before.truncate(self.moves);
                self.turn_began = at;
                let shown = self.control.clock_of(turn).map(|_| self.left);
                assert_eq!(clocks.map(|clocks| clocks.map(|clock| i64::from(clock.0))), shown);
                return;
            }
            Event::ClocksPaused { spent: said } => {
                assert!(self.paused.is_none() && self.control.clock_of(turn).is_some() && self.seated);
                assert_eq!(i64::from(said.0), spent);
                self.paused = Some(spent);
                return;
            }
            Event::ClockSet { side, left } => {
                assert!(self.paused.is_some());
                let change = i64::from(left.0) - self.left[side.index()];
                if side == turn && (self.moves >= 2 || self.started) {
                    let bonus = self.control.clock_of(side).map(ClockControl::bonus);
                    self.paused = Some(spent.min(bonus.map_or(0, |bonus| i64::from(bonus.delay().0))));
                }
                for left in self.before.iter_mut().chain([&mut self.left]) {
                    left[side.index()] += change;
                }
                return;
            }
            Event::SetBack { half_moves, clocks } => {
                assert!(self.paused.is_some());
                self.started |= self.moves >= 2;
                self.moves -= usize::from(half_moves);
                self.left = self.before[self.moves].map(|left| left.max(1));
                self.before.truncate(self.moves);
                (self.turn_began, self.paused) = (at, Some(0));
                // The clocks that were less than nothing begin from there.
                assert_eq!(clocks.map(|clock| i64::from(clock.0)), self.left);
                return;
            }
            Event::ClocksResumed => {
                self.turn_began = at - self.paused.take().expect("they were paused");
                return;
            }
            Event::TimeGiven { by, time } => {
                let [to, time] = [(!by).index() as i64, i64::from(time.0)];
                for left in self.before.iter_mut().chain([&mut self.left]) {
                    left[to as usize] += time;
                }
                return;
            }
            _ => {}
        }
        let (left, quota) = (&mut self.left[turn.index()], &mut self.quota[turn.index()]);
        match stamped.event {
            Event::MovePlayed { clock, lag, compensated, premove, .. } => {
                assert!(self.paused.is_none(), "nobody moves while the clocks are paused");
                let spent = premove.map_or(spent, |charged| i64::from(charged.0));
                let has_lag = lag.is_some();
                let [lag, compensated] = [lag.unwrap_or_default(), compensated].map(|span| i64::from(span.0));
                assert!(compensated <= lag && compensated <= spent && compensated <= *quota);
                match self.control.clock_of(turn).map(ClockControl::bonus) {
                    None => assert!(spent < *left && compensated == 0),
                    Some(_) if self.moves < 2 && !self.started => assert_eq!(compensated, 0),
                    Some(bonus) => {
                        let time = i64::from(bonus.time().0);
                        let free = if matches!(bonus, Bonus::Delay(_)) { time } else { 0 };
                        let cost = (spent - free - compensated).max(0);
                        assert!(cost < *left, "played without time");
                        *left -= cost;
                        *left += match bonus {
                            Bonus::Increment(_) => time,
                            Bonus::Bronstein(_) => time.min(cost),
                            Bonus::Delay(_) => 0,
                        };
                        let start = before[turn.index()];
                        assert!(*left <= start || matches!(bonus, Bonus::Increment(_)), "gained on a delay");
                        let in_delay = matches!(bonus, Bonus::Delay(_)) && spent <= free;
                        assert!(!in_delay || *left == start, "the delay cost something");
                    }
                }
                let shown = self.control.clock_of(turn).map(|_| *left);
                self.before.push(before);
                assert_eq!(clock.map(|clock| i64::from(clock.0)), shown);
                let most = gain(self.control, turn);
                // A premove that waited for the turn says nothing of the line.
                if premove.is_none() || has_lag {
                    *quota = (*quota + most - compensated).min(7 * most);
                }
                self.turn_began = at;
                self.moves += 1;
            }
            Event::Joined { .. } => {
                self.seated = true;
                self.turn_began = at;
            }
            Event::ClocksStarted => {
                assert!(
                    self.seated && self.moves < 2 && !self.started && self.control.clock_of(turn).is_some()
                );
                self.started = true;
                self.turn_began = at;
            }
            Event::TurnRestarted { credit, spent: charged } => {
                assert_eq!(i64::from(credit.0) + i64::from(charged.0), spent);
                self.turn_began = at - i64::from(charged.0);
            }
            Event::Ended { termination, clock, .. } => {
                let bonus = self.control.clock_of(turn).map(ClockControl::bonus);
                let free = bonus.map_or(0, |bonus| i64::from(bonus.delay().0));
                if self.moves >= 2 || self.started || (bonus.is_none() && self.seated) {
                    *left = (*left - (spent - free).max(0)).max(0);
                }
                assert_eq!(clock.map(|clock| i64::from(clock.0)), Some(*left));
                let by_time = matches!(
                    termination,
                    Termination::TimeForfeit | Termination::TimeForfeitInsufficientMaterial
                );
                assert!(!by_time || *left == 0, "{termination}");
            }
            Event::ClocksPaused { .. }
            | Event::ClockSet { .. }
            | Event::SetBack { .. }
            | Event::ClocksResumed
            | Event::Created(_)
            | Event::DrawOffered { .. }
            | Event::DrawDeclined { .. }
            | Event::TakebackProposed { .. }
            | Event::TakebackDeclined { .. }
            | Event::TakenBack { .. }
            | Event::TimeGiven { .. }
            | Event::Berserk { .. } => {}
        }
        assert!(self.left.iter().all(|&left| left >= 0));
        assert_eq!(self.left[1 - turn.index()], before[1 - turn.index()], "only the side to move loses time");
    }
}

/// The maximum that a move adds to a side's quota, computed in another way: 0.15 s plus 0.4 % of the seconds.
fn gain(control: TimeControl, color: Color) -> i64 {
    let Some(clock) = control.clock_of(color) else { return 0 };
    let total = (i64::from(clock.initial().0) + 40 * i64::from(clock.bonus().time().0)) / 1000;
    (total * 4 + 150).min(1_000)
}

/// Makes the tries and checks every law after each.
fn drive(terms: Terms, tries: Vec<(i64, Try)>) -> Game {
    let mut now = 1_000_000_i64;
    let time = |now: i64| Time(now.unsigned_abs());
    let (mut game, created) = Game::create(terms, time(now));
    let mut log = vec![created];
    let mut reckoning =
        game.time_control().map(|control| ClockModel::new(control, game.seats().open().is_none(), now));
    for (step, next) in tries {
        now += step;
        let command = match next {
            Try::Legal(index, lag) => {
                let legal = game.history().position().legal_moves();
                if legal.is_empty() {
                    continue;
                }
                let attempt = legal[index % legal.len()].into();
                Command::Play { by: game.turn(), attempt, seq: game.last_seq(), lag }
            }
            Try::Premove(index) => {
                let legal = game.history().position().legal_moves();
                if legal.is_empty() {
                    continue;
                }
                let attempt = legal[index % legal.len()].into();
                Command::PlayQueued { by: game.turn(), attempt, charged: game.premove_cost(), lag: None }
            }
            Try::Again { ply } => {
                let Some(&played) = game.history().moves().get(ply as usize) else { continue };
                let by = game.history().mover_at(ply as usize);
                let seq = game.plies()[ply as usize].seq - 1;
                Command::Play { by, attempt: played.into(), seq, lag: None }
            }
            Try::Anything(command) | Try::Arbiter(command) => command,
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
                    let stamped = Stamped::new(time(now), event);
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
    assert_eq!(game.deadline().is_some(), game.running().is_some() || game.first_move_deadline().is_some());
    assert_eq!(game.clocks_at(now).is_some(), game.time_control().is_some());
    if game.is_paused() {
        let later = now.after(Millis::from_days(1));
        assert_eq!(game.clocks_at(later), game.clocks_at(now), "paused clocks stand");
        assert_eq!((game.running(), game.deadline(), game.is_over()), (None, None, false));
        assert!(
            matches!(game.decide(Command::TimeUp, later), Err(Refusal::ClockNotRunning)),
            "no flag falls"
        );
    }
    if let Some(ending) = game.ending() {
        assert!(ending.termination.fits(ending.result));
        let aborts = [Termination::Abort, Termination::NoFirstMove];
        let is_decided = ending.termination == Termination::ArbiterDecision;
        assert_eq!(game.decided().is_some(), is_decided);
        assert!(is_decided || (ending.result == GameResult::Aborted) == aborts.contains(&ending.termination));
    } else {
        assert_eq!(game.history().outcome(), None, "the rules end a game at once");
    }
    let seqs: Vec<_> = game.plies().iter().map(|played| played.seq).collect();
    assert!(seqs.is_sorted(), "{seqs:?}");
    if let Some(by) = game.takeback_proposal() {
        assert!(game.takeback(by).is_some(), "a proposal has something to take back");
    }
    if let Some(by) = game.draw_offer() {
        let again = game.decide(Command::OfferDraw { by }, now).unwrap_or_default();
        assert!(!again.contains(&Event::DrawOffered { by }), "one offer stands at a time");
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

    /// Arbitrary events, as in a damaged log: they give an error or a valid state, and never a panic.
    #[test]
    fn events_from_nowhere_never_break_a_game(
        terms in any_terms(),
        tries in vec((any_step(), any_try()), 0..20),
        events in vec(any_event(), 1..20),
    ) {
        let mut game = drive(terms, tries);
        for (at, event) in events {
            let before = game.clone();
            if game.try_apply(&Stamped::new(Time(at), event)).is_err() {
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
    let termination = prop_oneof![
        Just(Termination::Checkmate),
        Just(Termination::Agreement),
        Just(Termination::Abort),
        Just(Termination::Unknown)
    ];
    let event = prop_oneof![
        any_terms().prop_map(|terms| Event::Created(Box::new(terms))),
        (any_color(), any_player(), any_details()).prop_map(|(color, player, details)| Event::Joined {
            color,
            player,
            details
        }),
        (any_attempt(), clock(), any_lag(), clock(), clock()).prop_map(
            |(uci, clock, lag, compensated, premove)| Event::MovePlayed {
                uci,
                clock,
                lag,
                compensated: compensated.unwrap_or_default(),
                premove
            }
        ),
        any_color().prop_map(|by| Event::DrawOffered { by }),
        any_color().prop_map(|by| Event::DrawDeclined { by }),
        any_color().prop_map(|by| Event::TakebackProposed { by }),
        any_color().prop_map(|by| Event::TakebackDeclined { by }),
        (any_color(), any::<u8>(), clock(), clock()).prop_map(|(by, half_moves, white, black)| {
            let clocks = white.zip(black).map(<[Millis; 2]>::from);
            Event::TakenBack { by, half_moves, clocks }
        }),
        (any_color(), any::<u32>()).prop_map(|(by, time)| Event::TimeGiven { by, time: Millis(time) }),
        any::<u32>().prop_map(|spent| Event::ClocksPaused { spent: Millis(spent) }),
        (any_color(), any::<u32>()).prop_map(|(side, left)| Event::ClockSet { side, left: Millis(left) }),
        (0..9u16, any::<[u32; 2]>())
            .prop_map(|(half_moves, clocks)| Event::SetBack { half_moves, clocks: clocks.map(Millis) }),
        Just(Event::ClocksResumed),
        (any_color(), any::<u32>()).prop_map(|(by, clock)| Event::Berserk { by, clock: Millis(clock) }),
        (any::<u32>(), any::<u32>()).prop_map(|(credit, spent)| Event::TurnRestarted {
            credit: Millis(credit),
            spent: Millis(spent)
        }),
        (result, termination, clock(), proptest::option::of(any_color())).prop_map(
            |(result, termination, clock, by)| {
                Event::Ended { result, termination, clock, by, decided: None }
            }
        ),
    ];
    (any::<u64>(), event)
}

/// The random games are useful only if they reach all kinds of end.
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
        Termination::NoFirstMove,
        Termination::Abandonment,
        Termination::AbandonmentInsufficientMaterial,
        Termination::ArbiterDecision,
    ] {
        assert!(ends.contains_key(&end.to_string()), "no {end}: {ends:?}");
    }
}
