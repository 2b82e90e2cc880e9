// SPDX-License-Identifier: AGPL-3.0-or-later
//! The OpenAPI document says what the server does: every call in it is made on a real server, and each answer's status,
//! kind and fields are compared with what the document promises. A field that the document does not know is a fault too.
//!
//! Each part of the document has a file here, which makes the calls of that part.

mod account;
mod analysis;
mod api;
mod arenas;
mod board;
mod bot;
mod challenges;
mod games;
mod puzzles;
mod relations;
mod rounds;
mod swiss;
mod tokens;
mod tv;
mod users;

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::clients::token_of_new;
use api::{Api, fault};

/// What a player's program may do.
const PLAYER: &str = "email:read,preference:read,preference:write,follow:read,follow:write,challenge:read,challenge:write,\
                      board:play";

#[tokio::test]
async fn every_part_of_the_document_has_a_file_that_makes_its_calls() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/server/openapi");
    let files = fs::read_dir(folder).expect("this folder").flatten();
    let sources: String = files.filter_map(|file| fs::read_to_string(file.path()).ok()).collect();
    for part in Api::new().await.document["tags"].as_array().expect("the parts") {
        let check = format!("api.has_made_all_of({}, ", part["name"]);
        assert!(sources.contains(&check), "no file makes all calls of {part}");
    }
}

#[tokio::test]
async fn every_call_refuses_as_the_document_says() {
    let mut api = Api::new().await;
    let none = token_of_new(&api.server, "Ann", "");
    let paths = api.document["paths"].as_object().expect("paths").clone();
    for (path, calls) in &paths {
        for (method, call) in calls.as_object().expect("calls") {
            let filled: Vec<_> = path
                .split('/')
                .map(|part| if part.starts_with('{') { format!("{part}=nothing1") } else { part.to_owned() })
                .collect();
            let line = format!("{} {}", method.to_uppercase(), filled.join("/"));
            // An optional token is written as two alternatives: first none, then the token.
            let is_needed = call["security"].is_array() && call["security"][0] != json!({});
            if !is_needed {
                // A stream would not end; that it opens is seen above.
                let content = &call["responses"]["200"]["content"];
                if content["application/x-ndjson"].is_null() {
                    api.ask(&line, "nonsense", "", "").await;
                }
                continue;
            }
            for token in ["", "nonsense"] {
                assert_eq!(api.ask(&line, token, "", "").await.status, 401, "{line}");
            }
            let scopes: Vec<_> = call["security"].as_array().into_iter().flatten().collect();
            let needs = scopes.iter().filter_map(|scope| scope["token"][0].as_str()).collect::<Vec<_>>();
            if needs.is_empty()
                || !call["responses"]["200"]["content"]["application/x-ndjson"].is_null() && needs.is_empty()
            {
                continue;
            }
            let answer = api.ask(&line, &none, "", "").await;
            assert_eq!(answer.status, 403, "{line}: {}", answer.body);
            assert!(needs.iter().all(|scope| answer.body.contains(scope)), "{line}: {}", answer.body);
        }
    }
}

/// A number at each bound is taken, and the next one is refused.
#[tokio::test]
async fn bounds_of_numbers_are_those_of_the_document() {
    let api = Api::new().await;
    let ann = token_of_new(&api.server, "Ann", PLAYER);
    let form = "application/x-www-form-urlencoded";
    let mut compared = 0;
    for (path, base) in [
        ("/api/challenge/ai", "level=1&clock.limit=60"),
        ("/api/challenge/open", "clock.limit=60"),
        ("/api/board/seek", "rated=false&time=1"),
    ] {
        let body =
            &api.document["paths"][path]["post"]["requestBody"]["content"][form]["schema"]["properties"];
        for (name, schema) in body.as_object().expect("fields") {
            for (bound, step) in [("minimum", -1), ("maximum", 1)] {
                let Some(value) = schema[bound].as_f64() else { continue };
                let beyond = value + f64::from(step);
                let others: Vec<_> =
                    base.split('&').filter(|pair| !pair.starts_with(&format!("{name}="))).collect();
                let text = format!("{}&{name}={beyond}", others.join("&"));
                let answer = api
                    .server
                    .request("POST", path, &[("Authorization", &format!("Bearer {ann}"))], text.as_bytes())
                    .await;
                let answer = answer.expect("an answer");
                let said = answer.json()["error"].as_str().unwrap_or_default().to_owned();
                assert!(
                    answer.status == 400 && said.starts_with(&format!("{name}: ")),
                    "{path} {text}: {}",
                    answer.body
                );
                assert!(
                    said.contains(&format!("from {}", schema["minimum"].as_f64().expect("both"))),
                    "{said}"
                );
                assert!(
                    said.contains(&format!("to {}", schema["maximum"].as_f64().expect("both"))),
                    "{said}"
                );
                compared += 1;
            }
        }
    }
    assert!(compared >= 20, "{compared} bounds");
}

#[test]
fn the_comparison_finds_what_differs() {
    let document = json!({ "components": { "schemas": { "A": {
        "type": "object", "required": ["id"],
        "properties": { "id": { "type": "string" }, "of": { "anyOf": [{ "type": "null" }, { "type": "array", "items": { "$ref": "#/components/schemas/A" } }] } },
    }}}});
    let schema = json!({ "$ref": "#/components/schemas/A" });
    let fault = |value: Value| fault(&document, &schema, &value, "answer");
    assert_eq!(fault(json!({ "id": "x", "of": [{ "id": "y", "of": null }] })), None);
    for wrong in [
        json!({}),
        json!({ "id": 1 }),
        json!({ "id": "x", "more": 1 }),
        json!({ "id": "x", "of": [{}] }),
        json!([]),
    ] {
        assert!(fault(wrong.clone()).is_some(), "{wrong}");
    }
}
