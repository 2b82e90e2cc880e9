// SPDX-License-Identifier: AGPL-3.0-or-later
//! What Linux knows of a running process.

use std::time::Duration;

/// The processor time of a process and its threads, to within 10 ms.
pub(crate) fn cpu_time(process: u32) -> Duration {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    // The program's name is in brackets and may contain spaces. The times are the 14th and 15th fields
    // (proc(5)).
    let fields = stat.rsplit_once(')').map_or("", |(_, rest)| rest).split_whitespace();
    let ticks: u64 = fields.skip(11).take(2).filter_map(|field| field.parse::<u64>().ok()).sum();
    Duration::from_millis(ticks * 10)
}

/// Bytes of memory of a process, by the name that proc(5) gives them.
pub(crate) fn memory(process: u32, name: &str) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix(name));
    let kibibytes = line.and_then(|line| line.trim().trim_end_matches(" kB").parse().ok());
    kibibytes.unwrap_or(0_u64) * 1024
}
