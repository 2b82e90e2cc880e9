// SPDX-License-Identifier: MIT OR Apache-2.0
//! Says why a move is illegal: `cargo run --example why_not -- "4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1" e2c3`

use tabiya_rules::{History, Position, Reason, explain, san};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let fen = arguments.next().unwrap_or_else(|| "4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1".to_owned());
    let attempt = arguments.next().unwrap_or_else(|| "e2c3".to_owned()).parse()?;
    let history = History::new(Position::from_fen(&fen)?);
    match explain(&history, attempt) {
        Ok(mv) => println!("{} is legal", san(history.position(), mv)),
        // Reasons are typed, so a program can show the piece that keeps the move from being legal.
        Err(Reason::Pinned { on, .. }) => println!("Pinned, look at {on}"),
        Err(reason) => println!("{reason}"),
    }
    Ok(())
}
