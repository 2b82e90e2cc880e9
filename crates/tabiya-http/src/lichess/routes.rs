// SPDX-License-Identifier: AGPL-3.0-or-later
//! Which path leads where, and who may call from another site.
//!
//! Every path is also there with a slash at its end, as some clients write it. Pages of other sites may call: they show a
//! token like any program, and no cookie counts (the Fetch standard, 3.3 "CORS protocol"). Without a token they may only
//! read, or every visitor's browser would do work here for whoever writes such a page.

use axum::Router;
use axum::extract::{DefaultBodyLimit, Request, State};
use axum::http::header::{
    ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_METHODS, ACCESS_CONTROL_ALLOW_ORIGIN,
    ACCESS_CONTROL_EXPOSE_HEADERS, ACCESS_CONTROL_MAX_AGE,
};
use axum::http::{HeaderValue, Method, StatusCode};
use axum::middleware::{Next, from_fn, from_fn_with_state};
use axum::response::{IntoResponse, Response};

use tabiya_runtime::identity::bearer;

use super::failure::Failure;
use super::{MAX_BODY, document, published};
use crate::answer::methods::{any, get};
use crate::answer::{Call, Calls, count_long_answers, is_from_another_site};
use crate::state::App;

/// Every call that there is, by its path.
pub(crate) fn calls() -> Calls {
    let own = Calls::new([
        ("/api", get(document::page)),
        ("/api/openapi.json", get(document::openapi)),
        ("/api/style.css", get(document::style)),
    ]);
    std::iter::once(own).chain(published::routes()).collect()
}

/// All paths of this dialect.
pub(crate) fn routes(app: &App) -> Router<App> {
    let absent = Calls::new(published::absent().map(|path| (path, any(absent))));
    let all = calls().into_iter().chain(absent);
    let router = all.fold(Router::new(), |router, Call { path, answers, .. }| {
        router.route(path, answers.clone()).route(&format!("{path}/"), answers)
    });
    let router = router.method_not_allowed_fallback(wrong_method);
    router
        .layer(DefaultBodyLimit::max(MAX_BODY))
        .layer(from_fn_with_state(app.clone(), count_long_answers::<Failure>))
        .layer(from_fn_with_state(app.clone(), reads_only_without_token))
        .layer(from_fn(from_anywhere))
}

/// The path is there, and not for this method.
async fn wrong_method(method: Method) -> Failure {
    Failure::new(StatusCode::METHOD_NOT_ALLOWED, format!("This path is there, but not for {method}"))
}

/// A call of the published API that this server does not have.
async fn absent() -> Failure {
    not_here()
}

fn not_here() -> Failure {
    Failure::not_found("This server does not have this part of the API. See /api")
}

/// The answer to a path that leads nowhere, where programs expect lichess; `None` where only the page would call. The path
/// has no slash in front.
pub(crate) fn unknown(path: &str) -> Option<Response> {
    let (first, rest) = path.split_once('/')?;
    let is_ours = first == "api" && (rest == "page" || rest.starts_with("page/"));
    if is_ours || !published::begins(first) {
        return None;
    }
    let mut response = not_here().into_response();
    response.headers_mut().insert(ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
    Some(response)
}

/// Calls whose body is the credential: the code of a grant, and tokens that are tested.
const SHOWN_IN_THE_BODY: [&str; 2] = ["/api/token", "/api/token/test"];

/// Refuses a page of another site that shows no token and would do more than read.
async fn reads_only_without_token(State(app): State<App>, request: Request, next: Next) -> Response {
    let path = request.uri().path().trim_end_matches('/');
    let may_call = matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS)
        || bearer(request.headers()).is_some()
        || SHOWN_IN_THE_BODY.contains(&path)
        || !is_from_another_site(request.headers(), app.config.public_url.as_ref());
    if may_call { next.run(request).await } else { Failure::from_another_site().into_response() }
}

/// Lets pages of other sites call.
async fn from_anywhere(request: Request, next: Next) -> Response {
    let is_preflight = request.method() == Method::OPTIONS;
    let mut response =
        if is_preflight { StatusCode::NO_CONTENT.into_response() } else { next.run(request).await };
    let mut allow = |name, value| response.headers_mut().insert(name, HeaderValue::from_static(value));
    allow(ACCESS_CONTROL_ALLOW_ORIGIN, "*");
    if is_preflight {
        allow(ACCESS_CONTROL_ALLOW_METHODS, "GET, POST, PUT, DELETE, OPTIONS");
        allow(ACCESS_CONTROL_ALLOW_HEADERS, "Authorization, Content-Type, Accept");
        allow(ACCESS_CONTROL_MAX_AGE, "86400");
    } else {
        allow(ACCESS_CONTROL_EXPOSE_HEADERS, "Retry-After");
    }
    response
}

#[cfg(test)]
mod tests {
    use tabiya_protocol::PAGE_ROUTES;

    use super::*;

    /// Whether a request can have a path that both describe.
    fn meet(one: &str, other: &str) -> bool {
        let (one, other): (Vec<_>, Vec<_>) = (one.split('/').collect(), other.split('/').collect());
        let is_any = |part: &str| part.starts_with('{');
        one.len() == other.len()
            && one.iter().zip(&other).all(|(one, other)| one == other || is_any(one) || is_any(other))
    }

    #[test]
    fn programs_are_told_what_is_not_here() {
        for path in ["api/nonsense", "puzzle/daily", "team/x/y"] {
            assert_eq!(unknown(path).expect(path).status(), StatusCode::NOT_FOUND, "{path}");
        }
        for path in ["api/page/nonsense", "api/page", "watch/daily", "puzzle"] {
            assert!(unknown(path).is_none(), "{path} is for the page");
        }
    }

    #[test]
    fn no_page_has_a_path_of_the_published_api() {
        assert!(meet("/game/{id}", "/game/x") && meet("/a/{b}/c", "/a/b/{c}"), "they would");
        assert!(!meet("/game/{id}", "/game/export/{id}") && !meet("/players", "/player"));
        let published = calls().into_iter().map(|call| call.path).chain(published::absent());
        for path in published {
            for page in PAGE_ROUTES {
                for path in [path, &format!("{path}/")] {
                    assert!(!meet(page.path, path), "{page:?} and {path}");
                }
            }
        }
    }
}
