// SPDX-License-Identifier: MIT OR Apache-2.0
//! Bodies of the calls about people: accounts and log-in, profiles, ratings and games. Times are milliseconds since 1970.

pub mod account;
pub mod desk;
pub mod profile;
pub mod tokens;

/// None of its bodies has a field that is a list.
pub(crate) const LISTS: &[&str] = &[];

/// Declares the types of this folder to the page.
#[cfg(feature = "ts")]
pub(crate) fn declare(page: &mut impl ts_rs::TypeVisitor) {
    account::declare(page);
    desk::declare(page);
    profile::declare(page);
    tokens::declare(page);
}
