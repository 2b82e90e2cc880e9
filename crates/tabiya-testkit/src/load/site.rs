// SPDX-License-Identifier: AGPL-3.0-or-later
//! Where the server is, and whether it is spoken with over TLS.

use std::io;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;

use tokio_rustls::rustls::crypto::ring::default_provider;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, ServerName};
use tokio_rustls::rustls::{ClientConfig, ClientConnection, RootCertStore};

use super::connection::Connection;

/// The file of a server's own certificate, in its data folder.
const CERTIFICATE: &str = "https/self-signed.pem";

/// A server that listens. Cheap to clone.
#[derive(Clone, Debug)]
pub(super) struct Site {
    address: SocketAddr,
    /// What a client over TLS trusts; `None` for plain HTTP.
    tls: Option<Arc<ClientConfig>>,
}

impl Site {
    /// Over plain HTTP.
    pub(super) fn plain(address: SocketAddr) -> Self {
        Self { address, tls: None }
    }

    /// Over TLS, with the certificate that the server of this data folder has made.
    pub(super) fn secure(address: SocketAddr, data: &Path) -> io::Result<Self> {
        let certificate = CertificateDer::from_pem_file(data.join(CERTIFICATE)).map_err(io::Error::other)?;
        let mut roots = RootCertStore::empty();
        roots.add(certificate).map_err(io::Error::other)?;
        let config = ClientConfig::builder_with_provider(Arc::new(default_provider()));
        let config = config.with_safe_default_protocol_versions().map_err(io::Error::other)?;
        let config = config.with_root_certificates(roots).with_no_client_auth();
        Ok(Self { address, tls: Some(Arc::new(config)) })
    }

    /// Where it listens.
    pub(super) fn address(&self) -> SocketAddr {
        self.address
    }

    /// What its pages' addresses begin with.
    pub(super) fn origin(&self) -> String {
        format!("{}://{}", if self.tls.is_some() { "https" } else { "http" }, self.address)
    }

    /// Starts to connect. The first write or read shows whether it succeeds.
    pub(super) fn connect(&self) -> io::Result<Connection> {
        let begun = |config: &Arc<ClientConfig>| {
            let name = ServerName::IpAddress(self.address.ip().into());
            ClientConnection::new(Arc::clone(config), name).map_err(io::Error::other)
        };
        Connection::open(self.address, self.tls.as_ref().map(begun).transpose()?)
    }
}
