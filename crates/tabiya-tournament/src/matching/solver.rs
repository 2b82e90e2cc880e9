// SPDX-License-Identifier: MIT OR Apache-2.0
//! The graph, its duals and the matching; what a caller sees.

use super::{NONE, Wide};

/// A maximum-weight matching of a dense graph, and the means to change it.
///
/// The dual variables keep three laws between calls: for each edge, `y[u] + y[v] + (z of the blossoms around both)` is
/// at least twice its weight; matched edges have equality; a vertex without a partner has `y` zero once [`Self::solve`]
/// has returned. Together they prove that no matching is heavier.
pub(crate) struct Matcher<const N: usize> {
    pub(super) vertices: usize,
    /// Twice the weight of each edge, zero where there is none.
    pub(super) doubled: Vec<Wide<N>>,
    pub(super) y: Vec<Wide<N>>,
    pub(super) mate: Vec<usize>,
    /// The outermost blossom around each vertex, or the vertex itself.
    pub(super) top: Vec<usize>,
    /// Of each vertex and blossom: the blossom around it.
    pub(super) parent: Vec<usize>,
    /// Of each blossom: the cycle of its parts, the part with its base first.
    pub(super) children: Vec<Vec<usize>>,
    /// Of each blossom: the edges from each part to the next.
    pub(super) links: Vec<Vec<(usize, usize)>>,
    /// Of each blossom: its dual variable.
    pub(super) z: Vec<Wide<N>>,
    pub(super) free_blossoms: Vec<usize>,
}

impl<const N: usize> Matcher<N> {
    /// A graph without edges.
    pub(crate) fn new(vertices: usize) -> Self {
        let nodes = vertices + vertices / 2 + 1;
        Self {
            vertices,
            doubled: vec![Wide::ZERO; vertices * vertices],
            y: vec![Wide::ZERO; vertices],
            mate: vec![NONE; vertices],
            top: (0..vertices).collect(),
            parent: vec![NONE; nodes],
            children: vec![Vec::new(); nodes],
            links: vec![Vec::new(); nodes],
            z: vec![Wide::ZERO; nodes],
            free_blossoms: (vertices..nodes).rev().collect(),
        }
    }

    /// Sets the weight of an edge before the first [`Self::solve`]; zero is no edge.
    pub(crate) fn set(&mut self, one: usize, other: usize, weight: Wide<N>) {
        let doubled = weight.twice();
        self.doubled[one * self.vertices + other] = doubled;
        self.doubled[other * self.vertices + one] = doubled;
    }

    /// The partner of a vertex.
    pub(crate) fn mate(&self, vertex: usize) -> Option<usize> {
        Some(self.mate[vertex]).filter(|mate| *mate != NONE)
    }

    pub(crate) fn has_edge(&self, one: usize, other: usize) -> bool {
        !self.doubled[one * self.vertices + other].is_zero()
    }

    /// Whether an edge might be part of some heaviest matching. `false` is certain.
    pub(crate) fn may_be_best(&self, one: usize, other: usize) -> bool {
        self.has_edge(one, other) && (self.top[one] == self.top[other] || self.slack(one, other).is_zero())
    }

    #[inline]
    pub(super) fn slack(&self, one: usize, other: usize) -> Wide<N> {
        self.y[one].plus(&self.y[other]).minus(&self.doubled[one * self.vertices + other])
    }

    /// Chooses the first duals. The vertices for which `low` is true get the smallest values that their edges among
    /// themselves allow; a good choice are those that are the lower halves of pairs. Then matches the wished pairs,
    /// where they are tight.
    pub(crate) fn start(&mut self, low: impl Fn(usize) -> bool, wished: &[(usize, usize)]) {
        let n = self.vertices;
        for v in (0..n).filter(|v| low(*v)) {
            let among = (0..n).filter(|u| low(*u)).map(|u| self.doubled[v * n + u]).max();
            self.y[v] = even_half(among.unwrap_or(Wide::ZERO));
        }
        let mut set: Vec<usize> = (0..n).filter(|v| low(*v)).collect();
        for u in (0..n).filter(|u| !low(*u)) {
            self.y[u] = self.least_dual(u, set.iter().copied());
            set.push(u);
        }
        for (one, other) in wished {
            self.match_if_tight(*one, *other);
        }
        for one in 0..n {
            for other in 0..n {
                if self.mate[one] != NONE {
                    break;
                }
                self.match_if_tight(one, other);
            }
        }
    }

    fn match_if_tight(&mut self, one: usize, other: usize) {
        let open = self.mate[one] == NONE && self.mate[other] == NONE && one != other;
        if open && self.has_edge(one, other) && self.slack(one, other).is_zero() {
            (self.mate[one], self.mate[other]) = (other, one);
        }
    }

    /// The least dual of a vertex with which its edges to some others have no negative slack.
    fn least_dual(&self, vertex: usize, others: impl Iterator<Item = usize>) -> Wide<N> {
        let row = vertex * self.vertices;
        others
            .filter(|other| !self.doubled[row + other].is_zero())
            .filter(|other| self.doubled[row + other] > self.y[*other])
            .map(|other| self.doubled[row + other].minus(&self.y[other]))
            .max()
            .unwrap_or(Wide::ZERO)
    }

    /// Makes the matching a heaviest one.
    pub(crate) fn solve(&mut self) {
        for root in 0..self.vertices {
            if self.mate[root] == NONE && !self.y[root].is_zero() {
                self.search(root);
            }
        }
    }

    /// Changes the weights of a vertex's edges: `change` gets each neighbour and the weight's double, and returns
    /// twice the new weight. The matching is a heaviest one again only after [`Self::solve`].
    pub(crate) fn reweigh(&mut self, vertex: usize, mut change: impl FnMut(usize, Wide<N>) -> Wide<N>) {
        self.dissolve_around(vertex);
        let n = self.vertices;
        for other in 0..n {
            let old = self.doubled[vertex * n + other];
            if !old.is_zero() {
                let new = change(other, old);
                self.doubled[vertex * n + other] = new;
                self.doubled[other * n + vertex] = new;
            }
        }
        self.y[vertex] = self.least_dual(vertex, 0..n);
        self.unmatch_if_loose(vertex);
    }

    /// Takes a vertex and its partner out of the graph.
    pub(crate) fn remove_pair(&mut self, vertex: usize) {
        let mate = self.mate[vertex];
        self.dissolve_around(vertex);
        if mate != NONE {
            self.dissolve_around(mate);
        }
        for gone in [vertex, mate].into_iter().filter(|gone| *gone != NONE) {
            if self.mate[gone] != NONE {
                let partner = self.mate[gone];
                (self.mate[gone], self.mate[partner]) = (NONE, NONE);
            }
            self.y[gone] = Wide::ZERO;
            for other in 0..self.vertices {
                self.doubled[gone * self.vertices + other] = Wide::ZERO;
                self.doubled[other * self.vertices + gone] = Wide::ZERO;
            }
        }
    }

    pub(super) fn unmatch_if_loose(&mut self, vertex: usize) {
        let mate = self.mate[vertex];
        if mate != NONE
            && self.top[vertex] != self.top[mate]
            && !(self.has_edge(vertex, mate) && self.slack(vertex, mate).is_zero())
        {
            (self.mate[vertex], self.mate[mate]) = (NONE, NONE);
        }
    }
}

/// Half of a doubled weight: always whole.
fn even_half<const N: usize>(doubled: Wide<N>) -> Wide<N> {
    doubled.half()
}
