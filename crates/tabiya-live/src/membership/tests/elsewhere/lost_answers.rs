// SPDX-License-Identifier: AGPL-3.0-or-later
//! The owner of a game dies after it has committed a command and before it answers. What may not be done twice is done once. Whoever
//! asked hears of the next owner that it was done, if the command had a key; else that nobody knows.

use std::sync::Mutex;

use async_trait::async_trait;
use tabiya_game::CommandKey;
use tabiya_store::AppendError;

use super::*;

/// Cuts a node off when that node has committed an event of a kind.
struct Cutting {
    /// Whom, once. None before the test begins, and after the cut.
    node: Mutex<Option<Arc<LocalBus>>>,
    after: fn(&Event) -> bool,
}

#[async_trait]
impl Between for Cutting {
    async fn append(
        &self,
        log: &dyn GameLog,
        (epoch, id, first_seq): (Epoch, GameId, u32),
        events: Vec<Stamped>,
    ) -> Result<(), AppendError> {
        let cuts = events.iter().any(|stamped| (self.after)(&stamped.event));
        log.append_under(epoch, id, first_seq, events).await?;
        if cuts && let Some(node) = self.node.lock().unwrap().take() {
            node.cut();
        }
        Ok(())
    }
}

/// A game whose owner is cut off when it has committed such an event. Both players are on the other node, and wait for what `asks`
/// gives. When the event is in the log the owner dies, and the other node takes the game. Returns how many such events there are then.
async fn happens_so_often(
    after: fn(&Event) -> bool,
    asks: impl AsyncFnOnce(GameId, &Rooms, &mut [Client; 2]),
) -> usize {
    let (mut site, hub) = (Site::new(), Hub::new());
    let log = site.put_between(Cutting { node: Mutex::default(), after });
    let [(one, dying), (two, _bus)] = two(&site, &hub).await;
    let seats = Seats::new(players()[0], Color::White, Seat::Player(players()[1]));
    let time = TimeControl::new(Millis::from_secs(300), Millis::ZERO).unwrap();
    let game = one.rooms.create(Terms::new(Position::start(), Some(time), seats).unwrap()).await.unwrap();
    let [ann, bob] = players().map(Some);
    let mut both = [Client::of(&two.rooms, game, ann).await, Client::of(&two.rooms, game, bob).await];
    let mut watcher = Client::of(&two.rooms, game, None).await;
    play(game, &mut both, &MATE[..2], &mut watcher).await;
    *log.node.lock().unwrap() = Some(dying);
    let owner = one.membership.pulse.borrow().me;
    let heir = two.membership.pulse.borrow().me;
    let dies = async {
        until("the event is committed", || async { log.node.lock().unwrap().is_none() }).await;
        drop(one);
        shared_nodes::Fixture::end_lease(&site.nodes, owner).await;
        shared_nodes::Fixture::was_in_time(&site.nodes, heir).await;
    };
    tokio::join!(dies, asks(game, &two.rooms, &mut both));
    // The game goes on, so what waited before has been done.
    both[0].play(game, MATE[2]).await;
    let log = site.log.load(game).await.unwrap().unwrap();
    log.iter().filter(|stamped| after(&stamped.event)).count()
}

/// A program's call. The next owner can't say whether the one before carried it out.
#[tokio::test]
async fn time_that_was_given_is_not_given_again_by_the_next_owner() {
    let given = |event: &Event| matches!(event, Event::TimeGiven { .. });
    let often = happens_so_often(given, async |game, rooms, _| {
        let add = RoomCommand::AddTime { time: Millis::from_secs(10) };
        let answer = rooms.order(game, Identity::guest(players()[0]), add).await;
        assert!(matches!(answer, Err(OrderError::Gone)), "nobody knows, {answer:?}");
    });
    assert_eq!(often.await, 1);
}

/// A page's command: the offer stands, and the player is told that nobody knows.
#[tokio::test]
async fn a_draw_that_was_offered_is_not_offered_again_by_the_next_owner() {
    let offered = |event: &Event| matches!(event, Event::DrawOffered { .. });
    let often = happens_so_often(offered, async |game, _, both| {
        both[0].command(|id| GameCommand::OfferDraw { topic: game.into(), id, key: None }).await;
        assert_eq!(both[0].refused, Some(Refusal::NotKnown));
    });
    assert_eq!(often.await, 1);
}

/// A program's call with a key: the next owner finds it in the log.
#[tokio::test]
async fn time_that_was_given_with_a_key_is_acknowledged_by_the_next_owner() {
    let given = |event: &Event| matches!(event, Event::TimeGiven { .. });
    let often = happens_so_often(given, async |game, rooms, _| {
        let add = RoomCommand::AddTime { time: Millis::from_secs(10) }.keyed(key());
        let answer = rooms.order(game, Identity::guest(players()[0]), add).await;
        assert!(answer.is_ok(), "{answer:?}");
    });
    assert_eq!(often.await, 1);
}

/// A page's command with a key.
#[tokio::test]
async fn a_draw_that_was_offered_with_a_key_is_acknowledged_by_the_next_owner() {
    let offered = |event: &Event| matches!(event, Event::DrawOffered { .. });
    let often = happens_so_often(offered, async |game, _, both| {
        both[0].command(|id| GameCommand::OfferDraw { topic: game.into(), id, key: key() }).await;
        assert_eq!(both[0].refused, None);
    });
    assert_eq!(often.await, 1);
}

fn key() -> Option<CommandKey> {
    Some("Rk3mZ0qP".parse().unwrap())
}

/// A move is sent again, and the answer is that of before.
#[tokio::test]
async fn a_move_that_was_played_is_acknowledged_by_the_next_owner() {
    let played = |event: &Event| matches!(event, Event::MovePlayed { uci, .. } if uci.to_string() == MATE[2]);
    let often = happens_so_often(played, async |game, _, both| {
        both[0].play(game, MATE[2]).await;
        assert_eq!(both[0].refused, None);
        both[1].play(game, MATE[3]).await;
    });
    assert_eq!(often.await, 1);
}
