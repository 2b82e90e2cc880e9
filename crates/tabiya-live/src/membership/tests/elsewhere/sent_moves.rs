// SPDX-License-Identifier: AGPL-3.0-or-later
//! A move for a game of another node: one message there, one back, and what happens when the first is lost.

use std::sync::Mutex;

use super::*;

/// Counts messages of games, and loses one of them.
#[derive(Default)]
struct Counted {
    /// To owners, answers, and lines.
    messages: [u32; 3],
    /// Whether the next one to an owner is lost.
    loses: bool,
}

/// Clones are the same weather.
#[derive(Clone, Default)]
struct Counting(Arc<Mutex<Counted>>);

impl Weather for Counting {
    fn fate(&mut self, letter: &Letter) -> Fate {
        let subject = letter.subject.as_str();
        let kind = match subject.strip_prefix("tabiya.") {
            Some(ours) if ours.starts_with("slot.") => 0,
            Some(ours) if ours.starts_with("for.") => 2,
            Some(_) => return Fate::Arrives,
            None => 1,
        };
        let mut counted = self.0.lock().unwrap();
        counted.messages[kind] += 1;
        if kind == 0 && std::mem::take(&mut counted.loses) { Fate::Lost } else { Fate::Arrives }
    }
}

/// A game of one node between two people on the other one. For each move from the third on, the messages until the player has heard of
/// it. The first of these may be lost on its way.
async fn messages_of_moves(loses_one: bool) -> Vec<[u32; 3]> {
    let (site, weather) = (Site::new(), Counting::default());
    let hub = Hub::with_weather(weather.clone());
    let [(one, _bus), (two, _other)] = two(&site, &hub).await;
    let game = one.rooms.create(terms()).await.unwrap();
    let [ann, bob] = players().map(Some);
    let mut both = [Client::of(&two.rooms, game, ann).await, Client::of(&two.rooms, game, bob).await];
    let mut watcher = Client::of(&two.rooms, game, None).await;
    play(game, &mut both, &MATE[..2], &mut watcher).await;
    let mut messages = Vec::new();
    for (uci, player) in MATE[2..].iter().zip([0, 1].into_iter().cycle()) {
        let loses = loses_one && messages.is_empty();
        *weather.0.lock().unwrap() = Counted { messages: [0; 3], loses };
        both[player].play(game, uci).await;
        messages.push(weather.0.lock().unwrap().messages);
        both[1 - player].hear_moves(both[player].moves).await;
    }
    assert_eq!(played(&site, game).await.ply(), 7, "each move once");
    messages
}

#[tokio::test]
async fn a_move_is_at_best_one_message_to_the_owner_and_one_back() {
    let messages = messages_of_moves(false).await;
    // A machine that stands still in the middle of a move adds a question or two to that one.
    assert_eq!(messages.iter().min_by_key(|kinds| kinds.iter().sum::<u32>()), Some(&[1, 0, 1]));
}

#[tokio::test]
async fn a_move_that_is_lost_on_its_way_is_asked_about_and_played() {
    assert!(messages_of_moves(true).await[0][0] >= 2);
}
