// SPDX-License-Identifier: AGPL-3.0-or-later
//! The desk: roles and what they may do, the site's rules, backups, and the log of it all.

use serde_json::{Value, json};
use tabiya_testkit::{GameSocket, Guest, LineStream, NewGame, Server};

use crate::clients::token_of_new;
use crate::people::{PASSWORD, login, me, registered};
use crate::programs::ask;
use crate::{game_of, server_with};

/// A server whose staff does without a second factor, and its admin.
pub(crate) async fn with_admin() -> (Server, Guest) {
    let server = server_with(&["--staff-totp", "off"]).await;
    let mut admin = Guest::new(&server).await;
    become_admin(&server, &mut admin, "chief").await;
    (server, admin)
}

pub(crate) async fn become_admin(server: &Server, browser: &mut Guest, name: &str) {
    server.printed("stop with Ctrl-C").await;
    let token = server.log().rsplit_once("/admin#").expect("the start prints a link").1[..64].to_owned();
    let body = json!({"token": token, "name": name, "password": PASSWORD});
    assert_eq!(browser.act("POST", "/api/page/admin-link", &body).await.status, 201);
}

pub(crate) async fn done(browser: &mut Guest, path: &str, body: Value) -> u16 {
    let answer = browser.act("POST", path, &body).await;
    answer.status
}

/// A new account with this role, logged in.
pub(crate) async fn staff(server: &Server, admin: &mut Guest, name: &str, role: &str) -> Guest {
    let mut browser = registered(server, name).await;
    let path = format!("/api/page/desk/users/{name}/role");
    assert_eq!(done(admin, &path, json!({"role": role})).await, 204);
    assert_eq!(me(&browser).await, "not_logged_in", "a new role asks for a new session");
    login(&mut browser, name, PASSWORD).await;
    browser
}

#[tokio::test]
async fn each_role_does_what_it_may_and_nobody_touches_staff_or_themselves() {
    let (server, mut admin) = with_admin().await;
    let mut player = registered(&server, "player").await;
    let mut moderator = staff(&server, &mut admin, "judge", "moderator").await;
    let organiser = staff(&server, &mut admin, "teacher", "organiser").await;
    let users = "/api/page/desk/users";
    assert_eq!(player.act("GET", users, &Value::Null).await.status, 403);
    assert_eq!(Guest::new(&server).await.call("GET", users, "").await.status, 401);

    let role = json!({"role": "admin"});
    let why = json!({"text": "rude"});
    for (who, path, body, status) in [
        (&player, format!("{users}/judge/close"), &why, 403),
        (&organiser, format!("{users}/player/close"), &why, 403),
        (&organiser, format!("{users}/player/role"), &role, 403),
        (&organiser, format!("{users}/player/card"), &Value::Null, 403),
        (&moderator, format!("{users}/player/role"), &role, 403),
        (&moderator, format!("{users}/teacher/close"), &why, 403),
        (&moderator, format!("{users}/chief/warn"), &why, 403),
        (&moderator, format!("{users}/nobody-here/close"), &why, 404),
        (&admin, format!("{users}/chief/role"), &json!({"role": "player"}), 403),
        (&admin, format!("{users}/chief/close"), &why, 403),
        (&admin, format!("{users}/player/role"), &json!({"role": "king"}), 400),
    ] {
        let answer = who.call("POST", &path, &body.to_string()).await;
        assert_eq!(answer.status, status, "{path}: {}", answer.body);
    }

    let game = player.create(&NewGame::friend()).await;
    let mut socket = player.open(&game).await;
    assert_eq!(
        done(&mut moderator, &format!("{users}/player/warn"), json!({"text": "<b>be kind</b>"})).await,
        204
    );
    let notices = player.get("/api/page/notices").await;
    assert_eq!((&notices[0]["text"], &notices[0]["read"]), (&json!("<b>be kind</b>"), &json!(false)));
    assert_eq!(done(&mut player, "/api/page/notices/read", json!({"up_to": 1})).await, 204);
    assert_eq!(player.get("/api/page/notices").await[0]["read"], true);

    assert_eq!(done(&mut moderator, &format!("{users}/player/close"), why.clone()).await, 204);
    assert_eq!(socket.closed().await.code, Some(4003));
    assert_eq!(login(&mut player, "player", PASSWORD).await.status, 403);
    assert_eq!(done(&mut moderator, &format!("{users}/player/reopen"), json!({})).await, 204);
    assert_eq!(login(&mut player, "player", PASSWORD).await.status, 200);
    assert_eq!(done(&mut admin, &format!("{users}/player/rename"), json!({"name": "Better"})).await, 204);
    assert_eq!(me(&player).await, "Better");

    let listed = admin.get(&format!("{users}?prefix=b")).await;
    assert_eq!((&listed["users"][0]["name"], &listed["next"]), (&json!("Better"), &Value::Null));
    let log = admin.get("/api/page/desk/log").await;
    let entries = log["entries"].as_array().unwrap();
    let deeds: Vec<_> = entries.iter().map(|line| (&line["deed"]["did"], &line["why"])).collect();
    let expected = [("rename", ""), ("reopen", ""), ("close", "rude"), ("warn", "<b>be kind</b>")];
    let expected = expected.map(|(did, why)| (json!(did), json!(why)));
    assert!(deeds.iter().zip(&expected).all(|(line, (did, why))| *line == (did, why)), "{deeds:?}");
    let renamed = json!({"did": "rename", "before": "player", "after": "Better"});
    assert_eq!(entries[0]["deed"], renamed);
    assert_eq!((&entries[2]["by"], &entries[2]["about"]), (&json!("judge"), &json!("Better")));

    // What was done is undone once, and that stands in the log.
    let undo = format!("/api/page/desk/log/{}/undo", entries[0]["id"]);
    for status in [204, 409] {
        assert_eq!(done(&mut admin, &undo, Value::Null).await, status);
    }
    assert_eq!(me(&player).await, "player");
    let log = admin.get("/api/page/desk/log").await;
    assert_eq!((&log["entries"][1]["undone"], &log["entries"][1]["can_undo"]), (&json!(true), &json!(false)));
    let warning = format!("/api/page/desk/log/{}/undo", entries[3]["id"]);
    assert_eq!(done(&mut admin, &warning, Value::Null).await, 409);
}

#[tokio::test]
async fn staff_sets_up_a_second_factor_or_an_admin_decides_against_it() {
    let server = server_with(&[]).await;
    let mut admin = Guest::new(&server).await;
    become_admin(&server, &mut admin, "chief").await;
    let refused = admin.act("GET", "/api/page/desk/users", &Value::Null).await;
    assert_eq!((refused.status, &refused.json()["needs"]), (403, &json!("second_factor")));

    let begun =
        admin.act("POST", "/api/page/second-factor/begin", &json!({ "password": PASSWORD })).await.json();
    assert!(begun["uri"].as_str().unwrap().starts_with("otpauth://totp/"), "{begun}");
    let wrong = admin.act("POST", "/api/page/second-factor/confirm", &json!({"code": "000000x"})).await;
    assert_eq!(wrong.status, 401);
    assert_eq!(admin.get("/api/me").await["second_factor"], false);

    let mut site = admin.get("/api/page/site").await;
    site["name"] = json!("Chess & Co");
    assert_eq!(admin.act("PUT", "/api/page/desk/site", &site).await.status, 403);
    // That demand alone, and not by whoever finds an admin's browser open.
    site["name"] = json!("Tabiya");
    site["staff_second_factor"] = json!(false);
    for (password, status) in [(None, 403), (Some("not it at all"), 403), (Some(PASSWORD), 204)] {
        if let Some(password) = password {
            site["password"] = json!(password);
        }
        let answer = admin.act("PUT", "/api/page/desk/site", &site).await;
        assert_eq!(answer.status, status, "{}", answer.body);
    }
    site.as_object_mut().expect("an object").remove("password");
    assert_eq!(admin.act("GET", "/api/page/desk/users", &Value::Null).await.status, 200);
    site["name"] = json!("Chess & Co");
    assert_eq!(admin.act("PUT", "/api/page/desk/site", &site).await.status, 204);
    let guest = Guest::new(&server).await;
    assert_eq!(guest.get("/api/page/site").await["name"], "Chess & Co");
    // On a home screen, too.
    let manifest = guest.call("GET", "/manifest.webmanifest", "").await;
    assert_eq!(manifest.header("content-type"), Some("application/manifest+json"));
    assert_eq!(
        (&manifest.json()["name"], &manifest.json()["short_name"]),
        (&json!("Chess & Co"), &json!("Chess & Co"))
    );
}

/// By a token of one's own it could be left at once.
#[tokio::test]
async fn kid_mode_that_staff_has_set_is_not_left_by_a_program() {
    let (server, mut admin) = with_admin().await;
    let token = token_of_new(&server, "ann", "preference:read,preference:write");
    let set =
        async |kid: bool| ask(&server, "POST", &format!("/api/account/kid?v={kid}"), &token, "").await.status;
    let is_kid = async || ask(&server, "GET", "/api/account/kid", &token, "").await.json()["kid"].clone();
    // What the player has switched on, the player switches off.
    assert_eq!((set(true).await, set(false).await), (200, 200));
    let desk = "/api/page/desk/users/ann/kid";
    assert_eq!(done(&mut admin, desk, json!({"kid": true})).await, 204);
    assert_eq!((set(false).await, set(true).await, is_kid().await), (403, 200, json!(true)));
    assert_eq!(done(&mut admin, desk, json!({"kid": false})).await, 204);
    assert_eq!((set(true).await, set(false).await, is_kid().await), (200, 200, json!(false)));
    // Staff's "off", undone, is staff's "on".
    assert_eq!(done(&mut admin, desk, json!({"kid": true})).await, 204);
    assert_eq!(done(&mut admin, desk, json!({"kid": false})).await, 204);
    let log = admin.get("/api/page/desk/log").await;
    let undo = format!("/api/page/desk/log/{}/undo", log["entries"][0]["id"]);
    assert_eq!(done(&mut admin, &undo, Value::Null).await, 204);
    assert_eq!((set(false).await, is_kid().await), (403, json!(true)));
}

/// A program that asks all the time finds no moment between the change and the log.
#[tokio::test]
async fn a_program_that_never_rests_does_not_leave_kid_mode_either() {
    let (server, mut admin) = with_admin().await;
    let token = token_of_new(&server, "ann", "preference:read,preference:write");
    let desk = "/api/page/desk/users/ann/kid";
    for _ in 0..5 {
        assert_eq!(done(&mut admin, desk, json!({"kid": false})).await, 204);
        let restless = async {
            // As often as it may: a player's programs have 1,500 calls a minute, and a disk may take seconds.
            for _ in 0..250 {
                ask(&server, "POST", "/api/account/kid?v=false", &token, "").await;
            }
            std::future::pending::<()>().await
        };
        tokio::select! {
            () = restless => {}
            status = done(&mut admin, desk, json!({"kid": true})) => assert_eq!(status, 204),
        }
        let after = ask(&server, "POST", "/api/account/kid?v=false", &token, "").await;
        let is_kid = ask(&server, "GET", "/api/account/kid", &token, "").await.json()["kid"].clone();
        assert_eq!((after.status, is_kid), (403, json!(true)));
    }
}

#[tokio::test]
async fn registering_by_invitation_and_playing_with_an_account() {
    let (server, mut admin) = with_admin().await;
    let (one, other) = (Guest::new(&server).await, Guest::new(&server).await);
    let (before, mut white, _) = game_of(&one, &other, NewGame::friend()).await;
    white.command("resign", json!({})).await.accepted();
    let mut site = admin.get("/api/page/site").await;
    site["register"] = json!("invited");
    site["play"] = json!("accounts");
    let wrong = [
        ("colour", json!(360)),
        ("name", json!("")),
        ("rules", json!("x".repeat(9_000))),
        ("contact", json!("x".repeat(400))),
    ];
    for (field, wrong) in wrong {
        let mut other = site.clone();
        other[field] = wrong;
        assert_eq!(admin.act("PUT", "/api/page/desk/site", &other).await.status, 400, "{field}");
    }
    assert_eq!(admin.act("PUT", "/api/page/desk/site", &site).await.status, 204);

    let mut eve = Guest::new(&server).await;
    let refused = eve.act("POST", "/api/register", &json!({"name": "eve", "password": PASSWORD})).await;
    assert_eq!((refused.status, &refused.json()["needs"]), (403, &json!("invitation")));
    let refused = eve.ask_for(&NewGame::friend()).await;
    assert_eq!((refused.status, &refused.json()["needs"]), (403, &json!("login")));
    let game = admin.create(&NewGame::friend()).await;
    let mut watching = eve.open(&game).await;
    assert!(watching.try_join().await.is_refused(), "a guest may watch, and not play");
    // A rematch is a new game.
    let mut white = one.open(&before).await;
    let _ = white.send("rematch", json!({})).await;
    let refused = white.until("a refusal", |message| message["type"] == "refused").await;
    assert_eq!(refused["refusal"]["kind"], "needs_account", "{refused}");

    let link = admin.act("POST", "/api/page/desk/invite", &Value::Null).await.json()["link"].clone();
    let invitation = link.as_str().unwrap().split('#').nth(1).unwrap().to_owned();
    let body = |name: &str| json!({"name": name, "password": PASSWORD, "invitation": invitation});
    assert_eq!(done(&mut eve, "/api/register", body("eve")).await, 201);
    let mut again = Guest::new(&server).await;
    assert_eq!(done(&mut again, "/api/register", body("eva")).await, 403, "an invitation works once");
    assert_eq!(eve.ask_for(&NewGame::friend()).await.status, 201);
}

#[tokio::test]
async fn reports_reach_the_desk_and_are_settled_once() {
    let (server, mut admin) = with_admin().await;
    let mut ann = registered(&server, "ann").await;
    registered(&server, "eve").await;
    let told = json!({"name": "eve", "reason": "'; DROP TABLE report; --"});
    assert_eq!(done(&mut ann, "/api/page/report", told).await, 204);
    assert_eq!(done(&mut ann, "/api/page/report", json!({"name": "eve", "reason": " "})).await, 400);
    assert_eq!(done(&mut ann, "/api/page/report", json!({"name": "nobody-here", "reason": "x"})).await, 404);
    let reports = admin.get("/api/page/desk/reports").await;
    assert_eq!((&reports[0]["by"], &reports[0]["about"]), (&json!("ann"), &json!("eve")));
    assert_eq!(reports[0]["text"], "'; DROP TABLE report; --");
    for status in [204, 409] {
        assert_eq!(done(&mut admin, "/api/page/desk/reports/1/done", Value::Null).await, status);
    }
    assert_eq!(admin.get("/api/page/desk/reports").await, json!([]));
}

#[tokio::test]
async fn figures_and_a_backup_for_admins() {
    let (server, mut admin) = with_admin().await;
    let figures = admin.get("/api/page/desk/figures").await;
    assert_eq!((&figures["accounts"], &figures["database"]), (&json!(1), &json!("ok")));
    assert!(figures["disk_free_bytes"].as_u64().unwrap() > 0);
    let elsewhere = [("cookie", admin.cookie()), ("sec-fetch-site", "cross-site")];
    let refused = server.request("GET", "/api/page/desk/backup", &elsewhere, &[]).await;
    assert_eq!(refused.expect("an answer").status, 403, "another site can't order one");
    let backup = admin.act("GET", "/api/page/desk/backup", &Value::Null).await;
    assert_eq!(backup.status, 200);
    assert!(backup.body.starts_with("SQLite format 3"), "{}", &backup.body[..40]);
    assert!(admin.get("/api/page/desk/figures").await["backup_age_ms"].as_u64().is_some());
    let mut moderator = staff(&server, &mut admin, "judge", "moderator").await;
    assert_eq!(moderator.act("GET", "/api/page/desk/backup", &Value::Null).await.status, 403);
}

#[tokio::test]
async fn where_only_accounts_watch_a_guest_sees_no_game_by_page_call_or_socket() {
    let (server, mut admin) = with_admin().await;
    let game = admin.create(&NewGame::friend()).await;
    let mut site = admin.get("/api/page/site").await;
    site["watch"] = json!("accounts");
    let mut guest = Guest::new(&server).await;
    let mut socket = guest.open(&game).await;
    let mut streams = Vec::new();
    for path in [&format!("/api/stream/game/{game}"), "/api/tv/feed"] {
        streams.push(LineStream::open(&server, "GET", path, "", "").await);
    }
    streams.push(LineStream::open(&server, "POST", "/api/stream/games/mine", "", &game).await);
    assert_eq!(admin.act("PUT", "/api/page/desk/site", &site).await.status, 204);
    for stream in &mut streams {
        stream.rest().await;
    }
    assert_eq!(socket.closed().await.code, Some(4003), "guests begin anew, by the new rules");
    for path in ["", "/pgn"] {
        let refused = guest.call("GET", &format!("/api/games/{game}{path}"), "").await;
        assert_eq!((refused.status, &refused.json()["needs"]), (403, &json!("login")), "{path}");
    }
    assert_eq!(guest.call("GET", "/api/page/players/chief", "").await.status, 403);
    let refused = GameSocket::open(&guest, &game, None).await;
    assert_eq!(refused.err(), Some(403));
    assert_eq!(done(&mut guest, "/api/register", json!({"name": "Alice", "password": PASSWORD})).await, 201);
    assert_eq!(guest.call("GET", &format!("/api/games/{game}"), "").await.status, 200);
    guest.open(&game).await;
}

#[tokio::test]
async fn the_muted_are_marked_and_every_deed_is_logged_and_undone() {
    let (server, mut admin) = with_admin().await;
    registered(&server, "player").await;
    let mut moderator = staff(&server, &mut admin, "judge", "moderator").await;
    let users = "/api/page/desk/users";
    let muted = async |browser: &Guest| {
        browser.get(&format!("{users}?prefix=player")).await["users"][0]["muted"].clone()
    };
    assert_eq!(muted(&admin).await, false);
    assert_eq!(done(&mut moderator, &format!("{users}/player/mute"), json!({"text": "rude"})).await, 204);
    assert_eq!(muted(&admin).await, true);
    assert_eq!(done(&mut moderator, &format!("{users}/chief/mute"), json!({})).await, 403);
    assert_eq!(done(&mut moderator, &format!("{users}/player/dance"), json!({})).await, 404);
    let log = admin.get("/api/page/desk/log").await;
    let entry = &log["entries"][0];
    assert_eq!(
        (&entry["deed"], &entry["why"], &entry["about"], &entry["by"]),
        (&json!({"did": "mute"}), &json!("rude"), &json!("player"), &json!("judge"))
    );
    let undo = format!("/api/page/desk/log/{}/undo", entry["id"]);
    assert_eq!(done(&mut moderator, &undo, Value::Null).await, 204);
    assert_eq!(muted(&admin).await, false);
}

#[tokio::test]
async fn ratings_are_set_and_a_games_points_are_given_back() {
    let (server, mut admin) = with_admin().await;
    let (mut alice, bob) = (registered(&server, "Alice").await, registered(&server, "Bobby").await);
    let rating = async |name: &str| {
        let profile = admin_view(&server, name).await;
        profile["ratings"][0]["rating"].clone()
    };
    let set = json!({"category": "blitz", "rating": 1800, "deviation": 100});
    assert_eq!(done(&mut alice, "/api/page/desk/users/Bobby/rating", set.clone()).await, 403);
    assert_eq!(done(&mut admin, "/api/page/desk/users/Alice/rating", set.clone()).await, 204);
    assert_eq!(rating("Alice").await, 1800);
    for wrong in [
        json!({"category": "blitz", "rating": 9000, "deviation": 100}),
        json!({"category": "blitz", "rating": 1800, "deviation": 1}),
        json!({"category": "go", "rating": 1800, "deviation": 100}),
    ] {
        assert_eq!(done(&mut admin, "/api/page/desk/users/Alice/rating", wrong).await, 400);
    }

    let wish = NewGame::friend().clocks(300_000, 3_000).rated();
    let (game, mut white, mut black) = game_of(&alice, &bob, wish).await;
    white.play("e2e4").await.accepted();
    black.follow(&white).await;
    black.play("e7e5").await.accepted();
    black.command("resign", json!({})).await.accepted();
    white.next("rated").await;
    assert_ne!(rating("Alice").await, 1800);
    let unrate = format!("/api/page/desk/games/{game}/unrate");
    assert_eq!(done(&mut alice, &unrate, json!({"text": "x"})).await, 403);
    assert_eq!(done(&mut admin, &unrate, json!({"text": "helped by an engine"})).await, 204);
    assert_eq!(rating("Alice").await, 1800);
    assert_eq!(done(&mut admin, &unrate, json!({"text": "again"})).await, 409);
    assert_eq!(done(&mut admin, "/api/page/desk/games/00000000/unrate", json!({})).await, 409);
    assert_eq!(done(&mut admin, "/api/page/desk/games/x/unrate", json!({})).await, 404);

    // Both stand in the log, and both can be undone: the game counts again, once.
    let log = admin.get("/api/page/desk/log").await;
    let unrated = &log["entries"][0];
    assert_eq!(
        (&unrated["deed"], &unrated["game"], &unrated["why"]),
        (&json!({"did": "unrate"}), &json!(game), &json!("helped by an engine"))
    );
    assert_eq!(unrated["can_undo"], true);
    let undo = format!("/api/page/desk/log/{}/undo", unrated["id"]);
    assert_eq!(done(&mut alice, &undo, Value::Null).await, 403);
    for status in [204, 409] {
        assert_eq!(done(&mut admin, &undo, Value::Null).await, status);
        assert_ne!(rating("Alice").await, 1800);
    }
    assert_eq!(admin.get("/api/page/desk/log").await["entries"][1]["undone"], true);
    let set = &log["entries"][1];
    let (newcomer, known) =
        (json!({"points": 1500, "deviation": 350}), json!({"points": 1800, "deviation": 100}));
    let deed = json!({"did": "rating", "category": "blitz", "before": newcomer, "after": known});
    assert_eq!((&set["deed"], &set["can_undo"]), (&deed, &json!(true)));
    let undo = format!("/api/page/desk/log/{}/undo", set["id"]);
    for status in [204, 409, 409] {
        assert_eq!(done(&mut admin, &undo, Value::Null).await, status);
        assert_eq!(rating("Alice").await, 1500);
    }
}

/// Once each of them set the rating anew, and each stood in the log.
#[tokio::test]
async fn of_two_who_undo_one_act_at_the_same_time_one_does_and_the_other_is_told() {
    let (server, mut admin) = with_admin().await;
    registered(&server, "Alice").await;
    let other = staff(&server, &mut admin, "judge", "moderator").await;
    let set = json!({"category": "blitz", "rating": 1800, "deviation": 100});
    assert_eq!(done(&mut admin, "/api/page/desk/users/Alice/rating", set).await, 204);
    assert_eq!(done(&mut admin, "/api/page/desk/users/Alice/mute", json!({"text": "rude"})).await, 204);
    let before = admin.get("/api/page/desk/log").await["entries"].as_array().unwrap().len();
    for line in 0..2 {
        let log = admin.get("/api/page/desk/log").await;
        let entry = log["entries"].as_array().unwrap().iter().find(|entry| entry["can_undo"] == true);
        let undo = format!("/api/page/desk/log/{}/undo", entry.expect("one is left")["id"]);
        let (one, two) = tokio::join!(admin.call("POST", &undo, ""), other.call("POST", &undo, ""));
        let mut statuses = [one.status, two.status];
        statuses.sort_unstable();
        assert_eq!(statuses, [204, 409], "{line}: {} {}", one.body, two.body);
        let refused = if one.status == 409 { one } else { two };
        assert!(refused.body.contains("undone already"), "{}", refused.body);
    }
    let log = admin.get("/api/page/desk/log").await;
    let entries = log["entries"].as_array().unwrap();
    assert_eq!(entries.len(), before + 2, "nothing stands there twice: {log}");
    assert_eq!(admin_view(&server, "Alice").await["ratings"][0]["rating"], 1500);
}

/// A player's profile, as everybody sees it.
async fn admin_view(server: &Server, name: &str) -> Value {
    server.get(&format!("/api/page/players/{name}")).await.json()
}

/// Nothing in the log said why nobody could play: only the words on the server's console did.
#[tokio::test]
async fn a_stop_at_the_desk_stands_in_the_log_before_the_server_stops() {
    let (mut server, mut admin) = with_admin().await;
    let stop = "/api/page/desk/stop";
    assert_eq!(done(&mut admin, stop, json!({"sure": false})).await, 400);
    assert_eq!(admin.get("/api/page/desk/log").await["entries"], json!([]), "it goes on");
    assert_eq!(done(&mut admin, stop, json!({"sure": true})).await, 204);
    assert!(server.ended().await);
    server.restart().await;
    let log = admin.moved_to(&server).get("/api/page/desk/log").await;
    let entries = log["entries"].as_array().expect("a list");
    let told: Vec<_> =
        entries.iter().map(|entry| (&entry["deed"], &entry["by"], &entry["can_undo"])).collect();
    assert_eq!(told, [(&json!({"did": "stop"}), &json!("chief"), &json!(false))]);
}

/// The default rules are open to everybody, so they must not take the place of rules that can't be read.
#[tokio::test]
async fn a_server_whose_rules_cant_be_read_does_not_start_open() {
    let (mut server, mut admin) = with_admin().await;
    let mut site = admin.get("/api/page/site").await;
    site["watch"] = json!("accounts");
    assert_eq!(admin.act("PUT", "/api/page/desk/site", &site).await.status, 204);
    assert!(server.stop().await);
    let database =
        rusqlite::Connection::open(server.data().join("tabiya.db")).expect("the server has stopped");
    let broken = "UPDATE site SET value = CAST(X'7bff' AS TEXT) WHERE name = 'rules'";
    assert_eq!(database.execute(broken, []).expect("the table is there"), 1);
    drop(database);
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_tabiya"))
        .args(["serve", "--listen", "127.0.0.1:0", "--data"])
        .arg(server.data())
        .output()
        .expect("the program starts");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success() && said.contains("the site's rules can't be read"), "{said}");
}
