// SPDX-License-Identifier: AGPL-3.0-or-later
//! The page as an app that browsers install (Web Application Manifest, W3C). Its name is the site's.

use axum::Json;
use axum::extract::State;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use serde_json::json;

use crate::state::App;

/// `GET /manifest.webmanifest`
pub(super) async fn manifest(State(app): State<App>) -> Response {
    let name = &app.people.site.rules().name;
    let icon = |file: &str, sizes: &str, kind: &str| json!({ "src": file, "sizes": sizes, "type": kind });
    let manifest = json!({
        "name": name,
        "short_name": name,
        "description": "A quiet place to play chess.",
        "id": "/",
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": "#fbfaf8",
        "theme_color": "#fbfaf8",
        "icons": [
            icon("/icon.svg", "any", "image/svg+xml"),
            icon("/icon-192.png", "192x192", "image/png"),
            icon("/icon-512.png", "512x512", "image/png"),
        ],
    });
    let headers = [(CONTENT_TYPE, "application/manifest+json"), (CACHE_CONTROL, "no-cache")];
    (headers, Json(manifest)).into_response()
}
