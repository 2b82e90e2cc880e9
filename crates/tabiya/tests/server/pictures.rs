// SPDX-License-Identifier: AGPL-3.0-or-later
//! Pictures of games, and the previews of their links.

use serde_json::json;
use tabiya_testkit::{Guest, NewGame};

use crate::people::registered;
use crate::{server, table};

#[tokio::test]
async fn a_game_is_shown_as_png_and_gif() {
    let mut table = table(NewGame::friend()).await;
    table.play(&["f2f3", "e7e5", "g2g4", "d8h4"]).await;
    let picture = |file: &str| format!("/picture/game/{}/{file}", table.game);
    for (file, kind, beginning) in [
        ("board.png", "image/png", "PNG\r\n"),
        ("board.png?ply=2&bottom=black", "image/png", "PNG\r\n"),
        ("moves.gif", "image/gif", "GIF89a"),
    ] {
        let answer = table.server.get(&picture(file)).await;
        assert_eq!((answer.status, answer.header("content-type")), (200, Some(kind)), "{file}");
        let first: String = answer.body.chars().take(12).collect();
        assert!(first.contains(beginning), "{file}: {first:?}");
        // A finished game looks the same for ever.
        assert_eq!(answer.header("cache-control"), Some("public, max-age=86400"));
    }
    for wrong in ["board.png?ply=5", "board.png?ply=-1", "board.png?bottom=red", "moves.gif?what=ever"] {
        assert_eq!(table.server.get(&picture(wrong)).await.status, 400, "{wrong}");
    }
    assert_eq!(table.server.get("/picture/game/00000000/board.png").await.status, 404);
}

#[tokio::test]
async fn a_position_is_shown_and_a_hostile_fen_is_refused_with_the_reason() {
    let server = server().await;
    let fen = |fen: &str| format!("/picture/board.png?fen={}", fen.replace(' ', "%20"));
    let good = server.get(&fen("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")).await;
    assert_eq!((good.status, good.header("content-type")), (200, Some("image/png")));
    let long = "8/".repeat(5_000);
    for (wrong, why) in [
        ("4k2P/8/8/8/8/8/8/4K3 w - - 0 1", "pawn stands on h8"),
        ("9/8/8/8/8/8/8/8 w - - 0 1", "FEN"),
        ("%00%ff", ""),
        (long.as_str(), "at most 200 bytes"),
    ] {
        let answer = server.get(&fen(wrong)).await;
        assert_eq!(answer.status, 400, "{wrong}");
        assert!(answer.body.contains(why), "{}", answer.body);
    }
}

#[tokio::test]
async fn the_link_of_a_game_has_a_preview() {
    let server = server().await;
    let (alice, bob) = (registered(&server, "Alice").await, Guest::new(&server).await);
    let (game, mut white, _black) = crate::game_of(&alice, &bob, NewGame::friend()).await;
    white.play("e2e4").await.accepted();
    let page = server.get(&format!("/game/{game}")).await;
    assert_eq!(page.status, 200);
    assert!(page.header("set-cookie").is_some());
    for tag in [
        r#"<meta property="og:title" content="Alice"#.to_owned(),
        format!(r#"<meta property="og:url" content="{}/game/{game}" />"#, server.origin()),
        format!(
            r#"<meta property="og:image" content="{}/picture/game/{game}/board.png?ply=1" />"#,
            server.origin()
        ),
    ] {
        assert!(page.body.contains(&tag), "{tag} is not in\n{}", page.body);
    }
    assert_eq!(page.body.matches("og:title").count(), 1, "{}", page.body);
    let missing = server.get("/game/00000000").await;
    assert_eq!(missing.status, 404);
    assert!(!missing.body.contains("/picture/"), "{}", missing.body);
    white.command("resign", json!({})).await.accepted();
    let page = server.get(&format!("/game/{game}")).await;
    assert!(page.body.contains("Black won"), "{}", page.body);
}
