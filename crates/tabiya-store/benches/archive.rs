// SPDX-License-Identifier: AGPL-3.0-or-later
//! Measures a page of 50 finished games out of 1,000,000: `cargo bench -p tabiya-store --bench archive
//! [GAMES] [postgres]`; with that word on a PostgreSQL of its own.
//!
//! Fills an archive with the games of 20,000 players, some of whom have played far more games than others.
//! Then it opens the store and requests pages as lists do: the first page, a page deep in the list, one with
//! a filter, one against a certain opponent, and the number of unfinished games.
#![allow(clippy::unwrap_used, reason = "what goes wrong here must show")]
#![allow(clippy::print_stdout, reason = "that is its result")]

use std::fs::File;
use std::io::{BufWriter, Write};
use std::time::{Duration, Instant};

use rusqlite::{Connection, params};
use tabiya_game::{GameId, PlayerId, Speed, Termination, Time};
use tabiya_rules::Color;
use tabiya_store::conformance::postgres::Cluster;
use tabiya_store::{Archive, GameFilter, PageKey, PlayerOutcome, PostgresStore, SqliteStore};
use tempfile::TempDir;

const PLAYERS: u64 = 20_000;
const PAGE: u32 = 50;
const ROUNDS: u64 = 400;

/// A pseudo-random number (splitmix64).
fn mixed(number: u64) -> u64 {
    let mut bits = number.wrapping_add(0x9E37_79B9_7F4A_7C15);
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    bits ^ (bits >> 31)
}

fn player(number: u64) -> PlayerId {
    let half = mixed(number).to_le_bytes();
    PlayerId::from_bytes([half, half].concat().try_into().unwrap())
}

/// Small numbers are drawn more often: the first player has a hundred times the games of the last. The very first has a
/// tenth of all games.
fn drawn(bits: u64) -> u64 {
    if bits.is_multiple_of(20) {
        return 0;
    }
    let share = (bits >> 11) as f64 / (1_u64 << 53) as f64;
    ((share * share) * PLAYERS as f64) as u64
}

/// One game, as its rows have it.
struct Row {
    id: GameId,
    ended: i64,
    result: &'static str,
    speed: &'static str,
    rated: i64,
    players: [PlayerId; 2],
    /// For White and for Black: how the game ended, and its facts.
    outcomes: [(&'static str, i64); 2],
}

const COLORS: [&str; 2] = ["white", "black"];
const CLOCK: &str = r#"{"initial":300000,"increment":3000}"#;

fn row(number: u64) -> Row {
    let bits = mixed(number * 3 + 1);
    let white = drawn(mixed(number * 3 + 2));
    let black = (white + 1 + drawn(mixed(number * 3 + 3)) % (PLAYERS - 1)) % PLAYERS;
    let (speed, rated) = (["bullet", "blitz", "rapid"][(bits / 3 % 3) as usize], (bits & 1) as i64);
    let outcomes = [["won", "lost"], ["lost", "won"], ["drawn", "drawn"]][(bits % 3) as usize];
    let code = |words: &[&str], word: &str| 1 + words.iter().position(|each| *each == word).unwrap() as i64;
    // As tables/archive/facts.rs says; each game has 80 half-moves and ends by resignation.
    let facts = |color: usize| {
        color as i64
            + (code(&["won", "lost", "drawn"], outcomes[color]) << 1)
            + (code(&["bullet", "blitz", "rapid"], speed) << 4)
            + (rated << 7)
            + (2 << 9)
            + (80 << 16)
    };
    Row {
        id: GameId::from_bits(bits),
        ended: 1_795_000_000_000_i64 + number as i64 * 1_000,
        result: ["white_wins", "black_wins", "draw"][(bits % 3) as usize],
        speed,
        rated,
        players: [player(white), player(black)],
        outcomes: [(outcomes[0], facts(0)), (outcomes[1], facts(1))],
    }
}

const GAME: &str = "game, created_at, ended_at, result, termination, half_moves, speed, time_control, rated, variant, \
                    white_player, white_provisional, black_player, black_provisional";
const SEAT: &str = "player, ended_at, game, opponent, color, outcome, speed, rated, variant, facts";

fn fill_sqlite(folder: &TempDir, games: u64) {
    drop(SqliteStore::open(folder.path()).unwrap());
    let mut database = Connection::open(folder.path().join("tabiya.db")).unwrap();
    database.pragma_update(None, "synchronous", "off").unwrap();
    database.pragma_update(None, "cache_size", -1_000_000).unwrap();
    let transaction = database.transaction().unwrap();
    {
        let sql = format!(
            "INSERT INTO archive ({GAME}) VALUES (?1, ?2, ?3, ?4, 'resignation', 80, ?5, ?6, ?7, 'standard', ?8, 0, ?9, 0)"
        );
        let mut game = transaction.prepare(&sql).unwrap();
        let sql = format!(
            "INSERT INTO archive_seat ({SEAT}) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, 'standard', ?9)"
        );
        let mut seat = transaction.prepare(&sql).unwrap();
        for number in 0..games {
            let Row { id, ended, result, speed, rated, players, outcomes } = row(number);
            let [white, black] = players.each_ref().map(|player| player.as_bytes());
            let begun = ended - 600_000;
            game.execute(params![id.as_str(), begun, ended, result, speed, CLOCK, rated, white, black])
                .unwrap();
            for (color, (mine, other)) in [(white, black), (black, white)].into_iter().enumerate() {
                let (outcome, facts) = outcomes[color];
                let color = COLORS[color];
                seat.execute(params![mine, ended, id.as_str(), other, color, outcome, speed, rated, facts])
                    .unwrap();
            }
        }
    }
    transaction.commit().unwrap();
}

/// From files that the database reads itself.
fn fill_postgres(cluster: &Cluster, database: &str, games: u64) {
    let files = ["games", "seats"].map(|name| cluster.folder().join(name));
    let [mut game, mut seat] = files.each_ref().map(|file| BufWriter::new(File::create(file).unwrap()));
    let hex =
        |player: &PlayerId| player.as_bytes().iter().map(|byte| format!("{byte:02x}")).collect::<String>();
    for number in 0..games {
        let Row { id, ended, result, speed, rated, players, outcomes } = row(number);
        let [white, black] = players.each_ref().map(hex);
        let (id, begun) = (id.as_str(), ended - 600_000);
        writeln!(
            game,
            "{id}\t{begun}\t{ended}\t{result}\tresignation\t80\t{speed}\t{CLOCK}\t{rated}\tstandard\t\\\\x{white}\t0\t\\\\x{black}\t0"
        )
        .unwrap();
        for (color, (mine, other)) in [(&white, &black), (&black, &white)].into_iter().enumerate() {
            let (outcome, facts) = outcomes[color];
            let color = COLORS[color];
            writeln!(
                seat,
                "\\\\x{mine}\t{ended}\t{id}\t\\\\x{other}\t{color}\t{outcome}\t{speed}\t{rated}\tstandard\t{facts}"
            )
            .unwrap();
        }
    }
    drop((game.into_inner().unwrap(), seat.into_inner().unwrap()));
    for (table, columns, file) in [("archive", GAME, &files[0]), ("archive_seat", SEAT, &files[1])] {
        cluster.sql(database, &format!("COPY {table} ({columns}) FROM '{}'", file.display()));
    }
    cluster.sql(database, "VACUUM ANALYZE");
}

fn report(what: &str, mut times: Vec<Duration>) {
    times.sort_unstable();
    let at = |share: usize| times[(times.len() - 1) * share / 100].as_secs_f64() * 1e3;
    println!("{what:<40} p50 {:>7.3} ms  p99 {:>7.3} ms  max {:>7.3} ms", at(50), at(99), at(100));
}

fn main() {
    let games = std::env::args().skip(1).find_map(|argument| argument.parse().ok()).unwrap_or(1_000_000);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let started = Instant::now();
    if !std::env::args().any(|argument| argument == "postgres") {
        let folder = TempDir::new().unwrap();
        fill_sqlite(&folder, games);
        let size = std::fs::metadata(folder.path().join("tabiya.db")).unwrap().len();
        println!(
            "{games} games of {PLAYERS} players, {} MB, filled in {:.0?}",
            size >> 20,
            started.elapsed()
        );
        runtime.block_on(measure(&SqliteStore::open(folder.path()).unwrap(), games));
        return;
    }
    let Some(cluster) = Cluster::start() else { return };
    let database = cluster.database();
    runtime.block_on(async {
        let store = PostgresStore::open(&cluster.url(&database).parse().unwrap()).await.unwrap();
        fill_postgres(&cluster, &database, games);
        println!("{games} games of {PLAYERS} players in PostgreSQL, filled in {:.0?}", started.elapsed());
        measure(&store, games).await;
    });
}

async fn measure(store: &impl Archive, games: u64) {
    let all = GameFilter::default();
    let middle = PageKey { ended: Time(1_795_000_000_000 + games / 2 * 1_000), game: GameId::from_bits(0) };
    let cases: [(&str, GameFilter, Option<PageKey>); 4] = [
        ("the first page", all, None),
        ("a page in the middle", all, Some(middle)),
        (
            "lost, rated, as Black",
            GameFilter {
                outcome: Some(PlayerOutcome::Lost),
                rated: Some(true),
                color: Some(Color::Black),
                ..all
            },
            None,
        ),
        ("against the busiest player", GameFilter { opponent: Some(player(0)), ..all }, None),
    ];
    for (what, filter, before) in cases {
        let mut times = Vec::new();
        for round in 0..ROUNDS {
            let who = player(1 + drawn(mixed(round)) % (PLAYERS - 1));
            let started = Instant::now();
            let page = store.finished_of(who, &filter, before, PAGE).await.unwrap();
            times.push(started.elapsed());
            assert!(page.len() <= PAGE as usize);
        }
        report(what, times);
    }
    let of_the_busiest = [
        ("the busiest: all", all),
        ("the busiest: no hits", GameFilter { termination: Some(Termination::Stalemate), ..all }),
        ("the busiest: no hits by length", GameFilter { min_half_moves: Some(300), ..all }),
        (
            "the busiest: everything at once",
            GameFilter {
                color: Some(Color::Black),
                outcome: Some(PlayerOutcome::Drawn),
                speed: Some(Speed::Rapid),
                rated: Some(true),
                max_half_moves: Some(79),
                ..all
            },
        ),
        ("the busiest against one", GameFilter { opponent: Some(player(7)), ..all }),
        (
            "the busiest against one, no hits",
            GameFilter { opponent: Some(player(7)), max_half_moves: Some(3), ..all },
        ),
    ];
    for (what, filter) in of_the_busiest {
        let mut times = Vec::new();
        for _ in 0..20 {
            let started = Instant::now();
            store.finished_of(player(0), &filter, Some(middle), PAGE).await.unwrap();
            times.push(started.elapsed());
            let started = Instant::now();
            store.finished_of(player(0), &filter, None, PAGE).await.unwrap();
            times.push(started.elapsed());
        }
        report(what, times);
    }
    let mut times = Vec::new();
    for _ in 0..20 {
        let started = Instant::now();
        store.results_of(player(0), None, None).await.unwrap();
        times.push(started.elapsed());
    }
    report("the busiest: results by colour", times);
    let mut times = Vec::new();
    for round in 0..ROUNDS {
        let started = Instant::now();
        store.unfinished_count_of(player(drawn(mixed(round)))).await.unwrap();
        times.push(started.elapsed());
    }
    report("how many games go on", times);
}
