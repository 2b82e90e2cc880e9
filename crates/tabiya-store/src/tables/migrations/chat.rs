// SPDX-License-Identifier: AGPL-3.0-or-later
//! The tables of chats.

use super::{Migration, Series};

pub(super) const SERIES: Series = Series {
    subject: "chat",
    builds_on: &[],
    migrations: &[Migration::shared(include_str!("chat/0001_lines_of_a_player.sql"))],
    readable: &[],
};
