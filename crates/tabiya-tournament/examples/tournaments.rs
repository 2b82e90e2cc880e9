// SPDX-License-Identifier: MIT OR Apache-2.0
//! Writes random tournaments as TRF files, to compare with other programs:
//! `cargo run -p tabiya-tournament --example tournaments -- FOLDER FIRST_SEED COUNT MIN_PLAYERS MAX_PLAYERS`.

use tabiya_tournament::generate::{Recipe, generate};
use tabiya_tournament::{Dialect, TrfFile};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [folder, first, count, fewest, most] = arguments.as_slice() else {
        return Err("expected FOLDER FIRST_SEED COUNT MIN_PLAYERS MAX_PLAYERS".into());
    };
    let (first, count): (u64, u64) = (first.parse()?, count.parse()?);
    let (fewest, most): (u64, u64) = (fewest.parse()?, most.parse()?);
    for seed in first..first + count {
        let players = fewest + seed.wrapping_mul(7919) % (most - fewest + 1);
        let rounds = 3 + seed.wrapping_mul(31) % 9;
        let busy = seed % 3;
        let recipe = Recipe {
            players: players as u16,
            rounds: (rounds as u16).min(players as u16 - 1).max(1),
            seed,
            forfeits: [0, 20, 80][busy as usize],
            half_byes: [0, 20, 60][busy as usize],
            zero_byes: [0, 20, 60][busy as usize],
            withdrawals: [0, 5, 20][busy as usize],
            late_entries: [0, 10, 40][busy as usize],
            baku: seed % 5 == 4,
            ..Recipe::default()
        };
        let file = TrfFile::from(generate(&recipe));
        std::fs::write(format!("{folder}/{seed}.trf"), file.write(Dialect::Trf26))?;
    }
    Ok(())
}
