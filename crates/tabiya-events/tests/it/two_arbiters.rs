// SPDX-License-Identifier: AGPL-3.0-or-later
//! Two arbiters act at once, each on what they saw before: either both orders come to one event, or whoever comes second is refused
//! and told why. And each journal replays to the same pages and files.

use proptest::prelude::*;
use tabiya_events::codes::hash;
use tabiya_events::decide::{Command, Refusal, Who};
use tabiya_events::event::{
    Card, EntrantId, Event, Fees, Outcome, Plays, PrizeCategory, Record, Settings, TypedGame,
};
use tabiya_events::files;
use tabiya_events::pairing::pair;
use tabiya_events::view::{self, Standings, Visitor};
use tabiya_game::{GameId, Time};
use tabiya_protocol::events::EventId;

use crate::anything_goes::{Step, format, step, take, text_and_back};
use crate::played::{Played, player};

/// What an arbiter does.
#[derive(Clone, Debug)]
enum Act {
    CheckIn(u16, bool),
    CloseCheckIn,
    Paid(u16, bool),
    Fee(u32),
    Plays(u16, bool),
    Enter(u16),
    Withdraw(u16),
    Pause(u16),
    Rejoin(u16),
    Bye(u16),
    Correct(u16, u16),
    Pair,
    /// The players of the draft's first boards are swapped.
    PairByHand,
    AddBoard(u16, u16),
    Undo,
    Publish,
    Back,
    Start,
    Result(u16, usize),
    Earlier(u16, u16, usize),
    /// The game of a board ends on the server, as an arbiter has decided it.
    Ended(u16, usize),
    Postpone(u16),
    Settle(u16),
    Code(u16),
    Revoke(u16),
    Claim(u16),
    Prizes(u32),
    PlayersEnter(bool),
    Finish,
}

fn act() -> impl Strategy<Value = Act> {
    let who = || 1_u16..9;
    let board = || 1_u16..4;
    let outcome = || 0_usize..9;
    prop_oneof![
        2 => (who(), any::<bool>()).prop_map(|(who, present)| Act::CheckIn(who, present)),
        1 => Just(Act::CloseCheckIn),
        2 => (who(), any::<bool>()).prop_map(|(who, paid)| Act::Paid(who, paid)),
        1 => (1_u32..3).prop_map(Act::Fee),
        2 => (who(), any::<bool>()).prop_map(|(who, online)| Act::Plays(who, online)),
        1 => (1_u16..3).prop_map(Act::Enter),
        2 => who().prop_map(Act::Withdraw),
        1 => who().prop_map(Act::Pause),
        1 => who().prop_map(Act::Rejoin),
        1 => who().prop_map(Act::Bye),
        2 => (who(), 1000_u16..1003).prop_map(|(who, rating)| Act::Correct(who, rating)),
        2 => Just(Act::Pair),
        2 => Just(Act::PairByHand),
        1 => (who(), who()).prop_map(|(white, black)| Act::AddBoard(white, black)),
        1 => Just(Act::Undo),
        2 => Just(Act::Publish),
        1 => Just(Act::Back),
        2 => Just(Act::Start),
        4 => (board(), outcome()).prop_map(|(board, outcome)| Act::Result(board, outcome)),
        3 => (1_u16..4, board(), outcome()).prop_map(|(round, board, outcome)| Act::Earlier(round, board, outcome)),
        2 => (board(), outcome()).prop_map(|(board, outcome)| Act::Ended(board, outcome)),
        1 => board().prop_map(Act::Postpone),
        1 => board().prop_map(Act::Settle),
        1 => (1_u16..3).prop_map(Act::Code),
        1 => (1_u16..3).prop_map(Act::Revoke),
        1 => who().prop_map(Act::Claim),
        1 => (1_u32..3).prop_map(Act::Prizes),
        1 => any::<bool>().prop_map(Act::PlayersEnter),
        1 => Just(Act::Finish),
    ]
}

/// The command of an arbiter who sees this event; `None` where it offers no such act.
fn command(event: &Event, act: &Act) -> Option<Command> {
    let outcome = |place: usize| Outcome::ALL[place % Outcome::ALL.len()];
    let id = |number: u16| EntrantId(number);
    let last = event.last_published();
    Some(match *act {
        Act::CheckIn(who, present) => Command::CheckIn { entrant: id(who), present },
        Act::CloseCheckIn => Command::CloseCheckIn,
        Act::Paid(who, paid) => Command::NotePaid { entrant: id(who), paid },
        Act::Fee(amount) => Command::SetFees(Some(Fees { full: 100 * amount, reduced: None })),
        Act::Plays(who, online) => Command::ChangePlays {
            entrant: id(who),
            plays: if online { Plays::Online } else { Plays::OverTheBoard },
        },
        Act::Enter(number) => Command::AddAtDesk {
            cards: vec![Card::new(format!("Late {number}"), Some(1500))],
            present: true,
            paid: false,
        },
        Act::Withdraw(who) => Command::Withdraw(id(who)),
        Act::Pause(who) => Command::Pause(id(who)),
        Act::Rejoin(who) => Command::Rejoin(id(who)),
        Act::Bye(who) => Command::AskBye { entrant: id(who), round: last + 1 },
        Act::Correct(who, rating) => {
            let card = Card { rating: Some(rating), ..event.entrant(id(who))?.card.clone() };
            Command::CorrectCard { entrant: id(who), card }
        }
        Act::Pair => Command::TakeDraft(pair(event, |_, _| {}).ok()?),
        Act::PairByHand => {
            let (_, draft) = event.draft()?;
            let mut boards: Vec<[EntrantId; 2]> = draft.boards.iter().map(|board| board.players()).collect();
            boards.first_mut()?.swap(0, 1);
            Command::PairByHand { boards, byes: draft.byes.clone() }
        }
        Act::AddBoard(white, black) => Command::AddBoard { white: id(white), black: Some(id(black)) },
        Act::Undo => Command::UndoDraft,
        Act::Publish => Command::Publish,
        Act::Back => Command::WithdrawPublication { reason: "test".into() },
        Act::Start => Command::Start { ids: (0..40).map(|bits| GameId::from_bits(7_000 + bits)).collect() },
        Act::Result(board, place) => {
            Command::EnterResult { round: Some(last), board, game: None, outcome: outcome(place) }
        }
        Act::Earlier(round, board, place) => {
            Command::EnterResult { round: Some(round), board, game: Some(1), outcome: outcome(place) }
        }
        Act::Ended(board, place) => Command::GameEnded {
            game: event.round(last)?.board(board)?.games.last()?.game?,
            outcome: outcome(place),
            absent: None,
            plies: 20,
            berserk: [false; 2],
        },
        Act::Postpone(board) => Command::Postpone { round: last, board },
        Act::Settle(board) => Command::Settle { round: last, board },
        Act::Code(number) => Command::GiveCode {
            label: format!("Helper {number}"),
            first: 1,
            last: number,
            deputy: false,
            now: Time(1),
            salt: 7,
            hash: hash(7, "11111111"),
        },
        Act::Revoke(code) => Command::RevokeCode(code),
        Act::Claim(who) => Command::GiveClaim { entrant: id(who), now: Time(1), salt: 7, hash: [7; 32] },
        Act::Prizes(amount) => Command::SetPrizes(vec![PrizeCategory {
            name: "All".into(),
            prizes: vec![amount],
            ..PrizeCategory::default()
        }]),
        Act::PlayersEnter(on) => Command::LetPlayersEnter(on),
        Act::Finish => Command::Finish,
    })
}

/// Everything that an arbiter cares about, by names: the numbers of entrants, boards and codes follow from the order.
fn state(event: &Event) -> Vec<String> {
    let name = |id: EntrantId| event.entrant(id).map_or("?", |one| one.card.name.as_str());
    let names = |ids: &[EntrantId]| {
        let mut names: Vec<&str> = ids.iter().map(|id| name(*id)).collect();
        names.sort_unstable();
        names.join(", ")
    };
    let mut all = Vec::new();
    for one in &event.entrants {
        let (mut byes, mut absences) = (one.byes.clone(), one.absences.clone());
        byes.sort_unstable();
        absences.sort_unstable_by_key(|(round, _)| *round);
        let desk = (one.checked_in, one.paid, one.paid_amount, one.fee, one.claim.is_some());
        all.push(format!(
            "{:?} {:?} {:?} {} {byes:?} {absences:?} {desk:?}",
            one.card, one.plays, one.presence, one.taken_out
        ));
    }
    for (number, round) in (1..).zip(&event.rounds) {
        for board in &round.boards {
            let games: Vec<_> = board
                .games
                .iter()
                .map(|game| (game.turned, game.outcome, game.left, game.typed.as_ref().map(moves)))
                .collect();
            let table = &board.at_table;
            let said = (table.disputed, table.decided, table.called, table.devices, &table.paused);
            all.push(format!(
                "round {number}: {} - {} {games:?} {} {said:?}",
                name(board.white),
                name(board.black),
                board.postponed && board.open_game().is_some()
            ));
        }
        let others = [names(&round.byes), names(&round.half_byes)];
        all.push(format!("round {number}: {:?} {} {others:?} {:?}", round.stage, round.by_hand, round.away));
    }
    for code in &event.codes {
        all.push(format!("code of {} {}", code.label, code.revoked));
    }
    all.sort_unstable();
    all.push(format!("{:?} {:?}", event.stage, event.settings));
    all.push(format!("{} {:?} {:?}", event.check_in_closed, event.prizes, event.fees));
    all.push(format!("{} {}", event.player_results, event.table_codes));
    all
}

fn moves(typed: &TypedGame) -> String {
    typed.moves.to_string()
}

/// What pages and files have of an event.
fn sheets(event: &Event) -> Vec<String> {
    let who = Some(Who::Operator);
    let visitor = Visitor { who, is_ghost: &|_| false, owner: None, helpers: Vec::new() };
    let standings = Standings::of(event);
    let view = view::event(EventId::from_bits(9), event, &standings, &visitor);
    vec![
        serde_json::to_string(&view).unwrap(),
        files::trf(event, true),
        files::trf_with_online(event, true),
        files::csv(event),
    ]
}

/// One arbiter acts and then the other one, who has seen nothing of it. Returns what each was answered.
fn one_after_the_other(
    before: &Played,
    [first, second]: [(&Command, u8); 2],
) -> (Played, [Result<usize, Refusal>; 2]) {
    let seen = Some(before.event.head);
    let mut played = Played { journal: before.journal.clone(), event: before.event.clone() };
    let answers = [first, second].map(|(command, arbiter)| {
        let who = match command {
            Command::GameEnded { .. } => Who::Server,
            _ => Who::Player { player: player(arbiter), staff: true },
        };
        played.act_as(command, seen, who)
    });
    (played, answers)
}

fn check_replay(played: &Played) -> Result<(), TestCaseError> {
    let read = |record: &Record| Record { entry: text_and_back(record), ..record.clone() };
    let journal: Vec<Record> = played.journal.iter().map(read).collect();
    let again = Event::replay(&journal).unwrap();
    prop_assert_eq!(sheets(&again), sheets(&played.event));
    Ok(())
}

/// Two acts of arbiters who have seen the same event, in both orders.
fn check(before: &Played, acts: &[Act; 2], replays: bool) -> Result<(), TestCaseError> {
    let [Some(one), Some(other)] = acts.each_ref().map(|act| command(&before.event, act)) else {
        return Ok(());
    };
    // A game ends once.
    if matches!((&one, &other), (Command::GameEnded { .. }, Command::GameEnded { .. })) {
        return Ok(());
    }
    let (there, answers) = one_after_the_other(before, [(&one, 201), (&other, 202)]);
    let (back, turned) = one_after_the_other(before, [(&other, 202), (&one, 201)]);
    if replays {
        check_replay(&there)?;
        check_replay(&back)?;
    }
    // An act that is refused to whoever comes first, or does nothing then, is no question of order.
    if [&answers[0], &turned[0]].into_iter().any(|first| !matches!(first, Ok(entries) if *entries > 0)) {
        return Ok(());
    }
    let is_told = answers[1].is_err() || turned[1].is_err();
    if !is_told {
        prop_assert_eq!(state(&there.event), state(&back.event), "{:?} and {:?}", one, other);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, ..ProptestConfig::default() })]

    #[test]
    fn two_arbiters_come_to_one_event_or_the_second_one_is_told(
        format in format(),
        players in 4_u16..9,
        seed in any::<u64>(),
        steps in prop::collection::vec(step(), 0..25),
        // How far the next round is.
        begun in 0_usize..4,
        acts in prop::collection::vec([act(), act()], 60),
    ) {
        let teams = Some(["Berg".to_owned(), "Tal".to_owned()]);
        let mut before = Played::new(Settings { teams, ..Settings::new("Any", format, None, seed) });
        for number in 1..=players {
            take(&mut before, &Step::Enter { online: number % 2 == 0, rating: 2000 - 7 * number });
        }
        for step in steps.iter().chain(&[Step::Pair, Step::Publish, Step::Start][..begun]) {
            take(&mut before, step);
        }
        for (place, acts) in acts.iter().enumerate() {
            check(&before, acts, place == 0)?;
        }
    }
}
