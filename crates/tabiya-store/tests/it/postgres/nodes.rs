// SPDX-License-Identifier: AGPL-3.0-or-later
//! Several nodes on one database: the laws of leases and of the fence, statements that are wrong on purpose, and who may have
//! the database beside whom.

use std::{
    collections::HashSet,
    sync::{Arc, OnceLock},
    time::Duration,
};

use tabiya_game::{Event, GameId, GameResult, PlayerId, Stamped, Termination, Time};
use tabiya_store::{
    AppendError, CreateError, Deadlines, Epoch, FenceFault, Formats, GameLog, Incarnation, Lease, NewNode,
    NodeName, Nodes, Notice, OpenError, PostgresStore, Renewed, Slot, StorageError, Store,
    conformance::{fence, nodes, postgres::Cluster, shared_nodes},
};
use tokio_postgres::{Client, NoTls};

use super::{PATIENCE, cluster_with_tables, created, id, offer, open, url};

/// Longer than any test takes: a lease ends when its test says so.
const LONG: Duration = Duration::from_secs(3_600);

pub(super) fn name(text: &str) -> NodeName {
    text.parse().unwrap()
}

pub(super) async fn node(
    cluster: &Cluster,
    database: &str,
    text: &str,
    fault: Option<FenceFault>,
) -> PostgresStore {
    PostgresStore::open_as_test_node(&url(cluster, database), &name(text), LONG, fault).await.unwrap()
}

pub(super) fn new_node(text: &str) -> NewNode {
    NewNode { name: name(text), address: "here".to_owned(), version: "1".to_owned(), formats: Formats::own() }
}

pub(super) async fn join(store: &PostgresStore, text: &str) -> Incarnation {
    store.join(&new_node(text)).await.unwrap()
}

pub(super) async fn take_all(store: &PostgresStore, node: Incarnation) {
    while !store.take(node).await.unwrap().is_empty() {}
}

pub(super) async fn lease_of(store: &PostgresStore, node: Incarnation, game: GameId) -> Option<Lease> {
    let own = store.leases(node).await.unwrap();
    own.into_iter().find(|lease| lease.slot == Slot::of(game))
}

/// A node that owns all slots, and its lease of the slot of the first game.
pub(super) async fn owner(cluster: &Cluster, database: &str) -> (PostgresStore, Lease) {
    let store = node(cluster, database, "ann", None).await;
    let ann = join(&store, "ann").await;
    take_all(&store, ann).await;
    let lease = lease_of(&store, ann, id(1)).await.unwrap();
    (store, lease)
}

struct Place {
    cluster: Arc<Cluster>,
    database: String,
    fault: Option<FenceFault>,
    store: OnceLock<Arc<PostgresStore>>,
}

impl Place {
    fn new(cluster: &Arc<Cluster>, fault: Option<FenceFault>) -> Self {
        let database = cluster.database();
        Self { cluster: Arc::clone(cluster), database, fault, store: OnceLock::new() }
    }

    async fn opened(&self) -> Arc<PostgresStore> {
        let store = Arc::new(node(&self.cluster, &self.database, "laws", self.fault).await);
        Arc::clone(self.store.get_or_init(|| store))
    }

    fn sql(&self, sql: &str) {
        self.cluster.sql(&self.database, sql);
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.cluster.give_back(&self.database);
    }
}

impl nodes::Fixture for Place {
    async fn open(&self) -> Arc<dyn Nodes> {
        self.opened().await
    }
}

impl shared_nodes::Fixture for Place {
    async fn open(&self) -> Arc<dyn Nodes> {
        self.opened().await
    }

    async fn end_lease(&self, node: Incarnation) {
        self.sql(&format!("UPDATE node SET expires_at = 1 WHERE incarnation = {}", node.0));
    }

    async fn was_in_time(&self, node: Incarnation) {
        let long = LONG.as_millis() + 1_000;
        let sql =
            format!("UPDATE node SET renewed_since = renewed_since - {long} WHERE incarnation = {}", node.0);
        self.sql(&sql);
    }
}

impl fence::Fixture for Place {
    async fn open(&self) -> (Arc<dyn GameLog>, Arc<dyn Nodes>) {
        let store = self.opened().await;
        (store.clone(), store)
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_law_of_nodes_and_of_the_fence_holds() {
    let Some(cluster) = cluster_with_tables().await else { return };
    let place = || Place::new(&cluster, None);
    assert_eq!(nodes::failing(place).await, [""; 0]);
    assert_eq!(shared_nodes::failing(place).await, [""; 0]);
    assert_eq!(fence::failing(place).await, [""; 0]);
}

/// The database may have been away for all, and others may need one more try than this node.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_node_whose_lease_had_nearly_ended_removes_nobody_for_the_length_of_a_lease() {
    let Some(cluster) = cluster_with_tables().await else { return };
    for (quarters, removed) in [(2, vec![name("ann")]), (3, vec![])] {
        let place = Place::new(&cluster, None);
        let store = place.opened().await;
        let (ann, bob) = (join(&store, "ann").await, join(&store, "bob").await);
        shared_nodes::Fixture::was_in_time(&place, bob).await;
        shared_nodes::Fixture::end_lease(&place, ann).await;
        let gone = LONG.as_millis() / 4 * quarters;
        place.sql(&format!("UPDATE node SET expires_at = expires_at - {gone} WHERE incarnation = {}", bob.0));
        assert_eq!(store.renew(bob).await, Ok(Renewed::Yes { draining: false }));
        assert_eq!(store.remove_expired(bob).await, Ok(removed), "after {quarters} quarters of a lease");
    }
}

/// A node was removed while a third of its lease was left, though it may act in that time.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_node_whose_lease_has_nearly_ended_is_not_removed() {
    let Some(cluster) = cluster_with_tables().await else { return };
    let place = Place::new(&cluster, None);
    let store = place.opened().await;
    let (ann, bob) = (join(&store, "ann").await, join(&store, "bob").await);
    shared_nodes::Fixture::was_in_time(&place, bob).await;
    let gone = LONG.as_millis() / 4 * 3;
    place.sql(&format!("UPDATE node SET expires_at = expires_at - {gone} WHERE incarnation = {}", ann.0));
    assert_eq!(store.remove_expired(bob).await, Ok(vec![]));
    shared_nodes::Fixture::end_lease(&place, ann).await;
    assert_eq!(store.remove_expired(bob).await, Ok(vec![name("ann")]));
}

pub(super) async fn stranger(cluster: &Cluster, database: &str) -> Client {
    let (client, connection) = tokio_postgres::connect(&cluster.url(database), NoTls).await.unwrap();
    tokio::spawn(connection);
    client
}

/// Waits until so many statements wait for locks, or `is_done`.
pub(super) async fn until_waiting(cluster: &Cluster, database: &str, count: i64, is_done: impl Fn() -> bool) {
    let client = stranger(cluster, database).await;
    let waiting = "SELECT count(*) FROM pg_locks WHERE NOT granted";
    let waits = async {
        while !is_done() && client.query_one(waiting, &[]).await.unwrap().get::<_, i64>(0) < count {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    tokio::time::timeout(PATIENCE, waits).await.unwrap();
}

/// An append that was under way when the slot was to get another owner is written before the owner changes. Returns whether that
/// is so.
async fn a_change_of_the_owner_waits_for_appends(cluster: &Cluster, fault: Option<FenceFault>) -> bool {
    let database = cluster.database();
    let store = Arc::new(node(cluster, &database, "laws", fault).await);
    let (ann, game) = (join(&store, "ann").await, id(1));
    take_all(&store, ann).await;
    let bob = join(&store, "bob").await;
    let lease = lease_of(&store, ann, game).await.unwrap();
    store.create_under(lease.epoch, game, vec![created()]).await.unwrap();
    let mut other = stranger(cluster, &database).await;
    let holding = other.transaction().await.unwrap();
    holding.execute("SELECT 1 FROM game WHERE id = $1 FOR UPDATE", &[&game.as_str()]).await.unwrap();
    let appending = {
        let store = Arc::clone(&store);
        tokio::spawn(async move { store.append_under(lease.epoch, game, 1, offer(2)).await })
    };
    until_waiting(cluster, &database, 1, || appending.is_finished()).await;
    let moving = {
        let store = Arc::clone(&store);
        tokio::spawn(async move { store.hand_over(ann, &[lease], bob).await })
    };
    until_waiting(cluster, &database, 2, || moving.is_finished()).await;
    let waited = !moving.is_finished();
    holding.commit().await.unwrap();
    assert_eq!(appending.await.unwrap(), Ok(()));
    assert_eq!(moving.await.unwrap(), Ok(vec![lease.slot]));
    waited
}

/// An append that comes while the slot is getting another owner waits for that, and is refused. Returns whether that is so.
async fn an_append_waits_for_a_change_of_the_owner(cluster: &Cluster, fault: Option<FenceFault>) -> bool {
    let database = cluster.database();
    let store = Arc::new(node(cluster, &database, "laws", fault).await);
    let (ann, game) = (join(&store, "ann").await, id(1));
    take_all(&store, ann).await;
    let lease = lease_of(&store, ann, game).await.unwrap();
    store.create_under(lease.epoch, game, vec![created()]).await.unwrap();
    let mut other = stranger(cluster, &database).await;
    let moving = other.transaction().await.unwrap();
    let slot = i64::from(lease.slot.number());
    moving.execute("UPDATE slot SET epoch = epoch + 1 WHERE slot = $1", &[&slot]).await.unwrap();
    let appending = {
        let store = Arc::clone(&store);
        tokio::spawn(async move { store.append_under(lease.epoch, game, 1, offer(2)).await })
    };
    until_waiting(cluster, &database, 1, || appending.is_finished()).await;
    moving.commit().await.unwrap();
    let refused = appending.await.unwrap() == Err(AppendError::Fenced { id: game });
    refused && store.load(game).await.unwrap().unwrap().len() == 1
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn appends_and_changes_of_the_owner_wait_for_each_other() {
    let Some(cluster) = Cluster::start() else { return };
    assert!(a_change_of_the_owner_waits_for_appends(&cluster, None).await);
    assert!(an_append_waits_for_a_change_of_the_owner(&cluster, None).await);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_wrong_statement_breaks_a_law() {
    let Some(cluster) = cluster_with_tables().await else { return };
    for fault in FenceFault::ALL {
        let is_caught = match fault {
            FenceFault::LocksTheKey | FenceFault::LocksNothing => {
                !a_change_of_the_owner_waits_for_appends(&cluster, Some(fault)).await
            }
            FenceFault::ComparesNoEpoch | FenceFault::SkipsTakenNumbers | FenceFault::AppendsAfterTheEnd => {
                fence::broken(|| Place::new(&cluster, Some(fault))).await.is_some()
            }
        };
        assert!(is_caught, "{fault:?}");
    }
    assert!(!an_append_waits_for_a_change_of_the_owner(&cluster, Some(FenceFault::LocksNothing)).await);
}

async fn refusal(opening: impl Future<Output = Result<PostgresStore, OpenError>>) -> String {
    opening.await.err().unwrap().to_string()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nodes_share_the_database_and_a_server_alone_does_not() {
    let Some(cluster) = Cluster::start() else { return };
    let database = cluster.database();
    let url = url(&cluster, &database);
    let ann = node(&cluster, &database, "ann", None).await;
    let bob = node(&cluster, &database, "bob", None).await;
    let (anns, bobs) = (name("ann"), name("bob"));
    let (one, another, alone) = tokio::join!(
        refusal(PostgresStore::open_as_node(&url, &anns)),
        refusal(PostgresStore::open_as_node(&url, &bobs)),
        refusal(PostgresStore::open(&url)),
    );
    assert!(one.contains("takes part in the database") && one.contains("under the name ann"), "{one}");
    assert!(another.contains("under the name bob"), "{another}");
    assert!(alone.starts_with("another Tabiya server uses the database"), "{alone}");
    // Commands work beside nodes as beside a server alone.
    let beside = PostgresStore::open_beside(&url).await.unwrap();
    assert!(beside.nodes().await.unwrap().is_empty());
    // A node that has ended comes back at once.
    ann.close().await;
    let ann = node(&cluster, &database, "ann", None).await;
    ann.close().await;
    bob.close().await;
    let alone = open(&cluster, &database).await;
    let refused = refusal(PostgresStore::open_as_node(&url, &name("ann"))).await;
    assert!(refused.starts_with("another Tabiya server uses the database"), "{refused}");
    drop(alone);
}

/// A node that was cut off while a server had the database for itself owns nothing any more.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_alone_fences_off_the_nodes_before_it() {
    let Some(cluster) = Cluster::start() else { return };
    let database = cluster.database();
    let store = node(&cluster, &database, "ann", None).await;
    let ann = join(&store, "ann").await;
    take_all(&store, ann).await;
    let lease = lease_of(&store, ann, id(1)).await.unwrap();
    store.create_under(lease.epoch, id(1), vec![created()]).await.unwrap();
    store.append_under(lease.epoch, id(1), 1, offer(2)).await.unwrap();
    // Somebody waits for the lock of its name, so that it does not get the database again at once.
    let other = stranger(&cluster, &database).await;
    let key = "SELECT (classid::bigint << 32) | objid::bigint FROM pg_locks
         WHERE locktype = 'advisory' AND mode = 'ExclusiveLock'";
    let key: i64 = other.query_one(key, &[]).await.unwrap().get(0);
    let waiting = tokio::spawn(async move {
        other.execute("SELECT pg_advisory_lock($1)", &[&key]).await.unwrap();
        other
    });
    until_waiting(&cluster, &database, 1, || waiting.is_finished()).await;
    // Cut off: its locks are gone, its ways of appends are not.
    cluster.sql(
        &database,
        "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND mode = 'ShareLock'",
    );
    let in_its_place = waiting.await.unwrap();
    let alone = open(&cluster, &database).await;
    alone.load(id(1)).await.unwrap();
    alone.append(id(1), 2, offer(3)).await.unwrap();
    let refused = store.append_under(lease.epoch, id(1), 3, offer(4)).await;
    assert!(refused.is_err(), "{refused:?}");
    assert_eq!(alone.load(id(1)).await.unwrap().unwrap().len(), 3);
    alone.close().await;
    drop(in_its_place);
    // The node gets the database again, and what it owned is gone.
    let back = async {
        while store.renew(ann).await != Ok(Renewed::Gone) {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(PATIENCE, back).await.unwrap();
    let refused = store.append_under(lease.epoch, id(1), 3, offer(4)).await;
    assert_eq!(refused, Err(AppendError::Fenced { id: id(1) }));
    let ann = join(&store, "ann").await;
    take_all(&store, ann).await;
    let lease = lease_of(&store, ann, id(1)).await.unwrap();
    store.append_under(lease.epoch, id(1), 3, offer(4)).await.unwrap();
    assert!(lease.epoch > Epoch::SOLE);
}

/// What was under way on a connection that is lost may be in the log or not, and the next append makes a new connection.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_lost_connection_is_made_anew() {
    let Some(cluster) = Cluster::start() else { return };
    let database = cluster.database();
    let (store, lease) = owner(&cluster, &database).await;
    store.create_under(lease.epoch, id(1), vec![created()]).await.unwrap();
    for _ in 0..3 {
        cluster.sql(
            &database,
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'WITH wanted%' AND pid <> pg_backend_pid()",
        );
        let goes_on = async {
            loop {
                let next = store.load(id(1)).await.unwrap().unwrap().len() as u32;
                if store.append_under(lease.epoch, id(1), next, offer(2)).await.is_ok() {
                    break;
                }
            }
        };
        tokio::time::timeout(PATIENCE, goes_on).await.unwrap();
    }
}

/// A node that was cut off believes that it holds the database until it hears otherwise. Meanwhile it must not come back as a new life and
/// own slots beside the server that has the database for itself.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_node_that_has_not_heard_of_its_end_neither_joins_nor_takes() {
    let Some(cluster) = Cluster::start() else { return };
    let database = cluster.database();
    let store = node(&cluster, &database, "ann", None).await;
    let ann = join(&store, "ann").await;
    cluster.sql(&database, "UPDATE owner SET epoch = epoch + 1");
    let taken = store.take(ann).await;
    assert!(matches!(taken, Err(StorageError::NotHeld { .. })), "{taken:?}");
    let new = NewNode {
        name: name("ann"),
        address: "here".to_owned(),
        version: "1".to_owned(),
        formats: Formats::own(),
    };
    let joined = store.join(&new).await;
    assert!(matches!(joined, Err(StorageError::NotHeld { .. })), "{joined:?}");
    assert_eq!(cluster.sql(&database, "SELECT count(*) FROM slot WHERE incarnation IS NOT NULL"), "0");
}

/// Who gets the database for itself waits for nodes that are taking slots in this moment: it would not see these.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn slots_that_are_being_taken_are_fenced_off_too() {
    let Some(cluster) = Cluster::start() else { return };
    let database = cluster.database();
    let store = Arc::new(node(&cluster, &database, "ann", None).await);
    let ann = join(&store, "ann").await;
    let mut other = stranger(&cluster, &database).await;
    let holding = other.transaction().await.unwrap();
    let (gate, taking) = (i64::from_be_bytes(*b"tabiya\0\x02"), i64::from_be_bytes(*b"tabiya\0\x05"));
    holding.execute("SELECT pg_advisory_xact_lock($1)", &[&taking]).await.unwrap();
    let take = {
        let store = Arc::clone(&store);
        tokio::spawn(async move { store.take(ann).await })
    };
    until_waiting(&cluster, &database, 1, || take.is_finished()).await;
    let new_owner = stranger(&cluster, &database).await;
    let passes = new_owner.query_one("SELECT pg_try_advisory_lock($1)", &[&gate]).await.unwrap();
    assert!(!passes.get::<_, bool>(0), "a new owner waits at the gate");
    holding.commit().await.unwrap();
    assert!(!take.await.unwrap().unwrap().is_empty());
}

/// Waits until a commit waits for a standby, and cancels that. Returns what came of the commit.
async fn cancelled<T: Send + 'static>(
    cluster: &Cluster,
    commit: impl Future<Output = T> + Send + 'static,
) -> T {
    let commit = tokio::spawn(commit);
    let waits = async {
        let waiting = "SELECT pid || ' ' || query_start FROM pg_stat_activity WHERE wait_event = 'SyncRep'";
        let mut known = HashSet::new();
        while !commit.is_finished() {
            for wait in cluster.sql("postgres", waiting).lines() {
                // Each once: a second time would cancel the connection's next statement, where that has begun by then.
                if let (true, Some((pid, _))) = (known.insert(wait.to_owned()), wait.split_once(' ')) {
                    cluster.sql("postgres", &format!("SELECT pg_cancel_backend({pid})"));
                }
            }
            // Else the loop leaves no time to the commit, and can't be ended from outside.
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    tokio::time::timeout(PATIENCE, waits).await.expect("the commit waits for a standby, and is cancelled");
    commit.await.unwrap()
}

/// PostgreSQL warns and reports success. The move may be lost if a standby is promoted, so nobody may be told of it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_cancelled_wait_for_a_standby_leaves_every_commit_unanswered() {
    let Some(cluster) = Cluster::start() else { return };
    let database = cluster.database();
    let store = Arc::new(node(&cluster, &database, "ann", None).await);
    let ann = join(&store, "ann").await;
    take_all(&store, ann).await;
    let lease = lease_of(&store, ann, id(1)).await.unwrap();
    store.create_under(lease.epoch, id(1), vec![created()]).await.unwrap();
    cluster.sql("postgres", "ALTER SYSTEM SET synchronous_standby_names = 'nobody'");
    cluster.sql("postgres", "SELECT pg_reload_conf()");
    let other = stranger(&cluster, &database).await;
    let probe =
        tokio::spawn(
            async move { while other.execute("UPDATE owner SET epoch = epoch", &[]).await.is_ok() {} },
        );
    let waiting = "SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'SyncRep'";
    let waits = async {
        while cluster.sql("postgres", waiting) == "0" {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    tokio::time::timeout(PATIENCE, waits).await.expect("commits wait for a standby");
    probe.abort();
    let unanswered = Err(AppendError::Storage(StorageError::Unanswered));
    let (by_lane, by_transaction) = (Arc::clone(&store), Arc::clone(&store));
    let by_lane = async move { by_lane.append_under(lease.epoch, id(1), 1, offer(2)).await };
    assert_eq!(cancelled(&cluster, by_lane).await, unanswered);
    let (result, termination) = (GameResult::BlackWins, Termination::Resignation);
    let ended = Event::Ended { result, termination, clock: None, by: None, decided: None };
    let ended = Stamped::new(Time(3), ended);
    let by_transaction = async move { by_transaction.append_under(lease.epoch, id(1), 2, vec![ended]).await };
    assert_eq!(cancelled(&cluster, by_transaction).await, unanswered);
    // It was committed here all the same, as the log says.
    assert_eq!(store.load(id(1)).await.unwrap().unwrap().len(), 3);
    let made = {
        let store = Arc::clone(&store);
        let other = (2..).map(id).find(|game| Slot::of(*game) == lease.slot).unwrap();
        async move { store.create_under(lease.epoch, other, vec![created()]).await }
    };
    assert_eq!(cancelled(&cluster, made).await, Err(CreateError::Storage(StorageError::Unanswered)));
    let noted = {
        let store = Arc::clone(&store);
        async move { store.note(&[(id(1), Time(5))]).await }
    };
    assert_eq!(cancelled(&cluster, noted).await, Err(StorageError::Unanswered));
}

/// Both see that it is due, in the same moment.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_two_nodes_one_sends_a_letter() {
    let Some(cluster) = Cluster::start() else { return };
    let database = cluster.database();
    let one = Store::new(node(&cluster, &database, "ann", None).await);
    let two = Store::new(node(&cluster, &database, "bob", None).await);
    let player = PlayerId::from_bytes([1; 16]);
    let notice = Notice {
        number: 1,
        at: Time(1),
        kind: "result".to_owned(),
        game: None,
        data: "{}".to_owned(),
        letter_at: Some(Time(10)),
    };
    let number = one.notices.notify(player, &notice).await.unwrap();
    for store in [&one, &two] {
        assert_eq!(store.notices.letters_due(Time(10), 9).await.unwrap().len(), 1);
    }
    let put_off =
        async |store: &Store| store.notices.put_off_letter(player, number, Time(10), Time(90)).await;
    let (hers, his) = tokio::join!(put_off(&one), put_off(&two));
    assert_eq!([hers.unwrap(), his.unwrap()].into_iter().filter(|is_hers| *is_hers).count(), 1);
}
