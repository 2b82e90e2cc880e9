// SPDX-License-Identifier: AGPL-3.0-or-later
//! `tabiya invite`: what one player says to register.

use std::process::ExitCode;

use clap::ArgMatches;
use tabiya_server::Order;

use super::carry_out;
use crate::order::Place;

/// Print an invitation by which one player may register
///
/// For servers where registering needs an invitation. Good for two weeks, once.
#[derive(clap::Args, Debug)]
#[command(after_help = "Example: tabiya invite --data /var/lib/tabiya")]
pub(crate) struct Args {
    #[command(flatten)]
    place: Place,
}

pub(crate) fn run(args: &Args, matches: &ArgMatches) -> anyhow::Result<ExitCode> {
    carry_out(&Order::Invite {}, &args.place, matches)
}
