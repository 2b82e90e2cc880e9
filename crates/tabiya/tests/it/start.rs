// SPDX-License-Identifier: AGPL-3.0-or-later
//! `tabiya start`, which a double-click is: data beside the program, one server for each folder, nothing from inside an archive.
#![cfg(unix)]

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

/// The program in a folder of its own, as somebody has extracted it.
pub(crate) fn extracted() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).expect("a folder can be made");
    let program = folder.path().join("tabiya");
    // No copy: a program that was just written can't be started while another test's process holds it open.
    fs::hard_link(env!("CARGO_BIN_EXE_tabiya"), &program).expect("the program can be linked");
    (folder, program)
}

fn start(program: &Path) -> Command {
    started(program, &[])
}

/// The program, started by this one, which has these arguments first.
pub(crate) fn started(by: &Path, first: &[&str]) -> Command {
    let mut command = Command::new(by);
    command.args(first).args(["start", "--no-browser"]);
    command.env("TMPDIR", "/nowhere").env_remove("TEMP").env_remove("TMP");
    command
}

/// The program, which runs, and what it said until it played.
pub(crate) fn playing(program: &Path) -> (Child, Vec<String>) {
    let mut running =
        start(program).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("the program starts");
    let lines = BufReader::new(running.stdout.take().expect("it is piped")).lines();
    let lines = lines.map(|line| line.expect("it is text"));
    let said = lines.take_while(|line| !line.contains("stop with Ctrl-C")).collect();
    (running, said)
}

pub(crate) fn terminated(mut running: Child) {
    let told = Command::new("kill").args(["-TERM", &running.id().to_string()]).status();
    let (told, ended) = (told.expect("there is kill"), running.wait().expect("it is ours"));
    assert!(ended.success() && told.success());
}

#[test]
fn a_second_start_finds_the_site_that_runs_beside_the_program() {
    let (folder, program) = extracted();
    let data = folder.path().join("data");
    let (running, said) = playing(&program);
    assert!(said.iter().any(|line| line.contains(data.to_str().unwrap())), "{said:?}");
    let noted = fs::read_to_string(data.join("running-at"));

    let second = start(&program).output().expect("the program starts");
    terminated(running);
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

/// The command of the program on these data.
fn user(program: &Path, arguments: &[&str], input: &str) -> String {
    let data = program.with_file_name("data");
    let mut command = Command::new(program);
    command.arg("user").args(arguments).arg("--data").arg(data).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    child.stdin.take().expect("it is piped").write_all(input.as_bytes()).expect("it reads");
    let output = child.wait_with_output().expect("it ends");
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).expect("it is text")
}

/// Where the said link leads, and its secret.
fn new_password(said: &str) -> (String, String) {
    let link =
        said.split_whitespace().find(|word| word.contains("/reset#")).unwrap_or_else(|| panic!("{said}"));
    let (origin, secret) = link.split_once("/reset#").expect("it was found by that");
    (origin.strip_prefix("http://").expect("plain HTTP on this computer").to_owned(), secret.to_owned())
}

/// What the server answers to a new password by this link.
fn set(link: &(String, String)) -> String {
    let (host, secret) = link;
    let body = format!(r#"{{"token":"{secret}","password":"quite another thing"}}"#);
    let mut stream = TcpStream::connect(host).expect("the server listens");
    let length = body.len();
    let head = format!("POST /api/page/reset/finish HTTP/1.0\r\nHost: {host}\r\nContent-Length: {length}");
    let page = format!("Origin: http://{host}\r\nContent-Type: application/json");
    write!(stream, "{head}\r\n{page}\r\n\r\n{body}").expect("it reads");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("it is text");
    answer.lines().next().unwrap_or_default().to_owned()
}

/// On Windows it needed a command prompt.
#[test]
fn a_file_beside_the_program_resets_the_lost_password_of_the_admin() {
    let (folder, program) = extracted();
    let ask = |name: &str, text: &str| {
        let file = folder.path().join(name);
        fs::write(&file, text).expect("the folder is ours");
        file
    };
    user(&program, &["add", "ann", "--role", "admin", "--password-stdin"], "a few unrelated words\n");
    user(&program, &["add", "ben", "--password-stdin"], "a few unrelated words\n");
    let asked = ask("reset-admin.txt", "");
    let (running, said) = playing(&program);
    let said = said.join("\n");
    assert!(said.contains("ann sets a new password") && !asked.exists(), "{said}");
    let link = new_password(&said);
    assert!(set(&link).contains(" 204 "), "it works");
    assert!(!set(&link).contains(" 204 "), "once");

    // While the site runs, too, and with the ending that Explorer hides.
    let asked = ask("reset-admin.txt.txt", "\u{feff} \r\n");
    let second = start(&program).output().expect("the program starts");
    let said = String::from_utf8_lossy(&second.stdout);
    assert!(said.contains("ann sets a new password") && !asked.exists(), "{said}");
    assert!(set(&new_password(&said)).contains(" 204 "), "{said}");

    // Of several admins one is named, as can be any other player.
    user(&program, &["add", "eve", "--role", "admin", "--password-stdin"], "a few unrelated words\n");
    let asked = ask("reset-admin.txt", "");
    let second = start(&program).output().expect("the program starts");
    let said = String::from_utf8_lossy(&second.stderr);
    assert!(said.contains("there are several admins: name one of ann, eve") && asked.exists(), "{said}");
    assert!(!String::from_utf8_lossy(&second.stdout).contains("/reset#"));
    ask("reset-admin.txt", "Ben\r\n");
    let second = start(&program).output().expect("the program starts");
    let said = String::from_utf8_lossy(&second.stdout);
    assert!(said.contains("ben sets a new password") && !asked.exists(), "{said}");

    let asked = ask("reset-second-factor.txt", "eve");
    let second = start(&program).output().expect("the program starts");
    let said = String::from_utf8_lossy(&second.stdout);
    assert!(said.contains("eve logs in without a second factor now") && !asked.exists(), "{said}");
    terminated(running);
}
