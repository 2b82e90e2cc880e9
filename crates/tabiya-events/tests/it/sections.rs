// SPDX-License-Identifier: AGPL-3.0-or-later
//! Sections of a festival over a database, with two programs that write into it.

use tabiya_events::decide::{
    Command, Elsewhere, Listed, Overtaken, PlaysElsewhere, Refusal, Who, WrongSection,
};
use tabiya_events::event::{Card, EntrantId, Format, MemberOf, Plays, Presence, Settings};
use tabiya_events::events::{EventError, Events};
use tabiya_events::festival::{InAll, InSections, NewSection, Seen};
use tabiya_events::members::{AtDesk, MemberCard, Members};
use tabiya_events::view;
use tabiya_game::Time;
use tabiya_protocol::events::{EventId, EventRefusal, EventStageView};
use tabiya_store::{EventStage, SqliteStore, Store};
use tempfile::TempDir;

use crate::played::player;

const NOW: Time = Time(1);
const OPERATOR: (Who, Time) = (Who::Operator, NOW);

fn enter(name: &str) -> Command {
    Command::Enter { player: None, card: Card::new(name, Some(1500)), plays: Some(Plays::OverTheBoard) }
}

fn section(name: &str, names: &[&str]) -> NewSection {
    let settings = Settings::new("", Format::Swiss { rounds: 3, baku: false }, None, 7);
    let settings = Settings { over_the_board: true, ..settings };
    let commands = names.iter().map(|name| enter(name)).collect();
    let (rating_from, rating_to, first_board) = (None, None, None);
    NewSection { settings, name: name.into(), rating_from, rating_to, first_board, part: None, commands }
}

async fn congress() -> (TempDir, Store, Events, [EventId; 2]) {
    let folder = TempDir::new().unwrap();
    let store = Store::new(SqliteStore::open(folder.path().join("data")).unwrap());
    let events = Events::new(store.clone());
    let sections =
        vec![section("Open", &["Ann", "Bo", "Cid", "Dora"]), section("Minor", &["Eve", "Fay", "Gus", "Hal"])];
    let made = events.create_festival("Congress", sections, Some(player(1)), NOW).await.unwrap();
    (folder, store, events, [made[0].0, made[1].0])
}

#[tokio::test]
async fn a_festival_is_made_as_a_whole_or_not_at_all() {
    let (_folder, store, events, _) = congress().await;
    let twice = vec![section("Open", &["Ann"]), section("Minor", &["ann"])];
    let refused = events.create_festival("Other", twice, None, NOW).await.unwrap_err();
    assert!(matches!(refused, EventError::Refused(Refusal::Section(WrongSection::InAnother { .. }))));
    let same = vec![section("Open", &[]), section("open ", &[])];
    assert!(events.create_festival("Other", same, None, NOW).await.is_err());
    let all = store.events.events_in(EventStage::Announced, None, 9).await.unwrap();
    assert_eq!(all.len(), 2);
    let listed = view::listed_once(&all);
    assert_eq!((listed.len(), listed[0].name.as_str(), listed[0].players), (1, "Congress", 8));
    assert_eq!(listed[0].stage, EventStageView::Announced);
    let names: Vec<&str> = listed[0].sections.iter().map(|one| one.name.as_str()).collect();
    assert_eq!(names, ["Open", "Minor"]);
}

#[tokio::test]
async fn two_programs_put_nobody_into_two_sections() {
    let (_folder, store, events, [open, minor]) = congress().await;
    let other = Events::new(store);
    // The other program has read both before.
    other.sections(open).await.unwrap();
    events.act(minor, &enter("Ida"), None, Who::Operator, NOW).await.unwrap();
    let refused = other.act(open, &enter("Ida"), None, Who::Operator, NOW).await.unwrap_err();
    assert!(matches!(refused, EventError::Refused(Refusal::Section(WrongSection::InAnother { .. }))));
    // And who was moved there is known here.
    let [left, comes] = events.move_entrant(minor, EntrantId(5), open, OPERATOR).await.unwrap();
    assert_eq!((left.present(), comes.present()), (4, 5));
    let gone = other.move_entrant(minor, EntrantId(5), open, OPERATOR).await.unwrap_err();
    assert!(matches!(gone, EventError::Refused(Refusal::Presence(_))));
    let stranger = events.act(open, &enter("Zoe"), None, Who::Operator, NOW).await.unwrap();
    assert_eq!(stranger.event.present(), 6);
    let alone = events.create(section("x", &["Yan"]).settings_called("Alone"), None, &[], NOW, 3).await;
    let (alone, _) = alone.unwrap();
    let wrong = events.move_entrant(open, EntrantId(1), alone, OPERATOR).await.unwrap_err();
    assert!(matches!(wrong, EventError::Refused(Refusal::Section(WrongSection::OtherFestival))));
    let wrong = events.move_entrant(alone, EntrantId(1), open, OPERATOR).await.unwrap_err();
    assert!(matches!(wrong, EventError::Refused(Refusal::Section(WrongSection::None(_)))));
}

trait Called {
    fn settings_called(self, name: &str) -> Settings;
}

impl Called for NewSection {
    fn settings_called(self, name: &str) -> Settings {
        Settings { name: name.into(), ..self.settings }
    }
}

#[tokio::test]
async fn what_is_done_in_all_sections_is_done_in_all_or_in_none() {
    let (_folder, _store, events, [open, minor]) = congress().await;
    let paired = events.pair_all_sections(minor, Who::Operator, || NOW).await.unwrap();
    assert_eq!((paired.done.len(), paired.refused), (2, Vec::new()));
    let helper = Who::Player { player: player(9), staff: false };
    let name = Command::Helper { player: player(9), helps: true };
    events.act(open, &name, None, Who::Operator, NOW).await.unwrap();
    // Who helps in one section alone publishes not even that one by this act.
    let refused = events.in_all_sections(open, InAll::Publish, None, (helper, NOW)).await.unwrap_err();
    assert!(matches!(refused, EventError::Refused(Refusal::NotYours)));
    assert!(events.read(open).await.unwrap().draft().is_some());
    for what in [InAll::Publish, InAll::Start] {
        let InSections { done, refused } = events.in_all_sections(open, what, None, OPERATOR).await.unwrap();
        assert_eq!((done.len(), refused), (2, Vec::new()));
    }
    let numbers = |event: &tabiya_events::event::Event| -> Vec<u16> {
        event.rounds[0].boards.iter().map(|board| board.number).collect()
    };
    let all = events.sections(open).await.unwrap();
    assert_eq!((numbers(&all[0].1), numbers(&all[1].1)), (vec![1, 2], vec![3, 4]));
    // The programme of one section is a helper's; the timetable is that of all.
    let before = events.read(open).await.unwrap();
    let programme = Settings { programme: "Tea at five".into(), ..before.settings.clone() };
    events.change_timetable(open, programme.clone(), None, (helper, NOW)).await.unwrap();
    let sooner = Settings { pause: Some(60), ..programme };
    let refused = events.change_timetable(open, sooner.clone(), None, (helper, NOW)).await;
    assert!(refused.is_err());
    events.change_timetable(open, sooner, None, OPERATOR).await.unwrap();
    for (_, event) in events.sections(open).await.unwrap() {
        assert_eq!(event.settings.pause, Some(60));
    }
    let later = Some(Time(5_000));
    events.set_start_of_all(minor, later, OPERATOR).await.unwrap();
    for (_, event) in events.sections(open).await.unwrap() {
        assert_eq!(event.begins, tabiya_events::event::Begins::At(Time(5_000)));
    }
}

/// The arbiter has seen both drafts. A helper pairs one of them anew before the arbiter presses "Publish all sections".
#[tokio::test]
async fn a_draft_that_nobody_has_seen_is_not_published_with_the_others() {
    let (_folder, _store, events, [open, minor]) = congress().await;
    events.pair_all_sections(minor, Who::Operator, || NOW).await.unwrap();
    let all = events.sections(open).await.unwrap();
    let seen: Vec<Seen> = all.iter().map(|(id, event)| Seen { section: *id, number: event.head }).collect();
    events.act(minor, &Command::UndoDraft, None, Who::Operator, NOW).await.unwrap();
    events.pair(minor, Who::Operator, || NOW).await.unwrap();
    let publish = async |seen: &[Seen]| {
        let InSections { done, refused } =
            events.in_all_sections(open, InAll::Publish, Some(seen), OPERATOR).await.unwrap();
        (done.iter().map(|event| event.settings.name.clone()).collect::<Vec<_>>(), refused)
    };
    let overtaken = || Refusal::Overtaken(Overtaken::Round { round: 1 });
    assert_eq!(publish(&seen).await, (vec!["Congress, Open".into()], vec![("Minor".into(), overtaken())]));
    assert!(events.read(minor).await.unwrap().draft().is_some());
    // A draft that is no longer there is refused as well. A section that isn't named stays as it is.
    events.act(minor, &Command::UndoDraft, None, Who::Operator, NOW).await.unwrap();
    assert_eq!(publish(&seen[1..]).await, (Vec::new(), vec![("Minor".into(), Refusal::NoDraft)]));
    events.pair(minor, Who::Operator, || NOW).await.unwrap();
    let nothing = events.in_all_sections(open, InAll::Publish, Some(&seen[..1]), OPERATOR).await;
    assert!(matches!(nothing, Err(EventError::Refused(Refusal::Section(WrongSection::NothingToDo)))));
    // Told as one refusal, which says what was done.
    let refused = vec![("Minor".to_owned(), overtaken())];
    let told = InSections { done: vec![events.read(open).await.unwrap()], refused }.complete();
    let said = "Minor: somebody else changed round 1 a moment ago; look again before you go on. Done in Open";
    assert_eq!(told.unwrap_err().to_string(), said);
}

#[tokio::test]
async fn whoever_pairs_all_sections_is_told_which_one_is_not_paired_and_why() {
    let (_folder, _store, events, [open, minor]) = congress().await;
    for entrant in 2..=4 {
        let withdraw = Command::Withdraw(EntrantId(entrant));
        events.act(minor, &withdraw, None, Who::Operator, NOW).await.unwrap();
    }
    // A section that is over waits for nothing.
    let bowl = events.add_section(open, "", section("Bowl", &[]), OPERATOR).await.unwrap().0;
    events.act(bowl, &Command::Finish, None, Who::Operator, NOW).await.unwrap();
    let paired = events.pair_all_sections(open, Who::Operator, || NOW).await.unwrap();
    let names: Vec<&str> = paired.done.iter().map(|event| event.settings.name.as_str()).collect();
    assert_eq!(names, ["Congress, Open"]);
    let [(name, why)] = paired.refused.as_slice() else { panic!("one refusal") };
    assert_eq!((name.as_str(), matches!(why, Refusal::Pairing(_))), ("Minor", true), "{why}");
    // Whoever helps in one section pairs that one, and hears nothing of the others.
    let helper = Who::Player { player: player(9), staff: false };
    let refused = events.pair_all_sections(open, helper, || NOW).await;
    assert!(matches!(refused, Err(EventError::Refused(Refusal::NotYours))));
    let name = Command::Helper { player: player(9), helps: true };
    events.act(open, &name, None, Who::Operator, NOW).await.unwrap();
    let paired = events.pair_all_sections(open, helper, || NOW).await.unwrap();
    assert_eq!((paired.done.len(), paired.refused), (1, Vec::new()));
}

#[tokio::test]
async fn whoever_helps_in_all_sections_helps_in_a_new_one() {
    let (_folder, _store, events, [open, minor]) = congress().await;
    for (section, helper) in [(open, 8), (minor, 8), (open, 9)] {
        let name = Command::Helper { player: player(helper), helps: true };
        events.act(section, &name, None, Who::Operator, NOW).await.unwrap();
    }
    let (_, bowl) = events.add_section(open, "", section("Bowl", &[]), OPERATOR).await.unwrap();
    assert_eq!(bowl.helpers, [player(8)]);
}

#[tokio::test]
async fn the_name_of_a_festival_changes_in_all_sections() {
    let (_folder, _store, events, [open, minor]) = congress().await;
    let settings = events.read(minor).await.unwrap().settings.clone().called(" Summer congress ");
    events.change_timetable(minor, settings, None, OPERATOR).await.unwrap();
    for (id, name) in [(open, "Summer congress, Open"), (minor, "Summer congress, Minor")] {
        let event = events.read(id).await.unwrap();
        assert_eq!(event.settings.name, name);
        assert_eq!(event.settings.section.as_ref().unwrap().festival_name, "Summer congress");
    }
    let alone = section("x", &[]).settings_called("Cup").called("Bowl");
    assert_eq!((alone.name.as_str(), alone.section), ("Bowl", None));
}

#[tokio::test]
async fn sections_that_are_saved_one_by_one_are_together_again() {
    let (_folder, _store, events, [open, minor]) = congress().await;
    events.move_entrant(open, EntrantId(2), minor, OPERATOR).await.unwrap();
    events.pair_all_sections(minor, Who::Operator, || NOW).await.unwrap();
    let files = [events.save(minor).await.unwrap(), events.save(open).await.unwrap()];
    let folder = TempDir::new().unwrap();
    let elsewhere = Events::new(Store::new(SqliteStore::open(folder.path().join("data")).unwrap()));
    for (file, here) in files.iter().zip([1, 2]) {
        elsewhere.restore(file).await.unwrap();
        assert_eq!(elsewhere.sections(open).await.unwrap().len(), here);
    }
    let there = elsewhere.sections(open).await.unwrap();
    for ((id, event), (_, before)) in there.iter().zip(events.sections(open).await.unwrap()) {
        assert_eq!((&event.rounds, &event.entrants), (&before.rounds, &before.entrants), "{id}");
    }
    // And go on together.
    let [back, _] = elsewhere.move_entrant(minor, EntrantId(5), open, OPERATOR).await.unwrap();
    assert_eq!(back.entrants[4].presence, Presence::Withdrawn);
    assert_eq!(elsewhere.read(open).await.unwrap().entrants[1].presence, Presence::Present);
}

#[tokio::test]
async fn an_event_of_its_own_becomes_the_first_section() {
    let (_folder, store, events, _) = congress().await;
    let settings = section("x", &[]).settings_called("Cup");
    let (cup, _) = events.create(settings, Some(player(3)), &[enter("Ann")], NOW, 3).await.unwrap();
    let owner = Who::Player { player: player(3), staff: false };
    let stranger = Who::Player { player: player(4), staff: false };
    let refused = events.add_section(cup, "Main", section("Plate", &[]), (stranger, NOW)).await;
    assert!(matches!(refused, Err(EventError::Refused(Refusal::OwnerOnly))));
    let same = events.add_section(cup, "Main", section("main", &[]), (owner, NOW)).await;
    assert!(matches!(same, Err(EventError::Refused(Refusal::Section(WrongSection::SameName(_))))));
    assert_eq!(events.read(cup).await.unwrap().settings.section, None, "nothing has happened");
    let (plate, made) = events.add_section(cup, "Main", section("Plate", &[]), (owner, NOW)).await.unwrap();
    assert_eq!((made.settings.name.as_str(), made.owner), ("Cup, Plate", Some(player(3))));
    let (bowl, _) = events.add_section(plate, "", section("Bowl", &[]), (owner, NOW)).await.unwrap();
    let other = Events::new(store);
    let ids: Vec<EventId> = other.sections(cup).await.unwrap().into_iter().map(|(id, _)| id).collect();
    assert_eq!(ids, [cup, plate, bowl]);
}

/// The list's owner could not erase them any more, and strangers saw a child's full name.
#[tokio::test]
async fn whoever_moves_stays_a_member_of_the_list_and_keeps_the_short_name() {
    let (_folder, store, events, [open, minor]) = congress().await;
    let owner = player(1);
    let members = Members::new(events.clone());
    let child = MemberCard { card: Card::new("Berg, Ida", Some(900)), child: true, ..MemberCard::default() };
    members.add(owner, vec![child], NOW).await.unwrap();
    let member = MemberOf { list: owner, number: 1 };
    let desk = || AtDesk { present: true, ..AtDesk::default() };
    let entered = members.enter(open, member, desk(), None, Who::Operator, NOW).await.unwrap();
    let id = entered.event.entrants.last().unwrap().id;
    let [_, comes] = events.move_entrant(open, id, minor, OPERATOR).await.unwrap();
    let there = comes.entrants.last().unwrap();
    assert_eq!((there.member, comes.settings.short_names), (Some(member), true));
    let mut both = [open.to_string(), minor.to_string()];
    both.sort();
    assert_eq!(store.members.events_of_member(owner, 1).await.unwrap(), both);
    // Back again, where she was before.
    let [_, back] = events.move_entrant(minor, there.id, open, OPERATOR).await.unwrap();
    assert_eq!((back.present(), back.entrants.last().unwrap().member), (5, Some(member)));
    // A list that is gone keeps nobody where they are.
    members.forget_list(owner).await.unwrap();
    let third = events.add_section(open, "Open", section("Third", &[]), OPERATOR).await.unwrap().0;
    let [_, comes] = events.move_entrant(open, id, third, OPERATOR).await.unwrap();
    assert_eq!((comes.entrants[0].member, comes.settings.short_names), (None, true));
}

/// One name that played in another section had the whole list refused, and the refusal said neither which line nor who else.
#[tokio::test]
async fn a_list_names_all_who_play_in_other_sections_and_enters_without_them_if_asked() {
    let (_folder, _store, events, [open, minor]) = congress().await;
    let list = |names: &[&str], elsewhere| {
        let one = |(line, name): (usize, &&str)| Listed { line: Some(line), card: Card::new(*name, None) };
        let players = (2..).zip(names).map(one).collect();
        Command::EnterChild(Box::new(Command::AddList { players, present: true, elsewhere }))
    };
    let act = async |command: Command, who| events.act(minor, &command, None, who, NOW).await;
    let names = ["Ida", "eve", "BO", "Jan", "Ann"];
    let refused = act(list(&names, Elsewhere::Refused), Who::Operator).await.unwrap_err();
    let EventError::Refused(why @ Refusal::Section(WrongSection::ListInOthers(players))) = &refused else {
        panic!("{refused:?}")
    };
    let found =
        |line, name: &str| PlaysElsewhere { line: Some(line), name: name.into(), section: "Open".into() };
    assert_eq!(*players, [found(4, "BO"), found(6, "Ann")]);
    assert!(why.to_string().starts_with("line 4: BO plays in Open; line 6: Ann plays in Open"), "{why}");
    assert_eq!(events.read(minor).await.unwrap().entrants.len(), 4, "nobody enters");
    let stranger = Who::Player { player: player(9), staff: false };
    for elsewhere in [Elsewhere::Refused, Elsewhere::LeftOut] {
        let refused = act(list(&names, elsewhere), stranger).await.unwrap_err();
        assert!(matches!(refused, EventError::Refused(Refusal::NotYours)), "and learns nothing: {refused:?}");
    }
    let event = act(list(&names, Elsewhere::LeftOut), Who::Operator).await.unwrap().event;
    let entered: Vec<&str> = event.entrants[4..].iter().map(|one| one.card.name.as_str()).collect();
    assert_eq!(entered, ["Ida", "Jan"]);
    assert!(event.entrants[4..].iter().all(|one| one.checked_in) && event.settings.short_names);
    // Pasted again, nobody is new.
    let head = event.head;
    for names in [&names[..], &["Ann"], &["Ann", "Ida"]] {
        assert_eq!(act(list(names, Elsewhere::LeftOut), Who::Operator).await.unwrap().event.head, head);
    }
    // Whose section is over is free.
    events.act(open, &Command::Finish, None, Who::Operator, NOW).await.unwrap();
    let event = act(list(&names, Elsewhere::Refused), Who::Operator).await.unwrap().event;
    assert_eq!(event.entrants.len(), 8);
    // A long list names the first ones, and how many more there are.
    let many: Vec<PlaysElsewhere> = (0..23).map(|line| found(line, "Bo")).collect();
    let why = Refusal::from(WrongSection::ListInOthers(many));
    assert!(why.to_string().contains("and 3 more; enter the list without them"), "{why}");
    let Some(EventRefusal::ListInOtherSections { listed, more: 3 }) = why.told() else { panic!("{why:?}") };
    assert_eq!((listed.len(), listed[19].line), (20, Some(19)));
}
