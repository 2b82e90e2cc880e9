// SPDX-License-Identifier: AGPL-3.0-or-later
//! Who answers a method of a path: axum's `get`, `post` and so on, for handlers of one type.
//!
//! axum wraps each handler into half a dozen types of its own, and all of them are built for each: for our three hundred handlers
//! that was a quarter of the time that this crate took. So the handler goes into a box first, and what is around it is built once.

use std::sync::Arc;

use axum::extract::Request;
use axum::handler::Handler;
use axum::response::Response;
use axum::routing::{self, MethodRouter};
use futures_util::future::BoxFuture;

use crate::state::App;

/// A handler in its box.
#[derive(Clone)]
struct Boxed(Arc<dyn Fn(Request, App) -> BoxFuture<'static, Response> + Send + Sync>);

impl Boxed {
    fn new<H, T>(handler: H) -> Self
    where
        H: Handler<T, App, Future = BoxFuture<'static, Response>>,
    {
        Self(Arc::new(move |request, app| handler.clone().call(request, app)))
    }
}

impl Handler<Self, App> for Boxed {
    type Future = BoxFuture<'static, Response>;

    fn call(self, request: Request, app: App) -> Self::Future {
        (self.0)(request, app)
    }
}

/// A function for each method that we answer. `get` answers `HEAD` as well. Two methods of one path: `get(list).merge(post(make))`.
macro_rules! methods {
    ($($method:ident)*) => {
        $(pub(crate) fn $method<H, T>(handler: H) -> MethodRouter<App>
        where
            H: Handler<T, App, Future = BoxFuture<'static, Response>>,
        {
            routing::$method(Boxed::new(handler))
        })*
    };
}

methods! { any delete get head post put }
