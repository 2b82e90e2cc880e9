// SPDX-License-Identifier: AGPL-3.0-or-later
//! Accounts that are made by list, and the cards by which a class logs in.

use serde_json::{Value, json};
use tabiya_testkit::Guest;
use tokio::task::JoinSet;

use crate::desk::{done, staff, with_admin};
use crate::people::{login, me};

#[tokio::test]
async fn a_class_logs_in_by_cards() {
    let (server, mut admin) = with_admin().await;
    let mut teacher = staff(&server, &mut admin, "teacher", "organiser").await;
    let players = "/api/page/desk/players";
    for (wrong, why) in
        [(json!([["Kind-a"], null]), "an object"), (json!({"names": ["Kind-a"], "until": 5}), "past")]
    {
        let refused = admin.act("POST", players, &wrong).await;
        assert!(refused.status == 400 && refused.body.contains(why), "{}", refused.body);
    }
    let wrong = [
        (json!([""]), 400),
        (json!(["ann", "ANN"]), 400),
        // One name, though a capital I looks like a small l.
        (json!(["Lina", "LINA"]), 400),
        (json!(["ann", "<b>"]), 400),
        (json!(["ann", "chief"]), 409),
    ];
    for (names, status) in wrong {
        assert_eq!(done(&mut teacher, players, json!({"names": names})).await, status, "{names}");
    }
    // All that is wrong is said at once.
    let refused = teacher.act("POST", players, &json!({"names": ["Ben", "chief", "x y", "ben"]})).await;
    let told = |name: &str| refused.body.contains(name);
    assert!(
        refused.status == 400 && ["chief", "x y", "stands twice"].into_iter().all(told),
        "{}",
        refused.body
    );
    assert_eq!(done(&mut teacher, players, json!({"names": "ann"})).await, 400);
    let until = 4_000_000_000_000_u64;
    let made =
        teacher.act("POST", players, &json!({"names": ["Ann", "", " Ben ", "Соня"], "until": until})).await;
    assert_eq!(made.status, 201, "{}", made.body);
    let cards = made.json()["cards"].clone();
    assert_eq!(cards.as_array().unwrap().len(), 3);
    let code = cards[0]["code"].as_str().unwrap().to_owned();

    let mut ann = Guest::new(&server).await;
    assert_eq!(done(&mut ann, "/api/card", json!({"code": "22222-22222"})).await, 401);
    let answer = ann.act("POST", "/api/card", &json!({"code": code.to_uppercase().replace('-', " ")})).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    let me_now = answer.json();
    assert_eq!(
        (&me_now["name"], &me_now["kid"], &me_now["password"]),
        (&json!("Ann"), &json!(true), &json!(false))
    );
    let set = ann.act("POST", "/api/password", &json!({"old": "", "new": "quite another thing"})).await;
    assert_eq!(set.status, 403, "an organiser decides how a kid logs in");
    assert_eq!(login(&mut Guest::new(&server).await, "ann", "").await.status, 401, "no password opens it");

    // A card works until it is replaced.
    let renewed = teacher.act("POST", "/api/page/desk/users/ann/card", &Value::Null).await;
    assert_eq!(renewed.status, 200, "{}", renewed.body);
    assert_eq!(me(&ann).await, "not_logged_in");
    assert_eq!(done(&mut ann, "/api/card", json!({"code": code})).await, 401);
    assert_eq!(done(&mut ann, "/api/card", json!({"code": renewed.json()["code"]})).await, 200);
    // Nothing is replaced unasked.
    let unasked = teacher.act("POST", players, &json!({"names": ["ben", "Zora"]})).await;
    assert_eq!((unasked.status, unasked.error_code()), (409, "have_cards".to_owned()), "{}", unasked.body);
    assert!(unasked.body.contains("Ben has a card already"), "{}", unasked.body);
    let still = done(&mut Guest::new(&server).await, "/api/card", json!({"code": cards[1]["code"]})).await;
    assert_eq!(still, 200, "the card that is printed stays good");
    let again = teacher.act("POST", players, &json!({"names": ["ben"], "renew": true})).await.json();
    assert_ne!(again["cards"][0]["code"], cards[1]["code"], "whoever is on the list gets a new card");
    assert_eq!(
        done(&mut Guest::new(&server).await, "/api/card", json!({"code": cards[1]["code"]})).await,
        401
    );
    assert_eq!(done(&mut teacher, "/api/page/desk/users/ann/kid", json!({"kid": false})).await, 204);
    assert_eq!(ann.get("/api/me").await["kid"], false);

    let listed = teacher.get("/api/page/desk/users").await;
    let names: Vec<_> = listed["users"].as_array().unwrap().iter().map(|user| user["name"].clone()).collect();
    assert_eq!(names, ["Ann", "Ben", "Соня"], "an organiser sees the own list alone");
    assert_eq!(admin.act("POST", players, &json!({"names": ["Zora"]})).await.status, 201);
    let own = admin.get("/api/page/desk/users?own=true").await;
    let names: Vec<_> = own["users"].as_array().unwrap().iter().map(|user| user["name"].clone()).collect();
    assert_eq!(names, ["Zora"], "whoever sees all accounts can ask for the own class, too");
    let database = std::fs::read(server.data().join("tabiya.db")).unwrap();
    let wal = std::fs::read(server.data().join("tabiya.db-wal")).unwrap_or_default();
    let letters = code.replace('-', "");
    for text in [&code, &letters] {
        let holds = |bytes: &[u8]| bytes.windows(text.len()).any(|window| window == text.as_bytes());
        assert!(!holds(&database) && !holds(&wal), "only hashes of codes are kept");
    }
    assert!(!server.log().contains(&letters) && !server.log().contains(&code));
}

/// A list that a browser sent several times at once told its own organiser that the names were taken.
#[tokio::test]
async fn a_list_that_is_sent_twice_at_once_says_who_has_a_card() {
    let (server, mut admin) = with_admin().await;
    let teacher = staff(&server, &mut admin, "teacher", "organiser").await;
    for round in 0..8 {
        let list = json!({"names": [format!("Lena{round}"), format!("Yusuf{round}")]}).to_string();
        let mut calls = JoinSet::new();
        for _ in 0..4 {
            let (teacher, list) = (teacher.clone(), list.clone());
            calls.spawn(async move { teacher.call("POST", "/api/page/desk/players", &list).await });
        }
        let (made, refused): (Vec<_>, Vec<_>) =
            calls.join_all().await.into_iter().partition(|answer| answer.status == 201);
        assert_eq!((made.len(), refused.len()), (1, 3), "round {round}");
        let have = format!("Lena{round} and Yusuf{round} have cards already");
        for answer in refused {
            assert_eq!(
                (answer.status, answer.error_code()),
                (409, "have_cards".to_owned()),
                "{}",
                answer.body
            );
            assert!(answer.body.contains(&have), "{}", answer.body);
        }
    }
    // A name that only looks like one of the list's own is taken all the same.
    let alike =
        teacher.call("POST", "/api/page/desk/players", &json!({"names": ["LenaO"]}).to_string()).await;
    assert_eq!((alike.status, alike.error_code()), (409, "name_taken".to_owned()), "{}", alike.body);
}

/// An organiser could have become admin: by the card that was made before the player was staff, and by a new one.
#[tokio::test]
async fn a_card_opens_no_account_of_staff() {
    let (server, mut admin) = with_admin().await;
    let mut teacher = staff(&server, &mut admin, "teacher", "organiser").await;
    let players = "/api/page/desk/players";
    let list = json!({"names": ["Zedder"], "renew": true});
    let card = teacher.act("POST", players, &list).await.json()["cards"][0]["code"].clone();
    let role = "/api/page/desk/users/Zedder/role";
    assert_eq!(done(&mut admin, role, json!({"role": "admin"})).await, 204);
    let mut eve = Guest::new(&server).await;
    assert_eq!(done(&mut eve, "/api/card", json!({"code": card})).await, 401, "the old card has ended");
    let refused = teacher.act("POST", players, &list).await;
    assert_eq!((refused.status, refused.error_code()), (403, "forbidden".to_owned()), "{}", refused.body);
    let both = json!({"names": ["Newcomer", "Zedder"]});
    assert_eq!(done(&mut teacher, players, both).await, 403);
    assert_eq!(admin.get("/api/page/desk/users?prefix=newcomer").await["users"], json!([]), "all or nobody");
    assert_eq!(done(&mut teacher, "/api/page/desk/users/Zedder/card", Value::Null).await, 403);
    assert_eq!(done(&mut admin, "/api/page/desk/users/Zedder/card", Value::Null).await, 403);
    // A player again, who gets a card again.
    assert_eq!(done(&mut admin, role, json!({"role": "player"})).await, 204);
    assert_eq!(done(&mut eve, "/api/card", json!({"code": card})).await, 401);
    let again = teacher.act("POST", players, &list).await.json()["cards"][0]["code"].clone();
    assert_eq!(done(&mut eve, "/api/card", json!({"code": again})).await, 200);
}

#[tokio::test]
async fn guesses_at_cards_are_counted() {
    let (server, mut admin) = with_admin().await;
    let mut eve = Guest::new(&server).await;
    let mut statuses = Vec::new();
    for _ in 0..21 {
        statuses.push(done(&mut eve, "/api/card", json!({"code": "22222-22222"})).await);
    }
    assert_eq!((&statuses[..20], statuses[20]), (&[401; 20][..], 429));
    // The class behind the same address is not kept out.
    let body = json!({"names": ["Ann"]});
    let card = admin.act("POST", "/api/page/desk/players", &body).await.json()["cards"][0]["code"].clone();
    assert_eq!(done(&mut Guest::new(&server).await, "/api/card", json!({"code": card})).await, 200);
}
