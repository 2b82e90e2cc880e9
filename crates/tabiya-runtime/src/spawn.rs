// SPDX-License-Identifier: AGPL-3.0-or-later
//! Tasks that run beside others.

use futures_util::future::BoxFuture;
use tokio::task::JoinHandle;

/// Starts a task. `tokio::spawn` for tasks without a result, in a box whose kind does not matter: for each kind of task the compiler
/// would translate a hundred functions of Tokio again, and those for each of its schedulers.
pub fn spawn(task: impl Future<Output = ()> + Send + 'static) -> JoinHandle<()> {
    let task: BoxFuture<'static, ()> = Box::pin(task);
    tokio::spawn(task)
}
