// SPDX-License-Identifier: AGPL-3.0-or-later
//! Who may follow a private game, as the owner and the relay know it.

use super::*;

#[tokio::test]
async fn a_newcomer_who_may_not_follow_the_game_is_refused_alone() {
    let (site, mut owner, relay) = Site::start().await;
    let mut ann = Follower::come(&relay).await;
    let mut lines = owner.lets_in(&site, 1).await;
    let mut eve = Follower::come(&relay).await;
    owner.asked().await.reply(&Reply::NoSuchGame);
    // The game can't be read here. Let go at once, she would come again at once.
    assert_eq!(eve.told().await, None);
    sleep(Duration::from_secs(1)).await;
    assert_eq!(eve.told().await, Some(Said::Ended));
    tell(&mut lines, Kind::Message, ann.reads(), &site.event(1));
    assert_eq!(ann.told().await, Some(Said::Event(1, None)));
    // Nobody is coming any more, so the last one may go.
    relay.disconnect(ann.id, Departure::Left).await;
    assert!(matches!(owner.asked().await.does().2, ClientDoes::Go { .. }));
}

/// Else whoever has taken the seat would be told, on the next visit, that there is no such game.
#[tokio::test]
async fn who_sits_there_is_read_again_if_it_could_not_be_read() {
    let (site, mut owner, relay) = Site::start().await;
    let ann = Follower::come(&relay).await;
    let mut lines = owner.lets_in(&site, 1).await;
    let event = GameEvent::Joined { color: Color::Black, player: view::player(&site.game, Color::Black) };
    let (topic, situation) = (site.id.into(), Box::new(view::situation(&site.game, Time(0))));
    let joined = GameMessage::Event { topic, seq: 1, id: None, event, situation };
    tell(&mut lines, Kind::Message, ann.reads(), &ServerMessage::Game(joined).into());
    owner.is_asked_nothing().await;
    let bob = Identity::guest(player(3));
    assert!(!relay.admits(Some(&bob)));
    let seats = Seats::new(player(1), Color::White, Seat::Player(bob.player));
    let terms = Terms::new(Position::start(), None, seats).unwrap().private().unwrap();
    let (_, created) = Game::create(terms, Time(0));
    let log = &site.rooms.shared().ports.log;
    with_clock_held(log.create_game(site.id, vec![created])).await.unwrap();
    let read = async {
        while !relay.admits(Some(&bob)) {
            sleep(SOON).await;
        }
    };
    assert!(timeout(LONG, read).await.is_ok(), "it was not read again");
}
