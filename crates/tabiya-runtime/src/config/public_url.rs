// SPDX-License-Identifier: AGPL-3.0-or-later
//! The address under which players reach the server, for example `https://chess.example`.

use std::fmt;
use std::str::FromStr;

use axum::http::Uri;

/// The scheme, the host and perhaps a port, in lower case and without the scheme's default port, as browsers
/// write an origin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublicUrl(String);

impl PublicUrl {
    /// The origin of the pages, as browsers send it.
    pub fn origin(&self) -> &str {
        &self.0
    }

    /// The host without the port, in lower case.
    pub fn host(&self) -> &str {
        let authority = self.0.split_once("://").map_or(&*self.0, |(_, authority)| authority);
        match authority.rfind(':') {
            // The colons inside an IPv6 address are in brackets.
            Some(colon) if !authority[colon..].contains(']') => &authority[..colon],
            _ => authority,
        }
    }

    /// Whether players connect over TLS.
    pub fn is_https(&self) -> bool {
        self.0.starts_with("https://")
    }
}

/// Why a text is not a public URL.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PublicUrlError {
    /// The text is not a scheme and a host.
    #[error("expected an address like https://chess.example, perhaps with a port, found {0:?}")]
    NotAnOrigin(String),
    /// There is a path after the host.
    #[error("Tabiya must have a host name of its own: leave out {0:?} and what follows")]
    Path(String),
}

impl FromStr for PublicUrl {
    type Err = PublicUrlError;

    fn from_str(text: &str) -> Result<Self, PublicUrlError> {
        let wrong = || PublicUrlError::NotAnOrigin(text.to_owned());
        let uri: Uri = text.parse().map_err(|_| wrong())?;
        let scheme =
            uri.scheme_str().filter(|scheme| matches!(*scheme, "http" | "https")).ok_or_else(wrong)?;
        let authority =
            uri.authority().filter(|authority| !authority.as_str().contains('@')).ok_or_else(wrong)?;
        if !matches!(uri.path_and_query().map(|path| path.as_str()), None | Some("/")) {
            return Err(PublicUrlError::Path(uri.path().to_owned()));
        }
        let own_port = if scheme == "https" { 443 } else { 80 };
        let port = authority.port_u16().filter(|port| *port != own_port);
        let port = port.map_or(String::new(), |port| format!(":{port}"));
        Ok(Self(format!("{scheme}://{}{port}", authority.host().to_ascii_lowercase())))
    }
}

impl fmt::Display for PublicUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_kept_as_browsers_write_an_origin() {
        for (text, origin) in [
            ("https://chess.example", "https://chess.example"),
            ("https://Chess.Example/", "https://chess.example"),
            ("https://chess.example:443", "https://chess.example"),
            ("http://chess.example:443", "http://chess.example:443"),
            ("http://[2001:DB8::1]:8080", "http://[2001:db8::1]:8080"),
        ] {
            assert_eq!(text.parse::<PublicUrl>().unwrap().origin(), origin, "{text}");
        }
        for (text, host) in [
            ("https://Chess.example:444", "chess.example"),
            ("http://[2001:db8::1]:8080", "[2001:db8::1]"),
            ("http://[2001:db8::1]", "[2001:db8::1]"),
        ] {
            assert_eq!(text.parse::<PublicUrl>().unwrap().host(), host);
        }
        assert!("https://chess.example".parse::<PublicUrl>().unwrap().is_https());
        assert!(!"http://chess.example".parse::<PublicUrl>().unwrap().is_https());
    }

    #[test]
    fn anything_else_is_refused() {
        for wrong in ["", "chess.example", "ftp://chess.example", "https://", "https://me@chess.example", "/"]
        {
            assert!(matches!(wrong.parse::<PublicUrl>(), Err(PublicUrlError::NotAnOrigin(_))), "{wrong:?}");
        }
        let path = "https://club.example/chess".parse::<PublicUrl>();
        assert_eq!(path, Err(PublicUrlError::Path("/chess".into())));
    }
}
