// SPDX-License-Identifier: AGPL-3.0-or-later
//! Events with games on the server: a round begins by itself, its results come in by themselves, and a kill at the start of a
//! round leaves nobody out.

use std::time::{Duration, Instant};

use futures_util::future::join_all;
use serde_json::{Value, json};
use tabiya_protocol::events::LONGEST_TYPED_GAME;
use tabiya_testkit::{GameSocket, Guest, PATIENCE, Server};
use tokio::time::{sleep, timeout};

use crate::clients::tabiya;
use crate::desk::{staff, with_admin};
use crate::people::{PASSWORD, login, registered};
use crate::server;

/// Looks at an event until it is as wanted.
pub(crate) async fn until(of: &Guest, event: &str, what: &str, wanted: impl Fn(&Value) -> bool) -> Value {
    let look = async {
        loop {
            let view = of.get(&format!("/api/page/events/{event}")).await["event"].take();
            if wanted(&view) {
                return view;
            }
            sleep(Duration::from_millis(50)).await;
        }
    };
    timeout(2 * PATIENCE, look).await.unwrap_or_else(|_| panic!("the event never {what}"))
}

pub(crate) fn games(view: &Value, round: usize) -> Vec<String> {
    let boards = view["rounds"][round]["boards"].as_array().expect("boards");
    boards.iter().map(|board| board["games"][0]["game"].as_str().expect("a game").to_owned()).collect()
}

/// A socket that follows an event, and the first message.
async fn follow(guest: &Guest, event: &str) -> (GameSocket, Value) {
    let socket = GameSocket::connect(guest, "none", "protocol=3", Some(&guest.origin())).await;
    let mut socket = socket.unwrap_or_else(|status| panic!("sockets are for everybody, not {status}"));
    let topic = format!("event:{event}");
    socket.send_text(&json!({ "type": "subscribe", "topic": topic }).to_string()).await;
    let first = socket.until("the event", |message| message["topic"] == topic.as_str()).await;
    (socket, first)
}

/// An event over the board of Olga's, with a round in which Ann has won against Bo or lost.
async fn hall(server: &Server) -> (Guest, String) {
    let olga = registered(server, "Olga").await;
    let new = [
        "event", "new", "Hall", "--format", "swiss", "--rounds", "2", "--time", "5+3", "--otb", "--owner",
        "Olga",
    ];
    let said = tabiya(server, &new);
    let event = said.split_whitespace().last().expect("the id is the last word").to_owned();
    for name in ["Berg, Ann", "Lind, Bo", "Zorn, Cleo"] {
        tabiya(server, &["event", "enter", &event, name]);
    }
    for step in ["pair", "publish", "start"] {
        tabiya(server, &["event", step, &event]);
    }
    tabiya(server, &["event", "result", &event, "1", "1-0"]);
    (olga, format!("/api/page/events/{event}"))
}

/// The helper's door took bodies of 16 KiB, and refused games that the arbiter's own took.
#[tokio::test]
async fn a_helper_types_a_game_as_long_as_any() {
    let server = server().await;
    let (olga, path) = hall(&server).await;
    let wish = json!({"label": "Bo", "first": 1, "last": 1, "deputy": false}).to_string();
    let given = olga.call("POST", &format!("{path}/codes"), &wish).await;
    assert_eq!(given.status, 201, "{}", given.body);
    let code = given.json()["code"].clone();
    let phone = Guest::new(&server).await;
    let type_game = async |text: &str| {
        let game = json!({"round": 1, "board": 1, "game": 1, "text": text});
        phone.call("POST", &format!("{path}/results"), &json!({"code": code, "game": game}).to_string()).await
    };
    // A text whose every second character JSON writes with two.
    let text = |bytes: usize| {
        let begin = "1. e4 { ";
        let end = " } e5 1-0";
        let more = bytes - begin.len() - end.len();
        format!("{begin}{}{}{end}", "a\n".repeat(more / 2), "b".repeat(more % 2))
    };
    let longest = text(LONGEST_TYPED_GAME);
    assert_eq!(longest.len(), LONGEST_TYPED_GAME);
    let longer = type_game(&text(LONGEST_TYPED_GAME + 1)).await;
    assert_eq!((longer.status, &longer.json()["refusal"]["kind"]), (400, &json!("game_too_long")));
    let kept = type_game(&longest).await;
    assert_eq!(kept.status, 200, "{}", kept.body);
    assert_eq!(kept.json()["boards"][0]["games"][0]["typed"], true);
    assert_eq!(type_game(&text(4 * LONGEST_TYPED_GAME)).await.status, 413, "no game is so long");
}

#[tokio::test]
async fn wrong_codes_of_an_account_are_counted_and_what_is_kept_of_a_claimed_player_says_no_account() {
    let server = server().await;
    let (olga, path) = hall(&server).await;
    let id = path.rsplit('/').next().expect("an id");
    let given = olga.call("POST", &format!("{path}/entrants/1/claim"), "{}").await;
    assert_eq!(given.status, 201, "{}", given.body);
    let code = given.json()["code"].as_str().expect("a code").to_owned();
    let claim = async |who: &Guest, code: &str| {
        who.call("POST", &format!("{path}/claim"), &json!({ "code": code }).to_string()).await.status
    };
    let (zoe, yan) = (registered(&server, "Zoe").await, registered(&server, "Yan").await);
    for number in 10..20 {
        assert_eq!(claim(&zoe, &format!("0000 0000 00{number}")).await, 403);
    }
    assert_eq!(claim(&zoe, &code).await, 429, "she has guessed enough for an hour");
    assert_eq!(claim(&yan, &code.replace(' ', "").to_lowercase()).await, 200);
    let kept = olga.call("GET", &format!("{path}/entrants/1"), "").await;
    assert_eq!(kept.status, 200, "{}", kept.body);
    assert!(kept.body.contains("Berg, Ann") && !kept.body.contains("\"player\""), "{}", kept.body);
    let said = tabiya(&server, &["event", "member", id, "export", "Berg, Ann"]);
    assert_eq!(said.trim(), kept.body.trim(), "the command line says the same");
    // Whoever still plays keeps the name.
    tabiya(&server, &["event", "finish", id]);
    let erase = json!({"seen": 99, "act": {"do": "erase", "entrant": 2}}).to_string();
    for time in ["once", "twice"] {
        assert_eq!(olga.call("POST", &path, &erase).await.status, 200, "{time}");
    }
}

#[tokio::test]
async fn rounds_begin_and_results_come_in_by_themselves_across_a_kill() {
    let mut server = server().await;
    let mut players = Vec::new();
    for name in ["Ann", "Bob", "Cid", "Dora"] {
        players.push((name, registered(&server, name).await));
    }
    let said =
        tabiya(&server, &["event", "new", "Double", "--format", "round-robin", "--double", "--time", "5+3"]);
    let event = said.split_whitespace().last().expect("the id is the last word").to_owned();
    let path = format!("/api/page/events/{event}");
    for (_, player) in &mut players {
        let join = json!({"seen": 1, "act": {"do": "join"}});
        assert_eq!(player.act("POST", &path, &join).await.status, 200);
        let pair = json!({"seen": 9, "act": {"do": "pair"}});
        assert_eq!(player.act("POST", &path, &pair).await.status, 403, "a player organises nothing");
    }
    let begin = |server: &_| {
        for step in ["pair", "publish", "start"] {
            tabiya(server, &["event", step, &event]);
        }
    };
    let ann = &players[0].1;
    let (mut followed, first) = follow(ann, &event).await;
    assert_eq!((&first["event"]["me"], &first["event"]["facts"]["may_organise"]), (&json!(1), &json!(false)));
    // Another program pairs the round. A draft is told to nobody who plays.
    begin(&server);
    let told = followed.until("the round", |message| message["changes"]["round_count"] == 1).await;
    assert_ne!(told["changes"]["rounds"][0]["round"]["stage"], "draft", "{told}");
    assert!(told["seq"].as_u64() > first["seq"].as_u64(), "{told}");
    let view = until(ann, &event, "has games", |view| view["rounds"][0]["stage"] == "started").await;
    let names: Vec<&str> = view["entrants"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|one| one["name"].as_str().expect("a name"))
        .collect();
    assert_eq!(names, ["Ann", "Bob", "Cid", "Dora"]);
    // The game's page names the event, also to a guest.
    let second = &games(&view, 0)[1];
    let of_game = Guest::new(&server).await.get(&format!("/api/page/games/{second}/event")).await;
    assert_eq!(
        of_game["event"],
        json!({"id": event, "name": "Double", "round": 1, "board": 2, "pauses": false})
    );
    // White resigns on both boards.
    for (board, game) in games(&view, 0).iter().enumerate() {
        let white = view["rounds"][0]["boards"][board]["white"].as_u64().expect("a number");
        let (_, white) = &players[white as usize - 1];
        let there = async {
            while white.call("GET", &format!("/api/games/{game}"), "").await.status != 200 {
                sleep(Duration::from_millis(50)).await;
            }
        };
        timeout(2 * PATIENCE, there).await.expect("the game begins");
        let mut socket = white.open(game).await;
        socket.play("e2e4").await.accepted();
        socket.command("resign", json!({})).await.accepted();
    }
    let ended = |view: &Value| {
        let boards = view["rounds"][0]["boards"].as_array().expect("boards");
        boards.iter().all(|board| board["games"][0]["outcome"] == "0-1")
    };
    let view = until(ann, &event, "has results", ended).await;
    assert_eq!(view["standings"][0]["points"], 10);
    let won = |message: &Value| {
        let lines = message["changes"]["lines"].as_array();
        lines.is_some_and(|lines| lines.iter().any(|line| line["points"] == 10))
    };
    followed.until("the standings", won).await;

    // Killed at the start of the round: with the ids of its games stored, and perhaps no game yet.
    begin(&server);
    server.kill().await;
    server.restart().await;
    let view = ann.get(&path).await["event"].take();
    let second = games(&view, 1);
    for game in &second {
        let there = async {
            while ann.call("GET", &format!("/api/games/{game}"), "").await.status != 200 {
                sleep(Duration::from_millis(50)).await;
            }
        };
        timeout(2 * PATIENCE, there).await.expect("the game begins after the restart");
    }
    assert_eq!(games(&ann.get(&path).await["event"], 1), second, "each pair has one game");
    for (name, player) in &players {
        let running = player.get("/api/games").await;
        let of_round = running
            .as_array()
            .expect("a list")
            .iter()
            .filter(|one| second.contains(&one["id"].as_str().expect("an id").to_owned()));
        assert_eq!(of_round.count(), 1, "{name} is in one game of the round");
    }
}

/// Who runs is seen on the game's own page alone, so its moves help nobody.
#[tokio::test]
async fn the_games_of_an_event_are_a_file_with_the_names_of_its_reader_and_without_those_that_run() {
    let server = server().await;
    let olga = registered(&server, "Olga").await;
    let ann = registered(&server, "Ann").await;
    let guest = Guest::new(&server).await;
    let new =
        ["event", "new", "Mixed", "--format", "swiss", "--rounds", "1", "--time", "5+3", "--owner", "Olga"];
    let said = tabiya(&server, &new);
    let event = said.split_whitespace().last().expect("the id is the last word").to_owned();
    let path = format!("/api/page/events/{event}");
    // Somebody in the hall meets somebody online.
    tabiya(&server, &["event", "enter", &event, "Lind, Bo", "--otb", "--rating", "2000"]);
    tabiya(&server, &["event", "enter", &event, "Ann"]);
    for step in ["pair", "publish", "start"] {
        tabiya(&server, &["event", step, &event]);
    }
    let view = until(&ann, &event, "has a game", |view| view["rounds"][0]["stage"] == "started").await;
    let game = &games(&view, 0)[0];
    let there = async {
        while ann.call("GET", &format!("/api/games/{game}"), "").await.status != 200 {
            sleep(Duration::from_millis(50)).await;
        }
    };
    timeout(2 * PATIENCE, there).await.expect("the game begins");
    let pgn = async |of: &Guest| {
        let file = of.call("GET", &format!("{path}/file/pgn"), "").await;
        assert_eq!(file.status, 200, "{}", file.body);
        file.body
    };
    for reader in [&guest, &olga] {
        assert_eq!(pgn(reader).await, "", "it runs");
    }
    let mut socket = ann.open(game).await;
    socket.command("resign", json!({})).await.accepted();
    until(&ann, &event, "is over", |view| view["facts"]["stage"] == "finished").await;
    let written = pgn(&guest).await;
    for tag in ["[Event \"Mixed\"]", "[Round \"1.1\"]", "\"Lind, Bo\"]", "\"Ann\"]"] {
        assert!(written.contains(tag), "{tag} in {written}");
    }
    let short = json!({"seen": 99, "act": {"do": "short_names", "on": true}}).to_string();
    assert_eq!(olga.call("POST", &path, &short).await.status, 200);
    assert!(pgn(&guest).await.contains("\"Bo L.\"]"));
    assert!(pgn(&olga).await.contains("\"Lind, Bo\"]"), "an organiser sees the name in full");
    let none = guest.call("GET", &format!("{path}/file/doc"), "").await;
    assert_eq!((none.status, none.body.contains("trf, csv and pgn")), (404, true), "{}", none.body);
}

/// A helper could find out a date of birth by setting it.
#[tokio::test]
async fn helpers_correct_what_everybody_sees_and_players_ask_for_byes_in_the_page() {
    let server = server().await;
    let (olga, path) = hall(&server).await;
    let (hans, yan) = (registered(&server, "Hans").await, registered(&server, "Yan").await);
    let act = async |who: &Guest, act: Value| {
        who.call("POST", &path, &json!({"seen": 99, "act": act}).to_string()).await
    };
    assert_eq!(act(&olga, json!({"do": "helper", "name": "Hans", "helps": true})).await.status, 200);
    let correct = |card: Value| json!({"do": "correct", "entrant": 1, "card": card});
    assert_eq!(act(&yan, correct(json!({"rating": 1}))).await.status, 403);
    assert_eq!(act(&hans, correct(json!({"rating": 1720, "club": " Wasa "}))).await.status, 200);
    let refused = act(&hans, correct(json!({"birth": "2011"}))).await;
    assert_eq!((refused.status, &refused.json()["refusal"]["kind"]), (403, &json!("owner_only")));
    let corrected = act(&olga, correct(json!({"birth": "2020"}))).await;
    assert_eq!(corrected.status, 200, "{}", corrected.body);
    assert_eq!(corrected.json()["facts"]["short_names"], true, "she is a child");
    let card = format!("{path}/entrants/1/card");
    assert_eq!(yan.call("GET", &card, "").await.status, 403);
    let (helps, owns) = (hans.get(&card).await, olga.get(&card).await);
    assert_eq!(
        (&helps["rating"], &helps["club"], &helps["rest"]),
        (&json!(1720), &json!("Wasa"), &Value::Null)
    );
    assert_eq!(owns["rest"]["birth"], "2020");

    assert_eq!(act(&yan, json!({"do": "join"})).await.status, 200);
    let me = yan.get(&path).await["event"]["me"].clone();
    // Two rounds: no bye is worth half a point.
    let asked = act(&yan, json!({"do": "bye", "entrant": me, "round": 2})).await.json();
    let bye =
        json!({"rounds": [{"round": 2, "half": false, "absence": null}], "halves_left": 1, "last_half": 0});
    assert_eq!(asked["my_byes"], bye);
    let (mut followed, first) = follow(&yan, path.rsplit('/').next().expect("an id")).await;
    assert_eq!(first["event"]["my_byes"], bye);
    let taken_back = act(&olga, json!({"do": "cancel_bye", "entrant": me, "round": 2})).await;
    assert_eq!(taken_back.status, 200, "{}", taken_back.body);
    let told = |message: &Value| message["event"]["my_byes"]["rounds"] == json!([]);
    followed.until("the bye that is no more", told).await;
}

/// Helpers find names in the list of the event's owner. They never see the rest, and nobody else sees anything.
#[tokio::test]
async fn a_list_of_members_is_its_owners_and_helpers_see_names_ratings_and_clubs_alone() {
    let (server, mut admin) = with_admin().await;
    let olga = staff(&server, &mut admin, "Olga", "organiser").await;
    let otto = staff(&server, &mut admin, "Otto", "organiser").await;
    let (hans, yan) = (registered(&server, "Hans").await, registered(&server, "Yan").await);
    let text = "name;rating;club;birth;fide;note;child\n\"Berg, Ann\";1900;Wasa;2011;1234567;left-handed;yes\nBo Lind;1500;;;;;\n";
    let post = async |who: &Guest, path: &str, body: Value| who.call("POST", path, &body.to_string()).await;
    let added = post(&olga, "/api/page/members", json!({ "text": text })).await;
    assert_eq!((added.status, added.json()), (200, json!({"added": 2, "updated": 0, "left_out": []})));
    let wrong = post(&olga, "/api/page/members", json!({"text": "name;child\nCid;maybe\n"})).await;
    assert_eq!(wrong.status, 400, "{}", wrong.body);
    assert!(wrong.body.contains("line 2"), "{}", wrong.body);
    let listed = olga.get("/api/page/members").await;
    assert_eq!(listed["total"], 2);
    assert_eq!(listed["members"][0]["card"]["note"], "left-handed");
    let number = listed["members"][0]["number"].clone();
    assert_eq!(otto.get("/api/page/members").await, json!({"total": 0, "members": []}));
    let kept = format!("/api/page/members/{number}");
    assert_eq!(otto.call("GET", &kept, "").await.status, 404, "Otto has no such member");

    let new = [
        "event", "new", "Hall", "--format", "swiss", "--rounds", "2", "--time", "5+3", "--otb", "--owner",
        "Olga",
    ];
    let event = tabiya(&server, &new).split_whitespace().last().expect("the id is the last word").to_owned();
    let path = format!("/api/page/events/{event}");
    let act = async |who: &Guest, act: Value| post(who, &path, json!({"seen": 99, "act": act})).await;
    let enter = json!({"do": "add_member", "member": number, "present": true, "paid": false});
    for stranger in [&hans, &yan, &otto] {
        assert_eq!(stranger.call("GET", &format!("{path}/members?find=ber"), "").await.status, 403);
        assert_eq!(act(stranger, enter.clone()).await.status, 403);
    }
    assert_eq!(act(&olga, json!({"do": "helper", "name": "Hans", "helps": true})).await.status, 200);
    let found = hans.get(&format!("{path}/members?find=ber")).await;
    let ann = json!({"number": number, "name": "Berg, Ann", "rating": 1900, "club": "Wasa"});
    assert_eq!(found, json!({ "members": [ann] }), "no date of birth, no id, no note");
    assert_eq!(hans.get(&format!("{path}/members")).await, json!({"members": []}), "no letters, no names");
    assert_eq!(hans.call("GET", "/api/page/members", "").await.status, 403);
    let keep = json!({"do": "add_late_entry", "name": "Cid", "rating": null, "club": "", "present": true, "paid": false, "keep": true});
    assert_eq!(act(&hans, keep.clone()).await.status, 403, "a helper writes into nobody's list");
    let entered = act(&hans, enter.clone()).await;
    assert_eq!(entered.status, 200, "{}", entered.body);
    assert_eq!(entered.json()["facts"]["short_names"], true, "Ann is a child");
    assert_eq!(hans.get(&format!("{path}/members?find=ber")).await, json!({"members": []}), "she is in");
    let shown = Guest::new(&server).await.get(&path).await;
    assert_eq!(shown["event"]["entrants"][0]["name"], "Ann B.");
    assert!(!shown.to_string().contains("2011") && !shown.to_string().contains("left-handed"), "{shown}");
    assert_eq!(act(&olga, keep).await.status, 200);
    assert_eq!(olga.get("/api/page/members?find=cid").await["members"][0]["card"]["name"], "Cid");

    let erase = format!("{kept}/erase");
    let refused = post(&olga, &erase, json!({})).await;
    let why = json!({"kind": "member_still_plays", "name": "Berg, Ann", "event": "Hall"});
    assert_eq!((refused.status, &refused.json()["refusal"]), (409, &why));
    tabiya(&server, &["event", "finish", &event]);
    let export = olga.call("GET", &kept, "").await;
    assert!(export.body.contains("left-handed") && export.body.contains("\"Hall\""), "{}", export.body);
    let said = tabiya(&server, &["members", "export", "ann berg", "--of", "Olga"]);
    assert_eq!(said.trim(), export.body.trim(), "the command line says the same");
    let said = tabiya(&server, &["members", "list", "--of", "Olga"]);
    assert!(said.contains("\"Berg, Ann\",1900,,,1234567,,,2011,,Wasa,left-handed,yes"), "{said}");
    let erased = post(&olga, &erase, json!({})).await;
    assert_eq!((erased.status, erased.json()), (200, json!({"events": 1, "left": 0})));
    assert_eq!(post(&olga, &erase, json!({})).await.status, 404);
    assert!(!tabiya(&server, &["event", "entrants", &event]).contains("Berg"));
    // Too many letters a minute: three hundred at once and five more a second, which a slow machine takes one by one.
    let (begun, mut found) = (Instant::now(), 0);
    loop {
        let all = join_all((0..32).map(|_| olga.call("GET", "/api/page/members?find=x", ""))).await;
        if all.iter().any(|answer| answer.status != 200) {
            assert!(all.iter().all(|answer| answer.status == 200 || answer.status == 429));
            break;
        }
        found += 32;
        assert!(found < 300 + 64 + 5 * begun.elapsed().as_secs(), "too many finds: {found}");
    }
}

/// Nobody else reads the list, and what is kept of people stays within reach of whoever answers for it.
#[tokio::test]
async fn whoever_is_no_organiser_any_more_still_reads_and_empties_the_own_list() {
    let (server, mut admin) = with_admin().await;
    let mut olga = staff(&server, &mut admin, "Olga", "organiser").await;
    let mut otto = staff(&server, &mut admin, "Otto", "organiser").await;
    let add = json!({"text": "name\nAnn Berg\nBo Lind\n"}).to_string();
    assert_eq!(olga.call("POST", "/api/page/members", &add).await.status, 200);
    let path = "/api/page/members/1";
    let erase = format!("{path}/erase");
    // Another organiser has a list of their own, in which there is nobody.
    assert_eq!(otto.call("GET", path, "").await.status, 404);
    assert_eq!(otto.call("POST", &erase, "{}").await.status, 404);
    for (browser, name) in [(&mut olga, "Olga"), (&mut otto, "Otto")] {
        tabiya(&server, &["user", "role", name, "player"]);
        login(browser, name, PASSWORD).await;
    }
    let read = olga.get("/api/page/members").await;
    assert_eq!(read["total"], 2, "{read}");
    assert_eq!(olga.call("GET", path, "").await.status, 200);
    assert_eq!(olga.call("POST", "/api/page/members", &add).await.status, 403, "it grows no more");
    assert_eq!(olga.call("POST", &erase, "{}").await.status, 200);
    assert_eq!(olga.get("/api/page/members").await["total"], 1);
    // Whoever has no list is told that only organisers keep one.
    assert_eq!(otto.call("GET", path, "").await.status, 403);
}
