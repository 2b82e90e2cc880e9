// SPDX-License-Identifier: MIT OR Apache-2.0
//! Search limits hold, and the report is valid whenever the search ends.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::channel;
use std::time::{Duration, Instant};

use tabiya_engine::{Clock, Engine, Info, Limits, Stopwatch, Untimed};
use tabiya_rules::{Attempt, History, Position};

use crate::common::{check_report, game, search};

/// A stopwatch that advances by this number of microseconds whenever it is read.
struct Ticking(AtomicU64, u64);

impl Stopwatch for Ticking {
    fn elapsed(&self) -> Duration {
        Duration::from_micros(self.0.fetch_add(self.1, Ordering::Relaxed))
    }
}

const MIDDLEGAME: &str = "r1bq1rk1/pp2bppp/2n1pn2/3p4/3P1B2/2N1PN2/PP3PPP/R2QKB1R b KQ - 3 8";

#[test]
fn a_stop_before_the_start_still_gives_a_move() {
    let stop = AtomicBool::new(true);
    for fen in
        [MIDDLEGAME, "6k1/8/8/8/8/8/8/K6R w - - 0 1", "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1"]
    {
        let history = game(fen);
        let report = Engine::new(1).search(&history, &Limits::default(), &stop, &Untimed, &mut |_| ());
        check_report(&history, &report);
        assert!(report.nodes < 20_000, "{}", report.nodes);
    }
}

#[test]
fn a_stop_from_another_thread_ends_the_search_at_once() {
    let stop = AtomicBool::new(false);
    let history = game(MIDDLEGAME);
    let (told, depths) = channel();
    std::thread::scope(|scope| {
        let search = scope.spawn(|| {
            let mut tell = |info: &Info| told.send(info.line.depth).expect("the test listens");
            Engine::new(8).search(&history, &Limits::default(), &stop, &Untimed, &mut tell)
        });
        // The third depth begins when the second is done.
        let reached = loop {
            let told = depths.recv_timeout(Duration::from_secs(60));
            if !matches!(told, Ok(0..=2)) {
                break told;
            }
        };
        let asked = Instant::now();
        stop.store(true, Ordering::Relaxed);
        let report = search.join().expect("the search ends");
        assert!(reached.is_ok(), "the search goes on");
        // Without the stop it would not end at all; a busy machine may let its thread wait.
        assert!(asked.elapsed() < Duration::from_secs(20), "{:?}", asked.elapsed());
        check_report(&history, &report);
        assert!(report.depth >= 2);
    });
}

#[test]
fn node_and_depth_limits_are_not_exceeded() {
    let history = game(MIDDLEGAME);
    for nodes in [1, 2, 10, 100, 1_000, 12_345] {
        let report = search(&history, &Limits::nodes(nodes));
        assert!(report.nodes <= nodes, "{} of {nodes}", report.nodes);
    }
    for depth in 1..=8 {
        assert_eq!(search(&history, &Limits::depth(depth)).depth, depth);
    }
}

#[test]
fn time_ends_a_search() {
    let history = game(MIDDLEGAME);
    let clock = Clock { remaining: Duration::from_secs(3), increment: Duration::ZERO, moves_to_go: None };
    let overhead = Duration::from_millis(20);
    for limits in [
        Limits::move_time(Duration::from_millis(100)),
        Limits { clock: Some(clock), overhead, ..Limits::default() },
    ] {
        let watch = Ticking(AtomicU64::new(0), 2_000);
        let report = Engine::new(1).search(&history, &limits, &AtomicBool::new(false), &watch, &mut |_| ());
        check_report(&history, &report);
        assert!(watch.elapsed() < Duration::from_millis(600), "{:?}", watch.elapsed());
        assert!(report.depth >= 3);
    }
}

#[test]
fn pondering_is_not_ended_by_time() {
    struct Pondering;
    impl Stopwatch for Pondering {
        fn elapsed(&self) -> Duration {
            Duration::from_secs(3_600)
        }
        fn pondering(&self) -> bool {
            true
        }
    }
    let limits = Limits { depth: Some(7), ..Limits::move_time(Duration::from_millis(1)) };
    let report =
        Engine::new(1).search(&game(MIDDLEGAME), &limits, &AtomicBool::new(false), &Pondering, &mut |_| ());
    assert_eq!(report.depth, 7);
}

#[test]
fn only_the_search_moves_are_searched() {
    let history = game(MIDDLEGAME);
    let attempt: Attempt = "h7h6".parse().unwrap();
    let mv = attempt.to_move(history.position()).unwrap();
    let limits = Limits { search_moves: vec![mv], ..Limits::depth(5) };
    assert_eq!(search(&history, &limits).best, Some(mv));
    // Illegal moves in the list are ignored.
    let elsewhere = History::new(Position::start());
    check_report(&elsewhere, &search(&elsewhere, &limits));
}

#[test]
fn several_lines_are_sorted_and_begin_differently() {
    let history = game(MIDDLEGAME);
    let limits = Limits { multi_pv: 4, ..Limits::depth(7) };
    let mut news: Vec<Info> = Vec::new();
    let report = Engine::new(8)
        .search(&history, &limits, &AtomicBool::new(false), &Untimed, &mut |info| news.push(info.clone()));
    check_report(&history, &report);
    assert_eq!(report.lines.len(), 4);
    assert!(report.lines.is_sorted_by_key(|line| std::cmp::Reverse(line.score.rank())), "{:?}", report.lines);
    let mut first: Vec<_> = report.lines.iter().map(|line| line.pv[0].to_bits()).collect();
    first.sort_unstable();
    first.dedup();
    assert_eq!(first.len(), 4);
    let deepest: Vec<usize> =
        news.iter().filter(|info| info.line.depth == 7).map(|info| info.multi_pv).collect();
    assert!(deepest.ends_with(&[1, 2, 3, 4]), "{deepest:?}");
    // Asking for more lines than there are moves is allowed.
    let few = game("7k/8/8/8/8/8/6q1/7K w - - 0 1");
    let report = search(&few, &Limits { multi_pv: 200, ..Limits::depth(3) });
    assert_eq!(report.lines.len(), 1);
}

#[test]
fn a_mate_search_without_a_mate_still_plays_well() {
    // A queen can be captured. There is no mate in 5, but not enough nodes to prove it.
    let history = game("rnb1kbnr/pppp1ppp/8/4p3/4P2q/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3");
    let report = search(&history, &Limits { mate: Some(5), ..Limits::nodes(60_000) });
    assert!(report.nodes <= 60_000);
    assert_eq!(report.best, "f3h4".parse::<Attempt>().unwrap().to_move(history.position()).ok());
}

#[test]
fn soft_nodes_end_between_iterations() {
    let history = game("r1bqk2r/ppp2ppp/2np1n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQK2R w KQkq - 0 6");
    let report = search(&history, &Limits { soft_nodes: Some(3_000), ..Limits::default() });
    assert!(report.nodes >= 3_000);
    // The same search limited to that depth visits the same nodes, so the last iteration was complete.
    assert_eq!(search(&history, &Limits::depth(report.depth)), report);
}

/// A stopwatch that counts how often the search offers to rest.
#[derive(Default)]
struct Rests(AtomicU64);

impl Stopwatch for Rests {
    fn elapsed(&self) -> Duration {
        Duration::ZERO
    }

    fn rest(&self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }
}

#[test]
fn a_search_offers_to_rest_every_1024_nodes() {
    let rests = Rests::default();
    let limits = Limits { nodes: Some(50_000), ..Limits::default() };
    let report =
        Engine::new(1).search(&game(MIDDLEGAME), &limits, &AtomicBool::new(false), &rests, &mut |_| ());
    assert_eq!(report.nodes, 50_000);
    let offered = rests.0.into_inner();
    assert!((40..=50).contains(&offered), "{offered} times");
}
