// SPDX-License-Identifier: AGPL-3.0-or-later
//! `tabiya user`, `tabiya token` and `tabiya invite`: accounts at the command line, whether or not a server runs on the data.

pub(crate) mod invite;
pub(crate) mod token;
pub(crate) mod user;

use std::process::ExitCode;

use clap::ArgMatches;
use tabiya_server::{Operator, Order};

use crate::order::{self, Place, now};

/// Carries an order out, and prints what came of it.
fn carry_out(order: &Order, place: &Place, matches: &ArgMatches) -> anyhow::Result<ExitCode> {
    // To add an account may be the first thing that an operator does; anything else in a new folder is a slip.
    let must_have = (!matches!(order, Order::Add { .. })).then_some("accounts");
    let said = order::carry_out(order, place, matches, must_have, async |store, order| {
        Ok(Operator::new(store, place.address()).carry_out(order, now()).await?)
    })?;
    println!("{said}");
    Ok(ExitCode::SUCCESS)
}
