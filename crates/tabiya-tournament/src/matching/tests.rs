// SPDX-License-Identifier: MIT OR Apache-2.0
//! The solver against plain recursion over all matchings of small graphs.

use proptest::prelude::*;

use super::{Matcher, Wide};

fn wide(value: u64) -> Wide<2> {
    let mut wide = Wide::ZERO;
    wide.add_shifted(value, 0);
    wide
}

fn heaviest(weights: &[Vec<u64>], used: u32, from: usize) -> u64 {
    if from == weights.len() {
        return 0;
    }
    let skip = heaviest(weights, used, from + 1);
    if used & (1 << from) != 0 {
        return skip;
    }
    let with = |other: usize| weights[from][other] + heaviest(weights, used | (1 << other), from + 1);
    let open =
        (from + 1..weights.len()).filter(|other| used & (1 << other) == 0 && weights[from][*other] > 0);
    open.map(with).max().unwrap_or(0).max(skip)
}

fn total(matcher: &Matcher<2>, weights: &[Vec<u64>]) -> u64 {
    (0..weights.len())
        .filter_map(|one| matcher.mate(one).filter(|other| one < *other).map(|other| (one, other)))
        .map(|(one, other)| {
            assert_eq!(matcher.mate(other), Some(one));
            assert!(weights[one][other] > 0, "a pair without an edge");
            weights[one][other]
        })
        .sum()
}

fn matcher(weights: &[Vec<u64>]) -> Matcher<2> {
    let mut matcher = Matcher::new(weights.len());
    for (one, row) in weights.iter().enumerate() {
        for (other, weight) in row.iter().enumerate().skip(one + 1) {
            matcher.set(one, other, wide(*weight));
        }
    }
    matcher
}

fn graph() -> impl Strategy<Value = Vec<Vec<u64>>> {
    (2..11_usize, 1..12_u64, 0.0..0.9).prop_flat_map(|(n, largest, gaps)| {
        let edge =
            (0.0..1.0, 1..=largest).prop_map(move |(chance, weight)| if chance < gaps { 0 } else { weight });
        prop::collection::vec(edge, n * n).prop_map(move |flat| {
            let at = |one: usize, other: usize| flat[one.min(other) * n + one.max(other)];
            (0..n)
                .map(|one| (0..n).map(|other| if one == other { 0 } else { at(one, other) }).collect())
                .collect()
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn finds_the_heaviest_matching(weights in graph(), low in 0_u32..2048) {
        let mut matcher = matcher(&weights);
        matcher.start(|vertex| low & (1 << vertex) != 0, &[]);
        matcher.solve();
        prop_assert_eq!(total(&matcher, &weights), heaviest(&weights, 0, 0));
    }

    #[test]
    fn follows_changes(
        weights in graph(),
        changes in prop::collection::vec((0..10_usize, 0..10_usize, prop::collection::vec(1..12_u64, 10)), 1..8),
    ) {
        let mut weights = weights;
        let n = weights.len();
        let mut matcher = matcher(&weights);
        matcher.start(|vertex| vertex % 2 == 0, &[]);
        matcher.solve();
        for (vertex, other, row) in changes {
            let (vertex, other) = (vertex % n, other % n);
            matcher.reweigh(vertex, |to, _| wide(row[to % row.len()]).twice());
            for (to, weight) in row.iter().cycle().take(n).enumerate() {
                if weights[vertex][to] > 0 {
                    (weights[vertex][to], weights[to][vertex]) = (*weight, *weight);
                }
            }
            matcher.solve();
            prop_assert_eq!(total(&matcher, &weights), heaviest(&weights, 0, 0), "after a change");
            let pair = [Some(other), matcher.mate(other)];
            matcher.remove_pair(other);
            for gone in pair.into_iter().flatten() {
                weights[gone].fill(0);
                weights.iter_mut().for_each(|row| row[gone] = 0);
            }
            matcher.solve();
            prop_assert_eq!(total(&matcher, &weights), heaviest(&weights, 0, 0), "after a removal");
        }
    }
}
