// SPDX-License-Identifier: MIT OR Apache-2.0
//! A bracket as a graph whose edges carry the criteria C4 to C21.

use super::facts::{Facts, Float, Strength};
use super::field::Field;
use super::weights::{Encoder, Layout, Slot};
use crate::matching::{Matcher, Wide};
use crate::{Colour, Points};

/// How far the generation order is part of the weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    /// The moved-down players meet residents. With `by_number`, those with lower bracket numbers come first (4.4).
    MovedDown {
        /// Whether to choose among sets of moved-down players.
        by_number: bool,
    },
    /// The residents meet each other; the first `upper` of them are S1 (3.6). Moved-down players are in the limbo.
    Residents {
        /// The size of S1.
        upper: usize,
    },
}

/// The vertices: moved-down players, residents, the next score group, everybody else, the bye.
pub(super) struct Graph<'a> {
    pub(super) field: &'a Field,
    /// Places in the field, in bracket order; the bye has none.
    pub(super) players: Vec<usize>,
    /// How many are moved-down players.
    pub(super) moved_down: usize,
    /// How many are in the bracket, moved-down players included.
    pub(super) bracket: usize,
    /// How many are in the bracket or the next score group.
    pub(super) near: usize,
    /// Whether everybody below is there, so that the rest must be pairable too (C4).
    pub(super) whole: bool,
    /// The score of the player that gets the bye, where the bye is a vertex (C5).
    pub(super) bye_score: Option<Points>,
    /// Whether exactly one player leaves the bracket and gets the bye (C9).
    pub(super) sole_floater_has_bye: bool,
}

/// The criteria's places in the weight.
struct Slots {
    complete: Slot,
    pairs: Slot,
    moved_down: Vec<(Points, Slot)>,
    next_pairs: Slot,
    next_scores: Vec<(Points, Slot)>,
    bye_games: Slot,
    welcome: Slot,
    width: Slot,
    thrice: Slot,
    wishes: Slot,
    strong_wishes: Slot,
    /// For one and two rounds back: C14 and C16, C15 and C17, C18 and C20, C19 and C21.
    floats: [FloatSlots; 2],
    chosen: Vec<Slot>,
    straight: Slot,
    upper_sum: Slot,
}

struct FloatSlots {
    residents: Slot,
    opponents: Slot,
    differences: Vec<(Points, Slot)>,
    opponent_differences: Vec<(Points, Slot)>,
}

/// What a pair costs by C10 to C13.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct ColourCost {
    pub(crate) width: usize,
    pub(crate) thrice: usize,
    pub(crate) wish: usize,
    pub(crate) strong_wish: usize,
}

/// C10 to C13 of one pair.
pub(crate) fn colour_cost(field: &Field, one: usize, other: usize) -> ColourCost {
    let (higher, lower) = (&field.facts[one.min(other)], &field.facts[one.max(other)]);
    let (colour, _) = field.colour(one, other);
    let sides = [(higher, colour), (lower, colour.other())];
    let topscorers = higher.topscorer || lower.topscorer;
    let count = |bad: &dyn Fn(&Facts, Colour) -> bool| {
        sides.iter().filter(|(facts, colour)| bad(facts, *colour)).count()
    };
    let refused = |facts: &Facts, colour: Colour| facts.preference.is_some_and(|wish| wish != colour);
    ColourCost {
        width: if topscorers { count(&|facts, colour| difference_after(facts, colour).abs() > 2) } else { 0 },
        thrice: if topscorers { count(&|facts, colour| third_running(facts, colour)) } else { 0 },
        wish: count(&refused),
        strong_wish: count(&|facts, colour| facts.strength >= Strength::Strong && refused(facts, colour)),
    }
}

fn difference_after(facts: &Facts, colour: Colour) -> i32 {
    facts.difference + if colour == Colour::White { 1 } else { -1 }
}

fn third_running(facts: &Facts, colour: Colour) -> bool {
    facts.colours.len() > 1 && facts.colours.iter().rev().take(2).all(|past| *past == colour)
}

impl Graph<'_> {
    pub(super) fn vertices(&self) -> usize {
        self.players.len() + usize::from(self.bye_score.is_some())
    }

    fn facts(&self, vertex: usize) -> &Facts {
        &self.field.facts[self.players[vertex]]
    }

    fn score(&self, vertex: usize) -> Points {
        self.facts(vertex).score
    }

    /// The scores of the moved-down players, highest first, with their number.
    fn moved_down_scores(&self) -> Vec<(Points, usize)> {
        let mut scores: Vec<(Points, usize)> = Vec::new();
        for vertex in 0..self.moved_down {
            match scores.last_mut() {
                Some((score, count)) if *score == self.score(vertex) => *count += 1,
                _ => scores.push((self.score(vertex), 1)),
            }
        }
        scores
    }

    fn slots(&self, stage: Stage, costs: &[ColourCost]) -> (Layout, Slots) {
        let mut layout = Layout::default();
        let pairs = self.bracket / 2;
        let residents = self.moved_down..self.bracket;
        let scores = self.moved_down_scores();
        let resident_score = self.score(self.bracket - 1);
        let moved_down_stage = matches!(stage, Stage::MovedDown { .. });
        let any = |value: &dyn Fn(&ColourCost) -> usize| costs.iter().any(|cost| value(cost) > 0);
        let if_any = |there: bool, largest: usize| if there { largest } else { 0 };
        let unwelcome = self.field.has_unwelcome();

        let complete = layout.add(if_any(self.whole, self.vertices() / 2));
        let in_bracket = layout.add(pairs);
        let moved_down = if moved_down_stage {
            scores.iter().map(|(score, count)| (*score, layout.add(*count))).collect()
        } else {
            Vec::new()
        };
        let below = self.near - self.bracket;
        let next_pairs = layout.add(if_any(below > 0, self.near / 2));
        let floaters = scores.iter().copied().chain([(resident_score, residents.len())]);
        let next_scores = if below > 0 {
            floaters.map(|(score, count)| (score, layout.add(count.min(below)))).collect()
        } else {
            Vec::new()
        };
        let most_unplayed = (0..self.bracket).map(|vertex| usize::from(self.facts(vertex).unplayed)).max();
        let bye_games = layout.add(if_any(self.sole_floater_has_bye, most_unplayed.unwrap_or(0)));
        let welcome = layout.add(if_any(unwelcome, pairs));
        let width = layout.add(if_any(any(&|cost| cost.width), 2 * pairs));
        let thrice = layout.add(if_any(any(&|cost| cost.thrice), 2 * pairs));
        let wishes = layout.add(if_any(any(&|cost| cost.wish), pairs));
        let strong_wishes = layout.add(if_any(any(&|cost| cost.strong_wish), pairs));
        let counted = |way: Float, back: usize| {
            residents.clone().filter(|vertex| self.facts(*vertex).floated(way, back)).count()
        };
        let down_before = |back: usize, score: Points| {
            let moved_down = (0..self.moved_down).filter(|vertex| self.score(*vertex) == score);
            moved_down.filter(|vertex| self.facts(*vertex).floated(Float::Down, back)).count()
        };
        let heterogeneous = moved_down_stage && self.moved_down > 0;
        let mut floats = [1, 2].map(|back| FloatSlots {
            residents: layout.add(counted(Float::Down, back)),
            opponents: layout.add(if_any(heterogeneous && counted(Float::Up, back) > 0, self.moved_down)),
            differences: Vec::new(),
            opponent_differences: Vec::new(),
        });
        for (index, slots) in floats.iter_mut().enumerate().filter(|_| heterogeneous) {
            let back = index + 1;
            slots.differences =
                scores.iter().map(|(score, _)| (*score, layout.add(down_before(back, *score)))).collect();
            let upfloats = counted(Float::Up, back) > 0;
            slots.opponent_differences =
                scores.iter().map(|(score, count)| (*score, layout.add(if_any(upfloats, *count)))).collect();
        }
        let (mut chosen, mut straight, mut upper_sum) = (Vec::new(), layout.add(0), layout.add(0));
        match stage {
            Stage::MovedDown { by_number } => {
                if by_number {
                    chosen = (0..self.moved_down).map(|_| layout.add(1)).collect();
                }
            }
            Stage::Residents { upper } => {
                straight = layout.add(upper);
                upper_sum = layout.add(upper * residents.len());
            }
        }
        // The lowest bits are for the wishes of one vertex at a time.
        layout.add(4 * self.bracket);
        let slots = Slots {
            complete,
            pairs: in_bracket,
            moved_down,
            next_pairs,
            next_scores,
            bye_games,
            welcome,
            width,
            thrice,
            wishes,
            strong_wishes,
            floats,
            chosen,
            straight,
            upper_sum,
        };
        (layout, slots)
    }

    /// What each pair of the bracket costs, `one * bracket + other` with `one < other`.
    fn costs(&self) -> Vec<ColourCost> {
        let mut costs = vec![ColourCost::default(); self.bracket * self.bracket];
        for one in 0..self.bracket {
            for other in one + 1..self.bracket {
                if self.field.may_meet(self.players[one], self.players[other]) {
                    costs[one * self.bracket + other] =
                        colour_cost(self.field, self.players[one], self.players[other]);
                }
            }
        }
        costs
    }

    /// The bits that a stage needs, and a builder of its graph.
    pub(super) fn prepare(&self, stage: Stage) -> Prepared<'_> {
        let costs = self.costs();
        let (layout, slots) = self.slots(stage, &costs);
        Prepared { graph: self, stage, costs, layout, slots }
    }
}

/// A graph whose weights are laid out.
pub(super) struct Prepared<'a> {
    graph: &'a Graph<'a>,
    stage: Stage,
    costs: Vec<ColourCost>,
    layout: Layout,
    slots: Slots,
}

impl Prepared<'_> {
    pub(super) fn bits(&self) -> usize {
        self.layout.bits()
    }

    pub(super) fn matcher<const N: usize>(&self) -> Matcher<N> {
        let graph = self.graph;
        let players = graph.players.len();
        let mut matcher = Matcher::new(graph.vertices());
        let mut encoder = self.layout.encoder::<N>();
        for one in 0..players {
            for other in one + 1..players {
                if graph.field.may_meet(graph.players[one], graph.players[other])
                    && let Some(weight) = self.weight(&mut encoder, one, other)
                {
                    matcher.set(one, other, weight);
                }
            }
        }
        if let Some(score) = graph.bye_score {
            for player in 0..players {
                if graph.facts(player).may_have_bye && graph.score(player) == score {
                    matcher.set(player, players, self.bye_weight(&mut encoder, player));
                }
            }
        }
        matcher
    }

    fn bye_weight<const N: usize>(&self, encoder: &mut Encoder<N>, player: usize) -> Wide<N> {
        let graph = self.graph;
        encoder.put(self.slots.complete, 1);
        if player < graph.bracket && graph.sole_floater_has_bye {
            let unplayed = |vertex: usize| usize::from(graph.facts(vertex).unplayed);
            let most = (0..graph.bracket).map(unplayed).max().unwrap_or(0);
            encoder.put(self.slots.bye_games, most - unplayed(player));
        }
        encoder.take()
    }

    /// The weight of an edge, `one` ranked before `other`; `None` where the stage has no such edge.
    fn weight<const N: usize>(&self, encoder: &mut Encoder<N>, one: usize, other: usize) -> Option<Wide<N>> {
        let (graph, slots) = (self.graph, &self.slots);
        encoder.put(slots.complete, 1);
        if other < graph.bracket {
            let residents_only = matches!(self.stage, Stage::Residents { .. });
            if other < graph.moved_down || (residents_only && one < graph.moved_down) {
                let _ = encoder.take();
                return None;
            }
            self.bracket_pair(encoder, one, other);
        } else if other < graph.near {
            encoder.put(slots.next_pairs, 1);
            if one < graph.bracket {
                put_score(encoder, &slots.next_scores, graph.score(one), 1);
            }
        }
        Some(encoder.take()).filter(|weight| !weight.is_zero())
    }

    fn bracket_pair<const N: usize>(&self, encoder: &mut Encoder<N>, one: usize, other: usize) {
        let (graph, slots) = (self.graph, &self.slots);
        let cost = self.costs[one * graph.bracket + other];
        encoder.put(slots.pairs, 1);
        let unwelcome = graph.field.is_unwelcome(graph.players[one], graph.players[other]);
        encoder.put(slots.welcome, usize::from(!unwelcome));
        encoder.put(slots.width, 2 - cost.width);
        encoder.put(slots.thrice, 2 - cost.thrice);
        encoder.put(slots.wishes, 1 - cost.wish);
        encoder.put(slots.strong_wishes, 1 - cost.strong_wish);
        let moved_down = one < graph.moved_down;
        for (index, floats) in slots.floats.iter().enumerate() {
            let back = index + 1;
            let down = |vertex: usize| graph.facts(vertex).floated(Float::Down, back);
            let residents = usize::from(!moved_down && down(one)) + usize::from(down(other));
            encoder.put(floats.residents, residents);
            if moved_down {
                let spared = usize::from(!graph.facts(other).floated(Float::Up, back));
                encoder.put(floats.opponents, spared);
                put_score(encoder, &floats.differences, graph.score(one), usize::from(down(one)));
                put_score(encoder, &floats.opponent_differences, graph.score(one), spared);
            }
        }
        if moved_down {
            put_score(encoder, &slots.moved_down, graph.score(one), 1);
            if let Some(slot) = slots.chosen.get(one) {
                encoder.put(*slot, 1);
            }
        }
        if let Stage::Residents { upper } = self.stage {
            let number = one - graph.moved_down;
            encoder.put(slots.straight, usize::from(number < upper));
            encoder.put(slots.upper_sum, graph.bracket - graph.moved_down - number);
        }
    }
}

fn put_score<const N: usize>(
    encoder: &mut Encoder<N>,
    slots: &[(Points, Slot)],
    score: Points,
    value: usize,
) {
    if let Some((_, slot)) = slots.iter().find(|(of, _)| *of == score) {
        encoder.put(*slot, value);
    }
}
