// SPDX-License-Identifier: AGPL-3.0-or-later
//! Games of the player and the rival, whom nobody else knows, and imported ones.

use serde_json::{Value, json};
use tabiya_testkit::{Guest, NewGame};

use super::Stage;
use crate::game_of;
use crate::imports::imported;

pub(super) async fn add(stage: &mut Stage<'_>) {
    let (player, rival) = (stage.player, &*stage.rival);
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
        stage.values.insert(name, game);
    }
    stage.values.insert("shared", imported(rival, "1. d4 d5 2. c4 1-0", Value::Null).await);
    stage.values.insert("kept", imported(player, "1. d4 d5 2. c4 1-0", json!("white")).await);
    stage.values.insert("near", near(stage.other, rival).await);
}

/// A game of others for everybody, with positions of a correspondence game that the other player plays.
async fn near(other: &Guest, rival: &Guest) -> String {
    let start = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
    let own = NewGame::friend().time(json!({ "days": 3 })).from_fen(start);
    let (_, mut white, _black) = game_of(other, rival, own).await;
    white.play("e2e4").await.accepted();
    imported(rival, &format!("[SetUp \"1\"]\n[FEN \"{start}\"]\n\n1. e4 Kd7 1/2-1/2"), Value::Null).await
}
