// SPDX-License-Identifier: AGPL-3.0-or-later
//! `tabiya event`: tournaments at the command line, whether or not a server runs on the data.

mod change;
mod clock;
mod correct;
mod fees;
mod files;
mod game;
mod new;
mod options;
mod players;
mod ratings;
mod report;
mod rounds;
mod section;
mod series;

use std::io::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context as _;
use clap::ArgMatches;
use tabiya_events::events::Events;
use tabiya_events::operator::{EventOperator, EventOrder, Export, MemberAct};

use crate::order::{self, Place, now};

/// Create and run tournaments
///
/// Works on the data of a stopped server, and through a running one, which hears of it at once.
#[derive(clap::Args, Debug)]
#[command(after_help = "Example, for a club evening:
  tabiya event new \"Friday Blitz\" --format swiss --rounds 7 --time 5+3 --otb --players players.csv
  tabiya event pair ID
  tabiya event publish ID
  tabiya event start ID
  tabiya event result ID 1 1-0
  tabiya event standings ID")]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand, Debug)]
enum Command {
    New(Box<new::Args>),
    Change(Box<change::Args>),
    Series(Box<series::Args>),
    Section(Box<section::Args>),
    /// List all events: id, name, format, players, how far each is
    List {
        #[command(flatten)]
        place: Place,
    },
    #[command(flatten)]
    Players(Box<players::Command>),
    #[command(flatten)]
    Rounds(Box<rounds::Command>),
    Fees(fees::Args),
    Fee(fees::FeeArgs),
    Report(Box<report::Args>),
    /// Print the journal: when, who, what and why, the newest first (times in UTC)
    Journal {
        /// The event's id
        id: String,
        /// Print JSON: a list of number, at, by, what, entrants, round, boards, text and why
        #[arg(long)]
        json: bool,
        #[command(flatten)]
        place: Place,
    },
    /// Have a game be played later: the next rounds count it as a draw
    Postpone {
        /// The event's id
        id: String,
        /// The board, from 1
        board: u16,
        /// The round; without it the last published one
        #[arg(long)]
        round: Option<u16>,
        #[command(flatten)]
        place: Place,
    },
    Clock(Box<clock::Args>),
    Game(Box<game::Args>),
    /// Print the standings
    Standings {
        /// The event's id
        id: String,
        /// Those of a category of prizes alone, such as "Juniors"
        #[arg(long, value_name = "NAME")]
        category: Option<String>,
        /// Print JSON: a list of rank, name, points and tie-breaks
        #[arg(long)]
        json: bool,
        #[command(flatten)]
        place: Place,
    },
    #[command(flatten)]
    Files(Box<files::Command>),
    /// Set the prizes, or print who gets what
    ///
    /// Of several prizes a player takes the most valuable one, and the others pass on. The file is CSV with a header: category
    /// and prizes (such as "200 100 50"), then any of sharing (tie-break, equal, hort; one, or one for each prize), born_from, born_until, rating_below,
    /// unrated, women, club.
    Prizes {
        /// The event's id
        id: String,
        /// The categories, as CSV with a header
        #[arg(long, value_name = "FILE")]
        set: Option<PathBuf>,
        /// Print JSON: a list of name, category, place, points and amount
        #[arg(long)]
        json: bool,
        #[command(flatten)]
        place: Place,
    },
    /// Do something about a player without an account: a code for their account, an export, erasing the name
    ///
    /// By the code an account becomes this player: it works once, for two weeks. An erased name is replaced by "Player" and a
    /// number, in the whole journal; the ratings and the results stay. The export is also for a player whom an account has claimed, and
    /// does not say which.
    Member {
        /// The event's id
        id: String,
        /// What to do
        #[arg(value_enum)]
        act: MemberArg,
        /// The player's name in either order or its beginning, or #NUMBER of the entry
        name: String,
        #[command(flatten)]
        place: Place,
    },
    /// End an event before its last round
    Finish {
        /// The event's id
        id: String,
        #[command(flatten)]
        place: Place,
    },
    /// Cancel an event
    Cancel {
        /// The event's id
        id: String,
        /// Why
        #[arg(long, default_value = "")]
        reason: String,
        #[command(flatten)]
        place: Place,
    },
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum MemberArg {
    /// Make a code by which an account becomes this player
    Code,
    /// Have that code work no more
    Revoke,
    /// Print all that is kept, as JSON
    Export,
    /// Erase the name and what is known
    Erase,
}

impl From<MemberArg> for MemberAct {
    fn from(arg: MemberArg) -> Self {
        match arg {
            MemberArg::Code => Self::Code,
            MemberArg::Revoke => Self::Revoke,
            MemberArg::Export => Self::Export,
            MemberArg::Erase => Self::Erase,
        }
    }
}

pub(crate) fn run(args: &Args, matches: &ArgMatches) -> anyhow::Result<ExitCode> {
    let (order, place) = order_of(&args.command)?;
    let may_be_new =
        matches!(order, EventOrder::New { .. } | EventOrder::BeginSeries { .. } | EventOrder::Restore { .. });
    let must_have = (!may_be_new).then_some("events");
    let carry_out = |order: &EventOrder| {
        order::carry_out(order, place, matches, must_have, async |store, order| {
            Ok(EventOperator::new(Events::new(store)).carry_out(order, now()).await?)
        })
    };
    if let EventOrder::Export { id, format: Export::Trf, with_online } = &order {
        // A server of an older version does not know what is missing.
        let gaps = carry_out(&EventOrder::ReportGaps { id: id.clone(), with_online: *with_online })
            .unwrap_or_default();
        if !gaps.is_empty() {
            writeln!(std::io::stderr().lock(), "{gaps}")?;
        }
    }
    let answer = carry_out(&order)?;
    let written = if let Command::Files(files) = &args.command { files.write(&answer)? } else { None };
    let said = written.unwrap_or(answer);
    let mut out = std::io::stdout().lock();
    out.write_all(said.as_bytes())?;
    if !said.ends_with('\n') {
        out.write_all(b"\n")?;
    }
    Ok(ExitCode::SUCCESS)
}

fn order_of(command: &Command) -> anyhow::Result<(EventOrder, &Place)> {
    Ok(match command {
        Command::New(args) => (args.order()?, args.place()),
        Command::Change(args) => (args.order()?, args.place()),
        Command::Fees(args) => (args.order(), args.place()),
        Command::Fee(args) => (args.order(), args.place()),
        Command::Report(args) => (args.order(), args.place()),
        Command::Clock(args) => (args.order(), args.place()),
        Command::Game(args) => (args.order()?, args.place()),
        Command::Series(args) => (args.order()?, args.place()),
        Command::Section(args) => (args.order()?, args.place()),
        Command::Players(players) => players.order(),
        Command::Rounds(rounds) => rounds.order()?,
        Command::Files(files) => files.order()?,
        Command::List { place } => (EventOrder::List {}, place),
        Command::Journal { id, json, place } => (EventOrder::Journal { id: id.clone(), json: *json }, place),
        Command::Postpone { id, board, round, place } => {
            (EventOrder::Postpone { id: id.clone(), board: *board, round: *round }, place)
        }
        Command::Standings { id, category, json, place } => {
            (EventOrder::Standings { id: id.clone(), category: category.clone(), json: *json }, place)
        }
        Command::Prizes { id, set, json, place } => {
            let set = match set {
                None => None,
                Some(file) => {
                    let bytes =
                        std::fs::read(file).with_context(|| format!("{} can't be read", file.display()))?;
                    let read = tabiya_events::files::prizes(&bytes);
                    Some(read.map_err(|what| anyhow::anyhow!("{}: {what}", file.display()))?)
                }
            };
            (EventOrder::Prizes { id: id.clone(), set, json: *json }, place)
        }
        Command::Member { id, act, name, place } => {
            (EventOrder::Member { id: id.clone(), name: name.clone(), act: (*act).into() }, place)
        }
        Command::Finish { id, place } => (EventOrder::End { id: id.clone(), cancelled: None }, place),
        Command::Cancel { id, reason, place } => {
            (EventOrder::End { id: id.clone(), cancelled: Some(reason.clone()) }, place)
        }
    })
}
