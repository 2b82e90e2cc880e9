// SPDX-License-Identifier: AGPL-3.0-or-later
//! A connection over HTTP/2 (RFC 9113), within the limits that one over HTTP/1.1 has.
//!
//! One connection carries many requests at a time, and its protocol has frames by which a client can cause work without asking
//! for anything. So a connection has fewer requests under way than a browser opens connections over HTTP/1.1, frames that bring
//! nothing are counted (`allowance`), and so are requests that are taken back and answers that nobody reads (`work`).
//! Sockets come by HTTP/1.1: browsers open a connection of their own for each.

mod allowance;
mod answer;
mod frames;
#[cfg(test)]
mod tests;
mod wire;
mod work;

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::http::header::HOST;
use axum::http::{HeaderValue, Request};
use hyper::body::Incoming;
use hyper::server::conn::http2;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::sync::watch;

use super::admission::Admission;
use super::spoken::{MAX_HEAD, told};
use crate::watched::Watched;
use answer::Answer;
use wire::Wire;
use work::{Over, Streams, Work};

/// How the protocol is named in a handshake (RFC 9113, 3.2).
pub(super) const NAME: &[u8] = b"h2";
/// How many more places of its address a connection takes: one does the work of the six that browsers open over HTTP/1.1.
pub(super) const MORE_PLACES: usize = 3;

/// Streams of a connection at a time.
const STREAMS: u32 = 32;
/// How much of what is sent to us a connection may keep until somebody here reads it, in bytes.
const WINDOW: u32 = 256 * 1024;
/// How much of an answer waits in a connection's memory beside what is on its way, in bytes.
const SEND_BUFFER: usize = 64 * 1024;
/// Streams that the client opened wrongly, or opened beyond what it may.
const WRONG_STREAMS: usize = 64;
/// Requests that the client took back before anybody has seen them.
const UNSEEN_RESETS: usize = 20;
/// How often a client is asked whether it is there, and how long it may take to answer.
const PING: Duration = Duration::from_secs(30);
const PONG: Duration = Duration::from_secs(20);
/// How long a client that asks nothing more may take to go after it was told to, or up to twice as long.
const FAREWELL: Duration = Duration::from_millis(500);

/// Serves the connection until it ends, or its door is closed.
pub(super) async fn serve<S: AsyncRead + AsyncWrite + Send + Unpin + 'static>(
    stream: S,
    admission: Arc<Admission>,
    service: TowerToHyperService<Router>,
    patience: Duration,
    mut closed: watch::Receiver<bool>,
) {
    let work = Work::new();
    let of_requests = Arc::clone(&work);
    let service = service_fn(move |mut request: Request<Incoming>| {
        admission.asks();
        request.extensions_mut().insert(Arc::clone(&admission));
        name_host(&mut request);
        let (work, service) = (Arc::clone(&of_requests), service.clone());
        async move {
            let asked = work.asked();
            let place = work.place().await;
            let response = service.call(request).await?;
            asked.answered();
            Ok::<_, Infallible>(response.map(|body| Answer::new(body, work, place)))
        }
    });
    let mut connection = std::pin::pin!(
        http2::Builder::new(Streams(Arc::clone(&work)))
            .timer(TokioTimer::new())
            .max_concurrent_streams(STREAMS)
            .max_pending_accept_reset_streams(UNSEEN_RESETS)
            .max_local_error_reset_streams(WRONG_STREAMS)
            .max_header_list_size(MAX_HEAD as u32)
            .max_send_buf_size(SEND_BUFFER)
            .initial_stream_window_size(WINDOW)
            .initial_connection_window_size(WINDOW)
            .keep_alive_interval(PING)
            .keep_alive_timeout(PONG)
            .serve_connection(TokioIo::new(Watched::new(stream, Wire::new(Arc::clone(&work)))), service)
    );
    let ended = tokio::select! {
        ended = connection.as_mut() => return log(ended),
        over = work.over(patience) => Some(over),
        () = told(&mut closed) => None,
    };
    if let Some(over) = ended {
        tracing::debug!(?over, "a connection is closed");
        if over != Over::Idle {
            return;
        }
    }
    // Requests that came at this moment are answered.
    connection.as_mut().graceful_shutdown();
    tokio::select! {
        ended = connection.as_mut() => log(ended),
        // A client that does not go by itself holds nobody up.
        _ = work.over(FAREWELL) => {}
    }
}

fn log(ended: hyper::Result<()>) {
    if let Err(error) = ended {
        tracing::debug!(%error, "a connection failed");
    }
}

/// Writes the name by which the client calls into `Host`, where all read it. HTTP/2 has it in `:authority` (RFC 9113, 8.3.1).
/// Where a client sends both, they are compared as over HTTP/1.1.
fn name_host(request: &mut Request<Incoming>) {
    if request.headers().contains_key(HOST) {
        return;
    }
    let name = request.uri().authority().and_then(|name| HeaderValue::from_str(name.as_str()).ok());
    if let Some(name) = name {
        request.headers_mut().insert(HOST, name);
    }
}
