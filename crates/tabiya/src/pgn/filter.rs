// SPDX-License-Identifier: AGPL-3.0-or-later
//! `tabiya pgn filter`: the games that fit, as they stand in the file.

use std::io::{self, Write};
use std::process::ExitCode;

use clap::ValueEnum;
use tabiya_rules::{Outcome, Position};

use super::counted;
use super::input::FilesArgs;
use super::pieces::in_order;
use super::record::{Look, ReadArgs, Record, records};

/// Pick the games that fit all conditions, and write them as they stand in the file
///
/// Games whose moves can't be read to the end are left out. Counts go to standard error.
#[derive(clap::Args)]
#[command(after_help = "Example: tabiya pgn filter games.pgn --white carlsen --result 1-0 --from 2019")]
pub(crate) struct Args {
    #[command(flatten)]
    input: FilesArgs,
    #[command(flatten)]
    reading: ReadArgs,
    /// One of the players' names contains this, whatever the case of its letters.
    #[arg(long, value_name = "NAME")]
    player: Option<String>,
    /// White's name contains this.
    #[arg(long, value_name = "NAME")]
    white: Option<String>,
    /// Black's name contains this.
    #[arg(long, value_name = "NAME")]
    black: Option<String>,
    /// A tag has this value; may be given more than once.
    #[arg(long, value_name = "NAME=VALUE", value_parser = tag)]
    tag: Vec<(String, String)>,
    /// The result behind the moves.
    #[arg(long, value_parser = ["1-0", "0-1", "1/2-1/2", "*"])]
    result: Option<String>,
    /// Played on this date or later: YYYY, YYYY.MM or YYYY.MM.DD. Games whose tag Date is not written so count as undated.
    #[arg(long, value_name = "DATE", value_parser = date)]
    from: Option<String>,
    /// Played on this date or earlier, a whole year or month if that is all that is said.
    #[arg(long, value_name = "DATE", value_parser = date)]
    to: Option<String>,
    /// At least so many half-moves.
    #[arg(long, value_name = "N")]
    min_plies: Option<usize>,
    /// At most so many half-moves.
    #[arg(long, value_name = "N")]
    max_plies: Option<usize>,
    /// This position is reached, by any order of moves.
    #[arg(long)]
    fen: Option<Position>,
    /// How the last position ends the game.
    #[arg(long)]
    ending: Option<Ending>,
    /// Pick those that do not fit instead.
    #[arg(long)]
    invert: bool,
}

/// What the rules say of a game's last position.
#[derive(Clone, Copy, ValueEnum)]
enum Ending {
    Checkmate,
    Stalemate,
    InsufficientMaterial,
    /// None of these: resigned, agreed, flagged, ...
    Other,
}

fn tag(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or("expected NAME=VALUE, like Site=Wijk")?;
    Ok((name.to_owned(), value.to_owned()))
}

fn date(text: &str) -> Result<String, String> {
    let known = is_date(text) && !text.contains('?');
    if known { Ok(text.to_owned()) } else { Err("expected YYYY, YYYY.MM or YYYY.MM.DD".to_owned()) }
}

/// Whether a text has the standard's form of a date (section 8.1.1.3), or its beginning. Others can't be compared.
fn is_date(text: &str) -> bool {
    let widths: Vec<usize> = text.split('.').map(str::len).collect();
    let fits = matches!(widths.as_slice(), [4] | [4, 2] | [4, 2, 2]);
    fits && text.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b'.' | b'?'))
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let mut out = io::BufWriter::new(io::stdout().lock());
    let (mut games, mut picked, mut faulty) = (0, 0, 0);
    let pick = |piece: &[u8]| {
        let look = Look { positions: args.fen.is_some(), letters: args.reading.letters, ..Look::default() };
        let (records, _) = records(piece, look);
        let mut text = Vec::new();
        let (mut picked, mut faulty) = (0, 0);
        for record in &records {
            if record.fault.is_some() {
                faulty += 1;
            } else if fits(record, args) != args.invert {
                picked += 1;
                text.extend(record.text(piece));
                text.extend(if text.ends_with(b"]") { &b"\n\n\n"[..] } else { b"\n\n" });
            }
        }
        (text, records.len(), picked, faulty)
    };
    for file in args.input.each() {
        in_order(file?.1, &args.reading.threads, pick, |(text, seen, fitting, broken)| {
            out.write_all(&text)?;
            games += seen;
            picked += fitting;
            faulty += broken;
            Ok(())
        })?;
    }
    out.flush()?;
    eprintln!("{picked} of {}, {faulty} left out for their faults", counted(games as u64, "game"));
    Ok(ExitCode::SUCCESS)
}

fn fits(record: &Record, args: &Args) -> bool {
    let names = |tag: &str, wanted: &String| {
        record.tag(tag).is_some_and(|name| name.to_lowercase().contains(&wanted.to_lowercase()))
    };
    let day = record.tag("Date").filter(|day| is_date(day)).unwrap_or_default();
    let from =
        |from: &String| day.get(..from.len()).is_some_and(|day| day >= from.as_str() && !day.contains('?'));
    let to = |to: &String| day.get(..to.len()).is_some_and(|day| day <= to.as_str() && !day.contains('?'));
    let plies = record.moves.len();
    args.player.as_ref().is_none_or(|name| names("White", name) || names("Black", name))
        && args.white.as_ref().is_none_or(|name| names("White", name))
        && args.black.as_ref().is_none_or(|name| names("Black", name))
        && args.tag.iter().all(|(name, value)| record.tag(name) == Some(value))
        && args
            .result
            .as_ref()
            .is_none_or(|wanted| record.result.is_some_and(|result| result.to_string() == *wanted))
        && args.from.as_ref().is_none_or(from)
        && args.to.as_ref().is_none_or(to)
        && args.min_plies.is_none_or(|least| plies >= least)
        && args.max_plies.is_none_or(|most| plies <= most)
        && args
            .fen
            .is_none_or(|wanted| record.positions.iter().any(|position| position.key() == wanted.key()))
        && args.ending.is_none_or(|ending| ends_so(&record.last, ending))
}

fn ends_so(last: &Position, ending: Ending) -> bool {
    match ending {
        Ending::Checkmate => matches!(last.outcome(), Some(Outcome::Checkmate { .. })),
        Ending::Stalemate => last.outcome() == Some(Outcome::Stalemate),
        Ending::InsufficientMaterial => last.outcome() == Some(Outcome::InsufficientMaterial),
        Ending::Other => last.outcome().is_none(),
    }
}
