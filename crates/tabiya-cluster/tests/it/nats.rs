// SPDX-License-Identifier: AGPL-3.0-or-later
//! The bus over real NATS servers. Where there is no `nats-server`, each test says so and passes.

use std::net::TcpListener;
use std::time::Instant;

use bytes::Bytes;
use tabiya_cluster::bus::{Bus, NatsBus, PublishError, Received, State};
use tabiya_testkit::{NatsServer, PATIENCE, patiently};

use crate::contract::keeps_the_contract;
use crate::{heard, letter, subject};

async fn connect(url: &str) -> NatsBus {
    NatsBus::connect(&url.parse().expect("an address"), "test").await.expect("a server answers")
}

/// The sentence with which a connection is refused.
async fn refusal(url: &str) -> String {
    match NatsBus::connect(&url.parse().expect("an address"), "test").await {
        Ok(_) => panic!("{url} can't be reached"),
        Err(error) => error.to_string(),
    }
}

/// Waits until the bus is in this state.
async fn until(bus: &NatsBus, expected: State) {
    let mut state = bus.state();
    patiently("another state", state.wait_for(|state| *state == expected)).await.expect("the bus lives");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn over_one_server() {
    let Some(server) = NatsServer::start() else { return };
    keeps_the_contract(&connect(&server.url()).await, &connect(&server.url()).await).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_wrong_address_is_refused_with_a_sentence() {
    let nobody = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = nobody.local_addr().unwrap().port();
    // The system takes the connection, and nobody ever says a word.
    let said = refusal(&format!("nats://ann:s3cr3t@127.0.0.1:{port}")).await;
    let expected =
        format!("can't reach the bus at nats://127.0.0.1:{port}: no NATS server answers there; is it");
    assert!(said.starts_with(&expected), "{said}");
    drop(nobody);
    let said = refusal(&format!("nats://127.0.0.1:{port}")).await;
    assert!(said.contains("no NATS server answers there") && said.contains("start nats-server"), "{said}");
    let said = refusal("nats://no-such-host.invalid").await;
    assert!(said.contains("no computer has this name"), "{said}");

    let Some(server) = NatsServer::start_with(&["--user", "ann", "--pass", "s3cr3t"]) else { return };
    let said = refusal(&server.url()).await;
    assert!(said.contains("NATS refuses the login"), "{said}");
    let said = refusal(&format!("nats://ann:wr0ng@127.0.0.1:{}", server.port())).await;
    assert!(said.contains("NATS refuses the login") && !said.contains("wr0ng"), "{said}");
    connect(&format!("nats://ann:s3cr3t@127.0.0.1:{}", server.port())).await;
    let Some(server) = NatsServer::start_with(&["--auth", "t0ken"]) else { return };
    connect(&format!("nats://t0ken@127.0.0.1:{}", server.port())).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_connection_that_was_lost_comes_back_and_readers_learn_of_the_gap() {
    let Some(mut server) = NatsServer::start() else { return };
    let bus = connect(&server.url()).await;
    let mut all = bus.subscribe(&subject("all")).await.unwrap();
    bus.settle(PATIENCE).await.unwrap();
    bus.publish(letter("all", "before")).unwrap();
    assert_eq!(heard(&mut all).await, "before");
    for round in 0..2 {
        server.kill();
        until(&bus, State::Away).await;
        assert_eq!(bus.publish(letter("all", "lost")), Err(PublishError::Away));
        assert!(bus.request(&subject("all"), Bytes::new(), PATIENCE).await.is_err());
        server.start_again();
        until(&bus, State::Connected).await;
        assert_eq!(patiently("word of the gap", all.next()).await, Some(Received::Missed));
        bus.settle(PATIENCE).await.unwrap();
        bus.publish(letter("all", &round.to_string())).unwrap();
        assert_eq!(heard(&mut all).await, round.to_string());
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_second_server_takes_over_when_the_first_is_killed() {
    let Some([mut one, other]) = NatsServer::start_two() else { return };
    let both = format!("{},{}", one.url(), other.url());
    let (a, b, c) = (connect(&one.url()).await, connect(&other.url()).await, connect(&both).await);
    let mut heard_by_b = b.subscribe(&subject("all")).await.unwrap();
    let mut heard_by_c = c.subscribe(&subject("all")).await.unwrap();
    // Interest reaches the other server a moment after it has reached the own one.
    reaches(&a, &mut heard_by_b).await;
    one.kill();
    until(&a, State::Away).await;
    // Whichever of the two it had, it ends at the second one.
    reaches(&b, &mut heard_by_c).await;
    assert_eq!(*b.state().borrow(), State::Connected);
    one.start_again();
    until(&a, State::Connected).await;
    reaches(&a, &mut heard_by_b).await;
}

/// Publishes until one of the messages has arrived. What earlier calls left on its way is passed over.
async fn reaches(bus: &NatsBus, subscription: &mut tabiya_cluster::bus::Subscription) {
    let mark = format!("{:?}", Instant::now());
    patiently("a message by the other server", async {
        let mut again = tokio::time::interval(std::time::Duration::from_millis(50));
        loop {
            tokio::select! {
                text = heard(subscription) => if text == mark { return },
                // A message that is refused is published again.
                _ = again.tick() => {
                    let _ = bus.publish(letter("all", &mark));
                }
            }
        }
    })
    .await;
}
