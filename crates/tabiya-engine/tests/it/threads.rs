// SPDX-License-Identifier: MIT OR Apache-2.0
//! A search with several threads.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use tabiya_engine::{Engine, Limits, Score, Untimed};

use crate::common::{check_report, game, search_with};

const MIDDLEGAME: &str = "r1bq1rk1/pp2bppp/2n1pn2/3p4/3P1B2/2N1PN2/PP3PPP/R2QKB1R b KQ - 3 8";

fn engine(threads: usize) -> Engine {
    let mut engine = Engine::new(8);
    engine.set_threads(threads);
    engine
}

#[test]
fn several_threads_find_what_one_finds() {
    let history = game("8/8/2B5/8/6Q1/2Kp1r2/7k/8 w - - 0 1");
    for threads in [2, 5] {
        assert_eq!(search_with(&mut engine(threads), &history, &Limits::depth(9)).score, Score::Mate(2));
    }
}

#[test]
fn all_threads_search_and_none_exceeds_the_node_limit() {
    let history = game(MIDDLEGAME);
    let alone = search_with(&mut engine(1), &history, &Limits::depth(9)).nodes;
    let together = search_with(&mut engine(4), &history, &Limits::depth(9));
    assert!(together.nodes > alone / 4);
    for most in [50_000, 200_000] {
        let nodes = search_with(&mut engine(3), &history, &Limits::nodes(most)).nodes;
        // Each thread reports its node count every 1,024 nodes.
        assert!((most..most + 3 * 1_024).contains(&nodes), "{nodes} of {most}");
    }
}

#[test]
fn a_stop_ends_all_threads() {
    let (history, stop) = (game(MIDDLEGAME), AtomicBool::new(false));
    std::thread::scope(|scope| {
        let search =
            scope.spawn(|| engine(4).search(&history, &Limits::default(), &stop, &Untimed, &mut |_| ()));
        std::thread::sleep(Duration::from_millis(100));
        let asked = Instant::now();
        stop.store(true, Ordering::Relaxed);
        check_report(&history, &search.join().expect("the search ends"));
        assert!(asked.elapsed() < Duration::from_secs(20), "{:?}", asked.elapsed());
    });
}

#[test]
fn the_number_of_threads_may_change_between_searches() {
    let (history, mut engine) = (game(MIDDLEGAME), engine(3));
    for threads in [3, 1, 2, 0, 1_000] {
        engine.set_threads(threads);
        let nodes = search_with(&mut engine, &history, &Limits::nodes(3_000)).nodes;
        assert!(nodes > 0);
    }
    engine.set_threads(1);
    engine.clear();
    let again = search_with(&mut engine, &history, &Limits::nodes(3_000));
    let mut fresh = Engine::new(8);
    assert_eq!(again, search_with(&mut fresh, &history, &Limits::nodes(3_000)), "one thread repeats itself");
}
