// SPDX-License-Identifier: AGPL-3.0-or-later
//! Links and cards whose time is over. Nobody waits for it: while the server is stopped, it is made to have passed.

use serde_json::{Value, json};
use tabiya_testkit::{Guest, Server};

use crate::desk::with_admin;
use crate::people::{PASSWORD, login, me, registered};

/// Lets the time of all tokens for this purpose be over, but for those of the player with this key.
async fn expire(server: &mut Server, purpose: &str, but: &str) {
    assert!(server.stop().await);
    let database =
        rusqlite::Connection::open(server.data().join("tabiya.db")).expect("the server has stopped");
    let sql = "UPDATE token SET expires_at = 1 WHERE purpose = ?1 \
         AND player NOT IN (SELECT player FROM account WHERE name_key = ?2)";
    assert_eq!(database.execute(sql, [purpose, but]).expect("the table is there"), 1);
    drop(database);
    server.restart().await;
}

async fn finish(server: &Server, token: &str) -> (u16, String) {
    let body = json!({"token": token, "password": "quite another thing"});
    let answer = Guest::new(server).await.act("POST", "/api/page/reset/finish", &body).await;
    (answer.status, answer.body)
}

#[tokio::test]
async fn an_expired_reset_link_changes_nothing() {
    let (mut server, mut admin) = with_admin().await;
    let mut tokens = Vec::new();
    for name in ["Ann", "Bobby"] {
        registered(&server, name).await;
        let path = format!("/api/page/desk/users/{name}/reset");
        let made = admin.act("POST", &path, &json!({"second_factor": false})).await;
        let link = made.json()["link"].as_str().expect("a link").to_owned();
        tokens.push(link.rsplit_once("/reset#").expect("it holds a token").1.to_owned());
    }
    expire(&mut server, "reset", "bobby").await;
    let (status, said) = finish(&server, &tokens[0]).await;
    assert!(status == 400 && said.contains("wrong_token"), "{status} {said}");
    assert_eq!(login(&mut Guest::new(&server).await, "Ann", PASSWORD).await.status, 200);
    assert_eq!(finish(&server, &tokens[1]).await.0, 204, "the other one is still good");
    assert_eq!(login(&mut Guest::new(&server).await, "Bobby", PASSWORD).await.status, 401);
    assert_eq!(finish(&server, &tokens[1]).await.0, 400, "and works once");
}

#[tokio::test]
async fn an_expired_card_opens_nothing() {
    let (mut server, mut admin) = with_admin().await;
    let until = 4_000_000_000_000_u64;
    let wish = json!({"names": ["Ann", "Ben"], "until": until});
    let made = admin.act("POST", "/api/page/desk/players", &wish).await.json();
    let code = |place: usize| json!({"code": made["cards"][place]["code"]});
    let mut ann = Guest::new(&server).await;
    assert_eq!(ann.act("POST", "/api/card", &code(0)).await.status, 200);
    expire(&mut server, "card", "ben").await;
    let refused = Guest::new(&server).await.act("POST", "/api/card", &code(0)).await;
    assert_eq!((refused.status, refused.error_code()), (401, "wrong_card".to_owned()));
    assert_eq!(me(&ann).await, "Ann", "a session that began in time goes on");
    assert_eq!(Guest::new(&server).await.act("POST", "/api/card", &code(1)).await.status, 200);
    let renewed = admin.act("POST", "/api/page/desk/users/ann/card", &Value::Null).await.json();
    let again = Guest::new(&server).await.act("POST", "/api/card", &json!({"code": renewed["code"]})).await;
    assert_eq!(again.status, 200, "{}", again.body);
}
