// SPDX-License-Identifier: AGPL-3.0-or-later
//! What files for everybody tell, and what they don't.

use tabiya_events::decide::{Command, Who};
use tabiya_events::event::{Card, Format, Outcome, Plays};
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

/// One online game beside two wooden boards: all have their points, and the wooden ones alone are rated.
#[test]
fn a_rating_report_leaves_online_games_out_unless_they_are_wanted() {
    let mut played = Played::of(Format::Swiss { rounds: 3, baku: false }, 2);
    for number in 1..=4 {
        let plays = Some(if number <= 2 { Plays::Online } else { Plays::OverTheBoard });
        let card = Card::new(format!("Somebody {number}"), Some(1000 + u16::from(number)));
        played.act(&Command::Enter { player: Some(player(number)), card, plays }).unwrap();
    }
    played.begin_round().unwrap();
    let boards = played.event.rounds[0].boards.clone();
    let mut online = 0;
    for board in &boards {
        match board.games[0].game {
            Some(game) => {
                online += 1;
                let ended = Command::GameEnded {
                    game,
                    outcome: Outcome::WhiteWins,
                    absent: None,
                    plies: 30,
                    berserk: [false; 2],
                };
                played.act_as(&ended, None, Who::Server).unwrap();
            }
            None => drop(played.result(None, board.number, Outcome::WhiteWins).unwrap()),
        }
    }
    assert!(online > 0 && online < boards.len(), "{boards:?}");
    let count = |file: &str, sign: &str| {
        let players = file.lines().filter(|line| line.starts_with("001"));
        players.filter(|line| line.trim_end().ends_with(sign)).count()
    };
    let (without, with) = (files::trf(&played.event, true), files::trf_with_online(&played.event, true));
    assert_eq!((count(&without, " W"), count(&without, " L")), (online, online), "{without}");
    assert_eq!(
        (count(&without, " 1"), count(&without, " 0")),
        (boards.len() - online, boards.len() - online)
    );
    assert_eq!((count(&with, " W"), count(&with, " 1")), (0, boards.len()), "{with}");
    assert!(without.contains("online games are not rated"), "{without}");
}
