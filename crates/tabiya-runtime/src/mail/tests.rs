// SPDX-License-Identifier: AGPL-3.0-or-later
//! Letters over real sockets, to a small mail server in this process.

use std::sync::Arc;
use std::time::Duration;

use lettre::transport::smtp::client::{Certificate, CertificateStore, TlsParameters};
use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, IsCa, KeyPair};
use rustls::ServerConfig;
use rustls::pki_types::PrivateKeyDer;
use tabiya_testkit::{MailServer as TestServer, Secured};
use tokio_rustls::TlsAcceptor;

use super::letter::{Letter, Letterhead};
use super::{MOST_WAITING, Mailer, PAUSES};

/// A certificate of `localhost`, and of the authority that has signed it.
struct Certificates {
    authority: String,
    acceptor: TlsAcceptor,
}

fn certificates() -> Certificates {
    let mut params = CertificateParams::default();
    params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    let authority = CertifiedIssuer::self_signed(params, KeyPair::generate().unwrap()).unwrap();
    let key = KeyPair::generate().unwrap();
    let params = CertificateParams::new(vec!["localhost".to_owned()]).unwrap();
    let own = params.signed_by(&key, &authority).unwrap();
    let key = PrivateKeyDer::try_from(key.serialize_der()).unwrap();
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ServerConfig::builder_with_provider(provider).with_safe_default_protocol_versions().unwrap();
    let config = config.with_no_client_auth().with_single_cert(vec![own.der().clone()], key).unwrap();
    Certificates { authority: authority.pem(), acceptor: TlsAcceptor::from(Arc::new(config)) }
}

/// A mailer that trusts this authority alone, and doesn't wait long between attempts.
fn mailer(server: &str, authority: Option<&str>) -> Mailer {
    let server: super::MailServer = server.parse().unwrap();
    let server = server.with_login("tabiya".to_owned(), "secret".to_owned());
    let mut parameters =
        TlsParameters::builder("localhost".to_owned()).certificate_store(CertificateStore::None);
    if let Some(authority) = authority {
        parameters = parameters.add_root_certificate(Certificate::from_pem(authority.as_bytes()).unwrap());
    }
    let transport = server.transport_with("chess.test", parameters).unwrap();
    let from = "Schäch club <chess@chess.test>".parse().unwrap();
    Mailer::over(transport, from, "chess.test", [Duration::from_millis(10); PAUSES.len()])
}

fn letter(to: &str) -> Letter {
    Letterhead { site: "Café Tabiya", origin: "https://chess.test" }.confirm(to, "Ann", "abc123")
}

#[tokio::test]
async fn a_letter_arrives_by_tls_and_by_starttls() {
    let Certificates { authority, acceptor } = certificates();
    for (scheme, secured) in
        [("smtps", Secured::FromTheStart(acceptor.clone())), ("smtp", Secured::ByStartTls(acceptor))]
    {
        let server = TestServer::start(secured).await;
        let mailer = mailer(&format!("{scheme}://localhost:{}", server.port()), Some(&authority));
        assert!(mailer.send(letter("ann@example.org")));
        let received = server.letter(0).await;
        assert_eq!(
            (received.to.as_str(), received.secured, received.logged_in),
            ("ann@example.org", true, true)
        );
        assert_eq!(received.token("https://chess.test/confirm"), "abc123");
        assert!(received.text.contains("Auto-Submitted: auto-generated"), "{}", received.text);
        assert!(received.text.contains("\r\nCafé Tabiya\r\n"), "{}", received.text);
    }
}

/// Neither the password nor a letter goes over a line that anybody can read.
#[tokio::test]
async fn without_starttls_and_with_a_strangers_certificate_nothing_is_sent() {
    let Certificates { authority, acceptor } = certificates();
    let plain = TestServer::start(Secured::Not).await;
    let to_plain = mailer(&format!("smtp://localhost:{}", plain.port()), Some(&authority));
    let strange = TestServer::start(Secured::ByStartTls(acceptor.clone())).await;
    let to_strange = mailer(&format!("smtp://localhost:{}", strange.port()), None);
    let wrapped = TestServer::start(Secured::FromTheStart(acceptor)).await;
    let to_wrapped = mailer(&format!("smtps://localhost:{}", wrapped.port()), None);
    for mailer in [&to_plain, &to_strange, &to_wrapped] {
        // The same as `send`, but it ends when the last attempt has failed.
        mailer.0.deliver(&letter("ann@example.org")).await;
    }
    for server in [&plain, &strange, &wrapped] {
        assert_eq!((server.letters(), server.attempts()), (vec![], 0));
    }
}

#[tokio::test]
async fn a_letter_that_is_not_taken_now_is_sent_again_until_it_is_worth_nothing() {
    let server = TestServer::start(Secured::Not).await;
    let mailer = mailer(&format!("smtp+plain://localhost:{}", server.port()), None);
    server.refuse(2);
    mailer.send(letter("ann@example.org"));
    assert_eq!(server.letter(0).await.to, "ann@example.org");
    assert_eq!(server.attempts(), 3);

    server.refuse(usize::MAX);
    mailer.0.deliver(&letter("bob@example.org")).await;
    assert_eq!(server.attempts(), 3 + 1 + PAUSES.len(), "it gives up in the end");
    let old = Letter { good_for: Duration::ZERO, ..letter("bob@example.org") };
    mailer.0.deliver(&old).await;
    assert_eq!(server.attempts(), 3 + 1 + PAUSES.len() + 1, "a link that has ended is not sent again");
    assert_eq!(server.letters().len(), 1);
}

#[tokio::test]
async fn letters_beyond_the_bound_are_not_taken() {
    // Nothing is ever sent: whoever listens there says nothing.
    let silent = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = silent.local_addr().unwrap().port();
    let mailer = mailer(&format!("smtp+plain://localhost:{port}"), None);
    for _ in 0..MOST_WAITING {
        assert!(mailer.send(letter("ann@example.org")));
    }
    assert!(!mailer.send(letter("ann@example.org")));
}
