// SPDX-License-Identifier: AGPL-3.0-or-later
//! Files that organisers bring and take: players and prizes as CSV, the tournament as TRF and as CSV; and a calendar of what is
//! to come.

mod calendar;
mod columns;
mod crosstable;
mod header;
mod players;
mod prizes;
mod trf;

pub use calendar::{Appointment, calendar, moment_of, moment_text};
pub use crosstable::csv;
pub use players::{PlayersError, left_out, listed, members, members_csv, players};
pub use prizes::{amount, prize_list, prizes};
pub use trf::{trf, trf_with_online};
