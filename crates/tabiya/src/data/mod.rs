// SPDX-License-Identifier: AGPL-3.0-or-later
//! Care for the data folder: `tabiya backup`, `tabiya restore` and `tabiya check-data`.

pub(crate) mod backup;
pub(crate) mod check;
pub(crate) mod restore;

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use tabiya_store::{CheckNews, Checked};

/// The argument that all of them have.
#[derive(clap::Args, Debug)]
struct FolderArgs {
    /// Folder of the games
    #[arg(
        long,
        visible_alias = "data",
        env = "TABIYA_DATA_FOLDER",
        value_name = "FOLDER",
        default_value = "./data"
    )]
    data_folder: PathBuf,
}

/// A bar on standard error, if that is a terminal.
fn bar(what: &str) -> ProgressBar {
    let target =
        if io::stderr().is_terminal() { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
    let template = format!("{{wide_bar}} {{pos}}/{{len}} {what} {{eta}}");
    ProgressBar::with_draw_target(Some(0), target)
        .with_style(ProgressStyle::with_template(&template).expect("a template that indicatif knows"))
}

/// Moves a bar with a check and prints each fault.
struct Watch {
    bar: ProgressBar,
}

impl Watch {
    fn new() -> Self {
        Self { bar: bar("games") }
    }

    fn tell(&self, news: CheckNews) {
        match news {
            CheckNews::Games(games) => self.bar.set_length(games),
            CheckNews::Replayed => self.bar.inc(1),
            // Whoever does not read them gets the exit code all the same.
            CheckNews::Fault(fault) => self.bar.suspend(|| drop(writeln!(io::stdout(), "{fault}"))),
        }
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

/// "3 games, 120 events".
fn amount(checked: &Checked) -> String {
    let Checked { games, events, .. } = checked;
    let s = |count: &u64| if *count == 1 { "" } else { "s" };
    format!("{games} game{}, {events} event{}", s(games), s(events))
}
