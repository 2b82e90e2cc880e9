// SPDX-License-Identifier: AGPL-3.0-or-later
//! `tabiya user`, `tabiya token` and `tabiya invite`: accounts at the command line, whether or not a server runs on the data.

pub(crate) mod invite;
mod order;
pub(crate) mod token;
pub(crate) mod user;
