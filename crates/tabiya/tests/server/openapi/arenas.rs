// SPDX-License-Identifier: AGPL-3.0-or-later
//! Arenas: made, entered, played and read by programs, from the creation to the results.

use std::time::Duration;

use serde_json::{Value, json};
use tabiya_testkit::patiently;
use tokio::time::sleep;

use super::api::{Api, id_of};
use crate::clients::{tabiya, token_of, token_of_new};

const NDJSON: &str = "application/x-ndjson";

fn lines(body: &str) -> Vec<Value> {
    body.lines().map(|line| serde_json::from_str(line).expect("a line of JSON")).collect()
}

#[tokio::test]
async fn calls_about_arenas_answer_as_the_document_says() {
    let mut api = Api::new().await;
    tabiya(&api.server, &["user", "add", "Olga", "--role", "organiser"]);
    let olga = token_of(&api.server, "Olga", "tournament:write");
    let players = ["Ann", "Bob"]
        .map(|name| token_of_new(&api.server, name, "tournament:write,board:play,challenge:read"));
    let wish = "name=Friday&clockTime=3&clockIncrement=0&minutes=60&waitMinutes=60&rated=false";
    let made = api.call("POST /api/tournament", &olga, wish).await;
    assert_eq!((&made["berserkable"], &made["nbPlayers"]), (&json!(true), &json!(0)));
    let path = format!("/api/tournament/{{id}}={}", id_of(&made));
    for player in &players {
        api.call(&format!("POST {path}/join"), player, "").await;
    }
    let changed = "name=Friday+Arena&clockTime=3&clockIncrement=0&minutes=60&waitMinutes=0";
    let refused = api.ask(&format!("POST {path}"), &players[0], "application/json", changed).await;
    assert_eq!(refused.status, 403, "{}", refused.body);
    let changed = api.call(&format!("POST {path}"), &olga, changed).await;
    assert_eq!((&changed["fullName"], &changed["rated"]), (&json!("Friday Arena"), &json!(false)));
    let begun = async {
        loop {
            let shown = api.call(&format!("GET {path}"), "", "").await;
            if let Some(duel) = shown["duels"].as_array().and_then(|duels| duels.first()) {
                return (shown.clone(), id_of(duel));
            }
            sleep(Duration::from_millis(100)).await;
        }
    };
    let (shown, game) = patiently("the first game", begun).await;
    assert_eq!(shown["isStarted"], true);
    // The arena knows its games a moment before they begin.
    let begun = async {
        loop {
            let playing = api.call("GET /api/account/playing", &players[0], "").await;
            if !playing["nowPlaying"][0].is_null() {
                return playing["nowPlaying"][0].clone();
            }
            sleep(Duration::from_millis(100)).await;
        }
    };
    let own = patiently("the game to begin", begun).await;
    assert_eq!((&own["tournamentId"], &own["source"]), (&made["id"], &json!("arena")));
    let [white, black] = if own["color"] == "white" { [0, 1] } else { [1, 0] };
    let board = format!("/api/board/game/{{id}}={game}");
    api.call(&format!("POST {board}/berserk"), &players[white], "").await;
    let refused = api.ask(&format!("POST {board}/berserk"), &players[white], "application/json", "").await;
    assert_eq!(refused.status, 400, "{}", refused.body);
    for (number, uci) in ["f2f3", "e7e5", "g2g4", "d8h4"].into_iter().enumerate() {
        let mover = if number % 2 == 0 { white } else { black };
        api.call(&format!("POST {board}/move/{{uci}}={uci}"), &players[mover], "").await;
    }
    let scored = async {
        loop {
            let said = api.ask(&format!("GET {path}/results?sheet=true"), "", NDJSON, "").await;
            let first = lines(&said.body).swap_remove(0);
            if first["score"] == 2 {
                return first;
            }
            sleep(Duration::from_millis(100)).await;
        }
    };
    let first = patiently("the result", scored).await;
    let winner = ["Ann", "Bob"][black];
    assert_eq!((&first["username"], &first["sheet"]["scores"]), (&json!(winner), &json!("2")));
    let games = api.ask(&format!("GET {path}/games"), "", NDJSON, "").await;
    let ended = lines(&games.body).into_iter().find(|one| one["id"] == json!(game)).expect("the game");
    assert_eq!(ended["tournament"], made["id"]);
    let pgn = api.ask(&format!("GET {path}/games"), "", "application/x-chess-pgn", "").await;
    assert!(pgn.body.contains("[Event \"Friday Arena\"]"), "{}", pgn.body);
    api.games(&format!("GET {path}/games"), "", "").await;
    api.call(&format!("POST {path}/withdraw"), &players[0], "").await;
    api.call(&format!("POST {path}/terminate"), &olga, "").await;
    let over = api.call(&format!("GET {path}"), "", "").await;
    assert_eq!((&over["isFinished"], &over["podium"][0]["name"]), (&json!(true), &json!(winner)));
    assert_eq!((&over["stats"]["berserks"], &over["stats"]["blackWins"]), (&json!(1), &json!(1)));
    let lists = api.call("GET /api/tournament", "", "").await;
    assert_eq!(lists["finished"][0]["id"], made["id"]);
    let owned = api.ask("GET /api/user/{name}=Olga/tournament/created", "", NDJSON, "").await;
    assert_eq!(lines(&owned.body)[0]["fullName"], "Friday Arena");
    let played = api.ask(&format!("GET /api/user/{{name}}={winner}/tournament/played"), "", NDJSON, "").await;
    assert_eq!(lines(&played.body)[0]["player"]["score"], 2);
    api.has_made_all_of("Arena tournaments", &[]);
}

/// A program has no field for the code that the page asks for: it sends it as the password.
#[tokio::test]
async fn programs_enter_with_the_code_and_the_rating_that_are_asked_for() {
    let mut api = Api::new().await;
    tabiya(&api.server, &["user", "add", "Olga", "--role", "organiser"]);
    let olga = token_of(&api.server, "Olga", "tournament:write");
    let ann = token_of_new(&api.server, "Ann", "tournament:write");
    for (kind, format) in [
        ("tournament", ["--format", "arena", "--duration", "60"]),
        ("swiss", ["--format", "swiss", "--rounds", "3"]),
    ] {
        let new = ["event", "new", "Friday", "--time", "3+0", "--entry-code"];
        let said = tabiya(&api.server, &[&new[..], &format].concat());
        let code = said.lines().find_map(|line| line.strip_prefix("entry code: ")).expect("a code");
        let id = said.split_whitespace().last().expect("the id is the last word");
        let path = format!("/api/{kind}/{{id}}={id}");
        for wrong in ["", "password=0000+0000+0000"] {
            let refused = api.ask(&format!("POST {path}/join"), &ann, "application/json", wrong).await;
            assert_eq!(refused.status, 403, "{kind} {wrong:?}: {}", refused.body);
        }
        let right = format!("password={}", code.replace(' ', "+"));
        let entered = api.ask(&format!("POST {path}/join"), &ann, "application/json", &right).await;
        assert_eq!(entered.status, 200, "{kind}: {}", entered.body);
        let shown = api.ask(&format!("GET {path}"), "", "application/json", "").await.json();
        assert_eq!(shown["nbPlayers"], 1, "{shown}");
        let asks = json!({"accepted": false, "list": [{"condition": "A code from the organiser"}]});
        assert_eq!(shown["verdicts"], asks);
    }
    let limits = "conditions.minRating.rating=1600&conditions.maxRating.rating=2000";
    for (call, wish) in [
        ("POST /api/tournament", "clockTime=3&clockIncrement=0&minutes=60"),
        ("POST /api/swiss/new/{teamId}=club", "clock.limit=180&clock.increment=0&nbRounds=3"),
    ] {
        let made = api.ask(call, &olga, "application/json", &format!("{wish}&{limits}")).await;
        assert_eq!(made.status, 200, "{}", made.body);
        let made = made.json();
        let asks = ["A rating of 1600 or more", "A rating of 2000 or less"];
        let list = asks.map(|words| json!({ "condition": words }));
        assert_eq!(made["verdicts"], json!({"accepted": false, "list": list}));
        let kind = if call.contains("swiss") { "swiss" } else { "tournament" };
        let join = format!("POST /api/{kind}/{{id}}={}/join", id_of(&made));
        let refused = api.ask(&join, &ann, "application/json", "").await;
        assert!(
            refused.status == 409 && refused.body.contains("1600"),
            "{} {}",
            refused.status,
            refused.body
        );
    }
}
