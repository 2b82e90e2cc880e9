// SPDX-License-Identifier: MIT OR Apache-2.0
//! Blossoms: odd cycles that the search treats as one vertex.

use super::{Matcher, NONE};

impl<const N: usize> Matcher<N> {
    pub(super) fn is_blossom(&self, node: usize) -> bool {
        node >= self.vertices
    }

    /// The vertex of a node that is matched to the outside, or to nobody.
    pub(super) fn base(&self, mut node: usize) -> usize {
        while self.is_blossom(node) {
            node = self.children[node][0];
        }
        node
    }

    /// The vertices of a node.
    pub(super) fn vertices_of(&self, node: usize) -> Vec<usize> {
        let mut found = Vec::new();
        let mut open = vec![node];
        while let Some(node) = open.pop() {
            if self.is_blossom(node) {
                open.extend(&self.children[node]);
            } else {
                found.push(node);
            }
        }
        found
    }

    /// The part of a blossom in which a vertex lies.
    pub(super) fn child_with(&self, blossom: usize, vertex: usize) -> usize {
        let mut node = vertex;
        while self.parent[node] != blossom {
            node = self.parent[node];
        }
        node
    }

    /// Makes a vertex the base of a node, by matching the rest of each cycle around it anew.
    pub(super) fn rebase(&mut self, node: usize, vertex: usize) {
        if !self.is_blossom(node) {
            return;
        }
        let child = self.child_with(node, vertex);
        let at = self.children[node]
            .iter()
            .position(|part| *part == child)
            .expect("a child is in its parent's list");
        self.children[node].rotate_left(at);
        self.links[node].rotate_left(at);
        self.rebase(child, vertex);
        for index in (1..self.children[node].len()).step_by(2) {
            let (from, to) = self.links[node][index];
            let (one, other) = (self.children[node][index], self.children[node][index + 1]);
            self.rebase(one, from);
            self.rebase(other, to);
            (self.mate[from], self.mate[to]) = (to, from);
        }
    }

    /// Makes a blossom of the parts of a cycle.
    pub(super) fn make_blossom(&mut self, children: Vec<usize>, links: Vec<(usize, usize)>) -> usize {
        let blossom =
            self.free_blossoms.pop().expect("blossoms are nested, so half as many as vertices suffice");
        for child in &children {
            self.parent[*child] = blossom;
            for vertex in self.vertices_of(*child) {
                self.top[vertex] = blossom;
            }
        }
        self.children[blossom] = children;
        self.links[blossom] = links;
        self.parent[blossom] = NONE;
        self.z[blossom] = super::Wide::ZERO;
        blossom
    }

    /// Takes an outermost blossom apart into its parts. Its dual must be zero or have been given to its vertices.
    pub(super) fn unmake_blossom(&mut self, blossom: usize) -> (Vec<usize>, Vec<(usize, usize)>) {
        let children = std::mem::take(&mut self.children[blossom]);
        let links = std::mem::take(&mut self.links[blossom]);
        for child in &children {
            self.parent[*child] = NONE;
            for vertex in self.vertices_of(*child) {
                self.top[vertex] = *child;
            }
        }
        self.free_blossoms.push(blossom);
        (children, links)
    }

    /// Takes all blossoms around a vertex apart. Their duals go to their vertices, so that no slack gets negative; the
    /// edges that are no longer tight by that are unmatched.
    pub(super) fn dissolve_around(&mut self, vertex: usize) {
        let top = self.top[vertex];
        if !self.is_blossom(top) {
            return;
        }
        let vertices = self.vertices_of(top);
        let mut open = vec![top];
        while let Some(blossom) = open.pop() {
            let share = self.z[blossom].half();
            for inside in self.vertices_of(blossom) {
                self.y[inside] = self.y[inside].plus(&share);
            }
            let (children, _) = self.unmake_blossom(blossom);
            open.extend(children.into_iter().filter(|child| *child >= self.vertices));
        }
        for inside in vertices {
            self.unmatch_if_loose(inside);
        }
    }
}
