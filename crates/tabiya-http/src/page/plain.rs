// SPDX-License-Identifier: AGPL-3.0-or-later
//! What plain HTTP answers where the server speaks HTTPS itself: the way to the site, an authority's question, and what
//! monitoring asks. Nothing here sets or reads a cookie.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use axum::Router;
use axum::extract::{Path, Request, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, HOST, LOCATION};
use axum::http::{Method, StatusCode, Uri};
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Response};
use tabiya_runtime::config::PublicUrl;

use tower_http::catch_panic::CatchPanicLayer;
use tower_http::timeout::TimeoutLayer;

use super::router::{MAX_TIME, in_turn};
use super::{host, info};
use crate::answer::ApiError;
use crate::answer::methods::get;
use crate::state::App;

/// Tells what an authority is answered to a token; `None` if nobody asks for that one.
pub type Answers = Arc<dyn Fn(String) -> Pin<Box<dyn Future<Output = Option<String>> + Send>> + Send + Sync>;

/// All of the paths of plain HTTP.
pub fn plain_router(app: App, answers: Answers) -> Router {
    let proof = get(move |Path(token): Path<String>| {
        let answer = answers(token);
        async move {
            match answer.await {
                Some(answer) => ([(CONTENT_TYPE, "application/octet-stream")], answer).into_response(),
                None => ApiError::NoSuch("nobody asks for this proof".into()).into_response(),
            }
        }
    });
    let for_monitoring = info::calls().routed().layer(from_fn_with_state(app.clone(), host::check));
    for_monitoring
        .route("/.well-known/acme-challenge/{token}", proof)
        .fallback(to_https)
        .layer(from_fn_with_state(app.clone(), in_turn))
        .layer(TimeoutLayer::with_status_code(StatusCode::SERVICE_UNAVAILABLE, MAX_TIME))
        .layer(CatchPanicLayer::new())
        .with_state(app)
}

async fn to_https(State(app): State<App>, request: Request) -> Response {
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        // What was sent, such as a token, has gone over the network in the clear already. A call that works would hide that.
        let why = "this site speaks HTTPS: call it with https://, also where you send a token";
        return ApiError::BadRequest(why.to_owned()).into_response();
    }
    let public_url = app.config.public_url.as_ref();
    let mut called = request.headers().get_all(HOST).iter().filter_map(|host| host.to_str().ok());
    match site(public_url, called.next().filter(|_| called.next().is_none()), &app) {
        // A name stays; the address of a laptop may be another site tomorrow.
        Ok((site, status)) => {
            let location = format!("{site}{}", path_of(request.uri()));
            (status, [(LOCATION, location), (CACHE_CONTROL, "no-store".to_owned())]).into_response()
        }
        Err(error) => error.into_response(),
    }
}

/// Where the site is. It has one name, or is called by addresses and local names, of which no stranger can have one.
fn site(
    public_url: Option<&PublicUrl>,
    called: Option<&str>,
    app: &App,
) -> Result<(String, StatusCode), ApiError> {
    if let Some(url) = public_url {
        return Ok((url.origin().to_owned(), StatusCode::PERMANENT_REDIRECT));
    }
    let host = called.and_then(host::name_of);
    let host = host.ok_or_else(|| ApiError::BadRequest("a request needs one Host header".to_owned()))?;
    if !host::is_ours(&host, &app.config) {
        return Err(ApiError::UnknownHost { host });
    }
    let port = app.local_address.port();
    let port = if port == 443 { String::new() } else { format!(":{port}") };
    Ok((format!("https://{host}{port}"), StatusCode::TEMPORARY_REDIRECT))
}

/// The path and what follows it. A path that begins with two slashes would name another host.
fn path_of(uri: &Uri) -> &str {
    let path = uri.path_and_query().map_or("/", |path| path.as_str());
    if path.starts_with('/') && !path.starts_with("//") { path } else { "/" }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_path_goes_along_and_names_no_other_host() {
        for (uri, path) in [
            ("/game/x?side=white", "/game/x?side=white"),
            ("http://evil.example/game/x", "/game/x"),
            ("//evil.example/x", "/"),
            ("*", "/"),
        ] {
            assert_eq!(path_of(&uri.parse().unwrap()), path, "{uri}");
        }
    }
}
