// SPDX-License-Identifier: MIT OR Apache-2.0
//! Counts the positions after each first move: `cargo run --release --example count_positions -- 5`

use tabiya_rules::{Position, perft_divide};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let depth = std::env::args().nth(1).map_or(Ok(3), |text| text.parse())?;
    let position = Position::start();
    let mut all = 0;
    for (mv, nodes) in perft_divide(&position, depth) {
        println!("{}: {nodes}", mv.to_uci(position.castling_mode()));
        all += nodes;
    }
    println!("nodes {all}");
    Ok(())
}
