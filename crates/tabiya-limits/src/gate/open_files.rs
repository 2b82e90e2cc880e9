// SPDX-License-Identifier: AGPL-3.0-or-later
//! The limit of files that this process may have open: each connection is one.

/// The files that are not connections: the database, the log, the runtime's files, and a reserve.
const OTHERS: u64 = 256;

/// Raises the soft limit to the hard limit. Returns how many connections that allows.
#[cfg(unix)]
pub fn raise_limit() -> usize {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

    let before = getrlimit(Resource::Nofile);
    let raised = if before.current == before.maximum {
        Ok(())
    } else {
        setrlimit(Resource::Nofile, Rlimit { current: before.maximum, maximum: before.maximum })
    };
    let limit = getrlimit(Resource::Nofile).current.unwrap_or(u64::MAX);
    match raised {
        Ok(()) => tracing::info!(open_files = limit, "room for connections"),
        Err(error) => tracing::warn!(open_files = limit, %error, "the limit of open files can't be raised"),
    }
    usize::try_from(limit.saturating_sub(OTHERS).max(OTHERS)).unwrap_or(usize::MAX)
}

/// This system has no such limit.
#[cfg(not(unix))]
pub fn raise_limit() -> usize {
    usize::MAX
}
