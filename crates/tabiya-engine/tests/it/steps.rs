// SPDX-License-Identifier: MIT OR Apache-2.0
//! A search that is run one depth at a time is the same search.

use std::sync::atomic::AtomicBool;

use tabiya_engine::{Engine, Info, Limits, Report, Untimed};
use tabiya_rules::{History, Position};

use crate::common::{check_report, game, random_opening};

/// The report of a search in steps, all that it told, and the number of steps.
fn in_steps(engine: &mut Engine, history: &History, limits: &Limits) -> (Report, Vec<Info>, usize) {
    let never = AtomicBool::new(false);
    let mut told = Vec::new();
    let mut steps = engine.begin(history, limits);
    let mut count = 1;
    loop {
        match engine.step(&mut steps, &never, &Untimed, &mut |info| told.push(info.clone())) {
            Some(report) => return (report, told, count),
            None => count += 1,
        }
    }
}

fn check(history: &History, limits: &Limits) {
    let (mut whole, mut stepwise) = (Engine::new(4), Engine::new(4));
    // Twice, so that the second search meets the tables of the first.
    for _ in 0..2 {
        let mut expected = Vec::new();
        let never = AtomicBool::new(false);
        let report = whole.search(history, limits, &never, &Untimed, &mut |info| expected.push(info.clone()));
        let (found, told, _) = in_steps(&mut stepwise, history, limits);
        check_report(history, &found);
        assert_eq!(found, report);
        assert_eq!(told, expected);
    }
}

#[test]
fn the_same_nodes_the_same_lines_the_same_end() {
    for seed in 0..8 {
        let history = random_opening(Position::start(), 12, seed);
        check(&history, &Limits::depth(7));
        check(&history, &Limits::nodes(20_000));
        check(&history, &Limits { multi_pv: 3, ..Limits::depth(6) });
        check(&history, &Limits { soft_nodes: Some(9_000), ..Limits::default() });
    }
    check(&game("6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1"), &Limits::depth(9));
    check(&game("7k/5Q2/8/8/8/8/8/K7 b - - 0 1"), &Limits::depth(3));
}

#[test]
fn each_step_is_one_depth_and_the_end_stays_the_end() {
    let history = History::new(Position::start());
    let mut engine = Engine::new(1);
    let (report, told, steps) = in_steps(&mut engine, &history, &Limits::depth(6));
    assert_eq!((report.depth, steps), (6, 6));
    assert_eq!(told.iter().map(|info| info.line.depth).collect::<Vec<_>>(), [1, 2, 3, 4, 5, 6]);
    let stopped = AtomicBool::new(true);
    let mut steps = engine.begin(&history, &Limits::default());
    let mut step = || engine.step(&mut steps, &stopped, &Untimed, &mut |_| ());
    let end = (0..99).find_map(|_| step()).expect("a search that is stopped ends");
    assert!(end.best.is_some());
    assert_eq!(step(), Some(end), "asked again, it says the same");
}
