// SPDX-License-Identifier: AGPL-3.0-or-later
//! Rounds that organisers begin by program: bulk pairings, clocks that are started, and tokens for players on a list.

use serde_json::{Value, json};
use tabiya_testkit::Server;

use crate::clients::{token_of, token_of_new};
use crate::people::registered;
use crate::personal::Tab;
use crate::programs::{ask, error, open_stream, until_end};
use crate::server_with;

/// Staff without a second factor, who order rounds by program.
async fn server() -> Server {
    server_with(&["--staff-totp", "off"]).await
}

/// Four players' tokens, and an admin's who organises.
pub(crate) async fn field(server: &Server) -> ([String; 4], String) {
    let players = ["Ann", "Bob", "Cid", "Dora"];
    let tokens = players.map(|name| token_of_new(server, name, "challenge:write,board:play"));
    crate::clients::tabiya(server, &["user", "add", "Olga", "--role", "admin"]);
    (tokens, token_of(server, "Olga", "challenge:bulk,web:mod"))
}

async fn clocks_run(server: &Server, game: &str) -> bool {
    let answer = ask(server, "GET", &format!("/api/games/{game}"), "", "").await;
    answer.status == 200 && answer.json()["situation"]["clocks"]["running"] != Value::Null
}

#[tokio::test]
async fn a_round_begins_at_once_and_its_clocks_are_started() {
    let server = server().await;
    let ([ann, bob, cid, dora], olga) = field(&server).await;
    let form = format!("players={ann}:{bob},{cid}:{dora}&clock.limit=180&clock.increment=2&rated=true");
    let bulk = ask(&server, "POST", "/api/bulk-pairing", &olga, &form).await;
    assert_eq!(bulk.status, 200, "{}", bulk.body);
    let bulk = bulk.json();
    assert_eq!(bulk["games"][1]["white"], json!("cid"));
    assert_eq!((&bulk["clock"]["limit"], &bulk["variant"]), (&json!(180), &json!("standard")));
    assert!(bulk["pairedAt"].is_u64(), "{bulk}");
    let playing = ask(&server, "GET", "/api/account/playing", &bob, "").await.json();
    assert_eq!(playing["nowPlaying"][0]["gameId"], bulk["games"][0]["id"]);
    assert_eq!(playing["nowPlaying"][0]["color"], json!("black"));
    let path = format!("/api/bulk-pairing/{}", bulk["id"].as_str().unwrap());
    let game = bulk["games"][0]["id"].as_str().unwrap();
    assert!(!clocks_run(&server, game).await);
    assert_eq!(ask(&server, "POST", &format!("{path}/start-clocks"), &olga, "").await.status, 200);
    assert!(clocks_run(&server, game).await);
    // Once more does nothing, and what has begun is not taken back.
    assert_eq!(ask(&server, "POST", &format!("{path}/start-clocks"), &olga, "").await.status, 200);
    let cancelled = ask(&server, "DELETE", &path, &olga, "").await;
    assert!(cancelled.status == 400 && error(&cancelled).contains("begun"), "{}", cancelled.body);
    let games = ask(&server, "GET", &format!("{path}/games"), &olga, "").await;
    assert_eq!(games.body.matches("[Event ").count(), 2, "{}", games.body);
    assert_eq!(ask(&server, "GET", &path, &ann, "").await.status, 403);
}

/// The page showed a newcomer without a rating, unlike after a search or a challenge.
#[tokio::test]
async fn the_pages_of_both_players_hear_of_a_round_with_the_opponents_rating() {
    let server = server().await;
    let mut pages = Vec::new();
    for (name, opponent) in [("Ann", "Bob"), ("Bob", "Ann")] {
        let mut tab = Tab::open(&registered(&server, name).await).await;
        tab.follow("me").await;
        pages.push((tab, opponent));
    }
    let [ann, bob] = ["Ann", "Bob"].map(|name| token_of(&server, name, "challenge:write"));
    crate::clients::tabiya(&server, &["user", "add", "Olga", "--role", "admin"]);
    let olga = token_of(&server, "Olga", "challenge:bulk");
    let form = format!("players={ann}:{bob}&clock.limit=180&clock.increment=2");
    assert_eq!(ask(&server, "POST", "/api/bulk-pairing", &olga, &form).await.status, 200);
    for (mut tab, opponent) in pages {
        let paired = tab.next("paired").await;
        assert_eq!(paired["opponent"]["name"], opponent, "{paired}");
        assert!(paired["opponent"]["rating"].is_object(), "{paired}");
    }
}

/// In an hour, so that no test is too slow for it.
pub(crate) fn in_an_hour() -> u128 {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    now.expect("it is after 1970").as_millis() + 3_600_000
}

fn order(players: &str, at: u128) -> String {
    format!("players={players}&clock.limit=60&clock.increment=0&pairAt={at}&startClocksAt={at}")
}

/// Starts the server again, for which rounds that were ordered for this time are due now.
async fn restart_when_due(server: &mut Server, at: u128) {
    let database =
        rusqlite::Connection::open(server.data().join("tabiya.db")).expect("the server has stopped");
    let sql = "UPDATE bulk_pairing SET due_at = 1, round = replace(round, ?1, '1') WHERE due_at = ?2";
    let due = i64::try_from(at).expect("a time of today");
    let changed = database.execute(sql, rusqlite::params![at.to_string(), due]).expect("the table is there");
    assert!(changed > 0);
    drop(database);
    server.restart().await;
}

pub(crate) async fn until_clocks_run(server: &Server, game: &str) {
    let begun = async {
        while !clocks_run(server, game).await {
            tokio::time::sleep(std::time::Duration::from_millis(100)).await;
        }
    };
    tokio::time::timeout(std::time::Duration::from_secs(120), begun).await.expect("the game begins");
}

pub(crate) async fn is_there(server: &Server, game: &str) -> bool {
    ask(server, "GET", &format!("/api/games/{game}"), "", "").await.status == 200
}

#[tokio::test]
async fn a_round_that_was_ordered_begins_after_a_restart() {
    let mut server = server().await;
    let ([ann, bob, cid, dora], olga) = field(&server).await;
    let at = in_an_hour();
    let soon = order(&format!("{ann}:{bob}"), at);
    let soon = ask(&server, "POST", "/api/bulk-pairing", &olga, &soon).await.json();
    let later = order(&format!("{cid}:{dora}"), at + 1);
    let later = ask(&server, "POST", "/api/bulk-pairing", &olga, &later).await.json();
    assert_eq!((&soon["pairedAt"], &later["pairedAt"]), (&Value::Null, &Value::Null), "{soon}");
    let game = soon["games"][0]["id"].as_str().unwrap();
    assert!(!is_there(&server, game).await);
    server.kill().await;
    restart_when_due(&mut server, at).await;
    until_clocks_run(&server, game).await;
    // It is noted as done a moment after its clocks run.
    let other_is_done = async {
        let listed =
            async || ask(&server, "GET", "/api/bulk-pairing", &olga, "").await.json()["bulks"].clone();
        while listed().await.as_array().map(Vec::len) != Some(1) {
            tokio::time::sleep(std::time::Duration::from_millis(100)).await;
        }
    };
    tokio::time::timeout(std::time::Duration::from_secs(120), other_is_done).await.expect("one is done");
    let path = format!("/api/bulk-pairing/{}", later["id"].as_str().unwrap());
    assert_eq!(ask(&server, "DELETE", &path, &olga, "").await.status, 200);
    assert_eq!(ask(&server, "GET", &path, &olga, "").await.status, 404);
}

#[tokio::test]
async fn nobody_is_paired_without_their_token_or_twice() {
    let server = server().await;
    let ([ann, bob, cid, _], olga) = field(&server).await;
    let reader = token_of(&server, "Bob", "");
    for (players, why) in [
        (format!("{ann}:nonsense"), "board 1: a token is not valid"),
        (format!("{cid}:{ann},{ann}:{bob}"), "board 2: Ann plays twice"),
        (format!("{ann}:{reader}"), "lacks the scope challenge:write"),
        (ann.clone(), "pairs of tokens"),
    ] {
        let form = format!("players={players}&clock.limit=60&clock.increment=0");
        let answer = ask(&server, "POST", "/api/bulk-pairing", &olga, &form).await;
        assert!(answer.status == 400 && error(&answer).contains(why), "{why}: {}", answer.body);
    }
    // A player who takes no challenges can't be paired, with either colour.
    let mut eve = registered(&server, "Eve").await;
    let hers = token_of(&server, "Eve", "challenge:write");
    let nobody = json!({"challenges": "nobody"});
    assert_eq!(eve.act("PUT", "/api/page/settings", &nobody).await.status, 204);
    for players in [format!("{hers}:{ann}"), format!("{ann}:{hers}")] {
        let form = format!("players={players}&clock.limit=60&clock.increment=0");
        let answer = ask(&server, "POST", "/api/bulk-pairing", &olga, &form).await;
        assert_eq!(answer.status, 400, "{}", answer.body);
    }
    assert_eq!(ask(&server, "POST", "/api/bulk-pairing", &ann, "").await.status, 403);
    let player = token_of(&server, "Ann", "challenge:bulk");
    let form = format!("players={ann}:{bob}&clock.limit=60&clock.increment=0");
    let refused = ask(&server, "POST", "/api/bulk-pairing", &player, &form).await;
    assert!(refused.status == 403 && error(&refused).contains("staff"), "{}", refused.body);
}

#[tokio::test]
async fn both_players_start_the_clocks_of_their_game() {
    let server = server().await;
    let ([ann, bob, cid, _], _) = field(&server).await;
    let made = format!("clock.limit=60&clock.increment=0&color=white&acceptByToken={bob}");
    let made = ask(&server, "POST", "/api/challenge/Bob", &ann, &made).await.json();
    let game = made["game"]["gameId"].as_str().unwrap().to_owned();
    let path = format!("/api/challenge/{game}/start-clocks");
    let alone = ask(&server, "POST", &path, &ann, "").await;
    assert!(alone.status == 400 && error(&alone).contains("black has not agreed"), "{}", alone.body);
    let stranger = ask(&server, "POST", &format!("{path}?token1={ann}&token2={cid}"), &ann, "").await;
    assert_eq!(stranger.status, 400);
    assert!(!clocks_run(&server, &game).await);
    let both = format!("{path}?token1={ann}&token2={bob}");
    assert_eq!(ask(&server, "POST", &both, &ann, "").await.status, 200);
    assert!(clocks_run(&server, &game).await);
    assert_eq!(ask(&server, "POST", &both, &ann, "").await.status, 200, "they run already");
}

#[tokio::test]
async fn an_organiser_gets_tokens_for_challenges_of_the_players() {
    let server = server().await;
    let ([ann, ..], olga) = field(&server).await;
    let form = "users=ann,Bob&description=Club%20evening";
    let tokens = ask(&server, "POST", "/api/token/admin-challenge", &olga, form).await.json();
    let first = tokens["bob"].as_str().unwrap().to_owned();
    let tested = ask(&server, "POST", "/api/token/test", "", &first).await.json();
    assert_eq!(
        (&tested[&first]["userId"], &tested[&first]["scopes"]),
        (&json!("bob"), &json!("challenge:write"))
    );
    // The same again: the older ones end.
    let again = ask(&server, "POST", "/api/token/admin-challenge", &olga, form).await.json();
    assert_ne!(again["bob"], tokens["bob"]);
    assert_eq!(ask(&server, "POST", "/api/token/test", "", &first).await.json()[&first], Value::Null);
    let player = token_of(&server, "Ann", "web:mod");
    assert_eq!(ask(&server, "POST", "/api/token/admin-challenge", &player, form).await.status, 403);
    assert_eq!(ask(&server, "POST", "/api/token/admin-challenge", &ann, form).await.status, 403);
}

#[tokio::test]
async fn what_a_challenges_rules_forbid_is_refused() {
    let server = server().await;
    let ([ann, bob, ..], _) = field(&server).await;
    let made = format!("clock.limit=60&clock.increment=0&rules=noAbort,noRematch&acceptByToken={bob}");
    let made = ask(&server, "POST", "/api/challenge/Bob", &ann, &made).await.json();
    let path = |what: &str| format!("/api/board/game/{}/{what}", made["game"]["gameId"].as_str().unwrap());
    let aborted = ask(&server, "POST", &path("abort"), &ann, "").await;
    assert!(aborted.status == 400 && error(&aborted).contains("can't be aborted"), "{}", aborted.body);
    assert_eq!(ask(&server, "POST", &path("resign"), &ann, "").await.status, 200);
}

#[tokio::test]
async fn a_round_is_no_way_around_a_block() {
    let server = server().await;
    let ([ann, bob, cid, dora], olga) = field(&server).await;
    let blocker = token_of(&server, "Bob", "follow:write");
    assert_eq!(ask(&server, "POST", "/api/rel/block/ann", &blocker, "").await.status, 200);
    let order = |players: String| format!("players={players}&clock.limit=60&clock.increment=0");
    let refused = ask(&server, "POST", "/api/bulk-pairing", &olga, &order(format!("{ann}:{bob}"))).await;
    assert!(refused.status == 400 && error(&refused).contains("Ann and Bob"), "{}", refused.body);
    let begun = ask(&server, "POST", "/api/bulk-pairing", &olga, &order(format!("{cid}:{dora}"))).await;
    assert_eq!(begun.status, 200, "{}", begun.body);
}

#[tokio::test]
async fn a_round_that_cant_be_read_stops_no_other_and_a_closed_account_is_left_out() {
    let mut server = server().await;
    let ([ann, bob, cid, dora], olga) = field(&server).await;
    let eve = token_of_new(&server, "Eve", "challenge:write");
    let at = in_an_hour();
    let mut ids = Vec::new();
    for pair in
        [format!("{ann}:{eve}"), format!("{ann}:{bob}"), format!("{cid}:{dora}"), format!("{bob}:{eve}")]
    {
        let round = ask(&server, "POST", "/api/bulk-pairing", &olga, &order(&pair, at)).await.json();
        ids.push([&round["id"], &round["games"][0]["id"]].map(|id| id.as_str().unwrap().to_owned()));
    }
    crate::clients::tabiya(&server, &["user", "close", "Eve"]);
    assert!(server.stop().await);
    let database =
        rusqlite::Connection::open(server.data().join("tabiya.db")).expect("the server has stopped");
    let broken = "UPDATE bulk_pairing SET round = '{}' WHERE id = ?1";
    assert_eq!(database.execute(broken, [&ids[1][0]]).expect("the table is there"), 1);
    let no_stage = "UPDATE bulk_pairing SET stage = 77 WHERE id = ?1";
    assert_eq!(database.execute(no_stage, [&ids[3][0]]).expect("the table is there"), 1);
    drop(database);
    restart_when_due(&mut server, at).await;
    until_clocks_run(&server, &ids[2][1]).await;
    // All that is due is tried in one go, in no fixed order: the other two have had their turn when nothing is left.
    let all_tried = async {
        while ask(&server, "GET", "/api/bulk-pairing", &olga, "").await.body != r#"{"bulks":[]}"# {
            tokio::time::sleep(std::time::Duration::from_millis(100)).await;
        }
    };
    tokio::time::timeout(std::time::Duration::from_secs(120), all_tried).await.expect("nothing waits");
    for [_, game] in [&ids[0], &ids[1], &ids[3]] {
        assert!(!is_there(&server, game).await);
    }
}

#[tokio::test]
async fn who_takes_a_token_back_is_left_out_of_the_round() {
    let mut server = server().await;
    let ([ann, bob, cid, dora], olga) = field(&server).await;
    let at = in_an_hour();
    let form = order(&format!("{ann}:{bob},{cid}:{dora}"), at);
    let round = ask(&server, "POST", "/api/bulk-pairing", &olga, &form).await.json();
    let game = |board: usize| round["games"][board]["id"].as_str().unwrap();
    assert_eq!(ask(&server, "DELETE", "/api/token", &ann, "").await.status, 204);
    assert!(server.stop().await);
    restart_when_due(&mut server, at).await;
    until_clocks_run(&server, game(1)).await;
    assert!(!is_there(&server, game(0)).await);
}

#[tokio::test]
async fn tokens_end_where_sessions_do_and_with_the_role_of_who_made_them() {
    let server = server().await;
    let ([ann, bob, ..], olga) = field(&server).await;
    let form = "users=cid&description=Club";
    let made = ask(&server, "POST", "/api/token/admin-challenge", &olga, form).await.json();
    let made = made["cid"].as_str().expect("a token").to_owned();
    crate::clients::tabiya(&server, &["user", "add", "Second", "--role", "admin"]);
    crate::clients::tabiya(&server, &["user", "reset", "ann", "--second-factor"]);
    crate::clients::tabiya(&server, &["user", "role", "olga", "player"]);
    let tested =
        ask(&server, "POST", "/api/token/test", "", &[&*ann, &bob, &made, &olga].join(",")).await.json();
    assert_eq!((&tested[&ann], &tested[&made], &tested[&olga]), (&Value::Null, &Value::Null, &Value::Null));
    assert_eq!(tested[&bob]["userId"], "bob", "nothing has changed for Bob");
}

/// A token that the organiser makes for a player.
async fn made_for(server: &Server, organiser: &str, name: &str) -> String {
    let form = format!("users={name}&description=Club");
    let made = ask(server, "POST", "/api/token/admin-challenge", organiser, &form).await.json();
    made[name].as_str().expect("a token").to_owned()
}

#[tokio::test]
async fn a_token_that_an_organiser_made_opens_challenges_alone() {
    let server = server().await;
    let ([.., cid, _], olga) = field(&server).await;
    assert_eq!(ask(&server, "POST", "/api/user/bob/note", &cid, "text=mine").await.status, 200);
    let made = made_for(&server, &olga, "cid").await;
    for (method, path, body) in [
        ("GET", "/api/user/bob/note", ""),
        ("POST", "/api/user/bob/note", "text=not+mine"),
        ("GET", "/api/games/export/imports", ""),
        ("POST", "/api/import", "pgn=1.+e4"),
        ("GET", "/api/account", ""),
        ("GET", "/api/stream/event", ""),
    ] {
        let refused = ask(&server, method, path, &made, body).await;
        assert!(refused.status == 403 && error(&refused).contains("organiser"), "{path}: {}", refused.body);
    }
    let challenge = "clock.limit=60&clock.increment=0";
    assert_eq!(ask(&server, "POST", "/api/challenge/bob", &made, challenge).await.status, 200);
}

#[tokio::test]
async fn newer_tokens_of_the_organiser_keep_everybody_in_the_round() {
    let mut server = server().await;
    let (_, olga) = field(&server).await;
    let (ann, bob) = (made_for(&server, &olga, "ann").await, made_for(&server, &olga, "bob").await);
    let at = in_an_hour();
    let round = ask(&server, "POST", "/api/bulk-pairing", &olga, &order(&format!("{ann}:{bob}"), at)).await;
    let game = round.json()["games"][0]["id"].as_str().expect("a game").to_owned();
    assert_ne!(made_for(&server, &olga, "ann").await, ann);
    assert!(server.stop().await);
    restart_when_due(&mut server, at).await;
    until_clocks_run(&server, &game).await;
}

#[tokio::test]
async fn a_challenge_that_is_kept_alive_ends_with_the_role_of_who_made_its_token() {
    let server = server().await;
    let (_, olga) = field(&server).await;
    let made = made_for(&server, &olga, "cid").await;
    let wish = "clock.limit=60&clock.increment=0&keepAliveStream=true";
    let mut stream = open_stream(&server, "POST", "/api/challenge/bob", &made, wish).await;
    crate::clients::tabiya(&server, &["user", "add", "Second", "--role", "admin"]);
    crate::clients::tabiya(&server, &["user", "role", "olga", "player"]);
    until_end(&mut stream, "the challenge").await;
    let reader = token_of(&server, "Bob", "challenge:read");
    assert_eq!(ask(&server, "GET", "/api/challenge", &reader, "").await.json()["in"], json!([]));
}

#[tokio::test]
async fn a_challenge_that_is_accepted_three_times_at_once_is_one_game() {
    let server = server().await;
    let ([ann, bob, ..], _) = field(&server).await;
    for _ in 0..5 {
        let made =
            ask(&server, "POST", "/api/challenge/Bob", &ann, "clock.limit=60&clock.increment=0").await.json();
        let path = format!("/api/challenge/{}/accept", made["id"].as_str().expect("an id"));
        let accept = || ask(&server, "POST", &path, &bob, "");
        let (one, two, three) = tokio::join!(accept(), accept(), accept());
        assert_eq!([one.status, two.status, three.status], [200; 3], "{} {}", two.body, three.body);
        let game = made["id"].as_str().expect("an id");
        assert_eq!(
            ask(&server, "POST", &format!("/api/board/game/{game}/abort"), &ann, "").await.status,
            200
        );
    }
}

#[tokio::test]
async fn what_a_challenges_rules_forbid_is_refused_against_the_computer_too() {
    let server = server().await;
    let ([ann, ..], _) = field(&server).await;
    let made = ask(&server, "POST", "/api/challenge/ai", &ann, "level=1&color=white&rules=noAbort").await;
    assert_eq!(made.status, 201, "{}", made.body);
    let path = format!("/api/board/game/{}/abort", made.json()["id"].as_str().expect("an id"));
    let aborted = ask(&server, "POST", &path, &ann, "").await;
    assert!(aborted.status == 400 && error(&aborted).contains("can't be aborted"), "{}", aborted.body);
}

#[tokio::test]
async fn who_made_an_open_challenge_takes_it_back_as_long_as_a_seat_is_open() {
    let server = server().await;
    let ([ann, bob, cid, _], _) = field(&server).await;
    let made = async |rules: &str| {
        let wish = format!("clock.limit=60&clock.increment=0&rules={rules}");
        let made = ask(&server, "POST", "/api/challenge/open", &ann, &wish).await.json();
        made["id"].as_str().expect("an id").to_owned()
    };
    let path = |id: &str, what: &str| format!("/api/challenge/{id}/{what}");
    let id = made("").await;
    assert_eq!(ask(&server, "POST", &path(&id, "cancel"), &bob, "").await.status, 404);
    assert_eq!(ask(&server, "POST", &path(&id, "cancel"), &ann, "").await.status, 200);
    assert_eq!(ask(&server, "POST", &path(&id, "accept"), &bob, "").await.status, 400);
    // Also where it may not be aborted once both are there, and somebody else has one of the seats.
    let id = made("noAbort").await;
    assert_eq!(ask(&server, "POST", &path(&id, "accept"), &bob, "").await.status, 200);
    assert_eq!(ask(&server, "POST", &path(&id, "cancel"), &ann, "").await.status, 200);
    let id = made("noAbort").await;
    for player in [&bob, &cid] {
        assert_eq!(ask(&server, "POST", &path(&id, "accept"), player, "").await.status, 200);
    }
    assert_eq!(ask(&server, "POST", &path(&id, "cancel"), &ann, "").await.status, 404);
    let refused = ask(&server, "POST", &path(&id, "cancel"), &bob, "").await;
    assert!(refused.status == 400 && error(&refused).contains("can't be aborted"), "{}", refused.body);
}

/// `users` was ignored: a third player sat down.
#[tokio::test]
async fn an_open_challenge_for_two_players_takes_nobody_else() {
    let server = server().await;
    let ([ann, bob, cid, _], _) = field(&server).await;
    for wish in ["clock.limit=60&clock.increment=0&users=bob,Cid", r#"{"days":2,"users":["bob","cid"]}"#] {
        let made = ask(&server, "POST", "/api/challenge/open", &ann, wish).await.json();
        assert_eq!(made["open"]["userIds"], json!(["bob", "cid"]), "{made}");
        let id = made["id"].as_str().expect("an id");
        let accept = format!("/api/challenge/{id}/accept");
        let refused = ask(&server, "POST", &accept, &ann, "").await;
        assert!(refused.status == 400 && error(&refused).contains("kept for other"), "{}", refused.body);
        for player in [&cid, &bob] {
            let accepted = ask(&server, "POST", &accept, player, "color=white").await;
            assert_eq!(accepted.status, 200, "{}", accepted.body);
        }
        let playing = ask(&server, "GET", "/api/account/playing", &cid, "").await.json();
        let game =
            playing["nowPlaying"].as_array().and_then(|all| all.iter().find(|one| one["gameId"] == id));
        assert_eq!(game.expect("the game")["color"], json!("black"));
    }
}

/// What would have restricted something was dropped without a word.
#[tokio::test]
async fn a_field_that_restricts_is_honoured_or_refused() {
    let server = server().await;
    let ([ann, bob, ..], _) = field(&server).await;
    for (wish, why) in [
        ("users=bob", "two names"),
        ("users=bob,bob", "both seats"),
        ("users=bob,cid,dora", "at most 2"),
        ("expiresAt=1", "expiresAt"),
        ("rules=noAbort,noMercy", "rules"),
    ] {
        let refused = ask(&server, "POST", "/api/challenge/open", &ann, wish).await;
        assert!(refused.status == 400 && error(&refused).contains(why), "{wish}: {}", refused.body);
    }
    let nobody = ask(&server, "POST", "/api/challenge/open", &ann, "users=bob,nobody").await;
    assert_eq!(nobody.status, 404, "{}", nobody.body);
    let names = ask(&server, "GET", "/api/player/autocomplete?term=bob&team=x", &ann, "").await;
    assert_eq!(names.status, 400, "{}", names.body);
    // A finished game, which nobody has analysed.
    let wish = "users=ann,bob&days=2";
    let made = ask(&server, "POST", "/api/challenge/open", "", wish).await.json();
    let id = made["id"].as_str().expect("an id");
    for player in [&ann, &bob] {
        assert_eq!(
            ask(&server, "POST", &format!("/api/challenge/{id}/accept"), player, "").await.status,
            200
        );
    }
    let resigned = ask(&server, "POST", &format!("/api/board/game/{id}/resign"), &ann, "").await;
    assert_eq!(resigned.status, 200, "{}", resigned.body);
    for (query, games) in [("", 1), ("?analysed=false", 1), ("?analysed=true", 0)] {
        let read = ask(&server, "GET", &format!("/api/games/user/ann{query}"), "", "").await;
        assert_eq!(read.body.matches("[Event ").count(), games, "{query}: {}", read.body);
    }
}

/// A game that is taken back by whoever offered it was left by nobody.
#[tokio::test]
async fn nobody_waits_because_a_challenge_was_taken_back() {
    let server = server().await;
    let ([ann, bob, ..], _) = field(&server).await;
    for time in 1..=7 {
        let wish = "rated=true&clock.limit=300&clock.increment=0";
        let made = ask(&server, "POST", "/api/challenge/open", &ann, wish).await.json();
        let path = |what: &str| format!("/api/challenge/{}/{what}", made["id"].as_str().expect("an id"));
        // White was blamed once, and only somebody who has left six games waits.
        let accepted = ask(&server, "POST", &path("accept"), &bob, "color=white").await;
        assert_eq!(accepted.status, 200, "time {time}: {}", accepted.body);
        assert_eq!(ask(&server, "POST", &path("cancel"), &ann, "").await.status, 200);
    }
}
