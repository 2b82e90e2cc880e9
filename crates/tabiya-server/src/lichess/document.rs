// SPDX-License-Identifier: AGPL-3.0-or-later
//! What this API says about itself: an OpenAPI 3.1 document, and a page for people that is made from it.
//!
//! Both come from one table of calls. A test compares the table with the routes, so neither can say what the other does not.

use axum::Json;
use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use serde_json::{Map, Value, json};

use super::person::origin;
use crate::state::App;

/// One call.
pub(super) struct Call {
    pub(super) group: &'static str,
    pub(super) method: &'static str,
    pub(super) path: &'static str,
    /// One of these scopes is needed; a token without any where it says `token`; none where it is empty.
    scopes: &'static str,
    summary: &'static str,
    /// Fields of the query, with `?` behind their names, and of the body.
    fields: &'static [&'static str],
    answer: Answer,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Answer {
    Object,
    List,
    Lines,
    Games,
    Nothing,
}

macro_rules! calls {
    ($($group:literal { $($method:ident $path:literal $scopes:literal $answer:ident $summary:literal [$($field:literal)*])* })*) => {
        /// Every call.
        pub(super) const CALLS: &[Call] = &[$($(Call {
            group: $group,
            method: stringify!($method),
            path: $path,
            scopes: $scopes,
            summary: $summary,
            fields: &[$($field),*],
            answer: Answer::$answer,
        }),*),*];
    };
}

calls! {
    "Account" {
        get "/api/account" "token" Object "The token's player." []
        get "/api/account/email" "email:read" Object "The player's e-mail address." []
        get "/api/account/preferences" "preference:read" Object "The player's settings." []
        get "/api/account/kid" "preference:read" Object "Whether kid mode is on." []
        post "/api/account/kid" "preference:write" Object "Switches kid mode." ["v?"]
        get "/api/account/playing" "token" Object "The games that the player plays now." ["nb?"]
    }
    "Tokens" {
        post "/api/token" "" Object "Changes the code of an OAuth grant for a token." ["grant_type" "code" "code_verifier" "redirect_uri" "client_id"]
        delete "/api/token" "token" Nothing "Revokes the token that the call shows." []
        post "/api/token/test" "" Object "Says what tokens are good for; the body is tokens with commas between them." []
    }
    "Users" {
        get "/api/user/{name}" "" Object "A player." []
        get "/api/user/{name}/rating-history" "" List "A player's ratings, day by day." []
        get "/api/user/{name}/perf/{perf}" "" Object "A player in one category." []
        get "/api/user/{name}/activity" "" List "A player's games of the last days." []
        get "/api/user/{name}/note" "token" List "Your private note about a player." []
        post "/api/user/{name}/note" "token" Object "Writes your private note about a player." ["text"]
        post "/api/users" "" List "Players by name; the body is names with commas between them." []
        get "/api/users/status" "" List "Who is here and who plays." ["ids?" "withGameIds?"]
        get "/api/player" "" Object "The best of each category." []
        get "/api/player/top/{most}/{perf}" "" Object "The best of one category." []
        get "/api/player/autocomplete" "" List "Players whose name begins so." ["term?" "object?" "friend?"]
        get "/api/crosstable/{first}/{second}" "" Object "The score between two players." []
        get "/api/streamer/live" "" List "Nobody: there are no streamers here." []
        get "/api/bot/online" "" Lines "Bots that are here." ["nb?"]
    }
    "Relations" {
        get "/api/rel/following" "follow:read" Lines "Whom you follow." []
        post "/api/rel/{what}/{name}" "follow:write" Object "Follows, unfollows, blocks or unblocks a player: `what` is follow, unfollow, block or unblock." []
    }
    "Challenges" {
        get "/api/stream/event" "challenge:read, bot:play or board:play" Lines "Games that begin and end, challenges that come and go." []
        get "/api/challenge" "challenge:read" Object "The challenges that wait, to you and from you." []
        post "/api/challenge/{name}" "challenge:write, bot:play or board:play" Object "Challenges a player." ["rated" "clock.limit" "clock.increment" "clock.delay" "clock.bronstein" "days" "color" "variant" "fen" "keepAliveStream" "acceptByToken"]
        post "/api/challenge/ai" "challenge:write, bot:play or board:play" Object "Begins a game against the computer." ["level" "clock.limit" "clock.increment" "days" "color" "variant" "fen"]
        post "/api/challenge/open" "" Object "Makes a game that any two players may join." ["rated" "clock.limit" "clock.increment" "days" "variant" "fen" "name"]
        get "/api/challenge/{id}/show" "" Object "A challenge." []
        post "/api/challenge/{id}/accept" "challenge:write, bot:play or board:play" Object "Accepts a challenge." ["color?"]
        post "/api/challenge/{id}/decline" "challenge:write, bot:play or board:play" Object "Declines a challenge." ["reason"]
        post "/api/challenge/{id}/cancel" "challenge:write, bot:play or board:play" Object "Takes a challenge back." []
        post "/api/round/{id}/add-time/{seconds}" "challenge:write" Object "Gives the opponent time." []
    }
    "Board" {
        post "/api/board/seek" "board:play" Lines "Looks for an opponent as long as the request lives." ["rated" "time" "increment" "days" "variant" "color" "ratingRange"]
        get "/api/board/game/stream/{id}" "board:play" Lines "A game of yours: first `gameFull`, then `gameState`, `chatLine` and `opponentGone`." []
        post "/api/board/game/{id}/move/{uci}" "board:play" Object "Moves." ["offeringDraw?"]
        get "/api/board/game/{id}/chat" "board:play" List "What the players have said." []
        post "/api/board/game/{id}/chat" "board:play" Object "Says something." ["room" "text"]
        post "/api/board/game/{id}/{what}" "board:play" Object "Acts: `what` is abort, resign, claim-victory, claim-draw or berserk." []
        post "/api/board/game/{id}/{what}/{accept}" "board:play" Object "Offers, accepts or declines: `what` is draw or takeback, `accept` is yes or no." []
    }
    "Bot" {
        post "/api/bot/account/upgrade" "bot:play" Object "Makes the account a bot's, before its first game." []
        get "/api/bot/game/stream/{id}" "bot:play" Lines "A game of yours." []
        post "/api/bot/game/{id}/move/{uci}" "bot:play" Object "Moves." ["offeringDraw?"]
        get "/api/bot/game/{id}/chat" "bot:play" List "What the players have said." []
        post "/api/bot/game/{id}/chat" "bot:play" Object "Says something." ["room" "text"]
        post "/api/bot/game/{id}/{what}" "bot:play" Object "Acts: `what` is abort, resign, claim-victory or claim-draw." []
        post "/api/bot/game/{id}/{what}/{accept}" "bot:play" Object "Offers, accepts or declines: `what` is draw or takeback, `accept` is yes or no." []
    }
    "Games" {
        get "/game/export/{id}" "" Games "A game." ["moves?" "tags?" "clocks?" "opening?" "pgnInJson?"]
        get "/api/user/{name}/current-game" "" Games "The game that a player plays, or the last one." ["moves?" "tags?" "clocks?" "pgnInJson?"]
        get "/api/games/user/{name}" "" Games "A player's games." ["since?" "until?" "max?" "vs?" "rated?" "perfType?" "color?" "ongoing?" "finished?" "sort?" "moves?" "tags?" "clocks?" "pgnInJson?"]
        post "/api/games/export/_ids" "" Games "Games by id; the body is ids with commas between them." ["moves?" "tags?" "clocks?" "pgnInJson?"]
        get "/api/games/export/imports" "token" Games "The games that you have imported." []
        post "/api/import" "" Object "Imports a game." ["pgn"]
        get "/api/stream/game/{id}" "" Lines "How a game stands, and each move." []
        post "/api/stream/games-by-users" "" Lines "The games among some players, as they begin and end; the body is names with commas between them." ["withCurrentGames?"]
        post "/api/stream/games/{name}" "" Lines "Some games, as they begin and end; the body is ids with commas between them." []
        post "/api/stream/games/{name}/add" "" Object "Adds games to such a stream." []
    }
    "TV" {
        get "/api/tv/channels" "" Object "The best running game of each speed." []
        get "/api/tv/feed" "" Lines "The best running game, move by move." []
        get "/api/tv/{channel}" "" Games "The best running games of a channel." ["nb?" "moves?" "tags?" "clocks?"]
        get "/api/tv/{channel}/feed" "" Lines "The best running game of a channel, move by move." []
    }
}

impl Call {
    fn parameters(&self) -> Vec<Value> {
        let in_path = self.path.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'));
        let text = json!({ "type": "string" });
        let path =
            in_path.map(|name| json!({ "name": name, "in": "path", "required": true, "schema": text }));
        let query = self.fields.iter().filter_map(|field| field.strip_suffix('?'));
        let query =
            query.map(|name| json!({ "name": name, "in": "query", "required": false, "schema": text }));
        path.chain(query).collect()
    }

    fn answer(&self) -> Value {
        let (kind, schema) = match self.answer {
            Answer::Nothing => return json!({ "description": "Done." }),
            Answer::Object => ("application/json", json!({ "type": "object" })),
            Answer::List => ("application/json", json!({ "type": "array" })),
            Answer::Lines => ("application/x-ndjson", json!({ "type": "string" })),
            Answer::Games => ("application/x-chess-pgn", json!({ "type": "string" })),
        };
        let mut content = json!({ kind: { "schema": schema } });
        if self.answer == Answer::Games {
            content["application/x-ndjson"] = json!({ "schema": { "type": "string" } });
        }
        json!({ "description": "Done.", "content": content })
    }

    fn operation(&self) -> Value {
        let status = match (self.path, self.answer) {
            ("/api/challenge/ai", _) => "201",
            (_, Answer::Nothing) => "204",
            _ => "200",
        };
        let error = json!({
            "description": "Why not, in words.",
            "content": { "application/json": { "schema": { "$ref": "#/components/schemas/Error" } } },
        });
        let mut operation = json!({
            "tags": [self.group],
            "summary": self.summary,
            "operationId": format!("{} {}", self.method, self.path),
            "parameters": self.parameters(),
            "responses": { status: self.answer(), "default": error },
        });
        let body: Vec<_> = self.fields.iter().filter(|field| !field.ends_with('?')).collect();
        if !body.is_empty() {
            let fields: Map<String, Value> =
                body.into_iter().map(|field| ((*field).to_owned(), json!({ "type": "string" }))).collect();
            let schema = json!({ "schema": { "type": "object", "properties": fields } });
            operation["requestBody"] = json!({ "content": {
                "application/x-www-form-urlencoded": schema,
                "application/json": schema,
            }});
        }
        if !self.scopes.is_empty() {
            let scopes: Vec<_> = match self.scopes {
                "token" => Vec::new(),
                scopes => scopes.split([',', ' ']).filter(|word| word.contains(':')).collect(),
            };
            // One of the scopes is enough: each is an alternative.
            let alternatives: Vec<_> = scopes.iter().map(|scope| json!({ "token": [scope] })).collect();
            operation["security"] =
                if alternatives.is_empty() { json!([{ "token": [] }]) } else { json!(alternatives) };
        }
        operation
    }
}

/// The document.
pub(super) fn document(server: &str) -> Value {
    let mut paths = Map::new();
    for call in CALLS {
        let path = paths.entry(call.path).or_insert_with(|| json!({}));
        path[call.method] = call.operation();
    }
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Tabiya's API for programs",
            "summary": "lichess's API, as far as this server has its subjects.",
            "description": "Show an access token as `Authorization: Bearer TOKEN`. Bodies are forms or JSON; streams are lines of JSON.",
            "version": env!("CARGO_PKG_VERSION"),
            "license": { "name": "AGPL-3.0-or-later", "identifier": "AGPL-3.0-or-later" },
        },
        "servers": [{ "url": server }],
        "paths": paths,
        "components": {
            "securitySchemes": { "token": { "type": "http", "scheme": "bearer" } },
            "schemas": { "Error": {
                "type": "object",
                "required": ["error"],
                "properties": { "error": { "type": "string" }, "refusal": { "type": "object" } },
            }},
        },
    })
}

/// `GET /api/openapi.json`
pub(super) async fn openapi(State(app): State<App>) -> Json<Value> {
    Json(document(&origin(&app)))
}

/// `GET /api`
pub(super) async fn page(State(app): State<App>) -> Response {
    ([(CONTENT_TYPE, "text/html; charset=utf-8")], html(&document(&origin(&app)))).into_response()
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// The document for people. Without styles or scripts of its own, it reads well everywhere.
fn html(document: &Value) -> String {
    let text = |value: &Value| escaped(value.as_str().unwrap_or_default());
    let mut html = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>{title}</title>\n</head>\n<body>\n<h1>{title}</h1>\n\
         <p>{}</p>\n<p>{}</p>\n<p>For programs: <a href=\"/api/openapi.json\">openapi.json</a> (OpenAPI 3.1).</p>\n",
        text(&document["info"]["summary"]),
        text(&document["info"]["description"]).replace('`', ""),
        title = text(&document["info"]["title"]),
    );
    let mut group = "";
    for call in CALLS {
        if call.group != group {
            if !group.is_empty() {
                html += "</dl>\n";
            }
            group = call.group;
            html += &format!("<h2>{group}</h2>\n<dl>\n");
        }
        let path = escaped(call.path);
        html += &format!("<dt><code>{} {path}</code></dt>\n", call.method.to_uppercase());
        html += &format!("<dd>{}", escaped(call.summary).replace('`', ""));
        match call.scopes {
            "" => {}
            "token" => html += " Needs a token.",
            scopes => html += &format!(" Needs a token with {}.", escaped(scopes)),
        }
        if !call.fields.is_empty() {
            let fields: Vec<_> = call
                .fields
                .iter()
                .map(|field| format!("<code>{}</code>", field.trim_end_matches('?')))
                .collect();
            html += &format!("<br>Fields: {}", fields.join(", "));
        }
        html += "</dd>\n";
    }
    html + "</dl>\n</body>\n</html>\n"
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn the_table_says_what_the_routes_do() {
        let routed: BTreeSet<&str> =
            super::super::routes::calls().into_iter().map(|(path, _)| path).collect();
        let own = ["/api", "/api/openapi.json"];
        let told: BTreeSet<&str> = CALLS.iter().map(|call| call.path).chain(own).collect();
        assert_eq!(told, routed);
        let mut calls: Vec<_> = CALLS.iter().map(|call| (call.path, call.method)).collect();
        calls.sort_unstable();
        calls.dedup();
        assert_eq!(calls.len(), CALLS.len(), "no call is told twice");
    }

    #[test]
    fn every_scope_in_the_table_is_one() {
        use crate::people::scopes::Scopes;
        for call in CALLS.iter().filter(|call| call.scopes != "token") {
            let scopes: Vec<_> =
                call.scopes.split([',', ' ']).filter(|word| !word.is_empty() && *word != "or").collect();
            assert!(Scopes::parse(&scopes.join(" ")).is_ok(), "{}: {}", call.path, call.scopes);
        }
    }

    #[test]
    fn the_page_holds_every_call_and_nothing_that_runs() {
        let document = document("https://chess.example");
        let page = html(&document);
        for call in CALLS {
            assert!(page.contains(&format!("{} {}", call.method.to_uppercase(), call.path)), "{}", call.path);
            assert!(document["paths"][call.path][call.method]["summary"].is_string());
        }
        assert!(!page.contains("<script") && !page.contains("<style") && !page.contains("style="));
    }
}
