// SPDX-License-Identifier: AGPL-3.0-or-later
//! Calls to an authority, and how the last one was answered.

use std::future::Future;
use std::path::Path;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};

use ::http::Request;
use bytes::Bytes;
use http_body_util::BodyExt;
use instant_acme::{BodyWrapper, BytesResponse, Error, HttpClient};

use super::failure::Failure;
use crate::client::Client;

/// What the last answer said of its failure.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Last {
    /// The status, such as 503.
    pub(super) status: u16,
    /// After how many seconds another try has hope.
    pub(super) retry_after: Option<u64>,
}

/// Makes calls, and remembers how the last one was answered.
#[derive(Clone)]
pub(super) struct Calls {
    client: Client,
    last: Arc<Mutex<Last>>,
}

impl Calls {
    /// The authority is known by the certificates in `root`, else by those that the system trusts.
    ///
    /// # Errors
    /// If there are none.
    pub(super) fn new(root: Option<&Path>) -> Result<Self, Failure> {
        Ok(Self { client: Client::new(root).map_err(Failure::root)?, last: Arc::default() })
    }

    pub(super) fn client(&self) -> Box<dyn HttpClient> {
        Box::new(self.clone())
    }

    pub(super) fn last(&self) -> Last {
        *self.last.lock().unwrap_or_else(PoisonError::into_inner)
    }

    async fn call(self, request: Request<BodyWrapper<Bytes>>) -> Result<BytesResponse, Error> {
        let (head, body) = request.into_parts();
        let Ok(body) = body.collect().await;
        let request = Request::from_parts(head, body.to_bytes());
        let answer = self.client.call(request).await.map_err(|error| Error::Other(Box::new(error)))?;
        let (parts, body) = answer.into_parts();
        let retry_after = parts.headers.get(::http::header::RETRY_AFTER);
        let retry_after = retry_after.and_then(|value| value.to_str().ok()?.trim().parse().ok());
        *self.last.lock().unwrap_or_else(PoisonError::into_inner) =
            Last { status: parts.status.as_u16(), retry_after };
        Ok(BytesResponse { parts, body: Box::new(body) })
    }
}

impl HttpClient for Calls {
    fn request(
        &self,
        request: Request<BodyWrapper<Bytes>>,
    ) -> Pin<Box<dyn Future<Output = Result<BytesResponse, Error>> + Send>> {
        Box::pin(self.clone().call(request))
    }
}
