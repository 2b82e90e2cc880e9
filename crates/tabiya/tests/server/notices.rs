// SPDX-License-Identifier: AGPL-3.0-or-later
//! The bell: whose move it is, messages from staff, and what has been read.

use serde_json::{Value, json};
use tabiya_testkit::{Guest, NewGame, Server, patiently};

use crate::access::cast::by_card;
use crate::challenges::{challenged, terms};
use crate::desk::{staff, with_admin};
use crate::mail::{confirmed, mailing};
use crate::people::registered;
use crate::personal::Tab;
use crate::{game_of, server};

async fn bell(of: &Guest) -> Vec<Value> {
    of.get("/api/page/notices").await.as_array().expect("a list").clone()
}

/// Waits until the bell says so: notices follow a moment after what they are about.
async fn until(of: &Guest, what: &str, wanted: impl Fn(&[Value]) -> bool) -> Vec<Value> {
    patiently(what, async {
        loop {
            let found = bell(of).await;
            if wanted(&found) {
                return found;
            }
            tokio::time::sleep(std::time::Duration::from_millis(5)).await;
        }
    })
    .await
}

fn kinds(notices: &[Value]) -> Vec<&str> {
    notices.iter().filter_map(|notice| notice["kind"].as_str()).collect()
}

#[tokio::test]
async fn what_is_read_in_one_tab_is_read_in_all() {
    let (server, mut admin) = with_admin().await;
    let mut alice = registered(&server, "Alice").await;
    let mut tabs = [Tab::open(&alice).await, Tab::open(&alice).await];
    for tab in &mut tabs {
        tab.follow("me").await;
    }
    let warning = json!({"text": "please be <b>kind</b>"});
    assert_eq!(admin.act("POST", "/api/page/desk/users/Alice/warn", &warning).await.status, 204);
    for tab in &mut tabs {
        tab.next("notices").await;
    }
    let told = bell(&alice).await;
    assert_eq!((kinds(&told), &told[0]["text"]), (vec!["staff"], &warning["text"]));
    assert_eq!(told[0]["read"], false);
    let read = json!({"up_to": told[0]["id"]});
    assert_eq!(alice.act("POST", "/api/page/notices/read", &read).await.status, 204);
    for tab in &mut tabs {
        tab.next("notices").await;
    }
    assert_eq!(bell(&alice).await[0]["read"], true);
    let stranger = Guest::new(&server).await;
    assert_eq!(stranger.call("GET", "/api/page/notices", "").await.status, 401);
}

/// The delay itself has its test beside the code; here nobody waits for an hour.
#[tokio::test]
async fn a_letter_goes_only_to_those_who_have_asked_for_it() {
    let (server, mail) = mailing().await;
    let mut alice = confirmed(&server, &mail, "Alice", "alice@example.org").await;
    let settings = json!({"mail_your_move": "1h", "mail_notices": "on"});
    assert_eq!(alice.act("PUT", "/api/page/settings", &settings).await.status, 204);
    let bob = registered(&server, "Bobby").await;
    let (_, mut white, _black) = game_of(&bob, &alice, NewGame::friend().time(json!({"days": 1}))).await;
    white.play("e2e4").await.accepted();
    until(&alice, "Alice's move", |told| kinds(told) == ["your_move"]).await;
    assert_eq!(mail.letters().len(), 1, "the letter that confirmed the address, and none yet about the move");
}

/// Whoever moves needs to be told no more, and neither does anybody of whose game nothing is left to play.
#[tokio::test]
async fn a_notice_that_it_is_my_move_goes_when_it_is_not() {
    let server = server().await;
    let (alice, bob) = (registered(&server, "Alice").await, registered(&server, "Bobby").await);
    let (game, mut white, mut black) =
        game_of(&bob, &alice, NewGame::friend().time(json!({"days": 1}))).await;
    // Also the first move is somebody's.
    until(&bob, "Bobby's first move", |told| kinds(told) == ["your_move"]).await;
    let mut tab = Tab::open(&alice).await;
    tab.follow("me").await;
    white.play("e2e4").await.accepted();
    until(&bob, "that to go", <[Value]>::is_empty).await;
    let told = until(&alice, "Alice's move", |told| kinds(told) == ["your_move"]).await;
    assert_eq!(
        (&told[0]["place"], &told[0]["name"]),
        (&json!({"page": "game", "id": game}), &json!("Bobby"))
    );
    tab.next("notices").await;
    black.follow(&white).await;
    black.play("e7e5").await.accepted();
    until(&alice, "the notice to go", <[Value]>::is_empty).await;
    tab.next("notices").await;
    until(&bob, "Bobby's move", |told| kinds(told) == ["your_move"]).await;
    white.follow(&black).await;
    white.drop_connection();
    black.until("Bobby to be away", |told| told["type"] == "presence" && told["white"] == false).await;
    black.command("resign", json!({})).await.accepted();
    let told = until(&bob, "the result alone", |told| kinds(told) == ["result"]).await;
    assert_eq!((&told[0]["outcome"], &told[0]["name"]), (&json!("won"), &json!("Alice")));
    // The computer has no name, and is told by its level.
    alice.create(&NewGame::computer(2).as_black()).await;
    let told = until(&alice, "the computer's move", |told| kinds(told).contains(&"your_move")).await;
    assert_eq!((&told[0]["level"], &told[0]["name"]), (&json!(2), &json!("")));
}

#[tokio::test]
async fn whoever_is_away_at_the_end_is_told_the_result() {
    let server = server().await;
    let (alice, bob) = (registered(&server, "Alice").await, registered(&server, "Bobby").await);
    let wish = NewGame::friend().clocks(300_000, 0);
    let (game, mut white, mut black) = game_of(&alice, &bob, wish).await;
    white.play("e2e4").await.accepted();
    black.follow(&white).await;
    black.play("e7e5").await.accepted();
    white.follow(&black).await;
    black.drop_connection();
    white.until("Bobby to be away", |told| told["type"] == "presence" && told["black"] == false).await;
    white.command("resign", json!({})).await.accepted();
    let told = until(&bob, "the result", |told| kinds(told) == ["result"]).await;
    assert_eq!(
        (&told[0]["place"], &told[0]["outcome"]),
        (&json!({"page": "game", "id": game}), &json!("won"))
    );
    assert_eq!((&told[0]["name"], &told[0]["read"]), (&json!("Alice"), &json!(false)));
    assert_eq!(bell(&alice).await, [Value::Null; 0], "who is there has seen it");
}

/// Whoever is challenged has it in the bell until it is answered, by other terms too, or over; also after a restart.
#[tokio::test]
async fn a_challenge_is_in_the_bell_until_there_is_nothing_to_answer() {
    let mut server = server().await;
    let (mut alice, mut bob) = (registered(&server, "Alice").await, registered(&server, "Bobby").await);
    let path = challenged(&mut alice, "Bobby").await;
    let told = until(&bob, "the challenge", |told| kinds(told) == ["challenge"]).await;
    assert_eq!((&told[0]["name"], &told[0]["place"]), (&json!("Alice"), &json!({"page": "home"})));
    let other = json!({ "version": 1, "terms": terms(true) });
    assert_eq!(bob.act("POST", &format!("{path}/change"), &other).await.status, 200);
    until(&alice, "the other terms", |told| kinds(told) == ["challenge"]).await;
    until(&bob, "the answered one to go", <[Value]>::is_empty).await;
    let taken_back = bob.act("POST", &format!("{path}/cancel"), &json!({ "version": 2 })).await;
    assert_eq!(taken_back.status, 204, "{}", taken_back.body);
    until(&alice, "the one that was taken back to go", <[Value]>::is_empty).await;

    challenged(&mut alice, "Bobby").await;
    until(&bob, "the second challenge", |told| kinds(told) == ["challenge"]).await;
    server.kill().await;
    server.restart().await;
    until(&bob, "the second challenge, still", |told| kinds(told) == ["challenge"]).await;
    assert_eq!(alice.act("POST", "/api/page/players/Bobby/block", &Value::Null).await.status, 204);
    until(&bob, "what stands between the two to go", <[Value]>::is_empty).await;
    assert_eq!(bob.get("/api/page/challenges").await, json!([]));

    // A notice of what ended while the server was away goes at its next start.
    let carla = registered(&server, "Carla").await;
    challenged(&mut bob, "Carla").await;
    until(&carla, "the third challenge", |told| kinds(told) == ["challenge"]).await;
    server.kill().await;
    let database = rusqlite::Connection::open(server.data().join("tabiya.db")).expect("a database");
    database.execute("UPDATE challenge SET expires_at = 1 WHERE stage = 0", []).expect("the table is there");
    drop(database);
    server.restart().await;
    until(&carla, "the expired one to go", <[Value]>::is_empty).await;
    assert_eq!(carla.get("/api/page/challenges").await, json!([]));
}

/// A pupil is told of each set and each lesson once. The notice goes with the last puzzle that the pupil solves, and when the set is
/// taken back, or the lesson deleted. Nobody else is told.
#[tokio::test]
async fn a_pupil_is_told_of_puzzles_until_they_are_solved_or_taken_back() {
    let (server, mut admin) = with_admin().await;
    let mut teacher = staff(&server, &mut admin, "Teach", "organiser").await;
    let mut colleague = staff(&server, &mut admin, "Mate", "organiser").await;
    let mut cara = by_card(&server, &mut teacher, "Cara").await;
    let dora = by_card(&server, &mut teacher, "Dora").await;
    let eve = by_card(&server, &mut colleague, "Eve").await;
    let puzzle = until_there(&cara, "/api/page/puzzles").await["puzzle"]["id"].clone();
    let wish = json!({"name": "Forks", "puzzles": [puzzle]});
    let made = teacher.act("POST", "/api/page/puzzle-sets", &wish).await.json();
    let set = format!("/api/page/puzzle-sets/{}", made["id"].as_str().expect("an id"));
    assert_eq!(kinds(&bell(&cara).await), [""; 0], "not assigned yet");
    let date = |days: u64| millis_now() + days * 24 * 60 * 60 * 1_000;
    for (seen, due) in [(1, json!(date(1))), (2, json!(date(2)))] {
        let assigned =
            teacher.act("POST", &format!("{set}/assign"), &json!({"seen": seen, "due": due})).await;
        assert_eq!(assigned.status, 200, "{}", assigned.body);
        for pupil in [&cara, &dora] {
            let told = bell(pupil).await;
            assert_eq!(kinds(&told), ["puzzles"], "one for a set, whatever its date is");
            let place = json!({ "page": "puzzles", "set": made["id"] });
            assert_eq!((&told[0]["name"], &told[0]["place"]), (&json!("Forks"), &place));
        }
    }
    for other in [&eve, &teacher, &colleague] {
        assert_eq!(kinds(&bell(other).await), [""; 0], "it is none of theirs");
    }
    let solved = solve(&mut cara, puzzle.as_str().expect("an id")).await;
    assert_eq!(solved["verdict"]["kind"], "solved", "{solved}");
    assert_eq!((kinds(&bell(&cara).await), kinds(&bell(&dora).await)), (vec![], vec!["puzzles"]));
    let again = teacher.act("POST", &format!("{set}/assign"), &json!({"seen": 3, "due": date(3)})).await;
    assert_eq!(again.status, 200, "{}", again.body);
    assert_eq!(told_of_puzzles(&server), ["dora"], "Cara has solved it");
    assert_eq!(kinds(&bell(&cara).await), [""; 0]);
    let back = teacher.act("POST", &format!("{set}/assign"), &json!({"seen": 4, "due": null})).await;
    assert_eq!((back.status, told_of_puzzles(&server)), (200, vec![]), "before anybody looks");
    assert_eq!(kinds(&bell(&dora).await), [""; 0]);

    let pgn = "[White \"Somebody\"]\n[Black \"Dora\"]\n\n1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n";
    let wish = json!({"name": "Saturday", "pgn": pgn});
    let made = teacher.act("POST", "/api/page/puzzle-lessons", &wish).await;
    assert_eq!(made.status, 201, "{}", made.body);
    let told = until(&dora, "the lesson", |told| !told.is_empty()).await;
    assert_eq!((kinds(&told), &told[0]["name"]), (vec!["puzzles"], &json!("Saturday")));
    assert_eq!(told[0]["place"]["set"], made.json()["id"]);
    assert_eq!(told_of_puzzles(&server), ["dora"], "Cara has no position in it");
    assert_eq!(kinds(&bell(&cara).await), [""; 0]);
    let lesson = format!("/api/page/puzzle-lessons/{}/delete", made.json()["id"].as_str().expect("an id"));
    assert_eq!(teacher.act("POST", &lesson, &json!({})).await.status, 204);
    assert_eq!(told_of_puzzles(&server), [""; 0], "before anybody looks");
    assert_eq!(kinds(&bell(&dora).await), [""; 0]);

    // A set went without its notices: a server was killed between the two.
    let wish = json!({"name": "Pins", "puzzles": [puzzle]});
    let made = teacher.act("POST", "/api/page/puzzle-sets", &wish).await.json();
    let id = made["id"].as_str().expect("an id");
    let assign = format!("/api/page/puzzle-sets/{id}/assign");
    let assigned = teacher.act("POST", &assign, &json!({"seen": 1, "due": date(1)})).await;
    assert_eq!((assigned.status, kinds(&bell(&dora).await)), (200, vec!["puzzles"]));
    database(&server).execute("DELETE FROM puzzle_set WHERE id = ?1", [id]).expect("the table is there");
    assert_eq!(kinds(&bell(&dora).await), [""; 0]);
    assert_eq!(told_of_puzzles(&server), [""; 0]);
}

/// A race for the class is told to its pupils once, stands on their page of puzzles, and is gone when it is over. Nobody else is told.
#[tokio::test]
async fn a_class_is_told_of_its_race_until_it_is_over() {
    let (mut server, mut admin) = with_admin().await;
    let mut teacher = staff(&server, &mut admin, "Teach", "organiser").await;
    let mut colleague = staff(&server, &mut admin, "Mate", "organiser").await;
    let mut cara = by_card(&server, &mut teacher, "Cara").await;
    let eve = by_card(&server, &mut colleague, "Eve").await;
    until_there(&cara, "/api/page/puzzles").await;
    let make = async |guest: &mut Guest, class: bool| {
        let made = guest.act("POST", "/api/page/puzzle-races", &json!({"themes": [], "class": class})).await;
        assert_eq!(made.status, 201, "{}", made.body);
        made.json()["id"].clone()
    };
    let race_of = async |guest: &Guest| guest.get("/api/page/puzzle-sets").await["race"].clone();
    make(&mut teacher, false).await;
    assert_eq!(
        (kinds(&bell(&cara).await), race_of(&cara).await),
        (vec![], Value::Null),
        "it is for everybody"
    );
    let race = make(&mut teacher, true).await;
    let told = bell(&cara).await;
    assert_eq!((kinds(&told), race_of(&cara).await), (vec!["race"], race.clone()));
    assert_eq!(told[0]["place"], json!({"page": "puzzles", "set": null}));
    for other in [&eve, &teacher, &colleague] {
        assert_eq!((kinds(&bell(other).await), race_of(other).await), (vec![], Value::Null));
    }
    // Whoever was removed from it is not asked to join it.
    let path = format!("/api/page/puzzle-races/{}", race.as_str().expect("an id"));
    let joined = cara.act("POST", &format!("{path}/join"), &json!({})).await;
    assert_eq!((joined.status, race_of(&cara).await), (200, race), "it waits for its start");
    let number = joined.json()["racers"][0]["number"].clone();
    let removed = teacher.act("POST", &format!("{path}/remove"), &json!({ "number": number })).await;
    assert_eq!(removed.status, 200, "{}", removed.body);
    assert_eq!((race_of(&cara).await, kinds(&bell(&cara).await)), (Value::Null, vec![]));
    assert_eq!(kinds(&bell(&cara).await), [""; 0], "its notice is taken back");
    // The same race again rings once more. It is over once nobody is in it.
    let mut dora = by_card(&server, &mut teacher, "Dora").await;
    let race = make(&mut teacher, true).await;
    let path = format!("/api/page/puzzle-races/{}", race.as_str().expect("an id"));
    let joined = dora.act("POST", &format!("{path}/join"), &json!({})).await;
    let number = joined.json()["racers"][0]["number"].clone();
    for (what, body) in [("start", json!({})), ("remove", json!({ "number": number }))] {
        let done = teacher.act("POST", &format!("{path}/{what}"), &body).await;
        assert_eq!(done.status, 200, "{}", done.body);
    }
    patiently("the race to be over", async {
        while teacher.get(&path).await["stage"] != "over" {
            tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        }
    })
    .await;
    assert_eq!((kinds(&bell(&cara).await), race_of(&cara).await), (vec![], Value::Null));
    let again = teacher.act("POST", &format!("{path}/again"), &json!({})).await;
    assert_eq!(again.status, 201, "{}", again.body);
    assert_eq!((kinds(&bell(&cara).await), race_of(&cara).await), (vec!["race"], again.json()["id"].clone()));
    // Pressed twice, it is the same race, of which the class was told.
    let read = json!({"up_to": bell(&cara).await[0]["id"]});
    assert_eq!(cara.act("POST", "/api/page/notices/read", &read).await.status, 204);
    let twice = teacher.act("POST", &format!("{path}/again"), &json!({})).await;
    assert_eq!((twice.status, &twice.json()), (201, &again.json()));
    assert_eq!(bell(&cara).await[0]["read"], true);
    // A race is gone with its server.
    server.kill().await;
    server.restart().await;
    assert_eq!((race_of(&cara).await, kinds(&bell(&cara).await)), (Value::Null, vec![]));
}

fn database(server: &Server) -> rusqlite::Connection {
    rusqlite::Connection::open(server.data().join("tabiya.db")).expect("a database")
}

/// The names of those who have a notice of puzzles, as it is stored: a look at the bell takes back what holds no longer.
fn told_of_puzzles(server: &Server) -> Vec<String> {
    let database = database(server);
    let sql = "SELECT a.name_key FROM notice n JOIN account a ON a.player = n.player WHERE n.kind = 'puzzles' ORDER BY 1";
    let mut query = database.prepare(sql).expect("a query");
    let names = query.query_map([], |row| row.get(0)).expect("read");
    names.collect::<Result<_, _>>().expect("names")
}

/// Waits until a new server has its first puzzles.
async fn until_there(of: &Guest, path: &str) -> Value {
    patiently("the start set", async {
        loop {
            let found = of.get(path).await;
            if found["puzzle"].is_object() {
                return found;
            }
            tokio::time::sleep(std::time::Duration::from_millis(200)).await;
        }
    })
    .await
}

/// Looks the solution up and plays it.
async fn solve(pupil: &mut Guest, puzzle: &str) -> Value {
    let path = format!("/api/page/puzzles/{puzzle}");
    let solution = pupil.act("POST", &format!("{path}/solution"), &json!({})).await.json();
    let line = solution["line"].as_array().expect("moves");
    let own: Vec<&Value> = line.iter().step_by(2).map(|told| &told["uci"]).collect();
    pupil.act("POST", &format!("{path}/move"), &json!({"moves": own})).await.json()
}

fn millis_now() -> u64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).expect("after 1970");
    since.as_millis().try_into().expect("a time of this age")
}
