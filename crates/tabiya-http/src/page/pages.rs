// SPDX-License-Identifier: AGPL-3.0-or-later
//! The page's files as `tabiya-web` built them.

use std::collections::HashMap;

use axum::extract::{MatchedPath, Path, Request, State};
use axum::http::header::{
    ACCEPT, ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_SECURITY_POLICY, CONTENT_TYPE, ETAG,
    IF_NONE_MATCH, RETRY_AFTER, SET_COOKIE, VARY,
};
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use axum::routing::MethodRouter;
use tabiya_protocol::PAGE_ROUTES;
use tabiya_runtime::identity::{Identity, new_guest_cookie};
use tabiya_web::WebFile;

use super::manifest::manifest;
use crate::answer::methods::get;
use crate::answer::{ApiError, Calls};
use crate::lichess;
use crate::state::App;

/// The page at all its addresses, and its files, which are in memory once for whoever reads them. Pages that don't open as any other
/// are given by their subjects.
pub(super) fn calls(of_subjects: Vec<(&'static str, MethodRouter<App>)>) -> Calls {
    let mut own: HashMap<_, _> = of_subjects.into_iter().collect();
    let pages =
        PAGE_ROUTES.iter().map(move |page| (page.path, own.remove(page.name).unwrap_or_else(|| get(any))));
    Calls::new(pages.chain([("/manifest.webmanifest", get(manifest))]))
        .out_of_turn("/assets/{*path}", get(asset))
}

/// What opening a page takes of a request.
pub(super) type Opened = (State<App>, Option<Identity>, MatchedPath, HeaderMap);

/// `GET /` and the like: the page, whatever stands in its address.
async fn any(opened: Opened) -> Response {
    page(opened, false)
}

/// The page, with a cookie for visitors without one. Where something is missing that the address names, the page says so, and the
/// status is 404.
pub(super) fn page((State(app), identity, route, headers): Opened, is_missing: bool) -> Response {
    let name = PAGE_ROUTES.iter().find(|page| page.path == route.as_str()).map_or("", |page| page.name);
    let mut response = document(name, &headers);
    if identity.is_none() {
        know_next_time(&app, &mut response);
    }
    if is_missing { not_found(response) } else { response }
}

/// Sends a browser the page also where it can't be opened now, because the storage fails for example: the page says so, and tries
/// again.
pub(super) async fn explained(route: Option<MatchedPath>, request: Request, next: Next) -> Response {
    let mut headers = request.headers().clone();
    let response = next.run(request).await;
    let is_of_route = |path: &str| route.as_ref().is_some_and(|route| route.as_str() == path);
    let Some(page) = PAGE_ROUTES.iter().find(|page| is_of_route(page.path)) else { return response };
    if response.status() != StatusCode::SERVICE_UNAVAILABLE || !wants_page(&headers) {
        return response;
    }
    // Else an answer without the page might say that the browser has it.
    headers.remove(IF_NONE_MATCH);
    let mut explained = document(page.name, &headers);
    *explained.status_mut() = response.status();
    if let Some(wait) = response.headers().get(RETRY_AFTER) {
        explained.headers_mut().insert(RETRY_AFTER, wait.clone());
    }
    explained
}

fn wants_page(headers: &HeaderMap) -> bool {
    let accept = headers.get(ACCEPT).and_then(|accept| accept.to_str().ok());
    accept.is_some_and(|accept| accept.contains("text/html"))
}

/// The same answer, for something that does not exist.
pub(super) fn not_found(mut response: Response) -> Response {
    *response.status_mut() = StatusCode::NOT_FOUND;
    response
}

/// The document with links to all files that a page needs, where the bundle has one; else the plain one.
pub(super) fn document_file(name: &str) -> Option<&'static WebFile> {
    tabiya_web::find(&format!("pages/{name}.html")).or_else(|| tabiya_web::find("index.html"))
}

pub(super) fn document(name: &str, headers: &HeaderMap) -> Response {
    match document_file(name) {
        Some(file) => send(file, headers, "no-cache"),
        None => ApiError::NO_SUCH_PATH.into_response(),
    }
}

/// Gives a visitor without a cookie one.
pub(super) fn know_next_time(app: &App, response: &mut Response) {
    let headers = response.headers_mut();
    headers.insert(SET_COOKIE, new_guest_cookie(app.is_https()));
    // A cache in between must not give this visitor's cookie to another one.
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
}

/// How the name of the script begins that runs the rules and the engine in a worker.
const WASM_WORKER: &str = "wasm-worker-";

/// The policy of that script: it alone may compile WebAssembly. A worker obeys the policy of its own script, not that of the
/// page which started it.
const WASM_WORKER_POLICY: &str =
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'";

/// `GET /assets/...`: names contain a hash of the content, so the files may be cached forever.
async fn asset(Path(path): Path<String>, headers: HeaderMap) -> Response {
    let Some(file) = tabiya_web::find(&format!("assets/{path}")) else {
        return ApiError::NO_SUCH_PATH.into_response();
    };
    let mut response = send(file, &headers, IMMUTABLE);
    response.headers_mut().insert(CONTENT_SECURITY_POLICY, HeaderValue::from_static(policy_of(&path)));
    response
}

/// How long a file may be kept whose name contains a hash of its content.
pub(super) const IMMUTABLE: &str = "max-age=31536000, immutable";

/// The policy of a file. A script or a style obeys that of its page; opened by itself, it may do nothing.
fn policy_of(path: &str) -> &'static str {
    let is_worker = path.starts_with(WASM_WORKER) && path.ends_with(".js");
    if is_worker { WASM_WORKER_POLICY } else { "default-src 'none'" }
}

/// All other paths: a file such as the icon, a page that says what is missing, or an API error.
pub(super) async fn other(uri: Uri, headers: HeaderMap) -> Response {
    let path = uri.path().trim_start_matches('/');
    if let Some(file) = tabiya_web::find(path).filter(|file| !file.path.ends_with(".html")) {
        return send(file, &headers, "no-cache");
    }
    if wants_page(&headers) && !path.starts_with("api/") {
        return not_found(index(&headers));
    }
    lichess::unknown(path).unwrap_or_else(|| ApiError::NO_SUCH_PATH.into_response())
}

fn index(headers: &HeaderMap) -> Response {
    match tabiya_web::find("index.html") {
        Some(file) => send(file, headers, "no-cache"),
        None => ApiError::NO_SUCH_PATH.into_response(),
    }
}

/// The file in the smallest encoding that the client accepts, or the answer that the client has it already.
fn send(file: &'static WebFile, headers: &HeaderMap, caching: &'static str) -> Response {
    let etag = format!("\"{}\"", file.hash);
    let known = headers
        .get(IF_NONE_MATCH)
        .is_some_and(|value| value.to_str().is_ok_and(|tags| tags.split(',').any(|tag| tag.trim() == etag)));
    let (encoding, body) = best_encoding(file, headers);
    let mut response = if known { StatusCode::NOT_MODIFIED.into_response() } else { body.into_response() };
    let answer = response.headers_mut();
    answer.insert(CONTENT_TYPE, HeaderValue::from_static(file.content_type));
    answer.insert(CACHE_CONTROL, HeaderValue::from_static(caching));
    answer.insert(VARY, HeaderValue::from_static("accept-encoding"));
    // A name with a hash in it says already what is inside, and a page waits for each byte.
    if caching != IMMUTABLE {
        answer.insert(ETAG, HeaderValue::from_str(&etag).expect("a hash is hexadecimal"));
    }
    if let Some(encoding) = encoding.filter(|_| !known) {
        answer.insert(CONTENT_ENCODING, HeaderValue::from_static(encoding));
    }
    response
}

fn best_encoding(file: &'static WebFile, headers: &HeaderMap) -> (Option<&'static str>, &'static [u8]) {
    match (file.brotli, file.gzip) {
        (Some(br), _) if accepts(headers, "br") => (Some("br"), br),
        (_, Some(gz)) if accepts(headers, "gzip") => (Some("gzip"), gz),
        _ => (None, file.raw),
    }
}

/// Whether the client takes what is coded so.
pub(super) fn accepts(headers: &HeaderMap, coding: &str) -> bool {
    let accepted = headers.get(ACCEPT_ENCODING).and_then(|value| value.to_str().ok()).unwrap_or("");
    accepted.split(',').any(|offer| {
        let (offered, quality) = offer.split_once(';').unwrap_or((offer, ""));
        let quality = quality.trim().strip_prefix("q=").and_then(|quality| quality.parse().ok());
        offered.trim() == coding && quality != Some(0_f32)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_script_alone_may_compile_webassembly() {
        let policy = policy_of("wasm-worker-C3a0hxtp.js");
        assert!(policy.contains("script-src 'self' 'wasm-unsafe-eval'") && !policy.contains("'unsafe-eval'"));
        for other in [
            "index-C3a0hxtp.js",
            "tabiya-wasm-C3a0hxtp.wasm",
            "x/wasm-worker-C3a0hxtp.js",
            "wasm-worker-x.css",
        ] {
            assert_eq!(policy_of(other), "default-src 'none'", "{other}");
        }
    }

    #[test]
    fn what_a_client_takes_has_a_quality_above_nothing() {
        let takes = |accepted: &'static str| {
            accepts(&HeaderMap::from_iter([(ACCEPT_ENCODING, HeaderValue::from_static(accepted))]), "gzip")
        };
        for accepted in ["gzip", "br, gzip", "gzip;q=1", "gzip; q=0.001", "br;q=0, gzip"] {
            assert!(takes(accepted), "{accepted}");
        }
        for accepted in ["", "br", "gzip;q=0", "gzip; q=0.0", "br, gzip;q=0.000", "x-gzip"] {
            assert!(!takes(accepted), "{accepted}");
        }
    }
}
