// SPDX-License-Identifier: AGPL-3.0-or-later
//! A player who sits at the same board in every round.

use tabiya_events::decide::{Command, Overtaken, Refusal, Who, WrongBoard};
use tabiya_events::event::{Card, EntrantId, Event, Format, Outcome, Plays, RoundStage, Settings};
use tabiya_events::view::{self, Standings, Visitor};
use tabiya_game::{Millis, TimeControl};
use tabiya_protocol::events::EventView;

use crate::member_lists::by;
use crate::played::{Played, player};

const SWISS: Format = Format::Swiss { rounds: 3, baku: false };

/// Eight players at four wooden boards: in the first round 1 meets 5, 2 meets 6, and so on.
fn eight() -> Played {
    let mut played = Played::of(SWISS, 0);
    for name in ["Ann", "Bo", "Cid", "Dora", "Eva", "Fay", "Gus", "Hal"] {
        let rating = 2400 - 100 * u16::from(name.as_bytes()[0] - b'A');
        let cards = vec![Card::new(name, Some(rating))];
        played.act(&Command::AddAtDesk { cards, present: true, paid: false }).unwrap();
    }
    played
}

fn fix(entrant: u16, board: Option<u16>) -> Command {
    Command::FixBoard { entrant: EntrantId(entrant), board }
}

/// The numbers of the boards of the last round in the order of its pairing.
fn numbers(event: &Event) -> Vec<u16> {
    event.rounds.last().unwrap().boards.iter().map(|board| board.number).collect()
}

/// Where somebody sits in the last round.
fn board_of(event: &Event, entrant: u16) -> Option<u16> {
    let round = event.rounds.last().unwrap();
    round.board_of(EntrantId(entrant)).map(|place| round.boards[place].number)
}

fn seen_by(event: &Event, who: Option<Who>) -> EventView {
    let visitor = Visitor { who, is_ghost: &|_| false, owner: None, helpers: Vec::new() };
    view::event("zzzzzzzz".parse().unwrap(), event, &Standings::of(event), &visitor)
}

#[test]
fn a_player_sits_at_the_same_board_in_every_round() {
    let mut played = eight();
    assert_eq!(played.act(&fix(4, Some(1))), Ok(1));
    for round in 1..=3 {
        played.pair().unwrap();
        assert_eq!(board_of(&played.event, 4), Some(1), "round {round}");
        let mut all = numbers(&played.event);
        all.sort_unstable();
        assert_eq!(all, [1, 2, 3, 4], "nobody's table is missing");
        let counted: Vec<u16> = numbers(&played.event).into_iter().filter(|board| *board != 1).collect();
        assert!(counted.is_sorted(), "the others stay in their order: {counted:?}");
        // What is read goes by the numbers.
        let shown = seen_by(&played.event, Some(by(250)));
        assert!(shown.rounds.last().unwrap().boards.is_sorted_by_key(|board| board.number));
        played.act(&Command::Publish).unwrap();
        for board in 1..=4 {
            let outcome = Outcome::WhiteWins;
            played.act(&Command::EnterResult { round: None, board, game: None, outcome }).unwrap();
        }
        assert_eq!(played.event.rounds.last().unwrap().stage, RoundStage::Started);
    }
    assert_eq!(Event::replay(&played.journal).unwrap(), played.event);
}

#[test]
fn a_board_far_away_takes_no_number_from_the_others() {
    let mut played = eight();
    played.act(&fix(1, Some(30))).unwrap();
    played.pair().unwrap();
    assert_eq!(numbers(&played.event), [30, 1, 2, 3]);
    played.act(&Command::Publish).unwrap();
    for name in ["Ida", "Jo"] {
        let cards = vec![Card::new(name, None)];
        played.act(&Command::AddAtDesk { cards, present: true, paid: false }).unwrap();
    }
    // Latecomers sit behind the others, or at their own board.
    played.act(&Command::AddBoard { white: EntrantId(9), black: Some(EntrantId(10)) }).unwrap();
    assert_eq!(board_of(&played.event, 9), Some(4));
    assert_eq!(Event::replay(&played.journal).unwrap(), played.event);
}

#[test]
fn a_latecomer_sits_at_the_fixed_board_unless_somebody_is_there() {
    for (board, sits) in [(12, 12), (2, 5)] {
        let mut played = eight();
        played.pair().unwrap();
        played.act(&Command::Publish).unwrap();
        for name in ["Ida", "Jo"] {
            let cards = vec![Card::new(name, None)];
            played.act(&Command::AddAtDesk { cards, present: true, paid: false }).unwrap();
        }
        played.act(&fix(10, Some(board))).unwrap();
        played.act(&Command::AddBoard { white: EntrantId(9), black: Some(EntrantId(10)) }).unwrap();
        assert_eq!(board_of(&played.event, 10), Some(sits));
    }
}

/// The arbiter remembers it when the draft stands already. Its pairs stay.
#[test]
fn a_draft_gets_other_numbers_and_its_first_ones_back() {
    let mut played = eight();
    played.pair().unwrap();
    let pairs =
        |event: &Event| -> Vec<_> { event.rounds[0].boards.iter().map(|board| board.players()).collect() };
    let before = (pairs(&played.event), numbers(&played.event));
    assert_eq!(before.1, [1, 2, 3, 4]);
    played.act(&fix(8, Some(2))).unwrap();
    assert_eq!((pairs(&played.event), numbers(&played.event)), (before.0.clone(), vec![1, 3, 4, 2]));
    // By hand, too.
    let mut boards = before.0.clone();
    boards.swap(0, 3);
    played.act(&Command::PairByHand { boards, byes: Vec::new() }).unwrap();
    assert_eq!(numbers(&played.event), [2, 1, 3, 4]);
    played.act(&Command::UndoDraft).unwrap();
    played.pair().unwrap();
    assert_eq!(numbers(&played.event), [1, 3, 4, 2], "the undone draft had the board, the player keeps it");
    played.act(&fix(8, None)).unwrap();
    assert_eq!((pairs(&played.event), numbers(&played.event)), before);
    // A published round keeps its numbers: the sheets hang on the wall.
    played.act(&Command::Publish).unwrap();
    played.act(&fix(8, Some(1))).unwrap();
    assert_eq!(numbers(&played.event), [1, 2, 3, 4]);
    assert_eq!(Event::replay(&played.journal).unwrap(), played.event);
}

#[test]
fn where_two_meet_who_have_a_board_each_the_lower_one_is_theirs() {
    let mut played = eight();
    played.act(&fix(1, Some(7))).unwrap();
    played.act(&fix(5, Some(3))).unwrap();
    played.pair().unwrap();
    assert_eq!(board_of(&played.event, 1), Some(3));
    assert_eq!(board_of(&played.event, 5), Some(3));
}

#[test]
fn a_board_is_one_players_and_an_organiser_fixes_it() {
    let mut played = eight();
    let wrong = |why: WrongBoard| Err(Refusal::Board(why));
    for board in [0, 501] {
        assert_eq!(played.act(&fix(4, Some(board))), wrong(WrongBoard::Number));
    }
    played.act(&fix(4, Some(500))).unwrap();
    let taken = WrongBoard::Taken { board: 500, name: "Dora".into() };
    assert_eq!(played.act(&fix(5, Some(500))), wrong(taken));
    assert_eq!(played.act(&fix(4, Some(500))), Ok(0), "twice is once");
    let refused = played.act_as(&fix(4, None), None, by(77));
    assert_eq!(refused, Err(Refusal::NotYours));
    // Two helpers at once: the second one is told.
    let seen = Some(played.event.head);
    played.act(&fix(4, Some(9))).unwrap();
    let refused = played.act_as(&fix(4, Some(8)), seen, by(250));
    assert_eq!(refused, Err(Refusal::Overtaken(Overtaken::Entrant { name: "Dora".into() })));
    // Who has left leaves the board to others.
    played.act(&Command::Withdraw(EntrantId(4))).unwrap();
    played.act(&fix(5, Some(9))).unwrap();
    played.act(&Command::Rejoin(EntrantId(4))).unwrap();
    let fixed = |id| played.event.entrant(EntrantId(id)).unwrap().fixed_board;
    assert_eq!((fixed(4), fixed(5)), (None, Some(9)), "and comes back without it");
    let teams = Some(["Berg".to_owned(), "Tal".to_owned()]);
    let team_match = Format::TeamMatch { games: 1, boards: 0, everyone: false };
    let team_match = Settings { teams, ..Settings::new("Match", team_match, None, 1) };
    let arena = Settings::new(
        "Arena",
        Format::Arena { minutes: 60 },
        TimeControl::new(Millis::from_secs(60), Millis::ZERO).ok(),
        1,
    );
    for settings in [team_match, arena] {
        let mut other = Played::new(settings);
        let (card, plays) = (Card { team: "Berg".into(), ..Card::new("Ann", None) }, Some(Plays::Online));
        other.act(&Command::Enter { player: Some(player(1)), card, plays }).unwrap();
        assert_eq!(other.act(&fix(1, Some(3))), wrong(WrongBoard::Format), "{}", other.event.settings.name);
    }
}

/// Why somebody sits where is nobody's business.
#[test]
fn organisers_alone_see_for_whom_a_board_is_fixed() {
    let mut played = eight();
    played.act(&fix(4, Some(77))).unwrap();
    let board = |who| seen_by(&played.event, who).entrants[3].desk.as_ref().map(|desk| desk.fixed_board);
    assert_eq!(board(Some(by(250))), Some(Some(77)));
    for who in [None, Some(by(7)), Some(Who::Code(1)), Some(Who::Seat(EntrantId(4)))] {
        assert_eq!(board(who), None, "{who:?}");
    }
}
