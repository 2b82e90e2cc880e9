// SPDX-License-Identifier: AGPL-3.0-or-later
//! What files for everybody tell, and what they don't.

use tabiya_events::decide::Command;
use tabiya_events::event::{Card, Format, Plays};
use tabiya_events::{files, view};

use crate::played::{Played, player};

fn with_two_members() -> Played {
    let mut played = Played::of(Format::Swiss { rounds: 3, baku: false }, 4);
    let left = Card {
        birth: "1990/01/02".to_owned(),
        fide: "1234567".to_owned(),
        sex: Some('w'),
        national_rating: Some(1777),
        ..Card::new("Somebody Known", None)
    };
    let stays = Card { fide: "7654321".to_owned(), ..Card::new("Stays", Some(2100)) };
    for (number, card) in [(1, left), (2, stays)] {
        let command = Command::Enter { player: Some(player(number)), card, plays: Some(Plays::OverTheBoard) };
        played.act(&command).unwrap();
    }
    played.begin_round().unwrap();
    played
}

#[test]
fn the_arbiters_file_alone_has_fides_numbers_and_dates_of_birth() {
    let event = with_two_members().event;
    let (full, public) = (files::trf(&event, true), files::trf(&event, false));
    for known in ["1234567", "7654321", "1990/01/02"] {
        assert!(full.contains(known), "{known}:\n{full}");
        assert!(!public.contains(known), "{known}:\n{public}");
    }
    assert!(public.contains("Stays"));
}

#[test]
fn a_national_rating_is_no_rating_of_fide() {
    let event = with_two_members().event;
    let file = files::trf(&event, true);
    assert!(!file.contains("1777"), "{file}");
    assert!(file.contains("2100"), "{file}");
}

#[test]
fn files_for_everybody_hide_who_has_left() {
    let event = with_two_members().event;
    let public = view::without_ghosts(&event, &|one| one == player(1));
    let points =
        |file: &str| file.lines().map(|line| line.split(',').nth(1).map(str::to_owned)).collect::<Vec<_>>();
    assert_eq!(points(&files::csv(&public)), points(&files::csv(&event)), "the starting numbers stay");
    for file in [files::trf(&public, true), files::csv(&public)] {
        assert!(!file.contains("Somebody Known") && !file.contains("1990"), "{file}");
        assert!(file.contains("Closed account") && file.contains("Stays"), "{file}");
    }
}

#[test]
fn files_for_everybody_have_the_short_names_of_an_event_that_shows_no_others() {
    use tabiya_events::decide::{Refusal, Who};
    use tabiya_events::event::Settings;
    let mut played = with_two_members();
    let settings = Settings { short_names: true, ..played.event.settings.clone() };
    let stranger = Who::Player { player: player(9), staff: false };
    let change = Command::ChangeSettings(settings);
    assert_eq!(played.act_as(&change, None, stranger), Err(Refusal::OwnerOnly));
    played.act(&change).unwrap();
    let public = view::for_everybody(&played.event, &|_| false);
    for file in [files::trf(&public, false), files::csv(&public)] {
        assert!(file.contains("Player 1.") && !file.contains("Player 1,"), "{file}");
        assert!(file.contains("Somebody Known"), "an account has chosen its name: {file}");
    }
    let full = files::csv(&view::without_ghosts(&played.event, &|_| false));
    assert!(full.contains("Player 1,"), "{full}");
}
