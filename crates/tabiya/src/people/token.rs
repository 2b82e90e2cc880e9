// SPDX-License-Identifier: AGPL-3.0-or-later
//! `tabiya token`: what a program shows to act for a player.

use std::process::ExitCode;

use clap::ArgMatches;
use tabiya_server::Order;

use super::carry_out;
use crate::order::Place;

/// Print an access token, with which a program acts for a player
///
/// The token is the last word that is printed, and kept nowhere. Its player can revoke it in the settings.
#[derive(clap::Args, Debug)]
#[command(after_help = "Example: tabiya token ann --scope board:play,challenge:write --data /var/lib/tabiya")]
pub(crate) struct Args {
    /// For whom the program acts
    name: String,
    /// What the program may do, as lichess names it; several with commas between them
    #[arg(long, value_name = "SCOPES", default_value = "")]
    scope: String,
    /// What the player reads in the list of tokens
    #[arg(long, value_name = "TEXT", default_value = "made by the operator")]
    note: String,
    #[command(flatten)]
    place: Place,
}

pub(crate) fn run(args: &Args, matches: &ArgMatches) -> anyhow::Result<ExitCode> {
    let Args { name, scope, note, .. } = args;
    let order = Order::Token { name: name.clone(), scopes: scope.clone(), note: note.clone() };
    carry_out(&order, &args.place, matches)
}
