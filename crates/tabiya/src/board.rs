// SPDX-License-Identifier: AGPL-3.0-or-later
//! `tabiya board`: a position drawn in the terminal, or as SVG.

use std::env;
use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

use tabiya_rules::{Color, Position, Square, Svg, SvgTheme};

/// Draw a position, and what a square sees
#[derive(clap::Args)]
#[command(after_help = "Example: tabiya board \"4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1\" --square e2")]
pub(crate) struct Args {
    /// The position, as one quoted argument; the start of a game if left out.
    fen: Option<Position>,
    /// Mark what the piece on this square sees; on an empty square all queen's lines and knight's jumps.
    #[arg(long)]
    square: Option<Square>,
    /// Write a picture as SVG instead.
    #[arg(long, conflicts_with = "square")]
    svg: bool,
    /// Draw the picture with Black below.
    #[arg(long, requires = "svg")]
    flip: bool,
    /// Arrows and circles on the picture, as PGN's %cal and %csl write them: Ge2e4,Rd5.
    #[arg(long, requires = "svg", value_name = "MARKS")]
    marks: Option<String>,
    /// Draw the picture for a dark page.
    #[arg(long, requires = "svg")]
    dark: bool,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let position = args.fen.unwrap_or_default();
    let mut out = io::stdout().lock();
    if args.svg {
        writeln!(out, "{}", picture(&position, args)?)?;
        return Ok(ExitCode::SUCCESS);
    }
    let styled = out.is_terminal() && env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
    let mut diagram = position.diagram().styled(styled);
    if let Some(square) = args.square {
        diagram = diagram.from_square(square);
    }
    write!(out, "{diagram}")?;
    writeln!(out, "{}", standing(&position))?;
    if let Some(square) = args.square {
        writeln!(out, "{}", seen(&position, square))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn picture<'a>(position: &'a Position, args: &Args) -> anyhow::Result<Svg<'a>> {
    let bottom = if args.flip { Color::Black } else { Color::White };
    let theme = if args.dark { SvgTheme::DARK } else { SvgTheme::LIGHT };
    Ok(position.svg().bottom(bottom).theme(theme).marks(args.marks.as_deref().unwrap_or_default())?)
}

/// Whose move it is, or how the game ended.
fn standing(position: &Position) -> String {
    let side = match position.turn() {
        Color::White => "White",
        Color::Black => "Black",
    };
    match position.outcome() {
        Some(outcome) => format!("Game over: {outcome}"),
        None if position.is_check() => format!("{side} to move, in check"),
        None => format!("{side} to move"),
    }
}

/// The marked squares in words.
fn seen(position: &Position, square: Square) -> String {
    let squares: Vec<String> = position.seen_from(square).into_iter().map(|seen| seen.to_string()).collect();
    let who = match position.piece_at(square) {
        Some(piece) => format!("The {} on {square} sees", piece.name()),
        None => format!("{square} is empty; a queen or a knight there would see"),
    };
    if squares.is_empty() { format!("{who} nothing") } else { format!("{who} {}", squares.join(" ")) }
}
