// SPDX-License-Identifier: AGPL-3.0-or-later
//! Several nodes on one database, and an authority that asks whichever node it likes.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::task::Poll;
use std::time::UNIX_EPOCH;

use async_trait::async_trait;
use rcgen::{CertificateParams, KeyPair};
use tabiya_game::Time;
use tabiya_runtime::timeline::with_clock_held;
use tabiya_store::conformance::nodes::Wrong;
use tabiya_store::conformance::shared_nodes::Fixture;
use tabiya_store::{
    CertificateFor, Certificates, Formats, Incarnation, NewNode, Nodes as _, OrderAnswer, SqliteStore,
};
use tempfile::TempDir;
use time::OffsetDateTime;
use tokio::sync::{Notify, Semaphore};

use super::*;
use crate::acme::{Challenges, Pause};
use crate::shared::HOLD;

const DAY: Duration = Duration::from_secs(86_400);
const MINUTE: Duration = Duration::from_secs(60);
const MILLISECOND: Duration = Duration::from_millis(1);

/// When the first order begins.
const BEGINS: Duration = Duration::from_secs(1_800_000_000);

fn at(after: Duration) -> SystemTime {
    UNIX_EPOCH + BEGINS + after
}

fn authority() -> Authority {
    Authority {
        name: "chess.example".parse().unwrap(),
        email: "ann@chess.example".to_owned(),
        directory: "https://ca.example/dir".to_owned(),
        root: None,
    }
}

/// A certificate for 90 days from then on.
fn made(begins: SystemTime) -> Obtained {
    let key = KeyPair::generate().unwrap();
    let mut params = CertificateParams::new(["chess.example".to_owned()]).unwrap();
    params.not_before = OffsetDateTime::from(begins);
    params.not_after = OffsetDateTime::from(begins + 90 * DAY);
    let pem = [key.serialize_pem(), params.self_signed(&key).unwrap().pem()].concat();
    let certificate = Certificate::read_for(&pem, &authority().name).unwrap();
    Obtained { certificate, pem }
}

/// A database that takes no end of an order while it `is_full`.
struct Database {
    right: SqliteStore,
    is_full: AtomicBool,
    /// Whether it tells no answer.
    is_away: AtomicBool,
    /// How often it was asked for the answer.
    asked: AtomicUsize,
    /// Each answer takes one of these.
    tells: Semaphore,
}

#[async_trait]
impl Certificates for Database {
    async fn shared_certificate(
        &self,
        of: &CertificateFor,
    ) -> Result<Option<SharedCertificate>, StorageError> {
        self.right.shared_certificate(of).await
    }

    async fn order_answer(&self, of: &CertificateFor) -> Result<Option<OrderAnswer>, StorageError> {
        self.asked.fetch_add(1, Ordering::Relaxed);
        self.tells.acquire().await.unwrap().forget();
        if self.is_away.load(Ordering::Relaxed) {
            return Err(StorageError::Unreachable { detail: "away".to_owned() });
        }
        self.right.order_answer(of).await
    }

    async fn begin_order(&self, of: &CertificateFor, after: u32, until: Time) -> Result<bool, StorageError> {
        self.right.begin_order(of, after, until).await
    }

    async fn step_order(
        &self,
        of: &CertificateFor,
        order: u32,
        step: &OrderStep,
        until: Time,
    ) -> Result<bool, StorageError> {
        let is_end = matches!(step, OrderStep::Done(_) | OrderStep::Failed);
        if is_end && self.is_full.load(Ordering::Relaxed) {
            return Err(StorageError::Failed { detail: "full".to_owned() });
        }
        self.right.step_order(of, order, step, until).await
    }

    async fn authority_account(&self, authority: &str) -> Result<Option<String>, StorageError> {
        self.right.authority_account(authority).await
    }

    async fn keep_authority_account(&self, authority: &str, account: &str) -> Result<(), StorageError> {
        self.right.keep_authority_account(authority, account).await
    }
}

/// An authority, as one node calls it.
struct FakeAuthority {
    /// The node that it asks.
    asks: Challenges,
    gives: Result<SystemTime, Pause>,
    own: Option<Obtained>,
    called: AtomicUsize,
    /// After its question it says nothing more before it is told to.
    is_slow: bool,
    has_asked: Notify,
    goes_on: Notify,
}

impl Gives for Arc<FakeAuthority> {
    fn own(&self) -> Option<Obtained> {
        self.own.as_ref().map(|own| Obtained { certificate: own.certificate.clone(), pem: own.pem.clone() })
    }

    async fn obtain(&self, order: &SharedOrder) -> Result<Obtained, Failure> {
        let number = self.called.fetch_add(1, Ordering::Relaxed);
        let failed = |pause| Failure { said: "the authority is not satisfied".to_owned(), pause };
        if order.account().await.unwrap().is_none() {
            order.keep_account("an account").await.unwrap();
        }
        let (token, proof) = (format!("token{number}"), format!("token{number}.print"));
        if order.expect(token.clone(), proof.clone()).await != Ok(true) {
            return Err(failed(Pause::Short));
        }
        assert_eq!(self.asks.answer("another").await, None);
        assert_eq!(self.asks.answer(&token).await, Some(proof), "whichever node is asked");
        self.has_asked.notify_one();
        if self.is_slow {
            self.goes_on.notified().await;
        }
        self.gives.map(made).map_err(failed)
    }
}

/// Nodes on one database.
struct Nodes {
    database: Arc<Database>,
    /// The table of nodes, and the database's clock.
    table: Wrong,
    _folder: TempDir,
}

impl Nodes {
    fn new() -> Self {
        let folder = TempDir::new().unwrap();
        let right = SqliteStore::open(folder.path()).unwrap();
        let database = Database {
            right,
            is_full: AtomicBool::new(false),
            is_away: AtomicBool::new(false),
            asked: AtomicUsize::new(0),
            tells: Semaphore::new(1_000),
        };
        let table = Wrong::new(None);
        table.set_time(crate::shared::time(at(Duration::ZERO)));
        Self { database: Arc::new(database), table, _folder: folder }
    }

    fn clocks(&self, node: &str) -> Clocks {
        Clocks::new(Arc::new(self.table.clone()), node.parse().unwrap())
    }

    async fn join(&self, node: &str) -> Incarnation {
        let (address, version) = (String::new(), "1".to_owned());
        let new = NewNode { name: node.parse().unwrap(), address, version, formats: Formats::own() };
        self.table.join(&new).await.unwrap()
    }

    fn shared(&self) -> Shared {
        Shared::new(Arc::clone(&self.database) as Arc<dyn Certificates>, &authority())
    }

    /// A node that has just started. The authority asks another one.
    async fn start(&self, authority_of_node: FakeAuthority) -> Node {
        let (shown, from) = (Shown::default(), Arc::new(authority_of_node));
        let of_all = (self.shared(), self.clocks("one"));
        let mut site = Site::new(of_all, authority(), Arc::clone(&from), shown.clone());
        if let Some(certificate) = site.read().await.unwrap() {
            shown.show(certificate);
        }
        Node { site, shown, from }
    }

    /// What an authority is like that gives certificates.
    fn giving(&self, begins: SystemTime) -> FakeAuthority {
        FakeAuthority {
            asks: Challenges::of_all(self.shared(), authority().name, Shown::default()),
            gives: Ok(begins),
            own: None,
            called: AtomicUsize::new(0),
            is_slow: false,
            has_asked: Notify::new(),
            goes_on: Notify::new(),
        }
    }

    async fn answer_is_there(&self) -> bool {
        self.shared().read().await.unwrap().answer.is_some()
    }

    /// When another node may begin the next order, if nothing more is said of this one.
    async fn order_is_free(&self) -> SystemTime {
        UNIX_EPOCH + Duration::from_millis(self.shared().read().await.unwrap().not_before.0)
    }
}

struct Node {
    site: Site<Arc<FakeAuthority>>,
    shown: Shown,
    from: Arc<FakeAuthority>,
}

impl Node {
    /// Looks as a keeper does, and shows what it finds.
    async fn look(&mut self, now: SystemTime) -> Found {
        let found = self.site.look(now).await;
        if let Found::Certificate(certificate) = &found {
            self.shown.show(certificate.clone());
        }
        found
    }

    fn shows(&self) -> Option<String> {
        self.shown.certificate().map(|certificate| certificate.fingerprint)
    }

    fn called(&self) -> usize {
        self.from.called.load(Ordering::Relaxed)
    }
}

#[tokio::test]
async fn one_node_asks_any_node_answers_and_all_get_the_certificate() {
    let nodes = Nodes::new();
    let begins = at(Duration::ZERO);
    let mut one = nodes.start(nodes.giving(begins)).await;
    let mut two = nodes.start(nodes.giving(begins)).await;
    assert!(matches!(one.look(begins).await, Found::Certificate(_)));
    assert!(matches!(two.look(begins).await, Found::Certificate(_)));
    // One that starts has it before it is asked for anything.
    let three = nodes.start(nodes.giving(begins)).await;
    assert_eq!([two.shows(), three.shows()], [one.shows(), one.shows()]);
    assert_eq!([one.called(), two.called()], [1, 0]);
    let printed = format!("{:?} {:?}", one.site, nodes.shared().read().await.unwrap());
    assert!(!printed.contains("PRIVATE KEY"), "{printed}");
    assert!(!nodes.answer_is_there().await, "nobody asks any more");
    for node in [&mut one, &mut two] {
        assert!(matches!(node.look(begins + 59 * DAY).await, Found::Nothing));
    }
    // It is renewed by whichever node looks first.
    two.from = Arc::new(nodes.giving(begins + 61 * DAY));
    two.site.from = Arc::clone(&two.from);
    let old = one.shows();
    assert!(matches!(two.look(begins + 61 * DAY).await, Found::Certificate(_)));
    assert!(matches!(one.look(begins + 61 * DAY).await, Found::Certificate(_)));
    assert!(one.shows() == two.shows() && one.shows() != old);
    assert_eq!([one.called(), two.called()], [1, 1]);
}

#[tokio::test]
async fn another_node_goes_on_with_the_same_account_when_the_one_that_asked_has_died() {
    let nodes = Nodes::new();
    let begins = at(Duration::ZERO);
    let mut one = nodes.start(FakeAuthority { is_slow: true, ..nodes.giving(begins) }).await;
    let mut two = nodes.start(nodes.giving(begins)).await;
    let asked = Arc::clone(&one.from);
    // It is dropped between the question and the certificate.
    tokio::select! {
        found = one.look(begins) => panic!("{found:?}"),
        () = asked.has_asked.notified() => {}
    }
    drop(one);
    assert!(nodes.answer_is_there().await, "the authority may still ask");
    assert!(matches!(two.look(begins + HOLD / 2).await, Found::Nothing), "the node may live");
    let free = nodes.order_is_free().await;
    assert!(matches!(two.look(free - MILLISECOND).await, Found::Nothing));
    assert!(matches!(two.look(free).await, Found::Certificate(_)));
    let account = nodes.database.authority_account(&authority().directory).await.unwrap();
    assert_eq!(account.as_deref(), Some("an account"));
    assert!(!nodes.answer_is_there().await);
}

#[tokio::test]
async fn a_node_that_was_taken_for_dead_changes_nothing() {
    let nodes = Nodes::new();
    let begins = at(Duration::ZERO);
    let mut one = nodes.start(FakeAuthority { is_slow: true, ..nodes.giving(begins) }).await;
    let mut two = nodes.start(nodes.giving(begins)).await;
    let asked = Arc::clone(&one.from);
    let another_one = async {
        asked.has_asked.notified().await;
        let free = nodes.order_is_free().await;
        assert!(matches!(two.look(free).await, Found::Certificate(_)));
        asked.goes_on.notify_one();
        free
    };
    let (found, free) = tokio::join!(one.look(begins), another_one);
    assert!(matches!(found, Found::Nothing), "{found:?}");
    assert_eq!(one.shows(), None);
    assert!(matches!(one.look(free).await, Found::Certificate(_)));
    assert_eq!(one.shows(), two.shows());
}

/// The authority counts what fails, whichever node asks, also one that was started again.
#[tokio::test]
async fn after_a_failure_all_nodes_wait() {
    let nodes = Nodes::new();
    let begins = at(Duration::ZERO);
    let failing = || FakeAuthority { gives: Err(Pause::Long), ..nodes.giving(begins) };
    let mut one = nodes.start(failing()).await;
    let Found::Failure(_, pause) = one.look(begins).await else { panic!("it fails") };
    assert_eq!(pause, 10 * MINUTE);
    let mut two = nodes.start(failing()).await;
    for node in [&mut one, &mut two] {
        assert!(matches!(node.look(begins + 9 * MINUTE).await, Found::Nothing));
    }
    let again = begins + 11 * MINUTE;
    let Found::Failure(_, pause) = two.look(again).await else { panic!("it fails") };
    assert_eq!(pause, 50 * MINUTE, "the second in a row");
    assert!(matches!(one.look(again + 49 * MINUTE).await, Found::Nothing));
    assert_eq!([one.called(), two.called()], [1, 1]);
    let mut three = nodes.start(nodes.giving(begins)).await;
    assert!(matches!(three.look(again + 51 * MINUTE).await, Found::Certificate(_)));
    assert_eq!(nodes.shared().read().await.unwrap().failures, 0);
}

/// It was put off for ever, or for as long as that clock was ahead.
#[tokio::test]
async fn a_node_whose_clock_was_ahead_does_not_stop_the_others() {
    let nodes = Nodes::new();
    let begins = at(Duration::ZERO);
    let of = CertificateFor { authority: authority().directory, name: authority().name.to_string() };
    let says = crate::shared::time(begins + 365 * DAY);
    assert_eq!(nodes.database.begin_order(&of, 0, says).await, Ok(true));
    let week = Err(Pause::For(7 * DAY));
    let mut one = nodes.start(FakeAuthority { gives: week, ..nodes.giving(begins) }).await;
    let Found::Failure(_, pause) = one.look(begins).await else { panic!("it asks") };
    // The longest pause of a node whose clock is right is kept.
    assert_eq!(pause, 7 * DAY);
    assert!(matches!(one.look(begins + MINUTE).await, Found::Nothing));
    assert!(matches!(one.look(begins + 6 * DAY).await, Found::Nothing));
    assert!(matches!(one.look(begins + 8 * DAY).await, Found::Failure(..)));
}

/// By a clock that is ahead the order of a node that lives looks abandoned.
#[tokio::test]
async fn a_node_whose_clock_is_wrong_leaves_the_order_to_one_whose_clock_is_right() {
    let nodes = Nodes::new();
    let begins = at(Duration::ZERO);
    nodes.join("one").await;
    let two = nodes.join("two").await;
    let order = nodes.shared().begin(0, begins).await.unwrap().unwrap();
    let mut wrong = nodes.start(nodes.giving(begins)).await;
    for clock in [begins + 60 * MINUTE, begins - 60 * MINUTE] {
        assert!(matches!(wrong.look(clock).await, Found::Nothing));
    }
    assert_eq!(order.go_on().await, Ok(true), "nobody has taken it over");
    // A clock that is a little off is as good as any.
    let later = begins + HOLD + MINUTE;
    nodes.table.set_time(crate::shared::time(later));
    let a_little_off = later + Duration::from_secs(1);
    let failing = FakeAuthority { gives: Err(Pause::Long), ..nodes.giving(begins) };
    assert!(matches!(nodes.start(failing).await.look(a_little_off).await, Found::Failure(..)));
    // If nobody's clock is right, or the others have died, somebody must do it.
    nodes.table.note_clock(two, 3_600).await.unwrap();
    assert!(matches!(wrong.look(later + 60 * MINUTE).await, Found::Certificate(_)));
    nodes.table.note_clock(two, 0).await.unwrap();
    let hours_later = later + 61 * DAY;
    wrong.from = Arc::new(nodes.giving(hours_later));
    wrong.site.from = Arc::clone(&wrong.from);
    assert!(matches!(wrong.look(hours_later).await, Found::Nothing));
    nodes.table.end_lease(two).await;
    assert!(matches!(wrong.look(hours_later).await, Found::Certificate(_)));
}

/// The others may all be nodes that speak no HTTPS, and then nobody ordered one.
#[tokio::test]
async fn a_node_whose_clock_is_wrong_goes_by_the_right_one_if_no_other_node_orders() {
    let nodes = Nodes::new();
    let begins = at(Duration::ZERO);
    nodes.join("one").await;
    nodes.join("two").await;
    let mut wrong = nodes.start(nodes.giving(begins)).await;
    let ahead = 30 * DAY;
    assert!(matches!(looks_and_waits(&mut wrong, begins + ahead, 50).await, Found::Nothing));
    assert!(matches!(looks_and_waits(&mut wrong, begins + ahead, 10).await, Found::Nothing));
    assert!(matches!(wrong.look(begins + ahead).await, Found::Certificate(_)));
    let put_off = nodes.shared().read().await.unwrap().not_before;
    assert!(put_off < crate::shared::time(begins + DAY + MINUTE), "by the right clock: {put_off:?}");
    // By the right clock it is not due.
    nodes.table.set_time(crate::shared::time(begins + 50 * DAY));
    for _ in 0..2 {
        assert!(matches!(wrong.look(begins + 50 * DAY + ahead).await, Found::Nothing));
        pass(2 * MINUTE).await;
    }
    // Another one works on it.
    let due = begins + 61 * DAY;
    nodes.table.set_time(crate::shared::time(due));
    let order = nodes.shared().begin(1, due).await.unwrap().unwrap();
    for _ in 0..2 {
        assert!(matches!(wrong.look(due + ahead).await, Found::Nothing));
        pass(2 * MINUTE).await;
    }
    assert_eq!(order.go_on().await, Ok(true), "nobody has taken it over");
    assert_eq!(wrong.called(), 1);
}

/// It waited until it was time by its own clock.
#[tokio::test]
async fn a_node_whose_clock_is_behind_goes_by_the_right_one_if_no_other_node_orders() {
    let nodes = Nodes::new();
    let begins = at(Duration::ZERO);
    nodes.join("one").await;
    nodes.join("two").await;
    let mut wrong = nodes.start(nodes.giving(begins)).await;
    assert!(matches!(wrong.look(begins).await, Found::Certificate(_)));
    let (due, behind) = (begins + 61 * DAY, 30 * DAY);
    nodes.table.set_time(crate::shared::time(due));
    wrong.from = Arc::new(nodes.giving(due));
    wrong.site.from = Arc::clone(&wrong.from);
    // It asks for the right time once a minute.
    assert!(matches!(wrong.look(due - behind).await, Found::Nothing));
    assert!(wrong.site.left.is_none());
    pass(MINUTE).await;
    assert!(matches!(looks_and_waits(&mut wrong, due - behind, 50).await, Found::Nothing));
    assert!(wrong.site.left.is_some(), "another node may begin one");
    assert!(matches!(looks_and_waits(&mut wrong, due - behind, 10).await, Found::Nothing));
    assert!(matches!(wrong.look(due - behind).await, Found::Certificate(_)));
    let put_off = nodes.shared().read().await.unwrap().not_before;
    let rests = crate::shared::time(due + DAY)..crate::shared::time(due + DAY + MINUTE);
    assert!(rests.contains(&put_off), "by the right clock: {put_off:?}");
}

/// Looks at once, and lets so many seconds pass after it.
async fn looks_and_waits(node: &mut Node, now: SystemTime, seconds: u64) -> Found {
    tokio::time::pause();
    let found = with_clock_held(node.look(now)).await;
    tokio::time::advance(Duration::from_secs(seconds)).await;
    tokio::time::resume();
    found
}

/// Lets so much time pass for those who wait, and none for the database.
async fn pass(span: Duration) {
    tokio::time::pause();
    tokio::time::advance(span).await;
    tokio::time::resume();
}

/// Whoever connects as an authority does, or asks as one does, is answered.
#[tokio::test]
async fn strangers_cause_one_read_at_a_time() {
    let nodes = Nodes::new();
    let shared = nodes.shared();
    let order = shared.begin(0, at(Duration::ZERO)).await.unwrap().unwrap();
    assert_eq!(order.expect("token".to_owned(), "proof".to_owned()).await, Ok(true));
    let challenges = Challenges::of_all(shared, authority().name, Shown::default());
    nodes.database.tells.forget_permits(1_000);
    let (has_begun, mut begun) = tokio::sync::mpsc::unbounded_channel();
    let ask = || {
        let (challenges, has_begun) = (challenges.clone(), has_begun.clone());
        tokio::spawn(async move {
            let mut asking = std::pin::pin!(challenges.answer("token"));
            // It waits from here on.
            assert!(std::future::poll_fn(|task| Poll::Ready(asking.as_mut().poll(task).is_pending())).await);
            has_begun.send(()).unwrap();
            asking.await
        })
    };
    let asking: Vec<_> = (0..50).map(|_| ask()).collect();
    for _ in &asking {
        begun.recv().await.unwrap();
    }
    assert_eq!(nodes.database.asked.load(Ordering::Relaxed), 1);
    nodes.database.tells.add_permits(1_000);
    for one in asking {
        assert_eq!(one.await.unwrap().as_deref(), Some("proof"));
    }
    // The first read, and one for all who asked after it had begun, if it took long.
    assert!(nodes.database.asked.load(Ordering::Relaxed) <= 2);
}

#[tokio::test]
async fn the_answer_over_tls_stays_while_the_database_is_away_and_goes_with_the_order() {
    let nodes = Nodes::new();
    let (begins, shown) = (at(Duration::ZERO), Shown::default());
    let challenges = Challenges::of_all(nodes.shared(), authority().name, shown.clone());
    let prepare = challenges.over_tls().unwrap();
    let order = nodes.shared().begin(0, begins).await.unwrap().unwrap();
    assert_eq!(order.expect("token".to_owned(), "proof".to_owned()).await, Ok(true));
    prepare().await;
    assert!(shown.has_answer());
    nodes.database.is_away.store(true, Ordering::Relaxed);
    // Longer than what was read is remembered.
    let a_new_read = || async {
        let before = nodes.database.asked.load(Ordering::Relaxed);
        while nodes.database.asked.load(Ordering::Relaxed) == before {
            prepare().await;
            sleep(Duration::from_millis(20)).await;
        }
    };
    a_new_read().await;
    assert!(shown.has_answer(), "the authority may ask now");
    nodes.database.is_away.store(false, Ordering::Relaxed);
    assert_eq!(order.step(&OrderStep::Failed, begins).await, Ok(true));
    a_new_read().await;
    assert!(!shown.has_answer());
}

/// The authority gives few certificates a week, so none is lost.
#[tokio::test]
async fn what_the_database_does_not_take_is_shown_and_stored_later() {
    let nodes = Nodes::new();
    let begins = at(Duration::ZERO);
    let mut one = nodes.start(nodes.giving(begins)).await;
    nodes.database.is_full.store(true, Ordering::Relaxed);
    assert!(matches!(one.look(begins).await, Found::Certificate(_)));
    assert!(one.shows().is_some());
    assert!(matches!(one.look(begins + MINUTE).await, Found::Nothing));
    assert_eq!(nodes.start(nodes.giving(begins)).await.shows(), None);
    nodes.database.is_full.store(false, Ordering::Relaxed);
    assert!(matches!(one.look(begins + MINUTE).await, Found::Nothing));
    assert_eq!(nodes.start(nodes.giving(begins)).await.shows(), one.shows());
    assert_eq!(one.called(), 1);
}

/// Such a node was the only server, and its certificate is good.
#[tokio::test]
async fn a_certificate_that_a_node_had_for_itself_becomes_that_of_all() {
    let nodes = Nodes::new();
    let begins = at(Duration::ZERO);
    let own = made(begins);
    let fingerprint = own.certificate.fingerprint.clone();
    let mut one = nodes.start(FakeAuthority { own: Some(own), ..nodes.giving(begins) }).await;
    assert!(matches!(one.look(begins + DAY).await, Found::Certificate(_)));
    assert_eq!(one.called(), 0);
    assert_eq!(nodes.start(nodes.giving(begins)).await.shows(), Some(fingerprint));
    // One that is to be renewed is no reason not to ask.
    let nodes = Nodes::new();
    let mut one = nodes.start(FakeAuthority { own: Some(made(begins)), ..nodes.giving(begins) }).await;
    assert!(matches!(one.look(begins + 70 * DAY).await, Found::Certificate(_)));
    assert_eq!(one.called(), 1);
}
