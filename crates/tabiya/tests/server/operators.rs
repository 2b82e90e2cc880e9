// SPDX-License-Identifier: AGPL-3.0-or-later
//! `tabiya user` and `tabiya invite`, on the data of stopped and of running servers; the first admin's link.

use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};
use tabiya_store::conformance::postgres::Cluster;
use tabiya_testkit::{Guest, NewGame, output, patiently};
use tempfile::TempDir;

use crate::people::{PASSWORD, login, me, registered};
use crate::{server, server_with};

/// What the command printed, and its exit code.
async fn tabiya(arguments: &[&str], place: &[&str], input: &str) -> (String, Option<i32>) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tabiya"));
    command.args(arguments).args(place);
    let output = output(command, input).await;
    let printed = [output.stdout, output.stderr].map(|text| String::from_utf8(text).expect("text"));
    (printed.concat(), output.status.code())
}

fn folder(path: &Path) -> [&str; 2] {
    ["--data", path.to_str().expect("a path of a test is text")]
}

#[tokio::test]
async fn accounts_are_made_before_the_first_start() {
    let temp = TempDir::new().unwrap();
    let data = temp.path().join("new");
    let place = folder(&data);
    let add = ["user", "add", "Ann", "--password-stdin", "--role", "admin"];
    let (said, code) = tabiya(&add, &place, &format!("{PASSWORD}\n")).await;
    assert_eq!((said.as_str(), code), ("Ann is a new admin\n", Some(0)));
    for (arguments, input, problem) in [
        (&["user", "add", "ann", "--password-stdin"][..], PASSWORD, "is taken"),
        (&["user", "add", "a b", "--password-stdin"], PASSWORD, "letters and digits"),
        (&["user", "add", "bob", "--password-stdin"], "short\n", "at least 8 characters"),
        (&["user", "add", "bob", "--password-stdin"], "\n", "no password"),
        (&["user", "role", "bob", "admin"], "", "no account"),
        (&["user", "role", "ann", "player"], "", "last admin"),
        (&["user", "close", "ann"], "", "last admin"),
    ] {
        let (said, code) = tabiya(arguments, &place, input).await;
        assert_eq!(code, Some(2), "{arguments:?}: {said}");
        assert!(said.starts_with("error: ") && said.lines().count() == 1, "{arguments:?}: {said}");
        assert!(said.contains(problem), "{arguments:?}: {said}");
    }
    let (said, code) = tabiya(&["user", "list"], &place, "").await;
    assert_eq!((said.as_str(), code), ("Ann\tadmin\n", Some(0)));
}

/// Whoever reads the folder reads hashed passwords and addresses.
#[tokio::test]
async fn data_are_for_their_user_alone_and_only_adding_makes_a_folder() {
    use std::os::unix::fs::PermissionsExt;
    let temp = TempDir::new().unwrap();
    let data = temp.path().join("new");
    let place = folder(&data);
    for arguments in [
        &["user", "list"][..],
        &["invite"],
        &["token", "ann"],
        &["user", "role", "ann", "admin"],
        &["user", "reset", "ann"],
        &["user", "close", "ann"],
    ] {
        let (said, code) = tabiya(arguments, &place, "").await;
        assert_eq!(code, Some(2), "{arguments:?}: {said}");
        assert!(said.contains("has no accounts; --data names another folder"), "{arguments:?}: {said}");
        assert!(!data.exists(), "{arguments:?}");
    }
    let (said, code) = tabiya(&["user", "add", "Ann", "--password-stdin"], &place, PASSWORD).await;
    assert_eq!(code, Some(0), "{said}");
    let (said, _) = tabiya(&["token", "ann"], &place, "").await;
    assert!(said.contains("without a scope"), "{said}");
    let copy = temp.path().join("copy.db");
    let backup = ["backup", copy.to_str().unwrap()];
    let (said, code) = tabiya(&backup, &place, "").await;
    assert_eq!(code, Some(0), "{said}");
    let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!([mode(&data), mode(&data.join("tabiya.db")), mode(&copy)], [0o700, 0o600, 0o600]);
}

#[tokio::test]
async fn a_running_server_honours_orders_at_once() {
    let server = server_with(&["--staff-totp", "off"]).await;
    let data = server.data().to_owned();
    let place = folder(&data);
    use std::os::unix::fs::PermissionsExt;
    let mode = std::fs::metadata(data.join("control.sock")).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);

    let (said, code) = tabiya(&["user", "add", "Bob", "--password-stdin"], &place, PASSWORD).await;
    assert_eq!((said.as_str(), code), ("Bob is a new player\n", Some(0)));
    let mut bob = Guest::new(&server).await;
    assert_eq!(login(&mut bob, "bob", PASSWORD).await.status, 200);
    let game = bob.create(&NewGame::friend()).await;
    let mut socket = bob.open(&game).await;

    let (said, code) = tabiya(&["user", "role", "bob", "admin"], &place, "").await;
    assert_eq!(code, Some(0), "{said}");
    assert_eq!(socket.closed().await.code, Some(4003));
    assert_eq!(me(&bob).await, "not_logged_in", "a change of rights asks for a new session");
    login(&mut bob, "bob", PASSWORD).await;
    assert_eq!(bob.get("/api/me").await["role"], "admin");

    let reset = ["user", "reset", "bob", "--password-stdin"];
    assert_eq!(tabiya(&reset, &place, "quite another thing").await.1, Some(0));
    assert_eq!(me(&bob).await, "not_logged_in");
    assert_eq!(login(&mut bob, "bob", PASSWORD).await.status, 401);
    assert_eq!(login(&mut bob, "bob", "quite another thing").await.status, 200);

    // A link to set a password works once.
    let (said, code) = tabiya(&["user", "reset", "bob"], &place, "").await;
    assert_eq!(code, Some(0), "{said}");
    let token = said.trim().rsplit_once("/reset#").unwrap().1.to_owned();
    assert!(said.contains(&server.origin()), "{said}");
    let finish = async |token: &str, password: &str| {
        let body = json!({"token": token, "password": password});
        Guest::new(&server).await.act("POST", "/api/page/reset/finish", &body).await.status
    };
    assert_eq!(finish(&token, "short").await, 400, "a bad password does not use it up");
    assert_eq!(finish(&token, "yet another one here").await, 204);
    assert_eq!(finish(&token, "once more with feeling").await, 400);
    assert_eq!(finish("", "once more with feeling").await, 400);
    assert_eq!(login(&mut bob, "bob", "yet another one here").await.status, 200);

    assert_eq!(tabiya(&["user", "add", "eve", "--password-stdin"], &place, PASSWORD).await.1, Some(0));
    let mut eve = Guest::new(&server).await;
    login(&mut eve, "eve", PASSWORD).await;
    assert_eq!(tabiya(&["user", "close", "eve"], &place, "").await.1, Some(0));
    assert_eq!(
        (me(&eve).await, login(&mut eve, "eve", PASSWORD).await.status),
        ("not_logged_in".into(), 403)
    );
    assert_eq!(tabiya(&["user", "close", "eve", "--reopen"], &place, "").await.1, Some(0));
    assert_eq!(login(&mut eve, "eve", PASSWORD).await.status, 200);
    let (said, _) = tabiya(&["user", "list"], &place, "").await;
    assert_eq!(said, "Bob\tadmin\neve\tplayer\n");
    let (said, code) = tabiya(&["invite"], &place, "").await;
    assert!(code == Some(0) && said.contains("with the invitation\n"), "{said}");
    let (said, code) = tabiya(&["token", "eve", "--scope", "board:play"], &place, "").await;
    assert_eq!(code, Some(0), "{said}");

    // Staff read what was done there, as what they do themselves, and undo it likewise.
    assert_eq!(login(&mut bob, "bob", "yet another one here").await.status, 200);
    let log = bob.get("/api/page/desk/log").await;
    let entries = log["entries"].as_array().unwrap();
    let told: Vec<_> = entries.iter().map(|entry| (&entry["deed"]["did"], &entry["about"])).collect();
    let expected = [
        ("token", "eve"),
        ("invite", ""),
        ("reopen", "eve"),
        ("close", "eve"),
        ("add", "eve"),
        ("reset", "Bob"),
        ("reset", "Bob"),
        ("role", "Bob"),
        ("add", "Bob"),
    ];
    assert_eq!(told, expected.map(|(did, about)| (json!(did), json!(about))).each_ref().map(|(a, b)| (a, b)));
    assert!(entries.iter().all(|entry| entry["by"] == "command line"), "{log}");
    let undo = format!("/api/page/desk/log/{}/undo", entries[2]["id"]);
    assert_eq!(entries[0]["deed"], json!({"did": "token", "scopes": "board:play"}));
    assert_eq!(entries[4]["deed"], json!({"did": "add", "role": "player"}));
    assert_eq!(bob.act("POST", &undo, &json!({})).await.status, 204);
    assert_eq!(login(&mut eve, "eve", PASSWORD).await.status, 403, "closed again");
}

#[tokio::test]
async fn whoever_opens_the_printed_link_becomes_the_first_admin() {
    let mut server = server().await;
    server.printed("stop with Ctrl-C").await;
    let link = |log: &str| log.rsplit_once("/admin#").map(|(_, token)| token[..64].to_owned());
    let token = link(&server.log()).expect("the start prints a link");
    let become_admin = async |browser: &mut Guest, token: &str, body: Value| {
        let mut body = body;
        body["token"] = json!(token);
        browser.act("POST", "/api/page/admin-link", &body).await
    };
    let mut eve = Guest::new(&server).await;
    assert_eq!(become_admin(&mut eve, &"0".repeat(64), json!({})).await.status, 400);
    let mut alice = registered(&server, "Alice").await;
    let answer = become_admin(&mut alice, &token, json!({})).await;
    assert_eq!((answer.status, &answer.json()["role"]), (200, &json!("admin")));
    assert_eq!(alice.get("/api/me").await["role"], "admin");
    let body = json!({"name": "eve", "password": PASSWORD});
    assert_eq!(become_admin(&mut eve, &token, body).await.status, 400, "it works once");

    let before = server.log().len();
    assert!(server.stop().await);
    server.restart().await;
    patiently("the start to be said", async {
        while !server.log()[before..].contains("stop with Ctrl-C") {
            tokio::time::sleep(std::time::Duration::from_millis(5)).await;
        }
    })
    .await;
    assert_eq!(link(&server.log()[before..]), None, "there is an admin");
}

#[tokio::test]
async fn a_newcomer_registers_with_the_printed_link_as_admin() {
    let server = server().await;
    server.printed("stop with Ctrl-C").await;
    let token = server.log().rsplit_once("/admin#").unwrap().1[..64].to_owned();
    let mut ann = Guest::new(&server).await;
    registered(&server, "Taken").await;
    let body = json!({"token": token, "name": "taken", "password": PASSWORD});
    let answer = ann.act("POST", "/api/page/admin-link", &body).await;
    assert_eq!((answer.status, answer.error_code().as_str()), (409, "name_taken"), "the link stays good");
    let body = json!({"token": token, "name": "admin", "password": PASSWORD});
    let answer = ann.act("POST", "/api/page/admin-link", &body).await;
    assert_eq!(answer.status, 201, "{}", answer.body);
    assert_eq!((me(&ann).await.as_str(), &ann.get("/api/me").await["role"]), ("admin", &json!("admin")));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_on_postgresql_honours_what_the_command_line_writes() {
    let Some(cluster) = Cluster::start() else { return };
    let url = cluster.url(&cluster.database());
    let place = ["--database", url.as_str()];
    let (said, code) = tabiya(&["user", "add", "Ann", "--password-stdin"], &place, PASSWORD).await;
    assert_eq!(
        (said.as_str(), code),
        ("Ann is a new player\n", Some(0)),
        "on a database that no server has used"
    );

    let server = server_with(&place).await;
    let mut ann = Guest::new(&server).await;
    assert_eq!(login(&mut ann, "ann", PASSWORD).await.status, 200);
    let game = ann.create(&NewGame::friend()).await;
    let mut socket = ann.open(&game).await;
    let (said, code) = tabiya(&["user", "role", "ann", "moderator"], &place, "").await;
    assert_eq!(code, Some(0), "beside the server: {said}");
    assert_eq!(socket.closed().await.code, Some(4003));
    assert_eq!(me(&ann).await, "not_logged_in");
    assert_eq!(login(&mut ann, "ann", PASSWORD).await.json()["role"], "moderator");
}
