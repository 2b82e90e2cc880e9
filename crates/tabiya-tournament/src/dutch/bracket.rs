// SPDX-License-Identifier: MIT OR Apache-2.0
//! Pairing one bracket: the best candidate by the criteria, and of several the one that articles 3 and 4 generate first.
//!
//! The weights give the best value of every criterion. What is left is the generation order: the set of moved-down
//! players (4.4), their opponents (4.2), the exchanges among the residents (4.3) and their transposition (4.2). An
//! exchange is read off a set of pairs: the higher-ranked player of each pair is in S1. The number of exchanged players
//! is then the number of pairs that lie within S2, and the sum of S1's bracket numbers measures their difference.

use super::graph::{Graph, Stage};
use crate::matching::Matcher;

/// The pairs of a bracket, as vertices of its graph, and who leaves it.
#[derive(Clone, Debug, Default)]
pub(super) struct Solution {
    pub(super) pairs: Vec<(usize, usize)>,
    pub(super) floaters: Vec<usize>,
    /// Of the floaters and the next score group: those without a partner in the best pairing of the next bracket.
    pub(super) left_below: Vec<usize>,
}

/// Calls a function with the narrowest weight that holds the bits.
macro_rules! with_width {
    ($bits:expr, $function:ident($($argument:expr),*)) => {{
        let bits = $bits;
        if bits <= crate::matching::Wide::<2>::BITS {
            $function::<2>($($argument),*)
        } else if bits <= crate::matching::Wide::<3>::BITS {
            $function::<3>($($argument),*)
        } else if bits <= crate::matching::Wide::<4>::BITS {
            $function::<4>($($argument),*)
        } else if bits <= crate::matching::Wide::<8>::BITS {
            $function::<8>($($argument),*)
        } else if bits <= crate::matching::Wide::<16>::BITS {
            $function::<16>($($argument),*)
        } else {
            $function::<96>($($argument),*)
        }
    }};
}

/// Pairs a bracket. Nothing where `graph.whole` and not everybody can be paired.
pub(super) fn solve(graph: &mut Graph<'_>) -> Option<Solution> {
    // C9 holds where exactly one player leaves; an even bracket never loses one alone.
    graph.sole_floater_has_bye = graph.bye_score.is_some() && graph.bracket % 2 == 1;
    let first = try_solve(graph)?;
    if graph.sole_floater_has_bye && first.floaters.len() != 1 {
        graph.sole_floater_has_bye = false;
        return try_solve(graph);
    }
    Some(first)
}

fn try_solve(graph: &Graph<'_>) -> Option<Solution> {
    if graph.moved_down == 0 {
        return residents(graph, graph.bracket / 2);
    }
    let mut moved_down = {
        let prepared = graph.prepare(Stage::MovedDown { by_number: false });
        with_width!(prepared.bits(), pair_moved_down(graph, prepared.matcher()))?
    };
    if moved_down.limbo {
        let prepared = graph.prepare(Stage::MovedDown { by_number: true });
        moved_down = with_width!(prepared.bits(), pair_moved_down(graph, prepared.matcher()))?;
    }
    let paired: Vec<bool> = {
        let mut paired = vec![false; graph.players.len()];
        for (one, other) in &moved_down.pairs {
            paired[*one] = true;
            paired[*other] = true;
        }
        paired
    };
    let left: Vec<usize> = (0..graph.players.len()).filter(|vertex| !paired[*vertex]).collect();
    let remainder = Graph {
        field: graph.field,
        players: left.iter().map(|vertex| graph.players[*vertex]).collect(),
        moved_down: graph.moved_down - moved_down.pairs.len(),
        bracket: graph.bracket - 2 * moved_down.pairs.len(),
        near: graph.near - 2 * moved_down.pairs.len(),
        whole: graph.whole,
        bye_score: graph.bye_score,
        sole_floater_has_bye: graph.sole_floater_has_bye,
    };
    let rest = if remainder.bracket == 0 {
        Solution { left_below: (0..remainder.near).collect(), ..Solution::default() }
    } else {
        residents(&remainder, moved_down.all_pairs - moved_down.pairs.len())?
    };
    let mut pairs = moved_down.pairs;
    pairs.extend(rest.pairs.iter().map(|(one, other)| (left[*one], left[*other])));
    let outer = |vertices: Vec<usize>| vertices.into_iter().map(|vertex| left[vertex]).collect();
    Some(Solution { pairs, floaters: outer(rest.floaters), left_below: outer(rest.left_below) })
}

struct MovedDown {
    /// The pairs of moved-down players.
    pairs: Vec<(usize, usize)>,
    /// All pairs of the bracket.
    all_pairs: usize,
    /// Whether some moved-down players stay unpaired.
    limbo: bool,
}

/// Whether everybody has a partner who must have one.
fn is_complete<const N: usize>(graph: &Graph<'_>, matcher: &Matcher<N>) -> bool {
    !graph.whole || (0..graph.vertices()).all(|vertex| matcher.mate(vertex).is_some())
}

/// The pairs of moved-down players: the opponents with the lowest bracket numbers, for the first player first (4.2).
fn pair_moved_down<const N: usize>(graph: &Graph<'_>, mut matcher: Matcher<N>) -> Option<MovedDown> {
    let wished: Vec<_> = (0..graph.moved_down).map(|vertex| (vertex, vertex + graph.moved_down)).collect();
    let wished: Vec<_> = wished.into_iter().filter(|(_, other)| *other < graph.bracket).collect();
    matcher.start(|vertex| vertex >= graph.moved_down, &wished);
    matcher.solve();
    if !is_complete(graph, &matcher) {
        return None;
    }
    let in_bracket =
        |matcher: &Matcher<N>, vertex| matcher.mate(vertex).is_some_and(|mate| mate < graph.bracket);
    let paired: Vec<usize> = (0..graph.moved_down).filter(|vertex| in_bracket(&matcher, *vertex)).collect();
    let all_pairs = (0..graph.bracket).filter(|vertex| in_bracket(&matcher, *vertex)).count() / 2;
    let limbo = paired.len() < graph.moved_down;
    let mut pairs = Vec::new();
    let candidates: Vec<usize> = (graph.moved_down..graph.bracket).collect();
    for vertex in paired {
        pairs.push((vertex, take_first(&mut matcher, vertex, &candidates)?));
    }
    Some(MovedDown { pairs, all_pairs, limbo })
}

/// Pairs a vertex with the first candidate that some best matching allows, and takes both out of the graph.
fn take_first<const N: usize>(
    matcher: &mut Matcher<N>,
    vertex: usize,
    candidates: &[usize],
) -> Option<usize> {
    let mate = matcher.mate(vertex)?;
    let before = candidates.iter().take_while(|candidate| **candidate != mate);
    if before.into_iter().any(|candidate| matcher.may_be_best(vertex, *candidate)) {
        let place = |other: usize| candidates.binary_search(&other).ok();
        matcher.reweigh(vertex, |other, mut weight| {
            let wish = place(other).map_or(0, |place| candidates.len() - place);
            weight.add_shifted(2 * wish as u64, 0);
            weight
        });
        matcher.solve();
    }
    let mate = matcher.mate(vertex)?;
    matcher.remove_pair(vertex);
    matcher.solve();
    Some(mate)
}

/// Pairs the residents among each other; `upper` is the size of S1 if all pairs can be made.
fn residents(graph: &Graph<'_>, upper: usize) -> Option<Solution> {
    let prepared = graph.prepare(Stage::Residents { upper });
    match with_width!(prepared.bits(), pair_residents(graph, prepared.matcher(), upper))? {
        Ok(solution) => Some(solution),
        // S1 has as many players as there are pairs (3.2): once more with the right size.
        Err(pairs) => {
            let prepared = graph.prepare(Stage::Residents { upper: pairs });
            with_width!(prepared.bits(), pair_residents(graph, prepared.matcher(), pairs))?.ok()
        }
    }
}

/// The pairs, or their number where it is not `upper`.
fn pair_residents<const N: usize>(
    graph: &Graph<'_>,
    mut matcher: Matcher<N>,
    upper: usize,
) -> Option<Result<Solution, usize>> {
    let first = graph.moved_down;
    let wished: Vec<_> = (0..upper).map(|index| (first + index, first + upper + index)).collect();
    matcher.start(|vertex| vertex >= first + upper, &wished);
    matcher.solve();
    if !is_complete(graph, &matcher) {
        return None;
    }
    let pairs = (first..graph.bracket)
        .filter(|vertex| matcher.mate(*vertex).is_some_and(|mate| *vertex < mate && mate < graph.bracket))
        .count();
    if pairs != upper {
        return Some(Err(pairs));
    }
    let mut order = Order { graph, matcher, first, upper };
    let exchanged = order.exchanged();
    if exchanged > 0 {
        order.leave_upper(exchanged);
        order.enter_upper(exchanged);
    }
    let uppers: Vec<usize> = (first..graph.bracket).filter(|vertex| order.is_upper(*vertex)).collect();
    let lowers: Vec<usize> = (first..graph.bracket).filter(|vertex| !uppers.contains(vertex)).collect();
    let mut solution = Solution::default();
    for vertex in uppers {
        let mate = take_first(&mut order.matcher, vertex, &lowers)?;
        solution.pairs.push((vertex, mate));
    }
    let mut paired = vec![false; graph.bracket];
    for (one, other) in &solution.pairs {
        paired[*one] = true;
        paired[*other] = true;
    }
    solution.floaters = (0..graph.bracket).filter(|vertex| !paired[*vertex]).collect();
    let below = solution.floaters.iter().copied().chain(graph.bracket..graph.near);
    // Without floaters there is nothing for C8 to compare.
    let is_left = |vertex: &usize| solution.floaters.is_empty() || order.matcher.mate(*vertex).is_none();
    solution.left_below = below.filter(is_left).collect();
    Some(Ok(solution))
}

/// The choice among exchanges of equal size and sum (4.3.2, third and fourth rule).
struct Order<'a, const N: usize> {
    graph: &'a Graph<'a>,
    matcher: Matcher<N>,
    first: usize,
    upper: usize,
}

impl<const N: usize> Order<'_, N> {
    /// Whether a resident is the higher-ranked of a pair within the bracket.
    fn is_upper(&self, vertex: usize) -> bool {
        self.matcher.mate(vertex).is_some_and(|mate| vertex < mate && mate < self.graph.bracket)
    }

    /// How many players of S2 are the higher-ranked of a pair.
    fn exchanged(&self) -> usize {
        (self.first + self.upper..self.graph.bracket).filter(|vertex| self.is_upper(*vertex)).count()
    }

    /// Third rule: the players that leave S1 have the highest bracket numbers.
    fn leave_upper(&mut self, exchanged: usize) {
        let mut left = 0;
        for vertex in (self.first..self.first + self.upper).rev() {
            if left == exchanged {
                return;
            }
            if self.is_upper(vertex) {
                let bracket = self.graph.bracket;
                self.matcher.reweigh(vertex, |other, weight| {
                    if other > vertex && other < bracket { less_two(weight) } else { weight }
                });
                self.matcher.solve();
            }
            if !self.is_upper(vertex) {
                left += 1;
                self.forbid_upper(vertex);
            }
        }
    }

    /// Fourth rule: the players that enter S1 have the lowest bracket numbers.
    fn enter_upper(&mut self, exchanged: usize) {
        let mut entered: Vec<usize> = Vec::new();
        for vertex in self.first + self.upper..self.graph.bracket {
            if entered.len() == exchanged {
                return;
            }
            let bracket = self.graph.bracket;
            let possible = (vertex + 1..bracket).any(|other| self.matcher.may_be_best(vertex, other));
            if possible {
                self.matcher.reweigh(vertex, |other, mut weight| {
                    if other > vertex && other < bracket {
                        weight.add_shifted(2, 0);
                    }
                    weight
                });
                self.matcher.solve();
            }
            if self.is_upper(vertex) && entered.iter().all(|earlier| self.is_upper(*earlier)) {
                entered.push(vertex);
            } else {
                self.forbid_upper(vertex);
            }
        }
    }

    /// The vertex is not the higher-ranked of a pair from here on.
    fn forbid_upper(&mut self, vertex: usize) {
        let bracket = self.graph.bracket;
        self.matcher.reweigh(vertex, |other, weight| {
            if other > vertex && other < bracket { crate::matching::Wide::ZERO } else { weight }
        });
        self.matcher.solve();
    }
}

/// A doubled weight less one.
fn less_two<const N: usize>(weight: crate::matching::Wide<N>) -> crate::matching::Wide<N> {
    let mut two = crate::matching::Wide::ZERO;
    two.add_shifted(2, 0);
    weight.minus(&two)
}
