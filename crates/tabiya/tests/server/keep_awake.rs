// SPDX-License-Identifier: AGPL-3.0-or-later
//! The machine is kept awake while a game is played, by the system's own program, of which a stand-in notes here what it is asked.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use tabiya_testkit::{NewGame, Server, patiently};
use tempfile::TempDir;

use crate::{Guest, game_of};

/// The server in a world whose program for that is the stand-in: it notes what it is asked, runs what it is given, and notes its end.
fn world(folder: &Path) -> (PathBuf, PathBuf) {
    let notes = folder.join("notes");
    let script = |name: &str, text: String| {
        let file = folder.join(name);
        fs::write(&file, format!("#!/bin/sh\n{text}\n")).expect("a script can be written");
        fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).expect("it is ours");
        file
    };
    let told = notes.display();
    script(
        "systemd-inhibit",
        format!("echo \"$@\" >> {told}\nwhile [ $# -gt 1 ]; do shift; done\n\"$1\"\necho ended >> {told}"),
    );
    let (path, program) = (folder.display(), env!("CARGO_BIN_EXE_tabiya"));
    (script("tabiya", format!("PATH={path}:$PATH exec {program} \"$@\"")), notes)
}

async fn noted(notes: &Path, text: &str) {
    patiently(&format!("the note {text:?}"), async {
        while !fs::read_to_string(notes).unwrap_or_default().contains(text) {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    })
    .await;
}

#[tokio::test]
async fn a_game_keeps_the_machine_awake_and_the_servers_death_lets_it_sleep() {
    let folder = TempDir::new().expect("a folder");
    let (program, notes) = world(folder.path());
    let listen = "127.0.0.1:0".parse().expect("an address");
    let mut server = Server::start_with(&program, listen, &["--keep-awake", "on"]).await;
    let (ann, ben) = (Guest::new(&server).await, Guest::new(&server).await);
    let game = ann.create(&NewGame::friend()).await;
    let waits = ann.open(&game).await;
    assert!(!notes.exists(), "nobody plays yet");
    drop(waits);
    game_of(&ann, &ben, NewGame::friend()).await;
    noted(&notes, "--what=idle:sleep --mode=block --who=Tabiya --why=chess is being played cat\n").await;
    server.kill().await;
    noted(&notes, "ended").await;

    // Off, and where only this computer comes in.
    fs::remove_file(&notes).expect("it was written");
    for off in [&["--keep-awake", "off", "--lan"][..], &[]] {
        server.restart_with(off).await;
        game_of(&ann, &ben, NewGame::friend()).await;
        assert!(server.stop().await);
        assert!(!notes.exists(), "{off:?}");
    }
}
