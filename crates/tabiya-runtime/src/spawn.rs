// SPDX-License-Identifier: AGPL-3.0-or-later
//! Tasks that run beside others.

use futures_util::future::BoxFuture;
use tokio::task::JoinHandle;

/// Starts a task without a result. In a box, because for each kind of task the compiler would translate a hundred functions of Tokio
/// again, once for each of its two schedulers.
#[track_caller]
pub fn spawn(task: impl Future<Output = ()> + Send + 'static) -> JoinHandle<()> {
    boxed(Box::pin(task))
}

/// Not generic, so Tokio's functions are compiled once, in this crate.
#[track_caller]
fn boxed(task: BoxFuture<'static, ()>) -> JoinHandle<()> {
    tokio::spawn(task)
}
