// SPDX-License-Identifier: AGPL-3.0-or-later
//! What the server says about itself: version, health, metrics, source and licences.

use std::sync::atomic::Ordering;

use axum::Json;
use axum::extract::State;
use axum::http::HeaderName;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Redirect, Response};
use tabiya_engine::Level;
use tabiya_limits::address::Caller;
use tabiya_protocol::PROTOCOL_VERSION;
use tabiya_protocol::http::{LevelView, ServerInfo};
use tabiya_runtime::config::Https;
use tabiya_runtime::measure;
use tabiya_runtime::network::{is_on_our_network, lan_urls, url_of};

use crate::answer::methods::get;
use crate::answer::{ApiError, Calls};
use crate::readiness::Unready;
use crate::state::App;

const PLAIN_TEXT: (HeaderName, &str) = (CONTENT_TYPE, "text/plain; charset=utf-8");

/// What whoever runs the server asks, and the page.
pub(super) fn calls() -> Calls {
    Calls::new([("/api/info", get(info)), ("/healthz", get(health)), ("/metrics", get(metrics))])
}

/// Files about the program, which are in memory once for whoever reads them.
pub(super) fn files() -> Calls {
    Calls::new([("/source", get(source)), ("/licenses", get(licences))])
}

/// `GET /api/info`
async fn info(State(app): State<App>, caller: Caller) -> Json<ServerInfo> {
    let build = app.config.build;
    // Strangers don't need the addresses of the local network. If the server has a public URL, players use
    // that.
    let is_near = !caller.is_hidden && app.config.public_url.is_none() && is_on_our_network(caller.address);
    Json(ServerInfo {
        version: build.version.to_owned(),
        commit: build.commit.to_owned(),
        protocol: PROTOCOL_VERSION,
        source_url: app.config.source_url.clone().unwrap_or_else(|| "/source".to_owned()),
        loopback: app.local_address.ip().is_loopback(),
        self_signed: app.config.https.as_ref().is_some_and(Https::is_self_signed),
        was_reached: app.was_reached.load(Ordering::Relaxed),
        public_url: app.config.public_url.as_ref().map(|url| url.origin().to_owned()),
        lan_urls: if is_near { urls(&app) } else { Vec::new() },
        now: app.people.calendar(),
        levels: Level::all().map(|level| LevelView { level: level.get(), elo: level.elo() }).collect(),
    })
}

/// Under which others on the local network reach this server, the likeliest first. The name comes last: not every phone asks for it.
fn urls(app: &App) -> Vec<String> {
    let mut urls = lan_urls(app.local_address, app.scheme());
    urls.extend(app.local_name.get().map(|name| url_of(&name, app.local_address.port(), app.scheme())));
    urls
}

/// `GET /healthz`: 200 while the server can read its data, its writes succeed, and new clients may come, else 503.
async fn health(State(app): State<App>) -> Result<&'static str, ApiError> {
    match app.readiness.why_not() {
        Some(Unready::Stops) => return Err(ApiError::Stopping),
        Some(Unready::NoLease) => return Err(ApiError::Busy { what: "this node has no lease" }),
        Some(Unready::Drains) => return Err(ApiError::Busy { what: "this node gives its games to others" }),
        None => {}
    }
    app.store.log.ready().await?;
    Ok("ok\n")
}

/// `GET /metrics`, in Prometheus' text format, for callers that may read it.
async fn metrics(State(app): State<App>, caller: Caller) -> Result<Response, ApiError> {
    if caller.is_hidden || !app.config.metrics_addresses.contains(caller.address) {
        return Err(ApiError::NotForYou);
    }
    Ok(([PLAIN_TEXT], measure::text()).into_response())
}

/// `GET /source`: the complete source of this program, as the AGPL requires.
async fn source(State(app): State<App>) -> Response {
    if let Some(url) = &app.config.source_url {
        return Redirect::temporary(url).into_response();
    }
    let build = app.config.build;
    if build.source_archive.is_empty() {
        let why = "this program was built without its source; whoever runs it has to offer it, and can with --source-url";
        return ApiError::NoSuch(why.into()).into_response();
    }
    let name = format!("attachment; filename=\"tabiya-{}-{}.tar.gz\"", build.version, build.commit);
    let headers = [(CONTENT_TYPE, "application/gzip".to_owned()), (CONTENT_DISPOSITION, name)];
    (headers, build.source_archive).into_response()
}

/// `GET /licenses`: the libraries in this program, and their licences.
async fn licences(State(app): State<App>) -> Response {
    ([PLAIN_TEXT], app.config.build.licences).into_response()
}
