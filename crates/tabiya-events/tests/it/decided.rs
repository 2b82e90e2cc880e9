// SPDX-License-Identifier: AGPL-3.0-or-later
//! The arbiter decides games that run on this server: they end, and the journal and their logs tell the same.

use std::sync::Arc;

use tabiya_events::decide::{Overtaken, Refusal, Who};
use tabiya_events::event::{Entry, Event, Outcome};
use tabiya_events::events::{EventError, Events};
use tabiya_events::results::{Entered, Results};
use tabiya_game::{Decided, Game, GameResult, PlayerId, Termination, Verdict};
use tabiya_live::room::RoomCommand;
use tabiya_protocol::events::{EventJournal, JournalBy, JournalWhat};
use tabiya_rules::Color;
use tabiya_runtime::identity::Identity;

use crate::clocks::{Hall, NOW, PAUSE};

const ARBITER: PlayerId = PlayerId::from_bytes([77; 16]);
const STAFF: Who = Who::Player { player: ARBITER, staff: true };

impl Hall {
    fn results(&self) -> Results {
        Results::new(self.events.clone(), Some(self.rooms.clone()))
    }

    async fn decide(&self, board: u16, outcome: Outcome) -> Result<Arc<Event>, Refusal> {
        self.decide_as(board, outcome, STAFF).await
    }

    async fn decide_as(&self, board: u16, outcome: Outcome, who: Who) -> Result<Arc<Event>, Refusal> {
        let entered =
            Entered { round: None, board, game: None, outcome, reason: String::new(), without_notice: false };
        match self.results().enter(self.id, entered, None, (who, NOW)).await {
            Ok(acted) => Ok(acted.event),
            Err(EventError::Refused(why)) => Err(why),
            Err(error) => panic!("{error}"),
        }
    }

    /// The two players of a board make these moves.
    pub(crate) async fn play(&self, board: u16, moves: &[&str]) {
        let id = self.events.read(self.id).await.unwrap().clocks_at(1, board).unwrap();
        for uci in moves {
            let game = self.game(board).await;
            let player = game.seats()[game.turn()].player().unwrap();
            let command = RoomCommand::PlayNow { uci: (*uci).to_owned() };
            self.rooms.order(id, Identity::guest(player), command).await.unwrap();
        }
    }

    /// The game of a board, also when it is over.
    async fn decided_game(&self, board: u16) -> Game {
        let event = self.events.read(self.id).await.unwrap();
        let game = event.rounds[0].board(board).unwrap().games[0].game.unwrap();
        tabiya_archive::archive::load(&*self.events.store().log, game).await.unwrap()
    }

    async fn outcome(&self, board: u16) -> Option<Outcome> {
        self.events.read(self.id).await.unwrap().rounds[0].board(board).unwrap().outcome()
    }
}

const BOTH_MOVED: [&str; 2] = ["e2e4", "e7e5"];

#[tokio::test]
async fn a_played_result_ends_the_running_game_and_both_records_say_who_decided() {
    let hall = Hall::with_games().await;
    let ([board, other], _) = hall.boards().await;
    hall.play(board, &BOTH_MOVED).await;
    let event = hall.decide(board, Outcome::BlackWins).await.unwrap();
    assert_eq!(event.rounds[0].board(board).unwrap().outcome(), Some(Outcome::BlackWins));
    let game = hall.decided_game(board).await;
    let ending = game.ending().unwrap();
    assert_eq!((ending.result, ending.termination), (GameResult::BlackWins, Termination::ArbiterDecision));
    assert_eq!(game.decided(), Some(Decided { verdict: Verdict::BlackWins, arbiter: Some(ARBITER) }));
    let journal = hall.journal().await;
    let last = journal.last().unwrap();
    assert_eq!(last.by, Some(ARBITER));
    assert!(matches!(last.entry, Entry::Result { outcome: Outcome::BlackWins, of: Some(_), .. }), "{last:?}");
    assert_eq!(Event::replay(&journal).unwrap(), *event);
    assert!(!hall.game(other).await.is_over(), "the other game runs on");
    let result = |journal: &EventJournal| {
        journal.lines.iter().find(|line| line.what == JournalWhat::Result).map(|line| line.by.clone())
    };
    let read = hall.events.read_journal(hall.id, None, Who::Operator).await.unwrap();
    assert_eq!(
        result(&read),
        Some(JournalBy::Account { name: None }),
        "the arbiter, whose account has no name here"
    );
    hall.play(other, &["f2f3", "e7e5", "g2g4", "d8h4"]).await;
    let ended = hall.decide(other, Outcome::BlackWins).await;
    assert!(matches!(ended, Ok(_) | Err(Refusal::Overtaken(_))), "{ended:?}");
    let read = hall.events.read_journal(hall.id, None, Who::Operator).await.unwrap();
    assert_eq!(result(&read), Some(JournalBy::Server {}), "the other game ended by itself");
}

#[tokio::test]
async fn a_forfeit_is_unplayed_until_both_have_moved_and_a_played_result_afterwards() {
    let hall = Hall::with_games().await;
    let ([early, late], _) = hall.boards().await;
    hall.play(early, &BOTH_MOVED[..1]).await;
    hall.play(late, &BOTH_MOVED).await;
    let refused = Refusal::NotBothMoved { round: 1, board: early };
    assert_eq!(hall.decide(early, Outcome::WhiteWins).await, Err(refused));
    hall.decide(early, Outcome::WhiteByForfeit).await.unwrap();
    hall.decide(late, Outcome::WhiteByForfeit).await.unwrap();
    assert_eq!(hall.outcome(early).await, Some(Outcome::WhiteByForfeit));
    assert_eq!(hall.outcome(late).await, Some(Outcome::WhiteWins));
    let results = [hall.decided_game(early).await, hall.decided_game(late).await];
    let results = results.map(|game| game.ending().unwrap().result);
    assert_eq!(results, [GameResult::Aborted, GameResult::WhiteWins], "what nobody played rates nobody");
}

/// "Resume" was refused after a forfeit: both players waited for clocks that never went on.
#[tokio::test]
async fn a_decision_ends_a_game_whose_clocks_are_paused() {
    let hall = Hall::with_games().await;
    let ([board, _], _) = hall.boards().await;
    hall.play(board, &BOTH_MOVED).await;
    hall.act(Some(board), PAUSE).await.unwrap();
    let event = hall.decide(board, Outcome::BothLose).await.unwrap();
    assert_eq!(event.rounds[0].board(board).unwrap().at_table.paused, None);
    let game = hall.decided_game(board).await;
    assert!(game.is_over() && !game.is_paused());
    assert_eq!(hall.outcome(board).await, Some(Outcome::BothLose));
}

#[tokio::test]
async fn a_game_that_has_ended_by_itself_is_not_decided_again_without_a_look() {
    let hall = Hall::with_games().await;
    let ([board, _], _) = hall.boards().await;
    hall.play(board, &["f2f3", "e7e5", "g2g4", "d8h4"]).await;
    let now = Outcome::BlackWins;
    let overtaken = Refusal::Overtaken(Overtaken::Result { round: 1, board, now });
    assert_eq!(hall.decide(board, Outcome::Draw).await, Err(overtaken));
    assert_eq!(hall.outcome(board).await, Some(now), "its result is taken");
    hall.decide(board, Outcome::Draw).await.unwrap();
    assert_eq!(hall.outcome(board).await, Some(Outcome::Draw), "and can be corrected");
}

#[tokio::test]
async fn nobody_but_organisers_ends_a_game_and_nothing_ends_one_on_a_stopped_server() {
    let hall = Hall::with_games().await;
    let ([board, _], _) = hall.boards().await;
    hall.play(board, &BOTH_MOVED).await;
    let player = hall.game(board).await.seats()[Color::White].player().unwrap();
    for who in [Who::Player { player, staff: false }, Who::Code(1), Who::Table { table: board, device: 1 }] {
        assert_eq!(hall.decide_as(board, Outcome::WhiteWins, who).await, Err(Refusal::NotYours), "{who:?}");
    }
    let stopped = Results::new(Events::new(hall.events.store().clone()), None);
    let outcome = Outcome::WhiteByForfeit;
    let entered =
        Entered { round: None, board, game: None, outcome, reason: String::new(), without_notice: false };
    let refused = stopped.enter(hall.id, entered, None, (Who::Operator, NOW)).await;
    assert!(
        matches!(refused, Err(EventError::Refused(Refusal::GameRuns { .. }))),
        "it would go on when the server starts"
    );
    assert!(!hall.game(board).await.is_over());
}

/// The server was killed after the game had ended, and before the journal knew.
#[tokio::test]
async fn a_decision_that_the_journal_has_missed_is_taken_by_the_next_press() {
    let hall = Hall::with_games().await;
    let ([board, _], _) = hall.boards().await;
    hall.play(board, &BOTH_MOVED).await;
    let id = hall.events.read(hall.id).await.unwrap().clocks_at(1, board).unwrap();
    let white = hall.game(board).await.seats()[Color::White].player().unwrap();
    let decided = Decided { verdict: Verdict::WhiteDraws, arbiter: Some(ARBITER) };
    let act = tabiya_live::room::ArbiterAct::Decide { decided, by_default: false };
    hall.rooms.order(id, Identity::guest(white), RoomCommand::Arbiter(act)).await.unwrap();
    assert_eq!(hall.outcome(board).await, None);
    hall.decide_as(board, Outcome::WhiteDraws, Who::Operator).await.unwrap();
    assert_eq!(hall.outcome(board).await, Some(Outcome::WhiteDraws));
    assert_eq!(hall.journal().await.last().unwrap().by, Some(ARBITER), "in the name of whoever decided");
}
