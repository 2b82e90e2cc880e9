// SPDX-License-Identifier: AGPL-3.0-or-later
//! How many archives of players' data may be written at the same time.

use tokio::sync::Semaphore;

/// Archives that are written at the same time.
const AT_ONCE: usize = 2;

/// Archives that may be written now.
pub(crate) struct Exports(pub(crate) Semaphore);

impl Default for Exports {
    fn default() -> Self {
        Self(Semaphore::new(AT_ONCE))
    }
}
