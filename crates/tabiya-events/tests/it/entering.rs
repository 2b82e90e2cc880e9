// SPDX-License-Identifier: AGPL-3.0-or-later
//! Who comes, leaves, pauses and comes back.

use tabiya_events::decide::{Command, Refusal, Who};
use tabiya_events::event::{Card, EntrantId, Format, Outcome, Plays, Presence, Settings};
use tabiya_events::pairing::NoPairing;
use tabiya_events::table::Table;

use crate::played::{Played, player};

const SWISS: Format = Format::Swiss { rounds: 5, baku: false };

fn by(number: u8) -> Who {
    Who::Player { player: player(number), staff: false }
}

fn join(number: u8) -> Command {
    let card = Card::new(format!("Online {number}"), Some(1500));
    Command::Enter { player: Some(player(number)), card, plays: Some(Plays::Online) }
}

#[test]
fn players_enter_for_themselves_alone() {
    let mut played = Played::new(Settings::new("Open", SWISS, None, 1));
    assert_eq!(played.act_as(&join(1), None, by(1)), Ok(1));
    assert_eq!(played.act_as(&join(1), None, by(1)), Ok(0), "a second press does nothing");
    assert_eq!(played.act_as(&join(2), None, by(1)), Err(Refusal::NotYours));
    assert_eq!(played.act_as(&join(2), None, by(250)), Ok(1), "the owner may");
    assert_eq!(played.act_as(&Command::Withdraw(EntrantId(2)), None, by(1)), Err(Refusal::NotYours));
    assert_eq!(played.act_as(&Command::Withdraw(EntrantId(2)), None, by(2)), Ok(1));
    let closed = Settings { open: false, ..played.event.settings.clone() };
    played.act(&Command::ChangeSettings(closed)).unwrap();
    assert_eq!(played.act_as(&join(3), None, by(3)), Err(Refusal::EntryClosed));
    for command in [Command::Publish, Command::UndoDraft, Command::Start { ids: Vec::new() }] {
        assert_eq!(played.act_as(&command, None, by(3)), Err(Refusal::NotYours), "{command:?}");
    }
}

/// Whoever joined from home was silently "at the venue", and got a wooden board.
#[test]
fn whoever_joins_an_event_over_the_board_plays_online_until_the_desk_has_seen_them() {
    let settings = Settings { over_the_board: true, ..Settings::new("Evening", SWISS, None, 1) };
    let mut played = Played::new(settings);
    let enter = |number: u8| Command::Enter {
        player: Some(player(number)),
        card: Card::new(format!("Player {number}"), None),
        plays: None,
    };
    played.act_as(&enter(1), None, by(1)).unwrap();
    played.act_as(&enter(2), None, by(250)).unwrap();
    let plays: Vec<_> = played.event.entrants.iter().map(|entrant| entrant.plays).collect();
    assert_eq!(plays, [Plays::Online, Plays::OverTheBoard], "the organiser knows who is there");
}

#[test]
fn a_withdrawal_discards_the_draft_and_rejoining_earns_nothing() {
    let mut played = Played::of(SWISS, 8);
    played.pair().unwrap();
    played.act(&Command::Withdraw(EntrantId(8))).unwrap();
    assert!(played.event.draft().is_none(), "the draft held a player who has left");
    played.begin_round().unwrap();
    assert_eq!(played.event.rounds[0].boards.len(), 3);
    assert_eq!(played.event.rounds[0].byes.len(), 1);
    played.end_round(|_, _| Outcome::Draw);
    played.act(&Command::Rejoin(EntrantId(8))).unwrap();
    let table = Table::of(&played.event);
    let back = table.lines.iter().find(|line| line.entrant == EntrantId(8)).unwrap();
    assert_eq!(back.points, 0);
    played.begin_round().unwrap();
    assert!(played.event.rounds[1].board_of(EntrantId(8)).is_some());
}

#[test]
fn byes_have_a_maximum_and_a_last_round() {
    let mut played = Played::of(SWISS, 10);
    let ask = |entrant, round| Command::AskBye { entrant: EntrantId(entrant), round };
    // Five rounds: one half-point bye, up to round 3.
    for (entrant, round) in [(1, 2), (1, 3), (2, 4), (3, 2)] {
        played.act(&ask(entrant, round)).unwrap();
    }
    assert!(matches!(played.act(&ask(4, 6)), Err(Refusal::Bye(_))));
    for _ in 1..=5 {
        played.begin_round().unwrap();
        played.end_round(|_, _| Outcome::Draw);
    }
    let halves: Vec<_> = played.event.rounds.iter().map(|round| round.half_byes.clone()).collect();
    assert_eq!(halves, [vec![], vec![EntrantId(1), EntrantId(3)], vec![], vec![], vec![]]);
    assert!(played.event.rounds[2].board_of(EntrantId(1)).is_none(), "a second bye is worth nothing");
    assert!(played.event.rounds[3].board_of(EntrantId(2)).is_none());
    assert!(matches!(played.act(&ask(5, 3)), Err(Refusal::Over | Refusal::Bye(_))));
}

#[test]
fn events_without_players_or_with_too_many_rounds_say_so() {
    let mut nobody = Played::of(SWISS, 0);
    assert_eq!(nobody.pair(), Err(NoPairing::TooFew(0)));
    nobody.enter("Alone", None);
    assert_eq!(nobody.pair(), Err(NoPairing::TooFew(1)));
    let mut few = Played::of(SWISS, 4);
    let refused = few.pair().unwrap_err();
    assert!(refused.to_string().contains("choose at most 3 rounds"), "{refused}");
}

#[test]
fn a_round_waits_for_its_results_unless_they_come_later() {
    let mut played = Played::of(SWISS, 6);
    played.begin_round().unwrap();
    played.result(None, 1, Outcome::WhiteWins).unwrap();
    let refused = played.pair().unwrap_err();
    assert_eq!(refused.to_string(), "boards 2 and 3 of round 1 have no result yet");
    played.result(None, 2, Outcome::WhiteWins).unwrap();
    played.act(&Command::Postpone { round: 1, board: 3 }).unwrap();
    played.begin_round().unwrap();
    let before = played.event.rounds[1].clone();
    played.result(Some(1), 3, Outcome::BlackWins).unwrap();
    assert_eq!(played.event.rounds[1], before, "what is paired stays");
    for _ in 0..4 {
        played.end_round(|_, _| Outcome::WhiteWins);
        let _ = played.begin_round();
    }
    assert_eq!(played.event.stage, tabiya_events::event::Stage::Finished);
}

#[test]
fn a_late_entry_is_paired_in_the_next_round_by_rating() {
    let mut played = Played::of(SWISS, 7);
    played.begin_round().unwrap();
    played.enter("Strong Late", Some(2700));
    played.end_round(|_, _| Outcome::Draw);
    played.begin_round().unwrap();
    assert_eq!(played.event.rounds[1].boards.len(), 4);
    let late = EntrantId(8);
    assert_eq!(played.name(late), "Strong Late");
    assert!(played.event.rounds[1].board_of(late).is_some());
    let mut table = Played::of(Format::RoundRobin { cycles: 1 }, 4);
    table.begin_round().unwrap();
    let late = Command::Enter { player: None, card: Card::new("Late", None), plays: None };
    assert_eq!(table.act(&late), Err(Refusal::TooLate(Format::RoundRobin { cycles: 1 })));
}

#[test]
fn whoever_has_entered_does_not_enter_again_under_the_same_name_written_otherwise() {
    let mut played = Played::of(SWISS, 0);
    played.enter("Zoe Late", None);
    let again = |name: &str| Command::Enter { player: None, card: Card::new(name, None), plays: None };
    for name in ["Zoe Late", "Zoe late", "ZOE LATE", "Late, Zoe", "late,zoe", " Zoe\u{a0} Late "] {
        assert_eq!(played.act(&again(name)), Err(Refusal::EnteredBefore("Zoe Late".into())), "{name}");
    }
    assert_eq!(played.act(&again("Zoe Later")), Ok(1));
    assert_eq!(played.act(&again("Late Zoe")), Ok(1), "another order of words is another person");
    for nobody in [" , ", "\u{200b}", ","] {
        assert_eq!(played.act(&again(nobody)), Err(Refusal::Name), "{nobody:?}");
    }
}

#[test]
fn a_corrected_card_takes_nobodys_name() {
    let mut played = Played::of(SWISS, 0);
    played.enter("Berg, Ann", None);
    played.enter("Bo Lind", None);
    let correct = |entrant, name: &str, rating| Command::CorrectCard {
        entrant: EntrantId(entrant),
        card: Card::new(name, rating),
    };
    for name in ["Berg, Ann", "ann berg", "ANN  BERG"] {
        let taken = Err(Refusal::EnteredBefore("Berg, Ann".into()));
        assert_eq!(played.act(&correct(2, name, Some(1900))), taken, "{name}");
    }
    assert_eq!(played.act(&correct(1, "Ann Berg", Some(2310))), Ok(1), "one's own name, written otherwise");
    assert_eq!(played.act(&correct(2, "Bo Lindh", None)), Ok(1));
}

#[test]
fn two_who_have_one_name_since_an_older_version_can_be_corrected() {
    let mut played = Played::of(SWISS, 0);
    played.enter("Berg, Ann", None);
    played.enter("Bo", None);
    let (entrant, card) = (EntrantId(2), Card::new("Ann Berg", None));
    let entry = tabiya_events::event::Entry::CardCorrected { entrant, card };
    let record =
        tabiya_events::event::Record { number: played.event.head + 1, entry, ..played.journal[0].clone() };
    played.event.apply(&record).unwrap();
    let correct = |name: &str, rating| Command::CorrectCard { entrant, card: Card::new(name, rating) };
    assert_eq!(played.act(&correct("Ann Berg", Some(1900))), Ok(1));
    assert_eq!(played.act(&correct("Ann Berger", Some(1900))), Ok(1));
}

#[test]
fn a_game_on_this_server_has_no_result_by_hand_while_it_runs() {
    let mut played = Played::new(Settings::new("Open", SWISS, None, 1));
    for number in 1..=6 {
        played.act_as(&join(number), None, by(number)).unwrap();
    }
    played.begin_round().unwrap();
    let refused = played.result(None, 1, Outcome::WhiteWins).unwrap_err();
    assert!(refused.to_string().contains("board 1 of round 1 is being played"), "{refused}");
    assert_eq!(played.result(None, 1, Outcome::WhiteByForfeit), Ok(1), "somebody did not come");
    assert_eq!(played.result(None, 1, Outcome::WhiteWins), Ok(1), "and that can be corrected");
}

#[test]
fn a_board_without_a_result_is_worth_nothing_in_the_standings() {
    let mut played = Played::of(SWISS, 6);
    played.begin_round().unwrap();
    played.result(None, 1, Outcome::Draw).unwrap();
    let table = Table::of(&played.event);
    let points: Vec<i32> = table.lines.iter().map(|line| line.points).collect();
    assert_eq!(points, [5, 5, 0, 0, 0, 0]);
}

#[test]
fn whom_the_organiser_took_out_does_not_come_back_alone() {
    let mut played = Played::new(Settings::new("Open", SWISS, None, 1));
    for number in 1..=3 {
        played.act_as(&join(number), None, by(number)).unwrap();
    }
    played.act_as(&Command::Withdraw(EntrantId(1)), None, by(250)).unwrap();
    played.act(&Command::Withdraw(EntrantId(2))).unwrap();
    played.act_as(&Command::Withdraw(EntrantId(3)), None, by(3)).unwrap();
    for number in 1..=2 {
        let rejoin = Command::Rejoin(EntrantId(number.into()));
        assert!(matches!(played.act_as(&rejoin, None, by(number)), Err(Refusal::Presence(_))), "{number}");
        assert!(matches!(played.act_as(&join(number), None, by(number)), Err(Refusal::Presence(_))));
    }
    assert_eq!(played.act_as(&Command::Rejoin(EntrantId(3)), None, by(3)), Ok(1), "who left by choice");
    assert_eq!(played.act_as(&Command::Rejoin(EntrantId(1)), None, by(250)), Ok(1));
    assert_eq!(played.act_as(&Command::Withdraw(EntrantId(1)), None, by(1)), Ok(1));
    assert_eq!(played.act_as(&Command::Rejoin(EntrantId(1)), None, by(1)), Ok(1));
}

#[test]
fn nobody_comes_back_to_a_full_event() {
    let mut played = Played::of(Format::RoundRobin { cycles: 1 }, 100);
    played.act(&Command::Withdraw(EntrantId(1))).unwrap();
    played.enter("Late", None);
    let full = Refusal::Full { format: Format::RoundRobin { cycles: 1 }, most: 100 };
    assert_eq!(played.act(&Command::Rejoin(EntrantId(1))), Err(full));
}

#[test]
fn cards_that_fit_no_file_are_refused() {
    let mut played = Played::of(SWISS, 2);
    let usual = Card::new("Ann", Some(2000));
    let wrong = [
        Card { rating: Some(65_535), ..usual.clone() },
        Card { national_rating: Some(4001), ..usual.clone() },
        Card { title: "GRANDMASTER".into(), ..usual.clone() },
        Card { federation: "Sweden".into(), ..usual.clone() },
        Card { fide: "1 2".into(), ..usual.clone() },
        Card { birth: "yesterday, at noon".into(), ..usual.clone() },
        Card { sex: Some('x'), ..usual.clone() },
        Card { club: "a\tb".into(), ..usual.clone() },
    ];
    for card in wrong {
        let enter = Command::Enter { player: None, card: card.clone(), plays: None };
        assert!(played.act(&enter).is_err(), "{card:?}");
        let correct = Command::CorrectCard { entrant: EntrantId(1), card: card.clone() };
        assert!(played.act(&correct).is_err(), "{card:?}");
    }
    assert_eq!(played.act(&Command::Enter { player: None, card: usual, plays: None }), Ok(1));
}

#[test]
fn who_does_not_come_pauses_in_the_step_that_ends_the_game() {
    let mut played = Played::new(Settings::new("Open", SWISS, None, 1));
    for number in 1..=6 {
        played.act_as(&join(number), None, by(number)).unwrap();
    }
    played.begin_round().unwrap();
    let board = played.event.rounds[0].boards[0].clone();
    let game = board.games[0].game.unwrap();
    let absent = played.event.entrant(board.black).unwrap().player;
    let ended =
        Command::GameEnded { game, outcome: Outcome::WhiteByForfeit, absent, plies: 0, berserk: [false; 2] };
    assert_eq!(played.act_as(&ended, None, Who::Server), Ok(2), "the result and the pause");
    assert_eq!(played.event.entrant(board.black).unwrap().presence, Presence::Paused);
    assert_eq!(played.act_as(&ended, None, Who::Server), Ok(0));
    let back = Command::Rejoin(board.black);
    assert_eq!(played.act_as(&back, None, Who::Player { player: absent.unwrap(), staff: false }), Ok(1));
}

#[test]
fn who_is_not_there_when_the_check_in_closes_is_not_paired() {
    let mut played = Played::of(SWISS, 6);
    let there = |number, present| Command::CheckIn { entrant: EntrantId(number), present };
    for number in 1..=5 {
        assert_eq!(played.act(&there(number, true)), Ok(1));
    }
    assert_eq!(played.act(&there(5, true)), Ok(0));
    assert_eq!(played.act(&there(5, false)), Ok(1), "said by mistake");
    assert_eq!(played.act_as(&there(6, true), None, by(1)), Err(Refusal::NotYours));
    assert_eq!(played.act(&Command::CloseCheckIn), Ok(3), "it is closed, and two are out");
    assert_eq!(played.act(&Command::CloseCheckIn), Ok(0));
    played.begin_round().unwrap();
    assert_eq!(played.event.rounds[0].boards.len(), 2);
    // One comes after all, and plays from the next round on.
    assert_eq!(played.act(&there(6, true)), Ok(2));
    played.end_round(|_, _| Outcome::Draw);
    played.begin_round().unwrap();
    assert!(played.event.rounds[1].byes.len() == 1 && played.event.rounds[1].boards.len() == 2);

    let mut table = Played::of(Format::RoundRobin { cycles: 1 }, 4);
    for number in 1..=3 {
        table.act(&there(number, true)).unwrap();
    }
    table.act(&Command::CloseCheckIn).unwrap();
    table.begin_round().unwrap();
    assert_eq!(table.event.total_rounds(), 3);
    assert!(table.event.seeds.as_ref().is_some_and(|seeds| !seeds.contains(&EntrantId(4))));
    assert_eq!(table.act(&there(4, true)), Err(Refusal::TooLate(Format::RoundRobin { cycles: 1 })));
}

/// Before the check-in closed, the tick brought nobody back, and the desk took somebody for present who was not paired.
#[test]
fn the_tick_brings_back_who_has_left_or_paused_before_the_check_in_closes_and_after_it() {
    for closed in [false, true] {
        let mut played = Played::of(SWISS, 6);
        for number in 1..=6 {
            played.act(&Command::CheckIn { entrant: EntrantId(number), present: number > 2 }).unwrap();
        }
        played.act(&Command::Withdraw(EntrantId(1))).unwrap();
        played.act(&Command::Pause(EntrantId(2))).unwrap();
        // This one was ticked before.
        played.act(&Command::Withdraw(EntrantId(3))).unwrap();
        if closed {
            played.act(&Command::CloseCheckIn).unwrap();
        }
        let seen = Some(played.event.head);
        for (number, entries) in [(1, 2), (2, 2), (3, 1)] {
            let there = Command::CheckIn { entrant: EntrantId(number), present: true };
            assert_eq!(played.act(&there), Ok(entries), "{number}");
            let one = played.event.entrant(EntrantId(number)).unwrap();
            assert_eq!((one.checked_in, one.presence), (true, Presence::Present), "{number}");
            assert_eq!(played.act(&there), Ok(0), "{number}");
        }
        // Somebody else has said meanwhile that they go.
        played.act(&Command::Withdraw(EntrantId(3))).unwrap();
        let there = Command::CheckIn { entrant: EntrantId(3), present: true };
        assert!(matches!(played.act_as(&there, seen, by(250)), Err(Refusal::Overtaken(_))));
        played.begin_round().unwrap();
        assert_eq!(played.event.rounds[0].boards.len(), 2);
    }
}

/// Whoever closes it has not seen that somebody has come back.
#[test]
fn the_check_in_that_closes_takes_nobody_out_who_came_a_moment_ago() {
    let mut played = Played::of(SWISS, 4);
    for number in 1..=4 {
        played.act(&Command::CheckIn { entrant: EntrantId(number), present: true }).unwrap();
    }
    played.act(&Command::Pause(EntrantId(4))).unwrap();
    let seen = Some(played.event.head);
    played.act(&Command::CheckIn { entrant: EntrantId(3), present: false }).unwrap();
    let closed = played.act_as(&Command::CloseCheckIn, seen, by(250));
    assert!(matches!(closed, Err(Refusal::Overtaken(_))), "{closed:?}");
    assert_eq!(played.act(&Command::CloseCheckIn), Ok(2), "it is closed, and one is out");
}

#[test]
fn a_list_is_added_once_and_a_late_entry_is_there_at_once() {
    let mut played = Played::of(SWISS, 2);
    let list = |names: &[&str], present| Command::AddAtDesk {
        cards: names.iter().map(|name| Card::new(*name, None)).collect(),
        present,
        paid: false,
    };
    assert_eq!(played.act_as(&list(&["Ann"], false), None, by(1)), Err(Refusal::NotYours));
    assert_eq!(played.act(&list(&["Ann", "Bo", "PLAYER 1"], false)), Ok(2), "who has entered is left out");
    assert_eq!(played.act(&list(&["Ann", "Bo", "Cid"], false)), Ok(1), "the list has grown");
    assert_eq!(played.act(&list(&["ann"], true)), Err(Refusal::EnteredBefore("Ann".into())));
    assert_eq!(
        played.act(&list(&["Berg, Dora", "Dora Berg", "dora  BERG", "Ann"], false)),
        Ok(1),
        "one person"
    );
    assert_eq!(played.act(&list(&["BERG,Dora"], true)), Err(Refusal::EnteredBefore("Berg, Dora".into())));
    let cards = vec![Card::new("Dan", Some(1900))];
    assert_eq!(played.act(&Command::AddAtDesk { cards, present: true, paid: true }), Ok(3));
    let dan = played.event.entrants.last().unwrap();
    assert!(dan.checked_in && dan.paid && dan.plays == Plays::OverTheBoard);
    let wrong = Command::AddAtDesk {
        cards: vec![Card::new("Eva", None), Card::new(" ", None)],
        present: true,
        paid: false,
    };
    assert_eq!(played.act(&wrong), Err(Refusal::Name));
    assert!(played.event.entrants.iter().all(|one| one.card.name != "Eva"), "all of a list or nothing");
    played.act(&Command::CloseCheckIn).unwrap();
    played.act(&list(&["Fay", "Gus"], false)).unwrap();
    assert_eq!(played.event.entrants.last().unwrap().presence, Presence::Paused, "they are not there");
    played.act(&list(&["Hal"], true)).unwrap();
    assert_eq!(played.event.entrants.last().unwrap().presence, Presence::Present);
    let replayed = tabiya_events::event::Event::replay(&played.journal).unwrap();
    assert_eq!(replayed, played.event);
}

#[test]
fn a_tick_of_the_desk_overtakes_another_tick_and_no_correction() {
    let mut played = Played::of(SWISS, 2);
    let (seen, owner) = (Some(played.event.head), by(250));
    let ann = EntrantId(1);
    played.act(&Command::NotePaid { entrant: ann, paid: true }).unwrap();
    played.act(&Command::CheckIn { entrant: ann, present: true }).unwrap();
    let card = Card::new("Ann Berg", None);
    assert_eq!(played.act_as(&Command::CorrectCard { entrant: ann, card }, seen, owner), Ok(1));
    assert_eq!(played.act_as(&Command::NotePaid { entrant: ann, paid: true }, seen, owner), Ok(0));
    for tick in
        [Command::NotePaid { entrant: ann, paid: false }, Command::CheckIn { entrant: ann, present: false }]
    {
        assert!(matches!(played.act_as(&tick, seen, owner), Err(Refusal::Overtaken(_))), "{tick:?}");
    }
    let prizes = |amount| {
        let name = "All".to_owned();
        Command::SetPrizes(vec![tabiya_events::event::PrizeCategory {
            name,
            prizes: vec![amount],
            ..Default::default()
        }])
    };
    played.act(&prizes(100)).unwrap();
    assert!(matches!(played.act_as(&prizes(50), seen, owner), Err(Refusal::Overtaken(_))));
}

#[test]
fn an_arena_takes_nobody_who_sits_at_a_wooden_board() {
    use tabiya_game::{Millis, TimeControl};
    let mut played = Played::of(SWISS, 2);
    let time = TimeControl::new(Millis::from_secs(180), Millis::ZERO).ok();
    let arena = Settings {
        time,
        tie_breaks: Vec::new(),
        format: Format::Arena { minutes: 60 },
        ..played.event.settings.clone()
    };
    assert_eq!(played.act(&Command::ChangeSettings(arena.clone())), Err(Refusal::OnlineOnly));
    for id in [1, 2] {
        played.act(&Command::Withdraw(EntrantId(id))).unwrap();
    }
    assert_eq!(played.act(&Command::ChangeSettings(arena)), Ok(1));
}

#[test]
fn fees_are_noted_by_organisers_and_change_no_pairing() {
    let mut played = Played::of(SWISS, 6);
    played.pair().unwrap();
    let paid = |paid| Command::NotePaid { entrant: EntrantId(2), paid };
    assert_eq!(played.act_as(&paid(true), None, by(2)), Err(Refusal::NotYours));
    assert_eq!(played.act(&paid(true)), Ok(1));
    assert!(played.event.entrants[1].paid && played.event.draft().is_some());
    assert_eq!((played.act(&paid(true)), played.act(&paid(false))), (Ok(0), Ok(1)));
}

#[test]
fn whom_the_server_has_paused_comes_back_alone_and_whom_an_organiser_has_paused_does_not() {
    let mut played = Played::of(SWISS, 4);
    for number in [1, 2] {
        played.act_as(&join(number), None, by(number)).unwrap();
    }
    let [one, other] = [EntrantId(5), EntrantId(6)];
    played.act_as(&Command::Pause(one), None, Who::Server).unwrap();
    assert_eq!(played.act_as(&Command::Rejoin(one), None, by(1)), Ok(1));
    let owner = by(250);
    played.act_as(&Command::Pause(other), None, owner).unwrap();
    let refused = played.act_as(&Command::Rejoin(other), None, by(2));
    assert!(matches!(refused, Err(Refusal::Presence(_))), "{refused:?}");
    assert_eq!(played.act_as(&Command::Rejoin(other), None, owner), Ok(1));
    // Who pauses by themselves comes back by themselves.
    played.act_as(&Command::Pause(other), None, by(2)).unwrap();
    assert_eq!(played.act_as(&Command::Rejoin(other), None, by(2)), Ok(1));
}

#[test]
fn lists_are_read_as_people_paste_them() {
    use tabiya_events::files::{PlayersError, players};
    let names = |list: &[u8]| -> Vec<(String, Option<u16>)> {
        players(list).unwrap().into_iter().map(|card| (card.name, card.rating)).collect()
    };
    let two = vec![("Berg, Ann".to_owned(), Some(2310)), ("Bo Lind".to_owned(), None)];
    assert_eq!(names(b"name;rating\r\n\"Berg, Ann\";2310\r\nBo Lind;\r\n"), two, "semicolons");
    assert_eq!(names(b"Name\tRating\n\"Berg, Ann\"\t2310\nBo Lind\t\n"), two, "tabs");
    assert_eq!(names(b"Members 2026\nname;rating\nBerg, Ann;2310\nBo Lind;0\n"), two, "a title above");
    let repeated = b"name,rating\n\"Berg, Ann\",2310\nName,Rating\nBo Lind,\n";
    assert_eq!(names(repeated), two, "the header again, where two lists were put together");
    assert_eq!(names(b"name;rating\nM\xfcller;1900\n"), [("M\u{fc}ller".to_owned(), Some(1900))], "Latin-1");
    let trf = "012 Club\n001    1 wWIM Berg, Ann                         2310 SWE     1700030 1999/01/02  0.0    1\n";
    let card = players(trf.as_bytes()).unwrap().remove(0);
    assert_eq!((card.name.as_str(), card.rating, card.fide.as_str()), ("Berg, Ann", Some(2310), "1700030"));
    assert_eq!((card.title.as_str(), card.sex, card.birth.as_str()), ("WIM", Some('w'), "1999/01/02"));
    assert_eq!(players(b"a\nb\nc\nname\nAnn\n"), Err(PlayersError::NoHeader));
    assert!(matches!(players(b"001 x\n"), Err(PlayersError::Trf(_))));
    let line = players(b"Members\nname;rating\nAnn;2000\nBob;strong\n").unwrap_err();
    assert!(line.to_string().starts_with("line 4: "), "{line}");
}
