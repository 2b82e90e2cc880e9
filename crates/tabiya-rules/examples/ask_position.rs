// SPDX-License-Identifier: MIT OR Apache-2.0
//! Asks several questions about a position: `cargo run --example ask_position --
//! "8/1k6/8/1p1p1p1p/1P1P1P1P/8/8/K5B1 b - - 0 1"`

use tabiya_rules::{CastlingSide, Color, Position, Square};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let fen = std::env::args().nth(1).unwrap_or_else(|| "4r1k1/8/8/8/2b5/8/4N3/R3K2R w KQ - 0 1".to_owned());
    let position = Position::from_fen(&fen)?;
    print!("{}", position.diagram());
    println!("{} to move, check: {}", position.turn(), position.is_check());
    for color in Color::ALL {
        for pin in position.pins(color) {
            println!("the piece on {} is pinned by the one on {}", pin.pinned, pin.by);
        }
        let attackers: Vec<Square> = position.attackers(Square::E4, color).into_iter().collect();
        println!("{color} attacks e4 from {attackers:?}");
        println!("can {color} still mate? {:?}", position.winnable(color));
    }
    for side in CastlingSide::ALL {
        match position.castling_now(side) {
            Ok(_) => println!("castling: yes, {side:?}"),
            Err(reason) => println!("castling: {reason}"),
        }
    }
    println!("dead: {}", position.is_dead());
    Ok(())
}
