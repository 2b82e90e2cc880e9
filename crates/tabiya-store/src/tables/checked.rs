// SPDX-License-Identifier: AGPL-3.0-or-later
//! The tables that `tabiya data check` reads row by row. Each subject lists its own beside its migrations. A game's rows are
//! looked at with the game.

use super::{access_tokens, accounts, bulk, migrations::SUBJECTS, readable::Readable};

/// The tables of the base that no subject below has.
const BASE: &[Readable] = &[
    Readable {
        table: "account",
        sql: concat!(
            "SELECT ",
            accounts::read::columns!(),
            " FROM account ORDER BY player LIMIT $1 OFFSET $2"
        ),
        read: |columns| accounts::read::account(columns).map(drop),
    },
    Readable {
        table: "access_token",
        sql: concat!(
            "SELECT ",
            access_tokens::columns!(),
            " FROM access_token ORDER BY hash LIMIT $1 OFFSET $2"
        ),
        read: |columns| access_tokens::token(columns).map(drop),
    },
    Readable {
        table: "bulk_pairing",
        sql: "SELECT id, owner, ordered_at, stage, due_at, round FROM bulk_pairing ORDER BY id LIMIT $1 OFFSET $2",
        read: |columns| bulk::bulk(columns).map(drop),
    },
];

/// Every table that is read.
pub(crate) fn all() -> impl Iterator<Item = &'static Readable> {
    BASE.iter().chain(SUBJECTS.iter().flat_map(|subject| subject.readable))
}
