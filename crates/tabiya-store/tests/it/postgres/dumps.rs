// SPDX-License-Identifier: AGPL-3.0-or-later
//! Daily backups of a database: which files they leave, what they bring back, and what keeps them from being made.

use std::fs;
use std::path::Path;

use tabiya_store::{
    GameLog, KeepError, KeptDumps, Site, SiteSecret, check_postgres, conformance::postgres::Cluster,
};
use tempfile::TempDir;
use time::{Date, Month};

use super::{check::log, id, open, url};

pub(super) fn november(day: u8) -> Date {
    Date::from_calendar_date(2026, Month::November, day).unwrap()
}

pub(super) const fn plenty(_: &Path) -> Option<u64> {
    Some(u64::MAX)
}

fn names(folder: &Path) -> Vec<String> {
    let files = fs::read_dir(folder).into_iter().flatten();
    let mut names: Vec<_> = files.map(|file| file.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[tokio::test]
async fn a_dump_a_day_is_made_and_old_ones_go_and_the_newest_brings_the_games_back() {
    use std::os::unix::fs::PermissionsExt;
    let Some(cluster) = Cluster::start() else { return };
    let (database, temp) = (cluster.database(), TempDir::new().unwrap());
    let folder = temp.path().join("backups");
    let kept = KeptDumps::new(&url(&cluster, &database), &folder);
    assert_eq!(kept.make(november(1), plenty).await.unwrap(), None, "there are no tables yet");
    assert_eq!(kept.newest().await.unwrap(), None);
    let store = open(&cluster, &database).await;
    store.keep_secret(SiteSecret::Devices, "whose they are").await.unwrap();
    assert_eq!(kept.make(november(1), plenty).await.unwrap(), None, "there is nothing to lose yet");
    assert!(!folder.exists());
    store.create_game(id(1), log()).await.unwrap();
    let file = |day: &str| format!("{database}-daily-2026-11-{day}.dump");
    let made = kept.make(november(1), plenty).await.unwrap().expect("there is a game");
    assert_eq!((made.file, made.faults, made.removed), (folder.join(file("01")), 0, 0));
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!([mode(&folder), mode(&folder.join(file("01")))], [0o700, 0o600]);
    // What was killed in the middle of a copy, and days that went by.
    fs::write(folder.join(format!("{}.77.part", file("02"))), "half").unwrap();
    for day in 2..=14 {
        fs::copy(folder.join(file("01")), folder.join(file(&format!("{day:02}")))).unwrap();
    }
    assert_eq!(kept.make(november(15), plenty).await.unwrap().unwrap().removed, 6);
    // The second of November was a Monday.
    let days = ["01", "08", "09", "10", "11", "12", "13", "14", "15"];
    let mut expected: Vec<_> = days.map(file).to_vec();
    expected.push(format!("{database}.owner"));
    assert_eq!(names(&folder), expected);
    assert_eq!(kept.newest().await.unwrap().unwrap().0, november(15));
    assert!(kept.has(november(15)).await.unwrap() && !kept.has(november(16)).await.unwrap());

    let other = cluster.database();
    cluster.restore(&other, &folder.join(file("15")));
    let checked = check_postgres(&url(&cluster, &other), &mut |_| ()).await.unwrap();
    assert_eq!((checked.games, checked.faults), (1, 0));
}

#[tokio::test]
async fn what_keeps_a_dump_from_being_made_is_said_and_leaves_nothing_half_done() {
    let Some(cluster) = Cluster::start() else { return };
    let (database, temp) = (cluster.database(), TempDir::new().unwrap());
    let folder = temp.path().join("backups");
    open(&cluster, &database).await.create_game(id(1), log()).await.unwrap();
    let kept = KeptDumps::new(&url(&cluster, &database), &folder);
    let refused = kept.make(november(1), |_| Some(1 << 20)).await.unwrap_err();
    assert!(matches!(refused, KeepError::NoRoom { .. }), "{refused:?}");
    // A user who may not read all of it gets no backup that lacks something.
    cluster.sql(&database, "CREATE ROLE reader LOGIN; GRANT SELECT ON game, account, site TO reader");
    let reader = cluster.url(&database).replace("postgres@", "reader@").parse().unwrap();
    let refused = KeptDumps::new(&reader, &folder).make(november(1), plenty).await.unwrap_err().to_string();
    assert!(refused.starts_with("no backup is made: pg_dump says: "), "{refused}");
    assert!(refused.contains("permission denied") && refused.lines().count() == 1, "{refused}");
    assert_eq!(names(&folder), [""; 0], "nothing is left");
    // A fault in the database is one in its copy, which takes no sound one's place.
    cluster.sql(&database, "UPDATE game SET half_moves = 77");
    let made = kept.make(november(2), plenty).await.unwrap().unwrap();
    assert_eq!(made.file, folder.join(format!("{database}-faulty-2026-11-02.dump")));
    assert!(made.faults > 0);
}
