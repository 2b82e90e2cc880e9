// SPDX-License-Identifier: AGPL-3.0-or-later
//! Work that anybody may start here, such as reading a game from PGN: who may, how much of it, and that nobody's move waits.

use serde_json::{Value, json};
use tabiya_testkit::{Answer, Guest, NewGame, Server};

use crate::clients::token_of_new;
use crate::desk::with_admin;
use crate::people::registered;
use crate::programs::{ask, error};
use crate::{server, server_with, table};

const PGN: &str = "[White \"Ann\"]\n[Black \"Ben\"]\n\n1. e4 e5 2. Nf3 Nc6 1-0\n";
/// The same without a word of anybody.
const BARE: &str = "1. e4 e5 2. Nf3 Nc6 1-0\n";

async fn import(guest: &Guest, pgn: &str, private_as: Value) -> Answer {
    let body = json!({ "pgn": pgn, "private_as": private_as });
    guest.call("POST", "/api/page/import", &body.to_string()).await
}

async fn import_by_program(server: &Server, token: &str, pgn: &str) -> Answer {
    ask(server, "POST", "/api/import", token, &json!({ "pgn": pgn }).to_string()).await
}

async fn save(guest: &Guest, black: &str) -> Answer {
    let game = json!({"start_fen": null, "time": null, "moves": ["e2e4", "e7e5"], "took_ms": [1_000, 1_000]});
    let ending = json!({"kind": "agreed"});
    let wish = json!({
        "game": game, "you": "white", "white": "", "black": black, "ending": ending,
    });
    guest.call("POST", "/api/page/board/save", &wish.to_string()).await
}

/// Otherwise each visitor of such a page would import games here, and nobody could tell who wanted it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_page_of_another_site_only_reads_without_a_token() {
    let server = server().await;
    let token = token_of_new(&server, "Ann", "");
    let bearer = format!("Bearer {token}");
    let own = server.origin();
    let elsewhere = ("Origin", "https://elsewhere.example");
    let text = ("Content-Type", "text/plain");
    let send = async |method: &str, path: &str, headers: &[(&str, &str)], body: &str| {
        server.request(method, path, headers, body.as_bytes()).await.expect("an answer")
    };
    let form = "pgn=1.+e4+e5+*";
    // What a browser sends for a page without asking first, in each of its ways.
    for headers in [
        &[elsewhere, text][..],
        &[elsewhere],
        &[("Origin", "null"), text],
        &[("Origin", own.as_str()), elsewhere, text],
        &[("Sec-Fetch-Site", "cross-site"), text],
        &[("Sec-Fetch-Site", "same-site"), text],
    ] {
        let refused = send("POST", "/api/import", headers, form).await;
        assert_eq!(refused.status, 403, "{headers:?}: {}", refused.body);
        assert!(error(&refused).contains("token"), "{}", refused.body);
        assert_eq!(refused.header("access-control-allow-origin"), Some("*"), "the page may read why");
    }
    // Each call that changes something or costs work, with a slash at its end too.
    for path in [
        "/api/import/",
        "/api/challenge/open",
        "/api/users",
        "/api/games/export/_ids",
        "/api/stream/games-by-users",
        "/api/stream/games/x",
        "/api/stream/games/x/add",
        "/api/challenge/ai",
        "/api/board/seek",
    ] {
        assert_eq!(send("POST", path, &[elsewhere, text], "Ann").await.status, 403, "{path}");
    }
    let many = "/api/games/user/Ann";
    assert_eq!(send("GET", many, &[elsewhere], "").await.status, 403);
    assert_eq!(send("GET", many, &[("Sec-Fetch-Site", "cross-site")], "").await.status, 403);
    // Programs, our own page, links, whoever shows a token, and what only reads a little.
    let shown = ("Authorization", bearer.as_str());
    let link = [("Sec-Fetch-Site", "cross-site"), ("Sec-Fetch-Dest", "document")];
    for headers in [&[][..], &[("Origin", own.as_str())], &[shown, elsewhere], &[shown, elsewhere, text]] {
        let answer = send("POST", "/api/import", headers, form).await;
        assert_eq!(answer.status, 200, "{headers:?}: {}", answer.body);
        assert_eq!(send("GET", many, headers, "").await.status, 200);
    }
    assert_eq!(send("GET", many, &link, "").await.status, 200);
    assert_eq!(send("GET", "/api/user/Ann", &[elsewhere], "").await.status, 200);
    // Here the body is what a page has to show.
    assert_eq!(send("POST", "/api/token/test", &[elsewhere, text], &token).await.status, 200);
    let code = "grant_type=authorization_code&code=x&code_verifier=x&redirect_uri=x&client_id=x";
    assert_eq!(send("POST", "/api/token", &[elsewhere], code).await.status, 400, "no such code");
    // A token that is none opens nothing.
    let wrong = ("Authorization", "Bearer nonsense");
    assert_eq!(send("POST", "/api/import", &[elsewhere, wrong], form).await.status, 401);
}

/// Such a page's visitors would take all places for downloads, each from an address of its own.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_page_of_another_site_starts_no_download_of_our_page() {
    let server = server().await;
    let ann = registered(&server, "Ann").await;
    let own = server.origin();
    let cookie = ("Cookie", ann.cookie());
    let get = async |path: &str, headers: &[(&str, &str)]| {
        server.request("GET", path, headers, b"").await.expect("an answer")
    };
    let foreign = [
        ("Origin", "https://elsewhere.example"),
        ("Origin", "null"),
        ("Sec-Fetch-Site", "cross-site"),
        ("Sec-Fetch-Site", "same-site"),
    ];
    let download = "/api/page/players/Ann/games.pgn";
    for path in [download, "/api/page/export"] {
        for header in foreign {
            let refused = get(path, &[cookie, header]).await;
            assert_eq!(
                (refused.status, refused.error_code().as_str()),
                (403, "foreign_origin"),
                "{header:?}"
            );
        }
        let link = [("Sec-Fetch-Site", "cross-site"), ("Sec-Fetch-Dest", "document")];
        let ours = [("Sec-Fetch-Site", "same-origin"), ("Sec-Fetch-Dest", "empty")];
        for headers in [&[][..], &[("Origin", own.as_str())], &ours, &link] {
            let answer = get(path, &[&[cookie], headers].concat()).await;
            assert_eq!(answer.status, 200, "{path} {headers:?}: {}", answer.body);
        }
    }
    // Whoever has no cookie is asked the same.
    for (header, status) in
        foreign.map(|header| (header, 403)).into_iter().chain([(("X-Of", "a program"), 200)])
    {
        let answer = get(download, &[header]).await;
        assert_eq!(answer.status, status, "{header:?}: {}", answer.body);
    }
}

#[tokio::test]
async fn guests_bring_so_much_a_day_and_hear_how_much_is_left() {
    let flags = ["--max-guest-import-kib", "1", "--trusted-proxies", "127.0.0.1"];
    let server = server_with(&flags).await;
    let one = Guest::new(&server).await.behind("203.0.113.7");
    let first = import(&one, PGN, Value::Null).await;
    assert_eq!(first.status, 201, "{}", first.body);
    let left = &first.json()["left"];
    assert!(left["bytes"].as_u64().is_some_and(|bytes| bytes < 512), "{}", first.body);
    let again = left["again_ms"].as_u64().expect("a time");
    assert!(again.is_multiple_of(24 * 60 * 60 * 1_000), "midnight UTC: {again}");
    // Whatever the way in, and whatever the cookie.
    let other = Guest::new(&server).await.behind("203.0.113.7");
    for refused in [import(&one, PGN, json!("white")).await, save(&other, "Ben").await] {
        assert_eq!((refused.status, refused.error_code().as_str()), (429, "too_much_stored"));
        for said in ["1 KiB", "midnight UTC", "log in"] {
            assert!(refused.body.contains(said), "{said}: {}", refused.body);
        }
        let wait: u64 = refused.header("retry-after").expect("when again").parse().expect("seconds");
        assert!((1..=24 * 60 * 60 + 1).contains(&wait), "{wait}");
    }
    let by_program = [("X-Forwarded-For", "203.0.113.7")];
    let refused =
        server.request("POST", "/api/import", &by_program, b"pgn=1.+e4+*").await.expect("an answer");
    assert_eq!((refused.status, refused.header("retry-after").is_some()), (429, true), "{}", refused.body);
    assert!(error(&refused).contains("midnight UTC"), "{}", refused.body);
    // Other addresses, and accounts.
    assert_eq!(import(&Guest::new(&server).await.behind("203.0.113.8"), PGN, Value::Null).await.status, 201);
    let ann = registered(&server, "Ann").await.behind("203.0.113.7");
    let answer = import(&ann, PGN, Value::Null).await;
    assert_eq!((answer.status, &answer.json()["left"]), (201, &Value::Null));
}

#[tokio::test]
async fn all_guests_together_have_a_limit_too() {
    let flags = ["--max-all-guest-import-kib", "1", "--trusted-proxies", "127.0.0.1"];
    let server = server_with(&flags).await;
    let of = async |address: &str| import(&Guest::new(&server).await.behind(address), PGN, Value::Null).await;
    assert_eq!(of("203.0.113.7").await.status, 201);
    let refused = of("198.51.100.1").await;
    assert_eq!((refused.status, refused.error_code().as_str()), (429, "too_much_stored"));
    assert!(refused.body.contains("all guests together"), "{}", refused.body);
}

/// A long game is heavy: thousands of half-moves are played again. Some hundred of them at once held up everybody's moves, and the
/// storage's reads stood behind them.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_flood_of_imports_is_answered_and_neither_moves_nor_a_stop_wait_for_it() {
    let mut table = table(NewGame::friend()).await;
    let flood: Vec<_> = (0..200)
        .map(|_| {
            let stranger = table.alice.clone();
            tokio::spawn(async move { import(&stranger, &"[A \"x\" ".repeat(2_000), Value::Null).await })
        })
        .collect();
    table.play(&["e2e4", "e7e5", "g1f3"]).await;
    assert_eq!(table.server.get("/healthz").await.status, 200);
    for answer in flood {
        let answer = answer.await.expect("no panic");
        let is_refused = matches!(answer.status, 429 | 503) && answer.header("retry-after").is_some();
        assert!(is_refused || answer.status == 400, "{} {}", answer.status, answer.body);
    }
    assert!(!table.server.log().contains("the storage is lost"), "{}", table.server.log());
    assert!(table.server.stop().await);
}

/// What was said to be there is there after a kill, and the check of the data accepts it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_imported_game_outlives_a_kill() {
    let mut server = server().await;
    let guest = Guest::new(&server).await;
    let mut kept = Vec::new();
    for _ in 0..5 {
        let answer = import(&guest, PGN, json!("white")).await;
        assert_eq!(answer.status, 201, "{}", answer.body);
        kept.push(answer.json()["id"].as_str().expect("an id").to_owned());
    }
    let before = guest.get(&format!("/api/games/{}", kept[0])).await;
    server.kill().await;
    server.restart().await;
    let guest = guest.moved_to(&server);
    for id in &kept {
        let view = guest.get(&format!("/api/games/{id}")).await;
        assert_eq!(view["moves"], before["moves"], "{id}");
        assert_eq!(view["situation"]["status"], before["situation"]["status"], "{id}");
    }
    let listed = guest.get("/api/games").await;
    assert_eq!(listed.as_array().map(Vec::len), Some(kept.len()), "{listed}");
    assert!(server.stop().await);
    let checked = crate::ratings::check(&server);
    assert!(checked.contains("no faults"), "{checked}");
}

/// Whoever may not write in chats does not write in tags, names or a profile instead.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn neither_the_muted_nor_children_show_others_their_own_words() {
    let (server, mut admin) = with_admin().await;
    for (name, act, body) in [("Mona", "mute", json!({"text": "rude"})), ("Kim", "kid", json!({"kid": true}))]
    {
        let mut player = registered(&server, name).await;
        let token = crate::clients::token_of(&server, name, "");
        let path = format!("/api/page/desk/users/{name}/{act}");
        assert_eq!(admin.act("POST", &path, &body).await.status, 204, "{name}");
        let status = async |tag: &str| {
            let pgn = format!("[{tag} \"buy at evil.example\"]\n\n{BARE}");
            let (by_page, by_program) =
                (import(&player, &pgn, Value::Null).await, import_by_program(&server, &token, &pgn).await);
            (by_page.status, by_program.status)
        };
        for tag in ["White", "Black", "Event", "Site", "Date"] {
            assert_eq!(status(tag).await, (403, 403), "{name}: {tag}");
        }
        // What others don't read anyway, what nobody wrote, and what nobody else sees.
        assert_eq!(status("Annotator").await, (201, 200), "{name}");
        assert_eq!(import(&player, BARE, Value::Null).await.status, 201, "{name}");
        let unknown = format!("[White \"-\"]\n[Black \"??\"]\n[Event \"-\"]\n\n{BARE}");
        assert_eq!(import(&player, &unknown, Value::Null).await.status, 201, "{name}");
        assert_eq!(import(&player, PGN, json!("white")).await.status, 201, "{name}");
        assert_eq!(save(&player, "Uncle Bob").await.status, 201, "{name}");
        let bio = async |text: &str| {
            player.call("PUT", "/api/page/bio", &json!({ "text": text }).to_string()).await.status
        };
        assert_eq!((bio("buy at evil.example").await, bio("").await), (403, 204), "{name}");
        let _ = player.act("POST", "/api/logout", &Value::Null).await;
    }
    // Others may.
    let ann = registered(&server, "Ann").await;
    assert_eq!(import(&ann, PGN, Value::Null).await.status, 201);
}

/// What somebody wrote before they were muted is no more theirs to show than what they would write after it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_text_about_oneself_is_hidden_for_as_long_as_its_player_is_muted_or_a_child() {
    let (server, mut admin) = with_admin().await;
    let mona = registered(&server, "Mona").await;
    let text = "buy at evil.example";
    let set = mona.call("PUT", "/api/page/bio", &json!({ "text": text }).to_string()).await;
    assert_eq!(set.status, 204, "{}", set.body);
    let ben = registered(&server, "Ben").await;
    let shown = async || {
        let by_page = ben.get("/api/page/players/Mona").await["bio"].clone();
        let by_program = ben.get("/api/user/Mona").await["profile"]["bio"].clone();
        (by_page, by_program)
    };
    let (seen, hidden) = ((json!(text), json!(text)), (json!(""), Value::Null));
    assert_eq!(shown().await, seen);
    for (act, body, is_shown) in [
        ("mute", json!({"text": "rude"}), false),
        ("unmute", json!({"text": "sorry"}), true),
        ("kid", json!({"kid": true}), false),
    ] {
        let path = format!("/api/page/desk/users/Mona/{act}");
        assert_eq!(admin.act("POST", &path, &body).await.status, 204, "{act}");
        assert_eq!(shown().await, if is_shown { seen.clone() } else { hidden.clone() }, "{act}");
    }
}
