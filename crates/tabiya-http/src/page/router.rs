// SPDX-License-Identifier: AGPL-3.0-or-later
//! Which path leads where, and what every answer carries.

use std::collections::BTreeSet;
use std::panic::resume_unwind;
use std::sync::LazyLock;
use std::time::Duration;

use axum::Router;
use axum::extract::{DefaultBodyLimit, MatchedPath, Request, State};
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HeaderName, HeaderValue, REFERRER_POLICY,
    STRICT_TRANSPORT_SECURITY, X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{Method, StatusCode};
use axum::middleware::{Next, from_fn, from_fn_with_state, map_response};
use axum::response::{IntoResponse, Response};
use tabiya_limits::address::Caller;
use tabiya_runtime::config::PublicUrl;
use tokio::task::JoinError;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::set_header::SetResponseHeaderLayer;
use tower_http::timeout::TimeoutLayer;

use super::{SUBJECTS, host, info, pages};
use crate::answer::{ApiError, Calls, MAX_BODY, count_long_answers, in_one_form};
use crate::lichess;
use crate::state::App;

/// How long the answer to a call may take, its body's coming in included.
pub(super) const MAX_TIME: Duration = Duration::from_secs(30);

/// Nothing but this server's own files; no inline script or style (OWASP ASVS 5.0, V3.4).
const POLICY: &str = "default-src 'self'; img-src 'self' data:; connect-src 'self'; object-src 'none'; \
                      base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/// An answer in JSON is no document: it loads nothing, and nobody shows it in a frame.
const POLICY_OF_JSON: &str = "default-src 'none'; frame-ancestors 'none'";

/// Pages of others that open ours can't reach into it. Browsers obey it over HTTPS only, and warn over plain HTTP.
const OPENER_POLICY: HeaderName = HeaderName::from_static("cross-origin-opener-policy");

/// The paths of calls that need no turn.
static OUT_OF_TURN: LazyLock<BTreeSet<&str>> = LazyLock::new(|| {
    let calls = all().into_iter().filter(|call| !call.is_in_turn);
    calls.map(|call| call.path).collect()
});

/// Lets a call that reads wait until its network has a turn.
pub(super) async fn in_turn(
    State(app): State<App>,
    path: Option<MatchedPath>,
    caller: Caller,
    request: Request,
    next: Next,
) -> Response {
    let is_out_of_turn = path.is_some_and(|path| OUT_OF_TURN.contains(path.as_str()));
    let waits = matches!(*request.method(), Method::GET | Method::HEAD) && !is_out_of_turn;
    let _turn = if waits { app.turns.wait(&caller).await } else { None };
    next.run(request).await
}

/// Carries a call that changes something through to its end, also where its client goes away in the middle. Else what was stored
/// might be neither logged nor told, and a token that was revoked might stay in memory.
async fn to_its_end(request: Request, next: Next) -> Response {
    if matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS) {
        return next.run(request).await;
    }
    match tokio::spawn(next.run(request)).await.map_err(JoinError::try_into_panic) {
        Ok(response) => response,
        Err(Ok(panic)) => resume_unwind(panic),
        Err(Err(_)) => ApiError::Stopping.into_response(),
    }
}

/// The calls of the page, and those of whoever runs the server.
fn calls() -> Calls {
    SUBJECTS.iter().map(|calls| calls()).collect()
}

/// The pages and files.
fn documents() -> Calls {
    [pages::calls(calls().into_pages()), info::files()].into_iter().collect()
}

fn all() -> Calls {
    [documents(), calls(), lichess::calls()].into_iter().collect()
}

/// Every path that the server answers, as its tables have them; a name in braces stands for one part of any text. Those of the
/// compatible API are also there with a slash at their end. Left out are the paths of lichess that answer 404 to everybody.
pub fn paths() -> Vec<&'static str> {
    all().into_iter().map(|call| call.path).collect()
}

/// The paths of lichess's API that this server does not have: 404 to everybody, as JSON.
pub fn absent_paths() -> Vec<&'static str> {
    lichess::absent().collect()
}

/// All of the server's paths.
pub fn router(app: App) -> Router {
    let header = |name: HeaderName, value: &'static str| {
        SetResponseHeaderLayer::overriding(name, HeaderValue::from_static(value))
    };
    // Only where TLS is certain: a browser that has seen it never comes by plain HTTP again (RFC 6797).
    // A certificate that the server has signed itself makes nothing certain.
    let is_certain = app.config.public_url.as_ref().is_some_and(PublicUrl::is_https);
    let transport = is_certain.then_some(HeaderValue::from_static("max-age=31536000"));
    let opener = app.is_https().then_some(HeaderValue::from_static("same-origin"));
    let calls = calls().routed().layer(from_fn_with_state(app.clone(), count_long_answers::<ApiError>));
    // To the router each of these two tuples is one layer. It puts every layer in a box around every route, and there are hundreds of
    // routes. The first of a tuple is the outermost.
    let answers = (
        SetResponseHeaderLayer::overriding(STRICT_TRANSPORT_SECURITY, transport),
        SetResponseHeaderLayer::overriding(OPENER_POLICY, opener),
        map_response(lean),
        header(REFERRER_POLICY, "same-origin"),
        header(X_CONTENT_TYPE_OPTIONS, "nosniff"),
        // The page's files have policies of their own.
        SetResponseHeaderLayer::if_not_present(CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY)),
        // An answer is for its caller alone and soon out of date. The page's files have headers of their own.
        SetResponseHeaderLayer::if_not_present(CACHE_CONTROL, HeaderValue::from_static("no-store")),
        from_fn_with_state(app.clone(), host::check),
        map_response(in_one_form),
    );
    let work = (
        CatchPanicLayer::new(),
        TimeoutLayer::with_status_code(StatusCode::SERVICE_UNAVAILABLE, MAX_TIME),
        DefaultBodyLimit::max(MAX_BODY),
        from_fn_with_state(app.clone(), in_turn),
        from_fn(to_its_end),
    );
    documents()
        .routed()
        .layer(from_fn(pages::explained))
        .merge(calls)
        .merge(lichess::routes(&app))
        .fallback(pages::other)
        .method_not_allowed_fallback(async |method: Method| ApiError::WrongMethod(method))
        .layer(work)
        .layer(answers)
        .with_state(app)
}

/// Leaves out of the answers with the page's scripts and styles what says nothing there: a page has eight of them. Answers in JSON,
/// of which a page asks for six, get the short policy, and lead nowhere with a referrer.
async fn lean(mut response: Response) -> Response {
    let headers = response.headers_mut();
    if headers.get(CONTENT_TYPE).is_some_and(|kind| kind == "application/json") {
        headers.insert(CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY_OF_JSON));
        headers.remove(REFERRER_POLICY);
    }
    if headers.get(CACHE_CONTROL).is_some_and(|caching| caching == pages::IMMUTABLE) {
        headers.remove(REFERRER_POLICY);
    }
    response
}

#[cfg(test)]
mod tests {
    use tabiya_protocol::PAGE_ROUTES;

    use super::*;

    #[test]
    fn a_page_of_a_subject_is_one_that_has_an_address_and_is_named_once() {
        let pages: Vec<_> = calls().into_pages().into_iter().map(|(name, _)| name).collect();
        for name in &pages {
            assert!(PAGE_ROUTES.iter().any(|page| page.name == *name), "{name} has no address");
        }
        assert_eq!(pages.iter().collect::<BTreeSet<_>>().len(), pages.len(), "{pages:?}");
    }

    #[test]
    fn the_pages_files_and_a_players_archive_need_no_turn() {
        assert_eq!(OUT_OF_TURN.iter().copied().collect::<Vec<_>>(), ["/api/page/export", "/assets/{*path}"]);
    }
}
