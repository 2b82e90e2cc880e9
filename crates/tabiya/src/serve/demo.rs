// SPDX-License-Identifier: AGPL-3.0-or-later
//! `tabiya serve --demo`: a fresh folder filled with made-up players, games that the engine plays against itself, and a
//! tournament, to look around in. The same games each time.

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use anyhow::{Context, bail};
use clap::ArgMatches;
use clap::parser::ValueSource;
use tabiya_engine::{Engine, Level, Limits, Untimed};
use tabiya_events::event::{Card, Format, Outcome, Settings as EventSettings};
use tabiya_events::events::Events;
use tabiya_events::operator::{EventOperator, EventOrder};
use tabiya_game::{
    Command, Game, GameId, Millis, PlayerDetails, PlayerId, Seat, Seats, Stamped, Terms, Time, TimeControl,
};
use tabiya_rules::{CastlingMode, Color, Position};
use tabiya_server::{Operator, Order};
use tabiya_store::{Deed, FinishedGame, NewAct, Replaced, Rules, SqliteStore, Store};

use crate::order::now;

/// Where the demonstration goes if no folder is named: never into the folder of the real site.
const FOLDER: &str = "./tabiya-demo";
/// The players, each with the level at which the engine plays for them.
const PLAYERS: [(&str, u8); 8] = [
    ("Amara", 7),
    ("Bruno", 5),
    ("Chiara", 6),
    ("Dmitri", 4),
    ("Elif", 8),
    ("Finn", 3),
    ("Grace", 6),
    ("Hugo", 5),
];
/// A multiple of the number of players, so that all play as many.
const GAMES: u64 = 24;
/// Longer games end by resignation, in half-moves.
const LONGEST: usize = 140;
/// Milliseconds between two games.
const APART: u64 = 9 * 3_600_000;

/// The folder of the demonstration: the one that is named on the command line or in the environment, else one of its own.
///
/// # Errors
/// If it has data already.
pub(super) fn folder(matches: &ArgMatches, named: &Path) -> anyhow::Result<PathBuf> {
    let is_named = matches!(
        matches.value_source("data_folder"),
        Some(ValueSource::CommandLine | ValueSource::EnvVariable)
    );
    let folder = if is_named { named.to_owned() } else { PathBuf::from(FOLDER) };
    if SqliteStore::is_in(&folder) {
        bail!(
            "{0} has data already, and a demonstration is only put into a fresh folder; \
             \"tabiya serve --data {0}\" goes on with what is there, and --data names another folder",
            folder.display()
        );
    }
    Ok(folder)
}

/// How to leave the demonstration, in words.
pub(super) fn farewell(folder: &Path) -> String {
    format!(
        "this is a demonstration with made-up players and games; to leave it, stop the server and remove {}; \
         \"tabiya serve\" then begins a site of your own",
        folder.display()
    )
}

/// Fills a fresh store. Takes some seconds.
///
/// # Errors
/// If the storage fails.
pub(super) async fn fill(database: SqliteStore) -> anyhow::Result<Store> {
    let database = std::sync::Arc::new(database);
    let store = Store::from(std::sync::Arc::clone(&database));
    let players = players(&store).await?;
    site(&store).await?;
    games(&store, &players).await?;
    // What the games did to their players.
    database.rebuild_ratings(|_| ()).await?;
    event(&store).await.context("the demonstration's tournament")?;
    Ok(store)
}

async fn players(store: &Store) -> anyhow::Result<Vec<PlayerId>> {
    let operator = Operator::new(store.clone(), String::new());
    let mut players = Vec::new();
    for (name, _) in PLAYERS {
        let add = Order::Add { name: name.to_owned(), password: None, role: "player".to_owned() };
        operator.carry_out(add, now()).await?;
        let account = store.accounts.account_called(&name.to_lowercase()).await?;
        players.push(account.context("an account that was just made")?.player);
    }
    Ok(players)
}

/// Every page says what this is.
async fn site(store: &Store) -> anyhow::Result<()> {
    let before = store.site.site_rules().await?;
    let after = Rules {
        name: "Demo club".to_owned(),
        announcement: "This is a demonstration: its players and games are made up.".to_owned(),
        ..before.clone()
    };
    let deed = Deed::Site(Box::new(Replaced { before, after: after.clone() }));
    let act = NewAct {
        at: now(),
        actor: None,
        by_name: "tabiya serve --demo".to_owned(),
        player: None,
        game: None,
        deed,
        why: String::new(),
    };
    Ok(store.site.set_site_rules(&after, &act).await?)
}

/// One game after the other, the last one today.
async fn games(store: &Store, players: &[PlayerId]) -> anyhow::Result<()> {
    let mut engine = Engine::new(1);
    for number in 0..GAMES {
        let [white, black] = pair(number, players.len());
        let begins = Time(now().0.saturating_sub((GAMES - number) * APART));
        let seats = Seats::new(players[white], Color::White, Seat::Player(players[black]));
        let levels = [white, black].map(|player| Level::new(PLAYERS[player].1).unwrap_or(Level::LOWEST));
        // By these names the lists of games know whose game it was.
        let terms = named(terms(seats)?, [white, black].map(|player| PLAYERS[player].0))?;
        let log = play(&mut engine, terms, levels, number, begins)?;
        // Far apart, so that they look like those of any server.
        let id = GameId::from_bits((number + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        store.log.keep_game(id, FinishedGame::pack(&log)?).await?;
    }
    Ok(())
}

/// Who has White and who has Black: everybody meets everybody as the numbers go up.
fn pair(number: u64, players: usize) -> [usize; 2] {
    let place = usize::try_from(number).unwrap_or_default();
    let (white, step) = (place % players, 1 + place / players % (players - 1));
    [white, (white + step) % players]
}

/// What the games are played under.
fn terms(seats: Seats) -> anyhow::Result<Terms> {
    let time = TimeControl::new(Millis::from_secs(600), Millis::from_secs(5))?;
    Ok(Terms::new(Position::start(), Some(time), seats)?.rated()?)
}

/// The same with the names of the players.
fn named(mut terms: Terms, names: [&str; 2]) -> anyhow::Result<Terms> {
    for (color, name) in Color::ALL.into_iter().zip(names) {
        let details = PlayerDetails { name: name.to_owned().try_into()?, title: None, rating: None };
        terms = terms.with_details(color, details)?;
    }
    Ok(terms)
}

/// A rated game of two levels, from its creation to its end.
fn play(
    engine: &mut Engine,
    terms: Terms,
    levels: [Level; 2],
    seed: u64,
    begins: Time,
) -> anyhow::Result<Vec<Stamped>> {
    let (mut game, created) = Game::create(terms, begins);
    let mut log = vec![created];
    let mut at = begins;
    while !game.is_over() {
        let by = game.turn();
        // Between two and eight seconds a move, some quicker than others.
        at = Time(at.0 + 2_000 + (seed + 1) * (u64::from(game.ply()) + 3) * 977 % 6_000);
        let stop = AtomicBool::new(false);
        let limits = Limits::default();
        let report = engine.play_at_level(game.history(), levels[by.index()], seed, &limits, &stop, &Untimed);
        let command = match report.best.filter(|_| game.plies().len() < LONGEST) {
            Some(mv) => {
                let attempt = mv.to_uci(CastlingMode::Standard).parse()?;
                Command::Play { by, attempt, seq: game.last_seq(), lag: None }
            }
            None => Command::Resign { by },
        };
        for event in game.decide(command, at).map_err(|refusal| anyhow::anyhow!("{refusal:?}"))? {
            let stamped = Stamped::new(at, event);
            game.apply(&stamped);
            log.push(stamped);
        }
    }
    Ok(log)
}

/// A Swiss over the board after two of its five rounds.
async fn event(store: &Store) -> anyhow::Result<()> {
    let operator = EventOperator::new(Events::new(store.clone()));
    let time = TimeControl::new(Millis::from_secs(900), Millis::from_secs(10))?;
    let mut settings = EventSettings::new(
        "Autumn rapid".to_owned(),
        Format::Swiss { rounds: 5, baku: false },
        Some(time),
        0,
    );
    settings.over_the_board = true;
    let rated = |(name, level): (&str, u8)| Card::new(name.to_owned(), Some(900 + 150 * u16::from(level)));
    let order = EventOrder::New {
        settings: Box::new(settings),
        players: PLAYERS.map(rated).to_vec(),
        owner: None,
        sections: Vec::new(),
        groups: None,
        options: Box::default(),
    };
    let said = operator.carry_out(order, now()).await?;
    let id = said.split_whitespace().last().context("an event has an id")?.to_owned();
    let results = [Outcome::WhiteWins, Outcome::Draw, Outcome::BlackWins, Outcome::WhiteWins];
    for round in 0..3_usize {
        let order = |order| operator.carry_out(order, now());
        order(EventOrder::Pair { id: id.clone(), json: false, all: false }).await?;
        order(EventOrder::Publish { id: id.clone(), all: false }).await?;
        order(EventOrder::Start { id: id.clone(), all: false }).await?;
        // The third one is being played.
        for (board, outcome) in (1..).zip(results).take(if round < 2 { results.len() } else { 1 }) {
            let (id, game) = (id.clone(), None);
            let (reason, without_notice) = (String::new(), false);
            order(EventOrder::Result { id, board, outcome, round: None, game, reason, without_notice })
                .await?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use tabiya_store::{GameFilter, check_data};

    use super::*;

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn a_fresh_folder_is_filled_with_sound_games_of_rated_players_and_an_event() {
        let folder = tempfile::tempdir().unwrap();
        let store = fill(SqliteStore::open(folder.path()).unwrap()).await.unwrap();
        assert_eq!(store.accounts.account_count().await.unwrap(), PLAYERS.len() as u64);
        let rules = store.site.site_rules().await.unwrap();
        assert!(rules.announcement.contains("demonstration"));
        let amara = store.accounts.account_called("amara").await.unwrap().unwrap().player;
        let rows = store.archive.finished_of(amara, &GameFilter::default(), None, 20).await.unwrap();
        assert_eq!(rows.len() as u64, games_of_each());
        for row in rows {
            let names = Color::ALL.map(|color| row.seat(color).details.as_ref().unwrap().name.to_string());
            assert!(names.contains(&"Amara".to_owned()), "{names:?}");
        }
        let operator = EventOperator::new(Events::new(store.clone()));
        let listed = operator.carry_out(EventOrder::List {}, now()).await.unwrap();
        assert!(listed.contains("Autumn rapid"), "{listed}");
        drop((store, operator));
        let checked = check_data(folder.path(), &mut |news| {
            if let tabiya_store::CheckNews::Fault(fault) = news {
                panic!("{fault}");
            }
        });
        assert_eq!(checked.unwrap().games, GAMES);
    }

    #[test]
    fn everybody_plays_and_nobody_plays_alone() {
        let mut games = [0; PLAYERS.len()];
        for number in 0..GAMES {
            let [white, black] = pair(number, PLAYERS.len());
            assert_ne!(white, black);
            games[white] += 1;
            games[black] += 1;
        }
        assert!(games.iter().all(|games| *games == games_of_each()), "{games:?}");
    }

    fn games_of_each() -> u64 {
        2 * GAMES / PLAYERS.len() as u64
    }
}
