// SPDX-License-Identifier: AGPL-3.0-or-later
//! The end of the server, for what runs beside it.

use tokio::sync::watch;

/// Waits until the server stops: until `stopping` is true, or its sender is gone. It may be dropped at any time, so it can stand in a
/// `select`.
///
/// Use this in place of `wait_for` with a closure: for each closure the compiler would translate the waiting again.
pub async fn stops(stopping: &mut watch::Receiver<bool>) {
    let _ = stopping.wait_for(|stops| *stops).await;
}
