// SPDX-License-Identifier: AGPL-3.0-or-later
//! Where the games are, if both a folder and a database are named: the one that is named more explicitly wins. So
//! `--data` on the command line wins over a `TABIYA_DATABASE` that the environment happens to hold.

use clap::ArgMatches;
use clap::parser::ValueSource;

/// Whether the folder is named more explicitly than the database. With both on the command line the database wins.
pub(crate) fn folder_wins(matches: &ArgMatches) -> bool {
    rank(matches, "data_folder") > rank(matches, "database")
}

fn rank(matches: &ArgMatches, id: &str) -> u8 {
    match matches.value_source(id) {
        None => 0,
        Some(ValueSource::CommandLine) => 3,
        Some(ValueSource::EnvVariable) => 2,
        // What stands in a file of settings is a default, too.
        Some(_) => 1,
    }
}

/// The matches of the innermost command: of `check` in `tabiya data check`.
pub(crate) fn innermost(matches: &ArgMatches) -> &ArgMatches {
    matches.subcommand().map_or(matches, |(_, inner)| innermost(inner))
}
