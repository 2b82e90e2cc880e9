// SPDX-License-Identifier: AGPL-3.0-or-later
//! What the server answers when an authority asks whether it is the one that the name leads to.

use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError, RwLock};

use rcgen::{CertificateParams, CustomExtension, KeyPair};
use rustls::crypto::ring::sign::any_supported_type;
use rustls::pki_types::PrivateKeyDer;
use rustls::sign::CertifiedKey;
use sha2::{Digest, Sha256};
use tabiya_runtime::config::SiteName;
use tokio::time::Instant;

use crate::shared::Shared;
use crate::shown::Shown;

/// The answer to an authority, while it may ask. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub struct Challenges {
    /// The token and the answer by plain HTTP (RFC 8555, 8.3), where this server alone asks for a certificate.
    expected: Arc<RwLock<Option<(String, String)>>>,
    /// Where the nodes of a site have them.
    all: Option<OfAll>,
}

#[derive(Clone, Debug)]
struct OfAll {
    shared: Shared,
    name: SiteName,
    shown: Shown,
    /// When the read began from which the answer over TLS is.
    prepared: Arc<Mutex<Option<Instant>>>,
}

/// What will be known later.
type Later<T> = Pin<Box<dyn Future<Output = T> + Send>>;

impl OfAll {
    /// Gets the answer over TLS ready, whichever node has asked for a certificate.
    async fn prepare(&self) {
        let read = self.shared.answer().await;
        let mut prepared = self.prepared.lock().unwrap_or_else(PoisonError::into_inner);
        // What can't be read, or was read before, changes nothing.
        let Ok(answer) = read.answer else { return };
        if prepared.is_some_and(|before| before >= read.began) {
            return;
        }
        *prepared = Some(read.began);
        let made = answer.map(|answer| answer_over_tls(&self.name, &Sha256::digest(answer.proof.as_bytes())));
        match made.transpose() {
            Ok(made) => self.shown.answer(made.map(|made| (self.name.to_string(), Arc::new(made)))),
            Err(error) => tracing::warn!(%error, "the authority gets no answer"),
        }
    }
}

impl Challenges {
    /// The answers of several nodes: an authority may ask any of them. Over TLS it is shown what `shown` has.
    pub(crate) fn of_all(shared: Shared, name: SiteName, shown: Shown) -> Self {
        Self { all: Some(OfAll { shared, name, shown, prepared: Arc::default() }), ..Self::default() }
    }

    /// Tells the answer to `GET /.well-known/acme-challenge/TOKEN`, from the token.
    pub fn over_http(&self) -> Arc<dyn Fn(String) -> Later<Option<String>> + Send + Sync> {
        let this = self.clone();
        Arc::new(move |token| {
            let this = this.clone();
            Box::pin(async move { this.answer(&token).await })
        })
    }

    /// What has to be done before an authority that asks over TLS gets its answer; `None` where the answer is always there.
    pub fn over_tls(&self) -> Option<Arc<dyn Fn() -> Later<()> + Send + Sync>> {
        let all = self.all.clone()?;
        Some(Arc::new(move || {
            let all = all.clone();
            Box::pin(async move { all.prepare().await })
        }))
    }

    pub(crate) async fn answer(&self, token: &str) -> Option<String> {
        if let Some(all) = &self.all {
            let answer = all.shared.answer().await.answer.ok()?;
            return answer.filter(|answer| answer.token == token).map(|answer| answer.proof);
        }
        let expected = self.expected.read().unwrap_or_else(PoisonError::into_inner);
        expected.as_ref().filter(|(expected, _)| expected == token).map(|(_, answer)| answer.clone())
    }

    pub(super) fn expect(&self, token: String, answer: String) {
        *self.expected.write().unwrap_or_else(PoisonError::into_inner) = Some((token, answer));
    }

    pub(super) fn clear(&self) {
        *self.expected.write().unwrap_or_else(PoisonError::into_inner) = None;
    }
}

/// The certificate that is the answer over TLS: for this name, with the digest of the answer in it (RFC 8737, 3).
///
/// # Errors
/// If none can be made.
pub(super) fn answer_over_tls(name: &SiteName, digest: &[u8]) -> Result<CertifiedKey, rcgen::Error> {
    let mut params = CertificateParams::new([name.as_str().to_owned()])?;
    params.custom_extensions = vec![CustomExtension::new_acme_identifier(digest)];
    let pair = KeyPair::generate()?;
    let certificate = params.self_signed(&pair)?;
    let der =
        PrivateKeyDer::try_from(pair.serialize_der()).map_err(|_| rcgen::Error::CouldNotParseKeyPair)?;
    let key = any_supported_type(&der).map_err(|_| rcgen::Error::CouldNotParseKeyPair)?;
    Ok(CertifiedKey::new(vec![certificate.der().clone()], key))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn only_the_expected_token_is_answered_and_only_while_it_is_expected() {
        let challenges = Challenges::default();
        assert_eq!(challenges.answer("").await, None);
        challenges.expect("token".into(), "token.print".into());
        assert_eq!(challenges.answer("token").await.as_deref(), Some("token.print"));
        assert_eq!(challenges.answer("other").await, None);
        challenges.clear();
        assert_eq!(challenges.answer("token").await, None);
    }
}
