// SPDX-License-Identifier: AGPL-3.0-or-later
//! The server is killed and started again; nothing that it acknowledged is lost.

use std::time::Duration;

use tabiya_testkit::{GameSocket, Guest, NewGame, Random, Reply};

use crate::{server, table};

#[tokio::test]
async fn a_game_goes_on_after_kill_9() {
    let mut table = table(NewGame::friend().clocks(600_000, 2_000)).await;
    table.play(&["e2e4", "e7e5", "g1f3", "b8c6"]).await;
    let before = table.white.seq();
    table.server.kill().await;
    assert_eq!(table.white.closed().await.code, None, "a killed server says no goodbye");
    table.server.restart().await;

    let mut white = table.alice.resume(&table.game, before).await;
    let mut black = table.bob.resume(&table.game, before).await;
    assert_eq!((white.you(), black.you()), (Some("white"), Some("black")));
    // More than one where the disk was slow.
    assert!(white.seq() > before, "the restart itself is an event: White's turn begins afresh");
    assert_eq!(white.situation()["clocks"]["running"], "white");
    white.play("f1c4").await.accepted();
    black.follow(&white).await;
    black.play("g8f6").await.accepted();
    let moves = table.alice.moves(&table.game).await;
    assert_eq!(moves, ["e2e4", "e7e5", "g1f3", "b8c6", "f1c4", "g8f6"]);
}

#[tokio::test]
async fn a_game_that_waits_for_its_second_player_survives() {
    let mut server = server().await;
    let (alice, bob) = (Guest::new(&server).await, Guest::new(&server).await);
    let game = alice.create(&NewGame::friend()).await;
    server.kill().await;
    server.restart().await;
    let mut black = bob.open(&game).await;
    assert_eq!(black.status(), "waiting");
    black.join().await;
}

#[tokio::test]
async fn a_finished_game_stays_finished() {
    let mut table = table(NewGame::friend()).await;
    table.play(&["f2f3", "e7e5", "g2g4", "d8h4"]).await;
    table.white.event("ended").await;
    table.server.kill().await;
    table.server.restart().await;
    let mut white = table.alice.open(&table.game).await;
    assert_eq!(white.status(), "ended");
    assert_eq!(white.play("a2a3").await.refused()["refusal"]["kind"], "game_over");
}

#[tokio::test]
async fn the_computer_thinks_again_after_kill_9() {
    let mut server = server().await;
    let alice = Guest::new(&server).await;
    let game = alice.create(&NewGame::computer(15)).await;
    let mut white = alice.open(&game).await;
    white.play("e2e4").await.accepted();
    server.kill().await;
    server.restart().await;
    let mut white = alice.open(&game).await;
    if white.ply() == 1 {
        white.event("move_played").await;
    }
    assert_eq!(white.ply(), 2);
}

#[tokio::test]
async fn a_polite_stop_says_goodbye_and_loses_nothing() {
    let mut table = table(NewGame::friend()).await;
    table.play(&["e2e4"]).await;
    assert!(table.server.stop().await, "the server ends with status 0; it said:\n{}", table.server.log());
    assert_eq!(table.white.closed().await.code, Some(1012));
    table.server.restart().await;
    assert_eq!(table.alice.moves(&table.game).await, ["e2e4"]);
}

/// Kills at random instants while moves are on their way.
const KILLS: usize = 8;

#[tokio::test]
async fn no_acknowledged_move_is_lost_or_doubled_however_the_server_dies() {
    let mut random = Random::new(20_26);
    let mut server = server().await;
    let (alice, bob) = (Guest::new(&server).await, Guest::new(&server).await);
    let mut game = OpenGame::begin(&alice, &bob).await;
    let mut acknowledged_in_all = 0;
    for round in 1..=KILLS {
        // Later and later: on a slow machine a move takes longer.
        let moment = Duration::from_micros(random.below(60_000) * round as u64);
        let mut sockets = [alice.open(&game.id).await, bob.open(&game.id).await];
        // What was on its way when the server died may still come in: both end for themselves.
        tokio::join!(play_until_lost(&mut sockets, &mut game, &mut random), async {
            tokio::time::sleep(moment).await;
            server.kill().await;
        });
        server.restart().await;

        let log = alice.moves(&game.id).await;
        assert_eq!(log[..game.acknowledged.len()], game.acknowledged, "acknowledged moves stand in the log");
        let unanswered = log.len() - game.acknowledged.len();
        assert!(unanswered <= 1, "at most the move that was on its way came in besides: {log:?}");
        acknowledged_in_all += game.acknowledged.len();
        game.acknowledged = log;
        if alice.open(&game.id).await.status() == "ended" {
            game = OpenGame::begin(&alice, &bob).await;
        }
    }
    assert!(acknowledged_in_all > 0, "the kills left time for no move at all");
}

/// A game and the moves whose acknowledgement came in.
struct OpenGame {
    id: String,
    acknowledged: Vec<String>,
}

impl OpenGame {
    async fn begin(alice: &Guest, bob: &Guest) -> Self {
        let id = alice.create(&NewGame::friend()).await;
        bob.open(&id).await.join().await;
        Self { id, acknowledged: Vec::new() }
    }
}

/// Both sides play random legal moves as fast as the server takes them, until it is gone or the game is over.
async fn play_until_lost(sockets: &mut [GameSocket; 2], game: &mut OpenGame, random: &mut Random) {
    loop {
        let ply = game.acknowledged.len();
        let [white, black] = &mut *sockets;
        let (mover, other) = if ply.is_multiple_of(2) { (white, black) } else { (black, white) };
        if mover.status() == "ended" {
            // Wait for the kill.
            mover.closed().await;
            return;
        }
        let uci = random.pick(&mover.legal()).clone();
        match mover.play(&uci).await {
            Reply::Done(event) => game
                .acknowledged
                .push(event["event"]["move"]["uci"].as_str().expect("a move has a name").to_owned()),
            Reply::Refused(message) if message["refusal"]["kind"] == "too_fast" => {
                tokio::time::sleep(Duration::from_millis(130)).await;
                continue;
            }
            Reply::Refused(message) => panic!("a legal move was refused: {message}"),
            Reply::Lost => return,
        }
        while other.seq() < mover.seq() {
            if other.receive().await.is_none() {
                return;
            }
        }
    }
}
