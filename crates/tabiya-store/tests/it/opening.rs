// SPDX-License-Identifier: AGPL-3.0-or-later
//! Folders and files that a server may be pointed at: each bad one is refused with a sentence that says what is wrong
//! and where, and is left as it was.

use std::{fs, path::Path};

use rusqlite::{Connection, config::DbConfig};
use tabiya_store::{OpenError, SqliteStore};
use tempfile::TempDir;

/// Opens the folder, which must fail, and gives the sentence. It must name the folder.
fn refusal(folder: &Path) -> (OpenError, String) {
    let error = match SqliteStore::open(folder) {
        Ok(_) => panic!("{} was opened", folder.display()),
        Err(error) => error,
    };
    let sentence = error.to_string();
    assert!(sentence.contains(folder.to_str().unwrap()), "{sentence}");
    (error, sentence)
}

#[test]
fn a_missing_folder_is_made_with_its_parents() {
    let temp = TempDir::new().unwrap();
    let folder = temp.path().join("a/b/data");
    drop(SqliteStore::open(&folder).unwrap());
    assert!(folder.join("tabiya.db").is_file());
}

#[test]
fn a_second_server_is_refused_until_the_first_is_gone() {
    let temp = TempDir::new().unwrap();
    let first = SqliteStore::open(temp.path()).unwrap();
    let (error, sentence) = refusal(temp.path());
    assert!(matches!(error, OpenError::InUse { .. }), "{sentence}");
    assert!(sentence.starts_with("another Tabiya server uses"), "{sentence}");
    drop(first);
    SqliteStore::open(temp.path()).unwrap();
}

#[test]
fn a_newer_schema_is_refused_and_left_alone() {
    let temp = TempDir::new().unwrap();
    drop(SqliteStore::open(temp.path()).unwrap());
    let file = temp.path().join("tabiya.db");
    let connection = Connection::open(&file).unwrap();
    // As a killed server leaves it: the change stands only in the write-ahead log beside the file.
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true).unwrap();
    connection.pragma_update(None, "user_version", 1000).unwrap();
    drop(connection);
    assert!(temp.path().join("tabiya.db-wal").exists());
    let before = fs::read(&file).unwrap();
    let (error, sentence) = refusal(temp.path());
    assert!(matches!(&error, OpenError::Newer { gap, .. } if gap.found == 1000), "{sentence}");
    assert!(sentence.contains("newer Tabiya") && sentence.contains("that version or newer"), "{sentence}");
    assert_eq!(fs::read(&file).unwrap(), before);
    // What used it last has said which version it was.
    let connection = Connection::open(&file).unwrap();
    let noted = connection.execute("UPDATE site SET value = '7.1.0' WHERE name = 'program'", []).unwrap();
    assert_eq!(noted, 1);
    drop(connection);
    let (_, sentence) = refusal(temp.path());
    assert!(sentence.contains("use Tabiya 7.1.0 or newer"), "{sentence}");
}

#[test]
fn a_file_that_is_no_database_is_refused_and_left_alone() {
    let temp = TempDir::new().unwrap();
    let file = temp.path().join("tabiya.db");
    let text = "Dear diary, today I lost to the Sicilian again. ".repeat(50);
    fs::write(&file, &text).unwrap();
    let (error, sentence) = refusal(temp.path());
    assert!(matches!(error, OpenError::Foreign { .. }), "{sentence}");
    assert_eq!(fs::read_to_string(&file).unwrap(), text);
}

#[test]
fn the_database_of_another_program_is_refused_and_left_alone() {
    let temp = TempDir::new().unwrap();
    let file = temp.path().join("tabiya.db");
    Connection::open(&file).unwrap().execute("CREATE TABLE bookmarks (url TEXT)", []).unwrap();
    let before = fs::read(&file).unwrap();
    let (error, sentence) = refusal(temp.path());
    assert!(matches!(error, OpenError::Foreign { .. }), "{sentence}");
    assert_eq!(fs::read(&file).unwrap(), before);
}

#[test]
fn a_damaged_database_is_refused() {
    let temp = TempDir::new().unwrap();
    drop(SqliteStore::open(temp.path()).unwrap());
    let file = temp.path().join("tabiya.db");
    let mut bytes = fs::read(&file).unwrap();
    // The first page's tree of tables; the header before it stays.
    bytes[100..4096].fill(0x5A);
    fs::write(&file, &bytes).unwrap();
    let (error, sentence) = refusal(temp.path());
    assert!(matches!(error, OpenError::Storage { .. }), "{sentence}");
    assert!(sentence.contains("damaged"), "{sentence}");
}

#[test]
fn a_file_in_place_of_the_folder_is_refused() {
    let temp = TempDir::new().unwrap();
    let file = temp.path().join("data");
    fs::write(&file, "").unwrap();
    let (error, sentence) = refusal(&file);
    assert!(matches!(error, OpenError::NoFolder { .. }), "{sentence}");
    let (error, sentence) = refusal(&file.join("below"));
    assert!(matches!(error, OpenError::NoFolder { .. }), "{sentence}");
}

/// SQLite itself only says "unable to open database file".
#[test]
fn a_folder_in_place_of_the_database_is_refused() {
    let temp = TempDir::new().unwrap();
    fs::create_dir(temp.path().join("tabiya.db")).unwrap();
    let (error, sentence) = refusal(temp.path());
    assert!(matches!(error, OpenError::Foreign { .. }), "{sentence}");
}

/// Says so and passes where permissions bind nobody: as root.
#[cfg(unix)]
#[test]
fn a_folder_or_a_database_that_may_not_be_written_is_refused() {
    use std::os::unix::fs::PermissionsExt;

    let temp = TempDir::new().unwrap();
    let protect = |path: &Path, mode| fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    let (folder, used) = (temp.path().join("empty"), temp.path().join("used"));
    fs::create_dir(&folder).unwrap();
    protect(&folder, 0o555);
    if fs::write(folder.join("probe"), "").is_ok() {
        eprintln!("not tested: this user may write to read-only folders");
        return;
    }
    drop(SqliteStore::open(&used).unwrap());
    protect(&used.join("tabiya.db"), 0o444);
    for folder in [folder, used] {
        let (error, sentence) = refusal(&folder);
        assert!(matches!(error, OpenError::ReadOnly { .. }), "{sentence}");
    }
}
