// SPDX-License-Identifier: AGPL-3.0-or-later
//! `tabiya explain`: is this move legal, and if not, why not?

use std::fmt::Display;
use std::io::{self, Write};
use std::process::ExitCode;

use tabiya_rules::{Attempt, History, Move, Position, Reason, SanError, explain, parse_san, san};

/// Say whether a move is legal, and if not, why
///
/// Prints one line: "legal: e4" (exit code 0), "illegal: ..." with the reason (1), or "error: ..." where the position or
/// the move can't be read (2).
#[derive(clap::Args)]
#[command(after_help = "Example: tabiya explain \"4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1\" Nc3")]
pub(crate) struct Args {
    /// The position, as one quoted argument.
    fen: String,
    /// The move, in UCI (e2e4) or SAN (e4).
    #[arg(value_name = "MOVE", allow_hyphen_values = true)]
    text: String,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let mut out = io::stdout().lock();
    let code = match answer(&args.fen, &args.text) {
        Answer::Legal(san) => {
            writeln!(out, "legal: {san}")?;
            0
        }
        Answer::Illegal(sentence) => {
            writeln!(out, "illegal: {sentence}")?;
            1
        }
        Answer::Unreadable(problem) => {
            writeln!(out, "error: {problem}")?;
            2
        }
    };
    Ok(ExitCode::from(code))
}

enum Answer {
    Legal(String),
    Illegal(String),
    Unreadable(String),
}

fn answer(fen: &str, text: &str) -> Answer {
    let position = match Position::from_fen(fen) {
        Ok(position) => position,
        Err(error) => return Answer::Unreadable(error.to_string()),
    };
    let history = History::new(position);
    let text = text.trim();
    match text.parse::<Attempt>() {
        Ok(attempt) => legal_or_not(&position, explain(&history, attempt)),
        Err(_) => match (parse_san(&position, text), history.outcome()) {
            (Err(error @ SanError::Syntax { .. }), _) => {
                Answer::Unreadable(format!("{error}: no move in UCI (e2e4) or SAN (e4)"))
            }
            (_, Some(outcome)) => Answer::Illegal(Reason::GameOver { outcome }.to_string()),
            (Err(error @ SanError::Ambiguous { .. }), None) => Answer::Unreadable(error.to_string()),
            (result, None) => legal_or_not(&position, result),
        },
    }
}

fn legal_or_not(position: &Position, result: Result<Move, impl Display>) -> Answer {
    match result {
        Ok(mv) => Answer::Legal(san(position, mv)),
        Err(reason) => Answer::Illegal(reason.to_string()),
    }
}
