// SPDX-License-Identifier: AGPL-3.0-or-later
//! How a secret that was handed out is stored: by itself, or in one change with the account that it is for.

use super::{Statement, Value, millis};
use crate::Token;

/// Stores a new token.
pub(super) fn keep(token: &Token) -> Statement {
    let sql = "INSERT INTO token (hash, purpose, player, data, created_at, expires_at)
         VALUES ($1, $2, $3, $4, $5, $6)";
    let values = vec![
        token.hash.as_slice().into(),
        token.purpose.as_str().into(),
        token.player.map_or(Value::Null, Value::from),
        token.data.as_str().into(),
        millis(token.created),
        millis(token.expires),
    ];
    Statement::new(sql, values).touching(1)
}
