// SPDX-License-Identifier: AGPL-3.0-or-later
//! A Swiss whose pairings have several games.

use tabiya_events::decide::{Command, Refusal};
use tabiya_events::event::{EntrantId, Format, Outcome, Settings, Stage};
use tabiya_events::files;
use tabiya_events::table::Table;
use tabiya_tournament::TrfFile;

use crate::played::Played;

fn swiss(rounds: u16, players: u16, games: u8) -> Played {
    let settings = Settings::new("Double", Format::Swiss { rounds, baku: false }, None, 7);
    let mut played = Played::new(Settings { games_per_pairing: games, ..settings });
    for number in 1..=players {
        played.enter(&format!("Player {number}"), Some(2500 - 10 * number));
    }
    played
}

impl Played {
    fn points(&self, id: EntrantId) -> i32 {
        Table::of(&self.event).lines.iter().find(|line| line.entrant == id).unwrap().points
    }
}

#[test]
fn both_games_count_and_colours_change() {
    let mut played = swiss(3, 4, 2);
    played.begin_round().unwrap();
    let [white, black] = played.event.rounds[0].boards[0].players();
    played.result(None, 1, Outcome::WhiteWins).unwrap();
    let games = &played.event.rounds[0].boards[0].games;
    assert_eq!(games.iter().map(|game| game.turned).collect::<Vec<_>>(), [false, true]);
    assert_eq!(played.points(white), 0, "the pairing counts when it is over");
    played.result(None, 2, Outcome::Draw).unwrap();
    played.result(None, 2, Outcome::Draw).unwrap();
    assert!(played.pair().is_err(), "the second game of board 1 is to come");
    played.result(None, 1, Outcome::Draw).unwrap();
    assert_eq!((played.points(white), played.points(black)), (15, 5));
    assert!(played.event.rounds[0].is_done());
    // The first game is corrected, and the second one stays.
    let correct = Command::EnterResult { round: None, board: 1, game: Some(1), outcome: Outcome::BlackWins };
    played.act(&correct).unwrap();
    assert_eq!((played.points(white), played.points(black)), (5, 15));
    played.begin_round().unwrap();
    let settings = Settings { games_per_pairing: 1, ..played.event.settings.clone() };
    assert_eq!(played.act(&Command::ChangeSettings(settings)), Err(Refusal::FormatStays));
}

#[test]
fn a_bye_is_worth_a_won_pairing_and_half_of_it() {
    let mut played = swiss(3, 5, 2);
    played.act(&Command::AskBye { entrant: EntrantId(1), round: 1 }).unwrap();
    played.begin_round().unwrap();
    played.end_round(|_, _| Outcome::Draw);
    assert_eq!(played.points(EntrantId(1)), 10, "half of two games");
    played.begin_round().unwrap();
    let bye = played.event.rounds[1].byes[0];
    played.end_round(|_, _| Outcome::Draw);
    assert_eq!(played.points(bye), 30, "two draws and a bye");
}

#[test]
fn the_tournament_file_has_the_same_standings() {
    for games in [2, 3, 4] {
        let mut played = swiss(5, 11, games);
        for round in 1..=5_u16 {
            played.begin_round().unwrap();
            let mut nth = u16::from(games);
            played.end_round(|_, board| {
                nth += 1;
                Outcome::ALL[usize::from(nth * 5 + board * 3 + round) % Outcome::ALL.len()]
            });
        }
        assert_eq!(played.event.stage, Stage::Finished);
        let text = files::trf(&played.event, true);
        let file = TrfFile::parse(&text).unwrap().tournament;
        let table = Table::of(&played.event);
        for line in &table.lines {
            let name = played.name(line.entrant);
            let player = file.players.iter().find(|player| player.name == name).unwrap();
            assert_eq!(file.score(player, 5).as_tenths(), line.points, "{name}\n{text}");
        }
        let all: i32 = table.lines.iter().map(|line| line.points).sum();
        assert!(all <= 5 * 6 * 10 * i32::from(games), "each game is worth a point");
        let csv = files::csv(&played.event);
        assert!(csv.contains("½"), "{csv}");
    }
}
