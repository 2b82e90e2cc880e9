// SPDX-License-Identifier: AGPL-3.0-or-later
//! Folders and files that the program may not read or write: one sentence says what is wrong and what would be right, where
//! SQLite only says "unable to open database file".

use std::fs::{self, Permissions};
use std::os::unix::fs::{PermissionsExt, chown};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;

/// The user "nobody" of most systems, whom permissions bind.
const NOBODY: u32 = 65_534;

/// The program, run by a user whom permissions bind, with folders of that user.
struct Bound {
    temp: TempDir,
    program: PathBuf,
    as_nobody: bool,
}

impl Bound {
    fn new() -> Self {
        let temp = tempfile::tempdir().expect("a temporary folder can be made");
        protect(temp.path(), 0o755);
        // Where the program was built nobody else may be let in.
        let program = temp.path().join("tabiya");
        fs::copy(env!("CARGO_BIN_EXE_tabiya"), &program).expect("the program was built");
        protect(&program, 0o755);
        // Only root may give a file away, and root is who is not bound.
        let as_nobody = chown(&program, Some(NOBODY), None).is_ok();
        Self { temp, program, as_nobody }
    }

    /// An empty folder.
    fn folder(&self, name: &str) -> PathBuf {
        let folder = self.temp.path().join(name);
        fs::create_dir(&folder).expect("the temporary folder is ours");
        self.give(&folder);
        folder
    }

    fn give(&self, path: &Path) {
        if self.as_nobody {
            chown(path, Some(NOBODY), None).expect("root may");
        }
    }

    /// A folder with an empty database in it.
    fn used(&self, name: &str) -> PathBuf {
        let folder = self.folder(name);
        drop(tabiya_store::SqliteStore::open(&folder).expect("a fresh folder"));
        for file in ["lock", "tabiya.db"] {
            self.give(&folder.join(file));
        }
        folder
    }

    /// What the command says on standard error, and its exit code.
    fn run(&self, arguments: &[&str], folder: &Path, file: Option<&Path>) -> (String, Option<i32>) {
        let mut command = Command::new(&self.program);
        command.args(arguments).arg("--data").arg(folder).args(file);
        // Whoever runs the tests may have variables set that the server would warn of.
        for (name, _) in
            std::env::vars_os().filter(|(name, _)| name.as_encoded_bytes().starts_with(b"TABIYA_"))
        {
            command.env_remove(name);
        }
        if self.as_nobody {
            command.uid(NOBODY).gid(NOBODY);
        }
        let output = command.output().expect("the program starts");
        (String::from_utf8(output.stderr).expect("text"), output.status.code())
    }
}

fn protect(path: &Path, mode: u32) {
    fs::set_permissions(path, Permissions::from_mode(mode)).expect("it is ours");
}

const SERVE: &[&str] = &["serve", "--listen", "127.0.0.1:0"];
const CHECK: &[&str] = &["data", "check"];
const BACKUP: &[&str] = &["data", "backup"];
const RESTORE: &[&str] = &["data", "restore"];

#[test]
fn what_may_not_be_read_or_written_is_named_with_what_would_be_right() {
    let bound = Bound::new();
    let empty = bound.folder("empty");
    protect(&empty, 0o555);
    let closed = bound.used("closed");
    protect(&closed, 0o555);
    let fixed = bound.used("fixed");
    protect(&fixed.join("tabiya.db"), 0o444);
    let secret = bound.used("secret");
    protect(&secret.join("tabiya.db"), 0o000);
    let hidden = bound.used("hidden");
    protect(&hidden, 0o000);
    let file = bound.temp.path().join("file");
    fs::write(&file, "").expect("the temporary folder is ours");
    let good = bound.used("good");
    let into = bound.folder("into").join("games.db");
    let no_way = empty.join("games.db");
    let unreadable = bound.folder("unreadable").join("games.db");
    fs::write(&unreadable, "x").expect("the temporary folder is ours");
    protect(&unreadable, 0o000);

    let written = "can't be written; check who owns it";
    let read = "can't be read: Permission denied";
    let alone = "as the folder's owner, or copy the file";
    for (arguments, folder, file, says) in [
        (SERVE, &empty, None, written),
        (SERVE, &closed, None, written),
        (SERVE, &fixed, None, written),
        (SERVE, &secret, None, read),
        (SERVE, &hidden, None, written),
        (SERVE, &file, None, "is no folder"),
        (SERVE, &file.join("below"), None, "is no folder"),
        (CHECK, &empty, None, "there is no database"),
        (CHECK, &closed, None, alone),
        (CHECK, &secret, None, read),
        (CHECK, &hidden, None, read),
        (BACKUP, &closed, Some(&into), alone),
        (BACKUP, &secret, Some(&into), read),
        (BACKUP, &good, Some(&no_way), "games.db can't be written: Permission denied"),
        (RESTORE, &empty, Some(&into), "there is no database"),
        (RESTORE, &good, Some(&unreadable), read),
    ] {
        let (said, code) = bound.run(arguments, folder, file.map(PathBuf::as_path));
        assert_eq!(code, Some(2), "{arguments:?} {}: {said}", folder.display());
        assert_eq!(said.lines().count(), 1, "one sentence: {said}");
        assert!(said.contains(says), "{arguments:?} {}: {said:?} should say {says:?}", folder.display());
        assert!(!said.contains("unable to open"), "{said}");
        let name = folder.file_name().and_then(|name| name.to_str()).expect("a name");
        let names = [name, "games.db"];
        assert!(names.iter().any(|name| said.contains(name)), "it names what it is about: {said}");
    }
    // What only reads needs no right to the database itself.
    assert_eq!(bound.run(CHECK, &fixed, None).1, Some(0));
    // So that the folder can be removed.
    for folder in [&empty, &closed, &hidden] {
        protect(folder, 0o755);
    }
}
