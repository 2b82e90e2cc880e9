// SPDX-License-Identifier: AGPL-3.0-or-later
//! What a client is told, in which order, and what an overflow leaves.

use tabiya_protocol::Topic;

use super::*;

/// A message that says this number.
fn number(number: usize) -> SharedMessage {
    ServerMessage::Connection(ConnectionMessage::Pong {
        topic: Some(Topic::Me),
        seq: u64::try_from(number).ok(),
    })
    .into()
}

fn said(message: &SharedMessage) -> String {
    match **message {
        ServerMessage::Connection(ConnectionMessage::Pong { seq: Some(number), .. }) => number.to_string(),
        _ => panic!("it has no number"),
    }
}

/// What comes next, in words.
fn next(outbox: &mut Outbox) -> Option<String> {
    Some(match outbox.try_next()? {
        Outgoing::Message { body: Body::Message { message, .. }, .. } => said(&message),
        Outgoing::Message { body, .. } => body.messages().map(|part| said(&part)).collect(),
        Outgoing::Missed(_) => "missed".to_owned(),
        Outgoing::Dismissed => "dismissed".to_owned(),
        Outgoing::Ended(_) => "ended".to_owned(),
    })
}

fn told(outbox: &mut Outbox) -> Vec<String> {
    std::iter::from_fn(|| next(outbox)).take(100).collect()
}

#[test]
fn messages_come_in_their_order_and_then_the_end() {
    let mut outbox = Outbox::default();
    let sender = outbox.subscribe();
    for each in 0..3 {
        sender.send(number(each)).unwrap();
    }
    let id = sender.id();
    drop(sender);
    assert_eq!(
        [next(&mut outbox), next(&mut outbox), next(&mut outbox)].map(Option::unwrap),
        ["0", "1", "2"]
    );
    assert_eq!(next(&mut outbox).unwrap(), "ended");
    outbox.unsubscribe(id);
    assert_eq!(next(&mut outbox), None);
}

#[test]
fn a_reader_who_is_too_slow_hears_the_latest_state_and_that_it_missed_something_and_nothing_old() {
    let mut outbox = Outbox::default();
    let (sender, other) = (outbox.subscribe(), outbox.subscribe());
    other.send(number(99)).unwrap();
    // It may stand in no other message.
    sender.send_latest(number(98), None);
    for each in 0..OUTBOX {
        sender.send(number(each)).unwrap();
    }
    assert_eq!(sender.send(number(OUTBOX)), Err(Overflow));
    assert_eq!(sender.send(number(OUTBOX + 1)), Err(Overflow));
    assert!(!outbox.is_empty_for(sender.id()));
    assert_eq!(told(&mut outbox), ["99", "98", "missed"], "one topic does not throw another's messages away");
    assert!(outbox.is_empty_for(sender.id()));
    sender.catch_up();
    sender.send(number(7)).unwrap();
    assert_eq!(told(&mut outbox), ["7"]);
}

/// On a slow line the state of a topic is another one whenever the client has read it.
#[test]
fn a_state_that_always_changes_keeps_no_client_from_hearing_that_it_has_missed_something() {
    let mut outbox = Outbox::default();
    let sender = outbox.subscribe();
    while sender.send(number(1)).is_ok() {}
    sender.send_latest(number(2), None);
    assert_eq!(next(&mut outbox).unwrap(), "missed");
    sender.send_latest(number(3), None);
    sender.catch_up();
    // The topic says this later, so nothing older may come behind it.
    sender.send(Body::Everything(number(4))).unwrap();
    sender.send_latest(number(5), None);
    assert_eq!(told(&mut outbox), ["3", "4", "5"]);
}

#[test]
fn a_state_that_waits_before_everything_survives_the_next_overflow() {
    let mut outbox = Outbox::default();
    let sender = outbox.subscribe();
    sender.send_latest(number(2), None);
    sender.send(Body::Everything(number(3))).unwrap();
    while sender.send(number(4)).is_ok() {}
    assert_eq!(told(&mut outbox), ["2", "missed"]);
    assert!(outbox.is_empty_for(sender.id()));
}

#[test]
fn a_state_that_always_changes_keeps_no_other_topic_from_being_heard() {
    let mut outbox = Outbox::default();
    let (changes, ends, overflows) = (outbox.subscribe(), outbox.subscribe(), outbox.subscribe());
    while overflows.send(number(1)).is_ok() {}
    drop(ends);
    let mut heard = Vec::new();
    for _ in 0..6 {
        changes.send_latest(number(2), None);
        heard.push(next(&mut outbox).unwrap());
    }
    assert_eq!(heard, ["2", "ended", "missed", "2", "ended", "2"]);
}

#[test]
fn who_is_let_go_after_an_overflow_hears_both() {
    let mut outbox = Outbox::default();
    let sender = outbox.subscribe();
    while sender.send(number(1)).is_ok() {}
    drop(sender);
    assert_eq!([next(&mut outbox).unwrap(), next(&mut outbox).unwrap()], ["missed", "ended"]);
}

#[test]
fn of_some_messages_only_the_latest_is_told_and_none_overflows() {
    let mut outbox = Outbox::default();
    let sender = outbox.subscribe();
    for each in 0..10 * OUTBOX {
        sender.send_latest(number(each), None);
    }
    sender.send(number(1)).unwrap();
    assert_eq!(told(&mut outbox), ["1".to_owned(), (10 * OUTBOX - 1).to_string()]);
}

#[test]
fn all_subscriptions_together_are_bounded_but_one_message_of_each_topic_always_fits() {
    let mut outbox = Outbox::default();
    let many: Vec<_> = (0..5).map(|_| outbox.subscribe()).collect();
    for sender in &many[..4] {
        (0..OUTBOX).for_each(|each| sender.send(number(each)).unwrap());
    }
    many[4].send(number(0)).unwrap();
    assert_eq!(many[4].send(number(1)), Err(Overflow));
    let told: Vec<_> = std::iter::from_fn(|| next(&mut outbox)).collect();
    assert_eq!((told.len(), told.last().map(String::as_str)), (MOST_IN_ALL + 1, Some("missed")));
}

#[tokio::test]
async fn the_answer_to_a_command_is_waited_for() {
    let mut outbox = Outbox::default();
    let sender = outbox.subscribe();
    let refusal = Refusal::ChatTooFast;
    let refused = crate::message::refused(None, Some(8), None, refusal.clone());
    let answering = |id, message: SharedMessage| Body::Message { message, answers: Some(id) };
    sender.send(number(1)).unwrap();
    sender.send(answering(6, number(2))).unwrap();
    sender.send(answering(7, number(3))).unwrap();
    sender.send(answering(8, refused.into())).unwrap();
    let Answer::Done(done) = outbox.answer(7).await else { panic!("it was carried out") };
    assert_eq!(said(&done), "3");
    assert!(matches!(outbox.answer(8).await, Answer::Refused { refusal: found, .. } if found == refusal));
    drop(sender);
    assert!(matches!(outbox.answer(9).await, Answer::Gone));
}

#[test]
fn nothing_is_told_after_unsubscribing() {
    let mut outbox = Outbox::default();
    let sender = outbox.subscribe();
    sender.send(number(1)).unwrap();
    sender.send_latest(number(2), None);
    outbox.unsubscribe(sender.id());
    sender.send(number(3)).unwrap();
    drop(sender);
    assert_eq!(told(&mut outbox), Vec::<String>::new());
}

#[tokio::test]
async fn a_reader_that_waits_is_woken() {
    let mut outbox = Outbox::default();
    let sender = outbox.subscribe();
    let reader = tokio::spawn(async move {
        outbox.next().await;
        matches!(outbox.next().await, Outgoing::Ended(_))
    });
    tokio::task::yield_now().await;
    sender.send(number(1)).unwrap();
    tokio::task::yield_now().await;
    drop(sender);
    assert!(reader.await.unwrap());
}

#[test]
fn who_is_dismissed_hears_nothing_more() {
    let mut outbox = Outbox::default();
    let sender = outbox.subscribe();
    sender.send(number(1)).unwrap();
    let dismisser = outbox.dismisser();
    assert_eq!((next(&mut outbox).as_deref(), outbox.is_dismissed()), (Some("1"), false));
    sender.send(number(2)).unwrap();
    dismisser.dismiss();
    for _ in 0..2 {
        assert_eq!((next(&mut outbox).as_deref(), outbox.is_dismissed()), (Some("dismissed"), true));
    }
}
