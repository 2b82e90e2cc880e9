// SPDX-License-Identifier: AGPL-3.0-or-later
//! Backups that are made by themselves: which files they leave, whom they let read, and what keeps them from being made.

use std::fs;
use std::path::Path;

use rusqlite::Connection;
use tabiya_store::{KeepError, KeptBackups, Logins, Site, SiteSecret, SqliteStore, check_data, restore};
use tempfile::TempDir;
use time::{Date, Month};

use crate::care::fill;

fn november(day: u8) -> Date {
    Date::from_calendar_date(2026, Month::November, day).unwrap()
}

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<_> = fs::read_dir(folder)
        .map(|files| files.map(|file| file.unwrap().file_name().into_string().unwrap()).collect())
        .unwrap_or_default();
    names.sort();
    names
}

const fn plenty(_: &Path) -> Option<u64> {
    Some(u64::MAX)
}

#[tokio::test]
async fn a_backup_a_day_is_made_and_old_ones_go() {
    let temp = TempDir::new().unwrap();
    let [data, folder] = ["chess", "backups"].map(|name| temp.path().join(name));
    let kept = KeptBackups::new(&data, &folder);
    assert_eq!(kept.make(november(1), plenty).unwrap(), None, "there is no database yet");
    assert!(!folder.exists(), "nor a folder");
    fill(&data, 3).await;
    assert_eq!(kept.newest(), None);
    let made = kept.make(november(1), plenty).unwrap().expect("there are games");
    assert_eq!((made.file, made.faults, made.removed), (folder.join("chess-daily-2026-11-01.db"), 0, 0));
    // What was killed in the middle of a copy, and what belongs to others.
    for name in [
        "chess-daily-2026-11-02.db.77.part",
        "chess-daily-2026-11-02.db.77.part-journal",
        "other-daily-2026-11-02.db.77.part",
    ] {
        fs::write(folder.join(name), "half").unwrap();
    }
    for day in 2..=15 {
        kept.make(november(day), plenty).unwrap().unwrap();
    }
    // The second of November was a Monday.
    let days = ["01", "08", "09", "10", "11", "12", "13", "14", "15"];
    let mut expected: Vec<_> = days.map(|day| format!("chess-daily-2026-11-{day}.db")).to_vec();
    expected.push("other-daily-2026-11-02.db.77.part".to_owned());
    assert_eq!(names(&folder), expected);
    assert_eq!(kept.newest().unwrap().0, november(15));
    // Again on the same day.
    assert_eq!(kept.make(november(15), plenty).unwrap().unwrap().removed, 0);
    assert_eq!(names(&folder), expected);
    let opened = temp.path().join("opened");
    fs::create_dir(&opened).unwrap();
    fs::copy(folder.join("chess-daily-2026-11-15.db"), opened.join("tabiya.db")).unwrap();
    let checked = check_data(&opened, &mut |_| ()).unwrap();
    assert_eq!((checked.games, checked.faults), (3, 0));
}

#[cfg(unix)]
#[tokio::test]
async fn only_their_user_may_read_them() {
    use std::os::unix::fs::PermissionsExt;
    let temp = TempDir::new().unwrap();
    let [data, folder] = ["data", "backups"].map(|name| temp.path().join(name));
    fill(&data, 1).await;
    let kept = KeptBackups::new(&data, &folder);
    let made = kept.make(november(1), plenty).unwrap().unwrap();
    let before = kept.before_upgrade(plenty).unwrap().unwrap();
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!([mode(&folder), mode(&made.file), mode(&before)], [0o700, 0o600, 0o600]);
}

#[tokio::test]
async fn without_room_for_two_sizes_none_is_made_and_the_sentence_says_how_much() {
    let temp = TempDir::new().unwrap();
    let [data, folder] = ["data", "backups"].map(|name| temp.path().join(name));
    fill(&data, 2).await;
    let kept = KeptBackups::new(&data, &folder);
    let size: u64 = ["tabiya.db", "tabiya.db-wal"]
        .iter()
        .map(|name| fs::metadata(data.join(name)).map_or(0, |file| file.len()))
        .sum();
    let refused = kept.make(november(1), |_| Some(2 * size - 1));
    assert!(matches!(refused, Err(KeepError::NoRoom { .. })), "{refused:?}");
    assert!(refused.unwrap_err().to_string().contains("twice the size of the data"));
    assert_eq!(names(&folder), [""; 0]);
    assert!(kept.make(november(1), |_| Some(2 * size)).unwrap().is_some());
    // Where nobody can say how much there is, it is tried.
    assert!(kept.make(november(2), |_| None).unwrap().is_some());
}

#[tokio::test]
async fn one_with_faults_takes_no_other_ones_place() {
    let temp = TempDir::new().unwrap();
    let [data, folder] = ["data", "backups"].map(|name| temp.path().join(name));
    fill(&data, 2).await;
    let kept = KeptBackups::new(&data, &folder);
    for day in 1..=14 {
        kept.make(november(day), plenty).unwrap();
    }
    let before = names(&folder);
    let database = Connection::open(data.join("tabiya.db")).unwrap();
    database.execute("UPDATE journal SET body = 'x' WHERE game = 2 AND seq = 2", []).unwrap();
    let made = kept.make(november(15), plenty).unwrap().unwrap();
    assert_eq!((made.faults, made.removed), (1, 0));
    assert_eq!(names(&folder).len(), before.len() + 1, "all older ones are there");
}

#[tokio::test]
async fn what_stands_in_the_way_of_the_folder_is_named() {
    let temp = TempDir::new().unwrap();
    let [data, folder] = ["data", "backups"].map(|name| temp.path().join(name));
    fill(&data, 1).await;
    fs::write(&folder, "a file").unwrap();
    let refused = KeptBackups::new(&data, &folder).make(november(1), plenty).unwrap_err();
    assert!(matches!(refused, KeepError::Folder { .. }), "{refused:?}");
    assert!(refused.to_string().contains("--backup-folder"), "{refused}");
}

/// A game that is damaged once made the folder grow by a file a day, for ever.
#[tokio::test]
async fn of_those_with_faults_seven_are_kept_and_a_sound_month_ends_them() {
    let temp = TempDir::new().unwrap();
    let [data, folder] = ["data", "backups"].map(|name| temp.path().join(name));
    fill(&data, 2).await;
    let kept = KeptBackups::new(&data, &folder);
    let before = kept.before_upgrade(plenty).unwrap().unwrap();
    // Made on this day, by its name.
    fs::rename(before, folder.join("data-before-upgrade-2026-09-30.db")).unwrap();
    fs::copy(data.join("tabiya.db"), folder.join("data-before-upgrade-2026-10-01-2.db")).unwrap();
    let change = |body: &str| {
        let database = Connection::open(data.join("tabiya.db")).unwrap();
        let sql = "UPDATE journal SET body = ?1 WHERE game = 2 AND seq = 2";
        let old = "SELECT body FROM journal WHERE game = 2 AND seq = 2";
        let old: String = database.query_row(old, [], |row| row.get(0)).unwrap();
        database.execute(sql, [body]).unwrap();
        old
    };
    let october = |day| Date::from_calendar_date(2026, Month::October, day).unwrap();
    kept.make(october(1), plenty).unwrap();
    let good = change("x");
    for day in 2..=12 {
        let made = kept.make(october(day), plenty).unwrap().unwrap();
        assert_eq!(made.file, folder.join(format!("data-faulty-{}.db", october(day))));
        assert!(kept.has(october(day)));
    }
    let all = names(&folder);
    assert_eq!(all.iter().filter(|name| name.contains("faulty")).count(), 7, "{all:?}");
    assert!(all.contains(&"data-faulty-2026-10-12.db".to_owned()), "{all:?}");
    assert!(all.contains(&"data-daily-2026-10-01.db".to_owned()), "the sound one stays: {all:?}");
    change(&good);
    for day in 13..=31 {
        kept.make(october(day), plenty).unwrap();
    }
    assert!(names(&folder).iter().any(|name| name.contains("before-upgrade")), "a month has not passed");
    for day in 1..=26 {
        kept.make(november(day), plenty).unwrap();
    }
    let all = names(&folder);
    assert!(all.iter().all(|name| name.starts_with("data-daily-")), "{all:?}");
    assert_eq!(all.len(), 11, "{all:?}");
}

/// Two data folders of one name once took each other's backups away.
#[tokio::test]
async fn two_data_folders_of_one_name_keep_theirs_apart() {
    let temp = TempDir::new().unwrap();
    let folder = temp.path().join("backups");
    let [club, school] = ["club", "school"].map(|name| temp.path().join(name).join("data"));
    for (data, games) in [(&club, 1), (&school, 2)] {
        fill(data, games).await;
        let store = SqliteStore::open(data).unwrap();
        store.keep_secret(SiteSecret::Devices, &format!("{games} games")).await.unwrap();
    }
    let [club, school] = [club, school].map(|data| (KeptBackups::new(&data, &folder), data));
    for day in 1..=3 {
        for (kept, _) in [&club, &school] {
            assert!(!kept.has(november(day)), "it is the other one's");
            kept.make(november(day), plenty).unwrap().unwrap();
        }
    }
    let expected = ["data", "data-2"].map(|name| {
        let days = (1..=3).map(|day| format!("{name}-daily-2026-11-0{day}.db"));
        days.chain([format!("{name}.owner")]).collect::<Vec<_>>()
    });
    let mut expected = expected.concat();
    expected.sort();
    assert_eq!(names(&folder), expected);
    for (name, games) in [("data", 1), ("data-2", 2)] {
        let database = Connection::open(folder.join(format!("{name}-daily-2026-11-03.db"))).unwrap();
        let held = database.query_row("SELECT count(*) FROM game", [], |row| row.get::<_, u32>(0)).unwrap();
        assert_eq!(held, games, "{name}");
    }
    // A restored backup is the same site, so it goes on under its names.
    let file = folder.join("data-2-daily-2026-11-03.db");
    restore(&file, &school.1, true, Logins::End, &mut |_| ()).unwrap();
    let made = school.0.make(november(4), plenty).unwrap().unwrap();
    assert_eq!(made.file, folder.join("data-2-daily-2026-11-04.db"));
}

/// Commands that root runs change the data of a service, which must be able to remove what they leave.
#[cfg(unix)]
#[tokio::test]
async fn what_root_makes_belongs_to_whom_the_data_belong() {
    use std::os::unix::fs::{MetadataExt, chown};
    const SERVICE: u32 = 64_321;
    let temp = TempDir::new().unwrap();
    let [data, folder] = ["data", "backups"].map(|name| temp.path().join(name));
    fill(&data, 1).await;
    let owner = chown(&data, Some(SERVICE), Some(SERVICE))
        .map_or_else(|_| fs::metadata(&data).unwrap().uid(), |()| SERVICE);
    if owner != SERVICE {
        eprintln!("only root can show that this works; anybody else's files stay theirs");
    }
    let kept = KeptBackups::new(&data, &folder);
    let made = [
        kept.before_upgrade(plenty).unwrap().unwrap(),
        kept.make(november(1), plenty).unwrap().unwrap().file,
        folder,
    ];
    for path in made {
        assert_eq!(fs::metadata(&path).unwrap().uid(), owner, "{}", path.display());
    }
}
