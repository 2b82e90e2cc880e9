// SPDX-License-Identifier: AGPL-3.0-or-later
//! `tabiya members`: the list of players whom an organiser knows, whether or not a server runs on the data.

use std::io::{Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context as _;
use clap::ArgMatches;
use tabiya_events::events::Events;
use tabiya_events::files;
use tabiya_events::operator::{EventOperator, EventOrder, MembersAct};

use crate::order::{self, Place, now};

/// The longest list that is read, in bytes.
const MOST_BYTES: u64 = 1024 * 1024;

/// Keep a list of members for all events of an organiser
///
/// Works on the data of a stopped server, and through a running one.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  tabiya members add members.csv --of anna
  tabiya members list ber --of anna
  tabiya event enter ID \"Ann Berg\" --member")]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Args, Debug)]
struct Whose {
    /// The name of the account whose list it is
    #[arg(long, value_name = "ACCOUNT")]
    of: String,
    #[command(flatten)]
    place: Place,
}

#[derive(clap::Subcommand, Debug)]
enum Command {
    /// Add the players of a file: CSV with a header, or a tournament file
    ///
    /// Who is in the list by name gets what the file says besides. The columns are those of an event's players, and note and child.
    Add {
        /// The file, or - for the standard input
        file: PathBuf,
        #[command(flatten)]
        whose: Whose,
    },
    /// Print the list as CSV, which add reads
    List {
        /// Only those whose names have these letters, at most 20
        #[arg(default_value = "", hide_default_value = true)]
        letters: String,
        /// As JSON
        #[arg(long)]
        json: bool,
        #[command(flatten)]
        whose: Whose,
    },
    /// Print all that is kept of a member as JSON, in the list and in all events
    Export {
        /// The member's name, or letters that only one name has
        name: String,
        #[command(flatten)]
        whose: Whose,
    },
    /// Erase a member from the list, and the name from all events; it can't be undone
    Erase {
        /// The member's whole name, or #NUMBER as list --json shows it
        name: String,
        #[command(flatten)]
        whose: Whose,
    },
    /// Add the players of an event who have no account
    From {
        /// The event's id
        id: String,
        #[command(flatten)]
        whose: Whose,
    },
}

/// Says which columns of a list nobody reads.
pub(crate) fn say_left_out(columns: &[String]) {
    if !columns.is_empty() {
        eprintln!("left out, because nobody reads these columns: {}", columns.join(", "));
    }
}

pub(crate) fn run(args: &Args, matches: &ArgMatches) -> anyhow::Result<ExitCode> {
    let (act, whose) = match &args.command {
        Command::Add { file, whose } => {
            let bytes = bytes_of(file)?;
            say_left_out(&files::left_out(&bytes, true));
            let cards = files::members(&bytes);
            let cards = cards.map_err(|what| anyhow::anyhow!("{}: {what}", file.display()))?;
            (MembersAct::Add { cards }, whose)
        }
        Command::List { letters, json, whose } => {
            (MembersAct::List { letters: letters.clone(), json: *json }, whose)
        }
        Command::Export { name, whose } => (MembersAct::Export { name: name.clone() }, whose),
        Command::Erase { name, whose } => (MembersAct::Erase { name: name.clone() }, whose),
        Command::From { id, whose } => (MembersAct::From { id: id.clone() }, whose),
    };
    let order = EventOrder::Members { of: whose.of.clone(), act };
    let said = order::carry_out(&order, &whose.place, matches, Some("members"), async |store, order| {
        Ok(EventOperator::new(Events::new(store)).carry_out(order, now()).await?)
    })?;
    writeln!(std::io::stdout().lock(), "{}", said.trim_end())?;
    Ok(ExitCode::SUCCESS)
}

fn bytes_of(file: &Path) -> anyhow::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    // One byte more than may be: a file that is cut off would lose its last players without a word.
    let read = if file == Path::new("-") {
        std::io::stdin().lock().take(MOST_BYTES + 1).read_to_end(&mut bytes)
    } else {
        std::fs::File::open(file).and_then(|open| open.take(MOST_BYTES + 1).read_to_end(&mut bytes))
    };
    read.with_context(|| format!("{} can't be read", file.display()))?;
    if bytes.len() as u64 > MOST_BYTES {
        anyhow::bail!("{} is longer than {} MiB: no list of players is", file.display(), MOST_BYTES >> 20);
    }
    Ok(bytes)
}
