// SPDX-License-Identifier: AGPL-3.0-or-later
//! A server whose answers are compared with its own document.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use tabiya_testkit::{Answer, LineStream, Server, patiently};

use crate::server_with;

/// Where a value is not what a schema of the document says; `None` where it is.
pub(super) fn fault(document: &Value, schema: &Value, value: &Value, at: &str) -> Option<String> {
    if let Some(reference) = schema["$ref"].as_str() {
        let pointer = reference.strip_prefix('#').expect("a reference inside the document");
        return fault(document, document.pointer(pointer).expect("a schema"), value, at);
    }
    if let Some(alternatives) = schema["anyOf"].as_array() {
        let faults: Option<Vec<_>> =
            alternatives.iter().map(|alternative| fault(document, alternative, value, at)).collect();
        return faults.map(|faults| format!("none of: {}", faults.join("; ")));
    }
    if let Some(words) = schema["enum"].as_array()
        && !words.contains(value)
    {
        return Some(format!("{at}: {value} is none of {words:?}"));
    }
    let is_right = match schema["type"].as_str().expect("every schema has a type") {
        "string" => value.is_string(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        other => panic!("{at}: a type {other}"),
    };
    if !is_right {
        return Some(format!("{at}: {value} is no {}", schema["type"]));
    }
    if let Some(items) = value.as_array() {
        return items
            .iter()
            .enumerate()
            .find_map(|(number, item)| fault(document, &schema["items"], item, &format!("{at}[{number}]")));
    }
    let object = value.as_object()?;
    let required = schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str);
    if let Some(missing) = required.into_iter().find(|name| !object.contains_key(*name)) {
        return Some(format!("{at}: {missing} is missing in {value}"));
    }
    let is_open = schema["properties"].is_null();
    object.iter().find_map(|(name, value)| {
        let inner = format!("{at}.{name}");
        match (&schema["properties"][name], &schema["additionalProperties"]) {
            (Value::Null, Value::Null) if is_open => None,
            (Value::Null, Value::Null) => Some(format!("{inner} is not in the document: {value}")),
            (Value::Null, any) => fault(document, any, value, &inner),
            (property, _) => fault(document, property, value, &inner),
        }
    })
}

/// The server, its document, and which calls have succeeded.
pub(super) struct Api {
    pub(super) server: Server,
    pub(super) document: Value,
    made: BTreeSet<(String, String)>,
}

/// A call of the table with its parameters filled in: `GET /api/user/{username}=bob/perf/{perf}=blitz?x=y`.
struct Line<'a> {
    method: &'a str,
    template: String,
    path: String,
}

fn taken_apart(line: &str) -> Line<'_> {
    let (method, address) = line.split_once(' ').expect("a method and a path");
    let (path, query) =
        address.split_once('?').map_or((address, String::new()), |(path, query)| (path, format!("?{query}")));
    let part = |part: &str| {
        part.split_once('=')
            .map_or((part.to_owned(), part.to_owned()), |(name, value)| (name.to_owned(), value.to_owned()))
    };
    let (template, path): (Vec<_>, Vec<_>) = path.split('/').map(part).unzip();
    Line { method, template: template.join("/"), path: path.join("/") + &query }
}

impl Api {
    pub(super) async fn new() -> Self {
        let server = server_with(&["--staff-totp", "off"]).await;
        let document = server.get("/api/openapi.json").await.json();
        Self { server, document, made: BTreeSet::new() }
    }

    fn operation(&self, line: &Line<'_>) -> &Value {
        let operation = &self.document["paths"][&line.template][line.method.to_lowercase()];
        assert!(operation.is_object(), "{} {} is not in the document", line.method, line.template);
        operation
    }

    /// What the document says about an answer of this status.
    fn promised(&self, line: &Line<'_>, status: u16) -> Value {
        let response = self.operation(line)["responses"][status.to_string()].clone();
        match response["$ref"].as_str() {
            Some(reference) => self.document.pointer(&reference[1..]).expect("a response").clone(),
            None => response,
        }
    }

    /// Compares one value with what the document promises.
    fn check(&self, line: &Line<'_>, (status, media): (u16, &str), value: &Value) {
        let promised = self.promised(line, status);
        let name = format!("{} {} ({status}, {media})", line.method, line.template);
        let schema = &promised["content"][media]["schema"];
        assert!(schema.is_object(), "{name} is not in the document: {value}");
        if let Some(fault) = fault(&self.document, schema, value, "answer") {
            panic!("{name}: {fault}");
        }
    }

    fn note(&mut self, line: &Line<'_>, status: u16) {
        if status < 300 {
            self.made.insert((line.template.clone(), line.method.to_lowercase()));
        }
    }

    /// Makes a call and compares the answer.
    pub(super) async fn ask(&mut self, line: &str, token: &str, accept: &str, body: &str) -> Answer {
        let line = taken_apart(line);
        let bearer = format!("Bearer {token}");
        let mut headers = vec![("Accept", accept)];
        if !token.is_empty() {
            headers.push(("Authorization", bearer.as_str()));
        }
        let answer = self.server.request(line.method, &line.path, &headers, body.as_bytes()).await;
        let answer = answer.expect("an answer");
        let kind = answer.header("content-type").unwrap_or_default();
        let media = kind.split(';').next().unwrap_or_default().to_owned();
        match media.as_str() {
            "application/json" => self.check(&line, (answer.status, &media), &answer.json()),
            "application/x-ndjson" => {
                for text in answer.body.lines().filter(|text| !text.is_empty()) {
                    let value = serde_json::from_str(text).expect("a line of JSON");
                    self.check(&line, (answer.status, &media), &value);
                }
            }
            "application/x-chess-pgn" | "text/plain" => {
                self.check(&line, (answer.status, &media), &json!(answer.body));
            }
            _ => {
                let promised = self.promised(&line, answer.status);
                assert!(promised.is_object(), "{} {}: {}", line.method, line.template, answer.status);
                assert!(
                    promised["content"].is_null() && answer.body.is_empty(),
                    "{} {kind:?}",
                    line.template
                );
            }
        }
        self.note(&line, answer.status);
        answer
    }

    /// The same, and it succeeds; the answer as JSON.
    pub(super) async fn call(&mut self, line: &str, token: &str, body: &str) -> Value {
        let answer = self.ask(line, token, "application/json", body).await;
        assert!(answer.status < 300, "{line}: {} {}", answer.status, answer.body);
        let is_json = answer.header("content-type").is_some_and(|kind| kind.starts_with("application/json"));
        if is_json { answer.json() } else { Value::Null }
    }

    /// Games as PGN and as JSON.
    pub(super) async fn games(&mut self, line: &str, token: &str, body: &str) {
        for accept in ["application/x-chess-pgn", "application/x-ndjson"] {
            let answer = self.ask(line, token, accept, body).await;
            assert!(answer.status == 200 && !answer.body.is_empty(), "{line}: {}", answer.body);
        }
    }

    /// Opens a stream.
    pub(super) async fn open(&mut self, line: &str, token: &str, body: &str) -> LineStream {
        let line = taken_apart(line);
        let stream = LineStream::open(&self.server, line.method, &line.path, token, body).await;
        assert_eq!((stream.status, stream.kind.as_str()), (200, "application/x-ndjson"), "{}", line.path);
        self.note(&line, stream.status);
        stream
    }

    /// The next line of a stream of which this is true; each line is compared.
    pub(super) async fn hear(
        &self,
        line: &str,
        stream: &mut LineStream,
        wanted: impl Fn(&Value) -> bool,
    ) -> Value {
        let called = taken_apart(line);
        patiently(line, async {
            loop {
                let said = stream.next().await.expect("the stream goes on");
                self.check(&called, (200, "application/x-ndjson"), &said);
                if wanted(&said) {
                    return said;
                }
            }
        })
        .await
    }

    /// A game of these two, White first, in which each has made two moves. Returns its id.
    pub(super) async fn begun(&mut self, [white, black]: [&str; 2], rated: bool) -> String {
        let name = self.call("GET /api/account", black, "").await["username"].clone();
        let name = name.as_str().expect("a name");
        let wish = format!("rated={rated}&clock.limit=180&clock.increment=2&color=white");
        let id = id_of(&self.call(&format!("POST /api/challenge/{{username}}={name}"), white, &wish).await);
        self.call(&format!("POST /api/challenge/{{id}}={id}/accept"), black, "").await;
        for (token, uci) in [(white, "e2e4"), (black, "e7e5"), (white, "d1h5"), (black, "b8c6")] {
            self.call(&format!("POST /api/board/game/{{id}}={id}/move/{{uci}}={uci}"), token, "").await;
        }
        id
    }

    /// Ends such a game.
    pub(super) async fn resign(&mut self, id: &str, token: &str) {
        self.call(&format!("POST /api/board/game/{{id}}={id}/resign"), token, "").await;
    }

    /// Checks that each call of this part of the document was made. Those whose path ends with one of these words were only
    /// refused, because nothing of which they speak can be brought about without waiting.
    pub(super) fn has_made_all_of(&self, part: &str, only_refused: &[&str]) {
        let paths = self.document["paths"].as_object().expect("paths").iter();
        let calls = paths.flat_map(|(path, calls)| {
            calls.as_object().into_iter().flatten().map(move |(method, call)| (path, method, call))
        });
        let mut count = 0;
        for (path, method, _) in calls.filter(|(.., call)| call["tags"][0] == part) {
            count += 1;
            let is_made = self.made.contains(&(path.clone(), method.clone()));
            let may_refuse = path.rsplit('/').next().is_some_and(|end| only_refused.contains(&end));
            assert!(is_made || may_refuse, "never made: {method} {path}");
        }
        assert!(count > 0, "there is no part {part}");
    }
}

pub(super) fn id_of(value: &Value) -> String {
    value["id"].as_str().unwrap_or_else(|| panic!("an id in {value}")).to_owned()
}

pub(super) fn is(kind: &'static str) -> impl Fn(&Value) -> bool {
    move |line| line["type"] == kind
}
