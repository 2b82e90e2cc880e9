// SPDX-License-Identifier: AGPL-3.0-or-later
//! `tabiya event game`: the game of a wooden board, from its score sheet.

use std::io::Read as _;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use tabiya_events::operator::{EventOrder, GameAct};
use tabiya_events::score_sheet::MOST_BYTES;

use crate::order::Place;

/// Keep the game of a wooden board from PGN or its moves alone, print it, or remove it
///
/// The moves are checked by the rules. Comments and variations are left out. The game stays with the event, in its page and its
/// PGN; it is no game of this server and rates nobody.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  tabiya event game ID 3 board3.pgn
  echo 1. e4 e5 2. Nf3 | tabiya event game ID 3 --round 2 -
  tabiya event game ID 3")]
pub(super) struct Args {
    /// The event's id
    id: String,
    /// The board, from 1
    board: u16,
    /// A file with the game, or - for the standard input; without it the game is printed
    file: Option<PathBuf>,
    /// Remove what was typed
    #[arg(long, conflicts_with = "file")]
    remove: bool,
    /// The round; without it the last published one
    #[arg(long)]
    round: Option<u16>,
    /// Which game of a match; without it the last one with a result
    #[arg(long)]
    game: Option<u16>,
    /// Why, for the event's journal
    #[arg(long, default_value = "")]
    reason: String,
    #[command(flatten)]
    place: Place,
}

impl Args {
    pub(super) fn order(&self) -> anyhow::Result<EventOrder> {
        let act = match &self.file {
            Some(file) => GameAct::Keep { text: text_of(file)? },
            None if self.remove => GameAct::Remove {},
            None => GameAct::Print {},
        };
        let (id, reason) = (self.id.clone(), self.reason.clone());
        Ok(EventOrder::Game { id, board: self.board, round: self.round, game: self.game, act, reason })
    }

    pub(super) const fn place(&self) -> &Place {
        &self.place
    }
}

/// A game's text. Of one that is too long no more is read than shows it.
fn text_of(file: &Path) -> anyhow::Result<String> {
    let mut bytes = Vec::new();
    let most = MOST_BYTES as u64 + 1;
    if file.as_os_str() == "-" {
        std::io::stdin()
            .lock()
            .take(most)
            .read_to_end(&mut bytes)
            .context("the standard input can't be read")?;
    } else {
        let opened = std::fs::File::open(file).and_then(|open| open.take(most).read_to_end(&mut bytes));
        opened.with_context(|| format!("{} can't be read", file.display()))?;
    }
    // Old files are in Latin-1, each byte of which is the letter of that number.
    Ok(String::from_utf8(bytes).unwrap_or_else(|bad| bad.into_bytes().into_iter().map(char::from).collect()))
}
