// SPDX-License-Identifier: AGPL-3.0-or-later
//! What holds after a round was paired, and after it was played.

use std::collections::BTreeSet;

use serde_json::Value;
use tabiya_events::event::{EntrantId, Event, MatchState, Record};
use tabiya_events::tournament::Numbered;
use tabiya_tournament::check::check_round;
use tabiya_tournament::dutch::Options;

use super::club::Club;

/// Who is in a round: at a board, or with a bye. Nobody is there twice.
fn seated(event: &Event, round: u16) -> BTreeSet<EntrantId> {
    let these = event.round(round).expect("a round");
    let mut seated = BTreeSet::new();
    let at_boards = these.boards.iter().flat_map(|board| board.players());
    for id in at_boards.chain(these.byes.iter().copied()) {
        assert!(seated.insert(id), "{id} is twice in round {round}");
    }
    seated
}

/// Everybody is in the round, and with an odd number one player has the bye.
pub(super) fn everybody_is_seated(event: &Event, round: u16) {
    let all: BTreeSet<EntrantId> = event.entrants.iter().map(|one| one.id).collect();
    assert_eq!(seated(event, round), all, "round {round}");
    let byes = event.round(round).expect("a round").byes.len();
    assert_eq!(byes, all.len() % 2, "round {round}");
}

/// The pairing checker of a Swiss and of a round robin.
pub(super) fn is_paired_by_the_rules(event: &Event, round: u16) {
    let tournament = Numbered::with_draft(event).tournament;
    assert_eq!(check_round(&tournament, round, &Options::default()), None);
}

/// In a knockout those who have won their match, or had none, play on, and nobody else.
pub(super) fn winners_go_on(event: &Event, round: u16) {
    let Some(before) = round.checked_sub(1).filter(|before| *before > 0) else {
        return everybody_is_seated(event, round);
    };
    let these = event.round(before).expect("a round");
    let winner = |number| match event.match_on(before, number) {
        Some(MatchState::Decided(Some(winner))) => winner,
        other => panic!("round {before}, board {number}: {other:?}"),
    };
    let won = these.boards.iter().map(|board| winner(board.number));
    assert_eq!(seated(event, round), won.chain(these.byes.iter().copied()).collect(), "round {round}");
}

/// The results of a round are those of its games.
pub(super) async fn results_are_those_of_the_games(club: &Club, view: &Value, round: u16) {
    for board in view["rounds"][usize::from(round) - 1]["boards"].as_array().expect("boards") {
        for game in board["games"].as_array().expect("games") {
            let played = club.game(game["game"].as_str().expect("a game")).await;
            let expected = match played["situation"]["status"]["result"].as_str() {
                Some("white_wins") => "1-0",
                Some("black_wins") => "0-1",
                Some("draw") => "1/2-1/2",
                other => panic!("round {round}: {other:?}: {played}"),
            };
            assert_eq!(game["outcome"], expected, "round {round}: {played}");
        }
    }
}

/// On several nodes, whose rounds have one game a board: each pairing of each round got one game, no game is left over, and none goes
/// on.
pub(super) fn each_pairing_has_one_game(club: &Club, view: &Value) {
    let Some(stored) = club.games() else { return };
    let rounds = view["rounds"].as_array().expect("rounds").iter();
    let boards = rounds.flat_map(|round| round["boards"].as_array().expect("boards"));
    let mut games = BTreeSet::new();
    for board in boards {
        let [game] = &board["games"].as_array().expect("games")[..] else { panic!("one game: {board}") };
        assert!(games.insert(game["game"].as_str().expect("a game")), "two boards have one game: {board}");
    }
    assert_eq!(stored, [games.len(); 2], "games that are stored, and that have ended");
}

/// Nobody was in two games of an arena at once, whatever happened in between.
pub(super) fn nobody_played_twice(journal: &[Record]) {
    let (first, others) = journal.split_first().expect("entries");
    let mut event = Event::begin(first).expect("an event");
    for record in others {
        event.apply(record).expect("it follows");
        let Some(arena) = &event.arena else { continue };
        let running = arena.running.iter().map(|place| &arena.games[*place]);
        let players: Vec<EntrantId> = running.flat_map(|game| [game.white, game.black]).collect();
        let each: BTreeSet<&EntrantId> = players.iter().collect();
        assert_eq!(each.len(), players.len(), "somebody plays twice after {record:?}");
    }
}
