// SPDX-License-Identifier: AGPL-3.0-or-later
//! `get`, `post` and so on, as axum's, but each puts its handler into a box first.
//!
//! axum wraps each handler into half a dozen types of its own, and all of them are built for each: for our three hundred handlers
//! that was a quarter of the time that this crate took (20.6 s, now 15.6 s). Around a box they are built once. So two methods of one
//! path are `get(list).merge(post(make))`: in `get(list).post(make)` axum wraps the second handler without a box.

use std::sync::Arc;

use axum::extract::Request;
use axum::handler::Handler;
use axum::response::Response;
use axum::routing::{self, MethodRouter};
use futures_util::future::BoxFuture;

use crate::state::App;

/// A handler behind one type.
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

/// `Self` stands where axum has the types of a function's arguments.
impl Handler<Self, App> for Boxed {
    type Future = BoxFuture<'static, Response>;

    fn call(self, request: Request, app: App) -> Self::Future {
        (self.0)(request, app)
    }
}

/// A function for each method that we answer. `get` answers `HEAD` as well.
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

methods! { any delete get post put }
