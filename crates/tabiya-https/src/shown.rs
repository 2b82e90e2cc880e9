// SPDX-License-Identifier: AGPL-3.0-or-later
//! What every connection over TLS is shown: the certificate of the moment, or the answer to an authority's question.

use std::sync::{Arc, PoisonError, RwLock};

use rustls::ServerConfig;
use rustls::server::{ClientHello, ResolvesServerCert};
use rustls::sign::CertifiedKey;

use crate::certificate::Certificate;

/// The protocol by which an authority asks (RFC 8737, 6.2).
const ACME: &[u8] = b"acme-tls/1";
/// The protocols of all others, the best first. Sockets ask for the second one.
const HTTP: [&[u8]; 2] = [b"h2", b"http/1.1"];

/// The certificate of the moment. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub struct Shown(Arc<RwLock<Now>>);

#[derive(Debug, Default)]
struct Now {
    certificate: Option<Certificate>,
    /// What an authority is shown, for the name that it asks for.
    challenge: Option<(String, Arc<CertifiedKey>)>,
}

impl Shown {
    /// The certificate; `None` as long as there is none.
    pub fn certificate(&self) -> Option<Certificate> {
        self.read(|now| now.certificate.clone())
    }

    pub(crate) fn show(&self, certificate: Certificate) {
        self.write(|now| now.certificate = Some(certificate));
    }

    pub(crate) fn answer(&self, challenge: Option<(String, Arc<CertifiedKey>)>) {
        self.write(|now| now.challenge = challenge);
    }

    #[cfg(test)]
    pub(crate) fn has_answer(&self) -> bool {
        self.read(|now| now.challenge.is_some())
    }

    fn read<T>(&self, look: impl FnOnce(&Now) -> T) -> T {
        look(&self.0.read().unwrap_or_else(PoisonError::into_inner))
    }

    fn write(&self, change: impl FnOnce(&mut Now)) {
        // A value is put in its place whole, so nobody sees half of it.
        change(&mut self.0.write().unwrap_or_else(PoisonError::into_inner));
    }
}

impl ResolvesServerCert for Shown {
    fn resolve(&self, hello: ClientHello<'_>) -> Option<Arc<CertifiedKey>> {
        let is_challenge = hello.alpn().is_some_and(|mut offered| offered.any(|protocol| protocol == ACME));
        self.read(|now| {
            if !is_challenge {
                return now.certificate.as_ref().map(|certificate| Arc::clone(&certificate.key));
            }
            let (name, key) = now.challenge.as_ref()?;
            (hello.server_name() == Some(name.as_str())).then(|| Arc::clone(key))
        })
    }
}

/// How the server speaks TLS. It shows what `shown` has at that moment.
///
/// # Errors
/// If the library for TLS lacks what every server needs; a build that does has a fault.
pub fn server_config(shown: Shown) -> Result<ServerConfig, rustls::Error> {
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let builder = ServerConfig::builder_with_provider(provider).with_safe_default_protocol_versions()?;
    let mut config = builder.with_no_client_auth().with_cert_resolver(Arc::new(shown));
    config.alpn_protocols = HTTP.into_iter().chain([ACME]).map(<[u8]>::to_vec).collect();
    // Players reconnect often. What they need for a short handshake is kept by them and not by the server.
    config.ticketer = rustls::crypto::ring::Ticketer::new()?;
    Ok(config)
}
