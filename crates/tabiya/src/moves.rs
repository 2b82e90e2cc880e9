// SPDX-License-Identifier: AGPL-3.0-or-later
//! `tabiya moves`: the legal moves of one position, or of many read from standard input.

use std::io::{self, BufRead, Write};
use std::process::ExitCode;

use anyhow::bail;
use serde::Serialize;
use tabiya_rules::{Outcome, Position, Validity, san};

/// Longer lines are no FEN. Nobody's memory is spent on them.
const LONGEST_LINE: usize = 1000;

/// List the legal moves of a position
#[derive(clap::Args)]
#[command(after_help = "Examples: tabiya moves --format san
          tabiya moves - < positions.fen
          tabiya moves \"4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1\" --format json")]
pub(crate) struct Args {
    /// The position, as one quoted argument; the start of a game if left out. With - one FEN a line is read from
    /// standard input and one JSON object a line is written; a line that can't be read gives {"error": "..."}.
    fen: Option<String>,
    /// How moves are written; uci and san one a line, json with the position and how it stands. [default: uci, json
    /// with -]
    #[arg(long)]
    format: Option<Format>,
    /// Refuse positions that no game can have, like nine pawns or three checkers, and FENs that the standard does not
    /// allow. Without it only what makes play impossible is refused.
    #[arg(long)]
    strict: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    Uci,
    San,
    Json,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let mut out = io::stdout().lock();
    let validity = if args.strict { Validity::Strict } else { Validity::Playable };
    match (args.fen.as_deref(), args.format) {
        (Some("-"), None | Some(Format::Json)) => answer_lines(io::stdin().lock(), validity, &mut out)?,
        (Some("-"), Some(Format::Uci | Format::San)) => {
            bail!(
                "with - the moves of many positions are written, and only --format json can tell them apart"
            )
        }
        (fen, format) => {
            let position = match fen {
                Some(fen) => Position::from_fen_with(fen, validity)?,
                None => Position::start(),
            };
            list(&position, format.unwrap_or(Format::Uci), &mut out)?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Writes the moves of one position, ordered by their UCI text.
fn list(position: &Position, format: Format, out: &mut impl Write) -> anyhow::Result<()> {
    let listing = Listing::of(position);
    match format {
        Format::Uci => listing.moves.iter().try_for_each(|mv| writeln!(out, "{}", mv.uci))?,
        Format::San => listing.moves.iter().try_for_each(|mv| writeln!(out, "{}", mv.san))?,
        Format::Json => writeln!(out, "{}", serde_json::to_string(&listing)?)?,
    }
    Ok(())
}

/// Answers each line of the input with a line, whatever it holds.
fn answer_lines(mut input: impl BufRead, validity: Validity, out: &mut impl Write) -> anyhow::Result<()> {
    let mut line = Vec::new();
    while let Some(whole) = read_line(&mut input, &mut line)? {
        let answer = if whole {
            answer(&line, validity)
        } else {
            Err(format!("the line has over {LONGEST_LINE} bytes"))
        };
        let json = match answer {
            Ok(listing) => serde_json::to_string(&listing)?,
            Err(error) => serde_json::to_string(&Failure { error })?,
        };
        writeln!(out, "{json}")?;
    }
    Ok(())
}

/// Reads a line without its end; `false` if it was too long to keep, `None` at the end of the input.
fn read_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<Option<bool>> {
    line.clear();
    let mut read = 0;
    loop {
        let buffer = input.fill_buf()?;
        let end = buffer.iter().position(|byte| *byte == b'\n');
        let part = &buffer[..end.unwrap_or(buffer.len())];
        let room = (LONGEST_LINE + 1).saturating_sub(line.len());
        line.extend_from_slice(&part[..part.len().min(room)]);
        let used = part.len() + usize::from(end.is_some());
        input.consume(used);
        read += used;
        if end.is_some() || used == 0 {
            let at_the_end = end.is_none() && read == 0;
            return Ok((!at_the_end).then_some(line.len() <= LONGEST_LINE));
        }
    }
}

fn answer(line: &[u8], validity: Validity) -> Result<Listing, String> {
    let text = std::str::from_utf8(line).map_err(|error| {
        format!("the line is not UTF-8: byte {} is not part of a character", error.valid_up_to() + 1)
    })?;
    let position = Position::from_fen_with(text.trim(), validity).map_err(|error| error.to_string())?;
    Ok(Listing::of(&position))
}

/// A position with its moves, as JSON shows it.
#[derive(Serialize)]
struct Listing {
    fen: String,
    moves: Vec<MoveTexts>,
    check: bool,
    outcome: Option<&'static str>,
}

#[derive(Serialize, PartialEq, Eq, PartialOrd, Ord)]
struct MoveTexts {
    uci: String,
    san: String,
}

#[derive(Serialize)]
struct Failure {
    error: String,
}

impl Listing {
    fn of(position: &Position) -> Listing {
        let mode = position.castling_mode();
        let texts = |mv| MoveTexts { uci: tabiya_rules::Move::to_uci(mv, mode), san: san(position, mv) };
        let mut moves: Vec<MoveTexts> = position.legal_moves().iter().copied().map(texts).collect();
        moves.sort();
        Listing {
            fen: position.to_fen(),
            moves,
            check: position.is_check(),
            outcome: position.outcome().map(outcome_name),
        }
    }
}

const fn outcome_name(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Checkmate { .. } => "checkmate",
        Outcome::Stalemate => "stalemate",
        Outcome::InsufficientMaterial => "insufficient_material",
        Outcome::FivefoldRepetition => "fivefold_repetition",
        Outcome::SeventyFiveMoves => "seventy_five_moves",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_cut_off_but_never_lost() {
        let long = "x".repeat(3 * LONGEST_LINE);
        let input = format!("one\n\n{long}\n{}\nlast", &long[..LONGEST_LINE]);
        // A buffer smaller than any line makes sure that parts are put together.
        let mut input = io::BufReader::with_capacity(7, input.as_bytes());
        let mut line = Vec::new();
        let mut lines = Vec::new();
        while let Some(whole) = read_line(&mut input, &mut line).unwrap() {
            lines.push((whole, line.len()));
        }
        assert_eq!(lines, [(true, 3), (true, 0), (false, LONGEST_LINE + 1), (true, LONGEST_LINE), (true, 4)]);
    }
}
