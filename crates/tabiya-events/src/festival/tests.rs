// SPDX-License-Identifier: AGPL-3.0-or-later
//! A section that is added while somebody acts in the others.

use std::time::Duration;

use tabiya_store::{SqliteStore, Store};
use tempfile::TempDir;
use tokio::sync::Mutex;

use super::*;
use crate::event::{Card, Format, Plays};

const NOW: Time = Time(1);
const OPERATOR: (Who, Time) = (Who::Operator, NOW);

fn enter(name: &str) -> Command {
    Command::Enter { player: None, card: Card::new(name, None), plays: Some(Plays::OverTheBoard) }
}

fn section(name: &str, names: &[&str]) -> NewSection {
    let settings = Settings::new("", Format::Swiss { rounds: 3, baku: false }, None, 7);
    NewSection {
        settings: Settings { over_the_board: true, ..settings },
        name: name.into(),
        rating_from: None,
        rating_to: None,
        first_board: None,
        part: None,
        commands: names.iter().map(|name| enter(name)).collect(),
    }
}

/// A festival of one section, and two programs that know it.
async fn two_programs() -> (TempDir, [Events; 2], EventId) {
    let folder = TempDir::new().unwrap();
    let store = Store::new(SqliteStore::open(folder.path().join("data")).unwrap());
    let programs = [Events::new(store.clone()), Events::new(store)];
    let made = programs[0].create_festival("Congress", vec![section("Open", &[])], None, NOW).await.unwrap();
    (folder, programs, made[0].0)
}

#[tokio::test]
async fn whoever_has_not_seen_the_new_section_writes_nothing() {
    let (_folder, [here, there], open) = two_programs().await;
    let mut held = here.hold(open, open).await.unwrap();
    there.add_section(open, "", section("Minor", &["Ann"]), OPERATOR).await.unwrap();
    let entries = decide(&held[0].event, &enter("Ann"), None, Who::Operator).unwrap();
    let written = here.write(&mut held, vec![entries], None, OPERATOR).await.unwrap();
    assert!(written.is_none(), "Ann would play in both");
    drop(held);
    assert!(here.act(open, &enter("Ann"), None, Who::Operator, NOW).await.is_err());
}

#[tokio::test]
async fn whoever_waited_for_the_sections_gets_the_new_one_too() {
    let (_folder, [here, there], open) = two_programs().await;
    let slot = here.slot(open).lock_owned().await;
    let waits = tokio::spawn({
        let here = here.clone();
        async move { here.hold(open, open).await.unwrap().len() }
    });
    // It has read which sections there are.
    tokio::time::sleep(Duration::from_millis(300)).await;
    there.add_section(open, "", section("Minor", &[]), OPERATOR).await.unwrap();
    drop(slot);
    assert_eq!(waits.await.unwrap(), 2);
}

#[tokio::test]
async fn no_two_sections_get_the_same_name_by_a_change() {
    let (_folder, [here, there], open) = two_programs().await;
    let (minor, event) = here.add_section(open, "", section("Minor", &[]), OPERATOR).await.unwrap();
    let mut settings = event.settings.clone();
    let named = settings.section.as_mut().unwrap();
    named.name = "open".into();
    settings.name = named.full_name();
    let is_refused = |refused: Result<Acted, EventError>| {
        matches!(refused, Err(EventError::Refused(Refusal::Section(WrongSection::SameName(_)))))
    };
    let change = Command::ChangeSettings(settings.clone());
    assert!(is_refused(here.act(minor, &change, None, Who::Operator, NOW).await));
    assert!(is_refused(there.change_timetable(minor, settings, None, OPERATOR).await));
}

/// Waits until a task waits for this section, which is held here.
async fn until_somebody_waits_for(slot: &Arc<Mutex<Option<Arc<Event>>>>, others: usize) {
    let waiting = async {
        while Arc::strong_count(slot) <= others {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(20), waiting).await.expect("nobody waits for the section");
}

/// Two who took them in different orders would wait for each other.
#[tokio::test]
async fn all_take_the_sections_in_the_order_of_their_ids() {
    let (_folder, [here, _], open) = two_programs().await;
    here.add_section(open, "", section("Minor", &[]), OPERATOR).await.unwrap();
    let mut ids: Vec<EventId> = here.sections(open).await.unwrap().into_iter().map(|(id, _)| id).collect();
    ids.sort_unstable();
    let [first, second] = [here.slot(ids[0]), here.slot(ids[1])];
    // Whichever section the act is about.
    for about in ids {
        let held = Arc::clone(&first).lock_owned().await;
        let others = Arc::strong_count(&first);
        let waits = tokio::spawn({
            let here = here.clone();
            async move { here.hold(open, about).await.unwrap().len() }
        });
        until_somebody_waits_for(&first, others).await;
        assert!(second.try_lock().is_ok(), "the second section is taken before the first one");
        drop(held);
        assert_eq!(waits.await.unwrap(), 2);
    }
}

/// Once it is stored, whoever acts in all sections may hold it and wait for the others.
#[tokio::test]
async fn a_new_section_is_taken_before_the_others() {
    let (_folder, [here, _], open) = two_programs().await;
    let first = here.slot(open);
    let held = Arc::clone(&first).lock_owned().await;
    let others = Arc::strong_count(&first);
    let adds = tokio::spawn({
        let here = here.clone();
        async move { here.add_section(open, "", section("Minor", &[]), OPERATOR).await.unwrap().0 }
    });
    until_somebody_waits_for(&first, others).await;
    let taken = here.slots_taken();
    assert_eq!(taken.len(), 2, "the new one is taken, too");
    drop(held);
    let minor = adds.await.unwrap();
    assert!(taken.contains(&open) && taken.contains(&minor));
}
