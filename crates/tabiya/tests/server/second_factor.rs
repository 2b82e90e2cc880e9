// SPDX-License-Identifier: AGPL-3.0-or-later
//! The second factor from beginning to end, with an authenticator of the test's own (RFC 6238).

use std::time::SystemTime;

use data_encoding::BASE32_NOPAD;
use hmac::{Hmac, KeyInit, Mac};
use serde_json::{Value, json};
use sha1::Sha1;
use tabiya_testkit::{Answer, Guest, NewGame};

use crate::clients::{tabiya, token_of_new};
use crate::desk::{staff, with_admin};
use crate::people::{PASSWORD, login, me, registered};
use crate::personal::Tab;
use crate::programs::{ask, error};
use crate::{game_of, server};

/// Seconds that a code lasts.
pub(crate) const STEP: u64 = 30;

/// The number of the step that is now.
pub(crate) fn step() -> u64 {
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    now.expect("the clock is right").as_secs() / STEP
}

/// What an authenticator shows in this step.
pub(crate) fn code(secret: &str, step: u64) -> String {
    let secret = BASE32_NOPAD.decode(secret.as_bytes()).expect("the secret is base32");
    let mut mac = Hmac::<Sha1>::new_from_slice(&secret).expect("a key of any length is good");
    mac.update(&step.to_be_bytes());
    let digest = mac.finalize().into_bytes();
    let offset = usize::from(digest[19] & 0xF);
    let four: [u8; 4] = digest[offset..offset + 4].try_into().expect("the digest has 20 bytes");
    format!("{:06}", (u32::from_be_bytes(four) & 0x7FFF_FFFF) % 1_000_000)
}

pub(crate) async fn with_code(browser: &mut Guest, code: &str) -> Answer {
    let body = json!({"name": "Alice", "password": PASSWORD, "code": code});
    browser.act("POST", "/api/login", &body).await
}

#[tokio::test]
async fn a_second_factor_is_set_up_asked_for_once_a_code_and_removed() {
    let server = server().await;
    let mut alice = registered(&server, "Alice").await;
    // Whoever finds an open browser does not know the password.
    let stranger = json!({ "password": "not this one" });
    let refused = alice.act("POST", "/api/page/second-factor/begin", &stranger).await;
    assert_eq!((refused.status, refused.error_code()), (403, "wrong_password".to_owned()));
    let begun =
        alice.act("POST", "/api/page/second-factor/begin", &json!({ "password": PASSWORD })).await.json();
    let secret = begun["secret"].as_str().expect("a text").to_owned();
    // A step that just ends is one to either side, and counts.
    let first = step();
    let wrong = alice.act("POST", "/api/page/second-factor/confirm", &json!({"code": "12345"})).await;
    assert_eq!(wrong.error_code(), "wrong_login");
    let confirmed = json!({"code": code(&secret, first)});
    let recovery = alice.act("POST", "/api/page/second-factor/confirm", &confirmed).await.json();
    let recovery: Vec<String> =
        serde_json::from_value(recovery["recovery_codes"].clone()).expect("a list of texts");
    assert_eq!(recovery.len(), 10);
    assert_eq!(alice.get("/api/me").await["second_factor"], true);

    // The right password without a code asks for it; with a wrong one, or the used one, too.
    let mut other = Guest::new(&server).await;
    let asked = login(&mut other, "Alice", PASSWORD).await;
    assert_eq!((asked.status, &asked.json()["needs"]), (401, &json!("code")));
    assert_eq!(login(&mut other, "Alice", "not the password").await.json().get("needs"), None);
    for wrong in ["000000x", "", &code(&secret, first)] {
        let answer = with_code(&mut other, wrong).await;
        assert_eq!((answer.status, &answer.json()["needs"]), (401, &json!("code")), "{wrong:?}");
    }
    // The next code is one step ahead of the one that set it up, which is within a step of now.
    assert_eq!(with_code(&mut other, &code(&secret, first + 1)).await.status, 200);
    assert_eq!(me(&other).await, "Alice");
    assert_eq!(
        with_code(&mut Guest::new(&server).await, &code(&secret, first + 1)).await.status,
        401,
        "used"
    );

    // A recovery code works once, without the phone.
    let mut lost = Guest::new(&server).await;
    assert_eq!(with_code(&mut lost, &recovery[3]).await.status, 200);
    assert_eq!(with_code(&mut Guest::new(&server).await, &recovery[3]).await.status, 401);

    // Removing it asks for the password, ends the other sessions, and the codes are worth nothing from then on.
    let refused = lost.act("POST", "/api/page/second-factor/remove", &json!({"password": "x"})).await;
    assert_eq!(refused.error_code(), "wrong_password");
    let removed = lost.act("POST", "/api/page/second-factor/remove", &json!({ "password": PASSWORD })).await;
    assert_eq!(removed.status, 204, "{}", removed.body);
    assert_eq!((me(&other).await, me(&lost).await), ("not_logged_in".into(), "Alice".into()));
    assert_eq!(login(&mut Guest::new(&server).await, "Alice", PASSWORD).await.status, 200);
}

/// The organiser who has printed the card would log in without the code.
#[tokio::test]
async fn a_card_does_not_go_past_a_second_factor() {
    let (server, mut admin) = with_admin().await;
    let mut teacher = staff(&server, &mut admin, "teacher", "organiser").await;
    let players = "/api/page/desk/players";
    let list = json!({"names": ["Zedder"], "kid": false});
    let card = teacher.act("POST", players, &list).await.json()["cards"][0]["code"].clone();
    let mut zedder = Guest::new(&server).await;
    assert_eq!(zedder.act("POST", "/api/card", &json!({ "code": card })).await.status, 200);
    let password = json!({"old": "", "new": PASSWORD});
    assert_eq!(zedder.act("POST", "/api/password", &password).await.status, 204);
    let begin = json!({ "password": PASSWORD });
    let begun = zedder.act("POST", "/api/page/second-factor/begin", &begin).await.json();
    let secret = begun["secret"].as_str().expect("a text").to_owned();
    let confirmed = json!({"code": code(&secret, step())});
    assert_eq!(zedder.act("POST", "/api/page/second-factor/confirm", &confirmed).await.status, 200);

    let mut other = Guest::new(&server).await;
    let refused = other.act("POST", "/api/card", &json!({ "code": card })).await;
    assert_eq!((refused.status, refused.error_code()), (401, "wrong_card".to_owned()));
    for (path, body) in [(players, &list), ("/api/page/desk/users/Zedder/card", &Value::Null)] {
        let refused = teacher.act("POST", path, body).await;
        assert!(refused.status == 403 && refused.body.contains("second factor"), "{path}: {}", refused.body);
    }
    // Whoever has lost the phone: the organiser removes the second factor, which stands in the log, and makes a card.
    let reset = json!({"second_factor": true});
    assert_eq!(teacher.act("POST", "/api/page/desk/users/Zedder/reset", &reset).await.status, 204);
    let card = teacher.act("POST", "/api/page/desk/users/Zedder/card", &Value::Null).await.json();
    assert_eq!(other.act("POST", "/api/card", &json!({"code": card["code"]})).await.status, 200);
}

/// An admin with a password alone could seat all players by program, and read private games, though the desk was closed.
#[tokio::test]
async fn staff_without_a_second_factor_have_the_rights_of_a_player() {
    let server = server().await;
    let [ann, bob] = ["Ann", "Bob"].map(|name| token_of_new(&server, name, "challenge:write"));
    let (alice, carl) = (Guest::new(&server).await, Guest::new(&server).await);
    let (game, mut white, _) = game_of(&alice, &carl, NewGame::friend().private()).await;
    white.command("resign", json!({})).await.accepted();
    let mut chief = registered(&server, "Chief").await;
    tabiya(&server, &["user", "role", "Chief", "admin"]);
    assert_eq!(login(&mut chief, "Chief", PASSWORD).await.status, 200);
    // On the page and on sockets too.
    assert_eq!(chief.call("GET", &format!("/api/games/{game}"), "").await.status, 404);
    let mut tab = Tab::open(&chief).await;
    assert_eq!(tab.follow(&format!("chat:{game}")).await["type"], "refused");
    let scopes = json!({"note": "rounds", "scopes": "web:mod challenge:bulk"});
    let token = async |chief: &mut Guest| {
        let made = chief.act("POST", "/api/page/tokens", &scopes).await.json();
        made["token"].as_str().expect("a token").to_owned()
    };
    let round = format!("players={ann}:{bob}&clock.limit=180&clock.increment=2");
    let calls = [("/api/token/admin-challenge", "users=ann"), ("/api/bulk-pairing", &round)];
    let export = format!("/game/export/{game}");

    let without = token(&mut chief).await;
    for (path, form) in calls {
        let refused = ask(&server, "POST", path, &without, form).await;
        assert!(
            refused.status == 403 && error(&refused).contains("second factor"),
            "{path}: {}",
            refused.body
        );
        let refused = ask(&server, "POST", path, &ann, form).await;
        assert!(refused.status == 403 && error(&refused).contains("scope"), "{path}: {}", refused.body);
    }
    assert_eq!(ask(&server, "GET", &export, &without, "").await.status, 404);

    let begin = json!({ "password": PASSWORD });
    let begun = chief.act("POST", "/api/page/second-factor/begin", &begin).await.json();
    let secret = begun["secret"].as_str().expect("a text").to_owned();
    let confirmed = json!({"code": code(&secret, step())});
    assert_eq!(chief.act("POST", "/api/page/second-factor/confirm", &confirmed).await.status, 200);
    assert_eq!(ask(&server, "GET", "/api/account", &without, "").await.status, 401, "it ended");
    assert_eq!(chief.call("GET", &format!("/api/games/{game}"), "").await.status, 200);
    let with = token(&mut chief).await;
    for (path, form) in calls {
        let answer = ask(&server, "POST", path, &with, form).await;
        assert_eq!(answer.status, 200, "{path}: {}", answer.body);
    }
    assert_eq!(ask(&server, "GET", &export, &with, "").await.status, 200);
}

/// Sockets keep the rights with which they were opened, so they end where those end.
#[tokio::test]
async fn open_sockets_lose_the_rights_of_staff_with_the_second_factor() {
    let server = server().await;
    let mut admin = registered(&server, "chief").await;
    tabiya(&server, &["user", "role", "chief", "admin"]);
    assert_eq!(login(&mut admin, "chief", PASSWORD).await.status, 200);
    let mut site = admin.get("/api/page/site").await;
    site["staff_second_factor"] = json!(false);
    site["password"] = json!(PASSWORD);
    assert_eq!(admin.act("PUT", "/api/page/desk/site", &site).await.status, 204);
    let judge = staff(&server, &mut admin, "judge", "moderator").await;
    let mut tab = Tab::open(&judge).await;
    tab.follow("lobby").await;
    // One without a second factor decides about that demand alone.
    let begun =
        admin.act("POST", "/api/page/second-factor/begin", &json!({ "password": PASSWORD })).await.json();
    let secret = begun["secret"].as_str().expect("a text").to_owned();
    let confirmed = json!({"code": code(&secret, step())});
    assert_eq!(admin.act("POST", "/api/page/second-factor/confirm", &confirmed).await.status, 200);
    site["staff_second_factor"] = json!(true);
    assert_eq!(admin.act("PUT", "/api/page/desk/site", &site).await.status, 204);
    tab.closed().await;

    let mut own = Tab::open(&admin).await;
    own.follow("lobby").await;
    let removed = admin.act("POST", "/api/page/second-factor/remove", &json!({ "password": PASSWORD })).await;
    assert_eq!(removed.status, 204, "{}", removed.body);
    own.closed().await;
    site["staff_second_factor"] = json!(false);
    site["name"] = json!("Mine");
    let refused = admin.act("PUT", "/api/page/desk/site", &site).await;
    assert_eq!(refused.status, 403, "{}", refused.body);
    site["name"] = json!("Tabiya");
    assert_eq!(admin.act("PUT", "/api/page/desk/site", &site).await.status, 204);
}

#[tokio::test]
async fn a_recovery_code_that_was_typed_at_another_account_stays_good() {
    let server = server().await;
    let mut codes = Vec::new();
    for name in ["Alice", "Bob"] {
        let mut player = registered(&server, name).await;
        let begun = player
            .act("POST", "/api/page/second-factor/begin", &json!({ "password": PASSWORD }))
            .await
            .json();
        let secret = begun["secret"].as_str().expect("a text").to_owned();
        let confirmed = json!({"code": code(&secret, step())});
        let made = player.act("POST", "/api/page/second-factor/confirm", &confirmed).await.json();
        codes.push(made["recovery_codes"][0].as_str().expect("a code").to_owned());
    }
    let mut browser = Guest::new(&server).await;
    assert_eq!(with_code(&mut browser, &codes[1]).await.status, 401, "it is Bob's");
    let body = json!({"name": "Bob", "password": PASSWORD, "code": codes[1]});
    assert_eq!(browser.act("POST", "/api/login", &body).await.status, 200);
}
