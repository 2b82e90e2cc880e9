// SPDX-License-Identifier: AGPL-3.0-or-later
//! `tabiya user`: make, list and change accounts.

use std::io::{self, BufRead};
use std::process::ExitCode;

use anyhow::{Context, bail};
use clap::ArgMatches;
use clap::builder::PossibleValuesParser;
use tabiya_server::Order;

use super::carry_out;
use crate::order::Place;

/// What a line of standard input may have: a password has 256 bytes at most.
const LONGEST_LINE: u64 = 1024;

/// Make, list and change accounts
///
/// Works on the data of a stopped server, and through a running one, which hears of it at once.
#[derive(clap::Args, Debug)]
#[command(
    after_help = "Example, for the first admin:\n  tabiya user add ann --password-stdin --role admin --data /var/lib/tabiya"
)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand, Debug)]
enum Command {
    /// Make an account; without a password it prints a link to set one
    Add {
        /// 2 to 20 letters and digits
        name: String,
        /// Read the password from one line of standard input
        #[arg(long)]
        password_stdin: bool,
        /// What the account may do
        #[arg(long, default_value = "player", value_parser = roles())]
        role: String,
        #[command(flatten)]
        place: Place,
    },
    /// List all accounts: name, role, and whether it is closed
    List {
        #[command(flatten)]
        place: Place,
    },
    /// Give an account another role; its player has to log in again
    Role {
        /// Whose
        name: String,
        /// What the account may do
        #[arg(value_parser = roles())]
        role: String,
        #[command(flatten)]
        place: Place,
    },
    /// Print a link to set a new password, set one, or remove the second factor; all sessions end
    Reset {
        /// Whose
        name: String,
        /// Read the new password from one line of standard input
        #[arg(long, conflicts_with = "second_factor")]
        password_stdin: bool,
        /// Remove the second factor instead
        #[arg(long)]
        second_factor: bool,
        #[command(flatten)]
        place: Place,
    },
    /// Close an account: nobody can log in to it, its games stay
    Close {
        /// Whose
        name: String,
        /// Open it again
        #[arg(long)]
        reopen: bool,
        #[command(flatten)]
        place: Place,
    },
}

fn roles() -> PossibleValuesParser {
    PossibleValuesParser::new(["player", "organiser", "moderator", "admin"])
}

pub(crate) fn run(args: &Args, matches: &ArgMatches) -> anyhow::Result<ExitCode> {
    let (order, place) = match &args.command {
        Command::Add { name, password_stdin, role, place } => {
            let order =
                Order::Add { name: name.clone(), password: password(*password_stdin)?, role: role.clone() };
            (order, place)
        }
        Command::List { place } => (Order::List {}, place),
        Command::Role { name, role, place } => {
            (Order::Role { name: name.clone(), role: role.clone() }, place)
        }
        Command::Reset { name, password_stdin, second_factor, place } => {
            let (name, second_factor) = (name.clone(), *second_factor);
            (Order::Reset { name, password: password(*password_stdin)?, second_factor }, place)
        }
        Command::Close { name, reopen, place } => {
            (Order::Close { name: name.clone(), reopen: *reopen }, place)
        }
    };
    carry_out(&order, place, matches)
}

/// The first line of standard input, where it is wanted.
fn password(wanted: bool) -> anyhow::Result<Option<String>> {
    if !wanted {
        return Ok(None);
    }
    let mut line = String::new();
    io::Read::take(io::stdin().lock(), LONGEST_LINE)
        .read_line(&mut line)
        .context("standard input can't be read as UTF-8")?;
    let password = line.trim_end_matches(['\r', '\n']);
    if password.is_empty() {
        bail!("there is no password on standard input; write it there as one line");
    }
    Ok(Some(password.to_owned()))
}
