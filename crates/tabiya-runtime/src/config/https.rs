// SPDX-License-Identifier: AGPL-3.0-or-later
//! How the server speaks HTTPS by itself, without a proxy in front of it.

use std::fmt;
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::str::FromStr;

use url::Host;

/// How the server speaks HTTPS.
#[derive(Clone, Debug)]
pub struct Https {
    /// Where to listen for it; port 0 takes a free one.
    pub listen: SocketAddr,
    /// Where its certificate comes from.
    pub certificate: CertificateFrom,
    /// The folder in which the server keeps certificates and keys that it has got or made.
    pub folder: PathBuf,
}

impl Https {
    /// Whether the server signs its certificate itself.
    pub fn is_self_signed(&self) -> bool {
        matches!(self.certificate, CertificateFrom::SelfSigned)
    }
}

/// Where a certificate comes from.
#[derive(Clone, Debug)]
pub enum CertificateFrom {
    /// From an authority that speaks ACME (RFC 8555).
    Authority(Authority),
    /// From these files, in PEM. They are read again when they change.
    Files {
        /// The name for which it must be good.
        name: SiteName,
        /// The certificate, and behind it those of the authorities between it and a root.
        certificate: PathBuf,
        /// Its private key.
        key: PathBuf,
    },
    /// The server signs one itself. Browsers warn of it.
    SelfSigned,
}

/// An authority that gives certificates, and what it is told.
#[derive(Clone, Debug)]
pub struct Authority {
    /// The name for which a certificate is asked.
    pub name: SiteName,
    /// Where the authority writes to if something is wrong with the certificate.
    pub email: String,
    /// Address of the authority's directory.
    pub directory: String,
    /// File of the certificates, in PEM, by which the authority itself is known; none for those that the system trusts.
    pub root: Option<PathBuf>,
}

/// A host name that can have a certificate, as it goes over the wire: in small letters, and letters beyond ASCII as Punycode
/// (RFC 5891).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SiteName(String);

impl SiteName {
    /// The name.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for SiteName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Why a text is no name for a site with HTTPS.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SiteNameError {
    /// It is an address of a machine, for which authorities give no certificate.
    #[error("{0} is an address; certificates are for names, such as chess.example")]
    Address(IpAddr),
    /// It is no host name with a dot, or has a scheme, a port or a path.
    #[error("expected a host name alone, such as chess.example, found {0:?}")]
    NotAName(String),
}

impl FromStr for SiteName {
    type Err = SiteNameError;

    fn from_str(text: &str) -> Result<Self, SiteNameError> {
        let wrong = || SiteNameError::NotAName(text.to_owned());
        match Host::parse(text).map_err(|_| wrong())? {
            Host::Ipv4(address) => Err(SiteNameError::Address(address.into())),
            Host::Ipv6(address) => Err(SiteNameError::Address(address.into())),
            Host::Domain(name) => {
                let labels = name.split('.').collect::<Vec<_>>();
                let is_label = |label: &&str| {
                    let of_names = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
                    (1..=63).contains(&label.len()) && label.bytes().all(of_names)
                };
                let is_name = labels.len() > 1 && labels.iter().all(is_label) && name.len() < 254;
                if is_name { Ok(Self(name)) } else { Err(wrong()) }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn umlauts_and_capitals_are_written_as_they_go_over_the_wire() {
        for (text, name) in [
            ("chess.example", "chess.example"),
            ("Chess.Example", "chess.example"),
            ("Königsjäger.example", "xn--knigsjger-02a6q.example"),
            ("xn--knigsjger-02a6q.example", "xn--knigsjger-02a6q.example"),
        ] {
            assert_eq!(text.parse::<SiteName>().unwrap().as_str(), name, "{text}");
        }
    }

    #[test]
    fn what_can_have_no_certificate_is_refused() {
        for wrong in [
            "",
            "localhost",
            "https://chess.example",
            "chess.example:443",
            "chess.example/",
            "*.chess.example",
            "a_b.example",
            ".example",
            "chess..example",
            "chess.example.",
        ] {
            assert_eq!(wrong.parse::<SiteName>(), Err(SiteNameError::NotAName(wrong.to_owned())), "{wrong}");
        }
        for address in ["192.0.2.7", "[2001:db8::7]"] {
            assert!(matches!(address.parse::<SiteName>(), Err(SiteNameError::Address(_))), "{address}");
        }
    }
}
