// SPDX-License-Identifier: AGPL-3.0-or-later
//! `tabiya doctor`: faults that are planted one by one, each of which it must find and name what to do.

use std::fs::{self, File};
use std::net::TcpListener;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, SystemTime};

use tabiya_store::SqliteStore;
use tempfile::TempDir;

/// What `tabiya doctor` said of a data folder in this one.
struct Said {
    lines: Vec<String>,
    code: Option<i32>,
}

impl Said {
    /// The line about this subject begins with this mark and has these words in it.
    #[track_caller]
    fn has(&self, mark: &str, what: &str, words: &str) -> &Self {
        let start = format!("{mark:<7} {what:<11} ");
        let found = self.lines.iter().any(|line| line.starts_with(&start) && line.contains(words));
        assert!(found, "no {start:?} with {words:?} in:\n{}", self.lines.join("\n"));
        self
    }

    /// The exit code is that of something broken.
    #[track_caller]
    fn is_broken(&self) {
        assert_eq!(self.code, Some(2), "{}", self.lines.join("\n"));
    }

    /// The exit code is that of something worth a look.
    #[track_caller]
    fn is_worth_a_look(&self) {
        assert_eq!(self.code, Some(1), "{}", self.lines.join("\n"));
    }
}

fn doctor(place: &Path, flags: &[&str]) -> Said {
    examined(program(env!("CARGO_BIN_EXE_tabiya")).arg("doctor"), place, flags)
}

/// A program that is told nothing by the tests' own variables.
fn program(path: &str) -> Command {
    let mut command = Command::new(path);
    for (name, _) in std::env::vars_os().filter(|(name, _)| name.to_string_lossy().starts_with("TABIYA_")) {
        command.env_remove(name);
    }
    command
}

fn examined(command: &mut Command, place: &Path, flags: &[&str]) -> Said {
    // Port 0 is always free.
    let flags: Vec<_> = if flags.contains(&"--listen") {
        flags.to_vec()
    } else {
        [&["--listen", "127.0.0.1:0"], flags].concat()
    };
    let output =
        command.arg("--data").arg(place.join("data")).args(flags).output().expect("the program starts");
    let text = String::from_utf8(output.stdout).expect("output is UTF-8");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    Said { lines: text.lines().map(str::to_owned).collect(), code: output.status.code() }
}

/// A data folder that a server has used.
fn used() -> TempDir {
    let place = TempDir::new().expect("a temporary folder can be made");
    drop(SqliteStore::open(place.path().join("data")).expect("a new store can be made"));
    place
}

#[test]
fn a_healthy_server_is_well() {
    let place = used();
    let said = doctor(place.path(), &[]);
    said.has("ok", "settings", "go together").has("ok", "data", "0 games, and this program's tables");
    said.has("ok", "clock", "")
        .has("ok", "backups", "the first one will be made")
        .has("ok", "port", "is free");
    // How fast this machine's disk is, and how full, is not for this test to say.
    let others = said.lines.iter().filter(|line| !line.contains(" disk ") && !line.contains(" room "));
    for line in others.filter(|line| !line.contains("open files")) {
        assert!(line.starts_with("ok "), "{line}");
    }
    let fresh = TempDir::new().unwrap();
    doctor(fresh.path(), &[]).has("ok", "data", "the first start makes it").has(
        "ok",
        "backups",
        "nothing to lose",
    );
    assert!(!fresh.path().join("data").exists(), "it changes nothing");
}

#[test]
fn faults_of_the_settings_are_found() {
    let place = used();
    let config = place.path().join("tabiya.toml");
    fs::write(&config, "data-foldr = \"x\"").unwrap();
    let flags = ["--config", config.to_str().unwrap()];
    doctor(place.path(), &flags).has("broken", "settings", "did you mean \"data-folder\"").is_broken();

    let mail = ["--smtp-server", "smtps://mail.chess.test", "--smtp-from", "club@chess.test"];
    doctor(place.path(), &mail).has("broken", "settings", "set public-url").is_broken();

    let mut command = program(env!("CARGO_BIN_EXE_tabiya"));
    let said = examined(command.arg("doctor").env("TABIYA_LISTN", "x"), place.path(), &[]);
    said.has("look", "settings", "perhaps TABIYA_LISTEN was meant").is_worth_a_look();
}

#[test]
fn faults_of_the_data_are_found() {
    let place = TempDir::new().unwrap();
    let data = place.path().join("data");
    fs::write(&data, "a file").unwrap();
    doctor(place.path(), &[]).has("broken", "data", "is no folder").is_broken();

    let place = used();
    let database = place.path().join("data/tabiya.db");
    let good = fs::read(&database).unwrap();
    fs::write(&database, "my shopping list").unwrap();
    doctor(place.path(), &[]).has("broken", "data", "is not a Tabiya database").is_broken();

    let mut newer = good;
    // `user_version`, which counts migrations: four bytes at 60 (SQLite's file format, 1.3).
    newer[60..64].copy_from_slice(&4_000_u32.to_be_bytes());
    fs::write(&database, &newer).unwrap();
    doctor(place.path(), &[]).has("broken", "data", "newer Tabiya").is_broken();
}

#[cfg(unix)]
#[test]
fn data_that_others_may_read_and_few_open_files_are_found() {
    use std::os::unix::fs::PermissionsExt;
    let place = used();
    let data = place.path().join("data");
    fs::set_permissions(&data, fs::Permissions::from_mode(0o755)).unwrap();
    doctor(place.path(), &[]).has("look", "data", "chmod -R go=").is_worth_a_look();

    let mut shell = program("sh");
    shell.args(["-c", "ulimit -n 64; exec \"$0\" doctor \"$@\"", env!("CARGO_BIN_EXE_tabiya")]);
    examined(&mut shell, place.path(), &[]).has("look", "open files", "64 at most").is_worth_a_look();
}

#[test]
fn faults_of_the_backups_and_of_the_clock_are_found() {
    let place = used();
    let folder = place.path().join("backups");
    fs::write(&folder, "a file").unwrap();
    doctor(place.path(), &[]).has("broken", "backups", "--backup-folder").is_broken();
    fs::remove_file(&folder).unwrap();

    fs::create_dir(&folder).unwrap();
    let made = |day: &str, at: SystemTime| {
        let file = File::create(folder.join(format!("data-daily-{day}.db"))).unwrap();
        file.set_modified(at).unwrap();
    };
    let days = |days: u64| Duration::from_secs(days * 24 * 3_600);
    made("2026-01-02", SystemTime::now() - days(9));
    doctor(place.path(), &[]).has("look", "backups", "9 days old").is_worth_a_look();
    doctor(place.path(), &["--backups", "off"]).has("look", "backups", "none are made").is_worth_a_look();

    made("2099-01-01", SystemTime::now() + days(3));
    doctor(place.path(), &[]).has("look", "clock", "from the future").is_worth_a_look();
}

#[test]
fn faults_of_the_port_and_of_the_site_are_found() {
    let place = used();
    let other = TcpListener::bind("127.0.0.1:0").unwrap();
    let taken = other.local_addr().unwrap().to_string();
    // Whoever calls it hears nothing, and is not kept waiting.
    std::thread::spawn(move || other.incoming().for_each(drop));
    let said = doctor(place.path(), &["--listen", &taken]);
    said.has("broken", "port", "is taken by another program").is_broken();
    // Reserved for documentation, so no machine has it.
    let said = doctor(place.path(), &["--listen", "192.0.2.7:8080"]);
    said.has("broken", "port", "has no address 192.0.2.7").is_broken();

    let said = doctor(place.path(), &["--public-url", "https://chess.invalid"]);
    said.has("broken", "site", "leads nowhere").has("look", "proxy", "trusted-proxies is empty").is_broken();
    let said = doctor(place.path(), &["--public-url", &format!("http://{taken}")]);
    said.has("broken", "site", "does not answer as this site").is_broken();
}

#[test]
fn mail_and_a_database_out_of_reach_are_found() {
    let place = used();
    let mail = [
        "--smtp-server",
        "smtp+plain://127.0.0.1:1",
        "--smtp-from",
        "club@chess.test",
        "--public-url",
        "http://127.0.0.1:1",
    ];
    doctor(place.path(), &mail).has("broken", "mail", "can't be used").is_broken();

    // The certificate of a node stands there, so nobody has looked at it.
    let node = ["--node", "one", "--database", "postgres://127.0.0.1:1/games"];
    let https =
        ["--https", "chess.invalid", "--acme-email", "ann@chess.test", "--listen-https", "127.0.0.1:0"];
    let said = doctor(place.path(), &[&node[..], &https[..]].concat());
    said.has("look", "https", "stands in the database and is not looked at here").is_broken();

    let output = program(env!("CARGO_BIN_EXE_tabiya"))
        .args(["doctor", "--listen", "127.0.0.1:0", "--database", "postgres://ann:s3cr3t@127.0.0.1:1/games"])
        .output()
        .expect("the program starts");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains("broken  database    "), "{text}");
    assert!(text.contains("pg_dump --format=custom"), "{text}");
    assert!(!text.contains("s3cr3t"), "{text}");
    assert_eq!(output.status.code(), Some(2));
}
