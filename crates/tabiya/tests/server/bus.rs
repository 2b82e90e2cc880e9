// SPDX-License-Identifier: AGPL-3.0-or-later
//! `tabiya serve --bus`: the connection to NATS, as an operator sees it.

use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, IsCa, KeyPair};
use tabiya_store::conformance::postgres::Cluster;
use tabiya_testkit::{Guest, NatsServer, NewGame, Server, output, patiently};

use crate::nodes::until_shared;
use crate::{game_of, server_with};

/// Waits until the metrics say so.
async fn connected(server: &Server, connected: u8) {
    let line = format!("tabiya_bus_connected {connected}");
    patiently(&line, async {
        while !server.get("/metrics").await.body.lines().any(|each| each == line) {
            tokio::time::sleep(std::time::Duration::from_millis(5)).await;
        }
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_says_once_when_nats_goes_and_when_it_comes() {
    let (Some(cluster), Some(mut nats)) = (Cluster::start(), NatsServer::start()) else { return };
    let database = cluster.url(&cluster.database());
    let server = server_with(&["--database", &database, "--bus", &nats.url()]).await;
    connected(&server, 1).await;
    nats.kill();
    server.printed("the connection to NATS is lost").await;
    connected(&server, 0).await;
    assert_eq!(server.get("/healthz").await.status, 200, "games go on without NATS");
    nats.start_again();
    server.printed("the connection to NATS is back").await;
    connected(&server, 1).await;
    let log = server.log();
    let count = |words: &str| log.matches(words).count();
    let (lost, back) = (count("the connection to NATS is lost"), count("the connection to NATS is back"));
    // A machine that stands still loses it once more. The tries meanwhile, one a second or more, say nothing.
    assert!(lost == back && (1..=3).contains(&lost), "{log}");
}

/// The exit status of a server that does not start, and the sentence with which it ends.
pub(crate) async fn refused(flags: &[&str]) -> (Option<i32>, String) {
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_tabiya"));
    command.args(["serve", "--listen", "127.0.0.1:0"]).args(flags);
    let ended = output(command, "").await;
    let said = String::from_utf8(ended.stderr).expect("text");
    let error = said.lines().find(|line| line.starts_with("error: ")).unwrap_or_else(|| panic!("{said}"));
    (ended.status.code(), error.to_owned())
}

/// A new game of two people at these servers, in which each moves once.
pub(crate) async fn play(white: &Server, black: &Server) {
    let (alice, bob) = (Guest::new(white).await, Guest::new(black).await);
    let (_, mut white, mut black) = game_of(&alice, &bob, NewGame::friend().clocks(600_000, 0)).await;
    white.play("e2e4").await.accepted();
    black.follow(&white).await;
    black.play("e7e5").await.accepted();
    white.follow(&black).await;
}

/// The value of a metric, 0 where it has not appeared.
async fn metric(server: &Server, name: &str) -> u64 {
    let figures = server.get("/metrics").await.body;
    let line = figures.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
    line.map_or(0, |count| count.parse().expect("a whole number"))
}

/// Both sites use the same subjects. Neither understands the other.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn another_site_on_the_same_nats_is_said_and_counted_and_disturbs_nobody() {
    let (Some(cluster), Some(nats)) = (Cluster::start(), NatsServer::start()) else { return };
    let [ours, theirs] = [(); 2].map(|()| cluster.url(&cluster.database()));
    let node = async |url: &str, name: &str| {
        server_with(&["--database", url, "--bus", &nats.url(), "--node", name]).await
    };
    let (one, two) = (node(&ours, "one").await, node(&ours, "two").await);
    until_shared(&ours, |shares| shares == [512, 512]).await;
    let words = "Does another site use the same NATS servers?";
    for server in [&one, &two] {
        assert_eq!(metric(server, "tabiya_bus_foreign_total").await, 0);
        assert!(!server.log().contains(words), "{}", server.log());
    }
    let stranger = node(&theirs, "one").await;
    // It hears what one node asks the other.
    play(&one, &two).await;
    play(&two, &one).await;
    play(&stranger, &stranger).await;
    for server in [&one, &two, &stranger] {
        server.printed(words).await;
        assert_ne!(metric(server, "tabiya_bus_foreign_total").await, 0);
    }
    for server in [&one, &two, &stranger] {
        assert_eq!(server.log().matches(words).count(), 1, "{}", server.log());
    }
}

/// NATS has room for one node: the second one says so and does not start. After NATS was started anew one of two gets in, the other says
/// why it does not, and each plays on for its own players.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_nats_that_is_full_is_told_from_one_that_is_away() {
    let settings = tempfile::NamedTempFile::new().expect("a temporary file can be made");
    let allow = |text: &str| std::fs::write(settings.path(), text).expect("it is written");
    allow("max_connections: 1");
    let flags = ["--config", settings.path().to_str().expect("text")];
    let (Some(cluster), Some(mut nats)) = (Cluster::start(), NatsServer::start_with(&flags)) else { return };
    let (url, bus) = (cluster.url(&cluster.database()), nats.url());
    let flags = |name: &'static str| ["--database", &url, "--bus", &bus, "--node", name];
    let one = server_with(&flags("one")).await;
    let (code, said) = refused(&flags("two")).await;
    let expected = format!(
        "error: can't reach the bus at {bus}: NATS takes no more connections: raise max_connections in its settings"
    );
    assert_eq!((code, said), (Some(2), expected));
    play(&one, &one).await;

    let again = |nats: &mut NatsServer, text: &str| {
        nats.kill();
        allow(text);
        nats.start_again();
    };
    again(&mut nats, "max_connections: 10");
    connected(&one, 1).await;
    let two = server_with(&flags("two")).await;
    until_shared(&url, |shares| shares == [512, 512]).await;
    again(&mut nats, "max_connections: 1");
    let words = "NATS takes no more connections: raise max_connections in its settings; until then";
    let outside = patiently("one of them to stay outside", async {
        loop {
            if let Some(server) = [&one, &two].into_iter().find(|server| server.log().contains(words)) {
                return server;
            }
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        }
    })
    .await;
    connected(outside, 0).await;
    for server in [&one, &two] {
        play(server, server).await;
    }
    again(&mut nats, "max_connections: 10");
    for server in [&one, &two] {
        connected(server, 1).await;
    }
    play(&one, &two).await;
    assert_eq!(outside.log().matches(words).count(), 1, "{}", outside.log());

    // Messages of nodes may be longer than NATS takes.
    again(&mut nats, "max_payload: 65536");
    let words =
        "the server takes messages of 65536 bytes, and 262144 are needed: raise max_payload in its settings";
    for server in [&one, &two] {
        server.printed(words).await;
    }
    play(&one, &two).await;
    let (code, said) = refused(&flags("three")).await;
    assert_eq!((code, said), (Some(2), format!("error: can't reach the bus at {bus}: {words}")));
}

/// The certificate of NATS is of an authority of the operator's own.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nats_with_a_certificate_of_an_own_authority_is_reached_where_the_machine_trusts_it() {
    let files = tempfile::tempdir().expect("a temporary folder can be made");
    let path = |name: &str| files.path().join(name).to_str().expect("text").to_owned();
    let mut authority = CertificateParams::new(Vec::new()).expect("no names");
    authority.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    let own_key = KeyPair::generate().expect("a key can be made");
    let authority = CertifiedIssuer::self_signed(authority, own_key).expect("a certificate");
    let key = KeyPair::generate().expect("a key can be made");
    let server = CertificateParams::new(vec!["127.0.0.1".to_owned()]).expect("a name");
    let server = server.signed_by(&key, &authority).expect("a certificate");
    for (name, text) in
        [("authority", authority.pem()), ("server", server.pem()), ("key", key.serialize_pem())]
    {
        std::fs::write(path(name), text).expect("it is written");
    }
    let flags = ["--tls", "--tlscert", &path("server"), "--tlskey", &path("key")];
    let (Some(cluster), Some(nats)) = (Cluster::start(), NatsServer::start_with(&flags)) else { return };
    let (url, bus) = (cluster.url(&cluster.database()), nats.url().replace("nats://", "tls://"));
    let flags = |name: &'static str| ["--database", &url, "--bus", &bus, "--node", name];
    let (code, said) = refused(&flags("one")).await;
    assert_eq!(code, Some(2));
    let expected = format!("error: can't reach the bus at {bus}: the certificate of NATS is not accepted (");
    assert!(
        said.starts_with(&expected) && said.ends_with("this machine must trust that authority"),
        "{said}"
    );
    let authority = path("authority");
    let node = async |name| {
        let anywhere = "127.0.0.1:0".parse().expect("an address");
        let trusts = [("SSL_CERT_FILE", authority.as_str())];
        Server::start_in(&trusts, env!("CARGO_BIN_EXE_tabiya"), anywhere, &flags(name)).await
    };
    let (one, two) = (node("one").await, node("two").await);
    until_shared(&url, |shares| shares == [512, 512]).await;
    play(&one, &two).await;
    play(&two, &one).await;
}
