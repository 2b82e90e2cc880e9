// SPDX-License-Identifier: AGPL-3.0-or-later
//! Clients of others, unchanged, against the real server: berserk plays the compatible API's parts, and python-chess reads
//! every PGN. They come from the Python package index into a virtual environment below the build folder. Where there is
//! no Python, or no way to the index, the test says so loudly and passes.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::json;
use tabiya_testkit::{Server, long_output};

use crate::server_with;

/// The clients, in the versions that the story was written for.
const PACKAGES: [&str; 2] = ["berserk==0.14.0", "chess==1.11.2"];
/// Everything that the story does.
const SCOPES: &str = "email:read,preference:read,preference:write,follow:read,follow:write,challenge:read,challenge:write,\
                      challenge:bulk,board:play,msg:write,tournament:write";

fn run(program: impl AsRef<std::ffi::OsStr>, arguments: &[&str]) -> Result<Output, String> {
    let output = Command::new(program).args(arguments).output().map_err(|error| error.to_string())?;
    if output.status.success() {
        return Ok(output);
    }
    let said = String::from_utf8_lossy(&output.stderr);
    Err(said.lines().last().unwrap_or("it failed without a word").to_owned())
}

/// A Python that has the clients; made once and kept beside the tests' other temporary files.
fn python() -> Result<PathBuf, String> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("clients-of-others");
    let python = folder.join("bin/python");
    let has_all = |python: &Path| run(python, &["-c", "import berserk, chess.pgn"]).is_ok();
    if python.is_file() && has_all(&python) {
        return Ok(python);
    }
    let folder = folder.to_str().ok_or("the build folder's path is no text")?;
    run("python3", &["-m", "venv", "--clear", folder])
        .map_err(|why| format!("no virtual environment can be made with python3: {why}"))?;
    let mut install = vec!["-m", "pip", "install", "--quiet", "--disable-pip-version-check"];
    install.extend(PACKAGES);
    run(&python, &install).map_err(|why| format!("the clients can't be installed: {why}"))?;
    Ok(python)
}

pub(crate) fn tabiya(server: &Server, arguments: &[&str]) -> String {
    tabiya_at(["--data", server.data().to_str().expect("a path of a test is text")], arguments)
}

/// What a command prints on the data that this flag names.
pub(crate) fn tabiya_at(place: [&str; 2], arguments: &[&str]) -> String {
    let mut all = arguments.to_vec();
    all.extend(place);
    let output = run(env!("CARGO_BIN_EXE_tabiya"), &all).expect("the command works while the server runs");
    String::from_utf8(output.stdout).expect("text")
}

/// A new account's access token, from the operator's command line.
pub(crate) fn token_of_new(server: &Server, name: &str, scopes: &str) -> String {
    tabiya(server, &["user", "add", name]);
    token_of(server, name, scopes)
}

/// One more token of an account.
pub(crate) fn token_of(server: &Server, name: &str, scopes: &str) -> String {
    let said = tabiya(server, &["token", name, "--scope", scopes]);
    said.split_whitespace().last().expect("the token is the last word").to_owned()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn berserk_plays_unchanged() {
    let python = match tokio::task::spawn_blocking(python).await.expect("it is waited for") {
        Ok(python) => python,
        Err(why) => {
            eprintln!(
                "WARNING: WITHOUT BERSERK: {why}; the compatible API was not tested with its real client"
            );
            return;
        }
    };
    let server = server_with(&["--staff-totp", "off"]).await;
    tabiya(&server, &["user", "add", "Olga", "--role", "organiser"]);
    let tokens = json!({
        "Ann": token_of_new(&server, "Ann", SCOPES),
        "Bob": token_of_new(&server, "Bob", SCOPES),
        "Botty": token_of_new(&server, "Botty", &format!("bot:play,{SCOPES}")),
        "Reader": token_of_new(&server, "Reader", ""),
        "Olga": token_of(&server, "Olga", "board:play,tournament:write"),
    });
    let story = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/clients/berserk_story.py");
    let mut command = Command::new(python);
    command.args([story, &server.origin(), &tokens.to_string()]);
    let output = long_output(command).await;
    let [said, errors] = [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text));
    assert!(output.status.success(), "{said}\n{errors}\nThe server said:\n{}", server.log());
}
