// SPDX-License-Identifier: AGPL-3.0-or-later
//! Each format from the first pairing to the last result.

use std::collections::BTreeSet;

use tabiya_events::decide::{Command, Refusal, Who};
use tabiya_events::event::{Absence, EntrantId, Event, Format, MatchState, Outcome, Reason, Stage};
use tabiya_events::keizer;
use tabiya_events::table::{Apart, Table};
use tabiya_events::tournament::Numbered;
use tabiya_protocol::events::KeizerRules;
use tabiya_tournament::check::check;
use tabiya_tournament::dutch::Options;
use tabiya_tournament::{Dialect, TrfFile};

use crate::played::{Played, player};

fn outcome(round: u16, board: u16) -> Outcome {
    match (round * 7 + board * 5) % 4 {
        0 | 3 => Outcome::WhiteWins,
        1 => Outcome::Draw,
        _ => Outcome::BlackWins,
    }
}

#[test]
fn a_swiss_of_nine_rounds_is_paired_by_the_rules() {
    let mut played = Played::of(Format::Swiss { rounds: 9, baku: false }, 41);
    for round in 1..=9 {
        played.begin_round().unwrap();
        let these = played.event.round(round).unwrap();
        assert_eq!((these.boards.len(), these.byes.len()), (20, 1));
        assert_eq!(these.whys.len(), 41, "a reason for everybody");
        played.end_round(outcome);
    }
    assert_eq!(played.event.stage, Stage::Finished);
    let tournament = Numbered::of(&played.event).tournament;
    assert_eq!(check(&tournament, &Options::default()), []);
    let file = TrfFile::from(tournament.clone()).write(Dialect::Trf26);
    let read = TrfFile::parse(&file).unwrap();
    assert_eq!(check(&read.tournament, &Options::default()), [], "also as others read it");
    let table = Table::of(&played.event);
    assert_eq!(table.lines.len(), 41);
    let points: i32 = table.lines.iter().map(|line| line.points).sum();
    assert_eq!(points, 9 * 10 * 21, "each of 20 boards and the bye is worth a point");
    let [first, second] = [0, 1].map(|place| table.lines[place].entrant);
    assert!(table.between(first, second).is_some_and(|apart| apart != Apart::Nothing));
}

#[test]
fn a_large_swiss_is_explained_afterwards() {
    let mut played = Played::of(Format::Swiss { rounds: 3, baku: false }, 82);
    played.pair().unwrap();
    assert!(played.event.round(1).unwrap().whys.is_empty());
    let first = played.event.round(1).unwrap().paired;
    let whys = tabiya_events::pairing::explain(&played.event).unwrap();
    assert_eq!(whys.len(), 82);
    played
        .act(&tabiya_events::decide::Command::Explain { round: 1, paired: first, whys: whys.clone() })
        .unwrap();
    assert_eq!(played.event.round(1).unwrap().whys, whys);
    played.act(&tabiya_events::decide::Command::UndoDraft).unwrap();
    played.pair().unwrap();
    let late = tabiya_events::decide::Command::Explain { round: 1, paired: first, whys };
    assert!(played.act(&late).is_err(), "the reasons of another draft");
    assert!(played.event.round(1).unwrap().whys.is_empty());
}

#[test]
fn everybody_meets_everybody_twice_in_a_double_round_robin() {
    let mut played = Played::of(Format::RoundRobin { cycles: 2 }, 7);
    for _ in 1..=14 {
        played.begin_round().unwrap();
        played.end_round(outcome);
    }
    assert_eq!(played.event.stage, Stage::Finished);
    let pairs: Vec<[EntrantId; 2]> = played
        .event
        .rounds
        .iter()
        .flat_map(|round| round.boards.iter().map(|board| board.players()))
        .collect();
    assert_eq!((pairs.len(), pairs.iter().copied().collect::<BTreeSet<_>>().len()), (42, 42));
    assert_eq!(check(&Numbered::of(&played.event).tournament, &Options::default()), []);
    let by_entry: Vec<EntrantId> = (1..=7).map(EntrantId).collect();
    assert_ne!(played.event.seeds, Some(by_entry), "the numbers are drawn");
}

#[test]
fn who_leaves_a_round_robin_early_counts_for_nobody() {
    let mut played = Played::of(Format::RoundRobin { cycles: 1 }, 6);
    played.begin_round().unwrap();
    played.end_round(|_, _| Outcome::WhiteWins);
    let leaver = played.event.rounds[0].boards[0].black;
    played.act(&tabiya_events::decide::Command::Withdraw(leaver)).unwrap();
    for _ in 2..=5 {
        played.begin_round().unwrap();
        played.end_round(|_, _| Outcome::Draw);
    }
    assert_eq!(played.event.stage, Stage::Finished);
    let table = Table::of(&played.event);
    let total: i32 = table.lines.iter().map(|line| line.points).sum();
    // Two games of round 1 and those of five players: the leaver's win or loss counts for nobody.
    assert_eq!(total, 100, "{table:?}");
}

fn winners(event: &Event, round: u16) -> Vec<EntrantId> {
    let boards = 1..=event.round(round).unwrap().boards.len() as u16;
    boards
        .filter_map(|board| match event.match_on(round, board) {
            Some(MatchState::Decided(winner)) => winner,
            Some(MatchState::Running | MatchState::Next(_)) | None => None,
        })
        .collect()
}

#[test]
fn a_knockout_of_thirteen_has_one_winner() {
    let mut played = Played::of(Format::KnockOut { games: 1 }, 13);
    let mut expected = 13;
    let mut last = Vec::new();
    for round in 1..=4 {
        played.begin_round().unwrap();
        let these = played.event.round(round).unwrap();
        assert_eq!(these.boards.len() * 2 + these.byes.len(), expected, "round {round}");
        let mut games = 0;
        played.end_round(|_, board| {
            games += 1;
            if board == 1 && games < 4 { Outcome::Draw } else { Outcome::WhiteWins }
        });
        last = winners(&played.event, round);
        expected = last.len() + played.event.round(round).unwrap().byes.len();
    }
    assert_eq!((expected, played.event.stage), (1, Stage::Finished));
    let table = Table::of(&played.event);
    assert_eq!(table.lines[0].entrant, last[0]);
    let ranks: Vec<usize> = table.lines.iter().map(|line| line.rank).collect();
    assert_eq!(ranks, [1, 2, 3, 3, 5, 5, 5, 5, 9, 9, 9, 9, 9]);
    assert!(played.event.rounds[0].boards[0].games.len() >= 4, "the first board went down the ladder");
}

#[test]
fn the_best_two_can_meet_in_the_final_only() {
    let mut played = Played::of(Format::KnockOut { games: 1 }, 16);
    for _ in 1..=4 {
        played.begin_round().unwrap();
        let strengths: Vec<bool> = played
            .event
            .rounds
            .last()
            .unwrap()
            .boards
            .iter()
            .map(|board| board.white < board.black)
            .collect();
        played.end_round(|_, board| {
            if strengths[usize::from(board) - 1] { Outcome::WhiteWins } else { Outcome::BlackWins }
        });
    }
    let last = played.event.rounds.last().unwrap();
    let mut ids = last.boards[0].players();
    ids.sort_unstable();
    assert_eq!(ids, [EntrantId(1), EntrantId(2)]);
    let Reason::Bracket { seed, opponent } = last.whys[0].reason else { panic!("a knockout's reason") };
    assert_eq!(seed + opponent.unwrap(), 3);
}

/// Withdraws somebody.
fn leave(played: &mut Played, id: EntrantId) {
    played.act(&tabiya_events::decide::Command::Withdraw(id)).unwrap();
}

#[test]
fn a_finalist_who_leaves_makes_the_other_one_the_winner() {
    let mut played = Played::of(Format::KnockOut { games: 1 }, 4);
    played.begin_round().unwrap();
    played.end_round(|_, _| Outcome::WhiteWins);
    let [leaver, champion] = winners(&played.event, 1)[..] else { panic!("two winners") };
    leave(&mut played, leaver);
    assert_eq!(played.event.stage, Stage::Finished);
    let table = Table::of(&played.event);
    let ranks: Vec<(usize, EntrantId)> = table.lines.iter().map(|line| (line.rank, line.entrant)).collect();
    assert_eq!(ranks[..2], [(1, champion), (2, leaver)]);
    assert_eq!((ranks[2].0, ranks[3].0), (3, 3));
}

#[test]
fn a_match_to_which_nobody_comes_lets_the_last_one_win() {
    let mut played = Played::of(Format::KnockOut { games: 1 }, 4);
    played.begin_round().unwrap();
    played.result(None, 1, Outcome::WhiteWins).unwrap();
    let champion = winners(&played.event, 1)[0];
    played.result(None, 2, Outcome::BothForfeit).unwrap();
    assert_eq!(played.event.stage, Stage::Finished);
    assert_eq!(
        (Table::of(&played.event).lines[0].rank, Table::of(&played.event).lines[0].entrant),
        (1, champion)
    );
}

#[test]
fn a_round_of_walkovers_is_a_round() {
    let mut played = Played::of(Format::KnockOut { games: 1 }, 8);
    played.begin_round().unwrap();
    played.end_round(|_, _| Outcome::WhiteWins);
    let [one, _, other, _] = winners(&played.event, 1)[..] else { panic!("four winners") };
    leave(&mut played, one);
    leave(&mut played, other);
    played.begin_round().unwrap();
    assert_eq!((played.event.rounds[1].boards.len(), played.event.rounds[1].byes.len()), (0, 2));
    played.begin_round().unwrap();
    assert_eq!(played.event.rounds[2].boards.len(), 1);
    played.end_round(|_, _| Outcome::WhiteWins);
    assert_eq!(played.event.stage, Stage::Finished);
    let ranks: Vec<usize> = Table::of(&played.event).lines.iter().map(|line| line.rank).collect();
    assert_eq!(ranks, [1, 2, 3, 3, 5, 5, 5, 5]);
}

#[test]
fn a_round_robin_that_everybody_leaves_is_not_paired() {
    let mut played = Played::of(Format::RoundRobin { cycles: 1 }, 4);
    played.begin_round().unwrap();
    played.end_round(|_, _| Outcome::Draw);
    for id in 1..=4 {
        leave(&mut played, EntrantId(id));
    }
    assert_eq!(played.pair(), Err(tabiya_events::pairing::NoPairing::TooFew(0)));
}

#[test]
fn who_leaves_a_round_robin_late_loses_only_rounds_that_are_there() {
    let mut played = Played::of(Format::RoundRobin { cycles: 1 }, 6);
    for _ in 1..=3 {
        played.begin_round().unwrap();
        played.end_round(|_, _| Outcome::Draw);
    }
    leave(&mut played, EntrantId(1));
    let points = |played: &Played| Table::of(&played.event).lines.iter().map(|line| line.points).sum::<i32>();
    assert_eq!(points(&played), 90, "three rounds of three games, and nothing of the rounds to come");
    let longest = Numbered::of(&played.event).tournament.players.iter().map(|one| one.cells.len()).max();
    assert_eq!(longest, Some(3));
    for _ in 4..=5 {
        played.begin_round().unwrap();
        assert!(played.event.rounds.last().unwrap().board_of(EntrantId(1)).is_none());
        played.end_round(|_, _| Outcome::Draw);
    }
    assert_eq!((points(&played), played.event.stage), (150, Stage::Finished));
}

#[test]
fn a_game_that_counts_for_nobody_keeps_no_round_waiting() {
    let mut played = Played::of(Format::RoundRobin { cycles: 1 }, 6);
    played.begin_round().unwrap();
    for board in 2..=3 {
        played.result(None, board, Outcome::Draw).unwrap();
    }
    let leaver = played.event.rounds[0].boards[0].white;
    leave(&mut played, leaver);
    assert_eq!(played.begin_round(), Ok(()));
}

#[test]
fn a_keizer_of_eight_rounds_pairs_who_is_there() {
    let mut played = Played::of(Format::Keizer { rounds: 8, rules: KeizerRules::default() }, 12);
    for round in 1..=8_u16 {
        // Each round somebody pauses, somebody plays for the club, and in the third somebody comes late.
        let (pauses, duty) = (EntrantId(round), EntrantId(round + 1));
        played.act(&Command::Pause(pauses)).unwrap();
        played.act(&Command::Away { entrant: duty, round, absence: Absence::ClubDuty }).unwrap();
        if round == 3 {
            played.enter("Late", Some(2600));
        }
        played.begin_round().unwrap();
        let these = played.event.round(round).unwrap();
        assert_eq!(these.away, [(pauses, Absence::Excused), (duty, Absence::ClubDuty)]);
        assert_eq!(these.boards.len() * 2 + these.byes.len() + 2, played.event.entrants.len());
        assert_eq!(these.whys.len() + 2, played.event.entrants.len());
        let first = &these.whys[0];
        let Reason::Keizer { opponent_value: Some(worth), value, .. } = first.reason else {
            panic!("{first:?}")
        };
        assert!(worth < value, "the first one meets somebody below");
        assert_eq!(keizer::check_round(&played.event, round), None);
        played.end_round(outcome);
        if round < 8 {
            played.act(&Command::Rejoin(pauses)).unwrap();
        }
    }
    assert_eq!(played.event.stage, Stage::Finished);
    let table = Table::of(&played.event);
    assert_eq!(table.lines.len(), 13);
    let values: Vec<String> = table.lines.iter().map(|line| line.values[0].to_string()).collect();
    assert_eq!((values[0].as_str(), values[12].as_str()), ("20", "8"), "one and a half times 13, rounded up");
}

#[test]
fn an_absence_is_excused_afterwards() {
    let rules = KeizerRules { top: 100, step: 10, excused: 30, ..KeizerRules::default() };
    let mut played = Played::of(Format::Keizer { rounds: 3, rules }, 3);
    let away = |round, absence| Command::Away { entrant: EntrantId(1), round, absence };
    played.act(&away(1, Absence::Unexcused)).unwrap();
    played.begin_round().unwrap();
    played.end_round(|_, _| Outcome::Draw);
    let points = |played: &Played| {
        Table::of(&played.event).lines.iter().find(|line| line.entrant == EntrantId(1)).unwrap().points
    };
    // 2 has 90 + 40 and 3 has 80 + 45: both are above 1, whose value is 80 then.
    assert_eq!(points(&played), 800);
    played.act(&away(1, Absence::Excused)).unwrap();
    assert_eq!(points(&played), 1300, "the value of the first place and three tenths of it");
    assert!(played.act(&away(4, Absence::Excused)).is_err(), "there are three rounds");
    let other = Command::Away { entrant: EntrantId(2), round: 1, absence: Absence::Excused };
    assert!(matches!(played.act(&other), Err(Refusal::Bye(_))), "who played was not away");
}

#[test]
fn players_say_themselves_only_that_they_are_away() {
    let mut played = Played::new(tabiya_events::event::Settings::new(
        "League",
        Format::Keizer { rounds: 5, rules: KeizerRules::default() },
        None,
        1,
    ));
    let me = player(1);
    let card = tabiya_events::event::Card::new("Ann", None);
    played.act(&Command::Enter { player: Some(me), card, plays: None }).unwrap();
    let who = Who::Player { player: me, staff: false };
    let away = |absence| Command::Away { entrant: EntrantId(1), round: 2, absence };
    assert_eq!(played.act_as(&away(Absence::ClubDuty), None, who), Err(Refusal::NotYours));
    assert_eq!(played.act_as(&away(Absence::Excused), None, who), Ok(1));
    assert_eq!(played.act_as(&away(Absence::Excused), None, who), Ok(0));
    let swiss = Played::of(Format::Swiss { rounds: 3, baku: false }, 4).act(&away(Absence::Excused));
    assert!(matches!(swiss, Err(Refusal::Bye(_))));
}

#[test]
fn prizes_follow_the_standings_and_are_set_by_organisers() {
    use tabiya_events::event::{PrizeCategory, PrizeSharing};
    use tabiya_events::prizes::{awards, to_read_out};
    let mut played = Played::of(Format::RoundRobin { cycles: 1 }, 4);
    let category = |name: &str, prizes: &[u32]| PrizeCategory {
        name: name.into(),
        prizes: prizes.to_vec(),
        sharing: PrizeSharing::Equal,
        ..PrizeCategory::default()
    };
    let below = PrizeCategory { rating_below: Some(2480), ..category("Below 2480", &[6000, 2000]) };
    let set = Command::SetPrizes(vec![category("All", &[10_000, 5_000]), below]);
    let stranger = Who::Player { player: player(9), staff: false };
    assert_eq!(played.act_as(&set, None, stranger), Err(Refusal::NotYours));
    assert_eq!(played.act(&set), Ok(1));
    assert_eq!(played.act(&set), Ok(0));
    // The one with the better rating wins each game: 1 has 3 points, then 2, 3 and 4.
    for _ in 1..=3 {
        played.begin_round().unwrap();
        let boards = played.event.rounds.last().unwrap().boards.clone();
        played.end_round(|_, board| {
            let [white, black] = boards[usize::from(board) - 1].players();
            if white < black { Outcome::WhiteWins } else { Outcome::BlackWins }
        });
    }
    let given: Vec<(u16, u32)> =
        awards(&played.event).iter().map(|award| (award.entrant.0, award.amount)).collect();
    assert_eq!(given, [(1, 10_000), (2, 5_000), (3, 6_000), (4, 2_000)]);
    let said = "All\n2\tPlayer 2\t2.0 points\t50.00\n1\tPlayer 1\t3.0 points\t100.00\n\
                Below 2480\n2\tPlayer 4\t0.0 points\t20.00\n1\tPlayer 3\t1.0 points\t60.00\n";
    assert_eq!(to_read_out(&played.event), said);
}

#[test]
fn a_category_has_standings_of_its_own() {
    use tabiya_events::event::PrizeCategory;
    use tabiya_events::table::Table;
    use tabiya_events::view;
    let mut played = Played::of(Format::RoundRobin { cycles: 1 }, 4);
    let category =
        |name: &str| PrizeCategory { name: name.into(), prizes: vec![100], ..PrizeCategory::default() };
    let below = PrizeCategory { rating_below: Some(2490), ..category("Below 2490") };
    let nobody = PrizeCategory { women: true, ..category("Women") };
    played.act(&Command::SetPrizes(vec![category("All"), below, nobody])).unwrap();
    for _ in 1..=3 {
        played.begin_round().unwrap();
        let boards = played.event.rounds.last().unwrap().boards.clone();
        // 1 beats everybody, and the others draw.
        played.end_round(|_, board| {
            let [white, black] = boards[usize::from(board) - 1].players();
            match (white.0, black.0) {
                (1, _) => Outcome::WhiteWins,
                (_, 1) => Outcome::BlackWins,
                _ => Outcome::Draw,
            }
        });
    }
    let places = |category: usize| {
        let prizes = view::prizes(&played.event);
        prizes.categories[category]
            .standings
            .iter()
            .map(|place| (place.rank, place.entrant.0))
            .collect::<Vec<_>>()
    };
    assert_eq!(places(0), []);
    let all = Table::of(&played.event).lines;
    assert_eq!(all[0].entrant, EntrantId(1));
    let others: Vec<(u16, u16)> =
        all[1..].iter().map(|line| (line.rank as u16 - 1, line.entrant.0)).collect();
    assert_eq!(places(1), others, "without the first one, who is rated too high");
    assert_eq!(places(2), []);
}
