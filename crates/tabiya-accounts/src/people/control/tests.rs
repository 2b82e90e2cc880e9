// SPDX-License-Identifier: AGPL-3.0-or-later
//! Each door takes the operator's orders, and nobody else's.

use futures_util::future::BoxFuture;
use tabiya_game::Time;
use tabiya_runtime::config::Config;
use tabiya_runtime::timeline::Timeline;
use tabiya_store::{SqliteStore, Store};
use tempfile::TempDir;
use tokio::net::TcpStream;

use super::port::Port;
use super::socket::Socket;
use super::*;

/// A folder with a server that takes orders by one door.
async fn taking_orders<D: Door>() -> (TempDir, Arc<Operators>, Control) {
    with_others::<D>(Vec::new()).await
}

/// The same with orders of other subjects.
async fn with_others<D: Door>(others: Vec<Box<dyn OtherOrders>>) -> (TempDir, Arc<Operators>, Control) {
    let folder = TempDir::new().unwrap();
    let store = Store::new(SqliteStore::open(folder.path()).unwrap());
    let config = Config::for_tests();
    let people = People::new(&config, &store, None, Default::default(), Timeline::start()).await.unwrap();
    let accounts = Operator::of(&people, "http://here".to_owned());
    let operators = Arc::new(Operators { people, accounts, others, in_hand: InHand::default() });
    let control = control_by::<D>(folder.path(), Arc::clone(&operators)).unwrap();
    (folder, operators, control)
}

fn add(name: &str) -> Order {
    Order::Add { name: name.to_owned(), password: None, role: "player".to_owned() }
}

async fn orders_are_taken_until_the_server_is_gone<D: Door>() {
    let (folder, _, control) = taking_orders::<D>().await;
    let said = order_by::<D>(folder.path(), &add("ann")).await.unwrap().unwrap();
    assert!(said.starts_with("ann is a new player"), "{said}");
    let refused = order_by::<D>(folder.path(), &add("ann")).await.unwrap().unwrap_err();
    assert!(refused.contains("is taken"), "{refused}");
    let listed = order_by::<D>(folder.path(), &Order::List {}).await.unwrap();
    assert_eq!(listed.as_deref(), Ok("ann\tplayer"));
    let unknown = order_by::<D>(folder.path(), &"no order").await.unwrap().unwrap_err();
    assert!(unknown.contains("another version"), "{unknown}");
    drop(control);
    assert!(!folder.path().join(D::FILE).exists());
    order_by::<D>(folder.path(), &Order::List {}).await.unwrap_err();
}

#[tokio::test]
async fn orders_come_in_by_a_socket() {
    orders_are_taken_until_the_server_is_gone::<Socket>().await;
}

#[tokio::test]
async fn orders_come_in_by_a_port() {
    orders_are_taken_until_the_server_is_gone::<Port>().await;
}

#[tokio::test]
async fn a_port_answers_nobody_without_its_key() {
    let (folder, _, _control) = taking_orders::<Port>().await;
    let path = folder.path().join(Port::FILE);
    let noted = fs::read_to_string(&path).unwrap();
    let (port, key) = noted.trim().split_once(' ').unwrap();
    let port: u16 = port.parse().unwrap();
    let order = serde_json::to_string(&Order::List {}).unwrap();
    let first = key.as_bytes()[0];
    let other = format!("{}{}", if first == b'0' { '1' } else { '0' }, &key[1..]);
    let answered = async |said: String| {
        let mut stream = TcpStream::connect(("127.0.0.1", port)).await.unwrap();
        assert!(stream.peer_addr().unwrap().ip().is_loopback());
        // The server may close the connection before it has read all.
        let _ = stream.write_all(said.as_bytes()).await;
        let _ = stream.shutdown().await;
        let mut answer = String::new();
        let _ = stream.read_to_string(&mut answer).await;
        answer
    };
    for strange in [
        format!("{order}\n"),
        format!("{other}{order}\n"),
        format!("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 200\r\n\r\n{key}{order}\n"),
        key[..32].to_owned(),
    ] {
        assert_eq!(answered(strange.clone()).await, "", "{strange}");
    }
    let answer = answered(format!("{key}{order}\n")).await;
    assert!(answer.contains("\"done\":true"), "{answer}");
}

#[tokio::test]
async fn what_a_killed_server_left_is_replaced() {
    let (folder, operators, control) = taking_orders::<Port>().await;
    let path = folder.path().join(Port::FILE);
    let left = fs::read_to_string(&path).unwrap();
    drop(control);
    // A port of which no other program can get hold, and on which nobody listens.
    let held = tokio::net::TcpSocket::new_v4().unwrap();
    held.bind(([127, 0, 0, 1], 0).into()).unwrap();
    let (_, key) = left.trim().split_once(' ').unwrap();
    let left = format!("{} {key}\n", held.local_addr().unwrap().port());
    fs::write(&path, &left).unwrap();
    order_by::<Port>(folder.path(), &Order::List {}).await.unwrap_err();
    let _control = control_by::<Port>(folder.path(), operators).unwrap();
    assert_ne!(fs::read_to_string(&path).unwrap(), left);
    order_by::<Port>(folder.path(), &Order::List {}).await.unwrap().unwrap();
}

/// Orders that take an hour.
struct Slow;

impl OtherOrders for Slow {
    fn carry_out<'a>(&'a self, _: &'a str, _: Time) -> Option<BoxFuture<'a, Result<String, String>>> {
        Some(Box::pin(async {
            tokio::time::sleep(Duration::from_secs(3_600)).await;
            Ok("done".to_owned())
        }))
    }
}

#[tokio::test]
async fn an_order_that_takes_long_is_waited_for() {
    let (folder, _, _control) = with_others::<Socket>(vec![Box::new(Slow)]).await;
    tokio::time::pause();
    let said = order_by::<Socket>(folder.path(), &"slow").await;
    assert_eq!(said.unwrap().as_deref(), Ok("done"));
}

/// What comes of an order, by its text: "hang" never ends, "long" says a lot.
struct Strange {
    hanging: Arc<Semaphore>,
}

impl OtherOrders for Strange {
    fn carry_out<'a>(&'a self, order: &'a str, _: Time) -> Option<BoxFuture<'a, Result<String, String>>> {
        Some(Box::pin(async move {
            if order.contains("hang") {
                self.hanging.add_permits(1);
                return std::future::pending().await;
            }
            Ok(if order.contains("long") { "x".repeat(10_000) } else { "done".to_owned() })
        }))
    }
}

/// All places were used up, and nobody was ever answered again.
#[tokio::test]
async fn orders_that_hang_do_not_keep_others_out() {
    let hanging = Arc::new(Semaphore::new(0));
    let strange = Strange { hanging: Arc::clone(&hanging) };
    let (folder, _, _control) = with_others::<Socket>(vec![Box::new(strange)]).await;
    let mut streams = Vec::new();
    for _ in 0..AT_ONCE {
        let mut stream = Socket::connect(folder.path()).await.unwrap();
        stream.write_all(b"\"hang\"\n").await.unwrap();
        streams.push(stream);
    }
    let _ = hanging.acquire_many(AT_ONCE as u32).await.unwrap();
    tokio::time::pause();
    let said = tokio::time::timeout(PATIENCE * 10, order_by::<Socket>(folder.path(), &"next")).await;
    assert_eq!(said.expect("a place gets free").unwrap().as_deref(), Ok("done"));
}

/// The place was kept for as long as the reader liked.
#[tokio::test]
async fn an_answer_that_nobody_reads_is_given_up() {
    let strange = Strange { hanging: Arc::new(Semaphore::new(0)) };
    let (_folder, operators, _control) = with_others::<Socket>(vec![Box::new(strange)]).await;
    tokio::time::pause();
    let (mut near, far) = tokio::io::duplex(64);
    near.write_all(b"\"long\"\n").await.unwrap();
    let places = Arc::new(Semaphore::new(1));
    let place = Arc::clone(&places).acquire_owned().await.unwrap();
    let answered = tokio::time::timeout(PATIENCE * 10, answer(far, &operators, place)).await;
    answered.expect("it is given up").unwrap_err();
    assert_eq!(places.available_permits(), 1);
}

/// It said that the server gave no answer, as if nothing had been done.
#[tokio::test]
async fn whoever_loses_the_answer_hears_that_nobody_knows() {
    let folder = TempDir::new().unwrap();
    let door = Socket::open(folder.path()).unwrap();
    let server = async {
        let mut stream = door.accept().await.unwrap();
        stream.read_exact(&mut [0; b"\"order\"\n".len()]).await.unwrap();
        stream.write_all(b"{\"done\":true,").await.unwrap();
    };
    let (said, ()) = tokio::join!(order_by::<Socket>(folder.path(), &"order"), server);
    let said = said.unwrap().unwrap_err();
    assert!(said.contains("may have been carried out"), "{said}");
}

#[tokio::test]
async fn a_connection_that_says_nothing_is_closed() {
    let (folder, _, _control) = taking_orders::<Socket>().await;
    let mut silent = Socket::connect(folder.path()).await.unwrap();
    tokio::time::pause();
    let mut said = String::new();
    silent.read_to_string(&mut said).await.unwrap();
    assert_eq!(said, "");
}
