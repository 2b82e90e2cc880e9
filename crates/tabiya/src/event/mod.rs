// SPDX-License-Identifier: AGPL-3.0-or-later
//! `tabiya event`: tournaments at the command line, whether or not a server runs on the data.

mod change;
mod clock;
mod correct;
mod fees;
mod game;
mod new;
mod options;
mod ratings;
mod report;
mod section;
mod series;

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context as _;
use clap::ArgMatches;
use tabiya_events::event::{Absence, Card, Outcome};
use tabiya_events::events::Events;
use tabiya_events::operator::{EventOperator, EventOrder, Export, MemberAct, Presence};
use tabiya_events::site::{self, Language};

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
    /// Enter a player
    Enter {
        /// The event's id
        id: String,
        /// The player's name; that of an account, unless the player is at the venue
        name: String,
        /// The player plays over the board and needs no account
        #[arg(long, conflicts_with = "online")]
        otb: bool,
        /// The player plays on this server with the account of that name
        #[arg(long)]
        online: bool,
        /// The player is on the list of members of the event's owner, and is there
        #[arg(long, conflicts_with_all = ["online", "otb", "rating", "title", "team"])]
        member: bool,
        /// The rating by which the player is seeded
        #[arg(long)]
        rating: Option<u16>,
        /// A title of FIDE's, such as WIM
        #[arg(long, default_value = "")]
        title: String,
        /// For which team of a team match the player plays
        #[arg(long, default_value = "", hide_default_value = true)]
        team: String,
        /// In which section of the event's festival the player plays; without it, in this one
        #[arg(long, value_name = "NAME")]
        section: Option<String>,
        #[command(flatten)]
        place: Place,
    },
    /// Have a player of a team match play for a team, on its last board
    Team {
        /// The event's id
        id: String,
        /// The player's name in either order or its beginning, or #NUMBER of the entry
        name: String,
        /// The team's name
        team: String,
        #[command(flatten)]
        place: Place,
    },
    /// Put a player of a team match on a board; those from there on move down
    LineUp {
        /// The event's id
        id: String,
        /// The player's name in either order or its beginning, or #NUMBER of the entry
        name: String,
        /// The board in the player's team, from 1
        board: u16,
        #[command(flatten)]
        place: Place,
    },
    /// Have a player sit at the same board in every round, from the next pairing on
    FixBoard {
        /// The event's id
        id: String,
        /// The player's name in either order or its beginning, or #NUMBER of the entry
        name: String,
        /// The number on the table
        #[arg(required_unless_present = "free")]
        board: Option<u16>,
        /// The player sits at any board again
        #[arg(long, conflicts_with = "board")]
        free: bool,
        #[command(flatten)]
        place: Place,
    },
    Correct(Box<correct::Args>),
    /// Take a player out of the event
    Withdraw {
        /// The event's id
        id: String,
        /// The player's name in either order or its beginning, or #NUMBER of the entry
        name: String,
        /// Why, for the journal; at most 200 characters
        #[arg(long, default_value = "")]
        reason: String,
        #[command(flatten)]
        place: Place,
    },
    /// Leave a player out of the next rounds, until rejoin
    Pause {
        /// The event's id
        id: String,
        /// The player's name in either order or its beginning, or #NUMBER of the entry
        name: String,
        #[command(flatten)]
        place: Place,
    },
    /// Bring back a player who has left or pauses
    Rejoin {
        /// The event's id
        id: String,
        /// The player's name in either order or its beginning, or #NUMBER of the entry
        name: String,
        #[command(flatten)]
        place: Place,
    },
    /// Leave a player out of one round to come; half a point where the event allows it
    ///
    /// In a Keizer it says why the player is away, also of a round that is played.
    Bye {
        /// The event's id
        id: String,
        /// The player's name in either order or its beginning, or #NUMBER of the entry
        name: String,
        /// The round, from 1
        #[arg(long)]
        round: u16,
        /// Why the player of a Keizer is away; without it, excused
        #[arg(long, value_enum, value_name = "WHY")]
        absence: Option<AbsenceArg>,
        /// The player is there after all
        #[arg(long, conflicts_with = "absence")]
        cancel: bool,
        #[command(flatten)]
        place: Place,
    },
    /// Note at the desk that a player is there
    CheckIn {
        /// The event's id
        id: String,
        /// The player's name in either order or its beginning, or #NUMBER of the entry
        name: String,
        /// The player is not there after all
        #[arg(long)]
        not_there: bool,
        #[command(flatten)]
        place: Place,
    },
    /// Note at the desk that a player has paid
    Paid {
        /// The event's id
        id: String,
        /// The player's name in either order or its beginning, or #NUMBER of the entry
        name: String,
        /// The fee is due after all
        #[arg(long)]
        due: bool,
        #[command(flatten)]
        place: Place,
    },
    /// Close the check-in: who is not there is not paired
    CloseCheckIn {
        /// The event's id
        id: String,
        #[command(flatten)]
        place: Place,
    },
    /// List who has entered: entry, name, rating, whether each plays, is there, has paid
    Entrants {
        /// The event's id
        id: String,
        /// Print JSON
        #[arg(long)]
        json: bool,
        #[command(flatten)]
        place: Place,
    },
    /// Pair the next round as a draft, or print the draft again
    Pair {
        /// The event's id
        id: String,
        /// Print JSON: a list of board, white and black; black is null for the bye
        #[arg(long)]
        json: bool,
        /// In all sections of the event's festival
        #[arg(long)]
        all_sections: bool,
        #[command(flatten)]
        place: Place,
    },
    /// Say why a player meets this opponent in the last paired round
    Why {
        /// The event's id
        id: String,
        /// The player's name in either order or its beginning, or #NUMBER of the entry
        name: String,
        #[command(flatten)]
        place: Place,
    },
    /// Discard the draft
    Undo {
        /// The event's id
        id: String,
        #[command(flatten)]
        place: Place,
    },
    /// Publish the draft: everybody sees the pairings
    Publish {
        /// The event's id
        id: String,
        /// In all sections of the event's festival
        #[arg(long)]
        all_sections: bool,
        #[command(flatten)]
        place: Place,
    },
    /// Take a published round back before its first move or result
    Unpublish {
        /// The event's id
        id: String,
        /// Why: everybody reads it
        #[arg(long)]
        reason: String,
        #[command(flatten)]
        place: Place,
    },
    /// Start the published round: the games on this server begin
    Start {
        /// The event's id
        id: String,
        /// In all sections of the event's festival
        #[arg(long)]
        all_sections: bool,
        #[command(flatten)]
        place: Place,
    },
    /// Enter or correct the result of a board
    Result {
        /// The event's id
        id: String,
        /// The board, from 1
        board: u16,
        /// 1-0, 0-1, 1/2-1/2, +/-, -/+, -/-, 0-0, 1/2-0 or 0-1/2; short: 1, 0, =, + and -
        #[arg(allow_hyphen_values = true)]
        result: Outcome,
        /// The round; without it the last published one
        #[arg(long)]
        round: Option<u16>,
        /// Which game of a match; without it the next one
        #[arg(long)]
        game: Option<u16>,
        /// Why, for the journal, such as a correction; at most 200 characters
        #[arg(long, default_value = "")]
        reason: String,
        /// Whoever did not come gave no notice, and is not paired until brought back with rejoin
        #[arg(long)]
        without_notice: bool,
        #[command(flatten)]
        place: Place,
    },
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
        /// Whose it is here, where the owner's account is on the other computer: the name of an account
        #[arg(long, value_name = "NAME")]
        owner: Option<String>,
        #[command(flatten)]
        place: Place,
    },
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
enum AbsenceArg {
    /// Away with notice
    Excused,
    /// Away without notice
    Unexcused,
    /// Plays elsewhere for the club
    ClubDuty,
}

impl From<AbsenceArg> for Absence {
    fn from(arg: AbsenceArg) -> Self {
        match arg {
            AbsenceArg::Excused => Self::Excused,
            AbsenceArg::Unexcused => Self::Unexcused,
            AbsenceArg::ClubDuty => Self::ClubDuty,
        }
    }
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

#[derive(clap::Args, Debug)]
#[group(required = true, multiple = false)]
struct FormatArgs {
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
    let said = carry_out(&order)?;
    if let Command::Save { file, id, .. } = &args.command {
        write_whole(file, &said).with_context(|| format!("{} can't be written", file.display()))?;
        writeln!(std::io::stdout().lock(), "event {id} is saved in {}", file.display())?;
        return Ok(ExitCode::SUCCESS);
    }
    if let Command::Site { folder, id, .. } = &args.command {
        let files: Vec<site::File> = serde_json::from_str(&said).context("the web page can't be read")?;
        write_site(folder, &files).with_context(|| format!("{} can't be written", folder.display()))?;
        let index = folder.join("index.html");
        writeln!(std::io::stdout().lock(), "the web page of event {id} begins at {}", index.display())?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut out = std::io::stdout().lock();
    out.write_all(said.as_bytes())?;
    if !said.ends_with('\n') {
        out.write_all(b"\n")?;
    }
    Ok(ExitCode::SUCCESS)
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

fn order_of(command: &Command) -> anyhow::Result<(EventOrder, &Place)> {
    let presence = |id: &String, name: &String, becomes, reason: &str| EventOrder::Presence {
        id: id.clone(),
        name: name.clone(),
        becomes,
        reason: reason.to_owned(),
    };
    Ok(match command {
        Command::New(args) => (args.order()?, args.place()),
        Command::Change(args) => (args.order()?, args.place()),
        Command::Fees(args) => (args.order(), args.place()),
        Command::Fee(args) => (args.order(), args.place()),
        Command::Report(args) => (args.order(), args.place()),
        Command::Correct(args) => (args.order(), args.place()),
        Command::Clock(args) => (args.order(), args.place()),
        Command::Game(args) => (args.order()?, args.place()),
        Command::Series(args) => (args.order()?, args.place()),
        Command::Section(args) => (args.order()?, args.place()),
        Command::List { place } => (EventOrder::List {}, place),
        Command::Enter { id, name, member: true, place, .. } => {
            (EventOrder::EnterMember { id: id.clone(), name: name.clone() }, place)
        }
        Command::Enter { id, name, otb, online, rating, title, team, section, place, member: false } => {
            let (title, team) = (title.to_uppercase(), team.trim().to_owned());
            let card = Card { title, team, ..Card::new(name.clone(), *rating) };
            let over_the_board = (*otb || *online).then_some(*otb);
            let (id, card, section) = (id.clone(), Box::new(card), section.clone());
            (EventOrder::Enter { id, card, over_the_board, section }, place)
        }
        Command::Team { id, name, team, place } => {
            (EventOrder::Team { id: id.clone(), name: name.clone(), team: team.clone() }, place)
        }
        Command::LineUp { id, name, board, place } => {
            (EventOrder::LineUp { id: id.clone(), name: name.clone(), board: *board }, place)
        }
        Command::FixBoard { id, name, board, free: _, place } => {
            (EventOrder::FixBoard { id: id.clone(), name: name.clone(), board: *board }, place)
        }
        Command::Withdraw { id, name, reason, place } => {
            (presence(id, name, Presence::Withdraw, reason), place)
        }
        Command::Pause { id, name, place } => (presence(id, name, Presence::Pause, ""), place),
        Command::Rejoin { id, name, place } => (presence(id, name, Presence::Rejoin, ""), place),
        Command::Bye { id, name, round, absence, cancel, place } => {
            let (absence, cancel) = (absence.map(Absence::from), *cancel);
            (EventOrder::Bye { id: id.clone(), name: name.clone(), round: *round, absence, cancel }, place)
        }
        Command::CheckIn { id, name, not_there, place } => {
            (EventOrder::CheckIn { id: id.clone(), name: name.clone(), present: !not_there }, place)
        }
        Command::Paid { id, name, due, place } => {
            (EventOrder::Paid { id: id.clone(), name: name.clone(), paid: !due }, place)
        }
        Command::CloseCheckIn { id, place } => (EventOrder::CloseCheckIn { id: id.clone() }, place),
        Command::Entrants { id, json, place } => {
            (EventOrder::Entrants { id: id.clone(), json: *json }, place)
        }
        Command::Pair { id, json, all_sections, place } => {
            (EventOrder::Pair { id: id.clone(), json: *json, all: *all_sections }, place)
        }
        Command::Why { id, name, place } => (EventOrder::Why { id: id.clone(), name: name.clone() }, place),
        Command::Undo { id, place } => (EventOrder::Undo { id: id.clone() }, place),
        Command::Publish { id, all_sections, place } => {
            (EventOrder::Publish { id: id.clone(), all: *all_sections }, place)
        }
        Command::Unpublish { id, reason, place } => {
            (EventOrder::Unpublish { id: id.clone(), reason: reason.clone() }, place)
        }
        Command::Start { id, all_sections, place } => {
            (EventOrder::Start { id: id.clone(), all: *all_sections }, place)
        }
        Command::Result { id, board, result, round, game, reason, without_notice, place } => {
            let (id, board, outcome, reason) = (id.clone(), *board, *result, reason.clone());
            let (round, game, without_notice) = (*round, *game, *without_notice);
            if without_notice && outcome.is_played() {
                anyhow::bail!("--without-notice goes with a forfeit: +, - or -/-");
            }
            (EventOrder::Result { id, board, outcome, round, game, reason, without_notice }, place)
        }
        Command::Journal { id, json, place } => (EventOrder::Journal { id: id.clone(), json: *json }, place),
        Command::Postpone { id, board, round, place } => {
            (EventOrder::Postpone { id: id.clone(), board: *board, round: *round }, place)
        }
        Command::Standings { id, category, json, place } => {
            (EventOrder::Standings { id: id.clone(), category: category.clone(), json: *json }, place)
        }
        Command::Export { id, format, with_online, place } => {
            let format = match format {
                FormatArgs { trf: true, .. } => Export::Trf,
                FormatArgs { pgn: true, .. } => Export::Pgn,
                FormatArgs { .. } => Export::Csv,
            };
            (EventOrder::Export { id: id.clone(), format, with_online: *with_online }, place)
        }
        Command::Site { id, language, place, folder: _ } => {
            (EventOrder::Site { id: id.clone(), language: *language }, place)
        }
        Command::Save { id, place, file: _ } => (EventOrder::Save { id: id.clone() }, place),
        Command::Restore { file, owner, place } => {
            let text =
                std::fs::read_to_string(file).with_context(|| format!("{} can't be read", file.display()))?;
            (EventOrder::Restore { text, owner: owner.clone() }, place)
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
