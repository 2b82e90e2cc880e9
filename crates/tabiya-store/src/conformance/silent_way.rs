// SPDX-License-Identifier: AGPL-3.0-or-later
//! A way to a PostgreSQL server that passes nothing on from some moment on, as a server that is suspended: it takes connections in,
//! and whatever is written is taken.

#![allow(clippy::unwrap_used, reason = "these are tests")]

use std::{
    io::{Read, Write},
    net::{SocketAddr, TcpListener},
    os::unix::net::UnixStream,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread::spawn,
};

use tokio::sync::mpsc::{self, UnboundedReceiver};

use super::postgres::Cluster;

/// What has happened on the way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OnTheWay {
    /// From now on nothing passes.
    Silence,
    /// A client has closed its connection.
    Closed,
}

/// The way. Its threads end with the test.
pub struct SilentWay {
    address: SocketAddr,
    news: UnboundedReceiver<OnTheWay>,
}

impl SilentWay {
    /// A way that falls silent at the first statement with these words. That statement does not arrive.
    pub fn new(cluster: &Cluster, words: &'static str) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let server = cluster.folder().join(format!(".s.PGSQL.{}", cluster.port()));
        let (tell, news) = mpsc::unbounded_channel();
        let is_silent = Arc::new(AtomicBool::new(false));
        spawn(move || {
            for client in listener.incoming() {
                let client = client.unwrap();
                let server = UnixStream::connect(&server).unwrap();
                let (mut from, mut to) = (client.try_clone().unwrap(), server.try_clone().unwrap());
                let (tell, silent) = (tell.clone(), Arc::clone(&is_silent));
                spawn(move || {
                    pass(&mut from, &mut to, |bytes| {
                        let is_first = has(bytes, words) && !silent.swap(true, Ordering::SeqCst);
                        if is_first {
                            // A test that has ended does not hear of it.
                            let _ = tell.send(OnTheWay::Silence);
                        }
                        !silent.load(Ordering::SeqCst)
                    });
                    let _ = to.shutdown(std::net::Shutdown::Both);
                    let _ = tell.send(OnTheWay::Closed);
                });
                let (mut from, mut to) = (server, client);
                let silent = Arc::clone(&is_silent);
                spawn(move || pass(&mut from, &mut to, |_| !silent.load(Ordering::SeqCst)));
            }
        });
        Self { address, news }
    }

    /// The URL of a database that leads this way.
    pub fn url(&self, database: &str) -> String {
        format!("postgres://postgres@{}/{database}?sslmode=disable", self.address)
    }

    /// Where it begins.
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// The next thing that happens there.
    pub async fn next(&mut self) -> OnTheWay {
        self.news.recv().await.unwrap()
    }
}

/// Takes all bytes, and passes on those that may pass.
fn pass(from: &mut impl Read, to: &mut impl Write, mut may_pass: impl FnMut(&[u8]) -> bool) {
    let mut bytes = [0; 65_536];
    while let Ok(count @ 1..) = from.read(&mut bytes) {
        if may_pass(&bytes[..count]) && to.write_all(&bytes[..count]).is_err() {
            return;
        }
    }
}

fn has(bytes: &[u8], words: &str) -> bool {
    bytes.windows(words.len()).any(|part| part == words.as_bytes())
}
