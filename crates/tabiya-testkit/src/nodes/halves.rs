// SPDX-License-Identifier: AGPL-3.0-or-later
//! Links of a node, or of half a site, that are cut or slow.

use std::fmt;
use std::time::Duration;

use super::fault::{Far, Halves};
use super::link::{Cut, Link};
use super::site::{NAMES, Site};

/// Makes the links of this node, or of all, so slow.
pub(super) fn slow_down(site: &Site, (far, node): (Far, Option<usize>), delay: Duration) {
    let nodes = node.map_or(0..site.nodes.len(), |node| node..node + 1);
    for node in nodes {
        match far {
            Far::Postgres => site.to_postgres[node].set_delay(delay),
            Far::Nats => site.to_nats[node].iter().for_each(|link: &Link| link.set_delay(delay)),
        }
    }
}

/// Cuts this node off everything, or connects it again.
pub(super) fn cut_off(site: &Site, node: usize, cut: Cut) {
    site.cut_postgres(node, cut);
    site.cut_nats(node, cut);
}

impl Halves {
    /// Whether a node is on the side of the one node.
    const fn is_near(self, node: usize) -> bool {
        node == self.node
    }

    /// Cuts all links from one side to the other, or makes them whole.
    pub(super) fn cut(self, site: &Site, cut: Cut) {
        for node in 0..site.nodes.len() {
            if self.is_near(node) != self.has_postgres {
                site.cut_postgres(node, cut);
            }
            for (server, link) in site.to_nats[node].iter().enumerate() {
                if self.is_near(node) != (server == self.server) {
                    link.set_cut(cut);
                }
            }
        }
        site.cut_between_nats(cut);
    }
}

impl fmt::Display for Halves {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { node, server, has_postgres, ms } = *self;
        let with = if has_postgres { " and PostgreSQL" } else { "" };
        write!(f, "halves for {ms} ms: node {}, NATS server {}{with}, and the rest", NAMES[node], server + 1)
    }
}
