// SPDX-License-Identifier: AGPL-3.0-or-later
//! TLS connections to the database.

use std::{path::Path, sync::Arc};

use rustls::{
    ClientConfig, DigitallySignedStruct, RootCertStore, SignatureScheme,
    client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier},
    crypto::{CryptoProvider, ring, verify_tls12_signature, verify_tls13_signature},
    pki_types::{CertificateDer, ServerName, UnixTime, pem::PemObject},
};
use tokio_postgres_rustls::MakeRustlsConnect;

use super::url::{DatabaseUrl, Tls};

/// The TLS connector for this URL. The error says what is wrong with its certificates.
pub(super) fn connector(url: &DatabaseUrl) -> Result<MakeRustlsConnect, String> {
    let provider = Arc::new(ring::default_provider());
    let config = ClientConfig::builder_with_provider(Arc::clone(&provider));
    let config = config.with_safe_default_protocol_versions().map_err(|error| error.to_string())?;
    let config = match url.tls() {
        Tls::Verified { authorities } => {
            config.with_root_certificates(authorities_of(authorities.as_deref())?).with_no_client_auth()
        }
        Tls::Unverified => config
            .dangerous()
            .with_custom_certificate_verifier(Arc::new(AnyCertificate(provider)))
            .with_no_client_auth(),
    };
    Ok(MakeRustlsConnect::new(config))
}

fn authorities_of(file: Option<&Path>) -> Result<RootCertStore, String> {
    let mut authorities = RootCertStore::empty();
    match file {
        Some(path) => {
            let wrong = |error: &dyn std::fmt::Display| format!("sslrootcert {}: {error}", path.display());
            for certificate in CertificateDer::pem_file_iter(path).map_err(|error| wrong(&error))? {
                let certificate = certificate.map_err(|error| wrong(&error))?;
                authorities.add(certificate).map_err(|error| wrong(&error))?;
            }
            if authorities.is_empty() {
                return Err(wrong(&"there is no certificate in it"));
            }
        }
        None => {
            // Some of a system's certificates may be too old to be read. The others are used.
            let found = rustls_native_certs::load_native_certs();
            authorities.add_parsable_certificates(found.certs);
            if authorities.is_empty() {
                return Err(
                    "this system has no certificates of authorities; name a file with sslrootcert".into()
                );
            }
        }
    }
    Ok(authorities)
}

/// Accepts any certificate, as PostgreSQL's own tools do with `sslmode=require`. The signatures of the
/// handshake are checked, so the other side has the certificate's private key.
#[derive(Debug)]
struct AnyCertificate(Arc<CryptoProvider>);

impl ServerCertVerifier for AnyCertificate {
    fn verify_server_cert(
        &self,
        _end_entity: &CertificateDer<'_>,
        _intermediates: &[CertificateDer<'_>],
        _server_name: &ServerName<'_>,
        _ocsp_response: &[u8],
        _now: UnixTime,
    ) -> Result<ServerCertVerified, rustls::Error> {
        Ok(ServerCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        verify_tls12_signature(message, certificate, signature, &self.0.signature_verification_algorithms)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        verify_tls13_signature(message, certificate, signature, &self.0.signature_verification_algorithms)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.0.signature_verification_algorithms.supported_schemes()
    }
}
