// SPDX-License-Identifier: AGPL-3.0-or-later
//! `tabiya event` with files: export, web page, save and restore.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use tabiya_events::operator::{EventOrder, Export};
use tabiya_events::site::{self, Language};

use crate::order::Place;

#[derive(clap::Subcommand, Debug)]
pub(super) enum Command {
    /// Print the event as a file
    Export {
        /// The event's id
        id: String,
        #[command(flatten)]
        format: FormatArgs,
        /// In a tournament report, have games that were played online count for ratings, too
        #[arg(long, requires = "trf")]
        with_online: bool,
        #[command(flatten)]
        place: Place,
    },
    /// Write the web page of the event into a folder: standings, pairings, crosstable, players, games
    ///
    /// The pages need no server and no script, and show what a visitor who is not logged in sees. The folder is made where it is
    /// missing; files of these names in it are replaced.
    Site {
        /// The event's id
        id: String,
        /// The folder
        folder: PathBuf,
        /// The language of the pages: en, de, fr or es
        #[arg(long, default_value = "en")]
        language: Language,
        #[command(flatten)]
        place: Place,
    },
    /// Write the whole event into a file, so that another computer goes on with it
    Save {
        /// The event's id
        id: String,
        /// The file, which is replaced where it exists
        file: PathBuf,
        #[command(flatten)]
        place: Place,
    },
    /// Take an event from such a file, under the id that it had
    Restore {
        /// The file
        file: PathBuf,
        /// The account that owns the event here, if its owner has none on this computer
        #[arg(long, value_name = "NAME")]
        owner: Option<String>,
        #[command(flatten)]
        place: Place,
    },
}

#[derive(clap::Args, Debug)]
#[group(required = true, multiple = false)]
pub(super) struct FormatArgs {
    /// FIDE's tournament report file, with what is known about the players
    #[arg(long)]
    trf: bool,
    /// The games that were played on this server, and those of wooden boards that somebody has typed
    #[arg(long)]
    pgn: bool,
    /// The crosstable
    #[arg(long)]
    csv: bool,
}

impl Command {
    /// What it asks for, and where.
    pub(super) fn order(&self) -> anyhow::Result<(EventOrder, &Place)> {
        Ok(match self {
            Self::Export { id, format, with_online, place } => {
                let format = match format {
                    FormatArgs { trf: true, .. } => Export::Trf,
                    FormatArgs { pgn: true, .. } => Export::Pgn,
                    FormatArgs { .. } => Export::Csv,
                };
                (EventOrder::Export { id: id.clone(), format, with_online: *with_online }, place)
            }
            Self::Site { id, language, place, folder: _ } => {
                (EventOrder::Site { id: id.clone(), language: *language }, place)
            }
            Self::Save { id, place, file: _ } => (EventOrder::Save { id: id.clone() }, place),
            Self::Restore { file, owner, place } => {
                let text = std::fs::read_to_string(file)
                    .with_context(|| format!("{} can't be read", file.display()))?;
                (EventOrder::Restore { text, owner: owner.clone() }, place)
            }
        })
    }

    /// Writes an answer that goes into files, and returns what is said of that; `None` for an answer that is printed itself.
    pub(super) fn write(&self, answer: &str) -> anyhow::Result<Option<String>> {
        match self {
            Self::Save { id, file, place: _ } => {
                write_whole(file, answer).with_context(|| format!("{} can't be written", file.display()))?;
                Ok(Some(format!("event {id} is saved in {}", file.display())))
            }
            Self::Site { id, folder, language: _, place: _ } => {
                let files: Vec<site::File> =
                    serde_json::from_str(answer).context("the web page can't be read")?;
                write_site(folder, &files)
                    .with_context(|| format!("{} can't be written", folder.display()))?;
                let index = folder.join("index.html");
                Ok(Some(format!("the web page of event {id} begins at {}", index.display())))
            }
            Self::Export { .. } | Self::Restore { .. } => Ok(None),
        }
    }
}

/// Writes a file beside its place first, so that a power cut leaves the old one or the new one.
fn write_whole(file: &Path, text: &str) -> std::io::Result<()> {
    let mut beside = file.as_os_str().to_owned();
    beside.push(".new");
    let mut options = std::fs::OpenOptions::new();
    options.write(true).create(true).truncate(true);
    // Dates of birth and fees stand in it.
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut new = options.open(&beside)?;
    new.write_all(text.as_bytes())?;
    new.sync_all()?;
    std::fs::rename(&beside, file)
}

/// Writes the files of a site, the first page last: until then a reader has the old ones.
fn write_site(folder: &Path, files: &[site::File]) -> std::io::Result<()> {
    std::fs::create_dir_all(folder)?;
    for (name, text) in files.iter().rev() {
        let is_plain = !name.is_empty() && !name.contains(['/', '\\']) && !name.starts_with('.');
        if !is_plain {
            return Err(std::io::Error::other(format!("{name:?} is no name of a page")));
        }
        let beside = folder.join(format!("{name}.new"));
        std::fs::write(&beside, text)?;
        std::fs::rename(&beside, folder.join(name))?;
    }
    Ok(())
}
