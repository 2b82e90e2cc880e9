// SPDX-License-Identifier: AGPL-3.0-or-later
//! Analyses of the games.

use super::Stage;
use crate::analysis::{ask, until_done};

/// After the games.
pub(super) async fn add(stage: &Stage<'_>) {
    for name in ["over", "hidden", "slow_over", "secret_over", "shared", "kept", "near"] {
        let game = &stage.values[name];
        assert_eq!(ask(stage.admin, game).await.status, 200, "{name}");
        until_done(stage.admin, game).await;
    }
}
