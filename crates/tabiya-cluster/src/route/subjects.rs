// SPDX-License-Identifier: AGPL-3.0-or-later
//! Which subject is whose.

use crate::node::NodeName;
use crate::slot::Slot;
use crate::subject::Subject;

/// Where a request goes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Target {
    /// To whoever owns the slot.
    Slot(Slot),
    /// To this node.
    Node(NodeName),
}

/// Where requests to this target are published: `tabiya.slot.17` or `tabiya.node.paris`.
pub fn requests_to(target: &Target) -> Subject {
    let text = match target {
        Target::Slot(Slot(slot)) => format!("tabiya.slot.{slot}"),
        Target::Node(node) => format!("tabiya.node.{}", node.as_str()),
    };
    text.parse().expect("numbers and names of nodes are tokens")
}

/// Where the owner of a slot says what is new: `tabiya.news.17`.
pub fn news_of(slot: Slot) -> Subject {
    format!("tabiya.news.{}", slot.0).parse().expect("a number is a token")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_has_a_subject_of_its_own() {
        let longest = "x".repeat(32).parse().unwrap();
        assert_eq!(requests_to(&Target::Slot(Slot(17))).as_str(), "tabiya.slot.17");
        assert_eq!(requests_to(&Target::Node(longest)).as_str(), format!("tabiya.node.{}", "x".repeat(32)));
        assert_eq!(news_of(Slot(u16::MAX)).as_str(), "tabiya.news.65535");
    }
}
