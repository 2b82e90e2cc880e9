// SPDX-License-Identifier: AGPL-3.0-or-later
//! The URL of a database. It may contain a password, which is never printed.

use std::{fmt, path::PathBuf, str::FromStr, time::Duration};

use tokio_postgres::{
    Config,
    config::{Host, LoadBalanceHosts, SslMode, TargetSessionAttrs},
};

use super::hosts;

/// The timeout for connecting: of all hosts together.
const CONNECT: Duration = Duration::from_secs(5);
/// After this time without a confirmation of sent bytes the connection counts as lost.
const UNCONFIRMED: Duration = Duration::from_secs(5);

/// The address of a PostgreSQL database and the login:
/// `postgres://user:password@host:port/database?sslmode=verify-full`.
///
/// With several hosts (`postgres://user@one:5432,two:5432/database`) the server is the one among them that can be written to; of several
/// that can, the one that was promoted last.
///
/// Its text forms don't contain the password.
#[derive(Clone)]
pub struct DatabaseUrl {
    config: Config,
    tls: Tls,
}

/// Which certificates of the server are accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Tls {
    /// Any certificate: the connection is encrypted, but the server is not authenticated (`disable`, `prefer`
    /// and `require`).
    Unverified,
    /// A certificate for this host, signed by an authority in this file or of the system (`verify-full`).
    Verified { authorities: Option<PathBuf> },
}

/// A text that is not the URL of a database. The message does not contain the text, because that may contain
/// a password.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the URL of the database can't be used: {what}; it looks like postgres://user@host/database")]
pub struct DatabaseUrlError {
    what: String,
}

impl DatabaseUrlError {
    fn new(what: impl Into<String>) -> Self {
        Self { what: what.into() }
    }
}

impl DatabaseUrl {
    /// The user that it names.
    #[must_use]
    pub fn user(&self) -> Option<&str> {
        self.config.get_user()
    }

    pub(super) const fn config(&self) -> &Config {
        &self.config
    }

    pub(super) const fn tls(&self) -> &Tls {
        &self.tls
    }

    /// The same with one of its hosts alone.
    pub(super) fn only(&self, host: usize) -> Self {
        Self { config: hosts::only(&self.config, host), tls: self.tls.clone() }
    }
}

impl FromStr for DatabaseUrl {
    type Err = DatabaseUrlError;

    fn from_str(text: &str) -> Result<Self, DatabaseUrlError> {
        if !["postgres://", "postgresql://"].iter().any(|scheme| text.starts_with(scheme)) {
            return Err(DatabaseUrlError::new("it does not begin with postgres://"));
        }
        let (address, query) = text.split_once('?').unwrap_or((text, ""));
        let mut kept = Vec::new();
        let (mut mode, mut authorities) = (None, None);
        for pair in query.split('&').filter(|pair| !pair.is_empty()) {
            match pair.split_once('=') {
                // The library does not know all options of PostgreSQL's own tools.
                Some(("sslmode", value)) => mode = Some(value),
                Some(("sslrootcert", value)) => authorities = Some(unescape(value)?),
                _ => kept.push(pair),
            }
        }
        let rest = format!("{address}?{}", kept.join("&"));
        let mut config = Config::from_str(rest.trim_end_matches('?'))
            .map_err(|_| DatabaseUrlError::new("a part of it or an option has no meaning"))?;
        let authorities = authorities.filter(|path| path != "system").map(PathBuf::from);
        let (mode, tls) = match mode {
            Some("disable") => (SslMode::Disable, Tls::Unverified),
            None | Some("prefer") => (SslMode::Prefer, Tls::Unverified),
            Some("require") => (SslMode::Require, Tls::Unverified),
            Some("verify-full") => (SslMode::Require, Tls::Verified { authorities }),
            Some(_) => {
                return Err(DatabaseUrlError::new("sslmode is disable, prefer, require or verify-full"));
            }
        };
        if config.get_hosts().is_empty() {
            return Err(DatabaseUrlError::new("it names no host"));
        }
        let hosts = u32::try_from(config.get_hosts().len()).unwrap_or(u32::MAX);
        let mut patience = CONNECT;
        if hosts > 1 {
            follow_the_primary(&mut config);
            // If one machine is dead and the standby is not yet promoted, both are soon asked again.
            patience /= hosts + 1;
        }
        config.ssl_mode(mode).connect_timeout(patience).tcp_user_timeout(UNCONFIRMED).keepalives(true);
        config.keepalives_idle(UNCONFIRMED).keepalives_interval(UNCONFIRMED).keepalives_retries(2);
        if config.get_application_name().is_none() {
            config.application_name("tabiya");
        }
        Ok(Self { config, tls })
    }
}

/// Takes the host that can be written to. An option in the URL decides otherwise. A host's addresses are tried in any order, so that one
/// that takes connections and never answers is not the first each time.
fn follow_the_primary(config: &mut Config) {
    if config.get_target_session_attrs() == TargetSessionAttrs::Any {
        config.target_session_attrs(TargetSessionAttrs::ReadWrite);
    }
    config.load_balance_hosts(LoadBalanceHosts::Random);
}

/// A value with percent-encoding (`%20`) decoded.
fn unescape(value: &str) -> Result<String, DatabaseUrlError> {
    let wrong = || DatabaseUrlError::new("sslrootcert is no path");
    let mut bytes = Vec::new();
    let mut rest = value.bytes();
    while let Some(byte) = rest.next() {
        if byte != b'%' {
            bytes.push(byte);
            continue;
        }
        let digits = [rest.next().ok_or_else(wrong)?, rest.next().ok_or_else(wrong)?];
        let digits = std::str::from_utf8(&digits).map_err(|_| wrong())?;
        bytes.push(u8::from_str_radix(digits, 16).map_err(|_| wrong())?);
    }
    String::from_utf8(bytes).map_err(|_| wrong())
}

impl fmt::Display for DatabaseUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("postgres://")?;
        if let Some(user) = self.config.get_user() {
            write!(f, "{user}@")?;
        }
        for (place, host) in self.config.get_hosts().iter().enumerate() {
            let comma = if place > 0 { "," } else { "" };
            match host {
                Host::Tcp(name) => write!(f, "{comma}{name}")?,
                #[cfg(unix)]
                Host::Unix(path) => write!(f, "{comma}{}", path.display())?,
            }
            if let Some(port) = self.config.get_ports().get(place) {
                write!(f, ":{port}")?;
            }
        }
        write!(f, "/{}", self.config.get_dbname().unwrap_or_default())
    }
}

impl fmt::Debug for DatabaseUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "DatabaseUrl({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neither_the_url_nor_an_error_shows_the_password() {
        let secret = "s3cr3t";
        let good: DatabaseUrl = format!("postgres://ann:{secret}@db.example:5433/games").parse().unwrap();
        assert_eq!(good.to_string(), "postgres://ann@db.example:5433/games");
        assert!(!format!("{good:?}{good}").contains(secret));
        for bad in [
            format!("ann:{secret}@db.example/games"),
            format!("postgres://ann:{secret}@db.example/games?sslmode={secret}"),
            format!("postgres://ann:{secret}@db.example/games?{secret}={secret}"),
            format!("postgres://ann:{secret}@db.example:{secret}/games"),
            format!("postgres://ann:{secret}@:x%ZZ/games"),
        ] {
            let error = bad.parse::<DatabaseUrl>().unwrap_err();
            assert!(!format!("{error:?}{error}").contains(secret), "{error}");
        }
    }

    #[test]
    fn of_several_hosts_the_one_that_can_be_written_to_is_wanted_and_a_dead_one_leaves_time_for_the_others() {
        let parse = |hosts: &str| format!("postgres://ann@{hosts}/games").parse::<DatabaseUrl>().unwrap();
        let (one, three) = (parse("a"), parse("a:5432,b:5433,c"));
        assert_eq!(one.config.get_target_session_attrs(), TargetSessionAttrs::Any);
        assert_eq!(three.config.get_target_session_attrs(), TargetSessionAttrs::ReadWrite);
        assert!(*three.config.get_connect_timeout().unwrap() * 3 < CONNECT);
    }

    /// The system asked a second time after 75 seconds only.
    #[test]
    fn a_machine_that_dies_while_it_owes_an_answer_is_soon_noticed() {
        let url: DatabaseUrl = "postgres://ann@db.example/games".parse().unwrap();
        for config in hosts::each(&url.config).iter().chain([&url.config]) {
            let asks = (config.get_keepalives_idle(), config.get_keepalives_interval());
            assert_eq!(asks, (UNCONFIRMED, Some(UNCONFIRMED)));
        }
    }

    #[test]
    fn the_modes_of_tls_are_those_of_postgresql() {
        let parse = |query: &str| format!("postgres://ann@db.example/games?{query}").parse::<DatabaseUrl>();
        let cases = [
            ("", SslMode::Prefer, Tls::Unverified),
            ("sslmode=disable", SslMode::Disable, Tls::Unverified),
            ("sslmode=require", SslMode::Require, Tls::Unverified),
            ("sslmode=verify-full", SslMode::Require, Tls::Verified { authorities: None }),
            (
                "sslrootcert=/etc/a%20b.pem&sslmode=verify-full&application_name=x",
                SslMode::Require,
                Tls::Verified { authorities: Some("/etc/a b.pem".into()) },
            ),
        ];
        for (query, mode, tls) in cases {
            let url = parse(query).unwrap();
            assert_eq!((url.config.get_ssl_mode(), &url.tls), (mode, &tls), "{query}");
        }
        assert!(parse("sslmode=verify-ca").unwrap_err().to_string().contains("verify-full"));
    }
}
