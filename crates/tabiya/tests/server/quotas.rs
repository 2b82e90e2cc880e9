// SPDX-License-Identifier: AGPL-3.0-or-later
//! How many games one player may have and begin: by creating, by joining, and by a rematch. Once only the first of the
//! three counted: two guests began 555 games in half a minute, and had as many unfinished ones as they liked.

use serde_json::{Value, json};
use tabiya_testkit::{GameSocket, Guest, NewGame, Reply};

use crate::{game_of, server_with};

/// Ends the game, offers a rematch as White, and accepts it as Black; returns the new game, or the refusal.
async fn rematch(white: &mut GameSocket, black: &mut GameSocket) -> Result<String, Value> {
    black.command("resign", json!({})).await.accepted();
    white.follow(black).await;
    agree(white, black).await
}

/// Offers a rematch and accepts it, as [`rematch`] does.
async fn agree(first: &mut GameSocket, second: &mut GameSocket) -> Result<String, Value> {
    let answered = |message: &Value| message["type"] == "rematch" || message["type"] == "refused";
    let _ = first.send("rematch", json!({})).await;
    let offered = first.until("an offer", answered).await;
    if offered["type"] == "refused" {
        return Err(offered["refusal"].clone());
    }
    let _ = second.send("rematch", json!({})).await;
    let answered = |message: &Value| message["game"].is_string() || message["type"] == "refused";
    let agreed = second.until("a new game", answered).await;
    agreed["game"].as_str().map(str::to_owned).ok_or_else(|| agreed["refusal"].clone())
}

#[tokio::test]
async fn rematches_count_as_new_games_of_both_players() {
    let flags =
        ["--max-games-per-hour", "20", "--message-burst", "10000", "--unlimited-addresses", "127.0.0.0/8"];
    let server = server_with(&flags).await;
    let (alice, bob) = (Guest::new(&server).await, Guest::new(&server).await);
    let (mut game, mut white, mut black) = game_of(&alice, &bob, NewGame::friend()).await;
    let mut games = 1;
    let refusal = loop {
        match rematch(&mut white, &mut black).await {
            Ok(next) => {
                games += 1;
                assert!(games <= 20, "a rematch does not count");
                assert_ne!(next, game);
                game = next;
                (black, white) = (alice.open(&game).await, bob.open(&game).await);
                if black.you() == Some("white") {
                    (white, black) = (black, white);
                }
            }
            Err(refusal) => break refusal,
        }
    };
    assert_eq!((games, refusal["kind"].as_str()), (20, Some("too_many_new_games")), "{refusal}");
    assert!(refusal["wait_s"].as_u64().is_some_and(|seconds| (1..=180).contains(&seconds)), "{refusal}");
    // However often they go on asking.
    for _ in 0..555 {
        let answered = |message: &Value| message["type"] == "refused";
        let _ = black.send("rematch", json!({})).await;
        black.until("a refusal", answered).await;
    }
    // The other ways in are closed to both as well, and open to others.
    for guest in [&alice, &bob] {
        let answer = guest.ask_for(&NewGame::friend()).await;
        assert_eq!((answer.status, answer.error_code().as_str()), (429, "too_fast"));
        assert!(answer.header("retry-after").is_some());
    }
    let carol = Guest::new(&server).await;
    let open = carol.create(&NewGame::friend()).await;
    let refused = bob.open(&open).await.command("join", json!({})).await.refused();
    assert_eq!(refused["refusal"]["kind"], "too_many_new_games");
    Guest::new(&server).await.open(&open).await.join().await;
}

/// Otherwise one address would begin as many games as it has guests, times their limit.
#[tokio::test]
async fn rematches_count_as_games_of_their_address() {
    // This machine may begin ten times as many as a player. In an hour: of twenty in a minute, one more would be allowed every
    // three seconds.
    let server = server_with(&["--max-games-per-hour", "2", "--message-burst", "10000"]).await;
    let mut games = 0;
    let refusal = loop {
        let (alice, bob) = (Guest::new(&server).await, Guest::new(&server).await);
        let (_, mut white, mut black) = game_of(&alice, &bob, NewGame::friend()).await;
        games += 1;
        if let Err(refusal) = rematch(&mut white, &mut black).await {
            break refusal;
        }
        games += 1;
        assert!(games < 20, "a rematch does not count");
    };
    assert_eq!(refusal["kind"], "too_many_new_games", "{refusal}");
    // Each pair costs one for its game, one for the offer and one for what agrees.
    assert_eq!(games, 13);
}

#[tokio::test]
async fn joining_and_agreeing_count_against_the_unfinished_games_of_both() {
    let server = server_with(&["--max-unfinished-games", "3"]).await;
    let (alice, bob) = (Guest::new(&server).await, Guest::new(&server).await);
    let (_, mut white, mut black) = game_of(&alice, &bob, NewGame::friend()).await;
    black.command("resign", json!({})).await.accepted();
    white.follow(&black).await;
    let mut tables = Vec::new();
    for _ in 0..3 {
        tables.push(game_of(&Guest::new(&server).await, &bob, NewGame::friend()).await);
    }
    let dave = Guest::new(&server).await;
    let open = dave.create(&NewGame::friend()).await;
    let mut fourth = bob.open(&open).await;
    let full = json!({ "kind": "too_many_games", "limit": 3 });
    assert_eq!(fourth.command("join", json!({})).await.refused()["refusal"], full);
    // Bob can't agree to a fourth game, and nobody can agree to one for him.
    assert_eq!(agree(&mut white, &mut black).await, Err(full));
    let (mut white, mut black) = {
        let (_, mut white, mut black) = game_of(&alice, &Guest::new(&server).await, NewGame::friend()).await;
        black.command("resign", json!({})).await.accepted();
        white.follow(&black).await;
        (white, black)
    };
    agree(&mut black, &mut white).await.expect("both have room for one more");
    // One that ends makes room.
    let (_, _, of_bob) = &mut tables[0];
    of_bob.command("resign", json!({})).await.accepted();
    fourth.join().await;
}

#[tokio::test]
async fn who_agrees_hears_that_the_limit_is_the_opponents() {
    let server = server_with(&["--max-unfinished-games", "1"]).await;
    let (alice, bob) = (Guest::new(&server).await, Guest::new(&server).await);
    let (_, mut white, mut black) = game_of(&alice, &bob, NewGame::friend()).await;
    black.command("resign", json!({})).await.accepted();
    white.follow(&black).await;
    alice.create(&NewGame::friend()).await;
    let refusal = agree(&mut white, &mut black).await;
    assert_eq!(refusal, Err(json!({ "kind": "opponent_has_too_many_games" })));
}

#[tokio::test]
async fn many_ways_in_at_once_pass_no_limit() {
    let server = server_with(&["--max-unfinished-games", "3", "--max-sockets-per-guest", "100"]).await;
    let mut open = Vec::new();
    for _ in 0..10 {
        open.push(Guest::new(&server).await.create(&NewGame::friend()).await);
    }
    let bob = Guest::new(&server).await;
    let mut ways = tokio::task::JoinSet::new();
    for _ in 0..20 {
        let bob = bob.clone();
        ways.spawn(async move { bob.ask_for(&NewGame::friend()).await.status == 201 });
    }
    for game in open {
        let bob = bob.clone();
        ways.spawn(async move {
            let mut socket = bob.open(&game).await;
            matches!(socket.command("join", json!({})).await, Reply::Done(_))
        });
    }
    let games = ways.join_all().await.into_iter().filter(|got_one| *got_one).count();
    assert!((1..=3).contains(&games), "{games} games of 3");
}
