// SPDX-License-Identifier: AGPL-3.0-or-later
//! Fixed boards in festivals of several sections: a table stands in one of them, whoever moves where.

use tabiya_events::decide::{Command, Refusal, Who, WrongBoard};
use tabiya_events::event::{Card, EntrantId, Event, Format, Outcome, Plays, SectionPart, Settings};
use tabiya_events::events::{EventError, Events};
use tabiya_events::festival::NewSection;
use tabiya_game::Time;
use tabiya_protocol::events::EventId;
use tabiya_store::{SqliteStore, Store};
use tempfile::TempDir;

const NOW: Time = Time(1);
const OPERATOR: (Who, Time) = (Who::Operator, NOW);

struct Congress {
    _folder: TempDir,
    events: Events,
    sections: Vec<EventId>,
}

impl Congress {
    /// Sections A, B and so on, each with these players, who are called by their strength: 1 is the strongest.
    async fn new(players: &[&[u16]], part: Option<SectionPart>) -> Self {
        let folder = TempDir::new().unwrap();
        let events = Events::new(Store::new(SqliteStore::open(folder.path().join("data")).unwrap()));
        let section = |(name, players): (char, &&[u16])| {
            // A group of two plays one round.
            let rounds = if part.is_some() { 1 } else { 3 };
            let settings = Settings::new("", Format::Swiss { rounds, baku: false }, None, 7);
            let enter = |number: &u16| {
                let card = Card::new(format!("P{number}"), Some(2400 - 10 * number));
                Command::Enter { player: None, card, plays: Some(Plays::OverTheBoard) }
            };
            NewSection {
                settings: Settings { over_the_board: true, ..settings },
                name: name.to_string(),
                rating_from: None,
                rating_to: None,
                first_board: None,
                part,
                commands: players.iter().map(enter).collect(),
            }
        };
        let sections = ('A'..).zip(players).map(section).collect();
        let made = events.create_festival("Congress", sections, None, NOW).await.unwrap();
        Self { _folder: folder, events, sections: made.into_iter().map(|(id, _)| id).collect() }
    }

    async fn act(&self, section: usize, command: Command) -> Result<(), EventError> {
        self.events.act(self.sections[section], &command, None, Who::Operator, NOW).await.map(|_| ())
    }

    async fn fix(&self, section: usize, entrant: u16, board: u16) -> Result<(), EventError> {
        self.act(section, Command::FixBoard { entrant: EntrantId(entrant), board: Some(board) }).await
    }

    async fn pair(&self, section: usize) -> Vec<u16> {
        self.events.pair(self.sections[section], Who::Operator, || NOW).await.unwrap();
        self.numbers(section).await
    }

    /// Publishes the round that is paired.
    async fn publish(&self, section: usize) {
        self.act(section, Command::Publish).await.unwrap();
    }

    async fn draw(&self, section: usize, board: u16) {
        let outcome = Outcome::Draw;
        self.act(section, Command::EnterResult { round: None, board, game: None, outcome }).await.unwrap();
    }

    async fn read(&self, section: usize) -> Event {
        Event::clone(&*self.events.read(self.sections[section]).await.unwrap())
    }

    /// The numbers of the boards of the last round in the order of its pairing.
    async fn numbers(&self, section: usize) -> Vec<u16> {
        let event = self.read(section).await;
        event.rounds.last().unwrap().boards.iter().map(|board| board.number).collect()
    }
}

/// The draft of the section was numbered as if there were two sections.
#[tokio::test]
async fn whoever_moves_with_a_fixed_board_leaves_the_draft_of_the_other_section_its_numbers() {
    let congress = Congress::new(&[&[1, 2, 3, 4], &[5, 6, 7, 8], &[9, 10, 11, 12]], None).await;
    congress.fix(1, 1, 30).await.unwrap();
    assert_eq!(congress.pair(0).await, [1, 2]);
    assert_eq!(congress.pair(2).await, [5, 6]);
    let [b, c] = [congress.sections[1], congress.sections[2]];
    congress.events.move_entrant(b, EntrantId(1), c, OPERATOR).await.unwrap();
    assert_eq!(congress.read(2).await.entrants[4].fixed_board, Some(30));
    // Three are left in B: one board. The draft has the numbers that a new one would get.
    assert_eq!(congress.numbers(2).await, [4, 5]);
}

#[tokio::test]
async fn groups_that_are_drawn_anew_keep_the_numbers_of_a_draft_behind_all_others() {
    let group = Some(SectionPart::Group);
    let congress = Congress::new(&[&[1, 6, 7], &[2, 5, 8, 9], &[3, 4]], group).await;
    congress.fix(1, 4, 30).await.unwrap();
    assert_eq!(congress.pair(2).await, [4]);
    congress.events.deal_groups(congress.sections[0], OPERATOR).await.unwrap();
    let there = congress.read(2).await;
    assert_eq!((there.entrants[2].card.name.as_str(), there.entrants[2].fixed_board), ("P9", Some(30)));
    assert_eq!(congress.numbers(2).await, [3]);
}

#[tokio::test]
async fn a_board_is_fixed_for_one_player_of_a_festival() {
    let congress = Congress::new(&[&[1, 2, 3, 4], &[5, 6, 7, 8], &[9, 10]], None).await;
    congress.fix(0, 1, 30).await.unwrap();
    let taken = |refused: Result<(), EventError>| {
        let why = Refusal::from(WrongBoard::TakenInSection { board: 30, section: "A".into() });
        assert_eq!(why.to_string(), "board 30 is fixed for somebody in A", "nobody's name");
        assert!(matches!(&refused, Err(EventError::Refused(refused)) if *refused == why), "{refused:?}");
    };
    taken(congress.fix(1, 1, 30).await);
    congress.fix(1, 1, 31).await.unwrap();
    // Whoever comes back finds the board given away, as in an event of its own.
    congress.act(0, Command::Withdraw(EntrantId(1))).await.unwrap();
    congress.fix(1, 2, 30).await.unwrap();
    congress.act(0, Command::Rejoin(EntrantId(1))).await.unwrap();
    assert_eq!(congress.read(0).await.entrants[0].fixed_board, None);
    // So does whoever comes back into a section where the board was theirs.
    let [a, b, c] = [congress.sections[0], congress.sections[1], congress.sections[2]];
    congress.events.move_entrant(b, EntrantId(1), c, OPERATOR).await.unwrap();
    congress.act(2, Command::FixBoard { entrant: EntrantId(3), board: None }).await.unwrap();
    congress.fix(0, 2, 31).await.unwrap();
    let [_, back] = congress.events.move_entrant(c, EntrantId(3), b, OPERATOR).await.unwrap();
    assert_eq!(back.entrants[0].fixed_board, None);
    // Once the section is over, its tables are free.
    congress.act(1, Command::Cancel { reason: String::new() }).await.unwrap();
    congress.fix(0, 1, 30).await.unwrap();
    assert_eq!(congress.events.read(a).await.unwrap().entrants[0].fixed_board, Some(30));
}

/// The next rounds began one table later once somebody sat at the first one.
#[tokio::test]
async fn a_section_begins_at_its_first_board_also_where_somebody_always_sits_there() {
    let congress = Congress::new(&[&[1, 2, 3, 4], &[5, 6, 7, 8], &[9, 10, 11, 12]], None).await;
    congress.fix(1, 4, 3).await.unwrap();
    assert_eq!(congress.pair(1).await, [4, 3], "the strongest two are counted around the fixed board");
    congress.publish(1).await;
    assert_eq!(congress.pair(2).await, [5, 6], "behind both boards");
    for board in [3, 4] {
        congress.draw(1, board).await;
    }
    congress.act(1, Command::FixBoard { entrant: EntrantId(4), board: None }).await.unwrap();
    assert_eq!(congress.pair(1).await, [3, 4]);
}

/// Between two rounds of the other section nobody sits there.
#[tokio::test]
async fn a_table_is_free_for_whoever_always_sits_there_once_the_other_sections_game_is_over() {
    let congress = Congress::new(&[&[1, 2, 3, 4], &[5, 6, 7, 8]], None).await;
    assert_eq!(congress.pair(0).await, [1, 2]);
    congress.publish(0).await;
    congress.fix(1, 1, 2).await.unwrap();
    assert_eq!(congress.pair(1).await, [3, 4], "somebody of A plays at board 2");
    congress.act(1, Command::UndoDraft).await.unwrap();
    congress.draw(0, 2).await;
    assert_eq!(congress.pair(1).await, [2, 3]);
    congress.draw(0, 1).await;
    assert_eq!(congress.pair(0).await, [1, 4], "the next round of A is counted around it");
}
