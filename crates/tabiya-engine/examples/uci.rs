// SPDX-License-Identifier: MIT OR Apache-2.0
//! The engine as a program of its own: the code that a user of the library needs in order to speak UCI.

use std::time::{Duration, Instant};
use std::{fs, io};

use tabiya_engine::{Stopwatch, bench, uci};

struct SinceNow(Instant);

impl Stopwatch for SinceNow {
    fn elapsed(&self) -> Duration {
        self.0.elapsed()
    }
}

fn main() -> io::Result<()> {
    let now = || SinceNow(Instant::now());
    if std::env::args().nth(1).is_some_and(|argument| argument == "bench") {
        println!("{}", bench(&now()));
        return Ok(());
    }
    uci::run(io::stdin().lock(), io::stdout(), || Box::new(now()), |path| fs::read(path), || None)
}
