// SPDX-License-Identifier: AGPL-3.0-or-later
//! Where the NATS servers are. The addresses may contain passwords, which are never printed.

use std::fmt;
use std::str::FromStr;

use async_nats::ServerAddr;
use url::Url;

/// The addresses of one or more NATS servers that belong together, such as `nats://10.0.0.1:4222,nats://10.0.0.2:4222`. With
/// `tls://` the connection is encrypted and the server's certificate checked. A login stands before the host: `user:password@`,
/// or a token alone, `token@`. All servers take the same login, so it has to stand in one address only.
///
/// Its text forms contain no login.
#[derive(Clone, PartialEq, Eq)]
pub struct BusUrl {
    servers: Vec<ServerAddr>,
    login: Option<Login>,
}

/// How a client proves to NATS that it may come in.
#[derive(Clone, PartialEq, Eq)]
pub(super) enum Login {
    User { name: String, password: String },
    Token(String),
}

/// A text that names no NATS servers. The message does not contain the text, because that may contain a password.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "the address of the bus can't be used: {what}; it looks like nats://host:4222, several are joined by commas"
)]
pub struct BusUrlError {
    what: &'static str,
}

impl BusUrl {
    pub(super) fn servers(&self) -> &[ServerAddr] {
        &self.servers
    }

    pub(super) const fn login(&self) -> Option<&Login> {
        self.login.as_ref()
    }
}

impl FromStr for BusUrl {
    type Err = BusUrlError;

    fn from_str(text: &str) -> Result<Self, BusUrlError> {
        let (mut servers, mut login) = (Vec::new(), None);
        for one in text.split(',') {
            let (server, found) = server(one.trim())?;
            servers.push(server);
            if login.is_some() && found.is_some() && login != found {
                return Err(BusUrlError {
                    what: "the addresses have different logins, and all servers take the same",
                });
            }
            login = login.or(found);
        }
        Ok(Self { servers, login })
    }
}

/// The server, without the login that stands before it.
fn server(text: &str) -> Result<(ServerAddr, Option<Login>), BusUrlError> {
    let wrong = |what| BusUrlError { what };
    if text.is_empty() {
        return Err(wrong("an address is empty"));
    }
    if !["nats://", "tls://"].iter().any(|scheme| text.starts_with(scheme)) {
        return Err(wrong("it does not begin with nats:// or tls://"));
    }
    let mut url: Url = text.parse().map_err(|_| wrong("a part of it has no meaning"))?;
    if url.host_str().is_none_or(str::is_empty) {
        return Err(wrong("it names no host"));
    }
    if url.port() == Some(0) {
        return Err(wrong("there is no port 0"));
    }
    if !matches!(url.path(), "" | "/") || url.query().is_some() || url.fragment().is_some() {
        return Err(wrong("something stands behind the port"));
    }
    let decoded = |text: &str| {
        decode(text).ok_or(wrong("a % in the login is not followed by the two digits of a byte"))
    };
    let login = match (url.username(), url.password()) {
        ("", None) => None,
        (token, None) => Some(Login::Token(decoded(token)?)),
        (name, Some(password)) => Some(Login::User { name: decoded(name)?, password: decoded(password)? }),
    };
    let bare = url.set_username("").and_then(|()| url.set_password(None));
    bare.map_err(|()| wrong("it names no host"))?;
    let server = ServerAddr::from_url(url).map_err(|_| wrong("a part of it has no meaning"))?;
    Ok((server, login))
}

/// The text with percent-encoding (`%40`) decoded.
fn decode(text: &str) -> Option<String> {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let Some((&byte, behind)) = rest.split_first() {
        if byte == b'%' {
            let (digits, behind) = behind.split_first_chunk::<2>()?;
            bytes.push(u8::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()?);
            rest = behind;
        } else {
            bytes.push(byte);
            rest = behind;
        }
    }
    String::from_utf8(bytes).ok()
}

impl fmt::Display for BusUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, server) in self.servers.iter().enumerate() {
            let host = server.host();
            let (open, close) = if host.contains(':') { ("[", "]") } else { ("", "") };
            let comma = if index == 0 { "" } else { "," };
            write!(f, "{comma}{}://{open}{host}{close}:{}", server.scheme(), server.port())?;
        }
        Ok(())
    }
}

impl fmt::Debug for BusUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "BusUrl({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_shown_without_logins() {
        for (text, shown) in [
            ("nats://10.0.0.1", "nats://10.0.0.1:4222"),
            ("nats://ann:s3cr3t@a:1, tls://b.example/", "nats://a:1,tls://b.example:4222"),
            ("nats://t0ken@[::1]:4223", "nats://[::1]:4223"),
        ] {
            let url: BusUrl = text.parse().unwrap();
            assert_eq!(url.to_string(), shown);
            assert_eq!(format!("{url:?}"), format!("BusUrl({shown})"));
        }
    }

    #[test]
    fn one_login_is_for_all_servers() {
        let login = |text: &str| {
            let url: BusUrl = text.parse().unwrap();
            assert!(url.servers().iter().all(|server| !server.has_user_pass()));
            match url.login() {
                Some(Login::User { name, password }) => format!("{name} {password}"),
                Some(Login::Token(token)) => token.clone(),
                None => String::new(),
            }
        };
        assert_eq!(login("nats://a,nats://b"), "");
        assert_eq!(login("nats://ann:p%40ss%3A@a,nats://b"), "ann p@ss:");
        assert_eq!(login("nats://a,nats://t0ken@b,nats://t0ken@c"), "t0ken");
    }

    #[test]
    fn what_is_no_address_is_refused_without_being_shown() {
        for (text, why) in [
            ("", "is empty"),
            ("nats://a,", "is empty"),
            ("host:4222", "does not begin with nats://"),
            ("ws://s3cr3t@host", "does not begin with nats://"),
            ("http://host", "does not begin with nats://"),
            ("nats://", "names no host"),
            ("nats://user:s3cr3t@", ""),
            ("nats://ann:s3cr3t@a,nats://bob:s3cr3t@b", "different logins"),
            ("nats://ann:s3cr3t%4@a", "two digits"),
            ("nats://host:99999", "no meaning"),
            ("nats://host:0", "no port 0"),
            ("nats://host/subject", "behind the port"),
            ("nats://host?x=s3cr3t", "behind the port"),
        ] {
            let said = text.parse::<BusUrl>().unwrap_err().to_string();
            assert!(said.contains(why) && !said.contains("s3cr3t"), "{text}: {said}");
        }
    }
}
