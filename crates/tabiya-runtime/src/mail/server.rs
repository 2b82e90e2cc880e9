// SPDX-License-Identifier: AGPL-3.0-or-later
//! The mail server that takes our letters, for example `smtps://mail.example.org`.

use std::fmt;
use std::net::IpAddr;
use std::str::FromStr;
use std::time::Duration;

use lettre::transport::smtp::authentication::Credentials;
use lettre::transport::smtp::client::{Tls, TlsParameters, TlsParametersBuilder};
use lettre::transport::smtp::extension::ClientId;
use lettre::{AsyncSmtpTransport, Tokio1Executor};
use url::{Host, Url};

pub(super) type Transport = AsyncSmtpTransport<Tokio1Executor>;

/// How long the mail server may take for each step.
const PATIENCE: Duration = Duration::from_secs(30);

/// How the way to the mail server is secured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Security {
    /// TLS from the first byte (RFC 8314).
    Tls,
    /// TLS by STARTTLS (RFC 3207); without it no letter is sent.
    StartTls,
    /// None. Only to this machine.
    Plain,
}

/// A mail server, and how to log in to it.
#[derive(Clone, PartialEq, Eq)]
pub struct MailServer {
    security: Security,
    host: String,
    port: u16,
    /// User and password.
    login: Option<(String, String)>,
}

/// Without the password.
impl fmt::Debug for MailServer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "MailServer({:?} {}:{})", self.security, self.host, self.port)
    }
}

/// Why mail can't be sent as was asked.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MailError {
    /// The text is no mail server.
    #[error(
        "expected smtps://HOST (TLS, port 465), smtp://HOST (STARTTLS, port 587) or smtp+plain://HOST (this machine \
         alone, port 25), each perhaps with :PORT, found {0:?}"
    )]
    NotAServer(String),
    /// Letters and passwords would go over the network for all to read.
    #[error(
        "{0:?} is not this machine, and mail goes to other machines by TLS alone: smtps://{0} or smtp://{0}"
    )]
    PlainToOthers(String),
    /// The system's certificates can't be used.
    #[error("TLS to the mail server: {0}")]
    Tls(String),
}

impl FromStr for MailServer {
    type Err = MailError;

    fn from_str(text: &str) -> Result<Self, MailError> {
        let wrong = || MailError::NotAServer(text.to_owned());
        let url = Url::parse(text).map_err(|_| wrong())?;
        let (security, own_port) = match url.scheme() {
            "smtps" => (Security::Tls, 465),
            "smtp" => (Security::StartTls, 587),
            "smtp+plain" => (Security::Plain, 25),
            _ => return Err(wrong()),
        };
        let host = match url.host() {
            Some(Host::Domain(name)) => name.to_owned(),
            Some(Host::Ipv4(address)) => address.to_string(),
            Some(Host::Ipv6(address)) => address.to_string(),
            None => return Err(wrong()),
        };
        let is_host = !host.is_empty()
            && host.chars().all(|letter| letter.is_ascii_alphanumeric() || ".:-_".contains(letter));
        // A password belongs into a setting of its own, which is not shown.
        let is_alone = url.username().is_empty()
            && url.password().is_none()
            && matches!(url.path(), "" | "/")
            && url.query().is_none()
            && url.fragment().is_none();
        let port = url.port().unwrap_or(own_port);
        if !is_host || !is_alone || port == 0 {
            return Err(wrong());
        }
        if security == Security::Plain && !is_this_machine(&host) {
            return Err(MailError::PlainToOthers(host));
        }
        Ok(Self { security, host, port, login: None })
    }
}

fn is_this_machine(host: &str) -> bool {
    host == "localhost" || host.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
}

impl MailServer {
    /// The same server, to which one logs in.
    #[must_use]
    pub fn with_login(mut self, user: String, password: String) -> Self {
        self.login = Some((user, password));
        self
    }

    /// The way to it. `own` is the name by which we introduce ourselves.
    pub(super) fn transport(&self, own: &str) -> Result<Transport, MailError> {
        // The system's certificates.
        self.transport_with(own, TlsParameters::builder(self.host.clone()))
    }

    pub(super) fn transport_with(
        &self,
        own: &str,
        parameters: TlsParametersBuilder,
    ) -> Result<Transport, MailError> {
        let parameters = || parameters.build_rustls().map_err(|error| MailError::Tls(error.to_string()));
        let tls = match self.security {
            Security::Tls => Tls::Wrapper(parameters()?),
            Security::StartTls => Tls::Required(parameters()?),
            Security::Plain => Tls::None,
        };
        let builder = Transport::builder_dangerous(&self.host)
            .port(self.port)
            .tls(tls)
            .hello_name(ClientId::Domain(own.to_owned()))
            .timeout(Some(PATIENCE));
        let login = self.login.clone().map(|(user, password)| Credentials::new(user, password));
        Ok(match login {
            Some(login) => builder.credentials(login).build(),
            None => builder.build(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_scheme_says_how_the_way_is_secured() {
        let read = |text: &str| {
            let server: MailServer = text.parse().unwrap();
            (server.security, server.host, server.port)
        };
        assert_eq!(read("smtps://mail.example.org"), (Security::Tls, "mail.example.org".to_owned(), 465));
        assert_eq!(
            read("smtp://mail.example.org/"),
            (Security::StartTls, "mail.example.org".to_owned(), 587)
        );
        assert_eq!(read("smtp://192.0.2.7:2525"), (Security::StartTls, "192.0.2.7".to_owned(), 2525));
        assert_eq!(read("smtp+plain://localhost"), (Security::Plain, "localhost".to_owned(), 25));
        assert_eq!(read("smtp+plain://[::1]:1025"), (Security::Plain, "::1".to_owned(), 1025));
        assert_eq!(read("smtps://[2001:db8::1]"), (Security::Tls, "2001:db8::1".to_owned(), 465));
        for wrong in [
            "",
            "mail.example.org",
            "http://x",
            "smtp://",
            "smtp://x:0",
            "smtp://x:70000",
            "smtp://x/inbox",
            "smtp://x?tls=no",
            "smtp:x",
            "smtp://u:p@x",
            "smtp://a b",
        ] {
            assert_eq!(wrong.parse::<MailServer>(), Err(MailError::NotAServer(wrong.to_owned())));
        }
        for other in ["mail.example.org", "192.0.2.7", "localhost.example.org"] {
            let plain = format!("smtp+plain://{other}").parse::<MailServer>();
            assert_eq!(plain, Err(MailError::PlainToOthers(other.to_owned())));
        }
    }

    #[test]
    fn a_password_is_not_printed() {
        let server: MailServer = "smtps://mail.example.org".parse().unwrap();
        let shown = format!("{:?}", server.with_login("ann".to_owned(), "hunter2".to_owned()));
        assert!(!shown.contains("hunter2"), "{shown}");
    }
}
