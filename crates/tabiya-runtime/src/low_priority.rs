// SPDX-License-Identifier: AGPL-3.0-or-later
//! Threads whose work can wait: hashing passwords, drawing pictures.

/// Lets threads that serve moves go before this one. On Linux alone; elsewhere it has the usual priority.
pub fn step_back() {
    #[cfg(target_os = "linux")]
    if let Err(error) = rustix::process::setpriority_process(None, 10) {
        tracing::debug!(%error, "a thread for slow work has the usual priority");
    }
}
