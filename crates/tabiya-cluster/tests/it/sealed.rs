// SPDX-License-Identifier: AGPL-3.0-or-later
//! What strangers can do to sealed messages: nothing but lose them.

use std::sync::Arc;

use bytes::Bytes;
use proptest::prelude::*;
use tabiya_cluster::bus::{Bus, Hub, LocalBus, NatsBus};
use tabiya_cluster::bus::{Letter, PublishError, RequestError};
use tabiya_cluster::node::Sender;
use tabiya_cluster::seal::{
    Foreign, Heard, Key, KeyId, KeyRing, LONGEST_BODY, Seal, SealedBus, SealedSubscription,
};
use tabiya_store::Incarnation;
use tabiya_testkit::{NatsServer, PATIENCE, patiently};

use crate::subject;

fn sender(name: &str) -> Sender {
    Sender { node: name.parse().expect("a name"), incarnation: Incarnation(7) }
}

/// Keys whose bytes are their numbers; the first one seals.
fn ring(ids: &[u32]) -> KeyRing {
    let keys = ids.iter().map(|&id| (KeyId(id), Key::from_bytes([id as u8; Key::BYTES]))).collect();
    KeyRing::new(KeyId(ids[0]), keys).expect("different keys")
}

fn seal(name: &str, ids: &[u32]) -> Seal {
    Seal::new(&sender(name), ring(ids))
}

fn sealed(bus: &Arc<LocalBus>, name: &str, ids: &[u32]) -> (SealedBus, Arc<Seal>) {
    let seal = Arc::new(seal(name, ids));
    (SealedBus::new(Arc::clone(bus) as Arc<dyn Bus>, Arc::clone(&seal)), seal)
}

fn said(heard: Option<Heard>) -> Option<String> {
    match heard? {
        Heard::Message { body, .. } => Some(String::from_utf8(body.to_vec()).expect("text")),
        Heard::Missed => Some("missed".into()),
    }
}

fn all(subscription: &mut SealedSubscription) -> Vec<String> {
    std::iter::from_fn(|| said(subscription.try_next())).collect()
}

#[tokio::test]
async fn a_stranger_on_the_bus_can_neither_forge_nor_repeat_nor_move_a_message() {
    let hub = Hub::new();
    let (here, there) = (Arc::new(hub.connect()), Arc::new(hub.connect()));
    let stranger = hub.connect();
    let (one, _) = sealed(&here, "one", &[1]);
    let (other, _) = sealed(&there, "other", &[1]);
    let (mut a, mut b) =
        (other.subscribe(&subject("a")).await.unwrap(), other.subscribe(&subject("b")).await.unwrap());
    let mut seen = stranger.subscribe(&subject("a")).await.unwrap();
    for text in ["first", "second"] {
        one.publish(&subject("a"), text.as_bytes()).unwrap();
    }
    let mut captured = Vec::new();
    while let Some(tabiya_cluster::bus::Received::Letter(letter)) = seen.try_next() {
        assert!(!letter.payload.windows(5).any(|part| part == b"first"), "it can be read");
        captured.push(letter);
    }
    assert_eq!(captured.len(), 2);
    for letter in &captured {
        // Again, elsewhere, with another reply, cut, and with a byte more.
        stranger.publish(letter.clone()).unwrap();
        stranger.publish(Letter { subject: subject("b"), ..letter.clone() }).unwrap();
        stranger.publish(Letter { reply: Some(subject("b")), ..letter.clone() }).unwrap();
        stranger.publish(Letter { payload: letter.payload.slice(1..), ..letter.clone() }).unwrap();
        let longer = Bytes::from([&letter.payload[..], b"x"].concat());
        stranger.publish(Letter { payload: longer, ..letter.clone() }).unwrap();
    }
    let (other_site, _) = sealed(&here, "one", &[2]);
    other_site.publish(&subject("a"), b"forged").unwrap();
    one.publish(&subject("a"), b"third").unwrap();
    assert_eq!(all(&mut a), ["first", "second", "third"]);
    assert_eq!(all(&mut b), Vec::<String>::new());
}

#[tokio::test]
async fn keys_are_replaced_without_losing_a_message() {
    let hub = Hub::new();
    let (here, there) = (Arc::new(hub.connect()), Arc::new(hub.connect()));
    let (one, mine) = sealed(&here, "one", &[1]);
    let (other, theirs) = sealed(&there, "other", &[1]);
    let mut heard = other.subscribe(&subject("a")).await.unwrap();
    let mut say = |text: &str| {
        one.publish(&subject("a"), text.as_bytes()).unwrap();
        all(&mut heard)
    };
    assert_eq!(say("old"), ["old"]);
    theirs.replace_keys(ring(&[1, 2]));
    assert_eq!(say("still old"), ["still old"]);
    mine.replace_keys(ring(&[2, 1]));
    assert_eq!(say("new"), ["new"]);
    theirs.replace_keys(ring(&[2]));
    assert_eq!(say("new again"), ["new again"]);
    mine.replace_keys(ring(&[1]));
    assert_eq!(say("taken away"), Vec::<String>::new());
}

#[tokio::test]
async fn a_request_is_answered_though_strangers_answer_too() {
    let hub = Hub::new();
    let (here, there) = (Arc::new(hub.connect()), Arc::new(hub.connect()));
    let (stranger, one, other) =
        (hub.connect(), sealed(&here, "one", &[1]).0, sealed(&there, "other", &[1]).0);
    let mut requests = other.subscribe(&subject("ask")).await.unwrap();
    let answering = async {
        let Some(Heard::Message { from, reply: Some(reply), body }) = requests.next().await else { panic!() };
        assert_eq!((from, &body[..]), (sender("one"), &b"how are you"[..]));
        for forged in [&b""[..], b"well"] {
            let payload = Bytes::copy_from_slice(forged);
            stranger.publish(Letter { subject: reply.clone(), reply: None, payload }).unwrap();
        }
        other.publish(&reply, b"well, thanks").unwrap();
    };
    let target = subject("ask");
    let answered = one.request(&target, b"how are you", PATIENCE);
    let (answer, ()) = patiently("an answer", async { tokio::join!(answered, answering) }).await;
    assert_eq!(answer, Ok((sender("other"), Bytes::from_static(b"well, thanks"))));
    drop(requests);
    assert_eq!(one.request(&target, b"?", PATIENCE).await, Err(RequestError::NoResponders));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_same_over_nats() {
    let Some(server) = NatsServer::start() else { return };
    let url = server.url().parse().unwrap();
    let connect = async |name: &str| {
        let bus = NatsBus::connect(&url, name).await.expect("a server answers");
        SealedBus::new(Arc::new(bus), Arc::new(seal(name, &[1])))
    };
    let (one, other) = (connect("one").await, connect("other").await);
    let mut requests = other.subscribe(&subject("ask")).await.unwrap();
    other.settle(PATIENCE).await.unwrap();
    let answering = async {
        let Some(Heard::Message { reply: Some(reply), body, .. }) = requests.next().await else { panic!() };
        other.publish(&reply, &body).unwrap();
    };
    let asked = subject("ask");
    let (answer, ()) =
        patiently("an answer", async { tokio::join!(one.request(&asked, b"echo", PATIENCE), answering) })
            .await;
    assert_eq!(answer, Ok((sender("other"), Bytes::from_static(b"echo"))));
}

#[test]
fn a_body_is_bounded() {
    let seal = seal(&"x".repeat(32), &[1]);
    let longest = seal.seal(&subject("a"), None, &vec![0; LONGEST_BODY]).unwrap();
    assert_eq!(seal.open(&longest).unwrap().body.len(), LONGEST_BODY);
    let longer = seal.seal(&subject("a"), None, &vec![0; LONGEST_BODY + 1]);
    assert_eq!(longer, Err(PublishError::TooLong { bytes: LONGEST_BODY + 1 }));
}

proptest! {
    #[test]
    fn what_was_sealed_opens_as_it_was(body in prop::collection::vec(any::<u8>(), 0..2_000)) {
        let (mine, theirs) = (seal("one", &[1]), seal("other", &[2, 1]));
        let letter = mine.seal(&subject("a"), Some(subject("b")), &body).unwrap();
        let opened = theirs.open(&letter).unwrap();
        prop_assert_eq!((opened.from, &opened.body[..]), (sender("one"), &body[..]));
    }

    /// Beginnings that look right reach deeper than pure noise does.
    #[test]
    fn any_bytes_are_dropped_without_a_panic(
        head in prop_oneof![Just(vec![]), Just(vec![1]), Just(vec![1, 0, 0, 0, 1])],
        noise in prop::collection::vec(any::<u8>(), 0..300),
    ) {
        let payload = Bytes::from([head, noise].concat());
        let letter = Letter { subject: subject("a"), reply: None, payload };
        prop_assert!(seal("one", &[1]).open(&letter).is_err());
    }

    #[test]
    fn a_changed_bit_breaks_the_seal(
        body in prop::collection::vec(any::<u8>(), 0..100),
        place in any::<prop::sample::Index>(),
        bit in 0..8u8,
    ) {
        let (mine, theirs) = (seal("one", &[1]), seal("other", &[1]));
        let letter = mine.seal(&subject("a"), None, &body).unwrap();
        let mut payload = letter.payload.to_vec();
        let place = place.index(payload.len());
        payload[place] ^= 1 << bit;
        let refused = theirs.open(&Letter { payload: payload.into(), ..letter }).unwrap_err();
        match place {
            0 => prop_assert!(matches!(refused, Foreign::Version(_))),
            1..5 => prop_assert!(matches!(refused, Foreign::Key(_))),
            _ => prop_assert_eq!(refused, Foreign::Broken),
        }
    }
}
