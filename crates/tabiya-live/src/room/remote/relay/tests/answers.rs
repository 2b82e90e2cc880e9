// SPDX-License-Identifier: AGPL-3.0-or-later
//! Each command is answered once.

use tabiya_runtime::message::refused;

use super::*;

#[tokio::test]
async fn whoever_gives_more_commands_than_are_answered_hears_what_became_of_each() {
    let (site, mut owner, relay) = Site::start().await;
    let mut ann = Follower::come(&relay).await;
    let _lines = owner.lets_in(&site, 1).await;
    for id in 1..=5 {
        ann.command(id, RoomCommand::OfferDraw).await;
        owner.asked().await.reply(&Reply::Done);
    }
    assert_eq!(ann.told().await, Some(Said::Refused(Refusal::NotKnown, Some(1))));
    assert_eq!(ann.told().await, None, "four may still be answered");
    // The owner answers no more: what has not been given to it is refused at last, and has not happened.
    let most = u32::try_from(COMMANDS_WAITING).unwrap();
    for id in 6..=7 + most {
        ann.command(id, RoomCommand::OfferDraw).await;
    }
    assert_eq!(ann.told().await, Some(Said::Refused(Refusal::NotKnown, Some(2))));
    assert_eq!(ann.told().await, Some(Said::Refused(Refusal::Unavailable, Some(7 + most))));
}

/// The owner answers a command of which the relay has said that nobody knows.
#[tokio::test]
async fn an_answer_that_comes_after_all_is_not_a_second_one() {
    let (site, mut owner, relay) = Site::start().await;
    let mut ann = Follower::come(&relay).await;
    let mut lines = owner.lets_in(&site, 1).await;
    for id in 1..=6 {
        ann.command(id, RoomCommand::OfferDraw).await;
        owner.asked().await.reply(&Reply::Done);
    }
    for id in [1, 2] {
        assert_eq!(ann.told().await, Some(Said::Refused(Refusal::NotKnown, Some(id))));
    }
    let answers = |id| vec![(ann.id.0, Some(id))];
    let refusal = |id| refused(Some(site.id.into()), Some(id), None, Refusal::TooFast).into();
    tell(&mut lines, Kind::Message, answers(1), &refusal(1));
    tell(&mut lines, Kind::Message, answers(2), &site.event(1));
    tell(&mut lines, Kind::Message, answers(3), &refusal(3));
    // The event itself is new.
    assert_eq!(ann.told().await, Some(Said::Event(1, None)));
    assert_eq!(ann.told().await, Some(Said::Refused(Refusal::TooFast, Some(3))));
    assert_eq!(ann.told().await, None);
}
