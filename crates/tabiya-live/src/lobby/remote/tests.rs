// SPDX-License-Identifier: AGPL-3.0-or-later
//! A tab whose lobby is on another node, which the test plays. The time is tokio's.

use std::sync::atomic::AtomicBool;

use tabiya_cluster::bus::Hub;
use tabiya_cluster::node::Sender;
use tabiya_cluster::topic::TopicName;
use tabiya_game::PlayerId;
use tabiya_protocol::http::ColorChoice;
use tabiya_protocol::{ClockControlView, PlayerView, SeekView, SeekWish, TimeControlView};
use tabiya_rules::Variant;
use tabiya_runtime::identity::Identity;
use tabiya_runtime::timeline::Timeline;
use tabiya_runtime::topic::{Outbox, Outgoing};
use tabiya_store::{Epoch, Incarnation, Lease, Slot, SqliteStore, Store};
use tokio::time::timeout;

use super::super::wire::{Header, write_line};
use super::*;
use crate::peers::{Answers, SiteBus, SiteKeys, Telling, topic_of};

/// Within this time happens what waits for nothing.
const SOON: Duration = Duration::from_millis(90);

/// Lets tabs in, and says what it was asked. All else it answers if it is not deaf.
#[derive(Clone)]
struct Host {
    said: mpsc::UnboundedSender<(Incarnation, Asked)>,
    is_deaf: Arc<AtomicBool>,
}

impl Answers for Host {
    fn carry_out(&self, from: Sender, _: Slot, command: Bytes) -> BoxFuture<'static, Outcome> {
        let asked: Asked = serde_json::from_slice(&command).unwrap();
        let is_answered = matches!(asked.does, Does::Come { .. }) || !self.is_deaf.load(Ordering::Relaxed);
        // A test that is over asks for nothing more.
        let _ = self.said.send((from.incarnation, asked));
        async move {
            if !is_answered {
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

/// A tab, and the nodes that may own its lobby.
struct Stage {
    /// The first one owns the lobby.
    nodes: [Peers; 2],
    host: Host,
    asked: mpsc::UnboundedReceiver<(Incarnation, Asked)>,
    visitor: Visitor,
    feed: RemoteFeed,
    outbox: Outbox,
    /// The lines of the tab's newest stream.
    telling: Option<Telling>,
    epoch: i64,
    _folder: tempfile::TempDir,
}

impl Stage {
    async fn begin() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let tables = Store::new(SqliteStore::open(folder.path()).unwrap());
        let hub = Hub::new();
        let (said, asked) = mpsc::unbounded_channel();
        let host = Host { said, is_deaf: Arc::default() };
        let [one, two, here] = {
            let join = async |number: i64| {
                let keys = SiteKeys::new(Arc::clone(&tables.site), Timeline::start());
                let me =
                    Sender { node: format!("n{number}").parse().unwrap(), incarnation: Incarnation(number) };
                Peers::join(SiteBus { bus: Arc::new(hub.connect()), keys }, &me).await.unwrap()
            };
            [join(1).await, join(2).await, join(3).await]
        };
        for peers in [&one, &two] {
            peers.answer_for_lobby(Arc::new(host.clone()));
        }
        let answers: Arc<dyn Answers> = Arc::new(host.clone());
        one.answer_for(&[Lease { slot: slot(), epoch: Epoch(1) }], &answers).await;
        // The keys were read from the database, whose threads tokio's clock does not know.
        tokio::time::pause();
        let visitor = Visitor::reading(Some(Identity::guest(PlayerId::from_bytes([1; 16]))));
        let mut outbox = Outbox::default();
        let feed =
            RemoteFeed::begin(here, Listener { visitor: &visitor, after: None, outbox: outbox.subscribe() });
        let nodes = [one, two];
        let mut stage =
            Self { nodes, host, asked, visitor, feed, outbox, telling: None, epoch: 1, _folder: folder };
        stage.comes().await;
        stage
    }

    /// What the lobby is asked next.
    async fn next(&mut self) -> (Incarnation, Asked) {
        timeout(SOON, self.asked.recv()).await.expect("the tab asks").unwrap()
    }

    /// The tab joins the lobby, and is told who waits there.
    async fn comes(&mut self) {
        let (node, Asked { stream, does }) = self.next().await;
        assert!(matches!(does, Does::Come { .. }), "{does:?}");
        let topic = topic_of(ABOUT, node, stream);
        self.telling = Some(Telling::new(self.nodes[0].clone(), topic, (node, Epoch(self.epoch))));
        self.tell(Header { is_everything: true, answers: None, number: Some(1) }, list());
    }

    /// The other node has the lobby from now on.
    async fn moves(&mut self) {
        self.nodes[0].be_silent_for(&Slot::all().collect());
        self.nodes.reverse();
        self.epoch += 1;
        let answers: Arc<dyn Answers> = Arc::new(self.host.clone());
        self.nodes[0].answer_for(&[Lease { slot: slot(), epoch: Epoch(self.epoch) }], &answers).await;
        self.comes().await;
    }

    /// The lobby tells the tab something.
    fn tell(&mut self, header: Header, message: impl Into<ServerMessage>) {
        let line = write_line(header, &message.into().into());
        self.telling.as_mut().unwrap().tell(vec![line]);
    }

    fn answer(&mut self, id: CommandId, message: impl Into<ServerMessage>) {
        self.tell(Header { is_everything: false, answers: Some(id), number: None }, message);
    }

    /// What the tab is told next beside all who wait, and the command that it answers.
    async fn told(&mut self) -> (SharedMessage, Option<CommandId>) {
        self.told_soon().await.expect("the tab is told something")
    }

    async fn is_told_nothing(&mut self) -> bool {
        self.told_soon().await.is_none()
    }

    async fn told_soon(&mut self) -> Option<(SharedMessage, Option<CommandId>)> {
        let told = async {
            loop {
                match self.outbox.next().await {
                    Outgoing::Message { body: Body::Message { message, answers }, .. } => {
                        return (message, answers);
                    }
                    Outgoing::Message { .. } => {}
                    Outgoing::Missed(_) | Outgoing::Ended(_) | Outgoing::Dismissed => {
                        panic!("it is there, and reads")
                    }
                }
            }
        };
        timeout(SOON, told).await.ok()
    }

    async fn gives(&mut self, command: LobbyCommand) {
        let (id, message) = (command.id(), ClientMessage::Lobby(command));
        let order = Order { id, message, arrival: Timeline::start().now(), lag: None };
        assert!(self.feed.command(&self.visitor, order).await.is_ok());
    }

    /// The number of the command that the lobby is asked for next.
    async fn command(&mut self) -> CommandId {
        match self.next().await.1.does {
            Does::Command(ClientMessage::Lobby(command)) => command.id(),
            does => panic!("{does:?}"),
        }
    }
}

#[tokio::test]
async fn a_tab_hears_the_lobby_while_it_waits_for_an_answer_and_also_that_it_has_moved() {
    let mut stage = Stage::begin().await;
    stage.host.is_deaf.store(true, Ordering::Relaxed);
    stage.feed.ping().await.unwrap();
    assert!(matches!(stage.next().await.1.does, Does::Ping));

    stage.tell(Header { is_everything: false, answers: None, number: Some(7) }, list());
    stage.told().await;
    assert_eq!(stage.feed.head(), 7);

    // It joins the lobby there.
    stage.moves().await;
}

fn list() -> LobbyMessage {
    LobbyMessage::Lobby { topic: Topic::Lobby, seeks: Vec::new(), waiting: 0 }
}

fn time() -> TimeControlView {
    TimeControlView::Equal(ClockControlView::Increment { initial_ms: 180_000, increment_ms: 0 })
}

fn seek(id: CommandId) -> LobbyCommand {
    let (color, variant) = (ColorChoice::Random, Variant::Standard);
    let wish = SeekWish { time: time(), rated: false, color, variant, range: None };
    LobbyCommand::Seek { topic: Topic::Lobby, id, wish }
}

fn cancel(id: CommandId) -> LobbyCommand {
    LobbyCommand::CancelSeek { topic: Topic::Lobby, id }
}

fn accept(id: CommandId) -> LobbyCommand {
    LobbyCommand::AcceptSeek { topic: Topic::Lobby, id, seek: 1 }
}

/// What the lobby says of a search: that it goes on, or how it has ended.
fn searching(ended: Option<SearchEnd>) -> LobbyMessage {
    let player = PlayerView::Guest { name: "Guest 1".to_owned() };
    let (time, variant) = (time(), Variant::Standard);
    let view = SeekView { id: 1, player, time, rated: false, color: None, variant, range: None };
    let seek = ended.is_none().then_some(view);
    LobbyMessage::Searching { topic: Topic::Lobby, id: None, seek, ended }
}

/// Only a search was asked for again, and whoever cancelled or accepted one waited for ever.
#[tokio::test]
async fn commands_that_are_under_way_when_the_lobby_moves_are_answered_once() {
    let mut stage = Stage::begin().await;
    // The lobby hears it, and moves before it answers.
    stage.gives(seek(1)).await;
    assert_eq!(stage.command().await, 1);
    stage.gives(cancel(2)).await;
    assert_eq!(stage.command().await, 2);
    stage.gives(accept(3)).await;
    assert_eq!(stage.command().await, 3);
    // It does not come back even from handing this one over.
    stage.host.is_deaf.store(true, Ordering::Relaxed);
    stage.gives(accept(4)).await;
    assert_eq!(stage.command().await, 4);
    stage.host.is_deaf.store(false, Ordering::Relaxed);
    stage.moves().await;
    for id in [3, 4] {
        let (message, answers) = stage.told().await;
        let ServerMessage::Connection(ConnectionMessage::Refused { id: of, refusal, .. }) = &*message else {
            panic!("{message:?}");
        };
        assert_eq!((of, refusal, answers), (&Some(id), &Refusal::Unavailable, Some(id)));
    }
    assert_eq!([stage.command().await, stage.command().await], [1, 2]);
    stage.answer(1, searching(None));
    stage.answer(2, searching(Some(SearchEnd::Cancelled)));
    assert_eq!([stage.told().await.1, stage.told().await.1], [Some(1), Some(2)]);

    // All are answered now.
    stage.moves().await;
    assert!(stage.is_told_nothing().await);
    assert!(stage.asked.try_recv().is_err());
}

#[tokio::test]
async fn a_search_that_goes_on_in_another_lobby_is_answered_once_and_a_game_that_has_begun_not_refused() {
    let mut stage = Stage::begin().await;
    stage.gives(seek(1)).await;
    assert_eq!(stage.command().await, 1);
    stage.answer(1, searching(None));
    assert_eq!(stage.told().await.1, Some(1));
    stage.gives(accept(2)).await;
    assert_eq!(stage.command().await, 2);
    tokio::time::advance(BEGINS).await;
    stage.moves().await;
    assert_eq!(stage.command().await, 1);
    stage.answer(1, searching(None));
    assert_eq!(stage.told().await.1, None);

    // What it would be refused with is why it ends.
    stage.moves().await;
    assert_eq!(stage.command().await, 1);
    stage.answer(1, refused(Some(Topic::Lobby), Some(1), Some(9), Refusal::LobbyFull));
    let (message, answers) = stage.told().await;
    let ServerMessage::Lobby(LobbyMessage::Searching { ended: Some(ended), .. }) = &*message else {
        panic!("{message:?}");
    };
    assert!(matches!(ended, SearchEnd::Refused { refusal: Refusal::LobbyFull, .. }) && answers.is_none());
    stage.moves().await;
    assert!(stage.is_told_nothing().await);
    assert!(stage.asked.try_recv().is_err(), "nothing is looked for any more");
}
