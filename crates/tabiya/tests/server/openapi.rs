// SPDX-License-Identifier: AGPL-3.0-or-later
//! The OpenAPI document says what the server does: every call in it is made on a real server, and each answer's status,
//! kind and fields are compared with what the document promises. A field that the document does not know is a fault too.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use tabiya_testkit::{Answer, LineStream, Server, patiently};

use crate::clients::{tabiya, token_of, token_of_new};
use crate::people::registered;
use crate::server_with;

/// What a player's program may do.
const PLAYER: &str = "email:read,preference:read,preference:write,follow:read,follow:write,challenge:read,challenge:write,\
                      board:play";

/// Where a value is not what a schema of the document says; `None` where it is.
fn fault(document: &Value, schema: &Value, value: &Value, at: &str) -> Option<String> {
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
struct Api {
    server: Server,
    document: Value,
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
    async fn new() -> Self {
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
    async fn ask(&mut self, line: &str, token: &str, accept: &str, body: &str) -> Answer {
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
            "application/x-chess-pgn" => self.check(&line, (answer.status, &media), &json!(answer.body)),
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
    async fn call(&mut self, line: &str, token: &str, body: &str) -> Value {
        let answer = self.ask(line, token, "application/json", body).await;
        assert!(answer.status < 300, "{line}: {} {}", answer.status, answer.body);
        let is_json = answer.header("content-type").is_some_and(|kind| kind.starts_with("application/json"));
        if is_json { answer.json() } else { Value::Null }
    }

    /// Games as PGN and as JSON.
    async fn games(&mut self, line: &str, token: &str, body: &str) {
        for accept in ["application/x-chess-pgn", "application/x-ndjson"] {
            let answer = self.ask(line, token, accept, body).await;
            assert!(answer.status == 200 && !answer.body.is_empty(), "{line}: {}", answer.body);
        }
    }

    /// Opens a stream.
    async fn open(&mut self, line: &str, token: &str, body: &str) -> LineStream {
        let line = taken_apart(line);
        let stream = LineStream::open(&self.server, line.method, &line.path, token, body).await;
        assert_eq!((stream.status, stream.kind.as_str()), (200, "application/x-ndjson"), "{}", line.path);
        self.note(&line, stream.status);
        stream
    }

    /// The next line of a stream of which this is true; each line is compared.
    async fn hear(&self, line: &str, stream: &mut LineStream, wanted: impl Fn(&Value) -> bool) -> Value {
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
}

fn id_of(value: &Value) -> String {
    value["id"].as_str().unwrap_or_else(|| panic!("an id in {value}")).to_owned()
}

fn is(kind: &'static str) -> impl Fn(&Value) -> bool {
    move |line| line["type"] == kind
}

async fn accounts(api: &mut Api, ann: &str) {
    for path in ["", "/email", "/preferences", "/kid", "/playing?nb=3"] {
        api.call(&format!("GET /api/account{path}"), ann, "").await;
    }
    api.call("POST /api/account/kid?v=True", ann, "").await;
    api.call("POST /api/account/kid?v=false", ann, "").await;
    api.call("POST /api/token/test", "", &format!("{ann},nonsense")).await;
    api.call("POST /api/user/{username}=bob/note", ann, "text=plays+the+Dutch").await;
    api.call("GET /api/user/{username}=bob/note", ann, "").await;
    for what in ["follow", "unfollow", "block", "unblock", "follow"] {
        api.call(&format!("POST /api/rel/{what}/{{username}}=bob"), ann, "").await;
    }
    api.ask("GET /api/rel/following", ann, "application/x-ndjson", "").await;
    api.call("GET /api/player/autocomplete?term=bob", ann, "").await;
    api.call("GET /api/player/autocomplete?term=bob&object=true", ann, "").await;
    api.call("GET /api/streamer/live", "", "").await;
    api.call("GET /api/users/status?ids=ann,bob&withGameIds=True", "", "").await;
}

/// All that is said of players once games were played.
async fn players(api: &mut Api, ann: &str) {
    for name in ["ann", "bob", "botty"] {
        api.call(&format!("GET /api/user/{{username}}={name}"), ann, "").await;
        api.call(&format!("GET /api/user/{{username}}={name}/activity"), "", "").await;
    }
    api.call("POST /api/users", "", "ann,bob,nobody").await;
    api.call("GET /api/user/{username}=ann/rating-history", "", "").await;
    api.call("GET /api/user/{username}=ann/perf/{perf}=blitz", "", "").await;
    api.call("GET /api/user/{username}=ann/perf/{perf}=chess960", "", "").await;
    api.call("GET /api/player", "", "").await;
    api.call("GET /api/player/top/{nb}=5/{perf}=blitz", "", "").await;
    api.call("GET /api/crosstable/{user1}=ann/{user2}=bob", "", "").await;
}

async fn challenges(api: &mut Api, ann: &str, bob: &str) {
    let mut events = api.open("GET /api/stream/event", bob, "").await;
    let wish = "rated=false&clock.limit=300&clock.increment=3&color=white";
    let made = api.call("POST /api/challenge/{username}=bob", ann, wish).await;
    api.hear("GET /api/stream/event", &mut events, is("challenge")).await;
    api.call("GET /api/challenge", ann, "").await;
    let id = id_of(&made);
    api.call(&format!("GET /api/challenge/{{id}}={id}/show"), ann, "").await;
    api.call(&format!("POST /api/challenge/{{id}}={id}/decline"), bob, "reason=tooFast").await;
    api.hear("GET /api/stream/event", &mut events, is("challengeDeclined")).await;
    let made =
        api.call("POST /api/challenge/{username}=bob", ann, r#"{"days":2,"variant":"chess960"}"#).await;
    api.call(&format!("POST /api/challenge/{{id}}={}/cancel", id_of(&made)), ann, "").await;
    api.hear("GET /api/stream/event", &mut events, is("challengeCanceled")).await;
    let mut kept =
        api.open("POST /api/challenge/{username}=bob", ann, "clock.limit=60&keepAliveStream=true").await;
    let first =
        api.hear("POST /api/challenge/{username}=bob", &mut kept, |line| line["id"].is_string()).await;
    api.call(&format!("POST /api/challenge/{{id}}={}/decline", id_of(&first)), bob, "").await;
    api.hear("POST /api/challenge/{username}=bob", &mut kept, |line| line["done"] == "declined").await;
    let begun = format!("clock.limit=60&clock.increment=0&acceptByToken={bob}");
    let begun = api.call("POST /api/challenge/{username}=bob", ann, &begun).await;
    let id = id_of(&begun["game"]);
    api.hear("GET /api/stream/event", &mut events, is("gameStart")).await;
    api.call(&format!("POST /api/round/{{id}}={id}/add-time/{{seconds}}=15"), ann, "").await;
    api.call(&format!("POST /api/challenge/{{id}}={id}/start-clocks?token1={ann}&token2={bob}"), ann, "")
        .await;
    api.call(&format!("POST /api/board/game/{{id}}={id}/abort"), bob, "").await;
    api.hear("GET /api/stream/event", &mut events, is("gameFinish")).await;
    let opened = api.call("POST /api/challenge/open", "", "clock.limit=180&clock.increment=2&name=who").await;
    let id = id_of(&opened);
    api.call(&format!("GET /api/challenge/{{id}}={id}/show"), "", "").await;
    api.call(&format!("POST /api/challenge/{{id}}={id}/accept?color=white"), ann, "").await;
    api.call(&format!("GET /api/challenge/{{id}}={id}/show"), "", "").await;
    api.call(&format!("POST /api/challenge/{{id}}={id}/accept"), bob, "").await;
    api.call(&format!("POST /api/board/game/{{id}}={id}/abort"), ann, "").await;
}

/// A rated game of two, with everything that can be done in one; returns its id.
async fn game(api: &mut Api, ann: &str, bob: &str) -> String {
    let wish = "rated=true&clock.limit=180&clock.increment=2&color=white";
    let id = id_of(&api.call("POST /api/challenge/{username}=bob", ann, wish).await);
    api.call(&format!("POST /api/challenge/{{id}}={id}/accept"), bob, "").await;
    let follow = format!("GET /api/board/game/stream/{{id}}={id}");
    let mut stream = api.open(&follow, bob, "").await;
    api.hear(&follow, &mut stream, is("gameFull")).await;
    let watch = format!("GET /api/stream/game/{{id}}={id}");
    let mut watched = api.open(&watch, "", "").await;
    let act = |what: &str| format!("POST /api/board/game/{{id}}={id}/{what}");
    for (token, uci) in [(ann, "e2e4"), (bob, "e7e5"), (ann, "d1h5"), (bob, "b8c6")] {
        api.call(&act(&format!("move/{{uci}}={uci}?offeringDraw=false")), token, "").await;
    }
    api.call(&act("chat"), ann, "room=player&text=Good+luck").await;
    api.hear(&follow, &mut stream, is("chatLine")).await;
    api.call(&format!("GET /api/board/game/{{id}}={id}/chat"), bob, "").await;
    api.call(&act("takeback/{answer}=yes"), ann, "").await;
    api.hear(&follow, &mut stream, |line| line["wtakeback"] == true).await;
    api.call(&act("takeback/{answer}=no"), bob, "").await;
    api.call(&act("draw/{answer}=yes"), ann, "").await;
    api.hear(&follow, &mut stream, |line| line["wdraw"] == true).await;
    api.call(&act("draw/{answer}=no"), bob, "").await;
    for refused in ["claim-victory", "claim-draw", "berserk", "abort"] {
        let answer = api.ask(&act(refused), ann, "", "").await;
        assert_eq!(answer.status, 400, "{refused}: {}", answer.body);
    }
    television(api, ann, bob, &id).await;
    api.call(&act("resign"), bob, "").await;
    api.hear(&follow, &mut stream, |line| line["status"] == "resign" && line["winner"] == "white").await;
    assert!(stream.rest().await.is_empty());
    api.hear(&watch, &mut watched, |line| line["statusName"] == "resign").await;
    api.call(&format!("GET /api/games/{{id}}={id}/lag"), "", "").await;
    api.call(&format!("GET /api/board/game/{{id}}={id}/chat?room=spectator"), bob, "").await;
    api.call(&format!("GET /api/game/{{id}}={id}/chat"), "", "").await;
    id
}

/// A game that goes on is watched.
async fn television(api: &mut Api, ann: &str, bob: &str, id: &str) {
    let channels = api.call("GET /api/tv/channels", "", "").await;
    assert_eq!(channels["blitz"]["gameId"], json!(id));
    api.games("GET /api/tv/{channel}=blitz?nb=2&moves=true&tags=True", "", "").await;
    for feed in ["GET /api/tv/feed", "GET /api/tv/{channel}=blitz/feed"] {
        let mut stream = api.open(feed, "", "").await;
        api.hear(feed, &mut stream, |line| line["t"] == "featured").await;
        if feed.contains("blitz") {
            api.call(&format!("POST /api/board/game/{{id}}={id}/move/{{uci}}=f1c4"), ann, "").await;
            api.hear(feed, &mut stream, |line| line["t"] == "fen").await;
            api.call(&format!("POST /api/board/game/{{id}}={id}/move/{{uci}}=a7a6"), bob, "").await;
        }
    }
    let users = "POST /api/stream/games-by-users?withCurrentGames=true";
    let mut stream = api.open(users, "", "ann,bob").await;
    api.hear(users, &mut stream, |line| line["id"] == id).await;
    let own = "POST /api/stream/games/{streamId}=own";
    let mut stream = api.open(own, ann, "00000000").await;
    api.call("POST /api/stream/games/{streamId}=own/add", ann, id).await;
    api.hear(own, &mut stream, |line| line["id"] == id).await;
    api.call("GET /api/users/status?ids=ann&withGameIds=true", "", "").await;
    api.call("GET /api/account/playing", ann, "").await;
    api.games("GET /api/user/{username}=ann/current-game", "", "").await;
}

async fn computer(api: &mut Api, ann: &str) {
    let begun = api
        .call("POST /api/challenge/ai", ann, "level=1&clock.limit=300&clock.increment=2&color=white")
        .await;
    let id = id_of(&begun);
    let follow = format!("GET /api/board/game/stream/{{id}}={id}");
    let mut stream = api.open(&follow, ann, "").await;
    api.hear(&follow, &mut stream, is("gameFull")).await;
    api.call(&format!("POST /api/board/game/{{id}}={id}/resign"), ann, "").await;
    let mut search = api.open("POST /api/board/seek", ann, "rated=false&time=10&increment=5").await;
    assert_eq!(search.line().await.as_deref(), Some(""), "a blank line says that the search goes on");
}

async fn bot(api: &mut Api, ann: &str, botty: &str) {
    api.call("POST /api/bot/account/upgrade", botty, "").await;
    let mut events = api.open("GET /api/stream/event", botty, "").await;
    let wish = "rated=false&clock.limit=180&clock.increment=2&color=white";
    let mut begun = Vec::new();
    for _ in 0..2 {
        let id = id_of(&api.call("POST /api/challenge/{username}=botty", ann, wish).await);
        api.call(&format!("POST /api/challenge/{{id}}={id}/accept"), botty, "").await;
        api.hear("GET /api/stream/event", &mut events, is("gameStart")).await;
        begun.push(id);
    }
    let online = api.ask("GET /api/bot/online?nb=5", "", "", "").await;
    assert!(online.body.contains("botty"), "{}", online.body);
    let id = begun.remove(0);
    let follow = format!("GET /api/bot/game/stream/{{id}}={id}");
    let mut stream = api.open(&follow, botty, "").await;
    api.hear(&follow, &mut stream, is("gameFull")).await;
    let act = |what: &str| format!("POST /api/bot/game/{{id}}={id}/{what}");
    api.call(&format!("POST /api/board/game/{{id}}={id}/move/{{uci}}=e2e4"), ann, "").await;
    api.call(&act("move/{uci}=e7e5"), botty, "").await;
    api.call(&act("chat"), botty, r#"{"room":"player","text":"Hello"}"#).await;
    api.call(&format!("GET /api/bot/game/{{id}}={id}/chat"), botty, "").await;
    api.call(&act("draw/{answer}=yes"), botty, "").await;
    api.call(&act("takeback/{answer}=no"), botty, "").await;
    for refused in ["claim-victory", "claim-draw"] {
        assert_eq!(api.ask(&act(refused), botty, "", "").await.status, 400);
    }
    api.call(&act("resign"), botty, "").await;
    api.call(&format!("POST /api/bot/game/{{id}}={}/abort", begun[0]), botty, "").await;
}

async fn exports(api: &mut Api, ann: &str, id: &str) {
    api.games(&format!("GET /game/export/{{id}}={id}?clocks=true&pgnInJson=True&lastFen=1"), "", "").await;
    api.games("GET /api/games/user/{username}=ann?max=5&clocks=true&ongoing=true&sort=dateAsc", "", "").await;
    api.games("POST /api/games/export/_ids?opening=false", "", &format!("{id},00000000")).await;
    api.call("POST /api/import", ann, "pgn=1.+e4+e5+2.+Qh5+Nc6").await;
    api.call("POST /api/import", "", "pgn=1.+e4+e5+2.+Qh5+Nc6").await;
    api.games("GET /api/games/export/imports", ann, "").await;
}

async fn rounds(api: &mut Api, [ann, bob]: [&str; 2]) {
    tabiya(&api.server, &["user", "add", "Olga", "--role", "admin"]);
    let olga = token_of(&api.server, "Olga", "challenge:bulk,web:mod");
    api.games("GET /api/tabiya/games?since=1&until=9999999999999&literate=true", &olga, "").await;
    api.call("POST /api/token/admin-challenge", &olga, "users=ann,bob&description=Club+evening").await;
    let order = |more: &str| format!("players={ann}:{bob}&clock.limit=180&clock.increment=2{more}");
    let round = id_of(&api.call("POST /api/bulk-pairing", &olga, &order("")).await);
    let path = format!("/api/bulk-pairing/{{id}}={round}");
    api.call(&format!("GET {path}"), &olga, "").await;
    api.call(&format!("POST {path}/start-clocks"), &olga, "").await;
    api.games(&format!("GET {path}/games"), &olga, "").await;
    let late = order(&format!("&pairAt={}&rated=true", crate::rounds::in_an_hour()));
    let late = id_of(&api.call("POST /api/bulk-pairing", &olga, &late).await);
    api.call("GET /api/bulk-pairing", &olga, "").await;
    api.call(&format!("DELETE /api/bulk-pairing/{{id}}={late}"), &olga, "").await;
}

async fn granted(api: &mut Api) {
    let mut player = registered(&api.server, "Carl").await;
    // Of the secret "correct horse battery staple".
    let wish = json!({
        "response_type": "code", "client_id": "x", "redirect_uri": "https://board.example/back",
        "code_challenge_method": "S256", "code_challenge": "xLvLH77JnWW_WdhcjLYu4tuWPw_hBvSD2a-nO9Tjmoo",
        "scope": "board:play", "state": "s",
    });
    let allowed = player.act("POST", "/api/page/oauth/allow", &wish).await.json();
    let redirect = allowed["redirect"].as_str().expect("an address");
    let code = redirect.split(['?', '&']).find_map(|pair| pair.strip_prefix("code=")).expect("a code");
    let form = format!(
        "grant_type=authorization_code&code={code}&code_verifier=correct+horse+battery+staple&\
         redirect_uri=https%3A%2F%2Fboard.example%2Fback&client_id=x"
    );
    let token = api.call("POST /api/token", "", &form).await;
    api.call("DELETE /api/token", token["access_token"].as_str().expect("a token"), "").await;
    assert_eq!(api.ask("POST /api/token", "", "", &form).await.status, 400);
}

/// Calls that only refuse here: nothing of which they speak can be brought about without waiting.
const ONLY_REFUSED: [(&str, &str); 5] = [
    ("/api/board/game/{id}/berserk", "post"),
    ("/api/board/game/{id}/claim-draw", "post"),
    ("/api/board/game/{id}/claim-victory", "post"),
    ("/api/bot/game/{id}/claim-draw", "post"),
    ("/api/bot/game/{id}/claim-victory", "post"),
];

#[tokio::test]
async fn every_call_answers_as_the_document_says() {
    let mut api = Api::new().await;
    let ann = token_of_new(&api.server, "Ann", PLAYER);
    let bob = token_of_new(&api.server, "Bob", PLAYER);
    let botty = token_of_new(&api.server, "Botty", "bot:play,challenge:write");
    accounts(&mut api, &ann).await;
    challenges(&mut api, &ann, &bob).await;
    let id = game(&mut api, &ann, &bob).await;
    computer(&mut api, &ann).await;
    bot(&mut api, &ann, &botty).await;
    exports(&mut api, &ann, &id).await;
    rounds(&mut api, [&ann, &bob]).await;
    granted(&mut api).await;
    players(&mut api, &ann).await;
    let all: BTreeSet<(String, String)> = api.document["paths"]
        .as_object()
        .expect("paths")
        .iter()
        .flat_map(|(path, calls)| {
            calls.as_object().into_iter().flatten().map(|(method, _)| (path.clone(), method.clone()))
        })
        .collect();
    let refused = ONLY_REFUSED.map(|(path, method)| (path.to_owned(), method.to_owned()));
    let never: Vec<_> =
        all.iter().filter(|call| !api.made.contains(call) && !refused.contains(call)).collect();
    assert!(never.is_empty(), "never made: {never:?}");
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
                let line = Line { method: "POST", template: path.to_owned(), path: path.to_owned() };
                let answer = api
                    .server
                    .request(
                        line.method,
                        &line.path,
                        &[("Authorization", &format!("Bearer {ann}"))],
                        text.as_bytes(),
                    )
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
