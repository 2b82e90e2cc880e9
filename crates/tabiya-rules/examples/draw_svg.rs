// SPDX-License-Identifier: MIT OR Apache-2.0
//! Draws a position as SVG: `cargo run --example draw_svg > board.svg`

use tabiya_rules::{MarkColor, Position, Square, parse_san};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut position =
        Position::from_fen("r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4")?;
    let mate = parse_san(&position, "Qxf7#")?;
    position.play(mate);
    let picture = position.svg().last_move(mate).arrow(Square::C4, Square::F7, MarkColor::Green);
    println!("{picture}");
    Ok(())
}
