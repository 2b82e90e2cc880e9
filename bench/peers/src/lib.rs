// SPDX-License-Identifier: MIT OR Apache-2.0
//! Shared by the comparisons: CPU time, interleaved rounds, medians, and the folder of the shared data.
#![forbid(unsafe_code)]

pub mod positions;

use std::path::PathBuf;

use cpu_time::ThreadTime;

/// One implementation of a piece of work. It returns a number on which all implementations must agree.
pub type Way<'a> = (&'a str, Box<dyn FnMut() -> u64 + 'a>);

/// The result of one implementation's rounds.
#[derive(Debug)]
pub struct Timing {
    /// The name of the implementation.
    pub name: String,
    /// The median CPU time of a round, in seconds.
    pub seconds: f64,
}

/// Runs each implementation once to warm up, then all of them in turn (A B C, A B C, ...). Returns each one's
/// median CPU time of this thread. `None`, with a message on standard error, if a number is not the expected
/// one.
pub fn in_turn(what: &str, rounds: usize, expected: u64, ways: &mut [Way<'_>]) -> Option<Vec<Timing>> {
    let mut seconds = vec![Vec::with_capacity(rounds); ways.len()];
    for round in 0..=rounds {
        for ((name, way), seconds) in ways.iter_mut().zip(&mut seconds) {
            let start = ThreadTime::now();
            let found = way();
            let took = start.elapsed().as_secs_f64();
            if found != expected {
                eprintln!("{what}: {name} counts {found}, not {expected}");
                return None;
            }
            if round > 0 {
                seconds.push(took);
            }
        }
    }
    let timings = ways.iter().zip(seconds);
    Some(
        timings
            .map(|((name, _), seconds)| Timing { name: (*name).to_owned(), seconds: median(seconds) })
            .collect(),
    )
}

/// The median.
#[must_use]
pub fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}

/// The number of rounds: the first argument, 1 to 99, or five.
///
/// # Errors
/// A message about any other argument.
pub fn rounds() -> Result<usize, &'static str> {
    match std::env::args().nth(1).map(|text| text.parse()) {
        None => Ok(5),
        Some(Ok(rounds @ 1..=99)) => Ok(rounds),
        Some(_) => Err("the only argument is the number of rounds, 1 to 99"),
    }
}

/// `TABIYA_DATA`, else `../shared/data` beside the project, if it is there.
#[must_use]
pub fn shared_data() -> Option<PathBuf> {
    let folder = std::env::var_os("TABIYA_DATA").map_or_else(
        || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data"),
        PathBuf::from,
    );
    folder.is_dir().then_some(folder)
}

/// The instruction sets that matter for bitboards and that the compiler was allowed to use.
#[must_use]
pub fn features() -> String {
    let known = [
        ("popcnt", cfg!(target_feature = "popcnt")),
        ("bmi2", cfg!(target_feature = "bmi2")),
        ("avx2", cfg!(target_feature = "avx2")),
        ("avx512f", cfg!(target_feature = "avx512f")),
    ];
    let used: Vec<&str> = known.into_iter().filter(|(_, used)| *used).map(|(name, _)| name).collect();
    let used = if used.is_empty() { "no extensions".to_owned() } else { used.join(" ") };
    format!("{} with {used}", std::env::consts::ARCH)
}

/// Pseudo-random numbers, the same in every run (xorshift64*).
#[derive(Debug)]
pub struct Numbers(pub u64);

impl Numbers {
    /// A number below `bound`, which is not 0.
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        let high = self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33;
        high as usize % bound
    }
}
