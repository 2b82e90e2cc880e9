// SPDX-License-Identifier: AGPL-3.0-or-later
//! A disk that gets full while a backup is copied to it.

use std::fs;
use std::path::Path;

use tabiya_faulty_disk::{Call, Disk, Failure, Fault};
use tabiya_store::{GameLog, KeptBackups, SqliteStore};
use tempfile::TempDir;
use time::{Date, Month};

use crate::games::{id, log};

fn november(day: u8) -> Date {
    Date::from_calendar_date(2026, Month::November, day).unwrap()
}

const fn plenty(_: &Path) -> Option<u64> {
    Some(u64::MAX)
}

/// Each file with what is in it.
fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let read = |file: fs::DirEntry| (file.file_name().into_string().unwrap(), fs::read(file.path()).unwrap());
    let mut files: Vec<_> = fs::read_dir(folder).unwrap().map(|file| read(file.unwrap())).collect();
    files.sort();
    files
}

/// There was room when it was asked, and somebody else took it.
#[tokio::test]
async fn a_disk_that_gets_full_in_the_middle_of_a_backup_keeps_the_old_ones_and_no_half() {
    let temp = TempDir::new().unwrap();
    let [data, folder] = ["data", "backups"].map(|name| temp.path().join(name));
    let store = SqliteStore::open(&data).unwrap();
    for number in 0..200 {
        store.create_game(id(number), log(number, 10)).await.unwrap();
    }
    let kept = KeptBackups::new(&data, &folder);
    kept.make(november(1), plenty).unwrap().expect("there are games");
    let disk = Disk::under(&folder);
    let mut refused = 0;
    for call in [Call::Write, Call::Sync] {
        let before = files(&folder);
        for after in (0..).map(|step: u64| step * 7) {
            disk.fail(Fault { call, after, times: u64::MAX, failure: Failure::Full });
            let made = kept.make(november(1), plenty);
            if disk.heal() == 0 {
                assert!(made.unwrap().is_some(), "{call:?} {after}: nothing failed");
                break;
            }
            let said = made.expect_err("a backup on a full disk is none").to_string();
            assert!(
                said.starts_with("no backup is made: ") && said.contains("full"),
                "{call:?} {after}: {said}"
            );
            assert_eq!(files(&folder), before, "{call:?} {after}");
            refused += 1;
        }
    }
    assert!(refused > 5, "the disk got full at {refused} places");
    assert_eq!(files(&folder).len(), 1);
}
