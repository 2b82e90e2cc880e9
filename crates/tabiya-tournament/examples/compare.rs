// SPDX-License-Identifier: MIT OR Apache-2.0
//! Compares the pairing of random tournaments with bbpPairings or Gacrux, and goes on where it stopped.
//!
//! `cargo xtask pairings` runs it. Each tournament is generated here and checked by the other program. Those that it pairs
//! otherwise are kept as files in the folder, and the number of tournaments that were compared stands in `compared`.

use std::fs;
use std::path::Path;
use std::process::Command;

use tabiya_tournament::generate::{Recipe, generate};
use tabiya_tournament::{Dialect, TrfFile};

const HELP: &str = "expected FOLDER COUNT bbp PROGRAM, or FOLDER COUNT gacrux PYTHON";

/// Tournaments that are handed over at a time.
const BATCH: u64 = 100;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [folder, count, kind, program] = arguments.as_slice() else { return Err(HELP.into()) };
    let (folder, count): (&Path, u64) = (Path::new(folder), count.parse()?);
    let batch = folder.join("batch");
    fs::create_dir_all(&batch)?;
    let counter = folder.join("compared");
    let mut done: u64 =
        fs::read_to_string(&counter).ok().and_then(|text| text.trim().parse().ok()).unwrap_or(0);
    let mut different = 0;
    while done < count {
        let seeds = done..(done + BATCH).min(count);
        for seed in seeds.clone() {
            let text = TrfFile::from(generate(&recipe(seed))).write(Dialect::Trf26);
            fs::write(batch.join(format!("{seed:06}.trf")), text)?;
        }
        let wrong = match kind.as_str() {
            "bbp" => bbp(&batch, seeds.clone(), program)?,
            "gacrux" => gacrux(&batch, program)?,
            _ => return Err(HELP.into()),
        };
        for (name, what) in &wrong {
            println!("{name}: {what}");
            fs::copy(batch.join(name), folder.join(name))?;
        }
        for seed in seeds.clone() {
            fs::remove_file(batch.join(format!("{seed:06}.trf")))?;
        }
        different += wrong.len();
        done = seeds.end;
        fs::write(&counter, done.to_string())?;
        println!("{done} of {count} tournaments compared, {different} differ in this run");
    }
    Ok(())
}

/// Tournaments of many kinds: 6 to 60 players, 3 to 11 rounds, a third each without, with some and with many absences.
fn recipe(seed: u64) -> Recipe {
    let players = (6 + seed.wrapping_mul(7919) % 55) as u16;
    let busy = (seed % 3) as usize;
    Recipe {
        players,
        rounds: ((3 + seed.wrapping_mul(31) % 9) as u16).min(players - 1),
        seed,
        forfeits: [0, 20, 80][busy],
        half_byes: [0, 20, 60][busy],
        zero_byes: [0, 20, 60][busy],
        withdrawals: [0, 5, 20][busy],
        late_entries: [0, 10, 40][busy],
        baku: seed % 5 == 4,
        ..Recipe::default()
    }
}

/// bbpPairings prints both pairings of a round where they differ.
fn bbp(batch: &Path, seeds: std::ops::Range<u64>, program: &str) -> std::io::Result<Vec<(String, String)>> {
    let mut wrong = Vec::new();
    for seed in seeds {
        let name = format!("{seed:06}.trf");
        let run = Command::new(program).arg("--dutch").arg(batch.join(&name)).arg("-c").output()?;
        let text = String::from_utf8_lossy(&run.stdout).replace('\r', "\n");
        if !run.status.success() {
            wrong.push((name, format!("{}: {}", run.status, String::from_utf8_lossy(&run.stderr).trim())));
        } else if text.contains("Checker pairings") {
            wrong.push((
                name,
                text.lines().filter(|line| !line.trim().is_empty()).collect::<Vec<_>>().join(" | "),
            ));
        }
    }
    Ok(wrong)
}

fn gacrux(batch: &Path, python: &str) -> std::io::Result<Vec<(String, String)>> {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/fide_checker.py");
    let run = Command::new(python).arg(script).arg(batch).output()?;
    if !run.status.success() {
        return Err(std::io::Error::other(String::from_utf8_lossy(&run.stderr).into_owned()));
    }
    let text = String::from_utf8_lossy(&run.stdout);
    let lines = text.lines().filter_map(|line| line.split_once(' '));
    Ok(lines.filter(|(_, verdict)| *verdict != "ok").map(|(name, what)| (name.into(), what.into())).collect())
}
