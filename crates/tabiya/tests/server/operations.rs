// SPDX-License-Identifier: AGPL-3.0-or-later
//! What an operator relies on.

use tabiya_testkit::{NewGame, Server};

use crate::{server, server_with, table, table_on};

#[tokio::test]
async fn health_and_metrics_answer() {
    let mut table = table(NewGame::friend()).await;
    table.play(&["e2e4"]).await;
    let health = table.server.get("/healthz").await;
    assert_eq!((health.status, health.body.trim()), (200, "ok"));
    let metrics = table.server.get("/metrics").await;
    assert_eq!(metrics.status, 200);
    assert!(metrics.header("content-type").unwrap().starts_with("text/plain"), "{:?}", metrics.headers);
    let moves = metrics.body.lines().find(|line| line.starts_with("tabiya_moves"));
    let moves = moves.unwrap_or_else(|| panic!("no count of moves in:\n{}", metrics.body));
    assert!(moves.ends_with(" 1"), "{moves}");
    let document = include_str!("../../../../docs/self-hosting.md");
    let names = metrics.body.lines().filter_map(|line| line.strip_prefix("# TYPE ")?.split(' ').next());
    let names: Vec<_> = names.filter(|name| name.starts_with("tabiya_")).collect();
    assert!(names.contains(&"tabiya_fan_out_seconds"), "{names:?}");
    for name in names {
        assert!(document.contains(&format!("| `{name}` |")), "docs/self-hosting.md says nothing of {name}");
    }
}

#[tokio::test]
async fn a_second_server_on_the_same_data_is_refused_with_a_sentence() {
    let server = server().await;
    let said = server.refused_start().await;
    assert!(said.contains(&server.data().display().to_string()), "it names the folder: {said}");
    assert!(!said.contains("panicked"), "{said}");
    assert_eq!(server.get("/healthz").await.status, 200);
}

#[tokio::test]
async fn data_of_a_newer_version_are_refused_and_left_alone() {
    let mut server = server().await;
    assert!(server.stop().await);
    let file = server.data().join("tabiya.db");
    let mut database = std::fs::read(&file).unwrap();
    // `user_version`, which counts migrations: four bytes at 60 (SQLite's file format, 1.3).
    database[60..64].copy_from_slice(&4_000_u32.to_be_bytes());
    std::fs::write(&file, &database).unwrap();
    let said = server.refused_start().await;
    assert!(said.contains("4000") && said.contains("newer"), "{said}");
    assert!(!said.contains("panicked"), "{said}");
    assert_eq!(std::fs::read(&file).unwrap(), database);
}

#[tokio::test]
async fn a_file_that_is_no_database_is_refused_and_left_alone() {
    let mut server = server().await;
    assert!(server.stop().await);
    let file = server.data().join("tabiya.db");
    std::fs::write(&file, "my shopping list").unwrap();
    let said = server.refused_start().await;
    assert!(said.contains("tabiya.db"), "it names the file: {said}");
    assert!(!said.contains("panicked"), "{said}");
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "my shopping list");
}

#[tokio::test]
async fn on_a_network_it_says_where_others_reach_it() {
    let everywhere = "0.0.0.0:0".parse().unwrap();
    let server = Server::start_on(env!("CARGO_BIN_EXE_tabiya"), everywhere).await;
    let info = server.get("/api/info").await.json();
    assert_eq!(info["loopback"], false);
    for url in info["lan_urls"].as_array().unwrap() {
        server.printed(url.as_str().unwrap()).await;
    }
}

#[tokio::test]
async fn the_levels_and_their_strength_are_told() {
    let server = server().await;
    let info = server.get("/api/info").await.json();
    let told = info["levels"].as_array().unwrap().clone();
    let levels: Vec<_> = tabiya_engine::Level::all()
        .map(|level| serde_json::json!({ "level": level.get(), "elo": level.elo() }))
        .collect();
    assert_eq!(told, levels);
}

#[tokio::test]
async fn the_page_comes_with_a_policy_and_a_cookie_for_the_new_visitor_only() {
    let server = server().await;
    let page = server.get("/").await;
    let policy = page.header("content-security-policy").expect("the page has a policy");
    assert!(policy.contains("default-src 'self'") && !policy.contains("unsafe"), "{policy}");
    assert_eq!(page.header("x-content-type-options"), Some("nosniff"));
    let cookie = page.header("set-cookie").expect("a new visitor gets a cookie");
    assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Lax"), "{cookie}");
    assert!(!cookie.contains("Secure"), "plain http on a LAN must work: {cookie}");
    let known = cookie.split(';').next().unwrap();
    let again = server.request("GET", "/", &[("cookie", known)], &[]).await.unwrap();
    assert_eq!(again.header("set-cookie"), None);
    let call = server.get("/api/info").await;
    let nothing = Some("default-src 'none'; frame-ancestors 'none'");
    assert_eq!(call.header("content-security-policy"), nothing, "what is no document loads nothing");
}

/// The rules and the engine run in a worker, whose script alone may compile WebAssembly.
#[tokio::test]
async fn only_the_script_of_the_engines_worker_may_compile_webassembly() {
    let server = server().await;
    let mut scripts = 0;
    let files = tabiya_web::files().iter().filter(|file| file.path.starts_with("assets/"));
    for path in files.map(|file| format!("/{}", file.path)).chain(["/".into(), "/api/info".into()]) {
        let answer = server.request("GET", &path, &[("accept-encoding", "br")], &[]).await.unwrap();
        assert_eq!(answer.status, 200, "{path}");
        let policy = answer.header("content-security-policy").expect("every answer has a policy");
        let is_worker = path.starts_with("/assets/wasm-worker-");
        scripts += usize::from(is_worker);
        assert_eq!(policy.contains("'wasm-unsafe-eval'"), is_worker, "{path}: {policy}");
        assert!(!policy.contains("'unsafe-eval'") && !policy.contains("unsafe-inline"), "{path}: {policy}");
        if path.ends_with(".wasm") {
            assert_eq!(answer.header("content-type"), Some("application/wasm"));
            assert_eq!(answer.header("content-encoding"), Some("br"));
            assert!(path.contains("wasm"), "{path}");
        }
    }
    let has_module = tabiya_web::files().iter().any(|file| file.path.ends_with(".wasm"));
    assert!(scripts <= 1 && scripts >= usize::from(has_module), "{scripts} scripts, a module: {has_module}");
}

#[tokio::test]
async fn the_server_says_what_it_is() {
    let server = server().await;
    let info = server.get("/api/info").await.json();
    assert_eq!(info["version"], env!("CARGO_PKG_VERSION"));
    assert_eq!(info["loopback"], true);
    let licences = server.get("/licenses").await;
    assert_eq!(licences.status, 200);
    for named in [
        "GNU Affero General Public License",
        // Of no package that a build could list: the font of pictures, the pieces, and the names of openings.
        "Roboto by Google, under the Apache License 2.0",
        "Colin M. L. Burnett",
        "chess-openings by lichess-org",
    ] {
        assert!(licences.body.contains(named), "{named}: {}", &licences.body[..1500]);
    }
}

#[tokio::test]
async fn unknown_paths_are_not_found() {
    let server = server().await;
    for path in ["/nothing", "/api/nothing", "/assets/nothing.js", "/assets/../Cargo.toml", "/index.html"] {
        assert_eq!(server.get(path).await.status, 404, "{path}");
    }
}

#[tokio::test]
async fn one_thread_is_enough_to_serve() {
    let server = server_with(&["--threads", "1"]).await;
    table_on(server, NewGame::friend()).await.play(&["e2e4", "e7e5"]).await;
}

#[tokio::test]
async fn an_idle_server_is_small() {
    let server = server().await;
    server.get("/").await;
    // The release build's figure stands in docs/benchmarks.md; this bound catches only what runs away.
    assert!(server.resident_bytes() < 200_000_000, "{} bytes", server.resident_bytes());
}
