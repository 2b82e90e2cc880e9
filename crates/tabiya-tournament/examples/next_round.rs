// SPDX-License-Identifier: MIT OR Apache-2.0
//! Pairs the next round of a Swiss, and tells every player why.
//!
//! `cargo run --release -p tabiya-tournament --example next_round -- FILE.trf [explain]`. The tables of docs/benchmarks.md are
//! measured with it, because it is built in seconds.

use std::error::Error;
use std::fs;
use std::io::{self, Write};

use tabiya_tournament::TrfFile;
use tabiya_tournament::dutch::{self, Options};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (path, explain) = match arguments.as_slice() {
        [path] => (path, false),
        [path, word] if word == "explain" => (path, true),
        _ => return Err("expected FILE.trf, or FILE.trf explain".into()),
    };
    let event = TrfFile::read(&fs::read(path)?)?.tournament;
    let mut out = io::BufWriter::new(io::stdout().lock());
    if explain {
        let (_, reasons) = dutch::explain(&event, &Options::default(), None)?;
        for reason in reasons {
            writeln!(out, "{reason}")?;
        }
    } else {
        let pairing = dutch::pair(&event, &Options::default(), |_, _| {})?;
        writeln!(out, "{}", pairing.pairs.len() + usize::from(pairing.bye.is_some()))?;
        for pair in &pairing.pairs {
            writeln!(out, "{} {}", pair.white, pair.black)?;
        }
        if let Some(number) = pairing.bye {
            writeln!(out, "{number} 0")?;
        }
    }
    Ok(out.flush()?)
}
