// SPDX-License-Identifier: AGPL-3.0-or-later
//! Settings: from where they come, which wins, and what is said of wrong ones.

use std::fs;
use std::path::Path;
use std::process::Command;

/// What `tabiya serve --print-config` prints with that file, those variables and those flags: out, err, code.
fn print_config(file: &str, variables: &[(&str, &str)], flags: &[&str]) -> (String, String, Option<i32>) {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let path = folder.path().join("tabiya.toml");
    fs::write(&path, file).expect("a temporary folder can be written to");
    let mut command = Command::new(env!("CARGO_BIN_EXE_tabiya"));
    command.args(["serve", "--print-config", "--config"]).arg(path).args(flags);
    command.envs(variables.iter().copied());
    let output = command.output().expect("the binary was built for this test");
    let text = |bytes| String::from_utf8(bytes).expect("output is UTF-8");
    (text(output.stdout), text(output.stderr), output.status.code())
}

fn in_force(config: &str) -> Vec<&str> {
    config.lines().filter(|line| !line.starts_with('#') && !line.is_empty()).collect()
}

#[test]
fn flags_win_over_variables_and_variables_over_the_file() {
    let file = "listen = \"127.0.0.1:1\"\nmax-unfinished-games = 1\nmessage-burst = 1\n";
    let variables = [("TABIYA_MAX_UNFINISHED_GAMES", "2"), ("TABIYA_MESSAGE_BURST", "2")];
    let (config, _, _) = print_config(file, &variables, &["--message-burst", "3"]);
    assert_eq!(
        in_force(&config),
        ["listen = \"127.0.0.1:1\"", "max-unfinished-games = 2", "message-burst = 3"]
    );
}

#[test]
fn what_is_printed_can_be_read_again() {
    let file = "public-url = \"https://chess.example\"\nunlimited-addresses = [\"10.0.0.0/8\", \"::1\"]\n\
                data-folder = 'C:\\games \"of\" chess'\n";
    let (config, err, _) = print_config(file, &[], &[]);
    assert_eq!(in_force(&config).len(), 3, "{config}{err}");
    let (again, err, _) = print_config(&config, &[], &[]);
    assert_eq!(again, config, "{err}");
}

#[test]
fn a_wrong_file_is_refused_by_line_with_what_would_be_right() {
    for (file, line, said) in [
        ("max-unfinished-game = 3", 1, "did you mean \"max-unfinished-games\"?"),
        ("max_unfinished_games = 3", 1, "did you mean \"max-unfinished-games\"?"),
        ("\n# mine\nlisten = \"here\"", 3, "'here'"),
        ("log = \"info\"\nlisten = 8080", 2, "'8080'"),
        ("listen = true", 1, "expected a text in quotes"),
        ("max-unfinished-games = 0", 1, "1.."),
        ("log = \"warning\"", 1, "trace and off"),
        ("allowed-hosts = [\"chess.example:443\"]", 1, "without port"),
        ("colour = \"blue\"", 1, "--print-config lists them"),
        ("public-url = \"https://a.example/chess\"", 1, "\"/chess\""),
        ("unlimited-addresses = [\"10.0.0.0/8\", \"school\"]", 1, "\"school\""),
        ("listen \"x\"", 1, "TOML"),
    ] {
        let (out, err, code) = print_config(file, &[], &[]);
        assert_eq!((out.as_str(), code), ("", Some(2)), "{file}");
        assert!(err.contains("tabiya.toml") && err.contains(&format!("line {line}")), "{file}: {err}");
        assert!(err.contains(said), "{file}: {err}");
    }
}

/// An unfinished quotation once showed the password that stood in it.
#[test]
fn no_error_shows_a_password() {
    for (file, variables, flags) in [
        ("smtp-password = \"s3cr3t", &[][..], &[][..]),
        ("database = \"postgres://ann:s3cr3t@db/games\nlog = 1", &[], &[]),
        ("smtp-server = \"smtp://ann:s3cr3t@mail\"", &[], &[]),
        ("", &[("TABIYA_SMTP_SERVER", "smtp://ann:s3cr3t@mail")], &[]),
        ("", &[], &["--smtp-server", "smtp://ann:s3cr3t@mail"]),
        ("bus = \"nats://s3cr3t@host\nlog = 1", &[], &[]),
    ] {
        let (out, err, code) = print_config(file, variables, flags);
        assert_eq!((out.as_str(), code), ("", Some(2)), "{file}");
        assert!(!err.contains("s3cr3t") && !err.contains("ann"), "{err}");
        assert!(err.contains("line 1") || err.contains("smtp-server"), "{err}");
    }
    let (out, _, _) = print_config("smtp-password = \"s3cr3t\"", &[], &["--smtp-user", "club"]);
    assert!(!out.contains("s3cr3t") && out.contains("# smtp-password = (is set, and not shown)"), "{out}");
}

/// A token for NATS stands where others have a name.
#[test]
fn a_wrong_bus_stops_the_start_with_a_sentence_and_no_secret() {
    let database = "postgres://nobody@127.0.0.1:1/none";
    for (flags, said) in [
        (&["--bus", "nats://s3cr3t@127.0.0.1:1"][..], "--bus joins servers that share a PostgreSQL database"),
        (&["--bus", "http://s3cr3t@host", "--database", database], "does not begin with nats://"),
        (
            &["--bus", "nats://s3cr3t@127.0.0.1:1", "--database", database],
            "can't reach the bus at nats://127.0.0.1:1: no NATS server answers there",
        ),
    ] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tabiya"));
        let output = command.args(["serve", "--listen", "127.0.0.1:0"]).args(flags).output().unwrap();
        let err = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{err}");
        assert!(err.contains(said) && !err.contains("s3cr3t"), "{err}");
        assert_eq!(err.lines().filter(|line| line.starts_with("error: ")).count(), 1, "{err}");
    }
    let (config, _, _) = print_config("", &[("TABIYA_BUS", "nats://s3cr3t@a,tls://b:1")], &[]);
    assert_eq!(in_force(&config), ["bus = \"nats://a:4222,tls://b:1\""]);
    let (config, _, _) = print_config("", &[("TABIYA_BUS", "s3cr3t")], &[]);
    assert_eq!(in_force(&config), ["bus = \"not an address of NATS\""]);
}

#[test]
fn secrets_may_stand_in_files_of_their_own() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let url = write("url", "postgres://ann:s3cr3t@127.0.0.1:1/games\n");
    let said_by = |arguments: &[&str], variables: &[(&str, &str)]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tabiya"));
        let output = command.args(arguments).envs(variables.iter().copied()).output().unwrap();
        let said = [output.stdout, output.stderr].map(|text| String::from_utf8(text).unwrap()).concat();
        assert!(!said.contains("s3cr3t"), "{said}");
        said
    };
    // Nothing listens there; that it was tried shows in the answer.
    for command in
        [&["data", "check"][..], &["user", "list"], &["puzzles", "export"], &["upgrade", "--check"]]
    {
        for (flags, variables) in
            [(&["--database-file", &*url][..], &[][..]), (&[], &[("TABIYA_DATABASE_FILE", &*url)])]
        {
            let said = said_by(&[command, flags].concat(), variables);
            assert!(said.contains("127.0.0.1:1"), "{command:?}: {said}");
        }
        // A folder that is named more explicitly wins, as it does over the URL itself.
        let empty = folder.path().join("empty");
        let named = [command, &["--data", empty.to_str().unwrap()]].concat();
        let said = said_by(&named, &[("TABIYA_DATABASE_FILE", &*url)]);
        assert!(!said.contains("127.0.0.1:1"), "{command:?}: {said}");
    }
    let mail =
        ["doctor", "--listen", "127.0.0.1:0", "--data", "nowhere", "--smtp-server", "smtp://mail.invalid"];
    let mail = [&mail[..], &["--smtp-from", "a@b.c", "--smtp-user", "club", "--smtp-password-file"]].concat();
    let password = write("password", "s3cr3t\n");
    let said = said_by(&[&mail[..], &[&password]].concat(), &[]);
    assert!(said.contains("set public-url"), "the password was found: {said}");
    let two = write("two", "s3cr3t\nmore\n");
    let said = said_by(&[&mail[..], &[&two]].concat(), &[]);
    assert!(said.contains("smtp-password-file") && said.contains("more than one line"), "{said}");
}

#[test]
fn a_file_that_is_not_there_is_named() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tabiya"));
    let output = command.env("TABIYA_CONFIG", "/nowhere/tabiya.toml").arg("serve").output().unwrap();
    let err = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(err.contains("/nowhere/tabiya.toml"), "{err}");
}

#[test]
fn a_wrong_variable_is_refused() {
    let (out, err, code) = print_config("", &[("TABIYA_LISTEN", "here")], &[]);
    assert_eq!((out.as_str(), code), ("", Some(2)));
    assert!(err.contains("--listen") && err.contains("here"), "{err}");
}

/// The log filter itself would read `warning` as the name of a module, and log nothing else.
#[test]
fn a_level_that_is_none_is_refused_with_the_right_ones() {
    for wrong in ["warning", "loud", "warn,loud", "tabiya_server=loud", "tabiya_server", "", "3"] {
        let (out, err, code) = print_config("", &[], &["--log", wrong]);
        assert_eq!((out.as_str(), code), ("", Some(2)), "{wrong:?}");
        assert!(err.contains("error, warn, info, debug, trace and off"), "{wrong:?}: {err}");
    }
    for right in ["error", "WARN", "off", "warn,tabiya_live=debug", "tabiya_server=trace, error"] {
        assert_eq!(print_config("", &[], &["--log", right]).2, Some(0), "{right:?}");
    }
}

#[test]
fn more_threads_than_any_machine_has_are_refused() {
    for flag in ["--threads", "--computer-threads"] {
        let (_, err, code) = print_config("", &[], &[flag, "20000"]);
        assert_eq!(code, Some(2), "{flag}");
        assert!(err.contains("1024") && !err.contains("panicked"), "{flag}: {err}");
    }
}

#[test]
fn a_slip_in_a_variables_name_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let no_folder = folder.path().join("file");
    fs::write(&no_folder, "").unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_tabiya"))
        .env("TABIYA_LISTN", "127.0.0.1:1")
        // `cargo run` passes this one on to what it runs.
        .env("TABIYA_COMMIT", "0123456789ab")
        .args(["serve", "--data"])
        .arg(Path::new(&no_folder).join("data"))
        .output()
        .unwrap();
    let err = String::from_utf8(output.stderr).unwrap();
    assert!(err.contains("TABIYA_LISTN") && err.contains("TABIYA_LISTEN"), "{err}");
    assert!(!err.contains("TABIYA_COMMIT"), "{err}");
}

/// An explicit `--data` was once ignored where the environment named a database.
#[test]
fn a_folder_on_the_command_line_wins_over_a_database_in_the_environment() {
    let database = [("TABIYA_DATABASE", "postgres://nobody@127.0.0.1:1/none")];
    let (config, _, _) = print_config("", &database, &[]);
    assert_eq!(in_force(&config), ["database = \"postgres://nobody@127.0.0.1:1/none\""]);
    let (config, _, _) = print_config("", &database, &["--data", "here"]);
    assert_eq!(in_force(&config), ["data-folder = \"here\""]);
    let (config, _, _) =
        print_config("database = \"postgres://a@b/c\"", &[("TABIYA_DATA_FOLDER", "here")], &[]);
    assert_eq!(in_force(&config), ["data-folder = \"here\""]);
    let (config, _, _) = print_config("", &[], &["--data", "here", "--database", "postgres://a@b/c"]);
    assert_eq!(in_force(&config), ["data-folder = \"here\"", "database = \"postgres://a@b:5432/c\""]);

    let empty = tempfile::tempdir().expect("a temporary folder can be made");
    let mut check = Command::new(env!("CARGO_BIN_EXE_tabiya"));
    check.args(["data", "check", "--data"]).arg(empty.path()).envs(database);
    let said = String::from_utf8(check.output().expect("the program starts").stderr).expect("text");
    assert!(said.contains("tabiya.db"), "it looks into the folder: {said}");
}
