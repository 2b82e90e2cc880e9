// SPDX-License-Identifier: MIT OR Apache-2.0
//! One search: from a vertex without a partner, grow an alternating tree until the matching can be made heavier.

use super::{Matcher, NONE, Wide};

/// What a node is in the tree that grows.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Label {
    /// Not reached yet.
    Free,
    /// At an even distance from the root: looks for new edges.
    Outer,
    /// At an odd distance: reached by an edge that is not matched.
    Inner,
}

/// The tree of one search.
struct Tree<const N: usize> {
    root: usize,
    /// Of each node that is outermost.
    label: Vec<Label>,
    /// Of each inner node: the edge from an outer vertex by which it was reached.
    entry: Vec<(usize, usize)>,
    /// Outer vertices whose edges are still to be looked at.
    queue: Vec<usize>,
    /// All outer vertices.
    outer: Vec<usize>,
    /// Of each vertex that is not outer: the outer vertex with the least slack, and that slack.
    nearest: Vec<usize>,
    distance: Vec<Wide<N>>,
    /// Of each outer vertex: another outer vertex with the least slack.
    sibling: Vec<usize>,
}

impl<const N: usize> Matcher<N> {
    /// Finds a partner for `root`, or proves that the matching is heaviest with some vertex left without one.
    pub(super) fn search(&mut self, root: usize) {
        let (vertices, nodes) = (self.vertices, self.parent.len());
        let mut tree = Tree {
            root: self.top[root],
            label: vec![Label::Free; nodes],
            entry: vec![(NONE, NONE); nodes],
            queue: Vec::new(),
            outer: Vec::new(),
            nearest: vec![NONE; vertices],
            distance: vec![Wide::ZERO; vertices],
            sibling: vec![NONE; vertices],
        };
        self.make_outer(&mut tree, self.top[root]);
        loop {
            while let Some(vertex) = tree.queue.pop() {
                if self.look_around(&mut tree, vertex) {
                    return self.clean_up();
                }
            }
            if self.change_duals(&mut tree) {
                return self.clean_up();
            }
        }
    }

    /// Blossoms without a dual have no use after a search.
    fn clean_up(&mut self) {
        let mut open: Vec<usize> = (self.vertices..self.parent.len()).collect();
        while let Some(blossom) = open.pop() {
            let outermost = !self.children[blossom].is_empty() && self.parent[blossom] == NONE;
            if outermost && self.z[blossom].is_zero() {
                let (children, _) = self.unmake_blossom(blossom);
                open.extend(children.into_iter().filter(|child| *child >= self.vertices));
            }
        }
    }

    fn make_outer(&self, tree: &mut Tree<N>, node: usize) {
        tree.label[node] = Label::Outer;
        for vertex in self.vertices_of(node) {
            tree.queue.push(vertex);
            tree.outer.push(vertex);
        }
    }

    /// Looks at the edges of an outer vertex. `true` when the search is over.
    fn look_around(&mut self, tree: &mut Tree<N>, from: usize) -> bool {
        let row = from * self.vertices;
        let mut nearest_sibling = Wide::ZERO;
        for to in 0..self.vertices {
            if self.doubled[row + to].is_zero() || self.top[to] == self.top[from] {
                continue;
            }
            let slack = self.slack(from, to);
            match tree.label[self.top[to]] {
                Label::Outer if slack.is_zero() => self.close_cycle(tree, from, to),
                Label::Outer => {
                    if tree.sibling[from] == NONE || slack < nearest_sibling {
                        (tree.sibling[from], nearest_sibling) = (to, slack);
                    }
                }
                Label::Free | Label::Inner => {
                    if tree.nearest[to] == NONE || slack < tree.distance[to] {
                        (tree.nearest[to], tree.distance[to]) = (from, slack);
                    }
                    if slack.is_zero()
                        && tree.label[self.top[to]] == Label::Free
                        && self.reach(tree, from, to)
                    {
                        return true;
                    }
                }
            }
        }
        false
    }

    /// Takes a free node into the tree by a tight edge. `true` when it has no partner, so that the path is flipped and
    /// the search is over.
    fn reach(&mut self, tree: &mut Tree<N>, from: usize, to: usize) -> bool {
        let node = self.top[to];
        let partner = self.mate[self.base(node)];
        if partner == NONE {
            self.rebase(node, to);
            self.flip(tree, from, to);
            return true;
        }
        tree.label[node] = Label::Inner;
        tree.entry[node] = (from, to);
        let next = self.top[partner];
        self.make_outer(tree, next);
        false
    }

    /// Matches `from`, an outer vertex, to `to`, and changes the matching back along the path to the root. With
    /// `to == NONE` the vertex is left without a partner.
    fn flip(&mut self, tree: &Tree<N>, mut from: usize, mut to: usize) {
        loop {
            let node = self.top[from];
            let before = self.mate[self.base(node)];
            self.rebase(node, from);
            self.mate[from] = to;
            if to != NONE {
                self.mate[to] = from;
            }
            if node == tree.root {
                return;
            }
            let inner = self.top[before];
            let (outer, entered) = tree.entry[inner];
            self.rebase(inner, entered);
            (from, to) = (outer, entered);
        }
    }

    /// Two outer vertices are joined by a tight edge: the cycle through the tree becomes a blossom.
    fn close_cycle(&mut self, tree: &mut Tree<N>, one: usize, other: usize) {
        let (up, down) = (self.way_up(tree, self.top[one]), self.way_up(tree, self.top[other]));
        let meeting = *up.iter().find(|node| down.contains(node)).expect("both ways end at the root");
        let part =
            |way: &[usize]| way.iter().copied().take_while(|node| *node != meeting).collect::<Vec<_>>();
        let (left, right) = (part(&up), part(&down));
        // The cycle goes from the meeting point down to `one`, over the edge, and up from `other`.
        let mut children = vec![meeting];
        let mut links = Vec::new();
        for node in left.iter().rev() {
            links.push(self.link_down(tree, *node));
            children.push(*node);
        }
        links.push((one, other));
        for node in &right {
            children.push(*node);
            let (above, below) = self.link_down(tree, *node);
            links.push((below, above));
        }
        let inner: Vec<usize> =
            children.iter().copied().filter(|node| tree.label[*node] == Label::Inner).collect();
        let blossom = self.make_blossom(children, links);
        tree.label[blossom] = Label::Outer;
        if tree.root == meeting {
            tree.root = blossom;
        }
        for node in inner {
            for vertex in self.vertices_of(node) {
                tree.queue.push(vertex);
                tree.outer.push(vertex);
            }
        }
    }

    /// The outermost nodes from a node to the root.
    fn way_up(&self, tree: &Tree<N>, mut node: usize) -> Vec<usize> {
        let mut way = vec![node];
        while node != tree.root {
            node = match tree.label[node] {
                Label::Inner => self.top[tree.entry[node].0],
                Label::Outer | Label::Free => self.top[self.mate[self.base(node)]],
            };
            way.push(node);
        }
        way
    }

    /// The edge by which a node hangs on the one above it: first the vertex above.
    fn link_down(&self, tree: &Tree<N>, node: usize) -> (usize, usize) {
        if tree.label[node] == Label::Inner {
            tree.entry[node]
        } else {
            let base = self.base(node);
            (self.mate[base], base)
        }
    }

    /// Changes the duals until an edge gets tight, a blossom ends or a vertex may stay without a partner. `true` when
    /// the search is over.
    fn change_duals(&mut self, tree: &mut Tree<N>) -> bool {
        let (poorest, mut change) = tree
            .outer
            .iter()
            .map(|vertex| (*vertex, self.y[*vertex]))
            .min_by(|one, other| one.1.cmp(&other.1))
            .expect("the root is outer");
        for vertex in 0..self.vertices {
            if tree.nearest[vertex] != NONE
                && tree.label[self.top[vertex]] == Label::Free
                && tree.distance[vertex] < change
            {
                change = tree.distance[vertex];
            }
        }
        let cycle = self.nearest_siblings(tree);
        if let Some((_, _, half_slack)) = cycle {
            change = change.min(half_slack);
        }
        let ending = self.weakest_inner_blossom(tree);
        if let Some((_, half_dual)) = ending {
            change = change.min(half_dual);
        }
        self.apply(tree, &change);
        if self.y[poorest].is_zero() {
            self.flip(tree, poorest, NONE);
            return true;
        }
        for vertex in 0..self.vertices {
            if tree.nearest[vertex] != NONE
                && tree.label[self.top[vertex]] == Label::Free
                && tree.distance[vertex].is_zero()
                && self.reach(tree, tree.nearest[vertex], vertex)
            {
                return true;
            }
        }
        if let Some((one, other, half_slack)) = cycle
            && half_slack == change
            && self.top[one] != self.top[other]
        {
            self.close_cycle(tree, one, other);
        }
        if let Some((blossom, half_dual)) = ending
            && half_dual == change
            && self.parent[blossom] == NONE
        {
            self.open_inner(tree, blossom);
        }
        false
    }

    fn apply(&mut self, tree: &mut Tree<N>, change: &Wide<N>) {
        if change.is_zero() {
            return;
        }
        for vertex in 0..self.vertices {
            match tree.label[self.top[vertex]] {
                Label::Outer => self.y[vertex] = self.y[vertex].minus(change),
                Label::Inner => self.y[vertex] = self.y[vertex].plus(change),
                Label::Free if tree.nearest[vertex] != NONE => {
                    tree.distance[vertex] = tree.distance[vertex].minus(change);
                }
                Label::Free => {}
            }
        }
        let double = change.twice();
        for node in self.vertices..self.parent.len() {
            if !self.children[node].is_empty() && self.parent[node] == NONE {
                match tree.label[node] {
                    Label::Outer => self.z[node] = self.z[node].plus(&double),
                    Label::Inner => self.z[node] = self.z[node].minus(&double),
                    Label::Free => {}
                }
            }
        }
    }

    /// The two outer vertices of different nodes with the least slack, and half of it.
    fn nearest_siblings(&self, tree: &mut Tree<N>) -> Option<(usize, usize, Wide<N>)> {
        let mut best: Option<(usize, usize, Wide<N>)> = None;
        for index in 0..tree.outer.len() {
            let one = tree.outer[index];
            if tree.sibling[one] != NONE && self.top[tree.sibling[one]] == self.top[one] {
                tree.sibling[one] = self.other_sibling(tree, one);
            }
            let other = tree.sibling[one];
            if other != NONE {
                let slack = self.slack(one, other);
                if best.as_ref().is_none_or(|(_, _, least)| slack < *least) {
                    best = Some((one, other, slack));
                }
            }
        }
        best.map(|(one, other, slack)| (one, other, slack.half()))
    }

    fn other_sibling(&self, tree: &Tree<N>, one: usize) -> usize {
        let row = one * self.vertices;
        let open = tree.outer.iter().copied();
        open.filter(|other| self.top[*other] != self.top[one] && !self.doubled[row + other].is_zero())
            .map(|other| (self.slack(one, other), other))
            .min_by(|first, second| first.0.cmp(&second.0))
            .map_or(NONE, |(_, other)| other)
    }

    fn weakest_inner_blossom(&self, tree: &Tree<N>) -> Option<(usize, Wide<N>)> {
        (self.vertices..self.parent.len())
            .filter(|node| !self.children[*node].is_empty() && self.parent[*node] == NONE)
            .filter(|node| tree.label[*node] == Label::Inner)
            .map(|node| (node, self.z[node]))
            .min_by(|one, other| one.1.cmp(&other.1))
            .map(|(node, dual)| (node, dual.half()))
    }

    /// An inner blossom has come to dual zero: its parts on the path stay in the tree, the others become free.
    fn open_inner(&mut self, tree: &mut Tree<N>, blossom: usize) {
        let (from, entered) = tree.entry[blossom];
        let entry = self.child_with(blossom, entered);
        let (children, links) = self.unmake_blossom(blossom);
        let count = children.len();
        let at = children.iter().position(|child| *child == entry).expect("the entry is one of the parts");
        for child in &children {
            tree.label[*child] = Label::Free;
        }
        tree.label[blossom] = Label::Free;
        // Pairs of the cycle are (1, 2), (3, 4), ...; the path leaves the entry along its own pair.
        let forward = at % 2 == 1;
        let mut index = at;
        let mut edge = (from, entered);
        let mut outer = Vec::new();
        loop {
            tree.label[children[index]] = Label::Inner;
            tree.entry[children[index]] = edge;
            if index == 0 {
                break;
            }
            let (mid, next) = if forward { (index + 1, (index + 2) % count) } else { (index - 1, index - 2) };
            outer.push(children[mid]);
            edge = if forward {
                links[mid]
            } else {
                let (lower, upper) = links[next];
                (upper, lower)
            };
            index = next;
        }
        for node in outer {
            self.make_outer(tree, node);
        }
    }
}
