// SPDX-License-Identifier: MIT OR Apache-2.0
//! Plays a game from SAN and says how it ended: `cargo run --example play_game -- f3 e5 g4 Qh4`

use tabiya_rules::{History, Position, parse_san, san};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let given: Vec<String> = std::env::args().skip(1).collect();
    let moves = if given.is_empty() { "f3 e5 g4 Qh4#".split(' ').map(String::from).collect() } else { given };
    let mut history = History::new(Position::start());
    for text in moves {
        let mv = parse_san(history.position(), &text)?;
        println!("{}", san(history.position(), mv));
        history.play(mv);
    }
    print!("{}", history.position().diagram());
    match history.outcome() {
        Some(outcome) => println!("The game is over: {outcome}"),
        None => println!("The game goes on, {} moves are possible", history.position().count_legal_moves()),
    }
    Ok(())
}
