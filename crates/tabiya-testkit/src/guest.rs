// SPDX-License-Identifier: AGPL-3.0-or-later
//! A visitor with a browser: a cookie, HTTP calls and sockets.

use std::net::SocketAddr;

use serde_json::Value;

use crate::http::{self, Answer};
use crate::{GameSocket, NewGame, Server};

/// A guest of one server. A clone is a second tab of the same browser.
#[derive(Clone, Debug)]
pub struct Guest {
    address: SocketAddr,
    cookie: String,
    forwarded_for: Option<String>,
}

impl Guest {
    /// Loads the home page, as a new visitor does, and keeps the cookie.
    pub async fn new(server: &Server) -> Self {
        Self::at(server.address()).await
    }

    /// The same of whatever listens there.
    pub(crate) async fn at(address: SocketAddr) -> Self {
        let page = http::request(address, "GET", "/", &[], b"").await.expect("the home page");
        let cookie = page.header("set-cookie").expect("a new visitor gets a cookie");
        let cookie = cookie.split(';').next().unwrap_or_default().to_owned();
        Self { address, cookie, forwarded_for: None }
    }

    /// The same browser at this address, as a proxy says from now on that stands before the server.
    pub fn behind(self, address: &str) -> Self {
        Self { forwarded_for: Some(address.to_owned()), ..self }
    }

    /// The same browser, which from now on finds this server under the name.
    pub fn moved_to(self, server: &Server) -> Self {
        Self { address: server.address(), ..self }
    }

    /// A browser that keeps no cookies.
    pub fn without_cookie(self) -> Self {
        Self { cookie: String::new(), ..self }
    }

    /// Where a proxy says that this guest is.
    pub(crate) fn forwarded_for(&self) -> Option<&str> {
        self.forwarded_for.as_deref()
    }

    /// The cookie as it is sent: `name=value`.
    pub fn cookie(&self) -> &str {
        &self.cookie
    }

    /// The address of this guest's server.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The value of the `Origin` header that this guest's browser sends.
    pub fn origin(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Makes a call with this guest's cookie and origin.
    pub async fn call(&self, method: &str, path: &str, body: &str) -> Answer {
        let answer = self.try_call(method, path, body).await;
        answer.unwrap_or_else(|| panic!("{method} {path}: no answer"))
    }

    /// The same of a server that may die before it answers.
    pub async fn try_call(&self, method: &str, path: &str, body: &str) -> Option<Answer> {
        let origin = self.origin();
        let mut headers =
            vec![("cookie", self.cookie.as_str()), ("origin", &origin), ("content-type", "application/json")];
        headers.extend(self.forwarded_for().map(|address| ("x-forwarded-for", address)));
        http::request(self.address, method, path, &headers, body.as_bytes()).await
    }

    /// As [`Guest::call`], and keeps the cookies that come back, as a browser does.
    pub async fn act(&mut self, method: &str, path: &str, body: &Value) -> Answer {
        let body = if body.is_null() { String::new() } else { body.to_string() };
        let answer = self.call(method, path, &body).await;
        for (_, cookie) in answer.headers.iter().filter(|(name, _)| name == "set-cookie") {
            self.keep(cookie);
        }
        answer
    }

    fn keep(&mut self, cookie: &str) {
        let (pair, attributes) = cookie.split_once(';').unwrap_or((cookie, ""));
        let name = pair.split('=').next().unwrap_or_default();
        let others = self.cookie.split("; ").filter(|own| own.split('=').next() != Some(name));
        let mut all: Vec<&str> = others.filter(|own| !own.is_empty()).collect();
        if !attributes.contains("Max-Age=0") {
            all.push(pair);
        }
        self.cookie = all.join("; ");
    }

    /// `GET path` as JSON. Panics unless the status is 200.
    pub async fn get(&self, path: &str) -> Value {
        let answer = self.call("GET", path, "").await;
        assert_eq!(answer.status, 200, "GET {path}: {}", answer.body);
        answer.json()
    }

    /// Requests a game. The answer may be a refusal.
    pub async fn ask_for(&self, game: &NewGame) -> Answer {
        self.call("POST", "/api/games", &game.body().to_string()).await
    }

    /// Creates a game and returns its id.
    pub async fn create(&self, game: &NewGame) -> String {
        let answer = self.ask_for(game).await;
        assert_eq!(answer.status, 201, "creating a game: {}", answer.body);
        answer.json()["id"].as_str().expect("a new game has an id").to_owned()
    }

    /// Opens the game's socket and reads its state.
    pub async fn open(&self, game: &str) -> GameSocket {
        GameSocket::open(self, game, None)
            .await
            .unwrap_or_else(|status| panic!("no socket to {game}: {status}"))
    }

    /// Opens the game's socket again and reads the events after number `after`.
    pub async fn resume(&self, game: &str, after: u32) -> GameSocket {
        GameSocket::open(self, game, Some(after))
            .await
            .unwrap_or_else(|status| panic!("no socket to {game}: {status}"))
    }

    /// The moves of a game in UCI notation, as the server has them.
    pub async fn moves(&self, game: &str) -> Vec<String> {
        let view = self.get(&format!("/api/games/{game}")).await;
        let moves = view["moves"].as_array().expect("a game has moves").iter();
        moves.map(|played| played["uci"].as_str().expect("a move has a name").to_owned()).collect()
    }
}
