// SPDX-License-Identifier: AGPL-3.0-or-later
//! Whom erasing a member finds, and whom it leaves alone.

use tabiya_events::decide::{Command, Refusal, Who};
use tabiya_events::event::{Card, EntrantId, Entry, Format, MemberOf, Settings};
use tabiya_events::events::EventError;
use tabiya_events::members::{Added, Erased, MemberCard, MemberError, Members};
use tabiya_events::operator::{EventOperator, EventOrder, MembersAct};
use tabiya_events::{files, view};
use tabiya_game::{PlayerName, Time};
use tabiya_protocol::events::EventId;
use tabiya_store::{Account, MemberChanges, Role};

use crate::member_lists::{Club, NOW, ann, by, card, desk, owner};
use crate::played::player;

fn paste(names: &[&str]) -> Command {
    let cards = names.iter().map(|name| Card::new(*name, None)).collect();
    Command::AddAtDesk { cards, present: true, paid: false }
}

async fn names(club: &Club, id: EventId) -> Vec<String> {
    club.events.read(id).await.unwrap().entrants.iter().map(|one| one.card.name.clone()).collect()
}

/// A helper in an event of the admins erased whoever was called like one of the helper's own members.
#[tokio::test]
async fn a_helper_erases_no_namesake_in_an_event_of_others() {
    let club = Club::new(vec![ann()]).await;
    let settings = Settings::new("Admins", Format::Swiss { rounds: 3, baku: false }, None, 7);
    let (id, _) = club.events.create(settings, None, &[], NOW, 9).await.unwrap();
    club.act(id, Command::Helper { player: owner(), helps: true }).await;
    club.act(id, paste(&["Ann Berg", "Bo Lind"])).await;
    // A note is there, as if the helper had entered the member and corrected the card.
    assert!(club.store.members.link_member(owner(), 1, id.as_str()).await.unwrap());
    club.act(id, Command::Finish).await;
    let kept = club.members.kept_of(owner(), 1, by(250), &|_| false).await.unwrap();
    assert!(!kept.contains("Admins"), "nor reads what is kept of the other one: {kept}");
    let erased = club.members.erase(owner(), 1, by(250), NOW).await.unwrap();
    assert_eq!(erased, Erased::default());
    assert_eq!(names(&club, id).await, ["Ann Berg", "Bo Lind"]);
}

/// The journal named nobody: the server had done it.
#[tokio::test]
async fn whoever_entered_a_member_in_an_event_of_others_erases_that_one_alone_and_the_journal_says_who() {
    let club = Club::new(vec![ann()]).await;
    let settings = Settings::new("Admins", Format::Swiss { rounds: 3, baku: false }, None, 7);
    let (id, _) = club.events.create(settings, None, &[], NOW, 9).await.unwrap();
    club.act(id, Command::Helper { player: owner(), helps: true }).await;
    club.enter(id, "ber", (true, false)).await.unwrap();
    club.act(id, paste(&["Bo Lind", "Cid"])).await;
    club.act(id, Command::Finish).await;
    let erase_other =
        Command::EraseMember { entrant: EntrantId(2), member: MemberOf { list: owner(), number: 1 } };
    club.events.act(id, &erase_other, None, by(250), NOW).await.unwrap_err();
    assert_eq!(club.members.erase(owner(), 1, by(250), NOW).await.unwrap(), Erased { events: 1, left: 0 });
    assert_eq!(names(&club, id).await, ["Player 1", "Bo Lind", "Cid"]);
    let journal = club.store.events.event_journal(id.as_str(), 0, 99).await.unwrap();
    let last = journal.last().unwrap();
    assert_eq!((last.by, last.entry.contains("erased")), (Some(owner()), true), "{last:?}");
}

#[tokio::test]
async fn whoever_is_on_a_pasted_list_is_erased_too_pressed_or_not_renamed_or_not() {
    let club = Club::new(vec![ann(), card("Bo Lind")]).await;
    let [pasted, renamed, elsewhere] = [club.event(1).await, club.event(2).await, club.event(3).await];
    for id in [pasted, renamed, elsewhere] {
        club.act(id, paste(&["Ann Berg", "Cid"])).await;
    }
    // Pressed once she is bound, and found by another name.
    let event = club.enter(renamed, "ber", (true, false)).await.unwrap();
    assert_eq!(event.entrants[0].member, Some(MemberOf { list: owner(), number: 1 }));
    let head = event.head;
    assert_eq!(club.enter(renamed, "ber", (true, false)).await.unwrap().head, head, "once");
    let card = Card::new("Berg-Olsen, Ann", None);
    club.act(renamed, Command::CorrectCard { entrant: EntrantId(1), card }).await;
    for id in [pasted, renamed, elsewhere] {
        club.act(id, Command::Finish).await;
    }
    let erased = club.members.erase(owner(), 1, by(250), NOW).await.unwrap();
    assert_eq!(erased, Erased { events: 3, left: 0 });
    for id in [pasted, renamed, elsewhere] {
        assert_eq!(names(&club, id).await, ["Player 1", "Cid"]);
        let journal = club.journal(id).await;
        assert!(!journal.contains("Berg") && !journal.contains("\"list\""), "{journal}");
    }
}

/// The list knew of the event only by a second write.
#[tokio::test]
async fn whoever_is_taken_from_an_event_leads_to_it_by_the_same_write() {
    let club = Club::new(vec![MemberCard { note: "old".into(), ..card("Bo Lind") }]).await;
    let id = club.event(1).await;
    let cards = vec![Card { club: "Wasa".into(), ..Card::new("Lind, Bo", Some(1200)) }, ann().card];
    club.act(id, Command::AddAtDesk { cards, present: true, paid: false }).await;
    let added = club.members.take_from(owner(), id, by(250), NOW).await.unwrap();
    assert_eq!(added, Added { added: 1, updated: 1 });
    let bo = club.members.member(owner(), 1).await.unwrap().known.card;
    assert_eq!(
        (bo.name.as_str(), bo.rating, bo.club.as_str()),
        ("Bo Lind", Some(1900), "Wasa"),
        "the list knew a rating"
    );
    for number in [1, 2] {
        assert_eq!(club.store.members.events_of_member(owner(), number).await.unwrap(), [id.as_str()]);
        let member = MemberOf { list: owner(), number };
        let event = club.events.read(id).await.unwrap();
        assert!(event.entrants.iter().any(|one| one.member == Some(member)), "{number}");
    }
    let again = club.members.take_from(owner(), id, by(250), NOW).await.unwrap();
    assert_eq!(again, Added::default());
    // What the store refuses, it refuses as a whole.
    let seen = club.store.members.member_list(owner()).await.unwrap();
    let wrong = MemberChanges {
        new: vec!["{}".into()],
        entered: vec![(9, id.to_string())],
        ..MemberChanges::default()
    };
    assert_eq!(club.store.members.keep_members(owner(), seen, &wrong, NOW).await.unwrap(), None);
    assert_eq!(club.members.list(owner()).await.unwrap().len(), 2);
}

/// Another program has erased the member after this one has read the list.
#[tokio::test]
async fn a_member_whom_another_program_has_erased_is_not_entered() {
    let club = Club::new(vec![ann()]).await;
    let id = club.event(1).await;
    let member = MemberOf { list: owner(), number: 1 };
    assert!(club.store.members.delete_member(owner(), 1, 0).await.unwrap());
    let card = Box::new(ann().card);
    let command = Command::EnterMember { member, card, child: false, present: true, paid: false };
    club.events.act(id, &command, None, by(250), NOW).await.unwrap_err();
    let refused = club.members.enter(id, member, desk((true, false)), None, by(250), NOW).await;
    assert!(matches!(refused, Err(MemberError::NoSuchMember)), "{refused:?}");
    assert!(club.events.read(id).await.unwrap().entrants.is_empty());
}

/// "Berg, Ann" was gone, and asked for again it meant Anna.
#[tokio::test]
async fn the_command_line_erases_whole_names_and_numbers_alone() {
    let club = Club::new(vec![card("Berg, Ann"), card("Berg, Anna"), card("Bo Lind")]).await;
    let name = PlayerName::try_from("Olga".to_owned()).unwrap();
    let olga = Account::new(owner(), name, "olga".into(), "olga".into(), Time(1));
    let olga = Account { role: Role::Organiser, ..olga };
    club.store.accounts.create_account(&olga).await.unwrap();
    let operator = EventOperator::new(club.events.clone());
    let erase = async |name: &str| {
        let act = MembersAct::Erase { name: name.to_owned() };
        operator.carry_out(EventOrder::Members { of: "Olga".into(), act }, NOW).await
    };
    erase("Ann Berg").await.unwrap();
    for name in ["Ann Berg", "Berg", "lin", "#1", "#9", "#"] {
        let refused = erase(name).await.unwrap_err().to_string();
        assert!(refused.contains(name), "{name}: {refused}");
    }
    assert_eq!(club.members.list(owner()).await.unwrap().len(), 2);
    assert!(erase("#3").await.unwrap().contains("Bo Lind"));
}

/// In the file stood numbers of another server's list.
#[tokio::test]
async fn a_saved_event_names_no_member_and_a_restored_one_finds_those_of_the_owners_list() {
    let club = Club::new(vec![card("Somebody Else"), ann()]).await;
    let id = club.event(1).await;
    club.enter(id, "ber", (true, false)).await.unwrap();
    let saved = club.events.save(id).await.unwrap();
    assert!(saved.contains("Berg") && !saved.contains("\"list\""), "{saved}");
    let elsewhere = Club::new(vec![ann()]).await;
    let forged = saved.replacen(
        "\"plays\"",
        &format!("\"member\":{{\"list\":\"{}\",\"number\":7}},\"plays\"", owner()),
        1,
    );
    assert_ne!(forged, saved);
    let (_, event) = Members::new(elsewhere.events.clone()).restore(&forged).await.unwrap();
    assert_eq!(event.entrants[0].member, Some(MemberOf { list: owner(), number: 1 }));
    assert_eq!(elsewhere.store.members.events_of_member(owner(), 1).await.unwrap(), [id.as_str()]);
    let entries = elsewhere.store.events.event_journal(id.as_str(), 0, 99).await.unwrap();
    let bound: Entry = serde_json::from_str(&entries.last().unwrap().entry).unwrap();
    assert!(matches!(bound, Entry::MemberBound { .. }), "{bound:?}");
    elsewhere.events.act(id, &Command::Finish, None, Who::Operator, NOW).await.unwrap();
    let erased = elsewhere.members.erase(owner(), 1, by(250), NOW).await.unwrap();
    assert_eq!(erased.events, 1);
    assert_eq!(club.number("ber").await, 2, "the other list is another one");
    assert_ne!(owner(), player(1));
}

/// A helper entered one member after another, and read the dates of birth in the files of the event.
#[tokio::test]
async fn a_helper_who_enters_a_member_reads_no_date_of_birth_in_any_file() {
    let hans = Card {
        birth: "2011/02/03".into(),
        fide: "1700123".into(),
        sex: Some('m'),
        ..Card::new("Hans", None)
    };
    let club = Club::new(vec![MemberCard { card: hans, ..MemberCard::default() }]).await;
    let id = club.event(1).await;
    club.act(id, Command::Helper { player: player(3), helps: true }).await;
    let member = MemberOf { list: owner(), number: 1 };
    club.members.enter(id, member, desk((true, false)), None, by(3), NOW).await.unwrap();
    club.act(id, paste(&["Ida"])).await;
    let event = club.events.read(id).await.unwrap();
    let moderator = Who::Player { player: player(9), staff: true };
    for (who, reads) in [(by(250), true), (moderator, true), (by(3), false), (by(4), false)] {
        let (known, full) = view::in_files_of(Some(who), &event, &|_| false);
        let trf = files::trf(&known, full);
        assert!(trf.contains("Hans"), "{who:?}: {trf}");
        for secret in ["2011", "1700123"] {
            assert_eq!(trf.contains(secret), reads, "{who:?}: {trf}");
        }
        let kept = club.events.kept_of(id, EntrantId(1), who, &|_| false).await;
        match kept {
            Ok(text) => assert!(reads && text.contains("2011/02/03"), "{who:?}: {text}"),
            Err(why) => assert!(!reads && matches!(why, EventError::Refused(Refusal::OwnerOnly)), "{why:?}"),
        }
    }
    assert!(!view::in_files_of(None, &event, &|_| false).1);
}
