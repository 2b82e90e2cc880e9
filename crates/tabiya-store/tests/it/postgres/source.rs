// SPDX-License-Identifier: AGPL-3.0-or-later
//! Which process of PostgreSQL answers a node, and which copy of the data it has.

use tabiya_store::{
    DatabaseChange, Epoch, Incarnation, Nodes, PostgresStore, Renewed, conformance::postgres::Cluster,
};

use super::nodes::{join, lease_of, name, new_node, node, take_all};
use super::{PATIENCE, cluster_with_tables, id};

/// Renews until the database answers.
async fn renewed(store: &PostgresStore, me: Incarnation) {
    let renewing = async {
        while !matches!(store.renew(me).await, Ok(Renewed::Yes { .. })) {
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(PATIENCE, renewing).await.expect("it answers again");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_database_that_was_started_anew_is_the_same_copy_and_another_process() {
    let Some(mut cluster) = Cluster::start() else { return };
    cluster.sql("postgres", "CREATE ROLE plain LOGIN");
    let database = cluster.database();
    cluster.sql("postgres", &format!("ALTER DATABASE {database} OWNER TO plain"));
    let url = cluster.url(&database).replace("postgres@", "plain@");
    let store = PostgresStore::open_as_node(&url.parse().unwrap(), &name("ann")).await.unwrap();
    assert_eq!(store.source(), None, "it has joined nothing");
    let ann = join(&store, "ann").await;
    let before = store.source().unwrap();
    let began = i64::try_from(store.now().await.unwrap().0).unwrap();
    take_all(&store, ann).await;
    assert_eq!((ann.0, lease_of(&store, ann, id(1)).await.unwrap().epoch), (1, Epoch(1)));
    renewed(&store, ann).await;
    assert_eq!(store.source(), Some(before.clone()));
    // The identifier, the first timeline, the database, and the table of events.
    let parts: Vec<&str> = before.copy.split('/').collect();
    assert!(matches!(parts[..], [_, "00000001", _, _]) && !parts.contains(&""), "{before:?}");
    assert_eq!(before.place, database, "it is reached over a socket of Unix");
    tokio::task::block_in_place(|| {
        cluster.kill();
        cluster.start_again();
    });
    renewed(&store, ann).await;
    let after = store.source().unwrap();
    assert_ne!(after.process, before.process);
    assert_eq!((&after.copy, store.numbers_hold()), (&before.copy, true));
    assert_eq!(store.last_change().await, Ok(None));
    // It may be an older copy of the folder, which gives the same numbers again.
    let again = join(&store, "ann").await;
    take_all(&store, again).await;
    let later = lease_of(&store, again, id(1)).await.unwrap();
    assert!(again.0 >= began && later.epoch.0 > began, "{again:?} {later:?} {began}");

    // A host may refuse to say which copy it is: then each process counts as another one.
    cluster.sql(&database, "REVOKE EXECUTE ON FUNCTION pg_control_system() FROM PUBLIC");
    tokio::task::block_in_place(|| {
        cluster.kill();
        cluster.start_again();
    });
    renewed(&store, again).await;
    let unknown = store.source().unwrap();
    assert_eq!(unknown.copy, unknown.process);
    assert_ne!(unknown.process, after.process);
    assert!(!store.numbers_hold() && store.last_change().await.unwrap().is_some());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_fails_while_the_copy_is_asked_for_is_no_other_copy() {
    let Some(cluster) = cluster_with_tables().await else { return };
    let database = cluster.database();
    let store = node(&cluster, &database, "one", None).await;
    join(&store, "one").await;
    let before = store.source().unwrap();
    cluster.sql(
        &database,
        "CREATE FUNCTION public.pg_walfile_name(pg_lsn) RETURNS text LANGUAGE plpgsql
         AS $$ BEGIN RAISE EXCEPTION 'no memory now' USING ERRCODE = 'out_of_memory'; END $$",
    );
    cluster.sql("postgres", &format!("ALTER DATABASE {database} SET search_path = public, pg_catalog"));
    let again = node(&cluster, &database, "two", None).await;
    let joined = again.join(&new_node("two")).await;
    assert!(matches!(&joined, Err(error) if error.to_string().contains("no memory now")), "{joined:?}");
    assert_eq!(again.source(), None);
    cluster.sql(&database, "DROP FUNCTION public.pg_walfile_name(pg_lsn)");
    join(&again, "two").await;
    assert_eq!((again.source(), again.numbers_hold()), (Some(before), true));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn for_a_day_after_another_copy_has_begun_to_answer_numbers_do_not_hold_on_any_node() {
    let Some(cluster) = cluster_with_tables().await else { return };
    let database = cluster.database();
    let [one, two] =
        [node(&cluster, &database, "one", None).await, node(&cluster, &database, "two", None).await];
    let [me, other] = [join(&one, "one").await, join(&two, "two").await];
    assert!(one.numbers_hold() && two.numbers_hold());
    assert_eq!(one.last_change().await, Ok(None), "it is the first copy");
    let change = |with: &str| {
        let sql =
            format!("UPDATE site SET value = (value::jsonb || {with})::text WHERE name = 'database-copy'");
        cluster.sql(&database, &sql);
    };

    // What was stored is of the copy before: this one is its promoted standby, or a backup of it.
    change("'{\"process\": \"1/2/3\", \"copy\": \"1/00000001/2/3\", \"games\": 9}'");
    let me_again = join(&one, "one").await;
    assert_ne!(me, me_again);
    assert!(!one.numbers_hold(), "the node that has joined");
    assert!(two.numbers_hold(), "it has not heard");
    renewed(&two, other).await;
    assert!(!two.numbers_hold(), "it has");
    let began = one.last_change().await.unwrap().unwrap();
    assert_eq!(began.games, 0, "those of before are another copy's");

    // A copy of the folder can't be told from it. A node that finds that events are missing says so.
    let day = 24 * 3_600 * 1_000;
    change(&format!("jsonb_build_object('since', {} - {day})", began.since.0));
    renewed(&one, me_again).await;
    assert!(one.numbers_hold(), "a day later");
    for (node, games) in [("one", 2), ("two", 4), ("one", 1)] {
        one.note_set_back(&name(node), games).await.unwrap();
    }
    assert!(!one.numbers_hold());
    renewed(&two, other).await;
    assert!(!two.numbers_hold());
    let DatabaseChange { since, games, set_back } = two.last_change().await.unwrap().unwrap();
    assert!(games == 7 && since >= began.since, "{since:?} {games}");
    let [first, second] = &set_back[..] else { panic!("{set_back:?}") };
    assert_eq!((&first.node, first.at, first.games), (&name("one"), since, 3));
    assert!((&second.node, second.games) == (&name("two"), 4) && second.at <= since, "{second:?}");

    // What a node of a version before this wrote.
    change("'{\"games\": 8}'");
    let sql = "UPDATE site SET value = (value::jsonb - 'set_back')::text WHERE name = 'database-copy'";
    cluster.sql(&database, sql);
    let older = two.last_change().await.unwrap().unwrap();
    assert_eq!((older.games, older.set_back), (8, Vec::new()));
}
