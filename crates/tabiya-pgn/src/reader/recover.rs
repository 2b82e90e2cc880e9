// SPDX-License-Identifier: MIT OR Apache-2.0
//! Getting out of a game with a fault: line by line to where the next one begins.

use super::scan::{is_space, is_tag_line, looks_like_tag};
use super::{PGN_MAX_TOKEN, Part, PgnReader, PgnSource};
use crate::PgnProblem;

impl<S: PgnSource> PgnReader<S> {
    /// Goes to the next line that begins a game, or to the end of the file.
    pub(super) fn recover(&mut self, part: Part) -> Result<(), PgnProblem> {
        let mut follows_tag = part == Part::Tags;
        let mut follows_blank = false;
        loop {
            self.skip_line()?;
            self.hold(2 * PGN_MAX_TOKEN)?;
            let Some(line) = self.source.bytes().get(self.pos + 1..) else {
                self.pos = self.source.bytes().len();
                return Ok(());
            };
            self.pos += 1;
            let bare = part == Part::BareMovetext && follows_blank && begins_bare_game(line);
            if bare || !follows_tag && is_tag_line(line) {
                return Ok(());
            }
            let visible = line.iter().find(|byte| !is_space(**byte) || matches!(byte, b'\n' | b'\r'));
            follows_blank = matches!(visible, Some(b'\n' | b'\r'));
            if !follows_blank {
                follows_tag = looks_like_tag(line);
            }
        }
    }
}

/// Whether a line is the first of a game without tags: `1. e4`, but not `1... e5`.
fn begins_bare_game(line: &[u8]) -> bool {
    line.starts_with(b"1.") && !line.starts_with(b"1..")
}
