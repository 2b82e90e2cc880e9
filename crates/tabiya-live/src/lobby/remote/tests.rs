// SPDX-License-Identifier: AGPL-3.0-or-later
//! A tab whose lobby is on another node, which the test plays: it lets the tab in, and answers nothing else. The time is tokio's.

use tabiya_cluster::bus::Hub;
use tabiya_cluster::node::Sender;
use tabiya_cluster::topic::TopicName;
use tabiya_runtime::timeline::Timeline;
use tabiya_runtime::topic::{Outbox, Outgoing};
use tabiya_store::{Epoch, Incarnation, Lease, Slot, SqliteStore, Store};
use tokio::time::timeout;

use super::super::wire::{Header, write_line};
use super::*;
use crate::peers::{Answers, SiteBus, SiteKeys, Telling, topic_of};

/// Within this time happens what waits for nothing.
const SOON: Duration = Duration::from_millis(90);

/// Lets tabs in, and says what it was asked.
struct Host(mpsc::UnboundedSender<(Incarnation, Asked)>);

impl Answers for Host {
    fn carry_out(&self, from: Sender, _: Slot, command: Bytes) -> BoxFuture<'static, Outcome> {
        let asked: Asked = serde_json::from_slice(&command).unwrap();
        let comes = matches!(asked.does, Does::Come { .. });
        // A test that is over asks for nothing more.
        let _ = self.0.send((from.incarnation, asked));
        async move {
            if !comes {
                std::future::pending::<()>().await;
            }
            Outcome::Done(write(&Reply::Done))
        }
        .boxed()
    }

    fn lines(&self, _: TopicName, _: u64) -> BoxFuture<'static, Outcome> {
        std::future::pending().boxed()
    }
}

#[tokio::test]
async fn a_tab_hears_the_lobby_while_it_waits_for_an_answer_and_also_that_it_has_moved() {
    let folder = tempfile::tempdir().unwrap();
    let tables = Store::new(SqliteStore::open(folder.path()).unwrap());
    let hub = Hub::new();
    let (said, mut asked) = mpsc::unbounded_channel();
    let host: Arc<dyn Answers> = Arc::new(Host(said));
    let [owner, heir, here] = {
        let join = async |number: i64| {
            let keys = SiteKeys::new(Arc::clone(&tables.site), Timeline::start());
            let me = Sender { node: format!("n{number}").parse().unwrap(), incarnation: Incarnation(number) };
            Peers::join(SiteBus { bus: Arc::new(hub.connect()), keys }, &me).await.unwrap()
        };
        [join(1).await, join(2).await, join(3).await]
    };
    for peers in [&owner, &heir] {
        peers.answer_for_lobby(Arc::clone(&host));
    }
    owner.answer_for(&[Lease { slot: slot(), epoch: Epoch(1) }], &host).await;
    // The keys were read from the database, whose threads tokio's clock does not know.
    tokio::time::pause();
    let (visitor, mut outbox) = (Visitor::reading(None), Outbox::default());
    let feed =
        RemoteFeed::begin(here, Listener { visitor: &visitor, after: None, outbox: outbox.subscribe() });
    let mut next = async || timeout(SOON, asked.recv()).await.expect("the tab asks").unwrap();
    let (node, Asked { stream, does }) = next().await;
    assert!(matches!(does, Does::Come { .. }), "{does:?}");
    feed.ping().await.unwrap();
    assert!(matches!(next().await.1.does, Does::Ping));

    let mut telling = Telling::new(owner.clone(), topic_of(ABOUT, node, stream), (node, Epoch(1)));
    let list = LobbyMessage::Lobby { topic: Topic::Lobby, seeks: Vec::new(), waiting: 0 };
    let header = Header { is_everything: true, answers: None, number: Some(7) };
    telling.tell(vec![write_line(header, &ServerMessage::Lobby(list).into())]);
    let told = timeout(SOON, outbox.next()).await;
    assert!(matches!(told, Ok(Outgoing::Message { .. })), "it is told the list");
    assert_eq!(feed.head(), 7);

    owner.be_silent_for(&Slot::all().collect());
    heir.answer_for(&[Lease { slot: slot(), epoch: Epoch(2) }], &host).await;
    let came = next().await.1;
    assert!(matches!(came.does, Does::Come { .. }), "it joins the lobby there: {:?}", came.does);
}
