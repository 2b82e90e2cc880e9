// SPDX-License-Identifier: AGPL-3.0-or-later
//! Profiles, lists of games, leaderboards, search, and what players think of one another.

use std::time::Duration;

use serde_json::{Value, json};
use tabiya_testkit::{GameSocket, Guest, NewGame, Server, patiently};

use crate::clients::token_of;
use crate::desk::{staff, with_admin};
use crate::people::registered;
use crate::programs::ask;
use crate::ratings::BUSY;
use crate::{game_of, server, server_with};

/// Two moves, then White resigns; returns once the ratings are there.
pub(crate) async fn lost_by(white: &Guest, black: &Guest, rated: bool) -> String {
    let wish = NewGame::friend().clocks(300_000, 0);
    let (game, mut first, mut second) = game_of(white, black, if rated { wish.rated() } else { wish }).await;
    first.play("e2e4").await.accepted();
    second.follow(&first).await;
    second.play("e7e5").await.accepted();
    first.follow(&second).await;
    first.command("resign", json!({})).await.accepted();
    if rated {
        first.until("the rating", |message| message["type"] == "rated").await;
    }
    game
}

fn ids(page: &Value) -> Vec<&str> {
    let games = page["games"].as_array().expect("a page has games");
    games.iter().map(|game| game["id"].as_str().expect("a game has an id")).collect()
}

async fn put(who: &Guest, path: &str, text: &str) -> u16 {
    who.call("PUT", path, &json!({"text": text}).to_string()).await.status
}

async fn post(who: &Guest, path: &str) -> u16 {
    who.call("POST", path, "").await.status
}

async fn three(server: &Server) -> [Guest; 3] {
    [registered(server, "Ann").await, registered(server, "Bob").await, registered(server, "Żółw").await]
}

#[tokio::test]
async fn a_profile_shows_ratings_results_and_games() {
    let server = server().await;
    let [ann, bob, eve] = three(&server).await;
    let casual = lost_by(&ann, &bob, false).await;
    let mut rated = Vec::new();
    for (white, black) in [(&ann, &bob), (&bob, &ann), (&ann, &eve)] {
        rated.push(lost_by(white, black, true).await);
    }
    let (_, mut first, mut second) =
        game_of(&ann, &bob, NewGame::friend().clocks(300_000, 0).private()).await;
    first.play("e2e4").await.accepted();
    second.follow(&first).await;
    second.command("resign", json!({})).await.accepted();
    let visitor = Guest::new(&server).await;
    let page = visitor.get("/api/page/players/ann").await;
    assert_eq!(
        (&page["name"], &page["role"], &page["you"]),
        (&json!("Ann"), &json!("player"), &json!(false))
    );
    assert_eq!((&page["closed"], &page["bio"]), (&json!(false), &json!("")));
    assert_eq!(page["results"]["white"], json!({"won": 0, "drawn": 0, "lost": 3}));
    assert_eq!(page["results"]["black"], json!({"won": 1, "drawn": 0, "lost": 0}));
    let tile = &page["ratings"][0];
    assert_eq!(
        (&tile["category"], &tile["games"], &tile["provisional"]),
        (&json!("blitz"), &json!(3), &json!(true))
    );
    assert_eq!(tile["spark"].as_array().unwrap().len(), 3);
    assert_eq!(ann.get("/api/page/players/Ann").await["you"], true);
    let curve = visitor.get("/api/page/players/Ann/curve/blitz").await;
    let games: Vec<_> =
        curve.as_array().unwrap().iter().map(|point| point["game"].as_str().unwrap()).collect();
    assert_eq!(games, rated);
    assert_eq!(visitor.get("/api/page/players/Ann/curve/rapid").await, json!([]));
    // Results by opening, without the private game.
    let openings = visitor.get("/api/page/players/Ann/openings").await;
    let with = |name: &str, won: u32, lost: u32| json!([{"name": name, "results": {"won": won, "drawn": 0, "lost": lost}}]);
    assert_eq!(
        openings,
        json!({"white": with("King's Pawn Game", 0, 3), "black": with("King's Pawn Game", 1, 0)})
    );
    assert_eq!(
        visitor.get("/api/page/players/Ann/openings").await,
        openings,
        "from the names that were noted"
    );

    // The games, the last first; with what each did to the ratings.
    let all = visitor.get("/api/page/players/Ann/games").await;
    assert_eq!(ids(&all), [&rated[2], &rated[1], &rated[0], &casual]);
    assert_eq!(all["next"], Value::Null);
    assert!(all["games"][0]["white"]["change"].as_i64().unwrap() < 0);
    assert_eq!(all["games"][3]["white"]["change"], Value::Null);
    assert_eq!(all["games"][3]["white"]["player"]["name"], "Ann");
    for (query, expected) in [
        ("rated=false", vec![&casual]),
        ("color=black", vec![&rated[1]]),
        ("result=won", vec![&rated[1]]),
        ("opponent=%C5%BB%C3%B3%C5%82w", vec![&rated[2]]),
        ("opponent=bob&rated=true&result=lost&color=white&speed=blitz&variant=standard", vec![&rated[0]]),
        ("termination=resignation&min_plies=2&max_plies=2&opponent=bob&color=black", vec![&rated[1]]),
        ("min_plies=3", vec![]),
        ("to=1000", vec![]),
    ] {
        let found = visitor.get(&format!("/api/page/players/Ann/games?{query}")).await;
        assert_eq!(ids(&found), expected, "{query}");
    }
    for bad in ["color=green", "after=nonsense", "min_plies=-1", "opponents=bob", "speed=fast"] {
        let answer = visitor.call("GET", &format!("/api/page/players/Ann/games?{bad}"), "").await;
        assert_eq!(answer.status, 400, "{bad}: {}", answer.body);
    }
    assert_eq!(visitor.call("GET", "/api/page/players/Nobody/games", "").await.status, 404);
    assert_eq!(visitor.call("GET", "/api/page/players/Ann/games?opponent=nobody", "").await.status, 404);

    // As PGN, and against one player.
    let pgn = visitor.call("GET", "/api/page/players/Ann/games.pgn?opponent=bob&rated=true", "").await;
    assert_eq!(pgn.body.matches("[Event \"Rated game\"]").count(), 2, "{}", pgn.body);
    assert!(pgn.header("content-disposition").unwrap().contains("games.pgn"));
    let table = visitor.get("/api/page/players/Ann/against/Bob").await;
    assert_eq!((&table["won"], &table["drawn"], &table["lost"]), (&json!(1), &json!(0), &json!(2)));
    assert_eq!(ids(&table).len(), 3);
}

#[tokio::test]
async fn pages_of_games_follow_one_another_to_the_end() {
    let server = server_with(&BUSY).await;
    let [ann, bob, _] = three(&server).await;
    for _ in 0..53 {
        let game = ann.create(&NewGame::friend()).await;
        let mut socket = ann.open(&game).await;
        bob.open(&game).await.join().await;
        socket.command("abort", json!({})).await.accepted();
    }
    let first = ann.get("/api/page/players/Ann/games").await;
    assert_eq!(ids(&first).len(), 50);
    let next = first["next"].as_str().unwrap();
    let second = ann.get(&format!("/api/page/players/Ann/games?after={next}")).await;
    assert_eq!((ids(&second).len(), &second["next"]), (3, &Value::Null));
    assert!(ids(&second).iter().all(|id| !ids(&first).contains(id)));
    let aborted = ann.call("GET", "/api/page/players/Ann/games.pgn?result=aborted", "").await;
    assert_eq!(aborted.body.matches("[Event ").count(), 53);
}

#[tokio::test]
async fn leaderboards_and_search() {
    let server = server().await;
    let [ann, bob, eve] = three(&server).await;
    lost_by(&ann, &bob, true).await;
    let board = bob.get("/api/page/leaderboards/blitz").await;
    let names: Vec<_> =
        board["rows"].as_array().unwrap().iter().map(|row| row["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["Bob", "Ann"]);
    assert_eq!((&board["you"]["rank"], &board["you"]["rating"]["points"]), (&json!(1), &json!(1662)));
    assert_eq!(ann.get("/api/page/leaderboards/blitz").await["you"]["rank"], 2);
    assert_eq!(eve.get("/api/page/leaderboards/blitz").await["you"], Value::Null);
    assert_eq!(eve.get("/api/page/leaderboards").await.as_array().unwrap().len(), 6);
    assert_eq!(eve.call("GET", "/api/page/leaderboards/lightning", "").await.status, 400);
    let found = eve.get("/api/page/search?prefix=AN").await;
    assert_eq!(
        found,
        json!([{"name": "Ann", "title": null, "rating": {"points": 1338, "provisional": true}}])
    );
    assert_eq!(eve.get("/api/page/search?prefix=%C5%BC%C3%B3").await[0]["name"], "Żółw");
    assert_eq!(eve.get("/api/page/search?prefix=%25").await, json!([]));
    assert_eq!(eve.get("/api/page/search?prefix=").await, json!([]));
}

/// Stops the server, damages one row, and starts the server again.
pub(crate) async fn damage(server: &mut Server, sql: &str) {
    assert!(server.stop().await);
    let database =
        rusqlite::Connection::open(server.data().join("tabiya.db")).expect("the server has stopped");
    assert_eq!(database.execute(sql, []).expect("the table is there"), 1);
    drop(database);
    server.restart().await;
}

/// It once refused everybody's lists, in every category.
#[tokio::test]
async fn a_row_that_cant_be_read_is_left_out_of_lists_and_logged_once() {
    let mut server = server().await;
    let [ann, bob, eve] = three(&server).await;
    lost_by(&ann, &bob, true).await;
    let names = async || {
        let board = eve.get("/api/page/leaderboards/blitz").await;
        let rows = board["rows"].as_array().expect("a list").iter();
        rows.map(|row| row["name"].as_str().expect("a name").to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(names().await, ["Bob", "Ann"]);
    damage(&mut server, "UPDATE account SET role = 'king' WHERE name_key = 'ann'").await;
    for _ in 0..3 {
        assert_eq!(names().await, ["Bob"]);
        assert_eq!(eve.get("/api/page/leaderboards").await.as_array().map(Vec::len), Some(6));
        assert_eq!(eve.get("/api/page/search?prefix=an").await, json!([]));
    }
    assert_eq!(eve.get("/api/page/search?prefix=bo").await[0]["name"], "Bob");
    server.printed("a row is set aside").await;
    let log = server.log();
    assert_eq!(log.matches("a row is set aside").count(), 1, "{log}");

    let rating = "UPDATE rating SET deviation = -1
         WHERE player = (SELECT player FROM account WHERE name_key = 'bob')";
    damage(&mut server, rating).await;
    assert_eq!(names().await, [""; 0]);
    let found = eve.get("/api/page/search?prefix=bo").await;
    assert_eq!((&found[0]["name"], &found[0]["rating"]), (&json!("Bob"), &Value::Null));
    assert_eq!(eve.call("GET", "/api/page/players/Bob", "").await.status, 200);

    let change = async || eve.get("/api/page/players/Bob/games").await["games"][0]["white"]["change"].clone();
    assert!(change().await.is_i64());
    damage(&mut server, "UPDATE rated_game SET white_before_deviation = -1").await;
    assert_eq!(change().await, Value::Null, "the game is listed without its points");
}

/// A class of protected players is no empty site to itself, and to strangers it is not there.
#[tokio::test]
async fn a_class_finds_itself_in_searches_and_leaderboards() {
    let (server, mut admin) = with_admin().await;
    let mut teacher = staff(&server, &mut admin, "teacher", "organiser").await;
    let mut other_teacher = staff(&server, &mut admin, "master", "organiser").await;
    let [ann, ben] = class(&server, &mut teacher, ["Ann", "Annika"]).await;
    let [other, _] = class(&server, &mut other_teacher, ["Annabel", "Cleo"]).await;
    let stranger = registered(&server, "Stranger").await;
    lost_by(&ann, &ben, true).await;
    let cases = [
        (&ann, vec!["Ann", "Annika"]),
        (&ben, vec!["Ann", "Annika"]),
        (&teacher, vec!["Ann", "Annika"]),
        (&other, vec!["Annabel"]),
        (&stranger, vec![]),
    ];
    for (viewer, names) in cases {
        let found = viewer.get("/api/page/search?prefix=ann").await;
        assert_eq!(names_of(&found), names);
    }
    for (viewer, names) in [
        (&ann, vec!["Annika", "Ann"]),
        (&teacher, vec!["Annika", "Ann"]),
        (&other, vec![]),
        (&stranger, vec![]),
    ] {
        let board = viewer.get("/api/page/leaderboards/blitz").await;
        assert_eq!(names_of(&board["rows"]), names);
    }
    assert_eq!(ann.get("/api/page/leaderboards/blitz").await["you"]["rank"], 2);
}

/// A public player is found though many protected ones come before.
#[tokio::test]
async fn a_search_goes_on_behind_those_it_may_not_show() {
    let (server, mut admin) = with_admin().await;
    let mut teacher = staff(&server, &mut admin, "teacher", "organiser").await;
    let names: Vec<_> = (0..60).map(|number| format!("Abc{number:02}")).collect();
    let made = teacher.act("POST", "/api/page/desk/players", &json!({"names": names})).await;
    assert_eq!(made.status, 201, "{}", made.body);
    let _yan = registered(&server, "Abcyan").await;
    let zoe = registered(&server, "Abczoe").await;
    assert_eq!(names_of(&zoe.get("/api/page/search?prefix=abc").await), ["Abcyan", "Abczoe"]);
    // Programs once read 45 accounts and stopped.
    let fan = registered(&server, "Fan").await;
    assert_eq!(post(&fan, "/api/page/players/Abczoe/follow").await, 204);
    let token = token_of(&server, "Fan", "");
    for (query, names) in [("", json!(["Abcyan", "Abczoe"])), ("&friend=true", json!(["Abczoe"]))] {
        let path = format!("/api/player/autocomplete?term=abc{query}");
        assert_eq!(ask(&server, "GET", &path, &token, "").await.json(), names, "{query}");
    }
}

fn names_of(list: &Value) -> Vec<&str> {
    list.as_array().expect("a list").iter().map(|each| each["name"].as_str().expect("a name")).collect()
}

/// Players with code cards, logged in.
async fn class(server: &Server, organiser: &mut Guest, names: [&str; 2]) -> [Guest; 2] {
    let made = organiser.act("POST", "/api/page/desk/players", &json!({"names": names})).await;
    assert_eq!(made.status, 201, "{}", made.body);
    let made = made.json();
    let mut players = [Guest::new(server).await, Guest::new(server).await];
    for (player, card) in players.iter_mut().zip(made["cards"].as_array().expect("cards")) {
        let answer = player.act("POST", "/api/card", &json!({"code": card["code"]})).await;
        assert_eq!(answer.status, 200, "{}", answer.body);
    }
    players
}

#[tokio::test]
async fn what_players_think_of_one_another_is_their_own_business() {
    let server = server().await;
    let [ann, bob, _] = three(&server).await;
    assert_eq!(post(&ann, "/api/page/players/Bob/follow").await, 204);
    assert_eq!(put(&ann, "/api/page/players/Bob/note", "plays <b>quickly</b>").await, 204);
    assert_eq!(put(&ann, "/api/page/bio", " likes endgames ").await, 204);
    let page = ann.get("/api/page/players/Bob").await;
    assert_eq!((&page["following"], &page["blocking"]), (&json!(true), &json!(false)));
    assert_eq!(page["note"], "plays <b>quickly</b>");
    let page = bob.get("/api/page/players/Ann").await;
    assert_eq!(
        (&page["following"], &page["note"], &page["bio"]),
        (&json!(false), &json!(""), &json!("likes endgames"))
    );
    assert_eq!(bob.get("/api/page/players/Bob").await["note"], "");
    assert_eq!(post(&ann, "/api/page/players/Bob/block").await, 204);
    let page = ann.get("/api/page/players/Bob").await;
    assert_eq!((&page["following"], &page["blocking"]), (&json!(false), &json!(true)));
    assert_eq!(post(&ann, "/api/page/players/Bob/unblock").await, 204);
    assert_eq!(post(&ann, "/api/page/players/Ann/follow").await, 400, "nobody follows themselves");
    assert_eq!(post(&ann, "/api/page/players/Nobody/follow").await, 404);
    assert_eq!(put(&ann, "/api/page/bio", &"ä".repeat(401)).await, 400);
    assert_eq!(put(&ann, "/api/page/bio", &"ä".repeat(400)).await, 204);
    let guest = Guest::new(&server).await;
    assert_eq!(post(&guest, "/api/page/players/Bob/follow").await, 401);
    assert_eq!(put(&guest, "/api/page/bio", "me").await, 401);
    let foreign = [("origin", "http://evil.example"), ("cookie", ann.cookie())];
    let answer = server.request("POST", "/api/page/players/Bob/follow", &foreign, &[]).await.unwrap();
    assert_eq!(answer.status, 403, "{}", answer.body);
}

/// Asks for the games of "Watch", whose answer is a second old at most, until they are as wanted.
async fn until_watch(guest: &Guest, what: &str, wanted: impl Fn(&str) -> bool) {
    patiently(what, async {
        while !wanted(&guest.get("/api/page/watch").await.to_string()) {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    })
    .await;
}

/// Reads these sockets, which answers the server's signs of life: the server closes a socket that is silent
/// for a minute, and its player is not here any more.
fn stay(sockets: impl IntoIterator<Item = GameSocket>) {
    for socket in sockets {
        tokio::spawn(socket.stay());
    }
}

#[tokio::test]
async fn who_is_here_and_who_plays_is_told_of_those_who_want_to_be_seen() {
    let server = server().await;
    let [ann, _bob, eve] = three(&server).await;
    let guest = Guest::new(&server).await;
    assert_eq!(ann.get("/api/page/following").await, json!([]));
    for name in ["Bob", "%C5%BB%C3%B3%C5%82w"] {
        assert_eq!(post(&ann, &format!("/api/page/players/{name}/follow")).await, 204);
    }
    let player = |name: &str, online: bool, playing: Option<&str>| json!({"name": name, "title": null, "online": online, "playing": playing});
    assert_eq!(
        ann.get("/api/page/following").await,
        json!([player("Bob", false, None), player("Żółw", false, None)])
    );
    // A game with clocks that runs is told, and who is here comes first.
    let (game, first, second) = game_of(&eve, &guest, NewGame::friend().clocks(300_000, 0)).await;
    stay([first, second]);
    assert_eq!(
        ann.get("/api/page/following").await,
        json!([player("Żółw", true, Some(&game)), player("Bob", false, None)])
    );
    assert_eq!(
        guest.get("/api/page/here?names=%C5%BC%C3%B3%C5%82w,nobody,bob,").await,
        json!([player("Żółw", true, Some(&game)), player("Bob", false, None)])
    );
    let current = "/api/user/%C5%BC%C3%B3%C5%82w/current-game";
    let ongoing = "/api/games/user/%C5%BC%C3%B3%C5%82w?ongoing=true&finished=false";
    assert!(server.get(current).await.body.contains(&game));
    assert!(server.get(ongoing).await.body.contains(&game));
    until_watch(&guest, "the game is shown", |watch| watch.contains(&game)).await;
    // Whoever does not want to be seen is not here, by a game neither.
    let answer = eve.call("PUT", "/api/page/settings", r#"{"online":"nobody"}"#).await;
    assert_eq!(answer.status, 204, "{}", answer.body);
    let unseen = json!([player("Bob", false, None), player("Żółw", false, None)]);
    assert_eq!(ann.get("/api/page/following").await, unseen);
    assert_eq!(guest.get("/api/page/here?names=Bob,%C5%BB%C3%B3%C5%82w").await, unseen);
    assert_eq!(server.get(current).await.status, 404);
    assert_eq!(server.get(ongoing).await.body, "");
    until_watch(&guest, "the game is shown no more", |watch| !watch.contains(&game)).await;
    assert_eq!(post(&ann, "/api/page/players/Bob/unfollow").await, 204);
    assert_eq!(ann.get("/api/page/following").await.as_array().map(Vec::len), Some(1));
    assert_eq!(guest.call("GET", "/api/page/following", "").await.status, 401);
    // More names than anybody needs are not looked for.
    let many = vec!["Bob"; 40].join(",");
    let found = guest.get(&format!("/api/page/here?names={many}")).await;
    assert_eq!(found.as_array().map(Vec::len), Some(20));
}

/// Nobody could see who else is on the site.
#[tokio::test]
async fn who_is_online_is_listed_by_each_players_own_setting() {
    let server = server().await;
    let [ann, bob, eve] = three(&server).await;
    let guest = Guest::new(&server).await;
    let online = async |viewer: &Guest| -> Vec<Value> {
        let players = viewer.get("/api/page/online").await;
        players.as_array().expect("a list").iter().map(|player| player["name"].clone()).collect()
    };
    assert_eq!(online(&guest).await, [Value::Null; 0], "nobody has a page open");
    // Three accounts and a guest sit at two games.
    let (game, first, second) = game_of(&ann, &bob, NewGame::friend().clocks(300_000, 0)).await;
    stay([first, second]);
    let (_, first, second) = game_of(&eve, &guest, NewGame::friend().clocks(300_000, 0)).await;
    stay([first, second]);
    // The server ends the sockets of whoever changes this setting, so that pages say anew who is there.
    let set_online = async |value: &str| {
        let settings = format!(r#"{{"online":"{value}"}}"#);
        assert_eq!(ann.call("PUT", "/api/page/settings", &settings).await.status, 204);
        stay([ann.open(&game).await]);
    };
    // Visitors without an account share a list for a moment.
    patiently("all are listed", async {
        while online(&guest).await.len() < 3 {
            tokio::time::sleep(std::time::Duration::from_millis(100)).await;
        }
    })
    .await;
    assert_eq!(online(&guest).await, ["Ann", "Bob", "Żółw"]);
    for (value, strangers, bobs) in [
        ("followed", vec!["Bob", "Żółw"], vec!["Ann", "Bob", "Żółw"]),
        ("nobody", vec!["Bob", "Żółw"], vec!["Bob", "Żółw"]),
    ] {
        assert_eq!(post(&ann, "/api/page/players/Bob/follow").await, 204);
        set_online(value).await;
        assert_eq!(online(&guest).await, strangers, "{value}");
        assert_eq!(online(&bob).await, bobs, "{value}: Ann follows Bob");
        assert_eq!(online(&ann).await, ["Ann", "Bob", "Żółw"], "players see themselves");
    }
    set_online("everyone").await;
    assert_eq!(post(&eve, "/api/page/players/Bob/block").await, 204);
    assert_eq!(online(&bob).await, ["Ann", "Bob"], "whoever is blocked sees nothing of it");
    // A child is in no list of strangers.
    let made =
        ann.call("POST", "/api/page/tokens", r#"{"note": "kid", "scopes": "preference:write"}"#).await.json();
    let token = made["token"].as_str().expect("a token");
    assert_eq!(ask(&server, "POST", "/api/account/kid?v=true", token, "").await.status, 200);
    assert_eq!(online(&guest).await, ["Bob", "Żółw"]);
    assert_eq!(online(&bob).await, ["Bob"], "nor of somebody whom it follows");
    // The server ended its connections for the new kind of account, so it sees itself for a moment more at most.
    patiently("it sees those whom it follows, no strangers", async {
        while online(&ann).await.iter().any(|name| name != "Ann" && name != "Bob") {
            tokio::time::sleep(std::time::Duration::from_millis(100)).await;
        }
    })
    .await;
    assert!(online(&ann).await.contains(&json!("Bob")));
}

/// The lobby offered children games that the server then refused.
#[tokio::test]
async fn a_child_is_told_with_whom_it_can_have_no_game() {
    let server = server().await;
    let [ann, bob, _] = three(&server).await;
    assert_eq!(post(&ann, "/api/page/players/Bob/follow").await, 204);
    let made =
        ann.call("POST", "/api/page/tokens", r#"{"note": "kid", "scopes": "preference:write"}"#).await.json();
    let token = made["token"].as_str().expect("a token");
    let apart = async |guest: &Guest| {
        let players = guest.get("/api/page/here?names=Bob,%C5%BB%C3%B3%C5%82w").await;
        let players = players.as_array().expect("a list").clone();
        players
            .into_iter()
            .map(|player| (player["name"].clone(), player["apart"].clone()))
            .collect::<Vec<_>>()
    };
    let nobody = vec![(json!("Bob"), Value::Null), (json!("Żółw"), Value::Null)];
    assert_eq!(apart(&ann).await, nobody);
    assert_eq!(ask(&server, "POST", "/api/account/kid?v=true", token, "").await.status, 200);
    assert_eq!(apart(&ann).await, [(json!("Bob"), Value::Null), (json!("Żółw"), json!(true))]);
    assert_eq!(apart(&bob).await, nobody, "others are told nothing");
}

/// By position, from the last named one; in lists, in PGN and for programs.
#[tokio::test]
async fn openings_are_named_in_lists_and_exports() {
    let server = server().await;
    let [ann, bob, _] = three(&server).await;
    let game = lost_by(&ann, &bob, false).await;
    let wish = NewGame::friend().clocks(300_000, 0);
    let (other, mut first, mut second) = game_of(&ann, &bob, wish).await;
    first.play("h2h4").await.accepted();
    second.follow(&first).await;
    second.play("a7a5").await.accepted();
    first.follow(&second).await;
    first.command("resign", json!({})).await.accepted();
    // Looked up for the first reader, and noted for the second one.
    for _ in 0..2 {
        let rows = ann.get("/api/page/players/Ann/games").await;
        let named = |place: usize| (&rows["games"][place]["id"], &rows["games"][place]["opening"]);
        assert_eq!(named(1), (&json!(game), &json!("King's Pawn Game")));
        assert_eq!(named(0), (&json!(other), &json!("Kádas Opening: Koola-Koola Variation")));
    }
    let tags = "[ECO \"C20\"]\n[Opening \"King's Pawn Game\"]";
    for path in [format!("/api/games/{game}/pgn"), format!("/game/export/{game}")] {
        let pgn = ann.call("GET", &path, "").await.body;
        assert!(pgn.contains(tags), "{path}: {pgn}");
    }
    let without = ann.call("GET", &format!("/game/export/{game}?opening=false"), "").await.body;
    assert!(without.contains("1. e4") && !without.contains("[ECO "), "{without}");
    let json = [("Accept", "application/json")];
    let path = format!("/game/export/{game}");
    let exported = server.request("GET", &path, &json, b"").await.expect("an answer").json();
    assert_eq!(exported["opening"], json!({"eco": "C20", "name": "King's Pawn Game", "ply": 2}));
}
