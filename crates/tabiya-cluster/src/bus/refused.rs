// SPDX-License-Identifier: AGPL-3.0-or-later
//! Why a NATS server can't be used, in words for whoever runs it.

use std::sync::{Arc, Mutex, PoisonError};

use async_nats::{Client, ConnectError, ConnectErrorKind, Server};

use super::LONGEST_PAYLOAD;

/// Why no connection could be made, in words for whoever starts the server.
pub(super) fn reason(error: &ConnectError) -> String {
    if let Some(refusal) = refusal(&error.to_string()) {
        return refusal;
    }
    let cause = std::error::Error::source(error).map(|cause| format!(" ({cause})")).unwrap_or_default();
    match error.kind() {
        ConnectErrorKind::ServerParse => format!("that is no address of a NATS server{cause}"),
        ConnectErrorKind::Dns => format!("no computer has this name{cause}"),
        ConnectErrorKind::Authentication | ConnectErrorKind::AuthorizationViolation => LOGIN.into(),
        ConnectErrorKind::TimedOut => "no NATS server answers there; is it another program's port?".into(),
        ConnectErrorKind::Tls => format!("the connection can't be encrypted{cause}"),
        ConnectErrorKind::Io => format!("no NATS server answers there{cause}; start nats-server first"),
        ConnectErrorKind::MaxReconnects => "it was tried too often".into(),
    }
}

const LOGIN: &str =
    "NATS refuses the login; user and password stand before the host, as in nats://user:password@host";

/// What a server says that is there and takes no connection; `None` for other failures. The library passes on its words.
fn refusal(said: &str) -> Option<String> {
    if said.contains("maximum connections exceeded") {
        return Some("NATS takes no more connections: raise max_connections in its settings".into());
    }
    if said.contains("authorization violation") {
        return Some(LOGIN.into());
    }
    let certificate = said.find("invalid peer certificate")?;
    let why = &said[certificate..];
    Some(format!(
        "the certificate of NATS is not accepted ({why}); if an authority of your own has signed it, this machine must trust that authority"
    ))
}

/// What to do about a server that takes only shorter messages than nodes send.
pub(super) fn too_small(client: &Client) -> Option<String> {
    let taken = client.max_payload();
    (taken < LONGEST_PAYLOAD).then(|| {
        format!(
            "the server takes messages of {taken} bytes, and {LONGEST_PAYLOAD} are needed: raise max_payload in its settings"
        )
    })
}

/// What servers said at the last try to get a lost connection back. Clones are the same.
#[derive(Clone, Default)]
pub(super) struct LastRefusal(Arc<Mutex<Option<String>>>);

impl LastRefusal {
    /// Looks at how the tries before have ended.
    pub(super) fn note(&self, servers: &[Server]) {
        let said = servers.iter().find_map(|server| refusal(server.last_error.as_deref()?));
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = said;
    }

    pub(super) fn take(&self) -> Option<String> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_server_says_that_is_there_is_told_from_one_that_is_not() {
        let full = refusal("IO error: nats: maximum connections exceeded").unwrap();
        assert!(full.contains("max_connections"), "{full}");
        let unknown = refusal("IO error: invalid peer certificate: UnknownIssuer").unwrap();
        assert!(unknown.contains("(invalid peer certificate: UnknownIssuer)"), "{unknown}");
        assert_eq!(refusal("IO error: Connection refused (os error 111)"), None);
    }
}
