// SPDX-License-Identifier: AGPL-3.0-or-later
//! How many files this process may have open: each connection is one.

/// Files that are no connections: the database, the log, the runtime's own; and some to spare.
const OTHERS: u64 = 256;

/// Raises the soft limit to the hard one, and returns how many connections that leaves room for.
#[cfg(unix)]
pub(crate) fn raise_limit() -> usize {
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

/// There is no such limit on this system.
#[cfg(not(unix))]
pub(crate) fn raise_limit() -> usize {
    usize::MAX
}
