// SPDX-License-Identifier: AGPL-3.0-or-later
//! What every implementation of a port must do, as tests that it runs over itself. One module a port.

pub mod game_log;
