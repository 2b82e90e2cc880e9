// SPDX-License-Identifier: AGPL-3.0-or-later
//! What several nodes cost, each figure beside its goal. Each part starts servers of its own and can be asked for alone.

mod kills;
mod memory;
mod speed;
mod takeover;
mod traffic;

use std::fmt;
use std::path::Path;
use std::time::Duration;

use super::options::{Options, Part};
use crate::binary_beside_this_program;

/// Measures, and prints the figures. Returns `false` without PostgreSQL or NATS, or where something goes wrong.
pub async fn figures(options: &Options) -> bool {
    let binary = options.server.clone().unwrap_or_else(binary_beside_this_program);
    let asked = options.figures.clone().unwrap_or_default();
    let is_asked = |part: &Part| match part {
        Part::Against => options.against.is_some(),
        _ => asked.is_empty() || asked.contains(part),
    };
    let mut is_good = true;
    for part in Part::ALL.iter().filter(|part| is_asked(part)) {
        let done = match part {
            Part::Traffic => traffic::measure(&binary).await,
            Part::Speed => in_a_thread(|| speed::measure(&binary)),
            Part::Memory => memory::measure(&binary).await,
            Part::Kills => kills::measure(&binary).await,
            Part::Takeover => takeover::measure(&binary).await,
            Part::Against => in_a_thread(|| against(&binary, options.against.as_deref())),
        };
        if let Err(why) = done {
            println!("  FAILED: {why}");
            is_good = false;
        }
    }
    is_good
}

/// The load generator waits in its own ways.
fn in_a_thread<T>(work: impl FnOnce() -> T) -> T {
    tokio::task::block_in_place(work)
}

fn against(binary: &Path, other: Option<&Path>) -> Result<(), String> {
    speed::against(binary, other.ok_or("--against names no program")?)
}

/// Why a part has no figures.
type Failed = String;

fn no_site() -> Failed {
    "it needs PostgreSQL and NATS".to_owned()
}

/// The middle one; 0 of none.
fn median(values: impl IntoIterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.into_iter().collect();
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or_default()
}

/// How long something took, several times.
#[derive(Default)]
struct Waits(Vec<Duration>);

impl Waits {
    fn at(&self, share: f64) -> f64 {
        let mut sorted = self.0.clone();
        sorted.sort_unstable();
        let index = (sorted.len() as f64 * share) as usize;
        sorted.get(index.min(sorted.len().saturating_sub(1))).map_or(0.0, Duration::as_secs_f64)
    }
}

impl fmt::Display for Waits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.2} s at the median of {}, {:.2} s at most", self.at(0.5), self.0.len(), self.at(1.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_is_the_one_in_the_middle() {
        assert_eq!(median([3.0, 1.0, 2.0]), 2.0);
        assert_eq!(median([]), 0.0);
        let waits = Waits([30, 10, 20].map(Duration::from_secs).to_vec());
        assert_eq!(waits.to_string(), "20.00 s at the median of 3, 30.00 s at most");
    }
}
