// SPDX-License-Identifier: AGPL-3.0-or-later
//! The address of whoever asks, as the gate found it.

use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use tabiya_limits::address::Caller;
use tabiya_limits::gate::Admission;

use crate::state::App;

impl FromRequestParts<App> for Caller {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Self, Infallible> {
        let admission =
            parts.extensions.get::<Arc<Admission>>().expect("the gate leaves one with each request");
        let caller = Self::of(admission.peer.ip(), &parts.headers, &app.config.trusted_proxies);
        static TOLD: AtomicBool = AtomicBool::new(false);
        if caller.is_hidden && !caller.by_proxy && !TOLD.swap(true, Ordering::Relaxed) {
            let proxy = caller.address;
            tracing::warn!(
                "requests come through a proxy at {proxy}; name it with --trusted-proxies, or all who come through \
                 it count as one address"
            );
        }
        Ok(caller)
    }
}
