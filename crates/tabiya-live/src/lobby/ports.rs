// SPDX-License-Identifier: AGPL-3.0-or-later
//! What the lobby wants of the rest of the server: what beginning a game takes.

pub use crate::pairing::Pairing as LobbyPorts;
