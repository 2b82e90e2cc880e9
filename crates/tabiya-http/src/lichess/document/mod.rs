// SPDX-License-Identifier: AGPL-3.0-or-later
//! What this API says about itself: an OpenAPI 3.1 document, and a page for people that is made from it.
//!
//! Three tables hold everything: the [calls](super::published), what they are told ([inputs]), and the [shapes] of their
//! answers. The document is made from them here, and the [page] is made from the document. The [bounds] of inputs come from
//! the code's own constants.

mod bounds;
mod inputs;
mod page;
mod shapes;
mod types;

use axum::Json;
use axum::extract::State;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use serde_json::{Map, Value, json};
use tabiya_accounts::people::scopes::Scope;

use super::person::origin;
use super::published::{self, Call};
use super::rows::Input;
use crate::state::App;
use inputs::input;

/// The statuses of errors, by the names of their components.
const ERRORS: [(&str, &str, &str); 7] = [
    ("400", "Wrong", "The input is wrong, and the error names the field; or the game does not allow it."),
    ("401", "NoToken", "There is no token, or it is not valid."),
    (
        "403",
        "Forbidden",
        "The token lacks the scope, which the error names; this server's rules don't allow it; or a page of another site shows no \
         token.",
    ),
    ("404", "Absent", "There is no such thing, or the caller may not see it."),
    ("409", "NotNow", "The tournament does not allow it as it stands, such as to enter when it is over."),
    ("413", "TooLong", "The body is longer than 64 KiB, or 256 KiB with a PGN."),
    ("429", "TooMany", "Too many calls, or too many games. `Retry-After` says how many seconds to wait."),
];

/// A field of a call, taken apart.
struct FieldOf {
    input: &'static Input,
    name: &'static str,
    is_query: bool,
    is_needed: bool,
}

/// The name of a key, without the mark of its meaning.
fn name_of(key: &'static str) -> &'static str {
    key.split('@').next().unwrap_or(key)
}

impl Call {
    /// The path as the document has it: without the marks.
    fn plain_path(&self) -> String {
        let parts = self.path.split('/').map(|part| match part.split_once('@') {
            Some((name, _)) => format!("{name}}}"),
            None => part.to_owned(),
        });
        parts.collect::<Vec<_>>().join("/")
    }

    /// What stands in braces in the path.
    fn in_path(&self) -> impl Iterator<Item = &'static Input> {
        let keys = self.path.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'));
        let key = |key: &'static str| match key {
            "nb" => "nb@path",
            key => key,
        };
        keys.filter_map(move |name| input(key(name)))
    }

    fn fields(&self) -> impl Iterator<Item = FieldOf> {
        let fields = self.fields.iter().filter(|field| !field.starts_with('='));
        fields.filter_map(|field| {
            let (field, is_needed) = field.strip_suffix('!').map_or((*field, false), |field| (field, true));
            let (key, is_query) = field.strip_suffix('?').map_or((field, false), |key| (key, true));
            Some(FieldOf { input: input(key)?, name: name_of(key), is_query, is_needed })
        })
    }

    /// The example of a body of plain text, for a call that takes one.
    fn text_body(&self) -> Option<&'static str> {
        self.fields.iter().find_map(|field| field.strip_prefix('='))
    }

    fn parameters(&self) -> Vec<Value> {
        let in_path = self.in_path().map(|input| {
            let example = types::example(input.1, input.2);
            json!({
                "name": name_of(input.0), "in": "path", "required": true,
                "description": input.3, "schema": bounds::schema_of(input), "example": example,
            })
        });
        let in_query = self.fields().filter(|field| field.is_query).map(|field| {
            let (_, kind, example, about) = *field.input;
            let mut parameter = json!({
                "name": field.name, "in": "query", "required": field.is_needed,
                "description": about, "schema": bounds::schema_of(field.input),
            });
            if !example.is_empty() {
                parameter["example"] = types::example(kind, example);
            }
            parameter
        });
        in_path.chain(in_query).collect()
    }

    fn body(&self) -> Option<Value> {
        if let Some(example) = self.text_body() {
            let text = json!({ "schema": { "type": "string" }, "example": example });
            return Some(json!({ "required": true, "content": { "text/plain": text } }));
        }
        let (mut properties, mut required, mut examples) = (Map::new(), Vec::new(), Map::new());
        for field in self.fields().filter(|field| !field.is_query) {
            let (_, kind, example, about) = *field.input;
            let mut schema = bounds::schema_of(field.input);
            schema["description"] = json!(about);
            properties.insert(field.name.to_owned(), schema);
            if field.is_needed {
                required.push(field.name);
            }
            if !example.is_empty() {
                examples.insert(field.name.to_owned(), types::example(kind, example));
            }
        }
        if properties.is_empty() {
            return None;
        }
        let schema = json!({
            "schema": { "type": "object", "required": required, "properties": properties },
            "example": examples,
        });
        Some(json!({ "required": !required.is_empty(), "content": {
            "application/x-www-form-urlencoded": schema,
            "application/json": schema,
        }}))
    }

    /// The status of success, and its answer.
    fn success(&self) -> (&'static str, Value) {
        let numbered = self.answer.split_once(' ').filter(|(status, _)| status.starts_with('2'));
        let (status, answer) = numbered.unwrap_or(("200", self.answer));
        let mut content = Map::new();
        for kind in answer.split("; ") {
            let game = json!({ "schema": types::schema("Game"), "example": types::example("Game", "") });
            let mut add = |kind: &str, value: Value| content.insert(kind.to_owned(), value);
            match kind.split_once(' ') {
                Some(("lines", kind)) => {
                    let line = json!({ "schema": types::schema(kind), "example": types::example(kind, "") });
                    add("application/x-ndjson", line);
                }
                None if kind == "nothing" => {}
                None if kind == "text" => {
                    add("text/plain", json!({ "schema": { "type": "string" } }));
                }
                None if kind == "game" || kind == "games" => {
                    add("application/x-chess-pgn", json!({ "schema": { "type": "string" } }));
                    let lines = kind == "games";
                    add(if lines { "application/x-ndjson" } else { "application/json" }, game);
                }
                _ => {
                    // A map's example needs a key.
                    let given = if kind.starts_with('{') { "key" } else { "" };
                    let example = types::example(kind, given);
                    add("application/json", json!({ "schema": types::schema(kind), "example": example }));
                }
            }
        }
        let mut response = json!({ "description": "Done." });
        if content.contains_key("application/x-ndjson") {
            response["description"] =
                json!("Line by line: each line is one such object. Blank lines keep the connection open.");
        }
        if !content.is_empty() {
            response["content"] = content.into();
        }
        (status, response)
    }

    /// Whether the page's own call is meant, whose errors have the page's form.
    pub(super) fn is_of_page(&self) -> bool {
        self.path == "/api/games/{id}/lag"
    }

    /// Which errors there may be.
    fn has_error(&self, status: &str) -> bool {
        let has_body = !self.fields.is_empty();
        match status {
            "400" => {
                has_body || self.method != "get" || self.path.contains("{nb}") || self.path.ends_with("/chat")
            }
            "403" => !self.scopes.is_empty() || !self.path.starts_with("/api/token"),
            "404" => self.path.contains('{') || self.path == "/api/cloud-eval",
            "409" => {
                self.method == "post"
                    && ["/tournament/", "/swiss/"].iter().any(|part| self.path.contains(part))
            }
            "413" => self.method == "post",
            _ => true,
        }
    }

    fn operation(&self) -> Value {
        let mut responses = Map::new();
        let (status, answer) = self.success();
        responses.insert(status.to_owned(), answer);
        let component = |name: &str| json!({ "$ref": format!("#/components/responses/{name}") });
        if self.is_of_page() {
            for status in ["404", "default"] {
                responses.insert(status.to_owned(), component("PageFault"));
            }
        } else {
            for (status, name, _) in ERRORS.iter().filter(|(status, ..)| self.has_error(status)) {
                responses.insert((*status).to_owned(), component(name));
            }
            responses.insert("default".to_owned(), component("Fault"));
        }
        let mut operation = json!({
            "tags": [self.group],
            "summary": self.summary,
            "operationId": self.id(),
            "parameters": self.parameters(),
            "responses": responses,
        });
        if let Some(body) = self.body() {
            operation["requestBody"] = body;
        }
        if !self.scopes.is_empty() {
            let scopes: Vec<_> = match self.scopes {
                "token" | "token?" => Vec::new(),
                scopes => scopes.split([',', ' ']).filter(|word| word.contains(':')).collect(),
            };
            // One of the scopes is enough: each is an alternative.
            let alternatives: Vec<_> = scopes.iter().map(|scope| json!({ "token": [scope] })).collect();
            operation["security"] =
                if alternatives.is_empty() { json!([{ "token": [] }]) } else { json!(alternatives) };
            if self.scopes == "token?" {
                // Nothing at all is the first alternative.
                operation["security"] = json!([{}, { "token": [] }]);
            }
        }
        operation
    }

    /// A name for code that is generated: the method and the path's words.
    fn id(&self) -> String {
        let path = self.plain_path();
        let words = path.split(['/', '-', '.', '_']).map(|word| word.trim_matches(['{', '}']));
        let words = words.filter(|word| !word.is_empty() && *word != "api");
        std::iter::once(self.method).chain(words).collect::<Vec<_>>().join("_").to_ascii_lowercase()
    }
}

/// The document.
fn document(server: &str) -> Value {
    let mut paths = Map::new();
    for call in published::calls() {
        let path = paths.entry(call.plain_path()).or_insert_with(|| json!({}));
        path[call.method] = call.operation();
    }
    let error = |about: &str, shape: &str| {
        json!({
            "description": about,
            "content": { "application/json": { "schema": types::schema(shape), "example": types::example(shape, "") } },
        })
    };
    let mut responses: Map<String, Value> =
        ERRORS.iter().map(|(_, name, about)| ((*name).to_owned(), error(about, "Error"))).collect();
    responses.insert("Fault".to_owned(), error("The server can't answer now, or has a fault.", "Error"));
    responses.insert("PageFault".to_owned(), error("The call failed; the code says why.", "PageError"));
    let mut groups: Vec<_> = published::calls().map(|call| call.group).collect();
    groups.dedup();
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Tabiya's API for programs",
            "summary": "A subset of the lichess API.",
            "description": "Show an access token as `Authorization: Bearer TOKEN`. Bodies are forms or JSON. Streams are lines of JSON; a blank line comes every six seconds when nothing else does. Errors are `{\"error\": \"...\"}` with a status from 400 on.",
            "version": env!("CARGO_PKG_VERSION"),
            "license": { "name": "AGPL-3.0-or-later", "identifier": "AGPL-3.0-or-later" },
        },
        "servers": [{ "url": server }],
        "tags": groups.into_iter().map(|group| json!({ "name": group })).collect::<Vec<_>>(),
        "paths": paths,
        "components": {
            "securitySchemes": { "token": {
                "type": "http",
                "scheme": "bearer",
                "description": first_steps(),
            }},
            "responses": responses,
            "schemas": types::schemas(),
        },
    })
}

/// What whoever writes a client must know first.
fn first_steps() -> String {
    let scopes = Scope::all_names("`, `");
    format!(
        "An access token: made in the settings, printed by `tabiya token NAME --scope challenge:write,board:play`, or granted by \
         OAuth 2 with PKCE at `/oauth`, with `response_type=code`, `client_id`, `redirect_uri`, `code_challenge`, \
         `code_challenge_method=S256`, `scope` and `state`. Scopes: `{scopes}`. Games are exported as PGN; as JSON with \
         `Accept: application/json`, or `application/x-ndjson` for several. A player's programs may make 1,500 calls a minute, an \
         address without a token 600; beyond that the answer is 429 with `Retry-After`. A smaller limit holds for challenges: a player may \
         make 20 a minute and 200 an hour, whether they are accepted or not. A player who leaves many rated games early has to wait \
         for minutes before the next rated one. Whoever has challenged learns that the game began from `gameStart` in \
         `/api/stream/event`, or from the stream of a challenge with `keepAliveStream`; before, the game's stream answers 404."
    )
}

/// `GET /api/openapi.json`
pub(super) async fn openapi(State(app): State<App>) -> Json<Value> {
    Json(document(&origin(&app)))
}

/// `GET /api`
pub(super) async fn page(State(app): State<App>) -> Response {
    ([(CONTENT_TYPE, "text/html; charset=utf-8")], page::html(&document(&origin(&app)))).into_response()
}

/// `GET /api/style.css`: the page's looks, in a file because the site's policy allows no inline styles.
pub(super) async fn style() -> Response {
    let headers = [(CONTENT_TYPE, "text/css; charset=utf-8"), (CACHE_CONTROL, "public, max-age=3600")];
    (headers, include_str!("style.css")).into_response()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn no_call_is_told_twice() {
        let ids: BTreeSet<_> = published::calls().map(Call::id).collect();
        assert_eq!(ids.len(), published::calls().count());
    }

    #[test]
    fn variants_and_categories_are_those_that_there_are() {
        let document = document("");
        let words = |schema: &str| document["components"]["schemas"][schema]["enum"].clone();
        let categories = tabiya_game::Category::ALL.map(tabiya_game::Category::name);
        assert_eq!(words("Perf"), serde_json::json!(categories));
        let keys = tabiya_rules::Variant::ALL.map(tabiya_rules::Variant::key);
        let kinds: Vec<_> = keys.into_iter().chain(["fromPosition"]).collect();
        assert_eq!(words("VariantKey"), serde_json::json!(kinds));
        let asked = format!(
            "\"variant\":{{\"description\":\"The kind of chess. Default: standard.\",\"enum\":{}",
            serde_json::json!(kinds)
        );
        assert!(document.to_string().contains(&asked), "{asked}");
    }

    #[test]
    fn levels_are_those_that_there_are() {
        let document = document("").to_string();
        for what in ["How strong the computer is", "Its level"] {
            let said = format!("{what}, from 1 to {}.", tabiya_engine::Level::HIGHEST.get());
            assert!(document.contains(&said), "{said}");
        }
    }

    #[test]
    fn everything_that_calls_are_told_is_explained() {
        for call in published::calls() {
            assert_eq!(call.in_path().count(), call.path.matches('{').count(), "{}", call.path);
            let texts = usize::from(call.text_body().is_some());
            assert_eq!(call.fields().count() + texts, call.fields.len(), "{}: {:?}", call.path, call.fields);
            for field in call.fields() {
                let (key, kind, example, _) = *field.input;
                assert!(!field.is_needed || !example.is_empty(), "{key} needs an example");
                assert!(!types::schema(kind).is_null() && !field.input.3.is_empty(), "{key}");
            }
        }
        let mut keys = BTreeSet::new();
        for (key, ..) in inputs::inputs() {
            let is_used = published::calls().any(|call| {
                call.in_path().any(|input| input.0 == *key)
                    || call.fields().any(|field| field.input.0 == *key)
            });
            assert!(is_used, "{key} is told to no call");
            assert!(keys.insert(*key), "{key} is explained twice; a second meaning has a mark behind `@`");
        }
        let mut bounded = BTreeSet::new();
        for (key, _) in bounds::bounds() {
            assert!(keys.contains(key), "there is no {key} that could have bounds");
            assert!(bounded.insert(*key), "{key} has bounds twice");
        }
    }

    #[test]
    fn every_scope_in_the_table_is_one() {
        use tabiya_accounts::people::scopes::Scopes;
        for call in published::calls().filter(|call| !call.scopes.starts_with("token")) {
            let scopes: Vec<_> =
                call.scopes.split([',', ' ']).filter(|word| !word.is_empty() && *word != "or").collect();
            assert!(Scopes::parse(&scopes.join(" ")).is_ok(), "{}: {}", call.path, call.scopes);
        }
    }

    #[test]
    fn every_reference_leads_somewhere() {
        fn references<'a>(value: &'a Value, found: &mut Vec<&'a str>) {
            match value {
                Value::Object(object) => {
                    found.extend(object.get("$ref").and_then(Value::as_str));
                    object.values().for_each(|value| references(value, found));
                }
                Value::Array(all) => all.iter().for_each(|value| references(value, found)),
                _ => {}
            }
        }
        let document = document("https://chess.example");
        let mut found = Vec::new();
        references(&document, &mut found);
        assert!(found.len() > 300, "only {} references", found.len());
        for reference in found {
            let pointer = reference.strip_prefix('#').unwrap_or_default();
            assert!(document.pointer(pointer).is_some_and(Value::is_object), "{reference}");
        }
    }
}
