// SPDX-License-Identifier: AGPL-3.0-or-later
//! What holds for every bus.

use std::time::Duration;

use bytes::Bytes;
use tabiya_cluster::bus::{
    Bus, Hub, LONGEST_PAYLOAD, Letter, MESSAGES, PublishError, Received, RequestError,
};
use tabiya_testkit::{PATIENCE, patiently};

use crate::{heard, letter, subject};

/// More than may be on the way into a queue.
const ON_THE_WAY: usize = 2_000;

#[tokio::test]
async fn inside_one_process() {
    let hub = Hub::new();
    keeps_the_contract(&hub.connect(), &hub.connect()).await;
}

/// Two nodes of one site.
pub(crate) async fn keeps_the_contract(one: &dyn Bus, other: &dyn Bus) {
    all_who_subscribe_hear_in_order(one, other).await;
    a_request_is_answered(one, other).await;
    a_request_that_nobody_hears_or_answers_ends(one, other).await;
    what_is_too_long_is_refused(one).await;
    a_slow_reader_harms_nobody_else(one, other).await;
}

async fn all_who_subscribe_hear_in_order(one: &dyn Bus, other: &dyn Bus) {
    let mut mine = one.subscribe(&subject("a.b")).await.unwrap();
    let mut theirs = other.subscribe(&subject("a.b")).await.unwrap();
    let mut second = other.subscribe(&subject("a.b")).await.unwrap();
    let mut elsewhere = other.subscribe(&subject("a.b.c")).await.unwrap();
    one.settle(PATIENCE).await.unwrap();
    other.settle(PATIENCE).await.unwrap();
    for number in 0..100 {
        one.publish(letter("a.b", &number.to_string())).unwrap();
    }
    one.publish(letter("a.b.c", "end")).unwrap();
    for subscription in [&mut mine, &mut theirs, &mut second] {
        for number in 0..100 {
            assert_eq!(heard(subscription).await, number.to_string());
        }
    }
    assert_eq!(heard(&mut elsewhere).await, "end");
}

async fn a_request_is_answered(one: &dyn Bus, other: &dyn Bus) {
    let mut requests = other.subscribe(&subject("ask")).await.unwrap();
    other.settle(PATIENCE).await.unwrap();
    let answering = async {
        loop {
            let Some(Received::Letter(request)) = requests.next().await else { continue };
            let reply = request.reply.expect("it asks for an answer");
            let payload = Bytes::from([&request.payload[..], b"!"].concat());
            other.publish(Letter { subject: reply, reply: None, payload }).unwrap();
            if request.payload == "2" {
                return;
            }
        }
    };
    let asking = async {
        for number in 0..3 {
            let answer = one.request(&subject("ask"), number.to_string().into(), PATIENCE).await;
            assert_eq!(answer.unwrap(), format!("{number}!"));
        }
    };
    patiently("answers", async { tokio::join!(answering, asking) }).await;
}

async fn a_request_that_nobody_hears_or_answers_ends(one: &dyn Bus, other: &dyn Bus) {
    let nobody = one.request(&subject("nobody"), Bytes::new(), PATIENCE).await;
    assert_eq!(nobody, Err(RequestError::NoResponders));
    let _silent = other.subscribe(&subject("silent")).await.unwrap();
    other.settle(PATIENCE).await.unwrap();
    let silent = one.request(&subject("silent"), Bytes::new(), Duration::from_millis(100)).await;
    assert_eq!(silent, Err(RequestError::TimedOut));
}

async fn what_is_too_long_is_refused(one: &dyn Bus) {
    let mut all = one.subscribe(&subject("long")).await.unwrap();
    one.settle(PATIENCE).await.unwrap();
    let long = |bytes| Letter { subject: subject("long"), reply: None, payload: vec![b'x'; bytes].into() };
    let refused = one.publish(long(LONGEST_PAYLOAD + 1));
    assert_eq!(refused, Err(PublishError::TooLong { bytes: LONGEST_PAYLOAD + 1 }));
    one.publish(long(LONGEST_PAYLOAD)).unwrap();
    assert_eq!(heard(&mut all).await.len(), LONGEST_PAYLOAD);
}

async fn a_slow_reader_harms_nobody_else(one: &dyn Bus, other: &dyn Bus) {
    let mut slow = other.subscribe(&subject("fast")).await.unwrap();
    let mut good = other.subscribe(&subject("fast")).await.unwrap();
    other.settle(PATIENCE).await.unwrap();
    for hundred in 0..MESSAGES / 100 + ON_THE_WAY / 100 + 2 {
        for number in 0..100 {
            publish_patiently(one, letter("fast", &format!("{hundred}.{number}"))).await;
        }
        for number in 0..100 {
            assert_eq!(heard(&mut good).await, format!("{hundred}.{number}"));
        }
    }
    // Either the slow one's queue was full, or more messages than may be were on their way to it.
    patiently("word of the loss", async {
        while slow.next().await.expect("it is open") != Received::Missed {}
    })
    .await;
    // What was kept is read, so there is room again.
    while slow.try_next().is_some() {}
    publish_patiently(one, letter("fast", "after")).await;
    while heard(&mut slow).await != "after" {}
}

/// Publishes as soon as there is room.
async fn publish_patiently(bus: &dyn Bus, letter: Letter) {
    patiently("room", async {
        while bus.publish(letter.clone()) == Err(PublishError::Full) {
            tokio::task::yield_now().await;
        }
    })
    .await;
}
