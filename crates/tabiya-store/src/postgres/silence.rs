// SPDX-License-Identifier: AGPL-3.0-or-later
//! A server that says nothing: is it busy with a long statement, or is it suspended?
//!
//! The system closes the connection to a machine that has died (see [`url`](super::url)). A server that is suspended, or behind
//! something that passes nothing on, looks like a busy one. So while nothing moves on the connection of a command, its server is asked
//! over another connection. If it does not answer there either, that is said, and after five minutes the connection is closed.
//! However long a statement takes, it is not disturbed as long as the server answers others within five seconds.

use std::{
    future::poll_fn,
    pin::pin,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use tokio::{
    task::AbortHandle,
    time::{sleep, timeout},
};
use tokio_postgres::{Config, Error, config::TargetSessionAttrs};
use tokio_postgres_rustls::MakeRustlsConnect;

use super::hosts;

/// For so long nothing moves before the server is asked, and so long the answer may take.
const LOOK: Duration = Duration::from_secs(5);
/// How many seconds a server has been silent that did not answer one question.
const UNANSWERED: u32 = 10;
/// How often it is said, in seconds.
const SAY: u32 = 60;
/// After so many seconds the server is given up.
const GIVE_UP: u32 = 300;

/// How often the task of a connection was woken: because bytes have come, or because there are some to send.
#[derive(Clone, Default)]
pub(super) struct Wakes(Arc<AtomicU64>);

impl Wakes {
    /// Runs what moves the bytes, and counts how often it is woken. Only bytes may wake it often.
    pub(super) async fn counting(self, moves: impl Future<Output = ()>) {
        let mut moves = pin!(moves);
        poll_fn(|context| {
            self.0.fetch_add(1, Ordering::Relaxed);
            moves.as_mut().poll(context)
        })
        .await;
    }

    fn count(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// Closes the connection that this task moves when its server is given up. Must be called inside a Tokio runtime.
pub(super) fn watch_over(moving: AbortHandle, wakes: Wakes, config: Config, tls: MakeRustlsConnect) {
    tokio::spawn(async move {
        tokio::select! {
            () = until_given_up(&wakes, config, &tls) => moving.abort(),
            () = until_finished(&moving) => {}
        }
    });
}

async fn until_finished(moving: &AbortHandle) {
    while !moving.is_finished() {
        sleep(LOOK).await;
    }
}

/// Returns when the server of these settings, which name one host, has been silent for so long that nobody waits for it any more.
pub(super) async fn until_given_up(wakes: &Wakes, mut config: Config, tls: &MakeRustlsConnect) {
    // Whatever it has become, it answers.
    config.target_session_attrs(TargetSessionAttrs::Any);
    let server = hosts::name(&config);
    let (mut count, mut silent) = (0, 0);
    loop {
        sleep(LOOK).await;
        let mut is_heard = wakes.count() != count;
        if !is_heard {
            let (answers, ()) = tokio::join!(answers(&config, tls), sleep(LOOK));
            is_heard = answers || wakes.count() != count;
        }
        count = wakes.count();
        if is_heard {
            if silent > 0 {
                tracing::warn!("the database server {server} answers again");
            }
            silent = 0;
            continue;
        }
        silent += UNANSWERED;
        if silent >= GIVE_UP {
            tracing::error!(
                "the database server {server} has said nothing for {silent} s: its connection is closed"
            );
            return;
        }
        if silent == UNANSWERED || silent.is_multiple_of(SAY) {
            tracing::warn!(
                "the database server {server} has said nothing for {silent} s, on a new connection either; it is waited for, {GIVE_UP} s in all"
            );
        }
    }
}

/// Whether it says anything, be it a refusal.
async fn answers(config: &Config, tls: &MakeRustlsConnect) -> bool {
    let asks = async {
        let (client, line) = config.connect(tls.clone()).await?;
        tokio::select! {
            said = client.simple_query("SELECT 1") => said.map(drop),
            ended = line => ended,
        }
    };
    match timeout(LOOK, asks).await {
        Ok(Ok(())) => true,
        Ok(Err(error)) => is_of_the_server(&error),
        Err(_) => false,
    }
}

fn is_of_the_server(error: &Error) -> bool {
    error.code().is_some()
}
