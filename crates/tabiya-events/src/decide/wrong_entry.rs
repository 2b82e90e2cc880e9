// SPDX-License-Identifier: AGPL-3.0-or-later
//! The parts of a refusal that say why somebody does not enter, and what stays as it was decided.

/// Why somebody does not enter.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WrongEntry {
    /// The event asks for a code.
    #[error("this event asks for its entry code; the organiser has it")]
    CodeNeeded,
    /// That is another code.
    #[error("that is not the entry code of this event; check it, or ask the organiser")]
    WrongCode,
    /// The rating is not within the limits.
    #[error("this event is for players {}; the organiser may enter others", limits(*from, *to))]
    Rating {
        /// The lowest rating.
        from: Option<u16>,
        /// The highest rating.
        to: Option<u16>,
    },
    /// The account is a child's that somebody else looks after, or nobody.
    #[error(
        "{0} is a child's account, and somebody else made its card; name them as a helper of this event: helpers enter the children whose cards they \
         made"
    )]
    Child(String),
}

/// `rated up to 1600`.
pub(super) fn limits(from: Option<u16>, to: Option<u16>) -> String {
    match (from, to) {
        (Some(from), Some(to)) => format!("rated {from} to {to}"),
        (Some(from), None) => format!("rated {from} or more"),
        (None, Some(to)) => format!("rated up to {to}"),
        (None, None) => "of any rating".to_owned(),
    }
}

/// What can't be changed any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Stays {
    /// Whether online games are rated.
    #[error("games have begun, so they stay rated or unrated as they are")]
    Rated,
    /// Whether Chess960 is played.
    #[error("games have begun, so standard chess or Chess960 stays as it is")]
    Variant,
    /// Whether the players of an arena may go berserk.
    #[error("the arena has begun, so whether players may go berserk stays as it is")]
    Berserk,
    /// The tie-breaks.
    #[error("the event is over, so its tie-breaks stay as they are")]
    TieBreaks,
}
