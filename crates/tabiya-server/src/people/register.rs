// SPDX-License-Identifier: AGPL-3.0-or-later
//! Players of accounts.

use tabiya_game::PlayerId;

/// A player who was nobody before.
pub(crate) fn random_player() -> PlayerId {
    let mut bytes = [0; PlayerId::LEN];
    getrandom::fill(&mut bytes).expect("the operating system has randomness");
    PlayerId::from_bytes(bytes)
}
