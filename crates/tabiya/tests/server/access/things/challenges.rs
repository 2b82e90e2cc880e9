// SPDX-License-Identifier: AGPL-3.0-or-later
//! Challenges that wait for an answer.

use serde_json::json;
use tabiya_testkit::LineStream;

use super::super::cast::token;
use super::Stage;
use crate::people::registered;
use crate::programs::ask;

pub(super) async fn add(stage: &mut Stage<'_>) {
    let (server, player) = (stage.server, stage.player);
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
            stage.waiting.push(stream);
            made["id"].clone()
        } else {
            let from = if is_own { player } else { &rival };
            let wish = json!({ "to": to, "terms": terms }).to_string();
            let made = from.call("POST", "/api/page/challenges", &wish).await;
            assert!(made.status < 300, "{name}: {}", made.body);
            made.json()["id"].clone()
        };
        stage.values.insert(name, id.as_str().expect("an id").to_owned());
    }
    stage.values.insert("terms", terms.to_string());
}
