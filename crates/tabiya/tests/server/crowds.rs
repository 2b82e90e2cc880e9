// SPDX-License-Identifier: AGPL-3.0-or-later
//! Many who log in, and lists and changes that meet: nobody is kept out by others, and what belongs together happens together.

use serde_json::{Value, json};
use tabiya_testkit::{Guest, Server};

use crate::clients::token_of_new;
use crate::desk::{staff, with_admin};
use crate::mail::{confirmed, mailing};
use crate::people::{PASSWORD, login, me, registered};
use crate::programs::ask;
use crate::server_with;

/// Browsers that each have logged in to this account: each has tries of its own, so that none waits for the others.
async fn browsers(server: &Server, name: &str, count: usize) -> Vec<Guest> {
    let mut browsers = vec![registered(server, name).await];
    while browsers.len() < count {
        let mut browser = Guest::new(server).await;
        assert_eq!(login(&mut browser, name, PASSWORD).await.status, 200);
        browsers.push(browser);
    }
    browsers
}

/// All places of the line for passwords were taken by one account whose password was right each time.
#[tokio::test]
async fn one_account_that_logs_in_on_many_connections_keeps_nobody_out() {
    const BROWSERS: usize = 24;
    const EACH: usize = 18;
    let server = server_with(&["--trusted-proxies", "127.0.0.1"]).await;
    let eve = browsers(&server, "eve", BROWSERS).await;
    let flood: Vec<_> = eve
        .iter()
        .flat_map(|browser| std::iter::repeat_n(browser, EACH))
        .map(|browser| {
            let mut browser = browser.clone().behind("10.0.0.7");
            tokio::spawn(async move { login(&mut browser, "eve", PASSWORD).await.status })
        })
        .collect();
    let mut asked = Vec::new();
    // Thirty behind the same address, and others elsewhere. Whoever hears that the password is wrong has had a turn.
    for (address, count) in [("10.0.0.7", 30), ("203.0.113.7", 30), ("2001:db8::7", 5)] {
        for number in 0..count {
            let mut pupil = Guest::new(&server).await.behind(address);
            let name = format!("pupil{number}");
            asked
                .push(tokio::spawn(async move { login(&mut pupil, &name, "a wrong password").await.status }));
        }
    }
    for pupil in asked {
        assert_eq!(pupil.await.unwrap(), 401, "503: the account on many connections has all places");
    }
    for status in flood {
        let status = status.await.unwrap();
        assert!([200, 503].contains(&status), "{status}");
    }
}

/// The counter of proofs was called as the account and a word, and anybody may type that as a name.
#[tokio::test]
async fn nobody_uses_up_a_players_tries_under_another_name() {
    let server = server_with(&[]).await;
    let mut alice = registered(&server, "alice").await;
    let player = alice.get("/api/me").await["player"].clone();
    let player = player.as_str().expect("an id is a text");
    let mut eve = Guest::new(&server).await;
    for name in ["alice proves".to_owned(), format!("card {player}"), player.to_owned()] {
        for _ in 0..21 {
            let status = login(&mut eve, &name, "a wrong password").await.status;
            assert!([401, 429].contains(&status), "{status}");
        }
    }
    let body = json!({"old": PASSWORD, "new": "quite another thing"});
    let changed = alice.act("POST", "/api/password", &body).await;
    assert_eq!(changed.status, 204, "{}", changed.body);
    let card = alice.act("POST", "/api/card", &json!({"code": "22222-22222"})).await;
    assert_eq!(card.status, 401, "{}", card.body);
}

/// Anybody can ask for a letter who knows the address.
#[tokio::test]
async fn a_reset_that_a_stranger_asks_for_ends_no_other_link() {
    let (server, mail) = mailing().await;
    let finish = async |token: &str, password: &str| {
        let body = json!({"token": token, "password": password});
        Guest::new(&server).await.act("POST", "/api/page/reset/finish", &body).await.error_code_or_ok()
    };
    let ask_for = async |address: &str| {
        let body = json!({ "email": address });
        assert_eq!(Guest::new(&server).await.act("POST", "/api/page/reset", &body).await.status, 204);
    };
    let by_letter = format!("{}/reset", server.origin());
    let by_staff = |name: &str| {
        let said = crate::clients::tabiya(&server, &["user", "reset", name]);
        said.trim().rsplit_once("/reset#").expect("a link").1.to_owned()
    };

    confirmed(&server, &mail, "Alice", "alice@example.org").await;
    let staffs = by_staff("alice");
    ask_for("alice@example.org").await;
    let mailed = mail.letter(1).await.token(&by_letter);
    assert_eq!(finish(&staffs, "words from staff's link").await, "ok");
    // What sets a password ends every other way to one.
    assert_eq!(finish(&mailed, "words from the letter").await, "wrong_token");

    // Nor does staff end a letter's link, or a second letter the first one's.
    ask_for("alice@example.org").await;
    let first = mail.letter(2).await.token(&by_letter);
    ask_for("alice@example.org").await;
    mail.letter(3).await;
    let staffs = [by_staff("alice"), by_staff("alice")];
    assert_eq!(finish(&staffs[0], "words from an old link").await, "wrong_token", "staff made another one");
    assert_eq!(finish(&first, "words from the letter").await, "ok");
    assert_eq!(finish(&staffs[1], "words from a late link").await, "wrong_token");
}

/// Both were refused, and half of the players were there all the same, without a card.
#[tokio::test]
async fn of_two_lists_with_the_same_names_one_is_made_and_all_of_it() {
    let (server, mut admin) = with_admin().await;
    let mut teacher = staff(&server, &mut admin, "teacher", "organiser").await;
    for round in 0..4 {
        let names: Vec<_> = (0..30).map(|number| format!("Pupil{round}-{number}")).collect();
        let turned: Vec<_> = names.iter().rev().collect();
        let lists = [json!({ "names": names }), json!({ "names": turned })];
        let mut other = teacher.clone();
        let (one, two) = tokio::join!(
            teacher.act("POST", "/api/page/desk/players", &lists[0]),
            other.act("POST", "/api/page/desk/players", &lists[1]),
        );
        let mut statuses = [one.status, two.status];
        statuses.sort_unstable();
        assert_eq!(statuses, [201, 409], "{}\n{}", one.body, two.body);
        let made = if one.status == 201 { one } else { two };
        let cards = made.json()["cards"].as_array().expect("a list").clone();
        assert_eq!(cards.len(), 30);
        for card in [&cards[0], &cards[29]] {
            let opened =
                Guest::new(&server).await.act("POST", "/api/card", &json!({"code": card["code"]})).await;
            assert_eq!(opened.json()["name"], card["name"], "{}", opened.body);
        }
        let listed = teacher.get(&format!("/api/page/desk/users?prefix=pupil{round}-")).await;
        assert_eq!(listed["users"].as_array().expect("a list").len(), 30);
    }
}

/// A game was begun between the look at the account's games and the change.
#[tokio::test]
async fn no_account_becomes_a_bot_while_it_gets_a_game() {
    let server = server_with(&["--max-games-per-minute", "1000"]).await;
    let mut seen = [false; 2];
    for number in 0..15 {
        let name = format!("Botty{number}");
        let token = token_of_new(&server, &name, "bot:play,challenge:write");
        let form = "level=1&clock.limit=300&clock.increment=0";
        let (upgraded, begun) = tokio::join!(
            ask(&server, "POST", "/api/bot/account/upgrade", &token, ""),
            ask(&server, "POST", "/api/challenge/ai", &token, form),
        );
        assert_eq!(begun.status, 201, "{}", begun.body);
        let is_bot = ask(&server, "GET", "/api/account", &token, "").await.json()["title"] == "BOT";
        assert_eq!(is_bot, upgraded.status == 200, "{}", upgraded.body);
        let id = begun.json()["id"].as_str().expect("an id is a text").to_owned();
        let game = server.get(&format!("/api/games/{id}")).await.json();
        let seats = [&game["white"], &game["black"]];
        let own = seats.into_iter().find(|seat| seat["name"] == name.as_str()).expect("one of the seats");
        // Where the account is a bot's, the game was begun by the bot.
        assert_eq!(own["title"], if is_bot { json!("BOT") } else { Value::Null }, "{game}");
        seen[usize::from(is_bot)] = true;
    }
    assert!(seen.contains(&true));
}

/// The games of a guest were somebody's who is no bot.
#[tokio::test]
async fn a_bot_takes_no_games_of_a_guest_over() {
    let server = server_with(&[]).await;
    let mut botty = registered(&server, "Botty").await;
    let token = crate::clients::token_of(&server, "botty", "bot:play");
    assert_eq!(ask(&server, "POST", "/api/bot/account/upgrade", &token, "").await.status, 200);
    assert_eq!(me(&botty).await, "Botty");
    let refused = botty.act("POST", "/api/page/guest-games", &json!({"take": true})).await;
    assert_eq!((refused.status, refused.error_code().as_str()), (409, "conflict"), "{}", refused.body);
    assert_eq!(botty.act("POST", "/api/page/guest-games", &json!({"take": false})).await.status, 204);
}
