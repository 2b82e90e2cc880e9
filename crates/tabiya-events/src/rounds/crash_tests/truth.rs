// SPDX-License-Identifier: AGPL-3.0-or-later
//! What must be true of an event, whenever its server was killed.

use std::collections::BTreeSet;

use tabiya_archive::archive;
use tabiya_game::{GameId, GameResult};
use tabiya_store::Store;

use crate::event::{EntrantId, Event, Format, Outcome, RoundStage};

/// Every board of a round that has begun has its game: nobody waits for one.
pub(super) async fn nobody_waits(store: &Store, event: &Event) {
    for (number, round) in (1..).zip(event.published()) {
        let begun = round.stage == RoundStage::Started;
        for (board, these) in round.numbered().filter(|(_, board)| begun && event.is_online(board)) {
            let Some(place) = these.open_game() else { continue };
            let game = these.games[place].game;
            let game =
                game.unwrap_or_else(|| panic!("round {number}, board {board}: nobody has made its game"));
            let found = store.log.load(game).await.unwrap();
            assert!(found.is_some(), "round {number}, board {board}: its game does not exist");
        }
    }
}

/// Nobody is in two games, and nobody is left out. `created` are all games that any life has made.
pub(super) async fn nobody_plays_twice(store: &Store, event: &Event, created: &BTreeSet<GameId>) {
    let known: BTreeSet<GameId> = event.games().collect();
    let strangers: Vec<&GameId> = created.difference(&known).collect();
    assert!(strangers.is_empty(), "games of which the journal knows nothing: {strangers:?}");
    let mut playing = BTreeSet::new();
    for id in created {
        let game = archive::load(&*store.log, *id).await.unwrap();
        if game.is_over() {
            continue;
        }
        for seat in [game.seats().white, game.seats().black] {
            let player = seat.player().expect("both sit there");
            assert!(playing.insert(player), "somebody is in two games, of which one is {id}");
        }
    }
    for (number, round) in (1..).zip(&event.rounds) {
        let mut seated: BTreeSet<EntrantId> = BTreeSet::new();
        let boards = round.boards.iter().flat_map(|board| board.players());
        for id in boards.chain(round.byes.iter().copied()) {
            assert!(seated.insert(id), "{id} is twice in round {number}");
        }
        let all = match event.settings.format {
            // Whoever has lost a match is out.
            Format::KnockOut { .. } => continue,
            // Of an odd number one is free, and stands nowhere.
            Format::RoundRobin { .. } => event.entrants.len() / 2 * 2,
            Format::Swiss { .. }
            | Format::Keizer { .. }
            | Format::Arena { .. }
            | Format::TeamMatch { .. } => event.entrants.len(),
        };
        assert_eq!(seated.len(), all, "somebody is left out of round {number}");
    }
}

/// The journal and the games tell the same results.
pub(super) async fn results_are_those_of_the_games(store: &Store, event: &Event) {
    let games = event.published().iter().flat_map(|round| &round.boards).flat_map(|board| &board.games);
    for game in games {
        let Some(id) = game.game else { continue };
        let found = archive::load(&*store.log, id).await.unwrap();
        let result = found.ending().map(|ending| ending.result);
        let told = match game.outcome {
            Some(Outcome::WhiteWins) => Some(GameResult::WhiteWins),
            Some(Outcome::BlackWins) => Some(GameResult::BlackWins),
            other => panic!("nobody has entered {other:?}"),
        };
        assert_eq!(told, result, "the game {id}");
    }
}
