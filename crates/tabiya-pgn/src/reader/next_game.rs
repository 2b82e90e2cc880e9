// SPDX-License-Identifier: MIT OR Apache-2.0
//! Which tags begin the next game, although only one blank line is between them and those of the game before. A game may
//! have only tags.

use alloc::vec::Vec;

use super::PGN_MAX_TOKEN;
use super::names::{FIRST_TAG, PLACES, known_in_any_case, without_sign};
use super::scan::{is_tag_line, line_end, loose_tag_name};
use crate::effort::{find, steps};

/// So many bytes behind a blank line are looked at, whether a game had one of the tags there already.
pub(super) const BLOCK: usize = 64 * PGN_MAX_TOKEN;

/// The tags that a game has had, as far as they are remembered: those of names that most files use, and
/// the first one of the others.
#[derive(Clone, Debug)]
pub(super) struct Seen {
    /// The places of the known names.
    known: [bool; PLACES],
    /// The first name that is no known one.
    first: Vec<u8>,
}

impl Default for Seen {
    fn default() -> Seen {
        Seen { known: [false; PLACES], first: Vec::new() }
    }
}

impl Seen {
    pub(super) fn clear(&mut self) {
        self.known = [false; PLACES];
        self.first.clear();
    }

    pub(super) fn add(&mut self, name: &[u8]) {
        if !self.add_if_known(name) {
            self.add_unknown(name);
        }
    }

    /// Whether most files use this name, which is remembered then.
    pub(super) fn add_if_known(&mut self, name: &[u8]) -> bool {
        let known = known_in_any_case(name);
        if let Some((_, place)) = known {
            self.add_at(place);
        }
        known.is_some()
    }

    /// Remembers the known name of this place.
    #[inline]
    pub(super) fn add_at(&mut self, place: usize) {
        self.known[place] = true;
    }

    #[inline]
    pub(super) fn add_unknown(&mut self, name: &[u8]) {
        if self.first.is_empty() {
            self.first.extend(without_sign(name));
        }
    }

    /// Whether this game had the tag, as far as it is remembered.
    fn has(&self, name: &[u8]) -> bool {
        match known_in_any_case(name) {
            Some((_, place)) => self.known[place],
            None => self.first == without_sign(name),
        }
    }

    /// Whether the tags at the start of a text, one blank line after those that were seen, are the next game's: the first of
    /// them is the Event, or one of them up to the next blank line was seen. `name_of` tells whether a line is a tag's.
    pub(super) fn begin_next_game(&self, text: &[u8], name_of: impl Fn(&[u8]) -> Option<&[u8]>) -> bool {
        let mut block = &text[..text.len().min(BLOCK)];
        let Some(first) = name_of(block) else { return false };
        if known_in_any_case(first).is_some_and(|(known, _)| known == FIRST_TAG) {
            return true;
        }
        while let Some(name) = name_of(block) {
            if self.has(name) {
                return true;
            }
            let Some(end) = line_end(block) else { break };
            steps(1);
            block = &block[if block[end..].starts_with(b"\r\n") { end + 2 } else { end + 1 }..];
        }
        false
    }
}

/// Whether the next game's tags begin at a bracket among moves: it begins a line like a tag pair, or a whole line is a
/// tag that most files use, without quotes.
pub(super) fn begins_tags(bytes: &[u8], pos: usize) -> bool {
    let text = &bytes[pos..];
    if is_tag_line(text) {
        return true;
    }
    if !pos.checked_sub(1).is_none_or(|before| matches!(bytes[before], b'\n' | b'\r')) {
        return false;
    }
    let Some(name) = loose_tag_name(text).filter(|name| known_in_any_case(name).is_some()) else {
        return false;
    };
    let line = &text[name.len()..text.len().min(name.len() + PGN_MAX_TOKEN)];
    let line = &line[..line_end(line).unwrap_or(line.len())];
    find(b']', line).is_some_and(|end| line[end + 1..].trim_ascii().is_empty())
}
