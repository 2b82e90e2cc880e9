// SPDX-License-Identifier: AGPL-3.0-or-later
//! A TCP connection between two programs that can be cut, or slow.
//!
//! While it is cut, everything waits, as packets do that are sent again and again: nobody is told, and when the link is whole again
//! what waited arrives. While it is slow, each packet arrives so much later.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{mpsc, watch};
use tokio::task::{AbortHandle, JoinSet};
use tokio::time::{Instant, sleep_until};

/// Packets of one direction that may be under way.
const UNDER_WAY: usize = 64;

/// What a link lets through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cut {
    /// Everything.
    Whole,
    /// Nothing.
    Both,
    /// Nothing of what the program says that has connected.
    There,
    /// Nothing of what it is told.
    Back,
}

impl Cut {
    fn stops(self, way: Self) -> bool {
        self == Self::Both || self == way
    }
}

/// Listens on a port of this machine, and passes on what comes.
#[derive(Debug)]
pub(super) struct Link {
    address: SocketAddr,
    cut: watch::Sender<Cut>,
    meters: Arc<Meters>,
    task: AbortHandle,
}

/// What all connections of a link share.
#[derive(Debug, Default)]
struct Meters {
    /// Bytes that were passed on, both ways.
    passed: AtomicU64,
    /// Milliseconds that each packet is under way.
    delay: AtomicU64,
}

impl Link {
    /// A link to this address.
    pub(super) async fn to(target: SocketAddr) -> Self {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.expect("some port is free");
        let address = listener.local_addr().expect("a bound socket has an address");
        let (cut, watched) = watch::channel(Cut::Whole);
        let meters = Arc::default();
        let task = tokio::spawn(accept(listener, target, watched, Arc::clone(&meters))).abort_handle();
        Self { address, cut, meters, task }
    }

    /// Where it listens.
    pub(super) const fn address(&self) -> SocketAddr {
        self.address
    }

    /// How many bytes it has passed on, both ways.
    pub(super) fn bytes(&self) -> u64 {
        self.meters.passed.load(Ordering::Relaxed)
    }

    /// From now on each packet is so long under way, in either direction.
    pub(super) fn set_delay(&self, delay: Duration) {
        let ms = u64::try_from(delay.as_millis()).expect("a short time");
        self.meters.delay.store(ms, Ordering::Relaxed);
    }

    /// Cuts it, or makes it whole.
    pub(super) fn set_cut(&self, cut: Cut) {
        self.cut.send_replace(cut);
    }
}

impl Drop for Link {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn accept(listener: TcpListener, target: SocketAddr, cut: watch::Receiver<Cut>, meters: Arc<Meters>) {
    let mut connections = JoinSet::new();
    while let Ok((near, _)) = listener.accept().await {
        let (mut watched, meters) = (cut.clone(), Arc::clone(&meters));
        connections.spawn(async move {
            // Programs connect by packets that go both ways. The link is gone with its sender, and this task with it.
            let _ = watched.wait_for(|cut| *cut == Cut::Whole).await;
            // Whoever calls sees the end of the connection, as where nobody listens.
            let Ok(far) = TcpStream::connect(target).await else { return };
            for stream in [&near, &far] {
                stream.set_nodelay(true).expect("a fresh socket takes options");
            }
            let (near, far) = (near.into_split(), far.into_split());
            tokio::join!(
                pass_on((near.0, far.1), (watched.clone(), Cut::There), &meters),
                pass_on((far.0, near.1), (watched, Cut::Back), &meters)
            );
        });
        while connections.try_join_next().is_some() {}
    }
}

async fn pass_on(
    (mut from, mut to): (OwnedReadHalf, OwnedWriteHalf),
    (mut cut, way): (watch::Receiver<Cut>, Cut),
    meters: &Meters,
) {
    let (queue, mut under_way) = mpsc::channel(UNDER_WAY);
    // The end of the connection travels as an empty packet.
    let read = async {
        loop {
            let mut bytes = vec![0; 16 * 1024];
            let read = tokio::select! {
                read = from.read(&mut bytes) => read.unwrap_or(0),
                () = queue.closed() => return,
            };
            bytes.truncate(read);
            let arrives = Instant::now() + Duration::from_millis(meters.delay.load(Ordering::Relaxed));
            if queue.send((arrives, bytes)).await.is_err() || read == 0 {
                return;
            }
        }
    };
    let write = async move {
        while let Some((arrives, bytes)) = under_way.recv().await {
            sleep_until(arrives).await;
            // As above.
            let _ = cut.wait_for(|cut| !cut.stops(way)).await;
            if bytes.is_empty() || to.write_all(&bytes).await.is_err() {
                return;
            }
            meters.passed.fetch_add(bytes.len() as u64, Ordering::Relaxed);
        }
    };
    tokio::join!(read, write);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn what_is_sent_over_a_cut_link_arrives_when_it_is_whole() {
        let target = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
        let link = Link::to(target.local_addr().unwrap()).await;
        let mut near = TcpStream::connect(link.address()).await.unwrap();
        let (mut far, _) = target.accept().await.unwrap();
        let mut heard = [0; 3];
        near.write_all(b"one").await.unwrap();
        far.read_exact(&mut heard).await.unwrap();
        link.set_cut(Cut::Both);
        near.write_all(b"two").await.unwrap();
        let mut late = TcpStream::connect(link.address()).await.unwrap();
        late.write_all(b"new").await.unwrap();
        // Whatever passes on now has had its turns by then.
        for _ in 0..100 {
            tokio::task::yield_now().await;
        }
        assert!(far.try_read(&mut heard).is_err(), "nothing comes through a cut");
        link.set_cut(Cut::Whole);
        far.read_exact(&mut heard).await.unwrap();
        assert_eq!(&heard, b"two");
        let (mut new, _) = target.accept().await.unwrap();
        new.read_exact(&mut heard).await.unwrap();
        assert_eq!(&heard, b"new");
        link.set_cut(Cut::Back);
        near.write_all(b"say").await.unwrap();
        far.read_exact(&mut heard).await.unwrap();
        far.write_all(b"ans").await.unwrap();
        for _ in 0..100 {
            tokio::task::yield_now().await;
        }
        assert!(near.try_read(&mut heard).is_err(), "one way is cut");
        link.set_cut(Cut::Whole);
        near.read_exact(&mut heard).await.unwrap();
        assert_eq!(&heard, b"ans");
    }

    #[tokio::test]
    async fn over_a_slow_link_everything_arrives_later_and_in_order() {
        let target = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
        let link = Link::to(target.local_addr().unwrap()).await;
        let mut near = TcpStream::connect(link.address()).await.unwrap();
        let (mut far, _) = target.accept().await.unwrap();
        let delay = Duration::from_millis(50);
        link.set_delay(delay);
        let mut heard = [0; 3];
        let began = Instant::now();
        near.write_all(b"ask").await.unwrap();
        far.read_exact(&mut heard).await.unwrap();
        assert!(&heard == b"ask" && began.elapsed() >= delay);
        far.write_all(b"ans").await.unwrap();
        near.read_exact(&mut heard).await.unwrap();
        assert!(&heard == b"ans" && began.elapsed() >= 2 * delay);
        near.write_all(b"slow").await.unwrap();
        // It must be under way before the link is fast again.
        for _ in 0..100 {
            tokio::task::yield_now().await;
        }
        link.set_delay(Duration::ZERO);
        near.write_all(b"fast").await.unwrap();
        let mut both = [0; 8];
        far.read_exact(&mut both).await.unwrap();
        assert_eq!(&both, b"slowfast");
    }
}
