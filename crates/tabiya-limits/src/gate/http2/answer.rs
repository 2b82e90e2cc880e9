// SPDX-License-Identifier: AGPL-3.0-or-later
//! The body of an answer, whose pieces count until they are written.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use axum::body::{Body, HttpBody};
use bytes::Bytes;
use hyper::body::{Frame, SizeHint};
use tokio::sync::OwnedSemaphorePermit;

use super::work::{Unread, Work};

/// The body of an answer.
pub(super) struct Answer {
    body: Body,
    work: Arc<Work>,
    /// `None` where the answer is a stream of lines, of which a few are in memory at a time.
    place: Option<Arc<OwnedSemaphorePermit>>,
}

impl Answer {
    pub(super) fn new(body: Body, work: Arc<Work>, place: Arc<OwnedSemaphorePermit>) -> Self {
        let place = body.size_hint().exact().map(|_| place);
        Self { body, work, place }
    }
}

impl HttpBody for Answer {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let frame = ready!(Pin::new(&mut self.body).poll_frame(context));
        Poll::Ready(frame.map(|frame| {
            frame.map(|frame| {
                frame.map_data(|bytes| {
                    let (_unread, _place) = (self.work.piece(), self.place.clone());
                    Bytes::from_owner(Piece { bytes, _unread, _place })
                })
            })
        }))
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

/// A piece of an answer until it is written: the connection keeps it for as long as its client does not read.
struct Piece {
    bytes: Bytes,
    _unread: Unread,
    _place: Option<Arc<OwnedSemaphorePermit>>,
}

impl AsRef<[u8]> for Piece {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}
