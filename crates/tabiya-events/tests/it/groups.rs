// SPDX-License-Identifier: AGPL-3.0-or-later
//! Groups whose first players go on to a final.

use tabiya_events::decide::{Command, Refusal, Who, WrongSection};
use tabiya_events::event::{Card, EntrantId, Event, Format, Outcome, Plays, Settings, Stage};
use tabiya_events::events::{EventError, Events};
use tabiya_events::festival::{NewGroups, dealt};
use tabiya_events::table::Table;
use tabiya_game::Time;
use tabiya_protocol::events::EventId;
use tabiya_store::{SqliteStore, Store};
use tempfile::TempDir;

const NOW: Time = Time(1);
const OPERATOR: (Who, Time) = (Who::Operator, NOW);

struct Cup {
    _folder: TempDir,
    events: Events,
    /// The groups, and the final as the last one.
    sections: Vec<EventId>,
}

fn groups(count: usize, format: Format, carry: bool) -> NewGroups {
    let names = ["A", "B", "C", "D"].iter().take(count).map(|name| (*name).to_owned()).collect();
    NewGroups { names, last: "Final".into(), go_on: 2, format, carry }
}

impl Cup {
    async fn new(players: u16, wanted: &NewGroups) -> Self {
        let folder = TempDir::new().unwrap();
        let store = Store::new(SqliteStore::open(folder.path().join("data")).unwrap());
        let events = Events::new(store);
        let settings = Settings::new("Cup", Format::RoundRobin { cycles: 1 }, None, 7);
        let settings = Settings { over_the_board: true, ..settings };
        let mut seed = 0;
        let mut new = wanted
            .sections(&settings, || {
                seed += 1;
                seed
            })
            .unwrap();
        let cards: Vec<Card> =
            (1..=players).map(|number| Card::new(format!("P{number}"), Some(2400 - 10 * number))).collect();
        for (group, card) in dealt(&cards, wanted.names.len()).into_iter().zip(cards) {
            new[group].commands.push(Command::Enter { player: None, card, plays: Some(Plays::OverTheBoard) });
        }
        let made = events.create_festival("Cup", new, None, NOW).await.unwrap();
        Self { _folder: folder, events, sections: made.into_iter().map(|(id, _)| id).collect() }
    }

    async fn act(&self, id: EventId, command: Command) {
        self.events.act(id, &command, None, Who::Operator, NOW).await.unwrap();
    }

    async fn read(&self, id: EventId) -> Event {
        Event::clone(&*self.events.read(id).await.unwrap())
    }

    fn last(&self) -> EventId {
        self.sections[self.sections.len() - 1]
    }

    /// Plays a section to its end.
    async fn play(&self, id: EventId) {
        self.play_until(id, u16::MAX).await;
    }

    /// Plays a section to its end, or until this many rounds are played: the player with the better rating wins.
    async fn play_until(&self, id: EventId, rounds: u16) {
        while self.read(id).await.stage != Stage::Finished && self.read(id).await.last_published() < rounds {
            let event = self.events.pair(id, Who::Operator, || NOW).await.unwrap();
            let round = event.last_published() + 1;
            self.act(id, Command::Publish).await;
            self.act(id, Command::Start { ids: Vec::new() }).await;
            let event = self.read(id).await;
            for board in &event.rounds[usize::from(round) - 1].boards {
                if board.outcome().is_some() {
                    continue;
                }
                let rating = |id: EntrantId| event.entrant(id).unwrap().card.rating;
                let outcome = if rating(board.white) > rating(board.black) {
                    Outcome::WhiteWins
                } else {
                    Outcome::BlackWins
                };
                self.act(
                    id,
                    Command::EnterResult { round: Some(round), board: board.number, game: None, outcome },
                )
                .await;
            }
        }
    }
}

fn names(event: &Event) -> Vec<&str> {
    event.entrants.iter().map(|one| one.card.name.as_str()).collect()
}

#[tokio::test]
async fn whoever_has_left_does_not_go_on() {
    let cup = Cup::new(8, &groups(2, Format::KnockOut { games: 1 }, false)).await;
    let [first, second, ..] = cup.sections[..] else { panic!("two groups and a final") };
    cup.play_until(first, 2).await;
    let best = cup.read(first).await.entrants[0].id;
    cup.act(first, Command::Withdraw(best)).await;
    cup.play(first).await;
    cup.play(second).await;
    let group = cup.read(first).await;
    let place = Table::of(&group).lines.iter().find(|line| line.entrant == best).map(|line| line.rank);
    assert!(place.is_some_and(|place| place <= 2), "{place:?}: else this shows nothing");
    let event = cup.events.pair(cup.last(), Who::Operator, || NOW).await.unwrap();
    assert_eq!(event.entrants.len(), 4);
    assert!(!names(&event).contains(&"P1"), "{:?}", names(&event));
}

#[tokio::test]
async fn the_first_of_each_group_go_on_and_meet_crosswise() {
    let cup = Cup::new(8, &groups(2, Format::KnockOut { games: 1 }, false)).await;
    assert_eq!(
        names(&cup.read(cup.sections[0]).await),
        ["P1", "P4", "P5", "P8"],
        "the groups are equally strong"
    );
    assert_eq!(names(&cup.read(cup.sections[1]).await), ["P2", "P3", "P6", "P7"]);
    cup.play(cup.sections[0]).await;
    let too_early = cup.events.pair(cup.last(), Who::Operator, || NOW).await;
    let why = Refusal::from(WrongSection::GroupPlays("B".into()));
    assert!(matches!(too_early, Err(EventError::Refused(refused)) if refused == why));
    assert!(cup.read(cup.last()).await.entrants.is_empty(), "nobody has entered yet");
    cup.play(cup.sections[1]).await;
    let event = cup.events.pair(cup.last(), Who::Operator, || NOW).await.unwrap();
    assert_eq!(
        names(&event),
        ["P1", "P2", "P4", "P3"],
        "winners first, and seconds so that they meet crosswise"
    );
    let boards = &event.draft().unwrap().1.boards;
    let pairs: Vec<Vec<&str>> = boards
        .iter()
        .map(|board| {
            let mut pair: Vec<&str> =
                board.players().map(|id| event.entrant(id).unwrap().card.name.as_str()).into();
            pair.sort_unstable();
            pair
        })
        .collect();
    assert_eq!(pairs, [["P1", "P3"], ["P2", "P4"]]);
    cup.play(cup.last()).await;
    let event = cup.read(cup.last()).await;
    let first = Table::of(&event).lines[0].entrant;
    assert_eq!(event.entrant(first).unwrap().card.name, "P1");
}

#[tokio::test]
async fn points_count_on_where_they_should() {
    for carry in [true, false] {
        let cup = Cup::new(6, &groups(2, Format::RoundRobin { cycles: 1 }, carry)).await;
        cup.play(cup.sections[0]).await;
        cup.play(cup.sections[1]).await;
        cup.play(cup.last()).await;
        let event = cup.read(cup.last()).await;
        let points: Vec<(&str, i32)> = Table::of(&event)
            .lines
            .iter()
            .map(|line| (event.entrant(line.entrant).unwrap().card.name.as_str(), line.points))
            .collect();
        // In the groups the winners have two points, and the seconds one.
        let brought = if carry { [20, 20, 10, 10] } else { [0; 4] };
        let wanted = [("P1", 30), ("P2", 20), ("P3", 10), ("P4", 0)];
        let wanted: Vec<(&str, i32)> =
            wanted.iter().zip(brought).map(|((name, points), brought)| (*name, points + brought)).collect();
        assert_eq!(points, wanted, "carry {carry}");
        let file = tabiya_events::files::trf(&event, true);
        let bonus = |line: &&str| line.starts_with("299 ");
        assert_eq!(file.lines().filter(bonus).count(), if carry { 2 } else { 0 }, "{file}");
    }
}

#[tokio::test]
async fn whoever_has_left_a_group_does_not_go_on() {
    let cup = Cup::new(8, &groups(2, Format::KnockOut { games: 1 }, false)).await;
    cup.play(cup.sections[1]).await;
    let group = cup.sections[0];
    cup.events.pair(group, Who::Operator, || NOW).await.unwrap();
    cup.act(group, Command::Withdraw(EntrantId(1))).await;
    cup.play(group).await;
    let event = cup.events.pair(cup.last(), Who::Operator, || NOW).await.unwrap();
    assert_eq!(names(&event), ["P4", "P2", "P5", "P3"]);
}

#[tokio::test]
async fn a_board_that_is_fixed_in_a_group_is_fixed_in_the_final() {
    let cup = Cup::new(6, &groups(2, Format::RoundRobin { cycles: 1 }, false)).await;
    let of_best = |event: &Event| event.entrants.iter().find(|one| one.card.name == "P1").cloned();
    let entrant = of_best(&cup.read(cup.sections[0]).await).unwrap().id;
    cup.act(cup.sections[0], Command::FixBoard { entrant, board: Some(9) }).await;
    for group in &cup.sections[..2] {
        cup.play(*group).await;
    }
    cup.events.pair(cup.last(), Who::Operator, || NOW).await.unwrap();
    let last = cup.read(cup.last()).await;
    let best = of_best(&last).unwrap();
    assert_eq!(best.fixed_board, Some(9));
    let place = last.rounds[0].board_of(best.id).unwrap();
    assert_eq!(last.rounds[0].boards[place].number, 9);
}

#[tokio::test]
async fn groups_are_drawn_anew_until_a_round_is_published() {
    let cup = Cup::new(0, &groups(2, Format::KnockOut { games: 1 }, false)).await;
    let [one, other] = [cup.sections[0], cup.sections[1]];
    for number in 1..=4 {
        let card = Card::new(format!("P{number}"), Some(2400 - 10 * number));
        cup.act(one, Command::Enter { player: None, card, plays: Some(Plays::OverTheBoard) }).await;
    }
    cup.events.deal_groups(one, OPERATOR).await.unwrap();
    let there = async |id| {
        let event = cup.read(id).await;
        event
            .entrants
            .iter()
            .filter(|one| event.present() > 0 && one.presence == tabiya_events::event::Presence::Present)
            .map(|one| one.card.name.clone())
            .collect::<Vec<_>>()
    };
    assert_eq!(there(one).await, ["P1", "P4"]);
    assert_eq!(there(other).await, ["P2", "P3"]);
    let head = cup.read(one).await.head;
    cup.events.deal_groups(other, OPERATOR).await.unwrap();
    assert_eq!(cup.read(one).await.head, head, "they are drawn so already");
    cup.events.pair(one, Who::Operator, || NOW).await.unwrap();
    cup.act(one, Command::Publish).await;
    let refused = cup.events.deal_groups(other, OPERATOR).await;
    let why = Refusal::from(WrongSection::GroupsStand("A".into()));
    assert!(matches!(refused, Err(EventError::Refused(refused)) if refused == why));
}

#[tokio::test]
async fn what_makes_no_groups_is_refused() {
    let table = Settings::new("Cup", Format::RoundRobin { cycles: 1 }, None, 7);
    let arena = Settings::new("Cup", Format::Arena { minutes: 60 }, None, 7);
    let bracket = Format::KnockOut { games: 1 };
    let is_refused = |settings: &Settings, wanted: &NewGroups| wanted.sections(settings, || 1).is_err();
    assert!(!is_refused(&table, &groups(2, bracket, false)));
    assert!(is_refused(&table, &groups(1, bracket, false)), "one group");
    assert!(is_refused(&table, &groups(2, bracket, true)), "points count for nothing in a knockout");
    assert!(is_refused(&table, &NewGroups { go_on: 0, ..groups(2, bracket, false) }), "nobody goes on");
    assert!(is_refused(&table, &groups(2, Format::Arena { minutes: 60 }, false)), "an arena as a final");
    assert!(is_refused(&arena, &groups(2, bracket, false)), "arenas as groups");
}
