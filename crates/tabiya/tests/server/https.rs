// SPDX-License-Identifier: AGPL-3.0-or-later
//! HTTPS without a proxy: with a certificate that the server signs itself, and with one of the operator's.

use std::fs;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;

use futures_util::{SinkExt, StreamExt};
use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, IsCa, KeyPair};
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, ServerName};
use rustls::{ClientConfig, RootCertStore};
use serde_json::{Value, json};
use tabiya_testkit::{NewGame, Server, patiently};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;
use tokio_tungstenite::client_async;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

use crate::{hosts, server_with};

/// A browser that trusts one authority, or one certificate, and calls a server by a name.
#[derive(Clone)]
pub(crate) struct Browser {
    trusted: TlsConnector,
    name: String,
    address: SocketAddr,
}

impl Browser {
    /// `trusted` is in PEM.
    pub(crate) fn new(trusted: &[u8], name: &str, address: SocketAddr) -> Self {
        let mut roots = RootCertStore::empty();
        roots
            .add(CertificateDer::from_pem_slice(trusted).expect("a certificate in PEM"))
            .expect("a certificate in PEM");
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let config = ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions();
        let config =
            config.expect("a root that can be trusted").with_root_certificates(roots).with_no_client_auth();
        Self { trusted: TlsConnector::from(Arc::new(config)), name: name.to_owned(), address }
    }

    /// The same, which offers these protocols, the best first (RFC 7301).
    pub(crate) fn speaking(&self, protocols: &[&str]) -> Self {
        let mut config = ClientConfig::clone(self.trusted.config());
        config.alpn_protocols = protocols.iter().map(|name| name.as_bytes().to_vec()).collect();
        Self { trusted: TlsConnector::from(Arc::new(config)), ..self.clone() }
    }

    /// The handshake, or why the browser turns away.
    pub(crate) async fn connect(&self) -> Result<TlsStream<TcpStream>, String> {
        let stream = TcpStream::connect(self.address).await.map_err(|error| error.to_string())?;
        let name = ServerName::try_from(self.name.clone()).expect("a host name");
        self.trusted.connect(name, stream).await.map_err(|error| error.to_string())
    }

    pub(crate) fn origin(&self) -> String {
        format!("https://{}:{}", self.name, self.address.port())
    }

    /// The whole answer as text.
    pub(crate) async fn call(&self, method: &str, path: &str, headers: &str, body: &str) -> String {
        let mut stream = self.connect().await.expect("the server is trusted");
        let host = self.origin().replace("https://", "");
        let request = format!(
            "{method} {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n{headers}Content-Length: {}\r\n\r\n{body}",
            body.len()
        );
        stream.write_all(request.as_bytes()).await.expect("the server reads");
        let mut answer = Vec::new();
        patiently("an answer over TLS", stream.read_to_end(&mut answer)).await.expect("a whole answer");
        String::from_utf8_lossy(&answer).into_owned()
    }
}

/// Where the server says that it speaks HTTPS.
fn secure_address(server: &Server) -> SocketAddr {
    let log = server.log();
    let (_, rest) = log.rsplit_once("plays at  https://").expect("the server speaks HTTPS");
    rest.lines().next().expect("the address is printed").parse().expect("the address is printed")
}

/// A server with a certificate of its own, and a browser that trusts it.
pub(crate) async fn self_signed(flags: &[&str]) -> (Server, Browser) {
    let own = ["--https", "self-signed", "--listen-https", "127.0.0.1:0"];
    let server = server_with(&[&own[..], flags].concat()).await;
    server.printed("stop with Ctrl-C").await;
    let pem = fs::read(server.data().join("https/self-signed.pem")).expect("the certificate is there");
    let browser = Browser::new(&pem, "127.0.0.1", secure_address(&server));
    (server, browser)
}

/// A port that was free a moment ago, and is given to nobody who connects somewhere.
pub(crate) fn free_port() -> u16 {
    crate::mail::free_address().port()
}

#[tokio::test]
async fn a_certificate_of_its_own_serves_pages_games_and_sockets() {
    let (mut server, browser) = self_signed(&[]).await;

    let page = browser.call("GET", "/", "", "").await;
    assert!(page.starts_with("HTTP/1.1 200"), "{page}");
    let cookie = page.lines().find_map(|line| line.strip_prefix("set-cookie: ")).unwrap().to_owned();
    assert!(cookie.contains("; Secure"), "{cookie}");
    assert!(!page.contains("strict-transport-security"), "who can't be sure of it must be able to go back");
    let cookie = cookie.split(';').next().unwrap();
    let origin = browser.origin();
    let headers = format!("Origin: {origin}\r\nCookie: {cookie}\r\nContent-Type: application/json\r\n");
    let game = browser.call("POST", "/api/games", &headers, &NewGame::friend().body().to_string()).await;
    let (_, game) = game.split_once("\r\n\r\n").unwrap();
    let game: Value = serde_json::from_str(game).unwrap_or_else(|error| panic!("{error}: {game}"));
    let id = game["id"].as_str().unwrap();

    // A socket over TLS: the state of the game, and a move in it.
    let url = format!("wss://{}/api/socket", browser.address);
    let mut request = url.into_client_request().unwrap();
    request.headers_mut().insert("origin", origin.parse().unwrap());
    request.headers_mut().insert("cookie", cookie.parse().unwrap());
    let (mut socket, _) = client_async(request, browser.connect().await.unwrap()).await.unwrap();
    let subscribe = json!({ "type": "subscribe", "topic": format!("game:{id}") }).to_string();
    socket.send(Message::text(subscribe)).await.unwrap();
    let state = patiently("the state", async {
        loop {
            let message = socket.next().await.unwrap().unwrap();
            let Ok(text) = message.to_text() else { continue };
            if text.contains("\"type\":\"state\"") {
                return text.to_owned();
            }
        }
    });
    assert!(state.await.contains("\"you\":\"white\""));

    // Plain HTTP leads there, and to no other name.
    let here = server.address().to_string();
    let led = server.get("/game/x?side=white").await;
    assert_eq!((led.status, led.header("location")), (307, Some(&*format!("{origin}/game/x?side=white"))));
    assert_eq!(led.header("set-cookie"), None);
    for path in ["/", "/api/info"] {
        let (status, answer) = hosts::status(&server, path, "host: evil.example\r\n").await;
        assert!(status == 421 && !answer.contains("location"), "{path}: {answer}");
    }
    let sent = server.request("POST", "/api/games", &[], b"").await.unwrap();
    assert_eq!(sent.status, 400, "{}", sent.body);
    assert_eq!(server.get("/.well-known/acme-challenge/x").await.status, 404);
    assert_eq!(server.get("/healthz").await.body, "ok\n");
    let info = server.get("/api/info").await.json();
    assert_eq!(info["self_signed"], true);

    // The fingerprint is printed, and stays.
    let fingerprint = |log: &str| {
        let (_, rest) = log.rsplit_once("SHA-256 fingerprint is\n").unwrap();
        rest.lines().next().unwrap().trim().to_owned()
    };
    let first = fingerprint(&server.log());
    assert_eq!(first.len(), 95, "{first}");
    assert!(server.stop().await);
    server.restart().await;
    server.printed_times("stop with Ctrl-C", 2).await;
    assert_eq!(fingerprint(&server.log()), first);
    let doctor = tokio::process::Command::new(env!("CARGO_BIN_EXE_tabiya"))
        .args(["doctor", "--https", "self-signed", "--listen", &here, "--data"])
        .args([
            server.data().as_os_str(),
            "--listen-https".as_ref(),
            secure_address(&server).to_string().as_ref(),
        ])
        .output()
        .await
        .unwrap();
    let said = String::from_utf8_lossy(&doctor.stdout).into_owned();
    assert!(said.contains(&first), "{said}");
    assert_eq!(said.matches("which runs").count(), 2, "{said}");
}

/// An authority of one's own, and the files of a certificate that it gives.
pub(crate) struct OwnAuthority(CertifiedIssuer<'static, KeyPair>);

impl OwnAuthority {
    pub(crate) fn new() -> Self {
        let mut params = CertificateParams::default();
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        Self(
            CertifiedIssuer::self_signed(params, KeyPair::generate().expect("a key can be made"))
                .expect("a key can be made"),
        )
    }

    /// In PEM.
    pub(crate) fn pem(&self) -> String {
        self.0.pem()
    }

    pub(crate) fn give(&self, name: &str, certificate: &Path, key: &Path) {
        let pair = KeyPair::generate().expect("a key can be made");
        let params = CertificateParams::new([name.to_owned()]).expect("a name for a certificate");
        fs::write(key, pair.serialize_pem()).expect("a test's file can be written");
        fs::write(certificate, params.signed_by(&pair, &self.0).expect("a test's file can be written").pem())
            .expect("a test's file can be written");
    }
}

#[tokio::test]
async fn files_of_the_operator_are_read_again_when_they_change() {
    let folder = tempfile::tempdir().unwrap();
    let [certificate, key] = ["site.pem", "site.key"].map(|name| folder.path().join(name));
    let authority = OwnAuthority::new();
    authority.give("chess.example", &certificate, &key);
    let port = free_port();
    let listen = format!("127.0.0.1:{port}");
    let [certificate_flag, key_flag] = [&certificate, &key].map(|path| path.to_str().unwrap());
    let flags = ["--https", "Chess.example", "--tls-cert", certificate_flag, "--tls-key", key_flag];
    let server = server_with(&[&flags[..], &["--listen-https", &listen]].concat()).await;
    let root = authority.pem();
    let browser = Browser::new(root.as_bytes(), "chess.example", listen.parse().unwrap());
    let page = browser.call("GET", "/", "", "").await;
    assert!(page.starts_with("HTTP/1.1 200") && page.contains("strict-transport-security"), "{page}");
    let (status, answer) = hosts::status(&server, "/x", "host: evil.example\r\n").await;
    assert!(
        status == 308 && answer.contains(&format!("location: https://chess.example:{port}/x\r\n")),
        "{answer}"
    );

    // Files that can't be used change nothing.
    fs::write(&certificate, "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n").unwrap();
    server.printed("the certificate stays as it was").await;
    assert!(browser.connect().await.is_ok());
    // Those of another authority are in use soon; whoever knows only the first one turns away.
    let another = OwnAuthority::new();
    another.give("chess.example", &certificate, &key);
    server.printed("the certificate is there").await;
    // A browser that was here before goes on without looking at the certificate again, so others come.
    let browser = Browser::new(root.as_bytes(), "chess.example", listen.parse().unwrap());
    let turned_away = browser.connect().await.unwrap_err();
    assert!(turned_away.contains("invalid peer certificate"), "{turned_away}");
    let root = another.pem();
    let browser = Browser::new(root.as_bytes(), "chess.example", listen.parse().unwrap());
    assert!(browser.call("GET", "/healthz", "", "").await.ends_with("ok\n"));
}

#[tokio::test]
async fn an_address_begins_so_many_handshakes_and_others_go_on() {
    // This machine may begin ten times as many.
    let (server, browser) =
        self_signed(&["--max-handshakes-per-minute", "1", "--handshake-timeout", "600"]).await;
    let mut first = browser.connect().await.unwrap();
    let mut begun = 1;
    // On a slow machine one more is allowed now and then: ten in a minute.
    while browser.connect().await.is_ok() {
        begun += 1;
        assert!(begun < 100, "there is no limit");
    }
    assert!(begun >= 10, "{begun} handshakes");
    // A connection that is there goes on, and so does whoever needs no handshake.
    first.write_all(b"GET /healthz HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n\r\n").await.unwrap();
    let mut answer = Vec::new();
    patiently("an answer", first.read_to_end(&mut answer)).await.unwrap();
    assert!(answer.ends_with(b"ok\n"), "{}", String::from_utf8_lossy(&answer));
    let metrics = server.get("/metrics").await.body;
    assert!(metrics.contains("tabiya_turned_away_total{reason=\"handshakes\"}"), "{metrics}");

    let flags = ["--max-handshakes-per-minute", "1", "--unlimited-addresses", "127.0.0.0/8"];
    let (_server, browser) = self_signed(&flags).await;
    for _ in 0..20 {
        browser.connect().await.expect("nobody counts");
    }
}
