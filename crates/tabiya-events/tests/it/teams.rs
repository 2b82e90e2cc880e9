// SPDX-License-Identifier: AGPL-3.0-or-later
//! Two teams: who plays for which, on which board, and what the match stands at.

use tabiya_events::decide::{Command, Refusal, Who, WrongPresence, WrongTeam, create};
use tabiya_events::event::{
    Card, EntrantId, Entry, Event, Format, Outcome, Plays, Reason, Settings, Side, Stage, TeamSide,
    WrongSettings,
};
use tabiya_events::files::{csv, players, trf};
use tabiya_events::pairing::NoPairing;
use tabiya_events::table::Table;
use tabiya_tournament::TrfFile;
use tabiya_tournament::team_standings::team_standings;
use tabiya_tournament::teams::TeamScore;

use crate::played::{Played, player};

const MATCH: Format = Format::TeamMatch { games: 1, boards: 0, everyone: false };
const TWICE: Format = Format::TeamMatch { games: 2, boards: 0, everyone: false };
const ALL: Format = Format::TeamMatch { games: 1, boards: 0, everyone: true };

fn settings(format: Format) -> Settings {
    let teams = Some(["Berg".to_owned(), "Tal".to_owned()]);
    Settings { teams, ..Settings::new("Berg - Tal", format, None, 7) }
}

fn enter(name: &str, team: &str) -> Command {
    let card = Card { team: team.into(), ..Card::new(name, Some(2000)) };
    Command::Enter { player: None, card, plays: Some(Plays::OverTheBoard) }
}

/// So many players of each team: `B1`, `B2`, ... and `T1`, `T2`, ...
fn teams(format: Format, berg: u16, tal: u16) -> Played {
    let mut played = Played::new(settings(format));
    for (team, letter, count) in [("Berg", 'B', berg), ("tal ", 'T', tal)] {
        for number in 1..=count {
            played.act(&enter(&format!("{letter}{number}"), team)).unwrap();
        }
    }
    played
}

fn id(played: &Played, name: &str) -> EntrantId {
    played.event.called(name).next().unwrap().id
}

/// The boards of a round, and who has no opponent: `B1-T1 T2-B2 B3-`.
fn round(played: &Played, number: u16) -> String {
    let these = played.event.round(number).unwrap();
    let boards = these.boards.iter().map(|board| board.players().map(|id| played.name(id)).join("-"));
    let byes = these.byes.iter().map(|id| format!("{}-", played.name(*id)));
    boards.chain(byes).collect::<Vec<_>>().join(" ")
}

fn withdraw(played: &mut Played, name: &str) {
    let entrant = id(played, name);
    played.act(&Command::Withdraw(entrant)).unwrap();
}

#[test]
fn board_meets_board_and_the_colours_alternate() {
    let mut played = teams(TWICE, 4, 4);
    played.begin_round().unwrap();
    assert_eq!(round(&played, 1), "B1-T1 T2-B2 B3-T3 T4-B4");
    let why = |played: &Played, name| {
        let (rounds, id) = (&played.event.rounds, id(played, name));
        rounds.last().unwrap().whys.iter().find(|why| why.entrant == id).unwrap().reason.clone()
    };
    let both = |side| Reason::Team { board: 2, opponent: Some(2), side: Some(side), everyone: false };
    assert_eq!((why(&played, "B2"), why(&played, "T2")), (both(Side::Black), both(Side::White)));
    // White on each board but the last one.
    played.end_round(|_, board| if board == 4 { Outcome::Draw } else { Outcome::WhiteWins });
    assert_eq!(played.event.team_points(), [25, 15]);
    assert_eq!(played.event.stage, Stage::Running);
    played.begin_round().unwrap();
    assert_eq!(round(&played, 2), "T1-B1 B2-T2 T3-B3 B4-T4", "the other colours");
    played.end_round(|_, board| if board == 1 { Outcome::BothForfeit } else { Outcome::WhiteByForfeit });
    assert_eq!(played.event.team_points(), [45, 25]);
    assert_eq!(played.event.stage, Stage::Finished);
    let best = &Table::of(&played.event).lines[0];
    assert_eq!((best.points, played.name(best.entrant)), (15, "B4"), "a draw and a forfeit");
    assert_eq!(Event::replay(&played.journal).unwrap(), played.event);
}

#[test]
fn a_board_to_which_a_team_sends_nobody_is_lost() {
    let mut played = teams(MATCH, 4, 2);
    let uneven = played.event.uneven_teams().unwrap().to_string();
    assert_eq!(uneven, "Tal has 2 players for 4 boards, and loses what it lacks by forfeit");
    played.begin_round().unwrap();
    assert_eq!(round(&played, 1), "B1-T1 T2-B2 B3- B4-");
    assert_eq!(played.event.team_points(), [20, 0], "before the first result");
    played.end_round(|_, _| Outcome::BlackWins);
    assert_eq!(played.event.team_points(), [30, 10]);
    let lines = Table::of(&played.event).lines;
    let points: i32 = lines.iter().map(|line| line.points).sum();
    assert_eq!(points, 40, "what the players have makes the match");
    let alone = played.event.rounds[0].whys.iter().find(|why| why.entrant == id(&played, "B4")).unwrap();
    assert_eq!(alone.reason, Reason::Team { board: 4, opponent: None, side: None, everyone: false });
}

#[test]
fn a_substitute_moves_up_when_somebody_leaves() {
    let format = Format::TeamMatch { games: 2, boards: 3, everyone: false };
    let mut played = teams(format, 4, 3);
    assert_eq!(played.event.uneven_teams(), None, "the fourth one is a substitute");
    played.pair().unwrap();
    withdraw(&mut played, "B2");
    assert!(played.event.draft().is_none(), "the draft had somebody who has left");
    played.begin_round().unwrap();
    assert_eq!(round(&played, 1), "B1-T1 T2-B3 B4-T3");
    played.end_round(|_, _| Outcome::Draw);
    // Now T1 goes home: the others of Tal move up, and the last board is lost.
    withdraw(&mut played, "T1");
    played.begin_round().unwrap();
    assert_eq!(round(&played, 2), "T2-B1 B3-T3 B4-");
}

#[test]
fn the_organiser_sets_the_order_of_the_boards() {
    let mut played = teams(TWICE, 3, 3);
    let up = |played: &Played, name, board| Command::LineUp { entrant: id(played, name), board };
    played.pair().unwrap();
    let command = up(&played, "B3", 1);
    assert_eq!(played.act(&command), Ok(2), "the draft is discarded");
    assert_eq!(played.act(&command), Ok(0), "it has been done");
    let command = up(&played, "T1", 3);
    played.act(&command).unwrap();
    played.begin_round().unwrap();
    assert_eq!(round(&played, 1), "B3-T2 T3-B1 B2-T1");
    let command = up(&played, "B3", 4);
    let no_board = WrongTeam::NoBoard { team: "Berg".into(), board: 4, players: 3 };
    assert_eq!(played.act(&command), Err(no_board.into()));
    let player = Who::Player { player: player(3), staff: false };
    assert_eq!(played.act_as(&command, None, player), Err(Refusal::NotYours));
    // Between the rounds the boards are set anew; while one waits to begin they are not.
    played.end_round(|_, _| Outcome::Draw);
    let command = up(&played, "B2", 1);
    played.act(&command).unwrap();
    played.pair().unwrap();
    played.act(&Command::Publish).unwrap();
    assert_eq!(round(&played, 2), "T2-B2 B3-T3 T1-B1");
    let command = up(&played, "B1", 1);
    assert_eq!(played.act(&command), Err(NoPairing::NotStarted(2).into()));
}

#[test]
fn a_third_team_and_no_team_are_refused() {
    let mut played = teams(MATCH, 1, 0);
    let both = || ["Berg".to_owned(), "Tal".to_owned()];
    let third = WrongTeam::NoSuch { name: "Wasa".into(), teams: both() };
    assert_eq!(played.act(&enter("Cid", "Wasa")), Err(third.into()));
    assert_eq!(played.act(&enter("Cid", "")), Err(WrongTeam::Choose(both()).into()));
    assert_eq!(played.act(&enter("b1", "Tal")), Err(Refusal::EnteredBefore("B1".into())));
    let list = "name,team\nDag,tal\nEva,Wasa\n";
    let cards = players(list.as_bytes()).unwrap();
    let desk = Command::AddAtDesk { cards: cards.clone(), present: false, paid: false };
    assert!(matches!(played.act(&desk), Err(Refusal::Team(WrongTeam::NoSuch { .. }))));
    assert_eq!(played.event.entrants.len(), 1, "a list is taken as a whole or not at all");
    assert_eq!(played.pair(), Err(NoPairing::TooFew(1)));
    played.act(&enter("B2", "Berg")).unwrap();
    assert_eq!(played.pair(), Err(NoPairing::TeamEmpty("Tal".into())));
    let desk = Command::AddAtDesk { cards: cards[..1].to_vec(), present: false, paid: false };
    played.act(&desk).unwrap();
    played.begin_round().unwrap();
    assert_eq!(round(&played, 1), "B1-Dag B2-");
    assert_eq!(played.act(&enter("Late", "Tal")), Err(Refusal::TooLate(MATCH)));
}

#[test]
fn nobody_changes_team_once_a_round_is_published() {
    let mut played = Played::new(settings(MATCH));
    for number in 1..=4_u8 {
        let team = if number < 4 { "Berg" } else { "Tal" };
        let card = Card { team: team.into(), ..Card::new(format!("P{number}"), Some(2000)) };
        let enter = Command::Enter { player: Some(player(number)), card, plays: None };
        let who = Who::Player { player: player(number), staff: false };
        played.act_as(&enter, None, who).unwrap();
    }
    let choose = |number, team| Command::ChooseTeam { entrant: EntrantId(number), team };
    let who = |number| Who::Player { player: player(number), staff: false };
    assert_eq!(played.act_as(&choose(2, TeamSide::Second), None, who(3)), Err(Refusal::NotYours));
    played.act_as(&choose(2, TeamSide::Second), None, who(2)).unwrap();
    assert_eq!(played.act_as(&choose(2, TeamSide::Second), None, who(2)), Ok(0));
    played.begin_round().unwrap();
    assert_eq!(round(&played, 1), "P1-P4 P2-P3");
    assert_eq!(played.act(&choose(3, TeamSide::Second)), Err(WrongTeam::Stays.into()));
    let games = played.journal.iter().find_map(|record| match &record.entry {
        Entry::Started { games, .. } => Some(games.len()),
        _ => None,
    });
    assert_eq!(games, Some(2), "both boards are played on this server");
    let mut swiss = Played::of(Format::Swiss { rounds: 3, baku: false }, 4);
    assert_eq!(swiss.act(&choose(1, TeamSide::First)), Err(WrongTeam::None.into()));
    let line_up = Command::LineUp { entrant: EntrantId(1), board: 1 };
    assert_eq!(swiss.act(&line_up), Err(WrongTeam::None.into()));
    assert_eq!(swiss.act(&enter("Guest", "Berg")), Ok(1), "a list with teams is a list of players there");
}

#[test]
fn everybody_meets_everybody_in_a_scheveningen_match() {
    let mut played = teams(ALL, 3, 3);
    for _ in 1..=3 {
        played.begin_round().unwrap();
        played.end_round(|round, board| if round == board { Outcome::Draw } else { Outcome::BlackWins });
    }
    let rounds: Vec<_> = (1..=3).map(|number| round(&played, number)).collect();
    assert_eq!(rounds, ["B1-T1 B2-T2 B3-T3", "T2-B1 T3-B2 B3-T1", "B1-T3 T1-B2 T2-B3"]);
    assert_eq!(played.event.stage, Stage::Finished);
    assert_eq!(played.event.team_points().iter().sum::<i32>(), 90);
    assert_eq!(Event::replay(&played.journal).unwrap(), played.event);
}

#[test]
fn the_numbers_of_a_scheveningen_match_stay() {
    let mut played = teams(ALL, 3, 2);
    withdraw(&mut played, "B2");
    played.act(&enter("B4", "Berg")).unwrap();
    played.begin_round().unwrap();
    assert_eq!(round(&played, 1), "B1-T1 B3-T2 B4-", "who left before has no number");
    played.end_round(|_, _| Outcome::Draw);
    let first = id(&played, "B1");
    let line_up = Command::LineUp { entrant: first, board: 2 };
    assert_eq!(played.act(&line_up), Err(WrongTeam::LineUpStays.into()));
    let other = Settings {
        format: Format::TeamMatch { games: 1, boards: 2, everyone: true },
        ..played.event.settings.clone()
    };
    assert_eq!(played.act(&Command::ChangeSettings(other)), Err(Refusal::FormatStays));
    withdraw(&mut played, "B1");
    assert_eq!(played.act(&line_up), Err(WrongPresence::HasLeft("B1".into()).into()));
    assert_eq!(played.act(&Command::Rejoin(first)), Ok(1), "no round was published since");
    withdraw(&mut played, "B1");
    let berg: Vec<_> = played.event.numbered_line_up(TeamSide::First);
    assert_eq!(berg.iter().map(|id| played.name(*id)).collect::<Vec<_>>(), ["B1", "B3", "B4"]);
    played.begin_round().unwrap();
    assert_eq!(round(&played, 2), "B4-T1 T2- B3-", "two have nobody opposite");
    let went_on = WrongPresence::WentOn { name: "B1".into(), format: ALL };
    assert_eq!(played.act(&Command::Rejoin(first)), Err(went_on.into()));
    played.end_round(|_, _| Outcome::Draw);
    played.begin_round().unwrap();
    assert_eq!(round(&played, 3), "T1-B3 T2-B4");
    played.end_round(|_, _| Outcome::Draw);
    assert_eq!(played.event.stage, Stage::Finished);
}

#[test]
fn settings_without_two_teams_are_refused() {
    let of = |teams: Option<[&str; 2]>, format| {
        let teams = teams.map(|teams| teams.map(str::to_owned));
        create(Settings { teams, ..settings(format) }, None)
    };
    assert!(of(Some(["Berg", "Tal"]), MATCH).is_ok());
    let many = Format::TeamMatch { games: 1, boards: 101, everyone: false };
    for (teams, format) in [
        (None, MATCH),
        (Some(["Berg", "berg "]), MATCH),
        (Some(["", "Tal"]), MATCH),
        (Some(["Be\nrg", "Tal"]), MATCH),
        (Some(["Berg", "Tal"]), many),
    ] {
        let refused = of(teams, format);
        assert!(matches!(refused, Err(Refusal::Settings(WrongSettings::Teams(_)))), "{teams:?} {refused:?}");
    }
    let five = Format::TeamMatch { games: 5, boards: 0, everyone: false };
    assert_eq!(of(Some(["Berg", "Tal"]), five), Err(WrongSettings::Games(5).into()));
}

#[test]
fn a_swiss_becomes_a_team_match_when_everybody_has_a_team() {
    let mut played = Played::of(Format::Swiss { rounds: 3, baku: false }, 4);
    let format = settings(MATCH).format;
    let changed = Settings { teams: settings(MATCH).teams, ..played.event.settings.in_format(format) };
    played.act(&Command::ChangeSettings(changed)).unwrap();
    assert_eq!(played.pair(), Err(NoPairing::WithoutTeam("Player 1".into())));
    for number in 1..=4 {
        let team = if number % 2 == 1 { TeamSide::First } else { TeamSide::Second };
        played.act(&Command::ChooseTeam { entrant: EntrantId(number), team }).unwrap();
    }
    played.begin_round().unwrap();
    assert_eq!(round(&played, 1), "Player 1-Player 2 Player 4-Player 3");
}

#[test]
fn the_files_name_the_teams() {
    let mut played = teams(TWICE, 3, 2);
    played.begin_round().unwrap();
    played.end_round(|_, _| Outcome::WhiteWins);
    withdraw(&mut played, "B1");
    played.begin_round().unwrap();
    played.end_round(|_, _| Outcome::WhiteWins);
    assert_eq!(round(&played, 2), "T1-B2 B3-T2");
    let text = trf(&played.event, false);
    let file = TrfFile::parse(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
    let list = &file.tournament.teams.list;
    let names: Vec<_> = list.iter().map(|team| (team.name.as_str(), team.players.as_slice())).collect();
    assert_eq!(names, [("Berg", &[1, 2, 3][..]), ("Tal", &[4, 5])], "{text}");
    let points: Vec<_> = list.iter().map(|team| team.game_points.unwrap().as_tenths()).collect();
    assert_eq!(points, played.event.team_points(), "{text}");
    // What another program makes of the games is the same.
    let computed = team_standings(&file.tournament, &[], TeamScore::GamePoints);
    let computed: i32 = computed.unwrap().iter().map(|team| team.game_points.as_tenths()).sum();
    assert_eq!(computed, points.iter().sum::<i32>(), "{text}");
    let table = csv(&played.event);
    let mut lines = table.lines();
    assert!(lines.next().unwrap().contains(",club,team,round 1"), "{table}");
    let of_berg = lines.filter(|line| line.contains(",Berg,")).count();
    assert_eq!(of_berg, 3, "{table}");
    let cards = players(text.as_bytes()).unwrap();
    assert_eq!(
        cards.iter().filter(|card| card.team == "Tal").count(),
        2,
        "the file is a list of players, too"
    );
}

#[test]
fn a_journal_without_teams_says_nothing_of_them() {
    let mut played = Played::of(Format::Swiss { rounds: 1, baku: false }, 2);
    played.begin_round().unwrap();
    for record in &played.journal {
        let text = serde_json::to_string(&record.entry).unwrap();
        assert!(!text.contains("team"), "as journals were before there were teams: {text}");
        assert_eq!(serde_json::from_str::<Entry>(&text).unwrap(), record.entry);
    }
}
