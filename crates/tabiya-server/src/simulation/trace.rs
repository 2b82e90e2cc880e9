// SPDX-License-Identifier: AGPL-3.0-or-later
//! Records what happened, line by line: always as a hash, and as text on request.

/// The record of a run.
pub(super) struct Trace {
    hash: u64,
    lines: Option<Vec<String>>,
}

impl Trace {
    pub(super) fn new(keep: bool) -> Self {
        Self { hash: 0xcbf2_9ce4_8422_2325, lines: keep.then(Vec::new) }
    }

    pub(super) fn say(&mut self, at: u64, line: &str) {
        let line = format!("{:>4}.{:03} {line}", at / 1000, at % 1000);
        // FNV-1a.
        for byte in line.bytes() {
            self.hash = (self.hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
        if let Some(lines) = &mut self.lines {
            lines.push(line);
        }
    }

    /// Two runs with the same hash had the same events.
    pub(super) fn hash(&self) -> u64 {
        self.hash
    }

    pub(super) fn lines(&self) -> &[String] {
        self.lines.as_deref().unwrap_or_default()
    }
}
