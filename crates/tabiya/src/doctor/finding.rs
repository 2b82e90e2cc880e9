// SPDX-License-Identifier: AGPL-3.0-or-later
//! What a look at the server finds: one line each.

use std::fmt;

/// How bad it is. Ordered from well to broken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum State {
    /// As it should be.
    Well,
    /// Worth a look: it works, but may not be what is wanted, or not work for long.
    Look,
    /// Broken: the server does not start, or does not do what it was told.
    Broken,
}

/// One line: what was looked at, how it is, and where it is not well, what to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Finding {
    pub(super) state: State,
    pub(super) what: &'static str,
    pub(super) said: String,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mark = match self.state {
            State::Well => "ok",
            State::Look => "look",
            State::Broken => "broken",
        };
        // Names of files and what other programs say stand in it.
        let shown = crate::secrets::without_passwords(&self.said);
        let said: Vec<_> = shown.lines().map(crate::visible::visible).collect();
        write!(f, "{mark:<7} {:<11} {}", self.what, said.join(" "))
    }
}

pub(super) fn well(what: &'static str, said: impl Into<String>) -> Finding {
    Finding { state: State::Well, what, said: said.into() }
}

pub(super) fn look(what: &'static str, said: impl Into<String>) -> Finding {
    Finding { state: State::Look, what, said: said.into() }
}

pub(super) fn broken(what: &'static str, said: impl Into<String>) -> Finding {
    Finding { state: State::Broken, what, said: said.into() }
}
