// SPDX-License-Identifier: AGPL-3.0-or-later
//! What the server answers when an authority asks whether it is the one that the name leads to.

use std::sync::{Arc, PoisonError, RwLock};

use rcgen::{CertificateParams, CustomExtension, KeyPair};
use rustls::crypto::ring::sign::any_supported_type;
use rustls::pki_types::PrivateKeyDer;
use rustls::sign::CertifiedKey;
use tabiya_runtime::config::SiteName;

/// The answer by plain HTTP (RFC 8555, 8.3), while an authority may ask for it. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub struct Challenges(Arc<RwLock<Option<(String, String)>>>);

impl Challenges {
    /// The answer to `GET /.well-known/acme-challenge/TOKEN`.
    pub fn answer(&self, token: &str) -> Option<String> {
        let expected = self.0.read().unwrap_or_else(PoisonError::into_inner);
        expected.as_ref().filter(|(expected, _)| expected == token).map(|(_, answer)| answer.clone())
    }

    pub(super) fn expect(&self, token: String, answer: String) {
        *self.0.write().unwrap_or_else(PoisonError::into_inner) = Some((token, answer));
    }

    pub(super) fn clear(&self) {
        *self.0.write().unwrap_or_else(PoisonError::into_inner) = None;
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

    #[test]
    fn only_the_expected_token_is_answered_and_only_while_it_is_expected() {
        let challenges = Challenges::default();
        assert_eq!(challenges.answer(""), None);
        challenges.expect("token".into(), "token.print".into());
        assert_eq!(challenges.answer("token").as_deref(), Some("token.print"));
        assert_eq!(challenges.answer("other"), None);
        challenges.clear();
        assert_eq!(challenges.answer("token"), None);
    }
}
