// SPDX-License-Identifier: AGPL-3.0-or-later
//! A newer copy continues an older one that is here already, and cards of another computer are known as such.

use std::sync::Arc;

use tabiya_events::decide::{Command, Who};
use tabiya_events::event::{Card, Event, Format, Outcome, Plays, PrintedCards, Settings};
use tabiya_events::events::{EventError, Events};
use tabiya_events::operator::{EventOperator, EventOrder};
use tabiya_game::Time;
use tabiya_protocol::events::{EventId, Side};
use tabiya_store::{SqliteStore, Store};
use tempfile::TempDir;

const NOW: Time = Time(1);

/// Two laptops, of which the first one has an event whose first round is played.
struct Laptops {
    _folder: TempDir,
    first: Events,
    second: Events,
    id: EventId,
}

impl Laptops {
    async fn new() -> Self {
        let folder = TempDir::new().unwrap();
        let open = |name| Events::new(Store::new(SqliteStore::open(folder.path().join(name)).unwrap()));
        let (first, second) = (open("first"), open("second"));
        let enter = |number: u16| Command::Enter {
            player: None,
            card: Card::new(format!("Player {number}"), Some(2500 - number)),
            plays: Some(Plays::OverTheBoard),
        };
        let commands: Vec<Command> = (1..=4).map(enter).collect();
        let settings = Settings::new("Evening", Format::Swiss { rounds: 3, baku: false }, None, 7);
        let (id, _) = first.create(settings, None, &commands, NOW, 5).await.unwrap();
        first.pair(id, Who::Operator, || NOW).await.unwrap();
        act(&first, id, Command::Publish).await;
        act(&first, id, Command::LetPlayersEnter(true)).await;
        let sit = Command::TakeSeat { round: 1, side: Side::White };
        first.act(id, &sit, None, Who::Table { table: 1, device: 9 }, NOW).await.unwrap();
        Self { _folder: folder, first, second, id }
    }

    async fn copy(&self) -> String {
        self.first.save(self.id).await.unwrap()
    }
}

async fn act(events: &Events, id: EventId, command: Command) -> Arc<Event> {
    events.act(id, &command, None, Who::Operator, NOW).await.unwrap().event
}

const fn result(board: u16, outcome: Outcome) -> Command {
    Command::EnterResult { round: None, board, game: None, outcome }
}

/// What of an event does not depend on where it was restored.
fn results(event: &Event) -> Vec<Option<Outcome>> {
    event
        .rounds
        .iter()
        .flat_map(|round| round.boards.iter().map(tabiya_events::event::Board::outcome))
        .collect()
}

/// Restored once too early, the event could not be taken up from the newer copy at all.
#[tokio::test]
async fn a_newer_copy_continues_an_older_one_and_the_first_laptop_takes_it_back() {
    let laptops = Laptops::new().await;
    let Laptops { first, second, id, .. } = &laptops;
    let id = *id;
    second.restore(&laptops.copy().await).await.unwrap();
    act(first, id, result(1, Outcome::WhiteWins)).await;
    let newer = act(first, id, result(2, Outcome::Draw)).await;
    let (_, there) = second.restore(&laptops.copy().await).await.unwrap();
    assert_eq!(results(&there), results(&newer));
    let again = second.restore(&laptops.copy().await).await;
    assert!(matches!(again, Err(EventError::IsHere(_))), "{again:?}");
    let read = Events::new(second.store().clone());
    assert_eq!(read.named(id.as_str()).await.unwrap().1, there, "the journal replays to the same event");

    // It goes on there, and comes back.
    second.pair(id, Who::Operator, || NOW).await.unwrap();
    let gone_on = act(second, id, Command::Publish).await;
    let (_, back) = first.restore(&second.save(id).await.unwrap()).await.unwrap();
    assert_eq!(back.last_published(), 2);
    assert_eq!(results(&back), results(&gone_on));
}

#[tokio::test]
async fn a_copy_of_an_event_that_has_gone_on_here_is_refused_in_words_and_changes_nothing() {
    let laptops = Laptops::new().await;
    let Laptops { first, second, id, .. } = &laptops;
    second.restore(&laptops.copy().await).await.unwrap();
    let here = act(second, *id, result(1, Outcome::BlackWins)).await;
    act(first, *id, result(1, Outcome::WhiteWins)).await;
    let refused = second.restore(&laptops.copy().await).await.unwrap_err();
    assert!(matches!(refused, EventError::Forked { .. }), "{refused}");
    let said = refused.to_string();
    assert!(said.contains(&format!("from its entry {} on", here.head)), "{said}");
    assert_eq!(second.read(*id).await.unwrap(), here);
}

#[tokio::test]
async fn cards_of_another_computer_are_known_as_such_until_new_ones_are_printed() {
    let laptops = Laptops::new().await;
    let Laptops { first, second, id, .. } = &laptops;
    let note = |origin: &str| Command::NoteCards { origin: origin.to_owned() };
    let printed = |origin: &str, elsewhere| Some(PrintedCards { origin: origin.to_owned(), elsewhere });
    let event = act(first, *id, note("http://10.0.0.7")).await;
    assert_eq!(event.cards, printed("http://10.0.0.7", false));
    assert_eq!(act(first, *id, note("http://10.0.0.7")).await.head, event.head, "noted once");
    let (_, restored) = second.restore(&laptops.copy().await).await.unwrap();
    assert_eq!(restored.cards, printed("http://10.0.0.7", true));
    let anew = act(second, *id, note("http://10.0.0.7")).await;
    assert_eq!(anew.cards, printed("http://10.0.0.7", false));
    let stranger = Who::Table { table: 1, device: 9 };
    assert!(second.act(*id, &note("http://evil"), None, stranger, NOW).await.is_err());
}

#[tokio::test]
async fn the_operator_hears_what_to_print_anew_and_that_a_copy_was_continued() {
    let laptops = Laptops::new().await;
    let Laptops { first, second, id, .. } = &laptops;
    let give = Command::GiveCode {
        label: "Bo".into(),
        first: 1,
        last: 2,
        deputy: false,
        now: NOW,
        salt: 7,
        hash: [7; 32],
    };
    act(first, *id, give).await;
    let operator = EventOperator::new(second.clone());
    let restore =
        async |text| operator.carry_out(EventOrder::Restore { text, owner: None }, NOW).await.unwrap();
    let said = restore(laptops.copy().await).await;
    for wanted in ["print the table cards anew", "create the helpers' codes anew"] {
        assert!(said.contains(wanted), "{said}");
    }
    assert!(!said.contains("continues"), "{said}");
    act(first, *id, result(1, Outcome::WhiteWins)).await;
    let said = restore(laptops.copy().await).await;
    assert!(said.contains("it continues the copy that was here, after its entry"), "{said}");
}
