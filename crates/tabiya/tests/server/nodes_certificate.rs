// SPDX-License-Identifier: AGPL-3.0-or-later
//! Several nodes get one certificate from an authority, which asks another node than the one that asked for it.

use std::net::{Ipv4Addr, SocketAddr};

use tabiya_store::conformance::postgres::Cluster;
use tabiya_testkit::{Server, patiently};
use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

use crate::https::{Browser, free_port};
use crate::https_authority::{NAME, Pebble};

/// What the node says that asks the authority.
const ASKS: &str = "this node asks the authority for the certificate of all nodes";

const fn local(port: u16) -> SocketAddr {
    SocketAddr::new(std::net::IpAddr::V4(Ipv4Addr::LOCALHOST), port)
}

/// A port at which the authority asks. Its connections wait until it is known to which port they lead.
async fn way() -> (u16, watch::Sender<u16>) {
    let listener = TcpListener::bind(local(0)).await.expect("a port is free");
    let port = listener.local_addr().expect("it is bound").port();
    let (leads_to, led) = watch::channel(0);
    tokio::spawn(async move {
        while let Ok((mut from, _)) = listener.accept().await {
            let mut led = led.clone();
            tokio::spawn(async move {
                let Ok(port) = led.wait_for(|port| *port > 0).await.map(|port| *port) else { return };
                let Ok(mut to) = TcpStream::connect(local(port)).await else { return };
                // Either side may end it.
                let _ = copy_bidirectional(&mut from, &mut to).await;
            });
        }
    });
    (port, leads_to)
}

/// A node with its ports for HTTP and HTTPS.
struct Node {
    server: Server,
    http: u16,
    https: u16,
}

impl Node {
    async fn start(name: &str, database: &str, pebble: &Pebble) -> Self {
        let [http, https] = [(); 2].map(|()| free_port());
        let flags = pebble.flags(https);
        let mut flags: Vec<_> = flags.iter().map(String::as_str).collect();
        flags.extend(["--database", database, "--node", name]);
        let server = Server::start_with(env!("CARGO_BIN_EXE_tabiya"), local(http), &flags).await;
        Self { server, http, https }
    }

    fn asks(&self) -> bool {
        self.server.log().contains(ASKS)
    }

    /// Browsers that know the authority trust it.
    async fn is_trusted(&self, root: &str) {
        let browser = Browser::new(root.as_bytes(), NAME, local(self.https));
        assert!(browser.call("GET", "/healthz", "", "").await.ends_with("ok\n"));
    }
}

/// Over TLS the authority reaches the node that did not ask; or it finds nobody there, and asks by plain HTTP.
async fn the_other_node_is_asked(over_tls: bool) {
    let Some(cluster) = Cluster::start() else { return };
    let database = cluster.url(&cluster.database());
    let ((way_in, leads_to), nobody) = (way().await, free_port());
    let (http, https) = if over_tls { (nobody, way_in) } else { (way_in, nobody) };
    let Some(mut pebble) = Pebble::start(http, https).await else { return };
    let nodes = [Node::start("one", &database, &pebble).await, Node::start("two", &database, &pebble).await];
    patiently("a node to ask the authority", async {
        while !nodes.iter().any(Node::asks) {
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        }
    })
    .await;
    let asked = nodes.iter().find(|node| !node.asks()).expect("one of them asks");
    leads_to.send_replace(if over_tls { asked.https } else { asked.http });
    let root = pebble.trusted().await;
    for node in &nodes {
        node.server.printed("the certificate is there").await;
        node.is_trusted(&root).await;
    }
    assert!(!asked.asks(), "the node that was asked did not ask for a certificate");
    // The authority is gone, and so is the node that got the certificate. Another one shows it from its start on.
    pebble.stop();
    for mut node in nodes {
        assert!(!node.server.log().contains("PRIVATE KEY"), "{}", node.server.log());
        node.server.kill().await;
    }
    let three = Node::start("three", &database, &pebble).await;
    three.server.printed("is good until").await;
    three.is_trusted(&root).await;
    assert!(!three.asks());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_authority_may_ask_any_node_over_tls() {
    the_other_node_is_asked(true).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_authority_may_ask_any_node_by_plain_http() {
    the_other_node_is_asked(false).await;
}
