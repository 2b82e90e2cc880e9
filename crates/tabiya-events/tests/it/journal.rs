// SPDX-License-Identifier: AGPL-3.0-or-later
//! The journal as organisers read it.

use tabiya_events::decide::{Command, Refusal, Who};
use tabiya_events::event::{Card, EntrantId, Outcome};
use tabiya_events::events::{EventError, Events};
use tabiya_events::operator::{EventOperator, EventOrder};
use tabiya_game::{PlayerName, Time};
use tabiya_protocol::events::{EventId, EventJournal, JournalBy, JournalWhat};
use tabiya_store::Account;

use crate::member_lists::{Club, by, owner};
use crate::played::player;

/// Olga's event with a draft of the second round, and her account.
async fn second_draft() -> (Club, EventId) {
    let club = Club::new(Vec::new()).await;
    let name = PlayerName::try_from("Olga".to_owned()).unwrap();
    let account = Account::new(owner(), name, "olga".into(), "olga".into(), Time(1));
    club.store.accounts.create_account(&account).await.unwrap();
    let id = club.event(1).await;
    let cards = ["Ann Berg", "Bo Lind", "Cid", "Dora"].map(|name| Card::new(name, None)).to_vec();
    club.act(id, Command::AddAtDesk { cards, present: true, paid: false }).await;
    club.events.pair(id, Who::Operator, || Time(2)).await.unwrap();
    club.act(id, Command::Publish).await;
    for (board, outcome) in [(1, Outcome::WhiteWins), (2, Outcome::Draw)] {
        club.act(id, result(board, outcome)).await;
    }
    club.events.pair(id, Who::Operator, || Time(3)).await.unwrap();
    (club, id)
}

const fn result(board: u16, outcome: Outcome) -> Command {
    Command::EnterResult { round: Some(1), board, game: None, outcome }
}

fn because(reason: &str, command: Command) -> Command {
    Command::Because { reason: reason.to_owned(), command: Box::new(command) }
}

async fn read(club: &Club, id: EventId) -> EventJournal {
    club.events.read_journal(id, None, Who::Operator).await.unwrap()
}

#[tokio::test]
async fn a_correction_stands_in_the_journal_with_who_and_why() {
    let (club, id) = second_draft().await;
    let correct = because(" the slip was misread\n", result(1, Outcome::BlackWins));
    club.events.act(id, &correct, None, by(250), Time(9)).await.unwrap();
    let EventJournal { lines, before } = read(&club, id).await;
    assert_eq!(before, None);
    let [corrected, discarded] = [&lines[0], &lines[1]];
    let olga = JournalBy::Account { name: Some("Olga".into()) };
    assert_eq!((corrected.what, &corrected.by, corrected.at), (JournalWhat::Corrected, &olga, Time(9)));
    assert_eq!((corrected.round, &*corrected.boards, &*corrected.text), (Some(1), &[1][..], "0-1"));
    assert_eq!(corrected.entrants.len(), 2);
    assert_eq!(corrected.why, "the slip was misread");
    assert_eq!((discarded.what, &*discarded.why), (JournalWhat::DraftUndone, "the slip was misread"));
    assert_eq!(
        (lines[2].what, &lines[2].by, &*lines[2].why),
        (JournalWhat::Paired, &JournalBy::Server {}, "")
    );
    assert_eq!(lines.last().map(|line| line.what), Some(JournalWhat::Created));
    // Nothing happens, and nothing is written.
    let head = club.events.read(id).await.unwrap().head;
    club.events.act(id, &correct, None, by(250), Time(10)).await.unwrap();
    assert_eq!(club.events.read(id).await.unwrap().head, head);
    // At most 200 characters are kept.
    let long = because(&"x".repeat(300), Command::Withdraw(EntrantId(2)));
    club.events.act(id, &long, None, by(250), Time(11)).await.unwrap();
    assert_eq!(read(&club, id).await.lines[0].why.len(), 200);
    let said = EventOperator::new(club.events.clone());
    let said =
        said.carry_out(EventOrder::Journal { id: id.to_string(), json: false }, Time(12)).await.unwrap();
    assert!(said.contains("\tOlga\tround 1, board 1: corrected to 0-1, "), "{said}");
    assert!(said.contains("\tthe slip was misread\n"), "{said}");
    assert!(said.ends_with("\tthe event was created"), "{said}");
}

#[tokio::test]
async fn the_journal_is_for_organisers_and_goes_on_page_by_page() {
    let (club, id) = second_draft().await;
    for who in [by(77), Who::Code(1), Who::Seat(EntrantId(1))] {
        let refused = club.events.read_journal(id, None, who).await;
        assert!(matches!(refused, Err(EventError::Refused(Refusal::NotYours))), "{who:?}: {refused:?}");
    }
    for time in 0..60 {
        club.act(id, Command::NotePaid { entrant: EntrantId(1), paid: time % 2 == 0 }).await;
        club.act(id, Command::CheckIn { entrant: EntrantId(1), present: time % 2 == 1 }).await;
    }
    let newest = read(&club, id).await;
    assert_eq!(newest.lines.len(), 100);
    let before = newest.before.unwrap();
    assert_eq!(newest.lines[99].number, before);
    let rest = club.events.read_journal(id, Some(before), Who::Operator).await.unwrap();
    assert_eq!((rest.lines[0].number, rest.before), (before - 1, None));
    let beyond = club.events.read_journal(id, Some(1), Who::Operator).await.unwrap();
    assert_eq!((beyond.lines.len(), beyond.before), (0, None));
}

/// The reason is the entry before it, which stands on the next page.
#[tokio::test]
async fn the_last_line_of_a_page_has_its_reason() {
    let (club, id) = second_draft().await;
    club.act(id, Command::UndoDraft).await;
    club.act(id, because("ill", Command::Withdraw(EntrantId(2)))).await;
    for time in 0..99 {
        club.act(id, Command::NotePaid { entrant: EntrantId(1), paid: time % 2 == 0 }).await;
    }
    let last = read(&club, id).await.lines.pop().unwrap();
    assert_eq!((last.what, &*last.why), (JournalWhat::Withdrew, "ill"));
}

/// The name stays as the organiser has written it, and nothing leads from it to the account.
#[tokio::test]
async fn an_account_that_has_become_a_player_is_called_as_the_player() {
    let (club, id) = second_draft().await;
    let name = PlayerName::try_from("Zoe77".to_owned()).unwrap();
    let account = Account::new(player(77), name, "zoe77".into(), "zoe77".into(), Time(1));
    club.store.accounts.create_account(&account).await.unwrap();
    let give = Command::GiveClaim { entrant: EntrantId(1), now: Time(20), salt: 1, hash: [1; 32] };
    club.act(id, give).await;
    let claim = Command::Claim { entrant: EntrantId(1), now: Time(21), child_of: None };
    club.events.act(id, &claim, None, by(77), Time(21)).await.unwrap();
    club.events
        .act(id, &because("ill", Command::Withdraw(EntrantId(1))), None, by(77), Time(22))
        .await
        .unwrap();
    let lines = read(&club, id).await.lines;
    let ann = JournalBy::Entrant { entrant: EntrantId(1) };
    let own: Vec<_> = lines.iter().filter(|line| line.by == ann).map(|line| line.what).collect();
    assert!(own.contains(&JournalWhat::Withdrew) && own.contains(&JournalWhat::Claimed), "{own:?}");
    assert!(!serde_json::to_string(&lines).unwrap().contains("Zoe77"), "{lines:?}");
}

#[tokio::test]
async fn a_reason_goes_with_the_name_that_is_erased() {
    let (club, id) = second_draft().await;
    club.act(id, because("Dora Falk is ill", Command::Withdraw(EntrantId(4)))).await;
    club.act(id, because("Bo has to work", Command::Withdraw(EntrantId(2)))).await;
    let kept = club.events.kept_of(id, EntrantId(4), Who::Operator, &|_| false).await.unwrap();
    assert!(kept.contains("Dora Falk is ill") && !kept.contains("Bo has"), "{kept}");
    club.act(id, Command::Finish).await;
    club.events.erase(id, EntrantId(4), Who::Operator, Time(30)).await.unwrap();
    let journal = club.journal(id).await;
    assert!(!journal.contains("Falk") && journal.contains("Bo has to work"), "{journal}");
    let again = Events::new(club.store.clone());
    assert_eq!(*again.read(id).await.unwrap(), *club.events.read(id).await.unwrap(), "the journal replays");
}
