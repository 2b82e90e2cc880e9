// SPDX-License-Identifier: AGPL-3.0-or-later
//! Openings of puzzles that stand where their puzzle does not stand any more.

use rusqlite::Connection;
use tabiya_game::Rating;
use tabiya_store::{Audience, NewPuzzle, OpeningsOfPuzzle, PuzzleWish, SqliteStore, Store};

fn puzzle(id: &str, points: u16) -> NewPuzzle {
    let rating = Rating::set(points, 100).unwrap();
    let line = format!("line of {id}");
    NewPuzzle { id: id.to_owned(), line, themes: Vec::new(), rating, audience: Audience::Everybody }
}

/// It would be given again and again, and each move refused.
#[tokio::test]
async fn a_withdrawn_puzzle_whose_opening_was_left_behind_is_not_given() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::from(std::sync::Arc::new(SqliteStore::open(folder.path()).unwrap()));
    store.puzzles.add_puzzles(&[puzzle("near", 1500), puzzle("far", 1900)]).await.unwrap();
    let openings = vec!["Dutch".to_owned()];
    let tag = |id: &str| OpeningsOfPuzzle { puzzle: id.to_owned(), openings: openings.clone() };
    store.puzzles.tag_openings(&[tag("near"), tag("far")]).await.unwrap();
    let wish = PuzzleWish {
        player: None,
        themes: &[],
        openings: &openings,
        points: 1500,
        within: None,
        chance: 0,
        except: &[],
    };
    let next = async || store.puzzles.next_puzzle(&wish).await.unwrap().map(|puzzle| puzzle.id);
    assert_eq!(next().await.as_deref(), Some("near"));
    let database = Connection::open(folder.path().join("tabiya.db")).unwrap();
    database.busy_timeout(std::time::Duration::from_secs(30)).unwrap();
    assert_eq!(database.execute("UPDATE puzzle SET place = -1 WHERE id = 'near'", []).unwrap(), 1);
    assert!(store.puzzles.puzzle("near").await.unwrap().unwrap().is_withdrawn);
    assert_eq!(next().await.as_deref(), Some("far"));
}
