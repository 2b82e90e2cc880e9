// SPDX-License-Identifier: AGPL-3.0-or-later
//! Whatever is asked in whatever order: the journal makes the same event again, and every round is paired by the rules.

use std::collections::BTreeSet;

use proptest::prelude::*;
use tabiya_events::decide::{Command, Who};
use tabiya_events::event::{
    Absence, Card, ClocksAct, EntrantId, Entry, Event, Format, Outcome, Plays, Presence, Record, Settings,
    Side, TeamSide,
};
use tabiya_events::keizer;
use tabiya_events::pairing::pair;
use tabiya_events::score_sheet;
use tabiya_events::table::Table;
use tabiya_events::tournament::Numbered;
use tabiya_game::GameId;
use tabiya_protocol::events::KeizerRules;
use tabiya_tournament::check::check_round;
use tabiya_tournament::dutch::Options;

use crate::played::{Played, player};

/// One step of an organiser, players, or the server.
#[derive(Clone, Debug)]
pub(crate) enum Step {
    Enter {
        online: bool,
        rating: u16,
    },
    Withdraw(u16),
    Pause(u16),
    Rejoin(u16),
    Bye(u16, u16),
    Away(u16, u16, Absence),
    Correct(u16, u16),
    Pair,
    Undo,
    Publish,
    Back,
    Start,
    Result {
        board: u16,
        outcome: usize,
    },
    Earlier {
        round: u16,
        board: u16,
        outcome: usize,
    },
    Postpone(u16),
    EndRound(u64),
    /// A phone at a table: the table, the device, and what it does.
    AtTable(u16, u64, u8),
    Settle(u16),
    /// The clocks of these boards are noted as paused or running.
    Clocks(u16, bool),
    /// The game of a board is typed, or taken away where it is not told.
    Game(u16, Option<bool>),
    /// An entrant plays for the first team, or for the second.
    Team(u16, bool),
    /// An entrant plays on this board of the team.
    LineUp(u16, u16),
}

pub(crate) fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        2 => (any::<bool>(), 1000_u16..2500).prop_map(|(online, rating)| Step::Enter { online, rating }),
        1 => (1_u16..20).prop_map(Step::Withdraw),
        1 => (1_u16..20).prop_map(Step::Pause),
        1 => (1_u16..20).prop_map(Step::Rejoin),
        1 => (1_u16..20, 1_u16..8).prop_map(|(who, round)| Step::Bye(who, round)),
        1 => (1_u16..20, 1_u16..8, absence()).prop_map(|(who, round, why)| Step::Away(who, round, why)),
        1 => (1_u16..20, 1000_u16..2500).prop_map(|(who, rating)| Step::Correct(who, rating)),
        5 => Just(Step::Pair),
        1 => Just(Step::Undo),
        4 => Just(Step::Publish),
        1 => Just(Step::Back),
        4 => Just(Step::Start),
        3 => (1_u16..8, 0_usize..9).prop_map(|(board, outcome)| Step::Result { board, outcome }),
        1 => (1_u16..6, 1_u16..8, 0_usize..9)
            .prop_map(|(round, board, outcome)| Step::Earlier { round, board, outcome }),
        1 => (1_u16..8).prop_map(Step::Postpone),
        4 => any::<u64>().prop_map(Step::EndRound),
        3 => (1_u16..5, 1_u64..5, 0_u8..7).prop_map(|(table, device, what)| Step::AtTable(table, device, what)),
        1 => (1_u16..5).prop_map(Step::Settle),
        1 => (1_u16..5, any::<bool>()).prop_map(|(board, paused)| Step::Clocks(board, paused)),
        1 => (1_u16..5, any::<Option<bool>>()).prop_map(|(board, which)| Step::Game(board, which)),
        1 => (1_u16..20, any::<bool>()).prop_map(|(who, first)| Step::Team(who, first)),
        1 => (1_u16..20, 1_u16..8).prop_map(|(who, board)| Step::LineUp(who, board)),
    ]
}

fn absence() -> impl Strategy<Value = Absence> {
    prop_oneof![Just(Absence::Excused), Just(Absence::Unexcused), Just(Absence::ClubDuty)]
}

pub(crate) fn format() -> impl Strategy<Value = Format> {
    prop_oneof![
        3 => (2_u16..7, any::<bool>()).prop_map(|(rounds, baku)| Format::Swiss { rounds, baku }),
        1 => (1_u8..3).prop_map(|cycles| Format::RoundRobin { cycles }),
        1 => (1_u8..3).prop_map(|games| Format::KnockOut { games }),
        2 => (2_u16..7, 0_u16..4).prop_map(|(rounds, rounds_between)| Format::Keizer {
            rounds,
            rules: KeizerRules { rounds_between, ..KeizerRules::default() },
        }),
        2 => (1_u8..4, 0_u16..6, any::<bool>())
            .prop_map(|(games, boards, everyone)| Format::TeamMatch { games, boards, everyone }),
    ]
}

/// Carries a step out where it is allowed.
pub(crate) fn take(played: &mut Played, step: &Step) {
    let outcome = |place: usize| Outcome::ALL[place % Outcome::ALL.len()];
    let command = match *step {
        Step::Enter { online, rating } => {
            let number = played.event.entrants.len() + 1;
            let account = online.then(|| player(number as u8));
            let team = if rating % 2 == 0 { "Berg" } else { "Tal" }.to_owned();
            let card = Card { team, ..Card::new(format!("Player {number}"), Some(rating)) };
            let plays = Some(if online { Plays::Online } else { Plays::OverTheBoard });
            Command::Enter { player: account, card, plays }
        }
        Step::Team(id, first) => {
            let team = if first { TeamSide::First } else { TeamSide::Second };
            Command::ChooseTeam { entrant: EntrantId(id), team }
        }
        Step::LineUp(id, board) => Command::LineUp { entrant: EntrantId(id), board },
        Step::Withdraw(id) => Command::Withdraw(EntrantId(id)),
        Step::Pause(id) => Command::Pause(EntrantId(id)),
        Step::Rejoin(id) => Command::Rejoin(EntrantId(id)),
        Step::Bye(id, round) => Command::AskBye { entrant: EntrantId(id), round },
        Step::Away(id, round, absence) => Command::Away { entrant: EntrantId(id), round, absence },
        Step::Correct(id, rating) => {
            let card = Card::new(format!("Player {id}"), Some(rating));
            Command::CorrectCard { entrant: EntrantId(id), card }
        }
        Step::Pair => match pair(&played.event, |_, _| {}) {
            Ok(draft) => Command::TakeDraft(draft),
            Err(_) => return,
        },
        Step::Undo => Command::UndoDraft,
        Step::Publish => Command::Publish,
        Step::Back => Command::WithdrawPublication { reason: "test".into() },
        Step::Start => {
            let ids = (0..40).map(|number| GameId::from_bits(played.event.head * 100 + number)).collect();
            Command::Start { ids }
        }
        Step::Result { board, outcome: place } => {
            Command::EnterResult { round: None, board, game: None, outcome: outcome(place) }
        }
        Step::Earlier { round, board, outcome: place } => {
            Command::EnterResult { round: Some(round), board, game: None, outcome: outcome(place) }
        }
        Step::Postpone(board) => Command::Postpone { round: played.event.last_published(), board },
        Step::AtTable(table, device, what) => {
            let round = played.event.last_published();
            let command = match what {
                0 => Command::LetPlayersEnter(true),
                1 => Command::TakeSeat { round, side: Side::White },
                2 => Command::TakeSeat { round, side: Side::Black },
                3 => Command::PlayerResult { round, game: 1, outcome: Outcome::WhiteWins },
                4 => Command::PlayerResult { round, game: 1, outcome: Outcome::Draw },
                5 => Command::Dispute { round },
                _ => Command::CallAtTable { round },
            };
            let who = if what == 0 { Who::Operator } else { Who::Table { table, device } };
            let _ = played.act_as(&command, None, who);
            return;
        }
        Step::Clocks(board, paused) => Command::NoteClocks {
            round: played.event.last_published(),
            boards: vec![board],
            act: if paused { ClocksAct::Pause {} } else { ClocksAct::Resume {} },
            reason: "an illegal move".into(),
        },
        Step::Game(board, Some(which)) => {
            let sheet = Box::new(score_sheet::read(if which { "e4 e5" } else { "d4" }).unwrap());
            Command::TypeGame { round: None, board, game: None, sheet, reason: String::new() }
        }
        Step::Game(board, None) => {
            Command::RemoveGame { round: None, board, game: None, reason: "test".into() }
        }
        Step::Settle(board) => Command::Settle { round: played.event.last_published(), board },
        Step::EndRound(seed) => {
            for board in 1..=20_u16 {
                for game in 0..6 {
                    let place = (seed >> (board + game)) as usize % 3;
                    let command =
                        Command::EnterResult { round: None, board, game: None, outcome: outcome(place) };
                    let open =
                        played.event.rounds.last().and_then(|round| round.boards.get(usize::from(board) - 1));
                    if open.is_some_and(|board| board.open_game().is_some()) {
                        let _ = played.act(&command);
                    }
                }
            }
            return;
        }
    };
    let _ = played.act(&command);
}

/// What holds after a round was paired.
fn check_draft(event: &Event) {
    let Some((round, draft)) = event.draft() else { return };
    let mut seen = BTreeSet::new();
    let seated = draft.boards.iter().flat_map(|board| board.players());
    for id in seated.chain(draft.byes.iter().copied()).chain(draft.half_byes.iter().copied()) {
        assert!(seen.insert(id), "{id} is twice in round {round}");
    }
    match event.settings.format {
        Format::Swiss { .. } => {
            let asked = |id: EntrantId| event.entrant(id).unwrap().byes.iter().any(|(one, _)| *one == round);
            // Who entered while the draft stood is paired in the next round.
            for entrant in event.entrants.iter().filter(|one| one.presence == Presence::Present) {
                assert!(seen.contains(&entrant.id) || asked(entrant.id) || entrant.changed > draft.changed);
            }
        }
        Format::Keizer { .. } => {
            let away: Vec<EntrantId> = draft.away.iter().map(|(id, _)| *id).collect();
            for entrant in event.entrants.iter().filter(|one| one.presence != Presence::Withdrawn) {
                assert!(
                    seen.contains(&entrant.id) != away.contains(&entrant.id)
                        || entrant.changed > draft.changed
                );
            }
            assert_eq!(keizer::check_round(event, round), None);
        }
        Format::TeamMatch { everyone, .. } => {
            let team = |id: EntrantId| event.entrant(id).unwrap().team;
            for board in &draft.boards {
                let [white, black] = board.players().map(team);
                assert!(white.is_some() && black.is_some() && white != black, "they are of two teams");
            }
            let [first, second] =
                TeamSide::BOTH.map(|side| draft.byes.iter().filter(|id| team(**id) == Some(side)).count());
            assert!(everyone || first == 0 || second == 0, "one team has empty boards, and at the end");
        }
        Format::RoundRobin { .. } | Format::KnockOut { .. } | Format::Arena { .. } => {}
    }
    if matches!(event.settings.format, Format::Swiss { .. } | Format::RoundRobin { .. }) {
        let tournament = Numbered::with_draft(event).tournament;
        assert_eq!(check_round(&tournament, round, &Options::default()), None);
    }
}

pub(crate) fn text_and_back(record: &Record) -> Entry {
    serde_json::from_str(&serde_json::to_string(&record.entry).unwrap()).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn the_journal_makes_the_event_again(
        format in format(),
        players in 2_u16..14,
        seed in any::<u64>(),
        steps in prop::collection::vec(step(), 1..60),
    ) {
        let teams = Some(["Berg".to_owned(), "Tal".to_owned()]);
        let games_per_pairing = if seed % 3 == 0 { 2 } else { 1 };
        let settings = Settings::new("Any", format, None, seed);
        let mut played = Played::new(Settings { teams, games_per_pairing, ..settings });
        for number in 1..=players {
            played.enter(&format!("Player {number}"), Some(2000 - 7 * number));
        }
        for step in &steps {
            let before = played.event.rounds.len();
            take(&mut played, step);
            if played.event.rounds.len() > before {
                check_draft(&played.event);
            }
            // Nobody sees a rank that is not theirs: everybody stands in the table once.
            let table = Table::of(&played.event);
            let listed: BTreeSet<EntrantId> = table.lines.iter().map(|line| line.entrant).collect();
            prop_assert_eq!(listed.len(), table.lines.len());
            if played.event.team_names().is_some() {
                let points: i32 = table.lines.iter().map(|line| line.points).sum();
                prop_assert_eq!(points, played.event.team_points().iter().sum::<i32>());
            }
        }
        let again = Event::replay(&played.journal).unwrap();
        prop_assert_eq!(&again, &played.event);
        for record in &played.journal {
            prop_assert_eq!(&text_and_back(record), &record.entry);
        }
    }
}
