// SPDX-License-Identifier: AGPL-3.0-or-later
//! Challenges by name: made, answered, changed, taken back, and what is refused.

use serde_json::{Value, json};
use tabiya_testkit::{Answer, Guest, NewGame, Server};
use tokio::task::JoinSet;

use crate::clients::token_of;
use crate::people::registered;
use crate::personal::Tab;
use crate::profiles::lost_by;
use crate::programs::{ask, error};
use crate::{server, server_with};

pub(crate) fn terms(rated: bool) -> Value {
    let time = json!({"initial_ms": 300_000, "increment_ms": 3_000});
    json!({"time": time, "color": "white", "start": {"kind": "standard"}, "rated": rated})
}

async fn challenge(from: &mut Guest, to: &str, terms: Value) -> Answer {
    from.act("POST", "/api/page/challenges", &json!({"to": to, "terms": terms})).await
}

/// Challenges, and returns the path of the new challenge.
pub(crate) async fn challenged(from: &mut Guest, to: &str) -> String {
    let answer = challenge(from, to, terms(false)).await;
    assert_eq!(answer.status, 201, "{}", answer.body);
    format!("/api/page/challenges/{}", answer.json()["id"].as_str().expect("an id"))
}

async fn answer(player: &mut Guest, path: &str, what: &str, body: Value) -> Answer {
    player.act("POST", &format!("{path}/{what}"), &body).await
}

/// A tab that is told what concerns its player.
async fn listen(guest: &Guest) -> Tab {
    let mut tab = Tab::open(guest).await;
    tab.follow("me").await;
    tab
}

async fn two(server: &Server) -> [Guest; 2] {
    [registered(server, "Anna").await, registered(server, "Boris").await]
}

#[tokio::test]
async fn a_challenge_is_accepted_and_both_tabs_hear_of_the_game() {
    let server = server().await;
    let [mut anna, mut boris] = two(&server).await;
    let (mut hers, mut his) = (listen(&anna).await, listen(&boris).await);
    let path = challenged(&mut anna, "boris").await;
    let news = his.next("challenge").await["challenge"].clone();
    assert_eq!((&news["from"]["name"], &news["yours"]), (&json!("Anna"), &json!(true)));
    assert_eq!(hers.next("challenge").await["challenge"]["yours"], false);
    // A tab that is opened later is told too.
    let mut late = Tab::open(&boris).await;
    assert_eq!(late.follow("me").await["challenges"], json!([news["id"]]));
    assert_eq!(late.next("challenge").await["challenge"]["id"], news["id"]);

    let accepted = answer(&mut boris, &path, "accept", json!({"version": 1})).await;
    assert_eq!(accepted.status, 200, "{}", accepted.body);
    let game = accepted.json()["id"].clone();
    for tab in [&mut hers, &mut his, &mut late] {
        let ended = tab.next("challenge_ended").await;
        assert_eq!(ended["ended"], json!({"how": "accepted", "game": game}));
        assert_eq!(tab.next("paired").await["game"], game);
    }
    let socket = anna.open(game.as_str().expect("an id")).await;
    assert_eq!((socket.you(), socket.status()), (Some("white"), "playing"));
    // A button that was pressed twice.
    let again = answer(&mut boris, &path, "accept", json!({"version": 1})).await;
    assert_eq!((again.status, again.json()["id"].clone()), (200, game));

    // A program that has the opponent's token begins without an answer: both hear of that game as well.
    let [by_anna, by_boris] = ["Anna", "Boris"].map(|name| token_of(&server, name, "challenge:write"));
    let wish = format!("clock.limit=60&clock.increment=0&acceptByToken={by_boris}");
    let begun = ask(&server, "POST", "/api/challenge/Boris", &by_anna, &wish).await;
    assert_eq!(begun.status, 200, "{}", begun.body);
    for (tab, opponent) in [(&mut hers, "Boris"), (&mut his, "Anna"), (&mut late, "Anna")] {
        let paired = tab.next("paired").await;
        assert_eq!((&paired["game"], &paired["opponent"]["name"]), (&begun.json()["id"], &json!(opponent)));
    }
}

#[tokio::test]
async fn a_challenge_is_declined_with_a_reason() {
    let server = server().await;
    let [mut anna, mut boris] = two(&server).await;
    let mut hers = listen(&anna).await;
    let path = challenged(&mut anna, "Boris").await;
    let declined = answer(&mut boris, &path, "decline", json!({"version": 1, "reason": "too_fast"})).await;
    assert_eq!(declined.status, 204, "{}", declined.body);
    let ended = hers.next("challenge_ended").await["ended"].clone();
    assert_eq!((&ended["how"], &ended["reason"]), (&json!("declined"), &json!("too_fast")));
    assert_eq!(ended["by"]["name"], "Boris");
    assert_eq!(anna.get("/api/page/challenges").await, json!([]));
}

#[tokio::test]
async fn a_challenge_that_was_taken_back_cant_be_accepted() {
    let server = server().await;
    let [mut anna, mut boris] = two(&server).await;
    let mut his = listen(&boris).await;
    let path = challenged(&mut anna, "Boris").await;
    assert_eq!(answer(&mut boris, &path, "cancel", json!({"version": 1})).await.status, 403);
    assert_eq!(answer(&mut anna, &path, "cancel", json!({"version": 1})).await.status, 204);
    assert_eq!(his.next("challenge_ended").await["ended"]["how"], "cancelled");
    for what in ["accept", "decline"] {
        let body =
            if what == "accept" { json!({"version": 1}) } else { json!({"version": 1, "reason": "none"}) };
        let late = answer(&mut boris, &path, what, body).await;
        assert_eq!((late.status, late.error_code().as_str()), (409, "challenge_gone"), "{what}");
    }
    assert_eq!(boris.get("/api/games").await, json!([]));
}

#[tokio::test]
async fn other_terms_go_back_and_forth_and_only_what_was_seen_is_accepted() {
    let server = server().await;
    let [mut anna, mut boris] = two(&server).await;
    let path = challenged(&mut anna, "Boris").await;
    let mut slower = terms(false);
    slower["time"] = json!({"days": 3});
    let counter = answer(&mut boris, &path, "change", json!({"version": 1, "terms": slower})).await;
    assert_eq!(counter.status, 200, "{}", counter.body);
    let view = counter.json();
    assert_eq!(
        (&view["from"]["name"], &view["version"], &view["yours"]),
        (&json!("Boris"), &json!(2), &json!(false))
    );
    let old = answer(&mut anna, &path, "accept", json!({"version": 1})).await;
    assert_eq!((old.status, old.error_code().as_str()), (409, "challenge_changed"));
    let own = answer(&mut boris, &path, "accept", json!({"version": 2})).await;
    assert_eq!((own.status, own.error_code().as_str()), (403, "not_your_challenge"));
    let accepted = answer(&mut anna, &path, "accept", json!({"version": 2})).await;
    assert_eq!(accepted.status, 200, "{}", accepted.body);
    let game = boris.get(&format!("/api/games/{}", accepted.json()["id"].as_str().expect("an id"))).await;
    assert_eq!(
        (&game["time"], &game["white"]["name"]),
        (&json!({"days": 3}), &json!("Boris")),
        "his proposal"
    );
}

/// A rating of another speed would say nothing about the game.
#[tokio::test]
async fn other_terms_come_with_the_ratings_of_their_speed() {
    let server = server().await;
    let [mut anna, mut boris] = two(&server).await;
    lost_by(&anna, &boris, true).await;
    let path = challenged(&mut anna, "Boris").await;
    let rating = |view: &Value, side: &str| view[side]["rating"]["points"].clone();
    let before = boris.get("/api/page/challenges").await[0].clone();
    assert_ne!(rating(&before, "to"), json!(1500), "{before}");
    let mut slower = terms(false);
    slower["time"] = json!({"days": 3});
    let counter = answer(&mut boris, &path, "change", json!({"version": 1, "terms": slower})).await.json();
    assert_eq!((rating(&counter, "from"), rating(&counter, "to")), (json!(1500), json!(1500)), "{counter}");
    let back = answer(&mut anna, &path, "change", json!({"version": 2, "terms": terms(false)})).await.json();
    assert_eq!(
        (rating(&back, "from"), rating(&back, "to")),
        (rating(&before, "from"), rating(&before, "to"))
    );
}

#[tokio::test]
async fn strangers_learn_nothing_of_a_challenge() {
    let server = server().await;
    let [mut anna, _] = two(&server).await;
    let (mut carla, mut guest) = (registered(&server, "Carla").await, Guest::new(&server).await);
    let path = challenged(&mut anna, "Boris").await;
    let stranger = answer(&mut carla, &path, "accept", json!({"version": 1})).await;
    assert_eq!((stranger.status, stranger.error_code().as_str()), (409, "challenge_gone"));
    assert_eq!(carla.get("/api/page/challenges").await, json!([]));
    assert_eq!(answer(&mut guest, &path, "accept", json!({"version": 1})).await.status, 401);
    assert_eq!(
        challenge(&mut guest, "Anna", terms(false)).await.status,
        401,
        "guests have no name to answer to"
    );
}

#[tokio::test]
async fn nobody_begins_a_game_against_a_closed_account() {
    let server = server().await;
    let [mut anna, mut boris] = two(&server).await;
    let path = challenged(&mut anna, "Boris").await;
    let mut his = listen(&boris).await;
    his.next("challenge").await;
    crate::clients::tabiya(&server, &["user", "close", "Anna"]);
    let refused = answer(&mut boris, &path, "accept", json!({"version": 1})).await;
    assert!(matches!(refused.status, 403 | 409), "{} {}", refused.status, refused.body);
    // It goes by itself within seconds.
    his.next("challenge_ended").await;
    assert_eq!(boris.get("/api/page/challenges").await, json!([]));
}

#[tokio::test]
async fn what_makes_no_challenge_is_refused_with_the_reason() {
    let server = server().await;
    let [mut anna, mut boris] = two(&server).await;
    let mut position = terms(true);
    position["start"] = json!({"kind": "fen", "fen": "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"});
    let mut nonsense = terms(false);
    nonsense["start"] = json!({"kind": "fen", "fen": "nothing"});
    for (to, terms, status) in [
        ("Anna", terms(false), 400),
        ("Nobody_has_this", terms(false), 404),
        ("Boris", position.clone(), 400),
        ("Boris", nonsense, 400),
    ] {
        assert_eq!(challenge(&mut anna, to, terms).await.status, status, "{to}");
    }
    position["rated"] = false.into();
    assert_eq!(challenge(&mut anna, "Boris", position).await.status, 201, "from a position, for fun");
    let twice = challenge(&mut anna, "Boris", terms(false)).await.json();
    assert_eq!(twice["version"], 2, "one challenge between two, with the newest terms");
    assert_eq!(boris.get("/api/page/challenges").await.as_array().map(Vec::len), Some(1));
    let answer = boris.act("POST", "/api/page/players/Anna/block", &json!({})).await;
    assert_eq!(answer.status, 204);
    let blocked = challenge(&mut anna, "Boris", terms(true)).await;
    assert_eq!(blocked.status, 403, "{}", blocked.body);
}

#[tokio::test]
async fn who_was_blocked_changes_no_challenge_and_nobody_changes_one_without_end() {
    let server = server().await;
    let [mut anna, mut boris] = two(&server).await;
    let path = challenged(&mut anna, "Boris").await;
    let mut version = 1;
    let refused = loop {
        let changed =
            answer(&mut anna, &path, "change", json!({"version": version, "terms": terms(false)})).await;
        if changed.status != 200 {
            break changed;
        }
        version += 1;
        assert!(version < 100, "it never ends");
    };
    assert_eq!((refused.status, refused.error_code().as_str()), (429, "too_fast"), "{}", refused.body);
    assert!(refused.body.contains("you made too many challenges; try again in"), "{}", refused.body);
    assert_eq!(anna.act("POST", "/api/page/players/boris/block", &Value::Null).await.status, 204);
    let body = json!({"version": version, "terms": terms(false)});
    // It ended with the block, for the one who was blocked as for the other.
    let late = answer(&mut boris, &path, "change", body).await;
    assert_eq!((late.status, late.error_code().as_str()), (409, "challenge_gone"));
    assert_eq!(boris.get("/api/page/challenges").await, json!([]));
}

#[tokio::test]
async fn a_challenge_accepted_twice_at_once_is_one_game() {
    let server = server().await;
    let [mut anna, boris] = two(&server).await;
    let path = challenged(&mut anna, "Boris").await;
    let press = async || {
        let mut boris = boris.clone();
        let accepted = answer(&mut boris, &path, "accept", json!({"version": 1})).await;
        assert_eq!(accepted.status, 200, "{}", accepted.body);
        accepted.json()["id"].clone()
    };
    let (one, other) = tokio::join!(press(), press());
    assert_eq!(one, other);
}

/// Once the caller's own limit was blamed on the opponent, and the opponent's on the caller, where a token accepts.
#[tokio::test]
async fn whoever_begins_a_game_hears_whose_limit_is_reached() {
    let server = server_with(&["--max-unfinished-games", "1"]).await;
    let [anna, boris] = two(&server).await;
    let [by_anna, by_boris] = ["Anna", "Boris"].map(|name| token_of(&server, name, "challenge:write"));
    anna.create(&NewGame::friend()).await;
    let full = "you have 1 unfinished games";
    for (caller, opponent, token, expected) in [
        (&by_anna, "Boris", &by_boris, full),
        (&by_boris, "Anna", &by_anna, "the other player has too many games"),
    ] {
        let wish = format!("clock.limit=60&clock.increment=0&acceptByToken={token}");
        let refused = ask(&server, "POST", &format!("/api/challenge/{opponent}"), caller, &wish).await;
        assert_eq!(refused.status, 409, "{}", refused.body);
        assert!(error(&refused).contains(expected), "against {opponent}: {}", refused.body);
    }
    for (mut from, mut to, name, code) in [
        (boris.clone(), anna.clone(), "Anna", "too_many_games"),
        (anna, boris, "Boris", "opponent_has_too_many_games"),
    ] {
        let path = challenged(&mut from, name).await;
        let refused = answer(&mut to, &path, "accept", json!({"version": 1})).await;
        assert_eq!((refused.status, refused.error_code().as_str()), (409, code), "{}", refused.body);
    }
}

/// Once the acceptance was under way, the challenger was told that the challenge is gone; when it failed, the challenge waited on, and
/// became a game later.
#[tokio::test]
async fn a_challenge_is_taken_back_for_good_while_it_is_accepted_in_vain() {
    let server = server_with(&["--max-unfinished-games", "1"]).await;
    let [mut anna, boris] = two(&server).await;
    boris.create(&NewGame::friend()).await;
    for round in 0..8 {
        let path = challenged(&mut anna, "Boris").await;
        let mut accepting = JoinSet::new();
        for _ in 0..3 {
            let (mut boris, path) = (boris.clone(), path.clone());
            accepting.spawn(async move {
                loop {
                    let accepted = answer(&mut boris, &path, "accept", json!({"version": 1})).await;
                    let code = accepted.error_code();
                    // Many tries are too many from one address.
                    if !["opponent_has_too_many_games", "too_many_games", "too_fast"].contains(&&*code) {
                        return code;
                    }
                }
            });
        }
        let taken_back = answer(&mut anna, &path, "cancel", json!({"version": 1})).await;
        assert_eq!(taken_back.status, 204, "round {round}: {}", taken_back.body);
        assert_eq!(accepting.join_all().await, ["challenge_gone"; 3], "round {round}");
        assert_eq!(anna.get("/api/page/challenges").await, json!([]));
    }
}

/// Once a program that had looked at casual terms sat in a rated game of fifteen seconds.
#[tokio::test]
async fn a_program_accepts_what_it_was_told_of_and_nothing_that_was_changed_since() {
    let server = server().await;
    let [mut anna, _boris] = two(&server).await;
    let token = token_of(&server, "Boris", "challenge:write,challenge:read");
    let path = challenged(&mut anna, "Boris").await;
    let waiting = ask(&server, "GET", "/api/challenge", &token, "").await.json();
    let seen = waiting["in"][0]["id"].as_str().expect("an id").to_owned();
    let change = json!({"version": 1, "terms": terms(true)});
    assert_eq!(answer(&mut anna, &path, "change", change).await.status, 200);
    let accepted = ask(&server, "POST", &format!("/api/challenge/{seen}/accept"), &token, "").await;
    assert_eq!(accepted.status, 404, "{}", accepted.body);
    let shown = ask(&server, "GET", &format!("/api/challenge/{seen}/show"), &token, "").await;
    assert_eq!((shown.status, &shown.json()["status"]), (200, &json!("canceled")), "{}", shown.body);
    let waiting = ask(&server, "GET", "/api/challenge", &token, "").await.json();
    let now = waiting["in"][0]["id"].as_str().expect("an id");
    assert_ne!(now, seen);
    assert_eq!(ask(&server, "POST", &format!("/api/challenge/{now}/accept"), &token, "").await.status, 200);
    assert_eq!(ask(&server, "GET", &format!("/api/games/{now}"), "", "").await.status, 200);
}
