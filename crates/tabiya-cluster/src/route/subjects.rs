// SPDX-License-Identifier: AGPL-3.0-or-later
//! Which subject is whose.

use tabiya_store::{Incarnation, Slot};

use crate::subject::Subject;

/// Where a request goes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Target {
    /// To whoever owns the slot.
    Slot(Slot),
    /// To this life of a node.
    Node(Incarnation),
}

/// Where requests to this target are published: `tabiya.slot.17` or `tabiya.node.4`.
pub fn requests_to(target: &Target) -> Subject {
    let text = match target {
        Target::Slot(slot) => format!("tabiya.slot.{slot}"),
        Target::Node(node) => format!("tabiya.node.{}", node.0),
    };
    text.parse().expect("numbers are tokens")
}

/// Where the owner of a slot says what is new: `tabiya.news.17`.
pub fn news_of(slot: Slot) -> Subject {
    format!("tabiya.news.{slot}").parse().expect("a number is a token")
}

/// Where one life of a node is told what it alone follows: `tabiya.for.4`.
pub fn news_for(node: Incarnation) -> Subject {
    format!("tabiya.for.{}", node.0).parse().expect("a number is a token")
}

/// Where a node says which slots it owns from now on.
pub fn slots_taken() -> Subject {
    "tabiya.taken".parse().expect("words are tokens")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_has_a_subject_of_its_own() {
        let slot = Slot::new(17).unwrap();
        assert_eq!(requests_to(&Target::Slot(slot)).as_str(), "tabiya.slot.17");
        assert_eq!(requests_to(&Target::Node(Incarnation(4))).as_str(), "tabiya.node.4");
        assert_eq!(news_of(slot).as_str(), "tabiya.news.17");
        assert_eq!(news_for(Incarnation(4)).as_str(), "tabiya.for.4");
    }
}
