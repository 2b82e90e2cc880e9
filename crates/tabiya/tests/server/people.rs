// SPDX-License-Identifier: AGPL-3.0-or-later
//! Accounts: registering, logging in and out, sessions, and what becomes of a guest.

use std::collections::HashMap;

use serde_json::{Value, json};
use tabiya_testkit::{Answer, GameSocket, Guest, NewGame, Server};

use crate::chat::Chat;
use crate::clients::token_of;
use crate::personal::Tab;
use crate::profiles::damage;
use crate::programs::ask;
use crate::{game_of, server, server_with};

pub(crate) const PASSWORD: &str = "a few unrelated words";
/// Sockets of a session that has ended.
const LOGGED_OUT: Option<u16> = Some(4003);

/// A new browser that registers.
pub(crate) async fn registered(server: &Server, name: &str) -> Guest {
    let mut browser = Guest::new(server).await;
    let answer = register(&mut browser, name).await;
    assert_eq!(answer.status, 201, "{}", answer.body);
    browser
}

async fn register(browser: &mut Guest, name: &str) -> Answer {
    browser.act("POST", "/api/register", &json!({"name": name, "password": PASSWORD})).await
}

pub(crate) async fn login(browser: &mut Guest, name: &str, password: &str) -> Answer {
    browser.act("POST", "/api/login", &json!({"name": name, "password": password})).await
}

/// An account takes over the games of a guest, in a browser that was the guest before it logged in: it has both
/// cookies.
pub(crate) async fn take_over(server: &Server, guest: &Guest, account: &Guest) -> Answer {
    let (cookie, origin) = (format!("{}; {}", guest.cookie(), account.cookie()), account.origin());
    let headers = [("cookie", &*cookie), ("origin", &origin), ("content-type", "application/json")];
    server.request("POST", "/api/page/guest-games", &headers, br#"{"take": true}"#).await.expect("an answer")
}

/// The name of whoever is logged in; the code of the error for a guest.
pub(crate) async fn me(browser: &Guest) -> String {
    let answer = browser.call("GET", "/api/me", "").await;
    match answer.status {
        200 => answer.json()["name"].as_str().expect("a name is a text").to_owned(),
        _ => answer.error_code(),
    }
}

#[tokio::test]
async fn a_guest_registers_and_keeps_the_games() {
    let server = server().await;
    let (mut alice, bob) = (Guest::new(&server).await, Guest::new(&server).await);
    let (game, mut white, mut black) = game_of(&alice, &bob, NewGame::friend()).await;
    assert_eq!(me(&alice).await, "not_logged_in");
    let stale = alice.clone();

    let answer = register(&mut alice, "Alice").await;
    assert_eq!(answer.status, 201, "{}", answer.body);
    let me_now = answer.json();
    assert_eq!((&me_now["name"], &me_now["role"]), (&json!("Alice"), &json!("player")));
    assert_eq!(alice.get("/api/me").await, me_now);
    assert!(!answer.body.contains("argon2"), "{}", answer.body);

    // The guest's socket ended, and its cookie opens nothing any more: neither the game nor a new one.
    assert_eq!(white.closed().await.code, LOGGED_OUT);
    let mut watching = stale.open(&game).await;
    assert!(watching.play("e2e4").await.is_refused(), "the old cookie is nobody's");
    assert_eq!(stale.ask_for(&NewGame::friend()).await.status, 400);
    assert_eq!(stale.get("/api/games").await, json!([]));
    // The account plays on.
    let mut white = alice.open(&game).await;
    white.play("e2e4").await.accepted();
    black.follow(&white).await;
    assert_eq!(alice.get("/api/games").await[0]["id"], game.as_str());

    // A game of an account shows its name.
    let named = alice.create(&NewGame::friend()).await;
    let view = alice.get(&format!("/api/games/{named}")).await;
    assert_eq!(view["white"]["name"], "Alice", "{view}");
}

#[tokio::test]
async fn logging_in_and_out() {
    let server = server().await;
    let mut alice = registered(&server, "Alice").await;
    let stolen = alice.clone();
    assert_eq!(alice.act("POST", "/api/logout", &Value::Null).await.status, 204);
    assert_eq!((me(&alice).await, me(&stolen).await), ("not_logged_in".into(), "not_logged_in".into()));
    let game = alice.create(&NewGame::friend()).await;
    let bob = Guest::new(&server).await;
    let (as_black, ..) = game_of(&bob, &alice, NewGame::friend()).await;

    // Case and form make no difference, and another browser is as good.
    for name in ["Alice", "ALICE", "alice"] {
        let mut other = Guest::new(&server).await;
        let answer = login(&mut other, name, PASSWORD).await;
        assert_eq!((answer.status, me(&other).await.as_str()), (200, "Alice"));
    }
    // A fixed session is not taken over: each log-in makes a new one.
    let answer = login(&mut alice, "alice", PASSWORD).await;
    assert_eq!(answer.json()["guest_games"], 2, "the guest that it was until now has games");
    let first = alice.clone();
    login(&mut alice, "alice", PASSWORD).await;
    assert_ne!(first.cookie(), alice.cookie());
    assert_eq!(me(&first).await, "not_logged_in", "the session before has ended");

    // The games of the guest are taken over once, and the guest is nobody from then on.
    let before = alice.clone();
    let taken = alice.act("POST", "/api/page/guest-games", &json!({"take": true})).await;
    assert_eq!(taken.status, 204, "{}", taken.body);
    let games = alice.get("/api/games").await;
    let ids: Vec<_> = games.as_array().unwrap().iter().filter_map(|game| game["id"].as_str()).collect();
    assert_eq!(ids, [as_black.as_str(), &game]);
    let document = alice.call("GET", &format!("/game/{as_black}"), "").await.body;
    let first = document.split_once("<piece class=").expect("a board").1;
    assert!(first.starts_with("\"white rook\""), "Black's own pieces are at the lower edge: {first}");
    let guest = before.cookie().split("; ").find(|pair| pair.starts_with("tabiya_guest")).unwrap().to_owned();
    let nobody = server.request("GET", "/api/games", &[("cookie", &guest)], &[]).await.unwrap();
    assert_eq!(nobody.json(), json!([]));
    let mut white = alice.open(&game).await;
    let mut black = bob.open(&game).await;
    black.join().await;
    white.follow(&black).await;
    white.play("e2e4").await.accepted();
    assert_eq!(alice.get("/api/me").await["guest_games"], 0);
}

/// The account would no more be at home in the games of a guest that fell out of its list.
/// Of a password with an accent of its own character, made before passwords were composed.
const OLD_HASH: &str =
    "$argon2id$v=19$m=19456,t=2,p=1$YW4gb2xkZXIgc2VydmVyLg$iUwRXp3CqSPkr6000ulp4fGHxrgWJT+e/V0OSokHiXI";

/// An older server hashed passwords as they were typed. Such a hash goes on working until a log-in replaces it.
#[tokio::test]
async fn a_hash_of_an_older_server_is_replaced_when_its_player_logs_in() {
    let mut server = server().await;
    registered(&server, "Alice").await;
    let [one, two] = ["caf\u{e9} au lait", "cafe\u{301} au lait"];
    let stored = async |server: &mut Server, set: &str| -> String {
        assert!(server.stop().await);
        let database = rusqlite::Connection::open(server.data().join("tabiya.db")).expect("a database");
        let before = database.query_row("SELECT password FROM account", [], |row| row.get(0));
        database.execute("UPDATE account SET password = ?1", [set]).expect("the table is there");
        drop(database);
        server.restart().await;
        before.expect("a hash")
    };
    for typed in [one, two] {
        stored(&mut server, OLD_HASH).await;
        let mut browser = Guest::new(&server).await;
        assert_eq!(login(&mut browser, "Alice", "cafe au lait").await.status, 401);
        assert_eq!(login(&mut browser, "Alice", typed).await.status, 200, "{typed}");
        let anew = stored(&mut server, OLD_HASH).await;
        assert_ne!(anew, OLD_HASH, "{typed}");
        stored(&mut server, &anew).await;
        for typed in [one, two] {
            assert_eq!(login(&mut browser, "Alice", typed).await.status, 200, "{typed}");
        }
        assert_eq!(stored(&mut server, OLD_HASH).await, anew, "made once");
    }
}

#[tokio::test]
async fn an_account_takes_over_the_games_of_a_hundred_guests_and_is_told_so() {
    let server = server_with(&["--unlimited-addresses", "127.0.0.0/8"]).await;
    let alice = registered(&server, "Alice").await;
    for number in 1..=101 {
        let guest = Guest::new(&server).await;
        guest.create(&NewGame::friend().private()).await;
        let taken = take_over(&server, &guest, &alice).await;
        assert_eq!(taken.status, if number <= 100 { 204 } else { 409 }, "{number}: {}", taken.body);
    }
}

/// Pages that others have open would go on naming the player.
#[tokio::test]
async fn who_hides_has_the_own_pages_begin_anew_and_so_has_a_child() {
    let server = server().await;
    let mut alice = registered(&server, "Alice").await;
    let mut tab = Tab::open(&alice).await;
    tab.follow("me").await;
    let shown = json!({ "theme": "dark" });
    assert_eq!(alice.act("PUT", "/api/page/settings", &shown).await.status, 204);
    tab.follow("lobby").await;
    let hidden = json!({ "online": "nobody" });
    assert_eq!(alice.act("PUT", "/api/page/settings", &hidden).await.status, 204);
    tab.closed().await;
    let mut tab = Tab::open(&alice).await;
    tab.follow("lobby").await;
    let token = token_of(&server, "Alice", "preference:write");
    assert_eq!(ask(&server, "POST", "/api/account/kid?v=true", &token, "").await.status, 200);
    tab.closed().await;
    // What changes nothing ends nothing.
    let mut tab = Tab::open(&alice).await;
    assert_eq!(ask(&server, "POST", "/api/account/kid?v=true", &token, "").await.status, 200);
    tab.follow("me").await;
}

#[tokio::test]
async fn the_fifty_first_session_ends_the_one_that_was_used_longest_ago() {
    let server = server().await;
    let alice = registered(&server, "Alice").await;
    let mut others = Vec::new();
    for number in 2..=51 {
        assert_eq!(me(&alice).await, "Alice", "at {number}");
        let mut other = Guest::new(&server).await;
        assert_eq!(login(&mut other, "Alice", PASSWORD).await.status, 200, "{number}");
        others.push(other);
    }
    assert_eq!(me(&alice).await, "not_logged_in");
    for other in [&others[0], &others[49]] {
        assert_eq!(me(other).await, "Alice");
    }
    assert_eq!(others[0].get("/api/page/sessions").await.as_array().map(Vec::len), Some(50));
}

#[tokio::test]
async fn wrong_log_ins_are_alike_whether_or_not_the_name_exists() {
    let server = server().await;
    registered(&server, "Alice").await;
    let mut eve = Guest::new(&server).await;
    let wrong = login(&mut eve, "alice", "not the password").await;
    let unknown = login(&mut eve, "nobody-here", "not the password").await;
    assert_eq!((wrong.status, wrong.error_code().as_str()), (401, "wrong_login"));
    assert_eq!((unknown.status, &unknown.body), (401, &wrong.body));
    for name in ["", " ", "\u{202e}", "<b>", "' OR 1=1 --", &"x".repeat(10_000)] {
        let answer = login(&mut eve, name, "not the password").await;
        assert_eq!((answer.status, &answer.body), (401, &wrong.body), "{name:?}");
    }
    for body in [
        "",
        "[]",
        "{}",
        "null",
        r#"{"name":"a","password":1}"#,
        r#"["alice","x"]"#,
        r#"{"name":"a","password":"b","x":1}"#,
    ] {
        let answer = eve.call("POST", "/api/login", body).await;
        assert_eq!((answer.status, answer.error_code().as_str()), (400, "bad_request"), "{body}");
    }
    let huge = format!(r#"{{"name":"alice","password":"{}"}}"#, "x".repeat(10_000_000));
    assert_eq!(eve.call("POST", "/api/login", &huge).await.status, 413);
}

#[tokio::test]
async fn thirty_wrong_tries_reach_the_limit_but_not_the_players_own_device() {
    let server = server().await;
    let mut alice = registered(&server, "Alice").await;
    for name in ["alice", "nobody-here"] {
        let mut eve = Guest::new(&server).await;
        let mut statuses = Vec::new();
        for _ in 0..30 {
            let answer = login(&mut eve, name, "not the password").await;
            if answer.status == 429 {
                assert_eq!(answer.error_code(), "too_many_tries");
                let wait: u64 = answer.header("retry-after").unwrap().parse().unwrap();
                assert!((1..=901).contains(&wait), "{wait}");
            }
            statuses.push(answer.status);
        }
        assert_eq!(statuses[..20], [401; 20], "{name}");
        assert_eq!(statuses[20..], [429; 10], "{name}");
    }
    // A stranger with the right password has to wait too; the device that logged in before does not.
    assert_eq!(login(&mut Guest::new(&server).await, "alice", PASSWORD).await.status, 429);
    alice.act("POST", "/api/logout", &Value::Null).await;
    assert_eq!(login(&mut alice, "alice", PASSWORD).await.status, 200);
}

#[tokio::test]
async fn an_address_has_a_window_of_its_own() {
    let flags = ["--trusted-proxies", "127.0.0.1", "--unlimited-addresses", "203.0.113.8"];
    let server = server_with(&flags).await;
    let origin = server.origin();
    let attempt = async |from: &str, name: usize| {
        let headers = [("origin", &*origin), ("content-type", "application/json"), ("x-forwarded-for", from)];
        let body = json!({"name": format!("nobody{name}"), "password": "not the password"}).to_string();
        server.request("POST", "/api/login", &headers, body.as_bytes()).await.unwrap().status
    };
    for name in 0..50 {
        assert_eq!(attempt("203.0.113.7", name).await, 401, "{name}");
    }
    assert_eq!(attempt("203.0.113.7", 50).await, 429);
    assert_eq!(attempt("203.0.113.9", 50).await, 401, "another address");
    for name in 0..60 {
        assert_eq!(attempt("203.0.113.8", name).await, 401, "{name}");
    }
}

#[tokio::test]
async fn a_name_is_taken_once_whatever_it_looks_like() {
    let server = server().await;
    registered(&server, "Alice").await;
    for (name, status, code) in [
        ("ALICE", 409, "name_taken"),
        ("A1ice", 409, "name_taken"),
        ("Аlice", 400, "bad_name"),
        ("al\u{200b}ice", 400, "bad_name"),
        ("\u{202e}ecila", 400, "bad_name"),
        ("<script>", 400, "bad_name"),
        ("x'; DROP TABLE", 400, "bad_name"),
        ("a", 400, "bad_name"),
        ("admin", 400, "bad_name"),
        ("", 400, "bad_name"),
    ] {
        let mut eve = Guest::new(&server).await;
        let answer = register(&mut eve, name).await;
        assert_eq!((answer.status, answer.error_code().as_str()), (status, code), "{name:?}");
        if status == 409 {
            assert!(answer.body.contains("Alice"), "the taken name is named: {}", answer.body);
        }
        assert_eq!(me(&eve).await, "not_logged_in");
    }
    for password in ["", "short", "password", "eve12345", &"x".repeat(257)] {
        let mut eve = Guest::new(&server).await;
        let answer = eve.act("POST", "/api/register", &json!({"name": "eve", "password": password})).await;
        assert_eq!((answer.status, answer.error_code().as_str()), (400, "bad_password"), "{password:?}");
    }
    let right_to_left = registered(&server, "שלמה").await;
    assert_eq!(me(&right_to_left).await, "שלמה");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_two_who_register_one_name_at_once_one_gets_it() {
    let server = server().await;
    let mut both = [Guest::new(&server).await, Guest::new(&server).await, Guest::new(&server).await];
    let [a, b, c] = &mut both;
    let answers = tokio::join!(register(a, "Wanted"), register(b, "wanted"), register(c, "WANTED"));
    let mut statuses = [answers.0.status, answers.1.status, answers.2.status];
    statuses.sort_unstable();
    assert_eq!(statuses, [201, 409, 409]);
}

#[tokio::test]
async fn a_new_password_ends_the_other_sessions_and_their_sockets() {
    let server = server().await;
    let mut alice = registered(&server, "Alice").await;
    let game = alice.create(&NewGame::friend()).await;
    let mut phone = Guest::new(&server).await;
    login(&mut phone, "alice", PASSWORD).await;
    let mut on_phone = phone.open(&game).await;

    let wrong = alice
        .act("POST", "/api/password", &json!({"old": "wrong one here", "new": "quite another thing"}))
        .await;
    assert_eq!((wrong.status, wrong.error_code().as_str()), (403, "wrong_password"));
    let before = alice.clone();
    let token = crate::clients::token_of(&server, "alice", "");
    assert_eq!(ask(&server, "GET", "/api/account", &token, "").await.status, 200);
    let body = json!({"old": PASSWORD, "new": "quite another thing"});
    assert_eq!(alice.act("POST", "/api/password", &body).await.status, 204);
    assert_eq!(ask(&server, "GET", "/api/account", &token, "").await.status, 401, "tokens end too");
    assert_eq!(on_phone.closed().await.code, LOGGED_OUT);
    assert_eq!((me(&alice).await, me(&phone).await), ("Alice".into(), "not_logged_in".into()));
    assert_eq!(me(&before).await, "not_logged_in", "this browser has a new secret too");
    assert_eq!(login(&mut phone, "alice", PASSWORD).await.status, 401);
    assert_eq!(login(&mut phone, "alice", "quite another thing").await.status, 200);
}

#[tokio::test]
async fn sessions_are_listed_and_revoked_one_by_one() {
    let server = server().await;
    let alice = registered(&server, "Alice").await;
    let game = alice.create(&NewGame::friend()).await;
    let mut others = [Guest::new(&server).await, Guest::new(&server).await];
    for other in &mut others {
        login(other, "alice", PASSWORD).await;
    }
    let sessions = alice.get("/api/page/sessions").await;
    let sessions = sessions.as_array().unwrap();
    assert_eq!(sessions.len(), 3);
    assert_eq!(sessions.iter().filter(|session| session["current"] == true).count(), 1);
    let by =
        |session: &Value| session["by"] == if session["current"] == true { "register" } else { "password" };
    assert!(sessions.iter().all(by), "{sessions:?}");

    // Nobody revokes what is not theirs.
    let mut eve = registered(&server, "Eve").await;
    let own = others[0].get("/api/page/sessions").await;
    let id = own.as_array().unwrap().iter().find(|session| session["current"] == true).unwrap()["id"].clone();
    let path = format!("/api/page/sessions/{}/revoke", id.as_str().unwrap());
    assert_eq!(eve.act("POST", &path, &Value::Null).await.status, 404);

    let mut socket = others[0].open(&game).await;
    assert_eq!(alice.call("POST", &path, "").await.status, 204);
    assert_eq!(socket.closed().await.code, LOGGED_OUT);
    assert_eq!((me(&others[0]).await, me(&others[1]).await), ("not_logged_in".into(), "Alice".into()));
    assert_eq!(alice.call("POST", "/api/page/sessions/revoke-others", "").await.status, 204);
    assert_eq!((me(&others[1]).await, me(&alice).await), ("not_logged_in".into(), "Alice".into()));
}

#[tokio::test]
async fn a_session_outlives_a_restart_and_opens_no_other_server() {
    let mut one = server().await;
    let other = server().await;
    let alice = registered(&one, "Alice").await;
    one.kill().await;
    one.restart().await;
    assert_eq!(me(&alice).await, "Alice");
    let answer = other.request("GET", "/api/me", &[("cookie", alice.cookie())], &[]).await.unwrap();
    assert_eq!(answer.status, 401);
    let database = std::fs::read(one.data().join("tabiya.db")).unwrap();
    let secret = alice.cookie().split("tabiya_session=").nth(1).unwrap()[..64].to_owned();
    let holds = |text: &str| database.windows(text.len()).any(|window| window == text.as_bytes());
    assert!(!holds(&secret) && !holds(PASSWORD), "only hashes are kept");
}

#[tokio::test]
async fn cookies_are_safe_by_https_and_work_on_plain_http() {
    let plain = server().await;
    let secure = server_with(&["--public-url", "https://chess.example"]).await;
    for (server, origin, name) in [
        (&plain, plain.origin(), "tabiya_session="),
        (&secure, "https://chess.example".to_owned(), "__Host-tabiya="),
    ] {
        let headers = [("origin", &*origin), ("content-type", "application/json")];
        let body = json!({"name": "alice", "password": PASSWORD}).to_string();
        let answer = server.request("POST", "/api/register", &headers, body.as_bytes()).await.unwrap();
        assert_eq!(answer.status, 201, "{}", answer.body);
        let cookies: Vec<_> = answer
            .headers
            .iter()
            .filter(|(header, _)| header == "set-cookie")
            .map(|(_, value)| value)
            .collect();
        let session = cookies.iter().find(|cookie| cookie.starts_with(name)).unwrap();
        assert!(
            session.contains("; HttpOnly")
                && session.contains("; SameSite=Lax")
                && session.contains("; Path=/;")
        );
        for cookie in cookies {
            assert_eq!(cookie.contains("; Secure"), name.starts_with("__Host"), "{cookie}");
        }
    }
}

#[tokio::test]
async fn a_foreign_page_can_do_nothing_in_a_players_name() {
    let server = server().await;
    let alice = registered(&server, "Alice").await;
    for path in [
        "/api/login",
        "/api/logout",
        "/api/register",
        "/api/password",
        "/api/page/close",
        "/api/page/sessions/revoke-others",
    ] {
        for origin in [Some("http://evil.example"), Some("null"), None] {
            let mut headers = vec![("cookie", alice.cookie()), ("content-type", "application/json")];
            headers.extend(origin.map(|origin| ("origin", origin)));
            let answer = server.request("POST", path, &headers, b"{}").await.unwrap();
            assert_eq!((answer.status, answer.error_code().as_str()), (403, "foreign_origin"), "{path}");
        }
        assert_eq!(alice.call("GET", path, "").await.status, 405, "no change by GET: {path}");
    }
    let game = alice.create(&NewGame::friend()).await;
    let refused = GameSocket::connect(&alice, &game, "protocol=3", Some("http://evil.example")).await;
    assert_eq!(refused.err(), Some(403));
    assert_eq!(me(&alice).await, "Alice");
    let page = server.get("/").await;
    assert!(page.header("content-security-policy").unwrap().contains("frame-ancestors 'none'"));
}

#[tokio::test]
async fn settings_come_back_and_are_bounded() {
    let server = server().await;
    let mut alice = registered(&server, "Alice").await;
    let settings = json!({"theme": "dark", "board": "</script>"});
    assert_eq!(alice.act("PUT", "/api/page/settings", &settings).await.status, 204);
    assert_eq!(alice.get("/api/me").await["settings"], settings);
    let many: Value =
        (0..65).map(|number| (number.to_string(), json!("x"))).collect::<serde_json::Map<_, _>>().into();
    for wrong in [json!({"theme": 1}), json!({"theme": "x".repeat(257)}), json!("x"), many] {
        assert_eq!(alice.act("PUT", "/api/page/settings", &wrong).await.status, 400);
    }
    assert_eq!(alice.get("/api/me").await["settings"], settings);
}

/// The files of the archive of all own data, by name.
pub(crate) async fn exported(of: &Guest) -> HashMap<String, String> {
    let answer = of.call("GET", "/api/page/export", "").await;
    assert_eq!((answer.status, answer.header("content-type")), (200, Some("application/gzip")));
    let mut archive = tar::Archive::new(flate2::read::GzDecoder::new(answer.bytes.as_slice()));
    let file = |entry: std::io::Result<tar::Entry<'_, _>>| {
        let mut entry = entry.expect("the archive is whole");
        let name = entry.path().expect("a file has a name").display().to_string();
        let mut text = String::new();
        std::io::Read::read_to_string(&mut entry, &mut text).expect("its files are texts");
        (name, text)
    };
    archive.entries().expect("it is an archive").map(file).collect()
}

/// A game that can't be replayed once refused its player everything else.
#[tokio::test]
async fn a_damaged_game_keeps_nothing_else_from_an_export() {
    let mut server = server().await;
    let alice = registered(&server, "Alice").await;
    let [damaged, healthy] = [alice.create(&NewGame::friend()).await, alice.create(&NewGame::friend()).await];
    let body =
        "UPDATE journal SET body = CAST(x'7BFF7D' AS TEXT) WHERE entry = (SELECT min(entry) FROM journal)";
    damage(&mut server, body).await;
    let games = &exported(&alice).await["games.pgn"];
    assert!(games.contains(&healthy) && !games.contains(&damaged), "{games}");
}

#[tokio::test]
async fn a_closed_account_opens_nothing_and_keeps_its_name() {
    let server = server().await;
    let mut alice = registered(&server, "Alice").await;
    let (guest, bob) = (Guest::new(&server).await, Guest::new(&server).await);
    let (game, ..) = game_of(&alice, &bob, NewGame::friend()).await;
    let (as_guest, ..) = game_of(&guest, &bob, NewGame::friend()).await;
    for (player, game, text) in
        [(&guest, &as_guest, "first"), (&alice, &game, "hi"), (&bob, &game, "who's that")]
    {
        let said = Chat::open(player, "chat", game).await.0.say(1, text).await;
        assert_eq!(said["type"], "chat_line", "{said}");
    }
    assert_eq!(take_over(&server, &guest, &alice).await.status, 204);
    let export = exported(&alice).await;
    let account: Value = serde_json::from_str(&export["account.json"]).unwrap();
    assert_eq!(account["account"]["name"], "Alice");
    assert!(export["games.pgn"].contains("[White \"Alice\"]"), "{export:?}");
    let said: Vec<Value> = serde_json::from_str(&export["chat.json"]).unwrap();
    let said: Vec<_> = said.iter().map(|line| [&line["game"], &line["to"], &line["text"]]).collect();
    assert_eq!(json!(said), json!([[as_guest, "players", "first"], [game, "players", "hi"]]));
    for file in ["players.json", "ratings.json", "notices.json"] {
        assert!(serde_json::from_str::<Vec<Value>>(&export[file]).is_ok(), "{file}");
    }
    assert!(!format!("{export:?}").contains("argon2"));

    let mut socket = alice.open(&game).await;
    assert_eq!(alice.act("POST", "/api/page/close", &json!({"password": "not it at all"})).await.status, 403);
    assert_eq!(alice.act("POST", "/api/page/close", &json!({"password": PASSWORD})).await.status, 204);
    assert_eq!(socket.closed().await.code, LOGGED_OUT);
    assert_eq!(me(&alice).await, "not_logged_in");
    let refused = login(&mut alice, "alice", PASSWORD).await;
    assert_eq!((refused.status, refused.error_code().as_str()), (403, "account_closed"), "{}", refused.body);
    let guessed = login(&mut alice, "alice", "not it at all").await;
    assert_eq!(guessed.error_code(), "wrong_login", "who does not know the password is told nothing");
    assert_eq!(register(&mut alice, "alice").await.status, 409, "names of closed accounts stay taken");
    let view = alice.get(&format!("/api/games/{game}")).await;
    assert_eq!(view["white"]["name"], "Alice");
}

/// Hashing a password takes tens of milliseconds on purpose. Of a flood, those that find the places of their account taken are
/// refused at once, and told when to come back; a page that is loaded waits for none of it.
#[tokio::test]
async fn log_ins_beyond_their_places_are_refused_at_once() {
    let flags = ["--unlimited-addresses", "127.0.0.0/8", "--max-connections-per-address", "2000"];
    let mut server = server_with(&flags).await;
    server.kill().await;
    server.restart_at_full_cost().await;
    let mut calls = tokio::task::JoinSet::new();
    for number in 0..600 {
        let mut browser = Guest::new(&server).await;
        calls.spawn(async move { login(&mut browser, &format!("nobody{}", number % 40), PASSWORD).await });
    }
    let mut refused = None;
    while refused.is_none() {
        let answer = calls.join_next().await.expect("some are refused").expect("a call ends");
        assert!([401, 503].contains(&answer.status), "{} {}", answer.status, answer.body);
        refused = (answer.status == 503).then_some(answer);
    }
    let refused = refused.expect("it was found");
    assert_eq!((refused.header("retry-after"), refused.error_code()), (Some("5"), "busy".to_owned()));
    assert_eq!(server.get("/").await.status, 200);
}
