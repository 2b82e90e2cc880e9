// SPDX-License-Identifier: AGPL-3.0-or-later
//! Lists of members, for all events of an organiser.

use tabiya_events::decide::{Command, Elsewhere, Listed, Refusal, Who};
use tabiya_events::event::{Card, Entry, Event, Format, MemberOf, Settings};
use tabiya_events::events::{EventError, Events};
use tabiya_events::members::{Added, AtDesk, Erased, MemberCard, MemberError, Members, found};
use tabiya_game::{PlayerId, PlayerName, Time};
use tabiya_protocol::events::EventId;
use tabiya_store::{Account, Ends, MemberChanges, SqliteStore, Store};
use tempfile::TempDir;

use crate::played::player;

pub(crate) const NOW: Time = Time(1);

pub(crate) struct Club {
    _folder: TempDir,
    pub(crate) store: Store,
    pub(crate) events: Events,
    pub(crate) members: Members,
}

pub(crate) fn owner() -> PlayerId {
    player(250)
}

pub(crate) fn by(number: u8) -> Who {
    Who::Player { player: player(number), staff: false }
}

pub(crate) fn card(name: &str) -> MemberCard {
    MemberCard { card: Card::new(name, Some(1900)), ..MemberCard::default() }
}

pub(crate) fn ann() -> MemberCard {
    let known =
        Card { birth: "2011/02/03".into(), club: "Wasa".into(), ..Card::new("Berg, Ann", Some(1900)) };
    MemberCard { card: known, note: "left-handed".into(), child: false }
}

pub(crate) fn desk((present, paid): (bool, bool)) -> AtDesk {
    AtDesk { present, paid, team: String::new() }
}

impl Club {
    pub(crate) async fn new(cards: Vec<MemberCard>) -> Self {
        let folder = TempDir::new().unwrap();
        let store = Store::new(SqliteStore::open(folder.path().join("data")).unwrap());
        let events = Events::new(store.clone());
        let members = Members::new(events.clone());
        members.add(owner(), cards, NOW).await.unwrap();
        Self { _folder: folder, store, events, members }
    }

    pub(crate) async fn event(&self, bits: u64) -> EventId {
        let settings = Settings::new("Evening", Format::Swiss { rounds: 3, baku: false }, None, 7);
        self.events.create(settings, Some(owner()), &[], NOW, bits).await.unwrap().0
    }

    pub(crate) async fn number(&self, letters: &str) -> u32 {
        let list = self.members.list(owner()).await.unwrap();
        found(&list, letters)[0].number
    }

    pub(crate) async fn enter(
        &self,
        id: EventId,
        letters: &str,
        ticks: (bool, bool),
    ) -> Result<Event, MemberError> {
        let member = MemberOf { list: owner(), number: self.number(letters).await };
        let acted = self.members.enter(id, member, desk(ticks), None, by(250), NOW).await?;
        Ok(Event::clone(&acted.event))
    }

    pub(crate) async fn act(&self, id: EventId, command: Command) {
        self.events.act(id, &command, None, Who::Operator, NOW).await.unwrap();
    }

    /// All that the store has of an event, as text.
    pub(crate) async fn journal(&self, id: EventId) -> String {
        let entries = self.store.events.event_journal(id.as_str(), 0, 1000).await.unwrap();
        entries.into_iter().map(|entry| entry.entry).collect()
    }
}

#[tokio::test]
async fn a_member_is_entered_with_one_press_and_ticked_with_the_next() {
    let club = Club::new(vec![ann(), card("Bo Lind")]).await;
    let id = club.event(1).await;
    let event = club.enter(id, "ber", (true, false)).await.unwrap();
    let entrant = &event.entrants[0];
    assert_eq!((&entrant.card, entrant.checked_in, entrant.paid), (&ann().card, true, false));
    assert!(!club.journal(id).await.contains("left-handed"), "the note is the organiser's");
    // Pressed again, the fee is noted and nobody enters twice.
    let event = club.enter(id, "ber", (true, true)).await.unwrap();
    assert_eq!((event.entrants.len(), event.entrants[0].paid), (1, true));
    // Somebody on a list that was pasted is ticked.
    let cards = vec![Card::new("LIND, Bo", None)];
    club.act(id, Command::AddAtDesk { cards, present: false, paid: false }).await;
    let event = club.enter(id, "lin", (true, false)).await.unwrap();
    assert_eq!((event.entrants.len(), event.entrants[1].checked_in), (2, true));
    // A change in the list changes no event.
    let number = club.number("ber").await;
    let changed = MemberCard { card: Card { rating: Some(2000), ..ann().card }, ..ann() };
    club.members.change(owner(), number, 1, changed.clone(), NOW).await.unwrap();
    assert_eq!(club.events.read(id).await.unwrap().entrants[0].card.rating, Some(1900));
    let overtaken = club.members.change(owner(), number, 1, ann(), NOW).await;
    assert!(matches!(overtaken, Err(MemberError::Overtaken(_))), "{overtaken:?}");
    club.members.change(owner(), number, 1, changed, NOW).await.unwrap();
    let taken = club.members.change(owner(), number, 2, card("bo  LIND"), NOW).await;
    assert!(matches!(taken, Err(MemberError::NameTaken(_))), "{taken:?}");
}

#[tokio::test]
async fn a_list_is_its_owners_alone() {
    let club = Club::new(vec![ann()]).await;
    let id = club.event(1).await;
    assert!(club.members.list(player(3)).await.unwrap().is_empty());
    let number = club.number("ber").await;
    let of = |list| MemberOf { list, number };
    let enter = async |member, who| club.members.enter(id, member, desk((true, false)), None, who, NOW).await;
    let stranger = enter(of(owner()), by(3)).await;
    assert!(
        matches!(stranger, Err(MemberError::Event(EventError::Refused(Refusal::NotYours)))),
        "{stranger:?}"
    );
    let other = enter(of(player(3)), by(250)).await;
    assert!(matches!(other, Err(MemberError::NoSuchMember)), "{other:?}");
    assert!(matches!(
        club.members.kept_of(player(3), number, by(3), &|_| false).await,
        Err(MemberError::NoSuchMember)
    ));
    assert!(matches!(
        club.members.erase(player(3), number, by(3), NOW).await,
        Err(MemberError::NoSuchMember)
    ));
    let taken = club.members.take_from(player(3), id, by(3), NOW).await;
    assert!(matches!(taken, Err(MemberError::Event(EventError::Refused(Refusal::OwnerOnly)))), "{taken:?}");
    assert_eq!(club.store.members.events_of_member(owner(), number).await.unwrap(), [""; 0]);
    club.act(id, Command::Helper { player: player(3), helps: true }).await;
    assert!(enter(of(owner()), by(3)).await.is_ok(), "a helper enters from the list of the event's owner");
}

#[tokio::test]
async fn strangers_see_short_names_as_soon_as_a_child_is_entered() {
    let club = Club::new(vec![MemberCard { child: true, ..ann() }, card("Bo Lind")]).await;
    let id = club.event(1).await;
    assert!(!club.enter(id, "lin", (true, false)).await.unwrap().settings.short_names);
    let event = club.enter(id, "ber", (true, false)).await.unwrap();
    assert!(event.settings.short_names);
    let head = event.head;
    assert_eq!(club.enter(id, "ber", (true, false)).await.unwrap().head, head, "and nothing twice");
}

#[tokio::test]
async fn a_member_who_is_erased_goes_out_of_every_event() {
    let club = Club::new(vec![ann(), card("Bo Lind")]).await;
    let [first, second, pasted] = [club.event(1).await, club.event(2).await, club.event(3).await];
    let number = club.number("ber").await;
    for id in [first, second] {
        club.enter(id, "ber", (true, false)).await.unwrap();
        club.enter(id, "lin", (true, false)).await.unwrap();
    }
    let cards = vec![ann().card, Card::new("Cid", None)];
    club.act(pasted, Command::AddAtDesk { cards, present: true, paid: false }).await;
    let added = club.members.take_from(owner(), pasted, by(250), NOW).await.unwrap();
    assert_eq!(added, Added { added: 1, updated: 0 }, "Cid is new");
    let kept = club.members.kept_of(owner(), number, by(250), &|_| false).await.unwrap();
    assert!(kept.contains("left-handed") && kept.matches("\"event\": \"Evening\"").count() == 3, "{kept}");
    assert!(!kept.contains("Lind") && !kept.contains("Cid"), "others are others: {kept}");
    club.act(first, Command::Finish).await;
    club.act(pasted, Command::Finish).await;
    let refused = club.members.erase(owner(), number, by(250), NOW).await;
    assert!(
        matches!(&refused, Err(MemberError::StillPlays { event, .. }) if event == "Evening"),
        "{refused:?}"
    );
    assert!(club.journal(first).await.contains("Berg"), "all or nothing");
    club.act(second, Command::Finish).await;
    let erased = club.members.erase(owner(), number, by(250), NOW).await.unwrap();
    assert_eq!(erased, Erased { events: 3, left: 0 });
    for id in [first, second, pasted] {
        let journal = club.journal(id).await;
        for known in ["Berg", "2011/02/03", "\"number\":1}"] {
            assert!(!journal.contains(known), "{known}: {journal}");
        }
        assert!(journal.contains("Player 1"));
        let again = Events::new(club.store.clone());
        assert_eq!(*again.read(id).await.unwrap(), *club.events.read(id).await.unwrap());
    }
    assert!(matches!(club.members.member(owner(), number).await, Err(MemberError::NoSuchMember)));
    assert_eq!(club.members.list(owner()).await.unwrap().len(), 2);
    club.members.add(owner(), vec![card("Dag")], NOW).await.unwrap();
    assert!(club.number("dag").await > 3, "no number is given again");
}

/// The event had forgotten the name, its journal and the list had not.
#[tokio::test]
async fn erasing_is_finished_after_a_power_cut() {
    let club = Club::new(vec![ann()]).await;
    let id = club.event(1).await;
    club.enter(id, "ber", (true, false)).await.unwrap();
    club.act(id, Command::Finish).await;
    let entrant = club.events.read(id).await.unwrap().entrants[0].id;
    club.act(id, Command::Erase(entrant)).await;
    assert!(club.journal(id).await.contains("Berg"), "the power is cut here");
    let members = Members::new(Events::new(club.store.clone()));
    let erased = members.erase(owner(), 1, by(250), NOW).await.unwrap();
    assert_eq!(erased, Erased { events: 1, left: 0 }, "what is finished counts");
    assert!(!club.journal(id).await.contains("Berg"));
    assert!(members.list(owner()).await.unwrap().is_empty());
    assert_eq!(club.store.members.events_of_member(owner(), 1).await.unwrap(), [""; 0]);
}

/// The number would lead to the name as long as the list has it.
#[tokio::test]
async fn a_name_erased_in_one_event_is_not_found_by_the_list() {
    let club = Club::new(vec![ann()]).await;
    let id = club.event(1).await;
    club.enter(id, "ber", (true, false)).await.unwrap();
    club.act(id, Command::Finish).await;
    let entrant = club.events.read(id).await.unwrap().entrants[0].id;
    club.events.erase(id, entrant, by(250), NOW).await.unwrap();
    assert_eq!(club.store.members.events_of_member(owner(), 1).await.unwrap(), [""; 0]);
    assert!(!club.journal(id).await.contains("\"list\""));
    assert_eq!(club.members.list(owner()).await.unwrap().len(), 1, "the list is another matter");
}

#[tokio::test]
async fn lists_pasted_at_once_keep_within_the_limit_and_add_nobody_twice() {
    let many = |from: u32, to: u32| (from..to).map(|number| card(&format!("Member {number}"))).collect();
    let club = Club::new(many(0, 4_000)).await;
    let pasting = (0..4).map(|_| {
        let members = club.members.clone();
        let cards = many(3_900, 4_900);
        tokio::spawn(async move { members.add(owner(), cards, NOW).await })
    });
    for each in pasting.collect::<Vec<_>>() {
        each.await.unwrap().unwrap();
    }
    assert_eq!(club.members.list(owner()).await.unwrap().len(), 4_900);
    let too_many = club.members.add(owner(), many(4_899, 5_001), NOW).await;
    assert!(matches!(too_many, Err(MemberError::TooMany)), "{too_many:?}");
    club.members.add(owner(), many(4_899, 5_000), NOW).await.unwrap();
    club.members.forget_list(owner()).await.unwrap();
    assert!(club.members.list(owner()).await.unwrap().is_empty());
}

/// The list of an account that was closed a moment ago began again, for a call that had come before.
#[tokio::test]
async fn no_list_begins_for_a_closed_account() {
    let club = Club::new(vec![ann()]).await;
    let name = PlayerName::try_from("Olga".to_owned()).unwrap();
    let olga = Account::new(owner(), name, "olga".into(), "olga".into(), NOW);
    club.store.accounts.create_account(&olga).await.unwrap();
    club.members.add(owner(), vec![card("Bo Lind")], NOW).await.unwrap();
    let closed = club.store.accounts.account(owner()).await.unwrap().unwrap();
    let closed = Account { closed: Some(Time(2)), ..closed };
    club.store.accounts.change_account(&closed, Ends::All).await.unwrap();
    club.members.forget_list(owner()).await.unwrap();
    club.members.add(owner(), vec![card("Cid")], NOW).await.unwrap_err();
    assert!(club.members.list(owner()).await.unwrap().is_empty());
    assert_eq!(club.store.members.members_of(owner(), 0, 9).await.unwrap(), []);
    // Nobody else is affected.
    club.members.add(player(3), vec![card("Cid")], NOW).await.unwrap();
}

/// The whole list could not be read.
#[tokio::test]
async fn a_damaged_card_costs_no_other_member() {
    let club = Club::new(vec![card("Bo Lind"), ann(), card("Cid")]).await;
    let seen = club.store.members.member_list(owner()).await.unwrap();
    let damage = MemberChanges { changed: vec![(2, "{\"name\":7".into())], ..MemberChanges::default() };
    assert!(club.store.members.keep_members(owner(), seen, &damage, NOW).await.unwrap().is_some());
    let names = async || -> Vec<String> {
        let list = club.members.list(owner()).await.unwrap();
        list.iter().map(|one| one.known.card.name.clone()).collect()
    };
    assert_eq!(names().await, ["Cid", "Bo Lind"]);
    assert_eq!(*club.members.damaged(owner()).await.unwrap(), [2]);
    let id = club.event(1).await;
    let enter = async |number| {
        let member = MemberOf { list: owner(), number };
        club.members.enter(id, member, desk((true, false)), None, by(250), NOW).await
    };
    assert_eq!(enter(1).await.unwrap().event.entrants[0].card.name, "Bo Lind");
    let why = enter(2).await.unwrap_err();
    assert!(matches!(why, MemberError::Damaged(2)), "{why:?}");
    assert!(why.to_string().contains("'tabiya data check'"), "{why}");
    club.members.add(owner(), vec![card("Dag")], NOW).await.unwrap();
    assert_eq!(names().await, ["Cid", "Dag", "Bo Lind"]);
    assert!(matches!(club.members.erase(owner(), 2, by(250), NOW).await, Err(MemberError::Damaged(2))));
    club.members.erase(owner(), 3, by(250), NOW).await.unwrap();
    club.members.forget_list(owner()).await.unwrap();
    assert_eq!(club.store.members.members_of(owner(), 0, 9).await.unwrap(), []);
}

/// Only those whom the desk pressed in the list had short names.
#[tokio::test]
async fn a_child_has_a_short_name_by_the_date_of_birth_or_by_the_list_however_it_enters() {
    // 2026-11-28.
    let today = Time(1_795_824_000_000);
    let born = |birth: &str| Card { birth: birth.into(), ..Card::new("Ida Berg", None) };
    for (birth, is_child) in [
        ("2010/11/29", true),
        ("2010/11/28", false),
        ("2011", true),
        ("2010", true),
        ("2009", false),
        ("2026/11/28", true),
        ("2027", false),
        ("", false),
        ("1956/01/01", false),
    ] {
        assert_eq!(born(birth).is_child(today), is_child, "{birth}");
    }
    let club = Club::new(vec![MemberCard { child: true, ..card("Berg, Kim") }, ann(), card("Bo Lind")]).await;
    let has_child = async |cards: &[Card]| club.members.has_child(Some(owner()), cards, today).await.unwrap();
    let named = |name: &str| Card::new(name, None);
    assert!(has_child(&[named("Cid"), named("KIM berg")]).await, "the list says so");
    assert!(has_child(&[named("Ann Berg")]).await, "born in 2011, as the list knows");
    assert!(has_child(&[named("Cid"), born("2015")]).await);
    assert!(!has_child(&[named("Cid"), named("Bo Lind")]).await);
    assert!(!club.members.has_child(Some(player(3)), &[named("Kim Berg")], today).await.unwrap());
    // Strangers see the full name at no moment.
    let id = club.event(1).await;
    let enter = |name: &str| {
        let players = vec![Listed { line: Some(2), card: Card::new(name, None) }];
        let elsewhere = Elsewhere::Refused;
        Command::EnterChild(Box::new(Command::AddList { players, present: false, elsewhere }))
    };
    let acted = club.events.act(id, &enter("Kim Berg"), None, by(250), NOW).await.unwrap();
    assert!(matches!(acted.records[0].entry, Entry::SettingsChanged { .. }), "{:?}", acted.records);
    assert!(matches!(acted.records[1].entry, Entry::Entered { .. }), "{:?}", acted.records);
    assert!(acted.event.settings.short_names);
    let refused = club.events.act(id, &enter("Cid"), None, by(3), NOW).await;
    assert!(matches!(refused, Err(EventError::Refused(Refusal::NotYours))), "{refused:?}");
    // From the list, by the date of birth alone.
    let id = club.event(2).await;
    let member = MemberOf { list: owner(), number: club.number("ann").await };
    let acted = club.members.enter(id, member, desk((true, false)), None, by(250), today).await.unwrap();
    assert!(acted.event.settings.short_names);
}
