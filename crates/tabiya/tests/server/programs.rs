// SPDX-License-Identifier: AGPL-3.0-or-later
//! The compatible API beyond what a well-behaved client shows: tokens, scopes, errors, pages of other sites, and the paths
//! that are not there.

use std::process::Stdio;
use std::time::Duration;

use serde_json::{Value, json};
use tabiya_testkit::{Answer, Server};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::clients::{token_of, token_of_new};
use crate::people::{PASSWORD, registered};
use crate::server;

/// The published paths, as lichess lists them.
const PUBLISHED: &str = include_str!("../clients/published-paths.txt");

pub(crate) async fn ask(server: &Server, method: &str, path: &str, token: &str, body: &str) -> Answer {
    let bearer = format!("Bearer {token}");
    let mut headers = vec![];
    if !token.is_empty() {
        headers.push(("Authorization", bearer.as_str()));
    }
    if body.starts_with('{') {
        headers.push(("Content-Type", "application/json"));
    }
    server.request(method, path, &headers, body.as_bytes()).await.expect("an answer")
}

pub(crate) fn error(answer: &Answer) -> String {
    answer.json()["error"]
        .as_str()
        .unwrap_or_else(|| panic!("an error's text, not {}", answer.body))
        .to_owned()
}

#[tokio::test]
async fn every_published_path_answers_in_the_dialect() {
    let server = server().await;
    let token = token_of_new(&server, "Ann", "");
    let mut known = 0;
    for path in PUBLISHED.lines().filter(|line| !line.is_empty()) {
        let concrete = path.replace("{username}", "nobody").replace("{id}", "00000000");
        let concrete: Vec<_> =
            concrete.split('/').map(|part| if part.starts_with('{') { "x" } else { part }).collect();
        let concrete = concrete.join("/");
        known += 1;
        if matches!(
            path,
            "/oauth" | "/api/token" | "/api/stream/event" | "/api/tv/feed" | "/api/tv/{channel}/feed"
        ) || path.starts_with("/api/stream/games")
        {
            continue;
        }
        for method in ["GET", "POST"] {
            let answer = ask(&server, method, &concrete, &token, "").await;
            assert!(answer.status < 500, "{method} {path}: {} {}", answer.status, answer.body);
            let kind = answer.header("content-type").unwrap_or_default();
            assert!(!kind.contains("html"), "{method} {path}: {kind}");
            if answer.status >= 400 {
                error(&answer);
            }
        }
    }
    assert_eq!(known, 176, "as many as version 2.0.165 of the published description has");
    let absent = tabiya_server::absent_paths();
    assert!(!absent.is_empty());
    let filled = absent.iter().flat_map(|path| {
        let parts = path.split('/').map(|part| if part.starts_with('{') { "x" } else { part });
        let path = parts.collect::<Vec<_>>().join("/");
        [format!("{path}/"), path]
    });
    for absent in filled.chain(["/api/nonsense".to_owned(), "/inbox/x/y".to_owned()]) {
        let absent = &absent;
        let answer = ask(&server, "GET", absent, "", "").await;
        assert_eq!((answer.status, error(&answer).is_empty()), (404, false), "{absent}");
    }
}

#[tokio::test]
async fn a_token_opens_what_its_scopes_say() {
    let server = server().await;
    let (none, play) = (token_of_new(&server, "Ann", ""), token_of(&server, "Ann", "board:play"));
    assert_eq!(ask(&server, "GET", "/api/account", &none, "").await.json()["id"], json!("ann"));
    let email = ask(&server, "GET", "/api/account/email/", &none, "").await;
    assert_eq!((email.status, error(&email).contains("email:read")), (403, true));
    for (token, status) in [("", 401), ("nonsense", 401), (&*"x".repeat(500), 401), (&*play, 403)] {
        let answer = ask(&server, "GET", "/api/challenge", token, "").await;
        assert_eq!(answer.status, status, "{token:.20}");
        error(&answer);
    }
    // The page's own calls know no token.
    assert_eq!(ask(&server, "GET", "/api/me", &play, "").await.status, 401);
    let tested = ask(&server, "POST", "/api/token/test", "", &format!("{play},nonsense")).await.json();
    assert_eq!((&tested["nonsense"], &tested[&play]["scopes"]), (&Value::Null, &json!("board:play")));
    assert_eq!(ask(&server, "DELETE", "/api/token", &play, "").await.status, 204);
    let tested = ask(&server, "POST", "/api/token/test", "", &play).await.json();
    assert_eq!(tested[&play], Value::Null);
    assert_eq!(ask(&server, "GET", "/api/account", &none, "").await.status, 200, "another token stays");
}

#[tokio::test]
async fn wrong_input_is_answered_with_the_fields_name() {
    let server = server().await;
    let token = token_of_new(&server, "Ann", "challenge:write,board:play");
    token_of_new(&server, "Bob", "");
    for (path, body, named) in [
        ("/api/challenge/bob", r#"{"clock.limit":"x"}"#, "clock.limit"),
        ("/api/challenge/bob", r#"{"clock.limit":60,"days":2}"#, "days"),
        ("/api/challenge/bob", r#"{"clock.limit":60,"color":"green"}"#, "color"),
        ("/api/challenge/bob", "variant=atomic", "variant"),
        ("/api/challenge/bob", "rated=perhaps", "rated"),
        ("/api/challenge/bob", "clock.limit=0&clock.increment=0", "clock.limit"),
        (
            "/api/challenge/bob",
            "clock.limit=-1",
            "clock.limit: it is a whole number from 0 to 10800, not \"-1\"",
        ),
        ("/api/challenge/ai", r#"{"level":1,"variant":{}}"#, "variant"),
        ("/api/challenge/ai", r#"{"level":{}}"#, "level"),
        ("/api/challenge/ai", r#"{"level":1,"clock":{"limit":{"x":60}}}"#, "clock.limit"),
        ("/api/challenge/ai", "level=0", "level"),
        ("/api/board/seek", "time=x", "time: it is a number, not"),
        ("/api/board/seek", "time=0&increment=0", "time"),
        ("/api/challenge/ai", "{", "JSON"),
        ("/api/board/seek", "rated=false", "time"),
        ("/api/import", "", "pgn"),
        ("/api/import", "pgn=1.%20e9", "pgn"),
    ] {
        let answer = ask(&server, "POST", path, &token, body).await;
        assert_eq!(answer.status, 400, "{path} {body}: {}", answer.body);
        assert!(error(&answer).contains(named), "{path} {body}: {}", answer.body);
    }
    let max = ask(&server, "GET", "/api/games/user/bob?max=-1", &token, "").await;
    assert!(max.status == 400 && error(&max).starts_with("max: it is a whole number from 0"), "{}", max.body);
    let unreadable = ask(&server, "GET", "/api/user/%ff", &token, "").await;
    assert!(unreadable.status == 400 && error(&unreadable).contains("UTF-8"), "{}", unreadable.body);
    // Unknown fields are ignored, and a body may be too long.
    let made =
        ask(&server, "POST", "/api/challenge/bob", &token, r#"{"clock":{"limit":60},"foo":[1,{"a":2}]}"#)
            .await;
    assert_eq!(made.status, 200, "{}", made.body);
    assert_eq!(made.json()["timeControl"]["show"], json!("1+0"));
    let long = "x".repeat(600 * 1024);
    let answer = server.request("POST", "/api/import", &[], long.as_bytes()).await;
    assert!(answer.is_none_or(|answer| answer.status == 413));
}

/// Once the export named this server and the day of the import in place of the game's own event, site and date.
#[tokio::test]
async fn an_imported_game_keeps_its_tags_in_exports() {
    let server = server().await;
    let token = token_of_new(&server, "Ann", "");
    let tags = "[Event \"London\"]\n[Site \"London ENG\"]\n[Date \"1851.06.21\"]\n";
    for (given, expected) in [(tags, tags), ("", "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n")] {
        let pgn = format!("{given}[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\n1. e4 e5 1-0\n");
        let made = ask(&server, "POST", "/api/import", &token, &json!({ "pgn": pgn }).to_string()).await;
        let path = format!("/game/export/{}", made.json()["id"].as_str().expect("an id"));
        let exported = ask(&server, "GET", &path, &token, "").await.body;
        assert!(exported.starts_with(expected) && !exported.contains("UTCDate"), "{exported}");
    }
}

#[tokio::test]
async fn a_game_that_is_named_twice_is_exported_once() {
    let server = server().await;
    let token = token_of_new(&server, "Ann", "");
    let mut ids = Vec::new();
    for number in 0..30 {
        let pgn = format!("[Event \"{number}\"]\n[Result \"1-0\"]\n\n1. e4 e5 1-0\n");
        let made = ask(&server, "POST", "/api/import", &token, &json!({ "pgn": pgn }).to_string()).await;
        assert_eq!(made.status, 200, "{}", made.body);
        ids.push(made.json()["id"].as_str().expect("an id").to_owned());
    }
    let twice = [ids.clone(), ids.clone()].concat().join(",");
    let answer = ask(&server, "POST", "/api/games/export/_ids", &token, &twice).await;
    let sites: Vec<_> = answer.body.lines().filter(|line| line.starts_with("[GameId ")).collect();
    let wanted: Vec<_> = ids.iter().map(|id| format!("[GameId \"{id}\"]")).collect();
    assert_eq!((answer.status, sites), (200, wanted.iter().map(String::as_str).collect()), "in their order");
}

#[tokio::test]
async fn pages_of_other_sites_may_call_with_a_token_and_with_nothing_else() {
    let server = server().await;
    let token = token_of_new(&server, "Ann", "");
    let origin = ("Origin", "https://board.example");
    let preflight = server
        .request(
            "OPTIONS",
            "/api/account",
            &[origin, ("Access-Control-Request-Headers", "authorization")],
            b"",
        )
        .await
        .expect("an answer");
    assert_eq!(preflight.status, 204);
    assert_eq!(preflight.header("access-control-allow-origin"), Some("*"));
    let allowed = preflight.header("access-control-allow-headers").unwrap_or_default();
    assert!(allowed.contains("Authorization") && allowed.contains("Content-Type"), "{allowed}");
    let bearer = format!("Bearer {token}");
    let answer = server.request("GET", "/api/account", &[origin, ("Authorization", &bearer)], b"").await;
    let answer = answer.expect("an answer");
    assert_eq!((answer.status, answer.header("access-control-allow-origin")), (200, Some("*")));
    assert_eq!(answer.header("access-control-allow-credentials"), None);
    // A cookie opens nothing here, and the page's own calls let no other site in.
    let guest = registered(&server, "Bob").await;
    let answer = guest.call("GET", "/api/account", "").await;
    assert_eq!(answer.status, 401);
    let own = server.request("GET", "/api/me", &[origin], b"").await.expect("an answer");
    assert_eq!(own.header("access-control-allow-origin"), None);
}

#[tokio::test]
async fn a_page_of_another_site_asks_first_for_any_path() {
    let server = server().await;
    let headers = [("Origin", "https://board.example"), ("Access-Control-Request-Method", "GET")];
    let options = async |path: &str| {
        let answer = server.request("OPTIONS", path, &headers, b"").await.expect("an answer");
        let allowed = answer.header("access-control-allow-origin").map(str::to_owned);
        (answer.status, allowed, answer)
    };
    for known in ["/api/account", "/api/account/", "/api/puzzle/daily"] {
        let (status, allowed, _) = options(known).await;
        assert_eq!((status, allowed.as_deref()), (204, Some("*")), "{known}");
    }
    for unknown in ["/api/nonsense", "/study/by/ann/export.pgn"] {
        let (status, allowed, answer) = options(unknown).await;
        assert_eq!((status, allowed.as_deref()), (404, Some("*")), "{unknown}");
        assert!(error(&answer).contains("See /api"), "{unknown}: {}", answer.body);
    }
    // The page's own calls let no other site in.
    assert_eq!(options("/api/page/nonsense").await.1, None);
}

/// The value of a field in an address's query, as it stands there.
fn field<'a>(address: &'a str, name: &str) -> Option<&'a str> {
    address.split(['?', '&']).find_map(|pair| pair.strip_prefix(name)?.strip_prefix('='))
}

#[tokio::test]
async fn a_page_of_another_site_gets_a_token_by_the_players_consent() {
    let server = server().await;
    let mut player = registered(&server, "Ann").await;
    // Of the secret "correct horse battery staple".
    let wish = json!({
        "response_type": "code",
        "client_id": "board.example",
        "redirect_uri": "https://board.example/back",
        "code_challenge_method": "S256",
        "code_challenge": "xLvLH77JnWW_WdhcjLYu4tuWPw_hBvSD2a-nO9Tjmoo",
        "scope": "board:play preference:read",
        "state": "s1",
    });
    let asked = player.act("POST", "/api/page/oauth/ask", &wish).await;
    assert_eq!(asked.json()["origin"], json!("https://board.example"), "{}", asked.body);
    let mut code_of = async || {
        let allowed = player.act("POST", "/api/page/oauth/allow", &wish).await.json();
        let redirect = allowed["redirect"].as_str().expect("an address").to_owned();
        assert!(redirect.starts_with("https://board.example/back?"), "{redirect}");
        assert_eq!(field(&redirect, "state"), Some("s1"));
        field(&redirect, "code").expect("a code").to_owned()
    };
    let form = |code: &str, verifier: &str, redirect: &str| {
        format!(
            "grant_type=authorization_code&code={code}&code_verifier={verifier}&redirect_uri={redirect}&client_id=board.example"
        )
    };
    let (right, address) = ("correct+horse+battery+staple", "https%3A%2F%2Fboard.example%2Fback");
    // Once the code was burnt by each of these, and one sentence stood for all.
    let code = code_of().await;
    let good = form(&code, right, address);
    for (wrong, kind, field) in [
        (form(&code, "wrong", address), "invalid_grant", "code_verifier"),
        (form(&code, right, "https%3A%2F%2Fboard.example%2Fother"), "invalid_grant", "redirect_uri"),
        (form(&code, right, "https%3A%2F%2Fboard.example%2Fback%2F"), "invalid_grant", "redirect_uri"),
        (good.replace("client_id=board", "client_id=cupboard"), "invalid_grant", "client_id"),
        (form("nonsense", right, address), "invalid_grant", "code"),
        (form("", right, address), "invalid_request", "code"),
        (form(&code, "", address), "invalid_request", "code_verifier"),
        (form(&code, right, ""), "invalid_request", "redirect_uri"),
        (good.replace("client_id", "client"), "invalid_request", "client_id"),
    ] {
        let answer = ask(&server, "POST", "/api/token", "", &wrong).await;
        assert_eq!((answer.status, error(&answer)), (400, kind.to_owned()), "{wrong}");
        let why = answer.json()["error_description"].as_str().expect("a sentence").to_owned();
        assert!(why.starts_with(&format!("{field}: ")), "{wrong}: {why}");
    }
    let answer = ask(&server, "POST", "/api/token", "", &good).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    let again = ask(&server, "POST", "/api/token", "", &good).await;
    assert_eq!((again.status, error(&again)), (400, "invalid_grant".to_owned()), "a code is used once");
    let token = answer.json()["access_token"].as_str().expect("a token").to_owned();
    assert_eq!(ask(&server, "GET", "/api/account", &token, "").await.json()["id"], json!("ann"));
    assert_eq!(ask(&server, "GET", "/api/account/email", &token, "").await.status, 403);
    // The player sees it in the settings, and revokes it.
    let listed = player.get("/api/page/tokens").await;
    assert_eq!(listed[0]["note"], json!("https://board.example"), "{listed}");
    let revoke = format!("/api/page/tokens/{}/revoke", listed[0]["id"].as_str().expect("an id"));
    assert_eq!(player.act("POST", &revoke, &json!({})).await.status, 204);
    assert_eq!(ask(&server, "GET", "/api/account", &token, "").await.status, 401);
    // A token of one's own is shown once.
    let made = player
        .act("POST", "/api/page/tokens", &json!({"note": "my bot", "scopes": "board:play preference:read"}))
        .await;
    let own = made.json()["token"].as_str().expect("a token").to_owned();
    assert_eq!(ask(&server, "GET", "/api/account", &own, "").await.status, 200);
    let listed = player.get("/api/page/tokens").await.to_string();
    assert!(listed.contains("my bot") && !listed.contains(&own), "{listed}");
    let wrong = player.act("POST", "/api/page/tokens", &json!({"note": "", "scopes": "all"})).await;
    assert_eq!(wrong.status, 400);
    // A code that waits ends with the password, as tokens do.
    let allowed = player.act("POST", "/api/page/oauth/allow", &wish).await.json();
    let code = field(allowed["redirect"].as_str().expect("an address"), "code").expect("a code").to_owned();
    let new = json!({"old": PASSWORD, "new": "quite another thing"});
    assert_eq!(player.act("POST", "/api/password", &new).await.status, 204);
    let late = ask(&server, "POST", "/api/token", "", &form(&code, right, address)).await;
    assert_eq!((late.status, error(&late)), (400, "invalid_grant".to_owned()));
}

/// Tools at the command line listen at such an address, and name it with a slash when they change the code.
#[tokio::test]
async fn an_address_without_a_path_is_the_one_with_a_slash() {
    let server = server().await;
    let mut player = registered(&server, "Ann").await;
    let (with, without) = ("http%3A%2F%2F127.0.0.1%3A8650%2F", "http%3A%2F%2F127.0.0.1%3A8650");
    for (asked, shown) in [("http://127.0.0.1:8650", with), ("http://127.0.0.1:8650/", without)] {
        let wish = json!({
            "response_type": "code",
            "client_id": "tool",
            "redirect_uri": asked,
            "code_challenge_method": "S256",
            "code_challenge": "xLvLH77JnWW_WdhcjLYu4tuWPw_hBvSD2a-nO9Tjmoo",
            "scope": "board:play",
            "state": "",
        });
        let allowed = player.act("POST", "/api/page/oauth/allow", &wish).await.json();
        let back = allowed["redirect"].as_str().expect("an address").to_owned();
        assert!(back.starts_with("http://127.0.0.1:8650/?code="), "{back}");
        let code = field(&back, "code").expect("a code");
        let form = format!(
            "grant_type=authorization_code&code={code}&code_verifier=correct+horse+battery+staple&redirect_uri={shown}&client_id=tool"
        );
        let answer = ask(&server, "POST", "/api/token", "", &form).await;
        assert_eq!(answer.status, 200, "{asked}: {}", answer.body);
    }
}

#[tokio::test]
async fn a_choice_of_the_page_is_a_preference_of_programs() {
    let server = server().await;
    let mut player = registered(&server, "Ann").await;
    let made =
        player.act("POST", "/api/page/tokens", &json!({"note": "bot", "scopes": "preference:read"})).await;
    let token = made.json()["token"].as_str().expect("a token").to_owned();
    for (chosen, shows_dots) in [("on", true), ("off", false)] {
        let kept = player.act("PUT", "/api/page/settings", &json!({"destinations": chosen})).await;
        assert!(kept.status < 300, "{}", kept.body);
        let answer = ask(&server, "GET", "/api/account/preferences", &token, "").await.json();
        assert_eq!(answer["prefs"]["destination"], json!(shows_dots));
    }
}

/// Each call stored four kilobytes, and one account could make as many as it liked.
#[tokio::test]
async fn few_codes_of_a_player_wait_and_the_newest_are_good() {
    let server = server().await;
    let mut player = registered(&server, "Ann").await;
    let wish = |client: &str, path: &str| {
        json!({
            "response_type": "code",
            "client_id": client,
            "redirect_uri": format!("https://board.example/{path}"),
            "code_challenge_method": "S256",
            "code_challenge": "xLvLH77JnWW_WdhcjLYu4tuWPw_hBvSD2a-nO9Tjmoo",
            "scope": "board:play",
            "state": "",
        })
    };
    let long = "x".repeat(1_001);
    for (client, path, field) in [(&long[..201], "back", "client_id"), ("board", &long, "redirect_uri")] {
        let refused = player.act("POST", "/api/page/oauth/allow", &wish(client, path)).await;
        assert!(refused.status == 400 && refused.body.contains(field), "{field}: {}", refused.body);
    }
    let mut codes = Vec::new();
    for _ in 0..7 {
        let allowed = player.act("POST", "/api/page/oauth/allow", &wish("board", "back")).await.json();
        let redirect = allowed["redirect"].as_str().expect("an address");
        codes.push(field(redirect, "code").expect("a code").to_owned());
        // The order of codes is that of their milliseconds.
        tokio::time::sleep(std::time::Duration::from_millis(3)).await;
    }
    let mut statuses = Vec::new();
    for code in &codes {
        let form = format!(
            "grant_type=authorization_code&code={code}&code_verifier=correct+horse+battery+staple\
             &redirect_uri=https%3A%2F%2Fboard.example%2Fback&client_id=board"
        );
        statuses.push(ask(&server, "POST", "/api/token", "", &form).await.status);
    }
    assert_eq!(statuses, [400, 400, 200, 200, 200, 200, 200]);
}

#[tokio::test]
async fn every_stream_ends_with_its_token() {
    let server = server().await;
    token_of_new(&server, "Ann", "");
    for (method, path, body) in [
        ("POST", "/api/stream/games-by-users", "ann"),
        ("POST", "/api/stream/games/mine", ""),
        ("GET", "/api/tv/feed", ""),
        ("GET", "/api/stream/event", ""),
    ] {
        let token = token_of(&server, "Ann", "challenge:read");
        let mut stream = open_stream(&server, method, path, &token, body).await;
        assert_eq!(ask(&server, "DELETE", "/api/token", &token, "").await.status, 204);
        until_end(&mut stream, path).await;
    }
}

/// A stream whose answer has begun.
pub(crate) async fn open_stream(
    server: &Server,
    method: &str,
    path: &str,
    token: &str,
    body: &str,
) -> TcpStream {
    let mut stream = TcpStream::connect(server.address()).await.expect("the server listens");
    let request = format!(
        "{method} {path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {token}\r\n\
         Content-Length: {}\r\nConnection: close\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(request.as_bytes()).await.expect("it is sent");
    let mut head = [0; 12];
    stream.read_exact(&mut head).await.expect("an answer");
    assert_eq!(&head, b"HTTP/1.1 200", "{path}");
    stream
}

/// Waits until the server ends a stream.
pub(crate) async fn until_end(stream: &mut TcpStream, what: &str) {
    let end = tokio::time::timeout(Duration::from_secs(60), stream.read_to_end(&mut Vec::new())).await;
    assert!(end.is_ok(), "{what} goes on");
}

/// Ends a program with the test.
struct Running(std::process::Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[tokio::test]
async fn our_engine_plays_as_a_bot() {
    let server = server().await;
    let ann = token_of_new(&server, "Ann", "board:play,challenge:write");
    let botty = token_of_new(&server, "Botty", "bot:play");
    let mut program = std::process::Command::new(env!("CARGO_BIN_EXE_tabiya"));
    program.args(["bot", "--url", &server.origin(), "--token", &botty]);
    // Nobody waits for the end of these should it outlive the tests.
    program.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let _bot = Running(program.spawn().expect("the bot starts"));
    let until = async |what: &str, path: &str, holds: &dyn Fn(&Value) -> bool| {
        tabiya_testkit::patiently(what, async {
            loop {
                let headers = [("Accept", "application/json")];
                let answer = server.request("GET", path, &headers, b"").await.expect("an answer").json();
                if holds(&answer) {
                    return;
                }
                tokio::time::sleep(std::time::Duration::from_millis(50)).await;
            }
        })
        .await;
    };
    until("the bot", "/api/users/status?ids=botty", &|users| users[0]["online"] == json!(true)).await;
    assert_eq!(server.get("/api/user/botty").await.json()["title"], json!("BOT"));
    let wish = "rated=false&clock.limit=60&clock.increment=1&color=white";
    let made = ask(&server, "POST", "/api/challenge/botty", &ann, wish).await;
    let game = made.json()["id"].as_str().expect("an id").to_owned();
    let export = format!("/game/export/{game}");
    until("the game", &export, &|game| game["status"] == json!("started")).await;
    let moved = ask(&server, "POST", &format!("/api/board/game/{game}/move/e2e4"), &ann, "").await;
    assert_eq!(moved.status, 200, "{}", moved.body);
    let has_answered = |game: &Value| game["moves"].as_str().is_some_and(|moves| moves.contains(' '));
    until("the bot's move", &export, &has_answered).await;
    let resigned = ask(&server, "POST", &format!("/api/board/game/{game}/resign"), &ann, "").await;
    assert_eq!(resigned.status, 200, "{}", resigned.body);
}
