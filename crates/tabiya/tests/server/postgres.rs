// SPDX-License-Identifier: AGPL-3.0-or-later
//! `tabiya serve --database`: two people play by link, and `kill -9` of either program loses nothing. `tabiya data move`: a site
//! moves there and back.

use std::process::{Command, Stdio};
use std::time::Duration;

use serde_json::{Value, json};
use tabiya_store::conformance::postgres::Cluster;
#[cfg(unix)]
use tabiya_store::conformance::silent_way::SilentWay;
use tabiya_testkit::{Guest, NewGame, Server, output, patiently};
use tokio::io::{AsyncBufReadExt, BufReader};

use crate::challenges::challenged;
use crate::chat::Chat;
use crate::clients::tabiya as tabiya_on;
use crate::desk::{become_admin, staff};
use crate::events::{games, until};
use crate::people::registered;
use crate::ratings::{begun, blitz, check};
use crate::{Table, game_of, server, server_with, table_on};

/// The URL with a password, which the cluster does not ask for.
fn url(cluster: &Cluster, database: &str) -> String {
    cluster.url(database).replace("postgres@", "postgres:s3cr3t@")
}

/// What a command printed and its exit code. The URL stands in the environment.
async fn tabiya(arguments: &'static [&'static str], url: &str) -> (String, Option<i32>) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tabiya"));
    command.args(arguments).env("TABIYA_DATABASE", url);
    let output = output(command, "").await;
    let printed = [output.stdout, output.stderr].map(|text| String::from_utf8(text).expect("text"));
    (printed.concat(), output.status.code())
}

/// The same guests go on at another node, and no move is lost.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_goes_on_at_another_node_when_its_own_is_killed() {
    let Some(cluster) = Cluster::start() else { return };
    let database = cluster.database();
    let url = url(&cluster, &database);
    let node = async |name: &str| server_with(&["--database", &url, "--node", name]).await;
    let mut table = table_on(node("one").await, NewGame::friend().clocks(600_000, 0)).await;
    let log = table.server.log();
    assert!(!log.contains("NOTICE"), "the tables were made without a word of PostgreSQL: {log}");
    table.play(&["e2e4", "e7e5"]).await;
    let other = node("two").await;
    let until = async |wanted: &str, is_so: fn(&str) -> bool| {
        patiently(wanted, async {
            while !is_so(&tabiya(&["cluster", "status"], &url).await.0) {
                tokio::time::sleep(Duration::from_millis(300)).await;
            }
        })
        .await;
    };
    // Half of the slots have moved, perhaps that of the game, too.
    let (said, code) = tabiya(&["cluster", "drain", "two"], &url).await;
    assert_eq!((said.as_str(), code), ("two owns no games any more; it can be stopped\n", Some(0)));
    let (said, code) = tabiya(&["cluster", "drain", "one"], &url).await;
    assert_eq!(code, Some(2), "{said}");
    assert!(said.contains("there is no other node that could take the games of one"), "{said}");
    assert_eq!(tabiya(&["cluster", "drain", "two", "--undo"], &url).await.1, Some(0));
    until("owners", |status| status.contains("every slot has an owner")).await;

    table.server.kill().await;
    until("two to own everything", |status| {
        status.lines().any(|line| line.starts_with("two ") && line.contains(" 1024 "))
    })
    .await;
    let [alice, bob] = [&table.alice, &table.bob].map(|guest| guest.clone().moved_to(&other));
    let (white, black) = (alice.open(&table.game).await, bob.open(&table.game).await);
    let mut table = Table { server: other, alice, bob, game: table.game, white, black };
    table.play(&["d1h5", "b8c6", "f1c4", "g8f6", "h5f7"]).await;
    let moves = ["e2e4", "e7e5", "d1h5", "b8c6", "f1c4", "g8f6", "h5f7"];
    assert_eq!(table.alice.moves(&table.game).await, moves);
}

/// Each waited without a word.
#[cfg(unix)]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_command_says_which_database_server_has_fallen_silent() {
    let Some(cluster) = Cluster::start() else { return };
    let database = cluster.database();
    let mut server = server_with(&["--database", &cluster.url(&database)]).await;
    for (command, words) in
        [(["data", "check"], "half_moves FROM game"), (["cluster", "status"], "FROM owner")]
    {
        let way = SilentWay::new(&cluster, words);
        let mut tabiya = tokio::process::Command::new(env!("CARGO_BIN_EXE_tabiya"));
        tabiya.args(command).env("TABIYA_DATABASE", way.url(&database)).kill_on_drop(true);
        let mut tabiya = tabiya.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("it starts");
        let mut said = BufReader::new(tabiya.stderr.take().expect("piped")).lines();
        let said = patiently("a sentence", said.next_line()).await.expect("text").expect("a line");
        let server = format!("the database server {} has said nothing for 10 s", way.address());
        assert!(said.starts_with(&server), "{said}");
    }
    assert!(server.stop().await);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_in_postgresql_outlives_a_kill_of_the_server() {
    let Some(cluster) = Cluster::start() else { return };
    let database = cluster.database();
    let url = url(&cluster, &database);
    let mut table = table_on(server_with(&["--database", &url]).await, NewGame::friend()).await;
    table.play(&["e2e4", "e7e5"]).await;

    let (said, code) = tabiya(&["serve", "--listen", "127.0.0.1:0"], &url).await;
    assert_eq!(code, Some(2), "{said}");
    let errors: Vec<_> = said.lines().filter(|line| line.contains("error")).collect();
    assert_eq!(errors.len(), 1, "{said}");
    assert!(errors[0].starts_with("error: another Tabiya server uses the database postgres://"), "{said}");
    assert!(!said.contains("s3cr3t"), "{said}");

    for (white, black) in [("d1h5", "b8c6"), ("f1c4", "g8f6")] {
        table.server.kill().await;
        table.server.restart().await;
        table.white = table.alice.open(&table.game).await;
        table.black = table.bob.open(&table.game).await;
        table.play(&[white, black]).await;
    }
    table.play(&["h5f7"]).await;
    let moves = ["e2e4", "e7e5", "d1h5", "b8c6", "f1c4", "g8f6", "h5f7"];
    assert_eq!(table.alice.moves(&table.game).await, moves);
    assert_eq!(table.server.get("/healthz").await.status, 200);

    let (said, code) = tabiya(&["data", "check"], &url).await;
    assert_eq!(code, Some(0), "{said}");
    assert!(said.starts_with("1 game, ") && said.ends_with(": no faults\n"), "{said}");
    assert!(!table.server.log().contains("s3cr3t"), "{}", table.server.log());
    assert!(table.server.log().contains(&format!("/{database}")), "it says where the games are");
    assert!(std::fs::read_dir(table.server.data()).unwrap().next().is_none(), "the folder is not used");
    assert!(table.server.stop().await);
    let (config, _) = tabiya(&["serve", "--print-config"], &url).await;
    assert!(config.contains("\ndatabase = \"postgres://postgres@") && !config.contains("s3cr3t"), "{config}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_goes_on_when_postgresql_was_killed_and_is_back() {
    let Some(mut cluster) = Cluster::start() else { return };
    let database = cluster.database();
    let url = url(&cluster, &database);
    let mut table = table_on(server_with(&["--database", &url]).await, NewGame::friend()).await;
    table.play(&["e2e4", "e7e5"]).await;
    cluster = tokio::task::spawn_blocking(move || {
        cluster.kill();
        cluster
    })
    .await
    .unwrap();
    // Nobody has asked.
    table.server.printed("the storage is lost").await;
    table.white.play("g1f3").await.refused();
    assert_eq!(table.server.get("/healthz").await.status, 503);
    let _cluster = tokio::task::spawn_blocking(move || {
        cluster.start_again();
        cluster
    })
    .await
    .unwrap();
    while table.server.get("/healthz").await.status != 200 {
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    // The room reads the log anew before it goes on, and says so once.
    patiently("a move that is stored", async {
        while table.white.play("g1f3").await.is_refused() {
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
    })
    .await;
    assert_eq!(table.alice.moves(&table.game).await, ["e2e4", "e7e5", "g1f3"]);
    table.black.follow(&table.white).await;
    table.black.play("b8c6").await.accepted();
}

/// What `tabiya data move` printed and its exit code. The database's URL stands in the environment.
async fn move_house(arguments: [&str; 2], url: &str) -> (String, Option<i32>) {
    let mut command = tokio::process::Command::new(env!("CARGO_BIN_EXE_tabiya"));
    command.args(["data", "move"]).args(arguments).env("TABIYA_DATABASE", url);
    let output = command.output().await.expect("the program starts");
    let printed = [output.stdout, output.stderr].map(|text| String::from_utf8(text).expect("text"));
    (printed.concat(), output.status.code())
}

/// Kills a move while it copies the tables. False if it was done already, as on a machine that is busy with something else.
async fn is_killed_in_the_middle(folder: &str, url: &str) -> bool {
    let mut moving = tokio::process::Command::new(env!("CARGO_BIN_EXE_tabiya"));
    moving.args(["data", "move", "--from", folder]).env("TABIYA_DATABASE", url).kill_on_drop(true);
    let mut moving = moving.stderr(Stdio::piped()).stdout(Stdio::null()).spawn().expect("it starts");
    let mut lines = BufReader::new(moving.stderr.take().expect("it is piped")).lines();
    while lines.next_line().await.expect("text").expect("it copies tables") != "copying the tables" {}
    moving.kill().await.expect("it can be killed");
    moving.wait().await.expect("it ends").code().is_none()
}

/// Without the four fields that depend on the moment: the time that is left, who is there, and what they play just then.
fn lasting(mut value: Value) -> Value {
    match &mut value {
        Value::Array(values) => values.iter_mut().for_each(|value| *value = lasting(value.take())),
        Value::Object(fields) => {
            for passing in ["clocks", "online", "playing", "presence"] {
                fields.remove(passing);
            }
            fields.values_mut().for_each(|value| *value = lasting(value.take()));
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
    value
}

/// A site in use: who plays on it, and the pages that must not change.
struct Site {
    ann: Guest,
    bob: Guest,
    correspondence: String,
    rated: String,
    pages: Vec<String>,
}

impl Site {
    /// Accounts, a rated game, a chat, a challenge, a correspondence game, an import, a puzzle that was tried, and an event in the
    /// middle of a round.
    async fn fill(server: &Server) -> Self {
        let (mut ann, mut bob) = (registered(server, "Ann").await, registered(server, "Bob").await);
        let event =
            tabiya_on(server, &["event", "new", "Double", "--format", "round-robin", "--time", "5+3"]);
        let event = format!("/api/page/events/{}", event.split_whitespace().last().expect("an id"));
        for player in [&mut ann, &mut bob] {
            let join = json!({"seen": 1, "act": {"do": "join"}});
            assert_eq!(player.act("POST", &event, &join).await.status, 200);
        }
        let id = event.rsplit('/').next().expect("an id");
        for step in ["pair", "publish", "start"] {
            tabiya_on(server, &["event", step, id]);
        }
        let view = until(&ann, id, "has a game", |view| view["rounds"][0]["stage"] == "started").await;
        let [round] = &games(&view, 0)[..] else { panic!("one board: {view}") };
        patiently("the game of the round", async {
            while ann.call("GET", &format!("/api/games/{round}"), "").await.status != 200 {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        })
        .await;
        for uci in ["d2d4", "d7d5"] {
            let [mut one, mut other] = [ann.open(round).await, bob.open(round).await];
            if one.play(uci).await.is_refused() {
                other.play(uci).await.accepted();
            }
        }
        let (rated, mut white, mut black) = begun(&ann, &bob, blitz()).await;
        let (mut chat, _) = Chat::open(&ann, "chat", &rated).await;
        assert_eq!(chat.say(1, "Well played").await["type"], "chat_line");
        white.command("resign", json!({})).await.accepted();
        black.until("the rating", |message| message["type"] == "rated").await;
        challenged(&mut ann, "Bob").await;
        let wish = NewGame::friend().time(json!({ "days": 2 }));
        let (correspondence, mut white, _black) = game_of(&ann, &bob, wish).await;
        white.play("e2e4").await.accepted();
        let import = json!({"pgn": "1. d4 d5 2. c4 *", "private_as": null}).to_string();
        let imported = ann.call("POST", "/api/page/import", &import).await;
        assert_eq!(imported.status, 201, "{}", imported.body);
        server.printed("the start set of puzzles is there").await;
        let puzzle =
            ann.get("/api/page/puzzles").await["puzzle"]["id"].as_str().expect("a puzzle").to_owned();
        let shown = ann.act("POST", &format!("/api/page/puzzles/{puzzle}/solution"), &json!({})).await;
        assert_eq!(shown.status, 200, "{}", shown.body);
        let mut pages: Vec<String> =
            ["/api/me", "/api/page/players/Ann", "/api/page/players/Bob", "/api/page/challenges"]
                .map(str::to_owned)
                .to_vec();
        pages
            .extend(["/api/page/notices", "/api/page/puzzle-history", "/api/page/events"].map(str::to_owned));
        pages.push(event);
        let imported = imported.json()["id"].as_str().expect("an id").to_owned();
        pages.extend([&rated, &correspondence, &imported].map(|game| format!("/api/games/{game}")));
        Self { ann, bob, correspondence, rated, pages }
    }

    async fn answers(&self) -> Vec<(String, Value)> {
        let mut answers = Vec::new();
        for page in &self.pages {
            answers.push((page.clone(), lasting(self.ann.get(page).await)));
        }
        answers
    }

    /// The same pages, and the game goes on with the cookies from before.
    async fn goes_on(&mut self, server: &Server, before: &[(String, Value)], uci: &str) {
        self.ann = self.ann.clone().moved_to(server);
        self.bob = self.bob.clone().moved_to(server);
        let now = self.answers().await;
        let changed: Vec<_> = before.iter().zip(&now).filter(|(then, now)| then != now).collect();
        assert!(changed.is_empty(), "{changed:#?}");
        let (_, chat) = Chat::open(&self.bob, "chat", &self.rated).await;
        assert_eq!(chat["lines"][0]["text"], "Well played", "{chat}");
        let mut white = self.ann.open(&self.correspondence).await;
        let mut black = self.bob.open(&self.correspondence).await;
        let mover = if white.ply().is_multiple_of(2) { &mut white } else { &mut black };
        mover.play(uci).await.accepted();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_site_moves_to_postgresql_and_back_and_nobody_notices() {
    let Some(cluster) = Cluster::start() else { return };
    let mut server = server().await;
    let mut site = Site::fill(&server).await;
    let folder = server.data().to_str().expect("a path of a test is text").to_owned();
    let (said, code) = move_house(["--from", &folder], &url(&cluster, &cluster.database())).await;
    assert_eq!(code, Some(2), "{said}");
    assert!(said.contains("another Tabiya server uses"), "{said}");
    let before = site.answers().await;
    assert!(server.stop().await);

    // Nobody can use the half of it, and the same command goes on.
    let url = loop {
        let url = url(&cluster, &cluster.database());
        if is_killed_in_the_middle(&folder, &url).await {
            break url;
        }
    };
    let (said, code) = tabiya(&["serve", "--listen", "127.0.0.1:0"], &url).await;
    assert_eq!(code, Some(2), "{said}");
    assert!(said.contains(&format!("holds an unfinished move from {folder}")), "{said}");
    let (said, code) = move_house(["--from", &folder], &url).await;
    assert_eq!(code, Some(0), "{said}");
    assert!(said.starts_with("account: 2\n"), "{said}");
    assert!(said.contains("both are the same, row by row, and there are no faults\n"), "{said}");
    assert!(
        said.contains("going on with the move that was interrupted\n") && !said.contains("s3cr3t"),
        "{said}"
    );
    let (said, code) = tabiya(&["data", "check"], &url).await;
    assert_eq!(code, Some(0), "{said}");

    server.restart_with(&["--database", &url]).await;
    site.goes_on(&server, &before, "e7e5").await;
    let before = site.answers().await;
    assert!(server.stop().await);

    // A server on the wrong side says so; one on the right side does not.
    assert!(!server.log().contains("was moved to"), "{}", server.log());
    server.restart_with(&[]).await;
    server.printed("was moved to postgres://").await;
    assert!(!server.log().contains("s3cr3t"), "{}", server.log());
    assert!(server.stop().await);

    let (said, code) = move_house(["--to", &folder], &url).await;
    assert_eq!(code, Some(2), "{said}");
    assert!(said.contains("is not empty"), "{said}");
    for entry in std::fs::read_dir(&folder).unwrap() {
        std::fs::remove_file(entry.unwrap().path()).unwrap();
    }
    let (said, code) = move_house(["--to", &folder], &url).await;
    assert_eq!(code, Some(0), "{said}");
    assert!(check(&server).ends_with(": no faults\n"), "{}", check(&server));
    server.restart_with(&[]).await;
    site.goes_on(&server, &before, "g1f3").await;
    assert_eq!(site.bob.moves(&site.correspondence).await, ["e2e4", "e7e5", "g1f3"]);
}

/// The desk once showed a button for a download that is refused there, and no server backed its database up.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_database_is_backed_up_each_day_and_the_desk_offers_no_download() {
    let Some(cluster) = Cluster::start() else { return };
    let (database, elsewhere) = (cluster.database(), tempfile::tempdir().unwrap());
    let folder = elsewhere.path().join("backups");
    let (url, folder_text) = (url(&cluster, &database), folder.to_str().expect("it is text"));
    let mut server = server_with(&["--database", &url, "--staff-totp", "off"]).await;
    let mut admin = Guest::new(&server).await;
    become_admin(&server, &mut admin, "chief").await;
    let moderator = staff(&server, &mut admin, "judge", "moderator").await;
    let figures = admin.get("/api/page/desk/figures").await;
    assert_eq!(figures["can_download_backup"], false);
    assert_eq!(figures["backup_folder"], Value::Null, "backups are off in tests");
    let command = figures["backup_command"].as_str().expect("how it is done by hand");
    assert!(command.starts_with("pg_dump --format=custom ") && !command.contains("s3cr3t"), "{command}");
    // It is a command that works. The cluster asks for no password.
    let by_hand = Command::new("sh").args(["-c", command]).current_dir(elsewhere.path()).output().unwrap();
    assert!(by_hand.status.success(), "{by_hand:?}");
    assert_eq!(admin.act("GET", "/api/page/desk/backup", &Value::Null).await.status, 403);
    let figures = moderator.get("/api/page/desk/figures").await;
    assert_eq!(figures["backup_command"], Value::Null, "where the database is, is for admins");

    server.kill().await;
    let on = ["--database", &url, "--staff-totp", "off", "--backups", "on", "--backup-folder", folder_text];
    server.restart_with(&on).await;
    server.printed("the daily backup is made").await;
    let files = std::fs::read_dir(&folder).unwrap().map(|file| file.unwrap().path());
    let made: Vec<_> = files.filter(|file| file.extension().is_some_and(|kind| kind == "dump")).collect();
    let [file] = &made[..] else { panic!("{made:?}") };
    let figures = admin.get("/api/page/desk/figures").await;
    assert_eq!((&figures["backup_folder"], &figures["backup_problem"]), (&json!(folder_text), &Value::Null));
    assert!(figures["backup_age_ms"].as_u64().is_some(), "{figures}");
    let log = server.log();
    assert!(!log.contains("s3cr3t"), "{log}");

    let fresh = cluster.database();
    cluster.restore(&fresh, file);
    let restored = self::url(&cluster, &fresh);
    server.kill().await;
    server.restart_with(&["--database", &restored, "--staff-totp", "off"]).await;
    assert_eq!(admin.get("/api/me").await["name"], "chief");
}
