// SPDX-License-Identifier: AGPL-3.0-or-later
//! Who may enter an event by themselves, what late entries are worth, and what can still be changed about an event.

use tabiya_events::decide::{Command, Refusal, Stays, Who, WrongEntry};
use tabiya_events::event::{Card, EntrantId, EntryRules, Format, Outcome, Plays, Settings, Stage};
use tabiya_events::files;
use tabiya_events::table::Table;
use tabiya_game::TimeControl;
use tabiya_game::{GameId, Millis};
use tabiya_rules::Variant;

use crate::played::{Played, player};

const SWISS: Format = Format::Swiss { rounds: 5, baku: false };
const CODE: &str = "0ABC 1DEF 2GHJ";

fn by(number: u8) -> Who {
    Who::Player { player: player(number), staff: false }
}

fn join(number: u8, rating: Option<u16>) -> Command {
    let card = Card::new(format!("Online {number}"), rating);
    Command::Enter { player: Some(player(number)), card, plays: None }
}

fn with_code(code: &str, number: u8) -> Command {
    let card = Card::new(format!("Online {number}"), None);
    Command::EnterWithCode { code: code.into(), player: player(number), card }
}

fn changed(played: &mut Played, change: impl FnOnce(&mut Settings)) -> Result<usize, Refusal> {
    let mut settings = played.event.settings.clone();
    change(&mut settings);
    played.act(&Command::ChangeSettings(settings))
}

fn points(played: &Played, entrant: u16) -> i32 {
    let table = Table::of(&played.event);
    table.lines.iter().find(|line| line.entrant == EntrantId(entrant)).unwrap().points
}

#[test]
fn players_show_the_entry_code_once_and_organisers_need_none() {
    let entry = EntryRules { code: Some(CODE.into()), ..EntryRules::default() };
    let mut played = Played::new(Settings { entry, ..Settings::new("Open", SWISS, None, 1) });
    let needed = Err(Refusal::Entry(WrongEntry::CodeNeeded));
    assert_eq!(played.act_as(&join(1, None), None, by(1)), needed);
    for wrong in ["", "0ABC 1DEF 2GHK", "0ABC1DEF", "12345678"] {
        let refused = Err(Refusal::Entry(WrongEntry::WrongCode));
        assert_eq!(played.act_as(&with_code(wrong, 1), None, by(1)), refused, "{wrong}");
    }
    assert_eq!(
        played.act_as(&with_code(CODE, 2), None, by(1)),
        Err(Refusal::NotYours),
        "for themselves alone"
    );
    assert_eq!(played.act_as(&with_code("oabc-idef 2ghj", 1), None, by(1)), Ok(1), "as people type it");
    played.act_as(&Command::Withdraw(EntrantId(1)), None, by(1)).unwrap();
    assert_eq!(played.act_as(&join(1, None), None, by(1)), Ok(1), "whoever comes back has shown it");
    assert_eq!(played.act_as(&join(2, None), None, by(250)), Ok(1), "the owner enters somebody");
    assert_eq!(played.act_as(&join(250, None), None, by(250)), Ok(1));
    changed(&mut played, |settings| settings.open = false).unwrap();
    assert_eq!(played.act_as(&with_code(CODE, 3), None, by(3)), Err(Refusal::EntryClosed));
}

#[test]
fn ratings_outside_the_limits_are_entered_by_the_organiser_alone() {
    let entry = EntryRules { rating_from: Some(1000), rating_to: Some(1600), ..EntryRules::default() };
    let mut played = Played::new(Settings { entry, ..Settings::new("Minor", SWISS, None, 1) });
    let refused = Err(Refusal::Entry(WrongEntry::Rating { from: Some(1000), to: Some(1600) }));
    for (number, rating) in [(1, Some(999)), (2, Some(1601)), (3, None)] {
        assert_eq!(played.act_as(&join(number, rating), None, by(number)), refused, "{rating:?}");
    }
    assert_eq!(played.act_as(&join(4, Some(1600)), None, by(4)), Ok(1));
    assert_eq!(played.act_as(&join(1, Some(999)), None, by(250)), Ok(1));
    let turned = changed(&mut played, |settings| settings.entry.rating_from = Some(1601));
    assert!(turned.unwrap_err().to_string().contains("from a rating of 1601 to one of 1600"));
}

#[test]
fn a_childs_account_is_entered_by_whoever_has_it_on_their_list() {
    let mut played = Played::new(Settings::new("Open", SWISS, None, 1));
    let account = |number: u8, child_of| Command::EnterAccount {
        player: player(number),
        card: Card::new(format!("Account {number}"), None),
        child_of,
    };
    assert_eq!(played.act_as(&account(1, None), None, by(1)), Err(Refusal::NotYours));
    assert_eq!(played.act_as(&account(1, None), None, by(250)), Ok(1));
    let child = |number: u8| Err(Refusal::Entry(WrongEntry::Child(format!("Account {number}"))));
    assert_eq!(played.act_as(&account(2, Some(Some(player(249)))), None, by(250)), child(2));
    assert_eq!(played.act_as(&account(2, Some(None)), None, by(250)), child(2));
    assert_eq!(played.act_as(&account(2, Some(Some(player(250)))), None, by(250)), Ok(1));
    // A helper of the event who looks after the child.
    played.act(&Command::Helper { player: player(249), helps: true }).unwrap();
    assert_eq!(played.act_as(&account(3, Some(Some(player(249)))), None, by(249)), Ok(1));
    assert!(played.event.entrants.iter().all(|one| one.plays == Plays::Online));
    assert!(matches!(played.act_as(&account(3, None), None, by(250)), Err(Refusal::EnteredBefore(_))));
}

#[test]
fn late_entries_get_half_a_point_for_each_round_up_to_the_limit() {
    let mut played = Played::of(SWISS, 8);
    changed(&mut played, |settings| settings.late_half = 2).unwrap();
    played.begin_round().unwrap();
    played.end_round(|_, _| Outcome::Draw);
    played.enter("One late", Some(2000));
    assert_eq!(points(&played, 9), 5, "one round was missed");
    // The draft of round 2 is discarded: then the next one is played, and is worth what it brings.
    played.pair().unwrap();
    played.enter("Two late", Some(1990));
    played.act(&Command::UndoDraft).unwrap();
    played.begin_round().unwrap();
    assert!(played.event.rounds[1].board_of(EntrantId(10)).is_some());
    assert_eq!(points(&played, 10), 5);
    played.end_round(|_, _| Outcome::Draw);
    played.begin_round().unwrap();
    played.end_round(|_, _| Outcome::Draw);
    played.enter("Four late", Some(1980));
    assert_eq!(points(&played, 11), 10, "round 3 is behind the limit");
    // Leaving and coming back earns nothing.
    let before = points(&played, 1);
    played.act(&Command::Withdraw(EntrantId(1))).unwrap();
    played.act(&Command::Rejoin(EntrantId(1))).unwrap();
    assert_eq!(points(&played, 1), before);
    let text = files::trf(&played.event, true);
    let line = text.lines().find(|line| line.contains("Four late")).unwrap();
    assert_eq!(line.matches('H').count(), 2, "{line}");
}

#[test]
fn nothing_is_changed_that_games_have_followed_from() {
    let mut played = Played::of(SWISS, 6);
    assert_eq!(changed(&mut played, |settings| settings.rated = true), Ok(1));
    assert_eq!(changed(&mut played, |settings| settings.variant = Variant::Chess960), Ok(1));
    played.begin_round().unwrap();
    let rated = changed(&mut played, |settings| settings.rated = false);
    assert_eq!(rated, Err(Refusal::Stays(Stays::Rated)));
    let standard = changed(&mut played, |settings| settings.variant = Variant::Standard);
    assert_eq!(standard, Err(Refusal::Stays(Stays::Variant)));
    let faster = changed(&mut played, |settings| settings.format = Format::Swiss { rounds: 5, baku: true });
    assert_eq!(faster, Err(Refusal::FormatStays), "the pairings so far were others");
    assert_eq!(changed(&mut played, |settings| settings.open = false), Ok(1));
    played.end_round(|_, _| Outcome::Draw);
    // Nobody is paired otherwise because of who may enter.
    played.pair().unwrap();
    assert_eq!(changed(&mut played, |settings| settings.open = true), Ok(1));
    assert!(played.event.draft().is_some());

    let mut cup = Played::of(Format::KnockOut { games: 2 }, 4);
    cup.begin_round().unwrap();
    let single = changed(&mut cup, |settings| settings.format = Format::KnockOut { games: 1 });
    assert_eq!(single, Err(Refusal::FormatStays), "half of the matches would be over");

    let time = TimeControl::new(Millis::from_secs(180), Millis(0)).unwrap();
    let mut arena = Played::new(Settings::new("Arena", Format::Arena { minutes: 60 }, Some(time), 1));
    for number in [1, 2] {
        arena.act_as(&join(number, None), None, by(number)).unwrap();
    }
    assert_eq!(changed(&mut arena, |settings| settings.berserk = false), Ok(1));
    arena.act(&Command::Start { ids: vec![GameId::from_bits(1)] }).unwrap();
    let berserk = changed(&mut arena, |settings| settings.berserk = true);
    assert_eq!(berserk, Err(Refusal::Stays(Stays::Berserk)));
}

#[test]
fn a_change_of_tie_breaks_after_a_round_stays_in_the_tournament_file() {
    let mut played = Played::of(Format::Swiss { rounds: 2, baku: false }, 4);
    changed(&mut played, |settings| settings.tie_breaks = vec!["BH".into()]).unwrap();
    played.begin_round().unwrap();
    played.end_round(|_, _| Outcome::WhiteWins);
    assert!(!files::trf(&played.event, true).contains("tie-breaks changed"), "nothing was played");
    changed(&mut played, |settings| settings.tie_breaks = vec!["SB".into(), "DE".into()]).unwrap();
    assert_eq!(Table::of(&played.event).tie_breaks, ["SB", "DE"]);
    let file = files::trf(&played.event, false);
    assert!(file.contains("### tie-breaks changed after round 1, before: BH\n"), "{file}");
    played.begin_round().unwrap();
    played.end_round(|_, _| Outcome::WhiteWins);
    assert_eq!(played.event.stage, Stage::Finished);
    let after = changed(&mut played, |settings| settings.tie_breaks = vec!["BH".into()]);
    assert_eq!(after, Err(Refusal::Stays(Stays::TieBreaks)));
}

#[test]
fn the_tournament_file_says_that_chess960_is_played() {
    let settings = Settings { variant: Variant::Chess960, ..Settings::new("Open", SWISS, None, 1) };
    assert!(files::trf(&Played::new(settings).event, false).contains("### the games are Chess960\n"));
    assert!(!files::trf(&Played::of(SWISS, 2).event, false).contains("960"));
}
