// SPDX-License-Identifier: AGPL-3.0-or-later
//! Black-box tests of `tabiya serve`: the real binary, the real store, sockets. They know `docs/protocol.md` only; the table of
//! access also asks the server's library for the list of its paths, and whole events are replayed by the crate that plays them.

mod access;
mod all_games;
mod analysis;
mod answers;
mod api_play;
mod backups;
mod bad_input;
mod bus;
mod cards;
mod challenges;
mod chat;
mod clients;
mod clocks;
mod computer;
mod crowds;
mod desk;
#[cfg(all(target_os = "linux", target_env = "gnu"))]
mod disks;
mod draws;
mod entering;
mod event_day;
mod event_moved;
#[cfg(target_os = "linux")]
mod event_starts;
mod events;
mod expired;
#[cfg(unix)]
mod faults;
mod friends;
#[path = "../clients/gacrux.rs"]
mod gacrux;
mod ghosts;
mod hang_ups;
mod hosts;
mod http2;
mod http2_floods;
mod https;
#[cfg(unix)]
mod https_authority;
mod imports;
#[cfg(target_os = "linux")]
mod keep_awake;
#[cfg(target_os = "linux")]
mod kept_offers;
mod kills;
mod limits;
mod lines;
mod lists;
mod lobby;
mod long_games;
#[cfg(unix)]
mod lost_files;
mod mail;
mod nodes;
#[cfg(unix)]
mod nodes_certificate;
mod nodes_clock;
mod nodes_durability;
mod nodes_events;
#[cfg(target_os = "linux")]
mod nodes_faults;
#[cfg(target_os = "linux")]
mod nodes_full_disk;
#[cfg(target_os = "linux")]
mod nodes_load;
mod nodes_once;
mod nodes_outage;
mod nodes_races;
mod nodes_rated;
mod nodes_rounds;
mod nodes_set_back;
mod nodes_standbys;
mod nodes_streams;
mod nodes_upgrade;
mod notices;
#[cfg(unix)]
mod old_data;
mod openapi;
mod operations;
#[cfg(unix)]
mod operators;
mod over_the_board;
mod people;
mod personal;
mod pictures;
#[cfg(unix)]
mod postgres;
mod premoves;
mod private;
mod profiles;
mod programs;
mod proxies;
mod push;
mod quotas;
mod rating_report;
mod ratings;
#[cfg(unix)]
mod read_only;
mod restarts;
mod resuming;
mod rolling;
mod rounds;
mod seats;
mod second_factor;
mod sections;
#[cfg(all(target_os = "linux", target_env = "gnu"))]
mod set_back;
mod sockets;
#[cfg(unix)]
mod stalls;
mod strangers;
mod tabs;
mod takebacks;
#[cfg(all(target_os = "linux", target_env = "gnu"))]
mod trouble;
mod unread_log;
mod watching;

use tabiya_testkit::{GameSocket, Guest, NewGame, Server};

/// The program under test, with an empty data folder.
async fn server() -> Server {
    Server::start(env!("CARGO_BIN_EXE_tabiya")).await
}

/// As [`server`], with more flags.
async fn server_with(flags: &[&str]) -> Server {
    Server::start_with(env!("CARGO_BIN_EXE_tabiya"), "127.0.0.1:0".parse().expect("an address"), flags).await
}

/// Two guests who sit at one game.
struct Table {
    server: Server,
    alice: Guest,
    bob: Guest,
    game: String,
    white: GameSocket,
    black: GameSocket,
}

/// Alice creates the game and plays White; Bob has joined.
async fn table(wish: NewGame) -> Table {
    table_on(server().await, wish).await
}

/// As [`table`], on a server that runs already.
async fn table_on(server: Server, wish: NewGame) -> Table {
    let (alice, bob) = (Guest::new(&server).await, Guest::new(&server).await);
    let (game, white, black) = game_of(&alice, &bob, wish).await;
    Table { server, alice, bob, game, white, black }
}

/// One more game of Alice, who plays White, and Bob: its id and both sockets.
async fn game_of(alice: &Guest, bob: &Guest, wish: NewGame) -> (String, GameSocket, GameSocket) {
    let game = alice.create(&wish).await;
    let mut white = alice.open(&game).await;
    let mut black = bob.open(&game).await;
    black.join().await;
    white.follow(&black).await;
    (game, white, black)
}

impl Table {
    /// Plays moves in turn, White first where an even number has been played; both see each.
    async fn play(&mut self, moves: &[&str]) {
        for uci in moves {
            let (mover, other) = if self.white.ply().is_multiple_of(2) {
                (&mut self.white, &mut self.black)
            } else {
                (&mut self.black, &mut self.white)
            };
            mover.play(uci).await.accepted();
            other.follow(mover).await;
        }
    }
}
