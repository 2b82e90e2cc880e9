// SPDX-License-Identifier: AGPL-3.0-or-later
//! Whether there is a connection to the bus.

/// Whether there is a connection to the bus.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// Messages go and come.
    Connected,
    /// The connection is lost. The bus tries for ever to get it back.
    Away,
}
