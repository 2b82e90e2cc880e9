// SPDX-License-Identifier: AGPL-3.0-or-later
//! Everybody who tries: browsers with their cookies, programs with their tokens, and what they try it on.

use std::collections::{BTreeMap, BTreeSet};
use std::net::SocketAddr;

use serde_json::{Value, json};
use tabiya_testkit::{Guest, LineStream, NewGame, Server, patiently};

use super::call::Proof;
use crate::clients::tabiya;
use crate::desk::{become_admin, staff};
use crate::imports::imported;
use crate::people::registered;
use crate::programs::ask;
use crate::server_with;
use crate::{analysis, game_of};

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

async fn token(browser: &Guest, scopes: &str) -> String {
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
        let (mut values, waiting) = things(&server, &player, &rival).await;
        values.insert("near", near(&other, &rival).await);
        for name in ["over", "hidden", "slow_over", "secret_over", "shared", "kept", "near"] {
            assert_eq!(analysis::ask(&admin, &values[name]).await.status, 200, "{name}");
            analysis::until_done(&admin, &values[name]).await;
        }
        let puzzle = &values["puzzle"];
        let of_class = puzzle_for_some(&server, puzzle, "classOnly1", None);
        let doras = puzzle_for_some(&server, puzzle, "dorasOnly1", Some("dora"));
        values.insert("class_puzzle", of_class);
        values.insert("doras_puzzle", doras);
        // By players who make no others: a fourth race of a player takes the place of the oldest.
        values.insert("open_race", race(&mut rival, false).await);
        values.insert("class_race", race(&mut dora, true).await);
        let mut site = admin.get("/api/page/desk/site").await;
        values.insert("site", site.to_string());
        site["staff_second_factor"] = serde_json::json!(false);
        values.insert("site_without_factors", site.to_string());
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

/// A race of puzzles that waits.
async fn race(maker: &mut Guest, class: bool) -> String {
    let made = maker.act("POST", "/api/page/puzzle-races", &json!({ "class": class })).await;
    assert_eq!(made.status, 201, "{}", made.body);
    made.json()["id"].as_str().expect("an id").to_owned()
}

/// A puzzle for the organiser's class alone, or for one pupil of it and the organiser. The server makes the first of the games that
/// the class plays, after ten minutes, and the second for lessons.
fn puzzle_for_some(server: &Server, like: &str, id: &str, pupil: Option<&str>) -> String {
    let database = rusqlite::Connection::open(server.data().join("tabiya.db")).expect("the database opens");
    database.busy_timeout(std::time::Duration::from_secs(30)).expect("it can wait");
    let add = "INSERT INTO puzzle (id, line, themes, points, deviation, volatility, plays, place)
         SELECT ?2, ?2 || substr(line, instr(line, char(9))), themes, points, deviation, volatility, 0, -2
         FROM puzzle WHERE id = ?1";
    assert_eq!(database.execute(add, [like, id]).expect("it is written"), 1);
    let for_some = "INSERT INTO puzzle_audience (puzzle, organiser, pupil)
         SELECT ?1, player, (SELECT player FROM account WHERE name_key = ?2) FROM account WHERE name_key = 'teach'";
    assert_eq!(database.execute(for_some, (id, pupil)).expect("it is written"), 1);
    id.to_owned()
}

/// Games and challenges of the player and the rival, whom nobody else knows.
async fn things(
    server: &Server,
    player: &Guest,
    rival: &Guest,
) -> (BTreeMap<&'static str, String>, Vec<LineStream>) {
    let (mut values, mut waiting) = (BTreeMap::new(), Vec::new());
    let clocks = || NewGame::friend().clocks(3_600_000, 0);
    let days = || NewGame::friend().time(json!({ "days": 3 }));
    for (name, wish) in [
        ("running", clocks()),
        ("private", clocks().private()),
        ("over", clocks()),
        ("hidden", clocks().private()),
        ("ending", clocks()),
        ("slow", days()),
        ("secret", days().private()),
        ("slow_over", days()),
        ("secret_over", days().private()),
    ] {
        let (game, mut white, mut black) = game_of(player, rival, wish).await;
        white.play("e2e4").await.accepted();
        black.follow(&white).await;
        if ["over", "hidden", "slow_over", "secret_over"].contains(&name) {
            black.play("e7e5").await.accepted();
            white.follow(&black).await;
            white.command("resign", json!({})).await.accepted();
        }
        values.insert(name, game);
    }
    values.insert("shared", imported(rival, "1. d4 d5 2. c4 1-0", Value::Null).await);
    values.insert("kept", imported(player, "1. d4 d5 2. c4 1-0", json!("white")).await);
    let created = ["event", "new", "Open", "--format", "swiss", "--rounds", "3", "--time", "5+3"];
    let id = tabiya(server, &created).split_whitespace().last().expect("the id is the last word").to_owned();
    values.insert("swiss", id);
    let created = ["event", "new", "Arena", "--format", "arena", "--duration", "60", "--time", "3+0"];
    let id = tabiya(server, &created).split_whitespace().last().expect("the id is the last word").to_owned();
    values.insert("arena", id);
    let players = token(player, "challenge:write").await;
    // Without the stream it is over after 20 seconds, and the tables take longer.
    let wish = "rated=false&clock.limit=300&clock.increment=3&keepAliveStream=true";
    let terms = json!({ "time": { "initial_ms": 300_000, "increment_ms": 0 }, "color": "random" });
    // Each of another rival, because a challenge takes the place of the one before between the same two.
    for (name, is_own, by_program) in [
        ("shown", false, true),
        ("accepted", false, true),
        ("declined", false, true),
        ("cancelled", true, true),
        ("offer", false, false),
        ("turned", false, false),
        ("withdrawn", true, false),
        ("changed", true, false),
    ] {
        let rival = registered(server, name).await;
        let to = if is_own { name } else { "Ann" };
        let path = format!("/api/challenge/{to}");
        let id = if by_program && is_own {
            // A call of the tables revokes the player's tokens, and so ends their streams. A game over days waits without one.
            ask(server, "POST", &path, &players, "rated=false&days=2").await.json()["id"].clone()
        } else if by_program {
            let rivals = token(&rival, "challenge:write").await;
            let mut stream = LineStream::open(server, "POST", &path, &rivals, wish).await;
            let made = stream.next().await.expect("the challenge comes first");
            waiting.push(stream);
            made["id"].clone()
        } else {
            let from = if is_own { player } else { &rival };
            let wish = json!({ "to": to, "terms": terms }).to_string();
            let made = from.call("POST", "/api/page/challenges", &wish).await;
            assert!(made.status < 300, "{name}: {}", made.body);
            made.json()["id"].clone()
        };
        values.insert(name, id.as_str().expect("an id").to_owned());
    }
    values.insert("terms", terms.to_string());
    values.insert("puzzle", first_puzzle(player).await);
    (values, waiting)
}

/// A game of others for everybody, with positions of a correspondence game that the other player plays.
async fn near(other: &Guest, rival: &Guest) -> String {
    let start = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
    let own = NewGame::friend().time(json!({ "days": 3 })).from_fen(start);
    let (_, mut white, _black) = game_of(other, rival, own).await;
    white.play("e2e4").await.accepted();
    imported(rival, &format!("[SetUp \"1\"]\n[FEN \"{start}\"]\n\n1. e4 Kd7 1/2-1/2"), Value::Null).await
}

/// A puzzle of the start set, which the server adds once it has begun.
async fn first_puzzle(player: &Guest) -> String {
    patiently("the start set of puzzles", async {
        loop {
            let next = player.get("/api/page/puzzles").await;
            if let Some(id) = next["puzzle"]["id"].as_str() {
                return id.to_owned();
            }
        }
    })
    .await
}
