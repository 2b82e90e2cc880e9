// SPDX-License-Identifier: AGPL-3.0-or-later
//! Commands of a newer program beside a server of an older one.

use std::process::Command;

use rusqlite::Connection;
use tabiya_store::SqliteStore;

/// Root's `tabiya user` once made a backup of a running server's data, in a folder that the server could not write to afterwards.
#[test]
fn commands_beside_an_older_server_leave_its_data_alone() {
    let place = tempfile::tempdir().expect("a temporary folder can be made");
    let data = place.path().join("data");
    let said_by = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tabiya"));
        let output = command.args(arguments).arg("--data").arg(&data).output().expect("the program starts");
        let said = [output.stdout, output.stderr].map(|text| String::from_utf8(text).expect("text"));
        (said.concat(), output.status.code())
    };
    let (said, code) = said_by(&["user", "add", "ann"]);
    assert_eq!(code, Some(0), "{said}");
    // The older server has the folder; it knows nothing of puzzles.
    let older = SqliteStore::open(&data).unwrap();
    let database = Connection::open(data.join("tabiya.db")).unwrap();
    let forgotten = database.execute("DELETE FROM migration WHERE subject = 'puzzles'", []).unwrap();
    assert!(forgotten > 0, "the schema is older now");
    let names = || {
        let mut names: Vec<_> =
            std::fs::read_dir(place.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        names.sort();
        names
    };
    for arguments in [&["user", "list"][..], &["invite"], &["token", "ann"], &["data", "rate"]] {
        let (said, code) = said_by(arguments);
        assert_eq!(code, Some(2), "this older server does not answer: {said}");
        assert!(said.contains("control.sock") || said.contains("uses"), "{said}");
        assert_eq!(names(), ["data"], "{arguments:?} makes no backup");
    }
    drop((older, database));
    // What comes after it fails here: the tables are there, only their number was taken away.
    let (said, _) = said_by(&["user", "list"]);
    assert!(said.contains("older Tabiya"), "the folder is free, so the backup comes first: {said}");
    assert_eq!(names(), ["backups", "data"]);
}
