// SPDX-License-Identifier: AGPL-3.0-or-later
//! The check of ratings names what differs, and a rebuild puts it right.

use std::path::Path;

use rusqlite::Connection;
use tabiya_game::{
    Category, Command, Game, GameId, Millis, PlayerId, Rating, Seat, Seats, Stamped, Terms, Time, TimeControl,
};
use tabiya_rules::{Color, Position};
use tabiya_store::{
    CheckNews, Correct, Correction, CorrectionOf, Deed, GameLog, NewAct, PlayerRating, RatedGame, Ratings,
    SqliteStore, check_data,
};
use tempfile::TempDir;

const GAMES: u64 = 12;
const PLAYERS: [PlayerId; 3] =
    [PlayerId::from_bytes([1; 16]), PlayerId::from_bytes([2; 16]), PlayerId::from_bytes([3; 16])];

fn id(number: u64) -> GameId {
    GameId::from_bits(number)
}

/// A rated game in which Black resigns; a draw where the number divides by three.
fn log(number: u64) -> Vec<Stamped> {
    let [white, black] = [number as usize % 3, (number as usize + 1) % 3].map(|place| PLAYERS[place]);
    let time = TimeControl::new(Millis::from_secs(300), Millis::ZERO).unwrap();
    let seats = Seats::new(white, Color::White, Seat::Player(black));
    let terms = Terms::new(Position::start(), Some(time), seats).unwrap().rated().unwrap();
    let at = Time(1_000 + number * 50_000_000);
    let (mut game, created) = Game::create(terms, at);
    let mut log = vec![created];
    let play = |by, uci: &str, seq| Command::Play { by, attempt: uci.parse().unwrap(), seq, lag: None };
    let mut commands = vec![play(Color::White, "e2e4", 0), play(Color::Black, "e7e5", 1)];
    if number.is_multiple_of(3) {
        commands.extend([Command::OfferDraw { by: Color::White }, Command::AcceptDraw { by: Color::Black }]);
    } else {
        commands.push(Command::Resign { by: Color::Black });
    }
    for command in commands {
        for event in game.decide(command, at).unwrap() {
            let stamped = Stamped::new(at, event);
            game.apply(&stamped);
            log.push(stamped);
        }
    }
    assert!(game.is_over());
    log
}

/// Twelve games, of which the last is not rated, and corrections, of which some undo others.
async fn fill(folder: &Path) {
    let store = SqliteStore::open(folder).unwrap();
    for number in 0..GAMES {
        store.create_game(id(number), log(number)).await.unwrap();
    }
    let correct = async |what| {
        let correction = Correction { what, by: PLAYERS[0], reason: "known".to_owned(), at: Time(9) };
        let act = NewAct {
            at: Time(9),
            actor: Some(PLAYERS[0]),
            by_name: "Bob".to_owned(),
            player: None,
            game: None,
            deed: Deed::Unrate,
            why: String::new(),
        };
        assert_eq!(store.correct(&correction, &act).await.unwrap(), Correct::Done);
    };
    let rating = Rating::set(1900, 80).unwrap();
    correct(CorrectionOf::Start { player: PLAYERS[2], category: Category::BLITZ, rating }).await;
    let mut games = store.to_be_rated(Time(0), 99).await.unwrap();
    assert_eq!(games.len(), GAMES as usize);
    // Not in the order of their ends: the numbers are the order.
    games.swap(2, 7);
    for (place, game) in games[..11].iter().enumerate() {
        store.rate(game).await.unwrap();
        if place == 5 {
            correct(CorrectionOf::TakenBack { game: games[1].game }).await;
            for undone in [games[3].game, games[0].game] {
                correct(CorrectionOf::TakenBack { game: undone }).await;
                correct(CorrectionOf::CountedAgain { game: undone }).await;
            }
            correct(CorrectionOf::TakenBack { game: games[0].game }).await;
        }
    }
}

fn faults(folder: &Path) -> Vec<String> {
    let mut faults = Vec::new();
    let told = &mut |news| {
        if let CheckNews::Fault(fault) = news {
            faults.push(fault.to_string());
        }
    };
    check_data(folder, told).unwrap();
    faults
}

async fn everything(folder: &Path) -> (Vec<RatedGame>, Vec<Vec<PlayerRating>>) {
    let store = SqliteStore::open(folder).unwrap();
    let ids: Vec<_> = (0..GAMES).map(id).collect();
    let mut rated = store.rated(&ids).await.unwrap();
    rated.sort_by_key(|rated| rated.game.game);
    let mut ratings = Vec::new();
    for player in PLAYERS {
        ratings.push(store.ratings_of(player).await.unwrap());
    }
    (rated, ratings)
}

#[tokio::test]
async fn each_difference_is_named_and_a_rebuild_removes_it() {
    let folder = TempDir::new().unwrap();
    let path = folder.path();
    fill(path).await;
    assert_eq!(faults(path), [""; 0], "a game that is still to be rated is no fault");
    let (rated, _) = everything(path).await;
    assert_eq!(rated.len(), 11);
    let game = rated[4].game.game;
    let cases = [
        // A hundredth of a point and a little more.
        (
            format!("UPDATE rated_game SET white_after = white_after + 10100 WHERE game = '{game}'"),
            "White's rating is",
        ),
        (
            format!("UPDATE rated_game SET black_before = black_before - 20000 WHERE game = '{game}'"),
            "Black's rating is",
        ),
        (
            format!("UPDATE rated_game SET white_number = white_number + 40 WHERE game = '{game}'"),
            "don't follow one another",
        ),
        (
            format!("UPDATE rated_game SET result = 'draw' WHERE game = '{game}'"),
            "as another game than its log tells",
        ),
        (format!("UPDATE rated_game SET taken_back = 1 WHERE game = '{game}'"), "mark for being taken back"),
        (format!("DELETE FROM rated_game WHERE game = '{game}'"), "don't follow one another"),
        ("UPDATE rating SET points = points + 20000".to_owned(), "has the blitz rating"),
        ("UPDATE rating SET games = games + 1".to_owned(), "number of blitz games is wrong"),
        ("UPDATE rating_correction SET points = points + 50000 WHERE kind = 'start'".to_owned(), "rating is"),
        (
            "DELETE FROM rating WHERE player = X'01010101010101010101010101010101'".to_owned(),
            "has no blitz rating",
        ),
    ];
    for (sql, expected) in cases {
        let copy = TempDir::new().unwrap();
        std::fs::copy(path.join("tabiya.db"), copy.path().join("tabiya.db")).unwrap();
        let changed = Connection::open(copy.path().join("tabiya.db")).unwrap().execute(&sql, []).unwrap();
        assert!(changed > 0, "{sql}");
        let found = faults(copy.path());
        assert!(found.iter().any(|fault| fault.contains(expected)), "{sql}: {found:?}");
        let store = SqliteStore::open(copy.path()).unwrap();
        let rebuilt = store.rebuild_ratings(|_| {}).await.unwrap();
        assert_eq!((rebuilt.games, rebuilt.corrections), (12, 7), "{sql}");
        drop(store);
        assert_eq!(faults(copy.path()), [""; 0], "{sql}");
    }
}

#[tokio::test]
async fn what_is_a_hundredth_of_a_point_apart_is_no_difference() {
    let folder = TempDir::new().unwrap();
    fill(folder.path()).await;
    let change = Connection::open(folder.path().join("tabiya.db")).unwrap();
    change.execute("UPDATE rated_game SET white_after = white_after + 9000", []).unwrap();
    drop(change);
    assert_eq!(faults(folder.path()), [""; 0]);
}

#[tokio::test]
async fn a_rebuild_keeps_the_order_of_the_numbers() {
    let folder = TempDir::new().unwrap();
    fill(folder.path()).await;
    let store = SqliteStore::open(folder.path()).unwrap();
    let last = store.to_be_rated(Time(0), 9).await.unwrap();
    store.rate(&last[0]).await.unwrap();
    drop(store);
    let before = everything(folder.path()).await;
    let store = SqliteStore::open(folder.path()).unwrap();
    store.rebuild_ratings(|_| {}).await.unwrap();
    drop(store);
    assert_eq!(everything(folder.path()).await, before);
}
