// SPDX-License-Identifier: AGPL-3.0-or-later
//! `tabiya position`: everything the rules know about a position, or about one square of it.

use std::fmt::Display;
use std::io::{self, Write};
use std::process::ExitCode;

use tabiya_rules::{Bitboard, CastlingSide, Color, Position, Square, Validity, Winnable, san};

/// Report on a position: checks, pins, castling, who can still win, keys
#[derive(clap::Args)]
#[command(after_help = "Examples: tabiya position \"4r1k1/8/8/8/8/8/4N3/R3K2R w KQ - 0 1\"
          tabiya position \"4r1k1/8/8/8/8/8/4N3/R3K2R w KQ - 0 1\" --square e2")]
pub(crate) struct Args {
    /// The position, as one quoted argument; the start of a game if left out.
    fen: Option<String>,
    /// Ask about this square only: who attacks it, what is seen from it, where its piece may go.
    #[arg(long)]
    square: Option<Square>,
    /// Refuse positions that no game can have, like nine pawns or three checkers, and FENs that the standard does not
    /// allow. Without it only what makes play impossible is refused.
    #[arg(long)]
    strict: bool,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let validity = if args.strict { Validity::Strict } else { Validity::Playable };
    let position = match &args.fen {
        Some(fen) => Position::from_fen_with(fen, validity)?,
        None => Position::start(),
    };
    let lines = match args.square {
        Some(square) => about_square(&position, square),
        None => about_position(&position),
    };
    let mut out = io::stdout().lock();
    for (label, text) in lines {
        writeln!(out, "{label:<18}{text}")?;
    }
    Ok(ExitCode::SUCCESS)
}

/// What is asked, and the answer.
type Line = (String, String);

fn line(label: impl Display, text: impl Display) -> Line {
    (label.to_string(), text.to_string())
}

fn about_position(position: &Position) -> Vec<Line> {
    let mut lines = vec![
        line("fen", position.to_fen()),
        line("turn", position.turn()),
        line("legal moves", moves_in_number(position)),
        line("check from", squares(position, position.checkers())),
    ];
    match position.outcome() {
        Some(outcome) => lines.push(line("outcome", outcome)),
        None => lines.push(line("outcome", "none")),
    }
    for color in Color::ALL {
        for pin in position.pins(color) {
            lines.push(line(
                format!("{color} pinned"),
                format!("{} by {}", named(position, pin.pinned), named(position, pin.by)),
            ));
        }
        lines.push(line(format!("{color} hanging"), squares(position, position.hanging(color))));
    }
    for color in Color::ALL {
        for (side, name) in [(CastlingSide::KingSide, "O-O"), (CastlingSide::QueenSide, "O-O-O")] {
            lines.push(line(format!("{color} {name}"), castling(position, color, side)));
        }
    }
    for color in Color::ALL {
        lines.push(line(format!("{color} can mate"), can_mate(position, color)));
    }
    lines.push(line("dead", dead(position)));
    lines.push(line("key", format!("{:016x}", position.key())));
    lines.push(line("polyglot key", format!("{:016x}", position.polyglot_key())));
    lines
}

fn moves_in_number(position: &Position) -> String {
    format!("{}, {} of them captures", position.count_legal_moves(), position.legal_captures().len())
}

/// Now, later, or why never.
fn castling(position: &Position, color: Color, side: CastlingSide) -> String {
    match position.castling_ever(color, side) {
        Err(reason) => format!("never: {reason}"),
        Ok(_) if color != position.turn() => "has the right".to_owned(),
        Ok(_) => match position.castling_now(side) {
            Ok(_) => "now".to_owned(),
            Err(reason) => format!("not now: {reason}"),
        },
    }
}

/// The answer after mate or stalemate.
const ENDED: &str = "no, the game has ended";

fn can_mate(position: &Position, color: Color) -> &'static str {
    match position.winnable(color) {
        Winnable::Yes => "yes",
        Winnable::No if !position.has_legal_move() => ENDED,
        Winnable::No if !position.can_win(color) => "no, for want of pieces",
        Winnable::No => "no, nothing leads there",
        Winnable::Unknown => "not known",
    }
}

/// Whether neither side can mate any more (FIDE 5.2.2).
fn dead(position: &Position) -> &'static str {
    let [white, black] = Color::ALL.map(|color| position.winnable(color));
    match (white, black) {
        (Winnable::No, Winnable::No) if position.has_legal_move() => "yes",
        // By stalemate: after a mate one side has won.
        (Winnable::No, Winnable::No) => ENDED,
        (Winnable::Yes, _) | (_, Winnable::Yes) => "no",
        (Winnable::Unknown, _) | (_, Winnable::Unknown) => "not known",
    }
}

fn about_square(position: &Position, square: Square) -> Vec<Line> {
    let stands = position.piece_at(square).map_or_else(|| "nothing".to_owned(), |piece| piece.name());
    let mut lines = vec![line(square, stands)];
    for color in Color::ALL {
        lines.push(line(format!("{color} attackers"), squares(position, position.attackers(square, color))));
        for xray in position.xray_attackers(square, color) {
            lines.push(line(
                format!("{color} x-ray"),
                format!("{} through {}", named(position, xray.by), named(position, xray.through)),
            ));
        }
    }
    if position.piece_at(square).is_some() {
        lines.push(line("attacks", plain(position.attacks_from(square))));
        lines.push(line("x-rays", plain(position.xrays_from(square))));
        let mut moves: Vec<String> =
            position.legal_moves_of(square).iter().map(|mv| san(position, *mv)).collect();
        moves.sort();
        lines.push(line("legal moves", or_none(moves.join(" "))));
    }
    lines
}

/// "knight e2"
fn named(position: &Position, square: Square) -> String {
    position.role_at(square).map_or_else(|| square.to_string(), |role| format!("{role} {square}"))
}

fn squares(position: &Position, set: Bitboard) -> String {
    or_none(set.into_iter().map(|square| named(position, square)).collect::<Vec<_>>().join(", "))
}

fn plain(set: Bitboard) -> String {
    or_none(set.into_iter().map(|square| square.to_string()).collect::<Vec<_>>().join(" "))
}

fn or_none(text: String) -> String {
    if text.is_empty() { "none".to_owned() } else { text }
}
