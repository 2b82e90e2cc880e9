// SPDX-License-Identifier: AGPL-3.0-or-later
//! How many files may be open: each player is one.

use super::finding::{Finding, look, well};

const WHAT: &str = "open files";
/// Fewer are soon taken: a player, the proxy's side of it, and the server's own.
const FEW: u64 = 1_024;

#[cfg(unix)]
pub(super) fn examine() -> Finding {
    use rustix::process::{Resource, getrlimit};
    // The server takes as many as it may have.
    judge(getrlimit(Resource::Nofile).maximum)
}

/// This system has no such limit.
#[cfg(not(unix))]
pub(super) fn examine() -> Finding {
    judge(None)
}

fn judge(most: Option<u64>) -> Finding {
    match most {
        None => well(WHAT, "there is no limit"),
        Some(most) if most < FEW => look(
            WHAT,
            format!(
                "{most} at most, and each player takes one; raise the limit (ulimit -n 65536, LimitNOFILE=65536 in the service)"
            ),
        ),
        Some(most) => well(WHAT, format!("{most} at most, about as many players")),
    }
}

#[cfg(test)]
mod tests {
    use super::super::finding::State;
    use super::*;

    #[test]
    fn few_open_files_are_worth_a_look() {
        assert_eq!(judge(Some(256)).state, State::Look);
        assert_eq!(judge(Some(65_536)).state, State::Well);
        assert_eq!(judge(None).state, State::Well);
    }
}
