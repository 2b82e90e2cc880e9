// SPDX-License-Identifier: AGPL-3.0-or-later
//! What one section asks of the others.

use tabiya_game::{PlayerId, Time};
use tabiya_protocol::events::EventId;

use super::*;
use crate::decide::{create, first_board};
use crate::event::{Card, MemberOf, Plays};
use crate::pairing;

const ANN: PlayerId = PlayerId::from_bytes([1; 16]);

fn section(name: &str, place: u16, limits: (Option<u16>, Option<u16>)) -> Event {
    let mut settings = Settings::new(name, Format::Swiss { rounds: 3, baku: false }, None, 1);
    settings.over_the_board = true;
    settings.section = Some(Section {
        part: None,
        festival: EventId::from_bits(1),
        festival_name: "Congress".into(),
        name: name.into(),
        place,
        rating_from: limits.0,
        rating_to: limits.1,
        first_board: None,
    });
    let entry = create(settings, None).unwrap();
    Event::begin(&Record { number: 1, at: Time(0), by: None, entry }).unwrap()
}

fn take(event: &mut Event, entries: Vec<Entry>) {
    for entry in entries {
        let number = event.head + 1;
        event.apply(&Record { number, at: Time(0), by: None, entry }).unwrap();
    }
}

/// Decides among the others, and takes what was decided.
fn act(event: &mut Event, command: &Command, who: Who, others: &[&Event]) -> Result<(), Refusal> {
    let entries = decide(event, command, None, who)?;
    let entries = with_others(event, entries, who, &Others::new(others.to_vec()))?;
    take(event, entries);
    Ok(())
}

fn enter(event: &mut Event, names: std::ops::Range<u16>) {
    for name in names {
        let card = Card::new(format!("Player {name}"), Some(1000 + name));
        let enter = Command::Enter { player: None, card, plays: Some(Plays::OverTheBoard) };
        act(event, &enter, Who::Operator, &[]).unwrap();
    }
}

fn pair(event: &mut Event, others: &[&Event]) -> Vec<u16> {
    let draft = pairing::pair(event, |_, _| {}).unwrap();
    act(event, &Command::TakeDraft(draft), Who::Operator, others).unwrap();
    event.rounds.last().unwrap().boards.iter().map(|board| board.number).collect()
}

#[test]
fn board_numbers_run_on_from_one_section_to_the_next() {
    let (mut open, mut minor) = (section("Open", 1, (None, None)), section("Minor", 2, (None, None)));
    enter(&mut open, 0..6);
    enter(&mut minor, 10..14);
    // Which one is paired first does not matter.
    assert_eq!(pair(&mut minor, &[&open]), [4, 5]);
    assert_eq!(pair(&mut open, &[&minor]), [1, 2, 3]);
    act(&mut minor, &Command::UndoDraft, Who::Operator, &[&open]).unwrap();
    assert_eq!(pair(&mut minor, &[&open]), [4, 5]);
}

#[test]
fn a_late_entry_gives_no_two_tables_the_same_number() {
    let (mut open, mut minor) = (section("Open", 1, (None, None)), section("Minor", 2, (None, None)));
    enter(&mut open, 0..4);
    enter(&mut minor, 10..14);
    assert_eq!(pair(&mut minor, &[&open]), [3, 4]);
    enter(&mut open, 4..6);
    assert_eq!(pair(&mut open, &[&minor]), [1, 2, 5], "3 and 4 are the Minor's");
    act(&mut open, &Command::Publish, Who::Operator, &[&minor]).unwrap();
    enter(&mut open, 6..8);
    let add = Command::AddBoard { white: EntrantId(7), black: Some(EntrantId(8)) };
    act(&mut open, &add, Who::Operator, &[&minor]).unwrap();
    assert_eq!(open.rounds[0].boards.last().unwrap().number, 6);
    // Results are entered by these numbers.
    let result = |board| {
        let outcome = crate::event::Outcome::Draw;
        Command::EnterResult { round: None, board, game: None, outcome }
    };
    act(&mut open, &result(5), Who::Operator, &[&minor]).unwrap();
    assert_eq!(open.rounds[0].boards[2].outcome(), Some(crate::event::Outcome::Draw));
    assert!(matches!(
        act(&mut open, &result(3), Who::Operator, &[&minor]),
        Err(Refusal::NoSuchBoard { board: 3, .. })
    ));
}

/// A table with its number stands where a wheelchair gets to, whoever plays around it.
#[test]
fn a_fixed_board_stands_in_no_other_section() {
    let (mut open, mut minor) = (section("Open", 1, (None, None)), section("Minor", 2, (None, None)));
    enter(&mut open, 0..6);
    enter(&mut minor, 10..16);
    let fix = |entrant, board| Command::FixBoard { entrant: EntrantId(entrant), board };
    act(&mut minor, &fix(6, Some(1)), Who::Operator, &[&open]).unwrap();
    assert_eq!(pair(&mut open, &[&minor]), [2, 3, 4], "board 1 is the Minor's");
    assert_eq!(pair(&mut minor, &[&open]), [1, 5, 6]);
    for event in [&mut open, &mut minor] {
        act(event, &Command::Publish, Who::Operator, &[]).unwrap();
    }
    assert_eq!(first_board(&minor, &[&open]), 5, "board 1 is not where the section begins");
    // In a draft, too; and where another section plays it is not free.
    let (mut open, mut minor) = (section("Open", 1, (None, None)), section("Minor", 2, (None, None)));
    enter(&mut open, 0..6);
    enter(&mut minor, 10..16);
    assert_eq!(pair(&mut open, &[&minor]), [1, 2, 3]);
    assert_eq!(pair(&mut minor, &[&open]), [4, 5, 6]);
    act(&mut minor, &fix(6, Some(9)), Who::Operator, &[&open]).unwrap();
    let numbers =
        |event: &Event| -> Vec<u16> { event.rounds[0].boards.iter().map(|board| board.number).collect() };
    assert_eq!(numbers(&minor), [9, 4, 5]);
    act(&mut minor, &fix(6, Some(2)), Who::Operator, &[&open]).unwrap();
    assert_eq!(numbers(&minor), [4, 5, 6]);
}

#[test]
fn a_fixed_board_comes_along_into_another_section() {
    let (mut open, minor) = (section("Open", 1, (None, None)), section("Minor", 2, (None, None)));
    enter(&mut open, 0..4);
    let fix = Command::FixBoard { entrant: EntrantId(2), board: Some(3) };
    act(&mut open, &fix, Who::Operator, &[&minor]).unwrap();
    let (_, comes) = move_entrant((&open, EntrantId(2)), &minor, &[], Who::Operator).unwrap();
    assert_eq!(after(&minor, &comes).unwrap().entrants[0].fixed_board, Some(3));
}

#[test]
fn the_cards_on_the_tables_stay_true() {
    let (mut open, mut minor) = (section("Open", 1, (None, None)), section("Minor", 2, (None, None)));
    enter(&mut open, 0..6);
    enter(&mut minor, 10..14);
    assert_eq!(first_board(&minor, &[&open]), 4, "before anything is paired");
    assert_eq!(pair(&mut minor, &[&open]), [4, 5]);
    act(&mut minor, &Command::Publish, Who::Operator, &[]).unwrap();
    assert_eq!(pair(&mut open, &[&minor]), [1, 2, 3]);
    for event in [&mut open, &mut minor] {
        if event.draft().is_some() {
            act(event, &Command::Publish, Who::Operator, &[]).unwrap();
        }
        act(event, &Command::Start { ids: Vec::new() }, Who::Operator, &[]).unwrap();
        let boards: Vec<u16> = event.rounds[0].boards.iter().map(|board| board.number).collect();
        boards.into_iter().for_each(|board| finish_board(event, 1, board));
    }
    // Two leave the Open, and two come: the Minor keeps its tables, also while it is between two rounds.
    for id in [1, 2] {
        act(&mut open, &Command::Withdraw(EntrantId(id)), Who::Operator, &[]).unwrap();
    }
    assert_eq!((first_board(&open, &[&minor]), first_board(&minor, &[&open])), (1, 4));
    enter(&mut open, 6..12);
    assert_eq!(pair(&mut open, &[&minor]), [1, 2, 3, 6, 7], "4 and 5 are the Minor's");
    assert_eq!(pair(&mut minor, &[&open]), [4, 5]);
    // A section that begins later has its place behind the largest round of those before it, also once they are over.
    let mut later = section("Under 10", 3, (None, None));
    enter(&mut later, 20..24);
    assert_eq!(first_board(&later, &[&open, &minor]), 6);
    act(&mut open, &Command::UndoDraft, Who::Operator, &[]).unwrap();
    act(&mut minor, &Command::UndoDraft, Who::Operator, &[]).unwrap();
    act(&mut minor, &Command::Finish, Who::Operator, &[]).unwrap();
    act(&mut open, &Command::Cancel { reason: String::new() }, Who::Operator, &[]).unwrap();
    assert_eq!(pair(&mut later, &[&open, &minor]), [6, 7]);
}

#[test]
fn an_arbiter_fixes_where_a_section_begins() {
    let (mut open, mut minor) = (section("Open", 1, (None, None)), section("Minor", 2, (None, None)));
    enter(&mut open, 0..4);
    enter(&mut minor, 10..14);
    let mut settings = minor.settings.clone();
    settings.section.as_mut().unwrap().first_board = Some(41);
    act(&mut minor, &Command::ChangeSettings(settings), Who::Operator, &[&open]).unwrap();
    assert_eq!(pair(&mut minor, &[&open]), [41, 42]);
    let mut later = section("Under 10", 3, (None, None));
    enter(&mut later, 20..24);
    assert_eq!(pair(&mut later, &[&open, &minor]), [43, 44], "after the section before it");
}

#[test]
fn nobody_plays_in_two_sections() {
    let (mut open, mut minor) = (section("Open", 1, (None, None)), section("Minor", 2, (None, Some(1600))));
    let by_herself = Who::Player { player: ANN, staff: false };
    let join =
        |rating| Command::Enter { player: Some(ANN), card: Card::new("Ann", Some(rating)), plays: None };
    assert!(matches!(
        act(&mut minor, &join(1601), by_herself, &[&open]),
        Err(Refusal::Section(WrongSection::Rating { to: Some(1600), .. }))
    ));
    act(&mut minor, &join(1601), Who::Operator, &[&open]).unwrap();
    assert!(matches!(
        act(&mut open, &join(1601), by_herself, &[&minor]),
        Err(Refusal::Section(WrongSection::InAnother { .. }))
    ));
    act(&mut minor, &Command::Withdraw(EntrantId(1)), by_herself, &[&open]).unwrap();
    act(&mut open, &join(1601), by_herself, &[&minor]).unwrap();
    // She comes back in neither way.
    assert!(act(&mut minor, &Command::Rejoin(EntrantId(1)), Who::Operator, &[&open]).is_err());
    let name = Card::new("lind, BO", None);
    let bo = |card| Command::Enter { player: None, card, plays: Some(Plays::OverTheBoard) };
    act(&mut minor, &bo(Card::new("Bo Lind", None)), Who::Operator, &[&open]).unwrap();
    assert!(act(&mut open, &bo(name), Who::Operator, &[&minor]).is_err());
}

#[test]
fn who_moves_leaves_one_section_and_comes_into_the_other() {
    let (mut open, mut minor) = (section("Open", 1, (None, None)), section("Minor", 2, (None, Some(1600))));
    enter(&mut open, 0..3);
    let there = Command::CheckIn { entrant: EntrantId(2), present: true };
    act(&mut open, &there, Who::Operator, &[]).unwrap();
    act(&mut open, &Command::NotePaid { entrant: EntrantId(2), paid: true }, Who::Operator, &[]).unwrap();
    let (left, comes) = move_entrant((&open, EntrantId(2)), &minor, &[], Who::Operator).unwrap();
    take(&mut open, left);
    take(&mut minor, comes);
    assert_eq!((open.present(), minor.present()), (2, 1));
    let moved = &minor.entrants[0];
    assert_eq!((moved.card.name.as_str(), moved.checked_in, moved.paid), ("Player 1", true, true));
    // And back, as the one who left.
    let (left, comes) = move_entrant((&minor, EntrantId(1)), &open, &[], Who::Operator).unwrap();
    take(&mut minor, left);
    take(&mut open, comes);
    assert_eq!((open.present(), minor.present(), open.entrants.len()), (3, 0, 3));
    assert!(matches!(
        move_entrant((&minor, EntrantId(1)), &open, &[], Who::Operator),
        Err(Refusal::Presence(WrongPresence::HasLeft(_)))
    ));
    let stranger = Who::Player { player: ANN, staff: false };
    assert_eq!(move_entrant((&open, EntrantId(1)), &minor, &[], stranger).err(), Some(Refusal::NotYours));
}

fn publish(event: &mut Event, others: &[&Event]) {
    pair(event, others);
    act(event, &Command::Publish, Who::Operator, &[]).unwrap();
}

fn finish_board(event: &mut Event, round: u16, board: u16) {
    let outcome = crate::event::Outcome::Draw;
    let result = Command::EnterResult { round: Some(round), board, game: None, outcome };
    act(event, &result, Who::Operator, &[]).unwrap();
}

#[test]
fn nobody_leaves_a_game_for_another_section() {
    let (mut open, mut minor) = (section("Open", 1, (None, None)), section("Minor", 2, (None, None)));
    enter(&mut open, 0..4);
    publish(&mut open, &[&minor]);
    let still_plays = |refused: Option<Refusal>| {
        assert_eq!(
            refused,
            Some(WrongSection::StillPlays { name: "Player 0".into(), section: "Open".into() }.into())
        );
    };
    still_plays(move_entrant((&open, EntrantId(1)), &minor, &[], Who::Operator).err());
    // Nor in two steps.
    act(&mut open, &Command::Withdraw(EntrantId(1)), Who::Operator, &[&minor]).unwrap();
    let join =
        Command::Enter { player: None, card: Card::new("Player 0", None), plays: Some(Plays::OverTheBoard) };
    still_plays(act(&mut minor, &join, Who::Operator, &[&open]).err());
    act(&mut open, &Command::Start { ids: Vec::new() }, Who::Operator, &[]).unwrap();
    still_plays(act(&mut minor, &join, Who::Operator, &[&open]).err());
    let board = open.rounds[0].board_of(EntrantId(1)).map(|place| open.rounds[0].boards[place].number);
    finish_board(&mut open, 1, board.unwrap());
    act(&mut minor, &join, Who::Operator, &[&open]).unwrap();
}

#[test]
fn whoever_left_an_arena_plays_its_last_game_first() {
    let mut arena = section("Blitz", 1, (None, None));
    arena.settings.format = Format::Arena { minutes: 60 };
    arena.settings.over_the_board = false;
    let mut minor = section("Minor", 2, (None, None));
    for player in [1, 2] {
        let player = Some(PlayerId::from_bytes([player; 16]));
        let card = Card::new(format!("Player {player:?}"), None);
        let enter = Command::Enter { player, card, plays: None };
        act(&mut arena, &enter, Who::Operator, &[]).unwrap();
    }
    let game = tabiya_game::GameId::from_bits(7);
    take(
        &mut arena,
        vec![Entry::ArenaOpened, Entry::Wave { games: vec![(EntrantId(1), EntrantId(2), game)] }],
    );
    let refused = move_entrant((&arena, EntrantId(1)), &minor, &[], Who::Operator).err();
    assert!(matches!(refused, Some(Refusal::Section(WrongSection::StillPlays { .. }))));
    act(&mut arena, &Command::Withdraw(EntrantId(1)), Who::Operator, &[]).unwrap();
    let join = Command::Enter { player: Some(ANN), card: Card::new("Ann", None), plays: None };
    let refused = act(&mut minor, &join, Who::Operator, &[&arena]).err();
    assert!(matches!(refused, Some(Refusal::Section(WrongSection::StillPlays { .. }))));
    let outcome = crate::event::Outcome::Draw;
    take(&mut arena, vec![Entry::ArenaResult { game: 1, outcome, plies: 9, berserk: [false; 2] }]);
    act(&mut minor, &join, Who::Operator, &[&arena]).unwrap();
}

fn moved(from: &mut Event, id: u16, to: &mut Event) -> Result<(), Refusal> {
    let (left, comes) = move_entrant((from, EntrantId(id)), to, &[], Who::Operator)?;
    take(from, left);
    take(to, comes);
    Ok(())
}

#[test]
fn who_is_away_is_away_after_a_move_too() {
    let (mut open, mut minor) = (section("Open", 1, (None, None)), section("Minor", 2, (None, None)));
    enter(&mut open, 0..2);
    let bye = |round| Command::AskBye { entrant: EntrantId(1), round };
    for command in [bye(1), bye(3), Command::Pause(EntrantId(1))] {
        act(&mut open, &command, Who::Operator, &[]).unwrap();
    }
    // One round of the other section is played: no bye is asked for it any more.
    enter(&mut minor, 10..14);
    publish(&mut minor, &[&open]);
    moved(&mut open, 1, &mut minor).unwrap();
    let there = &minor.entrants[4];
    let byes: Vec<u16> = there.byes.iter().map(|(round, _)| *round).collect();
    assert_eq!((there.presence, byes), (Presence::Paused, vec![3]));
    // Whoever comes back has the card that was corrected since.
    let card = Card::new("Player 0", Some(1888));
    let correct = Command::CorrectCard { entrant: EntrantId(5), card: card.clone() };
    act(&mut minor, &correct, Who::Operator, &[&open]).unwrap();
    moved(&mut minor, 5, &mut open).unwrap();
    let back = &open.entrants[0];
    assert_eq!((&back.card, back.presence), (&card, Presence::Paused));
    // Nobody pauses in a round robin: then the move is refused, and nobody is paired by mistake.
    let mut all = section("All", 3, (None, None));
    all.settings.format = Format::RoundRobin { cycles: 1 };
    let refused = moved(&mut open, 1, &mut all);
    assert!(matches!(refused, Err(Refusal::Presence(WrongPresence::NoPausing(_)))));
}

/// The one who moves them is an organiser, and whom an organiser takes out comes back by an organiser alone.
#[test]
fn whoever_has_paused_by_themselves_comes_back_by_themselves_after_a_move() {
    let organiser = Who::Player { player: PlayerId::from_bytes([9; 16]), staff: true };
    let ann = Who::Player { player: ANN, staff: false };
    for (paused_by, may_come_back) in [(ann, true), (organiser, false)] {
        let (mut open, mut minor) = (section("Open", 1, (None, None)), section("Minor", 2, (None, None)));
        let join = Command::Enter { player: Some(ANN), card: Card::new("Ann", None), plays: None };
        let by = |event: &mut Event, entries: Vec<Entry>, who: Who| {
            for entry in entries {
                let (number, by) = (event.head + 1, who.player());
                event.apply(&Record { number, at: Time(0), by, entry }).unwrap();
            }
        };
        let entries = decide(&open, &join, None, organiser).unwrap();
        by(&mut open, entries, organiser);
        let entries = decide(&open, &Command::Pause(EntrantId(1)), None, paused_by).unwrap();
        by(&mut open, entries, paused_by);
        let (left, comes) = move_entrant((&open, EntrantId(1)), &minor, &[], organiser).unwrap();
        by(&mut open, left, organiser);
        by(&mut minor, comes, organiser);
        assert_eq!(minor.entrants[0].presence, Presence::Paused);
        let back = decide(&minor, &Command::Rejoin(EntrantId(1)), None, ann);
        assert_eq!(back.is_ok(), may_come_back, "{paused_by:?}");
    }
}

#[test]
fn who_is_claimed_after_a_move_comes_back_with_the_account() {
    let (mut open, mut minor) = (section("Open", 1, (None, None)), section("Minor", 2, (None, None)));
    enter(&mut open, 0..2);
    moved(&mut open, 1, &mut minor).unwrap();
    take(&mut minor, vec![Entry::Claimed { entrant: EntrantId(1), player: ANN }]);
    moved(&mut minor, 1, &mut open).unwrap();
    let back = &open.entrants[0];
    assert_eq!((open.entrants.len(), back.player, back.claimed), (2, Some(ANN), true));
    assert_eq!((back.presence, minor.present()), (Presence::Present, 0));
    moved(&mut open, 1, &mut minor).unwrap();
    assert_eq!((minor.entrants.len(), minor.entrants[0].player), (1, Some(ANN)));
}

#[test]
fn a_person_is_known_by_account_by_list_and_by_the_name_that_an_organiser_wrote() {
    let (mut open, mut minor) = (section("Open", 1, (None, None)), section("Minor", 2, (None, None)));
    let in_another = |refused: Result<(), Refusal>| {
        matches!(refused, Err(Refusal::Section(WrongSection::InAnother { .. })))
    };
    enter(&mut open, 0..2);
    // A claimed player still has the name that the organiser wrote.
    take(&mut open, vec![Entry::Claimed { entrant: EntrantId(1), player: ANN }]);
    let named = |name: &str| Command::Enter {
        player: None,
        card: Card::new(name, None),
        plays: Some(Plays::OverTheBoard),
    };
    assert!(in_another(act(&mut minor, &named("Player 0"), Who::Operator, &[&open])));
    // Nobody gets the name of somebody in another section by a correction.
    act(&mut minor, &named("Zoe"), Who::Operator, &[&open]).unwrap();
    let correct = |name: &str| Command::CorrectCard { entrant: EntrantId(1), card: Card::new(name, None) };
    assert!(in_another(act(&mut minor, &correct("Player 1"), Who::Operator, &[&open])));
    act(&mut minor, &correct("Zoë"), Who::Operator, &[&open]).unwrap();
    // A member of a list is the same under another name.
    let member = MemberOf { list: ANN, number: 4 };
    let of = |name: &str| Command::EnterMember {
        member,
        card: Box::new(Card::new(name, None)),
        child: false,
        present: false,
        paid: false,
    };
    act(&mut open, &of("Kim Berg"), Who::Operator, &[&minor]).unwrap();
    assert!(in_another(act(&mut minor, &of("Kim Tal"), Who::Operator, &[&open])));
    // Whose name was erased is nobody's double.
    take(&mut open, vec![Entry::Erased { entrant: EntrantId(2) }]);
    act(&mut minor, &named("Player 2"), Who::Operator, &[&open]).unwrap();
}

#[test]
fn whose_section_is_over_may_enter_a_side_event() {
    let (mut open, mut blitz) = (section("Open", 1, (None, None)), section("Blitz", 2, (None, None)));
    enter(&mut open, 0..1);
    let again =
        Command::Enter { player: None, card: Card::new("Player 0", None), plays: Some(Plays::OverTheBoard) };
    assert!(act(&mut blitz, &again, Who::Operator, &[&open]).is_err());
    act(&mut open, &Command::Finish, Who::Operator, &[]).unwrap();
    act(&mut blitz, &again, Who::Operator, &[&open]).unwrap();
}

#[test]
fn the_players_of_the_others_are_gathered_only_for_an_entry_about_a_person() {
    let (mut open, minor) = (section("Open", 1, (None, None)), section("Minor", 2, (None, None)));
    enter(&mut open, 0..1);
    let others = Others::new(vec![&open]);
    let is_gathered = |entry: Entry| {
        with_others(&minor, vec![entry], Who::Operator, &others).unwrap();
        others.is_gathered()
    };
    let draft = Entry::Paired {
        round: 1,
        boards: Vec::new(),
        byes: Vec::new(),
        half_byes: Vec::new(),
        away: Vec::new(),
        engine: String::new(),
        seats: false,
    };
    assert!(!is_gathered(draft), "no entry about a person asks for it");
    let entered = |name: &str| Entry::Entered {
        entrant: EntrantId(1),
        player: None,
        card: Card::new(name, None),
        plays: Plays::OverTheBoard,
        team: None,
        member: None,
    };
    assert!(is_gathered(entered("Zoe")));
}

#[test]
fn nobody_moves_away_from_a_game() {
    let (mut open, minor) = (section("Open", 1, (None, None)), section("Minor", 2, (None, None)));
    enter(&mut open, 0..4);
    pair(&mut open, &[&minor]);
    act(&mut open, &Command::Publish, Who::Operator, &[]).unwrap();
    act(&mut open, &Command::Start { ids: Vec::new() }, Who::Operator, &[]).unwrap();
    assert!(matches!(
        move_entrant((&open, EntrantId(1)), &minor, &[], Who::Operator),
        Err(Refusal::Presence(WrongPresence::PlaysNow(_)))
    ));
}
