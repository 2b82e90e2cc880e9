// SPDX-License-Identifier: AGPL-3.0-or-later
//! The site's format has risen, and the owner of a game has not read so yet.

use serde_json::json;
use tabiya_cluster::node::Sender;
use tabiya_cluster::route::{Outcome, Wanted};
use tabiya_store::Slot;

use super::*;
use crate::peers::{Caller, Peers};

/// The node that gives the command repeats it at the next owner, who must find the key.
#[tokio::test]
async fn a_key_that_another_node_gives_is_written_by_an_owner_that_has_not_heard_of_keys() {
    let (site, hub) = (Site::new(), Hub::new());
    let older = NewNode {
        name: name("older"),
        address: "here".to_owned(),
        version: "0".to_owned(),
        formats: Formats { newest: 1, oldest: 1 },
    };
    site.nodes.join(&older).await.unwrap();
    site.nodes.drain(&name("older"), true).await.unwrap();
    let (one, _bus) = node(&site, &hub, "one").await;
    let game = one.rooms.create(terms()).await.unwrap();
    let mut ann = Client::of(&one.rooms, game, Some(players()[0])).await;
    ann.play(game, MATE[0]).await;
    assert_eq!(site.nodes.format(), 1, "as far as the owner has read");
    let keys = SiteKeys::new(Arc::clone(&site.tables.site), Timeline::start());
    let other = Sender { node: name("other"), incarnation: Incarnation(99) };
    let peers = Peers::join(SiteBus { bus: Arc::new(hub.connect()), keys }, &other).await.unwrap();
    let caller = Caller::from(&Identity::guest(players()[0]));
    let command = RoomCommand::OfferDraw.keyed("Rk3mZ0qP".parse().ok());
    let wish = json!({"order": {"caller": caller, "command": command, "age": 0}});
    let asked = serde_json::to_vec(&json!({"game": game, "wish": wish})).unwrap();
    let outcome = peers.ask(Slot::of(game), Wanted::Command(asked.into())).await;
    assert_eq!(outcome, Ok(Outcome::Done(bytes::Bytes::from_static(b"\"done\""))));
    let log = site.log.load(game).await.unwrap().unwrap();
    assert!(matches!(log[2], Stamped { event: Event::DrawOffered { .. }, keyed: Some(_), .. }), "{log:?}");
}
