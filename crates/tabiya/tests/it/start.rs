// SPDX-License-Identifier: AGPL-3.0-or-later
//! `tabiya start`, which a double-click is: data beside the program, one server for each folder, nothing from inside an archive.
#![cfg(unix)]

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The program in a folder of its own, as somebody has extracted it.
fn extracted() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).expect("a folder can be made");
    let program = folder.path().join("tabiya");
    // No copy: a program that was just written can't be started while another test's process holds it open.
    fs::hard_link(env!("CARGO_BIN_EXE_tabiya"), &program).expect("the program can be linked");
    (folder, program)
}

fn start(program: &Path) -> Command {
    let mut command = Command::new(program);
    command.args(["start", "--no-browser"]).env("TMPDIR", "/nowhere").env_remove("TEMP").env_remove("TMP");
    command
}

#[test]
fn a_second_start_finds_the_site_that_runs_beside_the_program() {
    let (folder, program) = extracted();
    let data = folder.path().join("data");
    let mut running =
        start(&program).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("the program starts");
    let lines = BufReader::new(running.stdout.take().expect("it is piped")).lines();
    let said: Vec<_> =
        lines.map(|line| line.unwrap()).take_while(|line| !line.contains("stop with Ctrl-C")).collect();
    assert!(said.iter().any(|line| line.contains(data.to_str().unwrap())), "{said:?}");
    let noted = fs::read_to_string(data.join("running-at"));

    let second = start(&program).output().expect("the program starts");
    let told = Command::new("kill").args(["-TERM", &running.id().to_string()]).status();
    let (ended, told) = (running.wait().unwrap(), told.unwrap());
    assert!(ended.success() && told.success());
    let url = noted.expect("the server notes where it is");
    let second = String::from_utf8(second.stdout).unwrap();
    assert_eq!(second, format!("the site runs already, at {url}"));
    assert!(!data.join("running-at").exists(), "it takes the note away");
    assert!(data.join("tabiya.db").exists(), "and leaves the games");
}

#[test]
fn nothing_is_stored_from_inside_an_archive() {
    let (folder, program) = extracted();
    let output =
        start(&program).env("TMPDIR", env!("CARGO_TARGET_TMPDIR")).output().expect("the program starts");
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("Extract first"), "{said}");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "only the program is there");
}
