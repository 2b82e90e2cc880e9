// SPDX-License-Identifier: AGPL-3.0-or-later
//! A certificate with its key, as PEM has them, and what it says of itself.

use std::fmt::Write;
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use rustls::client::verify_server_name;
use rustls::crypto::ring::sign::any_supported_type;
use rustls::pki_types::pem::{self, PemObject};
use rustls::pki_types::{CertificateDer, PrivateKeyDer, ServerName};
use rustls::server::ParsedCertificate;
use rustls::sign::CertifiedKey;
use sha2::{Digest, Sha256};
use tabiya_runtime::config::SiteName;
use time::UtcDateTime;
use x509_cert::der::Decode;

/// A certificate with its key and the certificates of the authorities between it and a root.
#[derive(Clone, Debug)]
pub struct Certificate {
    pub(crate) key: Arc<CertifiedKey>,
    /// From when on it is good.
    pub begins: SystemTime,
    /// Until when it is good.
    pub ends: SystemTime,
    /// SHA-256 of the certificate, as browsers show it: pairs of hexadecimal digits with colons between them.
    pub fingerprint: String,
}

/// Why texts in PEM are no certificate that can be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CertificateError {
    /// There is none in the text.
    #[error("there is no certificate in it; expected one that begins with -----BEGIN CERTIFICATE-----")]
    NoCertificate,
    /// It can't be read.
    #[error("the certificate can't be read: {0}")]
    Unreadable(String),
    /// There is no key in the text.
    #[error(
        "there is no private key in it that can be used; expected one without a passphrase that begins with \
         -----BEGIN PRIVATE KEY-----"
    )]
    NoKey,
    /// The key is of a kind that nobody uses for certificates.
    #[error("the private key can't be used: {0}")]
    BadKey(String),
    /// The key belongs to another certificate.
    #[error("the private key belongs to another certificate")]
    KeyOfAnother,
    /// The certificate is for other names.
    #[error("the certificate is not for {0}")]
    NotForName(String),
}

impl Certificate {
    /// Reads both from PEM. Both may stand in one text.
    ///
    /// # Errors
    /// If one is missing or can't be read, or they don't belong together.
    pub fn read(certificates: &[u8], key: &[u8]) -> Result<Self, CertificateError> {
        let chain = CertificateDer::pem_slice_iter(certificates).collect::<Result<Vec<_>, _>>();
        let chain = chain.map_err(|error| CertificateError::Unreadable(error.to_string()))?;
        let first = chain.first().ok_or(CertificateError::NoCertificate)?;
        let parsed = x509_cert::Certificate::from_der(first)
            .map_err(|error| CertificateError::Unreadable(error.to_string()))?;
        let validity = parsed.tbs_certificate.validity;
        let at = |since: Duration| UNIX_EPOCH + since;
        let (begins, ends) =
            (at(validity.not_before.to_unix_duration()), at(validity.not_after.to_unix_duration()));
        let fingerprint = fingerprint(first);
        let key = PrivateKeyDer::from_pem_slice(key).map_err(|error| match error {
            pem::Error::NoItemsFound => CertificateError::NoKey,
            other => CertificateError::BadKey(other.to_string()),
        })?;
        let key = any_supported_type(&key).map_err(|error| CertificateError::BadKey(error.to_string()))?;
        let key = CertifiedKey::new(chain, key);
        match key.keys_match() {
            Ok(()) | Err(rustls::Error::InconsistentKeys(rustls::InconsistentKeys::Unknown)) => {}
            Err(_) => return Err(CertificateError::KeyOfAnother),
        }
        Ok(Self { key: Arc::new(key), begins, ends, fingerprint })
    }

    /// Reads both from one text in PEM, for this name.
    ///
    /// # Errors
    /// As [`read`](Self::read), or if it is for other names.
    pub(crate) fn read_for(pem: &str, name: &SiteName) -> Result<Self, CertificateError> {
        let certificate = Self::read(pem.as_bytes(), pem.as_bytes())?;
        certificate.check_name(name)?;
        Ok(certificate)
    }

    /// # Errors
    /// If it is for other names than this one.
    pub fn check_name(&self, name: &SiteName) -> Result<(), CertificateError> {
        let not_for = || CertificateError::NotForName(name.to_string());
        let certificate = self.key.end_entity_cert().map_err(|_| not_for())?;
        let parsed = ParsedCertificate::try_from(certificate).map_err(|_| not_for())?;
        let wanted = ServerName::try_from(name.as_str().to_owned()).map_err(|_| not_for())?;
        verify_server_name(&parsed, &wanted).map_err(|_| not_for())
    }

    /// When it should be replaced: after two thirds of its time.
    pub(crate) fn is_due(&self, now: SystemTime) -> bool {
        now >= self.begins + self.span() * 2 / 3
    }

    /// How long it is good in all; nothing if it ends before it begins.
    pub(crate) fn span(&self) -> Duration {
        self.ends.duration_since(self.begins).unwrap_or_default()
    }

    /// Whether this computer's clock says that it is not good yet: it was made by a clock that is ahead of this one.
    pub(crate) fn is_to_come(&self, now: SystemTime) -> bool {
        now < self.begins
    }

    /// How long it is still good; `None` if it has ended.
    pub fn left(&self, now: SystemTime) -> Option<Duration> {
        self.ends.duration_since(now).ok().filter(|left| !left.is_zero())
    }
}

/// The day of a time, such as 2026-11-27 (UTC).
pub(crate) fn day(at: SystemTime) -> String {
    UtcDateTime::from(at).date().to_string()
}

fn fingerprint(certificate: &[u8]) -> String {
    let digest = Sha256::digest(certificate);
    let mut text = String::with_capacity(digest.len() * 3);
    for byte in digest {
        if !text.is_empty() {
            text.push(':');
        }
        write!(text, "{byte:02X}").expect("writing to a string succeeds");
    }
    text
}

#[cfg(test)]
mod tests {
    use rcgen::{CertificateParams, KeyPair};

    use super::*;

    fn made(name: &str) -> (String, String) {
        let key = KeyPair::generate().unwrap();
        let params = CertificateParams::new([name.to_owned()]).unwrap();
        (params.self_signed(&key).unwrap().pem(), key.serialize_pem())
    }

    #[test]
    fn a_certificate_is_read_with_its_key_and_for_its_name() {
        let (pem, key) = made("chess.example");
        let certificate = Certificate::read(pem.as_bytes(), key.as_bytes()).unwrap();
        assert_eq!(certificate.fingerprint.len(), 95);
        assert_eq!(certificate.check_name(&"chess.example".parse().unwrap()), Ok(()));
        let other = certificate.check_name(&"chess.example.org".parse().unwrap());
        assert_eq!(other, Err(CertificateError::NotForName("chess.example.org".into())));
        // Both in one file.
        let both = [key, pem].concat();
        let again = Certificate::read(both.as_bytes(), both.as_bytes()).unwrap();
        assert_eq!(again.fingerprint, certificate.fingerprint);
    }

    #[test]
    fn what_does_not_fit_together_is_refused_with_the_reason() {
        let ((pem, key), (_, other)) = (made("a.example"), made("b.example"));
        let refused = |pem: &str, key: &str| Certificate::read(pem.as_bytes(), key.as_bytes()).unwrap_err();
        assert_eq!(refused(&pem, &other), CertificateError::KeyOfAnother);
        assert_eq!(refused(&key, &key), CertificateError::NoCertificate);
        assert_eq!(refused("", &key), CertificateError::NoCertificate);
        assert_eq!(refused(&pem, &pem), CertificateError::NoKey);
        let cut = pem.replacen("MII", "MIIA", 1);
        assert!(matches!(refused(&cut, &key), CertificateError::Unreadable(_)));
        let locked = key.replace("PRIVATE KEY", "ENCRYPTED PRIVATE KEY");
        assert_eq!(refused(&pem, &locked), CertificateError::NoKey);
    }

    #[test]
    fn it_is_due_after_two_thirds_of_its_time() {
        let (pem, key) = made("chess.example");
        let day = Duration::from_secs(86_400);
        let begins = UNIX_EPOCH + 20_000 * day;
        let certificate = Certificate {
            begins,
            ends: begins + 90 * day,
            ..Certificate::read(pem.as_bytes(), key.as_bytes()).unwrap()
        };
        assert!(!certificate.is_due(begins + 59 * day));
        assert!(certificate.is_due(begins + 61 * day));
        // A clock that was set back says nothing good about it.
        assert!(certificate.is_to_come(begins - day) && !certificate.is_to_come(begins));
        assert_eq!(certificate.left(begins + 89 * day), Some(day));
        assert_eq!(certificate.left(begins + 90 * day), None);
    }
}
