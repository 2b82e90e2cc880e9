// SPDX-License-Identifier: AGPL-3.0-or-later
//! The one row that counts the changes of accounts and of all that depends on them.

use super::Statement;

/// Counts one more change. It comes first in a change, and holds up all other ones until that is committed.
pub(super) fn raise() -> Statement {
    Statement::new("UPDATE people SET changes = changes + 1 WHERE one = 1", vec![]).touching(1)
}
