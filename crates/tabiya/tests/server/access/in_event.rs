// SPDX-License-Identifier: AGPL-3.0-or-later
//! Who may do what to an event: each act of the page, each call and each door for phones, tried by every role an event knows, in an
//! event with a round that is played.
//!
//! The expected answers stand in `in_event/acts.txt`, which says how to read it. An act of the protocol without a row fails.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use serde_json::{Value, json};
use tabiya_testkit::{Guest, Server};

use super::call::letter_of;
use crate::desk::{become_admin, staff};
use crate::people::registered;
use crate::server_with;

/// A link's secret that nobody was given.
const NO_CODE: &str = "00000000000000000000000000000000";
/// Where a group of letters ends.
const ENDS: [usize; 4] = [2, 5, 8, 10];
/// Whoever may do less tries first: an act that is done may leave nothing to be done.
const ORDER: [usize; 13] = [0, 1, 5, 6, 7, 3, 4, 2, 10, 8, 9, 11, 12];

struct Caller {
    browser: Guest,
    /// What this one sends where a row has `$code`, and where it has `$table`.
    code: String,
    table: String,
}

struct Stage {
    callers: Vec<Caller>,
    event: String,
    /// The game on this server of board 3.
    game: String,
}

struct Row {
    place: usize,
    method: String,
    path: String,
    answers: String,
    body: String,
}

impl Stage {
    async fn set(server: &Server) -> Self {
        let mut admin = Guest::new(server).await;
        become_admin(server, &mut admin, "Chief").await;
        let owner = staff(server, &mut admin, "Olga", "organiser").await;
        let other_organiser = staff(server, &mut admin, "Otto", "organiser").await;
        let moderator = staff(server, &mut admin, "Judge", "moderator").await;
        let arbiter = registered(server, "Hans").await;
        let stranger = registered(server, "Sam").await;
        let [player, other, online] = [
            registered(server, "Ann").await,
            registered(server, "Bo").await,
            registered(server, "Cid").await,
        ];
        let nobody = Guest::new(server).await.without_cookie();
        let [helper, deputy, mut seat] =
            [Guest::new(server).await, Guest::new(server).await, Guest::new(server).await];

        let members = json!({"text": "name;rating;birth\nMember One;1500;2011\nMember Two;1400;\n"});
        done(&owner, "/api/page/members", members).await;
        let new = json!({
            "name": "Hall", "format": {"kind": "swiss", "rounds": 3}, "rated": false, "over_the_board": true, "open": true,
            "time": {"initial_ms": 300_000, "increment_ms": 3_000},
        });
        let event = done(&owner, "/api/page/events", new).await["id"].as_str().expect("an id").to_owned();
        let path = format!("/api/page/events/{event}");
        let act = async |who: &Guest, act: Value| done(who, &path, json!({"seen": 9_999, "act": act})).await;
        // 1, 2 and 3, of whom two come to the hall.
        for browser in [&player, &other, &online] {
            act(browser, json!({"do": "join"})).await;
        }
        for entrant in [1, 2] {
            act(&owner, json!({"do": "plays", "entrant": entrant, "over_the_board": true})).await;
        }
        // 4 to 8.
        for name in ["Dan Dahl", "Eve Ek", "Fia Falk", "Gus Gren", "Hal Holm"] {
            let late = json!({"do": "add_late_entry", "name": name, "rating": 1200, "club": "", "present": true, "paid": true});
            act(&owner, late).await;
        }
        act(&owner, json!({"do": "helper", "name": "Hans", "helps": true})).await;
        act(&owner, json!({"do": "player_results", "on": true})).await;
        act(&owner, json!({"do": "pair"})).await;
        act(&owner, json!({"do": "pair_by_hand", "boards": "1-4 2-5 3-6 7-8", "byes": ""})).await;
        act(&owner, json!({"do": "publish"})).await;
        let mut codes = Vec::new();
        for (label, deputy) in [("Helper", false), ("Deputy", true)] {
            let wish = json!({"label": label, "first": 1, "last": 2, "deputy": deputy});
            codes.push(link(&done(&owner, &format!("{path}/codes"), wish).await));
        }
        let cards = owner.get(&format!("{path}/tables")).await["cards"].take();
        let seats = owner.get(&format!("{path}/seats")).await["seats"].take();
        let taken = seat.act("POST", &format!("{path}/seat"), &json!({"code": link(&seats[0])})).await;
        assert_eq!(taken.status, 200, "{}", taken.body);
        let view = act(&owner, json!({"do": "start"})).await;
        let game = view["rounds"][0]["boards"][2]["games"][0]["game"].as_str().expect("a game").to_owned();
        let with = |browser: Guest| Caller { browser, code: NO_CODE.to_owned(), table: NO_CODE.to_owned() };
        let coded = |browser: Guest, code: &str| Caller { code: code.to_owned(), ..with(browser) };
        let at_table = |browser: Guest, card: &Value| Caller { table: link(card), ..with(browser) };
        let callers = vec![
            with(nobody),
            with(stranger),
            at_table(player, &cards[0]),
            at_table(other, &cards[1]),
            with(online),
            coded(helper, &codes[0]),
            coded(deputy, &codes[1]),
            with(seat),
            with(arbiter),
            with(owner),
            with(other_organiser),
            with(moderator),
            with(admin),
        ];
        Self { callers, event, game }
    }

    /// The letters of a row, in the order of the callers.
    async fn found(&self, row: &Row) -> String {
        let mut found = vec!['?'; self.callers.len()];
        for place in ORDER {
            let caller = &self.callers[place];
            let body = self.filled(&row.body, caller);
            let answer = caller.browser.call(&row.method, &self.filled(&row.path, caller), &body).await;
            found[place] = letter_of(answer.status, &answer.error_code_or_ok());
            if found[place] == '!' {
                eprintln!("line {}, caller {place}: {} {}", row.place, answer.status, answer.body);
            }
        }
        grouped(&found)
    }

    fn filled(&self, text: &str, caller: &Caller) -> String {
        let with_codes = text.replace("$code", &caller.code).replace("$table", &caller.table);
        with_codes.replace("$event", &self.event).replace("$game", &self.game)
    }
}

async fn done(who: &Guest, path: &str, body: Value) -> Value {
    let answer = who.call("POST", path, &body.to_string()).await;
    assert!((200..300).contains(&answer.status), "POST {path} {body}: {}", answer.body);
    answer.json()
}

fn link(of: &Value) -> String {
    of["link"].as_str().expect("a link's secret").to_owned()
}

fn grouped(letters: &[char]) -> String {
    let mut grouped = String::new();
    for (place, letter) in letters.iter().enumerate() {
        if ENDS.contains(&place) {
            grouped.push('/');
        }
        grouped.push(*letter);
    }
    grouped
}

fn rows() -> Vec<Row> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/server/access/in_event/acts.txt");
    let text = fs::read_to_string(file).expect("the table is here");
    let lines = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'));
    let row = |(place, line): (usize, &str)| {
        let mut parts = line.splitn(3, ' ');
        let mut next = || parts.next().unwrap_or_default().to_owned();
        let (what, answers, rest) = (next(), next(), next());
        let body = |name: &str, act: &str| format!("{{\"{name}\":\"${name}\",{act}}}");
        let (method, path, body) = match what.as_str() {
            "act" => {
                ("POST", "/api/page/events/$event".to_owned(), format!("{{\"seen\":9999,\"act\":{rest}}}"))
            }
            "help" => ("POST", "/api/page/events/$event/results".to_owned(), body("code", &rest)),
            "table" => {
                let body = body("table", &format!("\"act\":{rest}"));
                (
                    "POST",
                    "/api/page/events/$event/table".to_owned(),
                    body.replacen("\"table\"", "\"code\"", 1),
                )
            }
            "GET" => ("GET", rest, String::new()),
            "POST" => {
                let (path, body) = rest.split_once(' ').unwrap_or((rest.as_str(), ""));
                ("POST", path.to_owned(), body.to_owned())
            }
            other => panic!("line {place}: a row begins with act, help, table, GET or POST, not {other}"),
        };
        Row { place, method: method.to_owned(), path, answers, body }
    };
    lines.map(row).collect()
}

/// The acts that the server knows: it names them when it gets another one.
async fn acts(stage: &Stage) -> BTreeSet<String> {
    let path = format!("/api/page/events/{}", stage.event);
    let answer = stage.callers[9].browser.call("POST", &path, r#"{"seen":1,"act":{"do":"?"}}"#).await;
    let (_, named) = answer.body.split_once("expected one of").expect("it names the acts");
    named.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

#[tokio::test]
async fn every_act_of_an_event_answers_each_role_as_the_table_says() {
    let server = server_with(&["--staff-totp=off", "--unlimited-addresses=127.0.0.0/8"]).await;
    let stage = Stage::set(&server).await;
    let rows = rows();
    let mut faults = Vec::new();
    for act in acts(&stage).await {
        let named = format!("\"do\":\"{act}\"");
        if !rows.iter().any(|row| row.path.ends_with("$event") && row.body.contains(&named)) {
            faults.push(format!("the act {act} has no row"));
        }
    }
    for row in &rows {
        let found = stage.found(row).await;
        if found != row.answers {
            let Row { place, method, path, answers, body } = row;
            faults.push(format!("line {place} {method} {path} {body}: {found}, expected {answers}"));
        }
    }
    assert!(faults.is_empty(), "{} rows are wrong:\n{}", faults.len(), faults.join("\n"));
}
