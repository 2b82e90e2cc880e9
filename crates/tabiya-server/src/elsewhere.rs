// SPDX-License-Identifier: AGPL-3.0-or-later
//! What the nodes of a site tell each other beside games: hints that reach the pages and streams which are open on other nodes. What
//! a subject above live tells stands in its own crate.

use std::sync::Arc;

use tabiya_accounts::people::{People, TOLD};
use tabiya_accounts::personal::Personal;
use tabiya_game::{GameId, PlayerId, Seats};
use tabiya_live::chat::{ChatHint, Chats};
use tabiya_live::peers::Everybody;
use tabiya_live::room::{Rooms, Stage};
use tabiya_protocol::ServerMessage;
use tabiya_runtime::beat::Beat;
use tabiya_runtime::spawn::spawn;
use tokio::sync::watch;

/// What concerns one player: challenges, games that begin, notices.
const PERSONAL: &str = "personal";
/// Games that begin, end, and are rated.
const PLAYING: &str = "playing";
/// Lines of chats.
const CHAT: &str = "chat";
/// Who has sockets.
const HERE: &str = "here";
/// So many players are named in one message, which takes some 100 KB.
const NAMED_AT_ONCE: usize = 4_000;

/// From now on all nodes hear of what happens here, and the other way round.
pub(crate) async fn connect(everybody: &Everybody, (rooms, personal, chats): (&Rooms, &Personal, &Chats)) {
    let all = everybody.clone();
    personal.reach(Box::new(move |player, message| all.tell(PERSONAL, &(player, message))));
    let here = personal.clone();
    let hears = move |(player, message): (PlayerId, ServerMessage)| {
        here.tell_here(player, message);
    };
    everybody.hear(PERSONAL, hears).await;

    let all = everybody.clone();
    rooms.playing().reach(Box::new(move |game, seats, stage| all.tell(PLAYING, &(game, seats, stage))));
    let here = rooms.clone();
    let hears = move |(game, seats, stage): (GameId, Seats, Stage)| here.heard(game, seats, stage);
    everybody.hear(PLAYING, hears).await;

    let all = everybody.clone();
    chats.reach(Box::new(move |hint| all.tell(CHAT, hint)));
    let here = chats.clone();
    let hears = move |hint: ChatHint| {
        let here = here.clone();
        // A chat that has to be read first does not keep others waiting.
        spawn(async move { here.heard(hint).await });
    };
    everybody.hear(CHAT, hears).await;
}

/// From now on all nodes know who is here, on whichever of them.
pub(crate) async fn share_who_is_here(
    everybody: &Everybody,
    people: &Arc<People>,
    stopping: watch::Receiver<bool>,
) {
    let doors = people.doors.clone();
    everybody.hear(HERE, move |players: Vec<PlayerId>| doors.are_elsewhere(&players)).await;
    let (doors, all) = (people.doors.clone(), everybody.clone());
    spawn(async move {
        let mut beat = Beat::every(TOLD).until(stopping);
        while beat.next().await {
            for some in doors.players_on_this_node().chunks(NAMED_AT_ONCE) {
                all.tell(HERE, &some);
            }
        }
    });
}
