// SPDX-License-Identifier: AGPL-3.0-or-later
//! A section that is added while somebody acts in the others.

use std::time::Duration;

use tabiya_store::{SqliteStore, Store};
use tempfile::TempDir;

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
