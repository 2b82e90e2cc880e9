// SPDX-License-Identifier: AGPL-3.0-or-later
//! Everybody who tries: browsers with their cookies, and programs with their tokens.

use std::collections::{BTreeMap, BTreeSet};
use std::net::SocketAddr;

use serde_json::json;
use tabiya_testkit::{Guest, LineStream, Server};

use super::call::Proof;
use super::things::Stage;
use crate::desk::{become_admin, staff};
use crate::people::registered;
use crate::programs::ask;
use crate::server_with;

/// Where these stand among the programs.
pub(super) const WITHOUT_SCOPES: usize = 4;
pub(super) const PLAYER: usize = 5;

/// One who tries.
pub(super) struct Caller {
    pub(super) name: &'static str,
    /// A cookie or a token; empty for nobody.
    proof: String,
    is_program: bool,
}

impl Caller {
    pub(super) fn proof(&self) -> Proof<'_> {
        match (&*self.proof, self.is_program) {
            ("", _) => Proof::Nothing,
            (token, true) => Proof::Token(token),
            (cookie, false) => Proof::Cookie(cookie),
        }
    }
}

/// All of them, and the server.
pub(super) struct Cast {
    pub(super) server: Server,
    browsers: Vec<Caller>,
    programs: Vec<Caller>,
    guests: Vec<Guest>,
    /// The player's tokens by their scopes, in the order of their names.
    tokens: BTreeMap<String, String>,
    values: BTreeMap<&'static str, String>,
    /// As long as these are open, challenges by programs wait for an answer.
    _waiting: Vec<LineStream>,
}

pub(super) async fn token(browser: &Guest, scopes: &str) -> String {
    let wish = json!({ "note": "", "scopes": scopes }).to_string();
    let made = browser.call("POST", "/api/page/tokens", &wish).await;
    assert_eq!(made.status, 201, "{}", made.body);
    made.json()["token"].as_str().expect("a token is a text").to_owned()
}

/// A new account that is logged in by a card, of this organiser's list.
pub(crate) async fn by_card(server: &Server, teacher: &mut Guest, name: &str) -> Guest {
    let wish = json!({ "names": [name], "kid": false });
    let made = teacher.act("POST", "/api/page/desk/players", &wish).await;
    assert_eq!(made.status, 201, "{}", made.body);
    let mut browser = Guest::new(server).await;
    let code = json!({ "code": made.json()["cards"][0]["code"] });
    assert_eq!(browser.act("POST", "/api/card", &code).await.status, 200);
    browser
}

/// Makes a token that has expired. No call makes one.
fn expire(server: &Server, id_of_note: &str) {
    let database = rusqlite::Connection::open(server.data().join("tabiya.db")).expect("the database opens");
    database.busy_timeout(std::time::Duration::from_secs(30)).expect("it can wait");
    let expired = database.execute("UPDATE access_token SET expires_at = 1 WHERE note = ?1", [id_of_note]);
    assert_eq!(expired.expect("it is written"), 1);
}

impl Cast {
    pub(super) async fn gather() -> Self {
        let server = server_with(&[
            "--staff-totp=off",
            "--unlimited-addresses=127.0.0.0/8",
            "--max-games-per-minute=100000",
            "--max-games-per-hour=100000",
            "--max-unfinished-games=10000",
            "--message-burst=100000",
            "--messages-per-second=100000",
            "--analysis-nodes=2000",
        ])
        .await;
        let mut admin = Guest::new(&server).await;
        become_admin(&server, &mut admin, "Chief").await;
        let mut organiser = staff(&server, &mut admin, "Teach", "organiser").await;
        let moderator = staff(&server, &mut admin, "Judge", "moderator").await;
        let player = registered(&server, "Ann").await;
        let mut rival = registered(&server, "Rob").await;
        let other = registered(&server, "Olga").await;
        let child = registered(&server, "Kim").await;
        let bot = registered(&server, "Botty").await;
        let closed = registered(&server, "Gone").await;
        // What staff do is done to Vic.
        registered(&server, "Vic").await;
        // Programs follow and block Nora: the pages' tables are tried at the same time, and whom a child follows it may challenge.
        registered(&server, "Nora").await;
        let card = by_card(&server, &mut organiser, "Cara").await;
        // Of the organiser's list, too, for what is done to its players.
        let mut dora = by_card(&server, &mut organiser, "Dora").await;
        let guest = Guest::new(&server).await;

        let all = all_but(&[]);
        let kid = token(&child, "preference:write").await;
        assert_eq!(ask(&server, "POST", "/api/account/kid?v=true", &kid, "").await.status, 200);
        let bots = token(&bot, &all).await;
        assert_eq!(ask(&server, "POST", "/api/bot/account/upgrade", &bots, "").await.status, 200);
        let closed_token = token(&closed, &all).await;
        let why = json!({ "text": "gone" });
        assert_eq!(admin.act("POST", "/api/page/desk/users/Gone/close", &why).await.status, 204);
        let organisers = token(&organiser, &all).await;
        let lent =
            ask(&server, "POST", "/api/token/admin-challenge", &organisers, "users=cara&description=x").await;
        let lent = lent.json()["cara"].as_str().expect("a token").to_owned();
        let revoked = token(&player, &all).await;
        assert_eq!(ask(&server, "DELETE", "/api/token", &revoked, "").await.status, 204);
        let expired = json!({ "note": "expired", "scopes": all }).to_string();
        let expired = player.call("POST", "/api/page/tokens", &expired).await.json()["token"].clone();
        expire(&server, "expired");

        let browser = |name, proof: &str| Caller { name, proof: proof.to_owned(), is_program: false };
        let browsers = vec![
            browser("nobody", ""),
            browser("guest", guest.cookie()),
            browser("closed account", closed.cookie()),
            browser("player", player.cookie()),
            browser("other player", other.cookie()),
            browser("child", child.cookie()),
            browser("card player", card.cookie()),
            browser("bot", bot.cookie()),
            browser("organiser", organiser.cookie()),
            browser("moderator", moderator.cookie()),
            browser("admin", admin.cookie()),
        ];
        let program = |name, proof: String| Caller { name, proof, is_program: true };
        let programs = vec![
            program("nobody", String::new()),
            program("revoked", revoked),
            program("expired", expired.as_str().expect("a token").to_owned()),
            program("closed account", closed_token),
            program("without scopes", token(&player, "").await),
            program("player", token(&player, &all).await),
            program("other player", token(&other, &all).await),
            program("child", token(&child, &all).await),
            program("card player", token(&card, &all).await),
            program("the organiser's token", lent),
            program("bot", bots),
            program("organiser", organisers),
            program("moderator", token(&moderator, &all).await),
            program("admin", token(&admin, &all).await),
        ];
        let mut stage = Stage {
            server: &server,
            admin: &admin,
            player: &player,
            other: &other,
            rival: &mut rival,
            pupil: &mut dora,
            values: BTreeMap::new(),
            waiting: Vec::new(),
        };
        stage.set().await;
        let Stage { values, waiting, .. } = stage;
        let guests = vec![guest, closed, player, other, child, card, bot, organiser, moderator, admin];
        let mut cast =
            Self { server, browsers, programs, guests, tokens: BTreeMap::new(), values, _waiting: waiting };
        cast.make_tokens().await;
        cast
    }

    /// A token of the player for each set of scopes that the tables need.
    async fn make_tokens(&mut self) {
        let tables = super::table::Table::read_all(self);
        let rows = tables.iter().flat_map(|table| &table.rows).filter(|row| !row.scopes.is_empty());
        let mut wanted = BTreeSet::new();
        for row in rows {
            wanted.extend(row.scopes.iter().cloned());
            wanted.insert(all_but(&row.scopes));
        }
        for scopes in wanted {
            let made = token(&self.guests[2], &scopes).await;
            self.tokens.insert(scopes, made);
        }
    }

    pub(super) fn address(&self) -> SocketAddr {
        self.server.address()
    }

    pub(super) fn browsers(&self) -> &[Caller] {
        &self.browsers
    }

    pub(super) fn programs(&self) -> &[Caller] {
        &self.programs
    }

    /// The browsers that have a cookie, in the order of the letters after the first.
    pub(super) fn guests(&self) -> &[Guest] {
        &self.guests
    }

    pub(super) fn admin_cookie(&self) -> Proof<'_> {
        self.browsers.last().map_or(Proof::Nothing, Caller::proof)
    }

    pub(super) fn admin_token(&self) -> Proof<'_> {
        self.programs.last().map_or(Proof::Nothing, Caller::proof)
    }

    /// The player's token with this scope alone.
    pub(super) fn with_scopes(&self, scopes: &str) -> &str {
        &self.tokens[scopes]
    }

    /// The player's token with all scopes but these.
    pub(super) fn without_scopes(&self, scopes: &[String]) -> &str {
        &self.tokens[&all_but(scopes)]
    }

    /// What names in the tables stand for.
    pub(super) fn values(&self) -> &BTreeMap<&'static str, String> {
        &self.values
    }
}

/// All scopes that the tables name, without these.
fn all_but(scopes: &[String]) -> String {
    let others = super::table::scopes().into_iter().filter(|scope| !scopes.contains(scope));
    others.collect::<Vec<_>>().join(",")
}
