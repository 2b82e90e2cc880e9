// SPDX-License-Identifier: AGPL-3.0-or-later
//! The server while it runs, and how it stops.
//!
//! One that is told to stop says so at `/healthz` first, for as long as its notice. A node of several sends its clients to the others at
//! the end of that time, a few at once. Then every room finishes what it is committing, every client hears of that and is told to come
//! back, and others can have the games.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use tabiya_http::page;
use tabiya_http::state::App;
use tabiya_limits::gate::{Door, Gate};
use tabiya_live::membership::Membership;
use tokio::sync::{mpsc, watch};
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep, timeout, timeout_at};

use super::{Doors, SecureDoor, Server};
use crate::{awake, local_name};

/// How long rooms and connections may take to end once the server is told to stop.
const SHUTDOWN_GRACE: Duration = Duration::from_millis(1500);
/// For how long at most, before it stops, a node sends its clients to others.
const SENDS_AWAY: Duration = Duration::from_secs(2);
/// How long the database may take to say which other nodes there are.
const ANSWER: Duration = Duration::from_millis(350);
/// The pause before it is asked again.
const ASKS_AGAIN_AFTER: Duration = Duration::from_millis(100);

impl Server {
    /// Serves until `told` is done, or an admin at this computer stops it. Then `/healthz` says so for as long as `stop_notice` in the
    /// settings, or until `told` is done once more, while everything goes on. After that every room finishes what it is committing, every
    /// client hears of that and is told to come back, and this returns in less than two seconds.
    pub async fn run(self, mut told: impl AsyncFnMut()) {
        let Self { doors, app, stop: stop_sender, room_for_connections, membership, _bus, _control } = self;
        let feeds = Arc::clone(&app.feeds);
        // Each connection holds a clone; when all are gone, so are the connections.
        let (alive, mut all_gone) = mpsc::channel(1);
        let router = page::router(app.clone());
        let (per_address, stopping) = (app.per_address.clone(), app.stopping.clone());
        let gate = Gate::new(&app.config, per_address, room_for_connections, alive, stopping.clone());
        let mut beside = JoinSet::new();
        let mut accepting = accept(gate, doors, &app, router, (&mut beside, stopping.clone()));
        serve_beside(&app, &mut beside, stopping);
        tokio::select! { () = told() => {} () = app.stop_asked.notified() => {} }
        app.readiness.stop();
        let notice = app.config.stop_notice;
        if !notice.is_zero() {
            tracing::info!(seconds = notice.as_secs(), "stops soon; told once more, at once");
            let last = SENDS_AWAY.min(notice / 2);
            let notice = async {
                sleep(notice - last).await;
                let until = Instant::now() + last;
                // The database may be slow to say so, or another node to renew its lease.
                let others = async {
                    while !others_play(membership.as_ref()).await {
                        sleep(ASKS_AGAIN_AFTER).await;
                    }
                };
                if timeout_at(until, others).await.is_ok() {
                    tracing::info!("sends its clients to other nodes");
                    // Else they might come back to this one.
                    accepting.shutdown().await;
                    app.people.doors.send_away(until.saturating_duration_since(Instant::now())).await;
                }
            };
            tokio::select! { () = notice => {} () = told() => {} }
        }
        tracing::info!("stopping");
        stop_sender.send_replace(true);
        let goodbye = async {
            // They end at the word that was just given.
            while accepting.join_next().await.is_some() || beside.join_next().await.is_some() {}
            feeds.close().await;
            all_gone.recv().await;
        };
        if timeout(SHUTDOWN_GRACE, goodbye).await.is_err() {
            tracing::warn!("some connections did not end in time");
        }
        // Now that the rooms have ended, others can have their games.
        if let Some(membership) = membership {
            membership.leave().await;
        }
    }
}

/// Whether there are other nodes at which the clients of this one find their games.
async fn others_play(membership: Option<&Membership>) -> bool {
    let Some(membership) = membership.filter(|membership| membership.everybody().is_some()) else {
        return false;
    };
    let standing = membership.standing();
    let Ok(Ok(nodes)) = timeout(ANSWER, standing.all()).await else { return false };
    let me = standing.me();
    nodes.iter().any(|node| node.incarnation != me && node.lasts.is_some() && !node.draining)
}

/// What runs beside the connections. This is neither async nor generic, so it is compiled here. What an async or generic function
/// starts is compiled again in each program that calls it.
fn serve_beside(app: &App, beside: &mut JoinSet<()>, stopping: watch::Receiver<bool>) {
    if app.config.local_name && !app.local_address.ip().is_loopback() {
        let scheme = if app.config.https.is_some() { "https" } else { "http" };
        let (port, found) = (app.local_address.port(), app.local_name.clone());
        beside.spawn(local_name::run(port, scheme, found, stopping.clone()));
    }
    if app.config.keep_awake {
        beside.spawn(stay_awake(app.clone(), stopping));
    }
}

/// Keeps this machine awake while something is played on it.
async fn stay_awake(app: App, stopping: watch::Receiver<bool>) {
    let games = app.rooms.running();
    // Where events can't be read, the log says so elsewhere, and games count alone.
    let is_round_played = move || {
        let app = app.clone();
        async move { app.events.is_any_under_way(app.people.now()).await.unwrap_or_default() }
    };
    awake::run(awake::System::new(), games, is_round_played, stopping).await;
}

/// Begins to take connections in, by all doors. What keeps the certificate good runs `beside` that.
fn accept(
    gate: Gate,
    doors: Doors,
    app: &App,
    router: Router,
    (beside, stopping): (&mut JoinSet<()>, watch::Receiver<bool>),
) -> JoinSet<()> {
    let mut accepting = JoinSet::new();
    let Some(SecureDoor { listener, tls, keeper }) = doors.secure else {
        accepting.spawn(gate.run(doors.plain, Door::plain(router)));
        return accepting;
    };
    let challenges = keeper.challenges();
    let way_to_https = page::plain_router(app.clone(), challenges.over_http());
    accepting.spawn(gate.clone().run(doors.plain, Door::plain(way_to_https)));
    accepting.spawn(gate.run(listener, Door::tls(router, tls, challenges.over_tls())));
    beside.spawn(keeper.run(stopping));
    accepting
}
