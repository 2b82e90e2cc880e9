// SPDX-License-Identifier: AGPL-3.0-or-later
//! Accepted challenges whose games belong to several nodes.

use tabiya_accounts::news;
use tabiya_accounts::people::People;
use tabiya_cluster::bus::{Bus, Hub};
use tabiya_cluster::node::Sender;
use tabiya_cluster::route::{Target, requests_to};
use tabiya_game::Time;
use tabiya_protocol::ChallengeTerms;
use tabiya_protocol::http::{ColorChoice, StartPosition};
use tabiya_runtime::computer::ComputerPool;
use tabiya_runtime::config::Config;
use tabiya_runtime::timeline::Timeline;
use tabiya_store::{ChallengeStage, ChallengeStep, Epoch, Incarnation, Lease, Slot, SqliteStore, Store};

use super::*;
use crate::entry::Entrance;
use crate::owned::Owned;
use crate::pairing::Side;
use crate::peers::{Peers, SiteBus, SiteKeys};
use crate::ratings::Conduct;
use crate::room::{Patience, Ports, Remote, Rooms};

/// The game of this node, and that of another one.
const OWN: GameId = GameId::from_bits(1);
const THEIRS: GameId = GameId::from_bits(2);

struct Node {
    challenges: Challenges,
    owned: Owned,
    _remote: Remote,
}

impl Node {
    async fn start(store: &Store, hub: &Hub) -> Self {
        let owned = Owned::leased(Arc::clone(&store.nodes));
        // It never was one that may act.
        let _ = owned.act_until(Duration::from_secs(3_600));
        let timeline = Timeline::start();
        let entrance = Entrance::of_guests(Arc::clone(&store.archive), timeline);
        let ports = Ports::from(store);
        let rooms = Rooms::new(ports, timeline, ComputerPool::start(1), entrance.clone(), Patience::Usual);
        let rooms = rooms.owning(owned.clone());
        let keys = SiteKeys::new(Arc::clone(&store.site), timeline);
        let me = Sender { node: "here".parse().unwrap(), incarnation: Incarnation(1) };
        let site = SiteBus { bus: Arc::new(hub.connect()), keys };
        let remote = rooms.reach(Peers::join(site, &me).await.unwrap());
        let people =
            People::new(&Config::for_tests(), store, None, Default::default(), timeline).await.unwrap();
        let conduct = Arc::new(Conduct::new(store.clone()));
        let (store, personal) = (store.clone(), Default::default());
        let pairing = Pairing { store, people, conduct, rooms, entrance, personal };
        let challenges = Challenges::start(pairing, news::queue().0).await;
        Self { challenges, owned, _remote: remote }
    }

    fn owns(&self, game: GameId) {
        let lease = Lease { slot: Slot::of(game), epoch: Epoch(1) };
        assert!(self.owned.own(&[lease], self.owned.gaps()));
    }
}

/// A challenge that was accepted before its game could begin.
async fn accepted(store: &Store, id: GameId, made: Time) {
    let [from, to] = [1, 2].map(|byte| {
        let player = PlayerId::from_bytes([byte; 16]);
        let view = PlayerView::Player { name: format!("P{byte}"), title: None, rating: None };
        Side { player, view }
    });
    let wish = ChallengeTerms {
        time: None,
        color: ColorChoice::White,
        start: StartPosition::default(),
        rated: false,
        private: false,
        restrictions: Default::default(),
    };
    let row = Row {
        id,
        root: id,
        version: 1,
        from: from.player,
        to: to.player,
        again: None,
        made,
        expires: Time(made.0 + 1_000),
        stage: ChallengeStage::Open,
        game: None,
        ended: None,
        terms: row::kept(&wish, [&from, &to]),
        answer: String::new(),
    };
    store.challenges.make_challenge(&row, LIMITS).await.unwrap();
    let step = ChallengeStep::new(ChallengeStage::Open, ChallengeStage::Accepted, made);
    assert!(store.challenges.step_challenge(id, &step).await.unwrap());
}

async fn has_begun(store: &Store, game: GameId) -> bool {
    store.log.load(game).await.unwrap().is_some()
}

/// While the bus was away, each one was asked for until patience ended, and all that were accepted later waited.
#[tokio::test]
async fn a_challenge_whose_game_another_node_owns_is_left_to_that_one_and_holds_up_nobody() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::new(SqliteStore::open(folder.path()).unwrap());
    let hub = Hub::new();
    let node = Node::start(&store, &hub).await;
    node.owns(OWN);
    let owner = hub.connect();
    let mut requests = owner.subscribe(&requests_to(&Target::Slot(Slot::of(THEIRS)))).await.unwrap();
    accepted(&store, THEIRS, Time(1)).await;
    accepted(&store, OWN, Time(2)).await;
    node.challenges.sweep().await;
    assert!(requests.try_next().is_none(), "nobody is asked for it");
    assert!(has_begun(&store, OWN).await && !has_begun(&store, THEIRS).await);
    // When the game comes here, it begins.
    node.owns(THEIRS);
    node.challenges.sweep().await;
    assert!(has_begun(&store, THEIRS).await);
    assert!(store.challenges.accepted_challenges(9).await.unwrap().is_empty());
}
